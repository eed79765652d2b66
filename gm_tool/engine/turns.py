"""Turns that follow each other: as many filled rows as can be taken, one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, structs

from gm_tool.core.draws import Draws
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame
from gm_tool.core.names import any_of
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.shell import quoted
from gm_tool.engine.candidates import Examined, examine, foresee
from gm_tool.engine.places import in_reading_order
from gm_tool.engine.queue import Queue, Sorted, TurnRow
from gm_tool.engine.rivals import differing, lines_of, same
from gm_tool.engine.submissions import Fate, RowAccount
from gm_tool.engine.turn import Checked, Played, lacking, play

Stop = Literal["waiting", "refused", "limit", "over"]
"""Why no further turn is taken: nothing was sent for it, what was sent doesn't stand, or there is none to take."""


class Turn(Struct, frozen=True):
    """A turn that was taken: what was checked, and what came of it."""

    checked: Checked
    played: Played


class Run(Struct, frozen=True):
    """The turns that could be taken, in order, and why it ended there.

    `due` is the turn after them, None when the game is over; `state` the state before it. `checked` is the whole
    of it: the last turn taken, or the one due where none was, with all rows and problems of the sheet; `missing`
    and `refused` in it are of the turn that is due. `ahead` tells how many rows of each player wait for later turns.
    """

    turns: tuple[Turn, ...]
    stop: Stop
    due: Step | None
    state: Any
    checked: Checked
    ahead: Mapping[str, int]


def run(
    game_at: Callable[[int], AnyGame],
    state: Any,
    queue: Queue,
    rows: Sorted,
    seed: bytes,
    limit: int | None = None,
    missing: Sequence[str] = (),
) -> Run:
    """Take turns from a queue, up to the turn of number `limit`; `game_at` is the game, under the rulings of a turn.

    Each name in `missing` lets that player miss one turn: where nothing was sent for it, or what was sent
    doesn't stand. Problem codes: the game's, those of `examine`, row.twice, player.not_asked (an error: the row
    names a turn that is another's), missing.unused (a warning), those of `foresee` (warnings,
    for rows of turns to come).
    """
    left = _OpenRows(queue, rows, seed, missing)
    turns: list[Turn] = []
    number = rows.next
    while True:
        game = game_at(number + len(turns))
        due = game.due(state)
        if due is None:
            stop: Stop = "over"
        elif limit is not None and due.number > limit:
            stop = "limit"
        elif left.blocked:
            stop = "refused"
        else:
            turn = left.take(game, state, due)
            if turn is not None:
                turns.append(turn)
                state = turn.played.state
                continue
            stop = left.stopped
        return left.ended(turns, stop, due, state, game)


