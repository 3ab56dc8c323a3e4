"""What to ask the players where two readings of a log remain, as one sentence.

A rulebook that knows both readings names them. Otherwise they are those of any untidy record: a
change belongs to the play or corrects the board, and what is missing was not done or not
recorded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from modgen.log.wording import counted
from modgen.model.game import Game
from modgen_rules.engine.record.names import kind_name, place_name
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.findings import Finding

LEFT_OUT = re.compile(r"\b(?:no|nobody|were not|was not|did not)\b")
"""The words of a finding about something that was not done."""
REASON = re.compile(r",? (?:which|who|where|but|although|though)\b[^,;]*")
"""A part of a finding that says why something done is wrong."""
MOST_NAMED = 2
"""The most groups of pieces that a question names."""


class Moved(NamedTuple):
    """What happened to one piece in the act of a finding."""

    before: PieceState | None
    after: PieceState | None


def question(game: Game, finding: Finding, moved: Sequence[Moved], die: int) -> str:
    """The question about a finding; empty if only one reading remains.

    `moved` is what the act of the finding changed, `die` the step of its dice, or 0.
    """
    if finding.question or finding.verdict not in ("suspect", "cannot-tell"):
        return finding.question
    return f"Ask: {_readings(game, finding, moved, die)}?"


def _readings(game: Game, finding: Finding, moved: Sequence[Moved], die: int) -> str:
    if finding.ruling:
        return (
            f"did the players agree to read {finding.clause} as docs/rulings/{finding.ruling} "
            "does, or otherwise"
        )
    if finding.fact and finding.fact not in finding.message:
        return f"did the game that was played have the same facts ({finding.fact}), or others"
    if moved and not LEFT_OUT.search(REASON.sub("", finding.what)):
        return f"{_act(game, moved)} in this turn, or was the board only put right"
    if die:
        return f"were the dice at step {die} rolled for this, or for something else"
    return "was this left out, or was it done but not recorded"


def _act(game: Game, moved: Sequence[Moved]) -> str:
    """What was done, as a question: `were 2 Armies moved from East to North`."""
    groups: Counter[tuple[str, str, str]] = Counter()
    for before, after in moved:
        state = after or before
        if state is not None:
            came = place_name(game, before.place) if before else ""
            went = place_name(game, after.place) if after else ""
            groups[kind_name(game, state.kind), came, went] += 1
    told = []
    for (name, came, went), number in groups.most_common(MOST_NAMED):
        what = counted(number, name)
        verb = "was" if number == 1 else "were"
        if came == went:
            way = f"changed in {went}" if went else "changed"
        elif came and went:
            way = f"moved from {came} to {went}"
        else:
            way = f"added in {went}" if went else f"removed from {came}"
        told.append(f"{verb} {what} {way}")
    return " and ".join(told)
