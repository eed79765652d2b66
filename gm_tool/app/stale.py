"""What was made before game.yaml was changed, and no longer says what it says: the pregame post, the first sheet.

That can be before the first step only: what a game was started with doesn't change.
"""

from __future__ import annotations

from gm_tool.app.folder import GameFolder
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.engine.turn import Checked
from gm_tool.io.config import CONFIG

_POSTS = "`gm posts` makes it anew. If it is posted already, tell your players."


def stale_post(folder: GameFolder) -> tuple[Problem, ...]:
    """A warning (file.stale) where the pregame post tells other things than the game would begin with.

    Where the post can't be made at all: why not, as when it is made. Nothing once the game has begun.
    """
    if folder.started:
        return ()
    from gm_tool.app.publish import Publisher

    try:
        made = Publisher(folder).pregame_files(folder.seed())
    except BadInput as error:
        return error.problems
    return tuple(
        _stale(file.name, f"{file.name} isn't what {CONFIG} makes: rulings or words were changed since.", _POSTS)
        for file in made
        if (folder.path / file.name).is_file() and (folder.path / file.name).read_bytes() != file.data
    )


def lacking_rows(folder: GameFolder, file: str, checked: Checked) -> tuple[Problem, ...]:
    """A warning (file.stale) where the first sheet, which gm made, has no row for some of the players."""
    if file != folder.config.source.file_of(checked.step) or not folder.config.source.is_default:
        return ()
    rows = {account.player for account in checked.accounts}
    lacking = [player for player in checked.step.players if player not in rows]
    if not lacking:
        return ()
    message = f"{file} has no row for {any_of(lacking, 'and')}: it was made before {CONFIG} named them."
    return (_stale(file, message, f"`gm sheet --to {checked.step.slug}-new.xlsx` makes one with all players."),)


def _stale(name: str, message: str, hint: str) -> Problem:
    return Problem(code="file.stale", severity="warning", message=message, place=Place(name), hint=hint)
