"""Leaders whom units of the enemy find alone in an area (1.2.2.b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from modgen_rules.amigos_insurrectos.judging.leaders import earn_leader
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, OTHER, STEPS, US
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

DIE, CASUALTY = "leader_alone", "casualty"
"""The die of a Leader who is alone, and those that may stand for it."""
LATER = {
    US: ("filipino_movement", "filipino_combat", "jungle_us", "jungle_combat", "jungle_filipino"),
    FILIPINO: ("jungle_us", "jungle_combat", "jungle_filipino", "supply", "scoring", "victory"),
}
"""The phases after the moves and battles of a side."""
ARRIVING = "reinforcements"


@dataclass
class Meeting:
    """Units of a side came to an area with a Leader of the enemy, and with none of his steps."""

    turn: Turn
    war: War
    act: int
    area: str
    side: str
    """The side of the units."""
    key: str
    """The Leader."""

    def __post_init__(self) -> None:
        country, self.record = self.war.country, self.turn.record
        self.kind = self.record.positions[self.act].pieces[self.key].kind
        self.who = country.game.piece_types[self.kind].name
        self.where = country.names[self.area]
        self.later = LATER[self.side]
        self.over = self.turn.settled(*self.later, since=self.act)
        """The table when the moves and battles of the units' side are over."""
        span, acts = range(self.act, self.turn.last + 1), self.record.acts
        away = ("move", self.key, self.area)
        left = (n for n in span if (acts[n].what, acts[n].piece, acts[n].source) == away)
        self.left = next(left, -1)
        """The act by which he leaves the area; -1 if he stays."""
        fell = self.kind in self.war.gone  # later, in a battle
        self.ended = "" if fell else self.war.ends(self.key)
        self.ended = self.ended or acts[self.left].target
        """Where he is afterwards; if nothing else is known, where he was dragged at first."""

    def judge(self, dice: list[tuple[int, int]], alone: bool) -> None:
        """Judge what became of the Leader; `alone`: no other one was met in this turn.

        The die by which he is lost is taken out of `dice`.
        """
        his = [(n, die) for n, die in dice if self._may_be_his(n)]
        stays = self._stays()
        if alone and len(his) == 1 and his[0][0] > self.act:
            die = his[0][1]
            if stays:
                self._find(
                    f"{self.who} stayed in {self.where} with the enemy after a roll of {die}"
                )
            else:
                self._by_die(die)
        elif stays:
            seen = "he stayed" if his else "no die was rolled"
            self._find(f"{self.who} was alone in {self.where}, and {seen}")
        elif self._lost():
            self._by_lowest(dice)
        elif self._fled(dice):
            self._find(f"{self.who} was alone in {self.where} and left it without a die")

    def _find(self, what: str, act: int = -1, side: str = "", **more: str) -> None:
        n = self.act if act < 0 else act
        self.war.find("1.2.2.b", side or self.side, what, n, local=True, **more)  # type: ignore[arg-type]

    def _may_be_his(self, n: int) -> bool:
        """Whether a die may be his: no battle elsewhere, unless it fell when he went."""
        record = self.record
        fought = record.positions[n].place(BATTLE) in record.country.areas - {self.area}
        near = record.acts[max(self.turn.first, n - windows.AT_ONCE) : n + windows.AT_ONCE + 1]
        return not fought or any(act.piece == self.key for act in near)

    def _lost(self) -> bool:
        """Whether he left the area and the map, and no battle explains it."""
        gone = self.ended not in self.war.country.areas
        return self.left >= 0 and gone and self.kind not in self.war.gone

    def _earn(self, sure: bool) -> None:
        where, at = f"alone in {self.where}", self.record.positions[self.left]
        earn_leader(self.war, at, self.kind, self.left, where, sure)

    def _by_lowest(self, dice: list[tuple[int, int]]) -> None:
        """A Leader who was lost, by the lowest of the dice that may be his."""
        latest = self.left + windows.AT_ONCE
        his = [(die, n) for n, die in dice if n <= latest and self._may_be_his(n)]
        if not his:
            return
        die, n = min(his)
        if die > self.war.country.numbers.alone_die:
            self._find(f"{self.who}, who was alone, was lost on a roll of {die}", self.left)
        else:
            dice.remove((n, die))
        self._earn(sure=False)

    def _by_die(self, die: int) -> None:
        """The only Leader who was found alone, by the only die that was rolled."""
        lowest, areas = self.war.country.numbers.alone_die, self.war.country.areas
        if self._lost():
            if die > lowest:
                self._find(f"{self.who}, who was alone, was lost on a roll of {die}", self.left)
            self._earn(sure=True)
        elif self.left < 0 or self.ended not in areas:
            return
        elif die <= lowest:
            what = f"{self.who}, who was alone in {self.where}, was not lost on a roll of {die}"
            self._find(what, self.left)
        else:
            self._shelter(self.left, self.ended)

    def _shelter(self, left: int, ended: str) -> None:
        """A Leader who lives goes to the closest friends."""
        country, positions, side = self.war.country, self.record.positions, OTHER[self.side]
        # Friends may have moved since; nothing that was near at any moment is too far.
        moments = (positions[left], positions[self.act], self.turn.after)
        near, farther = retreats.strayed(moments, self.area, side, ended)
        if near:
            what = f"{self.who} did not go to the closest friendly units"
            names = ", ".join(sorted(country.names[area] for area in near))
            ruling = "" if farther else "closest-friends"
            self._find(what, left, side, expected=names, ruling=ruling)

    def _stays(self) -> bool:
        """Whether he stays with the enemy, as far as the log goes before the next arrivals.

        Nothing is said while the moves and battles of the enemy may still go on.
        """
        turn, acts, positions = self.turn, self.record.acts, self.record.positions
        shown = {act.target for act in acts[self.act : turn.last + 1] if act.what == "phase"}
        later = range(turn.last + 1, min(turn.last + windows.MUCH_LATER, len(acts)))
        end = next((n for n in later if acts[n].target == ARRIVING), max(later.stop, turn.last + 1))
        return (turn.complete or not shown.isdisjoint(self.later)) and all(
            self.key in at.at.get(self.area, ()) and at.strong(self.area, self.side)
            for at in (self.over, turn.after, positions[end])
        )

    def _fled(self, dice: Sequence[tuple[int, int]]) -> bool:
        """Whether he left before the tracker went on, and nobody rolled a die that may be his."""
        record, turn = self.record, self.turn
        for n in range(self.act, turn.last + 1):
            act = record.acts[n]
            if act.what == "phase" and act.target in self.later:
                break
            if act.what == "move" and act.piece == self.key:
                soon = record.positions[min(n + windows.MUCH_LATER, turn.last + 1)]
                went = {act.source, act.target} <= record.country.areas
                went &= soon.pieces[self.key].place != self.area
                first = max(turn.first, self.act - windows.MUCH_LATER)
                near = record.acts[first : n + windows.AT_ONCE + 1]
                known = {CASUALTY, *record.country.general_dice}
                rolled = any(one.kind in known for one in near if one.what == "roll")
                rolled |= any(self._may_be_his(m) for m, _ in dice)
                return went and not rolled and record.diced
        return False


