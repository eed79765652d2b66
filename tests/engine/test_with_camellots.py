"""The engine with its first game: from a sheet to a journal, and back through replay and accounts."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from gm_tool.app.games import find_game
from gm_tool.core.draws import Draws
from gm_tool.core.game import AnyGame
from gm_tool.core.names import Names
from gm_tool.core.rulings import settle
from gm_tool.core.sources import Tab, Value
from gm_tool.engine.account import balance
from gm_tool.engine.adjudicate import Adjudicator
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import StepEntry
from gm_tool.engine.intake import take_in
from gm_tool.engine.journal import Journal, read, seal_all, start_entry, step_entry
from gm_tool.engine.replay import replay
from gm_tool.engine.turn import Checked, check, play

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
SEED = bytes(range(32))
COLOURS = ("Red", "Blue", "Green", "Yellow", "Purple")
HEADER = ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", *(f"Bet {c}" for c in COLOURS))
TITLES = (*HEADER, "Trade garnets", "Note")


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return find_game("camellots")({})


def settings(game: AnyGame) -> dict[str, Any]:
    return dict(settle(game.rulings, {})[0])


def row(player: str, **cells: Value) -> tuple[Value, ...]:
    titled = {title.replace(" ", "_").lower(): title for title in TITLES}
    given = {titled[key]: value for key, value in cells.items()} | {"Player": player}
    return tuple(given.get(title) for title in TITLES)


def checked_rows(game: AnyGame, state: Any, rows: list[tuple[Value, ...]]) -> Checked:
    step = game.due(state)
    assert step
    tab = Tab("sheets/round-01.xlsx", step.title, (TITLES, *rows))
    return check(game, state, step, take_in(tab, game.form(state, None), Names(PLAYERS), step))


def at_random(chance: random.Random, state: Any, player: str) -> tuple[Value, ...]:
    """A row as a player might send it, not always a legal one."""
    match chance.randrange(6):
        case 0:
            return row(player)
        case 1:
            return row(player, action="buy", camel_1=chance.choice(COLOURS), amount=chance.randrange(1, 3))
        case 2:
            return row(player, action="tile", space=chance.randrange(2, 20))
        case 3:
            return row(player, action="bet", bet_red=chance.randrange(3), bet_blue=chance.randrange(3))
        case _:
            camels = chance.sample((*COLOURS, "Black", "Gray"), 3)
            return row(player, action="move", camel_1=camels[0], camel_2=camels[1], camel_3=camels[2])


def whole_game(game: AnyGame, seed: int) -> list[bytes]:
    """The lines of a game that is played from sheets to its end."""
    chance = random.Random(seed)
    lines = seal_all([start_entry(game, settings(game), "A game", PLAYERS, {"garnets": {"Bob": 2}}, SEED)])
    state = game.load(read(lines).state)
    while game.due(state) is not None:
        checked = checked_rows(game, state, [at_random(chance, state, player) for player in PLAYERS])
        played = play(game, state, checked.judged, Draws(SEED))
        lines.extend(seal_all([step_entry(game, settings(game), checked, played)], read(lines)))
        state = played.state
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_a_game_from_sheets_replays_and_every_account_sums_up(game: AnyGame, seed: int) -> None:
    lines = whole_game(game, seed)
    journal = read(lines)
    assert replay(game, journal, SEED) == ()
    end = game.load(journal.state)
    for player in PLAYERS:
        account = balance(lambda _: Ruled(game, {}), journal, player)
        assert account.problems == ()
        assert all(line.sentence and line.reason and line.rule for line in account.lines)
        coins = [line.balance for line in account.lines if line.what == "coins"]
        assert (coins or [10])[-1] == game.holdings(end, player)["coins"]


def test_a_forged_coin_is_found(game: AnyGame) -> None:
    entries = read(whole_game(game, 1)).entries
    assert isinstance(entries[1], StepEntry)
    state = msgspec.json.decode(msgspec.json.encode(entries[1].state))
    state["players"]["Ann"]["coins"] += 1
    forged = msgspec.structs.replace(entries[1], state=state)
    problems = replay(game, Journal((entries[0], forged, *entries[2:])), SEED)
    assert [problem.code for problem in problems] == ["replay.state"]
    assert "players/Ann/coins" in problems[0].message


def test_the_filter_and_the_sheet_come_to_the_same(game: AnyGame) -> None:
    judge = Adjudicator(find_game)
    journal = read(whole_game(game, 2))
    before = journal.start.state
    for entry in journal.steps:
        asked = {"game": "camellots", "seed": SEED.hex(), "state": before, "orders": entry.orders}
        answered = msgspec.json.decode(judge.answer(msgspec.json.encode(asked)))
        assert (answered["state"], answered["events"]) == (entry.state, entry.events)
        before = entry.state


def test_problems_stand_at_the_cells_that_they_are_about(game: AnyGame) -> None:
    state = game.setup(PLAYERS, {}, Draws(SEED))
    result = checked_rows(
        game,
        state,
        [
            row("Ann", action="buy", camel_1="Red", amount=9),
            row("Bob", action="buy", camel_1="Orange", amount=2.5),
            row("Cat", action="tile", space=1),
            row("Dan", note="away this week"),
            row("Eve", action="move", camel_1="Red", camel_2="Red", camel_3="Blue"),
        ],
    )
    errors = {(p.player, p.place.cell) for p in result.problems if p.severity == "error"}
    assert {player for player, _ in errors} == set(PLAYERS)
    assert {("Bob", "C3"), ("Bob", "G3"), ("Cat", "F4"), ("Dan", "5")} <= errors
    assert (result.missing, result.refused) == ((), PLAYERS)
    assert len(result.problems) == len({(p.player, p.place, p.code) for p in result.problems})


def test_whoever_sends_nothing_is_missing_and_the_round_goes_on(game: AnyGame) -> None:
    state = game.setup(PLAYERS, {}, Draws(SEED))
    result = checked_rows(game, state, [row("Ann", action="move", camel_1="Red", camel_2="Blue", camel_3="Black")])
    assert result.orders == {"Ann": {"action": "move", "camels": ["Red", "Blue", "Black"]}}
    assert result.missing == PLAYERS[1:]
    assert game.due(play(game, state, result.judged, Draws(SEED)).state) is not None


def test_the_bytes_of_a_journal_do_not_hang_on_the_order_of_the_rows(game: AnyGame) -> None:
    state = game.setup(PLAYERS, {}, Draws(SEED))
    rows = [row(player, action="buy", camel_1="Red", amount=1) for player in PLAYERS]
    made = []
    for order in (rows, rows[::-1]):
        checked = checked_rows(game, state, order)
        entry = step_entry(game, settings(game), checked, play(game, state, checked.judged, Draws(SEED)))
        made.extend(seal_all([msgspec.structs.replace(entry, rows=())]))
    assert made[0] == made[1]
