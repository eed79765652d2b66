"""The command line: parse, call one use case, print, exit code. Nothing else."""


def main() -> None:
    """The program `gm`."""
    from gm_tool.cli.commands import app
    from gm_tool.cli.output import prepare_streams

    prepare_streams()
    app()
