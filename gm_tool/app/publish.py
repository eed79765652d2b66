"""From the journal to what is pasted: the posts of each step, the results workbook, the next sheet.

Everything here can be made again from the journal, byte for byte, and is; nothing is edited.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import structs

from gm_tool.app.deadline import deadline_text
from gm_tool.app.dialect import dialect_of
from gm_tool.app.folder import GameFolder
from gm_tool.app.language import language_of
from gm_tool.app.made import Made
from gm_tool.app.ours import FINAL, PREGAME, RESULTS
from gm_tool.app.page import PAGE, PLAYERS_PAGE, Heading, StepPosts, gm_page, players_page
from gm_tool.app.pictures import Drawing, drawings_of, post_sketches
from gm_tool.app.posted_step import PostedStep, ends, posted_step, step_of, told
from gm_tool.app.told import (
    adjusted_told,
    counts_of,
    order_rows,
    orders_said,
    problems_told,
    rows_told,
    rulings_told,
    submission_told,
)
from gm_tool.core.draws import commitment
from gm_tool.core.forms import Step
from gm_tool.core.views import GM, PUBLIC, Listing, Viewer
from gm_tool.io.file_names import file_names
from gm_tool.io.post_parts import part_name
from gm_tool.io.resources import template_files
from gm_tool.io.shelf import own_shelf
from gm_tool.io.workshop import Results, RoundTexts, bytes_of
from gm_tool.render.dialects import Dialect
from gm_tool.render.parts import split
from gm_tool.render.posts import Template, Wording, post
from gm_tool.render.preview import PREVIEW

PUBLIC_POSTS = re.compile(
    r"posts/((?!private/)[^/]+/)+(public(\.part-[0-9]+)?\.txt|public\.html|(board|race)\.(svg|png))"
    r"|posts/reveal/(orders(\.part-[0-9]+)?\.txt|reveal\.html|check_draws\.py)"
)
"""The names of the files that everybody may have. A file of another name is the GM's alone to read.

