"""Whether a folder lies where others may read it: in a git repository that goes elsewhere, or in a cloud's folder.

Nothing is run for that: git's own files are read, as far as they say which files it leaves out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from msgspec import Struct

IGNORE = ".gitignore"
_REMOTE = re.compile(r'^\s*\[remote\s+"', re.MULTILINE)
_CLOUDS = {
    "onedrive": "OneDrive",
    "dropbox": "Dropbox",
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "my drive": "Google Drive",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "com~apple~clouddocs": "iCloud",
    "nextcloud": "Nextcloud",
    "owncloud": "ownCloud",
    "pclouddrive": "pCloud",
}


class Repository(Struct, frozen=True):
    """A git repository: its top folder, git's own folder, and whether it knows a place to send its files to."""

    root: Path
    git: Path
    remote: bool


def repository_of(folder: Path) -> Repository | None:
    """The git repository that a folder, which needn't be there yet, lies in; None where it lies in none."""
    here = Path(os.path.realpath(folder))
    for root in (here, *here.parents):
        git = _git_folder(root / ".git")
        if git is not None:
            return Repository(root, git, bool(_REMOTE.search(_text(git / "config"))))
    return None


def _git_folder(entry: Path) -> Path | None:
    """Where git keeps its files: the folder `.git`, or the one that a file of that name points to."""
    if entry.is_dir():
        return entry
    pointer = _text(entry)
    if not pointer.startswith("gitdir:"):
        return None
    git = entry.parent / pointer.removeprefix("gitdir:").strip()
    common = _text(git / "commondir").strip()
    return git / common if common else git


def _text(path: Path) -> str:
    """The text of a file of git's, "" where it isn't there or can't be read: then nothing is known."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        return ""


def cloud_of(folder: Path) -> str:
    """The cloud in whose folder this one lies, by the folders' names: "OneDrive"; "" for none."""
    for part in (*folder.absolute().parts, *Path(os.path.realpath(folder)).parts):
        for beginning, name in _CLOUDS.items():
            if part.casefold().startswith(beginning):
                return name
    return ""


# What git leaves out


class _Rule(Struct, frozen=True):
    """A line of a list: for which paths it is, relative to the list's folder, and whether it takes them back in."""

    pattern: re.Pattern[str]
    base: PurePosixPath
    takes_in: bool
    folders_only: bool


def is_ignored(repository: Repository, file: Path) -> bool:
    """Whether git leaves out a file, which needn't be there, as long as nobody has added it by force.

    Read are the repository's own lists: `.gitignore` from its top down, and `info/exclude`.
    """
    path = PurePosixPath(Path(os.path.realpath(file)).relative_to(repository.root).as_posix())
    rules = list(_rules(repository, path))
    way = [PurePosixPath(*path.parts[:count]) for count in range(1, len(path.parts) + 1)]
    return any(_left_out(rules, part, folder=part != path) for part in way)


def _left_out(rules: list[_Rule], path: PurePosixPath, folder: bool) -> bool:
    """Whether the last rule that is for this path leaves it out."""
    for rule in reversed(rules):
        if not path.is_relative_to(rule.base) or path == rule.base or (rule.folders_only and not folder):
            continue
        if rule.pattern.fullmatch(path.relative_to(rule.base).as_posix()):
            return not rule.takes_in
    return False


def _rules(repository: Repository, path: PurePosixPath) -> Iterator[_Rule]:
    """The rules that may be for a path, the weakest first."""
    yield from _rules_in(_text(repository.git / "info" / "exclude"), PurePosixPath())
    for folder in reversed(path.parents):
        yield from _rules_in(_text(repository.root / folder / IGNORE), folder)


def _rules_in(text: str, base: PurePosixPath) -> Iterator[_Rule]:
    for line in text.removeprefix("\ufeff").splitlines():
        pattern = re.sub(r"(?<!\\) +$", "", line)
        if not pattern or pattern.startswith("#"):
            continue
        takes_in = pattern.startswith("!")
        pattern = pattern.removeprefix("!")
        folders_only = pattern.endswith("/")
        compiled = _compiled(pattern.rstrip("/") if folders_only else pattern)
        if compiled is not None:
            yield _Rule(compiled, base, takes_in, folders_only)


def _compiled(pattern: str) -> re.Pattern[str] | None:
    """A pattern of git's as a regular expression for a path; None where it is none."""
    anywhere = "/" not in pattern
    try:
        return re.compile(("(?:.*/)?" if anywhere else "") + "".join(_pieces(pattern.removeprefix("/"))))
    except re.error:
        return None


_PIECE = re.compile(r"^\*\*/|/\*\*/|/\*\*$|\*+|\?|\[[!^]?\]?[^]]*\]|\\.|.", re.DOTALL)


def _pieces(pattern: str) -> Iterator[str]:
    for found in _PIECE.finditer(pattern):
        piece = found[0]
        match piece:
            case "**/":
                yield "(?:.*/)?"
            case "/**/":
                yield "/(?:.*/)?"
            case "/**":
                yield "/.+"
            case "?":
                yield "[^/]"
            case _ if piece.startswith("*"):
                yield "[^/]*"
            case _ if piece.startswith("[") and len(piece) > 1:
                inner = piece[1:-1]
                shut = inner[0] in "!^"
                listed = (inner[1:] if shut else inner).replace("[", "\\[")
                yield f"[^/{listed}]" if shut else f"(?!/)[{listed}]"
            case _:
                yield re.escape(piece[-1])
