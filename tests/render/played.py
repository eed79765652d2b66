"""Games that are played turn by turn, from a fixed script, and their posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from gm_tool.core.draws import Draws, commitment
from gm_tool.core.events import Event
from gm_tool.core.rulings import word
from gm_tool.core.views import GM, PUBLIC, View, Viewer
from gm_tool.io.resources import template_files
from gm_tool.render.dialects import DIALECTS
from gm_tool.render.posts import Template, Wording, post
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.caravaneers import Caravaneers

GAMES: Mapping[str, Any] = {"camel_up": CamelUp, "caravaneers": Caravaneers}
EDITIONS = tuple((game, language) for game in GAMES for language in ("en", "de"))
GOLDEN = Path(__file__).resolve().parent / "golden_turns"
SEED = bytes(range(32))


class Turn(Struct, frozen=True):
    """One turn that was played."""

    before: Any
    player: str
    order: Any
    events: Sequence[Event]
    after: Any


class Played(Struct, frozen=True):
    """A whole game."""

    game: Any
    settings: Mapping[str, Any]
    players: Sequence[str]
    turns: Sequence[Turn]

    def view(self, first: int, last: int, viewer: Viewer) -> View:
        """What a viewer sees of some turns, counted from 1."""
        told = self.turns[first - 1 : last]
        events = [event for turn in told for event in turn.events]
        view: View = self.game.view(told[0].before, events, told[-1].after, viewer)
        return view


def played(game_id: str, players: Sequence[str], **settings: Any) -> Played:
    """A game from its start to its end; missed turns are in it, too."""
    game = GAMES[game_id](settings)
    state = game.setup(players, {}, Draws(SEED))
    turns: list[Turn] = []
    while (step := game.due(state)) is not None:
        [player] = step.players
        order = next(
            order
            for order in _wishes(game, state, player, len(turns))
            if order is None or not game.judge(state, player, order).problems
        )
        events = game.resolve(state, {player: game.judge(state, player, order).order}, Draws(SEED))
        after = game.fold(state, events)
        turns.append(Turn(state, player, order, events, after))
        state = after
    return Played(game, settings, players, turns)


def _wishes(game: Any, state: Any, player: str, number: int) -> Iterator[Any]:
    """What a player would like to do, best first."""
    offered = {field.key: field.choices for field in game.form(state, player).fields}
    if "caravan" in offered:
        yield {"caravan": offered["caravan"][number % len(offered["caravan"])]}
        return
    camel = ("Red", "Purple", "Blue", "Yellow", "Green")[number % 5]
    side = ("cheer", "boo")[number % 2]
    match number % 9:
        case 0 | 5:
            yield {"action": "leg_bet", "camel": camel}
        case 1 | 6:
            yield from ({"action": "tile", "space": int(space), "side": side} for space in offered["space"][4:])
        case 2:
            yield {"action": ("winner", "loser")[number // 9 % 2], "camel": camel}
        case 3 if offered["partner"]:
            yield {"action": "partner", "player": offered["partner"][0]}
        case 7:
            yield None
    yield (
        {"action": "pyramid", "die": offered["die"][0], "pips": 1 + number % 3}
        if "die" in offered
        else {"action": "pyramid"}
    )


@cache
def wording(game_id: str, language: str) -> Wording:
    """The templates that come along with a game."""
    files = template_files(game_id, language=language)
    return Wording({name: Template(text, name) for name, (text, _) in files.items()})


def all_posts(game: Played, language: str, dialect: str = "text") -> dict[str, str]:
    """A post of each template, of a stretch in the midst of the game and of its end."""
    words, last = wording(game.game.info.id, language), len(game.turns)
    opening = game.game.view(None, (), game.turns[0].before, PUBLIC)
    me = game.players[1]
    given: dict[str, tuple[str, View, dict[str, object]]] = {
        "pregame": ("pregame", opening, _told(game, 0) | _pregame_told(game)),
        "public": ("public", game.view(6, 14, PUBLIC), _told(game, 14, 6)),
        "public-one": ("public", game.view(15, 15, PUBLIC), _told(game, 15)),
        "public-end": ("public", game.view(last - 2, last, PUBLIC), _told(game, last, last - 2)),
        "private": ("private", game.view(6, 14, Viewer("player", me)), _told(game, 14, 6) | _submission(me)),
        "private-end": (
            "private",
            game.view(last - 9, last, Viewer("player", me)),
            _told(game, last) | _submission(me),
        ),
        "gm": ("gm", game.view(6, 14, GM), _told(game, 14, 6) | _gm_told()),
        "final": ("final", game.view(last - 2, last, PUBLIC), _told(game, last, last - 2)),
        "orders": ("orders", game.view(last, last, PUBLIC), _told(game, last) | {"history": _history(game)}),
    }
    return {
        name: post(words, f"{template}.txt", view, told, DIALECTS[dialect])
        for name, (template, view, told) in given.items()
    }


def post_of(game: Played, language: str, template: str, words: Mapping[str, object]) -> str:
    """A post of the first turn, as plain text, in which the view's words are others."""
    view = View(PUBLIC, words, game.view(1, 1, PUBLIC).boards)
    return post(wording(game.game.info.id, language), f"{template}.txt", view, _told(game, 1), DIALECTS["text"])


