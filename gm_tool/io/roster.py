"""The names of a game's players: fit to be names, no two the same, look-alikes warned of."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from gm_tool.core.names import fold, plain
from gm_tool.core.problems import Problem

LONGEST_NAME = 60
"""Characters (code points) that a name may have."""

_LOOKS = str.maketrans(
    dict.fromkeys("I1|ІӀ", "l")
    | dict.fromkeys("0ОоΟο", "o")
    | dict(zip("АВЕКМНРСТХаеорсухіјѕԁһ", "ABEKMHPCTXaeopcyxijsdh", strict=True))
    | dict(zip("ΑΒΕΖΗΚΜΝΡΤΥΧνρ", "ABEZHKMNPTYXvp", strict=True))
)


def name_fault(name: str) -> str:
    """Why a text is no name for a player: "is empty", "holds a line break"; "" where it is one."""
    if not text_fault(name) and len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    return text_fault(name)


def text_fault(text: str) -> str:
    """Why a text can't stand in a line of a post, as a name or a title has to; "" where it can."""
    if not fold(text):
        return "is empty"
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in text):
        return "holds a line break or another control character"
    return ""


def roster_problems(names: Sequence[str], aliases: Sequence[Sequence[str]] = ()) -> tuple[tuple[int, Problem], ...]:
    """Errors (player.twin) for players that a sheet can't tell apart, warnings (player.lookalike) for readers.

    Two names are twins where case, blanks, or the form of quotes and accents is all that
    differs; an alias counts as a name (`aliases` are those of each seat). Each problem comes
    with the seat, from 0, of the later one of the two, who is its player.
    """
    others = [*aliases, *[()] * (len(names) - len(aliases))]
    spellings = [(seat, text) for seat, name in enumerate(names) for text in (name, *others[seat])]
    problems: list[tuple[int, Problem]] = []
    seen: dict[str, tuple[int, str]] = {}
    looks: dict[str, tuple[int, str]] = {}
    for seat, text in spellings:
        first = seen.setdefault(fold(text), (seat, text))
        alike = looks.setdefault(_look(text), (seat, text))
        if first[0] != seat:
            problems.append((seat, _twin(first[1], text, names[seat])))
        elif alike[0] != seat:
            problems.append((seat, _lookalike(alike[1], text, names[seat])))
    return tuple(problems)


def _look(text: str) -> str:
    """What a text looks like in a sheet: signs that are drawn alike are one sign, accents are left off."""
    return plain(unicodedata.normalize("NFKC", text).translate(_LOOKS))


def _twin(first: str, second: str, player: str) -> Problem:
    return Problem(
        code="player.twin",
        message=f"The names {first!r} and {second!r} can't be told apart in a sheet.",
        player=player,
        value=second,
        hint="Give one of the two players another name, or take the alias out.",
    )


def _lookalike(first: str, second: str, player: str) -> Problem:
    return Problem(
        code="player.lookalike",
        severity="warning",
        message=f"The names {first!r} and {second!r} look alike but aren't the same.",
        player=player,
        value=second,
        hint="If they are two people, choose names from a list rather than typing them.",
    )
