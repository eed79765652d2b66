"""Steps played again after a correction or a change of rulings: what changes for whom, and all files that follow.

First comes a plan, which writes nothing; then, if the GM agrees, one transaction with the journal as its first file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct, structs

from gm_tool.app.changes import NumberChange, OrderChange, number_changes, order_changes
from gm_tool.app.folder import GameFolder, settings_of
from gm_tool.app.made import Made, write_made
from gm_tool.app.ours import FINAL, RESULTS
from gm_tool.app.outputs import grown
from gm_tool.app.posts import all_posts
from gm_tool.app.publish import Publisher
from gm_tool.app.recorded import recorded
from gm_tool.app.reveal import is_revealed, reveal_files, revealed_early
from gm_tool.app.sheet import next_sheet
from gm_tool.app.sheet_content import sheet_file
from gm_tool.app.snapshots import keep_resolved
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.shell import quoted
from gm_tool.core.sources import Place
from gm_tool.engine.corrections import Leave, Mended, Redone, Ruled, Stale, play_again
from gm_tool.engine.entries import CorrectEntry, RulingEntry
from gm_tool.engine.journal import versions
from gm_tool.engine.turn import BrokenInvariant
from gm_tool.io.journal_file import JOURNAL, journal_lines, write_journal
from gm_tool.io.transaction import Transaction, lock


class Redoing(Struct, frozen=True):
    """A plan: the game as it is, as it would be, and what was played again. `mended` is by the step's number.

    `after` is None where something stands in the way: `problems` say what.
    """

    before: GameFolder
    first: int
    redone: Redone
    mended: Mapping[int, Mended]
    after: GameFolder | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def orders(self) -> tuple[OrderChange, ...]:
        """Whose orders are others than they were."""
        wrong = {(step, problem.player) for step, problem in self.redone.wrong}
        return order_changes(self.before, self.redone.steps, self.mended, wrong)

    @property
    def numbers(self) -> tuple[NumberChange, ...]:
        """Of what the players have another number in the end."""
        return number_changes(self.before, self.after) if self.after else ()

    @property
    def changes_nothing(self) -> bool:
        """Whether all comes out as it was: the orders that count, what happened by them, what the GM has adjusted."""
        return self.after is not None and _happened(self.before, self.first) == _happened(self.after, self.first)


def _happened(folder: GameFolder, first: int) -> tuple[list[Json], list[Json]]:
    """What happened from step `first` on, apart from where the orders came from."""
    line = folder.journal.line
    steps: list[Json] = [(one.step, one.orders, one.set_aside, one.events) for one in line.steps[first - 1 :]]
    adjusts: list[Json] = [[(one.player, one.what, one.amount) for one in after] for after in line.adjusts[first:]]
    return steps, adjusts


def plan_again(
    folder: GameFolder,
    head: CorrectEntry | RulingEntry,
    first: int,
    mended: Mapping[int, Mended],
    leave: Leave,
) -> Redoing:
    """Play a game again from step `first` on, after the entry `head`. Raises BadInput (state.wrong, correct.broken)."""
    line, kind = folder.journal.line, type(folder.game)
    if isinstance(head, RulingEntry):
        line = structs.replace(line, rulings=(*line.rulings, head))

    def ruled(number: int) -> Ruled:
        settings = settings_of(kind, line.rulings_at(number)) if line.rulings else folder.settings
        return Ruled(kind(settings), settings)

    try:
        redone = play_again(folder.journal.line, first, ruled, folder.seed(), mended, leave)
    except BrokenInvariant as broken:
        raise BadInput([Problem(code="correct.broken", message=f"That can't be played: {broken}.")]) from broken
    plan = Redoing(folder, first, redone, mended)
    problems = _in_the_way(redone)
    if problems:
        return structs.replace(plan, problems=problems)
    under = ruled(first)
    head = structs.replace(head, **versions(under.game, under.settings), again=len(redone.entries))
    if isinstance(head, CorrectEntry):
        changed: dict[str, tuple[str, ...]] = {}
        for change in plan.orders:
            changed[change.step] = (*changed.get(change.step, ()), change.player)
        head = structs.replace(head, orders=changed)
    return structs.replace(plan, after=grown(folder, [head, *redone.entries]))


def _in_the_way(redone: Redone) -> tuple[Problem, ...]:
    """What has to be decided or mended before anything can be written."""
    wrong = [structs.replace(one, message=f"{step}: {one.message}") for step, one in redone.wrong]
    undecided = [
        Problem(
            code="correct.stale",
            player=stale.player,
            message=f"{stale.step}: the order of {stale.player} doesn't stand any more. {stale.problems[0].message}",
            hint=f'Set another: --set {_whose(stale)} "ORDER". '
            f"Or have it count as not sent: --as-missing {_whose(stale)}, "
            "or --invalid-as-missing for all.",
        )
        for stale in redone.stale
    ]
    lost = [
        Problem(
            code="correct.adjust",
            player=entry.player,
            message=f"The adjustment of {entry.date} after {entry.step or 'the start'}, {entry.what} {entry.amount:+d} "
            f"for {entry.player}, can't be made any more: {why}",
            hint=f"Leave it out: --without {entry.entry}, its number in `gm history`.",
        )
        for entry, why in redone.lost
    ]
    return (*wrong, *undecided, *lost)


def _whose(stale: Stale) -> str:
    """Whose order no longer stands, as the options of the command name it."""
    return quoted(f"{stale.step}:{stale.player}")


def write_again(plan: Redoing) -> tuple[str, ...]:
    """Write the journal of a plan and all files that follow from it; gives those that changed. Raises WorldFailed."""
    assert plan.after is not None, "a plan with problems isn't carried out"
    read_anew = [number for number, mended in plan.mended.items() if mended.entry]
    return write_journal_and_files(plan.before, plan.after, plan.first, read_anew)


def write_journal_and_files(
    before: GameFolder, after: GameFolder, first: int, read_anew: Collection[int] = ()
) -> tuple[str, ...]:
    """Bring the files of a game from one journal to a longer one, in one transaction: posts from step `first` on.

    Posts of steps that are no more are removed; a next sheet in which nothing was filled in is made anew. Of steps
    that were `read_anew` a snapshot is kept, as `gm resolve` keeps one.
    Raises WorldFailed, as well where another gm has written since the plan was made; BadInput (snapshot.unreadable).
    """
    folder = after.path
    with lock(folder):
        if tuple(journal_lines(folder / JOURNAL)) != before.lines:
            raise WorldFailed("Another gm has written to this game meanwhile.", "Look again, then repeat the command.")
        files = files_after(before, after, first)
        transaction = Transaction(folder)
        write_journal(transaction, after.lines)
        for number in read_anew:
            keep_resolved(transaction, recorded(after, number), after.entry(number).source)
        write_made(transaction, files)
        for name in _obsolete(before, after, {made.name for made in files}):
            transaction.drop(name)
        return transaction.commit()


def files_after(before: GameFolder, after: GameFolder, first: int) -> list[Made]:
    """The posts from step `first` on, all errata, the results, the next sheet where it may be written.

    What `gm reveal` has written tells all orders: it is made anew, too.
    """
    publisher = Publisher(after)
    files = list(all_posts(publisher, first))
    if after.played:
        files.append(publisher.results())
    if after.over and is_revealed(after.path):
        files += reveal_files(publisher)
    sheet = _untouched_sheet(before, after) or next_sheet(after)
    return [*files, sheet] if sheet else files


def _untouched_sheet(before: GameFolder, after: GameFolder) -> Made | None:
    """The next sheet anew, where it lies there as it was made for the game before."""
    step = before.due
    if step is None or before.played != after.played or after.over or not before.config.source.is_default:
        return None
    name = before.order_file(step)
    path = before.path / name
    if not path.is_file() or path.read_bytes() != sheet_file(before, step):
        return None
    return Made(name, sheet_file(after, step), secret=True)


def stale_sheet(before: GameFolder, after: GameFolder) -> tuple[Problem, ...]:
    """A note (sheet.before) where the next sheet lies there, filled in, and would be made otherwise now."""
    step = after.due
    name = after.order_file(step) if step and after.config.source.is_default else ""
    if not step or not name or not (after.path / name).is_file() or _untouched_sheet(before, after):
        return ()
    if before.played == after.played and sheet_file(before, step) == sheet_file(after, step):
        return ()
    problem = Problem(
        code="sheet.before",
        severity="note",
        place=Place(name),
        message=f"{name} was made before this change and isn't touched: its drop-downs may offer what isn't legal now.",
        hint="What is filled in counts as it stands; `gm check` tells what doesn't.",
    )
    return (problem,)


def seed_is_out(after: GameFolder) -> tuple[Problem, ...]:
    """A warning (reveal.early) where the seed was revealed, and the game goes on after all."""
    return tuple(structs.replace(problem, severity="warning") for problem in revealed_early(after))


def _obsolete(before: GameFolder, after: GameFolder, kept: set[str]) -> list[str]:
    """The files in the folders of posts of steps that are no more, and of the end where the game goes on.

    Where no step is resolved any more, the results go, too.
    """
    gone = [before.step(number).slug for number in range(after.played + 1, before.played + 1)]
    books = [] if after.played else [RESULTS]
    folders = [f"posts/{slug}" for slug in gone] + ([] if after.over else [f"posts/{FINAL}"])
    names = [
        path.relative_to(after.path).as_posix()
        for folder in folders
        for path in sorted((after.path / folder).rglob("*"))
        if path.is_file()
    ]
    return [name for name in (*names, *books) if name not in kept]


MANY = 4
"""Of more steps only the first and the last are named."""


def touched(before: GameFolder, first: int) -> str:
    """The steps that are out, in words: "round-5 and round-6", "turn-5 to turn-48"."""
    names = [step.step for step in before.journal.steps[first - 1 :]]
    return any_of(names, "and") if len(names) <= MANY else f"{names[0]} to {names[-1]}"


def changes_json(plan: Redoing) -> dict[str, Json]:
    """What `--json` tells of a plan."""
    return {
        "steps": [step.step for step in plan.redone.steps],
        "fallen": list(plan.redone.fallen),
        "published": len(plan.before.journal.steps[plan.first - 1 :]),
        "orders": [change.as_json() for change in plan.orders],
        "numbers": [change.as_json() for change in plan.numbers],
    }
