"""Which logs belong to one game: every log begins with a whole position, as a save does.

Logs continue each other when one begins with the position with which another ends. A log that is
given twice, or whose steps a longer log repeats, is read once. Where a log begins close to the end
of another, but not with the same position, something was changed outside any log (or a log is
missing): it is the same game, and judging starts afresh. All other logs are games of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.save import LogStep, SaveFile
from modgen_rules.engine.record.log_parts import LogPart
from modgen_rules.engine.record.names import kind_name, place_name
from modgen_rules.engine.record.piece_states import PieceState, PieceTracker
from modgen_rules.engine.record.places import read_place

Opener = Callable[[Timeline], PieceTracker]
PieceCounts = frozenset[tuple[PieceState, int]]
Pieces = Mapping[str, PieceState]
"""Pieces by their id in the log."""
REPEATED = 0.9
"""The share of a log's steps that a longer log must repeat to replace it."""
FEWEST_REPEATED = 5
"""A shorter log is replaced only by one that begins with exactly its steps."""
CLOSER = 0.4
"""How near a log must begin to the end of another, as a share of its distance from the beginning.

On records of separate games the share was 0.5 and more; over a missing log of the same game, 0.35.
"""
MOST_CHANGED = 0.5
"""The share of the pieces that may differ where a log continues another with a gap."""
MOST_NAMED = 12
"""How many differences a finding lists."""


class LogEnds(NamedTuple):
    """A log: its pieces at the beginning and at the end, and a fingerprint of each step."""

    path: Path
    start: Pieces
    end: Pieces
    steps: tuple[int, ...]


class Gap(NamedTuple):
    """A change outside any log: the logs before and after it, what is missing, what is new."""

    before: Path
    after: Path
    missing: Counter[PieceState]
    new: Counter[PieceState]


@dataclass
class Chain:
    """One game: stretches of logs that continue each other, with a gap between stretches."""

    stretches: list[list[LogPart]]
    gaps: list[Gap] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def parts(self) -> list[LogPart]:
        """All logs in the order of play."""
        return [part for stretch in self.stretches for part in stretch]


def read_ends(path: Path, opener: Opener) -> LogEnds:
    """Read a log through. Raises what reading a log raises."""
    return read_with_ends(path, opener)[1]


def read_with_ends(path: Path, opener: Opener) -> tuple[Timeline, LogEnds]:
    """A log, and its ends. Raises what reading a log raises."""
    timeline = Timeline()
    prints: list[int] = []

    def noted(steps: Iterable[LogStep]) -> Iterator[LogStep]:
        for step in steps:
            if step.number is not None:
                prints.append(_fingerprint(step))
            yield step

    with SaveFile(path) as save:
        timeline.module = save.moduledata
        timeline.read(noted(save.steps()), path.name)
    tracker = opener(timeline)
    end = tracker.states_on(timeline.table)
    return timeline, LogEnds(path, dict(tracker.begin()), end, tuple(prints))


def _fingerprint(step: LogStep) -> int:
    """64 bits of what a step does, the same in every process."""
    text = "\0".join(leaf.command for leaf in step.leaves).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest())


def read_parts(parts: Iterable[LogPart]) -> Timeline:
    """A stretch of logs as one timeline. Raises what reading a log raises."""
    timeline = Timeline()
    for part in parts:
        with SaveFile(part.path) as save:
            timeline.module = timeline.module or save.moduledata
            steps = (one for one in save.steps() if one.number is None or one.number < part.last)
            timeline.read(steps, part.path.name)
    return timeline


def chains(logs: Sequence[LogEnds], close: bool = True) -> list[Chain]:
    """The games that the logs record, in the order in which their first logs were given.

    Without `close` a log continues another only from the same position.
    """
    remarks: dict[Path, list[str]] = {log.path: [] for log in logs}
    kept = _without_repeats(logs, remarks)
    following: dict[int, int] = {}
    whole = {n: len(log.steps) for n, log in enumerate(kept)}
    _link_same(kept, following, remarks)
    _link_repeating(kept, following, whole)
    gaps = _link_close(kept, following) if close else {}
    heads = [n for n in range(len(kept)) if n not in following.values()]
    found = []
    for head in heads:
        order = [head]
        while order[-1] in following:
            order.append(following[order[-1]])
        chain = Chain([[]])
        for n in order:
            chain.stretches[-1].append(LogPart(kept[n].path, whole[n]))
            chain.remarks += remarks[kept[n].path]
            if n in gaps:
                chain.gaps.append(gaps[n])
                chain.stretches.append([])
        found.append(chain)
    return found


# --- repeats ---------------------------------------------------------------------------------


def _without_repeats(logs: Sequence[LogEnds], remarks: dict[Path, list[str]]) -> list[LogEnds]:
    """The logs without those that another log repeats as a whole."""
    kept: list[LogEnds] = []
    for n, log in enumerate(logs):
        others = [*kept, *logs[n + 1 :]]
        twin = next((one for one in kept if _same_log(one, log)), None)
        longer = next((one for one in others if _repeats(one, log)), None)
        if twin is not None:
            words = (
                "is given twice" if twin.path == log.path else f"is the same as {twin.path.name}"
            )
            remarks[twin.path].append(f"{log.path.name} {words} and is judged once.")
        elif longer is not None:
            remarks[longer.path].append(
                f"{longer.path.name} repeats {log.path.name}, which is therefore not judged twice."
            )
        else:
            kept.append(log)
    return kept


def _same_log(one: LogEnds, other: LogEnds) -> bool:
    return one.steps == other.steps and _counts(one.start) == _counts(other.start)


