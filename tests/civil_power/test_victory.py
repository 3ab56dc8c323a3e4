"""Victory: points and results of the scenarios, and results that are announced wrongly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.law.course import Course
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import is_cleared, is_dispersed, looted, watch
from modgen_rules.civil_power.reading.score import READINGS, Score
from modgen_rules.engine.record.declarations import Announcement
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_scenarios import started

LAST = {
    "i-1": 20,
    "i-3": 20,
    "i-4": 20,
    "i-5": 20,
    "i-6": 15,
    "i-7": 20,
    "i-8": 20,
    "ii-2": 25,
    "ii-3": 16,
    "ii-4": 15,
    "ii-5": 25,
    "ii-6": 35,
}


def ended(game: Game, scenario: str, **levels: int) -> Opening:
    """A game in its last turn, with some casualties, before anything else."""
    opening = Opening(game, scenario)
    opening.begin(levels)
    opening.set_up()
    opening.play_through(LAST.get(scenario, 5))
    return opening


def score(opening: Opening, **memory: object) -> Score:
    riot = Riot(opening.record)
    for name, value in memory.items():
        setattr(riot.course, name, value)
    return Score(opening.position, riot, LAST.get(opening.scenario.id, 5))


def points(opening: Opening, **memory: object) -> dict[str, float]:
    found = score(opening, **memory).points(READINGS[0])
    return {side: float(number) for side, number in found.items()}


def test_standard_points(civil_power: Game) -> None:
    """7.0: 2 for a Crowd, 3 for a Punk, 5 for the Police, less one for WIA and three for KIA."""
    opening = ended(civil_power, "ii-4", wia_mob=4, kia_mob=1, wia_police=2, kia_police=1)
    opening.lose("untrained_crowd#0", "agitator#0", "tv_crew#0", "line#0", "reserve#0")
    assert points(opening) == {"mob": 10 - 2 - 3, "police": 2 + 3 - 4 - 3}
    assert score(opening).results(READINGS[0]) == {"mob_decisive"}


@pytest.mark.parametrize(
    ("mob", "police", "result"),
    [
        (5, 4, "mob_marginal"),
        (8, 4, "mob_substantial"),
        (12, 4, "mob_decisive"),
        (3, -2, "mob_decisive"),
        (1, 0, "mob_marginal"),
        (4, 4, "nobody"),
        (-1, -4, "mob_marginal"),
        (-4, -1, "police_marginal"),
        (2, 9, "police_decisive"),
    ],
)
def test_ratios(
    civil_power: Game, monkeypatch: pytest.MonkeyPatch, mob: int, police: int, result: str
) -> None:
    counted = score(ended(civil_power, "ii-4"))
    given = {"mob": Fraction(mob), "police": Fraction(police)}
    monkeypatch.setattr(Score, "points", lambda self, way: given)
    assert counted.results(READINGS[0]) == {result}


def test_raises_cost_levels(civil_power: Game) -> None:
    """6.7.c, 7.0.f: each raise of the winner's Engagement Level."""
    opening = ended(civil_power, "ii-4")
    opening.lose("line#0")
    assert score(opening, begun={"mob": 2}).results(READINGS[0]) == {"mob_decisive"}
    opening.book("el_mob", 2)
    assert score(opening, begun={"mob": 2}).results(READINGS[0]) == {"mob_marginal"}
    opening.book("el_mob", 1)
    assert score(opening, begun={"mob": 2}).results(READINGS[0]) == {"nobody"}


