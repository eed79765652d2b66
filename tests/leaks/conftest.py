"""What all proofs do without: pixels, and the page of the GM."""

import pytest

from gm_tool.app import pictures, publish


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A PNG is drawn from its SVG alone, so that the SVG may stand for it; the GM's page is the GM's."""
    monkeypatch.setattr(pictures, "bytes_of", lambda wanted: wanted.svg.encode())
    monkeypatch.setattr(publish.Publisher, "_page", lambda *asked: "")
