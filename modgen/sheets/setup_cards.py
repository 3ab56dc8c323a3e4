"""Set-up cards: for each scenario its map with the pieces, and everything to lay out in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby
from math import inf
from typing import NamedTuple

from modgen.draw.board import draw_board, label_size
from modgen.draw.boxes import header
from modgen.draw.colours import INK
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import paint_piece
from modgen.draw.states import draw_state_value
from modgen.draw.svg import Drawing
from modgen.draw.text import LEAST, LINE, Line, Style, wrap
from modgen.model.boards import layout
from modgen.model.boards.arrangement import arrangement, board_of, corners, held_points, maps
from modgen.model.checks.crowding import name_rect, overlap
from modgen.model.facing import angles, start_facing
from modgen.model.game import Game, face_of, split_face
from modgen.model.geography.cells import cell_ring, cells
from modgen.model.geography.geometry import bounds
from modgen.model.tactics.listings import force_lines
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Point, Rect
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import BoardLabel, Box
from modgen.model.types.scenario import Chart, DeckStep, Scenario
from modgen.sheets.looks import legible
from modgen.sheets.paper import MARGIN, Page, Placed, Sheets, Words

MAP_SHARE = 0.66
"""The largest part of the rest of a page that the map of a scenario may fill."""
LEAST_MAP = {3: 0.52, 2: 0.62}
"""With so many cards on a page, maps have at least this share of the size at which they are as wide
as the page."""
MOST_LIST = 0.75
"""The largest part of the rest of a page that a list may fill; longer ones have own pages."""
MOST_TEXTS = 0.75
"""The largest part of a page that the texts of a card may fill; longer ones have own pages."""
LEAST_COLUMN = 30.0
"""The least width of texts beside a map in mm."""
LISTS = ((2, 3.4), (2, 3.0), (3, 2.6))
"""Number of columns and letter height for the list of pieces; the first pair that fits is used."""
STACKED = 1.4
"""How far each piece of a stack in a cell is drawn to the right of and above the one below, mm."""
STACKED_FAR = 3.5
"""The same for a stack in a space."""
BADGE = 2.7
"""The usual radius of the disc with the number of a stack in mm."""
NUMBER = 4.2
"""The usual height of that number in mm."""
NUMERAL = 0.9
"""The height of the number of an area, as a share of the height of names."""
CLEAR = 0.4
"""Space between a stack and the name of its box in mm."""
SPREAD = 0.5
"""The most that the topmost piece of a stack is aside of the lowest, as a share of its size."""
FEW = 3
"""The most cards of a pile or hand that are listed by name."""
HEAD = 10.0
"""Where the first set-up card of a page begins, in mm."""
TITLE_ROOM = 9.5
"""The height of the name of a scenario with the space below it, in mm."""
NAME = Style("title", 7, bold=True)
NAME_INK = "#7d2019"
TEXT = Style("text", 2.9)
LARGER = 1.1
"""A map is printed in landscape format if that makes it more than so many times as large."""
PLAN = 34.0
"""The width and height of a plan of boards in mm."""
GAP = 4.0
"""Space between the map and the list in mm."""
EDGE = 4.0
"""Space in mm around the part of a map that is shown."""
ENTRY_GAP = 0.8
"""Space between the entries of a list in mm."""
BETWEEN = 6.0
"""Space between columns in mm."""


def add_setup_cards(sheets: Sheets, game: Game, paper: tuple[float, float], words: Words) -> None:
    """A page for each scenario with pieces on its map, or for a few; several of the others on one.

    Each has its texts and the list of pieces for each place. Those with pieces on the map show it;
    the others show how its boards lie.
    """
    for mapped, group in groupby(
        game.added.scenarios, lambda scenario: shows_pieces(game, scenario)
    ):
        room = paper[0] - 2 * MARGIN
        cards = [
            _Card(game, one, room, words, None if mapped else _plan(game, one)) for one in group
        ]
        long = [card for card in cards if card.shortened(paper[1] - HEAD - MARGIN)]
        if mapped:
            _map_pages(sheets, game, cards, paper, words)
        else:
            _text_cards(sheets, cards, paper)
        for card in long:
            _list_pages(sheets, card, paper)


def _together(cards: Sequence[_Card], paper: tuple[float, float]) -> int:
    """How many of the first cards fit on one page with maps that are a little smaller."""
    for count, share in LEAST_MAP.items():
        # Four cards are two on a page, not three and one.
        if count > len(cards) or count == len(cards) - 1 > 2:
            continue
        room = _rooms(paper, count)
        plans = _alike(cards[:count], room)
        pairs = zip(cards[: len(plans)], plans, strict=True)
        if plans and all(plan.scale >= share * card.whole_scale for card, plan in pairs):
            return count
    return 1


def _alike(cards: Sequence[_Card], room: float) -> list[_Layout]:
    """The largest maps of cards in a height of `room`, all at one scale and arranged in one way.

    Empty if no way has room for all of them.
    """
    found: list[_Layout] = []
    for way in Way:
        plans = [plan for card in cards if (plan := card.arranged(way, room))]
        scale = min((plan.scale for plan in plans), default=0.0)
        if len(plans) == len(cards) and (not found or scale > found[0].scale):
            alike = [plan for card in cards if (plan := card.arranged(way, room, scale))]
            found = alike if len(alike) == len(cards) else found
    return found


def _with_large_lists(cards: Sequence[_Card], plans: list[_Layout], room: float) -> list[_Layout]:
    """The arrangements with lists of one size, as large as all have room for."""
    for _, size in LISTS:
        made = [card.with_list(plan, size, room) for card, plan in zip(cards, plans, strict=True)]
        if all(made):
            return [plan for plan in made if plan]
    return plans


def _turned(
    game: Game, cards: Sequence[_Card], paper: tuple[float, float], words: Words
) -> tuple[list[_Card], list[_Layout]]:
    """The first cards whose maps are larger in landscape format, with their arrangements.

    All have one scale, at which each map is larger than in upright format.
    """
    high, wide = sorted(paper)
    room = _rooms((wide, high), 1)
    run: list[_Card] = []
    plans: list[_Layout] = []
    least = 0.0
    for number, card in enumerate(cards):
        if card.long or wide == paper[0] or _together(cards[number:], paper) > 1:
            break
        longer = [*run, _Card(game, card.scenario, wide - 2 * MARGIN, words, None)]
        least = max(least, LARGER * card.whole(_rooms(paper, 1)).scale)
        alike = _alike(longer, room)
        if not alike or alike[0].scale <= least:
            break
        run, plans = longer, alike
    return run, _with_large_lists(run, plans, room)


def _text_cards(sheets: Sheets, cards: Sequence[_Card], paper: tuple[float, float]) -> None:
    """Pages with cards without maps below one another."""
    page, y = None, 0.0
    for card in cards:
        chosen = card.lists(len(LISTS) - 1)
        if page is None or y + card.high + chosen.high > paper[1] - MARGIN:
            page, y = sheets.page(*paper), HEAD
            page.title(sheets.title)
            page.ruler()
        y = card.paint(page, y)
        chosen.paint(page, y)
        y += chosen.high + BETWEEN


def _list_pages(sheets: Sheets, card: _Card, paper: tuple[float, float]) -> None:
    """Pages with the list of a card on which it has no room, in columns one after the other."""
    count, size = LISTS[-1]
    wide = (card.room - (count - 1) * BETWEEN) / count
    top, bottom = HEAD + TITLE_ROOM, paper[1] - MARGIN
    most = int((bottom - top) / (size * LINE))
    page, column, y = None, count, bottom
    for entry in card.long:
        lines = wrap(entry, Style("text", size), wide)
        while lines:
            part, lines = lines[:most], lines[most:]
            if y + len(part) * size * LINE > bottom:
                column, y = column + 1, top
            if page is None or column >= count:
                page, column = sheets.page(*paper), 0
                page.title(sheets.title)
                page.ruler()
                page.marks.text(card.scenario.name, MARGIN, HEAD + 6, NAME, fill=NAME_INK)
            left = MARGIN + column * (wide + BETWEEN)
            page.marks.lines(part, left, y, wide, size, fill=INK)
            y += len(part) * size * LINE + ENTRY_GAP


def setup_charts(game: Game, words: Words) -> Iterator[Chart]:
    """The set-ups without pieces on a map as charts: their texts and all that is laid out."""
    for scenario in game.added.scenarios:
        if not shows_pieces(game, scenario):
            texts = [*force_lines(game, scenario, words), *scenario.notes]
            entries = [*_placements(game, scenario, words), *card_lines(game, scenario, words)]
            yield Chart(
                id=f"setup_{scenario.id}",
                name=scenario.name,
                kind="text",
                intro=scenario.text,
                items=[*texts, *entries],
            )


def _rooms(paper: tuple[float, float], count: int) -> float:
    """The height for each of so many cards on a page."""
    return (paper[1] - MARGIN - HEAD - (count - 1) * BETWEEN) / count


class Way(Enum):
    """Where a set-up card has its texts and its list."""

    BELOW = 1
    """The texts above the map, the list below it."""
    LIST_BESIDE = 2
    """The texts above the map, the list beside it."""
    ALL_BESIDE = 3


class _Card:
    """The texts of a set-up card: its name, what the scenario says, and its lists."""

    def __init__(
        self, game: Game, scenario: Scenario, room: float, words: Words, plan: Drawing | None
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.room = room
        self.plan = plan
        self.shown = shown_part(game, scenario)
        self.whole_scale = room / map_size(game, scenario)[0]
        texts = [scenario.text, *force_lines(game, scenario, words), *scenario.notes]
        self.texts = [line for line in texts if line]
        self.wide = room - (plan.width + GAP if plan else 0)
        self.entries = [*_placements(game, scenario, words), *card_lines(game, scenario, words)]
        self.high = TITLE_ROOM + max(self._texts_high(self.wide), plan.height if plan else 0.0)
        self.long: list[str] = []
        """The list, and long texts before it, if they are on pages of their own."""

    def shortened(self, room: float) -> bool:
        """Take away what leaves too little of a page with a height of `room`.

        That is the list, or the texts with the list. Both are then in `long`.
        """
        if self.high > room * MOST_TEXTS:
            self.long, self.texts, self.entries = [*self.texts, *self.entries], [], []
            self.high = TITLE_ROOM + (self.plan.height if self.plan else 0.0)
        elif self.lists(len(LISTS) - 1).high > (room - self.high) * MOST_LIST:
            self.long, self.entries = self.entries, []
        return bool(self.long)

    def _blocks(self, wide: float) -> list[list[Line]]:
        return [wrap(line, TEXT, wide) for line in self.texts]

    def _texts_high(self, wide: float) -> float:
        return sum(len(lines) * TEXT.size * LINE + 1 for lines in self._blocks(wide))

    def lists(self, number: int) -> _Columns:
        """The list of pieces in one of the arrangements of `LISTS`."""
        return _columns(self.entries, self.room, *LISTS[number])

    def whole(self, room: float) -> _Layout:
        """The map with the list below it on a page with a height of `room` below the head."""
        left = room - self.high
        choices = [self.lists(number) for number in range(len(LISTS))]
        chosen = next(
            (columns for columns in choices if columns.high < left * (1 - MAP_SHARE) - GAP),
            choices[-1],
        )
        return self._below(chosen, room)

    def arranged(self, way: Way, room: float, most: float = inf) -> _Layout | None:
        """The largest map in a height of `room`, at most at a scale; None if too little is left."""
        if way is Way.BELOW:
            below = self._below(self.lists(len(LISTS) - 1), room, most)
            return below if below.scale > 0 else None
        best = None
        size = self.shown[2:]
        for percent in range(20, 90):
            wide = min(self.room * percent / 100, size[0] * most)
            scale = wide / size[0]
            high = size[1] * scale
            beside = self.room - wide - BETWEEN
            if (best and scale <= best.scale) or beside < LEAST_COLUMN:
                continue
            columns = _columns(self.entries, beside, 1, LISTS[-1][1])
            if way is Way.LIST_BESIDE and max(high, columns.high) <= room - self.high:
                at = (0.0, self.high + 1.0)
                best = _Layout(scale, at, self.wide, columns, (wide + BETWEEN, self.high + 2.0))
            down = TITLE_ROOM + self._texts_high(beside)
            if way is Way.ALL_BESIDE and max(TITLE_ROOM + high, down + columns.high) <= room:
                at = (self.room - wide, TITLE_ROOM)
                best = _Layout(scale, at, beside, columns, (0.0, down))
        return best

    def with_list(self, plan: _Layout, size: float, room: float) -> _Layout | None:
        """The arrangement with letters of another size in a list beside the map, if it has room."""
        beside = len({x for _, x, _ in plan.columns.lines}) == 1
        columns = _columns(self.entries, plan.columns.wide, 1, size)
        fits = beside and plan.list_at[1] + columns.high <= room
        return plan._replace(columns=columns) if fits else None

    def _below(self, columns: _Columns, room: float, most: float = inf) -> _Layout:
        """The map in the middle of the page between the texts and a list."""
        w, h = self.shown[2:]
        scale = min(self.room / w, (room - self.high - columns.high - GAP) / h, most)
        at = ((self.room - w * scale) / 2, self.high + 1.0)
        return _Layout(scale, at, self.wide, columns, (0.0, self.high + h * scale + GAP))

    def paint(self, page: Page, top: float, wide: float | None = None) -> float:
        """Paint the name and the texts from `top`, as wide as a layout has them; where they end."""
        y = top + TITLE_ROOM
        page.marks.text(self.scenario.name, MARGIN, top + 6, NAME, fill=NAME_INK)
        if self.plan:
            page.marks.nest(self.plan.linked, MARGIN + self.wide + GAP, y)
        wide = wide or self.wide
        for lines in self._blocks(wide):
            page.marks.lines(lines, MARGIN, y, wide, TEXT.size, fill=INK)
            y += len(lines) * TEXT.size * LINE + 1
        return top + self.high


def _map_pages(
    sheets: Sheets, game: Game, cards: list[_Card], paper: tuple[float, float], words: Words
) -> None:
    """Pages with one card or a few and their maps, as large as their texts and lists allow.

    Cards of one page, and pages in landscape format that follow one another, are arranged alike.
    """
    boards: dict[str, Drawing] = {}
    across = (paper[1], paper[0])
    while cards:
        turned, plans = _turned(game, cards, paper, words)
        if turned:
            for page in zip(turned, plans, strict=True):
                _map_page(sheets, [page], boards, across)
            del cards[: len(turned)]
            continue
        count = _together(cards, paper)
        room = _rooms(paper, count)
        plans = _alike(cards[:count], room) if count > 1 else [cards[0].whole(room)]
        _map_page(sheets, list(zip(cards[:count], plans, strict=True)), boards, paper)
        del cards[:count]


def _map_page(
    sheets: Sheets,
    cards: Sequence[tuple[_Card, _Layout]],
    boards: dict[str, Drawing],
    paper: tuple[float, float],
) -> None:
    page = sheets.page(*paper)
    page.title(sheets.title)
    page.ruler()
    room = _rooms(paper, len(cards))
    for number, (card, plan) in enumerate(cards):
        left, top, w, h = card.shown
        name = f"setup-{card.scenario.id}"
        drawn = draw_setup(card.game, card.scenario, boards, plan.scale)
        part = sheets.art[name] = Drawing(w, h)
        part.nest(legible(drawn.linked, LEAST / plan.scale), -left, -top)
        y = HEAD + number * (room + BETWEEN)
        card.paint(page, y, plan.wide)
        across, down = plan.map_at
        size = (w * plan.scale, h * plan.scale)
        page.placed.append(Placed(name, MARGIN + across, y + down, *size))
        across, down = plan.list_at
        plan.columns.paint(page, y + down, across)


def shows_pieces(game: Game, scenario: Scenario) -> bool:
    """Whether anything of a scenario lies on its main map, if that is printed."""
    if not any(board.printed for board in game.map.boards):
        return False
    main = {board.id for board in maps(game)[next(iter(maps(game)))]}
    levels = {game.tracks[game.piece_types[key].tracks or ""].board for key in scenario.levels}
    placed = {board_of(game, place).id for place in laid_out(game, scenario)}
    return bool(main & (levels | placed)) or bool(scenario.states)


def map_size(game: Game, scenario: Scenario) -> tuple[float, float]:
    """The width and height of a scenario's main map in mm."""
    rows = arrangement(game, scenario, next(iter(maps(game))))
    return (
        max(sum(board.width for board in row) for row in rows),
        sum(max(board.height for board in row) for row in rows),
    )


