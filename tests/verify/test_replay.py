"""Simulated games replayed in the real engine: what lies where, and in which order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import bundled_games
from modgen.cli import cli
from modgen.compile.module import build_module
from modgen.log.story import Story
from modgen.log.table import Pile, Table
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, read_module, write_module
from modgen.verify.engine import CannotRunError
from modgen.verify.replay import EngineState, compared, differences, engine_states, layout_of
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.accuracy.cases import Bench
from tests.verify.test_engine import ENGINE, needs_engine

LINES = [
    "LOADED\tGame\t1",
    "STEP\t0",
    "POINT\tMap\t1\t2\ta,b;c",
    "POINT\tBox\t3\t4\td",
    "STEP\t1",
    "POINT\tMap\t1\t2\tb,a",
    "POINT\tBox\t3\t4\t",
    "DONE",
]


def test_reads_the_layout_after_each_step() -> None:
    assert [dict(state.layout) for state in engine_states(LINES)] == [
        {("Map", 1, 2): frozenset({("a", "b"), ("c",)}), ("Box", 3, 4): frozenset({("d",)})},
        {("Map", 1, 2): frozenset({("b", "a")})},
    ]


def test_reads_pieces_and_properties() -> None:
    states = engine_states(
        [
            "STEP\t0",
            "PIECE\t1\tArmy\t2\\t\\\\\\n",
            "PIECE\t2\tFleet\t",
            "PROPERTY\tMap\tYear\t1\\\\t",
            "STEP\t1",
            "GONE\t2",
            "DONE",
        ]
    )
    first = next(states)
    assert (first.names, first.states["1"]) == ({"1": "Army", "2": "Fleet"}, "2\t\\\n")
    assert first.properties == {("Map", "Year"): "1\\t"}
    assert next(states).names == {"1": "Army"}


@pytest.mark.long
def test_a_difference_is_listed_when_it_begins(tmp_path: Path) -> None:
    """The log of tests/log, with an engine that reads it as we do."""
    log = Path(__file__).parents[1] / "log" / "stacks.vlog"
    module = tmp_path / "empty.vmod"
    write_module(module, Module(component("GameModule", name="Empty"), Metadata("1", "Empty")))
    timeline = read_timeline([log])
    story = Story(timeline, read_module(module).tree, "")
    states = []
    for step in range(4):
        table = timeline.go(step)
        names = {key: story.name(piece) for key, piece in table.pieces.items()}
        kept = {key: piece.state for key, piece in table.pieces.items()}
        states.append(EngineState(layout_of(table), names, kept, dict(table.properties)))
    *known, last = compared(module, log, states)
    assert last == f"the engine made 3 steps, the log has {len(timeline)}"
    # In the engine, layers that follow a property would have its level.
    assert all("the state of" in line for line in known)
    key, name = next(iter(states[1].names.items()))
    for state in states[1:]:
        state.names[key] = "Nobody"
    found = set(compared(module, log, states)) - {*known, last}
    assert found == {f"step 1, the name of {key}: the engine has Nobody, we have {name}"}


def test_an_engine_that_stops_before_the_end() -> None:
    with pytest.raises(CannotRunError, match="before the log ended"):
        list(engine_states(LINES[:-1]))


def test_the_order_in_a_stack_is_part_of_the_layout(bench: Bench) -> None:
    writer = LogWriter(bench.game, bench.games, bench.tables["standard"].copy(), bench.module)
    point = writer.point("troops", "cebu")
    keys = [key for key, state in writer.where("troops") if state.place == "available_gov"][:2]
    writer.move(keys, "cebu")
    pile = writer.pile_at(point)
    assert pile is not None
    assert pile.contents[-2:] == tuple(keys)
    before = layout_of(writer.table)
    assert before[point] >= {pile.contents}
    turned = Pile(*pile[:-1], tuple(reversed(pile.contents)))
    writer.table.put("piles", pile.id, turned)
    assert layout_of(writer.table) != before


def test_a_loose_piece_is_a_pile_of_its_own(bench: Bench) -> None:
    table: Table = bench.tables["standard"].copy()
    layout = layout_of(table)
    loose = next(piece for piece in table.pieces.values() if not piece.pile)
    assert (loose.id,) in layout[loose.map, loose.x, loose.y]
    held = sum(len(pile) for piles in layout.values() for pile in piles)
    assert held == len(table.pieces)


class TestWithEngine:
    pytestmark = needs_engine

    @pytest.mark.parametrize(
        ("game", "habits"),
        [
            ("people-power", ()),
            ("people-power", ("--noise",)),
            ("junta-coup", ()),
            ("junta-coup", ("--noise",)),
        ],
    )
    def test_a_simulated_game(self, game: str, habits: tuple[str, ...], tmp_path: Path) -> None:
        seed = str(random.Random(game + "".join(habits)).randrange(10_000))
        module = build_module(load(bundled_games()[game]).game, tmp_path)
        arguments = ["simulate", game, "--seed", seed, "-o", str(tmp_path), "--module", str(module)]
        written = CliRunner().invoke(cli, [*arguments, *habits])
        assert written.exit_code == 0, written.output
        (log,) = tmp_path.glob("*.vlog")
        assert differences(module, log, Path(ENGINE)) == []
