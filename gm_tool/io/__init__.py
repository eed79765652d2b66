"""The world: workbooks, csv, game.yaml, the journal file, the post files. Knows no game."""

import os

os.environ["OPENPYXL_LXML"] = "False"
"""openpyxl reads this when it is imported, by whichever module comes first: lxml writes other bytes for a sheet."""
