"""Findings about pieces that still lie face down when the log ends, told without naming them.

A log has the true state of every piece, also of those that are masked. A report that players read
during their game must not tell what is masked: which pieces or cards they are. Numbers, places,
dice and phases are told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import Any

from modgen.compile.facedown import is_covered
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import Mask
from modgen_rules.engine.reports.findings import Finding

NOBODY = ("", "null")
"""The owners of masks that hide nothing."""
PIECE, CARD = "face-down piece", "face-down card"
"""What stands for the name of a piece or card."""
ROW = re.compile(r"(pieces|cards)\.")
"""A line of the data that states a rule, if it is the row of a piece or card."""
TEXTS = ("expected", "observed", "story", "piece", "event", "question")
"""The texts of a finding, besides its message, that may name a piece."""


class Secrets:
    """What is face down when a log ends, and the steps that change it."""

    def __init__(self, timeline: Timeline, game: Game) -> None:
        secret = face_down(timeline)
        self._touched = {
            moment.number
            for moment in timeline.moments.with_changes()
            if any(kind == "pieces" and key in secret for kind, key, *_ in moment.changes)
        }
        names = {name: stand_in for name, stand_in in _names(game) if name}
        self._shown = shown_names(game, {name.casefold() for name in secret.values()})
        self._names = {name.casefold(): stand_in for name, stand_in in names.items()}
        public = {name for name in _public(game) if name} - names.keys()
        self._shown |= {name.casefold() for name in public} - self._names.keys()
        longest = sorted({*names, *public}, key=len, reverse=True)
        words = "|".join(map(re.escape, longest))
        self._pattern = re.compile(
            rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)", re.IGNORECASE
        )

    def told(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings; one whose steps change what stays face down names no such piece."""
        return [self._told(one) for one in findings]

    def _told(self, finding: Finding) -> Finding:
        alike, therefore = (
            tuple(map(self._told, some)) for some in (finding.alike, finding.therefore)
        )
        if alike or therefore:
            finding = replace(finding, alike=alike, therefore=therefore)
        steps = range(finding.where.first, finding.where.last + 1)
        return finding if self._touched.isdisjoint(steps) else self._unnamed(finding)

    def _unnamed(self, finding: Finding) -> Finding:
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
    for card in game.cards:
        if game.decks[card.deck].secret:
            yield f"`{card.title}`", CARD
            # The title of a card may be the name of a place; then only a quoted one is meant.
            if card.title not in places:
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


def remarks_on(findings: Iterable[Finding]) -> list[str]:
    """The sentence that says that a finding does not name its pieces, if there is one."""
    told = [one.message for root in findings for one in root.whole]
    if not any(PIECE in one or CARD in one for one in told):
        return []
    return [
        "Pieces and cards that are still face down when the log ends are not named. With --reveal "
        "they are."
    ]


def face_down(timeline: Timeline) -> dict[str, str]:
    """The pieces that are masked when the log ends: their ids and their names."""
    table = timeline.go(len(timeline))
    masked = {}
    for key, piece in table.pieces.items():
        try:
            traits = piece.game_piece.traits
        except PieceError:
            continue
        owned = any(isinstance(trait, Mask) and trait.obscured_by not in NOBODY for trait in traits)
        if owned or is_covered(traits):
            masked[key] = piece.game_piece.basic.name
    return masked
