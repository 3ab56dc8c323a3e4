"""A random legal player: turns made by the same steps that judge them, in their strict reading."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law import election
from modgen_rules.people_power.law.actions import (
    ACTIONS,
    ACTIVITIES,
    BY_FACTION,
    accompanies,
    most_spaces,
    scripts,
)
from modgen_rules.people_power.law.npa import NARROW
from modgen_rules.people_power.law.options import Context, Effect, Group, Outcome, run
from modgen_rules.people_power.law.reformers import appeal_pays
from modgen_rules.people_power.law.spaces import at
from modgen_rules.people_power.law.state import (
    AID,
    FORCES,
    GOV,
    PATRONAGE,
    TRACKS,
    Map,
    Space,
    State,
    available,
)
from modgen_rules.people_power.law.verbs import TASKS
from modgen_rules.people_power.reading.events import Happening, asked, happenings, summed
from modgen_rules.people_power.reading.judging import Effects
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.totals_check import pass_gain
from modgen_rules.people_power.reading.turn import EVENTS, LIMOP, OP_ONLY, OP_SA, Turn

TRIES = 40
"""How often a player looks for an action before passing."""


class Played(NamedTuple):
    """A turn as it was played."""

    option: str
    operation: str | None
    activity: str | None
    spaces: tuple[int, ...]
    activity_spaces: tuple[int, ...]
    groups: tuple[Group, ...]
    after: State
    attacks: tuple[int, ...] = ()
    """Spaces in which a die was rolled."""
    appealed: tuple[tuple[int, int], ...] = ()
    """Spaces of an Appeal with the number of Activists that were removed there."""


class Aim(NamedTuple):
    """What a player is about to do: who pays, in how many spaces at most, where."""

    actor: str
    option: str
    operation: str | None
    activity: str | None
    most: int
    limit: int
    where: str = "any"


@dataclass
class Player:
    """Makes turns. `chance` is the only source of chance."""

    board: Map
    effects: Effects
    chance: random.Random

    def turn(self, state: State, actor: str, options: tuple[str, ...], card: int) -> Played:
        """A legal turn by one of the options; a Pass when nothing else is found."""
        weights = {OP_SA: 6, OP_ONLY: 3, LIMOP: 2, PASS: 1}
        wanted = [one for one in options for _ in range(weights.get(one, 2))]
        for _ in range(TRIES):
            option = self.chance.choice(wanted)
            if option == PASS:
                break
            found = (
                self._event(state, actor, option, card)
                if option in EVENTS
                else self._action(state, actor, option)
            )
            if found is not None:
                return found
        return self.passed(state, actor)

    def passed(self, state: State, actor: str) -> Played:
        """2.3.4."""
        after = self._paid(state, actor, Effect(gain=pass_gain(actor)))
        return Played(PASS, None, None, (), (), (), after)

    # --- Operations --------------------------------------------------------------------------

    def _action(self, state: State, actor: str, option: str) -> Played | None:
        operations, activities = BY_FACTION[actor]
        operation = self.chance.choice(operations)
        activity = None
        if option == OP_SA:
            fitting = [one for one in activities if not accompanies(operation, one)]
            activity = self.chance.choice(fitting)
        most = 1 if option == LIMOP else self.chance.randint(1, 5)
        groups = self._groups(state, operation, activity, most)
        cubes = self._cubes(state, most) if operation == "sweep" else {}
        contexts = self._contexts(state, groups, cubes)
        limit = most_spaces(ACTIVITIES[activity], state.personalities) if activity else 0
        aim = Aim(actor, option, operation, activity, most, limit)
        return self._build(state, aim, contexts, groups)

    def _build(  # noqa: PLR0912
        self, state: State, aim: Aim, contexts: tuple[Context, ...], groups: tuple[Group, ...]
    ) -> Played | None:
        """Space by space, in any order: a legal way that the rest can still pay for."""
        operation, activity = aim.operation, aim.activity
        spaces = list(state.spaces)
        total = Effect()
        chosen: list[int] = []
        active: list[int] = []
        attacks: list[int] = []
        appealed: list[tuple[int, int]] = []
        must = {
            n for n, here in enumerate(contexts) if here.leaving or here.arriving or any(here.cubes)
        }
        order = sorted(range(len(spaces)), key=lambda n: (n not in must, self.chance.random()))
        for n in order:
            found = list(self._ways(spaces[n], operation, activity, contexts[n]))
            self.chance.shuffle(found)
            for way, story in found:
                new = total.plus(way.effect)
                if n not in must and (not story or self.chance.random() < 0.4):
                    continue
                if story and not at(aim.where, contexts[n]):
                    continue
                over = new.spaces > aim.most or new.activity > aim.limit or new.extra > 1
                if over or new.cost > state.track(aim.actor):
                    continue
                trial = self._with(spaces, n, way.space)
                if trial is None or not self._cubes_for_base(spaces, n, way):
                    continue
                spaces, total = trial, new
                if operation in story:
                    chosen.append(n)
                if activity and activity in story:
                    active.append(n)
                if "attack" in story and "ambush" not in story:
                    attacks.append(n)
                if "appeal" in story:
                    each = appeal_pays(state.personalities)
                    appealed.append((n, way.effect.gain // each))
                break
            else:
                if n in must:
                    return None
        if (operation and not total.spaces) or (activity and not total.activity):
            return None
        if activity == "charm" and not state.track(PATRONAGE):
            return None
        after = self._paid(
            state.with_spaces(spaces),
            aim.actor,
            total,
        )
        return Played(
            aim.option,
            operation,
            activity,
            tuple(sorted(chosen)),
            tuple(sorted(active)),
            groups,
            after,
            tuple(attacks),
            tuple(appealed),
        )

    def _ways(
        self, space: Space, operation: str | None, activity: str | None, here: Context
    ) -> Iterator[tuple[Outcome, tuple[str, ...]]]:
        for script in scripts(operation, activity, here.traffic):
            for way in run(space, script.steps, here):
                if not way.broken and not way.doubts:
                    yield way, script.story

    def _contexts(
        self,
        state: State,
        groups: tuple[Group, ...],
        cubes: dict[int, tuple[int, int]],
        free: bool = False,
    ) -> tuple[Context, ...]:
        scarce = frozenset(k for k, n in zip(FORCES, state.available, strict=True) if n <= 0)
        return tuple(
            Context.of(self.board, n, state)._replace(
                leaving=tuple(group for group in groups if group.origin == n),
                arriving=tuple(group for group in groups if group.target == n),
                scarce=scarce,
                dry=state.markers >= self.board.limits.tokens,
                cubes=cubes.get(n, (0, 0)),
                free=free,
            )
            for n in range(len(self.board.ids))
        )

    def _groups(
        self, state: State, operation: str, activity: str | None, most: int
    ) -> tuple[Group, ...]:
        found: list[Group] = []
        if operation == "march":
            for n in self._some(range(len(state.spaces)), most):
                found += self._march(state.spaces[n], n)
        elif operation == "assemble":
            for target in self._some(range(len(state.spaces)), most):
                found += self._assemble(state, target, found)
        elif activity == "reprisal":
            for n in self._some(range(len(state.spaces)), 1):
                found += self._driven(state.spaces[n], n)
        return tuple(found)

    def _some(self, numbers: range, most: int) -> list[int]:
        return self.chance.sample(list(numbers), min(most, len(numbers)))

    def _march(self, space: Space, n: int) -> list[Group]:
        found = []
        hidden, active = space.underground, space.active
        for target in self.chance.sample(sorted(self.board.near[n]), len(self.board.near[n])):
            if hidden + active == 0 or self.chance.random() < 0.4:
                continue
            most = 1 if self.board.ids[target] in NARROW else hidden + active
            number = self.chance.randint(1, most)
            shown = min(active, self.chance.randint(0, number))
            shown = max(shown, number - hidden)
            found.append(Group("guerrilla", n, target, number, shown))
            hidden, active = hidden - (number - shown), active - shown
        return found

    def _assemble(self, state: State, target: int, before: list[Group]) -> list[Group]:
        found = []
        for origin in sorted(self.board.near[target]):
            gone = sum(group.number for group in before if group.origin == origin)
            left = state.spaces[origin].activist - gone
            came = any(group.target == origin for group in before)
            if left > 0 and not came and self.chance.random() < 0.6:
                found.append(Group("activist", origin, target, self.chance.randint(1, left)))
        return found

    def _driven(self, space: Space, n: int) -> list[Group]:
        kinds = [("activist", 0)] * space.activist + [("guerrilla", 0)] * space.underground
        kinds += [("guerrilla", 1)] * space.active
        if not kinds:
            return []
        kind, shown = self.chance.choice(kinds)
        return [Group(kind, n, self.chance.choice(sorted(self.board.near[n])), 1, shown)]

    def _cubes(self, state: State, most: int) -> dict[int, tuple[int, int]]:
        """3.2.2: where cubes go; what leaves and what comes are alike."""
        changes = {n: [0, 0] for n in range(len(state.spaces))}
        targets = self._some(range(len(state.spaces)), most)
        for origin, space in enumerate(state.spaces):
            if space.protest or space.strike or origin in targets:
                continue
            for kind, have in enumerate((space.troops, space.police)):
                number = self.chance.randint(0, have) if self.chance.random() < 0.5 else 0
                target = self.chance.choice(targets)
                changes[origin][kind] -= number
                changes[target][kind] += number
        return {n: (a, b) for n, (a, b) in changes.items() if a or b}

    # --- Events ------------------------------------------------------------------------------

    def _event(self, state: State, actor: str, option: str, card: int) -> Played | None:
        text = self.effects.get((card, option))
        if text is None:
            return None
        happening = self.chance.choice(happenings(text))
        if happening.then or happening.adjacent:
            return None
        if happening.operation or happening.activity:
            return self._granted(state, option, happening)
        found = self.carried_out(state, actor, happening)
        return Played(option, None, None, (), (), (), found) if found else None

    def carried_out(self, state: State, actor: str, happening: Happening) -> State | None:
        """5.1: the position after a card's text, as much of it as can be done."""
        contexts = Setting(Turn(self.board, actor, state, state)).contexts((), free=True)
        due = asked(happening, state, contexts, None)
        for _ in range(TRIES):
            spaces, total = self._tasks(state, happening, contexts)
            done = [getattr(total, task) for task in TASKS]
            if any(a > b for a, b in zip(done, due.needs, strict=True)):
                continue
            if any(a < b for a, b in zip(done, due.least, strict=True)):
                continue
            after = state.with_spaces(spaces)
            return self._paid(after, actor, total, summed(happening.changes, state, self.board))
        return None

    def _granted(self, state: State, option: str, happening: Happening) -> Played | None:
        """5.1.5: an Operation or Special Activity at no cost."""
        operation, activity = happening.operation, happening.activity
        table = ACTIONS[operation or activity or ""]
        most = happening.most
        groups = self._groups(state, operation or "", activity, most)
        cubes = self._cubes(state, most) if operation == "sweep" else {}
        contexts = self._contexts(state, groups, cubes, True)
        aim = Aim(
            table.faction,
            option,
            operation,
            activity,
            most if operation else 0,
            0 if operation else most,
            happening.where,
        )
        played = self._build(state, aim, contexts, groups)
        return played._replace(operation=None, activity=None) if played else None

    def _tasks(
        self, state: State, happening: Happening, contexts: tuple[Context, ...]
    ) -> tuple[tuple[Space, ...], Effect]:
        spaces = list(state.spaces)
        total = Effect()
        needs = [task.selector.number or len(spaces) for task in happening.tasks]
        order = self.chance.sample(range(len(spaces)), len(spaces))
        for n in order:
            ways = run(spaces[n], [task.step for task in happening.tasks], contexts[n])
            way = self.chance.choice(ways)
            new = total.plus(way.effect)
            done = [getattr(new, task) for task in TASKS[: len(needs)]]
            if any(a > b for a, b in zip(done, needs, strict=True)):
                continue
            trial = self._with(spaces, n, way.space)
            if trial is not None:
                spaces, total = trial, new
        return tuple(spaces), total

    # --- Election Rounds ---------------------------------------------------------------------

    def election(self, state: State, final: bool) -> State:
        """6.0: a legal Round; with the final card, or a Faction beyond its threshold, its start."""
        lowered = state.after_strikes()
        tracks = dict(zip(TRACKS, lowered.tracks, strict=True))
        if final or any(value > 0 for value in lowered.margins(self.board).values()):
            return lowered
        tracks |= election.incomes(state, self.board)
        tracks[AID] = self.board.limits.aid_reset
        spaces, founded = [], False
        for space in state.spaces:
            ways = [
                way for way in election.supported(space, self.board.limits.bases) if not way.broken
            ]
            self.chance.shuffle(ways)
            for way in ways:
                sums = way.sums
                if sums.civic > tracks["gov"] or sums.agitation > tracks["npa"]:
                    continue
                if sums.founded and (founded or self.chance.random() < 0.7):
                    continue
                if sums.founded and not state.free("ref_base"):
                    continue
                founded |= bool(sums.founded)
                tracks["gov"] -= sums.civic
                tracks["npa"] -= sums.agitation
                spaces.append(way.space)
                break
        moved = state.with_spaces(self._redeploy(spaces))
        return election.cleared(moved)._replace(tracks=tuple(tracks.values()))

    def _redeploy(self, spaces: list[Space]) -> list[Space]:
        """6.4: Police to Government Control, then Troops to held Cities, Bases or Manila."""
        found = list(spaces)
        for n, space in enumerate(spaces):
            held = [m for m, one in enumerate(found) if one.control == GOV and m != n]
            if held and space.police and self.chance.random() < 0.3:
                self._shift(found, "police", n, self.chance.choice(held))
        havens = [
            m
            for m, one in enumerate(found)
            if one.gov_base
            or self.board.ids[m] == "manila"
            or (self.board.city[m] and one.control == GOV)
        ]
        for n, space in enumerate(found):
            moves = space.troops if n not in havens else 0
            for _ in range(moves):
                self._shift(found, "troops", n, self.chance.choice(havens))
        return found

    def _shift(self, spaces: list[Space], kind: str, origin: int, target: int) -> None:
        a, b = spaces[origin], spaces[target]
        spaces[origin] = a._replace(**{kind: getattr(a, kind) - 1})
        spaces[target] = b._replace(**{kind: getattr(b, kind) + 1})

    def _with(self, spaces: list[Space], n: int, space: Space) -> list[Space] | None:
        """With one space changed; None when there are not enough pieces or markers."""
        trial, limits = [*spaces[:n], space, *spaces[n + 1 :]], self.board.limits
        tokens = sum(one.protest + one.strike for one in trial)
        return None if tokens > limits.tokens or min(available(trial, limits)) < 0 else trial

    def _cubes_for_base(self, spaces: list[Space], n: int, way: Outcome) -> bool:
        """1.5.1: whether the cubes that a Train places for its Base are Available."""
        old, new = spaces[n], way.space
        if not way.effect.extra or new.gov_base <= old.gov_base:
            return True
        gone = max(0, old.troops - new.troops) + max(0, old.police - new.police)
        free = dict(zip(FORCES, available(spaces, self.board.limits), strict=True))
        return free["troops"] + free["police"] >= self.board.limits.cubes_for_base - gone

    def _paid(
        self, state: State, actor: str, effect: Effect, changes: dict[str, int] | None = None
    ) -> State:
        """The tracks after an action: they stop at 0 and at their last number (1.9)."""
        tracks, edge = dict(zip(TRACKS, state.tracks, strict=True)), self.board.limits.edge
        tracks[actor] = min(edge, tracks[actor] + effect.gain) - effect.cost
        tracks[AID] += effect.aid_change
        tracks[PATRONAGE] += effect.patronage
        for name, value in (changes or {}).items():
            tracks[name] += value
        return state._replace(tracks=tuple(max(0, min(edge, value)) for value in tracks.values()))
