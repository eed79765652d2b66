"""The world: workbooks, csv, game.yaml, the journal file, the post files. Knows no game."""
