"""`gm reveal`: the seed after the end, and what anybody can check with it, without gm."""

import json
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from table_play import contents, gm, new_game, problems

from gm_tool.app.folder import open_folder
from gm_tool.app.publish import Publisher
from gm_tool.app.reveal import proof_of, reveal_post
from gm_tool.core.drawn import Drawn
from gm_tool.core.draws import Draws, commitment
from gm_tool.io.resources import page_files
from gm_tool.render.dialects import DIALECTS
from gm_tool.render.proof import LONGEST, DrawnStep, Proof, proof_html, proof_lines, proof_program
from gm_tool.rules.camellots.camels import CAMELS

FINISHED = Path(__file__).resolve().parents[2] / "examples" / "camellots-finished"
SEED = bytes(range(7, 39))
NODE, CHROMIUM = shutil.which("node"), shutil.which("chromium")


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """A game that has ended, with nothing in it but what can't be made again."""
    folder = tmp_path / "over"
    folder.mkdir()
    for name in ("game.yaml", "seed.key", "journal.jsonl"):
        shutil.copyfile(FINISHED / name, folder / name)
    return folder


def made_proof(title: str = "The Race") -> Proof:
    """Draws of all kinds: of things and of numbers, with names of every kind, some of them among very many."""
    draws = Draws(SEED)
    made = []
    for number, name in enumerate(("Eve", "Ann O'Neil", "Zoë'''", "</script>", "日本\\")):
        label = f"round-{number}/missing/{name}"
        made.append(Drawn(label, 7, list(draws.sample(label, CAMELS, 3)), tuple(CAMELS)))
        label = f"turn-{number}/die/{name}"
        n = (6, 2**53 - 1, 1, 3, 10**15)[number]
        made.append(Drawn(label, n, draws.below(label, n)))
    return Proof(title, SEED.hex(), commitment(SEED), (DrawnStep("Round 1", tuple(made)),))


def wrong_in(proof: Proof) -> Proof:
    """The same with one draw that doesn't hold."""
    first, *others = proof.draws
    swapped = Drawn(first.label, first.n, first.result[::-1], first.items)
    return Proof(proof.title, proof.seed, proof.commitment, (DrawnStep("Round 1", (swapped, *others)),))


# The command


def test_before_the_end_nothing_is_revealed(played: Path) -> None:
    before = contents(played)
    for arguments in (["reveal"], ["show", "public", "reveal"]):
        done = gm("-C", played, *arguments)
        assert done.code == 2
        assert "The game isn't over" in done.err
        assert not re.search("07{4,}", done.text)
    assert contents(played) == before


