"""What stands between gm and a Google Sheet: one thing after the other, each with what to do about it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from gm_tool.core.problems import BadInput, WorldFailed, WrongUse
from gm_tool.io.google_access import (
    CLIENT_FILE,
    KEY_VARIABLE,
    SERVICE_FILE,
    Access,
    find_access,
    key_folder,
)
from gm_tool.io.google_address import SheetAddress, address_of
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.google_reading import label_of, read_spreadsheet

State = Literal["ok", "missing", "failed"]


class Finding(Struct, frozen=True):
    """One thing looked at: how it is, and what to do where it isn't well ("" for nothing)."""

    state: State
    message: str
    hint: str = ""

    def as_json(self) -> dict[str, str]:
        """The object for `--json`."""
        return {"state": self.state, "message": self.message, "hint": self.hint}


def doctor(
    address: str, key: Path | None = None, environ: Mapping[str, str] | None = None, patience: Patience = PATIENT
) -> tuple[Finding, ...]:
    """Look at the library, the address, the account and the spreadsheet, in this order; only reads.

    It ends with the first that failed. What is "missing" can be done without. Whether gm may
    write is only seen by writing, so that isn't tried. Never raises for what it finds.
    """
    findings = [_library()]
    if findings[-1].state == "failed":
        return tuple(findings)
    try:
        sheet = address_of(address)
        findings.append(Finding("ok", f"The address names the spreadsheet {sheet.id}."))
        access = find_access(key) if environ is None else find_access(key, environ)
        findings.append(_account(access, environ))
        findings.append(_reading(sheet, access, patience))
    except BadInput as error:
        findings += [Finding("failed", problem.message, problem.hint) for problem in error.problems]
    except (WrongUse, WorldFailed) as error:
        findings.append(Finding("failed", error.message, error.hint))
    return tuple(findings)


def _library() -> Finding:
    if importlib.util.find_spec("gspread") is None:
        hint = "Install gm again (`pip install gm-tool`), or work with .xlsx files: they need nothing of Google's."
        return Finding("failed", "The library for Google Sheets (gspread) isn't installed.", hint)
    return Finding("ok", "The library for Google Sheets is installed.")


def _account(access: Access, environ: Mapping[str, str] | None) -> Finding:
    match access.kind:
        case "service":
            hint = f"Share the spreadsheet with {access.account}: as Viewer to read, as Editor to write."
            return Finding("ok", f"gm has a service account: {access.account}.", hint)
        case "user":
            hint = "For another account: `gm google login`."
            return Finding("ok", f"gm is signed in as {access.account or 'a user'}.", hint)
        case "link":
            folder = key_folder() if environ is None else key_folder(environ)
            if folder is not None and (folder / CLIENT_FILE).is_file():
                message = f"Nobody has signed in yet with the OAuth client in {folder / CLIENT_FILE}."
                return Finding("missing", message, "Sign in: `gm google login`.")
            return Finding(
                "missing", "gm has no account: it can read sheets that anyone with the link may see.", _setup(folder)
            )


def _setup(folder: Path | None) -> str:
    place = f"{folder / SERVICE_FILE}" if folder is not None else f"any folder, and {KEY_VARIABLE} names it"
    return (
        "To use a private sheet, or to write: in the Google Cloud console make a project, enable the Google Sheets "
        f"API, make a service account and a JSON key for it, save the key as {place}, and share the spreadsheet with "
        "the account's address. Or sign in as yourself: make an OAuth client of the type 'Desktop app', save its JSON "
        f"as {CLIENT_FILE} there, and run `gm google login`."
    )


def _reading(sheet: SheetAddress, access: Access, patience: Patience) -> Finding:
    read = read_spreadsheet(sheet, None, access, patience)
    titles = ", ".join(tab.title + (" (hidden)" if tab.hidden else "") for tab in read.tabs)
    zone = f" Its dates are in the zone {read.zone}." if read.zone else ""
    hint = "" if access.kind == "link" else "Whether gm may write shows when it does: that takes the role Editor."
    return Finding("ok", f"{label_of(read.title)} can be read. Its tabs: {titles}.{zone}", hint)
