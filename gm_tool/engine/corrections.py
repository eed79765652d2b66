"""Corrections: what was resolved is played again from a step on, with the orders as sent or as they are set right.

Draws come from the seed and their labels alone, so that steps which are played again come out as if they had been
played like this in the first place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json, Parsed
from gm_tool.core.problems import BadInput, Problem, has_errors
from gm_tool.engine.entries import AdjustEntry, RecordedRow, StepEntry
from gm_tool.engine.journal import versions
from gm_tool.engine.line import Line
from gm_tool.engine.messages import read_words
from gm_tool.engine.submissions import Fate
from gm_tool.engine.turn import awaited, check_orders, play

Faults = Mapping[str, Sequence[Problem]]
"""What is wrong with orders, by player."""
NOTHING = "nothing"
"""The word for no order, in every game."""
LEFT_OUT = "doesn't stand any more after a correction"
ADJUST = "adjust"
"""The reason of a change that the GM makes; what it is about is in the GM's own words."""


class Impossible(Exception):
    """An adjustment that would leave the game in a state that can't be; the text says why."""


class Ruled(Struct, frozen=True):
    """A game under the rulings of a step, and their settings."""

    game: AnyGame
    settings: Mapping[str, Json]


class Stale(Struct, frozen=True):
    """An order of a later step that no longer stands once an earlier one is corrected."""

    step: str
    player: str
    order: Json
    problems: tuple[Problem, ...]


class Mended(Struct, frozen=True):
    """What a step is to be played with instead: its entry as it was read anew, and orders in words by player.

    The word "nothing" stands for no order, in every game.
    """

    entry: StepEntry | None = None
    words: Mapping[str, str] = {}


class Leave(Struct, frozen=True):
    """Whose orders may be left out where they no longer stand: all of them, or by ("round-6", "Ann") or ("", "Ann").

    `without` are the numbers of the adjustments' entries that aren't made again.
    """

    everybody: bool = False
    players: frozenset[tuple[str, str]] = frozenset()
    without: frozenset[int] = frozenset()

    def out(self, step: str, player: str) -> bool:
        """Whether the order of a player in a step may be left out."""
        return self.everybody or not self.players.isdisjoint({("", player), (step, player)})


class Redone(Struct, frozen=True):
    """Steps played again. `entries` are those to append, adjustments in their places, neither numbered nor sealed.

    `stale` are orders that no longer stand and that nobody has decided about: the rest was played without them, to see
    further. `wrong` is what is wrong with orders that are set now, by step. `fallen` are the steps for which there is
    no place any more, since the game ends before them; `lost` are the adjustments that can't be made again, each with
    why.
    """

    entries: tuple[StepEntry | AdjustEntry, ...]
    stale: tuple[Stale, ...] = ()
    wrong: tuple[tuple[str, Problem], ...] = ()
    fallen: tuple[str, ...] = ()
    lost: tuple[tuple[AdjustEntry, str], ...] = ()

    @property
    def steps(self) -> tuple[StepEntry, ...]:
        """The steps that were played again."""
        return tuple(entry for entry in self.entries if isinstance(entry, StepEntry))


def play_again(
    line: Line,
    first: int,
    ruled: Callable[[int], Ruled],
    seed: bytes,
    mended: Mapping[int, Mended],
    leave: Leave,
) -> Redone:
    """Play the steps of a line again, from the one of number `first` on.

    Where the game ends before steps that there were, what was adjusted after them is adjusted after the end.
    `ruled` gives the game under the rulings of a step. Raises BrokenInvariant as `play` does, BadInput where a state
    isn't one under the rulings of its step.
    """
    again = _Again(ruled, seed, leave)
    state = ruled(first).game.load(line.state_after(first - 1))
    for number, entry in enumerate(line.steps[first - 1 :], first):
        if ruled(number).game.due(state) is None:
            again.fallen += [later.step for later in line.steps[number - 1 :]]
            for adjust in (adjust for after in line.adjusts[number:] for adjust in after):
                moved = structs.replace(adjust, step=line.steps[number - 2].step)
                state = again.adjust(ruled(number - 1), state, moved)
            break
        state = again.step(number, state, entry, mended.get(number, Mended()))
        if state is None:
            break
        for adjust in line.adjusts[number]:
            state = again.adjust(ruled(number), state, adjust)
    return again.redone()


