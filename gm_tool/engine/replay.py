"""Replay: the whole game played again from its journal, and the first thing that comes out differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws, SeedNeeded, commitment
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.engine.corrections import Impossible, adjusted
from gm_tool.engine.entries import AdjustEntry, AnyEntry, RulingEntry, Start, StepEntry, number_of
from gm_tool.engine.journal import Journal, settings_digest
from gm_tool.engine.line import Line
from gm_tool.engine.turn import BrokenInvariant, check_orders, play


class Difference(Struct, frozen=True):
    """Where two JSON values part: the path ("players/Ann/coins"), both values as JSON text ("" for absent)."""

    path: str
    found: str
    expected: str


class _Parted(Exception):
    """Play came out differently from the journal."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def replay(game: AnyGame, journal: Journal, seed: bytes | None, label: str = "journal.jsonl") -> tuple[Problem, ...]:
    """Plays a journal again, from setup on, by the functions that played it; nothing where all is the same.

    All of it is played: what was taken back later, too. `game` is the game under the rulings that it began with.
    Without a seed (None), games and steps that need chance can't be played. Stops at the first thing that differs, one
    of: replay.game, replay.seed, replay.rulings, replay.setup, replay.step, replay.order, replay.events, replay.state,
    replay.adjust, replay.broken.
    """
    try:
        again = _Replay(game, journal, seed, label)
        for entry in journal.entries:
            again.follow(entry)
    except _Parted as parted:
        return (parted.problem,)
    return ()


class _Replay:
    """A journal being played again: the states after each number of steps, and the settings that were changed."""

    def __init__(self, game: AnyGame, journal: Journal, seed: bytes | None, label: str) -> None:
        self.seed, self.label = seed, label
        self.start = journal.start
        self.began = settings_digest(self.start.rulings)
        self.changes: list[RulingEntry] = []
        self.games = {self.began: game}
        self.states = [_begin(game, self.start, seed, label)]

    def follow(self, entry: AnyEntry) -> None:
        """Play one entry. Raises _Parted where it comes out differently."""
        if isinstance(entry, RulingEntry):
            self.changes.append(entry)
        game = self._game(entry)
        match entry:
            case Start():
                pass
            case StepEntry():
                self.states.append(_again(game, self.states[-1], entry, self.seed, self.label))
            case AdjustEntry():
                if entry.player not in self.start.players:
                    raise _parted("replay.adjust", self.label, entry, "can't be made again: there is no such player")
                self.states[-1] = _adjusted(game, self.states[-1], entry, self.label)
            case _:
                first = number_of(entry.from_step)
                if not first or (first > len(self.states) and not isinstance(entry, RulingEntry)):
                    raise _parted(
                        "replay.step", self.label, entry, f"takes back {entry.from_step}, which wasn't resolved"
                    )
                del self.states[first:]

    def _game(self, entry: AnyEntry) -> AnyGame:
        """The game under the rulings in force for an entry; those that it names must be the same."""
        number = _concerned(entry, len(self.states))
        digest = self.began
        if self.changes:
            settings = Line(self.start, rulings=tuple(self.changes)).rulings_at(number)
            digest = settings_digest(settings)
            if digest not in self.games:
                self.games[digest] = self._made(entry, settings)
        if entry.settled != digest:
            raise _parted("replay.rulings", self.label, entry, "was made under other rulings than those in force")
        return self.games[digest]

    def _made(self, entry: AnyEntry, settings: Mapping[str, Json]) -> AnyGame:
        try:
            return type(self.games[self.began])(settings)
        except BadInput as refused:
            raise _parted("replay.rulings", self.label, entry, f"has rulings that can't be: {refused}") from refused


def _concerned(entry: AnyEntry, due: int) -> int:
    """The number of the step whose rulings are those of an entry; `due` is that of the step to come."""
    match entry:
        case AdjustEntry():
            return max(due - 1, 1)
        case Start() | StepEntry():
            return due
        case _:
            return number_of(entry.from_step)


def _begin(game: AnyGame, start: Start, seed: bytes | None, label: str) -> Any:
    if start.game != game.info.id:
        raise _parted("replay.game", label, start, f"is of the game {start.game}, not {game.info.id}")
    if seed is not None and commitment(seed) != start.commitment:
        raise _parted("replay.seed", label, start, "was made with another seed than the one given")
    try:
        state = game.setup(start.players, start.options, Draws(seed))
    except (BadInput, SeedNeeded) as refused:
        raise _parted("replay.setup", label, start, f"can't be set up again: {refused}") from refused
    _compare("state", game.dump(state), start.state, label, start)
    return state


