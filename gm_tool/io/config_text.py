"""The game.yaml that a new game begins with: complete, and commented for who has never seen YAML."""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from gm_tool.core.game import GameInfo
from gm_tool.core.rulings import Ruling, Setting, word
from gm_tool.io.config import DEFAULT_FILE, Config, DateOrder, DialectChoice, Push, Source, one_file
from gm_tool.io.config import Player as ConfigPlayer
from gm_tool.io.deadlines import Daily, Dates, Deadlines, Every

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.'/-]*(?: [A-Za-z0-9_.'/-]+)*")
_WORDS = frozenset(["null", "none", "nan", "true", "false", "yes", "no", "on", "off", "y", "n"])
_WIDTH = 96

_HEAD = """\
The settings of this game. A line that begins with # is a comment; take the # away to switch
a setting on. Whatever can't be read here, gm says with its line, and changes nothing.
A text stands in quotes where it begins with a digit or has other signs than letters in it."""

_PLAYERS = """\
One entry a player, in seat order; posts spell the names as they stand here.
  aliases: other names that players use for themselves in the sheet
  zone: the time zone of a player who wants to see deadlines in it"""

_DEADLINES = """\
When orders are due, on the clock of that zone. One of:
  deadlines: {daily: "20:00", first: "2026-05-01"}      every day at that time, from that day on
  deadlines: {every: 24h, first: "2026-05-01 20:00"}    always the same hours later
  deadlines: ["2026-05-01 20:00", "2026-05-03 20:00"]   one for each step
  deadlines: "20:00"                                    without a date: nothing is late
grace is how long after a deadline orders still count."""

_DATE_ORDER = "What 03/04/2026 is in the times of your sheet: day-month (the 3rd of April) or month-day."

_SOURCE = """\
Where the orders come from; {n} is the number of the step, {nn} the same with two digits.
Left as it is, gm makes a workbook for each step. For a workbook of your own:
  source: {file: "orders.xlsx", tab: "Round {n}"}
or for a Google Sheet (docs/google.md), by the address that the browser shows:
  source: {google: "https://docs.google.com/spreadsheets/d/...", tab: "Round {n}"}"""

_TURNS_SOURCE = """\
Where the orders come from. Left as it is, gm makes one workbook for the whole game, a row a turn.
For a workbook of your own:
  source: {file: "orders.xlsx", tab: "Turns"}
or for a Google Sheet (docs/google.md), by the address that the browser shows:
  source: {google: "https://docs.google.com/spreadsheets/d/...", tab: "Turns"}"""

_PUSH = """\
The Google Sheets that `gm push` writes to: public posts go into the first, which players see,
private updates and the tally into the second, which is yours alone:
  push: {public: "https://...", private: "https://..."}"""

_COLUMNS = """\
The titles of your own sheet, if gm doesn't know them:
  columns: {Spieler: Player, Aktion: Action}"""


