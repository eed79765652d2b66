"""What one player hides changes nothing that anybody else may read. Whole games, through the command line."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table_play import COLOURS, PLAYERS, SEED, Row, Sheet, contents, edit, fill, gm, new_game, order_cells, sheet_of

from gm_tool.core.draws import Draws
from gm_tool.rules.camellots import CamelLots

CAMELS = (*COLOURS, "Black", "Gray")
LONG_TRACK = ("--ruling", "track_length=60", "--ruling", "bet_limit_space=55")
GAME = CamelLots({"track_length": "60", "bet_limit_space": "55"})


def some_order(chance: random.Random) -> dict[str, Any] | None:
    """Any order; whether it is legal is for `legal_order` to find out."""
    kind = chance.choice(["move", "move", "tile", "buy", "sell", "bet", "none"])
    match kind:
        case "move":
            return {"action": kind, "camels": chance.sample(CAMELS, 3)}
        case "tile":
            return {"action": kind, "space": chance.randint(2, 59)}
        case "buy" | "sell":
            return {"action": kind, "camel": chance.choice(COLOURS), "amount": chance.randint(1, 2)}
        case "bet":
            return {"action": kind, "bets": {colour: chance.randint(1, 2) for colour in chance.sample(COLOURS, 2)}}
        case _:
            return None


def legal_order(state: Any, player: str, chance: random.Random) -> dict[str, Any] | None:
    orders = (some_order(chance) for _ in range(50))
    return next(order for order in orders if GAME.judge(state, player, order).order is not None)


def play_on(folder: Path, number: int, orders: Mapping[str, dict[str, Any] | None], notes: Sheet) -> Any:
    cells = {player: {**order_cells(order), **notes.get(player, {})} for player, order in orders.items()}
    fill(sheet_of(folder, number), cells)
    done = gm("-C", folder, "resolve", f"round-{number}", "--json")
    assert done.code == 0, done
    return done.json["state"]


def readable(folder: Path, without: str) -> dict[str, bytes]:
    """All that anybody but the GM and `without` may read: public posts, others' updates, what may be handed out."""
    assert gm("-C", folder, "sheet", "--public").code == 0
    files = contents(folder)
    of_the_gm = ("/gm.txt", "/index.html")
    posts = {name: data for name, data in files.items() if name.startswith("posts/") and not name.endswith(of_the_gm)}
    own = {name for name in posts if f"/private/{without}." in name}
    return {
        **{name: data for name, data in posts.items() if name not in own},
        **{name: data for name, data in files.items() if name.endswith("-public.xlsx")},
        "show public": gm("-C", folder, "show", "public").out.encode(),
        "status": gm("-C", folder, "status", "--json").out.encode(),
    }


def own_posts(folder: Path, player: str) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder / "posts").items() if f"private/{player}." in name}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return new_game(tmp_path_factory.mktemp("leaks") / "game", *LONG_TRACK)


def copied(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(base, tmp_path_factory.mktemp("copy") / "game"))


@settings(max_examples=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), rounds=st.integers(1, 2), hider=st.sampled_from(PLAYERS))
def test_a_hidden_bet_shows_nowhere_else(
    base: Path, tmp_path_factory: pytest.TempPathFactory, seed: int, rounds: int, hider: str
) -> None:
    """Two games that part in the last round alone, by how one player spreads a bet."""
    chance = random.Random(seed)
    folder = copied(base, tmp_path_factory)
    state = GAME.dump(GAME.setup(PLAYERS, {}, Draws(None)))
    for number in range(1, rounds):
        orders = {player: legal_order(GAME.load(state), player, chance) for player in PLAYERS}
        orders[hider] = {"action": "move", "camels": ["Red", "Blue", "Green"]}  # keeps the coins for the bet
        state = play_on(folder, number, orders, {})
    orders = {player: legal_order(GAME.load(state), player, chance) for player in PLAYERS}
    seen, own = [], []
    for bets in ({"Red": 3, "Blue": 2}, {"Purple": 9}):
        twin = copied(folder, tmp_path_factory)
        note: Sheet = {hider: {"Note": f"CANARY {bets}"}}
        play_on(twin, rounds, {**orders, hider: {"action": "bet", "bets": bets}}, note)
        seen.append(readable(twin, hider))
        own.append(own_posts(twin, hider))
        assert not [name for name, data in seen[-1].items() if b"CANARY" in data]
    assert seen[0] == seen[1]
    assert own[0] != own[1], "the player itself is told"


