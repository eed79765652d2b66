from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.io.config import Config, Push, Source, config_of, read_config, unknown_options
from gm_tool.io.deadlines import Daily, Dates, Every, near_zone, span_of
from gm_tool.io.journal_file import journal_lines
from gm_tool.io.seed import read_seed

HEAD = "game: camellots\nplayers: [Ann, Bob]\n"


def read(text: str) -> Config:
    return config_of(text.encode())


def refused(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as refusal:
        config_of(text if isinstance(text, bytes) else text.encode())
    return refusal.value.problems


def only(text: str | bytes) -> Problem:
    (problem,) = refused(text)
    return problem


def test_the_least_game_has_sensible_settings() -> None:
    config = read(HEAD)
    assert (config.game, config.names, config.zone, config.dialect.base) == ("camellots", ("Ann", "Bob"), "UTC", "text")
    assert config.source.file_of(Step("round", 5, ())) == "sheets/round-05.xlsx"
    assert (config.deadlines, config.grace, config.warnings) == (None, dt.timedelta(), ())


def test_everything_is_the_text_that_was_typed() -> None:
    config = read(
        "game: 1\nplayers: [007, null, NA, TRUE, 1e5, 18_29, 0x10, 1234567890123456789, ~, yes]\n"
        "rulings: {a: on, b: [13, 010], c: 1.0}\n"
    )
    assert config.names == ("007", "null", "NA", "TRUE", "1e5", "18_29", "0x10", "1234567890123456789", "~", "yes")
    assert config.rulings == {"a": "on", "b": ("13", "010"), "c": "1.0"}


def test_a_player_has_aliases_a_zone_and_options_with_their_lines() -> None:
    config = read(
        "game: g\nplayers:\n  - name: ' Ann '\n    aliases: [Annie, A]\n    zone: Asia/Tokyo\n    garnets: 2\n"
        "  - {name: Bob, aliases: Bobby}\n"
    )
    ann, bob = config.players
    assert (ann.name, ann.aliases, ann.zone, ann.options) == ("Ann", ("Annie", "A"), "Asia/Tokyo", {"garnets": "2"})
    assert config.aliases == {"Ann": ("Annie", "A"), "Bob": ("Bobby",)}
    assert str(config.place("players", "Ann", "garnets")) == "game.yaml, line 6"
    assert str(config.place("players", "Bob")) == "game.yaml, line 7"
    assert str(config.place("rulings")) == "game.yaml"
    assert bob.options == {}
    assert unknown_options(config, ["garnets"]) == ()
    (problem,) = unknown_options(config, ["garnet"])
    assert (problem.code, problem.player, problem.place.cell) == ("config.unknown", "Ann", "line 6")
    assert problem.hint == "Did you mean garnet?"


@pytest.mark.parametrize(
    ("text", "deadlines"),
    [
        ("20:00", Daily(dt.time(20))),
        ("'7:05'", Daily(dt.time(7, 5))),
        ("[2026-05-01 20:00, 2026-05-03T8:00]", Dates((dt.datetime(2026, 5, 1, 20), dt.datetime(2026, 5, 3, 8)))),
        ('{every: 24h, first: "2026-05-01 20:00"}', Every(dt.timedelta(hours=24), dt.datetime(2026, 5, 1, 20))),
        ('{daily: "20:00", first: "2026-05-01"}', Daily(dt.time(20), dt.date(2026, 5, 1))),
        ("{daily: 20:00}", Daily(dt.time(20))),
        ("{every: 1d 12h, first: 2026-05-01 20:00}", Every(dt.timedelta(hours=36), dt.datetime(2026, 5, 1, 20))),
    ],
)
def test_deadlines(text: str, deadlines: object) -> None:
    assert read(HEAD + f"deadlines: {text}\n").deadlines == deadlines


@pytest.mark.parametrize(
    "text",
    [
        "24:00", "20.00", "soon", "[]", "[2026-02-30 20:00]", "[2026-05-03 20:00, 2026-05-01 20:00]", "[[a]]",
        "{every: 0h, first: 2026-05-01 20:00}", "{every: 24h}", "{every: 24h, first: tomorrow}",
        "{every: 24, first: 2026-05-01 20:00}", "{daily: soon}", "{daily: 20:00, first: 2026-02-30}",
        "{daily: [20:00], first: 2026-05-01}", "{daily: 20:00, first: 9999-12-31}", "[9999-12-31 23:00]",
        "{daily: 20:00, first: }", "{every: 30d, first: 9999-12-20 20:00}", "{every: 1d, first: 0001-01-01 00:10}",
    ],
)  # fmt: skip
def test_deadlines_that_are_none(text: str) -> None:
    problem = only(HEAD + f"deadlines: {text}\n")
    assert (problem.code, problem.place.cell) == ("config.value", "line 3")


def test_a_deadline_in_a_far_year_is_told_which_years_there_are() -> None:
    for text in ("{every: 30d, first: 9999-12-20 20:00}", "{daily: 20:00, first: 9999-12-31}", "[9999-12-31 23:00]"):
        assert "from 1990 to 2199" in only(HEAD + f"deadlines: {text}\n").hint


@pytest.mark.parametrize(
    ("text", "minutes"), [("10m", 10), ("90 min", 90), ("2 hours", 120), ("1d2h3m", 1563), ("0m", 0), ("366d", 527040)]
)
def test_spans(text: str, minutes: int) -> None:
    assert span_of(text) == dt.timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "10", "m", "10 minits", "367d", "-1h", "1h later", "1.5h"])
