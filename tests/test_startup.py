"""A command loads what it needs: the heavy libraries stay out of those that don't use them."""

import json
import subprocess
import sys

import pytest

HEAVY = ("openpyxl", "python_calamine", "gspread", "yaml", "PIL", "jinja2", "pydantic", "rich", "tabulate", "requests")
PLAYERS = ["Ann", "Bob", "Cid", "Dan", "Eve"]
NEW_GAME: dict[str, object] = {"game": "camellots", "rulings": {}, "seed": "07" * 32, "state": None, "players": PLAYERS}

# Runs `gm` as its command does, then says which modules were loaded, as the last line on standard error.
PROBE = """
import json, sys
from gm_tool.cli import main
sys.argv = ["gm", *sys.argv[1:]]
try:
    code = main()
except SystemExit as end:
    code = end.code
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def loaded_by(*arguments: str, given: str = "") -> tuple[str, set[str]]:
    """What a `gm` command prints and the modules that it loads, in a fresh Python."""
    command = [sys.executable, "-c", PROBE, *arguments]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout, set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["resolve", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    printed, modules = loaded_by(*arguments)
    assert printed
    assert modules.isdisjoint(HEAVY), modules.intersection(HEAVY)
    assert not [name for name in modules if name.startswith(("gm_tool.rules.", "gm_tool.io."))]


def test_adjudicate_loads_nothing_heavy() -> None:
    printed, modules = loaded_by("adjudicate", given=json.dumps(NEW_GAME) + "\n")
    assert json.loads(printed)["state"]
    assert modules.isdisjoint(HEAVY), modules.intersection(HEAVY)


def test_python_m_gm_tool_is_gm() -> None:
    outputs = [
        subprocess.run([sys.executable, "-m", "gm_tool", *arguments], capture_output=True, timeout=60, check=False)
        for arguments in (["--version"], ["no-such-command"])
    ]
    assert [output.returncode for output in outputs] == [0, 2]
    assert outputs[0].stdout.strip()
