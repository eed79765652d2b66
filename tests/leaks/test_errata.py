"""An erratum leaks nothing: of twin corrections, which differ in what one player hides, all others read the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs
from proof import leaks
from twins import Twins, twins

from gm_tool.app.erratum import errata
from gm_tool.app.folder import GameFolder
from gm_tool.app.made import Made
from gm_tool.app.posts import erratum_files
from gm_tool.engine.corrections import Leave, Mended, Ruled, play_again
from gm_tool.engine.entries import CorrectEntry
from gm_tool.engine.journal import Journal, versions

GAMES = 60


def corrected(folder: GameFolder, number: int, player: str) -> GameFolder:
    """The game with a player's order of a step taken away, numbered but not sealed."""
    ruled = Ruled(folder.game, folder.settings)
    mended = {number: Mended(words={player: "nothing"})}
    redone = play_again(folder.journal.line, number, lambda _: ruled, folder.seed(), mended, Leave(everybody=True))
    head = CorrectEntry(
        **versions(folder.game, folder.settings),
        from_step=f"round-{number}",
        reason=f"canary of {player}",
        date="2026-03-14",
        orders={f"round-{number}": (player,)},
        again=len(redone.entries),
    )
    entries = (*folder.journal.entries, head, *redone.entries)
    numbered = tuple(structs.replace(entry, entry=n) for n, entry in enumerate(entries, 1))
    return structs.replace(folder, journal=Journal(numbered))


def erratum_of(pair: Twins, folder: GameFolder, number: int) -> Sequence[Made]:
    [erratum] = errata(corrected(folder, number, pair.hiders[0]))
    return erratum_files(erratum)


@pytest.mark.usefixtures("quick")
def test_nothing_leaks_through_an_erratum() -> None:
    looked = 0
    for index in range(GAMES):
        pair = twins(index)
        if pair.finished or len(pair.hiders) > 1:
            continue  # then coins and bets are everybody's; or two players may find a difference
        first, second = (erratum_of(pair, folder, pair.number) for folder in (pair.first, pair.second))
        assert not leaks(pair, first, second), f"game {index}"
        for made in (*first, *second):
            assert b"canary of" not in made.data or made.name.endswith(("gm.txt", "index.html")), (
                "the reason is the GM's alone"
            )
        looked += 1
    assert looked > GAMES // 3
