"""The Battle segment (10.0-14.0): the dice of a phase, read as a whole.

Nothing in a log says for sure in which battle and exchange a die fell, who rolled it and at whom.
Markers, announcements, seats, the Units that stand there and the losses are evidence. The search
keeps the cheapest readings; see `issues` for what evidence and rules cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from modgen_rules.junta_coup.city import GUNS, RETREATS, Fire
from modgen_rules.junta_coup.issues import breach, oddity
from modgen_rules.junta_coup.position import Coup, Position
from modgen_rules.junta_coup.reading import Fought, Reading, add
from modgen_rules.junta_coup.record import DEAD, Act, Record, marker_face, marker_place
from modgen_rules.junta_coup.wording import Words, dice

NARROW, WIDE = 10, 40
"""How many readings are kept: at first, and when the first search finds none that is clean."""
CLEAN = 0.7
"""A reading that costs less needs no second search."""
HOPELESS = 7.0
"""A reading that costs so much more than the best one is given up."""
OTHER_SPACE = 2.5
"""The price of a roll away from the space where the Battle marker lies."""
NO_MARKER = 0.4
"""The price of a battle without an attack marker when other spaces have one."""
OTHER_EXCHANGE = 0.8
"""The price of a roll in another exchange than the Battle marker shows."""
NEXT_EXCHANGE = 0.05
OTHER_SEAT, TRUSTED_SEAT = 0.02, 3.2
"""The price of a roll from another seat: in general; when players act from their own seats."""
OTHER_PAD = 1.3
"""The price of a roll by another family than the one that has just announced its fire."""
OTHER_TARGET = 1.6
"""The price of an announcement that names a family that is not there."""
LOYAL_FIRE = 0.6
"""The price of fire in the Rebellion phase by a family that never shows itself a Rebel."""


def commander_faults(position: Position, gun: str, raids: int) -> set[str]:
    """The clauses that forbid the holder of its Office to fire a bombardment now.

    12.f: the holder is away. 3.c: he has to wait. 12.b: so many `raids` were flown in the coup.
    """
    family = position.holder(GUNS[gun][1])
    faults = {
        "12.f": family not in position.present(),
        "3.c": position.waits(family),
        "12.b": gun == "air_raid" and raids >= position.city.raids,
    }
    return {clause for clause, broken in faults.items() if broken}


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
    """Spaces whose battle began before the log: their losses are not counted."""
    unfinished: bool = False
    """Whether the log ends here, perhaps in the middle of a battle."""
    spaces: list[str] = field(default_factory=list)

    quick: bool = False
    """Whether one narrow search has to do."""
    _attacked: dict[int, frozenset[str]] = field(default_factory=dict)

    def readings(self) -> list[Reading]:
        """The cheapest readings, the best first; there is always one."""
        self.spaces = self._candidates()
        found = self._search(NARROW)
        return found if self.quick or found[0].cost < CLEAN else self._search(WIDE)

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
        """Whether the Battle marker was set in this phase, so that it is no leftover."""
        return (
            any(
                act.what == "battle" and act.kind == "place" and act.target in self.record.city.near
                for act in self.record.acts[self.start : index]
            )
            or self.start == 0
        )

    # --- the search ------------------------------------------------------------------------------

    def _search(self, width: int) -> list[Reading]:
        beam = [Reading()]
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what == "roll":
                beam = [new for one in beam for new in self._roll(one, n, act)]
            elif act.what == "unit":
                beam = [new for one in beam for new in self._unit(one, n, act)]
            else:
                continue
            beam = self._pruned(beam, width)
        for one in beam:
            self._close(one, self.end)
        return sorted(beam, key=lambda one: one.cost)

    @staticmethod
    def _pruned(beam: list[Reading], width: int) -> list[Reading]:
        """The cheapest, alike ones once; some of those that break no rule are always kept."""
        best: dict[object, Reading] = {}
        for one in beam:
            key = one.key()
            if key not in best or one.cost < best[key].cost:
                best[key] = one
        ranked = sorted(best.values(), key=lambda one: one.cost)
        limit = ranked[0].cost + HOPELESS
        ranked = [one for one in ranked if one.cost <= limit]
        clean = [one for one in ranked if not one.breaches][: width // 3]
        kept = ranked[:width]
        return kept + [one for one in clean if one not in kept]

    # --- dice ------------------------------------------------------------------------------------

    def _fresh(self, index: int) -> dict[str, tuple[str, str]]:
        """What each family has announced since it last could have rolled: deed, whom."""
        found: dict[str, tuple[str, str]] = {}
        for n in range(index - 1, self.start - 1, -1):
            act = self.record.acts[n]
            if act.what == "roll":
                break
            if act.what == "say" and act.kind in ("fire", *GUNS):
                found.setdefault(act.family, (act.kind, act.target))
        return found or self._pending(index)

    def _pending(self, index: int) -> dict[str, tuple[str, str]]:
        """13.c: several families announce, then all roll: what no dice have used up since."""
        told: dict[str, tuple[str, str]] = {}
        rolls = 0
        for n in range(index - 1, self.start - 1, -1):
            act = self.record.acts[n]
            if act.what == "roll":
                if told:
                    break
                rolls += 1
            elif act.what == "say" and act.kind in ("fire", *GUNS):
                told.setdefault(act.family, (act.kind, act.target))
        return told if len(told) > rolls else {}

    def _roll(self, reading: Reading, n: int, act: Act) -> Iterator[Reading]:
        fresh = self._fresh(n)
        gun = act.kind if act.kind in GUNS else ""
        if not gun and len(fresh) == 1:
            deed, _ = next(iter(fresh.values()))
            gun = deed if deed in GUNS and len(act.dice) <= self.record.city.salvoes[deed] else ""
        for space in self.spaces:
            entered = self._entered(reading, space, n)
            if gun:
                yield from self._salvo(entered, n, act, gun, fresh)
                continue
            for stage in self._stages(entered, n):
                base = self._opened(entered, stage, n)
                yield from self._shots(base, n, act, fresh)

    def _entered(self, reading: Reading, space: str, n: int) -> Reading:
        """10.b, 11.b: the roll belongs to the battle in a space: the current one or a new one."""
        marker = marker_place(self.record, n) if self._marked(n) else ""
        away = marker and marker != space
        if space == reading.space and reading.fought and not away:
            return reading
        found = reading.copy()
        if away:
            found.pay(OTHER_SPACE)
        if space == found.space and found.fought:
            return found
        self._close(found, n)
        step = self.record.step(n)
        name = self.words.place(space)
        if any(one.space == space for one in found.fought):
            found.note(breach("10.b", "", f"{name} had had its battle in this phase", step))
        elif space in self.record.city.embassies:
            found.note(breach("16.a", "", f"dice were rolled in {name}", step))
        elif len(self.record.units(n, space)) < 2 and space not in self.blind:
            guns = self.record.acts[n].kind in GUNS
            if not (guns and self.record.units(n, space)):
                found.note(
                    breach("10.a", "", f"dice were rolled in {name} without two families there",
                           step)
                )  # fmt: skip
        attacked = self._attacks(n)
        if attacked and space not in attacked:
            found.pay(NO_MARKER)
        found.pay(0.1)
        found.space, found.stage = space, 0
        found.opened, found.former, found.reduced = {}, {}, {}
        found.used = {}
        found.fought += (Fought(space, n, n),)
        return found

    def _attacks(self, n: int) -> frozenset[str]:
        """11.a: the spaces with attack markers."""
        if n not in self._attacked:
            self._attacked[n] = frozenset(
                piece.place
                for piece in self.record.positions[n].others.values()
                if piece.kind.startswith("attack_") and piece.place in self.record.city.near
            )
        return self._attacked[n]

    def _shown(self, n: int) -> int:
        """The exchange that the Battle marker shows; 0 when it shows none, or stands as it was."""
        face = marker_face(self.record, n)
        exchanges = self.record.city.exchanges
        if face == RETREATS:
            return len(exchanges) + 1 if self._turned(n) else 0
        return exchanges.index(face) + 1 if face in exchanges and self._turned(n) else 0

    def _turned(self, n: int) -> bool:
        """Whether the marker was turned since it was last put down."""
        for act in reversed(self.record.acts[self.start : n]):
            if act.what == "battle":
                return act.kind == "face"
        return self.start == 0

    def _stages(self, reading: Reading, n: int) -> list[int]:
        """13.a: the exchanges in which a roll may have been."""
        shown = self._shown(n)
        found = {reading.stage, reading.stage + 1, shown} - {0}
        return sorted(one for one in found if one >= max(reading.stage, 1))

    def _opened(self, reading: Reading, stage: int, n: int) -> Reading:
        """13.a, 13.c, 13.h: an exchange with the Units that are there as it begins."""
        shown, step = self._shown(n), self.record.step(n)
        if stage == reading.stage and stage == (shown or stage):
            return reading
        found = reading.copy()
        if shown and stage != shown:
            advanced = self._advances(n)
            name = self.words.place(found.space)
            if stage > shown and advanced and stage <= len(self.record.city.exchanges):
                what = f"a further exchange in {name} while the marker shows exchange {shown}"
                found.note(oddity("13.b", "", what, step, price=OTHER_EXCHANGE))
            else:
                found.pay(OTHER_EXCHANGE)
        if stage == found.stage:
            return found
        if stage > len(self.record.city.exchanges):
            what = f"exchange {stage} in {self.words.place(found.space)}"
            found.note(breach("13.a", "", what, step, expected="three exchanges at most"))
        found.pay(NEXT_EXCHANGE * (stage - found.stage))
        found.stage, found.former = stage, found.opened
        found.opened, found.reduced = {}, {}
        for family in self.record.units(n, found.space):
            found.opened[family] = self.record.fire(n, found.space, family, 0)
            hit = sum(
                count for (space, who, _), count in found.due.items()
                if (space, who) == (found.space, family)
            )  # fmt: skip
            found.reduced[family] = self.record.fire(n, found.space, family, hit).dice
        found.used = {}
        return found

    def _advances(self, n: int) -> bool:
        """Whether the marker was turned on later in the same battle, so that its faces count."""
        for act in self.record.acts[n : self.end]:
            if act.what == "battle":
                return act.kind == "face" and act.target in self.record.city.exchanges
        return False

    def _shots(
        self, base: Reading, n: int, act: Act, fresh: dict[str, tuple[str, str]]
    ) -> Iterator[Reading]:
        """13.b, 14.a: every family that can have rolled this number of dice, or claims to have."""
        number, position = len(act.dice), self.record.positions[n]
        claims = {act.seat, *fresh} & set(self.record.city.families)
        there = base.opened
        able = [who for who, fire in there.items() if base.used.get(who, 0) + number <= fire.dice]
        for family in dict.fromkeys([*able, *sorted(claims)] or there):
            found = base.copy()
            if fresh and family not in fresh:
                found.pay(OTHER_PAD)
            if act.seat and act.seat != family:
                counts = self.record.trusted and (act.seat in there or act.seat in fresh)
                found.pay(TRUSTED_SEAT if counts else OTHER_SEAT)
            if family not in able:
                clause, what, expected = self._too_many(found, family, number, n)
                found.note(breach(clause, family, what, act.step, expected=expected))
            elif found.used.get(family, 0) + number > found.reduced.get(family, number):
                what = (
                    f"{self.words.family(family)} rolled {dice(number)} with Units that had been "
                    "hit in the exchange before"
                )
                found.note(breach("13.h", family, what, act.step))
            if position.waits(family):
                what = f"{self.words.family(family)} fired in the Rebellion phase"
                found.note(breach("3.c", family, what, act.step))
            elif not position.phase and family not in self.record.turned:
                found.pay(LOYAL_FIRE)
            add(found.used, family, number)
            hits = self.record.city.hits(act.dice)
            self._aim(found, n, family, fresh.get(family, ("", ""))[1], hits)
            found.touch(n, True)
            yield found

    def _too_many(self, reading: Reading, family: str, number: int, n: int) -> tuple[str, str, str]:
        """The clause that forbids this number of dice, and the numbers."""
        name, space = self.words.family(family), self.words.place(reading.space)
        own = reading.opened.get(family, Fire(0, 0, 0))
        total = reading.used.get(family, 0) + number
        former = reading.former.get(family, own).dice
        expected = f"at most {dice(own.dice)}"
        if family not in self.record.present(n):
            return "4.a", f"{name}, dead or in exile, rolled {dice(number)}", "no die"
        away = self.record.places(n, family) - {reading.space}
        if not own.whole and not former and away:
            return "13.i", f"{name} has no Unit in {space} and rolled {dice(number)}", "no die"
        if reading.used.get(family) and number <= own.dice:
            return "13.b", f"{name} rolled {dice(number)} more in one exchange", expected
        if number <= former and own.dice < former:
            what = f"{name} rolled {dice(total)} in {space}, also for Units that were dead"
            return "13.h", what, expected
        clause = "14.c" if total <= own.doubled else "14.b" if total <= own.whole else "14.a"
        return clause, f"{name} rolled {dice(total)} in {space}", expected

    def _aim(self, found: Reading, n: int, family: str, whom: str, hits: int) -> None:
        """14.d: hits fall on whom was announced, else on whoever else is there."""
        present = self.record.present(n)
        there = {*found.opened, *self.record.units(n, found.space)} - {family}
        step = self.record.step(n)
        if whom and whom not in there:
            name = self.words.family(whom)
            here = self.words.place(found.space)
            if whom == family:
                clause, what = "13.j", f"{name} announced fire at its own Units"
            elif whom not in present:
                clause, what = "4.a", f"fire was announced at {name}, dead or in exile"
            else:
                clause, what = "13.i", f"fire was announced at {name}, who has no Unit in {here}"
            found.note(oddity(clause, family, what, step, price=OTHER_TARGET))
            whom = ""
        if whom or len(there) == 1:
            target = whom or next(iter(there))
            if hits:
                paid = min(hits, found.early.get((found.space, target), 0))
                add(found.early, (found.space, target), -paid)
                add(found.due, (found.space, target, found.stage), hits - paid)
        else:
            target = ""
            for _ in range(hits):
                early = next((w for w in sorted(there) if (found.space, w) in found.early), "")
                if early:
                    add(found.early, (found.space, early), -1)
                else:
                    add(found.pool, (found.space, frozenset(there), found.stage))
        found.fired += ((family, target, found.space, n),)

    def _salvo(
        self, reading: Reading, n: int, act: Act, gun: str, fresh: dict[str, tuple[str, str]]
    ) -> Iterator[Reading]:
        """12.a, 12.b, 12.e: by its Office, with its dice, before the exchanges."""
        found, city = reading.copy(), self.record.city
        clause, office = GUNS[gun]
        position = self.record.positions[n]
        family, step = position.holder(office), act.step
        faults = commander_faults(position, gun, self.coup.raids)
        name = self.words.game.piece_types[gun].name
        number, allowed = len(act.dice), city.salvoes[gun]
        claimed = [who for who in fresh if fresh[who][0] == gun] or (
            [act.seat] if act.seat and self.record.trusted else []
        )
        if claimed and family not in claimed:
            what = (
                f"{self.words.family(claimed[0])} fired the {name} of {self.words.family(family)}"
            )
            found.note(breach(clause, claimed[0], what, step))
        elif "12.f" in faults:
            what = f"the {name} of {self.words.family(family)}, dead or in exile, fired"
            found.note(breach("12.f", family, what, step))
        total = found.guns.get(gun, 0) + number
        if gun in found.guns and (number == allowed or found.gun_space.get(gun) != found.space):
            what = f"the {name} fired a second time in this phase"
            found.note(breach(clause, family, what, step))
        elif total > allowed:
            what = f"{dice(total)} for the {name}"
            found.note(breach(clause, family, what, step, expected=dice(allowed)))
        if "12.b" in faults and gun not in found.guns:
            what = f"Air Raid number {self.coup.raids + 1} of this coup"
            found.note(breach(clause, family, what, step, expected=f"at most {city.raids}"))
        if found.stage:
            what = f"the {name} fired after exchange {found.stage} had begun"
            note = breach if gun == "gunboat" else oddity
            found.note(note("12.e", family, what, step))
        if "3.c" in faults:
            what = f"{self.words.family(family)} fired in the Rebellion phase"
            found.note(breach("3.c", family, what, step))
        hits = city.hits(act.dice)
        add(found.guns, gun, number)
        found.gun_space[gun] = found.space
        found.sure_raid = found.sure_raid or (gun == "air_raid" and hits > 0)
        whom = fresh.get(family, fresh.get(claimed[0], ("", "")) if claimed else ("", ""))[1]
        stage, found.stage = found.stage, 0
        due = dict(found.due)
        self._aim(found, n, family, whom, hits)
        found.touch(n, True)
        battle = found.fought[-1]
        battle.salvoes = battle.salvoes.copy()
        for key, count in found.due.items():
            if key[0] == found.space:
                battle.salvoes[key[1]] += count - due.get(key, 0)
        found.stage = stage
        yield found

    # --- losses ----------------------------------------------------------------------------------

    def _unit(self, reading: Reading, n: int, act: Act) -> Iterator[Reading]:
        """14.d, 14.e, 15.f: a Unit leaves the map, or comes back; retreats are judged elsewhere."""
        near = self.record.city.near
        yield reading
        if act.target in near:
            self._back(reading, act)
            return
        space, family = act.source, act.family
        if space not in near or space in self.blind:
            return
        if n < self.dice and act.target != DEAD:
            return  # it was taken back before any die fell
        for (where, who, stage), count in sorted(reading.due.items()):
            if (where, who) == (space, family) and count:
                add(reading.due, (where, who, stage), -1)
                self._late(reading, n, act, space, stage)
                return
        for key, count in sorted(reading.pool.items(), key=lambda item: item[0][2]):
            if key[0] == space and family in key[1] and count:
                add(reading.pool, key, -1)
                self._late(reading, n, act, space, key[2])
                return
        gone = family not in self.record.units(self.end, space)
        if space == reading.space and gone and not self._goes_on(n):
            forced = reading.copy()
            shown = marker_face(self.record, n) == RETREATS and self._turned(n)
            if (space, family) not in forced.forced:
                forced.pay(0.2 if shown else 1.0)
            add(forced.forced, (space, family))
            yield forced
        add(reading.early, (space, family))
        reading.pay(0.3)

    def _goes_on(self, n: int) -> bool:
        """Whether more is fired in the same battle after an act."""
        for act in self.record.acts[n + 1 : self.end]:
            if act.what == "battle" and act.kind == "place":
                return False
            if act.what == "roll" or (act.what == "battle" and act.target != RETREATS):
                return True
        return False

    def _back(self, reading: Reading, act: Act) -> None:
        """A Unit that was removed by mistake comes back."""
        if act.source != DEAD:
            return
        space, family = act.target, act.family
        if (space, family) in reading.early:
            add(reading.early, (space, family), -1)
            return
        removed = any(
            other.what == "unit" and (other.source, other.family) == (space, family)
            and other.target not in self.record.city.near
            for other in self.record.acts[self.start : self.end]
        )  # fmt: skip
        if removed:
            add(reading.due, (space, family, reading.stage))

    def _late(self, reading: Reading, n: int, act: Act, space: str, stage: int) -> None:
        """13.c: a loss that is taken when the next exchange, or battle, has begun."""
        if space != reading.space or stage < reading.stage:
            what = (
                f"{self.words.owned(act.kind, 1, act.family)} in {self.words.place(space)} was "
                "removed late, after later dice"
            )
            reading.note(oddity("14.d", act.family, what, act.step, price=0.4))

    def _close(self, reading: Reading, n: int) -> None:
        """14.d, 14.e, 14.f: at the end all hits have their losses and all losses their hits."""
        final = n == self.end
        for (space, family), number in sorted(reading.early.items()):
            if number and (final or space == reading.space):
                self._unhit(reading, space, family, number, n)
        if not final:
            return
        left: Counter[tuple[str, str]] = Counter()
        on = self.left_open(reading)
        for (space, family, _), number in reading.due.items():
            if space != on:
                left[space, family] += number
        for (space, family), number in sorted(left.items()):
            alive = self._alive(space, [family])
            if (missing := min(number, alive)) > 0:
                self._kept(reading, space, family, missing)
        for (space, families, _), number in sorted(reading.pool.items(), key=lambda i: i[0][0]):
            # The target is not known: hits beyond the Units of the smallest family are lost.
            missing = min([number, *(self._alive(space, [who]) for who in families)])
            if missing > 0 and space != on:
                self._kept(reading, space, "", missing)

    def left_open(self, reading: Reading) -> str:
        """The space of the last battle if it goes on after the log; empty if it was finished."""
        if not self.unfinished or not reading.fought:
            return ""
        last = reading.fought[-1]
        done = any(
            act.what in ("battle", "attack", "phase") and act.target not in self.record.city.near
            and act.kind != "face"
            for act in self.record.acts[last.last :]
        )  # fmt: skip
        return "" if done else last.space

    def _alive(self, space: str, families: list[str]) -> int:
        """14.f: Units that could still have been removed: there at the end, or retreated."""
        units = self.record.units(self.end, space)
        fled = sum(
            act.what == "unit" and act.source == space and act.family in families
            and act.target in self.record.city.near
            for act in self.record.acts[self.dice : self.end]
        )  # fmt: skip
        came = {
            act.piece
            for act in self.record.acts[self.dice : self.end]
            if act.what == "unit" and act.target == space
        }  # whether Units that retreated here may be fired at is open (15.g)
        return fled + sum(len(set(units.get(one, ())) - came) for one in families)

    def _kept(self, reading: Reading, space: str, family: str, number: int) -> None:
        """14.d: Units that were hit are still there."""
        step = self._last(reading, space)
        whose = f" of {self.words.family(family)}" if family else ""
        units = "1 Unit" if number == 1 else f"{number} Units"
        what = f"{units}{whose} in {self.words.place(space)} that dice had hit did not go"
        reading.note(breach("14.d", family, what, self._begin(reading, space), step))

    def _unhit(self, reading: Reading, space: str, family: str, number: int, n: int) -> None:
        """14.e, 13.i: Units were removed that no die had hit."""
        reading.early.pop((space, family), None)
        owed = min(number, self.coup.owed[space, family])
        units = "1 Unit" if number == 1 else f"{number} Units"
        name = self.words.family(family)
        steps = [
            act.step
            for act in self.record.acts[self.start : self.end]
            if act.what == "unit" and act.source == space and act.family == family
        ]
        first, last = (min(steps), max(steps)) if steps else (self.record.step(n),) * 2
        place = self.words.place(space)
        if owed == number:
            what = f"{units} of {name} in {place} went late, for dice of the phase before"
            late = oddity("14.d", family, what, first, last, price=0.4)
            reading.note(late._replace(made_good=True))
            return
        other = next(
            (
                where for (where, who, _), count in reading.due.items()
                if who == family and count and where != space
            ), None,
        )  # fmt: skip
        hits = sum(c for (w, _, _), c in reading.due.items() if w == space)
        what = f"{units} of {name} in {place} went though no die had hit"
        if other:
            what = f"{units} of {name} in {place} went for dice rolled in {self.words.place(other)}"
            for key in list(reading.due):
                if key[:2] == (other, family):
                    add(reading.due, key, -number)
        elif hits:
            for key in list(reading.due):
                if key[0] == space and number:
                    add(reading.due, key, -number)
            what = f"{units} of {name} in {place} went where the dice had hit another family"
        reading.note(breach("13.i" if other else "14.e", family, what, first, last))

    def _begin(self, reading: Reading, space: str) -> int:
        found = [one.first for one in reading.fought if one.space == space]
        return self.record.step(found[0]) if found else self.record.step(self.dice)

    def _last(self, reading: Reading, space: str) -> int:
        found = [one.last for one in reading.fought if one.space == space]
        return self.record.step(found[-1]) if found else self.record.step(self.end - 1)
