"""A whole coup judged: phases, turns of movement, declarations, battles, sides, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from modgen.log.dice import Roll
from modgen_rules.engine.declarations import Announcement
from modgen_rules.engine.findings import Span, TurnVerdict, Verdict, worst
from modgen_rules.engine.game_steps import GameStep
from modgen_rules.engine.piece_states import PieceChange, PieceState
from modgen_rules.engine.report_builder import ReportBuilder
from modgen_rules.engine.turn_order import overtaken
from modgen_rules.junta_coup.battle import HIT, SALVOES, Battle
from modgen_rules.junta_coup.city import UNITS, City
from modgen_rules.junta_coup.ending import Ending
from modgen_rules.junta_coup.position import Coup, Position
from modgen_rules.junta_coup.turns import Movement

MOST_RAIDS = 3
OURS = {
    "streets of a city that the rulebook does not print": (
        "5.c", "5.d", "5.e", "5.f", "5.g", "7.b", "15.d", "15.f",
    ),
    "cards that the rulebook does not print": ("8.a", "8.b", "9.a", "9.b"),
    "numbers of Units that the rulebook does not give": ("1.a", "1.b", "1.c"),
}  # fmt: skip
"""Assumed facts, with the clauses that rest on them: on other people's modules they may differ."""


@dataclass
class Audit:
    """Reads a coup step by step. Call `run`."""

    builder: ReportBuilder
    city: City

    def __post_init__(self) -> None:
        self.game, self.report = self.builder.game, self.builder.report
        self.find, self.segment = self.builder.find, self.builder.segment
        self.builder.assumed_fact = self.rests_on
        self.position = Position(self.city)
        self.ending = Ending(self.position, self._tell)
        self.coup = Coup()
        self.told: set[str] = set()
        """Whose side was told to be shown wrongly."""
        self.step = self.now = self.start = self.noted = 0
        self._phase_begins()

    def _phase_begins(self) -> None:
        self.movement: Movement | None = Movement(
            self.position, self.coup, self._tell, self._turn_over
        )
        self.declared: dict[str, list[str]] = {}
        self.battle: Battle | None = None
        self.fought: set[str] = set()
        self.retired: set[str] = set()
        self.salvoes: Counter[str] = Counter()
        self.aimed: dict[str, str] = {}
        """13.e: at whom each family announced to fire."""

    def run(self, pieces: dict[str, PieceState], steps: Iterable[GameStep]) -> None:
        """Judge a log from its first position on."""
        for key, one in pieces.items():
            self.position.apply(PieceChange(0, key, None, one, ""))
        turned = [who for who in self.city.families if self._turned(who)]
        self.coup.rebels |= dict.fromkeys(turned, "3.f")
        units = self.position.units.items()
        self.coup.landed |= {key for key, one in units if one.place in self.city.near}
        self._phase_begins()
        if self.position.phase == 0 and not turned:
            self._set_up()
        for step in steps:
            self.now = step.number
            for said in step.said:
                self._said(said)
            for change in step.changes:
                if change.before is not None and change.after is not None:
                    self._change(change, change.before, change.after, step.side)
                self.position.apply(change)
            for roll in step.rolls:
                self._rolled(roll, step.side)
            self.step = step.number
        if self.battle is not None:
            self._segment("a battle that is not finished", "", "", "cannot-tell")
        self._movement_ends()
        if self.ending.result:
            self._loyalty()
            self._segment("the end", "", f"outcome: {self.ending.result}")

    def _set_up(self) -> None:
        """1.a, 1.b, 1.c: every Unit in its place, the Police in the precincts or in Parliament."""
        units = self.position.units.values()
        there = Counter((one.kind, one.place) for one in units if one.place in self.city.near)
        best = min(((there - one) + (one - there) for one in self.city.starts), key=Counter.total)
        if best:
            lost = any(one.place == "dead_units" for one in units)
            police = {kind for kind, _ in best} == {"police"}
            self._tell("1.c" if lost else "1.b" if police else "1.a", "illegal", "", "")

    def _change(
        self, change: PieceChange, before: PieceState, after: PieceState, side: str
    ) -> None:
        kind, moved = after.kind, before.place != after.place
        if self.ending.result and (kind in UNITS or kind == "coup_phase") and self.position.phase:
            if kind in UNITS or not after.place.endswith(":0"):
                self._tell("17.g", "illegal", "", "")
        elif kind in UNITS and moved:
            self._unit(change, before, after, side)
        elif kind in UNITS:
            if self.movement is None and before.place in self.city.near:
                self._tell("6.a", "illegal", "", self.city.names[before.place])
        elif kind == "coup_phase":
            self._phase(change)
        elif kind.startswith("attack_") and moved and after.place in self.city.near:
            self._declare(kind[7:], after.place)
        elif kind == "battle":
            self._marker(before, after)
        elif kind.startswith("card_") and after.place == "played":
            if self.movement is not None:
                self.movement.card(kind[5:], side)
            else:
                self._tell("2.c", "illegal", side, kind[5:].replace("_", " "))
        elif kind.startswith("seat_") and before.face != after.face == "exile":
            self._exile(kind[5:])

    def _exile(self, who: str) -> None:
        """16.c: out of the country by an Embassy, in one's turn of Movement."""
        there = any(self.position.there(space, who) for space in self.city.embassies)
        acted = (*self.movement.done, self.movement.family) if self.movement is not None else ()
        if not acted or not there or overtaken(self.position.movers(), who, acted):
            self._tell("16.c", "illegal", who, "", at_once=True)

    def _said(self, one: Announcement) -> None:
        deed, whom = one.choices.get("deed") or "", one.choices.get("whom") or ""
        if deed in ("fire", *SALVOES):
            self.aimed[one.side] = whom
        elif deed == "hold" and self.battle:
            self.battle.held.add((one.side, whom))
        elif deed == "let_in" and self.battle:
            self.battle.let_in.add((one.side, whom))
        elif deed.startswith(("for_", "agree_", "won_")):
            self._movement_ends()
            self._battle_ends()
            self.ending.said(one.side, deed)

    def _rolled(self, roll: Roll, side: str) -> None:
        """11.b, 12.a, 12.b: dice are fire in the battle that is fought."""
        sides = self.game.sides
        who = next((one for one in sides if roll.who.startswith(sides[one].name)), side)
        way = next((die.id for die in self.game.info.dice if die.name == roll.what), "attack")
        self._movement_ends()
        if self.battle is None:
            self._tell("11.b", "illegal", who, "no battle is fought")
            return
        self.salvoes[way] += 1
        raid = way == "air_raid"
        self.coup.raids += raid
        self.salvoes["sure"] += raid and HIT in roll.results
        if way in SALVOES and (self.salvoes[way] > 1 or (raid and self.coup.raids > MOST_RAIDS)):
            self._tell(SALVOES[way][0], "illegal", who, "")
        self.battle.fire(who, way, self.aimed.pop(who, ""), roll.results)

    # --- phases --------------------------------------------------------------------------------

    def _phase(self, change: PieceChange) -> None:
        """2.a, 2.d: the phase is over; the marker goes one on, or home when the coup is."""
        self._movement_ends()
        self._battle_ends()
        old = self.position.phase
        self.position.apply(change)
        new = self.position.phase
        if self.ending.over:
            if new:
                self._tell("17.g", "illegal", "", "the coup was over")
            return
        if new != old + 1:
            self._tell("2.d" if new > old else "2.a", "illegal", "", f"from {old} to {new}")
        self._loyalty()
        raids = [one for one in self.position.others.values() if one.kind == "air_raid"]
        flown, most = sum(one.face == "flown" for one in raids), self.coup.raids
        if flown > most or (self.salvoes["sure"] and flown < min(most, len(raids))):
            self._tell("12.c", "illegal", "", f"{flown} markers turned, {most} raids")
        self._phase_begins()

    def _turned(self, who: str) -> bool:
        return "revolution" in self.position.tiles(who).values()

    def _loyalty(self) -> None:
        """3.b, 3.d, 3.e, 3.f, 3.g, 3.h: who turned his Offices, and who should have."""
        rebels = self.coup.rebels
        for who in self.position.playing():
            turned, has = self._turned(who), "regime" in self.position.tiles(who).values()
            clause = ""
            if who == self.position.president:
                clause = "3.g" if turned else ""
            elif turned and who not in rebels:
                clause = "" if who in self.coup.maybe else "3.b"
            elif who in rebels and has and not turned:
                clause = rebels[who]
            if turned:
                rebels[who] = "3.f"
            if clause and who not in self.told:
                self.told.add(who)
                self._tell(clause, "illegal", who, "")

    def _turn_over(self, family: str, story: str) -> None:
        self._segment("Movement", family, story)

    def _movement_ends(self) -> None:
        """2.b: Movement is over as soon as somebody declares an attack or fires."""
        if self.movement is not None:
            self.movement.turn_of("")
        self.movement = None

    # --- battles -------------------------------------------------------------------------------

    def _declare(self, who: str, space: str) -> None:
        """2.b, 4.a, 10.a, 11.a, 16.a: who may fight where; El Presidente first, then clockwise."""
        self._movement_ends()
        position, name = self.position, self.city.names[space]
        there = position.counted(position.there(space))
        commands = {position.holder(office) for _, office, _ in SALVOES.values()}
        if self.fought:
            self._tell("2.b", "illegal", who, name)
        elif space in self.city.embassies:
            self._tell("16.a", "illegal", who, name)
        elif who not in position.present():
            self._tell("4.a", "illegal", who, name)
        elif not set(there) - {who} or (who not in there and who not in commands):
            self._tell("10.a", "illegal", who, name)
        elif overtaken(position.order(position.president), who, self.declared):
            self._tell("11.a", "illegal", who, name)
        self.declared.setdefault(who, []).append(space)

    def _marker(self, before: PieceState, after: PieceState) -> None:
        """10.b: the Battle marker comes to a space, shows its exchanges, and goes on."""
        if before.place == after.place:
            if self.battle is not None:
                self.battle.turn(after.face)
            return
        self._battle_ends()
        if after.place in self.city.near:
            self._battle_begins(after.place)

    def _battle_begins(self, space: str) -> None:
        """10.b, 11.b, 16.a: in a space where it was declared, once a phase."""
        self._movement_ends()
        name = self.city.names[space]
        if space in self.city.embassies:
            self._tell("16.a", "illegal", "", name)
        elif space in self.fought:
            self._tell("10.b", "illegal", "", name)
        elif not any(space in spaces for spaces in self.declared.values()):
            self._tell("11.b", "illegal", "", name)
        self.fought.add(space)
        self.start = self.now - 1
        self.battle = Battle(self.position, space, self._tell, self.coup, self.retired)

    def _battle_ends(self) -> None:
        if self.battle is not None:
            self.battle.end()
            losses = ", ".join(f"{who} {n}" for who, n in self.battle.losses.items() if n)
            name = self.city.names[self.battle.space]
            self._segment(f"battle in {name}", "", losses or "no losses")
        self.battle = None

    def _unit(self, change: PieceChange, before: PieceState, after: PieceState, side: str) -> None:
        """2.b: Units move in Movement; in Battle they are lost, or retreat from it."""
        who, battle = self.position.controller(before), self.battle
        if self.movement is not None:
            self.movement.unit(change, before, after, side)
        elif before.place not in self.city.near:
            self._tell("7.d" if before.place == "off_map" else "2.c", "illegal", who, "")
        elif battle is None or before.place != battle.space:
            self._tell("2.b", "illegal", who, self.city.names[before.place])
        elif after.place in self.city.near:
            battle.retreat(who, after.place)
            self.retired.add(change.piece)
        else:
            battle.lose(who)

    # --- writing -------------------------------------------------------------------------------

    def rests_on(self, number: str) -> str:
        """The assumed fact behind a clause; empty when it rests on the rulebook alone."""
        return next((fact for fact, numbers in OURS.items() if number in numbers), "")

    def _title(self, what: str) -> str:
        number = self.position.phase
        return f"{f'Coup phase {number}' if number else 'Rebellion'}, {what}"

    def _tell(
        self, clause: str, verdict: Verdict, actor: str, observed: str, at_once: bool = False
    ) -> None:  # fmt: skip
        turns = self.movement is not None and not at_once
        first = self.start + 1 if turns else self.now
        what = "Movement" if self.movement is not None else "Battle"
        if self.battle is not None:
            what = f"battle in {self.city.names[self.battle.space]}"
        where = Span(min(first, max(self.step, 1)), max(self.step, first))
        known = actor if actor in self.city.families else ""
        self.find(clause, verdict, where, known, self._title(what), observed=observed)

    def _segment(self, what: str, actor: str, story: str, verdict: TurnVerdict = "ok") -> None:
        found = self.report.findings[self.noted :]
        self.noted = len(self.report.findings)
        judged = worst(found) if found else verdict
        self.segment(self._title(what), actor, self.start, self.step, story, judged)
        self.start = self.step
