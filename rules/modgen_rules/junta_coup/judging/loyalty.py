"""Loyalty (3.b-3.h): who showed himself a Rebel, and who should have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reports.findings import listed
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.cutting import Cut
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.city import UNARMED
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.phase_ends import PhaseEnds
from modgen_rules.junta_coup.reading.record import Record, is_over
from modgen_rules.junta_coup.wording import Words

WHY = {
    "3.h": "moved in the Rebellion phase",
    "3.d": "fired in the Rebellion phase",
    "3.e": "fired at the Palace Guard",
}
"""How a family became a Rebel, by the clause that it breaks if it never shows it."""


@dataclass
class Loyalty:
    """Compares the Offices at the end of each phase with what their families did."""

    record: Record
    words: Words
    coup: Coup
    """What was known before the first phase."""
    cuts: Sequence[Cut]

    def judge(self) -> Iterator[tuple[int, Issue]]:
        """What was wrong, each with the number of its phase."""
        told: set[str] = set()
        rebels: dict[str, str] = dict(self.coup.rebels)
        shown: set[str] = set(self.coup.rebels)
        sure = all(cut.sure for cut in self.cuts)
        for index, cut in enumerate(self.cuts):
            following = self.cuts[index + 1] if index + 1 < len(self.cuts) else None
            ended = is_over(self.record) or self._marked_over(cut)
            if cut.end >= len(self.record.acts) and not ended:
                return
            at = self._leftovers(cut, following)
            position = self.record.positions[at]
            for who in position.playing():
                if who in told:
                    continue
                turned = "revolution" in position.tiles(who).values()
                issue = self._issue(who, cut, following, at, rebels, shown)
                doubtful = not sure or self._opens_next(who, cut, following)
                if issue is not None and issue.clause in ("3.b", "3.h", "9.b") and doubtful:
                    issue = issue.doubted(prices.TRACKER_SHIFTED)
                if turned:
                    shown.add(who)
                    rebels[who] = "3.f"
                if issue is not None:
                    told.add(who)
                    yield cut.number, issue

    def _issue(
        self,
        who: str,
        cut: Cut,
        following: Cut | None,
        at: int,
        rebels: dict[str, str],
        shown: set[str],
    ) -> Issue | None:
        """3.b, 3.f, 3.g: what the Offices of one family show after a phase, against its acts."""
        name, step = self.words.family(who), self.record.step(max(cut.start, cut.end - 1))
        position = self.record.positions[at]
        tiles = position.tiles(who)
        turned, has = "revolution" in tiles.values(), "regime" in tiles.values()
        if who == position.president:
            what = f"{name}, El Presidente, shows the Revolution side"
            step = self._turned(who, cut, at, step)
            return breach("3.g", who, what, step) if turned else None
        if who in shown and has and not turned:
            step = self._turned(who, cut, at, step)
            return breach("3.f", who, f"{name} turned its Offices back", step)
        due = cut.judged.coup.rebels
        if who in due and who not in rebels and has and not turned:
            return self._unshown(who, due[who], at, following, step)
        in_time = "revolution" in self.record.positions[cut.end].tiles(who).values()
        if not in_time or who in rebels or self._may_be(who, cut) or self._may_be(who, following):
            return None
        why = "moving or firing in the Rebellion phase, or firing at the Palace Guard"
        step = self._turned(who, cut, at, step)
        return breach("3.b", who, f"{name} turned over its Offices without {why}", step)

    def _marked_over(self, cut: Cut) -> bool:
        """2.d: whether the phase marker moved after the last dice of a phase."""
        acts = self.record.acts[cut.start : cut.end]
        marks = [n for n, act in enumerate(acts) if act.what == "level"]
        dice = [n for n, act in enumerate(acts) if act.what == "roll"]
        return bool(marks and dice) and marks[-1] > dice[-1]

    def _opens_next(self, who: str, cut: Cut, following: Cut | None) -> bool:
        """2.f: whether what a family moved may belong to the next phase, with a late marker."""
        acts = self.record.acts
        moved = (
            n for n in range(cut.start, cut.end) if (acts[n].what, acts[n].owner) == ("unit", who)
        )
        first = next(moved, None)
        if following is None or first is None:
            return False
        ends = PhaseEnds(self.record, cut.start, following.end)
        return ends.opens(following.number, first, cut.end, following.end)

    def _turned(self, who: str, cut: Cut, at: int, step: int) -> int:
        """The step in which a family last turned an Office before act `at`, else `step`."""
        acts = self.record.acts[cut.start : at]
        steps = [one.step for one in acts if (one.what, one.owner) == ("office", who)]
        return max(steps, default=step)

    @staticmethod
    def _may_be(who: str, cut: Cut | None) -> bool:
        """3.b, 3.e: whether a family may have become a Rebel by the end of a phase."""
        return cut is not None and (who in cut.judged.coup.rebels or who in cut.judged.coup.maybe)

    def _unshown(self, who: str, clause: str, at: int, following: Cut | None, step: int) -> Issue:
        """3.h: a Rebel whose Offices still show the regime: late, or never.

        A record in which no Office is turned says nothing, unless it shows attacks by markers.
        """
        name = self.words.family(who)
        why = WHY.get(clause, "became a Rebel")
        sent = self._sent(who, at) if clause == "9.b" else []
        if sent:
            places = listed(self.words.place(act.target) for act in sent)
            why = f"sent Police to {places}, where no new Units are"
        what = f"{name} {why}, but its Offices still show the regime"
        end = following.end if following else len(self.record.acts)
        later = any(
            "revolution" in after.tiles(who).values()
            for after in self.record.positions[at : end + 1]
        )
        last = at >= len(self.record.acts) and not is_over(self.record)
        kept = self.record.turned or (self.record.marks and not last)
        if later or last or not kept:
            late = "3.h" if clause == "9.b" else clause
            return oddity(late, who, what, step, price=prices.SHOWN_LATE)
        steps = [act.step for act in sent] or [step]
        return breach(clause, who, what, min(steps), max(steps))

    def _sent(self, who: str, at: int) -> list[Act]:
        """9.b: the acts in which Police went to spaces without new Units before act `at`."""
        return [
            act
            for n, act in enumerate(self.record.acts[:at])
            if (act.what, act.kind, act.owner) == ("unit", "police", who)
            and act.target in self.record.city.near
            and not any(
                unit.kind in UNARMED and unit.place == act.target
                for unit in self.record.positions[n].units.values()
            )
        ]

    def _leftovers(self, cut: Cut, following: Cut | None) -> int:
        """The act up to which Offices may be turned for a phase: its own end, or soon after."""
        acts = self.record.acts
        end = cut.end
        for n in range(cut.end, following.end if following else len(acts)):
            if acts[n].what == "roll" or (acts[n].what == "unit" and n > cut.end + windows.LATER):
                break
            if (acts[n].what, acts[n].target) == ("office", "revolution"):
                end = n + 1
        return end