class _OpenRows:
    """A queue from which turns are taken: what is left of it, and how its rows end."""

    def __init__(self, queue: Queue, rows: Sorted, seed: bytes, missing: Sequence[str]) -> None:
        self.queue = queue
        self.rows = rows
        self.seed = seed
        self.missing = list(missing)
        self.free = {player: list(several) for player, several in rows.free.items()}
        self.ends: dict[str, tuple[Fate, str]] = {
            line: ("ignored", f"of {had.name}") for line, had in rows.past.items()
        }
        self.ends |= {line: ("refused", reason) for line, reason in rows.refused.items()}
        self.problems: list[Problem] = [*queue.problems, *rows.problems]
        self.blocked = has_errors(self.problems)
        self.stopped: Stop = "waiting"
        self.awaited = False  # the game has nothing to put in the place of the order that is due

    def take(self, game: AnyGame, state: Any, due: Step) -> Turn | None:
        """The turn that is due, played; None where it can't be, and `stopped` tells why."""
        [player] = due.players
        row, problems = self._row_of(due, player)
        if row is None and problems:
            self._refuse(problems)
            return None
        examined, said = self._examined(game, state, row) if row is not None else (None, [])
        problems += said
        if examined is None and player not in self.missing:
            if row is not None:
                self._refuse(problems)
            return None
        if examined is None:
            needed = lacking(game, state, due, [player]).get(player)
            if needed is not None:
                self.awaited = True
                self._refuse([*problems, *needed])
                return None
            self.missing.remove(player)
        checked = self._taken(due, row, examined, problems)
        return Turn(checked, play(game, state, checked.judged, Draws(self.seed)))

    def _examined(self, game: AnyGame, state: Any, row: TurnRow) -> tuple[Examined | None, list[Problem]]:
        """What a row says, where it can be used, and what is to be said of it; the row has its end by that."""
        problems = list(row.row.problems)
        examined = examine(game, state, row.row.sent) if row.row.sent is not None else None
        problems += examined.problems if examined else ()
        error = next((problem for problem in problems if problem.severity == "error"), None)
        if examined is None or error is not None:
            self._end(row, "refused", error.message if error else row.row.account.reason)
            return None, problems
        self._end(row, "used", "")
        return examined, problems

    def _taken(self, due: Step, row: TurnRow | None, examined: Examined | None, problems: list[Problem]) -> Checked:
        """A turn that can be played, with that row or none: the row is taken out of the queue."""
        [player] = due.players
        if row is not None and row.number is None:
            self.free[player].remove(row)
        concerned = self.rows.numbered.get(due.number, ()) or ((row,) if row else ())
        checked = Checked(
            step=due,
            orders={player: examined.order} if examined else {},
            judged={player: examined.judged} if examined else {},
            missing=(player,) if row is None else (),
            refused=(player,) if row is not None and examined is None else (),
            accounts=tuple(self._account(found) for found in concerned),
            problems=tuple(problems),
        )
        self.problems += problems
        return checked

    def _row_of(self, due: Step, player: str) -> tuple[TurnRow | None, list[Problem]]:
        """The row for a turn and what is to be said of others; no row but a problem, where it isn't clear."""
        named = self.rows.numbered.get(due.number, ())
        others = [row for row in named if row.player != player]
        if others:
            for row in named:
                self._end(row, "ignored", f"another row is of {due.name}, too")
            for row in others:
                self._end(row, "refused", f"{due.name} is {player}'s")
            said = [problem for row in others for problem in row.row.problems if problem.severity == "error"]
            return None, said or [_not_asked(row, due, player) for row in others]
        if not named:
            return next(iter(self.free.get(player, ())), None), []
        first, *twins = named
        sents = [row.row.sent for row in named]
        if any(twin.said != first.said for twin in twins):
            for row in named:
                self._end(row, "refused", "the player has rows that differ")
            lines = lines_of([sent for sent in sents if sent])
            return None, [differing(sent, lines) for sent in sents if sent]
        problems = []
        for twin in twins:
            self._end(twin, "superseded", f"the same as row {first.row.line}")
            if twin.row.sent and first.row.sent:
                problems.append(same(twin.row.sent, first.row.sent))
        return first, problems

    def _refuse(self, problems: Sequence[Problem]) -> None:
        self.problems += problems
        self.stopped = "refused"

    def _end(self, row: TurnRow, fate: Fate, reason: str) -> None:
        self.ends[row.row.line] = (fate, reason)

    def _account(self, row: TurnRow) -> RowAccount:
        """What became of a row, with what it says to the GM where it was judged."""
        account = row.row.account
        if row.row.line not in self.ends:
            if not row.filled or account.fate == "refused":
                return account
            return structs.replace(account, fate="ignored", reason="for a later turn")
        fate, reason = self.ends[row.row.line]
        note = row.row.sent.note if row.row.sent and fate in ("used", "refused") else ""
        return structs.replace(account, fate=fate, reason=reason, note=note)

    def ended(self, turns: Sequence[Turn], stop: Stop, due: Step | None, state: Any, game: AnyGame) -> Run:
        """The run as a whole."""
        ahead: Counter[str] = Counter()
        for row in self.queue.rows:
            if not row.filled or row.row.line in self.ends:
                continue
            if stop == "over":
                self._end(row, "ignored", "the game was over before")
            elif row.row.account.fate == "refused":
                self.problems += [said for said in row.row.problems if said.severity == "error"]
            else:
                ahead[row.player] += 1
                self.problems += foresee(game, state, row.row.sent) if row.row.sent is not None else ()
        unused = dict.fromkeys(self.missing)
        self.problems += [self._unused(player, due, stop) for player in unused]
        last = turns[-1].checked if turns else None
        step = last.step if last else due
        assert step is not None, "a game that is over is not run on"
        checked = Checked(
            step=step,
            orders=last.orders if last else {},
            judged=last.judged if last else {},
            missing=due.players if due and stop == "waiting" else (),
            refused=due.players if due and stop == "refused" else (),
            accounts=tuple(self._account(row) for row in self.queue.rows),
            problems=in_reading_order(self.problems),
        )
        return Run(tuple(turns), stop, due, state, checked, dict(ahead))

    def _unused(self, player: str, due: Step | None, stop: Stop) -> Problem:
        """What is said of a player who was to miss a turn, and has missed none."""
        hint = "--missing lets a player miss the turn that is due, where nothing was sent for it."
        if due is None:
            why = "wasn't needed: the game is over"
        elif player not in due.players:
            why = f"wasn't needed: now {due.name} is {any_of(due.players)}'s"
        elif self.awaited:
            why = f"isn't possible: the game can't go on without {player}'s order for {due.name}"
            hint = "Ask for it, and fill it into the sheet."
        elif stop == "limit":
            why = f"wasn't needed: {due.name} was not to be taken yet"
        else:
            why = f"has to wait: there is something wrong with the rows for {due.name}"
            hint = "Mend them first."
        message = f"--missing {quoted(player)} {why}."
        return Problem(code="missing.unused", severity="warning", player=player, message=message, hint=hint)


def _not_asked(row: TurnRow, due: Step, player: str) -> Problem:
    return Problem(
        code="player.not_asked",
        player=row.player,
        place=row.row.account.place,
        message=f"This row has an order of {row.player} for {due.name}, but {due.name} is {player}'s.",
        hint=f"Mend the {due.word.capitalize()} or the Player. A row without a number counts for that player's next "
        f"own {due.word}.",
    )
