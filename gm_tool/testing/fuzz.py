"""The fuzzer: random games with orders good and bad, as sheets and as messages, looking for what nobody thought of.

It finds crashes (any exception), dead ends (a player without a legal order, for whom the game waits), games without
end, broken invariants, and whatever the checks of a step find. A game is the same for the same seed and number.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, structs

from gm_tool.core.draws import Draws
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame
from gm_tool.core.names import any_of
from gm_tool.core.sources import Tab
from gm_tool.engine.turn import BrokenInvariant, Checked, awaited, play
from gm_tool.testing import checks
from gm_tool.testing.tables import (
    Row,
    Setup,
    grid,
    legal_row,
    messages,
    nonsense,
    odd_row,
    random_row,
    random_setup,
    understand,
)
from gm_tool.testing.turns import MOST_STEPS, NoWayOn, PlayedStep, checked_tab, legal_rows

VIEWED = 0.1
"""In this share of the steps, beside each last one, all audiences' views are made: they take the most time."""

Kind = Literal["crash", "dead end", "no end", "broken", "fault"]


class Sheet(Struct, frozen=True):
    """What was sent for a step: a row a player, or what each of them wrote."""

    rows: tuple[tuple[str, Row], ...] = ()
    said: tuple[tuple[str, str], ...] = ()

    def tab(self, game: AnyGame, state: Any, step: Step) -> Tab:
        """The tab in which it stands."""
        if self.said:
            return messages(step, self.said)
        return grid(step, {player: game.form(state, player) for player in step.players}, self.rows)


class Finding(Struct, frozen=True, kw_only=True):
    """Something that went wrong in a game.

    `where` is what findings are told apart by: the place of a crash, the name of a check. `resolved` are the sheets
    of the steps before, `sheet` that of the `step` ("" before the first) in which it happened.
    """

    kind: Kind
    number: int
    step: str
    where: str
    message: str
    setup: Setup | None = None
    resolved: tuple[Sheet, ...] = ()
    sheet: Sheet | None = None


class Fuzzed(Struct, frozen=True):
    """What came of some games: the steps played, the rows sent, and findings, one of each sort."""

    games: int
    steps: int
    rows: int
    findings: tuple[Finding, ...]


def fuzz(kind: type[AnyGame], games: int, seed: str, told: Callable[[int], None] = lambda number: None) -> Fuzzed:
    """Plays so many games; `told` is called after each one with its number."""
    steps = rows = 0
    findings: dict[tuple[str, str], Finding] = {}
    for number in range(games):
        game = _Game(kind, seed, number)
        found = game.play()
        if found is not None:
            findings.setdefault((found.kind, found.where), found)
        steps += len(game.resolved)
        rows += sum(len(sheet.rows) + len(sheet.said) for sheet in game.resolved)
        told(number)
    return Fuzzed(games, steps, rows, tuple(findings.values()))


