"""`modgen pack`: an unpacked module or save as a file again."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, file_size, module_errors


@click.command("pack")
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("-o", "--output", type=FILE, required=True, help="The module, save or log to write.")
def pack(folder: Path, output: Path) -> None:
    """Make a module, save or log from a FOLDER that `modgen unpack` wrote.

    An unchanged folder gives the same build file or game, byte for byte, and the same other files.

    Exit code: 0, or 2 if a file of FOLDER has a mistake; nothing is written then.

    Example: modgen pack people-power-module -o people-power.vmod

    Example: modgen pack evening -o evening-2.vsav
    """
    from modgen.saving.folder import is_save_folder, pack_save_folder
    from modgen.unpacking.folder import read_folder, write_packed

    with module_errors(folder):
        if is_save_folder(folder):
            pack_save_folder(folder, output)
        else:
            write_packed(read_folder(folder), output)
    click.echo(f"{output} ({file_size(output)})")
