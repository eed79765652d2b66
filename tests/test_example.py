"""The example game: played by `gm resolve` alone it gives, byte for byte, what lies in examples/."""

import json
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from gm_tool.app.posts import write_posts
from gm_tool.app.resolve import resolve
from gm_tool.app.source import Request
from gm_tool.app.verify import verify

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
READY, FINISHED, OTHERS = (EXAMPLES / name for name in ("camellots", "camellots-finished", "camellots-other-sheets"))
SHEETS = sorted((READY / "sheets").iterdir())
AGAIN = "if the wording or the sheets were changed on purpose, run `python examples/build.py` and look at what differs"

Files = Mapping[str, bytes]


def files_of(folder: Path) -> dict[str, bytes]:
    """The files below a folder by their path from there, those that begin with a dot excepted."""
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def without_sheets(files: Files) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.startswith("sheets/")}


PNG = re.compile(rb"data:image/png;base64,[A-Za-z0-9+/=]*")


def settled(name: str, data: bytes) -> bytes:
    """What is the same on every machine: all but the pixels of a PNG, which another processor may round otherwise."""
    return b"" if name.endswith(".png") else PNG.sub(b"", data) if name.endswith(".html") else data


def assert_same(made: Files, committed: Files) -> None:
    assert sorted(made) == sorted(committed), AGAIN
    assert [name for name in made if settled(name, made[name]) != settled(name, committed[name])] == [], AGAIN


def fresh(where: Path) -> Path:
    """The example as it was before round 1: settings and seed."""
    where.mkdir()
    for name in ("game.yaml", "seed.key"):
        shutil.copyfile(READY / name, where / name)
    return where


def entries(folder: Path) -> list[dict[str, Any]]:
    """The journal's entries of rounds."""
    lines = (folder / "journal.jsonl").read_bytes().splitlines()
    return [entry for entry in map(json.loads, lines) if entry["kind"] == "step"]


def events(number: int, kind: str) -> list[dict[str, Any]]:
    """The events of a kind in a round of the finished example."""
    return [event for event in entries(FINISHED)[number - 1]["events"] if event["event"] == kind]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Files]:
    """All files before round 1, and after each round, played with the tool's own sheets."""
    game = fresh(tmp_path_factory.mktemp("played") / "game")
    shutil.copytree(READY / "sheets", game / "sheets")
    write_posts(game)  # the pregame post
    history: list[Files] = [files_of(game)]
    for number in range(1, len(SHEETS) + 1):
        assert resolve(game, f"round-{number}").outcome == "resolved"
        history.append(files_of(game))
    return history


def test_four_rounds_give_the_example_that_is_ready_for_round_5(played: list[Files]) -> None:
    assert_same(played[4], files_of(READY))


def test_the_whole_game_gives_the_finished_example(played: list[Files]) -> None:
    assert_same(without_sheets(played[-1]), files_of(FINISHED))


def test_playing_leaves_the_sheets_as_they_are(played: list[Files]) -> None:
    assert {name: data for name, data in played[-1].items() if name.startswith("sheets/")} == {
        f"sheets/{path.name}": path.read_bytes() for path in SHEETS
    }