def test_special_points(civil_power: Game) -> None:
    march = ended(civil_power, "i-1")
    march.lose("untrained_crowd#0", "untrained_crowd_2#0", "agitator_2#0", "line#0")
    march.drag("untrained_crowd_2#1", "left_rival")
    out = {"untrained_crowd_2#1": "E-D1", "untrained_crowd_2#2": "E-D1"}
    assert points(march, out=out) == {"mob": 2 + 6, "police": 2 + 5}

    hotel = ended(civil_power, "i-4")
    hotel.drag("untrained_crowd#0", "W-H4")
    hotel.drag("agitator#0", "W-I4")
    crowds = [key for key in hotel.waiting("mob") if "crowd" in key]
    assert points(hotel) == {"mob": 2, "police": 10}
    hotel.drag(crowds[0], "W-H3")
    assert points(hotel) == {"mob": 3, "police": 0}

    demo = ended(civil_power, "i-8")
    demo.drag("untrained_crowd#0", "W-C5")
    assert points(demo) == {"mob": 20, "police": 10}

    commune = ended(civil_power, "ii-1")
    commune.lose("pistol_punk#0", "line#0", "line#1")
    commune.place("fire", "E-D12")
    assert points(commune) == {"mob": 10 + 4 + 2, "police": 3}

    prices = ended(civil_power, "ii-2", wia_mob=9)
    prices.lose("pistol_punk#0", "line#0", "reserve#0")
    assert points(prices) == {"mob": 18 + 12, "police": 15}

    wall = ended(civil_power, "ii-3")
    wall.drag("slingshot_punk#0", "left_mob")
    wall.lose("slingshot_punk#1")
    out = {"slingshot_punk#0": "E-J7"}
    assert points(wall, out=out, squat=True) == {"mob": 4, "police": 22}

    live = ended(civil_power, "ii-6")
    assert points(live, swag=7)["mob"] == 7


def test_three_sides(civil_power: Game) -> None:
    """I-3: halves for WIA, a quarter of both Mobs' points taken from the Police."""
    belfast = ended(civil_power, "i-3", wia_rival=3, kia_rival=1, wia_police=1, wia_mob=2)
    belfast.lose("untrained_crowd_2#0")
    found = points(belfast, cleared={"mob"})
    mob, rival = 1.5 + 1 - 0.5 + 25, 1 - 0.5
    police = 2 - 1.5 - 1 - 1 - (mob + rival) / 4
    assert found == {"mob": mob, "rival": rival, "police": police}
    gangs = ended(civil_power, "ii-5", wia_rival=3)
    assert points(gangs, cleared={"mob"})["mob"] == 1.5


def test_two_mobs(civil_power: Game) -> None:
    mobs = ended(civil_power, "i-5", tdn=12, wia_rival=2)
    mobs.lose("untrained_crowd_2#0")
    assert points(mobs, over="S.I5.c") == {"mob": 2 - 2, "rival": 10}


def test_the_motor_pool(civil_power: Game) -> None:
    pool = ended(civil_power, "ii-7")
    commander = next(unit.key for unit in pool.position.units.values() if unit.cell == "E-E8")
    other = next(unit.key for unit in pool.position.units.values() if unit.cell == "E-D4")
    pool.mark(commander, "damaged")
    pool.lose(other)
    assert points(pool, commander=commander) == {"mob": 5 + 6 + 2, "police": 0}
    assert "mob_wins" in score(pool).results(READINGS[0])
    pool.book("kia_mob", 1)
    pool.book("vp_police", 0)
    assert score(pool, commander=commander).results(READINGS[0]) >= {"mob_wins"}


