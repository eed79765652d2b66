"""Whole random games: they end, nothing gets lost, everything adds up, no secret leaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from camel_up_play import NAMES, RACING, cells, random_game
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from msgspec import structs

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change
from gm_tool.core.views import GM, PUBLIC, Viewer
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.state import Card, State, ranking

games = st.fixed_dictionaries(
    {},
    optional={
        "own_tile_blocks": st.booleans(),
        "flip_in_place": st.booleans(),
        "coins_public": st.booleans(),
        "dice": st.sampled_from(["tool", "gm"]),
        "missing": st.sampled_from(["pyramid", "skip"]),
        "setup_order": st.permutations(RACING),
    },
).map(CamelUp)
players = st.integers(3, 8)
numbers = st.integers(0, 2**32)


def all_pieces(state: State) -> Counter[str]:
    """Every ticket and card, wherever it is."""
    pieces: Counter[str] = Counter()
    for camel, left in state.tickets.items():
        pieces.update(f"ticket {camel} {value}" for value in left)
    for name, player in state.players.items():
        pieces.update(f"ticket {camel} {value}" for camel, values in player.tickets.items() for value in values)
        pieces.update(f"card {name} {camel}" for camel in player.cards)
    pieces.update(f"card {card.player} {card.camel}" for card in (*state.winner_deck, *state.loser_deck))
    pieces["pyramid"] = state.pyramid_tickets + sum(player.pyramid for player in state.players.values())
    return pieces


@limits(max_examples=40)
@given(games, players, numbers)
def test_games_end_and_nothing_gets_lost(game: CamelUp, count: int, number: int) -> None:
    start = None
    for turn in random_game(game, count, number):
        start = start or turn.before
        assert turn.after.turn == turn.before.turn + 1
        assert not game.invariants(turn.after)
        assert all_pieces(turn.after) == all_pieces(start)
        assert turn.after.finished or len(turn.after.dice) == turn.after.pyramid_tickets + 1
        assert game.load(game.dump(turn.after)) == turn.after
        assert turn.after.turn < 3000
        last = turn.after
    assert last.result is not None
    assert last.result.ranking == ranking(last.track)
    assert game.tally(last) == last.result.coins
    assert game.due(last) is None


@limits(max_examples=25)
@given(games, players, numbers)
def test_changes_add_up_to_holdings(game: CamelUp, count: int, number: int) -> None:
    for turn in random_game(game, count, number):
        for name in turn.before.players:
            sums = Counter(game.holdings(turn.before, name))
            for event in turn.events:
                if isinstance(event, Change) and event.player == name:
                    sums[event.what] += event.amount
                    assert sums[event.what] >= 0
            assert dict(sums) == game.holdings(turn.after, name)


@limits(max_examples=25)
@given(games, players, numbers)
def test_events_survive_json_and_replay(game: CamelUp, count: int, number: int) -> None:
    for turn in random_game(game, count, number):
        wire = msgspec.json.decode(msgspec.json.encode(list(turn.events)))
        events = game.load_events(wire)
        assert list(events) == list(turn.events)
        assert game.fold(turn.before, events) == turn.after
        assert game.states_are_json
        assert msgspec.json.encode(turn.after) == msgspec.json.encode(game.dump(turn.after))
        assert all(game.tell(event) for event in events)
        assert all(event.rule for event in events)


@limits(max_examples=15)
@given(players, numbers)
def test_the_same_game_twice_is_the_same(count: int, number: int) -> None:
    one, other = (list(random_game(CamelUp({}), count, number)) for _ in range(2))
    assert one == other


def other_secrets(state: State, name: str) -> State:
    """The state as it would be had that player put other camels on the decks, and held other cards."""
    swap = dict(zip(RACING, [*RACING[1:], RACING[0]], strict=True))

    def swapped(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(structs.replace(c, camel=swap[c.camel]) if c.player == name else c for c in cards)

    player = state.players[name]
    hand = {swap[card] for card in player.cards}
    changed = structs.replace(player, cards=tuple(card for card in RACING if card in hand))
    return structs.replace(
        state,
        winner_deck=swapped(state.winner_deck),
        loser_deck=swapped(state.loser_deck),
        players={**state.players, name: changed},
    )


@limits(max_examples=25)
@given(games, players, numbers)
def test_cards_are_seen_by_their_player_alone(game: CamelUp, count: int, number: int) -> None:
    for turn in random_game(game, count, number):
        mover = turn.before.next
        if not turn.order or turn.order["action"] not in ("winner", "loser"):
            continue
        hidden = structs.replace(turn.before.players[mover], cards=tuple(RACING))
        before = structs.replace(turn.before, players={**turn.before.players, mover: hidden})
        orders = [turn.order | {"camel": camel} for camel in RACING]
        runs = []
        for order in orders:
            events = game.resolve(before, {mover: game.judge(before, mover, order).order}, Draws(None))
            runs.append((events, game.fold(before, events)))
        for viewer in (PUBLIC, *(Viewer("player", name) for name in turn.before.players if name != mover)):
            assert len({repr(game.view(before, events, after, viewer)) for events, after in runs}) == 1
        for viewer in (GM, Viewer("player", mover)):
            assert len({repr(game.view(before, events, after, viewer)) for events, after in runs}) == len(RACING)


@limits(max_examples=20)
@given(games, players, numbers)
def test_views_dont_change_with_what_is_hidden(game: CamelUp, count: int, number: int) -> None:
    for turn in random_game(game, count, number):
        if turn.after.finished:
            continue
        name = NAMES[number % count]
        other = other_secrets(turn.after, name)
        for viewer in (PUBLIC, *(Viewer("player", one) for one in turn.after.players if one != name)):
            assert game.view(None, (), turn.after, viewer) == game.view(None, (), other, viewer)
        assert game.form(turn.after, None) == game.form(other, None)


@limits(max_examples=20)
@given(players, numbers)
def test_coins_can_be_a_secret(count: int, number: int) -> None:
    game = CamelUp({"coins_public": False})
    name, watcher = NAMES[0], Viewer("player", NAMES[1])
    for turn in random_game(game, count, number):
        rich = structs.replace(turn.after.players[name], coins=turn.after.players[name].coins + 7)
        other = structs.replace(turn.after, players={**turn.after.players, name: rich})
        gains = [e for e in turn.events if isinstance(e, Change) and e.what == "coins" and e.player == name]
        fewer = [e for e in turn.events if e not in gains and not (e.player == name and e.known_to == "player")]
        for viewer in (PUBLIC, watcher):
            if not turn.after.finished:
                assert game.view(None, (), turn.after, viewer) == game.view(None, (), other, viewer)
                seen = game.view(turn.before, turn.events, turn.after, viewer)
                assert seen == game.view(turn.before, fewer, turn.after, viewer)


@limits(max_examples=20)
@given(games, players, numbers)
def test_all_that_the_form_offers_is_legal(game: CamelUp, count: int, number: int) -> None:
    for turn in random_game(game, count, number):
        state, name = turn.before, turn.before.next
        offered = {field.key: field.choices for field in game.form(state, name).fields}
        used: dict[str, set[Any]] = {key: set() for key in offered}
        for row in rows(offered):
            if not game.judge(state, name, game.parse(state, name, cells(**row)).order).problems:
                for key, value in row.items():
                    used.setdefault(key, set()).add(value)
        betting = {"leg bet", "winner", "loser"} & set(offered["action"])
        for key, choices in offered.items():
            idle = {"camel": not betting, "side": "tile" not in offered["action"]}.get(key, False)
            assert key == "pips" or used[key] == (set() if idle else set(choices)), key
        other = next(one for one in state.players if one != name)
        assert all(not field.choices for field in game.form(state, other).fields)


def rows(offered: dict[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """All rows that can be put together from a form."""
    found: list[dict[str, Any]] = []
    for action in offered["action"]:
        match action:
            case "tile":
                found += [
                    {"action": action, "space": space, "side": side}
                    for space in offered["space"]
                    for side in offered["side"]
                ]
            case "pyramid" if "die" in offered:
                found += [{"action": action, "die": die, "pips": pips} for die in offered["die"] for pips in (1, 2, 3)]
            case "pyramid":
                found.append({"action": action})
            case "partner":
                found += [{"action": action, "partner": name} for name in offered["partner"]]
            case _:
                found += [{"action": action, "camel": camel} for camel in offered["camel"]]
    return found


nonsense = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
half_orders = st.dictionaries(
    st.sampled_from(["camel", "space", "side", "player", "die", "pips"]),
    nonsense | st.sampled_from([*RACING, "White", "Gray", "cheer", "Bob", 1, 2, 16, 17]),
).flatmap(
    lambda order: st.sampled_from(["leg_bet", "tile", "pyramid", "winner", "loser", "partner", "skip", 3]).map(
        lambda action: {"action": action, **order}
    )
)


@given(games, players, nonsense | half_orders, st.sampled_from([*NAMES, "", "Zoe"]))
def test_nonsense_gives_problems(game: CamelUp, count: int, order: Any, name: str) -> None:
    state = game.setup(NAMES[:count], {}, Draws(bytes(32)))
    judged = game.judge(state, name, order)
    assert game.say(order)
    if order is not None and (name != "Ann" or judged.order is None):
        assert judged.problems
        assert all(problem.code and problem.message and problem.hint for problem in judged.problems)


@pytest.mark.parametrize("count", range(3, 9))
def test_many_games_end(count: int) -> None:
    for number in range(20):
        turns = list(random_game(CamelUp({}), count, number))
        assert turns[-1].after.finished


def test_where_a_tile_can_only_be_turned_over_one_side_is_offered() -> None:
    game = CamelUp({"flip_in_place": True})
    names = ["Ann", "Bob", "Cat", "Dan", "Eve"]
    first = game.dump(game.setup(names, {}, Draws(bytes(32))))
    tiles = dict(zip(("9", "4", "7", "11", "14"), names, strict=True))  # all spaces but 9 are taken or beside a tile
    state = game.load(
        first
        | {
            "track": {"2": ["Blue", "Green", "Yellow", "Red", "Purple"], "16": ["White", "Black"]},
            "tiles": {space: {"player": name, "side": "cheer"} for space, name in tiles.items()},
        }
    )
    offered = {field.key: field.choices for field in game.form(state, "Ann").fields}
    assert (offered["space"], offered["side"]) == (("9",), ("boo",))
