"""Checks of a whole game: references between its files, and facts that must agree.

Each check is a generator that looks at one subject. It yields diagnostics of parts; the loader
looks up the file, line and column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from modgen.model.boards.arrangement import map_name
from modgen.model.checks import (
    areas,
    facing,
    limits,
    moves,
    rulebook,
    rules,
    scenario_cards,
    setups,
    table_acts,
    tactics,
)
from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean, unknown_ids, unknown_word
from modgen.model.game import Game
from modgen.model.movement.traveller import value_of
from modgen.model.types.base import Part
from modgen.model.types.cards import Pile
from modgen.model.types.moves import FaceValue
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario

MOST_AREA = 50
"""The largest radius of an area that a module shades, in cells."""


def check_game(game: Game) -> Iterator[PartDiagnostic]:
    """Run every check. Those of `CONSEQUENCES` need references without errors and run only then."""
    sound = True
    for check in REFERENCES:
        for diagnostic in check(game):
            sound = sound and diagnostic.warning
            yield diagnostic
    if sound:
        for check in CONSEQUENCES:
            yield from check(game)


# --- ids -----------------------------------------------------------------------------------


def unique_ids(game: Game) -> Iterator[PartDiagnostic]:
    """Ids are unique: places share one namespace; every other kind of part has its own."""
    phases = list(table_acts.every_phase(game.info.sequence))
    kinds: dict[str, Iterable[Part]] = {
        "place": [*game.map.spaces, *game.map.boxes, *game.map.tracks, *game.map.grids],
        "board": game.map.boards,
        "piece": game.pieces,
        "card": game.cards,
        "deck": game.cards_file.decks,
        "pile": game.cards_file.piles,
        "side": game.info.sides,
        "state": game.info.states,
        "total": game.info.totals,
        "phase": phases,
        "scenario": game.scenarios,
        "chart": game.charts,
        "die": game.info.dice,
        "arc": game.info.arcs,
        "rule": game.rules,
        "kind of edge": game.map.edge_kinds,
    }
    for kind, parts in kinds.items():
        seen: set[str] = set()
        for part in parts:
            key = str(getattr(part, "id"))  # noqa: B009 - every one of these has an id
            if key in seen:
                yield PartDiagnostic(
                    part, ("id",), f"the {kind} `{key}` is duplicated", "rename one of the two"
                )
            seen.add(key)


# --- references ----------------------------------------------------------------------------


def names_alike(game: Game) -> Iterator[PartDiagnostic]:
    """Boards of a map have different names, and sides different names and colours."""
    known = {(map_name(board), board.name): board.id for board in reversed(game.map.boards)}
    for board in game.map.boards:
        other = known[map_name(board), board.name]
        if other != board.id:
            yield PartDiagnostic(
                board,
                ("name",),
                f"the board `{other}` has the same name",
                "give each board of a map a name of its own, or put one on another `map`",
            )
    sides = game.info.sides
    for field in ("name", "colour"):
        first = {getattr(side, field).lower(): side.id for side in reversed(sides)}
        for side in sides:
            other = first[getattr(side, field).lower()]
            if other != side.id:
                yield PartDiagnostic(
                    side,
                    (field,),
                    f"`{other}` has the same `{field}` as `{side.id}`",
                    f"give each side a {field} of its own, so that players can tell them apart",
                    warning=True,
                )


def tables(game: Game) -> Iterator[PartDiagnostic]:
    """No row of a chart is longer than its headings."""
    for chart in game.charts:
        for number, row in enumerate(chart.rows):
            if chart.columns and len(row) > len(chart.columns):
                yield PartDiagnostic(
                    chart,
                    ("rows", number),
                    f"this row has {len(row)} entries; the chart has {len(chart.columns)} columns",
                    "add a heading to `columns`, or put a text that contains commas in quotes",
                )


def place_references(game: Game) -> Iterator[PartDiagnostic]:
    """Places and edges refer to existing boards, sides, pieces and spaces; runs fill tracks."""
    for place in [*game.map.spaces, *game.map.boxes, *game.map.tracks, *game.map.grids]:
        yield from unknown_ids(place, ("board",), "board", [place.board], game.boards)
    for box in game.map.boxes:
        yield from unknown_ids(box, ("side",), "side", [box.side], game.sides)
        yield from unknown_ids(box, ("holds",), "piece", box.holds, game.piece_types)
        yield from unknown_ids(box, ("takes",), "piece", box.takes, game.piece_types)
        yield from unknown_ids(box, ("stands_for",), "piece", [box.stands_for], game.piece_types)
        charts = [chart.id for chart in game.charts]
        yield from unknown_ids(box, ("chart",), "chart", [box.chart], charts)
    for track in game.map.tracks:
        yield from unknown_ids(track, ("levels",), "piece", track.levels, game.piece_types)
        cells = sum(run.count for run in track.runs)
        if cells != track.last - track.first + 1:
            yield PartDiagnostic(
                track,
                ("runs",),
                f"the track `{track.id}` goes from {track.first} to {track.last}, which is "
                f"{track.last - track.first + 1} cells, but its runs have {cells}",
                f"change the `count` of a run, or write `last: {track.first + cells - 1}`",
            )
    for edge in game.map.edges:
        yield from unknown_ids(edge, ("kind",), "kind of edge", [edge.kind], game.kinds_of_edge)
        features = [feature.id for feature in game.info.features]
        for number, name in enumerate(edge.features):
            if name not in features:
                hint = did_you_mean(name, features) or "add it to `features` in game.yaml"
                yield PartDiagnostic(edge, ("features", number), f"unknown feature `{name}`", hint)
        for number, name in enumerate(edge.between):
            if name in game.cells:
                yield PartDiagnostic(
                    edge,
                    ("between", number),
                    f"`{name}` is a cell of a grid; edges join spaces",
                    "cells side by side are adjacent without an edge, also on joined boards",
                )
            elif name not in game.spaces:
                yield unknown_word(edge, ("between", number), "space", name, game.spaces)
    yield from unknown_ids(game.map, ("closed",), "space", game.map.closed, game.spaces)


def piece_references(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces refer to existing sides, boxes and tracks."""
    for piece in game.pieces:
        yield from unknown_ids(piece, ("side",), "side", [piece.side], game.sides)
        shown = [face.side for face in piece.faces]
        yield from unknown_ids(piece, ("faces",), "side", shown, game.sides)
        yield from unknown_ids(piece, ("home",), "box", [piece.home], game.boxes)
        yield from unknown_ids(piece, ("lost_to",), "box", [piece.lost_to], game.boxes)
        yield from unknown_ids(piece, ("tracks",), "track", [piece.tracks], game.tracks)


