from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_tool.core.game import GameInfo, Option
from gm_tool.core.rulings import Ruling, settle
from gm_tool.io.config import Config, DialectChoice, Player, Push, Source, config_of
from gm_tool.io.config_text import config_text, scalar
from gm_tool.io.deadlines import Daily, Dates, Every
from gm_tool.io.roster import name_fault, roster_problems

GAME = GameInfo(
    id="auction",
    title="The Auction",
    version="1",
    players=(2, 5),
    step_word="round",
    score="coins",
    simultaneous=True,
    hidden=True,
    chance=False,
    options=(Option("garnets", 0, "the garnets that the player brings along"),),
)
RULINGS = (
    Ruling(
        key="ties",
        kind="choice",
        question="Who wins a tie? The rules only say that 'the higher bid wins', and go on to the next lot from there.",
        default="early",
        values=(("early", "who bid first"), ("nobody", "nobody; the lot stays")),
    ),
    Ruling(key="open", kind="flag", question="Are bids shown?", default=True, values=((True, "yes"), (False, "no"))),
    Ruling(key="lots", kind="number", question="Lots for sale.", default=5),
    Ruling(key="prizes", kind="numbers", question="Coins by place.", default=(3, 2, 1)),
)
NASTY = ["007", "null", "D'Arcy", "a: b", "#x", "[Clan]Ann", "🐺 Wolf", "👨‍👩‍👧", "Bob[/b]", "*_~",
         "@everyone", "- x", "\\\"q\"",
         "TRUE", "1e5", "=1+2", "&a", "!b", "%c", "|", ">", "{", "小明", "yes", "~",
         "key: [1, 2] # no", "\u200fRTL"]  # fmt: skip
CONFIG = Config(game="auction", players=tuple(Player(name=name) for name in NASTY))


def written(config: Config, **settings: Any) -> str:
    return config_text(GAME, RULINGS, settings, config)


def chosen(config: Config) -> dict[str, object]:
    """What a config says, without where it says so."""
    told = structs.asdict(config)
    return {key: told[key] for key in told if key not in ("lines", "warnings", "rulings", "title")}


@pytest.mark.parametrize(
    "config",
    [
        CONFIG,
        structs.replace(
            CONFIG,
            players=tuple(
                Player(
                    name=name,
                    aliases=(f"{name},1", f"{name}]"),
                    zone="Asia/Tokyo",
                    options={"garnets": "2", "a b": "x: y"},
                )
                for name in NASTY
            ),
        ),
        structs.replace(CONFIG, deadlines=Daily(dt.time(7, 5)), grace=dt.timedelta(minutes=90), zone="Europe/Berlin"),
        structs.replace(CONFIG, deadlines=Dates((dt.datetime(2026, 5, 1, 20), dt.datetime(2026, 5, 2, 8, 30)))),
        structs.replace(
            CONFIG, deadlines=Every(dt.timedelta(days=1), dt.datetime(2026, 5, 1, 20)), dialect=DialectChoice("phpbb")
        ),
        structs.replace(
            CONFIG, dialect=DialectChoice("phpbb", {"limit": "10000"}), columns={"Spieler": "Player", "a: b": "Note"}
        ),
        structs.replace(CONFIG, source=Source("my orders {nn}.xlsx", "R: {n}")),
        structs.replace(CONFIG, source=Source("#{n}.csv")),
        structs.replace(CONFIG, deadlines=Daily(dt.time(20), dt.date(2026, 5, 1)), date_order="month-day"),
        structs.replace(
            CONFIG,
            source=Source(tab="Round {n}", google=f"https://docs.google.com/spreadsheets/d/{'a' * 30}/edit#gid=0"),
        ),
        structs.replace(CONFIG, source=Source(google="b" * 30), push=Push("c" * 30, "d" * 30)),
        structs.replace(CONFIG, push=Push(private="d" * 30)),
    ],
)
def test_what_is_written_is_read_again(config: Config) -> None:
    read = config_of(written(config).encode())
    assert chosen(read) == chosen(config)
    assert read.title == "The Auction"


def test_all_rulings_are_listed_with_what_is_set() -> None:
    text = written(CONFIG, ties="nobody", lots=7)
    settings, problems = settle(RULINGS, config_of(text.encode()).rulings)
    assert settings == {"ties": "nobody", "open": True, "lots": 7, "prizes": (3, 2, 1)}
    assert problems == ()
    assert "# Are bids shown?" in text and "early (the default): who bid first" in text
    assert "lots: 7  # the default: 5" in text


def test_other_readers_of_yaml_see_the_same_names() -> None:
    other = yaml.safe_load(written(CONFIG))
    assert [player["name"] for player in other["players"]] == NASTY


def test_a_game_without_options_and_rulings_reads_well_too() -> None:
    text = config_text(structs.replace(GAME, options=()), (), {}, CONFIG)
    assert "rulings" not in text and "garnets" not in text
    assert config_of(text.encode()).names == tuple(NASTY)


def test_it_is_nice_to_read() -> None:
    text = written(structs.replace(CONFIG, title="Friday: the auction"), ties="nobody")
    assert 'title: "Friday: the auction"' in text
    assert all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines())
    assert "\n\n\n" not in text and text.endswith("\n")


@given(st.text(max_size=60).map(str.strip))
def test_any_text_comes_back_as_a_scalar(text: str) -> None:
    text = "".join(sign for sign in text if not 0xD800 <= ord(sign) <= 0xDFFF)
    read = yaml.safe_load(f"a: {scalar(text)}\n")["a"]
    assert read == text


@given(st.lists(st.text(min_size=1, max_size=20).map(str.strip), min_size=1, max_size=5, unique=True))
def test_any_roster_comes_back(names: list[str]) -> None:
    if any(name_fault(name) for name in names) or any(p.severity == "error" for _, p in roster_problems(names)):
        return
    config = Config(game="auction", players=tuple(Player(name=name) for name in names))
    assert config_of(written(config).encode()).names == tuple(names)
