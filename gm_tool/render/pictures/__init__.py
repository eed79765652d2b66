"""Boards and histories as drawings: SVG as text, made for a phone, on paper of their own."""

from gm_tool.render.pictures.chances import chances_svg
from gm_tool.render.pictures.grid import grid_svg
from gm_tool.render.pictures.lines import lines_svg, race_svg
from gm_tool.render.pictures.picture import Picture
from gm_tool.render.pictures.theme import DARK, LIGHT, THEMES, Theme
from gm_tool.render.pictures.track import track_svg

__all__ = [
    "DARK",
    "LIGHT",
    "THEMES",
    "Picture",
    "Theme",
    "chances_svg",
    "grid_svg",
    "lines_svg",
    "race_svg",
    "track_svg",
]
