"""Templates that were compiled before: what Jinja made of the same text is taken from a shelf.

To compile the templates of a round takes longer than to write all its posts. What lies on the shelf is
taken for a template only if it is of the same text, Python, Jinja and compiler.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import Protocol

import jinja2
from jinja2.bccache import Bucket

from gm_tool.render import sandbox


class Shelf(Protocol):
    """Where bytes are kept by name from one run to the next; it may lose them at any time."""

    def get(self, name: str) -> bytes | None:
        """What was put there under that name, if it is still there."""
        ...

    def put(self, name: str, data: bytes) -> None:
        """Keep these bytes under that name, if that can be done."""
        ...


class CompiledTemplates(jinja2.BytecodeCache):
    """Jinja's bytecode cache, on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket from the shelf; what isn't of the same text and compiler, it refuses by itself."""
        data = self._shelf.get(bucket.key)
        if data is not None:
            try:
                bucket.bytecode_from_string(data)
            except (EOFError, ValueError, TypeError):  # cut off, or no bytecode: it is compiled anew
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Put what was compiled on the shelf."""
        self._shelf.put(bucket.key, bucket.bytecode_to_string())

    def get_source_checksum(self, source: str) -> str:
        """What the bytecode must have been made of: the template's text, and all that compiles it."""
        return hashlib.sha256(f"{_compiler()}\n{source}".encode("utf-8", "surrogatepass")).hexdigest()


def page_environment(files: Mapping[str, str], shelf: Shelf | None) -> jinja2.Environment:
    """The templates of our own pages, by name: every text is escaped that isn't marked as safe there."""
    return jinja2.Environment(
        loader=jinja2.DictLoader(dict(files)),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=CompiledTemplates(shelf) if shelf is not None else None,
    )


@functools.cache
def _compiler() -> str:
    """What compiles a template: the release of Jinja, and what sets it up for posts and pages, as it is written."""
    digest = hashlib.sha256()
    for spec in (sandbox.__spec__, __spec__):
        assert spec and spec.origin
        digest.update(spec.loader.get_data(spec.origin))  # type: ignore[union-attr]
    return f"{jinja2.__version__} {digest.hexdigest()}"
