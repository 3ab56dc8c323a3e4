"""Transfers between Factions that are both not Eligible (1.4.1)."""

from __future__ import annotations

from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.state import GOV, NPA, REFORMERS, TRACKS
from modgen_rules.people_power.reading.plans import Plan
from modgen_rules.people_power.reading.totals_check import Bill
from modgen_rules.people_power.reading.turn import OP_ONLY, Turn
from tests.accuracy.cases import Bench


def test_a_transfer_without_an_eligible_faction(bench: Bench) -> None:
    before = bench.start("standard")
    change = {GOV: -2, NPA: 2, REFORMERS: -1}
    tracks = tuple(before.track(name) + change.get(name, 0) for name in TRACKS)
    turn = Turn(bench.board, REFORMERS, before, before._replace(tracks=tracks))
    bill = Bill.of(turn, Plan(OP_ONLY, "persuade"))
    assert bill.verdict(Effect(cost=1, spaces=1)).broken == ("1.4.1.b",)
