"""The engine as a filter: one line of JSON in, one line of JSON out, whatever the line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from gm_tool.core.draws import SEED_BYTES, Draws, SeedNeeded
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, Problem, WorldFailed, WrongUse
from gm_tool.engine.turn import BrokenInvariant, JudgedOrders, check_orders, play, waiting

FindGame = Callable[[str], type[AnyGame]]
"""Finds the class of a game by its id; raises WrongUse or BadInput where there is none."""

KEPT_GAMES = 256
"""Games are kept by id and rulings, for a stream has few of them; a stream of many must not fill the memory."""

S = TypeVar("S")


class _Step(Struct, Generic[S]):
    """A step of a game as most lines have it, and nothing else; `state` is its text, or what was read from that."""

    game: str
    state: S
    orders: dict[str, Json]
    rulings: dict[str, Json] | UnsetType = UNSET
    seed: str | UnsetType = UNSET


_decode = msgspec.json.Decoder().decode
_decode_step = msgspec.json.Decoder(_Step[msgspec.Raw]).decode
_encoder = msgspec.json.Encoder()
_encode = _encoder.encode


class _Unanswerable(Exception):
    """A line that can't be adjudicated; the text says why."""


class Adjudicator:
    """Answers lines; keeps the games it has met."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game
        self._games: dict[tuple[str, bytes], AnyGame] = {}
        # One each for all lines, so that it needn't grow anew for each.
        self._kept, self._written = bytearray(), bytearray()

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without a newline: never an exception.

        In: {"game", "rulings", "seed", "state", "orders"}, or with a null state {"players"} and the game's options.
        Out: {"state", "problems", "events"}, the state null where an order has an error; or {"error"}
        for a line that can't be adjudicated at all. Other keys of a line are ignored.
        """
        try:
            _encoder.encode_into(self._answer(line), self._written)
            return bytes(self._written)
        except _Unanswerable as refused:
            return _error(str(refused))
        except SeedNeeded:
            return _error('This needs chance, and "seed" is missing: give the 64 hex digits of the game\'s seed.')
        except BrokenInvariant as broken:
            return _error(f"This is a bug in the game's rules: {broken}")
        except RecursionError:
            return _error("The line is nested too deeply.")
        except Exception as broken:  # a fault in one game's rules must not take the other lines with it
            return _error(f"This is a bug in the game's rules: {type(broken).__name__}: {broken}")

    def _answer(self, line: bytes) -> Json:
        usual = self._usual(line)
        if usual is not None:
            game, step = usual
            return _resolve(game, step.state, step.orders, Draws(_seed(step.seed)))
        asked = self._read(line)
        game = self._game(asked.get("game"), asked.get("rulings"))
        draws = Draws(_seed(asked.get("seed")))
        if "state" not in asked:
            raise _Unanswerable('The key "state" is missing; null begins a new game.')
        if asked["state"] is None:
            return _begin(game, asked, draws)
        orders = _orders(asked)
        return _resolve(game, _loaded(game, asked["state"]), orders, draws)

    def _usual(self, line: bytes) -> tuple[AnyGame, _Step[Any]] | None:
        """A step whose state is read from its text straight into the game's records, which is far quicker.

        None for whatever line is not like most: that one is read with care, which also finds the words for what
        is wrong.
        """
        try:
            text = _decode_step(line)
            game = self._game(text.game, text.rulings)
            load: Callable[[bytes], Any] | None = getattr(game, "load_text", None)
            if load is None:
                return None
            step: _Step[Any] = _Step(text.game, load(text.state), text.orders, text.rulings, text.seed)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, BadInput, _Unanswerable):
            return None
        return None if self._may_hold_twins(line, step) else (game, step)

    def _read(self, line: bytes) -> dict[str, Json]:
        """The object of a line, in which no key stands twice."""
        try:
            asked = _decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as unreadable:
            raise _Unanswerable(f"The line is not JSON: {unreadable}.") from unreadable
        if not isinstance(asked, dict):
            raise _Unanswerable("The line must be a JSON object.")
        if self._may_hold_twins(line, asked):
            json.loads(line, object_pairs_hook=_once_each)
        return asked

    def _may_hold_twins(self, line: bytes, read: object) -> bool:
        """Whether a key may stand twice in an object of the line, from which this was read.

        Such a key leaves fewer colons behind than the line had; written out again, they are counted quickly. Only
        where the numbers differ, or a colon may be written in another way, is the line to be read with care.
        """
        _encoder.encode_into(read, self._kept)
        return line.count(b":") != self._kept.count(b":") or (b"\\" in line and b"\\u003" in line)

    def _game(self, name: Json, rulings: Json) -> AnyGame:
        if not isinstance(name, str):
            raise _Unanswerable('The key "game" is missing or no text: give the id of a game, as "camellots".')
        if rulings is None or rulings is UNSET:
            rulings = {}
        if not isinstance(rulings, dict):
            raise _Unanswerable('"rulings" must be an object, {} for the defaults.')
        key = (name, _encode(rulings))
        if key not in self._games:
            if len(self._games) >= KEPT_GAMES:
                self._games.clear()
            self._games[key] = self._made(name, rulings)
        return self._games[key]

    def _made(self, name: str, rulings: Mapping[str, Json]) -> AnyGame:
        try:
            kind = self._find_game(name)
        except (WrongUse, BadInput, WorldFailed) as unknown:
            raise _Unanswerable(_in_words(unknown)) from unknown
        try:
            return kind(rulings)
        except BadInput as refused:
            raise _Unanswerable(f"The rulings can't be used: {_in_words(refused)}") from refused


