"""Signing in: a service account with its key, a user with a code from the browser or with what was kept of that."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

CLIENT = {
    "installed": {
        "client_id": "1.apps.googleusercontent.com",
        "client_secret": "the program's own",
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": "https://oauth2.googleapis.com/token",
        "redirect_uris": ["http://localhost"],
    }
}
"""The id of a desktop program, as the console gives it."""

LASTING = "1//lasting/"


def token(raw: bytes, program: str) -> tuple[int, str, bytes]:
    """Signs an account in: its token is its address, so that rights can be told by it.

    `program` is what the header says of who asks.
    """
    given = dict(parse_qsl(raw.decode()))
    if given.get("grant_type") == "authorization_code":
        return _exchanged(given, program)
    if given.get("refresh_token", "").startswith(LASTING):
        return _as_json({"access_token": given["refresh_token"].removeprefix(LASTING), "expires_in": 3600})
    assertion = given.get("assertion", "")
    if assertion.count(".") != 2:
        return _as_json({"error": "invalid_grant", "error_description": "Token has been expired or revoked."}, 400)
    claims = assertion.split(".")[1]
    account = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))["iss"]
    return _as_json({"access_token": account, "expires_in": 3600, "token_type": "Bearer"})


def _exchanged(given: Mapping[str, str], program: str) -> tuple[int, str, bytes]:
    """A user's sign-in for the code that `allowed` has sent the browser back with."""
    asked = json.loads(base64.urlsafe_b64decode(given["code"]))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(given["code_verifier"].encode()).digest()).decode().rstrip("=")
    if (asked["code_challenge"], asked["redirect_uri"]) != (challenge, given["redirect_uri"]):
        return _as_json({"error": "invalid_grant", "error_description": "Bad Request"}, 400)
    named = f"{CLIENT['installed']['client_id']}:{CLIENT['installed']['client_secret']}"
    if program != f"Basic {base64.b64encode(named.encode()).decode()}":
        return _as_json({"error": "invalid_client", "error_description": "The OAuth client was not found."}, 401)
    told = {"access_token": asked["account"], "token_type": "Bearer", "expires_in": 3600, "scope": asked["scope"]}
    return _as_json(told | ({"refresh_token": f"{LASTING}{asked['account']}"} if asked["lasting"] else {}))


def allowed(address: str, account: str, lasting: bool = True, **other: str) -> str:
    """The address that a browser is sent to when `account` has allowed what the page at `address` asks."""
    asked = dict(parse_qsl(urlsplit(address).query)) | other
    code = base64.urlsafe_b64encode(json.dumps(asked | {"account": account, "lasting": lasting}).encode()).decode()
    return f"{asked['redirect_uri']}?{urlencode({'state': asked['state'], 'code': code})}"


def _as_json(value: dict[str, Any], status: int = 200) -> tuple[int, str, bytes]:
    return status, "application/json; charset=UTF-8", json.dumps(value).encode()