def shown_part(game: Game, scenario: Scenario) -> tuple[float, float, float, float]:
    """Left, top, width and height in mm of what a set-up shows of its main map.

    Charts at the edges of a map of one board are left out, and boards that a lesson does not use.
    """
    wide, high = map_size(game, scenario)
    at = corners(arrangement(game, scenario, next(iter(maps(game)))))
    boards = list(at)
    if len(boards) > 1 and scenario.lesson:
        used = {board_of(game, place).id for place in laid_out(game, scenario)} & set(boards)
        ends = [(at[key], game.boards[key]) for key in used or boards]
        left, top = min(x for (x, _), _ in ends), min(y for (_, y), _ in ends)
        right = max(x + board.width for (x, _), board in ends)
        bottom = max(y + board.height for (_, y), board in ends)
        return left, top, right - left, bottom - top
    if len(boards) > 1 or not any(box.chart for box in game.map.boxes if box.board == boards[0]):
        return 0.0, 0.0, wide, high
    points = list(_corners_of_parts(game, boards[0]))
    if not points:
        return 0.0, 0.0, wide, high
    left = max(min(x for x, _ in points) - EDGE, 0.0)
    top = max(min(y for _, y in points) - EDGE, 0.0)
    right = min(max(x for x, _ in points) + EDGE, wide)
    bottom = min(max(y for _, y in points) + EDGE, high)
    return left, top, right - left, bottom - top


