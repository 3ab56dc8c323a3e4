"""A save or log whose pieces get the definitions of another version of its module.

A piece keeps its id, position, properties, and the states of its traits as far as its new
definition has these traits. Decks get the settings and the place that the module gives them.
Stacks, boards, properties, the turn and everything else stay as they are. In a log, the commands
that add or change a piece are rewritten in the same way, so that they fit the new traits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.refreshing.decks import DeckOptions, Decks, Piles, Spot
from modgen.refreshing.outcome import Known, Outcome
from modgen.refreshing.slots import Slots
from modgen.refreshing.traits import CONCEALING, Kept, Matching, Plan, plan
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.pieces import TAB, BasicPiece, PieceError, nest, state_levels, type_levels
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import Leaf
from modgen.vassal.traits import Trait, parse_trait
from modgen.vassal.wires import read_integer

NOBODY = ("", "null")
"""States of a mask or an invisible trait that hides nothing."""
NO_MAT = "noMat"
BEGIN, END = "begin_save", "end_save"
"""The commands around the set-up of a save or log."""
BEFORE_DECKS = ("+/", BEGIN)
"""Commands after which decks can be added."""
NOT_PIECES = ("stack", "deck;")


class RefreshError(ModgenError, ValueError):
    """A save or log cannot be refreshed."""


@dataclass(frozen=True)
class Options:
    """How pieces and traits are matched."""

    by_name: bool = True
    """Whether a piece without a slot of its gpid is found by its name."""
    matching: Matching = Matching.NAMED
    decks: DeckOptions = field(default_factory=DeckOptions)


class Apart(NamedTuple):
    """Pieces that need care, by their ids."""

    concealed: frozenset[str] = frozenset()
    """Those that would be revealed, so that they stay as they were."""
    mats: frozenset[str] = frozenset()
    """Those that carried others and are no mats any more."""
    cargo: frozenset[str] = frozenset()
    """Those that a mat carried and that none can carry any more."""


NOBODY_APART = Apart()


class Change(NamedTuple):
    """What happens to pieces of one type and gpid. Without a plan they stay as they are."""

    known: Known
    old: tuple[str, ...]
    """The types of the traits and of the basic piece."""
    plan: Plan | None = None
    type: str = ""
    by_name: bool = False
    gpid: str = ""
    """The gpid of the new definition."""
    renamed: str = ""
    ambiguous: bool = False

    def state(self, states: Sequence[str], apart: Apart) -> str:
        """A state of the refreshed piece. Raises SequenceError, and IndexError if levels lack."""
        assert self.plan is not None
        basic = states[len(self.old) - 1]
        if self.by_name:
            basic = BasicPiece.read("", basic).but(gpid=self.gpid).texts[1]
        return nest([_state(kept, states, apart) for kept in self.plan.traits], basic)


class Done(NamedTuple):
    """What became of a command that adds a piece, up to the state of its basic piece."""

    change: Change
    begin: str
    """What the new command has between the piece's id and the state of the basic piece."""
    lost: tuple[str, ...]
    """The types of the traits whose state is lost."""


MAX_DONE = 64 << 20
"""The most characters of commands that are kept for others that begin in the same way."""
SPECIAL = re.compile(r"[/'\\]")
"""What makes the end of a command mean something else with another beginning."""


class Piece(NamedTuple):
    """A piece as its command adds it."""

    parts: list[str]
    """The id, the type, the state, and what else the command may have."""
    types: tuple[str, ...]
    states: list[str]


class Refresher:
    """Brings saves and logs to one version of a module."""

    def __init__(self, slots: Slots, piles: Piles, options: Options) -> None:
        self._slots = slots
        self._piles = piles
        self._options = options
        self._changes: dict[tuple[str, str], Change] = {}
        self._done: dict[tuple[str, str], Done] = {}
        self._kept = 0

    def done(self, key: tuple[str, str]) -> Done | None:
        """What became of an earlier command that began in the same way, with the same gpid."""
        return self._done.get(key)

    def keep(self, key: tuple[str, str], done: Done) -> None:
        """Keep what became of a command, for later ones of the same traits and states."""
        self._kept += len(key[0])
        if self._kept > MAX_DONE:
            self._done.clear()
            self._kept = len(key[0])
        self._done[key] = done

    def refreshed(self, all_leaves: Iterable[Leaf]) -> tuple[list[Leaf], Outcome]:
        """The leaves of a save or log with its pieces refreshed, and what became of them.

        Raises RefreshError if a command cannot be made to fit, and StreamError.
        """
        leaves = list(all_leaves)
        if not {BEGIN, END} <= {leaf.text for leaf in leaves if len(leaf.text) < 20}:
            raise RefreshError(
                f"the game is empty or cut short: `{BEGIN}` or `{END}` is missing; use another copy"
            )
        table = self._table(leaves, NOBODY_APART)
        new = table.run(leaves)
        apart = table.apart()
        if apart != table.known:
            # A piece that is concealed at any time stays as it was all the time, and a mat may come
            # before its cargo.
            table = self._table(leaves, apart)
            new = table.run(leaves)
        return new, table.outcome

    def _table(self, leaves: list[Leaf], apart: Apart) -> _Table:
        outcome = Outcome()
        decks = Decks(self._piles, self._options.decks, outcome)
        decks.bring(leaves)
        return _Table(self, decks, apart, outcome)

    def change(self, piece: Piece) -> Change:
        """What happens to a piece."""
        key = piece.parts[1], BasicPiece.read("", piece.states[-1]).gpid
        if key not in self._changes:
            self._changes[key] = self._found(piece.types, key[1])
        return self._changes[key]

    def _found(self, types: tuple[str, ...], gpid: str) -> Change:
        known = Known(BasicPiece.read(types[-1], "").name, gpid)
        found = self._slots.find(gpid, types, by_name=self._options.by_name)
        slot = found.slot
        if slot is None:
            return Change(known, types, ambiguous=found.candidates > 1)
        made = plan(types, slot.traits, slot.basic, self._options.matching)
        renamed = slot.name != known.name and known.name in self._slots.by_name
        return Change(
            known,
            types,
            made,
            nest([kept.type for kept in made.traits], made.basic),
            found.by_name,
            slot.gpid,
            slot.name if renamed else "",
        )


