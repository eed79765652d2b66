"""What an erratum tells: why an order fell out, which posts are to be sent again, what stood in a table before."""

import shutil
from pathlib import Path

import pytest
from table_play import edit, fill, gm, new_game, sheet_of

from gm_tool.app.changed_boards import changed_boards
from gm_tool.core.views import Board, Chip, Listing, Stock, Supply, Track

FALLEN = ("5", "--set", "Ann", "nothing", "--as-missing", "6:Ann", "--set", "6:Bob", "nothing", "--yes")
"""Without her sale in round 5, Ann has too little for her bet in round 6; Bob takes his back."""


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def erratum(folder: Path, whose: str) -> str:
    return str(gm("-C", folder, "show", whose, "erratum-1", "--dialect", "text").text)


def test_who_loses_a_later_order_is_told_why_and_where_to_read_what_came_of_it(six: Path) -> None:
    assert gm("-C", six, "correct", *FALLEN).code == 0
    told = erratum(six, "Ann")
    assert "Round 6: nothing (before: bet 11 on Purple). It doesn't stand any more after the correction; your" in told
    assert "Round 5: nothing (before: sell 1 Red) -" in told, "that one was set"
    assert "It doesn't stand" not in erratum(six, "Bob")
    everything = erratum(six, "gm")
    assert "Round 5, Ann: nothing (before: sell 1 Red), set by the GM. Ann has no action that counts;" in everything
    assert "(before: bet 11 on Purple). Ann has 10 coins; the bets add up to 11. Ann has no action" in everything
    assert "were drawn (round-6/missing/Ann)" in everything
    again = "To be sent again - Round 5: the public post; the update of Ann - Round 6: the public post; the updates of"
    assert again in everything
    public = erratum(six, "public")
    assert "any draw that is new comes from the same seed." in public
    assert "Ann" not in public and "missing" not in public


def test_just_those_updates_are_said_to_be_made_anew_that_are(six: Path) -> None:
    assert gm("-C", six, "correct", *FALLEN).code == 0
    assert "Your updates of round 5 and round 6 are made anew;" in erratum(six, "Ann")
    assert "Your update of round 6 is made anew;" in erratum(six, "Bob"), "that of round 5 is as it was"
    page = (six / "posts/erratum-01/index.html").read_text("utf-8")
    fifth, sixth = ('<a href="../round-05/index.html">Round 5</a>', '<a href="../round-06/index.html">Round 6</a>')
    assert f"<li>{fifth}: the public post, the update of Ann</li>" in page
    assert f"<li>{sixth}: the public post, the updates of Ann and Bob</li>" in page
    assert "Posts to be sent again" not in (six / "posts/round-06/index.html").read_text("utf-8")


def test_many_updates_are_named_by_the_first_and_the_last(six: Path) -> None:
    assert gm("-C", six, "ruling", "missing_earns_garnet", "true", "--from", "1", "--yes").code == 0
    assert "5 of your updates from round 2 to round 6 are made anew" in erratum(six, "Cat")
    edit(six / "game.yaml", "language: en", "language: de")
    assert "5 deiner Mitteilungen von Runde 2 bis 6 sind neu" in erratum(six, "Cat")


def test_the_same_in_german(six: Path) -> None:
    edit(six / "game.yaml", "language: en", "language: de")
    assert gm("-C", six, "correct", *FALLEN).code == 0
    told = erratum(six, "Ann")
    assert "(vorher: bet 11 on Purple). Er gilt nach der Berichtigung nicht mehr; was an seine" in told
    assert "Deine Mitteilungen zu Runde 5 und 6 sind neu" in told
    assert "Deine Mitteilung zu Runde 6 ist neu" in erratum(six, "Bob")
    public = erratum(six, "public")
    assert "(in Klammern: vorher)" in public and "Was gezogen war, bleibt, wie es war" in public
    everything = erratum(six, "gm")
    assert "von der Spielleitung gesetzt" in everything
    assert "Neu zu schicken - Runde 5: der öffentliche Beitrag; die Mitteilung von Ann - Runde 6" in everything


def test_of_a_table_only_the_rows_that_differ_are_told_with_what_they_said(six: Path) -> None:
    fill(sheet_of(six, 5), {"Ann": {"Action": "sell", "Camel 1": "Blue", "Amount": 1}})
    assert gm("-C", six, "correct", "5", "--yes").code == 0
    table = erratum(six, "public").split("as it stands after round 6 (in brackets: before):")[1]
    assert "4 (5)" in table and "Red" in table and "Blue" in table
    assert "Green" not in table and "space" not in table


