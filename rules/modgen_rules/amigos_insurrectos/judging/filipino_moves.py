"""The moves of the Filipino phase: by land, and by sea past Gunboats (8.1, 8.2.2, 9.2)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.movement import Movement
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.amigos_insurrectos.law.movement_law import (
    far,
    fewest_gunboats,
    sea_routes,
    sea_shut,
    voyage,
)
from modgen_rules.amigos_insurrectos.reading.flows import Flow


class FilipinoMovement(Movement):
    """The moves of the Filipino side in a turn."""

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of Filipino units between areas, by land and by sea."""
        by_sea: list[Flow] = []
        for move in moves:
            if self._sailed(move):
                stray = len(move.stops & self.country.seas) == 1  # perhaps a drop beside an area
                self._find("8.2.2.c", move, "by sea", surely=True, doubtful=stray)
                continue
            if self._met(move):
                by_sea.append(move)
                continue
            if self._by_land(move) or self._placed_late(move):
                continue
            if self._ports(move):
                by_sea.append(move)
            else:
                clause = "8.2.2.e" if self._went_inland(move) else self.march(move)
                self._find(clause, move)
        for move in self.flows.of(self.country, FILIPINO):
            if move.target in self.country.seas:
                self._find("8.2.2.a", move, "and stayed at sea")
        self._at_sea(by_sea)
        self._drowned()
        self._entered(moves)
        self._arms(moves)

    def _placed_late(self, move: Flow) -> bool:
        """Whether a recruit goes to another area with Filipinos, where it may have been due.

        This must be put right before other units move, if the tracker shows when the
        movement begins.
        """
        recruited, others = self.war.recruited, self.flows.of(self.country, FILIPINO)
        late = (self.certain or self.shown(move.last)) and any(
            one.first < move.first and one.keys and not recruited & set(one.keys) for one in others
        )
        due = move.keys and recruited >= set(move.keys) and not late
        return bool(due and self.before.strong(move.target, FILIPINO))

    def _apart(self, move: Flow) -> list[Flow]:
        """A move as two, unless it may be one by sea that stopped on its way."""
        return [move] if self._by_sea(move) else super()._apart(move)

    def _by_sea(self, move: Flow) -> bool:
        """Whether a way by sea leads from where a move begins to where it ends."""
        return voyage(self.country, move.source, move.target)

    def _ports(self, move: Flow) -> bool:
        """Whether both ends of a move have a coast."""
        return all(self.country.coasts[one] for one in (move.source, move.target))

    def _shut(self) -> bool:
        """8.2.2.c: whether no Filipinos move by sea."""
        return sea_shut(self.country, self.war.turn, self.war.played)

    def _sailed(self, move: Flow) -> bool:
        """8.2.2.c: whether pieces were put down at sea on their way, though they could march."""
        seas = move.stops & self.country.seas
        if not (self._shut() and seas and self._by_land(move)):
            return False
        coasts = self.country.coasts
        beside = move.target in self.country.near[move.source]  # else it did not go that way
        return len(seas) > 1 or (not beside and seas <= coasts[move.source] & coasts[move.target])

    def _went_inland(self, move: Flow) -> bool:
        """8.2.2.e: whether pieces were put down at sea, and on a coast before they went on."""
        coasts, areas = self.country.coasts, move.stops & self.country.areas - {move.source}
        return bool(move.stops & self.country.seas and coasts[move.source]) and any(
            coasts[one] and self._by_sea(move._replace(target=one)) for one in areas
        )

    def _met(self, move: Flow) -> bool:
        """Whether a die for interception fell while pieces were at sea, though they could march."""
        acts = self.record.acts[move.first : move.last]
        sailed = move.stops & self.country.seas and self._ports(move) and not self._shut()
        return bool(sailed) and any(act.kind == "interception" for act in acts)

    def _at_sea(self, moves: list[Flow]) -> None:
        """8.2.2, 9.2: the moves that only a way by sea explains."""
        if not moves:
            return
        steps, most = sum(move.steps for move in moves), self.country.numbers.filipino_sea_steps
        first = moves[0]
        if self._shut():
            for move in moves:
                sailed = bool(move.stops & self.country.seas)
                if self.march(move) == "13.0.a" and not sailed:
                    self._find("13.0.a", move)
                else:
                    self._find("8.2.2.c", move, "by sea", surely=sailed)
            return
        for move in moves:
            if not self._by_sea(move):
                reach = self.country.numbers.sea_reach
                away = sea_routes(self.country, move.source).get(move.target)
                seen = f"{away} sea spaces away instead of at most {reach}"
                told = f"more than {reach} sea spaces away" if away is None else seen
                self._find("8.2.2.a", move, told)
                return
        if steps > most:
            what = f"by sea, as part of {steps} steps instead of at most {most}"
            land = self.march(first)
            stopped = land.startswith("8.1") and land != "8.1.a" and len(moves) == 1
            self._find(land if stopped else "8.2.2.a", first, what)
            return
        self._intercepted(moves)

    def _by_road(self, move: Flow) -> bool:
        """Whether nothing tells that a move to a near area was one by sea."""
        near = far(self.country, move.source, move.target) <= self.country.numbers.land_reach
        return near and not move.stops & self.country.seas

    def _intercepted(self, moves: list[Flow]) -> None:
        """9.2: a die for each Gunboat's sea space on the way, and no unit that was hit."""
        dice = [
            one
            for n in self.acts
            if self.record.acts[n].kind == "interception"
            for one in self.record.acts[n].dice
        ] or self.record.general_dice(self.acts[0], self.acts[-1] + 1)
        met = [
            min(
                fewest_gunboats(at, move.source, move.target)
                for at in (self.before, self.record.positions[move.first], self.after)
            )
            for move in moves
        ]
        worst, lowest = moves[met.index(max(met))], self.country.lowest["interception"]
        if max(met) and not dice and self._by_road(worst):
            self._find(self.march(worst), worst)
        elif max(met) > len(dice):
            self._find("8.2.2.d", worst, "past a Gunboat, and no die was rolled for it")
        elif max(met) and sum(one < lowest for one in dice) < max(met):
            self._find("9.2", worst, f"although a Gunboat rolled {max(dice)}")
        elif dice and min(dice) >= lowest and (past := self._past_gunboats(moves)):
            self._find("9.2", past[0], f"although a Gunboat rolled {max(dice)}")

    def _past_gunboats(self, moves: list[Flow]) -> list[Flow]:
        """The moves that stopped in a sea space with Gunboats, though another way had none."""
        return [move for move in moves if self.before.gunboats(*(move.stops & self.country.seas))]

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
        for area in sorted({move.target for move in moves if move.steps}):
            came = min(move.first for move in moves if move.steps and move.target == area)
            then, begun = self.record.positions[came], self.before.artillery(area, US)
            taken = [  # the loss may be recorded before the Filipinos come
                key
                for key in begun
                if key not in self.after.pieces
                or self.after.pieces[key].place not in self.country.areas
            ]
            guns = then.artillery(area, US) or taken
            if not guns or then.strong(area, US) or not self.after.strong(area, FILIPINO):
                continue
            for _ in guns:
                self.war.earn(self.acts[-1], -2, "1.2.1.i", "the Artillery that was taken")
            self.war.killed["us_artillery"] += len(guns)
            ended = self.war.ended or self.after
            if set(guns) & set(ended.artillery(area, US)) and ended.strong(area, FILIPINO):
                what = f"Artillery alone in {self.country.names[area]} was not removed"
                self.war.find("1.2.1.i", FILIPINO, what, self.acts[0], self.acts[-1])

    def _arms(self, moves: list[Flow]) -> None:
        """6.0.f: Imported Arms go with Filipino units of their area."""
        for move in self.flows.moves:
            if move.kind == "imported_arms" and move.source in self.country.areas:
                carried = move.target not in self.country.areas or self.after.units(
                    move.target, FILIPINO
                )
                if not carried or not self._with_units(move, moves):
                    self._find("6.0.f", move)

    def _with_units(self, arms: Flow, moves: list[Flow]) -> bool:
        """Whether units went the same way; like units may have changed places since."""
        acts = [self.record.acts[n] for n in self.acts]
        drags = {act.step for act in acts if act.piece in arms.keys and act.what == "move"}
        sides = self.country.side
        along = any(act.step in drags and sides.get(act.kind) == FILIPINO for act in acts)
        return along or (arms.source, arms.target) in self._ways(moves)

    def _ways(self, moves: list[Flow]) -> set[tuple[str, str]]:
        """The ends of all moves; of like units any may have gone."""
        sources, targets = ({getattr(one, end) for one in moves} for end in ("source", "target"))
        return {(source, target) for source in sources for target in targets}
