"""How many boards an action can lead to: counted, not listed (as chess programs count moves).

`python -m tests.people_power.counting` writes `counts.json`.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from modgen_rules.people_power.law.actions import (
    ACTIVITIES,
    OPERATIONS,
    accompanies,
    most_spaces,
    scripts,
)
from modgen_rules.people_power.law.options import Context, Effect, run
from modgen_rules.people_power.law.state import AID, FORCES, PATRONAGE, Map, Space, State, count
from tests.accuracy.cases import Bench

TARGET = Path(__file__).with_name("counts.json")
STILL = (
    "train",
    "roundup",
    "assault",
    "recruit",
    "persuade",
    "protest",
    "rally",
    "attack",
    "terror",
)
"""Operations in which nothing moves: their spaces are independent of one another."""
KINDS = tuple(FORCES)


def here(n: int, state: State, board: Map) -> Context:
    scarce = frozenset(k for k, free in zip(KINDS, state.available, strict=True) if free <= 0)
    return Context.of(board, n, state)._replace(
        scarce=scarce, dry=state.markers >= board.limits.tokens
    )


def pieces(space: Space) -> tuple[int, ...]:
    """What a space takes from the pools: each kind of piece, then markers."""
    return (*(count(space, kind) for kind in KINDS), space.protest + space.strike)


def boards(state: State, board: Map, operation: str, activity: str | None, limited: bool) -> int:
    """The number of different boards with their tracks, after one action."""
    # For each combination of spaces so far: what the pools gave, and the sums that lead to it.
    layer: Counter[tuple[tuple[int, ...], frozenset[Effect]]] = Counter()
    layer[((0,) * (len(KINDS) + 1), frozenset({Effect()}))] = 1
    free = (*state.available, board.limits.tokens - state.markers)
    for n, space in enumerate(state.spaces):
        results: dict[Space, set[Effect]] = defaultdict(set)
        for script in scripts(operation, activity, here(n, state, board).traffic):
            for way in run(space, script.steps, here(n, state, board)):
                if not way.broken and not way.doubts:
                    results[way.space].add(way.effect)
        base = pieces(space)
        following: Counter[tuple[tuple[int, ...], frozenset[Effect]]] = Counter()
        for (taken, sums), ways in layer.items():
            for after, effects in results.items():
                more = tuple(
                    have + now - was
                    for have, now, was in zip(taken, pieces(after), base, strict=True)
                )
                new = frozenset(
                    effect
                    for one in sums
                    for other in effects
                    if fits(
                        effect := one.plus(other),
                        state,
                        operation,
                        activity,
                        limited,
                    )
                )
                if new:
                    following[(more, new)] += ways
        layer = following
    total = 0
    for (taken, sums), ways in layer.items():
        if all(used <= left for used, left in zip(taken, free, strict=True)):
            ends = {
                tracks(state, board.limits.edge, OPERATIONS[operation].faction, one)
                for one in sums
                if one.spaces and (activity is None or one.activity)
            }
            total += ways * len(ends)
    return total


def fits(effect: Effect, state: State, operation: str, activity: str | None, limited: bool) -> bool:
    """Whether sums are within the limits of an action, so far."""
    actor = OPERATIONS[operation].faction
    limit = most_spaces(ACTIVITIES[activity], state.personalities) if activity else 0
    return (
        effect.cost <= state.track(actor)
        and effect.activity <= limit
        and effect.extra <= 1
        and (not limited or effect.spaces <= 1)
        and (activity != "charm" or not effect.activity or state.track(PATRONAGE) > 0)
    )


def tracks(state: State, edge: int, actor: str, effect: Effect) -> tuple[int, int, int]:
    """Where the actor's Resources, Aid and Patronage end."""

    def end(name: str, change: int) -> int:
        return max(0, min(edge, state.track(name) + change))

    return (
        end(actor, effect.gain - effect.cost),
        end(AID, effect.aid - effect.rounded // 2),
        end(PATRONAGE, effect.patronage),
    )


def counts(bench: Bench) -> dict[str, dict[str, int]]:
    """Every action in which nothing moves, from both set-ups, full and limited."""
    found: dict[str, dict[str, int]] = {}
    for scenario in ("standard", "extended"):
        state, board = bench.start(scenario), bench.board
        numbers = found[scenario] = {}
        for operation in STILL:
            numbers[f"{operation} limited"] = boards(state, board, operation, None, True)
            if OPERATIONS[operation].faction == "gov" and operation == "train":
                continue  # nine spaces with fifteen mixes of cubes each: too many to hold
            numbers[operation] = boards(state, board, operation, None, False)
            for activity in ACTIVITIES.values():
                if activity.faction != OPERATIONS[operation].faction or activity.id == "reprisal":
                    continue
                if accompanies(operation, activity.id) or activity.id == "ambush":
                    continue
                name = f"{operation} {activity.id}"
                numbers[name] = boards(state, board, operation, activity.id, False)
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        made = Bench.made(Path(place))
    TARGET.write_text(json.dumps(counts(made), indent=1) + "\n", "utf-8")
