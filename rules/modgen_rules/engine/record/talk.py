"""Lines of chat that announce what declaration pads would: `Estrada fires at Benítez`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from modgen.log.wording import folded, written
from modgen.model.game import Game
from modgen_rules.engine.record.chat_words import ChatWords, typed
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import by_player

NAME_WORD = re.compile(r"\w+")
SHORTEST = 4
"""The letters of a word in a place's name that stands for the place."""
WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")
LETTERS = re.compile(r"[^\W\d_]{2}")
PARTS = re.compile(r"[.,:;!()]+")
"""Between the parts of a sentence."""
CLAUSES = re.compile(r"[.:;!]+")
"""Between the main clauses of a line."""
SENTENCES = re.compile(r"[.,;]+")
"""Between what a line says of several sides."""
LETTER_WORDS = "aioy"
"""Letters that are words in some language."""
INITIAL = re.compile(r"(?<!\S)[^\W\d_](?![\w'\u2019])")
"""A letter that stands alone, and is no part of a smiley."""
PROPER = re.compile(r"(?<=\w )[A-Z\u00c0-\u00de][a-z\u00df-\u00ff]+")
"""A capitalised word that is not the first of its sentence. Words in capitals only do not count."""


def _any_of(words: Iterable[str], end: str = "") -> re.Pattern[str]:
    """Finds words, or beginnings of words; signs such as `->` anywhere."""
    longest = sorted(words, key=len, reverse=True)
    each = (rf"\b{re.escape(one)}" if one[0].isalnum() else re.escape(one) for one in longest)
    return re.compile(f"(?:{'|'.join(each)}){end}" if longest else r"(?!)")


def says(game: Game, lines: Iterable[str], choice: str) -> bool:
    """Whether a player writes in one of some lines that a choice of declarations is made.

    The line has one of the choice's `words`.
    """
    items = (item for declaration in game.info.declarations for item in declaration.fields)
    choices = (one for item in items for one in item.choices if one.id == choice)
    words = _any_of({folded(word) for one in choices for word in one.words})
    refused = ChatWords.of([game]).refused
    every = (typed(written(line)) for line in lines)
    return any(words.search(said) and not refused.search(said) for said in every)


def chosen(game: Game, text: str, declaration: str) -> str:
    """The choice of a declaration that words of a line name; empty for none."""
    fields = (one.fields for one in game.info.declarations if one.id == declaration)
    choices = (one for items in fields for item in items for one in item.choices)
    said = typed(text)
    return next((one.id for one in choices if _any_of(map(folded, one.words)).search(said)), "")


def mentions(line: str, name: str) -> bool:
    """Whether a line has one of the longer words of a name."""
    said = typed(written(line))
    return any(word in said for word in WORD.findall(folded(name)))


class NamedPlaces:
    """Reads which place a player names in chat: by its name, or by a word that no other has.

    `names` gives the name of each place by its id, `games` the game in each of its languages. A
    single word can mean something else, as in `my train leaves at ten`. It counts in a part of a
    sentence that speaks of a fight, that has little else in it, or that writes it with a capital.
    """

    def __init__(self, names: Mapping[str, str], games: Iterable[Game]) -> None:
        games = list(games)
        self._chat = ChatWords.of(games)
        others = [one.name for game in games for one in game.piece_types.values()]
        others += [one.name for game in games for one in game.sides.values()]
        self._others = _any_of(map(folded, others))
        self._places = {folded(name): place for place, name in names.items()}
        self._whole = _any_of((name for name in self._places if len(name.split()) > 1), r"(?!\w)")
        words: dict[str, list[str]] = {}
        for name, place in self._places.items():
            for word in set(WORD.findall(name)):
                words.setdefault(word, []).append(place)
        self._words = {word: own[0] for word, own in words.items() if len(own) == 1}
        self._words |= {name: one for name, one in self._places.items() if len(name.split()) == 1}
        self._find = _any_of({*words, *self._words}, r"\b")

    def read(self, line: str) -> str:
        """The place that a line names; empty if it names none or several, or is in doubt."""
        text = written(line)
        said = typed(text)
        if not by_player(line) or self._chat.doubt.search(said) or self._chat.refused.search(said):
            return ""
        # Names first: another thing can have a word of them, as the Police of a police precinct.
        found = {self._places[name] for name in self._whole.findall(said)}
        proper = {typed(word) for word in PROPER.findall(text)}
        for part in PARTS.split(self._others.sub("#", self._whole.sub("#", said))):
            fought = self._chat.fought.search(part)
            little = not LETTERS.search(self._chat.little.sub("", self._find.sub("", part)))
            for word in self._find.findall(part):
                if word in self._words and (fought or little or word in proper):
                    found.add(self._words[word])
        return found.pop() if len(found) == 1 else ""


