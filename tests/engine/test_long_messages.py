"""Messages as long as a field of a csv file can be: looked through in no time, whatever they are made of."""

from __future__ import annotations

import pytest

from gm_tool.core.posted import without_looks
from gm_tool.engine.messages import own_words

LONGEST = 131_072


@pytest.mark.parametrize(
    "part", ["[quote ", "<blockquote ", "[q=", "> \n", "[b=x", "<b ", "~a", "[a] ", " ", ":-", "wrote"]
)
def test_nothing_is_looked_through_again_and_again(part: str) -> None:
    text = part * (LONGEST // len(part))
    assert own_words(text)[0] in (None, "", text.strip(), "\n".join(text.splitlines()).strip())
    assert len(without_looks(text)) <= 5 * LONGEST
