"""Whether every card can be drawn: its texts fit, and fonts can be read and have its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen.draw.cards import check_card
from modgen.draw.fonts import face, shaper, typefaces
from modgen.draw.text import CannotDrawError
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.fonts import STYLES


def check_drawings(games: Sequence[Game]) -> Iterator[PartDiagnostic]:
    """What would stop a build: the cards of a game, in each of its languages.

    The game in the language of its files is the first; positions are those of its parts.
    """
    damaged = list(_damaged_fonts(games[0]))
    if damaged:
        yield from damaged
        return
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


def _damaged_fonts(game: Game) -> Iterator[PartDiagnostic]:
    with typefaces(game):
        for number, font in enumerate(game.info.fonts):
            for (bold, italic), name in font.files.items():
                if not shaper(face(font.id, bold, italic)).face.glyph_count:
                    field = next(key for key in STYLES if getattr(font, key) == name)
                    message = f"fonts/{name} has no letters; the file may be damaged"
                    yield PartDiagnostic(game.info, ("fonts", number, field), message)
