"""Small saves and logs with two players, an owned masked card and a stack."""

from __future__ import annotations

from pathlib import Path

from modgen.vassal import commands as c
from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import write_archive
from modgen.vassal.pieces import GamePiece, Stack
from modgen.vassal.save import save_entries
from modgen.vassal.stream import Node
from tests.importing.small_modules import CARDS, METADATA, UNIT, in_play

ANNA, BERT = "anna's password", "bert/2"


def masked(number: int, owner: str) -> GamePiece:
    card = in_play(CARDS[number], str(10 + number))
    traits = tuple(
        one.but(obscured_by=owner, options="|1|" + BERT) if isinstance(one, t.Mask) else one
        for one in card.traits
    )
    return card.but(traits=traits)


def pieces() -> list[str]:
    unit = in_play(UNIT, "1")
    hidden = GamePiece((t.Invisible(hidden_by=BERT), *unit.traits), unit.basic)
    return [
        unit.at("Field", 100, 200, "20").add_command(),
        unit.at("Field", 100, 200, "21").add_command(),
        masked(0, ANNA).at("Field", 500, 60, "30").add_command(),
        masked(1, BERT).at("Field", 500, 90, "31").add_command(),
        hidden.at("Field", 300, 300, "32").add_command(),
        Stack("800", "Field", 100, 200, ("21", "20"), 2).add_command(),
    ]


def restored() -> list[str]:
    players = [
        c.AddPlayer(id=ANNA, name="Anna", side="Red").text,
        c.AddPlayer(id=BERT, name="Bert", side="Blue").text,
    ]
    return [
        *players,
        save.board_command("Field", [("Plain", 0, 0)]),
        save.SETUP_STACK,
        save.property_command("Weather", "rain"),
        c.SetPrivateNote(owner=ANNA, note="keep|the bridge").text,
        c.SetPublicNote(note="one|two").text,
        c.AllowUnmasking(ids=(BERT,)).text,
        "TURN0\t0|1",
        *players,
    ]


def write_log(path: Path, *steps: Node, added: tuple[str, ...] = ()) -> Path:
    text = save.save_text([*pieces(), *added], restored(), steps)
    write_archive(path, save_entries(text, METADATA))
    return path


def move(piece: str, old: tuple[int, int], new: tuple[int, int], player: str) -> Node:
    command = c.MovePiece(
        id=piece,
        map="Field",
        x=new[0],
        y=new[1],
        old_map="Field",
        old_x=old[0],
        old_y=old[1],
        player=player,
    )
    return Node(command.text, (Node(c.Chat(message=f"* {piece} moves").text),))


def unmasked(number: int, owner: str) -> Node:
    """The card is turned face up by its owner."""
    before = masked(number, owner).at("Field", 500, 60 + 30 * number, str(30 + number))
    after = before.but(
        tuple(
            one.but(obscured_by="null", options="") if isinstance(one, t.Mask) else one
            for one in before.traits
        )
    )
    command = c.ChangePiece(
        id=str(30 + number), state=after.state_text(), old_state=before.state_text()
    )
    return Node(command.text)
