"""Draw cards by their layouts: `layouts/*.yaml` places elements, the card's fields fill them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import atan2, cos, pi, sin
from typing import NamedTuple

from modgen.draw.assumed import MARK
from modgen.draw.colours import darker, ink_on, lighter, side_colour, side_dark, side_light
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.text import (
    POINT,
    CannotDrawError,
    MissingGlyphError,
    Style,
    TextDoesNotFitError,
    capitals,
    fit,
    width,
)
from modgen.draw.whole import draw_whole
from modgen.model.files.art import ArtError
from modgen.model.game import Game
from modgen.model.types.cards import FIELD, Card, CardLayout, Deck, Element, key_of

CHOSEN = "#2f8f4e"
CORNER = 3.0
RAYS = 24
TINY = 1e-9


class Trim(NamedTuple):
    """How a card is cut: mm of bleed around it, and whether its corners stay square."""

    bleed: float = 0
    square: bool = False


class _Face:
    """One side of a card being drawn."""

    def __init__(
        self, game: Game, deck: Deck, layout: CardLayout, card: Card | None, trim: Trim
    ) -> None:
        self.game = game
        self.deck = deck
        self.layout = layout
        self.card = card
        self.trim = trim
        self.side = card.side if card else deck.hand
        around = 2 * trim.bleed
        self.drawing = Drawing(deck.width + around, deck.height + around)
        self.drawing.art = game.folder

    @property
    def corner(self) -> float:
        """The radius in mm of the card's corners; 0 for square corners."""
        return 0.0 if self.trim.square or self.trim.bleed else CORNER

    def reach(self, element: Element) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a panel, extended into the bleed at the card's edge."""
        bleed, deck = self.trim.bleed, self.deck
        left, top = element.x, element.y
        right, bottom = left + element.w, top + element.h
        return (
            left - bleed if left <= 0 else left,
            top - bleed if top <= 0 else top,
            right + bleed if right >= deck.width else right,
            bottom + bleed if bottom >= deck.height else bottom,
        )

    def colour(self, name: str) -> str:
        """A colour; `side`, `side-dark` and so on are shades of the card's side.

        `{column}` is the colour in that column of the card, or the accent if it is empty.
        """
        accent = self.layout.accent
        if FIELD.search(name):
            name = self.filled(name) or "accent"
        if name == "accent" or (accent and not self.side and name.startswith("side")):
            base = accent or side_colour(self.game, self.side)
            return {"side-dark": darker(base), "side-light": lighter(base, 0.7)}.get(name, base)
        shades = {"side": side_colour, "side-dark": side_dark, "side-light": side_light}
        return shades[name](self.game, self.side) if name in shades else name

    def value(self, name: str) -> str:
        """A field of the card as a text."""
        if name == "deck":
            return self.deck.name
        if self.card is None:
            return ""
        if key_of(name) == "side":
            return self.game.sides[self.card.side].name if self.card.side else ""
        return self.card.field(name)

    def filled(self, text: str) -> str:
        """A text with the card's fields in it."""
        return FIELD.sub(lambda match: self.value(match.group(1)), text)

    def text(self, element: Element) -> str:
        """The text of an element."""
        return self.filled(element.text or element.words)


def told_as(game: Game, card: Card) -> str:
    """How reports name a played card: `told_as` of its deck, with the card's fields."""
    deck = game.decks[card.deck]
    face = _Face(game, deck, game.layouts[deck.layout], card, Trim())
    return face.filled(deck.told_as)


@in_typefaces
def draw_card(game: Game, card: Card, *, bleed: float = 0, square: bool = False) -> Drawing:
    """The face of a card, with `bleed` mm around it or `square` corners. Raises CannotDrawError."""
    deck = game.decks[card.deck]
    layout = game.layouts[deck.layout]
    return _draw(_Face(game, deck, layout, card, Trim(bleed, square)), f"the card {card.id}")


@in_typefaces
def draw_card_back(game: Game, deck: Deck, *, bleed: float = 0, square: bool = False) -> Drawing:
    """The back of a deck's cards. Raises CannotDrawError."""
    layout = game.layouts[deck.back]
    return _draw(_Face(game, deck, layout, None, Trim(bleed, square)), f"the back of {deck.id}")


def back_colour(game: Game, deck: Deck) -> str:
    """The colour behind the back of a deck's cards, as `#rrggbb`."""
    layout = game.layouts[deck.back]
    return _Face(game, deck, layout, None, Trim()).colour(layout.background)


