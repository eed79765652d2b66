"""What the reports of the use cases look like in a terminal of 80 columns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gm_tool.cli.calling import command, remember
from gm_tool.cli.output import paragraph, print_problems, print_table, print_written, raw, say, to_paste

if TYPE_CHECKING:
    from gm_tool.app.catalogue import GamesReport, RulesReport
    from gm_tool.app.check import CheckReport
    from gm_tool.app.demo import DemoReport
    from gm_tool.app.new import NewReport
    from gm_tool.app.resolve_report import ResolveReport
    from gm_tool.app.sheet import SheetReport
    from gm_tool.app.status import StatusReport
    from gm_tool.engine.turn import Checked

ROWS_NAMED = 8


def print_new(report: "NewReport") -> None:
    """The next steps after `gm new`."""
    print_problems(report.warnings)
    say(f"{report.title} is ready in {report.folder}:")
    for name in report.written:
        say(f"  {name}")
    say()
    say("Next: settle the rulings in game.yaml, and have the first post made anew:")
    say(f"  {command('posts', report.folder)}")
    say("Then post posts/pregame/public.txt. With the orders in the first sheet:")
    say(f"  {command(report.command, report.folder)}")
    shown = "; the post shows the fingerprint only" if report.chance else ""
    say(f"Keep seed.key and the folder to yourself{shown}.")


def print_check(report: "CheckReport") -> None:
    """The orders as read, who is missing, the rows, the problems."""
    if report.turns is not None:
        from gm_tool.cli.turn_reports import print_turns_checked

        print_turns_checked(report, report.turns)
        return
    checked = report.checked
    where = ", tab ".join(part for part in (report.source.file, report.source.tab) if part)
    paragraph(f"{report.title}, {checked.step.name}: {where}")
    if report.resolved:
        say(f"{checked.step.name} is resolved already; this is how its orders read now.")
    say()
    _orders(checked, report.said)
    if checked.problems:
        say()
        print_problems(checked.problems)
    say()
    if report.kept:
        say(f"Kept as {report.kept}.")
    if report.resolved and report.others:
        names = ", ".join(report.others)
        paragraph(f"Other orders than it was resolved with: {names}. `gm correct {checked.step.name}` tells more.")
    elif report.resolved:
        paragraph("Nobody's order is another one than it was resolved with.")
    elif not report.stands:
        paragraph(f"{checked.step.name} can't be resolved like this. Mend the sheet, then run `gm check` again.")
    elif not checked.orders:
        say("Nobody has sent anything yet.")
    else:
        say("All that was sent can be carried out.")
        say(f"Next: {command(f'resolve {checked.step.name}')}")


def print_resolve(report: "ResolveReport", missing: Sequence[str] = ()) -> None:
    """What `gm resolve` did, and what to do next. `missing` are those of whom it was told that they miss a turn."""
    if report.turns is not None:
        from gm_tool.cli.turn_reports import print_turns_resolved

        print_turns_resolved(report, report.turns, missing)
        return
    step = report.checked.step.name
    if report.outcome == "nothing":
        paragraph(f"Nobody has sent anything for {step} yet: nothing to resolve, nothing was changed.")
        say(f"If it is to go on all the same, name it: {command(f'resolve {step}')}")
        return
    if report.outcome == "over":
        paragraph(f"The game is over since {step}: there is nothing to resolve any more.")
        print_written(report.written, "Made again: ", "All its files are there.")
        _after_the_end(report.chance)
        return
    again = report.outcome == "unchanged"
    _orders(report.checked, report.said, report.set_aside, again)
    _by_rule(report)
    _set_aside(report, again)
    if report.problems:
        say()
        print_problems(report.problems)
    say()
    if report.outcome == "refused":
        say(f"{step} was not resolved, nothing was written.")
        say("Mend the sheet and run the command again.")
        if report.checked.refused:
            say("Or have those orders treated as not sent:")
            say(f"  {command(f'resolve {step} --invalid-as-missing')}")
    elif report.outcome == "unchanged":
        words = "with just these orders" if report.compared else "with these orders; nothing was compared"
        say(f"{step} is resolved already, {words}.")
        print_written(report.written, "Made again: ", "Nothing was changed.")
    elif report.outcome == "resolved":
        paragraph(f"{report.title}: {step} is resolved.")
        print_written(report.written, "Written: ", "")
        print_next(report, step)


def _by_rule(report: "ResolveReport") -> None:
    """What the rules did in the place of orders that weren't there."""
    if report.by_rule:
        say()
    for sentence in report.by_rule:
        paragraph(sentence, "  ", "  ")


