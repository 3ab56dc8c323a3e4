"""The Filipino half of phase 4, and the chits of that phase (7.2, 7.3, 16, the player aids)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits
from tests.amigos_reference.country import (
    CENTRAL,
    LUZON,
    NAMES,
    NEXT,
    NORTHERN,
    SAMAR,
    SOUTHERN,
    VISAYAS,
)
from tests.amigos_reference.forces import (
    FIRST_TURN,
    TOP,
    US_LEADERS,
    US_STEPS,
    luzon_steps,
    visayas_steps,
)

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def fits(w: War, place: str, kind: str) -> bool:
    """8.3: room for one step more."""
    if kind == "regular":
        return w.t.regulars(place) < 10
    return w.t.guerrillas(place) < 5


def add_step(w: War, place: str, kind: str) -> bool:
    """One step more: a counter turned to two steps, or a new one; False without counters."""
    ones = [one for one in w.t.here(place, kind) if one.face == "one"]
    if ones and (w.often(0.4) or not w.t.pool(kind)):
        w.t.do("face", (ones[0].key,), text="two")
        return True
    return w.t.take(kind, 1, place, down=True) == 1


def early_chits(w: War) -> None:
    """Chits of the Reinforcement phase that come before the dice, in any order."""
    us_vp, monsoon = w.box["points"], w.monsoon
    t = w.t
    if chits.may_play(w, "us", "s1", 0.4) and w.turn > FIRST_TURN[w.scenario]:
        places = w.chance.sample(sorted(one for one in LUZON if t.filipinos(one)), 3)
        chits.play(w, "us", "s1")
        t.do("say", text="<United States> - Inept: " + ", ".join(places))
        (die,) = w.roll("us", "us")
        w.barred.add(places[(die - 1) // 2])
    if chits.may_play(w, "filipino", "s8", 0.6):
        held = [one for one in NAMES if t.us(one)]
        chits.play(w, "filipino", "s8")
        if monsoon or w.roll("filipino", "filipino")[0] >= 5:
            lose_us_step(w, w.chance.choice(held))
            w.will(-2)
    if chits.may_play(w, "filipino", "s9", 0.6) and t.here("pool_markers", "us_massacre"):
        chits.play(w, "filipino", "s9")
        place = w.chance.choice([one for one in NAMES if t.us(one)])
        t.move(t.here("pool_markers", "us_massacre")[:1], place)
        if w.wants("massacre_unpaid", 1.0) and w.box["will"] > 1 - TOP:
            w.plant("Massacre of Filipinos without its points", "PH.S9")
        else:
            w.will(-2)
    if chits.may_play(w, "filipino", "s7", 0.7):
        fit = [one for one in NAMES if 0 < t.regulars(one) <= 8 and not t.us(one)]
        if len(t.pool("regular")) >= 2 and fit:
            chits.play(w, "filipino", "s7")
            t.take("regular", 2, w.chance.choice(fit), down=True)
    if chits.may_play(w, "us", "g1", 0.5):
        fit = [one for one in VISAYAS if 0 < t.us(one) <= 3 and len(w.force(one, "us")) > 1]
        if fit and t.here("pool_markers", "filipino_massacre"):
            place = w.chance.choice(sorted(fit))
            chits.play(w, "us", "g1")
            t.move([t.one("filipino_massacre")], place)
            lose_us_step(w, place)
            w.will(2)
    if chits.may_play(w, "us", "g9", 0.8) and t.here("pool_us", "scouts"):
        chits.play(w, "us", "g9")
        fit = sorted(one for one in NAMES if t.us(one))
        t.move(t.here("pool_us", "scouts")[:1], w.chance.choice(fit))
    if chits.may_play(w, "filipino", "g1", 0.7) and t.one("fagen").place == "pool_filipino":
        fit = [one for one in NAMES if t.filipinos(one) and t.guerrillas(one) < 5]
        chits.play(w, "filipino", "g1", gone=True)
        t.take("fagen", 1, w.chance.choice(fit), down=True)
        w.will(-1)
    if chits.may_play(w, "filipino", "g10", 0.8):
        scouts = [one for one in t.all("scouts") if one.place in NAMES]
        if scouts:
            chits.play(w, "filipino", "g10")
            t.move(scouts[:1], "lost_us")
            w.scouts_gone.add(scouts[0].key)
    w.one_battle = chits.may_play(w, "filipino", "g3", 0.5)
    if w.one_battle:
        chits.play(w, "filipino", "g3")
    _added(w, "g5", SAMAR, gone=True)
    _added(w, "g7", VISAYAS)
    _by_die(w)
    w.no_visayas = w.no_near_us = False
    if chits.may_play(w, "us", "g6", 0.5) and us_vp <= 3:
        chits.play(w, "us", "g6")
        w.no_visayas = not _cancelled(w)
    elif chits.may_play(w, "us", "g7", 0.5) and us_vp <= 4:
        chits.play(w, "us", "g7")
        w.no_near_us = not _cancelled(w)


def _cancelled(w: War) -> bool:
    """Filipino guerrilla chit 2."""
    if chits.may_play(w, "filipino", "g2", 0.8):
        return chits.play(w, "filipino", "g2")
    return False


def lose_us_step(w: War, place: str) -> None:
    """A US step of the owner's choice, in no battle."""
    w.t.lose(w.chance.choice(w.t.here(place, *US_STEPS)))
    w.lost_turn["us"] = w.lost_turn.get("us", 0) + 1