def test_nothing_is_revealed_of_a_game_that_has_not_begun(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game")
    (folder / "journal.jsonl").unlink(missing_ok=True)
    assert gm("-C", folder, "reveal").code == 2


def test_after_the_end_all_is_written_for_everybody(over: Path) -> None:
    done = gm("-C", over, "reveal", "--json")
    assert done.code == 0
    names = ["public.txt", "orders.txt", "reveal.html", "check_draws.py"]
    assert done.json["files"] == done.json["written"] == [f"posts/reveal/{name}" for name in names]
    seed = (over / "seed.key").read_text().strip()
    assert seed not in done.text, "it stands in the files alone"
    for name in ("public.txt", "reveal.html", "check_draws.py"):
        assert seed in (over / "posts/reveal" / name).read_text("utf-8")
    assert (over / "posts/reveal").stat().st_mode & 0o055, "a folder that others may read"
    assert "Ann" in (over / "posts/reveal/orders.txt").read_text("utf-8")
    told = gm("-C", over, "reveal")
    assert told.code == 0
    assert "There already: posts/reveal/reveal.html" in told.text
    assert "show public reveal" in told.text
    assert gm("-C", over, "show", "public", "reveal").out == (over / "posts/reveal/public.txt").read_text("utf-8")
    assert gm("-C", over, "show", "Ann", "reveal").code == 2


def test_who_did_what_can_be_kept_secret_all_the_same(over: Path) -> None:
    """By the rules of CamelLots it is the GM's alone, at the end too, unless the GM publishes it."""
    told = gm("-C", over, "reveal").text
    assert "reveal.html and orders.txt tell who did what. To keep that to yourself, hand out check_draws.py" in told
    files = {name: (over / "posts/reveal" / name).read_text("utf-8") for name in ("reveal.html", "check_draws.py")}
    assert "tile on 4" in files["reveal.html"] and "tile on 4" not in files["check_draws.py"]
    assert "Dmitri" not in files["check_draws.py"] + (over / "posts/reveal/public.txt").read_text("utf-8")


def test_a_game_without_chance_has_nothing_to_reveal(tmp_path: Path) -> None:
    folder = tmp_path / "desert"
    folder.mkdir()
    for name in ("game.yaml", "seed.key", "journal.jsonl"):
        shutil.copyfile(FINISHED.parent / "caravaneers" / name, folder / name)
    for words in (["reveal"], ["show", "public", "reveal"]):
        done = gm("-C", folder, *words)
        assert done.code == 2
        assert "nothing is drawn" in done.text
        assert "show orders" in done.text
    assert not (folder / "posts/reveal").exists()
    assert "gm reveal" not in gm("-C", folder, "resolve").text
    (folder / "posts/reveal").mkdir(parents=True)
    (folder / "posts/reveal/reveal.html").write_text("by hand", encoding="utf-8")
    assert gm("-C", folder, "verify").code in (0, 1)


def test_verify_compares_what_was_revealed(over: Path) -> None:
    assert gm("-C", over, "posts").code == 0
    assert gm("-C", over, "reveal").code == 0
    assert gm("-C", over, "verify").code == 0
    page = over / "posts/reveal/reveal.html"
    page.write_text(page.read_text("utf-8").replace("Green, Black", "Black, Green"), encoding="utf-8")
    done = gm("-C", over, "verify", "--json")
    assert done.code == 1
    assert [problem["file"] for problem in done.json["problems"]] == ["posts/reveal/reveal.html"]
    assert "`gm reveal`" in done.json["problems"][0]["hint"]
    (over / "posts/reveal/public.txt").unlink()
    gone = problems(gm("-C", over, "verify", "--json"))["file.gone"]
    assert gone["hint"] == "`gm reveal` makes it again."
    assert gm("-C", over, "reveal").code == 0
    assert gm("-C", over, "verify", "--json").json["problems"] == []


def test_a_seed_that_is_out_while_the_game_goes_on_is_told(over: Path) -> None:
    assert gm("-C", over, "reveal").code == 0
    journal = over / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    codes = [problem["code"] for problem in gm("-C", over, "verify", "--json").json["problems"]]
    assert "reveal.early" in codes


def test_the_export_never_has_the_seed(over: Path, tmp_path: Path) -> None:
    assert gm("-C", over, "reveal").code == 0
    assert gm("-C", over, "export", "public", tmp_path / "public").code == 0
    assert not [name for name in contents(tmp_path / "public") if "reveal" in name]


def test_another_seed_is_refused(over: Path) -> None:
    (over / "seed.key").write_text("11" * 32 + "\n")
    done = gm("-C", over, "reveal", "--json")
    assert done.code == 1
    assert done.json["problems"][0]["code"] == "seed.changed"


def test_a_game_that_comes_out_otherwise_is_not_revealed(over: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tool.app import reveal
    from gm_tool.core.problems import Problem

    monkeypatch.setattr(reveal, "replay", lambda *_: (Problem(code="replay.events", message="differs"),))
    assert gm("-C", over, "reveal").code == 1
    assert not (over / "posts/reveal").exists()


def test_every_draw_of_the_game_is_in_it(over: Path) -> None:
    folder = open_folder(over)
    events = [event for entry in folder.journal.steps for event in entry.events if event["event"] == "camels_drawn"]
    assert events
    assert [(draw.label, draw.result) for draw in proof_of(folder).draws] == [
        (event["label"], event["camels"]) for event in events
    ]


def test_a_player_called_reveal_is_warned_of(tmp_path: Path) -> None:
    done = gm("new", tmp_path / "game", *(w for n in ("Reveal", "B", "C", "D", "E") for w in ("--player", n)), "--json")
    assert [problem["value"] for problem in done.json["problems"]] == ["Reveal"]


# The program, the lines in the post, the page


def run_program(text: str, tmp_path: Path) -> tuple[int, str]:
    path = tmp_path / "check_draws.py"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", path], capture_output=True, encoding="utf-8", env={"PYTHONIOENCODING": "utf-8"}
    )
    return done.returncode, done.stdout + done.stderr


def test_the_program_checks_every_draw(tmp_path: Path) -> None:
    code, printed = run_program(proof_program(made_proof(), page_files()), tmp_path)
    assert code == 0, printed
    assert "Draws that hold: 10 of 10." in printed
    assert commitment(SEED) in printed


def test_the_program_notices_a_draw_and_a_seed_that_differ(tmp_path: Path) -> None:
    code, printed = run_program(proof_program(wrong_in(made_proof()), page_files()), tmp_path)
    assert code == 1
    assert "Draws that hold: 9 of 10." in printed
    proof = made_proof()
    other = Proof(proof.title, proof.seed, "00" * 32, proof.steps)
    code, printed = run_program(proof_program(other, page_files()), tmp_path)
    assert code == 1
    assert "NOT the fingerprint" in printed


@pytest.mark.parametrize("dialect", ["phpbb", "xenforo", "reddit", "discord", "text"])
def test_the_lines_in_the_post_run_as_they_are_pasted(over: Path, dialect: str, tmp_path: Path) -> None:
    text = reveal_post(Publisher(open_folder(over), dialect))
    [program] = re.findall(r"^( *import hashlib.*?^ *print\(draw.*?$)", text, re.MULTILINE | re.DOTALL)
    code, printed = run_program(textwrap.dedent(program), tmp_path)
    assert code == 0, printed
    assert printed.splitlines() == [
        commitment(bytes.fromhex((over / "seed.key").read_text())),
        "['Green', 'Black', 'Purple']",
    ]


def test_the_lines_do_each_kind_of_draw(tmp_path: Path) -> None:
    for draw in [draw for draw in made_proof().draws if draw.n <= LONGEST]:
        proof = Proof("Race", SEED.hex(), commitment(SEED), (DrawnStep("Round 1", (draw,)),))
        code, printed = run_program(proof_lines(proof), tmp_path)
        assert code == 0
        result = draw.result if isinstance(draw.result, list) else [draw.result]
        assert printed.splitlines()[1] == repr(result)


def test_a_game_without_draws_is_told_without_an_example() -> None:
    assert "draw(" not in proof_lines(Proof("Caravan", SEED.hex(), commitment(SEED), ())).split("return out")[1]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_post_is_made_in_all_dialects(over: Path, dialect: str) -> None:
    assert (over / "seed.key").read_text().strip() in reveal_post(Publisher(open_folder(over), dialect))


def test_what_names_hold_ends_no_script_and_no_text() -> None:
    page = proof_html(made_proof("</script><b>"), "<p>orders</p>", page_files())
    assert page.count("</script>") == 2
    assert "<b>" not in page
    assert "'''" not in proof_program(made_proof(), page_files()).split("json.loads(r'''")[1].split("''')")[0]


def test_the_page_of_the_draws_may_load_nothing() -> None:
    page = proof_html(made_proof(), "<p>orders</p>", page_files())
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe" not in policy
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    assert "fetch(" not in page


@pytest.mark.skipif(NODE is None, reason="there is no node here")
def test_the_script_of_the_page_does_as_python_does() -> None:
    """SHA-256 of messages of all lengths about a block, HMAC with keys of all lengths, and the draws."""
    import hashlib
    import hmac

    messages = [
        bytes(range(length % 256)) * (1 + length // 256) for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 255)
    ]
    proof = made_proof()
    draws = [{"label": d.label, "n": d.n, "items": list(d.items), "result": d.result} for d in proof.draws]
    asked = {"messages": [m.hex() for m in messages], "seed": proof.seed, "draws": draws}
    program = f"""{page_files()["draws.js"]}
const asked = {json.dumps(asked)};
const seed = bytesOf(asked.seed);
console.log(JSON.stringify({{
  digests: asked.messages.map(message => hexOf(sha256(bytesOf(message)))),
  signed: asked.messages.map(message => hexOf(hmacSha256(bytesOf(message), seed))),
  holding: asked.draws.map(draw => holds(seed, draw)),
  wrong: holds(seed, {{...asked.draws[0], result: [...asked.draws[0].result].reverse()}}),
}}));"""
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=program, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["digests"] == [hashlib.sha256(message).hexdigest() for message in messages]
    assert told["signed"] == [hmac.new(message, SEED, "sha256").hexdigest() for message in messages]
    assert told["holding"] == [True] * 10
    assert told["wrong"] is False


def dumped(page: str, tmp_path: Path) -> str:
    """What a page opened as a file has become in a browser without a window."""
    assert CHROMIUM is not None
    file = tmp_path / "reveal.html"
    file.write_text(page, encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run([CHROMIUM, *flags, file.as_uri()], capture_output=True, encoding="utf-8", timeout=120)
    return done.stdout


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
@pytest.mark.parametrize(("faulty", "held"), [(False, 10), (True, 9)])
def test_the_page_checks_every_draw_when_it_is_opened(faulty: bool, held: int, tmp_path: Path) -> None:
    proof = wrong_in(made_proof()) if faulty else made_proof()
    dom = dumped(proof_html(proof, "<p>orders</p>", page_files()), tmp_path)
    assert f"Draws that hold: {held} of 10." in dom
    assert dom.count("✓ holds</td>") == held
    assert "✓ worked out from the seed" in dom
    assert ("✗ the seed gives" in dom) is faulty
