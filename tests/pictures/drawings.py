"""Drawings taken apart again: the elements of an SVG, the pixels of a PNG."""

from __future__ import annotations

import re
import struct
import zlib
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


class Camel(NamedTuple):
    """A camel as drawn: its letters, where its feet are, whether its head is to the left, how large it is."""

    code: str
    x: float
    y: float
    left: bool
    scale: float


def parsed(svg: str) -> ElementTree.Element:
    """The root of a drawing; fails where it isn't XML."""
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    """All texts of a drawing, in its order."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def camels(svg: str, scale: float | None = None) -> list[Camel]:
    """The camels of a drawing; only those of one size if it is given."""
    found = []
    for group in parsed(svg).findall(f"{SVG}g"):
        x, y, size = moved(group)
        body, letters = group
        found.append(Camel(letters.text or "", x, y, "scale(-" in body.attrib["transform"], size))
    return [camel for camel in found if scale is None or camel.scale == scale]


def moved(group: ElementTree.Element) -> tuple[float, float, float]:
    """Where a group is moved to, and its scale."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", group.attrib["transform"])]
    return numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else 1


class Pixels(NamedTuple):
    """A picture: the opacity of its pixels, row by row, from 0 to 255."""

    width: int
    height: int
    rows: list[bytes]

    def ink(self) -> int:
        """How many pixels are not clear."""
        return sum(len(row) - row.count(0) for row in self.rows)

    def extent(self) -> int:
        """How many columns lie between the first and the last with ink in it."""
        inked = [row for row in self.rows if any(row)]
        first = min(len(row) - len(row.lstrip(b"\0")) for row in inked)
        return max(len(row.rstrip(b"\0")) for row in inked) - first


def pixels(png: bytes) -> Pixels:
    """A PNG of eight bits a channel with alpha, which is what resvg writes, as pixels (PNG specification, 9)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, packed = 8, b""
    width, height = size(png)
    while place < len(png):
        (length,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        packed += png[place + 8 : place + 8 + length] if kind == b"IDAT" else b""
        place += length + 12
    data, stride, rows = zlib.decompress(packed), width * 4, []
    above = bytearray(stride)
    for start in range(0, len(data), stride + 1):
        above = unfiltered(data[start], bytearray(data[start + 1 : start + 1 + stride]), above)
        rows.append(bytes(above[3::4]))
    return Pixels(width, height, rows)


def size(png: bytes) -> tuple[int, int]:
    """The width and the height of a PNG; fails if it isn't of the kind that `pixels` reads."""
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, colours, interlaced) == (8, 6, 0)
    return width, height


def unfiltered(kind: int, row: bytearray, above: bytearray) -> bytearray:
    """A row of a PNG as it was before its filter."""
    for x in range(len(row)):
        left, corner = (row[x - 4], above[x - 4]) if x >= 4 else (0, 0)
        row[x] = (row[x] + (0, left, above[x], (left + above[x]) // 2, paeth(left, above[x], corner))[kind]) & 255
    return row


def paeth(left: int, above: int, corner: int) -> int:
    """Of three neighbours the one nearest to left + above - corner."""
    aim = left + above - corner
    return min((left, above, corner), key=lambda value: abs(aim - value))
