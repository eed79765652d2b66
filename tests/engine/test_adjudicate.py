"""The filter: every line has an answer, and no line disturbs another."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.app.adjudicate import run
from gm_tool.app.games import find_game
from gm_tool.core.game import AnyGame
from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.engine.adjudicate import KEPT_GAMES, Adjudicator

from .toy_game import PLAYERS, SEED, Auction, State

SEED_TEXT = SEED.hex()
STATE = {"round": 0, "coins": dict.fromkeys(PLAYERS, 10), "lots": dict.fromkeys(PLAYERS, 0)}


def find(name: str) -> type[AnyGame]:
    match name:
        case "auction":
            return Auction
        case "broken":
            return Broken
        case "gone":
            raise WorldFailed("The game gone can't be loaded.", "Install its package anew.")
        case _:
            raise WrongUse(f"There is no game {name!r}.", "Did you mean auction?")


class Broken(Auction):
    """An auction with bugs."""

    def judge(self, state: State, player: str, order: Any) -> Any:
        if order == "crash":
            raise KeyError("\ud800 a bug")
        return super().judge(state, player, order)

    def invariants(self, state: State) -> list[str]:
        return ["a camel is missing"]


def line(**changes: Any) -> bytes:
    asked = {"game": "auction", "rulings": {}, "seed": SEED_TEXT, "state": STATE, "orders": {}} | changes
    return json.dumps({key: value for key, value in asked.items() if value is not ...}).encode()


def answer(text: bytes) -> dict[str, Any]:
    answered: dict[str, Any] = json.loads(Adjudicator(find).answer(text))
    return answered


def error(text: bytes) -> str:
    answered = answer(text)
    assert list(answered) == ["error"]
    return str(answered["error"])


def test_a_step_is_resolved() -> None:
    answered = answer(line(orders={"Bob": {"coins": 3}, "Ann": None}))
    assert list(answered) == ["state", "problems", "events"]
    assert answered["problems"] == {}
    assert answered["state"] == {
        "round": 1,
        "coins": {"Ann": 10, "Bob": 7, "Cat": 10},
        "lots": {"Ann": 0, "Bob": 1, "Cat": 0},
    }
    assert [event["event"] for event in answered["events"]] == ["lot_sold", "change", "change"]


def test_other_keys_of_a_line_are_ignored_and_rulings_may_be_left_out() -> None:
    assert answer(line(rulings=..., title="x", orders={"Bob": {"coins": 3}}))["state"]["round"] == 1


def test_a_new_game_begins() -> None:
    answered = answer(line(state=None, orders=..., players=["Ann", "Bob"], purse={"Bob": 2}))
    assert (answered["problems"], answered["events"]) == ({}, [])
    assert sum(answered["state"]["coins"].values()) == 23
    assert answered["state"]["round"] == 0


def test_with_an_error_there_is_no_state_and_all_errors_are_there() -> None:
    answered = answer(line(orders={"Zed": {"coins": 1}, "Cat": None, "Bob": {"coins": 99}, "Ann": "hm", "Yan": None}))
    assert (answered["state"], answered["events"]) == (None, [])
    assert list(answered["problems"]) == ["Ann", "Bob", "Yan", "Zed"]
    assert answered["problems"]["Bob"] == [{"code": "bid.unaffordable", "message": "Bob has 10 coins."}]
    assert answered["problems"]["Yan"][0]["code"] == "player.unknown"


def test_a_warning_is_told_and_in_nobodys_way() -> None:
    state = STATE | {"coins": {"Ann": 99, "Bob": 1, "Cat": 1}}
    answered = answer(line(state=state, orders={"Ann": {"coins": 99}}))
    assert answered["problems"] == {"Ann": [{"code": "bid.all", "message": "All in."}]}
    assert answered["state"]["coins"]["Ann"] == 0


def test_a_game_that_waits_says_for_whom() -> None:
    answered = answer(line(rulings={"absent": "wait"}, orders={"Bob": {"coins": 3}, "Cat": {"coins": 99}}))
    assert {p: said[0]["code"] for p, said in answered["problems"].items()} == {
        "Ann": "order.missing",
        "Cat": "bid.unaffordable",
    }
    answered = answer(line(rulings={"absent": "wait"}, orders={"Bob": {"coins": 3}, "Cat": {"coins": 2}}))
    assert (answered["state"], list(answered["problems"])) == (None, ["Ann"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"game": NaN}', "not JSON"),
        (b'{"game": "\xff"}', "not JSON"),
        (b'{"game": "\\ud800"}', "not JSON"),
        (b'{"game": 1e999}', "not JSON"),
        (b'{"x": ' + b"1" * 5000 + b"}", "not JSON"),
        (line().decode().encode("utf-16"), "not JSON"),
        (b"[]", "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"game": "auction", "game": "auction"}', "'game' stands twice"),
        (line(orders={"Ann": None, "Bob": None}).replace(b'"Bob": null}', b'"Ann": null}'), "'Ann' stands twice"),
        (line(orders={'"': None, "x": None}).replace(b'"x": null', b'"\\u0022": null'), "stands twice"),
        (b'{"game": "auction", "game": "auction", "x": "\\u003a"}', "'game' stands twice"),
        (b'{"game": "auction", "game": "auction", "x": "\\u003A"}', "'game' stands twice"),
        (line(game=...), '"game" is missing'),
        (line(game=5), '"game" is missing'),
        (line(game="chess"), "no game 'chess'. Did you mean auction?"),
        (line(game="gone"), "can't be loaded. Install"),
        (line(rulings=[]), '"rulings" must be an object'),
        (line(rulings={"absent": "maybe"}), "rulings can't be used: The ruling absent can't be 'maybe'"),
        (line(rulings={"absnt": "wait"}), "Did you mean absent?"),
        (line(seed="5e"), "64 hex digits"),
        (line(seed="xx" * 32), "64 hex digits"),
        (line(seed=" " * 64), "64 hex digits"),
        (line(seed=5), "64 hex digits"),
        (line(seed=None), '"seed" is missing'),
        (line(seed=..., state=None, players=["Ann", "Bob"]), '"seed" is missing'),
        (line(state=...), '"state" is missing'),
        (line(state=[]), "state can't be used"),
        (line(state=STATE | {"round": True}), "state can't be used"),
        (line(state=STATE | {"round": 3}), "finished"),
        (line(orders=...), '"orders" is missing'),
        (line(orders=[]), '"orders" is missing'),
        (line(orders=None), '"orders" is missing'),
        (line(state=None, players=...), 'needs "players"'),
        (line(state=None, players={}), 'needs "players"'),
        (line(state=None, players=[]), 'needs "players"'),
        (line(state=None, players=["Ann", 5]), 'needs "players"'),
        (line(state=None, players=["Ann", " "]), 'needs "players"'),
        (line(state=None, players=["Ann", "Bob", "Ann"]), "called 'Ann'"),
        (line(state=None, players=["Ann"], purse=[]), '"purse" must be an object'),
        (line(state=None, players=["Ann"], purse={"Bob": 1}), "names 'Bob'"),
        (line(state=None, players=["Ann"], purse={"Ann": True}), "whole number from 0 up"),
        (line(state=None, players=["Ann"], purse={"Ann": -1}), "whole number from 0 up"),
        (line(state=None, players=["Ann"]), "can't be set up: An auction takes two."),
        (line(game="broken"), "a bug in the game's rules: round-1 would leave"),
        (line(game="broken", orders={"Ann": "crash"}), "a bug in the game's rules: KeyError"),
    ],
)
def test_what_cannot_be_answered_says_why(text: bytes, words: str) -> None:
    assert words in error(text)


def test_without_a_draw_no_seed_is_needed() -> None:
    assert answer(line(seed=..., orders={"Ann": {"coins": 3}}))["state"]["round"] == 1


def test_quotes_in_names_are_no_double_keys() -> None:
    text = line(orders={}).replace(b'"orders": {}', b'"orders": {"\\u0022": null, "\\"x": null}')
    assert set(answer(text)["problems"]) == {'"', '"x'}


def test_an_order_with_a_huge_number_is_judged() -> None:
    assert list(answer(line(orders={"Ann": {"coins": 10**400}}))["problems"]) == ["Ann"]


def test_games_are_kept_but_not_without_end() -> None:
    made = []

    class Counted(Auction):
        def __init__(self, rulings: Any) -> None:
            made.append(rulings)
            super().__init__({})

    judge = Adjudicator(lambda name: Counted)
    for _ in range(3):
        judge.answer(line())
    assert len(made) == 1
    for number in range(KEPT_GAMES + 1):
        judge.answer(line(rulings={"n": number}))
    assert len(judge._games) <= KEPT_GAMES


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*PLAYERS, "coins", "on"]), inner),
    max_leaves=6,
)


def test_no_orders_at_all_are_an_empty_object_and_nobodys_order_is_null() -> None:
    nothing = answer(line(orders={}))
    assert nothing["state"] is not None
    assert nothing == answer(line(orders=dict.fromkeys(PLAYERS))) == answer(line(orders={PLAYERS[0]: None}))
    assert answer(line(orders={PLAYERS[0]: []}))["state"] is None, "a list is no order, and not the lack of one"


@given(st.dictionaries(st.sampled_from(["game", "rulings", "seed", "state", "orders", "players", "purse"]), JSON))
def test_nonsense_is_answered_whatever_it_is(changes: dict[str, Any]) -> None:
    assert "a bug" not in Adjudicator(find).answer(line(**changes)).decode()


@given(st.binary(max_size=60))
def test_bytes_are_answered_whatever_they_are(text: bytes) -> None:
    assert list(json.loads(Adjudicator(find).answer(text))) == ["error"]


def test_a_stream_keeps_its_order_and_its_bad_lines_apart() -> None:
    lines = [b"\xef\xbb\xbf" + b'{"game": "nope"}\r\n', b"\n", b"  \r\n", b"nonsense\n", b'{"game": "camellot"}']
    sink = io.BytesIO()
    run(io.BytesIO(b"".join(lines)), sink)
    answers = [json.loads(text) for text in sink.getvalue().splitlines()]
    assert len(answers) == 3
    assert "no game 'nope'" in answers[0]["error"]
    assert "not JSON" in answers[1]["error"]
    assert "Did you mean camellots?" in answers[2]["error"]


def test_the_answers_do_not_hang_on_the_hash_seed() -> None:
    strangers = {name: {"action": "buy"} for name in ("Zed", "Yan", "Xia", "Wim", "Vic", "Uma")}
    begun = {"game": "camellots", "state": None, "players": ["Ann", "Bob", "Cat", "Dan", "Eve"]}
    state = json.loads(Adjudicator(find_game).answer(json.dumps(begun).encode()))["state"]
    text = line(game="camellots", state=state, orders={}) + b"\n"
    text += line(game="camellots", state=state, orders=strangers)
    code = "import sys; from gm_tool.app.adjudicate import run; run(sys.stdin.buffer, sys.stdout.buffer)"
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], input=text, capture_output=True, env={"PYTHONHASHSEED": seed}, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert b"player.unknown" in answers.pop()


@pytest.mark.parametrize("game", ["camellots", "camel_up", "caravaneers"])
def test_null_beside_a_name_that_nobody_has_may_be_a_slip(game: str) -> None:
    filtered = Adjudicator(find_game)
    players = ["Ann", "Bob"] + ["Cat"] * (game != "caravaneers")
    begun = json.dumps({"game": game, "state": None, "seed": SEED_TEXT, "players": players}).encode()
    state = json.loads(filtered.answer(begun))["state"]
    order = {"caravan": "c"} if game == "caravaneers" else None
    asked = line(game=game, state=state, orders={"Ann": order, "Bo": None})
    answered = json.loads(filtered.answer(asked))
    assert answered["state"] is None
    assert [(name, [one["code"] for one in said]) for name, said in answered["problems"].items()] == [
        ("Bo", ["player.unknown"])
    ]
    assert json.loads(filtered.answer(asked.replace(b'"Bo": null', b'"Bob": null')))["problems"] == {}


def test_the_filter_starts_without_the_heavy_libraries() -> None:
    code = (
        "import io, sys\n"
        "from gm_tool.app.adjudicate import run\n"
        'run(io.BytesIO(b\'{"game": "camellots", "state": 0, "orders": {}}\'), io.BytesIO())\n'
        "heavy = {'openpyxl', 'gspread', 'yaml', 'PIL', 'jinja2', 'python_calamine', 'typer'} & set(sys.modules)\n"
        "sys.exit(', '.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
