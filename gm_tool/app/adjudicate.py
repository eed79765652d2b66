"""`gm adjudicate`: lines of JSON in, lines of JSON out, order kept."""

from __future__ import annotations

import codecs
from typing import BinaryIO

from gm_tool.app.games import find_game
from gm_tool.engine.adjudicate import Adjudicator, FindGame


def run(source: BinaryIO, sink: BinaryIO, find: FindGame = find_game) -> None:
    """Answers each line of `source` with one line of `sink`, at once, so that a program may wait for it.

    `find` finds a game's class by its id; those that are installed, unless said otherwise.
    A blank line gets no answer; a byte-order mark and CRLF are fine. Raises OSError as the streams do
    (BrokenPipeError where nobody listens any more).
    """
    adjudicator = Adjudicator(find)
    for line in source:
        text = line.removeprefix(codecs.BOM_UTF8).strip()
        if text:
            sink.write(adjudicator.answer(text) + b"\n")
            sink.flush()
