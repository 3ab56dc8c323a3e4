"""Mistakes of purchases, set-ups and entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.civil_reference import moving
from tests.civil_reference.slips_of_moves import plain, put

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

GANGS = ("slingshot_punk", "pistol_punk", "shotgun_punk", "mob_sniper")
"""What S.0.b bars in riots unless the scenario allows it."""


def bad_purchase(r: Riot) -> None:
    """2.3.a, 2.3.g: more or others than one may buy."""
    if r.mistake == "overspent" and not r.planted:
        side = r.chance.choice([one for one in r.order if one in ("mob", "police")])
        kinds = (
            ("tactical", "line", "reserve")
            if side == "police"
            else ("trained_crowd", "untrained_crowd")
        )
        if not any(one["side"] == side and one.get("points") for one in r.data["forces"]):
            return
        for kind in kinds:
            more = r.t.here(f"pool_{side}", kind)[:2]
            if more:
                r.move(more, f"force_{side}")
                r.plant(f"{side} has {len(more)} {kind} too many", "2.3.a", "2.3.b")
                return
    if r.mistake == "barred" and not r.planted:
        for forces in r.data["forces"]:
            for kind in forces.get("barred", ()):
                side = forces["side"]
                spare = r.t.here(f"pool_{side}", kind)
                give = [one for one in r.t.here(f"force_{side}") if one.size in ("crowd", "group")]
                if spare and len(give) > 3:
                    r.move(give[:2], f"pool_{side}")
                    r.move(spare[:1], f"force_{side}")
                    scenario = {
                        "i-4": "S.I4.b",
                        "i-3": "S.I3.a",
                        "ii-5": "S.II5",
                        "ii-2": "S.II2.m",
                        "i-5": "S.I5.a",
                        "i-6": "S.I6.a",
                    }.get(r.name, "S.0.b")
                    same = f"{scenario} S.0.b" if kind in GANGS else scenario
                    r.plant(f"{side} buys {kind}", same, "2.3.g", "S.0.b", "2.3.b")
                    return


def bad_set_up(r: Riot) -> None:
    """2.3.d: a unit outside its zone."""
    if r.planted or r.turn < r.late:
        return
    if r.mistake == "outside_zone":
        zones = {
            "i-1": ("mob", "plaza", "S.I1.k"),
            "i-5": ("mob", "plaza", "S.I5.b"),
            "i-6": ("mob", "plaza", "S.I6.b"),
        }
        if r.name in zones:
            side, ground, clause = zones[r.name]
            unit = next(one for one in r.on_map(side) if one.size == "crowd")
            ends = [
                one
                for one in r.town.squares
                if r.town.ground(one) == "street"
                and min(r.town.distance(one, at) for at in r.town.area(ground)) >= 2
            ]
        elif r.name in ("i-7", "ii-4"):
            unit = next(one for one in r.on_map("mob") if one.crowd)
            clause = "S.I7" if r.name == "i-7" else "S.II4"
            ends = [
                one
                for one in r.town.squares
                if r.town.ground(one) == "street"
                and min(r.town.distance(one, at) for at in r.town.area("plaza")) >= 2
            ]
        elif r.name == "i-4":
            unit = next(
                one
                for one in r.on_map("police")
                if one.size == "group" and one.key not in r.guns.values()
            )
            clause = "S.I4.c"
            ends = [
                one
                for one in r.town.squares
                if min(r.town.distance(one, at) for at in r.town.area("WH")) >= 7
            ]
        elif r.name == "i-8":
            unit = next(
                one
                for one in r.on_map("police")
                if one.size == "group" and one.key not in r.guns.values()
            )
            clause = "S.I8"
            ends = [one for one in r.town.squares if int(one[3:]) >= 11]
        elif r.name == "ii-3":
            unit = next(
                one
                for one in r.on_map("police")
                if one.size == "group" and one.key not in r.guns.values()
            )
            clause = "S.II3.a"
            ends = [one for one in r.town.squares if one[0] == "E" and plain(r, one)]
        elif r.name in ("i-3", "ii-5"):
            unit = next(one for one in r.on_map("mob") if one.size in ("group", "crowd"))
            clause = "S.I3.b" if r.name == "i-3" else "S.II5.a"
            ends = [
                one
                for one in r.town.squares
                if r.town.ground(one) == "street" and one[0] != unit.place[0]
            ]
        else:
            return
        ends = [one for one in ends if plain(r, one) and not moving.prohibited(r, unit, one)]
        if ends:
            r.move([unit], r.chance.choice(ends))
            r.plant(f"{unit.kind} is set up in {unit.place}", clause, "2.3.d", "S.I4.c", "4.0.h")


def wrong_edge(r: Riot) -> None:
    """An entry by an edge that is not the side's."""
    edges = {
        ("i-1", "police"): ("n", "S.I1.k"),
        ("i-2", "police"): ("s", "S.I2.d"),
        ("i-2", "mob"): ("n", "S.I2.c"),
        ("i-8", "mob"): ("n", "S.I8.b"),
    }
    if (r.name, r.side) in edges and r.wants("wrong_edge", share=1) and r.waiting.get(r.side):
        edge, clause = edges[r.name, r.side]
        units = [r.t.pieces[key] for key in r.waiting[r.side]]
        unit = next(one for one in units if one.size in ("crowd", "group"))
        ends = [
            one
            for one in r.town.edge(edge)
            if plain(r, one) and not moving.prohibited(r, unit, one)
        ]
        if ends:
            put(r, unit, r.chance.choice(ends))
            r.waiting[r.side].remove(unit.key)
            r.plant(f"{unit.kind} enters at {unit.place}", clause, "2.3.d", "4.0.a", "4.0.h")
