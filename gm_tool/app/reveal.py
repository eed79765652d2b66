"""`gm reveal`: after the end, the seed, all orders, and what players need to check each draw by themselves."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import GameFolder, find_folder, open_folder
from gm_tool.app.made import Made, write_made
from gm_tool.app.ours import REVEAL
from gm_tool.app.publish import Publisher
from gm_tool.core.draws import commitment
from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.core.sources import Place
from gm_tool.core.views import PUBLIC, View
from gm_tool.engine.proof import setup_draws, step_draws
from gm_tool.engine.replay import replay
from gm_tool.io.resources import page_files
from gm_tool.io.transaction import Transaction, lock
from gm_tool.render.posts import post
from gm_tool.render.preview import PREVIEW, shown
from gm_tool.render.proof import DrawnStep, Proof, proof_html, proof_lines, proof_program

PAGE, PROGRAM = "reveal.html", "check_draws.py"


class RevealReport(Struct, frozen=True):
    """What is published: the seed's commitment, the number of draws, all files, and those that were written."""

    title: str
    commitment: str
    draws: int
    files: tuple[str, ...]
    written: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """The object of `gm reveal --json`. The seed stands in the files alone."""
        return {
            "title": self.title,
            "commitment": self.commitment,
            "draws": self.draws,
            "files": list(self.files),
            "written": list(self.written),
        }


def reveal(where: Path | None) -> RevealReport:
    """Write posts/reveal, which everybody may have then.

    Raises WrongUse before the end and where nothing is drawn, BadInput where the journal doesn't come out the same
    when played again, or where the seed isn't the one that the game began with; WorldFailed.
    """
    with lock(find_folder(where)):
        folder = open_folder(where)
        _refuse_without_chance(folder)
        if not folder.started or not folder.over:
            raise not_over("nothing can be revealed yet. With the seed, everybody could work out the draws to come")
        problems = replay(folder.under(0).game, folder.journal, folder.seed())
        if problems:
            raise BadInput(problems)
        publisher = Publisher(folder)
        files = reveal_files(publisher)
        transaction = Transaction(folder.path)
        write_made(transaction, files)
        proof = proof_of(folder)
        names = tuple(made.name for made in files)
        return RevealReport(folder.title, proof.commitment, len(proof.draws), names, transaction.commit())


def not_over(why: str) -> WrongUse:
    """What is said where something is asked for that comes after the end."""
    return WrongUse(f"The game isn't over: {why}.", "`gm status` tells what is due.")


def _refuse_without_chance(folder: GameFolder) -> None:
    """Refuse (WrongUse) to reveal the seed of a game that draws nothing: its first post has promised none."""
    if not folder.game.info.chance:
        raise WrongUse(
            f"There is nothing to reveal: {folder.game.info.title} is a game without chance, and nothing is drawn.",
            "Who did what, to publish after the end: `gm show orders`",
        )


def is_revealed(root: Path) -> bool:
    """Whether `gm reveal` has written its files into this game folder."""
    return (root / "posts" / REVEAL / PAGE).is_file()


def revealed_early(folder: GameFolder) -> tuple[Problem, ...]:
    """An error (reveal.early) where the seed was revealed and the game goes on, as rounds were taken back since."""
    if not is_revealed(folder.path) or (folder.started and folder.over):
        return ()
    problem = Problem(
        code="reveal.early",
        message=f"posts/{REVEAL} holds the seed, but the game isn't over: who has it can work out the draws to come.",
        place=Place(f"posts/{REVEAL}"),
        hint=f"If nobody has it yet, delete posts/{REVEAL}. If it was handed out, tell your players.",
    )
    return (problem,)


def proof_of(folder: GameFolder) -> Proof:
    """All draws of a game so far, beside its seed. Raises BadInput where the seed isn't the game's."""
    seed = folder.seed()
    made = [("Before the start", setup_draws(folder.under(0).game, folder.journal.start, seed))]
    for number in range(1, folder.played + 1):
        title = Step(folder.word, number, ()).title
        game = folder.under(number).game
        made.append((title, step_draws(game, folder.state_after(number - 1), folder.entry(number), seed)))
    steps = tuple(DrawnStep(title, step.draws) for title, step in made if step.draws)
    return Proof(folder.title, seed.hex(), commitment(seed), steps)


def reveal_post(publisher: Publisher) -> str:
    """The post with the seed, as it is pasted.

    Raises WrongUse before the end and where nothing is drawn, BadInput for a broken template.
    """
    folder = publisher.folder
    _refuse_without_chance(folder)
    if not folder.started or not folder.over:
        raise not_over("there is no post with the seed yet")
    proof = proof_of(folder)
    told = {
        "title": folder.title,
        "game": {"id": folder.game.info.id, "title": folder.game.info.title},
        "players": list(folder.config.names),
        "seed": proof.seed,
        "commitment": proof.commitment,
        "draws": len(proof.draws),
        "program": proof_lines(proof),
        "files": [PAGE, PROGRAM],
    }
    return post(publisher.wording, "reveal.txt", View(PUBLIC, {}, {}), told, publisher.dialect)


def reveal_files(publisher: Publisher) -> list[Made]:
    """The files of posts/reveal: the post, the orders of all steps, the page, the program. The game must be over.

    There are none where nothing is drawn.
    """
    if not publisher.folder.game.info.chance:
        return []
    proof, pages, base = proof_of(publisher.folder), page_files(), f"posts/{REVEAL}"
    page = proof_html(proof, shown(publisher.orders(PREVIEW)), pages)
    return [
        *publisher.texts_made(f"{base}/public.txt", reveal_post(publisher)),
        *publisher.texts_made(f"{base}/orders.txt", publisher.orders()),
        Made(f"{base}/{PAGE}", page.encode()),
        Made(f"{base}/{PROGRAM}", proof_program(proof, pages).encode()),
    ]