def test_spans_that_are_none(text: str) -> None:
    assert span_of(text) is None


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("berlin", "Europe/Berlin"),
        ("Europe/Berln", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("x", ""),
        ("GMT+2", ""),
    ],
)
def test_the_nearest_zone_is_named(name: str, zone: str) -> None:
    assert near_zone(name) == zone
    problem = only(HEAD + f"zone: {name}\n")
    assert problem.code == "config.value"
    assert problem.hint == (
        f"Did you mean {zone}?" if zone else "It takes a time zone as Europe/Berlin or America/New_York."
    )


def test_a_zone_is_known_in_any_case_of_letters() -> None:
    assert read(HEAD + "zone: EUROPE/berlin\n").zone == "Europe/Berlin"


def test_sources_name_a_file_and_a_tab() -> None:
    config = read(HEAD + 'source: {file: "orders {nn}.xlsx", tab: "Round {n} of {word}"}\n')
    step = Step("turn", 7, ())
    assert (config.source.file_of(step), config.source.tab_of(step)) == ("orders 07.xlsx", "Round 7 of turn")
    assert read(HEAD + "source: all.xlsx\n").source == Source("all.xlsx")
    for wrong in ("'{nnn}.xlsx'", "'{n.xlsx'", "{file: a, tb: c}", "[a]", "'{file}'"):
        assert only(HEAD + f"source: {wrong}\n").place.cell == "line 3"


BOOK, OTHER = (f"https://docs.google.com/spreadsheets/d/{sign * 30}/edit" for sign in "ab")


def test_google_sheets_are_named_by_their_addresses() -> None:
    config = read(HEAD + f'source: {{google: "{BOOK}#gid=0", tab: "Round {{n}}"}}\npush: {{private: "{OTHER}"}}\n')
    assert (config.source.google, config.source.tab) == (f"{BOOK}#gid=0", "Round {n}")
    assert (config.push, config.source.is_default, config.source.tab_varies) == (Push(private=OTHER), False, True)
    assert not Source(tab="Form Responses 1", google=BOOK).tab_varies
    for wrong in (
        "source: {google: no}", f"source: {{google: '{BOOK}', file: a.xlsx}}", "source: {google: [a]}",
        "push: no", "push: {public: https://example.com}", f"push: {{publik: '{BOOK}'}}",
    ):  # fmt: skip
        assert only(HEAD + f"{wrong}\n").place.cell == "line 3", wrong


