"""Random tables: who plays, under which rulings, and what they write into their rows, good and bad.

Knows no game: what may be entered is read off the order form. All chance comes from the `random.Random` handed in.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import BadInput, Problem, has_errors
from gm_tool.core.rulings import Ruling
from gm_tool.core.sources import Cell, CellFault, Tab, Value, column_name

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay", "Gil", "Hal")
MOST_PLAYERS = len(NAMES)
TRIES = 60
"""So many random rows are tried before all of the short ones."""

Row = Mapping[str, Value]
"""What one player enters, by the keys of the form; a column left out is empty."""


class Setup(Struct, frozen=True):
    """A game to be played: its rulings, who plays, what they bring along ({"garnets": {"Ann": 2}}), the secret seed."""

    rulings: Mapping[str, Json]
    players: tuple[str, ...]
    options: Mapping[str, Mapping[str, int]]
    seed: bytes

    def begun(self, kind: type[AnyGame]) -> tuple[AnyGame, Any]:
        """The game under its rulings, and its first state. Raises BadInput where it can't be set up."""
        game = kind(self.rulings)
        return game, game.setup(self.players, self.options, Draws(self.seed))


class Understood(Struct, frozen=True):
    """A row as the game takes it: the order as JSON, the typed order (None: it doesn't stand), all problems."""

    order: Json
    judged: Any
    problems: tuple[Problem, ...]

    @property
    def stands(self) -> bool:
        """Whether the order can be carried out."""
        return self.judged is not None and not has_errors(self.problems)


def random_setup(kind: type[AnyGame], chance: random.Random, plain: bool = False) -> Setup:
    """Rulings, players, starting values and a seed; `plain` leaves all rulings at their defaults.

    Rulings that don't go together, or under which no game can begin, are given up for the defaults.
    """
    rulings = {} if plain else {ruling.key: _setting(ruling, chance) for ruling in kind.rulings}
    seed = chance.randbytes(32)
    try:
        least, most = kind(rulings).seats()
        setup = _seated(kind, rulings, chance.randint(least, max(least, min(most, MOST_PLAYERS))), chance, seed)
        setup.begun(kind)
    except BadInput:
        if plain:
            raise
        return random_setup(kind, chance, plain=True)
    return setup


def _seated(kind: type[AnyGame], rulings: Mapping[str, Json], count: int, chance: random.Random, seed: bytes) -> Setup:
    players = tuple(NAMES[n] if n < len(NAMES) else f"Player {n + 1}" for n in range(count))
    options = {
        option.key: {player: option.default + chance.randint(0, 3) for player in players if chance.random() < 0.5}
        for option in kind.info.options
    }
    return Setup(rulings, players, options, seed)


def _setting(ruling: Ruling, chance: random.Random) -> Json:
    default = ruling.default
    match ruling.kind:
        case "choice" | "flag":
            return chance.choice(ruling.values)[0]
        case "number":
            assert isinstance(default, int)
            return max(ruling.minimum, default + chance.choice((0, 0, 0, -1, 1)))
        case "order" if chance.random() < 0.5:
            return ", ".join(chance.sample(ruling.names, len(ruling.names)))
        case _:
            return list(default) if isinstance(default, tuple) else default


# What the form offers


