"""The page in a browser: copying, ticks, keyboard, phone, dark, accessibility. Skipped where there is no Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_play import PLAYERS, ROUND, gm, new_game, play

if TYPE_CHECKING:
    from playwright.sync_api import Page

Look = Callable[..., Any]
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
NO_STORAGE = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('SecurityError'); }});"
KEYS = ("public", *(f"player-{number}" for number in range(1, 6)))


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def copy(page: Page, key: str, part: int = 1) -> None:
    page.locator(f"[data-copy='{key}-{part}']").click()


def ticked(page: Page) -> list[str]:
    return [key for key in KEYS if page.locator(f"#{key} [data-tick]").is_checked()]


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")  # `toggle` comes after it


def count(page: Page) -> str:
    return page.locator("#count").inner_text()


def file_of(folder: Path, key: str) -> str:
    name = "public.txt" if key == "public" else f"private/{PLAYERS[int(key[-1]) - 1]}.txt"
    return (folder / name).read_text(encoding="utf-8")


def test_each_button_copies_its_text_to_the_letter_and_ticks_it(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html")
    assert count(page) == "0 of 6 sent"
    for number, key in enumerate(KEYS, 1):
        copy(page, key)
        page.locator("#said", has_text="Copied: ").wait_for()
        page.locator(f"#{key}.done").wait_for()
        assert clipboard(page) == file_of(round_1, key)
        assert ticked(page) == list(KEYS[:number])
    assert count(page) == "All sent"
    assert page.locator("#progress").evaluate("bar => bar.value") == 6


def test_notes_are_folded_and_copied_without_a_tick(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html")
    assert not page.locator("#notes [data-copy]").is_visible()
    page.locator("#notes > summary").click()
    copy(page, "notes")
    page.locator("#said", has_text="Copied: ").wait_for()
    assert clipboard(page) == (round_1 / "gm.txt").read_text(encoding="utf-8")
    assert ticked(page) == []


def test_without_a_clipboard_the_old_way_copies(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html", script=NO_CLIPBOARD)
    copy(page, "player-2")
    page.locator("#player-2.done").wait_for()
    other = page.context.new_page()
    other.goto("about:blank")
    field = other.evaluate_handle("document.body.appendChild(document.createElement('textarea'))").as_element()
    assert field is not None
    field.focus()
    other.keyboard.press("Control+V")
    assert field.input_value() == file_of(round_1, "player-2")
    assert not page.locator("#player-2 details.text").evaluate("fold => fold.open")


def test_where_nothing_copies_the_text_is_selected_and_not_ticked(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html", script=NO_CLIPBOARD + "document.execCommand = () => false;")
    copy(page, "public")
    page.locator("#said", has_text="press Ctrl+C").wait_for()
    assert page.evaluate(
        "(() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); })()"
    ) == file_of(round_1, "public")
    assert ticked(page) == []


def test_ticks_are_remembered_and_can_be_taken_away(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html")
    copy(page, "public")
    page.locator("#public.done").wait_for()
    page.locator("#player-3 [data-tick]").check()
    page.reload()
    assert ticked(page) == ["public", "player-3"]
    page.locator("#public [data-tick]").uncheck()
    page.reload()
    assert ticked(page) == ["player-3"]
    page.locator("#again").click()
    page.reload()
    assert ticked(page) == []
    assert not page.locator("#again").is_visible()


def test_a_text_that_was_made_anew_is_to_be_sent_again(look: Look, played: Path) -> None:
    file = played / "posts" / "round-01" / "index.html"
    page = look(file)
    for key in ("public", "player-1"):
        page.locator(f"#{key} [data-tick]").check()
    own = played / "templates"
    own.mkdir()
    (own / "public.txt").write_text("Another text.\n", encoding="utf-8")
    assert gm("-C", played, "posts").code == 0
    page.reload()
    assert ticked(page) == ["player-1"]


def test_without_storage_ticks_last_as_long_as_the_page(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html", script=NO_STORAGE)
    page.locator("#player-3 [data-tick]").check()
    assert ticked(page) == ["player-3"]
    assert count(page) == "1 of 6 sent (your browser forgets this with the page)"


def test_ticks_that_somebody_else_has_written_are_none(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html")
    for stored in ("not JSON", "null", "7", '"text"', "[]"):
        page.evaluate("text => localStorage.setItem('gm:' + location.pathname, text)", stored)
        page.reload()
        assert ticked(page) == []
        page.locator("#public [data-tick]").check()
        assert ticked(page) == ["public"]


def test_a_long_post_is_done_when_all_its_parts_are_copied(look: Look, tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--dialect", "discord")
    (folder / "templates").mkdir()
    (folder / "templates" / "public.txt").write_text("A line of the post.\n\n" * 150, encoding="utf-8")
    posts = play(folder, ROUND)
    page = look(posts / "index.html")
    buttons = page.locator("#public [data-copy]")
    assert buttons.count() > 1
    for number in range(1, buttons.count() + 1):
        assert ticked(page) == []
        copy(page, "public", number)
        page.locator("#said", has_text=f"part {number} of {buttons.count()}").wait_for()
        assert f"({number}/{buttons.count()})" in clipboard(page)
    assert ticked(page) == ["public"]


def test_the_picture_is_saved_and_copied(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html", accept_downloads=True)
    for ending in ("png", "svg"):
        with page.expect_download() as waiting:
            page.locator(f"#public a[download$='.{ending}']").click()
        saved = waiting.value
        assert saved.suggested_filename == f"round-01-board.{ending}"
        assert saved.path().read_bytes() == (round_1 / f"board.{ending}").read_bytes()
    page.locator("#public [data-picture]").click()
    page.locator("#said", has_text="Copied: the picture").wait_for()
    assert page.evaluate("navigator.clipboard.read().then(items => items[0].types)") == ["image/png"]


def test_all_of_it_works_by_keyboard_in_the_order_of_the_page(look: Look, round_1: Path) -> None:
    page = look(round_1 / "index.html")
    here = "(() => { const e = document.activeElement; return e.dataset.for || e.dataset.copy || e.tagName; })()"
    reached: list[str] = []
    while len(reached) < 200:
        page.keyboard.press("Tab")
        reached.append(page.evaluate(here))
        if reached[-1] == "player-5-1":
            break
        if reached[-1] == "player-1-1":
            assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    buttons = [name for name in reached[len(KEYS) :] if name.endswith("-1")]
    assert reached[: len(KEYS)] == list(KEYS)
    assert buttons == [f"{key}-1" for key in KEYS]
    page.keyboard.press("Enter")
    page.locator("#player-5.done").wait_for()
    assert clipboard(page) == file_of(round_1, "player-5")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert ticked(page) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1200])
@pytest.mark.parametrize("name", ["index.html", "public.html"])
def test_nothing_sticks_out_on_a_phone_or_a_desk(look: Look, finished: Path, width: int, name: str) -> None:
    page = look(finished / "posts" / "round-08" / name, width=width)
    unfold(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for button in page.locator("button:visible, a.button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_the_draws_can_be_read_on_a_phone(look: Look, finished: Path) -> None:
    assert gm("-C", finished, "reveal").code == 0
    page = look(finished / "posts/reveal/reveal.html", width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    checks = page.locator("td:last-child").all()
    assert checks
    lines = (
        "cell => { const r = document.createRange(); r.selectNodeContents(cell); return r.getClientRects().length; }"
    )
    assert {cell.evaluate(lines) for cell in checks} == {1}, "a check is one line"


def test_dark_and_light_are_dark_and_light(look: Look, round_1: Path) -> None:
    for name in ("index.html", "public.html"):
        shades = []
        for scheme in ("light", "dark"):
            page = look(round_1 / name, color_scheme=scheme)
            colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
            shades.append(sum(map(int, re.findall(r"\d+", colour)[:3])))
        assert shades[0] > 600
        assert shades[1] < 150


def test_no_other_script_runs_and_nothing_is_loaded(look: Look, round_1: Path, browser: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto((round_1 / "index.html").as_uri())
    page.evaluate(
        """() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        document.body.insertAdjacentHTML('beforeend',
            '<b onclick="window.ran = true">x</b><img src="https://example.org/x.png">');
        document.body.lastElementChild.previousElementSibling.click();
    }"""
    )
    page.wait_for_function("() => document.querySelector('img[src^=https]').complete")
    assert page.evaluate("window.ran") is None
    assert len([text for text in refused if "Content Security Policy" in text]) == 3
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "public.html"])
def test_axe_finds_nothing(look: Look, finished: Path, scheme: str, name: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="there is no axe here")
    page = look(finished / "posts" / "round-08" / name, width=390, color_scheme=scheme)
    unfold(page)
    if name == "index.html":
        copy(page, "public")
        page.locator("#public.done").wait_for()
    found = axe.Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found] == []
