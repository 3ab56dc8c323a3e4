"""`modgen schema`: JSON Schemas for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modgen.cli.common import FOLDER


@click.command("schema")
@click.option(
    "-o",
    "--output",
    type=FOLDER,
    default=Path("schemas"),
    show_default=True,
    help="Folder to write to.",
)
def schema(output: Path) -> None:
    """Write JSON Schemas of a game's files, so that editors can complete and check them.

    An editor with a YAML language server applies a schema to a file that begins with
    `# yaml-language-server: $schema=schemas/game.json`.

    Example: modgen schema -o my-game/schemas
    """
    from modgen.model.files.schema import schemas
    from modgen.vassal.archive import write_text

    for kind, content in schemas().items():
        path = output / f"{kind}.json"
        text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False)
        write_text(path, text + "\n")
        click.echo(str(path))
