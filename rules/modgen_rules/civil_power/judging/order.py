"""3.*, 4.0.h: the order of phases, the turn marker, and units that move out of turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from modgen_rules.civil_power.law.plan import MOBS, POLICE, SIDES
from modgen_rules.civil_power.reading.phases import CHECKS, Phase, Turn, side_of
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.spoken import lines_between, spoken
from modgen_rules.civil_power.reading.strays import CLAUSES, WAYS, clause_of
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import rather_late
from modgen_rules.engine.reading.verdicts import lapse, unless

WORK = ("roll", "check", "move", "condition")
"""What players do in a phase, as the acts of a record name it."""


def tracker(turn: Turn, riot: Riot) -> None:
    """3.0.a, 3.0.b, 3.0.c: the tracker goes through the phases in their order.

    A step back that is soon corrected is no breach: only phases in which something was done count.
    """
    if not turn.shows or turn.number < 1:
        return
    _first_side(turn, riot)
    _first_mob(turn, riot)
    _left_out(turn, riot)
    order = {name: n for n, name in enumerate(turn.order)}
    worked: list[tuple[int, str]] = []
    shown = ""
    for n in turn.span:
        act = turn.record.acts[n]
        if act.what == "phase":
            shown = act.target
        elif act.what in WORK and shown in order and (not worked or worked[-1][1] != shown):
            worked.append((n, shown))
    for (_, before), (n, now) in pairwise(worked):
        if order[now] >= order[before] or _only_late(turn, n, now):
            continue
        side, other = side_of(now), side_of(before)
        clause = "3.0.c" if side in MOBS and other == POLICE else "3.0.a"
        told = [_called(one, riot) for one in (now, before)]
        actor = side if side in riot.field.sides else ""
        what = f"{told[0]} is played after {told[1]}"
        riot.find("3.0.b" if side == other else clause, actor, what, n, turn.last)
        return


def _called(phase: str, riot: Riot) -> str:
    """A phase with its side: `the Mob's Fire Combat`."""
    name, side = riot.plan.game.phases[phase].name, side_of(phase)
    return f"{riot.side_name(side)}'s {name}" if side else name


def strayed(turn: Turn, riot: Riot) -> None:
    """5.3.f, 3.0.b: attacks in a phase that is not the one for them."""
    for one in turn.strays:
        shown = riot.plan.game.phases[one.phase].name
        what = f"an attack is made while the tracker shows {shown}"
        riot.find(one.clause, one.side, what, one.announced)


def _first_side(turn: Turn, riot: Riot) -> None:
    """3.0.c: a turn without the first side's phases, and the next begins with them, is turned."""
    leader = turn.order[len(CHECKS)]
    if riot.overtaken >= 0 and turn.shows and turn.shows[0][1] == leader:
        other = side_of(turn.record.acts[riot.overtaken].target)
        names = [riot.side_name(one) for one in (other, side_of(leader))]
        what = f"{names[0]}'s player-turn is played before {names[1]}'s"
        riot.find("3.0.c", other, what, riot.overtaken, turn.shows[0][0])
    played = [n for n, phase in turn.shows if phase not in CHECKS]
    without = side_of(leader) not in turn.began and len(played) < len(turn.shows)
    riot.overtaken = played[0] if played and without else -1


def _left_out(turn: Turn, riot: Riot) -> None:
    """3.0.a: a side whose player-turn the tracker passes over, which it never did before."""
    here = {unit.side for unit in turn.before.units.values()}
    missing = [side for side in riot.field.sides if side not in turn.began and side in here]
    if not turn.complete or not turn.timing.steady:
        return
    if missing and riot.course.whole and turn.last + 1 < len(turn.record.acts):
        side = missing[0]
        told = f"no phase of {riot.side_name(side)}'s player-turn is played in this game-turn"
        riot.find("3.0.a", side, told, turn.last + 1)
    riot.course.whole += not missing


def _first_mob(turn: Turn, riot: Riot) -> None:
    """S.I3.c, S.II5.b: of two Mobs the same has the first player-turn in the whole game."""
    clause, began = riot.clause("first"), turn.began
    if not clause or not all(side in began for side in MOBS):
        return
    leader = min(MOBS, key=began.__getitem__)
    if riot.leader and leader != riot.leader:
        what = f"{riot.side_name(leader)} has the first player-turn, not "
        what += f"{riot.side_name(riot.leader)} as before"
        riot.find(clause, leader, what, began[leader], expected=riot.leader, observed=leader)
    riot.leader = riot.leader or leader


def _only_late(turn: Turn, n: int, name: str) -> bool:
    """Whether what was done in a phase out of order belongs to another phase."""
    phase = turn.phases.get(name)
    return phase is None or n not in phase.acts or len(phase.acts) < 2


def marker(turn: Turn, riot: Riot) -> None:
    """3.0.j: the marker of the game-turn goes up by one."""
    if turn.number < 1 or not turn.complete or riot.plays("i-2"):
        return
    positions, acts = turn.record.positions, turn.record.acts
    first = max(turn.first, turn.tracker.since)
    before, after = positions[first].turn, turn.after.turn
    moves = [n for n in range(first, turn.last + 1) if acts[n].kind == "turn"]
    later = positions[min(turn.last + windows.AT_ONCE, len(acts))].turn
    if after > before + 1 or (moves and after < before):
        what = f"the game-turn marker goes from {before} to {after}"
        at = moves[-1] if moves else turn.last
        riot.find("3.0.j", "", what, at, expected=before + 1, observed=after)
    elif after == before == later and turn.shows and not turn.tracker.late:
        what = "the game-turn marker was not moved"
        gap = lapse(prices.BEHIND)
        riot.find("3.0.j", "", what, turn.last, gap=gap, expected=before + 1, observed=before)


