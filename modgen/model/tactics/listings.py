"""Tables that are filled from the data: units with their ratings, prices, packages, forces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.tactics.purchases import items, packages, paid_for
from modgen.model.types.game_file import State, StateValue, Total
from modgen.model.types.scenario import Chart, Scenario
from modgen.model.types.tactics import ALL_UNITS, Feature, Force, Terrain

Rows = list[list[str]]
NONE = "–"


def filled(game: Game, chart: Chart) -> Chart:
    """A chart with the rows that its kind asks for; other charts are unchanged."""
    columns = chart.columns
    if chart.kind == "legend":
        # The first column is that of the pictures. A row of the chart's own replaces another.
        named = _named(chart)
        rows = [[name] for symbol, name in _of_data(game) if symbol not in named]
        rows, columns = [*rows, *(row[1:] for row in chart.rows)], columns[1:]
    elif listing := LISTINGS.get(chart.kind):
        rows = listing(game, chart.side)
    else:
        return chart
    return chart.model_copy(update={"kind": "table", "rows": rows, "columns": columns})


LAND = "land"
"""The key of the symbol for land that is not a space."""


def has_flag(game: Game, total: Total) -> bool:
    """Whether the first cell in which a total wins has a flag: it has a marker on a track."""
    marker = game.piece_types.get(total.marker or "")
    return bool(total.over is not None and marker and marker.tracks)


class Symbol(NamedTuple):
    """Something on a map that a legend explains.

    `kind` is one of `SYMBOL`; `key` is an id, for a value of a state `STATE.VALUE`. An `icon` is
    printed beside names; `ground` is land that is not a space.
    """

    kind: str
    key: str


SYMBOL = re.compile(r"(terrain|feature|edge|icon|space|attribute|state|total|ground):(\S+)")


def symbols(game: Game, chart: Chart) -> list[Symbol | None]:
    """What each row of a chart shows; for a legend, its rows name it: `edge:rail`."""
    if chart.kind not in ("terrain", "legend"):
        return []
    found = [symbol for symbol, _ in _of_data(game)]
    if chart.kind == "terrain":
        return [symbol for symbol in found if symbol.kind in ("terrain", "feature")]
    named = _named(chart)
    return [*(symbol for symbol in found if symbol not in named), *named]


def _named(chart: Chart) -> list[Symbol | None]:
    """What the own rows of a legend name."""
    named = (SYMBOL.fullmatch(row[0]) if row else None for row in chart.rows)
    return [Symbol(one[1], one[2]) if one else None for one in named]


def _of_data(game: Game) -> list[tuple[Symbol, str]]:
    """Terrains, features, own kinds of edge and values of states, each with its name."""
    return [
        *((Symbol("terrain", one.id), one.name) for one in game.info.terrains),
        *((Symbol("feature", one.id), one.name) for one in game.info.features),
        *((Symbol("edge", one.id), one.name) for one in game.map.edge_kinds),
        *(
            (Symbol("state", f"{state.id}.{value.id}"), f"{state.name}: {value.name}")
            for state, value in _values(game)
        ),
    ]


def _values(game: Game) -> Iterator[tuple[State, StateValue]]:
    """The values of the states that spaces show, but for those of an empty box."""
    kinds = {space.kind for space in game.map.spaces}
    for state in game.info.states:
        if kinds & set(state.kinds):
            yield from ((state, value) for value in state.values if value.id != state.default)


def _units(game: Game, side: str | None) -> Rows:
    """Name, size class, four ratings, price, number.

    Faces with the same ratings are one row. Only the first row of a type has its number of
    counters.
    """
    sizes = {size.id: size.name for size in game.info.size_classes}
    rows = []
    for piece in game.pieces:
        if not piece.size_class or side not in (None, piece.side):
            continue
        alike: dict[tuple[str, ...], list[str]] = {}
        for face in piece.faces:
            ratings = (rating or NONE for rating in (face.nw, face.ne, face.sw, face.se))
            key = (face.icon or "", *ratings, str(piece.price(face.id) or NONE))
            alike.setdefault(key, []).append(face.name)
        for number, ((icon, *values), names) in enumerate(alike.items()):
            name = piece.told_as(", ".join(filter(None, names))) if icon else piece.name
            count = "" if number else str(piece.count)
            shown = f"{{icon:{icon}}} {name}" if icon else name
            rows.append([shown, sizes[piece.size_class], *values, count])
    return rows


def _prices(game: Game, side: str | None) -> Rows:
    """Name and price of everything for sale except units."""
    offers = [(piece.name, piece.price(), piece.side) for piece in game.pieces]
    sized = {piece.name for piece in game.pieces if piece.size_class}
    offers += [(item.name, item.cost, item.side) for item in items(game).values()]
    return [
        [name, str(price)]
        for name, price, owner in offers
        if price and name not in sized and (owner in (side, None) or side is None)
    ]


def _packages(game: Game, side: str | None) -> Rows:
    """Name, points, contents."""
    return [
        [package.name, str(package.points), units_text(game, package.units)]
        for package in packages(game).values()
        if side is None or package.side == side
    ]


def _traits(game: Game, side: str | None) -> Rows:
    """Letters, name and rule of each trait, and the pieces that have it, of one side or of all."""
    rows = []
    for trait in game.info.traits:
        owners = [
            piece
            for piece in game.pieces
            if trait.id in piece.traits and side in (None, piece.side)
        ]
        names = ", ".join(piece.plural or piece.name for piece in owners)
        if side is None or owners:
            rows.append([f"**{trait.letters}**", trait.name, trait.text, names])
    return rows


def _terrain(game: Game, side: str | None) -> Rows:
    """Name, movement points, and what else holds: terrains first, then features."""
    del side
    roads: dict[str, str] = {}
    for rule in game.info.moves:
        roads |= {key: f"{points:g}" for key, points in rule.roads.items() if key not in roads}
    return [
        *(
            [
                terrain.name,
                NONE if _closed(game, terrain) else f"{terrain.cost:g}",
                _notes(game, terrain),
            ]
            for terrain in game.info.terrains
        ),
        *(
            [
                feature.name,
                roads.get(feature.id) or (f"+{feature.cost:g}" if feature.cost else NONE),
                _notes(game, feature),
            ]
            for feature in game.info.features
        ),
    ]


def _notes(game: Game, part: Terrain | Feature) -> str:
    """What a terrain or feature is closed to; its own text first."""
    if _closed(game, part):
        return part.text or NONE
    known = {size.id: size.name for size in game.info.size_classes}
    known |= {piece.id: piece.plural or piece.name for piece in game.pieces}
    closed = ", ".join(known.get(word) or _unit_name(game, word, 2) for word in part.closed_to)
    return " ".join(text for text in (part.text, f"× {closed}" if closed else "") if text) or NONE


def _closed(game: Game, part: Terrain | Feature) -> bool:
    """Whether a terrain or feature is closed to pieces of all sizes."""
    sizes = {size.id for size in game.info.size_classes}
    closed = set(part.closed_to)
    return ALL_UNITS in closed or (bool(sizes) and sizes <= closed)


LISTINGS: dict[str, Callable[[Game, str | None], Rows]] = {
    "units": _units,
    "prices": _prices,
    "packages": _packages,
    "traits": _traits,
    "terrain": _terrain,
}


def units_text(game: Game, units: Mapping[str, int]) -> str:
    """`6 Reserves, 1 Gas Gun`: numbers and names of pieces and items."""
    return ", ".join(f"{number} {_unit_name(game, key, number)}" for key, number in units.items())


def _unit_name(game: Game, key: str, number: int = 1) -> str:
    """The name of a piece or item, in the plural if `number` is greater than 1."""
    piece_id, _, face = key.partition("/")
    unit = items(game).get(key) or game.piece_types[piece_id]
    name = unit.plural if number > 1 and unit.plural else unit.name
    shown = game.piece_types[piece_id].face_name(face) if face else ""
    return f"{name} ({shown})" if shown else name


def force_lines(game: Game, scenario: Scenario, words: Mapping[str, str]) -> Iterator[str]:
    """The force of each side in a scenario, one line each.

    `words` has `points`, `or`, `here` and `barred` in the game's language.
    """
    for force in scenario.forces:
        yield f"**{game.sides[force.side].name}**: {'. '.join(_force(game, force, words))}"


def _force(game: Game, force: Force, words: Mapping[str, str]) -> Iterator[str]:
    known = packages(game)
    if force.points is not None:
        choices = [f"{force.points} {words['points']}"]
        yield f" {words['or']} ".join([*choices, *(known[key].name for key in force.packages)])
    if force.points is not None and (paid := paid_for(game, force)):
        yield f"{words['here']}: {units_text(game, paid)}"
    if force.units:
        yield units_text(game, force.units)
    if force.barred:
        yield f"{words['barred']}: {', '.join(_barred_name(game, key) for key in force.barred)}"
    if force.note:
        yield force.note


def _barred_name(game: Game, key: str) -> str:
    sizes = {size.id: size.name for size in game.info.size_classes}
    if key in sizes:
        return sizes[key]
    return _unit_name(game, key)


def scenario_card(game: Game, scenario: Scenario, words: Mapping[str, str]) -> Chart:
    """A scenario as a chart: its introduction, forces and special rules."""
    return Chart(
        id=f"scenario-{scenario.id}",
        name=scenario.name,
        kind="text",
        intro=scenario.text,
        items=[*force_lines(game, scenario, words), *(f"• {note}" for note in scenario.notes)],
    )