def _set_aside(report: "ResolveReport", again: bool) -> None:
    """Whose orders were passed over, and which rows; why, where that doesn't stand among the problems."""
    rows = [
        account.place.cell for account in report.checked.accounts if account.fate == "refused" and not account.player
    ]
    if report.set_aside or (rows and report.done):
        say()
    if report.set_aside:
        paragraph(f"Treated as not sent: {', '.join(report.set_aside)}.")
    if rows and report.done:
        paragraph(f"{_rows(rows)} {'belongs' if len(rows) == 1 else 'belong'} to nobody.".capitalize())
    for player, faults in report.faults.items():
        for fault in faults if again else ():
            paragraph(f"{player}: {fault}", "  ", "  ")


def _rows(rows: Sequence[str]) -> str:
    """Rows by their numbers, the first ones of many: "row 8", "rows 8, 9, 10"."""
    more = f" and {len(rows) - ROWS_NAMED} more" if len(rows) > ROWS_NAMED else ""
    return f"{'row' if len(rows) == 1 else 'rows'} {', '.join(rows[:ROWS_NAMED])}{more}"


def print_next(report: "ResolveReport", step: str) -> None:
    """Where the posts of a step are to be found; after the end, the last ones too."""
    say()
    say(f"All of it on one page:     {command(f'open {step}')}")
    say(f"Paste the public post:     {command(f'show public {step}')}")
    say(f"Send each player's update: {command(f'show NAME {step}')}")
    if report.finished:
        say()
        say("The game is over.")
        _after_the_end(report.chance)


def _after_the_end(chance: bool) -> None:
    say(f"Its final post:            {command('show public final')}")
    say(f"Who did what, to publish:  {command('show orders')}")
    if chance:
        paragraph("`gm reveal` publishes the seed, as the first post promised: with it everybody can check the draws.")


def _orders(checked: "Checked", said: dict[str, str], set_aside: Sequence[str] = (), again: bool = False) -> None:
    """A row a player: what was read, or why there is nothing. `again`: as it was recorded, without its problems."""
    rows = []
    lines = _lines(checked, "refused") | _lines(checked, "used")
    for player in checked.step.players:
        if player in said:
            rows.append((player, said[player], lines.get(player, "")))
        elif player in checked.missing:
            rows.append((player, "(nothing sent)", ""))
        else:
            why = "(counted as not sent)" if player in set_aside else "(doesn't stand, see below)"
            rows.append((player, why, lines.get(player, "")))
    print_table(("Player", "Read as", "Row"), rows)
    say()
    print_counts(checked)
    print_not_used(checked, again)
    if checked.missing:
        _names("Missing:", checked.missing)


def _lines(checked: "Checked", fate: str) -> dict[str, str]:
    """A row of that fate by player, the last one where there are several."""
    return {account.player: account.place.cell for account in checked.accounts if account.fate == fate}


def print_counts(checked: "Checked") -> None:
    """How many rows were read, and how they ended."""
    counts = checked.counts
    paragraph(
        f"Rows read: {counts.read} = {counts.used} used + {counts.superseded} superseded + {counts.late} late"
        f" + {counts.refused} refused + {counts.ignored} ignored"
    )


def print_not_used(checked: "Checked", again: bool) -> None:
    """Why rows don't count, those of one reason together; why an order is refused stands among the problems."""
    from gm_tool.engine.rows import NOTHING_SENT

    groups: dict[tuple[str, str], list[str]] = {}
    for account in checked.accounts:
        if account.fate != "used" and account.reason != NOTHING_SENT:
            reason = "see below" if account.fate == "refused" and not again else account.reason
            named = f"{account.place.cell} ({account.player})" if account.player else account.place.cell
            groups.setdefault((account.fate, reason), []).append(named)
    for (fate, reason), rows in groups.items():
        paragraph(f"{fate}: {_rows(rows)}: {reason}", "  ", "    ")


def _names(title: str, names: Sequence[str], note: str = "") -> None:
    paragraph(", ".join(names) + note or "-", f"{title:9}", " " * 9)