def _corners_of_parts(game: Game, board: str) -> Iterator[Point]:
    """The outermost points of all that a board has but charts."""
    for space in game.map.spaces:
        if space.board == board:
            shape = game.outlines.shapes.get(space.id)
            if shape:
                left, top, right, bottom = bounds(shape)
                yield from ((left, top), (right, bottom))
            (x, y), radius = layout.centre(game, space), space.radius or 0.0
            yield from ((x - radius, y - radius), (x + radius, y + radius))
    for grid in game.map.grids:
        if grid.board == board:
            for cell in cells(grid):
                yield from cell_ring(grid, cell.centre)
    rects = [box.rect for box in game.map.boxes if box.board == board and not box.chart]
    for track in game.map.tracks:
        if track.board == board:
            numbers = range(track.first, track.last + 1)
            rects += [layout.track_cell(track, number) for number in numbers]
    for rect in rects:
        yield from ((rect.x, rect.y), (rect.x + rect.w, rect.y + rect.h))
    for label in next(one for one in game.map.boards if one.id == board).labels:
        x, y = label.at
        wide, high = label_size(game, label)
        yield from ((x - wide / 2, y - high), (x + wide / 2, y + high / 2))


def _plan(game: Game, scenario: Scenario) -> Drawing | None:
    """A small plan of the boards of a scenario with their names; None if it has one board."""
    rows = arrangement(game, scenario, next(iter(maps(game))))
    if len(maps(game)[next(iter(maps(game)))]) < 2:
        return None
    wide, high = map_size(game, scenario)
    scale = min(PLAN / wide, PLAN / high)
    drawing = Drawing(wide * scale + 0.4, high * scale + 0.4)
    letters = Style("title", 3, bold=True)
    for key, (x, y) in corners(rows).items():
        board = game.boards[key]
        w, h = board.width * scale, board.height * scale
        left, top = x * scale + 0.2, y * scale + 0.2
        drawing.rect(left, top, w, h, fill="#f3ead4", stroke=INK, stroke_width=0.3)
        drawing.text(board.name, left + w / 2, top + h / 2 + 1, letters, align="centre", fill=INK)
    return drawing


