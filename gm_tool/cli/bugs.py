"""What a GM sees of a bug in gm: that it is one, where, and what to do. No order, no seed, no traceback.

And what is said where nothing can be printed.
"""

import os
import sys
import traceback
from contextlib import suppress

from gm_tool.cli.output import WORLD, to_nowhere

DEBUG = "GM_DEBUG"


def report(bug: Exception) -> int:
    """Tell of a bug on standard error, with all of it where GM_DEBUG is set; gives the exit code.

    The message of the exception stays out, as it may quote an order: kind and place are enough to find it.
    """
    frames = traceback.extract_tb(bug.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}, line {frames[-1].lineno}" if frames else "an unknown place"
    lines = [
        f"This is a bug in gm: {type(bug).__name__} in {where}.",
        "No file was left half-written. Please report it, with the command that you ran.",
    ]
    if os.environ.get(DEBUG):
        lines = [*traceback.format_exception(bug), *lines, "The traceback may show orders: look through it first."]
    else:
        lines.append(f"{DEBUG}=1 before the command shows more (it may show orders).")
    for line in lines:
        sys.stderr.write(line.rstrip() + "\n")
    return WORLD


def unwritable(failure: OSError) -> int:
    """Tell on standard error that the output can't be written, as on a full disk; gives the exit code.

    A reader that has gone is no failure: of that nothing is said.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # what can't be written now is not to be tried again when Python ends
            stream.flush()
    to_nowhere(sys.stdout)
    if not isinstance(failure, BrokenPipeError):
        with suppress(OSError):  # standard error may be what is full
            sys.stderr.write(f"The output can't be written: {failure.strerror or failure}.\n")
            sys.stderr.write("What the command was to do is done: `gm status` tells where the game stands.\n")
    return WORLD