class _Again:
    """Steps being played again."""

    def __init__(self, ruled: Callable[[int], Ruled], seed: bytes, leave: Leave) -> None:
        self.ruled, self.seed, self.leave = ruled, seed, leave
        self.entries: list[StepEntry | AdjustEntry] = []
        self.stale: list[Stale] = []
        self.wrong: list[tuple[str, Problem]] = []
        self.fallen: list[str] = []
        self.lost: list[tuple[AdjustEntry, str]] = []

    def redone(self) -> Redone:
        """What has come of it."""
        return Redone(
            entries=tuple(self.entries),
            stale=tuple(self.stale),
            wrong=tuple(self.wrong),
            fallen=tuple(self.fallen),
            lost=tuple(self.lost),
        )

    def step(self, number: int, state: Any, was: StepEntry, mended: Mended) -> Any:
        """Play one step; gives the state after it, None where the game can't go on without an order."""
        under = self.ruled(number)
        game, step = under.game, under.game.due(state)
        assert step is not None, "the caller has looked whether the game is over"
        read = {player: _read(game, state, player, words) for player, words in mended.words.items()}
        entry = mend(was, mended, {player: parsed.order for player, parsed in read.items()})
        judgement = check_orders(game, state, step, entry.orders)
        faults = {player: said for player, said in judgement.problems.items() if has_errors(said)}
        faults |= {player: (_not_sent(step, player),) for player in step.players if player not in entry.orders}
        faults |= {player: parsed.problems for player, parsed in read.items() if has_errors(parsed.problems)}
        stuck = awaited(game, state, [player for player in step.players if judgement.orders.get(player) is None])
        kept_out = {player for player, order in was.left_out.items() if entry.orders.get(player) == order}
        self._note(step, entry, faults, stuck, mended, kept_out)
        if stuck:
            return None
        played = play(game, state, judgement.orders, Draws(self.seed))
        self.entries.append(
            structs.replace(
                _leave_out(entry, step, faults),
                **versions(game, under.settings),
                events=msgspec.to_builtins(played.events),
                state=game.dump(played.state),
            )
        )
        return played.state

    def _note(
        self,
        step: Step,
        entry: StepEntry,
        faults: Faults,
        stuck: Sequence[str],
        mended: Mended,
        kept_out: Collection[str],
    ) -> None:
        """Note what doesn't stand: what is wrong with orders set now, and about which others the GM has to decide.

        About the orders of those in `kept_out` the GM has decided in an earlier correction.
        """
        for player, said in faults.items():
            if player in mended.words:
                self.wrong += [(step.name, problem.of(player)) for problem in said]
            elif player in stuck or not (player in kept_out or self.leave.out(step.name, player)):
                self.stale.append(Stale(step.name, player, entry.orders.get(player), tuple(said)))
        for player in stuck:
            if player not in faults:
                self.stale.append(Stale(step.name, player, None, (_needed(step, player),)))

    def adjust(self, under: Ruled, state: Any, entry: AdjustEntry) -> Any:
        """Make an adjustment again; gives the state after it, the same where it can't be made any more."""
        if entry.entry in self.leave.without:
            return state
        try:
            made, after = adjust_entry(under, state, entry)
        except Impossible as failed:
            self.lost.append((entry, str(failed)))
            return state
        self.entries.append(made)
        return after


def _read(game: AnyGame, state: Any, player: str, words: str) -> Parsed:
    """An order that the GM sets, as the game reads it; "nothing" is none."""
    return Parsed(None) if words.strip().lower() == NOTHING else read_words(game, state, player, words)


