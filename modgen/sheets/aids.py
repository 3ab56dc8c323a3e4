"""Player aids: a folded sheet of charts for each side, a page for each scenario, an inventory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from modgen.draw.assumed import MARK, explanation
from modgen.draw.charts import draw_chart
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.types.base import Fact
from modgen.model.types.scenario import Chart
from modgen.sheets.paper import MARGIN, Placed, Sheets, Words
from modgen.sheets.rules import clause_pages
from modgen.sheets.setup_cards import add_setup_cards, setup_charts, shows_pieces

TOP = 10.0
GAP = 4.0
MOST_GAP = 15.0
"""The most space between two charts of a panel that end with those of its neighbours, in mm."""
FOLD_MARGIN = 6.5
"""Margin of a folded panel in mm."""
COLUMN_MARGIN = 5.0
"""Margin of a column of the inventory in mm."""
COLUMNS = 2
"""Columns of charts on a page of the inventory."""
MOST_SMALL = 8
"""A game with more charts is not small: they do not fit on one page."""
LEAST_ROW = 6.9
"""No row of a table is lower, in mm."""
LEAST_ROWS = 3
"""A table goes on in the next column only after so many rows, and with so many."""
PANELS = 4
CLAUSE = re.compile(r"\b\d+(?:\.\w+)+")
"""The number of a clause in a text, such as `2.3.1` or `17.f`."""
FEW = 3
"""So many names that differ only in numbers are told by the first and the last."""
SCALES = (1.4, 1.3, 1.2, 1.12, 1.06, 1.0, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82)
"""How large charts are made to fill a page or to save one. The text of the smallest has letters of
7 points, its notes of 6."""
LARGER = 1.2
"""How much larger the letters of a page may be than those of the fullest page of an aid."""
INVENTORY = 0.82
"""How much charts of the inventory may be made smaller."""
MOST_EVEN = 4
"""An inventory of more pages is as long as it is; the end of its last page may be empty."""
SHORTER = 6.0
"""By how much the columns of the inventory may be longer than they must be, in mm."""
EXACT = 1e-6
"""By how much a sum of lengths may differ in mm."""


@in_typefaces
def aid_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """A folded aid for each side, with the charts for all sides and its own; then set-up cards.

    An aid is printed on both sides of a sheet in landscape format and folded in the middle. When no
    chart belongs to a side, there is one aid for everybody. Common charts have an aid of their own.
    A small game has everything but its maps on one page, with what belongs in the box.
    """
    sheets = chart_sheets(game, paper, words)
    if small := _small_aid(game, paper, words):
        sheets.pages.clear()
        _folded_aids(sheets, game, [small], paper, [sheets.title])
        mapped = tuple(one for one in game.scenarios if shows_pieces(game, one))
        game = replace(game, scenarios=mapped)
    add_setup_cards(sheets, game, paper, words)
    sheets.number_pages()
    return sheets


def chart_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """The folded aids alone."""
    sheets = Sheets(f"{game.id}-aids", f"{game.info.title}: {words['aids']}", game.language)
    own = [chart for chart in game.added.charts if not chart.common]
    common = [chart for chart in game.added.charts if chart.common]
    owners = [side.id for side in game.info.sides if any(c.side == side.id for c in own)]
    names = [f"{game.info.title}: {game.sides[owner].name}" for owner in owners]
    groups = [[chart for chart in own if chart.side in (None, owner)] for owner in owners]
    if own:
        _folded_aids(sheets, game, groups or [own], paper, names or [sheets.title])
    if common:
        _folded_aids(sheets, game, [common], paper, [sheets.title])
    return sheets


def _small_aid(game: Game, paper: tuple[float, float], words: Words) -> list[Chart]:
    """The charts of a game that fit on one page with its set-ups without maps and its pieces.

    Empty if they need more than a page, if there are no charts, or if sides have aids of their own;
    also if there is an index of rules, which would name the page that it is on.
    """
    own = game.added.charts
    if not own or any(chart.side or chart.common for chart in own) or _clauses(game):
        return []
    charts = [
        *own,
        *setup_charts(game, words),
        *_assumptions(game, words),
        *_force_pools(game, words),
        *_card_numbers(game, words),
    ]
    if not 1 < len(charts) <= MOST_SMALL:
        return []
    high, wide = sorted(paper)
    return charts if _few_pages(charts, game, (wide / 2, high), least=1.0) else []


@in_typefaces
def reference_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """What belongs in the box, and where the rulebook has each part of the game.

    It has no pages if the aids of a small game tell it.
    """
    title = f"{game.info.title}: {words['reference']}"
    sheets = Sheets(f"{game.id}-reference", title, game.language)
    if _small_aid(game, paper, words):
        return sheets
    wide, high = paper
    charts = [
        *_assumptions(game, words),
        *_force_pools(game, words),
        *_card_numbers(game, words),
        *rule_index(game, paper, words),
    ]
    panels = _even_flow(charts, game, (wide / COLUMNS, high)) if charts else []
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


def _even_flow(charts: list[Chart], game: Game, size: tuple[float, float]) -> list[Panel]:
    """The charts in columns on as few pages as possible, all columns about equally long."""

    def pages(panels: list[Panel]) -> int:
        return -(-len(panels) // COLUMNS)

    scales = [scale for scale in SCALES if INVENTORY <= scale <= 1]
    smallest = _flow(charts, game, size, scales[-1])
    fewest = pages(smallest)
    if fewest > MOST_EVEN:
        return smallest
    tries = ((scale, _flow(charts, game, size, scale)) for scale in scales)
    scale, best = next(one for one in tries if pages(one[1]) <= fewest)
    low, high = size[1] / 2, size[1]
    while high - low > SHORTER:
        middle = (low + high) / 2
        shorter = _flow(charts, game, (size[0], middle), scale)
        if pages(shorter) > fewest:
            low = middle
        else:
            best, high = shorter, middle
    return best


def _flow(
    charts: Iterable[Chart], game: Game, size: tuple[float, float], smaller: float
) -> list[Panel]:
    """Charts below one another in columns of a size in mm; a table goes on in the next column."""
    wide, bottom = (size[0] - 2 * COLUMN_MARGIN) / smaller, size[1] - MARGIN
    panels: list[Panel] = [[]]
    y = TOP
    for chart in charts:
        rest, number = list(chart.rows), 1
        while True:
            shown, drawn = _as_fits(game, chart, rest, number, (wide, (bottom - y) / smaller))
            if drawn.height * smaller > bottom - y and y > TOP:
                panels.append([])
                y = TOP
                continue
            scale = min(smaller, (bottom - y) / drawn.height)
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
    count = min(len(rows), max(LEAST_ROWS, int(high / LEAST_ROW)))
    while True:
        part = rows[:count]
        # What only other parts of the table have needs no column.
        kept = [n for n in range(len(chart.columns)) if any(row[n : n + 1] != [""] for row in part)]
        columns = [chart.columns[n] for n in kept]
        shown = chart.model_copy(
            update={
                "id": key,
                "name": name,
                "columns": columns,
                "rows": [[row[n] for n in kept] for row in part] if columns else part,
            }
        )
        drawn = draw_chart(game, shown, wide)
        if chart.kind != "table" or drawn.height <= high or count <= LEAST_ROWS:
            return shown, drawn
        count = min(count - 1, int(count * high / drawn.height), len(rows) - LEAST_ROWS)
        count = max(LEAST_ROWS, count)


Panel = list[tuple[str, Drawing, float, float]]
"""Charts below one another: the name, the drawing, its scale, its top in mm."""


def _drawn(charts: list[Chart], game: Game, size: tuple[float, float], smaller: float) -> Panel:
    """The charts for panels of a size in mm, all at the top.

    They are drawn on a panel that is wider by 1 / `smaller` and then scaled. A chart that is higher
    than a panel is made smaller still.
    """
    wide, high = size
    drawn: Panel = []
    for chart in charts:
        one = draw_chart(game, chart, (wide - 2 * FOLD_MARGIN) / smaller)
        scale = min(smaller, (high - TOP - MARGIN) / one.height)
        drawn.append((f"chart-{chart.id}-{smaller:g}", one, scale, TOP))
    return drawn


def _folded_aids(
    sheets: Sheets,
    game: Game,
    groups: Sequence[list[Chart]],
    paper: tuple[float, float],
    titles: Sequence[str],
) -> None:
    """Sheets in landscape format, each of four panels: cover, two inner panels, back.

    Charts that fit on two panels, if need be a little smaller, are on one page; others are spread
    over all panels of as few pages as possible, so that no half of a page is empty. The aids of all
    sides have equally many pages, so that none has much smaller letters than the others.
    """
    high, wide = sorted(paper)
    size = (wide / 2, high)
    aids = [_few_pages(charts, game, size) for charts in groups]
    most = max((len(pages) for pages in aids), default=0)
    for charts, fewest, title in zip(groups, aids, titles, strict=True):
        if len(charts) == 1:
            # One chart would leave half of a folded sheet empty.
            page = sheets.page(wide, high)
            page.title(title)
            page.ruler()
            ((name, drawn, scale, y),) = _drawn(charts, game, (wide, high), SCALES[0])
            sheets.art[name] = drawn
            w = drawn.width * scale
            page.placed.append(Placed(name, (wide - w) / 2, y, w, drawn.height * scale))
            continue
        full = min(most, len(charts) // COLUMNS)
        pages = _few_pages(charts, game, size, fewest=full) if full > len(fewest) else fewest
        for pair in pages:
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


def _few_pages(
    charts: list[Chart],
    game: Game,
    size: tuple[float, float],
    least: float = 0.0,
    fewest: int = 1,
) -> list[list[Panel]]:
    """The charts of a folded aid on few pages, with letters as large as the pages allow.

    A page has a panel for each half. There are at least `fewest` pages. With `least`, all must fit
    on one page at this scale or a larger one; otherwise the answer is empty.
    """
    known: dict[float, Panel] = {}
    for pages in range(fewest, len(charts) + 1 if not least else 2):
        for scale in (one for one in SCALES if one >= least):
            drawn = known.get(scale) or known.setdefault(scale, _drawn(charts, game, size, scale))
            heights = [one.height * share + GAP for _, one, share, _ in drawn]
            room = size[1] - MARGIN - TOP + GAP + EXACT
            for groups in (_even(heights, COLUMNS * pages), _filled(heights, room)):
                fullest = max(sum(heights[n] for n in group) for group in groups)
                if len(groups) <= COLUMNS * pages and fullest <= room:
                    return list(_pages(charts, game, size, groups, known, scale))
    return []


def _pages(
    charts: list[Chart],
    game: Game,
    size: tuple[float, float],
    groups: list[list[int]],
    known: dict[float, Panel],
    scale: float,
) -> Iterator[list[Panel]]:
    """The two panels of each page with groups of charts, every page as large as it has room for.

    Letters of a page are at most `LARGER` times as large as those of the fullest page.
    """
    room = size[1] - MARGIN - TOP + GAP + EXACT
    for pair in _pairs(groups):
        for larger in (one for one in SCALES if scale <= one <= scale * LARGER):
            drawn = known.get(larger) or known.setdefault(
                larger, _drawn(charts, game, size, larger)
            )
            fullest = max(sum(drawn[n][1].height * drawn[n][2] + GAP for n in one) for one in pair)
            if fullest <= room:
                panels = [_stacked([drawn[n] for n in group]) for group in pair]
                yield [_spread(panel, TOP + fullest - GAP) for panel in panels]
                break


def _pairs(groups: Sequence[list[int]]) -> Iterator[tuple[list[int], list[int]]]:
    """The groups for the halves of each page, so that a folded sheet has them in order."""
    for start in range(0, len(groups), PANELS):
        four = groups[start : start + PANELS]
        if len(four) <= COLUMNS:
            left, right = [*four, []][:COLUMNS]
        else:
            cover, left, right, back = [*four, []][:PANELS]
            yield back, cover
        yield left, right


def _even(heights: Sequence[float], count: int) -> list[list[int]]:
    """Numbers of charts for at most `count` panels, so that the fullest is as empty as possible.

    Each chart goes on the emptiest panel, the highest first. Then charts change panels as long as
    that makes the fuller of two panels emptier.
    """
    groups: list[list[int]] = [[] for _ in range(count)]
    for number in sorted(range(len(heights)), key=lambda n: -heights[n]):
        min(groups, key=lambda group: sum(heights[n] for n in group)).append(number)
    while any(_emptied(full, other, heights) for full, other in permutations(groups, 2)):
        continue
    return sorted((sorted(group) for group in groups if group), key=min)


def _emptied(full: list[int], other: list[int], heights: Sequence[float]) -> bool:
    """Move a chart of `full` to `other`, or exchange it, if the fuller one is then less full."""
    more = sum(heights[n] for n in full) - sum(heights[n] for n in other)
    for one, back in product(full, ([], *([n] for n in other))):
        moved = heights[one] - sum(heights[n] for n in back)
        if EXACT < moved < more - EXACT:
            full[:] = [n for n in full if n != one] + back
            other[:] = [n for n in other if n not in back] + [one]
            return True
    return False


def _filled(heights: Sequence[float], room: float) -> list[list[int]]:
    """Numbers of charts for panels, each chart on the first one that has room for it."""
    groups: list[list[int]] = []
    for number, height in enumerate(heights):
        fits = (group for group in groups if sum(heights[n] for n in group) + height <= room)
        group = next(fits, None)
        if group is None:
            groups.append([number])
        else:
            group.append(number)
    return groups


def _stacked(charts: Panel) -> Panel:
    """Charts below one another."""
    panel, y = [], TOP
    for name, drawn, scale, _ in charts:
        panel.append((name, drawn, scale, y))
        y += drawn.height * scale + GAP
    return panel


def _spread(panel: Panel, bottom: float) -> Panel:
    """The charts with more space between them so that the last one ends at `bottom`.

    If that needs more than `MOST_GAP`, they stay together.
    """
    if not panel:
        return panel
    *others, (_, last, scale, y) = panel
    more = (bottom - y - last.height * scale) / max(len(others), 1)
    if more > MOST_GAP - GAP:
        return panel
    return [(name, one, size, y + n * more) for n, (name, one, size, y) in enumerate(panel)]


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
    """For each side, and for nobody, a chart with the number of pieces of each type.

    Types that have the same names are one row.
    """
    for side in (*game.sides, None):
        numbers = Counter[tuple[str, str]]()
        for piece in game.added.pieces:
            if piece.side == side and piece.printed:
                # A face without a side beside faces of sides is that of a piece of nobody.
                owned = any(face.side for face in piece.faces)
                faces = [face.name for face in piece.faces if face.name and not owned]
                numbers[piece.name, ", ".join(faces)] += piece.count
        rows = [[*names, str(number)] for names, number in numbers.items()]
        columns = [words["piece"], words["faces"], words["count"]]
        if not any(faces for _, faces, _ in rows):
            columns, rows = [columns[0], columns[2]], [[name, count] for name, _, count in rows]
        if rows:
            name = f"{words['pool']}: {game.sides[side].name}" if side else words["markers"]
            key = f"force_pool_{side or 'all'}"
            yield Chart(id=key, name=name, kind="table", side=side, columns=columns, rows=rows)


def rule_index(game: Game, paper: tuple[float, float], words: Words) -> Iterator[Chart]:
    """A chart of the parts of the game by the rule clauses that state them.

    It names the pages of the rules, if they are printed, and those of the aids that tell of them.
    """
    names_by_clause = _clauses(game)
    if not names_by_clause:
        return
    told = _told_on(game, names_by_clause, paper, words)
    printed = {key: [str(page)] for key, page in clause_pages(game, paper).items()}
    columns, pages = [words["clause"], words["about"]], []
    for heading, found in ((words["on_page"], printed), (words["on_aid"], told)):
        if any(found.values()):
            columns.append(heading)
            pages.append(found)
    ordered = sorted(
        names_by_clause,
        key=lambda clause: [(_number(part), part) for part in clause.split(".")],
    )
    rows = [
        [
            clause,
            ", ".join(_short(names_by_clause[clause])),
            *(",".join(found.get(clause, ())) for found in pages),
        ]
        for clause in ordered
    ]
    yield Chart(id="clauses", name=words["index"], kind="table", columns=columns, rows=rows)


def _clauses(game: Game) -> dict[str, list[str]]:
    """The names of the parts of the game by the clauses that state them."""
    found: dict[str, list[str]] = {}
    for name, part in _named_facts(game):
        for clause in _stated(part):
            names = found.setdefault(clause, [])
            if name not in names:
                names.append(name)
    return found


def _stated(part: Fact) -> list[str]:
    """The clauses that state a part of the game."""
    clauses = (clause.strip() for clause in part.source.split(","))
    return [clause for clause in clauses if clause[:1].isdigit()]


def _told_on(
    game: Game, clauses: Iterable[str], paper: tuple[float, float], words: Words
) -> dict[str, list[str]]:
    """The pages of the aids with the charts that state or mention each clause."""
    pages: dict[str, set[int]] = {}
    for number, page in enumerate(chart_sheets(game, paper, words).pages, 1):
        for placed in page.placed:
            key = placed.art.removeprefix("chart-").rpartition("-")[0]
            pages.setdefault(key, set()).add(number)
    told: dict[str, set[int]] = {clause: set() for clause in clauses}
    for chart in game.added.charts:
        cells = (cell for row in chart.rows for cell in row)
        texts = " ".join((chart.intro, *cells, *chart.items, *chart.notes))
        for clause in {*_stated(chart), *CLAUSE.findall(texts)} & set(told):
            told[clause] |= pages.get(chart.id, set())
    return {clause: [str(number) for number in sorted(found)] for clause, found in told.items()}


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
            # Many choices that one clause states are told by the name of what is chosen.
            often = Counter(choice.source for choice in item.choices)
            yield from (
                (choice.name if often[choice.source] < FEW else item.name, choice)
                for choice in item.choices
            )
    yield from ((state.name, state) for state in info.states)
    yield from ((total.name, total) for total in info.totals)
    yield from ((piece.name, piece) for piece in game.pieces)
    yield from ((track.name, track) for track in game.map.tracks)
