"""What the commands about posts print."""

from typing import TYPE_CHECKING

from gm_tool.cli.calling import command
from gm_tool.cli.output import notice, paragraph, print_problems, print_written, raw, say

if TYPE_CHECKING:
    from gm_tool.app.copy import CopyReport
    from gm_tool.app.export import ExportReport
    from gm_tool.app.open_page import OpenReport
    from gm_tool.app.posts import PostsReport
    from gm_tool.app.show import Shown


def print_posts(report: "PostsReport") -> None:
    """Which post files were written."""
    print_problems(report.problems)
    count = len(report.files)
    none = "The file is there and right." if count == 1 else f"All {count} files are there and right."
    print_written(report.written, "Written: ", none)


def print_shown(report: "Shown") -> None:
    """The post's text, raw; beside it, what to do where it is too long for the forum."""
    raw(report.text)
    if report.part is None and report.parts > 1:
        too_long = f"{report.size:,} characters; {report.dialect} takes {report.limit:,} in one post."
        notice(f"{too_long} In {report.parts} parts:")
        notice(f"  {command(report.command)} --part 1")


def print_copy(report: "CopyReport") -> None:
    """What is on the clipboard now, and what is still to be copied."""
    part = f", part {report.part} of {report.parts}" if report.parts > 1 else ""
    paragraph(f"Copied: {report.what}{part} ({report.size} characters). Paste it into your forum.")
    if report.part < report.parts:
        say(f"It is longer than a post may be. Then the same with: --part {report.part + 1}")


def print_open(report: "OpenReport", only_print: bool) -> None:
    """Where the page is; a path alone, where only that was asked for."""
    if only_print:
        raw(f"{report.file}\n")
        return
    if not report.opened:
        say("No browser was found here. Open this file in yours:")
    say(str(report.file))


def print_export(report: "ExportReport") -> None:
    """Where the export is and what is in it."""
    say(f"{report.target}: {len(report.files)} public files, and nothing else")
    for name in report.files:
        say(f"  {name}")
