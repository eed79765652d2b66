"""`gm templates`, and files among the templates that nothing is made of."""

from pathlib import Path

import pytest
from table_play import contents, edit, gm, narrow, problems

from gm_tool.io.resources import template_files

ALL = sorted(template_files("camellots"))


def test_one_template_is_copied_and_the_posts_stay_as_they_are(played: Path) -> None:
    before = contents(played)
    done = gm("-C", played, "templates", "copy", "public")
    assert done.code == 0
    assert narrow(done)
    assert "Copied: templates/public.txt" in done.out
    assert "To make the posts anew:" in done.out
    after = contents(played)
    assert after.pop("templates/public.txt").decode() == template_files("camellots")["public.txt"][0]
    assert after == before
    assert gm("-C", played, "posts", "--json").json["written"] == []


def test_all_are_copied_in_a_language_but_never_over_a_file(played: Path) -> None:
    (played / "templates").mkdir()
    (played / "templates/words.txt").write_text("mine", encoding="utf-8")
    done = gm("-C", played, "templates", "copy", "--language", "de", "--json")
    assert done.json["language"] == "de"
    assert done.json["written"] == [f"templates/{name}" for name in ALL if name != "words.txt"]
    assert done.json["kept"] == ["templates/words.txt"]
    assert (played / "templates/words.txt").read_text(encoding="utf-8") == "mine"
    german = template_files("camellots", language="de")["gm.txt"][0]
    assert (played / "templates/gm.txt").read_text(encoding="utf-8") == german
    told = gm("-C", played, "templates", "copy", "words.txt")
    assert told.text == "There already, and not touched: templates/words.txt"


def test_copies_are_in_the_language_of_the_game(played: Path) -> None:
    edit(played / "game.yaml", "language: en", "language: de")
    assert gm("-C", played, "templates", "copy", "final.txt").code == 0
    assert "das Ergebnis" in (played / "templates/final.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["publik"], "Did you mean public.txt?"),
        (["quux"], "There are: account.txt,"),
        (["../game.yaml"], "There is no template"),
        (["--language", "fr"], "There are: en and de."),
    ],
)
def test_what_there_is_not_is_named_and_nothing_copied(played: Path, asked: list[str], said: str) -> None:
    done = gm("-C", played, "templates", "copy", *asked)
    assert done.code == 2
    assert said in done.text
    assert not (played / "templates").exists()


def test_the_list_marks_ones_own(played: Path) -> None:
    assert gm("-C", played, "templates", "copy", "gm").code == 0
    listed = gm("-C", played, "templates", "list", "--json").json
    assert listed == {"language": "en", "languages": ["en", "de"], "files": ALL, "own": ["gm.txt"], "problems": []}
    told = gm("-C", played, "templates", "list")
    assert "gm.txt (your own, in templates)" in told.text
    assert narrow(told)


def test_a_template_that_no_post_is_made_of_is_named(played: Path) -> None:
    own = played / "templates"
    (own / "de").mkdir(parents=True)
    (own / "pubilc.txt").write_text("Hello!\n", encoding="utf-8")
    for command in (["check"], ["resolve", "round-2"], ["posts"], ["templates", "list"]):
        found = gm("-C", played, *command, "--json").json["problems"]
        unused = {problem["file"]: problem for problem in found if problem["code"] == "template.unused"}
        assert sorted(unused) == ["templates/de", "templates/pubilc.txt"], command
        assert unused["templates/pubilc.txt"]["hint"] == "Did you mean public.txt?"
        assert unused["templates/pubilc.txt"]["severity"] == "warning"
        assert "`language: de`" in unused["templates/de"]["hint"]
    assert "templates/pubilc.txt" in gm("-C", played, "posts").text


def test_a_file_that_another_one_includes_is_used(played: Path) -> None:
    own = played / "templates"
    own.mkdir()
    (own / "weather.txt").write_text("It is hot.\n", encoding="utf-8")
    assert "template.unused" in problems(gm("-C", played, "posts", "--json"))
    (own / "public.txt").write_text("{% include 'weather.txt' %}\n", encoding="utf-8")
    assert gm("-C", played, "posts", "--json").json["problems"] == []
    assert gm("-C", played, "show", "public").out == "It is hot.\n"
