"""Checks that charts explain what a map shows: a legend has a picture of everything drawn on it."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.files.diagnostics import PartDiagnostic, unknown_word
from modgen.model.game import Game
from modgen.model.tactics.listings import SYMBOL, Symbol, symbols

NO_LINE = "land"
"""The kind of edge that needs no line of its own: a border of areas."""


def known_symbols(game: Game) -> Iterator[PartDiagnostic]:
    """The rows of a legend name an edge or an icon."""
    for chart in game.charts:
        if chart.kind != "legend":
            continue
        for number, row in enumerate(chart.rows):
            found = SYMBOL.fullmatch(row[0]) if row else None
            if found is None:
                yield PartDiagnostic(
                    chart,
                    ("rows", number),
                    f"`{row[0] if row else ''}` is not a symbol of a legend",
                    "begin the row with, for example, `edge:rail` or `icon:star`",
                )
            elif found[1] == "edge" and found[2] not in game.kinds_of_edge:
                known = [kind for kind in game.kinds_of_edge if kind != NO_LINE]
                yield unknown_word(chart, ("rows", number), "kind of edge", found[2], known)


def explained(game: Game) -> Iterator[PartDiagnostic]:
    """A game with a legend has everything in one that its maps show."""
    legends = [chart for chart in game.charts if chart.kind == "legend"]
    told = {symbol for chart in legends for symbol in symbols(game, chart)}
    lines = (edge.kind for edge in game.map.edges if edge.kind != NO_LINE)
    signs = (sign for space in game.map.spaces for sign in space.signs)
    shown = [*(Symbol("edge", kind) for kind in lines), *(Symbol("icon", sign) for sign in signs)]
    for symbol in dict.fromkeys(shown):
        if legends and symbol not in told:
            yield PartDiagnostic(
                legends[0],
                ("rows",),
                f"the legend does not explain `{symbol.kind}:{symbol.key}`, which the map shows",
                f'add a row such as `["{symbol.kind}:{symbol.key}", ...]`',
                warning=True,
            )
