"""The new game of an imported module: its at-start stacks and decks hold what the rows say.

Slots that agree with the rows stay as they are, so an unchanged game gives the same components.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from modgen.compile.build import Build
from modgen.compile.parts.definitions import PartsError
from modgen.compile.parts.faces import Faces
from modgen.compile.parts.overlay import Overlay
from modgen.compile.parts.setups import SetupWriter, row_at
from modgen.compile.parts.values import set_value, set_whole
from modgen.log.board_sizes import whole
from modgen.model.boards.arrangement import board_of
from modgen.model.game import Game
from modgen.model.loading.laid_pieces import CARD, STACK
from modgen.model.types.cards import Card
from modgen.model.types.scenario import LaidPiece, Scenario
from modgen.unpacking.xml import Node
from modgen.vassal.components import kinds
from modgen.vassal.pieces import GamePiece


@dataclass
class StartWriter:
    """Writes the at-start stacks and decks of one module."""

    build: Build
    root: Node
    overlay: Overlay
    writer: SetupWriter
    faces: Faces
    templates: Mapping[str, Node]
    """The first slot of each type and card as it was imported, by the key of its link."""
    made: set[str] = field(default_factory=set)
    """The types and cards of the new slots, by the key of their link."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.build.game

    def write(self, scenario: Scenario) -> None:
        """Let the stacks and decks hold the rows of a scenario. Raises PartsError."""
        maps = _maps(self.root)
        parents = {id(child): node for node in self.root.walk() for child in node.children}
        piles: dict[str, list[LaidPiece]] = {}
        for row in scenario.laid:
            piles.setdefault(row.pile or f"line {row.line}", []).append(row)
        for row in self.writer.pieces_in_places(scenario):
            piles.setdefault(f"place {row.place}", []).append(row)
        for pile, rows in piles.items():
            where = row_at(scenario, rows[0])
            if not rows[0].map:
                raise PartsError(f"{where}: the row needs `map`, `x` and `y`")
            if rows[0].map not in maps:
                raise PartsError(f"{where}: the module has no map `{rows[0].map}`")
            node = self.overlay.stacks.get(pile.removeprefix(STACK)) or self.overlay.piles.get(pile)
            if node is None:
                if rows[0].pile and not pile.startswith(STACK):
                    raise PartsError(f"{where}: the module has no deck `{pile}`")
                self.writer.slots.check_point(rows[0], where)
                node = self._stack(rows[0], maps[rows[0].map])
                maps[rows[0].map].children.append(node)
                parents[id(node)] = maps[rows[0].map]
            self._fill(node, scenario, pile, rows)
            if node.name == "SetupStack":
                self._put(node, rows[0], where, parents, maps)
        for pile, node in self.overlay.piles.items():
            if pile not in piles:
                self._fill(node, scenario, pile, [])
        for number, node in self.overlay.stacks.items():
            # A stack that was empty when it was imported has no rows, but it stays.
            held = any(id(one) in self.overlay.slots for one in node.walk())
            if held and f"{STACK}{number}" not in piles:
                parents[id(node)].children.remove(node)

    def _stack(self, row: LaidPiece, owner: Node) -> Node:
        """A new at-start stack."""
        name = row.piece.removeprefix(CARD).partition("/")[0]
        kind, card = self.game.piece_types.get(name), self.game.card.get(name)
        attributes = {
            "name": card.title if card else kind.name if kind else name,
            "owningBoard": self._board(row, owner),
            "useGridLocation": "false",
            "x": str(row.x),
            "y": str(row.y),
        }
        return Node(kinds()["SetupStack"].tag, attributes)

    def _board(self, row: LaidPiece, owner: Node) -> str:
        """The board of a new stack: that of its place, or of the other stacks of its map."""
        if row.line == 0:
            board = board_of(self.game, row.place).name
            known = {node.attributes.get("name") for node in owner.walk() if node.name == "Board"}
            return board if board in known else ""
        others = (node for node in owner.walk() if node.name == "SetupStack")
        return next((node.attributes.get("owningBoard", "") for node in others), "")

    def _put(
        self,
        node: Node,
        row: LaidPiece,
        where: str,
        parents: Mapping[int, Node],
        maps: Mapping[str, Node],
    ) -> None:
        """Move a stack to the point and the map of its first row, which is at `where`."""
        at = whole(node.attributes.get("x")), whole(node.attributes.get("y"))
        if at != (row.x, row.y):
            self.writer.slots.check_point(row, where)
            set_whole(node, "x", row.x)
            set_whole(node, "y", row.y)
            if node.attributes.get("useGridLocation") == "true":
                set_value(node, "useGridLocation", "false")
        above = parents[id(node)]
        while above.name not in OWNERS and id(above) in parents:
            above = parents[id(above)]
        if above is not maps[row.map] and above.attributes.get("mapName", "").strip() != row.map:
            parents[id(node)].children.remove(node)
            maps[row.map].children.append(node)

    def _fill(self, node: Node, scenario: Scenario, pile: str, rows: list[LaidPiece]) -> None:
        """Let a stack or deck have a slot for each row, in their order."""
        slots = [one for one in node.walk() if id(one) in self.overlay.slots]
        held = [self.overlay.slots[id(one)][0] for one in slots]
        wanted = [self.writer.slot_of(row, row_at(scenario, row)) for row in rows]
        if held == [key for key, _, _ in wanted] and not any(face for _, face, _ in wanted):
            return
        left = list(zip(held, slots, strict=True))
        new: list[Node] = []
        for number, (row, (key, face, _)) in enumerate(zip(rows, wanted, strict=True)):
            same = next((pair for pair in left if pair[0] == key), None)
            if same is not None and not face:
                left.remove(same)
                new.append(same[1])
            else:
                new.append(self._slot(scenario, row, key, f"{pile}:{number}"))
        gone = {id(one) for one in slots}
        first = next((n for n, one in enumerate(node.children) if id(one) in gone), None)
        for one in [node, *node.walk()]:
            one.children = [child for child in one.children if id(child) not in gone]
        at = len(node.children) if first is None else first
        node.children[at:at] = new
        node.spacing = None

    def _slot(self, scenario: Scenario, row: LaidPiece, key: str, unique: str) -> Node:
        """A new slot for a row: like the type's first slot, else as a set-up has the piece."""
        template = self.templates.get(key)
        self.made.add(key)
        if template is None or template.piece is None or "/" in row.piece:
            piece = self.writer.piece(scenario, row)
        else:
            piece = self.faced_slot(key, template.piece)
        gpid = self.build.slots(f"start:{scenario.id}:{unique}:{key}")
        return slot_node(piece, gpid, is_card=key.startswith(CARD), like=template)

    def faced_slot(self, key: str, piece: GamePiece) -> GamePiece:
        """A slot's piece with the game's name and pictures."""
        kind, _, name = key.partition(":")
        if kind == "card":
            return self.faces.card_slot(self.game.card[name], piece)[0]
        return self.faces.slot(self.game.piece_types[name], piece)[0]

    def new_cards(self, defined: Collection[str]) -> None:
        """A slot for each card that no slot shows: after a card of its deck.

        `defined` are the cards that only set-ups have, as pieces of their own.
        """
        parents = {id(child): node for node in self.root.walk() for child in node.children}
        slots = self.overlay.slots
        shown = {slots[id(node)][0]: node for node in self.root.walk() if id(node) in slots}
        for card in self.game.cards:
            key = f"{CARD}{card.id}"
            template = self.templates.get(key)
            if key in self.overlay.seen or key in self.made or key in defined or template is None:
                continue
            assert template.piece is not None
            piece = self.faced_slot(key, template.piece)
            node = slot_node(piece, self.build.slots(key), is_card=True, like=template)
            after = next((shown[one] for one in self._deck_of(card) if one in shown), None)
            if after is None:
                raise PartsError(
                    f"cards.csv: no slot of the parts shows a card of the deck `{card.deck}`, "
                    f"after which the new card `{card.id}` could lie"
                )
            siblings = parents[id(after)].children
            siblings.insert(siblings.index(after) + 1, node)

    def _deck_of(self, card: Card) -> Iterator[str]:
        """The other cards of a card's deck, the last first."""
        for other in reversed(self.game.cards):
            if other.deck == card.deck and other.id != card.id:
                yield f"{CARD}{other.id}"


OWNERS = ("Map", "PrivateMap", "PlayerHand")


def _maps(root: Node) -> dict[str, Node]:
    """The maps of a module by their names, which a table has without spaces around them."""
    found: dict[str, Node] = {}
    for node in root.walk():
        if "mapName" in node.attributes:
            found.setdefault(node.attributes["mapName"].strip(), node)
    return found


def slot_node(piece: GamePiece, gpid: str, *, is_card: bool, like: Node | None) -> Node:
    """A slot of a piece with an id of its own, of the kind and size of another slot."""
    piece = piece.but(basic=piece.basic.but(gpid=gpid))
    node = Node(kinds()["CardSlot" if is_card else "PieceSlot"].tag, piece=piece)
    node.attributes |= {"entryName": piece.basic.name, "gpid": gpid}
    if like is not None:
        node.tag = like.tag
        node.attributes |= {
            name: like.attributes[name] for name in ("width", "height") if name in like.attributes
        }
    return node
