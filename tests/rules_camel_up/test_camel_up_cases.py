"""Positions with known outcomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gm_tool.core.draws import Draws
from gm_tool.rules.camel_up import CamelUp

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "camel_up_cases.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['id']} {case['title']}" for case in CASES])
def test_known_outcome(case: dict[str, Any]) -> None:
    game = CamelUp(case["rulings"])
    state = game.load(case["state"])
    judged = {player: game.judge(state, player, order) for player, order in case["orders"].items()}
    problems = {player: sorted(p.code for p in one.problems) for player, one in judged.items() if one.problems}
    assert problems == case.get("expect_problems", {})
    if "expect_state" in case:
        orders = {player: one.order for player, one in judged.items()}
        events = game.resolve(state, orders, Draws(bytes.fromhex(case["seed"])))
        after = game.fold(state, events)
        assert game.dump(after) == case["expect_state"]
        assert not game.invariants(after)
