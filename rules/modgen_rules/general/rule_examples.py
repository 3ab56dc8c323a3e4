"""Examples of rules in one line: statements separated by `;`, first the position, then the play.

    side red; phase march; 2 army_red in east; army_red from east to north

| statement | meaning |
|--|--|
| `scenario start` | the pieces of a set-up are on the table |
| `2 army_red in east`, `army_red/tired in east` | pieces are on the table, on their first face |
| `2 red force in east` | the same with a description as in expressions: the first piece that fits |
| `card_4 in draw`, `card_4 in hand:red` | a card is in a place |
| `control of east is red` | a space has a state |
| `side red`, `phase march`, `game_turn 3` | who acts, and when |
| `army_red from east to north` | a piece moves; one that was not mentioned is put there first |
| `army_red from east to north as tired` | it also turns to another face |
| `army_red in east becomes tired` | it only turns |
| `control of east becomes blue` | a state changes |
| `roll die 5 3` | dice show these results |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from modgen.log.dice import Roll
from modgen.model.game import Game
from modgen.model.setup import setup_position
from modgen.model.types.game_file import Phase
from modgen.model.types.rules import Rule
from modgen.model.types.scenario import PileSetup, Scenario
from modgen_rules.engine.pairs.board_words import (
    MAX_PIECES,
    BoardWords,
    ExampleError,
    Token,
    statements,
)
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.general.turns import TurnRecord
from modgen_rules.general.vocabulary import UnknownWordError, Vocabulary

AFTER_WHAT = ("from", "in", "becomes", "as")
"""The words that may follow a description of pieces."""
MAX_STATEMENTS = 50
MAX_TABLE = 5_000
"""Pieces of one example."""
FORMS = (
    "`2 army in east`, `army from east to north`, `army in east becomes tired`, "
    "`control of east is red`, `roll die 5`, `side red`, `phase march`, `scenario start`"
)


def read_example(text: str, game: Game, rule: Rule | None = None) -> TurnRecord:
    """The turn that an example describes. Side and phase default to those of `rule`.

    Raises ExampleError.
    """
    reader = _Reader(game)
    if rule is not None:
        reader.side = rule.side or ""
        reader.phase = next(iter(phases_of(game, rule.phase)), "") if rule.phase else ""
    found = list(statements(text))
    if not found:
        raise ExampleError("the example is empty", 0, f"write statements such as {FORMS}")
    if len(found) > MAX_STATEMENTS:
        at = found[MAX_STATEMENTS][0].at
        raise ExampleError(f"an example has at most {MAX_STATEMENTS} statements", at)
    for statement in found:
        reader.read(statement)
    return reader.record()


def phases_of(game: Game, name: str) -> tuple[str, ...]:
    """The phases without subphases that are a phase or inside it, in order."""

    def inside(phases: Sequence[Phase], within: bool) -> Iterator[str]:
        for phase in phases:
            own = within or phase.id == name
            if phase.phases:
                yield from inside(phase.phases, own)
            elif own:
                yield phase.id

    return tuple(inside(game.info.sequence, False))


@dataclass
class _Reader(BoardWords):
    game: Game
    side: str = ""
    phase: str = ""
    game_turn: int = 1
    pieces: dict[str, PieceState] = field(default_factory=dict)
    """The position after the statements that were read."""
    before: dict[str, PieceState] = field(default_factory=dict)
    steps: list[GameStep] = field(default_factory=list)
    mentioned: set[tuple[str, str]] = field(default_factory=set)
    """Kinds and places of pieces that were put on the table."""
    complete_setup: bool = False

    def __post_init__(self) -> None:
        self.vocabulary = Vocabulary(self.game)

    def read(self, words: list[Token]) -> None:
        first = words[0].text
        texts = [word.text for word in words]
        if first in ("side", "phase", "game_turn", "scenario") and len(words) == 2:
            self._context(first, words[1])
        elif first == "roll":
            self._roll(words)
        elif len(words) == 5 and texts[1] == "of" and texts[3] in ("is", "becomes"):
            self._state(words)
        elif "from" in texts:
            self._move(words)
        elif "becomes" in texts:
            self._turn(words)
        elif "in" in texts:
            self._put(words)
        else:
            raise ExampleError(
                f"`{' '.join(texts)}` is not a statement", words[0].at, f"write for example {FORMS}"
            )

    def record(self) -> TurnRecord:
        before = self.before if self.steps else self.pieces
        return TurnRecord(
            1,
            self.side,
            self.phase,
            self.game_turn,
            1,
            max(len(self.steps), 1),
            before,
            self.pieces,
            tuple(self.steps),
            True,
        )

    def what(self, words: list[Token]) -> tuple[int, str, str, list[Token]]:
        """As in `BoardWords`; a description such as `red force` means a piece that fits it.

        That is one in the place that the statement names next, if there is any there, and otherwise
        the first of the game.
        """
        number, rest = 1, words
        if words[0].text.isdigit() and len(words) > 1:
            number, rest = self.number(words[0], MAX_PIECES), words[1:]
        end = next((at for at, word in enumerate(rest) if word.text in AFTER_WHAT), len(rest))
        text = " ".join(word.text for word in rest[:end])
        name = rest[0].text.partition("/")[0]
        if end == 1 and (name in self.game.piece_types or not self._described(text)):
            return super().what(words)
        try:
            shown = self.vocabulary.what(text)
        except UnknownWordError as problem:
            raise ExampleError(problem.message, rest[0].at, problem.hint) from None
        place = rest[end + 1].text if end + 1 < len(rest) else ""
        there = [(one.kind, one.face) for one in self.pieces.values() if one.place == place]
        start = [(piece.id, piece.start_face.id) for piece in self.game.pieces]
        every = [(piece.id, face.id) for piece in self.game.pieces for face in piece.faces]
        cards = [(f"card_{card}", "") for card in self.game.card]
        for kind, face in (*there, *start, *every, *cards):
            if (kind, face) in shown:
                usual = face == self.start_face(kind) and (kind, face) not in there
                return number, kind, "" if usual else face, rest[end:]
        raise ExampleError(f"no piece is `{text}`", rest[0].at, "leave out one of the words")

    def _described(self, text: str) -> bool:
        """Whether words describe pieces as in expressions."""
        try:
            return bool(self.vocabulary.what(text))
        except UnknownWordError:
            return False

    # --- the position ------------------------------------------------------------------------

    def _context(self, word: str, value: Token) -> None:
        if word == "game_turn":
            self.game_turn = self.number(value, 10_000)
        elif word == "side":
            self.side = self.one_of("side", value, self.game.sides)
        elif word == "phase":
            self.phase = self.one_of("phase", value, self.game.phases)
        else:
            self._not_late(value)
            known = {scenario.id: scenario for scenario in self.game.scenarios}
            self._set_up(known[self.one_of("scenario", value, known)])

    def _set_up(self, scenario: Scenario) -> None:
        self.complete_setup = True
        start = setup_position(self.game, scenario)
        for place, held in start.pieces.items():
            for (kind, face), number in held.items():
                self._add(PieceState(kind, face, place), number)
        placed = Counter(state.kind for state in self.pieces.values())
        for piece in self.game.pieces:
            left = piece.count - placed[piece.id]
            if piece.home and left > 0:
                self._add(PieceState(piece.id, piece.start_face.id, piece.home), left)
        for space, states in start.states.items():
            for state, value in states.items():
                self._add(PieceState(f"state_{state}", value, space))
        for marker, number in start.levels.items():
            piece = self.game.piece_types[marker]
            self._add(PieceState(marker, piece.start_face.id, f"{piece.tracks}:{number}"))
        for side, cards in scenario.hands.items():
            for card in cards:
                self._add(PieceState(f"card_{card}", "", f"hand:{side}"))
        used = {card for pile in scenario.piles for card in _named(pile)}
        for pile in scenario.piles:
            box = self.game.piles[pile.pile].box
            for card in _dealt(pile, self.game, used) if box else ():
                self._add(PieceState(f"card_{card}", "", box or ""))

    def _put(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        if len(rest) != 2:
            raise ExampleError("a piece is somewhere as in `2 army in east`", words[0].at)
        place = self.place(rest[1])
        self._not_late(words[0])
        self.mentioned.add((kind, place))
        self._add(PieceState(kind, face or self.start_face(kind), place), number)

    def _add(self, state: PieceState, number: int = 1) -> None:
        if len(self.pieces) + number > MAX_TABLE:
            raise ExampleError(f"an example has at most {MAX_TABLE} pieces", 0)
        for _ in range(number):
            self.pieces[f"p{len(self.pieces) + 1}"] = state

    def _not_late(self, word: Token) -> None:
        """Refuse a statement about the position after the play has begun."""
        if self.steps:
            raise ExampleError(
                "the position comes before the play", word.at, "move this statement to the front"
            )

    # --- the play ----------------------------------------------------------------------------

    def _move(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        texts = [word.text for word in rest]
        if len(rest) not in (4, 6) or texts[::2] != ["from", "to", "as"][: len(rest) // 2]:
            raise ExampleError(
                "a move is `army from east to north`",
                rest[0].at if rest else words[-1].at,
                "add `as tired` when the piece turns to another face",
            )
        source, target = self.place(rest[1]), self.place(rest[3])
        keys = self._find(kind, face, source, number, words[0])
        shown = self.face(kind, rest[5]) if len(rest) == 6 else ""
        self._do(
            {
                key: self.pieces[key]._replace(place=target, face=shown or self.pieces[key].face)
                for key in keys
            }
        )

    def _turn(self, words: list[Token]) -> None:
        number, kind, face, rest = self.what(words)
        texts = [word.text for word in rest]
        if len(rest) != 4 or texts[0] != "in" or texts[2] != "becomes":
            raise ExampleError("a piece turns as in `army in east becomes tired`", words[0].at)
        keys = self._find(kind, face, self.place(rest[1]), number, words[0])
        shown = self.face(kind, rest[3])
        self._do({key: self.pieces[key]._replace(face=shown) for key in keys})

    def _state(self, words: list[Token]) -> None:
        state = self.one_of("state", words[0], self.game.states)
        space = self.one_of("space", words[2], self.game.spaces)
        values = [value.id for value in self.game.states[state].values]
        value = self.one_of(f"value of `{state}`", words[4], values)
        kind = f"state_{state}"
        key = next((key for key, one in self.pieces.items() if one[::2] == (kind, space)), None)
        if words[3].text == "is":
            self._not_late(words[0])
            if key is not None:
                del self.pieces[key]
            self._add(PieceState(kind, value, space))
            return
        if key is None:
            self._before_play(PieceState(kind, self.game.states[state].default, space))
            key = next(reversed(self.pieces))
        self._do({key: PieceState(kind, value, space)})

    def _roll(self, words: list[Token]) -> None:
        if len(words) < 3:
            raise ExampleError(
                "a roll names the die and its results", words[0].at, "as in `roll die 5 3`"
            )
        dice = {die.id: die for die in self.game.info.dice}
        die = dice[self.one_of("die", words[1], dice)]
        results = tuple(self.number(word, die.sides) for word in words[2:])
        number = len(self.steps) + 1
        self._began()
        roll = Roll(number, self.side, die.name, results)
        self.steps.append(GameStep(number, (), (roll,), (), self.side))

    def _find(self, kind: str, face: str, place: str, number: int, word: Token) -> list[str]:
        """Pieces that move or turn; those that no statement mentioned are put there first."""
        keys = [
            key
            for key, state in self.pieces.items()
            if (state.kind, state.place) == (kind, place) and face in ("", state.face)
        ]
        missing = number - len(keys)
        if missing > 0 and (self.complete_setup or (kind, place) in self.mentioned):
            raise ExampleError(
                f"there are only {len(keys)} {kind} in {place}"
                if keys
                else f"there is no {kind} in {place}",
                word.at,
            )
        for _ in range(missing):
            self._before_play(PieceState(kind, face or self.start_face(kind), place))
            keys.append(next(reversed(self.pieces)))
        return keys[:number]

    def _before_play(self, state: PieceState) -> None:
        """Put a piece on the table, as if it had been there before the play."""
        key = f"p{len(self.pieces) + 1}"
        self.pieces[key] = state
        if self.steps:
            self.before[key] = state

    def _began(self) -> None:
        if not self.steps:
            self.before = dict(self.pieces)

    def _do(self, after: Mapping[str, PieceState]) -> None:
        self._began()
        number = len(self.steps) + 1
        changes = tuple(
            PieceChange(number, key, self.pieces[key], state, "") for key, state in after.items()
        )
        self.pieces.update(after)
        self.steps.append(GameStep(number, changes, (), (), self.side))


def _named(pile: PileSetup) -> Iterator[str]:
    yield from pile.cards
    for step in pile.build:
        yield from step.cards


def _dealt(pile: PileSetup, game: Game, used: set[str]) -> Iterator[str]:
    """The cards of a pile; for random ones the first cards of the deck that are not used."""
    yield from _named(pile)
    counts = [(step.deck, step.random) for step in pile.build]
    for deck, number in (*counts, (pile.rest, len(game.cards))):
        free = [card.id for card in game.cards if card.deck == deck and card.id not in used]
        for card in free[:number]:
            used.add(card)
            yield card
