"""Patience with Google: how often it is asked again, and when not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google_setting import Setting, Time, setting, user_sign_in
from stand_in import Fault

from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.google_access import LINK, access_of
from gm_tool.io.google_client import URL_VARIABLE, in_words, patiently, stand_in
from gm_tool.io.google_failures import Subject
from gm_tool.io.google_patience import Patience
from gm_tool.io.google_reading import read_spreadsheet
from gm_tool.io.google_writing import TabToWrite, push

TAB = TabToWrite(title="Public", rows=(("Player",), ("Ann",)))
API_OFF = {
    "error": {
        "code": 403,
        "message": "Google Sheets API has not been used in project 42 before or it is disabled. Enable it by visiting "
        "https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=42 then retry.",
        "status": "PERMISSION_DENIED",
        "details": [{"reason": "SERVICE_DISABLED"}],
    }
}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Setting]:
    with setting(monkeypatch, tmp_path) as made:
        yield made


def failure(here: Setting, *faults: Fault, write: bool = False) -> WorldFailed:
    here.google.faults += faults
    with pytest.raises(WorldFailed) as caught:
        if write:
            push(here.address, [TAB], "game", here.access, here.patience)
        else:
            read_spreadsheet(here.address, None, here.access, here.patience)
    return caught.value


def test_too_many_requests_are_waited_out_as_google_asks(here: Setting) -> None:
    here.google.faults.append(Fault(429, times=2, where="/v4/", headers={"Retry-After": "7"}))
    read_spreadsheet(here.address, None, here.access, here.patience)
    assert here.time.slept == [7, 7]
    assert here.time.lines == [
        "Google's limit for a minute is reached; trying again in 7 s (try 2 of 6).",
        "Google's limit for a minute is reached; trying again in 7 s (try 3 of 6).",
    ]


def test_it_gives_up_after_six_tries(here: Setting) -> None:
    error = failure(here, Fault(429, times=99, where="/v4/"))
    assert here.time.slept == [2, 4, 8, 16, 32]
    assert here.asked() == [f"GET {here.book.id}"] * 6
    assert error.message == "Google's limit of requests a minute is reached."
    assert "Wait a minute" in error.hint
    assert "--from FILE" in error.hint


def test_it_gives_up_where_google_asks_for_too_long_a_wait(here: Setting) -> None:
    error = failure(here, Fault(429, times=99, where="/v4/", headers={"Retry-After": "120"}))
    assert not here.time.slept
    assert "Wait 120 s" in error.hint


def test_it_never_takes_longer_than_its_seconds(here: Setting) -> None:
    failure(here, Fault(503, times=99, where="/v4/", headers={"Retry-After": "30"}))
    assert here.time.slept == [30, 30]


def test_an_answer_that_takes_long_counts_too() -> None:
    import requests

    time, timeouts = Time(), []

    def send(timeout: tuple[float, float]) -> None:
        timeouts.append(timeout)
        time.now += timeout[1]
        raise requests.ReadTimeout

    with pytest.raises(requests.ReadTimeout):
        patiently(send, True, time.patience)
    assert timeouts == [
        (10, 60),
        (10, 13),
    ]
    assert time.now <= 75 + 2


def test_a_wrong_certificate_is_not_waited_for() -> None:
    import requests

    def send(timeout: tuple[float, float]) -> None:
        raise requests.exceptions.SSLError("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed")

    time = Time()
    with pytest.raises(WorldFailed, match="certificate") as caught, in_words(Subject("It", LINK)):
        patiently(send, True, time.patience)
    assert "clock" in caught.value.hint
    assert not time.slept


@pytest.mark.parametrize("status", [408, 500, 502, 503, 504])
def test_reading_is_tried_again_after_a_fault(here: Setting, status: int) -> None:
    here.google.faults.append(Fault(status, where="/v4/", body=b"<html>a page, no JSON</html>"))
    here.google.faults.append(Fault(where="ranges=", lost=True))
    assert read_spreadsheet(here.address, None, here.access, here.patience).tabs
    assert here.time.slept == [2, 2]


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_is_not_tried_again(here: Setting, status: int) -> None:
    failure(here, Fault(status, times=99, where="/v4/"))
    assert not here.time.slept


def test_writing_is_sent_again_only_where_nothing_happened(here: Setting) -> None:
    here.google.faults.append(Fault(429, where=":batchUpdate"))
    push(here.address, [TAB], "game", here.access, here.patience)
    assert here.asked() == [f"GET {here.book.id}", *[f"POST {here.book.id}:batchUpdate"] * 2]


@pytest.mark.parametrize(
    "fault", [Fault(503, times=9, where=":batchUpdate"), Fault(times=9, where=":batchUpdate", lost=True)]
)
def test_after_a_fault_it_looks_first_whether_it_was_written(here: Setting, fault: Fault) -> None:
    error = failure(here, fault, write=True)
    get, post = f"GET {here.book.id}", f"POST {here.book.id}:batchUpdate"
    assert here.asked() == [get, post, get, post]
    assert "isn't known" in error.message
    assert "not written twice" in error.hint
    assert here.time.lines == ["Google didn't answer; looking whether it was written."]
    assert not here.time.slept


def test_a_switched_off_api_is_told_with_its_page(here: Setting) -> None:
    error = failure(here, Fault(403, where="/v4/", body=API_OFF))
    assert "switched off" in error.message
    assert "https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=42" in error.hint


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ({"message": "Request had insufficient authentication scopes."}, "without the right"),
        ({"message": "You are trying to edit a protected cell or object."}, "protected"),
        ({"message": "This would be above the limit of 10000000 cells.", "code": 400}, "is full"),
        ({"message": "Something new.\nAnd more.", "code": 400}, r"Google refused \(HTTP 400\): Something new\.$"),
        ({"message": "", "code": 418}, r"no reason given\.$"),
    ],
)
def test_refusals_in_words(here: Setting, body: dict[str, Any], word: str) -> None:
    error = failure(here, Fault(body.get("code", 403), where="/v4/", body={"error": {"code": 403, **body}}), write=True)
    with pytest.raises(WorldFailed, match=word):
        raise error
    assert "`gm sheet`" in error.hint


def test_a_web_page_with_a_fault(here: Setting) -> None:
    error = failure(here, Fault(502, times=99, where="/v4/", body=b"<html>Bad Gateway</html>"))
    assert error.message == "Google Sheets has a fault of its own (HTTP 502)."


def test_a_withdrawn_key(here: Setting) -> None:
    error = failure(here, Fault(400, where="/token", body={"error": "invalid_grant"}))
    assert "doesn't accept the key of gm-bot@" in error.message
    assert "clock" in error.hint


def test_an_expired_sign_in(here: Setting, tmp_path: Path) -> None:
    access = access_of(user_sign_in(tmp_path, None))
    with pytest.raises(WorldFailed, match="sign-in at Google has expired") as caught:
        read_spreadsheet(here.address, None, access, here.patience)
    assert "In production" in caught.value.hint


def test_no_network(here: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(URL_VARIABLE, "http://127.0.0.1:9")
    error = failure(here)
    assert error.message == "Google can't be reached."
    assert here.time.slept == [2, 4, 8, 16, 32]
    assert here.time.lines[0] == "The connection to Google was lost; trying again in 2 s (try 2 of 6)."


@pytest.mark.parametrize(
    "url", ["http://example.org", "https://127.0.0.1", "http://127.0.0.1.example.org", "ftp://localhost"]
)
def test_only_this_machine_stands_in_for_google(url: str) -> None:
    with pytest.raises(WrongUse, match="only name this machine"):
        stand_in({URL_VARIABLE: url})


def test_without_the_variable_it_is_google_itself() -> None:
    assert stand_in({}) == ""
    assert stand_in({URL_VARIABLE: "http://localhost:8099/"}) == "http://localhost:8099"


def test_patience_is_bounded_by_default() -> None:
    assert (Patience().tries, Patience().seconds) == (6, 75.0)
