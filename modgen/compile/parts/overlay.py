"""Put the model over the parts of an imported module: what the model states replaces the parts.

A component of the parts names what it shows in the attribute `modgen`, such as `board:main`. A
value is replaced only if it differs from what the model says, so that an unchanged game gives the
same components as the module that was imported. A component whose part of the game is gone is left
out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from modgen.compile.parts.definitions import PartsError
from modgen.compile.parts.faces import Faces
from modgen.compile.parts.numbers import set_numbers
from modgen.compile.parts.values import as_number, path_points, set_value, set_whole
from modgen.log.board_sizes import DEFAULT as UNKNOWN_BOARD
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.unpacking.xml import Node
from modgen.vassal import sequence
from modgen.vassal.pieces import GamePiece

LINK = "modgen"
INCH = 25.4
NEAR = 0.02
"""Pixels by which the model's millimetres may differ from the part's pixels because of rounding."""


@dataclass
class Overlay:
    """The overlay of one game. `run` changes the components of its parts."""

    game: Game
    faces: Faces
    seen: set[str] = field(default_factory=set)
    """What the components show."""
    stacks: dict[str, Node] = field(default_factory=dict)
    """The at-start stacks by their number."""
    piles: dict[str, Node] = field(default_factory=dict)
    """The decks by the ids of their piles."""
    slots: dict[int, tuple[str, Node]] = field(default_factory=dict)
    """Each slot of a type or card with its link, by the identity of its component.

    The component is kept, so that no other one gets its identity after it is removed.
    """
    scenarios: dict[str, Node] = field(default_factory=dict)
    _regions: dict[int, str] = field(default_factory=dict)
    """The engine's names of regions inside zones, by the identity of their components."""

    def run(self, root: Node, *, inside: bool = True) -> None:
        """Change the components; the links are removed. Raises PartsError for an unknown link.

        Without `inside`, only the outermost one.
        """
        if not inside:
            self._apply(root)
            return
        pending = [root]
        while pending:
            node = pending.pop()
            node.children = [child for child in node.children if self._stays(child)]
            pending.extend(node.children)
        nodes = list(root.walk())
        for node in nodes:
            if node.name == "Zone":
                self._note_regions(node)
        for node in nodes:
            self._apply(node)

    def _apply(self, node: Node) -> None:
        key = node.attributes.pop(LINK, "")
        kind, _, name = key.partition(":")
        if kind in ("piece", "card"):
            self.slots[id(node)] = key, node
        if key:
            self.seen.add(key.partition("/")[0])
            apply = APPLY.get(kind)
            if apply is None:
                raise PartsError(f"a component of `parts` has the unknown link `{key}`")
            apply(self, node, name)

    def _stays(self, node: Node) -> bool:
        kind, _, name = node.attributes.get(LINK, "").partition(":")
        known = self.known.get(kind)
        return known is None or name.partition("/")[0] in known

    @cached_property
    def known(self) -> dict[str, frozenset[str]]:
        """What the game has, by the kind of link."""
        game = self.game
        return {
            "board": frozenset(game.boards),
            "space": frozenset(game.spaces),
            "grid": frozenset(game.grids),
            "piece": frozenset(game.piece_types),
            "card": frozenset(game.card),
            "pile": frozenset(game.boxes),
            "side": frozenset(game.sides),
            "die": frozenset(die.id for die in game.info.dice),
            "chart": frozenset(chart.id for chart in game.charts),
            "scenario": frozenset(scenario.id for scenario in game.scenarios),
        }

    def px(self, mm: float) -> float:
        """Pixels for millimetres on a board."""
        return mm / INCH * self.game.info.module.dpi

    def module(self, node: Node, version: str) -> None:
        """Title, subtitle and version. `version` is the model's form of the original one."""
        info = self.game.info
        set_value(node, "name", info.title)
        if "description" in node.attributes or info.subtitle:
            set_value(node, "description", info.subtitle)
        if info.version != version:
            set_value(node, "version", info.version)

    def extension(self, node: Node, version: str) -> None:
        """Description and versions of an extension; `version` as in `module`."""
        info = self.game.info
        if info.subtitle != node.attributes.get("description", ""):
            set_value(node, "description", info.subtitle)
        if info.version != version:
            set_value(node, "version", info.version)
        if info.extension.version:
            set_value(node, "moduleVersion", info.extension.version)

    def board(self, node: Node, key: str) -> None:
        """Name, picture and size of a board."""
        board = self.game.boards[key]
        set_value(node, "name", board.name)
        if board.picture:
            self._picture(node, "image", board.picture, f"board:{key}")
        elif not node.attributes.get("image"):
            self._whole(node, "width", board.width, UNKNOWN_BOARD)
            self._whole(node, "height", board.height, UNKNOWN_BOARD)

    def space(self, node: Node, key: str) -> None:
        """Name and outline of a zone, or name and point of a region."""
        key, _, number = key.partition("/")
        space = self.game.spaces[key]
        if node.name == "Region":
            original = self._regions.get(id(node), node.attributes.get("name", ""))
            if space.name != original:
                set_value(node, "name", space.name)
            if space.at:
                self._whole(node, "originx", space.at[0])
                self._whole(node, "originy", space.at[1])
            return
        text = node.attributes.get("locationFormat", "$name$")
        original = text.replace("$name$", node.attributes.get("name", ""))
        if space.name != original.replace("$gridLocation$", ""):
            set_value(node, "name", space.name)
            set_value(node, "locationFormat", "$name$")
        rings = layout.zone_rings(self.game, space)
        index = int(number) if number.isdecimal() else 0
        if index < len(rings):
            points = [(round(self.px(x)), round(self.px(y))) for x, y in rings[index]]
            if len(points) > 1 and points[0] == points[-1]:
                points = points[:-1]
            old = path_points(node.attributes.get("path", ""))
            if points != (old[:-1] if len(old) > 1 and old[0] == old[-1] else old):
                set_value(node, "path", ";".join(f"{x},{y}" for x, y in points))

    def _note_regions(self, zone: Node) -> None:
        """Remember what the engine calls the regions of a zone."""
        text = zone.attributes.get("locationFormat", "$name$")
        text = text.replace("$name$", zone.attributes.get("name", ""))
        for grid in zone.children:
            for region in grid.children if grid.name == "RegionGrid" else ():
                name = region.attributes.get("name", "")
                self._regions[id(region)] = text.replace("$gridLocation$", name)

    def grid(self, node: Node, key: str) -> None:
        """Measures and numbers of a square or hex grid."""
        grid = self.game.grids[key]
        if not (grid.origin and grid.pitch and grid.numbering):
            raise PartsError(
                f"map.yaml: the grid `{key}` is that of an imported module; "
                "it needs `numbering`, `origin` and `pitch`"
            )
        origin, pitch = grid.origin, grid.pitch
        if grid.sideways and grid.kind == "hex":
            origin, pitch = (origin[1], origin[0]), (pitch[1], pitch[0])
        self._whole(node, "x0", origin[0])
        self._whole(node, "y0", origin[1])
        self._real(node, "dx", pitch[0])
        self._real(node, "dy", pitch[1])
        set_numbers(node, grid)

    def piece(self, node: Node, key: str) -> None:
        """Name and pictures of a slot."""
        if node.piece is not None:
            self._slot(node, *self.faces.slot(self.game.piece_types[key], node.piece))

    def card(self, node: Node, key: str) -> None:
        """Name and picture of a card."""
        if node.piece is not None:
            self._slot(node, *self.faces.card_slot(self.game.card[key], node.piece))

    def pile(self, node: Node, key: str) -> None:
        """Name and middle of a deck."""
        self.piles[key] = node
        box = self.game.boxes[key]
        pile = self.game.piles.get(key)
        if node.attributes.get("name"):
            set_value(node, "name", pile.name if pile else box.name)
        x, y = box.rect.centre
        self._whole(node, "x", x)
        self._whole(node, "y", y)

    def side(self, node: Node, key: str) -> None:
        """The name of a side."""
        name = self.game.sides[key].name
        if node.text.strip() != name:
            node.text, node.raw_text = name, ""

    def die(self, node: Node, key: str) -> None:
        """Name, number and sides of dice."""
        die = next(die for die in self.game.info.dice if die.id == key)
        if node.attributes.get("name"):
            set_value(node, "name", die.name)
        set_whole(node, "nDice", die.count)
        set_whole(node, "nSides", die.sides)

    def sequence(self, node: Node, _: str) -> None:
        """The phases of the turn tracker."""
        names = [phase.name for phase in self.game.phases.values()]
        old = [one for one in sequence.split(node.attributes.get("list", ""), ",") if one.strip()]
        if names != old:
            set_value(node, "list", sequence.join(names, ","))

    def chart(self, node: Node, key: str) -> None:
        """Name and picture of a chart."""
        chart = next(chart for chart in self.game.charts if chart.id == key)
        if node.attributes.get("chartName"):
            set_value(node, "chartName", chart.name)
        if chart.picture:
            self._picture(node, "fileName", chart.picture, f"chart:{key}")

    def scenario(self, node: Node, key: str) -> None:
        """The name of a set-up; its saved game is written elsewhere."""
        scenario = next(one for one in self.game.scenarios if one.id == key)
        if node.attributes.get("name"):
            set_value(node, "name", scenario.name)
        self.scenarios[key] = node

    def stack(self, node: Node, key: str) -> None:
        """An at-start stack; the new game's scenario says where it is."""
        self.stacks[key] = node

    def _slot(self, node: Node, piece: GamePiece, old: str, new: str) -> None:
        if piece != node.piece:
            node.piece, node.raw_text = piece, ""
        if old != new and node.attributes.get("entryName") == old:
            set_value(node, "entryName", new)

    def _picture(self, node: Node, name: str, picture: str, part: str) -> None:
        # The module may have spelled the file's name otherwise.
        original = self.faces.original.get(part)
        if original is None or picture != original[1]:
            set_value(node, name, picture)

    def _whole(self, node: Node, name: str, mm: float, otherwise: int = 0) -> None:
        """Replace a number of pixels. `otherwise` is the number of one that is not positive."""
        value, old = self.px(mm), as_number(node.attributes.get(name, "0"))
        if otherwise and old < 1:
            old = otherwise
        if min(abs(int(old) - value), abs(old - value)) > NEAR:
            set_value(node, name, str(round(value)))

    def _real(self, node: Node, name: str, mm: float) -> None:
        value = self.px(mm)
        if abs(as_number(node.attributes.get(name, "0")) - value) > 0.001:
            set_value(node, name, str(round(value, 4)))


APPLY: dict[str, Callable[[Overlay, Node, str], None]] = {
    "version": Overlay.module,
    "extension": Overlay.extension,
    "board": Overlay.board,
    "space": Overlay.space,
    "grid": Overlay.grid,
    "piece": Overlay.piece,
    "card": Overlay.card,
    "pile": Overlay.pile,
    "side": Overlay.side,
    "die": Overlay.die,
    "sequence": Overlay.sequence,
    "chart": Overlay.chart,
    "scenario": Overlay.scenario,
    "stack": Overlay.stack,
}
"""How each kind of link is applied."""
