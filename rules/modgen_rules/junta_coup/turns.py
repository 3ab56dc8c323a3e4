"""The Movement segment (3.0, 5.0-9.0): every family's turn, from where its Units were and are.

A family has one turn in a phase, so all that its Units did in the segment is judged together, in
whatever order hands moved them; the order of turns is judged by when each family began and ended.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise, product

from modgen_rules.engine.explain import Explanation
from modgen_rules.engine.turn_order import clockwise
from modgen_rules.junta_coup.city import OFFICE_OF, UNARMED, Card
from modgen_rules.junta_coup.issues import Issue, breach, cost, oddity
from modgen_rules.junta_coup.movement import (
    SOFT,
    Net,
    Turn,
    explain,
    moves,
    rebels_by_moving,
    straight,
)
from modgen_rules.junta_coup.position import Coup
from modgen_rules.junta_coup.record import Record
from modgen_rules.junta_coup.wording import Words, listed, verb

LATE_MARKER = 0.3
"""The price of a control marker that is set after the Unit has moved."""
MOST_DOUBTS = 3
"""The number of groups of Units that are tried with either controller."""


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
    """The first step of a landing or of new Units; 0 for none."""
    moves: tuple[int, int] | None
    """The first and the last step of its own movement: what the order of turns goes by."""


Mover = tuple[FamilyTurn, tuple[int, int]]


@dataclass
class MovementJudgement:
    """A whole segment: what was wrong, and each family's turn in the order of play."""

    issues: list[Issue]
    turns: list[FamilyTurn]
    coup: Coup

    @property
    def cost(self) -> float:
        """How dear this reading is."""
        return cost(self.issues)


