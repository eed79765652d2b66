"""What legs and the race pay (Leg, The end)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gm_tool.core.events import Change, Event, Knower
from gm_tool.rules.camel_up.draft import Draft
from gm_tool.rules.camel_up.events import (
    COINS,
    PYRAMID,
    CardTurned,
    GameEnded,
    LegEnded,
    LegScored,
    Ticket,
    ticket_word,
)
from gm_tool.rules.camel_up.pieces import DECK_PAYS, OTHER_WORTH, SECOND_WORTH, Deck, Racing
from gm_tool.rules.camel_up.state import Card, Player, Result


def ticket_worth(camel: Racing, value: int, ranking: Sequence[Racing]) -> int:
    """What a betting ticket is worth: its value for the leader, 1 for the second, -1 for any other."""
    if camel == ranking[0]:
        return value
    return SECOND_WORTH if camel == ranking[1] else OTHER_WORTH


def score_leg(draft: Draft, knower: Knower) -> Iterator[Event]:
    """Each player's sum for the leg, in seat order, and the coins it brings or costs.

    `knower`: who may know of a player's coins.
    """
    order = draft.ranking()
    worths = {name: _worths(player, order) for name, player in draft.players.items()}
    for name, player in draft.players.items():
        partner = player.partner or ""
        copied = _best(worths[partner], draft.players[partner]) if partner else 0
        total = sum(ticket.worth for ticket in worths[name]) + player.pyramid + copied
        if not worths[name] and not player.pyramid and not copied:
            continue
        yield LegScored(
            player=name,
            known_to=knower,
            rule="Leg",
            tickets=worths[name],
            pyramid=player.pyramid,
            copied=copied,
            partner=partner,
            total=total,
        )
        yield from _pay(name, player.coins, total, knower, "Leg", "leg", f"leg {draft.leg}")


def _worths(player: Player, order: Sequence[Racing]) -> tuple[Ticket, ...]:
    return tuple(
        Ticket(camel, value, ticket_worth(camel, value, order))
        for camel, values in player.tickets.items()
        for value in values
    )


def _best(tickets: Sequence[Ticket], player: Player) -> int:
    """The worth of the best ticket, betting or pyramid, where it is positive; else 0."""
    return max(0, 1 if player.pyramid else 0, *(ticket.worth for ticket in tickets))


def _pay(player: str, coins: int, amount: int, knower: Knower, rule: str, reason: str, about: str) -> Iterator[Change]:
    """A player's coins change by `amount`, but don't fall below 0."""
    amount = max(amount, -coins)
    if amount:
        yield Change(player=player, known_to=knower, rule=rule, what=COINS, amount=amount, reason=reason, about=about)


def end_leg(draft: Draft) -> Iterator[Event]:
    """After the scoring of a leg that isn't the last: everything goes back."""
    for name, player in draft.players.items():
        for camel, values in player.tickets.items():
            for value in values:
                yield _give_back(name, ticket_word(camel, value), -1)
        if player.pyramid:
            yield _give_back(name, PYRAMID, -player.pyramid)
    yield LegEnded(known_to="public", rule="Leg", leg=draft.leg)


def _give_back(player: str, what: str, amount: int) -> Change:
    return Change(player=player, known_to="public", rule="Leg", what=what, amount=amount, reason="leg over")


def turn_cards(draft: Draft) -> Iterator[Event]:
    """The winner deck, then the loser deck, card by card from the first one placed.

    Yields lazily: each card is paid from the coins that the draft shows when it is turned, so the
    caller applies every event before it asks for the next.
    """
    order = draft.ranking()
    yield from _turn_deck(draft, "winner", draft.winner_deck, order[0])
    yield from _turn_deck(draft, "loser", draft.loser_deck, order[-1])


def _turn_deck(draft: Draft, deck: Deck, cards: Sequence[Card], right: Racing) -> Iterator[Event]:
    found = 0
    for card in cards:
        if card.camel == right:
            pays = DECK_PAYS[min(found, len(DECK_PAYS) - 1)]
            found += 1
        else:
            pays = OTHER_WORTH
        yield CardTurned(player=card.player, known_to="public", rule="The end", deck=deck, camel=card.camel, pays=pays)
        coins = draft.players[card.player].coins
        yield from _pay(card.player, coins, pays, "public", "The end", f"{deck} card", card.camel)


def end_game(draft: Draft) -> GameEnded:
    """The result: who has most coins wins; ties share."""
    coins = {name: player.coins for name, player in draft.players.items()}
    most = max(coins.values())
    winners = tuple(name for name, amount in coins.items() if amount == most)
    return GameEnded(known_to="public", rule="The end", result=Result(draft.ranking(), coins, winners))