def offered(field: Field) -> tuple[Value, ...]:
    """Entries that a column offers now: all choices; of numbers the ends and what is near them; a text."""
    match field.kind:
        case "choice":
            return field.choices
        case "text":
            return ("some words",)
        case "number":
            least = field.minimum if field.minimum is not None else 0
            most = field.maximum if field.maximum is not None else least + 4
            return tuple(sorted({n for n in (least, least + 1, (least + most) // 2, most) if least <= n <= most}))


def random_row(form: Form, chance: random.Random) -> dict[str, Value]:
    """A row of entries that are offered, in some of the columns or in all."""
    share = chance.choice((0.3, 0.6, 1.0))
    filled = (field for field in form.fields if offered(field) and chance.random() < share)
    return {field.key: chance.choice(offered(field)) for field in filled}


def short_rows(form: Form, most: int = 3) -> list[dict[str, Value]]:
    """All rows with entries in at most so many columns, the shortest first."""
    entries = {field.key: offered(field) for field in form.fields if offered(field)}
    return [
        dict(zip(keys, values, strict=True))
        for count in range(1, most + 1)
        for keys in combinations(entries, count)
        for values in product(*(entries[key] for key in keys))
    ]


def cells_of(form: Form, row: Row) -> dict[str, Cell]:
    """The cells of a row, as they stand in row 2 of a sheet; columns left out are empty."""
    return {
        field.key: Cell(f"{column_name(column)}2", row.get(field.key)) for column, field in enumerate(form.fields, 2)
    }


def understand(game: AnyGame, state: Any, player: str, form: Form, row: Row) -> Understood:
    """What the game makes of a row that isn't empty."""
    parsed = game.parse(state, player, cells_of(form, row))
    if has_errors(parsed.problems):
        return Understood(parsed.order, None, tuple(parsed.problems))
    judged = game.judge(state, player, parsed.order)
    return Understood(parsed.order, judged.order, (*parsed.problems, *judged.problems))


def legal_row(game: AnyGame, state: Any, player: str, chance: random.Random) -> Row | None:
    """A row that makes a legal order; None where none is found among random rows and all short ones."""
    form = game.form(state, player)
    for _ in range(TRIES):
        row = random_row(form, chance)
        if row and understand(game, state, player, form, row).stands:
            return row
    return next((row for row in short_rows(form) if understand(game, state, player, form, row).stands), None)


# What nobody should enter

ODD_CELLS: tuple[Value, ...] = (
    "???", " ", "-", "0", "-1", "1²", "1,000", "nothing", "None", "x" * 300, "\u200b", "🐪", "=1+1", "a, b; c\nd", "'",
    0, -1, 3, 10**9, 10**30, 1.5, -0.0, float("inf"), float("nan"), True, False,
    dt.date(2026, 3, 7), dt.datetime(2026, 3, 7, 20), dt.time(7, 3), dt.timedelta(hours=26),
    CellFault("formula", "=A1"), CellFault("error", "#REF!"),
)  # fmt: skip


def odd_row(form: Form, chance: random.Random) -> dict[str, Value]:
    """A row with one to three entries that make no sense where they stand."""
    row = random_row(form, chance)
    strangers = [entry for field in form.fields for entry in offered(field)]
    for field in chance.sample(form.fields, min(len(form.fields), chance.randint(1, 3))):
        row[field.key] = chance.choice(ODD_CELLS if chance.random() < 0.6 or not strangers else strangers)
    return {key: misspelled(value, chance) if chance.random() < 0.1 else value for key, value in row.items()}


def misspelled(value: Value, chance: random.Random) -> Value:
    """A text as people in a hurry write it; anything else as it is."""
    if not isinstance(value, str) or not value:
        return value
    place = chance.randrange(len(value))
    return chance.choice((value.upper(), value[:1], value[:place] + value[place + 1 :], f" {value} ", f"{value}!"))


def nonsense(chance: random.Random, depth: int = 3) -> Json:
    """Any JSON value."""
    kinds = 8 if depth else 6
    match chance.randrange(kinds):
        case 0:
            return None
        case 1:
            return chance.choice((True, False))
        case 2:
            return chance.choice((0, 1, -1, 7, 10**20, -(10**9)))
        case 3:
            return chance.choice((0.0, 1.5, -2.0, 1e300))
        case 4 | 5:
            return chance.choice(("", " ", "action", "move", "Ann", "?", "x" * 200, "\ud7ff", "🐪", "5"))
        case 6:
            return [nonsense(chance, depth - 1) for _ in range(chance.randrange(4))]
        case _:
            return {str(nonsense(chance, 0)): nonsense(chance, depth - 1) for _ in range(chance.randrange(4))}


def spoiled(order: Json, chance: random.Random) -> Json:
    """A legal order with something taken away, added or put in another's place."""
    if not isinstance(order, dict) or not order:
        return nonsense(chance)
    keys = list(order)
    match chance.randrange(4):
        case 0:
            return {key: order[key] for key in keys if key != chance.choice(keys)}
        case 1:
            return order | {str(nonsense(chance, 0)): nonsense(chance)}
        case 2:
            return order | {chance.choice(keys): nonsense(chance)}
        case _:
            key = chance.choice(keys)
            return order | {key: spoiled(order[key], chance)}


# Sheets


def grid(step: Step, forms: Mapping[str, Form], rows: Sequence[tuple[str, Row]]) -> Tab:
    """A tab with a row a player, as `gm` makes it; `forms` has the form of each player who is asked."""
    fields = list({field.key: field for form in forms.values() for field in form.fields}.values())
    header: tuple[Value, ...] = ("Player", *(field.title for field in fields), "Note")
    lines = [(player, *(row.get(field.key) for field in fields), None) for player, row in rows]
    return Tab(f"sheets/{step.slug}.xlsx", step.title, (header, *lines))


def messages(step: Step, said: Sequence[tuple[str, str]]) -> Tab:
    """A tab with what each player wrote, in words."""
    return Tab(f"sheets/{step.slug}.xlsx", step.title, (("Player", "Submission"), *said))
