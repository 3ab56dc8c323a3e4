"""What hands do with pieces in a whole turn, and the clause that it breaks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Reported = Callable[..., None]
FORCES: dict[str, dict[str, int]] = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 2},
    "bulacan": {"regular": 2},
    "abra": {"regular": 1, "aguinaldo": 1},
}
LATE = {"manila": {"us_army": 8}, "abra": {"guerrilla": 1}}


def found(paper: Paper) -> list[tuple[str, str]]:
    """The clauses and verdicts of what is found."""
    return [(one.clause, one.verdict) for one in paper.findings()]


# --- arms and recruits ---------------------------------------------------------------------------


@pytest.mark.parametrize("shown", ["advantage", "arms"])
def test_arms_that_land_before_the_tracker_goes_on(shown: str, war: Rulebook) -> None:
    paper = Paper(war, FORCES, 5, shown)
    paper.roll("arms", 1)
    paper.drag(paper.keys("supply_source", "imported_arms"), "bulacan")
    paper.phase("reinforcements")
    assert found(paper) == [("6.0.b", "illegal")]


def grown(war: Rulebook, turn: int) -> Paper:
    """Steps that are recruited by a turn of the counter, before the tracker goes on."""
    paper = Paper(war, FORCES | {"tayabas": {"regular": 1}}, turn, "arms")
    paper.roll("luzon", 2)
    paper.roll("visayas", 2)
    paper.turn_over(paper.keys("tayabas", "regular")[0], "two")
    paper.phase("reinforcements")
    paper.phase("us_ground")
    return paper


def test_recruits_by_the_other_face_of_a_counter(war: Rulebook) -> None:
    assert ("7.2.a", "illegal") in found(grown(war, 1))
    assert not found(grown(war, 5))


@pytest.mark.parametrize("back", [True, False])
def test_a_unit_that_was_taken_off_is_put_back_in_the_next_phase(back: bool, war: Rulebook) -> None:
    paper = Paper(war, FORCES, 5, "us_ground")
    unit = paper.keys("bulacan", "regular")[0]
    paper.away("bulacan", "regular", "pool_filipino")
    paper.phase("us_poa")
    if back:
        paper.drag([unit], "bulacan")
    paper.phase("filipino_movement")
    assert [clause for clause, _ in found(paper)] == ["1.2.1.b"] * (not back)


# --- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "shots", "clause"),
    [
        (5, (), "8.1.h"),
        (5, (2,), ""),
        (3, (), ""),
    ],
)
def test_guerrillas_who_see_a_force_leave_shoot(
    die: int, shots: tuple[int, ...], clause: str, war: Rulebook
) -> None:
    paper = Paper(war, LATE | {"cavite": {"us_army": 2, "guerrilla": 2}}, 10, "us_ground")
    paper.go("cavite", "manila", "us_army")
    paper.roll("leaving", die)
    if shots:
        paper.roll("filipino_parting", *shots)
    paper.phase("us_amphibious")
    paper.phase("us_combat")
    paper.phase("filipino_movement")
    paper.phase("filipino_combat")
    assert found(paper) == [(clause, "illegal")] * bool(clause)


def test_a_move_to_a_near_coast_without_a_die_is_one_by_land(war: Rulebook) -> None:
    army = LATE | {"cavite": {"guerrilla": 2}, "manila_bay": {"gunboat": 1}}
    paper = Paper(war, army, 10, "filipino_movement")
    paper.go("cavite", "bulacan", "guerrilla")
    paper.phase("filipino_combat")
    assert found(paper)[:1] == [("8.1.d", "illegal")]


@pytest.mark.parametrize(
    ("army", "way", "verdicts"),
    [
        ({"scouts": 1}, ("nueva_ecija", "principe"), ["illegal"]),
        ({"scouts": 1}, ("nueva_ecija", "pampanga", "principe"), []),  # put right
        ({"us_army": 4}, ("nueva_ecija", "principe"), []),
    ],
)
def test_guerrillas_who_are_put_down_where_they_must_stop(
    army: dict[str, int], way: tuple[str, ...], verdicts: list[str], war: Rulebook
) -> None:
    forces = LATE | {"pampanga": {"guerrilla": 1}, "nueva_ecija": army}
    paper = Paper(war, forces, 10, "filipino_movement")
    keys = paper.keys("pampanga", "guerrilla")
    for area in way:
        paper.drag(keys, area)
    paper.phase("filipino_combat")
    assert found(paper) == [("8.1.d", verdict) for verdict in verdicts]


def test_a_way_by_sea_in_a_monsoon_is_told_from_one_by_land(war: Rulebook) -> None:
    army = LATE | {"zambales": {"guerrilla": 1}}
    paper = Paper(war, army, 12, "filipino_movement")
    keys = paper.keys("zambales", "guerrilla")
    for place in ("zambales_sea", "lingayen", "ilocos_sur"):
        paper.drag(keys, place)
    paper.phase("filipino_combat")
    assert found(paper)[:1] == [("8.2.2.c", "illegal")]


def test_each_forbidden_move_of_a_monsoon_is_named(war: Rulebook) -> None:
    army = LATE | {"zambales": {"guerrilla": 1}, "sorsogon": {"guerrilla": 1}}
    paper = Paper(war, army, 12, "filipino_movement")
    paper.drag(paper.keys("sorsogon", "guerrilla"), "camarines_sur")
    keys = paper.keys("zambales", "guerrilla")
    for place in ("zambales_sea", "lingayen", "ilocos_sur"):
        paper.drag(keys, place)
    paper.phase("filipino_combat")
    assert found(paper) == [("13.0.a", "illegal"), ("8.2.2.c", "illegal")]


@pytest.mark.parametrize("more", [False, True])
def test_two_artillery_units_in_a_log_that_ends_there(more: bool, war: Rulebook) -> None:
    army = {"manila": {"us_army": 8, "us_artillery": 1}, "marong": {"us_army": 2}}
    army["marong"] |= {"us_artillery": int(more)}
    paper = Paper(war, army, 10, "us_ground")
    paper.go("manila", "marong", "us_artillery")
    verdicts = [(one.clause, one.verdict) for one in paper.findings(complete=False)]
    assert verdicts == [("1.2.1.h", "illegal")] * more


def test_pieces_that_were_dragged_together_and_fell_apart(war: Rulebook) -> None:
    army = LATE | {"bondoc": {"guerrilla": 1}, "albay": {"guerrilla": 1}}
    paper = Paper(war, army, 10, "jungle_filipino")
    paper.step += 1
    for area, box in (("bondoc", "jungle_1"), ("albay", "jungle_2")):
        key = paper.keys(area, "guerrilla")[0]
        paper._place(key, box)
        paper.also("move", "", piece=key, kind="guerrilla", source=area, target=box)
    assert found(paper) == [("12.C.a", "suspect")]
    paper = Paper(war, army, 10, "jungle_filipino")
    paper.go("albay", "jungle_2", "guerrilla")
    assert found(paper) == [("12.C.a", "illegal")]


# --- chits ---------------------------------------------------------------------------------------


def on_the_table(war: Rulebook, hidden: bool) -> Paper:
    """A chit that lies in a side's box from one turn to the next."""
    paper = Paper(war, LATE, 10, "advantage")
    paper.cards["us_g7"] = "hand:us"
    paper.record.positions[-1] = paper.position
    paper.chit("us_g7", "chits_us", hidden)
    paper.report()
    paper.phase("us_ground")
    return paper