class _Added(NamedTuple):
    """A command that adds a piece, refreshed."""

    text: str
    basic: str | None = None
    """The state of the basic piece if the old command ends in it."""
    lost: tuple[str, ...] = ()
    """The types of the traits whose state is lost."""


@dataclass
class _Table:
    """The pieces of one save or log while it is refreshed."""

    refresher: Refresher
    decks: Decks
    known: Apart
    outcome: Outcome
    changes: dict[str, Change] = field(default_factory=dict)
    """What happened to the pieces, by their ids."""
    found: dict[type[Trait], set[str]] = field(
        default_factory=lambda: {kind: set() for kind in (t.Mask, t.Mat, t.MatCargo)}
    )
    """The ids of pieces that lose a mask or invisible trait, a mat, or cargo that is in use."""

    def apart(self) -> Apart:
        """The pieces that need care, known after a run."""
        concealed, mats, cargo = map(frozenset, self.found.values())
        return Apart(concealed, mats - concealed, cargo - concealed)

    def run(self, leaves: list[Leaf]) -> list[Leaf]:
        """The leaves with their pieces and decks refreshed. Raises RefreshError."""
        new = [self.leaf(leaf) for leaf in leaves]
        if self.decks.added:
            # After the last piece of the set-up, and nested as deep; else at the beginning.
            places = [n for n, leaf in enumerate(new) if leaf.text.startswith(BEFORE_DECKS)]
            last = places[-1]
            level = max(new[last].level, 0)
            new[last + 1 : last + 1] = [Leaf(0, level, text, text) for text in self.decks.added]
        return new

    def leaf(self, leaf: Leaf) -> Leaf:
        """One leaf refreshed."""
        text = leaf.command
        if text in self.decks.commands:
            new = self.decks.commands[text]
        elif text.startswith("+/"):
            new = self.added(text)
        elif text.startswith("D/"):
            new = self.changed(text, leaf.offset)
        else:
            return leaf
        if new == text:
            return leaf
        if leaf.raw != leaf.text or new.endswith("\\"):
            raise RefreshError(
                f"the command at character {leaf.offset:,} is in quotation marks or ends in a "
                "backslash, so it cannot be changed safely"
            )
        whole = leaf.text[: len(leaf.text) - len(text)] + new
        return leaf._replace(text=whole, raw=whole)

    def added(self, text: str) -> str:
        """The command that adds a piece, refreshed."""
        start, end = text.find("/", 2) + 1, text.rfind(TAB) + 1
        piece_id, basic = text[2 : start - 1], text[end:]
        if (
            not 0 < start < end < len(text)
            or SPECIAL.search(basic)
            or not piece_id.isalnum()
            or piece_id in self.decks.moved
            or self.known != NOBODY_APART
        ):
            return self._added(text).text
        key = text[start:end], BasicPiece.read("", basic).gpid
        done = self.refresher.done(key)
        if done is not None:
            self.changes[piece_id] = done.change
            new = f"+/{piece_id}/{done.begin}{basic}"
            self._note(done.change, done.lost, changed=new != text)
            return new
        new, read, lost = self._added(text)
        change = self.changes.get(piece_id)
        if (
            change is not None
            and not change.by_name
            and new.startswith(text[:start])
            and new.endswith(TAB + basic)
            and not any(piece_id in ids for ids in self.found.values())
            and read == basic
        ):
            self.refresher.keep(key, Done(change, new[start : len(new) - len(basic)], lost))
        return new

    def _added(self, text: str) -> _Added:
        """The same read in full."""
        parts = sequence.split(text[2:], "/")
        if len(parts) < 3 or parts[1].startswith(NOT_PIECES):
            return _Added(text)
        self.changes.pop(parts[0], None)
        try:
            piece = _read(parts)
            if parts[0] in self.decks.moved:
                piece = _put(piece, self.decks.moved[parts[0]])
                parts = piece.parts
                text = "+/" + sequence.join(parts, "/")
            change = self.refresher.change(piece)
            if not self._may_change(change, piece):
                return _Added(text)
            state = self._new_state(parts[0], change, piece.states)
        except (PieceError, SequenceError):
            self.outcome.unread += 1
            return _Added(text)
        self.changes[parts[0]] = change
        changed = (change.type, state) != (parts[1], parts[2])
        assert change.plan is not None
        lost = tuple(
            change.old[number]
            for number in change.plan.lost
            if not _usual(change.old[number], piece.states[number])
        )
        self._note(change, lost, changed=changed)
        if changed:
            text = "+/" + sequence.join((parts[0], change.type, state, *parts[3:]), "/")
        return _Added(text, piece.states[-1] if len(parts) == 3 else None, lost)

    def _may_change(self, change: Change, piece: Piece) -> bool:
        """Whether a piece is refreshed; if not, the outcome says why."""
        if change.plan is None:
            group = self.outcome.ambiguous if change.ambiguous else self.outcome.unmatched
            group[change.known] += 1
            return False
        if piece.parts[0] in self.known.concealed:
            self.outcome.concealed[change.known] += 1
            return False
        return True

    def _new_state(self, piece_id: str, change: Change, states: Sequence[str]) -> str:
        """A state of a refreshed piece; notes what it loses."""
        new = change.state(states, self.known)
        assert change.plan is not None
        for number in change.plan.lost:
            lost = parse_trait(change.old[number], states[number])
            if isinstance(lost, CONCEALING) and _conceals(states[number]):
                self.found[t.Mask].add(piece_id)
            elif isinstance(lost, t.Mat) and lost.contents:
                self.found[t.Mat].add(piece_id)
            elif isinstance(lost, t.MatCargo) and lost.mat != NO_MAT:
                self.found[t.MatCargo].add(piece_id)
        return new

    def _note(self, change: Change, lost: tuple[str, ...], *, changed: bool) -> None:
        if not changed:
            self.outcome.unchanged += 1
            return
        self.outcome.refreshed += 1
        if change.by_name:
            self.outcome.by_name[change.known, change.gpid] += 1
        if change.renamed:
            self.outcome.renamed[change.known, change.renamed] += 1
        self.outcome.lost.update(lost)

    def changed(self, text: str, offset: int) -> str:
        """The command that changes a piece, so that it fits the refreshed piece."""
        parts = sequence.split(text[2:], "/")
        change = self.changes.get(parts[0])
        if change is None:
            return text
        try:
            count = len(change.old)
            states = [
                self._new_state(parts[0], change, state_levels(state, count))
                for state in parts[1:3]
            ]
        except (PieceError, SequenceError, IndexError):
            raise RefreshError(
                f"the command at character {offset:,} changes the piece {change.known}, but has "
                "not a state for each of its traits"
            ) from None
        return "D/" + sequence.join((parts[0], *states, *parts[3:]), "/")


