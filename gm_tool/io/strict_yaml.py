"""YAML as game.yaml uses it: texts, lists and mappings, each with its line.

Every scalar is the text that was typed (007, NA, null, TRUE, 1e5). Anchors, aliases and tags
are refused: nobody needs them here, and an unquoted name that begins with & * or ! is one.
What no file and no name of a file can hold is refused as well: half a character, the sign of number 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import yaml
from msgspec import Struct

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place

_DEEPEST = 12
_LARGEST = 256_000
_QUOTE = 'Put a text in quotes where it begins with or holds one of : # [ ] { } , & * ! | > @ ` %, as "[Clan]Ann".'
_TABS = "Indent with spaces: YAML takes no tabs."
_TYPED = "Take the escape out, or type the sign itself in its place."


class Text(Struct, frozen=True):
    """A scalar as typed, without blanks around it."""

    text: str
    line: int


class Texts(Struct, frozen=True):
    """A list of anything."""

    items: tuple[Node, ...]
    line: int


class Keyed(Struct, frozen=True):
    """A mapping; `lines` has the line of each key."""

    items: Mapping[str, Node]
    lines: Mapping[str, int]
    line: int


Node = Text | Texts | Keyed


class _Refused(yaml.YAMLError):
    def __init__(self, line: int, message: str, hint: str, code: str = "config.yaml") -> None:
        super().__init__(message)
        self.line, self.message, self.hint, self.code = line, message, hint, code


class _Loader(yaml.BaseLoader):
    """PyYAML's loader without types, and without what a settings file has no use for."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _Refused(line, "Anchors and aliases (& and *) aren't used in this file.", _QUOTE)
        if getattr(event, "tag", None):
            raise _Refused(line, f"Tags aren't used in this file ({event.tag}).", _QUOTE)
        self.depth += 1
        if self.depth > _DEEPEST:
            raise _Refused(line, "The lists are nested too deeply.", "Compare with the example that `gm new` makes.")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def parse(data: bytes, label: str) -> Keyed:
    """The mapping that a file holds.

    Raises BadInput with file and line: config.yaml, config.twice, config.value, config.encoding.
    """
    text = _decoded(data, label)
    try:
        root = _root(text)
        node = _node(root) if root is not None else Keyed({}, {}, 1)
    except yaml.YAMLError as error:
        raise BadInput([_problem(error, text, label)]) from None
    if not isinstance(node, Keyed):
        raise BadInput([_at(label, node.line, "config.yaml", "This isn't a list of settings.", "Begin with game: ...")])
    return node


def line_of(label: str, line: int) -> Place:
    """The place of a line: "game.yaml, line 12"."""
    return Place(label, cell=f"line {line}")


def _at(label: str, line: int, code: str, message: str, hint: str) -> Problem:
    return Problem(code=code, message=message, place=line_of(label, line), hint=hint)


def _decoded(data: bytes, label: str) -> str:
    if len(data) > _LARGEST:
        raise BadInput([_at(label, 1, "config.yaml", "The file is over 256 kB.", "It should be a page or two.")])
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = "This line isn't text in UTF-8."
        raise BadInput([_at(label, line, "config.encoding", message, "Save the file as UTF-8.")]) from None


def _root(text: str) -> yaml.Node | None:
    loader = _Loader(text)
    try:
        return loader.get_single_node()
    except (ValueError, OverflowError):  # PyYAML makes characters of any number
        message = "There is a number here that is no character's: they end with \\U0010FFFF."
        raise _Refused(loader.line + 1, message, _TYPED) from None


def _scalar(node: yaml.Node, line: int) -> str:
    """The text of a scalar without blanks around it; an emoji written as two escapes (\\uD83D\\uDE00) is one sign."""
    text = str(node.value).strip().encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    wrong = next((sign for sign in text if sign == "\0" or "\ud800" <= sign <= "\udfff"), "")
    if wrong:
        what = "half of a character" if wrong != "\0" else "a character that no text has"
        raise _Refused(line, f"\\u{ord(wrong):04X} in this text is {what}.", _TYPED, "config.value")
    return text


def _node(node: yaml.Node) -> Node:
    line = node.start_mark.line + 1
    match node:
        case yaml.MappingNode():
            return _keyed(node, line)
        case yaml.SequenceNode():
            return Texts(tuple(_node(item) for item in node.value), line)
        case _:
            return Text(_scalar(node, line), line)


def _keyed(node: yaml.MappingNode, line: int) -> Keyed:
    items: dict[str, Node] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in node.value:
        key_line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise _Refused(key_line, "A key must be a word, not a list.", _QUOTE)
        key = _scalar(key_node, key_line)
        if key in items:
            message = f"{key!r} stands here a second time; the first is in line {lines[key]}."
            raise _Refused(key_line, message, "Keep one of the two.", "config.twice")
        items[key], lines[key] = _node(value_node), key_line
    return Keyed(items, lines, line)


def _problem(error: yaml.YAMLError, text: str, label: str) -> Problem:
    match error:
        case _Refused():
            return _at(label, error.line, error.code, error.message, error.hint)
        case yaml.reader.ReaderError():
            line = text.count("\n", 0, error.position) + 1
            message = f"There is a character that no text has (U+{ord(text[error.position]):04X})."
            return _at(label, line, "config.yaml", message, "Take it out, or type the line again.")
        case _:
            assert isinstance(error, yaml.MarkedYAMLError)  # all others that reading can raise
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else 1
            message = f"This can't be read as YAML: {error.problem or error.context}."
            return _at(label, line, "config.yaml", message, _TABS if "\\t" in message else _QUOTE)
