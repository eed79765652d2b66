"""Games to look at, played once; browsers, where there are any."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_play import ROUND, gm, new_game, play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = new_game(tmp_path_factory.mktemp("page") / "game")
    play(folder, ROUND)
    return folder


@pytest.fixture
def played(_played: Path, tmp_path: Path) -> Path:
    """A game with its first round resolved; a copy of its own for each test."""
    return Path(shutil.copytree(_played, tmp_path / "game"))


@pytest.fixture(scope="session")
def round_1(_played: Path) -> Path:
    """The posts of its first round, for looking only."""
    return _played / "posts" / "round-01"


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished example, the posts of its last round made anew. For looking only."""
    folder = tmp_path_factory.mktemp("finished") / "game"
    shutil.copytree(EXAMPLES / "camellots-finished", folder)
    assert gm("-C", folder, "posts", "round-8").code == 0
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    api = pytest.importorskip("playwright.sync_api", reason="there is no playwright here")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def look(browser: Browser) -> Iterator[Any]:
    """Opens a page file in a window of its own: look(file, width=390, color_scheme="dark", script="...").

    What it says on the console and what it asks of the network is collected, and must be nothing.
    """
    contexts, faults = [], []

    def opened(file: Path, width: int = 1200, script: str = "", clipboard: bool = True, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        if clipboard:
            context.grant_permissions(["clipboard-read", "clipboard-write"])
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url) if not _local(request.url, file) else None)
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def _local(address: str, file: Path) -> bool:
    return address.startswith(("data:", file.as_uri()))
