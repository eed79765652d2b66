"""The turn: submissions become orders, orders become events, events become the next state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json, Parsed
from gm_tool.core.names import Names, any_of
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Cell
from gm_tool.engine.intake import Intake, RowAccount, Submission
from gm_tool.engine.places import in_reading_order


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


def count(accounts: Sequence[RowAccount]) -> Counts:
    """The rows by their fates. Raises AssertionError where a row is lost."""
    fates = Counter[str](account.fate for account in accounts)
    counts = Counts(
        len(accounts), fates["used"], fates["superseded"], fates["late"], fates["refused"], fates["ignored"]
    )
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
            "problems": [problem.as_json() for problem in self.problems],
        }


class Judgement(Struct, frozen=True):
    """Orders judged: the game's own records of those that stand, and what is to be said, by player."""

    orders: dict[str, Any]
    problems: dict[str, tuple[Problem, ...]]

    @property
    def stands(self) -> bool:
        """Whether no order has an error."""
        return not any(map(has_errors, self.problems.values()))


class Played(Struct, frozen=True):
    """What happened in a step, and the state after it."""

    events: tuple[Event, ...]
    state: Any


def check(game: AnyGame, state: Any, step: Step, intake: Intake) -> Checked:
    """Reads and judges every submission; each problem is put at its cell, each row gets its end.

    Problem codes: the intake's, the game's, and action.unknown for a row with a note but no order.
    """
    found: dict[str, list[Problem]] = {}
    parsed: dict[str, Parsed] = {}
    for sent in intake.submissions:
        reading = parsed[sent.player] = _parse(game, state, sent)
        found[sent.player] = [_placed(problem, sent, reading.cells) for problem in reading.problems]
    readable = {player: reading.order for player, reading in parsed.items() if not has_errors(reading.problems)}
    judgement = check_orders(game, state, step, readable)
    for sent in intake.submissions:
        said = judgement.problems.get(sent.player, ())
        found[sent.player] += [_placed(problem, sent, parsed[sent.player].cells) for problem in said]
    accounts = tuple(_ended(account, found) for account in intake.accounts)
    sent_in = {account.player for account in accounts if account.fate == "refused"}
    judged = {player: judgement.orders[player] for player in step.players if player in judgement.orders}
    return Checked(
        step=step,
        orders={player: readable[player] for player in judged},
        judged=judged,
        missing=tuple(player for player in step.players if player not in judged and player not in sent_in),
        refused=tuple(player for player in step.players if player not in judged and player in sent_in),
        accounts=accounts,
        problems=in_reading_order([*intake.problems, *(problem for said in found.values() for problem in said)]),
    )


def _parse(game: AnyGame, state: Any, sent: Submission) -> Parsed:
    if all(cell.empty for cell in sent.cells.values()):
        problem = Problem(
            code="action.unknown",
            message=f"{sent.player}'s row has a note, but no order.",
            hint="Fill in the order. A row with the name alone counts as nothing sent.",
        )
        return Parsed(None, (problem,))
    parsed = game.parse(state, sent.player, sent.cells)
    assert parsed.order is not None or has_errors(parsed.problems), f"{game.info.id} read no order and didn't say why"
    return parsed


def _placed(problem: Problem, sent: Submission, cells: Mapping[str, Cell]) -> Problem:
    """The problem as the player's, at the cell that its field was read from; else at the row."""
    problem = problem.of(sent.player)
    if problem.place.cell:
        return problem.at(structs.replace(sent.place, cell=problem.place.cell))
    cell = _cell_of(problem.field, cells) or _cell_of(problem.field, sent.cells)
    if cell is None:
        return problem.at(sent.place)
    return problem.at(structs.replace(sent.place, cell=cell.address), cell.text)


def _cell_of(field: str, cells: Mapping[str, Cell]) -> Cell | None:
    """The cell of a key, or the first of a key that has several ("camels" for "camels/0")."""
    if not field:
        return None
    return cells.get(field) or next((cell for key, cell in cells.items() if key.startswith(f"{field}/")), None)


def _ended(account: RowAccount, found: Mapping[str, Sequence[Problem]]) -> RowAccount:
    """The account of a row after its order was judged."""
    if account.fate != "used":
        return account
    error = next((problem for problem in found[account.player] if problem.severity == "error"), None)
    return structs.replace(account, fate="refused", reason=error.message) if error else account


def check_orders(game: AnyGame, state: Any, step: Step, orders: Mapping[str, Json]) -> Judgement:
    """Judges orders given as JSON, for `gm check`, the filter and replay alike.

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
        if judgement.problems:
            problems[player] = judgement.problems
        if not has_errors(judgement.problems):
            judged[player] = judgement.order
    if not orders.keys() <= set(step.players):
        problems.update(_of_others(game, state, step, orders))
    return Judgement(judged, problems)


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
