"""The fuzzer plays the games that come along without a finding, and finds what is wrong with worse ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from msgspec import structs
from sealed_auction import Auction, Bid, LotSold, State
from typer.testing import CliRunner

from gm_tool.app import fuzz as use_case
from gm_tool.app import games
from gm_tool.cli.commands import app
from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import AnyGame, Json, Parsed
from gm_tool.core.numbers import whole
from gm_tool.core.sources import Cell, CellFault, Tab
from gm_tool.io.plain_sheet import tab_bytes
from gm_tool.io.reading import tabs_of
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.testing import fuzz as fuzzer
from gm_tool.testing.fuzz import Finding, fuzz, in_words
from gm_tool.testing.tables import ODD_CELLS


@pytest.mark.parametrize(("kind", "count"), [(CamelLots, 30), (CamelUp, 3), (Caravaneers, 6), (Auction, 40)])
def test_nothing_is_found_in_games_that_are_well(kind: type[AnyGame], count: int) -> None:
    report = fuzz(kind, count, "each change")
    assert [in_words(found) for found in report.findings] == []
    assert report.games == count
    assert report.steps > count
    assert report.rows > report.steps / 3


class Crashes(Auction):
    """10 is a bid that this game can't stand."""

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        for order in orders.values():
            assert order.bid != 10, "unlucky"
        return super().resolve(state, orders, draws)


class GivesCredit(Auction):
    def form(self, state: State, player: str | None) -> Form:
        [field] = super().form(state, player).fields
        return Form((structs.replace(field, maximum=1_000),))


class HasNoLimit(Auction):
    """Who bids more than there is gets into debt."""

    def form(self, state: State, player: str | None) -> Form:
        [field] = super().form(state, player).fields
        return Form((structs.replace(field, maximum=None),))


class HasNoEnd(Auction):
    def due(self, state: State) -> Step | None:
        return Step("round", state.round + 1, tuple(state.coins))

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        return [LotSold(lot="Vase")]


class WaitsForNobody(Auction):
    def form(self, state: State, player: str | None) -> Form:
        return super().form(state, player) if state.round < 1 else Form(())

    def default(self, state: State, player: str) -> Any:
        return None


class SaysOneMore(Auction):
    def say(self, order: Json) -> str:
        return f"bid {order['bid'] + 1}" if isinstance(order, dict) and type(order.get("bid")) is int else "nothing"


class TrustsCells(Auction):
    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        return Parsed({"bid": int(cells["bid"].text)})


class CanNotBegin(Auction):
    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        raise KeyError(players[0])


WORSE: list[tuple[type[AnyGame], str, str]] = [
    (Crashes, "crash", "unlucky"),
    (GivesCredit, "broken", "coins."),
    (HasNoEnd, "no end", "has not ended"),
    (WaitsForNobody, "dead end", "waits for"),
    (SaysOneMore, "fault", "is read as another order"),
    (TrustsCells, "crash", "invalid literal"),
    (CanNotBegin, "crash", "KeyError"),
]


def first_finding(monkeypatch: pytest.MonkeyPatch, kind: type[AnyGame]) -> Finding:
    monkeypatch.setattr(fuzzer, "MOST_STEPS", 50)
    report = fuzz(kind, 30, "1")
    assert report.findings
    return report.findings[0]


@pytest.mark.parametrize(("kind", "sort", "told"), WORSE)
def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch, kind: type[AnyGame], sort: str, told: str) -> None:
    found = first_finding(monkeypatch, kind)
    assert found.kind == sort
    assert told in found.message
    assert f"Game {found.number}" in in_words(found)


def test_the_same_seed_finds_the_same_and_another_one_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_finding(monkeypatch, Crashes) == first_finding(monkeypatch, Crashes)
    assert fuzz(Auction, 3, "1") == fuzz(Auction, 3, "1")
    assert fuzz(Auction, 30, "1").rows != fuzz(Auction, 30, "2").rows


