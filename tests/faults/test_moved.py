"""A game folder on another system, in a cloud or on a stick: line ends, paths, case, forms of accents, the clock."""

import datetime as dt
import shutil
import unicodedata
from pathlib import Path

import pytest
from table_play import ROUND, contents, fill, gm, new_game, sheet_of

TEXTS = ("game.yaml", "seed.key", "journal.jsonl")


def lasting(folder: Path) -> dict[str, bytes]:
    """What a game folder holds, but for the files whose line ends somebody has changed."""
    return {name: data for name, data in contents(folder).items() if name not in TEXTS}


def test_other_line_ends_change_nothing(sent: Path, resolved: Path) -> None:
    for name in TEXTS:
        path = sent / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    goes_on_as_if_nothing_was(sent, resolved)


def test_empty_lines_at_the_end_change_nothing(sent: Path, resolved: Path) -> None:
    for name in TEXTS:
        with (sent / name).open("ab") as file:
            file.write(b"\n \r\n\n")
    goes_on_as_if_nothing_was(sent, resolved)


def goes_on_as_if_nothing_was(sent: Path, resolved: Path) -> None:
    assert gm("-C", sent, "verify").code == 0
    done = gm("-C", sent, "resolve", "round-2")
    assert done.code == 0, done
    assert lasting(sent) == lasting(resolved)
    assert (sent / "journal.jsonl").read_bytes() == (resolved / "journal.jsonl").read_bytes(), "its own line ends again"
    assert gm("-C", sent, "verify").code == 0


def test_posts_with_other_line_ends_are_named_and_made_again(sent: Path) -> None:
    post = sent / "posts/round-01/public.txt"
    whole = post.read_bytes()
    post.write_bytes(whole.replace(b"\n", b"\r\n"))
    done = gm("-C", sent, "verify")
    assert done.code == 1
    assert "posts/round-01/public.txt is not what the journal makes" in done.text
    assert gm("-C", sent, "posts").code == 0
    assert post.read_bytes() == whole
    assert gm("-C", sent, "verify").code == 0


def test_a_csv_from_another_system(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game")
    rows = ["Player;Action;Camel 1;Camel 2;Camel 3", "Ann;move;Red;Blue;Black", "Bob;buy;Red;;"]
    outcomes = []
    for data in (
        "\n".join(rows).encode(),
        "\r\n".join(rows).encode("utf-8-sig"),
        "\r".join(rows).encode(),
        ("\r\n".join(rows) + "\r\n").encode("utf-16"),
    ):
        (tmp_path / "orders.csv").write_bytes(data)
        done = gm("-C", folder, "check", "--from", tmp_path / "orders.csv", "--json")
        outcomes.append((done.json["orders"], done.json["rows"]))
    assert outcomes[0][0]["Ann"] == {"action": "move", "camels": ["Red", "Blue", "Black"]}
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_a_path_with_backslashes_is_read_anywhere(sent: Path, resolved: Path) -> None:
    text = (sent / "game.yaml").read_text("utf-8")
    assert "\nsource:" not in text
    (sent / "game.yaml").write_text(text + "\nsource:\n  file: 'sheets\\round-{nn}.xlsx'\n", encoding="utf-8")
    done = gm("-C", sent, "check", "round-2", "--json")
    assert done.code == 0, done
    assert done.json["orders"]["Ann"] == {"action": "tile", "space": 17}


def test_names_in_another_form_of_unicode_are_found(tmp_path: Path) -> None:
    """macOS takes letters and their accents apart in names of files; a GM's editor may do so in game.yaml."""
    players = ("Zoë", "Bob", "Cat", "Dan", "Eve")
    folder = new_game(tmp_path / "game", players=players)
    fill(sheet_of(folder, 1), {unicodedata.normalize("NFD", "Zoë"): ROUND["Ann"]})
    done = gm("-C", folder, "check", "--json")
    assert done.json["orders"] == {"Zoë": {"action": "move", "camels": ["Red", "Blue", "Black"]}}


def test_a_folder_under_another_name_and_place_is_the_same_game(sent: Path, resolved: Path, tmp_path: Path) -> None:
    folder = Path(shutil.move(sent, tmp_path / "USB stick" / "Jeu d'été"))
    assert gm("-C", folder, "resolve", "round-2").code == 0
    assert contents(folder) == contents(resolved)


def test_what_a_cloud_leaves_beside_the_files_does_no_harm(sent: Path, resolved: Path) -> None:
    """Copies of a conflict, and the files of the system itself."""
    (sent / "journal (conflicted copy).jsonl").write_bytes(b"other")
    (sent / "desktop.ini").write_bytes(b"[x]")
    (sent / ".DS_Store").write_bytes(b"\0\0")
    (sent / "posts/round-01/private/desktop.ini").write_bytes(b"[x]")
    assert gm("-C", sent, "resolve", "round-2").code == 0
    assert gm("-C", sent, "verify").code == 0
    assert (sent / "journal.jsonl").read_bytes() == (resolved / "journal.jsonl").read_bytes()


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_clock_that_is_wrong_changes_no_file(
    sent: Path, resolved: Path, year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wrong(dt.datetime):
        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> "Wrong":
            return cls(year, 1, 1, tzinfo=tz)

    monkeypatch.setattr(dt, "datetime", Wrong)
    monkeypatch.setattr("time.time", lambda: Wrong.now(dt.UTC).timestamp())
    monkeypatch.setattr("time.localtime", lambda *_: Wrong.now().timetuple())
    assert gm("-C", sent, "status").code == 0
    assert gm("-C", sent, "resolve", "round-2").code == 0
    monkeypatch.undo()
    assert contents(sent) == contents(resolved)
