"""`gm demo`: the example game in a folder of its own, with its fifth round resolved."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.resolve import ResolveReport, resolve
from gm_tool.app.show import show
from gm_tool.core.game import Json
from gm_tool.core.problems import WrongUse
from gm_tool.io.resources import examples_folder
from gm_tool.io.transaction import Transaction

EXAMPLE = "camellots"
STEP = "round-5"
SECRET = ("seed.key", "journal.jsonl", "results.xlsx", "sheets/", "private/", "gm.txt")


class DemoReport(Struct, frozen=True):
    """The demo: its folder, what resolving its round did, and the public post."""

    folder: Path
    resolved: ResolveReport
    public: str

    def as_json(self) -> dict[str, Json]:
        """The object of `gm demo --json`."""
        return {"folder": str(self.folder), "resolve": self.resolved.as_json(), "public": self.public}


def demo(where: Path | None) -> DemoReport:
    """Copy the example game to `where`, a folder that isn't there yet, and resolve round 5.

    Raises WrongUse, WorldFailed.
    """
    target = where if where is not None else _free(Path(f"{EXAMPLE}-demo"))
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise WrongUse(f"{target} is there already; it was not touched.", "Name a folder that doesn't exist yet.")
    source = examples_folder() / EXAMPLE
    copy = Transaction(target)
    for path in sorted(source.rglob("*")):
        if path.is_file():
            name = path.relative_to(source).as_posix()
            copy.write(name, path.read_bytes(), any(mark in f"/{name}" for mark in SECRET))
    copy.commit()
    resolved = resolve(target, STEP)
    return DemoReport(target, resolved, show(target, "public", STEP).text)


def _free(path: Path) -> Path:
    """The path itself, or with the next number that is free."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}-{number}")
    return free