def test_a_hand_that_lies_face_down_on_the_table_is_not_left_over(war: Rulebook) -> None:
    assert ("5.0.d", "suspect") not in found(on_the_table(war, hidden=True))
    assert ("5.0.d", "suspect") in found(on_the_table(war, hidden=False))


# --- battles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("counted", [1, 2, 3, 0])
def test_steps_lost_to_parting_shots_may_be_left_out_of_the_body_count(
    counted: int, war: Rulebook
) -> None:
    army = {
        "manila": {"us_army": 8},
        "cavite": {"us_army": 4, "regular": 4, "luna": 1},
        "bataan": {"us_army": 2, "regular": 1},
        "abra": {"regular": 1, "aguinaldo": 1},
    }
    paper = Paper(war, army, 6, "us_combat")
    paper.battle("bataan", "round_1")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 5, 1)
    paper.lose("bataan", "regular")
    paper.level("body_count_filipino_marker", 1)
    paper.will(1)
    paper.level("body_count_filipino_marker", 0)
    paper.battle("supply_source")
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1, 2, 3, 4)
    paper.roll("us_fire", 5, 1, 2, 3)
    paper.lose("cavite", "regular")
    if counted:
        paper.level("body_count_filipino_marker", 1)
    paper.roll("us_parting", 6, 1)
    paper.lose("cavite", "regular")
    if counted > 1:
        paper.level("body_count_filipino_marker", counted)
    paper.go("cavite", "batangas", "regular", "luna")
    paper.roll("casualty", 4)
    paper.will(2)
    paper.level("body_count_filipino_marker", 0)
    paper.battle("supply_source")
    paper.phase("us_poa")
    assert ("1.1.1.h" in {clause for clause, _ in found(paper)}) == (counted == 3)


