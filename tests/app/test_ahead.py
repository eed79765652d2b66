"""The second process is started before all else, where the command line asks for what needs it."""

import pytest

from gm_tool.app.ahead import command_of, start_ahead
from gm_tool.io import second_process


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("resolve", "resolve"),
        ("resolve round-2 --json", "resolve"),
        ("-C oasis resolve", "resolve"),
        ("-C resolve status", "status"),
        ("-C -C resolve", "resolve"),
        ("-Coasis --version resolve", "resolve"),
        ("status resolve", "status"),
        ("status --help", "status"),
        ("--help resolve", ""),
        ("-C -h resolve", "resolve"),
        ("-C", ""),
        ("", ""),
    ],
)
def test_the_command_is_the_first_word_that_is_no_option(words: str, command: str) -> None:
    assert command_of(words.split()) == command


@pytest.mark.parametrize(
    ("words", "starts"),
    [("resolve round-1", 1), ("-C a resolve", 1), ("status", 0), ("resolve --help", 0), ("-h resolve", 0)],
)
def test_a_process_is_started_for_resolve_alone(words: str, starts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(second_process, "start_ahead", lambda: started.append(words))
    start_ahead(words.split())
    assert len(started) == starts
