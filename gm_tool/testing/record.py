"""The record of a few random games, as one digest: `python -m gm_tool.testing.record MODULE:CLASS GAMES`.

Run in processes with different hash seeds it shows whether the order of a set, or an address in memory, has a part
in what comes out.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import random
import subprocess
import sys
from typing import Any, cast

import msgspec

from gm_tool.core.game import AnyGame
from gm_tool.testing.checks import audiences
from gm_tool.testing.tables import random_setup
from gm_tool.testing.turns import random_game


def record(kind: type[AnyGame], games: int) -> str:
    """SHA-256, in hex, of all events, states, views and forms of so many random games."""
    digest = hashlib.sha256()
    for number in range(games):
        chance = random.Random(number)
        for played in random_game(kind, random_setup(kind, chance), chance):
            game, after = played.game, played.after
            told = [game.tell(event) for event in played.events]
            parts: list[Any] = [played.orders, played.events, game.dump(after), told]
            parts += [game.view(played.before, played.events, after, viewer) for viewer in audiences(game, after)]
            parts += [game.form(after, player) for player in (None, *game.tally(after))]
            digest.update(msgspec.json.encode(parts))
    return digest.hexdigest()


def record_elsewhere(kind: type[AnyGame], games: int, hash_seed: int) -> str:
    """The same, made by a fresh Python with that hash seed. Raises AssertionError with its words where it fails."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths}
    command = [sys.executable, "-m", "gm_tool.testing.record", f"{kind.__module__}:{kind.__qualname__}", str(games)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _main(door: str, games: str) -> None:
    module, _, name = door.partition(":")
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    sys.stdout.write(record(cast("type[AnyGame]", found), int(games)) + "\n")


if __name__ == "__main__":
    _main(*sys.argv[1:])
