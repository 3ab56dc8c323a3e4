"""A log step by step in the game's own words: what moved, what was rolled, what was announced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary

from modgen.log.dice import WORDS, Roll, moment_rolls
from modgen.log.timeline import Moment, Timeline
from modgen.log.wording import plain
from modgen.model.game import Game
from modgen_rules.engine.record.chat_words import ChatWords, typed
from modgen_rules.engine.record.declarations import SEPARATOR, Announcement, Announcements
from modgen_rules.engine.record.general_dice import (
    DiceButtons,
    spoken,
    with_results,
    with_wrong_buttons,
)
from modgen_rules.engine.record.piece_states import PieceChange, PieceTracker
from modgen_rules.engine.record.place_lookup import PlaceLookup

TYPED = re.compile(
    r"^<(?P<who>[^>]*)>\s*-?\s*\W*(?P<what>\w[^=:]*?)\s*[=:]\s*"
    r"(?P<results>\d{1,3}(?:\s*[,+ ]\s*\d{1,3})*)\W*$"
)
"""Dice that a player typed as a line of chat: `<Aranda> - *** Attack dice = 6, 3 ***`."""


class GameStep(NamedTuple):
    """What a step of the log did.

    A step that was taken back has no changes and no announcements, but keeps its dice.
    """

    number: int
    changes: tuple[PieceChange, ...] = ()
    rolls: tuple[Roll, ...] = ()
    said: tuple[Announcement, ...] = ()
    side: str = ""
    """The id of the side whose player did it; empty when the log does not say."""
    undone: bool = False
    typed: tuple[Roll, ...] = ()
    """Dice that a player typed, with the name of a button of the game."""
    voids: int = 0
    """1 if a player writes that the last dice do not count, 2 for those before them, else 0."""
    retries: bool = False
    """Whether a player writes something that explains why the same dice are rolled again."""
    phase: str = ""
    """The phase to which the turn tracker was moved; empty if it was not."""


class Steps:
    """The steps of a log. Those in which nothing happened take no memory."""

    def __init__(self) -> None:
        self._number = 0
        self._busy: dict[int, GameStep] = {}

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, index: int) -> GameStep:
        number = index + 1 + (self._number if index < 0 else 0)
        if not 0 < number <= self._number:
            raise IndexError(index)
        return self._busy.get(number) or GameStep(number)

    @property
    def busy(self) -> Iterable[GameStep]:
        """The steps in which something happened."""
        return self._busy.values()

    def append(self, step: GameStep) -> None:
        """Add the next step."""
        self._number += 1
        if any(step[1:]):
            self._busy[self._number] = step

    def void(self, ago: int, near: int) -> None:
        """Take away the last dice of the last steps, or those before them, which do not count."""
        first = max(self._number - near, 0)
        rolled = (n for n in range(self._number, first, -1) if self[n - 1].rolls)
        if number := next(islice(rolled, ago - 1, None), 0):
            self._busy[number] = self._busy[number]._replace(rolls=())

    def between(self, start: int, end: int) -> Iterator[GameStep]:
        """The steps of a slice."""
        return (self[index] for index in range(*slice(start, end).indices(self._number)))


_READ: WeakKeyDictionary[Timeline, dict[tuple[int, ...], tuple[Steps, object]]] = (
    WeakKeyDictionary()
)
"""The steps of a timeline that were read with some lookups, for those who read them again.

