"""What docs/json.md tells of games turn by turn."""

import re
from pathlib import Path

from docs_pages import sections
from table_play import gm
from turn_play import append_row, fill_turns, new_turns


def documented_keys(title: str) -> set[str]:
    """The paths of keys in the tables under a headline of docs/json.md."""
    rows = re.findall(r"^\| (`.+?`(?:, `.+?`)*) \|", sections("docs/json.md")[title], re.MULTILINE)
    return {path for row in rows for path in re.findall(r"`([^`]+)`", row)}


def test_every_key_that_only_turns_have_is_documented(tmp_path: Path) -> None:
    game = new_turns(tmp_path / "race")
    fill_turns(game, {1: {"Action": "pyramid"}})
    append_row(game, {"Player": "Ann", "Action": "pyramid"})
    rounds = {"check": documented_keys("gm check --json"), "resolve": documented_keys("gm resolve --json")}
    told = documented_keys("Turn by turn")
    for name in ("check", "resolve"):
        answer = gm("-C", game, name, "--json").json
        known = {path.partition(".")[0].partition("[")[0] for path in rounds[name]}
        own = {key: answer[key] for key in answer if key not in known}
        assert set(own) == {path.partition(".")[0].partition("[")[0] for path in told}
        assert {f"turns[].{key}" for key in own["turns"][0]} == {path for path in told if path.startswith("turns")}
    assert gm("-C", game, "status", "--json").json["ahead"] == {"Ann": 1}