@pytest.mark.parametrize(("late", "verdicts"), [(0, set()), (1, set()), (3, {"illegal"})])
def test_a_body_count_that_is_still_there_in_the_next_battle(
    late: int, verdicts: set[str], war: Rulebook
) -> None:
    army = {
        "manila": {"us_army": 8},
        "cavite": {"us_army": 4, "regular": 4},
        "bataan": {"us_army": 2, "regular": 1},
        "abra": {"regular": 1, "aguinaldo": 1},
    }
    paper = Paper(war, army, 6, "us_combat")
    paper.battle("bataan", "round_1")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 5, 1)
    paper.lose("bataan", "regular")
    paper.level("body_count_filipino_marker", 1)
    paper.will(1)
    acts: list[Callable[[], object]] = [
        lambda: paper.battle("cavite", "round_1"),
        lambda: paper.roll("filipino_fire", 1, 2, 3, 4),
        lambda: paper.roll("us_fire", 1, 1, 2, 3),
    ]
    acts.insert(late, lambda: paper.level("body_count_filipino_marker", 0))
    for act in acts:
        act()
    paper.battle("supply_source")
    paper.phase("us_poa")
    assert {verdict for clause, verdict in found(paper) if clause == "1.1.1.e"} == verdicts


def test_what_the_attacker_earns_beyond_the_end_of_the_track_is_not_recorded(war: Rulebook) -> None:
    army = LATE | {"bulacan": {"us_army": 3, "guerrilla": 2}}
    paper = Paper(war, army, 10, "filipino_combat")
    paper._level("political_will_marker", -8)
    paper.record.positions[-1] = paper.position
    paper.battle("bulacan", "round_1")
    paper.roll("us_fire", 5, 1, 2)
    paper.lose("bulacan", "guerrilla")
    paper.roll("filipino_fire", 6)
    paper.lose("bulacan", "us_army")
    paper.will(1)
    paper.battle("supply_source")
    paper.will(-2)
    paper.phase("jungle_us")
    assert "10.9.b" not in {clause for clause, _ in found(paper)}


def test_artillery_that_is_taken_before_the_guerrillas_come(war: Rulebook) -> None:
    army = LATE | {"pampanga": {"guerrilla": 2}, "bataan": {"us_artillery": 1}}
    paper = Paper(war, army, 10, "filipino_movement")
    paper.away("bataan", "us_artillery", "lost_us")
    paper.go("pampanga", "bataan", "guerrilla")
    paper.will(-2)
    paper.phase("filipino_combat")
    assert not found(paper)


