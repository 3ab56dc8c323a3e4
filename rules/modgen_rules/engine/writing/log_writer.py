"""Writes logs: every method of a LogWriter is one step, written as the engine itself writes it.

A writer begins with a table (a set-up, or a position of another log), keeps it up to date as its
steps change it, and writes a `.vlog` that the engine opens and replays. It also keeps the list of
acts, so that they can be done again with the habits of people (`human_play`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar

from modgen.compile.words import words
from modgen.errors import ModgenError
from modgen.log.table import Player, Table
from modgen.model.game import Game
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.types.game_file import Declaration
from modgen.vassal import commands as c
from modgen.vassal.metadata import Metadata
from modgen.vassal.traits import DynamicProperty, Layer, Rotate, Trait
from modgen.vassal.turn_states import TurnState, read_turn_state
from modgen_rules.engine.record.declarations import heading
from modgen_rules.engine.record.markers import altered, masked_for
from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Check,
    Create,
    Delete,
    Flip,
    Hide,
    Move,
    PlannedAct,
    Roll,
    Say,
    SetCondition,
    SetState,
    StepTracker,
    TurnTo,
    UnitRoll,
)
from modgen_rules.engine.record.unit_conditions import (
    checked,
    look,
    outcome,
    shown_name,
    with_condition,
)
from modgen_rules.engine.writing.written_table import LogWriterError, WrittenTable

MOST_TURNS: ContextVar[int] = ContextVar("MOST_TURNS", default=0)
"""After how many turns of a writer `begin_turn` raises EnoughTurnsError; 0 means never."""


class EnoughTurnsError(ModgenError):
    """A game has the turns that were asked for; `writer` has its log."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__("the game has enough turns")
        self.writer = writer


def steps_of(acts: range, steps: Mapping[int, int]) -> str:
    """The steps of acts in words: `step 4`, `steps 4-6`; `steps` are those of each act."""
    known = [steps[act] for act in acts if act in steps] or [0]
    first, last = min(known), max(known)
    return f"step {first}" if first == last else f"steps {first}-{last}"


