"""One battle read from its dice and losses (10.2 to 10.6).

A log may leave out in which round a die fell or when a loss was due. So the battle is read in all
ways that its order allows, each with what it breaks; the cheapest reading is judged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law import fire
from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, US, Country
from modgen_rules.amigos_insurrectos.law.fire import NONE, Range, Terms, Way
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.amigos_insurrectos.reading.battle_events import LAST_ROUND, ROUNDS, Event, Events
from modgen_rules.engine.reading import effort, prices
from modgen_rules.engine.reading.beam import cheapest
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.reports.sections import Issue

WAYS: Mapping[str, tuple[tuple[str, Way], ...]] = {
    "us_fire": ((US, "fire"),),
    "us_fire_6": ((US, "fire"),),
    "us_fire_3": ((US, "fire"),),
    "us_fire_4": ((US, "fire"), (US, "parting")),
    "us_parting": ((US, "parting"),),
    "artillery": ((US, "artillery"),),
    "artillery_6": ((US, "artillery"),),
    "shelling": ((US, "shelling"),),
    "shelling_6": ((US, "shelling"),),
    "filipino_fire": ((FILIPINO, "fire"),),
    "filipino_fire_5": ((FILIPINO, "fire"),),
    "filipino_parting": ((FILIPINO, "parting"),),
    "us": (
        (US, "fire"),
        (US, "artillery"),
        (US, "parting"),
        (FILIPINO, "fire"),
        (FILIPINO, "parting"),
    ),
    "filipino": (
        (FILIPINO, "fire"),
        (FILIPINO, "parting"),
        (US, "fire"),
        (US, "artillery"),
        (US, "parting"),
    ),
}
"""What dice were rolled for, by their button."""
ANY = ("us", "filipino")
"""Buttons for dice of any purpose: they may have nothing to do with the fight."""
SHOWN = frozenset({*WAYS, "us_search"} - {*ANY})
"""Dice that are rolled in the area of the Battle marker."""
HIT = "with steps that had been hit"


class Volley(NamedTuple):
    """Dice that a side rolled together."""

    shooter: str
    way: Way
    need: Range
    dice: tuple[int, ...]
    first: int
    last: int
    """The first and the last act."""
    force: Force
    """What was in the area as it began."""
    target: Force
    round: int
    steps: int
    """The shooter's steps on the map, with those that are still to be removed."""
    again: bool = False
    """Whether the Filipinos rolled twice (PH.S3)."""
    buttons: frozenset[str] = frozenset()


class Exit(NamedTuple):
    """Units that leave the area: a retreat while enemies are there, else a reorganisation."""

    side: str
    target: str
    steps: int
    act: int
    stage: str
    """`before` any dice, `guns` after step C, `middle` of a round, `after` a round, `free`."""


@dataclass
class Fight:
    """A reading of the battle so far; copied before it is changed."""

    cost: float = 0.0
    issues: tuple[Issue, ...] = ()
    round: int = 0
    order: tuple[str, str] = (US, FILIPINO)
    fired: int = 0
    """How many sides have fired in this round."""
    volley: Volley | None = None
    volleys: tuple[Volley, ...] = ()
    due: Mapping[str, Range] = field(default_factory=lambda: dict.fromkeys(SIDES, Range()))
    """Hits that no loss has paid yet."""
    lost: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    halves: int = 0
    near: tuple[int, int] = (0, 0)
    """Dice that US.S8 could have turned into hits by 1, or by 2."""
    again: bool = False
    stood: bool = False
    exits: tuple[Exit, ...] = ()
    early: Mapping[str, int] = field(default_factory=dict)
    """By side the act at which a round began when more steps were lost than all dice had hit."""

    def note(self, issue: Issue) -> None:
        """Charge something wrong to this reading."""
        self.cost += prices.FOUND[issue.verdict]
        self.issues += (issue,)

    def key(self) -> Hashable:
        """What readings share that go on in the same way."""
        due = tuple(sorted(self.due.items()))
        return (
            self.round,
            self.order,
            self.fired,
            self.volley and self.volley[:4],
            due,
            self.again,
            self.stood,
            self.exits,
        )


