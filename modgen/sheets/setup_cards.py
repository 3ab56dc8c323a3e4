"""Set-up cards: for each scenario its map with the pieces, and everything to lay out in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modgen.draw.board import draw_board
from modgen.draw.colours import INK
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import paint_piece
from modgen.draw.states import draw_state_value
from modgen.draw.svg import Drawing
from modgen.draw.text import LINE, Line, Style, wrap
from modgen.model.boards import layout
from modgen.model.boards.arrangement import arrangement, board_of, corners, held_points, maps
from modgen.model.facing import angles, start_facing
from modgen.model.game import Game, split_face
from modgen.model.tactics.listings import force_lines
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import DeckStep, Scenario
from modgen.sheets.paper import MARGIN, Placed, Sheets, Words

MAP_SHARE = 0.66
"""The largest part of the rest of a page that the map of a scenario may fill."""
LISTS = ((2, 3.4), (2, 3.0), (3, 2.6))
"""Number of columns and letter height for the list of pieces; the first pair that fits is used."""
STACKED = 1.4
"""How far each piece of a stack in a cell is drawn to the right of and above the one below, mm."""
STACKED_FAR = 3.5
"""The same for a stack in a space."""
SPREAD = 0.5
"""The most that the topmost piece of a stack is aside of the lowest, as a share of its size."""
FEW = 3
"""The most cards of a pile or hand that are listed by name."""
GAP = 4.0
"""Space between the map and the list in mm."""
BETWEEN = 6.0
"""Space between columns in mm."""


def add_setup_card(
    sheets: Sheets,
    game: Game,
    scenario: Scenario,
    drawn: Drawing | None,
    paper: tuple[float, float],
    words: Words,
) -> None:
    """A page with the map as set up for a scenario, and the list of pieces for each place.

    Without `drawn` it has the list only.
    """
    wide, high = paper
    room = wide - 2 * MARGIN
    page = sheets.page(wide, high)
    page.title(sheets.title)
    head = Style("title", 7, bold=True)
    page.marks.text(scenario.name, MARGIN, 16, head, fill="#7d2019")
    y = 20.0
    text = Style("text", 2.9)
    forces = force_lines(game, scenario, words)
    for line in [scenario.text, *forces, *scenario.notes]:
        if line:
            lines = wrap(line, text, room)
            page.marks.lines(lines, MARGIN, y, room, text.size, fill=INK)
            y += len(lines) * text.size * LINE + 1
    # The list of pieces must fit below the map.
    left = high - MARGIN - y
    entries = [*_placements(game, scenario, words), *card_lines(game, scenario, words)]
    lists = [_columns(entries, room, count, size) for count, size in LISTS]
    chosen = next(
        (columns for columns in lists if columns.high < left * (1 - MAP_SHARE) - GAP), lists[-1]
    )
    h = 0.0
    if drawn is not None:
        name = f"setup-{scenario.id}"
        sheets.art[name] = drawn
        h = min(left * MAP_SHARE, left - chosen.high - GAP, room / drawn.width * drawn.height)
        w = drawn.width * h / drawn.height
        page.placed.append(Placed(name, (wide - w) / 2, y + 1, w, h))
    for lines, x, top in chosen.lines:
        page.marks.lines(lines, MARGIN + x, y + h + GAP + top, chosen.wide, chosen.size, fill=INK)
    page.ruler()


class _Columns(NamedTuple):
    """The list of pieces in columns: the lines of each entry, and its left and top in mm."""

    lines: list[tuple[list[Line], float, float]]
    wide: float
    size: float
    high: float


def _columns(texts: Sequence[str], room: float, count: int, size: float) -> _Columns:
    """Distributes the entries over columns, each to the shortest column so far."""
    column = (room - (count - 1) * BETWEEN) / count
    letters = Style("text", size)
    tops = [0.0] * count
    entries = []
    for line in texts:
        at = tops.index(min(tops))
        lines = wrap(line, letters, column)
        entries.append((lines, at * (column + BETWEEN), tops[at]))
        tops[at] += len(lines) * size * LINE + 0.8
    return _Columns(entries, column, size, max(tops))


def _place_name(game: Game, key: str) -> str:
    """The name of a place for players, with its number if it has one."""
    if key in game.track_cells:
        track, number = game.track_cells[key]
        return f"{track.name} {number}"
    place = game.place(key)
    number_of = game.spaces[key].number if key in game.spaces else None
    name = place.name if place else key
    return name if number_of is None else f"{number_of} {name}"


def _counted(count: int, piece: PieceType) -> str:
    """A number of pieces: `1 Coin`, `3 Coins`, or `3 × Coin` if the plural is not known.

    A piece that exists once has no number.
    """
    if piece.count == 1:
        return piece.name
    if count > 1 and (not piece.plural or piece.name[0].isdigit()):
        return f"{count} × {piece.name}"
    return f"{count} {piece.plural if count > 1 else piece.name}"


def _placements(game: Game, scenario: Scenario, words: Words) -> Iterator[str]:
    """A line for each place with its pieces and states, one for the tracks, one for the rest."""
    held = laid_out(game, scenario)
    for place in dict.fromkeys((*held, *scenario.states)):
        parts = [_laid(game, scenario, key, count) for key, count in held.get(place, {}).items()]
        parts += [
            f"{game.states[key].name}: "
            + next(known.name for known in game.states[key].values if known.id == value)
            for key, value in scenario.states.get(place, {}).items()
        ]
        yield f"**{_place_name(game, place)}**: {', '.join(parts)}"
    levels = start_levels(game, scenario)
    told = [f"{game.piece_types[key].name} {number}" for key, number in levels.items() if number]
    if 0 in levels.values():
        names = [game.piece_types[key].name for key, number in levels.items() if number == 0]
        told.append(words["others_at"].format(number=0) if len(names) > 1 else f"{names[0]} 0")
    if told:
        yield f"**{', '.join(told)}**"
    if left := [_counted(n, game.piece_types[key]) for key, n in scenario.available.items() if n]:
        yield f"**{words['available']}**: {', '.join(left)}"


def _laid(game: Game, scenario: Scenario, key: str, count: int) -> str:
    """Some pieces of a kind: number, name, the face that they show and their conditions."""
    kind, face_id = split_face(key, game)
    piece = game.piece_types[kind]
    face = next(known for known in piece.faces if known.id == face_id)
    # The printed counters of pieces that change sides have no face for a side: a marker tells it.
    owned = any(known.side for known in piece.faces) and not face.side
    in_turn = piece.dealt and "/" not in key
    told = [] if owned or in_turn or not face.name else [face.name]
    told += [
        one.name for one in game.info.conditions if one.id in scenario.conditions.get(kind, ())
    ]
    return _counted(count, piece) + (f" ({', '.join(told)})" if told else "")


def card_lines(game: Game, scenario: Scenario, words: Words) -> Iterator[str]:
    """A line for each pile with cards and for each hand: the cards by name or by number."""
    decks = Counter(card.deck for card in game.cards for _ in range(card.copies))
    named = [
        *(key for pile in scenario.piles for key in pile.cards),
        *(key for pile in scenario.piles for step in pile.build for key in step.cards),
        *(key for cards in scenario.hands.values() for key in cards),
        *scenario.unused,
    ]
    left = decks - Counter(game.card[key].deck for key in named)
    for step in (step for pile in scenario.piles for step in pile.build):
        left -= Counter({step.deck or "": step.random})
    for pile in scenario.piles:
        name = game.piles[pile.pile].name
        steps = [_step(game, step, words) for step in pile.build]
        parts = ["; ".join(steps)] if steps else []
        parts += [_summary(game, pile.cards)] if pile.cards else []
        parts += [f"{game.decks[pile.rest].name} ×{left[pile.rest]}"] if pile.rest else []
        title = words["bottom_up"].format(pile=name) if len(steps) > 1 else name
        if parts:
            yield f"**{title}**: {', '.join(parts)}"
    for side, cards in scenario.hands.items():
        yield f"**{words['hand'].format(side=game.sides[side].name)}**: {_summary(game, cards)}"
    for deal in scenario.deals:
        sides = ", ".join(game.sides[side].name for side in deal.to)
        dealt = words["dealt"].format(count=deal.count, pile=game.piles[deal.pile].name)
        yield f"**{sides}**: {dealt}"
    if scenario.unused:
        yield f"**{words['unused']}**: {_summary(game, scenario.unused)}"


def _step(game: Game, step: DeckStep, words: Words) -> str:
    """One step of building a pile."""
    parts = [f"{game.decks[step.deck].name} ×{step.random}"] if step.deck and step.random else []
    named = [_card_name(game, key) for key in step.cards]
    if parts and named and step.shuffle:
        return words["shuffled_with"].format(cards=parts[0], named=", ".join(named))
    return ", ".join([*parts, *named])


def _summary(game: Game, cards: Sequence[str]) -> str:
    """A few cards by their names, many by the number of each deck."""
    if len(cards) <= FEW:
        return ", ".join(_card_name(game, key) for key in cards)
    numbers = Counter(game.decks[game.card[key].deck].name for key in cards)
    return ", ".join(f"{name} ×{number}" for name, number in numbers.items())


def _card_name(game: Game, key: str) -> str:
    title = game.card[key].title
    return f"{key} {title}" if key.isdigit() else title


@in_typefaces
def draw_setup(game: Game, scenario: Scenario, boards: dict[str, Drawing] | None = None) -> Drawing:
    """The main map with the pieces of a scenario; stacks of several pieces have a number.

    `boards` keeps the drawings of boards for further scenarios.
    """
    boards = {} if boards is None else boards
    rows = arrangement(game, scenario, next(iter(maps(game))))
    at = corners(rows)
    drawing = Drawing(
        max(sum(board.width for board in row) for row in rows),
        sum(max(board.height for board in row) for row in rows),
    )
    for key, corner in at.items():
        board = boards.get(key) or boards.setdefault(key, draw_board(game, key))
        drawing.nest(board.svg, *corner)
    for space in game.map.spaces:
        stated = scenario.states.get(space.id, {})
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            mark = draw_state_value(game, state, stated.get(key, state.default))
            drawing.nest(mark.svg, rect.x, rect.y)
    for place, held in laid_out(game, scenario).items():
        where = board_of(game, place).id
        if where not in at:
            continue
        kinds = {key: game.piece_types[split_face(key, game)[0]] for key in held}
        by_kind = held_points(game, place, list(kinds.values()))
        points = {key: by_kind[piece.id] for key, piece in kinds.items()}
        for key in held:
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            stack = [other for other in held if points[other] == points[key]]
            apart = STACKED if place in game.cells else STACKED_FAR
            apart = min(apart, piece.size * SPREAD / max(len(stack) - 1, 1))
            up = (stack.index(key) - (len(stack) - 1) / 2) * apart
            x, y = points[key][0] + at[where][0] + up, points[key][1] + at[where][1] - up
            side = game.cell_sides.get(place, ("", ""))[1]
            turn = (*angles(piece), 0.0)[start_facing(scenario, piece, place)]
            paint_piece(drawing, game, piece, face, x, y, side=side, turn=turn)
            number = sum(held[other] for other in stack)
            if number > 1 and key == stack[-1]:
                _count(drawing, x + piece.size * 0.42, y - piece.size * 0.42, number)
    for key, (x, y) in layout.level_points(game, start_levels(game, scenario)).items():
        piece = game.piece_types[key]
        where = game.tracks[piece.tracks or ""].board
        if where in at:
            face = piece.start_face.id
            paint_piece(drawing, game, piece, face, x + at[where][0], y + at[where][1])
    return drawing


def _count(drawing: Drawing, x: float, y: float, count: int) -> None:
    drawing.circle(x, y, 2.7, fill="#ffffff", stroke="#1f2328", stroke_width=0.3)
    letters = Style("title", 4.2, bold=True)
    drawing.text(str(count), x, y + 1.5, letters, align="centre", fill="#1f2328")
