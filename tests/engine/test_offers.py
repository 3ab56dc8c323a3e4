"""Changes to a phase, and the mistakes among them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import islice

from modgen.library.games import find_game
from modgen.model.loading.folder import load
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.table_acts import Flip, Move, Roll
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.engine.writing.offers import Change, edits, in_words, mistakes

ACTS = (Roll("us", "arms", (1,)), Move(("a",), "north"), Flip("a", "one"))


@dataclass
class Verdict:
    """What a judge noted."""

    issues: list[Issue] = field(default_factory=list)


def judge(change: Change) -> Verdict:
    """A law: a roll comes first (1.a), and nobody goes south (1.b, in doubt: 1.c)."""
    acts = change.of(ACTS)
    found = [] if any(isinstance(one, Roll) for one in acts) else ["1.a"]
    found += ["1.b" for one in acts if isinstance(one, Move) and one.place == "south"]
    doubts = ["1.c" for one in acts if isinstance(one, Move) and one.place == "east"]
    return Verdict(
        [Issue(one, CERTAIN, "", "", 0, 0) for one in found]
        + [Issue(one, lapse(0.0), "", "", 0, 0) for one in doubts]
    )


def test_a_change_leaves_out_changes_and_adds() -> None:
    change = Change((Move(("b",), "east"),), {1: Move(("a",), "south")}, frozenset({0}))
    assert change.of(ACTS) == [Move(("a",), "south"), ACTS[2], Move(("b",), "east")]


def test_mistakes_break_one_clause_for_sure() -> None:
    south, east = (Move(("a",), place) for place in ("south", "east"))
    changes = {
        "legal": Change(),
        "1.a": Change(left_out=frozenset({0})),
        "1.b": Change(changed={1: south}),
        "twice": Change((south,), {1: south}),
        "two clauses": Change((south,), left_out=frozenset({0})),
        "doubtful": Change((east,)),
    }
    found = {verdict.issues[0].clause: one for one, verdict in mistakes(changes.values(), judge)}
    assert found == {name: changes[name] for name in ("1.a", "1.b")}


def test_edits_reach_every_act_and_place() -> None:
    found = list(islice(edits(ACTS, ("south", "east"), random.Random(1)), 200))
    assert {n for one in found for n in one.left_out} == {0, 1, 2}
    assert {act.place for one in found for act in one.changed.values()} == {"south", "east"}
    assert list(edits((), ("south",), random.Random(1))) == []


def test_a_change_is_told_in_words() -> None:
    game = load(find_game("amigos-insurrectos")).game
    states = {
        "a": PieceState("us_army", "two", "manila"),
        "b": PieceState("lawton", "front", "cavite"),
    }
    acts = (Move(("a",), "cavite"), Roll("us", "arms", (1,)))
    change = Change((Move(("a", "b"), "manila"),), left_out=frozenset({0, 1}))
    assert in_words(change, acts, states, game) == (
        "without: US Army to Cavite; without: a roll; 2 pieces: US Army, Lawton to Manila"
    )