def judge(turn: Turn, war: War) -> None:
    """1.2.2.b: a die is rolled for each; he is lost on 1 to 3, else he goes to his friends."""
    found = list(_meetings(turn, war))
    acts = turn.record.acts
    rolls = (n for n in turn.span if acts[n].kind == DIE)
    dice = [(n, die) for n in rolls for die in acts[n].dice]
    for one in sorted(found, key=lambda one: one.left):
        one.judge(dice, len(found) == 1)


def _meetings(turn: Turn, war: War) -> Iterator[Meeting]:
    """The Leaders who were found alone by units that stay; not those of forces that fought."""
    country, record = war.country, turn.record
    quiet = country.areas - war.fought.keys() - war.battles.keys()
    for n in turn.span:
        act, at = record.acts[n], record.positions[n]
        side = country.side.get(act.kind, "")
        if act.kind not in STEPS.get(side, ()) or act.source not in country.areas:
            continue
        if act.target not in quiet or war.fought.get(act.source, n) < n:
            continue
        enemies = at.units(act.target, OTHER[side])
        lone = all(at.pieces[key].kind in country.leaders for key in enemies)
        if not lone or at.strong(act.target, side):
            continue
        for key in enemies:
            found = Meeting(turn, war, n, act.target, side, key)
            if found.over.strong(found.area, side):
                yield found
