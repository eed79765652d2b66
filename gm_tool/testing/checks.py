"""What must hold of every game: each check gives the faults that it finds, in words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Form
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Value
from gm_tool.core.views import GM, PUBLIC, Viewer
from gm_tool.engine.turn import awaited, play
from gm_tool.testing.tables import (
    ODD_CELLS,
    Row,
    cells_of,
    grid,
    nonsense,
    odd_row,
    offered,
    random_row,
    short_rows,
    spoiled,
    understand,
)
from gm_tool.testing.turns import PlayedStep, checked_tab

SEARCHED = 4_000
"""So many rows are tried before an entry of the form counts as one that leads nowhere."""

_encode = msgspec.json.encode


def survives_json(played: PlayedStep) -> Iterator[str]:
    """A state and events come back from JSON as they were, in the same bytes."""
    game, after = played.game, played.after
    text = _encode(game.dump(after))
    loaded = game.load(msgspec.json.decode(text))
    if loaded != after:
        yield "the state that comes back from JSON is another one"
    elif _encode(game.dump(loaded)) != text:
        yield "the state that comes back from JSON is written in other bytes"
    told = _encode(played.events)
    events = tuple(game.load_events(msgspec.json.decode(told)))
    if events != played.events:
        yield "events that come back from JSON are other ones"
    if getattr(game, "states_are_json", False) and _encode(after) != text:
        yield "states_are_json is said, but the state's record isn't written as `dump` has it"
    load_text = getattr(game, "load_text", None)
    if load_text is not None and load_text(text) != after:
        yield "the state that `load_text` reads from JSON is another one"


def folds(played: PlayedStep) -> Iterator[str]:
    """The state after a step comes of its events alone, however they are parted; the state before stays as it was."""
    game, before = played.game, played.before
    events = tuple(game.load_events(msgspec.json.decode(_encode(played.events))))
    if game.fold(before, events) != played.after:
        yield "fold(state, events) is not the state after the step"
    half = len(events) // 2
    if game.fold(game.fold(before, events[:half]), events[half:]) != played.after:
        yield "the same events, folded in two parts, give another state"
    again = play(game, before, played.judged, Draws(played.seed))
    if _encode(again.events) != _encode(played.events):
        yield "the same orders with the same seed give other events the second time"


def adds_up(played: PlayedStep) -> Iterator[str]:
    """What each player has is what it had and the changes since."""
    game = played.game
    for player in game.tally(played.before):
        held = dict(game.holdings(played.before, player))
        for event in played.events:
            if isinstance(event, Change) and event.player == player:
                held[event.what] = held.get(event.what, 0) + event.amount
        has = dict(game.holdings(played.after, player))
        for what in {**held, **has}:
            if held.get(what, 0) != has.get(what, 0):
                yield f"{player} has {has.get(what, 0)} {what}, but the changes add up to {held.get(what, 0)}"


def speaks(played: PlayedStep) -> Iterator[str]:
    """Every event and every order can be put into words."""
    game = played.game
    yield from (f"{type(event).__name__} is told as nothing" for event in played.events if not game.tell(event).strip())
    yield from (f"the order {order!r} is said as nothing" for order in played.orders.values() if not game.say(order))


def shows(played: PlayedStep) -> Iterator[str]:
    """Every audience's view can be made, of the step and of the state alone."""
    game = played.game
    for viewer in audiences(game, played.after):
        for before, events in ((played.before, played.events), (None, ())):
            view = game.view(before, events, played.after, viewer)
            if view.viewer != viewer:
                yield f"the view for {named(viewer)} says that it is for {named(view.viewer)}"
            _encode(view)


def shows_several(steps: Sequence[PlayedStep]) -> Iterator[str]:
    """Several turns on end can be told at once, as posts do of games in which players take turns."""
    game, before, after = steps[0].game, steps[0].before, steps[-1].after
    events = tuple(event for played in steps for event in played.events)
    for viewer in audiences(game, after):
        view = game.view(before, events, after, viewer)
        if view.viewer != viewer:
            yield f"the view of {len(steps)} turns for {named(viewer)} says that it is for {named(view.viewer)}"
        _encode(view)


def audiences(game: AnyGame, state: Any) -> tuple[Viewer, ...]:
    """All who see something of a game: the public, the GM, each player."""
    return (PUBLIC, GM, *(Viewer("player", player) for player in game.tally(state)))


def named(viewer: Viewer) -> str:
    """A viewer in words."""
    return viewer.player or f"the {'GM' if viewer.kind == 'gm' else viewer.kind}"


def holds(game: AnyGame, state: Any) -> Iterator[str]:
    """Nothing is broken about a state."""
    yield from (f"a broken state: {fault}" for fault in game.invariants(state))


def reads_back(played: PlayedStep) -> Iterator[str]:
    """An order that is said is read as that order again."""
    game = played.game
    for player, order in played.orders.items():
        said = game.say(order)
        parsed = game.read(played.before, player, said)
        again = None if has_errors(parsed.problems) else game.judge(played.before, player, parsed.order).order
        if again != played.judged[player]:
            found = parsed.problems[0].message if parsed.problems else repr(parsed.order)
            yield f"{order!r} is said as {said!r}, and that is read as another order: {found}"


