"""A game on paper: a record with a position before each act, as tests need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from modgen.model.game import Game
from modgen_rules.civil_power.checker import Rulebook
from modgen_rules.civil_power.law.plan import FIRES, LOST_BOXES, SUPPRESSED, UPSTAIRS
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.sections import Issue

Reported = Callable[[GameReport, str], None]
"""The fixture that notes which clause a test makes the checker report."""
CHECKS = {-1: "minus", 0: "", 1: "plus", 2: "plus_2"}


_BOOKS: dict[int, Rulebook] = {}
"""A rulebook by the identity of its game, which the rulebook keeps alive."""


def rulebook_of(game: Game) -> Rulebook:
    """The rulebook of a game, made once."""
    if id(game) not in _BOOKS:
        _BOOKS[id(game)] = Rulebook([game])
    return _BOOKS[id(game)]


class Street:
    """A table on which a test acts out what players do."""

    def __init__(self, game: Game, scenario: str = "i-6", phase: str = "mob_fire") -> None:
        self.rulebook = rulebook_of(game)
        self.plan = self.rulebook.plan
        known = self.plan.scenarios[scenario]
        boards = known.boards or [["west", "east"]]
        self.field = self.plan.field(boards, known)
        self.pieces: dict[str, PieceState] = {}
        self.conditions: dict[str, frozenset[str]] = {}
        self.hidden: set[str] = set()
        for piece in game.pieces:
            for number in range(piece.count):
                place = piece.home or ""
                if piece.kind == "level" and piece.tracks:
                    place = f"{piece.tracks}:{known.levels.get(piece.id, 0)}"
                self.pieces[f"{piece.id}#{number}"] = PieceState(
                    piece.id, piece.start_face.id, place
                )
        self.record = Record(field=self.field, phase=phase)
        self.record.positions.append(self.position)
        self.step = 0
        self.attack = self.shock = ""

    @property
    def position(self) -> Position:
        """The table now."""
        return Position(
            self.field, dict(self.pieces), dict(self.conditions), frozenset(self.hidden)
        )

    # --- before the first act --------------------------------------------------------------------

    def put(self, cell: str, kind: str, number: int = 1, face: str = "", up: bool = False) -> str:
        """Units or markers stand in a square from the beginning; returns the last one's id."""
        assert not self.record.acts, "put pieces before the first act"
        key = ""
        for _ in range(number):
            home = self.plan.game.piece_types[kind].home
            key = next(
                one
                for one, state in self.pieces.items()
                if state.kind == kind and state.place == home
            )
            old = self.pieces[key]
            place = f"{cell}@1" if up else cell
            self.pieces[key] = old._replace(place=place, face=face or old.face)
            if up:
                self.conditions[key] = frozenset({UPSTAIRS})
        self.record.positions[0] = self.position
        return key

    def begin(self, levels: dict[str, int], suppressed: Iterable[str] = ()) -> None:
        """Markers of tracks, and suppressed units, at the beginning."""
        for kind, number in levels.items():
            old = self.pieces[f"{kind}#0"]
            track = old.place.partition(":")[0]
            self.pieces[f"{kind}#0"] = old._replace(place=f"{track}:{number}")
        for key in suppressed:
            self.conditions[key] = self.conditions.get(key, frozenset()) | {SUPPRESSED}
        self.record.positions[0] = self.position

    def night(self) -> None:
        """It is night."""
        self.pieces["daylight#0"] = self.pieces["daylight#0"]._replace(face="night")
        self.record.positions[0] = self.position

    # --- acts ------------------------------------------------------------------------------------

    def act(self, what: str, side: str = "", **more: object) -> None:
        """An act of a step of its own; call it after the pieces have changed."""
        self.step += 1
        self.also(what, side, **more)

    def also(self, what: str, side: str = "", **more: object) -> None:
        """A further act of the same step."""
        self.record.acts.append(Act(self.step, what, side, **more))  # type: ignore[arg-type]
        self.record.positions.append(self.position)

    def phase(self, name: str) -> None:
        """The tracker goes on."""
        self.act("phase", target=name)

    def drag(self, key: str, place: str) -> None:
        """A piece is dragged; `W-E6@1` is the second level."""
        old = self.pieces[key]
        self.pieces[key] = old._replace(place=place)
        self.act("move", piece=key, kind=old.kind, source=old.place, target=place)

    def turn_over(self, key: str, face: str) -> None:
        """A piece shows another face."""
        old = self.pieces[key]
        self.pieces[key] = old._replace(face=face)
        self.act("face", piece=key, kind=old.kind, source=old.face, target=face)

    def lose(self, *keys: str) -> None:
        """Units are eliminated."""
        for key in keys:
            side = self.field.side[self.pieces[key].kind]
            self.drag(key, LOST_BOXES[side])

    def mark(self, key: str, condition: str, on: bool = True) -> None:
        """A unit gets into a condition, or out of it."""
        old = self.conditions.get(key, frozenset())
        self.conditions[key] = old | {condition} if on else old - {condition}
        way = "on" if on else "off"
        kind = self.pieces[key].kind
        self.act("condition", piece=key, kind=kind, source=way, target=condition)

    def suppress(self, key: str, on: bool = True) -> None:
        """A unit is suppressed, or recovers."""
        self.mark(key, SUPPRESSED, on)

    def fire(self, cell: str, aim: str, *shooters: str, way: str = "", side: str = "mob") -> None:
        """A Fire is announced as the module does it."""
        for key in [one for one, now in self.conditions.items() if FIRES in now]:
            self.mark(key, FIRES, False)
        for key in shooters:
            self.mark(key, FIRES)
        old = self.pieces["fire_attack#0"]
        self.pieces["fire_attack#0"] = old._replace(place=cell, face=aim)
        self.act("move", piece="fire_attack#0", kind="fire_attack", source=old.place, target=cell)
        said = Announcement("", {"target": aim}, {"fired_at": frozenset({cell})})
        self.also("said", side, said=said)
        if way:
            said = Announcement("", {"way": way}, {"fired_at": frozenset({cell})})
            self.act("said", side, said=said)

    def fight(self, cell: str, number: int = 1, **deeds: str) -> None:
        """A round of Shock combat is announced, with what each side does."""
        old = self.pieces["shock_combat#0"]
        face = f"round_{number}"
        self.pieces["shock_combat#0"] = old._replace(place=cell, face=face)
        if old.place != cell:
            self.act(
                "move", piece="shock_combat#0", kind="shock_combat", source=old.place, target=cell
            )
        else:
            self.act(
                "face", piece="shock_combat#0", kind="shock_combat", source=old.face, target=face
            )
        said = Announcement("", {"round": face}, {"shock_in": frozenset({cell})})
        self.also("said", "", said=said)
        for side, deed in deeds.items():
            said = Announcement(side, {"deed": deed}, {"shock_in": frozenset({cell})})
            self.act("said", side, said=said)

    def roll(self, die: str, *dice: int) -> None:
        """Dice with a button."""
        self.act("roll", kind=die, dice=dice)

    def check(self, key: str, die: int, plus: int = 0, apply: bool = True) -> None:
        """A check of morale with a menu entry; a unit that fails is marked, or removed."""
        state = self.pieces[key]
        morale = self.plan.morale(state.kind, state.face) or 0
        suppressed = SUPPRESSED in self.conditions.get(key, ())
        total = die + plus + suppressed
        result = "eliminated" if total >= 7 else "suppressed" if total > morale else "no effect"
        cell = state.place.partition("@")[0]
        self.act(
            "check",
            piece=key,
            kind=state.kind,
            source=cell,
            target=result,
            dice=(die, total, morale),
        )
        if apply and result == "suppressed" and not suppressed:
            self.suppress(key)
        if apply and result == "eliminated":
            self.lose(key)

    def book(self, marker: str, number: int = 1) -> None:
        """A marker of a track goes on by a number."""
        key = f"{marker}#0"
        old = self.pieces[key]
        track, _, now = old.place.partition(":")
        then = str(int(now) + number)
        self.pieces[key] = old._replace(place=f"{track}:{then}")
        self.act("level", piece=key, kind=marker, source=now, target=then)

    def place(self, kind: str, cell: str) -> str:
        """A marker comes from its box."""
        home = self.plan.game.piece_types[kind].home
        key = next(
            one for one, state in self.pieces.items() if state.kind == kind and state.place == home
        )
        self.drag(key, cell)
        return key

    # --- judged ----------------------------------------------------------------------------------

    def issues(self, verdict: str = "illegal") -> list[Issue]:
        """What the rulebook says is wrong, in order."""
        self.act("chat")
        found: list[Issue] = []
        for section in self.rulebook._stretch(self.record):
            found += [one for one in section.issues if one.verdict == verdict]
        return found

    def report(self) -> GameReport:
        """The report of `modgen check` on the record."""
        self.act("chat")
        report = GameReport("civil-power", "CP", ["paper.vlog"])
        builder = ReportBuilder(self.plan.game, self.rulebook.clauses, report)
        for section in self.rulebook._stretch(self.record):
            self.rulebook.explain(section, builder)
        return report

    def clauses(self) -> list[str]:
        """The clauses of what is illegal, in order."""
        return [one.clause for one in self.issues()]


def judged(street: Street, reported: Reported, family: str = "") -> list[str]:
    """The clauses of what is illegal, in order, of those that begin with some text.

    The first one is noted as reported if nothing else was found before it.
    """
    report = street.report()
    found = [
        one.clause
        for one in report.findings
        if one.verdict == "illegal" and one.clause.startswith(family)
    ]
    wrong = [one for one in report.findings if one.verdict != "note"]
    if found and wrong[0].clause == found[0]:
        reported(report, found[0])
    return found
