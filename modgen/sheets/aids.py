"""Player aids: a folded sheet of charts for each side, a page for each scenario, an inventory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from modgen.draw.assumed import MARK, explanation
from modgen.draw.charts import draw_chart
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.types.base import Fact
from modgen.model.types.scenario import Chart
from modgen.sheets.paper import MARGIN, Placed, Sheets, Words
from modgen.sheets.setup_cards import add_setup_cards

TOP = 10.0
GAP = 4.0
FOLD_MARGIN = 6.5
"""Margin of a folded panel in mm."""
COLUMN_MARGIN = 5.0
"""Margin of a column of the inventory in mm."""
COLUMNS = 2
"""Columns of charts on a page of the inventory."""
LEAST_ROWS = 3
"""A table goes on in the next column only after so many rows, and with so many."""
PANELS = 4
FEW = 3
"""So many names that differ only in numbers are told by the first and the last."""
SMALLER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.72)
"""How much charts may be made smaller to fit on one folded sheet; letters stay above 5.5 points."""


@in_typefaces
def aid_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """A folded aid for each side, with the charts for all sides and its own; then set-up cards.

    An aid is printed on both sides of a sheet in landscape format and folded in the middle. When no
    chart belongs to a side, there is one aid for everybody. Common charts have an aid of their own.
    """
    sheets = Sheets(f"{game.id}-aids", f"{game.info.title}: {words['aids']}", game.language)
    own = [chart for chart in game.added.charts if not chart.common]
    common = [chart for chart in game.added.charts if chart.common]
    owners = [side.id for side in game.info.sides if any(c.side == side.id for c in own)]
    for owner in owners or [""] * bool(own):
        charts = [chart for chart in own if chart.side in (None, owner)]
        name = game.sides[owner].name if owner else words["aids"]
        _folded_aid(sheets, game, charts, paper, f"{game.info.title}: {name}")
    if common:
        _folded_aid(sheets, game, common, paper, f"{game.info.title}: {words['aids']}")
    add_setup_cards(sheets, game, paper, words)
    sheets.number_pages()
    return sheets


@in_typefaces
def reference_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """What belongs in the box, and where the rulebook has each part of the game."""
    title = f"{game.info.title}: {words['pool']}"
    sheets = Sheets(f"{game.id}-reference", title, game.language)
    wide, high = paper
    charts = [
        *_assumptions(game, words),
        *_force_pools(game, words),
        *_card_numbers(game, words),
        *_clauses(game, words),
    ]
    panels = _flow(charts, game, (wide / COLUMNS, high)) if charts else []
    for start in range(0, len(panels), COLUMNS):
        page = sheets.page(wide, high)
        page.title(title)
        for column, panel in enumerate(panels[start : start + COLUMNS]):
            middle = (column + 0.5) * (wide - 2 * COLUMN_MARGIN) / COLUMNS + COLUMN_MARGIN
            for name, drawn, scale, y in panel:
                sheets.art[name] = drawn
                w = drawn.width * scale
                page.placed.append(Placed(name, middle - w / 2, y, w, drawn.height * scale))
        page.ruler()
    sheets.number_pages()
    return sheets


def _card_numbers(game: Game, words: Words) -> Iterator[Chart]:
    """A chart with the number of cards of each deck."""
    numbers = Counter[str]()
    for card in game.added.cards:
        numbers[card.deck] += card.copies
    rows = [[game.decks[deck].name, str(number)] for deck, number in numbers.items()]
    if rows:
        name, columns = words["card_pool"], [words["deck"], words["count"]]
        yield Chart(id="card_pool", name=name, kind="table", columns=columns, rows=rows)


def _flow(charts: Iterable[Chart], game: Game, size: tuple[float, float]) -> list[Panel]:
    """Charts below one another in columns of a size in mm; a table goes on in the next column."""
    wide, bottom = size[0] - 2 * COLUMN_MARGIN, size[1] - MARGIN
    panels: list[Panel] = [[]]
    y = TOP
    for chart in charts:
        rest, number = list(chart.rows), 1
        while True:
            shown, drawn = _as_fits(game, chart, rest, number, (wide, bottom - y))
            if drawn.height > bottom - y and y > TOP:
                panels.append([])
                y = TOP
                continue
            scale = min(1.0, (bottom - y) / drawn.height)
            panels[-1].append((f"chart-{shown.id}-1", drawn, scale, y))
            y += drawn.height * scale + GAP
            rest, number = rest[len(shown.rows) :], number + 1
            if not rest:
                break
    return panels


def _as_fits(
    game: Game, chart: Chart, rows: list[list[str]], number: int, room: tuple[float, float]
) -> tuple[Chart, Drawing]:
    """As many of the rows of a table as fit, at least `LEAST_ROWS`; other charts as they are."""
    wide, high = room
    name = chart.name if number == 1 else f"{chart.name} ({number})"
    key = chart.id if number == 1 else f"{chart.id}_{number}"
    count = len(rows)
    while True:
        update = {"id": key, "name": name, "rows": rows[:count]}
        shown = chart.model_copy(update=update)
        drawn = draw_chart(game, shown, wide)
        if chart.kind != "table" or drawn.height <= high or count <= LEAST_ROWS:
            return shown, drawn
        count = min(count - 1, int(count * high / drawn.height), len(rows) - LEAST_ROWS)
        count = max(LEAST_ROWS, count)


Panel = list[tuple[str, Drawing, float, float]]
"""Charts below one another: the name, the drawing, its scale, its top in mm."""


def _panels(
    charts: Iterable[Chart],
    game: Game,
    size: tuple[float, float],
    margin: float,
    smaller: float = 1.0,
) -> list[Panel]:
    """Distribute charts over panels of a size in mm, each to the first panel with room for it.

    Charts are drawn on a wider panel and then made `smaller`, at most 1. A chart that is higher
    than a panel is made smaller still.
    """
    wide, high = size
    panels: list[Panel] = []
    tops: list[float] = []
    for chart in charts:
        drawn = draw_chart(game, chart, (wide - 2 * margin) / smaller)
        scale = min(smaller, (high - TOP - MARGIN) / drawn.height)
        needed = drawn.height * scale
        at = next((n for n, y in enumerate(tops) if y + needed <= high - MARGIN), len(panels))
        if at == len(panels):
            panels.append([])
            tops.append(TOP)
        panels[at].append((f"chart-{chart.id}-{smaller:g}", drawn, scale, tops[at]))
        tops[at] += needed + GAP
    return panels


def _folded_aid(
    sheets: Sheets, game: Game, charts: list[Chart], paper: tuple[float, float], title: str
) -> None:
    """Sheets in landscape format, each of four panels: cover, two inner panels, back.

    Charts that fit on two panels, if need be a little smaller, are on one page; others are spread
    over all panels of a sheet, so that no half of a page is empty.
    """
    high, wide = sorted(paper)
    panels = _few_panels(charts, game, (wide / 2, high))
    for start in range(0, len(panels), PANELS):
        four = panels[start : start + PANELS]
        if len(four) <= COLUMNS:
            pairs: list[tuple[Panel, Panel]] = [(four[0], four[1] if len(four) > 1 else [])]
        else:
            cover, left, right, back = [*four, []][:PANELS]
            pairs = [(back, cover), (left, right)]
        for pair in pairs:
            page = sheets.page(wide, high)
            page.title(title)
            page.line(wide / 2, 2, wide / 2, 7, stroke_dasharray="1.5 1")
            page.line(wide / 2, high - 7, wide / 2, high - 2, stroke_dasharray="1.5 1")
            for number, panel in enumerate(pair):
                for name, drawn, scale, y in panel:
                    sheets.art[name] = drawn
                    w = drawn.width * scale
                    x = number * wide / 2 + (wide / 2 - w) / 2
                    page.placed.append(Placed(name, x, y, w, drawn.height * scale))
            page.ruler()


def _few_panels(charts: list[Chart], game: Game, size: tuple[float, float]) -> list[Panel]:
    """The charts of a folded aid on two or four panels, or on as many as they need."""
    tries = [_panels(charts, game, size, FOLD_MARGIN, smaller) for smaller in SMALLER]
    for most in (COLUMNS, PANELS):
        found = next((panels for panels in tries if len(panels) <= most), None)
        if found is None:
            continue
        if len(found) == most - 1 and len(charts) >= most:
            return _spread([one for panel in found for one in panel], most)
        return found
    return tries[0]


def _spread(charts: Panel, count: int) -> list[Panel]:
    """Charts in their order on a number of panels, so that the fullest is as empty as possible."""
    heights = [drawn.height * scale + GAP for _, drawn, scale, _ in charts]
    order = sorted(range(len(charts)), key=lambda n: -heights[n])
    groups: list[list[int]] = [[] for _ in range(count)]
    for number in order:
        min(groups, key=lambda group: sum(heights[n] for n in group)).append(number)
    panels: list[Panel] = []
    for group in sorted(groups, key=min):
        y, panel = TOP, []
        for number in sorted(group):
            name, drawn, scale, _ = charts[number]
            panel.append((name, drawn, scale, y))
            y += heights[number]
        panels.append(panel)
    return panels


def _assumptions(game: Game, words: Words) -> Iterator[Chart]:
    """A chart of the reasons behind the cards that carry the mark of an assumed fact."""
    cards: dict[str, dict[str, None]] = {}
    for card in game.added.cards:
        if card.assumed:
            cards.setdefault(card.assumed, {})[card.title] = None
    if cards:
        own = game.language == game.info.languages[0]
        reasons = {reason: f"{reason.rstrip('.')}: " if own else "" for reason in cards}
        items = [f"{reasons[one]}{', '.join(names)}." for one, names in cards.items()]
        yield Chart(
            id="assumed",
            name=f"{words['assumed']} {MARK}",
            kind="text",
            intro=explanation(game),
            items=items,
        )


def _force_pools(game: Game, words: Words) -> Iterator[Chart]:
    """For each side, and for nobody, a chart with the number of pieces of each type."""
    for side in (*game.sides, None):
        rows = []
        for piece in game.added.pieces:
            if piece.side == side and piece.printed:
                faces = [face.name for face in piece.faces if face.name and not face.side]
                rows.append([piece.name, ", ".join(faces), str(piece.count)])
        columns = [words["piece"], words["faces"], words["count"]]
        if not any(faces for _, faces, _ in rows):
            columns, rows = [columns[0], columns[2]], [[name, count] for name, _, count in rows]
        if rows:
            name = f"{words['pool']}: {game.sides[side].name}" if side else words["markers"]
            key = f"force_pool_{side or 'all'}"
            yield Chart(id=key, name=name, kind="table", side=side, columns=columns, rows=rows)


def _clauses(game: Game, words: Words) -> Iterator[Chart]:
    """A chart of the parts of the game by the rule clauses that state them."""
    names_by_clause: dict[str, list[str]] = {}
    for name, part in _named_facts(game):
        for clause in part.source.split(","):
            if clause.strip()[:1].isdigit():
                names = names_by_clause.setdefault(clause.strip(), [])
                if name not in names:
                    names.append(name)
    if names_by_clause:
        ordered = sorted(
            names_by_clause, key=lambda clause: [_number(part) for part in clause.split(".")]
        )
        rows = [[clause, ", ".join(_short(names_by_clause[clause]))] for clause in ordered]
        columns = [words["clause"], words["about"]]
        yield Chart(id="clauses", name=words["index"], kind="table", columns=columns, rows=rows)


def _short(names: Iterable[str]) -> Iterator[str]:
    """Names without those that another name ends with; of numbered ones, the first and the last."""
    names = list(names)
    own = [
        name
        for name in names
        if not any(name.casefold().endswith(f" {other.casefold()}") for other in names)
    ]
    alike: dict[str, list[str]] = {}
    for name in own:
        alike.setdefault(re.sub(r"\d+", "#", name), []).append(name)
    for members in alike.values():
        yield from members if len(members) < FEW else [f"{members[0]} – {members[-1]}"]


def _number(text: str) -> int:
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else 0


def _named_facts(game: Game) -> Iterator[tuple[str, Fact]]:
    info = game.info
    for phase in info.sequence:
        yield phase.name, phase
        yield from ((inner.name, inner) for inner in phase.phases)
    for declaration in info.declarations:
        for item in declaration.fields:
            yield from ((choice.name, choice) for choice in item.choices)
    yield from ((state.name, state) for state in info.states)
    yield from ((total.name, total) for total in info.totals)
    yield from ((piece.name, piece) for piece in game.pieces)
    yield from ((track.name, track) for track in game.map.tracks)
