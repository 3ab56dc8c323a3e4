"""Civil Power's data against its rulebook: its worked examples, set-ups and counters."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen.model.tactics.combat_results import entry
from modgen.model.tactics.field import ground_of
from modgen.model.tactics.ground import STEPS
from modgen.model.tactics.purchases import laid_out, units_of
from modgen.model.types.scenario import Scenario

FIRE, SHOCK = "04_fire", "06_shock"


def result(game: Game, chart: str, strength: int, die: int) -> str:
    """A table's entry."""
    return entry(
        next(candidate for candidate in game.charts if candidate.id == chart), strength, die
    )


def rating(game: Game, piece: str, corner: str) -> int:
    return int(getattr(game.piece_types[piece].start_face, corner))


def modifier(game: Game, chart: str, words: str) -> int:
    table = next(candidate for candidate in game.charts if candidate.id == chart)
    return next(int(row[1].partition(",")[0]) for row in table.rows if words in row[0])


def test_fire_example(civil_power: Game) -> None:
    """5.3.3: 8 points, a 2, one for height, two less for night: nothing; the check suppresses."""
    strength = 2 * rating(civil_power, "pistol_punk", "nw")
    die = 2 + modifier(civil_power, "05_fire_modifiers", "level higher")
    die += modifier(civil_power, "05_fire_modifiers", "night")
    assert (strength, die) == (8, 1)
    assert result(civil_power, FIRE, strength, die) == "–"
    check = 4 + modifier(civil_power, "08_morale", "night")
    assert rating(civil_power, "line", "sw") < check < 7


def test_shock_example(civil_power: Game) -> None:
    """5.4.3: two Reserves against a gang and a suppressed crowd."""
    police = 2 * rating(civil_power, "reserve", "ne")
    mob = rating(civil_power, "pistol_punk", "ne")
    suppressed = modifier(civil_power, "07_shock_modifiers", "suppressed")
    assert result(civil_power, SHOCK, police, 4 + suppressed) == "2"
    assert result(civil_power, SHOCK, mob, 5) == "1"
    assert mob < police
    crowd = modifier(civil_power, "08_morale", "suppressed")
    assert crowd + modifier(civil_power, "08_morale", "retreated") == 2


def test_baton_example(civil_power: Game) -> None:
    """8.1: 14 points at a crowd three areas off, a 5."""
    strength = 2 * rating(civil_power, "tactical", "ne")
    near = modifier(civil_power, "07_shock_modifiers", "each area")
    die = 5 + 3 * near + modifier(civil_power, "07_shock_modifiers", "at a Crowd")
    assert result(civil_power, SHOCK, strength, die) == "2"
    drm = modifier(civil_power, "08_morale", "Agitator")
    assert drm + modifier(civil_power, "08_morale", "retreated") == 0


@pytest.mark.parametrize("chart", [FIRE, SHOCK])
def test_columns_begin_where_their_names_say(civil_power: Game, chart: str) -> None:
    table = next(candidate for candidate in civil_power.charts if candidate.id == chart)
    assert table.results is not None
    for name, start in zip(table.columns[1:], table.results.columns_from, strict=True):
        assert name.startswith((f"{start}-", f"{start}+"))
    for row, start in zip(table.rows, table.results.rows_from, strict=True):
        assert row[0].split()[0] == str(start)
    assert entry(table, -3, -9) == table.rows[0][1]
    assert entry(table, 99, 99) == table.rows[-1][-1]


@pytest.mark.parametrize("chart", [FIRE, SHOCK])
def test_tables_never_fall(civil_power: Game, chart: str) -> None:
    """A higher die or more strength never gives a weaker result."""
    order = {"–": 0, "W": 1, "M": 1, "1": 2, "K": 2, "2": 3, "X": 4}
    rows = [
        [order[cell] for cell in row[1:]]
        for row in next(known for known in civil_power.charts if known.id == chart).rows
    ]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))


