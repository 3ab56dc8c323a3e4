"""Moves in a phase that has none: the other side's, or after the battles (3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.country import FILIPINO, MANILA, STEPS, US
from modgen_rules.amigos_insurrectos.phases import BATTLES, DICE_OF_BATTLE, US_PHASES, Turn
from modgen_rules.amigos_insurrectos.record import Act
from modgen_rules.amigos_insurrectos.war import War

GUNBOAT = "gunboat"
FILIPINO_PHASES = ("filipino_movement", "filipino_combat")
OWN = {US: US_PHASES, FILIPINO: FILIPINO_PHASES}


def judge(turn: Turn, war: War) -> None:
    """3.3: units that move where the tracker shows that the time of their moves is over.

    Only records whose tracker and Battle marker tell the phase of every act are judged: the
    tracker must have shown what came before and what comes next.
    """
    if not turn.kept or turn.changing or war.at_once:
        return
    reported: set[str] = set()
    for n, shown, dice in _marches(turn):
        act = turn.record.acts[n]
        side = war.country.side[act.kind]
        clause = _broken(turn, war, n, shown, dice)
        if not clause or clause in reported:
            continue
        reported.add(clause)
        names, piece = war.country.names, war.country.game.piece_types[act.kind].name
        source, target = (names.get(one, one) for one in (act.source, act.target))
        phase = war.country.game.phases[shown].name
        war.find(clause, side, f"{piece} went from {source} to {target} in {phase}", n)


def _marches(turn: Turn) -> Iterator[tuple[int, str, int]]:
    """Moves that were not taken back: act, the phase shown, the battle dice that it showed."""
    acts, country = turn.record.acts, turn.record.country
    places, shown, dice = country.areas | country.seas, "", 0
    for n in range(turn.first, turn.last + 1):
        act = acts[n]
        if act.what == "phase":
            shown, dice = act.target, 0
        elif act.what == "roll":
            dice += act.kind in DICE_OF_BATTLE
        elif act.what == "move" and shown and {act.source, act.target} <= places:
            marches = act.kind in STEPS[US] or act.kind in STEPS[FILIPINO] or act.kind == GUNBOAT
            ended = turn.after.pieces.get(act.piece)
            if marches and act.source != act.target and ended and ended.place != act.source:
                yield n, shown, dice


def _broken(turn: Turn, war: War, n: int, shown: str, dice: int) -> str:
    """The clause that a move breaks; empty for none."""
    act = turn.record.acts[n]
    side = war.country.side[act.kind]
    if act.kind == GUNBOAT:
        supplies = turn.after.controller(MANILA) == US == turn.before.controller(MANILA)
        late = shown in FILIPINO_PHASES and _under_way(turn, n, FILIPINO)
        return "3.3.a" if supplies and late else ""
    if shown not in (*US_PHASES, *FILIPINO_PHASES) or _fights(turn, war, n):
        return ""
    if shown not in OWN[side]:
        going = _goes_on(turn, n) if side == FILIPINO else _under_way(turn, n, FILIPINO)
        joins = side == US and shown == BATTLES[1]  # 1.2.1.e is judged with the battle
        return "3.3.a" if going and not joins else ""
    if shown == BATTLES[side == FILIPINO] and dice:
        return "3.3.c" if side == FILIPINO else "3.3.b" if _goes_on(turn, n) else ""
    return ""


def _fights(turn: Turn, war: War, n: int) -> bool:
    """Whether a move may belong to a battle: a retreat, or what follows from one."""
    act, areas = turn.record.acts[n], war.country.areas
    if act.source not in areas or act.source in war.fought or act.source in war.searches:
        return True
    moments = (turn.record.positions[n], turn.before)
    if any(at.strong(act.source, US) and at.strong(act.source, FILIPINO) for at in moments):
        return True
    came = (
        one for one in turn.record.acts[turn.first : n]
        if one.what == "move" and one.target == act.source
    )  # fmt: skip
    return any(one.source in war.fought for one in came)


def _under_way(turn: Turn, n: int, side: str) -> bool:
    """Whether units of a side moved before an act while the tracker showed the same phase."""
    acts = turn.record.acts
    for m in range(n - 1, turn.first - 1, -1):
        if acts[m].what == "phase":
            return False
        if _marched(turn, acts[m], side) or acts[m].kind in DICE_OF_BATTLE:
            return True
    return False


def _goes_on(turn: Turn, n: int) -> bool:
    """Whether the US phase goes on after an act: the tracker has not been left behind."""
    acts, order = turn.record.acts, list(turn.record.country.game.phases)
    for m in range(n + 1, turn.last + 1):
        if acts[m].what == "phase":
            return order.index(acts[m].target) < order.index(FILIPINO_PHASES[0])
        if _marched(turn, acts[m], US) or (
            acts[m].what == "roll" and acts[m].kind in DICE_OF_BATTLE
        ):
            return True
    return False


def _marched(turn: Turn, act: Act, side: str) -> bool:
    country = turn.record.country
    moved = act.what == "move" and {act.source, act.target} <= country.areas
    return moved and country.side.get(act.kind) == side
