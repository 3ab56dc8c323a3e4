"""A whole log read once: the position after every step, and what players said, rolled, revealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeVar

from modgen.log.timeline import Moment
from modgen.log.wording import folded, written
from modgen_rules.engine.reading import windows
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.declarations import Announcements
from modgen_rules.engine.record.game_steps import GameStep, Steps, read_steps
from modgen_rules.engine.record.piece_states import PieceChange, PieceState, PieceTracker
from modgen_rules.engine.record.talk import SHORTEST
from modgen_rules.people_power.law.state import CardNumbers, Map, State
from modgen_rules.people_power.reading.differences import Difference, difference
from modgen_rules.people_power.reading.record import OVERFLOW, Record
from modgen_rules.people_power.reading.turn import Moved

T = TypeVar("T")


PHASE_MARKER = "election_marker"
"""The piece that shows the phase of an Election Round (6.0)."""
PAWNS = {"operation_spaces": "pawn_white", "activity_spaces": "pawn_black"}
"""The pawns that mark the spaces of an announcement (3.1.4)."""


class Marks(NamedTuple):
    """What players keep by hand and rules derive: faces of Activists, Control, totals (1.10)."""

    active: tuple[int, ...]
    control: tuple[str, ...]
    victory: Mapping[str, int]
    elsewhere: tuple[tuple[str, int], ...]


class Trace(NamedTuple):
    """What pieces did in some steps."""

    moved: tuple[Moved, ...]
    """Pieces that went from one space to another."""
    hopped: tuple[Moved, ...]
    """Pieces that went to another space before they left the map."""
    legs: tuple[Moved, ...]
    """Pieces that went from space to space, each stop on the way; none if nothing stopped."""
    taken: tuple[tuple[str, int], ...]
    """Each time that a piece left a space: its kind and the number of the space."""


class Reveal(NamedTuple):
    """A card turned over from the draw deck."""

    step: int
    card: int


class PhaseStep(NamedTuple):
    """The marker of the Election Round's phase goes to another box (6.0)."""

    step: int
    target: str


