"""Fire, Shock and morale on paper: the rulebook's examples, sight, and one mistake at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.fire import Shot
from modgen_rules.civil_power.judging.morale import Cause
from modgen_rules.civil_power.judging.shock import Round
from modgen_rules.civil_power.law.plan import Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.sight import View
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from tests.civil_power.street import Reported, Street, judged


def shot(street: Street, *shooters: str, target: str, way: str = "") -> Shot:
    """A shot on a street as it is laid out."""
    at = street.position
    units = tuple(at.units[key] for key in shooters)
    return Shot(Riot(Record(field=street.field)), View(at), units, at.units[target], way)


def faults(found: Shot) -> set[str]:
    """The clauses that a shot breaks."""
    return {one.clause for one in found.faults()}


# --- the rulebook's examples ---------------------------------------------------------------------


def test_two_pistols_at_a_line_by_night(civil_power: Game) -> None:
    """5.3.3: strength 8, one for height, two less for night: a 2 does nothing."""
    street = Street(civil_power, "ii-1")
    upstairs = street.put("E-D9", "pistol_punk", up=True)
    below = street.put("E-C9", "pistol_punk")
    target = street.put("E-C8", "line")
    street.begin({"el_mob": 4})
    street.night()
    found = shot(street, upstairs, below, target=target)
    assert not faults(found)
    assert found.strengths() == {8}
    assert [one.total for one in found.modifiers] == [-1]
    assert found.results(2) == {"–"}
    unit = street.position.units[target]
    assert morale.sums(list(morale.modifiers(street.position, unit, Cause("fire")))) == {1}


def test_two_reserves_against_a_gang_and_a_crowd(civil_power: Game) -> None:
    """5.4.3: both Mob units retreat two squares, the squads only check."""
    street = Street(civil_power, "i-6")
    crowd, punk = street.put("W-D8", "untrained_crowd"), street.put("W-D8", "pistol_punk")
    squads = [street.put("W-D8", "reserve"), street.put("W-D8", "reserve")]
    street.begin({}, suppressed=[crowd])
    round_ = Round("W-D8", 0, "police", street.position, {True: 4, False: 5})
    (pair,) = round_.combinations(Riot(Record(field=street.field)))
    assert [(one.total, one.result) for one in pair] == [(6, "2"), (1, "1")]
    duties = round_.duties(*pair)
    assert [duties[key].areas for key in (crowd, punk, *squads)] == [2, 2, 0, 0]
    assert all(duties[key].checks for key in (crowd, punk, *squads))


def test_batons_three_squares_off(civil_power: Game) -> None:
    """8.1: 14 points, a 5, three less for distance and two more at a Crowd: retreat 2."""
    street = Street(civil_power, "i-6")
    squads = [street.put("W-E11", "tactical"), street.put("W-D11", "tactical")]
    crowd = street.put("W-G11", "untrained_crowd")
    found = shot(street, *squads, target=crowd, way="batons").results(5)
    assert found == {"2"}


def test_a_kettled_crowd_has_no_way(civil_power: Game) -> None:
    """5.4.3: between houses and squads a suppressed Crowd checks with 3 more."""
    street = Street(civil_power, "i-6")
    crowd = street.put("W-C11", "untrained_crowd")
    for cell in ("W-B11", "W-D11", "W-C10"):
        street.put(cell, "reserve")
    street.begin({}, suppressed=[crowd])
    unit = street.position.units[crowd]
    assert not Ways(street.position, unit).ends(2)
    found = morale.modifiers(street.position, unit, Cause("shock", 0, 2))
    assert sum(one.value for one in found) == 3


@pytest.mark.parametrize(("by_night", "clauses"), [(True, []), (False, ["5.4.1.a"])])
def test_a_check_beyond_the_menu(civil_power: Game, by_night: bool, clauses: list[str]) -> None:
    """By night 4 are added besides the point for suppression, for which there is no menu entry.

    By day there is one for 3, and a check with a lower one is wrong.
    """
    street = Street(civil_power, "i-6")
    crowd = street.put("W-C11", "untrained_crowd")
    street.begin({}, suppressed=[crowd])
    if by_night:
        street.night()
    unit = street.position.units[crowd]
    street.check(crowd, 6, 3 if by_night else 2)
    n = len(street.record.acts)
    check = max(m for m, act in enumerate(street.record.acts) if act.what == "check")
    found = morale.judge(Riot(street.record), unit, Cause("shock", 0, 2, 1), check, n)
    assert [one.clause for one in found] == clauses


# --- sight ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("between", "up", "clear"),
    [
        (None, False, True),
        ("untrained_crowd", False, False),
        ("reserve", False, False),
        ("agitator", False, True),
        ("gas", False, False),
        ("gas", True, True),
        ("untrained_crowd", True, True),
    ],
)
def test_what_hides(civil_power: Game, between: str | None, up: bool, clear: bool) -> None:
    street = Street(civil_power, "i-6")
    if between:
        street.put("W-E11", between)
    view = View(street.position)
    assert view.line("W-C11", "W-H11", (int(up), 0)).clear is clear


def test_a_fire_lights_the_squares_beside_it(civil_power: Game) -> None:
    street = Street(civil_power, "ii-7")
    street.put("E-C7", "fire")
    street.night()
    view = View(street.position)
    assert not view.dark("E-C8")
    assert view.dark("E-C10")
    assert view.dark("E-D9")  # a building


@pytest.mark.parametrize(
    ("end", "areas", "clause"),
    [
        ("W-D7", 1, ""),
        ("W-D9", 1, "5.4.3.c"),
        ("W-E8", 1, "5.4.3.d"),
        ("W-C9", 1, "5.4.3.n"),
        ("W-C8", 1, "5.4.3.e"),
        ("W-D6", 1, "5.4.3.a"),
        ("W-D6", 2, ""),
    ],
)
def test_where_a_crowd_retreats(civil_power: Game, end: str, areas: int, clause: str) -> None:
    street = Street(civil_power, "i-6")
    crowd = street.put("W-D8", "untrained_crowd")
    street.put("W-E8", "line")
    street.put("W-C8", "untrained_crowd")
    ways = Ways(street.position, street.position.units[crowd])
    assert ways.wrong(Stand(end), areas) == clause


# --- one mistake at a time -----------------------------------------------------------------------

Play = Callable[[Street], None]


def fire(
    shooters: list[tuple[str, str]],
    target: tuple[str, str],
    level: int = 4,
    way: str = "",
    aim: str = "group",
    side: str = "mob",
    dark: bool = False,
    down: bool = False,
) -> Callable[[Game, Reported], list[str]]:
    """A shot that does nothing, with the target's check."""

    def play(game: Game, reported: Reported) -> list[str]:
        street = Street(game, "ii-4", f"{side}_fire")
        keys = [street.put(cell, kind) for cell, kind in shooters]
        hit = street.put(*target)
        street.begin({f"el_{side}": level}, suppressed=keys if down else [])
        if dark:
            street.night()
        street.fire(target[0], aim, *keys, way=way, side=side)
        street.roll("police" if side == "police" else "mob", 1)
        street.check(hit, 1, int(dark))
        return judged(street, reported)

    return play


