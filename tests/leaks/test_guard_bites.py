"""Planted leaks, each as somebody might build one in by mistake: the proof sees them all."""

import json
from collections.abc import Callable, Sequence

import pytest
from proof import leaks
from shared_posts import SharedPosts
from twins import Twins, twins

from gm_tool.app.made import Made
from gm_tool.app.pictures import Drawing
from gm_tool.core.views import GM, PUBLIC, View, Viewer
from gm_tool.render.dialects import Dialect
from gm_tool.render.pictures import track_svg
from gm_tool.render.posts import Template, Wording
from gm_tool.rules.camellots import CamelLots

GAMES = 66


def is_found(fault: str, publisher: type[SharedPosts], wording: Wording | None = None) -> bool:
    """Whether the proof finds that fault in one of some games, published so."""
    return any(fault in told for pair in map(twins, range(GAMES)) for told in found_in(pair, publisher, wording))


def found_in(pair: Twins, publisher: type[SharedPosts], wording: Wording | None = None) -> list[str]:
    return leaks(pair, *(publisher(game, wording).step_files(pair.number) for game in (pair.first, pair.second)))


class CoinsInThePublicPost(SharedPosts):
    def public(self, number: int, dialect: Dialect | None = None) -> str:
        state = self.folder.entry(number).state
        return (
            super().public(number, dialect) + f"In all {sum(player['coins'] for player in state['players'].values())}"
        )


class LengthOfOrders(SharedPosts):
    def public(self, number: int, dialect: Dialect | None = None) -> str:
        orders = self.folder.entry(number).orders
        return super().public(number, dialect) + "\n" * len(json.dumps(orders))


class MissingToldToOthers(SharedPosts):
    def private(self, number: int, player: str, dialect: Dialect | None = None) -> str:
        missing = len(self.folder.entry(number).missing)
        return super().private(number, player, dialect) + f"{missing} sent nothing."


class NotesToldToOthers(SharedPosts):
    def private(self, number: int, player: str, dialect: Dialect | None = None) -> str:
        notes = " ".join(row.note for row in self.folder.entry(number).rows)
        return super().private(number, player, dialect) + notes


class FileCalledAfterANote(SharedPosts):
    def step_files(self, number: int, drawings: Sequence[Drawing] | None = None) -> list[Made]:
        note = self.folder.entry(number).rows[0].note
        return [*super().step_files(number, drawings), Made(f"posts/notes/{note}.txt", b"", secret=True)]


class OneFileMoreForWhoIsMissing(SharedPosts):
    def step_files(self, number: int, drawings: Sequence[Drawing] | None = None) -> list[Made]:
        missing = self.folder.entry(number).missing
        return [
            *super().step_files(number, drawings),
            *(Made(f"posts/{index}.txt", b"") for index, _ in enumerate(missing)),
        ]


class SecretFileHandedOut(SharedPosts):
    def step_files(self, number: int, drawings: Sequence[Drawing] | None = None) -> list[Made]:
        files = super().step_files(number, drawings)
        return [Made(made.name, made.data) if "/private/" in made.name else made for made in files]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("publisher", "fault"),
    [
        (CoinsInThePublicPost, "public.txt, for everybody, has another"),
        (LengthOfOrders, "public.html, for everybody, has another length"),
        (MissingToldToOthers, "has another text"),
        (NotesToldToOthers, "tells 'canary"),
        (FileCalledAfterANote, "is called after a secret"),
        (OneFileMoreForWhoIsMissing, "is there for everybody in one game alone"),
        (SecretFileHandedOut, "for everybody, tells"),
    ],
)
def test_a_planted_leak_is_found(publisher: type[SharedPosts], fault: str) -> None:
    assert is_found(fault, publisher)


@pytest.mark.usefixtures("quick")
def test_a_secret_in_a_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    class Illustrator(SharedPosts):
        def step_files(self, number: int, drawings: Sequence[Drawing] | None = None) -> list[Made]:
            drawn.append(str(self.folder.entry(number).state["players"]))
            return super().step_files(number, drawings)

    monkeypatch.setattr("gm_tool.app.pictures.track_svg", lambda *asked: track_svg(*asked) + f"<!-- {drawn[-1]} -->")
    assert is_found("board.svg, for everybody, tells", Illustrator)


@pytest.mark.usefixtures("quick")
def test_a_view_that_tells_too_much_is_found_where_a_template_prints_it(monkeypatch: pytest.MonkeyPatch) -> None:
    honest: Callable[..., View] = CamelLots.view

    def talkative(game: CamelLots, before: object, events: object, after: object, viewer: Viewer) -> View:
        view = honest(game, before, events, after, viewer)
        if viewer != PUBLIC:
            return view
        return View(
            viewer, {**view.words, "purses": honest(game, before, events, after, GM).words["players"]}, view.boards
        )

    monkeypatch.setattr(CamelLots, "view", talkative)
    texts = {"public.txt": "{% for purse in purses %}{{ purse.coins }} {% endfor %}", "private.txt": "Hello."}
    wording = Wording({name: Template(text, name) for name, text in texts.items()})
    pair = next(pair for pair in map(twins, range(GAMES)) if not pair.finished)
    assert [told for told in found_in(pair, SharedPosts, wording) if "public.txt, for everybody, tells" in told]
