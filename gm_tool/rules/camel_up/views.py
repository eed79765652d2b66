"""What each audience may see after a turn, or several, built by adding.

Words of every view: `turn` (turns resolved), `leg`, `finished`, `next` ("" after the end), `placing`
(racing camels from first to last), `dice` (still in the pyramid), `pyramid_tickets` (still to take),
`tickets` ([{camel, left}], values, top first), `tiles` ([{space, player, side}]), `winner_deck` and
`loser_deck` (whose cards, first one first), `partners` ([[name, name]]), `players` ([{name, tickets:
{camel: [value]}, pyramid, cards (how many in hand), tile (space or None), side, partner ("" for none)}], and
`coins` where coins are public), `moved` ([{camel, start, end}], the two boards compared), `turns` (what was
done, turn by turn; see the module `told`) and `happened` (the same in English sentences).

Boards: `track`, `supply` (tickets, dice, pyramid tickets, decks), `players`; a player's own `holdings`.

After the end everybody sees `result` ({ranking, coins, winners}), `winner_cards` and `loser_cards` ([{player,
camel}]) and `hands` ({player: [camel]}). A player sees its own `coins`, `cards`, `bets` ([{deck, camel,
place}], place 1 the first on the deck), `holdings` by the words of a change, `before` (the same before
the turn, or None) and `changes` ([{what, amount, reason, about}]). The GM sees what all see after the end,
but for the result, at any time, everybody's `coins` in `players`, and in `events` all that happened.
"""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.core.events import Change, Event
from gm_tool.core.views import Board, Chip, Listing, Piece, Space, Stock, Supply, Tile, Track, View, Viewer
from gm_tool.rules.camel_up.events import HOLDINGS, holding
from gm_tool.rules.camel_up.pieces import (
    BEHIND,
    BEYOND,
    CAMELS,
    FIRST_SPACE,
    LAST_SPACE,
    PYRAMID_TICKETS,
    TICKETS,
    Die,
    Racing,
    Side,
)
from gm_tool.rules.camel_up.state import Card, Player, State, ranking, space_of, tile_of
from gm_tool.rules.camel_up.told import turns
from gm_tool.rules.camel_up.words import tell

# Mid tones, so that each stands out from a white page and from a dark one alike.
PIECES = (
    Piece("Blue", "B", "#3b7ddd"),
    Piece("Green", "G", "#35a05a"),
    Piece("Yellow", "Y", "#d9a514"),
    Piece("Red", "R", "#d9403a"),
    Piece("Purple", "P", "#9457c8"),
    Piece("White", "W", "#a9a9a9", "down"),
    Piece("Black", "K", "#4d4d4d", "down"),
)
COLOURS = {piece.name: piece.colour for piece in PIECES}
GRAY, WOOD = "#8a8a8a", "#b98a3a"
"""The colours of the gray die and of pyramid tickets."""

SIGNS: dict[Side, tuple[str, str]] = {"cheer": ("cheering", "+1"), "boo": ("booing", "-1")}
"""The two sides of a spectator tile: what they are called, and their sign."""


def view(before: State | None, events: Sequence[Event], after: State, viewer: Viewer, coins_public: bool) -> View:
    """What a viewer may see; the words and boards are those of this module's head."""
    shows_coins = coins_public or after.finished or viewer.kind == "gm"
    words = _public_words(before, after, shows_coins)
    words["turns"] = turns(before, events, viewer)
    words["happened"] = [tell(event) for event in events if viewer.knows(event)]
    boards: dict[str, Board] = {
        "track": track(after),
        "supply": supply(after),
        "players": _players_board(after, shows_coins),
    }
    if after.result is not None:
        words["result"] = {
            "ranking": list(after.result.ranking),
            "coins": dict(after.result.coins),
            "winners": list(after.result.winners),
        }
    if after.finished or viewer.kind == "gm":
        words.update(_open_words(after))
    match viewer.kind:
        case "gm":
            words["events"] = [tell(event) for event in events]
        case "player":
            words.update(_own_words(before, events, after, viewer.player))
            boards["holdings"] = _holdings_board(after.players[viewer.player])
    return View(viewer, words, boards)


def _public_words(before: State | None, after: State, shows_coins: bool) -> dict[str, object]:
    return {
        "turn": after.turn,
        "leg": after.leg,
        "finished": after.finished,
        "next": "" if after.finished else after.next,
        "placing": list(ranking(after.track)),
        "dice": list(after.dice),
        "pyramid_tickets": after.pyramid_tickets,
        "tickets": [{"camel": camel, "left": list(left)} for camel, left in after.tickets.items()],
        "tiles": [
            {"space": space, "player": tile.player, "side": tile.side} for space, tile in sorted(after.tiles.items())
        ],
        "winner_deck": [card.player for card in after.winner_deck],
        "loser_deck": [card.player for card in after.loser_deck],
        "partners": _partners(after),
        "players": [_player_words(after, name, shows_coins) for name in after.players],
        "moved": _moved(before, after),
    }


def _partners(state: State) -> list[list[str]]:
    """The pairs, each named once, by the seat of the one who sits first."""
    pairs: list[list[str]] = []
    for name, player in state.players.items():
        if player.partner is not None and [player.partner, name] not in pairs:
            pairs.append([name, player.partner])
    return pairs


