"""Battles (10.0): the battles of a phase of combat, and what must be fought."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from modgen_rules.amigos_insurrectos.judging import jungle_fight, shelling
from modgen_rules.amigos_insurrectos.judging.battle_end import BattleEnd
from modgen_rules.amigos_insurrectos.judging.battle_fight import SHOWN, Engagement, Fight
from modgen_rules.amigos_insurrectos.judging.battle_parts import Part
from modgen_rules.amigos_insurrectos.judging.leaders import Casualties
from modgen_rules.amigos_insurrectos.judging.searches import Searches
from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, SIDES, STEPS, US
from modgen_rules.amigos_insurrectos.law.fire import NEVER, Range
from modgen_rules.amigos_insurrectos.reading.battle_events import Event, Events
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import habits, prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless


def judge(phase: Phase, war: War) -> str:
    """Judge a phase with battles; notes what is wrong in `war`. Returns its story."""
    match phase.id:
        case "us_shelling":
            return shelling.judge(phase, war)
        case "jungle_combat":
            return jungle_fight.judge(phase, war)
        case _:
            return CombatPhase(phase, war).judge()


@dataclass
class CombatPhase(Searches):
    """Judges the battles of one side's phase."""

    def judge(self) -> str:
        """All battles in their order, then the battles that were not fought."""
        start = self.phase.acts[0]
        contested = self.source.contested(start)
        parts = self.parts(contested)
        rolled = {part.area for part in parts if any(one.what == "roll" for one in part.events)}
        self.fought = contested | rolled
        for part in parts:
            done = part.events[-1].act
            later = [one.events[0].act for one in parts if one.events[0].act > done]
            self.battle(part, min(later, default=self.phase.acts[-1] + 1), not later)
        if not self.phase.chits and not self.unfinished:
            quiet = {one for one, _ in self.guests}
            end = self.phase.acts[-1] + 1
            refused(self.source, self.war, self.phase.side, contested - quiet, end, end)
        self.limit()
        self.bodies()
        return "; ".join(self.story)

    # --- one battle ----------------------------------------------------------------------------

    def battle(self, part: Part, following: int, last: bool) -> None:
        """Judge one battle; what is wrong is only suspect where the marker does not show it."""
        known, paid = set(self.war.issues), len(self.war.will)
        self._battle(part, following, last)
        if self.begun_before(part):
            self.war.will[paid:] = [one._replace(sure=False) for one in self.war.will[paid:]]
            self.war.issues[:] = [
                one if one in known else one._replace(local=False).doubted(prices.MIXED)
                for one in self.war.issues
            ]
            return
        dice = [one for one in part.events if one.what == "roll" and one.kind in SHOWN]
        shown = [area for area, _ in self._shown.values()]
        marked = all(self._told(one) == part.area for one in dice) if dice else any(shown)
        marked = marked or self.pinned(part) or self.alone(part)
        if marked and known == {*self.war.issues}:
            self.war.will[paid:] = [one._replace(firm=one.sure) for one in self.war.will[paid:]]
        if not marked:
            self.war.issues[:] = [
                one if one in known or one.local else one.doubted(prices.MIXED)
                for one in self.war.issues
            ]

    def _battle(self, part: Part, following: int, last: bool) -> None:
        self.area = part.area
        area, events, attacker = part.area, part.events, self.phase.side
        first = events[0].act
        moments = [first, *(one.act for one in events if one.what in ("said", "move"))]
        met = any(self.source.force(one, area).contested for one in moments)
        told = ("roll", "move", "gun", "leader", "said")
        calm = not any(one.what in told or one.number > 0 for one in events)
        losses = not any(one.what in told for one in events)
        if (
            calm
            or (losses and not self._rolled)
            or not (met or any(one.what == "roll" for one in events))
        ):
            self._guns_met(events)
            return  # steps that came, or were changed
        sure, maybe = self.laid(events, following)
        engagement = Engagement(
            self.country,
            self.source,
            area,
            attacker,
            events,
            sure,
            maybe,
            {one.act: self._shown[one.act][1] for one in events},
            *self._rising(events, sure),
            self._silenced(events, sure, maybe),
            {side: self.guests.get((area, side), 0) for side in SIDES},
        )
        fight = engagement.read()
        if fight.volleys:
            self.opened.setdefault(area, fight.volleys[0].first)
        unfinished = last and self.unfinished and not self.put_away(events, fight)
        end = BattleEnd(engagement, fight, self.war, following, unfinished, self.phase.sure)
        searched = self.search(part, end) if attacker == US else True
        self.war.note(*map(end.kept, fight.issues))
        end.judge()
        Casualties(end).judge()
        self.counted(events, fight)
        self.chosen(events, fight)
        if fight.volleys:
            self.small(events, fight)
            self.hidden(fight)
        self.joined(part)
        acts = [one.act for one in events if one.what in ("roll", "loss", "move", "leader")]
        self.used |= {one.id for one in self.laid(events, max(acts, default=first))[0]}
        for one in fight.exits:
            if one.stage != "free" and self.source.force(one.act, one.target).contested:
                key = (one.target, one.side)
                self.guests[key] = self.guests.get(key, 0) + one.steps
        lost = fight.lost
        quiet = [self.chits[one] for one in sorted(self.war.played) if one in self.chits]
        for chit in [one for one in quiet if one.clause == "PH.G9"]:
            late = self._put_away_before_march(chit, first)
            if end.fought() and attacker == US and area in self.war.entered and not late:
                what = f"a battle was fought in {end.name} although {chit.title} had been played"
                self.war.find(chit.clause, US, what, first, end.last - 1)
        fought = "battle" if end.fought() else "search" if not searched else "no battle"
        if end.fought() or end.fled(US) or end.fled(FILIPINO):
            self.story.append(
                f"{fought} in {end.name} (US lost {lost[US]}, Filipinos {lost[FILIPINO]})"
            )

    def _guns_met(self, events: list[Event]) -> None:
        """1.2.1.i: Artillery without steps that Filipinos met when they moved on after a battle."""
        areas = self.country.areas
        for one in events:
            lost = one.what == "gun" and one.side == US and one.target not in areas
            force = self.source.force(one.act, one.area)
            if lost and force.steps(FILIPINO) and not force.steps(US):
                self.war.earn(one.act, -2, "1.2.1.i", "the Artillery that Filipinos met")
                self.war.killed["us_artillery"] += 1

    def _put_away_before_march(self, chit: Chit, first: int) -> bool:
        """PH.G9: whether a chit was played and put away after another march than the one here."""
        acts, areas = self.record.acts, self.country.areas
        turns = (n for n in range(first, -1, -1) if acts[n].kind == "turn_marker")
        marches, away = [], -1
        for n in range(next(turns, 0), first):
            act = acts[n]
            if act.what == "card" and (act.kind, act.source) == (chit.id, BOXES[chit.side]):
                away = n
            side = self.country.side.get(act.kind)
            if act.what == "move" and side == US and {act.source, act.target} <= areas:
                marches.append(n)
        here = [n for n in marches if acts[n].target == self.area]
        return bool(here) and marches[0] < away < here[0]

    @cached_property
    def _rolled(self) -> bool:
        """Whether any dice of battles were rolled in the phase; else no step is lost in one."""
        return any(one.what == "roll" and one.kind in DICE_OF_BATTLE for one in self.events)

    def _rising(self, events: list[Event], sure: tuple[Chit, ...]) -> tuple[bool, int]:
        """PH.S11: whether the die of an uprising silences the US, and its act."""
        chit = next((one for one in sure if one.has("uprising")), None)
        if chit is None:
            return False, -1
        first, acts = events[0].act, self.record.acts
        dice = [one.act for one in events if one.what == "roll" and one.kind == "filipino"]
        dice += [
            n
            for n in range(max(0, first - windows.LATER), first)
            if acts[n].what == "roll" and acts[n].kind == "filipino"
        ]
        if not dice:
            return False, -1
        return acts[dice[0]].dice[0] >= chit.number("uprising"), dice[0]

    def _silenced(
        self, events: list[Event], sure: tuple[Chit, ...], maybe: tuple[Chit, ...]
    ) -> Range:
        """US.S1: the Filipino steps that do not fire."""
        dice = [one.dice[0] for one in events if one.what == "roll" and one.kind == "us"]
        if any(one.has("silences") for one in sure):
            return Range(dice[0], dice[0]) if len(dice) == 1 else Range(0, NEVER - 1)
        return Range(0, NEVER - 1 if any(one.has("silences") for one in maybe) else 0)

    # --- around the battles --------------------------------------------------------------------

    def chosen(self, events: list[Event], fight: Fight) -> None:
        """10.4: chits are chosen before the first die, except those with another moment."""
        first = min((one.first for one in fight.volleys), default=-1)
        for one in events:
            chit = self.chits.get(one.kind)
            if one.what != "chit" or chit is None or not 0 <= first < one.act:
                continue
            free = not chit.in_battle or chit.has("retreats") or chit.has("leader_gone")
            free |= self._shown[one.act][0] != self.area
            if not free and one.area == f"hand:{chit.side}" and one.target == BOXES[chit.side]:
                what = f"{chit.title} was played after dice had been rolled"
                self.war.find("10.4", chit.side, what, one.act)

    def small(self, events: list[Event], fight: Fight) -> None:
        """US.S2, US.G4: chits for small US forces are played before the first die."""
        first = fight.volleys[0].first
        steps = self.source.force(first, self.area).steps(US)
        for chit in self.laid(events, first)[0]:
            if 0 < (most := chit.number("most_us")) < steps:
                what, expected = f"{chit.title} was played with {steps} US steps", f"at most {most}"
                self.war.find(
                    chit.clause,
                    US,
                    what,
                    first,
                    expected=expected,
                    observed=str(steps),
                    local=self._shown[first][0] == self.area,
                )

    def hidden(self, fight: Fight) -> None:
        """16.0.d: Filipino steps that fight are turned up first."""
        first, last = fight.volleys[0].first, fight.volleys[-1].first
        position = self.record.positions[first]
        fighting = position.keys(self.area, STEPS[FILIPINO])
        down = position.masked & self.record.positions[last].masked & {*fighting}
        if down and (self.turns_up(*self.country.side) or not self.war.hidden):
            self.war.hidden = True
            what = f"the Filipinos in {self.country.names[self.area]} fought face down"
            self.war.find("16.0.d", FILIPINO, what, first, gap=lapse(prices.BEHIND))

    def joined(self, part: Part) -> None:
        """1.2.1.e, US.G8: who may come to a battle while it goes on."""
        for one in self.events:
            if one.what != "move" or one.target != part.area or one.area in self.fought:
                continue  # units that retreat from another battle may come here
            if one.side != self.phase.side and one.side == US:
                chit = next((c for c in self.laid(part.events, one.act)[0] if c.has("joins")), None)
                near = one.area in self.country.near[part.area]
                names = self.country.names
                if chit is None and one.kind != "us_cavalry":
                    what = f"units other than Cavalry joined the battle in {names[part.area]}"
                    self.war.find("1.2.1.e", US, what, one.act)
                elif not near:
                    clause = chit.clause if chit else "1.2.1.e"
                    source = names.get(one.area, one.area)
                    what = f"units from {source}, which is not adjacent, joined the battle in "
                    self.war.find(
                        clause, US, what + names[part.area], one.act, local=self.phase.sure
                    )

    def limit(self) -> None:
        """PH.G3: at most one battle of the US."""
        fought = [area for area, side in self.war.battles.items() if side == US]
        begun = sorted({**self.war.fought, **self.opened}.get(area, 0) for area in fought)
        for one in sorted(self.war.played):
            chit = self.chits.get(one)
            investigated = chit and chit.clause == "PH.G3" and self.phase.side == US
            if chit and investigated and len(fought) > chit.number("battles"):
                what = f"{len(fought)} battles were begun although {chit.title} had been played"
                self.war.find(chit.clause, US, what, begun[chit.number("battles") :][0])

    def bodies(self) -> None:
        """1.1.1.e: the Body Count markers go back to 0 before the next battle."""
        if self.unfinished:
            return
        last = self.phase.acts[-1] + 1
        for side in SIDES:
            kind = f"body_count_{side}_marker"
            # Some do it after the tracker.
            later = self.record.positions[last : last + windows.AT_ONCE]
            counted = min(abs(one.level(kind)) for one in later)
            self._counted_on(kind, side)
            if counted and any(one.kind == kind for one in self.events):
                what = "the Body Count was not set back to 0 after the battles"
                self.war.find("1.1.1.e", side, what, self.phase.acts[-1])

    def _counted_on(self, kind: str, side: str) -> None:
        """1.1.1.e: a battle whose losses are added to those of the battle before, or that is fought
        while those are counted."""
        counted = ""
        for one in self.events:
            shown = self._shown[one.act][0]
            other = bool(counted and shown) and shown != counted
            moved = self._counts(one, kind)
            if moved:
                other &= 0 < moved[0] < moved[1]
                counted = counted if other else shown if moved[1] else ""
            elif one.what not in ("roll", "move", "loss"):
                continue
            if other:
                level = self.record.positions[one.act].level(kind)
                name = self.country.names[shown]
                what = f"the Body Count of the battle in {name} began with {level}"
                # Without dice the battle before may have ended only now.
                gap = unless(moved or one.what == "roll", prices.MOVED)
                self.war.find("1.1.1.e", side, what, one.act, gap=gap)
                return

    def _counts(self, event: Event, kind: str) -> tuple[int, int] | None:
        """The numbers from which and to which an event moved a Body Count."""
        if event.what != "level" or event.kind != kind:
            return None
        old, new = event.area, event.target
        return (int(old), int(new)) if old.isdigit() and new.isdigit() else None

    def counted(self, events: list[Event], fight: Fight) -> None:
        """1.1.1.h: the Body Counts show the losses of a battle, if these players keep them."""
        for side in SIDES:
            kind, lost = f"body_count_{side}_marker", fight.lost[side]
            track = self.country.game.tracks[f"body_count_{side}"]
            here = (one for one in events if self._shown[one.act][0] == self.area)
            moved = [numbers[1] for one in here if (numbers := self._counts(one, kind))]
            shown = max(moved, default=0)
            shots = [
                one.first for one in fight.volleys if one.way == "parting" and one.shooter != side
            ]
            losses = [one for one in events if one.what == "loss" and one.side == side]
            leaving = sum(one.number for one in losses if shots and one.act > shots[0])
            if not fight.volleys or not 0 < lost <= track.last or shown == lost - leaving != lost:
                continue  # some players do not count the steps lost to parting shots
            counts = self.war.counted
            # A marker that stays where it is was forgotten, as a reminder may be.
            if moved and shown != lost and counts[True] > 2 * counts[False]:
                word = "US" if side == US else "Filipino"
                what = f"the {word} Body Count of the battle in {self.country.names[self.area]}"
                # One step more or less may be a loss that was taken back and made again.
                sure = counts[True] > habits.KEPT and abs(shown - lost) > 1
                self.war.find(
                    "1.1.1.h",
                    side,
                    f"{what} is wrong",
                    losses[-1].act,
                    gap=unless(sure, prices.TAKEN_BACK),
                    expected=str(lost),
                    observed=str(shown),
                )
            counts[shown == lost] += 1


