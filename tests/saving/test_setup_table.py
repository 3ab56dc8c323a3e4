"""Set-ups from tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from modgen.cli import cli
from modgen.log.timeline import read_timeline
from modgen.saving.places import PlaceFinder
from modgen.vassal.module import read_module
from modgen.vassal.save import SaveFile
from modgen.vassal.traits import Layer, Prototype
from tests.importing.small_modules import small_module

HEAD = "piece,slot,map,x,y,place,count,Layer.level\n"
TABLE = HEAD + "Red Guard,,Field,100,200,,2,2\n,2,,,,Turn 2,,\nOrder 1,,Field,10,10,,,\n"


def pack(folder: Path, table: str) -> Result:
    (folder / "dawn.csv").write_text(table, "utf-8")
    arguments = ["dawn.csv", "--module", "small.vmod", "-o", "dawn.vsav"]
    paths = [str(folder / one) if "." in one else one for one in arguments]
    return CliRunner().invoke(cli, ["pack", *paths])


def test_a_set_up_from_a_table(tmp_path: Path) -> None:
    module = small_module(tmp_path)
    result = pack(tmp_path, TABLE)
    assert result.exit_code == 0, result.output
    table = read_timeline([tmp_path / "dawn.vsav"]).table
    assert [(piece.game_piece.basic.name, *piece[3:6]) for piece in table.pieces.values()] == [
        ("Red Guard", "Field", 100, 200),
        ("Red Guard", "Field", 100, 200),
        ("Marshal", "Field", 360, 420),
        ("Order 1", "Field", 10, 10),
    ]
    first = next(iter(table.pieces.values()))
    traits = first.game_piece.traits
    assert [trait.level for trait in traits if isinstance(trait, Layer)] == [2]
    assert not any(isinstance(trait, Prototype) for trait in traits)
    assert table.piles[first.pile].contents == ("1001", "1002")
    assert table.boards == {"Field": (("Plain", "0", "0"),)}
    with SaveFile(tmp_path / "dawn.vsav") as save:
        assert save.moduledata == read_module(module).metadata
        assert "SETUP_STACK" not in save.text()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("Red Gard,,Field,1,2,,,", r"dawn.csv:2:1: the module has no piece 'Red Gard'; did you"),
        (",77,Field,1,2,,,", "dawn.csv:2:2: the module has no slot 77"),
        ("Marshal,,Feld,1,2,,,", "dawn.csv:2:3: the module has no map 'Feld'; did you mean Field?"),
        ("Marshal,,Field,1,b,,,", "dawn.csv:2:5: y is 'b'; write a whole number of pixels"),
        (
            "Marshal,,Field,641,2,,,",
            "dawn.csv:2:4: the point 641, 2 is not on the map 'Field', which",
        ),
        (
            "Marshal,,Field,1,-2,,,",
            "dawn.csv:2:5: the point 1, -2 is not on the map 'Field', which",
        ),
        ("Marshal,,,,,Moon,,", "dawn.csv:2:6: no map has the place 'Moon'; write map, x and y"),
        ("Marshal,,Field,1,2,,many,", "dawn.csv:2:7: count is 'many'; write a whole number"),
        ("Marshal,,Field,1,2,,,2", "dawn.csv:2:8: the kind Marshal has no Layer.level"),
        ("Marshal,,,,,,,", "dawn.csv:2:3: write map, x and y, or place"),
        ("Marshal,,Field,1,2,,99999,\n", "dawn.csv has more than 50,000 pieces"),
    ],
)
def test_a_mistake_in_the_table(
    row: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_module(tmp_path)
    if "50,000" in message:
        monkeypatch.setattr("modgen.saving.setup_table.MOST_PIECES", 5)
        message = "dawn.csv has more than 5 pieces"
    result = pack(tmp_path, f"{HEAD}{row}\n")
    assert result.exit_code == 2 and message in result.output, result.output
    assert len(result.output.strip().splitlines()) == 1
    assert not (tmp_path / "dawn.vsav").exists()


def test_an_unknown_column(tmp_path: Path) -> None:
    small_module(tmp_path)
    result = pack(tmp_path, "piece,mpa\nMarshal,Field\n")
    assert result.exit_code == 2 and "dawn.csv:1:2: there is no column 'mpa'; did" in result.output


def test_the_middle_of_a_cell(tmp_path: Path) -> None:
    """Every place that is found has its name, and a cell of the grid reaches equally far."""
    module = read_module(small_module(tmp_path))
    boards = {"Field": (("Plain", "0", "0"),)}
    finder = PlaceFinder(module, boards)
    name = finder._locations.place("Field", 259, 130, boards).location
    x, y = finder.find(name, "Field") or (0, 0)
    assert finder._locations.place("Field", x, y, boards).location == name
    # The grid begins at 31, 25 and its columns are 41.5 apart, its rows 48.
    assert abs((x - 31) / 41.5 - round((x - 31) / 41.5)) < 0.05
    assert min(abs((y - 25) % 24), 24 - abs((y - 25) % 24)) <= 1
