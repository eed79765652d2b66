"""Queues of rows: which turn each row is for, and that none of them is lost, whatever stands in the sheet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame
from gm_tool.core.names import Names
from gm_tool.core.sources import Tab, Value
from gm_tool.engine.entries import Source
from gm_tool.engine.journal import Journal, read, seal_all, start_entry, step_entry
from gm_tool.engine.queue import Queue, Sorted, had_before, line_up, sort_out
from gm_tool.engine.times import Clock
from gm_tool.engine.turns import Run, run
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.caravaneers import Caravaneers

PLAYERS = ("Ann", "Bob", "Cat")
SEED = bytes(range(32))
TITLES = ("Turn", "Player", "Action", "Camel", "Space", "Side", "Note")
GAME: AnyGame = CamelUp({})


class Table:
    """A game as a journal has it, and a sheet that is read again and again."""

    def __init__(self, game: AnyGame = GAME, players: tuple[str, ...] = PLAYERS) -> None:
        self.game = game
        self.players = players
        start = start_entry(game, {}, "A game", players, {}, SEED)
        self.lines = seal_all([start])

    @property
    def journal(self) -> Journal:
        return read(self.lines)

    @property
    def state(self) -> Any:
        return self.game.load(self.journal.state)

    def look(
        self,
        rows: Sequence[Sequence[Value]],
        limit: int | None = None,
        missing: Sequence[str] = (),
        file: str = "x.csv",
    ) -> tuple[Queue, Sorted, Run]:
        """What a sheet comes to; nothing is written down."""
        tab = Tab(file, "", tuple(map(tuple, rows)))
        word = self.game.info.step_word
        everybody = Step(word, len(self.journal.steps) + 1, self.players)
        form = self.game.form(self.state, None)
        queue = line_up(tab, form, Names(self.players), everybody, {}, Clock())
        found = sort_out(queue, had_before(self.journal.steps, file, ""))
        return queue, found, run(lambda number: self.game, self.state, queue, found, SEED, limit, missing)

    def take(
        self,
        rows: Sequence[Sequence[Value]],
        limit: int | None = None,
        missing: Sequence[str] = (),
        file: str = "x.csv",
    ) -> Run:
        """Take all turns that can be taken, and write them down."""
        queue, _, taken = self.look(rows, limit, missing, file)
        source = Source(file, "", "", dict(queue.titles), False, queue.turns)
        for turn in taken.turns:
            entry = step_entry(self.game, {}, turn.checked, turn.played, source)
            self.lines.extend(seal_all([entry], self.journal))
        return taken


def names(taken: Run) -> list[str]:
    return [turn.checked.step.name for turn in taken.turns]


def codes(taken: Run) -> list[str]:
    return [problem.code for problem in taken.checked.problems]


def fates(taken: Run) -> list[tuple[str, str]]:
    return [(account.fate, account.reason) for account in taken.checked.accounts]


def sheet(*rows: Sequence[Value]) -> list[Sequence[Value]]:
    return [("Turn", "Player", "Action", "Camel"), *rows]


def test_rows_that_follow_are_taken_up_to_the_first_that_is_empty() -> None:
    table = Table()
    taken = table.take(sheet((1, "Ann", "pyramid"), (2, "Bob", "leg bet", "Blue"), (3, "Cat"), (4, "Ann", "pyramid")))
    assert names(taken) == ["turn-1", "turn-2"]
    assert (taken.stop, taken.due and taken.due.players, dict(taken.ahead)) == ("waiting", ("Cat",), {"Ann": 1})
    assert fates(taken) == [
        ("used", ""),
        ("used", ""),
        ("ignored", "nothing filled in"),
        ("ignored", "for a later turn"),
    ]


def test_a_row_that_does_not_stand_stops_the_queue_and_the_good_ones_before_it_count() -> None:
    taken = Table().take(sheet((1, "Ann", "pyramid"), (2, "Bob", "fly"), (3, "Cat", "pyramid")))
    assert names(taken) == ["turn-1"]
    assert (taken.stop, codes(taken)) == ("refused", ["action.unknown"])
    assert [fate for fate, _ in fates(taken)] == ["used", "refused", "ignored"]


WIDE = ("Turn", "Player", "Action", "Camel", "Space", "Side")


@pytest.mark.parametrize(
    ("row", "code", "cell"),
    [
        (("leg bet", "gren"), "camel.unknown", "D3"),
        (("winner", "White"), "camel.unknown", "D3"),
        (("bet on red to win",), "action.unknown", "C3"),
        (("bet", "Red"), "action.ambiguous", "C3"),
        (("tile", "", 99, "cheer"), "tile.space", "E3"),
        (("tile", "", 7, "upwards"), "tile.side", "F3"),
    ],
)
def test_what_no_turn_makes_right_is_told_before_its_turn(row: tuple[Value, ...], code: str, cell: str) -> None:
    taken = Table().take([WIDE, (1, "Ann", "pyramid"), (3, "Cat", *row)])
    assert (names(taken), taken.stop, dict(taken.ahead)) == (["turn-1"], "waiting", {"Cat": 1})
    [problem] = taken.checked.problems
    assert (problem.code, problem.severity, problem.player, problem.place.cell) == (code, "warning", "Cat", cell)
    assert problem.hint.endswith("The row waits for a later turn, which will stop there.")


@pytest.mark.parametrize("row", [("leg bet", "Red"), ("tile", "", 3, "cheer"), ("winner", "Red"), ("partner",)])
def test_what_may_be_right_by_then_is_not_told(row: tuple[Value, ...]) -> None:
    """Space 3 may be free, a ticket back, a partner found."""
    taken = Table().take([WIDE, (1, "Ann", "pyramid"), (3, "Cat", *row)])
    assert codes(taken) == []


def test_messages_for_later_turns_are_looked_at_too() -> None:
    rows: list[Sequence[Value]] = [("Turn", "Player", "Submission"), (2, "Bob", "dance"), (3, "Cat", "roll")]
    taken = Table().take(rows)
    assert [(problem.code, problem.severity) for problem in taken.checked.problems] == [
        ("message.unreadable", "warning")
    ]


@pytest.mark.parametrize(
    ("said", "code"),
    [("the fast one", "caravan.unknown"), ("c", "caravan.unknown"), ("3", ""), ("g7", ""), ("3 or 4", "")],
)
def test_caravaneers_tells_what_names_no_line_of_that_side(said: str, code: str) -> None:
    taken = Table(Caravaneers({}), ("Ann", "Bob")).take([("Turn", "Player", "Caravan"), (4, "Bob", said)])
    assert codes(taken) == ([code] if code else [])


def test_of_a_cell_that_lost_what_was_typed_is_told() -> None:
    game = Table(Caravaneers({}), ("Ann", "Bob"))
    rows: list[Sequence[Value]] = [("Turn", "Player", "Caravan"), (4, "Bob", dt.date(2026, 3, 4))]
    assert codes(game.take(rows)) == ["cell.date"]


def test_of_a_game_without_foresight_only_what_cannot_be_read_is_told() -> None:
    class Shortsighted(CamelUp):
        never = None  # type: ignore[assignment]

    rows: list[Sequence[Value]] = [("Turn", "Player", "Submission"), (2, "Bob", "leg bet White"), (3, "Cat", "dance")]
    taken = Table(Shortsighted({})).take(rows)
    assert codes(taken) == ["message.unreadable"]


def test_no_turn_is_taken_beyond_the_limit() -> None:
    rows = sheet(*((n, PLAYERS[(n - 1) % 3], "pyramid") for n in range(1, 6)))
    taken = Table().take(rows, limit=3)
    assert (names(taken), taken.stop) == (["turn-1", "turn-2", "turn-3"], "limit")


def test_resolved_rows_are_known_again_and_the_rest_goes_on() -> None:
    table = Table()
    rows = sheet((1, "Ann", "pyramid"), (2, "Bob", "leg bet", "Blue"))
    table.take(rows)
    again = table.take(rows)
    assert (names(again), again.stop, fates(again)) == (
        [],
        "waiting",
        [("ignored", "of turn-1"), ("ignored", "of turn-2")],
    )
    assert names(table.take([*rows, (3, "Cat", "pyramid")])) == ["turn-3"]


def test_a_resolved_row_that_says_something_else_is_in_the_way() -> None:
    table = Table()
    table.take(sheet((1, "Ann", "pyramid")))
    edited = table.take(sheet((1, "Ann", "leg bet", "Red"), (2, "Bob", "pyramid")))
    assert (names(edited), edited.stop, codes(edited)) == ([], "refused", ["step.changed"])
    assert fates(edited)[0][0] == "refused"
    whose = table.look(sheet((1, "Bob", "pyramid"), (2, "Bob", "pyramid")))[1]
    assert whose.changed


def test_a_row_without_a_number_is_for_that_players_next_own_turn() -> None:
    table = Table()
    rows = sheet(
        (None, "Ann", "pyramid"), (None, "Ann", "leg bet", "Red"), (None, "Bob", "pyramid"), (3, "Cat", "pyramid")
    )
    taken = table.take(rows)
    assert [(turn.checked.step.name, *turn.checked.orders) for turn in taken.turns] == [
        ("turn-1", "Ann"),
        ("turn-2", "Bob"),
        ("turn-3", "Cat"),
        ("turn-4", "Ann"),
    ]
    assert names(table.take(rows)) == []
    assert names(table.take([*rows, (None, "Bob", "pyramid")])) == ["turn-5"]


def test_the_same_words_in_a_row_more_are_a_new_order() -> None:
    table = Table()
    rows = sheet((None, "Ann", "pyramid"), (None, "Bob", "pyramid"), (None, "Cat", "pyramid"))
    assert len(table.take(rows).turns) == 3
    assert names(table.take([*rows, (None, "Ann", "pyramid")])) == ["turn-4"]


def test_old_rows_without_numbers_may_be_cleared_away() -> None:
    table = Table()
    first = sheet((None, "Ann", "pyramid"), (None, "Bob", "leg bet", "Red"), (None, "Cat", "pyramid"))
    table.take(first)
    second = [*first, (None, "Ann", "leg bet", "Blue"), (None, "Bob", "pyramid")]
    assert names(table.take(second)) == ["turn-4", "turn-5"]
    cleared = [second[0], *second[4:], (None, "Cat", "pyramid"), (None, "Cat", "leg bet", "Blue")]
    taken = table.take(cleared)
    assert fates(taken)[:2] == [("ignored", "of turn-4"), ("ignored", "of turn-5")]
    assert fates(taken)[2] == ("ignored", "of turn-3"), "where it can't be told, an order isn't carried out twice"
    assert names(taken) == ["turn-6"]


def test_where_old_rows_are_edited_or_gone_nothing_is_guessed() -> None:
    table = Table()
    table.take(sheet((None, "Ann", "pyramid"), (None, "Bob", "pyramid"), (None, "Cat", "pyramid")))
    edited = table.take(sheet((None, "Ann", "leg bet", "Red")))
    assert (names(edited), codes(edited)) == ([], ["step.changed"])
    moved = table.take(sheet((), (), (), (), (None, "Ann", "leg bet", "Red")))
    assert (names(moved), codes(moved)) == ([], ["row.unplaced"])
    elsewhere = table.take(sheet((None, "Ann", "leg bet", "Red")), file="another.csv")
    assert names(elsewhere) == ["turn-4"]


def test_a_row_that_names_a_turn_of_somebody_else_stops_the_queue() -> None:
    taken = Table().take(sheet((1, "Bob", "pyramid"), (None, "Ann", "pyramid")))
    assert (names(taken), taken.stop, codes(taken)) == ([], "refused", ["player.not_asked"])
    both = Table().take(sheet((1, "Ann", "pyramid"), (1, "Bob", "pyramid")))
    assert (names(both), codes(both), dict(both.ahead)) == ([], ["player.not_asked"], {})
    assert fates(both) == [("ignored", "another row is of turn-1, too"), ("refused", "turn-1 is Ann's")]


def test_there_is_no_turn_zero_and_none_below() -> None:
    for number in (-1, -2, 0, "turn 0", -1.0, "-1"):
        taken = Table().take(sheet((number, "Ann", "pyramid")))
        assert (names(taken), codes(taken)) == ([], ["round.unreadable"]), number
    played = Table()
    played.take(sheet((1, "Ann", "pyramid"), (2, "Bob", "pyramid")))
    later = played.take(sheet((1, "Ann", "pyramid"), (2, "Bob", "pyramid"), (-1, "Bob", "pyramid")))
    assert (codes(later), later.checked.counts.refused) == (["round.unreadable"], 1)


def test_every_refused_row_is_told_of_whichever_turn_it_is_for() -> None:
    taken = Table().take(sheet((1, "Ann", "pyramid"), (3, "Zoe", "pyramid"), ("soon", "Ann", "pyramid")))
    assert (names(taken), taken.stop) == (["turn-1"], "waiting")
    assert codes(taken) == ["player.unknown", "round.unreadable"]
    assert (taken.checked.counts.refused, dict(taken.ahead)) == (2, {})


def test_rows_for_one_turn_count_once_where_they_say_the_same() -> None:
    same = Table().take(sheet((1, "Ann", "pyramid"), (1, "Ann", "pyramid")))
    assert (names(same), fates(same)[1], codes(same)) == (["turn-1"], ("superseded", "the same as row 2"), ["row.same"])
    other = Table().take(sheet((1, "Ann", "pyramid"), (1, "Ann", "leg bet", "Red")))
    assert (names(other), codes(other)) == ([], ["row.twice", "row.twice"])


def test_a_row_of_nobody_is_in_the_way_and_so_is_a_turn_that_cannot_be_read() -> None:
    nobodys = Table().take(sheet((None, "Zoe", "pyramid"), (1, "Ann", "pyramid")))
    assert (names(nobodys), nobodys.stop) == ([], "refused")
    assert codes(nobodys) == ["player.unknown"]
    assert codes(Table().take(sheet((0, "Ann", "pyramid")))) == ["round.unreadable"]
    unreadable = Table().take(sheet((1, "Ann", "pyramid"), ("soon", "Bob", "pyramid")))
    assert (names(unreadable), codes(unreadable)) == (["turn-1"], ["round.unreadable"])
    far = Table().take(sheet((1, "Ann", "pyramid"), (2, "Zoe", "pyramid"), (3, "Cat", "pyramid")))
    assert (names(far), codes(far)) == (["turn-1"], ["player.unknown"])


def test_without_titles_nothing_is_taken_and_every_row_is_accounted_for() -> None:
    taken = Table().take([("What", "Who"), ("pyramid", "Ann")])
    assert (names(taken), codes(taken)) == ([], ["header.missing"])
    assert [fate for fate, _ in fates(taken)] == ["refused", "refused"]
    twice = Table().take([("Player", "Action", "Action"), ("Ann", "pyramid", "pyramid")])
    assert (names(twice), codes(twice)) == ([], ["column.twice"])


def test_a_turn_is_missed_only_where_the_gm_says_so() -> None:
    table = Table()
    rows = sheet((1, "Ann"), (2, "Bob", "pyramid"))
    assert table.take(rows).stop == "waiting"
    taken = table.take(rows, missing=["Ann"])
    assert [(turn.checked.step.name, turn.checked.missing) for turn in taken.turns] == [
        ("turn-1", ("Ann",)),
        ("turn-2", ()),
    ]
    late = table.take(sheet((1, "Ann", "leg bet", "Red")))
    assert codes(late) == ["step.changed"]
    assert "without an order" in late.checked.problems[0].message


def test_a_turn_is_missed_once_for_each_time_that_it_is_said() -> None:
    taken = Table().take(sheet((2, "Bob", "pyramid"), (3, "Cat", "pyramid"), (5, "Bob", "pyramid")), missing=["Ann"])
    assert (names(taken), taken.stop) == (["turn-1", "turn-2", "turn-3"], "waiting")


def test_an_order_that_does_not_stand_may_be_passed_over() -> None:
    table = Table()
    taken = table.take(sheet((1, "Ann", "fly")), missing=["Ann"])
    assert [(turn.checked.refused, turn.checked.missing) for turn in taken.turns] == [(("Ann",), ())]
    assert table.journal.steps[0].set_aside == ("Ann",)
    assert fates(table.take(sheet((1, "Ann", "fly")))) == [("ignored", "of turn-1")]


def test_who_missed_no_turn_is_told_of() -> None:
    taken = Table().take(sheet((1, "Ann", "pyramid")), missing=["Cat"])
    assert (names(taken), codes(taken)) == (["turn-1"], ["missing.unused"])
    assert "turn-2 is Bob's" in taken.checked.problems[0].message


def test_rows_behind_the_end_are_for_no_later_turn() -> None:
    rows = [(n, PLAYERS[(n - 1) % 3], "pyramid") for n in range(1, 151)]
    table = Table()
    taken = table.take(sheet(*rows))
    assert (taken.stop, dict(taken.ahead)) == ("over", {})
    behind = fates(taken)[len(names(taken)) :]
    assert behind
    assert set(behind) == {("ignored", "the game was over before")}


def test_a_game_without_a_default_waits_whatever_the_gm_says() -> None:
    table = Table(Caravaneers({}), ("Ann", "Bob"))
    taken = table.take([("Player", "Submission")], missing=["Ann"])
    assert (names(taken), taken.stop, codes(taken)) == ([], "refused", ["missing.unused", "turn.missing"])
    assert "the game can't go on without Ann's order for turn-1" in taken.checked.problems[0].message


@pytest.mark.parametrize(
    ("rows", "limit", "said"),
    [
        ([(1, "Ann", "pyramid"), (2, "Bob", "pyramid")], 1, "wasn't needed: turn-2 was not to be taken yet"),
        ([(1, "Ann", "pyramid"), (2, "Bob", "pyramid"), (2, "Bob", "tile")], None, "has to wait: there is something"),
    ],
)
def test_who_is_due_and_misses_no_turn_is_told_why(
    rows: list[tuple[int, str, str]], limit: int | None, said: str
) -> None:
    taken = Table().take(sheet(*rows), limit=limit, missing=["Bob"])
    [told] = [problem for problem in taken.checked.problems if problem.code == "missing.unused"]
    assert f"--missing Bob {said}" in told.message


def test_messages_in_the_order_in_which_they_were_posted() -> None:
    table = Table(Caravaneers({}), ("Ann", "Bob"))
    posted: list[Sequence[Value]] = [("Player", "Submission"), ("Ann", "c"), ("Bob", 3), ("Ann", "d"), ("Ann", "e")]
    assert names(table.take(posted)) == ["turn-1", "turn-2", "turn-3"]
    assert names(table.take([*posted, ("Bob", "4")])) == ["turn-4", "turn-5"]


def test_a_standing_order_that_no_longer_stands_is_refused_and_the_game_waits() -> None:
    table = Table()
    ahead = (4, "Ann", "leg bet", "Red")
    four = [(n, name, "leg bet", "Red") for n, name in ((1, "Ann"), (2, "Bob"), (3, "Cat"))]
    assert len(table.take(sheet(*four, ahead, (5, "Bob", "leg bet", "Red"))).turns) == 4
    refused = table.take(sheet(*four, ahead, (5, "Bob", "leg bet", "Red")))
    assert (names(refused), codes(refused)) == ([], ["ticket.none_left"])


def random_row() -> st.SearchStrategy[tuple[Value, ...]]:
    return st.tuples(
        st.one_of(st.none(), st.integers(-3, 9), st.just("soon")),
        st.sampled_from(["Ann", "Bob", "Cat", "Ann", "Bob", "Cat", "Zoe", "", None]),
        st.sampled_from(["pyramid", "leg bet", "tile", "winner", "fly", "", None, "pyramid", "pyramid"]),
        st.sampled_from(["Blue", "Red", "B", None]),
        st.sampled_from([None, 9, "9", 40]),
        st.sampled_from([None, "cheer", "boo"]),
        st.sampled_from([None, "hello"]),
    )


random_rows = st.lists(random_row(), max_size=14)


@settings(max_examples=60, deadline=None)
@given(random_rows, st.lists(st.sampled_from(PLAYERS), max_size=3))
def test_no_row_of_any_queue_is_lost(rows: list[tuple[Value, ...]], missing: list[str]) -> None:
    table, filled = Table(), [TITLES, *rows]
    taken = table.take(filled, missing=missing)
    counts = taken.checked.counts
    assert counts.read == sum(1 for row in rows if any(value not in (None, "") for value in row))
    used = [account.place.cell for account in taken.checked.accounts if account.fate == "used"]
    entries = [row.row for entry in table.journal.steps for row in entry.rows if row.fate == "used"]
    assert sorted(used) == sorted(entries)
    assert sum(1 for turn in taken.turns if turn.checked.orders) == len(used)
    again = table.take(filled)
    assert not any(turn.checked.orders for turn in again.turns) or again.stop != "refused"
    assert len([row for entry in table.journal.steps for row in entry.rows if row.fate == "used"]) == len(
        {row.row for entry in table.journal.steps for row in entry.rows if row.fate == "used"}
    ), "no row is used twice"


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(9)), st.integers(0, 6))
def test_turn_by_turn_or_all_at_once_and_in_whatever_order_of_rows_it_is_the_same(order: list[int], cut: int) -> None:
    rows = [(n + 1, PLAYERS[n % 3], "pyramid" if n % 2 else "leg bet", "Green") for n in range(9)]
    at_once, in_parts = Table(), Table()
    at_once.take(sheet(*rows))
    shuffled = sheet(*(rows[n] for n in order))
    in_parts.take(shuffled, limit=cut)
    in_parts.take(shuffled)
    assert in_parts.journal.state == at_once.journal.state
    assert [entry.events for entry in in_parts.journal.steps] == [entry.events for entry in at_once.journal.steps]


def test_draws_are_those_of_the_turn_whenever_it_is_taken() -> None:
    table = Table()
    table.take(sheet((1, "Ann", "pyramid")))
    again = GAME.resolve(
        GAME.setup(PLAYERS, {}, Draws(SEED)),
        {"Ann": GAME.judge(table_start(), "Ann", {"action": "pyramid"}).order},
        Draws(SEED),
    )
    assert table.journal.steps[0].events[1]["camel"] == again[1].camel  # type: ignore[attr-defined]


def table_start() -> Any:
    return GAME.setup(PLAYERS, {}, Draws(SEED))
