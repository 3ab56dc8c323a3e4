"""Statements about a board carried out on a log: the position first, then what is done.

    side red; phase march; army_red from east to north; roll die 5 3

| statement | meaning |
|--|--|
| `side red` | a turn of a side begins; `side nobody` one of nobody |
| `phase march` | the turn tracker goes to a phase |
| `turn 5` | the turn tracker goes on to the first phase of a turn |
| `2 army_red from east to north` | pieces are dragged together |
| `army_red from east to main@152,495` | to a point of the board `main`, in millimetres |
| `turn_marker to turn:3` | the only piece of its kind is dragged, wherever it is |
| `army_red in east becomes tired` | a piece turns to another face |
| `army_red in east becomes pinned`, `... becomes not pinned` | a condition of a unit changes |
| `army_red in east becomes hidden`, `... becomes shown` | it is turned face down, or up |
| `army_red in east is copied` | a copy of a piece appears beside it |
| `army_red in east checks morale 4` | a check of a unit from its menu, with the die |
| `army_red in east rolls build 6 2` | dice of a unit from its menu |
| `control of east becomes blue` | a state of a space changes |
| `roll die 5 3`, `roll die 5 in east` | dice of the side show these results |
| `declare deed fire whom blue` | the side's declaration pad: fields with their choices |
| `declare deed fire battle_in east north` | a mark of the pad with its spaces |
| `say I pass` | a line of chat of the side |
| `all pieces go home` | every piece on the map goes to the box that is its home |
| `markers follow the board` | markers of control and of totals show what the pieces say |

The other statements of `general/rule_examples` are not needed: a log has its position.
"""

from __future__ import annotations

from collections import defaultdict

from modgen_rules.engine.pairs.board_words import BoardWords, ExampleError, Token, statements
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.written_table import LogWriterError
from modgen_rules.general.scenes import Position

MAX_STATEMENTS = 100
MOST_ON_DIE = MOST_TURNS = 100
HOME = "all pieces go home"
FOLLOW = "markers follow the board"
NOBODY = "nobody"
FORMS = (
    "`army from east to north`, `marker to turn:3`, `army in east becomes tired`, "
    "`control of east becomes red`, `roll die 5`, `side red`, `phase march`"
)


def play_lines(text: str, writer: LogWriter) -> None:
    """Carry out the statements of a text. Raises ExampleError."""
    lines = BoardLines(writer)
    found = list(statements(text))
    if len(found) > MAX_STATEMENTS:
        at = found[MAX_STATEMENTS][0].at
        raise ExampleError(f"a text has at most {MAX_STATEMENTS} statements", at)
    for words in found:
        try:
            lines.play(words)
        except LogWriterError as problem:
            raise ExampleError(str(problem), words[0].at) from problem


