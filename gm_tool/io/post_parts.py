"""The files of a post that is longer than the forum takes: beside the whole one, each of its parts.

`public.txt` in three parts is also `public.part-1.txt` to `public.part-3.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

_PART = re.compile(r"(.+)\.part-[1-9][0-9]*\.txt")


def part_name(name: str, number: int) -> str:
    """The file of a part of a post, from 1: "posts/round-05/public.part-1.txt"."""
    return f"{name.removesuffix('.txt')}.part-{number}.txt"


def stale_parts(root: Path, names: Iterable[str]) -> tuple[str, ...]:
    """Parts that lie in a game folder from when a post was longer: of the posts among `names`, but not among them.

    Names are relative to `root`, with slashes. Other files, whatever they are called, are none.
    """
    current = frozenset(names)
    folders = sorted({str(PurePosixPath(name).parent) for name in current})
    stale = []
    for folder in folders:
        place = root / folder
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            name, found = f"{folder}/{path.name}", _PART.fullmatch(path.name)
            if found and f"{folder}/{found[1]}.txt" in current and name not in current and path.is_file():
                stale.append(name)
    return tuple(stale)