@dataclass
class LogIndex:
    """The log as positions. Index 0 of `states` is the set-up, n the position after step n."""

    board: Map
    cards_of: CardNumbers
    states: list[State] = field(default_factory=list)
    marks: list[Marks] = field(default_factory=list)
    cylinders: list[dict[str, str]] = field(default_factory=list)
    steps: Steps = field(default_factory=Steps)
    sides: list[str] = field(default_factory=lambda: [""])
    """For each step the side whose player did it; empty when the log does not say."""
    reveals: list[Reveal] = field(default_factory=list)
    cards: list[dict[int, str]] = field(default_factory=list)
    """Where cards lie, by number."""
    informed: dict[int, int] = field(default_factory=dict)
    """Steps taken back that had shown something, with the step that took them back."""
    phases: list[PhaseStep] = field(default_factory=list)
    """The steps that move the marker of the Election Round's phase."""
    named: dict[int, set[int]] = field(default_factory=dict)
    """The Acts of Desperation whose titles players wrote, by step."""
    opening: int = 0
    """The card on top of the played pile as the log begins; 0 for none."""
    _traces: dict[tuple[int, ...], Trace] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The numbers of the spaces by their ids."""
        return {space: n for n, space in enumerate(self.board.ids)}

    def difference(self, before: State, after: State) -> Difference:
        """What was added between two positions."""
        return difference(before, after)

    def announces(self, kind: str) -> bool:
        """Whether a piece of a kind is a pawn that marks a space (3.1.4)."""
        return kind in PAWNS.values()

    def sort_of(self, place: str) -> str:
        """What a place has in common with like ones: a box of the same kind, or the map."""
        head, _, _ = place.partition(":")
        if head.startswith(("available_", "pool_", "sop_")):
            return head
        return "edge" if head == "edge" else "map" if place else ""

    def trace(self, steps: tuple[int, ...]) -> Trace:
        """What pieces did in some steps; several readings of a round ask for the same ones."""
        found = self._traces.get(steps)
        if found is None:
            found = self._traces[steps] = self._trace(steps)
        return found

    def _trace(self, steps: tuple[int, ...]) -> Trace:
        first: dict[str, PieceState | None] = {}
        last: dict[str, PieceState | None] = {}
        start: dict[str, PieceState] = {}
        last_space: dict[str, PieceState] = {}
        ways: dict[str, list[PieceState]] = {}
        taken = []
        for _, piece, before, after, _ in (
            change for step in steps for change in self.steps[step - 1].changes
        ):
            first.setdefault(piece, before)
            last[piece] = after
            if before is None:
                continue
            if before.place in self.numbers and (after is None or after.place != before.place):
                taken.append((before.kind, self.numbers[before.place]))
            if after is None:
                continue
            start.setdefault(piece, before)
            if after.place in self.numbers:
                last_space[piece] = after
            way = ways.setdefault(piece, [before])
            places = [one.place for one in way]
            if after.place in places:
                del way[places.index(after.place) :]
            way.append(after)
        moved, hopped = [], []
        for piece, end in last.items():
            begin = first[piece]
            if end is not None and begin is not None:
                moved += self._moved(begin, end)
            if end is not None and end.place not in self.numbers and piece in last_space:
                hopped += self._moved(start[piece], last_space[piece])
        pairs = (pair for way in ways.values() for pair in pairwise(way))
        legs = [leg for pair in pairs for leg in self._moved(*pair)]
        stopped = legs if len(legs) > len(moved) else []
        return Trace(
            tuple(sorted(moved)),
            tuple(sorted(hopped)),
            tuple(sorted(stopped)),
            tuple(sorted(taken)),
        )

    @cached_property
    def leftovers(self) -> dict[tuple[int, str], dict[str, frozenset[str]]]:
        """For each announcement, by step and side, the marked spaces that are older.

        Their pawns have stood there since another Faction announced something.
        """
        found = {}
        standing: dict[str, tuple[str, str, int]] = {}
        last, since, speaker = 0, 0, ""
        for step in self.steps.busy:
            for change in step.changes:
                if change.after is not None and change.after.kind in PAWNS.values():
                    standing[change.piece] = change.after.kind, change.after.place, step.number
            for one in step.said:
                if one.side != speaker:
                    since, speaker = last, one.side
                last = step.number
                found[step.number, one.side] = {
                    name: frozenset(
                        place
                        for pawn, place, came in standing.values()
                        if pawn == kind and came <= since and place in self.board.ids
                    )
                    for name, kind in PAWNS.items()
                }
        return found

    @cached_property
    def piecewise(self) -> bool:
        """Whether some turn shows pieces of a kind that come to a space and then leave it again.

        Then the players move every piece, and do not only set the result of a turn.
        """
        came: set[tuple[str, str]] = set()
        payer = ""
        for step in self.steps.busy:
            for change in step.changes:
                before, after = change.before, change.after
                if before is None or after is None:
                    continue
                kind = after.kind
                other = kind.startswith("resources_") and kind != payer
                payer = kind if other else payer
                if other or kind.startswith("eligibility_"):
                    came.clear()
                elif before.place != after.place and kind in ("troops", "police", "activist"):
                    if (kind, before.place) in came and after.place.startswith("available"):
                        return True
                    came.add((kind, after.place))
        return False

    @cached_property
    def dice(self) -> bool:
        """Whether the log shows any die."""
        return any(step.rolls for step in self.steps.busy)

    def _moved(self, a: PieceState, b: PieceState) -> list[Moved]:
        origin, target = self.numbers.get(a.place), self.numbers.get(b.place)
        if origin is None or target is None or origin == target:
            return []
        return [Moved(a.kind, origin, target, a.face == "active", b.face == "active")]


def read_log_index(tracker: PieceTracker, board: Map, announcements: Announcements) -> LogIndex:
    """Read a log through. Its own chat says what was rolled and announced."""
    index = LogIndex(board, CardNumbers.of(next(iter(announcements.games))))
    record = Record(board, tracker.begin().values())
    index.opening = _top(tracker)
    sides = {side.name: side.id for game in announcements.games for side in game.sides.values()}
    titles = {
        title: int(card.id)
        for game in announcements.games
        for card in game.cards
        if int(card.id) in index.cards_of.acts
        for title in _titles(card.title)
    }
    words = ChatWords.of(announcements.games)
    _note(index, record)
    for moment, read in read_steps(tracker, announcements):
        step = read._replace(rolls=(*read.rolls, *read.typed)) if read.typed else read
        if read.changes:
            step = step._replace(changes=tuple(_placed(one, record) for one in read.changes))
        for change in step.changes:
            record.apply(change)
            number = _revealed(change, index.cards_of)
            if number:
                index.reveals.append(Reveal(moment.number, number))
            if phase := _phase_step(change, moment.number):
                index.phases.append(phase)
        for line in map(folded, map(written, moment.chat)):
            if step.undone or words.doubt.search(line) or words.refused.search(line):
                continue
            if named := {number for title, number in titles.items() if title in line}:
                index.named.setdefault(moment.number, set()).update(named)
        if step.undone and not moment.undoes and (step.rolls or _shows(moment)):
            index.informed[moment.number] = _undoing(tracker, moment.number)
        index.steps.append(step)
        if step.voids:
            index.steps.void(step.voids, windows.AT_ONCE)
        index.sides.append(_roller(step, sides) or step.side or _reported(moment, sides))
        if step.changes:
            _note(index, record)
        else:
            index.states.append(index.states[-1])
            index.marks.append(index.marks[-1])
            index.cylinders.append(index.cylinders[-1])
            index.cards.append(index.cards[-1])
    return index


def _titles(title: str) -> Iterator[str]:
    """What players write for a card: its title, or two longer words of it, such as `Camp Crame`."""
    yield folded(title)
    for pair in pairwise(folded(title).split()):
        if min(map(len, pair)) >= SHORTEST:
            yield " ".join(pair)


def _roller(step: GameStep, sides: Mapping[str, str]) -> str:
    """The side for which dice were rolled, whoever sits there: `Ann (NPA)`; empty for no dice."""
    names = (one.who.rpartition("(")[2].rstrip(")") for one in step.rolls)
    return next((sides[name] for name in names if name in sides), "")


def _reported(moment: Moment, sides: Mapping[str, str]) -> str:
    """The side that a report of the module names: `* NPA moves ...`."""
    for line in moment.chat:
        if line.startswith("* ") and "DECLARE " not in line:
            text = line[2:]
            for name, side in sides.items():
                if text.startswith((f"{name} ", f"{name}:")):
                    return side
    return ""


def _note(index: LogIndex, record: Record) -> None:
    """The position after a step; what did not change is the same object as before."""
    marks = Marks(
        tuple(record.active_activists),
        tuple(record.control),
        dict(record.victory),
        tuple(sorted((kind, n) for kind, n in record.elsewhere.items() if n)),
    )
    index.states.append(_kept(index.states, record.state))
    index.marks.append(_kept(index.marks, marks))
    index.cylinders.append(_kept(index.cylinders, dict(record.cylinders)))
    index.cards.append(_kept(index.cards, dict(record.cards)))


def _kept(before: list[T], now: T) -> T:
    return before[-1] if before and before[-1] == now else now


def _placed(change: PieceChange, record: Record) -> PieceChange:
    """1.3.3: a change with the space in place of the overflow box that stands for it."""
    before, after = change.before, change.after
    if before is not None and before.place in OVERFLOW:
        before = before._replace(place=record.overflow_at.get(before.place, before.place))
    if after is not None and after.place in OVERFLOW:
        after = after._replace(place=record.overflow_at.get(after.place, after.place))
    return change._replace(before=before, after=after)


def _revealed(change: PieceChange, cards: CardNumbers) -> int:
    """The number of a card that went from the draw deck to the played cards; 0 for none."""
    a, b = change.before, change.after
    if b is None or not b.kind.startswith("card_") or b.place != "played":
        return 0
    if a is not None and a.place == "played":
        return 0
    number = int(b.kind[5:])
    return number if number in cards.events or number in cards.elections else 0


def _phase_step(change: PieceChange, number: int) -> PhaseStep | None:
    """A step that moves the marker of the Election Round's phase to another box."""
    a, b = change.before, change.after
    if a is None or b is None or b.kind != PHASE_MARKER or a.place == b.place:
        return None
    return PhaseStep(number, b.place)


def _shows(moment: Moment) -> bool:
    """Whether a step drew a card."""
    return any(kind == "piles" and old and old.is_deck for kind, _, old, _ in moment.changes)


def _undoing(tracker: PieceTracker, number: int) -> int:
    for moment in tracker.timeline.moments[number:]:
        if moment.undoes == number:
            return moment.number
    return number


def _top(tracker: PieceTracker) -> int:
    """The card on top of the played pile."""
    table = tracker.timeline.table
    for pile in table.piles.values():
        for key in reversed(pile.contents if pile.is_deck else ()):
            state = tracker.states.get(key)
            if state and state.place == "played" and state.kind.startswith("card_"):
                return int(state.kind[5:])
    return 0
