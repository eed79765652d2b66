"""The templates that come along: golden posts in each dialect, and what is said in which case."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tool.core.views import View
from gm_tool.render.dialects import DIALECTS, TEXT
from gm_tool.render.posts import post

from . import by_hand
from .readers import bbcode, markdown


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_the_posts_are_the_golden_ones(dialect: str) -> None:
    for name, text in by_hand.all_posts(dialect).items():
        assert text == (by_hand.GOLDEN / name).read_bytes().decode(), name


def test_every_tag_of_a_bbcode_post_is_closed() -> None:
    for text in by_hand.all_posts("phpbb").values():
        bbcode(text)


def test_a_markdown_post_reads_as_it_is_meant() -> None:
    pytest.importorskip("markdown_it")
    marks, shown = markdown(by_hand.all_posts("discourse")["discourse-gm.txt"])
    assert marks.count("fence") == 1
    assert marks.count("table_open") == 2
    assert marks.count("heading_open") == 1
    assert marks.count("bullet_list_open") == 4
    assert "[Clan]Bob: nothing" in shown


def private(view: View | None = None, **parts: str) -> str:
    return post(by_hand.wording(), "private.txt", view or by_hand.private_view(), by_hand.submission(**parts), TEXT)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"drawn": ["Red", "Blue", "Gray"]}, "The draw moved for you: Red, Blue and Gray."),
        ({"got": {"camel": "Red", "asked": 1, "got": 1, "price": 7, "cost": 7}}, "You bought 1 Red at 7 coins each"),
        ({"sold": {"camel": "Red", "amount": 2, "place": 1, "price": 13}}, "at 13 coins each, 26 coins in all."),
        ({"sold": {"camel": "Red", "amount": 1, "place": 5, "price": 1}}, "at 1 coin each, 1 coin in all."),
        ({"bet_placed": {"Red": 1, "Blue": 2}}, "You bet 1 coin on Red.\nYou bet 2 coins on Blue."),
        ({"lapsed": "sell"}, "The race ended before your sell could be carried out."),
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
    for word in ("hantom", "arnet", "bought", "void", "Received", "note"):
        assert word not in text


def test_a_player_learns_what_became_of_its_order() -> None:
    assert "I had no order from you in time." in private(fate="missing", read_as="", received="")
    assert "Your order didn't fit the rules" in private(fate="refused", read_as="")
    assert "Your order: nothing." in private(read_as="")


def public(**words: Any) -> str:
    told = by_hand.TOLD | ({"next_step": None, "deadline": ""} if words.get("finished") else {})
    return post(by_hand.wording(), "public.txt", by_hand.public_view(**words), told, TEXT)


def test_the_public_post_tells_the_race_where_it_is_public() -> None:
    text = public(race=by_hand.RACE)
    assert "- Black: 1 step from 16 to 15\n" in text
    assert "- Red: 1 step from 2 to 3, with Gray and Yellow on its back; a tile pushed it to 4\n" in text
    assert "On the move" not in text


def test_the_public_post_of_a_quiet_round() -> None:
    text = public(moved=[], tiles=[], bettable=[])
    assert "No camel changed its space." in text
    assert "Tiles lie on: no space" in text
    assert "You may bet on: no camel any more" in text


def test_the_last_public_post_asks_for_nothing() -> None:
    text = public(finished=True, result=by_hand.RESULT)
    assert "The race is over! Yellow wins, ahead of Red, Green, Purple and Blue." in text
    assert "send me" not in text
    lost = by_hand.RESULT | {"winner": None, "ended_by": "Black"}
    assert "Black ended it, so no camel wins" in public(finished=True, result=lost)


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


def test_no_public_template_can_show_a_secret() -> None:
    """Public posts print what public views hold: with a player's words left out, nothing is missed."""
    for name in ("pregame.txt", "public.txt"):
        told = by_hand.pregame_told() if name == "pregame.txt" else by_hand.TOLD
        text = post(by_hand.wording(), name, by_hand.public_view(), told, TEXT)
        assert "garnet" not in text
        if name == "public.txt":
            assert not any(player in text for player in by_hand.TOLD["players"])
