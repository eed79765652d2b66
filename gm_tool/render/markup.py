"""The functions with which a template writes markup, in the dialect of the forum.

All of them take and give texts of which the signs are in disguise (see `gm_tool.render.signs`);
`finished` is the last step, in which what is left in disguise is written as prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from gm_tool.core.views import Board, Listing, Supply, Track
from gm_tool.render.boards import as_listing, board_text, numeric
from gm_tool.render.columns import width
from gm_tool.render.dialects import GAP, NOTHING, Around, Dialect
from gm_tool.render.signs import BLANK, BREAK, PRIVATE, disguise, disguised, reveal

FIXED, BEGIN, END = (chr(PRIVATE + number) for number in range(3))
"""Stand around what is written as it is, and where a block begins and ends, which has lines of its own."""

Caller = Callable[[], str]
"""What Jinja hands over for the lines between `{% call code() %}` and `{% endcall %}`."""

_EYE = f"[{''.join(map(disguised, ':;=^'))}]"
_EYES = re.compile(
    rf"(?<!\w){_EYE}(?=\S)|(?<=\w){_EYE}(?=[^\w\s{disguised('/')}])"
    rf"|(?<!\w)[8B](?=[{disguised('-')}{disguised(')')}])|(?<!\w)8(?=\))"
)
"""Where a smiley of a text is parted, and one that a number and a template's bracket make; not in 20:00 and https://."""

