"""Checks that charts explain what a map shows: a legend has a picture of everything drawn on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from modgen.model.files.diagnostics import PartDiagnostic, unknown_word
from modgen.model.game import Game
from modgen.model.tactics.listings import LAND, SYMBOL, Symbol, has_flag, symbols
from modgen.model.types.places import Space

NO_LINE = "land"
"""The kind of edge that needs no line of its own: a border of areas."""


def _attributes(game: Game) -> list[str]:
    return list(dict.fromkeys(key for space in game.map.spaces for key in space.attributes))


def _values(game: Game) -> list[str]:
    return [f"{state.id}.{value.id}" for state in game.info.states for value in state.values]


PARTS: dict[str, Callable[[Game], Sequence[str]]] = {
    "terrain": lambda game: [one.id for one in game.info.terrains],
    "feature": lambda game: [one.id for one in game.info.features],
    "space": lambda game: list(game.spaces),
    "attribute": _attributes,
    "state": _values,
    "total": lambda game: [one.id for one in game.info.totals if has_flag(game, one)],
    "ground": lambda _: [LAND],
}
"""What the key of a symbol may be, by the symbol's kind."""


def _look(space: Space) -> tuple[str, str | None]:
    """What tells the discs of different kinds of spaces."""
    return ("sea", None) if space.kind == "sea" else ("", space.colour)


def known_symbols(game: Game) -> Iterator[PartDiagnostic]:
    """The rows of a legend name something that a map shows."""
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
            elif found[1] in PARTS and found[2] not in (keys := PARTS[found[1]](game)):
                yield unknown_word(chart, ("rows", number), found[1], found[2], list(keys))


def explained(game: Game) -> Iterator[PartDiagnostic]:
    """A game with a legend has everything in one that its maps show."""
    legends = [chart for chart in game.charts if chart.kind == "legend"]
    told = {symbol for chart in legends for symbol in symbols(game, chart)}
    discs = {_look(space): space.id for space in reversed(game.map.spaces) if space.radius}
    told |= {
        Symbol("space", discs[look])
        for one in told
        if one and one.kind == "space" and (look := _look(game.spaces[one.key])) in discs
    }
    # Sea areas have borders instead of links.
    bare = {NO_LINE, "sea"} if game.outlines.waters else {NO_LINE}
    lines = (edge.kind for edge in game.map.edges if edge.kind not in bare)
    signs = (sign for space in game.map.spaces for sign in space.signs)
    printed = {key for board in game.map.boards for key in board.shows} & set(_attributes(game))
    shown = [
        *(Symbol("edge", kind) for kind in lines),
        *(Symbol("icon", sign) for sign in signs),
        *(Symbol("space", key) for key in reversed(discs.values()) if len(discs) > 1),
        *(Symbol("attribute", key) for key in sorted(printed)),
        *(Symbol("total", total.id) for total in game.info.totals if has_flag(game, total)),
    ]
    for symbol in dict.fromkeys(shown):
        if legends and symbol not in told:
            yield PartDiagnostic(
                legends[0],
                ("rows",),
                f"the legend does not explain `{symbol.kind}:{symbol.key}`, which the map shows",
                f'add a row such as `["{symbol.kind}:{symbol.key}", ...]`',
                warning=True,
            )
