"""docs/json.md tells every key of what gm prints for programs, and no key that there is not."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from docs_pages import REPOSITORY, run, sections

from gm_tool.engine.account import Told
from gm_tool.engine.race import PublicChange
from gm_tool.rules.camellots.events import AnyEvent


def documented_keys(title: str) -> set[str]:
    """The paths of keys in the tables under a headline of docs/json.md."""
    rows = re.findall(r"^\| (`.+?`(?:, `.+?`)*) \|", sections("docs/json.md")[title], re.MULTILINE)
    return {path for row in rows for path in re.findall(r"`([^`]+)`", row)}


def paths_of(value: Any, documented: set[str], path: str = "") -> Iterator[str]:
    """The paths of keys in a JSON value, as the documentation writes them."""
    if path in documented:
        yield path
        if not any(known.startswith((f"{path}.", f"{path}[]")) for known in documented):
            return
    if isinstance(value, dict):
        for key, item in value.items():
            named = f"{path}.NAME"
            anything = any(known == named or known.startswith((f"{named}.", f"{named}[]")) for known in documented)
            step = named if anything else f"{path}.{key}".lstrip(".")
            yield from paths_of(item, documented, step)
    elif isinstance(value, list):
        for item in value:
            yield from paths_of(item, documented, f"{path}[]")
        if not value:
            yield from (known for known in documented if known == f"{path}[]")
    elif path not in documented:
        yield path


def assert_documented(title: str, *values: Any) -> None:
    """The keys of these values are the documented ones, no more; and each documented one occurs."""
    documented = documented_keys(title)
    found = {path for value in values for path in paths_of(value, documented)}
    assert found == documented, title


EXPLAINED = ("Ann", "Bob", "Cleo")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What the commands answer with --json, in the example game and in a new one with a faulty sheet."""
    folder = tmp_path_factory.mktemp("json")
    before = Path.cwd()
    os.chdir(folder)
    try:
        return {
            "demo": [asked("demo")],
            **{name: [asked(f"-C camellots-demo {name}")] for name in ("tally", "rules", "games")},
            **corrected(),
            "explain race": [asked("-C camellots-demo explain race")],
            "explain public": [asked("-C camellots-demo explain race --public")],
            "sheet": [asked("-C camellots-demo sheet --to sheet.xlsx")],
            "posts": [asked("-C camellots-demo posts")],
            "show": [asked(f"-C camellots-demo show {words}") for words in ("public", "Ann round-2", "public pregame")],
            "templates list": [asked("-C camellots-demo templates list"), own_wording()],
            "templates copy": [asked("-C camellots-demo templates copy gm")],
            "spoiled": [spoil(Path("camellots-demo/sheets/round-06.xlsx"))],
            "check": [asked("-C camellots-demo check 5"), asked("-C camellots-demo check", 1)],
            "resolve": [asked("-C camellots-demo resolve", 1), asked("-C camellots-demo resolve --invalid-as-missing")],
            "new": [asked(f"new made {'--player '.join(['', *('Ann ', 'Bob ', 'Cy ', 'Di ', 'Eve ')])}")],
            "reveal": [asked(f"-C {finished_example(folder)} reveal")],
            "verify": [asked("-C made verify"), asked("-C finished verify")],
            "status": [asked("-C camellots-demo status"), asked("-C made status")],
            "pull": [asked("-C camellots-demo pull --from camellots-demo/sheets/round-05.xlsx --tab 'Round 5'")],
            "error": [asked("-C nowhere status", 2)],
        }
    finally:
        os.chdir(before)


def asked(line: str, code: int = 0) -> Any:
    """The object that a command prints with --json."""
    ended, printed = run(f"gm {line} --json")
    assert ended == code, printed
    return json.loads(printed)


def corrected() -> dict[str, Any]:
    """A copy of the game, set right in every way; the answers of those commands and of explain."""
    shutil.copytree("camellots-demo", "corrected")
    later = asked("-C corrected ruling missing_earns_garnet true")
    given = asked("-C corrected adjust Ann coins +2 --reason gift")
    set_right = asked('-C corrected correct 5 --set Ann "sell 1 blue" --as-missing Bob --yes')
    explained = [asked(f"-C {where} explain {name}") for where in ("corrected", "camellots-demo") for name in EXPLAINED]
    return {
        "correct": [set_right, asked('-C corrected correct 1 --set Ann "fly" --yes', 1)],
        "adjust": [given, asked('-C corrected adjust Ann "stock Red" +99 --reason gift', 1)][:1],
        "ruling": [later, asked("-C corrected ruling crazy_tile ignore --from 2 --dry-run --invalid-as-missing")],
        "explain": explained,
        "history": [asked("-C corrected history")],
        "reopen": [asked("-C corrected reopen 5 --yes")],
    }


