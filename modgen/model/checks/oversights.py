"""Warnings of what is allowed but seldom meant: two pieces of one name, very small counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen.model.on_paper import mentions
from modgen.model.types.pieces import Face, PieceType
from modgen.model.types.places import BoardLabel

LEAST_SIZE = 4.0
"""The smallest usual size of a piece in mm."""
LEAST_ROWS = 4
"""The fewest rows of a table of rolls in which a missing one is told."""
ROLL = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
"""A result of dice, or a range of them."""
MOST_ENTRIES = 7
"""The greatest number of entries of a menu of dice without submenus."""
SHARE = 0.5
"""The part of the smaller disc's radius by which two discs may overlap."""


def names_of_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces of a side have different names, because menus and reports show only these."""
    seen: dict[tuple[str, str], str] = {}
    for piece in game.pieces:
        first = seen.setdefault((piece.side or "", piece.name.casefold()), piece.id)
        if first != piece.id:
            yield PartDiagnostic(
                piece,
                ("name",),
                f"the piece `{first}` has the same name",
                "give each a name of its own, or write one row with a larger `count`",
                warning=True,
            )


def names_of_places(game: Game) -> Iterator[PartDiagnostic]:
    """Spaces of a board have different names, because logs and menus show only these."""
    seen: dict[tuple[str, str], str] = {}
    for number, space in enumerate(game.map.spaces):
        first = seen.setdefault((space.board, space.name.casefold()), space.id)
        if first != space.id:
            yield PartDiagnostic(
                game.map,
                ("spaces", number, "name"),
                f"the space `{first}` has the same name",
                "give each a name of its own, so that players and logs can tell them apart",
                warning=True,
            )


def names_of_scenarios(game: Game) -> Iterator[PartDiagnostic]:
    """Scenarios have different names, because the menu of VASSAL shows only these."""
    seen: dict[str, str] = {}
    for scenario in game.scenarios:
        first = seen.setdefault(scenario.name.casefold(), scenario.id)
        if first != scenario.id:
            yield PartDiagnostic(
                scenario,
                ("name",),
                f"the scenario `{first}` has the same name",
                "give each a name of its own, so that players can tell them apart",
                warning=True,
            )


def missing_set_up(game: Game) -> Iterator[PartDiagnostic]:
    """A game with pieces and a board has a set-up; cards alone may be there to be printed."""
    if game.pieces and game.map.boards and not game.scenarios and game.parent is None:
        yield PartDiagnostic(
            game.info,
            ("id",),
            "the game has no set-up",
            "write one into `scenarios/start.yaml`",
            warning=True,
        )


def empty_tables(game: Game) -> Iterator[PartDiagnostic]:
    """A chart that is a table has rows, and one that is a list has entries."""
    for chart in game.charts:
        for kind, field in (("table", "rows"), ("list", "items")):
            if chart.kind == kind and not getattr(chart, field):
                yield PartDiagnostic(
                    chart,
                    ("kind",),
                    f"the chart `{chart.id}` is a {kind} without `{field}`",
                    f"write its `{field}`",
                    warning=True,
                )


def cells_fill_grid(game: Game) -> Iterator[PartDiagnostic]:
    """The squares of a grid fill its rectangle."""
    for number, grid in enumerate(game.map.grids):
        if grid.kind != "square" or grid.numbering:
            continue
        for field, length, count in (
            ("columns", grid.rect.w, grid.columns),
            ("rows", grid.rect.h, grid.rows),
        ):
            if abs(count * grid.size - length) > grid.size / 2:
                side = "wide" if field == "columns" else "high"
                yield PartDiagnostic(
                    game.map,
                    ("grids", number, field),
                    f"{count} {field} of {grid.size:g} mm are {count * grid.size:g} mm {side}, but "
                    f"the grid `{grid.id}` is {length:g} mm {side}",
                    f"correct `size`, `{field}` or `rect`",
                    warning=True,
                )


def small_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces are large enough to be cut out and held."""
    for piece in game.pieces:
        if piece.size < LEAST_SIZE:
            yield PartDiagnostic(
                piece,
                ("size",),
                f"`{piece.id}` is {piece.size:g} mm wide, which is very small",
                "give the size in millimetres; counters are usually 12 to 20 mm wide",
                warning=True,
            )


def small_cards(game: Game) -> Iterator[PartDiagnostic]:
    """Cards are large enough to be read."""
    for deck in game.cards_file.decks:
        for field in ("width", "height"):
            length = getattr(deck, field)
            if length < LEAST_SIZE:
                yield PartDiagnostic(
                    deck,
                    (field,),
                    f"a {field} of {length:g} mm is very small for a card",
                    "give the size in millimetres; cards usually measure 63 by 88 mm",
                    warning=True,
                )


