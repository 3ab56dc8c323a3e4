"""What a phase changed for good: where pieces lie, their faces and conditions, and the tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.civil_power.law.plan import (
    DAMAGED,
    FORCE_BOXES,
    LEFT_BOXES,
    LOST_BOXES,
    SUPPRESSED,
)
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

SKY = "daylight"
"""The marker of the time of day, which lies beside the map."""
MARKS = {SUPPRESSED: ("woken", "suppressed"), DAMAGED: ("repaired", "damaged")}
"""The conditions that count, with the changes that take them off and put them on."""
OFF_MAP = {
    **dict.fromkeys(LOST_BOXES.values(), "lost"),
    **dict.fromkeys(LEFT_BOXES.values(), "left"),
    **dict.fromkeys(FORCE_BOXES.values(), "force"),
    "": "lost",
}
"""What the boxes beside the map hold; all others hold supplies."""
ABOARD = ("vehicle_", "helicopter_load", "sewers")
"""Where units are that are in play and not on the map."""


class Change(NamedTuple):
    """The net change of one thing in a phase.

    | `what` | `source`, `target` |
    |--|--|
    | `moved`, `climbed` | places on the map |
    | `on`, `off` | places; for units `lost`, `left`, `force`, `supply` instead of a box |
    | `boxed` | a unit beside the map goes from one such box to another |
    | `face` | faces |
    | `up`, `down` | numbers of a track as text |
    | `suppressed`, `woken`, `damaged`, `repaired` | - |
    """

    what: str
    key: str
    """The id of the piece in the log."""
    kind: str
    n: int
    """The last act of the phase that made it."""
    source: str = ""
    target: str = ""
    at: str = ""
    """The place of a piece that was turned over."""
    unit: Unit | None = None
    """A unit on the map, as it was before, or as it is after if it was not there."""

    @property
    def cell(self) -> str:
        """The square in which it happened: before it, or after it if it was not on the map."""
        place = self.at or (self.target if self.what == "on" else self.source)
        return self.unit.cell if self.unit else place.partition("@")[0]


def changes(phase: Phase) -> Iterator[Change]:
    """The net changes of a phase, in the order of the acts that made them."""
    first: dict[tuple[str, str, int], int] = {}
    last: dict[tuple[str, str, int], int] = {}
    for n, act in phase.each("move", "face", "level", "condition"):
        aspect = "face" if act.what == "face" else "place"
        if act.what == "condition":
            aspect = act.target
        if act.what == "condition" and aspect not in MARKS:
            continue
        # Each move of a track's marker is a change of its own: one may be wrong, the next not.
        thing = (act.piece, aspect, wavering(phase.record, n) if act.what == "level" else 0)
        first.setdefault(thing, n)
        last[thing] = n
    for (key, aspect, one), n in sorted(last.items(), key=lambda item: item[1]):
        begin = first[key, aspect, one]
        before, after = phase.table(begin), phase.table(n + 1)
        if _value(before, key, aspect) == _value(after, key, aspect):
            continue
        kind = phase.record.acts[n].kind
        there = phase.before if kind in before.plan.units else before
        if aspect == "face" and not (_lies(there, key) or kind == SKY):
            continue  # turned before it was put on the map, or as it came
        if _put_right(phase, begin, n, key, aspect):
            continue
        found = _change(before, after, key, aspect, n)
        if found is not None:
            yield found


def _lies(position: Position, key: str) -> bool:
    """Whether a piece is on the map."""
    return position.place(key).partition("/")[0] in position.field


def _value(position: Position, key: str, aspect: str) -> object:
    """One thing about a piece: its place, its face, or whether it is in a condition."""
    state = position.pieces.get(key)
    if aspect in MARKS:
        return aspect in position.conditions.get(key, ())
    return state and (state.place if aspect == "place" else state.face)


def _put_right(phase: Phase, first: int, last: int, key: str, aspect: str) -> bool:
    """Whether a change is taken back soon, or takes back another one.

    Units are put back even after the tracker was stepped on; with markers that is no correction,
    because they come and go by the rules.
    """
    positions, acts = phase.record.positions, phase.record.acts
    before, after = (_value(positions[n], key, aspect) for n in (first, last + 1))
    begin, end = max(first - windows.LATER, 0), min(last + 1 + windows.LATER, len(positions))
    if aspect != "place" or acts[first].kind not in phase.record.field.side:
        steps = [n + 1 for n in range(begin, first) if acts[n].what == "phase"]
        begin = steps[-1] if steps else begin
        steps = [n for n in range(last, min(end, len(acts))) if acts[n].what == "phase"]
        end = min(end, max(steps[0], last + windows.AT_ONCE) + 1) if steps else end
    later, sooner = positions[last + 1 : end], positions[begin:first]
    return any(_value(one, key, aspect) == before for one in later) or any(
        _value(one, key, aspect) == after for one in sooner
    )


def _change(before: Position, after: Position, key: str, aspect: str, n: int) -> Change | None:
    was, now = before.pieces.get(key), after.pieces.get(key)
    known = now or was
    if known is None:
        return None
    kind, unit = known.kind, before.unit(key) or after.unit(key)
    if aspect in MARKS:
        off, on = MARKS[aspect]
        standing = after.unit(key)
        what = on if _value(after, key, aspect) else off
        return Change(what, key, kind, n, unit=standing) if standing else None
    if aspect == "face":
        faces = (was.face, now.face) if was and now else ("", "")
        return Change("face", key, kind, n, *faces, at=known.place, unit=unit)
    source, target = before.place(key), after.place(key)
    track, _, number = target.partition(":")
    if track in before.plan.game.tracks:
        old = source.partition(":")[2]
        if not (old.lstrip("-").isdigit() and number.lstrip("-").isdigit()):
            return None
        return Change("up" if int(number) > int(old) else "down", key, kind, n, old, number)
    there, here = _lies(before, key), _lies(after, key)
    level = source.partition("@")[0] == target.partition("@")[0]
    along = "climbed" if level else "moved"
    if kind in before.plan.units:
        source, target = source if there else _box(source), target if here else _box(target)
    what = along if there and here else "on" if here else "off" if there else "boxed"
    return Change(what, key, kind, n, source, target, unit=unit)


def _box(place: str) -> str:
    return OFF_MAP.get(place, "aboard" if place.startswith(ABOARD) else "supply")


def wavering(record: Record, n: int) -> int:
    """The first of the moves of a track's marker that belong together: the last one counts.

    They follow each other at once, without dice or a step of the tracker between them.
    """
    first, key = n, record.acts[n].piece
    for m, act in record.before(n, windows.LATER):
        if act.what in ("phase", "roll", "check") or first - m > windows.AT_ONCE:
            break
        first = m if act.what == "level" and act.piece == key else first
    return first


def overshot(record: Record, n: int) -> bool:
    """Whether an act moves a marker back that had just been moved by more than one.

    Such an act corrects a count.
    """
    act = record.acts[n]
    change = _step(act)
    return any(
        abs(before) > 1 and before * change < 0
        for _, other in record.before(n, windows.LATER)
        if other.piece == act.piece
        for before in (_step(other),)
    )


def _step(act: Act) -> int:
    """By how much an act moves a marker on its track."""
    ends = (act.source.lstrip("-"), act.target.lstrip("-"))
    counts = act.what == "level" and all(one.isdigit() for one in ends)
    return int(act.target) - int(act.source) if counts else 0
