"""The phases of Imported Arms (6.0) and of reinforcements (7.0), and the Guerrilla War's start."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    LOST,
    MANILA,
    RECRUITS,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.law.state import Position
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
    "7.2.j": "",
    "7.2.k": ", at or next to a POA site",
    "7.2.l": ", whose islands a Gunboat secures",
}
"""What bars an area, or a kind of step, from recruits by a clause."""


def recruits_turn(war: War) -> int:
    """7.2.a, 18.2.b: the first turn with recruits."""
    numbers, late = war.country.numbers, war.scenario == "guerrilla-war"
    return numbers.recruits_turn_guerrilla if late else numbers.recruits_turn


@dataclass
class Arrivals:
    """Judges the phases 3 and 4 of a turn."""

    phase: Phase
    war: War
    now: Position | None = None
    """The table, for a player who has not acted yet."""

    def __post_init__(self) -> None:
        self.country = self.war.country
        self.record, self.acts = self.phase.record, self.phase.acts
        self.before = self.now or self.phase.before
        self.after = self.now or self.phase.after
        self.flows = flows(self.record, self.acts, moving=False)
        self._exchange_places()

    def _exchange_places(self) -> None:
        """A unit that goes where a like one came stands for the one that came."""
        placed, weight = self.flows.placed, self.country.weight
        for move in self.flows.of(self.country, FILIPINO):
            steps = weight(move.kind, self.after.pieces[move.keys[0]].face) if move.keys else 0
            if 0 < steps <= placed[move.source, move.kind] and move.target in self.country.areas:
                placed[move.source, move.kind] -= steps
                placed[move.target, move.kind] += steps
                self.flows.moves.remove(move)
        self.flows.placed = +placed

    def judge(self) -> str:
        """Judge the phase; returns what came in a few words."""
        self._landings()
        self._strangers()
        self._rebuilt()
        self._exchanged()
        placed = self._recruits()
        self._markers()
        self._leaders()
        return f"{placed} Filipino {'step' if placed == 1 else 'steps'} placed" if placed else ""

    def _find(self, clause: str, what: str, act: int, side: str = "", **more: str | float) -> None:
        self.war.find(clause, side, what, act, **more)  # type: ignore[arg-type]

    def name(self, place: str) -> str:
        """The displayed name of a place."""
        number = place.removeprefix("turn:")
        return self.country.names.get(place, f"turn {number}" if number != place else place)

    def _act(self, place: str, kind: str) -> int:
        return self.flows.acts.get((place, kind), self.acts[-1])

    # --- the US (7.1) ----------------------------------------------------------------------------

    def _landings(self) -> None:
        """7.1: from the turn track to the box, and a turn later to Manila."""
        war, turn = self.war, self.war.turn
        for move in self.flows.of(self.country, US):
            if move.source == TRANS_OCEAN and move.target in self.country.areas:
                self._lands(move)
            elif move.source.startswith("turn:"):
                due = int(move.source.partition(":")[2])
                if move.target.startswith("turn:"):
                    if not war.delayed:
                        self._moved("18.1.c", move, "")
                elif move.target != TRANS_OCEAN:
                    self._moved("7.1.a", move, "without waiting in the Trans-Ocean Box")
                    war.landed |= set(move.keys)
                elif due != turn and not (war.delayed and due < turn):
                    self._moved(schedule(self.war), move, "on the wrong turn")

    def _moved(self, clause: str, move: Flow, what: str) -> None:
        due = move.source == f"turn:{self.war.turn}"
        right = TRANS_OCEAN if due else self.port if move.source == TRANS_OCEAN else ""
        if right and move.keys and all(self.war.ends(key) == right for key in move.keys):
            return  # it was put right
        piece = self.country.game.piece_types[move.kind].name
        told = f"{piece} went from {self.name(move.source)} to {self.name(move.target)}"
        self._find(clause, f"{told}, {what}" if what else told, move.last, US)

    @property
    def port(self) -> str:
        """7.1.a, 7.1.f: where units land: Manila, or else the source of supply."""
        held = self.before.controller(MANILA) == US
        return MANILA if held else self.before.place("supply")

    def _lands(self, move: Flow) -> None:
        self.war.landed |= set(move.keys)
        waited = (
            all(
                (state := self.war.begun.pieces.get(key)) and state.place == TRANS_OCEAN
                for key in move.keys
            )
            if self.war.begun
            else True
        )
        if not waited:
            self._moved("7.1.a", move, "on the turn of its arrival")
        elif move.target == self.port:
            return
        elif self.port == MANILA:
            self._moved("7.1.a", move, "not to Manila")
        else:
            self._moved("7.1.f", move, "which is not the source of supply")

    def _strangers(self) -> None:
        """1.1.1.d: only US reinforcements are in the Trans-Ocean Box."""
        for (place, kind), _ in sorted(self.flows.placed.items()):
            if place == TRANS_OCEAN:
                piece = self.country.game.piece_types[kind].name
                what = f"{piece} came to the Trans-Ocean Box from out of play"
                scouts = kind == "scouts" and self.war.from_start
                if self.country.side.get(kind) != US or not scouts:
                    self._find("1.1.1.d", what, self._act(place, kind))
        for move in self.flows.moves:
            if move.target == TRANS_OCEAN and self.country.side.get(move.kind) != US:
                self._moved("1.1.1.d", move, "")

    def _rebuilt(self) -> None:
        """7.1.e: one Artillery and one Cavalry step come back, for a point each."""
        for (place, kind), number in sorted(self.flows.placed.items()):
            if kind == "scouts" and place in self.country.areas:
                self._scouts(place)
            if kind not in STEPS[US] and kind != "us_artillery":
                continue
            act, name = self._act(place, kind), self.name(place)
            if kind in REBUILT and (place == MANILA or self.before.controller(MANILA) != US):
                self.war.earn(act, -number, "7.1.e", f"the {REBUILT[kind]} that was rebuilt")
                if number > 1:
                    what = f"{number} {REBUILT[kind]} steps were rebuilt, but at most 1 may be"
                    self._find("7.1.e", what, act, US)
            elif place in self.country.areas:
                piece = self.country.game.piece_types[kind].name
                what = f"{wording.steps(number, piece)} came to {name}"
                if kind in REBUILT and self._lost_before(act):
                    self._find("7.1.e", f"{what}, not to {self.name(MANILA)}", act, US)
                    self.war.earn(act, -number, "7.1.e", f"the {REBUILT[kind]}", sure=False)
                    continue
                self._find("7.1.a", f"{what}, and none were due", act, US)

    def _scouts(self, place: str) -> None:
        """7.1.a, US.G9: Scouts come through the Trans-Ocean Box, or by a chit."""
        act, hand = self._act(place, "scouts"), f"hand:{US}"
        at, scouts = self.record.positions[act], "us_g9"
        if scouts in self.war.played or self._back(place, "scouts"):
            return
        held = self.war.guerrilla and at.cards.get(scouts) == hand
        what = f"{self.country.game.piece_types['scouts'].name} came to {self.name(place)}"
        gap = unless(not held, prices.UNSAID_ALONE)
        self._find("7.1.a", f"{what}, and none were due", act, US, gap=gap)

    def _lost_before(self, act: int) -> bool:
        """Whether a unit that came had been lost; others may be reinforcements."""
        return self.record.acts[act].source == LOST[US]

    def _back(self, place: str, kind: str) -> bool:
        """Whether a unit that was removed by mistake shortly before was put back."""
        last = self._act(place, kind)
        key = self.record.acts[last].piece
        return any(
            (act.piece, act.source) == (key, place)
            for act in self.record.acts[max(0, last - windows.MUCH_LATER) : last]
        )

    # --- recruits (7.2) --------------------------------------------------------------------------

    def modifier(self, region: str) -> int:
        """7.2.b, 7.2.c, 7.2.d, 7.3.b: what is added to a region's die."""
        positions = self.record.positions
        rolled = [positions[n] for n in self.acts if self.record.acts[n].kind == region]
        moments = (self.war.begun or self.before, self.before, *rolled)
        return max(self._modifier(region, at) for at in moments)

    def _modifier(self, region: str, at: Position) -> int:
        country, numbers = self.country, self.country.numbers
        luzon, last = region == "luzon", self.war.turn - 1
        areas = country.luzon if luzon else country.visayas
        held = len(at.held(FILIPINO, areas))
        many = held >= numbers.luzon_areas if luzon else held == len(areas)
        few = numbers.luzon_sites if luzon else numbers.visayas_sites
        sites = sum(area in areas for area in at.sites) >= few
        found = min(max(-at.points, 0), numbers.victory_modifier) + many - sites
        talks = numbers.negotiations_from <= last <= numbers.negotiations_until
        return found + numbers.negotiated * (luzon and talks and last in self.war.attacks)

    def allowed(self, region: str, die: int) -> int:
        """7.2.e: the steps that a region receives; the table ends at both sides."""
        rows = self.country.recruits
        row = min(max(die + self.modifier(region), min(rows)), max(rows))
        return rows[row][region == "visayas"]

    def barred(self, area: str, kind: str) -> str:
        """The clause by which an area receives no step of a kind; empty when it may."""
        at, country = self.before, self.country
        secured = {country.secures[sea] for sea in country.secures if at.gunboats(sea)}
        empty = not at.strong(area, FILIPINO)
        strangers = at.strong(area, US)
        broken = (
            ("7.2.g", empty and self.war.whole),
            ("7.2.l", country.region[area] in secured),
            ("7.2.k", bool({*at.sites} & {area, *country.near[area]})),
            ("7.2.g", empty),
            ("7.2.j", kind == "regular" and self.war.guerrilla),
            ("7.2.h", strangers > (country.numbers.passable if kind == "guerrilla" else 0)),
        )
        return next((clause for clause, found in broken if found), self.war.closed.get(area, ""))

    def _recruits(self) -> int:
        """7.2: steps that came from the pool, by region, area and kind."""
        came = self._came()
        guerrillas = sum(counted["guerrilla"] for counted in came.values())
        total = sum(counted.total() for counted in came.values())
        if self.war.changing:
            self._regulars(came)
            return total  # what became Guerrillas and went next door hides the recruits
        regions = {"luzon": self.country.luzon, "visayas": self.country.visayas}
        spare = dict(self.war.extra)
        for area, counted in sorted(came.items()):
            extra, brought = 0, ""
            for chit in [one for one in sorted(spare) if area in spare[one][0]]:
                barred = any(self.barred(area, kind) for kind in counted)
                if counted.total() - extra > (0 if barred else 1):
                    places, steps = spare.pop(chit)
                    known = self.country.chits[chit]
                    spread = known.words("region") == ("die",)
                    taken = min(steps, counted.total() - extra) if spread else steps
                    if steps > taken:
                        spare[chit] = places, steps - taken
                    extra += taken
                    brought = known.clause
            self._area(area, counted, extra, brought or "7.2.f")
            came[area] = Counter({"steps": max(0, counted.total() - extra)})
        self.war.recruited |= {
            self.record.acts[n].piece
            for n in self.acts
            if self.record.acts[n].what == "move" and self.record.acts[n].kind in STEPS[FILIPINO]
        }
        dice = {region: self._dice(region) for region in regions}
        for region, areas in regions.items():
            where = "Luzon" if region == "luzon" else "the Visayas"
            number = sum(came[area].total() for area in came if area in areas)
            extra = sum(
                steps for where, steps in spare.values() if areas & where
            )  # of chits whose steps went to areas with one step each
            if not dice[region]:
                if number > extra:
                    what = f"{wording.steps(number)} came to {where} without a die roll"
                    self._find("7.2.a", what, self.acts[-1], FILIPINO)
                continue
            begins = recruits_turn(self.war)
            if self.war.turn < begins and number:
                what = (
                    f"{wording.steps(number)} came to {where}; recruits come from turn {begins} on"
                )
                self._find("7.2.a", what, self.acts[-1], FILIPINO)
                continue
            allowed = [self.allowed(region, die) for die in dice[region]]
            first, most = allowed[0], max(allowed)
            acts = [
                self._act(place, kind)
                for place, kind in self.flows.placed
                if place in areas and kind in STEPS[FILIPINO] and kind != "fagen"
            ]
            self.war.spare[region] = most + extra - number
            if first + extra < number <= most + extra:
                what = f"the die for {where} was rolled again, and the new result was used"
                self._find(
                    "7.2.a",
                    what,
                    self.acts[-1],
                    FILIPINO,
                    expected=f"at most {first}",
                    observed=str(number),
                )
            if number > most + extra:
                self._find(
                    "7.2.e",
                    f"{number} steps came to {where}, but at most {most + extra} may",
                    max(acts, default=self.acts[-1]),
                    FILIPINO,
                    expected=f"at most {most + extra}",
                    observed=str(number),
                )
        guerrillas -= sum(steps for _, steps in self.war.extra.values())
        if guerrillas > 1 and not self.war.guerrilla:
            what = f"{guerrillas} Guerrilla steps were recruited this turn, but at most 1 may be"
            self._find(
                "7.2.i",
                what,
                self.acts[-1],
                FILIPINO,
                expected="at most 1",
                observed=str(guerrillas),
            )
        return total

    def _came(self) -> dict[str, Counter[str]]:
        """The Filipino steps that came from the pool, without those of chits that are judged."""
        came: dict[str, Counter[str]] = {}
        brought = Counter(self.war.brought)
        for (place, kind), number in self.flows.placed.items():
            if kind not in STEPS[FILIPINO] or kind == "fagen" or place not in self.country.areas:
                continue
            judged = min(number, brought[place])
            brought[place] -= judged
            if number > judged:
                came.setdefault(place, Counter())[kind] += number - judged
        return came

    def _regulars(self, came: dict[str, Counter[str]]) -> None:
        """2.0.d: no Regulars are recruited from the change on."""
        for place, counted in came.items():
            if counted["regular"]:
                what = (
                    f"{wording.steps(counted['regular'], 'Regular')} came to {self.name(place)} "
                    "in the Guerrilla War"
                )
                self._find("2.0.d", what, self._act(place, "regular"), FILIPINO)

    def _dice(self, region: str) -> list[int]:
        """The dice of a region; without buttons of theirs the first die is for Luzon."""
        rolls = [self.record.acts[n] for n in self.acts if self.record.acts[n].kind in RECRUITS]
        if rolls:
            return [die for act in rolls for die in act.dice if act.kind == region]
        dice = self.record.general_dice(self.acts[0], self.acts[-1] + 1)
        return dice[RECRUITS.index(region) :][:1] or dice[-1:]

    def _area(self, area: str, counted: Counter[str], extra: int, many: str) -> None:
        """Judge the steps that came to an area; `many` is the clause that limits their number."""
        name = self.name(area)
        for kind, number in sorted(counted.items()):
            clause = self.barred(area, kind)
            act = self._act(area, kind)
            if clause and self._soon(self.record.acts[act].piece) not in ("", area):
                continue  # it was put right
            if clause == "7.2.h" and kind == "regular":
                what = f"a Regular step came to {name}, where US steps are"
                self._find("7.2.g", what, act, FILIPINO, ruling="regulars-beside-us")
            elif clause and (not extra or clause == "7.2.j"):
                piece = self.country.game.piece_types[kind].name
                what = f"{number} {piece} came to {name}{NOT_RECRUITED.get(clause, '')}"
                self._find(clause, what, act, FILIPINO)
            elif number > 1 + extra or (counted.total() > 1 + extra and number == 1):
                what = f"{counted.total()} steps came to {name}, but at most {1 + extra} may"
                expected = f"at most {1 + extra}"
                observed = str(counted.total())
                self._find(many, what, act, FILIPINO, expected=expected, observed=observed)
                return

    def _soon(self, key: str) -> str:
        """Where a piece is shortly after the phase: what was corrected by then is not a mistake."""
        positions = self.record.positions
        state = positions[min(self.acts[-1] + windows.SOON, len(positions) - 1)].pieces.get(key)
        return state.place if state else ""

    def _exchanged(self) -> None:
        """2.0.a, 2.0.b: Regulars become Guerrillas when the Guerrilla War begins, not before."""
        for (place, kind), number in list(self.flows.lost.items()):
            became = min(number, self.flows.placed[place, "guerrilla"])
            if kind != "regular" or not became:
                continue
            self.war.exchanged = self.war.changing
            if not self.war.changing:
                what = f"{became} Regular steps in {self.name(place)} became Guerrillas"
                self._find("2.0.a", what, self._act(place, kind), FILIPINO)
            self.flows.placed[place, "guerrilla"] -= number
        self.flows.placed = +self.flows.placed

    # --- markers and Leaders ---------------------------------------------------------------------

    def _markers(self) -> None:
        """6.0, 16.0.e: Imported Arms and dummies come to Filipino stacks."""
        for (place, kind), _ in sorted(self.flows.placed.items()):
            if kind == "dummy" and not self.after.units(place, FILIPINO):
                what = f"a dummy came to {self.name(place)}, where no Filipinos are"
                self._find("16.0.e", what, self._act(place, kind), FILIPINO)

    def _leaders(self) -> None:
        """7.3.a, 1.2.3.b: Leaders who come from their box."""
        for place, kind in sorted(self.flows.placed):
            if kind not in self.country.leaders or place not in self.country.areas:
                continue
            act, name = self._act(place, kind), self.name(place)
            person = self.country.game.piece_types[kind].name
            if kind == "mabini":
                beside = any(self.before.leaders(one, US) for one in self.country.near[place])
                if self.war.turn != self.country.numbers.mabini_turn or not beside:
                    what = f"{person} came to {name} on turn {self.war.turn}"
                    self._find("7.3.a", what, act, FILIPINO)
            elif kind in self.war.gone:
                chain = self.country.command[self.country.side[kind]]
                what = f"{person}, who was lost, came back to {name}"
                self._find("1.2.2.b", what, act, gap=unless(kind not in chain, prices.OTHER_PLAYER))
            else:
                self._succeeds(kind, act, f"{person} came to {name}")

    def _succeeds(self, kind: str, act: int, what: str) -> None:
        """1.2.3.b: the next of the chain enters when those before him are gone."""
        side = self.country.side[kind]
        chain = self.country.command[side]
        if kind not in chain:
            return
        if any(self.before.in_play(one) for one in chain[: chain.index(kind)]):
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
            key
            for key in begun.at.get(place, ())
            if begun.pieces[key].kind in war.country.side and war.ends(key) == place
        ]
        if not waiting or (place != TRANS_OCEAN and war.delayed):
            continue
        name = pieces[begun.pieces[waiting[0]].kind].name
        if place == TRANS_OCEAN:
            clause = "7.1.b" if war.turn == 1 else "7.1.a"
            war.find(clause, US, f"{name} did not land", last)
        else:
            war.find(schedule(war), US, f"{name} did not arrive", last)
        return


def mabini(war: War, turn: Turn) -> None:
    """7.3.a: Mabini comes on turn 2 if there is a place for him."""
    positions = turn.record.positions
    soon = positions[min(turn.last + windows.MUCH_LATER, len(positions) - 1)]
    came = "mabini" in war.gone or any(
        at.in_play("mabini") for at in (turn.before, turn.after, soon)
    )
    landed = turn.phases.get("reinforcements")
    if war.turn != war.country.numbers.mabini_turn or not war.whole or landed is None or came:
        return
    near = war.country.near
    if all(
        any(
            at.strong(area, FILIPINO)
            and not at.strong(area, US)
            and any(at.leaders(one, US) for one in near[area])
            for area in war.country.areas
        )
        for at in (turn.before, turn.after)
    ):
        name = war.country.game.piece_types["mabini"].name
        war.find("7.3.a", FILIPINO, f"{name} did not arrive", landed.acts[-1])
