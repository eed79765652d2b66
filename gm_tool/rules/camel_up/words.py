"""Orders and events in words."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tool.core.events import Change, Event
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.rules.camel_up.events import (
    COINS,
    PYRAMID,
    CamelMoved,
    CardChosen,
    CardLaid,
    CardTurned,
    DieRolled,
    GameEnded,
    LegEnded,
    LegScored,
    PartnersMade,
    RaceEnded,
    TicketTaken,
    TilePlaced,
    TurnEnded,
    TurnSkipped,
)
from gm_tool.rules.camel_up.pieces import BEHIND, BEYOND


def say(order: Json) -> str:
    """An order in the words of a sheet: "leg bet Blue", "tile on 7, cheer"; "nothing" for null.

    Says of an order that isn't legal what it can.
    """
    fields: Mapping[str, Json] = order if isinstance(order, dict) else {}
    said = {key: str(fields.get(key, "?")) for key in ("camel", "space", "side", "player", "die", "pips")}
    match fields.get("action"):
        case "leg_bet":
            return f"leg bet {said['camel']}"
        case "tile":
            return f"tile on {said['space']}, {said['side']}"
        case "pyramid" if "die" in fields:
            return f"pyramid, {said['die']} {said['pips']}"
        case "pyramid":
            return "pyramid"
        case "winner" | "loser" as deck:
            return f"{deck} {said['camel']}"
        case "partner":
            return f"partner {said['player']}"
        case _:
            return "nothing" if order is None else f"an order without an action: {str(order)[:60]}"


def tell(event: Event) -> str:
    """An event as an English sentence."""
    match event:
        case Change():
            return _tell_change(event)
        case CamelMoved():
            return _tell_move(event)
        case LegScored():
            return _tell_score(event)
        case LegEnded() | RaceEnded() | CardTurned() | GameEnded() | TurnEnded():
            return _tell_end(event)
        case _:
            return _tell_action(event)


def _coins(amount: int) -> str:
    return f"{amount} {'coin' if amount == 1 else 'coins'}"


_REASONS = {"tile": "for the spectator tile", "leg": "for the leg", "winner card": "for a card on the winner deck"} | {
    "loser card": "for a card on the loser deck"
}


def _tell_change(event: Change) -> str:
    verb = "gets" if event.amount > 0 else "pays" if event.what == COINS else "gives up"
    amount = abs(event.amount)
    if event.what == COINS:
        return f"{event.player} {verb} {_coins(amount)} {_REASONS.get(event.reason, f'({event.reason})')}."
    if event.what == PYRAMID:
        return f"{event.player} {verb} {amount} pyramid {'ticket' if amount == 1 else 'tickets'}."
    times = "" if amount == 1 else f"{amount} times "
    return f"{event.player} {verb} {times}the {event.what}."


def _tell_action(event: Event) -> str:
    match event:
        case TicketTaken():
            return f"{event.player} bets on {event.camel} for the leg: the ticket worth {event.value}."
        case TilePlaced():
            return _tell_tile(event)
        case DieRolled():
            die = f"the gray die: {event.camel} {event.pips}" if event.die == "Gray" else f"{event.camel} {event.pips}"
            return f"{event.player} takes a pyramid ticket and rolls {die}."
        case CardLaid():
            return f"{event.player} puts a finish card on the {event.deck} deck."
        case CardChosen():
            return f"It is {event.player}'s {event.camel} card that lies on the {event.deck} deck."
        case PartnersMade():
            return f"{event.player} and {event.partner} are partners until the leg's end."
        case TurnSkipped():
            return f"{event.player} misses the turn."
        case _:
            raise TypeError(f"no event of Camel Up: {event!r}")


def _tell_tile(event: TilePlaced) -> str:
    side = "cheering" if event.side == "cheer" else "booing"
    if event.start is None:
        return f"{event.player} puts the spectator tile on space {event.space}, {side}."
    if event.start == event.space:
        return f"{event.player} turns the spectator tile on space {event.space} over: {side}."
    return f"{event.player} moves the spectator tile from space {event.start} to space {event.space}, {side}."


def _tell_move(event: CamelMoved) -> str:
    riders = f" with {any_of(event.unit[1:], 'and')}" if event.unit[1:] else ""
    way = f"{event.camel}{riders} goes from space {event.start} {_to(event.landed)}"
    if event.side is None:
        return f"{way}."
    does = "cheered on" if event.side == "cheer" else "booed back"
    return f"{way}, and is {does} by {event.owner}'s tile {_to(event.end)}."


def _to(space: int) -> str:
    if space == BEYOND:
        return "over the finish line"
    return "back over the finish line" if space == BEHIND else f"to space {space}"


def _tell_score(event: LegScored) -> str:
    parts = [f"{ticket.camel} {ticket.value}: {ticket.worth:+d}" for ticket in event.tickets]
    if event.pyramid:
        parts.append(f"pyramid tickets: {event.pyramid:+d}")
    if event.copied:
        parts.append(f"{event.partner}'s best ticket: {event.copied:+d}")
    return f"{event.player}'s leg: {', '.join(parts)}; {event.total:+d} in all."


def _tell_end(event: LegEnded | RaceEnded | CardTurned | GameEnded | TurnEnded) -> str:
    match event:
        case LegEnded():
            return f"Leg {event.leg} is over: tickets, tiles, dice and partnership cards go back."
        case RaceEnded():
            way = "over the finish line" if event.forwards else "back over the finish line"
            return f"{event.camel} goes {way}: the race is over. The ranking: {', '.join(event.ranking)}."
        case CardTurned():
            return f"On the {event.deck} deck lies {event.player}'s {event.camel} card: {event.pays:+d}."
        case GameEnded():
            coins = ", ".join(f"{name} {amount}" for name, amount in event.result.coins.items())
            return f"The game is over. Coins: {coins}. Most has {any_of(event.result.winners, 'and')}."
        case _:
            return f"Turn {event.turn} is over; next is {event.next}."
