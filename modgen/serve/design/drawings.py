"""The drawings of a game as SVG, by key; only what changed since the last time is drawn again.

Keys: `board/ID`, `piece/ID/FACE`, `back/ID`, `card/ID`, `deck/ID` (the back of its cards),
`chart/ID`, `state/ID/VALUE`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from modgen.draw.board import draw_board
from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.charts import draw_chart
from modgen.draw.pieces import draw_back, draw_piece
from modgen.draw.states import draw_state_value
from modgen.draw.svg import Drawing
from modgen.draw.text import CannotDrawError
from modgen.errors import ModgenError
from modgen.model.game import Game
from modgen.model.types.base import Part

CHART_WIDTH = 170.0
"""The width of charts in mm."""
IDS = re.compile(r'(\bid="|url\(#|href="#)')


class Drawn(NamedTuple):
    """A drawing: its SVG, a hash of it, its size in mm, or why it cannot be drawn."""

    svg: str
    hash: str
    width: float
    height: float
    problem: str = ""
    part: Part | None = None
    """The part that cannot be drawn, and its field."""
    field: str = ""


Job = tuple[str, str, Callable[[], Drawing]]
"""A key, a fingerprint of everything on which the drawing depends, and how it is drawn."""


class Drawings:
    """Draws a game, and remembers what it drew."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Drawn] = {}

    def draw(self, game: Game) -> dict[str, Drawn]:
        """All drawings of a game in its language."""
        used: dict[tuple[str, str], Drawn] = {}
        shown: dict[str, Drawn] = {}
        for key, fingerprint, draw in jobs(game):
            at = (key, fingerprint)
            used[at] = shown[key] = self._known.get(at) or _drawn(key, draw)
        # The drawings of other languages and of the last version stay.
        if len(self._known) > 4 * len(used) + 1000:
            self._known.clear()
        self._known |= used
        return shown


def _drawn(key: str, draw: Callable[[], Drawing]) -> Drawn:
    try:
        drawing = draw()
        svg = drawing.svg
    except CannotDrawError as problem:
        return Drawn("", "", 0, 0, str(problem), problem.part, problem.field)
    except ModgenError as problem:
        return Drawn("", "", 0, 0, str(problem))
    except Exception as problem:
        return Drawn("", "", 0, 0, f"internal error: {type(problem).__name__}: {problem}")
    digest = hashlib.blake2b(svg.encode(), digest_size=12).hexdigest()
    # Several drawings are in one page, so their ids must differ.
    svg = IDS.sub(rf"\g<1>d{digest[:10]}-", svg)
    return Drawn(svg, digest, drawing.width, drawing.height)


def jobs(game: Game) -> Iterator[Job]:
    """Every drawing of a game."""
    base = _hash(game.language, game.info.model_dump_json(), *_art(game.folder))
    outlines = game.outlines
    shapes = (repr(sorted(one.items())) for one in (outlines.shapes, outlines.waters))
    places = _hash(base, game.map.model_dump_json(), *shapes, repr(outlines.centres))
    pieces = _hash(base, *(piece.model_dump_json() for piece in game.pieces))
    both = _hash(places, pieces)
    for board in game.map.boards:
        yield f"board/{board.id}", both, partial(draw_board, game, board.id)
    for piece in game.pieces:
        own = _hash(base, piece.model_dump_json(), repr([grid.size for grid in game.map.grids]))
        for face in piece.faces:
            yield f"piece/{piece.id}/{face.id}", own, partial(draw_piece, game, piece, face.id)
        if piece.back:
            yield f"back/{piece.id}", own, partial(draw_back, game, piece)
    for state in game.info.states:
        for value in state.values:
            key = f"state/{state.id}/{value.id}"
            yield key, base, partial(draw_state_value, game, state, value.id)
    layouts = {key: layout.model_dump_json() for key, layout in game.layouts.items()}
    for deck in game.cards_file.decks:
        own = _hash(base, deck.model_dump_json(), layouts[deck.back])
        yield f"deck/{deck.id}", own, partial(draw_card_back, game, deck)
    for card in game.cards:
        deck = game.decks[card.deck]
        own = _hash(base, card.model_dump_json(), deck.model_dump_json(), layouts[deck.layout])
        yield f"card/{card.id}", own, partial(draw_card, game, card)
    for chart in game.charts:
        own = _hash(both, chart.model_dump_json())
        yield f"chart/{chart.id}", own, partial(draw_chart, game, chart, CHART_WIDTH)


def _hash(*parts: str) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(part.encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()


def _art(folder: Path) -> Iterator[str]:
    """The name, time and size of each of the game's own pictures."""
    for path in sorted((folder / "art").glob("*.*")):
        stat = path.stat()
        yield f"{path.name} {stat.st_mtime_ns} {stat.st_size}"
