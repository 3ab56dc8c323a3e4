"""Shared state of one compilation: the game, words, sizes, names, pictures and ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from modgen.compile.ids import SlotIds
from modgen.compile.prototypes import Prototypes
from modgen.compile.words import Words, words
from modgen.draw.board import draw_board
from modgen.draw.picture import MM, Picture, Pictures
from modgen.draw.svg import Drawing
from modgen.model.boards.arrangement import map_name
from modgen.model.colour_vision import rgb
from modgen.model.game import Game
from modgen.model.types.base import Part, Point
from modgen.model.types.places import Board, Place
from modgen.model.types.scenario import Scenario
from modgen.vassal.commands import RegisterExtension
from modgen.vassal.keys import Key, command, key
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Trait

REPORTED = re.compile(r"(?:(?<=\+)|^)(location|oldLocation)(?=\+|$)")
"""A place in the expression of a report."""
FLIP = key("Ctrl+F")
HOME = key("Ctrl+H")
ELIMINATE = key("Ctrl+E")
SIGHT = key("Ctrl+L")
HIDE = key("Ctrl+I")
FACE_DOWN = key("Ctrl+D")
CHANGE = key("Ctrl+K")
JOIN = key("Ctrl+J")
LOSE = key("Ctrl+X")
EXCHANGE = key("Ctrl+B")
CLONE = key("Ctrl+C")
DELETE = key("Delete")
TRAIL = key("Ctrl+T")
AREA = key("Ctrl+Shift+S")
REPLACE = key("Ctrl+Shift+B")
MOVED = key("Ctrl+M")
UP = key("Ctrl+Up")
DOWN = key("Ctrl+Down")
IN_HAND = command("InHand")
"""Turns a secret card face down for all but the owner of the hand to which it was moved."""
SCENE = "Scene"
"""The module property with the space and the choice of the marker that sets the scene."""
PUT_DOWN = command("PutDown")
"""Tells a piece that it was put down somewhere, by hand or by a command."""
CLEAR_MOVED = command("ClearMoved")
"""Clears the marks of moved pieces on all maps."""
NEXT_STEP = key("Ctrl+G")
TURN = key("Ctrl+R")
TURN_BACK = key("Ctrl+Shift+R")
ARCS = key("Ctrl+Shift+A")
TURN_CARD = key("Ctrl+F")


@dataclass
class Build:
    """The state of compiling one module in one language."""

    game: Game
    words: Words = field(init=False)
    slots: SlotIds = field(default_factory=SlotIds)
    pictures: Pictures = field(init=False)
    pieces: dict[str, GamePiece] = field(default_factory=dict)
    prototypes: Prototypes = field(default_factory=Prototypes)
    texts: dict[str, str] = field(default_factory=dict)
    """Long texts, and for each the module property that holds it."""
    extension: RegisterExtension | None = None
    """The extension that is compiled, as saves name it."""
    _boards: dict[str, Drawing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = words(self.game.language)
        self.pictures = Pictures(self.game)

    def registers(self, scenario: Scenario) -> list[str]:
        """The command by which a set-up of an extension says that it needs the extension."""
        of = self.game.parent
        own = of is not None and all(one.id != scenario.id for one in of.scenarios)
        return [self.extension.text] if self.extension is not None and own else []

    def beginnings(self) -> list[tuple[str, tuple[Scenario, ...]]]:
        """The scenarios that one button begins, and what its name ends with.

        Those of an extension have a button of their own, because that of the module cannot change.
        """
        own = self.game.added.scenarios
        if self.extension is None or not own:
            return [("", self.game.scenarios)]
        others = tuple(one for one in self.game.scenarios if one not in own)
        return [("", others), (f" ({self.extension.name})", own)]

    @property
    def dpi(self) -> int:
        """Pixels per inch of boards and pieces."""
        return self.game.info.module.dpi

    def px(self, mm: float) -> int:
        """Convert millimetres on a board to whole pixels."""
        return round(mm / MM * self.dpi)

    def point(self, point: Point) -> tuple[int, int]:
        """Convert a point on a board from millimetres to pixels."""
        return (self.px(point[0]), self.px(point[1]))

    def share(self, name: str, traits: Iterable[Trait]) -> list[Trait]:
        """Name traits, innermost first, that several slots may share as a prototype."""
        return self.prototypes.share(name, traits)

    def hold(self, text: str) -> str:
        """The name of the module property that holds a text.

        Saves and logs contain each piece with all its traits, so that a text in them would be
        repeated for each piece.
        """
        return self.texts.setdefault(text, f"Text{len(self.texts) + 1}")

    def piece(self, key: str, make: Callable[[], GamePiece]) -> GamePiece:
        """The piece cached under `key`, made by `make` on first use."""
        piece = self.pieces.get(key)
        if piece is None:
            piece = self.pieces[key] = make()
        return piece

    def picture(
        self, name: str, draw: Callable[[], Drawing], dpi: int, of: Part | None = None
    ) -> Picture:
        """Register a picture by its file name in the module; see `Pictures.add`."""
        return self.pictures.add(name, draw, dpi, of)

    def board_picture(self, board: Board) -> Picture:
        """The picture of a whole board."""
        return self.pictures.add_board(
            f"board-{board.id}", partial(self.board_drawing, board), self.dpi
        )

    def board_drawing(self, board: Board) -> Drawing:
        """The drawing of a whole board, made on first use."""
        drawing = self._boards.get(board.id)
        if drawing is None:
            drawing = self._boards[board.id] = draw_board(self.game, board.id)
        return drawing

    def map_name(self, board: str) -> str:
        """The VASSAL map of a board: the first board's is the main one."""
        return map_name(self.game.boards[board])

    def zone_name(self, place: Place) -> str:
        """The zone of a place."""
        return place.name


