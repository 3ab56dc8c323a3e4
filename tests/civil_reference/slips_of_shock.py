"""Mistakes of Shock Combat that need acts of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import moving, shock
from tests.civil_reference.slips_of_moves import plain
from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot


def wrong_retreat(r: Riot, unit: Piece, areas: int, fight: str, extra: int) -> bool:
    """A retreat against 5.4.3; True when it was made."""
    kind = r.mistake
    if r.planted or r.turn < r.late or kind not in RETREATS or not r.often(0.8):
        return False
    here = unit.place
    legal = shock.retreats(r, unit, [fight], fight)
    side = r.owner(unit)
    around = r.town.near(here)
    ends: list[str] = []
    codes: tuple[str, ...] = ()
    if kind == "retreat_enemy":
        ends = [
            one
            for one in around
            if any(two.size in ("group", "crowd") for two in r.enemies(one, side))
            and (not unit.crowd or one in r.town.near(here, False))
            and not moving.prohibited(r, unit, one)
        ]
        codes = ("5.4.3.d",)
    elif kind == "retreat_held" and legal and not r.units(legal[0]):
        ends = [
            one
            for one in r.town.near(here, not unit.crowd)
            if r.units(one, side)
            and not r.enemies(one, side)
            and not moving.prohibited(r, unit, one)
            and one not in {r.came_from.get(two.key) for two in r.enemies(fight, side)}
            and any(two.size in ("group", "crowd") for two in r.units(one, side))
        ]
        codes = ("5.4.3.e", "5.4.3.f")
    elif kind == "retreat_diagonal" and unit.crowd:
        ends = [
            one
            for one in around
            if one not in r.town.near(here, False)
            and plain(r, one)
            and not moving.prohibited(r, unit, one)
        ]
        codes = ("5.4.3.n", "4.0.c", "5.4.3.a")
        if areas == 2:
            return False
    elif kind == "retreat_closed" and (unit.crowd or unit.face == "mounted"):
        ends = [one for one in r.town.near(here, False) if r.town.house(one) and plain(r, one)]
        codes = ("5.4.3.c", "4.2.a")
    elif kind == "stays_put" and legal:
        r.check(unit, 1 + extra)
        if unit.key not in r.lost:  # else nobody can tell
            story = f"{unit.kind} stays in {here} instead of retreating"
            r.plant(story, "5.4.1.e 5.4.3.a", "5.4.1.c")
            r.unfought = fight
        return True
    elif kind == "retreat_three" and legal and areas == 1:
        ends = [
            one
            for one in r.town.squares
            if r.town.distance(one, here) == 3
            and plain(r, one)
            and not moving.prohibited(r, unit, one)
        ]
        codes = ("5.4.3.a",)
    elif kind == "retreat_back":
        ends = [
            one
            for one in {r.came_from.get(two.key, "") for two in r.enemies(fight, side)}
            if one in r.town and plain(r, one) and one in r.town.near(here, not unit.crowd)
        ]
        codes = ("5.4.3.a",)
    if not ends:
        return False
    end = r.chance.choice(sorted(ends))
    r.move([unit], end)
    r.plant(f"{unit.kind} retreats from {here} to {end}", *codes)
    r.check(unit, 1 + extra)
    return True


RETREATS = (
    "retreat_enemy",
    "retreat_held",
    "retreat_diagonal",
    "retreat_closed",
    "stays_put",
    "retreat_three",
)


def breaks_off(r: Riot, place: str, attacker: str, defender: str) -> bool:
    """5.4.1.c: no further round."""
    both = shock.side_of(r, place, attacker) and shock.side_of(r, place, defender)
    if both and r.wants("breaks_off"):
        r.plant(f"no further round in {place}", "5.4.1.c", "3.0.h")
        return True
    left, r.unfought = r.unfought, ""
    return left == place


def doubles_low(r: Riot, units: dict[str, list[Piece]], totals: dict[str, int]) -> None:
    """6.7.P2, 6.7.M2: doubled below level 2."""
    for side, own in units.items():
        more = shock.doubles(r, own, side)
        if r.el[side] < 2 and more and r.wants("doubled_low"):
            totals[side] += more
            r.t.do("deed", (r.t.one("shock_combat").key,), text="doubled", side=side)
            codes = (
                ("6.7.P2", "6.7.P1", "6.7.P0")
                if side == "police"
                else ("6.7.M2", "6.7.M1", "6.7.M0")
            )
            r.plant(f"{side} doubles at level {r.el[side]}", *codes)


def round_slip(
    r: Riot,
    place: str,
    units: dict[str, list[Piece]],
    totals: dict[str, int],
    found: dict[str, str],
    small: str,
    attacker: str,
    quits: str,
) -> set[str]:
    """Mistakes in applying a round; the ids of the units to which nothing more happens."""
    if quits or r.planted or r.turn < r.late:
        return set()
    large = next(side for side in units if side != small)
    told = found.get(large, "-")
    if r.mistake == "larger_retreats" and told in "12X" and r.often(0.9):
        movable = [
            one
            for one in units[large]
            if one.size in ("group", "crowd") and shock.retreats(r, one, [place], place)
        ]
        if movable and totals[large] > totals[small]:
            unit = movable[0]
            end = shock.retreats(r, unit, [place], place)[0]
            r.move([unit], end)
            r.check(unit, 1)
            r.plant(f"{unit.kind} of the larger side retreats to {end}", "5.4.1.e 5.4.1.f")
            return {unit.key}
    if (
        r.mistake == "attacker_yields"
        and totals[large] == totals[small]
        and found.get(attacker, "-") in "12X"
    ):
        movable = [
            one
            for one in units[attacker]
            if one.size in ("group", "crowd") and shock.retreats(r, one, [place], place)
        ]
        if movable:
            end = shock.retreats(r, movable[0], [place], place)[0]
            r.move([movable[0]], end)
            r.check(movable[0], 1)
            r.plant(f"the attacker retreats to {end} at equal strength", "5.4.1.g", "5.4.1.e")
            return {movable[0].key}
    bodies_there = any(one.size in ("group", "crowd") for one in units[large])
    if r.mistake == "larger_unchecked" and told in ("M", "1", "2") and bodies_there:
        codes = ("5.4.1.b",) if told == "M" else ("5.4.1.f", "5.4.1.b")
        r.plant(f"{large} does not check for {told}", *codes)
        return {one.key for one in units[large]}
    if r.mistake == "one_spared" and r.often(0.9):
        for side, all_of_it in units.items():
            own = [one for one in all_of_it if one.size in ("group", "crowd")]
            if len(own) > 1 and found.get(side, "-") == "M":
                r.plant(f"{own[1].kind} in {place} does not check", "5.4.1.b")
                return {own[1].key}
    # Whether the 1 of an Agitator is doubled too is open, and may drive the enemy back.
    open_ = any(one.base == "agitator" for one in units[large])
    if (
        r.mistake == "false_retreat"
        and r.often(0.9)
        and found.get(small, "-") in "-M"
        and not open_
    ):
        movable = [
            one
            for one in units[small]
            if one.size in ("group", "crowd") and shock.retreats(r, one, [place], place)
        ]
        if movable:
            end = shock.retreats(r, movable[0], [place], place)[0]
            r.move([movable[0]], end)
            r.check(movable[0], 1)
            r.plant(
                f"{movable[0].kind} retreats without a result, to {end}",
                "5.4.1.a",
                "5.4.1.e",
                "5.4.3.a",
                "4.0.h",
            )
            return {movable[0].key}
    return set()
