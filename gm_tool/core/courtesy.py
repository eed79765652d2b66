"""What people say around an order: greetings, "I'd like to", please and thanks. It changes nothing about the order."""

from __future__ import annotations

import re

_GREETINGS = (
    r"(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day))(?: there| all| everyone| everybody)?(?: gm)?",
    r"(?:dear )?gm",
    r"ok(?:ay)?",
    r"(?:(?:for|here's|here is) )?(?:my|this) (?:turn|move|action|order)(?: is| will be)?",
)
_WISHES = (
    r"i(?:'ll| will|'m going to| am going to| choose to| decide to)",
    r"i(?:'d| would) (?:like|love)(?: to)?",
    r"i (?:want|wish)(?: to)?",
    r"let(?:'s| me)",
    r"i",
    r"pl(?:ease|s|z)",
)
_OPENING = re.compile(rf"^[ ,.!:;]*(?:(?:{'|'.join((*_GREETINGS, *_WISHES))})(?![\w'])[ ,.!:;]*)+", re.IGNORECASE)
_THANKS = r"(?:many |with )?thanks(?: a lot| so much| very much)?|thank you(?: so much| very much)?|thx"
_ANYWHERE = re.compile(rf"(?<![\w'])(?:pl(?:ease|s|z)|{_THANKS})(?![\w'])", re.IGNORECASE)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u0060\u00b4", "'"))


def without_courtesies(text: str) -> str:
    """A message on one line without what is only said around its order.

    "Hi! I'd like to move row 3, please." is "move row 3". Words that may turn an order into another one, as "not"
    and "rather", stay where they are, and so does all that isn't known: nothing is guessed here.
    """
    line = " ".join(text.translate(_APOSTROPHES).split())
    *before, rest = _ANYWHERE.split(line)  # the signs before one go with it: a pattern would look at each run anew
    return _OPENING.sub("", "".join([*(part.rstrip(" ,.!;") for part in before), rest])).strip(" ,.!")
