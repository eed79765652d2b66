"""What the reports of the commands for Google Sheets look like in a terminal."""

import sys
from typing import TYPE_CHECKING

import typer

from gm_tool.cli.calling import command
from gm_tool.cli.output import paragraph, say

if TYPE_CHECKING:
    from gm_tool.app.google import DoctorReport, LoginReport, PullReport, PushReport

COLOURS = {"ok": "green", "missing": "yellow", "failed": "red"}
WIDTH = 9


def print_pull(report: "PullReport") -> None:
    """What was read, and where it is kept."""
    where = ", tab ".join(part for part in (report.source.file, report.source.tab) if part)
    paragraph(f"{report.title}, {report.step}: {where}")
    say(f"Rows read: {report.counts.read}")
    say(f"Kept as {report.kept}." if report.new else f"Nothing has changed since {report.kept}.")
    say(f"Next: {command(f'check {report.step}')}")


def print_push(report: "PushReport") -> None:
    """What was written, and where to look at it."""
    for target in report.targets:
        pushed = target.pushed
        paragraph(f"{report.step}, {target.kind}: {pushed.title}")
        for title in pushed.made:
            say(f"  new: {title}")
        for title in pushed.renewed:
            say(f"  written anew: {title}")
        say(f"  {pushed.url}")


def print_doctor(report: "DoctorReport") -> None:
    """What was found, each with what to do about it."""
    for finding in report.findings:
        mark = typer.style(f"{finding.state:{WIDTH}}", fg=COLOURS[finding.state], bold=True)
        paragraph(finding.message, mark, " " * WIDTH)
        if finding.hint:
            paragraph(finding.hint, " " * WIDTH, " " * WIDTH)


def ask_for_address(address: str) -> str:
    """Have the user open an address in any browser, and read the one that Google sent that browser to."""
    say("Open this address in a browser, on any machine:")
    say()
    say(address)
    say()
    paragraph(
        "Choose your account there, and allow what is asked. Then the browser says that it can't reach localhost: "
        "that is as it should be. Copy the whole address from its address bar, paste it here, and press Enter:"
    )
    return sys.stdin.readline()


def print_login(report: "LoginReport") -> None:
    """Where the sign-in is kept, and what that means."""
    say(f"You are signed in. The sign-in is kept in {report.saved}")
    paragraph(
        "Only you can read that file. Who has it can read and change your spreadsheets: keep it out of game folders, "
        "and send it to nobody. To sign out, delete it, and take gm's access away at "
        "https://myaccount.google.com/connections"
    )
    if report.instead:
        say(f"gm still uses {report.instead}")
        paragraph("That file goes before the sign-in. To use the sign-in, move it away.")
    say(f"Next: {command('google doctor')}")
