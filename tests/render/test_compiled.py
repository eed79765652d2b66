"""Templates compiled before: the same posts, and nothing that isn't of the same text and compiler."""

import pytest

from gm_tool.core.views import PUBLIC, View
from gm_tool.render import compiled
from gm_tool.render.dialects import TEXT
from gm_tool.render.posts import Template, Wording, post

VIEW = View(PUBLIC, {"name": "Ann"}, {})


class Drawer:
    """A shelf in memory that counts what is taken from it."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.put_down = 0

    def get(self, name: str) -> bytes | None:
        return self.kept.get(name)

    def put(self, name: str, data: bytes) -> None:
        self.kept[name] = data
        self.put_down += 1


def written(shelf: Drawer | None, text: str = "Hello {{ name|upper ~ '!' }}") -> str:
    return post(Wording({"a": Template(text, "templates/a")}, shelf), "a", VIEW, {}, TEXT)


def test_a_template_is_compiled_once() -> None:
    shelf = Drawer()
    assert written(shelf) == written(shelf) == written(None) == "Hello ANN!\n"
    assert shelf.put_down == 1


def test_another_text_is_compiled_anew() -> None:
    shelf = Drawer()
    written(shelf)
    assert written(shelf, "Bye {{ name }}") == "Bye Ann\n"
    assert shelf.put_down == 2


def test_another_compiler_compiles_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Drawer()
    written(shelf)
    monkeypatch.setattr(compiled, "_compiler", lambda: "another release")
    assert written(shelf) == "Hello ANN!\n"
    assert shelf.put_down == 2


@pytest.mark.parametrize("cut", [0, 1, 10, -1])
def test_what_is_cut_off_or_nonsense_is_compiled_anew(cut: int) -> None:
    shelf = Drawer()
    written(shelf)
    (name, data), *_ = shelf.kept.items()
    shelf.kept[name] = data[:cut]
    assert written(shelf) == "Hello ANN!\n"
    shelf.kept[name] = b"nonsense" * 100
    assert written(shelf) == "Hello ANN!\n"


def test_a_template_off_the_shelf_is_still_kept_in_bounds() -> None:
    shelf = Drawer()
    endless = "{% for a in range(900) %}{% for b in range(900) %}{{ name }}{% endfor %}{% endfor %}"
    from gm_tool.core.problems import BadInput

    for _ in range(2):
        with pytest.raises(BadInput, match="without end"):
            written(shelf, endless)
    assert shelf.put_down == 1
