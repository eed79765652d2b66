"""Tests of the engine, which knows no game: most are played with a small auction made for them."""