def _draw(face: _Face, name: str) -> Drawing:
    drawing, deck = face.drawing, face.deck
    bleed, background = face.trim.bleed, face.colour(face.layout.background)
    drawing.rect(0, 0, drawing.width, drawing.height, face.corner, fill=background)
    picture = face.filled(face.layout.picture)
    if picture:
        try:
            draw_whole(drawing, face.game.folder, picture, 0, 0, drawing.width, drawing.height)
        except ArtError as problem:
            part, field = (face.card, "art") if face.card else (face.layout, "picture")
            raise CannotDrawError(part, field, name, str(problem)) from None
    with drawing.group(transform=f"translate({bleed:g} {bleed:g})" if bleed else None):
        _elements(face, name)
        if face.card and face.card.assumed:
            _assumed(face)
    if face.corner and not picture:
        drawing.rect(
            0.2,
            0.2,
            deck.width - 0.4,
            deck.height - 0.4,
            CORNER,
            fill="none",
            stroke="#2a2620",
            stroke_width=0.4,
        )
    return drawing


def _assumed(face: _Face) -> None:
    """The mark of a card that the rulebook does not have, in the lower right corner."""
    drawing, deck = face.drawing, face.deck
    x, y, r = deck.width - 3.4, deck.height - 3.4, 1.5
    drawing.circle(x, y, r, fill="#ffffff", fill_opacity=0.8)
    letters = Style("text", 2.6, bold=True)
    drawing.text(MARK, x, y + 0.9, letters, align="centre", fill="#3b3226")


Draw = Callable[[_Face, Element], None]


@in_typefaces
def check_card(game: Game, card: Card) -> None:
    """Measure the texts of a card without drawing it. Raises CannotDrawError."""
    deck = game.decks[card.deck]
    face = _Face(game, deck, game.layouts[deck.layout], card, Trim())
    _elements(face, f"the card {card.id}", {"text": _measure})


def _elements(face: _Face, name: str, kinds: Mapping[str, Draw] | None = None) -> None:
    """Draw the elements of a face, or only those of some kinds."""
    for element in face.layout.elements:
        draw = (kinds or KINDS).get(element.kind)
        if draw is None or (element.when and not face.value(element.when)):
            continue
        try:
            draw(face, element)
        except (TextDoesNotFitError, MissingGlyphError, ArtError) as problem:
            used = FIELD.findall(element.text) or ["icon" if element.kind != "text" else "text"]
            part = face.card or face.layout
            raise CannotDrawError(part, used[-1], name, str(problem)) from None


def _box(face: _Face, element: Element) -> None:
    """A rectangle. At a corner of the card it is rounded like the card."""
    deck = face.deck
    x, y, right, bottom = face.reach(element)
    left, top = x <= 0, y <= 0
    end, foot = right >= deck.width, bottom >= deck.height
    least = element.radius
    corners = (left and top, end and top, end and foot, left and foot)
    a, b, c, d = (face.corner if at_corner else least for at_corner in corners)
    path = (
        f"M{x + a},{y}H{right - b}a{b},{b} 0 0 1 {b},{b}V{bottom - c}a{c},{c} 0 0 1 {-c},{c}"
        f"H{x + d}a{d},{d} 0 0 1 {-d},{-d}V{y + a}a{a},{a} 0 0 1 {a},{-a}z"
    )
    face.drawing.path(
        path,
        fill=face.colour(element.fill or "none"),
        stroke=face.colour(element.stroke) if element.stroke else None,
        stroke_width=element.stroke_width if element.stroke else None,
    )


def _line(face: _Face, element: Element) -> None:
    face.drawing.line(
        element.x,
        element.y,
        element.x + element.w,
        element.y + element.h,
        stroke=face.colour(element.stroke or element.colour),
        stroke_width=element.stroke_width,
    )


def _measure(face: _Face, element: Element) -> None:
    """Raise TextDoesNotFitError or MissingGlyphError if a text cannot be drawn."""
    text = face.text(element)
    if text:
        style = Style(element.font, element.size * POINT, element.weight == "bold", element.italic)
        shown = capitals(text) if element.caps else text
        if element.spacing:
            width(shown, style)
        else:
            fit(shown, style, element.w, element.h, element.least * POINT)


def _text(face: _Face, element: Element) -> None:
    text = face.text(element)
    if not text:
        return
    if element.fill:
        _box(face, element)
    style = Style(element.font, element.size * POINT, element.weight == "bold", element.italic)
    text = capitals(text) if element.caps else text
    colour = face.colour(element.colour)
    if element.spacing:
        x = element.x + {"left": 0.0, "centre": 0.5, "right": 1.0}[element.align] * element.w
        y = element.y + (element.h + style.size * 0.72) / 2
        face.drawing.text(
            text, x, y, style, align=element.align, spacing=element.spacing, fill=colour
        )
        return
    face.drawing.box_text(
        text,
        element.x,
        element.y,
        element.w,
        element.h,
        style,
        least=element.least * POINT,
        align=element.align,
        valign=element.valign,
        fill=colour,
    )