def test_day_and_month_have_an_order() -> None:
    assert [read(HEAD + f"date_order: {order}\n").date_order for order in ("day-month", "month-day", "")] == [
        "day-month", "month-day", "",
    ]  # fmt: skip
    assert read(HEAD + "date_order: Day-Month\n").date_order == "day-month"
    assert only(HEAD + "date_order: year-first\n").code == "config.value"


def test_no_grace_may_be_a_bare_0() -> None:
    assert read(HEAD + "grace: 0\n").grace == dt.timedelta()
    assert only(HEAD + "grace: 5\n").code == "config.value"


def test_an_address_is_no_file() -> None:
    problem = only(HEAD + 'source: "https://docs.google.com/spreadsheets/d/1/edit"\n')
    assert (problem.place.cell, "{google: " in problem.hint) == ("line 3", True)


def test_dialects_may_have_overrides() -> None:
    config = read(HEAD + "dialect: {base: phpbb, limit: 10000}\n")
    assert (config.dialect.base, config.dialect.overrides) == ("phpbb", {"limit": "10000"})
    assert only(HEAD + "dialect: {limit: 1}\n").code == "config.value"
    assert only(HEAD + "dialect: [a]\n").code == "config.value"


@pytest.mark.parametrize(
    "line",
    ['title: "a\\nb"', "title: [a]", "rulings: [a]", "rulings: {a: [[b]]}", "columns: a", "source: [a]", "grace: [1h]"],
)
def test_settings_of_another_shape_are_named(line: str) -> None:
    problem = only(HEAD + line + "\n")
    assert (problem.code, problem.place.cell) == ("config.value", "line 3")
    assert problem.hint.startswith("It takes ")


@pytest.mark.parametrize("line", ["garnets: [1]", "aliases: [[a]]", "aliases: {a: b}", "zone: Mars"])
def test_what_a_player_cannot_have_is_named(line: str) -> None:
    problem = only(f"game: g\nplayers:\n  - name: Ann\n    {line}\n")
    assert (problem.code, problem.place.cell) == ("config.value", "line 4")
    assert problem.message.startswith("players/Ann/")


@pytest.mark.parametrize("written", ['"\\uD83D\\uDE00 night"', '"\\U0001F600 night"', "\U0001f600 night"])
def test_a_sign_written_as_two_escapes_is_that_sign(written: str) -> None:
    config = read(HEAD + f"title: {written}\ncolumns: {{{written}: {written}}}\n")
    assert (config.title, config.columns) == ("\U0001f600 night", {"\U0001f600 night": "\U0001f600 night"})


@pytest.mark.parametrize("escape", ["\\uD800", "\\uDE00\\uD83D", "\\0"])
@pytest.mark.parametrize(
    "line",
    [
        'title: "X"', 'zone: "X"', 'deadlines: ["X"]', 'grace: "X"', 'dialect: "X"', 'dialect: {base: text, "X": a}',
        'language: "X"', 'source: "sheets/X.xlsx"', 'source: {file: a.xlsx, tab: "X"}', 'push: {public: "X"}',
        'columns: {"X": Player}', 'columns: {Spieler: "X"}', 'rulings: {dice: "X"}', 'rulings: {dice: [1, "X"]}',
    ],
)  # fmt: skip
def test_what_no_file_can_hold_is_refused_in_every_setting(line: str, escape: str) -> None:
    problem = only(HEAD + line.replace("X", escape) + "\n")
    assert (problem.code, str(problem.place)) == ("config.value", "game.yaml, line 3")
    assert "text" in problem.message
    str(problem).encode()


@pytest.mark.parametrize("player", ['{name: Ann, aliases: ["X"]}', '{name: Ann, zone: "X"}', '"X"', '{name: "X"}'])
def test_what_no_file_can_hold_is_refused_of_players(player: str) -> None:
    problem = only("game: g\nplayers:\n  - " + player.replace("X", "\\uD800") + "\n")
    assert (problem.code, problem.place.cell) == ("config.value", "line 3")


