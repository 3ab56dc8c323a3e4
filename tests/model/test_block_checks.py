"""Mistakes that designers of block games make: each is told once, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.library.new_game import write_template
from modgen.model.loading.folder import load

FOOT = "4|3|2|1,4|3|2|1,2|2|2|2,white_dead,true,crown"
STEPS = "s4|s3|s2|s1,4 steps|3 steps|2 steps|1 step,4|3|2|1,4|3|2|1,2|2|2|2"
EDGE = "  - {between: [norland, highmoor]}\n"


@pytest.fixture(name="blocks")
def blocks_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "blocks"
    write_template(folder, "blocks")
    return folder


def told(folder: Path, *changes: tuple[str, str, str]) -> list[str]:
    for name, old, new in changes:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    return [str(one) for one in load(folder).diagnostics.sorted()]


MISTAKES: dict[str, tuple[list[tuple[str, str, str]], str]] = {
    "another back": (
        [("pieces.csv", FOOT, FOOT.replace("crown", "star"))],
        "pieces.csv:5:149: warning: `white_foot` and `white_bows` may lie face down, but differ in "
        "back; make them alike, so that nobody can tell them apart face down",
    ),
    "another size": (
        [("pieces.csv", "force,black,4,block,12", "force,black,4,block,14")],
        "pieces.csv:8:54: warning: `black_foot` and `black_bows` may lie face down, but differ in "
        "size; make them alike, so that nobody can tell them apart face down",
    ),
    "no back": (
        [("pieces.csv", FOOT, FOOT.replace("crown", ""))],
        "pieces.csv:5:1: warning: the block `white_foot` has no `back`, unlike the others; fill "
        "in the column: what the other side sees",
    ),
    "no steps": (
        [("pieces.csv", FOOT, FOOT.replace("true", ""))],
        "pieces.csv:5:1: warning: the block `white_foot` has no `steps`, unlike the others; fill "
        "in the column: `true`, so that it can lose a step",
    ),
    "no box for the lost": (
        [("pieces.csv", FOOT, FOOT.replace("white_dead", ""))],
        "pieces.csv:5:1: warning: the block `white_foot` has no `lost_to`, unlike the others; fill "
        "in the column: the box for what is out of play",
    ),
    "steps that rise": (
        [("pieces.csv", "4|3|2|1,4|3|2|1,2", "1|2|3|4,4|3|2|1,2")],
        "pieces.csv:5:109: warning: `white_foot` has the strength 1 and, after the loss of a step, "
        "2; list its faces from the strongest to the weakest",
    ),
    "too many ratings": (
        [("pieces.csv", "4|3|2|1,4|3|2|1,2", "4|3|2|1,5|4|3|2|1,2")],
        "pieces.csv:5:117: `nw` has 5 values, but `faces` has 4; give one value for each, "
        "separated by `|`",
    ),
    "too few strengths": (
        [("pieces.csv", "4|3|2|1,4|3|2|1,2", "4|3|2,4|3|2|1,2")],
        "pieces.csv:5:109: warning: `strength` has 3 values for 4 faces; write one for each face, "
        "as in `4|3|2|2`; a face may have none",
    ),
    "faces with strokes": (
        [("pieces.csv", STEPS, STEPS.replace("|", "/"))],
        "pieces.csv:5:66: `s4/s3/s2/s1` seems to be several faces, which are separated by `|`; "
        "write `s4|s3|s2|s1`, and the same in the other columns",
    ),
    "no rule for a side": (
        [
            ("game.yaml", "  - {pieces: [black_foot, black_bows]", "#"),
            ("game.yaml", "  - {pieces: [black_knights]", "#"),
        ],
        "game.yaml:17:5: warning: no rule in `moves` is for the pieces of `black`, so they may "
        "move anywhere; write one, as for those of `white`",
    ),
    "a river that is not defined": (
        [("map.yaml", EDGE, "  - {between: [norland, highmoor], features: [river]}\n")],
        "map.yaml:28:47: unknown feature `river`; add it to `features` in game.yaml",
    ),
    "areas without a common border": (
        [("map.yaml", EDGE, EDGE + "  - {between: [norland, southdown]}\n")],
        "map.yaml:29:5: an edge joins `norland` and `southdown`, but their shapes share no border; "
        "delete the edge, give it another kind, such as `sea` or `road`, or let the outlines meet",
    ),
    "areas that overlap": (
        [("map.svg", "L22,160 Z", "L22,160 L50,100 Z")],
        "map.yaml:23:5: warning: the areas `harbour` and `westvale` overlap; pieces in both would "
        "be in `westvale`; correct their outlines in map.svg",
    ),
    "a colour without quotation marks": (
        [("game.yaml", 'colour: "#d8cfb4"', "colour: #d8cfb4")],
        "game.yaml:16:79: not valid YAML: did not find expected node content; write the colour in "
        "quotes, because ` #` begins a comment",
    ),
    "quotation marks of a word processor": (
        [("game.yaml", "name: Week,", "name: “Week”,")],
        "game.yaml:36:15: warning: the quotation marks of “Week” are part of the text; write "
        'straight ones, as in "text"',
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_once(blocks: Path, what: str) -> None:
    changes, message = MISTAKES[what]
    assert told(blocks, *changes) == [message]


ATTRIBUTE = ("pieces.csv", "tracks,text\n", "tracks,text,attributes.mp\n")
RULE = ("game.yaml", "white_bows], steps: 1", "white_bows], points: {value: mp}")
ROWS = (
    ("pieces.csv", "white_dead,true,crown,,\n", "white_dead,true,crown,,,1\n"),
    ("pieces.csv", "white_dead,true,crown,,\n", "white_dead,true,crown,,,1\n"),
)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [*ROWS, ("game.yaml", "{value: mp}", "{value: attributes.mp}")],
            "game.yaml:40:56: no piece has a number `attributes.mp`; write the name without "
            "`attributes.`: `{value: mp}`",
        ),
        (
            [ROWS[0]],
            "pieces.csv:6:1: `white_bows` has no number `mp`, which its rule in `moves` needs; "
            "write a number, as the other pieces have, such as in `attributes.mp`",
        ),
        (
            [*ROWS, ("pieces.csv", "crown,,,1", "crown,,,two")],
            "pieces.csv:5:157: `white_foot` has no number `mp`, which its rule in `moves` needs; "
            "write a number, as the other pieces have, such as in `attributes.mp`",
        ),
        (
            [],
            "game.yaml:40:56: `white_foot/s4` has no number `mp`; give it one in the `values` of "
            "its face, a corner or `attributes`",
        ),
    ],
)
def test_a_number_that_a_rule_names(
    blocks: Path, changes: list[tuple[str, str, str]], message: str
) -> None:
    found = told(blocks, ATTRIBUTE, RULE, *changes)
    assert [one for one in found if "cells" not in one] == [message]


def test_pieces_without_a_place_are_one_line(blocks: Path) -> None:
    rows = "".join(
        f"extra_{n},Extra {n},,force,white,1,block,12,infantry,s1,,1,1,2,white_dead,true,crown,,\n"
        for n in range(9)
    )
    found = told(blocks, ("pieces.csv", "week_marker,", f"{rows}week_marker,"))
    assert len([one for one in found if "no scenario brings" in one]) == 1
    assert "(and 8 more like this:" in found[0]


def test_cards_without_a_deck_are_one_line(blocks: Path) -> None:
    (blocks / "cards.csv").write_text("Title,Text\nFrost,Nobody moves.\nTide,Wait.\n", "utf-8")
    found = told(blocks)
    assert len(found) == 1
    assert found[0].startswith("cards.yaml:1:1: there is a table of cards, but no file lists")


def test_many_kinds_of_blocks_have_room(blocks: Path) -> None:
    """Blocks that are all different lie inside their areas, and the marks are inside too."""
    path = blocks / "pieces.csv"
    lines = path.read_text("utf-8").splitlines()
    changed: list[str] = []
    for line in lines:
        if ",block," in line:
            first, second, rest = line.split(",", 2)
            changed += [f"{first}_{n},{second} {n},{rest}" for n in range(5)]
        else:
            changed.append(line)
    path.write_text("\n".join(changed) + "\n", "utf-8")
    for name, shift in (("game.yaml", ""), ("map.yaml", ""), ("rules.yaml", "")):
        text = (blocks / name).read_text("utf-8")
        for kind in ("foot", "bows", "knights"):
            for side in ("white", "black"):
                text = text.replace(f"{side}_{kind}", f"{side}_{kind}_0{shift}")
        (blocks / name).write_text(text, "utf-8")
    (blocks / "scenarios" / "start.yaml").write_text(
        "id: start\nname: Start\nplace:\n  norland: {white_foot_4: 1, white_knights_4: 1}\n"
        "levels: {week_marker: 1}\n",
        "utf-8",
    )
    assert not [one for one in told(blocks) if "outside" in one]


def test_a_set_up_that_begins_late_ends_on_the_track(blocks: Path) -> None:
    late = ("scenarios/start.yaml", "levels: {week_marker: 1}", "levels: {week_marker: 5}")
    assert told(blocks, late, ("scenarios/start.yaml", "turns: 8", "turns: 4")) == []
    assert told(blocks, ("scenarios/start.yaml", "turns: 4", "turns: 5")) == [
        "scenarios/start.yaml:5:8: warning: the scenario has 5 turns and begins in turn 5; the "
        "track `week` ends at 8; make the track longer, or the scenario shorter"
    ]


def test_a_column_of_pictures_has_another_name(blocks: Path) -> None:
    (blocks / "cards.yaml").write_text(
        "decks:\n  - {id: events, name: Events}\n"
        "piles:\n  - {id: draw, name: Draw, side: white, takes: [events]}\n",
        "utf-8",
    )
    (blocks / "cards.csv").write_text("Title,Picture,Text\nFrost,flag,Wait.\n", "utf-8")
    start = (
        "scenarios/start.yaml",
        "levels:",
        "piles:\n  - {pile: draw, rest: events}\nlevels:",
    )
    assert told(blocks, start) == [
        "cards.csv:2:7: warning: the column `Picture` is printed as a text; call it `icon`, and it "
        "is the picture of the card"
    ]
    assert told(blocks, ("cards.csv", "Picture", "icon")) == []


def test_large_pieces_have_columns_of_their_own_width(blocks: Path) -> None:
    """Tiles in a box lie in as many rows as they need, and a box that is too small is told."""
    rows = "".join(f"tile_{n},Tile {n},,counter,,1,counter,30,flag,,,,,,,,,,\n" for n in range(4))
    box = "  - {id: bag, name: Tiles, kind: display, rect: {x: 300, y: 5, w: 70, h: 80}, "
    box += "holds: [tile_0, tile_1, tile_2, tile_3]}\n"
    found = told(
        blocks,
        ("pieces.csv", "week_marker,", f"{rows}week_marker,"),
        ("map.yaml", "width: 277", "width: 380"),
        ("map.svg", 'width="277mm"', 'width="380mm"'),
        ("map.svg", "0 0 277 190", "0 0 380 190"),
        ("map.yaml", "boxes:\n", f"boxes:\n{box}"),
    )
    assert found == []
    smaller = told(blocks, ("map.yaml", "w: 70, h: 80", "w: 70, h: 50"))
    assert any("reaches over the box `bag`; make the box 8 mm higher" in one for one in smaller)
