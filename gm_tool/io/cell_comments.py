"""Comments at the cells of an xlsx file (ECMA-376 part 1, 18.7). Orders are not read from them, but whoever wrote one
doesn't want to lose it."""

from __future__ import annotations

from gm_tool.io.xlsx_parts import Package, PartReader, local

_PARTS = ("xl/comments", "xl/threadedcomments")
"""How their parts begin, in lower case: Excel, LibreOffice and openpyxl name them differently."""


class _Comments(PartReader):
    """Notes at which cells there are comments."""

    def __init__(self) -> None:
        self.cells: list[str] = []

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Notes the cell of a comment."""
        if local(name) in ("comment", "threadedComment"):
            self.cells.append(attrs.get("ref", ""))


def commented_cells(data: bytes, label: str) -> tuple[str, ...]:
    """The addresses of all cells with a comment, of whichever tab, in the content of an xlsx file.

    Raises BadInput as `reading.tabs_of` does.
    """
    package, comments = Package(data, label), _Comments()
    for part in package.names_from(_PARTS):
        package.parse(part, comments)
    return tuple(comments.cells)
