"""Who does something to whom, as players write it: `both lines G11 at the punks in E8`.

The words before `at`, `on` or `into` name those who act, the words after it those whom they act on.
What follows `from` belongs to the first, and what follows `over` to neither.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from modgen.log.wording import written
from modgen_rules.engine.record.chat_words import ChatWords, typed

SENTENCE = re.compile(r"[.!?;]+(?:\s|$)")
TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*|[^\w\s]")
SUM = re.compile(r"(?<![\w-])(?P<die>\d+)(?P<added>(?:\s*[+-]\s*\d+)*)(?!\w)")
ADDED = re.compile(r"[+-]\s*\d+")
LABEL = re.compile(r"[a-z]{1,2}\d{1,2}")
"""What players call one unit of several: `P1`."""
NAMED = re.compile(r"\b(?:[A-Z]|[A-Za-z]{1,2}\d{1,2})\b")
"""A label, the name of a square, or a letter by which players call a unit: `A D9, B D10`."""
LETTER = re.compile(r"\b[A-Z]\b")
CALLED = 3
"""A line that tells where so many units are is a roll call."""
STEM = 4
"""The letters of the beginning of a word that stands for it: `slings`."""
SHORT = 3
"""The letters of a word of a name that is looked for."""


@dataclass
class Mention:
    """One unit that a line names, or several alike."""

    kinds: frozenset[str] = frozenset()
    """The kinds that its words fit; empty if no word says which it is."""
    label: str = ""
    number: int | None = 1
    """How many; None for all of them."""
    places: tuple[str, ...] = ()
    """Where they are: all places that the name may mean; empty if nothing says where."""
    like: str = ""
    """`them` for those who acted just before, `others` for one like them who did not."""


class Order(NamedTuple):
    """What a line says of an act."""

    who: tuple[Mention, ...]
    whom: tuple[Mention, ...]
    deed: str
    """The words of the line that do not name whom it is done to."""


class _Word(NamedTuple):
    """A mention, or the name of a place, in the order of the line."""

    mention: Mention | None
    text: str = ""
    places: tuple[str, ...] = ()
    direct: bool = False
    """Whether it follows the one before at once, or with `in` between."""


def _bound(words: Sequence[_Word]) -> tuple[Mention, ...]:
    """The mentions with their places: a place is that of all before it that have none.

    One before which all have theirs is that of those after it, or of somebody who is not named.
    """
    found: list[Mention] = []
    waiting: list[Mention] = []
    ahead: _Word | None = None
    for n, one in enumerate(words):
        after = words[n + 1] if n + 1 < len(words) else None
        mention = one.mention
        if mention is None and after and after.mention is None and after.direct:
            # A name of a place just before another is what a unit is called: `H1 I7`.
            if waiting and one.direct and not waiting[-1].label:
                waiting[-1].label, waiting[-1].number = one.text, 1
                continue
            mention = Mention(label=one.text)
        if mention is not None:
            found.append(mention)
            if ahead:
                mention.places = ahead.places
            else:
                waiting.append(mention)
            continue
        if ahead and not any(each.places == ahead.places for each in found):
            found.append(Mention(places=ahead.places))
        for each in waiting:
            each.places = one.places
        ahead, waiting = (None if waiting else one), []
    if ahead and not any(each.places == ahead.places for each in found):
        found.append(Mention(places=ahead.places))
    return tuple(found)


class Orders:
    """Reads orders: `names` are the displayed names of kinds of units by id, `others` those of
    other things, and `places` the names of places."""

    def __init__(
        self,
        names: Mapping[str, str],
        others: Iterable[str],
        places: Collection[str],
        chat: ChatWords,
        sides: Iterable[str] = (),
    ) -> None:
        self._chat = chat
        common = {word for side in sides for word in TOKEN.findall(typed(side))}
        self._words: dict[str, set[str]] = {}
        for kind, name in names.items():
            words = [one for one in TOKEN.findall(typed(name)) if len(one) >= SHORT]
            short = {one for one in kind.split("_") if one.isalpha()}
            for word in {*(one for one in words if one not in common), *short - common}:
                self._words.setdefault(word, set()).add(kind)
        single = [kind for kind, name in names.items() if not name.endswith("s")]
        self._single = {one for kind in single for one in TOKEN.findall(typed(names[kind]))}
        self._initials = {
            kind: "".join(one[0] for one in TOKEN.findall(typed(name)) if one not in common)
            for kind, name in names.items()
        }
        self._things = [typed(one) for one in others if " " in one]
        self._places: dict[str, tuple[str, ...]] = {}
        for place in places:
            for name in {typed(place), typed(place).rpartition("-")[2]}:
                self._places[name] = (*self._places.get(name, ()), place)
        self._every = frozenset(places)
        self._known: dict[str, frozenset[str]] = {}
        self._letters: set[str] = set()
        """The letters by which players call units."""

    def read(self, line: str, own: Collection[str], others: Collection[str]) -> Order | None:
        """The order that a player writes; None if the line names nobody who acts.

        `own` are the places of those who may act, `others` those of whom they may act on. The name
        of another place counts as what a unit is called.
        """
        said = typed(self._lettered(written(line)))
        for thing in self._things:
            said = said.replace(thing, thing.replace(" ", "-"))
        each = [self._sentence(part, own, others) for part in SENTENCE.split(said)]
        found = [one for one in each if one.who]
        order = next((one for one in found if one.whom), found[0] if found else None)
        return order._replace(deed=" ".join(one.deed for one in each)) if order else None

    def checked(self, line: str, die: int) -> tuple[Mention, int] | None:
        """Who checked with a die, and the total, as a player tells it just after: `Line E8 checks:
        3+1 = 4`. None if the line says nothing of the kind."""
        said = typed(written(line))
        order = self.read(line, self._every, self._every)
        total = next((one for one in SUM.finditer(said) if int(one["die"]) == die), None)
        if total is None or order is None or not self._chat.checked.search(said):
            return None
        added = sum(int(one.replace(" ", "")) for one in ADDED.findall(total["added"]))
        named = [one for one in order.who if one.places or one.kinds]
        who = [one for one in named if one.places] or named
        return (who[0], die + added) if len(who) == 1 else None

    def roll_call(self, line: str, held: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """The labels of units with the places where these are, if a line tells that of several.

        `held` are the places with units. A letter that stands for a unit does so from then on.
        """
        found: dict[str, tuple[str, ...]] = {}
        waiting: list[str] = []
        for name in NAMED.findall(written(line)):
            places = tuple(one for one in self.called(typed(name)) if one in held)
            if places:
                found |= dict.fromkeys(waiting, places)
                waiting = []
            elif not self._chat.me.fullmatch(typed(name)):
                waiting.append(name)
        if len(found) < CALLED:
            return {}
        self._letters |= {name for name in found if len(name) == 1}
        return {typed(self._lettered(name)): places for name, places in found.items()}

    def _lettered(self, text: str) -> str:
        """A text with labels (`A0`) instead of the letters by which players call units.

        A letter before the name of a kind is a word: `A squad`.
        """

        def label(one: re.Match[str]) -> str:
            following = TOKEN.match(text, one.end() + 1)
            word = following and following[0].isalpha() and self._kinds(typed(following[0]))
            return one[0] if word or one[0] not in self._letters else f"{one[0]}0"

        return LETTER.sub(label, text)

    def fits(self, label: str, kind: str) -> bool:
        """Whether a label such as `FG1` or `P2` has the first letters of the name of a kind."""
        letters = label.rstrip("0123456789")
        return letters in (self._initials[kind], self._initials[kind][:1])

    def called(self, name: str) -> tuple[str, ...]:
        """The places that may be meant by a name."""
        return self._places.get(name, ())

    def _sentence(self, text: str, own: Collection[str], others: Collection[str]) -> Order:
        parts: dict[str, list[_Word]] = {"who": [], "whom": [], "aside": []}
        now, deed, theirs = "who", "", False
        near: Mention | None = None  # the one that the word before belongs to
        direct = False
        words = TOKEN.findall(text)
        for n, word in enumerate(words):
            kinds, part = self._kinds(word), parts[now]
            held = own if now == "who" else others
            places = tuple(one for one in self.called(word) if one in held)
            turn = self._turn(word)
            if now == "who" and part and not (places or turn or parts["whom"]):
                places = self._acted_on(parts, word, others)
                now = "whom" if places else now
                part = parts[now]
            if turn:
                now, near, direct = turn, None, False
            elif places:
                part.append(_Word(None, word, places, direct))
                near, direct = None, True
            elif kinds and not theirs:
                if near and near.kinds & kinds and not near.label:
                    near.kinds &= kinds
                else:
                    before = words[n - 1] if n else ""
                    many = None if self._plural(word) else 1
                    near = Mention(kinds, number=self._number(before) or many)
                    part.append(_Word(near, direct=direct))
                direct = True
            elif LABEL.fullmatch(word) or (word.isdigit() and len(word) == 1 and near):
                label = f"{words[n - 1][:1]}{word}" if word.isdigit() else word
                if near and not near.label:
                    near.label, near.number = label, 1
                else:
                    part.append(_Word(Mention(label=label), direct=direct))
                near, direct = None, True
            else:
                self._count(part, [*words[n : n + 3], "", ""], direct)
                near, direct = None, direct and bool(self._chat.inside.fullmatch(word))
            theirs = bool(self._chat.own.fullmatch(word)) or (theirs and bool(kinds))
            deed += f" {word.replace('-', ' ')}" * (now != "whom")
        who, whom = _bound(parts["who"]), _bound(parts["whom"])
        if whom and not any(one.kinds or one.label or one.places for one in who):
            who = self._of_before(deed, who)
        return Order(who, whom, deed if whom else " ".join(words))

    def _of_before(self, deed: str, who: tuple[Mention, ...]) -> tuple[Mention, ...]:
        """Those whom a sentence that names nobody means by those who acted before."""
        number = who[0].number if who else None
        if self._chat.them.search(deed):
            return (Mention(number=number, like="them"),)
        return (Mention(like="others"),) if self._chat.others.search(deed) else who

    def _number(self, word: str) -> int:
        """How many units a word means; 0 if it is not a number."""
        return 2 if self._chat.pair.fullmatch(word) else 3 * bool(self._chat.three.fullmatch(word))

    def _count(self, part: list[_Word], words: Sequence[str], direct: bool) -> None:
        """Takes a number without a name after it, or all who are in a place: `everybody in G4`."""
        number, after, place = self._number(words[0]), words[1], words[2]
        held = self._chat.inside.fullmatch(after) or self._chat.sources.fullmatch(after)
        last = next((one.mention for one in reversed(part) if one.mention), None)
        if number and last and not last.label and self._turn(after) == "whom":
            last.number = number  # `slings in C7, both at the line`
        elif number and not self._kinds(after):
            part.append(_Word(Mention(number=number), direct=direct))
        elif self._chat.every.fullmatch(words[0]) and held and self.called(place):
            part.append(_Word(Mention(number=None), direct=direct))

    def _acted_on(
        self, parts: Mapping[str, list[_Word]], word: str, others: Collection[str]
    ) -> tuple[str, ...]:
        """The places of a word that are only those of others: no `at` stands before them.

        Takes the mention just before it along, if another one acts.
        """
        places = tuple(one for one in self.called(word) if one in others)
        if places and len(parts["who"]) > 1 and parts["who"][-1].mention:
            parts["whom"].append(parts["who"].pop())
        return places

    def _turn(self, word: str) -> str:
        """To whom the words after one belong; empty for a word that changes nothing."""
        chat = self._chat
        turns = {"whom": chat.aims, "who": chat.sources, "aside": chat.past}
        return next((part for part, words in turns.items() if words.fullmatch(word)), "")

    def _kinds(self, word: str) -> frozenset[str]:
        """The kinds that a word names, whole, in the plural, or by its beginning."""
        if word not in self._known:
            self._known[word] = frozenset(self._named(word))
        return self._known[word]

    def _named(self, word: str) -> Iterator[str]:
        stem = word.removesuffix("s")
        for name, kinds in self._words.items():
            if name in {word, stem} or (len(stem) >= STEM and name.startswith(stem)):
                yield from kinds

    def _plural(self, word: str) -> bool:
        """Whether a word is the plural of one in the name of a single unit."""
        return word.removesuffix("s") in self._single and word not in self._words
