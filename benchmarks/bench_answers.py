"""How long a form with many answers takes to be taken in and checked, beside copying its rows once.

Run: `python benchmarks/bench_answers.py [ROWS]`. The answers are made by this program, always the same ones.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
import time
from collections.abc import Callable

from gm_tool.core.draws import Draws
from gm_tool.core.names import Names
from gm_tool.core.sources import Tab, Value
from gm_tool.engine.intake import take_in
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import check
from gm_tool.rules.camellots import CamelLots

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
HEADER = ("Timestamp", "Player", "Action", "Camel 1", "Space", "Amount")
START = dt.datetime(2026, 4, 1)
RUNS = 5


def answers(count: int, as_text: bool) -> tuple[tuple[Value, ...], ...]:
    """Answers over a few days, their times as a spreadsheet has them or as texts."""
    chance = random.Random(7)
    rows: list[tuple[Value, ...]] = []
    for _ in range(count):
        moment = START + dt.timedelta(seconds=chance.randrange(400_000))
        sent = moment.strftime("%d/%m/%Y %H:%M:%S") if as_text else moment
        action, colour = chance.choice(("buy", "sell")), chance.choice(("Red", "Blue"))
        rows.append((sent, chance.choice(PLAYERS), action, colour, None, chance.randrange(3)))
    return tuple(rows)


def best(work: Callable[[], object]) -> float:
    """The shortest of some runs, in seconds of this process."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def main() -> None:
    """Print both kinds of times."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    game = CamelLots({})
    state = game.setup(PLAYERS, {}, Draws(bytes(32)))
    step, form, names = game.due(state), game.form(state, None), Names(PLAYERS)
    assert step is not None
    clock = Clock(day_first=True, due=dt.datetime(2026, 4, 4, tzinfo=dt.UTC))
    for as_text in (False, True):
        tab = Tab("answers.csv", "", (HEADER, *answers(count, as_text)))

        def taken(tab: Tab = tab) -> object:
            return check(game, state, step, take_in(tab, form, names, step, {}, clock))

        def copied(tab: Tab = tab) -> object:
            return [dict(zip(HEADER, row, strict=True)) for row in tab.rows]

        whole, bare = best(taken), best(copied)
        kind = "texts" if as_text else "dates"
        print(
            f"{count} answers, times as {kind}: {whole:.2f} s, {whole / bare:.1f} times as long as a dict of each row"
        )


if __name__ == "__main__":
    main()
