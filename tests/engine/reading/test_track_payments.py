"""Payments on a track whose ends swallow points."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen_rules.engine.reading.track_payments import MarkerMove, Payments
from modgen_rules.engine.reading.verdicts import SURE

END = 8
Due = tuple[int, int]
"""An act, and the points that are due after it."""


def lead(dues: Sequence[Due], span: range, value: int) -> set[int]:
    """Points are recorded in order; what passes an end is lost."""
    for n in span:
        value = max(-END, min(END, value + dues[n][1]))
    return {value}


def payments(start: int, steps: Sequence[tuple[int, int]], dues: Sequence[Due]) -> Payments:
    """Moves of the marker: each act, and where the marker goes."""
    moves, now = [], start
    for act, target in steps:
        moves.append(MarkerMove(act, now, target))
        now = target
    acts = [act for act, _ in dues]
    return Payments(start, moves, acts, lambda span, value: lead(dues, span, value))


DUES = [(20, 1), (50, 2), (50, -4), (60, -2)]


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        ([(18, -6), (48, -4), (49, -8)], []),
        ([(18, -6), (61, -8)], []),  # one move pays the last three
        ([(30, -6), (49, -8)], []),  # late
        ([(18, -7), (19, -6), (49, -8)], []),  # put right at once
        ([(48, -5), (49, -8)], [range(1)]),  # nothing was recorded
        ([(18, -6), (48, -4), (49, -8), (61, -7)], [range(3, 4)]),
        ([(18, 3), (48, 7), (49, -8)], [range(1), range(1, 3)]),
    ],
)
def test_which_payments_are_wrong(steps: list[tuple[int, int]], wrong: list[range]) -> None:
    found, _ = payments(-7, steps, DUES).matched()
    assert [one.dues for one in found[0].wrong] == wrong


def test_a_move_that_pays_nothing() -> None:
    [found], _ = payments(0, [(18, 1), (80, 4)], DUES[:1]).matched()
    assert [(one.dues, one.act) for one in found.wrong] == [(range(1, 1), 80)]


def test_a_wrong_payment_is_not_certain_where_a_split_one_is_right() -> None:
    [found], gap = payments(-7, [(18, -6), (48, -4), (49, -6), (61, -8)], DUES).matched()
    assert not found.wrong or gap < SURE


@pytest.mark.parametrize(("begun", "ended", "wrong"), [(True, True, 2), (False, True, 1)])
def test_what_was_due_before_a_log_or_is_paid_after_it(
    begun: bool, ended: bool, wrong: int
) -> None:
    account = payments(0, [(5, -2), (18, -1)], DUES[:2])
    account.begun, account.ended = begun, ended
    assert len(account.matched()[0][0].wrong) == wrong
    account.ended = False
    assert len(account.matched()[0][0].wrong) == wrong - 1


@given(
    st.integers(-END, END),
    st.lists(st.lists(st.integers(-5, 5).filter(bool), min_size=1, max_size=3), max_size=4),
)
def test_payments_in_order_are_never_wrong(start: int, points: list[list[int]]) -> None:
    dues = [(10 * n, one) for n, group in enumerate(points, 1) for one in group]
    steps, now = [], start
    for n, (act, _) in enumerate(dues):
        [after] = lead(dues, range(n, n + 1), now)
        if after != now:
            steps.append((act, after))
        now = after
    found, _ = payments(start, steps, dues).matched()
    assert not found[0].wrong
