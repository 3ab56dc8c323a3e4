"""The whole reports on kept games without a rulebook stay what they are."""

from tests.whole_reports.games import report_test

test_the_report_is_the_expected_one = report_test("general")
