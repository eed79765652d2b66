"""The games, one folder each: state and orders in, events out. Pure; no game imports another."""
