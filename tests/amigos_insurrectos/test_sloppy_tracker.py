"""Records whose tracker goes on late are accepted; moves out of their phase are reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.reading.phases import turns
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8, "lawton": 1},
    "manila_bay": {"gunboat": 1},
    "abra": {"regular": 1, "aguinaldo": 1},
    "laguna": {"us_army": 4, "guerrilla": 4},
    "tayabas": {"guerrilla": 2},
    "infanta": {"guerrilla": 2},
}

LATER = (
    "us_amphibious", "us_gunboats", "us_shelling", "us_combat", "us_poa",
    "filipino_movement", "filipino_combat",
)  # fmt: skip


def searched(war: Rulebook, away: bool) -> Paper:
    """A search in Laguna fails; with `away` the Battle marker is put away afterwards."""
    paper = Paper(war, FORCES)
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    if away:
        paper.battle("supply_source", "retreat")
    return paper


def scatter(paper: Paper) -> None:
    """The Guerrillas of Laguna go to two areas."""
    first, second = paper.keys("laguna", "guerrilla")
    near = sorted(paper.country.near["laguna"] - {"manila"})
    paper.drag([first], near[0])
    paper.drag([second], near[1])


@pytest.mark.long
@pytest.mark.parametrize("late", ["filipino_movement", "filipino_combat", "jungle_us"])
def test_filipino_moves_before_the_tracker_goes_on_are_no_retreats(
    late: str, war: Rulebook
) -> None:
    paper = searched(war, away=False)
    scatter(paper)
    paper.phase(late)
    assert not [one.message for one in paper.findings() if one.verdict == "illegal"]


def test_a_retreat_to_two_areas_while_the_battle_goes_on_is_illegal(war: Rulebook) -> None:
    paper = searched(war, away=False)
    scatter(paper)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    paper.phase("filipino_combat")
    assert any(
        one.clause.startswith("10.3") and one.verdict == "illegal" for one in paper.findings()
    )


LOST = FORCES | {"bontoc": {"us_army": 3}}


@pytest.mark.parametrize("before", ["filipino_combat", "jungle_us", "jungle_filipino"])
def test_a_supply_loss_before_the_tracker_goes_on_counts(before: str, war: Rulebook) -> None:
    paper = Paper(war, LOST, phase="filipino_movement")
    paper.go("tayabas", "bondoc", "guerrilla")
    paper.phase("filipino_combat")
    paper.phase(before)
    paper.lose("bontoc", "us_army")
    paper.phase("supply")
    paper.will(-2)
    paper.phase("scoring")
    will = paper.position.will
    paper.level("victory_marker", paper.position.points - paper.country.victory_points(will))
    paper.level("political_will_marker", 0)
    paper.phase("victory")
    paper.level("turn_marker", 3)
    paper.phase("objectives")
    paper.act("chat")
    assert "15.2.a" not in {one.clause for one in paper.findings(complete=False)}


def choose(paper: Paper, chit: str) -> None:
    """An objective goes from the hand to the display."""
    paper.cards[chit] = "hand:us"
    paper.record.positions[-1] = paper.position
    paper.chit(chit, "objectives_us")


def test_an_objective_is_chosen_before_the_tracker_leaves_the_turn_before(war: Rulebook) -> None:
    paper = Paper(war, FORCES, phase="us_combat")
    paper.turn_over(paper.keys("manila", "us_army")[0], "one")
    paper.turn_over(paper.keys("manila", "us_army")[0], "two")
    choose(paper, "us_o8")
    paper.phase("us_ground")
    paper.phase("filipino_combat")
    assert "4.0.b" not in {one.clause for one in paper.findings()}


def shown_to_the_end(paper: Paper) -> list[str]:
    """The clauses that are reported when the tracker shows all later phases up to supply."""
    order = list(paper.country.game.phases)
    for phase in order[(order.index(paper.now) + 1) % len(order) : order.index("supply")]:
        if phase != "objectives":
            paper.phase(phase)
    return [one.clause for one in paper.findings()]


def test_an_objective_is_chosen_before_the_tracker_shows_a_new_turn(war: Rulebook) -> None:
    paper = Paper(war, FORCES, phase="victory")
    choose(paper, "us_o8")
    assert "4.0.b" not in shown_to_the_end(paper)


@pytest.mark.parametrize("paid", [True, False])
def test_cavalry_that_was_lost_and_rebuilt_has_not_moved(paid: bool, war: Rulebook) -> None:
    forces = FORCES | {"cavite": {"us_cavalry": 1, "us_army": 2}}
    paper = Paper(war, forces, phase="reinforcements")
    horse = paper.keys("cavite", "us_cavalry")
    paper.drag(horse, "pool_us")
    if paid:
        paper.will(-2)
    paper.drag(horse, "manila")
    paper.will(-1)
    paper.roll("luzon", 1)
    paper.roll("visayas", 1)
    assert ("3.1.a" in shown_to_the_end(paper)) is not paid


def burn(paper: Paper, chit: str) -> None:
    """A chit goes from the hand to those that are out of the game."""
    paper.cards[chit] = "hand:us"
    paper.record.positions[-1] = paper.position
    paper.chit(chit, "removed_us")


Act = Callable[[Paper], Any]


def whole_turn(war: Rulebook, **strays: Act) -> Paper:
    """A turn whose tracker shows every phase; `strays` are done at the end of some phases."""
    paper = Paper(war, FORCES, phase="objectives")
    paper.phase("us_ground")
    for phase in list(war.game.phases)[list(war.game.phases).index("us_ground") :]:
        if phase == "supply":
            break
        if phase != "us_ground":
            paper.phase(phase)
        if phase == "us_combat":
            paper.battle("laguna", "retreat")
            paper.roll("us_search", 1)
            paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
            paper.battle("supply_source", "retreat")
        if phase == "filipino_movement":
            paper.go("tayabas", "bondoc", "guerrilla")
        if phase == "filipino_combat":
            paper.battle("laguna", "round_1")
            paper.roll("us_fire", 1, 1, 1, 1)
            paper.roll("filipino_fire", 1, 1, 1, 1)
            paper.battle("supply_source", "retreat")
        strays.get(phase, lambda _: None)(paper)
    return paper


def test_a_turn_whose_moves_are_in_their_phases_is_accepted(war: Rulebook) -> None:
    found = whole_turn(war).findings()
    assert not [one.clause for one in found if one.clause.startswith(("3.1", "3.3"))]


@pytest.mark.parametrize("slip", ["objectives", "arms"])
@pytest.mark.parametrize(
    ("shown", "then"),
    [
        ("filipino_combat", "filipino_combat"),
        ("filipino_combat", "jungle_us"),
        ("jungle_filipino", "supply"),
    ],
)
def test_a_slip_of_the_tracker_ends_no_turn(
    shown: str, then: str, slip: str, war: Rulebook
) -> None:
    paper = whole_turn(war, **{shown: lambda p: (p.phase(slip), p.phase(then))})
    paper.phase("supply")
    paper.level("turn_marker", 3)
    paper.phase("objectives")
    paper.go("bondoc", "tayabas", "guerrilla")
    paper.phase("filipino_combat")
    assert [turn.number for turn in turns(paper.record, paper.country)] == [1, 2, 3]
    assert not paper.findings(complete=False)


STRAYS: dict[str, tuple[str, str, Act]] = {
    "a Gunboat in the Filipino phase": (
        "3.1.a",
        "filipino_movement",
        lambda p: p.go("manila_bay", "verde", "gunboat"),
    ),
    "US units in the Filipino phase": (
        "3.1.a",
        "filipino_movement",
        lambda p: p.go("manila", "cavite", "us_army"),
    ),
    "Filipinos in the US phase": (
        "3.1.a",
        "us_combat",
        lambda p: (
            p.go("infanta", "principe", "guerrilla"),
            p.battle("laguna"),
            p.roll("us_search", 1),
            p.battle("supply_source"),
        ),
    ),
    "US units after their battles": (
        "3.3.b",
        "us_combat",
        lambda p: p.go("manila", "cavite", "us_army"),
    ),
    "Filipinos after their battles": (
        "3.3.c",
        "filipino_combat",
        lambda p: p.go("infanta", "tayabas", "guerrilla"),
    ),
    "Filipinos who join a battle after its first round": (
        "3.3.c",
        "filipino_combat",
        lambda p: p.go("infanta", "laguna", "guerrilla"),
    ),
    "a Leader who goes four areas": (
        "8.1.g",
        "us_ground",
        lambda p: [p.drag(["lawton#0"], one) for one in ("nueva_ecija", "quiangan")],
    ),
    "a POA site in the Filipino phase": (
        "3.1.a",
        "filipino_movement",
        lambda p: (p.will(1), p.drag(p.keys("pool_markers", "poa")[:1], "manila"), p.will(1)),
    ),
    "an objective in the operations": ("4.0.b", "us_ground", lambda p: choose(p, "us_o8")),
    "a US step taken off without a hit": (
        "1.2.1.b",
        "filipino_combat",
        lambda p: p.lose("manila", "us_army"),
    ),
    "a Filipino step taken off without a hit": (
        "1.2.1.b",
        "us_combat",
        lambda p: p.lose("tayabas", "guerrilla"),
    ),
    "a Filipino step taken off in the movement": (
        "1.2.1.b",
        "filipino_movement",
        lambda p: p.lose("bondoc", "guerrilla"),
    ),
    "a Gunboat taken off": ("9.0.b", "filipino_combat", lambda p: p.drag(["gunboat#0"], "pool_us")),
    "a Leader taken off": (
        "10.7.a",
        "filipino_movement",
        lambda p: p.drag(["lawton#0"], "leaders_us"),
    ),
    "a marker of a massacre without one": (
        "1.2.1.d",
        "filipino_movement",
        lambda p: p.drag(["us_massacre#0"], "manila"),
    ),
    "US Supply while Manila is held": ("15.3", "us_poa", lambda p: p.drag(["supply#0"], "cavite")),
    "US Artillery out of play": (
        "7.1.e",
        "us_combat",
        lambda p: p.drag(["us_artillery#0"], "manila"),
    ),
    "a counter turned to two steps": (
        "7.2.a",
        "filipino_combat",
        lambda p: [p.drag(["regular#9"], "abra"), p.turn_over("regular#9", "two")],
    ),
    "a dummy after the reinforcements": (
        "16.0.e",
        "filipino_movement",
        lambda p: p.drag(["dummy#0"], "abra"),
    ),
    "Scouts out of play": ("1.2.1.k", "us_combat", lambda p: p.drag(["scouts#0"], "manila")),
    "a chit put out of the game": ("5.0.d", "us_combat", lambda p: burn(p, "us_s2")),
    "a US step taken off in the movement": (
        "1.2.1.b",
        "us_ground",
        lambda p: p.lose("manila", "us_army"),
    ),
}


@pytest.mark.parametrize("name", STRAYS)
def test_moves_out_of_their_phase_are_reported(
    name: str, war: Rulebook, reported: Callable[..., None]
) -> None:
    clause, phase, act = STRAYS[name]
    report = whole_turn(war, **{phase: act}).report()
    wrong = [one for one in report.findings if one.verdict != "note"]
    assert (clause, "illegal") in {(one.clause, one.verdict) for one in wrong}
    if wrong[0].clause == clause:
        reported(report, clause)


@pytest.mark.parametrize("undone", [True, False])
def test_difficult_terrain_measures_from_where_the_force_began(undone: bool, war: Rulebook) -> None:
    paper = Paper(war, {"manila": {"us_army": 8}}, phase="us_ground")
    key = paper.keys("manila", "us_army")[0]
    if undone:
        paper.drag([key], "tayabas")
    paper.play("fil_s6")
    paper.drag([key], "bulacan" if undone else "tayabas")
    for phase in ("us_amphibious", "us_combat", "us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert ("PH.S6" in {one.clause for one in paper.findings()}) is not undone


@pytest.mark.parametrize(("marched", "verdict"), [(True, "illegal"), (False, "suspect")])
def test_a_second_search_takes_an_operation(marched: bool, verdict: str, war: Rulebook) -> None:
    paper = Paper(war, FORCES, phase="us_ground")
    if marched:
        paper.drag(paper.keys("manila", "us_army")[:1], "marong")
    paper.phase("us_combat")
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    paper.roll("us_search", 1)
    paper.battle("supply_source", "retreat")
    paper.phase("us_poa")
    paper.phase("filipino_movement")
    assert ("3.2.d", verdict) in {(one.clause, one.verdict) for one in paper.findings()}


def test_a_site_that_goes_to_another_area_is_found_though_it_is_lost_later(war: Rulebook) -> None:
    def site(paper: Paper, where: str) -> None:
        paper.drag([next(key for key in paper.pieces if key.startswith("poa#0"))], where)

    paper = whole_turn(
        war,
        us_poa=lambda p: (site(p, "manila"), p.will(1)),
        filipino_movement=lambda p: site(p, "cavite"),
        filipino_combat=lambda p: site(p, "pool_markers"),
    )
    assert "11.0.f" in {one.clause for one in paper.findings() if one.verdict == "illegal"}


@pytest.mark.parametrize("source", ["tayabas", "infanta"])
def test_imported_arms_go_with_units_of_their_own_area(source: str, war: Rulebook) -> None:
    forces = FORCES | {"tayabas": {"guerrilla": 2, "imported_arms": 1}}
    paper = Paper(war, forces, phase="filipino_movement")
    paper.go(source, "laguna", "guerrilla")
    paper.go("tayabas", "laguna", "imported_arms")
    paper.phase("filipino_combat")
    found = {one.clause for one in paper.findings() if one.verdict == "illegal"}
    assert ("6.0.f" in found) is (source == "infanta")


def test_cavalry_from_afar_does_not_join_a_battle(war: Rulebook) -> None:
    forces = {
        "manila": {"us_army": 8, "us_cavalry": 1},
        "tayabas": {"us_army": 4},
        "infanta": {"regular": 4},
    }
    paper = Paper(war, forces, phase="us_ground")
    paper.phase("us_combat")
    paper.phase("filipino_movement")
    paper.go("infanta", "tayabas", "regular")
    paper.phase("filipino_combat")
    paper.go("manila", "tayabas", "us_cavalry")
    paper.roll("us_fire", 1, 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.phase("jungle_us")
    found = [(one.clause, one.verdict) for one in paper.findings()]
    assert ("1.2.1.e", "illegal") in found


@pytest.mark.parametrize("rolls", [3, 20])
def test_no_die_for_a_fight_in_the_jungle(rolls: int, war: Rulebook) -> None:
    forces = FORCES | {"jungle_1": {"us_army": 2, "guerrilla": 2}}
    paper = Paper(war, forces, turn=11, phase="us_combat")
    for _ in range(rolls):
        paper.roll("us", 1)
    for phase in ("filipino_movement", "jungle_us", "jungle_combat", "jungle_filipino"):
        paper.phase(phase)
    verdict = "illegal" if rolls > 10 else "suspect"
    assert ("12.B.a", verdict) in {(one.clause, one.verdict) for one in paper.findings()}


@pytest.mark.parametrize("right", [True, False])
def test_a_retreat_to_a_wrong_area_is_put_right_after_the_battle(
    right: bool, war: Rulebook
) -> None:
    forces = {
        "manila": {"us_army": 8},
        "laguna": {"us_army": 2, "guerrilla": 4},
        "batangas": {"guerrilla": 1},
    }
    paper = Paper(war, forces)
    paper.phase("us_combat")
    paper.battle("laguna", "retreat")
    keys = paper.keys("laguna", "guerrilla")
    paper.drag(keys, "marong")
    paper.battle("supply_source")
    if right:
        paper.drag(keys, "batangas")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    found = {one.clause for one in paper.findings() if one.clause.startswith("10.3.2")}
    assert bool(found) is not right


@pytest.mark.parametrize("chit", ["fil_s2", "fil_s1"])
def test_an_attack_that_a_chit_orders_begins_before_the_tracker_goes_on(
    chit: str, war: Rulebook
) -> None:
    forces = {
        "manila": {"us_army": 8},
        "marong": {"us_army": 2},
        "laguna": {"regular": 2},
        "infanta": {"dummy": 1},
    }
    paper = Paper(war, forces, turn=3, phase="reinforcements")
    paper.play(chit)
    paper.phase("us_ground")
    keys = paper.keys("marong", "us_army")
    paper.drag(keys, "infanta")
    paper.drag(keys, "laguna")
    paper.cards["us_s8"] = "hand:us"
    paper.play("us_s8")
    paper.roll("filipino_fire", 1, 1)
    paper.roll("us_fire", 1, 1)
    paper.phase("us_combat")
    found = {one.clause for one in paper.findings() if one.verdict == "illegal"}
    assert not found & {"5.0.g", "PH.S1", "PH.S2"}


@pytest.mark.parametrize("late", [False, True])
def test_reinforcements_put_down_elsewhere_first_do_not_move_on_turn_four(
    late: bool, war: Rulebook
) -> None:
    paper = Paper(war, FORCES | {"trans_ocean": {"us_army": 2}}, turn=4, phase="reinforcements")
    landed = paper.keys("trans_ocean", "us_army")
    paper.drag(landed, "bataan")
    if late:
        paper.phase("us_ground")
    paper.drag(landed, "manila")
    paper.phase("us_combat")
    assert not [one.clause for one in paper.findings() if one.verdict == "illegal"]


def test_units_that_were_on_the_map_do_not_move_on_turn_four(war: Rulebook) -> None:
    paper = Paper(war, FORCES, turn=4, phase="us_ground")
    paper.drag(paper.keys("manila", "us_army")[:1], "bataan")
    paper.phase("us_combat")
    assert "13.0.c" in [one.clause for one in paper.findings() if one.verdict == "illegal"]


def test_imported_arms_left_behind_and_fetched_later_are_judged(war: Rulebook) -> None:
    paper = Paper(
        war, FORCES | {"tayabas": {"guerrilla": 2, "imported_arms": 1}}, phase="filipino_movement"
    )
    arms = paper.keys("tayabas", "imported_arms")
    paper.drag(arms, "laguna")
    paper.phase("filipino_combat")
    paper.drag(arms, "tayabas")
    assert "6.0.f" in {one.clause for one in paper.findings()}


def test_a_move_two_phases_ahead_of_the_tracker_in_a_short_record(war: Rulebook) -> None:
    """A short record does not tell how its players keep the tracker."""
    paper = Paper(war, FORCES, turn=10, phase="us_ground")
    paper.begin_here()
    for phase in ("us_amphibious", "us_gunboats", "us_shelling", "us_combat"):
        paper.phase(phase)
    paper.go("tayabas", "bondoc", "guerrilla")
    for phase in (
        "us_poa",
        "filipino_movement",
        "filipino_combat",
        "jungle_us",
        "jungle_combat",
        "jungle_filipino",
    ):
        paper.phase(phase)
    told = [(one.clause, one.verdict) for one in paper.findings(complete=False)]
    assert ("3.1.a", "suspect") in told
    assert ("3.1.a", "illegal") not in told


@pytest.mark.parametrize(
    ("shown", "clauses"), [("us_gunboats", []), ("us_shelling", []), ("us_combat", ["3.3.b"])]
)
def test_a_tracker_that_is_mostly_kept_goes_on_a_phase_too_early(
    shown: str, clauses: list[str], war: Rulebook
) -> None:
    """3.3.b: the Gunboat sails on turn 12; nothing was done yet in the phase that is shown."""
    paper = Paper(war, FORCES, turn=9, phase="objectives")
    for turn in range(9, 13):
        sails = "us_gunboats" if turn < 12 else shown
        odd = turn % 2
        for phase in war.game.phases:
            if (turn, phase) != (9, "objectives"):
                paper.phase(phase)
            if phase == "arms":
                paper.roll("arms", 3)
            if phase == "us_combat":
                paper.battle("laguna", "retreat")
                paper.roll("us_search", 1)
                paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
                paper.battle("supply_source", "retreat")
            if phase == sails:
                paper.go(*(("manila_bay", "verde") if odd else ("verde", "manila_bay")), "gunboat")
            if phase == "filipino_movement":
                paper.go(*(("tayabas", "bondoc") if odd else ("bondoc", "tayabas")), "guerrilla")
        paper.level("turn_marker", turn + 1)
    found = [one.clause for one in paper.findings(complete=False)]
    assert [one for one in found if one.startswith("3.")] == clauses


def test_gunboats_are_rolled_for_before_the_tracker_goes_on(war: Rulebook) -> None:
    """The losses come when it shows the combat; the battle begins after them."""
    forces = FORCES | {"bulacan": {"regular": 5}, "manila": {"us_army": 8}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.go("manila", "bulacan", "us_army")
    paper.put("manila", "us_army", 2)
    paper.record.positions[-1] = paper.position
    paper.roll("shelling", 5)
    for phase in ("us_amphibious", "us_gunboats", "us_shelling", "us_combat"):
        paper.phase(phase)
    paper.lose("bulacan", "regular")
    paper.will(1)
    paper.battle("bulacan", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 5, 5, 5, 5, 1, 1, 1, 1)
    paper.lose("bulacan", "regular", 4)
    paper.will(4)
    paper.battle("supply_source", "retreat")
    assert shown_to_the_end(paper) == []


def test_a_search_while_the_tracker_shows_the_moves(war: Rulebook) -> None:
    paper = Paper(war, FORCES, phase="us_ground")
    paper.roll("us_search", 1)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    assert shown_to_the_end(paper) == []


def test_a_landing_in_several_drags_after_the_tracker_went_on(war: Rulebook) -> None:
    """3.1.a: the tracker went on before anything was done in the new phase."""
    paper = Paper(war, FORCES | {"trans_ocean": {"us_volunteers": 6}}, phase="reinforcements")
    paper.phase("us_ground")
    for unit in paper.keys("trans_ocean", "us_volunteers"):
        paper.drag([unit], "manila")
    paper.away("manila", "us_army", "bataan")
    for phase in LATER:
        paper.phase(phase)
    assert not [one for one in paper.findings() if one.clause == "3.1.a"]


def test_gunboats_fire_before_the_tracker_goes_on_to_the_first_battle(war: Rulebook) -> None:
    """10.5: they shell a coast, and take no part in the battle that follows."""
    forces = FORCES | {"bataan": {"us_army": 4, "regular": 1}, "cavite": {"regular": 2}}
    paper = Paper(war, forces, phase="us_ground")
    paper.away("manila", "us_army", "bataan")
    paper.roll("shelling", 2)
    paper.battle("bataan", "round_1")
    paper.roll("filipino_fire", 2)
    paper.roll("us_fire", 6, 1, 1, 1, 1, 1)
    paper.lose("bataan", "regular")
    paper.will(1)
    paper.battle("battle_box", "retreat")
    for phase in LATER:
        paper.phase(phase)
    assert not [one for one in paper.findings() if one.clause == "10.5"]


@pytest.mark.parametrize(("late", "clauses"), [(True, []), (False, ["5.0.g"])])
def test_a_chit_is_played_before_a_late_tracker_goes_on(
    late: bool, clauses: list[str], war: Rulebook
) -> None:
    """5.0.g: dice without the Battle marker show that the record does not keep it."""
    paper = Paper(war, FORCES, turn=10, phase="objectives")
    paper.play("us_g7")
    paper.chit("us_g7", "cup_us_guerrilla")
    for phase in ("advantage", "arms", "reinforcements", "us_ground"):
        paper.phase(phase)
    paper.phase("us_combat")
    if not late:
        paper.battle("laguna", "retreat")
    paper.roll("us_fire", 1)
    paper.battle("supply_source", "retreat")
    paper.phase("filipino_movement")
    assert [one.clause for one in paper.findings() if one.clause == "5.0.g"] == clauses


def test_a_tracker_that_is_put_right_for_some_of_the_moves(war: Rulebook) -> None:
    """The Gunboat has sailed already; the tracker shows that only after the next dice."""
    paper = Paper(war, FORCES, turn=10, phase="objectives")
    paper.roll("arms", 3)
    for area in ("bulacan", "cavite"):
        paper.away("manila", "us_army", area)
    paper.go("manila_bay", "verde", "gunboat")
    for phase in ("advantage", "arms", "reinforcements", "us_ground"):
        paper.phase(phase)
    paper.roll("us_search", 1)
    paper.phase("us_gunboats")
    read = Sequenced([*turns(paper.record, war.country)][-1])
    assert [read.away(deed, at) for deed, at in read.placed] == [0, 0, 0, 1, 0]
