"""Every way to spoil a record breaks the clause that it should; all that can break are broken."""

from __future__ import annotations

from random import Random

import pytest

from tests.junta_reference.coverage import CLAUSES, SEEN, SET_UP
from tests.junta_reference.judge import judge
from tests.junta_reference.mutate import OPERATORS
from tests.junta_reference.play import play


@pytest.mark.long
def test_every_mistake_is_seen() -> None:
    """The first mutant of each operator breaks first what it should."""
    flagged: set[str] = set()
    waiting = dict(OPERATORS)
    for seed in range(120):
        start, events = play(seed, 4 + seed % 4)
        for name, spoil in list(waiting.items()):
            mutant = spoil(start, events, Random(seed))
            if mutant is not None:
                found = judge(start, mutant[0])
                assert [clause for _, clause in found][:1] == [mutant[1]], (name, seed)
                flagged |= {clause for _, clause in found}
                del waiting[name]
    assert not waiting
    assert flagged | SET_UP == set(SEEN)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_many_mistakes_are_seen(seed: int) -> None:
    start, events = play(seed, 4 + seed % 4)
    assert judge(start, events) == []
    for name, spoil in OPERATORS.items():
        mutant = spoil(start, events, Random(seed))
        if mutant is not None:
            assert judge(start, mutant[0])[0][1] == mutant[1], name


def test_the_table_of_clauses() -> None:
    assert len(CLAUSES) == 78
    assert len(SEEN) == 67
