"""A turn, played: an order becomes events.

The generators here look at a draft to which each event is applied before the next one is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event, Knower
from gm_tool.rules.camel_up.draft import Draft
from gm_tool.rules.camel_up.events import (
    COINS,
    PYRAMID,
    CardChosen,
    CardLaid,
    DieRolled,
    PartnersMade,
    RaceEnded,
    TicketTaken,
    TilePlaced,
    TurnEnded,
    TurnSkipped,
    card_word,
    ticket_word,
)
from gm_tool.rules.camel_up.movement import move, roll, rolled_by_gm
from gm_tool.rules.camel_up.orders import FinalBet, JoinPartner, LegBet, Order, PutTile, Roll
from gm_tool.rules.camel_up.pieces import BEHIND, BEYOND
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.scoring import end_game, end_leg, score_leg, turn_cards
from gm_tool.rules.camel_up.state import State, seat_after, tile_of


def play_turn(state: State, order: Order, draws: Draws, settings: Settings) -> tuple[tuple[Event, ...], State]:
    """What happens when the player whose turn it is carries out a legal order, and the state after it."""
    draft, events = Draft(state), list[Event]()
    for event in _turn(draft, state, order, draws, settings):
        draft.apply(event)
        events.append(event)
    return tuple(events), draft.freeze()


def _turn(draft: Draft, state: State, order: Order, draws: Draws, settings: Settings) -> Iterator[Event]:
    player = state.next
    match order:
        case LegBet():
            yield from _bet_on_leg(state, player, order)
        case PutTile():
            yield TilePlaced(
                player=player,
                known_to="public",
                rule="A turn, spectator tile",
                space=order.space,
                side=order.side,
                start=tile_of(state, player),
            )
        case Roll():
            yield from _run(draft, _rolled(state, order, draws, settings), settings)
        case FinalBet():
            yield from _bet_on_race(player, order)
        case JoinPartner():
            yield PartnersMade(player=player, known_to="public", rule="A turn, partnership", partner=order.player)
        case _:
            yield TurnSkipped(player=player, known_to="public", rule="Rulings, missing")
    yield TurnEnded(known_to="public", rule="A turn", turn=state.turn + 1, next=seat_after(state, player))


def _bet_on_leg(state: State, player: str, order: LegBet) -> Iterator[Event]:
    value, rule = state.tickets[order.camel][0], "A turn, leg bet"
    yield TicketTaken(player=player, known_to="public", rule=rule, camel=order.camel, value=value)
    what = ticket_word(order.camel, value)
    yield Change(player=player, known_to="public", rule=rule, what=what, amount=1, reason="leg bet", about=order.camel)


def _bet_on_race(player: str, order: FinalBet) -> Iterator[Event]:
    rule, what = "A turn, final bet", card_word(order.camel)
    yield CardLaid(player=player, known_to="public", rule=rule, deck=order.deck)
    yield CardChosen(player=player, known_to="player", rule=rule, deck=order.deck, camel=order.camel)
    yield Change(
        player=player, known_to="player", rule=rule, what=what, amount=-1, reason="final bet", about=order.deck
    )


def _rolled(state: State, order: Roll, draws: Draws, settings: Settings) -> DieRolled:
    """The die that the GM has rolled for this order, or one that is drawn."""
    if order.camel is None:
        return roll(state, state.next, draws, instead=settings.gm_rolls)
    return rolled_by_gm(state.next, order.camel, order.pips)


def _run(draft: Draft, rolled: DieRolled, settings: Settings) -> Iterator[Event]:
    """A pyramid ticket, the roll, the camels' way, and what comes to an end by it."""
    knower: Knower = "public" if settings.coins_public else "player"
    yield Change(player=rolled.player, known_to="public", rule=rolled.rule, what=PYRAMID, amount=1, reason="pyramid")
    yield rolled
    moved = move(draft.track, draft.tiles, rolled.camel, rolled.pips, rolled.player)
    yield moved
    if moved.owner:
        yield Change(
            player=moved.owner, known_to=knower, rule="Movement", what=COINS, amount=1, reason="tile", about=moved.camel
        )
    if moved.end in (BEHIND, BEYOND):
        forwards = moved.end == BEYOND
        yield RaceEnded(
            known_to="public", rule="Movement", camel=moved.camel, forwards=forwards, ranking=draft.ranking()
        )
        yield from score_leg(draft, knower)
        yield from turn_cards(draft)
        yield end_game(draft)
    elif draft.pyramid_tickets == 0:
        yield from score_leg(draft, knower)
        yield from end_leg(draft)
