"""The arrows between the rooms hold, and what would break them is caught."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
PURE_ROOMS = ("core", "rules", "engine", "render")
IMPURE_CALLS = frozenset(
    {"open", "input", "print", "breakpoint", "eval", "exec", "compile", "__import__", "hash", "globals", "vars"}
)
CLOCKS = frozenset({"now", "today", "utcnow", "fromtimestamp", "utcfromtimestamp", "localtime", "astimezone"})

DOWN = "Imports only go down"
GAMES = "A game imports no other game"
PURE = "Rules, engine, render and core are pure"
TEMPLATES = "Templates are for render alone"
SHEETS = "Spreadsheets and YAML are for io alone"
SUITE = "The conformance suite knows no game, and no files"
COMMANDS = "The command line is for cli alone"

PLANTED = [
    ("core/planted.py", "import gm_tool.engine", DOWN, "gm_tool.core.planted -> gm_tool.engine"),
    ("engine/planted.py", "from gm_tool import io", DOWN, "gm_tool.engine.planted -> gm_tool.io"),
    ("engine/late.py", "def f():\n    import gm_tool.rules", DOWN, "gm_tool.engine.late -> gm_tool.rules"),
    ("rules/upwards.py", "import gm_tool.render", DOWN, "gm_tool.rules.upwards -> gm_tool.render"),
    ("render/planted.py", "import gm_tool.io", DOWN, "gm_tool.render.planted -> gm_tool.io"),
    ("io/planted.py", "import gm_tool.app", DOWN, "gm_tool.io.planted -> gm_tool.app"),
    ("testing/upwards.py", "import gm_tool.app", DOWN, "gm_tool.testing.upwards -> gm_tool.app"),
    ("engine/for_tests.py", "import gm_tool.testing", DOWN, "gm_tool.engine.for_tests -> gm_tool.testing"),
    ("testing/planted.py", "import gm_tool.rules", SUITE, "gm_tool.testing.planted -> gm_tool.rules"),
    ("testing/pytested.py", "import pytest", SUITE, "gm_tool.testing.pytested -> pytest"),
    ("app/planted.py", "import gm_tool.cli", DOWN, "gm_tool.app.planted -> gm_tool.cli"),
    ("strange_room/__init__.py", "", DOWN, "strange_room"),
    ("rules/one_game/__init__.py", "", None, ""),
    (
        "rules/other_game/__init__.py",
        "import gm_tool.rules.one_game",
        GAMES,
        "gm_tool.rules.other_game -> gm_tool.rules.one_",
    ),
    ("rules/one_game/planted_random.py", "import random", PURE, "gm_tool.rules.one_game.planted_random -> random"),
    (
        "rules/one_game/planted_openpyxl.py",
        "import openpyxl",
        PURE,
        "gm_tool.rules.one_game.planted_openpyxl -> openpyxl",
    ),
    ("rules/one_game/planted_time.py", "from time import time", PURE, "gm_tool.rules.one_game.planted_time -> time"),
    ("rules/one_game/planted_os.py", "import os.path", PURE, "gm_tool.rules.one_game.planted_os -> os"),
    ("engine/planted_io.py", "from io import open", PURE, "gm_tool.engine.planted_io -> io"),
    ("engine/planted_path.py", "from pathlib import Path", PURE, "gm_tool.engine.planted_path -> pathlib"),
    ("render/planted_uuid.py", "import uuid", PURE, "gm_tool.render.planted_uuid -> uuid"),
    ("core/planted_builtins.py", "import builtins", PURE, "gm_tool.core.planted_builtins -> builtins"),
    ("core/planted_yaml.py", "import yaml", PURE, "gm_tool.core.planted_yaml -> yaml"),
    ("app/planted_template.py", "import jinja2", TEMPLATES, "gm_tool.app.planted_template -> jinja2"),
    ("app/planted_sheet.py", "import openpyxl", SHEETS, "gm_tool.app.planted_sheet -> openpyxl"),
    ("io/planted_typer.py", "import typer", COMMANDS, "gm_tool.io.planted_typer -> typer"),
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs import-linter over the gm_tool of `folder`."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    return subprocess.run(
        [*command, "--no-cache"], cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def test_the_arrows_hold() -> None:
    done = lint(REPOSITORY)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What import-linter says of a copy with everything planted: by contract, the part on it."""
    folder = tmp_path_factory.mktemp("planted")
    shutil.copytree(REPOSITORY / "gm_tool", folder / "gm_tool", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    for name, text, _, _ in PLANTED:
        file = folder / "gm_tool" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + "\n", encoding="utf-8")
    done = lint(folder)
    assert done.returncode == 1, done.stdout + done.stderr
    parts = re.split(r"^(.+)\n-+\n", done.stdout.partition("Broken contracts")[2], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("name", "contract", "named"), [(name, c, n) for name, _, c, n in PLANTED if c])
def test_a_planted_import_is_caught(report: dict[str, str], name: str, contract: str, named: str) -> None:
    assert named in report[contract], f"{name} was not caught by {contract!r}"


def impurities(source: str) -> list[str]:
    """What a pure module could do without any import: call the outside world, ask for the time."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                found.append(f"line {node.lineno}: {name}()")
            case ast.Attribute(attr=name, lineno=line) if name in CLOCKS:
                found.append(f"line {line}: .{name}")
            case ast.keyword(arg="key", value=ast.Name(id="id" | "hash" as name), lineno=line):
                found.append(f"line {line}: sorted by {name}")
    return found


@pytest.mark.parametrize("room", PURE_ROOMS)
def test_pure_rooms_touch_nothing_outside(room: str) -> None:
    files = sorted((REPOSITORY / "gm_tool" / room).rglob("*.py"))
    found = {file.relative_to(REPOSITORY).as_posix(): impurities(file.read_text(encoding="utf-8")) for file in files}
    assert found
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "import datetime\nmoment = datetime.datetime.now()",
        "import datetime as dt\nmoment = dt.date.today()",
        "from datetime import datetime\nclock = datetime.utcnow",
        "def f(stamp):\n    return dt.datetime.fromtimestamp(stamp)",
        "text = open('game.yaml').read()",
        "name = input()",
        "def f():\n    print('Ann')",
        "order = sorted(players, key=lambda p: hash(p))",
        "order = sorted(camels, key=id)",
        "clock = __import__('time')",
        "eval('1')",
    ],
)
def test_a_planted_impurity_is_caught(planted: str) -> None:
    assert impurities(planted)


def test_harmless_words_are_no_impurity() -> None:
    """`id` tells one object from another, which differs nowhere; as an order it would."""
    assert impurities("today = 3\nseen = {id(node)}\nidea = information(now=1).printed\nre.search('open(', 'x')") == []
