"""Whether an order is legal: all that is wrong with it, at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from gm_tool.core.foresight import UNREADABLE, of_codes
from gm_tool.core.game import Json, Judged, Parsed
from gm_tool.core.names import Names, any_of
from gm_tool.core.problems import Problem
from gm_tool.rules.camel_up.movement import die_of
from gm_tool.rules.camel_up.orders import FinalBet, JoinPartner, LegBet, PutTile, Roll
from gm_tool.rules.camel_up.pieces import (
    CAMELS,
    CRAZY,
    PARTNERSHIPS_FROM,
    PIPS,
    RACING,
    SIDES,
    TILE_SPACES,
    Camel,
    Deck,
    Racing,
    Side,
)
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.state import State, tile_of

ACTIONS = ("leg_bet", "tile", "pyramid", "winner", "loser", "partner")
_RACING, _CAMELS, _ACTIONS = Names(RACING), Names(CAMELS), Names(ACTIONS)


def judge(state: State, player: str, order: Json, settings: Settings) -> Judged:
    """The order as typed, or all that is wrong with it. `order` is any JSON value but null."""
    if player != state.next or state.finished:
        return Judged(None, (_not_yours(state, player),))
    fields = order if isinstance(order, dict) else {}
    match fields.get("action"):
        case "leg_bet":
            return _leg_bet(state, player, fields)
        case "tile":
            return _tile(state, player, fields, settings)
        case "pyramid":
            return _pyramid(state, player, fields, settings)
        case "winner":
            return _final_bet(state, player, fields, "winner")
        case "loser":
            return _final_bet(state, player, fields, "loser")
        case "partner":
            return _partner(state, player, fields)
        case action:
            return Judged(None, (_unknown_action(state, player, action),))


LASTING = UNREADABLE | {
    *("action.unknown", "action.ambiguous", "camel.unknown", "camel.ambiguous"),
    *("tile.space", "tile.side", "side.ambiguous", "die.ambiguous", "player.ambiguous"),
}
"""The codes of what is wrong in every turn. Whether a die or a partner is named, the turn itself will tell."""


def never(state: State, player: str, parsed: Parsed, settings: Settings) -> tuple[Problem, ...]:
    """What no later turn makes right about a row of a player, as it was read."""
    if parsed.order is None:
        return of_codes(parsed.problems, LASTING)
    own_turn = structs.replace(state, next=player)
    return of_codes(judge(own_turn, player, parsed.order, settings).problems, LASTING)


def _fault(code: str, player: str, field: str, value: Json, message: str, hint: str) -> Problem:
    shown = "" if value is None else str(value)[:100]
    return Problem(code=code, player=player, field=field, value=shown, message=message, hint=hint)


def _not_yours(state: State, player: str) -> Problem:
    if state.finished:
        return _fault("turn.not_yours", player, "action", None, "The race is over.", "No more orders are taken.")
    message = f"It is {state.next}'s turn, not {player}'s."
    return _fault("turn.not_yours", player, "action", None, message, f"Send {player}'s order when it is due.")


def takes_partners(state: State) -> bool:
    """Whether there are partnerships in a game of so many players (Partnerships)."""
    return len(state.players) >= PARTNERSHIPS_FROM


def _unknown_action(state: State, player: str, action: Json) -> Problem:
    said = f"There is no action {str(action)[:60]!r}." if action is not None else "The order names no action."
    near = _nearest(_ACTIONS, action)
    actions = [word for word in ACTIONS if word != "partner" or takes_partners(state)]
    return _fault("action.unknown", player, "action", action, said, near or f"Actions: {', '.join(actions)}.")


def _nearest(names: Names, value: Json) -> str:
    """A question with the nearest names, or nothing."""
    match = names.find(value) if isinstance(value, str) else None
    near = match.candidates or ((match.name,) if match.name else ()) if match else ()
    return f"Did you mean {any_of(near)}?" if near else ""


def _whole(value: Json) -> int | None:
    """A whole number as JSON has it: true and 2.0 are none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _racing(player: str, fields: Mapping[str, Json]) -> Racing | Problem:
    """The camel that is bet on."""
    named = fields.get("camel")
    for camel in RACING:
        if camel == named:
            return camel
    if named in CRAZY:
        message = f"{named} is a crazy camel: nobody bets on it."
    else:
        message = "The order names no camel." if named is None else f"There is no camel {str(named)[:60]!r} to bet on."
    near = _nearest(_RACING, named) or f"Racing camels: {any_of(RACING)}."
    return _fault("camel.unknown", player, "camel", named, message, near)


def _leg_bet(state: State, player: str, fields: Mapping[str, Json]) -> Judged:
    camel = _racing(player, fields)
    if isinstance(camel, Problem):
        return Judged(None, (camel,))
    if not state.tickets[camel]:
        left = [other for other in RACING if state.tickets[other]]
        hint = f"There are tickets of {any_of(left, 'and')}." if left else "No colour has a ticket left in this leg."
        message = f"All {camel} betting tickets are taken."
        return Judged(None, (_fault("ticket.none_left", player, "camel", camel, message, hint),))
    return Judged(LegBet(camel))


def _final_bet(state: State, player: str, fields: Mapping[str, Json], deck: Deck) -> Judged:
    camel = _racing(player, fields)
    if isinstance(camel, Problem):
        return Judged(None, (camel,))
    cards = state.players[player].cards
    if camel not in cards:
        hint = f"{player} holds {any_of(cards, 'and')}." if cards else f"{player} has no finish card left."
        message = f"{player}'s {camel} finish card is used already."
        return Judged(None, (_fault("card.used", player, "camel", camel, message, hint),))
    return Judged(FinalBet(deck, camel))


