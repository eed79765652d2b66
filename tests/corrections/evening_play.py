"""A game of CamelLots for the tests of corrections: six rounds, the fifth of them resolved with a typo."""

from pathlib import Path

from table_play import Sheet, new_game, play

BUY: Sheet = {"Ann": {"Action": "buy", "Camel 1": "Red", "Amount": 1}}
QUIET: Sheet = {
    "Ann": {"Action": "tile", "Space": 9},
    "Bob": {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Green"},
    "Cat": {"Action": "bet", "Bet Red": 1},
    "Dan": {"Action": "sell", "Camel 1": "Yellow", "Amount": 1},
    "Eve": {"Action": "move", "Camel 1": "Yellow", "Camel 2": "Purple", "Camel 3": "Black"},
}
RIGHT: Sheet = {"Ann": {"Action": "sell", "Camel 1": "Blue", "Amount": 1}, "Dan": {"Action": "bet", "Bet Red": 2}}
TYPO: Sheet = {"Ann": {"Action": "sell", "Camel 1": "Red", "Amount": 1}, "Dan": {"Action": "bet", "Bet Red": 2}}
SIXTH: Sheet = {"Ann": {"Action": "bet", "Bet Purple": 11}, "Bob": {"Action": "bet", "Bet Red": 3}}
LONG = ("--ruling", "track_length=60", "--ruling", "bet_limit_space=50", "--dialect", "phpbb")


def six_rounds(folder: Path, fifth: Sheet = TYPO) -> Path:
    """A game of six rounds on a long track, the fifth played with these orders."""
    new_game(folder, *LONG)
    rounds: tuple[Sheet, ...] = (QUIET, {}, BUY, {}, fifth, SIXTH)
    for number, orders in enumerate(rounds, 1):
        play(folder, orders, number)
    return folder