def test_the_first_command_of_the_readme_resolves_round_5(tmp_path: Path, played: list[Files]) -> None:
    shutil.copytree(READY, tmp_path / "camellots")
    command = [sys.executable, "-m", "gm_tool", "-C", "camellots", "resolve", "round-5"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert_same(files_of(tmp_path / "camellots"), played[5])


@pytest.mark.parametrize("sheet", ["one-workbook.xlsx", "one-tab.csv"])
def test_the_other_sheets_say_the_same(tmp_path: Path, sheet: str) -> None:
    game = fresh(tmp_path / "game")
    for number, expected in enumerate(entries(FINISHED), 1):
        assert resolve(game, f"round-{number}", Request(OTHERS / sheet)).outcome == "resolved"
        entry = entries(game)[-1]
        assert entry["source"]["file"] == sheet
        for part in ("orders", "missing", "events", "state"):
            assert entry[part] == expected[part]


def test_a_sheet_of_the_gms_own_is_named_in_game_yaml_as_its_readme_says(tmp_path: Path) -> None:
    game = fresh(tmp_path / "game")
    shutil.copyfile(OTHERS / "one-workbook.xlsx", game / "one-workbook.xlsx")
    setting = 'source: "one-workbook.xlsx"'
    assert setting in (OTHERS / "README.txt").read_text("utf-8")
    with (game / "game.yaml").open("a", encoding="utf-8") as settings:
        settings.write(f"\n{setting}\n")
    assert resolve(game, "round-1").state == entries(FINISHED)[0]["state"]
    assert not (game / "sheets").exists()


def test_nobody_has_edited_the_examples_by_hand(tmp_path: Path) -> None:
    script = runpy.run_path(str(EXAMPLES / "build.py"))
    stale = tmp_path / "camellots" / "posts" / "round-99" / "public.txt"
    stale.parent.mkdir(parents=True)
    stale.write_text("left over from another story", "utf-8")
    script["build"](tmp_path)
    made = (READY.name, FINISHED.name, OTHERS.name)
    committed = {name: data for name, data in files_of(EXAMPLES).items() if name.partition("/")[0] in made}
    assert_same(files_of(tmp_path), committed)


@pytest.mark.parametrize(("folder", "rounds"), [(READY, 4), (FINISHED, len(SHEETS))], ids=["ready", "finished"])
def test_the_examples_are_verified(folder: Path, rounds: int) -> None:
    report = verify(folder)
    assert (report.steps, report.problems) == (rounds, ())
    assert report.verified


# The story has what an example should show.


def test_of_eve_nothing_came_in_round_3() -> None:
    assert [entry["missing"] for entry in entries(FINISHED)] == [["Eve"] if n == 3 else [] for n in range(1, 9)]
    [drawn] = events(3, "camels_drawn")
    assert drawn["player"] == "Eve"


def test_in_round_5_three_want_more_red_than_there_is() -> None:
    assert entries(FINISHED)[3]["state"]["market"]["Red"] == 4
    dealt = {event["player"]: (event["asked"], event["got"]) for event in events(5, "stocks_dealt")}
    assert dealt == {"Ann": (2, 1), "Cleo": (1, 1), "Dmitri": (2, 1)}


def test_in_round_5_one_landing_pays_two_players() -> None:
    [landing] = [event for event in events(5, "camel_moved") if event.get("tile") == "pushed"]
    paid = [event for event in events(5, "change") if event["reason"] == "tile"]
    assert [(event["player"], event["amount"], event["about"]) for event in paid] == [
        ("Bob", 10, f"space {landing['landed']}"),
        ("Eve", 10, f"space {landing['landed']}"),
    ]


def test_in_round_5_a_crazy_camel_carries_others_back() -> None:
    [black] = [event for event in events(5, "camel_moved") if event["camel"] == "Black"]
    assert black["end"] < black["start"]
    assert {"Purple", "Green"} < set(black["unit"])


def test_rows_come_under_other_names_and_in_odd_spelling() -> None:
    rows = [(row["player"], row["cells"]) for entry in entries(FINISHED) for row in entry["rows"]]
    for player, typed in (("Dmitri", "Dima"), ("Bob", "Robert"), ("Bob", "bLUE")):
        assert any(owner == player and typed in cells.values() for owner, cells in rows)
    assert entries(FINISHED)[4]["orders"]["Bob"]["camels"] == ["Red", "Blue", "Black"]


def test_garnets_are_traded_bets_are_spread_and_a_sale_pays_the_most() -> None:
    rounds = entries(FINISHED)
    traders = [player for entry in rounds for player, order in entry["orders"].items() if (order or {}).get("garnets")]
    assert traders == ["Ann", "Dmitri", "Cleo"]
    bets = [n for n, entry in enumerate(rounds, 1) for order in entry["orders"].values() if "bets" in (order or {})]
    assert bets == [2, 6, 7, 7]
    assert [event["price"] for event in events(4, "stocks_sold")] == [13]


def test_the_end_red_brings_the_winner_home_on_its_back() -> None:
    state = entries(FINISHED)[-1]["state"]
    assert state["finished"]
    assert (state["result"]["ended_by"], state["result"]["winner"]) == ("Red", "Yellow")
    assert state["track"]["20"] == ["Red", "Purple", "Blue", "Yellow"]
    assert state["result"]["tokens_of_life"] == {"Eve": 2}
    assert state["result"]["elimination_candidates"] == ["Ann"]
