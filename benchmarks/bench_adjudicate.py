"""How many rounds of CamelLots and turns of Camel Up the filter resolves in a second, beside a bare loop.

The bare loop parses and prints the same lines. Times are those of the processor in this process, so that
a busy machine does less harm.

Run: `python benchmarks/bench_adjudicate.py [LINES]`. The lines come from games played at random by
this program itself, always the same ones.
"""

from __future__ import annotations

import gc
import io
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gm_tool.app.adjudicate import run
from gm_tool.cli import GARBAGE
from gm_tool.core.game import AnyGame
from gm_tool.engine.adjudicate import Adjudicator
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots

COLOURS = ("Red", "Blue", "Green", "Yellow", "Purple")
CAMELS = (*COLOURS, "Black", "Gray")
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
GAMES: Mapping[str, type[AnyGame]] = {"camellots": CamelLots, "camel_up": CamelUp}
RUNS = 7

Orders = Callable[[random.Random, Any], dict[str, Any]]
"""Makes the orders of a step at random, mostly legal ones, from a state's JSON."""


def camellots_orders(chance: random.Random, state: Any) -> dict[str, Any]:
    """One order a player."""
    occupied = {int(space) for space in state["track"]}
    return {player: _order(chance, state["players"][player], occupied) for player in PLAYERS}


def _order(chance: random.Random, has: Any, occupied: set[int]) -> dict[str, Any] | None:
    match chance.randrange(8):
        case 0:
            return {"action": "tile", "space": chance.choice([n for n in range(2, 20) if n not in occupied])}
        case 1:
            return {"action": "buy", "camel": chance.choice(COLOURS), "amount": 1}
        case 2 if any(has["stocks"].values()):
            return {"action": "sell", "camel": chance.choice([c for c in COLOURS if has["stocks"][c]]), "amount": 1}
        case 3 if has["coins"]:
            return {"action": "bet", "bets": {chance.choice(COLOURS): chance.randint(1, has["coins"])}}
        case 4:
            return None
        case _:
            order: dict[str, Any] = {"action": "move", "camels": chance.sample(CAMELS, 3)}
            return order | {"garnets": has["garnets"]} if chance.random() < 0.1 else order


def camel_up_orders(chance: random.Random, state: Any) -> dict[str, Any]:
    """The order of the player whose turn it is."""
    player = state["next"]
    match chance.randrange(10):
        case 0 | 1:
            order: dict[str, Any] = {"action": "leg_bet", "camel": chance.choice(COLOURS)}
        case 2 | 3:
            order = {"action": "tile", "space": chance.randint(2, 16), "side": chance.choice(("cheer", "boo"))}
        case 4 if state["players"][player]["cards"]:
            camel = chance.choice(state["players"][player]["cards"])
            order = {"action": chance.choice(("winner", "loser")), "camel": camel}
        case _:
            order = {"action": "pyramid"}
    return {player: order}


def lines_of_play(game: str, orders: Orders, count: int) -> Iterator[bytes]:
    """Steps as lines for the filter, each resolved without an error, game after game."""
    judge, chance, played = Adjudicator(GAMES.__getitem__), random.Random(5), 0
    while count > 0:
        played += 1
        asked: dict[str, Any] = {
            "game": game,
            "rulings": {},
            "seed": f"{played:064x}",
            "state": None,
            "players": PLAYERS,
        }
        state = json.loads(judge.answer(json.dumps(asked).encode()))["state"]
        while count > 0 and not state["finished"]:
            step = {"game": game, "rulings": {}, "seed": asked["seed"], "state": state, "orders": orders(chance, state)}
            line = json.dumps(step).encode()
            after = json.loads(judge.answer(line)).get("state")
            if after is not None:
                state, count = after, count - 1
                yield line


def filtered(source: io.BytesIO, sink: io.BytesIO) -> None:
    """What `gm adjudicate` does."""
    run(source, sink, GAMES.__getitem__)


def bare_loop(source: io.BytesIO, sink: io.BytesIO) -> None:
    """What any filter must do at least: parse each line and print it."""
    for line in source:
        sink.write(json.dumps(json.loads(line)).encode() + b"\n")


def seconds(task: Callable[[io.BytesIO, io.BytesIO], None], text: bytes) -> float:
    """The time of the processor that one pass over the lines takes."""
    source, sink = io.BytesIO(text), io.BytesIO()
    began = time.process_time()
    task(source, sink)
    return time.process_time() - began


def told(steps: str, lines: Sequence[bytes], bar: int) -> str:
    """The steps a second and the ratio to the bare loop, medians of interleaved runs."""
    text = b"".join(line + b"\n" for line in lines)
    timed = [(seconds(filtered, text), seconds(bare_loop, text)) for _ in range(RUNS)]
    ours, bare = (sorted(times)[RUNS // 2] for times in zip(*timed, strict=True))
    rate = len(lines) / ours
    verdict = "within" if rate >= bar else "UNDER"
    return (
        f"{len(lines)} {steps}, {len(text) // len(lines)} bytes a line: {rate:,.0f} a second ({verdict} the bar of "
        f"{bar:,}); bare loop {len(lines) / bare:,.0f} lines a second; ratio {ours / bare:.1f}"
    )


def main() -> None:
    """Prints a line for each game. Garbage is looked for as seldom as in the command, in the bare loop, too."""
    gc.set_threshold(GARBAGE)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    print(told("rounds of CamelLots", list(lines_of_play("camellots", camellots_orders, count)), 5_000))
    print(told("turns of Camel Up", list(lines_of_play("camel_up", camel_up_orders, count)), 10_000))


if __name__ == "__main__":
    main()
