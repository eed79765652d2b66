"""What a player needs to check the draws of a finished game: a page, a program, a few lines for a post.

None of them needs anything but itself: no network, no library, and not this tool.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import jinja2
from msgspec import Struct

from gm_tool.core.drawn import Drawn
from gm_tool.render.page import CLOSED, allowed


class DrawnStep(Struct, frozen=True):
    """The draws of a step, under its title ("Round 5")."""

    title: str
    draws: tuple[Drawn, ...]


class Proof(Struct, frozen=True):
    """All that there is to check: the seed, in hex, and its commitment; the draws of each step that had any."""

    title: str
    seed: str
    commitment: str
    steps: tuple[DrawnStep, ...]

    @property
    def draws(self) -> tuple[Drawn, ...]:
        """All draws in order."""
        return tuple(draw for step in self.steps for draw in step.draws)


def proof_html(proof: Proof, orders: str, files: Mapping[str, str]) -> str:
    """The page that checks the draws when it is opened, as one HTML file.

    `orders` is what everybody sent, as safe HTML (`preview.shown`); `files` are what pages are made of, by name.
    """
    style, script = files["page.css"] + files["reveal.css"], files["draws.js"] + files["reveal.js"]
    policy = f"default-src 'none'; style-src {allowed(style)}; script-src {allowed(script)}; img-src data:; {CLOSED}"
    environment = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    template = environment.from_string(files["reveal.html"])
    data = _data(proof).replace("<", "\\u003c")  # nothing in it may end the script that it stands in
    return template.render(
        proof=proof, steps=_steps(proof), orders=orders, style=style, script=script, data=data, policy=policy
    )


def proof_program(proof: Proof, files: Mapping[str, str]) -> str:
    """The program in Python that checks the draws, with the draws in it."""
    data = _data(proof).replace("'", "\\u0027")  # nothing in it may end the text that it stands in
    return files["check_draws.txt"].replace("@PROOF@", data)


def _data(proof: Proof) -> str:
    """The proof as JSON in ASCII."""
    draws = [
        {"label": draw.label, "n": draw.n, "items": list(draw.items), "result": draw.result} for draw in proof.draws
    ]
    return json.dumps({"seed": proof.seed, "commitment": proof.commitment, "draws": draws}, separators=(",", ":"))


def _steps(proof: Proof) -> list[dict[str, object]]:
    """The steps with their draws in words, which are numbered through."""
    told: list[dict[str, object]] = []
    number = 0
    for step in proof.steps:
        rows = []
        for draw in step.draws:
            source = listed(draw.items) if draw.items else f"0 to {draw.n - 1}"
            rows.append({"label": draw.label, "source": source, "result": came_out(draw), "number": number})
            number += 1
        told.append({"title": step.title, "draws": rows})
    return told


def came_out(draw: Drawn) -> str:
    """What a draw gave, in words: "Red, Blue, Black", "4"."""
    return listed(draw.result) if isinstance(draw.result, list) else str(draw.result)


def listed(items: Sequence[object]) -> str:
    """Things drawn in a line."""
    return ", ".join(map(str, items))


LONGEST = 100
"""Among how many at most a draw is made that is shown as an example."""
LINES = """\
import hashlib, hmac

seed = bytes.fromhex("{seed}")
print(hashlib.sha256(seed).hexdigest())  # the fingerprint in the first post

def draw(label, items, count):
    items, k, out = list(items), 0, list()
    while len(out) < count:
        x = int.from_bytes(hmac.digest(seed, f"{{label}}#{{k}}".encode(), "sha256"), "big") >> 192
        n, k = len(items), k + 1
        if x < 2**64 - 2**64 % n:
            other = x % n
            out.append(items.pop(other))
            if other > 1:
                items.insert(other - 1, items.pop(0))
    return out
"""


def proof_lines(proof: Proof) -> str:
    """The few lines of Python for a post, with the first draw as an example that isn't made among too many.

    They do without square brackets, into which posts put a sign that keeps names from becoming markup.
    """
    program = LINES.format(seed=proof.seed)
    short = [draw for draw in proof.draws if draw.n <= LONGEST]
    if short:
        first = short[0]
        items = ", ".join(json.dumps(item, ensure_ascii=False) for item in first.items)
        source = f"({items})" if len(first.items) > 1 else f"({items},)" if first.items else f"range({first.n})"
        count = len(first.result) if isinstance(first.result, list) else 1
        program += f"\nprint(draw({json.dumps(first.label, ensure_ascii=False)}, {source}, {count}))"
        program += f"  # {came_out(first)}\n"
    return program