class _Columns(NamedTuple):
    """The list of pieces in columns: the lines of each entry, and its left and top in mm."""

    lines: list[tuple[list[Line], float, float]]
    wide: float
    size: float
    high: float

    def paint(self, page: Page, top: float, left: float = 0.0) -> None:
        """Paint the list from `top`, its left `left` mm from the margin."""
        for lines, x, y in self.lines:
            page.marks.lines(lines, MARGIN + left + x, top + y, self.wide, self.size, fill=INK)


class _Layout(NamedTuple):
    """The scale of a card's map, the width of its texts, and where the map and the list begin.

    Points are from the left margin and the top of the card.
    """

    scale: float
    map_at: Point
    wide: float
    columns: _Columns
    list_at: Point


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
        tops[at] += len(lines) * size * LINE + ENTRY_GAP
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
    if piece.name[0].isdigit() or (count > 1 and not piece.plural):
        return f"{count} × {piece.name}"
    return f"{count} {piece.plural if count > 1 else piece.name}"


def _placements(game: Game, scenario: Scenario, words: Words) -> Iterator[str]:
    """A line for each place with its pieces and states, one for the tracks, one for the rest."""
    held = laid_out(game, scenario)
    for place in dict.fromkeys((*held, *scenario.states)):
        name = _place_name(game, place)
        laid = [_laid(game, scenario, key, count) for key, count in held.get(place, {}).items()]
        # A box of one marker has its name.
        parts = [
            part.removeprefix(f"{name} (").removesuffix(")")
            if part.startswith(f"{name} (")
            else part
            for part in laid
        ]
        parts += [
            f"{game.states[key].name}: "
            + next(known.name for known in game.states[key].values if known.id == value)
            for key, value in scenario.states.get(place, {}).items()
        ]
        yield f"**{name}**: {', '.join(parts)}"
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
    counted = _counted(count, piece)
    if counted == piece.name:
        return piece.told_as(", ".join(told))
    return f"{counted} ({', '.join(told)})" if told else counted


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
    return game.card[key].told


