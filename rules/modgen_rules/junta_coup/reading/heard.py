"""What chat announces: fire (13.e), sides and the result at the end (17.a, 17.e), and spaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from modgen.model.game import Game
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.talk import (
    NamedPlaces,
    Talk,
    announced,
    with_last_talk,
    with_talk,
)
from modgen_rules.junta_coup.law.city import FIRE, RESULTS, SHOTS, SIDES, UNITS, City
from modgen_rules.junta_coup.law.position import Position


def plays(step: GameStep) -> bool:
    """Whether dice are rolled in a step, or a Unit moves."""
    pairs = ((one.before, one.after) for one in step.changes)
    moved = any(old and new and new.kind in UNITS and old.place != new.place for old, new in pairs)
    return moved or bool(step.rolls or step.typed)


@dataclass
class Heard:
    """What the chat of each step announces. `games` is the game in each of its languages."""

    games: Sequence[Game]
    city: City
    named: dict[int, str] = field(default_factory=dict)
    """The space that chat names."""
    _shots: dict[int, Announcement] = field(default_factory=dict)
    _rollers: dict[int, Announcement] = field(default_factory=dict)
    _sides: dict[int, list[Announcement]] = field(default_factory=dict)
    _results: dict[int, set[str]] = field(default_factory=dict)
    _plain: set[int] = field(default_factory=set)
    """Where a clause tells a result, and says little else."""

    def __post_init__(self) -> None:
        game = self.games[0]
        self._talk = Talk(self.games)
        others = [one.name for one in game.piece_types.values()]
        others += [one.name for one in game.sides.values()]
        self._places = NamedPlaces(self.city.names, others, ChatWords.of(self.games))
        self.tokens = (*self._talk.tokens, *self._places.tokens)
        """One of them is in each line that is read (`Moments.with_words`)."""

    def read(self, step: GameStep, lines: Iterable[str]) -> None:
        """Note what the chat of a step announces."""
        n = step.number
        for line in lines:
            said = self._talk.read(line, step.side)
            if said and said.choices["deed"] in SHOTS and said.choices["whom"]:
                self._shots[n] = said
            elif who := self._talk.roller(line):
                self._rollers[n] = Announcement(who, {"deed": FIRE, "whom": None}, {})
            each = self._talk.read_each(line, step.side)
            if chosen := [one for one in each if one.choices["deed"] in SIDES]:
                self._sides.setdefault(n, []).extend(chosen)
            if won := self._talk.choices(line) & RESULTS:
                self._results.setdefault(n, set()).update(won)
                if self._talk.alone(line):
                    self._plain.add(n)
            if place := self._places.read(line):
                self.named[n] = place

    def anything(self, step: GameStep) -> bool:
        """Whether the chat of a step announces anything."""
        every = (self._shots, self._rollers, self._sides, self._results, self.named)
        return any(step.number in one for one in every)

    def told(self, steps: Sequence[GameStep], begun: Position) -> list[GameStep]:
        """The steps of a stretch, with what chat announces in them. `begun`: as they begin.

        The result that a clause tells after the sides, with little else, counts, unless a pad tells
        one, or another line a different one.
        """
        told = with_talk(steps, self._shots, self._rollers, SHOTS)
        choose = {*begun.present()}
        sides = dict(self._sides)
        after: list[int] = []
        for step in steps:
            if step.number in sides or announced(step, SIDES) or plays(step):
                after.clear()
            elif step.number in self._results:
                after.append(step.number)
        won = {one for n in after for one in self._results[n]}
        counted = [n for n in after if n in self._plain]
        if len(won) == 1 and counted and not any(announced(step, RESULTS) for step in steps):
            sides[counted[-1]] = [Announcement("", {"deed": won.pop()}, {})]
            choose.discard(begun.president)  # 17.b: he has no choice
        return with_last_talk(told, sides, SIDES, choose, plays)
