"""The functions with which a template writes markup, in the dialect of the forum.

All of them take and give texts of which the signs are in disguise (see `gm_tool.render.signs`);
`finished` is the last step, in which what is left in disguise is written as prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from gm_tool.core.views import Board, Listing, Track
from gm_tool.render.boards import board_text, numeric
from gm_tool.render.columns import width
from gm_tool.render.dialects import GAP, Around, Dialect
from gm_tool.render.signs import BLANK, BREAK, PRIVATE, disguise, disguised, reveal

APART = chr(PRIVATE)
"""Stands where a block begins or ends, which has lines of its own."""

Caller = Callable[[], str]
"""What Jinja hands over for the lines between `{% call code() %}` and `{% endcall %}`."""

_EYE = f"[{''.join(map(disguised, ':;=^'))}]"
_EYES = re.compile(
    rf"(?<!\w){_EYE}(?=\S)|(?<=\w){_EYE}(?=[^\w\s{disguised('/')}])"
    rf"|(?<!\w)[8B](?=[{disguised('-')}{disguised(')')}])"
)
"""Where a smiley of a text is parted; not in 20:00 and https://."""

_BLOCK_EDGE = re.compile(f"(?:[ \n]*{APART})+\n*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LINE_START = r"(?m)^((?:[ >]|[-*+] )*\d{0,9})"


class Drawn:
    """A board in a template: it can be handed to `board` and `table`, and nothing else."""

    def __init__(self, board: Board) -> None:
        self._board = board


class Markup:
    """The markup functions of one dialect. `functions` are those a template may call, by name."""

    def __init__(self, dialect: Dialect, boards: Mapping[str, Board]) -> None:
        """`boards` tell the colours of pieces."""
        self._dialect = dialect
        tracks = [board for board in boards.values() if isinstance(board, Track)]
        self._colours = {disguise(piece.name): piece.colour for track in tracks for piece in track.pieces}
        self.functions: Mapping[str, Callable[..., str]] = {
            "bold": self.bold,
            "italic": self.italic,
            "colour": self.colour,
            "heading": self.heading,
            "code": self.code,
            "spoiler": self.spoiler,
            "quote": self.quote,
            "bullets": self.bullets,
            "board": self.board,
            "table": self.table,
        }

    def bold(self, text: object) -> str:
        """A text in bold; nothing for an empty one."""
        return _around(self._dialect.bold, _line(text))

    def italic(self, text: object) -> str:
        """A text in italics; nothing for an empty one."""
        return _around(self._dialect.italic, _line(text))

    def colour(self, text: object, colour: str = "") -> str:
        """A text in a colour (#rrggbb; left out: that of the piece of this name), where the forum has colours."""
        code = reveal(colour) or self._colours.get(text, "")
        if colour and not _COLOUR.fullmatch(code):
            raise ValueError(f"{code} is no colour: a colour is written as #rrggbb, such as #cc0000")
        opening, closing = self._dialect.colour if code else ("", "")
        return _around((opening.replace("{}", code), closing), _line(text))

    def heading(self, text: object) -> str:
        """A headline, on its own line."""
        line = _line(text)
        rule = f"\n{self._dialect.heading_line * width(line)}" if self._dialect.heading_line else ""
        return _apart(_around(self._dialect.heading, line) + rule)

    def code(self, text: object = "", caller: Caller | None = None) -> str:
        """A block of fixed width, in which nothing is markup."""
        content = reveal(_content(text, caller).replace(APART, "\n")).strip("\n").rstrip()
        for sequence, instead in self._dialect.code_breaks:
            content = content.replace(sequence, instead)
        return _apart(_around(self._dialect.code, content))

    def spoiler(self, title: object, text: object = "", caller: Caller | None = None) -> str:
        """Lines that are folded away under a title, where the forum can; else below it."""
        opening, closing = self._dialect.spoiler
        content = _content(text, caller).replace(BREAK, "\n").strip()
        return _apart(_around((self._titled(opening, title), closing), content))

    def quote(self, name: object, text: object = "", caller: Caller | None = None) -> str:
        """What somebody wrote, line by line; empty lines are left out."""
        opening, closing = self._dialect.quote
        content = _content(text, caller).replace(BREAK, "\n").replace(APART, "\n")
        lines = "\n".join(line.strip(f" {BLANK}") for line in content.split("\n") if line.strip(f" {BLANK}"))
        whole = _around((self._titled(opening, name), closing), lines)
        prefix = self._dialect.quote_line
        return _apart("\n".join(prefix + line for line in whole.split("\n")) if whole else "")

    def bullets(self, entries: Sequence[object] = (), caller: Caller | None = None) -> str:
        """A list: of the entries given, or of the lines between `call` and `endcall`."""
        lines = [_line(entry) for entry in (caller().split("\n") if caller else entries)]
        written = "\n".join(_around(self._dialect.item, line) for line in lines if line)
        return _apart(_around(self._dialect.items, written))

    def board(self, board: object) -> str:
        """A board as text, in a block of fixed width."""
        return self.code(disguise(board_text(_board(board))))

    def table(self, board: object) -> str:
        """A listing as the forum's own table, or in a block of fixed width where there is none."""
        listing = _board(board)
        if not self._dialect.pipe_tables or not isinstance(listing, Listing):
            return self.board(board)
        rule = ["---:" if numeric(listing, column) else "---" for column in range(len(listing.header))]
        rows = [[_line(disguise(str(cell))) for cell in row] for row in (listing.header, *listing.rows)]
        return _apart("\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:])))

    def finished(self, text: str) -> str:
        """A whole post: signs written as prose, blocks set apart, one line break at the end."""
        text = self._prose(_BLOCK_EDGE.sub(self._breaks, text))
        lines = "\n".join(line.rstrip(f" \t{GAP}") for line in text.split("\n"))
        return re.sub(r"\n{3,}", "\n\n", lines).strip("\n") + "\n"

    def _prose(self, text: str) -> str:
        dialect = self._dialect
        text = text.replace(BREAK, " ").replace(BLANK, "")
        if dialect.smilies:
            text = _EYES.sub(rf"\g<0>{GAP}", text)
        if dialect.line_start:
            signs = "".join(map(disguised, dialect.line_start))
            text = re.sub(f"{_LINE_START}([{signs}])", r"\1\\\2", text)
        return reveal(text.translate({ord(disguised(sign)): written for sign, written in dialect.signs.items()}))

    def _breaks(self, edge: re.Match[str]) -> str:
        """The line breaks at a block's edge: those that were there, and as many as the forum needs."""
        return "\n" * max(edge[0].count("\n"), 2 if self._dialect.apart else 1)

    def _titled(self, opening: str, title: object) -> str:
        """An opening tag with its title: where that is in quotes, they can't be closed by it."""
        line = _line(title)
        if '"{}"' in opening:
            signs = self._dialect.attribute
            line = reveal(line.translate({ord(disguised(sign)): written for sign, written in signs.items()}))
        return opening.replace("{}", line)


def _apart(block: str) -> str:
    return f"{APART}{block}{APART}" if block else ""


def _around(pair: Around, text: str) -> str:
    return f"{pair[0]}{text}{pair[1]}" if text else ""


def _line(text: object) -> str:
    """A text as one line, without blanks around it."""
    return " ".join(re.sub(f"[{APART}{BREAK}{BLANK}]", " ", str(text)).split())


def _content(text: object, caller: Caller | None) -> str:
    return caller() if caller else str(text)


def _board(board: object) -> Board:
    if not isinstance(board, Drawn):
        raise ValueError("board and table draw a board, as in board(boards.track)")
    return board._board
