"""8.9, 7.0: when a game ends, and who wins."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from tests.civil_reference.table import Piece

if TYPE_CHECKING:
    from tests.civil_reference.riot import Riot

LEVELS = ("marginal", "substantial", "decisive")


def end_of_turn(r: Riot) -> None:
    """What may end the game after a Player-turn."""
    if r.uses_tdn and r.side in ("mob", "rival"):
        name = "tdn_2" if r.name == "i-5" and r.side == "rival" else "tdn"
        if r.turn >= r.box.get(name, 99):
            if r.wants("disintegrates_not", share=1):
                r.ignored = name
                r.plant(f"the game goes on with TDN {r.box[name]}", "8.9.d", "2.3.f")
                r.stop_turns = 2
            if r.ignored != name:
                r.fallen = r.side
                raise r.over_error(f"the {r.side} disintegrates")
    mobs = [one for side in ("mob", "rival") if side in r.order for one in r.on_map(side)]
    waiting = any(r.waiting.get(side) for side in r.order)
    if r.name == "ii-1" and not mobs:
        raise r.over_error("the last Mob unit is gone")
    if r.name == "ii-7" and r.turn > 3:
        from tests.civil_reference.opening import force

        entered = not [one for one in force(r, "police") if one.size == "group"]
        if entered and not any(one.place in r.town.area("park") for one in r.on_map("mob")):
            raise r.over_error("no Mob unit is in the compound")
    if r.turn > 4 and not waiting and any(not r.on_map(side) for side in r.order):
        r.certain = False
        raise r.over_error("a side has nobody left")


# --- points --------------------------------------------------------------------------------------


def worth(piece: Piece, police: bool) -> int:
    """7.0: the points of a unit that was eliminated."""
    if police:
        return 5
    if piece.base == "tv_crew":
        return 0
    return 2 if piece.crowd else 3


def dispersed(r: Riot) -> bool:
    """Half of the Crowds eliminated, or no two of them adjacent."""
    crowds = [
        one
        for one in r.t.pieces.values()
        if one.crowd
        and r.owner(one) in ("mob", "rival")
        and (one.place in r.town or one.key in r.lost or one.place.startswith("left"))
    ]
    gone = sum(one.key in r.lost for one in crowds)
    if 2 * gone >= len(crowds):
        return True
    here = [one for one in crowds if one.place in r.town]
    return not any(
        r.town.distance(one.place, two.place) <= 1 for one in here for two in here if one is not two
    )


def occupied(r: Riot, ground: str) -> bool:
    """A Mob unit in a place or beside it."""
    areas = r.town.beside(r.town.area(ground))
    return any(r.owner(one) in ("mob", "rival") for at in areas for one in r.units(at))


def points(r: Riot) -> dict[str, Fraction]:
    """7.0: the points of both sides, in scenarios that add to the standard ones."""
    sides = list(r.order)
    found = dict.fromkeys(sides, Fraction(0))
    for (by, _victim, kind), number in r.inflicted.items():
        found[by] -= number * (1 if kind == "wia" else 3)
    for key in r.lost:
        piece = r.t.pieces[key]
        owner = r.owner(piece)
        for side in sides:
            if side != owner:
                found[side] += worth(piece, owner == "police")
    if r.name in ("i-2", "i-4", "i-8") and dispersed(r):
        found["police"] += {"i-2": 20, "i-4": 10, "i-8": 10}[r.name]
    if r.name in ("i-2", "i-8") and occupied(r, "plaza"):
        found["mob"] += 10 if r.name == "i-2" else 20
    if r.name == "i-2" and occupied(r, "park"):
        found["mob"] += 5
    if r.name == "i-4":
        areas = r.town.beside(r.town.area("WH"))
        found["mob"] += sum(r.owner(one) == "mob" for at in areas for one in r.units(at))
    if r.name == "i-5" and r.fallen:
        found[next(one for one in sides if one != r.fallen)] += 10
    return found


def outcome(r: Riot) -> str:
    """The result by its id, or empty where readings differ."""
    if r.name not in ("i-2", "i-4", "i-5", "i-6", "i-7", "i-8", "ii-4") or not r.certain:
        return ""
    found = points(r)
    (best, top), (_other, low) = sorted(found.items(), key=lambda one: -one[1])
    r.totals = found
    if top == low:
        return "nobody" if top else ""
    if top <= 0:
        level = 0
        if low == 0 or top == 0:
            return ""
    else:
        ratio = top / max(low, Fraction(1))
        level = 0 if ratio < 2 else 1 if ratio < 3 else 2
    level -= r.el[best] - r.el_first[best]
    if level < 0:
        return ""
    if r.name in ("i-6", "i-7") and best == "police" and not dispersed(r):
        return "nobody"
    return f"{best}_{LEVELS[level]}"


def finish(r: Riot) -> None:
    """The end of the record: points and result."""
    if r.planted or r.over == "a fight has no end" or not (r.over or r.turn > r.full):
        return
    result = outcome(r)
    if r.over:
        r.say(f"Game over: {r.over}.")
    if not result:
        return
    for side, total in r.totals.items():
        r.put(f"vp_{side}", int(total))
    sheet = r.t.one("sheet").key
    if r.wants("wrong_winner", share=1) and "_" in result:
        side, _, level = result.partition("_")
        other = next(one for one in r.order if one != side)
        r.t.do("sheet", (sheet,), text=f"{other}_{level}", side=r.side)
        r.plant(
            f"{other}_{level} announced, {result} by {r.totals}",
            "7.0.c",
            "7.0.d",
            "7.0.e",
            "S.I6",
            "S.I7.a",
        )
        return
    if r.wants("wrong_level", share=1) and "_" in result:
        side, _, level = result.partition("_")
        wrong = r.chance.choice([one for one in LEVELS if one != level])
        r.t.do("sheet", (sheet,), text=f"{side}_{wrong}", side=r.side)
        first = "7.0.f" if r.el[side] > r.el_first[side] else "7.0.e"
        r.plant(
            f"{side}_{wrong} announced, {result} by {r.totals}",
            first,
            "7.0.e",
            "7.0.d",
            "6.7.c",
            "7.0.f",
        )
        return
    r.t.do("sheet", (sheet,), text=result, side=r.side)
