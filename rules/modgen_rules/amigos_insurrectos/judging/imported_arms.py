"""Imported Arms (6.0): when and where they come, and when they are lost."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.law.arrivals_law import arms_come
from modgen_rules.amigos_insurrectos.law.country import FILIPINO
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import habits, prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless

DIE = "arms"
"""The button of the die for them."""


def arms(phase: Phase, war: War, ended: Position) -> None:
    """6.0: Imported Arms come after a 1, once, to a coast with Filipinos and without Gunboats.

    Those that are taken back in the phase did not come. `ended` is the table as the turn ends.
    """
    country, record, arms_die = war.country, phase.record, war.country.numbers.arms_die
    named = any(record.acts[n].kind == DIE for n in phase.acts)
    general = [] if named else record.general_dice(phase.acts[0], phase.acts[-1])
    rolls = general[:1]  # of all rolls only the first counts
    war.arms_due = war.arms_due or arms_die in rolls
    for n in phase.acts:
        act, now = record.acts[n], record.positions[n]
        if act.what == "roll" and act.kind == DIE:
            rolls += act.dice
            war.arms_due = war.arms_due or arms_die in act.dice
        comes = act.what == "move" and act.kind == "imported_arms"
        if not comes or act.target not in country.areas or act.source in country.areas:
            continue
        if not any(at.has(act.target, "imported_arms") for at in (ended, phase.after)):
            continue
        name = country.names[act.target]
        if "imported_arms" in war.gone:
            war.find("6.0.a", FILIPINO, f"Imported Arms came to {name} a second time", n)
        elif not war.arms_due and (war.whole or rolls):
            war.find(
                "6.0.a", FILIPINO, f"Imported Arms came to {name} although no die showed a 1", n
            )
        elif arms_die in rolls and rolls[0] != arms_die and war.whole:
            what = f"Imported Arms came to {name} on a second roll; the first was a {rolls[0]}"
            war.find("6.0.a", FILIPINO, what, n, gap=lapse(prices.IDLE_DICE))
        elif not arms_come(now, act.target):
            there = now.units(act.target, FILIPINO) and country.coasts[act.target]
            beside = ", beside a Gunboat" if there else ""
            war.find("6.0.b", FILIPINO, f"Imported Arms came to {name}{beside}", n)
        war.arms_due = False
        war.gone.add("imported_arms")


def arms_lost(war: War, turn: Turn) -> None:
    """6.0.g: Imported Arms without Filipino units leave the game."""
    after, begun = turn.after, war.begun
    place = after.place("imported_arms")
    if begun is None or place not in war.country.areas or begun.place("imported_arms") != place:
        return
    there = begun.units(place, FILIPINO)
    left = (after.pieces[key].place for key in there if key in after.pieces)
    if there and not war.country.areas & set(left) and not after.units(place, FILIPINO):
        what = f"Imported Arms stayed in {war.country.names[place]} without Filipinos"
        fought = place in war.battles
        acts, positions = turn.record.acts, turn.record.positions
        held = (n for n in turn.span if positions[n].units(place, FILIPINO))
        when = max(held, default=turn.last)
        marks = sum(act.what == "phase" for act in acts[when : turn.last + 1])
        if turn.complete or marks >= windows.PHASES_OFF:
            war.find("6.0.g", FILIPINO, what, when, gap=unless(fought, prices.MOVED))


def unrolled(war: War, turn: Turn) -> None:
    """6.0.a: a turn without the die, where other turns of the record have it."""
    acts, areas = turn.record.acts, war.country.areas
    come = "imported_arms" in war.gone or war.arms_due
    come = come or any(at.place("imported_arms") in areas for at in (turn.before, turn.after))
    rolled = {act.kind for _, act in turn.each("roll")}
    due = war.whole and not come and rolled.isdisjoint({DIE, *war.country.general_dice})
    dice = [n for n, act in enumerate(acts) if act.kind == DIE]
    if due and dice:
        when = turn.first_mark("reinforcements")
        near = any(0 < turn.first - n <= windows.MUCH_LATER for n in dice)  # it came too early
        gap = unless(len(dice) >= habits.KEPT and not near, prices.MOVED)
        war.find("6.0.a", FILIPINO, "no die was rolled for the Imported Arms", when, gap=gap)
