"""The best explanations of a turn by one plan, and what the record says against them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import TOLERANCE, Explanation, Local, Sums, SumsCost, join
from modgen_rules.engine.reading.prices import BREACH, NO_TRACE, RESIDUE
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.actions import besides
from modgen_rules.people_power.law.options import NOTHING, Context, Effect, Group
from modgen_rules.people_power.law.reformers import appeal_pays
from modgen_rules.people_power.law.spaces import Choice, legal_ways, likely_ways
from modgen_rules.people_power.law.state import AID, GOV, PATRONAGE, Space
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.plans import LIFTED, Plan
from modgen_rules.people_power.reading.totals_check import wrong_tracks
from modgen_rules.people_power.reading.turn import (
    EVENTS,
    LIMOP,
    OP_ONLY,
    OP_SA,
    Declared,
    Reading,
    Turn,
)

UNTOUCHED = Local(NOTHING)
"""The way of a space in which nothing was done."""


def read_plan(
    setting: Setting, plan: Plan, strict: bool, bound: float = float("inf")
) -> Iterator[Reading]:
    """The best explanations of a turn by one plan."""
    turn = setting.turn
    strange = said_otherwise(turn.declared, plan)
    most = bound - BREACH * len(plan.extra)
    if strange > most + TOLERANCE:
        return
    if plan.option == PASS:
        yield from _read_pass(setting, strict, strange)
        return
    if plan.lifted and (plan.operation in LIFTED or not turn.moved):
        strange += prices.MOVES_INSTEAD
    elif plan.lifted or plan.second:
        strange += prices.FAR_FETCHED + (prices.UNUSED if plan.lifted else 0.0)
    choice = Choice(
        plan.operation,
        plan.activity,
        setting.lifts(plan.operation, plan.activity, lifted=plan.lifted),
        steps=(besides(plan.second),) if plan.second else (),
    )
    for movement in setting.movements(plan.operation, plan.activity, strict):
        turn.effort.note(bound)
        least = strange + movement.cost
        options = _locals(setting, choice, movement.groups, strict, most - least)
        if options is None:
            continue
        due = setting.bill(plan)
        for found in _joined(turn, plan.activity, options, due.verdict, most - least, strict):
            doubts = (*due.doubts(Effect(*found.sums)), *picked_doubts(found))
            hidden = _without_trace(turn, plan, found)
            yield Reading(
                plan.option,
                plan.operation,
                plan.activity,
                found,
                plan.extra,
                strange + hidden + movement.cost,
                doubts,
            )


def _joined(
    turn: Turn,
    activity: str | None,
    options: list[list[Local]],
    verdict: Callable[[Sums], SumsCost],
    bound: float,
    strict: bool,
) -> Iterator[Explanation]:
    """The best explanations with and without Special Activities that left no trace.

    A record that shows nothing of one of them seldom shows the others: the first costs most.
    """
    found = join(options, verdict, bound, strict)
    if activity is None or not found:
        yield from found
        return
    hidden = {
        id(way)
        for n, ways in enumerate(options)
        for way in ways
        if _untraced(turn, n, activity, way)
    }
    for one in found:
        some = any(id(pick) in hidden for pick in one.picks)
        yield one._replace(cost=one.cost + (prices.UNSEEN_EXTRA - prices.UNSEEN_ALSO) * some)
    if all(any(id(pick) in hidden for pick in one.picks) for one in found):
        shown = [[way for way in ways if id(way) not in hidden] for ways in options]
        yield from join(shown, verdict, bound, strict)


def picked_doubts(found: Explanation) -> tuple[str, ...]:
    """The clauses on whose open reading an explanation depends in its spaces."""
    return tuple(dict.fromkeys(clause for pick in found.picks for clause in pick.doubts))


def said_otherwise(said: Declared | None, plan: Plan) -> float:
    """What an announcement says against a plan.

    Only what the announced option allows is heard: a pad keeps an old Special Activity when its
    owner goes on to an Operation only.
    """
    unused = prices.UNUSED if plan.option == OP_SA and plan.activity is None else 0.0
    if said is None:
        return unused
    option = OP_ONLY if unused and said.option == OP_ONLY else plan.option
    cost = unused + other_option(said.option, option)
    if said.option in (None, OP_SA, OP_ONLY, LIMOP) and said.operation and plan.operation:
        cost += prices.OTHER_ACTION if said.operation != plan.operation else 0.0
    if said.option == OP_SA and said.operation == plan.operation:
        dropped = said.activity_spaces is not None and plan.activity is None
        other = prices.SAID_ELSE if dropped else prices.OTHER_EXTRA
        cost += other if said.activity != plan.activity else 0.0
    return cost


def other_option(said: str | None, option: str) -> float:
    """What an announced option says against another one."""
    if said in (None, option):
        return 0.0
    return prices.OTHER_OPTION + prices.OTHER_KIND * ((option in EVENTS) != (said in EVENTS))


def _without_trace(turn: Turn, plan: Plan, found: Explanation) -> float:
    """What it costs that an Operation changed nothing in any of its spaces."""
    if plan.operation is None or turn.operation_spaces(plan.operation) is not None:
        return 0.0
    if plan.operation == "attack" and turn.rolls:
        return 0.0
    pairs = zip(turn.before.spaces, turn.after.spaces, strict=True)
    seen = any(
        plan.operation in pick.story and a != (pick.reached or b)
        for (a, b), pick in zip(pairs, found.picks, strict=True)
    )
    said = turn.declared
    other = said is not None and said.operation not in (None, plan.operation)
    return 0.0 if seen else NO_TRACE + prices.NOR_WORD * other


def _read_pass(setting: Setting, strict: bool, strange: float) -> Iterator[Reading]:
    turn = setting.turn
    verdict = setting.bill(Plan(PASS)).verdict
    options = _locals(setting, Choice(), (), strict, float("inf"))
    for found in join(options or [], verdict, strict=strict):
        strays = [pick.cost for pick in found.picks if pick.broken]
        in_spaces = {clause for pick in found.picks for clause in pick.broken}
        reading = Reading(PASS, None, None, found)
        own = {turn.actor, AID, PATRONAGE} if turn.actor == GOV else {turn.actor}
        tracks = 0
        if strays and set(found.broken) - in_spaces:
            tracks = len(own & wrong_tracks(turn, reading).keys())
        less = 0.0
        if len(strays) + tracks > 1:  # all that the Faction did is one breach
            number = max(len(strays), round(sum(strays) / (RESIDUE + prices.STRAY)))
            less = max(0.0, sum(strays) - prices.PASS_FIRST - prices.PASS_NEXT * (number - 1))
            less += (prices.WRONG_COUNTER - prices.PASS_COUNTER) * tracks
        yield reading._replace(
            explanation=found._replace(cost=found.cost - less),
            strange=strange + prices.NOT_PASSED * bool(strays),
        )


def _locals(
    setting: Setting, choice: Choice, groups: tuple[Group, ...], strict: bool, bound: float
) -> list[list[Local]] | None:
    """The ways of every space; None when one has none, or when they cost more than the bound.

    Changed spaces come first: they tell soonest.
    """
    turn = setting.turn
    found: dict[int, list[Local]] = {}
    ahead = setting.least_costs(choice, groups, strict)
    least = sum(ahead.values())
    if least == float("inf") or least > bound + TOLERANCE:
        return None
    contexts = setting.contexts(groups, choice.operation == "sweep")
    spoken = frozenset().union(
        turn.operation_spaces(choice.operation) or () if choice.operation else (),
        turn.activity_spaces(choice.activity) or () if choice.activity else (),
    )
    unshown = prices.UNSEEN_ALSO if choice.activity else prices.UNSEEN
    if choice.operation == "attack" and turn.rolls:
        unshown = 0.0
    order = (*setting.changed, *(n for n in range(len(contexts)) if n not in setting.changed))
    for n in order:
        before, after, here = turn.before.spaces[n], turn.after.spaces[n], contexts[n]
        least -= ahead.get(n, 0.0)
        left = bound - least
        sound = strict or left + TOLERANCE < prices.LEAST_BREACH
        # A wrong sum costs less than a breach where nothing was seen or said.
        shown = before != after or n in spoken or choice.steps or here.moved
        if not shown and unshown > left + TOLERANCE and n not in setting.traced:
            found[n] = [UNTOUCHED]
            continue
        plain = sound or not (shown or _anywhere(turn, choice))
        options = legal_ways(before, after, choice, here) if plain else ()
        if not (options or sound):
            options = likely_ways(before, after, choice, here, prices.level(left))
        if not options:
            return None
        found[n] = _as_announced(setting, n, options, choice, here)
        cost = min(way.cost for way in found[n])
        least += cost
        if least > bound + TOLERANCE:
            return None
    return [found[n] for n in range(len(contexts))]


def _anywhere(turn: Turn, choice: Choice) -> bool:
    """Whether the Operation or Special Activity was announced, but not in which spaces."""
    said = turn.declared
    if said is None:
        return False
    operation = choice.operation and choice.operation == said.operation and said.spaces is None
    activity = choice.activity and choice.activity == said.activity
    return bool(operation or (activity and said.activity_spaces is None))


def _as_announced(
    setting: Setting, n: int, options: Iterable[Local], choice: Choice, here: Context
) -> list[Local]:
    """The ways of a space; those that disagree with the spaces announced cost more."""
    turn = setting.turn
    spaces = turn.operation_spaces(choice.operation) if choice.operation else None
    marked = turn.declared is None or turn.declared.spaces is None
    each = prices.PAWN_ELSE if marked else prices.SAID_ELSE
    activity_spaces = turn.activity_spaces(choice.activity) if choice.activity else None
    left = turn.declared is not None and n in turn.declared.left
    activity_left = turn.declared is not None and n in turn.declared.activity_left
    before, after = turn.before.spaces[n], turn.after.spaces[n]
    proved = choice.operation == "attack" and turn.rolls
    found = []
    for one in options:
        cost = 0.0
        selected = choice.operation is not None and choice.operation in one.story
        selected |= bool(choice.steps) and before != after and not here.leaving
        if spaces is not None and choice.operation:
            untouched = n in spaces and before == after and not marked
            price = prices.SAID_UNTOUCHED if untouched else each
            cost += 0.0 if left else price * (selected != (n in spaces))
        elif selected and choice.operation == "assemble" and not here.arriving:
            cost += prices.UNSEEN + prices.UNUSED
        elif selected and before == (one.reached or after) and not (proved or _taken_from(turn, n)):
            cost += prices.UNSEEN
        if activity_spaces is not None and choice.activity and not activity_left:
            cost += each * ((choice.activity in one.story) != (n in activity_spaces))
        elif choice.activity and _untraced(turn, n, choice.activity, one):
            cost += prices.UNSEEN_ALSO
        if _taken_back(before, after, one):
            cost += prices.TAKEN_BACK
        if unrecorded(turn, n, one):
            cost += prices.UNRECORDED if turn.piecewise else prices.UNSHOWN
        found.append(one._replace(cost=one.cost + cost) if cost else one)
    return found


def _taken_from(turn: Turn, n: int) -> bool:
    """Whether the log shows a piece leaving a space in this turn."""
    return any(place == n for _, place in turn.taken or ())


def _untraced(turn: Turn, n: int, activity: str, way: Local) -> bool:
    """Whether neither words nor pieces show a Special Activity that a way has in a space.

    Enrich only sets the alignment.
    """
    left = turn.declared is not None and n in turn.declared.activity_left
    if activity not in way.story or (not left and turn.activity_spaces(activity) is not None):
        return False
    if unrecorded(turn, n, way) or _taken_from(turn, n):
        return False
    before, after = turn.before.spaces[n], turn.after.spaces[n]
    reached = way.reached if isinstance(way.reached, Space) else after
    if activity == "enrich":
        return before.alignment == reached.alignment
    return before == reached


def _taken_back(before: Space, after: Space, way: Local) -> bool:
    """4.2.1: whether Enrich follows a Civic Action in its space, so that nothing of it shows."""
    effect = Effect(*way.adds)
    civic = effect.extra and before.gov_base == after.gov_base and before.terror == after.terror
    return "enrich" in way.story and bool(civic) and before.alignment == after.alignment


def unrecorded(turn: Turn, n: int, way: Local) -> str:
    """The clause by which a legal way takes more from a space than the log shows leaving it."""
    if turn.taken is None or way.broken:
        return ""
    effect = Effect(*way.adds)
    if "train" in way.story and turn.after.spaces[n].gov_base > turn.before.spaces[n].gov_base:
        few = _times_taken(turn, n, ("troops", "police")) < turn.board.limits.cubes_for_base
        return "3.2.1.f" if few else ""
    said = turn.declared.activity_spaces if turn.declared is not None else None
    if "appeal" in way.story and effect.gain and n not in (said or ()):
        each = appeal_pays(turn.before.personalities)
        few = _times_taken(turn, n, ("activist",)) < effect.gain // each
        return "4.3.1.b" if few else ""
    return ""


def _times_taken(turn: Turn, n: int, kinds: tuple[str, ...]) -> int:
    return sum(kind in kinds and place == n for kind, place in turn.taken or ())
