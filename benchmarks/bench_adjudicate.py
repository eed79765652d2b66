"""How many rounds of CamelLots a second the filter resolves, beside a bare loop that parses and prints the same lines.

Run: `python benchmarks/bench_adjudicate.py [LINES]`. The lines come from games played at random by
this program itself, always the same ones.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from gm_tool.app.adjudicate import run
from gm_tool.app.games import find_game
from gm_tool.engine.adjudicate import Adjudicator

COLOURS = ("Red", "Blue", "Green", "Yellow", "Purple")
CAMELS = (*COLOURS, "Black", "Gray")
PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
RUNS = 5


def orders_at_random(chance: random.Random, state: Any) -> dict[str, Any]:
    """One order a player, mostly legal."""
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


def lines_of_play(count: int) -> Iterator[bytes]:
    """Rounds as lines for the filter, each resolved without an error, game after game."""
    judge, chance, game = Adjudicator(find_game), random.Random(5), 0
    while count > 0:
        game += 1
        seed = f"{game:064x}"
        asked: dict[str, Any] = {"game": "camellots", "rulings": {}, "seed": seed, "state": None, "players": PLAYERS}
        state = json.loads(judge.answer(json.dumps(asked).encode()))["state"]
        while count > 0 and not state["finished"]:
            asked = {"game": "camellots", "rulings": {}, "seed": seed, "state": state}
            asked["orders"] = orders_at_random(chance, state)
            line = json.dumps(asked).encode()
            after = json.loads(judge.answer(line)).get("state")
            if after is not None:
                state, count = after, count - 1
                yield line


def bare_loop(source: io.BytesIO, sink: io.BytesIO) -> None:
    """What any filter must do at least: parse each line and print it."""
    for line in source:
        sink.write(json.dumps(json.loads(line)).encode() + b"\n")


def seconds(task: Callable[[io.BytesIO, io.BytesIO], None], text: bytes) -> float:
    """The time that one pass over the lines takes."""
    source, sink = io.BytesIO(text), io.BytesIO()
    began = time.perf_counter()
    task(source, sink)
    return time.perf_counter() - began


def main() -> None:
    """Prints the rounds a second and the ratio, medians of interleaved runs."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    lines = list(lines_of_play(count))
    text = b"".join(line + b"\n" for line in lines)
    timed = [(seconds(run, text), seconds(bare_loop, text)) for _ in range(RUNS)]
    filtered, bare = (sorted(times)[RUNS // 2] for times in zip(*timed, strict=True))
    print(f"{count} rounds, {len(text) // count} bytes a line")
    print(f"adjudicate: {count / filtered:,.0f} rounds a second; bare loop: {count / bare:,.0f} lines a second")
    print(f"ratio: {filtered / bare:.1f}")


if __name__ == "__main__":
    main()
