"""The system's browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path


def open_file(path: Path) -> bool:
    """Have the system's browser show a file; whether one was found."""
    try:
        return webbrowser.open(path.resolve().as_uri())
    except webbrowser.Error:
        return False
