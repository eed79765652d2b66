"""The chances of the camels, against known answers, full enumeration and the rules themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import pytest
from camel_up_play import NAMES, RACING, SEED, position, random_game, turn
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.odds import leg_odds, race_odds
from gm_tool.rules.camel_up.state import State, ranking

GM_ROLLS = CamelUp({"dice": "gm"})
SPREAD: dict[str, list[str]] = {"1": ["Blue", "Green"], "2": ["Yellow", "Red"], "3": ["Purple"], "16": ["White"]}


@pytest.mark.parametrize(
    ("track", "lead", "second"),
    [
        (
            SPREAD | {"15": ["Black"]},
            [0.086197, 0.283082, 0.108402, 0.306436, 0.215884],
            [0.138757, 0.184997, 0.194073, 0.244604, 0.237569],
        ),
        (
            {"6": ["Blue", "White"], "7": ["Green", "Black", "Red"], "8": ["Yellow"], "9": ["Purple"]},
            [0.137814, 0.145062, 0.190212, 0.194659, 0.332253],
            [0.118730, 0.185174, 0.253735, 0.169530, 0.272831],
        ),
    ],
)
def test_known_chances(track: Mapping[str, Any], lead: list[float], second: list[float]) -> None:
    odds = leg_odds(GM_ROLLS.load(position(track=track)))
    assert [round(float(chance), 6) for chance in odds.lead.values()] == lead
    assert [round(float(chance), 6) for chance in odds.second.values()] == second
    assert sum(odds.lead.values()) == 1
    assert sum(odds.second.values()) == 1


def ends(state: State, chance: Fraction) -> Iterator[tuple[State, Fraction]]:
    """Every way in which the leg may end, by playing each roll out under the rules."""
    leg = state.leg
    for die in state.dice:
        faces = [(camel, pips) for camel in ("White", "Black") if die == "Gray" for pips in (1, 2, 3)]
        faces = faces or [(die, pips) for pips in (1, 2, 3)]
        for camel, pips in faces:
            _, after = turn(GM_ROLLS, state, {"action": "pyramid", "die": camel, "pips": pips})
            each = chance / len(state.dice) / len(faces)
            if after.finished or after.leg > leg:
                yield after, each
            else:
                yield from ends(after, each)


def enumerated(state: State) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    lead: dict[str, Fraction] = dict.fromkeys(RACING, Fraction(0))
    second = dict(lead)
    for after, chance in ends(state, Fraction(1)):
        first, next_one, *_ = ranking(after.track)
        lead[first] += chance
        second[next_one] += chance
    return lead, second


@limits(max_examples=60)
@given(st.integers(0, 2**32))
def test_chances_agree_with_the_rules(number: int) -> None:
    late = [t.before for t in random_game(GM_ROLLS, 3, number) if t.before.pyramid_tickets <= 2]
    state = random.Random(number).choice(late)
    odds = leg_odds(state)
    assert (odds.lead, odds.second) == enumerated(state)


@pytest.mark.parametrize(
    "changes",
    [
        {
            "track": {
                "14": ["Red", "Blue"],
                "15": ["White", "Green"],
                "13": ["Purple"],
                "12": ["Yellow"],
                "2": ["Black"],
            }
        },
        {"track": {"2": ["White", "Red", "Black", "Blue"], "3": ["Green"], "4": ["Purple"], "5": ["Yellow"]}},
        {
            "track": {"2": ["White", "Black"], "3": ["Green", "Red", "Blue"], "5": ["Purple"], "7": ["Yellow"]},
            "tiles": {"4": {"player": "Ann", "side": "boo"}, "6": {"player": "Bob", "side": "cheer"}},
        },
        {
            "track": {"14": ["Black", "White"], "13": ["Green", "Red", "Blue"], "10": ["Purple"], "9": ["Yellow"]},
            "tiles": {"12": {"player": "Ann", "side": "boo"}, "16": {"player": "Bob", "side": "cheer"}},
        },
    ],
)
@pytest.mark.parametrize("dice", [["Blue", "Red", "Gray"], ["Green", "Yellow", "Purple", "Gray"]])
def test_chances_of_hard_positions(changes: dict[str, Any], dice: list[str]) -> None:
    state = GM_ROLLS.load(position(dice=dice, pyramid_tickets=len(dice) - 1, **changes))
    odds = leg_odds(state)
    assert (odds.lead, odds.second) == enumerated(state)


def test_without_dice_the_leg_stands() -> None:
    odds = leg_odds(GM_ROLLS.load(position(dice=[])))
    assert (odds.lead["Red"], odds.second["Blue"]) == (Fraction(1), Fraction(1))


def test_simulated_races_agree_with_played_ones() -> None:
    state = GM_ROLLS.load(
        position(
            track={"10": ["Blue", "Green"], "11": ["Red"], "8": ["White", "Yellow"], "12": ["Purple"], "5": ["Black"]}
        )
    )
    odds = race_odds(state, 4000, b"any")
    assert odds == race_odds(state, 4000, b"any")
    assert odds != race_odds(state, 4000, b"other")
    played: Counter[str] = Counter()
    game = CamelUp({})
    for number in range(300):
        now, seed = state, number.to_bytes(32, "big")
        while not now.finished:
            _, now = turn(game, now, {"action": "pyramid"}, seed)
        played[ranking(now.track)[0]] += 1
    assert sum(one.share for one in odds.win.values()) == pytest.approx(1)
    assert sum(one.share for one in odds.lose.values()) == pytest.approx(1)
    for camel, estimate in odds.win.items():
        spread = (estimate.share * (1 - estimate.share) / 300) ** 0.5
        assert abs(played[camel] / 300 - estimate.share) < 5 * (spread + estimate.error)
        assert estimate.error == pytest.approx((estimate.share * (1 - estimate.share) / 4000) ** 0.5, rel=0.01)


def test_a_race_without_dice_goes_on_with_a_new_leg() -> None:
    assert sum(one.share for one in race_odds(GM_ROLLS.load(position(dice=[])), 10, b"").win.values()) == pytest.approx(
        1
    )


def test_chances_of_nothing() -> None:
    state = GM_ROLLS.load(position(track=SPREAD | {"2": ["Black"], "16": ["Red", "White", "Yellow"]}))
    _, over = turn(GM_ROLLS, state, {"action": "pyramid", "die": "Red", "pips": 1})
    for odds in (leg_odds, lambda one: race_odds(one, 10, b"")):
        with pytest.raises(ValueError, match="over"):
            odds(over)
    with pytest.raises(ValueError, match="at least one"):
        race_odds(CamelUp({}).setup(NAMES[:3], {}, Draws(SEED)), 0, b"")


def test_a_few_races_are_not_told_as_certain() -> None:
    start = CamelUp({}).setup(NAMES[:3], {}, Draws(SEED))
    one = race_odds(start, 1, b"a race")
    assert sorted(estimate.share for estimate in one.win.values()) == [0, 0, 0, 0, 1]
    assert [estimate.error for estimate in one.win.values()] == [pytest.approx(2**0.5 / 3)] * 5
    many = race_odds(start, 100, b"a race")
    assert all(0 < estimate.error <= 0.05 for estimate in (*many.win.values(), *many.lose.values()))
