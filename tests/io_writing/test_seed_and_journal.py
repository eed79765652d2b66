from __future__ import annotations

from pathlib import Path

import pytest

from gm_tool.core.problems import BadInput
from gm_tool.io.journal_file import JOURNAL, journal_lines, write_journal
from gm_tool.io.seed import new_seed, read_seed, seed_of, seed_text
from gm_tool.io.transaction import Transaction

SEED = bytes(range(32))


def test_a_seed_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "seed.key"
    path.write_bytes(seed_text(SEED).encode())
    assert read_seed(path) == SEED
    assert path.read_bytes() == SEED.hex().encode() + b"\n"


def test_an_editor_may_have_added_a_mark_and_other_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "seed.key"
    path.write_bytes(b"\xef\xbb\xbf" + SEED.hex().upper().encode() + b"\r\n\r\n")
    assert read_seed(path) == SEED


def test_new_seeds_are_32_bytes_and_differ() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "seed.length"),
        ("ab" * 31, "seed.length"),
        ("ab" * 33, "seed.length"),
        ("zz" * 32, "seed.digits"),
        ("٣" * 64, "seed.digits"),
    ],
)
def test_a_seed_that_is_none_is_named_and_never_quoted(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "seed.key"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput) as refused:
        read_seed(path)
    (problem,) = refused.value.problems
    assert (problem.code, problem.place.file, problem.value) == (code, "seed.key", "")
    assert not text or text[:8] not in problem.message + problem.hint


def test_bytes_that_are_no_text_are_no_seed(tmp_path: Path) -> None:
    path = tmp_path / "seed.key"
    path.write_bytes(b"\xff" * 64)
    with pytest.raises(BadInput):
        read_seed(path)


def test_a_missing_seed_and_one_from_the_command_line_get_their_own_hints(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as missing:
        read_seed(tmp_path / "seed.key")
    assert missing.value.problems[0].code == "seed.missing"
    assert "backup" in missing.value.problems[0].hint
    with pytest.raises(BadInput) as typed:
        seed_of("12")
    assert "--seed" in typed.value.problems[0].hint


def test_a_journal_that_is_not_there_has_no_lines(tmp_path: Path) -> None:
    assert journal_lines(tmp_path / JOURNAL) == []


def test_lines_come_back_as_they_stand_and_a_torn_one_shows(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b'{"a":"\xe2\x80\xa8"}\n{"b":1}\r\n{"c"')
    assert journal_lines(tmp_path / JOURNAL) == [b'{"a":"\xe2\x80\xa8"}\n', b'{"b":1}\r\n', b'{"c"']


def test_a_journal_grows_by_whole_lines(tmp_path: Path) -> None:
    for line in (b"1", b"2\n"):
        transaction = Transaction(tmp_path)
        write_journal(transaction, [*journal_lines(tmp_path / JOURNAL), line])
        transaction.commit()
    assert (tmp_path / JOURNAL).read_bytes() == b"1\n2\n"


def test_an_entry_of_two_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        write_journal(Transaction(tmp_path), [b"1\n2\n"])
