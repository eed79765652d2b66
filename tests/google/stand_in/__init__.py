"""A stand-in for Google Sheets, in memory, on this machine: what gm uses of it, and a little around that.

It keeps what it is told, refuses what Google refuses, and can be told to fail. How true it is,
is measured with recordings of the real service where those are at hand (test_recordings.py).
"""

from .book import Book
from .refusals import Refusal
from .server import serving
from .service import Fault, Service
from .signing_in import CLIENT, allowed

__all__ = ["CLIENT", "Book", "Fault", "Refusal", "Service", "allowed", "serving"]
