"""Addresses, accounts, and what `doctor` finds."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google_setting import ACCOUNT, Setting, service_key, setting, user_sign_in
from hypothesis import given
from hypothesis import strategies as st
from stand_in import Fault

from gm_tool.core.problems import BadInput, WorldFailed, WrongUse
from gm_tool.io.google_access import (
    KEY_VARIABLE,
    LINK,
    SERVICE_FILE,
    USER_FILE,
    Access,
    access_of,
    credentials_of,
    find_access,
    key_folder,
    sign_in,
)
from gm_tool.io.google_address import SheetAddress, address_of
from gm_tool.io.google_doctor import doctor

ID = "1mWQbY1iJ9-6t_hGjpRkQk3u3Yz0hYv2M4q1mC5o5aQw"
SHEETS = "https://docs.google.com/spreadsheets"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Setting]:
    with setting(monkeypatch, tmp_path) as made:
        yield made


# Addresses
@pytest.mark.parametrize(
    ("text", "gid"),
    [
        (ID, None),
        (f"  <{SHEETS}/d/{ID}> ", None),
        (f"{SHEETS}/d/{ID}/edit?usp=sharing", None),
        (f"{SHEETS}/d/{ID}/edit?gid=5#gid=77", 77),
        (f"{SHEETS}/d/{ID}/edit?gid=0", 0),
        (f"{SHEETS}/d/{ID}/edit#gid=1234567", 1234567),
        (f"{SHEETS}/u/1/d/{ID}/htmlview", None),
        (f"docs.google.com/spreadsheets/d/{ID}/edit", None),
        (f"https://docs.google.com/a/example.org/spreadsheets/d/{ID}/edit#gid=5", 5),
        (f"https://drive.google.com/open?id={ID}", None),
    ],
)
def test_addresses_as_people_paste_them(text: str, gid: int | None) -> None:
    assert address_of(text) == SheetAddress(ID, gid)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"{SHEETS}/d/e/2PACX-1vQbY1iJ9-6t_hGjpRkQk3u3Yz0hYv2M4q1mC5o5aQw/pubhtml", "published page"),
        (f"https://docs.google.com/forms/d/{ID}/edit", "address of a form"),
        ("https://docs.google.com/forms/d/e/1FAIpQLSc_hGjpRkQk3u3Yz0hYv2M4q1/viewform", "address of a form"),
        (f"https://docs.google.com/document/d/{ID}/edit", "Google document"),
        (f"https://docs.google.com/presentation/d/{ID}/edit", "Google presentation"),
        (f"https://drive.google.com/drive/folders/{ID}", "folder"),
        (f"{SHEETS}/d/1mWQb", "missing or cut off"),
        (f"{SHEETS}/u/0/", "missing or cut off"),
        (f"https://example.org/spreadsheets/d/{ID}/edit", "no address of a Google"),
        (f"https://docs.google.com.example.org/spreadsheets/d/{ID}", "no address of a Google"),
        ("https://[docs.google.com", "no address of a Google"),
        ("sheets/round-05.xlsx", "no address of a Google"),
        ("", "no address of a Google"),
    ],
)
def test_other_addresses_are_told_apart(text: str, word: str) -> None:
    with pytest.raises(BadInput) as caught:
        address_of(text)
    (problem,) = caught.value.problems
    assert (problem.code, problem.value) == ("google.address", text)
    assert word in problem.message
    assert problem.hint


@given(st.text(max_size=60) | st.text("/:?#[]@%dse.google", max_size=60).map(lambda text: SHEETS + text))
def test_no_address_breaks_it(text: str) -> None:
    try:
        assert address_of(text).url.startswith(SHEETS)
    except BadInput as error:
        assert error.problems[0].code == "google.address"


def test_the_address_of_a_tab() -> None:
    assert SheetAddress(ID, 5).url == f"{SHEETS}/d/{ID}/edit#gid=5"
    assert SheetAddress(ID).url == f"{SHEETS}/d/{ID}/edit"


# Accounts
def test_a_named_key_goes_before_all_others(tmp_path: Path) -> None:
    for name in ("named", "variable", "home"):
        (tmp_path / name).mkdir()
    named, by_variable = service_key(tmp_path / "named", "named@x.org"), service_key(tmp_path / "variable", "var@x.org")
    environ = {"HOME": str(tmp_path / "home"), "APPDATA": str(tmp_path / "home")}
    assert find_access(None, environ) == LINK
    folder = key_folder(environ)
    assert folder is not None
    folder.mkdir(parents=True)
    user_sign_in(folder, None)
    assert find_access(None, environ) == Access("user", folder / USER_FILE)
    service_key(folder, "home@x.org").rename(folder / SERVICE_FILE)
    assert find_access(None, environ).account == "home@x.org"
    environ[KEY_VARIABLE] = str(by_variable)
    assert find_access(None, environ).account == "var@x.org"
    assert find_access(named, environ).account == "named@x.org"


def test_without_a_home_there_is_no_folder() -> None:
    assert key_folder({}) is None
    assert find_access(None, {}) == LINK


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("{", "not JSON"),
        ("[]", "no key"),
        ('{"type": "service_account", "client_email": "a@x.org"}', "no key"),
        ('{"installed": {"client_id": "1"}}', "nobody has signed in"),
    ],
)
def test_files_that_are_no_keys(tmp_path: Path, content: str, word: str) -> None:
    file = tmp_path / "key.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(WrongUse, match=word):
        access_of(file)


def test_a_key_that_is_missing_or_cant_be_read(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="There is no key file"):
        find_access(None, {KEY_VARIABLE: str(tmp_path / "gone.json")})
    with pytest.raises(WorldFailed, match="can't be read"):
        access_of(tmp_path)


def test_a_damaged_key(tmp_path: Path) -> None:
    file = tmp_path / "key.json"
    content = {
        "client_email": "a@x.org",
        "private_key": "-----BEGIN",
        "token_uri": "https://oauth2.googleapis.com/token",
    }
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(WrongUse, match="damaged"):
        credentials_of(access_of(file), write=False)


def test_reading_asks_for_the_right_to_read_alone(tmp_path: Path) -> None:
    access = access_of(service_key(tmp_path))
    assert [getattr(credentials_of(access, write), "scopes", None) for write in (False, True)] == [
        ["https://www.googleapis.com/auth/spreadsheets.readonly"],
        ["https://www.googleapis.com/auth/spreadsheets"],
    ]


def test_a_sign_in_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    client, saved = tmp_path / "credentials.json", tmp_path / "new" / USER_FILE
    client.write_text('{"installed": {"client_id": "id"}}', encoding="utf-8")
    answer = {"refresh_token": "r", "client_id": "id", "client_secret": "s", "account": "ann@example.org"}
    saved.parent.mkdir()
    saved.write_text("old", encoding="utf-8")
    saved.chmod(0o644)
    access = sign_in(client, saved, lambda given: json.dumps({**answer, "client_id": given["installed"]["client_id"]}))
    assert access == Access("user", saved, "ann@example.org")
    if os.name == "posix":
        assert saved.stat().st_mode & 0o777 == 0o600


def test_a_sign_in_needs_the_id_of_a_desktop_program(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="no id of a desktop program"):
        sign_in(service_key(tmp_path), tmp_path / USER_FILE, lambda given: "{}")
    client = tmp_path / "credentials.json"
    client.write_text('{"installed": {}}', encoding="utf-8")
    with pytest.raises(WorldFailed, match="can't be written"):
        sign_in(client, client / "below", lambda given: "{}")


# doctor
def states(here: Setting, address: str | None = None, key: Path | None = None, **environ: str) -> list[tuple[str, str]]:
    findings = doctor(address or here.book.id, key, environ, here.patience)
    assert all(finding.as_json() for finding in findings)
    return [(finding.state, f"{finding.message} {finding.hint}".strip()) for finding in findings]


def test_all_is_well(here: Setting) -> None:
    found = states(here, key=here.access.key)
    assert [state for state, _ in found] == ["ok"] * 4
    assert ACCOUNT in found[2][1]
    assert found[3][1].startswith("Forum game (Google Sheet) can be read. Its tabs: Sheet1.")
    assert "zone Etc/GMT" in found[3][1]


def test_without_an_account_it_says_what_to_set_up(here: Setting) -> None:
    found = states(here, HOME="/home/gm", APPDATA="/home/gm")
    assert [state for state, _ in found] == ["ok", "ok", "missing", "failed"]
    assert SERVICE_FILE in found[2][1]
    assert "private" in found[3][1]


def test_it_ends_with_what_failed(here: Setting) -> None:
    assert [state for state, _ in states(here, "https://docs.google.com/forms/d/e/1F/viewform")] == ["ok", "failed"]
    found = states(here, GM_GOOGLE_KEY="/nowhere/key.json")
    assert (found[-1][0], "There is no key file" in found[-1][1]) == ("failed", True)


def test_a_signed_in_user(here: Setting, tmp_path: Path) -> None:
    found = states(here, key=user_sign_in(tmp_path, ACCOUNT))
    assert found[2] == ("ok", "gm is signed in as a user. For another account: `gm google login`.")
    assert found[3][0] == "ok"


def test_a_failing_google(here: Setting) -> None:
    here.google.faults.append(Fault(404, where="/v4/"))
    assert states(here, key=here.access.key)[-1][0] == "failed"


def test_a_missing_library(here: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ((state, text),) = states(here)
    assert state == "failed"
    assert "isn't installed" in text


def test_the_doors_are_light() -> None:
    """What app imports on top costs no start-up: gspread and requests come in when they are used."""
    names = ("access", "address", "doctor", "entry", "failures", "patience", "reading", "writing")
    lines = [f"import gm_tool.io.google_{name}" for name in names]
    code = "\n".join(
        [*lines, "import sys", "print([m for m in ('gspread', 'requests', 'google.auth') if m in sys.modules])"]
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
