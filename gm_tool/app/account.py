"""`gm tally` and `gm explain`: what everybody has, and where each coin of a player comes from."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.folder import open_folder
from gm_tool.app.publish import tally_listing
from gm_tool.app.show import resolved_number
from gm_tool.core.game import Json
from gm_tool.core.problems import WrongUse
from gm_tool.core.views import Listing
from gm_tool.engine.account import Account, StepAccount, balance


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
    """The account of a player: all steps, or the one asked for."""

    player: str
    account: Account
    steps: tuple[StepAccount, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm explain --json`."""
        return {
            "player": self.player,
            "start": dict(self.account.start),
            "steps": [_step_json(step) for step in self.steps],
            "problems": [problem.as_json() for problem in self.account.problems],
        }


def _step_json(step: StepAccount) -> dict[str, Json]:
    return {
        "step": step.step,
        "order": step.order,
        "read_as": step.said,
        "cells": dict(step.cells),
        "changes": [structs.asdict(line) for line in step.lines],
    }


def explain(where: Path | None, name: str, step: str | None = None) -> ExplainReport:
    """Where each thing of a player comes from. Raises WrongUse for an unknown player, BadInput, WorldFailed."""
    folder = open_folder(where)
    player = folder.player(name)
    if not folder.played:
        raise WrongUse("Nothing is resolved yet: there is nothing to explain.", "Run `gm resolve` first.")
    account = balance(folder.game, folder.journal, player)
    number = resolved_number(folder, step) if step else 0
    return ExplainReport(player, account, (account.steps[number - 1],) if number else account.steps)
