"""What all tests share: how hypothesis looks for examples."""

import functools
import os
import tempfile
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import settings

# No deadline: a slow machine is no bug. Where many people wait for the result (CI=true) the
# examples are the same every time; on a developer's machine each run looks somewhere else.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("dev", deadline=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Compiled templates are kept from test to test, but not in the home of who runs the tests.
os.environ.setdefault("GM_CACHE", tempfile.mkdtemp(prefix="gm-templates-"))


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[None]:
    """A drawing is made a picture once: most tests play the same few rounds, and to draw takes longest."""
    from gm_tool.io import drawing, png

    made = functools.lru_cache(maxsize=512)(drawing.drawn)

    def drawn(svg: str, width: int, fonts: Sequence[str]) -> bytes:
        return made(svg, width, tuple(fonts))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(png, "drawn", drawn)
        yield
