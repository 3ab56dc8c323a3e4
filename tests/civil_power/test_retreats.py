"""Rounds of Shock and retreats: natural mistakes, each beside a legal round that looks alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street, bool], None]
SQUARE = "W-D7"


def round_(street: Street, ours: int, theirs: int, **levels: int) -> None:
    """A round in which the Mob attacks."""
    if levels or not street.record.acts:
        street.begin({"turn": 3, "el_mob": 1, "el_police": 1, **levels})
    street.fight(SQUARE)
    street.roll("mob", ours)
    street.roll("police", theirs)


def back(street: Street, key: str, *cells: str, plus: int = 1, die: int = 1) -> None:
    """A unit retreats over some squares and checks."""
    for cell in cells:
        street.drag(key, cell)
    street.check(key, die, plus)


def one_of_two(street: Street, wrong: bool) -> None:
    """All three must only check, and one of the squads does not. Then the squads are driven off."""
    crowd = street.put(SQUARE, "trained_crowd")
    squads = [street.put(SQUARE, "reserve") for _ in range(2)]
    round_(street, 1, 1)
    for key in (crowd, *squads[: 1 if wrong else 2]):
        street.check(key, 1)
    street.fight(SQUARE, 2)
    street.roll("mob", 3)
    street.roll("police", 1)
    street.check(crowd, 1)
    for key in squads:
        back(street, key, "W-D8")


def attacker_leaves_on_equal(street: Street, wrong: bool) -> None:
    """6 against 5 and 1: both have a retreat, and only the defender goes."""
    crowd = street.put(SQUARE, "trained_crowd")
    squads = [street.put(SQUARE, "reserve") for _ in range(2)]
    round_(street, 3, 3)
    for key in squads:
        back(street, key, "W-D8")
    if wrong:
        back(street, crowd, "W-D6")
    else:
        street.check(crowd, 1)


def unhelped_by_suppression(street: Street, wrong: bool) -> None:
    """A 4 becomes a 5 against a suppressed enemy: two squares."""
    street.put(SQUARE, "trained_crowd")
    squad = street.put(SQUARE, "reserve")
    street.begin({"turn": 3, "el_mob": 1}, suppressed=[squad])
    street.fight(SQUARE)
    street.roll("mob", 4)
    street.roll("police", 1)
    back(street, squad, *(("W-D8",) if wrong else ("W-D8", "W-C9")))


def into_a_house(street: Street, wrong: bool) -> None:
    street.put(SQUARE, "line", 2)
    crowd = street.put(SQUARE, "untrained_crowd")
    round_(street, 1, 1)
    back(street, crowd, "W-C7" if wrong else "W-D6")


def to_the_enemy(street: Street, wrong: bool) -> None:
    street.put(SQUARE, "line", 2)
    crowd = street.put(SQUARE, "untrained_crowd")
    street.put("W-E7", "reserve")
    round_(street, 1, 1)
    back(street, crowd, "W-E7" if wrong else "W-D6")


def diagonally(street: Street, wrong: bool) -> None:
    street.put(SQUARE, "line", 2)
    crowd = street.put(SQUARE, "untrained_crowd")
    round_(street, 1, 1)
    back(street, crowd, "W-E6" if wrong else "W-D6")


def overcrowded(street: Street, wrong: bool) -> None:
    """Every other way is held: the Crowd joins another one, and both are suppressed."""
    street.put(SQUARE, "line", 2)
    crowd = street.put(SQUARE, "untrained_crowd")
    for cell in ("W-E7", "W-D8"):
        street.put(cell, "reserve")
    friend = street.put("W-D6", "untrained_crowd")
    round_(street, 1, 1)
    street.drag(crowd, "W-D6")
    if not wrong:
        street.suppress(crowd)
        street.suppress(friend)
    street.check(crowd, 1, 1)


def still_overcrowded(street: Street, wrong: bool) -> None:
    """The two Crowds part in the next movement of their owner."""
    overcrowded(street, False)
    street.phase("police_recovery")
    street.book("turn")
    for phase in ("gas_morale", "mob_fire", "mob_move"):
        street.phase(phase)
    street.drag("untrained_crowd#1", "W-E6") if not wrong else street.act("chat")
    street.phase("mob_shock")


def nowhere_to_go(street: Street, wrong: bool) -> None:
    """A Crowd between houses and squads checks with 1 for the square to which it cannot go."""
    street.put("W-C11", "line", 2)
    crowd = street.put("W-C11", "untrained_crowd")
    for cell in ("W-B11", "W-D11", "W-C10"):
        street.put(cell, "reserve")
    street.begin({"turn": 3})
    for number, die in ((1, 1), (2, 6)):
        street.fight("W-C11", number)
        street.roll("mob", 1)
        street.roll("police", 1)
        street.check(crowd, die, 0 if wrong and number == 1 else 1)


def before_a_camera(street: Street, wrong: bool) -> None:
    """The 2 of the Police becomes a 1."""
    street.put(SQUARE, "tactical")
    crowd = street.put(SQUARE, "untrained_crowd")
    street.put("W-E8", "tv_crew")
    round_(street, 1, 5)
    back(street, crowd, *(("W-D6", "W-D5") if wrong else ("W-D6",)))


def with_a_speaker(street: Street, wrong: bool) -> None:
    """4 and 1 for the Agitator are 5: the 3 drives back one square, without him it is nothing."""
    street.put(SQUARE, "untrained_crowd")
    street.put(SQUARE, "agitator")
    squad = street.put(SQUARE, "reserve")
    round_(street, 3, 1)
    if wrong:
        street.check(squad, 1)
    else:
        back(street, squad, "W-D8")


def with_two_speakers(street: Street, wrong: bool) -> None:
    """4, 1 and 1 are 6, and a 2 drives nobody back. With 7 it would."""
    for kind, number in (("untrained_crowd", 1), ("pistol_punk", 1), ("agitator", 2)):
        street.put(SQUARE, kind, number)
    squad = street.put(SQUARE, "reserve")
    round_(street, 2 if wrong else 3, 1)
    back(street, squad, "W-D8")


def _surge(street: Street) -> None:
    """Two Crowds drive off a squad, and no square beside them is free of Crowds."""
    for cell in ("W-D6", "W-E7"):
        street.put(cell, "untrained_crowd")
    street.put(SQUARE, "trained_crowd")
    street.put(SQUARE, "untrained_crowd")
    squad = street.put(SQUARE, "reserve")
    street.put("W-D8", "untrained_crowd")
    round_(street, 2, 1, el_police=4)
    back(street, squad, "W-C8")


def nowhere_after_a_surge(street: Street, wrong: bool) -> None:
    _surge(street)
    if not wrong:
        street.suppress("trained_crowd#0")
        street.suppress("untrained_crowd#2")


def together_after_a_surge(street: Street, wrong: bool) -> None:
    """The two Crowds part in the next movement of their owner, as a Crowd beside them is gone."""
    squads = [street.put(cell, "tactical") for cell in ("W-E8", "W-F8")]
    _surge(street)
    street.suppress("trained_crowd#0")
    street.suppress("untrained_crowd#2")
    street.phase("mob_recovery")
    street.phase("police_fire")
    for squad, die in zip(squads, (4, 6), strict=True):
        street.fire("W-E7", "crowd", squad, side="police")
        street.roll("police", 1)
        street.check("untrained_crowd#1", die)
    for phase in ("police_move", "police_shock", "police_recovery"):
        street.phase(phase)
    street.book("turn")
    for phase in ("gas_morale", "mob_fire", "mob_move"):
        street.phase(phase)
    if not wrong:
        street.drag("trained_crowd#0", "W-E7")
    street.phase("mob_shock")


def at_a_helicopter(street: Street, wrong: bool) -> None:
    crowd = street.put(SQUARE, "untrained_crowd")
    street.put(SQUARE, "helicopter")
    squad = "" if wrong else street.put(SQUARE, "reserve")
    round_(street, 4, 1)
    if squad:
        back(street, squad, "W-D8")
    assert crowd


def at_a_camera(street: Street, wrong: bool) -> None:
    street.put(SQUARE, "line")
    street.put(SQUARE, "tv_crew")
    crowd = "" if wrong else street.put(SQUARE, "untrained_crowd")
    round_(street, 1, 5)
    if crowd:
        back(street, crowd, "W-D6")


def the_van_retreats(street: Street, wrong: bool) -> None:
    street.put(SQUARE, "trained_crowd")
    squad, truck = street.put(SQUARE, "reserve"), street.put(SQUARE, "water_cannon")
    round_(street, 4, 1)
    back(street, squad, "W-D8")
    if wrong:
        street.drag(truck, "W-C8")
    else:
        street.lose(truck)


@pytest.mark.parametrize(
    ("play", "side", "clause"),
    [
        (one_of_two, "mob", "5.4.1.b"),
        (attacker_leaves_on_equal, "mob", "5.4.1.g"),
        (unhelped_by_suppression, "mob", "5.4.1.i"),
        (into_a_house, "police", "5.4.3.c"),
        (to_the_enemy, "police", "5.4.3.d"),
        (diagonally, "police", "5.4.3.n"),
        (overcrowded, "police", "5.4.3.f"),
        (still_overcrowded, "police", "5.4.3.g"),
        (nowhere_to_go, "police", "5.4.3.l"),
        (before_a_camera, "police", "8.8.b"),
        (with_a_speaker, "mob", "6.4.a"),
        (with_two_speakers, "mob", "6.4.a"),
        (nowhere_after_a_surge, "mob", "5.4.2.d"),
        (at_a_helicopter, "mob", "8.6.b"),
        (at_a_camera, "police", "8.8.a"),
        (the_van_retreats, "mob", "8.12.2"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_a_round(
    civil_power: Game, reported: Reported, play: Play, side: str, clause: str, wrong: bool
) -> None:
    street = Street(civil_power, "ii-4", f"{side}_shock")
    play(street, wrong)
    if street.record.acts[-1].what != "phase":
        street.phase(f"{side}_recovery")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])


@pytest.mark.parametrize(("sniper", "clauses"), [(True, []), (False, ["5.4.3.n"])])
def test_crowds_part_after_a_retreat_to_a_sniper(
    civil_power: Game, sniper: bool, clauses: list[str]
) -> None:
    """5.4.2.c: two Crowds flee to a Sniper, who is lost, and one of them goes on."""
    street = Street(civil_power, "ii-4", "mob_shock")
    crowds = [street.put(SQUARE, kind) for kind in ("trained_crowd", "untrained_crowd")]
    street.put(SQUARE, "line", 3)
    shot = street.put("W-D9", "police_sniper") if sniper else ""
    round_(street, 1, 6)
    for key in crowds:
        back(street, key, "W-D8", "W-D9")
    if shot:
        street.lose(shot)
    street.drag(crowds[0], "W-C9")
    street.phase("mob_recovery")
    assert [one for one in street.clauses() if one == "5.4.3.n"] == clauses


@pytest.mark.parametrize(("follows", "clauses"), [(True, ["4.0.h"]), (False, [])])
def test_nobody_goes_after_those_who_retreated(
    civil_power: Game, reported: Reported, follows: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_shock")
    squads = [street.put(SQUARE, "line") for _ in range(2)]
    crowd = street.put(SQUARE, "untrained_crowd")
    round_(street, 5, 4)
    back(street, crowd, "W-D6", "W-D5")
    for squad in squads:
        street.check(squad, 1)
    if follows:
        street.drag(squads[0], "W-D6")
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("cells", "clauses"), [(("W-D6", "W-D5"), ["5.4.1.a"]), (("W-D6",), [])])
def test_a_side_without_a_die(
    civil_power: Game, reported: Reported, cells: tuple[str, ...], clauses: list[str]
) -> None:
    """5.4.1.h: who retreats one square may do so instead of rolling, and not who goes two."""
    street = Street(civil_power, "ii-4", "police_shock")
    street.put(SQUARE, "line", 2)
    crowd = street.put(SQUARE, "untrained_crowd")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.fight(SQUARE)
    street.roll("police", 5 if len(cells) > 1 else 3)
    back(street, crowd, *cells)
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("gas", "clauses"), [(0, []), (1, ["6.1.i"])])
def test_a_check_before_a_retreat_into_gas(civil_power: Game, gas: int, clauses: list[str]) -> None:
    """The own check of the fight comes before the drag, that for Gas after it."""
    street = Street(civil_power, "ii-4", "mob_shock")
    crowd = street.put(SQUARE, "untrained_crowd")
    street.put(SQUARE, "line", 2)
    street.put("W-D6", "gas")
    round_(street, 1, 1)
    street.check(crowd, 1, 1)
    street.drag(crowd, "W-D6")
    street.check(crowd, 2, gas)
    street.phase("mob_recovery")
    assert [one for one in street.clauses() if one != "5.4.3.e"] == clauses


@pytest.mark.parametrize(("wrong", "clauses"), [(False, []), (True, ["5.4.2.e"])])
def test_crowds_part_after_a_surge(
    civil_power: Game, reported: Reported, wrong: bool, clauses: list[str]
) -> None:
    """The marker of the fight stays on the map, also while the Police fire."""
    street = Street(civil_power, "ii-4", "mob_shock")
    together_after_a_surge(street, wrong)
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("end", "clauses"), [("W-B1@1", []), ("W-C2@1", []), ("W-B4@1", ["5.4.3.j"])]
)
def test_retreats_on_the_second_level(
    civil_power: Game, reported: Reported, end: str, clauses: list[str]
) -> None:
    """A squad leaves a house by the stairs or through the house, not over the street."""
    street = Street(civil_power, "ii-4", "mob_shock")
    squad = street.put("W-B2", "reserve", up=True)
    street.put("W-B2", "shotgun_punk", 3, up=True)
    street.begin({"turn": 3, "el_mob": 4, "el_police": 4})
    street.fight("W-B2")
    street.roll("mob", 6)
    street.roll("police", 1)
    back(street, squad, end)
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("goes", "clauses"), [(True, []), (False, ["5.4.3.m"])])
def test_half_of_a_retreat(
    civil_power: Game, reported: Reported, goes: bool, clauses: list[str]
) -> None:
    """Of two squares only one is open: the Crowd goes there and does not count as shut in."""
    street = Street(civil_power, "ii-4", "police_move")
    crowd = street.put("W-D11", "untrained_crowd")
    squads = [street.put("W-C11", "line") for _ in range(2)]
    for cell in ("W-C11", "W-D12", "W-F11"):
        street.put(cell, "reserve")
    street.begin({"turn": 3, "el_police": 2})
    for squad in squads:
        street.drag(squad, "W-D11")
    street.phase("police_shock")
    street.fight("W-D11")
    street.roll("mob", 1)
    street.roll("police", 5)
    if not goes:
        street.check(crowd, 1, 2)
        street.fight("W-D11", 2)
        street.roll("mob", 1)
        street.roll("police", 4)
    back(street, crowd, "W-E11")
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("box", "clauses"), [("left_mob", []), ("lost_mobs", ["5.4.3.i"])])
def test_a_retreat_off_the_map(
    civil_power: Game, reported: Reported, box: str, clauses: list[str]
) -> None:
    """A Crowd that is driven over the edge has left the map; it checks no more and is not lost."""
    street = Street(civil_power, "ii-4", "police_shock")
    crowd, other = street.put("W-A11", "untrained_crowd"), street.put(SQUARE, "untrained_crowd")
    street.put("W-A11", "line", 2)
    street.put("W-B11", "reserve")
    street.put(SQUARE, "line", 2)
    street.begin({"turn": 3, "el_police": 2})
    street.fight("W-A11")
    street.roll("mob", 1)
    street.roll("police", 5)
    street.drag(crowd, box)
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 1)
    back(street, other, "W-D6")
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("lost", "clauses"), [(True, []), (False, ["6.4.c"])])
def test_a_log_that_ends_with_the_step_to_the_recovery(
    civil_power: Game, lost: bool, clauses: list[str]
) -> None:
    """The game-turn before ended in the same phase; the Shock Combat of this one is over too."""
    street = Street(civil_power, "ii-4", "police_recovery")
    crowd, speaker = street.put(SQUARE, "untrained_crowd"), street.put(SQUARE, "agitator")
    squads = [street.put("W-D8", "line") for _ in range(2)]
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.book("turn")
    for phase in ("gas_morale", "mob_fire", "mob_move", "police_fire", "police_move"):
        street.phase(phase)
    for squad in squads:
        street.drag(squad, SQUARE)
    street.phase("police_shock")
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 3)
    for squad in squads:
        street.check(squad, 1)
    back(street, crowd, "W-D6")
    if lost:
        street.lose(speaker)
    street.phase("police_recovery")
    sections = street.rulebook._stretch(street.record)
    assert [issue.clause for one in sections for issue in one.issues] == clauses


@pytest.mark.parametrize(
    ("end", "clauses"),
    [
        ("W-D4", []),
        ("W-C4", ["5.4.3.n"]),
        ("W-D3", ["8.8.b"]),
    ],
)
def test_a_crowd_beside_a_camera(
    civil_power: Game, reported: Reported, end: str, clauses: list[str]
) -> None:
    """The 2 becomes a 1. One diagonal step is no forgotten TV Crew, two squares straight on are."""
    street = Street(civil_power, "ii-4", "police_shock")
    street.put("W-D5", "tactical")
    crowd = street.put("W-D5", "untrained_crowd")
    street.put("W-E6", "tv_crew")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.fight("W-D5")
    street.roll("mob", 1)
    street.roll("police", 5)
    back(street, crowd, end)
    street.phase("police_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("end", "clauses"), [("W-D6", []), ("W-D8", ["5.4.3.a"])])
def test_a_retreat_to_where_the_attackers_came_from(
    civil_power: Game, reported: Reported, end: str, clauses: list[str]
) -> None:
    """It does not lead away from them, but which way does is soft."""
    street = Street(civil_power, "ii-4", "police_move")
    crowd, squad = street.put(SQUARE, "untrained_crowd"), street.put("W-D8", "line")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.drag(squad, SQUARE)
    street.phase("police_shock")
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 3)
    back(street, crowd, end)
    street.phase("police_recovery")
    report = street.report()
    assert [one.clause for one in report.findings if one.verdict == "suspect"] == clauses
    assert [one for one in report.findings if one.verdict == "illegal"] == []
    if clauses:
        reported(report, clauses[0])


@pytest.mark.parametrize("clauses", [[], ["5.4.3.o"]])
def test_two_crowds_flee_into_one_square(
    civil_power: Game, reported: Reported, clauses: list[str]
) -> None:
    """Both are suppressed and check. A third one, which was there before, does not check."""
    street = Street(civil_power, "ii-4", "mob_shock")
    street.put(SQUARE, "tactical", 3)
    crowds = [street.put(SQUARE, "untrained_crowd") for _ in range(2)]
    others = [street.put("W-D6", "untrained_crowd") for _ in clauses]
    for cell in ("W-E7", "W-D8"):
        street.put(cell, "reserve")
    round_(street, 1, 1)
    for key in crowds:
        street.drag(key, "W-D6")
    for key in (*crowds, *others):
        street.suppress(key)
    for key in (*crowds, *others):
        street.check(key, 1, 0 if key in others else 1)
    for n in range(3):
        street.check(f"tactical#{n}", 1)
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("held", "clauses"), [(True, []), (False, ["5.4.3.e"])])
def test_an_attacker_may_fall_back(
    civil_power: Game, reported: Reported, held: bool, clauses: list[str]
) -> None:
    """The way ahead is empty; friendly units are where the Crowd came from."""
    street = Street(civil_power, "ii-4", "mob_move")
    street.put(SQUARE, "line", 2)
    crowd = street.put("W-D6", "untrained_crowd")
    street.put("W-D6", "pistol_punk")
    if held:
        street.put("W-E7", "reserve")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.drag(crowd, SQUARE)
    street.phase("mob_shock")
    round_(street, 1, 1)
    back(street, crowd, "W-D6")
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-A11", []), ("W-D7", ["5.4.3.a"])])
def test_who_is_driven_off_the_map_was_at_its_edge(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_shock")
    street.put(cell, "trained_crowd")
    squad = street.put(cell, "reserve")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.fight(cell)
    street.roll("mob", 4)
    street.roll("police", 1)
    street.drag(squad, "left_police")
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses
