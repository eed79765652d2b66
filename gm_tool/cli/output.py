"""Printing and exit codes: problems as a table, JSON for programs, texts raw."""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn, TextIO, TypeVar

import typer

from gm_tool.cli.calling import WITHOUT_FOLDER, command_in, named_folder, with_commands, words_of

if TYPE_CHECKING:
    from gm_tool.core.problems import Problem

T = TypeVar("T")
DONE, PROBLEMS, WRONG_USE, WORLD = 0, 1, 2, 3
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}
WIDTH = 80
LONGEST = 5_000
"""Characters of a text about a problem, more than any message of orders has; with `--json` there is all of it."""
WRITING = (
    "new",
    "resolve",
    "posts",
    "sheet",
    "pull",
    "push",
    "export",
    "demo",
    "templates",
    "copy",
    "reveal",
    "correct",
    "reopen",
    "adjust",
    "ruling",
)


def prepare_streams() -> None:
    """UTF-8 and plain line feeds, whatever the console's code page is: a post is pasted as it stands.

    A stream that was closed before gm began is None to Python; it is as one that leads nowhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def run(use_case: Callable[[], T], as_json: bool) -> T:
    """Call a use case; what stops it is told, and ends the program with its exit code.

    An error that nobody expects comes of the journal, if that was altered: then this is told instead.
    """
    from gm_tool.core.problems import BadInput, WorldFailed, WrongUse

    try:
        return use_case()
    except (typer.Exit, typer.Abort):
        raise
    except BadInput as error:
        no_state = any(problem.code == "state.wrong" for problem in error.problems)
        _refuse((_altered_journal() if no_state else ()) or error.problems, as_json)
    except WrongUse as error:
        _stop(error.message, error.hint, as_json, WRONG_USE)
    except WorldFailed as error:
        _stop(error.message, error.hint, as_json, WORLD)
    except OSError as error:
        _stop(*_refused(error), as_json, WORLD)
    except Exception:
        altered = _altered_journal()
        if not altered:
            raise
        _refuse(altered, as_json)


def _altered_journal() -> "Sequence[Problem]":
    """What is wrong with the journal of the game that the command is about; nothing where there is none."""
    if command_in(WITHOUT_FOLDER):
        return ()
    from gm_tool.app.verify import altered_journal

    return altered_journal(named_folder())


def _refuse(problems: "Sequence[Problem]", as_json: bool) -> NoReturn:
    """Tell the problems for which nothing can be done, and end."""
    if as_json:
        print_json({"problems": [problem.as_json() for problem in problems]})
    else:
        print_problems(problems, err=True)
        if command_in(WRITING):
            say("Nothing was written.", err=True)
    raise typer.Exit(PROBLEMS)


def _refused(error: OSError) -> tuple[str, str]:
    """What the system says of a file, and what to do."""
    from gm_tool.io.world import too_long

    file = f"{error.filename}: " if error.filename else ""
    cause, hint = error.strerror or str(error), "Set that right, then try again."
    if error.errno == errno.ENAMETOOLONG:
        cause, hint = too_long(str(error.filename or ""))
    return f"The system refused: {file}{cause}.", hint


def _stop(message: str, hint: str, as_json: bool, code: int) -> NoReturn:
    if as_json:
        print_json({"error": message, "hint": hint})
    else:
        paragraph(message, err=True)
        if hint:
            paragraph(hint, err=True)
    raise typer.Exit(code)


@contextmanager
def _printing(stream: TextIO) -> Iterator[None]:
    """Print at once. Who reads no further (`gm tally | head`) has read what it wanted: the command goes on."""
    try:
        yield
        stream.flush()
    except BrokenPipeError:
        to_nowhere(stream)


def to_nowhere(stream: TextIO) -> None:
    """Let what is printed from now on, and what is still to be printed, vanish."""
    with suppress(io.UnsupportedOperation):  # a stream without a file can't be a pipe that is closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def say(text: str = "", err: bool = False) -> None:
    """A line for a person."""
    with _printing(sys.stderr if err else sys.stdout):
        typer.echo(text, err=err)


def notice(text: str) -> None:
    """A line for a person who waits, beside what is printed."""
    say(text, err=True)


def paragraph(text: str, first: str = "", rest: str = "", err: bool = False) -> None:
    """A text in lines of at most 80 columns; `first` stands before the first, `rest`, as wide, before the others.

    Commands between backticks are told as they are typed here. They stay whole, as do long paths, on a line of their
    own where they are longer: what is copied from a terminal has a line break wherever a line ends.
    """
    from gm_tool.render.columns import filled, one_line, shown

    words = ["".join(map(shown, with_commands(word))) for word in words_of(one_line(text))]
    for number, line in enumerate(filled(words, WIDTH - len(rest))):
        say(f"{rest if number else first}{line}".rstrip(), err=err)


def to_paste(text: str) -> None:
    """A text to be pasted elsewhere: in one line, however long, for a break would go along."""
    from gm_tool.render.columns import one_line

    say(f"  {one_line(text)}")


def raw(text: str) -> None:
    """A post's text, as it is to be pasted."""
    with _printing(sys.stdout):
        sys.stdout.write(text)


