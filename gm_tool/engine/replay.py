"""Replay: the whole game played again from its journal, and the first thing that comes out differently."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws, SeedNeeded, commitment
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.engine.journal import AnyEntry, Journal, StepEntry, settings_digest
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

    `game` is the game under the journal's rulings. Without a seed (None), games and steps that need
    chance can't be played. Stops at the first thing that differs, one of: replay.game, replay.seed, replay.rulings,
    replay.setup, replay.step, replay.order, replay.events, replay.state, replay.broken.
    """
    try:
        state = _begin(game, journal, seed, label)
        for entry in journal.steps:
            state = _again(game, state, entry, seed, label)
    except _Parted as parted:
        return (parted.problem,)
    return ()


def _begin(game: AnyGame, journal: Journal, seed: bytes | None, label: str) -> Any:
    start = journal.start
    if start.game != game.info.id:
        raise _parted("replay.game", label, start, f"is of the game {start.game}, not {game.info.id}")
    if seed is not None and commitment(seed) != start.commitment:
        raise _parted("replay.seed", label, start, "was made with another seed than the one given")
    for entry in journal.entries:
        if entry.settled != settings_digest(start.rulings):
            raise _parted("replay.rulings", label, entry, "was made under other rulings than the game began with")
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
    where = f"{entry.step} (line {entry.entry})" if isinstance(entry, StepEntry) else f"the start (line {entry.entry})"
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
