"""Which spreadsheet an address names, and what to say of the addresses that people paste instead."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qs, urlsplit

from msgspec import Struct

from gm_tool.core.problems import BadInput, Problem

_ID = re.compile(r"[A-Za-z0-9_-]{25,120}")
_SHEET_PATH = re.compile(r"/(?:a/[^/]+/)?spreadsheets/(?:u/\d+/)?d/([^/]+)(?:/.*)?")
_EXAMPLE = "https://docs.google.com/spreadsheets/d/..."
_COPY = f"Open the spreadsheet in the browser and copy the whole address, which begins {_EXAMPLE}"


class SheetAddress(Struct, frozen=True):
    """A spreadsheet by its id, and the tab by its number (`gid`) where the address names one."""

    id: str
    gid: int | None = None

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        tab = "" if self.gid is None else f"#gid={self.gid}"
        return f"https://docs.google.com/spreadsheets/d/{self.id}/edit{tab}"


def address_of(text: str) -> SheetAddress:
    """The spreadsheet that a text names: an address as the browser shows it, or the id alone.

    Raises BadInput (google.address) for anything else; says so where it is a form, a published
    page, a folder or a document.
    """
    text = text.strip().strip("<>\"'")
    if _ID.fullmatch(text):
        return SheetAddress(text)
    try:
        url = urlsplit(text if "//" in text else f"https://{text}")
        host = url.hostname or ""
    except ValueError:  # brackets that are no IPv6 address
        raise _wrong(text, "This is no address of a Google spreadsheet.", f"{_COPY}.") from None
    if host not in ("docs.google.com", "sheets.google.com", "drive.google.com"):
        raise _wrong(text, "This is no address of a Google spreadsheet.", f"{_COPY}.")
    _refuse_others(text, url.path)
    named = _SHEET_PATH.fullmatch(url.path)
    if named and _ID.fullmatch(named[1]):
        return SheetAddress(named[1], _gid(url))
    by_key = parse_qs(url.query).get("id", parse_qs(url.query).get("key", [""]))[0]
    if _ID.fullmatch(by_key):
        return SheetAddress(by_key, _gid(url))
    raise _wrong(text, "The address names no spreadsheet: its id is missing or cut off.", f"{_COPY}.")


def _refuse_others(text: str, path: str) -> None:
    """The addresses that look right and can't be read."""
    if "/d/e/" in path and "/forms/" not in path:
        message = "This is the address of a published page, not of the spreadsheet behind it."
        raise _wrong(text, message, f"{_COPY}. (A published page has /d/e/2PACX- in it.)")
    if path.startswith("/forms/"):
        hint = "In the form, open Responses and press 'Link to Sheets' or 'View in Sheets'. Use that sheet's address."
        raise _wrong(text, "This is the address of a form, not of the spreadsheet with its responses.", hint)
    for kind in ("document", "presentation", "drawings"):
        if path.startswith(f"/{kind}/"):
            raise _wrong(
                text, f"This is the address of a Google {kind.rstrip('s')}, not of a spreadsheet.", f"{_COPY}."
            )
    if "/folders/" in path:
        raise _wrong(text, "This is the address of a folder in Google Drive.", f"{_COPY}.")


def _gid(url: SplitResult) -> int | None:
    """The tab that was open when the address was copied; what follows the # is newer than what stands before it."""
    for part in (url.fragment, url.query):
        found = re.search(r"(?:^|&)gid=(\d{1,10})(?:$|&)", part)
        if found:
            return int(found[1])
    return None


def _wrong(text: str, message: str, hint: str) -> BadInput:
    return BadInput([Problem(code="google.address", message=message, value=text[:200], hint=hint)])