def sound_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """What a piece says fits together; pieces are replaced by others."""
    for piece in game.pieces:
        if piece.replaced_by == piece.id:
            message = f"`{piece.id}` is replaced by itself"
            yield PartDiagnostic(piece, ("replaced_by",), message, "name another piece")
        if piece.turns_back and (len(piece.faces) < 2 or not piece.home):
            message = f"`{piece.id}` has nothing to turn back when it goes home"
            hint = "give it two faces and a home, or remove `turns_back`"
            yield PartDiagnostic(piece, ("turns_back",), message, hint)
        faces = [face.id for face in piece.faces]
        twice = next((face for face in faces if faces.count(face) > 1), None)
        if twice is not None:
            message = f"two faces of `{piece.id}` have the id `{twice}`"
            yield PartDiagnostic(piece, ("faces",), message, "give each face an id of its own")
        yield from unknown_ids(
            piece, ("replaced_by",), "piece", [piece.replaced_by], game.piece_types
        )
        yield from _area(piece)
        if piece.kind == "level" and not piece.tracks:
            yield PartDiagnostic(
                piece,
                ("tracks",),
                f"the level marker `{piece.id}` has no track",
                "name it in `tracks`",
            )


def _area(piece: PieceType) -> Iterator[PartDiagnostic]:
    """The number that `area` names is a number of each face, at most `MOST_AREA`."""
    for face in piece.faces if piece.area else ():
        try:
            radius = value_of(FaceValue(value=piece.area), piece, face.id)
        except KeyError:
            yield PartDiagnostic(
                piece,
                ("area",),
                f"`{piece.id}/{face.id}` has no number `{piece.area}`",
                "give it one in its `factors` or `attributes`, such as `factor2`",
            )
            return
        if not 0 <= radius <= MOST_AREA:
            yield PartDiagnostic(
                piece,
                ("area",),
                f"the area of `{piece.id}` has a radius of {radius:g}",
                f"give a number from 0 to {MOST_AREA}",
            )
            return


def _name_of(game: Game, pile: Pile) -> tuple[str, str]:
    """A pile's name and, in an imported module, its map: names can be the same on other maps."""
    box = game.boxes.get(pile.box or "")
    board = game.boards.get(box.board) if box and game.info.module.parts else None
    return (map_name(board) if board else "", pile.name)


def card_references(game: Game) -> Iterator[PartDiagnostic]:
    """Cards refer to existing decks and sides."""
    for card in game.cards:
        yield from unknown_ids(card, ("deck",), "deck", [card.deck], game.decks)
        yield from unknown_ids(card, ("side",), "side", [card.side], game.sides)
        yield from unknown_ids(card, ("order",), "side", card.order, game.sides)


