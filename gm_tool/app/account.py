"""`gm tally` and `gm explain`: what everybody has, and where each coin of a player comes from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, to_builtins

from gm_tool.app.asked_steps import resolved_number, taken_back_step
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.former import Former, former_steps
from gm_tool.app.publish import tally_listing
from gm_tool.core.game import Json
from gm_tool.core.problems import WrongUse
from gm_tool.core.views import Listing
from gm_tool.engine.account import Account, StepAccount, balance
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import Source
from gm_tool.engine.race import Move, PublicStep, moves, public_step

RACE = "race"
"""The word for the race itself, where else a player is named."""


class TallyReport(Struct, frozen=True):
    """The score of each player at the start and after each step. The GM's alone, until the end."""

    title: str
    score: str
    listing: Listing

    def as_json(self) -> dict[str, Json]:
        """The object of `gm tally --json`."""
        return {
            "title": self.title,
            "score": self.score,
            "steps": list(self.listing.header[1:]),
            "players": {str(row[0]): list(row[1:]) for row in self.listing.rows},
        }


def tally(where: Path | None) -> TallyReport:
    """The tally of a game. Raises BadInput, WrongUse, WorldFailed."""
    folder = open_folder(where)
    return TallyReport(folder.title, folder.game.info.score, tally_listing(folder))


class ExplainReport(Struct, frozen=True):
    """The account of a player: all steps, or the one asked for. `race`: there is a player of that very name.

    `former` are the steps as they were before the GM took them back, where they were otherwise.
    """

    player: str
    account: Account
    steps: tuple[StepAccount, ...]
    race: bool = False
    former: tuple[Former, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """The object of `gm explain --json`."""
        return {
            "player": self.player,
            "start": dict(self.account.start),
            "steps": [_step_json(step) for step in self.steps],
            "former": [former.as_json() for former in self.former],
            "problems": [problem.as_json() for problem in self.account.problems],
        }


class PublicReport(Struct, frozen=True):
    """What everybody may know of what happened to a player."""

    player: str
    steps: tuple[PublicStep, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm explain NAME --public --json`."""
        return {"player": self.player, "steps": [to_builtins(step) for step in self.steps]}


class RaceReport(Struct, frozen=True):
    """How the pieces moved, step by step; `sources` are the file and the tab of each step's orders ("" for none)."""

    public: bool
    steps: tuple[tuple[str, str, tuple[Move, ...]], ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm explain race --json`; with --public without what isn't for everybody."""
        return {
            "public": self.public,
            "steps": [
                {"step": step, "source": source, "moves": [_move_json(move) for move in moves]}
                for step, source, moves in self.steps
            ],
        }


def _move_json(move: Move) -> dict[str, Json]:
    told = to_builtins(move)
    for reason in told["reasons"]:
        reason["read_as"] = reason.pop("said")
    return dict(told)


def _step_json(step: StepAccount) -> dict[str, Json]:
    return {
        "step": step.step,
        "order": step.order,
        "read_as": step.said,
        "source": source_text(step.source),
        "cells": dict(step.cells),
        "changes": [to_builtins(line) for line in step.lines],
        "told": [to_builtins(one) for one in step.told],
    }


def source_text(source: Source | None) -> str:
    """Where a step's orders were read from: "sheets/round-05.xlsx, Round 5", "" where nowhere."""
    return ", ".join(part for part in (source.file, source.tab) if part) if source else ""


def explain(
    where: Path | None, name: str, step: str | None = None, public: bool = False
) -> ExplainReport | PublicReport | RaceReport:
    """Where each thing of a player comes from; of "race", how the pieces moved, unless a player is called so.

    `public`: what everybody may know of it, and nothing else.
    Raises WrongUse for an unknown player, BadInput, WorldFailed.
    """
    folder = open_folder(where)
    a_player = folder.names.find(name).how in ("exact", "same", "plain")
    race = name.lower() == RACE
    player = "" if race and not a_player else folder.player(name, (RACE,))
    before = taken_back_step(folder, step) if player and not public else ""
    if not folder.played and not before:
        raise WrongUse("Nothing is resolved yet: there is nothing to explain.", "Run `gm resolve` first.")
    numbers = _asked(folder, step, before)
    if not player:
        return _race(folder, numbers, public)
    if public:
        return PublicReport(player, tuple(public_step(_ruled(folder, n), folder.entry(n), player) for n in numbers))

    def account_in(game: GameFolder) -> Account:
        return balance(lambda number: _ruled(game, number), game.journal, player)

    account = account_in(folder)
    former = former_steps(folder, account, account_in)
    asked = {before, *(folder.entry(number).step for number in numbers)}
    steps = tuple(one for one in account.steps if one.step in asked)
    return ExplainReport(player, account, steps, race, tuple(one for one in former if not step or one.step in asked))


def _asked(folder: GameFolder, step: str | None, before: str) -> list[int]:
    """The resolved steps that were asked for: all where none was named, none of `before`, which was taken back."""
    if step is None:
        return list(range(1, folder.played + 1))
    return [] if before else [resolved_number(folder, step)]


def _ruled(folder: GameFolder, number: int) -> Ruled:
    under = folder.under(number)
    return Ruled(under.game, under.settings)


def _race(folder: GameFolder, numbers: Sequence[int], public: bool) -> RaceReport:
    steps = []
    for number in numbers:
        entry = folder.entry(number)
        source = "" if public else source_text(entry.source)
        steps.append((entry.step, source, moves(_ruled(folder, number), entry, public)))
    return RaceReport(public, tuple(steps))
