"""Reads a Fire Combat phase: cuts its acts into attacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from modgen_rules.civil_power.law.levels import FIREARMS, GAS
from modgen_rules.civil_power.law.plan import FIRES, INDIVIDUAL, LOST_BOXES, MOBS, POLICE
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.spoken import Spoken, lines_between, spoken
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

MARKER, BATONS = "fire_attack", "option_batons"


@dataclass
class Attack:
    """One attack: from act `first` up to before `end`."""

    first: int
    cell: str = ""
    aim: str = ""
    """What is fired on: a size class, `everyone`, `nobody`."""
    way: str = ""
    guessed: bool = False
    """Whether nobody said `way`, and the Engagement Level suggests it."""
    shooters: frozenset[str] = frozenset()
    """The units that were marked for it."""
    choices: tuple[frozenset[str], ...] = ()
    """The sets of units that may attack by what is said, if there are several."""
    called: str = ""
    """What the only unit that attacks is called, such as `s3`."""
    targets: frozenset[str] = frozenset()
    """The units that may be attacked by what is said; none if only a square is named."""
    dice: list[tuple[int, int]] = field(default_factory=list)
    other: dict[str, list[int]] = field(default_factory=dict)
    """Dice of other purposes: `canister`, `fire_check`, `ammunition`."""
    spare: list[tuple[str, int]] = field(default_factory=list)
    """Dice of other sides, for morale: the side and the result."""
    spent: bool = False
    """Whether its dice were rolled, or its gas placed."""
    gas: str = ""
    bottles: int = 0
    """The Molotovs that were counted off for it."""
    waiting: int = 0
    """The Molotovs announced before it whose dice were rolled only with its own."""
    announced: bool = False
    """Whether a marker or a line says that it is made."""
    told: bool = False
    """Whether only a line of chat says who attacks, and where."""
    inferred: bool = False
    """Whether its square is known only by the check that follows."""
    quiet: int = -1
    """The act after its last die: a die there replaces one that was spoilt."""
    end: int = 0


@dataclass
class AttackReader:
    """Reads the attacks of one phase, in their order."""

    phase: Phase
    found: list[Attack] = field(default_factory=list)
    now: Attack | None = None
    fresh: set[str] = field(default_factory=set)
    """Units that were marked since the last attack."""
    heard: int = 0
    """The act up to which chat was read."""
    bottle: bool = False
    """Whether a Molotov was counted off for an attack that is not announced."""

    def read(self) -> list[Attack]:
        """The attacks with dice or gas."""
        self.heard = self.phase.begin
        for n, act in self.phase.each():
            if act.what == "condition" and act.target == FIRES:
                (self.fresh.add if act.source == "on" else self.fresh.discard)(act.piece)
            elif not self._announced(n, act):
                self._take(n, act)
        waiting = 0
        for attack, later in pairwise([*self.found, Attack(self.phase.end)]):
            attack.end = later.first
            attack.waiting = waiting
            attack.announced |= attack.told
            unrolled = attack.announced and attack.way == "molotov" and not attack.spent
            waiting = waiting + 1 if unrolled else 0
            if not attack.announced and attack.dice:
                self._infer(attack)
            if not attack.way and not attack.gas and self._fires_batons(attack):
                attack.way, attack.guessed = "batons", True
        return [one for one in self.found if one.spent]

    def _take(self, n: int, act: Act) -> None:
        """Takes what is said before an act, and the act."""
        record, side = self.phase.record, self.phase.side
        if act.what == "roll" and act.kind == record.one_die:
            self._told(n, act._replace(kind=side, side=side))
            act = record.acts[n] = self._due(n, act)
        else:
            self._told(n, act)
        self._done(n, act)

    def _due(self, n: int, act: Act) -> Act:
        """A die of a player who rolls everything with the same one, as what is due rolls it."""
        at, now, side = self.phase.table(n), self.now, self.phase.side
        there = at.at(now.cell) if now and now.cell else []
        foes = [one.side for one in there if one.side != side]
        check = act._replace(kind=foes[0], side=foes[0]) if foes else act
        own = act._replace(kind=side, side=side)
        if now is None or not now.announced:
            return own
        if now.gas or now.way in GAS:
            canister = now.way == "gas_gun" and foes and "canister" not in now.other
            return act._replace(kind="canister", side=side) if canister else check
        if now.way == "molotov":
            checks = len(now.other.get("fire_check", ()))
            burns = now.cell in at.fires.keys() - self.phase.before.fires.keys()
            burning = burns and checks <= len(at.vehicles(now.cell))
            more = len(now.dice) < len(there) * (checks + 1) and not burning
            return own if more else act._replace(kind="fire_check", side=side)
        return check if now.dice else own

    def _fires_batons(self, attack: Attack) -> bool:
        """8.1.a: whether those who attack carry batons, at a level at which no squad fires guns."""
        at = self.phase.before
        units = [at.units.get(key) for key in attack.shooters or frozenset().union(*attack.choices)]
        carriers = {one.face for one in at.pieces.values() if one.kind == BATONS}
        armed = all(one and one.kind in carriers and one.face != "mounted" for one in units)
        return bool(units) and armed and at.engagement(POLICE) < FIREARMS

    def _told(self, n: int, act: Act) -> None:
        """Takes what is said in chat before dice, gas or a Molotov that nothing else announces."""
        under_way = self.now is not None and self.now.announced and not self.now.spent
        if not self._uses(act):
            return
        lines = self._told_after(lines_between(self.phase.record, self.heard, n))
        self.heard = n + 1
        last = self.now or next(iter(self.found[-1:]), None)
        acted = last.shooters if last else frozenset[str]()
        record, side = self.phase.record, self.phase.side
        said = spoken(record, side, n, lines, acted)
        if under_way and self.now:
            if said and self.now.cell in said.cells and not self.fresh:
                self.now.choices = said.choices  # the marker tells where, and the line who
            return
        cell = self._meant(said, n) if said else ""
        if said is None or not cell:
            return
        way = said.way or (last.way if last and said.goes_on else "")
        targets = said.cells.get(cell, frozenset())
        now = self._attack(n, cell)
        now.cell, now.way, now.announced, now.told = cell, way, True, True
        now.targets, now.called = targets, said.called
        choices = [one for one in said.choices if self.fresh <= one]
        if len(choices) == 1:
            self.fresh = set(choices[0])
        now.choices = () if self.fresh else said.choices
        self.bottle = False

    def _told_after(self, lines: Sequence[str]) -> Sequence[str]:
        """Takes a line that tells after the dice of the last attack who made it.

        It names those who made the attack before that one, and others follow it. Returns these.
        """
        now = self.now
        if now is None or now.announced or not now.dice or len(self.found) < 2:
            return lines
        record, acted = self.phase.record, self.found[-2].shooters
        for n, line in enumerate(lines[:-1]):
            said = spoken(record, self.phase.side, now.first, [line], acted)
            if said and said.goes_on and (not said.cells or now.cell in said.cells):
                now.told = True
                now.choices, now.targets = said.choices, said.cells.get(now.cell, frozenset())
                return lines[n + 1 :]
        return lines

    def _uses(self, act: Act) -> bool:
        """Whether an act rolls for an attack of the side, or pays for one."""
        if act.what == "move":
            return act.kind == "gas" and self.phase.record.field.way(act) == "on"
        paid = act.kind.startswith(("molotovs", "grenades")) and not act.rises
        rolled = act.kind in (*MOBS, POLICE, "both") and owner(act) == self.phase.side
        return (act.what == "level" and paid) or (act.what == "roll" and rolled)

    def _meant(self, said: Spoken, n: int) -> str:
        """The square of an attack of which players speak; empty if it may be one of several."""
        cells = set(said.cells)
        if not cells and self.now is not None and self.now.told:
            return self.now.cell
        acts = self.phase.record.acts
        for later in acts[n + 1 : self.phase.end]:
            if later.what == "check" and later.source in cells:
                return later.source
            if self._uses(later) and later.what != "level" and later.kind != "gas":
                break
        return cells.pop() if len(cells) == 1 else ""

    def _infer(self, attack: Attack) -> None:
        """An attack that is not announced: the enemies who check or are lost were its target.

        Only what a Mob attacks is told by those who check: with whom the Police fire is not known.
        """
        acts, side = self.phase.record.acts[attack.first : attack.end], self.phase.side
        cells = {act.source for act in acts if act.what == "check"} - {""}
        lost = {act.origin for act in acts if self._loses(act)}
        if not cells | lost or attack.cell in cells | lost:
            return
        known = side in MOBS and len(cells) == 1
        attack.cell, attack.inferred = (cells.pop() if known else ""), known
        attack.shooters = frozenset()  # those marked may be not all

    def _loses(self, act: Act) -> bool:
        """Whether an act takes off an Individual of another side."""
        at = self.phase.before
        foe = at.field.side.get(act.kind, "") not in ("", self.phase.side)
        return foe and at.plan.size[act.kind] == INDIVIDUAL and act.target in LOST_BOXES.values()

    def _announced(self, n: int, act: Act) -> bool:
        """Takes an announcement, or a move of its marker; whether it was one."""
        cell = aim = way = ""
        if act.what == "said" and act.said and "fired_at" in act.said.spaces:
            cell = min(act.said.spaces["fired_at"], default="")
            aim = act.said.choices.get("target") or ""
            way = act.said.choices.get("way") or ""
        elif act.kind == MARKER and act.what in ("move", "face"):
            after = self.phase.table(n + 1)
            cell = next(iter(after.cells_with(MARKER)), "")
            aim = after.pieces[act.piece].face
            self.now = self.now if cell or not self.now else None
        if cell:
            self.bottle = False
            now = self._attack(n, cell)
            now.cell, now.aim, now.way = cell, aim or now.aim, way or now.way
            now.announced = True
        return bool(cell)

    def _attack(self, n: int, cell: str) -> Attack:
        """The attack on a square that is being announced, or a new one."""
        if self.now is None or self.now.spent or self.now.cell not in ("", cell):
            self.now = Attack(n, cell)
            self.found.append(self.now)
        return self.now

    def _done(self, n: int, act: Act) -> None:
        """Takes dice, gas and Molotovs."""
        now = self.now
        if act.what == "move" and act.kind == "gas":
            if self.phase.record.field.way(act) == "on":
                cell = self._rest(n, act)
                waits = now is not None and now.spent and not now.gas and not now.dice
                if now is None or not waits or now.cell != cell:
                    now = self._attack(n, cell)
                now.gas = cell
                self._spend(now)
        elif act.what == "roll" and act.kind in (*MOBS, POLICE) and not self._attacks_with(act):
            if now is not None:
                now.spare += [(owner(act), die) for die in act.dice]
        elif act.what == "roll" and act.kind in (*MOBS, POLICE, "both"):
            many = (
                now is not None
                and not self.bottle
                and (now.announced or not (self.fresh or "fire_check" in now.other))
                and (now.way == "molotov" or now.aim == "everyone")
            )
            again = now is not None and now.announced and not self.fresh and n == now.quiet
            if now is None or now.gas or (now.spent and now.dice and not many and not again):
                told = now if now and now.announced else None
                aim, way = (told.aim, told.way) if told else ("", "")
                way, self.bottle = "molotov" if self.bottle else way, False
                cell = now.cell if now and not now.gas else ""
                now = self.now = Attack(n, cell, aim, way)
                now.bottles = int(way == "molotov")
                self.found.append(now)
            self._spend(now)
            now.quiet = n + 1
            now.dice += [(n, die) for die in act.dice]
        elif act.what == "roll" and (now or self.found):
            now = now or self.found[-1]  # its marker is put away, but it is not over
            now.other.setdefault(act.kind, []).extend(act.dice)
            if act.kind == "fire_check" and now.announced and now.way == "molotov":
                self._spend(now)
        elif act.what == "level" and act.kind.startswith("molotovs") and not act.rises:
            self._counted(now)
        elif act.what == "level" and act.kind == "grenades" and now is not None and now.way:
            self._spend(now)

    def _counted(self, now: Attack | None) -> None:
        """Takes a Molotov that is counted off; it pays for an earlier attack if one still owes it.

        The attack that is under way comes first if it is said to be one with Molotovs.
        """
        others = [one for one in self.found if one is not now and one.way == "molotov"]
        owing = next((one for one in others if not one.bottles), None)
        if owing and (now is None or now.bottles or now.way != "molotov"):
            owing.bottles = 1
        elif now is None or (now.spent and not now.announced):
            self.bottle = True
        else:
            now.way = now.way or "molotov"
            now.bottles += 1
            self._spend(now)

    def _rest(self, n: int, act: Act) -> str:
        """Where a marker that is dragged in stages comes to rest."""
        acts, cell = self.phase.record.acts, act.at
        for other in acts[n + 1 : n + 1 + windows.AT_ONCE]:
            if (other.what, other.piece, other.origin) == ("move", act.piece, cell):
                cell = other.at
        return cell

    def _spend(self, attack: Attack) -> None:
        """Its dice are rolled: who is marked now attacks with it."""
        if not attack.spent:
            attack.spent = True
            attack.shooters = frozenset(self.fresh)
            self.fresh = set()

    def _attacks_with(self, act: Act) -> bool:
        """Whether a die is one with which the side of the phase attacks.

        One person may roll for both Mobs, and only the side of the phase rolls in Fire Combat. A
        die of the other Mob that follows that of an attack on it is a check.
        """
        now, whose = self.now, owner(act)
        if act.kind == "both" or whose == self.phase.side:
            return True
        checks = now is not None and now.dice and not self.fresh
        if now is not None and checks and self.phase.before.at(now.cell, whose):
            return False
        return self.phase.side in MOBS and act.kind in MOBS


def owner(act: Act) -> str:
    """The side that rolled a die: who presses a button may press another side's."""
    return act.side or (POLICE if act.kind == POLICE else MOBS[0])
