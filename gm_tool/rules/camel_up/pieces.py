"""The pieces of Camel Up, second edition: camels, dice, tickets, and what they are worth."""

from __future__ import annotations

from typing import Literal

Racing = Literal["Blue", "Green", "Yellow", "Red", "Purple"]
Camel = Literal["Blue", "Green", "Yellow", "Red", "Purple", "White", "Black"]
Die = Literal["Blue", "Green", "Yellow", "Red", "Purple", "Gray"]
Side = Literal["cheer", "boo"]
Deck = Literal["winner", "loser"]

RACING: tuple[Racing, ...] = ("Blue", "Green", "Yellow", "Red", "Purple")
CRAZY: tuple[Camel, ...] = ("White", "Black")
CAMELS: tuple[Camel, ...] = (*RACING, *CRAZY)
DICE: tuple[Die, ...] = (*RACING, "Gray")
SIDES: tuple[Side, ...] = ("cheer", "boo")

FIRST_SPACE, LAST_SPACE = 1, 16
BEHIND, BEYOND = 0, 17  # where camels stand that crossed the line backwards, forwards
TILE_SPACES = range(2, LAST_SPACE + 1)
PIPS = range(1, 4)
TICKETS = (5, 3, 2, 2)
PYRAMID_TICKETS = 5
STARTING_COINS = 3
STARTS = (1, 2, 3)  # the spaces on which a racing camel may begin
CRAZY_STARTS = (16, 15, 14)
SECOND_WORTH, OTHER_WORTH = 1, -1
DECK_PAYS = (8, 5, 3, 2, 1)  # and 1 for each further right card
PARTNERSHIPS_FROM = 6  # players
PLAYERS = (3, 8)


def heading(camel: str) -> int:
    """In which direction a camel runs: +1 for a racing camel, -1 for a crazy one."""
    return -1 if camel in CRAZY else 1


def is_racing(camel: str) -> bool:
    """Whether a camel is one of the five that players bet on."""
    return camel in RACING
