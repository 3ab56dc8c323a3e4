"""Whether every card can be drawn: its texts fit, and fonts can be read and have its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen.draw.cards import check_card
from modgen.draw.fonts import face, missing_letter, shaper, typefaces
from modgen.draw.text import REMEDY, CannotDrawError
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.fonts import STYLES


def check_drawings(games: Sequence[Game]) -> Iterator[PartDiagnostic]:
    """What would stop a build: the cards of a game, in each of its languages.

    The game in the language of its files is the first; positions are those of its parts.
    """
    damaged = list(_damaged_fonts(games[0]))
    if damaged:
        yield from damaged
        return
    yield from _missing_letters(games[0])
    originals = {card.id: card for card in games[0].cards}
    for game in games:
        for card in game.cards:
            try:
                check_card(game, card)
            except CannotDrawError as problem:
                where = "" if game is games[0] else f" in `{game.language}`"
                part = originals[card.id] if problem.part is card else problem.part
                own = problem.field in originals[card.id].fields
                path = ("fields", problem.field) if own else (problem.field,)
                yield PartDiagnostic(part, path, f"{problem}{where}")


def _missing_letters(game: Game) -> Iterator[PartDiagnostic]:
    """The first name with a letter that no font has, and how many more there are.

    Only a warning for an imported game, whose module shows its own pictures of the names.
    """
    places = game.map
    labels = (label for board in places.boards for label in board.labels)
    faces = (face for piece in game.pieces for face in piece.faces)
    named: list[tuple[Part, str]] = [
        *(
            (part, "name")
            for part in (
                *game.info.sides,
                *places.boards,
                *places.spaces,
                *places.boxes,
                *places.tracks,
                *places.grids,
                *game.pieces,
                *game.charts,
                *game.scenarios,
            )
        ),
        (game.info, "title"),
        *((label, "text") for label in labels),
        *((face, "text") for face in faces),
    ]
    with typefaces(game):
        found = [
            (part, field, letter)
            for part, field in named
            if (letter := missing_letter(getattr(part, field)))
        ]
    for part, field, letter in found[:1]:
        others = len(found) - 1
        more = f" or those of {others} more name{'s' if others > 1 else ''}" if others else ""
        message = f"no font has the letter {letter!r} (U+{ord(letter):04X}) of "
        told = f"{message}`{getattr(part, field)}`{more}"
        imported = bool(game.info.module.parts)
        yield PartDiagnostic(part, (field,), told, REMEDY, warning=imported)


def _damaged_fonts(game: Game) -> Iterator[PartDiagnostic]:
    with typefaces(game):
        for number, font in enumerate(game.info.fonts):
            for (bold, italic), name in font.files.items():
                if not shaper(face(font.id, bold, italic)).face.glyph_count:
                    field = next(key for key in STYLES if getattr(font, key) == name)
                    message = f"fonts/{name} has no letters; the file may be damaged"
                    yield PartDiagnostic(game.info, ("fonts", number, field), message)