def _tile(state: State, player: str, fields: Mapping[str, Json], settings: Settings) -> Judged:
    problems = []
    side: Side | None = next((known for known in SIDES if known == fields.get("side")), None)
    if side is None:
        given = fields.get("side")
        message = "The order names no side." if given is None else f"A tile has no side {str(given)[:60]!r}."
        problems.append(_fault("tile.side", player, "side", given, message, "Put cheer (+1) or boo (-1) up."))
    space = _whole(fields.get("space"))
    problems += space_faults(state, player, fields.get("space"), side, settings)
    if space is None or side is None or problems:
        return Judged(None, tuple(problems))
    return Judged(PutTile(space, side))


def space_faults(state: State, player: str, given: Json, side: Side | None, settings: Settings) -> list[Problem]:
    """What is wrong with putting the player's tile on a space, with that side up (None: whichever).

    `tile.space` rules out all else; on the tile's own space there is `tile.same_space` alone.
    """
    space = _whole(given)
    if space is None or space not in TILE_SPACES:
        message = "The order names no space." if given is None else f"A tile can't lie on {str(given)[:60]!r}."
        hint = f"Give a space from {TILE_SPACES[0]} to {TILE_SPACES[-1]}."
        return [_fault("tile.space", player, "space", given, message, hint)]
    own = tile_of(state, player)
    if space == own:
        return _same_space_faults(state, player, space, side, settings)
    hint = "A tile needs a space without camels and tiles, and none beside it."
    problems = []
    there = [*state.track.get(space, ()), *([f"{state.tiles[space].player}'s tile"] if space in state.tiles else ())]
    if there:
        message = f"Space {space} is taken by {any_of(there, 'and')}."
        problems.append(_fault("tile.occupied", player, "space", space, message, hint))
    beside = [near for near in (space - 1, space + 1) if near in state.tiles]
    if not settings.own_tile_blocks:
        beside = [near for near in beside if near != own]
    if beside:
        message = f"Space {space} is next to the tile on {any_of(map(str, beside), 'and')}."
        problems.append(_fault("tile.adjacent", player, "space", space, message, hint))
    return problems


def _same_space_faults(state: State, player: str, space: int, side: Side | None, settings: Settings) -> list[Problem]:
    """A tile goes to a different space; where it may be turned over in place, to its other side."""
    if settings.flip_in_place and side != state.tiles[space].side:
        return []
    hint = "Turn it to its other side, or move it." if settings.flip_in_place else "Move it to a different space."
    message = f"{player}'s tile lies on space {space} already."
    return [_fault("tile.same_space", player, "space", space, message, hint)]


def _pyramid(state: State, player: str, fields: Mapping[str, Json], settings: Settings) -> Judged:
    if not state.dice:
        message, hint = "No die is left in the pyramid.", "Choose another action."
        return Judged(None, (_fault("die.used", player, "action", "pyramid", message, hint),))
    if not settings.gm_rolls:
        return Judged(Roll())
    camel, problems = _die(state, player, fields.get("die"))
    pips = _whole(fields.get("pips"))
    if pips is None or pips not in PIPS:
        given = fields.get("pips")
        message = "The pips of the die are missing." if given is None else f"No die shows {str(given)[:60]!r}."
        problems.append(_fault("die.pips", player, "pips", given, message, "A die shows 1, 2 or 3."))
    if camel is None or pips is None or problems:
        return Judged(None, tuple(problems))
    return Judged(Roll(camel, pips))


def _die(state: State, player: str, given: Json) -> tuple[Camel | None, list[Problem]]:
    """The camel on the die that the GM rolled."""
    left = [*(die for die in state.dice if die != "Gray"), *(CRAZY if "Gray" in state.dice else ())]
    choose = f"Dice in the pyramid: {any_of(left)}."
    for camel in CAMELS:
        if camel == given and die_of(camel) in state.dice:
            return camel, []
        if camel == given:
            message = f"The {die_of(camel)} die is out of the pyramid already."
            return camel, [_fault("die.used", player, "die", given, message, choose)]
    if given == "Gray":
        message, hint = "The gray die shows a camel and its pips.", "Write White or Black for the die."
    else:
        message = "The die that was rolled is missing." if given is None else f"There is no die {str(given)[:60]!r}."
        hint = _nearest(_CAMELS, given) or choose
    return None, [_fault("die.unknown", player, "die", given, message, hint)]


def _partner(state: State, player: str, fields: Mapping[str, Json]) -> Judged:
    partner = fields.get("player")
    free = free_partners(state, player)
    if isinstance(partner, str) and partner in free:
        return Judged(JoinPartner(partner))
    return Judged(
        None, (_fault("partner.unavailable", player, "player", partner, *_why_not(state, player, partner, free)),)
    )


def free_partners(state: State, player: str) -> tuple[str, ...]:
    """With whom a player may enter into a partnership now, in seat order."""
    if not takes_partners(state) or state.players[player].partner is not None:
        return ()
    return tuple(name for name, other in state.players.items() if name != player and other.partner is None)


def _why_not(state: State, player: str, partner: Json, free: Iterable[str]) -> tuple[str, str]:
    """A message and a hint for a partnership that can't be."""
    names = tuple(free)
    choose = f"Free: {any_of(names)}." if names else "Choose another action."
    if not takes_partners(state):
        return f"Partnerships need {PARTNERSHIPS_FROM} or more players.", choose
    mine = state.players[player].partner
    if mine is not None:
        return f"{player} and {mine} are partners until the leg's end.", choose
    if partner is None:
        return "The order names no partner.", choose
    if partner == player:
        return "Nobody is a partner of their own.", choose
    if isinstance(partner, str) and partner in state.players:
        return f"{partner} has a partner in this leg already.", choose
    near = _nearest(Names(state.players), partner)
    return f"There is no player {str(partner)[:60]!r}.", near or choose
