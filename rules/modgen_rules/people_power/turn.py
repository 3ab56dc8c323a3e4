"""One Faction's turn on a card: which action accounts for all that changed (2.3, 3.0, 4.0, 5.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import NamedTuple

from modgen_rules.engine.explain import Explanation, Local, join
from modgen_rules.people_power.actions import (
    ACTIVITIES,
    BY_FACTION,
    OPERATIONS,
    accompanies,
    besides,
)
from modgen_rules.people_power.government import CUBES_FOR_BASE
from modgen_rules.people_power.options import Context, Effect, Group
from modgen_rules.people_power.reformers import appeal_pays
from modgen_rules.people_power.spaces import BROKEN, Choice, legal_ways, likely_ways
from modgen_rules.people_power.state import FORCES, Map, State, count
from modgen_rules.people_power.totals_check import Bill, pass_bill

OP_SA, OP_ONLY, LIMOP, PASS = "op_sa", "op_only", "limop", "pass"
UNSHADED, SHADED = "event_unshaded", "event_shaded"
EVENTS = (UNSHADED, SHADED)
OPTIONS = (OP_SA, OP_ONLY, LIMOP, UNSHADED, SHADED, PASS)
"""The options of the sequence of play (2.3.3)."""
UNDECLARED = 3.2
"""What it costs when a space differs from those that were announced."""
UNMARKED = 0.6
"""What it costs when a space differs from those that pawns mark without a word."""
UNSEEN = 0.5
"""What a space costs that was selected without a trace, unless it was announced."""
NO_TRACE = 1.5
"""What an Operation costs on top that left no trace in any space."""
EVENT_OR_NOT = 1.4
"""What it costs on top to read an Event where an Operation was announced, or the reverse."""
OTHER_OPTION, OTHER_OPERATION, OTHER_ACTIVITY = 0.8, 1.5, 0.6
"""What it costs to take another option, Operation or Special Activity than was announced."""
MOST_MOVED = 12
"""The greatest number of pieces that are matched to spaces by count alone."""
UNUSED = 0.1
"""What it costs to take the option of a Special Activity without one."""
UNRECORDED, UNSHOWN = 5.0, 1.2
"""What it costs that pieces are taken away that the log never shows leaving their space.

The second where the log shows only what a turn comes to.
"""
ANOTHER_WAY = 1.2
"""What it costs that pieces went another way than the log shows, to the same spaces."""
VARIANTS = 24
"""The number of readings of who flipped before and after a move that are tried."""


class Moved(NamedTuple):
    """A piece that went from one space to another in the turn, with its faces there and here."""

    kind: str
    origin: int
    target: int
    active_before: bool
    active_after: bool


class Declared(NamedTuple):
    """What a Faction announced: option, Operation, Special Activity, their spaces (3.1.4)."""

    option: str | None = None
    operation: str | None = None
    activity: str | None = None
    spaces: frozenset[int] | None = None
    activity_spaces: frozenset[int] | None = None
    left: frozenset[int] = frozenset()
    """Spaces marked by pawns that another Faction may have left there."""
    activity_left: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Turn:
    """What a log shows of a turn. `options` are those that the cylinder's box allows."""

    board: Map
    actor: str
    before: State
    after: State
    options: tuple[str, ...] = OPTIONS
    moved: tuple[Moved, ...] = ()
    hopped: tuple[Moved, ...] = ()
    """Pieces that were in another space before they left the map."""
    declared: Declared | None = None
    card: int = 0
    rolls: tuple[int, ...] | None = None
    """Dice thrown in the turn; None when the log shows none at all."""
    eligible: frozenset[str] = frozenset()
    hint: Declared | None = None
    """What pawns mark that were set in this turn, without a word said (3.1.4)."""
    taken: tuple[tuple[str, int], ...] | None = None
    """Each time that a piece left a space: its kind and the space; None when that is unknown."""
    piecewise: bool = False
    """Whether the log shows that the players move every piece that comes and goes."""
    paid: int = 0
    """What the actor's Resources fell by in the single steps of the log, all together."""
    dice: bool = False
    """Whether the log shows dice at all, so that an Attack without one is strange."""


