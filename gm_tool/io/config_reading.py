"""From the nodes of game.yaml to its records, all that is wrong with them collected on the way."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from msgspec import structs

from gm_tool.core.names import any_of, fold, in_any_case
from gm_tool.core.problems import BadInput, Problem, has_errors
from gm_tool.io.config import ENGLISH, Config, DateOrder, DialectChoice, Player, Push, Source
from gm_tool.io.deadlines import (
    YEARS,
    Daily,
    Dates,
    Deadlines,
    Every,
    date_of,
    moment_of,
    near_zone,
    span_of,
    time_of,
    zones,
)
from gm_tool.io.roster import name_fault, roster_problems, text_fault
from gm_tool.io.strict_yaml import Keyed, Node, Text, Texts, line_of

T = TypeVar("T")
KEYS = (
    "game", "title", "players", "zone", "deadlines", "grace", "date_order", "dialect", "language", "source",
    "push", "columns", "rulings",
)  # fmt: skip
PLAYER_KEYS = ("name", "aliases", "zone")
_BRACED = re.compile(r"\{[^{}]*\}?|\}")
_PATTERN_WORDS = ("{word}", "{n}", "{nn}")
_MOMENT = f'a date and a time as "2026-05-01 20:00", from {YEARS[0]} to {YEARS[-1]}'
_DATE = f'a date as "2026-05-01", from {YEARS[0]} to {YEARS[-1]}'
_DEADLINES = (
    '"20:00" for every day, {daily: "20:00", first: "2026-05-01"}, a list of "2026-05-01 20:00", '
    'or {every: 24h, first: "2026-05-01 20:00"}'
)


class ConfigReader:
    """Reads one file. A setting that can't be read is a problem, and the rest is read on."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.problems: list[Problem] = []
        self.lines: dict[tuple[str, ...], int] = {}
        self.seats: list[int] = []  # the line of each player

    def read(self, root: Keyed) -> Config:
        """The settings; raises BadInput with all problems where one is an error."""
        self._known(root, KEYS, ())
        for key in ("game", "players"):
            if key not in root.items:
                self._bad(root.line, "config.needed", f"The setting {key!r} is missing.", f"Add a line {key}: ...")
        game = self._of(root, "game", self._word, "")
        title = self._of(root, "title", self._title, "")
        players: tuple[Player, ...] = self._of(root, "players", self._players, ())
        config = Config(
            game=game,
            title=title,
            players=players,
            zone=self._of(root, "zone", self._zone, "UTC"),
            deadlines=self._of(root, "deadlines", self._deadlines, None),
            grace=self._of(root, "grace", self._grace, timedelta()),
            date_order=self._of(root, "date_order", self._date_order, ""),
            dialect=self._of(root, "dialect", self._dialect, DialectChoice()),
            language=self._of(root, "language", self._word, ENGLISH),
            source=self._of(root, "source", self._source, Source()),
            push=self._of(root, "push", self._push, Push()),
            columns=self._of(root, "columns", self._texts_by_key, {}),
            rulings=self._of(root, "rulings", self._rulings, {}),
            label=self.label,
            lines=self.lines,
        )
        self._roster(config)
        problems = sorted(self.problems, key=lambda problem: int(problem.place.cell.removeprefix("line ")))
        if has_errors(problems):
            raise BadInput(problems)
        return structs.replace(config, warnings=tuple(problems))

    def _of(self, root: Keyed, key: str, read: Callable[[Node, tuple[str, ...]], T | None], default: T) -> T:
        """A setting of the file, or its default: when it is left out, or empty, or can't be read."""
        node = root.items.get(key)
        if node is None:
            return default
        if isinstance(node, Text) and not node.text and key not in ("game", "players"):
            return default
        value = read(node, (key,))
        return default if value is None else value

    def _bad(self, line: int, code: str, message: str, hint: str, value: str = "") -> None:
        problem = Problem(code=code, message=message, place=line_of(self.label, line), hint=hint, value=value)
        self.problems.append(problem)

    def _misfit(self, node: Node, path: tuple[str, ...], expected: str, near: str = "") -> None:
        value = node.text if isinstance(node, Text) else "a list" if isinstance(node, Texts) else "a mapping"
        shown = repr(value) if isinstance(node, Text) else value
        hint = f"Did you mean {near}?" if near else f"It takes {expected}."
        self._bad(node.line, "config.value", f"{'/'.join(path)} can't be {shown}.", hint, value)

    def _known(self, node: Keyed, keys: Iterable[str], path: tuple[str, ...]) -> None:
        """Note the lines of the keys, and name those that nobody knows."""
        known = tuple(keys)
        for key, line in node.lines.items():
            self.lines[(*path, key)] = line
            if key not in known:
                near = difflib.get_close_matches(key.lower(), known, 1)
                hint = f"Did you mean {near[0]}?" if near else f"Here may stand {any_of(known)}."
                where = f" of {'/'.join(path)}" if path else ""
                self._bad(line, "config.unknown", f"There is no setting {key!r}{where}.", hint, key)

    def _word(self, node: Node, path: tuple[str, ...]) -> str | None:
        if isinstance(node, Text) and node.text and "\n" not in node.text:
            return node.text
        self._misfit(node, path, "a text of one line")
        return None

    def _title(self, node: Node, path: tuple[str, ...]) -> str | None:
        fault = text_fault(node.text) if isinstance(node, Text) else ""
        if fault:
            self._bad(node.line, "config.value", f"The title {fault}.", "It takes a text of one line.")
            return None
        return self._word(node, path)

    def _texts_by_key(self, node: Node, path: tuple[str, ...]) -> dict[str, str] | None:
        if not isinstance(node, Keyed):
            self._misfit(node, path, "lines of the form  key: text")
            return None
        texts = {}
        for key, item in node.items.items():
            self.lines[(*path, key)] = node.lines[key]
            if isinstance(item, Text):
                texts[key] = item.text
            else:
                self._misfit(item, (*path, key), "a text")
        return texts

    def _rulings(self, node: Node, path: tuple[str, ...]) -> dict[str, str | tuple[str, ...]] | None:
        if not isinstance(node, Keyed):
            self._misfit(node, path, "lines of the form  ruling: value")
            return None
        rulings: dict[str, str | tuple[str, ...]] = {}
        for key, item in node.items.items():
            self.lines[(*path, key)] = node.lines[key]
            match item:
                case Text():
                    rulings[key] = item.text
                case Texts() if all(isinstance(part, Text) for part in item.items):
                    rulings[key] = tuple(part.text for part in item.items if isinstance(part, Text))
                case _:
                    self._misfit(item, (*path, key), "a text, or a list as [13, 10, 7]")
        return rulings

    def _zone(self, node: Node, path: tuple[str, ...]) -> str | None:
        zone = in_any_case(node.text, zones()) if isinstance(node, Text) else ""
        if zone in zones():
            return zone
        near = near_zone(node.text) if isinstance(node, Text) else ""
        self._misfit(node, path, "a time zone as Europe/Berlin or America/New_York", near)
        return None

    def _grace(self, node: Node, path: tuple[str, ...]) -> timedelta | None:
        if isinstance(node, Text) and node.text == "0":
            return timedelta()
        span = span_of(node.text) if isinstance(node, Text) else None
        if span is None:
            self._misfit(node, path, "a span of time as 10m or 2h")
        return span

    def _deadlines(self, node: Node, path: tuple[str, ...]) -> Deadlines | None:
        match node:
            case Text() if (time := time_of(node.text)) is not None:
                return Daily(time)
            case Texts() if node.items:
                return self._dates(node, path)
            case Keyed() if "daily" in node.items:
                return self._daily(node, path)
            case Keyed():
                return self._every(node, path)
            case _:
                self._misfit(node, path, _DEADLINES)
                return None

    def _dates(self, node: Texts, path: tuple[str, ...]) -> Dates | None:
        moments: list[datetime] = []
        for item in node.items:
            moment = moment_of(item.text) if isinstance(item, Text) else None
            if moment is None:
                self._misfit(item, path, _MOMENT)
            elif moments and moment <= moments[-1]:
                self._misfit(item, path, f"a later time here: the deadline before is {moments[-1]:%Y-%m-%d %H:%M}")
            else:
                moments.append(moment)
        return Dates(tuple(moments)) if len(moments) == len(node.items) else None

    def _daily(self, node: Keyed, path: tuple[str, ...]) -> Daily | None:
        self._known(node, ("daily", "first"), path)
        daily, first = node.items["daily"], node.items.get("first")
        time = time_of(daily.text) if isinstance(daily, Text) else None
        day = date_of(first.text) if isinstance(first, Text) else None
        if time is None:
            self._misfit(daily, (*path, "daily"), 'a time of day as "20:00"')
        if first is not None and day is None:
            self._misfit(first, (*path, "first"), _DATE)
        return None if time is None or (first is not None and day is None) else Daily(time, day)

    def _every(self, node: Keyed, path: tuple[str, ...]) -> Every | None:
        span, first = node.items.get("every"), node.items.get("first")
        self._known(node, ("every", "first") if span else ("daily", "every", "first"), path)
        if not isinstance(span, Text) or not isinstance(first, Text):
            self._misfit(node, path, _DEADLINES)
            return None
        every, moment = span_of(span.text), moment_of(first.text)
        if not every:
            self._misfit(span, (*path, "every"), "a span of time as 24h or 2d")
        if moment is None:
            self._misfit(first, (*path, "first"), _MOMENT)
        return Every(every, moment) if every and moment is not None else None

    def _date_order(self, node: Node, path: tuple[str, ...]) -> DateOrder | None:
        match fold(node.text) if isinstance(node, Text) else "":
            case "day-month":
                return "day-month"
            case "month-day":
                return "month-day"
            case _:
                self._misfit(node, path, "day-month or month-day")
                return None

    def _push(self, node: Node, path: tuple[str, ...]) -> Push | None:
        if not isinstance(node, Keyed):
            self._misfit(node, path, "{public: ADDRESS, private: ADDRESS}, each of a Google Sheet")
            return None
        self._known(node, ("public", "private"), path)
        read = {key: self._google(item, (*path, key)) for key, item in node.items.items()}
        return Push(read.get("public") or "", read.get("private") or "")

    def _google(self, node: Node, path: tuple[str, ...]) -> str | None:
        """The address of a Google Sheet as it was typed."""
        text = self._word(node, path)
        if text is None:
            return None
        from gm_tool.io.google_address import address_of  # most games name none

        try:
            address_of(text)
        except BadInput as error:
            for problem in error.problems:
                self._bad(node.line, problem.code, problem.message, problem.hint, text)
            return None
        return text

    def _dialect(self, node: Node, path: tuple[str, ...]) -> DialectChoice | None:
        if isinstance(node, Text):
            return DialectChoice(node.text)
        texts = self._texts_by_key(node, path)
        if texts is None:
            return None
        if not texts.get("base"):
            self._misfit(node, path, "a name as phpbb, or a mapping with base: phpbb and what differs")
            return None
        return DialectChoice(texts.pop("base"), texts)

    def _source(self, node: Node, path: tuple[str, ...]) -> Source | None:
        if isinstance(node, Text):
            if "://" in node.text:
                self._misfit(node, path, f'an address only as {{google: "{node.text}"}}')
                return None
            file = self._pattern(node, path)
            return Source(_anywhere(file)) if file else None
        if not isinstance(node, Keyed):
            self._misfit(node, path, 'a file as "sheets/round-{nn}.xlsx", or {file: ..., tab: ...}')
            return None
        self._known(node, ("file", "tab", "google"), path)
        read = {key: self._pattern(item, (*path, key)) for key, item in node.items.items() if key in ("file", "tab")}
        google = node.items.get("google")
        if google is not None and "file" in node.items:
            self._misfit(google, (*path, "google"), "a Google Sheet or a file, not both: delete one of the two lines")
        address = self._google(google, (*path, "google")) if google is not None else ""
        return Source(_anywhere(read.get("file") or Source().file), read.get("tab") or "", address or "")

    def _pattern(self, node: Node, path: tuple[str, ...]) -> str | None:
        text = self._word(node, path)
        strange = [braced for braced in _BRACED.findall(text or "") if braced not in _PATTERN_WORDS]
        if strange:
            self._misfit(node, path, f"{any_of(_PATTERN_WORDS, 'and')} in braces, for round, 5 and 05")
            return None
        return text

    def _players(self, node: Node, path: tuple[str, ...]) -> tuple[Player, ...] | None:
        if not isinstance(node, Texts) or not node.items:
            self._misfit(node, path, "a list: a line  - Ann  for each player")
            return None
        players = []
        for item in node.items:
            player = self._player(item, path)
            if player is not None:
                players.append(player)
                self.seats.append(item.line)
        return tuple(players)

    def _player(self, node: Node, path: tuple[str, ...]) -> Player | None:
        match node:
            case Text():
                name = self._name(node)
                self.lines.setdefault((*path, node.text), node.line)
                return Player(name=name) if name else None
            case Keyed() if isinstance(named := node.items.get("name"), Text):
                self.lines.setdefault((*path, named.text), node.lines["name"])
                name = self._name(named)
                return self._described(node, name, (*path, name)) if name else None
            case Keyed() if "name" not in node.items and (near := difflib.get_close_matches("name", node.items, 1)):
                self._no_option(near[0], node.lines[near[0]], "name")
                return None
            case _:
                self._misfit(node, path, 'a name, or a mapping with name: ...; a name with : or [ in quotes: "[a]"')
                return None

    def _described(self, node: Keyed, name: str, path: tuple[str, ...]) -> Player:
        options = {}
        for key, item in node.items.items():
            self.lines[(*path, key)] = node.lines[key]
            if key in PLAYER_KEYS:
                continue
            if isinstance(item, Text):
                options[key] = item.text
            elif near := difflib.get_close_matches(key, PLAYER_KEYS, 1):
                self._no_option(key, node.lines[key], near[0])
            else:
                self._misfit(item, (*path, key), "a text or a number")
        return Player(
            name=name,
            aliases=self._of(node, "aliases", lambda item, _: self._aliases(item, path), ()),
            zone=self._of(node, "zone", lambda item, _: self._zone(item, (*path, "zone")), ""),
            options=options,
        )

    def _no_option(self, key: str, line: int, near: str) -> None:
        message = f"There is no setting {key!r} of a player."
        self._bad(line, "config.unknown", message, f"Did you mean {near}?", key)

    def _aliases(self, node: Node, path: tuple[str, ...]) -> tuple[str, ...]:
        items = node.items if isinstance(node, Texts) else (node,)
        names = []
        for item in items:
            if isinstance(item, Text):
                names.append(self._name(item))
            else:
                self._misfit(item, (*path, "aliases"), "names, as [Annie, Anna]")
        return tuple(name for name in names if name)

    def _name(self, node: Text) -> str:
        """A player's name, or "" where the text is none."""
        fault = name_fault(node.text)
        if fault:
            hint = 'Give every player a name of its own; a name that begins with # or & stands in quotes: "#1".'
            self._bad(node.line, "player.name", f"The name {node.text[:70]!r} {fault}.", hint, node.text)
            return ""
        return node.text

    def _roster(self, config: Config) -> None:
        for seat, problem in roster_problems(config.names, [player.aliases for player in config.players]):
            self.problems.append(problem.at(line_of(self.label, self.seats[seat])))


def _anywhere(file: str) -> str:
    """A path as all systems read it: one that was written on Windows has backslashes."""
    return file.replace("\\", "/")
