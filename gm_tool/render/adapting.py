"""A dialect adapted to the GM's own board, by settings as they stand in game.yaml.

A setting is written as the board writes it, with a name in braces for what goes in:
`bold: "<b>{text}</b>"`, `spoiler: "[spoiler={title}]{body}[/spoiler]"`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

from msgspec import Struct, structs

from gm_tool.core.names import any_of
from gm_tool.render.dialects import GAP, Around, Dialect

LINES = ("bold", "italic", "heading", "colour", "item", "row", "title", "cell", "number", "paragraph", "spoiler_line")
BLOCKS = ("code", "spoiler", "quote", "items", "table")
SIGNS = ("heading_line", "quote_line", "code_line")
FLAGS = ("pipe_tables", "smilies", "apart")
SETTINGS = (*LINES, *BLOCKS, *SIGNS, *FLAGS, "limit", "unit")
"""All keys of a dialect that a GM can set."""

UNITS = ("characters", "utf-16")
SMALLEST, LARGEST = 500, 10_000_000
"""Limits of a post that can be meant."""

_TITLES = {"spoiler": "title", "quote": "name", "colour": "colour"}
"""What may go in beside the text, and its name."""

_BRACES = re.compile(r"\{(\w*)\}")
_TAG = re.compile(r"[\[<](/?)([A-Za-z]\w*)[^\]>]*[\]>]")
_SINGLE = frozenset({"br", "hr", "img"})
"""Tags that need no closing."""

_PLAIN = Dialect(name="plain")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class Misfit(Struct, frozen=True):
    """A setting that can't be used: its key, what was written, what is expected."""

    key: str
    value: str
    hint: str


class _Refused(Exception):
    """Says what is expected of a setting."""


def adapted(dialect: Dialect, settings: Mapping[str, str]) -> tuple[Dialect, tuple[Misfit, ...]]:
    """The dialect with these settings over its own, and the settings that can't be used.

    A text of nothing takes the markup away: `bold: ""`. With any misfit the dialect stays as it was.
    """
    changes: dict[str, object] = {}
    misfits = []
    for key, value in settings.items():
        try:
            changes[key] = _read(key, value)
        except _Refused as refused:
            misfits.append(Misfit(key, value, str(refused)))
    return (dialect if misfits else _guarded(dialect, changes)), tuple(misfits)


def _read(key: str, value: str) -> object:
    if key in LINES or key in BLOCKS:
        return _around(key, value)
    if key in SIGNS:
        return value
    if key in FLAGS:
        return _one_of(value, _TRUTHS)
    if key == "unit":
        return _one_of(value, {unit: unit for unit in UNITS})
    if key == "limit":
        return _limit(value)
    near = difflib.get_close_matches(key[:100], SETTINGS, 1)
    meant = f"Did you mean {near[0]}?" if near else f"There are: {any_of(SETTINGS, 'and')}."
    raise _Refused(f"There is no such setting. {meant}")


def _limit(value: str) -> int:
    digits = value.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdigit() and SMALLEST <= int(digits[:10]) <= LARGEST):
        raise _Refused(f"It takes the characters that one post of the forum may have, from {SMALLEST} up.")
    return int(digits)


def _one_of(value: str, known: Mapping[str, object]) -> object:
    if value.strip().lower() not in known:
        raise _Refused(f"It takes {any_of(tuple(known), 'or')}.")
    return known[value.strip().lower()]


def _around(key: str, value: str) -> Around:
    """What stands before and after the text, the title's place in it as `{}`."""
    if not value:
        plain: Around = getattr(_PLAIN, key)
        return plain
    main, title = "body" if key in BLOCKS else "text", _TITLES.get(key, "")
    before, after = _halves(value, main, title)
    unclosed = [name for name in _unpaired(before, after) if name]
    if unclosed:
        raise _Refused(f"{any_of(unclosed, 'and')} must be opened before {{{main}}} and closed behind it.")
    if title and f"{{{title}}}" not in before:
        if key == "colour":
            raise _Refused('Write {colour} where the colour is to stand, as in "[color={colour}]{text}[/color]".')
        before = f"{{{title}}}\n{before}"  # a title that the board's tag can't take stands above it
    before = before.replace(f"{{{title}}}", "{}")
    return (_ended(before), _ended(after[::-1])[::-1]) if key in BLOCKS else (before, after)


def _halves(value: str, main: str, title: str) -> tuple[str, str]:
    """What stands before and after the text; raises _Refused where names in braces don't make sense."""
    found = _BRACES.findall(value)
    both = f"{{{title}}} and {{{main}}}" if title else f"{{{main}}}"
    strange = [name for name in found if name not in (main, title) or not name]
    if strange:
        raise _Refused(f"Nothing goes into {{{strange[0]}}}: here may stand {both}.")
    if found.count(main) != 1:
        raise _Refused(f"Write {{{main}}} once, where the text is to stand: [tag]{{{main}}}[/tag].")
    before, _, after = value.partition(f"{{{main}}}")
    if title and (found.count(title) > 1 or f"{{{title}}}" in after):
        raise _Refused(f"{{{title}}} may stand once, before {{{main}}}.")
    return before, after


def _unpaired(before: str, after: str) -> list[str]:
    """The tags that are closed without being opened, or the other way round, in the wrong order too."""
    opened: list[str] = []
    wrong = []
    for closes, name in _TAG.findall(before + after):
        if not closes:
            opened.append(name)
        elif opened and opened[-1] == name:
            opened.pop()
        else:
            wrong.append(name)
    return list(dict.fromkeys([*wrong, *(name for name in opened if name.lower() not in _SINGLE)]))


def _ended(tag: str) -> str:
    """A block's tag, with the line break that parts it from the block's lines."""
    return tag if tag.endswith("\n") or not tag else f"{tag}\n"


def _guarded(dialect: Dialect, changes: Mapping[str, object]) -> Dialect:
    """The dialect with these changes; signs that begin a tag on this board only now are parted in names, too."""
    changed = structs.replace(dialect, **changes)
    written = "".join(text for value in changes.values() if isinstance(value, tuple) for text in value)
    new = {sign: f"{sign}{GAP}" for sign in "[<" if sign in written and sign not in dialect.signs}
    inside = {"[": "(", "]": ")"} if "[" in new else {}
    breaks = tuple(pair for pair in new.items() if pair not in dialect.code_breaks)
    return structs.replace(
        changed,
        signs={**dialect.signs, **new},
        attribute={**inside, **dialect.attribute},
        code_breaks=(*dialect.code_breaks, *breaks),
    )
