"""What one family did in a Movement segment: the ways of its Units, what they break, in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.engine.reading.explain import Explanation
from modgen_rules.engine.reading.prices import BY_RULING
from modgen_rules.engine.reports.findings import listed
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.movement import Turn, moves
from modgen_rules.junta_coup.wording import Words, verb


@dataclass
class Leg:
    """A Unit's way under one controller."""

    key: str
    family: str
    places: list[str]
    first: int
    """The first and the last act of the way."""
    last: int
    moved: int
    """The act with which it began to move: for a Unit that came, the first after its arrival."""
    seats: set[str] = field(default_factory=set)
    begun: str = ""
    """The seat that acted first."""


@dataclass
class FamilyTurn:
    """What one family did: its explanation, and the steps from its first act to its last."""

    family: str
    turn: Turn
    found: Explanation
    first: int
    last: int
    story: str
    arrives: int
    """The step of the last landing, or of the last new Units; 0 for none."""
    lands: bool
    """Whether that was a landing."""
    moves: tuple[int, int] | None
    """The first and the last step of its own movement: what the order of turns goes by."""


@dataclass(frozen=True)
class TurnWords:
    """Tells of turns."""

    words: Words

    def issues(self, made: FamilyTurn) -> list[Issue]:
        """The clauses that a turn breaks, each with the Units that break it."""
        words, groups = self.words, dict[tuple[str, str, str, str, bool], int]()
        local = 0.0
        for net, pick in zip(made.turn.nets, made.found.picks, strict=True):
            local += pick.cost
            for clause in pick.broken:
                soft = abs(pick.cost - BY_RULING) < 0.01
                key = (clause, net.kind, net.source, net.target, soft)
                groups[key] = groups.get(key, 0) + 1
        issues = []
        for (clause, kind, source, target, soft), number in groups.items():
            units = words.owned(kind, number, made.family)
            way = f"from {words.place(source)} to {words.place(target)}"
            if not source:
                way = f"to {words.place(target)}"
            what = f"{units} went {way}{self._because(clause, made, kind, source, target, number)}"
            note = oddity if soft else breach
            issues.append(note(clause, made.family, what, made.first, made.last))
        told = {clause for clause, *_ in groups}
        for clause in made.found.broken:
            if clause not in told:
                soft = made.found.cost - local < BY_RULING + 0.01
                note = oddity if soft else breach
                what = "the Helicopter carried more than one Unit"
                issues.append(note(clause, made.family, what, made.first, made.last))
        return self._one_cause(issues)

    @staticmethod
    def _one_cause(issues: list[Issue]) -> list[Issue]:
        """One finding of several that tell of one mistake: the same clause again and again."""
        clauses = {one.clause for one in issues}
        if len(clauses) == 1:
            if clauses <= {"3.c", "4.a"}:
                return issues[:1]
            if clauses <= {"9.a", "9.b", "9.c"}:
                return [issues[0]._replace(what=listed(one.what for one in issues))]
        return issues

    def _because(
        self, clause: str, made: FamilyTurn, kind: str, source: str, target: str, number: int
    ) -> str:
        """The fact that makes the move a breach."""
        family = self.words.family(made.family)
        main = next(
            (
                (net.source, net.target)
                for net, pick in zip(made.turn.nets, made.found.picks, strict=True)
                if moves(pick) and not pick.broken and net.source
            ),
            None,
        )
        them = verb(self.words.several(kind, number), "it", "them")
        known = {
            "5.c": ", which is not adjacent",
            "5.d": ", which is two or more spaces away",
            "5.f": ", more than two spaces away",
            "5.g": ", by Helicopter all the way",
            "6.b": f" after another family had moved {them} in this phase",
            "4.a": f" while {family} is dead or in exile",
            "3.c": " in the Rebellion phase",
            "7.c": " a second time in this coup",
            "7.b": ", which is not a landing place of the Marines",
            "8.a": self._elsewhere(made, kind),
            "8.b": self._too_late(made, kind, number),
            "9.a": ", where no Rebel had brought the new Units",
            "9.b": ", where no new Units are",
            "9.c": " in a Coup phase",
            "6.c": " although no family controls it",
            "14.i": " after having been destroyed",
        }
        if clause == "5.c" and target in made.turn.city.near.get(source, ()):
            return ", but the other Units of the space went elsewhere"
        if clause == "7.c" and source:
            return (
                f" and {verb(self.words.several(kind, number), 'was', 'were')} off the map between"
            )
        if clause == "5.b" and main is not None:
            a, b = (self.words.place(place) for place in main)
            return f", and {family} had also moved from {a} to {b}"
        return known.get(clause, "")

    def _elsewhere(self, made: FamilyTurn, kind: str) -> str:
        """8.a: that no card brings Units there, and where it does."""
        places = [self.words.place(one) for one in sorted(made.turn.brought.get(kind, ()))]
        if len(places) == 1:
            return f", but the card brings them to {places[0]}"
        return ", but no card brings Units there"

    def _too_late(self, made: FamilyTurn, kind: str, number: int) -> str:
        """8.b: that the family had moved before its new Units came, and where these came."""
        family = self.words.family(made.family)
        places = [self.words.place(one) for one in sorted(made.turn.brought.get(kind, ()))]
        they = verb(self.words.several(kind, number), "it", "they")
        came = f" when {they} came to {places[0]}" if len(places) == 1 else ""
        return f", but {family} had already moved{came}"

    def story(self, turn: Turn, found: Explanation) -> str:
        """What the family did, as a sentence."""
        groups: dict[tuple[str, str, str, str], int] = {}
        for net, pick in zip(turn.nets, found.picks, strict=True):
            key = (pick.story[0], net.kind, net.source, net.target)
            groups[key] = groups.get(key, 0) + 1
        parts = []
        for (story, kind, source, target), number in groups.items():
            units, to = self.words.units(kind, number), self.words.place(target)
            several = self.words.several(kind, number)
            parts.append(f"{units} {_told(story, several, to, self.words.place(source))}")
        return listed(parts)


def _told(story: str, number: int, to: str, source: str) -> str:
    """A verb with its places: `move from Market to Parliament`."""
    s = verb(number, "s", "")
    by = f"from {source} to {to}"
    return {
        "moves": f"move{s} {by}",
        "moves for El Presidente": f"move{s} for El Presidente {by}",
        "flies": f"{verb(number, 'flies', 'fly')} {by}",
        "is carried": f"{verb(number, 'is', 'are')} carried to {to}",
        "lands": f"land{s} in {to}",
        "lands and moves": f"land{s} and move{s} to {to}",
        "comes": f"come{s} to {to}",
        "comes and moves": f"come{s} and move{s} to {to}",
        "reacts": f"react{s} and go{verb(number, 'es', '')} {by}",
    }.get(story, f"go{verb(number, 'es', '')} {by}")
