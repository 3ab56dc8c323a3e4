"""A report for a side tells nothing of what that side cannot see."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen.vassal import commands as c
from modgen.vassal.stream import Node
from modgen.vassal.traits import Invisible, Mask, Trait
from modgen_rules.engine.reports.findings import Finding, Segment, Span
from modgen_rules.engine.reports.secrecy import Reader, Secrets, UnknownSideError
from tests.log.test_sides import moved, piece, story

MASK = Mask(image="back.png", obscured_by="side:Blue")
INVISIBLE = Invisible(hidden_by="side:Blue")


def secrets(game: Game, side: str, *traits: Trait, to: str = "Main", gone: bool = False) -> Secrets:
    """A log of two steps, each a move; the first is of a piece with traits, which may then go."""
    spy = piece("Spy", "1", *traits, at=("Main", 100, 100))
    scout = piece("Scout", "2", at=("Main", 300, 100))
    nodes = [*moved(spy, "1", (to, 200, 200)), *moved(scout, "2", ("Main", 400, 400))]
    if gone:
        nodes.append(Node(c.RemovePiece(id="1").text))
    played = story([spy, scout], nodes)
    return Secrets(played.timeline, game, Reader(side, played.tree))


def finding(first: int, last: int, message: str = "Spy came to Main") -> Finding:
    return Finding("X-1", "1", "illegal", "error", Span(first, last), "Blue", message)


@pytest.mark.parametrize("gone", [False, True])
@pytest.mark.parametrize(
    ("traits", "to"), [((MASK,), "Main"), ((), "Blue's hand")], ids=["mask", "window"]
)
def test_a_side_does_not_read_the_names_of_what_it_cannot_see(
    amigos: Game, traits: tuple[Trait, ...], to: str, gone: bool
) -> None:
    of_red = secrets(amigos, "Red", *traits, to=to, gone=gone)
    assert [one.message for one in of_red.told([finding(1, 1)])] == ["face-down piece came to Main"]
    assert of_red.story(Segment("T", Span(1, 1), "", "Spy moved", "ok", 0)).story == (
        "face-down piece moved"
    )
    of_blue = secrets(amigos, "Blue", *traits, to=to, gone=gone)
    assert of_blue.told([finding(1, 1)]) == [finding(1, 1)]


def test_a_finding_about_a_piece_that_only_stands_there(amigos: Game) -> None:
    of_red = secrets(amigos, "Red", MASK)
    (told,) = of_red.told([finding(2, 2, "Spy stands in Main")])
    assert told.message == "face-down piece stands in Main"
    assert of_red.told([finding(2, 2, "Scout stands in Main")])[0].message == "Scout stands in Main"


def test_findings_about_invisible_pieces_are_left_out(amigos: Game) -> None:
    findings = [finding(1, 1), finding(2, 2, "Scout came to Main")]
    of_red = secrets(amigos, "Red", INVISIBLE)
    assert of_red.told(findings) == findings[1:]
    assert of_red.remarks(findings) == [
        "Left out: 1 finding about pieces that the side Red cannot see."
    ]
    of_blue = secrets(amigos, "Blue", INVISIBLE)
    assert of_blue.told(findings) == findings
    assert of_blue.remarks(findings) == []


def test_an_unknown_side(amigos: Game) -> None:
    with pytest.raises(UnknownSideError, match="there is no side `Green`; choose from Blue, Red"):
        secrets(amigos, "Green")
