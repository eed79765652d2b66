"""The Jinja environment for templates that a GM wrote, or got from somebody.

A template sees the words it is given, a few filters, and the markup functions. It can reach no
Python object behind them, uses no chance, and is stopped when it works without end.

Jinja's own escaping is off, since it knows HTML only: the strings in a template's expressions are
put in disguise as those of its words are, and what the lines outside of braces say is left as the
GM wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from typing import Any

import jinja2
from jinja2 import filters, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, LoopContext, Macro, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.utils import Namespace

from gm_tool.core.names import any_of
from gm_tool.core.sources import text_of
from gm_tool.render.markup import Drawn
from gm_tool.render.signs import disguise_signs

BUDGET = 2_000_000
"""Work that one post may take, about a sign written each; a long post of ours takes 20,000."""

STEP = 50
"""What a turn of a loop or a call costs beside what it writes: a post has 40,000 of them at most."""

LARGEST_POWER = 16
"""No post needs a higher one, and a huge one would fill the memory."""

_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset({"upper", "lower", "title", "capitalize", "strip", "startswith", "endswith", "split"}),
    dict: frozenset({"items", "keys", "values", "get"}),
    list: frozenset({"index", "count"}),
}
_BY_NAME = frozenset({"dictsort", "groupby", "map", "max", "min", "reject", "rejectattr", "select"})
_BY_NAME |= {"selectattr", "sort", "sum", "unique"}
"""Filters whose texts name attributes and tests."""

_NAMES_FIRST = {"select": 1, "reject": 1, "selectattr": 2, "rejectattr": 2}
"""How many of their texts are names, where those that follow are what is compared."""

_PLAIN_FILTERS = _BY_NAME | {"abs", "capitalize", "default", "first", "float", "int", "items", "last", "length", "list"}
_PLAIN_FILTERS |= {"lower", "reverse", "round", "string", "title", "trim", "upper"}
"""Filters of Jinja that need little, whatever they are given, and no chance."""


class TooMuchWork(jinja2.TemplateRuntimeError):
    """A template was stopped."""


class _Generator(CodeGenerator):
    """Writes `~` as a call that the budget is charged for."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class Environment(ImmutableSandboxedEnvironment):
    """Compiles and runs templates; one run at a time, each with `begin` first."""

    code_generator_class = _Generator
    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, loader: jinja2.BaseLoader, compiled: jinja2.BytecodeCache | None = None) -> None:
        super().__init__(
            loader=loader,
            bytecode_cache=compiled,
            undefined=jinja2.StrictUndefined,
            finalize=self._printed,
            trim_blocks=True,
            lstrip_blocks=True,
            autoescape=False,
        )
        self._left = BUDGET
        self.globals = {"range": safe_range, "namespace": Namespace}
        known = {name: filters.FILTERS[name] for name in sorted(_PLAIN_FILTERS)}
        self.filters = {**known, "d": filters.FILTERS["default"], "join": self._join, **_OUR_FILTERS}

    def begin(self) -> None:
        """A new run, with a full budget."""
        self._left = BUDGET

    def work(self, amount: int) -> str:
        """Charge the budget; raises TooMuchWork when it is spent. Gives nothing to print."""
        self._left -= amount
        if self._left < 0:
            raise TooMuchWork("this makes a post without end")
        return ""

    def joined(self, parts: Iterable[object], between: str = "") -> str:
        """Texts joined, at the price of their length."""
        texts = [self._printed(part) for part in parts]
        self.work(len(between) * len(texts))
        return between.join(texts)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`a.b`: of a mapping the entry, before any method that has the same name."""
        if isinstance(obj, dict) and disguise_signs(attribute) in obj:
            return obj[disguise_signs(attribute)]
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Only what is known to be harmless, small and without an end in itself."""
        match obj:
            case str() | dict() | list():
                kind = next(kind for kind in _METHODS if isinstance(obj, kind))
                return attr in _METHODS[kind]
            case LoopContext() | Namespace() | Macro():
                return super().is_safe_attribute(obj, attr, value)
            case _:
                return isinstance(obj, jinja2.environment.TemplateModule) and isinstance(value, Macro)

    def wrap_str_format(self, value: Any) -> None:
        """Python's `format` can pad to any width, so it is refused like other methods."""
        return

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Sums, products and powers, unless they would fill the memory."""
        match operator, left, right:
            case "%", str(), _:
                raise jinja2.TemplateRuntimeError("% works with numbers only; to join texts, write a ~ b")
            case "+", Sized(), Sized():
                self.work(len(left) + len(right))
            case "*", Sized(), int():
                self.work(len(left) * max(right, 0))
            case "*", int(), Sized():
                self.work(len(right) * max(left, 0))
            case "*", int(), int():
                self.work(left.bit_length() + right.bit_length())
            case "**", _, _ if not (isinstance(right, int) and abs(right) <= LARGEST_POWER):
                raise jinja2.TemplateRuntimeError(f"a power above {LARGEST_POWER} is too much")
            case "**", int(), int():
                self.work(left.bit_length() * abs(right))
            case _:
                pass
        return super().call_binop(context, operator, left, right)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        parts = [tree, *tree.find_all((*_NAMING, *_REPEATED, nodes.Const))]
        _join_halves(parts, name, filename)
        _disguise_texts(parts)
        _charge_repeats(parts)
        return tree.set_environment(self)  # type: ignore[return-value]

    def _printed(self, value: object) -> str:
        """What an expression prints; raises TemplateRuntimeError for what has no text of its own."""
        match value:
            case str():
                text = value
            case bool():
                text = "yes" if value else "no"
            case None:
                text = "none"
            case int() | float():
                text = text_of(value)
            case Undefined():
                text = str(value)  # raises
            case Drawn():
                raise jinja2.TemplateRuntimeError("a board is drawn by board(...) or table(...)")
            case list() | dict():
                raise jinja2.TemplateRuntimeError("a list has several entries: write |join(', ') behind it, or loop")
            case _:
                raise jinja2.TemplateRuntimeError("this can't be printed: was it to be called, with () behind it?")
        self.work(len(text))
        return text

    def _join(self, values: Iterable[object], between: str = "") -> str:
        """The entries of a list with a text between them."""
        return self.joined(values, between)


_NAMING = (nodes.Filter, nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)
_REPEATED = (nodes.Template, nodes.Block, nodes.For, nodes.Macro, nodes.CallBlock)
"""What can run again and again. A template can too: others include it."""


def _join_halves(parts: Sequence[nodes.Node], name: str | None, filename: str | None) -> None:
    """Make one sign of an emoji that a string has as two escapes, "\\ud83d\\ude00".

    Raises TemplateSyntaxError for half of a character, which no post can hold.
    """
    for part in parts:
        if isinstance(part, nodes.Const) and isinstance(part.value, str):
            part.value = part.value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
            half = next((sign for sign in part.value if "\ud800" <= sign <= "\udfff"), "")
            if half:
                message = f"\\u{ord(half):04x} is half of a character: type the sign itself in its place"
                raise jinja2.TemplateSyntaxError(message, part.lineno, name, filename)


def _disguise_texts(parts: Sequence[nodes.Node]) -> None:
    """Put the strings in expressions in disguise, so that they equal the same text in the words."""
    names: set[int] = set()
    for part in parts:
        if isinstance(part, _NAMING) and not (isinstance(part, nodes.Filter) and part.name not in _BY_NAME):
            names.update(id(constant) for constant in _constants_of_names(part))
    for part in parts:
        if isinstance(part, nodes.Const) and isinstance(part.value, str) and id(part) not in names:
            part.value = disguise_signs(part.value)


def _constants_of_names(part: nodes.Node) -> Iterable[nodes.Const]:
    """The constants in a filter's arguments that are names, or in the name of an included template."""
    if isinstance(part, nodes.Filter):
        given = (*part.args[: _NAMES_FIRST.get(part.name, len(part.args))], *part.kwargs)
    else:
        given = (part.template,)  # type: ignore[attr-defined]
    for argument in given:
        if isinstance(argument, nodes.Const):
            yield argument
        yield from argument.find_all(nodes.Const)


