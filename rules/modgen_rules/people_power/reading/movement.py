"""What bears on every space of a turn: who moved together, what is scarce, what is in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.effort import MATCHED, VARIANTS
from modgen_rules.people_power.law.actions import ACTIONS
from modgen_rules.people_power.law.options import Context, Group
from modgen_rules.people_power.law.spaces import Choice, least_cost
from modgen_rules.people_power.law.state import FORCES, State, count
from modgen_rules.people_power.reading.plans import Plan
from modgen_rules.people_power.reading.totals_check import Bill
from modgen_rules.people_power.reading.turn import Moved, Turn


class Movement(NamedTuple):
    """A reading of who moved together, and what it costs to believe it."""

    groups: tuple[Group, ...]
    cost: float = 0.0


@dataclass
class Setting:
    """What bears on every space in a reading of a turn: moves, scarce pieces, what is in force."""

    turn: Turn
    _bills: dict[Plan, Bill] = field(default_factory=dict)
    _contexts: dict[object, tuple[Context, ...]] = field(default_factory=dict)
    _least: dict[object, dict[int, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, turn: Turn) -> Setting:
        """The setting of a turn, made once."""
        found: Setting | None = turn.known.get("setting")
        if found is None:
            found = turn.known["setting"] = cls(turn)
        return found

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """The spaces that differ."""
        pairs = zip(self.turn.before.spaces, self.turn.after.spaces, strict=True)
        return tuple(n for n, (a, b) in enumerate(pairs) if a != b)

    @cached_property
    def traced(self) -> frozenset[int]:
        """Spaces that a piece left, or where older pawns stand that may mark them."""
        said = self.turn.declared
        left = frozenset(n for _, n in self.turn.taken or ())
        return left if said is None else left | said.left | said.activity_left

    @cached_property
    def _available(self) -> Mapping[str, tuple[int, int]]:
        """How many pieces of each kind are Available before and after the turn."""
        ends = zip(self.turn.before.available, self.turn.after.available, strict=True)
        return dict(zip(FORCES, ends, strict=True))

    @cached_property
    def _scarce(self) -> frozenset[str]:
        """Kinds of which there may be none Available at some moment."""
        return frozenset(kind for kind, ends in self._available.items() if min(ends) <= 0)

    @cached_property
    def _dry(self) -> bool:
        """Whether all Protest/Strike markers may be on the map (1.8.2)."""
        markers = max(self.turn.before.markers, self.turn.after.markers)
        return markers >= self.turn.board.limits.tokens

    def bill(self, plan: Plan) -> Bill:
        """What the sums of a plan are held against; the limits of cost ask for it again."""
        found = self._bills.get(plan)
        if found is None:
            found = self._bills[plan] = Bill.of(self.turn, plan)
        return found

    def contexts(
        self,
        groups: tuple[Group, ...],
        cubes: bool = False,
        free: bool = False,
        anywhere: bool = False,
    ) -> tuple[Context, ...]:
        """The surroundings of each space, with the groups that left it and came to it."""
        key = (groups, cubes, free, anywhere)
        found = self._contexts.get(key)
        if found is None:
            if groups:
                found = self._with_groups(self.contexts((), cubes, free, anywhere), groups)
            else:
                places = range(len(self.turn.board.ids))
                found = tuple(self._here(n, cubes, free, anywhere) for n in places)
            self._contexts[key] = found
        return found

    def _with_groups(
        self, contexts: tuple[Context, ...], groups: tuple[Group, ...]
    ) -> tuple[Context, ...]:
        """The surroundings with groups, where they left or came."""
        found = list(contexts)
        for n in {end for group in groups for end in (group.origin, group.target)}:
            found[n] = found[n]._replace(
                leaving=tuple(group for group in groups if group.origin == n),
                arriving=tuple(group for group in groups if group.target == n),
            )
        return tuple(found)

    def _here(self, n: int, cubes: bool, free: bool, anywhere: bool) -> Context:
        a, b = self.turn.before.spaces[n], self.turn.after.spaces[n]
        return Context.of(self.turn.board, n, self.turn.before)._replace(
            scarce=self._scarce,
            dry=self._dry,
            cubes=(b.troops - a.troops, b.police - a.police) if cubes else (0, 0),
            free=free,
            anywhere=anywhere,
        )

    def least_costs(
        self, choice: Choice, groups: tuple[Group, ...], strict: bool
    ) -> dict[int, float]:
        """What each changed space costs at least, with the groups that left it and came to it."""
        key = (choice, groups, strict)
        found = self._least.get(key)
        if found is None:
            contexts = self.contexts(groups, choice.operation == "sweep")
            before, after = self.turn.before.spaces, self.turn.after.spaces
            found = self._least[key] = {
                n: least_cost(before[n], after[n], choice, contexts[n], strict)
                for n in self.changed
            }
        return found

    def lifts(
        self,
        operation: str | None,
        activity: str | None,
        more: tuple[str, ...] = (),
        lifted: bool = False,
    ) -> tuple[str, ...]:
        """1.5.1: own kinds that the action places and of which none is Available in the end.

        `more` are kinds that an Event places.
        """
        actions = [ACTIONS[name] for name in (operation, activity) if name]
        kinds = (*(kind for one in actions for kind in one.places), *more)
        if operation == "attack" and activity is None and self.turn.rolls:
            kinds = kinds if 1 in self.turn.rolls else ()  # only a 1 brings a new one (3.4.3)
        ends = {kind: self._available[kind] for kind in kinds}
        return tuple(k for k, (a, b) in ends.items() if b <= 0 or (lifted and b <= a))

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
        turned = activity == "reprisal" and not strict  # then perhaps against 4.2.2.e
        found = [Movement(groups) for groups in self._groups(moved, turned)]
        if hopped:
            found += [Movement(groups) for groups in self._groups(moved + hopped)]
        if not strict:  # A piece that moves twice is no legal one (3.1.2).
            legs = [one for one in self.turn.legs if one.kind in kinds]
            found += [Movement(groups) for groups in self._groups(legs)] if legs else []
        if operation in movers and strict:
            near, before, after = self.turn.board.near, self.turn.before, self.turn.after
            known = {movement.groups for movement in found}
            cost = prices.ANOTHER_WAY + (0.0 if moved or hopped else prices.NOT_DRAGGED)
            found += [
                Movement(groups, cost)
                for groups in net_groups(kinds[0], before, after, near)
                if groups not in known
            ]
        return found

    def _groups(self, moved: list[Moved], turned: bool = False) -> list[tuple[Group, ...]]:
        """What went together; `turned`: Guerrillas may have left with any face."""
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
            if turned and kind == "guerrilla":
                low, high = 0, number
            choices.append(
                [Group(kind, origin, target, number, active) for active in range(low, high + 1)]
            )
        return list(islice(product(*choices), VARIANTS))


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
    if not sources or len(sources) != len(targets) or len(sources) > MATCHED:
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
