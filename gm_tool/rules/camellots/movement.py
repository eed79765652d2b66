"""The camels run (A round, 2)."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.core.draws import Draws
from gm_tool.core.events import Knower
from gm_tool.rules.camellots.board import ends_race, furthest_back_first, space_of
from gm_tool.rules.camellots.camels import COLOUR_SET, CRAZY_SET, START, Camel
from gm_tool.rules.camellots.events import CamelMoved, CamelsDrawn, RaceEnded, TileEffect
from gm_tool.rules.camellots.orders import Move, Nothing
from gm_tool.rules.camellots.playing import Playing

RULE = "A round, 2"
RULE_MISSING = "A round, no submission"


def move_camels(playing: Playing, draws: Draws) -> None:
    """All steps of all movers: the crazy camels first, then the coloured ones; then the movers' garnets."""
    board, order = playing.draft.track, playing.settings.movement_order
    steps = _steps(playing, draws)
    race = _Race(playing, steps)
    coloured = COLOUR_SET & steps.keys()
    crazy = CRAZY_SET & steps.keys()
    at_start = furthest_back_first(board, coloured) if order == "round_start" else []
    if crazy:
        race.run(furthest_back_first(board, crazy, crazy=True))
    race.run(at_start or furthest_back_first(board, coloured), order == "dynamic")
    for player, _ in playing.orders_of(Move):
        playing.change(player, "garnets", 1, "moved", RULE)
    if playing.settings.missing_earns_garnet:
        for player, _ in playing.orders_of(Nothing):
            playing.change(player, "garnets", 1, "moved", RULE_MISSING)


def _steps(playing: Playing, draws: Draws) -> dict[Camel, int]:
    """Each camel's steps: how often it is named by all movers, and drawn for those who sent no action."""
    named = [camel for _, move in playing.orders_of(Move) for camel in move.camels]
    settings = playing.settings
    for player, _ in playing.orders_of(Nothing):
        label = f"round-{playing.before.round + 1}/missing/{player}"
        camels = draws.sample(label, settings.movable, settings.camels_per_move)
        playing.happen(CamelsDrawn(player=player, label=label, camels=camels, rule=RULE_MISSING, known_to="player"))
        named += camels
    steps: dict[Camel, int] = {}
    for camel in named:
        steps[camel] = steps.get(camel, 0) + 1
    return steps


class _Race:
    """The movement of one round: where the camels are and who is immune by now, whose tiles lie where."""

    def __init__(self, playing: Playing, steps: dict[Camel, int]) -> None:
        self.playing = playing
        self.settings = playing.settings
        self.last = self.settings.track_length
        self.known_to: Knower = "public" if self.settings.race_report == "moves" else "gm"
        self.track = playing.draft.track
        self.spaces = space_of(self.track)
        self.steps = steps
        self.immune: set[Camel] = set()
        self.owners: dict[int, list[str]] = {}
        for player, space in playing.draft.tiles.items():
            if space is not None:
                self.owners.setdefault(space, []).append(player)

    def run(self, camels: Sequence[Camel], dynamic: bool = False) -> None:
        """These camels move, in this order or (dynamic) in one taken anew each time, until the race is over."""
        waiting = list(camels)
        while waiting and self.playing.ended_by is None:
            self.jump(waiting.pop(0))
            if dynamic:
                waiting = furthest_back_first(self.track, waiting)

    def jump(self, camel: Camel) -> None:
        """One camel makes all its steps in one jump, is pushed by a tile, and may end the race."""
        start, steps = self.spaces[camel], self.steps[camel]
        if START < start < self.last:
            stack = self.track[start]
            unit = stack[stack.index(camel) :]
        else:  # on both ends nobody rides
            unit = (camel,)
        # No camel passes its goal.
        landed = max(start - steps, START) if camel in CRAZY_SET else min(start + steps, self.last)
        tile = self.tile_effect(camel, unit) if landed in self.owners else "none"
        end = landed + self.push(camel) if tile == "pushed" else landed
        self.playing.happen(
            CamelMoved(
                camel=camel,
                unit=unit,
                steps=steps,
                start=start,
                landed=landed,
                end=end,
                tile=tile,
                rule=RULE,
                known_to=self.known_to,
            )
        )
        for moved in unit:
            self.spaces[moved] = end
        if tile == "pushed":
            self.immune.update(unit)
            for owner in self.owners[landed]:
                self.playing.change(owner, "coins", self.settings.tile_bonus, "tile", RULE, f"space {landed}")
        if ends_race(unit, end, self.settings):
            self.playing.ended_by = camel
            self.playing.happen(RaceEnded(camel=camel, rule=RULE, known_to="public"))

    def push(self, camel: Camel) -> int:
        """Which way a tile pushes it; tiles lie between the ends, so that the push stays on the track."""
        return -1 if camel in CRAZY_SET and self.settings.crazy_tile == "own_direction" else 1

    def tile_effect(self, camel: Camel, unit: tuple[Camel, ...]) -> TileEffect:
        """What the tiles on the space where the unit lands do to it."""
        if camel in CRAZY_SET and self.settings.crazy_tile == "ignore":
            return "ignored"
        match self.settings.tile_immunity:
            case "unit":
                immune = camel in self.immune
            case "strict":
                immune = not self.immune.isdisjoint(unit)
            case _:
                immune = False
        return "immune" if immune else "pushed"