class Reading(NamedTuple):
    """An action that a turn may have been, with the explanation of the log by it."""

    option: str
    operation: str | None
    activity: str | None
    explanation: Explanation
    extra: tuple[str, ...] = ()
    """Clauses that the choice itself breaks."""
    strange: float = 0.0
    """What the record says against it: another announcement, an Operation without a trace."""
    doubts: tuple[str, ...] = ()
    """Clauses on whose open reading it depends."""
    given: tuple[tuple[str, int], ...] = ()
    """What an Event adds to tracks."""

    @property
    def cost(self) -> float:
        """Of all that is broken or strange."""
        return self.explanation.cost + BROKEN * len(self.extra) + self.strange

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses broken: by the choice, in the spaces, in the sums."""
        return tuple(dict.fromkeys((*self.extra, *self.explanation.broken)))


def bases_elsewhere(turn: Turn) -> Iterator[Moved]:
    """Bases that are in another space than before, by number."""
    pairs = list(zip(turn.before.spaces, turn.after.spaces, strict=True))
    for kind in ("gov_base", "npa_base", "ref_base"):
        change = [getattr(b, kind) - getattr(a, kind) for a, b in pairs]
        if change.count(-1) == change.count(1) == 1 and sum(map(abs, change)) == 2:
            yield Moved(kind, change.index(-1), change.index(1), False, False)


class Plan(NamedTuple):
    """An action to hold against the log: an option with its Operation and Special Activity."""

    option: str
    operation: str | None = None
    activity: str | None = None
    extra: tuple[str, ...] = ()
    second: str | None = None
    """Another Operation that was carried out besides (3.1)."""
    lifted: bool = False
    """Whether pieces were lifted from the map though some are Available (1.5.1)."""


def plans(turn: Turn) -> Iterator[Plan]:
    """2.3.3, 3.1, 4.1: the legal plans of the options that the turn may have taken."""
    operations, activities = BY_FACTION[turn.actor]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            yield Plan(option)
            continue
        for operation in operations:
            yield Plan(option, operation)
            if option == OP_SA:
                for activity in activities:
                    if not accompanies(operation, activity):
                        yield Plan(option, operation, activity)


def wrong_plans(turn: Turn) -> Iterator[Plan]:
    """Plans that the option or 4.1.1 forbids, with the clause."""
    operations, activities = BY_FACTION[turn.actor]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            continue
        if option == OP_SA:
            for activity in activities:
                yield Plan(option, None, activity, ("4.1.a",))
        for operation, activity in product(operations, activities):
            wrong = accompanies(operation, activity)
            if option != OP_SA:
                wrong += ("2.3.5.a",) if option == LIMOP else ("4.1.a",)
            if wrong:
                yield Plan(option, operation, activity, wrong)


class Movement(NamedTuple):
    """A reading of who moved together, and what it costs to believe it."""

    groups: tuple[Group, ...]
    cost: float = 0.0


LIFTED = {"train": "3.2.1.d"}
"""The clauses of Operations that repeat 1.5.1: what is placed comes from Available."""
MOVES_INSTEAD = 1.0
"""What it costs to read pieces as lifted where none was dragged; cubes may have swept."""


FAR_FETCHED = 0.6
"""What it costs to read two Operations, or pieces lifted, where one breach explains as much."""


def double_plans(turn: Turn) -> Iterator[Plan]:
    """3.1, 4.1, 1.5.1: two Operations or two Special Activities, pieces lifted without need.

    The second Operation is one in which nothing moves.
    """
    operations, _ = BY_FACTION[turn.actor]
    still = [one for one in operations if OPERATIONS[one].leave is None]
    for option in turn.options:
        if option == PASS or option in EVENTS:
            continue
        for operation in operations:
            if OPERATIONS[operation].places:
                yield Plan(
                    option, operation, None, (LIFTED.get(operation, "1.5.1.c"),), lifted=True
                )
            for first, second in combinations(BY_FACTION[turn.actor][1], 2):
                if option == OP_SA and not (
                    accompanies(operation, first) or accompanies(operation, second)
                ):
                    yield Plan(option, operation, first, ("4.1.e",), second)
                    yield Plan(option, operation, second, ("4.1.e",), first)
            for second in still:
                if second != operation and (operation not in still or operation < second):
                    yield Plan(option, operation, None, ("3.1.b",), second)


# --- what bears on a space -----------------------------------------------------------------------


@dataclass
class Setting:
    """What bears on every space in one reading of a turn: moves, scarce pieces, what is in force.

    `changed` are the spaces that differ.
    """

    turn: Turn
    changed: tuple[int, ...] = ()
    scarce: frozenset[str] = frozenset()
    dry: bool = False
    _contexts: dict[object, tuple[Context, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        before, after = self.turn.before, self.turn.after
        pairs = zip(before.spaces, after.spaces, strict=True)
        self.changed = tuple(n for n, (a, b) in enumerate(pairs) if a != b)
        self.scarce = frozenset(
            kind
            for kind, a, b in zip(FORCES, before.available, after.available, strict=True)
            if min(a, b) <= 0
        )
        self.dry = min(before.tokens, after.tokens) <= 0

    def contexts(
        self, groups: tuple[Group, ...], cubes: bool = False, free: bool = False,
        anywhere: bool = False,
    ) -> tuple[Context, ...]:  # fmt: skip
        """The surroundings of each space, with the groups that left it and came to it."""
        key = (groups, cubes, free, anywhere)
        found = self._contexts.get(key)
        if found is None:
            found = self._contexts[key] = tuple(
                self._here(n, groups, cubes, free, anywhere)
                for n in range(len(self.turn.board.ids))
            )
        return found

    def _here(
        self, n: int, groups: tuple[Group, ...], cubes: bool, free: bool, anywhere: bool
    ) -> Context:
        turn, board = self.turn, self.turn.board
        a, b = turn.before.spaces[n], turn.after.spaces[n]
        return Context(
            n, board.ids[n], board.pop[n], board.city[n], board.region[n], board.near[n],
            turn.before.election, turn.before.personalities,
            tuple(group for group in groups if group.origin == n),
            tuple(group for group in groups if group.target == n),
            self.scarce, self.dry,
            (b.troops - a.troops, b.police - a.police) if cubes else (0, 0),
            free, anywhere,
        )  # fmt: skip

    def lifts(
        self, operation: str | None, activity: str | None, more: tuple[str, ...] = (),
        lifted: bool = False,
    ) -> tuple[str, ...]:  # fmt: skip
        """1.5.1: own kinds that the action places and of which none is Available in the end.

        `more` are kinds that an Event places.
        """
        kinds = OPERATIONS[operation].places if operation else ()
        kinds += ACTIVITIES[activity].places if activity else ()
        kinds += more
        free = dict(zip(FORCES, self.turn.after.available, strict=True))
        was = dict(zip(FORCES, self.turn.before.available, strict=True))
        return tuple(
            kind
            for kind in dict.fromkeys(kinds)
            if free[kind] <= 0 or (lifted and free[kind] <= was[kind])
        )

    def movements(
        self, operation: str | None, activity: str | None, strict: bool
    ) -> list[Movement]:
        """The readings of who moved together, Guerrillas by the face with which they left.

        Before anybody is accused, moves that lead to the same counts are tried too.
        """
        movers = {"march": ("guerrilla",), "assemble": ("activist",)}
        kinds: tuple[str, ...] = movers.get(operation or "", ())
        if activity == "reprisal":
            kinds += ("guerrilla", "activist")
        moved = [one for one in self.turn.moved if one.kind in kinds]
        hopped = [one for one in self.turn.hopped if one.kind in kinds]
        found = [Movement(groups) for groups in self._groups(moved)]
        if hopped:
            found += [Movement(groups) for groups in self._groups(moved + hopped)]
        if operation in movers and strict:
            near, before, after = self.turn.board.near, self.turn.before, self.turn.after
            known = {movement.groups for movement in found}
            found += [
                Movement(groups, ANOTHER_WAY)
                for groups in net_groups(kinds[0], before, after, near)
                if groups not in known
            ]
        return found

    def _groups(self, moved: list[Moved]) -> list[tuple[Group, ...]]:
        if not moved:
            return [()]
        flows = Counter((one.kind, one.origin, one.target) for one in moved)
        choices = []
        for (kind, origin, target), number in flows.items():
            same = [
                one for one in moved if (one.kind, one.origin, one.target) == (kind, origin, target)
            ]
            low = sum(one.active_before for one in same) if kind == "guerrilla" else 0
            high = sum(one.active_after for one in same) if kind == "guerrilla" else 0
            low, high = min(low, high), max(low, high)
            choices.append(
                [Group(kind, origin, target, number, active) for active in range(low, high + 1)]
            )
        found = []
        for picked in product(*choices):
            found.append(tuple(picked))
            if len(found) >= VARIANTS:
                break
        return found


def net_groups(
    kind: str, before: State, after: State, near: tuple[frozenset[int], ...]
) -> Iterator[tuple[Group, ...]]:
    """Moves that lead to the same counts, whichever of several like pieces the hand took.

    A piece that went two spaces on stands for two that went one each.
    """
    pairs = list(zip(before.spaces, after.spaces, strict=True))
    change = [count(b, kind) - count(a, kind) for a, b in pairs]
    sources = [n for n, by in enumerate(change) for _ in range(-by)]
    targets = [n for n, by in enumerate(change) for _ in range(by)]
    if not sources or len(sources) != len(targets) or len(sources) > MOST_MOVED:
        return
    shown = {n: max(0, a.active - b.active) for n, (a, b) in enumerate(pairs)}
    for routes in _routes(sources, targets, near):
        flows: Counter[tuple[int, int]] = Counter(hop for route in routes for hop in route)
        groups = []
        left = dict(shown)
        for (origin, target), number in sorted(flows.items()):
            active = min(number, left.get(origin, 0)) if kind == "guerrilla" else 0
            left[origin] = left.get(origin, 0) - active
            groups.append(Group(kind, origin, target, number, active))
        yield tuple(groups)


def _routes(
    sources: list[int], targets: list[int], near: tuple[frozenset[int], ...]
) -> Iterator[tuple[tuple[tuple[int, int], ...], ...]]:
    """Ways from each source to a target of its own, of one hop or two; the first of them."""

    def walk(at: int, free: list[int]) -> Iterator[tuple[tuple[tuple[int, int], ...], ...]]:
        if at == len(sources):
            yield ()
            return
        origin = sources[at]
        for target in dict.fromkeys(free):
            rest = list(free)
            rest.remove(target)
            hops: list[tuple[tuple[int, int], ...]] = []
            if target in near[origin]:
                hops.append(((origin, target),))
            else:
                hops += [((origin, by), (by, target)) for by in near[origin] & near[target]]
            for hop in hops:
                for others in walk(at + 1, rest):
                    yield (hop, *others)

    yield from islice(walk(0, targets), VARIANTS)


# --- the search ----------------------------------------------------------------------------------


def bill(turn: Turn, plan: Plan) -> Bill:
    """What the sums of a plan are held against."""
    return Bill(
        turn.actor, turn.before, turn.after, plan.operation, plan.activity,
        plan.option == LIMOP, turn.eligible | {turn.actor}, second=plan.second, paid=turn.paid,
    )  # fmt: skip


def read_plan(
    setting: Setting, plan: Plan, strict: bool, bound: float = float("inf")
) -> Iterator[Reading]:
    """The best explanations of a turn by one plan."""
    turn = setting.turn
    strange = said_otherwise(turn.declared, plan)
    if strange >= bound:
        return
    if plan.option == PASS:
        yield from _read_pass(setting, strict, strange)
        return
    if plan.lifted and (plan.operation in LIFTED or not turn.moved):
        strange += MOVES_INSTEAD
    elif plan.lifted or plan.second:
        strange += FAR_FETCHED + (UNUSED if plan.lifted else 0.0)
    totals = bill(turn, plan)
    choice = Choice(
        plan.operation, plan.activity,
        setting.lifts(plan.operation, plan.activity, lifted=plan.lifted),
        steps=(besides(plan.second),) if plan.second else (),
    )  # fmt: skip
    for movement in setting.movements(plan.operation, plan.activity, strict):
        contexts = setting.contexts(movement.groups, plan.operation == "sweep")
        options = _locals(setting, choice, contexts, strict)
        if options is None or _least(options) + strange + movement.cost >= bound:
            continue
        for found in join(options, totals.verdict, bound):
            if strict and found.broken:
                continue
            doubts = (*totals.doubts(Effect(*found.sums)), *picked_doubts(found))
            hidden = _without_trace(turn, plan, found)
            yield Reading(
                plan.option, plan.operation, plan.activity, found, plan.extra,
                strange + hidden + movement.cost, doubts,
            )  # fmt: skip


def _least(options: list[list[Local]]) -> float:
    """What the spaces cost at least, whatever the sums."""
    return sum(min(way.cost for way in ways) for ways in options)


def picked_doubts(found: Explanation) -> tuple[str, ...]:
    """The clauses on whose open reading an explanation depends in its spaces."""
    return tuple(dict.fromkeys(clause for pick in found.picks for clause in pick.doubts))


def said_otherwise(said: Declared | None, plan: Plan) -> float:
    """What an announcement says against a plan.

    Only what the announced option allows is heard: a pad keeps an old Special Activity when its
    owner goes on to an Operation only.
    """
    unused = UNUSED if plan.option == OP_SA and plan.activity is None else 0.0
    if said is None:
        return unused
    option = OP_ONLY if unused and said.option == OP_ONLY else plan.option
    cost = unused + (OTHER_OPTION if said.option not in (None, option) else 0.0)
    if said.option is not None and (option in EVENTS) != (said.option in EVENTS):
        cost += EVENT_OR_NOT
    if said.option in (None, OP_SA, OP_ONLY, LIMOP) and said.operation and plan.operation:
        cost += OTHER_OPERATION if said.operation != plan.operation else 0.0
    if said.option == OP_SA and said.operation == plan.operation:
        dropped = said.activity_spaces is not None and plan.activity is None
        other = UNDECLARED if dropped else OTHER_ACTIVITY
        cost += other if said.activity != plan.activity else 0.0
    return cost


def _without_trace(turn: Turn, plan: Plan, found: Explanation) -> float:
    """What it costs that an Operation changed nothing in any of its spaces."""
    if plan.operation is None or _announced(turn, plan.operation) is not None:
        return 0.0
    if plan.operation == "attack" and turn.rolls:
        return 0.0
    pairs = zip(turn.before.spaces, turn.after.spaces, strict=True)
    seen = any(
        plan.operation in pick.story and a != (pick.reached or b)
        for (a, b), pick in zip(pairs, found.picks, strict=True)
    )
    return 0.0 if seen else NO_TRACE


def _announced(turn: Turn, operation: str | None) -> frozenset[int] | None:
    """The spaces that were announced for an Operation, or that pawns mark; None for no word."""
    if turn.declared is not None and turn.declared.spaces is not None:
        if turn.declared.operation in (None, operation):
            return turn.declared.spaces
        return None
    return turn.hint.spaces if turn.hint is not None else None


def _read_pass(setting: Setting, strict: bool, strange: float) -> Iterator[Reading]:
    turn = setting.turn
    verdict = pass_bill(turn.actor, turn.before, turn.after, turn.eligible | {turn.actor}).verdict
    options = _locals(setting, Choice(), setting.contexts(()), strict)
    for found in join(options or [], verdict):
        if not (strict and found.broken):
            yield Reading(PASS, None, None, found, strange=strange)


def _locals(
    setting: Setting, choice: Choice, contexts: Sequence[Context], strict: bool
) -> list[list[Local]] | None:
    """The ways of every space; None when one has none. Changed spaces first: they tell soonest."""
    turn = setting.turn
    ways = legal_ways if strict else likely_ways
    found: dict[int, list[Local]] = {}
    order = (*setting.changed, *(n for n in range(len(contexts)) if n not in setting.changed))
    for n in order:
        options = ways(turn.before.spaces[n], turn.after.spaces[n], choice, contexts[n])
        if not options:
            return None
        found[n] = _as_announced(setting, n, options, choice, contexts[n])
    return [found[n] for n in range(len(contexts))]


def _as_announced(
    setting: Setting, n: int, options: Iterable[Local], choice: Choice, here: Context
) -> list[Local]:
    """The ways of a space; those that disagree with the spaces announced cost more."""
    turn = setting.turn
    spaces = _announced(turn, choice.operation) if choice.operation else None
    marked = turn.declared is None or turn.declared.spaces is None
    each = UNMARKED if marked else UNDECLARED
    activity_spaces = _announced_activity(turn, choice.activity) if choice.activity else None
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
            cost += 0.0 if left else each * (selected != (n in spaces))
        elif selected and choice.operation == "assemble" and not here.arriving:
            cost += UNSEEN + UNUSED
        elif selected and before == (one.reached or after) and not proved:
            cost += UNSEEN
        if activity_spaces is not None and choice.activity and not activity_left:
            cost += each * ((choice.activity in one.story) != (n in activity_spaces))
        if unrecorded(turn, n, one):
            cost += UNRECORDED if turn.piecewise else UNSHOWN
        found.append(one._replace(cost=one.cost + cost) if cost else one)
    return found


def unrecorded(turn: Turn, n: int, way: Local) -> str:
    """The clause by which a legal way takes more from a space than the log shows leaving it."""
    if turn.taken is None or way.broken:
        return ""
    effect = Effect(*way.adds)
    if "train" in way.story and turn.after.spaces[n].gov_base > turn.before.spaces[n].gov_base:
        few = _times_taken(turn, n, ("troops", "police")) < CUBES_FOR_BASE
        return "3.2.1.f" if few else ""
    said = turn.declared.activity_spaces if turn.declared is not None else None
    if "appeal" in way.story and effect.gain and n not in (said or ()):
        each = appeal_pays(turn.before.personalities)
        few = _times_taken(turn, n, ("activist",)) < effect.gain // each
        return "4.3.1.b" if few else ""
    return ""


def _times_taken(turn: Turn, n: int, kinds: tuple[str, ...]) -> int:
    return sum(kind in kinds and place == n for kind, place in turn.taken or ())


def _announced_activity(turn: Turn, activity: str) -> frozenset[int] | None:
    if turn.declared is not None:
        said = turn.declared
        return said.activity_spaces if said.activity in (None, activity) else None
    return turn.hint.activity_spaces if turn.hint is not None else None
