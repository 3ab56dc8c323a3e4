"""Checks of grids, terrain, size classes, purchases, forces and tables of combat results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from math import dist

from modgen.model.boards.arrangement import arrangement, board_of, line_points, maps
from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids, unknown_word
from modgen.model.game import Game, split_face
from modgen.model.geography.cells import NEAR, NEXT, SIDES, adjacent, cells
from modgen.model.geography.plan import terrain_of
from modgen.model.movement.traveller import words_of
from modgen.model.tactics.ground import GROUND, area_cells
from modgen.model.tactics.purchases import affordable, cost, items, packages, paid_for, total_cost
from modgen.model.types.base import Part, Point
from modgen.model.types.grid_parts import GridSide
from modgen.model.types.places import Grid
from modgen.model.types.tactics import ALL_UNITS, Feature, Force, Terrain
from modgen.model.types.unit_states import Gauge


def unique_words(game: Game) -> Iterator[PartDiagnostic]:
    """Ids of terrains, features, conditions, packages, pieces, items and so on are unique."""
    info = game.info
    kinds: dict[str, list[tuple[Part, str]]] = {
        "terrain": [(part, part.id) for part in info.terrains],
        "feature": [(part, part.id) for part in info.features],
        "size class": [(part, part.id) for part in info.size_classes],
        "shade": [(part, part.id) for part in info.shades],
        "condition": [(part, part.id) for part in info.conditions],
        "gauge": [(part, part.id) for part in info.gauges],
        "check": [(part, part.id) for part in info.checks],
        "package": [(part, part.id) for part in info.purchases.packages],
        "piece or item": [
            *((part, part.id) for part in game.pieces),
            *((part, part.id) for part in info.purchases.items),
        ],
    }
    for kind, parts in kinds.items():
        seen: set[str] = set()
        for part, key in parts:
            if key in seen and part not in game.pieces:
                yield PartDiagnostic(
                    part, ("id",), f"the {kind} `{key}` is duplicated", "rename one of the two"
                )
            seen.add(key)


def condition_references(game: Game) -> Iterator[PartDiagnostic]:
    """Conditions name existing size classes, checks existing conditions."""
    info = game.info
    sizes = {size.id for size in info.size_classes}
    for condition in info.conditions:
        yield from unknown_ids(
            condition, ("size_classes",), "size class", condition.size_classes, sizes
        )
        yield from unknown_ids(condition, ("pieces",), "piece", condition.pieces, game.piece_types)
    known = {condition.id for condition in info.conditions}
    for check in info.checks:
        yield from unknown_ids(check, ("modifiers",), "condition", check.modifiers, known)
        yield from unknown_ids(check, ("fails_into",), "condition", [check.fails_into], known)


def gauge_references(game: Game) -> Iterator[PartDiagnostic]:
    """Gauges of pieces exist, begin at a number that they can have, and give nothing away."""
    known = {gauge.id: gauge for gauge in game.info.gauges}
    for piece in game.pieces:
        yield from unknown_ids(piece, ("gauges",), "gauge", piece.gauges, known)
        if piece.gauges and piece.back and piece.side is None:
            yield PartDiagnostic(
                piece,
                ("gauges",),
                f"`{piece.id}` has gauges and a `back`, but no side",
                "its numbers would tell all players what lies face down; give it a `side`, or"
                " leave one of both out",
            )
        for name, number in piece.gauges.items():
            gauge = known.get(name)
            if gauge and not gauge.least <= number <= gauge.most:
                yield PartDiagnostic(
                    piece,
                    ("gauges", name),
                    f"the gauge `{name}` of `{piece.id}` begins at {number}",
                    f"give a number from {gauge.least} to {gauge.most}",
                )
    yield from _begun_gauges(game, known)


def _begun_gauges(game: Game, known: Mapping[str, Gauge]) -> Iterator[PartDiagnostic]:
    """Scenarios let gauges of pieces, or of the pieces in a place, begin at numbers they have."""
    for scenario in game.scenarios:
        places = {place.partition("/")[0] for place in scenario.place}
        for key, numbers in scenario.gauges.items():
            at = ("gauges", key)
            piece = game.piece_types.get(key)
            if piece is None and key not in places:
                words = {*game.piece_types, *places}
                yield unknown_word(scenario, at, "piece or place", key, words, at_key=True)
            has = known if piece is None else piece.gauges
            yield from unknown_ids(scenario, at, "gauge", numbers, has)
            for name, number in numbers.items():
                gauge = known.get(name)
                if gauge and not gauge.least <= number <= gauge.most:
                    message = f"the gauge `{name}` begins at {number}"
                    hint = f"give a number from {gauge.least} to {gauge.most}"
                    yield PartDiagnostic(scenario, (*at, name), message, hint)


def ground_references(game: Game) -> Iterator[PartDiagnostic]:
    """Grids, terrains and pieces refer to existing terrains, features, size classes and pieces."""
    info = game.info
    sizes = {size.id for size in info.size_classes}
    for piece in game.pieces:
        yield from unknown_ids(piece, ("size_class",), "size class", [piece.size_class], sizes)
        if piece.on_side and info.features:
            known = {feature.id for feature in info.features}
            faces = [face.id for face in piece.faces]
            yield from unknown_ids(piece, ("faces",), "feature", faces, known)
    kinds = {
        ALL_UNITS,
        *sizes,
        *game.piece_types,
        *(f"{piece.id}/{face.id}" for piece in game.pieces for face in piece.faces),
    }
    for shade in info.shades:
        yield from unknown_ids(shade, ("lights",), "piece", shade.lights, game.piece_types)
    closed: list[Terrain | Feature] = [*info.terrains, *info.features]
    for part in closed:
        yield from unknown_ids(part, ("closed_to",), "size class or piece", part.closed_to, kinds)
    terrains, features = ({part.id for part in parts} for parts in (info.terrains, info.features))
    for scenario in game.scenarios:
        used = (*scenario.features, *scenario.features.values())
        yield from unknown_ids(scenario, ("features",), "feature", used, features)
    for grid in game.map.grids:
        yield from _cells(grid)
        yield from _plan(grid)
        yield from _lines(game, grid, features)
        if terrains:
            for letter, area in grid.legend.items():
                at = ("legend", letter, "terrain")
                yield from unknown_ids(grid, at, "terrain", [area.terrain], terrains)
            for name, terrain in grid.terrain.items():
                yield from unknown_ids(grid, ("terrain", name), "terrain", [terrain], terrains)
            yield from _ground(grid, terrains)
        if features:
            for letter, area in grid.legend.items():
                at = ("legend", letter, "around")
                yield from unknown_ids(grid, at, "feature", [area.around], features)
            for side in grid.sides:
                yield from unknown_ids(side, ("feature",), "feature", [side.feature], features)


def _ground(grid: Grid, terrains: Collection[str]) -> Iterator[PartDiagnostic]:
    """`ground` is a terrain if a cell has it; a grid whose cells all have others needs none."""
    if grid.ground in terrains:
        return
    if "ground" in grid.model_fields_set:
        yield from unknown_ids(grid, ("ground",), "terrain", [grid.ground], terrains)
        return
    bare = [name for name, terrain in terrain_of(grid).items() if terrain == grid.ground]
    if bare:
        one, more = f"the cell `{bare[0]}` has", f"{len(bare)} cells, such as `{bare[0]}`, have"
        hint = "write `ground: TERRAIN`; it is the terrain of all cells without one of their own"
        yield PartDiagnostic(
            grid, (), f"{one if len(bare) == 1 else more} no terrain of `game.yaml`", hint
        )


def _cells(grid: Grid) -> Iterator[PartDiagnostic]:
    """`terrain` and `sides` of a grid refer to its cells and their sides."""
    names = {cell.name for cell in cells(grid)}
    for name in grid.terrain:
        if name not in names:
            yield unknown_word(grid, ("terrain", name), "cell", name, names, at_key=True)
    for field in ("names", "heights"):
        for name in getattr(grid, field):
            if name not in names:
                yield unknown_word(grid, (field, name), "cell", name, names, at_key=True)
    if grid.megahex and grid.megahex not in names:
        yield unknown_word(grid, ("megahex",), "cell", grid.megahex, names)
    sides = SIDES[grid.kind, grid.sideways]
    for grid_side in grid.sides:
        if grid_side.between:
            yield from _pairs(grid, grid_side)
            continue
        if grid_side.cell not in names:
            yield unknown_word(grid_side, ("cell",), "cell", grid_side.cell, names)
        if grid_side.side not in sides:
            yield PartDiagnostic(
                grid_side,
                ("side",),
                f"a cell of `{grid.id}` has no side `{grid_side.side}`; it has {', '.join(sides)}",
            )


def _pairs(grid: Grid, grid_side: GridSide) -> Iterator[PartDiagnostic]:
    """Pairs of `between` are adjacent cells of the grid."""
    centres = {cell.name: cell.centre for cell in cells(grid)}
    for number, pair in enumerate(grid_side.between):
        ends = pair.split("/")
        unknown = [name for name in ends if name not in centres]
        for name in unknown:
            yield unknown_word(grid_side, ("between", number), "cell", name, centres)
        if not unknown and not adjacent(grid, *(centres[name] for name in ends)):
            yield PartDiagnostic(
                grid_side,
                ("between", number),
                f"`{ends[0]}` and `{ends[1]}` are not adjacent",
                _neighbours(centres, ends[0], grid.size * NEXT),
            )


def _neighbours(centres: Mapping[str, Point], cell: str, most: float) -> str:
    """A hint with the cells around a cell, by the middles of all cells."""
    around = [name for name, at in centres.items() if 0 < dist(at, centres[cell]) <= most]
    return f"next to `{cell}` are {', '.join(f'`{name}`' for name in sorted(around))}"


def _lines(game: Game, grid: Grid, features: Collection[str]) -> Iterator[PartDiagnostic]:
    """A line is a known feature and leads from cell to adjacent cell, also to a joined board."""
    if not grid.lines or grid.board not in game.boards:
        return
    centres = line_points(game, grid)
    for line in grid.lines:
        yield from unknown_ids(line, ("feature",), "feature", [line.feature], features)
        known = [name for name in line.through if name in centres]
        if known != line.through:
            for number, name in enumerate(line.through):
                if name not in centres:
                    yield unknown_word(line, ("through", number), "cell", name, centres)
            continue
        for number, (start, end) in enumerate(pairwise(known)):
            if not 0 < dist(centres[start], centres[end]) <= grid.size * NEAR:
                yield PartDiagnostic(
                    line,
                    ("through", number + 1),
                    f"`{end}` is not adjacent to `{start}`",
                    "the line names the same cell twice; delete one"
                    if start == end
                    else _neighbours(centres, start, grid.size * NEAR),
                )


def _plan(grid: Grid) -> Iterator[PartDiagnostic]:
    """A plan has one letter for each cell, and the legend explains exactly these letters."""
    if not grid.plan:
        return
    long = next((letter for letter in grid.legend if len(letter) != 1), None)
    if long is not None:
        message = f"`{long}` is not one letter; each cell of the plan has one"
        yield PartDiagnostic(grid, ("legend", long), message, at_key=True)
        return
    if len(grid.plan) != grid.rows:
        yield PartDiagnostic(
            grid, ("plan",), f"the plan has {len(grid.plan)} rows; the grid has {grid.rows}"
        )
    for number, row in enumerate(grid.plan):
        if len(row) != grid.columns:
            yield PartDiagnostic(
                grid,
                ("plan", number),
                f"this row has {len(row)} letters; the grid has {grid.columns} columns",
            )
        for letter in sorted(set(row) - set(grid.legend) - {GROUND}):
            yield unknown_word(grid, ("plan", number), "letter of the legend", letter, grid.legend)
    for letter in grid.legend:
        if not area_cells(grid, letter):
            yield PartDiagnostic(
                grid, ("legend", letter), f"the letter `{letter}` is not used in the plan"
            )


def purchase_references(game: Game) -> Iterator[PartDiagnostic]:
    """Purchases and forces refer to existing pieces, items, sides, boxes and packages."""
    sold = {*game.piece_types, *items(game), *_faces(game)}
    for item in game.info.purchases.items:
        yield from unknown_ids(item, ("side",), "side", [item.side], game.sides)
        known_pieces = {*game.piece_types, *_faces(game)}
        yield from unknown_ids(item, ("piece",), "piece", [item.piece], known_pieces)
        yield from unknown_ids(item, ("level",), "piece", [item.level], game.piece_types)
    for package in game.info.purchases.packages:
        yield from unknown_ids(package, ("side",), "side", [package.side], game.sides)
        yield from _units(package, "units", sold)
    bar = sold | {size.id for size in game.info.size_classes}
    known = packages(game)
    for scenario in game.scenarios:
        for row in scenario.boards:
            yield from unknown_ids(scenario, ("boards",), "board", row, game.boards)
        for force in scenario.forces:
            yield from unknown_ids(force, ("side",), "side", [force.side], game.sides)
            yield from unknown_ids(force, ("box",), "box", [force.box], game.boxes)
            yield from unknown_ids(force, ("packages",), "package", force.packages, known)
            yield from unknown_ids(force, ("package",), "package", [force.package], known)
            yield from unknown_ids(force, ("barred",), "size, piece or item", force.barred, bar)
            yield from _zones(game, force)
            yield from _units(force, "units", sold)
            yield from _units(force, "bought", sold)


def _zones(game: Game, force: Force) -> Iterator[PartDiagnostic]:
    """Where a force sets up and enters are boards and areas of the plans; swaps are pieces."""
    areas = {area.name for grid in game.map.grids for area in grid.legend.values() if area.name}
    pairs = [*force.swaps, *force.swaps.values()]
    yield from unknown_ids(force, ("swaps",), "piece", pairs, game.piece_types)
    for cap in force.caps:
        yield from unknown_ids(cap, ("pieces",), "piece", cap.pieces, game.piece_types)
    if force.sets_up:
        zone = force.sets_up
        yield from unknown_ids(zone, ("boards",), "board", zone.boards, game.boards)
        yield from unknown_ids(zone, ("areas",), "area", zone.areas, areas)
    if force.enters:
        way = force.enters
        yield from unknown_ids(way, ("boards",), "board", way.boards, game.boards)
        yield from unknown_ids(way, ("area",), "area", [way.area or None], areas)


def _faces(game: Game) -> set[str]:
    return {f"{piece.id}/{face.id}" for piece in game.pieces for face in piece.faces}


def _units(part: Part, name: str, sold: set[str]) -> Iterator[PartDiagnostic]:
    for key, number in getattr(part, name).items():
        if key not in sold:
            yield unknown_word(part, (name, key), "piece or item", key, sold, at_key=True)
        elif number < 0:
            yield PartDiagnostic(
                part, (name, key), f"the number of `{key}` must not be negative; it is {number}"
            )


def prices(game: Game) -> Iterator[PartDiagnostic]:
    """Packages and forces contain only what has a price, and cost no more than their points."""
    for package in game.info.purchases.packages:
        free = [key for key in package.units if not _has_price(game, key)]
        for key in free:
            yield PartDiagnostic(package, ("units", key), f"`{key}` has no price")
        spent = 0 if free else total_cost(game, package.units)
        if spent > package.points:
            yield PartDiagnostic(
                package,
                ("units",),
                f"the package `{package.id}` costs {spent} points, over its {package.points}",
            )
    for scenario in game.scenarios:
        for force in scenario.forces:
            yield from _force(game, force)


def _has_price(game: Game, key: str) -> bool:
    try:
        cost(game, key)
    except KeyError:
        return False
    return True


def _force(game: Game, force: Force) -> Iterator[PartDiagnostic]:
    if force.package and packages(game)[force.package].side != force.side:
        yield PartDiagnostic(
            force,
            ("package",),
            f"the package `{force.package}` belongs to another side than `{force.side}`",
        )
    paid = paid_for(game, force)
    free = [key for key in paid if not _has_price(game, key)]
    for key in free:
        yield PartDiagnostic(force, ("bought", key), f"`{key}` has no price")
    if not free:
        for reason in affordable(game, force, paid):
            yield PartDiagnostic(force, ("bought",) if force.bought else ("package",), reason)


def closed_ground(game: Game) -> Iterator[PartDiagnostic]:
    """No scenario places a piece on terrain that is closed to it."""
    terrains = {terrain.id: terrain for terrain in game.info.terrains}
    kinds = {grid.id: terrain_of(grid) for grid in game.map.grids} if terrains else {}
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            grid, _ = game.cells.get(place, (None, None))
            if grid is None or grid.id not in kinds:
                continue
            terrain = terrains[kinds[grid.id][place]]
            for key in held:
                kind, face = split_face(key, game)
                if words_of(game.piece_types[kind], face) & set(terrain.closed_to):
                    yield PartDiagnostic(
                        scenario,
                        ("place", place, key),
                        f"`{key}` cannot be in `{place}`: `{terrain.id}` is closed to it",
                    )


def laid_boards(game: Game) -> Iterator[PartDiagnostic]:
    """A scenario uses each board at most once, and places pieces only on boards that it uses."""
    for scenario in game.scenarios:
        flat = [key for row in scenario.boards for key in row]
        for number, row in enumerate(scenario.boards):
            for key in row:
                if flat.count(key) > 1:
                    yield PartDiagnostic(
                        scenario, ("boards", number), f"the board `{key}` is used more than once"
                    )
        laid = {
            board.id
            for name in maps(game)
            for row in arrangement(game, scenario, name)
            for board in row
        }
        for place in scenario.place:
            board = board_of(game, place)
            if board.id not in laid:
                yield PartDiagnostic(
                    scenario,
                    ("place", place),
                    f"`{place}` is on the board `{board.id}`, which `{scenario.id}` does not use",
                )


def sides_of_cells(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces with `on_side` are placed on sides of cells, and other pieces are not."""
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            for key in held:
                on_side = game.piece_types[split_face(key, game)[0]].on_side
                if on_side and place in game.cells:
                    message = f"`{key}` must be on a side of a cell, not in the cell"
                    hint = f"name the side, such as `{place}/n`"
                    yield PartDiagnostic(scenario, ("place", place, key), message, hint)
                elif not on_side and place in game.cell_sides:
                    message = f"`{key}` cannot be on a side of a cell"
                    hint = "place it in the cell"
                    yield PartDiagnostic(scenario, ("place", place, key), message, hint)


def results_tables(game: Game) -> Iterator[PartDiagnostic]:
    """Tables of results have a lowest strength for each column and a lowest roll for each row."""
    for chart in game.charts:
        if chart.results is None:
            continue
        for name, lowest, count in (
            ("columns_from", chart.results.columns_from, len(chart.columns) - 1),
            ("rows_from", chart.results.rows_from, len(chart.rows)),
        ):
            at = ("results", name)
            if lowest != sorted(set(lowest)):
                yield PartDiagnostic(chart, at, f"the numbers of `{name}` must increase")
            if len(lowest) != count:
                yield PartDiagnostic(
                    chart, at, f"`{name}` has {len(lowest)} numbers; it needs {count}"
                )
        for number, row in enumerate(chart.rows):
            if len(row) != len(chart.columns):
                wanted = f"the table has {len(chart.columns)} columns"
                yield PartDiagnostic(
                    chart, ("rows", number), f"this row has {len(row)} entries; {wanted}"
                )


REFERENCES: tuple[Check, ...] = (
    unique_words,
    condition_references,
    gauge_references,
    ground_references,
    purchase_references,
    results_tables,
)
CONSEQUENCES: tuple[Check, ...] = (prices, closed_ground, laid_boards, sides_of_cells)
