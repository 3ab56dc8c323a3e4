"""What may be done next, with the clauses that it would break.

A rulebook judges what would be on record. So the law that reads records also finds the mistakes
that a simulated player makes: changes to a phase that break exactly one clause.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from modgen.model.game import Game
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.table_acts import Act, Flip, Move
from modgen_rules.engine.reports.sections import Issue


@dataclass(frozen=True)
class Change:
    """A change to the acts of a phase: some are left out, some become others, some are added."""

    added: tuple[Act, ...] = ()
    changed: Mapping[int, Act] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()

    def of(self, acts: Sequence[Act]) -> list[Act]:
        """The acts of the phase with the change."""
        kept = (n for n in range(len(acts)) if n not in self.left_out)
        return [*(self.changed.get(n, acts[n]) for n in kept), *self.added]


class Judged(Protocol):
    """What a rulebook notes about a phase."""

    @property
    def issues(self) -> Sequence[Issue]:
        """What is wrong."""


J = TypeVar("J", bound=Judged)


def mistakes(changes: Iterable[Change], judge: Callable[[Change], J]) -> Iterator[tuple[Change, J]]:
    """The changes that break one clause for sure, and nothing else."""
    for one in changes:
        found = judge(one)
        if [issue.verdict for issue in found.issues] == ["illegal"]:
            yield one, found


def edits(acts: Sequence[Act], places: Sequence[str], chance: random.Random) -> Iterator[Change]:
    """Random changes to one of some acts: it is left out, or its pieces go to another place.

    They have no end; there are none without acts.
    """
    while acts:
        n = chance.randrange(len(acts))
        act = acts[n]
        if isinstance(act, Move) and chance.random() < 0.5:
            yield Change(changed={n: replace(act, place=chance.choice(places))})
        else:
            yield Change(left_out=frozenset((n,)))


def in_words(
    change: Change, acts: Sequence[Act], states: Mapping[str, PieceState], game: Game
) -> str:
    """A change to the acts of a phase in a sentence."""
    told = [f"without: {_words(acts[n], states, game)}" for n in sorted(change.left_out)]
    told += [_words(one, states, game) for one in (*change.changed.values(), *change.added)]
    return "; ".join(told)


def _words(act: Act, states: Mapping[str, PieceState], game: Game) -> str:
    match act:
        case Move():
            kinds = dict.fromkeys(states[key].kind for key in act.keys)
            pieces = (game.piece_types[one].name for one in kinds if one in game.piece_types)
            names = {one.id: one.name for one in (*game.map.spaces, *game.map.boxes)}
            number = f"{len(act.keys)} pieces: " if len(act.keys) > 1 else ""
            return f"{number}{', '.join(pieces)} to {names.get(act.place, act.place)}"
        case Flip():
            return f"{game.piece_types[states[act.key].kind].name} turned over"
        case _:
            return f"a {type(act).__name__.lower()}"
