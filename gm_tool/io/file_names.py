"""Players' names as names of files that every system takes.

A plain name stays as it is ("Ann"). What a system can't bear is written as in an address
("A/B" is "A%2FB"), so that two names never become one by it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

_BARRED = frozenset('<>:"/\\|?*%')
_DEVICES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [f"{port}{number}" for port in ("COM", "LPT") for number in "0123456789¹²³"]
)
_BARRED_KINDS = frozenset(["Cc", "Cs", "Zl", "Zp"])
_TURNERS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # they hide an ending
_LIKE_A_PART = re.compile(r"(.*)\.(part-[0-9]+)", re.DOTALL | re.IGNORECASE)
_LONGEST = 180  # bytes; with an ending and a number it stays below the 255 that file systems take


def file_name(player: str) -> str:
    """A name, without an ending, for a file of that player: safe on Windows, macOS and Linux.

    Windows' devices (CON, NUL), blanks and dots at the ends, and signs that can't be in a file
    name are percent-encoded; accents are composed (NFC). An overlong name is cut and told
    apart by a digest. "Ann.part-1" is written otherwise: so the parts of Ann's posts are called.
    Raises ValueError for an empty name.
    """
    name = unicodedata.normalize("NFC", player)
    if not name:
        raise ValueError("a player without a name has no file")
    safe = "".join(_encoded(sign) if _is_barred(sign) else sign for sign in name)
    if safe[0] in " .~" or safe.split(".")[0].rstrip().upper() in _DEVICES:
        safe = _encoded(safe[0]) + safe[1:]
    if safe[-1] in " .":
        safe = safe[:-1] + _encoded(safe[-1])
    like_a_part = _LIKE_A_PART.fullmatch(safe)
    if like_a_part:
        safe = f"{like_a_part[1]}%2E{like_a_part[2]}"
    if len(safe.encode()) > _LONGEST:
        digest = hashlib.sha256(name.encode(errors="surrogatepass")).hexdigest()[:12]
        safe = safe.encode()[: _LONGEST - 20].decode(errors="ignore") + "%" + digest
    return safe


def file_names(players: Iterable[str]) -> dict[str, str]:
    """The file name of each player, all different on systems that ignore case too.

    The first of two that differ in case alone keeps its name, the next one gets "-2".
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for player in players:
        base = name = file_name(player)
        number = 2
        while _as_found(name) in taken:
            name = f"{base}-{number}"
            number += 1
        taken.add(_as_found(name))
        names[player] = name
    return names


def _is_barred(sign: str) -> bool:
    return sign in _BARRED or sign in _TURNERS or unicodedata.category(sign) in _BARRED_KINDS


def _encoded(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode(errors="surrogatepass"))


def _as_found(name: str) -> str:
    """A name as a file system that ignores case looks it up."""
    return unicodedata.normalize("NFC", name.casefold())
