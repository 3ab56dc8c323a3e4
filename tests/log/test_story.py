"""The sentences of a story: numbers, plurals, what changed in a piece, what stays hidden."""

from __future__ import annotations

import pytest

from modgen.log.story import Story, plain
from modgen.log.timeline import Timeline
from modgen.log.wording import counted, join_repeated, listed_as, told
from modgen.vassal import commands as c
from modgen.vassal.keys import command
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.save import save_text, steps
from modgen.vassal.stream import Node, leaves
from modgen.vassal.traits import (
    DynamicProperty,
    FreeRotation,
    Label,
    Layer,
    MarkMoved,
    Mask,
    MovementTrail,
    SubMenu,
    Trait,
    property_commands,
)

FACES = Layer(
    name="Face", images=("a.png", "b.png"), level_names=("+ (Inactive)", "+ (Active)"), level=1
)
CHOICES = property_commands(
    ("Event, unshaded", command("event"), "P,Event"), ("Pass", command("pass"), "P,Pass")
)
PAD = (
    DynamicProperty(name="Declared_option", commands=CHOICES),
    SubMenu(menu="Option", commands=("Event, unshaded", "Pass")),
)


def piece(name: str, key: str, *traits: Trait) -> GamePiece:
    return GamePiece(traits, BasicPiece(name=name)).at("Map", 10, 20, key)


def change(old: GamePiece, key: str, *traits: Trait) -> str:
    new = old.but(traits=traits)
    return c.ChangePiece(id=key, state=new.state_text(), old_state=old.state_text()).text


def story(pieces: list[GamePiece], *nodes: Node, viewer: str | None = "") -> list[str]:
    """The texts of a log's steps; the pieces have the ids 0, 1, ..."""
    timeline = Timeline()
    text = save_text([piece.add_command() for piece in pieces], [], nodes)
    timeline.read(steps(leaves([text])))
    return [line.text for line in Story(timeline, viewer=viewer).lines()]


@pytest.mark.parametrize(
    ("number", "name", "words"),
    [
        (1, "Striker", "Striker"),
        (4, "Striker", "4 Strikers"),
        (4, "Striker (Active)", "4 Strikers (Active)"),
        (2, "Troops", "2 Troops"),
        (2, "Police", "2 Police"),
        (3, "Policeman", "3 Policemen"),
        (3, "German", "3 Germans"),
        (2, "Enemy Army", "2 Enemy Armies"),
        (2, "Convoy", "2 Convoys"),
        (2, "Fortress", "2 Fortresses"),
        (2, "Black Box", "2 Black Boxes"),
        (2, "General of the Brigade", "2 Generals of the Brigade"),
        (6, "1st Brigade", "6 × 1st Brigade"),
        (3, "T-34", "3 × T-34"),
        (3, "NPA", "3 × NPA"),
        (3, "Policía", "3 × Policía"),
        (1, "a hidden piece", "a hidden piece"),
        (2, "a hidden piece", "2 hidden pieces"),
    ],
)
def test_numbers_and_plurals(number: int, name: str, words: str) -> None:
    assert counted(number, name) == words


def test_a_list_counts_hidden_pieces() -> None:
    assert [listed_as(number, "a hidden piece") for number in (1, 2)] == [
        "1 hidden piece",
        "2 hidden pieces",
    ]


def test_repeated_sentences_are_counted() -> None:
    assert join_repeated(("a", "a", "b", "a")) == "a (2 times) b a"
    assert join_repeated(()) == ""


def test_reports_of_several_pieces_become_one_sentence() -> None:
    pieces = [piece("Striker", str(number), FACES) for number in range(4)]
    flips = [Node(change(one, str(key), FACES.but(level=2))) for key, one in enumerate(pieces)]
    reports = [Node(c.Chat(message="* Red turns Striker *").text)] * 4
    joined = Node(flips[0].text, (*flips[1:], *reports))
    assert story(pieces, joined) == ["4 Strikers (Inactive) flip to Active"]
    assert story(pieces, Node(flips[0].text, tuple(reports[:1]))) == ["Red turns Striker"]
    assert story(pieces, Node(reports[0].text, tuple(reports[1:]))) == [
        "Red turns Striker (4 times)"
    ]