@dataclass
class Engagement:
    """Reads the battle in an area from its events, which are in order, and its chits."""

    country: Country
    source: Events
    area: str
    attacker: str
    events: Sequence[Event]
    sure: tuple[Chit, ...] = ()
    """Chits that were played face up."""
    maybe: tuple[Chit, ...] = ()
    """Chits that may have been played: laid face down, or taken from the hand."""
    shown: Mapping[int, str] = field(default_factory=dict)
    """The face of the Battle marker before an act; empty where it is elsewhere."""
    silent_guns: bool = False
    """PH.S11: whether US Artillery does not fire, nor US units in the first round."""
    rising: int = -1
    """PH.S11: the act with the die of an uprising."""
    silenced: Range = NONE
    """US.S1: how many Filipino steps do not fire."""
    guests: Mapping[str, int] = field(default_factory=dict)
    """10.3.2.c: steps of each side that retreated here and do not fight."""

    def __post_init__(self) -> None:
        self.first = self.events[0].act if self.events else 0
        self.ledger = {side: self._ignores(side) for side in SIDES}

    @property
    def defender(self) -> str:
        """10.1.a: who is not in his operation phase."""
        return OTHER[self.attacker]

    def force(self, index: int) -> Force:
        """What is in the area before an act."""
        return self.source.force(index, self.area)

    def _ignores(self, side: str) -> int:
        """1.2.2.c: how many hits a force may ignore."""
        return max(
            (int(self.force(one.act).trait(self.country, side, "h")) for one in self.events),
            default=0,
        )

    def has(self, word: str) -> bool:
        """Whether a chit with an effect was played, or may have been."""
        return any(one.has(word) for one in self.sure + self.maybe)

    def terms(self, force: Force) -> Terms:
        """The terms of a volley that begins with a force in the area.

        A chit that was played with more US steps than it allows is a mistake by itself; the players
        may have counted its hits all the same.
        """
        small = force.steps(US)

        def fits(one: Chit) -> bool:
            return not 0 < one.number("most_us") < small

        sure = [one for one in self.sure if fits(one)]
        maybe = [one for one in self.maybe if fits(one)]
        maybe += [one for one in self.sure if not fits(one)]
        return fire.terms(self.country, self.attacker, self.area, force, sure, maybe)

    def terms_of(self, volley: Volley) -> Terms:
        """The terms of a volley; dice that are rolled twice are helped twice (PH.S3)."""
        found = self.terms(volley.force)
        times = 1 + volley.again
        return found._replace(added=times * found.added, fagen=times * found.fagen)

    def made(self, volley: Volley) -> fire.Hits:
        """10.6.4: the hits of a volley."""
        found = self.terms_of(volley)
        return fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target)

    def unshot(self, fight: Fight) -> bool:
        """Whether a side retreated after a round and no parting shot was fired at it."""
        left = {one.side for one in fight.exits if one.stage == "after"}
        shots = {one.shooter for one in fight.volleys if one.way == "parting"}
        return any(OTHER[side] not in shots for side in left)

    def own_shots(self, fight: Fight, side: str) -> list[Volley]:
        """10.6.5.c: the parting shots, if all of them were fired by the side that retreats."""
        shots = [one for one in fight.volleys if one.way == "parting"]
        own = [one for one in shots if one.shooter == side and len(one.dice) in one.need]
        return own if len(own) == len(shots) else []

    def _order(self, index: int) -> tuple[str, str]:
        """10.2.b: who fires first: the defender, or a force with Lukban."""
        leads = self.force(index).trait(self.country, FILIPINO, "f2")
        first = FILIPINO if leads else self.defender
        return first, OTHER[first]

    def owed(self, fight: Fight, side: str) -> Range:
        """How many steps of a side on the map may be, or surely are, still to be removed."""
        due = fight.due[side]
        more = self.bold(fight) if side == FILIPINO else 0
        return Range(max(0, due.least - self.ledger[side]), max(0, due.most + more))

    def bold(self, fight: Fight) -> int:
        """US.S8: the hits that the chit may have made of near misses."""
        found = 0
        for chit in (*self.sure, *self.maybe):
            for use in chit.uses:
                number, by = (int(one) for one in use.effects.get("adds", ("0", "1")))
                found = max(found, min(number, fight.near[by - 1]))
        return found

    def _boats(self, index: int) -> int:
        """9.1.b: the Gunboats that may join step C: those beside the area in the Filipino phase."""
        position = self.source.record.positions[index]
        return 0 if self.attacker == US else len(position.gunboats_off(self.area))

    def _eluded(self, fight: Fight) -> bool:
        return any(one.side == FILIPINO and one.stage == "before" for one in fight.exits)

    def _can_fire(self, fight: Fight, side: str, index: int, number: int = 0) -> bool:
        """Whether a side surely has steps that fire now, or in another round."""
        steps = self.force(index).steps(side) - self.owed(fight, side).most
        if side == FILIPINO:
            return steps > self.silenced.most
        return steps > 0 and not (self.silent_guns and (number or fight.round) == 1)

    def _who(self, side: str) -> str:
        return "the attacker" if side == self.attacker else "the defender"

    def _clause_of(self, side: str) -> str:
        return "10.6.2" if side == self.attacker else "10.6.1"

    def laid(self, word: str) -> Chit | None:
        """A chit with an effect that was surely played."""
        return next((one for one in self.sure if one.has(word)), None)

    def _by_chit(self, word: str) -> str:
        """The clause of a chit that was played; empty when none has the effect."""
        chit = self.laid(word)
        return chit.clause if chit else ""

    def _wrong(
        self,
        fight: Fight,
        clause: str,
        side: str,
        what: str,
        first: int,
        last: int = -1,
        expected: str = "",
        observed: str = "",
        ruling: str = "",
    ) -> None:
        gap = unless(not ruling, prices.DOUBT)
        last = max(first, last)
        # The Battle marker tells whose Artillery fires, even if the tracker does not.
        local = clause == "1.2.1.g" and bool(self.shown.get(first))
        fight.note(Issue(clause, gap, side, what, first, last, expected, observed, ruling, local))

    # --- the readings --------------------------------------------------------------------------

    def read(self) -> Fight:
        """The cheapest reading of the battle."""
        begin = Fight(order=self._order(self.first))
        beam = [begin]
        for event in self.events:
            beam = cheapest(new for one in beam for new in self._next(one, event))[: effort.FIGHTS]
        end = self.events[-1].act + 1 if self.events else 0
        for one in beam:
            self._close(one)
            one.cost += prices.NO_SHOT * self.unshot(one)
            left = {exit_.side for exit_ in one.exits if exit_.stage == "after"}
            one.cost += prices.FOUND["illegal"] * any(self.own_shots(one, side) for side in left)
            one.cost += prices.LOSS_UNPAID * self._unpaid(one, end)
        return min(beam, key=lambda one: one.cost)

    def _unpaid(self, fight: Fight, end: int) -> int:
        """10.6.4.a: hits without losses, and losses without hits."""
        force, found = self.force(end), 0
        for side in SIDES:
            due = fight.due[side]
            left = force.steps(side) + sum(one.steps for one in fight.exits if one.side == side)
            more = self.bold(fight) if side == FILIPINO else 0
            missing = min(due.least - self.ledger[side], left)
            found += max(0, missing) + max(0, -due.most - more)
        return found

    def _next(self, fight: Fight, event: Event) -> Iterator[Fight]:
        if event.what == "roll" and event.kind in WAYS:
            general = event.kind in ANY
            other = copy(fight)
            if event.act == self.rising:
                if general:
                    yield other
                return
            for n, (side, way) in enumerate(WAYS[event.kind]):
                for found in self._roll(copy(fight), event, side, way):
                    if not _goes_on(found, event):
                        found.cost += prices.OTHER_BUTTON * (1 if general else n)
                    yield found
            if general:
                other.cost += prices.OF_NO_BATTLE * (len(event.dice) > 1)
                other.cost += prices.OTHER_BUTTON * _lacks_dice(fight, event)
                yield other
            return
        found = copy(fight)
        if event.what == "loss":
            due, side = dict(found.due), event.side
            due[side] = due[side].plus(-event.number, -event.number)
            found.due = due
            found.lost = {**found.lost, side: found.lost[side] + event.number}
        elif event.what == "move" and event.area == self.area:
            self._leave(found, event)
        yield found

    # --- dice ----------------------------------------------------------------------------------

    def _roll(self, fight: Fight, event: Event, side: str, way: Way) -> Iterator[Fight]:
        open_ = fight.volley
        if open_ is not None and (open_.shooter, open_.way) == (side, way):
            open_ = open_._replace(buttons=open_.buttons | {event.kind})
            dice, limit = (*open_.dice, *event.dice), open_.need.most
            if len(dice) <= limit:
                whole = copy(fight)
                whole.volley = open_._replace(dice=dice, last=event.act)
                yield whole
                if len(open_.dice) < open_.need.least or way != "fire":
                    return
            if len(dice) <= 2 * limit and self._may_roll_twice(fight, side, way):
                fight.volley = open_._replace(dice=dice, last=event.act, again=True)
                fight.again = True
                yield fight
                return
            if len(open_.dice) < open_.need.least:
                fight.volley = open_._replace(dice=dice, last=event.act)
                yield fight
                return
        self._close(fight)
        match way:
            case "fire":
                yield from self._fire(fight, event, side)
            case "parting":
                yield self._parting(fight, event, side)
            case _:
                yield self._guns(fight, event, way)

    def _open(self, fight: Fight, event: Event, side: str, way: Way) -> None:
        """A new volley, with the dice that it needs."""
        force, owed = self.force(event.act), self.owed(fight, side)
        steps = max(0, force.steps(side) - self.guests.get(side, 0))
        rolls = max([1, *(one.number("artillery_rolls") for one in (*self.sure, *self.maybe))])
        need = fire.need(self.country.fire, way, side, force, self._boats(event.act), rolls)
        if way in ("artillery", "shelling"):
            fired = sum(len(one.dice) for one in fight.volleys if one.way == way)
            need = Range(0, max(0, need.most - fired))
        elif way == "fire":
            least = steps - owed.most - (self.silenced.most if side == FILIPINO else 0)
            spared = 0 if fight.stood and fight.round == 1 else self.silenced.least
            most = steps - owed.least - (spared if side == FILIPINO else 0)
            need = Range(max(0, least), max(0, most))
        elif way == "parting":
            left = Range(max(0, steps - owed.most), steps - owed.least)
            seen = self._seen_to_fire(fight, side)
            if seen is not None and left.least <= seen.most and seen.least <= left.most:
                left = Range(max(left.least, seen.least), min(left.most, seen.most))
            need = Range((left.least + 1) // 2, (left.most + 1) // 2)
        fight.volley = Volley(
            side,
            way,
            need,
            event.dice,
            event.act,
            event.act,
            force,
            self._target(fight, force, OTHER[side]),
            fight.round,
            steps,
            False,
            frozenset({event.kind}),
        )
        twice = need.most < len(event.dice) <= 2 * need.most
        if twice and self._may_roll_twice(fight, side, way):
            fight.volley = fight.volley._replace(again=True)
            fight.again = True

    def _seen_to_fire(self, fight: Fight, side: str) -> Range | None:
        """The steps of a side by the dice of its last fire, less the hits on it since."""
        fired = [
            n for n, one in enumerate(fight.volleys) if (one.shooter, one.way) == (side, "fire")
        ]
        last = fight.volleys[fired[-1]] if fired else None
        if last is None or last.again or len(last.dice) not in last.need or self.silenced.most:
            return None
        hits = 0
        for one in fight.volleys[fired[-1] + 1 :]:
            if one.shooter != side:
                made = self.made(one)
                hits += made.steps.most + made.halves.most
        return Range(max(0, len(last.dice) - hits), len(last.dice))

    def _may_roll_twice(self, fight: Fight, side: str, way: Way) -> bool:
        """PH.S3: whether the Filipinos may roll twice now; once in a battle."""
        filipino = way == "fire" and side == FILIPINO
        return filipino and not fight.again and self.has("filipino_rolls")

    def _target(self, fight: Fight, force: Force, side: str) -> Force:
        """The force that a volley is aimed at; one that has left the area is not in it."""
        left = [one for one in fight.exits if one.side == side and one.stage != "free"]
        return self.force(left[0].act) if left else force

    def _guns(self, fight: Fight, event: Event, way: Way) -> Fight:
        """10.5: Artillery and Gunboats fire once, before the first round."""
        first, name = event.act, self.country.names[self.area]
        if way == "shelling" and self.attacker == US:
            self._wrong(fight, "10.5", US, f"Gunboats fired in the battle in {name}", first)
        elif way == "shelling" and self.country.monsoon(self.source.record.positions[first].turn):
            what = f"Gunboats fired in the battle in {name} in a Monsoon turn"
            self._wrong(fight, "13.0.b", US, what, first, ruling="guns-in-monsoon")
        elif fight.round:
            fired = any(one.way == "artillery" for one in fight.volleys)
            what = f"Artillery fired in {name} after round {fight.round} had begun"
            self._wrong(fight, "1.2.1.g" if fired else "10.5", US, what, first)
        elif self.silent_guns:
            what = f"Artillery fired in {name}"
            self._wrong(fight, self._by_chit("uprising") or "PH.S11", US, what, first)
        self._open(fight, event, US, way)
        return fight

    def _parting(self, fight: Fight, event: Event, side: str) -> Fight:
        """10.6.5.c: a parting shot at a side that retreats after a round."""
        name = self.country.names[self.area]
        stages = {one.stage for one in fight.exits if one.side == OTHER[side]}
        chit = self.laid("no_parting")
        if not fight.round or stages == {"before"}:
            what = f"a parting shot was fired in {name} at units that retreated before combat"
            self._wrong(fight, "10.3.1.d", side, what, event.act)
        elif side == US and chit and (not chit.has("retreats") or not self._eluded(fight)):
            what = f"a parting shot was fired in {name} at Filipinos with {chit.title}"
            self._wrong(fight, chit.clause, side, what, event.act)
        self._open(fight, event, side, "parting")
        return fight

    def _round(self, fight: Fight, number: int, index: int) -> None:
        """A further round begins."""
        fight.round, fight.fired = number, 0
        if ROUNDS.get(self.shown.get(index, ""), number) not in (number, LAST_ROUND):
            fight.cost += prices.ROUND_NOT_SHOWN
        fight.order = self._order(index)
        for side in SIDES if number > 1 else ():
            more = self.bold(fight) if side == FILIPINO else 0
            if fight.due[side].most + more < 0 and fight.lost[side] > 0:
                fight.early = {side: index, **fight.early}
        if number == 2:
            self._must_retreat(fight, index)

    def _fire(self, fight: Fight, event: Event, side: str) -> Iterator[Fight]:
        """10.2.b: fire in a round: who is next, in this round or in a new one."""
        shown = ROUNDS.get(self.shown.get(event.act, ""), 0)
        if not fight.round:
            nobody = not any(self._can_fire(fight, one, event.act, 1) for one in fight.order)
            self._round(fight, 2 if nobody and shown == 2 else 1, event.act)
        stands = side == FILIPINO and fight.round == 1 and not fight.stood
        if stands and fight.fired == 2 and self.has("stands") and shown in (0, 1):
            extra = copy(fight)
            extra.stood = True
            self._open(extra, event, side, "fire")
            yield extra
        if fight.fired == 2:
            self._round(fight, fight.round + 1, event.act)
        name = self.country.names[self.area]
        if side == fight.order[fight.fired]:
            fight.fired += 1
            self._open(fight, event, side, "fire")
            yield fight
            return
        if not self._can_fire(fight, fight.order[fight.fired], event.act):
            if fight.fired:
                self._round(fight, fight.round + 1, event.act)
                yield from self._fire(fight, event, side)
                return
            fight.fired = 2
            self._open(fight, event, side, "fire")
            yield fight
            return
        if not fight.fired:
            what = f"{self._who(side)} fired first in {name}"
            lukban = fight.order[0] == self.attacker
            self._wrong(fight, "1.2.2.g" if lukban else "10.2.b", side, what, event.act)
            fight.order, fight.fired = (side, OTHER[side]), 1
            self._open(fight, event, side, "fire")
            yield fight
            return
        if shown != fight.round + 1:
            twice = copy(fight)
            what = f"{self._who(side)} fired twice in round {fight.round} in {name}"
            words = ("filipino_rolls", "stands") if side == FILIPINO else ()
            chits = (self._by_chit(word) for word in words)
            clause = next((one for one in chits if one), "") or self._clause_of(side)
            self._wrong(twice, clause, side, what, event.act)
            self._open(twice, event, side, "fire")
            yield twice
        spent = side == FILIPINO and fight.again and bool(self._by_chit("filipino_rolls"))
        if shown != fight.round and (not spent or shown == fight.round + 1):
            silent = OTHER[side]
            what = f"{self._who(silent)} did not fire in round {fight.round} in {name}"
            issue = Issue(
                self._clause_of(silent), lapse(prices.NO_DICE), silent, what, self.first, event.act
            )
            fight.note(issue)
            self._round(fight, fight.round + 1, event.act)
            yield from self._fire(fight, event, side)

    # --- what dice did -------------------------------------------------------------------------

    def _close(self, fight: Fight) -> None:
        """The dice of a volley are complete: their number, and the hits that they made."""
        volley, fight.volley = fight.volley, None
        if volley is None:
            return
        self._count(fight, volley)
        fight.volleys += (volley,)
        found, made = self.terms_of(volley), self.made(volley)
        steps, side = made.steps, OTHER[volley.shooter]
        before = fight.halves // 2
        fight.halves += made.halves.most
        due = dict(fight.due)
        due[side] = due[side].plus(
            steps.least + made.halves.least // 2, steps.most + fight.halves // 2 - before
        )
        fight.due = due
        if volley.shooter == US:
            one, two = fire.near_misses(found, volley.way, volley.dice, volley.target)
            fight.near = (fight.near[0] + one, fight.near[1] + two)

    def _count(self, fight: Fight, volley: Volley) -> None:
        """10.6.1, 10.6.2, 10.6.5.c, 1.2.1.g: the number of dice."""
        number, side, need = len(volley.dice), volley.shooter, volley.need
        if volley.again:
            need = Range(2 * need.least, 2 * need.most)
        # Of hit steps that stay in the area, the losses tell.
        stay = volley.way == "parting" and number == (volley.steps + 1) // 2
        if number in need or stay:
            self._silent(fight, volley)
            return
        name = self.country.names[self.area]
        what, counted = (
            f"{self._who(side)} rolled {wording.dice(number)} in {name}",
            f" instead of {need}",
        )
        if volley.way in ("artillery", "shelling"):
            clause = "9.1.c" if need.most else "9.1.b"
            if volley.way == "artillery":
                clause = self._by_chit("artillery_rolls") or "1.2.1.g"
            what = f"Artillery or Gunboats rolled {wording.dice(number)} in {name}"
        elif volley.way == "parting":
            clause = "10.6.5.c"
        elif self.guests.get(side) and number == need.most + self.guests[side]:
            clause, counted = "10.3.2.c", f" instead of {need}, with units that had retreated there"
        elif side == FILIPINO and self.silenced.most and number <= volley.steps:
            clause = "US.S1"
        elif number == volley.steps and number > need.most:
            clause = "10.2.b"
            counted = f" {HIT}; at most {need.most} could fire"
        elif side == FILIPINO and fight.again and number == 2 * need.most:
            clause = self._by_chit("filipino_rolls") or self._clause_of(side)
        elif self._extra(fight, volley):
            clause = self._by_chit("stands")
        else:
            clause = self._clause_of(side)
        self._wrong(
            fight, clause, side, what + counted, volley.first, volley.last, str(need), str(number)
        )

    def _extra(self, fight: Fight, volley: Volley) -> bool:
        """PH.S4: whether a volley is the extra fire of a chit that was played face up."""
        same = (one for one in fight.volleys if one.round == 1 and one.way == "fire")
        fired = any(one.shooter == FILIPINO for one in same)
        extra = volley.shooter == FILIPINO and volley.round == 1 and volley.way == "fire"
        return extra and fight.stood and fired and bool(self._by_chit("stands"))

    def _silent(self, fight: Fight, volley: Volley) -> None:
        """PH.S11: US units that fire though an uprising silences them."""
        first = volley.way == "fire" and volley.shooter == US and volley.round == 1
        if first and self.silent_guns:
            what = "US units fired in round 1"
            self._wrong(fight, self._by_chit("uprising") or "PH.S11", US, what, volley.first)

    # --- leaving -------------------------------------------------------------------------------

    def _leave(self, fight: Fight, event: Event) -> None:
        """Units leave the area: a retreat while enemies are there, else a reorganisation."""
        enemy = OTHER[event.side]
        self._close(fight)
        there = self.force(event.act).steps(enemy) - self.owed(fight, enemy).least
        gone = [one for one in fight.exits if one.side == enemy and one.stage != "free"]
        same = [one for one in fight.exits if one.side == event.side]
        stage = "free"
        if same and same[-1].stage != "free":
            stage = same[-1].stage
        elif there > 0 and not gone:
            stage = "middle" if fight.fired == 1 else "after"
            if not fight.round:
                stage = "guns" if fight.volleys else "before"
        exit_ = Exit(event.side, event.target, event.number, event.act, stage)
        fight.exits += (exit_,)
        able = self._can_fire(fight, fight.order[1], event.act)
        if stage == "middle" and not same and able:
            name = self.country.names[self.area]
            what = f"units retreated from {name} in the middle of round {fight.round}"
            self._wrong(fight, "10.6.5.b", event.side, what, event.act)

    def _spared(self, index: int) -> int:
        """1.2.2.c: the hits of which the US said that it ignores them, up to an act."""
        return (
            any(
                one.what == "said" and one.kind == "ignores" and one.side == US and one.act < index
                for one in self.events
            )
            * self.ledger[US]
        )

    def _must_retreat(self, fight: Fight, index: int) -> None:
        """10.6.5.a: Filipinos who must retreat after round 1 do not fight round 2."""
        found = self.forced(fight, index)
        if found:
            losses, soft = found
            name = self.country.names[self.area]
            what = f"the Filipinos in {name} fought on after round 1 though they {losses}"
            self._wrong(fight, "10.6.5.a", FILIPINO, what, index, ruling=soft)

    def forced(self, fight: Fight, index: int) -> tuple[str, str] | None:
        """10.6.5.a: whether Filipinos with Regulars lost more in round 1 and must retreat.

        Returns the losses in words, and the ruling on which it rests, if there is one.
        """
        force = self.force(index)
        if not force.regular or self.has("stands") or self.has("uprising") or force.imported_arms:
            return None
        mine, enemy = self.owed(fight, FILIPINO), self.owed(fight, US)
        spared = self._spared(index)
        lost = fight.lost[FILIPINO] + mine.least
        other = fight.lost[US] + max(0, enemy.most - spared)
        if lost <= other or force.regular <= mine.most:
            return None
        if force.trait(self.country, FILIPINO, "nr"):
            return None
        guns = sum(
            self.made(one).steps.most
            for one in fight.volleys
            if one.way in ("artillery", "shelling")
        )
        losses = f"had lost {wording.plain(lost)} and the US {other or 'none'}"
        return losses, "step-c-losses" if lost - guns <= other else ""


def _goes_on(fight: Fight, event: Event) -> bool:
    """Whether dice go on with a volley that was begun with the same button."""
    volley = fight.volley
    return volley is not None and volley.first < event.act and volley.buttons == {event.kind}


def _lacks_dice(fight: Fight, event: Event) -> bool:
    """Whether a volley that was begun with the same button needs more dice."""
    volley = fight.volley
    return (
        volley is not None
        and volley.buttons == {event.kind}
        and len(volley.dice) < volley.need.least
    )
