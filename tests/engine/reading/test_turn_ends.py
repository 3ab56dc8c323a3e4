"""Where game turns end while players forget the tracker or the turn marker."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.turn_ends import TurnEnd, caught_up, told_ends, turn_ends

ORDER = tuple("abcdefghijk")


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("a e k a", [(2, -1)]),
        ("a e k +1 a", [(3, 3)]),
        ("a e k a +1 b", [(2, 4)]),
        ("a e +1 -1 k a", [(4, -1)]),  # the marker is put back at once
        ("a e d k a", [(3, -1)]),  # a step back in the same turn
        ("a e h c", [(2, -1)]),  # few phases are left out
        ("a e k a b c d e f +1 k a", [(2, -1), (9, 9)]),  # forgotten, then moved late
        ("a x h x a i", []),  # a slip of the tracker
        ("a x h x a b h x k a x", [(8, -1)]),
        ("a x k x a k a x", [(5, -1)]),
        ("a x k a x", []),  # a slip the other way
        ("a x j x a b c d e f g h i j k x a", [(3, -1), (15, -1)]),  # nobody did anything
        ("a1 x k1 x a2 k1 x a2 x k2", [(6, -1)]),
        ("a1 x h1 x a2 i1 x k1 a2 x k2", [(7, -1)]),
        ("a1 x h1 x a2 i2 x", [(3, -1)]),
        ("a1 k1 a2 +1 k2 a3", [(1, -1), (4, -1)]),
        ("a1 e1 d2 +1 k2", []),  # the tracker counts a turn too many
        ("a1 k1 i2 +1 k2", [(1, -1)]),
        ("a1 e1 e2", [(1, -1)]),
        ("a1 e1 z1 f1", []),
        ("a1 x i1 x k1 a2 b2 a2 k1 x j1 k1 x a2 x", [(12, -1)]),  # some clicks too many, put back
    ],
)
def test_where_turns_end(text: str, ends: list[tuple[int, int]]) -> None:
    acts = []
    for n, one in enumerate(text.split()):
        if one[0] in "+-":
            number = 5 if one[0] == "+" else 6
            source, target = str(number), str(11 - number)
            acts.append(Act(n, "level", "", kind="turn", source=source, target=target))
        elif one == "x":
            acts.append(Act(n, "move", ""))
        else:
            acts.append(Act(n, "phase", "", source=one[1:], target=one[0]))
    counts = any(act.what == "phase" and act.source for act in acts)
    if counts:
        acts = [
            act._replace(source="1", target="2") if act.what == "level" else act for act in acts
        ]
    assert turn_ends(acts, ORDER, "turn", "a", int(counts)) == ends


@pytest.mark.parametrize(
    ("done", "steps", "ends"),
    [
        ("b g b - g e", "abcdefghijk abcdefghijk a", [(1, 17), (4, 28)]),
        ("b g - b g e", "abcdefghijk abcdefghijk a", [(2, 17), (4, 28)]),
        ("b g b g", "cdefghijk a", [(12, 13)]),  # one turn is late, as usual
        ("b c g h", "abcdefghijk abcdefghijk a", [(14, 15), (25, 26)]),  # nothing begins anew
        ("b/1 h/2 bh/2 b/1 h/2 b/1", "abcdefghijk abcdefghijk a", [(2, 17), (4, 28)]),
        ("b/1 h/2 bh/1 b/1 h/2 b/1", "abcdefghijk abcdefghijk a", [(1, 17), (4, 28)]),
    ],
)
def test_turns_of_which_the_tracker_tells_later(
    done: str, steps: str, ends: list[tuple[int, int]]
) -> None:
    """A letter is an act of that phase, `-` one of any; a number is who did it."""
    played = [one.partition("/")[::2] for one in done.split()]
    acts = [Act(n, "move", side) for n, (_, side) in enumerate(played)]
    acts += [Act(0, "phase", "", target=one) for one in steps.replace(" ", "")]
    fits = [{"": 5.0, **dict.fromkeys(one, 0.0)} if one != "-" else {} for one, _ in played]
    actors = {phase: "12"[phase > "e"] for phase in ORDER}
    assert caught_up(acts, turn_ends(acts, ORDER, "turn", "a"), fits, actors) == ends


@pytest.mark.parametrize(
    ("done", "turns", "ends"),
    [
        ("b g b g +2 b", 2, [(1, 5), (4, 5)]),
        ("b b g g b b g g b b +2 g", 2, [(3, 11), (7, 11)]),  # it is moved in the third turn
        ("b g b bg g +2 b", 2, [(1, 6), (5, 6)]),  # what hardly fits is no third turn
        ("b g h +2 b", 2, [(3, 4), (3, 4)]),  # only one turn was played
        ("b g b g +1 b", 1, [(4, 5)]),
    ],
)
def test_a_marker_that_goes_on_by_several_turns(
    done: str, turns: int, ends: list[tuple[int, int]]
) -> None:
    """Without a tracker; a letter is an act of that phase, `+2` the marker by two."""
    acts, fits = list[Act](), list[dict[str, float]]()
    for n, one in enumerate(done.split()):
        marks = one[0] == "+"
        what, target = ("level", str(1 + turns)) if marks else ("move", "")
        acts.append(Act(n, what, "", kind="turn" if marks else "", source="1", target=target))
        fits.append({} if marks else {"": 5.0, **dict.fromkeys(one, 0.0)})
    actors = dict.fromkeys(ORDER, "")
    assert caught_up(acts, turn_ends(acts, ORDER, "turn", ""), fits, actors) == ends


@pytest.mark.parametrize(
    ("told", "last"), [([(2, 3)], 1), ([(2, 4)], 3), ([(4, 3)], 3), ([(0, 0), (1, 3), (3, 3)], 0)]
)
def test_a_turn_that_begins_before_its_marker_moves(told: list[tuple[int, int]], last: int) -> None:
    """The fifth act moves the marker; `told`: who says when that a turn begins."""
    acts = [Act(n, "move", "") for n in range(4)]
    acts.append(Act(4, "level", "", kind="turn", source="2", target="3"))
    assert told_ends([TurnEnd(3, 4)], acts, told) == [TurnEnd(last, 4)]
