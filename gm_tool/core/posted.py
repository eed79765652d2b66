"""What a forum's post has beside its words: emphasis and smileys, which say nothing, and lines through the text.

For games that read orders in words. What is struck through may be taken back or a joke, which nobody can know: the
word STRUCK stands in for the marks, so that no reader takes the text for an order.
"""

from __future__ import annotations

import re

from gm_tool.core.names import fold

STRUCK = "struck"
TAKING_BACK = "❌✗✘🚫⛔🛑👎≠¬"
"""Signs that may turn an order into another one."""

_EMPHASIS = re.compile(
    r"\[/?(?:b|i|u|size|colou?r|font|center|left|right|url|list|code|spoiler|hide)(?:=[^\]\n]{0,200})?\]"
    r"|</?(?:b|i|u|em|strong|p|br|div|span|font|small|big|center|ul|ol|li|code|pre)(?:\s[^<>]{0,200})?/?>"
    r"|&nbsp;|\[\*\]|__|`|(?<![a-z])\*|\*(?!\s?\d)",
    re.IGNORECASE,
)
_STRUCK = re.compile(
    r"\[/?(?:s|strike|del)\]|</?(?:s|strike|del)>|~~|~(?=\w[^~\n]*\w~)|(?<=\w)~(?!\w)|[\u0335-\u0338]+", re.IGNORECASE
)
_SMILEY = re.compile(
    r"(?<![^\s\]>])(?:[:;][-'o^]?[)(\]\[DPpOoSsXx|/\\*03]|=-?[)(\]DPp/|]|[xX][dD]+|8-\)|<3+|\^[_.]?\^)(?=[\s.,!\[<]|$)"
)
_COOL = re.compile(r"(?<!\S)8\)(?=[\s.,!]|$)")
_SENT_FROM = re.compile(
    r"^[ \t]*(?:(?:sent (?:from|via)|gesendet von) [\w ]{1,30}|von meinem [\w ]{1,30} gesendet)[.! \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""What telephones write below a message."""


def without_looks(text: str) -> str:
    """A post's text without marks of emphasis, smileys and "Sent from my phone".

    It has STRUCK for each mark of a line through it. `8)` is a smiley only where no bracket is open for it to close.
    """
    bare = _SMILEY.sub(" ", _SENT_FROM.sub(" ", text))
    bare = bare if "(" in bare else _COOL.sub(" ", bare)
    return _EMPHASIS.sub(" ", _STRUCK.sub(f" {STRUCK} ", bare))


def without_signature(text: str, player: str) -> str:
    """A post's text without its last line, where that is the player's own name: "roll\n\n-- \nAnn" is "roll"."""
    lines = [line for line in text.splitlines() if fold(line).strip("-_*~ ")]
    signed = len(lines) > 1 and fold(lines[-1]).strip("-_*~,. ") == fold(player)
    return "\n".join(lines[:-1]) if signed else text
