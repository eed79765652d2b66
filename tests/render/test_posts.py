"""Templates: what they may do, what is said of a broken one, and that none runs without end."""

from __future__ import annotations

import pytest

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.views import PUBLIC, View
from gm_tool.render.dialects import DIALECTS, PHPBB, TEXT
from gm_tool.render.posts import Template, Wording, post

from .by_hand import BOARDS

WORDS = {
    "coins": {"Ann": 1, "Bo": 2},
    "name": "a_b",
    "rows": [{"fate": "used", "place": "x"}, {"fate": "late", "place": "y_z"}],
    "values": {"values": 3},
    "numbers": [2, 3, 4, 7],
    "nothing": None,
}


def made(text: str, others: dict[str, str] | None = None) -> str:
    templates = {"a.txt": text, **(others or {})}
    wording = Wording({name: Template(body, f"templates/{name}") for name, body in templates.items()})
    return post(wording, "a.txt", View(PUBLIC, WORDS, BOARDS), {"title": "Spring"}, TEXT)


def problem_of(text: str, others: dict[str, str] | None = None) -> Problem:
    with pytest.raises(BadInput) as caught:
        made(text, others)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ coins.Ann|of('coin', 'coins') }}, {{ coins.Bo|of('coin', 'coins') }}", "1 coin, 2 coins"),
        ("{{ 3|signed }} {{ (-2)|signed }} {{ 0|signed }}", "+3 -2 +0"),
        ("{{ [1, 2, 3, 4, 11, 12, 21]|map('ordinal')|join(' ') }}", "1st 2nd 3rd 4th 11th 12th 21st"),
        ("{{ numbers|spans }} {{ []|spans or 'none' }}", "2-4, 7 none"),
        ("{{ coins|listed }} {{ ['x']|listed }}", "Ann and Bo x"),
        ("{% if name == 'a_b' %}same{% endif %}{{ {'a_b': 'key'}[name] }}", "samekey"),
        ("{{ rows|selectattr('fate', 'equalto', 'late')|map(attribute='place')|join }}", "y_z"),
        ("{{ rows|selectattr('place', 'equalto', 'y_z')|map(attribute='fate')|join }}", "late"),
        ("{{ ['a_b', 'c']|reject('equalto', 'a_b')|join }}", "c"),
        ("{{ values.values }} {{ coins.items()|list|length }}", "3 2"),
        ("{{ nothing }} {{ true }} {{ 2.0 }} {{ false }}", "none yes 2 no"),
        ("{{ title }}{% include 'b.txt' %}", "Springincluded a_b"),
        ("{% from 'm.txt' import loud %}{{ loud(name) }}", "A_B!"),
        ("{% import 'm.txt' as words %}{{ words.loud(name) }}", "A_B!"),
        ("{% for n in numbers if n > 3 %}{{ loop.index }}:{{ n }} {% endfor %}", "1:4 2:7"),
        (
            "{% set ns = namespace(a=0) %}{% for n in numbers %}{% set ns.a = ns.a + n %}{% endfor %}{{ ns.a }}",
            "16",
        ),
        ("{{ colour('x', '#cc0000') }}{{ bold('') }}", "x"),
        ("a   \n\n\n\n\nb\n\n", "a\n\nb"),
        ("", ""),
    ],
)
def test_what_a_template_may_do(text: str, expected: str) -> None:
    others = {"b.txt": "included {{ name }}", "m.txt": "{% macro loud(x) %}{{ x|upper }}!{% endmacro %}"}
    assert made(text, others) == f"{expected}\n"


def test_what_stands_outside_of_braces_is_left_alone() -> None:
    wording = Wording({"a": Template("[b]mine[/b] :) {{ '[b]' }}", "a")})
    assert post(wording, "a", View(PUBLIC, {}, {}), {}, PHPBB) == "[b]mine[/b] :) [\u200bb]\n"


def test_a_board_takes_other_words_for_its_own() -> None:
    track_words = '"tile": "trap", "First to last:": "Ahead:", "On {}, back to front:": "At {}:", "no stack": "row"'
    words = f'{{{track_words}, "Buy": "Price"}}'
    text = made(f"{{{{ board(boards.track, {words}) }}}}{{{{ table(boards.market, {words}) }}}}")
    for said in ("Ahead: Y R P G B", "## trap", "== row", "Stocks  Price  Sell"):
        assert said in text
    for own in ("tile", "First", "no stack", "Buy"):
        assert own not in text


