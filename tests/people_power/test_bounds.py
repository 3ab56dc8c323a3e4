"""The bounds of steps: no legal result lies outside of them, and the search loses nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from modgen_rules.engine.reading.prices import LEVELS, WORST
from modgen_rules.people_power.law.actions import (
    ACTIONS,
    ACTIVITIES,
    OPERATIONS,
    Script,
    lift,
    scripts,
)
from modgen_rules.people_power.law.bounds import (
    BESIDES,
    CHANGES,
    can_become,
    out_of_bounds,
    reaches,
)
from modgen_rules.people_power.law.options import Context, Group, Outcome
from modgen_rules.people_power.law.spaces import (
    KEPT,
    Choice,
    _below,
    likely_ways,
    run_to,
)
from modgen_rules.people_power.law.state import FACTIONS, Limits, Space

SPACES = st.builds(
    Space,
    *(st.integers(0, most) for most in (4, 4, 2, 4, 2, 3, 3, 2, 1, 1, 1)),
    st.integers(0, 3),
)
GROUPS = st.builds(
    lambda kind, number, active, source, target: Group(
        kind, source, target, number, min(active, number)
    ),
    st.sampled_from(("guerrilla", "activist")),
    st.integers(1, 3),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(1, 3),
)
KINDS = ("troops", "police", "gov_base", "activist", "ref_base", "guerrilla", "npa_base")


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    """A space with printed facts, groups that come or go, and what is scarce or in force."""
    return Context(
        1,
        draw(st.sampled_from(("manila", "cebu", "palawan"))),
        draw(st.integers(0, 3)),
        draw(st.booleans()),
        draw(st.sampled_from(("luzon", "mindanao"))),
        frozenset({2, 3}),
        Limits(
            (9,) * 7, 4, *(draw(st.integers(1, most)) for most in (3, 40, 2, 5, 4, 4, 5, 2, 10, 4))
        ),
        draw(st.sampled_from((0, 37, 38, 39))),
        frozenset(draw(st.sets(st.integers(41, 52)))),
        tuple(draw(st.lists(GROUPS, max_size=2))),
        tuple(draw(st.lists(GROUPS, max_size=2))),
        frozenset(draw(st.sets(st.sampled_from(KINDS)))),
        draw(st.booleans()),
        draw(st.tuples(st.integers(-2, 2), st.integers(-2, 2))),
    )


@given(SPACES, contexts())
@settings(max_examples=2 * settings().max_examples)
def test_no_result_of_a_step_is_beyond_its_bounds(space: Space, here: Context) -> None:
    for step in (*CHANGES, *BESIDES):
        reach = reaches((step,), "gov_base" in here.scarce, here.limits)[0]
        for after in step(space, here):
            assert not out_of_bounds(space, after.space, reach), step
            if not after.broken:
                assert can_become(space, after.space, reach), step


def results(space: Space, script: Script, here: Context) -> list[Outcome]:
    """Every result of a script, each once."""
    ways = [Outcome(space)]
    for step in script.steps:
        found = (way.then(after) for way in ways for after in step(way.space, here))
        ways = list(dict.fromkeys(found))
    return ways


@given(SPACES, contexts(), st.sampled_from(sorted(OPERATIONS)), st.data())
@settings(max_examples=2 * settings().max_examples, derandomize=True)  # some take minutes
def test_the_bounded_search_finds_what_the_whole_one_finds(
    space: Space, here: Context, operation: str, data: st.DataObject
) -> None:
    faction = OPERATIONS[operation].faction
    activities = [None, *(one.id for one in ACTIVITIES.values() if one.faction == faction)]
    activity = data.draw(st.sampled_from(activities))
    for script in scripts(operation, activity, here.traffic):
        every = [one for one in results(space, script, here) if not one.broken]
        for goal in {space, *(one.space for one in every[:3])}:
            wanted = [one for one in every if one.space == goal]
            assert run_to([space], script.steps, here, goal) == wanted


@given(SPACES, SPACES, contexts(), st.sampled_from(sorted(OPERATIONS)), st.data())
def test_low_limits_lose_no_way_that_costs_less(
    before: Space, after: Space, here: Context, operation: str, data: st.DataObject
) -> None:
    faction = OPERATIONS[operation].faction
    activities = [None, *(one.id for one in ACTIVITIES.values() if one.faction == faction)]
    lifts = data.draw(st.sampled_from(((), ("troops", "police"), OPERATIONS[operation].places)))
    choice = Choice(operation, data.draw(st.sampled_from(activities)), lifts)
    ways = likely_ways(before, after, choice, here, 2 * WORST)
    for limit in LEVELS:
        _below.cache_clear()
        likely_ways.cache_clear()
        cold = likely_ways(before, after, choice, here, limit)
        within = [one for one in ways if one.cost <= limit]
        assert [one.cost for one in cold] == [one.cost for one in within]
        # Of ways that cost the same, any may come first.
        assert sorted(cold, key=repr) == sorted(within, key=repr)
        assert len(cold) < KEPT or len(cold) == len(ways)


def test_each_result_of_the_last_cube_converted_is_found_once() -> None:
    space = Space(0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0)
    here = Context(
        1,
        "cebu",
        0,
        True,
        "mindanao",
        frozenset(),
        Limits((9,) * 7, 4, 2, 40, 2, 4, 3, 3, 5, 2, 10, 4),
        0,
        frozenset(),
        (),
        (),
        frozenset({"activist"}),
        False,
        (0, 0),
    )
    goal = space._replace(police=0)
    for script in scripts("assemble", "convert", here.traffic):
        every = [one for one in results(space, script, here) if not one.broken]
        wanted = [one for one in every if one.space == goal]
        assert len(wanted) == len(set(wanted))
        assert run_to([space], script.steps, here, goal) == wanted


def test_pieces_are_lifted_to_be_placed_elsewhere() -> None:
    space = Space(troops=3, activist=2, active=1)
    goal = space._replace(troops=1, active=0, underground=1)
    assert [one.troops for one in lift("troops", space, goal)] == [2, 1]
    assert not [*lift("activist", space, goal)]
    assert [*lift("guerrilla", space, goal)] == [space._replace(active=0)]


def test_every_step_of_an_action_has_bounds() -> None:
    steps = {step for one in ACTIONS.values() for step in (*one.steps, one.leave)}
    assert steps - {None} <= set(CHANGES)
    assert {one.faction for one in OPERATIONS.values()} == set(FACTIONS)
