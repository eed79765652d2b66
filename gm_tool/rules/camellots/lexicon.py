"""The words of messages: a post cut into words that mean something here, and what each of them means."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from msgspec import Struct, structs

from gm_tool.core.names import Names, fold, plain
from gm_tool.core.numbers import has_odd_digits, number_or_text
from gm_tool.core.posted import STRUCK, TAKING_BACK, without_looks
from gm_tool.rules.camellots.camels import CAMELS

Action = Literal["move", "tile", "buy", "sell", "bet", "trade", "nothing", "put"]
"""What a verb stands for. "put" (put, place) is open: what comes after it tells a tile from a bet."""

VERBS: dict[str, Action] = {
    **dict.fromkeys(("move", "moves", "moving", "advance", "advances", "advancing"), "move"),
    **dict.fromkeys(("push", "pushes", "pushing", "run", "runs", "running"), "move"),
    **dict.fromkeys(("buy", "buys", "buying", "purchase", "purchases", "purchasing", "get"), "buy"),
    **dict.fromkeys(("sell", "sells", "selling"), "sell"),
    **dict.fromkeys(("bet", "bets", "betting", "wager", "wagers", "wagering", "stake"), "bet"),
    **dict.fromkeys(("tile", "tiles"), "tile"),
    **dict.fromkeys(("put", "puts", "putting", "place", "places", "placing", "lay", "set"), "put"),
    **dict.fromkeys(("trade", "trades", "trading", "exchange", "convert", "cash"), "trade"),
    **dict.fromkeys(("use", "using", "spend", "spending"), "trade"),
    **dict.fromkeys(("nothing", "pass", "skip"), "nothing"),
}
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
UNITS: dict[str, str] = {
    **dict.fromkeys(("camel", "camels"), "camels"),
    **dict.fromkeys(("stock", "stocks", "share", "shares"), "stocks"),
    **dict.fromkeys(("coin", "coins"), "coins"),
    **dict.fromkeys(("garnet", "garnets"), "garnets"),
    **dict.fromkeys(("space", "spaces"), "space"),
}
SMALL_WORDS = frozenset(
    (
        *("i", "we", "me", "my", "mine", "you", "your", "it", "its", "s", "id", "ill", "im", "ive", "d", "ll", "m"),
        *("would", "like", "want", "wanna", "will", "ll", "shall", "going", "gonna", "let", "lets", "love", "to"),
        *("the", "of", "on", "onto", "in", "into", "also", "do", "then", "so", "and", "plus", "this"),
        *("is", "are", "be", "here", "hi", "hello", "hey", "dear", "gm", "please", "pls", "plz", "thanks", "thank"),
        *("thx", "ty", "cheers", "ok", "okay", "action", "actions", "order", "orders", "submission", "influence"),
        *(
            "stack",
            "colour",
            "color",
            "time",
            "turn",
            "round",
            "sir",
            "mr",
            "today",
            "phantom",
            "best",
            "good",
            "luck",
            "everyone",
            "everybody",
        ),
    )
)
"""Words that change nothing about an order."""

TURNING = frozenset(
    (
        *("not", "no", "never", "dont", "don", "cancel", "instead", "unless", "if", "scrap", "ignore", "wait", "but"),
        *(
            "except",
            "maybe",
            "perhaps",
            "rather",
            "correction",
            "edit",
            "undo",
            "mind",
            "nevermind",
            "forget",
            "change",
        ),
        *(
            "changed",
            "second",
            "thought",
            "thoughts",
            "without",
            "only",
            "until",
            "when",
            "once",
            "hold",
            "stop",
            "sorry",
        ),
        *("withdraw", "retract", "void", "wrong", "mistake", "all", "everything", "both", "half", "rest", "random"),
        *("previous", "last", "same", "repeat", "again", "next", "later", "twice", "double", "whatever", "any"),
        *("nope", "nah", "nay", "none", "nor", "neither", "else", "otherwise", "alternatively", "alternative", "swap"),
        *("kidding", "joke", "joking", "jk", "psych", "sike", "scratch", "strike", "disregard", "discard", "delete"),
        *("remove", "drop", "revoke", "rescind", "revert", "reverse", "reversed", "opposite", "other", "another"),
        *("provided", "assuming", "depending", "depends", "case", "pending", "tentative", "tentatively", "provisional"),
        *("draft", "placeholder", "unsure", "undecided", "test", "testing", "example", "yesterday"),
        *("nicht", "nichts", "kein", "keine", "keinen", "nein", "nee", "doch", "sondern", "statt", "stattdessen"),
        *("falls", "wenn", "vielleicht", "lieber", "vergiss", "storniere", "gestrichen", "scherz", "spaß", "quatsch"),
        *("zurück", "abbruch", "abgebrochen", "falsch", "fehler", "irrtum", "korrektur", "ändern", "geändert"),
        *("actually", "oops", "whoops", "typo", "mean", "meant", STRUCK, *TAKING_BACK),
    )
)
"""Words that may turn an order into another one: a sentence with one of them is never passed over as chatter."""


def camel_names(camels: Iterable[str]) -> Names:
    """These camels by their names, and Gray as the British write it."""
    among = tuple(camels)
    return Names(among, {"Gray": ("Grey",)} if "Gray" in among else {})


ALL_CAMELS = camel_names(CAMELS)
_KNOWN = (*VERBS, *NUMBERS, *UNITS, *(camel.lower() for camel in CAMELS), "grey")
_COUNT = rf"\d{{1,6}}|{'|'.join(NUMBERS)}"
_TOKEN = re.compile(
    r"(?P<round>\b(?:round|turn)"
    r"(?:[ ]?#?|(?<!this round)(?<!this turn)(?<!my turn)[ ]?[-:=(#]{1,2}[ ]?|[ ](?:no|nr|number)\b\.?[ ]?)"
    rf"(?P<of>{_COUNT})\b|\b(?P<nth>\d{{1,6}})(?:st|nd|rd|th)[ -](?:round|turn)\b)"
    r"|(?P<times>\b[x*](?P<after>\d{1,15})\b|\b(?P<before>\d{1,15})[ ]?[x*](?![a-z0-9]))"
    r"|(?P<number>(?:(?<![-=])[<>≤≥≈~±]=?[ ]?)?(?:(?<![\w)])-)?[\d\U000F0000-\U0010FFFD]+(?:[.,]\d+)?"
    r"(?:[ ]?%|\+(?![\w(]))?)(?P<ordinal>st|nd|rd|th)?(?=(?P<listed>[.)](?=[\sa-z]))?)"
    rf"|(?P<word>[^\W\d_]+|[{TAKING_BACK}])"
    r"|(?P<end>[.!?\n]+)"
)
_BETWEEN = re.compile(r"[,;/+&|\n]")
_CROSS = str.maketrans({"×": " x", "\u2212": "-", "\u2013": "-", "\u2014": "-"})

_APART = 0xF0000
"""Where the characters for private use begin that odd digits are set apart as, while a line is folded."""

Kind = Literal[
    "verb", "camel", "number", "times", "unit", "article", "each", "or", "for", "small", "unknown", "end", "round"
]
_SMALL_KINDS: dict[str, Kind] = {
    "a": "article",
    "an": "article",
    "each": "each",
    "or": "or",
    "for": "for",
    "with": "for",
}
SHORTEST = 3
"""Fewer letters of a camel's name are not taken for it in a message: `y` may as well be the Spanish word for and."""


