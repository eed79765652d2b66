"""`gm google login`: a user signs in, in this machine's browser or another's, and gm goes in as that user."""

import copy
import json
import os
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from google_setting import ACCOUNT, Setting, service_key, setting
from stand_in import CLIENT, Fault, allowed
from table_play import Done, gm

from gm_tool.cli import google_reports
from gm_tool.io import google_login
from gm_tool.io.google_access import CLIENT_FILE, SERVICE_FILE, USER_FILE

Browser = Callable[[str], str]
"""What a browser does: from the page that it is to open to the address that Google sends it to."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Setting]:
    with setting(monkeypatch, tmp_path) as made:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("APPDATA", str(tmp_path / ".config"))
        yield made


@pytest.fixture
def keys(here: Setting, tmp_path: Path) -> Path:
    """gspread's folder, with the id of a desktop program in it."""
    folder = tmp_path / ".config" / "gspread"
    folder.mkdir(parents=True)
    (folder / CLIENT_FILE).write_text(json.dumps(CLIENT), encoding="utf-8")
    return folder


def ann_allows(address: str) -> str:
    return allowed(address, ACCOUNT)


def opens(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    """A browser on this machine."""

    def visit(address: str) -> None:
        with requests.Session() as session:
            session.trust_env = False
            session.get(browser(address), timeout=10)

    def opened(address: str, **how: Any) -> bool:
        threading.Thread(target=visit, args=(address,), daemon=True).start()
        return True

    monkeypatch.setattr(webbrowser, "get", lambda name=None: SimpleNamespace(open=opened))


def by_hand(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> Done:
    """Sign in with a browser on another machine: what is printed is opened there, where it ends is pasted here."""
    said: list[str] = []

    def say(text: str = "", err: bool = False) -> None:
        said.append(text)

    def pasted() -> str:
        return f"{browser(next(line for line in said if line.startswith('https://')))}\n"

    monkeypatch.setattr(google_reports, "say", say)
    monkeypatch.setattr(google_reports, "sys", SimpleNamespace(stdin=SimpleNamespace(readline=pasted)))
    done = gm("google", "login", "--no-browser")
    return done._replace(out="\n".join([*said, done.out]))


def test_in_the_browser_of_this_machine(here: Setting, keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens(monkeypatch, ann_allows)
    done = gm("google", "login")
    saved = keys / USER_FILE
    assert done.code == 0, done
    assert done.err.startswith("Your browser opens.")
    assert str(saved) in done.text and "Next: gm google doctor" in done.text and "goes before" not in done.text
    if os.name == "posix":
        assert saved.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in sorted(keys.iterdir())] == [USER_FILE, CLIENT_FILE]
    assert all(secret not in done.text for secret in ("1//", "the program's own"))
    looked = gm("google", "doctor", here.book.id)
    assert looked.code == 0 and "gm is signed in" in looked.text and "can be read" in looked.text


def test_in_a_browser_elsewhere(here: Setting, keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def elsewhere(address: str) -> str:
        asked.append(address)
        return f"  {ann_allows(address)}&scope=more "

    done = by_hand(monkeypatch, elsewhere)
    assert done.code == 0, done
    assert asked[0].startswith("https://accounts.google.com/") and "spreadsheets" in asked[0]
    assert "code_challenge=" in asked[0] and "localhost" in done.text
    assert gm("google", "doctor", here.book.id).code == 0


def test_a_sign_in_that_has_run_out_is_renewed_with_what_was_kept(
    here: Setting, keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens(monkeypatch, ann_allows)
    assert gm("google", "login").code == 0
    kept = json.loads((keys / USER_FILE).read_text(encoding="utf-8"))
    (keys / USER_FILE).write_text(json.dumps({**kept, "expiry": "2020-01-01T00:00:00Z"}), encoding="utf-8")
    assert gm("google", "doctor", here.book.id).code == 0


@pytest.mark.parametrize(
    ("browser", "code", "words"),
    [
        (lambda address: "", 2, "no code in what was pasted"),
        (lambda address: address, 2, "no code in what was pasted"),
        (lambda address: "http://localhost:48723/?error=access_denied&state=1", 3, "tick the box"),
        (lambda address: allowed(address, ACCOUNT, state="another"), 2, "of another sign-in"),
        (lambda address: allowed(address, ACCOUNT, code_challenge="another"), 3, "doesn't take the browser's answer"),
        (lambda address: allowed(address, ACCOUNT, scope="openid"), 3, "other rights than it needs"),
        (lambda address: allowed(address, ACCOUNT, lasting=False), 3, "ends within the hour"),
    ],
)
def test_what_goes_wrong_is_told_and_nothing_is_kept(
    keys: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser, code: int, words: str
) -> None:
    done = by_hand(monkeypatch, browser)
    assert done.code == code and words in done.text, done
    assert not (keys / USER_FILE).exists()


def test_what_was_kept_before_stays_where_signing_in_fails(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (keys / USER_FILE).write_text("before", encoding="utf-8")
    assert by_hand(monkeypatch, lambda address: "").code == 2
    assert (keys / USER_FILE).read_text(encoding="utf-8") == "before"


def test_without_a_browser_it_says_what_to_do(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str | None = None) -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "get", none)
    done = gm("google", "login")
    assert done.code == 2 and "`gm google login --no-browser`" in done.text


def test_a_browser_in_which_nobody_signs_in_is_not_waited_for_for_ever(
    keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(google_login, "WAIT", 0)
    monkeypatch.setattr(webbrowser, "get", lambda name=None: SimpleNamespace(open=lambda address, **how: False))
    done = gm("google", "login")
    assert done.code == 3 and "Nobody signed in" in done.text


def test_a_browser_in_which_the_user_says_no(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens(monkeypatch, lambda address: ann_allows(address).replace("code=", "error=access_denied&was="))
    done = gm("google", "login")
    assert done.code == 3 and "wasn't allowed" in done.text


@pytest.mark.parametrize("lost", [True, False])
def test_where_google_fails(here: Setting, keys: Path, monkeypatch: pytest.MonkeyPatch, lost: bool) -> None:
    here.google.faults = [Fault(times=9, where="/token", lost=lost, status=503)]
    done = by_hand(monkeypatch, ann_allows)
    assert done.code == 3 and ("can't be reached" if lost else "didn't sign you in") in done.text
    assert not (keys / USER_FILE).exists()


def test_an_oauth_client_that_is_gone_or_damaged(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = copy.deepcopy(CLIENT)
    other["installed"]["client_secret"] = "changed"
    (keys / CLIENT_FILE).write_text(json.dumps(other), encoding="utf-8")
    done = by_hand(monkeypatch, ann_allows)
    assert done.code == 3 and "The OAuth client was not found" in done.text and "Desktop app" in done.text
    del other["installed"]["client_secret"]
    (keys / CLIENT_FILE).write_text(json.dumps(other), encoding="utf-8")
    done = by_hand(monkeypatch, ann_allows)
    assert done.code == 2 and "isn't whole" in done.text


def test_the_client_is_looked_for_and_can_be_named(keys: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = tmp_path / "client_secret_1.json"
    (keys / CLIENT_FILE).rename(named)
    done = gm("google", "login")
    assert (done.code == 2 and str(keys / CLIENT_FILE) in done.text.replace(" ", "").replace("FILE.", "")) or done.text
    assert "Desktop app" in done.text and "--client FILE" in done.text
    opens(monkeypatch, ann_allows)
    assert gm("google", "login", "--client", named).code == 0
    assert (keys / USER_FILE).is_file()


def test_a_key_that_goes_before_the_sign_in_is_told(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service_key(keys).rename(keys / SERVICE_FILE)
    opens(monkeypatch, ann_allows)
    done = gm("google", "login")
    assert done.code == 0 and f"gm still uses {keys / SERVICE_FILE}" in done.text


def test_without_a_home_there_is_nowhere_to_keep_it(here: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("APPDATA")
    done = gm("google", "login")
    assert done.code == 2 and "where to keep a sign-in" in done.text


def test_the_doctor_points_to_it(here: Setting, keys: Path) -> None:
    found = {finding["state"]: finding for finding in gm("google", "doctor", here.book.id, "--json").json["findings"]}
    assert "Nobody has signed in yet" in found["missing"]["message"]
    assert found["missing"]["hint"] == "Sign in: `gm google login`."
    (keys / CLIENT_FILE).unlink()
    assert "`gm google login`" in gm("google", "doctor", here.book.id).text
