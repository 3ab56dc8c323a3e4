"""Places of pieces on built modules of every bundled game, against the engine's own names."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.assets import bundled_games
from modgen.compile.build import Build
from modgen.compile.module import compile_game
from modgen.compile.pieces import game_piece
from modgen.log.locations import Locations
from modgen.log.table import Piece as TablePiece
from modgen.log.table import Pile, Table
from modgen.log.timeline import read_timeline
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.cells import cell_side
from modgen.model.loading.folder import load
from modgen.vassal.traits import Layer
from modgen_rules.engine.record.piece_states import OwnPieces, PieceState, PieceTracker
from modgen_rules.engine.record.place_lookup import MM, OwnModule
from modgen_rules.engine.record.places import OFF, UNKNOWN, Place, read_place

IDS = st.from_regex(r"[a-zA-Z][A-Za-z0-9_-]{0,8}(:\d{1,2})?", fullmatch=True).filter(
    lambda text: text.partition(":")[0] not in ("hand", "board", "off", "unknown")
)


@given(
    st.builds(
        Place,
        st.just("place"),
        IDS,
        st.just(""),
        st.sampled_from(["", "n", "sw"]),
        st.integers(0, 9),
    )
)
def test_the_text_of_a_place_can_be_read_back(place: Place) -> None:
    assert read_place(str(place)) == place


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("hand", "gov"), "hand:gov"),
        (Place("board", board="west"), "board:west"),
        (OFF, "off"),
        (Place("off", "card_box"), "off:card_box"),
        (UNKNOWN, "unknown"),
        (Place("place", "W-C7", "", "n"), "W-C7/n"),
        (Place("place", "turn:3"), "turn:3"),
        (Place("place", "W-C7", "", "", 1), "W-C7@1"),
    ],
)
def test_text_forms(place: Place, text: str) -> None:
    assert str(place) == text
    assert read_place(text) == place
    assert PieceState("x", "front", text).where == place


class Built(NamedTuple):
    game: Game
    lookup: OwnModule
    engine: Locations
    states: dict[str, dict[str, PieceState]]
    """The pieces of each scenario's set-up."""
    tables: dict[str, Table]


SHARED = {
    "amigos-insurrectos": "amigos_module",
    "civil-power": "civil_module",
    "junta-coup": "junta_module",
    "people-power": "power_module",
}
"""The fixtures of compiled modules."""


@pytest.fixture(scope="session", params=sorted(bundled_games()))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder: Path = tmp_path_factory.mktemp(request.param)
    game = load(bundled_games()[request.param]).game
    shared = SHARED.get(request.param)
    compiled = request.getfixturevalue(shared) if shared else compile_game(game)
    module = compiled.module
    lookup = OwnModule.of([game])
    states, tables = {}, {}
    for scenario in game.scenarios:
        path = folder / f"{scenario.id}.vsav"
        path.write_bytes(module.files[path.name])
        timeline = read_timeline([path])
        states[scenario.id] = PieceTracker(timeline, lookup, OwnPieces(game)).begin()
        tables[scenario.id] = timeline.table
    return Built(game, lookup, Locations(module.tree), states, tables)


@pytest.mark.long
def test_every_piece_of_every_set_up_has_a_place(built: Built) -> None:
    game = built.game
    known = {*game.spaces, *game.boxes, *game.track_cells, *game.cells, *game.cell_sides}
    for states in built.states.values():
        assert states
        for state in states.values():
            place = state.where
            assert place.kind != "unknown", state
            if place.kind == "place":
                assert str(place._replace(level=0)) in known, state
            if place.kind == "hand":
                assert place.id in game.sides, state


def test_hands_and_the_card_box_differ(built: Built) -> None:
    """What lies in a hand is not what is out of the game, and neither is unknown."""
    for scenario in built.game.scenarios:
        kinds = Counter(
            (state.where.kind, state.where.id) for state in built.states[scenario.id].values()
        )
        for side, cards in scenario.hands.items():
            assert kinds["hand", side] >= len(cards)


def point(built: Built, map_name: str, table: Table, x: float, y: float, kind: str = "") -> str:
    piece = TablePiece("1", "", "", map_name, round(x), round(y))
    return str(built.lookup.place(piece, table, kind))


def test_middles_of_places_are_in_them(built: Built) -> None:
    game, table = built.game, Table()
    scale = game.info.module.dpi / MM
    places: dict[str, tuple[str, tuple[float, float]]] = {}
    for name, (track, number) in game.track_cells.items():
        places[name] = (track.board, layout.track_cell(track, number).centre)
    for box in game.map.boxes:
        places[box.id] = (box.board, box.rect.centre)
    for name, (grid, centre) in game.cells.items():
        places[name] = (grid.board, centre)
    wrong = []
    for name, (board_id, (x, y)) in places.items():
        board = game.boards[board_id]
        map_name = board.map or board.name
        table.boards[map_name] = ((board.name, "0", "0"),)
        found = point(built, map_name, table, x * scale, y * scale)
        if found != name:
            wrong.append((name, found))
    assert wrong == []
    assert point(built, "nowhere", table, 5, 5) == "unknown"
    assert point(built, "null", table, 0, 0) == "off"