# --- the Jungle, the coast of Manila, objectives -------------------------------------------------

HOLD = {
    "manila": {"us_army": 8},
    "cavite": {"us_army": 4},
    "bulacan": {"us_army": 4},
    "pangasinan": {"us_army": 4},
    "iloilo": {"us_army": 4},
    "manila_bay": {"gunboat": 2},
    "abra": {"guerrilla": 1},
}
MARCHES = (
    ("manila", "marong"),
    ("bulacan", "marong"),
    ("pangasinan", "la_union"),
    ("iloilo", "antique"),
)


@pytest.mark.parametrize("area", ["cavite", "bulacan"])
def test_a_force_that_enters_the_jungle_takes_an_operation(area: str, war: Rulebook) -> None:
    paper = Paper(war, HOLD, 10, "us_ground")
    for source, target in MARCHES:
        paper.drag(paper.keys(source, "us_army")[:1], target)
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    paper.drag(paper.keys(area, "us_army")[:1], "jungle_1")
    assert found(paper) == [("12.A.c", "illegal")] * (area == "cavite")


@pytest.mark.parametrize(
    ("turn", "target", "clause"), [(10, "pangasinan", "8.1.a"), (12, "pampanga", "13.0.a")]
)
def test_a_march_from_manila_along_the_coast_is_no_landing(
    turn: int, target: str, clause: str, war: Rulebook
) -> None:
    paper = Paper(war, HOLD, turn, "us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], target)
    for phase in ("us_amphibious", "us_combat", "filipino_movement"):
        paper.phase(phase)
    assert found(paper)[:1] == [(clause, "illegal")]


def test_troops_that_are_put_down_beside_like_ones_on_their_way_by_sea_are_one_landing(
    war: Rulebook,
) -> None:
    paper = Paper(war, HOLD, 10, "us_ground")
    paper.phase("us_amphibious")
    paper.drag(paper.keys("manila_bay", "gunboat"), "guimaras")
    troops = paper.keys("manila", "us_army")[:2]
    for stop in ("bulacan", "iloilo"):
        paper.drag(troops, stop)
    for phase in ("us_gunboats", "us_combat", "filipino_movement"):
        paper.phase(phase)
    assert found(paper) == []


@pytest.mark.parametrize(
    ("chit", "back", "clause"),
    [
        ("us_o2", True, ""),
        ("us_o2", False, "4.0.g"),
        ("us_odummy1", True, "4.0.e"),
    ],
)
def test_points_for_an_objective_that_stays_or_for_a_dummy(
    chit: str, back: bool, clause: str, war: Rulebook
) -> None:
    paper = Paper(war, HOLD, 10, "objectives")
    paper.cards[chit] = "objectives_us"
    paper.begin_here()
    for phase in ("us_ground", "us_combat", "filipino_movement", "supply", "scoring"):
        paper.phase(phase)
    paper.level("victory_marker", 1)
    if back:
        paper.chit(chit, "hand:us")
    paper.phase("victory")
    paper.level("turn_marker", 11)
    told = [(one.clause, one.verdict) for one in paper.findings(complete=False)]
    assert told == [(clause, "illegal")] * bool(clause)


def test_two_sites_in_an_area_are_told_once(war: Rulebook) -> None:
    paper = Paper(war, HOLD | {"bulacan": {"us_army": 6, "poa": 1}}, 10, "us_poa")
    paper._level("political_will_marker", 1)
    paper.record.positions[-1] = paper.position
    paper.away("pool_markers", "poa", "bulacan")
    paper.will(1)
    assert [clause for clause, _ in found(paper)].count("11.0.d") == 1


def test_a_log_that_ends_while_change_is_made(war: Rulebook) -> None:
    paper = Paper(war, HOLD | {"tayabas": {"guerrilla": 2}}, 10, "filipino_movement")
    key = paper.keys("pool_filipino", "guerrilla")[0]
    paper.turn_over(key, "one")
    paper.drag([key], "tayabas")
    assert "illegal" not in {one.verdict for one in paper.findings(complete=False)}
    paper.phase("filipino_combat")
    assert "illegal" in {one.verdict for one in paper.findings(complete=False)}


STAND_UP = {"manila": {"us_army": 8}, "abra": {"regular": 1, "aguinaldo": 1}}


@pytest.mark.parametrize(
    ("leader", "hits", "clause"),
    [
        ("", 2, "10.6.5.a"),
        ("luna", 2, ""),
        ("", 0, ""),
    ],
)
def test_filipinos_who_must_retreat_do_not_stay_when_the_battle_ends(
    leader: str, hits: int, clause: str, war: Rulebook
) -> None:
    army = {"us_army": 4, "regular": 3} | ({leader: 1} if leader else {})
    paper = Paper(war, STAND_UP | {"laguna": army}, 5, "us_combat")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 2, 3)
    paper.roll("us_fire", *(6,) * hits, *(1,) * (4 - hits))
    if hits:
        paper.lose("laguna", "regular", hits)
        paper.will(hits)
    if leader:
        paper.roll("casualty", 4)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert found(paper)[: bool(clause)] == [(clause, "illegal")] * bool(clause)
    assert clause or "10.6.5.a" not in {one for one, _ in found(paper)}


