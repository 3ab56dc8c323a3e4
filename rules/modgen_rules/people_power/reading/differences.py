"""What is added between two positions, and to whose actions that belongs at first sight."""

from __future__ import annotations

from typing import NamedTuple

from modgen_rules.people_power.law.state import (
    FACTIONS,
    FIELDS,
    FORCES,
    GOV,
    NPA,
    OPPOSITION,
    REFORMERS,
    RESISTANCE,
    SUPPORT,
    TRACKS,
    Space,
    State,
)

FIRST_SIGHT = {
    ("troops", True): GOV, ("police", True): GOV, ("gov_base", True): GOV,
    ("activist", True): REFORMERS, ("ref_base", True): REFORMERS, ("protest", True): REFORMERS,
    ("underground", True): NPA, ("npa_base", True): NPA, ("strike", True): NPA,
}  # fmt: skip
"""Whose actions most often bring more of something to a space."""
TOWARD = {SUPPORT: GOV, OPPOSITION: REFORMERS, RESISTANCE: NPA}
"""Whose actions most often shift a space to an alignment."""
FACES = ("underground", "active")
NOBODY = (0,) * len(FORCES)


class Difference(NamedTuple):
    """What is added to a position. Alignments are the new ones, everything else is a sum."""

    spaces: tuple[tuple[int, tuple[int, ...], int | None], ...]
    """Number of the space, what is added to each field but the alignment, the new alignment."""
    tracks: tuple[int, ...]
    available: tuple[int, ...]
    election: int
    personalities: frozenset[int]

    @property
    def empty(self) -> bool:
        """Whether nothing differs."""
        return not (self.spaces or any(self.tracks) or any(self.available))

    @property
    def places(self) -> frozenset[int]:
        """The spaces that differ."""
        return frozenset(n for n, _, _ in self.spaces)

    @property
    def counters(self) -> frozenset[str]:
        """The tracks that differ."""
        return frozenset(name for name, by in zip(TRACKS, self.tracks, strict=True) if by)

    @property
    def set_anew(self) -> frozenset[int]:
        """The spaces with another alignment."""
        return frozenset(n for n, _, alignment in self.spaces if alignment is not None)

    @property
    def only_turns(self) -> bool:
        """Whether Guerrillas are turned over and nothing else differs."""
        return (
            bool(self.spaces)
            and not any(self.tracks)
            and all(
                alignment is None
                and not sum(counts)
                and not any(
                    by for name, by in zip(FIELDS, counts, strict=False) if name not in FACES
                )
                for _, counts, alignment in self.spaces
            )
        )

    @property
    def owners(self) -> frozenset[str]:
        """Factions whose Resources differ, or of whose pieces fewer are Available."""
        found = {who for who in FACTIONS if self.by(who)}
        for who, by in zip(FORCES.values(), self.available, strict=True):
            if by < 0:
                found.add(who)
        return frozenset(found)

    @property
    def likely(self) -> str:
        """The Faction to whose actions it belongs at first sight; empty when unclear."""
        found = set(self.owners)
        for _, counts, alignment in self.spaces:
            for name, by in zip(FIELDS[:-1], counts, strict=True):
                who = FIRST_SIGHT.get((name, by > 0)) if by else None
                if who:
                    found.add(who)
            if alignment:
                found.add(TOWARD[alignment])
        return next(iter(found)) if len(found) == 1 else ""

    def by(self, counter: str) -> int:
        """What is added to a track."""
        return self.tracks[TRACKS.index(counter)]

    def split(self, counter: str, by: int) -> tuple[Difference, Difference]:
        """It without a part of what is added to a track, and that part alone."""
        part = tuple(by * (name == counter) for name in TRACKS)
        rest = tuple(a - b for a, b in zip(self.tracks, part, strict=True))
        return self._replace(tracks=rest), self._replace(spaces=(), tracks=part, available=NOBODY)

    def added_to(self, state: State) -> State | None:
        """A position with it added; None when a number would fall below 0."""
        spaces = list(state.spaces)
        for n, counts, alignment in self.spaces:
            old = spaces[n]
            values = tuple(a + b for a, b in zip(old[:-1], counts, strict=True))
            if min(values) < 0:
                return None
            spaces[n] = Space._make((*values, old.alignment if alignment is None else alignment))
        tracks = tuple(a + b for a, b in zip(state.tracks, self.tracks, strict=True))
        available = tuple(a + b for a, b in zip(state.available, self.available, strict=True))
        return State(tuple(spaces), tracks, available, self.election, self.personalities)


def difference(before: State, after: State) -> Difference:
    """What was added between two positions."""
    spaces = []
    for n, (a, b) in enumerate(zip(before.spaces, after.spaces, strict=True)):
        if a is not b and a != b:
            counts = tuple(y - x for x, y in zip(a[:-1], b[:-1], strict=True))
            spaces.append((n, counts, b.alignment if a.alignment != b.alignment else None))
    tracks = tuple(b - a for a, b in zip(before.tracks, after.tracks, strict=True))
    available = tuple(b - a for a, b in zip(before.available, after.available, strict=True))
    return Difference(tuple(spaces), tracks, available, after.election, after.personalities)
