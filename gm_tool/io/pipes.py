"""What one process of gm tells another: messages, each of them its length and so many bytes.

The processes that work for a command load this module; it imports nothing that takes time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing itself would take longer to load than all that is here
    from typing import IO

_LENGTH = 8
"""The bytes before a message that tell its length, the highest first."""


def write_message(stream: IO[bytes], message: bytes) -> None:
    """Send a message of one byte or more. Raises OSError where the other side has ended."""
    stream.write(len(message).to_bytes(_LENGTH, "big") + message)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes | None:
    """The next message; None where the other side has ended, be it in the midst of one."""
    length = int.from_bytes(stream.read(_LENGTH), "big")
    message = stream.read(length)
    return message if length and len(message) == length else None
