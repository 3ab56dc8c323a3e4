"""Card effects read from the game's data and held against a log (5.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from modgen.model.files.diagnostics import did_you_mean
from modgen_rules.engine.reading.explain import TOLERANCE, Local, join
from modgen_rules.engine.reading.prices import BREACH, LEAST_BREACH, level
from modgen_rules.people_power.law.actions import ACTIONS, OPERATIONS
from modgen_rules.people_power.law.options import Context, StepFunction
from modgen_rules.people_power.law.spaces import Choice, legal_ways, likely_ways
from modgen_rules.people_power.law.state import FORCES, PATRONAGE, TRACKS, Map, State
from modgen_rules.people_power.law.verbs import (
    TASKS,
    TRACK_WORDS,
    VERBS,
    EffectError,
    Selector,
    Task,
    spread,
)
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.plans import Plan
from modgen_rules.people_power.reading.totals_check import Asked, Bill
from modgen_rules.people_power.reading.turn import Reading

HALVE = "halve"
"""Stands among changes of tracks for Patronage halved."""


@dataclass(frozen=True)
class Happening:
    """One way to carry out a card's text: an action at no cost, tasks in spaces, tracks."""

    operation: str | None = None
    activity: str | None = None
    most: int = 0
    where: str = "any"
    anywhere: bool = False
    then: tuple[StepFunction, ...] = ()
    tasks: tuple[Task, ...] = ()
    changes: tuple[tuple[str, int], ...] = ()
    adjacent: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """Kinds of pieces that its statements place; their owners may lift them (1.5.1)."""
        return tuple(dict.fromkeys(kind for task in self.tasks for kind in task.places))


STATEMENT_WORDS = (*TRACK_WORDS, "halve", "transfer", "free", "put", "remove")
"""The words with which a statement that has no colon begins."""


@lru_cache(maxsize=256)
def happenings(text: str) -> tuple[Happening, ...]:
    """The ways to carry out an effect. Raises EffectError for words that are none."""
    found: list[Happening] = []
    for alternative in text.split("|"):
        statements = [one.strip() for one in alternative.split(";") if one.strip()]
        try:
            found += _alternative(statements)
        except EffectError:
            raise
        except (ValueError, IndexError, TypeError) as problem:
            raise EffectError(
                f"`{alternative.strip()}` is not in the form of an effect"
            ) from problem
    return tuple(found)


def _alternative(statements: list[str]) -> list[Happening]:
    made = Happening()
    deals: list[tuple[tuple[str, int], ...]] = [()]
    for statement in statements:
        words = statement.replace(":", " : ").replace(",", " , ").split()
        if words[0] in TRACK_WORDS:
            if len(words) != 2 or words[1][0] not in "+-":
                raise EffectError(f"`{statement}` is no change of a track; write `{words[0]} +2`")
            made = replace(made, changes=(*made.changes, (words[0], int(words[1]))))
        elif words[0] == "halve":
            made = replace(made, changes=(*made.changes, (HALVE, 0)))
        elif words[0] == "transfer":
            most, one, other = int(words[1]), words[2], words[3]
            deals = [((one, n), (other, -n)) for n in range(-most, most + 1)]
        elif words[0] == "free":
            made = _free(made, words[1:])
        elif words[0] in ("put", "remove"):
            made = replace(made, tasks=(*made.tasks, _spread(words, len(made.tasks))))
        else:
            task, adjacent = _in_spaces(words, len(made.tasks), statement)
            made = replace(made, tasks=(*made.tasks, task), adjacent=adjacent)
    return [replace(made, changes=(*made.changes, *deal)) for deal in deals]


def _free(made: Happening, words: list[str]) -> Happening:
    """`free rally 2`, `free assemble 1 manila anywhere`, `free rally 1 then take ...`."""
    name = words[0]
    rest, _, then = " ".join(words[1:]).partition(" then ")
    parts = rest.split()
    most = int(parts.pop(0))
    anywhere = "anywhere" in parts
    where = next((part for part in parts if part != "anywhere"), "any")
    steps = tuple(_verbs(then)) if then else ()
    if name not in ACTIONS:
        raise EffectError(
            f"there is no Operation or Special Activity `{name}`",
            did_you_mean(name, ACTIONS),
        )
    operation = name if name in OPERATIONS else None
    return replace(
        made,
        operation=operation,
        activity=None if operation else name,
        most=most,
        where=where,
        anywhere=anywhere,
        then=steps,
    )


def _spread(words: list[str], index: int) -> Task:
    number, kind, where = int(words[1]), words[2], "&".join(words[3:])
    step = spread(kind, number, index, words[0] == "put")
    places = (kind,) if words[0] == "put" else ()
    return Task(Selector(number, where), (step,), index, units=True, places=places)


def _in_spaces(words: list[str], index: int, statement: str) -> tuple[Task, bool]:
    if ":" not in words:
        raise EffectError(
            f"`{statement}` says neither a track nor spaces and a colon",
            did_you_mean(words[0], STATEMENT_WORDS),
        )
    at = words.index(":")
    head, body = words[:at], " ".join(words[at + 1 :])
    number = 0 if head[0] == "each" else int(head[0]) if head[0].isdigit() else 1
    rest = head[1:] if head[0] == "each" or head[0].isdigit() else head
    conditions = tuple(
        (name, value) for name, sign, value in (one.partition("=") for one in rest) if sign
    )
    places = [one for one in rest if "=" not in one and one != "adjacent"]
    selector = Selector(number, "&".join(places) or "any", conditions)
    task = Task(
        selector, tuple(_verbs(body)), index, words=tuple(body.split()), places=placed_kinds(body)
    )
    return task, "adjacent" in rest


