"""What templates are told of steps, orders and rows, as plain values."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence

from gm_tool.app.deadline import moment_text
from gm_tool.app.folder import GameFolder
from gm_tool.app.language import language_of
from gm_tool.core.events import Change, Event
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.rulings import word
from gm_tool.engine.corrections import ADJUST
from gm_tool.engine.entries import RecordedRow, StepEntry, number_of
from gm_tool.engine.turn import Counts, count

MOST = 2000
"""So many rows that don't count, and so many problems, are told one by one."""


def rulings_told(folder: GameFolder) -> list[dict[str, object]]:
    """All rulings of a game with the settings in force, in words."""
    told = []
    for ruling in folder.game.rulings:
        setting = folder.settings[ruling.key]
        told.append(
            {
                "key": ruling.key,
                "setting": word(setting),
                "question": ruling.question,
                "meaning": ruling.meaning(setting),
                "default": setting == ruling.default,
            }
        )
    return told


def adjusted_told(events: Sequence[Event], player: str) -> list[dict[str, object]]:
    """What the GM has adjusted of what a player has, with the reason that was given."""
    return [
        {"what": event.what, "amount": event.amount, "reason": event.about}
        for event in events
        if isinstance(event, Change) and event.reason == ADJUST and event.player == player
    ]


def orders_said(folder: GameFolder, entries: Sequence[StepEntry]) -> dict[str, str]:
    """The orders of all players who were asked, in words; those of several steps one after the other."""
    said: dict[str, list[str]] = {}
    for entry in entries:
        for player, order in entry.orders.items():
            said.setdefault(player, []).append(_said(folder, order))
    return {player: "; ".join(words) for player, words in said.items()}


def order_rows(folder: GameFolder, entry: StepEntry) -> list[dict[str, str]]:
    """Each player's order of a step, in words, and what became of it."""
    return [
        {"player": player, "said": _said(folder, order), "fate": _fate(entry, player)}
        for player, order in entry.orders.items()
    ]


def submission_told(folder: GameFolder, entries: Sequence[StepEntry], player: str) -> dict[str, object]:
    """What was received from a player, how it was read, and what became of it; "not_asked" where nothing was asked.

    `fates` has what became of each order, by the number of its step, for a post may be of several turns. A note is
    told only where the player sent it: in a sheet that the GM fills in, it is the GM's own. `late` says when the
    newest came of what was sent too late; what stood in it is told to nobody.
    """
    asked = [entry for entry in entries if player in entry.orders]
    fates = {number_of(entry.step): _fate(entry, player) for entry in asked}
    ends = list(fates.values())
    received, notes = [], []
    for entry in asked:
        rows = [row for row in entry.rows if row.player == player and row.fate in ("used", "refused")]
        received += [_received(entry.source.titles if entry.source else {}, row) for row in rows]
        notes += [row.note for row in rows if row.note and entry.source and entry.source.notes_sent]
    return {
        "fate": "used" if "used" in ends else ends[0] if ends else "not_asked",
        "fates": fates,
        "read_as": "; ".join(_said(folder, entry.orders[player]) for entry in asked),
        "received": "\n".join(received),
        "note": "; ".join(notes),
        "late": "; ".join(text for entry in asked if (text := _late(folder, entry, player))),
    }


def rows_told(entries: Sequence[StepEntry]) -> list[dict[str, str]]:
    """The rows that were read, each with its end; of a flood that doesn't count, the rest by its ends alone.

    A post has an end: what became of each of a hundred thousand answers stands in the journal.
    """
    told, left = [], Counter[str]()
    others = 0
    for row in (row for entry in entries for row in entry.rows):
        others += row.fate != "used"
        if row.fate != "used" and others > MOST:
            left[row.fate] += 1
        else:
            told.append({"place": f"row {row.row}", "fate": row.fate, "player": row.player, "reason": row.reason})
    return told + [
        {"place": f"{number} more", "fate": fate, "player": "", "reason": ""} for fate, number in sorted(left.items())
    ]


def counts_of(entries: Sequence[StepEntry]) -> Counts:
    """The rows that were read, by their ends."""
    return count([row for entry in entries for row in entry.rows])


def problems_told(entries: Sequence[StepEntry]) -> list[dict[str, str]]:
    """The problems as they were recorded, each with its place in one text; of a flood, how many more there are."""
    problems = [problem for entry in entries for problem in entry.problems]
    told = [_problem_told(problem) for problem in problems[:MOST]]
    if len(problems) > MOST:
        more = {"severity": "note", "message": f"{len(problems) - MOST} more problems stand in the journal."}
        told.append(dict.fromkeys(told[0], "") | more)
    return told


def _problem_told(problem: Mapping[str, str]) -> dict[str, str]:
    place = ", ".join(part for part in (problem["file"], problem["tab"], problem["cell"]) if part)
    keys = ("severity", "code", "player", "value", "message", "hint")
    return {key: problem[key] for key in keys} | {"place": place}


def _said(folder: GameFolder, order: Json) -> str:
    return "" if order is None else folder.game.say(order)


def _fate(entry: StepEntry, player: str) -> str:
    """What became of a player's order: "used", "missing", "late" (none came but too late) or "refused"."""
    if player in entry.missing:
        return "late" if any(row.player == player and row.fate == "late" for row in entry.rows) else "missing"
    return "refused" if player in entry.set_aside else "used"


def _late(folder: GameFolder, entry: StepEntry, player: str) -> str:
    """When the newest came of what a player sent too late, on that player's clock; "" for nothing, or nobody knows."""
    said = (problem for problem in entry.problems if problem["code"] == "row.late" and problem["player"] == player)
    sent = next((problem["value"] for problem in said), "")
    if not sent:
        return ""
    moment = dt.datetime.fromisoformat(sent.removesuffix(" UTC")).replace(tzinfo=dt.UTC)
    return moment_text(moment, folder.config.zone_of(player), language_of(folder.config))


def _received(titles: Mapping[str, str], row: RecordedRow) -> str:
    """A row's order, cell by cell under its titles: "Action: bet, Bet Blue: 3"."""
    cells = {address.rstrip("0123456789"): text for address, text in row.cells.items()}
    return ", ".join(f"{titles[letters]}: {text}" for letters, text in cells.items() if letters in titles)


def first_by_rule(game: AnyGame, entry: StepEntry) -> dict[str, str]:
    """Of each player without an order to whom something happened, the first of it, in the game's own words."""
    told = {player: "" for player, order in entry.orders.items() if order is None}
    for event in game.load_events(entry.events):
        if event.player in told and not told[event.player]:
            told[event.player] = game.tell(event)
    return {player: sentence for player, sentence in told.items() if sentence}