def shares_secrets(game: Game) -> bool:
    """Whether several sides hold secret cards of one deck, which are shown when they are played."""
    return any(deck.hands and deck.secret for deck in game.cards_file.decks)


def put_down(game: Game) -> Key:
    """The keystroke that a map sends to each piece that was put down on it."""
    return IN_HAND if shares_secrets(game) else PUT_DOWN


def scene(game: Game) -> str:
    """The end of reports of dice and played cards: ` in Marong, Round 1`, or nothing."""
    return f"${SCENE}$" if any(one.scene for one in game.info.declarations) else ""


def as_text(game: Game, name: str) -> str:
    """An expression for a property with the name of a place, such as `0409`.

    The engine reads a property of digits as a number, so that `0409` would become 409.
    """
    digits = any(cell.isdecimal() for cell in game.cells)
    return f"GetString({quoted(name)})" if digits else name


def padded(game: Game, name: str) -> str:
    """An expression for a place that a report names, with the zeros that the engine took away.

    Only for maps on which all cells have names of digits; other texts stay as they are.
    """
    wide = max((len(cell) for cell in game.cells if cell.isdecimal()), default=0)
    text = f"String.valueOf({name})"
    expression = text
    for digits in range(1, wide):
        short = f"{text}.matches({quoted('[0-9]{%d}' % digits)})"  # noqa: UP031
        expression = f"({short} ? {quoted('0' * (wide - digits))}+{text} : {expression})"
    return expression if wide > 1 else name


def act(name: str) -> Key:
    """A named keystroke of the module."""
    return command(name)


def engine_colour(colour: str) -> str:
    """A colour such as `#0a0b0c` as VASSAL writes it: `10,11,12`."""
    return ",".join(map(str, rgb(colour)))


def quoted(text: str) -> str:
    """A text as a string literal in a VASSAL expression."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def as_expression(text: str) -> str:
    """A text with `$names$` as an expression that joins its parts."""
    parts = [part if n % 2 else quoted(part) for n, part in enumerate(text.split("$"))]
    return "+".join(part for part in parts if part != '""')


def as_report(game: Game, text: str) -> str:
    """The same for a report, in which `$location$` and `$oldLocation$` keep their zeros."""
    return REPORTED.sub(lambda found: padded(game, found[0]), as_expression(text))


def declaration_head(build: Build, names: str) -> str:
    """An expression for the beginning of a declaration, with these names as they are."""
    before, _, after = build.words("declare_report", side="\n").partition("\n")
    return f"{as_expression(before)}+{quoted(names + after)}"


def hand_name(build: Build, side: str) -> str:
    """The private window of a side."""
    return build.words("hand", side=build.game.sides[side].name)
