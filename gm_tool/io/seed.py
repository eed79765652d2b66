"""The secret seed of a game, in a file of its own (`seed.key`): 64 hex digits and a line end.

No message of this module quotes what it read: a seed that is nearly right is nearly the seed.
"""

from __future__ import annotations

from pathlib import Path

from gm_tool.core.draws import SEED_BYTES
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.sources import Place

DIGITS = 2 * SEED_BYTES
_FROM_BACKUP = "Bring the file back from a backup: without it the game's draws can't be made or checked."


def new_seed() -> bytes:
    """32 bytes from the system's source of chance."""
    import secrets

    return secrets.token_bytes(SEED_BYTES)


def seed_text(seed: bytes) -> str:
    """What stands in seed.key: the seed in hex, and a line end."""
    return seed.hex() + "\n"


def seed_of(text: str, label: str = "") -> bytes:
    """The seed that 64 hex digits stand for; blanks around them don't matter.

    Raises BadInput (seed.length, seed.digits); `label` is the file that it stands in.
    """
    digits = text.strip()
    hint = _FROM_BACKUP if label else "Leave --seed out, and one is drawn."
    if len(digits) != DIGITS:
        raise _bad("seed.length", f"A seed is {DIGITS} hex digits; this one has {len(digits)} characters.", label, hint)
    if not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise _bad("seed.digits", "A seed is made of the digits 0 to 9 and a to f; there is another sign.", label, hint)
    return bytes.fromhex(digits)


def read_seed(path: Path, label: str = "seed.key") -> bytes:
    """The seed in that file, 32 bytes. Raises BadInput (seed.missing and `seed_of`'s) and WorldFailed."""
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except FileNotFoundError:
        raise _bad("seed.missing", f"There is no {label} in this game folder.", label, _FROM_BACKUP) from None
    except OSError as error:
        raise WorldFailed(f"{label} can't be read: {error.strerror}.", "Check who may read the file.") from error
    return seed_of(text, label)


def _bad(code: str, message: str, label: str, hint: str) -> BadInput:
    return BadInput([Problem(code=code, message=message, place=Place(label), hint=hint)])
