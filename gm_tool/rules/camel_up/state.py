"""The state of a game of Camel Up: frozen records, read from JSON and written to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from gm_tool.core.game import Json
from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.camel_up.pieces import (
    BEHIND,
    BEYOND,
    CAMELS,
    DICE,
    PLAYERS,
    PYRAMID_TICKETS,
    RACING,
    TICKETS,
    TILE_SPACES,
    Camel,
    Die,
    Racing,
    Side,
)

Count = Annotated[int, Meta(ge=0)]
TicketValue = Annotated[int, Meta(ge=min(TICKETS), le=max(TICKETS))]
Stack = Annotated[tuple[Camel, ...], Meta(min_length=1)]
Space = Annotated[int, Meta(ge=BEHIND, le=BEYOND)]


_DICE_LEFT = frozenset(left for n in range(len(DICE) + 1) for left in combinations(DICE, n))
_TICKETS_LEFT = frozenset(left for n in range(len(TICKETS) + 1) for left in combinations(TICKETS, n))
_HANDS = frozenset(left for n in range(len(RACING) + 1) for left in combinations(RACING, n))


class Record(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What the records of a state share: they don't change, and their JSON has no other keys.

    They can't be part of a cycle, so that the garbage collector needn't look at them (`gc=False`).
    """


class Tile(Record, frozen=True):
    """A spectator tile on the track: whose, and which side is up."""

    player: str
    side: Side


class Card(Record, frozen=True):
    """A finish card on a deck."""

    player: str
    camel: Racing


class Player(Record, frozen=True):
    """What one player has: coins (EP), betting tickets by colour in the order taken, pyramid tickets, cards in hand."""

    coins: Count
    tickets: dict[Racing, Annotated[tuple[TicketValue, ...], Meta(min_length=1)]]
    pyramid: Count
    cards: tuple[Racing, ...]
    partner: str | None


class Result(Record, frozen=True):
    """How the game ended: the camels from first to last, everybody's coins, who has most (all in seat order)."""

    ranking: tuple[Racing, ...]
    coins: dict[str, int]
    winners: tuple[str, ...]


class State(Record, frozen=True):
    """A game after `turn` resolved turns.

    `track` has the stacks by space, bottom first, without empty spaces. `dice` and `pyramid_tickets` are
    those still to take, `tickets` the betting tickets still to take, top first. `players` are in seat order.
    """

    turn: Count
    leg: Annotated[int, Meta(ge=1)]
    finished: bool
    next: str
    track: dict[Space, Stack]
    dice: tuple[Die, ...]
    tickets: dict[Racing, tuple[TicketValue, ...]]
    pyramid_tickets: Annotated[int, Meta(ge=0, le=PYRAMID_TICKETS)]
    tiles: dict[int, Tile]
    winner_deck: tuple[Card, ...]
    loser_deck: tuple[Card, ...]
    players: dict[str, Player]
    result: Result | None


