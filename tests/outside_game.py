"""A game of another package, installed for one test as pip would: its package on the path, with its metadata."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import openpyxl


class Site:
    """A folder of installed packages, and gm as a program that sees them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.packages = folder / "site"

    def install(self, project: Path) -> None:
        """Install a project whose modules lie in `src`, with the entry points of its pyproject.toml."""
        said = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        shutil.copytree(project / "src", self.packages, dirs_exist_ok=True)
        about = self.packages / f"{said['name'].replace('-', '_')}-{said['version']}.dist-info"
        about.mkdir()
        header = f"Metadata-Version: 2.1\nName: {said['name']}\nVersion: {said['version']}\n"
        (about / "METADATA").write_text(header, encoding="utf-8")
        doors = [f"{name} = {value}" for name, value in said["entry-points"]["gm_tool.games"].items()]
        (about / "entry_points.txt").write_text("\n".join(["[gm_tool.games]", *doors, ""]), encoding="utf-8")

    def run(self, *command: str, code: int = 0) -> str:
        """What a Python program prints that sees these packages, run in the folder."""
        environment = {**os.environ, "PYTHONPATH": str(self.packages), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def gm(self, *words: str, code: int = 0) -> str:
        """What a command of gm prints."""
        return self.run("-m", "gm_tool", *words, code=code)


def fill(path: Path, *rows: tuple[object, ...]) -> None:
    """Fill in a sheet that gm made: of each row, the cells behind the player's name."""
    book = openpyxl.load_workbook(path)
    tab = book.worksheets[0]
    for number, values in enumerate(rows, 2):
        for column, value in enumerate(values, 2):
            tab.cell(number, column).value = value  # type: ignore[assignment]
    book.save(path)