def mend(was: StepEntry, mended: Mended, orders: Mapping[str, Json]) -> StepEntry:
    """The entry of a step with what it is to be played with; events and state are still those of before.

    `orders` are those that are set now. What was set by hand before stays, until it is set again. A row whose order is
    set by hand doesn't count any more.
    """
    sent = _as_sent(was)
    base = mended.entry or sent
    words = {**was.by_hand, **mended.words}
    orders = {player: sent.orders.get(player) for player in was.by_hand} | dict(orders)
    if not words:
        return base
    none = [player for player, order in orders.items() if order is None]
    return structs.replace(
        base,
        orders=base.orders | orders,
        missing=tuple(name for name in base.orders if name in none or (name in base.missing and name not in orders)),
        set_aside=tuple(name for name in base.set_aside if name not in orders),
        rows=tuple(_ended(row, orders, "superseded", "the GM set another order") for row in base.rows),
        problems=tuple(problem for problem in base.problems if problem["player"] not in orders),
        by_hand=words,
    )


def _as_sent(was: StepEntry) -> StepEntry:
    """The entry with the orders that an earlier correction left out: they may stand again."""
    back = was.left_out
    if not back:
        return was
    return structs.replace(
        was,
        orders=was.orders | back,
        set_aside=tuple(name for name in was.set_aside if name not in back),
        rows=tuple(
            structs.replace(row, fate="used", reason="") if row.player in back and row.reason == LEFT_OUT else row
            for row in was.rows
        ),
        problems=tuple(one for one in was.problems if one["player"] not in back or one["severity"] != "error"),
        left_out={},
    )


def _leave_out(entry: StepEntry, step: Step, faults: Faults) -> StepEntry:
    """The entry without the orders that don't stand, which are set aside."""
    orders = {player: None if player in faults else entry.orders.get(player) for player in step.players}
    if not faults and orders == entry.orders:
        return entry
    out = {player for player in faults if entry.orders.get(player) is not None}
    aside = {*entry.set_aside, *out}
    return structs.replace(
        entry,
        orders=orders,
        missing=tuple(name for name in step.players if orders[name] is None and name not in aside),
        set_aside=tuple(name for name in step.players if name in aside),
        rows=tuple(_ended(row, out, "refused", LEFT_OUT) for row in entry.rows),
        problems=(*entry.problems, *(one.of(name).as_json() for name in faults if name in out for one in faults[name])),
        left_out={name: entry.orders[name] for name in faults if name in out},
    )


def _ended(row: RecordedRow, players: Collection[str], fate: Fate, reason: str) -> RecordedRow:
    """A row that counted, or was to count, as it ends now."""
    if row.player not in players or row.fate not in ("used", "refused"):
        return row
    return structs.replace(row, fate=fate, reason=reason)


def _not_sent(step: Step, player: str) -> Problem:
    return Problem(
        code="correct.not_sent",
        player=player,
        message=f"{step.name} is now {player}'s, who has sent nothing for it.",
    )


def _needed(step: Step, player: str) -> Problem:
    return Problem(
        code="correct.needed",
        player=player,
        message=f"{step.name} can't be played without an order of {player}.",
    )


def adjusted(game: AnyGame, state: Any, player: str, what: str, amount: int, reason: str) -> tuple[list[Event], Any]:
    """The events of an adjustment, and the state after them. Raises Impossible where that can't be.

    Of some things there is one or none, such as a card in hand: a second one would stand in no state.
    """
    event = Change(player=player, what=what, amount=amount, reason=ADJUST, about=reason, known_to="player")
    held = game.holdings(state, player)
    if what not in held:
        raise Impossible(f"{player} has no {what}.")
    try:
        after = game.fold(state, (event,))
    except BadInput as refused:
        raise Impossible(refused.problems[0].message) from refused
    broken = game.invariants(after)
    if broken:
        raise Impossible(broken[0])
    has = game.holdings(after, player).get(what, 0)
    if has != held[what] + amount:
        raise Impossible(f"{player} has {held[what]} of it, and can't have {held[what] + amount}.")
    return [event], after


def adjust_entry(under: Ruled, state: Any, asked: AdjustEntry) -> tuple[AdjustEntry, Any]:
    """The entry of an adjustment as `asked` for, made on this state, and the state after it. Raises Impossible."""
    game = under.game
    events, after = adjusted(game, state, asked.player, asked.what, asked.amount, asked.reason)
    made = structs.replace(
        asked,
        **versions(game, under.settings),
        events=msgspec.to_builtins(events),
        state=game.dump(after),
    )
    return made, after