@in_typefaces
def draw_setup(
    game: Game,
    scenario: Scenario,
    boards: dict[str, Drawing] | None = None,
    scale: float = 1.0,
) -> Drawing:
    """The main map with the pieces of a scenario; stacks of several pieces have a number.

    `boards` keeps the drawings of boards for further scenarios. On a map that will be printed at a
    small `scale`, numbers of areas take the place of names that nobody could read.
    """
    boards = {} if boards is None else boards
    # Charts would be too small to be read.
    boxes = [box for box in game.map.boxes if not box.chart]
    game = replace(game, map=game.map.model_copy(update={"boxes": boxes}))
    least = LEAST / scale * 1.02
    game = _with_large_labels(_with_large_names(game, LEAST / scale), least)
    badge = BADGE * max(1.0, least / NUMBER)
    at = corners(arrangement(game, scenario, next(iter(maps(game)))))
    heads = {box.id: _head(box, at[box.board], least) for box in boxes if box.board in at}
    drawing = Drawing(*map_size(game, scenario))
    for key, corner in at.items():
        drawn = f"{key} {scale:.3f}"
        board = boards.get(drawn) or boards.setdefault(drawn, draw_board(game, key, least))
        drawing.nest(board.linked, *corner)
    for space in game.map.spaces:
        stated = scenario.states.get(space.id, {})
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            mark = draw_state_value(game, state, stated.get(key, state.default))
            drawing.nest(mark.linked, rect.x, rect.y)
    counts: list[tuple[str, list[Point], int]] = []
    pieces: dict[str, list[Rect]] = {}
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
            half = piece.drawn_height / 2 + (len(stack) - 1) / 2 * apart
            y += _below_head(game, place, heads, points[key][1] + at[where][1], half)
            side = game.cell_sides.get(place, ("", ""))[1]
            turn = (*angles(piece), 0.0)[start_facing(scenario, piece, place)]
            paint_piece(drawing, game, piece, face, x, y, side=side, turn=turn)
            name = f"{place} {points[key]}"
            pieces.setdefault(name, []).append(_around((x, y), piece.size))
            number = sum(held[other] for other in stack)
            if number > 1 and key == stack[-1]:
                counts.append((name, _count_places(piece, face, (x, y), badge), number))
    _levels(drawing, game, scenario, at)
    names = [*_names(game, at, least), *heads.values()]
    for name, places, number in counts:  # above all pieces
        others = [rect for key, rects in pieces.items() if key != name for rect in rects]
        middle = min(places, key=lambda one: _covered(one, badge, (*names, *others)))
        _count(drawing, *middle, number, badge)
    return drawing