@pytest.mark.parametrize("title", ['"\\u200b"', '"Night\\u0007"', '"Night\\x1b[2J"', '"a\\u2028b"', '"a\\tb"'])
def test_titles_that_are_none(title: str) -> None:
    problem = only(HEAD + f"title: {title}\n")
    assert (problem.code, problem.place.cell) == ("config.value", "line 3")
    assert problem.message.startswith("The title ")


def test_the_kinds_of_deadlines_are_named_where_a_word_is_none_of_them() -> None:
    unknown, shapes = refused(HEAD + 'deadlines: {dayly: "20:00", first: "2026-05-01"}\n')
    assert (unknown.code, unknown.hint) == ("config.unknown", "Did you mean daily?")
    assert "daily:" in shapes.hint
    assert refused(HEAD + 'deadlines: {DAILY: "20:00"}\n')[0].hint == "Did you mean daily?"
    assert refused(HEAD + 'deadlines: {x: "20:00"}\n')[0].hint == "Here may stand daily, every or first."


def test_columns_are_texts() -> None:
    assert read(HEAD + "columns: {Spieler: Player}\n").columns == {"Spieler": "Player"}
    assert only(HEAD + "columns: {Spieler: [Player]}\n").code == "config.value"


def test_an_empty_setting_is_as_one_left_out() -> None:
    assert read(HEAD + "title:\nzone:\ncolumns:\nrulings:\ngrace:\n").zone == "UTC"


def test_all_problems_come_at_once_in_the_order_of_lines() -> None:
    problems = refused("gaem: x\nplayers: [Ann, ann]\nzone: Mars\ngrace: long\nrulings: {x: {y: z}}\n")
    assert [(problem.code, problem.place.cell) for problem in problems] == [
        ("config.unknown", "line 1"),
        ("config.needed", "line 1"),
        ("player.twin", "line 2"),
        ("config.value", "line 3"),
        ("config.value", "line 4"),
        ("config.value", "line 5"),
    ]
    assert problems[0].hint == "Did you mean game?"


@pytest.mark.parametrize("players", ["", "Ann, Bob", "[]", "{Ann: 1}", "[[Ann]]", "[{a: b}]", "[{name: [Ann]}]"])
def test_players_are_a_list(players: str) -> None:
    assert only(f"game: g\nplayers: {players}\n").code == "config.value"


@pytest.mark.parametrize("name", ["''", '"\\u200b"', '"A\\nB"', '"A\\u0007"', "A" * 61, '"A\\u2028B"', "#x"])
def test_names_that_are_none(name: str) -> None:
    problem = only(f"game: g\nplayers:\n  - Bob\n  - {name}\n")
    assert (problem.code, problem.place.cell) == ("player.name", "line 4")


@pytest.mark.parametrize(
    "players",
    ["Ann, ann", "Ann, Ann", "D'Arcy, D’Arcy", "A  B, A B", "{name: Ann, aliases: [Bob]}, bob", "Éowyn, E\u0301owyn",
     "{name: Ann, aliases: [Bo]}, {name: Bob, aliases: [BO]}", "Ｂob, Bob"],
)  # fmt: skip
def test_twins_are_refused(players: str) -> None:
    assert only(f"game: g\nplayers: [{players}]\n").code == "player.twin"


@pytest.mark.parametrize(
    "players", ["Bill, BiIl", "Bob, B0b", "Anna, Аnna", "Éowyn, Eowyn", "al, a1", "Carlo, {name: X, aliases: [CarIo]}"]
)
def test_look_alikes_are_warned_of(players: str) -> None:
    (warning,) = read(f"game: g\nplayers: [{players}]\n").warnings
    assert (warning.code, warning.severity, warning.place.cell) == ("player.lookalike", "warning", "line 2")


@pytest.mark.parametrize(
    "players", ["Sam, Sammy", "Ann, Anna", "{name: Ann, aliases: [ann, Annie]}, Bob", "Ali, All", "1, 2"]
)
def test_names_that_are_different_enough(players: str) -> None:
    assert read(f"game: g\nplayers: [{players}]\n").warnings == ()


