"""Whether every card can be drawn: its texts fit, and fonts can be read and have its letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen.draw.boxes import fitted_chart
from modgen.draw.cards import check_card
from modgen.draw.charts import TEXT, draw_chart
from modgen.draw.fonts import face, missing_letter, shaper, typefaces
from modgen.draw.text import LEAST, POINT, REMEDY, CannotDrawError
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.fonts import STYLES
from modgen.model.types.places import Box

LARGER = (1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0)
"""How many times larger a box is tried that is too small for its chart."""

AID = (135.5, 191.0)
"""The room for charts on half of a page of A4 in landscape format, in mm."""
SMALLEST = 0.72
"""How much smaller charts are made to save a page."""
MANY = 6
"""More columns than this leave little room for each."""


def check_drawings(games: Sequence[Game]) -> Iterator[PartDiagnostic]:
    """What would stop a build: the cards of a game, in each of its languages.

    The game in the language of its files is the first; positions are those of its parts.
    """
    damaged = list(_damaged_fonts(games[0]))
    if damaged:
        yield from damaged
        return
    yield from _missing_letters(games[0])
    yield from _small_charts(games[0])
    yield from _long_charts(games[0])
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


def _small_charts(game: Game) -> Iterator[PartDiagnostic]:
    """Charts in boxes that are too small for legible letters."""
    for box in game.map.boxes:
        chart = next((one for one in game.charts if one.id == box.chart), None)
        if chart is None or chart.kind == "picture":
            continue
        try:
            _, scale = fitted_chart(game, box, chart.id)
        except CannotDrawError as problem:
            yield PartDiagnostic(problem.part, (problem.field,), str(problem))
            continue
        if scale * TEXT.size < LEAST:
            points = scale * TEXT.size / POINT
            larger = next(
                (one for one in LARGER if _readable(game, box, chart.id, one)), LARGER[-1]
            )
            yield PartDiagnostic(
                box,
                ("rect",),
                f"the chart `{chart.id}` has letters of {points:.1f} points in the box `{box.id}`",
                f"for 5.5 points, make the box {box.rect.w * larger:.0f} ×"
                f" {box.rect.h * larger:.0f} mm, or shorten the chart",
                warning=True,
            )


def _long_charts(game: Game) -> Iterator[PartDiagnostic]:
    """Charts that are so long or wide that a player aid has room only for tiny letters of them."""
    wide, high = AID
    for chart in game.added.charts:
        if chart.kind == "picture":
            continue
        drawn = draw_chart(game, chart, wide / SMALLEST)
        points = min(SMALLEST, high / drawn.height) * TEXT.size / POINT
        if points * POINT < LEAST:
            yield PartDiagnostic(
                chart,
                ("name",),
                f"on half a page of A4, the chart `{chart.id}` has letters of {points:.1f} points",
                "for 5.5 points, make two charts of it, or shorten it"
                + (", or give it fewer columns" if len(chart.columns) > MANY else ""),
                warning=True,
            )


def _readable(game: Game, box: Box, key: str, larger: float) -> bool:
    """Whether a box enlarged by these factors has room for the letters of its chart."""
    wide, high = box.rect.w * larger, box.rect.h * larger
    rect = box.rect.model_copy(update={"w": wide, "h": high})
    _, scale = fitted_chart(game, box.model_copy(update={"rect": rect}), key)
    return scale * TEXT.size >= LEAST


def _damaged_fonts(game: Game) -> Iterator[PartDiagnostic]:
    with typefaces(game):
        for number, font in enumerate(game.info.fonts):
            for (bold, italic), name in font.files.items():
                if not shaper(face(font.id, bold, italic)).face.glyph_count:
                    field = next(key for key in STYLES if getattr(font, key) == name)
                    message = f"fonts/{name} has no letters; the file may be damaged"
                    yield PartDiagnostic(game.info, ("fonts", number, field), message)
