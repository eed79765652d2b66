"""What an xlsx file says about its tabs: their list, the number formats, the texts that cells share."""

from __future__ import annotations

import re

from msgspec import Struct

from gm_tool.io.xlsx_formats import Shape, built_in_shape, shape_of
from gm_tool.io.xlsx_parts import PartReader, local

YES = ("1", "true")
_ESCAPE = re.compile(r"(?:_x[0-9A-Fa-f]{4}_)+")


class Sheet(Struct, frozen=True):
    """One entry of the workbook's list of tabs."""

    title: str
    relation: str
    hidden: bool


class Workbook(PartReader):
    """Reads xl/workbook.xml: the tabs in order, and where dates are counted from."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.since_1904 = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Notes `workbookPr` and each `sheet`."""
        match local(name):
            case "workbookPr":
                self.since_1904 = attrs.get("date1904") in YES
            case "sheet":
                relation = next((value for key, value in attrs.items() if ":" in key and local(key) == "id"), "")
                hidden = attrs.get("state", "visible") != "visible"
                self.sheets.append(Sheet(attrs.get("name", ""), relation, hidden))


class Styles(PartReader):
    """Reads xl/styles.xml: for each cell format, what it shows a number as, and whether it strikes it through."""

    def __init__(self) -> None:
        self._codes: dict[str, str] = {}
        self._formats: list[tuple[str, str]] = []
        self._fonts = 0
        self._struck_fonts: set[str] = set()
        self._section = ""

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Notes the format codes and fonts, and which ones a cell format uses."""
        match local(name):
            case "numFmts" | "fonts" | "cellXfs" as section:
                self._section = section
            case "numFmt" if self._section == "numFmts":
                self._codes[attrs.get("numFmtId", "")] = attrs.get("formatCode", "")
            case "xf" if self._section == "cellXfs":
                self._formats.append((attrs.get("numFmtId", "0"), attrs.get("fontId", "")))
            case "font" if self._section == "fonts":
                self._fonts += 1
            case "strike" if self._section == "fonts" and says_yes(attrs):
                self._struck_fonts.add(str(self._fonts - 1))

    def end(self, name: str) -> None:
        """Leaves a section; other sections use the same element names."""
        if local(name) == self._section:
            self._section = ""

    def shapes(self) -> list[Shape]:
        """What each cell format shows a number as, by index."""
        return [self._shape(number) for number, _ in self._formats]

    def struck(self) -> frozenset[str]:
        """The indexes of the cell formats that strike through, as cells name them."""
        return frozenset(str(index) for index, (_, font) in enumerate(self._formats) if font in self._struck_fonts)

    def _shape(self, number: str) -> Shape:
        if number in self._codes:
            return shape_of(self._codes[number])
        return built_in_shape(int(number)) if number.isdecimal() and len(number) < 6 else "number"


class SharedStrings(PartReader):
    """Reads xl/sharedStrings.xml: rich text joined, without the phonetic runs that repeat it.

    `struck` are the indexes of the texts of which a run is struck through.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.struck: set[int] = set()
        self._parts: list[str] = []
        self._in_text = False
        self._phonetic = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begins an item or a run of it."""
        match local(name):
            case "si":
                self._parts = []
            case "t":
                self._in_text = not self._phonetic
            case "rPh":
                self._phonetic = True
            case "strike" if says_yes(attrs):
                self.struck.add(len(self.texts))

    def end(self, name: str) -> None:
        """Ends a run or an item."""
        match local(name):
            case "si":
                self.texts.append(unescaped("".join(self._parts)))
            case "t":
                self._in_text = False
            case "rPh":
                self._phonetic = False

    def text(self, data: str) -> None:
        """Keeps the text of a run."""
        if self._in_text:
            self._parts.append(data)


def says_yes(attrs: dict[str, str]) -> bool:
    """Whether an element that stands for a property switches it on; without a word it does."""
    return attrs.get("val", "1") in YES


def unescaped(text: str) -> str:
    """A text with `_x000D_` and the like as the characters that they stand for (ECMA-376 part 1, 22.9.2.19)."""
    return _ESCAPE.sub(_characters, text) if "_x" in text else text


def _characters(found: re.Match[str]) -> str:
    units = b"".join(int(part[1:5], 16).to_bytes(2, "little") for part in found[0].split("_") if part)
    return units.decode("utf-16-le", "replace")
