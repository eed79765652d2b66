"""Steps as a GM types them: `round-5`, `5`, `R5`, `next`, or nothing for the next one."""

from __future__ import annotations

import re

from gm_tool.core.forms import Step
from gm_tool.core.problems import WrongUse

_STEP = re.compile(r"(?P<word>(?:[a-z]+(?=[\s_#-]*\d))?)(?:(?<=[a-z])[\s_#-]*|#?)(?P<number>[0-9]{1,6})")


def step_number(text: str | None, word: str) -> int | None:
    """The number of the step that `text` names, None for the next one.

    `word` is the game's: "round" or "turn". Raises WrongUse for anything else.
    """
    typed = (text or "next").strip().lower()
    if typed == "next":
        return None
    found = _STEP.fullmatch(typed)
    if found and word.startswith(found["word"]) and int(found["number"]) > 0:
        return int(found["number"])
    raise WrongUse(
        f"{text!r} is no {word} of this game.",
        f"Write {word}-5, 5, {word[0].upper()}5 or next; nothing means the next {word}.",
    )


def names_other_step(title: str, step: Step) -> bool:
    """Whether a tab's title plainly names another step: "Round 4" where `step` is round-5."""
    found = _STEP.fullmatch(" ".join(title.lower().split()))
    return bool(found and found["word"] and step.word.startswith(found["word"]) and int(found["number"]) != step.number)


def names_step(title: str, step: Step) -> bool:
    """Whether a tab's title names this step: "Round 5", "round-05", "R5", "5"."""
    found = _STEP.fullmatch(" ".join(title.lower().split()))
    return bool(found and step.word.startswith(found["word"]) and int(found["number"]) == step.number)


def mentions_step(name: str, step: Step) -> bool:
    """Whether this step is named somewhere in the name of a file or tab: "oasis round 5.csv", "Orders R05"."""
    said = re.finditer(r"(?<![^\W\d_])(?P<word>[a-z]+)[\s_#-]*(?P<number>[0-9]{1,6})(?![0-9])", name.lower())
    return any(step.word.startswith(found["word"]) and int(found["number"]) == step.number for found in said)
