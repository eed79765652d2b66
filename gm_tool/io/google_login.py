"""Signing in to Google as oneself (OAuth), in the browser of this machine or of another.

google-auth-oauthlib makes the address to open, with a one-time secret of its own (PKCE), and fetches the sign-in
with the code that comes back. Import this module inside functions.
"""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit

import requests
from google_auth_oauthlib.flow import InstalledAppFlow  # type: ignore[import-untyped]
from oauthlib.oauth2.rfc6749.errors import (  # type: ignore[import-untyped]
    AccessDeniedError,
    InvalidGrantError,
    MismatchingStateError,
    OAuth2Error,
)

from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.google_access import WRITE_SCOPE
from gm_tool.io.google_client import directed, stand_in

WAIT = 300
"""So many seconds the browser is waited for."""

_NOWHERE = "http://localhost:48723/"
"""Where Google sends a browser that is on another machine: nobody listens there, but the address bar has the code."""

_ANSWER = 60.0  # seconds to wait for it
_NEEDED = ("client_id", "client_secret", "auth_uri", "token_uri")
_AGAIN = "Run `gm google login` again."
_DONE = "You are signed in. Close this window and go back to gm."
_ALLOW = f"{_AGAIN} On Google's page tick the box beside Google Sheets, and press Continue."
_NEW_CLIENT = (
    "In the Google Cloud console, under APIs & Services > Credentials, see that the OAuth client is of the type "
    "'Desktop app' and still there, and download its JSON once more."
)


def in_browser(client: Mapping[str, Any]) -> str:
    """The sign-in as JSON, after the user has allowed it in a browser that is opened on this machine.

    `client` is the JSON of an OAuth client of the type "Desktop app". Raises WrongUse, WorldFailed.
    """
    with _in_words():
        flow = _flow(client)
        try:
            flow.run_local_server(
                port=0, authorization_prompt_message="", success_message=_DONE, timeout_seconds=WAIT, prompt="consent"
            )
        except AttributeError as error:  # how all releases of the library say that nobody came back in time
            raise WorldFailed(f"Nobody signed in within {WAIT // 60} minutes.", _AGAIN) from error
        return _kept(flow)


def by_hand(client: Mapping[str, Any], ask: Callable[[str], str]) -> str:
    """The sign-in as JSON, without a browser on this machine.

    `ask` is given the address to open in any browser, and returns the one to which Google sent that browser
    afterwards. Raises WrongUse, WorldFailed.
    """
    with _in_words():
        flow = _flow(client)
        flow.redirect_uri = _NOWHERE
        address, state = flow.authorization_url(prompt="consent")
        flow.fetch_token(code=_code_of(ask(address), state), timeout=_ANSWER)
        return _kept(flow)


def _flow(client: Mapping[str, Any]) -> InstalledAppFlow:
    settings = client.get("installed")
    if not isinstance(settings, dict) or not all(isinstance(settings.get(key), str) for key in _NEEDED):
        raise WrongUse("The OAuth client's file isn't whole.", _NEW_CLIENT)
    flow = InstalledAppFlow.from_client_config(client, [WRITE_SCOPE])
    directed(flow.oauth2session, stand_in())
    return flow


def _kept(flow: InstalledAppFlow) -> str:
    """The sign-in that came, as it is kept."""
    if not flow.credentials.refresh_token:
        hint = f"Take gm's access away at https://myaccount.google.com/connections, then: {_AGAIN}"
        raise WorldFailed("Google gave a sign-in that ends within the hour, and none to keep.", hint)
    text: str = flow.credentials.to_json()
    return text


def _code_of(pasted: str, state: str) -> str:
    """The code in the address that Google sent the browser to. Raises WrongUse where it isn't that address."""
    given = parse_qs(urlsplit(pasted.strip()).query)
    if "error" in given:
        raise _refused()
    if "code" not in given:
        hint = f"It begins with {_NOWHERE}?state= and stands in the browser's address bar, even if the page failed."
        raise WrongUse("There is no code in what was pasted.", f"{hint} {_AGAIN}")
    if given.get("state") != [state]:
        raise WrongUse("That address is of another sign-in than this one.", f"{_AGAIN} Open the new address.")
    return given["code"][0]


def _refused() -> WorldFailed:
    return WorldFailed("Google didn't sign you in: it wasn't allowed on its page.", _ALLOW)


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn what the libraries raise into a GM's words."""
    try:
        yield
    except webbrowser.Error as error:
        hint = "Use one on another machine: `gm google login --no-browser`"
        raise WrongUse("There is no browser on this machine.", hint) from error
    except AccessDeniedError as error:
        raise _refused() from error
    except (MismatchingStateError, InvalidGrantError) as error:
        message = "Google doesn't take the browser's answer: it is too old, used already, or of another sign-in."
        raise WorldFailed(message, _AGAIN) from error
    except OAuth2Error as error:
        raise WorldFailed(f"Google didn't sign you in: {error.description or error.error}.", _NEW_CLIENT) from error
    except Warning as error:  # so oauthlib says that other rights came than were asked for
        raise WorldFailed("Google gave gm other rights than it needs.", _ALLOW) from error
    except requests.RequestException as error:
        hint = f"Check the connection to the internet and this computer's clock. {_AGAIN}"
        raise WorldFailed("Google can't be reached.", hint) from error
