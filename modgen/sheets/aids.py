"""Player aids: a folded sheet of charts for each side, a page for each scenario, an inventory."""

from __future__ import annotations

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
LEAST_ROW = 2.0
"""Less than the height of any row of a table in mm."""
PANELS = 4
SMALLER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.72)
"""How much charts may be made smaller to fit on one folded sheet; letters stay above 5.5 points."""


@in_typefaces
def aid_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """A folded aid for each side, with the charts for all sides and its own; then set-up cards.

    An aid is printed on both sides of a sheet in landscape format and folded in the middle. When no
    chart belongs to a side, there is one aid for everybody. Common charts have an aid of their own.
    """
    sheets = Sheets(f"{game.id}-aids", f"{game.info.title}: {words['aids']}", game.language)
    own = [chart for chart in game.charts if not chart.common]
    common = [chart for chart in game.charts if chart.common]
    owners = [side.id for side in game.info.sides if any(c.side == side.id for c in own)]
    for owner in owners or [""] * bool(own):
        charts = [chart for chart in own if chart.side in (None, owner)]
        name = game.sides[owner].name if owner else words["aids"]
        _folded_aid(sheets, game, charts, paper, f"{game.info.title}: {name}")
    if common:
        _folded_aid(sheets, game, common, paper, f"{game.info.title}: {words['aids']}")
    add_setup_cards(sheets, game, paper, words)
    return sheets


@in_typefaces
def reference_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """What belongs in the box, and where the rulebook has each part of the game."""
    title = f"{game.info.title}: {words['pool']}"
    sheets = Sheets(f"{game.id}-reference", title, game.language)
    wide, high = paper
    charts = [*_assumptions(game, words), *_force_pools(game, words), *_clauses(game, words)]
    room = wide / COLUMNS - 2 * COLUMN_MARGIN, high - TOP - MARGIN
    charts = [part for chart in charts for part in _divided(game, chart, room)]
    panels = _panels(charts, game, (wide / COLUMNS, high), COLUMN_MARGIN)
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
    return sheets


def _divided(game: Game, chart: Chart, column: tuple[float, float]) -> Iterator[Chart]:
    """A table that is higher than a column, as several that fit; other charts as they are."""
    if chart.kind != "table":
        yield chart
        return
    wide, room = column
    rest, number = list(chart.rows), 1
    while rest:
        count, shown = min(len(rest), int(room / LEAST_ROW)), chart
        while count > 0:
            shown = chart.model_copy(
                update={
                    "id": chart.id if number == 1 else f"{chart.id}_{number}",
                    "name": chart.name if number == 1 else f"{chart.name} ({number})",
                    "rows": rest[:count],
                }
            )
            high = draw_chart(game, shown, wide).height
            if high <= room or count == 1:
                break
            count = max(1, min(count - 1, int(count * room / high)))
        yield shown
        rest, number = rest[count:], number + 1


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
    """Sheets of four panels each, folded in the middle: cover, two inner panels, back."""
    high, wide = sorted(paper)
    tries = (_panels(charts, game, (wide / 2, high), FOLD_MARGIN, n) for n in SMALLER)
    panels = next((found for found in tries if len(found) <= PANELS), None)
    if panels is None:
        panels = _panels(charts, game, (wide / 2, high), FOLD_MARGIN)
    for start in range(0, len(panels), PANELS):
        four = [*panels[start : start + PANELS], [], [], []][:PANELS]
        cover, left, right, back = four
        for pair in ((back, cover), (left, right)):
            if not any(pair):
                continue
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


def _assumptions(game: Game, words: Words) -> Iterator[Chart]:
    """A chart of the reasons behind the cards that carry the mark of an assumed fact."""
    cards: dict[str, dict[str, None]] = {}
    for card in game.cards:
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
        for piece in game.pieces:
            if piece.side == side and piece.printed:
                faces = [face.name for face in piece.faces if face.name and not face.side]
                rows.append([piece.name, ", ".join(faces), str(piece.count)])
        columns = [words["piece"], words["faces"], words["count"]]
        if not any(faces for _, faces, _ in rows):
            columns, rows = [columns[0], columns[2]], [[name, count] for name, _, count in rows]
        if rows:
            name = f"{words['pool']}: {game.sides[side].name}" if side else words["pool"]
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
        rows = [[clause, ", ".join(names_by_clause[clause])] for clause in ordered]
        columns = [words["clause"], words["about"]]
        yield Chart(id="clauses", name=words["index"], kind="table", columns=columns, rows=rows)


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
