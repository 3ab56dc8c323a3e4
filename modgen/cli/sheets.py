"""`modgen sheets`: a game as pages to print."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modgen.cli.common import FOLDER, fail, in_language, load_or_stop

if TYPE_CHECKING:
    from modgen.model.game import Game
    from modgen.sheets.impose import Duplex
    from modgen.sheets.paper import Sheets

PARTS = ("cards", "counters", "map", "aids")


class Options(NamedTuple):
    """What the command line asks for."""

    papers: tuple[str, ...]
    only: tuple[str, ...]
    duplex: Duplex
    counter: str
    kind: str
    dpi: int
    ink_saver: bool
    palette: str
    tts: bool


@click.command("sheets")
@click.argument("game")
@click.option("-o", "--output", type=FOLDER, help="The folder to write to.  [output/GAME/sheets]")
@click.option("--lang", "languages", multiple=True, help="A language; may be repeated.")
@click.option("--paper", "papers", multiple=True, default=["a4"], show_default=True,
              help="a4, letter, a3, tabloid or WxHmm; may be repeated.")  # fmt: skip
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="Only this; may be repeated.")
@click.option("--duplex", type=click.Choice(["long", "short", "fold", "none"]), default="long",
              show_default=True, help="How backs meet fronts.")  # fmt: skip
@click.option("--counter", default="5/8", show_default=True,
              help="Side of a counter: 1/2, 9/16, 5/8, 3/4 inch, or millimetres.")  # fmt: skip
@click.option("--format", "kind", type=click.Choice(["pdf", "svg", "png"]), default="pdf",
              show_default=True, help="PDF documents, or each component apart.")  # fmt: skip
@click.option("--dpi", type=click.IntRange(50, 1200), default=300, show_default=True,
              help="Dots per inch of PNG pictures.")  # fmt: skip
@click.option("--ink-saver", is_flag=True, help="Line art for proofs.")
@click.option("--palette", type=click.Choice(["own", "colour-blind"]), default="own",
              help="The sides' own colours, or ones told apart by all.")  # fmt: skip
@click.option("--tts", is_flag=True, help="Also deck sheets for Tabletop Simulator.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts.")
def sheets(
    game: str, output: Path | None, languages: tuple[str, ...], overlay: Path | None, **chosen: Any
) -> None:
    """Print and play: cards, counters, map and aids as PDF pages at true size.

    With errors in the game's files, or a text that does not fit, nothing is written, and the exit
    code is 2.

    Example: modgen sheets people-power --paper a4 --paper letter --lang es
    """
    from modgen.draw.text import CannotDrawError
    from modgen.sheets.paper import PaperError

    options = Options(**chosen)
    loaded = load_or_stop(game, overlay)
    folder = output or Path("output") / Path(game).name / "sheets"
    try:
        for language in languages or (loaded.game.language,):
            found = in_language(loaded, language)
            for path in _write(found, folder / language, options):
                click.echo(f"{path} ({path.stat().st_size / 1e6:.2f} MB)")
    except CannotDrawError as problem:
        place = loaded.sources.position(problem.part, (problem.field,))
        fail(f"{place}: {problem}" if place.file != "?" else str(problem))
    except PaperError as problem:
        fail(str(problem))


def _write(game: Game, folder: Path, options: Options) -> Iterator[Path]:
    """Everything is drawn before the first file is written."""
    from modgen.sheets import looks
    from modgen.sheets.pdf import write_pdf
    from modgen.sheets.tabletop import write_decks

    if options.palette == "colour-blind":
        game = looks.colour_blind(game)
        for vision, first, second, apart in looks.distances(game):
            enough = "" if apart >= looks.ENOUGH else ": too near"
            click.echo(f"{vision}: {first} and {second} are {apart:.0f} apart{enough}", err=True)
    documents = list(_documents(game, options))
    if options.ink_saver:
        for document, _ in documents:
            for drawing in document.art.values():
                drawing.change(looks.ink_saver)
    if options.kind == "pdf":
        for document, suffix in documents:
            path = folder / f"{document.name}{suffix}.pdf"
            write_pdf(path, document)
            yield path
    else:
        yield from _components([document for document, _ in documents], folder, options)
    if options.tts:
        yield from write_decks(game, folder / "tts")


def _documents(game: Game, options: Options) -> Iterator[tuple[Sheets, str]]:
    """What was asked for, with the paper's name where it is made for one."""
    from modgen.compile.words import words
    from modgen.sheets import aids, cards, counters, maps
    from modgen.sheets.paper import paper_size

    names = words(game.language)
    said = {
        key.partition("_")[2]: names(key)
        for key in names.keys()  # noqa: SIM118
        if key.startswith(("sheet_", "force_"))
    }
    found: list[tuple[str, Sheets | None, str]] = [
        ("cards", cards.single_cards(game, said), ""),
        ("map", maps.map_sheets(game, said), ""),
    ]
    size = counters.counter_size(options.counter)
    for paper in options.papers:
        page, suffix = paper_size(paper), f"-{paper}"
        found += [
            ("cards", cards.card_sheets(game, page, options.duplex, said), suffix),
            ("counters", counters.counter_sheets(game, page, options.duplex, size, said), suffix),
            ("map", maps.tiled_map(game, page, said), suffix),
            ("aids", aids.aid_sheets(game, page, said), suffix),
        ]
    for part, document, suffix in found:
        if document and part in (options.only or PARTS):
            yield document, suffix


def _components(documents: list[Sheets], folder: Path, options: Options) -> Iterator[Path]:
    """Each picture in a file of its own."""
    from modgen.draw.raster import png
    from modgen.vassal.archive import atomic

    art = {name: drawing for document in documents for name, drawing in document.art.items()}
    for name, drawing in art.items():
        path = folder / f"{name}.{options.kind}"
        with atomic(path) as part:
            if options.kind == "svg":
                part.write_text(drawing.svg, "utf-8")
            else:
                part.write_bytes(png(drawing.svg, options.dpi))
        yield path
