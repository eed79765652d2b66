"""The templates that come along: golden posts in each dialect, and what is said in which case."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gm_tool.core.rulings import Setting, word
from gm_tool.core.views import PUBLIC, View
from gm_tool.render.dialects import TEXT
from gm_tool.render.posts import Template, Wording, post
from gm_tool.rules.camellots.settings import RULINGS

from . import by_hand
from .readers import TAGS, markdown, page, read, seen


@pytest.mark.parametrize(("dialect", "language"), by_hand.EDITIONS)
def test_the_posts_are_the_golden_ones(dialect: str, language: str) -> None:
    for name, text in by_hand.all_posts(dialect, language).items():
        assert text == (by_hand.GOLDEN / name).read_bytes().decode(), name


def test_no_golden_post_is_left_over() -> None:
    made = {name for dialect, language in by_hand.EDITIONS for name in by_hand.all_posts(dialect, language)}
    assert {path.name for path in by_hand.GOLDEN.iterdir()} == made


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("dialect", [*TAGS, "html"])
def test_every_tag_of_a_post_is_closed(dialect: str, language: str) -> None:
    for text in by_hand.all_posts(dialect, language).values():
        tags, shown = read(text, dialect)
        assert len(tags) > 4
        assert not re.search(r"\[/?\w+\]|</", seen(shown).replace("[Clan]", ""))


@pytest.mark.parametrize("dialect", ["discourse", "reddit"])
def test_a_markdown_post_reads_as_it_is_meant(dialect: str) -> None:
    pytest.importorskip("markdown_it")
    marks, shown = markdown(by_hand.all_posts(dialect)[f"{dialect}-gm.txt"])
    assert marks.count("fence") + marks.count("code_block") == 1
    assert marks.count("table_open") == 3
    assert marks.count("heading_open") == 1
    assert marks.count("bullet_list_open") == 4
    assert "[Clan]Bob: nothing" in shown


@pytest.mark.parametrize("dialect", ["discourse", "reddit", "discord"])
def test_a_board_after_a_list_is_no_part_of_it(dialect: str) -> None:
    pytest.importorskip("markdown_it")
    marks, shown = markdown(by_hand.all_posts(dialect)[f"{dialect}-public.txt"])
    assert marks.count("fence") + marks.count("code_block") == (2 if dialect == "discord" else 1)
    assert "\n 11 12 13 14 15" in shown


def test_a_page_reads_as_it_is_meant() -> None:
    tags, shown = page(by_hand.all_posts("html")["html-gm.txt"])
    assert (tags.count("pre"), tags.count("table"), tags.count("h2"), tags.count("ul")) == (1, 3, 1, 4)
    assert "[Clan]Bob: nothing" in shown


def test_both_languages_have_the_same_templates_and_sentences() -> None:
    names = {path.name for path in by_hand.FOLDER.iterdir() if path.is_file()}
    assert names == {path.name for path in (by_hand.FOLDER / "de").iterdir()}
    settings = {ruling.key: {word(value) for value, _ in ruling.values} for ruling in RULINGS if ruling.values}
    lines = (
        "{% from 'rulings.txt' import sentences %}"
        "{% for key, told in sentences.items() %}{{ key }} {{ told.keys()|sort|join(',') }}\n{% endfor %}"
    )
    for language in ("en", "de"):
        words = Wording({**by_hand.wording(language).templates, "all": Template(lines, "all")})
        told = dict(line.split(" ") for line in post(words, "all", View(PUBLIC, {}, {}), {}, TEXT).splitlines())
        assert {key: set(values.split(",")) for key, values in told.items()} == settings


def private(view: View | None = None, **parts: str) -> str:
    return post(by_hand.wording(), "private.txt", view or by_hand.private_view(), by_hand.submission(**parts), TEXT)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"drawn": ["Red", "Blue", "Gray"]}, "The draw moved for you: Red, Blue and Gray."),
        ({"got": {"camel": "Red", "asked": 1, "got": 1, "price": 7, "cost": 7}}, "You bought 1 Red for 7 coins."),
        ({"got": {"camel": "Red", "asked": 2, "got": 1, "price": 7, "cost": 7}}, "and you got 1, for 7 coins."),
        (
            {"got": {"camel": "Red", "asked": 2, "got": 0, "price": 7, "cost": 0}},
            "there were not enough for all, and you got none.",
        ),
        (
            {"sold": {"camel": "Red", "amount": 2, "place": 1, "price": 13}},
            "2 Red (1st place) at 13 coins each, 26 coins in all.",
        ),
        ({"sold": {"camel": "Red", "amount": 1, "place": 5, "price": 1}}, "You sold 1 Red (5th place) for 1 coin."),
        ({"bet_placed": {"Red": 1, "Blue": 2}}, "You bet 1 coin on Red.\nYou bet 2 coins on Blue."),
        ({"lapsed": "sell"}, "The race ended before your sale could be carried out."),
        ({"tile": None}, "Your tile is not on the board."),
        ({"changes": []}, "Coins\n5 coins, as before"),
    ],
)
def test_what_a_player_is_told(words: dict[str, Any], said: str) -> None:
    assert said in private(by_hand.private_view(**words))


def test_a_player_without_anything_new_is_not_told_of_it() -> None:
    nothing: dict[str, Any] = {"phantom": 0, "garnets": 0, "changes": [], "got": None, "void_bets": {}, "tile": None}
    before = by_hand.BEFORE | {"garnets": 0}
    text = private(by_hand.private_view(before=before, **nothing), received="", note="")
    for said in ("hantom", "arnet", "bought", "void", "Received", "note"):
        assert said not in text


def test_a_player_learns_what_became_of_its_order() -> None:
    assert "I had no order from you in time." in private(fate="missing", read_as="", received="")
    assert "Your order didn't fit the rules" in private(fate="refused", read_as="")
    assert "I read it as: nothing." in private(read_as="")


def test_a_mover_is_told_of_its_garnet() -> None:
    earned = [{"what": "garnets", "amount": 1, "reason": "moved", "about": ""}]
    assert "Your camels got their steps, and you earned a garnet." in private(by_hand.private_view(changes=earned))
    drawn = by_hand.private_view(changes=earned, drawn=["Red", "Blue", "Gray"])
    assert "The camels drawn for you got their steps, and you earned a garnet." in private(drawn)
    assert "Deine Kamele bekamen ihre Schritte" in german("private.txt", by_hand.private_view(changes=earned))


def test_a_reason_without_words_is_printed_as_it_is() -> None:
    gift = [{"what": "coins", "amount": 1, "reason": "a gift", "about": "of the GM"}]
    assert "+1: a gift (of the GM)" in private(by_hand.private_view(changes=gift))
    assert "+1: a gift (of the GM)" in german("private.txt", by_hand.private_view(changes=gift))


def german(name: str, view: View) -> str:
    return post(by_hand.wording("de"), name, view, by_hand.submission(), TEXT)


def test_german_numbers_and_plurals() -> None:
    one = by_hand.private_view(coins=1, garnets=1, bets={"Red": 1}, lapsed="buy")
    text = german("private.txt", one)
    for said in ("Jetzt 1 Münze\n", "Jetzt 1 Granat\n", "Wetten bisher: 1 Münze auf Red.", "bevor dein Kauf an"):
        assert said in text
    sold = {"camel": "Red", "amount": 2, "place": 1, "price": 13}
    assert "(Platz 1) verkauft, für je 13 Münzen, zusammen 26" in german("private.txt", by_hand.private_view(sold=sold))


def public(**words: Any) -> str:
    told = by_hand.TOLD | ({"next_step": None, "deadline": ""} if words.get("finished") else {})
    return post(by_hand.wording(), "public.txt", by_hand.public_view(**words), told, TEXT)


def test_the_public_post_tells_the_race_where_it_is_public() -> None:
    text = public(race=by_hand.RACE)
    assert "- Black: 1 step from 16 to 15\n" in text
    assert "- Red: 1 step from 2 to 3, with Gray and Yellow on its back; a tile pushed it to 4\n" in text


def test_the_public_post_tells_what_two_boards_show() -> None:
    text = public()
    assert "Yellow takes the lead, ahead of Red, Green, Purple and Blue." in text
    assert "- Gained: Yellow (2nd to 1st) and Red (5th to 2nd)\n" in text
    assert "- Fell back: Green (1st to 3rd), Purple (3rd to 4th) and Blue (4th to 5th)\n" in text
    assert "- Red carries Gray and Yellow\n- Green carries Purple\n" in text
    assert "- Gone from the market: 2 Blue, now at 11 coins instead of 9; 3 Yellow, now at 15 coins" in text
    assert "- Back in the market: 1 Red, now at 10 coins instead of 11\n" in text


def test_the_public_post_of_a_quiet_round() -> None:
    same = by_hand.PUBLIC_WORDS
    quiet = {"placing_before": same["placing"], "market_before": same["market"], "carried": []}
    text = public(moved=[], tiles=[], bettable=[], **quiet)
    assert "Yellow still leads, ahead of" in text
    assert "- No camel changed its space\n- The market is as it was\n" in text
    for said in ("Gained", "Fell back", "carries", "Gone", "Back in"):
        assert said not in text
    assert "Tiles lie on: no space" in text
    assert "You may bet on: no camel any more" in text


def test_the_last_public_post_asks_for_nothing() -> None:
    text = public(finished=True, result=by_hand.RESULT)
    assert "The race is over! Yellow wins, ahead of Red, Green, Purple and Blue." in text
    assert "send me" not in text
    assert "takes the lead" not in text
    lost = by_hand.RESULT | {"winner": None, "ended_by": "Black"}
    assert "Black ended it, so no camel wins" in public(finished=True, result=lost)


def pregame(**rulings: Setting) -> str:
    return post(by_hand.wording(), "pregame.txt", by_hand.opening_view(), by_hand.pregame_told(**rulings), TEXT)


def test_the_pregame_post_tells_four_rulings_and_what_is_unusual() -> None:
    section = pregame().split("are settled in this game\n\n")[1].split("\n\n")[0]
    assert len(section.splitlines()) == 4
    section = pregame(scarce_stock="skip", tile_bonus=5).split("in this game\n\n")[1].split("\n\n")[0]
    assert len(section.splitlines()) == 5
    assert "goes on with those who can be served." in section


def test_the_rules_in_short_hold_the_numbers_of_the_game() -> None:
    numbers: dict[str, Setting] = {
        "track_length": 31,
        "starting_coins": 101,
        "starting_stock": 102,
        "stocks_per_colour": 1030,
        "base_price": 104,
        "sell_prices": (205, 204, 203, 202, 201),
        "tile_bonus": 106,
        "phantom_per_garnet": 107,
        "bet_limit_space": 28,
        "bet_multiplier": 109,
        "camels_per_move": 4,
    }
    assert set(numbers) == {ruling.key for ruling in RULINGS if not ruling.values}
    for language in ("en", "de"):
        words = by_hand.wording(language)
        told = by_hand.pregame_told(**numbers, repeat_camel=True, missing_earns_garnet=True)
        text = post(words, "pregame.txt", by_hand.opening_view(), told, TEXT)
        for number in ("31", "30", "101", "102", "1030", "104", "205, 204, 203, 202, 201", "106", "107", "28", "109"):
            assert re.search(rf"\b{number}\b", text.split("settled")[0]), number
        assert "all different" not in text
        assert "alle verschieden" not in text


def test_a_deadline_is_told_where_there_is_one() -> None:
    told = by_hand.TOLD | {"deadline": ""}
    text = post(by_hand.wording(), "public.txt", by_hand.public_view(), told, TEXT)
    assert text.endswith("\n\nRound 6: send me your order.\n")


def final(**result: object) -> str:
    told = by_hand.TOLD | {"next_step": None, "deadline": ""}
    return post(by_hand.wording(), "final.txt", by_hand.final_view(**result), told, TEXT)


def test_the_final_post_of_ties() -> None:
    two = final(first=["Ann", "Ève"], tokens_of_life={"Ann": 1, "Ève": 1}, elimination_candidates=["Ann", "Ève"])
    assert "Ann wins 1 token of life.\nÈve wins 1 token of life." in two
    assert "Ann and Ève are the elimination candidates." in two
    three = final(first=["Ann", "[Clan]Bob", "Ève"], tokens_of_life={})
    assert "Ann, [Clan]Bob and Ève have the most coins, and as many each" in three


def test_the_final_post_of_a_lost_race() -> None:
    assert "Black ended the race: no camel wins" in final(winner=None, ended_by="Black")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_public_template_asks_for_a_secret(language: str) -> None:
    """Even handed what only a player or the GM may know, the public posts come out the same."""
    words = by_hand.wording(language)
    secret = by_hand.gm_told() | by_hand.submission(note="canary")
    for name, told in (("pregame.txt", by_hand.pregame_told()), ("public.txt", by_hand.TOLD)):
        usual = post(words, name, by_hand.public_view(), told, TEXT)
        assert post(words, name, by_hand.private_view(), {**secret, **told}, TEXT) == usual
    assert not any(player in usual for player in by_hand.TOLD["players"])