def faces_alike(game: Game) -> Iterator[PartDiagnostic]:
    """Faces with different names look different."""
    for piece in game.pieces:
        seen: dict[tuple[object, ...], Face] = {}
        for number, face in enumerate(piece.faces):
            other = seen.setdefault(_look(piece, face), face)
            if other.name != face.name:
                yield PartDiagnostic(
                    piece,
                    ("faces", number, "icon"),
                    f"the faces `{other.id}` and `{face.id}` of `{piece.id}` look the same",
                    "give one of them an icon, a text or a colour of its own",
                    warning=True,
                )


def _look(piece: PieceType, face: Face) -> tuple[object, ...]:
    """What is printed on a face."""
    ratings = face.nw, face.ne, face.sw, face.se, face.factors
    printed = (face.icon, face.text, face.art, *ratings)
    # A counter or block without any print shows its name.
    blank = not any((*printed, piece.text, piece.echelon, piece.traits))
    named = blank and piece.shape in ("counter", "round", "block")
    return (*printed, face.name if named else "", face.colour, face.side)


def keys_on_paper(game: Game) -> Iterator[PartDiagnostic]:
    """What is printed tells of no keys and no mouse."""
    for part, field in mentions(game):
        label = isinstance(part, BoardLabel)
        yield PartDiagnostic(
            part,
            (field,),
            "this text is also printed, and paper has no keys or mouse",
            "write in `printed` what paper shows, or `printed: false`"
            if label
            else "put it in parentheses, as in `(Ctrl+F)`, which paper leaves out",
            warning=True,
        )


def short_rows(game: Game) -> Iterator[PartDiagnostic]:
    """No row of a table of results is shorter than its headings."""
    for chart in game.charts:
        for number, row in enumerate(chart.rows):
            if 0 < len(row) < len(chart.columns):
                yield PartDiagnostic(
                    chart,
                    ("rows", number),
                    f"this row has {len(row)} entries; the chart has {len(chart.columns)} columns",
                    'write `""` for an entry that is empty',
                    warning=True,
                )


def missing_rolls(game: Game) -> Iterator[PartDiagnostic]:
    """A table whose rows begin with results of dice in order leaves none out."""
    for chart in game.charts:
        ranges = [ROLL.fullmatch(row[0].strip()) if row else None for row in chart.rows]
        rolls = [(int(one[1]), int(one[2] or one[1])) for one in ranges if one]
        gaps = [
            number
            for number, ((_, last), (first, _)) in enumerate(pairwise(rolls), 1)
            if first != last + 1
        ]
        if len(rolls) == len(chart.rows) >= LEAST_ROWS and len(gaps) == 1:
            before, after = rolls[gaps[0] - 1][1], rolls[gaps[0]][0]
            if after == before + 2:
                yield PartDiagnostic(
                    chart,
                    ("rows", gaps[0]),
                    f"the rows go from {before} to {after}; there is none for {before + 1}",
                    "add the row, or correct the first entry of this one",
                    warning=True,
                )


def bends(game: Game) -> Iterator[PartDiagnostic]:
    """The bends of a line between spaces are on the board."""
    for number, edge in enumerate(game.map.edges):
        space = game.spaces.get(edge.between[0])
        board = game.boards.get(space.board) if space else None
        for at, (x, y) in enumerate(edge.via):
            if board and not (0 <= x <= board.width and 0 <= y <= board.height):
                yield PartDiagnostic(
                    game.map,
                    ("edges", number, "via", at),
                    f"the line between `{edge.between[0]}` and `{edge.between[1]}` bends off its "
                    "board",
                    f"the board is {board.width:g} × {board.height:g} mm",
                )


def dealt_hands(game: Game) -> Iterator[PartDiagnostic]:
    """No side is dealt more cards of a deck than its hand may hold."""
    for scenario in game.scenarios:
        held: Counter[tuple[str, str]] = Counter()
        for deal in scenario.deals:
            decks = game.piles[deal.pile].takes if deal.pile in game.piles else []
            for side in deal.to if len(decks) == 1 else ():
                held[decks[0], side] += deal.count
                limit = game.decks[decks[0]].hand_limit
                if limit is not None and held[decks[0], side] > limit:
                    yield PartDiagnostic(
                        deal,
                        ("count",),
                        f"`{side}` gets {held[decks[0], side]} cards of the deck `{decks[0]}`, "
                        f"whose `hand_limit` is {limit}",
                        "deal fewer, or raise the limit",
                        warning=True,
                    )
                    break