def test_what_a_player_brings_along_shows_nowhere_else(base: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Garnets change what is hidden of their owner, and nothing that anybody else reads."""
    seen = []
    for garnets in (0, 98765):
        folder = copied(base, tmp_path_factory)
        edit(folder / "game.yaml", "  - name: Cat\n    garnets: 0\n", f"  - name: Cat\n    garnets: {garnets}\n")
        cells: Row = {"Action": "buy", "Camel 1": "Red", "Amount": 1, "Trade garnets": garnets}
        chance = random.Random(5)
        state = GAME.setup(PLAYERS, {}, Draws(None))
        orders = {player: legal_order(state, player, chance) for player in PLAYERS if player != "Cat"}
        fill(sheet_of(folder, 1), {"Cat": cells})
        play_on(folder, 1, orders, {})
        play_on(folder, 2, {"Cat": None}, {})
        seen.append(readable(folder, "Cat"))
        if garnets:
            mine = b"".join(own_posts(folder, "Cat").values())
            for secret in (str(garnets), str(2 * garnets), str(2 * garnets - 10)):
                assert not [name for name, data in seen[-1].items() if secret.encode() in data], secret
            assert str(2 * garnets - 10).encode() in mine, "the player itself is told"
    assert seen[0] == seen[1]


def test_the_seed_is_in_no_file_but_its_own(played: Path) -> None:
    secret = (played / "seed.key").read_text().strip()
    holders = [
        name for name, data in contents(played).items() if secret.encode() in data or bytes.fromhex(secret) in data
    ]
    assert holders == ["seed.key"]


BOTH = """
import json, sys
from gm_tool.cli import main
for command in sys.argv[1:]:
    sys.argv = ["gm", *json.loads(command)]
    try:
        main()
    except SystemExit as end:
        assert end.code == 0, end.code
"""


def test_the_same_journal_and_posts_wherever_they_are_made(tmp_path: Path) -> None:
    """Under another hash seed, locale and zone of the machine the same bytes come out."""
    folders = []
    surroundings = [("0", "C", "UTC"), ("1", "C.UTF-8", "Asia/Tokyo"), ("2", "de_DE.UTF-8", "America/New_York")]
    for number, (hash_seed, locale, zone) in enumerate(surroundings):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "LC_ALL": locale, "TZ": zone}
        folder = tmp_path / str(number)
        named = [part for player in PLAYERS for part in ("--player", player)]
        commands = [["new", str(folder), *named, "--seed", SEED], ["-C", str(folder), "resolve", "round-1"]]
        command = [sys.executable, "-c", BOTH, *map(json.dumps, commands)]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        folders.append(contents(folder))
    assert folders[0] == folders[1] == folders[2]


def test_the_update_of_a_player_called_public_is_no_public_file() -> None:
    from gm_tool.app.publish import PUBLIC_POSTS

    for name in (
        "round-02/public.txt",
        "round-02/discord/public.part-1.txt",
        "erratum-01/public.txt",
        "final/race.svg",
    ):
        assert PUBLIC_POSTS.fullmatch(f"posts/{name}")
    for name in ("round-02/private/public.txt", "round-02/discord/private/public.part-1.txt", "erratum-01/gm.txt"):
        assert not PUBLIC_POSTS.fullmatch(f"posts/{name}")
