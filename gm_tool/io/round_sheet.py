"""The sheet of a step: a row a player, with drop-downs of what is legal now, and the public standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from openpyxl.comments import Comment
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from gm_tool.core.forms import Field, Form, Step
from gm_tool.io import workbook as wb
from gm_tool.io.cell_styles import put_alignment, put_fill, put_font, put_frame
from gm_tool.io.workshop import LISTS, STANDINGS, Standing

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

PLAYER, NOTE = "Player", "Note"
_LISTED_NUMBERS = 30  # a drop-down with more numbers than these is slower than typing
_LITERAL = 250  # Excel takes lists of 255 characters in the rule itself
_LONGEST_MESSAGE = 225  # characters that Excel takes
_NOTE_HELP = "Anything you want to say to the game master. It is no part of the order."


class Rule(Struct, frozen=True):
    """What a cell takes: an entry of a drop-down, whole numbers, or nothing at all."""

    kind: Literal["list", "whole", "custom"]
    formula: str
    formula2: str = ""
    title: str = ""
    message: str = ""


def round_workbook(
    step: Step, forms: Mapping[str, Form], standings: Sequence[Standing] = (), title: str = "", note: str = ""
) -> bytes:
    """The workbook of a step, as the bytes of an xlsx file.

    `forms` has the form of each player, in seat order. What it allows stands in drop-downs that
    warn and can be overruled: whether an order is legal is judged when the sheet is read.
    A form made from a player's secrets shows them: hand out only such sheets as all may see.
    """
    workbook = wb.new_workbook(f"{title}: {step.title}" if title else step.title)
    tab = wb.new_tab(workbook, step.title)
    fields = columns_of(forms.values())
    put_titles(tab, fields, (PLAYER,))
    _rows(tab, fields, forms)
    put_standings(wb.new_tab(workbook, STANDINGS), workbook.properties.title or "", note, standings)
    Rules(workbook, tab).lay(fields, dict(enumerate(forms.values(), 2)), 2)
    return wb.save_bytes(workbook)


def columns_of(forms: Iterable[Form]) -> dict[str, Field]:
    """The fields of all forms by their key, in the order in which they come first."""
    columns: dict[str, Field] = {}
    for form in forms:
        for field in form.fields:
            columns.setdefault(field.key, field)
    return columns


def put_titles(tab: Worksheet, fields: Mapping[str, Field], leading: Sequence[str]) -> None:
    """The first row: the `leading` titles, the form's, the note's, each with its help as a comment."""
    titles = [*leading, *(field.title for field in fields.values()), NOTE]
    helps = [*("" for _ in leading), *(field.help for field in fields.values()), _NOTE_HELP]
    widths = [*(0 for _ in leading), *(field.width for field in fields.values()), 40]
    for column, (title, text, width) in enumerate(zip(titles, helps, widths, strict=True), 1):
        cell = wb.cell_at(tab, 1, column)
        wb.put_header(cell, title)
        wb.widen(tab, column, max(width, min(wb.display_width(title) + 2, 14)))
        if text:
            cell.comment = Comment(wb.clean(text), "gm", height=30 + 16 * (1 + len(text) // 34), width=240)
    tab.row_dimensions[1].height = 34
    tab.freeze_panes = f"{get_column_letter(len(leading) + 1)}2"
    tab.print_title_rows = "1:1"


def _rows(tab: Worksheet, fields: Mapping[str, Field], forms: Mapping[str, Form]) -> None:
    last = len(fields) + 2
    for row, (player, form) in enumerate(forms.items(), 2):
        asked = {field.key: field for field in form.fields}
        tab.row_dimensions[row].height = 20
        name = wb.cell_at(tab, row, 1)
        wb.put_text(name, player)
        put_font(name, bold=True)
        wb.widen(tab, 1, max(12, wb.display_width(player) + 3))
        for column, key in enumerate(fields, 2):
            prepare_entry(wb.cell_at(tab, row, column), asked.get(key))
        wb.cell_at(tab, row, last).number_format = "@"
        for column in range(1, last + 1):
            frame(wb.cell_at(tab, row, column), shaded=column == 1, wrapped=column == last)


def prepare_entry(cell: Cell, field: Field | None) -> None:
    """An empty cell for an entry; grey where nothing can be entered."""
    if field is None or _is_closed(field):
        put_fill(cell, wb.GREY)
    elif field.kind != "number":
        cell.number_format = "@"


def frame(cell: Cell, shaded: bool, wrapped: bool) -> None:
    """A box round a cell, in the house style."""
    put_frame(cell, wb.GREY)
    put_alignment(cell, "center", wrapped=wrapped)
    if shaded:
        put_fill(cell, wb.STRIPE)


def _is_closed(field: Field) -> bool:
    """Whether nothing is legal in that field now."""
    match field.kind:
        case "choice":
            return not field.choices
        case "number":
            return field.minimum is not None and field.maximum is not None and field.maximum < field.minimum
        case "text":
            return False


class Rules:
    """Lays the rules over the cells; cells with the same rule share it, long lists go to a hidden tab."""

    def __init__(self, workbook: Workbook, tab: Worksheet) -> None:
        self.workbook = workbook
        self.tab = tab
        self.lists: Worksheet | None = None
        self.named: dict[tuple[str, ...], str] = {}

    def lay(self, fields: Mapping[str, Field], forms: Mapping[int, Form], first: int) -> None:
        """Lay the rules of the forms, by the rows that they are for; `first` is the column of the first field."""
        cells: dict[Rule, list[tuple[int, int]]] = {}
        for column, key in enumerate(fields, first):
            for row, form in forms.items():
                field = next((field for field in form.fields if field.key == key), None)
                rule = self._rule(field)
                if rule is not None:
                    cells.setdefault(rule, []).append((column, row))
        for rule, places in cells.items():
            self.tab.add_data_validation(_validation(rule, places))

    def _rule(self, field: Field | None) -> Rule | None:
        if field is None:
            return Rule("custom", "FALSE", title=NOTE, message="This player isn't asked for that.")
        if _is_closed(field):
            return Rule("custom", "FALSE", title=field.title, message="Nothing is possible here now: leave it empty.")
        match field.kind:
            case "choice":
                return Rule("list", self._list(field.choices), title=field.title, message=_legal(field.choices))
            case "number":
                return self._number_rule(field, field.minimum or 0, field.maximum)
            case "text":
                return None

    def _number_rule(self, field: Field, least: int, most: int | None) -> Rule:
        if most is None:
            message = f"A whole number from {least} up."
            return Rule("whole", str(least), title=field.title, message=message)
        message = f"A whole number from {least} to {most}." if least < most else f"Only {least} is possible here now."
        if most - least < _LISTED_NUMBERS:
            numbers = tuple(str(number) for number in range(least, most + 1))
            return Rule("list", self._list(numbers), title=field.title, message=message)
        return Rule("whole", str(least), str(most), field.title, message)

    def _list(self, entries: tuple[str, ...]) -> str:
        """The formula of a drop-down: its entries, or the name of where they stand."""
        joined = ",".join(entries)
        simple = not any(sign in entry for entry in entries for sign in ',"\n\t') and joined == wb.clean(joined)
        trimmed = all(entry == entry.strip() and entry[:1] not in "=+-@'" for entry in entries)
        if simple and trimmed and wb.utf16_length(joined) <= _LITERAL:
            return f'"{joined}"'
        if entries not in self.named:
            self.named[entries] = self._written(entries)
        return self.named[entries]

    def _written(self, entries: tuple[str, ...]) -> str:
        if self.lists is None:
            self.lists = wb.new_tab(self.workbook, LISTS)
            self.lists.sheet_state = "hidden"
        column = len(self.named) + 1
        for row, entry in enumerate(entries, 1):
            wb.put_text(wb.cell_at(self.lists, row, column), entry)
        name, letter = f"list_{column}", get_column_letter(column)
        place = f"'{self.lists.title}'!${letter}$1:${letter}${len(entries)}"
        self.workbook.defined_names[name] = DefinedName(name, attr_text=place)
        return name


def _legal(entries: Sequence[str]) -> str:
    """What the message of a drop-down says, if there is room for it."""
    listed = f"Legal now: {', '.join(entries)}."
    return listed if len(listed) <= _LONGEST_MESSAGE else "This is not on the list of what is legal now."


def _ranges(places: Sequence[tuple[int, int]]) -> str:
    """Cells, by column and row, as ranges down the columns: "B2:B6 C2"."""
    runs: list[list[int]] = []
    for column, row in places:
        if runs and runs[-1][0] == column and runs[-1][2] == row - 1:
            runs[-1][2] = row
        else:
            runs.append([column, row, row])
    return " ".join(
        f"{get_column_letter(column)}{first}" + (f":{get_column_letter(column)}{last}" if last > first else "")
        for column, first, last in runs
    )


def _validation(rule: Rule, places: Sequence[tuple[int, int]]) -> DataValidation:
    """The rule as Excel has it. It warns and doesn't stop.

    A cell may rightly hold more than the list: several camels, a short form, an amount that a
    trade in the same row makes affordable. The one judge of an order is the game.
    """
    return DataValidation(
        type=rule.kind,
        operator=("between" if rule.formula2 else "greaterThanOrEqual") if rule.kind == "whole" else None,
        formula1=rule.formula,
        formula2=rule.formula2 or None,
        allow_blank=True,
        showErrorMessage=True,
        showInputMessage=False,
        errorStyle="warning",
        errorTitle=wb.clean(rule.title)[:32],
        error=wb.clean(rule.message)[:_LONGEST_MESSAGE],
        sqref=_ranges(places),
    )


def put_standings(tab: Worksheet, headline: str, note: str, standings: Sequence[Standing]) -> None:
    """The second tab: what everybody may know of the game as it stands."""
    wb.put_title(wb.cell_at(tab, 1, 1), headline)
    row = 2
    if note:
        row = 2 + len(note.split("\n"))
        for line, text in enumerate(note.split("\n"), 2):
            wb.put_text(wb.cell_at(tab, line, 1), text)
    for standing in standings:
        wb.put_title(wb.cell_at(tab, row + 1, 1), standing.title, 12)
        row += 2
        if isinstance(standing.body, str):
            row = wb.put_lines(tab, row, standing.body)
        else:
            row = wb.put_listing(tab, row, standing.body)