The keys are the identities of the lookups and games, which are kept so that no others have them.
"""


def _known(tracker: PieceTracker, games: Sequence[Game]) -> Steps:
    """What is known of the steps of a timeline as it is now."""
    used = (tracker.places, tracker.pieces, *games)
    every = _READ.setdefault(tracker.timeline, {})
    return every.setdefault((len(tracker.timeline), *map(id, used)), (Steps(), used))[0]


def read_steps(
    tracker: PieceTracker, announcements: Announcements
) -> Iterator[tuple[Moment, GameStep]]:
    """Every step of a log in order. The tracker must have begun; it follows the steps."""
    timeline = tracker.timeline
    games = list(announcements.games)
    known = _known(tracker, games)
    sides = {side.name: side.id for game in games for side in game.sides.values()}
    sides |= tracker.places.side_names
    chat = ChatWords.of(games)
    dice: dict[int, tuple[Roll, ...]] = {}
    settled: set[int] = set()
    if len(known) < len(timeline):
        dice, settled = _dice(tracker, DiceButtons.of(games))
    buttons = {die.name: die.sides for game in games for die in game.info.dice}
    for moment in timeline.moments:
        table = timeline.go(moment.number)
        if moment.number <= len(known):
            step = known[moment.number - 1]
            tracker.follow(step.changes)
            yield moment, step
            continue
        changes = tuple(tracker.changes(moment)) if moment.changes else ()
        player = table.players.get(moment.player)
        undone = moment.number in timeline.undone
        lines = () if undone else moment.chat
        announced = (announcements.read(plain(line)) for line in lines if SEPARATOR in line)
        written = [line for line in lines if by_player(line)]
        void = max((voids(line, chat) for line in written), default=0)
        step = GameStep(
            moment.number,
            changes,
            dice.get(moment.number, ()),
            tuple(one for one in announced if one is not None),
            sides.get(player.side, "") if player else "",
            undone,
            tuple(_typed(moment.number, lines, buttons)),
            0 if moment.number in settled else void,
            any(writes(line, chat.retried) for line in written),
            "" if undone else _phase(moment, tracker.places),
        )
        known.append(step)
        yield moment, step


def _phase(moment: Moment, places: PlaceLookup) -> str:
    """The phase to which a step moves the turn tracker; empty if it does not."""
    for collection, tracker, _, after in moment.changes:
        if collection == "turns" and after:
            return places.phase(tracker, after)
    return ""


def writes(line: str, words: re.Pattern[str]) -> bool:
    """Whether a player writes some words."""
    return by_player(line) and words.search(typed(line)) is not None


def voids(line: str, chat: ChatWords) -> int:
    """Whether a player writes that the last dice do not count (1), or those before them (2)."""
    if not (writes(line, chat.spoilt) or writes(line, chat.mistaken)):
        return 0
    kept = writes(line, chat.kept) and not writes(line, chat.refused)
    return 2 if writes(line, chat.first) and not kept else 1


def by_player(line: str) -> bool:
    """Whether a player wrote a line of chat."""
    return plain(line).startswith("<")


def _typed(step: int, lines: Iterable[str], buttons: Mapping[str, int]) -> Iterator[Roll]:
    """The dice that players typed; `buttons` gives the sides of the dice of each button."""
    for line in lines:
        match = TYPED.match(plain(line)) if "=" in line or ":" in line else None
        if match and match["what"] in buttons:
            results = tuple(map(int, re.findall(r"\d+", match["results"])))
            if all(1 <= result <= buttons[match["what"]] for result in results):
                yield Roll(step, match["who"], match["what"], results)


def _dice(
    tracker: PieceTracker, buttons: DiceButtons
) -> tuple[dict[int, tuple[Roll, ...]], set[int]]:
    """The dice of each step that has any, by what players say of them.

    Then the steps in which they call a button wrong whose dice count.

    A reader who rewinds and steps on meets the same die twice; it was rolled once. So an undone
    step has no dice when the next dice of the log are the same.
    """
    timeline = tracker.timeline
    dice: dict[int, tuple[Roll, ...]] = {}
    waiting: list[int] = []
    for moment in timeline.moments.with_words(*WORDS):
        rolls = () if moment.undoes else tuple(moment_rolls(moment))
        if not rolls:
            continue
        dice[moment.number] = rolls
        if moment.number in timeline.undone:
            waiting.append(moment.number)
            continue
        for number in waiting:
            if [roll[1:] for roll in dice[number]] == [roll[1:] for roll in rolls]:
                del dice[number]
                break
        waiting.clear()

    def there(number: int) -> bool:
        return 0 < number <= len(timeline) and number not in timeline.undone

    def chat(number: int) -> Iterable[str]:
        return timeline.moments[number - 1].chat if there(number) else ()

    def moved(number: int) -> set[str]:
        changes = timeline.moments[number - 1].changes if there(number) else ()
        pieces = (new or old for what, _, old, new in changes if what == "pieces")
        return {tracker.pieces.identify(piece)[0] for piece in pieces if piece}

    kept = {number: rolls for number, rolls in dice.items() if number not in timeline.undone}

    def moves(number: int, roll: Roll) -> bool:
        """Whether pieces change in a step, not by another player than the one who rolled."""
        if not there(number) or not timeline.moments[number - 1].changes:
            return False
        players = timeline.go(number).players
        mover = players.get(timeline.moments[number - 1].player)
        rolled = [one for one in players.values() if one.name and one.name in roll.who]
        return mover is None or not rolled or mover in rolled

    found, settled = with_wrong_buttons(
        with_results(spoken(kept, buttons, chat, moved), buttons, chat), buttons, chat, moves
    )
    return dice | found, settled
