"""Prototypes: runs of traits that several pieces share.

Pieces are made with all their traits, as they are stored in saved games. Code that makes a run of
traits for several kinds of pieces gives it a name with `share`. When the module is finished, each
slot's definition refers to a prototype wherever at least two slots have the same named run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait

Run = tuple[Trait, ...]
"""Traits next to each other in a piece, outermost first."""


@dataclass
class Prototypes:
    """The named runs of traits of a module, and the slots that may refer to them."""

    runs: dict[str, Run] = field(default_factory=dict)
    _names: dict[Run, str] = field(default_factory=dict)
    _slots: list[tuple[Component, GamePiece]] = field(default_factory=list)

    def share(self, name: str, traits: Iterable[Trait]) -> list[Trait]:
        """Name a run of traits, innermost first, and return it.

        Different runs of one name are numbered: `Send to`, `Send to 2`.
        """
        made = list(traits)
        run = tuple(reversed(made))
        if run and run not in self._names:
            number = 2
            title = name
            while title in self.runs:
                title = f"{name} {number}"
                number += 1
            self.runs[title] = run
            self._names[run] = title
        return made

    def after(self, other: Prototypes) -> None:
        """Keep the names of another module's runs."""
        self.runs, self._names = dict(other.runs), dict(other._names)

    def add_slot(self, slot: Component, piece: GamePiece) -> None:
        """Register a slot whose piece may refer to prototypes."""
        self._slots.append((slot, piece))

    def finish(self) -> list[Component]:
        """Rewrite the slots and return the prototype definitions that they use."""
        found = [self._split(piece.traits, set(self.runs)) for _, piece in self._slots]
        uses = Counter(name for parts in found for name in parts if isinstance(name, str))
        kept = {name for name, number in uses.items() if number > 1}
        for slot, piece in self._slots:
            parts = self._split(piece.traits, kept)
            traits = tuple(t.Prototype(name=one) if isinstance(one, str) else one for one in parts)
            slot.text = piece.but(traits=traits).definition()
        return [_definition(name, run) for name, run in self.runs.items() if name in kept]

    def _split(self, traits: Sequence[Trait], names: set[str]) -> list[str | Trait]:
        """Traits, outermost first, with each named run replaced by its name; the longest wins."""
        runs = sorted(
            ((self.runs[name], name) for name in names), key=lambda one: (-len(one[0]), one[1])
        )
        begins: dict[Trait, list[tuple[Run, str]]] = {}
        for run, name in runs:
            begins.setdefault(run[0], []).append((run, name))
        parts: list[str | Trait] = []
        at = 0
        while at < len(traits):
            for run, name in begins.get(traits[at], ()):
                if tuple(traits[at : at + len(run)]) == run:
                    parts.append(name)
                    at += len(run)
                    break
            else:
                parts.append(traits[at])
                at += 1
        return parts


def _definition(name: str, run: Run) -> Component:
    """The definition of a prototype."""
    piece = GamePiece(run, BasicPiece())
    return component("PrototypeDefinition", (), piece.definition(), name=name)
