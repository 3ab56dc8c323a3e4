"""The phase of reinforcements (7.0), and the Guerrilla War's start (2.0)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.arrivals_law import (
    allowed,
    barred,
    mabini_comes,
    port,
    recruits_turn,
    region,
)
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    LOST,
    MANILA,
    RECRUITS,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.reading.flows import Flow, flows
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

REBUILT = {"us_artillery": "Artillery", "us_cavalry": "Cavalry"}
"""7.1.e: what may be rebuilt, one step of each a turn."""
NOT_RECRUITED = {
    "7.2.g": ", where no Filipino combat steps are",
    "7.2.h": ", where US steps are",
    "7.2.k": ", at or next to a POA site",
    "7.2.l": ", whose islands a Gunboat secures",
}
"""What bars an area, or a kind of step, from recruits by a clause."""


@dataclass
class Arrivals:
    """Judges the phase of reinforcements of a turn."""

    phase: Phase
    war: War

    def __post_init__(self) -> None:
        self.country = self.war.country
        self.record, self.acts = self.phase.record, self.phase.acts
        self.before, self.after = self.phase.before, self.phase.after
        self.flows = flows(self.record, self.acts, moving=False)
        placed = self.flows.placed
        for move in self.flows.of(self.country, FILIPINO):
            # a unit that goes where a like one came stands for the one that came
            if 0 < move.steps <= placed[move.source, move.kind] and move.keys:
                placed[move.source, move.kind] -= move.steps
                placed[move.target, move.kind] += move.steps
                self.flows.moves.remove(move)
        self.flows.placed = +placed

    def judge(self) -> str:
        """Judge the phase; returns what came in a few words."""
        self._landings()
        self._strangers()
        self._rebuilt()
        self._exchanged()
        placed = self._recruits()
        self._others()
        return f"{placed} Filipino {'step' if placed == 1 else 'steps'} placed" if placed else ""

    def _find(self, clause: str, what: str, act: int, side: str = "", **more: str | float) -> None:
        self.war.find(clause, side, what, act, **more)  # type: ignore[arg-type]

    def _most(self, clause: str, what: str, act: int, most: int, number: int) -> None:
        """Report more steps than come to the Filipinos."""
        self._find(clause, what, act, FILIPINO, expected=f"at most {most}", observed=str(number))

    def name(self, place: str) -> str:
        """The displayed name of a place."""
        return self.country.names.get(place, f"turn {place.removeprefix('turn:')}")

    def piece(self, kind: str) -> str:
        """The displayed name of a kind of piece."""
        return self.country.game.piece_types[kind].name

    def _act(self, place: str, kind: str) -> int:
        return self.flows.acts.get((place, kind), self.acts[-1])

    # --- the US (7.1) ----------------------------------------------------------------------------

    def _landings(self) -> None:
        """7.1: from the turn track to the box, and a turn later to Manila."""
        war, track = self.war, "turn:"
        for move in self.flows.of(self.country, US):
            if move.source == TRANS_OCEAN and move.target in self.country.areas:
                self._lands(move)
            elif move.source.startswith(track):
                due = int(move.source.removeprefix(track))
                if move.target.startswith(track):
                    if not war.delayed:
                        self._moved("18.1.c", move, "")
                elif move.target != TRANS_OCEAN:
                    self._moved("7.1.a", move, "without waiting in the Trans-Ocean Box")
                    war.landed |= set(move.keys)
                elif due != war.turn and not (war.delayed and due < war.turn):
                    self._moved(schedule(war), move, "on the wrong turn")

    def _moved(self, clause: str, move: Flow, what: str) -> None:
        due = move.source == f"turn:{self.war.turn}"
        landing = port(self.before) if move.source == TRANS_OCEAN else ""
        right = TRANS_OCEAN if due else landing
        if right and move.keys and all(self.war.ends(key) == right for key in move.keys):
            return  # it was put right
        told = f"{self.piece(move.kind)} went from {self.name(move.source)} to "
        told += self.name(move.target)
        self._find(clause, f"{told}, {what}" if what else told, move.last, US)

    def _lands(self, move: Flow) -> None:
        self.war.landed |= set(move.keys)
        right = port(self.before)
        if move.target != right:
            lost = "which is not the source of supply"
            held = right == MANILA
            self._moved("7.1.a" if held else "7.1.f", move, "not to Manila" if held else lost)

    def _strangers(self) -> None:
        """1.1.1.d: only US reinforcements are in the Trans-Ocean Box."""
        for place, kind in sorted(self.flows.placed):
            scouts = kind == "scouts" and self.war.from_start
            if place == TRANS_OCEAN and not (scouts and self.country.side.get(kind) == US):
                what = f"{self.piece(kind)} came to the Trans-Ocean Box from out of play"
                self._find("1.1.1.d", what, self._act(place, kind))
        for move in self.flows.moves:
            if move.target == TRANS_OCEAN and self.country.side.get(move.kind) != US:
                self._moved("1.1.1.d", move, "")

    def _rebuilt(self) -> None:
        """7.1.e: one Artillery and one Cavalry step come back, for a point each."""
        for (place, kind), number in sorted(self.flows.placed.items()):
            act, name = self._act(place, kind), self.name(place)
            if kind == "scouts" and place in self.country.areas:
                self._scouts(place, act)
            if kind not in (*STEPS[US], "us_artillery"):
                continue
            what = f"{wording.steps(number, self.piece(kind))} came to {name}"
            if kind in REBUILT and (place == MANILA or port(self.before) != MANILA):
                self.war.earn(act, -number, "7.1.e", f"the {REBUILT[kind]} that was rebuilt")
                if number > 1:
                    what = f"{number} {REBUILT[kind]} steps were rebuilt, but at most 1 may be"
                    self._find("7.1.e", what, act, US)
            elif place not in self.country.areas:
                continue
            elif kind in REBUILT and self.record.acts[act].source == LOST[US]:
                self._find("7.1.e", f"{what}, not to {self.name(MANILA)}", act, US)
                self.war.earn(act, -number, "7.1.e", f"the {REBUILT[kind]}", sure=False)
            else:
                self._find("7.1.a", f"{what}, and none were due", act, US)

    def _scouts(self, place: str, last: int) -> None:
        """7.1.a, US.G9: Scouts come through the Trans-Ocean Box, or by a chit."""
        acts, chit = self.record.acts, "us_g9"
        back = any(  # they were removed by mistake shortly before
            (act.piece, act.source) == (acts[last].piece, place)
            for act in acts[max(0, last - windows.MUCH_LATER) : last]
        )
        if chit not in self.war.played and not back:
            held = self.record.positions[last].cards.get(chit) == f"hand:{US}"
            gap = unless(not (held and self.war.guerrilla), prices.UNSAID_ALONE)
            what = f"{self.piece('scouts')} came to {self.name(place)}, and none were due"
            self._find("7.1.a", what, last, US, gap=gap)

    # --- recruits (7.2) --------------------------------------------------------------------------

    def _recruits(self) -> int:
        """7.2: steps that came from the pool, by region, area and kind."""
        war, came = self.war, self._came()
        total = sum(counted.total() for counted in came.values())
        if war.changing:  # what became Guerrillas and went next door hides the recruits
            for place, counted in came.items():
                if counted["regular"]:  # 2.0.d
                    what = f"{wording.steps(counted['regular'], 'Regular')} came to "
                    what += f"{self.name(place)} in the Guerrilla War"
                    self._find("2.0.d", what, self._act(place, "regular"), FILIPINO)
            return total
        spare = dict(war.extra)
        number: Counter[str] = Counter()
        for area, counted in sorted(came.items()):
            extra, clause = self._of_chits(area, counted, spare)
            self._area(area, counted, extra, clause)
            number[area] = max(0, counted.total() - extra)
        acts = (self.record.acts[n] for n in self.acts)
        war.recruited |= {
            act.piece for act in acts if act.what == "move" and act.kind in STEPS[FILIPINO]
        }
        for name, where in (("luzon", "Luzon"), ("visayas", "the Visayas")):
            self._region(name, where, number, spare)
        guerrillas = sum(counted["guerrilla"] for counted in came.values())
        guerrillas -= sum(steps for _, steps in war.extra.values())
        if guerrillas > 1 and not war.guerrilla:
            what = f"{guerrillas} Guerrilla steps were recruited this turn, but at most 1 may be"
            self._most("7.2.i", what, self.acts[-1], 1, guerrillas)
        return total

    def _came(self) -> dict[str, Counter[str]]:
        """The Filipino steps that came from the pool, without those of chits that are judged."""
        came: dict[str, Counter[str]] = {}
        brought = Counter(self.war.brought)
        for (place, kind), number in self.flows.placed.items():
            if kind in STEPS[FILIPINO] and kind != "fagen" and place in self.country.areas:
                judged = min(number, brought[place])
                brought[place] -= judged
                if number > judged:
                    came.setdefault(place, Counter())[kind] += number - judged
        return came

    def _of_chits(
        self, area: str, counted: Counter[str], spare: dict[str, tuple[frozenset[str], int]]
    ) -> tuple[int, str]:
        """The steps in an area that chits bring, and the clause that limits their number.

        They are taken from `spare`, which has the areas of each chit and its number of steps.
        """
        extra, clause = 0, "7.2.f"
        for chit in [one for one in sorted(spare) if area in spare[one][0]]:
            barred = any(self._barred(area, kind) for kind in counted)
            if counted.total() - extra > (0 if barred else 1):
                places, steps = spare.pop(chit)
                known = self.country.chits[chit]
                spread = known.words("region") == ("die",)
                taken = min(steps, counted.total() - extra) if spread else steps
                if steps > taken:
                    spare[chit] = places, steps - taken
                extra, clause = extra + taken, known.clause
        return extra, clause

    def _barred(self, area: str, kind: str) -> str:
        return barred(self.before, area, kind, self.war.guerrilla, self.war.closed)

    def _area(self, area: str, counted: Counter[str], extra: int, many: str) -> None:
        """Judge the steps that came to an area; `many` is the clause that limits their number."""
        name, positions = self.name(area), self.record.positions
        soon = positions[min(self.acts[-1] + windows.SOON, len(positions) - 1)].pieces
        for kind, number in sorted(counted.items()):
            clause, act = self._barred(area, kind), self._act(area, kind)
            state = soon.get(self.record.acts[act].piece)
            if clause and state and state.place != area:
                continue  # it was put right
            if clause == "7.2.h" and kind == "regular":
                what = f"a Regular step came to {name}, where US steps are"
                self._find("7.2.g", what, act, FILIPINO, ruling="regulars-beside-us")
            elif clause and (not extra or clause == "7.2.j"):
                what = f"{number} {self.piece(kind)} came to {name}{NOT_RECRUITED.get(clause, '')}"
                self._find(clause, what, act, FILIPINO)
            elif number > 1 + extra or (counted.total() > 1 + extra and number == 1):
                what = f"{counted.total()} steps came to {name}, but at most {1 + extra} may"
                self._most(many, what, act, 1 + extra, counted.total())
                return

    def _region(
        self,
        name: str,
        where: str,
        came: Counter[str],
        spare: dict[str, tuple[frozenset[str], int]],
    ) -> None:
        """7.2.a, 7.2.e: the steps of a region against its die."""
        war, areas, last = self.war, region(self.country, name), self.acts[-1]
        number = sum(came[area] for area in areas)
        # of chits whose steps went to areas with one step each
        extra = sum(steps for places, steps in spare.values() if areas & places)
        dice, begins = self._dice(name), recruits_turn(self.country, war.scenario)
        if not dice or (war.turn < begins and number):
            what = f"{wording.steps(number)} came to {where}"
            if dice:
                what += f"; recruits come from turn {begins} on"
            elif number > extra:
                what += " without a die roll"
            else:
                return
            self._find("7.2.a", what, last, FILIPINO)
            return
        rolled = [n for n in self.acts if self.record.acts[n].kind == name]
        moments = [war.begun or self.before, self.before]
        moments += [self.record.positions[n] for n in rolled]
        every = [allowed(moments, name, die, war.turn, war.attacks) + extra for die in dice]
        first, most = every[0], max(every)
        war.spare[name] = most - number
        if first < number <= most:
            what = f"the die for {where} was rolled again, and the new result was used"
            self._most("7.2.a", what, last, first - extra, number)
        if number > most:
            acts = [
                self._act(place, kind)
                for place, kind in self.flows.placed
                if place in areas and kind in STEPS[FILIPINO] and kind != "fagen"
            ]
            what = f"{number} steps came to {where}, but at most {most} may"
            self._most("7.2.e", what, max(acts, default=last), most, number)

    def _dice(self, name: str) -> list[int]:
        """The dice of a region; without buttons of theirs the first die is for Luzon."""
        rolls = [self.record.acts[n] for n in self.acts if self.record.acts[n].kind in RECRUITS]
        if rolls:
            return [die for act in rolls for die in act.dice if act.kind == name]
        dice = self.record.general_dice(self.acts[0], self.acts[-1] + 1)
        return dice[RECRUITS.index(name) :][:1] or dice[-1:]

    def _exchanged(self) -> None:
        """2.0.a, 2.0.b: Regulars become Guerrillas when the Guerrilla War begins, not before."""
        for (place, kind), number in self.flows.lost.items():
            became = min(number, self.flows.placed[place, "guerrilla"])
            if kind != "regular" or not became:
                continue
            self.war.exchanged = self.war.changing
            if not self.war.changing:
                what = f"{became} Regular steps in {self.name(place)} became Guerrillas"
                self._find("2.0.a", what, self._act(place, kind), FILIPINO)
            self.flows.placed[place, "guerrilla"] -= number
        self.flows.placed = +self.flows.placed

    # --- dummies and Leaders ---------------------------------------------------------------------

    def _others(self) -> None:
        """16.0.e, 7.3.a, 1.2.3.b: dummies, and Leaders who come from their box."""
        for place, kind in sorted(self.flows.placed):
            act, what = self._act(place, kind), f"{self.piece(kind)} came to {self.name(place)}"
            if kind == "dummy" and not self.after.units(place, FILIPINO):
                what = f"a dummy came to {self.name(place)}, where no Filipinos are"
                self._find("16.0.e", what, act, FILIPINO)
            if kind not in self.country.leaders or place not in self.country.areas:
                continue
            side = self.country.side[kind]
            chain = self.country.command[side]
            if kind == "mabini":
                comes = any(place in mabini_comes(at) for at in (self.before, self.after))
                if self.war.turn != self.country.numbers.mabini_turn or not comes:
                    self._find("7.3.a", f"{what} on turn {self.war.turn}", act, FILIPINO)
            elif kind in self.war.gone:
                what = f"{self.piece(kind)}, who was lost, came back to {self.name(place)}"
                self._find("1.2.2.b", what, act, gap=unless(kind not in chain, prices.OTHER_PLAYER))
            elif kind in chain and any(map(self.before.in_play, chain[: chain.index(kind)])):
                self._find("1.2.3.b", f"{what}, although his commander is in play", act, side)


def schedule(war: War) -> str:
    """The clause that lists when US units arrive."""
    if war.scenario == "guerrilla-war":
        return "18.2.b"
    return "18.3" if war.turn > war.country.numbers.last_stand_up_arrival else "18.1.c"


def late(war: War, last: int) -> None:
    """7.1.a, 7.1.b: what waits in the box lands, and what is due comes to the box."""
    begun, pieces = war.begun, war.country.game.piece_types
    if begun is None or not war.whole:
        return
    for place in (TRANS_OCEAN, f"turn:{war.turn}"):
        waiting = [
            begun.pieces[key].kind
            for key in begun.at.get(place, ())
            if begun.pieces[key].kind in war.country.side and war.ends(key) == place
        ]
        if waiting and place == TRANS_OCEAN:
            clause = "7.1.b" if war.turn == 1 else "7.1.a"
            war.find(clause, US, f"{pieces[waiting[0]].name} did not land", last)
            return
        if waiting and not war.delayed:
            war.find(schedule(war), US, f"{pieces[waiting[0]].name} did not arrive", last)


def mabini(war: War, turn: Turn) -> None:
    """7.3.a: Mabini comes on turn 2 if there are Filipinos alone in a place for him."""
    positions = turn.record.positions
    soon = positions[min(turn.last + windows.MUCH_LATER, len(positions) - 1)]
    ends, landed = (turn.before, turn.after), turn.phases.get("reinforcements")
    if war.turn != war.country.numbers.mabini_turn or not war.whole or landed is None:
        return
    came = "mabini" in war.gone or any(at.in_play("mabini") for at in (*ends, soon))
    safe = (
        any(at.strong(area, FILIPINO) and not at.strong(area, US) for area in mabini_comes(at))
        for at in ends
    )
    if not came and all(safe):
        name = war.country.game.piece_types["mabini"].name
        war.find("7.3.a", FILIPINO, f"{name} did not arrive", landed.acts[-1])
