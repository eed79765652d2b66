"""The pages as files: whole, safe, the same every time, and each secret where it belongs."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_play import PLAYERS, ROUND, PageReader, contents, gm, new_game, play, texts_of

from gm_tool.app.page import players_page
from gm_tool.app.pictures import Drawing
from gm_tool.render.pictures import Picture
from gm_tool.render.preview import shown

ODD = ("[Clan]Ann", "Bob</textarea></section>", 'Cat & "Co" <!--', "<script>alert(1)</script>", "Eve's {{ 7 * 7 }}")
PLAIN = frozenset(
    [
        "b",
        "i",
        "h3",
        "p",
        "br",
        "pre",
        "font",
        "details",
        "summary",
        "blockquote",
        "ul",
        "li",
        "table",
        "tr",
        "th",
        "td",
    ]
)


def page_of(folder: Path, name: str = "index.html") -> str:
    return (folder / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The posts of a round whose players have names that look like markup."""
    folder = new_game(tmp_path_factory.mktemp("odd") / "game", "--title", "<i>Odd</i> & Co", players=ODD)
    return play(folder, dict(zip(ODD, ROUND.values(), strict=True)))


# Whole and safe


@pytest.mark.parametrize("name", ["index.html", "public.html"])
def test_a_page_nests_and_names_everything_once(odd: Path, round_1: Path, finished: Path, name: str) -> None:
    for folder in (odd, round_1, finished / "posts" / "round-08"):
        reader = PageReader(page_of(folder, name))
        assert reader.faults == []
        keys = [element.attributes["id"] for element in reader.elements if "id" in element.attributes]
        assert len(set(keys)) == len(keys)
        for element in reader.elements:
            for attribute in ("aria-labelledby", "data-copy", "data-for"):
                assert set(element.attributes.get(attribute, "").split()) <= set(keys)


