"""Writes logs: every method of a LogWriter is one step, written as the engine itself writes it.

A writer begins with a table (a set-up, or a position of another log), keeps it up to date as its
steps change it, and writes a `.vlog` that the engine opens and replays. It also keeps the list of
acts, so that they can be done again with the habits of people (`human_play`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path

from modgen.compile.words import words
from modgen.errors import ModgenError
from modgen.log.table import Piece, Pile, Table
from modgen.model.boards import layout
from modgen.model.boards.arrangement import board_of
from modgen.model.game import Game
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.types.game_file import Declaration
from modgen.model.types.places import Track
from modgen.vassal import commands as c
from modgen.vassal import save
from modgen.vassal.metadata import Metadata
from modgen.vassal.pieces import Deck, GamePiece, Stack
from modgen.vassal.stream import Node
from modgen.vassal.traits import DynamicProperty, Invisible, Layer, Mask, Rotate, Trait
from modgen.vassal.turn_states import TurnState, read_turn_state
from modgen_rules.engine.declarations import heading
from modgen_rules.engine.piece_states import OwnPieces, PieceState
from modgen_rules.engine.place_lookup import MM, OwnModule
from modgen_rules.engine.table_acts import (
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
)
from modgen_rules.engine.unit_conditions import (
    checked,
    conditions,
    outcome,
    shown_name,
    with_condition,
)

FIRST_STACK = 2_000_000_000_001
"""Ids of new stacks count up from here, or from the highest id of a stack on the table."""
HAND_POINT = (80, 100)
"""Where a card is put down in a hand's window, in pixels; the window puts its cards in a row."""


class LogWriterError(ModgenError, ValueError):
    """A step that cannot be written: there is no such place, marker or earlier step."""


MOST_TURNS: ContextVar[int] = ContextVar("MOST_TURNS", default=0)
"""After how many turns of a writer `begin_turn` raises EnoughTurnsError; 0 means never."""


