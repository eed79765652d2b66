"""Reading and running the pages of the documentation.

A page is run from top to bottom in an empty folder. Comments of HTML, which a reader doesn't see,
say what stands in the files that a GM fills in by hand:

    <!-- fill: oasis/sheets/round-01.xlsx -->            the table below is typed into that sheet
    <!-- workbook: oasis/orders.xlsx, Round 2 -->        the table below becomes a tab of that workbook
    <!-- file: tonight.csv -->                           the block below becomes that file
    <!-- settings: oasis/game.yaml -->                   the settings below replace those of game.yaml
    <!-- set: oasis/game.yaml, source, orders.xlsx -->   a setting gets another value
    <!-- alias: oasis/game.yaml, Ann, Annie -->          a player gets an alias
    <!-- made -->                                        the output in the block below is made by this module

In a ```console block a line with `$ ` is a command, `# exit code 1` behind it is how it ends (0 where
nothing is said), and the lines below are what it prints: all of it, unless a line ends in `...`, which
stands for anything. A command without lines below it only has to end well. In a ```sh block each line
is a command; those of other programs than gm (`OTHERS`) are for a fresh machine and are not run here.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import openpyxl
from msgspec import Struct
from openpyxl.worksheet.worksheet import Worksheet
from typer.testing import CliRunner

from gm_tool.cli.commands import app

REPOSITORY = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{page.name}" for page in sorted((REPOSITORY / "docs").glob("*.md"))))
OTHERS = {"make", "pip", "git", "py", "python", "python3", "bash", ".", ".venv\\Scripts\\python", ".venv\\Scripts\\gm"}

_FENCE = re.compile(r"```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PART = re.compile(
    rf"<!-- (?P<mark>\w+)(?:: (?P<about>[^>]*))? -->|{_FENCE.pattern.replace('(', '(?P<language>', 1)}"
    r"|(?P<table>(?:^\|[^\n]*\|\n)+)",
    re.MULTILINE | re.DOTALL,
)


class Block(Struct, frozen=True):
    """A fenced block: its language, its text, and where the text begins in the page."""

    language: str
    text: str
    start: int


class Part(Struct, frozen=True):
    """A part of a page that can be run: a block or a table, and the comment above it."""

    mark: str = ""
    about: tuple[str, ...] = ()
    block: Block | None = None
    table: tuple[dict[str, str], ...] = ()


class Command(Struct, frozen=True):
    """A command of a console block with the exit code and the output that the page promises."""

    line: str
    code: int
    output: tuple[str, ...]


def page_text(page: str) -> str:
    """The text of a page."""
    return (REPOSITORY / page).read_text(encoding="utf-8")


def blocks(text: str) -> Iterator[Block]:
    """All fenced blocks of a page."""
    for found in _FENCE.finditer(text):
        yield Block(found[1], found[2], found.start(2))


def parts(text: str) -> Iterator[Part]:
    """What can be run of a page, in order. A comment belongs to the next block or table, but for those that say all."""
    mark = ""
    about: tuple[str, ...] = ()
    for found in _PART.finditer(text):
        if found["mark"]:
            mark, about = found["mark"], tuple(word.strip() for word in (found["about"] or "").split(","))
            if mark in ("set", "alias"):
                yield Part(mark, about)
                mark, about = "", ()
            continue
        table = tuple(rows_of(found["table"])) if found["table"] else ()
        block = None if found["table"] else Block(found["language"], found[4], found.start(4))
        yield Part(mark, about, block, table)
        mark, about = "", ()


def sections(page: str) -> dict[str, str]:
    """The parts of a page by their headlines."""
    found = re.split(r"^###? (.+)\n", page_text(page), flags=re.MULTILINE)
    return dict(zip(found[1::2], found[2::2], strict=True))


def rows_of(table: str) -> Iterator[dict[str, str]]:
    """The rows of a Markdown table, each by the titles of its columns."""
    lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]] for line in table.splitlines()]
    for cells in lines[2:]:
        yield dict(zip(lines[0], cells, strict=True))


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console or sh block that this module runs."""
    if block.language == "sh":
        for line in block.text.splitlines():
            if line.strip() and line.split()[0] not in OTHERS:
                yield _command(line, ())
        return
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, *output = part.splitlines()
        yield _command(line, tuple(output))


