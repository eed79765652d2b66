"""The program as a whole: version, wrong use, pipes, bugs, Ctrl-C."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import typer
from table_play import PLAYERS, SEED, contents, fill, gm, sheet_of

from gm_tool import cli
from gm_tool.app.adjudicate import run as filter_lines
from gm_tool.cli.bugs import report
from gm_tool.cli.commands import app, program

STATE: dict[str, object] = {"game": "camellots", "rulings": {}, "seed": SEED, "state": None, "players": list(PLAYERS)}


def run(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gm_tool", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, timeout=60, check=False)


def test_version_and_help() -> None:
    assert gm("--version").out.startswith("gm ")
    assert "resolve" in gm("--help").out
    assert gm("no-such-command").code == 2
    assert gm("check", "--no-such-option").code == 2


def names_in(made: typer.Typer) -> set[str]:
    return set(typer.main.get_group(made).commands)


def test_a_command_is_made_alone_and_all_of_them_where_none_is_named() -> None:
    every = names_in(app)
    assert {"new", "resolve", "show", "correct", "google", "templates"} <= every
    assert {name: names_in(program(name)) for name in every} == {name: {name} for name in every}
    assert names_in(program("")) == names_in(program("no-such-command")) == every


def test_the_help_of_the_program_as_it_is_started_names_every_command() -> None:
    told = run("--help").stdout.decode()
    assert {name for name in names_in(app) if f"\n  {name} " not in told} == set()


def test_a_post_goes_to_a_pipe_as_it_is(played: Path) -> None:
    done = run("-C", played, "show", "public")
    assert done.returncode == 0
    assert done.stdout == (played / "posts/round-01/public.txt").read_bytes()


def test_a_row_below_very_many_empty_rows_is_read(fresh: Path) -> None:
    rows = b"".join(b'<row r="%d" s="1" customFormat="1"/>' % n for n in range(20, 500_000))
    last = b'<row r="500000"><c r="A500000" t="inlineStr"><is><t>Ann</t></is></c></row></sheetData>'
    sheet, file = sheet_of(fresh, 1), io.BytesIO()
    with zipfile.ZipFile(sheet) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb"(<row [^<>]*/>)*</sheetData>", rows + last, old.read(name)))
    sheet.write_bytes(file.getvalue())
    done = run("-C", fresh, "check", "--json")
    assert json.loads(done.stdout)["rows"]["read"] == len(PLAYERS) + 1


def test_adjudicate_answers_line_by_line() -> None:
    lines = b"\xef\xbb\xbf" + json.dumps(STATE).encode() + b"\r\n\nnonsense\n" + json.dumps(STATE).encode()
    done = run("adjudicate", given=lines)
    assert done.returncode == 0
    first, bad, last = map(json.loads, done.stdout.splitlines())
    assert first == last
    assert first["state"]["round"] == 0
    assert "error" in bad


def test_each_answer_of_the_filter_is_sent_at_once() -> None:
    class Sink(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    sink = Sink()
    filter_lines(io.BytesIO(b"{}\n\n[]\n"), sink)
    assert len(sink.getvalue().splitlines()) == sink.flushed == 2


def test_the_demo_plays_its_fifth_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = gm("demo")
    assert done.code == 0
    assert "round-5 is resolved" in done.text
    folder = tmp_path / "camellots-demo"
    public = (folder / "posts/round-05/public.txt").read_text(encoding="utf-8")
    plain = gm("-C", folder, "show", "public", "round-5", "--dialect", "text").out
    assert plain in done.out
    assert "was there already" not in done.out
    assert (folder / "seed.key").stat().st_mode & 0o077 == 0
    assert gm("-C", folder, "posts").code == 0
    assert gm("-C", folder, "verify").code == 0
    for command in re.findall(r"  gm -C camellots-demo (.+)", done.out):
        assert gm("-C", folder, *command.split()).code == 0, command
    again = gm("demo", "--json")
    assert again.code == 0
    assert list(again.json) == ["folder", "resolve", "public"]
    assert again.json["folder"] == "camellots-demo-2"
    assert again.json["public"] == public
    assert "camellots-demo was there already and stays as it is; this demo is in camellots-demo-3." in gm("demo").text
    before = contents(folder)
    assert gm("demo", folder).code == 2
    assert contents(folder) == before


def test_adjudicate_ends_quietly_when_nobody_listens() -> None:
    command = [sys.executable, "-m", "gm_tool", "adjudicate"]
    filter_ = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert filter_.stdin and filter_.stdout and filter_.stderr
    filter_.stdout.close()
    filter_.stdin.write((json.dumps(STATE).encode() + b"\n") * 20)
    filter_.stdin.close()
    assert filter_.wait(60) == 0
    assert filter_.stderr.read() == b""
    filter_.stderr.close()


@pytest.mark.parametrize("words", [["new", "oasis", "--player", "Ann"], ["demo"], ["demo", "oasis"]])
def test_a_folder_that_is_to_be_made_is_not_named_by_the_option(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = gm("-C", tmp_path, *words)
    assert done.code == 2
    assert f"gm {words[0]} DIR" in done.text
    assert contents(tmp_path) == {}


# An output that can't be written


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize("words", [["status"], ["check", "--json"], ["show", "public"], ["--help"]])
def test_a_full_disk_behind_the_output_is_no_bug(played: Path, words: list[str]) -> None:
    command = [sys.executable, "-m", "gm_tool", "-C", str(played), *words]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 3
    assert done.stderr.decode().startswith("The output can't be written: No space left on device.\n")
    assert b"bug" not in done.stderr
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_a_full_disk_behind_standard_error_is_no_bug(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gm_tool", "-C", str(tmp_path), "status"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, b"")


@pytest.mark.parametrize(
    ("words", "code"), [(["status"], 0), (["tally", "--json"], 0), (["show", "public"], 0), (["check", "1"], 1)]
)
def test_a_reader_that_has_gone_changes_nothing(played: Path, words: list[str], code: int) -> None:
    """As behind `| head`: the command ends with its own exit code, and says nothing of it."""
    fill(sheet_of(played, 1), {"Eve": {"Space": 99}})
    command = [sys.executable, "-m", "gm_tool", "-C", str(played), *words]
    asked = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert asked.stdout and asked.stderr
    asked.stdout.close()
    assert asked.wait(60) == code
    assert asked.stderr.read() == b""
    asked.stderr.close()


# Bugs and Ctrl-C

BUG = "Ann bets 5 on Red"


def with_bug(monkeypatch: pytest.MonkeyPatch, folder: Path, raised: BaseException) -> int:
    """The exit code of `gm status` where something of ours raises."""
    from gm_tool.app import status

    def broken(*_: object) -> None:
        raise raised

    monkeypatch.setattr(status, "status", broken)
    monkeypatch.setattr(sys, "argv", ["gm", "-C", str(folder), "status"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_a_bug_is_told_without_what_it_was_about(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("GM_DEBUG", raising=False)
    assert with_bug(monkeypatch, fresh, KeyError(BUG)) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    first, *rest = printed.err.splitlines()
    assert first.startswith("This is a bug in gm: KeyError in test_program.py, line ")
    assert "No file was left half-written" in printed.err
    assert "GM_DEBUG=1" in rest[-1]
    assert BUG not in printed.err
    assert "Traceback" not in printed.err


def test_a_bug_is_told_in_full_on_demand(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GM_DEBUG", "1")
    assert with_bug(monkeypatch, fresh, KeyError(BUG)) == 3
    printed = capsys.readouterr().err
    assert "Traceback" in printed
    assert BUG in printed
    assert "may show orders" in printed


def test_a_bug_without_a_place(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GM_DEBUG", raising=False)
    assert report(ValueError()) == 3
    assert "ValueError in an unknown place" in capsys.readouterr().err


def test_a_state_that_cannot_be_is_a_bug_and_nothing_is_written(
    fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gm_tool.rules.camellots import CamelLots

    monkeypatch.setattr(CamelLots, "invariants", lambda *_: ("Ann has -1 coins",))
    monkeypatch.setattr(sys, "argv", ["gm", "-C", str(fresh), "resolve", "round-1"])
    before = contents(fresh)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 3
    assert "BrokenInvariant" in capsys.readouterr().err
    assert contents(fresh) == before


def test_ctrl_c_ends_quietly(fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert with_bug(monkeypatch, fresh, KeyboardInterrupt()) == 130
    printed = capsys.readouterr()
    assert printed.out == printed.err == ""


def test_ctrl_c_before_a_command_runs_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gm_tool.cli import output

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(output, "prepare_streams", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_while_waiting_for_lines() -> None:
    command = [sys.executable, "-m", "gm_tool", "adjudicate"]
    filter_ = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert filter_.stdin and filter_.stdout
    filter_.stdin.write(json.dumps(STATE).encode() + b"\n")
    filter_.stdin.flush()
    filter_.stdout.readline()
    filter_.send_signal(signal.SIGINT)
    _, said = filter_.communicate(timeout=60)
    assert (filter_.returncode, said) == (130, b"")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(
    ("words", "closed", "code"), [("check", ">&- 2>&-", 0), ("status", ">&-", 0), ("adjudicate", "<&-", 0)]
)
def test_a_stream_that_is_closed_leads_nowhere(fresh: Path, words: str, closed: str, code: int) -> None:
    """Whoever starts gm may have closed them, as programs without a window on Windows do."""
    command = f'exec "$0" -m gm_tool -C "$1" {words} {closed}'
    shell = ["/bin/sh", "-c", command, sys.executable, str(fresh)]
    done = subprocess.run(shell, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
