"""POA sites (11.0), the Jungle's movement (12.0) and supply (15.0)."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.operations import TRAP
from modgen_rules.amigos_insurrectos.judging.will import LOSSES
from modgen_rules.amigos_insurrectos.law.country import (
    ARTILLERY,
    BATTLE,
    FILIPINO,
    GUERRILLAS,
    JUNGLE,
    LOST,
    MANILA,
    POOLS,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.law.site_law import destroyers, new_site
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES
from modgen_rules.amigos_insurrectos.reading.flows import Flow, Flows, flows
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN, unless

LATE = ("jungle_us", "jungle_combat", "jungle_filipino", "supply", "scoring")
"""The phases after the last battle."""
AFTER = (*BATTLES, "us_poa", "filipino_movement", *LATE)
"""The phases to which losses of supply seem to belong when the tracker is late."""


def sites(turn: Turn, war: War) -> None:
    """11.0: the sites that were made in a turn, and those that were destroyed."""
    country, positions = war.country, turn.record.positions
    made: dict[str, tuple[str, int]] = {}
    """By marker the area of a new site, and the act that last put it there."""
    old, new = turn.before.sites, turn.after.sites
    for n, act in turn.each("move"):
        if act.kind == "poa" and act.target in country.areas and act.source not in country.areas:
            ended = turn.after.pieces.get(act.piece)  # it may have been put down on its way
            area = ended.place if ended and ended.place in country.areas else act.target
            begun = turn.before.pieces.get(act.piece)
            stood = begun is not None and begun.place == area
            if (area in new or area not in old) and not stood:
                made.pop(act.piece, None)  # it was taken back
                made[act.piece] = area, n
        elif act.kind == "poa" and act.source in country.areas and act.target not in country.areas:
            _destroyed(act.source, n, turn, war)
    soon = positions[min(turn.last + windows.MUCH_LATER, len(positions) - 1)].sites
    kept = [
        (area, n)
        for area, n in made.values()
        if (area in new and area in soon) or _settled(area, n, turn)
    ]
    for count, (area, n) in enumerate(kept):
        war.earn(n, country.numbers.site_will, "11.0.e", f"a POA site in {country.names[area]}")
        _made(area, n, count, turn, war)
    for area in sorted({area for area in new if new.count(area) > max(1, old.count(area))}):
        what = f"{new.count(area)} POA sites are in {country.names[area]}"
        war.find("11.0.d", US, what, kept[-1][1] if kept else turn.last)
    for area in sorted(set(new)) if turn.complete else ():
        _stayed(area, turn, war)


def _stayed(area: str, turn: Turn, war: War) -> None:
    """11.0.f: a site that Filipinos who are alone in its area did not destroy."""
    settled = turn.settled("us_poa", "filipino_movement", "filipino_combat", *LATE)
    over = turn.settled(*LATE)
    moments = (turn.after, settled, over)
    entered = next((at for at in moments if _destroyers(area, turn.before, at)), None)
    if entered is None:
        return
    came = [
        (n, act)
        for n, act in turn.each("move")
        if act.target == area != act.source
        and act.kind in STEPS[FILIPINO]
        and act.piece in entered.at.get(area, ())
    ]
    if area not in war.fought and not any(act.source in war.country.areas for _, act in came):
        return  # those who stayed when the US left or starved do not enter
    stays = _destroyers(area, turn.before, turn.after)
    marched = turn.phases.get("filipino_movement")
    moved = {*marched.acts} if marched and stays else set()
    sure = {
        n
        for n, act in came
        if act.source in war.battles
        or (n in moved and not turn.record.positions[n].strong(area, US))
    }
    fought = stays and area in war.battles and _destroyers(area, turn.before, over)
    left = (n for n in turn.span if _ends_us(turn, n, area))
    what = f"the POA site in {war.country.names[area]} stayed"
    when = max(sure or left, default=turn.last)
    war.find("11.0.f", FILIPINO, what, when, gap=unless(sure or fought, prices.MOVED))


def _settled(area: str, n: int, turn: Turn) -> bool:
    """Whether a new site stood when the tracker went on to the Filipinos."""
    marks = (m for m, act in turn.each("phase") if m >= n and act.target.startswith("filipino"))
    when = next(marks, None)
    return when is not None and area in turn.record.positions[when].sites


def _made(area: str, n: int, count: int, turn: Turn, war: War) -> None:
    """What is wrong with a new site."""
    at, country = turn.record.positions[n], war.country
    name, numbers = country.names[area], country.numbers
    due = turn.will + sum(one.points for one in war.will if one.act < n)
    will = max(at.will, due, (war.begun or turn.before).will)
    clause = new_site(at, area, turn.number, count, war.fought.get(area, n) < n, will)
    if clause in ("", "11.0.d"):  # what lies in an area is judged as the turn ends
        return
    steps, made = at.strong(area, US), f"a POA site was made in {name}"
    few = clause == "11.0.b" and steps < numbers.site_steps
    third = f"a third POA site of the turn was made in {name}"
    words = {
        "11.0.a": third if count >= numbers.sites else f"{made} at Political Will {at.will}",
        "11.0.b": f"{made} with {wording.steps(steps, 'US')} there, but it takes "
        f"{numbers.site_steps}"
        if few
        else f"{made} after combat there",
        "11.0.c": f"{made} on turn {turn.number}",
    }
    seen = (f"at least {numbers.site_steps} steps", str(steps)) if few else ("", "")
    war.find(clause, US, words[clause], n, expected=seen[0], observed=seen[1], local=True)


def _ends_us(turn: Turn, n: int, area: str) -> bool:
    """Whether the last US step of an area is lost or leaves with an act."""
    before, after = turn.record.positions[n], turn.record.positions[n + 1]
    return before is not after and before.strong(area, US) > 0 == after.strong(area, US)


def _destroyers(area: str, before: Position, at: Position) -> bool:
    """Whether Filipinos are alone in an area with a site, and enough to destroy it."""
    came = not before.strong(area, FILIPINO) and not before.strong(area, US)
    return area in at.sites and destroyers(at, area, came)


def _destroyed(area: str, n: int, turn: Turn, war: War) -> None:
    record, will = turn.record, war.country.numbers.site_will
    later = range(n + 1, turn.last + 2)
    marks = (m for m in range(n, turn.first, -1) if record.acts[m].what == "phase")
    stood = record.positions[next(marks, turn.first)].sites
    if area in turn.after.sites or area not in (*turn.before.sites, *stood):
        return
    moments = [record.positions[m] for m in (turn.first, *later, n)]
    name, why = war.country.names[area], ""
    if all(at.strong(area, US) for at in moments):
        why = "removed although US steps are there"
    elif _too_few(area, n, turn, war):
        why = "destroyed by one Guerrilla step"
    if why:
        war.find("11.0.f", FILIPINO, f"the POA site in {name} was {why}", n)
        war.earn(n, -will, "11.0.g", "a POA site that was not destroyed", sure=False)
        return
    fought = record.positions[n].place(BATTLE) == area
    losses = (one.act for one in war.will if fought and one.clause == LOSSES and one.act >= n)
    war.earn(min(losses, default=n), -will, "11.0.g", f"the POA site in {name}")
    war.killed["poa"] += 1


def _too_few(area: str, n: int, turn: Turn, war: War) -> bool:
    """11.0.f: whether fewer Guerrilla steps survived a battle than it takes to destroy a site.

    Steps that enter the area afterwards destroy it in any number.
    """
    record, at = turn.record, turn.record.positions[n]
    ends = [m for m in range(turn.first, n) if _ends_us(turn, m, area)]
    held = at.strong(area, FILIPINO) and not at.strong(area, US)
    if area not in war.battles or not ends or not held or destroyers(at, area, entered=False):
        return False
    return not any(
        act.what == "move" and act.target == area and act.kind in STEPS[FILIPINO]
        for act in record.acts[ends[-1] : turn.last + 1]
    )


@dataclass
class JungleMoves:
    """12.A, 12.C: judges the moves of one side into, through and out of the Jungle."""

    phase: Phase
    war: War

    def judge(self) -> str:
        """Judge the phase; returns nothing to tell."""
        side = US if self.phase.id == "jungle_us" else FILIPINO
        moves = flows(self.phase.record, self.phase.acts).of(self.war.country, side)
        (self._us if side == US else self._filipino)(moves)
        after = self.phase.after
        for box in JUNGLE:
            banned = {*self.war.country.leaders, *ARTILLERY.values()}
            there = self.phase.before.keys(box, banned)
            for key in (one for one in after.keys(box, banned) if one not in there):
                kind = self.war.country.game.piece_types[after.pieces[key].kind].name
                names = self.war.country.names
                came = names.get(self.phase.before.pieces[key].place, "")
                what = f"{kind} went {f'from {came} ' if came else ''}into {names[box]}"
                self.war.find("12.A.d", side, what, self.phase.acts[-1])
        return ""

    def _find(self, clause: str, move: Flow, what: str = "", gap: float = CERTAIN) -> None:
        names = self.war.country.names
        side = self.war.country.side[move.kind]
        source, target = (names.get(one, one) for one in (move.source, move.target))
        piece = self.war.country.game.piece_types[move.kind].name
        text = f"{piece} went from {source} to {target}" + (f", {what}" if what else "")
        self.war.find(clause, side, text, move.first, move.last, gap=gap)

    def _spread(self, move: Flow) -> bool:
        """Whether pieces that were dragged together landed in several places, as they do when
        they came from several areas; some of them were not meant to go there."""
        acts = self.phase.record.acts
        steps = {acts[n].step for n in self.phase.acts if acts[n].piece in move.keys}
        together = [one for one in acts if one.step in steps and one.what == "move"]
        units = [one for one in together if one.kind == move.kind]
        ends = {one.target for one in units}
        return len(ends) > 1 and len({one.source for one in units}) == len(units)

    def _us(self, moves: list[Flow]) -> None:
        country, before = self.war.country, self.phase.before
        entering = [move for move in moves if move.target in JUNGLE and move.source not in JUNGLE]
        for move in moves:
            if move in entering:
                if not self.war.guerrilla:
                    self._find("12.A.c", move, "before the Guerrilla War")
                elif move.target != JUNGLE[0]:
                    self._find("12.A.c", move)
                elif move.source not in country.luzon:
                    self._find("12.A.c", move, "which is not in Luzon")
            elif move.source == JUNGLE[1] and move.target in country.areas:
                late = self.war.turn >= country.numbers.free_exit_turn
                free = late and move.target in country.luzon
                friendly = before.controller(move.target) == US
                if move.target != MANILA and not (free and friendly):
                    self._find("12.A.a", move)
            elif move.source == JUNGLE[0] and move.target != JUNGLE[1]:
                self._find("12.A.b", move)
        steps = sum(move.steps for move in entering)
        most = country.numbers.jungle_us
        if steps > most and TRAP not in self.war.played:
            self._find("12.A.c", entering[0], f"as part of {steps} steps instead of at most {most}")

    def _filipino(self, moves: list[Flow]) -> None:
        country, before = self.war.country, self.phase.before
        most, full = country.numbers.jungle(self.war.guerrilla)
        entering = [move for move in moves if move.target in JUNGLE and move.source not in JUNGLE]
        for move in entering:
            wrong = move.target != JUNGLE[0] or move.source not in country.luzon
            if (wrong and move.kind in GUERRILLAS) or move.kind == "regular":
                gap = unless(not self._spread(move), prices.OTHER_PLAYER)
                self._find("12.C.a", move, gap=gap)
        for move in moves:
            out = move.source in JUNGLE and move.target in country.areas
            friendly = before.controller(move.target) == FILIPINO if out else True
            if out and (move.source != JUNGLE[1] or move.target not in country.luzon):
                self._find("12.C.b", move)
            elif not friendly:
                self._find("12.C.b", move, "which is not friendly")
        steps = sum(move.steps for move in entering)
        if steps > most:
            self._find("12.C.a", entering[0], f"as part of {steps} steps instead of at most {most}")
        units = sum(len(self.phase.after.keys(box, GUERRILLAS)) for box in JUNGLE)
        if units > full:
            what = f"{units} Guerrilla units are in the Jungle"
            self.war.find("12.C.c", FILIPINO, what, self.phase.acts[-1], expected=f"at most {full}")


def jungle_boxes(turn: Turn, war: War) -> None:
    """12.A.a, 12.A.b: US units do not stay in a box of the Jungle for a whole turn."""
    acts = turn.record.acts
    order = list(war.country.game.phases)
    marks = (n for n in range(turn.first, turn.last) if acts[n].what == "phase")
    begun = turn.began if turn.first == 0 else acts[next(marks, turn.first)].target
    late = begun in order[order.index("jungle_us") :]
    passed = turn.beyond("jungle_us")
    if not (turn.complete or passed >= windows.PHASES_ON) or late or not (war.whole or begun):
        return
    gap = unless(turn.complete or passed > windows.PHASES_ON, prices.ENDS)
    when = turn.first_mark("jungle_us")
    moved = turn.settled("jungle_combat", "jungle_filipino")
    for box, clause in zip(JUNGLE, ("12.A.b", "12.A.a"), strict=True):
        for key in turn.before.units(box, US):
            then, after = moved.pieces.get(key), turn.after.pieces.get(key)
            if then and after and then.place == box and after.place in (box, POOLS[US], LOST[US]):
                kind = war.country.game.piece_types[then.kind].name
                name = war.country.names[box]
                war.find(clause, US, f"{kind} stayed in {name}", when, gap=gap)
                break


def supply(turn: Turn, phase: Phase | None, war: War) -> None:
    """15.0: forces without supply lose a step each, the others none."""
    country, positions = war.country, turn.record.positions
    later = next((turn.phases[one] for one in ("scoring", "victory") if one in turn.phases), None)
    found = flows(turn.record, phase.acts, moving=False) if phase else None
    marks = (one.target for one in turn.record.acts[turn.first : turn.last] if one.what == "phase")
    seen = war.whole or "supply" in marks or "filipino_movement" in turn.phases
    if phase is None and not (turn.complete and seen):
        return
    begun = phase.acts[0] if phase else later.acts[0] if later else turn.last + 1
    early = _early(turn, war, begun)
    at = positions[min(early.values(), default=begun)]
    last = phase.acts[-1] if phase else turn.last
    moments = positions[last + 1 : turn.last + windows.MUCH_LATER]
    for area in at.everywhere(US):
        lost = sum(found.lost[area, kind] for kind in STEPS[US]) if found else 0
        steps = positions[begun].strong(area, US)
        if not at.supplied(area) and (
            any(steps - later.strong(area, US) == 1 for later in moments)
            or (not lost and area in early and at.strong(area, US) - steps == 1)
        ):
            lost = 1  # some of it was done early or late, or put right
        name = country.names[area]
        when = found.acts.get((area, _kind(found, area)), last) if found else last
        if at.supplied(area):
            if lost:
                what = f"{name} is in supply but lost {wording.plain(lost)}"
                war.find(
                    "15.1.b",
                    US,
                    what,
                    when,
                    last,
                    expected="0",
                    observed=str(lost),
                    ruling="" if at.controller(area) == US else "own-area",
                )
                war.earn(when, -2 * lost, "15.1.b", f"{name}, which is in supply", sure=False)
            continue
        when = early.get(area, when)
        war.earn(when, -2, "15.2.b", f"the step lost in {name}", sure=bool(lost))
        war.killed["us_army"] += bool(lost)
        if lost != 1 and turn.complete:
            what = f"{name} is out of supply and lost {wording.plain(lost) if lost else 'no step'}"
            since = phase.acts[0] if phase else turn.first_mark("supply")
            war.find("15.2.a", US, what, since, last, expected="1 step lost", observed=str(lost))


def _early(turn: Turn, war: War, end: int) -> dict[str, int]:
    """The areas that lost a US step after the last dice and before the phase: the tracker is late.

    Losses of battles are left out, and steps that came back.
    """
    fought = {n for one in BATTLES if one in turn.phases for n in turn.phases[one].acts}
    late = {n for one in AFTER if one in turn.phases for n in turn.phases[one].acts}
    acts, positions = turn.record.acts, turn.record.positions
    rolls = (n for n in range(turn.first, end) if acts[n].what == "roll")
    found: dict[str, int] = {}
    for n in range(max(rolls, default=turn.first - 1) + 1, end):
        act, gone = acts[n], (POOLS[US], LOST[US])
        lost = act.what == "face" or (act.what == "move" and act.target in gone)
        known = n in late and act.kind in STEPS[US] and act.piece in positions[n].pieces
        if not lost or not known:
            continue
        area = positions[n].pieces[act.piece].place
        before = (positions[max(n - 2, turn.first)], positions[n])
        after = (positions[n + 1], positions[end])
        less = min(at.strong(area, US) for at in before) > max(at.strong(area, US) for at in after)
        came = any(acts[m].piece == act.piece and acts[m].target == area for m in fought)
        battle = n in fought and (came or area in war.battles)
        if area in war.country.areas and not battle and less:
            found.setdefault(area, n)
    return found


def _kind(found: Flows, area: str) -> str:
    """The kind of US unit that lost a step in an area."""
    return next((kind for kind in STEPS[US] if found.lost[area, kind]), "")
