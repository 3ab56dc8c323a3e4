"""`modgen schema`: JSON Schemas for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modgen.cli.common import FOLDER
from modgen.vassal.archive import atomic


@click.command("schema")
@click.option(
    "-o", "--output", type=FOLDER, default=Path("schemas"), show_default=True, help="Where to."
)
def schema(output: Path) -> None:
    """Write the JSON Schemas of a game's files.

    An editor with a YAML language server uses one for a file that begins with
    `# yaml-language-server: $schema=../schemas/game.json`.

    Example: modgen schema -o mygame/schemas
    """
    from modgen.model.files.schema import schemas

    for kind, found in schemas().items():
        path = output / f"{kind}.json"
        with atomic(path) as part:
            part.write_text(
                json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8"
            )
        click.echo(str(path))