def print_status(report: "StatusReport") -> None:
    """Where the game stands. What was sent is not shown."""
    paragraph(report.title)
    if report.finished:
        paragraph(
            f"The game is over; {report.word}s resolved: {report.resolved}. `gm show public final` prints the end."
        )
        return
    say(f"Next: {report.step}; resolved so far: {report.resolved}")
    _names("Sent:", report.sent)
    if report.wrong:
        _names("Wrong:", report.wrong, f" (`gm check {report.step}` tells what)")
    _names("Missing:", report.missing)
    if report.ahead:
        _names("Ahead:", [f"{player} {count}" for player, count in report.ahead.items()], " (rows for later turns)")
    if report.late:
        _names("Late:", report.late, f" (`gm check {report.step}` tells when; --accept-late NAME lets it count)")
    if report.deadline:
        paragraph(f"Deadline: {report.deadline}, {report.left}" + ("" if report.left.startswith("over") else " left"))
    _of_nobody(report)
    say()
    if not report.reminder:
        paragraph("All turns to the end are there: nobody is to be reminded.")
        say(f"Next: {command('resolve')}")
        return
    say("To paste:")
    to_paste(report.reminder)
    if report.reminders:
        say()
        say("To those who are missing, privately:")
        for text in report.reminders.values():
            to_paste(text)


def _of_nobody(report: "StatusReport") -> None:
    """Errors that are no player's: those of the file in full, of those in its cells only that there are some.

    What was made before game.yaml was changed is told, too, and that others may read the folder.
    """
    warned = ("file.stale", "folder.shared")
    told = [problem for problem in report.problems if problem.severity == "error" or problem.code in warned]
    loose = [problem for problem in told if not problem.player]
    of_files = [problem for problem in loose if not problem.place.cell]
    if of_files:
        say()
        print_problems(of_files)
    if len(of_files) < len(loose):
        paragraph(f"There is more wrong with the sheet: `gm check {report.step}` tells what.")


def print_sheet(report: "SheetReport") -> None:
    """Where the sheet is, and which rows it was lengthened by."""
    if report.added:
        first, last = report.added[0], report.added[-1]
        where = f"{last - first + 1} rows are added, {first} to {last}" if last > first else f"row {first} is added"
        say(f"{report.step}: {where}: {report.file}")
        return
    say(f"{report.step}: {report.file} {'is written.' if report.written else 'is there already, as it should be.'}")


def print_rules(report: "RulesReport") -> None:
    """The rulings of a game, each with its values; the setting in force is marked."""
    from gm_tool.core.rulings import expected, word
    from gm_tool.render.columns import wrapped

    say(f"{report.info.title} ({report.info.id}): rulings")
    say("The setting in force is marked with *." if report.in_folder else "The default is marked with *.")
    for ruling in report.rulings:
        setting = report.settings[ruling.key]
        say()
        say(f"{ruling.key}" + ("" if ruling.values else f": {word(setting)}"))
        for line in wrapped(ruling.question, 76):
            say(f"  {line}")
        for value, meaning in ruling.values:
            lines = wrapped(f"{word(value)}: {meaning}", 72)
            say(f"  {'*' if value == setting else ' '} {lines[0]}")
            for line in lines[1:]:
                say(f"      {line}")
        if not ruling.values:
            paragraph(f"takes {expected(ruling)}", "    ", "    ")


def print_games(report: "GamesReport") -> None:
    """The installed games."""
    rows = []
    for info in report.games:
        least, most = info.players
        rows.append((info.id, info.title, str(least) if least == most else f"{least} to {most}", info.summary))
    print_table(("Game", "Title", "Players", "What it is"), rows)


def print_demo(report: "DemoReport") -> None:
    """The demo: the orders of the resolved round, the public post, and where to look on."""
    remember(report.folder)
    resolved = report.resolved
    if report.taken:
        paragraph(f"{report.taken} was there already and stays as it is; this demo is in {report.folder}.")
        say()
    _orders(resolved.checked, resolved.said)
    say()
    paragraph(f"{resolved.title}: {resolved.checked.step.name} is resolved. The public post, without markup:")
    say("-" * 40)
    raw(report.plain)
    say("-" * 40)
    say(f"The game lies in {report.folder}. Try:")
    for words in ("open", "show public", "show Ann", "explain Ann", "tally", "resolve round-6"):
        say(f"  {command(words)}")
