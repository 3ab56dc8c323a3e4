"""`modgen check`: was this game played by the rules?"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from modgen.cli.common import (
    EXTENSION,
    FILE,
    FOLDER,
    fail,
    read_extended_or_stop,
)

if TYPE_CHECKING:
    from modgen.vassal.module import Module

FORMATS = ("text", "json", "sarif", "junit", "html")


@click.command("check")
@click.argument("logs", type=FILE, nargs=-1, required=True)
@click.option("--game", help="Name or folder of the game, if the log does not name a bundled one.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts of the game.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
@click.option("--module", type=FILE, help="The module of the game.  [default: a new one]")
@EXTENSION
@click.option(
    "--bind", "binding", type=FILE, help="Name mapping for the module; see `modgen bind`."
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", type=FILE, help="Write the report to this file.")
@click.option("--select", multiple=True, help="Report only codes with this prefix, such as PP-3.")
@click.option("--ignore", multiple=True, help="Do not report codes with this prefix.")
@click.option("--house", "house_rules", type=FILE, help="A YAML file that lists house rules.")
@click.option("--baseline", type=FILE, help="An earlier JSON report: only new findings count.")
@click.option("--lang", "language", default="", help="Language of the texts of rules.yaml.")
@click.option("--as", "viewer", default="", help="Show only what this side can see.")
@click.option("--reveal", is_flag=True, help="Also name what is still face down.")
@click.option("--strict", is_flag=True, help="Exit with 3 if something cannot be decided.")
def check(
    logs: tuple[Path, ...], form: str, output: Path | None, strict: bool, **options: Any
) -> int:
    """Judge logs: find the turns that break a rule, and name the rule.

    Logs that continue each other are judged as one game, in whatever order they are given; all
    others are judged as separate games.

    Exit code: 0 if nothing is illegal, 1 if something is, 2 if the input cannot be used, 3 (only
    with --strict) if something cannot be decided.

    Example: modgen check 1.vlog 2.vlog --format html -o report.html
    """
    from modgen.vassal.archive import write_text
    from modgen_rules.engine.pipeline import check as check_logs
    from modgen_rules.engine.reports.reports import FORMATS as WRITERS

    module: Path | None = options["module"]
    if form == "html" and output is None:
        fail("an HTML report is one page or several: give a file with -o")
    report = check_logs(logs, **options)
    if form == "html" and output is not None:
        from modgen_rules.engine.html_report import write_pages

        if module is None:
            modules = [
                _built(options["game"] or game.game, game.parts[0].path, options["overlay"])
                for game in report.games
            ]
        else:
            modules = [read_extended_or_stop(module, options["extensions"])] * len(report.games)
        viewer = None if options["reveal"] else options["viewer"]
        written = write_pages(report, modules, output, viewer)
        pages = f" and {len(written) - 1} pages beside it" if len(written) > 1 else ""
        click.echo(f"{output}{pages}: {report.summary}")
    elif output is None:
        click.echo(WRITERS[form](report))
    else:
        write_text(output, WRITERS[form](report) + "\n")
        click.echo(f"{output}: {report.summary}")
    return report.exit_code(strict)


def _built(game: str, log: Path, overlay: Path | None) -> Module:
    """The module of a game, as the log was played on it."""
    from modgen.library.games import built_module
    from modgen_rules.engine.pipeline import played_on

    with TemporaryDirectory() as folder:
        return built_module(game, played_on(log), Path(folder), overlay)