class EnoughTurnsError(ModgenError):
    """A game has the turns that were asked for; `writer` has its log."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__("the game has enough turns")
        self.writer = writer


class LogWriter:
    """A player's hands on a table: every method adds a step to the log.

    `actor` is the side that acts: its player moves the pieces. `turn_number` counts turns from 1.
    """

    def __init__(self, game: Game, games: Iterable[Game], table: Table, module: Metadata) -> None:
        self.game = game
        self.table = table
        self.module = module
        self._places = OwnModule.of(games)
        self._pieces = OwnPieces(game)
        self.steps: list[Node] = []
        self.start = table_commands(table)
        self.states: dict[str, PieceState] = {}
        self._at: dict[PieceState, list[str]] = defaultdict(list)
        self.acts: list[PlannedAct] = []
        self.actor = ""
        self.turn_number = 0
        self._fixed = True
        self.player_ids: dict[str, str] = {}
        """The ids of players who do not play under the id of their side."""
        self.seat = ""
        """The side under which everybody plays, by its name, if they share a seat."""
        self._inverses: list[list[c.Command]] = []
        self._stepped = False
        numbers = [int(key) for key in table.piles if key.isdigit()]
        self._next_stack = max([FIRST_STACK, *(number + 1 for number in numbers)])
        for key in table.pieces:
            self._note(key)

    # --- what lies where ---------------------------------------------------------------------

    def _note(self, key: str) -> None:
        before = self.states.pop(key, None)
        if before is not None:
            self._at[before].remove(key)
        piece = self.table.pieces.get(key)
        if piece is None:
            return
        kind, face, space = self._pieces.identify(piece)
        if kind:
            state = PieceState(
                kind, face, space or str(self._places.place(piece, self.table, kind))
            )
            self.states[key] = state
            self._at[state].append(key)

    def find(self, kind: str, face: str, place: str) -> list[str]:
        """The ids of pieces of a kind that show a face in a place."""
        return list(self._at.get(PieceState(kind, face, place), ()))

    def where(self, kind: str) -> list[tuple[str, PieceState]]:
        """All pieces of a kind: id and state."""
        return [(key, state) for key, state in self.states.items() if state.kind == kind]

    def point(self, kind: str, place: str) -> tuple[str, int, int]:
        """Map and pixel at which a piece of a kind is put down in a place.

        Raises LogWriterError when there is no such place.
        """
        game = self.game
        name, _, cell = place.partition(":")
        piece = game.piece_types.get(kind)
        if name == "hand" and cell in game.sides:
            return words(game.language)("hand", side=game.sides[cell].name), *HAND_POINT
        if name in game.tracks:
            track: Track = game.tracks[name]
            if piece is not None and piece.tracks:
                at = layout.level_point(game, piece, int(cell))
            else:
                at = layout.track_cell(track, int(cell)).centre
        elif name in game.spaces and piece is not None:
            at = layout.space_point(game, game.spaces[name], piece)
        elif name in game.boxes and piece is not None:
            at = layout.box_point(game, game.boxes[name], piece)
        elif name in game.boxes:
            at = layout.inner_rect(game.boxes[name]).centre
        elif name in game.cells:
            at = game.cells[name][1]
        elif name in game.cell_sides:
            at = game.cells[game.cell_sides[name][0]][1]
        else:
            raise LogWriterError(f"there is no place `{place}`")
        map_name, left, top = self._places.corner(board_of(game, place), self.table)
        dpi = game.info.module.dpi
        return map_name, left + round(at[0] / MM * dpi), top + round(at[1] / MM * dpi)

    # --- steps -------------------------------------------------------------------------------

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
        match act:
            case Move():
                self.move(act.keys, act.place, offset=act.offset)
            case Flip():
                self.flip(act.key, act.face)
            case TurnTo() | SetCondition() | Check():
                self._do_unit(act)
            case Hide():
                self.hide(act.key, act.owner)
            case SetState():
                self.set_state(act.space, act.state, act.value)
            case Say():
                self.say(act.text)
            case Announce():
                self.announce(act.side, act.chosen, act.marked)
            case Create():
                self.create(act.key, act.new)
            case Delete():
                self.delete(act.key)
            case StepTracker():
                self.step_tracker(act.phase)
            case Roll():
                self.roll(act.side, act.die, act.results, act.place)

    def _do_unit(self, act: TurnTo | SetCondition | Check) -> None:
        match act:
            case TurnTo():
                self.turn_to(act.key, act.side)
            case SetCondition():
                self.set_condition(act.key, act.condition, act.on)
            case Check():
                self.check(act.key, act.check, act.die)

    def step(self, commands: Sequence[c.Command], said: str = "") -> None:
        """One step of the log: commands, and the line of chat that reports them."""
        for command in commands:
            self._apply(command)
        self._finish(commands, said)

    def _apply(self, command: c.Command) -> None:
        self.table.apply(command)
        key = getattr(command, "id", None)
        if isinstance(key, str):
            self._note(key)

    def _finish(self, commands: Sequence[c.Command], said: str = "", undoes: bool = False) -> None:
        """Add a step of commands that were applied."""
        told = [*commands, c.Chat(message=said)] if said else list(commands)
        first, *rest = [command.text for command in told]
        self.steps.append(Node(first, tuple(Node(text) for text in rest)))
        if not undoes:
            self._inverses.append(told)
        self.table.journal.clear()

    def _plan(self, act: Act) -> None:
        self.acts.append(PlannedAct(act, self.actor, self.turn_number, self._fixed))

    def move(
        self, keys: Sequence[str], place: str, player: str = "", said: str = "",
        offset: tuple[int, int] = (0, 0),
    ) -> None:  # fmt: skip
        """Drag pieces to a place, together. `offset`: pixels from the usual point."""
        self._plan(Move(tuple(keys), place, offset))
        commands: list[c.Command] = []
        for key in keys:
            map_name, x, y = self._target(self.table.pieces[key], place)
            commands += self._put(key, (map_name, x + offset[0], y + offset[1]), player)
        self._finish(commands, said)

    def _put(
        self, key: str, point: tuple[str, int, int], player: str, under: str | None = None
    ) -> list[c.Command]:
        """Put a piece down, on top of what lies there, as the engine writes it; apply that."""
        piece = self.table.pieces[key]
        pile = self.pile_at(point)
        members = [member for member in pile.contents if member != key] if pile else []
        if under is None:
            under = members[-1] if members else "null"
        move = c.MovePiece(
            id=key, map=point[0], x=point[1], y=point[2], under=under, old_map=piece.map,
            old_x=piece.x, old_y=piece.y, old_under=self._below(piece),
            player=self.player_ids.get(player or self.actor, player or self.actor) or None,
        )  # fmt: skip
        self._apply(move)
        if self.table.pieces[key].pile in self.table.piles:
            return [move]
        stack = Stack(str(self._next_stack), *point, (key,))
        self._next_stack += 1
        added = c.AddPiece(id=stack.id, type="stack", state=stack.state_text())
        self._apply(added)
        return [move, added]

    def pile_at(self, point: tuple[str, int, int]) -> Pile | None:
        """The stack or deck that lies on a pixel of a map."""
        piles = self.table.piles.values()
        return next((pile for pile in piles if (pile.map, pile.x, pile.y) == point), None)

    def _below(self, piece: Piece) -> str:
        """The id of the piece that lies directly below; `null` for none."""
        pile = self.table.piles.get(piece.pile)
        if pile is None or piece.id not in pile.contents[1:]:
            return "null"
        return pile.contents[pile.contents.index(piece.id) - 1]

    def _target(self, piece: Piece, place: str) -> tuple[str, int, int]:
        """Where a piece is put down in a place; for a card, the deck that lies there."""
        kind = self.states[piece.id].kind if piece.id in self.states else ""
        if kind not in self.game.piece_types:
            piles = self.game.piles
            deck = next((deck for deck in piles.values() if place in (deck.box, deck.id)), None)
            for pile in self.table.piles.values():
                if deck is not None and pile.is_deck:
                    names = pile.type.split(";")
                    if len(names) > 13 and names[13] == deck.name:
                        return pile.map, pile.x, pile.y
        return self.point(kind, place)

    def turn_to(self, key: str, side: str) -> None:
        """Turn a piece to a side of its square."""
        self._plan(TurnTo(key, side))
        piece = self.table.pieces[key]
        before = piece.game_piece
        facing = SQUARE_SIDES.index(side)
        traits = tuple(
            trait.but(facing=facing) if isinstance(trait, Rotate) else trait
            for trait in before.traits
        )
        self._change(piece, before.but(traits=traits), "")

    def flip(self, key: str, face: str, said: str = "") -> None:
        """Show another face of a piece."""
        self._plan(Flip(key, face))
        piece = self.table.pieces[key]
        kind = self.game.piece_types[self.states[key].kind]
        level = [one.id for one in kind.faces].index(face) + 1
        before = piece.game_piece
        traits = tuple(
            trait.but(level=level) if isinstance(trait, Layer) and trait.name == "Face" else trait
            for trait in before.traits
        )
        self._change(piece, before.but(traits=traits), said)

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
        state, before = self.states[key], self.table.pieces[key].game_piece
        rule = next((one for one in self.game.info.checks if one.id == check), None)
        if rule is None:
            raise LogWriterError(f"the game has no check `{check}`")
        known = conditions(before)
        total, rating, result = outcome(self.game, state.kind, state.face, known, rule, die)
        told = words(self.game.language)(
            "report_check", check=rule.name, die=str(die), total=str(total), rating=str(rating),
            result=result,
        ).removesuffix(" *") + self._scene() + " *"  # fmt: skip
        after = checked(before, rule, die, result)
        self._change(self.table.pieces[key], after, self._filled(key, told))

    def _filled(self, key: str, text: str) -> str:
        """A report with the names of the player, of a unit and of its place."""
        state = self.states[key]
        name = shown_name(self.game.piece_types[state.kind].name, self.table.pieces[key].game_piece)
        values = {
            "$PlayerSide$": self.seat or (self.game.sides[self.actor].name if self.actor else ""),
            "$location$": state.place.partition("@")[0],
            "$newPieceName$": name, "$oldPieceName$": name,
        }  # fmt: skip
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
        before = piece.game_piece
        traits = tuple(
            trait.but(obscured_by=by) if isinstance(trait, Mask)
            else trait.but(hidden_by=by) if isinstance(trait, Invisible)
            else trait
            for trait in before.traits
        )  # fmt: skip
        self._change(piece, before.but(traits=traits), "")

    def set_state(self, space: str, state: str, value: str, said: str = "") -> None:
        """Set the marker of a space's state to a value.

        Raises LogWriterError when the space has no such marker.
        """
        self._plan(SetState(space, state, value))
        values = [one.id for one in self.game.states[state].values]
        markers = (key for key, at in self.where(f"state_{state}") if at.place == space)
        key = next(markers, None)
        if key is None:
            raise LogWriterError(f"{space} has no marker of {state}")
        piece = self.table.pieces[key]
        before = piece.game_piece
        number = values.index(value) + 1
        traits: list[Trait] = []
        for trait in before.traits:
            if isinstance(trait, DynamicProperty) and trait.name == f"State_{state}":
                traits.append(trait.but(value=str(number)))
            elif isinstance(trait, Layer) and trait.name == f"Shown_{state}":
                traits.append(trait.but(level=number))
            else:
                traits.append(trait)
        self._change(piece, before.but(traits=tuple(traits)), said)

    def _change(self, piece: Piece, after: GamePiece, said: str) -> None:
        placed = after.at(piece.map, piece.x, piece.y, piece.id)
        command = c.ChangePiece(id=piece.id, state=placed.state_text(), old_state=piece.state)
        self.step([command], said)

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
        self, side: str, chosen: Mapping[str, str | None],
        marked: Mapping[str, Iterable[str]] | None = None,
    ) -> None:  # fmt: skip
        """Write what a side announces: choices by field, spaces by mark.

        An empty side is for a declaration without one. Of several declarations of a side it is
        the first that has all the fields, and if possible the choices. Raises LogWriterError if
        there is none.
        """
        game = self.game
        spaces = {name: tuple(places) for name, places in (marked or {}).items()}
        self._plan(Announce(side, dict(chosen), spaces))
        pads = [
            one for one in game.info.declarations
            if (one.side or "") == side and chosen.keys() <= {item.id for item in one.fields}
        ]  # fmt: skip
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
                    self._finish(self._put(key, self.point(marker, place), ""))

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

    def undo(self, number: int = 1) -> None:
        """Take steps back as the engine does, the last first: each by a step of its own.

        Raises LogWriterError if there are fewer steps to undo.
        """
        for _ in range(number):
            if not self._inverses:
                raise LogWriterError("there is no step to take back")
            commands: list[c.Command] = [c.Undo(begins=True)]
            for command in reversed(self._inverses.pop()):
                commands += self._opposite(command)
            self._finish([*commands, c.Undo(begins=False)], undoes=True)

    def _opposite(self, command: c.Command) -> list[c.Command]:
        """Apply and give what takes a command back."""
        opposite: c.Command
        match command:
            case c.MovePiece():
                point = command.old_map, command.old_x, command.old_y
                return self._put(command.id, point, command.player or "", command.old_under)
            case c.ChangePiece():
                old = command.old_state or ""
                opposite = c.ChangePiece(id=command.id, state=old, old_state=command.state)
            case c.AddPiece():
                if command.id not in self.table.piles:
                    return []
                opposite = c.RemovePiece(id=command.id)
            case c.Chat():
                opposite = c.Chat(message=f"* UNDO: {command.message}")
            case _:
                raise LogWriterError(f"`{command.text[:40]}` cannot be taken back")
        self._apply(opposite)
        return [opposite]

    # --- the file ----------------------------------------------------------------------------

    def text(self) -> str:
        """The whole log as commands."""
        pieces, restore = self.start
        return save.save_text(pieces, restore, self.steps)

    def write(self, path: Path) -> None:
        """Write the log."""
        save.write_save(path, self.text(), self.module)


def _has(pad: Declaration, chosen: Mapping[str, str | None]) -> bool:
    """Whether a declaration has what is chosen in its fields."""
    fields = {item.id: {None, *(choice.id for choice in item.choices)} for item in pad.fields}
    return all(value in fields.get(name, ()) for name, value in chosen.items())


def copy_of(table: Table) -> Table:
    """A copy of a table that can be changed alone."""
    copy = Table()
    for name in ("pieces", "piles", "properties", "players", "boards", "turns", "notes"):
        for key, value in getattr(table, name).items():
            copy.put(name, key, value)
    copy.journal.clear()
    return copy


def table_commands(table: Table) -> tuple[list[str], list[str]]:
    """The commands of a save that sets a table up: first pieces and piles, then the rest."""
    pieces: list[str] = []
    for piece in table.pieces.values():
        state = piece.state
        traits = piece.game_piece
        if (traits.basic.map, traits.basic.x, traits.basic.y) != (piece.map, piece.x, piece.y):
            state = traits.at(piece.map, piece.x, piece.y, piece.id).state_text()
        pieces.append(c.AddPiece(id=piece.id, type=piece.type, state=state).text)
    for pile in table.piles.values():
        members = tuple(key for key in pile.contents if key in table.pieces)
        if pile.is_deck:
            state = f"{pile.map};{pile.x};{pile.y};{str(pile.face_down).lower()}"
            deck = Deck.read(pile.id, pile.type, state)
            pieces.append(deck._replace(contents=members).add_command())
        else:
            pieces.append(Stack(pile.id, pile.map, pile.x, pile.y, members).add_command())
    restore = [
        c.AddPlayer(id=key, name=player.name, side=player.side).text
        for key, player in table.players.items()
    ]
    for name, boards in table.boards.items():
        restore.append(save.board_command(name, [(a, int(x), int(y)) for a, x, y in boards]))
    restore.append(save.SETUP_STACK)
    for (container, name), value in table.properties.items():
        restore.append(save.property_command(name, value, container or "Module"))
    for key, state in table.turns.items():
        restore.append(c.SetTurn(id=key, state=state).text)
    return pieces, restore
