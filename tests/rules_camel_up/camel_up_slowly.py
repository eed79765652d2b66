"""A second referee of Camel Up, for the tests alone.

Written from the rules as docs/camel_up.md tells them, on plain dictionaries, with no care for speed, and with nothing
of the game's own modules: where the two differ, one has misread.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from gm_tool.core.draws import Draws

RACING = ["Blue", "Green", "Yellow", "Red", "Purple"]
CRAZY = ["White", "Black"]
DICE = [*RACING, "Gray"]
FACES = [(camel, pips) for camel in CRAZY for pips in (1, 2, 3)]
TICKETS = [5, 3, 2, 2]
CARDS = [8, 5, 3, 2]


def play(before: Any, order: Any, seed: bytes, missed: str = "pyramid") -> Any:
    """The state after a turn with a legal order; None is a missed turn. A roll without a die is drawn."""
    state = copy.deepcopy(before)
    state["turn"] += 1
    seats, mover = list(state["players"]), before["next"]
    state["next"] = seats[(seats.index(mover) + 1) % len(seats)]
    player = state["players"][mover]
    if order is None and missed == "skip":
        return state
    match order or {"action": "pyramid"}:
        case {"action": "leg_bet", "camel": camel}:
            player["tickets"].setdefault(camel, []).append(state["tickets"][camel].pop(0))
        case {"action": "tile", "space": space, "side": side}:
            state["tiles"] = {at: tile for at, tile in state["tiles"].items() if tile["player"] != mover}
            state["tiles"][str(space)] = {"player": mover, "side": side}
        case {"action": "winner" | "loser" as deck, "camel": camel}:
            player["cards"].remove(camel)
            state[f"{deck}_deck"].append({"player": mover, "camel": camel})
        case {"action": "partner", "player": other}:
            player["partner"], state["players"][other]["partner"] = other, mover
        case roll:
            pyramid(state, mover, roll, seed)
    return state


def pyramid(state: Any, mover: str, roll: Mapping[str, Any], seed: bytes) -> None:
    """A pyramid ticket, the die, the move, and what that may end."""
    state["players"][mover]["pyramid"] += 1
    state["pyramid_tickets"] -= 1
    camel, pips = (roll["die"], roll["pips"]) if "die" in roll else drawn(state, Draws(seed))
    state["dice"].remove("Gray" if camel in CRAZY else camel)
    over = run(state, camel if camel in RACING else crazy(state["track"], camel), pips)
    if over:
        score_leg(state)
        places = ranking(state["track"])
        turn_cards(state, "winner_deck", places[0])
        turn_cards(state, "loser_deck", places[-1])
        coins = {name: player["coins"] for name, player in state["players"].items()}
        winners = [name for name in coins if coins[name] == max(coins.values())]
        state["finished"], state["result"] = True, {"ranking": places, "coins": coins, "winners": winners}
    elif not state["pyramid_tickets"]:
        score_leg(state)
        state["leg"] += 1
        state["pyramid_tickets"], state["dice"], state["tiles"] = 5, list(DICE), {}
        state["tickets"] = {camel: list(TICKETS) for camel in RACING}
        for player in state["players"].values():
            player.update(tickets={}, pyramid=0, partner=None)


def drawn(state: Any, draws: Draws) -> tuple[str, int]:
    label = f"turn-{state['turn']}"
    die = state["dice"][draws.below(f"{label}/die", len(state["dice"]))]
    return FACES[draws.below(f"{label}/face", 6)] if die == "Gray" else (die, draws.below(f"{label}/face", 3) + 1)


def crazy(track: Mapping[str, list[str]], rolled: str) -> str:
    """Which crazy camel moves: who alone carries a racing one, else who sits on the other, else the one rolled."""
    above = {c: stack[stack.index(c) + 1 :] for stack in track.values() for c in stack if c in CRAZY}
    laden = [camel for camel in CRAZY if set(above[camel]) & set(RACING)]
    if len(laden) == 1:
        return laden[0]
    for below, upper in (CRAZY, CRAZY[::-1]):
        if above[below][:1] == [upper]:
            return upper
    return rolled


def run(state: Any, camel: str, pips: int) -> bool:
    """Moves a camel and its riders; whether the race is over."""
    track, way = state["track"], 1 if camel in RACING else -1
    start = next(space for space, stack in track.items() if camel in stack)
    height = track[start].index(camel)
    left, unit = track[start][:height], track[start][height:]
    track.pop(start)
    if left:
        track[start] = left
    space, below = int(start) + way * pips, False
    tile = state["tiles"].get(str(space))
    if tile:
        state["players"][tile["player"]]["coins"] += 1
        below = tile["side"] == "boo"
        space += -way if below else way
    space = min(max(space, 0), 17)
    there = track.get(str(space), [])
    track[str(space)] = unit + there if below else there + unit
    return space in (0, 17)


def ranking(track: Mapping[str, list[str]]) -> list[str]:
    """The racing camels from first to last."""
    in_order = [camel for _, stack in sorted(track.items(), key=lambda one: int(one[0])) for camel in stack]
    return [camel for camel in reversed(in_order) if camel in RACING]


def score_leg(state: Any) -> None:
    first, second, *_ = ranking(state["track"])

    def worths(player: Any) -> list[int]:
        tickets = [(camel, value) for camel, values in player["tickets"].items() for value in values]
        bets = [value if camel == first else 1 if camel == second else -1 for camel, value in tickets]
        return bets + [1] * player["pyramid"]

    for player in state["players"].values():
        copied = worths(state["players"][player["partner"]]) if player["partner"] else []
        player["coins"] = max(0, player["coins"] + sum(worths(player)) + max([*copied, 0]))


def turn_cards(state: Any, deck: str, camel: str) -> None:
    right = 0
    for card in state[deck]:
        player = state["players"][card["player"]]
        if card["camel"] == camel:
            player["coins"] += CARDS[right] if right < len(CARDS) else 1
            right += 1
        else:
            player["coins"] = max(0, player["coins"] - 1)