class Word(Struct, frozen=True):
    """One word: its kind, how it was written, and what it means (an action, a camel's text, a number, a unit).

    A number may be `ordinal`, "3rd", or `listed`, with a dot or bracket behind it, or a # before it, as in a list:
    "1. red, 2. blue". `apart`: a comma or the like, or "and", stands before it.
    """

    kind: Kind
    text: str
    value: str | int = ""
    ordinal: bool = False
    listed: bool = False
    apart: bool = False

    @property
    def tells(self) -> bool:
        """Whether it is part of an order."""
        return self.kind in ("verb", "camel", "number", "times", "or", "round")


def words_of(text: str, own_name: str) -> list[Word]:
    """A message as words, without what says nothing. `own_name` is the player's: a signature is no order."""
    names = set(re.findall(r"[^\W\d_]+", plain(own_name))) - (TURNING - {"don"})  # Don's "don't" has a t, too
    lines = (fold(_apart(line).translate(_CROSS)) for line in without_looks(text).splitlines())
    return list(_words("\n".join(lines), names))


def _words(text: str, names: Collection[str]) -> Iterator[Word]:
    """The words of a folded text, each told apart from the one before it where a sign or a word stands between."""
    end, joined = 0, False
    for token in _TOKEN.finditer(text):
        word = _word(token, names)
        apart = joined or _BETWEEN.search(text, end, token.start()) is not None
        yield structs.replace(word, apart=True) if apart else word
        end, joined = token.end(), word.kind == "end" or word.text in ("and", "plus", "then")


