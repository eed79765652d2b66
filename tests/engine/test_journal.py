"""The chain of entries: what was tampered with is named; what was played can be played again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest

from gm_tool.core.draws import Draws, commitment
from gm_tool.core.game import AnyGame
from gm_tool.core.names import Names
from gm_tool.core.problems import BadInput
from gm_tool.core.sources import Tab, Value
from gm_tool.engine.account import balance
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import Source, Start, StepEntry
from gm_tool.engine.intake import take_in
from gm_tool.engine.journal import EMPTY, ROOT, Journal, read, seal_all, start_entry, step_entry
from gm_tool.engine.replay import first_difference, replay
from gm_tool.engine.turn import check, play

from .toy_game import PLAYERS, SEED, auction

SETTINGS = {"absent": "bid_nothing"}
ROUNDS: tuple[tuple[tuple[Value, ...], ...], ...] = (
    (("Ann", 3), ("Bob", 3), ("Cat", "x")),
    (("Ann", None, None, "hm"), ("Bob", 5, "the second"), ("Cat", 1)),
    (("Éva", 1),),
)


def played_game(game: AnyGame, rounds: int = 3) -> list[bytes]:
    """The lines of a game in which each round's table is played, faulty orders being set aside."""
    journal = EMPTY
    lines = seal_all([start_entry(game, SETTINGS, "Äpfel \u2028 \x7f", PLAYERS, {"purse": {"Bob": 2}}, SEED)])
    for table in ROUNDS[:rounds]:
        journal = read(lines)
        state = game.load(journal.state)
        step = game.due(state)
        assert step
        tab = Tab("a.xlsx", "Round", (("Player", "Bid", "For lot", "Note"), *table))
        checked = check(game, state, step, take_in(tab, game.form(state, None), Names(PLAYERS), step))
        played = play(game, state, checked.judged, Draws(SEED))
        entry = step_entry(game, SETTINGS, checked, played, Source("a.xlsx", "Round", "00" * 32))
        lines.extend(seal_all([entry], journal))
    return lines


def resealed(lines: list[bytes], number: int, **changes: Any) -> list[bytes]:
    """The journal with one entry changed and the chain made anew, as a clever hand would."""
    entries = list(read(lines).entries)
    entries[number] = msgspec.structs.replace(entries[number], **changes)
    journal, made = EMPTY, []
    for entry in entries:
        made.extend(seal_all([entry], journal))
        digest = json.loads(made[-1])["digest"]
        journal = Journal((*journal.entries, entry), digest)
    return made


def wrong(lines: list[bytes]) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as refused:
        read(lines)
    return [(problem.code, problem.place.cell) for problem in refused.value.problems]


def test_a_journal_is_read_as_it_was_written() -> None:
    lines = played_game(auction())
    journal = read(lines)
    start = journal.start
    assert (start.entry, start.previous, start.game, start.title) == (1, ROOT, "auction", "Äpfel \u2028 \x7f")
    assert (start.players, start.options, start.rulings) == (PLAYERS, {"purse": {"Bob": 2}}, SETTINGS)
    assert start.commitment == commitment(SEED)
    assert [entry.step for entry in journal.steps] == ["round-1", "round-2", "round-3"]
    first = journal.steps[0]
    assert first.orders == {"Ann": {"coins": 3, "on": ""}, "Bob": {"coins": 3, "on": ""}, "Cat": None}
    assert (first.missing, first.set_aside) == ((), ("Cat",))
    assert first.rows[2].cells == {"A4": "Cat", "B4": "x"}
    assert [row.fate for row in first.rows] == ["used", "used", "refused"]
    assert [problem["code"] for problem in first.problems] == ["bid.invalid"]
    assert journal.state == journal.steps[-1].state


