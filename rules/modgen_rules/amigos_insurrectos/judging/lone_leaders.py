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
    """Units of a side came to an area with a Leader of the enemy, and with nobody else."""

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

    def judge(self, dice: Sequence[tuple[int, int]], alone: bool) -> None:
        """Judge what became of the Leader; `alone`: no other one was met in this turn."""
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

    def _by_die(self, die: int) -> None:
        """The only Leader who was found alone, by the only die that was rolled."""
        war, record, lowest = self.war, self.record, self.war.country.numbers.alone_die
        ended, span = war.ends(self.key), range(self.act, self.turn.last + 1)
        left = next((n for n in span if record.acts[n].piece == self.key), -1)
        if left < 0:
            return
        if ended not in war.country.areas:
            if die > lowest:
                self._find(f"{self.who}, who was alone, was lost on a roll of {die}", left)
            earn_leader(war, record.positions[left], self.kind, left, f"alone in {self.where}")
        elif die <= lowest:
            self._find(
                f"{self.who}, who was alone in {self.where}, was not lost on a roll of {die}", left
            )
        else:
            self._shelter(left, ended)

    def _shelter(self, left: int, ended: str) -> None:
        """A Leader who lives goes to the closest friends."""
        country, positions, side = self.war.country, self.record.positions, OTHER[self.side]
        # Friends may have moved since; nothing that was near at any moment is too far.
        moments = (positions[left], positions[self.act], self.turn.after)
        near = {area for at in moments for area in retreats.shelters(at, self.area, side)}
        if ended in near or not near:
            return
        away = country.distance(self.area, [ended, *near])
        least = [away[area] for area in near if area in away]
        clear = bool(least) and away.get(ended, max(least) + 1) > max(least)
        self._find(
            f"{self.who} did not go to the closest friendly units",
            left,
            side,
            expected=", ".join(sorted(country.names[area] for area in near)),
            ruling="" if clear else "closest-friends",
        )

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
    rolls = (n for n in range(turn.first, turn.last + 1) if acts[n].kind == DIE)
    dice = [(n, die) for n in rolls for die in acts[n].dice]
    for one in found:
        one.judge(dice, len(found) == 1)


def _meetings(turn: Turn, war: War) -> Iterator[Meeting]:
    """The Leaders who were found alone by units that stay; not those of forces that fought."""
    country, record = war.country, turn.record
    quiet = country.areas - war.fought.keys() - war.battles.keys()
    for n in range(turn.first, turn.last + 1):
        act, at = record.acts[n], record.positions[n]
        side = country.side.get(act.kind, "")
        if act.kind not in STEPS.get(side, ()) or not {act.source, act.target} <= quiet:
            continue
        enemies = at.units(act.target, OTHER[side])
        lone = len(enemies) == 1 and at.pieces[enemies[0]].kind in country.leaders
        if lone and not at.strong(act.target, side):
            found = Meeting(turn, war, n, act.target, side, enemies[0])
            if found.over.strong(found.area, side):
                yield found