def discs(game: Game) -> Iterator[PartDiagnostic]:
    """Nodes and other discs are on their boards, and do not cover each other."""
    numbers = {space.id: number for number, space in enumerate(game.map.spaces)}
    placed = [(space, space.at, space.radius) for space in game.map.spaces if space.at]
    for space, (x, y), _ in placed:
        board = game.boards[space.board]
        if not (0 <= x <= board.width and 0 <= y <= board.height):
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[space.id], "at"),
                f"the space `{space.id}` is off its board",
                f"the board is {board.width:g} × {board.height:g} mm",
            )
        elif space.radius and not (
            space.radius <= x <= board.width - space.radius
            and space.radius <= y <= board.height - space.radius
        ):
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[space.id], "at"),
                f"the space `{space.id}` reaches beyond its board",
                f"move it or give it a smaller `radius`; the board is {board.width:g} × "
                f"{board.height:g} mm",
                warning=True,
            )
    round_ones = [(space, at, radius) for space, at, radius in placed if radius]
    for (one, at, wide), (other, there, radius) in combinations(round_ones, 2):
        if one.board == other.board and dist(at, there) < wide + radius - SHARE * min(wide, radius):
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[other.id], "at"),
                f"the space `{other.id}` lies over the space `{one.id}`",
                "move one of the two, or give it a smaller `radius`",
                warning=True,
            )


def isolated_spaces(game: Game) -> Iterator[PartDiagnostic]:
    """On a map with edges, every space has one."""
    joined = {key for edge in game.map.edges for key in edge.between}
    for number, space in enumerate(game.map.spaces):
        if joined and space.id not in joined:
            yield PartDiagnostic(
                game.map,
                ("spaces", number),
                f"no edge leads to the space `{space.id}`",
                "add one to `edges`, or pieces cannot move to it",
                warning=True,
            )


def names_of_faces(game: Game) -> Iterator[PartDiagnostic]:
    """The last face has a name if the one before has one."""
    for piece in game.pieces:
        *others, last = [face.name for face in piece.faces]
        if len(others) > 1 and all(others) and not last:
            yield PartDiagnostic(
                piece,
                ("faces", len(others) - 1, "name"),
                f"`{piece.id}` has {len(piece.faces)} faces and {len(others)} names of faces",
                "write a name for each face, with | between them",
                warning=True,
            )


def turns_on_track(game: Game) -> Iterator[PartDiagnostic]:
    """The track of the turn marker has a cell for each turn of a scenario."""
    marker = game.piece_types.get(game.info.turns.marker or "") if game.info.turns else None
    track = game.tracks.get(marker.tracks or "") if marker is not None else None
    for scenario in game.scenarios:
        if marker is None or track is None or not scenario.turns:
            continue
        first = scenario.levels.get(marker.id, 1)
        if first - 1 + scenario.turns > track.last:
            begins = f" and begins in turn {first}" if first != 1 else ""
            yield PartDiagnostic(
                scenario,
                ("turns",),
                f"the scenario has {scenario.turns} turns{begins}; the track `{track.id}` ends at "
                f"{track.last}",
                "make the track longer, or the scenario shorter",
                warning=True,
            )


def menus_of_dice(game: Game) -> Iterator[PartDiagnostic]:
    """Menus of dice are short, and the engine can tell their entries apart."""
    entries: dict[str, set[str]] = {}
    inside: dict[str, str] = {}
    for die in game.info.dice:
        if not die.group:
            inside[die.name] = die.menu
    for die in game.info.dice:
        if not die.group:
            pass
        elif not die.menu:
            yield PartDiagnostic(
                die, ("group",), f"`{die.id}` has a `group` and no `menu`", "add the `menu`"
            )
        elif inside.setdefault(die.group, die.menu) != die.menu or die.group == die.menu:
            yield PartDiagnostic(
                die,
                ("group",),
                f"the group `{die.group}` is also the name of another button or menu",
                "give the group a name of its own",
            )
        if die.menu:
            found = entries.setdefault(die.menu, set())
            found.add(die.group or die.name)
            if len(found) == MOST_ENTRIES + 1:
                yield PartDiagnostic(
                    die,
                    ("menu",),
                    f"the menu `{die.menu}` has more than {MOST_ENTRIES} entries",
                    "put some of its dice into a `group`",
                    warning=True,
                )


def costs_of_edges(game: Game) -> Iterator[PartDiagnostic]:
    """The map has edges of each kind for which a rule of movement states a cost."""
    kinds = {edge.kind for edge in game.map.edges}
    for rule in game.info.moves:
        for kind in rule.costs:
            if kind not in kinds:
                yield PartDiagnostic(
                    rule,
                    ("costs", kind),
                    f"no edge of map.yaml is of the kind `{kind}`",
                    "correct the kind, or delete its cost",
                    warning=True,
                    at_key=True,
                )


OVERSIGHTS: tuple[Check, ...] = (
    names_of_pieces,
    names_of_places,
    names_of_scenarios,
    missing_set_up,
    empty_tables,
    cells_fill_grid,
    small_pieces,
    small_cards,
    faces_alike,
    keys_on_paper,
    short_rows,
    missing_rolls,
    bends,
    dealt_hands,
    discs,
    isolated_spaces,
    names_of_faces,
    turns_on_track,
    costs_of_edges,
    menus_of_dice,
)
