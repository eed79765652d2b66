"""What the tests of Google Sheets share: a stand-in at work, a key that it knows, and time that doesn't pass."""

import functools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from stand_in import Book, Service, serving

from gm_tool.io.google_access import KEY_VARIABLE, Access, access_of
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_client import URL_VARIABLE
from gm_tool.io.google_patience import Patience

ACCOUNT = "gm-bot@forum-game.iam.gserviceaccount.com"


@dataclass
class Time:
    """A clock that only goes on by sleeping, and the lines that were announced."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    @property
    def patience(self) -> Patience:
        return Patience(announce=self.lines.append, sleep=self.sleep, clock=lambda: self.now)


@dataclass
class Setting:
    """The stand-in, a spreadsheet in it, and an account that may write there."""

    google: Service
    book: Book
    access: Access
    time: Time

    @property
    def address(self) -> SheetAddress:
        return SheetAddress(self.book.id)

    @property
    def patience(self) -> Patience:
        return self.time.patience

    def asked(self) -> list[str]:
        """The requests at the spreadsheets, without signing in."""
        return [f"{one.method} {one.path.rpartition('/')[2]}" for one in self.google.log if one.path != "/token"]


@contextmanager
def setting(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[Setting]:
    """A stand-in that serves while the block runs, with gm directed to it."""
    google = Service()
    book = google.new("Forum game")
    book.readers, book.writers = {ACCOUNT}, {ACCOUNT}
    with serving(google) as url:
        monkeypatch.setenv(URL_VARIABLE, url)
        monkeypatch.delenv(KEY_VARIABLE, raising=False)
        yield Setting(google, book, access_of(service_key(folder)), Time())


def service_key(folder: Path, account: str = ACCOUNT) -> Path:
    """A service account's key as Google makes it, in a file."""
    content = {
        "type": "service_account",
        "project_id": "forum-game",
        "private_key_id": "1",
        "private_key": private_key(),
        "client_email": account,
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    path = folder / "key.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def user_sign_in(folder: Path, token: str | None) -> Path:
    """A user's sign-in as it is kept; without a token it has to be renewed first."""
    content = {"refresh_token": "1//refresh", "client_id": "id", "client_secret": "secret", "token": token}
    if token:
        content["expiry"] = "2999-01-01T00:00:00Z"
    path = folder / "authorized_user.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


@functools.cache
def private_key() -> str:
    """A key of this run's own: none is kept in the repository."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.private_bytes(*form).decode()