@pytest.mark.parametrize("name", ["index.html", "public.html"])
def test_a_page_may_run_its_own_script_and_style_and_load_nothing(odd: Path, name: str) -> None:
    page = page_of(odd, name)
    [policy] = [
        element.attributes["content"]
        for element in PageReader(page).of("meta")
        if element.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    own = {tag: re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("style", "script")}
    expected = {"default-src": "'none'", "img-src": "data:", "base-uri": "'none'", "form-action": "'none'"}
    for tag, bodies in own.items():
        for body in bodies:
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            expected[f"{tag}-src"] = f"'sha256-{digest}'"
    assert rules == expected
    assert len(own["style"]) == 1
    assert len(own["script"]) == (1 if name == "index.html" else 0)
    addresses = set(re.findall(r"https?://[^\s\"'<]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not [element for element in PageReader(page).elements if "style" in element.attributes]


def test_names_that_look_like_markup_are_text(odd: Path) -> None:
    reader = PageReader(page_of(odd))
    assert [element.tag for element in reader.elements].count("section") == len(ODD) + 2
    titles = [text.strip() for inside, text in reader.texts if inside and inside[-1].endswith("-title")]
    assert [title for title in titles if title and not title.isdigit()] == ["The public post", *ODD]


def test_the_texts_are_those_of_the_files_to_the_letter(odd: Path, round_1: Path) -> None:
    for folder, players in ((odd, ODD), (round_1, PLAYERS)):
        texts = texts_of(page_of(folder))
        private = {path.read_text(encoding="utf-8") for path in (folder / "private").iterdir()}
        assert {texts[f"player-{number}-1"] for number in range(1, len(players) + 1)} == private
        assert texts["public-1"] == page_of(folder, "public.txt")
        assert texts["notes-1"] == page_of(folder, "gm.txt")


def test_the_last_page_has_the_final_post_and_what_may_be_published(finished: Path) -> None:
    page = page_of(finished / "posts" / "round-08")
    texts = texts_of(page)
    assert texts["final-1"] == page_of(finished / "posts" / "final", "public.txt")
    assert texts["orders-1"] == page_of(finished / "posts" / "final", "orders.txt")
    coins = [inside for inside, text in PageReader(page).texts if text.strip().endswith(": the coins")]
    assert coins
    assert all("orders" in inside for inside in coins)


def test_the_order_is_that_of_sending_and_notes_come_last_and_folded(finished: Path) -> None:
    reader = PageReader(page_of(finished / "posts" / "round-08"))
    keys = [element.attributes["id"] for element in reader.elements if "data-digest" in element.attributes]
    assert keys == ["public", *(f"player-{number}" for number in range(1, 6)), "final"]
    folded = [element for element in reader.of("details") if element.attributes.get("id") in ("notes", "orders")]
    assert len(folded) == 2
    assert not [element for element in folded if "open" in element.attributes]


def test_a_page_holds_its_pictures(round_1: Path) -> None:
    page = page_of(round_1)
    links = [element.attributes for element in PageReader(page).of("a") if "download" in element.attributes]
    saved = {link["download"]: base64.b64decode(link["href"].partition(",")[2]) for link in links}
    assert saved == {
        f"round-01-board.{ending}": (round_1 / f"board.{ending}").read_bytes() for ending in ("png", "svg")
    }
    assert page_of(round_1, "board.svg") in page


def test_a_long_post_is_told_to_be_sent_in_parts(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--dialect", "discord")
    (folder / "templates").mkdir()
    (folder / "templates" / "public.txt").write_text("A line.\n\n" * 400, encoding="utf-8")
    page = page_of(play(folder, ROUND))
    parts = [text for key, text in texts_of(page).items() if key.startswith("public-")]
    assert len(parts) > 1
    assert all(len(part) <= 2000 for part in parts)
    assert f"send its {len(parts)} parts one after the other" in page


WHERE = """
import sys
from gm_tool.cli import main
sys.argv = ["gm", "-C", sys.argv[1], "posts", "round-8"]
main()
"""


def test_pages_and_pictures_are_the_same_wherever_they_are_made(finished: Path, tmp_path: Path) -> None:
    before = contents(finished / "posts")
    folder = tmp_path / "elsewhere"
    shutil.copytree(finished, folder)
    shutil.rmtree(folder / "posts" / "round-08")
    surroundings = {**os.environ, "PYTHONHASHSEED": "3", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", WHERE, str(folder)]
    done = subprocess.run(command, env=surroundings, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert contents(folder / "posts") == before


def test_a_page_says_in_which_language_its_posts_are(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game")
    settings = (folder / "game.yaml").read_text(encoding="utf-8")
    assert settings.count("\nlanguage: en") == 1
    (folder / "game.yaml").write_text(settings.replace("\nlanguage: en", "\nlanguage: de"), encoding="utf-8")
    posts = play(folder, ROUND)
    assert '<html lang="de">' in page_of(posts, "public.html")
    page = PageReader(page_of(posts))
    assert {element.attributes["lang"] for element in page.of("textarea")} == {"de"}
    assert [element.attributes["lang"] for element in page.of("html")] == ["en"]


def test_a_game_without_a_track_has_pages_without_pictures(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gm_tool.app.pictures.board_svg", lambda boards, title: "")
    monkeypatch.setattr("gm_tool.app.pictures.track_of", lambda boards: None)
    folder = Path(shutil.copytree(finished, tmp_path / "game"))
    shutil.rmtree(folder / "posts")
    assert gm("-C", folder, "posts", "round-8").code == 0
    drawn = {Path(name).stem for name in contents(folder / "posts") if name.endswith((".svg", ".png"))}
    assert drawn == {"coins"}
    page = page_of(folder / "posts" / "round-08")
    assert "with the picture" not in page
    assert [element.inside[0] for element in PageReader(page).of("svg")] == ["orders"]


# Secrets


def test_what_a_player_wrote_shows_in_its_own_section_and_the_gms_notes_alone(tmp_path: Path) -> None:
    """Each player spells its action in a way of its own; a remark in the Note column is for the GM."""
    folder = new_game(tmp_path / "game")
    spelt = {player: str(cells["Action"])[0] + str(cells["Action"])[1:].upper() for player, cells in ROUND.items()}
    posts = play(
        folder,
        {player: {**cells, "Action": spelt[player], "Note": f"CANARY {player}"} for player, cells in ROUND.items()},
    )
    reader = PageReader(page_of(posts))
    for number, (player, canary) in enumerate(spelt.items(), 1):
        holders = {inside[0] if inside else "" for inside, text in reader.texts if canary in text}
        assert f"player-{number}" in holders, "the player itself is told"
        assert holders <= {f"player-{number}", "notes"}
        noted = {inside[0] if inside else "" for inside, text in reader.texts if f"CANARY {player}" in text}
        assert noted <= {"notes"}
        for name, data in contents(folder / "posts").items():
            if f"/{player}.txt" not in name and not name.endswith(("gm.txt", "index.html")):
                assert canary.encode() not in data, name
                assert b"CANARY" not in data, name


def test_what_one_player_hides_changes_no_public_page_picture_or_export(tmp_path: Path) -> None:
    seen, pages = [], []
    for number, bets in enumerate(({"Bet Red": 3, "Bet Blue": 2}, {"Bet Red": 1})):
        folder = new_game(tmp_path / str(number) / "game")
        posts = play(folder, {**ROUND, "Dan": {"Action": "bet", **bets, "Note": f"CANARY{number}"}})
        target = tmp_path / str(number) / "out.zip"
        assert gm("-C", folder, "export", "public", target).code == 0
        names = ("public.txt", "public.html", "board.svg", "board.png")
        seen.append({name: (posts / name).read_bytes() for name in names} | {"zip": target.read_bytes()})
        pages.append(texts_of(page_of(posts)))
    assert seen[0] == seen[1]
    differing = {key for key in pages[0] if pages[0][key] != pages[1][key]}
    assert differing == {"player-4-1", "notes-1"}


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_secret_files_are_the_gms_alone(finished: Path) -> None:
    modes = {
        path.name: path.stat().st_mode & 0o077
        for folder in ("round-08", "final")
        for path in (finished / "posts" / folder).iterdir()
        if path.is_file()
    }
    secret = {"index.html", "gm.txt", "orders.txt", "coins.svg", "coins.png"}
    assert {name for name, mode in modes.items() if mode == 0} == secret
    assert {"public.html", "public.txt", "board.png", "board.svg", "race.png", "race.svg"} <= modes.keys() - secret


def test_a_secret_picture_is_refused_by_the_players_page() -> None:
    picture = Picture("Coins", "coins", "<svg/>", b"")
    assert "<svg/>" in players_page("Title", "en", "A post.", [Drawing("coins", picture)])
    with pytest.raises(ValueError, match="secret picture"):
        players_page("Title", "en", "A post.", [Drawing("coins", picture, secret=True)])


# The preview


PIECES = [*"ab<>/&\"'= \n!-#;", "<b>", "</b>", "<pre>", "</section>", "&lt;", "<br>", "<b "]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_whatever_a_post_holds_its_preview_is_plain_markup_that_nests(text: str) -> None:
    written = shown(text)
    reader = PageReader(written)
    assert reader.faults == []
    assert {element.tag for element in reader.elements} <= PLAIN
    assert not [element for element in reader.elements if element.attributes]
    assert shown(written) == written


def test_a_preview_keeps_what_dialects_write_and_shows_the_rest() -> None:
    kept = '<ul>\n<li>a <b>&lt;</b></li>\n</ul><td class="number">1</td><font color="#cc0000">x</font>'
    assert shown(kept) == kept
    for stray in ("</section>", "<script>alert(1)</script>", "<!-- x -->", "<img src=x onerror=y>", "<![CDATA[ x ]]>"):
        assert PageReader(shown(stray)).elements == []
        assert unescape(shown(stray)) == stray
    assert shown('<b onclick="x">a') == "<b>a</b>"
    assert shown('<font color="red" onclick=x>a</font>') == "<font>a</font>"
    assert shown("a</b>") == "a&lt;/b&gt;"
    assert shown("<ul><li><b>a</ul>c") == "<ul><li><b>a</b></li></ul>c"


def test_a_template_with_a_stray_tag_spills_nothing(played: Path) -> None:
    (played / "templates").mkdir()
    (played / "templates" / "private.txt").write_text("</div></section><!-- {{ player }}\n", encoding="utf-8")
    assert gm("-C", played, "posts").code == 0
    reader = PageReader(page_of(played / "posts" / "round-01"))
    assert reader.faults == []
    for number, player in enumerate(PLAYERS, 1):
        found = [inside for inside, text in reader.texts if f"</section><!-- {player}" in text]
        assert {inside[0] for inside in found} == {f"player-{number}"}