def test_a_piece_has_its_colour_where_the_forum_has_colours() -> None:
    wording = Wording({"a": Template("{{ colour('Red') }} {{ colour('Ann') }}", "a")})
    view = View(PUBLIC, {}, BOARDS)
    assert post(wording, "a", view, {}, PHPBB) == "[color=#cc2222]Red[/color] Ann\n"
    assert post(wording, "a", view, {}, DIALECTS["discord"]) == "Red Ann\n"


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("{{ titel }}", "'titel' is undefined", "Did you mean title?"),
        ("{{ rows[0].fat }}", "there is no entry 'fat'", "Did you mean fate?"),
        ("{{ rows[0]['a.z'] }}", "there is no entry 'a.z'", ""),
        ("{{ name|uper }}", "No filter named 'uper'", "Did you mean upper?"),
        ("{% if name is odd_ %}{% endif %}", "No test named", ""),
        ("{% if %}", "Expected an expression", "remove your own copy"),
        ("{% for x in rows %}", "Unexpected end of template", "remove your own copy"),
        ("{{ rows }}", "write |join(', ')", ""),
        ("{{ boards.track }}", "drawn by board(...)", ""),
        ("{{ board('x') }}", "board(boards.track)", ""),
        ("{{ table(boards.market, 'Kamel') }}", 'given as {"Camel": "Kamel"}', ""),
        ("{{ bold }}", "was it to be called", ""),
        ("{{ bold() }}", "bold() missing 1 required", ""),
        ("{{ 1 / 0 }}", "division by zero", ""),
        ("{{ 1 + 'a' }}", "unsupported operand", ""),
        ("{{ colour('x', 'red') }}", "#rrggbb", ""),
        ("{% include 'zz.txt' %}", "no template zz.txt", ""),
        ("{{ name % 3 }}", "works with numbers only", ""),
        ("{{ lipsum() }}", "'lipsum' is undefined", ""),
        ("{{ rows|random }}", "No filter named 'random'", ""),
        (r"{{ '\ud83d' }}", r"\ud83d is half of a character", "Correct the line"),
        (r"{{ rows|map('default', '\ude00\ud83d') }}", r"\ude00 is half of a character", ""),
    ],
)
def test_a_broken_template_is_told_with_its_line(text: str, said: str, hint: str) -> None:
    problem = problem_of(f"fine\n\n{text}")
    assert problem.code == "template.broken"
    assert (problem.place.file, problem.place.cell) == ("templates/a.txt", "line 3")
    assert problem.message.startswith("templates/a.txt, line 3: ")
    assert said in problem.message
    assert problem.message[-1] in ".?"
    assert hint in problem.hint


def test_a_sign_written_as_two_escapes_is_that_sign() -> None:
    wording = Wording({"a": Template(r"{{ '\ud83d\ude00' }}", "a")})
    assert post(wording, "a", View(PUBLIC, {}, {}), {}, TEXT) == "\U0001f600\n"


def test_a_fault_in_an_included_template_names_that_one() -> None:
    problem = problem_of("x\n{% include 'b.txt' %}", {"b.txt": "\n\n\n{{ titel }}"})
    assert (problem.place.file, problem.place.cell) == ("templates/b.txt", "line 4")


def test_a_missing_template_is_told_with_those_that_there_are() -> None:
    with pytest.raises(BadInput) as caught:
        post(Wording({"a": Template("", "a"), "b": Template("", "b")}), "c", View(PUBLIC, {}, {}), {}, TEXT)
    (problem,) = caught.value.problems
    assert (problem.code, problem.hint) == ("template.missing", "There are: a, b.")


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ bold.__globals__ }}",
        "{{ boards.track._board }}",
        "{{ boards.track.spaces }}",
        "{{ self._TemplateReference__context }}",
        "{{ rows.append(1) }}",
        "{{ coins.pop('Ann') }}",
        "{% set x %}{:>999999999}{% endset %}{{ x.format(1) }}",
        "{{ name.center(999999999) }}",
        "{{ cycler }}",
        "{{ name|attr('__class__') }}",
        "{{ range.__self__ }}",
        "{% set coins.Ann = 5 %}",
        "{{ range(99999999)|list|length }}",
    ],
)
def test_a_template_reaches_nothing_behind_its_words(text: str) -> None:
    assert problem_of(text).code == "template.broken"


CHAIN = {f"{level}.txt": f"{{% include '{level + 1}.txt' %}}" * 2 for level in range(40)} | {"40.txt": "x"}


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'a' * 10**10 }}",
        "{{ 10**10 * 'a' }}",
        "{{ [1] * 10**9 }}",
        "{{ 9 ** 999 }}",
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% for i in range(9999) %}{{ 'a' * 999 }}{% endfor %}",
        "{% set x %}{% for i in range(99999) %}" + "a" * 999 + "{% endfor %}{% endset %}",
        "{% set ns = namespace(x='aaaa') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        "{% set ns = namespace(x='aaaa') %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
        "{% set ns = namespace(x='aaaa') %}{% for i in range(99) %}{% set ns.x = [ns.x, ns.x]|join %}{% endfor %}",
        "{% set ns = namespace(x='aaaa') %}{% for i in range(99) %}{% set ns.x = numbers|join(ns.x) %}{% endfor %}",
        "{% set ns = namespace(x=9) %}{% for i in range(99) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
        "{% set ns = namespace(x=9) %}{% for i in range(99) %}{% set ns.x = ns.x ** 16 %}{% endfor %}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(99) }}",
        "{% block a %}{{ self.a() }}{% endblock %}",
        "{% include 'a.txt' %}",
        "{% include '0.txt' %}",
        "{{ " + "(" * 900 + "1" + ")" * 900 + " }}",
        "{% for x in rows %}" * 30 + "{% endfor %}" * 30,
    ],
)
def test_a_template_without_end_is_stopped(text: str) -> None:
    assert problem_of(text, CHAIN).code == "template.broken"


def test_a_stopped_template_does_not_spoil_the_next_post() -> None:
    wording = Wording({"a": Template("{{ 'a' * 10**10 }}", "a"), "b": Template("fine", "b")})
    view = View(PUBLIC, {}, {})
    for _ in range(2):
        with pytest.raises(BadInput):
            post(wording, "a", view, {}, TEXT)
        assert post(wording, "b", view, {}, TEXT) == "fine\n"


def test_words_that_are_no_plain_values_are_our_own_fault() -> None:
    with pytest.raises(TypeError):
        post(Wording({"a": Template("", "a")}), "a", View(PUBLIC, {"x": object()}, {}), {}, TEXT)
