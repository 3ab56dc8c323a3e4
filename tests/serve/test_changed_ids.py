"""Ids that the page changes, with everything that names them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.model.loading.folder import load
from modgen.serve.design.bench import Bench
from modgen.serve.design.written import FileError


def copied(tmp_path: Path, template: str) -> Path:
    return shutil.copytree(template_path(template), tmp_path / template)


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".yaml", ".csv", ".svg", ".geojson")
    }


def facts(folder: Path, old: str, new: str) -> list[str]:
    """Everything that the files say, where one id is written as another."""
    game = load(folder).game
    parts = [game.info, game.map, game.cards_file, *game.pieces, *game.cards, *game.scenarios]
    parts += [*game.charts, *game.rules]
    texts = [json.dumps(part.model_dump(mode="json"), sort_keys=False) for part in parts]
    word = re.compile(rf"(?<![\w-])(card_)?{re.escape(old)}(?![\w-])")
    return [word.sub(rf"\g<1>{new}", text) for text in texts]


@pytest.mark.long
@pytest.mark.parametrize(
    ("template", "key"),
    [
        ("area", "space/north"),
        ("area", "box/red_camp"),
        ("area", "track/track"),
        ("area", "piece/army_red"),
        ("point-to-point", "space/alba"),
        ("point-to-point", "track/salt"),
        ("point-to-point", "box/camp"),
        ("point-to-point", "piece/salt_marker"),
        ("blocks", "space/norland"),
        ("blocks", "box/white_dead"),
        ("hex", "piece/crown_foot"),
        ("cards", "card/sugar"),
        ("hex", "side/crown"),
        ("blocks", "side/white"),
        ("cards", "deck/order"),
        ("point-to-point", "side/raiders"),
        ("point-to-point", "chart/turn"),
        ("area", "setup/start"),
        ("area", "side/red"),
    ],
)
def test_an_id_is_changed_wherever_it_is_named(tmp_path: Path, template: str, key: str) -> None:
    folder = copied(tmp_path, template)
    old = key.partition("/")[2]
    before, said = contents(folder), facts(folder, old, "new-one_2")
    warnings = len(load(folder).diagnostics.collected)
    bench = Bench(str(folder))
    bench.change_id(key, "new-one_2")
    assert facts(folder, old, "new-one_2") == said
    assert len(load(folder).diagnostics.collected) == warnings
    bench.undo()
    assert contents(folder) == before
    assert {path.name for path in folder.iterdir()} == {
        path.name for path in template_path(template).iterdir()
    }


@pytest.mark.long
def test_shapes_and_translations_follow(tmp_path: Path) -> None:
    folder = copied(tmp_path, "blocks")
    Bench(str(folder)).change_id("space/norland", "far_north")
    drawing = (folder / "map.svg").read_text("utf-8")
    assert 'id="far_north"' in drawing
    assert "norland" not in drawing
    folder = copied(tmp_path, "area")
    for key in ("space/north", "piece/army_red", "card/1"):
        Bench(str(folder)).change_id(key, f"new_{key.partition('/')[0]}")
    spanish = load(folder).in_language("es")
    first = load(template_path("area")).in_language("es")
    assert spanish.spaces["new_space"].name == first.spaces["north"].name
    assert spanish.piece_types["new_piece"].plural == first.piece_types["army_red"].plural
    assert spanish.card["new_card"].title == first.card["1"].title


@pytest.mark.parametrize(
    ("template", "key", "id_", "message"),
    [
        ("point-to-point", "space/mill", "chapel", "another space has the id `chapel` already"),
        ("point-to-point", "space/mill", "stable", "another space has the id `stable` already"),
        ("point-to-point", "space/mill", "The Mill", "`The Mill` is not an id"),
        ("point-to-point", "space/mill", "node", "`node` would also be the name of something"),
        ("point-to-point", "piece/guard", "guild", "`guild` would also be the name of something"),
        ("point-to-point", "space/nowhere", "there", "there is no `space/nowhere`"),
        ("point-to-point", "edge/1", "there", "there is no `edge/1`"),
        ("area", "box/draw", "stock", "`draw` is also the name of something else in rules"),
    ],
)
def test_an_id_that_cannot_be_changed(
    tmp_path: Path, template: str, key: str, id_: str, message: str
) -> None:
    folder = copied(tmp_path, template)
    before = contents(folder)
    with pytest.raises(FileError) as refused:
        Bench(str(folder)).change_id(key, id_)
    assert message in str(refused.value)
    assert contents(folder) == before


@pytest.mark.long
def test_an_id_that_a_rule_compares_with_a_text(tmp_path: Path) -> None:
    folder = copied(tmp_path, "point-to-point")
    rules = folder / "rules.yaml"
    text = rules.read_text("utf-8")
    given = "when: turn\n    given: side != 'guild'\n"
    rules.write_text(text.replace("when: turn\n", given, 1), "utf-8")
    before = contents(folder)
    with pytest.raises(FileError, match=r"rules\.yaml:\d+ has the text `guild`, which may mean it"):
        Bench(str(folder)).change_id("side/guild", "traders")
    assert contents(folder) == before


@pytest.mark.long
def test_an_id_that_a_spreadsheet_states(tmp_path: Path) -> None:
    """Mentions in workbooks are not changed, so the whole change is refused."""
    openpyxl = pytest.importorskip("openpyxl")
    folder = copied(tmp_path, "point-to-point")
    rows = [line.split(",") for line in (folder / "pieces.csv").read_text("utf-8").splitlines()]
    book = openpyxl.Workbook()
    for row in rows[1:]:
        book.active.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    book.save(folder / "pieces.xlsx")
    (folder / "pieces.csv").unlink()
    before = contents(folder)
    bench = Bench(str(folder))
    with pytest.raises(FileError, match="no text file of the game states the id `guard`"):
        bench.change_id("piece/guard", "sentry")
    with pytest.raises(FileError, match=r"pieces\.xlsx:"):
        bench.change_id("box/camp", "den")
    assert contents(folder) == before