def test_a_sheet_is_made_as_small_as_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    found = first_finding(monkeypatch, Crashes)
    assert found.sheet is not None
    assert len(found.sheet.rows) + len(found.sheet.said) == 1
    assert "10" in repr(found.sheet)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The auction that crashes, as if its package were installed."""
    monkeypatch.setattr(games, "find_game", lambda game: Crashes)
    for module in ("app.fuzz", "app.new", "app.folder"):
        monkeypatch.setattr(f"gm_tool.{module}.find_game", lambda game: Crashes)


@pytest.mark.usefixtures("installed")
def test_a_game_in_which_something_is_found_is_kept_as_a_folder(tmp_path: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(app, ["fuzz", "auction", "--games", "30", "--save", str(tmp_path / "found"), "--json"])
    assert done.exit_code == 1, done.output
    [finding] = json.loads(done.stdout)["findings"]
    folder = Path(finding["folder"])
    again = runner.invoke(app, ["-C", str(folder), "check", finding["step"], "--from", str(folder / finding["sheet"])])
    assert again.exit_code == 0, again.output
    with pytest.raises(AssertionError, match="unlucky"):
        runner.invoke(
            app,
            ["-C", str(folder), "resolve", finding["step"], "--from", str(folder / finding["sheet"])],
            catch_exceptions=False,
        )
    status = runner.invoke(app, ["-C", str(folder), "status"])
    assert status.exit_code == 0, status.output
    assert runner.invoke(app, ["-C", str(folder), "posts"]).exit_code == 0
    assert runner.invoke(app, ["-C", str(folder), "verify"]).exit_code == 0


@pytest.mark.usefixtures("installed")
def test_findings_are_told_with_the_command_that_shows_them(tmp_path: Path) -> None:
    found = tmp_path / "found"
    done = CliRunner().invoke(app, ["fuzz", "auction", "--games", "30", "--save", str(found)])
    assert done.exit_code == 1
    assert "What was found:" in done.stdout
    assert "check round-" in done.stdout
    assert CliRunner().invoke(app, ["fuzz", "auction", "--games", "1", "--save", str(found)]).exit_code == 2


@pytest.mark.usefixtures("installed")
def test_without_a_folder_findings_are_told_alone() -> None:
    done = CliRunner().invoke(app, ["fuzz", "auction", "--games", "30"])
    assert done.exit_code == 1
    assert "unlucky" in done.stdout
    assert "check" not in done.stdout


def test_what_could_not_be_set_up_can_not_be_kept(tmp_path: Path) -> None:
    kept = use_case.keep(tmp_path, CanNotBegin, Finding(kind="crash", number=0, step="", where="", message=""))
    assert (kept.folder, kept.why_not) == ("", "The game couldn't even be set up.")
    assert kept.as_json()["folder"] == ""


def test_games_that_are_well_end_with_exit_code_0() -> None:
    done = CliRunner().invoke(app, ["fuzz", "camellots", "--games", "2"])
    assert done.exit_code == 0, done.output
    assert "Nothing was found." in done.stdout
    told = json.loads(CliRunner().invoke(app, ["fuzz", "camellots", "--games", "2", "--json"]).stdout)
    assert told["findings"] == []


@pytest.mark.usefixtures("installed")
def test_a_kept_sheet_holds_what_was_sent(tmp_path: Path) -> None:
    [found] = fuzz(Crashes, 30, "1").findings
    assert found.sheet is not None
    kept = use_case.keep(tmp_path, Crashes, found)
    book = openpyxl.load_workbook(Path(kept.folder) / kept.sheet)
    [row] = [[cell.value for cell in line] for line in book.worksheets[0].iter_rows(min_row=2)]
    sent = [(player, dict(entries)["bid"]) for player, entries in found.sheet.rows] or list(found.sheet.said)
    assert [tuple(row[:2])] == sent


@pytest.mark.usefixtures("installed")
def test_a_number_without_a_limit_is_found_and_the_kept_sheet_says_it_again(tmp_path: Path) -> None:
    [found] = fuzz(HasNoLimit, 100, "1").findings
    assert (found.kind, found.where) == ("broken", "invariants")
    kept = use_case.keep(tmp_path, HasNoLimit, found)
    [tab] = tabs_of((Path(kept.folder) / kept.sheet).read_bytes(), kept.sheet)
    assert whole(tab.rows[1][1]) == 10**9


def test_all_that_a_cell_may_hold_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "odd.xlsx"
    path.write_bytes(tab_bytes(Tab("", "Odd", tuple((value,) for value in ODD_CELLS))))
    [tab] = tabs_of(path.read_bytes(), "odd.xlsx")
    read = [row[0] if row else None for row in tab.rows]
    assert len(read) == len(ODD_CELLS)
    assert [found for found, sent in zip(read, ODD_CELLS, strict=True) if isinstance(sent, CellFault)] == [
        sent for sent in ODD_CELLS if isinstance(sent, CellFault)
    ]
    assert read[ODD_CELLS.index(10**30)] == str(10**30), "a whole number keeps its digits, so that it is found again"
    texts = [
        (found, sent) for found, sent in zip(read, ODD_CELLS, strict=True) if isinstance(sent, str) and sent.strip()
    ]
    assert [found for found, _ in texts] == [sent for _, sent in texts]
