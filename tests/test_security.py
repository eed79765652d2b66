"""docs/security.md promises nothing without a test, and names every promise that is kept here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")

KEPT: dict[str, tuple[str, ...]] = {
    "names": (
        "faults/test_hostile.py::test_no_name_of_a_player_leads_out_of_the_folder",
        "faults/test_hostile.py::test_an_archive_is_read_and_never_unpacked",
        "io_writing/test_transaction.py::test_names_that_lead_out_are_refused",
        "io_writing/test_file_names.py::test_every_name_is_safe",
    ),
    "links": (
        "io_writing/test_transaction.py::test_a_link_that_leads_out_is_refused_and_one_inside_is_followed",
        "faults/test_hostile.py::test_a_game_folder_that_is_a_link_keeps_what_it_writes_inside",
    ),
    "archives": (
        "faults/test_hostile.py::test_an_archive_is_read_and_never_unpacked",
        "faults/test_hostile.py::test_a_formula_of_a_player_is_not_worked_out",
        "io_reading/test_file_kinds.py::test_reading_leaves_the_file_as_it_was",
    ),
    "size": (
        "io_reading/test_file_kinds.py::test_small_files_that_unpack_to_much_are_refused_unread",
        "io_reading/test_file_kinds.py::test_a_part_that_inflates_to_more_than_it_declares_ends_there",
        "io_reading/test_file_kinds.py::test_too_many_parts_are_refused",
        "io_reading/test_file_kinds.py::test_entities_are_refused_whatever_they_hold",
        "io_reading/test_file_kinds.py::test_a_tag_of_megabytes_is_not_waited_for",
    ),
    "formulas": (
        "faults/test_hostile.py::test_nothing_that_a_player_writes_becomes_a_formula",
        "faults/test_hostile.py::test_the_guard_against_formulas_bites",
        "google/test_google_writing.py::test_no_value_is_a_formula_or_breaks_the_json",
    ),
    "markup": (
        "render/test_names_are_no_markup.py::test_no_mix_of_signs_makes_markup",
        "render/test_names_are_no_markup.py::test_nobody_is_pinged",
        "page/test_page.py::test_names_that_look_like_markup_are_text",
    ),
    "pages": (
        "page/test_page.py::test_a_page_may_run_its_own_script_and_style_and_load_nothing",
        "cli/test_reveal.py::test_the_page_of_the_draws_may_load_nothing",
        "cli/test_reveal.py::test_what_names_hold_ends_no_script_and_no_text",
    ),
    "secrets": (
        "leaks/test_thousand_games.py::test_nothing_leaks",
        "leaks/test_camel_up_leaks.py::test_nothing_leaks",
        "leaks/test_guard_bites.py::test_a_planted_leak_is_found",
        "leaks/test_handed_out.py::test_the_public_sheet_is_the_same_in_both",
        "leaks/test_handed_out.py::test_the_public_export_is_the_same_in_both",
        "leaks/test_explained.py::test_what_is_public_is_the_same_in_both",
    ),
    "modes": (
        "faults/test_hostile.py::test_secret_files_and_their_folders_are_their_owners_alone",
        "cli/test_file_modes.py::test_a_running_game",
        "io_writing/test_transaction.py::test_secret_files_are_their_owners_alone_from_the_start",
    ),
    "seed": (
        "cli/test_leaks.py::test_the_seed_is_in_no_file_but_its_own",
        "cli/test_reveal.py::test_before_the_end_nothing_is_revealed",
        "cli/test_reveal.py::test_the_export_never_has_the_seed",
        "faults/test_hostile.py::test_no_command_tells_the_seed_without_being_asked",
        "faults/test_hostile.py::test_what_is_exported_holds_neither_seed_nor_orders",
        "io_writing/test_seed_and_journal.py::test_a_seed_that_is_none_is_named_and_never_quoted",
    ),
    "bugs": (
        "faults/test_hostile.py::test_a_bug_report_names_no_order",
        "cli/test_program.py::test_a_bug_is_told_without_what_it_was_about",
    ),
    "shared": (
        "cli/test_surroundings.py::test_a_game_in_a_repository_without_a_list_is_warned_of_by_every_command",
        "cli/test_surroundings.py::test_a_new_game_in_a_repository_brings_its_own_list",
        "cli/test_surroundings.py::test_what_is_left_out_is_what_is_secret",
        "cli/test_surroundings.py::test_a_cloud_is_told_until_the_game_has_begun",
        "io_writing/test_repository.py::test_git_says_the_same_of_random_lists",
    ),
    "templates": (
        "faults/test_hostile.py::test_a_template_reaches_nothing_but_its_words",
        "render/test_posts.py::test_a_template_reaches_nothing_behind_its_words",
        "render/test_posts.py::test_a_template_without_end_is_stopped",
    ),
    "faults": (
        "faults/test_killed.py::test_a_transaction_survives_being_killed_at_every_call",
        "faults/test_killed.py::test_resolve_survives_being_killed",
        "faults/test_two_at_once.py::test_two_programs_resolve_the_same_round",
        "faults/test_moved.py::test_a_clock_that_is_wrong_changes_no_file",
        "cli/test_failing_world.py::test_a_disk_that_is_full_while_writing_leaves_the_old_state",
        "cli/test_failing_world.py::test_a_disk_that_is_full_while_moving_in_leaves_old_or_new",
    ),
    "journal": (
        "cli/test_changed_folders.py::test_a_journal_that_does_not_hold_together_stops_every_command",
        "engine/test_journal.py::test_an_edit_by_hand_is_named_wherever_it_is",
        "engine/test_journal.py::test_a_changed_entry_with_a_new_seal_breaks_the_chain",
    ),
    "chance": (
        "cli/test_reveal.py::test_the_program_checks_every_draw",
        "cli/test_reveal.py::test_every_draw_of_the_game_is_in_it",
        "cli/test_reveal.py::test_another_seed_is_refused",
    ),
}
"""The tests of each promise, by the word under which the page has it."""


def test_every_promise_has_its_tests_and_every_test_its_promise() -> None:
    promised = re.findall(r"^\| (\w+) \|", PAGE, re.MULTILINE)
    assert sorted(word for word in promised if word != "promise") == sorted(KEPT)


@pytest.mark.parametrize("promise", KEPT)
def test_the_tests_are_there(promise: str) -> None:
    for name in KEPT[promise]:
        file, _, test = name.partition("::")
        assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8"), name
