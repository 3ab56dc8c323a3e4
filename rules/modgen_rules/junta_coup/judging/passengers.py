"""Passengers of the Helicopter that belong to another family (5.p)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import oddity
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words


class Passenger(NamedTuple):
    """A Unit that another family's Helicopter takes along, in the acts from `first` to `last`."""

    first: int
    last: int
    family: str
    """The Helicopter's family."""


def foreign_passengers(record: Record, start: int, end: int) -> list[Passenger]:
    """The Units that a Helicopter of another family takes along in the acts from `start` to `end`.

    Such a Unit makes a way of the Helicopter directly before or after it, in the same step
    or by the hand of the Helicopter's player.
    A Unit that goes with others of that player's Units went along with those (6.c).
    """
    found: list[Passenger] = []
    runs = _runs(record.acts, start, end)
    near = record.city.near.keys()
    for at, (n, until) in enumerate(runs):
        flight = record.acts[n]
        if flight.kind != "helicopter" or not flight.owner:
            continue
        ways = _ways(record.acts[n:until], near)
        own = {
            way
            for one, stop in runs
            if record.acts[one].owner == flight.owner and record.acts[one].kind != "helicopter"
            for way in _ways(record.acts[one:stop], near)
        }
        for first, stop in (*runs[max(at - 1, 0) : at], *runs[at + 1 : at + 2]):
            act, way = record.acts[first], _way(record.acts[first:stop])
            together = _steps(record.acts[n:until]) & _steps(record.acts[first:stop])
            same_hand = record.trusted and act.side == flight.side == flight.owner
            if (
                (stop == n or first == until)
                and act.owner not in ("", flight.owner)
                and way in ways
                and way not in own
                and (together or same_hand)
            ):
                found.append(Passenger(first, stop - 1, flight.owner))
    return found


def _runs(acts: list[Act], start: int, end: int) -> list[tuple[int, int]]:
    """The drags of Units from `start` to `end`; those of one Unit on its way are together."""
    runs: list[tuple[int, int]] = []
    for n in range(start, end):
        act, before = acts[n], acts[n - 1]
        if act.what != "unit":
            continue
        on = runs and runs[-1][1] == n and before.piece == act.piece
        if on and (before.target, before.owner) == (act.source, act.owner):
            runs[-1] = runs[-1][0], n + 1
        else:
            runs.append((n, n + 1))
    return runs


def _way(run: list[Act]) -> tuple[str, str]:
    """Where the drags of a Unit begin and end."""
    return run[0].source, run[-1].target


def _steps(run: list[Act]) -> set[int]:
    """The steps of the log in which the drags of a Unit are."""
    return {act.step for act in run}


def _ways(run: list[Act], near: Collection[str]) -> frozenset[tuple[str, str]]:
    """From where to where the drags of a Unit lead within the city, in one or more of its moves."""
    places = [one for one in (run[0].source, *(act.target for act in run)) if one in near]
    return frozenset(combinations(places, 2))


def passenger_issues(record: Record, words: Words, passengers: list[Passenger]) -> list[Issue]:
    """5.p: a suspicion for each Unit that another family's Helicopter took along."""
    found = []
    for one in passengers:
        act, last = record.acts[one.first], record.acts[one.last]
        what = (
            f"{words.owned(act.kind, 1, act.owner)} went with {words.family(one.family)}'s "
            f"Helicopter from {words.place(act.source)} to {words.place(last.target)}"
        )
        found.append(oddity("5.p", one.family, what, act.step))
    return found
