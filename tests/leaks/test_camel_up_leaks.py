"""Camel Up: which camel is on a finish card, only its player reads; nor, where coins are secret, how many there are.

Twin games again: in both everybody does the same, but that one player's finish cards name other camels in the
second, and, where coins are secret, that player has another number of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from proof import leaks
from shared_posts import printing_all
from twins import LONG, NAMES, Twins

from gm_tool.app.folder import GameFolder
from gm_tool.app.made import Made
from gm_tool.app.publish import Publisher
from gm_tool.app.sheet_content import sheet_file
from gm_tool.core.draws import Draws
from gm_tool.core.game import Json
from gm_tool.core.sources import Place
from gm_tool.core.views import GM, View, Viewer
from gm_tool.engine.entries import Source
from gm_tool.engine.journal import Journal, start_entry, step_entry
from gm_tool.engine.submissions import RowAccount
from gm_tool.engine.turn import Checked, play
from gm_tool.io.config import Config, DialectChoice
from gm_tool.io.config import Player as Seat
from gm_tool.io.resources import languages, template_files
from gm_tool.render.dialects import DIALECTS, Dialect
from gm_tool.render.posts import Template, Wording
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.pieces import RACING

WORDINGS = tuple((dialect, language) for language in languages("camel_up") for dialect in DIALECTS)
GAMES = 66


@cache
def wording_in(language: str) -> Wording:
    files = template_files("camel_up", language=language)
    return Wording({name: Template(text, label) for name, (text, label) in files.items()})


class SharedPosts(Publisher):
    """Makes what is to be shared, as the publisher does; the GM's own notes are left empty."""

    def __init__(self, folder: GameFolder, wording: Wording | None = None) -> None:
        super().__init__(folder)
        self.wording = wording or wording_in(self.language)

    def gm(self, number: int, dialect: Dialect | None = None) -> str:
        return ""


# Twin games


@cache
def pair_of(index: int) -> Twins:
    """The pair of that number, stopped before the race is over: till then the cards are secret."""
    chance = random.Random(index)
    rulings: dict[str, Json] = {"coins_public": bool(index % 2), "missing": chance.choice(["pyramid", "skip"])}
    game, hider, seed = CamelUp(rulings), chance.choice(NAMES), chance.randbytes(32)
    canary = f"canary{chance.randrange(10**9)}"
    first, second = (begun(game, rulings, WORDINGS[index % len(WORDINGS)], seed) for _ in range(2))
    numbers: tuple[str, ...] = ()
    if not rulings["coins_public"]:
        some = chance.randint(LONG, 2 * LONG)
        first, second = (with_coins(folder, hider, coins) for folder, coins in ((first, some), (second, 7)))
    other = dict(zip(RACING, [*RACING[2:], *RACING[:2]], strict=True))
    for _ in range(chance.randint(6, 40)):
        state = game.load(first.journal.state)
        order = some_order(game, state, chance)
        twin = dict(order) if order else order
        if order and state.next == hider and order["action"] in ("winner", "loser"):
            twin["camel"] = other[order["camel"]]
        post = f"turn-{state.turn + 2}" if chance.random() < 0.6 else ""
        moved = [
            taken(folder, sent, seed, note, post)
            for folder, sent, note in ((first, order, canary), (second, twin, "nothing of the kind"))
        ]
        if game.load(moved[0].journal.state).finished:
            break
        first, second = moved
    if not rulings["coins_public"]:
        numbers = (str(game.load(first.journal.state).players[hider].coins),)
    return Twins(first, second, first.played, (hider,), numbers, (canary,))


def begun(game: CamelUp, rulings: dict[str, Json], wording: tuple[str, str], seed: bytes) -> GameFolder:
    dialect, language = wording
    config = Config(
        game="camel_up",
        players=tuple(Seat(name=name) for name in NAMES),
        title="The Race",
        dialect=DialectChoice(dialect),
        language=language,
    )
    settings = {ruling.key: rulings.get(ruling.key, ruling.default) for ruling in game.rulings}
    start = start_entry(game, settings, "", NAMES, {}, seed)
    return GameFolder(
        path=Path("no such folder"),
        config=config,
        game=game,
        settings=settings,
        options={},
        journal=Journal((start,)),
        new_seed=seed,
    )


def with_coins(folder: GameFolder, name: str, coins: int) -> GameFolder:
    """The game, not begun yet, in which a player has so many coins."""
    state = folder.game.load(folder.journal.state)
    rich = structs.replace(state.players[name], coins=coins)
    state = structs.replace(state, players={**state.players, name: rich})
    start = structs.replace(folder.journal.start, state=folder.game.dump(state))
    return structs.replace(folder, journal=Journal((start,)))


