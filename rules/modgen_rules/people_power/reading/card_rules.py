"""The law of a card for the engine's reader: who may act how, what makes a turn legal (2.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from modgen_rules.engine.reading.acts import RoundLog
from modgen_rules.engine.reading.effort import Effort
from modgen_rules.engine.reading.explain import Explanation
from modgen_rules.engine.reading.sequence import NONE, Round
from modgen_rules.engine.reading.turns import Judgement, Played, RoundReading
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.state import AID, FACTIONS, FORCES, PATRONAGE, TRACKS, State
from modgen_rules.people_power.reading import sequence
from modgen_rules.people_power.reading.judging import Effects, against, is_dear, legal_readings
from modgen_rules.people_power.reading.log_index import PAWNS, LogIndex
from modgen_rules.people_power.reading.out_of_reach import out_of_reach
from modgen_rules.people_power.reading.sequence import EVENT, STAYS, CardPlay
from modgen_rules.people_power.reading.totals_check import wrong_tracks
from modgen_rules.people_power.reading.turn import EVENTS, OP_ONLY, OP_SA, Declared, Reading, Turn
from modgen_rules.people_power.reading.turn_reading import other_option

CardLog = RoundLog[State]
CardTurn = Played[Turn, Reading]
CardReading = RoundReading[State, Turn, Reading]


@dataclass
class CardRules:
    """The law of the Event cards of one log. `orders`: each card's order of Factions (2.3.2)."""

    index: LogIndex
    effects: Effects
    orders: Mapping[int, tuple[str, ...]]
    plays: Mapping[int, CardPlay]
    """The cards by the step in which each is turned over."""

    clauses = sequence.CLAUSES
    actors = FACTIONS
    boundless = EVENT
    instead = OP_ONLY
    shared = (AID, PATRONAGE)
    nothing = Judgement(
        (Reading(NONE, None, None, Explanation(0.0, (), (), (0,) * len(Effect._fields), 0)),)
    )

    # --- the sequence of play ---------------------------------------------------------------------

    def order(self, number: int) -> tuple[str, ...]:
        """2.3.2: the Factions in the order of a card."""
        return self.orders.get(number, FACTIONS)

    options = staticmethod(sequence.classes_of)
    box_price = staticmethod(sequence.box_price)
    forbidden = staticmethod(sequence.forbidden)
    recorded = staticmethod(sequence.recorded)

    def executed(self, boxes: Sequence[str]) -> tuple[str, ...]:
        """The options that were executed by those whose cylinders lie in some boxes."""
        return tuple(OP_SA if box.endswith(OP_SA) else OP_ONLY for box in boxes if box not in STAYS)

    def stays(self, turn: CardTurn) -> bool:
        """2.3.6: whether a Faction stays Eligible after a turn."""
        executed = turn.option in (OP_SA, OP_ONLY, EVENT)
        return not executed and not turn.box.endswith((OP_SA, OP_ONLY))

    # --- turns ------------------------------------------------------------------------------------

    def announced_option(self, log: CardLog, actor: str) -> str | None:
        """3.1.4: the option that a Faction announced on a card."""
        said = self._announced(log.play, actor, log.play.end)
        return said.option if said else None

    def said_against(self, log: CardLog, actor: str, option: str) -> float:
        """What a Faction's announcements on a card say at least against each turn of an option."""
        meant = {EVENT: EVENTS, OP_SA: (OP_SA, OP_ONLY)}.get(option, (option,))
        said = [one.choices.get("option") for _, one in self._said(log.play, actor)]
        return min((other_option(a, b) for a in said for b in meant), default=0.0)

    def turn(self, log: CardLog, played: CardTurn, effort: Effort) -> Turn:
        """What the log shows of a turn."""
        first, last, index = played.first, played.last, self.index
        steps = log.steps(first, last)
        trace = index.trace(tuple(steps))
        options = {NONE: (), EVENT: EVENTS}.get(played.option, (played.option,))
        return Turn(
            index.board,
            played.actor,
            log.states[first],
            log.states[last],
            options,
            trace.moved,
            trace.hopped,
            self._announced(log.play, played.actor, max(steps) if steps else log.play.start),
            log.play.number,
            log.rolls(first, last),
            self.plays[log.play.start].not_ineligible,
            self._marked(steps),
            trace.taken,
            index.piecewise,
            log.paid(played.actor, first, last),
            index.dice,
            effort,
            trace.legs,
        )

    def lawful(self, turn: Turn, bound: float) -> tuple[Reading, ...]:
        """The legal readings of least cost, if they cost less than a bound."""
        return legal_readings(turn, self.effects, bound)

    def against(self, turn: Turn, lawful: tuple[Reading, ...]) -> Judgement[Reading]:
        """The judgement of a turn whose legal readings, if there are any, cost much."""
        return against(turn, self.effects, lawful)

    def is_dear(self, turn: Turn, lawful: tuple[Reading, ...]) -> bool:
        """Whether every reading that `against` may find costs more than `CHEAP`."""
        return is_dear(turn, self.effects, lawful)

    foreign = staticmethod(out_of_reach)
    wrong_counters = staticmethod(wrong_tracks)

    def wrong_parts(self, played: CardTurn) -> tuple[frozenset[int], frozenset[str]]:
        """The spaces and tracks in which the best reading of a turn departs from the rules."""
        readings, turn = played.judgement.readings, played.turn
        if turn is None:
            return frozenset(), frozenset(FACTIONS)
        if not readings:
            return frozenset(range(len(turn.board.ids))), frozenset(FACTIONS)
        best = readings[0]
        places = frozenset(n for n, pick in enumerate(best.explanation.picks) if pick.broken)
        if best.extra and not places:
            pairs = zip(turn.before.spaces, turn.after.spaces, strict=True)
            places = frozenset(n for n, (a, b) in enumerate(pairs) if a != b)
        ends = [(one.origin, one.target) for one in turn.moved if one.kind in FORCES]
        places |= {n for pair in ends if places.intersection(pair) for n in pair}
        in_spaces = {clause for pick in best.explanation.picks for clause in pick.broken}
        if best.option in EVENTS and not places:  # what the text wants may be done in any space
            places = frozenset(range(len(turn.before.spaces)))
        wrong_sum = any(clause not in in_spaces for clause in best.explanation.broken)
        return places, frozenset(TRACKS if wrong_sum or not places else ())

    def wrong_payment(self, played: CardTurn) -> int:
        """By how much the Faction's Resources are wrong, when nothing else of a turn is."""
        places, _ = self.wrong_parts(played)
        if places or played.turn is None or not played.judgement.readings:
            return 0
        best = played.judgement.readings[0]
        if best.extra or best.option in EVENTS or len(best.broken) != 1:
            return 0
        return wrong_tracks(played.turn, best).get(played.actor, 0)

    # --- announcements ----------------------------------------------------------------------------

    def _announced(self, play: Round, faction: str, last_step: int) -> Declared | None:
        """A Faction's last announcement on a card, up to a step; the first one if it is later."""
        index = self.index
        said = self._said(play, faction)
        if not said:
            return None
        number, last = ([one for one in said if one[0] <= last_step] or said[:1])[-1]
        choices = last.choices
        left = index.leftovers[number, faction]

        def spaces(name: str) -> frozenset[int] | None:
            marked = last.spaces.get(name, frozenset())
            return frozenset(map(index.board.number, marked)) if marked - left[name] else None

        return Declared(
            choices.get("option"),
            choices.get("operation"),
            choices.get("activity"),
            spaces("operation_spaces"),
            spaces("activity_spaces"),
            frozenset(map(index.board.number, left["operation_spaces"])),
            frozenset(map(index.board.number, left["activity_spaces"])),
        )

    def _said(self, play: Round, faction: str) -> list[tuple[int, Announcement]]:
        """A Faction's announcements on a card, each with its step."""
        return [
            (step.number, one)
            for step in self.index.steps.between(play.start, play.end)
            for one in step.said
            if one.side == faction
        ]

    def _marked(self, steps: Iterable[int]) -> Declared | None:
        """3.1.4: spaces into which pawns were set in some steps, white for the Operation."""
        ids = self.index.board.ids
        found: dict[str, set[int]] = {kind: set() for kind in PAWNS.values()}
        for number in steps:
            for change in self.index.steps[number - 1].changes:
                after = change.after
                if after is not None and after.kind in found and after.place in ids:
                    found[after.kind].add(ids.index(after.place))
        if not any(found.values()):
            return None
        white, black = (frozenset(spaces) or None for spaces in found.values())
        return Declared(spaces=white, activity_spaces=black)