def default_stands(game: AnyGame, state: Any, seed: bytes) -> Iterator[str]:
    """Null is judged as the default order, and a step of default orders can be played."""
    step = game.due(state)
    if step is None:
        return
    for player in step.players:
        order, judged = game.default(state, player), game.judge(state, player, None)
        if order is not None and judged.order != order:
            yield f"no order of {player} is judged as {judged.order!r}, but the default is {order!r}"
        if order is None and judged.order is not None:
            yield f"no order of {player} is judged as {judged.order!r}, though the game waits for one"
    if not awaited(game, state, step.players):
        play(game, state, {}, Draws(seed))


def same_however_sent(played: PlayedStep, chance: random.Random) -> Iterator[str]:
    """The rows of a sheet in another order give the same bytes."""
    game, before = played.game, played.before
    rows = list(played.rows.items())
    chance.shuffle(rows)
    forms = {player: game.form(before, player) for player in played.step.players}
    checked = checked_tab(game, before, played.step, grid(played.step, forms, rows))
    if _encode(checked.orders) != _encode(played.orders):
        yield "the rows in another order are read as other orders"
    shuffled = dict(chance.sample(list(checked.judged.items()), len(checked.judged)))
    again = play(game, before, shuffled, Draws(played.seed))
    if _encode(again.events) != _encode(played.events):
        yield "the rows in another order give other events"
    if _encode(game.dump(again.state)) != _encode(game.dump(played.after)):
        yield "the rows in another order give another state"


# Nonsense


def refuses_nonsense(game: AnyGame, state: Any, player: str, order: Json, chance: random.Random) -> Iterator[str]:
    """Any order, row or message is taken or refused with a problem that says why; none is an exception.

    `order` is one to be spoiled (None: any nonsense).
    """
    form = game.form(state, player)
    odd = nonsense(chance) if order is None or chance.random() < 0.3 else spoiled(order, chance)
    who = chance.choice((player, player, player, "", "Nobody", *game.tally(state)))
    judged = game.judge(state, who, odd)
    if odd is not None and judged.order is None:
        yield from _ill_refused(f"the order {odd!r} of {who!r}", judged.problems)
    if not isinstance(game.say(odd), str):
        yield f"the order {odd!r} can't be said"
    row = odd_row(form, chance)
    if any(not cell.empty for cell in cells_of(form, row).values()):
        parsed = game.parse(state, player, cells_of(form, row))
        if parsed.order is None:
            yield from _ill_refused(f"the row {row!r}", parsed.problems)
        else:
            game.judge(state, player, parsed.order)
    text = chance.choice((str(nonsense(chance, 1)), game.say(odd), " ".join(str(value) for value in row.values())))
    if text.strip():
        read = game.read(state, player, text)
        if read.order is None:
            yield from _ill_refused(f"the message {text!r}", read.problems)


def _ill_refused(what: str, problems: Sequence[Problem]) -> Iterator[str]:
    if not has_errors(problems):
        yield f"{what} doesn't stand, and no problem says why"
    for problem in problems:
        if not problem.code or not problem.message:
            yield f"a problem with {what} has no code or no message"


# The form


def offers_what_is_legal(game: AnyGame, state: Any, player: str, chance: random.Random) -> Iterator[str]:
    """Each entry that the form offers is part of some complete row that makes a legal order.

    A row is complete when the game takes it. Of numbers the ends count; a column in which nothing is legal offers
    nothing. Entries are looked for in legal rows found before, in rows of up to three columns, in random ones.
    """
    form = game.form(state, player)
    known: list[Row] = []
    for field in form.fields:
        for entry in offered(field):
            if not _found(game, state, player, form, field.key, entry, known, chance):
                yield f"the form of {player} offers {entry!r} under {field.title}, but no legal order has it"


def _found(
    game: AnyGame, state: Any, player: str, form: Form, key: str, entry: Value, known: list[Row], chance: random.Random
) -> bool:
    """Whether some legal row has that entry; the row is added to those known."""
    for row in _rows_with(form, key, entry, tuple(known), chance):
        if understand(game, state, player, form, row).stands:
            known.append(row)
            return True
    return False


def _rows_with(form: Form, key: str, entry: Value, known: Sequence[Row], chance: random.Random) -> Iterator[Row]:
    yield from ({**row, key: entry} for row in known)
    others = Form(tuple(field for field in form.fields if field.key != key))
    yield {key: entry}
    yield from ({**row, key: entry} for row in short_rows(others, most=2))
    yield from ({**random_row(others, chance), key: entry} for _ in range(SEARCHED))


def takes_odd_cells(game: AnyGame, state: Any, player: str) -> Iterator[str]:
    """Whatever a cell may hold, in each column alone, is read or refused."""
    form = game.form(state, player)
    for field in form.fields:
        for value in ODD_CELLS:
            cells = cells_of(form, {field.key: value})
            if cells[field.key].empty:
                continue
            parsed = game.parse(state, player, cells)
            if parsed.order is None:
                yield from _ill_refused(f"{value!r} under {field.title}", parsed.problems)
            else:
                game.judge(state, player, parsed.order)


def public_events(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that everybody may know."""
    return tuple(event for event in events if event.known_to == "public")