def _levels(drawing: Drawing, game: Game, scenario: Scenario, at: Mapping[str, Point]) -> None:
    """The markers on the tracks of the boards."""
    for key, (x, y) in layout.level_points(game, start_levels(game, scenario)).items():
        piece = game.piece_types[key]
        where = game.tracks[piece.tracks or ""].board
        if where in at:
            face = piece.start_face.id
            paint_piece(drawing, game, piece, face, x + at[where][0], y + at[where][1])


def _names(game: Game, at: Mapping[str, Point], least: float) -> Iterator[Rect]:
    """What the names of the spaces of a map cover, if they are at least so large."""
    for space in game.map.spaces:
        if space.board in at:
            left, top = at[space.board]
            rect = name_rect(game, space)
            more = max(1.0, least / game.boards[space.board].names)
            x, y = rect.centre
            wide, high = rect.w * more, rect.h * more
            yield Rect(x=left + x - wide / 2, y=top + y - high / 2, w=wide, h=high)


def _head(box: Box, corner: Point, least: float) -> Rect:
    """The strip with the name of a box on a map whose board is at a corner."""
    rect, high = box.rect, header(box, least).high
    return Rect(x=rect.x + corner[0], y=rect.y + corner[1], w=rect.w, h=high)


def _below_head(game: Game, place: str, heads: Mapping[str, Rect], y: float, half: float) -> float:
    """How far a stack at `y`, which reaches up and down by `half`, is moved clear of a name."""
    if place not in heads:
        return 0.0
    head, box = heads[place], game.boxes[place]
    needed = head.y + head.h + CLEAR - (y - half)
    return max(0.0, min(needed, head.y + box.rect.h - CLEAR - (y + half)))


