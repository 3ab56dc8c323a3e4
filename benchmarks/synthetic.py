"""Synthetic saves and logs of any length, alike in size and build to the peers' test files.

    python -m benchmarks.synthetic 20000 FOLDER

writes `synthetic-20000.vsav` (half pieces with nine traits each, half stacks; 8 MB of plain text
at 20,000 commands) and `synthetic-20000.vlog` (200 pieces, then 20,000 steps: 70 % moves with
their report, 15 % chat, 10 % dice, 5 % changes of state; 2 MB of plain text). The random seed is
fixed: the same number gives the same bytes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from modgen.vassal import traits as t
from modgen.vassal.commands import ChangePiece, ChangeProperty, Chat, MovePiece
from modgen.vassal.keys import command, key
from modgen.vassal.metadata import Metadata
from modgen.vassal.pieces import BasicPiece, GamePiece, Stack
from modgen.vassal.save import board_command, property_command, save_text, write_save
from modgen.vassal.stream import Node

MODULE = Metadata(version="1.0", name="Synthetic")
MAP = "Main Map"
KINDS = 400
FIRST_ID = 1_700_000_000_000


def kind(number: int) -> GamePiece:
    """One of the game's kinds of counter: nine traits, as modules commonly have them."""
    side = ("Red", "Blue", "Green", "Yellow")[number % 4]
    images = tuple(f"{side.lower()}-{number:03}-{face}.png" for face in ("front", "back", "spent"))
    return GamePiece(
        (
            t.Marker(
                names=("Side", "Strength", "Move"), values=(side, str(number % 9), str(number % 5))
            ),
            t.ReportAction(
                keys=(key("Ctrl+F"), command("Rally")),
                format="$PlayerName$: $newPieceName$ flips in $location$ *",
            ),
            t.TriggerAction(
                name="Rally",
                menu="Rally",
                key=key("Ctrl+R"),
                filter='{Status_Level==2&&Side!="None"}',
                action_keys=(command("Rally"), key("Ctrl+Shift+R")),
            ),
            t.Layer(
                images=images,
                level_names=(f"{side} {number}", "+ (spent)", "+ (out)"),
                name="Status",
                up_key=key("Ctrl+F"),
                up_menu="Flip",
            ),
            t.DynamicProperty(
                name="Hits",
                constraints="true,0,9,false",
                commands=t.property_commands(("Hit", key("Ctrl+H"), "I,1")),
                value="0",
            ),
            t.Delete(key=key("Ctrl+D")),
            t.MovementTrail(key=key("Ctrl+T"), initialised=True),
            t.MarkMoved(menu="Mark moved", key=key("Ctrl+M")),
        ),
        BasicPiece(name=f"{side} unit {number}", image=images[0], gpid=str(number)),
    )


def placed(count: int, chance: random.Random) -> Iterator[GamePiece]:
    """A number of pieces in play, each with its own state."""
    kinds = [kind(number) for number in range(KINDS)]
    for number in range(count):
        x, y = chance.randrange(4000), chance.randrange(3000)
        yield in_state(kinds[chance.randrange(KINDS)], str(FIRST_ID + 2 * number), x, y, chance)


def in_state(model: GamePiece, piece_id: str, x: int, y: int, chance: random.Random) -> GamePiece:
    """A piece at a point, with its level, hits and trail by chance."""
    marker, report, trigger, layer, hits, delete, trail, moved = model.traits
    traits = (
        marker,
        report,
        trigger,
        layer.but(level=chance.randint(1, 3)),
        hits.but(value=str(chance.randrange(10))),
        delete,
        trail.but(trail=tuple(f"{x + 60 * n},{y}" for n in range(chance.randrange(4)))),
        moved.but(moved=chance.random() < 0.5),
    )
    properties = (("UniqueID", piece_id), ("OldX", str(x + 60)), ("OldY", str(y)))
    return GamePiece(traits, model.basic.but(map=MAP, x=x, y=y, properties=properties), piece_id)


def in_stack(piece: GamePiece) -> list[str]:
    """The commands of a piece and of the stack about it."""
    assert piece.id is not None
    basic = piece.basic
    stack = Stack(str(int(piece.id) + 1), MAP, basic.x, basic.y, (piece.id,))
    return [piece.add_command(), stack.add_command()]


def restore() -> list[str]:
    """What the map, the set-up mark and a property say in a save."""
    return [board_command(MAP, [("Board", 0, 0)]), "SETUP_STACK\t", property_command("Score", "3")]


def step(number: int, pieces: list[GamePiece], chance: random.Random) -> Node:
    """One logged step of the log."""
    piece = chance.choice(pieces)
    piece_id = piece.id or ""
    x, y = chance.randrange(4000), chance.randrange(3000)
    lot = chance.random()
    if lot < 0.70:
        move = MovePiece(
            id=piece_id, map=MAP, x=x, y=y, old_map=MAP, old_x=x + 60, old_y=y, player="secret"
        )
        report = Chat(message=f"* Red unit moves {x:04} -> {y:04} *")
        return Node(move.text, (Node(report.text),))
    if lot < 0.85:
        return Node(Chat(message=f"<Anna> - what about step {number}?").text)
    if lot < 0.95:
        rolled = str(chance.randint(2, 12))
        told = Chat(message=f"** 2d6 = {rolled} *** <Anna>")
        known = ChangeProperty(
            name="2d6_result", old_value="7", new_value=rolled, container="Module"
        )
        return Node(told.text, (Node(known.text),))
    changed = in_state(piece, piece_id, piece.basic.x, piece.basic.y, chance)
    change = ChangePiece(id=piece_id, state=changed.state_text(), old_state=piece.state_text())
    return Node(change.text)


def write_both(count: int, folder: Path) -> tuple[Path, Path]:
    """Write the save and the log of `count` commands into a folder; their paths."""
    chance = random.Random(20_000)
    save, log = folder / f"synthetic-{count}.vsav", folder / f"synthetic-{count}.vlog"
    on_map = chain.from_iterable(in_stack(piece) for piece in placed(count // 2, chance))
    write_save(save, save_text(on_map, restore()), MODULE)
    pieces = list(placed(200, chance))
    on_map = chain.from_iterable(in_stack(piece) for piece in pieces)
    steps = (step(number, pieces, chance) for number in range(count))
    write_save(log, save_text(on_map, restore(), steps), MODULE)
    return save, log


if __name__ == "__main__":
    for path in write_both(int(sys.argv[1]), Path(sys.argv[2])):
        print(path)