@pytest.mark.parametrize(
    ("text", "code", "line", "word"),
    [
        ("- a\n", "config.yaml", 1, "list of settings"),
        ("a: 1\na: 2\n", "config.twice", 2, "line 1"),
        ("rulings:\n  a: 1\n  a: 2\n", "config.twice", 3, "line 2"),
        ("players:\n  - [Clan]Ann\n", "config.yaml", 2, "YAML"),
        ("players:\n  - &Ann\n", "config.yaml", 2, "Anchors"),
        ("a: &x [b]\nc: *x\n", "config.yaml", 1, "Anchors"),
        ("a: *x\n", "config.yaml", 1, "aliases"),
        ("a: !!python/object/apply:os.system [x]\n", "config.yaml", 1, "Tags"),
        ("players:\n  - !Ann\n", "config.yaml", 2, "Tags"),
        ("players:\n  - @everyone\n", "config.yaml", 2, "YAML"),
        ("a:\n\tb: c\n", "config.yaml", 2, "YAML"),
        ("a: b: c\n", "config.yaml", 1, "YAML"),
        ("a: 1\n---\nb: 2\n", "config.yaml", 2, "YAML"),
        ("a: '\n", "config.yaml", 2, "YAML"),
        ("a: 1\nb: \x07\n", "config.yaml", 2, "U+0007"),
        ("? [a]\n: b\n", "config.yaml", 1, "key"),
        ('a: 1\nb: "\\U00110000"\n', "config.yaml", 2, "no character"),
        ('a: 1\nb:\n  - "\\UFFFFFFFF"\n', "config.yaml", 3, "no character"),
        ("a: " + "[" * 100_000, "config.yaml", 1, "nested"),
        ("a: " + "[" * 300_000, "config.yaml", 1, "256"),
    ],
)
def test_what_is_no_settings_file_is_named_with_its_line(text: str, code: str, line: int, word: str) -> None:
    problem = only(text)
    assert (problem.code, str(problem.place)) == (code, f"game.yaml, line {line}")
    assert word in problem.message
    assert problem.hint


def test_tabs_get_their_own_hint() -> None:
    assert "spaces" in only("a:\n\tb: c\n").hint


def test_encodings() -> None:
    assert config_of(HEAD.encode("utf-8-sig")).names == ("Ann", "Bob")
    assert config_of(HEAD.encode("utf-16")).names == ("Ann", "Bob")
    assert config_of(HEAD.replace("\n", "\r\n").encode()).names == ("Ann", "Bob")
    assert (only("a: 1\nb: Müller\n".encode("latin-1")).code, only(b"a: 1\nb: \xfc\n").place.cell) == (
        "config.encoding", "line 2"
    )  # fmt: skip


@pytest.mark.parametrize("read_it", [read_config, read_seed, journal_lines])
def test_what_the_system_does_not_let_us_read_is_the_worlds_fault(
    tmp_path: Path, read_it: Callable[[Path], object]
) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(WorldFailed) as failure:
        read_it(tmp_path / "file")
    assert "can't be read" in failure.value.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as missing:
        read_config(tmp_path / "game.yaml")
    assert missing.value.problems[0].code == "config.missing"
    (tmp_path / "game.yaml").write_text(HEAD)
    assert read_config(tmp_path / "game.yaml").game == "camellots"


@given(
    st.one_of(
        st.binary(max_size=60),
        st.text(alphabet="agme:players-[]{},#&*!|>'\"%@` \n\t0é", max_size=60).map(str.encode),
        st.text(alphabet='\\uUxD83F0"', max_size=20).map(lambda text: f'{HEAD}title: "{text}'.encode()),
    )
)
def test_any_nonsense_gives_problems_and_never_an_exception(data: bytes) -> None:
    try:
        config_of(data)
    except BadInput as refusal:
        assert all(problem.place.cell.startswith("line ") for problem in refusal.problems)
