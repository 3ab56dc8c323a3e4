"""The legal acts that the random player chooses from, compared with the second engine's map."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.play import actions
from tests.junta_coup.bridge import CoupBench
from tests.junta_reference.city import ADJACENT, EMBASSIES, LANDS

OFFICES = {
    "president": "aranda",
    "minister": "benitez",
    "general_1": "cardenas",
    "almirante": "dorado",
    "comandante": "dorado",
}
UNITS = [
    PieceState("palace_guard", "nobody", "presidential_palace"),
    PieceState("police", "nobody", "police_precinct_1"),
    PieceState("police", "nobody", "police_precinct_1"),
    PieceState("brigade_1", "nobody", "parliament"),
    PieceState("marines", "nobody", "off_map"),
    PieceState("paratroopers", "nobody", "off_map"),
]


def table(coups: CoupBench, phase: int, *units: PieceState, away: Iterable[str] = ()) -> Position:
    """Four families with their Offices, and some Units."""
    families = ("aranda", "benitez", "cardenas", "dorado")
    seats = [
        PieceState(f"seat_{who}", "exile" if who in away else "in_play", f"family_{who}")
        for who in families
    ]
    offices = [PieceState(key, "regime", f"family_{who}") for key, who in OFFICES.items()]
    marker = PieceState("coup_phase", "front", f"coup_track:{phase}")
    return coups.rulebook.position([*seats, *offices, marker, *UNITS, *units])


@pytest.mark.parametrize("family", ["benitez", "cardenas"])
def test_units_move_to_every_adjacent_space_and_no_other(coups: CoupBench, family: str) -> None:
    position = table(coups, 1)
    moves = list(actions.movements(position, family, sorts=["move"]))
    source = moves[0].source
    assert {act.source for act in moves} == {source}
    assert {act.target for act in moves} == ADJACENT[source]
    assert {act.units for act in moves} == {tuple(position.there(source, family))}


def test_a_second_movement_is_not_offered(coups: CoupBench) -> None:
    """5.b: one space to one space; 6.b: nor a Unit that another family has moved."""
    position = table(coups, 1, PieceState("police", "nobody", "market"))
    options = list(actions.movements(position, "benitez", sorts=["move"]))
    assert {act.source for act in options} == {"market", "police_precinct_1"}
    first = next(act for act in options if act.source == "market")
    after = PieceState("police", "nobody", first.target)
    position = position.changed(first.units[0], after)
    others = actions.movements(position, "benitez", [first], sorts=["move"])
    assert "police_precinct_1" not in {act.source for act in others}
    position = table(coups, 1)
    police = position.there("police_precinct_1")
    left = [
        act.units
        for act in actions.movements(position, "benitez", moved=police[:1], sorts=["move"])
        if act.source == "police_precinct_1"
    ]
    assert set(left) == {tuple(police[1:])}


def test_landings(coups: CoupBench) -> None:
    """7.a, 7.b: each kind lands where the second engine lets it; a movement inland is another."""
    position = table(coups, 1)
    found: dict[str, set[str]] = {}
    for act in actions.movements(position, "dorado", sorts=["land"]):
        found.setdefault(position.units[act.units[0]].kind, set()).add(act.target)
    assert found == {kind: set(spaces) for kind, spaces in LANDS.items()}


def test_who_may_not_act(coups: CoupBench) -> None:
    """3.c: El Presidente waits in the Rebellion phase; 4.a: an exile does nothing."""
    rebellion, later = table(coups, 0), table(coups, 1)
    assert not list(actions.movements(rebellion, "aranda", sorts=["move"]))
    assert list(actions.movements(later, "aranda", sorts=["move"]))
    away = table(coups, 1, away=["benitez", "dorado"])
    assert not list(actions.movements(away, "benitez"))
    assert not list(actions.movements(away, "dorado"))


def test_battle(coups: CoupBench) -> None:
    """10.a, 11.f, 12.0, 14.a, 15.a: declarations, dice, bombardment, who leaves."""
    guard = PieceState("palace_guard", "nobody", "parliament")
    embassy = sorted(EMBASSIES)[0]
    crowd = [PieceState(kind, "nobody", embassy) for kind in ("palace_guard", "brigade_1")]
    position = table(coups, 1, guard, guard, *crowd)
    assert actions.attacks(position, "cardenas") == ["parliament"]
    assert "parliament" in actions.attacks(position, "dorado")  # commands both bombardments
    assert embassy not in actions.attacks(position, "dorado")
    fighters = position.held("parliament")
    shots = {shot.family: shot for shot in actions.shots(position, "parliament", fighters)}
    assert {who: (shot.dice, shot.targets) for who, shot in shots.items()} == {
        "aranda": (2, ("cardenas",)),
        "cardenas": (1, ("aranda",)),
    }
    guns = {shot.deed: shot.dice for shot in actions.bombardments(position, fighters, (), 0)}
    assert guns == {"gunboat": 3, "air_raid": 6}
    left = actions.bombardments(position, fighters, ["gunboat"], 3)
    assert not list(left)
    assert actions.leaving(position, fighters, {"aranda": 1}) == ["aranda"]
    assert actions.leaving(position, fighters, {"aranda": 1, "cardenas": 1}) == []
    position = table(coups, 0, guard)
    shots_now = actions.shots(position, "parliament", position.held("parliament"))
    assert [shot.family for shot in shots_now] == ["cardenas"]
