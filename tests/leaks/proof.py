"""The proof that nothing leaks: what each audience may read of a round, and what in it should not be there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from twins import NAMES, Twins

from gm_tool.app.made import Made
from gm_tool.app.ours import FINAL
from gm_tool.io.file_names import file_names

EVERYBODY, GM = "everybody", "the GM"
_STEMS = {stem: name for name, stem in file_names(NAMES).items()}

Files = Mapping[str, bytes]


def readers(files: Iterable[Made]) -> dict[str, dict[str, bytes]]:
    """Each audience with the files that are for it."""
    found: dict[str, dict[str, bytes]] = {audience: {} for audience in (EVERYBODY, GM, *NAMES)}
    for made in files:
        found[_reader(made)][made.name] = made.data
    return found


def _reader(made: Made) -> str:
    if not made.secret:
        return EVERYBODY
    folder, _, file = made.name.rpartition("/")
    if not folder.endswith("/private"):
        return GM
    stem = file.removesuffix(".txt")
    return _STEMS[stem] if stem in _STEMS else _STEMS[stem.rpartition(".part-")[0]]


def leaks(pair: Twins, first: Sequence[Made], second: Sequence[Made]) -> list[str]:
    """What the files of the two games tell anybody who shouldn't know; nothing, if all is well.

    After the end the final posts tell everybody's bets and coins; the words that players sent stay secret.
    """
    found = [f"{made.name!r} is called after a secret" for made in (*first, *second) if _holds(pair, made.name)]
    seen, seen_too = readers(first), readers(second)
    for audience in (EVERYBODY, *NAMES):
        if audience in pair.hiders:
            continue
        one, other = seen[audience], seen_too[audience]
        found += [f"{name} is there for {audience} in one game alone" for name in sorted(one.keys() ^ other.keys())]
        for name in one:
            found += [f"{name}, for {audience}, {fault}" for fault in _faults(pair, name, one[name], other.get(name))]
    return found


def _faults(pair: Twins, name: str, data: bytes, twin: bytes | None) -> Iterator[str]:
    revealed = pair.finished and f"/{FINAL}/" in f"/{name}"
    secrets = pair.words if revealed else (*pair.words, *pair.numbers)
    yield from (f"tells {secret!r}" for secret in secrets if secret.encode() in data)
    if twin is not None and not revealed and data != twin:
        length = "another length" if len(data) != len(twin) else "another text"
        yield f"has {length} in the twin"


def _holds(pair: Twins, text: str) -> bool:
    return any(secret in text for secret in (*pair.words, *pair.numbers))
