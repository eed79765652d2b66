"""What is handed out beside the posts: the next sheet, the public tab of the results, the public export."""

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from shared_posts import SharedPosts
from twins import Twins, twins

from gm_tool.app.export import export
from gm_tool.app.folder import GameFolder
from gm_tool.app.ours import SEED
from gm_tool.app.sheet_content import sheet_file
from gm_tool.core.forms import Step
from gm_tool.engine.journal import EMPTY, read, seal_all
from gm_tool.io.config import CONFIG
from gm_tool.io.config_text import config_text
from gm_tool.io.journal_file import JOURNAL
from gm_tool.io.seed import seed_text

PAIRS = [pair for pair in map(twins, range(40)) if not pair.finished][:6]
IDS = [f"{pair.first.config.dialect.base}-{pair.first.config.language}" for pair in PAIRS]


def secrets_in(pair: Twins, data: bytes) -> list[str]:
    """Those secrets of a pair that stand in a file, packed or not."""
    texts = [data]
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            texts = [packed.read(name) for name in packed.namelist()] + [" ".join(packed.namelist()).encode()]
    return [secret for secret in (*pair.words, *pair.numbers) if any(secret.encode() in text for text in texts)]


def next_sheet(game: GameFolder, public: bool) -> bytes:
    step = game.game.due(game.state_after(game.played))
    assert isinstance(step, Step)
    return sheet_file(game, step, public)


@pytest.mark.parametrize("pair", PAIRS, ids=IDS)
def test_the_public_sheet_is_the_same_in_both(pair: Twins) -> None:
    sheets = [next_sheet(game, public=True) for game in (pair.first, pair.second)]
    assert sheets[0] == sheets[1]
    assert not secrets_in(pair, sheets[0])
    assert next_sheet(pair.first, public=False) != next_sheet(pair.second, public=False), "the GM's own has limits"


@pytest.mark.parametrize("pair", PAIRS, ids=IDS)
def test_the_public_tab_of_the_results_is_the_same_in_both(pair: Twins) -> None:
    tabs = []
    for game in (pair.first, pair.second):
        board, private, _ = openpyxl.load_workbook(io.BytesIO(SharedPosts(game).results().data)).worksheets
        widths = {name: column.width for name, column in board.column_dimensions.items()}
        heights = {number: row.height for number, row in board.row_dimensions.items()}
        tabs.append((board.title, [[cell.value for cell in row] for row in board.iter_rows()], widths, heights))
        told = "\n".join(str(cell.value) for row in private.iter_rows() for cell in row)
        assert (game is pair.first) == any(number in told for number in pair.numbers)
    assert tabs[0] == tabs[1]
    assert not secrets_in(pair, str(tabs[0]).encode())


@pytest.mark.parametrize("pair", PAIRS[:3], ids=IDS[:3])
def test_the_public_export_is_the_same_in_both(pair: Twins, tmp_path: Path) -> None:
    """Of whole game folders, by the command's own way, to the byte."""
    packed = []
    for name, game in (("first", pair.first), ("second", pair.second)):
        folder = tmp_path / name / "race"
        written(game, folder)
        report = export(folder, "public", tmp_path / name / "race.zip")
        assert f"round-{game.played:02d}/public.html" in report.files
        packed.append(report.target.read_bytes())
    assert packed[0] == packed[1]
    assert not secrets_in(pair, packed[0])


def written(game: GameFolder, folder: Path) -> None:
    """A game's folder on the disk, with nothing but what can't be made again."""
    folder.mkdir(parents=True)
    text = config_text(game.game.info, game.game.rulings, game.settings, game.config)
    (folder / CONFIG).write_text(text, encoding="utf-8")
    (folder / SEED).write_text(seed_text(game.seed()), encoding="utf-8")
    lines: list[bytes] = []
    journal = EMPTY
    for entry in game.journal.entries:
        lines.extend(seal_all([entry], journal))
        journal = read(lines)
    (folder / JOURNAL).write_bytes(b"".join(lines))