def placed_kinds(body: str) -> tuple[str, ...]:
    """The kinds of pieces that verbs place: `cubes 2, set neutral` gives Troops and Police."""
    kinds: list[str] = []
    for part in body.split(","):
        name, *words = part.split()
        if name == "cubes":
            kinds += ["troops", "police"]
        elif name == "place":
            kinds.append(words[0])
        elif name == "swap":
            kinds.append(words[1])
        elif name == "may":
            kinds += ["guerrilla", "npa_base"] if words[0] == "npa" else ["activist", "ref_base"]
    return tuple(kind for kind in kinds if kind in FORCES)


def _verbs(body: str) -> list[StepFunction]:
    found = []
    for part in body.split(","):
        name, *words = part.split()
        if name not in VERBS:
            raise EffectError(f"there is no verb `{name}`", did_you_mean(name, VERBS))
        found.append(VERBS[name](*words))
    return found


# --- held against a log --------------------------------------------------------------------------


def read_event(
    setting: Setting, option: str, text: str, strict: bool, bound: float = float("inf")
) -> Iterator[Reading]:
    """5.1, 5.1.1, 5.1.2, 5.1.4, 5.1.5, 3.1.5: the best explanations of a turn by a card's effect.

    Readings that cost more than the bound are left out. Raises EffectError.
    """
    turn = setting.turn
    for happening in happenings(text):
        for pair in _pairs(turn.board) if happening.adjacent else (None,):
            yield from _read(setting, option, happening, pair, strict, bound)
        if happening.adjacent and not strict:
            for one in _read(setting, option, happening, None, strict, bound - BREACH):
                yield one._replace(extra=("5.1.a",))


def _pairs(board: Map) -> list[frozenset[int]]:
    return [frozenset((a, b)) for a in range(len(board.ids)) for b in board.near[a] if a < b]


def _read(
    setting: Setting,
    option: str,
    happening: Happening,
    pair: frozenset[int] | None,
    strict: bool,
    bound: float,
) -> Iterator[Reading]:
    turn = setting.turn
    operation, activity = happening.operation, happening.activity
    choice = Choice(
        operation,
        activity,
        setting.lifts(operation, activity, happening.places),
        happening.where,
        happening.then,
        tuple(task.step if strict else task.step_anywhere for task in happening.tasks),
    )
    for movement in setting.movements(operation, activity, strict):
        turn.effort.note(bound)
        contexts = setting.contexts(movement.groups, operation == "sweep", True, happening.anywhere)
        most = bound - movement.cost
        options = _ways(setting, choice, contexts, pair, strict, most)
        if not options:
            continue
        changes = summed(happening.changes, turn.before, turn.board)
        free = operation or activity
        actor = ACTIONS[free].faction if free else turn.actor
        due = asked(happening, turn.before, contexts, pair)
        bill = Bill(turn, Plan(option, operation, activity), actor, changes, due)
        for found in join(options, bill.verdict, most, strict):
            given = tuple(changes.items())
            yield Reading(option, operation, activity, found, strange=movement.cost, given=given)


def _ways(
    setting: Setting,
    choice: Choice,
    contexts: Sequence[Context],
    pair: frozenset[int] | None,
    strict: bool,
    bound: float,
) -> list[Sequence[Local]]:
    """The ways of every space; none at all when one has none, or when they cost too much.

    Changed spaces tell soonest.
    """
    found: dict[int, Sequence[Local]] = {}
    least = 0.0
    for n in (*setting.changed, *(n for n in range(len(contexts)) if n not in setting.changed)):
        here = choice if pair is None or n in pair else choice._replace(steps=())
        before, after = setting.turn.before.spaces[n], setting.turn.after.spaces[n]
        if strict or bound - least + TOLERANCE < LEAST_BREACH:
            found[n] = legal_ways(before, after, here, contexts[n])
        else:
            found[n] = likely_ways(before, after, here, contexts[n], level(bound - least))
        least += min((way.cost for way in found[n]), default=float("inf"))
        if least > bound + TOLERANCE or not found[n]:
            return []
    return [found[n] for n in range(len(contexts))]


def summed(changes: tuple[tuple[str, int], ...], before: State, board: Map) -> dict[str, int]:
    """What changes of tracks come to in their order; halving Patronage counts from where it is."""
    ends = {name: before.track(name) for name in TRACKS}
    for name, change in changes:
        if name == HALVE:
            ends[PATRONAGE] -= ends[PATRONAGE] // 2
        else:
            ends[name] = board.limits.on_track(ends[name] + change)
    return {name: end - before.track(name) for name, end in ends.items()}


def asked(
    happening: Happening, before: State, contexts: Sequence[Context], pair: frozenset[int] | None
) -> Asked:
    """What a card's text asks for: as much as can be done must be (5.1.2)."""
    needs, least = [0] * len(TASKS), [0] * len(TASKS)
    for task in happening.tasks:
        could = [
            task.possible(before.spaces[n], here)
            for n, here in enumerate(contexts)
            if pair is None or n in pair
        ]
        wanted = task.selector.number or len(contexts)
        needs[task.slot] = wanted
        # What an earlier statement changed may make a later one possible, or no longer so.
        least[task.slot] = min(wanted, sum(could)) if task.slot == 0 else 0
        if "once" in task.words:
            needs[1] = 1
    return Asked(happening.most, tuple(needs), tuple(least))
