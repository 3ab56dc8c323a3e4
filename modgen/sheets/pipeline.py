"""From a game to printed files: choose the documents, draw them, write them.

An error leaves earlier files intact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from modgen.compile.words import words
from modgen.draw.raster import png
from modgen.model.colour_vision import ENOUGH
from modgen.model.game import Game
from modgen.model.on_paper import on_paper
from modgen.sheets import aids, alignment, boxes, cards, counters, looks, maps, own_size, rules
from modgen.sheets.impose import Duplex
from modgen.sheets.paper import PaperError, Sheets, Words, paper_size
from modgen.sheets.paper import offset as offset_of
from modgen.sheets.pdf import write_pdf
from modgen.sheets.tabletop import write_tabletop
from modgen.vassal.replacing import whole

SheetPart = Literal["cards", "counters", "map", "aids", "rules", "boxes", "test"]
PARTS: tuple[SheetPart, ...] = ("cards", "counters", "map", "aids", "rules")
"""What is printed of a game without a choice."""
ASKED: tuple[SheetPart, ...] = ("boxes", "test")
"""What is printed only when it is asked for."""
ADDED: tuple[SheetPart, ...] = ("cards", "counters")
"""What is printed of an expansion without a choice; the sheets of its game have the rest."""


@dataclass(frozen=True)
class SheetOptions:
    """What to print and how.

    `papers` are `a4`, `letter`, `a3`, `tabloid` or sizes such as `200x300mm`; `parts` chooses
    among `PARTS` and `ASKED` (empty means `PARTS`). `duplex` says how backs are aligned with
    fronts: the sheet is turned over its `long` or `short` edge, the page is folded (`fold`), or
    there are no backs (`none`). `offset` shifts backs to the right and down by millimetres, as
    `X,Y`.
    `counter` is the side of a counter as a fraction of an inch (`5/8`) or in millimetres.
    `card_thickness` is the thickness of a card in mm, which makes boxes for decks.
    `file_type` is `pdf` for documents, `svg` or `png` for one file per component; `dpi` is the
    resolution of PNG files in dots per inch. `tabletop_address` is where the pictures for Tabletop
    Simulator will be uploaded; without it, it loads them from the folder.
    """

    papers: tuple[str, ...] = ("a4",)
    parts: tuple[SheetPart, ...] = ()
    duplex: Duplex = "long"
    offset: str = "0,0"
    counter: str = "5/8"
    card_thickness: float = 0.32
    file_type: Literal["pdf", "svg", "png"] = "pdf"
    dpi: int = 300
    ink_saver: bool = False
    colour_blind: bool = False
    tabletop_simulator: bool = False
    tabletop_address: str = ""


def write_sheets(game: Game, folder: Path, options: SheetOptions) -> list[Path]:
    """Write a game's sheets into a folder, all of them or none; the files.

    Raises PaperError for a paper or counter size that cannot be used, and CannotDrawError for a
    text that does not fit its box.
    """
    if game.parent is not None and not options.parts:
        options = replace(options, parts=ADDED)
    game = on_paper(game)
    with whole(folder) as part:
        files = [path.relative_to(part) for path in _write(game, part, folder, options)]
    return [folder / path for path in files]


def _write(game: Game, folder: Path, target: Path, options: SheetOptions) -> Iterator[Path]:
    """Write the files into a folder, from which they will be moved to `target`."""
    if options.colour_blind:
        game = looks.colour_blind(game)
    documents = list(_documents(game, options))
    if options.ink_saver:
        for document, _ in documents:
            for drawing in document.art.values():
                drawing.change(looks.ink_saver)
    if options.file_type == "pdf":
        while documents:
            # A document can have thousands of pictures; it is not needed after it is written.
            document, suffix = documents.pop(0)
            path = folder / f"{document.name}{suffix}.pdf"
            write_pdf(path, document)
            yield path
    else:
        yield from _components([document for document, _ in documents], folder, options)
    if options.tabletop_simulator:
        address = options.tabletop_address or (target / "tts").resolve().as_uri()
        own_words, size = _words(game), counters.counter_size(options.counter)
        page = paper_size(options.papers[0])
        books = [aids.aid_sheets(game, page, own_words), rules.rule_sheets(game, page, own_words)]
        yield from write_tabletop(game, folder / "tts", address, size, own_words, books)


def colour_distances(game: Game) -> Iterator[str]:
    """A line for each kind of colour vision: the two sides that look most alike in the palette.

    Distances are in CIELAB units (delta E 1976).
    """
    for vision, first, second, distance in looks.distances(looks.colour_blind(game)):
        near = "" if distance >= ENOUGH else " (too similar)"
        yield f"{vision}: closest colours are {first} and {second}, distance {distance:.0f}{near}"


def _words(game: Game) -> Words:
    """The words of the sheets in the game's language."""
    names = words(game.language)
    return {
        key.partition("_")[2]: names(key)
        for key in names.keys()  # noqa: SIM118
        if key.startswith(("sheet_", "force_"))
    }


def _documents(game: Game, options: SheetOptions) -> Iterator[tuple[Sheets, str]]:
    """The chosen documents, each with the suffix of its file name (`-a4`)."""
    sheet_words = _words(game)
    size, offset = counters.counter_size(options.counter), offset_of(options.offset)
    duplex, thickness = options.duplex, options.card_thickness
    if any(offset) and duplex not in {"long", "short"}:
        raise PaperError("only backs on pages of their own are shifted; use --duplex long or short")
    documents: list[tuple[SheetPart, Callable[[], Sheets | None], str]] = [
        ("cards", partial(cards.single_cards, game, sheet_words), ""),
        ("map", partial(maps.map_sheets, game, sheet_words), ""),
    ]
    for paper in options.papers:
        page, suffix = paper_size(paper), f"-{paper}"
        documents += [
            ("cards", partial(cards.card_sheets, game, page, duplex, sheet_words), suffix),
            (
                "counters",
                partial(counters.counter_sheets, game, page, duplex, size, sheet_words),
                suffix,
            ),
            ("counters", partial(own_size.sticker_sheets, game, page, duplex, sheet_words), suffix),
            ("counters", partial(own_size.tile_sheets, game, page, duplex, sheet_words), suffix),
            ("map", partial(maps.tiled_map, game, page, sheet_words), suffix),
            ("aids", partial(aids.aid_sheets, game, page, sheet_words), suffix),
            ("aids", partial(aids.reference_sheets, game, page, sheet_words), suffix),
            ("rules", partial(rules.rule_sheets, game, page, sheet_words), suffix),
            ("boxes", partial(boxes.box_sheets, game, page, thickness, sheet_words), suffix),
            ("test", partial(alignment.alignment_sheets, game, page, duplex, sheet_words), suffix),
        ]
    for part, draw, suffix in documents:
        if part in (options.parts or PARTS):
            document = draw()
            if document and document.pages:
                document.shift_backs(offset)
                yield document, suffix


def _components(documents: list[Sheets], folder: Path, options: SheetOptions) -> Iterator[Path]:
    """Write each picture to a file of its own."""
    art = {name: drawing for document in documents for name, drawing in document.art.items()}
    for name, drawing in art.items():
        path = folder / f"{name}.{options.file_type}"
        if options.file_type == "svg":
            path.write_text(drawing.svg, "utf-8", newline="\n")
        else:
            path.write_bytes(png(drawing.svg, options.dpi))
        yield path
