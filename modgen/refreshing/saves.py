"""A save or log whose pieces get the definitions of another version of its module.

A piece keeps its id, position, properties, and the states of its traits as far as its new
definition has these traits. Stacks, decks, boards, properties, the turn and everything else stay as
they are. In a log, the commands that add or change a piece are rewritten in the same way, so that
they fit the new traits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.refreshing.slots import Slot, Slots
from modgen.refreshing.traits import Kept, Matching, Plan, plan
from modgen.vassal import sequence
from modgen.vassal.pieces import BasicPiece, PieceError, nest, state_levels, type_levels
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import LOG, Leaf
from modgen.vassal.traits import parse_trait
from modgen.vassal.wires import read_integer

NOBODY = ("", "null")
"""States of a mask or an invisible trait that hides nothing."""
NOT_PIECES = ("stack", "deck;")


class RefreshError(ModgenError, ValueError):
    """A save or log cannot be refreshed as a whole."""


class Known(NamedTuple):
    """A piece by its name and gpid."""

    name: str
    gpid: str


@dataclass
class Outcome:
    """What became of the pieces of one file; each command that adds a piece counts."""

    refreshed: int = 0
    unchanged: int = 0
    by_name: Counter[Known] = field(default_factory=Counter)
    """Pieces that were found by their names."""
    renamed: Counter[tuple[Known, str]] = field(default_factory=Counter)
    """Pieces whose gpid is now that of another name, although their own name still exists."""
    unmatched: Counter[Known] = field(default_factory=Counter)
    ambiguous: Counter[Known] = field(default_factory=Counter)
    """Pieces that several slots of one name fit equally well."""
    concealed: Counter[Known] = field(default_factory=Counter)
    """Pieces that would become visible, because their new definition has no such trait."""
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)
    """States that nothing keeps: the name of the piece, and the type of the trait."""
    unread: int = 0
    """Pieces that cannot be read."""

    @property
    def left(self) -> int:
        """How many pieces were left as they were because something is wrong with them."""
        groups = (self.unmatched, self.ambiguous, self.concealed)
        return self.unread + sum(sum(group.values()) for group in groups)


@dataclass(frozen=True)
class Options:
    """How pieces and traits are matched."""

    by_name: bool = True
    """Whether a piece without a slot of its gpid is found by its name."""
    matching: Matching = Matching.NAMED


class _Change(NamedTuple):
    """What happens to pieces of one type and gpid: a reason to leave them, or a plan."""

    known: Known
    count: int
    """The number of traits and the basic piece."""
    old: tuple[str, ...] = ()
    plan: Plan | None = None
    type: str = ""
    gpid: str = ""
    by_name: bool = False
    renamed: str = ""
    ambiguous: bool = False


class Refresher:
    """Brings saves and logs to one version of a module."""

    def __init__(self, slots: Slots, options: Options = Options()) -> None:  # noqa: B008 - frozen
        self._slots = slots
        self._options = options
        self._changes: dict[tuple[str, str], _Change] = {}

    def refreshed(self, all_leaves: Iterable[Leaf]) -> tuple[list[Leaf], Outcome]:
        """The leaves of a save or log with its pieces refreshed, and what became of them.

        Raises RefreshError if a command cannot be made to fit, and StreamError.
        """
        outcome = Outcome()
        leaves = list(all_leaves)
        is_log = any(leaf.text.startswith(LOG) for leaf in leaves)
        changed: dict[str, _Change] = {}
        for number, leaf in enumerate(leaves):
            head = LOG if leaf.text.startswith(LOG) else ""
            text = leaf.text[len(head) :]
            if text.startswith("+/"):
                new = self._added(text, outcome, changed, is_log)
            elif text.startswith("D/"):
                new = _changed(text, changed, leaf.offset)
            else:
                continue
            if new == text:
                continue
            if leaf.raw != leaf.text or new.endswith("\\"):
                raise RefreshError(
                    f"the command at character {leaf.offset:,} is in quotation marks or ends in a "
                    "backslash, and cannot be changed safely"
                )
            leaves[number] = leaf._replace(text=head + new, raw=head + new)
        return leaves, outcome

    def _added(
        self, text: str, outcome: Outcome, changed: dict[str, _Change], is_log: bool
    ) -> str:
        """The command that adds a piece, refreshed."""
        parts = sequence.split(text[2:], "/")
        if len(parts) < 3 or parts[1].startswith(NOT_PIECES):
            return text
        piece_id, type_text, state_text = parts[:3]
        changed.pop(piece_id, None)
        try:
            types = type_levels(type_text)
            states = state_levels(state_text, len(types))
        except PieceError:
            outcome.unread += 1
            return text
        if len(states) < len(types):
            outcome.unread += 1
            return text
        change = self._change(type_text, types, BasicPiece.read("", states[-1]).gpid)
        if change.plan is None:
            group = outcome.ambiguous if change.ambiguous else outcome.unmatched
            group[change.known] += 1
            return text
        if any(is_log or _conceals(states[number]) for number in change.plan.revealing):
            outcome.concealed[change.known] += 1
            return text
        try:
            state = _state(change, states)
        except SequenceError:
            outcome.unread += 1
            return text
        changed[piece_id] = change
        if change.type == type_text and state == state_text:
            outcome.unchanged += 1
            return text
        outcome.refreshed += 1
        outcome.by_name[change.known] += change.by_name
        if change.renamed:
            outcome.renamed[change.known, change.renamed] += 1
        for number in change.plan.lost:
            if not _usual(change.old[number], states[number]):
                outcome.lost[change.known.name, change.old[number]] += 1
        return "+/" + sequence.join((piece_id, change.type, state, *parts[3:]), "/")

    def _change(self, type_text: str, types: tuple[str, ...], gpid: str) -> _Change:
        change = self._changes.get((type_text, gpid))
        if change is None:
            change = self._changes[type_text, gpid] = self._found(types, gpid)
        return change

    def _found(self, types: tuple[str, ...], gpid: str) -> _Change:
        known = Known(BasicPiece.read(types[-1], "").name, gpid)
        found = self._slots.find(gpid, types, by_name=self._options.by_name)
        slot = found.slot
        if slot is None:
            return _Change(known, len(types), ambiguous=found.candidates > 1)
        old, basic = types[:-1], types[-1]
        made = plan(old, slot.traits, (basic, slot.basic.texts[0]), self._options.matching)
        try:
            type_text = nest([each.type for each in made.traits], made.basic)
        except SequenceError:
            return _Change(known, len(types))
        renamed = slot.name if self._renamed(known.name, slot) else ""
        new_gpid = slot.gpid if found.by_name else ""
        return _Change(
            known, len(types), old, made, type_text, new_gpid, found.by_name, renamed
        )

    def _renamed(self, name: str, slot: Slot) -> bool:
        return slot.name != name and name in self._slots.by_name


def _changed(text: str, changed: dict[str, _Change], offset: int) -> str:
    """The command that changes a piece, so that it fits the refreshed piece."""
    parts = sequence.split(text[2:], "/")
    change = changed.get(parts[0])
    if change is None:
        return text
    states = []
    for state_text in parts[1:3]:
        try:
            states.append(_state(change, state_levels(state_text, change.count)))
        except (PieceError, SequenceError, IndexError):
            raise RefreshError(
                f"the command at character {offset:,} changes the piece `{change.known.name}`, "
                "but does not fit its traits"
            ) from None
    return "D/" + sequence.join((parts[0], *states, *parts[3:]), "/")


def _state(change: _Change, states: list[str]) -> str:
    """The state of a refreshed piece. Raises SequenceError, and IndexError if states lack."""
    assert change.plan is not None
    basic = states[change.count - 1]
    if change.gpid:
        basic = BasicPiece.read("", basic).but(gpid=change.gpid).texts[1]
    return nest([_one_state(kept, states) for kept in change.plan.traits], basic)


def _one_state(kept: Kept, states: list[str]) -> str:
    if kept.source is None:
        return kept.state
    state = states[kept.source]
    if not kept.levels:
        return state
    # A layer may have fewer levels now; the engine then shows the last one.
    head, semicolon, rest = state.partition(";")
    try:
        level = read_integer(head)
    except ValueError:
        return state
    if abs(level) <= kept.levels:
        return state
    return f"{kept.levels if level > 0 else -kept.levels}{semicolon}{rest}"


def _conceals(state: str) -> bool:
    return sequence.split(state, ";")[0] not in NOBODY


def _usual(type_text: str, state: str) -> bool:
    """Whether a state is that of a new piece, so that it is no loss."""
    trait = parse_trait(type_text, state)
    return state == "" or all(
        getattr(trait, each.name) == each.default for each in trait.fields if each.part
    )


def lines(outcome: Outcome) -> Iterator[str]:
    """What somebody should know about a refreshed file, one sentence each."""
    for known, count in sorted(outcome.unmatched.items()):
        yield f"{_pieces(count, known)}: the module has no such piece; left as it was"
    for known, count in sorted(outcome.ambiguous.items()):
        yield f"{_pieces(count, known)}: several pieces of the module fit; left as it was"
    for known, count in sorted(outcome.concealed.items()):
        yield f"{_pieces(count, known)}: the module's piece cannot be hidden; left as it was"
    for (known, name), count in sorted(outcome.renamed.items()):
        yield f"{_pieces(count, known)}: now `{name}`, although the module has that name too"


def _pieces(count: int, known: Known) -> str:
    return f"{count} × `{known.name}` (gpid {known.gpid or 'none'})"

