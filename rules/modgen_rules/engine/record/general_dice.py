"""Dice rolled with a general button, such as `2d6`: what players say about them in chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from modgen.log.dice import Roll
from modgen.log.wording import folded, written
from modgen.model.game import Game
from modgen.model.types.game_file import Die
from modgen_rules.engine.record.chat_words import ChatWords, typed

SIDES = re.compile(r"(?<![a-z])d\s*(?P<sides>\d+)\b", re.I)
"""How the name of a button tells its dice: `2d6`."""
CONSEQUENCE = 6
"""Within this number of steps after players say that a button was wrong, pieces show that its dice
count all the same."""
LETTER = re.compile(r"[^\W\d_]")
BETWEEN = r"\W+(?:\w{1,4}\W+)?"
"""What stands between the names of dice in a list: a comma, or a short word."""
NEAR = 3
"""A line names a die that was rolled, or will be, within this number of steps."""


@dataclass(frozen=True)
class DiceButtons:
    """The dice buttons of a game, by their names in each of its languages."""

    named: Mapping[str, str]
    """Their ids, with those of the dice that units roll."""
    most: int
    """The most that a die of the game shows."""
    words: Mapping[str, Die]
    """What players call a die, folded; each is at least the beginning of a word."""
    any_roll: Mapping[str, str]
    """The ids of the game's general buttons, with the side that rolls each; empty for any side."""
    asking: frozenset[str]
    """The names of the buttons that ask how many dice to roll."""
    chat: ChatWords
    """What players write about dice."""
    cards: Mapping[str, frozenset[str]]
    """By the id of a die the kinds of the cards with its name in any language."""

    @classmethod
    def of(cls, games: Iterable[Game]) -> DiceButtons:
        """Those of a game; `games` is the game in each of its languages."""
        games = list(games)
        named: dict[str, str] = {}
        dice: list[Die] = []
        for game in games:
            named |= {one.name: one.id for one in game.info.dice}
            named |= {one.name: one.id for one in game.info.rolls}
            dice += game.info.dice
        words = {
            folded(word): die for die in dice if not die.general for word in (die.name, *die.words)
        }
        most = max((die.sides for die in dice), default=0)
        asking = frozenset(die.name for die in dice if die.asks)
        general = {die.id: die.side or "" for die in dice if die.general}
        titles = [(card.title, f"card_{card.id}") for game in games for card in game.card.values()]
        names: dict[str, set[str]] = {}
        for die in dice:
            names.setdefault(die.id, set()).add(die.name)
        cards = {
            die: frozenset(kind for title, kind in titles if title in own)
            for die, own in names.items()
        }
        return cls(named, most, words, general, asking, ChatWords.of(games), cards)

    def button(self, roll: Roll) -> str | None:
        """The id of the button of a roll: empty for one that says nothing, None for other dice."""
        if roll.what in self.named:
            return self.named[roll.what]
        if match := SIDES.search(roll.what):
            fits = int(match["sides"]) == self.most
        else:
            fits = max(roll.results) <= self.most and (
                self._says_nothing(roll.what) or self.meant(roll.what) is not None
            )
        return "" if fits else None

    def _says_nothing(self, name: str) -> bool:
        """Whether the name of a button says nothing about its dice: `Roll`, `2 dice`."""
        return LETTER.search(self.chat.button.sub("", typed(name))) is None

    def general(self, roll: Roll) -> bool:
        """Whether the button of a roll does not say what the dice are for."""
        button = self.button(roll)
        return button == "" or button in self.any_roll

    def others(self, roll: Roll, die: Die) -> bool:
        """Whether a general button is that of one side, and a die that of another."""
        side = self.any_roll.get(self.button(roll) or "", "")
        return bool(side and die.side) and side != die.side

    def rename(
        self,
        dice: dict[int, tuple[Roll, ...]],
        places: Iterable[tuple[int, int]],
        die: Die,
        sure: bool,
    ) -> bool:
        """Give rolls the name of a die, if all may be of it: its button rolls so many dice.

        `places` are their steps and numbers there. If `sure`, a button that asked how many may
        have rolled a wrong number.
        """
        rolls = {(step, n): dice[step][n] for step, n in places}
        many = (die.asks or len(one.results) == die.count for one in rolls.values())
        asked = (sure and one.what in self.asking for one in rolls.values())
        if not all(map(any, zip(many, asked, strict=True))):
            return False
        for (step, n), roll in rolls.items():
            dice[step] = (*dice[step][:n], roll._replace(what=die.name), *dice[step][n + 1 :])
        return True

    def meant(self, line: str) -> Die | None:
        """The die of which a line of chat speaks: the longest word for one, of equals the last.

        Another word may stand between two words for it. A line that is only the beginning of what
        players call a die, besides its name, means the first such die.
        """
        said = folded(line)
        found = [word for word in self.words if re.search(_parted(word), said)]
        if found:
            return self.words[max(reversed(found), key=len)]
        alone = re.escape(said.strip(" -.:!?*"))
        names = {folded(name) for name in self.named}
        called = ((word, die) for word, die in self.words.items() if word not in names)
        short = (die for word, die in called if re.match(rf"{alone}\b", word))
        return next(short, None) if LETTER.search(alone) else None

    def listed(self, line: str, meant: Die) -> list[Die]:
        """The dice whose names a line of chat lists, in their order, or the one that it means."""
        names = {word: die for word, die in self.words.items() if word == folded(die.name)}
        one = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        row = re.search(rf"\b(?:{one})(?:{BETWEEN}(?:{one}))+\b", folded(line)) if names else None
        found = [names[word] for word in re.findall(one, row[0])] if row else []
        return found if meant in found else [meant]

    @cached_property
    def results(self) -> Mapping[int, re.Pattern[str]]:
        """Finds what players call a die before its result, by the result."""
        words = "|".join(sorted(map(re.escape, self.words), key=len, reverse=True))
        numbers = range(1, self.most + 1) if words else ()
        return {n: re.compile(rf"\b({words})\W{{0,3}}{n}\b") for n in numbers}

    def begins(self, line: str, die: Die) -> bool:
        """Whether a line of chat begins with what players call a die."""
        words = tuple(word for word, one in self.words.items() if one.id == die.id)
        return folded(line).lstrip(" -*").startswith(words)


