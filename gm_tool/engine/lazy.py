"""Lines and entries of a journal that are cut out and decoded when somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

E = TypeVar("E")


class Lines(Sequence[bytes]):
    """The lines of a file by where each of them ends in its bytes."""

    def __init__(self, data: bytes, ends: Sequence[int]) -> None:
        self._data = data
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[bytes, ...]: ...

    def __getitem__(self, index: int | slice) -> bytes | tuple[bytes, ...]:
        places = range(len(self._ends))[index]
        return self._at(places) if isinstance(places, int) else tuple(map(self._at, places))

    def __eq__(self, other: object) -> bool:
        """Whether another sequence has the same lines."""
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def _at(self, place: int) -> bytes:
        return self._data[self._ends[place - 1] if place else 0 : self._ends[place]]


class LazyEntries(Sequence[E]):
    """Entries by their lines: the one of an index is made from its line when it is first asked for.

    `decode` makes an entry of a line; it must not fail for any of them. `places` are the lines that there are, in
    order; None stands for all. Two of them that share lines may share what was made (`seen`).
    """

    def __init__(
        self,
        lines: Sequence[bytes],
        decode: Callable[[bytes], E],
        places: Sequence[int] | None = None,
        seen: dict[int, E] | None = None,
    ) -> None:
        self._lines = lines
        self._decode = decode
        self._places = range(len(lines)) if places is None else places
        self._seen: dict[int, E] = {} if seen is None else seen

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> E: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[E, ...]: ...

    def __getitem__(self, index: int | slice) -> E | tuple[E, ...]:
        if isinstance(index, slice):
            return tuple(map(self._at, self._places[index]))
        return self._at(self._places[index])

    def only(self, places: Sequence[int]) -> LazyEntries[E]:
        """Those of these entries that stand at the given places, counted from 0."""
        return LazyEntries(self._lines, self._decode, [self._places[place] for place in places], self._seen)

    def _at(self, place: int) -> E:
        if place not in self._seen:
            self._seen[place] = self._decode(self._lines[place])
        return self._seen[place]
