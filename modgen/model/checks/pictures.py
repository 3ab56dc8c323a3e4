"""Checks of what is drawn: pictures can be used, boards have a size, texts on cards fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from modgen.model.files.art import MAX_PIXELS, ArtError, bundled_icons, check_art
from modgen.model.files.diagnostics import (
    DataPath,
    Diagnostic,
    FilePosition,
    PartDiagnostic,
    did_you_mean,
)
from modgen.model.files.whole_pictures import face_layers, find_whole
from modgen.model.game import Game
from modgen.model.types.base import ICON, Part
from modgen.model.types.cards import FIELD, CardLayout, Element
from modgen.model.types.game_file import StateValue
from modgen.model.types.pieces import Face

OVERLAP = 1.0
"""How far, in mm, two texts on a card may overlap."""


def check_pictures(game: Game) -> Iterator[PartDiagnostic | Diagnostic]:
    """Every picture that the game names exists and can be drawn.

    A missing picture is reported wherever it is named, a damaged element once, in its own file.
    """
    yield from _whole_pictures(game)
    damaged: set[str] = set()
    for part, path, name in (*_named(game), *_inline(game)):
        try:
            check_art(game.folder, name)
        except ArtError as error:
            if error.file:
                if name not in damaged:
                    yield Diagnostic(FilePosition(error.file, error.line), str(error))
                damaged.add(name)
            else:
                hint = did_you_mean(name, bundled_icons()) if error.unknown else ""
                if hint.startswith("it can be"):
                    hint = "`modgen icons` lists the bundled ones"
                yield PartDiagnostic(part, path, str(error), hint)


def _whole_pictures(game: Game) -> Iterator[PartDiagnostic]:
    """Every finished picture of a board, a face, a card or a chart exists and has a size."""
    for part, path, art in _wholes(game):
        try:
            names = [art]
            if path[0] == "faces":
                names = [layer.name for layer in face_layers(art)]
            for name in names:
                find_whole(game.folder, name)
        except ArtError as error:
            yield PartDiagnostic(part, path, str(error))


def _wholes(game: Game) -> Iterator[tuple[Part, DataPath, str]]:
    """Every finished picture that the game names: the part, the path of the field, the name."""
    for number, board in enumerate(game.map.boards):
        if board.picture:
            yield game.map, ("boards", number, "picture"), board.picture
    for piece in game.pieces:
        for number, face in enumerate(piece.faces):
            if face.art:
                yield piece, ("faces", number, "art"), face.art
    for layout in game.layouts.values():
        if layout.picture and "{" not in layout.picture:
            yield layout, ("picture",), layout.picture
    yield from ((card, ("art",), card.art) for card in game.cards if card.art)
    for chart in game.charts:
        if chart.kind == "picture":
            yield chart, ("picture",), chart.picture


def check_sizes(game: Game) -> Iterator[PartDiagnostic]:
    """The picture of each board is small enough to be drawn at the module's resolution."""
    dpi = game.info.module.dpi
    if game.info.module.parts:
        return  # the boards of an imported module are its own pictures
    for number, board in enumerate(game.map.boards):
        pixels = board.width * board.height * (dpi / 25.4) ** 2
        if pixels > MAX_PIXELS:
            yield PartDiagnostic(
                game.map,
                ("boards", number),
                f"at {dpi} dpi the board `{board.id}` has {pixels / 1e6:,.0f} million pixels; "
                f"at most {MAX_PIXELS / 1e6:,.0f} million are allowed",
                "make it smaller or lower `dpi` under `module` in game.yaml",
            )


