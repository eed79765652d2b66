"""What a command needs for sure is started before anything is imported: the second process of `gm resolve`."""

from __future__ import annotations

from collections.abc import Sequence

HELP = ("-h", "--help")


def start_ahead(words: Sequence[str]) -> None:
    """Start the second process if the words of a command line ask for `gm resolve`."""
    if command_of(words) == "resolve" and not any(word in HELP for word in words):
        from gm_tool.io import second_process

        second_process.start_ahead()


def command_of(words: Sequence[str]) -> str:
    """The command on a command line without the program's name: the first word that is no option, "" for none.

    None is the one behind --help, which is answered with all of them.
    """
    after_c = False
    for word in words:
        if not after_c and word in HELP:
            return ""
        if not after_c and not word.startswith("-"):
            return word
        after_c = word == "-C" and not after_c
    return ""