class LogWriter(WrittenTable):
    """A player's hands on a table: every method adds a step to the log.

    `actor` is the side that acts: its player moves the pieces. `turn_number` counts turns from 1.
    """

    def __init__(self, game: Game, games: Iterable[Game], table: Table, module: Metadata) -> None:
        super().__init__(game, games, table, module)
        self.acts: list[PlannedAct] = []
        self.step_of_act: dict[int, int] = {}
        """The first step of each act, by the act's index; steps count from 1."""
        self.turn_number = 0
        self._fixed = True
        self.seat = ""
        """The side under which everybody plays, by its name, if they share a seat."""
        self._stepped = False

    def begin_turn(self, actor: str = "", fixed: bool = False) -> None:
        """The acts from here on are those of a new turn, of a side or (empty) of nobody.

        `fixed`: their order matters. The order of nobody's acts always does. Raises
        EnoughTurnsError when the log has MOST_TURNS turns.
        """
        most = MOST_TURNS.get()
        if most and self.turn_number >= most:
            raise EnoughTurnsError(self)
        self.actor = actor
        self.turn_number += 1
        self._fixed = fixed or not actor

    def do(self, act: Act) -> None:
        """Write the step of an act."""
        getattr(self, WRITERS[type(act)])(**vars(act))

    def _alter(self, key: str, change: Callable[[Trait], Trait], said: str = "") -> None:
        """Change traits of a piece."""
        piece = self.table.pieces[key]
        self._change(piece, altered(piece.game_piece, change), said)

    def _plan(self, act: Act) -> None:
        self.step_of_act[len(self.acts)] = len(self.steps) + 1
        self.acts.append(PlannedAct(act, self.actor, self.turn_number, self._fixed))

    def move(
        self,
        keys: Sequence[str],
        place: str,
        player: str = "",
        said: str = "",
        offset: tuple[int, int] = (0, 0),
    ) -> None:
        """Drag pieces to a place, together. `offset`: pixels from the usual point."""
        self._plan(Move(tuple(keys), place, offset))
        commands: list[c.Command] = []
        for key in keys:
            map_name, x, y = self._target(self.table.pieces[key], place)
            commands += self._put(key, (map_name, x + offset[0], y + offset[1]), player)
        self._finish(commands, said)

    def turn_to(self, key: str, side: str) -> None:
        """Turn a piece to a side of its square."""
        self._plan(TurnTo(key, side))
        facing = SQUARE_SIDES.index(side)
        self._alter(key, lambda one: one.but(facing=facing) if isinstance(one, Rotate) else one)

    def flip(self, key: str, face: str, said: str = "") -> None:
        """Show another face of a piece."""
        self._plan(Flip(key, face))
        kind = self.game.piece_types[self.states[key].kind]
        level = [one.id for one in kind.faces].index(face) + 1
        faces = self._pieces.face_layer(self.table.pieces[key].game_piece)
        self._alter(key, lambda one: one.but(level=level) if one is faces else one, said)

    def set_condition(self, key: str, condition: str, on: bool = True) -> None:
        """Set or clear a condition of a unit, as its menu entry does."""
        self._plan(SetCondition(key, condition, on))
        piece = self.table.pieces[key]
        after = with_condition(piece.game_piece, condition, on)
        told = words(self.game.language)("report_condition", condition="")
        name = shown_name(self.game.piece_types[self.states[key].kind].name, after)
        self._change(piece, after, self._filled(key, told.replace("$newPieceName$", name)))

    def check(self, key: str, check: str, die: int) -> None:
        """Check a unit by its menu entry: the step reports the die and changes the unit.

        Raises LogWriterError for an unknown check.
        """
        self._plan(Check(key, check, die))
        state, piece = self.states[key], self.table.pieces[key]
        rule = next((one for one in self.game.info.checks if one.id == check), None)
        if rule is None:
            raise LogWriterError(f"the game has no check `{check}`")
        known = look(piece).conditions
        total, rating, result = outcome(self.game, state.kind, state.face, known, rule, die)
        told = (
            words(self.game.language)(
                "report_check",
                check=rule.name,
                die=str(die),
                total=str(total),
                rating=str(rating),
                result=result,
            ).removesuffix(" *")
            + self._scene()
            + " *"
        )
        after = checked(piece.game_piece, rule, die, result)
        self._change(piece, after, self._filled(key, told))

    def unit_roll(self, key: str, roll: str, results: Sequence[int]) -> None:
        """Report dice that a unit rolls by its menu entry.

        Raises LogWriterError for an unknown roll.
        """
        self._plan(UnitRoll(key, roll, tuple(results)))
        rule = next((one for one in self.game.info.rolls if one.id == roll), None)
        if rule is None:
            raise LogWriterError(f"no unit of the game rolls `{roll}`")
        told = words(self.game.language)(
            "report_unit_roll",
            roll=rule.name,
            dice=", ".join(map(str, results)),
            hits=str(sum(die >= rule.hits for die in results)),
        )
        self.step(
            [c.Chat(message=self._filled(key, told.removesuffix(" *") + self._scene() + " *"))]
        )

    def _filled(self, key: str, text: str) -> str:
        """A report with the names of the player, of a unit and of its place."""
        state = self.states[key]
        name = shown_name(self.game.piece_types[state.kind].name, self.table.pieces[key].game_piece)
        values = {
            " ($PlayerName$)": "",
            "$PlayerSide$": self.seat or (self.game.sides[self.actor].name if self.actor else ""),
            "$location$": state.place.partition("@")[0],
            "$newPieceName$": name,
            "$oldPieceName$": name,
        }
        for word, value in values.items():
            text = text.replace(word, value)
        return f"* {text}"

    def _scene(self) -> str:
        """The end of reports while the marker of an attack lies in a space: ` in W-E6, Round 1`."""
        for one in self.game.info.declarations:
            for _, state in self.where(one.marker or "") if one.scene else ():
                if state.place in self.game.cells or state.place in self.game.spaces:
                    faces = self.game.piece_types[state.kind].faces
                    step = next(face.name for face in faces if face.id == state.face)
                    name = self._space_name(state.place)
                    return words(self.game.language)("scene", space=name, step=step)
        return ""

    def _space_name(self, place: str) -> str:
        """The displayed name of a space or cell."""
        return self.game.spaces[place].name if place in self.game.spaces else place

    def hide(self, key: str, owner: str = "") -> None:
        """Turn a piece face down for its owner, a side, or make it unseen; without one, show it."""
        self._plan(Hide(key, owner))
        piece = self.table.pieces[key]
        by = self.game.sides[owner].name if owner else "null"
        self._change(piece, masked_for(piece.game_piece, by))

    def set_state(self, space: str, state: str, value: str) -> None:
        """Set the marker of a space's state to a value.

        Raises LogWriterError when the space has no such marker.
        """
        self._plan(SetState(space, state, value))
        values = [one.id for one in self.game.states[state].values]
        markers = (key for key, at in self.where(f"state_{state}") if at.place == space)
        key = next(markers, None)
        if key is None:
            raise LogWriterError(f"{space} has no marker of {state}")
        number = values.index(value) + 1

        def change(trait: Trait) -> Trait:
            if isinstance(trait, DynamicProperty) and trait.name == f"State_{state}":
                return trait.but(value=str(number))
            shows = isinstance(trait, Layer) and trait.name == f"Shown_{state}"
            return trait.but(level=number) if shows else trait

        self._alter(key, change)

    def create(self, key: str, new: str) -> None:
        """Add a copy of a piece where it is, as `Clone` does; `new` is the id of the copy."""
        self._plan(Create(key, new))
        piece = self.table.pieces[key]
        placed = piece.game_piece.at(piece.map, piece.x, piece.y, new)
        self.step([c.AddPiece(id=new, type=piece.type, state=placed.state_text())])

    def delete(self, key: str) -> None:
        """Remove a piece from the game, as `Delete` does."""
        self._plan(Delete(key))
        self.step([c.RemovePiece(id=key)])

    def say(self, text: str) -> None:
        """A line of chat."""
        self._plan(Say(text))
        self.step([c.Chat(message=text)])

    def announce(
        self,
        side: str,
        chosen: Mapping[str, str | None],
        marked: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """Write what a side announces: choices by field, spaces by mark.

        An empty side is for a declaration without one. Of several declarations of a side it is
        the first that has all the fields, and if possible the choices. Raises LogWriterError if
        there is none.
        """
        game = self.game
        spaces = {name: tuple(places) for name, places in (marked or {}).items()}
        self._plan(Announce(side, dict(chosen), spaces))
        pads = [
            one
            for one in game.info.declarations
            if (one.side or "") == side and chosen.keys() <= {item.id for item in one.fields}
        ]
        pad = next((one for one in pads if _has(one, chosen)), pads[0] if pads else None)
        if pad is None:
            raise LogWriterError(f"no declaration of `{side}` has the fields {', '.join(chosen)}")
        parts = [f"DECLARE {heading(game, pad)}"]
        for item in pad.fields:
            name = next((one.name for one in item.choices if one.id == chosen.get(item.id)), "")
            if name:
                parts.append(f"{item.name}: {name}")
        for one in pad.spaces:
            names = [self._space_name(space) for space in spaces.get(one.id, ())]
            if names:
                parts.append(f"{one.name}: {', '.join(names)}")
        self.step([c.Chat(message="* " + " | ".join(parts))])

    def step_tracker(self, phase: str) -> None:
        """Move the turn tracker to a phase of the sequence of play.

        Raises LogWriterError for an unknown phase.
        """
        self._plan(StepTracker(phase))
        phases = list(self.game.phases)
        if phase not in phases:
            raise LogWriterError(f"there is no phase `{phase}`")
        counts = self.game.info.turns is not None
        first = TurnState(0, 1 if counts else None)
        text = next(iter(self.table.turns.values()), "")
        now = read_turn_state(text, counts=counts) or first
        state = now.to(phases.index(phase))
        if state.phase == now.phase and not self._stepped:
            state = now
        self._stepped = True
        name = self.game.phases[phase].name
        actor = self.game.sides[self.actor].name if self.actor else self.seat
        self.step([c.SetTurn(state=state.text(len(phases)))], f"* {actor}: {name} *")
        if state.turn is not None and state.turn != now.turn:
            self._move_turn_marker(state.turn)

    def _move_turn_marker(self, turn: int) -> None:
        """The marker of the turn follows the tracker."""
        marker = self.game.info.turns.marker if self.game.info.turns else None
        track = self.game.tracks.get(self.game.piece_types[marker].tracks or "") if marker else None
        if marker and track and turn in track.numbers:
            place = f"{track.id}:{turn}"
            for key, state in self.where(marker):
                if state.place != place:
                    self._finish(self._put(key, self.point(marker, place)))

    def roll(self, side: str, die: str, results: Sequence[int], place: str = "") -> None:
        """Report dice as the module does. `place`: the space that they are rolled for."""
        self._plan(Roll(side, die, tuple(results), place))
        self.step([c.Chat(message=self.roll_text(side, die, results))])

    def roll_text(self, side: str, die: str, results: Sequence[int]) -> str:
        """The line of chat by which the module reports dice."""
        player = self.game.sides[side].name
        button = next(one for one in self.game.info.dice if one.id == die)
        told = ", ".join(map(str, results))
        if button.hits is not None:
            told += f" (hits: {sum(result >= button.hits for result in results)})"
        return f"* {self.seat or player} ({player}) rolls {button.name}: {told}{self._scene()}"


WRITERS: Mapping[type[Act], str] = {
    Announce: "announce",
    Check: "check",
    Create: "create",
    Delete: "delete",
    Flip: "flip",
    Hide: "hide",
    Move: "move",
    Roll: "roll",
    Say: "say",
    SetCondition: "set_condition",
    SetState: "set_state",
    StepTracker: "step_tracker",
    TurnTo: "turn_to",
    UnitRoll: "unit_roll",
}
"""The methods that write acts; their parameters are the fields of the act."""


def _has(pad: Declaration, chosen: Mapping[str, str | None]) -> bool:
    """Whether a declaration has what is chosen in its fields."""
    fields = {item.id: {None, *(choice.id for choice in item.choices)} for item in pad.fields}
    return all(value in fields.get(name, ()) for name, value in chosen.items())


def seat_sides(game: Game, table: Table) -> None:
    """Every side of a game has a player whose id and name are the side's."""
    for side in game.sides.values():
        table.put("players", side.id, Player(side.name, side.name))
