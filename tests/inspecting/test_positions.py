"""Two saves hold the same position if only ids and the order of commands differ."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from modgen.inspecting.differences import differences
from modgen.inspecting.positions import same_position
from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack

METADATA = Metadata("1", "M")
GUARD = GamePiece((t.Delete(),), BasicPiece(name="Guard", gpid="1"))
SPY = GamePiece((t.Delete(),), BasicPiece(name="Spy", gpid="2"))


def saved(commands: Sequence[str], *restore: str) -> bytes:
    text = save.save_text(commands, [save.SETUP_STACK, *restore])
    return archive_bytes(save.save_entries(text, METADATA))


def table(
    *,
    ids: tuple[str, str] = ("1", "2"),
    order: tuple[int, int] = (0, 1),
    x: int = 10,
    gpid: str = "1",
    face_down: bool = True,
    first: GamePiece = GUARD,
    weather: str = "rain",
    moved: bool = False,
) -> bytes:
    """A stack of two pieces, and an empty deck."""
    guard = first.but(basic=first.basic.but(gpid=gpid))
    if moved:
        guard = guard.but(basic=guard.basic.but(properties=(("OldX", "3"),)))
    pieces = [guard.at("Field", x, 20, ids[0]), SPY.at("Field", x, 20, ids[1])]
    made = [pieces[n].add_command() for n in order]
    held = tuple(ids[n] for n in (0, 1))
    stack = Stack("8" + ids[0], "Field", x, 20, held, -1).add_command()
    deck = Deck("9" + ids[0], DeckType(name="Draw"), "Field", 5, 5, face_down, ()).add_command()
    return saved([*made, stack, deck], save.property_command("Weather", weather))


@pytest.mark.parametrize("other", [table(ids=("41", "7")), table(order=(1, 0)), table(moved=True)])
def test_the_same_position(other: bytes) -> None:
    assert same_position(table(), other)
    assert same_position(other, table())


@pytest.mark.parametrize(
    "other",
    [
        table(x=11),
        table(gpid="3"),
        table(face_down=False),
        table(weather="sun"),
        table(first=GUARD.but(basic=BasicPiece(name="Guards"))),
        table(first=GUARD.but(traits=(t.Clone(),))),
        b"no save",
    ],
)
def test_another_position(other: bytes) -> None:
    assert not same_position(table(), other)


def test_a_stack_in_another_order_is_another_position() -> None:
    pieces = [GUARD.at("Field", 1, 2, "1"), SPY.at("Field", 1, 2, "2")]
    made = [piece.add_command() for piece in pieces]
    one, other = (
        saved([*made, Stack("8", "Field", 1, 2, held, -1).add_command()])
        for held in (("1", "2"), ("2", "1"))
    )
    assert not same_position(one, other)
    assert not same_position(one, saved(made))


@pytest.mark.parametrize("name", ["start.vsav", "Start 2.1"])
def test_a_set_up_with_the_same_position_has_not_changed(name: str) -> None:
    tree = component("GameModule", name="M", version="1")
    old, same, new = (
        Module(tree, METADATA, {}, {name: data})
        for data in (table(), table(ids=("5", "6")), table(x=99))
    )
    assert not list(differences(old, same))
    assert [change.text for change in differences(old, new)] == [f"The file `{name}` changed"]
