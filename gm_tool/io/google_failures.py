"""What Google and the network say when they fail, in a GM's words, with what to do next."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from gm_tool.core.problems import WorldFailed
from gm_tool.io.google_access import Access

DOWNLOAD = (
    "Or do without: in the browser File > Download > Microsoft Excel (.xlsx), then name that file with --from FILE."
)
UPLOAD = (
    "Or do without: `gm sheet` makes the sheet of orders, and results.xlsx has what is pushed; Google Sheets opens "
    "both with File > Import."
)
_AGAIN = "Run the same command again in a few minutes."
_WEB_ADDRESS = re.compile(r"https://console\.\S+")


class Subject(Struct, frozen=True):
    """What was asked of Google: which spreadsheet, with which access, to read or to write."""

    sheet: str
    access: Access
    write: bool = False

    def failed(self, message: str, hint: str) -> WorldFailed:
        """The exception; its hint ends with the way that needs no Google."""
        return WorldFailed(message, f"{hint} {UPLOAD if self.write else DOWNLOAD}".strip())


class UnknownOutcome(Exception):
    """Something was sent to be written, and no answer came: it may be written or not."""


def told(error: Exception, subject: Subject) -> WorldFailed:
    """The failure in words. Takes what requests, gspread and google-auth raise, and UnknownOutcome."""
    from google.auth.exceptions import GoogleAuthError, TransportError
    from gspread.exceptions import APIError

    if isinstance(error, UnknownOutcome):
        hint = "Run the same command again: what is there already is not written twice."
        return subject.failed(f"Google didn't answer, so whether {subject.sheet} was changed isn't known.", hint)
    if isinstance(error, APIError):
        return _refused(
            error.response.status_code, dict(error.error), subject, error.response.headers.get("Retry-After", "")
        )
    if isinstance(error, GoogleAuthError) and not isinstance(error, TransportError):
        return _not_signed_in(subject)
    return _no_connection(error, subject)


def private(subject: Subject) -> WorldFailed:
    """The exception for a sheet that not everybody with the link may see: Google shows its sign-in page."""
    hint = (
        "Open it in the browser, press Share, and set General access to 'Anyone with the link' as Viewer; "
        "then whoever has the link can read all of it. To keep it private, give gm an account "
        "(`gm google doctor`)."
    )
    return subject.failed("The spreadsheet is private: Google asks to sign in.", hint)


def _refused(status: int, error: dict[str, Any], subject: Subject, asked: str) -> WorldFailed:
    """An answer of Google that is an error, by its HTTP status and its JSON (empty where it was a web page)."""
    message, reasons = str(error.get("message", "")), _reasons(error)
    if subject.access.kind == "link" and status in (401, 403):
        return private(subject)
    match status:
        case 429:
            time = f"{asked} s, as Google asks" if asked.isdigit() else "a minute"
            hint = f"Wait {time}, see that no other gm is at work, and run the command again."
            return subject.failed("Google's limit of requests a minute is reached.", hint)
        case 400:
            return _misfit(message, subject)
        case 401:
            return _not_signed_in(subject)
        case 403:
            return _forbidden(message, reasons, subject)
        case 404:
            hint = "Compare the address with the one in the browser; the spreadsheet may have been deleted."
            return subject.failed(f"Google has no spreadsheet of that address ({subject.sheet}).", hint)
        case _ if status >= 500:
            return subject.failed(f"Google Sheets has a fault of its own (HTTP {status}).", _AGAIN)
        case _:
            return subject.failed(f"Google refused (HTTP {status}): {_first_line(message)}", _AGAIN)


def _forbidden(message: str, reasons: frozenset[str], subject: Subject) -> WorldFailed:
    if reasons & {"SERVICE_DISABLED", "accessNotConfigured"} or "has not been used in project" in message:
        page = _WEB_ADDRESS.search(message)
        where = page[0] if page else "the Google Cloud console, under APIs & Services > Library > Google Sheets API"
        hint = f"Open {where} and press Enable, wait two minutes, and try again."
        return subject.failed("The Google Sheets API is switched off in the project that the key belongs to.", hint)
    if "ACCESS_TOKEN_SCOPE_INSUFFICIENT" in reasons or "insufficient authentication scopes" in message:
        return subject.failed(
            "gm is signed in without the right to do that.",
            "Sign in again, `gm google login`, and allow what is asked.",
        )
    if "protected" in message.lower():
        hint = f"In Data > Protect sheets and ranges let {subject.access.who} edit, or remove the protection."
        return subject.failed(f"A part of {subject.sheet} is protected.", hint)
    role = "Editor" if subject.write else "Viewer"
    hint = f"Open it in the browser, press Share, and add {subject.access.who} as {role}, without a notification."
    return subject.failed(f"{subject.sheet} is not shared with {subject.access.who}.", hint)


def _misfit(message: str, subject: Subject) -> WorldFailed:
    if "not supported for this document" in message:
        hint = "Open it, take File > Save as Google Sheets, and use the new address."
        return subject.failed(f"{subject.sheet} is an Excel file in Google Drive, no Google Sheet.", hint)
    if "Unable to parse range" in message or "No grid with id" in message:
        return subject.failed(f"A tab of {subject.sheet} was renamed or deleted just now.", "Run the command again.")
    if "above the limit" in message:
        hint = "Delete old tabs, or make a new spreadsheet."
        return subject.failed(f"{subject.sheet} is full: Google takes ten million cells.", hint)
    return subject.failed(f"Google refused (HTTP 400): {_first_line(message)}", "Run the command again.")


def _not_signed_in(subject: Subject) -> WorldFailed:
    if subject.access.kind == "user":
        hint = (
            "Sign in again: `gm google login`. If this happens every week, the OAuth app is still in 'Testing': "
            "set it to 'In production' in the Google Cloud console."
        )
        return subject.failed("The sign-in at Google has expired or was withdrawn.", hint)
    hint = "See whether it was deleted in the Google Cloud console, and whether this computer's clock is right."
    return subject.failed(f"Google doesn't accept the key of {subject.access.who}.", hint)


def _no_connection(error: Exception, subject: Subject) -> WorldFailed:
    if is_certificate(error):
        hint = "See whether this computer's clock is right and whether a virus scanner or proxy reads along."
        return subject.failed("The connection to Google isn't safe: its certificate wasn't accepted.", hint)
    return subject.failed("Google can't be reached.", "Check the connection to the internet and run the command again.")


def is_certificate(error: Exception) -> bool:
    """Whether the other side couldn't prove to be Google: waiting doesn't change that."""
    return "CERTIFICATE" in str(error).upper()


def _reasons(error: dict[str, Any]) -> frozenset[str]:
    found = [*error.get("details", ()), *error.get("errors", ())]
    return frozenset(str(item.get("reason", "")) for item in found if isinstance(item, dict))


def _first_line(text: str) -> str:
    return text.strip().split("\n")[0][:200] or "no reason given."
