"""`modgen sheets`: a game as pages to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from modgen.cli.common import (
    FOLDER,
    drawing_errors,
    file_size,
    in_language,
    load_whole_or_stop,
    output_folder,
)

PARTS = ("cards", "counters", "map", "aids", "rules", "boxes", "test")


@click.command("sheets")
@click.argument("game")
@click.option("-o", "--output", type=FOLDER, help="Output folder.  [default: output/GAME/sheets]")
@click.option("--lang", "languages", multiple=True, help="Language, such as es. Can be repeated.")
@click.option(
    "--paper",
    "papers",
    multiple=True,
    default=["a4"],
    show_default=True,
    help="a4, letter, a3, tabloid or WxHmm. Can be repeated.",
)
@click.option(
    "--only",
    "parts",
    multiple=True,
    type=click.Choice(PARTS),
    help="Print only this part. Can be repeated. Boxes with dice and the test page for"
    " --offset are printed only if named here.",
)
@click.option(
    "--duplex",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="How backs are printed: for turning over an edge, for folding, or not at all.",
)
@click.option(
    "--offset",
    default="0,0",
    show_default=True,
    metavar="X,Y",
    help="Shift backs by X mm to the right and Y mm down; `--only test` prints a page to measure.",
)
@click.option(
    "--counter",
    default="5/8",
    show_default=True,
    help="Side of a counter: 1/2, 9/16, 5/8 or 3/4 inch, or millimetres. Stickers for blocks and"
    " pieces of 20 mm or more have their own size.",
)
@click.option(
    "--card-thickness",
    type=click.FloatRange(0.05, 5),
    default=0.32,
    show_default=True,
    help="Thickness of a card in mm, for `--only boxes`; more with sleeves.",
)
@click.option(
    "--format",
    "file_type",
    type=click.Choice(["pdf", "svg", "png"]),
    default="pdf",
    show_default=True,
    help="PDF documents, or one picture per component.",
)
@click.option(
    "--dpi",
    type=click.IntRange(50, 1200),
    default=300,
    show_default=True,
    help="Resolution of PNG files in dots per inch.",
)
@click.option("--ink-saver", is_flag=True, help="Black line art for proofs.")
@click.option(
    "--palette",
    type=click.Choice(["own", "colour-blind"]),
    default="own",
    show_default=True,
    help="The sides' colours, or a colour-blind safe set.",
)
@click.option(
    "--tts",
    is_flag=True,
    help="Also write a saved object for Tabletop Simulator with all components.",
)
@click.option(
    "--tts-address",
    "tabletop_address",
    default="",
    help="Where you will upload the pictures.  [default: this computer]",
)
@click.option("--overlay", type=FOLDER, help="Folder with rows and parts that replace the game's.")
def sheets(  # noqa: PLR0917
    game: str,
    output: Path | None,
    languages: tuple[str, ...],
    overlay: Path | None,
    palette: str,
    tts: bool,
    **chosen: Any,
) -> None:
    """Print and play: write cards, counters, map and player aids as PDF pages at true size.

    For an expansion, only its own cards and counters are written.

    Nothing is written when the game's files have errors or a text does not fit its box; the exit
    code is then 2.

    Example: modgen sheets people-power --paper a4 --paper letter --lang es
    """
    from modgen.sheets.pipeline import SheetOptions, colour_distances, write_sheets

    colour_blind = palette == "colour-blind"
    options = SheetOptions(colour_blind=colour_blind, tabletop_simulator=tts, **chosen)
    loaded = load_whole_or_stop(game, overlay)
    folder = output or output_folder(game) / "sheets"
    if colour_blind:
        for line in colour_distances(loaded.game):
            click.echo(line, err=True)
    with drawing_errors(loaded):
        for language in languages or (loaded.game.language,):
            translated = in_language(loaded, language)
            for path in write_sheets(translated, folder / language, options):
                click.echo(f"{path} ({file_size(path)})")