def config_text(game: GameInfo, rulings: Sequence[Ruling], settings: Mapping[str, Setting], config: Config) -> str:
    """game.yaml for a new game: `config` for what is chosen, all `rulings` with their settings and meanings.

    Read again it gives the same settings: players and their options, zone, deadlines, grace,
    date order, dialect, language, source, push, columns. A setting missing from `settings` is the ruling's default.
    """
    parts = [
        _comment(_HEAD),
        f"game: {scalar(game.id)}\ntitle: {scalar(config.title or game.title)}",
        "\n".join([*_player_comment(game), "players:", *_players(config.players)]),
        f"# The time zone of the game's clock.\nzone: {scalar(config.zone)}",
        "\n".join([_comment(_DEADLINES), _deadlines(config.deadlines), _grace(config.grace)]),
        f"{_comment(_DATE_ORDER)}\n{_date_order(config.date_order)}",
        f"# The markup of your forum: `gm posts --help` lists the dialects.\n{_dialect(config.dialect)}",
        f"# The language of your posts: `gm templates list` has them.\nlanguage: {scalar(config.language)}",
        f"{_comment(_SOURCE if game.simultaneous else _TURNS_SOURCE)}\n{_source(config.source, game)}",
        f"{_comment(_PUSH)}{_push(config.push)}",
        f"{_comment(_COLUMNS)}{_columns(config.columns)}",
        "\n".join(_rulings(rulings, settings)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def scalar(text: str) -> str:
    """A text as a YAML scalar, in double quotes unless every reader of YAML takes it for that text."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return '"' + "".join(_quoted(sign) for sign in text) + '"'


def _quoted(sign: str) -> str:
    if sign in '"\\':
        return "\\" + sign
    if sign.isprintable() or sign == "\u200d":  # the joiner of emoji
        return sign
    return f"\\u{ord(sign):04X}" if ord(sign) <= 0xFFFF else f"\\U{ord(sign):08X}"


def _comment(text: str) -> str:
    return "\n".join(f"# {line}".rstrip() for line in text.splitlines())


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False) or [first]


def _player_comment(game: GameInfo) -> Iterator[str]:
    yield _comment(_PLAYERS)
    for option in game.options:
        yield from _wrapped(f"{option.key}: {option.help} (if left out: {option.default})", "#   ", "#     ")


def _players(players: Sequence[ConfigPlayer]) -> Iterator[str]:
    for player in players:
        yield f"  - name: {scalar(player.name)}"
        if player.aliases:
            yield f"    aliases: [{', '.join(map(scalar, player.aliases))}]"
        if player.zone:
            yield f"    zone: {scalar(player.zone)}"
        for key, value in player.options.items():
            yield f"    {scalar(key)}: {value if value.isdigit() and value.isascii() else scalar(value)}"


def _deadlines(deadlines: Deadlines | None) -> str:
    match deadlines:
        case None:
            return '# deadlines: "20:00"'
        case Daily(time, None):
            return f'deadlines: "{time:%H:%M}"'
        case Daily(time, first):
            return f'deadlines: {{daily: "{time:%H:%M}", first: "{first}"}}'
        case Every(span, first):
            return f'deadlines: {{every: {_span(span)}, first: "{_moment(first)}"}}'
        case Dates(moments):
            return "\n".join(["deadlines:", *(f'  - "{_moment(moment)}"' for moment in moments)])


def _moment(moment: dt.datetime) -> str:
    return moment.isoformat(sep=" ", timespec="minutes")


def _span(span: dt.timedelta) -> str:
    minutes = int(span.total_seconds()) // 60
    return f"{minutes // 60}h" if minutes % 60 == 0 else f"{minutes}m"


def _grace(grace: dt.timedelta) -> str:
    return f"grace: {_span(grace)}" if grace else "# grace: 10m"


def _date_order(order: DateOrder) -> str:
    return f"date_order: {order}" if order else "# date_order: day-month"


def _dialect(dialect: DialectChoice) -> str:
    if not dialect.overrides:
        return f"dialect: {scalar(dialect.base)}"
    overrides = [f"  {scalar(key)}: {scalar(value)}" for key, value in dialect.overrides.items()]
    return "\n".join(["dialect:", f"  base: {scalar(dialect.base)}", *overrides])


def _source(source: Source, game: GameInfo) -> str:
    if source == Source():
        file = DEFAULT_FILE if game.simultaneous else one_file(game.step_word)
        return f"# source: {scalar(file)}"
    if not source.tab and not source.google:
        return f"source: {scalar(source.file)}"
    told = {"google": source.google} if source.google else {"file": source.file}
    return f"source: {_mapping(told | {'tab': source.tab})}"


def _push(push: Push) -> str:
    named = {"public": push.public, "private": push.private}
    return f"\npush: {_mapping(named)}" if any(named.values()) else ""


def _mapping(texts: Mapping[str, str]) -> str:
    """A mapping in one line, without what is empty."""
    return "{" + ", ".join(f"{key}: {scalar(text)}" for key, text in texts.items() if text) + "}"


def _columns(columns: Mapping[str, str]) -> str:
    if not columns:
        return ""
    return "\n".join(["\ncolumns:", *(f"  {scalar(key)}: {scalar(value)}" for key, value in columns.items())])


def _rulings(rulings: Sequence[Ruling], settings: Mapping[str, Setting]) -> Iterator[str]:
    """Every ruling: the question, what each value means, and the setting. Numbers come last, a line each."""
    if not rulings:
        return
    yield "# Rulings: what the rules leave open. Settle them before the first post."
    yield "rulings:"
    counted = [ruling for ruling in rulings if ruling.kind in ("number", "numbers")]
    for ruling in rulings:
        if ruling not in counted:
            yield ""
            yield from _wrapped(ruling.question, "  # ", "  # ")
            for value, meaning in ruling.values:
                mark = " (the default)" if value == ruling.default else ""
                yield from _wrapped(f"{word(value)}{mark}: {meaning}", "  #   ", "  #     ")
            yield _setting(ruling, settings)
    if counted:
        yield "\n  # Numbers are rulings, too."
    for ruling in counted:
        yield from _wrapped(ruling.question, "  # ", "  # ")
        yield _setting(ruling, settings)


def _setting(ruling: Ruling, settings: Mapping[str, Setting]) -> str:
    setting = settings.get(ruling.key, ruling.default)
    default = "" if setting == ruling.default or ruling.values else f"  # the default: {word(ruling.default)}"
    return f"  {ruling.key}: {word(setting)}{default}"