def test_the_seal_can_be_checked_with_three_lines_of_python() -> None:
    previous = ROOT
    for line in played_game(auction()):
        entry = json.loads(line)
        digest = entry.pop("digest")
        text = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
        assert hashlib.sha256(text.encode()).hexdigest() == digest
        assert entry["previous"] == previous
        previous = digest


def test_the_seed_is_in_no_line() -> None:
    assert SEED.hex().encode() not in b"".join(played_game(auction()))


def test_the_same_game_has_the_same_bytes() -> None:
    assert played_game(auction()) == played_game(auction())


def test_an_empty_journal_is_one_and_has_no_start() -> None:
    assert read([b"", b"\n"]) == EMPTY
    with pytest.raises(ValueError, match="empty"):
        _ = EMPTY.state


def test_line_ends_and_empty_lines_at_the_end_do_not_matter() -> None:
    lines = played_game(auction())
    assert read([line.rstrip(b"\n") + b"\r\n" for line in lines] + [b"\n"]) == read(lines)
    assert read([*lines[:-1], lines[-1].rstrip(b"\n")]) == read(lines)


@pytest.mark.parametrize("cut", [1, 60, 100, 300])
def test_a_torn_last_line_is_named(cut: int) -> None:
    lines = played_game(auction())
    assert wrong([*lines[:-1], lines[-1][: -1 - cut]]) == [("journal.torn", "line 4")]


def test_an_edit_by_hand_is_named_wherever_it_is() -> None:
    lines = played_game(auction(), 1)
    for number, line in enumerate(lines):
        for at in range(0, len(line) - 1, 7):
            edited = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
            found = wrong([*lines[:number], edited, *lines[number + 1 :]])
            assert (found[0][0], found[0][1]) in {
                (code, f"line {number + 1}") for code in ("journal.changed", "journal.unreadable", "journal.torn")
            }


def test_an_edit_inside_a_value_is_a_change() -> None:
    lines = played_game(auction())
    edited = lines[1].replace(b'"coins":3', b'"coins":2', 1)
    assert wrong([lines[0], edited, *lines[2:]]) == [("journal.changed", "line 2")]
    spaced = json.dumps(json.loads(lines[1])).encode()
    assert wrong([lines[0], spaced, *lines[2:]]) == [("journal.changed", "line 2")]


def test_lines_that_are_missing_moved_or_strange_are_named() -> None:
    start, one, two, three = played_game(auction())
    assert wrong([start, two, three]) == [
        ("journal.chain", "line 2"),
        ("journal.number", "line 2"),
        ("journal.number", "line 3"),
    ]
    assert ("journal.chain", "line 3") in wrong([start, one, one, two])
    assert wrong([start, b"hello}", two, three])[0] == ("journal.unreadable", "line 2")
    assert wrong([start, b"\xff}", two])[0] == ("journal.unreadable", "line 2")
    assert ("journal.start", "line 1") in wrong([one])
    assert ("journal.start", "line 2") in wrong([start, start])


def test_a_changed_entry_with_a_new_seal_breaks_the_chain() -> None:
    lines = played_game(auction())
    forged = resealed(lines, 1, missing=("Ann",))
    assert wrong([lines[0], forged[1], *lines[2:]]) == [("journal.chain", "line 3")]


def test_a_game_plays_again_to_the_same_journal() -> None:
    assert replay(auction(), read(played_game(auction())), SEED) == ()


@pytest.mark.parametrize(
    ("number", "changes", "code", "words"),
    [
        (0, {"game": "chess"}, "replay.game", "of the game chess"),
        (0, {"options": {}}, "replay.state", "state/coins/Bob"),
        (1, {"step": "round-2"}, "replay.step", "round-1 is due"),
        (1, {"orders": {"Ann": {"coins": 99}}}, "replay.order", "Ann has"),
        (1, {"orders": {"Cat": {"coins": 4}}}, "replay.events", "events/0/player"),
        (2, {"settled": "0" * 64}, "replay.rulings", "other rulings"),
        (2, {"events": []}, "replay.events", "it says nothing, play gives"),
    ],
)
def test_what_comes_out_differently_is_named(number: int, changes: dict[str, Any], code: str, words: str) -> None:
    journal = read(resealed(played_game(auction()), number, **changes))
    problems = replay(auction(), journal, SEED)
    assert [problem.code for problem in problems] == [code]
    assert words in problems[0].message
    assert problems[0].place.cell in problems[0].message