@pytest.mark.parametrize(
    ("play", "clauses"),
    [
        (fire([("W-C3", "pistol_punk")], ("W-E3", "line")), []),
        (fire([("W-C3", "pistol_punk")], ("W-F3", "line")), ["5.3.2.a"]),
        (fire([("W-C3", "pistol_punk")], ("W-D3", "line"), level=3), ["6.7.M4"]),
        (fire([("W-C3", "slingshot_punk")], ("W-D3", "line"), level=0), ["6.7.M0"]),
        (fire([("W-C3", "mob_sniper")], ("W-I3", "line"), level=2, way="sniper"), ["6.7.M3"]),
        (fire([("W-C3", "pistol_punk")], ("W-D3", "line"), down=True), ["5.2.b"]),
        (fire([("W-C3", "mob_sniper"), ("W-C3", "pistol_punk")], ("W-D3", "line")), ["5.3.e"]),
        (fire([("W-C3", "pistol_punk"), ("W-F3", "pistol_punk")], ("W-D3", "line")), ["5.3.d"]),
        (fire([("W-C3", "mob_sniper")], ("W-H3", "line"), way="sniper", dark=True), ["6.3.a"]),
        (fire([("W-C3", "shotgun_punk")], ("W-F3", "line"), dark=True), []),
        (fire([("W-A3", "pistol_punk")], ("W-A8", "line")), ["5.3.2.a", "5.3.2.d"]),
        (fire([("W-C3", "line")], ("W-D3", "slingshot_punk"), 1, side="police"), ["6.7.P1"]),
        (fire([("W-C3", "line")], ("W-D3", "slingshot_punk"), 2, side="police"), ["6.7.P4"]),
        (fire([("W-C3", "line")], ("W-D3", "slingshot_punk"), 3, side="police"), ["6.7.P3"]),
        (
            fire(
                [("W-C3", "police_sniper")],
                ("W-I3", "slingshot_punk"),
                2,
                "sniper",
                "group",
                "police",
            ),
            ["6.7.P3"],
        ),
        (
            fire(
                [("W-C3", "police_sniper")],
                ("W-I3", "untrained_crowd"),
                3,
                "sniper",
                "crowd",
                "police",
            ),
            ["6.7.P3"],
        ),
        (fire([("W-C3", "line")], ("W-D3", "slingshot_punk"), 4, side="police"), []),
    ],
)
def test_who_may_fire(
    civil_power: Game,
    reported: Reported,
    play: Callable[[Game, Reported], list[str]],
    clauses: list[str],
) -> None:
    assert play(civil_power, reported) == clauses


