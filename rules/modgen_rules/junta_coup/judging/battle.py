"""The Battle segment (10.0-14.0): the dice of a phase, read as a whole.

Nothing in a log says for sure in which battle and exchange a die fell, who rolled it and at whom.
Markers, announcements, seats, the Units that stand there and the losses are evidence. The search
keeps the cheapest readings; see `issues` for what evidence and rules cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.beam import Beam
from modgen_rules.engine.reading.effort import EACH, EXTRA, NARROW, SPENT, WIDE
from modgen_rules.engine.reading.habits import KEPT
from modgen_rules.junta_coup.judging.dice_reading import Fixed, Fought, Reading
from modgen_rules.junta_coup.judging.hits import hits_on
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.judging.losses import Removals
from modgen_rules.junta_coup.judging.shots import Shots
from modgen_rules.junta_coup.law.city import RETREATS
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.record import Record, marker_face, marker_place, turned_since
from modgen_rules.junta_coup.wording import Words


class Signs(NamedTuple):
    """What the log shows about one roll."""

    step: int
    gun: str
    """The bombardment; empty for fire of Units."""
    marker: str
    """The space in which the Battle marker lies, if it was put there in this phase."""
    shown: int
    """The exchange that the Battle marker shows; 0 when it shows none, or stands as it was."""
    hits: int
    loss: str
    """14.d: the space of the first loss after it, if no marker tells where the dice fell."""
    attacked: frozenset[str]
    """11.a: the spaces with attack markers."""
    named: str
    """The space that chat named last before it, if no marker tells where the dice fell."""
    told: int
    """The exchange of which the line tells that tells the dice, too; 0 for none."""


@dataclass
class Shooting:
    """Reads acts `start` to `end` of a record; Movement ends before act `dice`."""

    record: Record
    words: Words
    coup: Coup
    start: int
    dice: int
    end: int
    blind: frozenset[str] = frozenset()
    """Spaces whose battle began before the log: losses may be for dice that it does not show."""
    unfinished: bool = False
    """Whether the log ends here, perhaps in the middle of a battle."""
    spaces: list[str] = field(default_factory=list)
    quick: bool = False
    """Whether one narrow search has to do."""
    _signs: dict[int, Signs] = field(default_factory=dict)
    _limit: float = math.inf
    """The cost beyond which a reading of the present act is given up."""

    def __post_init__(self) -> None:
        self.shots = Shots(self.record, self.words, self.coup, self.start)
        self.removals = Removals(
            self.record,
            self.words,
            self.coup,
            self.start,
            self.dice,
            self.end,
            self.blind,
            self.unfinished,
        )

    def readings(self) -> list[Reading]:
        """The cheapest readings, the best first; there is always one."""
        self.spaces = self._candidates()
        found = self._search(NARROW)
        enough = self.quick or found[0].cost < prices.CLEAN or self.record.effort.used_up
        return found if enough else self._search(WIDE)

    def _candidates(self) -> list[str]:
        """10.a, 16.a: spaces where there may have been a battle."""
        city, found = self.record.city, dict[str, None]()
        rolls = [n for n in range(self.dice, self.end) if self.record.acts[n].what == "roll"]
        for n in rolls:
            if (place := marker_place(self.record, n)) and self._marked(n):
                found[place] = None
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what in ("attack", "battle") and act.target in city.near:
                found[act.target] = None
        for n in rolls[:1] + rolls[-1:]:
            for space in city.near:
                if space not in city.embassies and len(self.record.units(n, space)) > 1:
                    found[space] = None
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if not found and act.what == "unit" and act.target not in city.near:
                found[act.source] = None
        return [*found] or [""]

    def _marked(self, index: int) -> bool:
        """Whether the Battle marker was set in this phase, not in an earlier one."""
        return (
            any(
                act.what == "battle" and act.kind == "place" and act.target in self.record.city.near
                for act in self.record.acts[self.start : index]
            )
            or self.start == 0
        )

    # --- the search ------------------------------------------------------------------------------

    def _search(self, width: int) -> list[Reading]:
        readings = [Reading()]
        effort = self.record.effort
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what == "roll":
                readings = self._rolled(readings, n)
            elif act.what in ("unit", "gun"):
                readings = [new for one in readings for new in self.removals.removed(one, n, act)]
            else:
                continue
            effort.tried += len(readings)
            most = SPENT if effort.used_up else width + EXTRA
            readings = Beam(width, prices.HOPELESS, EACH, width // 3, most).kept(readings)
        for one in readings:
            self.removals.close(one, self.end)
        return sorted(readings, key=lambda one: one.cost)

    # --- dice ------------------------------------------------------------------------------------

    def _rolled(self, readings: list[Reading], n: int) -> list[Reading]:
        """All readings of a roll that are not hopeless."""
        found: list[Reading] = []
        self._limit = math.inf
        for one in readings:
            for new in self._roll(one, n):
                self._limit = min(self._limit, new.cost + prices.HOPELESS)
                found.append(new)
        return found

    def _roll(self, reading: Reading, n: int) -> Iterator[Reading]:
        signs = self._seen(n)
        closed: Reading | None = None
        alone = {signs.loss} - {"", *self.spaces} if signs.gun else set()
        for space in (*self.spaces, *sorted(alone)):
            stays = bool(space == reading.space and reading.fought)
            price = self._distance(signs, space, stays)
            if signs.named in self.spaces and signs.named != space:
                price += (
                    prices.BATTLE_KEPT_NAMED if self._places_are_named else prices.BATTLE_ELSE_NAMED
                )
            if reading.cost + price > self._limit:
                continue
            if stays:
                entered = reading
                if price:
                    entered = reading.copy()
                    entered.pay(price)
                yield from self._fired(entered, n)
                continue
            if closed is None:
                closed = reading.copy()
                self.removals.close(closed, n)
                if not signs.marker:
                    closed.pause()
            if space in closed.paused and not signs.gun:
                yield from self._fired(self._resumed(closed, space, n, price), n)
            yield from self._fired(self._entered(closed, space, n, price), n)

    def _fired(self, entered: Reading, n: int) -> Iterator[Reading]:
        """A roll in the battle of a reading, in every exchange and by every family."""
        signs = self._seen(n)
        if entered.cost > self._limit:
            return
        if signs.gun:
            yield self.shots.salvo(entered, n, signs.gun)
            return
        for stage in self._stages(entered, signs):
            opened = self._opened(entered, stage, n)
            if opened.cost <= self._limit:
                yield from self.shots.fire(opened, n, self._limit)

    def _seen(self, n: int) -> Signs:
        """What the log shows about a roll."""
        if n not in self._signs:
            act, near = self.record.acts[n], self.record.city.near
            marker = marker_place(self.record, n) if self._marked(n) else ""
            attacked = frozenset(
                piece.place
                for piece in self.record.positions[n].others.values()
                if piece.kind.startswith("attack_") and piece.place in near
            )
            self._signs[n] = Signs(
                act.step,
                self.shots.gun(n),
                marker,
                self._shown(n),
                self.record.city.hits(act.dice),
                "" if marker else self._next_loss(n),
                attacked,
                "" if marker else self.record.said(self.start, n),
                self.record.exchanges.get(act.step, 0),
            )
        return self._signs[n]

    @staticmethod
    def _distance(signs: Signs, space: str, stays: bool) -> float:
        """What speaks against a roll in a space."""
        away = prices.BATTLE_ELSEWHERE if signs.marker and signs.marker != space else 0.0
        other = signs.loss and signs.loss != space and (signs.hits or not stays)
        return away + (prices.BATTLE_NO_LOSS if other else 0.0)

    def _entered(self, closed: Reading, space: str, n: int, price: float) -> Reading:
        """10.b, 11.b: a roll begins a new battle in a space; the one before is closed."""
        found, signs = closed.copy(), self._seen(n)
        found.pay(price)
        name = self.words.place(space)
        if any(one.space == space for one in found.fought):
            what = f"the battle in {name} had already been fought in this phase"
            found.note(breach("10.b", "", what, signs.step))
        elif space in self.record.city.embassies:
            what = f"dice were rolled in {name}"
            found.note(breach("16.a", "", what, signs.step)._replace(place=space))
        elif len(self.record.units(n, space)) < 2 and space not in self.blind:
            what = f"dice were rolled in {name}, where fewer than two families have Units"
            found.note(breach("10.a", "", what, signs.step)._replace(place=space))
        if signs.attacked and space not in signs.attacked:
            found.pay(prices.BATTLE_UNMARKED)
        found.pay(prices.BATTLE_NEW)
        found.space, found.stage = space, 0
        found.opened, found.former, found.reduced, found.used = Fixed(), Fixed(), Fixed(), Fixed()
        found.fought += (Fought(space, n, n),)
        return found

    def _resumed(self, closed: Reading, space: str, n: int, distance: float) -> Reading:
        """10.b: a roll goes on with a battle that dice of another one have interrupted."""
        found = closed.copy()
        found.pay(distance)
        if found.mixed:
            found.pay(prices.MIXED_AGAIN)
        else:
            price = (
                prices.MIXED_KEPT if self.record.trusted or self.record.announced else prices.MIXED
            )
            what = f"the battle in {self.words.place(space)} went on after dice of another battle"
            note = oddity("10.b", "", what, self._seen(n).step, price=price)
            found.note(note._replace(place=space))
            found.mixed = True
        found.resume(space)
        return found

    def _next_loss(self, n: int) -> str:
        """14.d: the space of the first loss after a roll; it tells where the dice fell."""
        near = self.record.city.near
        for act in self.record.acts[n : self.end]:
            if act.what == "unit" and act.source in near and act.target not in near:
                return act.source
        return ""

    # --- exchanges -------------------------------------------------------------------------------

    def _shown(self, n: int) -> int:
        """The exchange that the Battle marker shows; 0 when it shows none, or stands as it was."""
        face = marker_face(self.record, n)
        exchanges = self.record.city.exchanges
        if not turned_since(self.record, self.start, n):
            return 0
        if face == RETREATS:
            return len(exchanges) + 1
        return exchanges.index(face) + 1 if face in exchanges else 0

    @staticmethod
    def _stages(reading: Reading, signs: Signs) -> list[int]:
        """13.a: the exchanges in which a roll may have been."""
        found = {reading.stage, reading.stage + 1, signs.shown, signs.told}
        return sorted(one for one in found if one >= max(reading.stage, 1))

    def _opened(self, reading: Reading, stage: int, n: int) -> Reading:
        """13.a, 13.c, 13.h: an exchange with the Units that are there as it begins."""
        signs = self._seen(n)
        shown, step = signs.shown, signs.step
        if signs.told not in (0, stage):
            reading = reading.copy()
            reading.pay(prices.TOLD_EXCHANGE)
        one_by_one = all(len(act.dice) == 1 for act in self.record.acts[n - 1 : n + 1])
        if stage == reading.stage and (stage == (shown or stage) or one_by_one):
            return reading
        found = reading.copy()
        if shown and stage != shown:
            advanced = self._advances(n)
            name = self.words.place(found.space)
            kept = advanced or self._turned
            if stage > shown and kept and stage <= len(self.record.city.exchanges):
                what = f"{name} had a further exchange while the marker showed exchange {shown}"
                hidden = advanced and stage != found.stage
                price = prices.HIDDEN_EXCHANGE if hidden else prices.OTHER_EXCHANGE
                clause = "13.a" if shown < self._seen(found.fought[-1].last).shown else "13.b"
                found.note(oddity(clause, "", what, step, price=price))
            else:
                found.pay(prices.OTHER_EXCHANGE)
        if stage == found.stage or found.cost > self._limit:
            return found
        if stage > len(self.record.city.exchanges):
            what = f"exchange {stage} was fought in {self.words.place(found.space)}"
            found.note(breach("13.a", "", what, step, expected="three exchanges at most"))
        found.pay(prices.NEXT_EXCHANGE * (stage - found.stage))
        if found.cost > self._limit:
            return found
        self.removals.delay(found, n)
        found.stage, found.former = stage, found.opened
        fire, space = self.record.fire, found.space
        there = self.record.units(n, space)
        found.opened = Fixed((family, fire(n, space, family, 0)) for family in there)
        found.reduced = Fixed(
            (family, fire(n, space, family, hits_on(found, space, family)).dice) for family in there
        )
        found.used = Fixed()
        return found

    @cached_property
    def _places_are_named(self) -> bool:
        """Whether chat names the space of battles in other phases of the log, too."""
        return sum(not self.start <= at < self.end for at, _ in self.record.named) >= KEPT

    @cached_property
    def _turned(self) -> bool:
        """Whether the players turn the Battle marker on in other battles of the log."""
        second = self.record.city.exchanges[1:2]
        turns = [act for act in self.record.acts if act.what == "battle" and act.kind == "face"]
        return sum(act.target in second for act in turns) >= KEPT

    def _advances(self, n: int) -> bool:
        """Whether the marker was turned on later in the same battle, so that its faces count."""
        for act in self.record.acts[n : self.end]:
            if act.what == "battle":
                return act.kind == "face" and act.target in self.record.city.exchanges
        return False