def _command(line: str, output: tuple[str, ...]) -> Command:
    line, _, remark = line.partition("   # exit code ")
    return Command(line, int(remark or 0), output)


def run(line: str) -> tuple[int, str]:
    """Run a gm command in the folder that is the current one; its exit code and all that it prints."""
    line, _, source = line.partition(" < ")
    program, *arguments = shlex.split(line)
    assert program == "gm", f"this can't be run: {line}"
    given = Path(source).read_bytes() if source else None
    result = CliRunner().invoke(app, arguments, input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def follows(promised: tuple[str, ...], printed: str) -> bool:
    """Whether what was printed is what the page promises."""
    if not promised:
        return True
    pattern = ""
    for line in promised:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        elif line.endswith("..."):
            pattern += re.escape(line.removesuffix("...")) + r".*\n"
        else:
            pattern += re.escape(line) + r"\n"
    return re.fullmatch(pattern, printed) is not None


def prepare(part: Part) -> None:
    """Write what a comment says into the files of the current folder."""
    match part.mark:
        case "fill":
            _fill(Path(part.about[0]), part.table)
        case "workbook":
            _add_tab(Path(part.about[0]), part.about[1], part.table)
        case "file" if part.block:
            path = Path(part.about[0])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part.block.text, encoding="utf-8")
        case "settings" if part.block:
            _set(Path(part.about[0]), part.block.text)
        case "set":
            file, key, value = part.about
            _set(Path(file), f'{key}: "{value}"\n')
        case "alias":
            file, player, alias = part.about
            named = f"  - name: {player}\n"
            text = Path(file).read_text(encoding="utf-8")
            assert named in text
            Path(file).write_text(text.replace(named, f"{named}    aliases: [{alias}]\n"), encoding="utf-8")
        case "" | "made":
            pass
        case unknown:
            raise AssertionError(f"there is no comment {unknown!r}, or what it needs is missing")


def _fill(path: Path, table: tuple[dict[str, str], ...]) -> None:
    """Type the filled cells of a table into the rows of those players, or turns: the sheet's first column tells."""
    book = openpyxl.load_workbook(path)
    tab = _tab(book.worksheets[0])
    columns = {str(tab.cell(1, column).value): column for column in range(1, tab.max_column + 1)}
    lines = {str(tab.cell(line, 1).value): line for line in range(2, tab.max_row + 1)}
    key = str(tab.cell(1, 1).value)
    for row in table:
        for title, text in row.items():
            if text and title not in (key, "Player"):
                tab.cell(lines[row[key]], columns[title]).value = int(text) if text.isdigit() else text
    book.save(path)


def _add_tab(path: Path, title: str, table: tuple[dict[str, str], ...]) -> None:
    book = openpyxl.load_workbook(path) if path.exists() else openpyxl.Workbook()
    tab = _tab(book.create_sheet(title) if path.exists() else book.worksheets[0])
    tab.title = title
    tab.append(list(table[0]))
    for row in table:
        tab.append([int(text) if text.isdigit() else text or None for text in row.values()])
    book.save(path)


def _tab(tab: object) -> Worksheet:
    assert isinstance(tab, Worksheet)
    return tab


def _set(path: Path, settings: str) -> None:
    """Put settings of the top level in place of those that are there."""
    text = path.read_text(encoding="utf-8")
    for key in re.findall(r"^(\w+):", settings, re.MULTILINE):
        text = re.sub(rf"^{key}:.*\n(?:[ -].*\n)*", "", text, flags=re.MULTILINE)
    path.write_text(f"{text}\n{settings}", encoding="utf-8")


def made_anew(text: str) -> str:
    """A page with the output in its blocks marked "made" as gm prints it now, in the current folder.

    The last command of such a block is printed in full; what the others print is left as it is.
    """
    for part in parts(text):
        prepare(part)
        for command in commands(part.block) if part.block and part.block.language in ("console", "sh") else ():
            code, printed = run(command.line)
            assert code == command.code, printed
            last = f"$ {command.line}\n"
        if part.mark == "made" and part.block:
            kept = part.block.text[: part.block.text.rindex(last) + len(last)]
            return made_rest(text, part.block, kept + printed)
    return text


def made_rest(text: str, block: Block, content: str) -> str:
    """The page with other content in a block."""
    return text[: block.start] + content + text[block.start + len(block.text) :]
