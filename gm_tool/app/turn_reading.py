"""The sheet of a game that goes turn by turn, read: what its rows are for, and which turns can be taken."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from msgspec import Struct, structs

from gm_tool.app.about import about_game
from gm_tool.app.clock import DAY_FIRST, deadline_problems
from gm_tool.app.folder import GameFolder
from gm_tool.app.resolve_report import TurnFate, TurnsTold, TurnTold
from gm_tool.app.source import AS_SET, ReadTab, Request, at_settings, read_tab
from gm_tool.app.state_before import state_before
from gm_tool.core.problems import WrongUse
from gm_tool.engine.entries import Source
from gm_tool.engine.queue import Queue, Sorted, had_before, line_up, sort_out
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import Checked, waiting
from gm_tool.engine.turns import Run, Turn, run


class TurnReading(Struct, frozen=True):
    """What was read, and what comes of it."""

    source: Source
    read: ReadTab
    queue: Queue
    rows: Sorted
    run: Run


def read_turns(
    folder: GameFolder, request: Request = AS_SET, limit: int | None = None, missing: tuple[str, ...] = ()
) -> TurnReading:
    """Read the sheet, and take the turns that can be taken, up to the turn `limit`. Nothing is written.

    `missing` names players who miss a turn, once for each time. Raises BadInput, WrongUse, WorldFailed.
    """
    state = state_before(folder, folder.played + 1)
    due = folder.game.due(state) or folder.step(folder.played)
    read = read_tab(folder, due, request)
    everybody = structs.replace(due, players=folder.config.names)
    clock = Clock(zone=ZoneInfo(folder.config.zone), day_first=DAY_FIRST[folder.config.date_order])
    form = folder.game.form(state, None)
    queue = line_up(read.tab, form, folder.names, everybody, folder.config.columns, clock)
    about = about_game(folder, deadline_problems(folder.config, due))
    queue = structs.replace(queue, problems=(*about, *read.problems, *at_settings(folder.config, queue.problems)))
    rows = sort_out(queue, had_before(folder.journal.steps, read.tab.file, read.tab.title))
    named = tuple(folder.player(name) for name in missing)
    taken = run(lambda number: folder.under(number).game, state, queue, rows, folder.seed(), limit, named)
    source = Source(read.tab.file, read.tab.title, read.digest, dict(queue.titles), queue.timed, queue.turns)
    return TurnReading(source, read, queue, rows, taken)


def ahead_by_seat(folder: GameFolder, taken: Run) -> dict[str, int]:
    """How many rows of each player wait for later turns, in the order of the seats."""
    return {player: taken.ahead[player] for player in folder.config.names if player in taken.ahead}


def refuse_late(request: Request) -> None:
    """Refuse (WrongUse) to let late rows count: turn by turn none is."""
    if request.accepted:
        raise WrongUse(
            "--accept-late is for games in which all send orders at once: turn by turn no order is late.",
            "Leave it out.",
        )


def turns_told(folder: GameFolder, taken: Run) -> TurnsTold:
    """A run as reports tell it."""
    return TurnsTold(
        turns=tuple(_told(folder, turn) for turn in taken.turns),
        due=taken.due.name if taken.due else "",
        player=taken.due.players[0] if taken.due else "",
        waits=taken.stop == "waiting",
        ahead=ahead_by_seat(folder, taken),
        may_miss=taken.due is not None and not waiting(folder.game, taken.state, taken.due.players),
    )


def _told(folder: GameFolder, turn: Turn) -> TurnTold:
    checked = turn.checked
    [player] = checked.step.players
    order = checked.orders.get(player)
    row = next((account.place.cell for account in checked.accounts if account.fate in ("used", "refused")), "")
    said = "" if order is None else folder.game.say(order)
    return TurnTold(checked.step.name, player, order, said, row, _fate(checked, player))


def _fate(checked: Checked, player: str) -> TurnFate:
    if player in checked.missing:
        return "missing"
    return "refused" if player in checked.refused else "used"