def test_counters(civil_power: Game) -> None:
    """140 counters; the two Mobs have the same."""
    printed = {"fire", "gas", "suppressed", "second_level", "gas_gun"}
    types = civil_power.piece_types.values()
    assert sum(one.count for one in types if one.kind == "force" or one.id in printed) == 140
    for piece in types:
        if piece.side == "mob" and piece.kind == "force":
            rival = civil_power.piece_types[f"{piece.id}_2"]
            same = {"id", "name", "plural", "side", "home"}
            assert piece.model_dump(exclude=same) == rival.model_dump(exclude=same)


def test_fifteen_scenarios(civil_power: Game) -> None:
    assert sum(not part.lesson for part in civil_power.scenarios) == 15
    riots = [part for part in civil_power.scenarios if part.id.startswith("i-")]
    assert all("tdn" in part.levels for part in riots)
    for scenario in riots:
        points = sum(part.points or 0 for part in scenario.forces if part.side != "police")
        if points and scenario.id != "i-5":
            assert scenario.levels["tdn"] == -(-points // 10)


def test_where_forces_wait(civil_power: Game) -> None:
    cable_street = next(candidate for candidate in civil_power.scenarios if candidate.id == "i-1")
    held = laid_out(civil_power, cable_street)
    assert held["force_police"]["untrained_crowd_2"] == 8
    assert cable_street.boards == [["east"], ["west"]]


@pytest.mark.parametrize(("scenario", "feature"), [("ii-1", "hedge"), ("ii-7", "fence")])
def test_the_hedge_of_the_park(civil_power: Game, scenario: str, feature: str) -> None:
    """II-7: the fence of its compound, where other scenarios have a hedge, hides nobody."""
    played = next(one for one in civil_power.scenarios if one.id == scenario)
    ground = ground_of(civil_power, played)
    square = ground.names["E-D4"]
    assert [one.id for one in ground.on_side(square, "n")] == [feature]
    assert ground.on_side(square, "n")[0].blocks_sight == (feature == "hedge")


def test_buildings_stand_next_to_the_plaza(civil_power: Game) -> None:
    """I-7, II-4: the Mob sets up in the Plaza and in the buildings next to it."""
    ground = ground_of(civil_power)
    plaza = [at for at, terrain in ground.terrain.items() if terrain.id == "plaza"]
    beside = {
        (column + dx, row + dy) for column, row in plaza for dx in (-1, 0, 1) for dy in (-1, 0, 1)
    }
    assert sum(ground.terrain[near].id == "building" for near in beside) >= 3


def test_both_mobs_of_i_5_can_disintegrate(civil_power: Game) -> None:
    scenario = next(one for one in civil_power.scenarios if one.id == "i-5")
    assert (scenario.levels["tdn"], scenario.levels["tdn_2"]) == (30, 30)


def _room_for_crowds(game: Game, scenario: Scenario, points: int) -> int:
    """The squares in which Crowds that enter by the south edge in one turn can end, one in each."""
    ground = ground_of(game, scenario)
    open_squares = {at for at, one in ground.terrain.items() if "crowd" not in one.closed_to}
    south = max(row for _, row in ground.terrain)
    reached = ring = {(column, row) for column, row in open_squares if row == south}
    for _ in range(points - 1):
        steps = ((x + dx, y + dy) for x, y in ring for dx, dy in STEPS.values())
        ring = {at for at in steps if at in open_squares} - reached
        reached = reached | ring
    return len(reached)


@pytest.mark.parametrize(("key", "side"), [("i-1", "police"), ("i-2", "mob"), ("i-8", "mob")])
def test_all_crowds_can_enter_as_the_scenario_says(civil_power: Game, key: str, side: str) -> None:
    scenario = next(one for one in civil_power.scenarios if one.id == key)
    force = next(one for one in scenario.forces if one.side == side)
    assert force.enters is not None
    assert force.enters.edges == ["s"]
    kinds = civil_power.piece_types
    crowds = {
        kind: number
        for kind, number in units_of(civil_power, force).items()
        if kind in kinds and kinds[kind].size_class == "crowd"
    }
    slowest = min(int(kinds[kind].start_face.se) for kind in crowds)
    room = _room_for_crowds(civil_power, scenario, slowest)
    assert sum(crowds.values()) <= room * len(force.enters.turns)
