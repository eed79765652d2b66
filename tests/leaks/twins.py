"""Twin games of CamelLots: alike in all that anybody else may know, different in what one player hides.

Each pair is played by the rules alone, round by round: everybody else does the same in both, the hider
something that the board can't tell apart. The hider begins with other coins, garnets, phantom coins and
bets in each, of other lengths, so that a number that shows anywhere makes a difference.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_tool.app.folder import GameFolder
from gm_tool.core.draws import Draws
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Place
from gm_tool.engine.entries import Source, Start, StepEntry
from gm_tool.engine.journal import Journal, start_entry, step_entry
from gm_tool.engine.submissions import RowAccount
from gm_tool.engine.turn import Checked, play
from gm_tool.io.config import Config, DialectChoice
from gm_tool.io.config import Player as Seat
from gm_tool.io.deadlines import Daily
from gm_tool.io.resources import languages
from gm_tool.render.dialects import DIALECTS
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.camels import CAMELS, COLOURS
from gm_tool.rules.camellots.events import CamelsDrawn
from gm_tool.rules.camellots.state import State

NAMES = ("Ann", "Bob & Co", "[b]Cat", "Ann.part-1", "Eve_*")
WORDINGS = tuple((dialect, language) for language in languages("camellots") for dialect in DIALECTS)
"""All dialects in all languages."""

VARIED = (
    "movement_order", "crazy_tile", "tile_immunity", "scarce_stock", "bet_limit_at", "missing_earns_garnet",
    "after_finish", "race_report", "repeat_camel", "sell_price_at", "crazy_selectable",
)  # fmt: skip
LONG = 10**5
"""A number from here on shows up nowhere by chance."""


class Sent(Struct, frozen=True):
    """What a player has sent: an order, or None with why; a note of its own to the GM."""

    order: Json
    fate: str = "used"
    note: str = ""


class Twins(Struct, frozen=True):
    """Two games, played as far as round `number`.

    `hiders` are those who may find a difference in their own updates, the first of them the one who
    hides; `numbers` and `words` are secrets of the first game.
    """

    first: GameFolder
    second: GameFolder
    number: int
    hiders: tuple[str, ...]
    numbers: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def finished(self) -> bool:
        """Whether the race is over, so that bets and coins are everybody's."""
        return bool(self.first.entry(self.number).state["finished"])


def twins(index: int) -> Twins:
    """The pair of games of that number: always the same, and each wording comes round in turn."""
    chance = random.Random(index)
    rulings: dict[str, Json] = {
        ruling.key: chance.choice(ruling.values)[0] for ruling in CamelLots.rulings if ruling.key in VARIED
    }
    hider = chance.choice(NAMES)
    seed = chance.randbytes(32)
    table = _Table(chance, CamelLots(rulings), rulings, hider, seed)
    first, second = (table.begun(WORDINGS[index % len(WORDINGS)], length) for length in (6, 3))
    last = chance.randint(1, 9)
    hiders: tuple[str, ...] = (hider,)
    for number in range(1, last + 1):
        sent = table.sent(first, second)
        if number == last and chance.random() < 0.3:
            sent, hiders = table.swapped(first, second, sent)
        first, second = (table.resolved(game, those) for game, those in zip((first, second), sent, strict=True))
        table.same_to_everybody(first, second)
        if first.journal.state["finished"]:
            break
    return Twins(first, second, first.played, hiders, table.numbers(first), table.words)


class _Table:
    """The table at which a pair of games is played."""

    def __init__(
        self, chance: random.Random, game: CamelLots, rulings: Mapping[str, Json], hider: str, seed: bytes
    ) -> None:
        self.chance = chance
        self.game = game
        self.rulings = rulings
        self.hider = hider
        self.others = tuple(name for name in NAMES if name != hider)
        self.seed = seed
        self.words: tuple[str, ...] = ()

    def begun(self, wording: tuple[str, str], digits: int) -> GameFolder:
        """A game before its first round, in which the hider has numbers of that many digits more than two."""
        dialect, language = wording
        config = Config(
            game="camellots",
            players=tuple(Seat(name=name) for name in NAMES),
            title="The Race",
            zone="Europe/Berlin",
            deadlines=Daily(dt.time(20), dt.date(2026, 5, 1)),
            dialect=DialectChoice(dialect),
            language=language,
        )
        settings = {ruling.key: self.rulings.get(ruling.key, ruling.default) for ruling in self.game.rulings}
        start = start_entry(self.game, settings, "", NAMES, {}, self.seed)
        start = structs.replace(start, state=self._planted(start, digits))
        return GameFolder(
            path=Path("no such folder"),
            config=config,
            game=self.game,
            settings=settings,
            options={},
            journal=Journal((start,)),
            new_seed=self.seed,
        )

    def _planted(self, start: Start, digits: int) -> Json:
        state = self.game.load(start.state)
        hider = state.players[self.hider]
        some = [self.chance.randint(11, 98) * 10**digits + self.chance.randint(0, 10**digits - 1) for _ in range(3)]
        rich = structs.replace(hider, coins=some[0], phantom=some[1], garnets=some[2])
        return self.game.dump(structs.replace(state, players={**state.players, self.hider: rich}))

    # What is sent

    def sent(self, first: GameFolder, second: GameFolder) -> tuple[dict[str, Sent], dict[str, Sent]]:
        """What comes in for a round of the two games: the same of all but the hider."""
        states = [game.game.load(game.journal.state) for game in (first, second)]
        common = {name: self._anything(states, name) for name in self.others}
        kind = self.chance.choice(["bets", "bets", "trade", "trade", "draw", "refused", "note"])
        if kind == "draw":
            mine = Sent(None, "missing"), Sent(self._drawn(states[0], common))
        elif kind == "refused":
            mine = Sent(None, "refused"), Sent(None, "missing")
        else:
            mine = self._alike(kind, states)
        notes = [f"canary{self.chance.randrange(10**9)}" + "x" * self.chance.randrange(40) for _ in range(2)]
        self.words = (*self.words, notes[0])
        one, other = (
            {**common, self.hider: structs.replace(sent, note=note)} for sent, note in zip(mine, notes, strict=True)
        )
        return ({name: one[name] for name in NAMES}, {name: other[name] for name in NAMES})

    def _alike(self, kind: str, states: Sequence[State]) -> tuple[Sent, Sent]:
        """Two orders of the hider that look the same from outside."""
        colours = [colour for colour in COLOURS if self._stands(states, self.hider, _bet({colour: 1}))]
        if kind == "bets" and colours:
            some = [self.chance.sample(colours, self.chance.randint(1, len(colours))) for _ in states]
            return (
                Sent(_bet({colour: self.chance.randint(LONG, 2 * LONG) for colour in some[0]})),
                Sent(_bet({colour: self.chance.randint(1, 99) for colour in some[1]})),
            )
        order = self._anything(states, self.hider).order or {}
        if kind == "note":
            return Sent(order or None), Sent(order or None)
        return Sent({**order, "garnets": self.chance.randint(LONG, 2 * LONG)}), Sent(order or None)

    def _drawn(self, state: State, common: Mapping[str, Sent]) -> Json:
        """The move of exactly those camels that would be drawn for the hider, were nothing sent."""
        orders = {**common, self.hider: Sent(None)}
        played = play(self.game, state, self._judged(state, orders), Draws(self.seed))
        events = (event for event in played.events if isinstance(event, CamelsDrawn) and event.player == self.hider)
        return {"action": "move", "camels": list(next(events).camels)}

    def swapped(
        self, first: GameFolder, second: GameFolder, sent: tuple[dict[str, Sent], dict[str, Sent]]
    ) -> tuple[tuple[dict[str, Sent], dict[str, Sent]], tuple[str, ...]]:
        """The same round, in the second game with the hider's order and another player's exchanged, if both may."""
        states = [game.game.load(game.journal.state) for game in (first, second)]
        other = self.chance.choice(self.others)
        both = [self._anything(states, name).order for name in (self.hider, other)]
        tiles = any(order and order.get("action") == "tile" for order in both)
        crossed = self._stands(states, self.hider, both[1]) and self._stands(states, other, both[0])
        if tiles or None in both or not crossed:
            return sent, (self.hider,)
        one = {**sent[0], self.hider: Sent(both[0]), other: Sent(both[1])}
        two = {**sent[1], self.hider: Sent(both[1]), other: Sent(both[0])}
        return (one, two), (self.hider, other)

    def _anything(self, states: Sequence[State], player: str) -> Sent:
        """Any order that is legal in all these states, or none."""
        for _ in range(40):
            order = self._some_order()
            if self._stands(states, player, order):
                return Sent(order, "used" if order else "missing")
        return Sent(None, "missing")

    def _some_order(self) -> Json:
        chance = self.chance
        match chance.choice(["move", "move", "move", "tile", "buy", "sell", "bet", "none"]):
            case "move":
                return {"action": "move", "camels": chance.sample(CAMELS, 3)}
            case "tile":
                return {"action": "tile", "space": chance.randint(2, 19)}
            case "buy" | "sell" as action:
                return {"action": action, "camel": chance.choice(COLOURS), "amount": chance.randint(1, 3)}
            case "bet":
                return _bet({colour: chance.randint(1, 3) for colour in chance.sample(COLOURS, 2)})
            case _:
                return None

    def _stands(self, states: Sequence[State], player: str, order: Json) -> bool:
        return all(self.game.judge(state, player, order).order is not None for state in states)

    def _judged(self, state: State, sent: Mapping[str, Sent]) -> dict[str, Any]:
        return {name: self.game.judge(state, name, those.order).order for name, those in sent.items() if those.order}

    # A round

    def resolved(self, folder: GameFolder, sent: Mapping[str, Sent]) -> GameFolder:
        """The game after a round in which this was sent."""
        state = self.game.load(folder.journal.state)
        step = self.game.due(state)
        assert step is not None
        file = f"sheets/{step.slug}.xlsx"
        judged = self._judged(state, sent)
        checked = Checked(
            step=step,
            orders={name: those.order for name, those in sent.items() if name in judged},
            judged=judged,
            missing=tuple(name for name, those in sent.items() if name not in judged and those.fate != "refused"),
            refused=tuple(name for name, those in sent.items() if those.fate == "refused"),
            accounts=tuple(
                _account(self.game, file, row, name, those) for row, (name, those) in enumerate(sent.items(), 2)
            ),
            problems=tuple(_faults(name, those) for name, those in sent.items() if those.fate == "refused"),
        )
        played = play(self.game, state, judged, Draws(self.seed))
        entry = step_entry(self.game, folder.settings, checked, played, Source(file, step.title, ""))
        return structs.replace(folder, journal=Journal((*folder.journal.entries, entry)))

    def same_to_everybody(self, first: GameFolder, second: GameFolder) -> None:
        """See that the pair is one: that what differs is nothing that lies open."""
        states = [self.game.load(game.journal.state) for game in (first, second)]
        boards = [
            (state.track, state.market, {name: player.tile for name, player in state.players.items()})
            for state in states
        ]
        assert boards[0] == boards[1]

    def numbers(self, folder: GameFolder) -> tuple[str, ...]:
        """What the hider had and has, and has sent, where it is long enough to be found."""
        amounts: set[int] = set()
        for entry in folder.journal.entries[-2:]:
            assert isinstance(entry, Start | StepEntry)
            amounts |= set(self.game.holdings(self.game.load(entry.state), self.hider).values())
            if isinstance(entry, StepEntry):
                order = entry.orders[self.hider] or {}
                amounts |= {*order.get("bets", {}).values(), order.get("garnets", 0)}
        return tuple(str(amount) for amount in sorted(amounts) if amount >= LONG)


def _bet(bets: Mapping[str, int]) -> Json:
    return {"action": "bet", "bets": dict(bets)}


def _account(game: CamelLots, file: str, row: int, name: str, sent: Sent) -> RowAccount:
    place = Place(file, "", str(row))
    match sent.fate:
        case "missing":
            return RowAccount(place, "ignored", name, "nothing filled in", {}, "")
        case "refused":
            return RowAccount(place, "refused", name, sent.note, {"B2": sent.note}, sent.note)
        case _:
            said = game.say(sent.order)
            return RowAccount(place, "used", name, "", {"B2": said, "K2": sent.note}, sent.note)


def _faults(name: str, sent: Sent) -> Problem:
    return Problem(code="action.unknown", player=name, message=f"{sent.note} is no action.", value=sent.note)
