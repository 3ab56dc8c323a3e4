"""What each action may do in one space: copies of the space, with what it costs and brings.

`bill` counts: `op` and `sa` spaces selected, `pay`, `get`, `aid`, `patronage`, `jailed` (Reformer
pieces that a Roundup removed), `extra` (Base or Civic Action of a Train; Sin's Terror), `roll`
(what the die must have shown).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.people_power_reference.board import (
    CITIES,
    MINDANAO,
    POP,
    bases,
    controls,
    government,
    guerrillas,
    lean,
    tidy,
)

Outcome = tuple[dict, dict[str, Any]]
Make = Callable[[str, dict, dict], Iterator[Outcome]]


def changed(space: dict, **more: Any) -> dict:
    """A copy with some numbers added."""
    made = dict(space)
    for key, amount in more.items():
        made[key] = made[key] + amount if not isinstance(amount, str) else amount
    return made


def losing_cubes(space: dict, number: int) -> Iterator[dict]:
    number = min(number, space["troops"] + space["police"])
    for troops in range(number + 1):
        police = number - troops
        if troops <= space["troops"] and police <= space["police"]:
            yield changed(space, troops=-troops, police=-police)


def losing_guerrillas(space: dict, number: int) -> Iterator[dict]:
    number = min(number, guerrillas(space))
    for hidden in range(number + 1):
        shown = number - hidden
        if hidden <= space["guerrilla"] and shown <= space["guerrilla_active"]:
            yield changed(space, guerrilla=-hidden, guerrilla_active=-shown)


def expose(space: dict, number: int) -> dict:
    number = min(number, space["guerrilla"])
    return changed(space, guerrilla=-number, guerrilla_active=number)


# --- Government (3.2, 4.2) -----------------------------------------------------------------------


def train(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not (name in CITIES or controls(space) == "gov" or space["gov_base"]):
        return
    room = 4 if name in CITIES or space["gov_base"] else 0
    for number in range(room + 1):
        for troops in range(number + 1):
            full = changed(space, troops=troops, police=number - troops)
            bill = {"op": 1, "pay": 2}
            yield full, bill
            if controls(full) != "gov":
                continue
            if full["troops"] + full["police"] >= 3 and bases(full) < 2:
                for fewer in losing_cubes(full, 3):
                    yield changed(fewer, gov_base=1), bill | {"extra": 1}
                    if world["short"]("gov_base"):
                        yield fewer, bill | {"extra": 1}
            if full["troops"] and full["police"] and not full["protest"] and not full["strike"]:
                now, pay = dict(full), 2
                if now["terror"]:
                    now, pay = changed(now, terror=-1), pay + 2
                    yield now, bill | {"pay": pay, "extra": 1}
                for _ in range(2):
                    if now["alignment"] != "support":
                        now, pay = dict(now), pay + 2
                        lean(now, "support")
                        yield now, bill | {"pay": pay, "extra": 1}


def roundup(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    targets = space["activist"] if space["protest"] else 0
    if not space["police"] or not targets + space["ref_base"]:
        return
    made, jailed = dict(space), 0
    for _ in range(space["police"]):
        if made["activist"] and made["protest"]:
            made["activist"] -= 1
        elif made["ref_base"] and not made["activist"]:
            made["ref_base"] -= 1
        else:
            break
        jailed += 1
    yield tidy(made), {"op": 1, "pay": 2, "jailed": jailed}


def assault(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    cubes = space["troops"] + space["police"]
    if not cubes or not space["guerrilla_active"] + space["npa_base"]:
        return
    made, aid = dict(space), 0
    for _ in range(cubes if name in CITIES else space["troops"]):
        if made["guerrilla_active"]:
            made["guerrilla_active"] -= 1
        elif made["npa_base"] and not guerrillas(made):
            made["npa_base"] -= 1
            aid += 5
    yield tidy(made), {"op": 1, "pay": 2, "aid": aid}


def sweep_in(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    """Activation in a destination, when all cubes have come."""
    force = space["troops"] + (space["police"] if name in CITIES else 0)
    pay = 1 if 44 in world["people"] else 2
    yield expose(space, force // 2), {"op": 1, "pay": pay}


def enrich(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if name == "manila" or controls(space) != "gov" or space["alignment"] != "support":
        return
    times = 1 if world["momentum"] == 37 else 2
    yield (
        changed(space, alignment="neutral"),
        {"sa": 1, "patronage": times * POP[name], "aid": -1},
    )


def charm(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if controls(space) != "gov" or not world["patronage"]:
        return
    made = dict(space)
    lean(made, "support")
    yield made, {"sa": 1, "patronage": -1, "aid": 4 if 42 in world["people"] else 3}


# --- Reformers (3.3, 4.3) ------------------------------------------------------------------------


def recruit(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if space["alignment"] == "support":
        return
    bill = {"op": 1, "pay": 1}
    more = 1 if 51 in world["people"] and name in CITIES else 0
    if space["ref_base"]:
        for number in range(POP[name] + space["ref_base"] + more + 1):
            yield changed(space, activist=number), bill
        return
    for number in range(1, 2 + more):
        yield changed(space, activist=number), bill
    if world["short"]("activist"):
        yield dict(space), bill
    if space["activist"] > 1 and bases(space) < 2:
        yield changed(space, activist=-2, ref_base=1), bill
        if world["short"]("ref_base"):
            yield tidy(changed(space, activist=-2)), bill


def persuade(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not space["activist"] or not guerrillas(space):
        return
    for made in losing_guerrillas(space, space["activist"] // 3):
        found = tidy(made)
        if found["strike"]:
            found = changed(found, strike=-1, protest=1)
        yield found, {"op": 1, "pay": 1}


def protest(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not space["activist"] or space["terror"] or space["strike"]:
        return
    pay = 0 if 49 in world["people"] and name == "manila" else 1
    if not space["protest"] and world["no_tokens"]():
        yield dict(space), {"op": 1, "pay": pay}
    made = dict(space)
    made["protest"] = 1
    if world["momentum"] == 38:
        made["alignment"] = "opposition"
    else:
        lean(made, "opposition")
    yield made, {"op": 1, "pay": pay}


def appeal(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if space["protest"]:
        return
    for number in range(1, space["activist"] + 1):
        each = 3 if 52 in world["people"] else 2
        yield tidy(changed(space, activist=-number)), {"sa": 1, "get": each * number}


def convert(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not space["protest"] or not space["activist"] or not government(space):
        return

    def less(number: int) -> dict:
        made = dict(space)
        for _ in range(number):
            for kind in ("police", "troops"):
                if made[kind]:
                    made[kind] -= 1
                    break
        return made

    if space["troops"] + space["police"]:
        bill = {"sa": 1, "patronage": -1}
        yield less(2), bill
        yield changed(less(1), activist=1), bill
        if world["short"]("activist"):
            yield less(1), bill
    elif space["gov_base"]:
        bill = {"sa": 1, "patronage": -2}
        yield changed(space, gov_base=-1, ref_base=1), bill
        if world["short"]("ref_base"):
            yield changed(space, gov_base=-1), bill


def canvass(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if space["activist"] and space["terror"]:
        yield changed(space, terror=-space["terror"], alignment="opposition"), {"sa": 1}


# --- NPA (3.4, 4.4) ------------------------------------------------------------------------------


def rally(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if space["alignment"] == "support":
        return
    bill = {"op": 1, "pay": 1}
    if space["npa_base"]:
        more = 1 if 45 in world["people"] else 0
        for number in range(POP[name] + space["npa_base"] + more + 1):
            yield changed(space, guerrilla=number), bill
        yield (
            changed(
                space,
                guerrilla=space["guerrilla_active"],
                guerrilla_active=-space["guerrilla_active"],
            ),
            bill,
        )
        return
    yield changed(space, guerrilla=1), bill
    if world["short"]("guerrilla"):
        yield dict(space), bill
    if guerrillas(space) > 1 and bases(space) < 2:
        for fewer in losing_guerrillas(space, 2):
            yield changed(fewer, npa_base=1), bill
            if world["short"]("npa_base"):
                yield tidy(fewer), bill


def hit(space: dict) -> Iterator[Outcome]:
    """Two Government pieces go, cubes first; two Patronage for each Base."""
    for fewer in losing_cubes(space, 2):
        gone = space["troops"] + space["police"] - fewer["troops"] - fewer["police"]
        broken = min(2 - gone, fewer["gov_base"])
        if fewer["troops"] + fewer["police"]:
            broken = 0
        yield changed(fewer, gov_base=-broken), {"patronage": -2 * broken}


def attack(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not guerrillas(space) or not government(space):
        return
    shown = expose(space, space["guerrilla"])
    bill = {"op": 1, "pay": 1}
    need = guerrillas(space) + (1 if 46 in world["people"] and name in MINDANAO else 0)
    if need < 6:
        yield shown, bill | {"roll": range(need + 1, 7)}
    for made, more in hit(shown):
        if need > 1:
            yield made, bill | more | {"roll": range(2, min(need, 6) + 1)}
        if world["short"]("guerrilla"):
            yield made, bill | more | {"roll": range(1, 2)}
        yield changed(made, guerrilla=1), bill | more | {"roll": range(1, 2)}


def terror(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not space["guerrilla"]:
        return
    made = expose(space, 1)
    made["protest"] = made["strike"] = 0
    made["terror"] = 1
    lean(made, "resistance")
    free = world["momentum"] == 39 and space["npa_base"]
    yield made, {"op": 1, "pay": 0 if free else 1}


def extort(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if space["guerrilla"] and controls(space) != "gov":
        yield expose(space, 1), {"sa": 1, "get": 2 if 48 in world["people"] else 1}


def strike(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if name not in CITIES or not space["guerrilla"] or space["terror"]:
        return
    for gone in range(min(1, space["activist"]) + 1):
        made = changed(expose(space, 1), activist=-gone)
        if not made["protest"] and not made["strike"] and world["no_tokens"]():
            yield made, {"sa": 1}
        struck = dict(made)
        struck["protest"], struck["strike"] = 0, 1
        lean(struck, "resistance")
        yield struck, {"sa": 1}


def ambush(name: str, space: dict, world: dict) -> Iterator[Outcome]:
    if not space["guerrilla"] or not government(space):
        return
    for made, more in hit(expose(space, 1)):
        yield changed(made, guerrilla=1), {"sa": 1} | more
        if world["short"]("guerrilla"):
            yield made, {"sa": 1} | more


SIMPLE: dict[str, Make] = {
    "train": train,
    "roundup": roundup,
    "assault": assault,
    "recruit": recruit,
    "persuade": persuade,
    "protest": protest,
    "rally": rally,
    "attack": attack,
    "terror": terror,
}
SPECIAL: dict[str, Make] = {
    "enrich": enrich,
    "charm": charm,
    "appeal": appeal,
    "convert": convert,
    "canvass": canvass,
    "extort": extort,
    "strike": strike,
}
GOES_WITH = {
    "enrich": ("train", "sweep", "roundup", "assault"),
    "reprisal": ("roundup", "assault"),
    "charm": ("train", "sweep"),
    "appeal": ("recruit", "assemble", "persuade", "protest"),
    "convert": ("recruit", "persuade", "protest"),
    "canvass": ("assemble", "persuade"),
    "extort": ("rally", "march", "terror"),
    "strike": ("march",),
    "ambush": ("march", "attack"),
}
SPACES_OF = {
    "enrich": 1,
    "reprisal": 2,
    "charm": 1,
    "appeal": 10,
    "convert": 2,
    "canvass": 1,
    "extort": 10,
    "strike": 2,
    "ambush": 1,
}
OWN = {
    "gov": ("train", "sweep", "roundup", "assault"),
    "reformers": ("recruit", "assemble", "persuade", "protest"),
    "npa": ("rally", "march", "attack", "terror"),
}
OWN_SPECIAL = {
    "gov": ("enrich", "reprisal", "charm"),
    "reformers": ("appeal", "convert", "canvass"),
    "npa": ("extort", "strike", "ambush"),
}
