"""When chits are played, and the battles that one begins at once (PH.S1, PH.S2, PH.S11, PH.G11)."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, MANILA, OTHER, US
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE, MOVES
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.engine.reading.act_records import Act

FIGHT = {US: "us_combat", FILIPINO: "filipino_combat"}
AT_ONCE = {US: ("us_at_once", "us_at_once_again"), FILIPINO: ("filipino_at_once",)}
"""The names in `Turn.phases` of these battles, by the side that attacks."""
TELLING = ("move", "face", "roll")
"""What begins a battle; a chit that is laid may be turned up and put away before it."""


def played(record: Record, first: int, last: int) -> Iterator[tuple[int, Chit]]:
    """The acts, from `first` to `last`, with which chits are played, and the chits.

    Some players keep their hands face down on the table: then a chit is played when it is turned
    up. One that goes from the hand straight to a cup is exchanged or put back (5.0.b).
    """
    acts, chits = record.acts, record.country.chits
    for n in range(first, last + 1):
        act = acts[n]
        chit = chits.get(act.kind)
        if chit is None:
            continue
        if act.what == "mask" and act.target == "up":
            if record.positions[n + 1].cards.get(chit.id) == BOXES[chit.side]:
                yield n, chit
        elif (
            act.what == "card"
            and act.source == f"hand:{chit.side}"
            and not act.target.startswith(("cup_", "hand:"))
        ):
            yield n, chit


def _found(turn: Turn) -> Iterator[tuple[str, Chit, list[int], list[int]]]:
    """The battles of a turn that a chit began: attacker, chit, the moves that led to it, its acts.

    The acts last from the play of the chit to the moment when the Battle marker is put away;
    without a marker, to the last die before the tracker goes on.
    """
    known: set[str] = set()
    for n, chit in played(turn.record, turn.first, turn.last):
        if chit.id in known or not (chit.has("attack") or chit.has("uprising")):
            continue
        attacker = US if chit.has("attack") else FILIPINO
        found = _battle(turn, _stretch(turn, n + 1, attacker), attacker)
        if found:
            known.add(chit.id)
            yield attacker, chit, *found


def _stretch(turn: Turn, start: int, attacker: str) -> list[int]:
    """The acts up to the next phase of the tracker; it may be late by one phase."""
    acts, found = turn.record.acts, list[int]()
    for n in range(start, turn.last + 1):
        begun = any(acts[m].what in TELLING for m in found)
        if acts[n].what == "phase" and (begun or acts[n].target != MOVES[attacker][0]):
            break
        if acts[n].what != "phase":
            found.append(n)
    return found


def _battle(turn: Turn, stretch: list[int], attacker: str) -> tuple[list[int], list[int]] | None:
    """Cut a stretch of acts into the moves that lead to the battle, and its own acts."""
    acts, areas = turn.record.acts, turn.record.country.areas
    marks = [n for n in stretch if _marks(acts[n], areas)]
    if marks:
        return _shown(turn, stretch, marks[0], attacker)
    came = [n for n in stretch if _enters(turn, n, attacker)]
    goal = acts[came[0]].target if came else ""
    area = MANILA if attacker == FILIPINO else goal
    source = acts[came[0]].source if came else ""
    entering = {acts[n].piece for n in came}
    led: list[int] = []
    own: list[int] = []
    for n in stretch:
        act = acts[n]
        left = act.what == "move" and {act.source, act.target} <= areas
        left = left and _mine(act, turn, attacker)
        # a wrong drop that was put right
        astray = not own and act.piece in entering
        if left and not astray and act.source not in (area, source if not own else area):
            break
        if not own and act.what in ("move", "face") and _mine(act, turn, attacker):
            led.append(n)
        elif own or led or act.what == "roll":
            own.append(n)
    fought = any(acts[n].kind in DICE_OF_BATTLE for n in own)
    fled = any(acts[n].source == area for n in own)
    return (led, own) if area and (fought or fled) else None


def _shown(
    turn: Turn, stretch: list[int], first: int, attacker: str
) -> tuple[list[int], list[int]]:
    """The moves before the Battle marker came, and the acts until it is put away."""
    acts, area = turn.record.acts, turn.record.acts[first].target
    away = [n for n in stretch if n > first and _marks(acts[n]) and acts[n].target != area]
    end = max((n for n in stretch if away and acts[n].step == acts[away[0]].step), default=-1)
    if away and acts[away[0]].target in turn.record.country.areas:
        end = away[0] - 1  # what goes with the marker belongs to the next battle
    led = [
        n
        for n in stretch
        if n < first and _mine(acts[n], turn, attacker) and acts[n].what in ("move", "face")
    ]
    return led, [n for n in stretch if (not away or n <= end) and n not in led]


def _marks(act: Act, areas: frozenset[str] | None = None) -> bool:
    """Whether an act moves the Battle marker (to one of some areas)."""
    moved = act.what == "move" and act.kind == BATTLE
    return moved and (areas is None or act.target in areas)


def _mine(act: Act, turn: Turn, side: str) -> bool:
    return turn.record.country.side.get(act.kind) == side


def _enters(turn: Turn, n: int, side: str) -> bool:
    """Whether an act moves a side's unit into an area with enemies."""
    act, position = turn.record.acts[n], turn.record.positions[n]
    into = act.what == "move" and act.target in turn.record.country.areas
    return into and _mine(act, turn, side) and bool(position.strong(act.target, OTHER[side]))


def battles(turn: Turn) -> dict[str, Phase]:
    """Such battles of a turn as phases of their own, by their names in `Turn.phases`."""
    phases: dict[str, Phase] = {}
    for attacker, chit, led, own in _found(turn):
        taken = {*own, *led}
        for one in phases.values():
            one.acts = [n for n in one.acts if n not in taken]
        phases = {name: one for name, one in phases.items() if one.acts}
        names = AT_ONCE[attacker]
        name = next((one for one in names if one not in phases), names[0])
        chits = {chit.id: led}
        phases[name] = Phase(turn.record, turn.number, FIGHT[attacker], own, True, chits=chits)
    return phases
