"""Draw the marks of spaces (values of states, computed values) and declaration pads."""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on, lighter, side_dark
from modgen.draw.icons import draw_icon
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.boards.layout import PAD, STATE_SIZE
from modgen.model.game import Game
from modgen.model.types.game_file import Declaration, State, StateValue

EDGE = 0.4


def draw_state_value(game: Game, state: State, value_id: str) -> Drawing:
    """The square mark that shows a state's value."""
    value = _value(state, value_id)
    drawing = Drawing(STATE_SIZE, STATE_SIZE)
    side = STATE_SIZE - 2 * EDGE
    colour = value.colour or "#e8e1cf"
    if value.id == state.default:
        drawing.rect(
            EDGE, EDGE, side, side, 1.2, fill=colour, fill_opacity=0.85,
            stroke="#6d6450", stroke_width=0.35, stroke_dasharray="1 0.7",
        )  # fmt: skip
        return drawing
    drawing.rect(EDGE + 0.15, EDGE + 0.3, side, side, 1.2, fill="#000000", fill_opacity=0.3)
    drawing.rect(
        EDGE, EDGE, side, side, 1.2, fill=colour, stroke=darker(colour, 0.5), stroke_width=0.4
    )
    inner = side - 1.2
    drawing.rect(
        EDGE + 0.6, EDGE + 0.6, inner, inner, 0.8,
        fill="none", stroke=lighter(colour, 0.55), stroke_width=0.22,
    )  # fmt: skip
    if value.icon:
        draw_icon(
            drawing,
            value.icon,
            STATE_SIZE / 2,
            STATE_SIZE / 2,
            side * 0.7,
            ink_on(colour),
            game.folder,
        )
    return drawing


def draw_state_hint(game: Game, state: State, value_id: str) -> Drawing:
    """A badge at the top right corner of the mark that shows the value computed from the pieces."""
    del game
    value = _value(state, value_id)
    drawing = Drawing(STATE_SIZE, STATE_SIZE)
    colour = value.colour or "#e8e1cf"
    x, y, r = STATE_SIZE - 2.0, 2.0, 1.9
    drawing.circle(x, y, r, fill="#ffffff", stroke="#b00020", stroke_width=0.3)
    drawing.circle(x, y, r * 0.72, fill=colour, stroke=darker(colour, 0.4), stroke_width=0.15)
    letters = Style("title", 2.4, bold=True)
    drawing.text("!", x, y + 0.85, letters, align="centre", fill=ink_on(colour))
    return drawing


def _value(state: State, value_id: str) -> StateValue:
    return next(value for value in state.values if value.id == value_id)


def draw_pad(game: Game, declaration: Declaration) -> Drawing:
    """A declaration pad: a button whose menu announces what a side does."""
    wide, high = PAD
    side = game.sides[declaration.side]
    colour = side_dark(game, side.id)
    ink = ink_on(colour)
    drawing = Drawing(wide, high)
    drawing.rect(0.5, 0.7, wide - 0.8, high - 1, 1.6, fill="#000000", fill_opacity=0.3)
    drawing.rect(
        0.3, 0.3, wide - 0.8, high - 1, 1.6, fill=colour, stroke=lighter(colour, 0.6),
        stroke_width=0.35,
    )  # fmt: skip
    draw_icon(drawing, "microphone", high * 0.6, high / 2 - 0.2, high * 0.62, ink)
    letters = Style("title", high * 0.52, bold=True)
    middle = (wide + high * 0.9) / 2 - 0.3
    text = declaration.name or side.abbreviation or side.name
    drawing.text(text, middle, high * 0.66, letters, align="centre", fill=ink)
    return drawing
