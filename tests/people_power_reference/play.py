"""Legal turns of the second engine, made piece by piece from its own outcomes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

from tests.people_power_reference.board import left, set_up, tokens_left
from tests.people_power_reference.legal import clamp, legal, sweep_steps
from tests.people_power_reference.outcomes import (
    GOES_WITH,
    OWN,
    OWN_SPECIAL,
    SIMPLE,
    SPACES_OF,
    SPECIAL,
)

TRIES = 60


class Turn(NamedTuple):
    """What a Faction did: the positions before and after, the dice that an Attack needs."""

    faction: str
    option: str
    operation: str | None
    special: str | None
    before: dict
    after: dict
    dice: tuple[int, ...]


def world(position: dict) -> dict:
    free = left(position)
    return {
        "people": position["people"],
        "momentum": position["momentum"],
        "patronage": position["patronage"],
        "short": lambda kind: free[kind] <= 0,
        "no_tokens": lambda: tokens_left(position) <= 0,
    }


def turns(seed: int, number: int = 60) -> Iterator[Turn]:
    """So many turns of a random game; sides take turns in any order."""
    chance = random.Random(seed)
    position = set_up(chance.choice(("standard", "extended")))
    for _ in range(number):
        faction = chance.choice(("gov", "npa", "reformers"))
        turn = act(position, faction, chance) or rest(position, faction)
        yield turn
        position = turn.after


def rest(position: dict, faction: str) -> Turn:
    """2.3.4."""
    after = deepcopy(position)
    gain = 3 if faction == "gov" else 1
    after["resources"][faction] = clamp(after["resources"][faction] + gain)
    return Turn(faction, "pass", None, None, position, after, ())


def act(position: dict, faction: str, chance: random.Random) -> Turn | None:
    """A random action of those that stay within their spaces, or a Sweep."""
    for _ in range(TRIES):
        operation = chance.choice(OWN[faction])
        special = chance.choice((None, *OWN_SPECIAL[faction]))
        if special and (operation not in GOES_WITH[special] or special not in SPECIAL):
            continue
        option = "op_sa" if special else chance.choice(("op_only", "limop"))
        after = deepcopy(position)
        done = spread(after, faction, operation, special, option == "limop", chance)
        if done is None:
            continue
        bill, dice = done
        settle(after, position, faction, bill)
        if min(left(after).values()) >= 0 and tokens_left(after) >= 0:
            return Turn(faction, option, operation, special, position, after, dice)
    return None


def spread(
    after: dict,
    faction: str,
    operation: str,
    special: str | None,
    limited: bool,
    chance: random.Random,
) -> tuple[dict[str, int], tuple[int, ...]] | None:
    """Space by space; the sum of all bills and the dice, or None when nothing came of it."""
    if operation not in SIMPLE and operation != "sweep":
        return None
    bill: dict[str, int] = {}
    dice: list[int] = []
    money = after["resources"][faction]
    names = chance.sample(list(after["spaces"]), len(after["spaces"]))
    for name in names[: 1 if limited else chance.randint(1, 5)]:
        here = world(after)
        space = after["spaces"][name]
        steps: list[Any] = []
        if operation in SIMPLE:
            steps.append(lambda one, n=name, w=here: SIMPLE[operation](n, one, w))
        else:
            steps += sweep_steps(name, space, space, here)[-1]
        if special and chance.random() < 0.6 and bill.get("sa", 0) < SPACES_OF[special]:
            at = chance.choice((0, len(steps)))
            steps.insert(at, lambda one, n=name, w=here: SPECIAL[special](n, one, w))
        found = dict(space)
        more = dict(bill)
        rolls: list[int] = []
        for step in steps:
            results = list(step(found))
            if not results:
                break
            found, part = chance.choice(results)
            if "roll" in part:
                rolls.append(chance.choice(list(part["roll"])))
            for key, value in part.items():
                if key != "roll":
                    more[key] = more.get(key, 0) + value
        else:
            if more.get("pay", 0) > money or more.get("extra", 0) > 1:
                continue
            kept = after["spaces"][name]
            after["spaces"][name] = found
            if min(left(after).values()) < 0 or tokens_left(after) < 0:
                after["spaces"][name] = kept
                continue
            bill = more
            dice += rolls
    if not bill.get("op") or (special and not bill.get("sa")):
        return None
    return bill, tuple(dice)


def settle(after: dict, before: dict, faction: str, bill: dict[str, int]) -> None:
    """The tracks at the end."""
    money = before["resources"][faction]
    after["resources"][faction] = min(40, money - bill.get("pay", 0) + bill.get("get", 0))
    after["aid"] = clamp(before["aid"] + bill.get("aid", 0) - bill.get("jailed", 0) // 2)
    after["patronage"] = clamp(before["patronage"] + bill.get("patronage", 0))


def own_games_are_legal(seed: int) -> bool:
    """Whether the engine's judge accepts what its player does."""
    return all(legal(one.before, one.after, one.faction, one.option) for one in turns(seed, 20))
