"""How a die moves camels (Movement)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from gm_tool.core.draws import Draws
from gm_tool.rules.camel_up.events import CamelMoved, DieRolled
from gm_tool.rules.camel_up.pieces import (
    BEHIND,
    BEYOND,
    CRAZY,
    DICE,
    FIRST_SPACE,
    LAST_SPACE,
    PIPS,
    RACING,
    Camel,
    Die,
    heading,
    is_racing,
)
from gm_tool.rules.camel_up.state import State, Tile, space_of

FACES: Mapping[Die, tuple[tuple[Camel, int], ...]] = {
    **{camel: tuple((camel, pips) for pips in PIPS) for camel in RACING},
    "Gray": tuple((camel, pips) for camel in CRAZY for pips in PIPS),  # White 1, 2, 3, Black 1, 2, 3
}
"""What each die shows, in the order in which a draw counts."""

Why = Literal["rolled", "carries", "upper"]
"""Why a camel moves: it was rolled; it is the crazy one that carries racing camels; it sits on the other crazy one."""


def roll(state: State, player: str, draws: Draws, instead: bool = False) -> DieRolled:
    """One of the dice still in the pyramid, drawn and rolled; there must be one. `instead`: of the GM's own dice.

    The labels: `turn-N/die` for which of the dice left, `turn-N/face` for what it shows. Each is drawn of things
    that have the names of the posts ("Purple 3"), so that players who check the draws find them there.
    """
    turn = state.turn + 1
    (die,) = draws.sample(f"turn-{turn}/die", state.dice, 1)
    faces = {f"{camel} {pips}": (camel, pips) for camel, pips in FACES[die]}
    (face,) = draws.sample(f"turn-{turn}/face", tuple(faces), 1)
    camel, pips = faces[face]
    return _rolled(player, die, camel, pips, drawn=True, instead=instead)


def rolled_by_gm(player: str, camel: Camel, pips: int) -> DieRolled:
    """The die that the GM rolled, named by the camel on it."""
    return _rolled(player, die_of(camel), camel, pips, drawn=False)


def die_of(camel: Camel) -> Die:
    """The die on which a camel is."""
    return next((die for die in DICE if die == camel), "Gray")


def _rolled(player: str, die: Die, camel: Camel, pips: int, drawn: bool, instead: bool = False) -> DieRolled:
    return DieRolled(
        player=player,
        known_to="public",
        rule="A turn, pyramid",
        die=die,
        camel=camel,
        pips=pips,
        drawn=drawn,
        instead=instead,
    )


def moving_camel(track: Mapping[int, Sequence[Camel]], rolled: Camel) -> tuple[Camel, Why]:
    """The camel that a die moves, and why it: a racing die its own, the gray die one of the crazy camels.

    If exactly one of those carries a racing camel, that one; else if one sits directly on the other,
    the upper one; else the one rolled.
    """
    if is_racing(rolled):
        return rolled, "rolled"
    above = {camel: _above(track, camel) for camel in CRAZY}
    carrying = [camel for camel in CRAZY if any(is_racing(rider) for rider in above[camel])]
    if len(carrying) == 1:
        return carrying[0], "carries"
    for camel in CRAZY:
        if above[camel] and above[camel][0] in CRAZY:
            return above[camel][0], "upper"
    return rolled, "rolled"


def _above(track: Mapping[int, Sequence[Camel]], camel: Camel) -> Sequence[Camel]:
    stack = track[space_of(track, camel)]
    return stack[stack.index(camel) + 1 :]


def move(
    track: Mapping[int, Sequence[Camel]], tiles: Mapping[int, Tile], rolled: Camel, pips: int, player: str
) -> CamelMoved:
    """Where a roll brings a camel and those above it.

    A tile where they land sends them one space on, or one back and under what is there, by the
    direction of the camel that was moved. Over the line they stand on 17 or on 0.
    """
    camel, _ = moving_camel(track, rolled)
    start = space_of(track, camel)
    stack = track[start]
    landed = _on_track(start + heading(camel) * pips)
    tile = tiles.get(landed)
    end = landed
    if tile is not None:
        end = _on_track(landed + heading(camel) * (1 if tile.side == "cheer" else -1))
    return CamelMoved(
        player=player,
        known_to="public",
        rule="Movement",
        camel=camel,
        unit=tuple(stack[stack.index(camel) :]),
        start=start,
        landed=landed,
        end=end,
        side=tile.side if tile else None,
        owner=tile.player if tile else "",
        under=tile is not None and tile.side == "boo",
    )


def _on_track(space: int) -> int:
    """The space, or the one beyond the line that was crossed."""
    return BEHIND if space < FIRST_SPACE else BEYOND if space > LAST_SPACE else space