def _around(middle: Point, size: float) -> Rect:
    return Rect(x=middle[0] - size / 2, y=middle[1] - size / 2, w=size, h=size)


def _covered(middle: Point, badge: float, others: Sequence[Rect]) -> float:
    """How much a number would cover of names and of other pieces, in mm."""
    disc = _around(middle, 2 * badge)
    return round(sum(max(overlap(disc, other), 0.0) for other in others), 3)


def _count_places(piece: PieceType, face: str, at: Point, badge: float) -> list[Point]:
    """Where the number of a stack covers no rating: at corners, or beside a piece with ratings."""
    x, y = at
    shown = face_of(piece, face)
    if any((shown.nw, shown.ne, shown.sw, shown.se)):
        across, down = piece.size / 2 + badge * 0.75, piece.drawn_height / 2 + badge * 0.75
        return [(x, y - down), (x + across, y), (x - across, y), (x, y + down)]
    far = piece.size * 0.42
    return [(x + far, y - far), (x - far, y - far), (x + far, y + far), (x - far, y + far)]


def _with_large_names(game: Game, least: float) -> Game:
    """The game with numbers of at least `least` mm for areas whose names are smaller."""
    small = {board.id for board in game.map.boards if board.names < least}
    if not any(space.board in small and space.number is not None for space in game.map.spaces):
        return game
    boards = [
        board.model_copy(update={"names": least / NUMERAL * 1.05}) if board.id in small else board
        for board in game.map.boards
    ]
    spaces = [
        space.model_copy(update={"name": "", "signs": []})
        if space.board in small and space.number is not None
        else space
        for space in game.map.spaces
    ]
    return replace(game, map=game.map.model_copy(update={"boards": boards, "spaces": spaces}))


def _with_large_labels(game: Game, least: float) -> Game:
    """The game with headings of at least `least` mm, such as those of tracks, where they fit."""
    boards = []
    for board in game.map.boards:
        taken = [box.rect for box in game.map.boxes if box.board == board.id]
        for track in game.map.tracks:
            if track.board == board.id:
                taken += [layout.track_cell(track, number) for number in track.numbers]
        drawn = [_label_rect(game, label) for label in board.labels]
        labels = [*board.labels]
        for place, label in enumerate(board.labels):
            large = label.model_copy(update={"size": max(label.size, least)})
            around = _label_rect(game, large)
            inside = min(around.x, around.y, board.width - around.x - around.w) > 0
            others = (*taken, *drawn[:place], *drawn[place + 1 :])
            fits = inside and all(overlap(around, other) <= 0 for other in others)
            if fits and label.style == "subtitle":
                labels[place], drawn[place] = large, around
        boards.append(board.model_copy(update={"labels": labels}))
    return replace(game, map=game.map.model_copy(update={"boards": boards}))


def _label_rect(game: Game, label: BoardLabel) -> Rect:
    """About what the letters of a label cover; it stands on the line of its point."""
    (x, y), (wide, high) = label.at, label_size(game, label)
    return Rect.model_construct(x=x - wide / 2, y=y - high * 0.7, w=wide, h=high * 0.7)


def _count(drawing: Drawing, x: float, y: float, count: int, badge: float) -> None:
    drawing.circle(x, y, badge, fill="#ffffff", stroke="#1f2328", stroke_width=0.3)
    letters = Style("title", NUMBER * badge / BADGE, bold=True)
    drawing.text(str(count), x, y + badge * 0.56, letters, align="centre", fill="#1f2328")