def some_order(game: CamelUp, state: Any, chance: random.Random) -> Json:
    """An order that is legal, finish cards above all; None for a missed turn."""
    wishes: list[Json] = [
        {"action": chance.choice(["winner", "loser"]), "camel": chance.choice(RACING)},
        {"action": "leg_bet", "camel": chance.choice(RACING)},
        {"action": "tile", "space": chance.randint(2, 16), "side": chance.choice(["cheer", "boo"])},
        {"action": "pyramid"},
        None,
    ]
    legal = [wish for wish in wishes if wish is None or not game.judge(state, state.next, wish).problems]
    return chance.choice([*legal, *legal[:1]])


def taken(folder: GameFolder, order: Json, seed: bytes, note: str, post: str) -> GameFolder:
    """The game after a turn, which a row with a note of its own has ordered."""
    game = folder.game
    state = game.load(folder.journal.state)
    step = game.due(state)
    assert step is not None
    player, row = state.next, str(step.number + 1)
    place = Place("sheets/turns.xlsx", "", row)
    account = RowAccount(place, "used", player, "", {f"B{row}": game.say(order), f"K{row}": note}, note)
    if order is None:
        account = RowAccount(place, "ignored", player, "nothing filled in", {}, "")
    judged = {} if order is None else {player: game.judge(state, player, order).order}
    checked = Checked(
        step=step,
        orders={} if order is None else {player: order},
        judged=judged,
        missing=(player,) if order is None else (),
        refused=(),
        accounts=(account,),
        problems=(),
    )
    chosen = judged or {player: game.default(state, player)}
    played = play(game, state, chosen, Draws(seed))
    source = Source("sheets/turns.xlsx", "Turns", "")
    entry = step_entry(game, folder.settings, checked, played, source, post=post)
    return structs.replace(folder, journal=Journal((*folder.journal.entries, entry)))


def files_of(
    pair: Twins, publisher: type[SharedPosts] = SharedPosts, wording: Wording | None = None
) -> list[list[Made]]:
    return [publisher(folder, wording).step_files(pair.number) for folder in (pair.first, pair.second)]


# The proof


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("start", range(0, GAMES, 11))
def test_nothing_leaks(start: int) -> None:
    for index in range(start, start + 11):
        pair = pair_of(index)
        assert not leaks(pair, *files_of(pair)), f"game {index}"


def test_the_games_are_as_different_as_the_proof_needs() -> None:
    pairs = [pair_of(index) for index in range(GAMES)]
    assert {(pair.first.config.dialect.base, pair.first.config.language) for pair in pairs} == set(WORDINGS)
    assert sum(pair.first.journal.state != pair.second.journal.state for pair in pairs) > GAMES // 2
    assert sum(bool(pair.numbers) for pair in pairs) == GAMES // 2
    assert any(len(pair.first.told_by(pair.number)) > 2 for pair in pairs)


@pytest.mark.usefixtures("quick")
def test_the_hider_is_told_of_the_cards() -> None:
    """Else there would be no secret to keep."""
    told = 0
    for index in range(GAMES):
        pair = pair_of(index)
        one, two = (SharedPosts(folder).private(pair.number, pair.hiders[0]) for folder in (pair.first, pair.second))
        told += one != two
    assert told > GAMES // 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("index", range(8))
def test_the_public_sheet_and_the_public_tab_are_the_same_in_both(index: int) -> None:
    pair = pair_of(index)
    sheets, boards = [], []
    for folder in (pair.first, pair.second):
        step = folder.game.due(folder.state_after(folder.played))
        assert step is not None
        sheets.append(sheet_file(folder, step, True))
        boards.append([texts.board for texts in SharedPosts(folder).results_wanted().rounds])
    assert sheets[0] == sheets[1]
    assert boards[0] == boards[1]


@pytest.mark.usefixtures("quick")
def test_not_even_a_template_that_prints_all_it_is_given() -> None:
    for index in range(10):
        pair = pair_of(index)
        assert not leaks(pair, *files_of(pair, wording=printing_all(SharedPosts(pair.first), pair.number, NAMES[0]))), (
            f"game {index}"
        )


@pytest.mark.usefixtures("quick")
def test_a_view_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guard bites: the decks' camels among the public words."""
    honest: Callable[..., View] = CamelUp.view

    def talkative(game: CamelUp, before: object, events: object, after: object, viewer: Viewer) -> View:
        view = honest(game, before, events, after, viewer)
        gms = honest(game, before, events, after, GM).words
        return View(viewer, {**view.words, "winner_cards": gms["winner_cards"], "hands": gms["hands"]}, view.boards)

    monkeypatch.setattr(CamelUp, "view", talkative)
    pairs = [pair_of(index) for index in range(6)]
    found = [
        told
        for pair in pairs
        for told in leaks(pair, *files_of(pair, wording=printing_all(SharedPosts(pair.first), pair.number, NAMES[0])))
    ]
    assert any("public.txt, for everybody, has another text" in told for told in found)
