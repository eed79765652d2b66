"""An index of a journal that was read: with it, opening a long game doesn't decode every entry again.

It holds no entry and no state, only which line is of what kind, and the SHA-256 of all the bytes that were read. Where
the journal's first bytes are others than those, it counts for nothing: the journal is what is believed. What comes
after them is read and checked as any journal is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec
from msgspec import Struct

from gm_tool import __version__
from gm_tool.engine.journal import Journal, decoded, read_on
from gm_tool.engine.lazy import LazyEntries, Lines
from gm_tool.engine.line import Sign, line_from, sign_of

FORMAT = 1
"""Another number where what an entry is read as has changed."""
WORTH = 64
"""With fewer entries than this, reading them all takes no time that anybody notices."""


class JournalIndex(Struct, frozen=True):
    """What was read: by which gm, the bytes' SHA-256, the last entry's digest; of each line its end and its sign."""

    format: int
    gm: str
    sha256: str
    digest: str
    ends: tuple[int, ...]
    signs: tuple[Sign, ...]


_DECODER = msgspec.json.Decoder(JournalIndex)


def index_of(journal: Journal, lines: Sequence[bytes]) -> bytes:
    """The index of a journal that was read from these lines, to be kept somewhere."""
    signs = tuple(map(sign_of, journal.entries))
    ends = tuple(accumulate(map(len, lines)))
    return msgspec.json.encode(JournalIndex(FORMAT, __version__, _sha256(b"".join(lines)), journal.digest, ends, signs))


class Opened(Struct, frozen=True):
    """A journal with its lines, of which the first `known` are told by the index."""

    journal: Journal
    lines: Sequence[bytes]
    known: int


def opened(
    kept: bytes, data: bytes, split: Callable[[bytes], Sequence[bytes]], label: str = "journal.jsonl"
) -> Opened | None:
    """The journal that these bytes are, by an index of its beginning; None where that is of anything else.

    `split` makes lines of what has come since; raises BadInput for what is wrong with it, as `journal.read` does.
    """
    try:
        index = _DECODER.decode(kept)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    known, ends = len(index.signs), index.ends
    if (index.format, index.gm) != (FORMAT, __version__) or not 0 < known == len(ends):
        return None
    if len(data) < ends[-1] or _sha256(memoryview(data)[: ends[-1]]) != index.sha256:
        return None
    since = split(data[ends[-1] :])
    later, digest = read_on(since, known, index.digest, label)
    lines = Lines(data, (*ends, *(ends[-1] + end for end in accumulate(map(len, since)))))
    places = range(known + len(later))
    entries = LazyEntries(lines, decoded, places, dict(enumerate(later, known)))
    line = line_from(entries, (*index.signs, *map(sign_of, later)))
    return Opened(Journal(entries, digest, line), lines, known)


def _sha256(data: bytes | memoryview) -> str:
    return hashlib.sha256(data).hexdigest()
