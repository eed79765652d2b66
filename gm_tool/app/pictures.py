"""The pictures beside the posts: drawn of public views alone, but for the coins, which are the GM's to publish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.app.posted_step import ends, state_posted, step_of, title_of
from gm_tool.core.views import PUBLIC, Board, Grid, Listing, Supply, Track
from gm_tool.io.workshop import PngOf, bytes_of
from gm_tool.render.pictures import Picture, grid_svg, lines_svg, race_svg, track_svg

WIDTH = 600
"""Pixels across. More would look no better in most forums, which make pictures narrower, and cost time."""


class Drawing(Struct, frozen=True):
    """A picture of a step and the names of its files without their ending; whether it is the GM's alone.

    `final` are those of posts/final.
    """

    name: str
    picture: Picture
    secret: bool = False
    final: bool = False


class Sketch(Struct, frozen=True):
    """A drawing that has no PNG yet: its name and title, under which name the page saves it, its SVG."""

    name: str
    title: str
    saved_as: str
    svg: str
    secret: bool = False
    final: bool = False

    @property
    def wanted(self) -> PngOf:
        """The PNG that it lacks."""
        return PngOf(self.svg, WIDTH)

    def drawn(self, png: bytes) -> Drawing:
        """The drawing, with that PNG."""
        return Drawing(self.name, Picture(self.title, self.saved_as, self.svg, png), self.secret, self.final)


def drawings_of(sketches: Sequence[Sketch]) -> list[Drawing]:
    """The drawings, with PNGs made in this process. Raises WorldFailed where one can't be made."""
    return [sketch.drawn(bytes_of(sketch.wanted)) for sketch in sketches]


def post_sketches(folder: GameFolder, number: int) -> list[Sketch]:
    """The pictures of a step's post, and those of posts/final after the last step, without their PNGs."""
    number = folder.post_of(number)
    step, under = step_of(folder, number), folder.under(number)
    title = title_of(step, folder.told_by(number)[0])
    board = step_sketches(under, title, step.slug, under.game.load(state_posted(folder, number)))
    return [*board, *(final_sketches(folder) if ends(folder, number) else ())]


def step_sketches(folder: GameFolder, title: str, slug: str, state: Any) -> list[Sketch]:
    """The board after a step, by its public view; nothing where the game has none to draw."""
    shown = f"{folder.title}: {title}"
    svg = board_svg(folder.game.view(None, (), state, PUBLIC).boards, shown)
    return [Sketch("board", shown, f"{slug}-board", svg)] if svg else []


def board_svg(boards: Mapping[str, Board], title: str) -> str:
    """The first track or grid among the boards of a view as SVG, the first table below it; "" for none."""
    for board in boards.values():
        match board:
            case Track():
                beside = next((table for table in boards.values() if isinstance(table, Supply | Listing)), None)
                return track_svg(board, title, beside)
            case Grid():
                listing = next((table for table in boards.values() if isinstance(table, Listing)), None)
                return grid_svg(board, title, listing)
            case _:
                continue
    return ""


def final_sketches(folder: GameFolder) -> list[Sketch]:
    """How the race went, from public views; how what the players had grew, which they hid from each other."""
    title, score = folder.title, folder.game.info.score
    axis = folder.word.capitalize()
    sketches = []
    tracks = [(number, track_of(_boards(folder, number))) for number in range(folder.played + 1)]
    history = [(str(number), _spaces(track)) for number, track in tracks if track is not None]
    last = tracks[-1][1]
    if last is not None:
        svg = race_svg(history, last.pieces, f"{title}: the race", axis=axis)
        sketches.append(Sketch("race", f"{title}: the race", "final-race", svg, final=True))
    tallies = [(str(number), folder.game.tally(folder.state_after(number))) for number in range(folder.played + 1)]
    svg = lines_svg(tallies, f"{title}: the {score}", axis=axis)
    return [*sketches, Sketch(score, f"{title}: the {score}", f"final-{score}", svg, secret=True, final=True)]


def track_of(boards: Mapping[str, Board]) -> Track | None:
    """The first track among the boards of a view."""
    return next((board for board in boards.values() if isinstance(board, Track)), None)


def _boards(folder: GameFolder, number: int) -> Mapping[str, Board]:
    return folder.game.view(None, (), folder.state_after(number), PUBLIC).boards


def _spaces(track: Track) -> dict[str, int]:
    """On which space each piece stands that runs up the track."""
    ahead = {piece.name for piece in track.pieces if piece.heading == "up"}
    return {name: space.number for space in track.spaces for name in space.stack if name in ahead}
