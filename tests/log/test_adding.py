"""The quick ways of reading pieces give what the codec gives, for any text."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from modgen.log.table import Table, place_of
from modgen.vassal import commands as c
from modgen.vassal.pieces import Deck, GamePiece, PieceError, outer_states

SPECIAL = "+/-\\'\t;a1"
TEXTS = st.text(alphabet=SPECIAL, max_size=16)


@given(TEXTS)
@example("+/1/piece;;;a;b\\/c/null;1;2;3;0")
@example("+/1/'a'/'b'")
@example("+/1/stack/Map;3;4;@@-1")
@example("+/1/a\\/b\\/c")
def test_an_added_piece_is_the_one_that_the_command_decodes(text: str) -> None:
    text = f"+/{text.removeprefix('+/')}"
    command = c.AddPiece.read(text)
    table = Table()
    table.add(command)
    wanted = command.piece
    if isinstance(wanted, GamePiece):
        piece = table.pieces[command.id]
        assert (piece.type, piece.state) == (wanted.type_text(), wanted.state_text())
        assert piece[3:6] == place_of(piece.state)
    elif isinstance(wanted, Deck):
        assert table.piles[command.id][1:5] == (
            wanted.type.type_text(),
            wanted.map,
            wanted.x,
            wanted.y,
        )
    else:
        assert not table.pieces
        assert len(table.problems) == len(wanted.contents)


TYPES = ("mark;Side\tpiece;;;a;b", "label;x\tmark;Side\\\tpiece;;;a;b", "piece;;;a;b", "x\t'\\y'")


@given(st.sampled_from(TYPES), TEXTS, TEXTS)
@example("mark;Side\tpiece;;;a;b", "red\tnull;1;2", "red\tMap;3;4")
@example("label;x\tmark;Side\\\tpiece;;;a;b", "a\tb", "a\tc")
def test_pieces_with_equal_outer_states_have_equal_traits(kind: str, one: str, two: str) -> None:
    if outer_states(kind, one) != outer_states(kind, two):
        return
    found = [_traits(kind, state) for state in (one, two)]
    assert found[0] == found[1]


def _traits(kind: str, state: str) -> object:
    try:
        return [trait.texts for trait in GamePiece.read(kind, state, repair=True).traits]
    except PieceError:
        return None
