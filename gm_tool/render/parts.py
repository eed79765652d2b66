"""A post that is longer than its forum takes, in parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from gm_tool.render.dialects import Around, Dialect

NUMBER_ROOM = 16
"""What "(12/34)" and the lines before it may take."""

_TAG = re.compile(r"(?<!\\)(?:\[(/?)([A-Za-z]+)(?:[ =][^\]\n]*)?\]|<(/?)([a-z0-9]+)(?: [^>\n]*)?>)")
_CLOSES = re.compile(r"\[/([A-Za-z]+)\]|</([a-z0-9]+)>")
_ALWAYS_PAIRED = frozenset(
    f"[/{name}]" for name in ("b", "i", "u", "s", "size", "color", "font", "quote", "code", "list")
)
"""Tags in brackets that a template may hold itself, and a cut must close, whatever the dialect writes."""

BARS = ("||", "||")
"""How a spoiler begins and ends where it has no tags."""

_BARS = re.compile(r"(?<!\\)\|\|")

Opened = tuple[tuple[str, str], ...]
"""What is open at some line: how each block began and how it is closed, outermost first."""


def split(text: str, dialect: Dialect) -> tuple[str, ...]:
    """A post as parts within the dialect's limit, each ending with a line break; one part where it fits.

    Parts end at whole lines, at an empty one where there is one in the part's second half. Blocks
    that are cut are closed, and opened again in the next part; parts are numbered "(1/3)". A line
    too long for a part is cut at a blank.
    """
    if dialect.limit is None or size(text, dialect) <= dialect.limit:
        return (text,)
    parts = _parts(text.rstrip("\n").split("\n"), dialect, dialect.limit - NUMBER_ROOM)
    return tuple(f"{part}\n\n({number}/{len(parts)})\n" for number, part in enumerate(parts, 1))


def size(text: str, dialect: Dialect) -> int:
    """How long a text is, as the forum counts: signs, or UTF-16 units (an emoji is two)."""
    if dialect.unit == "utf-16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text)


def _parts(lines: list[str], dialect: Dialect, limit: int) -> list[str]:
    parts: list[str] = []
    opened: Opened = ()
    rest = [piece for line in lines for piece in _short_lines(line, dialect, limit * 3 // 4)]
    while rest:
        count = _fitting(rest, opened, dialect, limit)
        opening = [start for start, _ in opened]
        for line in rest[:count]:
            opened = _after(line, opened, dialect)
        closing = [end for _, end in reversed(opened)]
        parts.append("\n".join((*opening, *rest[:count], *closing)).strip("\n"))
        rest = rest[count:]
        while rest and not rest[0]:
            rest = rest[1:]
    return parts


def _fitting(lines: list[str], opened: Opened, dialect: Dialect, limit: int) -> int:
    """How many lines go into the next part: at least one."""
    used = sum(size(start, dialect) + 1 for start, _ in opened)
    half, best, count = limit // 2, 0, 0
    for line in lines:
        opened = _after(line, opened, dialect)
        used += size(line, dialect) + 1
        if used + sum(size(end, dialect) + 1 for _, end in opened) > limit:
            return max(best or count, 1)
        count += 1
        if not line and not opened and used > half and not _announces(lines[: count - 1], dialect):
            best = count
    return count


def _announces(lines: list[str], dialect: Dialect) -> bool:
    """Whether the last of these lines is a headline: alone, and without the end of a sentence."""
    last = lines[-1] if lines else ""
    return lines[-2:-1] in ([], [""]) and last.removesuffix(dialect.bold[1])[-1:].isalnum()


def _after(line: str, opened: Opened, dialect: Dialect) -> Opened:
    """What is open after a line."""
    fence = dialect.code[0].strip("\n")
    close = dialect.code[1].strip("\n")
    if opened and opened[-1] == (fence, close) and fence:
        return opened[:-1] if line == close else opened
    if fence and line == fence:
        return (*opened, (fence, close))
    paired = _paired(dialect.pairs)
    for tag in _TAG.finditer(line):
        opened = _with_tag(opened, tag, paired)
    if dialect.spoiler[1].strip("\n") == BARS[1]:
        for _ in _BARS.finditer(line):
            opened = opened[:-1] if opened[-1:] == (BARS,) else (*opened, BARS)
    return opened


def _with_tag(opened: Opened, tag: re.Match[str], paired: frozenset[str]) -> Opened:
    """What is open after a tag; one that closes nothing is passed over."""
    closing = f"[/{tag[2]}]" if tag[2] else f"</{tag[4]}>"
    if closing.lower() not in paired:
        return opened
    if not (tag[1] or tag[3]):
        return (*opened, (tag[0], closing))
    for index in reversed(range(len(opened))):
        if opened[index][1].lower() == closing.lower():
            return opened[:index]
    return opened


@cache
def _paired(pairs: tuple[Around, ...]) -> frozenset[str]:
    """How the tags end that a cut must close, in lower case. Where a forum has no tags, nothing is one."""
    endings = frozenset(tag[0].lower() for _, closing in pairs for tag in _CLOSES.finditer(closing))
    return endings | _ALWAYS_PAIRED if any(ending.startswith("[") for ending in endings) else endings


def _short_lines(line: str, dialect: Dialect, most: int) -> Iterator[str]:
    """A line as it is, or in pieces that fit a part; each piece of a quote or fixed-width line is one again."""
    starts = (dialect.quote_line, dialect.code_line)
    prefix = next((start for start in starts if start and line.startswith(start)), "")
    while size(line, dialect) > most:
        cut = _cut(line, dialect, most, len(prefix))
        yield line[:cut].rstrip()
        line = prefix + line[cut:].lstrip()
    yield line


def _cut(line: str, dialect: Dialect, most: int, start: int) -> int:
    """Where to cut a line: at its last blank in reach, else between two signs, not behind a backslash."""
    reach = most // 2
    while size(line[: reach + 1], dialect) <= most:
        reach += 1
    blank = line.rfind(" ", start + 1, reach)
    if blank > 0:
        return blank
    while reach > start + 1 and line[reach - 1] == "\\":
        reach -= 1
    return reach
