"""The documentation tells the truth: its commands run, its tables are complete, its links lead somewhere.

`python tests/test_docs.py` writes the public post in README.md anew.
"""

from __future__ import annotations

import ast
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import typer
from docs_pages import (
    PAGES,
    REPOSITORY,
    blocks,
    commands,
    follows,
    made_anew,
    page_text,
    parts,
    prepare,
    rows_of,
    run,
    sections,
)

import gm_tool
from gm_tool.app.games import all_games
from gm_tool.cli.commands import app
from gm_tool.core.draws import Draws, commitment
from gm_tool.core.game import AnyGame
from gm_tool.render.dialects import DIALECTS, TEXT
from gm_tool.render.markup import Markup
from gm_tool.render.sandbox import _OUR_FILTERS
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.camels import CAMELS
from gm_tool.rules.caravaneers import Caravaneers

RUN = [page for page in PAGES if re.search(r"^```(console|sh)$", page_text(page), re.MULTILINE)]


# Commands in the pages


@pytest.mark.parametrize("page", RUN)
def test_a_page_can_be_followed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command ends as the page says, and prints what the page shows."""
    monkeypatch.chdir(tmp_path)
    for part in parts(page_text(page)):
        prepare(part)
        if part.block is None or part.block.language not in ("console", "sh"):
            continue
        for command in commands(part.block):
            code, printed = run(command.line)
            assert code == command.code, f"{page}: {command.line}\n{printed}"
            hint = "\n(python tests/test_docs.py writes the post in README.md anew)" if part.mark == "made" else ""
            assert follows(command.output, printed), f"{page}: {command.line} prints\n{printed}{hint}"


def test_the_readme_shows_a_whole_public_post() -> None:
    """That it is the one of the demo, to the letter, is seen when the page is followed."""
    [made] = [part.block for part in parts(page_text("README.md")) if part.mark == "made" and part.block]
    *_, shown = commands(made)
    assert shown.line.startswith("gm -C camellots-demo show public round-5")
    assert "The market" in shown.output
    assert not [line for line in shown.output if line.endswith("...")]


def test_writing_a_block_anew_leaves_the_rest_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = "Before.\n\n<!-- made -->\n```console\n$ gm games\n...\n$ gm --version\n{}```\n\nAfter.\n"
    assert made_anew(page.format("gm 0\n")) == page.format(f"gm {gm_tool.__version__}\n")


def test_output_that_differs_is_noticed() -> None:
    assert follows(("one", "...", "four"), "one\ntwo\nthree\nfour\n")
    assert follows(("one", "tw..."), "one\ntwo\n")
    assert not follows(("one", "four"), "one\ntwo\nthree\nfour\n")
    assert not follows(("one", "..."), "two\none\n")
    assert not follows(("one",), "one\ntwo\n")


def test_makefile_has_what_the_pages_name() -> None:
    makefile = page_text("Makefile")
    named = {name for page in PAGES for name in re.findall(r"^ *make (\w+)|`make (\w+)", page_text(page), re.MULTILINE)}
    targets = {first or second for first, second in named}
    assert {"demo", "test"} <= targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


def test_files_that_the_pages_have_a_reader_install_from_are_there() -> None:
    """The lines for Windows, which can't be run here: the files and extras that pip is given."""
    [_, tests] = [block.text for block in blocks(page_text("README.md")) if block.language == "bat"]
    [constraints] = re.findall(r"-c (\S+)", tests)
    assert (REPOSITORY / constraints).is_file()
    [extra] = re.findall(r"\[(\w+)\]", tests)
    assert extra in tomllib.loads(page_text("pyproject.toml"))["project"]["optional-dependencies"]


# The command line


def click_commands() -> dict[str, Any]:
    """All commands of gm by name."""
    group = typer.main.get_command(app)
    return dict(group.commands)  # type: ignore[attr-defined]


def options_of(command: Any) -> set[str]:
    """The options of a command; of a group, those of all its commands."""
    inner = getattr(command, "commands", None)
    if inner:
        return set().union(*map(options_of, inner.values()))
    return own_options(command)


def own_options(command: Any) -> set[str]:
    return {name for parameter in command.params for name in parameter.opts if name.startswith("-")}


def test_every_command_and_option_is_documented_and_no_other() -> None:
    documented = sections("docs/commands.md")
    known = click_commands()
    assert {f"gm {name}" for name in known} == {title for title in documented if title.startswith("gm ")}
    for name, command in known.items():
        text = documented[f"gm {name}"]
        rows = {option for row in re.findall(r"^\| (`-.+?`) \|", text, re.MULTILINE) for option in option_names(row)}
        assert rows == options_of(command) - {"--help", "-h"}, name


def test_options_of_gm_itself_are_documented() -> None:
    opening = page_text("docs/commands.md").split("\n## ", 1)[0]
    rows = {option for row in re.findall(r"^\| (`-.+?`) \|", opening, re.MULTILINE) for option in option_names(row)}
    assert rows == own_options(typer.main.get_command(app)) | {"--help", "-h"}


def option_names(text: str) -> list[str]:
    return re.findall(r"(?<![\w-])--?[\w-]+", text)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_a_command_or_option_that_there_is_not(page: str) -> None:
    known = click_commands()
    for line in mentions(page):
        words = line.split()
        name = next(
            (word for word in words[1:] if not word.startswith("-") and words[words.index(word) - 1] != "-C"), ""
        )
        if not name or not re.fullmatch(r"[a-z]+", name):
            continue
        assert name in known, f"{page}: {line}"
        everywhere = {"--help", "-h", "--version", "-C", "--json"}
        strange = set(option_names(" ".join(words[1:]))) - options_of(known[name]) - everywhere
        assert not strange, f"{page}: {line}"


