"""The turn: submissions become orders, orders become events, events become the next state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.names import Names, any_of
from gm_tool.core.problems import Problem, has_errors
from gm_tool.engine.candidates import End, choose, examine
from gm_tool.engine.entries import RecordedRow
from gm_tool.engine.intake import Intake
from gm_tool.engine.places import in_reading_order
from gm_tool.engine.submissions import RowAccount


class BrokenInvariant(Exception):
    """A game came out in a state that its own rules forbid: a bug, and nothing may be written."""


class Counts(Struct, frozen=True):
    """The rows read, and how many ended in which way; the five add up to `read`."""

    read: int
    used: int
    superseded: int
    late: int
    refused: int
    ignored: int

    def as_json(self) -> dict[str, int]:
        """The object that `--json` prints under "rows"."""
        return structs.asdict(self)


def count(rows: Sequence[RowAccount | RecordedRow]) -> Counts:
    """Rows by their fates. Raises AssertionError where a row is lost."""
    fates = Counter[str](row.fate for row in rows)
    counts = Counts(len(rows), fates["used"], fates["superseded"], fates["late"], fates["refused"], fates["ignored"])
    ended = counts.used + counts.superseded + counts.late + counts.refused + counts.ignored
    assert ended == counts.read, f"of {counts.read} rows {ended} have an end"
    return counts


class Checked(Struct, frozen=True):
    """A step's submissions, checked. All players are in the order of the step's.

    `orders` are the legal orders that were sent, `judged` the same as the game's own records;
    `missing` are the players who sent nothing, `refused` those who sent what doesn't stand.
    """

    step: Step
    orders: dict[str, Json]
    judged: dict[str, Any]
    missing: tuple[str, ...]
    refused: tuple[str, ...]
    accounts: tuple[RowAccount, ...]
    problems: tuple[Problem, ...]

    @property
    def counts(self) -> Counts:
        """The rows by their fates."""
        return count(self.accounts)

    @property
    def stands(self) -> bool:
        """Whether nothing is in the way of resolving the step."""
        return not has_errors(self.problems)

    def as_json(self) -> dict[str, Json]:
        """The object that `gm check --json` prints; its keys are part of the contract."""
        return {
            "step": self.step.name,
            "rows": self.counts.as_json(),
            "missing": list(self.missing),
            "orders": dict(self.orders),
            "account": [_told(account) for account in self.accounts],
            "problems": [problem.as_json() for problem in self.problems],
        }


def _told(account: RowAccount) -> dict[str, Json]:
    """The object that `--json` prints of a row under "account"."""
    return {"row": account.place.cell, "fate": account.fate, "player": account.player, "reason": account.reason}


class JudgedOrders(Struct, frozen=True):
    """Orders judged: the game's own records of those that stand, and what is to be said, by player."""

    orders: dict[str, Any]
    problems: dict[str, tuple[Problem, ...]]

    @property
    def stands(self) -> bool:
        """Whether no order has an error."""
        return not self.problems or not any(map(has_errors, self.problems.values()))


class Played(Struct, frozen=True):
    """What happened in a step, and the state after it."""

    events: tuple[Event, ...]
    state: Any


def check(game: AnyGame, state: Any, step: Step, intake: Intake) -> Checked:
    """Reads and judges what was sent; each problem is put at its cell, each row gets its end.

    Of a player's several submissions the newest counts that can be used. Problem codes: the intake's, the
    game's, and those of `choose` and `examine`.
    """
    chosen = {player: choose(sents, lambda sent: examine(game, state, sent)) for player, sents in intake.rivals.items()}
    ends = {line: end for choice in chosen.values() for line, end in choice.ends.items()}
    touched = ends.keys() | intake.notes.keys()
    accounts = tuple(
        _ended(account, ends, intake.notes) if account.place.cell in touched else account for account in intake.accounts
    )
    sent_in = {account.player for account in accounts if account.fate == "refused"}
    used = {player: choice.examined for player, choice in chosen.items() if choice.examined}
    standing = [player for player in step.players if player in used]
    return Checked(
        step=step,
        orders={player: used[player].order for player in standing},
        judged={player: used[player].judged for player in standing},
        missing=tuple(player for player in step.players if player not in used and player not in sent_in),
        refused=tuple(player for player in step.players if player not in used and player in sent_in),
        accounts=accounts,
        problems=in_reading_order([*intake.problems, *(p for choice in chosen.values() for p in choice.problems)]),
    )


