"""What was started stays: game.yaml, the seed and the journal against hands and accidents."""

import re
from pathlib import Path

import msgspec
import pytest
from table_play import ROUND, SEED, contents, edit, fill, gm, narrow, play, problems, sheet_of

from gm_tool.engine.entries import Start, StepEntry
from gm_tool.engine.journal import read, seal_all


def refused(folder: Path, *arguments: str) -> dict[str, dict[str, str]]:
    """The problems of a command that is refused with exit code 1; nothing is written, no seed is shown."""
    before = contents(folder)
    done = gm("-C", folder, *(arguments or ("resolve", "round-2")), "--json")
    assert done.code == 1
    assert contents(folder) == before
    text = gm("-C", folder, *(arguments or ("resolve", "round-2")))
    assert text.code == 1
    assert narrow(text)
    assert SEED not in done.out + text.text
    return problems(done)


# game.yaml


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  - name: Eve\n", "  - name: Fay\n", "the players Ann, Bob, Cat, Dan, Eve"),
        ("  - name: Eve\n    garnets: 0\n", "", "the players Ann, Bob, Cat, Dan, Eve"),
        (
            "  - name: Bob\n    garnets: 0\n",
            "  - name: Bob\n    garnets: 3\n",
            "garnets of Bob 0; game.yaml now says 3",
        ),
        ("repeat_camel: false", "repeat_camel: true", "the ruling repeat_camel false; game.yaml now says true"),
        ("sell_prices: [13, 10, 7, 4, 1]", "sell_prices: [13, 10, 7, 4, 2]", "now says [13, 10, 7, 4, 2]"),
        ("game: camellots", "game: caravaneers", "the game camellots; game.yaml now says caravaneers"),
    ],
)
def test_what_the_game_was_started_with_cannot_change(played: Path, old: str, new: str, said: str) -> None:
    edit(played / "game.yaml", old, new)
    for arguments in (("resolve", "round-2"), ("check",), ("status",), ("verify",)):
        problem = refused(played, *arguments)["config.changed"]
        assert said in problem["message"]
        assert problem["file"] == "game.yaml"


def test_before_the_first_round_all_of_it_may_change(fresh: Path) -> None:
    edit(fresh / "game.yaml", "repeat_camel: false", "repeat_camel: true")
    edit(fresh / "game.yaml", "  - name: Bob\n    garnets: 0\n", "  - name: Bob\n    garnets: 3\n")
    done = gm("-C", fresh, "resolve", "round-1", "--json")
    assert done.code == 0
    assert done.json["state"]["players"]["Bob"]["garnets"] == 3


def test_aliases_title_and_dialect_may_change_at_any_time(played: Path) -> None:
    edit(played / "game.yaml", "title: Presenting CamelLots", "title: Camels again")
    edit(played / "game.yaml", "dialect: text", "dialect: phpbb")
    edit(played / "game.yaml", "  - name: Ann\n", "  - name: Ann\n    aliases: [Annie]\n")
    assert "Camels again" in gm("-C", played, "show", "public").out
    play(played, {"Annie": {"Action": "tile", "Space": 17}}, 2)


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("  - name: Ann", "  - nam: Ann", "config.unknown", "Did you mean name?"),
        ("    garnets: 0\n  - name: Bob", "    alises: [B]\n  - name: Bob", "config.unknown", "Did you mean aliases?"),
        ("title:", "tittle:", "config.unknown", "Did you mean title?"),
        ("    garnets: 0\n  - name: Bob", "    garnet: 0\n  - name: Bob", "config.unknown", "Did you mean garnets?"),
        ("    garnets: 0\n  - name: Bob", "    garnets: few\n  - name: Bob", "config.value", "whole number from 0 up"),
        ("repeat_camel: false", "repeat_kamel: false", "ruling.unknown", "Did you mean repeat_camel?"),
        ("repeat_camel: false", "repeat_camel: maybe", "ruling.value", "false or true"),
        ("camels_per_move: 3", "camels_per_move: 9", "ruling.misfit", "camels_per_move"),
        ("game: camellots", "game: camelots", "config.value", "Did you mean camellots?"),
        ("dialect: text", "dialect: phbb", "dialect.unknown", "Did you mean phpbb?"),
        ("zone: UTC", "zone: Europe/Berln", "config.value", "Did you mean Europe/Berlin?"),
    ],
)
def test_what_game_yaml_gets_wrong_is_named_with_its_line(
    fresh: Path, old: str, new: str, code: str, said: str
) -> None:
    edit(fresh / "game.yaml", old, new)
    problem = refused(fresh, "resolve", "round-1")[code]
    assert problem["cell"].startswith("line ")
    assert said in problem["hint"]


def test_several_mistakes_are_told_at_once(fresh: Path) -> None:
    edit(fresh / "game.yaml", "repeat_camel: false", "repeat_camel: maybe")
    edit(fresh / "game.yaml", "    garnets: 0\n  - name: Bob", "    garnets: -1\n  - name: Bob")
    assert set(refused(fresh, "check")) == {"ruling.value", "config.value"}


