"""A workbook (xlsx or ods) as what it is: a zip of XML parts, read within limits.

Nothing is unpacked to the disk or as a whole: a part streams through the XML parser. Sizes,
counts and ratio are checked before anything is inflated, and a part ends where its declared size
ends, so that a small file can't fill the memory. A part that declares a document type is refused,
and with it every entity.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import cast
from xml.parsers import expat

from msgspec import Struct

try:
    from isal import isal_zlib as inflate  # three times as quick as zlib, and the same
except ImportError:  # there is none for some kinds of machine
    import zlib as inflate  # type: ignore[no-redef]

from gm_tool.core.problems import BadInput
from gm_tool.io.file_kinds import encrypted, kind_of_zip, refused

MAX_PARTS = 10_000
MAX_INFLATED = 300_000_000
MAX_RATIO = 200
RATIO_COUNTS_FROM = 20_000_000
"""Inflated bytes from which the ratio counts: a small part may well be all blanks."""
MAX_TAG = 1_000_000
"""Bytes that the parser may hold back for the end of a tag; older parsers read them all again with each piece."""
CHUNK = 1 << 18
"""Bytes of a part that are unpacked and looked at in one go: what a processor keeps at hand."""
_DECLARED = len(b"\xef\xbb\xbf<?")
"""Bytes within which a part says that it is XML."""
_LOCAL_HEADER = struct.Struct("<4s22xHH")
"""What stands before a part in the file: a mark, and the lengths of its name and of an extra field."""
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    cast("type[Exception]", inflate.error),  # its types call it an exception itself
    struct.error,
    expat.ExpatError,
    EOFError,
    LookupError,
    OSError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What zip and XML readers raise on broken bytes; those come from memory, so OSError is no matter of the disk."""


Shortcut = Callable[[bytes], bytes]


class PartReader:
    """Who listens while a part streams by.

    Names come as written, maybe with a prefix (see `local`); with `namespaces` they come as the address of the
    namespace, a blank, and the name.
    """

    namespaces = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def text(self, data: str) -> None:
        """Some of the text between."""


class Relation(Struct, frozen=True):
    """One line of a part's relationships: the last word of its type ("worksheet") and the part it leads to."""

    kind: str
    target: str


class Package:
    """The parts of a workbook, by name whatever its case; `kind` says which kind of workbook it is."""

    def __init__(self, data: bytes, label: str) -> None:
        """Raises BadInput: file.truncated, file.encrypted, file.too_big, file.damaged, or what other zip it is."""
        self.label, self._data = label, data
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN as error:
            hint = "Download, copy or save it again; the last time was probably interrupted."
            message = "The workbook is cut off: its end is missing."
            raise refused("file.truncated", label, message, hint) from error
        infos = self._zip.infolist()
        names = [info.filename.replace("\\", "/").lower() for info in infos]
        self._parts = dict(zip(names, infos, strict=True))
        self._twice = {name for name, count in Counter(names).items() if count > 1}
        self._check_size(infos, len(data))
        self.kind = kind_of_zip(self._parts.keys(), self._mimetype(), label)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._parts

    def names_from(self, beginnings: tuple[str, ...]) -> list[str]:
        """The XML parts whose names, in lower case, begin so."""
        return sorted(name for name in self._parts if name.startswith(beginnings) and name.endswith(".xml"))

    def parse(self, name: str, reader: PartReader, shortcut: Shortcut | None = None) -> None:
        """Streams a part through the XML parser to the reader. Raises BadInput: file.damaged.

        `shortcut` gets each piece first, and returns what is left for the parser.
        """
        info = self._parts.get(name.lower())
        if info is None:
            raise self.damaged(f"its part {name} is missing")
        if name.lower() in self._twice:
            raise self.damaged(f"its part {name} stands in it twice, and nothing tells which one counts")
        try:
            parser = _parser(reader)
            parser.StartDoctypeDeclHandler = self._refuse_doctype
            fed = 0
            for piece in _pieces(unpacked(info, self._packed(info)), shortcut):
                parser.Parse(piece, False)
                fed += len(piece)
                if fed - parser.CurrentByteIndex > MAX_TAG:
                    raise self.damaged(f"its part {name} holds a tag or comment without end")
            parser.Parse(b"", True)
        except _BROKEN as error:
            raise self.damaged(f"its part {name} can't be read") from error

    def relations(self, part: str) -> dict[str, Relation]:
        """Where a part leads to, by relationship id; "" is the package itself."""
        folder, name = posixpath.split(part)
        relations = _Relations(folder)
        self.parse(posixpath.join(folder, "_rels", f"{name}.rels"), relations)
        return relations.found

    def damaged(self, what: str) -> BadInput:
        """The exception for a workbook whose inside is broken."""
        hint = "Open it in a spreadsheet program (which may repair it) and save it again, or download it again."
        return refused("file.damaged", self.label, f"The workbook is damaged: {what}.", hint)

    def too_big(self, what: str) -> BadInput:
        """The exception for a workbook beyond the limits."""
        hint = "Copy the rows that matter into a new workbook and use that."
        return refused("file.too_big", self.label, f"The workbook is too big to be a sheet of orders: {what}.", hint)

    def _check_size(self, infos: list[zipfile.ZipInfo], packed: int) -> None:
        inflated = sum(info.file_size for info in infos)
        if len(infos) > MAX_PARTS:
            raise self.too_big(f"it has more than {MAX_PARTS:,} parts")
        if inflated > MAX_INFLATED:
            raise self.too_big(f"unpacked it has {inflated // 10**6:,} MB, and {MAX_INFLATED // 10**6} MB are read")
        if inflated > RATIO_COUNTS_FROM and inflated > MAX_RATIO * packed:
            raise self.too_big(f"unpacked it is {inflated // packed:,} times its size")
        if any(info.flag_bits & 1 for info in infos):
            raise encrypted(self.label)
        if any(info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in infos):
            raise self.damaged("it is packed in a way that workbooks aren't")

    def _packed(self, info: zipfile.ZipInfo) -> memoryview:
        """A part as it stands in the file."""
        mark, name, extra = _LOCAL_HEADER.unpack_from(self._data, info.header_offset)
        start = info.header_offset + _LOCAL_HEADER.size + name + extra
        packed = memoryview(self._data)[start : start + info.compress_size]
        if mark != b"PK\x03\x04" or len(packed) < info.compress_size:
            raise zipfile.BadZipFile("a part is not where the list of parts has it")
        return packed

    def _mimetype(self) -> bytes:
        info = self._parts.get("mimetype")
        try:
            return self._zip.open(info).read(100) if info else b""
        except _BROKEN as error:
            raise self.damaged("its part mimetype can't be read") from error

    def _refuse_doctype(self, *_: object) -> None:
        raise self.damaged("one of its parts declares a document type, which no spreadsheet program writes")


