"""Workbooks written part by part, for what no library writes."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from gm_tool.core.sources import Tab
from gm_tool.io.reading import read_bytes, tabs_of

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
STYLES = (
    f'<styleSheet xmlns="{MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>'
    '<numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts>'
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/>'
    '<xf numFmtId="22"/></cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>'
)


def worksheet(rows: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def parts(
    sheets: dict[str, str] | None = None, strings: str = "", book: str = "", states: dict[str, str] | None = None
) -> dict[str, str]:
    """The parts of a workbook whose tabs are `sheets`: title to worksheet XML."""
    sheets = {"Round 1": worksheet("")} if sheets is None else sheets
    listed, lines, made = "", "", {}
    for number, (title, xml) in enumerate(sheets.items(), 1):
        state = f' state="{states[title]}"' if states and title in states else ""
        listed += f'<sheet name="{title}" sheetId="{number}"{state} r:id="rId{number}"/>'
        lines += f'<Relationship Id="rId{number}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        made[f"xl/worksheets/sheet{number}.xml"] = xml
    lines += f'<Relationship Id="rId90" Type="{OFFICE}/styles" Target="styles.xml"/>'
    lines += f'<Relationship Id="rId91" Type="{OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
    main = f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}">{main}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{book}<sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{lines}</Relationships>',
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
        **made,
    }


def packed(contents: dict[str, str] | dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as package:
        for name, content in contents.items():
            package.writestr(name, content)
    return file.getvalue()


def tab_of(rows: str, strings: str = "", book: str = "") -> Tab:
    """The tab that these rows make."""
    (tab,) = tabs_of(packed(parts({"Round 1": worksheet(rows)}, strings, book)), "sheet.xlsx")
    return tab


def value_of(cell: str, strings: str = "", book: str = "") -> object:
    """The value of one cell, given as what stands in its row 3."""
    tab = tab_of(f'<row r="3">{cell}</row>', strings, book)
    return tab.rows[0][0] if tab.rows else None


def read(path: Path) -> tuple[Tab, ...]:
    return tabs_of(read_bytes(path, path.name), path.name)


def by_address(tab: Tab) -> dict[str, object]:
    """The values of a tab by address, without the empty cells."""
    cells = [tab.cell(row, column) for row, values in enumerate(tab.rows) for column in range(len(values))]
    return {cell.address: cell.value for cell in cells if cell.value is not None}


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = " ".join(
    [f'xmlns:{name}="{ODF}{name}:1.0"' for name in ("office", "table", "text", "style")]
    + [f'xmlns:number="{ODF}datastyle:1.0"', f'xmlns:draw="{ODF}drawing:1.0"']
    + ['xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"']
)


def ods(body: str, automatic: str = "", styles: str = "") -> bytes:
    """An OpenDocument spreadsheet: its tables, its automatic styles, and those of styles.xml."""
    content = (
        f"<office:document-content {NAMESPACES}><office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
    named = f"<office:document-styles {NAMESPACES}><office:styles>{styles}</office:styles></office:document-styles>"
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": mimetype, "content.xml": content, "styles.xml": named})