class BoardLines(BoardWords):
    """Carries out statements, one after the other, on the table of a writer."""

    def __init__(self, writer: LogWriter) -> None:
        super().__init__(writer.game)
        self.writer = writer

    def play(self, words: list[Token]) -> None:
        """Carry out one statement. Raises ExampleError."""
        match [word.text for word in words]:
            case ["side", _]:
                sides = (*self.game.sides, NOBODY)
                side = self.one_of("side", words[1], sides)
                self.writer.begin_turn("" if side == NOBODY else side)
            case ["phase" | "turn", _]:
                self._step_tracker(words)
            case ["roll", _, *_]:
                self._roll(words)
            case ["declare", *_]:
                self._declare(words)
            case ["say", *said] if said:
                self.writer.say(f"<{self._name()}> - {' '.join(said)}")
            case ["all", "pieces", "go", "home"]:
                self._all_home()
            case ["markers", "follow", "the", "board"]:
                self._follow()
            case [_, "of", _, "becomes", _]:
                self._state(words)
            case [*_, "checks", _, _] | [_, "in", _, "rolls", *_] | [*_, "is", "copied"]:
                self._menu(words)
            case texts if "becomes" in texts:
                self._turn(words)
            case texts if "to" in texts:
                self._move(words)
            case texts:
                raise ExampleError(
                    f"`{' '.join(texts)}` is not a statement",
                    words[0].at,
                    f"write for example {FORMS}",
                )

    def _step_tracker(self, words: list[Token]) -> None:
        """Go to a phase, or through whole turns; the position begins in turn 1."""
        if words[0].text == "phase":
            self.writer.step_tracker(self.one_of("phase", words[1], self.game.phases))
            return
        first, *_, last = self.game.phases
        for _ in range(1, self.number(words[1], MOST_TURNS)):
            self.writer.step_tracker(last)
            self.writer.step_tracker(first)

    def _name(self) -> str:
        side = self.writer.actor
        return self.game.sides[side].name if side else "Observer"

    # --- pieces ------------------------------------------------------------------------------

    def _move(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        match [word.text for word in rest]:
            case ["from", _, "to", _]:
                keys = self._find(kind, face, self.place(rest[1]), number, words[0])
            case ["to", _]:
                keys = self._only(kind, face, number, words[0])
            case _:
                raise ExampleError("a move is `army from east to north`", words[0].at)
        place = self.place(rest[-1])
        self.writer.move(keys, place)
        for key in keys if place in self.game.cell_sides else ():
            if self.writer.states[key].place != place:
                self.writer.turn_to(key, place.rpartition("/")[2])

    def _copy(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        match [word.text for word in rest]:
            case ["in", _, "is", "copied"]:
                keys = self._find(kind, face, self.place(rest[1]), number, words[0])
            case _:
                raise ExampleError("a copy is made as in `army in east is copied`", words[0].at)
        for key in keys:
            last = max(int(one) for one in self.writer.states if one.isdigit())
            self.writer.create(key, str(last + 1))

    def _menu(self, words: list[Token]) -> None:
        """A check, a roll or a copy from the menu of a piece."""
        if words[-1].text == "copied":
            self._copy(words)
        else:
            (self._unit_rolls if words[:4][-1].text == "rolls" else self._check)(words)

    def _check(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words[:-3])
        checks = {one.id for one in self.game.info.checks}
        check = self.one_of("check", words[-2], checks)
        if [word.text for word in rest[:-1]] != ["in"]:
            raise ExampleError("a check is `army in east checks morale 4`", words[0].at)
        for key in self._find(kind, face, self.place(rest[1]), number, words[0]):
            self.writer.check(key, check, self.number(words[-1], MOST_ON_DIE))

    def _unit_rolls(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        match [word.text for word in rest]:
            case ["in", _, "rolls", _, _, *_] if number == 1:
                (key,) = self._find(kind, face, self.place(rest[1]), 1, words[0])
            case _:
                raise ExampleError("a roll is `army in east rolls build 6 2`", words[0].at)
        rolls = {one.id: one for one in self.game.info.rolls}
        roll = rolls[self.one_of("roll", rest[3], rolls)]
        self.writer.unit_roll(key, roll.id, [self.number(word, roll.die) for word in rest[4:]])

    def _turn(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        at = next(n for n, word in enumerate(rest) if word.text == "becomes")
        match [word.text for word in rest]:
            case ["in", _, *_] if at == 2:
                keys = self._find(kind, face, self.place(rest[1]), number, words[0])
            case ["becomes", *_]:
                keys = self._only(kind, face, number, words[0])
            case _:
                raise ExampleError("a piece turns as in `army in east becomes tired`", words[0].at)
        result = rest[at + 1 :]
        on = not (result and result[0].text == "not")
        conditions = {one.id for one in self.game.info.conditions}
        if len(result) != 2 - on:
            raise ExampleError("a piece turns as in `army in east becomes tired`", words[0].at)
        for key in keys:
            if result[-1].text in ("hidden", "shown"):
                by = self._acting(words[0]) if result[-1].text == "hidden" else ""
                self.writer.hide(key, by)
            elif result[-1].text in conditions:
                self.writer.set_condition(key, result[-1].text, on)
            else:
                self.writer.flip(key, self.face(kind, result[-1]))

    def _find(self, kind: str, face: str, place: str, number: int, word: Token) -> list[str]:
        keys = [
            key
            for key, state in self.writer.where(kind)
            if state.place.partition("@")[0] == place and face in ("", state.face)
        ]
        if len(keys) < number:
            raise ExampleError(f"there are only {len(keys)} {kind} in {place}", word.at)
        return keys[:number]

    def _only(self, kind: str, face: str, number: int, word: Token) -> list[str]:
        keys = [key for key, state in self.writer.where(kind) if face in ("", state.face)]
        if len(keys) != number:
            raise ExampleError(
                f"there are {len(keys)} {kind} on the table", word.at, "say where it is"
            )
        return keys

    def _state(self, words: list[Token]) -> None:
        state = self.one_of("state", words[0], self.game.states)
        space = self.one_of("space", words[2], self.game.spaces)
        values = [value.id for value in self.game.states[state].values]
        self.writer.set_state(space, state, self.one_of(f"value of `{state}`", words[4], values))

    def _all_home(self) -> None:
        """Pieces on the map go to the boxes that are their homes, on their first faces."""
        groups: dict[tuple[str, str], list[str]] = defaultdict(list)
        for key, state in list(self.writer.states.items()):
            piece = self.game.piece_types.get(state.kind)
            if piece is None or not piece.home or state.place not in self.game.spaces:
                continue
            if state.face != piece.start_face.id:
                self.writer.flip(key, piece.start_face.id)
            groups[state.kind, piece.home].append(key)
        for (_, home), keys in groups.items():
            self.writer.move(keys, home)

    def _follow(self) -> None:
        """Bring the markers of control and of totals up to date."""
        position = Position(self.game, self.writer.states).setup
        control = self.game.info.control
        for space, held in position.states.items() if control else ():
            value = position.controller(space)
            if control and value is not None and held.get(control.state) not in (None, value):
                self.writer.set_state(space, control.state, value)
        position = Position(self.game, self.writer.states).setup
        for total in self.game.info.totals:
            level = position.levels.get(total.marker or "")
            piece = self.game.piece_types.get(total.marker or "")
            track = self.game.tracks.get(piece.tracks or "") if piece else None
            if level is None or track is None:
                continue
            sum_ = min(max(position.total(total), track.first), track.last)
            if sum_ != level:
                (key, _), *_ = self.writer.where(piece.id if piece else "")
                self.writer.move([key], f"{track.id}:{sum_}")

    # --- dice and words ----------------------------------------------------------------------

    def _roll(self, words: list[Token]) -> None:
        dice = {die.id: die for die in self.game.info.dice}
        die = dice[self.one_of("die", words[1], dice)]
        side = self._acting(words[0])
        rest, place = words[2:], ""
        if len(rest) > 1 and rest[-2].text == "in":
            rest, place = rest[:-2], self.place(rest[-1])
        if not rest:
            raise ExampleError("a roll names the die and its results", words[0].at)
        results = tuple(self.number(word, die.sides) for word in rest)
        self.writer.roll(side, die.id, results, place)

    def _acting(self, word: Token) -> str:
        if not self.writer.actor:
            raise ExampleError("nobody acts", word.at, "write `side red` before")
        return self.writer.actor

    def _declare(self, words: list[Token]) -> None:
        """Fields of a pad with one choice each, and marks with spaces."""
        side = self._acting(words[0])
        pads = [one for one in self.game.info.declarations if one.side in (side, None)]
        choices: dict[str, set[str]] = defaultdict(set)
        for item in (item for pad in pads for item in pad.fields):
            choices[item.id] |= {one.id for one in item.choices}
        marks = {one.id for pad in pads for one in pad.spaces}
        chosen: dict[str, str | None] = {}
        marked: dict[str, list[str]] = {}
        name = ""
        for word in words[1:]:
            if name in choices and name not in chosen:
                chosen[name] = self.one_of(f"choice of `{name}`", word, choices[name])
            elif word.text in choices or word.text in marks:
                name = word.text
                if name in marks:
                    marked[name] = []
            elif name in marks:
                marked[name].append(self.place(word))
            else:
                self.one_of("field or mark of the declaration", word, (*choices, *marks))
        fields = [{item.id for item in one.fields} for one in pads if one.side == side]
        named = any(chosen.keys() <= known for known in fields)
        self.writer.announce(side if named else "", chosen, marked)