def deck_references(game: Game) -> Iterator[PartDiagnostic]:
    """Decks and piles refer to existing sides, layouts, boxes and piles."""
    for deck in game.cards_file.decks:
        for name in ("layout", "back"):
            key = getattr(deck, name)
            if key not in game.layouts:
                hint = did_you_mean(key, game.layouts)
                if not hint.startswith("did"):
                    hint = f"write the file layouts/{key}.yaml, or delete `{name}` for a plain one"
                yield PartDiagnostic(deck, (name,), f"unknown layout `{key}`", hint)
        yield from unknown_ids(deck, ("hand",), "side", [deck.hand], game.sides)
        yield from unknown_ids(deck, ("hands",), "side", deck.hands, game.sides)
        if deck.secret and not deck.holders:
            yield PartDiagnostic(
                deck,
                ("secret",),
                f"the deck `{deck.id}` is secret but has no side",
                "name the side in `hand`",
            )
        if not any(card.deck == deck.id for card in game.cards):
            yield PartDiagnostic(
                deck,
                ("id",),
                f"the deck `{deck.id}` has no cards",
                "write a row for each card in cards.csv, with the deck's id in the column `deck`",
                warning=True,
            )
    names = {_name_of(game, pile): pile.id for pile in reversed(game.cards_file.piles)}
    for pile in game.cards_file.piles:
        other = names[_name_of(game, pile)]
        if other != pile.id:
            yield PartDiagnostic(
                pile,
                ("name",),
                f"the pile `{other}` has the same name",
                "give each pile a name of its own; the module finds piles by their names",
            )
        yield from unknown_ids(pile, ("box",), "box", [pile.box], game.boxes)
        yield from unknown_ids(pile, ("side",), "side", [pile.side], game.sides)
        yield from unknown_ids(pile, ("takes",), "deck", pile.takes, game.decks)
        if bool(pile.box) == bool(pile.side):
            message = f"the pile `{pile.id}` needs either a `box` or a `side`"
            hint = "name a box of map.yaml, or the side whose private window holds the pile"
            yield PartDiagnostic(pile, (), message, hint)
        yield from unknown_ids(pile, ("draws_to",), "pile", [pile.draws_to], game.piles)
        yield from unknown_ids(pile, ("reshuffles_to",), "pile", [pile.reshuffles_to], game.piles)
        if pile.reshuffle != "any" and not pile.reshuffles_to:
            yield PartDiagnostic(
                pile,
                ("reshuffle",),
                f"the pile `{pile.id}` is never reshuffled",
                "name a pile in `reshuffles_to`",
            )


def rule_references(game: Game) -> Iterator[PartDiagnostic]:
    """`game.yaml` refers to existing states, sides, pieces, attributes; dice can hit."""
    info = game.info
    for phase in table_acts.every_phase(info.sequence):
        yield from unknown_ids(phase, ("side",), "side", [phase.side], game.sides)
    for die in info.dice:
        yield from unknown_ids(die, ("side",), "side", [die.side], game.sides)
        if die.hits is not None and die.hits > die.sides:
            yield PartDiagnostic(
                die,
                ("hits",),
                f"the die `{die.id}` hits at {die.hits} or more, but has only {die.sides} sides",
            )
    attributes = {name for space in game.map.spaces for name in space.attributes}
    for state in info.states:
        values = [value.id for value in state.values]
        yield from unknown_ids(state, ("default",), "value", [state.default], values)
        for number, pair in enumerate(state.steps):
            yield from unknown_ids(state, ("steps", number), "value", pair, values)
        for number, value in enumerate(state.values):
            yield from unknown_ids(
                state.values[number], ("side",), "side", [value.side], game.sides
            )
    if info.control:
        yield from unknown_ids(info.control, ("state",), "state", [info.control.state], game.states)
        yield from unknown_ids(info.control, ("sides",), "side", info.control.sides, game.sides)
        pieces = info.control.no_ties_against
        yield from unknown_ids(
            info.control, ("no_ties_against",), "piece", pieces, game.piece_types
        )
    for total in info.totals:
        yield from unknown_ids(total, ("side",), "side", [total.side], game.sides)
        yield from unknown_ids(total, ("marker",), "piece", [total.marker], game.piece_types)
        for term in total.terms:
            yield from unknown_ids(term, ("attribute",), "attribute", [term.attribute], attributes)
            yield from unknown_ids(term, ("level",), "piece", [term.level], game.piece_types)
            yield from unknown_ids(term, ("pieces",), "piece", [term.pieces], game.piece_types)
            yield from unknown_ids(term, ("state",), "state", [term.state], game.states)
            if term.state in game.states:
                held = [value.id for value in game.states[term.state].values]
                yield from unknown_ids(term, ("value",), "value", [term.value], held)
            yield from unknown_ids(term, ("cost_in",), "box", [term.cost_in], game.boxes)
            kinds = (term.attribute, term.level, term.pieces, term.cost_in)
            if sum(x is not None for x in kinds) != 1:
                words = "`attribute`, `level`, `pieces`, `cost_in`"
                yield PartDiagnostic(total, ("terms",), f"a term must have exactly one of {words}")
    for rule in info.stacking:
        yield from unknown_ids(rule, ("not_in",), "space", rule.not_in, game.spaces)
        terrains = [terrain.id for terrain in info.terrains]
        yield from unknown_ids(rule, ("terrains",), "terrain", rule.terrains, terrains)


