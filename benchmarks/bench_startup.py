"""How long `gm` takes to start, against the smallest program that typer can make.

python benchmarks/bench_startup.py [RUNS]
"""

import statistics
import sys
import tempfile
from pathlib import Path

from side_by_side import pair_ratios, timed, told

SMALLEST = """
import typer

app = typer.Typer({settings})

@app.command()
def hello(name: str = "you") -> None:
    print(name)

app()
"""
PLAIN = "rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False"


def main(runs: int) -> None:
    """Prints the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        small, plain = Path(folder, "small.py"), Path(folder, "plain.py")
        small.write_text(SMALLEST.format(settings=""), encoding="utf-8")
        plain.write_text(SMALLEST.format(settings=PLAIN), encoding="utf-8")
        gm = [sys.executable, "-m", "gm_tool"]
        took = timed(
            {
                "gm --help": [*gm, "--help"],
                "gm games": [*gm, "games"],
                "smallest --help": [sys.executable, str(small), "--help"],
                "smallest without rich --help": [sys.executable, str(plain), "--help"],
                "smallest without rich": [sys.executable, str(plain)],
            },
            runs,
        )
    print(told("gm --help / smallest typer program --help", took["gm --help"], took["smallest --help"], 1.25))
    bare = pair_ratios(took["gm --help"], took["smallest without rich --help"])
    print(f"gm --help / the same without rich: {statistics.median(bare):.2f}")
    command = pair_ratios(took["gm games"], took["smallest without rich"])
    print(f"gm games / the smallest command without rich: {statistics.median(command):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
