"""`gm adjust`: the GM changes what a player has, by an entry with a date and a reason like any other."""

from __future__ import annotations

import difflib
from pathlib import Path

from msgspec import Struct

from gm_tool.app.decisions import Dated
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.outputs import grown
from gm_tool.app.publish import PUBLIC_POSTS
from gm_tool.app.redo import stale_sheet, write_journal_and_files
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.core.numbers import whole
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.core.shell import quoted
from gm_tool.engine.corrections import Impossible, Ruled, adjust_entry
from gm_tool.engine.entries import AdjustEntry


class AdjustReport(Struct, frozen=True):
    """What a player has of `what`, before and after. `over`: no update is to come, it is told with the last one."""

    title: str
    player: str
    what: str
    amount: int
    was: int
    now: int
    after: str
    over: bool
    problems: tuple[Problem, ...]
    written: tuple[str, ...]

    @property
    def anew(self) -> tuple[str, ...]:
        """The public posts that are other ones now, by their files: after the end all see what players have."""
        return tuple(name for name in self.written if name.endswith("/public.txt") and PUBLIC_POSTS.fullmatch(name))

    def as_json(self) -> dict[str, Json]:
        """The object of `gm adjust --json`."""
        return {
            "player": self.player,
            "what": self.what,
            "amount": self.amount,
            "was": self.was,
            "now": self.now,
            "after": self.after,
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.problems],
        }


def adjust(where: Path | None, name: str, what: str, amount: str, dated: Dated) -> AdjustReport:
    """Change what a player has by an amount: "+2", "-1". Raises BadInput (adjust.impossible), WrongUse, WorldFailed."""
    folder = open_folder(where)
    player, number = folder.player(name), _amount(amount)
    if not folder.started:
        raise WrongUse(
            "Nothing is resolved yet: what players bring along is set in game.yaml.",
            "Afterwards `gm adjust` changes what they have.",
        )
    if not dated.reason.strip():
        raise WrongUse("Say why: players are told.", 'As: `gm adjust Ann coins +2 --reason "one sale too few"`')
    under = folder.under(max(folder.played, 1))
    state = folder.state_after(folder.played)
    held = under.game.holdings(state, player)
    thing = _thing(what, tuple(held))
    asked = AdjustEntry(
        engine="", rules="", settled="", step=f"{folder.word}-{folder.played}" if folder.played else "",
        player=player, what=thing, amount=number, reason=dated.reason, date=dated.date, events=[], state=None,
    )  # fmt: skip
    try:
        entry, _ = adjust_entry(Ruled(under.game, under.settings), state, asked)
    except Impossible as failed:
        raise BadInput([_impossible(asked, str(failed))]) from failed
    after = grown(folder, [entry])
    return AdjustReport(
        title=folder.title,
        player=player,
        what=thing,
        amount=number,
        was=held[thing],
        now=held[thing] + number,
        after=asked.step,
        over=after.over,
        problems=stale_sheet(folder, after),
        written=write_journal_and_files(folder, after, _first_told(after)),
    )


def _first_told(after: GameFolder) -> int:
    """From which step on the posts are made anew: none, but the last one's once the game is over."""
    return after.played if after.over else after.played + 1


def _amount(text: str) -> int:
    number = whole(text)
    if not number or abs(number) > 999_999:
        raise WrongUse(f"{text!r} is no amount.", "Write a whole number with its sign: +2 or -2.")
    return number


def _thing(text: str, known: tuple[str, ...]) -> str:
    """What of a player's is meant, whatever the case of letters."""
    found = [what for what in known if what.casefold() == " ".join(text.split()).casefold()]
    if found:
        return found[0]
    near = difflib.get_close_matches(text[:100], known, 1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {any_of(known, 'and')}."
    raise WrongUse(f"No player has anything called {text!r}.", hint)


def _impossible(asked: AdjustEntry, why: str) -> Problem:
    return Problem(
        code="adjust.impossible",
        player=asked.player,
        value=f"{asked.amount:+d}",
        message=f"{asked.what} of {asked.player} can't be changed by {asked.amount:+d}: {why}",
        hint=f"`gm explain {quoted(asked.player)}` tells what there is.",
    )
