"""`gm demo`: the example game in a folder of its own, with its fifth round resolved."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.publish import PUBLIC_POSTS
from gm_tool.app.resolve import resolve
from gm_tool.app.resolve_report import ResolveReport
from gm_tool.app.show import show
from gm_tool.core.game import Json
from gm_tool.core.problems import WrongUse
from gm_tool.io.resources import examples_folder
from gm_tool.io.transaction import Transaction

EXAMPLE = "camellots"
STEP = "round-5"
PLAIN = "text"


class DemoReport(Struct, frozen=True):
    """The demo: its folder, what resolving its round did, and the public post: as it is pasted, and `plain`.

    `taken` is the folder where it would have gone if that hadn't been there already.
    """

    folder: Path
    resolved: ResolveReport
    public: str
    plain: str
    taken: Path | None = None

    def as_json(self) -> dict[str, Json]:
        """The object of `gm demo --json`."""
        return {"folder": str(self.folder), "resolve": self.resolved.as_json(), "public": self.public}


def demo(where: Path | None) -> DemoReport:
    """Copy the example game to `where`, a folder that isn't there yet, and resolve round 5.

    Raises WrongUse, WorldFailed.
    """
    usual = Path(f"{EXAMPLE}-demo")
    target = where if where is not None else _free(usual)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise WrongUse(f"{target} is there already; it was not touched.", "Name a folder that doesn't exist yet.")
    source = examples_folder() / EXAMPLE
    copy = Transaction(target)
    for path in sorted(source.rglob("*")):
        if path.is_file():
            name = path.relative_to(source).as_posix()
            copy.write(name, path.read_bytes(), secret=not PUBLIC_POSTS.fullmatch(name))
    copy.commit()
    resolved = resolve(target, STEP)
    public, plain = (show(target, "public", STEP, dialect).text for dialect in (None, PLAIN))
    return DemoReport(target, resolved, public, plain, None if where is not None or target == usual else usual)


def _free(path: Path) -> Path:
    """The path itself, or with the next number that is free."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free
