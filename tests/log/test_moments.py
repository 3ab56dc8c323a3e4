"""Steps with words are found in the text of all steps at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.log import moments as module
from modgen.log.dice import WORDS, moment_rolls
from modgen.log.moments import Moment, Moments

LINES = st.lists(
    st.text("=roltianzRÍñ \N{DIE FACE-6}", max_size=9) | st.just("* Ana rolls Attack: 3, 4"),
    max_size=30,
)


@given(LINES, st.integers(0, 5))
def test_every_step_with_a_word_is_found(lines: list[str], other: int) -> None:
    steps = Moments()
    for number, line in enumerate(lines):
        if number == other:
            steps.append(Moment(number + 1, (), (line, "two lines"), "", None, "a.vlog", 0))
        else:
            steps.append_chat(line, "a.vlog", number)
    found = [moment.number for moment in steps.with_words(*WORDS)]
    assert found == [
        moment.number
        for moment in steps
        if moment.number == other + 1
        or any(word in line.lower().encode() for word in WORDS for line in moment.chat)
    ]
    assert [*map(list, map(moment_rolls, steps.with_words(*WORDS)))] == [
        list(moment_rolls(steps[number - 1])) for number in found
    ]
    rolls = [roll for moment in steps for roll in moment_rolls(moment)]
    assert rolls == [roll for one in steps.with_words(*WORDS) for roll in moment_rolls(one)]


def test_words_at_the_borders_of_chunks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CHUNK", 3)
    steps = Moments()
    lines = ["a rol", "l", "b ROLL", "", "c=", "roll roll", "d"]
    for line in lines:
        steps.append_chat(line, "a.vlog", 0)
    assert [
        one.chat[0] for one in steps.with_words(*WORDS) if one.chat[0] not in ("a rol", "l")
    ] == ["b ROLL", "c=", "roll roll"]
