"""Draw the marks of spaces (values of states, computed values) and declaration pads."""

from __future__ import annotations

from modgen.draw.colours import darker, ink_on, lighter, side_dark
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.text import Style
from modgen.model.boards.layout import PAD, STATE_SIZE
from modgen.model.game import Game
from modgen.model.types.game_file import Declaration, State, StateValue

EDGE = 0.4


@in_typefaces
def draw_state_value(game: Game, state: State, value_id: str) -> Drawing:
    """The square mark that shows a state's value."""
    value = value_of(state, value_id)
    drawing = Drawing(STATE_SIZE, STATE_SIZE)
    middle, colour = STATE_SIZE / 2, value.colour or "#e8e1cf"
    side = STATE_SIZE - 2 * EDGE
    if value.id == state.default:
        look = {"fill": colour, "fill_opacity": 0.85, "stroke": "#6d6450", "stroke_width": 0.35}
        _mark(drawing, state, middle, middle, side, stroke_dasharray="1 0.7", **look)
        return drawing
    _mark(drawing, state, middle + 0.15, middle + 0.3, side, fill="#000000", fill_opacity=0.3)
    paint_state_value(drawing, game, state, value, middle, middle, side)
    return drawing


def paint_state_value(
    drawing: Drawing, game: Game, state: State, value: StateValue, x: float, y: float, side: float
) -> None:
    """Paint the mark of a value with its middle at `x`, `y`; `side` is its width in mm."""
    colour = value.colour or "#e8e1cf"
    thick = side * 0.055
    _mark(drawing, state, x, y, side, fill=colour, stroke=darker(colour, 0.5), stroke_width=thick)
    _mark(
        drawing,
        state,
        x,
        y,
        side * 0.83,
        fill="none",
        stroke=lighter(colour, 0.55),
        stroke_width=thick * 0.55,
    )
    if value.icon:
        share = {"square": 0.7, "shield": 0.56, "round": 0.58}[state.look]
        lift = side * 0.05 if state.look == "shield" else 0.0
        drawing.icon(value.icon, x, y - lift, side * share, ink_on(colour), game.folder)


def _mark(drawing: Drawing, state: State, x: float, y: float, side: float, **look: object) -> None:
    """The outline of a state's marks."""
    r = side / 2
    if state.look == "round":
        drawing.circle(x, y, r, **look)
    elif state.look == "shield":
        drawing.path(
            f"M{x - r * 0.92:.3f},{y - r:.3f}h{r * 1.84:.3f}v{r * 0.9:.3f}"
            f"q0,{r * 0.75:.3f} {-r * 0.92:.3f},{r * 1.1:.3f}"
            f"q{-r * 0.92:.3f},{-r * 0.35:.3f} {-r * 0.92:.3f},{-r * 1.1:.3f}z",
            stroke_linejoin="round",
            **look,
        )
    else:
        drawing.rect(x - r, y - r, side, side, side * 0.17, **look)


@in_typefaces
def draw_state_hint(game: Game, state: State, value_id: str) -> Drawing:
    """A badge at the top right corner of the mark that shows the value computed from the pieces."""
    del game
    value = value_of(state, value_id)
    drawing = Drawing(STATE_SIZE, STATE_SIZE)
    colour = value.colour or "#e8e1cf"
    x, y, r = STATE_SIZE - 2.0, 2.0, 1.9
    drawing.circle(x, y, r, fill="#ffffff", stroke="#b00020", stroke_width=0.3)
    drawing.circle(x, y, r * 0.72, fill=colour, stroke=darker(colour, 0.4), stroke_width=0.15)
    letters = Style("title", 2.4, bold=True)
    drawing.text("!", x, y + 0.85, letters, align="centre", fill=ink_on(colour))
    return drawing


def value_of(state: State, value_id: str) -> StateValue:
    """A value of a state by its id. Raises StopIteration for an unknown value."""
    return next(value for value in state.values if value.id == value_id)


@in_typefaces
def draw_pad(game: Game, declaration: Declaration) -> Drawing:
    """A declaration pad: a button whose menu announces what a side does."""
    wide, high = PAD
    side = game.sides[declaration.side or ""]
    colour = side_dark(game, side.id)
    ink = ink_on(colour)
    drawing = Drawing(wide, high)
    drawing.rect(0.5, 0.7, wide - 0.8, high - 1, 1.6, fill="#000000", fill_opacity=0.3)
    drawing.rect(
        0.3,
        0.3,
        wide - 0.8,
        high - 1,
        1.6,
        fill=colour,
        stroke=lighter(colour, 0.6),
        stroke_width=0.35,
    )
    drawing.icon("microphone", high * 0.6, high / 2 - 0.2, high * 0.62, ink)
    letters = Style("title", high * 0.52, bold=True)
    middle = (wide + high * 0.9) / 2 - 0.3
    text = declaration.name or side.abbreviation or side.name
    drawing.text(text, middle, high * 0.66, letters, align="centre", fill=ink)
    return drawing
