"""`modgen check-data`: report every problem in a game's files."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from modgen.cli.common import FOLDER, count, loaded_and_told


@click.command("check-data")
@click.argument("game")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
@click.option("--strict", is_flag=True, help="End with 1 if there are warnings.")
def check_data(game: str, overlay: Path | None, rulebook: Path | None, strict: bool) -> None:
    """Check a game's files and report every problem with file, line and column.

    For an expansion, only what it adds is counted; it may refer to all parts of its game.

    The game's rulebook, if it has one, checks the data that its rules use, such as card effects.

    Exit code: 0 if there are no errors (warnings are allowed), 1 if there are warnings and
    --strict is given, 2 if there are errors.

    Example: modgen check-data people-power
    """
    from modgen.compile.extension import compile_extension
    from modgen.compile.naming import file_name
    from modgen.compile.parts.module import compile_parts
    from modgen.draw.drawable import check_drawings
    from modgen_rules.engine.pipeline import all_languages
    from modgen_rules.engine.rulebook import load_rulebook
    from modgen_rules.general.rule_checks import check_rules

    with loaded_and_told(game, overlay) as loaded:
        games = all_languages(loaded)
        book = load_rulebook(games, rulebook)
        loaded.report(check_rules(games))
        loaded.report(check_drawings(games))
        if book is not None:
            loaded.report(book.validate())
    whole, warnings = loaded.game, loaded.diagnostics.count(warning=True)
    del loaded, games, book  # a large game and its module do not fit into memory with them
    if whole.info.module.parts:
        compile_parts(whole)  # the rows of set-ups agree with the parts, or it raises
    elif whole.parent is not None:
        compile_extension(whole, file_name(whole))
    content, of = whole.added, whole.parent
    title = f"{content.info.title} {content.info.version}"
    kinds = Counter(grid.kind for grid, _ in content.cells.values())
    spaces, edges = len(content.spaces), len(content.map.edges)
    if of is not None:
        title += f" for {of.info.title} {of.info.version}"
        kinds -= Counter(grid.kind for grid, _ in of.cells.values())
        spaces, edges = spaces - len(of.spaces), edges - len(of.map.edges)
    parts = (
        (spaces, "space"),
        (edges, "edge"),
        (kinds["hex"], "hex"),
        (kinds["square"], "square"),
        (len(content.pieces), "piece type"),
        (len(content.cards), "card"),
        (len(content.scenarios), "scenario"),
        (len(content.charts), "chart"),
    )
    click.echo(
        f"{title}: "
        f"{', '.join(count(number, word) for number, word in parts if number) or 'nothing'} "
        f"in {', '.join(content.info.languages)}: no errors."
    )
    if strict and warnings:
        sys.exit(1)
