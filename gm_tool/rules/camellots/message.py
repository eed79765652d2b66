"""A message, as a player posts it, read as an order: "Hi GM, I'd like to move red, blue and black please".

What has one meaning is read, whatever the order of its words; what may have two is reported with both. A word that
isn't understood is asked about, never left out and never corrected.
"""

from __future__ import annotations

import re
from typing import Any

from gm_tool.core.game import Parsed
from gm_tool.core.names import Names, any_of, fold
from gm_tool.core.posted import STRUCK
from gm_tool.core.problems import Problem
from gm_tool.rules.camellots.camels import COLOURS
from gm_tool.rules.camellots.clauses import Clause, Reading, clauses_of, read_clause
from gm_tool.rules.camellots.lexicon import Word, camel_names, near, without_chatter, words_of
from gm_tool.rules.camellots.orders import say
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import State

LONGEST = 4000
"""No order takes so many characters; what is longer was pasted by mistake."""
EXAMPLES = "move Red, Blue, Black; buy 3 Red; sell 1 Blue; tile on 7; bet 5 on Red, 3 on Blue; trade 2 garnets"


def read_message(settings: Settings, state: State, player: str, text: str) -> Parsed:
    """A message as an order, as JSON; None where it can't be read.

    Errors: message.unreadable, message.ambiguous, message.round (it speaks of another round), camel.ambiguous.
    A note: message.chatter, for sentences that say nothing of an order.
    """
    if len(text) > LONGEST:
        return _refused("message.unreadable", f"The message has {len(text)} characters.", "Leave only the order in it.")
    said = words_of(text, player)
    words, chatter = without_chatter(said)
    notes = (_passed(chatter),) if chatter else ()
    refused = (
        _signed(text, player)
        or _other_round(words, state)
        or _strange(words, settings)
        or _unclear_camel(words, settings)
        or _asked(said)
    )
    if refused:
        return Parsed(None, (refused, *notes))
    read = _order(words, settings)
    return Parsed(None, (read, *notes)) if isinstance(read, Problem) else Parsed(read, notes)


def _order(words: list[Word], settings: Settings) -> dict[str, Any] | Problem:
    """The one order that the words make, or what is wrong."""
    leading, clauses = clauses_of(words)
    if leading or not clauses:
        return _no_action(leading, clauses)
    trades = [clause for clause in clauses if clause.action == "trade"]
    actions = [clause for clause in clauses if clause.action != "trade"]
    if len(actions) > 1 or len(trades) > 1:
        return _several(actions if len(actions) > 1 else trades, settings)
    order: dict[str, Any] = {"action": None}
    for clause in (*actions, *trades):
        reading = read_clause(clause, settings)
        if reading.order is None:
            return _faulty(reading)
        order |= reading.order
    return order


def _faulty(reading: Reading) -> Problem:
    if reading.either:
        return _ambiguous([say(order) for order in reading.either])
    code = "message.ambiguous" if "“or”" in reading.fault else "message.unreadable"
    return _problem(code, reading.fault, f"Write it as one of these: {EXAMPLES}.")


def _several(clauses: list[Clause], settings: Settings) -> Problem:
    """Two actions, of which a round takes one."""
    said = []
    for clause in clauses:
        order = read_clause(clause, settings).order
        said.append(say(order) if order and "action" in order else _as_written(clause))
    return _ambiguous(said)


def _as_written(clause: Clause) -> str:
    return " ".join((clause.verb, *(part.text for part in clause.parts)))[:60]


def _ambiguous(readings: list[str]) -> Problem:
    either = any_of([f"“{reading}”" for reading in dict.fromkeys(readings)])
    return _problem(
        "message.ambiguous",
        f"The message may mean {either}; a round takes one action.",
        "Ask which one it is, and leave only that in the cell.",
    )


