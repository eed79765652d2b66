"""The parts of a message: a verb and what belongs to it, read as an order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from gm_tool.core.names import Names
from gm_tool.rules.camellots.camels import COLOURS
from gm_tool.rules.camellots.lexicon import ALL_CAMELS, Action, Word, camel_names
from gm_tool.rules.camellots.settings import Settings

_TOLD_LATER = {("put", "tile"), ("put", "bet")}
_TOLD_AT_ONCE = {("move", "tile")}
MOST_OF_ONE = 20
"""`red x21` is nonsense in any game, and not to be written out."""


class Clause(Struct):
    """A verb, what it stands for, and the words that belong to it, without those that say nothing."""

    action: Action
    verb: str
    parts: list[Word]


class Reading(Struct, frozen=True):
    """What a clause says: the order that it is, or why it is none (`fault`), or all that it may be (`either`)."""

    order: dict[str, Any] | None = None
    fault: str = ""
    either: tuple[dict[str, Any], ...] = ()


def clauses_of(words: Sequence[Word]) -> tuple[list[Word], list[Clause]]:
    """The words before the first verb, and the clauses; several of a move or of bets are one."""
    leading: list[Word] = []
    clauses: list[Clause] = []
    for number, word in enumerate(words):
        if word.kind == "verb":
            _begin(clauses, word)
        elif not _says_nothing(word, words[number + 1 : number + 2]):
            (clauses[-1].parts if clauses else leading).append(word)
    named = any(word.kind == "camel" for word in leading)  # a number alone may be that of a round or a list
    if named and len(clauses) == 1 and not clauses[0].parts:
        clauses[0].parts, leading = leading, []
    for clause in clauses:
        if clause.action == "put" and _tells_of_a_bet(clause.parts):
            clause.action = "bet"
    return leading, _joined(clauses)


def _tells_of_a_bet(parts: Sequence[Word]) -> bool:
    """Whether what is put somewhere is coins: "put 5 on red", not "put red on 7", which may be anything."""
    told = [part.kind for part in parts if part.kind in ("camel", "number")]
    return "camel" in told and (told[0] == "number" or "number" not in told or any(p.value == "coins" for p in parts))


def _says_nothing(word: Word, following: Sequence[Word]) -> bool:
    if word.kind == "for":  # "for 5" may be a price
        return not (following and following[0].kind == "number")
    return word.kind in ("small", "round")


def _begin(clauses: list[Clause], word: Word) -> None:
    """A verb begins a clause, unless it tells more of the one before: "put my tile", "move my tile", "place a bet"."""
    action: Any = word.value
    last = clauses[-1] if clauses else None
    bare = last is not None and not last.parts
    if last and ((last.action, action) in _TOLD_LATER or (bare and (last.action, action) in _TOLD_AT_ONCE)):
        last.action = action
    elif not (last and bare and last.action == action):
        clauses.append(Clause(action, word.text, []))


def _joined(clauses: list[Clause]) -> list[Clause]:
    """The clauses, each only once, all moves as one and all bets as one."""
    joined: list[Clause] = []
    for clause in clauses:
        said = [part.text for part in clause.parts]
        twin = [other for other in joined if other.action == clause.action]
        if any([part.text for part in other.parts] == said for other in twin):
            continue
        if twin and clause.action in ("move", "bet"):
            twin[0].parts += clause.parts
        else:
            joined.append(clause)
    return joined


def read_clause(clause: Clause, settings: Settings) -> Reading:
    """A clause as an order; judge says whether it is a legal one."""
    kinds = {part.kind for part in clause.parts}
    if "or" in kinds:
        return Reading(fault="It says “or”, which leaves the order open.")
    unclear = _unclear_numbers(clause)
    if unclear:
        return Reading(fault=_beside(unclear))
    match clause.action:
        case "move":
            return _move([part for part in clause.parts if not part.listed], settings)
        case "tile":
            return _tile(clause.parts)
        case "buy" | "sell":
            return _stock(clause.action, clause.parts)
        case "bet":
            return _bet(clause.parts)
        case "trade":
            return _trade(clause, settings)
        case "nothing":
            return Reading(fault=_beside(clause.parts)) if clause.parts else Reading({"action": None})
        case _:  # "put", of which nothing told what
            return Reading(fault=f"It isn't clear what to {clause.verb}: a tile, or coins on a camel?")


def _unclear_numbers(clause: Clause) -> list[Word]:
    """Numbers that count nothing here: "the 3rd red"; "bet 1. red 2. blue", which may be the numbers of a list."""
    if clause.action == "tile":
        return []
    listed = [part for part, following in pairwise(clause.parts) if part.listed and following.kind == "camel"]
    if clause.action == "move":
        listed = [] if _is_list(clause.parts) else [part for part in clause.parts if part.listed]
    return [part for part in clause.parts if part.ordinal] or listed


def _beside(parts: Sequence[Word]) -> str:
    return f"It isn't clear what “{' '.join(part.text for part in parts)}” means here."


def camel_of(text: str, among: Names) -> str:
    """The camel that a text names; else the text, for judge to refuse."""
    return among.find(text).name or ALL_CAMELS.find(text).name or text


# The actions


def _move(parts: list[Word], settings: Settings) -> Reading:
    """Camels in any order, each perhaps several times: `red, blue`, `red x2`, `2 red 1 blue`; or as a list."""
    among = camel_names(settings.movable)
    times = _times(parts)
    if isinstance(times, Word):
        return Reading(fault=_beside([times]))
    names: list[str] = []
    announced = None
    counted = bool(parts) and parts[0].kind == "number"
    for number, part in enumerate(parts):
        following = parts[number + 1] if number + 1 < len(parts) else None
        match part.kind:
            case "camel":
                names += [camel_of(str(part.value), among)] * times.get(number, 1)
            case "number" if following and following.value == "camels":
                announced = part.value
            case "number" if not counted or not (following and following.kind == "camel"):
                return Reading(fault=_beside([part]))
            case "unit" if part.value == "camels":
                counted = counted and not names and announced is None
            case "times" | "number" | "article":
                pass
            case _:
                return Reading(fault=_beside([part]))
    if announced is not None and announced != len(names):
        return Reading(fault=f"It speaks of {announced} camels, but names {len(names)}.")
    return Reading({"action": "move", "camels": names})


def _times(parts: Sequence[Word]) -> dict[int, int] | Word:
    """How often camels are named, by their places; or a number of which it isn't clear what it counts.

    It counts the camel that it isn't told apart from: "red x2, blue", "red, 2x blue". Between two it is clear only
    where each camel has a number: "red x2 blue x1".
    """
    each = [part.kind == "camel" for part in parts if part.kind in ("camel", "times", "number")]
    before, behind = each == [False, True] * (len(each) // 2), each == [True, False] * (len(each) // 2)
    times: dict[int, int] = {}
    for place, part in enumerate(parts):
        following = parts[place + 1] if place + 1 < len(parts) else None
        right = following is not None and following.kind == "camel" and not following.apart
        if part.kind != "times" and not (part.kind == "number" and right):
            continue
        left = part.kind == "times" and place > 0 and parts[place - 1].kind == "camel" and not part.apart
        if left and right:
            left, right = behind, before
        of = place - 1 if left else place + 1
        if left == right or of in times or not isinstance(part.value, int) or part.value < 1:
            return part
        times[of] = min(part.value, MOST_OF_ONE)
    return times


def _is_list(parts: Sequence[Word]) -> bool:
    """Whether the numbers with a dot or bracket are those of a list, each before a camel: `1. red 2. blue`."""
    places = [place for place, part in enumerate(parts) if part.kind in ("number", "times")]
    numbers = [parts[place].value for place in places if parts[place].listed]
    before = [part.kind for place in places for part in parts[place + 1 : place + 2]]
    return numbers == list(range(1, len(places) + 1)) and before == ["camel"] * len(places)


def _tile(parts: list[Word]) -> Reading:
    strange = [part for part in parts if part.kind not in ("number", "article") and part.value != "space"]
    if strange:
        return Reading(fault=_beside(strange))
    spaces = list(dict.fromkeys(part.value for part in parts if part.kind == "number"))
    readings = tuple({"action": "tile", "space": space} for space in spaces)
    if len(readings) > 1:
        return Reading(either=readings)
    return Reading(readings[0] if readings else {"action": "tile"})


def _stock(action: str, parts: list[Word]) -> Reading:
    """A number and a colour, either one first; of several colours or numbers nobody knows which is meant."""
    usual = ("camel", "number", "times", "article")
    strange = [part for part in parts if part.kind not in usual and part.value not in ("stocks", "camels")]
    if strange:
        price = (
            " Leave out the price: write only how many stocks."
            if any(part.value == "coins" for part in strange)
            else ""
        )
        return Reading(fault=f"{_beside(parts)}{price}")
    among = Names(COLOURS)
    colours = list(dict.fromkeys(camel_of(str(part.value), among) for part in parts if part.kind == "camel"))
    amounts = [part.value for part in parts if part.kind in ("number", "times")]
    if not amounts and any(part.kind == "article" for part in parts):
        amounts = [1]
    if len(colours) > 1 and len(colours) == len(amounts):
        return Reading(either=tuple(_trade_of(action, [c], [a]) for c, a in zip(colours, amounts, strict=True)))
    if len(colours) > 1:
        return Reading(either=tuple(_trade_of(action, [colour], amounts[:1]) for colour in colours))
    if len(amounts) > 1 and len(set(amounts)) == 1:
        return Reading(fault=f"It isn't clear whether {amounts[0]} is meant once or {len(amounts)} times.")
    if len(amounts) > 1:
        return Reading(either=tuple(_trade_of(action, colours, [amount]) for amount in amounts))
    return Reading(_trade_of(action, colours, amounts))


def _trade_of(action: str, colours: Sequence[str], amounts: Sequence[str | int]) -> dict[str, Any]:
    """The order as far as it was written; a key that is missing is for judge to ask for."""
    order: dict[str, Any] = {"action": action}
    if colours:
        order["camel"] = colours[0]
    if amounts:
        order["amount"] = amounts[0]
    return order


def _bet(parts: list[Word]) -> Reading:
    """Pairs of coins and camels, the coins before (`5 on red, 3 on blue`) or behind (`red 5, blue 3`)."""
    usual = ("camel", "number", "times", "each", "article", "for")
    strange = [part for part in parts if part.kind not in usual and part.value not in ("coins", "camels")]
    if strange:
        return Reading(fault=_beside(strange))
    told = [part for part in parts if part.kind in ("camel", "number", "times")]
    camels = [camel_of(str(part.value), Names(COLOURS)) for part in told if part.kind == "camel"]
    coins = [part.value for part in told if part.kind != "camel"]
    if not told:
        return Reading({"action": "bet", "bets": {}})
    if len(set(camels)) < len(camels):
        return Reading(fault="It bets on one camel more than once: write what the bet on it comes to in all.")
    if any(part.kind == "each" for part in parts) and len(coins) == 1 and camels:
        return Reading({"action": "bet", "bets": dict.fromkeys(camels, coins[0])})
    orders = {(one.kind == "camel", other.kind == "camel") for one, other in zip(told[::2], told[1::2], strict=False)}
    torn = any(part.apart for part in told[1::2]) and not all(part.apart for part in told[2::2])  # "5, red 3, blue"
    if len(coins) != len(camels) or len(orders) != 1 or orders <= {(True, True), (False, False)} or torn:
        return Reading(fault="It isn't clear how many coins go on which camel.")
    return Reading({"action": "bet", "bets": dict(zip(camels, coins, strict=True))})


def _trade(clause: Clause, settings: Settings) -> Reading:
    """Garnets: `trade 2 garnets`, perhaps `for 4 phantom coins`, which must be what they bring.

    A number belongs to the word behind it; one without such a word is of garnets. Garnets behind the coins, or behind
    "for", may be what somebody wants to have: `trade 2 coins for 1 garnet`.
    """
    counts: dict[str, list[str | int]] = {"garnets": [], "coins": []}
    wanted = False
    pending: list[str | int] = []
    named = clause.verb.startswith(("trad", "exchang"))
    for part in clause.parts:
        match part.kind:
            case "number":
                pending.append(part.value)
            case "article":
                pending = pending or [1]
            case "unit" if part.value == "garnets" and wanted:
                return Reading(fault=_beside(clause.parts))
            case "unit" if part.value in counts:
                wanted = wanted or part.value == "coins"
                named = named or part.value == "garnets"
                counts[str(part.value)] += pending
                pending = []
            case "for":
                wanted = True
            case _:
                return Reading(fault=_beside([part]))
    garnets, coins = counts["garnets"] + pending, counts["coins"]
    if not named or len(garnets) > 1 or (pending and wanted):
        return Reading(fault=_beside(clause.parts))
    if not garnets:
        return Reading(fault="It doesn't say how many garnets to trade.")
    brought = garnets[0] * settings.phantom_per_garnet if isinstance(garnets[0], int) else None
    if coins and coins != [brought]:
        return Reading(fault=f"{_beside(clause.parts)} A garnet brings {settings.phantom_per_garnet} phantom coins.")
    return Reading({"garnets": garnets[0]})