def out_of_turn(phase: Phase, riot: Riot) -> None:
    """4.0.h, 5.3.f: units of the side that does not move stay, and nobody fires outside Fire."""
    turn = riot.turn
    if not phase.certain:
        return
    played = turn.order[len(CHECKS) :]
    kept = all(name in turn.phases and turn.phases[name].certain for name in played)
    left_out = (n for one in turn.tracker.stretches for n in one.open[1:])
    gap = unless(all(n < len(CHECKS) for n in left_out), prices.MOVED)
    for n, said in phase.said("fired_at") if kept else ():
        if n not in turn.stray_acts:
            clause = clause_of([act for m, act in phase.each("said") if m >= n], "fire")
            cells = ", ".join(sorted(said.spaces["fired_at"]))
            at = f" on {cells}" if cells else ""
            what = f"a fire attack{at} is declared outside the Fire Combat phase"
            riot.find(clause, phase.side, what, n)
            break
    moves, way = _moves_late(phase, riot), "out of turn"
    if phase.kind == "move":
        moves, way = _strangers(phase, riot), "in another side's Movement phase"
    _told(phase, riot, [one for one in moves if one[0] not in turn.stray_acts], way, gap)


def fires_after_shock(phase: Phase, riot: Riot) -> None:
    """5.3.f, 8.2.f, 8.3.e: a weapon is used on a square without a fight, after one elsewhere.

    Chat must name the weapon: what else is said there may be of the fight.
    """
    record, heard, fought = phase.record, phase.begin, False
    for n, act in phase.each("roll"):
        if act.kind not in SIDES:
            continue
        fights = phase.table(n).fights
        said = spoken(record, phase.side, n, lines_between(record, heard, n)) if fought else None
        heard, fought = n + 1, fought or bool(fights)
        if said and said.way and said.cells and said.cells.keys().isdisjoint(fights):
            on = ", ".join(sorted(said.cells))
            what = f"a fire attack on {on} is announced after Shock combat"
            riot.find(WAYS.get(said.way, CLAUSES["fire"]), phase.side, what, n)


def _strangers(phase: Phase, riot: Riot) -> Iterator[tuple[int, Act]]:
    """The moves on the map of units whose side is not the one that moves.

    Who flees from Gas is none, nor who shows itself: it appears anywhere in its building.
    """
    before, after = phase.before, phase.after
    for n, act in phase.each("move"):
        side = riot.field.side.get(act.kind, phase.side)
        if side == phase.side or riot.field.way(act) != "along":
            continue
        gas = act.origin in phase.table(n).gas and side in MOBS
        shown = act.piece in before.hidden and act.piece not in after.hidden
        if not (gas or shown or after.place(act.piece) == before.place(act.piece)):
            yield n, act


def _told(phase: Phase, riot: Riot, moves: Sequence[tuple[int, Act]], way: str, gap: float) -> None:
    """4.0.h: who moves out of turn. If many do, the tracker was perhaps late."""
    by_side: dict[str, list[tuple[int, Act]]] = defaultdict(list)
    for n, act in moves:
        by_side[riot.field.side[act.kind]].append((n, act))
    for side, mine in by_side.items():
        riot.strayed |= {act.at for _, act in mine}
        keys = dict.fromkeys(act.piece for _, act in mine)
        if not rather_late(len(keys)):
            for n, act in mine:
                told = f"{riot.name(act.kind)} from {act.source} moves {way}"
                riot.find("4.0.h", side, told, n, gap=_unless_stairs(act, gap))
            continue
        names = ", ".join(f"{riot.name(act.kind)} from {act.source}" for _, act in mine)
        shown = riot.plan.game.phases[phase.id].name
        told = f"{len(keys)} units move while the tracker shows {shown}: {names}"
        asked = f"{told}; ask the players whether the tracker was moved on late"
        riot.find("4.0.h", side, asked, mine[0][0], mine[-1][0], lapse(prices.TRACKER_SHIFTED))


def _moves_late(phase: Phase, riot: Riot) -> Iterator[tuple[int, Act]]:
    """The moves on the map of units in a phase in which nobody moves freely."""
    fought = _fought(phase) if phase.kind == "shock" else frozenset()
    fighters: set[str] = set()  # and those who flee from Gas
    for n, act in phase.each("move"):
        if act.origin in fought or act.origin in phase.table(n).gas:
            fighters.add(act.piece)
        if act.kind not in riot.field.side or riot.field.way(act) != "along":
            continue
        free = act.piece in fighters
        flees = free and riot.field.side[act.kind] in MOBS
        if {"shock": free, "gas_morale": flees}.get(phase.kind):
            continue
        # Whatever came onto the map in the phase is judged where it came.
        entered = phase.before.unit(act.piece) is None
        if not entered and phase.after.place(act.piece) != phase.before.place(act.piece):
            yield n, act


def _unless_stairs(act: Act, gap: float) -> float:
    """Suspect for a change of level alone: its mark may be late, or on the wrong counter."""
    return min(gap, lapse(prices.BEHIND)) if act.at == act.origin else gap


def _fought(phase: Phase) -> frozenset[str]:
    """The squares in which opposing units stood at some moment of a phase."""
    tables = {id(at): at for at in map(phase.table, (phase.begin, *phase.acts))}
    return frozenset().union(*(at.fights for at in tables.values()))
