"""The last four phases: Jungle, supply, scoring, victory (12, 15, 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits
from tests.amigos_reference.country import COASTAL, LUZON, NAMES, NEXT, VISAYAS
from tests.amigos_reference.forces import LAST_TURN, TOP, US_STEPS, will_points

if TYPE_CHECKING:
    from tests.amigos_reference.table import Piece
    from tests.amigos_reference.war import War

BOXES = ("jungle_1", "jungle_2")


# --- 12 --------------------------------------------------------------------------------------


def us_jungle(w: War) -> None:
    """12.A: out of Box 2, on from Box 1, in from an activated force."""
    t = w.t
    us = (*US_STEPS, "scouts")
    leaving = t.here("jungle_2", *us)
    if leaving and w.wants("stays_in_jungle", 1.0):
        w.plant("US steps stay in Box 2", "12.A.a")
    elif leaving:
        held = ["manila"]
        if w.turn >= 14:
            held = [
                one for one in sorted(LUZON) if t.us_controls(one) and w.room(one, "us", leaving)
            ]
        t.move(leaving, w.chance.choice(held or ["manila"]))
    middle = t.here("jungle_1", *us)
    if middle and w.wants("lingers_in_jungle", 1.0):
        w.plant("US steps stay in Box 1", "12.A.b")
        return
    t.move(middle, "jungle_2")
    if not w.guerrilla_war:
        ready = _ready(w)
        if ready and w.wants("early_jungle"):
            t.move(ready[:1], "jungle_1")
            w.plant("US steps enter the Jungle in the Stand-Up Fight", "12.A.c")
        return
    ready = _ready(w)
    if not ready:
        return
    place = ready[0].place
    ready = [one for one in ready if one.place == place]
    if w.wants("four_in_jungle") and sum(one.steps for one in ready) >= 4:
        group: list[Piece] = []
        for one in ready:
            if sum(unit.steps for unit in group) < 4:
                group.append(one)
        if t.us(place) > sum(unit.steps for unit in group):
            t.move(group, "jungle_1")
            w.plant("more than three US steps enter the Jungle", "12.A.c")
            return
    guns = [
        one
        for one in w.force(place, "us")
        if not one.steps and one.kind != "scouts" and one.key in w.activated
    ]
    if guns and w.wants("guns_in_jungle"):
        t.move([ready[0], guns[0]], "jungle_1")
        w.plant(f"{guns[0].kind} enters the Jungle", "12.A.d")
        return
    if w.often(0.4):
        group = []
        for one in ready:
            if sum(unit.steps for unit in group) + one.steps <= 3:
                group.append(one)
        scouts = [one for one in t.here(place, "scouts") if one.key in w.activated]
        if group and t.us(place) > sum(unit.steps for unit in group):
            t.move(group + scouts[:1], "jungle_1")


def _ready(w: War) -> list[Piece]:
    """Activated US steps of one area of Luzon that is not left empty."""
    return [
        one
        for place in sorted(LUZON)
        for one in w.t.here(place, *US_STEPS)
        if one.key in w.activated and w.t.us(place) > 3
    ]


def jungle_combat(w: War) -> None:
    """12.B."""
    t = w.t
    for box in BOXES:
        us, rebels = t.here(box, *US_STEPS), t.here(box, "guerrilla", "fagen")
        if not us or not rebels:
            continue
        (die,) = w.roll("us", "jungle_combat")
        if die < 4:
            if w.wants("jungle_loss_in_peace", 1.0):
                t.lose(rebels[0])
                w.lost_turn["guerrilla"] = w.lost_turn.get("guerrilla", 0) + 1
                w.will(1)
                w.plant(f"a Guerrilla is lost in the Jungle after a {die}", "12.B.a")
            continue
        scouts = len(t.here(box, "scouts"))
        us_steps, rebel_steps = t.us(box), t.guerrillas(box)
        ambush = w.roll("filipino", "jungle_ambush", us_steps)
        ambushed = max(0, sum(one >= 4 for one in ambush) - bool(scouts))
        seen = w.roll("us", "jungle_discovery", rebel_steps)
        found = min(rebel_steps, sum(one >= 4 for one in seen) + bool(scouts))
        t.move(t.here("pool_markers", "ambushed")[:ambushed], box)
        t.move(t.here("pool_markers", "discovered")[:found], box)
        (rounds,) = w.roll("us", "jungle_rounds")
        open_us = us_steps - ambushed
        for _ in range(rounds):
            if not t.us(box) or not t.guerrillas(box):
                break
            hits_us = sum(
                one >= 6 for one in w.roll("filipino", "jungle_filipino", t.guerrillas(box))
            )
            ready = min(open_us, t.us(box))
            hits = sum(one >= 6 for one in w.roll("us", "jungle_us", ready)) if ready else 0
            hits = min(hits, found)
            if not hits and w.wants("jungle_undiscovered", 1.0) and not found:
                hits = 1
                w.plant("a Guerrilla that was not discovered is lost", "12.B.e")
            for _ in range(hits):
                there = t.here(box, "guerrilla", "fagen")
                if there:
                    t.lose(there[0])
                    found -= 1
                    w.lost_turn["guerrilla"] = w.lost_turn.get("guerrilla", 0) + 1
                    w.will(2 if there[0].kind == "fagen" else 1)
            for _ in range(hits_us):
                there = t.here(box, *US_STEPS)
                if there:
                    t.lose(w.chance.choice(there))
                    w.lost_turn["us"] = w.lost_turn.get("us", 0) + 1
                    w.will(-2)
        for kind in ("ambushed", "discovered"):
            t.move(t.here(box, kind), "pool_markers")


def filipino_jungle(w: War) -> None:
    """12.C."""
    t = w.t
    most, crowd = (4, 7) if w.guerrilla_war else (2, 5)
    units = lambda: sum(len(t.here(box, "guerrilla", "fagen")) for box in BOXES)  # noqa: E731
    for piece in t.here("jungle_2", "guerrilla"):
        if w.often(0.3):
            held = [
                one
                for one in sorted(LUZON)
                if not w.force(one, "us") and t.filipinos(one) and w.room(one, "filipino", [piece])
            ]
            if held:
                t.move([piece], w.chance.choice(held))
    for piece in t.here("jungle_1", "guerrilla"):
        if w.often(0.3):
            t.move([piece], "jungle_2")
    sources = [
        one
        for place in sorted(LUZON)
        for one in t.here(place, "guerrilla")
        if t.filipinos(place) > one.steps
    ]
    w.chance.shuffle(sources)
    islands = [
        one
        for place in sorted(VISAYAS)
        for one in t.here(place, "guerrilla")
        if t.filipinos(place) > one.steps
    ]
    if islands and w.wants("islanders_in_jungle") and units() < crowd:
        t.move(islands[:1], "jungle_1")
        w.plant("Guerrillas of the Visayas enter the Jungle", "12.C.a")
        return
    entered = 0
    limit = most + 1 if w.wants("jungle_crowd", 0.8) else most
    willing = w.often(0.4) or limit > most
    for piece in sources:
        if not willing or units() >= crowd:
            break
        if entered + piece.steps > limit:
            continue
        if t.filipinos(piece.place) > piece.steps and piece.place in LUZON:
            place = piece.place
            t.move([piece], "jungle_1")
            w.tidy_markers(place)
            entered += piece.steps
    if entered > most:
        w.plant(f"{entered} Guerrilla steps enter the Jungle", "12.C.a")


# --- 15 --------------------------------------------------------------------------------------


def supplied(w: War, place: str) -> bool:
    """15.1: the Visayas, the coasts of Luzon, or US areas all the way to Manila."""
    if place in VISAYAS or place in COASTAL:
        return True
    seen, ring = {place}, [place]
    while ring:
        here = ring.pop()
        for there in NEXT[here]:
            if there == "manila":
                return True
            if there not in seen and w.t.us_controls(there):
                seen.add(there)
                ring.append(there)
    return False


def supply(w: War) -> None:
    """15.2."""
    hungry = [one for one in NAMES if w.t.us(one) and not supplied(w, one)]
    fed = [one for one in NAMES if w.t.us(one) > 1 and supplied(w, one) and one in NAMES[:20]]
    if not hungry and fed and w.wants("starves_in_supply"):
        w.t.lose(w.t.here(fed[0], *US_STEPS)[0])
        w.will(-2)
        w.plant(f"a supplied force in {fed[0]} loses a step", "15.1.b", "15.2.a")
    for place in hungry:
        if w.wants("no_hunger", 1.0):
            w.plant(f"{place} is out of supply and loses nothing", "15.2.a")
            continue
        w.t.lose(w.chance.choice(w.t.here(place, *US_STEPS)))
        w.lost_turn["us"] = w.lost_turn.get("us", 0) + 1
        if w.wants("hunger_unpaid", 1.0) and w.box["will"] > 1 - TOP:
            w.plant(f"the step of {place} is lost without points", "15.2.b")
        else:
            w.will(-2)
        if not w.t.us(place) and w.force(place, "filipino"):
            raise w.over("a force starved among enemies")


# --- 17 --------------------------------------------------------------------------------------


def score(w: War) -> None:
    """17.1."""
    will = w.box["will"]
    points = will_points(will) * (1 if will > 0 else -1)
    before = w.box["points"]
    total = max(-TOP, min(TOP, before + points))
    if w.wants("will_misread") and abs(total) < TOP:
        w.put("points", total + 1)
        w.put("will", 0)
        w.plant(f"Victory Points at {total + 1} instead of {total}", "17.1.b")
    elif w.wants("will_stays") and will:
        w.put("points", total)
        w.plant("Political Will stays where it was", "1.1.1.b", "17.1.b")
    else:
        w.put("points", total)
        w.put("will", 0)
    sides = ["us", "filipino"] if w.turn % 2 == 0 else ["filipino", "us"]
    for side in sides:
        _objectives(w, side)


def _objectives(w: War, side: str) -> None:
    """4.0: achieved objectives are shown and count."""
    sign = 1 if side == "us" else -1
    laid = chits.objectives(w, side)
    tenth = next((one for one in laid if chits.number_of(one) == "10"), None)
    for chit in laid:
        number = chits.number_of(chit)
        if number == "dummy":
            continue
        done = chits.achieved(w, side, number)
        blocked = tenth is not None and chit is not tenth and not chits.achieved(w, side, "10")
        wrong = ""
        fits = abs(w.box["points"] + sign) <= TOP
        own = f"{'US' if side == 'us' else 'PH'}.O{number}"
        if not done and not blocked and fits and w.wants("objective_unearned"):
            wrong = f"4.0.e {own}"
        if done and blocked and w.wants("tenth_skipped", 1.0):
            wrong = "4.0.f"
        if (not done or blocked) and not wrong:
            continue
        with w.t.together():
            w.t.do("up", (chit.key,))
            w.t.do("say", text=f"<{chits.OWNER[side]}> - Objective {number}")
        gain = 2 if number == "10" else 1
        if (
            not wrong
            and w.wants("objective_double", 1.0)
            and abs(w.box["points"] + 2 * sign) <= TOP
        ):
            gain = 3 - gain
            wrong = "4.0.e"
        w.put("points", max(-TOP, min(TOP, w.box["points"] + sign * gain)))
        if wrong:
            w.plant(f"objective {number} of {side} scores {gain}", wrong, own)
        last = (number == "8" and side == "us") or (number == "6" and side == "us")
        if last:
            w.t.move([chit], f"removed_{side}")
        else:
            with w.t.together():
                w.t.move([chit], f"hand:{side}")
                w.t.do("down", (chit.key,))


def finish(w: War) -> None:
    """17.2: 8 points win; else the next turn."""
    if abs(w.box["points"]) == TOP:
        if w.wants("plays_on", 1.0) and w.turn < LAST_TURN[w.scenario]:
            w.put("turn", w.turn + 1)
            w.plant("the game goes on after 8 Victory Points", "17.2.a")
            return
        w.winner = "us" if w.box["points"] > 0 else "filipino"
        w.t.do("say", text="Good game!")
        return
    if w.turn >= LAST_TURN[w.scenario]:
        w.winner = "nobody"
        w.t.do("say", text="That was the last turn.")
        return
    if w.wants("turn_skipped") and w.turn + 2 <= LAST_TURN[w.scenario]:
        w.put("turn", w.turn + 2)
        w.plant("the turn marker goes on two boxes", "1.1.1.c")
        return
    w.put("turn", w.turn + 1)


PHASES = {
    "jungle_us": us_jungle,
    "jungle_combat": jungle_combat,
    "jungle_filipino": filipino_jungle,
    "supply": supply,
    "scoring": score,
    "victory": finish,
}
