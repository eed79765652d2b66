"""The state of a game of CamelLots: frozen records, in JSON as the rules' last section shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.camellots.camels import COLOURS, Camel, Colour

LARGEST_AMOUNT = 10**12
"""A state with more of anything is refused, so that winnings stay exact in any JSON reader."""

Amount = Annotated[int, Meta(ge=0, le=LARGEST_AMOUNT)]
Placed = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]


class Stocks(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Stocks of each colour, of a player or in the market."""

    Red: Amount
    Blue: Amount
    Green: Amount
    Yellow: Amount
    Purple: Amount

    def of(self, colour: Colour) -> int:
        """How many of that colour."""
        amount: int = getattr(self, colour)
        return amount


class Bets(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The coins that a player has bet on each colour; its JSON names only the colours bet on."""

    Red: Placed = 0
    Blue: Placed = 0
    Green: Placed = 0
    Yellow: Placed = 0
    Purple: Placed = 0

    def of(self, colour: Colour) -> int:
        """The coins bet on that colour so far."""
        amount: int = getattr(self, colour)
        return amount


class Player(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a player has. `tile` is the space that its tile lies on, None while it is in hand."""

    coins: Amount
    phantom: Amount
    garnets: Amount
    stocks: Stocks
    tile: int | None
    bets: Bets


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended (The end). `winner` is None where a crazy camel ended the race."""

    ended_by: Camel
    winner: Colour | None
    ranking: tuple[Colour, ...]
    coins: Mapping[str, int]
    first: tuple[str, ...]
    tokens_of_life: Mapping[str, int]
    elimination_candidates: tuple[str, ...]


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A game after `round` resolved rounds.

    `track` has the stacks by space, lowest space first, bottom first (on the two ends the
    furthest back first); empty spaces are left out. `players` are in seat order.
    """

    round: Amount
    finished: bool
    track: Mapping[int, tuple[Camel, ...]]
    market: Stocks
    players: Mapping[str, Player]
    result: Result | None


HOLDINGS: tuple[str, ...] = (
    "coins",
    "phantom",
    "garnets",
    *(f"stock {colour}" for colour in COLOURS),
    *(f"bet {colour}" for colour in COLOURS),
)
"""The words of `Change.what`, in the order of `holdings`."""

STOCK_OF = {f"stock {colour}": colour for colour in COLOURS}
"""The colours of stocks, by their words."""

_PURSE = frozenset(HOLDINGS[:3])
_BET_ON = {f"bet {colour}": colour for colour in COLOURS}


def holdings(player: Player) -> dict[str, int]:
    """All that a player has, by the words of `Change.what`."""
    amounts = (player.coins, player.phantom, player.garnets)
    return dict(zip(HOLDINGS, amounts + structs.astuple(player.stocks) + structs.astuple(player.bets), strict=True))


def player_after(player: Player, gained: Mapping[str, int], tile: int | None) -> Player:
    """The player after gains (below zero: losses), with the tile on that space.

    Raises KeyError for a gain of what isn't in `HOLDINGS`.
    """
    stocks, bets = player.stocks, player.bets
    for what, amount in gained.items():
        if what in STOCK_OF:
            stocks = structs.replace(stocks, **{STOCK_OF[what]: stocks.of(STOCK_OF[what]) + amount})
        elif what in _BET_ON:
            bets = structs.replace(bets, **{_BET_ON[what]: bets.of(_BET_ON[what]) + amount})
        elif what not in _PURSE:
            raise KeyError(what)
    return Player(
        player.coins + gained.get("coins", 0),
        player.phantom + gained.get("phantom", 0),
        player.garnets + gained.get("garnets", 0),
        stocks,
        tile,
        bets,
    )


def read_state(written: Any) -> State:
    """A state from JSON, of the right shape; what goes with what is for `broken` to say.

    Raises BadInput (state.wrong) for any other JSON value.
    """
    try:
        state = msgspec.convert(written, State, str_keys=True)
    except msgspec.ValidationError as misfit:
        raise wrong_state(str(misfit)) from None
    return _in_order(state)


_read_text = msgspec.json.Decoder(State).decode


def read_text(written: bytes) -> State:
    """A state from JSON text, otherwise as `read_state`.

    Raises msgspec.MsgspecError or UnicodeDecodeError for what isn't the JSON text of a state.
    """
    return _in_order(_read_text(written))


def _in_order(state: State) -> State:
    spaces = list(state.track)
    in_order = sorted(spaces)
    if spaces == in_order:
        return state
    # From the lowest space up, so that equal states are the same bytes.
    return structs.replace(state, track={space: state.track[space] for space in in_order})


def wrong_state(*reasons: str) -> BadInput:
    """The refusal of a state that is none, with all reasons."""
    return BadInput(
        [
            Problem(
                code="state.wrong",
                message=f"This is no state of CamelLots: {reason}",
                hint="Take the state as the last answer gave it, unchanged.",
            )
            for reason in reasons
        ]
    )


def write_state(state: State) -> dict[str, Any]:
    """The state as a JSON object."""
    return {
        "round": state.round,
        "finished": state.finished,
        "track": {str(space): list(stack) for space, stack in state.track.items()},
        "market": structs.asdict(state.market),
        "players": {name: msgspec.to_builtins(player) for name, player in state.players.items()},
        "result": None if state.result is None else _write_result(state.result),
    }


def _write_result(result: Result) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(result)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in written.items()}
