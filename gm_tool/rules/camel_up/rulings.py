"""The points that the rulebook leaves open, and what a game was settled on."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gm_tool.core.problems import BadInput
from gm_tool.core.rulings import Ruling, settle
from gm_tool.rules.camel_up.pieces import RACING, Racing

DRAWN = "drawn"

RULINGS = (
    Ruling(
        key="setup_order",
        kind="order",
        question="Camels that start on one space stack in the order of placing. In which order are the racing camels "
        "placed? (Drawn, or as you list them: [Red, Blue, Green, Yellow, Purple])",
        default=DRAWN,
        values=((DRAWN, "the order is drawn, as that of the crazy camels always is"),),
        names=RACING,
    ),
    Ruling(
        key="own_tile_blocks",
        kind="flag",
        question="Does one's own tile, while it is being moved, count as a tile next to the new space?",
        default=False,
        values=((False, "no: it may go next to where it lay"), (True, "yes: it goes elsewhere")),
    ),
    Ruling(
        key="flip_in_place",
        kind="flag",
        question="May one's own tile be turned over on the space where it lies?",
        default=False,
        values=((False, "no: it goes to a different space"), (True, "yes, to its other side")),
    ),
    Ruling(
        key="coins_public",
        kind="flag",
        question="Does everybody see how many coins (EP) a player has?",
        default=True,
        values=((True, "yes"), (False, "no: each player sees its own, until the end")),
    ),
    Ruling(
        key="dice",
        kind="choice",
        question="Who rolls the dice?",
        default="tool",
        bears_on=("die_rolled", "camel_moved", "pyramid"),
        values=(
            ("tool", "they are drawn from the game's seed"),
            ("gm", "the GM rolls, and the order brings the die and its pips"),
        ),
    ),
    Ruling(
        key="missing",
        kind="choice",
        question="What does a player do who misses the turn?",
        default="pyramid",
        bears_on=("turn_skipped",),
        values=(
            ("pyramid", "takes a pyramid ticket; the die is drawn from the game's seed"),
            ("skip", "nothing: the turn passes"),
        ),
    ),
)


class Settings(Struct, frozen=True):
    """The rulings of one game. `setup_order` is empty where it is drawn."""

    setup_order: tuple[Racing, ...]
    own_tile_blocks: bool
    flip_in_place: bool
    coins_public: bool
    gm_rolls: bool
    skips_missing: bool


def read_settings(given: Mapping[str, object]) -> Settings:
    """The settings of a game, `given` over the defaults. Raises BadInput (ruling.unknown, ruling.value)."""
    settings, problems = settle(RULINGS, given)
    if problems:
        raise BadInput(problems)
    placed = str(settings["setup_order"]).split(", ")
    return Settings(
        setup_order=tuple(camel for name in placed for camel in RACING if camel == name),
        own_tile_blocks=settings["own_tile_blocks"] is True,
        flip_in_place=settings["flip_in_place"] is True,
        coins_public=settings["coins_public"] is True,
        gm_rolls=settings["dice"] == "gm",
        skips_missing=settings["missing"] == "skip",
    )
