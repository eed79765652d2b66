"""Turns as posts tell them: plain words, turn by turn, of what a viewer may know.

Each entry has all of these keys, so that a template can ask for any of them: `turn`, `player`, `action`
("leg_bet", "tile", "pyramid", "winner", "loser", "partner" or "skip"), `said` (the order in the words of a
sheet), `camel` (bet on, or rolled; "" for a card that the viewer may not see), `value` (of the ticket taken),
`space`, `side`, `start` (where the tile lay before, or None), `partner`, `die`, `pips`, `run` (None or {camel,
riders, why: "carries" or "upper" (of `moving_camel`) where it isn't the one rolled, else "", start, landed, end,
side, owner, paid, under, line: "ahead", "behind" or ""}), `leg` (the leg that ended,
or 0), `scores` ([{player, tickets: [{camel, value, worth}], pyramid, copied, partner, total, paid}]), `over` (None
or {camel, forwards, ranking}) and `cards` ([{deck, player, camel, pays}], turned up after the race).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm_tool.core.events import Change, Event
from gm_tool.core.views import Viewer
from gm_tool.rules.camel_up.draft import Draft
from gm_tool.rules.camel_up.events import (
    COINS,
    CamelMoved,
    CardChosen,
    CardLaid,
    CardTurned,
    DieRolled,
    LegEnded,
    LegScored,
    PartnersMade,
    RaceEnded,
    TicketTaken,
    TilePlaced,
    TurnEnded,
    TurnSkipped,
)
from gm_tool.rules.camel_up.movement import moving_camel
from gm_tool.rules.camel_up.pieces import BEHIND, BEYOND
from gm_tool.rules.camel_up.state import State
from gm_tool.rules.camel_up.words import say

_LINES = {BEYOND: "ahead", BEHIND: "behind"}
_BLANK: Mapping[str, object] = {
    "player": "",
    "action": "",
    "said": "",
    "camel": "",
    "value": 0,
    "space": 0,
    "side": "",
    "start": None,
    "partner": "",
    "die": "",
    "pips": 0,
    "run": None,
    "leg": 0,
    "over": None,
}

Words = dict[str, Any]


def turns(before: State | None, events: Sequence[Event], viewer: Viewer) -> list[Words]:
    """The turns that these events make up, in order; what a viewer may not know is never looked at.

    `before` is the state before the first one. Without it nothing tells why a camel ran that wasn't rolled.
    """
    draft = None if before is None else Draft(before)
    told, current = [], list[Event]()
    for event in events:
        if viewer.knows(event):
            current.append(event)
        if isinstance(event, TurnEnded):
            told.append(_turn(draft, event.turn, current))
            current = []
    return told


def _turn(draft: Draft | None, number: int, events: Sequence[Event]) -> Words:
    words: Words = {"turn": number, **_BLANK, "scores": [], "cards": []}
    for event in events:
        _add_action(words, event)
        _add_run(draft, words, event)
        _add_end(words, event)
    words["said"] = _said(words)
    return words


def _add_action(words: Words, event: Event) -> None:
    match event:
        case TicketTaken():
            words |= {"action": "leg_bet", "camel": event.camel, "value": event.value}
        case TilePlaced():
            words |= {"action": "tile", "space": event.space, "side": event.side, "start": event.start}
        case CardLaid():
            words["action"] = event.deck
        case CardChosen():
            words["camel"] = event.camel
        case PartnersMade():
            words |= {"action": "partner", "partner": event.partner}
        case DieRolled():
            words |= {"action": "pyramid", "die": event.die, "camel": event.camel, "pips": event.pips}
        case TurnSkipped():
            words["action"] = "skip"
        case _:
            return
    words["player"] = event.player


def _add_run(draft: Draft | None, words: Words, event: Event) -> None:
    """How the camels ran; the draft is a board that runs along, and nothing else of it is kept up."""
    match event:
        case CamelMoved():
            why = ""
            if draft is not None:
                why = "" if event.camel == words["camel"] else moving_camel(draft.track, words["camel"])[1]
                draft.apply(event)
            words["run"] = {
                "camel": event.camel,
                "riders": list(event.unit[1:]),
                "why": why,
                "start": event.start,
                "landed": event.landed,
                "end": event.end,
                "side": event.side or "",
                "owner": event.owner,
                "paid": 0,
                "under": event.under,
                "line": _LINES.get(event.end, ""),
            }
        case Change(rule="Movement"):
            words["run"]["paid"] = event.amount
        case _:
            return


def _add_end(words: Words, event: Event) -> None:
    """What a leg or the race came to."""
    match event:
        case LegScored():
            words["scores"].append(
                {
                    "player": event.player,
                    "tickets": [
                        {"camel": ticket.camel, "value": ticket.value, "worth": ticket.worth}
                        for ticket in event.tickets
                    ],
                    "pyramid": event.pyramid,
                    "copied": event.copied,
                    "partner": event.partner,
                    "total": event.total,
                    "paid": 0,
                }
            )
        case Change(rule="Leg", what=what) if what == COINS:
            words["scores"][-1]["paid"] = event.amount
        case LegEnded():
            words["leg"] = event.leg
        case RaceEnded():
            words["over"] = {"camel": event.camel, "forwards": event.forwards, "ranking": list(event.ranking)}
        case CardTurned():
            words["cards"].append(
                {"deck": event.deck, "player": event.player, "camel": event.camel, "pays": event.pays}
            )
        case _:
            return


def _said(words: Words) -> str:
    """The order of a turn as a sheet has it, as far as it is known."""
    match words["action"]:
        case "skip":
            return ""
        case "winner" | "loser" as deck if not words["camel"]:
            return str(deck)
        case "pyramid":
            return say({"action": "pyramid"})
        case "partner":
            return say({"action": "partner", "player": words["partner"]})
        case _:
            return say(words)
