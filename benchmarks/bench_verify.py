"""How fast a long journal is verified, and what opening a game costs at its 10th and at its 1,000th round.

Run: `python benchmarks/bench_verify.py [ROUNDS]`. The game is CamelLots on a track of 1,000 spaces, played at random
by this program itself, always the same. Verified are the chain of digests and every round, played again; the posts,
which `gm verify` makes again and compares as well, take longer than all of that and are not counted here.
Times are the best of several, on one core; ratios are what counts.
"""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from gm_tool.app.folder import open_folder
from gm_tool.app.games import find_game
from gm_tool.app.new import new
from gm_tool.core.draws import Draws
from gm_tool.core.rulings import settle
from gm_tool.engine.entries import AnyEntry, StepEntry
from gm_tool.engine.journal import ROOT, read, start_entry, versions
from gm_tool.engine.replay import replay
from gm_tool.engine.turn import check_orders, play

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
CAMELS = ("Red", "Blue", "Green", "Yellow", "Purple")
SEED = bytes(32)
RUNS = 7
SHORT = 10


def order_at_random(chance: random.Random, state: Any, player: str) -> dict[str, Any]:
    """An order that is legal, mostly a tile, so that the race lasts."""
    free = next(space for space in iter(lambda: chance.randint(2, 999), 0) if str(space) not in state["track"])
    has = state["players"][player]
    match chance.randrange(20):
        case 0:
            return {"action": "move", "camels": chance.sample(CAMELS, 3)}
        case 1 | 2 if has["coins"]:
            return {"action": "bet", "bets": {chance.choice(CAMELS): 1}}
        case 3 | 4 if any(has["stocks"].values()):
            return {"action": "sell", "camel": next(c for c in CAMELS if has["stocks"][c]), "amount": 1}
        case _:
            return {"action": "tile", "space": free}


def sealed(body: AnyEntry, number: int, previous: str) -> tuple[bytes, str]:
    """An entry's line, and its digest."""
    text = msgspec.json.encode(msgspec.structs.replace(body, entry=number, previous=previous))
    digest = hashlib.sha256(text).hexdigest()
    return text[:-1] + f',"digest":"{digest}"}}\n'.encode(), digest


def journal_of_play(rounds: int) -> list[bytes]:
    """The journal of a game of so many rounds. Raises ValueError where the race ends before."""
    kind, chance = find_game("camellots"), random.Random(1)
    settings, _ = settle(kind.rulings, {"track_length": 1000})
    game = kind(settings)
    start = start_entry(game, settings, "Presenting CamelLots", PLAYERS, {"garnets": dict.fromkeys(PLAYERS, 0)}, SEED)
    line, previous = sealed(start, 1, ROOT)
    lines, state = [line], game.load(start.state)
    for number in range(1, rounds + 1):
        step, shown = game.due(state), game.dump(state)
        if step is None:
            raise ValueError(f"the race is over after {number - 1} rounds")
        wished = {player: order_at_random(chance, shown, player) for player in PLAYERS}
        judged = check_orders(game, state, step, wished)
        orders = {player: order if player in judged.orders else None for player, order in wished.items()}
        played = play(game, state, judged.orders, Draws(SEED))
        entry = StepEntry(
            **versions(game, settings), step=step.name, source=None, rows=(), orders=orders, missing=(), set_aside=(),
            problems=(), events=msgspec.to_builtins(played.events), state=game.dump(played.state),
        )  # fmt: skip
        line, previous = sealed(entry, number + 1, previous)
        lines.append(line)
        state = played.state
    return lines


def best(task: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of the times that a task takes, in seconds."""
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        task()
        times.append(time.perf_counter() - began)
    return min(times)


def folder_with(lines: list[bytes], where: Path) -> Path:
    """A game folder that holds this journal."""
    new(where, "camellots", PLAYERS, seed=SEED.hex(), rulings={"track_length": "1000"})
    (where / "journal.jsonl").write_bytes(b"".join(lines))
    return where


def opened(folder: Path) -> object:
    """What every command does first: open the game, and load the state that the next round is played from."""
    game = open_folder(folder)
    return game.state_after(game.played)


def told(folder: Path) -> object:
    """A command that does no more than open the game, in a process of its own."""
    command = [sys.executable, "-m", "gm_tool", "-C", str(folder), "rules"]
    return subprocess.run(command, check=True, capture_output=True)


def main() -> None:
    """Print what was measured."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    lines = journal_of_play(rounds)
    journal = read(lines)
    game = find_game("camellots")(journal.start.rulings)
    assert not replay(game, journal, SEED)
    seconds = best(lambda: replay(game, read(lines), SEED), 3)
    print(f"journal of {rounds} rounds: {sum(map(len, lines)) / 1e6:.1f} MB")
    print(f"verified (chain and rounds, without posts): {rounds / seconds:.0f} rounds/s; the bar is 300")
    with tempfile.TemporaryDirectory() as place:
        short, long = folder_with(lines[: SHORT + 1], Path(place) / "short"), folder_with(lines, Path(place) / "long")
        opened(long)  # leaves a snapshot
        few, many = best(lambda: opened(short)), best(lambda: opened(long))
        commands = best(lambda: told(short), 5), best(lambda: told(long), 5)
        os.environ["GM_CACHE"] = "off"
        full = best(lambda: opened(long))
    print(f"opening at round {SHORT}: {few * 1000:.1f} ms; at round {rounds}: {many * 1000:.1f} ms")
    print(f"ratio: {many / few:.2f}; the bar is 2; without a snapshot it would be {full / few:.2f}")
    print(
        f"as a command (gm rules): {commands[0]:.2f} s and {commands[1]:.2f} s, ratio {commands[1] / commands[0]:.2f}"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as cache:
        os.environ["GM_CACHE"] = cache
        main()
