"""Chances as bars: a small picture for commentary, each piece with its camel, its name and its bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm_tool.core.forecast import Forecast
from gm_tool.core.views import Piece
from gm_tool.render.pictures.camel import camel
from gm_tool.render.pictures.lettering import clean, fitted
from gm_tool.render.pictures.svg import INNER, MARGIN, box, document, heading, words
from gm_tool.render.pictures.theme import LIGHT, Theme

NAME, GAP = 126, 8
"""Units that a piece with its name takes, and what is left free between columns."""

ROW, BAR = 54, 12
SIZE, SMALL = 18, 15


def percent(share: float, digits: int = 1) -> str:
    """A chance from 0 to 1 in per cent: "28.3 %"."""
    return f"{100 * share:.{digits}f} %"


def chances_svg(forecasts: Sequence[Forecast], pieces: Sequence[Piece], title: str, theme: Theme = LIGHT) -> str:
    """Chances as SVG: a row for each piece, a column for each forecast; the likeliest of a column is bold.

    Bars of all columns have one scale. Those that are estimates are told to be, and how exact, below.
    """
    y, parts = heading(title, theme)
    names = list(forecasts[0].shares)
    known = {piece.name: piece for piece in pieces}
    width = (INNER - NAME) / len(forecasts)
    top = y + 44
    for column, forecast in enumerate(forecasts):
        x = MARGIN + NAME + column * width + GAP
        parts.append(words(x, top - 12, fitted(clean(forecast.title), SMALL, width - GAP), SMALL, theme.faint))
    full = max(max(forecast.shares.values()) for forecast in forecasts)
    for row, name in enumerate(names):
        upper = top + row * ROW
        if row % 2 == 0:
            parts.append(box(MARGIN - 8, upper, INNER + 16, ROW, theme.stripe, radius=8))
        parts += _named(name, known, upper, theme)
        for column, forecast in enumerate(forecasts):
            x = MARGIN + NAME + column * width + GAP
            parts += _bar(forecast, name, known, x, upper, (width - GAP) * forecast.shares[name] / full, theme)
    y = top + len(names) * ROW
    errors = [error for forecast in forecasts for error in forecast.errors.values()]
    if errors:
        y += 26
        parts.append(words(MARGIN, y, _estimates(forecasts, max(errors)), SMALL, theme.faint))
    return document(title, y + MARGIN * 0.8, theme, parts)


def _estimates(forecasts: Sequence[Forecast], error: float) -> str:
    titles = ", ".join(clean(forecast.title) for forecast in forecasts if forecast.errors)
    return fitted(f"{titles}: simulated, ± {percent(error)} at most", SMALL, INNER)


def _named(name: str, known: Mapping[str, Piece], upper: float, theme: Theme) -> list[str]:
    drawn = [camel(known[name], MARGIN + 20, upper + ROW - 12, theme, False, 0.8)] if name in known else []
    return [*drawn, words(MARGIN + 46, upper + 33, fitted(clean(name), SIZE, NAME - 46), SIZE, theme.ink, bold=True)]


def _bar(
    forecast: Forecast, name: str, known: Mapping[str, Piece], x: float, upper: float, long: float, theme: Theme
) -> list[str]:
    """The chance in figures, and its bar below; a chance that the figures tell as nothing has none."""
    share = forecast.shares[name]
    best = share == max(forecast.shares.values())
    colour = known[name].colour if name in known else theme.ink
    figures = words(x, upper + 22, percent(share), SMALL, theme.ink, bold=best)
    if percent(share) == percent(0):
        return [figures]
    return [figures, box(x, upper + 31, long, BAR, colour, radius=4, edge=theme.faint, thick=0.7)]
