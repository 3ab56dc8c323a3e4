"""The decks of saves and logs, brought to the definitions of a module.

A deck in play belongs to the first deck of its name in the module; one on its own map comes before
those on others. A deck that the module puts on a board counts only if the game shows that board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.log.board_sizes import whole
from modgen.log.locations import MAPS, Locations, Placed
from modgen.refreshing.outcome import Outcome
from modgen.refreshing.traits import NAMED_KEY, plain
from modgen.vassal import sequence
from modgen.vassal.commands import SetBoards
from modgen.vassal.decks import deck_type
from modgen.vassal.module import Module
from modgen.vassal.pieces import Deck, DeckType, Stack
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import LOG, Leaf

NO_BOARD = ("", "null", "<any>")
"""Owning boards of decks that belong to no board."""
FACE_UP = ("Never", "MenuDefaultUp")
"""Facing options of decks that begin face up."""
DEFAULT_SPOT = "100"
"""The coordinates of a deck without any, as in the engine."""
FIRST_ID = 1_000
"""The least id of a deck that is added to a game in which no id is a number."""


class DeckOptions(NamedTuple):
    """What is done with decks."""

    refresh: bool = True
    add: bool = False
    """Whether decks that only the module has are added, without cards."""
    remove: bool = False
    """Whether decks that only the game has become stacks."""


class Spot(NamedTuple):
    """A point of a map, in map pixels."""

    map: str
    x: int
    y: int


class Pile(NamedTuple):
    """A deck of the module. Its point is relative to its board, or to where boards begin."""

    map: str
    board: str
    x: int
    y: int
    type: DeckType

    @property
    def name(self) -> str:
        """The name of the deck."""
        return self.type.name


class Piles:
    """The decks of a module with its extensions."""

    def __init__(self, module: Module) -> None:
        self._locations = Locations(module.tree, module.images)
        self.all = list(_piles(module))

    def find(self, deck: Deck, shown: Mapping[str, Placed]) -> Pile | None:
        """The deck of the module to which a deck in play belongs, given the boards of the game."""
        named = [
            pile
            for pile in self.all
            if pile.name == deck.type.name
            and all(self._shows(place, pile.board, shown) for place in (deck.map, pile.map))
        ]
        own = [pile for pile in named if pile.map == deck.map]
        return next(iter(own or named), None)

    def _shows(self, map_name: str, board: str, shown: Mapping[str, Placed]) -> bool:
        laid = self._locations.boards(map_name, shown) if board else ()
        return not board or any(each.name == board for each in laid)

    def active(self, shown: Mapping[str, Placed]) -> Iterator[Pile]:
        """The decks of the module whose boards the game shows."""
        return (pile for pile in self.all if self._shows(pile.map, pile.board, shown))

    def spot(self, pile: Pile, shown: Mapping[str, Placed]) -> Spot:
        """Where the module puts a deck."""
        left, top = self._locations.edge(pile.map)
        if pile.board:
            laid = self._locations.boards(pile.map, shown)
            left, top = next((each.left, each.top) for each in laid if each.name == pile.board)
        return Spot(pile.map, left + pile.x, top + pile.y)


@dataclass
class Decks:
    """The decks of one save or log.

    In a log they stay where they are, and none are added or removed, since its steps may use them.
    """

    piles: Piles
    options: DeckOptions
    outcome: Outcome
    commands: dict[str, str] = field(default_factory=dict)
    """The commands that add decks, with what replaces them."""
    moved: dict[str, Spot] = field(default_factory=dict)
    """The new places of pieces in decks, by their ids."""
    added: list[str] = field(default_factory=list)
    """Commands that add new decks."""

    def bring(self, leaves: Sequence[Leaf]) -> None:
        """Decide what happens to the decks."""
        if not self.options.refresh:
            return
        shown = _boards(leaves)
        logged = any(leaf.text.startswith(LOG) for leaf in leaves)
        found = set()
        for text, deck in _decks(leaves):
            pile = self.piles.find(deck, shown)
            if pile is None:
                self._old(text, deck, may_remove=not logged)
                continue
            found.add(pile.name)
            spot = Spot(deck.map, deck.x, deck.y)
            wanted = self.piles.spot(pile, shown)
            if spot != wanted and logged:
                self.outcome.misplaced_decks[pile.name] += 1
            self._changed(text, deck, pile.type, spot if logged else wanted)
        for pile in self.piles.active(shown):
            if pile.name not in found:
                self._new(pile, self.piles.spot(pile, shown), leaves, may_add=not logged)

    def _changed(self, text: str, deck: Deck, new: DeckType, spot: Spot) -> None:
        # A type that differs only in notation stays as it was.
        kind = deck.type if _said(deck.type) == _said(new) else new
        changed = deck._replace(type=kind, map=spot.map, x=spot.x, y=spot.y)
        if changed == deck:
            self.outcome.same_decks += 1
            return
        self.outcome.decks += 1
        self.commands[text] = changed.add_command()
        if spot != (deck.map, deck.x, deck.y):
            self.moved.update(dict.fromkeys(deck.contents, spot))

    def _old(self, text: str, deck: Deck, *, may_remove: bool) -> None:
        if not (self.options.remove and may_remove):
            self.outcome.old_decks[deck.type.name] += 1
            return
        self.outcome.removed_decks[deck.type.name] += 1
        stack = Stack(deck.id, deck.map, deck.x, deck.y, deck.contents)
        self.commands[text] = stack.add_command() if deck.contents else ""

    def _new(self, pile: Pile, spot: Spot, leaves: Sequence[Leaf], *, may_add: bool) -> None:
        if not (self.options.add and may_add):
            self.outcome.new_decks[pile.name] += 1
            return
        self.outcome.added_decks[pile.name] += 1
        face_down = pile.type.face_down_option not in FACE_UP
        key = str(_highest_id(leaves) + 1 + len(self.added))
        self.added.append(Deck(key, pile.type, *spot, face_down).add_command())


def _piles(module: Module) -> Iterator[Pile]:
    """The decks of a module in file order, without those that no save can represent."""
    for owner in module.tree.find_all(*MAPS):
        for part in owner.find_all("DrawPile"):
            values = part.attributes
            board = values.get("owningBoard", "")
            x, y = (whole(values.get(name, DEFAULT_SPOT)) for name in ("x", "y"))
            name = owner.attributes.get("mapName", "")
            try:
                yield Pile(name, "" if board in NO_BOARD else board, x, y, deck_type(part))
            except SequenceError:
                continue


def _boards(leaves: Sequence[Leaf]) -> dict[str, Placed]:
    """The boards of each map in a save."""
    commands = (SetBoards.read(leaf.text) for leaf in leaves if "BoardPicker\t" in leaf.text[:400])
    return {command.map: command.boards for command in commands}


def _decks(leaves: Sequence[Leaf]) -> Iterator[tuple[str, Deck]]:
    """The commands that add decks to maps."""
    for leaf in leaves:
        text = leaf.command
        if text.startswith("+/") and "/deck;" in text[:80]:
            parts = sequence.split(text[2:], "/")
            if len(parts) > 2 and parts[1].startswith("deck;"):
                deck = Deck.read(*parts[:3])
                if deck.map not in ("", "null"):
                    yield text, deck


def _highest_id(leaves: Sequence[Leaf]) -> int:
    """The highest number that is the id of a piece, stack or deck."""
    ids = (leaf.text[2:22].partition("/")[0] for leaf in leaves if leaf.text.startswith("+/"))
    return max((int(key) for key in ids if key.isascii() and key.isdecimal()), default=FIRST_ID)


def _said(kind: DeckType) -> tuple[object, ...]:
    """What a type says, equal for types that differ only in notation."""
    read = DeckType.read(NAMED_KEY.sub("63743", kind.type_text()))
    return tuple(map(plain, read.meaning()))
