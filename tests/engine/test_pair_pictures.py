"""Pictures of pairs: part of the board before and after both acts."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image

from modgen.cli import cli


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
