"""Acts in a phase that has none of them: moves, POA sites, steps without a battle (3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.country import FILIPINO, JUNGLE, MANILA, STEPS, US
from modgen_rules.amigos_insurrectos.phases import BATTLES, DICE_OF_BATTLE, US_PHASES, Turn
from modgen_rules.amigos_insurrectos.record import Act
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.amigos_insurrectos.war import War

GUNBOAT = "gunboat"
FILIPINO_PHASES = ("filipino_movement", "filipino_combat")
OWN = {US: US_PHASES, FILIPINO: FILIPINO_PHASES}


def judge(turn: Turn, war: War) -> None:
    """3.3: units that move where the tracker shows that the time of their moves is over.

    Only records whose tracker and Battle marker tell the phase of every act are judged: the
    tracker must have shown what came before and what comes next. Players who do not always step
    it may also step it late in a turn that looks complete, so their moves are only suspect.
    """
    if not turn.kept or turn.changing or war.at_once:
        return
    _sites(turn, war)
    _melted(turn, war)
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
        what = f"{piece} went from {source} to {target} in {phase}"
        war.find(clause, side, what, n, verdict="illegal" if war.kept else "suspect")


def _sites(turn: Turn, war: War) -> None:
    """3.3.a: POA sites that are made while the Filipino phase is under way."""
    shown, acts, areas = "", turn.record.acts, war.country.areas
    for n in range(turn.first, turn.last + 1):
        act = acts[n]
        shown = act.target if act.what == "phase" else shown
        made = act.what == "move" and act.kind == "poa" and act.target in areas - {act.source}
        stays = made and act.target in turn.after.sites and act.target not in turn.before.sites
        if stays and shown in FILIPINO_PHASES and _under_way(turn, n, FILIPINO):
            what = f"a POA site was made in {war.country.names[act.target]}"
            phase = war.country.game.phases[shown].name
            war.find("3.3.a", US, f"{what} in {phase}", n)
            return


def _melted(turn: Turn, war: War) -> None:
    """1.2.1.b: a step that is taken off after the moves, in an area without a battle."""
    if war.played:
        return  # chits cost steps, too
    acts, positions, areas = turn.record.acts, turn.record.positions, war.country.areas
    shown = ""
    for n in range(turn.first, turn.last + 1):
        act = acts[n]
        if act.what == "phase":
            shown = act.target
        side = war.country.side.get(act.kind, "")
        if shown not in (*BATTLES, "us_poa") or act.kind not in STEPS.get(side, ()):
            continue
        area = act.source if act.what == "move" else positions[n].pieces[act.piece].place
        out = act.what == "face" or act.target not in areas
        if area not in areas or not out or _fights(turn, war, n, area):
            continue
        end = next((m for m in range(n + 1, turn.last) if acts[m].what == "phase"), turn.last)
        ended = (positions[end], turn.after)
        if max(_steps(at, side) for at in ended) < _steps(positions[n], side):
            piece = war.country.game.piece_types[act.kind].name
            what = f"a step of {piece} left {war.country.names[area]} without a battle"
            if not any(at.strong(area, side) >= positions[n].strong(area, side) for at in ended):
                war.find("1.2.1.b", side, what, n)


def _steps(at: Position, side: str) -> int:
    """The steps of a side in all areas and in the Jungle."""
    places = at.country.areas | {*JUNGLE}
    return sum(
        at.country.weight(one.kind, one.face) for one in at.pieces.values()
        if one.kind in STEPS[side] and one.place in places
    )  # fmt: skip


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
    if shown not in (*US_PHASES, *FILIPINO_PHASES) or _fights(turn, war, n, act.source):
        return ""
    if shown not in OWN[side]:
        going = _goes_on(turn, n) if side == FILIPINO else _under_way(turn, n, FILIPINO)
        joins = side == US and shown == BATTLES[1]  # 1.2.1.e is judged with the battle
        return "3.3.a" if going and not joins else ""
    if shown == BATTLES[side == FILIPINO] and dice:
        return "3.3.c" if side == FILIPINO else "3.3.b" if _goes_on(turn, n) else ""
    return ""


def _fights(turn: Turn, war: War, n: int, area: str) -> bool:
    """Whether an act in an area may belong to a battle: a retreat, or what follows from one."""
    if area not in war.country.areas or area in war.fought:
        return True
    moments = (turn.record.positions[n], turn.before)
    if any(at.strong(area, US) and at.strong(area, FILIPINO) for at in moments):
        return True
    came = (
        one for one in turn.record.acts[turn.first : n]
        if one.what == "move" and one.target == area
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