def _named(game: Game) -> Iterator[tuple[Part, DataPath, str]]:
    """Every picture that a field names: the part, the path of the field, the name."""
    yield from ((side, ("icon",), side.icon) for side in game.info.sides if side.icon)
    yield from ((space, ("icon",), space.icon) for space in game.map.spaces if space.icon)
    yield from ((one, ("picture",), one.picture) for one in game.info.terrains if one.picture)
    yield from ((one, ("icon",), one.icon) for one in game.info.conditions if one.icon)
    for space in game.map.spaces:
        yield from ((space, ("signs", number), sign) for number, sign in enumerate(space.signs))
    yield from ((piece, ("back",), piece.back) for piece in game.pieces if piece.back)
    yield from ((piece, ("symbol",), piece.symbol) for piece in game.pieces if piece.symbol)
    yield from ((card, ("icon",), card.icon) for card in game.cards if card.icon)
    for card in game.cards:
        layout = game.layouts.get(game.decks[card.deck].layout) if card.deck in game.decks else None
        for shown in layout.elements if layout else ():
            column = FIELD.fullmatch(shown.icon)
            own = card.column(column[1]) if column else ""
            if own and card.fields[own]:
                yield card, ("fields", own), card.fields[own]
    looks = {terrain.id: terrain.look for terrain in game.info.terrains}
    lists: list[tuple[Part, str, Sequence[StateValue | Face | Element]]] = []
    lists += [(state, "values", state.values) for state in game.info.states]
    lists += [(piece, "faces", piece.faces) for piece in game.pieces]
    lists += [(layout, "elements", layout.elements) for layout in game.layouts.values()]
    for owner, name, members in lists:
        # A face without an icon of its own has that of its piece.
        known = ("", "side", getattr(owner, "symbol", ""))
        for number, element in enumerate(members):
            if element.icon not in known and "{" not in element.icon:
                yield owner, (name, number, "icon"), element.icon
    for space in game.map.spaces:
        if looks.get(space.terrain or "") == "mountain":
            yield space, ("terrain",), "mountain"


def _inline(game: Game) -> Iterator[tuple[Part, DataPath, str]]:
    """Every picture inside a text, such as `{icon:fist}`: the part, the path, the name."""
    parts: list[Part] = [
        game.info,
        game.map,
        game.cards_file,
        *game.cards,
        *game.pieces,
        *game.layouts.values(),
        *game.charts,
        *game.scenarios,
    ]
    for part in parts:
        for path, text in _texts(part):
            for match in ICON.finditer(text):
                yield part, path, match.group(1) or match.group(2)


def _texts(value: object, path: DataPath = ()) -> Iterator[tuple[DataPath, str]]:
    """Every text inside a part, with its path."""
    if isinstance(value, str):
        if ":" in value and ICON.search(value):
            yield path, value
    elif isinstance(value, Part):
        for name, item in value:
            if isinstance(item, str | Part | dict | list | tuple):
                yield from _texts(item, (*path, name))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _texts(item, (*path, number))


def check_layouts(game: Game) -> Iterator[PartDiagnostic]:
    """Texts of a card layout neither overlap nor reach beyond the card."""
    for layout in game.layouts.values():
        decks = [deck for deck in game.decks.values() if layout.id in (deck.layout, deck.back)]
        texts = [
            (n, element) for n, element in enumerate(layout.elements) if element.kind == "text"
        ]
        for number, element in texts:
            for deck in decks:
                if (
                    element.x < 0
                    or element.y < 0
                    or element.x + element.w > deck.width
                    or (element.y + element.h > deck.height)
                ):
                    yield _problem(
                        layout, number, f"the text reaches beyond the card of the deck `{deck.id}`"
                    )
                    break
        for (first, element), (second, other) in combinations(texts, 2):
            if not element.when and not other.when and _overlap(element, other):
                yield _problem(layout, second, f"the text overlaps that of element {first + 1}")


def _problem(layout: CardLayout, number: int, message: str) -> PartDiagnostic:
    return PartDiagnostic(layout, ("elements", number), message)


def _overlap(element: Element, other: Element) -> bool:
    wide = min(element.x + element.w, other.x + other.w) - max(element.x, other.x)
    high = min(element.y + element.h, other.y + other.h) - max(element.y, other.y)
    return wide > OVERLAP and high > OVERLAP
