"""Views and words made by hand: what a game and the app give to the templates, without either."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gm_tool.core.rulings import Ruling, Setting, word
from gm_tool.core.views import GM, PUBLIC, Board, Listing, Piece, Space, Tile, Track, View, Viewer
from gm_tool.io.resources import template_files
from gm_tool.render.dialects import DIALECTS
from gm_tool.render.posts import Template, Wording, post
from gm_tool.rules.camellots.settings import RULINGS

FOLDER = Path(__file__).resolve().parents[2] / "templates" / "camellots"
EDITIONS = (*((dialect, "en") for dialect in sorted(DIALECTS)), *((dialect, "de") for dialect in ("phpbb", "text")))
GOLDEN = Path(__file__).resolve().parent / "golden"

PIECES = (
    Piece("Red", "R", "#cc2222"),
    Piece("Blue", "B", "#2266cc"),
    Piece("Green", "G", "#228833"),
    Piece("Yellow", "Y", "#aa8800"),
    Piece("Purple", "P", "#884499"),
    Piece("Black", "K", "#555555", "down"),
    Piece("Gray", "A", "#888888", "down"),
)

TILE = Tile("tile", "##")

HOSTILE = (
    "[Clan]Ann",
    "Bob[/b]",
    "bob & tom",
    "*_~",
    "@everyone",
    "[/code]",
    "```",
    "<script>",
    ":3",
    "8)",
    "# x",
    "> y",
    "1. z",
    "- q",
    "---",
    "===",
    "a\\",
    "||b||",
    "[quote=x]",
    "`c`",
    "<@&1234>",
    "&lt;",
    "![p](http://x)",
    "    indented",
)
"""Names and notes that are markup somewhere."""


def track(
    stacks: dict[int, tuple[str, ...]],
    tiles: tuple[int, ...] = (),
    length: int = 20,
    flat: tuple[int, ...] | None = None,
) -> Track:
    """A track with these stacks; the ends are flat unless said otherwise."""
    spaces = tuple(
        Space(number, stacks.get(number, ()), TILE if number in tiles else None) for number in range(1, length + 1)
    )
    return Track(spaces, PIECES, (1, length) if flat is None else flat)


def wording(language: str = "en") -> Wording:
    """The templates that come along, in a language."""
    files = template_files("camellots", language=language)
    return Wording({name: Template(text, name) for name, (text, _) in files.items()})


BEFORE: dict[str, Any] = {"coins": 10, "phantom": 0, "garnets": 2, "tile": None, "bets": {}}

PUBLIC_WORDS: dict[str, Any] = {
    "round": 5,
    "finished": False,
    "placing": ["Yellow", "Red", "Green", "Purple", "Blue"],
    "bettable": ["Red", "Blue", "Green", "Yellow", "Purple"],
    "tiles": [7, 12],
    "free_spaces": [2, 3, 5, 7, *range(9, 20)],
    "moved": [{"camel": "Red", "start": 2, "end": 4}, {"camel": "Black", "start": 16, "end": 15}],
    "race": [],
    "carried": [{"camel": "Red", "riders": ["Gray", "Yellow"]}, {"camel": "Green", "riders": ["Purple"]}],
    "placing_before": ["Green", "Yellow", "Purple", "Blue", "Red"],
    "market": [
        {"camel": "Red", "place": 2, "stocks": 5, "buy": 10, "sell": 10},
        {"camel": "Blue", "place": 5, "stocks": 4, "buy": 11, "sell": 1},
        {"camel": "Green", "place": 3, "stocks": 5, "buy": 10, "sell": 7},
        {"camel": "Yellow", "place": 1, "stocks": 0, "buy": 15, "sell": 13},
    ],
    "market_before": [
        {"camel": "Red", "place": 5, "stocks": 4, "buy": 11, "sell": 1},
        {"camel": "Blue", "place": 4, "stocks": 6, "buy": 9, "sell": 4},
        {"camel": "Green", "place": 1, "stocks": 5, "buy": 10, "sell": 13},
        {"camel": "Yellow", "place": 2, "stocks": 3, "buy": 12, "sell": 10},
    ],
}
RACE = [
    {"camel": "Black", "steps": 1, "start": 16, "landed": 15, "end": 15, "pushed": False, "riders": []},
    {"camel": "Red", "steps": 1, "start": 2, "landed": 3, "end": 4, "pushed": True, "riders": ["Gray", "Yellow"]},
]
RESULT = {
    "ended_by": "Yellow",
    "winner": "Yellow",
    "ranking": ["Yellow", "Red", "Green", "Purple", "Blue"],
    "coins": {"Ann": 12, "[Clan]Bob": 31, "Ève": 1},
    "first": ["[Clan]Bob"],
    "tokens_of_life": {"[Clan]Bob": 2},
    "elimination_candidates": ["Ève"],
}
BOARDS: dict[str, Board] = {
    "track": track({4: ("Red", "Gray", "Yellow"), 2: ("Blue",), 3: ("Green", "Purple"), 15: ("Black",)}, (7, 12)),
    "market": Listing(
        ("Camel", "Place", "Stocks", "Buy", "Sell"),
        (("Red", 2, 5, 10, 10), ("Blue", 5, 4, 11, 1), ("Green", 3, 5, 10, 7), ("Yellow", 1, 0, 15, 13)),
    ),
}
HOLDINGS = Listing(("Camel", "Stocks", "Bet"), (("Red", 3, 0), ("Blue", 1, 2), ("Green", 1, 0)))
PLAYERS = Listing(
    ("Coins", "Ph", "Ga", "R", "B", "G", "Y", "P", "Tile", "Player"),
    (
        (12, 4, 2, 3, 1, 1, 1, 1, 7, "Ann"),
        (31, 0, 0, 1, 1, 1, 1, 1, "-", "[Clan]Bob"),
        (100, 10, 9, *[9] * 5, 19, "Ève"),
    ),
)
BETS = Listing(
    ("R", "B", "G", "Y", "P", "Player"), ((0, 2, 0, 1, 0, "Ann"), (0, 0, 0, 10, 0, "[Clan]Bob"), (0, 0, 0, 0, 0, "Ève"))
)

TOLD: dict[str, Any] = {
    "game": {"id": "camellots", "title": "Presenting CamelLots"},
    "title": "Spring match",
    "players": ["Ann", "[Clan]Bob", "Ève"],
    "step": {"word": "round", "number": 5, "name": "round-5", "title": "Round 5"},
    "next_step": {"word": "round", "number": 6, "name": "round-6", "title": "Round 6"},
    "deadline": "2026-05-02 20:00 CEST (18:00 UTC)",
}


def public_view(**words: object) -> View:
    """What everybody sees of a round."""
    return View(PUBLIC, {**PUBLIC_WORDS, **words}, BOARDS)


def opening_view() -> View:
    """What everybody sees before the first round."""
    return public_view(round=0, moved=[], carried=[], placing_before=[], market_before=[])


def private_view(**words: object) -> View:
    """What Ann sees of a round in which she bought stocks, traded a garnet, and her tile went off."""
    changes = [
        {"what": "garnets", "amount": -1, "reason": "garnets_traded", "about": ""},
        {"what": "phantom", "amount": 2, "reason": "garnets_traded", "about": ""},
        {"what": "coins", "amount": 10, "reason": "tile", "about": "space 7"},
        {"what": "phantom", "amount": -2, "reason": "buy", "about": "Red"},
        {"what": "coins", "amount": -18, "reason": "buy", "about": "Red"},
        {"what": "coins", "amount": 3, "reason": "the GM's *gift*", "about": ""},
    ]
    own = {
        "coins": 5,
        "phantom": 0,
        "garnets": 1,
        "tile": 7,
        "bets": {"Blue": 2},
        "before": BEFORE,
        "changes": changes,
        "drawn": [],
        "got": {"camel": "Red", "asked": 3, "got": 2, "price": 10, "cost": 20},
        "sold": None,
        "bet_placed": {},
        "void_bets": {"Blue": 1},
        "lapsed": "",
    }
    return View(Viewer("player", "Ann"), {**PUBLIC_WORDS, **own, **words}, {**BOARDS, "holdings": HOLDINGS})


def submission(**parts: str) -> dict[str, object]:
    """What private.txt is told beside the rest."""
    usual = {
        "fate": "used",
        "read_as": "buy 3 Red",
        "received": "buy | Red | 3",
        "note": "good luck\n> all",
        "late": "",
    }
    return TOLD | {"player": "Ann", "submission": {**usual, **parts}, "adjusted": []}


def gm_view() -> View:
    """What the GM sees of a round."""
    words = {"players": [], "events": ["Ann buys 2 Red of 3 asked for, at 10 coins each.", "Round 5 is over."]}
    return View(GM, {**PUBLIC_WORDS, **words}, {**BOARDS, "players": PLAYERS, "bets": BETS})


def gm_told() -> dict[str, object]:
    """What gm.txt is told beside the rest."""
    problem = {
        "severity": "error",
        "code": "camel.unknown",
        "player": "Ève",
        "place": "sheets/round-05.xlsx, Round 5, C5",
        "value": "Orange",
        "message": "There is no camel Orange.",
        "hint": "Did you mean Gray?",
    }
    return TOLD | {
        "missing": ["[Clan]Bob"],
        "refused": ["Ève"],
        "by_turn": False,
        "counts": {"read": 3, "used": 1, "superseded": 1, "late": 0, "refused": 1, "ignored": 0},
        "rows": [
            {"place": "row 2", "fate": "superseded", "player": "Ann", "reason": "a later row counts"},
            {"place": "row 4", "fate": "used", "player": "Ann", "reason": ""},
            {"place": "row 5", "fate": "refused", "player": "Ève", "reason": "camel.unknown"},
        ],
        "problems": [problem],
        "orders": {"Ann": "buy 3 Red and trade 1 garnet", "[Clan]Bob": "", "Ève": ""},
    }


def _ruling(ruling: Ruling, setting: Setting) -> dict[str, object]:
    meaning = next((text for value, text in ruling.values if value == setting), "")
    return {
        "key": ruling.key,
        "setting": word(setting),
        "question": ruling.question,
        "meaning": meaning,
        "default": setting == ruling.default,
    }


def pregame_told(**given: Setting) -> dict[str, object]:
    """What pregame.txt is told beside the rest: the rulings given, the others as usual."""
    rulings = [_ruling(ruling, given.get(ruling.key, ruling.default)) for ruling in RULINGS]
    return TOLD | {"step": None, "commitment": "c0ffee" * 10, "rulings": rulings}


def final_view(**result: object) -> View:
    """What everybody sees after the end."""
    bets = {"Ann": {"Blue": 2, "Yellow": 1}, "[Clan]Bob": {"Yellow": 10}, "Ève": {}}
    return public_view(finished=True, result={**RESULT, **result}, all_bets=bets)


def history_told() -> dict[str, object]:
    """What orders.txt is told beside the rest."""
    rows = [
        {"player": "Ann", "said": "buy 3 Red", "fate": "used"},
        {"player": "[Clan]Bob", "said": "", "fate": "missing"},
        {"player": "Ève", "said": "", "fate": "refused"},
    ]
    return TOLD | {"next_step": None, "deadline": "", "history": [{"title": "Round 1", "rows": rows}]}


def all_posts(dialect: str, language: str = "en") -> dict[str, str]:
    """Every template's post in a dialect and a language, by the name of its golden file."""
    given: dict[str, tuple[View, dict[str, object]]] = {
        "pregame": (opening_view(), pregame_told(crazy_tile="ignore", bet_limit_at="after_movement")),
        "public": (public_view(), TOLD),
        "private": (private_view(), submission()),
        "gm": (gm_view(), gm_told()),
        "final": (final_view(), TOLD | {"next_step": None, "deadline": ""}),
        "orders": (final_view(), history_told()),
    }
    words, start = wording(language), dialect if language == "en" else f"{language}-{dialect}"
    return {
        f"{start}-{name}.txt": post(words, f"{name}.txt", view, told, DIALECTS[dialect])
        for name, (view, told) in given.items()
    }


def write_golden() -> None:
    """Make the golden files anew, to be looked at in the diff: `python -m render.by_hand` in the folder tests."""
    for dialect, language in EDITIONS:
        for name, text in all_posts(dialect, language).items():
            (GOLDEN / name).write_bytes(text.encode())


if __name__ == "__main__":
    write_golden()
