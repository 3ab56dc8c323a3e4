"""A record of the war written by hand, without a log: a test of a clause costs milliseconds.

Every method is a step. Pieces are named by kind; those of a kind are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.amigos_insurrectos.law.state import LEVELS, Position
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.findings import Finding, GameReport
from modgen_rules.engine.reports.report_builder import ReportBuilder

OUT = {US: "leaders_us", FILIPINO: "leaders_filipino"}
Army = Mapping[str, int]


class Paper:
    """A table with forces in areas, on a turn, in a phase; the turn before has just ended."""

    def __init__(
        self,
        rulebook: Rulebook,
        forces: Mapping[str, Army],
        turn: int = 2,
        phase: str = "us_combat",
    ) -> None:
        self.rulebook, self.country = rulebook, rulebook.country
        game = self.country.game
        self.pieces: dict[str, PieceState] = {}
        for kind in game.pieces:
            for number in range(kind.count):
                track = LEVELS.get(kind.id)
                place = f"{track}:0" if track else kind.home or "off"
                self.pieces[f"{kind.id}#{number}"] = PieceState(kind.id, kind.start_face.id, place)
        self.cards = {
            card.id: f"cup_{card.deck}" for card in game.cards if "objective" not in card.deck
        }
        self.masked: set[str] = set()
        self.record = Record(country=self.country)
        self.record.positions.append(self.position)
        self.step = 0
        for area, army in forces.items():
            for kind, number in army.items():
                self.put(area, kind, number)
        self._level("turn_marker", turn - 1)
        self.record = Record(country=self.country, phase="victory")
        self.record.positions.append(self.position)
        self.step = 0
        self.level("turn_marker", turn)
        self.now = phase
        self.phase(phase)

    def begin_here(self) -> None:
        """The log begins now: what was done in the turn before is not in it."""
        self.record = Record(country=self.country, phase=self.now)
        self.record.positions.append(self.position)
        self.step = 0

    @property
    def position(self) -> Position:
        """The table now."""
        return Position(self.country, dict(self.pieces), dict(self.cards), frozenset(self.masked))

    # --- the hands -----------------------------------------------------------------------------

    def act(self, what: str, side: str = "", **more: object) -> None:
        """A step with one act; call it after the pieces have changed."""
        self.step += 1
        self.also(what, side, **more)

    def also(self, what: str, side: str = "", **more: object) -> None:
        """A further act of the same step."""
        self.record.add(Act(self.step, what, side, **more), self.position)  # type: ignore[arg-type]

    def put(self, area: str, kind: str, number: int) -> None:
        """Steps (or pieces) of a kind from the pool to an area."""
        stepped = any(kind in kinds for kinds in STEPS.values()) and kind != "fagen"
        while number > 0:
            size = 2 if stepped and number > 1 else 1
            face = ("one", "two")[size - 1] if stepped else None
            key = next(
                key
                for key, one in self.pieces.items()
                if one.kind == kind and one.place == self.country.game.piece_types[kind].home
            )
            self._place(key, area, face)
            number -= size

    def _place(self, key: str, place: str, face: str | None = None) -> None:
        old = self.pieces[key]
        self.pieces[key] = old._replace(place=place, face=face or old.face)

    def drag(self, keys: Iterable[str], place: str) -> None:
        """Pieces are dragged together."""
        self.step += 1
        for key in keys:
            old = self.pieces[key]
            self._place(key, place)
            self.also("move", "", piece=key, kind=old.kind, source=old.place, target=place)

    def turn_over(self, key: str, face: str) -> None:
        """A piece shows another face."""
        old = self.pieces[key]
        self._place(key, old.place, face)
        self.act("face", "", piece=key, kind=old.kind, source=old.face, target=face)

    def phase(self, phase: str) -> None:
        """The tracker goes on."""
        self.act("phase", target=phase)
        self.now = phase

    def _level(self, kind: str, number: int) -> None:
        self._place(f"{kind}#0", f"{LEVELS[kind]}:{number}")

    def level(self, kind: str, number: int) -> None:
        """The marker of a track is moved."""
        old = self.pieces[f"{kind}#0"].place.partition(":")[2]
        self._level(kind, number)
        if old != str(number):
            self.act("level", "", piece=f"{kind}#0", kind=kind, source=old, target=str(number))

    def will(self, points: int) -> None:
        """The Political Will marker goes up (US) or down, not beyond the ends."""
        now = self.position.will + points
        self.level("political_will_marker", max(-8, min(8, now)))

    def battle(self, area: str, face: str = "") -> None:
        """The Battle marker goes to an area, or shows a step."""
        if self.pieces["battle#0"].place != area:
            self.drag(["battle#0"], area)
        if face and self.pieces["battle#0"].face != face:
            self.turn_over("battle#0", face)

    def roll(self, die: str, *dice: int) -> None:
        """Dice with a button."""
        button = next(one for one in self.country.game.info.dice if one.id == die)
        self.act("roll", button.side or "", kind=die, dice=dice)

    def say(self, side: str, deed: str, area: str) -> None:
        """A deed announced in a battle."""
        said = Announcement(side, {"deed": deed}, {"battle_in": frozenset({area})})
        self.act("said", side, said=said)

    def keys(self, area: str, *kinds: str) -> list[str]:
        """The pieces of some kinds in an area, small ones first."""
        found = [key for key, one in self.pieces.items() if one.place == area and one.kind in kinds]
        return sorted(found, key=self.size)

    def size(self, key: str) -> int:
        """The steps of a piece; one for others."""
        state = self.pieces[key]
        return self.country.strength.get((state.kind, state.face), 0) or 1

    def lose(self, area: str, kind: str, steps: int = 1) -> None:
        """Steps are lost: pieces leave or are turned."""
        home = self.country.game.piece_types[kind].home or "off"
        while steps:
            keys = self.keys(area, kind)
            key = keys[0] if steps == 1 else keys[-1]
            if self.size(key) > steps:
                self.turn_over(key, "one")
                return
            steps -= self.size(key)
            self.drag([key], home)

    def go(self, source: str, target: str, *kinds: str) -> None:
        """All pieces of some kinds go from an area to another."""
        keys = self.keys(source, *kinds)
        assert keys, (source, kinds)
        self.drag(keys, target)

    def lost(self, leader: str) -> None:
        """A Leader leaves the war."""
        self.drag([f"{leader}#0"], OUT[self.country.side[leader]])

    def away(self, area: str, kind: str, target: str) -> None:
        """One piece of a kind goes from an area to a place."""
        self.drag([self.keys(area, kind)[0]], target)

    def chit(self, chit: str, place: str, hidden: bool = False) -> None:
        """A chit goes to a place."""
        old = self.cards[chit]
        self.cards[chit] = place
        self.act("card", "", kind=chit, source=old, target=place)
        if hidden:
            self.also("mask", "", kind=chit, source="up", target="down")

    def play(self, chit: str, hidden: bool = False) -> None:
        """A chit is laid for a battle, or played; face up unless `hidden`."""
        side = US if chit.startswith("us") else FILIPINO
        self.cards[chit] = f"hand:{side}"
        self.record.positions[-1] = self.position
        self.chit(chit, f"chits_{side}", hidden)

    # --- judged --------------------------------------------------------------------------------

    def report(self, complete: bool = True) -> GameReport:
        """What the checker says; `complete`: the turn ends and another begins."""
        if complete:
            self._upkeep()
            self.act("phase", target="victory")
            self.level("turn_marker", self.position.turn + 1)
            self.act("phase", target="objectives")
            self.act("chat")
        report = GameReport(self.country.game.id, "AI", ["paper"], steps=self.step)
        builder = ReportBuilder(self.country.game, self.rulebook.clauses, report)
        for section in self.rulebook._stretch(self.record, builder):
            self.rulebook.explain(section, builder)
        return report

    def _upkeep(self) -> None:
        """The supply and scoring phases, as the rules ask."""
        self.phase("supply")
        for area in self.position.everywhere(US):
            if not self.position.supplied(area):
                kind = next(one for one in STEPS[US] if self.keys(area, one))
                self.lose(area, kind)
                self.will(-2)
        self.phase("scoring")
        will = self.position.will
        sign = 1 if will > 0 else -1
        points = self.position.points + sign * self.country.victory_points(will)
        self.level("victory_marker", points)
        self.level("political_will_marker", 0)

    def findings(self, complete: bool = True) -> list[Finding]:
        """All that is illegal or suspect."""
        found = self.report(complete).findings
        return [one for one in found if one.verdict in ("illegal", "suspect")]
