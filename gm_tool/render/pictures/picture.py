"""A picture that was drawn, in both its forms."""

from __future__ import annotations

import base64

from msgspec import Struct


class Picture(Struct, frozen=True):
    """A picture to put beside a post: what it shows, the name under which it is saved (no ending), both its forms."""

    title: str
    name: str
    svg: str
    png: bytes

    @property
    def png_address(self) -> str:
        """The PNG as an address that holds all of it."""
        return f"data:image/png;base64,{base64.b64encode(self.png).decode()}"

    @property
    def svg_address(self) -> str:
        """The SVG as an address that holds all of it."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.svg.encode()).decode()}"
