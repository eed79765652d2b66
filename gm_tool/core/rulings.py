"""Rulings: the points that a game's rules leave open, as typed settings of game.yaml."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from gm_tool.core.names import in_any_case
from gm_tool.core.numbers import whole
from gm_tool.core.problems import Problem

MOST = 999_999_999
"""No number of a ruling is larger."""

Setting = str | bool | int | tuple[int, ...]


class Ruling(Struct, frozen=True, kw_only=True):
    """One point to settle.

    `values` are the settings of a choice with what each means, the default first; a flag's are
    False and True in the order that puts the default first. Numbers have a `default` and a
    `minimum`; `numbers` is a list of exactly as many numbers as the default has.
    An `order` is all of `names` in any order, or one of `values`; its setting is a text, "Red, Blue".
    `bears_on` are the events whose outcome it settles: by their kind (`Event.kind`) or their paragraph.
    `question` is the sentence of the rules that leaves it open, or what the number counts.
    """

    key: str
    kind: Literal["choice", "flag", "number", "numbers", "order"]
    question: str
    default: Setting
    values: tuple[tuple[Setting, str], ...] = ()
    minimum: int = 0
    names: tuple[str, ...] = ()
    bears_on: tuple[str, ...] = ()

    def meaning(self, setting: Setting | list[int]) -> str:
        """What a setting means, where `values` tell; else ""."""
        return next((text for value, text in self.values if word(value) == word(setting)), "")


_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def settle(rulings: Sequence[Ruling], given: Mapping[str, object]) -> tuple[dict[str, Setting], tuple[Problem, ...]]:
    """All settings of a game, `given` over the defaults, and what is wrong with those given.

    Takes what JSON and YAML give: true or "true", 20 or "20", lists of either. A key may be in any case of letters.
    Problem codes: ruling.unknown, ruling.value; `field` is the key.
    """
    known = {ruling.key: ruling for ruling in rulings}
    settings: dict[str, Setting] = {ruling.key: ruling.default for ruling in rulings}
    problems: list[Problem] = []
    for key, value in given.items():
        ruling = known.get(_key_of(key, known, given))
        if ruling is None:
            problems.append(_unknown(key, known))
            continue
        setting = _read(ruling, value)
        if setting is None:
            problems.append(_misfit(ruling, value))
        else:
            settings[ruling.key] = setting
    return settings, tuple(problems)


def key_of(key: str, known: Collection[str]) -> str:
    """The key of a ruling that somebody typed as "Base_Price" or "base-price"; the text itself where it is none."""
    key = str(key)
    found = in_any_case(_joined(key), known)
    return found if found in known else key


def _joined(text: str) -> str:
    """Words with a line between them, as in the names of settings: "round start" is "round_start"."""
    return "_".join(text.replace("-", " ").split())


def _key_of(key: str, known: Collection[str], given: Collection[str]) -> str:
    """The same among keys given together: where two are one, only the one that is spelled right is it."""
    found = key_of(key, known)
    return key if found != key and sum(key_of(other, known) == found for other in given) > 1 else found


def _unknown(key: str, known: Mapping[str, Ruling]) -> Problem:
    near = difflib.get_close_matches(key, known, 1)
    hint = f"Did you mean {near[0]}?" if near else "`gm rules` lists the rulings of a game."
    return Problem(code="ruling.unknown", field=key, value=key, message=f"There is no ruling {key!r}.", hint=hint)


def _misfit(ruling: Ruling, value: object) -> Problem:
    return Problem(
        code="ruling.value",
        field=ruling.key,
        value=value if isinstance(value, str) else _as_given(value),
        message=f"The ruling {ruling.key} can't be {_as_given(value)}.",
        hint=f"It takes {expected(ruling)}{_at_most(value)}.",
    )


def typed_setting(text: str) -> str | list[str]:
    """A setting from the command line: "[13, 10, 7]" or "13,10,7" is a list, as in game.yaml."""
    inside = text.strip().removeprefix("[").removesuffix("]")
    listed = "," in text or (inside != text.strip() and text.strip() == f"[{inside}]")
    return [item.strip() for item in inside.split(",")] if listed else text.strip()


def _as_given(value: object) -> str:
    return f"[{', '.join(map(str, value))}]" if isinstance(value, (list, tuple)) else repr(value)


def _at_most(value: object) -> str:
    """The largest number there may be, said where one is larger."""
    several = value if isinstance(value, (list, tuple)) else [value]
    numbers = [whole(one) for one in several if isinstance(one, (int, str))]
    return f", at most {MOST:,}" if any(number is not None and number > MOST for number in numbers) else ""


def expected(ruling: Ruling) -> str:
    """In words, what a ruling takes: "after_crazy, round_start or dynamic"."""
    match ruling.kind:
        case "choice" | "flag":
            words = [word(value) for value, _ in ruling.values]
            return f"{', '.join(words[:-1])} or {words[-1]}"
        case "number":
            return f"a whole number from {ruling.minimum} up"
        case "numbers":
            return f"{len(_numbers(ruling.default))} whole numbers from {ruling.minimum} up, as {word(ruling.default)}"
        case "order":
            words = [word(value) for value, _ in ruling.values]
            return ", ".join([*words, f"or these in the order you want: {', '.join(ruling.names)}"])


def word(setting: Setting | list[int]) -> str:
    """A setting as it stands in game.yaml: true, 20, [13, 10]. JSON, as a journal's, has a list for a tuple."""
    if isinstance(setting, bool):
        return "true" if setting else "false"
    if isinstance(setting, (tuple, list)):
        return f"[{', '.join(map(str, setting))}]"
    return str(setting)


def _numbers(setting: Setting) -> tuple[int, ...]:
    assert isinstance(setting, tuple)
    return setting


def _read(ruling: Ruling, value: object) -> Setting | None:
    match ruling.kind:
        case "choice":
            return _one_of(ruling, value)
        case "flag":
            return _FLAGS.get(str(value).strip().lower()) if _is_flag(value) else None
        case "number":
            return _whole(value, ruling.minimum)
        case "numbers":
            if not isinstance(value, (list, tuple)) or len(value) != len(_numbers(ruling.default)):
                return None
            read = [_whole(item, ruling.minimum) for item in value]
            return None if None in read else tuple(item for item in read if item is not None)
        case "order":
            return _order(ruling, value)


def _one_of(ruling: Ruling, value: object) -> Setting | None:
    """The setting among those that a ruling lists, as YAML or a command line may write it."""
    if isinstance(value, str):
        words = [setting for setting, _ in ruling.values if isinstance(setting, str)]
        value = in_any_case(value, words)
        value = value if value in words else in_any_case(_joined(value), words)
    return next((setting for setting, _ in ruling.values if setting == value), None)


def _order(ruling: Ruling, value: object) -> str | None:
    """The names in the order given, as a list or a text with commas; or one of the plain settings."""
    whole = _one_of(ruling, value)
    if whole is not None:
        return str(whole)
    items = value.split(",") if isinstance(value, str) else value if isinstance(value, (list, tuple)) else ()
    known = {name.lower(): name for name in ruling.names}
    read = [known.get(str(item).strip().lower(), "") for item in items]
    return ", ".join(read) if sorted(read) == sorted(ruling.names) else None


def _is_flag(value: object) -> bool:
    return isinstance(value, (bool, str))


def _whole(value: object, minimum: int) -> int | None:
    """A whole number of a sane size, given as a number or in digits."""
    number = whole(value) if isinstance(value, (int, str)) else None
    return number if number is not None and minimum <= number <= MOST else None
