"""States of turn trackers as the engine writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.vassal.turn_states import TurnState, read_turn_state

WRITTEN = "0|2;0;false;-1;3\\;0\\;0\\;true,true,false,true"
"""What the engine wrote for turn 2 of a tracker with four phases, one of them hidden."""


def test_the_engine_s_own_state() -> None:
    state = read_turn_state(WRITTEN, counts=True)
    assert state == TurnState(3, 2, (True, True, False, True))
    assert state.text(4) == WRITTEN


def test_a_state_without_turns_is_read_where_turns_are_counted() -> None:
    old = TurnState(4, shown=(True,) * 6)
    assert read_turn_state(old.text(6), counts=True) == old


@given(st.integers(0, 30), st.none() | st.integers(0, 99), st.lists(st.booleans(), min_size=1))
def test_states_are_read_as_they_were_written(
    phase: int, turn: int | None, shown: list[bool]
) -> None:
    state = TurnState(phase, turn, tuple(shown))
    assert read_turn_state(state.text(len(shown)), counts=turn is not None) == state


@pytest.mark.parametrize("text", ["", "0", "0|", "x|y", "0|;0", "0|99999999;0;0;true", "|||"])
@pytest.mark.parametrize("counts", [True, False])
def test_other_texts_are_no_states(text: str, counts: bool) -> None:
    assert read_turn_state(text, counts=counts) is None


def test_the_turn_changes_with_a_phase_that_is_not_later() -> None:
    state = TurnState(2, 4)
    assert state.to(3) == TurnState(3, 4)
    assert state.to(0) == state.to(2)._replace(phase=0) == TurnState(0, 5)
    assert TurnState(2).to(0) == TurnState(0)
