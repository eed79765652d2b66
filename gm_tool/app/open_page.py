"""`gm open`: the GM's page of a step or of an erratum, in the system's browser."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.asked_steps import posted_number
from gm_tool.app.erratum import asked_erratum
from gm_tool.app.folder import open_folder
from gm_tool.app.page import PAGE
from gm_tool.app.posts import write_posts
from gm_tool.core.forms import Step
from gm_tool.io.browser import open_file


class OpenReport(Struct, frozen=True):
    """The page of a step or of an erratum: its path, and whether a browser was found to show it."""

    step: str
    file: Path
    opened: bool

    def as_json(self) -> dict[str, object]:
        """The object of `gm open --json`."""
        return {"step": self.step, "file": str(self.file), "opened": self.opened}


def open_page(where: Path | None, step: str | None = None, show: bool = True) -> OpenReport:
    """The GM's page of a resolved step, the latest unless said otherwise, or of an erratum; `show` has it opened.

    A page that isn't there is made first. Raises WrongUse, BadInput, WorldFailed.
    """
    folder = open_folder(where)
    erratum = asked_erratum(folder, step)
    if erratum is not None:
        name, slug, made_by = erratum.slug, erratum.slug, None
    else:
        done = Step(folder.word, posted_number(folder, step), folder.config.names)
        name, slug, made_by = done.name, done.slug, done.name
    file = (folder.path / "posts" / slug / PAGE).resolve()
    if not file.is_file():
        write_posts(folder.path, made_by)
    return OpenReport(name, file, show and open_file(file))
