"""Numbers, dates and times as a spreadsheet program shows them."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.files.number_formats import Moment, shown_moment, shown_number

MARCH = datetime(2026, 3, 2, 18, 5, 9)


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (MARCH, "d-mmm", "2-Mar"),
        (MARCH, "mmm-yy", "Mar-26"),
        (MARCH, "mm-dd-yy", "3/2/2026"),
        (MARCH, "dd/mm/yyyy", "02/03/2026"),
        (MARCH, r"[$-409]dddd\, mmmm\ d;@", "Monday, March 2"),
        (MARCH, "yyyy-mm-dd h:mm", "2026-03-02 18:05"),
        (MARCH, 'd "of" mmmmm', "2 of M"),
        (time(15, 5), "h:mm AM/PM", "3:05 PM"),
        (time(0, 5, 9), "h:mm:ss", "0:05:09"),
        (time(0, 5, 9), "mm:ss", "05:09"),
        (timedelta(hours=30, minutes=2), "[h]:mm:ss", "30:02:00"),
        (timedelta(hours=2, minutes=2), "[mm]:ss", "122:00"),
    ],
)
def test_dates_and_times(value: Moment, number_format: str, shown: str) -> None:
    assert shown_moment(value, number_format) == shown


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (0.5, "0%", "50%"),
        (0.125, "0.0%", "12.5%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (1.5, "0.00", "1.50"),
        (2.5, "0", "3"),
        (7, "00", "07"),
        (3, '"$"#,##0', "$3"),
        (3, "[$€-407] #,##0.00", "€ 3.00"),
        (-3, "0;[Red](0)", "(3)"),
        (-3, "0.0", "-3.0"),
        (2, "+0;-0;0", "+2"),
        (0, '0;-0;"none"', "none"),
        (0, "0;-0;", ""),
        (0.5, "# ?/?", "1/2"),
        (1.5, "# ?/?", "1 1/2"),
        (1.5, "?/8", "3/2"),
        (1_234_567, '0.0,,"M"', "1.2M"),
        (0.1 + 0.2, "General", "0.3"),
        (12, "@", "12"),
        (5, "_-* #,##0_-", "5"),
        (float("inf"), "0.00", "inf"),
        (float("inf"), "0/8", "inf"),
        (1e308, "0/8", f"{int(1e308)}/1"),
    ],
)
def test_numbers(value: float, number_format: str, shown: str) -> None:
    assert shown_number(value, number_format) == shown


@given(st.floats(), st.text('0#?.,%;"\\[]Eemdyhs/@*_ -+', max_size=12))
def test_every_format_shows_something(value: float, number_format: str) -> None:
    assert isinstance(shown_number(value, number_format), str)
    assert shown_moment(MARCH, number_format)


@given(st.integers(-(10**9), 10**9))
def test_a_number_without_decimals_is_itself(value: int) -> None:
    assert int(shown_number(value, "#,##0").replace(",", "")) == value
