"""Texts as words of a command, for the commands that messages name: `gm show "Ann Marie" round-5`."""

from __future__ import annotations

import re

_PLAIN = re.compile(r"(?!.*[=:]~)[\w./:@%+-][\w./:~@%+=-]*")
"""What a shell reads as it stands; behind "=" or ":" it may take "~" for a home."""
_LIVE = re.compile(r'[$`"\\!]')
"""What a shell reads even between double quotes."""


def quoted(text: str) -> str:
    """A text as one word of a command that can be pasted into a shell, whatever signs it holds.

    Between double quotes where that does, else between single ones, as `shlex.quote` has it: there stands no "`"
    outside of single quotes, so that a message may put the whole command between two of them.
    """
    if _PLAIN.fullmatch(text):
        return text
    if not _LIVE.search(text):
        return f'"{text}"'
    import shlex

    return shlex.quote(text)