_EDGES = f"{BEGIN}{END}"
_BLOCK_EDGE = re.compile(f"(?:[ \n]*[{_EDGES}])+\n*")
_NO_LINE = re.compile(f"[{FIXED}{_EDGES}{BREAK}{BLANK}]")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LINE_START = r"(?m)^((?:[ >]|[-*+] )*\d{0,9})"
_IN_TAG = re.compile(r"[\[<][^\]>]*=[^\]>]*\{\}")
"""An opening tag that holds a title itself, in quotes or not."""


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
        opening, closing = self._dialect.colour if code else NOTHING
        return _around((opening.replace("{}", code), closing), _line(text))

    def heading(self, text: object) -> str:
        """A headline, on its own line."""
        line = _line(text)
        rule = f"\n{self._dialect.heading_line * width(reveal(line))}" if self._dialect.heading_line else ""
        return _block(_around(self._dialect.heading, line) + rule)

    def code(self, text: object = "", caller: Caller | None = None) -> str:
        """A block of fixed width, in which nothing is markup."""
        content = re.sub(f"[{_EDGES}]", "\n", _content(text, caller)).replace(FIXED, "")
        content = reveal(content).strip("\n").rstrip()
        for sequence, instead in self._dialect.code_breaks:
            content = content.replace(sequence, instead)
        if self._dialect.code_line and content:
            content = "\n".join(self._dialect.code_line + line for line in content.split("\n"))
        return _block(_around(self._dialect.code, f"{FIXED}{content}{FIXED}" if content else ""))

    def spoiler(self, title: object, text: object = "", caller: Caller | None = None) -> str:
        """Lines that are folded away under a title, where the forum can; else below it."""
        opening, closing = self._dialect.spoiler
        content = self._flowing(_content(text, caller).replace(BREAK, "\n").strip())
        if self._dialect.spoiler_line != NOTHING:
            content = "\n".join(map(self._covered, content.split("\n")))
        return _block(_around((self._titled(opening, title), closing), content))

    def quote(self, name: object, text: object = "", caller: Caller | None = None) -> str:
        """What somebody wrote, line by line; empty lines are left out."""
        opening, closing = self._dialect.quote
        content = re.sub(f"[{_EDGES}{BREAK}]", "\n", _content(text, caller))
        lines = [line.strip(f" {BLANK}") for line in content.split("\n") if line.strip(f" {BLANK}")]
        flowing = f"{self._dialect.line_break}\n".join(lines)
        whole = _around((self._titled(opening, name), closing), flowing)
        prefix = self._dialect.quote_line
        return _block("\n".join(prefix + line for line in whole.split("\n")) if whole else "")

    def bullets(self, entries: Sequence[object] = (), caller: Caller | None = None) -> str:
        """A list: of the entries given, or of the lines between `call` and `endcall`."""
        lines = [_line(entry) for entry in (caller().split("\n") if caller else entries)]
        written = "\n".join(_around(self._dialect.item, line) for line in lines if line)
        return _block(_around(self._dialect.items, written))

    def board(self, board: object, words: Mapping[str, str] | None = None) -> str:
        """A board as text, in a block of fixed width; `words` stand for its own ("tile", a column's title)."""
        return self.code(disguise(board_text(_board(board), _revealed(words))))

    def table(self, board: object, words: Mapping[str, str] | None = None) -> str:
        """A listing or a supply as the forum's own table, or in a block of fixed width where there is none."""
        listing, dialect, given = _board(board), self._dialect, _revealed(words)
        if isinstance(listing, Supply):
            listing = as_listing(listing, given)
        if not isinstance(listing, Listing) or not (dialect.pipe_tables or dialect.table != NOTHING):
            return self.board(board, words)
        listing = structs.replace(listing, header=tuple(given.get(title, title) for title in listing.header))
        numbers = [numeric(listing, column) for column in range(len(listing.header))]
        rows = [[_line(disguise(str(cell))) for cell in row] for row in (listing.header, *listing.rows)]
        return _block(_piped(rows, numbers) if dialect.pipe_tables else self._tagged(rows, numbers))

    def finished(self, text: str) -> str:
        """A whole post: signs written as prose, blocks set apart, one line break at the end."""
        text = _BLOCK_EDGE.sub(self._breaks, self._flowing(text))
        if self._dialect.after_list:
            entry = re.escape(self._dialect.item[0])
            text = re.sub(rf"(?m)^({entry}.*)\n+(?={FIXED})", rf"\1\n\n{self._dialect.after_list}\n\n", text)
        pieces = text.split(FIXED)
        pieces[::2] = map(self._prose, pieces[::2])
        lines = "\n".join(line.rstrip(f" \t{GAP}") for line in "".join(pieces).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", lines).strip("\n") + "\n"

    def _prose(self, text: str) -> str:
        dialect = self._dialect
        text = text.replace(BREAK, " ").replace(BLANK, "")
        if dialect.smilies:
            text = _EYES.sub(rf"\g<0>{GAP}", text)
        for mention in dialect.mentions:
            hidden = "".join(map(_hidden, mention))
            text = re.sub(rf"(?i)(?<![A-Za-z0-9]){hidden}(?=\w)", rf"\g<0>{GAP}", text)
        if dialect.line_start:
            signs = "".join(map(disguised, dialect.line_start))
            text = re.sub(f"{_LINE_START}([{signs}])", r"\1\\\2", text)
        return reveal(text.translate({ord(disguised(sign)): written for sign, written in dialect.signs.items()}))

    def _flowing(self, text: str) -> str:
        """Prose between blocks as paragraphs, where the forum doesn't take lines as they are."""
        if not self._dialect.line_break:
            return text
        pieces: list[str] = []
        depth = 0
        for piece in re.split(f"([{_EDGES}])", text):
            depth += {BEGIN: 1, END: -1}.get(piece, 0)
            pieces.append(self._paragraphs(piece) if depth == 0 and piece != END else piece)
        return "".join(pieces)

    def _paragraphs(self, text: str) -> str:
        chunks = [chunk.strip().split("\n") for chunk in re.split(r"\n\s*\n", text) if chunk.strip()]
        joint = f"{self._dialect.line_break}\n"
        return "".join(_block(_around(self._dialect.paragraph, joint.join(lines))) for lines in chunks)

    def _covered(self, line: str) -> str:
        """A line of a spoiler where each has signs of its own; tables and fixed-width blocks stay in sight."""
        dialect = self._dialect
        found = re.fullmatch(
            rf"([{_EDGES}]*(?:{re.escape(dialect.item[0])}|{dialect.quote_line})*)(.*?)([{_EDGES}]*)", line
        )
        if found is None or not found[2] or found[2].startswith(("|", FIXED, dialect.code_line)):
            return line
        return f"{found[1]}{_around(dialect.spoiler_line, found[2])}{found[3]}"

    def _tagged(self, rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> str:
        """A table by tags, its first row as titles."""
        dialect = self._dialect
        kinds = [dialect.number if number else dialect.cell for number in numbers]
        lines = []
        for row, tags in zip(rows, ([dialect.title] * len(numbers), *[kinds] * (len(rows) - 1)), strict=True):
            cells = [f"{opening}{cell}{closing}" for cell, (opening, closing) in zip(row, tags, strict=True)]
            lines.append(_around(dialect.row, "".join(cells)))
        return _around(dialect.table, "\n".join(lines))

    def _breaks(self, edge: re.Match[str]) -> str:
        """The line breaks at a block's edge: those that were there, and as many as the forum needs."""
        return "\n" * max(edge[0].count("\n"), 2 if self._dialect.apart else 1)

    def _titled(self, opening: str, title: object) -> str:
        """An opening tag with its title: where that is inside the tag, it can't close it."""
        line = _line(title)
        if _IN_TAG.search(opening):
            signs = self._dialect.attribute
            line = reveal(line.translate({ord(disguised(sign)): written for sign, written in signs.items()}))
        return opening.replace("{}", line)


def _piped(rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> str:
    """A table by bars, its first row as titles."""
    rule = ["---:" if number else "---" for number in numbers]
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))


def _block(text: str) -> str:
    return f"{BEGIN}{text}{END}" if text else ""


def _around(pair: Around, text: str) -> str:
    return f"{pair[0]}{text}{pair[1]}" if text else ""


def _line(text: object) -> str:
    """A text as one line, without blanks around it."""
    return " ".join(_NO_LINE.sub(" ", str(text)).split())


def _hidden(sign: str) -> str:
    """A sign as it is, or in disguise if it is punctuation."""
    return sign if sign.isalnum() else disguised(sign)


def _content(text: object, caller: Caller | None) -> str:
    return caller() if caller else str(text)


def _revealed(words: Mapping[str, str] | None) -> dict[str, str]:
    """Words for a board out of their disguise. Raises ValueError for what is no list of words."""
    if not isinstance(words, Mapping | None):
        raise ValueError('other words of a board are given as {"Camel": "Kamel"}')
    return {reveal(str(key)): reveal(str(word)) for key, word in (words or {}).items()}


def _board(board: object) -> Board:
    if not isinstance(board, Drawn):
        raise ValueError("board and table draw a board, as in board(boards.track)")
    return board._board