def test_areas_and_crowds(civil_power: Game) -> None:
    opening = started(civil_power, "i-6")
    plaza = opening.field.area("The Plaza")
    assert not is_cleared(opening.position, plaza)
    assert not is_dispersed(opening.position)
    crowds = [
        key
        for key in opening.pieces
        if "crowd" in key and opening.pieces[key].place in opening.field.ground.names
    ]
    opening.lose(*crowds[: len(crowds) // 2])
    assert not is_dispersed(opening.position)
    opening.lose(crowds[len(crowds) // 2])
    assert is_dispersed(opening.position)

    looting = started(civil_power, "ii-6")
    assert looted(looting.position) == 0
    looting.drag("untrained_crowd#0", "W-E1")
    looting.drag("slingshot_punk#0", "E-D1")
    assert looted(looting.position) == 2


@pytest.mark.parametrize(
    ("scenario", "told", "clauses"),
    [
        ("ii-4", "mob_decisive", []),
        ("ii-4", "mob_marginal", ["7.0.e"]),
        ("ii-4", "police_decisive", ["7.0.c"]),
        ("ii-4", "nobody", ["7.0.c"]),
        ("i-6", "police_marginal", ["S.I6"]),
        ("i-7", "police_decisive", ["S.I7.a"]),
        ("i-8", "mob_decisive", ["S.I8"]),
    ],
)
def test_announced_results(
    civil_power: Game, reported: Reported, scenario: str, told: str, clauses: list[str]
) -> None:
    opening = ended(civil_power, scenario)
    if scenario in ("ii-4", "i-8"):
        opening.lose("line#0")
    else:
        opening.book("wia_police", 1)
    opening.announce(told)
    assert [one for one in judged(opening, reported) if one[0] in "7S"] == clauses


def test_raises_that_the_result_forgets(civil_power: Game, reported: Reported) -> None:
    opening = ended(civil_power, "ii-4")
    opening.lose("line#0")
    opening.book("el_mob", 1)
    opening.announce("mob_decisive")
    assert judged(opening, reported) == ["7.0.f"]


def test_both_below_zero(civil_power: Game, reported: Reported) -> None:
    opening = ended(civil_power, "ii-4", wia_police=1, wia_mob=5)
    opening.announce("mob_decisive")
    assert judged(opening, reported) == ["7.0.d"]


@pytest.mark.parametrize(
    ("number", "clauses"), [(4, []), (5, ["7.0.a"]), (2, ["7.0.b"]), (3, ["7.0.b"])]
)
def test_markers_of_points(
    civil_power: Game, reported: Reported, number: int, clauses: list[str]
) -> None:
    opening = ended(civil_power, "ii-4", wia_police=1)
    opening.lose("line#0")
    opening.points("mob", number)
    opening.announce("mob_decisive")
    assert judged(opening, reported) == clauses


@pytest.mark.parametrize(("lost", "verdict"), [(True, "illegal"), (False, "suspect")])
def test_a_save_from_the_middle_may_prove_a_result(
    civil_power: Game, lost: bool, verdict: str
) -> None:
    """Where eliminated units lie in their boxes, the table shows all that counts."""
    street = Street(civil_power, "i-7", "police_recovery")
    for cell in ("W-D6", "W-D7", "W-D8"):
        street.put(cell, "untrained_crowd")
    street.put("W-D9", "line")
    if lost:
        street.put("lost_mobs", "untrained_crowd")
    street.begin({"turn": 20})
    street.act("said", said=Announcement("", {"result": "police_marginal"}, {}))
    assert [one.clause for one in street.issues(verdict)] == ["S.I7.a"]


@pytest.mark.parametrize(
    ("told", "clauses"), [("police_marginal", []), ("police_substantial", ["7.0.f"])]
)
def test_raises_before_the_log_count(
    civil_power: Game, told: str, clauses: list[str], reported: Reported
) -> None:
    street = Street(civil_power, "ii-4", "police_recovery")
    for cell in ("W-D6", "lost_mobs"):
        street.put(cell, "untrained_crowd")
    level = street.plan.scenarios["ii-4"].levels.get("el_police", 0)
    street.begin({"turn": 15, "el_police": level + 1})
    street.act("said", said=Announcement("", {"result": told}, {}))
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("more", "verdict"), [(0, "illegal"), (1, "suspect")])
def test_points_beyond_the_end_of_a_track(civil_power: Game, more: int, verdict: str) -> None:
    """Where a casualty track is full, its marker does not show all casualties."""
    last = civil_power.level_ranges["wia_police"][-1]
    opening = ended(civil_power, "ii-5", wia_police=last - 1 + more)
    opening.points("police", 9)
    opening.announce("police_decisive")
    assert "S.II5" in [one.clause for one in opening.issues(verdict)]


@pytest.mark.parametrize(("half", "clauses"), [(0, []), (1, []), (-1, ["S.II5.c"])])
def test_a_marker_at_the_end_of_its_track(
    civil_power: Game, half: int, clauses: list[str], reported: Reported
) -> None:
    """Points beyond the last space: the marker stays there, with or without its half."""
    street = Street(civil_power, "ii-5", "police_recovery")
    last = civil_power.level_ranges["vp_police"][-1]
    for kind, number in (("slingshot_punk", 6), ("pistol_punk", 5), ("shotgun_punk", 4)):
        street.put("lost_mobs", kind, number)
        street.put("lost_mobs", f"{kind}_2", number)
    if half > 0:
        street.conditions["vp_police#0"] = frozenset({"half"})
    street.begin({"turn": 25, "vp_police": last + min(half, 0), "vp_mob": 0, "vp_rival": 0})
    street.act("said", said=Announcement("", {"result": "police_decisive"}, {}))
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("mob", "told", "verdict"),
    [
        (-5, "police_substantial", "illegal"),
        (-4, "police_substantial", "suspect"),
        (-5, "mob_marginal", "illegal"),
        (-5, "nobody", "suspect"),
    ],
)
def test_markers_that_agree_with_the_table_prove_a_result(
    civil_power: Game, mob: int, told: str, verdict: str
) -> None:
    """The points of both sides are known, but an earlier rise could have cost the victory."""
    street = Street(civil_power, "ii-4", "police_recovery")
    street.put("W-D6", "untrained_crowd")
    street.begin({"turn": 15, "wia_mob": 2, "wia_police": 5, "vp_police": -2, "vp_mob": mob})
    street.act("said", said=Announcement("", {"result": told}, {}))
    assert [one.clause for one in street.issues(verdict)][-1:] in (["7.0.d"], ["7.0.c"])


@pytest.mark.parametrize(("killed", "verdict"), [(1, "illegal"), (0, "suspect")])
def test_a_kia_decides_the_motor_pool(civil_power: Game, killed: int, verdict: str) -> None:
    street = Street(civil_power, "ii-7", "police_recovery")
    street.put("E-C8", "slingshot_punk")
    street.begin({"turn": 9, "kia_mob": killed})
    street.act("said", said=Announcement("", {"result": "police_wins"}, {}))
    assert len(street.issues(verdict)) == 1


@pytest.mark.parametrize(("kind", "verdict"), [("line", "illegal"), ("field_gun", "suspect")])
def test_prices_before_the_log(civil_power: Game, kind: str, verdict: str) -> None:
    """Only a gun in the box may have got there without being eliminated."""
    street = Street(civil_power, "ii-2", "police_recovery")
    street.put("W-D6", "pistol_punk")
    street.put("lost_police", kind)
    street.begin({"turn": 25})
    street.act("said", said=Announcement("", {"result": "police_decisive"}, {}))
    assert [one.clause for one in street.issues(verdict)] == ["7.0.c"]


def test_points_for_a_riot_that_is_not_dispersed(civil_power: Game, reported: Reported) -> None:
    opening = ended(civil_power, "i-4")
    more = opening.scenario.attributes["dispersed"]
    opening.points("police", int(points(opening)["police"]) + int(str(more)))
    opening.announce("mob_decisive")
    assert judged(opening, reported, "S.") == ["S.I4.a"]


@pytest.mark.parametrize(
    ("mob", "told", "verdicts"),
    [
        (4, "mob_substantial", []),
        (4, "mob_decisive", ["illegal"]),
        (0, "police_substantial", []),
        (0, "mob_marginal", ["illegal"]),
        (8, "mob_decisive", ["suspect", "suspect"]),
    ],
)
def test_who_left_before_the_log_may_have_escaped(
    civil_power: Game, mob: int, told: str, verdicts: list[str]
) -> None:
    """II-3: the markers of points tell whether the Punks left by the edge that pays."""
    street = Street(civil_power, "ii-3", "police_recovery")
    street.put("left_mob", "slingshot_punk")
    street.put("lost_mobs", "slingshot_punk")
    street.begin({"turn": 16, "el_mob": 1, "vp_mob": mob, "vp_police": 2})
    street.act("said", said=Announcement("", {"result": told}, {}))
    findings = street.report().findings
    assert [one.verdict for one in findings if one.clause[0] in "7S"] == verdicts


@pytest.mark.parametrize(("announced", "clauses"), [(False, ["6.5.b"]), (True, [])])
def test_what_is_done_after_the_result_is_no_play(
    civil_power: Game, announced: bool, clauses: list[str]
) -> None:
    opening = ended(civil_power, "ii-4")
    if announced:
        opening.announce("nobody")
    opening.book("molotovs", -2)
    opening.play("mob_move")
    assert opening.clauses() == clauses


@pytest.mark.parametrize(("lost", "cleared"), [(False, set()), (True, {"mob"})])
def test_a_quarter_that_the_other_mob_cleared(
    civil_power: Game, lost: bool, cleared: set[str]
) -> None:
    """S.I3.d: nobody of a Mob is left in its own quarter."""
    belfast = ended(civil_power, "i-3")
    course = Course(quarters={"mob": "west-n", "rival": "east-s"})
    if lost:
        belfast.lose(*(unit.key for unit in belfast.position.of("rival")))
    watch(course, belfast.position, 3, "mob_move")
    assert course.cleared == cleared


@pytest.mark.parametrize(("booked", "clauses"), [(1, []), (2, ["S.I3.e"])])
def test_points_that_nobody_has_won(civil_power: Game, booked: int, clauses: list[str]) -> None:
    """I-3: two wounded Rivals are worth one point; who books too much is told at once."""
    belfast = Opening(civil_power, "i-3")
    belfast.set_up()
    belfast.play_through(1)
    belfast.play("mob_fire")
    belfast.book("wia_rival", 2)
    belfast.book("vp_mob", booked)
    assert [one for one in belfast.clauses() if one.startswith("S.I3.e")] == clauses


@pytest.mark.parametrize(("booked", "clauses"), [(2, []), (3, ["S.I3.d"])])
def test_points_of_the_police_before_their_losses(
    civil_power: Game, booked: int, clauses: list[str]
) -> None:
    """I-3: a Rival Crowd is worth two points; what wounded Rivals cost is booked at the end."""
    belfast = Opening(civil_power, "i-3")
    belfast.set_up()
    belfast.play_through(1)
    belfast.play("police_fire")
    belfast.lose(next(key for key in belfast.position.units if "crowd_2" in key))
    belfast.book("wia_rival", 2)
    belfast.book("vp_police", booked)
    assert [one for one in belfast.clauses() if one.startswith("S.I3")] == clauses


@pytest.mark.parametrize(
    ("booked", "found"), [(1, []), (2, ["noted 2 points but can have won at most 1"])]
)
def test_the_point_for_a_turn_before_its_marker_moves(
    civil_power: Game, booked: int, found: list[str]
) -> None:
    """II-1: the Mob has a point for each turn."""
    commune = Opening(civil_power, "ii-1")
    commune.set_up()
    commune.play_through(1)
    commune.play("police_recovery")
    commune.book("vp_mob", booked)
    told = [one.message for one in commune.report().findings if one.clause == "S.II1"]
    assert [one for one in found if any(one in line for line in told)] == found
    assert bool(told) == bool(found)


def test_points_of_the_next_turn_are_not_booked_yet(civil_power: Game) -> None:
    commune = Opening(civil_power, "ii-1")
    commune.set_up()
    commune.play_through(1)
    for turn in (1, 2):
        commune.play("police_recovery", turn)
        commune.book("vp_mob", 1)
    assert "S.II1" not in commune.clauses()


def test_a_standard_game_before_its_losses(civil_power: Game) -> None:
    """7.0.a: a side may book its losses for casualties at the end."""
    opening = ended(civil_power, "ii-4", wia_police=2)
    opening.lose("line#0")
    assert score(opening).most("mob") == 5
