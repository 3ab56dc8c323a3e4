"""A game for the reader of rounds: each actor adds 1 to its own counter in its turn, or passes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.engine.reading.acts import Act, RoundLog, replayed
from modgen_rules.engine.reading.effort import Effort
from modgen_rules.engine.reading.prices import RESIDUE
from modgen_rules.engine.reading.sequence import NONE, PASS, Clauses, Mark, Round
from modgen_rules.engine.reading.turns import Judgement, Played
from modgen_rules.engine.record.game_steps import GameStep, Steps

ACTORS = ("ana", "ben", "cas")
TURN = "turn"
State = tuple[int, ...]


class Added(NamedTuple):
    by_actor: tuple[int, ...]

    @property
    def empty(self) -> bool:
        return not any(self.by_actor)

    @property
    def places(self) -> frozenset[int]:
        return frozenset()

    @property
    def counters(self) -> frozenset[str]:
        return frozenset(who for who, by in zip(ACTORS, self.by_actor, strict=True) if by)

    @property
    def set_anew(self) -> frozenset[int]:
        return frozenset()

    @property
    def only_turns(self) -> bool:
        return False

    @property
    def owners(self) -> frozenset[str]:
        return self.counters

    @property
    def likely(self) -> str:
        return next(iter(self.counters)) if len(self.counters) == 1 else ""

    def by(self, counter: str) -> int:
        return self.by_actor[ACTORS.index(counter)]

    def split(self, counter: str, by: int) -> tuple[Added, Added]:
        part = tuple(by * (who == counter) for who in ACTORS)
        rest = tuple(a - b for a, b in zip(self.by_actor, part, strict=True))
        return Added(rest), Added(part)

    def added_to(self, state: State) -> State | None:
        found = tuple(a + b for a, b in zip(state, self.by_actor, strict=True))
        return found if min(found) >= 0 else None


@dataclass
class Log:
    states: Sequence[State]
    steps: Steps = field(default_factory=Steps)
    sides: Sequence[str] = ()

    def difference(self, before: State, after: State) -> Added:
        return Added(tuple(b - a for a, b in zip(before, after, strict=True)))

    def announces(self, kind: str) -> bool:
        return False

    def sort_of(self, place: str) -> str:
        return place


class Turn(NamedTuple):
    actor: str
    option: str
    before: State
    after: State
    announced: frozenset[int] = frozenset()
    spoken: bool = False

    @property
    def key(self) -> Hashable:
        return self[:4]


class Reading(NamedTuple):
    cost: float = 0.0
    broken: tuple[str, ...] = ()


class Rules:
    clauses = Clauses(barred="barred", early="early", again="again", skipped="skipped")
    actors = ACTORS
    boundless = "anything"
    instead = TURN
    shared = ()
    handles: Mapping[str, frozenset[str]] = {}
    nothing = Judgement((Reading(),))

    def order(self, number: int) -> tuple[str, ...]:
        return ACTORS

    def options(self, box: str) -> Sequence[str]:
        return (box,) if box else (TURN, PASS, NONE)

    def box_price(
        self, option: str, box: str, executed: tuple[str, ...], said: str | None
    ) -> tuple[float, bool]:
        return 0.0, False

    def forbidden(self, option: str, executed: tuple[str, ...]) -> str:
        return ""

    def recorded(self, option: str, box: str) -> tuple[str, ...]:
        return ()

    def executed(self, boxes: Sequence[str]) -> tuple[str, ...]:
        return ()

    def stays(self, turn: Played[Turn, Reading]) -> bool:
        return True

    def said_against(self, log: RoundLog[State], actor: str, option: str) -> float:
        return 0.0

    def announced_option(self, log: RoundLog[State], actor: str) -> str | None:
        return None

    def turn(self, log: RoundLog[State], played: Played[Turn, Reading], effort: Effort) -> Turn:
        before, after = log.states[played.first], log.states[played.last]
        return Turn(played.actor, played.option, before, after)

    def lawful(self, turn: Turn, bound: float) -> tuple[Reading, ...]:
        due = tuple(int(who == turn.actor and turn.option == TURN) for who in ACTORS)
        added = tuple(b - a for a, b in zip(turn.before, turn.after, strict=True))
        return (Reading(),) if added == due else ()

    def against(self, turn: Turn, lawful: tuple[Reading, ...]) -> Judgement[Reading]:
        return Judgement((Reading(RESIDUE, ("one",)),))

    def is_dear(self, turn: Turn, lawful: tuple[Reading, ...]) -> bool:
        return False

    def foreign(self, actor: str, before: State, after: State) -> int:
        return sum(a != b for who, a, b in zip(ACTORS, before, after, strict=True) if who != actor)

    def wrong_parts(self, played: Played[Turn, Reading]) -> tuple[frozenset[int], frozenset[str]]:
        return frozenset(), frozenset(ACTORS)

    def wrong_counters(self, turn: Turn, reading: Reading) -> Mapping[str, int]:
        return {}

    def wrong_payment(self, played: Played[Turn, Reading]) -> int:
        return 0


def round_of(*words: str, last: bool = False) -> RoundLog[State]:
    """A round from words: `ana+1` adds to a counter, `ana>turn` moves a marker to a box.

    `last`: the log ends with it.
    """
    acts: list[Act[State]] = []
    play = Round(1, 0, len(words), last=last, eligible=ACTORS)
    index = Log([(5, 5, 5)])
    for step, word in enumerate(words, 1):
        index.steps.append(GameStep(step))
        who, _, box = word.partition(">")
        if box:
            play.marks.append(Mark(step, who, box))
            play.boxes[who] = play.first_boxes[who] = box
            acts.append(Act(step, Added((0, 0, 0)), marks=(who,)))
            continue
        who, by = word[:3], int(word[3:])
        acts.append(Act(step, Added(tuple(by * (who == one) for one in ACTORS))))
    states = replayed((5, 5, 5), acts)
    assert states is not None
    return RoundLog(index, play, tuple(acts), tuple(states))
