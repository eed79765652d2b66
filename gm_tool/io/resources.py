"""What comes along with the program: wording of posts, example games, the pictures' font, what pages are made of.

Wording and examples lie inside the package in an installed program, in a checkout beside it; the
font and the pages are always inside.
"""

from __future__ import annotations

from pathlib import Path

from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.io.config import ENGLISH
from gm_tool.io.doors import GAMES, declared

TEMPLATES = "templates"
SHARED, OUTSIDE = "shared", "outside"
FONTS = ("DejaVuSans-subset.ttf", "DejaVuSans-Bold-subset.ttf")
PAGES = frozenset({"index.html", "public.html", "page.css", "page.js"})
PACKAGE_FILES = frozenset({".py", ".toml", ".txt", ".md"})
_PACKAGE = Path(__file__).resolve().parents[1]


def template_files(game_id: str, folder: Path | None = None, language: str = ENGLISH) -> dict[str, tuple[str, str]]:
    """The wording of a game's posts: {"public.txt": (text, label)}, sorted by name.

    What all games say alike comes along once, in `SHARED`; a game's own file of the same name replaces it. A game
    of another package has its own in a folder `templates` of that package; posts that it lacks are made of `OUTSIDE`.
    A file of the same name in `folder`/templates replaces the one that came along, in the
    `language` if it came along in it, else in English; the label is the path that a GM knows.
    Line ends are "\\n", whatever the editor made of them. Raises BadInput (template.encoding) and WorldFailed.
    """
    files: dict[str, tuple[str, str]] = {}
    for base, label in _wording_of(game_id):
        files |= _texts(base, label)
        if language in languages(game_id)[1:]:
            files |= _texts(base / language, f"{label}/{language}")
    if folder is not None:
        files |= own_templates(folder)
    return dict(sorted(files.items()))


def own_templates(folder: Path) -> dict[str, tuple[str, str]]:
    """The wording that lies in a game folder, as with `template_files`. Raises BadInput, WorldFailed."""
    return _texts(folder / TEMPLATES, TEMPLATES)


def own_folders(folder: Path) -> tuple[str, ...]:
    """The folders among a game's own templates, hidden ones left out: nothing in them is read."""
    own = folder / TEMPLATES
    found = sorted(path.name for path in own.iterdir() if path.is_dir()) if own.is_dir() else []
    return tuple(name for name in found if not name.startswith("."))


def languages(game_id: str) -> tuple[str, ...]:
    """The languages that a game's wording came along in, English first. Raises WorldFailed."""
    folder, _ = _wording_of(game_id)[-1]
    others = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    return (ENGLISH, *(name for name in others if not name.startswith((".", "_"))))


def examples_folder() -> Path:
    """Where the example games lie. Raises WorldFailed where the installation has lost them."""
    return _brought_along("examples")


def example_package(name: str) -> dict[str, str]:
    """The files of an example that is a package, as texts by their path in it, sorted. Raises WorldFailed."""
    folder = examples_folder() / name
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in PACKAGE_FILES and path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    if not found:
        raise WorldFailed(f"The installation of gm lacks its example {name}.", "Install gm again.")
    return found


def font_files() -> tuple[Path, ...]:
    """The files of the font with which pictures are made, the plain and the bold one. Raises WorldFailed."""
    files = tuple(_PACKAGE / "render" / "fonts" / name for name in FONTS)
    if not all(file.is_file() for file in files):
        raise WorldFailed("The installation of gm lacks its font.", "Install gm again.")
    return files


def page_files() -> dict[str, str]:
    """The templates, the style and the script of HTML pages by name. Raises WorldFailed."""
    files = {name: text for name, (text, _) in _texts(_PACKAGE / "render" / "pages", "gm's own pages").items()}
    if not files.keys() >= PAGES:
        raise WorldFailed("The installation of gm lacks its pages.", "Install gm again.")
    return files


def _wording_of(game_id: str) -> list[tuple[Path, str]]:
    """The folders of a game's wording and how they are called, its own as the last; they need not be there."""
    ours = _brought_along(TEMPLATES)
    shared, own, outside = ((ours / name, f"gm's own {TEMPLATES}/{name}") for name in (SHARED, game_id, OUTSIDE))
    if own[0].is_dir():
        return [shared, own]
    packages = [package for door in _doors_of(game_id) if (package := _package_of(door)) is not None]
    return [shared, outside, *((package / TEMPLATES, f"{package.name}/{TEMPLATES}") for package in packages)]


def _doors_of(game_id: str) -> tuple[str, ...]:
    """The modules by which installed packages bring a game of that id along."""
    return tuple(door.value.partition(":")[0] for door in declared(GAMES) if door.name == game_id)


def _package_of(module: str) -> Path | None:
    """The folder of the package in which a module lies; None for a module by itself, or one that isn't there."""
    from importlib.util import find_spec

    try:
        spec = find_spec(module)
    except ImportError:
        return None
    if spec is None or spec.origin is None or not (spec.submodule_search_locations or "." in module):
        return None
    return Path(spec.origin).parent


def _brought_along(name: str) -> Path:
    for place in (_PACKAGE / name, _PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise WorldFailed(f"The installation of gm lacks its {name}.", "Install gm again.")


def _texts(folder: Path, label: str) -> dict[str, tuple[str, str]]:
    """The texts of a folder; editors' backups and hidden files are none."""
    if not folder.is_dir():
        return {}
    try:
        paths = sorted(path for path in folder.iterdir() if path.is_file())
        kept = [path for path in paths if not path.name.startswith((".", "~")) and not path.name.endswith("~")]
        return {path.name: (_text(path, f"{label}/{path.name}"), f"{label}/{path.name}") for path in kept}
    except OSError as error:
        raise WorldFailed(f"{label} can't be read: {error.strerror}.", "Check who may read the folder.") from error


def _text(path: Path, label: str) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = Problem(
            code="template.encoding",
            message=f"{label} is not text in UTF-8 (byte {error.start + 1}).",
            place=Place(label),
            hint="Save it as UTF-8 in your editor.",
        )
        raise BadInput([problem]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