def scenario_references(game: Game) -> Iterator[PartDiagnostic]:
    """Scenarios refer to existing places, pieces, faces, states, markers, totals, piles, cards."""
    places = {
        **game.spaces,
        **game.boxes,
        **game.cells,
        **game.cell_sides,
        **game.track_cells,
    }
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            if place not in places:
                yield unknown_word(scenario, ("place", place), "space", place, places, at_key=True)
            for key in held:
                yield from _piece_key(game, scenario, ("place", place, key), key)
        for space, states in scenario.states.items():
            if space not in game.spaces:
                yield unknown_word(
                    scenario, ("states", space), "space", space, game.spaces, at_key=True
                )
            for name, value in states.items():
                at = ("states", space, name)
                if name not in game.states:
                    yield unknown_word(scenario, at, "state", name, game.states, at_key=True)
                    continue
                values = [known.id for known in game.states[name].values]
                if value not in values:
                    yield unknown_word(scenario, at, f"value of {name}", value, values)
        for name, known, kind in (
            ("available", game.piece_types, "piece"),
            ("totals", game.totals, "total"),
            ("hands", game.sides, "side"),
        ):
            for key in getattr(scenario, name):
                if key not in known:
                    yield unknown_word(scenario, (name, key), kind, key, known, at_key=True)
        yield from _levels(game, scenario)
        yield from scenario_cards.references(game, scenario)


def _piece_key(
    game: Game, scenario: Scenario, path: tuple[str | int, ...], key: str
) -> Iterator[PartDiagnostic]:
    piece, _, face = key.partition("/")
    if piece not in game.piece_types:
        yield unknown_word(scenario, path, "piece", piece, game.piece_types, at_key=True)
    elif face and face not in (faces := [known.id for known in game.piece_types[piece].faces]):
        yield unknown_word(scenario, path, f"face of {piece}", face, faces, at_key=True)


def _levels(game: Game, scenario: Scenario) -> Iterator[PartDiagnostic]:
    markers = {piece.id: piece for piece in game.pieces if piece.kind == "level"}
    for key, number in scenario.levels.items():
        if key not in markers:
            yield unknown_word(scenario, ("levels", key), "level marker", key, markers, at_key=True)
            continue
        track = game.tracks.get(markers[key].tracks or "")
        if track and not track.first <= number <= track.last:
            yield PartDiagnostic(
                scenario,
                ("levels", key),
                f"{number} is not on the track `{track.id}`, which goes "
                f"from {track.first} to {track.last}",
                "write one of its numbers, or change `first` and `last` of the track",
            )


def closed_edges(game: Game) -> Iterator[PartDiagnostic]:
    """No assumed edge leads to a space of `closed`, whose neighbours the rulebook lists in full."""
    for edge in game.map.edges:
        for space in edge.between:
            if edge.assumed and space in game.map.closed:
                yield PartDiagnostic(
                    edge,
                    ("assumed",),
                    f"the edge {' - '.join(edge.between)} is assumed, but `closed` says that all "
                    f"neighbours of `{space}` are known",
                )


REFERENCES: tuple[Check, ...] = (
    unique_ids,
    names_alike,
    tables,
    place_references,
    piece_references,
    sound_pieces,
    card_references,
    deck_references,
    rule_references,
    scenario_references,
    *tactics.REFERENCES,
    *areas.REFERENCES,
    *facing.REFERENCES,
    *moves.REFERENCES,
    *table_acts.REFERENCES,
    *rulebook.REFERENCES,
    *rules.REFERENCES,
)
OF_ROWS: tuple[Check, ...] = (unique_ids, piece_references, card_references)
"""Those that need no more of a row than its ids, so that they run when other cells are wrong."""
CONSEQUENCES: tuple[Check, ...] = (
    *setups.CONSEQUENCES,
    *scenario_cards.CONSEQUENCES,
    closed_edges,
    *limits.CONSEQUENCES,
    *tactics.CONSEQUENCES,
    *areas.CONSEQUENCES,
    *facing.CONSEQUENCES,
    *moves.CONSEQUENCES,
)