def _player_words(state: State, name: str, shows_coins: bool) -> dict[str, object]:
    player, space = state.players[name], tile_of(state, name)
    words: dict[str, object] = {
        "name": name,
        "tickets": {camel: list(values) for camel, values in player.tickets.items()},
        "pyramid": player.pyramid,
        "cards": len(player.cards),
        "tile": space,
        "side": state.tiles[space].side if space is not None else "",
        "partner": player.partner or "",
    }
    if shows_coins:
        words["coins"] = player.coins
    return words


def _moved(before: State | None, after: State) -> list[dict[str, object]]:
    if before is None:
        return []
    ways = [(camel, space_of(before.track, camel), space_of(after.track, camel)) for camel in CAMELS]
    return [{"camel": camel, "start": start, "end": end} for camel, start, end in ways if start != end]


def _cards(cards: Sequence[Card]) -> list[dict[str, str]]:
    return [{"player": card.player, "camel": card.camel} for card in cards]


def _open_words(state: State) -> dict[str, object]:
    """What is on the decks and in the hands: for the GM, and for all after the end."""
    return {
        "winner_cards": _cards(state.winner_deck),
        "loser_cards": _cards(state.loser_deck),
        "hands": {name: list(player.cards) for name, player in state.players.items()},
    }


def _own_words(before: State | None, events: Sequence[Event], after: State, name: str) -> dict[str, object]:
    player = after.players[name]
    return {
        "coins": player.coins,
        "cards": list(player.cards),
        "bets": [
            {"deck": deck, "camel": card.camel, "place": place}
            for deck, cards in (("winner", after.winner_deck), ("loser", after.loser_deck))
            for place, card in enumerate(cards, 1)
            if card.player == name
        ],
        "holdings": _holdings(player),
        "before": _holdings(before.players[name]) if before is not None else None,
        "changes": [
            {"what": event.what, "amount": event.amount, "reason": event.reason, "about": event.about}
            for event in events
            if isinstance(event, Change) and event.player == name
        ],
    }


def _holdings(player: Player) -> dict[str, int]:
    return {what: holding(player, what) for what in HOLDINGS}


def track(state: State) -> Track:
    """The track: its 16 spaces, and the one beyond the line where camels crossed it."""
    numbers = [*range(FIRST_SPACE, LAST_SPACE + 1), *(space for space in (BEHIND, BEYOND) if space in state.track)]
    spaces = tuple(Space(space, state.track.get(space, ()), _tile(state, space)) for space in sorted(numbers))
    return Track(spaces, PIECES, lap=(FIRST_SPACE, LAST_SPACE))


def _tile(state: State, space: int) -> Tile | None:
    tile = state.tiles.get(space)
    if tile is None:
        return None
    name, sign = SIGNS[tile.side]
    return Tile(name, sign, sign, tile.player)


def supply(state: State) -> Supply:
    """What is still to take: betting tickets, dice, pyramid tickets; and how many cards lie on the decks."""
    taken = PYRAMID_TICKETS - state.pyramid_tickets
    pyramid = tuple(Chip("1", WOOD, place >= taken) for place in range(PYRAMID_TICKETS))
    rows = [
        *(Stock(camel, (_tickets(camel, left), _die(state, camel))) for camel, left in state.tickets.items()),
        Stock("Crazy", ((), _die(state, "Gray"))),
        Stock("Pyramid", (pyramid, ())),
        Stock("Winner deck", (len(state.winner_deck), ())),
        Stock("Loser deck", (len(state.loser_deck), ())),
    ]
    return Supply(("Camel", "Tickets", "Die"), tuple(rows))


def _tickets(camel: Racing, left: Sequence[int]) -> tuple[Chip, ...]:
    """The whole stack of a colour, top first; those that are left are found from the bottom up."""
    still, chips = list(left), list[Chip]()
    for value in reversed(TICKETS):
        there = still[-1:] == [value]
        chips.append(Chip(str(value), COLOURS[camel], there))
        if there:
            still.pop()
    return tuple(reversed(chips))


def _die(state: State, die: Die) -> tuple[Chip, ...]:
    code, colour = ("WK", GRAY) if die == "Gray" else (die[0], COLOURS[die])
    return (Chip(code, colour, die in state.dice),)


def _players_board(state: State, shows_coins: bool) -> Listing:
    """What each player has; tickets by the letter of their colour, names last: their signs may be of any width."""
    rows = []
    for name, player in state.players.items():
        coins = (player.coins,) if shows_coins else ()
        space = tile_of(state, name)
        tile = "-" if space is None else f"{space} {SIGNS[state.tiles[space].side][1]}"
        tickets = [f"{camel[0]}{value}" for camel, values in player.tickets.items() for value in values]
        rows.append((*coins, " ".join(tickets) or "-", player.pyramid, len(player.cards), tile, name))
    header = ("Tickets", "Pyr", "Cards", "Tile", "Player")
    return Listing(("Coins", *header) if shows_coins else header, tuple(rows))


def _ticket_text(player: Player) -> str:
    tickets = [f"{camel} {value}" for camel, values in player.tickets.items() for value in values]
    return ", ".join(tickets) or "-"


def _holdings_board(player: Player) -> Listing:
    rows: tuple[tuple[str | int, ...], ...] = (
        ("Coins", player.coins),
        ("Tickets", _ticket_text(player)),
        ("Pyramid tickets", player.pyramid),
        ("Cards in hand", ", ".join(player.cards) or "-"),
    )
    return Listing(("What", "Yours"), rows)