def _ended(account: RowAccount, ends: Mapping[str, End], notes: Mapping[str, str]) -> RowAccount:
    """The account of a row after what was sent was judged, with what it says to the GM."""
    line = account.place.cell
    fate, reason = ends.get(line, (account.fate, account.reason))
    note = notes.get(line, "")
    if (fate, reason, note) == (account.fate, account.reason, account.note):
        return account
    return structs.replace(account, fate=fate, reason=reason, note=note)


def check_orders(game: AnyGame, state: Any, step: Step, orders: Mapping[str, Json]) -> JudgedOrders:
    """Judges orders given as JSON, for the filter, corrections and replay alike.

    A null order stands for none and is not judged. Orders of players who are not asked, and of names
    that nobody has, are judged too, so that the game can say what it has to say of them; where it says
    nothing, the codes are player.not_asked and player.unknown.
    """
    judged: dict[str, Any] = {}
    problems: dict[str, tuple[Problem, ...]] = {}
    for player in step.players:
        order = orders.get(player)
        if order is None:
            continue
        judgement = game.judge(state, player, order)
        said = judgement.problems
        if said:
            problems[player] = said
        if not said or not has_errors(said):
            judged[player] = judgement.order
    if not orders.keys() <= set(step.players):
        problems.update(_of_others(game, state, step, orders))
    return JudgedOrders(judged, problems)


def _of_others(game: AnyGame, state: Any, step: Step, orders: Mapping[str, Json]) -> dict[str, tuple[Problem, ...]]:
    """What is wrong with orders of those who are not asked, sorted by name."""
    seated = tuple(game.tally(state))
    problems: dict[str, tuple[Problem, ...]] = {}
    for player in sorted(orders.keys() - set(step.players)):
        if orders[player] is None and player in seated:
            continue
        said = () if orders[player] is None else tuple(game.judge(state, player, orders[player]).problems)
        problems[player] = said if has_errors(said) else (*said, _no_order_due(player, seated, step))
    return problems


def _no_order_due(player: str, seated: tuple[str, ...], step: Step) -> Problem:
    if player in seated:
        asked = any_of(step.players, "and")
        return Problem(
            code="player.not_asked",
            player=player,
            message=f"{player} is not asked for an order in {step.name}; asked are: {asked}.",
        )
    near = Names(seated).find(player).candidates
    return Problem(
        code="player.unknown",
        player=player,
        message=f"There is no player {player!r} in this game.",
        hint=f"Did you mean {any_of(near)}?" if near else f"The players are {any_of(seated, 'and')}.",
    )


def awaited(game: AnyGame, state: Any, players: Sequence[str]) -> tuple[str, ...]:
    """Those of the players for whom the game has no default order: without theirs it can't go on."""
    return tuple(player for player in players if game.default(state, player) is None)


def waiting(game: AnyGame, state: Any, players: Sequence[str]) -> dict[str, tuple[Problem, ...]]:
    """What the game says of each player whose order it can't go on without; nothing where it finds no words.

    The words are those in which it judges no order at all.
    """
    said = {player: game.judge(state, player, None).problems for player in awaited(game, state, players)}
    return {
        player: tuple(problem.of(player) for problem in problems if problem.severity == "error")
        for player, problems in said.items()
    }


def lacking(game: AnyGame, state: Any, step: Step, players: Sequence[str]) -> dict[str, tuple[Problem, ...]]:
    """As `waiting`, with words of ours where the game finds none: round.missing or turn.missing, as it calls a step."""
    said = waiting(game, state, players)
    return {player: problems or (_no_order(game, step.word, player),) for player, problems in said.items()}


def _no_order(game: AnyGame, word: str, player: str) -> Problem:
    return Problem(
        code=f"{word}.missing",
        player=player,
        message=f"{player} has sent no order, and {game.info.title} can't go on without it.",
        hint="Ask for it, and fill it into the sheet.",
    )


def play(game: AnyGame, state: Any, orders: Mapping[str, Any], draws: Draws) -> Played:
    """One step: default orders for who has none (or None), then resolve and fold.

    `orders` are judged orders. The same function serves play, correction and replay. Raises
    BrokenInvariant where the state after it can't be; ValueError where the game is over or waits
    for a player (`awaited`), and SeedNeeded where chance is needed and the draws have no seed.
    """
    step = game.due(state)
    if step is None:
        raise ValueError("the game is over")
    chosen: dict[str, Any] = {}
    for player in step.players:
        order = orders.get(player)
        chosen[player] = game.default(state, player) if order is None else order
        if chosen[player] is None:
            raise ValueError(f"the game waits for the order of {player}")
    events = tuple(game.resolve(state, chosen, draws))
    after = game.fold(state, events)
    broken = game.invariants(after)
    if broken:
        raise BrokenInvariant(f"{step.name} would leave the game in a state that can't be: {'; '.join(broken)}")
    return Played(events, after)