def _repeats(longer: LogEnds, log: LogEnds) -> bool:
    """Whether a longer log holds all steps of a log in their order, or nearly all, and goes on.

    The last step is among them: otherwise the logs are two games that begin alike.
    """
    number = len(log.steps)
    if not number or len(longer.steps) <= number:
        return False
    if longer.steps[:number] == log.steps:
        return _counts(longer.start) == _counts(log.start)
    shared = (Counter(log.steps) & Counter(longer.steps)).total()
    if number < FEWEST_REPEATED or shared < REPEATED * number:
        return False
    *blocks, _ = SequenceMatcher(None, log.steps, longer.steps).get_matching_blocks()
    again = sum(block.size for block in blocks)
    return again >= REPEATED * number and blocks[-1].a + blocks[-1].size == number


def _overlap(log: LogEnds, following: LogEnds) -> int:
    """How many of the last steps of a log are the first steps of the following one."""
    prefix, text = following.steps, log.steps
    if not prefix:
        return 0
    # The failure function of Knuth, Morris and Pratt: logs may have a million equal steps.
    fallback = [0] * len(prefix)
    matched = 0
    for n in range(1, len(prefix)):
        while matched and prefix[n] != prefix[matched]:
            matched = fallback[matched - 1]
        matched += prefix[n] == prefix[matched]
        fallback[n] = matched
    matched = 0
    for step in text:
        while matched and (matched == len(prefix) or step != prefix[matched]):
            matched = fallback[matched - 1]
        matched += step == prefix[matched]
    return matched


# --- links -----------------------------------------------------------------------------------


def _link_same(
    logs: Sequence[LogEnds], following: dict[int, int], remarks: dict[Path, list[str]]
) -> None:
    """A log follows the one that ends with the position with which it begins.

    A log in which no piece changes is followed by none, and takes no other log's place.
    """
    ends = [_counts(log.end) for log in logs]
    starts = [_counts(log.start) for log in logs]
    still = [start == end for start, end in zip(starts, ends, strict=True)]
    for n in sorted(range(len(logs)), key=lambda n: still[n]):
        before = [m for m, end in enumerate(ends) if m != n and end == starts[n] and not still[m]]
        free = [m for m in before if m not in following and not _leads(following, n, m)]
        if free:
            following[free[0]] = n
        elif before and not still[n] and before[0] in following:
            other = logs[following[before[0]]].path.name
            remarks[logs[n].path].append(
                f"{logs[n].path.name} and {other} both continue {logs[before[0]].path.name}: "
                "both are judged, but only one of them can be the game."
            )


def _link_repeating(
    logs: Sequence[LogEnds], following: dict[int, int], whole: dict[int, int]
) -> None:
    """A log follows the one whose last steps it repeats; those are read once."""
    for n, log in enumerate(logs):
        for m, before in enumerate(logs):
            free = m not in following and n not in following.values()
            if m == n or not free or _leads(following, n, m):
                continue
            again = _overlap(before, log)
            if again >= FEWEST_REPEATED and again < len(before.steps):
                following[m] = n
                whole[m] = len(before.steps) - again


def _link_close(logs: Sequence[LogEnds], following: dict[int, int]) -> dict[int, Gap]:
    """A log follows the one whose end it is close to: closer than to that one's beginning."""
    near = []
    for n, log in enumerate(logs):
        for m, before in enumerate(logs):
            if m == n or not _alike(before, log):
                continue
            changed = _differences(before.end, log.start)
            played = _differences(before.start, log.start)
            if changed <= CLOSER * played and changed <= MOST_CHANGED * len(log.start):
                near.append((changed, n, m))
    gaps = {}
    for _, n, m in sorted(near):
        if m in following or n in following.values() or _leads(following, n, m):
            continue
        following[m] = n
        end, start = (Counter(pieces.values()) for pieces in (logs[m].end, logs[n].start))
        gaps[m] = Gap(logs[m].path, logs[n].path, end - start, start - end)
    return gaps


def _leads(following: Mapping[int, int], first: int, last: int) -> bool:
    """Whether a chain leads from one log to another."""
    while first != last and first in following:
        first = following[first]
    return first == last


def _alike(one: LogEnds, other: LogEnds) -> bool:
    """Whether two logs are about the same pieces, but for a few."""
    shared = len(one.end.keys() & other.start.keys())
    return shared >= REPEATED * max(len(one.end), len(other.start))


def _differences(one: Pieces, other: Pieces) -> int:
    """How many pieces are elsewhere, look otherwise, or are missing."""
    return sum(one.get(key) != other.get(key) for key in one.keys() | other.keys())


def _counts(pieces: Pieces) -> PieceCounts:
    return frozenset(Counter(pieces.values()).items())


def in_words(pieces: Counter[PieceState], game: Game) -> str:
    """`2 × Troops in Manila; Guerrilla (Active) in Cebu`, in the game's displayed names."""
    parts = [
        (f"{number} × " if number > 1 else "") + f"{_name(state, game)} {_at(game, state.place)}"
        for state, number in sorted(pieces.items())
    ]
    more = f" and {len(parts) - MOST_NAMED} more" if len(parts) > MOST_NAMED else ""
    return "; ".join(parts[:MOST_NAMED]) + more


def _at(game: Game, place: str) -> str:
    """Where a piece is: `in Manila`, `off the map`, `at a point of Town in none of its places`."""
    where, name = read_place(place).kind, place_name(game, place)
    if where == "off":
        return name if name.startswith("off") else f"in {name}"
    return f"{'at' if where == 'board' else 'in'} {name}"


def _name(state: PieceState, game: Game) -> str:
    name, kind = kind_name(game, state.kind), game.piece_types.get(state.kind)
    face = kind.face_name(state.face) if kind is not None else ""
    return f"{name} ({face})" if face and face != name else name
