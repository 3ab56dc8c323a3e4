"""Changes to a tidy game: one thing is done differently, whatever the rules say.

Something is left out, comes later, goes elsewhere, is done with another piece or other dice, or is
done besides. Nothing here knows a rule: a rulebook judges what a change breaks.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from modgen.log.table import Table
from modgen.model.game import Game
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Check,
    Flip,
    Move,
    PlannedAct,
    Roll,
    SetCondition,
    touched,
)
from modgen_rules.engine.writing.log_writer import LogWriter

MOST_LEFT_OUT, LATEST = 5, 4
"""The most acts that are left out together, and by how many acts one comes later."""
FAR = 0.4
"""How often a piece goes to any place of its kind, and not to one near its own or its goal."""
DICE_BESIDES = 0.15
"""How often dice are rolled besides, and nothing is done with a piece: most acts are of pieces."""
CONDITION_BESIDES, FLIP_BESIDES = 0.2, 0.15
"""How often a piece gets a condition or is turned over besides: most acts of pieces are moves."""
ALONE = 0.7
"""How often a piece moves alone, and not with all that lie with it: most mistakes are small."""
AGAIN, OTHER_CHOICES = 0.3, 0.3
"""How often a check is made twice, and not with another result; and how often an announcement has
the choices of another, and not other spaces. Results and spaces can be wrong in more ways.
"""
NEAREST = 8
"""The cells around a cell to which pieces go astray."""
OFF_BY = (-3, -2, -1, -1, 1, 1, 2, 3)
"""By how much markers on tracks are wrong."""
States = Mapping[str, PieceState]


class Change(NamedTuple):
    """Acts `first` up to before `end` of a game become others."""

    first: int
    end: int
    acts: tuple[Act, ...]


Way = Callable[[int, Act, States], Change | None]
"""Changes an act, given the pieces before it; None if it cannot be changed."""


class TidyGame:
    """The acts of a tidy game, and the table on which it began."""

    def __init__(self, start: Table, tidy: LogWriter) -> None:
        self.start, self.tidy, self.acts = start, tidy, tuple(tidy.acts)
        self.game: Game = tidy.game
        self.places: dict[str, set[str]] = defaultdict(set)
        """The places in which pieces of each kind were."""
        self.used: dict[str, None] = {}
        """The pieces that somebody touched."""
        self.conditions: dict[str, set[str]] = defaultdict(set)
        """The conditions in which units of each kind were."""
        writer = self.begun()
        for state in writer.states.values():
            self.places[state.kind].add(state.place)
        for one in self.acts:
            for key in sorted(touched(one.act) & writer.states.keys()):
                self.used[key] = None
                if isinstance(one.act, SetCondition):
                    self.conditions[writer.states[key].kind].add(one.act.condition)
            done(writer, (one,))
            for key in touched(one.act) & writer.states.keys():
                self.places[writer.states[key].kind].add(writer.states[key].place)

    def begun(self) -> LogWriter:
        """A writer with which the game can be played again."""
        tidy = self.tidy
        return LogWriter(tidy.game, tidy.games, self.start.copy(), tidy.module)

    def changed(self, chance: random.Random) -> tuple[LogWriter, Change] | None:
        """The game with a random change, and the change; None if there is nothing to change.

        What follows is done as before. Raises LogWriterError or KeyError if that cannot be.
        """
        if not self.acts:
            return None
        writer, changes = self.changed_at((chance.randrange(len(self.acts)),), chance)
        return (writer, changes[0]) if changes else None

    def changed_at(
        self, numbers: Iterable[int], chance: random.Random
    ) -> tuple[LogWriter, list[Change]]:
        """The game with random changes of acts, whose numbers ascend, and the changes.

        An act that cannot be changed, or that an earlier change takes in, stays as it is. Raises
        LogWriterError or KeyError if what follows cannot be done as before.
        """
        writer, ways, changes, at = self.begun(), _Ways(self, chance), list[Change](), 0
        for n in numbers:
            if n < at:
                continue
            done(writer, self.acts[at:n])
            at = n
            change = ways.change(n, self.acts[n].act, writer.states)
            if change is not None and change.acts != tuple(
                one.act for one in self.acts[change.first : change.end]
            ):
                at = self._change(writer, at, change)
                changes.append(change)
        done(writer, self.acts[at:])
        return writer, changes

    def with_changes(self, changes: Iterable[Change]) -> LogWriter:
        """The game with changes that do not overlap.

        Raises LogWriterError or KeyError if what follows cannot be done as before.
        """
        writer, at = self.begun(), 0
        for change in sorted(changes, key=lambda one: (one.first, one.end)):
            at = self._change(writer, at, change)
        done(writer, self.acts[at:])
        return writer

    def _change(self, writer: LogWriter, at: int, change: Change) -> int:
        """Do the acts from `at` up to a change, and the change; the first act after it."""
        done(writer, self.acts[at : change.first])
        one = self.acts[change.first]
        done(writer, (replace(one, act=act) for act in change.acts))
        return change.end


def done(writer: LogWriter, acts: Iterable[PlannedAct]) -> None:
    """Do acts with a writer, in the turns in which they were done."""
    for one in acts:
        if one.turn != writer.turn_number:
            writer.begin_turn(one.actor, one.fixed)
            writer.turn_number = one.turn
        writer.actor = one.actor
        writer.do(one.act)


class _Ways:
    """The ways to change an act."""

    def __init__(self, tidy: TidyGame, chance: random.Random) -> None:
        self.tidy, self.chance, self.game = tidy, chance, tidy.game

    def change(self, n: int, act: Act, states: States) -> Change | None:
        """One of the ways that fit an act."""
        ways: list[Way] = [self._left_out, self._several_left_out, self._later, self._besides]
        match act:
            case Move():
                ways += [self._elsewhere, self._elsewhere, self._some, self._another]
            case Flip() | SetCondition():
                ways += [self._another]
            case Roll():
                ways += [self._other_dice, self._other_dice, self._other_button]
            case Check():
                ways += [self._other_dice]
            case Announce():
                ways += [self._other_space, self._other_space]
        return self.chance.choice(ways)(n, act, states)

    # --- any act -------------------------------------------------------------------------------

    def _left_out(self, n: int, act: Act, states: States) -> Change:
        return Change(n, n + 1, ())

    def _several_left_out(self, n: int, act: Act, states: States) -> Change:
        return Change(n, n + self.chance.randint(2, MOST_LEFT_OUT), ())

    def _later(self, n: int, act: Act, states: States) -> Change:
        end = n + 1 + self.chance.randint(1, LATEST)
        return Change(n, end, (*(one.act for one in self.tidy.acts[n + 1 : end]), act))

    def _besides(self, n: int, act: Act, states: States) -> Change | None:
        """Something is done before an act: with a piece, or dice."""
        keys = [key for key in self.tidy.used if key in states]
        rolls = [one.act for one in self.tidy.acts if isinstance(one.act, Roll)]
        if rolls and self.chance.random() < DICE_BESIDES:
            roll = self.chance.choice(rolls)
            dice = self._dice(len(roll.results), self._sides(roll))
            return Change(n, n, (replace(roll, results=dice),))
        if not keys:
            return None
        key = self.chance.choice(keys)
        kind, faces = states[key].kind, self._faces(states[key])
        conditions = sorted(self.tidy.conditions.get(kind, ()))
        chosen, group = self.chance.random(), self._group(key, states)
        if conditions and chosen < CONDITION_BESIDES:
            condition, on = self.chance.choice(conditions), self.chance.random() < 0.5
            return Change(n, n, (SetCondition(key, condition, on),))
        if faces and chosen < CONDITION_BESIDES + FLIP_BESIDES:
            return Change(n, n, (Flip(key, self.chance.choice(faces)),))
        place = self._astray(states[key], states[key].place)
        return Change(n, n, (Move(group, place),)) if place else None

    # --- pieces ----------------------------------------------------------------------------------

    def _elsewhere(self, n: int, act: Act, states: States) -> Change | None:
        if not isinstance(act, Move) or act.keys[0] not in states:
            return None
        place = self._astray(states[act.keys[0]], act.place)
        return Change(n, n + 1, (replace(act, place=place),)) if place else None

    def _some(self, n: int, act: Act, states: States) -> Change | None:
        """Only some of the pieces that go together."""
        if not isinstance(act, Move) or len(act.keys) < 2:
            return None
        number = self.chance.randint(1, len(act.keys) - 1)
        return Change(n, n + 1, (replace(act, keys=act.keys[:number]),))

    def _another(self, n: int, act: Act, states: States) -> Change | None:
        """The same with a piece of the same kind or place, instead or besides."""
        if not isinstance(act, Move | Flip | SetCondition):
            return None
        key = act.keys[0] if isinstance(act, Move) else act.key
        if key not in states:
            return None
        kind, place = states[key].kind, states[key].place
        alike = [
            one
            for one in self.tidy.used
            if one != key
            and one in states
            and (states[one].kind == kind or (isinstance(act, Move) and states[one].place == place))
        ]
        if not alike:
            return None
        other = self.chance.choice(alike)
        new = replace(act, keys=(other,)) if isinstance(act, Move) else replace(act, key=other)
        both = self.chance.random() < 0.5
        return Change(n, n + 1, (act, new) if both else (new,))

    def _group(self, key: str, states: States) -> tuple[str, ...]:
        """A piece alone, or with all of its side that were used and lie with it."""
        if self.chance.random() < ALONE:
            return (key,)
        state = states[key]
        return tuple(
            one
            for one in self.tidy.used
            if one in states
            and states[one].place == state.place
            and self._side(states[one]) == self._side(state)
        )

    def _side(self, state: PieceState) -> str | None:
        piece = self.game.piece_types.get(state.kind)
        return piece.side if piece else None

    def _faces(self, state: PieceState) -> list[str]:
        """The faces that a piece does not show."""
        piece = self.game.piece_types.get(state.kind)
        return [one.id for one in piece.faces if one.id != state.face] if piece else []

    def _astray(self, state: PieceState, goal: str) -> str:
        """A wrong place for a piece that should go to `goal`; empty if there is none."""
        track, _, number = goal.partition(":")
        if track in self.game.tracks and number.lstrip("-").isdigit():
            ends = self.game.tracks[track]
            value = int(number) + self.chance.choice(OFF_BY)
            return f"{track}:{min(max(value, ends.first), ends.last)}"
        options = self._near(self.chance.choice((goal, state.place)))
        if not options or self.chance.random() < FAR:
            options = sorted(self.tidy.places[state.kind])
        return self.chance.choice(options) if options else ""

    def _near(self, place: str) -> Sequence[str]:
        """The spaces or cells next to a place."""
        game, cell = self.game, place.partition("@")[0]
        if place in game.spaces:
            return game.neighbours(place)
        if cell not in game.cells:
            return ()
        x, y = game.cells[cell][1]
        centres = {one: at for one, (_, at) in game.cells.items() if one != cell}
        away = {one: (at[0] - x) ** 2 + (at[1] - y) ** 2 for one, at in centres.items()}
        return sorted(away, key=lambda one: away[one])[:NEAREST]

    # --- dice and words --------------------------------------------------------------------------

    def _sides(self, roll: Roll) -> int:
        """The sides of the dice of a button."""
        return next(one.sides for one in self.game.info.dice if one.id == roll.die)

    def _dice(self, number: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(number))

    def _other_dice(self, n: int, act: Act, states: States) -> Change | None:
        """More dice, fewer, or another result than the one that was acted on; or a second roll."""
        if isinstance(act, Check):
            sides = next(one.die for one in self.game.info.checks if one.id == act.check)
            new = replace(act, die=self.chance.randint(1, sides))
            return Change(n, n + 1, (act, new) if self.chance.random() < AGAIN else (new,))
        if not isinstance(act, Roll):
            return None
        dice, at = list(act.results), self.chance.randrange(len(act.results))
        sides = self._sides(act)
        match self.chance.choice(("more", "fewer", "other", "again")):
            case "more":
                dice += self._dice(self.chance.randint(1, 2), sides)
            case "fewer":
                del dice[at]
            case "other":
                dice[at] = self.chance.randint(1, sides)
            case _:
                again = replace(act, results=self._dice(len(dice), sides))
                return Change(n, n + 1, (act, again))
        return Change(n, n + 1, (replace(act, results=tuple(dice)),) if dice else ())

    def _other_button(self, n: int, act: Act, states: States) -> Change | None:
        """Dice of another button of the game."""
        rolls = [one.act for one in self.tidy.acts if isinstance(one.act, Roll)]
        other = self.chance.choice(rolls)
        if not isinstance(act, Roll):
            return None
        dice = tuple(min(one, self._sides(other)) for one in act.results)
        return Change(n, n + 1, (replace(act, side=other.side, die=other.die, results=dice),))

    def _other_space(self, n: int, act: Act, states: States) -> Change | None:
        """An announcement for other spaces, or with what another one chose."""
        if not isinstance(act, Announce):
            return None
        if self.chance.random() < OTHER_CHOICES:
            pads = [one.act for one in self.tidy.acts if isinstance(one.act, Announce)]
            alike = [one for one in pads if one.chosen.keys() == act.chosen.keys()]
            chosen = self.chance.choice(alike).chosen
            return Change(n, n + 1, (replace(act, chosen=chosen),))
        marked = {
            mark: tuple(self.chance.choice(self._near(one) or (one,)) for one in spaces)
            for mark, spaces in act.marked.items()
        }
        return Change(n, n + 1, (replace(act, marked=marked),))
