"""A journal that was altered and sealed anew holds together; where a command can't go on by it, that is told."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from table_play import contents, gm

from gm_tool.app import verify

Alter = Callable[[list[dict[str, Any]]], None]


def alter(folder: Path, change: Alter) -> None:
    """Change a journal's entries, and seal them as gm would."""
    path = folder / "journal.jsonl"
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(entries)
    digest, lines = "0" * 64, []
    for entry in entries:
        body = {key: value for key, value in entry.items() if key != "digest"} | {"previous": digest}
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        lines.append(f'{text[:-1]},"digest":"{digest}"}}\n')
    path.write_text("".join(lines), encoding="utf-8")


def state(entries: list[dict[str, Any]]) -> None:
    for entry in entries[1:]:
        entry["state"]["players"]["Ann"]["coins"] = "many"


def event(entries: list[dict[str, Any]]) -> None:
    entries[1]["events"][0]["event"] = "miracle"


def order(entries: list[dict[str, Any]]) -> None:
    entries[1]["orders"]["Ann"] = "all of it"


def stranger(entries: list[dict[str, Any]]) -> None:
    entries[-1]["player"] = "Zoe"


def test_sealed_anew_without_a_change_it_is_the_same(played: Path) -> None:
    before = contents(played)
    alter(played, lambda entries: None)
    assert contents(played) == before


@pytest.mark.parametrize(
    ("change", "commands", "said"),
    [
        (state, ("status", "tally", "check", "resolve", "explain Ann", "show public", "posts"), 'it says "many"'),
        (event, ("explain Ann", "explain race", "posts", "show gm"), 'it says "miracle"'),
        (order, ("explain race",), "has an order of Ann that doesn't stand"),
        (stranger, ("correct 1 --set Ann nothing --dry-run",), "there is no such player"),
    ],
)
def test_commands_name_what_was_altered_and_what_to_do(
    played: Path, change: Alter, commands: tuple[str, ...], said: str
) -> None:
    assert gm("-C", played, "adjust", "Ann", "coins", "+1", "--reason", "a gift", "--date", "2026-03-14").code == 0
    alter(played, change)
    before = contents(played)
    for words in commands:
        done = gm("-C", played, *words.split())
        assert done.code == 1, done
        assert said in done.text and "In journal.jsonl, " in done.text
        assert "The journal was altered by hand. Put journal.jsonl back from a copy" in done.text
        assert f"`gm -C {played} verify` checks it." in done.text
        asked = gm("-C", played, *words.split(), "--json")
        assert asked.code == 1 and asked.json["problems"][0]["code"].startswith("replay.")
    verified = gm("-C", played, "verify")
    assert verified.code == 1 and said in verified.text
    assert contents(played) == before


def broken(*anything: object) -> None:
    raise KeyError("a fault of gm's own")


def test_a_bug_is_a_bug_where_the_journal_is_as_gm_wrote_it(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_tool.app.account.tally_listing", broken)
    with pytest.raises(KeyError):
        gm("-C", played, "tally")


def test_a_bug_is_a_bug_where_other_rules_have_made_the_journal(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def older(entries: list[dict[str, Any]]) -> None:
        event(entries)
        entries[1]["rules"] = "0"

    alter(played, older)
    monkeypatch.setattr("gm_tool.app.account.tally_listing", broken)
    with pytest.raises(KeyError):
        gm("-C", played, "tally")


def test_a_bug_without_a_game_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verify.altered_journal(tmp_path) == ()
    monkeypatch.setattr("gm_tool.app.catalogue.all_games", broken)
    with pytest.raises(KeyError):
        gm("games")
