"""`gm pull`, `gm push`, `gm google`, and the tab of `gm sheet --google`: a game in Google Sheets.

Whoever may view a spreadsheet can copy it and then sees all that is in it. So what only one player or
the GM may know goes into the one that game.yaml names for it, and never into one that players use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from gm_tool.app.asked_steps import posted_number
from gm_tool.app.check import read_due
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.google_turns import rows_lacking, turn_tab
from gm_tool.app.publish import Publisher, tally_listing
from gm_tool.app.snapshots import keep_snapshot
from gm_tool.app.source import AS_SET, PUSHED, Request
from gm_tool.core.draws import commitment
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem, WorldFailed, WrongUse
from gm_tool.engine.entries import Source
from gm_tool.engine.turn import Counts
from gm_tool.io.google_access import find_access, sign_in, where_sign_ins_are
from gm_tool.io.google_address import SheetAddress, address_of
from gm_tool.io.google_doctor import Finding, doctor
from gm_tool.io.google_entry import MadeTab, entry_sheet, make_sheet_tab
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.google_writing import Pushed, TabToWrite, push, rehearse
from gm_tool.render.dialects import TEXT

BOARD, UPDATES, TALLY = PUSHED
_TEXT_WIDTH = 60  # characters of a column with texts


class PullReport(Struct, frozen=True):
    """What was read of a step's orders, and in which snapshot it is kept; not `new` where the latest says the same."""

    title: str
    step: str
    source: Source
    counts: Counts
    kept: str
    new: bool

    def as_json(self) -> dict[str, Json]:
        """The object of `gm pull --json`. It shows no order."""
        return {
            "step": self.step,
            "file": self.source.file,
            "tab": self.source.tab,
            "digest": self.source.digest,
            "rows": self.counts.as_json(),
            "snapshot": self.kept,
            "new": self.new,
        }


def pull(where: Path | None, request: Request = AS_SET) -> PullReport:
    """Read the next step's orders from where game.yaml says, and keep them. Raises BadInput, WrongUse, WorldFailed."""
    folder = open_folder(where)
    step = _due(folder)
    source, checked = read_due(folder, step, request)
    kept = keep_snapshot(folder.path, checked, source)
    return PullReport(folder.title, step.name, source, checked.counts, kept.name, kept.new)


def _due(folder: GameFolder) -> Step:
    step = folder.due
    if step is None:
        raise WrongUse("The game is over: no orders are due any more.", "`gm show public final` prints the end.")
    return step


class Target(Struct, frozen=True):
    """A spreadsheet that was written to, for whose eyes, and what was made or renewed in it."""

    kind: Literal["public", "private"]
    pushed: Pushed

    def as_json(self) -> dict[str, Json]:
        """The entry of `gm push --json`."""
        pushed = self.pushed
        return {
            "kind": self.kind,
            "title": pushed.title,
            "url": pushed.url,
            "made": list(pushed.made),
            "renewed": list(pushed.renewed),
        }