@pytest.mark.parametrize("built", ["civil-power"], indirect=True)
class TestTwoBoards:
    """Boards side by side on one map, squares, sides of squares, upper floors."""

    @pytest.mark.parametrize(
        "boards",
        [
            (("West", "0", "0"), ("East", "1", "0")),
            (("East", "0", "0"), ("West", "0", "1")),
            (("East/rev", "0", "0"), ("West", "1", "0")),
            (("West/rev", "0", "0"),),
        ],
    )
    def test_squares_have_the_names_that_the_engine_gives_them(
        self, built: Built, boards: tuple[tuple[str, str, str], ...]
    ) -> None:
        table = Table()
        table.boards["Town"] = boards
        seen = set()
        for x in range(20, 3000, 97):
            for y in range(20, 4000, 89):
                engine = built.engine.place("Town", x, y, table.boards)
                ours = point(built, "Town", table, x, y)
                if ours.startswith(("W-", "E-")):
                    seen.add(ours)
                    assert engine.location == ours, (x, y)
                else:
                    assert ours in ("off", "board:west", "board:east")
        assert len(seen) == 130 * len(boards)

    def test_a_barricade_lies_on_a_side(self, built: Built) -> None:
        table, scale = Table(), built.game.info.module.dpi / MM
        table.boards["Town"] = (("West", "0", "0"), ("East", "1", "0"))
        grid, centre = built.game.cells["W-C7"]
        for side, name in (("n", "W-C6/s"), ("s", "W-C7/s"), ("w", "W-B7/e"), ("e", "W-C7/e")):
            (ax, ay), (bx, by) = cell_side(grid, centre, side)
            for nudge in (-2, 2):
                x, y = (ax + bx) / 2 * scale + nudge, (ay + by) / 2 * scale + nudge
                assert point(built, "Town", table, x, y, "barricade") == name
                assert point(built, "Town", table, x, y, "gas").startswith("W-")

    def test_a_marker_raises_what_lies_on_it(self, built: Built) -> None:
        """On top of the stack it raises what lies below, as there is nothing above."""
        table = Table()
        for key, piece in built.tables["i-1"].pieces.items():
            table.put("pieces", key, piece)
        table.boards["Town"] = (("West", "0", "0"), ("East", "1", "0"))
        states = built.states["i-1"]
        made = game_piece(Build(built.game), built.game.piece_types["second_level"])
        marker = "9000"
        on_map = made.at("Town", 0, 0, marker)
        table.put(
            "pieces",
            marker,
            TablePiece(marker, on_map.type_text(), on_map.state_text(), "Town", 0, 0),
        )
        units = [key for key, state in states.items() if state.kind == "reserve"][:2]
        _, (x, y) = built.game.cells["W-A1"]
        scale = built.game.info.module.dpi / MM

        def stacked(*keys: str) -> list[str]:
            at = ("Town", round(x * scale), round(y * scale))
            table.put("piles", "9", Pile("9", "", *at, False, keys))
            for key in keys:
                table.put(
                    "pieces", key, table.pieces[key]._replace(map=at[0], x=at[1], y=at[2], pile="9")
                )
            return [str(built.lookup.place(table.pieces[key], table)) for key in units]

        assert stacked(*units) == ["W-A1", "W-A1"]
        raised = table.pieces[units[1]]
        traits = tuple(
            trait.but(level=1)
            if isinstance(trait, Layer) and trait.name == "Condition_second_level"
            else trait
            for trait in raised.game_piece.traits
        )
        state = raised.game_piece.but(traits=traits).state_text()
        table.put("pieces", units[1], raised._replace(state=state))
        assert stacked(*units) == ["W-A1", "W-A1@1"]
        table.put("pieces", units[1], raised)
        assert stacked(units[0], marker, units[1]) == ["W-A1", "W-A1@1"]
        assert stacked(*units, marker) == ["W-A1@1", "W-A1@1"]
        assert stacked(marker, *units) == ["W-A1@1", "W-A1@1"]
        assert stacked(*units) == ["W-A1", "W-A1"]


@pytest.mark.parametrize(
    ("place", "number"),
    [("will:-3", -3), ("turn:12", 12), ("turn", None), ("turn:--1", None), ("turn:\u00b2", None)],
)
def test_the_number_of_a_cell(place: str, number: int | None) -> None:
    assert PieceState("marker", "", place).number == number