def test_steps_beyond_those_of_a_chit_break_the_rule_of_the_chit(war: Rulebook) -> None:
    paper = Paper(war, LATE | {"samar": {"guerrilla": 2}}, 10, "reinforcements")
    paper.roll("luzon", 2)
    paper.roll("visayas", 2)
    paper.play("fil_g7")
    paper.drag(paper.keys("pool_filipino", "guerrilla")[:2], "samar")
    paper.chit("fil_g7", "cup_filipino_guerrilla")
    paper.phase("us_ground")
    assert found(paper)[0] == ("PH.G7", "illegal")


@pytest.mark.parametrize(
    ("phase", "way", "clause"),
    [
        ("us_ground", ("zambales_sea", "lingayen"), "8.2.3.h"),
        ("us_amphibious", ("zambales_sea", "manila_bay"), "8.2.3.h"),
        ("us_amphibious", ("lingayen",), "8.2.3.g"),
        ("us_amphibious", ("zambales_sea",), ""),
    ],
)
def test_a_gunboat_that_carried_troops_sails_past_them(
    phase: str, way: tuple[str, ...], clause: str, war: Rulebook
) -> None:
    army = {"manila": {"us_army": 4}, "bataan": {"regular": 2}, "manila_bay": {"gunboat": 1}}
    paper = Paper(war, army, 5, "us_ground")
    if phase != "us_ground":
        paper.phase(phase)
    paper.drag(paper.keys("manila", "us_army")[:1], "zambales")
    boat = paper.keys("manila_bay", "gunboat")
    for sea in way:
        paper.drag(boat, sea)
    paper.phase("us_gunboats")
    paper.phase("us_combat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    told = [one for one in found(paper) if one[0].startswith("8.")]
    assert told == [(clause, "illegal")] * bool(clause)


@pytest.mark.parametrize(
    ("ways", "clause"),
    [
        ({0: "tayabas_sea"}, "8.2.3.h"),
        ({0: "ragay", 1: "verde"}, "8.2.3.h"),
        ({1: "verde"}, ""),
    ],
)
def test_a_gunboat_that_carried_troops_moves_on_with_the_others(
    ways: dict[int, str], clause: str, war: Rulebook
) -> None:
    """To another sea space of the same coast, or another Gunboat takes its place."""
    army = {"manila": {"us_army": 4}, "bataan": {"regular": 2}, "manila_bay": {"gunboat": 2}}
    paper = Paper(war, army, 5, "us_amphibious")
    boats = paper.keys("manila_bay", "gunboat")
    paper.drag(paper.keys("manila", "us_army")[:1], "batangas")
    paper.drag(boats[:1], "verde")
    paper.phase("us_gunboats")
    for number, sea in ways.items():
        paper.drag([boats[number]], sea)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert found(paper) == [(clause, "illegal")] * bool(clause)


@pytest.mark.parametrize("phase", ["us_ground", "us_combat"])
def test_a_filipino_march_between_two_volleys(phase: str, war: Rulebook) -> None:
    paper = Paper(war, FORCES, 5, "us_ground")
    paper.drag(paper.keys("manila", "us_army")[:2], "bulacan")
    if phase != "us_ground":
        paper.phase(phase)
    paper.battle("bulacan", "round_1")
    paper.roll("filipino_fire", 1, 1)
    paper.drag(paper.keys("abra", "regular"), "bontoc")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.battle("supply_source", "retreat")
    paper.drag(paper.keys("bulacan", "us_army"), "manila")
    for after in ("us_poa", "filipino_movement"):
        paper.phase(after)
    assert ("3.1.a", "illegal") in found(paper)


@pytest.mark.parametrize("chit", ["fil_s1", "fil_s2"])
@pytest.mark.parametrize("to", ["cup_filipino_stand_up", "hand:us"])
def test_a_chit_that_is_put_back_before_an_attack_was_not_played(
    chit: str, to: str, war: Rulebook
) -> None:
    """5.0.b, 10.2.b: the battle is an ordinary one of the Filipino movement."""
    army = {"bataan": {"us_army": 2}, "bulacan": {"regular": 4}}
    paper = Paper(war, STAND_UP | army, 5, "advantage")
    paper.chit(chit, "hand:filipino")
    paper.phase("filipino_movement")
    paper.chit(chit, to)
    paper.go("bulacan", "bataan", "regular")
    paper.battle("bataan", "round_1")
    paper.roll("us_fire", 1, 1)
    paper.roll("filipino_fire", 1, 2, 3, 4)
    paper.go("bataan", "bulacan", "regular")
    paper.battle("supply_source", "retreat")
    for phase in ("filipino_combat", "jungle_us"):
        paper.phase(phase)
    assert not {clause for clause, _ in found(paper)} & {"10.2.b", "10.6.5.d"}


@pytest.mark.parametrize("turned_first", [True, False])
def test_change_that_is_made_while_gunboats_move(turned_first: bool, war: Rulebook) -> None:
    """1.2.1.b: two counters of one step become one of two steps."""
    army = {"manila_bay": {"gunboat": 1}, "bataan": {"regular": 2}}
    paper = Paper(war, STAND_UP | army, 5, "us_ground")
    for _ in range(2):
        paper.put("manila", "us_army", 1)
    paper.begin_here()
    paper.phase("us_amphibious")
    paper.phase("us_gunboats")
    one, other = paper.keys("manila", "us_army")[:2]
    if turned_first:
        paper.turn_over(one, "two")
    paper.drag(paper.keys("manila_bay", "gunboat"), "zambales_sea")
    paper.drag([other], "pool_us")
    if not turned_first:
        paper.turn_over(one, "two")
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert not found(paper)


@pytest.mark.parametrize("turned_first", [True, False])
def test_a_step_lost_to_shelling_with_change(turned_first: bool, war: Rulebook) -> None:
    """10.6.4.a: of three counters of one step, one of two steps remains."""
    paper = Paper(war, STAND_UP | {"zambales_sea": {"gunboat": 2}}, 5, "us_ground")
    for _ in range(3):
        paper.put("zambales", "regular", 1)
    paper.begin_here()
    paper.phase("us_shelling")
    paper.roll("shelling", 6)
    one, *others = paper.keys("zambales", "regular")
    if turned_first:
        paper.turn_over(one, "two")
    for other in others:
        paper.drag([other], "pool_filipino")
    if not turned_first:
        paper.turn_over(one, "two")
    paper.will(1)
    for phase in ("us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    assert not found(paper)