@cache
def _parted(word: str) -> str:
    """The pattern of what players call a die, with or without another word between its words."""
    return r"\b" + r"\s+(?:\w+\s+)?".join(map(re.escape, word.split()))


def spoken(
    dice: Mapping[int, tuple[Roll, ...]],
    buttons: DiceButtons,
    chat: Callable[[int], Iterable[str]],
    moved: Callable[[int], Collection[str]],
) -> dict[int, tuple[Roll, ...]]:
    """The dice of each step, where those of general buttons have the names that players give them.

    `chat` gives the lines of a step, and `moved` the kinds of the pieces that change in it. A line
    before dice names them, and so does one after them that is nearer and does not tell of others,
    nor of dice of the other side, nor of a die that its own button rolls sooner after the line.
    Only as many dice as the named button rolls can be meant, unless the line begins with its name
    and the button asked how many; for a button that asks how many, dice that are rolled one by one
    in successive steps are one roll. A line that tells of a roll by its own button names no other
    dice, nor does one about a card that is played then.
    A line before dice that lists the names of several means them in that order.
    """

    def of_card(die: Die, step: int) -> bool:
        """Whether a card with the name of a die moves within a few steps."""
        cards, near = buttons.cards[die.id], range(step - NEAR, step + NEAR + 1)
        return bool(cards) and any(not cards.isdisjoint(moved(at)) for at in near)

    def sooner(die: Die, step: int, row: Sequence[tuple[int, int]]) -> bool:
        """Whether a die is rolled with its own button sooner after a line than dice before it."""
        near = range(step, 2 * step - row[-1][0])
        return any(buttons.button(one) == die.id for at in near for one in dice.get(at, ()))

    found = dict(dice)
    general = [step for step, some in dice.items() if any(map(buttons.general, some))]
    announced: tuple[int, list[Die], bool] | None = None
    own: tuple[int, str] | None = None
    row: list[tuple[int, int]] = []
    reach = NEAR
    run: tuple[int, str, Die, int] | None = None
    for step in sorted({n for one in general for n in range(one - NEAR, one + NEAR + 1)}):
        rolled = [one.what for one in dice.get(step, ()) if not buttons.general(one)]
        for said in map(written, chat(step)):
            die = buttons.meant(said)
            if die is None or of_card(die, step) or "***" in said:  # as VASSAL reports dice
                continue
            if any(name in said for name in rolled):  # the report of another roll
                continue
            ahead, sure = buttons.chat.ahead.search(typed(said)), buttons.begins(said, die)
            if own and own[1] == die.name and step - own[0] <= NEAR and not ahead:
                continue
            if row and step - row[-1][0] <= reach and not ahead and not sooner(die, step, row):
                meant = row if die.asks else row[-1:]
                foreign = any(buttons.others(dice[at][n], die) for at, n in meant)
                if not foreign and buttons.rename(found, meant, die, sure):
                    row, run = [], None
                    continue
            announced = (step, buttons.listed(said, die), sure)
        for n, roll in enumerate(dice.get(step, ())):
            waits, announced = announced, None
            earlier, run = run, None
            before, row, reach, own = row, [], NEAR, None
            if not buttons.general(roll):
                own = step, roll.what
                continue
            die = buttons.meant(roll.what)
            if die is None and earlier and step - earlier[0] <= 1 and roll.what == earlier[1]:
                die, reach = earlier[2:]
            elif die is None and waits and step - waits[0] <= NEAR:
                (die, *others), reach = waits[1], step - waits[0] - 1
                announced = (step, others, waits[2]) if others else None
            sure = waits is not None and waits[1][0] is die and waits[2]
            named = die is not None and buttons.rename(found, [(step, n)], die, sure)
            if named and die and die.asks:
                run = (step, roll.what, die, reach)
            last = before[-1] if before and not named else None
            same = last and step - last[0] <= 1 and dice[last[0]][last[1]].what == roll.what
            row = [*before, (step, n)] if same else [(step, n)]
            reach = reach if named else NEAR
    return found