def load(state: Json) -> State:
    """The state that a JSON object stands for. Raises BadInput (code state.invalid) with all that is wrong."""
    try:
        read = msgspec.convert(state, State, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadInput([_misfit(str(error))]) from error
    return _whole(read)


_read_text = msgspec.json.Decoder(State).decode


def load_text(state: bytes) -> State:
    """The state that a JSON text stands for. Raises BadInput as `load` does, or msgspec.MsgspecError or
    UnicodeDecodeError for what isn't the JSON text of a state.
    """
    return _whole(_read_text(state))


def _whole(read: State) -> State:
    wrong = faults(read)
    if wrong:
        raise BadInput([_misfit(fault) for fault in wrong])
    return read


def _misfit(what: str) -> Problem:
    return Problem(
        code="state.invalid",
        message=f"This isn't a state of Camel Up: {what}",
        hint="Give a state as this tool wrote it.",
    )


def faults(state: State) -> list[str]:
    """What is broken about a state, in words.

    A position may be set up by hand: tickets, dice and cards that nobody has and that don't lie
    anywhere are no fault, and the number of dice may differ from that of pyramid tickets.
    """
    return [*_track_faults(state), *_supply_faults(state), *_player_faults(state), *_end_faults(state)]


def _track_faults(state: State) -> list[str]:
    wrong = []
    standing: list[Camel] = []
    for stack in state.track.values():
        standing += stack
    if len(standing) != len(CAMELS) or len(set(standing)) != len(CAMELS):
        wrong.append(f"each of {', '.join(CAMELS)} stands on the track once; it has {', '.join(sorted(standing))}.")
    for space in state.tiles:
        if space not in TILE_SPACES:
            wrong.append(f"a tile lies on space {space}; tiles lie on {TILE_SPACES[0]} to {TILE_SPACES[-1]}.")
        elif space in state.track:
            wrong.append(f"camels and a tile are on space {space}.")
        elif space + 1 in state.tiles:
            wrong.append(f"tiles lie side by side, on {space} and {space + 1}.")
    return wrong


def _supply_faults(state: State) -> list[str]:
    wrong = []
    if state.dice not in _DICE_LEFT:
        wrong.append(f"the dice {', '.join(state.dice)} aren't some of {', '.join(DICE)}, in this order.")
    if state.pyramid_tickets == 0 and not state.finished:
        wrong.append("the last pyramid ticket is taken, and the leg goes on.")
    if len(state.tickets) != len(RACING):
        wrong.append(f"tickets are listed for each of {', '.join(RACING)}.")
    for camel, left in state.tickets.items():
        if left not in _TICKETS_LEFT:
            wrong.append(f"the {camel} tickets {list(left)} aren't some of {list(TICKETS)}, in this order.")
    return wrong


def _player_faults(state: State) -> list[str]:
    wrong = []
    least, most = PLAYERS
    if not least <= len(state.players) <= most:
        wrong.append(f"there are {len(state.players)} players; {least} to {most} can play.")
    for name, player in state.players.items():
        if not name.strip():
            wrong.append("a player has no name.")
        if player.cards not in _HANDS and len(set(player.cards)) != len(player.cards):
            wrong.append(f"{name} holds a finish card twice.")
        if player.partner is not None and not _are_partners(state, name, player.partner):
            wrong.append(f"{name} has {player.partner} for a partner, but not the other way round.")
    if len({tile.player for tile in state.tiles.values()}) != len(state.tiles):
        wrong.append("a player has two tiles on the track.")
    strangers = [] if state.next in state.players else [state.next]
    out: tuple[Tile | Card, ...] = (*state.tiles.values(), *state.winner_deck, *state.loser_deck)
    for owned in out:
        if owned.player not in state.players:
            strangers.append(owned.player)
    if strangers:
        wrong += [f"{name} isn't among the players." for name in dict.fromkeys(strangers)]
    return wrong


def _are_partners(state: State, name: str, partner: str) -> bool:
    return partner != name and partner in state.players and state.players[partner].partner == name


def _end_faults(state: State) -> list[str]:
    over = BEHIND in state.track or BEYOND in state.track
    if over != state.finished:
        return [
            f"a camel is over the line (on {BEHIND} or {BEYOND}) when the race is over, and only then; finished is "
            f"{str(state.finished).lower()}."
        ]
    if (state.result is not None) != state.finished:
        return ["there is a result when the race is over, and only then."]
    if state.result is None:
        return []
    wrong = []
    if state.result.ranking != ranking(state.track):
        wrong.append(f"the ranking {', '.join(state.result.ranking)} isn't that of the track.")
    if state.result.coins.keys() != state.players.keys() or not set(state.result.winners) <= state.players.keys():
        wrong.append("the result names other players than those who play.")
    return wrong


def ranking(track: Mapping[int, Sequence[Camel]]) -> tuple[Racing, ...]:
    """The racing camels from first to last: by space, then by height in the stack (Ranking).

    So camels that were carried back over the line come last, the higher ones ahead.
    """
    order: list[Racing] = []
    for space in range(BEYOND, BEHIND - 1, -1):
        for camel in reversed(track.get(space, ())):
            if camel != "White" and camel != "Black":
                order.append(camel)
    return tuple(order)


def space_of(track: Mapping[int, Sequence[Camel]], camel: str) -> int:
    """The space on which a camel stands. Raises ValueError if it stands nowhere."""
    for space, stack in track.items():
        if camel in stack:
            return space
    raise ValueError(f"{camel} isn't on the track")


def seat_after(state: State, player: str) -> str:
    """Who sits to the left of a player."""
    seats = list(state.players)
    return seats[(seats.index(player) + 1) % len(seats)]


def tile_of(state: State, player: str) -> int | None:
    """The space on which a player's tile lies; None when it isn't out."""
    return next((space for space, tile in state.tiles.items() if tile.player == player), None)