def _read(parts: list[str]) -> Piece:
    """The piece of a command. Raises PieceError if it has not a state for each type."""
    types = type_levels(parts[1])
    states = state_levels(parts[2], len(types))
    if len(states) < len(types):
        raise PieceError(f"the piece has {len(types)} types but only {len(states)} states")
    return Piece(parts, types, states)


def _put(piece: Piece, spot: Spot) -> Piece:
    """A piece at another place. Raises SequenceError."""
    basic = BasicPiece.read("", piece.states[-1]).but(map=spot.map, x=spot.x, y=spot.y).texts[1]
    states = [*piece.states[:-1], basic]
    parts = [*piece.parts[:2], nest(states[:-1], basic), *piece.parts[3:]]
    return Piece(parts, piece.types, states)


def _state(kept: Kept, states: Sequence[str], apart: Apart) -> str:
    if kept.source is None:
        return kept.state
    state = states[kept.source]
    if apart.mats and kept.type.startswith(t.MatCargo.prefix):
        cargo = t.MatCargo.parse(kept.type, state)
        return cargo.but(mat=NO_MAT).texts[1] if cargo.mat in apart.mats else state
    if apart.cargo and kept.type.startswith(t.Mat.prefix):
        return _without(t.Mat.parse(kept.type, state), apart.cargo).texts[1]
    return _shortened(state, kept.levels) if kept.levels else state


def _shortened(state: str, levels: int) -> str:
    """The state of a layer that may have fewer levels now; the engine then shows the last one."""
    head, semicolon, rest = state.partition(";")
    try:
        level = read_integer(head)
    except ValueError:
        return state
    return f"{max(-levels, min(level, levels))}{semicolon}{rest}"


def _without(mat: t.Mat, cargo: frozenset[str]) -> t.Mat:
    """A mat without some of its cargo."""
    contents = tuple(key for key in mat.contents if key not in cargo)
    return mat if contents == mat.contents else mat.but(contents=contents)


def _conceals(state: str) -> bool:
    return sequence.split(state, ";")[0] not in NOBODY


def _usual(type_text: str, state: str) -> bool:
    """Whether a state is that of a new piece, so that it is no loss."""
    trait = parse_trait(type_text, state)
    return state == "" or all(
        getattr(trait, each.name) == each.default for each in trait.fields if each.part
    )
