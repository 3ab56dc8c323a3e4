"""The phases of acts while players forget the tracker, and what tells that they forget it."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.phases import assign
from modgen_rules.engine.reading.prices import PHASE_RARE
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.reading.tracker import Tracker

ORDER = tuple("abcdef")


def tracker(text: str, began: str = "a", complete: bool = True) -> Tracker:
    """A turn in which capitals are steps of the tracker and small letters acts of these phases."""
    acts = [
        Act(n, "phase", "", target=one.lower()) if one.isupper() else Act(n, "move", "", kind=one)
        for n, one in enumerate(text)
    ]
    return Tracker(acts, 0, len(acts) - 1, ORDER, began, complete=complete)


def test_the_tracker_leaves_phases_open_until_its_next_step() -> None:
    found = tracker("aBbDdC", complete=False)
    assert [list(one.open) for one in found.stretches] == [[0], [1, 2], [3], [2]]
    assert [one.away([4]) for one in found.stretches] == [4, 2, 3, 2]
    assert found.stretches[2].away([0, 3]) == 0
    assert [found.at(n).shown for n in range(6)] == list("abbddc")
    assert (found.passed(found.at(4)), found.passed(found.at(0))) == ([], [])


def test_the_tracker_still_shows_a_phase_of_the_turn_before() -> None:
    found = tracker("xFxAx", "e")
    found.new = True
    assert [one.low for one in found.stretches] == [0, 0, 0]
    assert found.shown(0) == "e"


def test_a_tracker_without_phases_shows_nothing() -> None:
    found = Tracker(tracker("xAx").acts, 0, 2, ())
    assert [list(one.open) for one in found.stretches] == [[0]]
    assert (found.shown(2), found.ends(0, 2), found.passed(found.at(2))) == ("", False, [])


def test_a_run_of_the_tracker_ends_with_the_turn() -> None:
    found = tracker("aBCDEb")
    found.last = 3
    assert (found.run(1), found.run(2), found.run(0)) == (["b", "c", "d"], ["c", "d"], [])


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        ("BbbCc", "bbc"),
        ("Bbc", "bc"),
        ("BbeCc", "bec"),
        ("AdBCDEe", "ae"),  # one act: a rare one is likelier than a late tracker
        ("AdddBCDEe", "ddde"),  # the tracker was late
        ("ce", "ce"),  # nobody uses it
    ],
)
def test_an_act_has_the_phase_of_the_tracker_or_its_own(text: str, phases: str) -> None:
    found = tracker(text)
    rare = {"a": PHASE_RARE, "d": 0.0}
    fits = {
        n: rare if act.kind == "d" else {act.kind: 0.0}
        for n, act in enumerate(found.acts)
        if act.what == "move"
    }
    lapses = Lapses()
    assert "".join(assign(found, fits, lapses).values()) == phases
    assert lapses.chances["PHASE_FAR"] == (len(fits) if found.used else 0)


@pytest.mark.parametrize(
    ("stretches", "others", "near", "far"),
    [
        (5, 0, False, False),
        (9, 0, False, False),
        (20, 0, True, True),
        (20, 1, False, True),
        (20, 8, False, False),
    ],
)
def test_a_tracker_tells_what_is_out_of_its_phase(
    stretches: int, others: int, near: bool, far: bool
) -> None:
    found = tracker("aBaCaDaEaFa" * 4).stretches[:stretches]
    timing = Timing(stretches, [(one, -2 if one in found[:others] else 0) for one in found])
    assert (timing.punctual(found[-1], -1), timing.punctual(found[-1], -2)) == (near, far)
    assert timing.punctual(found[-1], 1) is (stretches > 12)
    assert (timing.proven, timing.steady) == (stretches > 6, far)
