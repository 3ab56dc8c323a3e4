"""Whether any legal action leads from one position to another: decided space by space.

`None` says that this engine does not decide: what moves in March and Assemble is searched only
among moves next door.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from tests.people_power_reference.board import (
    CITIES,
    NEXT_TO,
    controls,
    guerrillas,
    left,
    tidy,
    tokens_left,
)
from tests.people_power_reference.outcomes import (
    GOES_WITH,
    OWN,
    OWN_SPECIAL,
    SIMPLE,
    SPACES_OF,
    SPECIAL,
    ambush,
    changed,
    sweep_in,
)

MOST_PLANS = 60_000
PLACES = {
    "train": ("troops", "police"),
    "rally": ("guerrilla",),
    "attack": ("guerrilla",),
    "recruit": ("activist",),
    "convert": ("activist",),
    "ambush": ("guerrilla",),
}

Bill = dict[str, Any]


def actions(faction: str, option: str) -> Iterator[tuple[str, str | None, bool]]:
    """Operation, Special Activity and whether Limited, for an option of 2.3.3."""
    for operation in OWN[faction]:
        yield operation, None, option == "limop"
        if option == "op_sa":
            for special in OWN_SPECIAL[faction]:
                if operation in GOES_WITH[special]:
                    yield operation, special, False


def legal(before: dict, after: dict, faction: str, option: str) -> bool:
    """Whether some action of an option turns one position into the other."""
    if option == "pass":
        return passed(before, after, faction)
    return any(explains(before, after, faction, *one) for one in actions(faction, option))


def passed(before: dict, after: dict, faction: str) -> bool:
    """2.3.4."""
    gain = 3 if faction == "gov" else 1
    bill = {"get": gain}
    return before["spaces"] == after["spaces"] and pays(before, after, faction, bill)


def world_of(before: dict, after: dict) -> dict:
    was, now = left(before), left(after)
    few = min(tokens_left(before), tokens_left(after)) <= 0
    return {
        "people": before["people"],
        "momentum": before["momentum"],
        "patronage": before["patronage"],
        "short": lambda kind: min(was[kind], now[kind]) <= 0,
        "gone": lambda kind: now[kind] <= 0,
        "no_tokens": lambda: few,
    }


def explains(
    before: dict, after: dict, faction: str, operation: str, special: str | None, limited: bool
) -> bool:
    world = world_of(before, after)
    for plan in plans(before, after, operation, special):
        options = []
        for name in before["spaces"]:
            ways = set(ways_of(name, before, after, operation, special, plan, world))
            if not ways:
                break
            options.append([dict(way) for way in ways])
        else:
            if total(options, before, after, faction, operation, special, limited):
                return True
    return False


# --- moves ---------------------------------------------------------------------------------------

Move = tuple[str, str, str]
"""Kind (`guerrilla`, `guerrilla_active`, `activist`), from, to."""


def plans(
    before: dict, after: dict, operation: str, special: str | None
) -> Iterator[tuple[Move, ...]]:
    """Which pieces moved, for the actions that move pieces by neighbours."""
    if operation == "march":
        extra = (1, 0) if special == "ambush" else (0,)
        yield from matchings(before, after, "guerrilla", extra)
    elif operation == "assemble":
        yield from matchings(before, after, "activist", (0, None))
    elif special == "reprisal":
        yield from reprisals(before, after)
    else:
        yield ()


def number(space: dict, kind: str) -> int:
    return guerrillas(space) if kind == "guerrilla" else space["activist"]


def matchings(before: dict, after: dict, kind: str, extra: tuple) -> Iterator[tuple[Move, ...]]:
    """Ways to pair what left with what came; with Appeal more may leave than comes."""
    gone = [
        n
        for n in before["spaces"]
        for _ in range(number(before["spaces"][n], kind) - number(after["spaces"][n], kind))
    ]
    come = [
        n
        for n in before["spaces"]
        for _ in range(number(after["spaces"][n], kind) - number(before["spaces"][n], kind))
    ]
    count = 0
    seen: set[tuple[Move, ...]] = set()
    for lost in extra:
        targets = list(come)
        if lost == 1:
            choices = [targets[:i] + targets[i + 1 :] for i in range(len(targets))] or [[]]
        else:
            choices = [targets]
        for wanted in choices:
            if lost is not None and len(wanted) != len(gone):
                continue
            if len(wanted) > len(gone):
                continue
            for plan in pairs(gone, wanted, kind, before):
                count += 1
                if count > MOST_PLANS:
                    return
                key = tuple(sorted(plan))
                if key not in seen:
                    seen.add(key)
                    yield plan


def pairs(gone: list[str], come: list[str], kind: str, before: dict) -> Iterator[tuple[Move, ...]]:
    if not come:
        yield ()
        return
    target, *rest = come
    for origin in dict.fromkeys(gone):
        if origin not in NEXT_TO[target]:
            continue
        fewer = list(gone)
        fewer.remove(origin)
        kinds = ("guerrilla", "guerrilla_active") if kind == "guerrilla" else ("activist",)
        for shown in kinds:
            for others in pairs(fewer, rest, kind, before):
                yield ((shown, origin, target), *others)


def reprisals(before: dict, after: dict) -> Iterator[tuple[Move, ...]]:
    """4.2.2: one or two pieces go next door, or none where there is none."""
    single = [
        (kind, origin, target)
        for kind in ("activist", "guerrilla", "guerrilla_active")
        for origin, space in before["spaces"].items()
        if space[kind] and after["spaces"][origin]["terror"]
        for target in NEXT_TO[origin]
    ]
    yield ()
    for one in single:
        yield (one,)
    for one, other in product(single, single):
        if one[1] < other[1]:
            yield (one, other)


# --- one space -----------------------------------------------------------------------------------


def ways_of(
    name: str,
    before: dict,
    after: dict,
    operation: str,
    special: str | None,
    plan: tuple[Move, ...],
    world: dict,
) -> Iterator[tuple[tuple[str, Any], ...]]:
    """The bills of all ways in which a space may have become what it is."""
    space, wanted = before["spaces"][name], after["spaces"][name]
    for start in lifted(space, operation, special, world):
        for steps in orders(name, start, wanted, operation, special, plan, world):
            for made, bill in follow(start, steps):
                if made == wanted:
                    yield tuple(sorted((key, n) for key, n in bill.items() if key != "roll"))


def lifted(space: dict, operation: str, special: str | None, world: dict) -> Iterator[dict]:
    """1.5.1: with none Available, own pieces may be taken from the map to be placed again."""
    yield dict(space)
    for kind in (*PLACES.get(operation, ()), *PLACES.get(special or "", ())):
        if not world["gone"](kind):
            continue
        faces = ("guerrilla", "guerrilla_active") if kind == "guerrilla" else (kind,)
        for amounts in product(*(range(space[face] + 1) for face in faces)):
            if any(amounts):
                yield tidy(changed(space, **{f: -n for f, n in zip(faces, amounts, strict=True)}))


def follow(space: dict, steps: tuple) -> Iterator[tuple[dict, Bill]]:
    """All results of steps in order."""
    if not steps:
        yield space, {}
        return
    first, *rest = steps
    for made, bill in first(space):
        for end, more in follow(made, tuple(rest)):
            yield end, added(bill, more)


def added(one: Bill, other: Bill) -> Bill:
    found = dict(one)
    for key, value in other.items():
        if key != "roll":
            found[key] = found.get(key, 0) + value
    return found


def orders(
    name: str,
    start: dict,
    wanted: dict,
    operation: str,
    special: str | None,
    plan: tuple[Move, ...],
    world: dict,
) -> Iterator[tuple]:
    """The orders in which things may be done in a space."""
    op = operation_steps(name, start, wanted, operation, plan, world)
    for steps in op:
        yield steps
        if special is None:
            continue
        if special == "ambush":
            yield from with_ambush(name, steps, operation, plan, world)
            continue
        if special == "reprisal":
            continue
        act = special_step(name, special, world)
        for at in range(len(steps) + 1):
            yield (*steps[:at], act, *steps[at:])
    if special == "reprisal":
        yield from with_reprisal(name, op, plan)
    if operation == "train" and special:
        make = SPECIAL[special]
        yield (lambda space: split_train(name, space, world, make),)


def special_step(name: str, special: str, world: dict) -> Any:
    make = SPECIAL[special]
    return lambda space: make(name, space, world)


def split_train(name: str, space: dict, world: dict, make: Any) -> Iterator[tuple[dict, Bill]]:
    """Train with its Special Activity between the cubes and the Base or Civic Action."""
    room = 4 if name in CITIES or space["gov_base"] else 0
    if not (name in CITIES or controls(space) == "gov" or space["gov_base"]):
        return
    for cubes in range(room + 1):
        for troops in range(cubes + 1):
            full = changed(space, troops=troops, police=cubes - troops)
            for made, bill in make(name, full, world):
                for end, more in SIMPLE["train"](name, made, world):
                    if more.get("extra") and end["troops"] + end["police"] <= (
                        made["troops"] + made["police"]
                    ):
                        yield end, added(bill, more)


def operation_steps(
    name: str, start: dict, wanted: dict, operation: str, plan: tuple[Move, ...], world: dict
) -> list[tuple]:
    if operation in SIMPLE:
        make = SIMPLE[operation]
        return [(), (lambda space: make(name, space, world),)]
    if operation == "sweep":
        return sweep_steps(name, start, wanted, world)
    leaving = [one for one in plan if one[1] == name]
    coming = [one for one in plan if one[2] == name]
    if operation == "march":
        out = (lambda space: march_out(space, leaving),) if leaving else ()
        in_ = (lambda space: march_in(name, space, coming, world),) if coming else ()
        found = [(*out, *in_)]
        if out and in_:
            enough = all(
                start[kind] >= sum(1 for one in leaving if one[0] == kind)
                for kind in ("guerrilla", "guerrilla_active")
            )
            if enough:
                found.append((*in_, *out))
        return found
    out = (lambda space: assemble_out(space, leaving),) if leaving else ()
    in_ = (lambda space: assemble_in(space, coming, world),)
    end = (lambda space: protests_off(space, world),)
    found = [(*out, *in_, *end)]
    if not coming:
        found.append((*out, *end))
    if out and start["activist"] >= len(leaving):
        found.append((*in_, *out, *end))
    return found


def sweep_steps(name: str, start: dict, wanted: dict, world: dict) -> list[tuple]:
    troops, police = wanted["troops"] - start["troops"], wanted["police"] - start["police"]
    out = min(0, troops), min(0, police)
    in_ = max(0, troops), max(0, police)
    steps: tuple = ()
    if any(out):
        if start["protest"] or start["strike"]:
            return []
        steps = (lambda space: [(changed(space, troops=out[0], police=out[1]), {})],)
    come = lambda space: [(changed(space, troops=in_[0], police=in_[1]), {})]  # noqa: E731
    selected = (*steps, come, lambda space: sweep_in(name, space, world))
    return [selected] if any(in_) else [steps, selected]


def march_out(space: dict, leaving: list[Move]) -> Iterator[tuple[dict, Bill]]:
    made = dict(space)
    for kind, _, _ in leaving:
        made[kind] -= 1
    if min(made["guerrilla"], made["guerrilla_active"]) >= 0:
        yield tidy(made), {"op": 1, "pay": 1}


def march_in(
    name: str, space: dict, coming: list[Move], world: dict
) -> Iterator[tuple[dict, Bill]]:
    made = dict(space)
    for origin in {one[1] for one in coming}:
        group = [one for one in coming if one[1] == origin]
        if name in ("visayas", "cebu") and len(group) > 1:
            return
        seen = space["alignment"] == "support" and (
            len(group) + space["troops"] + space["police"] > 3
        )
        for kind, _, _ in group:
            hidden = kind == "guerrilla" and (not seen or 47 in world["people"])
            made["guerrilla" if hidden else "guerrilla_active"] += 1
    yield made, {}


def assemble_out(space: dict, leaving: list[Move]) -> Iterator[tuple[dict, Bill]]:
    made = changed(space, activist=-len(leaving))
    if made["activist"] >= 0:
        yield tidy(made), {}


def assemble_in(space: dict, coming: list[Move], world: dict) -> Iterator[tuple[dict, Bill]]:
    made = changed(space, activist=len(coming))
    yield made, {"op": 1, "pay": 1}
    if made["terror"] and made["activist"] + made["ref_base"]:
        yield changed(made, terror=-1), {"op": 1, "pay": 1}


def protests_off(space: dict, world: dict) -> Iterator[tuple[dict, Bill]]:
    yield dict(space), {}
    if space["protest"]:
        yield changed(space, protest=-1), {}
    if space["terror"] and 50 in world["people"]:
        yield changed(space, terror=-1), {"extra": 1}


def with_ambush(
    name: str, steps: tuple, operation: str, plan: tuple[Move, ...], world: dict
) -> Iterator[tuple]:
    act = lambda space: ambush(name, space, world)  # noqa: E731
    if operation == "march":
        if any(one[2] == name for one in plan):
            yield (*steps, act)
    elif not steps:
        paid = lambda space: (  # noqa: E731
            (made, added(bill, {"op": 1, "pay": 1})) for made, bill in act(space)
        )
        yield (paid,)


def with_reprisal(name: str, op: list[tuple], plan: tuple[Move, ...]) -> Iterator[tuple]:
    leaving = [one for one in plan if one[1] == name]
    coming = [one for one in plan if one[2] == name]
    arrive = (lambda space: [(arrived(space, coming), {})],) if coming else ()
    act = (lambda space: punished(space, leaving),)
    for steps in op:
        parts = [steps] if not leaving else []
        parts += [(*steps[:at], *act, *steps[at:]) for at in range(len(steps) + 1)]
        for part in parts:
            for at in range(len(part) + 1):
                yield (*part[:at], *arrive, *part[at:])


def arrived(space: dict, coming: list[Move]) -> dict:
    made = dict(space)
    for kind, _, _ in coming:
        made[kind] += 1
    return made


def punished(space: dict, leaving: list[Move]) -> Iterator[tuple[dict, Bill]]:
    if controls(space) != "gov" or len(leaving) > 1:
        return
    if not leaving and (space["activist"] or guerrillas(space)):
        return
    made = changed(space, alignment="neutral")
    made["terror"], made["protest"], made["strike"] = 1, 0, 0
    for kind, _, _ in leaving:
        made[kind] -= 1
        if made[kind] < 0:
            return
    yield tidy(made), {"sa": 1}


# --- all spaces ----------------------------------------------------------------------------------


def total(
    options: list[list[Bill]],
    before: dict,
    after: dict,
    faction: str,
    operation: str,
    special: str | None,
    limited: bool,
) -> bool:
    """Whether one way for each space adds up to what the tracks show."""
    if operation == "sweep":
        for kind in ("troops", "police"):
            if sum(one[kind] for one in before["spaces"].values()) != sum(
                one[kind] for one in after["spaces"].values()
            ):
                return False
    sums: set[tuple] = {()}
    for ways in options:
        sums = {combine(one, way) for one in sums for way in ways}
    most = SPACES_OF[special] if special else 0
    most += special == "enrich" and 41 in before["people"]
    most += special == "reprisal" and 43 in before["people"]
    for one in sums:
        bill = dict(one)
        if not bill.get("op") or bill.get("sa", 0) > most or bill.get("extra", 0) > 1:
            continue
        if limited and bill["op"] > 1:
            continue
        if pays(before, after, faction, bill):
            return True
    return False


def combine(one: tuple, way: Bill) -> tuple:
    found = dict(one)
    for key, value in way.items():
        if key != "roll":
            found[key] = found.get(key, 0) + value
    return tuple(sorted(found.items()))


def pays(before: dict, after: dict, faction: str, bill: Bill) -> bool:
    """1.9, 3.1: tracks stop at 0 and 40; Resources may change hands, but none are lost (1.4.1)."""
    ends = aid_ends(before["aid"], bill)
    if after["aid"] not in ends:
        return False
    if after["patronage"] != clamp(before["patronage"] + bill.get("patronage", 0)):
        return False
    over = {}
    for who, had in before["resources"].items():
        pay = bill.get("pay", 0) if who == faction else 0
        get = bill.get("get", 0) if who == faction else 0
        lows = {min(40, had + get) - pay, min(40, max(0, had - pay) + get)}
        if not min(lows) <= after["resources"][who] <= max(lows):
            low = min(lows, key=lambda end: abs(end - after["resources"][who]))
            over[who] = after["resources"][who] - low
        if who == faction:
            short = max(0, pay - had - get)
    given = -sum(amount for amount in over.values() if amount < 0)
    if sum(over.values()):
        return False
    return short <= given if over else not short


def aid_ends(start: int, bill: Bill) -> set[int]:
    """Where Aid may end: what rises and what falls may come in either order."""
    up, down = bill.get("aid", 0), -(bill.get("jailed", 0) // 2)
    ends = {clamp(start + up + down), clamp(clamp(start + down) + up)}
    if (up + 1) % 5 == 0:  # Bases at 5 each, and one Enrich
        rise = up + 1
        ends |= {clamp(clamp(start + rise) - 1 + down), clamp(clamp(start - 1) + rise + down)}
    return ends


def clamp(value: int) -> int:
    return max(0, min(40, value))