def _again(game: AnyGame, state: Any, entry: StepEntry, seed: bytes | None, label: str) -> Any:
    """The state after one step, played again."""
    step = game.due(state)
    if step is None or step.name != entry.step:
        due = f"{step.name} is due" if step else "the game is over"
        raise _parted("replay.step", label, entry, f"resolves {entry.step}, but {due}")
    judgement = check_orders(game, state, step, entry.orders)
    if not judgement.stands:
        player, said = next((player, said) for player, said in judgement.problems.items() if said)
        raise _parted("replay.order", label, entry, f"has an order of {player} that doesn't stand: {said[0].message}")
    try:
        played = play(game, state, judgement.orders, Draws(seed))
    except (BrokenInvariant, ValueError) as failed:
        raise _parted("replay.broken", label, entry, f"can't be played again: {failed}") from failed
    _compare("events", msgspec.to_builtins(played.events), entry.events, label, entry)
    _compare("state", game.dump(played.state), entry.state, label, entry)
    return played.state


def _adjusted(game: AnyGame, state: Any, entry: AdjustEntry, label: str) -> Any:
    """The state after an adjustment, made again."""
    try:
        events, after = adjusted(game, state, entry.player, entry.what, entry.amount, entry.reason)
    except Impossible as failed:
        raise _parted("replay.adjust", label, entry, f"can't be made again: {failed}") from failed
    _compare("events", msgspec.to_builtins(events), entry.events, label, entry)
    _compare("state", game.dump(after), entry.state, label, entry)
    return after


def _compare(what: str, played: Json, recorded: Json, label: str, entry: AnyEntry) -> None:
    parts = first_difference(recorded, played)
    if parts is None:
        return
    where = f"{what}/{parts.path}" if parts.path else what
    found, expected = parts.found or "nothing", parts.expected or "nothing"
    raise _parted(
        f"replay.{what}", label, entry, f"comes out differently at {where}: it says {found}, play gives {expected}"
    )


def _parted(code: str, label: str, entry: AnyEntry, message: str) -> _Parted:
    match entry:
        case StepEntry():
            what = entry.step
        case Start():
            what = "the start"
        case AdjustEntry():
            what = f"the adjustment for {entry.player}"
        case _:
            what = f"what was changed from {entry.from_step} on"
    where = f"{what} (line {entry.entry})"
    return _Parted(
        Problem(
            code=code,
            place=Place(label, "", f"line {entry.entry}"),
            message=f"In {label}, {where} {message}.",
            hint="The journal was made by another version of the rules, with another seed, or it was changed.",
        )
    )


def first_difference(found: Json, expected: Json) -> Difference | None:
    """The first place, in the order of `expected`, where two JSON values differ; true is not 1, 1.0 is not 1.

    The order of an object's keys is no difference.
    """
    if msgspec.json.encode(found) == msgspec.json.encode(expected):
        return None
    parts = _part(found, expected, ())
    return parts and Difference("/".join(parts[0]), parts[1], parts[2])


def _part(found: Json, expected: Json, path: tuple[str, ...]) -> tuple[tuple[str, ...], str, str] | None:
    if isinstance(found, dict) and isinstance(expected, dict):
        for key in (*expected, *(key for key in found if key not in expected)):
            if key not in found or key not in expected:
                return (*path, key), _text(found, key), _text(expected, key)
            parts = _part(found[key], expected[key], (*path, key))
            if parts:
                return parts
        return None
    if isinstance(found, (list, tuple)) and isinstance(expected, (list, tuple)):
        for index, (one, other) in enumerate(zip(found, expected, strict=False)):
            parts = _part(one, other, (*path, str(index)))
            if parts:
                return parts
        if len(found) == len(expected):
            return None
        index = min(len(found), len(expected))
        return (*path, str(index)), _text(dict(enumerate(found)), index), _text(dict(enumerate(expected)), index)
    if type(found) is type(expected) and found == expected:
        return None
    return path, _json(found), _json(expected)


def _text(values: dict[Any, Json], key: Any) -> str:
    return _json(values[key]) if key in values else ""


def _json(value: Json) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 200 else f"{text[:200]}..."
