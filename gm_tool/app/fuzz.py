"""`gm fuzz`: random games with orders good and bad; a game in which something is found is kept as a game folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_tool.app.folder import open_folder
from gm_tool.app.games import find_game
from gm_tool.app.new import new
from gm_tool.core.draws import Draws
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, WrongUse
from gm_tool.core.rulings import settle, word
from gm_tool.engine.entries import AnyEntry
from gm_tool.engine.journal import seal_all, start_entry, step_entry
from gm_tool.engine.turn import Checked, Played, play
from gm_tool.io.config import CONFIG
from gm_tool.io.config_text import config_text
from gm_tool.io.journal_file import JOURNAL
from gm_tool.io.plain_sheet import tab_bytes
from gm_tool.io.transaction import Transaction
from gm_tool.testing.fuzz import Finding, Sheet, in_words
from gm_tool.testing.fuzz import fuzz as fuzz_games
from gm_tool.testing.tables import Setup
from gm_tool.testing.turns import checked_tab


class KeptFinding(Struct, frozen=True):
    """A finding and where its game was kept ("" where it wasn't, and why); the sheet in which it happened."""

    finding: Finding
    folder: str = ""
    sheet: str = ""
    why_not: str = ""

    def as_json(self) -> dict[str, Json]:
        """An entry of `findings` in `gm fuzz --json`."""
        return {
            "kind": self.finding.kind,
            "number": self.finding.number,
            "step": self.finding.step,
            "message": in_words(self.finding),
            "folder": self.folder,
            "sheet": self.sheet,
        }


class FuzzReport(Struct, frozen=True):
    """What came of the games of a seed: the steps played, the rows sent, and findings, one of each sort."""

    game: str
    seed: str
    games: int
    steps: int
    rows: int
    findings: tuple[KeptFinding, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm fuzz --json`."""
        return {
            "game": self.game,
            "seed": self.seed,
            "games": self.games,
            "steps": self.steps,
            "rows": self.rows,
            "findings": [kept.as_json() for kept in self.findings],
        }


def fuzz(
    game: str, games: int, seed: str, save: Path | None = None, told: Callable[[int], None] = lambda number: None
) -> FuzzReport:
    """Play so many random games, and keep one of each sort of finding in a folder below `save`.

    The games are the same for the same `seed`, any text; `told` is called after each with its number.
    Raises WrongUse for a game that isn't installed or a folder that is there, WorldFailed.
    """
    kind = find_game(game)
    if save is not None and save.exists() and (not save.is_dir() or any(save.iterdir())):
        raise WrongUse(f"{save} is there already; it was not touched.", "Name a folder that doesn't exist yet.")
    fuzzed = fuzz_games(kind, games, seed, told)
    kept = tuple(KeptFinding(found) if save is None else keep(save, kind, found) for found in fuzzed.findings)
    return FuzzReport(game, seed, fuzzed.games, fuzzed.steps, fuzzed.rows, kept)


def keep(save: Path, kind: type[AnyGame], found: Finding) -> KeptFinding:
    """Keep the game of a finding in a folder of its own, as far as it went well; the sheet in which it didn't, too."""
    if found.setup is None:
        return KeptFinding(found, why_not="The game couldn't even be set up.")
    where = save / f"game-{found.number}"
    try:
        sheet = _kept(where, kind, found, found.setup)
    except (BadInput, WrongUse) as refused:
        return KeptFinding(found, why_not=f"It can't be kept: {refused}")
    return KeptFinding(found, str(where), sheet)


def _kept(where: Path, kind: type[AnyGame], found: Finding, setup: Setup) -> str:
    """Writes the folder; gives the name of the sheet in which it happened, "" where there is none."""
    settings, _ = settle(kind.rulings, setup.rulings)
    rulings = {key: word(setting) for key, setting in settings.items()}
    new(where, kind.info.id, setup.players, f"Game {found.number}", setup.seed.hex(), rulings=rulings)
    transaction = Transaction(where)
    _write_settings(transaction, where, setup)
    game, state = setup.begun(kind)
    entries: list[AnyEntry] = [start_entry(game, settings, "", setup.players, setup.options, setup.seed)]
    for sheet in found.resolved:
        checked, played = _resolved(game, setup.seed, state, sheet)
        entries.append(step_entry(game, settings, checked, played))
        state = played.state
    if found.resolved:
        transaction.write(JOURNAL, b"".join(seal_all(entries)), secret=True)
    name = ""
    step = game.due(state)
    if found.sheet is not None and step is not None:
        name = f"sheets/{step.slug}.xlsx"
        transaction.write(name, tab_bytes(found.sheet.tab(game, state, step)), secret=True)
    transaction.commit()
    return name


def _resolved(game: AnyGame, seed: bytes, state: Any, sheet: Sheet) -> tuple[Checked, Played]:
    """A step that went well, once more."""
    step = game.due(state)
    assert step is not None, "a sheet is of a step that was due"
    checked = checked_tab(game, state, step, sheet.tab(game, state, step))
    return checked, play(game, state, checked.judged, Draws(seed))


def _write_settings(transaction: Transaction, where: Path, setup: Setup) -> None:
    """game.yaml with what the players bring along."""
    folder = open_folder(where)
    players = tuple(
        structs.replace(
            seat,
            options=dict(seat.options)
            | {key: str(given[seat.name]) for key, given in setup.options.items() if seat.name in given},
        )
        for seat in folder.config.players
    )
    config = structs.replace(folder.config, players=players)
    text = config_text(folder.game.info, folder.game.rulings, folder.settings, config)
    transaction.write(CONFIG, text.encode(), secret=True)
