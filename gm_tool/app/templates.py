"""`gm templates`: the wording that came along, copied into the game folder to be changed there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import GameFolder, find_folder, open_folder
from gm_tool.app.language import language_of, unknown_hint
from gm_tool.core.names import any_of, in_any_case
from gm_tool.core.problems import Problem, WrongUse
from gm_tool.core.sources import Place
from gm_tool.io.resources import TEMPLATES, languages, own_folders, own_templates, template_files
from gm_tool.io.transaction import Transaction, lock


class TemplatesReport(Struct, frozen=True):
    """The files of a game's wording in its language; `own` are those that lie in the game folder."""

    language: str
    languages: tuple[str, ...]
    files: tuple[str, ...]
    own: tuple[str, ...]
    problems: tuple[Problem, ...]

    def as_json(self) -> dict[str, object]:
        """The object of `gm templates list --json`."""
        return {
            "language": self.language,
            "languages": list(self.languages),
            "files": list(self.files),
            "own": list(self.own),
            "problems": [problem.as_json() for problem in self.problems],
        }


class CopiedReport(Struct, frozen=True):
    """The templates that were copied, in which language, and those that were there already and stay as they are."""

    language: str
    written: tuple[str, ...]
    kept: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The object of `gm templates copy --json`."""
        return {"language": self.language, "written": list(self.written), "kept": list(self.kept)}


def list_templates(where: Path | None) -> TemplatesReport:
    """The files of a game's wording. Raises WrongUse, BadInput, WorldFailed."""
    folder = open_folder(where)
    language = language_of(folder.config)
    known = template_files(folder.game.info.id, language=language)
    own = tuple(name for name in own_templates(folder.path) if name in known)
    return TemplatesReport(language, languages(folder.game.info.id), tuple(known), own, unused_templates(folder))


def copy_templates(where: Path | None, names: Sequence[str] = (), language: str = "") -> CopiedReport:
    """Copy templates into the game folder, all of them where none is named, never over a file that is there.

    The language is that of game.yaml unless said otherwise; ".txt" may be left out of a name.
    Raises WrongUse for a name or a language that there isn't, BadInput, WorldFailed.
    """
    with lock(find_folder(where)):
        folder = open_folder(where)
        chosen = _chosen_language(folder, language)
        known = template_files(folder.game.info.id, language=chosen)
        wanted = dict.fromkeys(_known_name(name, known) for name in names) if names else dict.fromkeys(known)
        there = own_templates(folder.path)
        transaction = Transaction(folder.path)
        for name in wanted:
            if name not in there:
                transaction.write(f"{TEMPLATES}/{name}", known[name][0].encode())
        kept = tuple(f"{TEMPLATES}/{name}" for name in wanted if name in there)
        return CopiedReport(chosen, transaction.commit(), kept)


def unused_templates(folder: GameFolder) -> tuple[Problem, ...]:
    """A warning (template.unused) for each file among a game's own templates that no post is made of.

    A file that another one names, to include or import it, is used. Folders in there are never read.
    """
    own = own_templates(folder.path)
    files = template_files(folder.game.info.id, folder.path, language_of(folder.config))
    known = template_files(folder.game.info.id)
    used = {name for name in own if name in known or _named(name, files)}
    lost = [_unused(f"{TEMPLATES}/{name}", "No post is made of it", _near(name, known)) for name in own.keys() - used]
    for name in own_folders(folder.path):
        hint = f"Put the files into {TEMPLATES} itself."
        if name in languages(folder.game.info.id):
            hint = f"`language: {name}` in game.yaml is all it takes for posts in that language. {hint}"
        lost.append(_unused(f"{TEMPLATES}/{name}", "It is a folder, and isn't looked into", hint))
    return tuple(sorted(lost, key=lambda problem: problem.place.file))


def _chosen_language(folder: GameFolder, language: str) -> str:
    known = languages(folder.game.info.id)
    chosen = in_any_case(language, known)
    if chosen and chosen not in known:
        raise WrongUse(f"There is no wording in the language {language!r}.", unknown_hint(language, known))
    return chosen or language_of(folder.config)


def _known_name(name: str, known: Iterable[str]) -> str:
    """The template that a name on the command line means."""
    names = tuple(known)
    for candidate in (in_any_case(name, names), in_any_case(f"{name}.txt", names)):
        if candidate in names:
            return candidate
    raise WrongUse(f"There is no template {name!r}.", _near(name, names))


def _named(name: str, files: Mapping[str, tuple[str, str]]) -> bool:
    """Whether another template names this one, in either kind of quotation marks."""
    return any(f"{mark}{name}{mark}" in text for other, (text, _) in files.items() for mark in "'\"" if other != name)


def _near(name: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = difflib.get_close_matches(name[:100].lower(), names, 1) or difflib.get_close_matches(
        f"{name[:100].lower()}.txt", names, 1
    )
    return f"Did you mean {near[0]}?" if near else f"There are: {any_of(names, 'and')}."


def _unused(file: str, why: str, hint: str) -> Problem:
    return Problem(
        code="template.unused",
        severity="warning",
        message=f"gm doesn't use {file}. {why}.",
        place=Place(file),
        hint=hint,
    )
