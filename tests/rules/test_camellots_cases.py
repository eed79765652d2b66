"""Known answers: a state, orders, and what comes out, to the letter."""

import json
from pathlib import Path
from typing import Any

import pytest
from camellots_play import events_of

from gm_tool.rules.camellots import CamelLots

CASES = Path(__file__).parent.parent / "data" / "camellots_cases.jsonl"


def cases() -> list[Any]:
    read = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in read]


def test_all_cases_are_there() -> None:
    assert len(cases()) == 68


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    game = CamelLots(case["rulings"])
    state = game.load(case["state"])
    judged = {name: game.judge(state, name, order) for name, order in case["orders"].items()}
    problems = {name: sorted(p.code for p in one.problems) for name, one in judged.items() if one.problems}
    assert problems == case.get("expect_problems", {}), case["title"]
    if "expect_state" in case:
        events = events_of(game, state, case["orders"], bytes.fromhex(case["seed"]))
        after = game.fold(state, events)
        assert game.dump(after) == case["expect_state"], case["title"]
        assert game.invariants(after) == ()
        assert all(game.tell(event) for event in events)