def local(name: str) -> str:
    """A name without its namespace prefix: `x:row` is `row`."""
    return name.rpartition(":")[2]


def unpacked(info: zipfile.ZipInfo, packed: memoryview) -> Iterator[bytes]:
    """The content of a part in pieces of some `CHUNK` bytes. Raises BadZipFile where it isn't what was packed.

    `zipfile` copies all that it has read and not unpacked yet with each piece: a tenth of a large sheet's time.
    """
    inflater = inflate.decompressobj(-zlib.MAX_WBITS) if info.compress_type == zipfile.ZIP_DEFLATED else None
    left, checksum = info.file_size, 0
    step = max(1, min(CHUNK * len(packed) // max(left, 1), CHUNK))
    for start in range(0, len(packed), step):
        part = packed[start : start + step]
        piece = inflater.decompress(part, left + 1) if inflater else bytes(part)
        left -= len(piece)
        if left < 0:
            raise zipfile.BadZipFile("a part is larger than it says")
        checksum = inflate.crc32(piece, checksum)
        if piece:
            yield piece
        if inflater and inflater.eof:
            break
    if checksum != info.CRC:
        raise zipfile.BadZipFile("a part is not what was packed")


def _pieces(parts: Iterable[bytes], shortcut: Shortcut | None) -> Iterator[bytes]:
    """A part piece by piece, each as the shortcut leaves it.

    A piece ends with a row's end, else with a tag's, so that none is torn apart. From the first comment, CDATA
    section or processing instruction on, where a tag may be no tag, and from a piece without any tag on, there is no
    shortcut.
    """
    rest, begin = b"", _DECLARED
    for piece in parts:
        if shortcut is not None:
            end = piece.rfind(b"</row>") + 6 if b"</row>" in piece else piece.rfind(b">") + 1
            piece, rest = b"".join((rest, memoryview(piece)[:end])), piece[end:]
            if not end or _holds_what_is_no_tag(piece, begin):
                piece, rest, shortcut = piece + rest, b"", None
            else:
                piece, begin = shortcut(piece), 0
        yield piece
    yield rest


def _holds_what_is_no_tag(piece: bytes, begin: int) -> bool:
    """Whether a comment, a CDATA section or, from `begin` on, a processing instruction may stand in a piece."""
    # One letter is found ten times as fast as two.
    return (b"!" in piece and b"<!" in piece) or (b"?" in piece and piece.find(b"<?", begin) >= 0)


def _parser(reader: PartReader) -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ") if reader.namespaces else expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    return parser


class _Relations(PartReader):
    def __init__(self, folder: str) -> None:
        self.found: dict[str, Relation] = {}
        self._folder = folder

    def start(self, name: str, attrs: dict[str, str]) -> None:
        if local(name) == "Relationship" and attrs.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", self._folder, attrs.get("Target", ""))).lstrip("/")
            self.found[attrs.get("Id", "")] = Relation(posixpath.basename(attrs.get("Type", "")), target)