def _told(game: Played, number: int, first: int = 0) -> dict[str, object]:
    """What is told of a post of the turns up to one, from `first` on."""
    info = game.game.info
    title = f"Turns {first} to {number}" if first else f"Turn {number}"
    step = {"word": "turn", "number": number, "name": f"turn-{number}", "title": title, "first": first or number}
    after = number + 1
    following = {"word": "turn", "number": after, "name": f"turn-{after}", "title": f"Turn {after}", "first": after}
    over = number == len(game.turns)
    return {
        "game": {"id": info.id, "title": info.title},
        "title": "At the Oasis Inn",
        "step": step if number else None,
        "next_step": None if over else following,
        "deadline": "" if over else "Friday, 5 March, 20:00",
        "players": list(game.players),
    }


def _pregame_told(game: Played) -> dict[str, object]:
    rulings = []
    for ruling in game.game.rulings:
        setting = game.settings.get(ruling.key, ruling.default)
        meaning = next((text for value, text in ruling.values if value == setting), "")
        rulings.append(
            {
                "key": ruling.key,
                "setting": word(setting),
                "question": ruling.question,
                "meaning": meaning,
                "default": setting == ruling.default,
            }
        )
    return {"commitment": commitment(SEED), "rulings": rulings}


def _submission(player: str) -> dict[str, object]:
    return {
        "player": player,
        "submission": {
            "fate": "used",
            "fates": {},
            "read_as": "",
            "received": "Action: pyramid",
            "note": "Run, Red!",
            "late": "",
        },
        "adjusted": [],
    }


def _gm_told() -> dict[str, object]:
    return {
        "by_turn": False,
        "counts": {"read": 11, "used": 9, "superseded": 0, "late": 0, "refused": 1, "ignored": 1},
        "rows": [
            {"place": "row 12", "fate": "used", "player": "Ann", "reason": ""},
            {"place": "row 16", "fate": "refused", "player": "Bob", "reason": "it doesn't stand any more"},
        ],
        "problems": [
            {
                "severity": "error",
                "code": "camel.unknown",
                "player": "Bob",
                "value": "Orange",
                "message": "There is no camel Orange.",
                "hint": "",
                "place": "sheets/turns.xlsx, C16",
            }
        ],
        "missing": ["Cat"],
        "refused": ["Bob"],
        "orders": {},
    }


def _history(game: Played) -> list[dict[str, object]]:
    return [
        {
            "title": f"Turn {number}",
            "rows": [
                {
                    "player": turn.player,
                    "said": "" if turn.order is None else game.game.say(turn.order),
                    "fate": "missing" if turn.order is None else "used",
                }
            ],
        }
        for number, turn in enumerate(game.turns, 1)
    ]


@cache
def example(game_id: str) -> Played:
    """The game of the golden posts."""
    if game_id == "caravaneers":
        return played(game_id, ("Ann", "Bob"))
    return played(game_id, ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), own_tile_blocks=True)


def golden_posts(game_id: str, language: str) -> dict[str, str]:
    """The golden posts of a game in a language, by the names of their files."""
    return {f"{game_id}-{language}-{name}.txt": text for name, text in all_posts(example(game_id), language).items()}


def write_golden() -> None:
    """Make the golden files anew, to be looked at in the diff: `python -m render.played` in the folder tests."""
    GOLDEN.mkdir(exist_ok=True)
    for game_id, language in EDITIONS:
        for name, text in golden_posts(game_id, language).items():
            (GOLDEN / name).write_bytes(text.encode())


if __name__ == "__main__":
    write_golden()
