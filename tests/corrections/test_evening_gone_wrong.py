"""An evening gone wrong: round 5 resolved with a typo, noticed after round 6, set right by `gm correct`."""

from pathlib import Path

import pytest
from evening_play import RIGHT, six_rounds
from table_play import contents, fill, gm, narrow, sheet_of

DATED = ("--date", "2026-03-14", "--reason", "typo in Ann's sale")


@pytest.fixture(scope="module")
def played_right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game, its fifth round played without the typo."""
    return six_rounds(tmp_path_factory.mktemp("right") / "game", RIGHT)


def made_from_the_journal(folder: Path) -> dict[str, bytes]:
    """Posts, pictures, results and the next sheet; the errata are of the corrected game alone."""
    kept = ("posts/", "results.xlsx", "sheets/round-07")
    return {
        name: data
        for name, data in contents(folder).items()
        if name.startswith(kept) and not name.startswith("posts/erratum")
    }


def test_an_evening_gone_wrong(six: Path, played_right: Path) -> None:
    fill(sheet_of(six, 5), RIGHT)
    points_on = gm("-C", six, "resolve", "round-5")
    assert points_on.code == 1
    assert "gm correct round-5" in points_on.text.replace(f"gm -C {six}", "gm") or "correct round-5" in points_on.text

    before = contents(six)
    asked = gm("-C", six, "correct", "round-5", *DATED)
    assert asked.code == 2, "nobody is there to agree"
    assert "add --yes" in asked.text
    assert contents(six) == before
    assert narrow(asked)
    assert "round-5 Ann sell 1 Red sell 1 Blue read anew" in asked.text
    assert "Ann stock Blue 1 0" in asked.text
    assert "made anew: 2 rounds (round-5 and round-6)" in asked.text

    done = gm("-C", six, "correct", "round-5", *DATED, "--yes")
    assert done.code == 0, done
    assert (six / "journal.jsonl").read_bytes().startswith(before["journal.jsonl"]), "entries are only appended"

    public = gm("-C", six, "show", "public", "erratum-1").out
    assert public == (six / "posts/erratum-01/public.txt").read_text("utf-8")
    assert "A mistake in round 5 is corrected" in public
    assert "Ann" not in public and "typo" not in public
    private = (six / "posts/erratum-01/private/Ann.txt").read_text("utf-8")
    assert "Round 5: [b]sell 1 Blue[/b] (before: sell 1 Red)" in private
    assert "Stocks of Blue: [b]0[/b] (before: 1)" in private
    assert not (six / "posts/erratum-01/private/Cat.txt").exists(), "nothing of Cat's has changed"
    whole = gm("-C", six, "show", "gm", "erratum-01").out
    assert "typo in Ann's sale" in whole and "2026-03-14" in whole

    verified = gm("-C", six, "verify")
    assert verified.code == 0, verified
    explained = gm("-C", six, "explain", "Ann", "round-5")
    assert "round-5: sell 1 Blue" in explained.text
    assert "round-5 before the correction of 2026-03-14 (entry 8, typo in Ann's sale): sell 1 Red" in explained.text
    assert narrow(explained)

    assert made_from_the_journal(six) == made_from_the_journal(played_right)
    for name in ("tally", "status"):
        assert gm("-C", six, name, "--json").json == gm("-C", played_right, name, "--json").json
    again = gm("-C", six, "resolve", "round-5", "--json")
    assert again.json["outcome"] == "unchanged"
    assert again.json["state"] == gm("-C", played_right, "resolve", "round-5", "--json").json["state"]


def test_the_history_keeps_both(six: Path) -> None:
    fill(sheet_of(six, 5), RIGHT)
    assert gm("-C", six, "correct", "round-5", *DATED, "--yes").code == 0
    told = gm("-C", six, "history")
    assert narrow(told)
    assert "6 step round-5 - taken back by 8 resolved" in told.text
    lines = gm("-C", six, "history", "--json").json["entries"]
    assert [(line["kind"], line["step"], line["in_force"]) for line in lines[5:]] == [
        ("step", "round-5", False),
        ("step", "round-6", False),
        ("correct", "round-5", True),
        ("step", "round-5", True),
        ("step", "round-6", True),
    ]
    assert lines[7]["what"] == "orders of round-5: Ann"


def test_corrected_twice_and_back_again_is_as_it_was(six: Path) -> None:
    before = made_from_the_journal(six)
    fill(sheet_of(six, 5), RIGHT)
    assert gm("-C", six, "correct", "round-5", "--yes").code == 0
    assert made_from_the_journal(six) != before
    fill(sheet_of(six, 5), {"Ann": {"Camel 1": "Red"}})
    assert gm("-C", six, "correct", "round-5", "--yes").code == 0
    assert made_from_the_journal(six) == before
    assert (six / "posts/erratum-02/public.txt").is_file()
    assert gm("-C", six, "verify").code == 0