def encodable(text: str) -> bool:
    """Whether a text can be written as UTF-8. A path can't always: Python keeps its other bytes as halves of signs."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def print_json(value: object) -> None:
    """One JSON object, indented, on standard output.

    A byte of a path that isn't UTF-8 is an escape in it, \\udce9 for 0xE9, as Python reads and writes it.
    """
    import msgspec

    try:
        text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    except UnicodeEncodeError:
        import json

        text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2)
    raw(text.encode(errors="backslashreplace").decode() + "\n")


def print_table(header: Sequence[str], rows: Iterable[Sequence[str | int]]) -> None:
    """A table that fits 80 columns."""
    from gm_tool.render.tables import table

    say(table(header, list(rows), WIDTH))


def print_problems(problems: "Sequence[Problem]", err: bool = False) -> None:
    """Problems, each with its place, what was found, and what to do.

    What is said of several whole rows, and names them, is printed with the first of them alone.
    """
    of_rows: set[tuple[str, str]] = set()
    for problem in problems:
        if problem.place.cell.isdecimal():
            if (problem.player, problem.message) in of_rows:
                continue
            of_rows.add((problem.player, problem.message))
        severity, place = problem.severity.upper(), str(problem.place)
        mark = typer.style(severity, fg=COLOURS[problem.severity], bold=True)
        found = f" (found: {problem.value!r})" if problem.value and problem.value not in problem.message else ""
        where = ": ".join(part for part in (place, problem.player) if part)
        texts = (where, problem.message.removeprefix(f"{place}: "), found, problem.hint)
        where, message, found, hint = [_visible(_cut(text)) for text in texts]
        first, *rest = [text for text in (where, message + found, hint) if text]
        paragraph(first, f"{mark}  ", " " * (len(severity) + 2), err)
        for text in rest:
            paragraph(text, "    ", "    ", err)


def _cut(text: str) -> str:
    """A text that quotes a whole cell, a pasted story maybe, as far as one reads it in a terminal."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _visible(text: str) -> str:
    """A text in which signs without width, which a cell holds beside what one sees in it, are written as \\u200b.

    Joiners stay as they are, for they are seen in what they join.
    """
    from gm_tool.core.sources import UNSEEN

    return text.translate({sign: f"\\u{sign:04x}" for sign in UNSEEN if sign not in (0x200C, 0x200D)})


def print_written(files: Sequence[str], title: str, none: str) -> None:
    """The files that were written under a title; `none` where there were none."""
    if not files:
        say(none)
        return
    say(f"{title}{len(files)} {'file' if len(files) == 1 else 'files'}")
    for name in files:
        say(f"  {name}")