def _icon(face: _Face, element: Element) -> None:
    name = face.filled(element.icon)
    if name == "side" and face.side:
        name = face.game.sides[face.side].icon
    if name:
        size = min(element.w, element.h or element.w)
        x, y = element.x + element.w / 2, element.y + (element.h or element.w) / 2
        colour = face.colour(element.colour)
        face.drawing.icon(name, x, y, size, colour, face.game.folder)


def _art(face: _Face, element: Element) -> None:
    """A panel with rays of light behind the card's picture."""
    drawing = face.drawing
    tone = face.colour(element.fill or "side")
    left, top, right, bottom = face.reach(element)
    panel = f"M{left},{top}H{right}V{bottom}H{left}z"
    x, y = element.x + element.w / 2, element.y + element.h / 2
    sky = drawing.gradient([(0, darker(tone, 0.45)), (1, lighter(tone, 0.18))])
    drawing.path(panel, fill=sky)
    for ray in range(0, RAYS, 2):
        corners = _ray(
            (x, y), (left, top, right, bottom), ray * 2 * pi / RAYS, (ray + 1) * 2 * pi / RAYS
        )
        drawing.polygon(corners, fill="#ffffff", fill_opacity=0.09)
    drawing.circle(x, y, element.h * 0.46, fill=lighter(tone, 0.55), fill_opacity=0.35)
    icon = face.filled(element.icon) if element.icon else face.card.icon if face.card else ""
    if icon:
        size = element.h * 0.66
        folder = face.game.folder
        drawing.icon(icon, x + 0.5, y + 0.7, size, darker(tone, 0.7), folder)
        drawing.icon(icon, x, y, size, "#fff7e2", folder)
    drawing.path(panel, fill="none", stroke=darker(tone, 0.5), stroke_width=0.4)


def _ray(
    middle: tuple[float, float], edges: tuple[float, float, float, float], start: float, end: float
) -> list[tuple[float, float]]:
    """A ray from a point in a panel to its edge between two angles.

    It ends exactly at the edge, because clipping takes longer to render than the rest of a card.
    """
    (x, y), (left, top, right, bottom) = middle, edges
    corners = ((right, bottom), (left, bottom), (left, top), (right, top))
    turns = [atan2(cy - y, cx - x) % (2 * pi) for cx, cy in corners]
    angles = [start, *sorted(at for at in turns if start < at < end), end]
    points = [(x, y)]
    for angle in angles:
        dx, dy = cos(angle), sin(angle)
        far = [((right if dx > 0 else left) - x) / dx] if abs(dx) > TINY else []
        far += [((bottom if dy > 0 else top) - y) / dy] if abs(dy) > TINY else []
        points.append((x + min(far) * dx, y + min(far) * dy))
    return points


def _order(face: _Face, element: Element) -> None:
    """The sides in the card's order: discs with their icons."""
    sides = face.card.order if face.card else []
    radius = element.h / 2
    step = min(element.h * 1.2, element.w / max(len(sides), 1))
    for number, key in enumerate(sides):
        side = face.game.sides[key]
        x, y = element.x + radius + number * step, element.y + radius
        face.drawing.circle(
            x,
            y,
            radius - 0.2,
            fill=side.colour,
            stroke=side.dark or darker(side.colour),
            stroke_width=0.4,
        )
        if side.icon:
            colour = ink_on(side.colour)
            face.drawing.icon(side.icon, x, y, element.h * 0.62, colour, face.game.folder)


KINDS: dict[str, Draw] = {
    "box": _box,
    "line": _line,
    "text": _text,
    "icon": _icon,
    "art": _art,
    "order": _order,
}


def draw_chosen_mark(wide: float, high: float) -> Drawing:
    """The mark on a card that its owner has chosen: a thick frame and a tick in the corner."""
    drawing = Drawing(wide, high)
    thick = min(wide, high) * 0.035
    drawing.rect(
        thick / 2,
        thick / 2,
        wide - thick,
        high - thick,
        CORNER,
        fill="none",
        stroke=CHOSEN,
        stroke_width=thick,
    )
    r = min(wide, high) * 0.12
    x, y = wide - r - 2 * thick, r + 2 * thick
    drawing.circle(x, y, r, fill=CHOSEN, stroke="#ffffff", stroke_width=r * 0.12)
    tick = (
        f"M{x - r * 0.5:g} {y:g}L{x - r * 0.12:g} {y + r * 0.4:g}L{x + r * 0.5:g} {y - r * 0.42:g}"
    )
    drawing.path(tick, fill="none", stroke="#ffffff", stroke_width=r * 0.24)
    return drawing