def _added(w: War, number: str, region: frozenset[str], gone: bool = False) -> None:
    """Two Guerrilla steps in an area of a region."""
    fit = sorted(one for one in region if w.t.guerrillas(one) <= 3 and w.t.us(one) <= 4)
    if fit and len(w.t.pool("guerrilla")) >= 2 and chits.may_play(w, "filipino", number, 0.7):
        chits.play(w, "filipino", number, gone)
        w.t.take("guerrilla", 2, w.chance.choice(fit), down=True)


def _by_die(w: War) -> None:
    """Filipino guerrilla chit 8."""
    if not chits.may_play(w, "filipino", "g8", 0.6) or len(w.t.pool("guerrilla")) < 2:
        return
    chits.play(w, "filipino", "g8")
    (die,) = w.roll("filipino", "filipino")
    parts = (CENTRAL, SOUTHERN, NORTHERN)
    part = parts[(die - 1) // 2]
    if w.wants("wrong_part", 1.0):
        part = parts[(die + 1) // 2 % 3]
    fit = sorted(one for one in part if w.t.guerrillas(one) <= 3 and w.t.us(one) <= 4)
    if fit:
        w.t.take("guerrilla", 2, w.chance.choice(fit), down=True)
        if part is not parts[(die - 1) // 2]:
            w.plant(f"chit 8 puts two steps into the wrong part of Luzon after a {die}", "PH.G8")


def filipino_reinforcements(w: War) -> None:
    """7.2, 7.3."""
    t = w.t
    if w.turn == 2 and t.one("mabini").place == "leaders_filipino":
        _mabini(w)
    if w.turn == FIRST_TURN[w.scenario]:
        if w.wants("recruits_on_turn_1", 1.0):
            place = w.chance.choice([one for one in NAMES if w.t.guerrillas(one) in range(1, 5)])
            add_step(w, place, "guerrilla")
            w.plant("recruits on the first turn", "7.2.a")
        return
    rolls = w.roll("filipino", "luzon")[0], w.roll("filipino", "visayas")[0]
    points = min(2, max(0, -w.box["points"]))
    held = sum(not t.us_controls(one) for one in LUZON)
    sites = w.sites()
    luzon = rolls[0] + points + (held >= 20) - (sum(one in LUZON for one in sites) >= 3)
    luzon += 2 * (w.attacked.get(w.turn - 1, False) and w.turn - 1 in {2, 3})
    visayas = rolls[1] + points + (not any(t.us_controls(one) for one in VISAYAS))
    visayas -= sum(one in VISAYAS for one in sites) >= 2
    w.new_guerrillas = 0
    w.recruited: set[str] = set()
    _recruit(w, sorted(LUZON), luzon_steps(luzon), "luzon")
    _recruit(w, sorted(VISAYAS), visayas_steps(visayas), "visayas")
    if t.pool("dummy") and w.often(0.3):
        stacks = [one for one in NAMES if t.filipinos(one)]
        with t.together():
            dummy = t.pool("dummy")[0]
            t.move([dummy], w.chance.choice(stacks))
            t.do("down", (dummy.key,))


def _mabini(w: War) -> None:
    fit = sorted(
        {
            there
            for one in NAMES
            if w.t.here(one, *US_LEADERS)
            for there in NEXT[one]
            if w.t.filipinos(there)
        }
    )
    wrong = w.wants("mabini_astray", 1.0)
    if wrong:
        fit = sorted(
            one
            for one in NAMES
            if w.t.filipinos(one) and not any(w.t.here(there, *US_LEADERS) for there in NEXT[one])
        )
    if fit:
        with w.t.together():
            w.t.move([w.t.one("mabini")], w.chance.choice(fit))
            w.t.do("down", (w.t.one("mabini").key,))
        if wrong:
            w.plant("Mabini comes far from every US Leader", "7.3.a")


def kinds_for(w: War, place: str) -> list[str]:
    """7.2: what a step in an area may be; no kind where none may come."""
    t = w.t
    near_site = {place, *NEXT[place]} & set(w.sites())
    if not t.filipinos(place) or place in w.recruited or near_site or w.secured(place):
        return []
    if place in w.barred or (w.no_visayas and place in VISAYAS):
        return []
    if w.no_near_us and (t.us(place) or any(w.force(one, "us") for one in NEXT[place])):
        return []
    found = []
    if not w.guerrilla_war and fits(w, place, "regular") and not w.force(place, "us"):
        found.append("regular")
    more = w.guerrilla_war or not w.new_guerrillas
    if more and fits(w, place, "guerrilla") and t.us(place) <= 4:
        found.append("guerrilla")
    return found


def _recruit(w: War, region: list[str], steps: int, name: str) -> None:
    """7.2: one step to an area, until the steps or the areas are used up."""
    places = list(region)
    w.chance.shuffle(places)
    placed = _wrong_recruit(w, region, steps, name)
    extra = w.wants(f"one_more_{name}", 0.8)
    for place in places:
        if placed >= steps + extra:
            break
        kinds = kinds_for(w, place)
        second = w.new_guerrillas and not w.guerrilla_war and w.wants("two_guerrillas", 1.0)
        near = {place, *NEXT[place]} & set(w.sites())
        free = place not in w.barred | w.recruited and not w.secured(place) and not near
        room = w.t.guerrillas(place) in range(1, 5) and w.t.us(place) <= 4
        if second and "regular" not in kinds and free and room:
            add_step(w, place, "guerrilla")
            w.recruited.add(place)
            placed += 1
            w.plant("a second new Guerrilla step before the Guerrilla War", "7.2.i")
            continue
        if kinds and place not in w.recruited:
            kind = w.chance.choice(kinds)
            if add_step(w, place, kind):
                placed += 1
                w.recruited.add(place)
                w.new_guerrillas += kind == "guerrilla"
    if extra and placed > steps:
        w.plant(f"{placed} steps in {name} instead of {steps}", "7.2.e")


def _wrong_recruit(w: War, region: list[str], steps: int, name: str) -> int:
    """Steps where none may come; how many were put there."""
    t = w.t
    if steps < 1 or name != "luzon":
        return 0
    kind = "guerrilla" if w.guerrilla_war else "regular"
    free = [one for one in region if kind in kinds_for(w, one)]
    cases: dict[str, tuple[list[str], str, str]] = {
        "in_empty": (
            [
                one
                for one in region
                if not w.force(one, "filipino")
                and not t.us(one)
                and not {one, *NEXT[one]} & set(w.sites())
            ],
            kind,
            "7.2.g",
        ),
        "by_site": (
            [
                one
                for one in region
                if t.filipinos(one)
                and fits(w, one, kind)
                and {one, *NEXT[one]} & set(w.sites())
                and not t.us(one)
            ],
            kind,
            "7.2.k",
        ),
        "by_five_us": (
            [
                one
                for one in region
                if t.guerrillas(one) in range(1, 5)
                and t.us(one) >= 5
                and not {one, *NEXT[one]} & set(w.sites())
            ],
            "guerrilla",
            "7.2.h",
        ),
        "late_regular": (free if w.guerrilla_war else [], "regular", "7.2.j"),
    }
    for mistake, (near, wrong, clause) in cases.items():
        places = [one for one in near if one not in w.barred]
        if places and w.wants(mistake) and w.t.pool(wrong):
            place = w.chance.choice(places)
            w.t.take(wrong, 1, place, down=True)
            w.recruited.add(place)
            twin = ("2.0.d",) if clause == "7.2.j" else ()
            w.plant(f"a {wrong} step is recruited in {place}", clause, *twin)
            return 1
    if free and steps >= 2 and w.wants("two_in_one") and len(w.t.pool(kind)) >= 2:
        roomy = [one for one in free if w.t.regulars(one) <= 8 and w.t.guerrillas(one) <= 3]
        if roomy:
            place = w.chance.choice(roomy)
            w.t.take(kind, 1, place, down=True)
            w.t.take(kind, 1, place, down=True)
            w.recruited.add(place)
            w.plant(f"two steps are recruited in {place}", "7.2.f")
            return 2
    return 0
