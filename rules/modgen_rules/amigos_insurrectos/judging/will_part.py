"""Political Will in a turn that the log shows only in part: what was at once recorded wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from modgen_rules.amigos_insurrectos.judging.will import Account, moves_of, reachable
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, US
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War, WillEntry
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import unless

MOST = 6
"""A battle with more entries than this is not judged: too many ways to record them."""


def judge(turn: Turn, war: War) -> None:
    """Payments that no entry explains, although the log goes on after them."""
    if turn.complete and war.whole:
        return
    track = war.country.game.tracks["political_will"]
    part = _Part(turn, war, range(track.first, track.last + 1))
    if not part.battles():
        part.at_once()


class _Part:
    """The marker's moves in what the log shows of a turn."""

    def __init__(self, turn: Turn, war: War, ends: range) -> None:
        self.turn, self.war, self.ends = turn, war, ends
        self.acts = turn.record.acts
        self.span = range(turn.first, turn.last + 1)
        self.fought = any(self.acts[n].kind in DICE_OF_BATTLE for n in self.span)

    def _find(self, clause: str, side: str, what: str, n: int, **more: str | float) -> None:
        gap = unless(not (self.fought and not self.turn.kept), prices.MIXED)
        self.war.find(clause, side, what, n, gap=gap, **more)  # type: ignore[arg-type]

    def at_once(self) -> None:
        """One payment is wrong, and all other moves of the marker are explained."""
        acts = self.acts
        gone_on = max(
            (n for n in self.span if acts[n].what == "phase" or acts[n].kind == BATTLE), default=-1
        )
        account = Account(self.turn, self.war.will, self.ends)
        if not account.stray:
            self._forgotten(account)
        if len(account.stray) != 1 or account.stray[0].act > gone_on or not account.certain:
            return
        move, amiss = account.stray[0], account.amiss(self.war.finals)
        denied = account.denied(self.war.denied)
        points = f"the marker went from {move.source} to {move.target}"
        if amiss is not None:
            what = f"the Political Will recorded for {amiss.why} is wrong: {points}"
            self._find(amiss.clause, US if amiss.points > 0 else FILIPINO, what, move.act)
        elif denied is not None and not account.unpaid:
            what = f"Political Will was recorded for {denied.why}"
            self._find(denied.clause, "", what, move.act)

    def _forgotten(self, account: Account) -> None:
        """One entry was never recorded, in a turn of which the log shows the end.

        What was earned before the log begins may be recorded in it: then a move has no entry.
        """
        turn, unpaid = self.turn, account.unpaid
        if not (turn.complete and self._quiet() and len(unpaid) == 1 and unpaid[0].sure):
            return
        due = reachable(turn.before.will, self.war.will, self.ends)
        if due & {*self.war.finals} or account.summed(unpaid[0]):
            return
        what = f"no Political Will was recorded for {unpaid[0].why}"
        side = US if unpaid[0].points > 0 else FILIPINO
        self._find(unpaid[0].clause, side, what, unpaid[0].act)

    def _quiet(self) -> bool:
        """Whether the tracker shows a phase when the log begins, and no battle is being fought."""
        areas = self.war.country.areas
        return bool(self.turn.began) and self.turn.before.place(BATTLE) not in areas

    def battles(self) -> bool:
        """10.9.a: what was recorded in a battle that is over. Returns whether it is wrong."""
        owed: list[WillEntry] = []
        scoring = self.turn.phases.get("scoring")
        stays = [*self._stays()]
        known = {n for _, stay in stays for n in stay} | {*(scoring.acts if scoring else ())}
        if any(stays and n > stays[0][1].start and n not in known for n in moves_of(self.turn)):
            return False  # perhaps put right
        for area, stay in stays:
            mine = [one for one in self.war.will if one.act in stay]
            moves = [n for n in moves_of(self.turn) if n in stay]
            fought = any(self.acts[n].kind in DICE_OF_BATTLE for n in stay)
            if not fought or not moves:
                owed += mine
                continue
            start = self.turn.record.positions[moves[0]].will
            final = self.turn.record.positions[moves[-1] + 1].will
            every = [*owed, *mine]
            if len(every) > MOST or not all(one.sure for one in every):
                return False
            if any(
                final in reachable(start, [*mine, *others], self.ends) for others in _some(owed)
            ):
                owed = []
            elif self._each(moves, every):
                owed = every  # some of it may be recorded later
            elif {one.clause for one in mine} == {"10.9.a"}:
                ends = reachable(start, mine, self.ends, strict=True)
                due = min(ends, key=lambda value: abs(value - final))
                name = self.war.country.names[area]
                what = (
                    f"the Political Will recorded for the battle in {name} is wrong: "
                    f"the marker is at {final} instead of {due}"
                )
                self._find("10.9.a", "", what, moves[-1], expected=str(due), observed=str(final))
                return True
            else:
                return False
        return False

    def _stays(self) -> Iterator[tuple[str, range]]:
        """The areas of the Battle marker, each with the acts up to the next area.

        An area in which it still is as the log ends is left out.
        """
        areas, acts = self.war.country.areas, self.acts
        marks = [n for n in self.span if acts[n].what == "move" and acts[n].kind == BATTLE]
        into = [n for n in marks if acts[n].target in areas]
        ends = [n for n in self.span if n in into or acts[n].what == "phase"]
        for n in into:
            end = next((one for one in ends if one > n), self.turn.last + 1)
            if end <= self.turn.last or marks[-1] > n:
                yield acts[n].target, range(n, end)

    def _each(self, moves: Sequence[int], entries: Sequence[WillEntry]) -> bool:
        """Whether each move of the marker records some of the entries."""
        if not moves:
            return True
        before, after = self.turn.record.positions[moves[0] : moves[0] + 2]
        return any(
            after.will in reachable(before.will, group, self.ends)
            and self._each(moves[1:], [one for one in entries if one not in group])
            for group in _some(entries)
        )


def _some(entries: Sequence[WillEntry]) -> Iterator[tuple[WillEntry, ...]]:
    """All choices of some entries, none and all among them."""
    for size in range(len(entries) + 1):
        yield from combinations(entries, size)