def with_results(
    dice: Mapping[int, tuple[Roll, ...]],
    buttons: DiceButtons,
    chat: Callable[[int], Iterable[str]],
) -> dict[int, tuple[Roll, ...]]:
    """The dice of each step; a line after one names it if it has the result: `fire check 3`.

    The die that it names is not rolled with its own button near it, nor by another side.
    """
    found = dict(dice)
    steps = sorted(dice)
    for step, following in zip(steps, [*steps[1:], None], strict=False):
        n, roll = len(dice[step]) - 1, dice[step][-1] if dice[step] else None
        if roll is None or len(roll.results) != 1:
            continue
        last = min(step + NEAR, (following or step + NEAR + 1) - 1)
        for line in (one for at in range(step + 1, last + 1) for one in chat(at)):
            words = buttons.results.get(roll.results[0])
            said = words.search(typed(written(line))) if words else None
            die = buttons.words[said[1]] if said else None
            near = range(step - NEAR, step + NEAR + 1)
            own = (buttons.button(one) for at in near for one in dice.get(at, ()))
            if die and die.id not in own and not buttons.others(roll, die):
                buttons.rename(found, [(step, n)], die, sure=True)
                break
    return found


def with_wrong_buttons(
    dice: Mapping[int, tuple[Roll, ...]],
    buttons: DiceButtons,
    chat: Callable[[int], Iterable[str]],
    moves: Callable[[int, Roll], bool],
) -> tuple[dict[int, tuple[Roll, ...]], set[int]]:
    """The dice of each step, and the steps whose lines call a button wrong whose dice count.

    They count if whoever rolled them changes pieces before other dice are rolled: `moves` tells
    whether that happens in a step. Then they are those of the die that the line names, or those of
    a general button. They do not if the line tells what is still to be done, or if the die that it
    names is rolled next.
    """
    found, settled = dict(dice), set[int]()
    steps = sorted(dice)
    for step, following in zip(steps, [*steps[1:], None], strict=False):
        if not dice[step] or buttons.general(dice[step][-1]):
            continue
        for at in range(step, min(step + NEAR, (following or step + NEAR + 1) - 1) + 1):
            lines = [typed(written(line)) for line in chat(at)]
            said = next((line for line in lines if buttons.chat.only_mistaken(line)), None)
            if said is None:
                continue
            n, roll = len(dice[step]) - 1, dice[step][-1]
            rest = buttons.chat.mistaken.sub("", said)
            die, end = buttons.meant(rest), at + CONSEQUENCE
            if following is not None and following <= end:
                if die is not None and buttons.button(dice[following][0]) == die.id:
                    break
                end = following - 1
            if buttons.chat.ahead.search(rest):
                break
            if any(moves(later, roll) for later in range(at + 1, end + 1)):
                if die is None or not buttons.rename(found, [(step, n)], die, sure=True):
                    what = f"{len(roll.results)}d{buttons.most}"
                    found[step] = (*dice[step][:n], roll._replace(what=what))
                settled.add(at)
            break
    return found, settled
