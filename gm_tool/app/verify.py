"""`gm verify`: the journal's chain, the whole game played again, and every file compared with what it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, structs, to_builtins

from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.leftovers import journal_gone, left_behind
from gm_tool.app.made import Made
from gm_tool.app.ours import REVEAL, taken_by_others
from gm_tool.app.posts import all_posts
from gm_tool.app.publish import Publisher
from gm_tool.app.reveal import is_revealed, reveal_files, revealed_early
from gm_tool.core.game import Json
from gm_tool.core.problems import BadInput, Problem, WorldFailed, WrongUse, has_errors
from gm_tool.core.sources import Place
from gm_tool.engine.entries import AnyEntry
from gm_tool.engine.journal import read
from gm_tool.engine.replay import replay

_PNG = re.compile(rb"data:image/png;base64,[A-Za-z0-9+/=]*")


class RulesUsed(Struct, frozen=True):
    """A stretch of the journal that was made by one version of the rules: its lines, from the first to the last."""

    version: str
    first: int
    last: int


class VerifyReport(Struct, frozen=True):
    """What was compared, and what differs. Files that are gone are warnings: they can be made again.

    `version` is that of the rules with which it was played again, `rules` are those with which it was made.
    """

    title: str
    entries: int
    steps: int
    files: int
    problems: tuple[Problem, ...]
    version: str = ""
    rules: tuple[RulesUsed, ...] = ()

    @property
    def verified(self) -> bool:
        """Whether nothing differs."""
        return not has_errors(self.problems)

    def as_json(self) -> dict[str, Json]:
        """The object of `gm verify --json`."""
        return {
            "title": self.title,
            "verified": self.verified,
            "entries": self.entries,
            "steps": self.steps,
            "files": self.files,
            "rules": {"version": self.version, "made_by": [to_builtins(used) for used in self.rules]},
            "problems": [problem.as_json() for problem in self.problems],
        }


def verify(where: Path | None) -> VerifyReport:
    """Verify a game folder. Raises BadInput where the journal's chain is broken, WrongUse, WorldFailed."""
    folder = open_folder(where)
    folder = structs.replace(folder, journal=read(folder.lines))  # all of it, by no index
    problems = [_by_rules(folder, problem) for problem in _replayed(folder)]
    problems += revealed_early(folder)
    files = 0
    if not has_errors(problems):
        for made in _all_files(folder):
            files += 1
            problems += _compared(folder.path, made)
    problems += left_behind(folder) if folder.started else journal_gone(folder) or taken_by_others(folder.path)
    return VerifyReport(
        folder.title,
        len(folder.journal.entries),
        folder.played,
        files,
        tuple(problems),
        folder.game.info.version,
        rules_used(folder.journal.entries),
    )


def _replayed(folder: GameFolder) -> tuple[Problem, ...]:
    return replay(folder.under(0).game, folder.journal, folder.seed()) if folder.started else ()


def altered_journal(where: Path | None) -> tuple[Problem, ...]:
    """What the journal has that its game can't have come to, as `verify` finds it, where a command can't go on by it.

    Nothing where it was made by another version of the rules, and where there is no game folder, or none that opens.
    """
    try:
        folder = open_folder(where)
        found = _replayed(structs.replace(folder, journal=read(folder.lines)))
    except (BadInput, WrongUse, WorldFailed):
        return ()
    hint = (
        "The journal was altered by hand. Put journal.jsonl back from a copy; what was resolved since then can be "
        "resolved again. `gm verify` checks it."
    )
    return tuple(structs.replace(problem, hint=hint) for problem in found if _by_rules(folder, problem) is problem)


def _by_rules(folder: GameFolder, problem: Problem) -> Problem:
    """What differs, with both versions of the rules where the entry was made by another one than is here."""
    number = int(problem.place.cell.removeprefix("line "))
    made_by, version = folder.journal.entries[number - 1].rules, folder.game.info.version
    if made_by == version:
        return problem
    hint = (
        f"It was made by version {made_by} of the rules; by version {version}, which is here, it would come out "
        f"otherwise. What is resolved stays as it was; from here on the game is played by version {version}."
    )
    return structs.replace(problem, hint=hint)


def rules_used(entries: Sequence[AnyEntry]) -> tuple[RulesUsed, ...]:
    """Which versions of the rules the entries were made by, stretch by stretch."""
    used: list[RulesUsed] = []
    for number, entry in enumerate(entries, 1):
        first = number
        if used and used[-1].version == entry.rules:
            first = used.pop().first
        used.append(RulesUsed(entry.rules, first, number))
    return tuple(used)


def _all_files(folder: GameFolder) -> Iterator[Made]:
    publisher = Publisher(folder)
    yield from all_posts(publisher)
    if folder.played:
        yield publisher.results()
    if is_revealed(folder.path):
        yield from reveal_files(publisher)


def _compared(root: Path, made: Made) -> list[Problem]:
    path = root / made.name
    again = "reveal" if made.name.startswith(f"posts/{REVEAL}/") else "posts"
    if not path.is_file():
        message = f"{made.name} is not there."
        hint = f"`gm {again}` makes it again."
        return [Problem(code="file.gone", severity="warning", message=message, place=Place(made.name), hint=hint)]
    found = path.read_bytes()
    if found == made.data:
        return []
    if _without_png(made.name, found) == _without_png(made.name, made.data):
        message = f"The picture in {made.name} was drawn by another version of the library that draws, or edited."
        hint = "`gm posts` draws it anew."
        return [Problem(code="picture.differs", severity="warning", message=message, place=Place(made.name), hint=hint)]
    message = (
        f"{made.name} is not what the journal makes: the file was edited, or the title, the wording, the dialect, the "
        "language, the deadlines or a player's time zone have changed since."
    )
    hint = f"`gm {again}` makes it anew."
    return [Problem(code="file.differs", message=message, place=Place(made.name), hint=hint)]


def _without_png(name: str, data: bytes) -> bytes:
    """What of a file must be the same whatever draws its PNGs: their SVGs lie beside them and tell what they show."""
    return b"" if name.endswith(".png") else _PNG.sub(b"", data) if name.endswith(".html") else data
