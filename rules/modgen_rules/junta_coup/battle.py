"""One battle (12.0-15.0): bombardment, exchanges of fire, losses, retreats; dice are evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from modgen_rules.engine.simultaneous_fire import SimultaneousFire
from modgen_rules.engine.turn_order import overtaken
from modgen_rules.junta_coup.position import Coup, Position, Tell

RETREATS = "retreats"
EXCHANGES = ("first", "second", "third")
SALVOES = {"gunboat": ("12.a", "almirante", 3), "air_raid": ("12.b", "comandante", 6)}
"""12.a, 12.b: the clause, the Office that commands it, its dice."""
HIT = 6


@dataclass
class Battle:
    """What happened in a space since the Battle marker came there."""

    position: Position
    space: str
    tell: Tell
    coup: Coup
    retired: set[str]
    """15.g: Units that retreated in this phase."""
    exchange: int = 0
    period: str = "shelling"
    losses: Counter[str] = field(default_factory=Counter)
    fought: bool = False
    left: list[str] = field(default_factory=list)
    """15.e: who retreated, in order."""
    doubts: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """What each retreat broke, if its family had to leave at all."""
    rivals: Counter[str] | None = None
    """15.a: who was there as retreats began."""
    let_in: set[tuple[str, str]] = field(default_factory=set)
    """15.d: who lets whom into his spaces."""
    held: set[tuple[str, str]] = field(default_factory=set)
    """15.b: who lets whom not leave."""

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """13.c: what everybody has now counts until all have fired."""
        self.volley = SimultaneousFire(self.position.counted(self._units()))
        self.dice = {
            who: self.position.dice(self.space, self._units(who)) for who in self.volley.units
        }

    def _units(self, who: str = "") -> list[str]:
        """The Units of a family, or of all, that may fight here."""
        return [key for key in self.position.there(self.space, who) if key not in self.retired]

    def _rest(self, who: str) -> bool:
        """15.g: whether a family has Units here that retreated before."""
        return any(key in self.retired for key in self.position.there(self.space, who))

    def turn(self, face: str) -> None:
        """13.a: the marker shows the next exchange, or that retreats begin."""
        self.settle()
        self.period = face
        self.exchange += face in EXCHANGES

    def settle(self) -> None:
        """14.d, 14.e, 14.f: every 6 has destroyed one Unit, nothing else has."""
        for who, lost, due in self.volley.wrong():
            clause = "14.d" if lost < due else "14.f" if lost > self.volley.units[who] else "14.e"
            self.tell(clause, "illegal", who, f"{lost} lost where {due} had to go")
        self.losses += self.volley.lost
        self._begin()

    # --- fire ----------------------------------------------------------------------------------

    def fire(self, who: str, way: str, target: str, dice: tuple[int, ...]) -> None:
        """3.b, 3.c, 3.e, 4.a, 10.a: somebody rolled at somebody: may he, and so many dice?"""
        position = self.position
        if way in SALVOES:
            self._salvo(who, way, len(dice))
        else:
            self._shoot(who, len(dice))
        others = [one for one in self.volley.units if one != who]
        target = target or (others[0] if len(others) == 1 else "")
        if target and (not self.volley.units[target] or target == who):
            away = target not in position.present()
            tired = self._rest(target) and target != who
            self.tell("4.a" if away else "15.g" if tired else "10.a", "illegal", who, "")
        self.volley.fire(who, target, dice, HIT)
        self.fought = True
        guards = any(position.units[key].kind == "palace_guard" for key in self._units(target))
        if guards and not target:
            self.coup.maybe.add(who)
        if position.phase == 0 and who == position.president:
            self.tell("3.c", "illegal", who, "")
        elif who != position.president and (position.phase == 0 or (guards and target)):
            self.coup.rebels.setdefault(who, "3.e" if position.phase else "3.d")

    def _salvo(self, who: str, way: str, dice: int) -> None:
        """12.a, 12.b, 12.e: by its Office, with its dice, before the exchanges."""
        clause, office, number = SALVOES[way]
        if who != self.position.holder(office) or dice != number:
            self.tell(clause, "illegal", who, f"{dice} dice")
        if self.exchange:
            self.tell("12.e", "illegal", who, "")

    def _shoot(self, who: str, dice: int) -> None:
        """13.a, 13.b, 13.c, 14.a-14.c: no more dice than one's Units have in an exchange."""
        if self.period not in EXCHANGES:
            self.turn(EXCHANGES[0])  # nobody turned the marker
        if self.exchange > len(EXCHANGES):
            self.tell("13.a", "illegal", who, f"exchange {self.exchange}")
        if self.volley.lost:
            self.tell("13.c", "suspect", who, "a loss was taken before this fire")
        own, doubled, whole = self.dice.get(who, (0, 0, 0))
        total = self.volley.rolled[who] + dice
        if total <= own:
            return
        if who not in self.position.present():
            clause = "4.a"
        elif not own and self._rest(who):
            clause = "15.g"
        elif self.volley.shots[who] and dice <= own:
            clause = "13.b"
        else:
            clause = "14.c" if total <= doubled else "14.b" if total <= whole else "14.a"
        self.tell(clause, "illegal", who, f"{total} dice, {own} at most")

    # --- losses and retreats -------------------------------------------------------------------

    def lose(self, who: str) -> None:
        """14.d, 15.f: a Unit is removed by fire, or because it has nowhere to go."""
        if self.period != RETREATS:
            self.volley.lost[who] += 1
            return
        self._leaves(who)
        if any(self._open(who, space) for space in self.position.city.near[self.space]):
            self.doubts[who].append(("15.f", "a free space is adjacent"))

    def retreat(self, who: str, target: str) -> None:
        """15.d: to an adjacent space that is free, or whose owners agree."""
        self._leaves(who)
        city = self.position.city
        if target not in city.near[self.space] or not self._open(who, target):
            self.doubts[who].append(("15.d", city.names.get(target, "")))

    def _open(self, who: str, space: str) -> bool:
        there = self.position.counted(self.position.there(space))
        return space in self.position.city.embassies or all(
            one == who or (one, who) in self.let_in for one in there
        )

    def _leaves(self, who: str) -> None:
        """15.e: retreats follow the order of turns."""
        if self.period != RETREATS:
            self.turn(RETREATS)
        self.rivals = self.rivals or self.position.counted(self._units())
        found = self.doubts.setdefault(who, [])
        if overtaken(self.position.movers(), who, self.left):
            found.append(("15.e", ""))
        self.left.append(who)

    def end(self) -> None:
        """15.a, 15.b, 15.c, 15.g: who lost least stays, all others leave unless they are held."""
        self.settle()
        there = self.position.counted(self._units())
        rivals = self.rivals or there
        fewest = min((self.losses[who] for who in rivals), default=0)
        stay = {who for who in rivals if self.losses[who] == fewest}
        tied = stay == set(rivals) or not self.fought
        found = [("15.b", one, whom) for one, whom in sorted(self.held) if one not in stay or tied]
        for who in rivals:
            kept = {(one, who) for one in stay} <= self.held
            wrong = list(self.doubts.get(who, ()))
            if who in self.left and tied:
                wrong = [("15.g" if len(rivals) > 1 else "15.a", "")]
            elif who in self.left and (who in stay or kept):
                wrong = [("15.a" if who in stay else "15.b", "")]
            elif not tied and who not in stay and there[who] and not kept:
                wrong = [("15.c", "")]
            found += [(clause, who, seen) for clause, seen in dict.fromkeys(wrong)]
        for clause, who, seen in sorted(found, key=lambda one: one[0] in ("15.d", "15.e", "15.f")):
            self.tell(clause, "illegal", who, seen)
