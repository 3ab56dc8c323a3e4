"""Printed sheets: true sizes, read back from the PDF; backs behind their fronts; errors."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image

from modgen.assets import template_path
from modgen.cli.sheets import sheets as command
from modgen.compile.words import words
from modgen.model.boards.layout import box_slots
from modgen.model.colour_vision import ENOUGH, VISIONS
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.model.types.pieces import Face, PieceType
from modgen.sheets import aids, cards, counters, looks, maps, own_size
from modgen.sheets.impose import CAPTION_ROOM, CLEAR, Cell, Duplex, ImposedPiece, grid, impose
from modgen.sheets.paper import PaperError, Placed, Sheets, paper_size
from modgen.sheets.pdf import write_pdf
from modgen.sheets.setup_cards import draw_setup
from tests.sheets.page_picture import page_svg

MM = 25.4 / 72
A4 = paper_size("a4")


def said(language: str = "en") -> dict[str, str]:
    found = words(language)
    return {key.removeprefix("sheet_"): found(key) for key in found.keys() if "sheet_" in key}  # noqa: SIM118


def every(game: Game) -> list[Sheets]:
    names = said(game.language)
    found = [
        cards.card_sheets(game, A4, "long", names),
        cards.single_cards(game, names),
        counters.counter_sheets(game, A4, "long", 15.875, names),
        maps.map_sheets(game, names),
        maps.tiled_map(game, A4, names),
        aids.aid_sheets(game, A4, names),
    ]
    return [one for one in found if one]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_in_both_languages(people_power: Loaded, language: str, tmp_path: Path) -> None:
    for document in every(people_power.in_language(language)):
        path = tmp_path / f"{document.name}.pdf"
        write_pdf(path, document)
        pdf = pypdfium2.PdfDocument(path)
        assert len(pdf) == len(document.pages)
        for number, page in enumerate(document.pages):
            wide, high = pdf[number].get_size()
            assert wide * MM == pytest.approx(page.width, abs=0.1)
            assert high * MM == pytest.approx(page.height, abs=0.1)


@pytest.mark.long
def test_text_can_be_searched(people_power: Loaded, tmp_path: Path) -> None:
    document = cards.card_sheets(people_power.in_language("es"), A4, "long", said("es"))
    assert document
    write_pdf(tmp_path / "cards.pdf", document)
    pdf = pypdfium2.PdfDocument(tmp_path / "cards.pdf")
    text = pdf[0].get_textpage().get_text_range()
    assert "Préstamos".upper() in text or "Préstamos" in text
    assert "Elige un Campo" in text


def test_same_bytes(vales: Game, tmp_path: Path) -> None:
    for name in ("a", "b"):
        document = cards.card_sheets(vales, A4, "long", said())
        assert document
        write_pdf(tmp_path / f"{name}.pdf", document)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.long
def test_a_card_has_its_size_on_paper(vales: Game, tmp_path: Path) -> None:
    """The ink of a card, read back from the page in pixels of 0.1 mm."""
    document = cards.card_sheets(vales, A4, "none", said())
    assert document
    write_pdf(tmp_path / "cards.pdf", document)
    page = pypdfium2.PdfDocument(tmp_path / "cards.pdf")[0]
    picture = page.render(scale=10 * MM).to_pil().convert("RGB")
    placed = document.pages[0].placed[0]
    middle = round((placed.y + placed.h * 0.92) * 10)
    row = [picture.getpixel((x, middle)) for x in range(picture.width)]
    inked = [
        x
        for x, pixel in enumerate(row)
        if isinstance(pixel, tuple) and pixel[2] < 235 and sum(pixel) > 500
    ]
    assert (max(inked) - min(inked) + 1) / 10 == pytest.approx(3 * 63, abs=0.4)


@pytest.mark.parametrize(("duplex", "turned"), [("long", 0), ("short", 180)])
def test_backs_lie_behind_their_fronts(duplex: str, turned: int) -> None:
    sheets = Sheets("x", "X", "en")
    pieces = [ImposedPiece(f"f{n}", f"b{n}") for n in range(5)]
    impose(sheets, pieces, Cell(63, 88), A4, duplex, "(back)")  # type: ignore[arg-type]
    front, back = sheets.pages
    for placed in front.placed:
        behind = next(other for other in back.placed if other.art == placed.art.replace("f", "b"))
        if duplex == "long":
            mirrored = (A4[0] - placed.x - placed.w, placed.y)
        else:
            mirrored = (placed.x, 2 * grid(A4, Cell(63, 88)).top + 3 * 88 - placed.y - placed.h)
        assert (behind.x, behind.y) == pytest.approx(mirrored)
        assert behind.turned == turned


def test_folded_backs_meet_over_the_fold() -> None:
    sheets = Sheets("x", "X", "en")
    impose(sheets, [ImposedPiece("f", "b", copies=3)], Cell(63, 88), A4, "fold", "(back)")
    placed = sheets.pages[0].placed
    fronts = [one for one in placed if one.art == "f"]
    backs = [one for one in placed if one.art == "b"]
    assert [one.x for one in fronts] == [one.x for one in backs]
    assert {one.y + one.h for one in fronts} == {one.y for one in backs}
    assert {one.turned for one in backs} == {180}


def test_nine_cards_on_a4_and_letter() -> None:
    for paper in ("a4", "letter"):
        cells = grid(paper_size(paper), Cell(63, 88))
        assert (cells.columns, cells.rows) == (3, 3)


def test_counters_in_their_numbers(people_power: Loaded) -> None:
    game = people_power.game
    document = counters.counter_sheets(game, A4, "none", 12.7, said())
    assert document
    placed = [one for page in document.pages for one in page.placed]
    pieces = [one for one in placed if one.art.startswith("piece-")]
    assert len(pieces) == sum(piece.count + piece.spare for piece in game.pieces)
    size = 12.7 + 2 * counters.BLEED
    assert {(one.w, one.h) for one in placed} == {(size, size)}


def test_every_space_can_have_every_state(people_power: Loaded) -> None:
    """As many counters show a value, on front or back, as spaces can have it at once."""
    game = people_power.game
    document = counters.counter_sheets(game, A4, "long", 15.875, said())
    assert document
    fronts = Counter(one.art for page in document.pages[::2] for one in page.placed)
    backs = Counter(one.art for page in document.pages[1::2] for one in page.placed)
    for state in game.info.states:
        spaces = sum(space.kind in state.kinds for space in game.map.spaces)
        for value in state.values:
            name = f"state-{state.id}-{value.id}"
            if value.id == state.default:
                assert name not in fronts
            else:
                assert max(fronts[name], backs[name]) >= spaces, name


def test_the_last_sheet_is_filled(people_power: Loaded) -> None:
    cell = Cell(15.875, 15.875, counters.BLEED, CAPTION_ROOM)
    cells = grid(A4, cell)
    document = counters.counter_sheets(people_power.game, A4, "none", 15.875, said())
    assert document
    assert {len(page.placed) for page in document.pages} == {cells.columns * cells.rows}


def test_less_bleed_saves_a_sheet(people_power: Loaded) -> None:
    paper = paper_size("letter")
    cells = grid(paper, Cell(15.875, 15.875, counters.BLEED, CAPTION_ROOM))
    document = counters.counter_sheets(people_power.game, paper, "long", 15.875, said())
    assert document
    front, back = document.pages
    assert len(front.placed) > cells.columns * cells.rows
    for one, other in zip(front.placed, back.placed, strict=True):
        assert other.x == pytest.approx(paper[0] - one.x - one.w)
        assert document.art[one.art].width == pytest.approx(one.w)
        assert one.w == pytest.approx(15.875 + 2 * counters.LESS_BLEED)
    tops = {one.y for one in front.placed}
    assert min(tops) > CLEAR
    assert max(tops) + 15.875 < paper[1] - CLEAR


@pytest.mark.parametrize("number", [9, 10, 13, 17, 28])
@pytest.mark.parametrize("duplex", ["long", "short"])
def test_no_sheet_is_nearly_empty(number: int, duplex: Duplex) -> None:
    sheets = Sheets("cards", "Cards", "en")
    impose(sheets, [ImposedPiece("a", "b", number)], Cell(63, 88), A4, duplex, "back")
    fronts, backs = sheets.pages[::2], sheets.pages[1::2]
    rows = [len({one.y for one in page.placed}) for page in fronts]
    assert sum(len(page.placed) for page in fronts) == number
    assert max(rows) - min(rows) <= 1
    for front, back in zip(fronts, backs, strict=True):
        for one, other in zip(front.placed, back.placed, strict=True):
            if duplex == "long":
                assert (other.x, other.y) == pytest.approx((A4[0] - one.x - one.w, one.y))
            else:
                assert (other.x, other.y) == pytest.approx((one.x, A4[1] - one.y - one.h))


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_counters_with_bleed_lie_behind_each_other(people_power: Loaded, duplex: str) -> None:
    document = counters.counter_sheets(people_power.game, A4, duplex, 15.875, said())  # type: ignore[arg-type]
    assert document
    wide, high = A4
    if duplex == "fold":
        page = document.pages[0]
        pairs = [(page.placed[at : at + 2]) for at in range(0, len(page.placed), 2)]
        fold = {round(front.y + front.h + back.y, 3) for front, back in pairs}
        assert len(fold) == 1  # mirrored at one line
        assert all(front.x == back.x for front, back in pairs)
        return
    front, back = document.pages[:2]
    for one, other in zip(front.placed, back.placed, strict=True):
        if duplex == "long":
            assert (other.x, other.y) == pytest.approx((wide - one.x - one.w, one.y))
        else:
            assert (other.x, other.y) == pytest.approx((one.x, high - one.y - one.h), abs=0.01)


@pytest.mark.long
def test_letters_can_be_read(people_power: Loaded, junta_coup: Game) -> None:
    """Nothing on cards, counters, maps and charts is smaller than 5.5 points."""
    for game in (people_power.game, junta_coup):
        for document in every(game):
            for page in document.pages:
                for placed in page.placed:
                    if placed.art.startswith("setup-"):
                        continue  # a picture of the board, with a list of its pieces below
                    art = document.art[placed.art]
                    scale = 1.0 if placed.window else placed.w / art.width
                    sizes = re.findall(r'font-size="([0-9.]+)"', art.svg)
                    least = min((float(size) * scale for size in sizes), default=9.0)
                    assert least * 72 / 25.4 >= 5.49, (placed.art, least)


@pytest.mark.long
def test_single_cards_have_a_trim_box(people_power: Loaded, tmp_path: Path) -> None:
    document = cards.single_cards(people_power.game, said())
    assert document
    write_pdf(tmp_path / "cards.pdf", document)
    page = pypdfium2.PdfDocument(tmp_path / "cards.pdf")[0]
    left, low, right, high = (edge * MM for edge in page.get_trimbox())
    assert (right - left, high - low) == pytest.approx((63, 88), abs=0.01)
    left, low, right, high = (edge * MM for edge in page.get_bleedbox())
    assert (right - left, high - low) == pytest.approx((69, 94), abs=0.01)


def test_tiles_cover_the_map_and_overlap(people_power: Loaded) -> None:
    document = maps.tiled_map(people_power.game, A4, said())
    windows = [
        placed.window
        for page in document.pages
        for placed in page.placed
        if placed.art == "board-main" and placed.window
    ]
    assert len(windows) == 6
    assert max(x + w for x, _, w, _ in windows) == pytest.approx(558.8)
    assert max(y + h for _, y, _, h in windows) == pytest.approx(431.8)
    assert max(w for _, _, w, _ in windows) == pytest.approx(A4[0] - 2 * maps.MARGIN)
    assert max(h for _, _, _, h in windows) == pytest.approx(A4[1] - 2 * maps.MARGIN)
    lefts = sorted({x for x, _, _, _ in windows})
    first = next(w for x, _, w, _ in windows if x == 0)
    assert lefts[1] == pytest.approx(first - maps.OVERLAP)


@pytest.mark.long
def test_setup_cards_name_every_placement(people_power: Loaded) -> None:
    document = aids.aid_sheets(people_power.game, A4, said())
    page = next(
        page
        for page in document.pages
        if any(placed.art == "setup-standard" for placed in page.placed)
    )
    svg = page_svg(page, document)
    for word in ("Davao", "2 Troops, 3 Police", "Government Resources 18"):
        assert word in svg


@pytest.mark.parametrize("name", ["a5", "0x0mm", "9000x10mm", "210x297", "../a4"])
def test_no_such_paper(name: str) -> None:
    with pytest.raises(PaperError):
        paper_size(name)


def test_a_card_larger_than_the_paper() -> None:
    with pytest.raises(PaperError, match="do not fit on a paper"):
        grid((60, 90), Cell(63, 88))


def test_ink_saver_leaves_outlines(vales: Game) -> None:
    document = cards.card_sheets(vales, A4, "none", said())
    assert document
    plain = document.art[cards.card_name(vales.cards[0])].svg
    saved = looks.ink_saver(plain)
    fills = {part.split('"')[0] for part in saved.split('fill="')[1:]}
    assert fills <= {"#ffffff", "#000000", "none"}
    assert saved.count("<text") == plain.count("<text")


def test_safe_colours_are_told_apart(people_power: Loaded) -> None:
    distances = looks.distances(looks.colour_blind(people_power.game))
    assert [vision for vision, *_ in distances] == list(VISIONS)
    assert min(apart for *_, apart in distances) > ENOUGH
    own = looks.distances(people_power.game)
    assert min(apart for *_, apart in own) > ENOUGH


@pytest.mark.long
def test_command_writes_only_what_is_asked_for(tmp_path: Path) -> None:
    runner = CliRunner()
    result = runner.invoke(
        command, ["people-power", "-o", str(tmp_path), "--only", "map", "--format", "svg"]
    )
    assert result.exit_code == 0, result.output
    names = sorted(path.name for path in (tmp_path / "en").iterdir())
    assert names == ["board-main.svg", "board-reserve.svg"]


def test_nothing_is_written_when_a_text_does_not_fit(folder: Path, tmp_path: Path) -> None:
    path = folder / "cards.csv"
    path.write_text(path.read_text("utf-8").replace("Nobody", "Nobody at all " * 90), "utf-8")
    result = CliRunner().invoke(command, [str(folder), "-o", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert "the card 4: needs" in result.output
    assert not (tmp_path / "out").exists()


def test_windows_stay_inside_their_art(people_power: Loaded) -> None:
    document = maps.tiled_map(people_power.game, paper_size("letter"), said())
    for page in document.pages:
        for placed in page.placed:
            assert isinstance(placed, Placed)
            assert placed.window
            art = document.art[placed.art]
            x, y, w, h = placed.window
            assert x + w <= art.width + 1e-6
            assert y + h <= art.height + 1e-6


def test_every_face_is_on_a_counter(junta_coup: Game) -> None:
    """A piece with three faces needs two counters; control of a Unit is shown by a marker."""
    document = counters.counter_sheets(junta_coup, A4, "long", 15.875, said())
    assert document
    printed = {placed.art for page in document.pages for placed in page.placed}
    for piece in junta_coup.pieces:
        for face in piece.faces:
            assert face.side or f"piece-{piece.id}-{face.id}" in printed


def picture_of(folder: Path, name: str) -> str:
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (250, 350), "#336699").save(folder / "art" / name)
    return name


def pieces_of(game: Game, folder: Path, *sizes: tuple[float, float]) -> list[PieceType]:
    """Pieces that are pictures of these sizes in mm."""
    face = Face(id="full", art=picture_of(folder, "a.png"))
    return [
        PieceType(id=f"p{n}", name=f"Piece {n}", size=w, height=h, faces=[face])
        for n, (w, h) in enumerate(sizes)
    ]


def test_pieces_of_the_size_of_cards_are_printed_as_cards(vales: Game, tmp_path: Path) -> None:
    sizes = [(63.0, 88.0), (16.0, 16.0), (29.0, 60.0), (350.0, 490.0)]
    pieces = pieces_of(vales, tmp_path, *sizes)
    game = replace(vales, pieces=pieces, folder=tmp_path, cards=[])
    found = cards.card_sheets(game, A4, "none", said())
    assert found
    placed = {one.art: one for page in found.pages for one in page.placed}
    assert set(placed) == {"piece-p0-full"}
    assert (placed["piece-p0-full"].w, placed["piece-p0-full"].h) == (63.0, 88.0)
    small = counters.counter_sheets(game, A4, "none", 15.875, said())
    assert small
    names = {one.art for page in small.pages for one in page.placed if "piece" in one.art}
    assert names == {"piece-p1-full"}
    tiles = own_size.tile_sheets(game, A4, "none", said())
    assert tiles
    placed = {one.art: one for page in tiles.pages for one in page.placed}
    assert set(placed) == {"piece-p2-full", "piece-p3-full"}
    assert (placed["piece-p2-full"].w, placed["piece-p2-full"].h) == (29.0, 60.0)
    # One that is larger than the paper is made smaller, with its shape.
    large = placed["piece-p3-full"]
    assert large.h <= A4[1] / 2
    assert abs(large.w / large.h - 350 / 490) < 0.01


def test_buttons_of_a_module_are_not_printed(vales: Game, tmp_path: Path) -> None:
    pieces = pieces_of(vales, tmp_path, (16, 16), (16, 16), (63, 88))
    pieces = [piece.model_copy(update={"printed": n == 0}) for n, piece in enumerate(pieces)]
    game = replace(vales, pieces=pieces, folder=tmp_path, cards=[], charts=())
    found = counters.counter_sheets(game, A4, "none", 15.875, said())
    assert found
    assert {name for name in found.art if name.startswith("piece")} == {"piece-p0-full"}
    assert cards.card_sheets(game, A4, "none", said()) is None
    (pool,) = [
        one
        for name, one in aids.reference_sheets(game, A4, said()).art.items()
        if "force_pool_all" in name
    ]
    assert "Piece 0" in pool.svg
    assert "Piece 1" not in pool.svg


@pytest.mark.long
def test_a_long_force_pool_has_several_columns_in_full_size(vales: Game, tmp_path: Path) -> None:
    pieces = pieces_of(vales, tmp_path, *[(16.0, 16.0)] * 200)
    game = replace(vales, pieces=pieces, folder=tmp_path, charts=())
    found = aids.reference_sheets(game, A4, said())
    placed = [one for page in found.pages for one in page.placed if "force_pool" in one.art]
    assert len(placed) > 4
    assert all(one.w == found.art[one.art].width for one in placed)
    text = "".join(found.art[one.art].svg for one in placed)
    assert [text.count(f">Piece {n}<") for n in range(200)] == [1] * 200


def test_numbers_of_stacks_cover_no_rating() -> None:
    game = load(template_path("blocks")).game
    drawn = draw_setup(game, game.scenarios[0]).svg
    discs = [
        (float(x), float(y))
        for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"[^>]*r="2.7"', drawn)
    ]
    assert len(discs) == 2  # the two stacks of several blocks
    for space in game.map.spaces:
        for x, y in discs:
            middle = space.pieces_at
            assert middle
            near = abs(x - middle[0]) < 30 and abs(y - middle[1]) < 12
            assert not near or y < middle[1] - 12 / 2 - 1


def test_the_reference_counts_cards_and_has_no_empty_page() -> None:
    game = replace(load(template_path("cards")).game, charts=())
    sheets = aids.reference_sheets(game, A4, said())
    assert "chart-card_pool-1" in sheets.art
    assert ">32<" in sheets.art["chart-card_pool-1"].svg
    bare = replace(game, cards=())
    assert not aids.reference_sheets(bare, A4, said()).pages


def test_names_of_pieces_stay_in_their_box() -> None:
    game = load(template_path("point-to-point")).game
    box = game.boxes["stable"]
    for key, slot in box_slots(game, box).items():
        size = game.piece_types[key].size
        assert slot.named > 3
        assert slot.at[1] + size / 2 + slot.named <= box.rect.y + box.rect.h
        assert slot.at[1] - size / 2 >= box.rect.y + 5.5
    low = box.model_copy(update={"rect": box.rect.model_copy(update={"h": 17})})
    assert not any(slot.named for slot in box_slots(game, low).values())