def mentions(page: str) -> Iterator[str]:
    """The commands of gm in a page: between backticks and in blocks."""
    text = page_text(page)
    yield from re.findall(r"`(gm [^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    for block in blocks(text):
        yield from (line.removeprefix("$ ") for line in block.text.splitlines() if line.startswith(("$ gm ", "gm ")))


# Links


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page_text(page)):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = (REPOSITORY / page).parent / path if path else REPOSITORY / page
        assert file.exists(), f"{page}: {target}"
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{page}: {target}"


def anchors(text: str) -> set[str]:
    """The anchors that GitHub makes of headlines."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    headlines = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", headline.lower()).replace(" ", "-") for headline in headlines}


# Problems

NO_CODES = re.compile(
    r".*\.(txt|key|xlsx|xml|csv|jsonl|json|py|com|css|js|exe)|(index|public|reveal)\.html|game\.yaml|index\.zip|gm_tool\.games"
)
"""Names of files and the like, which look like codes."""


def codes_in_source() -> tuple[dict[str, str], list[re.Pattern[str]]]:
    """The problem codes that stand in the source, each with its file; and those that are put together there.

    Of the games, those count that are installed.
    """
    installed = {game.info.id for game in all_games()}
    whole: dict[str, str] = {}
    patterns = []
    for file in sorted((REPOSITORY / "gm_tool").rglob("*.py")):
        inside = file.relative_to(REPOSITORY / "gm_tool").parts
        if inside[0] == "rules" and len(inside) > 2 and inside[1] not in installed:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.JoinedStr):
                patterns.append(pattern_of(node.value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
                if re.fullmatch(r"[a-z_]+\.[a-z_]+", text) and not NO_CODES.fullmatch(text):
                    whole[text] = str(file)
            elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.JoinedStr):
                patterns.append(pattern_of(node.args[0]))
    return whole, [pattern for pattern in patterns if "\\." in pattern.pattern]


def pattern_of(text: ast.JoinedStr) -> re.Pattern[str]:
    pieces = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z_]+" for part in text.values]
    return re.compile("".join(pieces))


def test_every_problem_code_is_documented_and_no_other() -> None:
    """Those of all games and of CamelLots stand in one page, those of another game in its own."""
    pages = ["docs/problems.md", *(f"docs/{game.info.id}.md" for game in all_games() if game.info.id != "camellots")]
    rows = "\n".join(row for page in pages for row in table_rows(page))
    documented = set(re.findall(r"`([a-z_]+\.[a-z_]+)`", rows))
    whole, patterns = codes_in_source()
    undocumented = {code: file for code, file in whole.items() if code not in documented}
    assert not undocumented
    unknown = {code for code in documented - whole.keys() if not any(p.fullmatch(code) for p in patterns)}
    assert not unknown


def table_rows(page: str) -> list[str]:
    """The first cells of all rows of tables."""
    return re.findall(r"^\| ([^|]+) \|", page_text(page), re.MULTILINE)


# What else the pages promise


def test_a_player_can_check_a_draw() -> None:
    [program] = [block.text for block in blocks(page_text("docs/secrets.md")) if block.language == "python"]
    words: dict[str, Any] = {}
    exec(program, words)
    for seed in (bytes(range(32)), bytes(32)):
        assert words["fingerprint"](seed.hex()) == commitment(seed)
        for number in range(1, 30):
            label = f"round-{number}/missing/Eve"
            expected = Draws(seed).sample(label, CAMELS, 3)
            assert tuple(words["drawn"](seed.hex(), label, words["CAMELS"], 3)) == expected


def test_a_lost_last_line_is_resolved_again_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As problems.md says of a last line that was cut off: deleted, and the round resolved again."""
    monkeypatch.chdir(tmp_path)
    run("gm demo")
    journal = Path("camellots-demo/journal.jsonl")
    before, verified = journal.read_bytes(), run("gm -C camellots-demo verify")
    journal.write_bytes(b"".join(before.splitlines(keepends=True)[:-1]))
    assert "Next: round-5; resolved so far: 4" in run("gm -C camellots-demo status")[1]
    assert run("gm -C camellots-demo resolve round-5")[0] == 0
    assert journal.read_bytes() == before
    assert run("gm -C camellots-demo verify") == verified


def test_the_guide_names_every_function_filter_and_dialect() -> None:
    guide = page_text("docs/guide.md")
    for name in Markup(TEXT, {}).functions:
        assert f"`{name}(" in guide, name
    for name in _OUR_FILTERS:
        assert re.search(rf"\|{name}\b", guide), name
    for name in DIALECTS:
        assert f"`{name}`" in guide, name


@pytest.mark.parametrize("game", [CamelLots, CamelUp, Caravaneers])
def test_the_rules_tell_every_ruling_with_its_values_and_default(game: type[AnyGame]) -> None:
    text = sections(f"docs/{game.info.id}.md")["Rulings"]
    told: dict[str, list[str]] = {}
    numbers: dict[str, str] = {}
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        key = ""
        for row in rows_of(table):
            key = row["key"].strip("`") or key
            if "default" in row:
                numbers[key] = row["default"]
            else:
                told.setdefault(key, []).append(row["value"].strip("`"))
    for ruling in game.rulings:
        if ruling.values:
            assert told.pop(ruling.key) == [json.dumps(value).strip('"') for value, _ in ruling.values]
        else:
            assert numbers.pop(ruling.key) == json.dumps(msgspec.to_builtins(ruling.default))
    assert not told
    assert not numbers


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as elsewhere:
        os.chdir(elsewhere)
        anew = made_anew(page_text("README.md"))
        os.chdir(REPOSITORY)
    (REPOSITORY / "README.md").write_text(anew, encoding="utf-8")