@dataclass
class Movement:
    """Judges acts `start` to `end` of a record as one Movement segment."""

    record: Record
    words: Words
    start: int
    end: int
    until: int
    """The end of the phase: a card may be turned over late."""
    coup: Coup

    def judge(self) -> MovementJudgement:
        """The cheapest reading of who moved what."""
        legs = self._legs()
        doubts: dict[tuple[str, ...], list[Leg]] = defaultdict(list)
        for leg in legs:
            other = self._later_controller(leg)
            if other and other != leg.family:
                doubts[leg.family, other, leg.places[0], leg.places[-1]].append(leg)
        groups = list(doubts.items())[:MOST_DOUBTS]
        best: MovementJudgement | None = None
        for flips in sorted(product((False, True), repeat=len(groups)), key=sum):
            for flip, ((family, other, *_), members) in zip(flips, groups, strict=True):
                for leg in members:
                    # A Unit that nobody controlled was put down before its marker.
                    leg.family = other if flip or not family else family
            found = self._judged(legs, sum(flips) * LATE_MARKER)
            if best is None or found.cost + 0.01 < best.cost:
                best = found
            if best.cost < LATE_MARKER:
                break
        assert best is not None
        return best

    def _legs(self) -> list[Leg]:
        """Where Units went, each under one controller; what came back to its place did not move."""
        ways: dict[str, list[Leg]] = defaultdict(list)
        near = self.record.city.near
        for n in range(self.start, self.end):
            act = self.record.acts[n]
            if act.what != "unit":
                continue
            mine = ways[act.piece]
            if mine and mine[-1].family == act.family and mine[-1].places[-1] == act.source:
                if len(mine[-1].places) == 2 and mine[-1].places[0] not in near:
                    mine[-1].moved = n
                mine[-1].places.append(act.target)
                mine[-1].last = n
            else:
                mine.append(Leg(act.piece, act.family, [act.source, act.target], n, n, n))
            mine[-1].seats |= {act.seat} - {""}
        legs = []
        for mine in ways.values():
            for leg in mine:
                ends = [place if place in near else "" for place in leg.places]
                if ends[-1] and ends[0] != ends[-1]:  # what leaves the map is judged as a loss
                    leg.places = ends
                    legs.append(leg)
        return self._swapped(sorted(legs, key=lambda leg: leg.first))

    def _swapped(self, legs: list[Leg]) -> list[Leg]:
        """Without like Units that changed places: a hand takes any of them."""
        left: list[Leg] = []
        for leg in legs:
            back = next(
                (
                    other
                    for other in left
                    if (other.places[0], other.places[-1]) == (leg.places[-1], leg.places[0])
                    and self._kind(other.key) == self._kind(leg.key)
                    and other.family == leg.family
                ),
                None,
            )
            if back is None:
                left.append(leg)
            else:
                left.remove(back)
        return left

    def _kind(self, key: str) -> str:
        for position in (self.record.positions[self.end], self.record.positions[self.start]):
            if key in position.units:
                return position.units[key].kind
        return ""

    def _later_controller(self, leg: Leg) -> str:
        """Who controls the Unit as the segment ends."""
        position = self.record.positions[self.end]
        unit = position.units.get(leg.key)
        return position.controller(unit) if unit else ""

    # --- turns -----------------------------------------------------------------------------------

    def _judged(self, legs: list[Leg], price: float) -> MovementJudgement:
        coup = self.coup.copy()
        issues: list[Issue] = []
        cards = self._cards(legs, coup, issues)
        by_family: dict[str, list[Leg]] = defaultdict(list)
        for leg in legs:
            by_family[leg.family].append(leg)
        rebels = self._rebels(by_family)
        riots = {
            card.space: any(
                other.space == card.space and who in rebels
                for who, played in cards.items()
                for other in played
            )
            for played in cards.values()
            for card in played
            if card.kind in UNARMED
        }
        turns = []
        before = {
            leg.key: leg.first for leg in legs[::-1] if leg.places[0]
        }  # the first movement of each Unit that was on the map
        order = self.record.positions[self.start].movers()
        ranked = sorted(by_family, key=lambda who: order.index(who) if who in order else -1)
        for family in ranked:
            made = self._turn(family, by_family[family], cards, riots, before)
            if made is not None:
                turns.append(made)
                issues += self._issues(made, coup)
                self._remember(made, coup)
        issues += self._short(legs, cards)
        issues += self._order(turns)
        issues += self._seats(legs)
        if price:
            issues.append(Issue("6.a", "note", "", "", 0, 0, price=price))
        return MovementJudgement(issues, turns, coup)

    def _turn(
        self, family: str, legs: list[Leg], cards: Mapping[str, list[Card]],
        riots: Mapping[str, bool], before: Mapping[str, int],
    ) -> FamilyTurn | None:  # fmt: skip
        record, position = self.record, self.record.positions[legs[0].first]
        begun = record.positions[self.start]
        cousins = {one for one, face in self._tiles(family).items() if face == "cousin"}
        nets = []
        begun_to_move = min((leg.moved for leg in legs if leg.places[0]), default=-1)
        in_steps = {
            (leg.places[0], leg.places[-1])
            for leg in legs
            if len(leg.places) > 2
            and all(b in record.city.near.get(a, ()) for a, b in pairwise(leg.places))
        }
        for leg in legs:
            kind = self._kind(leg.key)
            again = before.get(leg.key, leg.first) < leg.first
            office = ""
            if family == position.president and self._held(kind):
                office = OFFICE_OF[kind]
            staged = (leg.places[0], leg.places[-1]) in in_steps
            comes = not leg.places[0]
            direct = comes and not record.city.landings & {*leg.places}
            nets.append(
                Net(
                    leg.key, leg.places[0], leg.places[-1], kind, leg.family, office, again,
                    leg.key in self.coup.landed, staged, direct,
                    comes and leg.first < begun_to_move,
                )
            )  # fmt: skip
        flight = self._flight(family)
        brought = {
            card.kind: frozenset(c.space for c in cards.get(family, ()) if c.kind == card.kind)
            for card in cards.get(family, ())
        }
        now = record.positions[self.end]
        homes = {
            unit.place
            for where in (begun, now)
            for unit in where.units.values()
            if unit.kind != "helicopter" and where.controller(unit) == family
        }
        held = frozenset(one for one, tile in position.offices.items() if tile.face == "cousin")
        turn = Turn(
            record.city, position.phase, family, position.president, self._present(legs),
            tuple(nets), brought, frozenset(homes & record.city.near.keys()), flight,
            held | cousins, riots, record.stages,
        )  # fmt: skip
        found = explain(turn)
        if found is None:
            return None
        own = [
            record.step(n)
            for leg, net, pick in zip(legs, nets, found.picks, strict=True)
            if moves(pick) and not net.office
            for n in (leg.moved, leg.last)
        ]
        steps = [record.step(n) for leg in legs for n in (leg.first, leg.last)]
        span = (min(own), max(own)) if own else None
        came = [record.step(leg.first) for leg in legs if not leg.places[0]]
        return FamilyTurn(
            family, turn, found, min(steps), max(steps), self._story(turn, found),
            min(came, default=0), span,
        )  # fmt: skip

    def _flight(self, family: str) -> tuple[str, ...]:
        """5.f: the places on the Helicopter's way, also if it came back."""
        near = self.record.city.near
        way: list[str] = []
        for act in self.record.acts[self.start : self.end]:
            if (act.what, act.kind, act.family) == ("unit", "helicopter", family):
                way += [act.target] if way else [act.source, act.target]
        return tuple(place for place in way if place in near)

    def _tiles(self, family: str) -> dict[str, str]:
        return self.record.positions[self.start].tiles(family)

    def _held(self, kind: str) -> bool:
        """5.e: whether the Cousin holds the Office of a kind of Unit."""
        return self.record.positions[self.start].led_by_cousin(kind)

    def _present(self, legs: list[Leg]) -> tuple[str, ...]:
        """4.a: who took part when the family moved."""
        sets = [set(self.record.positions[leg.first].present()) for leg in legs]
        return tuple(sorted(set.intersection(*sets)))

    def _rebels(self, by_family: Mapping[str, list[Leg]]) -> set[str]:
        """3.b, 9.a: who is a Rebel as far as is known, or moves in this segment."""
        position = self.record.positions[self.start]
        near = position.city.near
        moved = {
            who for who, legs in by_family.items() if any(leg.places[0] in near for leg in legs)
        }
        known = self.coup.rebels.keys() | self.coup.maybe | {position.leader} | self.record.turned
        return moved | set(known)

    # --- cards -----------------------------------------------------------------------------------

    def _cards(self, legs: list[Leg], coup: Coup, issues: list[Issue]) -> dict[str, list[Card]]:
        """8.a, 2.c: the cards of this segment by the family that played each."""
        record = self.record
        found: dict[str, list[Card]] = defaultdict(list)
        for n in range(self.start, self.until):
            act = record.acts[n]
            if act.what != "card" or act.target != "played":
                continue
            card = record.city.cards.get(act.kind)
            who = self._player(act.seat, card, legs, found)
            name = self.words.game.card[act.kind].title if act.kind in self.words.game.card else ""
            if n >= self.end:
                late = card is not None and any(
                    self._kind(leg.key) == card.kind and not leg.places[0] for leg in legs
                )
                note = oddity if late else breach
                what = f"the card {name} was played after dice had been rolled"
                issues.append(note("2.c", who, what, act.step))
                if not late:
                    continue
            elif act.kind in coup.played:
                issues.append(
                    breach("8.a", who, f"the card {name} was played before in this coup", act.step)
                )
            coup.played.add(act.kind)
            if card is not None:
                found[who].append(card)
        return found

    def _player(
        self, seat: str, card: Card | None, legs: list[Leg], found: Mapping[str, list[Card]]
    ) -> str:
        """8.c: who played a card: whose seat did, else whose new Units are nearest to its space."""
        if card is None:
            return seat
        near = {card.space, *self.record.city.near.get(card.space, ())}
        came: dict[str, list[str]] = defaultdict(list)
        for leg in legs:
            if self._kind(leg.key) == card.kind and not leg.places[0] and leg.family:
                came[leg.family].append(leg.places[-1])
        score: dict[str, int] = {}
        for who, places in came.items():
            given = sum(one.number for one in found.get(who, ()) if one.kind == card.kind)
            off = abs(len(places) - given - card.number)
            score[who] = sum(place in near for place in places) - 3 * off + 2 * (who == seat)
        return max(score, key=lambda who: score[who], default=seat)

    def _short(self, legs: list[Leg], cards: Mapping[str, list[Card]]) -> list[Issue]:
        """8.a: as many Units come as the card says."""
        came = Counter((leg.family, self._kind(leg.key)) for leg in legs if not leg.places[0])
        due: Counter[tuple[str, str]] = Counter()
        for who, played in cards.items():
            for card in played:
                due[who, card.kind] += card.number
        return [
            breach(
                "8.a", who,
                f"the card brings {self.words.units(kind, number)}, {came[who, kind]} came",
                self._step(self.start), self._step(self.end - 1), expected=str(number),
            )
            for (who, kind), number in due.items()
            if came[who, kind] != number
        ]  # fmt: skip

    def _step(self, index: int) -> int:
        return self.record.step(max(index, self.start))

    # --- what was wrong --------------------------------------------------------------------------

    def _issues(self, made: FamilyTurn, coup: Coup) -> list[Issue]:
        """The clauses that a turn breaks, each with the Units that break it."""
        words, groups = self.words, dict[tuple[str, str, str, str, bool], int]()
        local = 0.0
        for net, pick in zip(made.turn.nets, made.found.picks, strict=True):
            local += pick.cost
            for clause in pick.broken:
                soft = abs(pick.cost - SOFT) < 0.01
                key = (clause, net.kind, net.source, net.target, soft)
                groups[key] = groups.get(key, 0) + 1
        issues = []
        for (clause, kind, source, target, soft), number in groups.items():
            units = words.owned(kind, number, made.family)
            way = f"from {words.place(source)} to {words.place(target)}"
            if not source:
                way = f"to {words.place(target)}"
            what = f"{units} went {way}{self._because(clause, made, source, target)}"
            note = oddity if soft else breach
            issues.append(note(clause, made.family, what, made.first, made.last))
        told = {clause for clause, *_ in groups}
        for clause in made.found.broken:
            if clause not in told:
                soft = made.found.cost - local < SOFT + 0.01
                note = oddity if soft else breach
                what = "the Helicopter took more than one Unit along"
                issues.append(note(clause, made.family, what, made.first, made.last))
        turn = made.turn
        near = turn.city.near
        flown = straight(turn.flight)
        if len(flown) > 3 and all(b in near.get(a, ()) for a, b in pairwise(flown)):
            way = listed(words.place(place) for place in turn.flight)
            issues.append(
                oddity("5.f", made.family, f"the Helicopter flew {way}", made.first, made.last)
            )
        return issues[:1] if self._one_cause(issues) else issues

    @staticmethod
    def _one_cause(issues: list[Issue]) -> bool:
        """Whether several findings tell of one mistake: the same clause again and again."""
        clauses = {one.clause for one in issues}
        return len(clauses) == 1 and clauses <= {"3.c", "4.a"}

    def _because(self, clause: str, made: FamilyTurn, source: str, target: str) -> str:
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
        known = {
            "5.c": ", which is not adjacent",
            "5.d": ", which is two spaces away or more",
            "5.f": ", more than two spaces away",
            "6.b": " after another family had moved it in this phase",
            "4.a": f" while {family} is dead or in exile",
            "3.c": " in the Rebellion phase",
            "7.c": " a second time in this coup",
            "7.b": ", which is not a landing place of the Marines",
            "8.a": " where no card puts them",
            "8.b": f" although {family} had moved already",
            "6.c": " although no family controls it",
            "14.i": " from the dead",
        }
        if clause == "5.c" and target in made.turn.city.near.get(source, ()):
            return ", not where the other Units of the space went"
        if clause == "5.b" and main is not None:
            a, b = (self.words.place(place) for place in main)
            return f", and {family} had also moved from {a} to {b}"
        return known.get(clause, "")

    def _remember(self, made: FamilyTurn, coup: Coup) -> None:
        """3.b, 7.c: who moved in the Rebellion phase, and what has been on the map."""
        turn = made.turn
        for net, pick in zip(turn.nets, made.found.picks, strict=True):
            coup.landed.add(net.key)
            if turn.phase:
                continue
            if pick.story[0] == "reacts" and net.target in turn.city.near.get(net.source, ()):
                coup.maybe.add(made.family)  # it may have moved before the card came
            if not net.source or (turn.riots and net.kind == "police"):
                coup.maybe.add(made.family)
        if rebels_by_moving(turn, made.found):
            coup.rebels.setdefault(made.family, "3.b")

    def _order(self, turns: list[FamilyTurn]) -> list[Issue]:
        """3.a, 5.a, 5.e: nobody moves before a family whose turn comes first."""
        position = self.record.positions[self.start]
        movers = [
            (made, made.moves) for made in turns if made.moves and made.family in position.present()
        ]
        away = tuple(one for one in position.movers() if one in position.present())
        leader = position.leader if position.leader in away else ""
        orders = [position.movers()]
        if leader:
            orders.append(clockwise(away, leader, position.phase))
        issues = min((self._overtaken(movers, order) for order in orders), key=len)
        clause = "5.a" if position.phase else "3.a"
        found = [
            breach(
                clause, made.family,
                f"{self.words.family(made.family)} moved before {self.words.families(others)}",
                made.first, made.last, expected=f"order of turns: {self.words.families(order)}",
            )
            for made, others, order in issues
        ]  # fmt: skip
        if not found:
            found = self._begun(movers, orders[0]) + self._arrived(turns, movers, orders[0])
        return found + self._cousins(turns)

    def _begun(self, movers: list[Mover], order: tuple[str, ...]) -> list[Issue]:
        """5.a: a family that began before another whose turn comes first, and went on after it."""
        found = []
        rank = {family: n for n, family in enumerate(order)}
        for made, (first, last) in movers:
            early = [
                other.family
                for other, (begun, done) in movers
                if rank.get(other.family, 0) < rank.get(made.family, 0)
                and first < begun
                and last > done
            ]
            if early:
                what = (
                    f"{self.words.family(made.family)} began to move before "
                    f"{self.words.families(early)} and went on afterwards"
                )
                clause = "5.a" if self.record.positions[self.start].phase else "3.a"
                found.append(oddity(clause, made.family, what, first, last))
        return found

    def _arrived(
        self, turns: list[FamilyTurn], movers: list[Mover], order: tuple[str, ...]
    ) -> list[Issue]:
        """5.j, 7.d: a landing or new Units after families whose turn comes later have moved."""
        rank = {family: n for n, family in enumerate(order)}
        found = []
        for made in turns:
            later = [
                other.family
                for other, (_, last) in movers
                if made.family in rank
                and rank.get(other.family, 0) > rank[made.family]
                and last < made.arrives
            ]
            if later:
                lands = any(not net.source and net.kind in OFFICE_OF for net in made.turn.nets)
                what = (
                    f"Units of {self.words.family(made.family)} came after "
                    f"{self.words.families(later)} had moved"
                )
                clause = "7.d" if lands else "5.a" if order and made.turn.phase else "3.a"
                found.append(oddity(clause, made.family, what, made.arrives))
        return found

    @staticmethod
    def _overtaken(
        movers: list[Mover], order: tuple[str, ...]
    ) -> list[tuple[FamilyTurn, list[str], tuple[str, ...]]]:
        """Who moved wholly before families that come first; as few as explain all of it."""
        rank = {family: n for n, family in enumerate(order)}
        left = {made.family: (made, span) for made, span in movers if made.family in rank}
        found: list[tuple[FamilyTurn, list[str], tuple[str, ...]]] = []
        while True:
            early = {
                family: [
                    other
                    for other, (_, begun) in left.items()
                    if rank[other] < rank[family] and span[1] < begun[0]
                ]
                for family, (_, span) in left.items()
            }
            late = {
                family: [other for other, others in early.items() if family in others]
                for family in left
            }
            hasty = max(left, key=lambda family: len(early[family]), default="")
            if not hasty or not early[hasty]:
                return found
            slow = max(left, key=lambda family: len(late[family]))
            if len(late[slow]) > len(early[hasty]):
                found.append((left[late[slow][0]][0], [slow], order))
                del left[slow]
            else:
                found.append((left[hasty][0], early[hasty], order))
                del left[hasty]

    def _cousins(self, turns: list[FamilyTurn]) -> list[Issue]:
        """5.e: the Cousin's Units move in the turn of the player whose Office he took."""
        position = self.record.positions[self.start]
        order = position.movers()
        found = []
        for made in turns:
            extra = {
                net.office
                for net, pick in zip(made.turn.nets, made.found.picks, strict=True)
                if net.office and moves(pick)
            }
            for office in sorted(extra):
                seat = position.offices[office].place.removeprefix("family_")
                keys = {net.key for net in made.turn.nets if net.office == office}
                steps = [
                    act.step
                    for act in self.record.acts[self.start : self.end]
                    if act.what == "unit" and act.piece in keys
                ]
                rank = order.index(seat) if seat in order else -1
                after = [
                    other.family
                    for other in turns
                    if other.moves and other.family in order and other.family != made.family
                    and order.index(other.family) > rank and other.moves[1] < min(steps)
                ]  # fmt: skip
                if after:
                    what = (
                        f"the Cousin's Units moved after {self.words.families(after)}, "
                        f"not in the turn of {self.words.family(seat)}"
                    )
                    found.append(oddity("5.e", made.family, what, min(steps), max(steps)))
        return found

    def _seats(self, legs: list[Leg]) -> list[Issue]:
        """6.c, 7.d: where players act from their own seats, whose hand moved a Unit is evidence."""
        if not self.record.trusted:
            return []
        groups: dict[tuple[str, str, str, str, str], list[Leg]] = defaultdict(list)
        for leg in legs:
            others = leg.seats - {leg.family}
            if leg.family and leg.family not in leg.seats and len(others) == 1:
                kind = self._kind(leg.key)
                groups[min(others), leg.family, kind, leg.places[0], leg.places[-1]].append(leg)
        found = []
        for (seat, family, kind, source, target), members in groups.items():
            if kind == "police" or self._held(kind):
                continue
            lands = not source and kind in OFFICE_OF
            what = (
                f"{self.words.family(seat)}'s player moved "
                f"{self.words.owned(kind, len(members), family)} to {self.words.place(target)}"
            )
            step = self.record.step(members[0].first)
            found.append(oddity("7.d" if lands else "6.c", seat, what, step))
        return found

    # --- stories ---------------------------------------------------------------------------------

    def _story(self, turn: Turn, found: Explanation) -> str:
        """What the family did, as a sentence."""
        groups: dict[tuple[str, str, str, str], int] = {}
        for net, pick in zip(turn.nets, found.picks, strict=True):
            key = (pick.story[0], net.kind, net.source, net.target)
            groups[key] = groups.get(key, 0) + 1
        parts = []
        for (story, kind, source, target), number in groups.items():
            units, to = self.words.units(kind, number), self.words.place(target)
            parts.append(f"{units} {_told(story, number, to, self.words.place(source))}")
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
