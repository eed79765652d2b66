"""The one door to Google: gspread's client with bounded patience, and errors in a GM's words.

gspread and what it brings along take a while to import: import this module inside functions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import requests
from google.auth.exceptions import GoogleAuthError, TransportError
from google.auth.transport.requests import AuthorizedSession, Request
from gspread.exceptions import APIError
from gspread.http_client import FileType, HTTPClient, ParamsType
from gspread.urls import SPREADSHEET_BATCH_UPDATE_URL, SPREADSHEET_URL

from gm_tool.core.problems import WrongUse
from gm_tool.io.google_access import Access, credentials_of
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_failures import Subject, UnknownOutcome, is_certificate, told
from gm_tool.io.google_patience import Patience
from gm_tool.io.reading import MAX_BYTES

URL_VARIABLE = "GM_GOOGLE_URL"
"""For tests: the address of a stand-in for Google on this machine."""

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_CONNECT, _ANSWER = 10.0, 60.0  # seconds for one try
_PIECE = 1 << 16
_PASSING = (
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
)

T = TypeVar("T")
S = TypeVar("S", bound=requests.Session)
Timeout = tuple[float, float]
"""Seconds to connect, and to wait for an answer."""


class SheetsClient(HTTPClient):
    """gspread's client, bounded by `Patience`; only what changes nothing is sent again after a failure."""

    def __init__(self, access: Access, write: bool, patience: Patience) -> None:
        self._patience = patience
        base = stand_in()
        credentials = credentials_of(access, write)
        signing_in = directed(requests.Session(), base)
        session = AuthorizedSession(credentials, auth_request=Request(signing_in))  # type: ignore[no-untyped-call]
        super().__init__(credentials, directed(session, base))

    def request(
        self,
        method: str,
        endpoint: str,
        params: ParamsType | None = None,
        data: bytes | None = None,
        json: Mapping[str, Any] | None = None,
        files: FileType = None,
        headers: Any = None,
    ) -> requests.Response:
        """One answer of Google, after waiting where it says so. Raises what requests and gspread raise."""

        def send(timeout: Timeout) -> requests.Response:
            self.timeout = timeout
            return super(SheetsClient, self).request(method, endpoint, params, data, json, files, headers)

        return patiently(send, method.lower() == "get", self._patience)

    def get(self, address: SheetAddress, params: ParamsType) -> bytes:
        """The JSON of spreadsheets.get."""
        return self.request("get", SPREADSHEET_URL % address.id, params={"prettyPrint": "false", **params}).content

    def change(self, address: SheetAddress, changes: list[dict[str, Any]]) -> bytes:
        """The JSON of one spreadsheets.batchUpdate, which makes all of the changes or none.

        Raises UnknownOutcome where no answer came.
        """
        try:
            return self.request("post", SPREADSHEET_BATCH_UPDATE_URL % address.id, json={"requests": changes}).content
        except APIError as error:
            if error.response.status_code in _PASSING:
                raise UnknownOutcome from error
            raise
        except requests.RequestException as error:
            raise UnknownOutcome from error


def download(url: str, patience: Patience) -> tuple[bytes, Mapping[str, str]]:
    """What an address gives to anybody, and the headers of the answer. Raises what requests and gspread raise.

    What is longer than MAX_BYTES is cut off behind that.
    """
    session = directed(requests.Session(), stand_in())

    def send(timeout: Timeout) -> tuple[bytes, Mapping[str, str]]:
        with session.get(url, timeout=timeout, stream=True) as response:
            if not response.ok:
                raise APIError(response)
            content = bytearray()
            for piece in response.iter_content(_PIECE):
                content += piece
                if len(content) > MAX_BYTES:
                    break
            return bytes(content), response.headers

    return patiently(send, True, patience)


def patiently(send: Callable[[Timeout], T], safe: bool, patience: Patience) -> T:
    """What `send` gives, tried again after a wait where that can help and can do no harm.

    Google's "too many requests" changed nothing, so anything may be sent again. After a fault of
    the service or the network nobody knows, so only what is `safe` is.
    """
    began = patience.clock()
    attempt = 0
    while True:
        attempt += 1
        left = max(patience.seconds - (patience.clock() - began), 1.0)
        try:
            return send((min(_CONNECT, left), min(_ANSWER, left)))
        except (APIError, requests.RequestException, GoogleAuthError) as error:
            wait = _wait(error, safe, attempt)
            left = patience.seconds - (patience.clock() - began)
            if wait is None or attempt >= patience.tries or wait >= left:
                raise
            patience.announce(f"{_cause(error)}; trying again in {wait:g} s (try {attempt + 1} of {patience.tries}).")
        patience.sleep(wait)


@contextmanager
def in_words(subject: Subject) -> Iterator[None]:
    """Turn what requests, gspread and google-auth raise into WorldFailed, in a GM's words."""
    try:
        yield
    except (APIError, requests.RequestException, GoogleAuthError, UnknownOutcome) as error:
        raise told(error, subject) from error


def stand_in(environ: Mapping[str, str] = os.environ) -> str:
    """The address of the stand-in that a test named, "" for Google itself.

    Raises WrongUse where it isn't on this machine: sign-ins must go nowhere else.
    """
    base = environ.get(URL_VARIABLE, "").rstrip("/")
    url = urlsplit(base)
    if base and (url.scheme != "http" or url.hostname not in _LOOPBACK):
        message = f"{URL_VARIABLE} is for tests and may only name this machine, as http://127.0.0.1:8099."
        raise WrongUse(message, f"Remove {URL_VARIABLE} from the environment.")
    return base


class _Detour(requests.adapters.HTTPAdapter):
    """Sends every request to the stand-in, whomever it is for: a test reaches nobody else."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = urlsplit(base)

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """The stand-in's answer."""
        url = urlsplit(request.url or "")
        request.url = urlunsplit((self._base.scheme, self._base.netloc, str(url.path), str(url.query), ""))
        return super().send(request, *args, **kwargs)


def directed(session: S, base: str) -> S:
    """The session, which goes to the stand-in where there is one."""
    if base:
        session.trust_env = False  # the proxy of the system doesn't lead to this machine
        session.mount("https://", _Detour(base))
        session.mount("http://", _Detour(base))
    return session


def _wait(error: Exception, safe: bool, attempt: int) -> float | None:
    """Seconds to wait before the next try: what Google asks for, and each time twice as long; None for no next try."""
    if isinstance(error, APIError):
        status = error.response.status_code
        if status != HTTPStatus.TOO_MANY_REQUESTS and not (safe and status in _PASSING):
            return None
        asked = error.response.headers.get("Retry-After", "")
        return float(max(int(asked) if asked.isascii() and asked.isdigit() else 0, 2**attempt))
    if isinstance(error, TransportError):  # while signing in: nothing was asked for yet
        return float(2**attempt)
    lost = isinstance(error, requests.ConnectionError | requests.Timeout | requests.exceptions.ChunkedEncodingError)
    return float(2**attempt) if lost and safe and not is_certificate(error) else None


def _cause(error: Exception) -> str:
    if not isinstance(error, APIError):
        return "The connection to Google was lost"
    if error.response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        return "Google's limit for a minute is reached"
    return f"Google has a fault (HTTP {error.response.status_code})"