def _charge_repeats(parts: Sequence[nodes.Node]) -> None:
    """Let every turn of a loop, and every run of a macro, block or template, cost what its lines are long."""
    for repeated in parts:
        if not isinstance(repeated, _REPEATED):
            continue
        price = STEP + sum(len(data.data) for data in repeated.find_all(nodes.TemplateData))
        line = repeated.lineno
        work = nodes.EnvironmentAttribute("work", lineno=line)
        call = nodes.Call(work, [nodes.Const(price, lineno=line)], [], None, None, lineno=line)
        repeated.body.insert(0, nodes.ExprStmt(call, lineno=line))


def counted(number: int, one: str, many: str) -> str:
    """A number and what it counts: "1 coin", "2 coins"."""
    return f"{number} {one if number == 1 else many}"


def signed(number: int) -> str:
    """A change: "+3", "-2"."""
    return f"{number:+d}"


def listed(names: Iterable[object], joint: str = "and") -> str:
    """Names in a sentence: "Red, Blue and Green"."""
    return any_of([str(name) for name in names], joint)


def ordinal(number: int) -> str:
    """A place: "1st", "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def spans(numbers: Iterable[int]) -> str:
    """Whole numbers in ascending order, neighbours drawn together: "2-5, 7, 9"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


_OUR_FILTERS: Mapping[str, Callable[..., str]] = {
    "of": counted,
    "signed": signed,
    "listed": listed,
    "ordinal": ordinal,
    "spans": spans,
}
