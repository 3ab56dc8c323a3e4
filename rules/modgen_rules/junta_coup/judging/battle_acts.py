"""What else happens while battles are fought: transfers, markers of guns, Units that come back."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import breach
from modgen_rules.junta_coup.law.city import DEAD, GUNS
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words


@dataclass
class BattleActs:
    """Judges acts `start` to `end` of a record (6.a, 12.d, 14.i); dice begin at act `dice`."""

    record: Record
    words: Words
    start: int
    dice: int
    end: int

    def judge(self, fought: bool) -> list[Issue]:
        """What was wrong, each clause once for a family; `fought`: whether there was a battle."""
        found: list[Issue] = []
        near, words = self.record.city.near, self.words
        dice = self.dice
        over = max((n for n in range(self.start, self.end) if self._in_battle(n)), default=dice)
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what == "control" and n > dice and fought:
                gap = lapse(prices.CONTROL_LATE) if n > over else CERTAIN
                found += [one.within(gap) for one in self.transferred(n)]
            elif (
                act.what == "gun"
                and act.kind in GUNS
                and (act.target == DEAD or act.target in near)
            ):
                name = words.game.piece_types[act.kind].name
                what = f"the {name} was moved to {words.place(act.target)}"
                found.append(breach("12.d", "", what, act.step))
            elif act.what == "unit" and act.source == DEAD and act.target in near and n >= dice:
                died = any(
                    other.what == "unit"
                    and other.target == DEAD
                    and other.kind == act.kind
                    and other.owner == act.owner
                    for other in self.record.acts[:n]
                )
                if not died:
                    units = words.owned(act.kind, 1, act.owner)
                    what = f"{units} came back after having been destroyed"
                    found.append(breach("14.i", act.owner, what, act.step))
        groups: dict[tuple[str, str], Issue] = {}
        for issue in found:
            groups.setdefault((issue.clause, issue.actor), issue)
        return [*groups.values()]

    def _in_battle(self, n: int) -> bool:
        """Whether an act is fire, a loss or a retreat, so that the battles are not over."""
        act = self.record.acts[n]
        return act.what in ("roll", "unit") or (
            act.what == "battle" and act.target in self.record.city.near
        )

    def transferred(self, n: int) -> list[Issue]:
        """6.a: a Unit on the map has another controller than before the dice."""
        act, key = self.record.acts[n], self.record.acts[n].piece
        old = self.record.positions[n].units.get(key)
        end = self.record.positions[self.end].units.get(key)
        before = [self.record.positions[k].units.get(key) for k in (self.start, self.dice)]
        if old is None or end is None or old.place not in self.record.city.near:
            return []
        off = all(unit and unit.place not in self.record.city.near for unit in before)
        if off and before[0] and before[0].face not in self.record.city.families:
            return []  # 8.c: a Unit that a card brings gets its first marker
        last = max(
            k
            for k in range(self.start, self.end)
            if self.record.acts[k].what == "control" and self.record.acts[k].piece == key
        )
        if n != last or end.face in [unit.face for unit in before if unit]:
            return []
        what = (
            f"{self.words.units(act.kind, 1)} in {self.words.place(old.place)} passed to "
            f"{self.words.family(act.target)} after dice had been rolled"
        )
        return [breach("6.a", act.target, what, act.step)]
