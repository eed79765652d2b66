"""What an ods file says of its styles: how a cell shows a number, whether it is struck through, which tab is hidden.

OpenDocument 1.3 part 3: 16 (styles), 17 (formatting elements), 20 (attributes).
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from gm_tool.io.xlsx_formats import Shape
from gm_tool.io.xlsx_parts import PartReader

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_ODF}office:1.0": "office",
    f"{_ODF}table:1.0": "table",
    f"{_ODF}text:1.0": "text",
    f"{_ODF}style:1.0": "style",
    f"{_ODF}datastyle:1.0": "number",
    f"{_ODF}manifest:1.0": "manifest",
    "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
}
_CLOCK = ("number:hours", "number:minutes", "number:seconds", "number:am-pm")
NO_LINE = ("", "none")
PARENTS = 20
"""So many styles may stand behind each other; more are a ring."""


@lru_cache(maxsize=1024)
def usual_name(name: str) -> str:
    """A name with the prefix that everybody writes, whatever the file writes: "table:table-row"."""
    space, _, local = name.rpartition(" ")
    return f"{_PREFIXES.get(space, '')}:{local}"


class OdfReader(PartReader):
    """Who listens to a part of an ods file: gets elements and attributes by their usual names."""

    namespaces = True

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """An element begins."""
        self.begin(usual_name(name), {usual_name(key): value for key, value in attrs.items()})

    def end(self, name: str) -> None:
        """An element ends."""
        self.finish(usual_name(name))

    def begin(self, name: str, attrs: dict[str, str]) -> None:
        """An element begins, by its usual name."""

    def finish(self, name: str) -> None:
        """An element ends, by its usual name."""


class Style(Struct):
    """One style: the style behind it, its data style, and what it says itself (None: nothing)."""

    parent: str
    data_style: str
    struck: bool | None = None
    hides: bool | None = None


class OdsStyles(OdfReader):
    """Reads styles.xml, and the styles at the beginning of content.xml."""

    def __init__(self) -> None:
        self._styles: dict[tuple[str, str], Style] = {}
        self._shapes: dict[str, Shape] = {}
        self._style: Style | None = None
        self._data_style = ""

    def begin(self, name: str, attrs: dict[str, str]) -> None:
        """Notes a style, or what it says."""
        match name:
            case "style:style":
                self._style = Style(attrs.get("style:parent-style-name", ""), attrs.get("style:data-style-name", ""))
                self._styles[attrs.get("style:family", ""), attrs.get("style:name", "")] = self._style
            case "style:text-properties" if self._style:
                self._style.struck = _struck(attrs)
            case "style:table-properties" if self._style and "table:display" in attrs:
                self._style.hides = attrs["table:display"] == "false"
            case "number:date-style":
                self._begin_data_style(attrs, "date")
            case "number:time-style":
                elapsed = attrs.get("number:truncate-on-overflow") == "false"
                self._begin_data_style(attrs, "duration" if elapsed else "time")
            case _ if name in _CLOCK and self._shapes.get(self._data_style) == "date":
                self._shapes[self._data_style] = "datetime"

    def finish(self, name: str) -> None:
        """Leaves a style."""
        match name:
            case "style:style":
                self._style = None
            case "number:date-style" | "number:time-style":
                self._data_style = ""

    def _begin_data_style(self, attrs: dict[str, str], shape: Shape) -> None:
        self._data_style = attrs.get("style:name", "")
        self._shapes[self._data_style] = shape

    def shape_of(self, cell_style: str) -> Shape:
        """What a cell style shows a number as."""
        for style in self._chain("table-cell", cell_style):
            if style.data_style:
                return self._shapes.get(style.data_style, "number")
        return "number"

    def is_struck(self, family: str, name: str) -> bool:
        """Whether a style of that family ("table-cell", "text") strikes its text through."""
        return next((style.struck for style in self._chain(family, name) if style.struck is not None), False)

    def hides(self, table_style: str) -> bool:
        """Whether a tab of that style isn't shown."""
        return any(style.hides for style in self._chain("table", table_style))

    def _chain(self, family: str, name: str) -> list[Style]:
        """A style and those behind it, as far as they are there."""
        chain: list[Style] = []
        while (style := self._styles.get((family, name))) is not None and len(chain) < PARENTS:
            chain.append(style)
            name = style.parent
        return chain


def _struck(attrs: dict[str, str]) -> bool | None:
    """Whether properties of text strike it through; None where they don't say."""
    said = [attrs[key] for key in ("style:text-line-through-style", "style:text-line-through-type") if key in attrs]
    return all(line not in NO_LINE for line in said) if said else None