def shots(play: Callable[[Street, dict[str, str]], None]) -> Callable[[Game, Reported], list[str]]:
    """Shotguns in W-C3 fire on a squad, a Crowd or a Sniper of the Police's side in W-D3."""

    def run(game: Game, reported: Reported) -> list[str]:
        street = Street(game, "ii-4", "police_fire")
        keys = {
            "line": street.put("W-C3", "tactical"),
            "punk": street.put("W-D3", "pistol_punk"),
            "crowd": street.put("W-C4", "untrained_crowd"),
            "sniper": street.put("W-B3", "mob_sniper"),
        }
        street.begin({"el_police": 4})
        play(street, keys)
        street.phase("police_move")
        return judged(street, reported)

    return run


def _shoot(street: Street, keys: dict[str, str], at: str, die: int) -> str:
    cell, aim = {
        "punk": ("W-D3", "group"),
        "crowd": ("W-C4", "crowd"),
        "sniper": ("W-B3", "individual"),
    }[at]
    street.fire(cell, aim, keys["line"], side="police")
    street.roll("police", die)
    return keys[at]


def right(street: Street, keys: dict[str, str]) -> None:
    key = _shoot(street, keys, "crowd", 4)
    street.book("wia_mob", 2)
    street.check(key, 1)


def unbooked(street: Street, keys: dict[str, str]) -> None:
    street.check(_shoot(street, keys, "punk", 4), 1)


def once(street: Street, keys: dict[str, str]) -> None:
    key = _shoot(street, keys, "crowd", 4)
    street.book("wia_mob")
    street.check(key, 1)


def invented(street: Street, keys: dict[str, str]) -> None:
    key = _shoot(street, keys, "punk", 1)
    street.book("kia_mob")
    street.check(key, 1)


def unchecked(street: Street, keys: dict[str, str]) -> None:
    _shoot(street, keys, "punk", 1)
    street.fire("W-C4", "crowd")
    street.check(keys["crowd"], 1)


def survives(street: Street, keys: dict[str, str]) -> None:
    _shoot(street, keys, "sniper", 4)
    street.book("wia_mob")


def shrugged(street: Street, keys: dict[str, str]) -> None:
    street.check(_shoot(street, keys, "punk", 1), 6, apply=False)


def overdone(street: Street, keys: dict[str, str]) -> None:
    street.check(_shoot(street, keys, "punk", 1), 1)
    street.suppress(keys["punk"])


def added(street: Street, keys: dict[str, str]) -> None:
    street.check(_shoot(street, keys, "punk", 1), 2, plus=1)


def lost_for_nothing(street: Street, keys: dict[str, str]) -> None:
    street.check(_shoot(street, keys, "punk", 1), 1)
    street.lose(keys["crowd"])


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (right, ""),
        (unbooked, "5.3.1.e"),
        (once, "5.3.1.c"),
        (invented, "5.3.1.a"),
        (unchecked, "5.3.1.b"),
        (survives, "5.3.1.d"),
        (shrugged, "5.1.c"),
        (overdone, "5.1.b"),
        (added, "5.1.h"),
        (lost_for_nothing, "5.1.d"),
    ],
)
def test_what_a_shot_does(
    civil_power: Game,
    reported: Reported,
    play: Callable[[Street, dict[str, str]], None],
    clause: str,
) -> None:
    assert shots(play)(civil_power, reported)[:1] == ([clause] if clause else [])


@pytest.mark.parametrize(
    ("clauses", "used", "clause"),
    [
        (("5.1.e", "5.1.h"), 1, "5.1.h"),
        (("5.1.e", "5.1.h", "8.6.e"), 2, "8.6.e"),
        (("5.1.e",), 0, "5.1.e"),
        (("5.1.e", "5.1.h"), 2, ""),
    ],
)
def test_the_modifier_that_was_forgotten(clauses: tuple[str, ...], used: int, clause: str) -> None:
    """Night counts for every check: another modifier is rather forgotten."""
    found = [morale.Modifier(one, 1) for one in clauses]
    assert morale.wrong_modifier(found, morale.sums(found), used) == clause