def _error(message: str) -> bytes:
    # A bug's own words may hold what UTF-8 can't say.
    return _encode({"error": message.encode("utf-8", "replace").decode()})


def _in_words(refused: WrongUse | BadInput | WorldFailed) -> str:
    said = refused.problems if isinstance(refused, BadInput) else (refused,)
    return " ".join(f"{one.message} {one.hint}".rstrip() for one in said)


def _once_each(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    values: dict[str, Json] = {}
    for key, value in pairs:
        if key in values:
            raise _Unanswerable(f"The key {key!r} stands twice in one object.")
        values[key] = value
    return values


def _seed(text: Json) -> bytes | None:
    if text is None or text is UNSET:
        return None
    try:
        seed = bytes.fromhex(text) if isinstance(text, str) and len(text) == 2 * SEED_BYTES else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise _Unanswerable(f'"seed" must be {2 * SEED_BYTES} hex digits.')
    return seed


def _orders(asked: Mapping[str, Json]) -> dict[str, Json]:
    orders = asked.get("orders")
    if not isinstance(orders, dict):
        raise _Unanswerable('The key "orders" is missing or no object: {"NAME": order, ...}, null for no order.')
    return orders


def _begin(game: AnyGame, asked: Mapping[str, Json], draws: Draws) -> Json:
    """A new game's first state."""
    players = asked.get("players")
    if not isinstance(players, list) or not players or not all(isinstance(p, str) and p.strip() for p in players):
        raise _Unanswerable('A new game ("state": null) needs "players", a list of names.')
    if len(set(players)) < len(players):
        twin = next(player for player in players if players.count(player) > 1)
        raise _Unanswerable(f"Two players are called {twin!r}.")
    options = {
        option.key: _option(option.key, asked[option.key], players)
        for option in game.info.options
        if option.key in asked
    }
    try:
        state = game.setup(players, options, draws)
    except BadInput as refused:
        raise _Unanswerable(f"The game can't be set up: {_in_words(refused)}") from refused
    return {"state": _dumped(game, state), "problems": {}, "events": []}


def _dumped(game: AnyGame, state: Any) -> Any:
    """The state, as far as it has to be dumped before it can be written."""
    return state if getattr(game, "states_are_json", False) else game.dump(state)


def _option(key: str, values: Json, players: list[str]) -> dict[str, int]:
    if not isinstance(values, dict):
        raise _Unanswerable(f'"{key}" must be an object: {{"NAME": number}}.')
    for player, value in values.items():
        if player not in players:
            raise _Unanswerable(f'"{key}" names {player!r}, who is none of the players.')
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise _Unanswerable(f'"{key}" of {player!r} must be a whole number from 0 up.')
    return values


def _loaded(game: AnyGame, given: Json) -> Any:
    try:
        return game.load(given)
    except BadInput as refused:
        raise _Unanswerable(f"The state can't be used: {_in_words(refused)}") from refused


def _resolve(game: AnyGame, state: Any, orders: Mapping[str, Json], draws: Draws) -> Json:
    """One step of a game."""
    step = game.due(state)
    if step is None:
        raise _Unanswerable("The game is finished: it takes no orders.")
    judgement = check_orders(game, state, step, orders)
    waits = _waiting(game, state, step, judgement)
    said = {}
    for player, told in (*judgement.problems.items(), *waits.items()):
        said[player] = [_said(problem) for problem in told]
    if waits or not judgement.stands:
        return {"state": None, "problems": said, "events": []}
    played = play(game, state, judgement.orders, draws)
    return {"state": _dumped(game, played.state), "problems": said, "events": played.events}


def _waiting(game: AnyGame, state: Any, step: Step, judgement: JudgedOrders) -> dict[str, tuple[Problem, ...]]:
    """An error for each player without an order for whom the game has no default: the game's own, if it has one."""
    if len(judgement.orders) == len(step.players):
        return {}
    silent = [player for player in step.players if player not in judgement.orders and player not in judgement.problems]
    return {
        player: said or (Problem(code="order.missing", message=f"The game waits for the order of {player}."),)
        for player, said in waiting(game, state, silent).items()
    }


def _said(problem: Problem) -> dict[str, str]:
    return {"code": problem.code, "message": problem.message}