def _no_action(leading: list[Word], clauses: list[Clause]) -> Problem:
    said = " ".join(word.text for word in leading)[:60]
    if clauses:
        message = f"It isn't clear what “{said}” before “{_as_written(clauses[0])}” means."
    elif leading:
        message = f"The message says “{said}”, but not what to do with it."
    else:
        message = "The message says nothing of an action."
    return _problem("message.unreadable", message, f"Write it as one of these: {EXAMPLES}.")


def _other_round(words: list[Word], state: State) -> Problem | None:
    number = state.round + 1
    other = next((word for word in words if word.kind == "round" and word.value != number), None)
    if other is None:
        return None
    hint = "Clear it if it is an old one; leave the number out if the order is for now."
    return _problem("message.round", f"The message speaks of {other.text}, but round {number} is played.", hint)


def _strange(words: list[Word], settings: Settings) -> Problem | None:
    """What of a message isn't understood, with what is, and what may be meant."""
    strange = list(dict.fromkeys(word.text[:40] for word in words if word.kind == "unknown"))
    if not strange:
        return None
    guesses = {text: near(text) for text in strange[:5] if text != STRUCK}
    hints = [f"Did you mean {any_of(guess)} by “{text}”?" for text, guess in guesses.items() if guess]
    rest = _order([word for word in words if word.kind != "unknown"], settings)
    understood = "" if isinstance(rest, Problem) else f" The rest reads “{say(rest)}”."
    named = any_of([f"“{text}”" for text in strange[:5]], "and") + (" and more" if len(strange) > 5 else "")
    if STRUCK in strange:
        hints.insert(0, "What is struck through may be taken back: ask, and leave only what counts.")
    hint = " ".join((*hints, f"Orders read like these: {EXAMPLES}."))
    return _problem("message.unreadable", f"{named} can't be read in this message.{understood}", hint)


def _unclear_camel(words: list[Word], settings: Settings) -> Problem | None:
    """The first name of a camel that fits two, of those that make sense with the verb before it."""
    among = camel_names(settings.movable)
    for word in words:
        if word.kind == "verb" and word.value in ("buy", "sell", "bet", "put"):
            among = Names(COLOURS)
        elif word.kind == "verb":
            among = camel_names(settings.movable)
        elif word.kind == "camel" and among.find(word.text).how == "ambiguous":
            either = any_of(among.find(word.text).candidates)
            return _problem("camel.ambiguous", f"“{word.text}” may be {either}.", "Write the name in full.")
    return None


def _asked(words: list[Word]) -> Problem | None:
    """A sentence of an order that ends with a question mark: "move red, blue, black?"."""
    sentence: list[Word] = []
    for word in words:
        if word.kind != "end":
            sentence.append(word)
            continue
        if "?" in word.text and any(part.kind in ("verb", "camel") for part in sentence):
            said = " ".join(part.text for part in sentence)[:60]
            hint = "Ask whether that is the order; if it is, leave the question mark out."
            return _problem("message.ambiguous", f"“{said}?” is a question, which leaves the order open.", hint)
        sentence = []
    return None


def _signed(text: str, player: str) -> Problem | None:
    """A last line or sentence that is the player's own name and may be part of an order: "Red", "3 Red", "1"."""
    parts = [part for part in (fold(part).strip(" -*_~,;:") for part in re.split(r"[.!?\n\r]+", text)) if part]
    if len(parts) < 2 or parts[-1] != fold(player) or not any(word.tells for word in words_of(player, "")):
        return None
    hint = "Take it out if it is the signature; if it is part of the order, write it beside the rest."
    return _problem("message.ambiguous", f"“{player}” at the end may be an order or the player's own name.", hint)


def _passed(chatter: str) -> Problem:
    return Problem(
        code="message.chatter",
        severity="note",
        message=f"Not read, for it says nothing of an order: “{chatter}”.",
    )


def _problem(code: str, message: str, hint: str) -> Problem:
    return Problem(code=code, message=message, hint=hint)


def _refused(code: str, message: str, hint: str) -> Parsed:
    return Parsed(None, (_problem(code, message, hint),))
