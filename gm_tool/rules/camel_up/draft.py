"""A state in the making: the one place where an event changes a state, for play and for replay alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from gm_tool.core.events import Change, Event
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.camel_up.events import (
    CARD_WORDS,
    COINS,
    HOLDINGS,
    PYRAMID,
    TICKET_WORDS,
    CamelMoved,
    CardChosen,
    DieRolled,
    GameEnded,
    LegEnded,
    PartnersMade,
    TicketTaken,
    TilePlaced,
    TurnEnded,
    holding,
)
from gm_tool.rules.camel_up.pieces import DICE, PYRAMID_TICKETS, RACING, TICKETS, Camel, Racing
from gm_tool.rules.camel_up.state import Card, Player, Result, State, Tile, ranking


class Draft:
    """A state that events change. Its records are replaced, never changed, so a state may lend them."""

    def __init__(self, state: State) -> None:
        self.turn, self.leg, self.next = state.turn, state.leg, state.next
        self.track: dict[int, tuple[Camel, ...]] = dict(state.track)
        self.dice, self.pyramid_tickets = state.dice, state.pyramid_tickets
        self.tickets = dict(state.tickets)
        self.tiles = dict(state.tiles)
        self.winner_deck, self.loser_deck = state.winner_deck, state.loser_deck
        self.players = dict(state.players)
        self.result: Result | None = state.result

    def freeze(self) -> State:
        """The state as it is now, spaces in order."""
        return State(
            turn=self.turn,
            leg=self.leg,
            finished=self.result is not None,
            next=self.next,
            track=dict(sorted(self.track.items())),
            dice=self.dice,
            tickets=self.tickets,
            pyramid_tickets=self.pyramid_tickets,
            tiles=dict(sorted(self.tiles.items())),
            winner_deck=self.winner_deck,
            loser_deck=self.loser_deck,
            players=self.players,
            result=self.result,
        )

    def apply(self, event: Event) -> None:
        """Change the state as an event says; one that only reports changes nothing."""
        change = _APPLIED.get(type(event))
        if change is not None:
            change(self, event)

    def ranking(self) -> tuple[Racing, ...]:
        """The racing camels from first to last, now."""
        return ranking(self.track)


def _hold(draft: Draft, event: Change) -> None:
    player = draft.players.get(event.player)
    after = None if player is None else _with(player, event.what, event.amount)
    if after is None:
        raise BadInput([_impossible(event, player)])
    draft.players[event.player] = after


def _with(player: Player, what: str, amount: int) -> Player | None:
    """The player with so much more of one of `HOLDINGS`; more than one card of a colour is one.

    None for what nobody has, and where less than none would be left.
    """
    if what == COINS:
        coins = player.coins + amount
        return structs.replace(player, coins=coins) if coins >= 0 else None
    if what == PYRAMID:
        pyramid = player.pyramid + amount
        return structs.replace(player, pyramid=pyramid) if pyramid >= 0 else None
    if what not in HOLDINGS or holding(player, what) + amount < 0:
        return None
    if what in CARD_WORDS:
        held = {*player.cards, CARD_WORDS[what]} if amount > 0 else {*player.cards} - {CARD_WORDS[what]}
        return structs.replace(player, cards=tuple(card for card in RACING if card in held))
    camel, value = TICKET_WORDS[what]
    tickets = list(player.tickets.get(camel, ())) + [value] * amount
    for _ in range(-amount):
        tickets.remove(value)
    changed = {**player.tickets, camel: tuple(tickets)}
    return structs.replace(player, tickets={colour: changed[colour] for colour in RACING if changed.get(colour)})


def _impossible(change: Change, player: Player | None) -> Problem:
    if player is None:
        return Problem(code="change.unknown", message=f"There is no player {change.player!r} whose things change.")
    if change.what not in HOLDINGS:
        hint = f"A player has {any_of(HOLDINGS, 'and')}."
        return Problem(code="change.unknown", message=f"Nobody has any {change.what!r}.", hint=hint)
    has = f"{change.player} has {holding(player, change.what)} ({change.what})"
    message = f"{has}; {change.amount:+d} would leave less than none."
    return Problem(code="change.impossible", player=change.player, message=message)


def _take_ticket(draft: Draft, event: TicketTaken) -> None:
    draft.tickets[event.camel] = draft.tickets[event.camel][1:]


def _place_tile(draft: Draft, event: TilePlaced) -> None:
    if event.start is not None:
        del draft.tiles[event.start]
    draft.tiles[event.space] = Tile(event.player, event.side)


def _roll_die(draft: Draft, event: DieRolled) -> None:
    draft.dice = tuple([die for die in draft.dice if die != event.die])
    draft.pyramid_tickets -= 1


def _move(draft: Draft, event: CamelMoved) -> None:
    left = tuple([camel for camel in draft.track[event.start] if camel not in event.unit])
    if left:
        draft.track[event.start] = left
    else:
        del draft.track[event.start]
    there = draft.track.get(event.end, ())
    draft.track[event.end] = (*event.unit, *there) if event.under else (*there, *event.unit)


def _lay_card(draft: Draft, event: CardChosen) -> None:
    card = Card(event.player, event.camel)
    if event.deck == "winner":
        draft.winner_deck = (*draft.winner_deck, card)
    else:
        draft.loser_deck = (*draft.loser_deck, card)


def _join(draft: Draft, event: PartnersMade) -> None:
    for one, other in ((event.player, event.partner), (event.partner, event.player)):
        draft.players[one] = structs.replace(draft.players[one], partner=other)


def _end_leg(draft: Draft, _event: LegEnded) -> None:
    draft.leg += 1
    draft.dice, draft.pyramid_tickets = DICE, PYRAMID_TICKETS
    draft.tickets = dict.fromkeys(RACING, TICKETS)
    draft.tiles = {}
    for name, player in draft.players.items():
        if player.partner is not None:
            draft.players[name] = structs.replace(player, partner=None)


def _end_game(draft: Draft, event: GameEnded) -> None:
    draft.result = event.result


def _end_turn(draft: Draft, event: TurnEnded) -> None:
    draft.turn, draft.next = event.turn, event.next


_APPLIED: dict[type[Event], Callable[[Draft, Any], None]] = {
    Change: _hold,
    TicketTaken: _take_ticket,
    TilePlaced: _place_tile,
    DieRolled: _roll_die,
    CamelMoved: _move,
    CardChosen: _lay_card,
    PartnersMade: _join,
    LegEnded: _end_leg,
    GameEnded: _end_game,
    TurnEnded: _end_turn,
}


def blank_player(coins: int) -> Player:
    """A player at the start: nothing but coins and the five finish cards."""
    return Player(coins=coins, tickets={}, pyramid=0, cards=RACING, partner=None)