def finished_example(where: Path) -> Path:
    """The finished game of the examples, copied."""
    return Path(shutil.copytree(REPOSITORY / "examples" / "camellots-finished", where / "finished"))


def own_wording() -> Any:
    """The list of templates where one is the GM's own, and one that nothing is made of."""
    own = Path("camellots-demo/templates")
    own.mkdir()
    for name in ("public.txt", "publik.txt"):
        (own / name).write_text("Hello.\n", encoding="utf-8")
    listed = asked("-C camellots-demo templates list")
    for path in own.iterdir():
        path.unlink()
    return listed


def spoil(path: Path) -> str:
    """Make the first order of a sheet one that doesn't stand; gives the player."""
    book = openpyxl.load_workbook(path)
    tab = book.worksheets[0]
    tab["B2"] = "fly"
    book.save(path)
    return str(tab["A2"].value)


@pytest.mark.parametrize(
    "name",
    ["check", "resolve", "new", "status", "tally", "explain", "verify", "posts", "show", "sheet", "pull", "reveal"],
)
def test_every_key_of_a_command_is_documented(name: str, answers: dict[str, list[Any]]) -> None:
    assert_documented(f"gm {name} --json", *answers[name])


@pytest.mark.parametrize("name", ["correct", "reopen", "adjust", "ruling", "history"])
def test_every_key_of_a_correction_is_documented(name: str, answers: dict[str, list[Any]]) -> None:
    assert_documented(f"gm {name} --json", *answers[name])


@pytest.mark.parametrize("name", ["rules", "games", "demo", "templates list", "templates copy"])
def test_every_key_of_a_catalogue_is_documented(name: str, answers: dict[str, list[Any]]) -> None:
    assert_documented(f"gm {name} --json", *answers[name])


def test_every_key_of_the_race_is_documented(answers: dict[str, list[Any]]) -> None:
    assert_documented("gm explain race --json", *answers["explain race"])
    assert set(answers["explain public"][0]) == set(answers["explain race"][0])


def test_every_key_of_what_is_public_is_documented() -> None:
    """Held against the records, as the example has nothing public of a player."""
    found = {f"steps[].changes[].{field}" for field in PublicChange.__struct_fields__}
    found |= {f"steps[].told[].{field}" for field in Told.__struct_fields__} | {"player", "steps[].step"}
    told = {key.removesuffix(".NAME").removesuffix("[]") for key in documented_keys("gm explain NAME --public --json")}
    assert told == found


def test_every_key_of_problems_and_errors_is_documented(answers: dict[str, list[Any]]) -> None:
    [*problems] = answers["check"][1]["problems"]
    assert_documented("A problem", *problems)
    assert_documented("An error", *answers["error"])


def test_every_key_of_the_filter_is_documented(finished: dict[str, Any]) -> None:
    assert_documented("What comes out", *finished["answers"], finished["refused"])
    assert_documented("A state", *(answer["state"] for answer in finished["answers"] if answer["state"]))
    asked_keys = {key for line in finished["asked"] for key in line}
    assert asked_keys == documented_keys("What goes in")


def test_every_kind_of_event_is_documented() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", sections("docs/json.md")["Events"], re.MULTILINE))
    kinds = {str(kind.__struct_config__.tag): set(kind.__struct_encode_fields__) for kind in AnyEvent.__args__}
    assert rows.keys() == kinds.keys()
    for tag, keys in kinds.items():
        own = keys - {"player", "known_to", "rule"}
        assert own <= set(re.findall(r"`(\w+)`", rows[tag])), tag


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Lines for `gm adjudicate` and its answers: a whole game in which nobody does more than bet, and a refusal."""
    folder = tmp_path_factory.mktemp("filter")
    players = ["Ann", "Bob", "Cleo", "Dmitri", "Eve"]
    first: dict[str, Any] = {
        "game": "camellots",
        "rulings": {},
        "seed": "5" * 64,
        "state": None,
        "players": players,
        "garnets": {},
    }
    lines: list[dict[str, Any]] = [first]
    answers = [filtered(folder, first)]
    bet: dict[str, Any] = {name: {"action": "bet", "bets": {"Red": n}} for n, name in enumerate(players) if n}
    bad = {"Ann": {"action": "fly"}}
    for orders in (bad, bet, *[{}] * 40):
        state = next(answer["state"] for answer in reversed(answers) if answer["state"])
        if state["finished"]:
            break
        lines.append({"game": "camellots", "rulings": {}, "seed": "5" * 64, "state": state, "orders": orders})
        answers.append(filtered(folder, lines[-1]))
    assert answers[-1]["state"]["finished"]
    return {"asked": lines, "answers": answers, "refused": filtered(folder, {"game": "chess", "state": None})}


def filtered(folder: Path, line: dict[str, Any]) -> Any:
    path = folder / "line.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    _, printed = run(f"gm adjudicate < {path}")
    return json.loads(printed)