def _apart(line: str) -> str:
    """A line whose odd digits (², ⑩) are set apart, as characters for private use: folded, 1² would be 12."""
    return line if line.isascii() else "".join(chr(_APART + ord(c)) if has_odd_digits(c) else c for c in line)


def _as_written(text: str) -> str:
    """A text with its odd digits as they were written."""
    return "".join(chr(ord(c) - _APART) if has_odd_digits(chr(max(ord(c) - _APART, 0))) else c for c in text)


def _word(token: re.Match[str], names: Collection[str]) -> Word:
    text = _as_written(token[0])
    if token["round"]:
        of = token["of"] or token["nth"]
        return Word("round", text, NUMBERS[of] if of in NUMBERS else int(of))
    if token["times"]:
        return Word("times", text, int(token["after"] or token["before"]))
    if token["number"]:
        value = number_or_text(_as_written(token["number"]))
        listed = token["listed"] or token.string[: token.start()].endswith("#")
        return Word("number", text, value, bool(token["ordinal"]), bool(listed))
    if token["end"]:
        return Word("end", text)
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")
    return _meaning(text, bare, names)


def _meaning(text: str, bare: str, names: Collection[str]) -> Word:
    if bare in VERBS:
        return Word("verb", text, VERBS[bare])
    if bare in NUMBERS:
        return Word("number", text, NUMBERS[bare])
    if bare in UNITS:
        return Word("unit", text, UNITS[bare])
    if bare in _SMALL_KINDS:
        return Word(_SMALL_KINDS[bare], text)
    how = ALL_CAMELS.find(text).how
    if bare in SMALL_WORDS or (bare in names and how not in ("exact", "same", "plain")):
        return Word("small", text)
    if how != "none" and len(text) >= SHORTEST:
        return Word("camel", text, text)
    return Word("unknown", text)


def near(text: str) -> tuple[str, ...]:
    """The words that somebody may have meant, camels by their names: "blak" is near Black."""
    match = ALL_CAMELS.find(text[:40])
    if match.how in ("prefix", "ambiguous"):
        return match.candidates or (match.name or "",)
    found = difflib.get_close_matches(text[:40], _KNOWN, 2, 0.7)
    camels = {camel.lower(): camel for camel in CAMELS} | {"grey": "Gray"}
    return tuple(dict.fromkeys(camels.get(word, word) for word in found))


def without_chatter(words: list[Word]) -> tuple[list[Word], str]:
    """The words without the sentences that say nothing of an order, and the first words of those.

    A sentence stays where it has a word of an order, one that may turn an order into another, or one that is
    near a word of an order.
    """
    kept: list[Word] = []
    passed: list[str] = []
    sentence: list[Word] = []
    for word in (*words, Word("end", "")):
        if word.kind != "end":
            sentence.append(word)
            continue
        strange = [part.text for part in sentence if part.kind == "unknown"]
        matters = any(part.tells for part in sentence) or any(
            text in TURNING or (len(text) > 3 and near(text)) for text in strange
        )
        if matters or not strange:
            kept += sentence
        else:
            passed.append(" ".join(part.text for part in sentence))
        sentence = []
    return kept, "; ".join(passed)[:100]