def unfought(turn: Turn, name: str, war: War) -> None:
    """10.1.b: Regulars and US units in an area, in a turn whose phase of combat has no acts."""
    order, record = list(war.country.game.phases), turn.record
    later = order[order.index(name) + 1 :]
    marks = {act.target for act in record.acts[turn.first : turn.last + 1] if act.what == "phase"}
    if marks <= {*later} or marks.isdisjoint(later):
        return  # the log does not show that the time of this phase came and went
    end = min(
        (turn.phases[one].acts[0] for one in later if one in turn.phases), default=turn.last + 1
    )
    source = Events(record, [])
    side = US if name == "us_combat" else FILIPINO
    span = range(turn.first, end)
    shown = max((n for n in span if record.acts[n].target == name), default=end - 1)
    refused(source, war, side, source.contested(end), end, turn.last + 1, shown)


def refused(
    source: Events, war: War, side: str, areas: set[str], end: int, last: int, shown: int = -1
) -> None:
    """10.1.b: what a side did not fight in some areas with both sides, up to a last act.

    `shown` is the act at which that is told. Units that stay together are told once.
    """
    chits = war.country.chits
    if any(chits[one].has("no_battle") for one in war.played if one in chits):
        return
    fought = {area for area, attacker in war.battles.items() if attacker == side}
    acts = source.record.acts
    tracked = any(act.what == "phase" for act in acts)
    for area in sorted(areas - fought):
        force = source.force(end, area)
        settled = war.ended.strong(area, FILIPINO) if war.ended else 0
        if not tracked and not settled:
            continue  # perhaps they retreated before combat
        if force.contested and force.regular:
            what = f"no battle was fought in {war.country.names[area]}"
            soft = "" if area in war.entered or side == FILIPINO else "not-activated"
            came = (n for n in range(end - 1, -1, -1) if acts[n].target == area)
            since = acts[next(came, 0) : last]
            still = not any(act.kind in DICE_OF_BATTLE for act in since)
            units = {*source.record.positions[end].units(area, FILIPINO)}
            if not units <= war.unfought.get(area, set()):
                war.find(
                    "10.1.b", side, what, shown if shown >= 0 else end - 1, ruling=soft, local=still
                )
            if not soft:
                war.unfought[area] = units