def test_a_game_without_chance_says_nothing_of_draws_and_posts_of_several_turns_are_named(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--game", "caravaneers", players=("Ann", "Bob"))
    rows = "Turn,Player,Submission\n1,Ann,move c\n2,Bob,move 3\n"
    (tmp_path / "orders.csv").write_text(rows, encoding="utf-8")
    assert gm("-C", folder, "resolve", "--from", tmp_path / "orders.csv").code == 0
    assert gm("-C", folder, "correct", "turn-1", "--set", "Ann", "move d", "--yes").code == 0
    assert "drawn" not in erratum(folder, "public") and "seed" not in erratum(folder, "public")
    page = (folder / "posts/erratum-01/index.html").read_text("utf-8")
    assert '<a href="../turn-02/index.html">Turns 1 to 2</a>: the public post' in page
    assert "Your update of turns 1 to 2 is made anew" in erratum(folder, "Ann")
    edit(folder / "game.yaml", "language: en", "language: de")
    assert "Deine Mitteilung zu Zug 1 bis 2 ist neu" in erratum(folder, "Ann")
    assert "Los" not in erratum(folder, "public").split() and "Startwert" not in erratum(folder, "public")


Rows = tuple[tuple[str | int, ...], ...]
HEADER = ("Camel", "Price", "Note")
OLD = Listing(HEADER, (("Red", 3, ""), ("Blue", 4, "first")))


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (Listing(HEADER, (("Red", 5, "last"), ("Blue", 4, "first"))), (("Red", "5 (3)", "last (-)"),)),
        (Listing(HEADER, (("Blue", 4, "first"), ("Red", 3, ""))), None),  # nothing but another order
        (Listing(HEADER, (("Blue", 4, "first"), ("Red", 5, ""))), (("Red", "5 (3)", ""),)),
        (Listing(HEADER, (("Red", 3, ""), ("Green", 4, "first"))), None),  # other rows
        (Listing(("Camel", "Cost", "Note"), (("Red", 5, ""), ("Blue", 4, "first"))), None),  # other columns
        (Listing(HEADER, (("Red", 3, ""), ("Red", 5, ""))), None),  # rows that can't be told apart
        (Track((), ()), None),
    ],
)
def test_rows_are_compared_where_they_are_the_same_ones(now: Board, told: Rows | None) -> None:
    changed, bracketed = changed_boards({"market": OLD, "same": OLD}, {"market": now, "same": OLD})
    assert changed == {"market": Listing(HEADER, told) if told else now}
    assert bracketed == (told is not None)


def test_twins_before_and_boards_that_were_not_there_stand_whole() -> None:
    twins = Listing(HEADER, (("Red", 3, ""), ("Red", 4, "")))
    for was in ({"market": twins}, {}):
        assert changed_boards(was, {"market": OLD}) == ({"market": OLD}, False)


def test_rows_are_told_apart_by_a_name_wherever_it_stands() -> None:
    def coins(cy: int) -> Listing:
        return Listing(("Coins", "Tile", "Player"), ((9, "-", "Ann"), (3, "-", "Bob"), (cy, "-", "Cy")))

    changed, bracketed = changed_boards({"players": coins(16)}, {"players": coins(9)})
    assert changed["players"] == Listing(("Coins", "Tile", "Player"), (("9 (16)", "-", "Cy"),))
    assert bracketed


def test_a_supply_is_compared_as_the_table_that_it_makes() -> None:
    def supply(*chips: bool) -> Supply:
        cells = tuple(Chip(str(number), "#ffffff", there) for number, there in enumerate(chips, 2))
        return Supply(("Camel", "Tickets"), (Stock("Red", (cells,)), Stock("Blue", (cells[:1],))))

    changed, _ = changed_boards({"supply": supply(True, True)}, {"supply": supply(True, False)})
    assert changed == {"supply": Listing(("Camel", "Tickets"), (("Red", "2 (2 3)"),))}


def test_after_the_end_the_final_post_is_said_to_be_another_one(tmp_path: Path) -> None:
    """What was secret till then stands in it: bets, coins, cards. Boards alone don't show that it differs."""
    folder = Path(shutil.copytree(EXAMPLES / "camellots-finished", tmp_path / "game"))
    before = (folder / "posts/final/public.txt").read_text("utf-8")
    assert gm("-C", folder, "correct", "2", "--set", "Eve", "bet 2 red, 2 yellow", "--yes").code == 0
    assert (folder / "posts/final/public.txt").read_text("utf-8") != before
    public = erratum(folder, "public")
    assert "The final post is another one now; please take it in place of the old one." in public
    assert "Nothing that all can see" not in public
    everything = erratum(folder, "gm")
    assert everything.endswith("- The final post") and "nothing" not in everything.split("To be sent again")[1]
    page = (folder / "posts/erratum-01/index.html").read_text("utf-8")
    assert '<a href="../round-08/index.html#final">The end</a>: the final post' in page
    assert '<section class="card" id="final"' in (folder / "posts/round-08/index.html").read_text("utf-8")
    edit(folder / "game.yaml", "language: en", "language: de")
    assert "Der Schlussbeitrag ist jetzt ein anderer" in erratum(folder, "public")
    assert "Nichts, was alle sehen" not in erratum(folder, "public")
    assert erratum(folder, "gm").endswith("- Der Schlussbeitrag")


def test_a_game_that_ends_earlier_now_has_its_final_post(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXAMPLES / "camel_up", tmp_path / "game"))
    last = gm("-C", folder, "status", "--json").json["resolved"]
    assert gm("-C", folder, "correct", str(last), "--set", "Bob", "leg bet green", "--yes").code == 0
    resumed = erratum(folder, "public")
    assert "the final post counts no longer" in resumed and "final post is another" not in resumed
    assert gm("-C", folder, "correct", str(last), "--set", "Bob", "pyramid", "--yes").code == 0
    again = gm("-C", folder, "show", "public", "erratum-2", "--dialect", "text").text
    assert f"The game is over after turn {last}; how it came out is in the final post." in again


def test_what_is_adjusted_after_the_end_is_everybodys_where_all_see_it(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXAMPLES / "camellots-finished", tmp_path / "game"))
    adjusted = gm("-C", folder, "adjust", "Bob", "coins", "+1", "--reason", "miscounted")
    assert "To all, in place of what was posted: posts/final/public.txt." in adjusted.text
    hidden = gm("-C", folder, "adjust", "Bob", "garnets", "+1", "--reason", "miscounted")
    assert hidden.code == 0 and "To all" not in hidden.text, "garnets nobody is told of"
