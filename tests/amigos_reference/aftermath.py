"""The end of a battle: what is left over, Leaders, reorganisation, points (10.6.5 to 10.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference.country import NEXT, STARRED
from tests.amigos_reference.forces import TOP
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.battle import Battle

SIDES = ("us", "filipino")


def close(b: Battle) -> None:
    """Everything after the last round."""
    loser = next((one for one in SIDES if not b.steps(one) and b.retreated != one), "")
    if b.retreated:
        _followers(b, b.retreated, b.end, [one for one in b.t.here(b.end) if one.key in b.own])
        if b.retreated == "filipino":
            b.w.filipinos_enter(b.end)
    if loser:
        _followers(b, loser, b.place, b.force(loser))
        _sites(b, loser)
        arms = b.t.here(b.place, "imported_arms")
        if loser == "filipino" and arms:
            b.t.move(arms, "supply_source")
            b.w.arms = "gone"
        if loser == "filipino" and b.only_volunteers:
            _atrocities(b)
    _casualties(b)
    _smith(b)
    b.victor = {"us": "filipino", "filipino": "us"}.get(loser, "")
    _reorganise(b)
    _points(b)


def _followers(b: Battle, side: str, place: str, units: list[Piece]) -> None:
    """10.6.5: Artillery and Leaders whose infantry is gone."""
    w = b.w
    if any(one.steps for one in units):
        return
    gains = 1 if side == "filipino" else -1
    for gun in [one for one in units if one.kind in {"us_artillery", "fil_artillery"}]:
        if w.wants("guns_stay", 1.0):
            w.plant("Artillery without infantry stays", "10.6.5.f")
            continue
        w.t.remove(gun)
        w.lost_turn[gun.kind] = w.lost_turn.get(gun.kind, 0) + 1
        w.will(gains)
    for leader in [one for one in units if one in b.leaders[side]]:
        b.gone.add(leader.key)
        if w.lost_turn.get("leader"):
            if w.wants("second_leader_lost", 1.0):
                w.leader_lost(leader, combat=True)
                w.plant("a second Leader is lost in the turn", "10.6.5.h", "10.6.5.i")
                continue
            w.to_friends(leader)
            continue
        (die,) = w.roll("us" if side == "filipino" else "filipino", "leader_alone")
        spared = die <= 3 and w.wants("leader_spared", 1.0)
        doomed = die > 3 and w.wants("leader_doomed", 1.0)
        if (die <= 3 or doomed) and not spared:
            w.leader_lost(leader, combat=True)
        else:
            w.to_friends(leader)
        if spared or doomed:
            w.plant(f"a Leader left alone after a {die}", "10.6.5.g")
    if any(one.kind == "scouts" for one in units):
        w.to_friends(next(one for one in units if one.kind == "scouts"))


def _sites(b: Battle, loser: str) -> None:
    """11.0: a POA site goes with the last US step."""
    w, t = b.w, b.t
    if loser != "us" or not t.here(b.place, "poa"):
        return
    if t.regulars(b.place) or t.guerrillas(b.place) >= 2:
        if w.wants("site_survives", 1.0):
            w.plant(f"the POA site of {b.place} survives the last US step", "11.0.f")
            return
        w.destroy_site(b.place)


def _atrocities(b: Battle) -> None:
    """1.2.1."""
    w = b.w
    if w.wants("no_atrocity_die", 1.0):
        w.plant("Volunteers alone clear an area and roll no die", "1.2.1.d")
        return
    (die,) = w.roll("us", "atrocity")
    if die == 1:
        if b.t.here("pool_markers", "us_massacre"):
            b.t.move(b.t.here("pool_markers", "us_massacre")[:1], b.place)
        if w.wants("atrocity_unpaid", 1.0) and w.box["will"] > -TOP:
            w.plant("atrocities without their point", "1.2.1.d")
        else:
            w.will(-1)


def _casualties(b: Battle) -> None:
    """10.7, Funston, Closing In."""
    w = b.w
    took_part = b.leaders["us"] + b.leaders["filipino"] + b.scouts
    if not took_part or w.lost_turn.get("leader"):
        return
    alive = {side: [one for one in b.leaders[side] if one.key not in b.gone] for side in SIDES}
    if not (alive["us"] or alive["filipino"] or b.scouts):
        return
    b.step("E")
    if b.leaders["filipino"] and any(one.kind == "funston" for one in b.leaders["us"]):
        if not alive["filipino"]:
            return
        closing = "us_s9" in b.chits
        (die,) = w.roll("us", "us" if closing else "stratagem")
        if die <= (4 if closing else 2):
            w.leader_lost(w.chance.choice(alive["filipino"]), combat=True)
        return
    (die,) = w.roll("us", "casualty")
    wrong = die != 1 and w.wants("leader_falls_anyway")
    if die != 1 and not wrong:
        return
    side = "us" if alive["us"] or not alive["filipino"] else "filipino"
    if alive["us"] and alive["filipino"]:
        (other,) = w.roll("us", "whose_leader")
        side = "us" if other % 2 == 0 else "filipino"
    if alive[side]:
        leader = w.chance.choice(alive[side])
        cheap = leader.kind == w.chief(side) and abs(w.box["will"]) <= 2
        if cheap and w.wants("chief_for_two", 1.0):
            w.leader_lost(leader, points=False, combat=True)
            w.will(2 if side == "filipino" else -2)
            w.plant(f"{leader.kind}, Commander in Chief, for two points", "1.2.3.a")
            return
        w.leader_lost(leader, combat=True)
        if wrong:
            w.plant(f"{leader.kind} falls with a {die}", "10.7.a")
    elif b.scouts and side == "us":
        scout = b.scouts[0]
        b.t.remove(scout)
        w.scouts_due[scout.key] = w.turn + 1


def _smith(b: Battle) -> None:
    """1.2.2: Kill everyone over the age of ten."""
    w = b.w
    if b.lost["us"] > 2 and any(one.kind == "smith" for one in b.leaders["us"]):
        (die,) = w.roll("us", "kill")
        if die <= 3:
            w.smith_owes = True
            w.will(-2)


def _reorganise(b: Battle) -> None:
    """10.8."""
    w = b.w
    side = b.victor
    landed = any(one.key in w.landed for one in b.force("us")) and b.attacker == "us"
    if b.retreated or not side:
        winner = "us" if b.retreated == "filipino" else "filipino"
        if b.retreated and w.wants("spreads_after_retreat") and b.steps(winner) > 1:
            _spread(b, winner, "spreads_after_retreat", "10.8.b")
        return
    if side == "us" and landed:
        if w.wants("spreads_after_landing", 1.0):
            _spread(b, side, "spreads_after_landing", "10.8.b")
        return
    if w.wants("spreads_far"):
        _spread(b, side, "spreads_far", "10.8.a")
        return
    if w.often(0.4):
        b.step("F")
        _spread(b, side)


def _spread(b: Battle, side: str, wrong: str = "", clause: str = "") -> bool:
    """Some of the victors go next door."""
    w, t = b.w, b.t
    enemy = "us" if side == "filipino" else "filipino"
    units = [one for one in b.force(side) if one.steps]
    near = [one for one in sorted(NEXT[b.place]) if not w.force(one, enemy)]
    if wrong == "spreads_far":
        near = sorted(
            {there for one in NEXT[b.place] for there in NEXT[one]} - NEXT[b.place] - {b.place}
        )
        near = [one for one in near if not w.force(one, enemy)]
    w.chance.shuffle(units)
    if len(units) < 2:
        return False
    group = units[: w.chance.randint(1, len(units) - 1)]
    near = [one for one in near if w.room(one, side, group)]
    if side == "us" and wrong:
        near = [one for one in near if one not in STARRED]
    if not near:
        return False
    if not wrong:
        b.deed(side, "spreads")
    end = w.chance.choice(near)
    t.move(group, end)
    if side == "filipino":
        w.filipinos_enter(end)
    if wrong:
        w.plant(f"{wrong}: {b.place} to {end}", clause)
    return True


def _points(b: Battle) -> None:
    """10.9: the attacker's points first."""
    w = b.w
    if not b.lost["us"] and not b.lost["filipino"]:
        return
    b.step("G")
    gains = {"us": b.lost["filipino"] + b.fagen_fell, "filipino": -2 * b.lost["us"]}
    wrong = w.wants("will_miscounted", 0.5)
    order = [b.attacker, b.defender]
    first = max(-TOP, min(TOP, w.box["will"] + gains[order[0]]))
    right = max(-TOP, min(TOP, first + gains[order[1]]))
    other = max(-TOP, min(TOP, w.box["will"] + gains[order[1]]))
    turned = max(-TOP, min(TOP, other + gains[order[0]]))
    if turned != right and w.wants("defender_first", 1.0):
        w.will(gains[order[1]])
        w.will(gains[order[0]])
        w.plant("the defender's points first", "10.9.b")
        return
    for side in order:
        w.will(gains[side])
    if wrong and right == w.box["will"]:
        off = 2 if right <= TOP - 2 else -2
        marker, track = "political_will_marker", "political_will"
        w.box["will"] = right + off
        events = w.t.events
        if events[-1].keys == (w.t.one(marker).key,):
            events.pop()
        w.t.do("move", (w.t.one(marker).key,), f"{track}:{w.box['will']}")
        w.plant(f"Political Will at {w.box['will']} instead of {right}", "10.9.a")
