"""The rulings of CamelLots: what its rules leave open, and the numbers it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct, structs

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.rulings import Ruling, settle
from gm_tool.rules.camellots.camels import CAMELS, COLOURS, Camel

LARGEST_NUMBER = 1_000_000
"""No ruling's number is above it, so that sums of a game stay exact in any JSON reader."""
LONGEST_TRACK = 1_000
PLAYERS = 5
"""How many play the match as it was designed."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """All rulings of one game, by their keys in game.yaml."""

    movement_order: Literal["after_crazy", "round_start", "dynamic"]
    repeat_camel: bool
    crazy_selectable: bool
    crazy_tile: Literal["own_direction", "clockwise", "ignore"]
    tile_immunity: Literal["unit", "strict", "none"]
    scarce_stock: Literal["stop", "skip"]
    bet_limit_at: Literal["round_start", "after_movement"]
    sell_price_at: Literal["after_movement", "round_start"]
    after_finish: Literal["complete_round", "stop"]
    missing_earns_garnet: bool
    race_report: Literal["board", "moves"]
    player_count: Literal["five", "any"]
    track_length: int
    starting_coins: int
    starting_stock: int
    stocks_per_colour: int
    base_price: int
    sell_prices: tuple[int, int, int, int, int]
    tile_bonus: int
    phantom_per_garnet: int
    bet_limit_space: int
    bet_multiplier: int
    camels_per_move: int

    @property
    def movable(self) -> tuple[Camel, ...]:
        """The camels that players may move and that a random draw takes from."""
        return CAMELS if self.crazy_selectable else COLOURS

    @property
    def tile_spaces(self) -> range:
        """The spaces that can hold a tile: all but both ends."""
        return range(2, self.track_length)


def settings_from(given: Mapping[str, object]) -> Settings:
    """The rulings of a game: those given, and the defaults.

    Raises BadInput where a key is unknown, a value misfits, or the numbers don't go together.
    """
    settled, problems = settle(RULINGS, given)
    if problems:
        raise BadInput(problems)
    settings = msgspec.convert(settled, Settings)
    problems = (*_too_large(settings), *_misfits(settings))
    if problems:
        raise BadInput(problems)
    return settings


def _too_large(settings: Settings) -> list[Problem]:
    limits = dict.fromkeys((ruling.key for ruling in RULINGS if ruling.kind == "number"), LARGEST_NUMBER)
    limits["track_length"] = LONGEST_TRACK
    problems = [
        _misfit(key, f"The ruling {key} can be {limit} at most.")
        for key, limit in limits.items()
        if getattr(settings, key) > limit
    ]
    if max(settings.sell_prices) > LARGEST_NUMBER:
        problems.append(_misfit("sell_prices", f"No selling price can be above {LARGEST_NUMBER}."))
    return problems


def _misfits(settings: Settings) -> list[Problem]:
    problems = []
    if settings.camels_per_move > len(settings.movable):
        message = f"There are {len(settings.movable)} camels to choose from, but {settings.camels_per_move} to a move."
        problems.append(_misfit("camels_per_move", message))
    if settings.starting_stock > settings.stocks_per_colour:
        message = f"A player can't start with {settings.starting_stock} of {settings.stocks_per_colour} stocks."
        problems.append(_misfit("starting_stock", message))
    return problems


def _misfit(key: str, message: str) -> Problem:
    return Problem(code="ruling.misfit", field=key, message=message, hint=f"Change `{key}` under `rulings:`.")


def _choice(key: str, question: str, *values: tuple[str, str]) -> Ruling:
    return Ruling(key=key, kind="choice", question=question, default=values[0][0], values=values)


def _flag(key: str, question: str, default: bool, by_default: str, otherwise: str) -> Ruling:
    values = ((default, by_default), (not default, otherwise))
    return Ruling(key=key, kind="flag", question=question, default=default, values=values)


def _number(key: str, question: str, default: int, minimum: int) -> Ruling:
    return Ruling(key=key, kind="number", question=question, default=default, minimum=minimum)


_RULINGS: tuple[Ruling, ...] = (
    _choice(
        "movement_order",
        "When is the order taken in which the coloured camels move?",
        ("after_crazy", "once, after the crazy camels have moved"),
        ("round_start", "once, from the board shown at the start of the round"),
        ("dynamic", "anew after every camel, among those that have yet to move"),
    ),
    _flag(
        "repeat_camel",
        "May a player name one camel twice in a move?",
        False,
        "no, all camels of a move differ",
        "yes, and each time is a step",
    ),
    _flag(
        "crazy_selectable",
        "May players move the crazy camels?",
        True,
        "yes, and a random move may draw them",
        "no, and a random move leaves them out",
    ),
    _choice(
        "crazy_tile",
        "Where does a tile push a crazy camel?",
        ("own_direction", "one space on as it runs, towards space 1; its owner is paid"),
        ("clockwise", "one space up, as a coloured camel; its owner is paid"),
        ("ignore", "nowhere: it sets off no tile and nobody is paid"),
    ),
    _choice(
        "tile_immunity",
        "Whom do tiles leave alone after a push?",
        ("unit", "a pushed camel, riders included, whenever it is the one that moves"),
        ("strict", "any unit that a pushed camel is part of"),
        ("none", "nobody: each landing counts"),
    ),
    _choice(
        "scarce_stock",
        "What if a group of equal demands can't all be served?",
        ("stop", "the deal of that colour is over"),
        ("skip", "the deal goes on with the groups that can"),
    ),
    _choice(
        "bet_limit_at",
        "On which board is the betting limit judged?",
        ("round_start", "on the board shown when bets are made"),
        ("after_movement", "there, and after the movement too: a bet on a camel that has passed is void"),
    ),
    _choice(
        "sell_price_at",
        "Which placing sets the price of a sale?",
        ("after_movement", "the one after this round's movement"),
        ("round_start", "the one shown at the start of the round"),
    ),
    _choice(
        "after_finish",
        "Is the round in which the race ends carried out?",
        ("complete_round", "yes, with its buys, sales and bets"),
        ("stop", "no buys, sales or bets; tile income, earned garnets and trades stay"),
    ),
    _flag(
        "missing_earns_garnet",
        "Does a player whose camels were drawn at random earn a garnet?",
        False,
        "no",
        "yes, as for a move of its own",
    ),
    _choice(
        "race_report",
        "What does the public post tell of a round?",
        ("board", "what the boards before and after show"),
        ("moves", "each camel's steps and the tiles that went off too, without names"),
    ),
    _choice(
        "player_count",
        "How many may play?",
        ("five", "five, as the match was designed"),
        ("any", "two or more, as many as there are stocks for"),
    ),
    _number("track_length", "The spaces of the track; its last is the goal of the coloured camels.", 20, 3),
    _number("starting_coins", "The coins that every player starts with.", 10, 0),
    _number("starting_stock", "The stocks of each colour that every player starts with.", 1, 0),
    _number("stocks_per_colour", "The stocks that there are of each colour.", 10, 1),
    _number("base_price", "The price of a stock while all of its colour are in the market.", 5, 1),
    Ruling(
        key="sell_prices",
        kind="numbers",
        question="What a stock sells for, from the first camel to the last.",
        default=(13, 10, 7, 4, 1),
    ),
    _number("tile_bonus", "The coins that a tile brings its owner each time it goes off.", 10, 0),
    _number("phantom_per_garnet", "The phantom coins that a garnet becomes.", 2, 0),
    _number("bet_limit_space", "Bets are taken on camels that stand below this space.", 17, 1),
    _number("bet_multiplier", "What each coin bet on the winner pays.", 2, 0),
    _number("camels_per_move", "The camels that a mover names.", 3, 1),
)

_BEARS_ON: dict[str, tuple[str, ...]] = {
    "movement_order": ("camel_moved",),
    "crazy_selectable": ("camels_drawn",),
    "crazy_tile": ("camel_moved", "tile"),
    "tile_immunity": ("camel_moved", "tile"),
    "scarce_stock": ("stocks_dealt", "buy"),
    "bet_limit_at": ("bet", "bet_voided"),
    "sell_price_at": ("stocks_sold", "sell"),
    "after_finish": ("order_lapsed", "race_ended"),
    "missing_earns_garnet": ("A round, no submission",),
    "track_length": ("camel_moved",),
    "base_price": ("stocks_dealt", "buy"),
    "sell_prices": ("stocks_sold", "sell"),
    "tile_bonus": ("tile",),
    "phantom_per_garnet": ("garnets_traded",),
    "bet_limit_space": ("bet", "bet_voided"),
    "bet_multiplier": ("won",),
    "camels_per_move": ("camels_drawn",),
}
"""What each ruling settles, by the kinds of events and their paragraphs; the others settle what may be ordered."""

RULINGS: tuple[Ruling, ...] = tuple(
    structs.replace(ruling, bears_on=_BEARS_ON.get(ruling.key, ())) for ruling in _RULINGS
)