So is the update of a player who is called "public".
"""


class Publisher:
    """Makes the posts of one game, in one dialect. Raises BadInput for a broken template, dialect or language."""

    def __init__(self, folder: GameFolder, dialect: str | None = None) -> None:
        self.folder = folder
        self.dialect = dialect_of(folder.config, dialect)
        self.language = language_of(folder.config)
        files = template_files(folder.game.info.id, folder.path, self.language)
        self.wording = Wording({name: Template(text, label) for name, (text, label) in files.items()}, own_shelf())
        self._files = file_names(folder.config.names)
        self._opened: dict[int, PostedStep] = {}
        self._texts: dict[tuple[str, str, int, str], str] = {}  # a post stands in a file, on a page, in a workbook

    # Texts of a step

    def pregame(self, seed: bytes) -> str:
        """The post before the first step: the rules in force and the seed's commitment."""
        first, state, step = self.folder.under(1), self.folder.first_state(), self._step(1)
        telling = told(first, None, step, self._deadline(step)) | {
            "commitment": commitment(seed),
            "rulings": rulings_told(first),
        }
        return post(self.wording, "pregame.txt", first.game.view(None, (), state, PUBLIC), telling, self.dialect)

    def public(self, number: int, dialect: Dialect | None = None) -> str:
        """The public post of a resolved step."""
        posted = self._posted(number)
        return self._post("public.txt", number, PUBLIC, posted.told, dialect)

    def private(self, number: int, player: str, dialect: Dialect | None = None) -> str:
        """The private update of a player after a resolved step."""
        posted = self._posted(number)
        told = {
            **posted.told,
            "player": player,
            "submission": submission_told(self.folder, posted.entries, player),
            "adjusted": adjusted_told(posted.events, player),
            "deadline": self._deadline(posted.next_step, player),
        }
        return self._post("private.txt", number, Viewer("player", player), told, dialect)

    def gm(self, number: int, dialect: Dialect | None = None) -> str:
        """The GM's own notes on a resolved step: who sent what, what became of each row, all events."""
        posted = self._posted(number)
        source = posted.entries[-1].source
        told = posted.told | {
            "missing": [player for entry in posted.entries for player in entry.missing],
            "refused": [player for entry in posted.entries for player in entry.set_aside],
            "by_turn": not self.folder.game.info.simultaneous,
            "counts": counts_of(posted.entries).as_json(),
            "rows": rows_told(posted.entries),
            "problems": problems_told(posted.entries),
            "orders": orders_said(self.folder, posted.entries),
            "source": structs.asdict(source) if source else None,
        }
        return self._post("gm.txt", number, GM, told, dialect)

    def final(self, dialect: Dialect | None = None) -> str:
        """The public post after the end: how the game came out."""
        number = self.folder.played
        return self._post("final.txt", number, PUBLIC, self._posted(number).told, dialect)

    def orders(self, dialect: Dialect | None = None) -> str:
        """All players' orders, step by step, for the GM who wants to publish them after the end."""
        last = self.folder.played
        history = [
            {"title": self._step(number).title, "rows": order_rows(self.folder, entry)}
            for number, entry in enumerate(self.folder.journal.steps, 1)
        ]
        return self._post("orders.txt", last, PUBLIC, self._posted(last).told | {"history": history}, dialect)

    def _post(
        self, template: str, number: int, viewer: Viewer, told: Mapping[str, object], dialect: Dialect | None
    ) -> str:
        """A post of a resolved step, made once for each dialect."""
        used = dialect or self.dialect
        key = (template, used.name, number, viewer.player)
        if key not in self._texts:
            self._texts[key] = post(self.wording, template, self._posted(number).view(viewer), told, used)
        return self._texts[key]

    def write_ahead(self, number: int) -> None:
        """Write a step's posts, as they are pasted and as they will look, so that `step_files` finds them made."""
        number = self.folder.post_of(number)
        for dialect in (None, PREVIEW):
            self._step_posts(number, dialect)

    # Files

    def pregame_files(self, seed: bytes) -> list[Made]:
        """The files of posts/pregame."""
        return self.texts_made(f"posts/{PREGAME}/public.txt", self.pregame(seed))

    def step_files(self, number: int, drawings: Sequence[Drawing] | None = None) -> list[Made]:
        """The files of the folder of a step's post, and those of posts/final after the last step.

        `drawings` are those of `post_sketches`; without them, they are drawn here.
        """
        number = self.folder.post_of(number)
        base, posts = f"posts/{self._step(number).slug}", self._step_posts(number)
        drawn = drawings_of(post_sketches(self.folder, number)) if drawings is None else drawings
        board, final = ([drawing for drawing in drawn if drawing.final == last] for last in (False, True))
        title = f"{self.folder.title}: {self._posted(number).title}"
        public_page = self._players_page(title, self.public(number, PREVIEW), board)
        files = [
            *self.texts_made(f"{base}/public.txt", posts.public),
            *(made for name, text in posts.private.values() for made in self.texts_made(f"{base}/{name}", text, True)),
            Made(f"{base}/gm.txt", posts.gm.encode(), secret=True),
            *_picture_files(base, board),
            Made(f"{base}/{PLAYERS_PAGE}", public_page),
            Made(f"{base}/{PAGE}", self._page(number, posts, board, final).encode(), secret=True),
        ]
        return [*files, *self._final_files(posts, final)] if ends(self.folder, number) else files

    def _step_posts(self, number: int, dialect: Dialect | None = None) -> StepPosts:
        """All posts of a step, those of the end among them after the last one."""
        over = ends(self.folder, number)
        return StepPosts(
            dialect=dialect or self.dialect,
            public=self.public(number, dialect),
            private={
                player: (f"private/{file}.txt", self.private(number, player, dialect))
                for player, file in self._files.items()
            },
            gm=self.gm(number, dialect),
            final=self.final(dialect) if over else "",
            orders=self.orders(dialect) if over else "",
        )

    def _page(self, number: int, posts: StepPosts, board: Sequence[Drawing], final: Sequence[Drawing]) -> str:
        """The GM's page of a step."""
        posted = self._posted(number)
        heading = Heading(
            title=self.folder.title,
            language=self.language,
            step=posted.title,
            next_step=posted.next_step.title if posted.next_step else "",
            deadline=self._deadline(posted.next_step),
            by_turn=not self.folder.game.info.simultaneous,
        )
        return gm_page(heading, posts, self._step_posts(number, PREVIEW), board, final)

    def _final_files(self, posts: StepPosts, drawings: list[Drawing]) -> list[Made]:
        """The files of posts/final."""
        base = f"posts/{FINAL}"
        shared = [drawing for drawing in drawings if not drawing.secret]
        page = self._players_page(f"{self.folder.title}: the end", self.final(PREVIEW), shared)
        return [
            *self.texts_made(f"{base}/public.txt", posts.final),
            *self.texts_made(f"{base}/orders.txt", posts.orders, secret=True),
            *_picture_files(base, drawings),
            Made(f"{base}/{PLAYERS_PAGE}", page),
        ]

    def texts_made(self, name: str, text: str, secret: bool = False) -> list[Made]:
        """The file of a post to be sent; each of its parts, too, where the forum doesn't take it whole."""
        parts = split(text, self.dialect)
        whole = Made(name, text.encode(), secret)
        if len(parts) == 1:
            return [whole]
        return [whole, *(Made(part_name(name, n), part.encode(), secret) for n, part in enumerate(parts, 1))]

    def _players_page(self, title: str, text: str, drawings: list[Drawing]) -> bytes:
        return players_page(title, self.language, text, drawings).encode()

    def results(self) -> Made:
        """results.xlsx, written."""
        return Made(RESULTS, bytes_of(self.results_wanted()), secret=True)

    def results_wanted(self) -> Results:
        """What results.xlsx is to hold: public posts and private updates as they are pasted, the tally of all steps."""
        folder = self.folder
        texts = tuple(
            RoundTexts(
                self._posted(number).title,
                self.public(number),
                {player: self.private(number, player) for player in folder.config.names},
            )
            for number in folder.posted
        )
        return Results(texts, tally_listing(folder), folder.game.info.score.capitalize(), folder.title)

    def _posted(self, number: int) -> PostedStep:
        number = self.folder.post_of(number)
        if number not in self._opened:
            self._opened[number] = posted_step(self.folder, number, self._deadline)
        return self._opened[number]

    def _step(self, number: int) -> Step:
        return step_of(self.folder, number)

    def _deadline(self, step: Step | None, player: str = "") -> str:
        """The deadline of a step, in the player's own zone where game.yaml names one."""
        if step is None:
            return ""
        config = self.folder.config
        return deadline_text(config, step, config.zone_of(player), self.language)


def _picture_files(base: str, drawings: Sequence[Drawing]) -> list[Made]:
    """Each drawing as SVG and as PNG."""
    files = []
    for drawing in drawings:
        files.append(Made(f"{base}/{drawing.name}.svg", drawing.picture.svg.encode(), drawing.secret))
        files.append(Made(f"{base}/{drawing.name}.png", drawing.picture.png, drawing.secret))
    return files


def tally_listing(folder: GameFolder) -> Listing:
    """The score of each player (a row) at the start and after each post (a column)."""
    game = folder.game
    states = [folder.state_after(number) for number in (0, *folder.posted)]
    scores = [game.tally(state) for state in states]
    heads = [f"{folder.word.capitalize()} {number}" for number in folder.posted]
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (player, *(score[player] for score in scores)) for player in folder.config.names
    )
    return Listing(("Player", "Start", *heads), rows)
