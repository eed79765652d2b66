"""The journal: one line an entry, each with the digest of the one before. The truth of a game.

An entry is compact JSON with `digest` as its last key: the SHA-256, in hex, of the same JSON
without it. Nothing in an entry tells the time or the machine. The state and the orders in it are
secret: a journal is the GM's alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_tool import __version__
from gm_tool.core.draws import Draws, commitment
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.engine.entries import AnyEntry, RecordedRow, Source, Start, StepEntry
from gm_tool.engine.line import Line, line_of
from gm_tool.engine.submissions import RowAccount
from gm_tool.engine.turn import Checked, Played

ROOT = "0" * 64
"""What the first entry has for the digest of the one before."""

_SEAL = re.compile(rb',"digest":"([0-9a-f]{64})"\}')
_SEAL_LENGTH = len(b',"digest":""}') + 64


_DECODER = msgspec.json.Decoder(AnyEntry)
_ENCODER = msgspec.json.Encoder()


_UNKNOWN = Line()


class Journal(Struct, frozen=True):
    """A journal that was read and holds together. `digest` is the last entry's: what the next one follows.

    `line` follows from the entries, unless it is known: what of them is in force.
    """

    entries: Sequence[AnyEntry] = ()
    digest: str = ROOT
    line: Line = _UNKNOWN

    def __post_init__(self) -> None:
        if self.line is _UNKNOWN:
            structs.force_setattr(self, "line", line_of(self.entries))

    @property
    def start(self) -> Start:
        """The entry with which the game begins. Raises ValueError for an empty journal."""
        if self.line.start is None:
            raise ValueError("the journal is empty")
        return self.line.start

    @property
    def steps(self) -> Sequence[StepEntry]:
        """The resolved steps in order, as they are in force."""
        return self.line.steps

    @property
    def state(self) -> Json:
        """The latest state, as JSON. Raises ValueError for an empty journal."""
        return self.line.state_after(len(self.line.steps))

    def up_to(self, count: int) -> Journal:
        """The journal as it was with its first `count` entries."""
        if count >= len(self.entries):
            return self
        return Journal(self.entries[:count], self.entries[count].previous)


EMPTY = Journal()


def start_entry(
    game: AnyGame,
    settings: Mapping[str, Json],
    title: str,
    players: Sequence[str],
    options: Mapping[str, Mapping[str, int]],
    seed: bytes,
) -> Start:
    """The first entry of a game; `settings` are those of all its rulings. Raises BadInput as `game.setup` does."""
    state = game.setup(players, options, Draws(seed))
    return Start(
        **versions(game, settings),
        game=game.info.id,
        title=title,
        players=tuple(players),
        options={key: dict(values) for key, values in options.items()},
        rulings=msgspec.to_builtins(dict(settings)),
        commitment=commitment(seed),
        state=game.dump(state),
    )


def step_entry(
    game: AnyGame,
    settings: Mapping[str, Json],
    checked: Checked,
    played: Played,
    source: Source | None = None,
    accepted: Sequence[str] = (),
    post: str = "",
) -> StepEntry:
    """The entry of a step that was checked and played; who was refused is set aside.

    `accepted` are the players whose late rows were let count; `post` is the later step whose post tells of it.
    """
    return StepEntry(
        **versions(game, settings),
        step=checked.step.name,
        source=source,
        rows=tuple(map(_row, checked.accounts)),
        orders=_orders(checked.step, checked.orders),
        missing=checked.missing,
        set_aside=checked.refused,
        problems=tuple(problem.as_json() for problem in checked.problems),
        events=msgspec.to_builtins(played.events),
        state=game.dump(played.state),
        accepted=tuple(accepted),
        post=post,
    )


def versions(game: AnyGame, settings: Mapping[str, Json]) -> dict[str, Any]:
    """What every entry has: the versions of the engine and the rules, the digest of the settings."""
    return {"engine": __version__, "rules": game.info.version, "settled": settings_digest(settings)}


def settings_digest(settings: Mapping[str, Json]) -> str:
    """SHA-256, in hex, of the settings of all rulings as compact JSON, sorted by key."""
    return hashlib.sha256(msgspec.json.encode(dict(settings), order="deterministic")).hexdigest()


def _row(account: RowAccount) -> RecordedRow:
    return RecordedRow(
        account.place.cell, account.fate, account.player, account.reason, dict(account.cells), account.note
    )


def _orders(step: Step, orders: Mapping[str, Json]) -> dict[str, Json]:
    return {player: orders.get(player) for player in step.players}


def seal_all(bodies: Sequence[AnyEntry], previous: Journal = EMPTY) -> list[bytes]:
    """The lines of entries that follow a journal and each other, each with its newline."""
    lines = []
    digest = previous.digest
    for number, body in enumerate(bodies, len(previous.entries) + 1):
        text = _ENCODER.encode(structs.replace(body, entry=number, previous=digest))
        digest = hashlib.sha256(text).hexdigest()
        lines.append(text[:-1] + f',"digest":"{digest}"}}\n'.encode())
    return lines


def read(lines: Sequence[bytes], label: str = "journal.jsonl") -> Journal:
    """The journal that these lines are; each may end with a newline, and empty ones at the end don't count.

    Raises BadInput with all that is wrong, each with its line: journal.torn (the last line was cut off),
    journal.unreadable (no JSON, or no entry), journal.changed (edited by hand), journal.chain (an entry
    is missing or not where it was), journal.number, journal.start (the first entry is no start).
    """
    entries, digest = read_on(lines, 0, ROOT, label)
    return Journal(entries, digest)


def read_on(lines: Sequence[bytes], known: int, digest: str, label: str) -> tuple[tuple[AnyEntry, ...], str]:
    """The entries of the lines that follow the first `known` ones, whose last has that digest; and their last digest.

    Raises BadInput as `read` does.
    """
    texts = [line.rstrip(b"\r\n") for line in lines]
    while texts and not texts[-1].strip():
        texts.pop()
    entries: list[AnyEntry] = []
    problems: list[Problem] = []
    previous = digest
    for number, text in enumerate(texts, known + 1):
        seal_found = _SEAL.fullmatch(text[-_SEAL_LENGTH:])
        entry = _decoded(text)
        if entry is None or seal_found is None:
            code, message = _unreadable(text, entry, last=number == known + len(texts))
            problems.append(_wrong(code, label, number, message))
            previous = ""
            continue
        digest = seal_found[1].decode()
        problems += _broken(entry, text, digest, previous, label, number)
        entries.append(entry)
        previous = digest
    if problems:
        raise BadInput(problems)
    return tuple(entries), previous


def decoded(line: bytes) -> AnyEntry:
    """The entry of a line that was read before. Raises msgspec.MsgspecError where it is none."""
    return _DECODER.decode(line)


def _decoded(text: bytes) -> AnyEntry | None:
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None  # what is wrong with it is said by who asked


def _unreadable(text: bytes, entry: AnyEntry | None, last: bool) -> tuple[str, str]:
    if last and not text.endswith(b"}"):
        return "journal.torn", "is cut off: writing it was not finished"
    if entry is not None:
        return "journal.changed", "has no digest at its end: it was edited by hand"
    return "journal.unreadable", "is no entry of a journal"


def _broken(entry: AnyEntry, text: bytes, digest: str, previous: str, label: str, number: int) -> list[Problem]:
    """What is wrong with an entry that could be read."""
    problems = []
    if hashlib.sha256(text[:-_SEAL_LENGTH] + b"}").hexdigest() != digest:
        problems.append(_wrong("journal.changed", label, number, "was edited by hand: it doesn't fit its digest"))
    if previous and entry.previous != previous:
        problems.append(_wrong("journal.chain", label, number, "doesn't follow the line before it"))
    if entry.entry != number:
        problems.append(_wrong("journal.number", label, number, f"calls itself entry {entry.entry}"))
    if (number == 1) != isinstance(entry, Start):
        what = "is not the start of a game" if number == 1 else "starts a game anew"
        problems.append(_wrong("journal.start", label, number, what))
    return problems


def _wrong(code: str, label: str, number: int, message: str) -> Problem:
    hint = "Put the file back from a copy; what was resolved since then can be resolved again."
    if code == "journal.torn":
        hint = "Delete that last line and run `gm resolve` again: nothing of its round was kept elsewhere."
    return Problem(
        code=code,
        place=Place(label, "", f"line {number}"),
        message=f"Line {number} of {label} {message}.",
        hint=hint,
    )
