"""Payments on a track whose ends swallow points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen_rules.engine.reading.track_payments import MarkerMove, mispaid
from modgen_rules.engine.reading.verdicts import verdict

END = 8


class Points(NamedTuple):
    """Points in the order in which they are recorded; what passes an end is lost."""

    act: int
    points: tuple[int, ...]

    def lead(self, value: int) -> set[int]:
        for one in self.points:
            value = max(-END, min(END, value + one))
        return {value}


def moved(start: int, steps: Sequence[tuple[int, int]]) -> list[MarkerMove]:
    """Moves of the marker: each act, and where the marker goes."""
    found, now = [], start
    for act, target in steps:
        found.append(MarkerMove(act, now, target))
        now = target
    return found


DUES = [Points(20, (1,)), Points(50, (2, -4)), Points(60, (-2,))]


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        ([(18, -6), (48, -4), (49, -8)], None),
        ([(18, -6), (61, -8)], None),  # one move pays the last two
        ([(30, -6), (49, -8)], None),  # late
        ([(18, -7), (19, -6), (49, -8)], None),  # put right at once
        ([(18, -6), (19, -8), (48, -6), (49, -8)], 0),
        ([(48, -5), (49, -8)], 0),  # nothing was recorded
        ([(18, -6), (48, -4), (49, -6), (61, -8)], 1),
        ([(18, -6), (48, -4), (49, -8), (61, -7)], 2),
    ],
)
def test_which_payment_is_wrong(steps: list[tuple[int, int]], wrong: int | None) -> None:
    found = mispaid(-7, moved(-7, steps), DUES, 25)
    assert (found.due if found else None) == wrong


def test_a_wrong_payment_is_not_certain_where_a_split_one_is_right() -> None:
    found = mispaid(-7, moved(-7, [(18, -6), (48, -4), (49, -6), (61, -8)]), DUES, 25)
    assert found is not None
    assert verdict(found.gap) == "suspect"
    assert (found.source, found.target) == (-6, -6)


def test_two_wrong_payments_are_left_to_other_judges() -> None:
    assert mispaid(0, moved(0, [(18, 3), (48, 7)]), DUES, 25) is None


@given(
    st.integers(-END, END),
    st.lists(st.lists(st.integers(-5, 5).filter(bool), min_size=1, max_size=3), max_size=4),
)
def test_payments_in_order_are_never_wrong(start: int, points: list[list[int]]) -> None:
    dues = [Points(10 * n, tuple(one)) for n, one in enumerate(points, 1)]
    steps, now = [], start
    for due in dues:
        for n, one in enumerate(due.points):
            [now] = Points(0, (one,)).lead(now)
            steps.append((due.act - 5 + n, now))
    moves = [one for one in moved(start, steps) if one.source != one.target]
    assert mispaid(start, moves, dues, 25) is None