class PushReport(Struct, frozen=True):
    """What `gm push` wrote."""

    step: str
    targets: tuple[Target, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm push --json`."""
        return {"step": self.step, "spreadsheets": [target.as_json() for target in self.targets]}


def push_step(where: Path | None, step: str | None = None, to: str = "", patience: Patience = PATIENT) -> PushReport:
    """Write a resolved step, the latest unless said otherwise, to the spreadsheets that game.yaml names.

    The public board goes to `push: public`, else to the spreadsheet that the orders come from; private updates
    and the tally to `push: private`, where there is one. With `to`, only the public board, to that address.
    To be run again without harm. Raises BadInput (push.private, google.*), WrongUse, WorldFailed.
    """
    folder = open_folder(where)
    number = posted_number(folder, step)
    public, private = _targets(folder, to)
    access, owner = find_access(), _owner(folder)
    publisher = Publisher(folder)
    targets = []
    tabs = [_updates(publisher, number), _tally(folder)] if private else []
    if public:
        if private:
            rehearse(private, tabs, owner, access, patience)
        targets.append(Target("public", push(public, [_board(publisher, number)], owner, access, patience)))
    if private:
        with _half_done(targets):
            targets.append(Target("private", push(private, tabs, owner, access, patience)))
    return PushReport(folder.step(number).name, tuple(targets))


@contextmanager
def _half_done(written: Sequence[Target]) -> Iterator[None]:
    """Say of what fails now what was written before it: each spreadsheet is a change of its own."""
    try:
        yield
    except (BadInput, WorldFailed) as error:
        if not written:
            raise
        titles = any_of([title for target in written for title in (*target.pushed.made, *target.pushed.renewed)], "and")
        hint = error.hint if isinstance(error, WorldFailed) else " ".join(problem.hint for problem in error.problems)
        raise WorldFailed(f"{titles} was written, the private updates and the tally weren't. {error}", hint) from error


def _targets(folder: GameFolder, to: str) -> tuple[SheetAddress | None, SheetAddress | None]:
    """The spreadsheet for public things and the one for private things; None for none.

    Raises BadInput (push.private) where players may open the private one, WrongUse where there is neither.
    """
    named, source = folder.config.push, folder.config.source.google
    if to:
        return address_of(to), None
    if not (named.public or named.private or source):
        raise WrongUse(
            "game.yaml names no Google Sheet to write to.",
            'Name it there, push: {public: "https://..."}, or just this once: `gm push --to ADDRESS`',
        )
    public = address_of(named.public or source) if named.public or source else None
    private = address_of(named.private) if named.private else None
    shared = {
        address_of(address).id: what for address, what in ((named.public, "posts"), (source, "orders")) if address
    }
    if private and private.id in shared:
        raise BadInput([_shared(folder, shared[private.id])])
    return public, private


def _shared(folder: GameFolder, what: str) -> Problem:
    return Problem(
        code="push.private",
        message=f"push/private is the spreadsheet of the players' {what}, too: they could read everybody's updates "
        "and the tally there. Nothing was written.",
        place=folder.config.place("push", "private"),
        value=folder.config.push.private,
        hint="Make another spreadsheet, share it with nobody but gm, and name that one.",
    )


def _owner(folder: GameFolder) -> str:
    """What tells this game's tabs from another's: the fingerprint of its seed, which is public."""
    return folder.journal.start.commitment if folder.started else commitment(folder.seed())


def _board(publisher: Publisher, number: int) -> TabToWrite:
    """The public post of a step, line by line."""
    title = publisher.folder.step(number).title
    lines = publisher.public(number, TEXT).rstrip("\n").split("\n")
    rows = tuple((line or None,) for line in lines)
    return TabToWrite(title=f"{title} {BOARD}", rows=rows, header=False, fixed_width=True, widths=(_TEXT_WIDTH,))


def _updates(publisher: Publisher, number: int) -> TabToWrite:
    """The private updates of a step, a row a player."""
    folder = publisher.folder
    rows = [(player, publisher.private(number, player, TEXT)) for player in folder.config.names]
    title = f"{folder.step(number).title} {UPDATES}"
    return TabToWrite(title=title, rows=(("Player", "Update"), *rows), fixed_width=True, widths=(16, _TEXT_WIDTH))


def _tally(folder: GameFolder) -> TabToWrite:
    listing = tally_listing(folder)
    return TabToWrite(title=TALLY, rows=(listing.header, *listing.rows), widths=(16,))


def make_google_tab(folder: GameFolder, step: Step, patience: Patience = PATIENT) -> MadeTab:
    """Make the tab for a step's orders in the spreadsheet that they come from, with what all may know.

    One for all turns that is there gets the rows that it lacks for turns to come. Raises WrongUse where game.yaml
    names no spreadsheet or one tab for all rounds, BadInput (google.*, header.*, column.*), WorldFailed.
    """
    source = folder.config.source
    if not source.google:
        raise WrongUse(
            "game.yaml names no Google Sheet that orders come from.",
            'Name it there: source: {google: "https://..."}. Or without Google: `gm sheet --public`',
        )
    by_turn = not folder.game.info.simultaneous
    if not source.tab_varies and not by_turn:
        raise WrongUse(
            f"By game.yaml all orders come into the tab {source.tab!r}: a new one would not be read.",
            'For a tab for each: tab: "Round {n}"',
        )
    address, owner, access = address_of(source.google), _owner(folder), find_access()
    if by_turn:
        tab = turn_tab(folder, step)
        return make_sheet_tab(
            address, tab, owner, access, patience, lambda there: rows_lacking(folder, step, tab, there)
        )
    state = folder.state_after(folder.played)
    forms: dict[str, Form] = {player: folder.game.form(state, None) for player in step.players}
    tab = entry_sheet(step, forms, source.tab_of(step) or step.title)
    return make_sheet_tab(address, tab, owner, access, patience)


class DoctorReport(Struct, frozen=True):
    """What stands between gm and a spreadsheet."""

    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        """Whether nothing failed."""
        return not any(finding.state == "failed" for finding in self.findings)

    def as_json(self) -> dict[str, Json]:
        """The object of `gm google doctor --json`."""
        return {"well": self.well, "findings": [finding.as_json() for finding in self.findings]}


def look(where: Path | None, address: str = "", patience: Patience = PATIENT) -> DoctorReport:
    """Look at the way to a spreadsheet: the one named, else the one that game.yaml names. Raises WrongUse, BadInput."""
    if not address:
        config = open_folder(where).config
        address = config.source.google or config.push.public or config.push.private
    if not address:
        raise WrongUse("game.yaml names no Google Sheet.", "Name one: `gm google doctor ADDRESS`")
    return DoctorReport(doctor(address, patience=patience))


class LoginReport(Struct, frozen=True):
    """A sign-in that was kept: in which file, and what gm goes in with all the same ("" where it is the sign-in)."""

    saved: Path
    instead: str = ""


def login(client: Path | None = None, ask: Callable[[str], str] | None = None) -> LoginReport:
    """Sign a user in at Google with the OAuth client in a file, else with the one in gspread's folder.

    The browser of this machine is opened, unless there is `ask`: it is given the address to open elsewhere, and
    returns the one that the browser was sent to. Raises WrongUse, WorldFailed.
    """
    from gm_tool.io.google_login import by_hand, in_browser

    found, saved = where_sign_ins_are(client)
    signed = sign_in(found, saved, in_browser if ask is None else lambda settings: by_hand(settings, ask))
    used = find_access()
    return LoginReport(saved, "" if used == signed else f"{used.key}")
