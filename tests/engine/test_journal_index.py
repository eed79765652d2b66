"""An index of a journal: with it a long game opens without being decoded; it is never believed over the journal."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gm_tool.app import opened
from gm_tool.core.problems import BadInput
from gm_tool.engine import journal_index
from gm_tool.engine.entries import AdjustEntry, AnyEntry, ReopenEntry, RulingEntry, Start, StepEntry
from gm_tool.engine.journal import ROOT, Journal, decoded, read
from gm_tool.engine.journal_index import Opened, index_of
from gm_tool.engine.lazy import LazyEntries
from gm_tool.io.journal_file import split_lines


def opened_by(kept: bytes, lines: Sequence[bytes]) -> Opened | None:
    """The journal of these lines by an index."""
    return journal_index.opened(kept, b"".join(lines), split_lines)


MADE: dict[str, Any] = {"engine": "1", "rules": "1", "settled": ""}


def sealed(bodies: Sequence[AnyEntry]) -> list[bytes]:
    """The lines of a journal of these entries."""
    lines, previous = [], ROOT
    for number, body in enumerate(bodies, 1):
        text = msgspec.json.encode(msgspec.structs.replace(body, entry=number, previous=previous))
        previous = hashlib.sha256(text).hexdigest()
        lines.append(text[:-1] + f',"digest":"{previous}"}}\n'.encode())
    return lines


def start() -> Start:
    return Start(
        **MADE, game="g", title="", players=("Ann",), options={}, rulings={"a": 1}, commitment="", state={"n": 0}
    )


def step(number: int, state: int) -> StepEntry:
    return StepEntry(
        **MADE, step=f"round-{number}", source=None, rows=(), orders={}, missing=(), set_aside=(), problems=(),
        events=[], state={"n": state},
    )  # fmt: skip


def random_journal(chance: random.Random, count: int) -> list[bytes]:
    """A journal with steps, adjustments, rounds taken back and rulings changed, as they may follow each other."""
    bodies: list[AnyEntry] = [start()]
    resolved = 0
    for number in range(count):
        kind = chance.choice(["step"] * 5 + ["adjust", "reopen", "ruling"])
        if kind == "adjust":
            adjust: dict[str, Any] = {
                "step": f"round-{resolved}" if resolved else "",
                "player": "Ann",
                "what": "coins",
                "amount": 1,
            }
            bodies.append(AdjustEntry(**MADE, **adjust, reason="", date="", events=[], state={"n": -number}))
        elif kind == "reopen" and resolved:
            first = chance.randint(1, resolved)
            bodies.append(ReopenEntry(**MADE, from_step=f"round-{first}", reason="", date=""))
            resolved = first - 1
        elif kind == "ruling":
            first = chance.randint(1, resolved + 2)
            bodies.append(
                RulingEntry(**MADE, key="a", setting=number, was=1, from_step=f"round-{first}", reason="", date="")
            )
            resolved = min(resolved, first - 1)
        else:
            resolved += 1
            bodies.append(step(resolved, number))
    return sealed(bodies)


def assert_same(found: Journal, whole: Journal) -> None:
    assert (found.digest, len(found.entries), len(found.steps)) == (whole.digest, len(whole.entries), len(whole.steps))
    assert tuple(found.entries) == tuple(whole.entries)
    assert tuple(found.steps) == tuple(whole.steps)
    assert (found.line.start, found.line.adjusts, found.line.rulings) == (
        whole.line.start,
        whole.line.adjusts,
        whole.line.rulings,
    )
    for number in range(len(whole.steps) + 1):
        assert found.line.state_after(number) == whole.line.state_after(number)


@pytest.mark.parametrize("seed", range(30))
def test_an_opened_journal_is_the_journal_whatever_was_taken_back(seed: int) -> None:
    chance = random.Random(seed)
    lines = random_journal(chance, chance.randint(1, 25))
    whole = read(lines)
    for known in {1, len(lines) // 2 or 1, len(lines)}:
        kept = index_of(read(lines[:known]), lines[:known])
        found = opened_by(kept, lines)
        assert found is not None
        assert found.known == known
        assert found.lines == tuple(lines)
        assert (found.lines[0], found.lines[-1], found.lines[1:3]) == (lines[0], lines[-1], tuple(lines[1:3]))
        assert_same(found.journal, whole)


def long_journal(count: int = 80) -> list[bytes]:
    return sealed([start(), *(step(number, number) for number in range(1, count))])


def test_nothing_but_the_start_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = long_journal()
    kept = index_of(read(lines), lines)
    seen = []

    def noted(line: bytes) -> AnyEntry:
        seen.append(line)
        return decoded(line)

    monkeypatch.setattr(journal_index, "decoded", noted)
    found = opened_by(kept, lines)
    assert found is not None
    assert len(seen) == 1
    assert found.journal.line.state_after(79) == {"n": 79}
    assert len(seen) == 2
    assert found.journal.steps[-1] is found.journal.steps[-1], "each is decoded once"


@pytest.mark.parametrize("place", [0, 1, 40, 79])
def test_a_journal_that_was_changed_is_read_in_full(place: int) -> None:
    lines = long_journal()
    kept = index_of(read(lines), lines)
    changed = [*lines]
    changed[place] = changed[place].replace(b'"n":', b'"n": ')
    assert opened_by(kept, changed) is None
    with pytest.raises(BadInput) as refused:
        read(changed)
    assert refused.value.problems[0].code == "journal.changed"
    assert opened_by(kept, lines[:-1]) is None, "a journal that is shorter"


def test_what_has_come_since_is_checked_as_ever() -> None:
    lines = long_journal()
    kept = index_of(read(lines[:60]), lines[:60])
    for changed, code in (
        ([*lines[:70], lines[70].replace(b'"n":', b'"n": '), *lines[71:]], "journal.changed"),
        ([*lines[:60], *lines[61:]], "journal.chain"),
        ([*lines[:-1], lines[-1][:50]], "journal.torn"),
        ([*lines[:60], lines[0]], "journal.start"),
    ):
        with pytest.raises(BadInput) as refused:
            opened_by(kept, changed)
        codes = [problem.code for problem in refused.value.problems]
        assert code in codes
        with pytest.raises(BadInput) as whole:
            read(changed)
        assert [problem.as_json() for problem in whole.value.problems] == [p.as_json() for p in refused.value.problems]


@pytest.mark.parametrize(
    "kept", [b"", b"{}", b"\xff", b"[1,2]", b'{"format":1,"gm":"0","sha256":"","digest":"","signs":[]}']
)
def test_an_index_that_is_none_counts_for_nothing(kept: bytes) -> None:
    assert opened_by(kept, long_journal(5)) is None


@pytest.mark.parametrize(("name", "value"), [("FORMAT", 2), ("__version__", "0.0.0")])
def test_a_index_of_another_gm_counts_for_nothing(name: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = long_journal(5)
    kept = index_of(read(lines), lines)
    monkeypatch.setattr(journal_index, name, value)
    assert opened_by(kept, lines) is None


# Where they are kept


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(opened, "own_shelf", lambda: _shelf(tmp_path / "cache"))
    return tmp_path / "cache"


def _shelf(folder: Path) -> Any:
    from gm_tool.io.shelf import FolderShelf

    folder.mkdir(exist_ok=True)
    return FolderShelf(folder)


def test_a_long_journal_is_kept_and_a_short_one_is_not(shelf: Path, tmp_path: Path) -> None:
    path, lines = tmp_path / "journal.jsonl", long_journal(600)

    def opened_as(count: int) -> Journal:
        path.write_bytes(b"".join(lines[:count]))
        found, journal = opened.open_journal(path)
        assert found == tuple(lines[:count])
        assert_same(journal, read(lines[:count]))
        return journal

    opened_as(20)
    assert not shelf.exists()
    for count, lazy in ((400, False), (400, True), (463, True), (464, False), (500, True)):
        assert isinstance(opened_as(count).entries, LazyEntries) is lazy, count
    [kept] = shelf.iterdir()
    assert len(msgspec.json.decode(kept.read_bytes())["signs"]) == 464, "made anew once it was far behind"
    assert b'"state"' not in kept.read_bytes(), "nothing of the game"
    kept.write_bytes(b"spoiled")
    assert isinstance(opened_as(500).entries, tuple)
    assert isinstance(opened_as(500).entries, LazyEntries)


def test_without_a_shelf_all_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "own_shelf", lambda: None)
    (tmp_path / "journal.jsonl").write_bytes(b"".join(long_journal(600)))
    assert isinstance(opened.open_journal(tmp_path / "journal.jsonl")[1].entries, tuple)
