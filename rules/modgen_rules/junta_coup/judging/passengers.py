"""Passengers of the Helicopter that belong to another family (5.p)."""

from __future__ import annotations

from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import oddity
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words


def foreign_passengers(record: Record, start: int, end: int) -> dict[int, str]:
    """The acts from `start` to `end` in which a Helicopter takes another family's Unit along.

    Such a Unit makes the same way as the Helicopter directly before or after it, in the same step
    or by the hand of the Helicopter's player. The values are the Helicopters' families.
    A Unit that goes with others of that player's Units went along with those (6.c).
    """
    found: dict[int, str] = {}
    near = record.city.near
    for n in range(start, end):
        flight = record.acts[n]
        if flight.kind != "helicopter" or flight.what != "unit" or not flight.owner:
            continue
        way = flight.source, flight.target
        if flight.source not in near or flight.target not in near:
            continue
        same = (act for act in record.acts[start:end] if (act.source, act.target) == way)
        if any(act.owner == flight.owner and act.kind != "helicopter" for act in same):
            continue
        for k in (n - 1, n + 1):
            if not start <= k < end:
                continue
            act = record.acts[k]
            same_hand = record.trusted and act.side == flight.side == flight.owner
            if (
                act.what == "unit"
                and act.owner not in ("", flight.owner)
                and (act.source, act.target) == way
                and (act.step == flight.step or same_hand)
            ):
                found[k] = flight.owner
    return found


def passenger_issues(record: Record, words: Words, passengers: dict[int, str]) -> list[Issue]:
    """5.p: a suspicion for each Unit that another family's Helicopter took along."""
    found = []
    for n, family in passengers.items():
        act = record.acts[n]
        what = (
            f"{words.owned(act.kind, 1, act.owner)} went with {words.family(family)}'s Helicopter "
            f"from {words.place(act.source)} to {words.place(act.target)}"
        )
        found.append(oddity("5.p", family, what, act.step))
    return found
