"""The turn: intake, check, resolve, fold, journal. Pure; knows no game and no file."""
