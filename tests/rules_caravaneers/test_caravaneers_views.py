"""What is shown, and in which words."""

from __future__ import annotations

from typing import Any

from caravan_positions import ARTICLE, WIKI, article, games, histories, move, new, play, wiki
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.events import Change, Event
from gm_tool.core.views import GM, PUBLIC, Grid, Ground, Listing, Viewer
from gm_tool.rules.caravaneers import Caravaneers


def drawn(board: object) -> list[str]:
    """Rows of signs: camels as C, hills under them as c."""
    assert isinstance(board, Grid)
    assert board.columns == tuple("abcdefg")
    rows = []
    for row, line in zip(board.rows, board.squares, strict=True):
        signs = [
            ground.sign if column + row not in board.standing else "c" if ground.kind == "hill" else "C"
            for column, ground in zip(board.columns, line, strict=True)
        ]
        rows.append(" ".join([row, *signs]))
    return rows


def test_the_info() -> None:
    info = ARTICLE.info
    assert (info.id, info.title, info.version) == ("caravaneers", "Caravaneers", "1")
    assert (info.players, info.step_word, info.score) == ((2, 2), "turn", "hoard")
    assert not (info.simultaneous or info.hidden or info.chance or info.options)
    assert [(ruling.key, ruling.default) for ruling in ARTICLE.rulings] == [
        ("edition", "article"),
        ("stop_at_majority", False),
    ]
    for ruling in ARTICLE.rulings:
        assert ruling.values[0][0] == ruling.default


def test_the_board_of_the_article() -> None:
    assert drawn(ARTICLE.view(None, (), new(ARTICLE), PUBLIC).boards["board"]) == [
        "1 C C C C C C ^",
        "2 C . . . . . w",
        "3 C . . . . . w",
        "4 C . . . . . w",
        "5 C . . . . . w",
        "6 C . . . . . w",
        "7 ^ n n n n n ^",
    ]


def test_the_board_of_the_wiki() -> None:
    assert drawn(WIKI.view(None, (), wiki("a1 g1 g7", "North"), PUBLIC).boards["board"]) == [
        "1 C . . . . . c",
        *(f"{row} . . . . . . ." for row in range(2, 7)),
        "7 ^ . . . . . C",
    ]


def test_the_grounds_say_what_they_are() -> None:
    board = ARTICLE.view(None, (), new(ARTICLE), PUBLIC).boards["board"]
    assert isinstance(board, Grid)
    assert {ground for line in board.squares for ground in line} == {
        Ground("sand", "."),
        Ground("mountains", "^", "hill"),
        Ground("captures for North", "n", "goal", "N"),
        Ground("captures for West", "w", "goal", "W"),
    }
    assert {piece.name for piece in board.standing.values()} == {"camel"}


def test_the_words_after_a_capture_and_a_pass() -> None:
    before = article("a6 f5", "West", 4)
    events, after = move(ARTICLE, before, "5")
    view = ARTICLE.view(before, events, after, PUBLIC)
    assert view.words == {
        "turn": 21,
        "finished": False,
        "edition": "article",
        "camels": ["a6"],
        "choices": ["6"],
        "sides": [{"side": "North", "player": "Ann", "hoard": 4}, {"side": "West", "player": "Bob", "hoard": 6}],
        "next": {"side": "West", "player": "Bob"},
        "turns": [
            {
                "turn": 21,
                "side": "West",
                "player": "Bob",
                "left": ["f5"],
                "landed": [],
                "captured": "f5",
                "passed": "Ann",
                "ended": "",
            }
        ],
        "events": [
            "Bob (West) moves the camel on f5 one square east.",
            "Bob captures the camel from f5.",
            "Ann (North) has no move and passes.",
        ],
        "result": None,
    }
    assert view.boards["hoards"] == Listing(("Side", "Hoard", "Player"), (("North", 4, "Ann"), ("West", 6, "Bob")))


def test_the_words_at_the_end() -> None:
    before = article("f1 f5 a6 f6", "West", 4)
    events, after = move(ARTICLE, before, "5")
    words = ARTICLE.view(before, events, after, PUBLIC).words
    assert (words["finished"], words["next"], words["choices"]) == (True, None, [])
    assert [turn["ended"] for turn in words["turns"]] == ["no_moves"]  # type: ignore[attr-defined]
    assert words["result"] == {"hoards": {"North": 4, "West": 4}, "winner": None}
    assert ARTICLE.tell(events[-1]) == "Neither side can move: the game is over, North 4, West 4. It is a draw."


def test_several_moves_are_told_in_their_order() -> None:
    state = new(ARTICLE)
    events: list[Event] = []
    for name in ("c", "3", "d"):
        more, state = move(ARTICLE, state, name)
        events += more
    gift = Change(player="Ann", known_to="public", what="hoard", amount=0, reason="the GM's word")
    turns: Any = ARTICLE.view(new(ARTICLE), [*events, gift], state, PUBLIC).words["turns"]
    assert [(turn["turn"], turn["player"], turn["left"], turn["landed"]) for turn in turns] == [
        (1, "Ann", ["c1"], ["c2"]),
        (2, "Bob", ["a3"], ["b3"]),
        (3, "Ann", ["d1"], ["d2"]),
    ]
    assert {turn["captured"] + turn["passed"] + turn["ended"] for turn in turns} == {""}


def test_the_end_by_majority_in_words() -> None:
    game = Caravaneers({"stop_at_majority": True})
    events, _ = move(game, article("c6 d3 d4 d5", "North", 5), "c")
    assert game.tell(events[-1]) == "One hoard holds the majority: the game is over, North 6, West 2. Ann wins."


def test_sentences() -> None:
    events, _ = move(ARTICLE, article("c1 c2 c3", "North"), "c")
    assert ARTICLE.tell(events[0]) == "Ann (North) moves the caravan on c1, c2 and c3 one square south."
    change = Change(player="Ann", what="hoard", amount=-1, reason="the GM's word")
    assert ARTICLE.tell(change) == "Ann: -1 hoard (the GM's word)."
    assert ARTICLE.say({"caravan": "c3"}) == "move c3"
    assert ARTICLE.say(None) == "nothing"
    assert ARTICLE.say({}) == "an order without a caravan"


def test_a_player_is_told_whose_turn_it_is() -> None:
    state = play(ARTICLE, new(ARTICLE), "c")
    yours = {name: ARTICLE.view(None, (), state, Viewer("player", name)).words["you"] for name in ("Ann", "Bob", "Eve")}
    assert yours == {
        "Ann": {"side": "North", "to_move": False},
        "Bob": {"side": "West", "to_move": True},
        "Eve": {"side": None, "to_move": False},
    }


@given(st.data(), games)
def test_everybody_sees_the_same(data: st.DataObject, game: Caravaneers) -> None:
    for before, events, after in data.draw(histories(game)):
        public = game.view(before, events, after, PUBLIC)
        assert game.view(before, events, after, GM).words == public.words
        player = game.view(before, events, after, Viewer("player", "Ann"))
        assert {key: word for key, word in player.words.items() if key != "you"} == public.words
        assert player.boards == public.boards