def test_a_forged_coin_is_found_by_its_path() -> None:
    lines = played_game(auction())
    state = read(lines).steps[1].state
    forged = {**state, "coins": {**state["coins"], "Ann": 1000}}
    problems = replay(auction(), read(resealed(lines, 2, state=forged)), SEED)
    assert "round-2 (line 3)" in problems[0].message
    assert "state/coins/Ann: it says 1000, play gives" in problems[0].message


def test_replay_needs_the_right_seed_and_the_right_rulings() -> None:
    journal = read(played_game(auction()))
    assert [problem.code for problem in replay(auction(), journal, bytes(32))] == ["replay.seed"]
    assert [problem.code for problem in replay(auction(), journal, None)] == ["replay.setup"]
    assert [problem.code for problem in replay(auction(absent="wait"), journal, SEED)] == ["replay.broken"]


@pytest.mark.parametrize(
    ("found", "expected", "path"),
    [
        ({"a": 1}, {"a": True}, "a"),
        ({"a": 1}, {"a": 1.0}, "a"),
        ({"a": [1, 2]}, {"a": [1]}, "a/1"),
        ([1], [1, 2], "1"),
        ({"a": {"b": 1}, "c": 2}, {"a": {"b": 2}, "c": 3}, "a/b"),
        ({"b": 1}, {}, "b"),
        ({}, [], ""),
    ],
)
def test_the_first_difference(found: Any, expected: Any, path: str) -> None:
    parts = first_difference(found, expected)
    assert parts is not None
    assert parts.path == path


def test_the_order_of_keys_is_no_difference() -> None:
    assert first_difference({"a": 1, "b": [{}]}, {"b": [{}], "a": 1}) is None


def test_an_account_has_every_change_with_its_reason_and_sums_up() -> None:
    game = auction()
    journal = read(played_game(game))
    account = balance(lambda _: Ruled(game, {}), journal, "Bob")
    assert account.problems == ()
    end = game.load(journal.state)
    for what, has in game.holdings(end, "Bob").items():
        assert account.start[what] + sum(line.amount for line in account.lines if line.what == what) == has
    second = account.steps[1]
    assert (second.step, second.order, second.said) == ("round-2", {"coins": 5, "on": "the second"}, "bid 5")
    assert second.cells == {"A3": "Bob", "B3": "5", "C3": "the second"}
    paid = second.lines[0]
    assert (paid.what, paid.amount, paid.reason, paid.about, paid.rule) == ("coins", -5, "bid", "lot 2", "Bids")
    assert paid.sentence == "Bob: -5 coins"
    aside = balance(lambda _: Ruled(game, {}), journal, "Cat").steps[0]
    assert (aside.order, aside.said, dict(aside.cells)) == (None, "nothing", {})


def test_an_account_that_does_not_sum_up_says_so() -> None:
    game = auction()
    lines = played_game(game)
    state = read(lines).steps[1].state
    forged = {**state, "coins": {**state["coins"], "Ann": 1000}}
    problems = balance(lambda _: Ruled(game, {}), read(resealed(lines, 2, state=forged)), "Ann").problems
    assert [(problem.code, problem.field) for problem in problems] == [("account.sum", "coins")]
    assert "After round-2 Ann has 1000 coins" in problems[0].message


def test_entries_say_what_they_are() -> None:
    kinds = [type(entry) for entry in read(played_game(auction())).entries]
    assert kinds == [Start, StepEntry, StepEntry, StepEntry]