# seed.key


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("08" * 32 + "\n", "seed.changed"),
        (SEED[:-2], "seed.length"),
        ("x" + SEED[1:], "seed.digits"),
        (None, "seed.missing"),
    ],
)
def test_a_seed_that_is_lost_or_another_stops_the_round(played: Path, text: str | None, code: str) -> None:
    (played / "seed.key").unlink()
    if text is not None:
        (played / "seed.key").write_text(text)
    assert refused(played)[code]["file"] == "seed.key"
    assert code in refused(played, "verify")


def test_a_check_warns_of_what_will_stop_the_round(played: Path) -> None:
    (played / "seed.key").rename(played / "seed.bak")
    done = gm("-C", played, "check", "--json")
    told = problems(done)["seed.missing"]
    assert (done.code, told["severity"], told["file"]) == (0, "warning", "seed.key")
    assert "backup" in told["hint"]
    (played / "seed.key").write_text("08" * 32 + "\n")
    assert problems(gm("-C", played, "check", "--json"))["seed.changed"]["severity"] == "warning"
    (played / "seed.bak").replace(played / "seed.key")
    assert not any(code.startswith("seed.") for code in problems(gm("-C", played, "check", "--json")))


# journal.jsonl


def garbled(lines: list[bytes]) -> dict[str, tuple[list[bytes], str, str]]:
    return {
        "torn": ([*lines[:-1], lines[-1][:100]], "journal.torn", "3"),
        "edited": ([lines[0], lines[1].replace(b'"Dan"', b'"Don"', 1), lines[2]], "journal.changed", "2"),
        "missing": ([lines[0], lines[2]], "journal.chain", "2"),
        "nonsense": ([lines[0], b"{}\n", lines[2]], "journal.unreadable", "2"),
        "no start": (lines[1:], "journal.start", "1"),
    }


@pytest.mark.parametrize("kind", ["torn", "edited", "missing", "nonsense", "no start"])
def test_a_journal_that_does_not_hold_together_stops_every_command(played: Path, kind: str) -> None:
    play(played, {"Ann": {"Action": "tile", "Space": 17}}, 2)
    path = played / "journal.jsonl"
    lines, code, line = garbled(path.read_bytes().splitlines(keepends=True))[kind]
    path.write_bytes(b"".join(lines))
    for arguments in (("resolve", "round-3"), ("verify",), ("tally",)):
        problem = refused(played, *arguments)[code]
        assert (problem["file"], problem["cell"]) == ("journal.jsonl", f"line {line}")
        assert f"Line {line} of journal.jsonl" in problem["message"]


def resealed(folder: Path, old: str, new: str) -> None:
    """Change an entry of a journal and give all the digests that belong to them: only replay can tell."""
    path = folder / "journal.jsonl"
    sealed: list[bytes] = []
    text = b"\n".join(msgspec.json.encode(entry) for entry in read(path.read_bytes().splitlines()).entries).decode()
    assert old in text
    for line in text.replace(old, new, 1).splitlines():
        sealed.extend(seal_all([msgspec.json.decode(line, type=Start | StepEntry)], read(sealed)))
    path.write_bytes(b"".join(sealed))


def test_a_round_without_a_record_of_its_file_is_not_compared(played: Path) -> None:
    """As in a journal that was written by a program instead of a sheet."""
    recorded = (played / "journal.jsonl").read_text(encoding="utf-8")
    source = re.findall(r'"source":\{[^{}]*(?:\{[^}]*\})?\}', recorded)[0]
    resealed(played, source, '"source":null')
    fill(sheet_of(played, 1), {"Eve": {"Space": 9}})
    assert gm("-C", played, "resolve", "round-1", "--json").json["outcome"] == "unchanged"


def test_a_ruling_that_the_game_no_longer_has_is_let_be(played: Path) -> None:
    resealed(played, '"rulings":{', '"rulings":{"of_old":[1,2],')
    assert gm("-C", played, "status").code == 0


def test_a_state_that_was_tampered_with_is_found_by_replay(played: Path) -> None:
    before, after = (
        '"players":{"Ann":{"coins":10,"phantom":0,"garnets":1',
        '"players":{"Ann":{"coins":11,"phantom":0,"garnets":1',
    )
    resealed(played, before, after)
    assert gm("-C", played, "status").code == 0, "the chain holds"
    problem = refused(played, "verify")["replay.state"]
    assert "round-1 (line 2)" in problem["message"]
    assert "coins" in problem["message"]


def test_coins_that_do_not_add_up_are_told_by_explain(played: Path) -> None:
    state = '"Dan":{"coins":5'
    resealed(played, state, '"Dan":{"coins":6')
    done = gm("-C", played, "explain", "Dan")
    assert done.code == 1
    assert "but the changes sum up to 5" in done.text
    assert "account.sum" in problems(gm("-C", played, "explain", "Dan", "--json"))
    assert ROUND["Dan"]["Bet Red"] == 3