class _Fault(Exception):
    """A check found something."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check


class _Game:
    """One random game, played until something is found or it is over."""

    def __init__(self, kind: type[AnyGame], seed: str, number: int) -> None:
        self.kind = kind
        self.number = number
        self.chance = random.Random(f"{kind.info.id}/{seed}/{number}")
        self.setup: Setup | None = None
        self.resolved: list[Sheet] = []
        self.step = ""
        self.sheet: Sheet | None = None

    def play(self) -> Finding | None:
        """The first thing that goes wrong; None for a game that ends well."""
        try:
            self.setup = random_setup(self.kind, self.chance)
            game, state = self.setup.begun(self.kind)
            _refuse("holds", checks.holds(game, state))
        except Exception as fault:
            return self._finding(fault)
        for _ in range(MOST_STEPS):
            try:
                step = game.due(state)
                if step is None:
                    return None
                self.step, self.sheet = step.name, None
                after = self._resolve(game, state, step)
            except Exception as fault:
                return self._shrunk(game, state, self._finding(fault))
            state = after
        return self._finding(NoWayOn(f"the game has not ended after {MOST_STEPS} steps"), "no end")

    def _resolve(self, game: AnyGame, state: Any, step: Step) -> Any:
        assert self.setup is not None
        self._probe(game, state, step)
        self.sheet = self._sent(game, state, step)
        checked = _checked(game, state, step, self.sheet)
        if any(player not in checked.orders for player in awaited(game, state, step.players)):
            self.sheet = Sheet(tuple(legal_rows(game, state, step, self.chance).items()))
            checked = _checked(game, state, step, self.sheet)
        played = _carried_out(game, self.setup.seed, state, step, checked)
        self.resolved.append(self.sheet)
        if game.due(played.after) is None or self.chance.random() < VIEWED:
            _refuse("shows", checks.shows(played))
        return played.after

    def _probe(self, game: AnyGame, state: Any, step: Step) -> None:
        """Nonsense, which changes nothing."""
        assert self.setup is not None
        player = self.chance.choice(step.players)
        row = legal_row(game, state, player, self.chance)
        order = understand(game, state, player, game.form(state, player), row).order if row else None
        for _ in range(2):
            faults = checks.refuses_nonsense(game, state, player, order, self.chance)
            _refuse("refuses_nonsense", faults)
        if self.chance.random() < 0.1:
            _refuse("default_stands", checks.default_stands(game, state, self.setup.seed))

    # What is sent

    def _sent(self, game: AnyGame, state: Any, step: Step) -> Sheet:
        rows = [(player, row) for player in step.players if (row := self._row(game, state, player))]
        if self.chance.random() < 0.2:
            return Sheet(said=tuple((player, self._message(game, state, player, row)) for player, row in rows))
        if rows and self.chance.random() < 0.1:
            rows.append((self.chance.choice(("Nobody", rows[0][0].upper(), *game.tally(state))), rows[-1][1]))
        self.chance.shuffle(rows)
        return Sheet(tuple(rows))

    def _row(self, game: AnyGame, state: Any, player: str) -> Row | None:
        form, kind = game.form(state, player), self.chance.random()
        if kind < 0.6:
            return legal_row(game, state, player, self.chance)
        if kind < 0.75:
            return random_row(form, self.chance)
        return odd_row(form, self.chance) if kind < 0.9 else None

    def _message(self, game: AnyGame, state: Any, player: str, row: Row) -> str:
        if self.chance.random() < 0.3:
            return str(nonsense(self.chance, 1))
        order = understand(game, state, player, game.form(state, player), row).order
        return game.say(order) if order is not None else " ".join(str(value) for value in row.values())

    # What is found

    def _finding(self, fault: Exception, kind: Kind | None = None) -> Finding:
        found, where, message = _named(fault)
        return Finding(
            kind=kind or found,
            number=self.number,
            step=self.step,
            where=where,
            message=message,
            setup=self.setup,
            resolved=tuple(self.resolved),
            sheet=self.sheet,
        )

    def _shrunk(self, game: AnyGame, state: Any, found: Finding) -> Finding:
        """The same finding with a sheet as small as it can be made by leaving out rows and entries."""
        assert self.setup is not None
        step = game.due(state) if found.sheet else None
        if found.sheet is None or step is None:
            return found
        smallest = found
        while True:
            for sheet in _smaller(smallest.sheet or Sheet()):
                try:
                    _carried_out(game, self.setup.seed, state, step, _checked(game, state, step, sheet))
                except Exception as fault:
                    kind, where, message = _named(fault)
                    if (kind, where) == (found.kind, found.where):
                        smallest = structs.replace(smallest, sheet=sheet, message=message)
                        break
            else:
                return smallest


def _smaller(sheet: Sheet) -> Iterator[Sheet]:
    """A sheet with a row less, or an entry less in a row."""
    for n in range(len(sheet.said)):
        yield structs.replace(sheet, said=sheet.said[:n] + sheet.said[n + 1 :])
    for n, (player, row) in enumerate(sheet.rows):
        yield structs.replace(sheet, rows=sheet.rows[:n] + sheet.rows[n + 1 :])
        for key in row if len(row) > 1 else ():
            less = (player, {other: value for other, value in row.items() if other != key})
            yield structs.replace(sheet, rows=(*sheet.rows[:n], less, *sheet.rows[n + 1 :]))


def _checked(game: AnyGame, state: Any, step: Step, sheet: Sheet) -> Checked:
    checked = checked_tab(game, state, step, sheet.tab(game, state, step))
    _refuse(
        "problems", (f"{problem!r} has no code or no message" for problem in checked.problems if not _says(problem))
    )
    return checked


def _says(problem: Any) -> bool:
    return bool(problem.code and problem.message)


def _carried_out(game: AnyGame, seed: bytes, state: Any, step: Step, checked: Checked) -> PlayedStep:
    """The step, played and put to all checks. Raises whatever is wrong."""
    done = play(game, state, checked.judged, Draws(seed))
    rows: Mapping[str, Row] = {}
    played = PlayedStep(game, seed, state, step, rows, checked.orders, checked.judged, done.events, done.state)
    for check in (checks.survives_json, checks.folds, checks.adds_up, checks.speaks, checks.reads_back):
        _refuse(check.__name__, check(played))
    return played


def _refuse(check: str, faults: Iterable[str]) -> None:
    for fault in faults:
        raise _Fault(check, fault)


def _named(fault: Exception) -> tuple[Kind, str, str]:
    """What sort of finding an exception is, where it was raised, and what it says."""
    match fault:
        case _Fault():
            return "fault", fault.check, str(fault)
        case BrokenInvariant():
            return "broken", "invariants", str(fault)
        case NoWayOn():
            return "dead end", "legal_rows", str(fault)
        case _:
            last = traceback.extract_tb(fault.__traceback__)[-1]
            place = f"{'/'.join(Path(last.filename).parts[-2:])}, line {last.lineno}"
            return "crash", place, f"{type(fault).__name__}: {fault}"


def in_words(finding: Finding) -> str:
    """A finding in a sentence or two."""
    when = f" in {finding.step}" if finding.step else ""
    players = f" of {any_of(finding.setup.players, 'and')}" if finding.setup else ""
    place = f" ({finding.where})" if finding.kind in ("crash", "fault") else ""
    return f"Game {finding.number}{players}, {finding.kind}{when}: {finding.message}{place}"
