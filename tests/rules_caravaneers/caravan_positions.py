"""Positions and whole games of Caravaneers, for its tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.sources import Cell, Value
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.rules.caravaneers.board import START
from gm_tool.rules.caravaneers.events import CaravanMoved, Passed
from gm_tool.rules.caravaneers.state import State

NO_DRAWS = Draws(None)
ARTICLE = Caravaneers({})
WIKI = Caravaneers({"edition": "wiki"})
GAMES = {
    f"{edition}, {'majority' if stop else 'to the end'}": Caravaneers({"edition": edition, "stop_at_majority": stop})
    for edition in ("article", "wiki")
    for stop in (False, True)
}
games = st.sampled_from([*GAMES.values()])


def new(game: Caravaneers) -> State:
    """A new game of Ann, North, against Bob, West."""
    return game.setup(["Ann", "Bob"], {}, NO_DRAWS)


def as_json(camels: str, to_move: str | None, north: int = 0, west: int = 0, **other: Any) -> dict[str, Any]:
    """A position as JSON; camels as "a1 b2". Hoards hold what is missing, in West's where nothing is said."""
    squares = camels.split()
    return {
        "turn": 20,
        "finished": to_move is None,
        "next": to_move,
        "edition": "article",
        "camels": squares,
        "hoards": {"North": north, "West": west or len(START) - len(squares) - north},
        "players": {"North": "Ann", "West": "Bob"},
        "result": None,
        **other,
    }


def article(camels: str, to_move: str, north: int = 0) -> State:
    """A position of the edition `article`."""
    return ARTICLE.load(as_json(camels, to_move, north))


def wiki(camels: str, to_move: str, north: int = 0) -> State:
    """A position of the edition `wiki`."""
    return WIKI.load(as_json(camels, to_move, north, edition="wiki"))


def endgame() -> State:
    """North holds 3, West 1, and West is to move."""
    return article("e2 f3 f4 f5 d4 a6 d6", "West", 3)


def offers(game: Caravaneers, state: State) -> tuple[str, ...]:
    """What the form of the side to move offers."""
    return game.form(state, None).fields[0].choices


def move(game: Caravaneers, state: State, caravan: str) -> tuple[Sequence[Event], State]:
    """What happens when the side to move orders this caravan, and the state after it."""
    step = game.due(state)
    assert step is not None
    (player,) = step.players
    judged = game.judge(state, player, {"caravan": caravan})
    assert not judged.problems
    events = game.resolve(state, {player: judged.order}, NO_DRAWS)
    return events, game.fold(state, events)


def play(game: Caravaneers, state: State, *caravans: str) -> State:
    """The state after these moves."""
    for caravan in caravans:
        state = move(game, state, caravan)[1]
    return state


def codes(game: Caravaneers, state: State, player: str, order: Any) -> list[str]:
    """The codes of what is wrong with an order."""
    judged = game.judge(state, player, order)
    assert (judged.order is None) or not judged.problems
    return [problem.code for problem in judged.problems]


def cell(value: Value) -> Mapping[str, Cell]:
    """A row whose Caravan cell holds this value."""
    return {"caravan": Cell("B2", value)}


def sequences(game: Caravaneers, state: State, length: int) -> int:
    """How many sequences of so many moves there are, a pass counting as a move."""
    known: dict[tuple[object, ...], int] = {}

    def count(state: State, left: int) -> int:
        key = (state.camels, state.next, left)
        if key not in known:
            known[key] = sum(after(state, caravan, left) for caravan in offers(game, state))
        return known[key]

    def after(state: State, caravan: str, left: int) -> int:
        events, following = move(game, state, caravan)
        taken = sum(isinstance(event, CaravanMoved | Passed) for event in events)
        return 1 if left <= taken else count(following, left - taken)

    return count(state, length)


@st.composite
def histories(draw: st.DrawFn, game: Caravaneers, whole: bool = False) -> list[tuple[State, Sequence[Event], State]]:
    """A random game from the start, step by step; as far as it may come, or to its end (`whole`)."""
    state = new(game)
    steps: list[tuple[State, Sequence[Event], State]] = []
    limit = 10_000 if whole else draw(st.integers(0, 60))
    chooser = draw(st.randoms(use_true_random=False))
    while game.due(state) is not None and len(steps) < limit:
        events, following = move(game, state, chooser.choice(offers(game, state)))
        steps.append((state, events, following))
        state = following
    return steps


@st.composite
def reached(draw: st.DrawFn, game: Caravaneers) -> State:
    """A state that play can reach."""
    steps = draw(histories(game))
    return steps[-1][2] if steps else new(game)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
