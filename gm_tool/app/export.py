"""`gm export public`: what everybody may have, of all steps, in a folder or a zip file of its own.

It is made from the journal and from nothing that lies in the game folder beside it, and by adding:
only files that are named here, and are no secret where they are made, come in.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import open_folder
from gm_tool.app.made import Made
from gm_tool.app.ours import refuse_name_of_ours
from gm_tool.app.posts import all_posts
from gm_tool.app.publish import PUBLIC_POSTS, Publisher
from gm_tool.core.problems import WrongUse
from gm_tool.io.parcel import write_folder, write_zip


class ExportReport(Struct, frozen=True):
    """Where the export is, and the files in it."""

    target: Path
    files: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The object of `gm export --json`."""
        return {"target": str(self.target), "files": list(self.files)}


def export(where: Path | None, what: str, target: Path | None = None) -> ExportReport:
    """Write the public files of all steps to a new folder, or to a new zip file if its name ends so.

    Without a target it is a zip file in the current folder, called after the game folder.
    Raises WrongUse for a target that is there already or has a name of gm's own, BadInput, WorldFailed.
    """
    if what.lower() != "public":
        raise WrongUse(f"There is no export of {what!r}.", "Write: `gm export public`; a DIR or FILE.zip may follow.")
    folder = open_folder(where)
    files = _public(all_posts(Publisher(folder)))
    target = target or Path.cwd() / f"{folder.path.resolve().name}-public.zip"
    refuse_name_of_ours(folder.path, target)
    if target.suffix.lower() == ".zip":
        write_zip(target, files)
    else:
        write_folder(target, files)
    return ExportReport(target, tuple(files))


def _public(made: Iterable[Made]) -> dict[str, bytes]:
    """The files that anybody may have, by their names from `posts` on, sorted."""
    files = {
        file.name.removeprefix("posts/"): file.data
        for file in made
        if not file.secret and PUBLIC_POSTS.fullmatch(file.name)
    }
    return dict(sorted(files.items()))
