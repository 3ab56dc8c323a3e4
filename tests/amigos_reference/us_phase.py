"""The US Operations (3.2, 8, 9, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import battle, chits, ground, sea
from tests.amigos_reference.country import COASTS, MOUNTAINS, NAMES, NEXT, STARRED
from tests.amigos_reference.forces import TOP, US_STEPS
from tests.amigos_reference.table import FIL_ALL

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def out_of_season(w: War) -> None:
    """13.0: the US does nothing on turn 4, unless by mistake."""
    if not w.wants("moves_on_turn_4", 1.0):
        return
    for place in sorted(NAMES):
        units = [one for one in w.t.here(place, *US_STEPS) if one.key not in w.fresh]
        for there in sorted(NEXT[place]):
            if (
                len(units) >= 2
                and not w.force(there, "filipino")
                and w.room(there, "us", units[:1])
            ):
                w.t.move(units[:1], there)
                w.plant("US units move on turn 4", "13.0.c")
                return


def ground_operations(w: War) -> None:
    """3.2, 8.1."""
    w.began = {one.key: one.place for one in w.t.pieces.values()}
    w.night = {}
    w.search_in = set()
    w.in_place = set()
    _benevolence(w)
    _provoked(w)
    ground.operations_of_turn(w)


def _benevolence(w: War) -> None:
    """US guerrilla chit 5."""
    fit = [
        one
        for one in NAMES
        if 0 < w.t.filipinos(one) <= 2
        and NEXT[one] & set(w.sites())
        and not w.t.here(one, "fagen")
        and not [unit for unit in w.force(one, "filipino") if not unit.steps]
    ]
    if fit and chits.may_play(w, "us", "g5", 0.6):
        place = w.chance.choice(fit)
        chits.play(w, "us", "g5")
        for piece in w.t.here(place, *FIL_ALL):
            w.t.remove(piece)
        w.tidy_markers(place)
        w.will(1)


def _provoked(w: War) -> None:
    """Filipino stand-up chits 1 and 2: US units must attack at once."""
    for number in ("s1", "s2"):
        if not chits.may_play(w, "filipino", number, 0.4):
            continue
        pairs = [
            (one, there)
            for one in sorted(NAMES)
            for there in sorted(NEXT[one])
            if w.t.us(one)
            and w.t.regulars(there)
            and not w.force(there, "us")
            and not w.force(one, "filipino")
        ]
        if number == "s2":
            pairs = [
                pair
                for pair in pairs
                if pair[0] != "manila"
                and pair[0] not in STARRED
                and w.room(pair[1], "us", w.force(pair[0], "us"))
            ]
        if not pairs:
            continue
        start, end = w.chance.choice(pairs)
        units = w.force(start, "us")
        if number == "s1":
            spare = [one for one in w.t.here(start, *US_STEPS) if one.key not in w.fresh]
            units = spare[: w.chance.randint(1, 3)]
            if not units or len(spare) == len(units):
                continue
        chits.play(w, "filipino", number, gone=number == "s1")
        w.t.move(units, end)
        w.activated |= {one.key for one in units}
        battle.Battle(w, end, "us").fight()


def shelling(w: War) -> None:
    """9.1: each gunboat at Regulars on one coast beside it."""
    wrong = w.wants("shelling_in_monsoon", 1.0) and w.monsoon
    at_guerrillas = w.wants("shelling_guerrillas", 1.0)
    if w.monsoon and not wrong:
        return
    for boat in w.t.all("gunboat"):
        targets = sorted(
            one for one in COASTS.get(boat.place, ()) if w.t.regulars(one) > 1 and not w.t.us(one)
        )
        if at_guerrillas and not w.planted:
            targets = sorted(
                one
                for one in COASTS.get(boat.place, ())
                if w.t.guerrillas(one) > 1 and not w.t.regulars(one) and not w.t.us(one)
            )
        if not targets or w.often(0.4):
            continue
        place = w.chance.choice(targets)
        die = "shelling_6" if place in MOUNTAINS or at_guerrillas else "shelling"
        low = 6 if die == "shelling_6" else 5
        w.battle_place = place
        (result,) = w.roll("us", die, 1)
        w.battle_place = ""
        if result >= low or (at_guerrillas and not w.planted):
            kind = "guerrilla" if at_guerrillas else "regular"
            hit = w.t.here(place, kind)
            if not hit:
                continue
            w.t.lose(w.chance.choice(hit))
            w.lost_turn[kind] = w.lost_turn.get(kind, 0) + 1
            w.will(1)
            if at_guerrillas and not w.planted:
                w.plant(f"Guerrillas alone are shelled in {place}", "9.1.a")
            elif wrong and not w.planted:
                w.plant(f"{place} is shelled in Monsoon", "13.0.b")


def combats(w: War) -> None:
    """3.3 e, 10."""
    places = [
        one
        for one in NAMES
        if w.t.us(one)
        and w.t.filipinos(one)
        and (w.t.regulars(one) or one in w.search_in | w.in_place or w.activated_in(one))
    ]
    w.chance.shuffle(places)
    done = 0
    for place in places:
        alone = not w.t.regulars(place)
        if not w.t.filipinos(place) or (alone and place not in w.search_in and w.often(0.4)):
            continue
        if w.one_battle and done and not w.t.regulars(place):
            continue
        if w.wants("battle_refused") and w.t.regulars(place) and w.activated_in(place):
            w.plant(f"no battle in {place}", "10.1.b", "3.3.e")
            continue
        done += battle.Battle(w, place, "us").fight()


def sites(w: War) -> None:
    """11.0."""
    t = w.t
    if w.monsoon:
        fit = [one for one in NAMES if t.us(one) >= 5 and one not in w.sites()]
        if fit and w.box["will"] >= 1 and w.wants("site_in_monsoon", 1.0):
            _site(w, fit[0])
            w.plant(f"a POA site in Monsoon in {fit[0]}", "11.0.c", "13.0.b")
        return
    fit = [
        one
        for one in NAMES
        if t.us(one) >= 5
        and one not in w.fought
        and one not in w.sites()
        and not (one == "manila" and w.turn == 1)
    ]
    w.chance.shuffle(fit)
    good = w.box["will"] >= 1
    weak = [
        one
        for one in NAMES
        if 0 < t.us(one) < 5
        and one not in w.fought
        and one not in w.sites()
        and not t.filipinos(one)
    ]
    fought = [one for one in w.fought if t.us(one) >= 5 and one not in w.sites()]
    spare = len(t.here("pool_markers", "poa"))
    if not spare:
        return
    if good and weak and w.wants("site_too_weak"):
        _site(w, w.chance.choice(weak))
        w.plant("a POA site with fewer than five steps", "11.0.b")
        return
    if good and fought and w.wants("site_after_battle"):
        _site(w, w.chance.choice(sorted(fought)))
        w.plant("a POA site where there was a battle", "11.0.b")
        return
    if (
        good
        and w.turn == 1
        and w.wants("site_in_manila_on_turn_1", 1.0)
        and "manila" not in w.fought
    ):
        _site(w, "manila")
        w.plant("a POA site in Manila on turn 1", "11.0.c")
        return
    if not good and fit and w.wants("site_without_will") and w.box["will"] < 0:
        _site(w, fit[0])
        w.plant("a POA site without Political Will", "11.0.a")
        return
    if not good:
        return
    if len(fit) >= 3 and spare >= 3 and w.wants("third_site"):
        for place in fit[:3]:
            _site(w, place)
        w.plant("three POA sites in a turn", "11.0.a")
        return
    for place in fit[:2]:
        if w.often(0.7) and t.here("pool_markers", "poa"):
            unpaid = w.wants("site_for_nothing") and w.box["will"] < TOP
            _site(w, place, unpaid)
            if unpaid:
                w.plant("a POA site without its point", "11.0.e")


def _site(w: War, place: str, unpaid: bool = False) -> None:
    w.t.move(w.t.here("pool_markers", "poa")[:1], place)
    if not unpaid:
        w.will(1)


PHASES = {
    "us_ground": ground_operations,
    "us_amphibious": sea.amphibious,
    "us_gunboats": sea.gunboats,
    "us_shelling": shelling,
    "us_combat": combats,
    "us_poa": sites,
}
