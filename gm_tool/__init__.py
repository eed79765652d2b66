"""gm: a spreadsheet-driven assistant for game masters of play-by-forum games."""

__version__ = "0.1.0"