def test_a_choice_has_the_title_of_its_menu() -> None:
    pad = piece("Red: declaration", "0", *PAD)
    chosen = PAD[0].but(value="Event, unshaded")
    before = pad.but(traits=(chosen, PAD[1]))
    assert story(
        [pad], Node(change(pad, "0", chosen, PAD[1])), Node(change(before, "0", *PAD))
    ) == ["Red: declaration sets Option to Event, unshaded", "Red: declaration clears Option"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (DynamicProperty(name="Hit_points"), {"value": "3"}, "Tank sets Hit points to 3"),
        (Label(), {"label": "Ann"}, "Tank sets its label to Ann"),
        (Label(label="Ann"), {"label": ""}, "Tank (Ann) clears its label"),
        (FreeRotation(), {"degrees": 60.0}, "Tank is rotated"),
        (MarkMoved(), {"moved": True}, "Tank is marked as moved"),
        (MovementTrail(), {"visible": True}, "Tank shows where it has been"),
        (MovementTrail(), {"trail": ("5,7",)}, "nothing on the table changes"),
        (Mask(), {"obscured_by": "side:Red"}, "Tank is turned face down"),
        (Layer(images=("a", "b"), level_names=("", "")), {"level": 2}, "Tank shows level 2"),
    ],
)
def test_changes_of_a_piece(old: Trait, new: dict[str, object], words: str) -> None:
    tank = piece("Tank", "0", old)
    assert story([tank], Node(change(tank, "0", old.but(**new))), viewer=None) == [words]


def test_what_a_hidden_piece_holds_is_not_revealed() -> None:
    mask, secret = Mask(obscured_by="side:Red"), DynamicProperty(name="Strength", value="1")
    spy = piece("Spy", "0", mask, secret)
    stronger = change(spy, "0", mask, secret.but(value="9"))
    shown = change(spy, "0", mask.but(obscured_by="null"), secret)
    assert story([spy], Node(stronger), Node(shown), viewer="Blue") == [
        "a hidden piece changes",
        "a hidden piece is revealed as Spy",
    ]
    assert story([spy], Node(stronger), viewer="Red") == ["Spy sets Strength to 9"]


@pytest.mark.parametrize(
    ("chat", "text"),
    [
        ("<Ann> - 3 &lt; 4 &amp; 5 &gt; 4", "<Ann> - 3 < 4 & 5 > 4"),
        ("* <b>Ann</b> &quot;rolls&quot; &#39;4&#39; *", "Ann \"rolls\" '4'"),
        ("&amp;lt; is an entity", "&lt; is an entity"),
        ("Black&white; R&D; A&notB", "Black&white; R&D; A&notB"),
        ("&#27;[31mred", "[31mred"),
    ],
)
def test_entities_in_chat_are_decoded_once(chat: str, text: str) -> None:
    assert plain(chat) == text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("DECLARE Government | Option: Event", "Government declared: Event"),
        (
            "Government (Ann): DECLARE Government | Option: Event",
            "Government (Ann) declared: Event",
        ),
        (
            "Mob (Ann): DECLARE Mob · Fire | Fired on: Crowd | At: W-C5",
            "Mob (Ann) declared Fire: Crowd; at: W-C5",
        ),
        ("Mob (Ann): DECLARE Forces | Stage: Chosen", "Mob (Ann) declared Forces: Chosen"),
        ("Red (Ann): DECLARE Redeploy | Step: A", "Red (Ann) declared Redeploy: A"),
        ("Red (Ann): DECLARE Red | Step: A", "Red (Ann) declared: A"),
    ],
)
def test_a_declaration_names_who_made_it(line: str, expected: str) -> None:
    assert told(line) == expected