def edges_named(game: Game, line: str) -> set[str]:
    """The edges of the map by which a player says that units come, as `n`, `e`, `s`, `w`."""
    said, chat = typed(written(line)) if by_player(line) else "", ChatWords.of([game])
    edges = {"n": chat.n, "e": chat.e, "s": chat.s, "w": chat.w}
    return {edge for edge, words in edges.items() if words.search(said)}


def turn_begun(game: Game, line: str) -> int:
    """The turn whose number a player begins a sentence with, as in `T3: fires?`; 0 for none."""
    said = typed(written(line)) if by_player(line) else ""
    words = ChatWords.of([game]).turn.pattern
    found = re.search(rf"(?:^|[.;:!?]\s)\W*(?:{words})\W{{0,2}}(\d+)\s*(?:$|[:.,-])", said)
    return int(found[1]) if found else 0


@dataclass
class _Menu:
    """The declaration of a side: its choices by what players write for them, and by their names."""

    fields: list[str]
    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    names: dict[str, tuple[str, str]] = field(default_factory=dict)


class Talk:
    """Reads what players write for the choices of declarations of sides.

    `games` is the game in each of its languages. Only choices with `words` are announced in chat.
    """

    def __init__(self, games: Iterable[Game]) -> None:
        games = list(games)
        self._chat = ChatWords.of(games)
        self._menus: dict[str, _Menu] = {}
        self._sides: dict[str, str] = {}
        self._parts: dict[str, set[str]] = {}
        """The words of the names of each choice."""
        for game in games:
            for declaration in game.info.declarations:
                side = declaration.side or ""
                if side and any(one.words for item in declaration.fields for one in item.choices):
                    self._sides[folded(game.sides[side].name)] = side
                    fields = [item.id for item in declaration.fields]
                    menu = self._menus.setdefault(side, _Menu(fields))
                    for item in declaration.fields:
                        for one in item.choices:
                            menu.names[folded(one.name)] = item.id, one.id
                            parts = NAME_WORD.findall(typed(one.name))
                            self._parts.setdefault(one.id, set()).update(parts)
                            menu.words |= {folded(word): (item.id, one.id) for word in one.words}
        self._named = _any_of(self._sides, r"\b")
        letters = [name[0] for name in self._sides]
        self._initials = {name[0]: name for name in self._sides if letters.count(name[0]) == 1}
        self._choices = {
            word: choice
            for menu in self._menus.values()
            for word, (_, choice) in menu.words.items()
        }
        self._said = _any_of(self._choices)
        pieces = {folded(one.name) for game in games for one in game.piece_types.values()}
        titles = ((folded(card.title), card.id) for game in games for card in game.card.values())
        self._titles = {title: id_ for title, id_ in titles if title not in pieces}
        self._titled = _any_of(self._titles, r"(?!\w)")
        aims = self._chat.aims.pattern
        self._beside = re.compile(rf"\s*(?:$|[^\w\s]|\d|{self._said.pattern}|{aims})")
        """What comes after an initial that is a word, too, as `A`."""
        side = f"({self._named.pattern})"
        self._aimed = re.compile(rf"(?:{self._chat.me.pattern}|{side})\s+(?:{aims})\s+{side}")

    def _ways(self, line: str) -> list[str]:
        """What a player wrote, in lower case: with the names of sides for their initials, or not.

        There is nothing to read in a line that is in doubt.
        """
        text = written(line)

        def name(letter: re.Match[str]) -> str:
            initial = folded(letter[0])
            alone = letter[0].isupper() and (
                initial not in LETTER_WORDS or self._beside.match(folded(text[letter.end() :]))
            )
            return self._initials.get(initial, letter[0]) if alone else letter[0]

        if self._chat.doubt.search(typed(text)):
            return []
        return list(dict.fromkeys(map(folded, (INITIAL.sub(name, text), text))))

    def read(self, line: str, seat: str) -> Announcement | None:
        """What a line of chat announces; None for any other line.

        The line names the side that announces before what it does, and what else is chosen after
        that. The `seat` announces if the line names no side before. Only a line that names one
        side, one choice, and one of each other field at most counts.
        """
        found = (self._announced(said, seat) for said in self._ways(line))
        return next((one for one in found if one), None)

    def read_each(self, line: str, seat: str) -> list[Announcement]:
        """What a line announces in all: `Dorado is for the Rebels, Estrada is for El Presidente`.

        Each of its parts is read if the line as a whole announces nothing.
        """
        for said in self._ways(line):
            whole = self._announced(said, seat)
            each = [whole] if whole else (self._announced(o, seat) for o in SENTENCES.split(said))
            if found := [one for one in each if one]:
                return found
        return []

    def aimed(self, line: str, seat: str) -> tuple[str, str] | None:
        """The side that is to roll and its target, if a line says little else.

        For example `Estrada at Benítez`, or `me at Benítez, 2 dice`. `seat` is the writer's side.
        """
        for said in (typed(one).lstrip(" -") for one in self._ways(line)):
            found = self._aimed.match(said)
            if found and self._little(said[found.end() :]):
                who, whom = self._sides[found[1]] if found[1] else seat, self._sides[found[2]]
                return (who, whom) if who not in ("", whom) else None
        return None

    def roller(self, line: str) -> str:
        """The side that is to roll, if a line names it first in a part and says little else.

        For example `Estrada`, `Estrada: 6 dice`, or `third exchange: E`. Empty for any other line.
        """
        for said in map(typed, self._ways(line)):
            found = (self._named.match(part.lstrip(" -")) for part in PARTS.split(said))
            named = next((one[0] for one in found if one), "")
            if named and self._little(said.replace(named, "", 1)):
                return self._sides[named]
        return ""

    def _little(self, rest: str) -> bool:
        """Whether the rest of a line says nothing about anybody."""
        return not LETTERS.search(self._chat.button.sub("", self._chat.little.sub("", rest)))

    def choices(self, line: str) -> set[str]:
        """The choices of which a line tells, whoever makes them; none if it is in doubt."""
        said = typed(written(line))
        found = () if self._chat.doubt.search(said) else self._said.findall(said)
        return {self._choices[word] for word in found}

    def cards(self, line: str) -> list[str]:
        """The cards whose titles a line has, whatever it says of them.

        A title that is also the name of a piece does not count.
        """
        return [self._titles[title] for title in self._titled.findall(typed(written(line)))]

    def alone(self, line: str) -> str:
        """The only choice of which a line tells, if the clause says little else.

        For example `The Rebels win!`, or `Parliament and palace: the Rebels win`. A comma ends no
        clause: what is before it can be a condition.
        """
        told = self.choices(line)
        if len(told) != 1:
            return ""
        (choice,) = told
        for clause in CLAUSES.split(typed(written(line))):
            rest, number = self._said.subn("", clause)
            words = NAME_WORD.findall(self._chat.little.sub("", rest))
            others = " ".join(one for one in words if one not in self._parts[choice])
            if number and not LETTERS.search(others):
                return choice
        return ""

    def _announced(self, said: str, seat: str) -> Announcement | None:
        """What a line or a part of it announces, in lower case and without accents."""
        verbs = list(self._said.finditer(said))
        if not verbs:
            return None
        named = self._named.findall(said[: verbs[0].start()])
        sides = [self._sides[name] for name in named] or [seat]
        menu = self._menus.get(sides[0])
        words = {verb[0] for verb in verbs}
        if len(sides) != 1 or menu is None or not words <= menu.words.keys():
            return None
        if self._named.search(said, verbs[0].end(), verbs[-1].start()):
            return None  # somebody else does something, too
        item, choice = menu.words[max(words, key=len)]
        choices: dict[str, str | None] = {**dict.fromkeys(menu.fields), item: choice}
        for name in _any_of(menu.names, r"\b").findall(said[verbs[-1].end() :]):
            other, chosen = menu.names[name]
            if other != item and (choices[other] is not None or chosen == sides[0]):
                return None
            if other != item:
                choices[other] = chosen
        return Announcement(sides[0], choices, {})
