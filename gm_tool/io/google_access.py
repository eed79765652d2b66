"""With which account gm goes to Google: where its key lies, and whose it is.

In the order in which they are looked for: a file named by the GM, one named by the environment
variable GM_GOOGLE_KEY, `service_account.json` or `authorized_user.json` in gspread's folder. With
none of them only sheets that anyone with the link may see can be read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.core.shell import quoted

if TYPE_CHECKING:
    from google.auth.credentials import Credentials

KEY_VARIABLE = "GM_GOOGLE_KEY"
WRITE_SCOPE = "https://www.googleapis.com/auth/spreadsheets"
READ_SCOPE = "https://www.googleapis.com/auth/spreadsheets.readonly"
SERVICE_FILE, USER_FILE, CLIENT_FILE = "service_account.json", "authorized_user.json", "credentials.json"
_USER_KEYS = ("client_id", "client_secret", "refresh_token")
_SERVICE_KEYS = ("client_email", "private_key", "token_uri")
_SETUP = "`gm google doctor` says what to set up."
CLIENT_HINT = (
    "In the Google Cloud console, under APIs & Services > Credentials, make an OAuth client of the type 'Desktop app' "
    "and download its JSON."
)


class Access(Struct, frozen=True):
    """How gm goes to Google: as a service account, as a signed-in user, or with a link and no account.

    `key` is the JSON file; `account` the address with which a spreadsheet has to be shared, ""
    where it isn't known.
    """

    kind: Literal["service", "user", "link"]
    key: Path | None = None
    account: str = ""

    @property
    def who(self) -> str:
        """The account as a sentence names it."""
        return self.account or ("the account that gm is signed in with" if self.kind == "user" else "gm")


LINK = Access("link")


def find_access(key: Path | None = None, environ: Mapping[str, str] = os.environ) -> Access:
    """The access that the GM named, else the first that is found; `LINK` where there is none.

    Raises WrongUse for a file that was named and isn't there or isn't a key, WorldFailed for
    one that can't be read.
    """
    if key is None and environ.get(KEY_VARIABLE):
        key = Path(environ[KEY_VARIABLE])
    if key is not None:
        return access_of(key)
    folder = key_folder(environ)
    for name in (SERVICE_FILE, USER_FILE):
        if folder is not None and (folder / name).is_file():
            return access_of(folder / name)
    return LINK


def key_folder(environ: Mapping[str, str] = os.environ) -> Path | None:
    """gspread's folder for keys: %APPDATA%\\gspread on Windows, else ~/.config/gspread; None without a home."""
    if os.name == "nt":
        return Path(environ["APPDATA"], "gspread") if environ.get("APPDATA") else None
    home = environ.get("HOME")
    return Path(home, ".config", "gspread") if home else None


def access_of(key: Path) -> Access:
    """What kind of key a JSON file is. Raises WrongUse and WorldFailed as `find_access` does."""
    content = _content(key)
    if all(isinstance(content.get(name), str) for name in _SERVICE_KEYS):
        return Access("service", key, content["client_email"])
    if all(isinstance(content.get(name), str) for name in _USER_KEYS):
        account = content.get("account")
        return Access("user", key, account if isinstance(account, str) else "")
    if "installed" in content or "web" in content:
        message = f"{key.name} only says which program asks; nobody has signed in with it yet."
        raise WrongUse(message, f"Sign in once, in a browser: `gm google login --client {quoted(key.name)}`")
    raise WrongUse(f"{key.name} is no key of a Google account.", f"A key is the JSON file that Google made. {_SETUP}")


def credentials_of(access: Access, write: bool) -> Credentials:
    """What google-auth needs to go in as that account, with no more rights than reading where that will do.

    Raises WrongUse where the key is damaged or there is no account (`link`).
    """
    if access.key is None:
        raise WrongUse("Without an account gm can only read sheets that anyone with the link may see.", _SETUP)
    content = _content(access.key)
    try:
        if access.kind == "service":
            from google.oauth2 import service_account

            scopes = [WRITE_SCOPE if write else READ_SCOPE]
            made = service_account.Credentials.from_service_account_info(content, scopes=scopes)  # type: ignore[no-untyped-call]
        else:
            from google.oauth2 import credentials

            made = credentials.Credentials.from_authorized_user_info(content)  # type: ignore[no-untyped-call]
    except ValueError as error:
        message = f"The key in {access.key.name} is damaged."
        raise WrongUse(message, f"Make a new one and download it again. {_SETUP}") from error
    signed: Credentials = made
    return signed


def sign_in(client: Path, saved: Path, flow: Callable[[Mapping[str, Any]], str]) -> Access:
    """Sign in as a user, with the program's id in `client`, and keep the sign-in in `saved`, whole or not at all.

    `saved` can be read by its owner alone. `flow` is given the client's settings and returns the sign-in as JSON.
    Raises WrongUse, WorldFailed.
    """
    content = _content(client)
    if "installed" not in content:
        raise WrongUse(f"{client.name} is no id of a desktop program.", CLIENT_HINT)
    text = flow(content)
    part = saved.with_name(f"{saved.name}.part")
    try:
        saved.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part.unlink(missing_ok=True)  # one that was left behind may be readable by others
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(part, saved)
    except OSError as error:
        raise WorldFailed(f"{saved} can't be written: {error.strerror}.", "Check who may write there.") from error
    return access_of(saved)


def where_sign_ins_are(client: Path | None, environ: Mapping[str, str] = os.environ) -> tuple[Path, Path]:
    """The file of the OAuth client, `client` or the one in gspread's folder, and the file in which a sign-in is kept.

    Raises WrongUse where there is none.
    """
    folder = key_folder(environ)
    if folder is None:
        variable = "APPDATA" if os.name == "nt" else "HOME"
        raise WrongUse("gm doesn't know where to keep a sign-in.", f"Set {variable} in the environment.")
    found = client or folder / CLIENT_FILE
    if not found.is_file():
        where = f"Save it as {folder / CLIENT_FILE}, or name it: --client FILE."
        raise WrongUse(f"There is no file {found}, which says that it is gm that asks.", f"{CLIENT_HINT} {where}")
    return found, folder / USER_FILE


def _content(key: Path) -> dict[str, Any]:
    try:
        content = json.loads(key.read_bytes())
    except FileNotFoundError as error:
        hint = f"Check the name of the file, or what {KEY_VARIABLE} says. {_SETUP}"
        raise WrongUse(f"There is no key file {key}.", hint) from error
    except OSError as error:
        raise WorldFailed(f"{key} can't be read: {error.strerror}.", "Check who may read the file.") from error
    except ValueError as error:
        message = f"{key.name} is not JSON, so it is no key of a Google account."
        raise WrongUse(message, f"Use the file as Google made it. {_SETUP}") from error
    return content if isinstance(content, dict) else {}
