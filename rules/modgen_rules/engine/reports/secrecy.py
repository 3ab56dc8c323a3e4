"""Findings about pieces that still lie face down when the log ends, told without naming them.

A log has the true state of every piece, also of those that are masked. A report that players read
during their game must not tell what is masked: which pieces or cards they are. Numbers, places,
dice and phases are told. A report for one side names what that side can see, and nothing of
pieces that are invisible to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any, NamedTuple

from modgen.compile.facedown import is_covered
from modgen.errors import ModgenError
from modgen.log.story import Story
from modgen.log.table import Piece
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.components import Component
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import Mask
from modgen_rules.engine.reports.findings import Finding, Segment, plural

NOBODY = ("", "null")
"""The owners of masks that hide nothing."""
PIECE, CARD = "face-down piece", "face-down card"
"""What stands for the name of a piece or card."""
ROW = re.compile(r"(pieces|cards)\.")
"""A line of the data that states a rule, if it is the row of a piece or card."""
TEXTS = ("expected", "observed", "story", "piece", "event", "question")
"""The texts of a finding, besides its message, that may name a piece."""


class UnknownSideError(ModgenError, ValueError):
    """The game has no such side; the message says which it has."""


class Reader(NamedTuple):
    """For whom a report is."""

    side: str = ""
    """The name of a side; empty for everybody."""
    tree: Component | None = None
    """The components of the module, which say what a side can look at."""


EVERYBODY = Reader()


class Secrets:
    """What a reader cannot see when a log ends, and the steps that change it.

    Raises UnknownSideError if the game has no side of the reader's name.
    """

    def __init__(self, timeline: Timeline, game: Game, reader: Reader = EVERYBODY) -> None:
        self._side = reader.side
        story = Story(timeline, reader.tree, reader.side) if reader.side else None
        if story is not None and (problem := story.wrong_viewer()):
            raise UnknownSideError(problem)
        secret = face_down(timeline) if story is None else unseen(story)
        self._touched: set[int] = set()
        self._left_out: set[int] = set()
        self._standing: set[tuple[str, str]] = set()
        for moment in timeline.moments.with_changes():
            keys = {key for kind, key, *_ in moment.changes if kind == "pieces" and key in secret}
            if keys:
                self._touched.add(moment.number)
            if keys and story is not None:
                self._look(story, moment.number, keys, secret)
        if story is not None:
            self._look(story, 0, secret.keys(), secret)
            timeline.go(len(timeline))
        names = {name: stand_in for name, stand_in in _names(game) if name}
        if story is not None:  # also what has no back, such as a piece in a window
            known = {card.title for card in game.cards} | {*_public(game)}
            names = {name: PIECE for name in secret.values() if name and name not in known} | names
        self._shown = shown_names(game, {name.casefold() for name in secret.values()})
        self._names = {name.casefold(): stand_in for name, stand_in in names.items()}
        public = {name for name in _public(game) if name} - names.keys()
        self._shown |= {name.casefold() for name in public} - self._names.keys()
        longest = sorted({*names, *public}, key=len, reverse=True)
        words = "|".join(map(re.escape, longest))
        self._pattern = re.compile(
            rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)", re.IGNORECASE
        )

    def _look(
        self, story: Story, step: int, keys: Iterable[str], secret: Mapping[str, str]
    ) -> None:
        """Note where secret pieces are after a step, and whether the reader cannot know that."""
        table = story.timeline.go(step)
        for key in keys:
            piece = table.pieces.get(key)
            if piece is None:
                continue
            if story.is_out_of_sight(piece):
                self._left_out.add(step)
            else:
                place = story.place(piece, table).casefold()
                self._standing.add((secret[key].casefold(), place))

    def told(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings; one that is about what stays face down names no such piece.

        Those about pieces that are invisible to the reader are left out.
        """
        return [self._told(one) for one in findings if not self._is_left_out(one)]

    def story(self, turn: Segment) -> Segment:
        """A turn, told without the names of what stays face down."""
        steps = range(turn.where.first, turn.where.last + 1)
        if self._touched.isdisjoint(steps):
            return turn
        story = "" if self._left_out.intersection(steps) else self.without_names(turn.story)
        return replace(turn, story=story)

    def remarks(self, findings: Iterable[Finding]) -> list[str]:
        """The sentence that says how many of all findings are left out, if any is."""
        number = sum(map(self._is_left_out, findings))
        if not number:
            return []
        told = plural(number, "finding")
        return [f"Left out: {told} about pieces that the side {self._side} cannot see."]

    def _is_left_out(self, finding: Finding) -> bool:
        steps = range(finding.where.first, finding.where.last + 1)
        return not self._left_out.isdisjoint(steps)

    def _told(self, finding: Finding) -> Finding:
        alike, therefore = (tuple(self.told(some)) for some in (finding.alike, finding.therefore))
        if alike != finding.alike or therefore != finding.therefore:
            finding = replace(finding, alike=alike, therefore=therefore)
        steps = range(finding.where.first, finding.where.last + 1)
        if self._touched.isdisjoint(steps) and not self._names_standing(finding):
            return finding
        return self.unnamed(finding)

    def _names_standing(self, finding: Finding) -> bool:
        """Whether a finding names a secret piece and a place where it has been."""
        texts = (finding.message, *(str(getattr(finding, name)) for name in TEXTS))
        text = "\n".join(texts).casefold()
        return any(name in text and place in text for name, place in self._standing)

    def unnamed(self, finding: Finding) -> Finding:
        """A finding without the names of pieces and cards that may be face down."""
        rule = f"{finding.rule.rstrip('.')} [{finding.clause}]."
        what, found, after = finding.message.partition(rule)
        texts: dict[str, Any] = {name: self.without_names(getattr(finding, name)) for name in TEXTS}
        message = self.without_names(what) + found + after
        # The row of a table would name the piece, too.
        basis = "" if ROW.match(finding.basis) else finding.basis
        act = finding.act
        if act is not None:  # it would also tell which of several pieces in a place it is
            marks = dict.fromkeys(mark._replace(piece="") for mark in act.marks)
            act = act._replace(marks=tuple(marks))
        return replace(finding, message=message, basis=basis, act=act, **texts)

    def without_names(self, text: str) -> str:
        """A text with a stand-in for each name of a piece or card that may be face down.

        The name of a piece type without face-down pieces stays. So does a longer name of which
        one is a part.
        """

        def told(match: re.Match[str]) -> str:
            name = match[0].casefold()
            return match[0] if name in self._shown else self._names.get(name, PIECE)

        return self._pattern.sub(told, text).replace(f"{PIECE} step", "face-down step")


