"""The order form of a turn: its columns, with what is legal now."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from gm_tool.core.forms import Field, Form
from gm_tool.rules.camel_up.judge import free_partners, space_faults
from gm_tool.rules.camel_up.pieces import PIPS, RACING, SIDES, TILE_SPACES
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.state import State

ACTION_WORDS = {
    "leg bet": "leg_bet",
    "tile": "tile",
    "pyramid": "pyramid",
    "winner": "winner",
    "loser": "loser",
    "partner": "partner",
}
"""The actions as a sheet has them, and as an order has them."""

TITLES = {
    "action": "Action",
    "camel": "Camel",
    "space": "Space",
    "side": "Side",
    "partner": "Partner",
    "die": "Die",
    "pips": "Pips",
}

KEYS = {"partner": "player"}
"""Where the key of an order isn't that of the form: a sheet's player is whose row it is."""


def order_form(state: State, player: str | None, settings: Settings) -> Form:
    """The form of a turn with what is legal now; nothing is, for a player whose turn it isn't.

    None stands for the player whose turn it is, as the others see it: any card may be in hand.
    """
    cards = RACING if player is None else state.players[state.next].cards
    betting = [camel for camel in RACING if state.tickets[camel] or camel in cards]
    spaces = [space for space in TILE_SPACES if not space_faults(state, state.next, space, None, settings)]
    # Where one's own tile can only be turned over, there is one side left to choose.
    sides = [s for s in SIDES if any(not space_faults(state, state.next, n, s, settings) for n in spaces)]
    partners = free_partners(state, state.next)
    actions = {
        "leg bet": any(state.tickets.values()),
        "tile": bool(spaces),
        "pyramid": bool(state.dice),
        "winner": bool(cards),
        "loser": bool(cards),
        "partner": bool(partners),
    }
    fields = [
        _choice("action", "What you do in your turn.", [word for word, legal in actions.items() if legal], 11),
        _choice("camel", "Leg bet, winner, loser: the camel you bet on.", betting, 10),
        _choice("space", "Tile: the space it goes on.", map(str, spaces), 8),
        _choice("side", "Tile: cheer (one on) or boo (one back).", sides, 8),
        _choice("partner", "Partner: whose partner you want to be.", partners, 14),
    ]
    if settings.gm_rolls:
        fields += _dice_fields(state)
    if state.finished or player not in (None, state.next):
        fields = [structs.replace(field, choices=(), minimum=1, maximum=0) for field in fields]
    return Form(tuple(fields))


def _dice_fields(state: State) -> list[Field]:
    dice: list[str] = [die for die in state.dice if die != "Gray"]
    if "Gray" in state.dice:
        dice += ["White", "Black"]
    pips = Field(
        key="pips",
        title=TITLES["pips"],
        kind="number",
        help="Pyramid: what the die shows. The GM fills it in.",
        minimum=PIPS[0],
        maximum=PIPS[-1],
        width=7,
    )
    return [_choice("die", "Pyramid: the camel on the die. The GM fills it in.", dice, 9), pips]


def _choice(key: str, text: str, choices: Iterable[str], width: int) -> Field:
    return Field(key=key, title=TITLES[key], kind="choice", help=text, choices=tuple(choices), width=width)
