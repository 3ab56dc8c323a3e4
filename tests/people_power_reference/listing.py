"""Every board of a Limited Operation, listed one by one."""

from __future__ import annotations

import json
from copy import deepcopy

from tests.people_power_reference.board import left, set_up, tokens_left
from tests.people_power_reference.outcomes import OWN, SIMPLE
from tests.people_power_reference.play import settle, world


def limited_boards(scenario: str, operation: str) -> set[str]:
    """The positions after an Operation in one space, as canonical JSON."""
    start = set_up(scenario)
    faction = next(who for who, own in OWN.items() if operation in own)
    found = set()
    for name, space in start["spaces"].items():
        for made, bill in SIMPLE[operation](name, space, world(start)):
            after = deepcopy(start)
            after["spaces"][name] = made
            paid = {key: value for key, value in bill.items() if key != "roll"}
            if paid.get("pay", 0) > start["resources"][faction]:
                continue
            settle(after, start, faction, paid)
            if min(left(after).values()) >= 0 and tokens_left(after) >= 0:
                found.add(json.dumps(after, sort_keys=True))
    return found
