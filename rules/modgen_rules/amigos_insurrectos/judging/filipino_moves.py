"""The moves of the Filipino phase: by land, and by sea past Gunboats (8.1, 8.2.2, 9.2)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.movement import Movement
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.amigos_insurrectos.law.movement_law import (
    NOWHERE,
    far,
    fewest_gunboats,
    sea_routes,
    sea_shut,
    voyage,
)
from modgen_rules.amigos_insurrectos.reading.flows import Flow
from modgen_rules.engine.reading import windows
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.game_steps import writes


class FilipinoMovement(Movement):
    """The moves of the Filipino side in a turn."""

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of Filipino units between areas, by land and by sea."""
        by_sea: list[Flow] = []
        shut = sea_shut(self.country, self.war.turn, self.war.played)
        for move in moves:
            seas, ports = move.stops & self.country.seas, self._ports(move)
            if self._by_land(move):
                if shut and self._sailed(move, seas):
                    stray = len(seas) == 1  # perhaps a drop beside an area
                    self._find("8.2.2.c", move, "by sea", surely=True, doubtful=stray)
                elif seas and ports and (len(seas) > 1 or self._told_by_sea(move)):
                    by_sea.append(move)
            elif not self._placed_late(move):
                if ports:
                    by_sea.append(move)
                else:
                    self._find("8.2.2.e" if self._went_inland(move) else self.march(move), move)
        for move in self.own:
            if move.target in self.country.seas:
                self._find("8.2.2.a", move, "and stayed at sea")
        if by_sea:
            (self._shut if shut else self._at_sea)(by_sea)
        self._drowned()
        self._entered(moves)
        self._arms(moves)

    def _placed_late(self, move: Flow) -> bool:
        """Whether a recruit goes to another area with Filipinos, where it may have been due.

        This must be put right before other units move, if the tracker shows when the
        movement begins.
        """
        recruited = self.war.recruited
        late = (self.certain or self.shown(move.last)) and any(
            one.first < move.first and not recruited & set(one.keys) for one in self.own if one.keys
        )
        due = recruited >= set(move.keys) > set() and not late
        return due and self.before.strong(move.target, FILIPINO) > 0

    def _apart(self, move: Flow) -> list[Flow]:
        """A move as two, unless it may be one by sea that stopped on its way."""
        return [move] if voyage(self.country, move.source, move.target) else super()._apart(move)

    def _ports(self, move: Flow) -> bool:
        """Whether both ends of a move have a coast."""
        return all(self.country.coasts[one] for one in (move.source, move.target))

    def _sailed(self, move: Flow, seas: frozenset[str]) -> bool:
        """8.2.2.c: whether pieces were put down at sea on their way, though they could march."""
        coasts = self.country.coasts
        beside = move.target in self.country.near[move.source]  # else it did not go that way
        common = coasts[move.source] & coasts[move.target]
        return len(seas) > 1 or (not beside and set() < seas <= common)

    def _told_by_sea(self, move: Flow) -> bool:
        """Whether chat or a die tells that units sailed, and were not just dropped at sea."""
        acts, since = self.record.acts[move.first : move.last], move.first - windows.AT_ONCE
        sea = ChatWords.of([self.country.game]).sea
        lines = (line for n, line in self.record.lines if since <= n <= move.last + 1)
        rolled = any(act.kind == "interception" for act in acts)
        return rolled or any(writes(line, sea) for line in lines)

    def _went_inland(self, move: Flow) -> bool:
        """8.2.2.e: whether pieces were put down at sea, and on a coast before they went on."""
        coasts, areas = self.country.coasts, move.stops & self.country.areas - {move.source}
        return bool(move.stops & self.country.seas and coasts[move.source]) and any(
            coasts[one] and voyage(self.country, move.source, one) for one in areas
        )

    def _shut(self, moves: list[Flow]) -> None:
        """8.2.2.c, 13.0.a: the moves that only a way by sea explains while nobody sails."""
        for move in moves:
            sailed = bool(move.stops & self.country.seas)
            if self.march(move) == "13.0.a" and not sailed:
                self._find("13.0.a", move)
            else:
                self._find("8.2.2.c", move, "by sea", surely=sailed)

    def _at_sea(self, moves: list[Flow]) -> None:
        """8.2.2, 9.2: the moves that a way by sea explains.

        A die is due for each Gunboat's sea space on the way, and no unit may be hit.
        """
        numbers, acts = self.country.numbers, self.record.acts
        steps, most = sum(move.steps for move in moves), numbers.filipino_sea_steps
        for move in moves:
            away = sea_routes(self.country, move.source).get(move.target, NOWHERE)
            if away > numbers.sea_reach:
                seen = f"{away} sea spaces away instead of at most {numbers.sea_reach}"
                told = f"more than {numbers.sea_reach} sea spaces away"
                self._find("8.2.2.a", move, told if away == NOWHERE else seen)
                return
        if steps > most:
            what = f"by sea, as part of {steps} steps instead of at most {most}"
            self._find("8.2.2.a", moves[0], what)
            return
        rolls = (acts[n] for n in self.acts if acts[n].kind == "interception")
        dice = [one for act in rolls for one in act.dice]
        dice = dice or self.record.general_dice(self.acts[0], self.acts[-1] + 1)
        met = [
            min(
                fewest_gunboats(at, move.source, move.target)
                for at in (self.before, self.record.positions[move.first], self.after)
            )
            for move in moves
        ]
        needed, lowest = max(met), self.country.lowest["interception"]
        worst, through = moves[met.index(needed)], sum(one < lowest for one in dice)
        near = far(self.country, worst.source, worst.target) <= numbers.land_reach
        past = [
            one for one in moves if self.before.gunboats(*(one.stops & self.country.seas))
        ]  # they stopped beside a Gunboat, though another way had none
        hit = f"although a Gunboat rolled {max(dice)}" if dice else ""
        if needed and not dice and near and not worst.stops & self.country.seas:
            self._find(self.march(worst), worst)
        elif needed > len(dice):
            self._find("8.2.2.d", worst, "past a Gunboat, and no die was rolled for it")
        elif through < needed:
            self._find("9.2", worst, hit)
        elif dice and not through and past:
            self._find("9.2", past[0], hit)

    def _drowned(self) -> None:
        """10.9.a: the points for steps that an interception took."""
        if not any(self.record.acts[n].kind == "interception" for n in self.acts):
            return
        for (place, kind), number in self.flows.lost.items():
            if kind in STEPS[FILIPINO] and self.country.coasts.get(place):
                what = f"{wording.steps(number, 'Filipino')} lost at sea"
                self.war.earn(self.acts[-1], number, "10.9.a", what)
                self.war.killed[kind] += number

    def _entered(self, moves: list[Flow]) -> None:
        """1.2.1.i: Artillery without steps is lost when Filipino steps enter."""
        areas = self.country.areas
        for area in sorted({move.target for move in moves if move.steps}):
            came = min(move.first for move in moves if move.steps and move.target == area)
            then = self.record.positions[came]
            guns = then.artillery(area, US) or [  # the loss may be recorded first
                key
                for key in self.before.artillery(area, US)
                if key not in self.after.pieces or self.after.pieces[key].place not in areas
            ]
            if not guns or then.strong(area, US) or not self.after.strong(area, FILIPINO):
                continue
            for _ in guns:
                self.war.earn(self.acts[-1], -2, "1.2.1.i", "the Artillery that was taken")
            self.war.killed["us_artillery"] += len(guns)
            ended = self.war.ended or self.after
            if {*guns} & {*ended.artillery(area, US)} and ended.strong(area, FILIPINO):
                what = f"Artillery alone in {self.names[area]} was not removed"
                self.war.find("1.2.1.i", FILIPINO, what, self.acts[0], self.acts[-1])

    def _arms(self, moves: list[Flow]) -> None:
        """6.0.f: Imported Arms go with Filipino units of their area.

        Like units may have changed places since, so that any may have gone.
        """
        acts, sides = [self.record.acts[n] for n in self.acts], self.country.side
        for move in self.flows.moves:
            if move.kind != "imported_arms" or move.source not in self.country.areas:
                continue
            drags = {act.step for act in acts if act.piece in move.keys and act.what == "move"}
            along = any(act.step in drags and sides.get(act.kind) == FILIPINO for act in acts)
            sources, targets = (
                {getattr(one, end) for one in moves} for end in ("source", "target")
            )
            along |= move.source in sources and move.target in targets
            there = move.target not in self.country.areas or self.after.units(move.target, FILIPINO)
            if not (along and there):
                self._find("6.0.f", move)
