"""Pictures of pairs: part of the board before and after both acts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image

from modgen.cli import cli
from modgen_rules.engine.pairs.pair_pictures import LONGEST, caption, together
from modgen_rules.engine.pairs.pairs import Pair, PairPosition
from modgen_rules.engine.reports.findings import Spot


def rule(*arguments: object) -> tuple[int, str]:
    ran = CliRunner().invoke(cli, ["rule", *map(str, arguments)])
    return ran.exit_code, ran.output


@pytest.mark.slow
def test_a_pair_is_drawn_before_and_after_both_acts(tmp_path: Path) -> None:
    code, text = rule("TP-3.1-points", "--picture", tmp_path / "pair.svg")
    assert (code, text.splitlines()[-1].endswith("pair.svg: the pair 3.1")) == (0, True)
    drawing = (tmp_path / "pair.svg").read_text("utf-8")
    root = ElementTree.fromstring(drawing)
    images = root.findall(".//{*}image")
    assert len(images) == 4
    # The acts begin alike and end differently.
    legal, after, illegal, wrong = (one.attrib["href"] for one in images)
    assert legal == illegal
    assert len({legal, after, wrong}) == 3
    texts = [one.text for one in root.findall(".//{*}text")]
    assert texts[:2] == ["Legal: section_21 to 0610", "Illegal: section_21 to 0510"]
    # Each part has a ring where the piece is, and a dashed one where it was or goes.
    for part in root.findall("{*}svg"):
        rings = part.findall("{*}circle")
        assert len(rings) == 4
        assert len([one for one in rings if "stroke-dasharray" in one.attrib]) == 2
        inside = [float(one.attrib[axis]) for one in rings for axis in ("cx", "cy")]
        assert min(inside) > 0
    assert not re.search(r'href="(?!data:image/jpeg)', drawing)


@pytest.mark.slow
def test_a_shot_is_drawn_at_its_moment(tmp_path: Path) -> None:
    code, _ = rule("TP-6.2", "--picture", tmp_path / "pair.png")
    assert code == 0
    assert Image.open(tmp_path / "pair.png").size == (852, 664)


def a_pair(legal: str, illegal: str, changes: str = "", wrong: str = "") -> Pair:
    begins, other = PairPosition("start", changes), PairPosition("start", wrong or changes)
    return Pair("3.a", 1, begins, "", legal, illegal, "", "3.a", other)


@pytest.mark.parametrize(
    ("pair", "legal", "illegal"),
    [
        (  # Who acts is no part of what is done.
            a_pair("side red; army to north", ""),
            "Legal: army to north",
            "Illegal: (nothing is done)",
        ),
        (  # Words are told where only they differ.
            a_pair("declare fire at blue; roll attack 6", "declare fire at red; roll attack 6"),
            "Legal: declare fire at blue; roll attack 6",
            "Illegal: declare fire at red; roll attack 6",
        ),
        (  # So are positions.
            a_pair(
                "army to north", "army to north", "turn to 1; coins to 5", "turn to 1; coins to 0"
            ),
            "Legal with coins to 5: army to north",
            "Illegal with coins to 0: army to north",
        ),
    ],
)
def test_captions_tell_what_differs(pair: Pair, legal: str, illegal: str) -> None:
    assert [caption(pair, act) for act in pair.acts] == [[legal], [illegal]]


def test_a_long_caption_has_two_lines() -> None:
    lines = caption(a_pair("; ".join(["army from east to north"] * 20), ""), "legal")
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert max(map(len, lines)) <= LONGEST


def test_a_pool_at_the_edge_is_left_out_of_a_picture() -> None:
    near = [Spot("Map", 500, 500), Spot("Map", 560, 510)]
    pool = Spot("Map", 10, 900)
    assert together([pool, *near], 300) == near
    assert together([pool, *near], 2000) == [pool, *near]


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("TP-3.1-points", "--picture", "pair.gif"), "must end with .svg or .png"),
        (("TP-1.1", "--picture", "pair.svg"), "TP-1.1 has no pair to draw"),
        (("LAW-stacking", "--picture", "pair.svg"), "has no pair to draw"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(arguments: tuple[str, ...], words: str) -> None:
    code, text = rule(*arguments)
    assert code == 2
    assert words in text
