"""The command line: parse, call one use case, print, exit code. Nothing else."""

GARBAGE = 200_000
"""New objects after which Python looks for garbage.

Its own number is 700 or 2,000; to look through what the imports make, again and again, would take a tenth
of a command.
"""


def main() -> None:
    """The program `gm`. Ends with its exit code; a bug in it is told in a few lines, without what it was about."""
    import gc
    import sys

    gc.set_threshold(GARBAGE)
    try:
        from gm_tool.app.ahead import command_of, start_ahead

        start_ahead(sys.argv[1:])
        from gm_tool.cli.commands import program
        from gm_tool.cli.output import prepare_streams

        prepare_streams()
        program(command_of(sys.argv[1:]))()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as failure:  # those of files are told by the use cases: what can't be written is what is printed
        from gm_tool.cli.bugs import unwritable

        sys.exit(unwritable(failure))
    except Exception as bug:  # whatever a GM does wrong has been told by now: this is ours
        from gm_tool.cli.bugs import report

        sys.exit(report(bug))
    finally:
        gc.freeze()  # to look through all that is left for garbage once more would take a tenth of a command
