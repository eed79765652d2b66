"""An older game under newer rules: gm says so, and where it would come out otherwise; nothing changes in silence."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from table_play import MOVE, contents, gm, narrow, play

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots import CamelLots

OLD = CamelLots.info.version


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> str:
    """Another version of the rules is installed, by which all comes out as before."""
    monkeypatch.setattr(CamelLots, "info", msgspec.structs.replace(CamelLots.info, version="99"))
    return "99"


def bets_are_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """By other rules, whoever bets in round 2 is given its coins back."""
    real = CamelLots.resolve

    def resolve(self: CamelLots, state: Any, orders: Mapping[str, Any], draws: Draws) -> Sequence[Event]:
        events = tuple(real(self, state, orders, draws))
        coins = (Change(player="Dan", what="coins", amount=1, reason="won", about="Red", rule="new"),)
        return (*events[:-1], *coins, *events[-1:]) if state.round == 1 else events

    monkeypatch.setattr(CamelLots, "resolve", resolve)


def test_rules_that_come_to_the_same_verify_and_are_named(played: Path, newer: str) -> None:
    done = gm("-C", played, "verify", "--json")
    assert done.code == 0
    assert done.json["rules"] == {"version": newer, "made_by": [{"version": OLD, "first": 1, "last": 2}]}
    told = gm("-C", played, "verify")
    assert f"lines 1 to 2 were made by version {OLD} of the rules; it was played again by version 99" in told.text
    assert narrow(told)


def test_nothing_is_said_of_rules_that_are_the_same(played: Path) -> None:
    assert "version" not in gm("-C", played, "verify").text


def test_where_newer_rules_come_out_otherwise_is_told(
    played: Path, newer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(played, {"Ann": MOVE}, 2)
    before = contents(played)
    bets_are_free(monkeypatch)
    journal = (played / "journal.jsonl").read_bytes().splitlines()
    assert msgspec.json.decode(journal[2])["rules"] == newer
    assert gm("-C", played, "verify").code == 1
    [problem] = gm("-C", played, "verify", "--json").json["problems"]
    assert (problem["code"], problem["cell"]) == ("replay.events", "line 3")
    assert "another version of the rules" in problem["hint"], "this entry is of the version that is here"
    assert contents(played) == before


def test_an_older_round_is_told_with_both_versions(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(played, {"Ann": MOVE}, 2)
    before = contents(played)
    monkeypatch.setattr(CamelLots, "info", msgspec.structs.replace(CamelLots.info, version="99"))
    bets_are_free(monkeypatch)
    done = gm("-C", played, "verify", "--json")
    [problem] = done.json["problems"]
    assert (done.code, problem["code"], problem["cell"]) == (1, "replay.events", "line 3")
    assert "round-2 (line 3) comes out differently" in problem["message"]
    assert (
        f"made by version {OLD} of the rules; by version 99, which is here, it would come out otherwise"
        in problem["hint"]
    )
    for command in (["posts"], ["tally"], ["show", "public"], ["explain", "Dan"], ["resolve", "round-2"]):
        assert gm("-C", played, *command).code == 0
    assert contents(played) == before, "what is resolved stays as it was"


def test_a_round_by_newer_rules_is_warned_of_before(played: Path, newer: str) -> None:
    codes = [problem["code"] for problem in gm("-C", played, "check", "--json").json["problems"]]
    assert "rules.version" in codes
    play(played, {"Ann": MOVE}, 2)
    made_by = gm("-C", played, "verify", "--json").json["rules"]["made_by"]
    assert [(used["version"], used["first"], used["last"]) for used in made_by] == [(OLD, 1, 2), ("99", 3, 3)]