def _names(game: Game) -> Iterator[tuple[str, str]]:
    """The names of pieces and cards that may be face down, each with a stand-in."""
    places = {place.name for place in (*game.map.spaces, *game.map.boxes, *game.map.tracks)}
    words = {word for name in _public(game) for word in name.split()}
    for card in game.cards:
        if game.decks[card.deck].secret:
            yield f"`{card.title}`", CARD
            # The title of a card may be the name of a place, or a word for pieces in the open, such
            # as `Artillery`; then only a quoted one is meant.
            if card.title not in places | words:
                yield card.title, CARD
    for piece in game.pieces:
        if piece.back or piece.hides:
            if piece.plural:
                yield piece.plural, f"{PIECE}s"
            yield piece.name, PIECE


def _public(game: Game) -> Iterator[str]:
    """The names of what never lies face down."""
    yield from (one.name for one in (*game.map.spaces, *game.map.boxes, *game.map.tracks))
    yield from (one.name for one in game.scenarios)
    yield from (one.name for one in game.phases.values())
    yield from (one.name for one in game.sides.values())
    yield from (one.name for one in game.pieces if not (one.back or one.hides))


def shown_names(game: Game, hidden: Set[str]) -> frozenset[str]:
    """The names, in lower case, of which no piece is face down; none if a name is not known.

    Then the module gives its pieces other names than the game does.
    """
    forms = {piece.name.casefold(): (piece.name, piece.plural) for piece in game.pieces}
    forms |= {card.title.casefold(): (card.title, f"`{card.title}`") for card in game.cards}
    if not hidden <= forms.keys():
        return frozenset()
    told = {form.casefold() for name in hidden for form in forms[name]}
    every = {form.casefold() for both in forms.values() for form in both}
    return frozenset(every - told)


def remarks_on(findings: Iterable[Finding], side: str = "") -> list[str]:
    """The sentence that says that a finding does not name its pieces, if there is one."""
    told = [one.message for root in findings for one in root.whole]
    if not any(PIECE in one or CARD in one for one in told):
        return []
    if side:
        return [f"Pieces and cards that the side {side} cannot see at the end are not named."]
    return [
        "Pieces and cards that are still face down when the log ends are not named. With --reveal "
        "they are."
    ]


def face_down(timeline: Timeline) -> dict[str, str]:
    """The pieces that are masked when the log ends: their ids and their names."""
    table = timeline.go(len(timeline))
    return {
        key: piece.game_piece.basic.name
        for key, piece in table.pieces.items()
        if _is_readable(piece) and _is_masked(piece)
    }


def unseen(story: Story) -> dict[str, str]:
    """The pieces that the story's viewer cannot see when the log ends: their ids and their names.

    So are pieces that the viewer could not see when they were removed from the game.
    """
    timeline = story.timeline
    removed: dict[int, list[str]] = {}
    for moment in timeline.moments.with_changes():
        for kind, key, _, new in moment.changes:
            if kind == "pieces" and new is None:
                removed.setdefault(moment.number - 1, []).append(key)
    found: dict[str, str] = {}
    for step, keys in [*removed.items(), (len(timeline), None)]:
        table = timeline.go(step)
        for key in table.pieces if keys is None else keys:
            piece = table.pieces.get(key)
            if piece is None or not _is_readable(piece):
                continue
            if story.is_unknown(piece) or is_covered(piece.game_piece.traits):
                found[key] = piece.game_piece.basic.name
            else:
                found.pop(key, None)  # it came back
    return found


def _is_readable(piece: Piece) -> bool:
    try:
        piece.game_piece  # noqa: B018
    except PieceError:
        return False
    return True


def _is_masked(piece: Piece) -> bool:
    traits = piece.game_piece.traits
    owned = any(isinstance(trait, Mask) and trait.obscured_by not in NOBODY for trait in traits)
    return owned or is_covered(traits)
