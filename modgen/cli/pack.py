"""`modgen pack`: an unpacked module or save as a file again."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, fail, file_size, module_errors, read_module_or_stop


@click.command("pack")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", type=FILE, required=True, help="The module, save or log to write.")
@click.option("--module", type=FILE, help="The module of a set-up that a table describes.")
def pack(folder: Path, output: Path, module: Path | None) -> None:
    """Make a module, save or log from a FOLDER that `modgen unpack` wrote.

    FOLDER can also be a table (.csv) of a set-up for --module: a row for each piece, with the
    columns `piece` (its name) or `slot` (its gpid), `map`, `x` and `y`, or `place`, and optionally
    `count` and fields of traits such as `Layer.level`.

    An unchanged folder gives the same build file or game, byte for byte, and the same other files.

    Exit code: 0, or 2 if a file of FOLDER has a mistake; nothing is written then.

    Example: modgen pack people-power-module -o people-power.vmod

    Example: modgen pack evening -o evening-2.vsav

    Example: modgen pack dawn.csv --module game.vmod -o dawn.vsav
    """
    from modgen.saving.folder import is_save_folder, pack_save_folder
    from modgen.unpacking.folder import read_folder, write_packed

    if folder.is_file():
        _pack_table(folder, output, module)
        return
    with module_errors(folder):
        if is_save_folder(folder):
            pack_save_folder(folder, output)
        else:
            write_packed(read_folder(folder), output)
    click.echo(f"{output} ({file_size(output)})")


def _pack_table(table: Path, output: Path, module: Path | None) -> None:
    """Write the set-up of a table. Exits with 2 if the table has a mistake."""
    from modgen.saving.setup_table import MAX_TABLE, set_up
    from modgen.vassal.archive import open_file, write_archive

    if module is None:
        fail(f"{table} is not a folder; for a table of pieces give its module with --module")
    if table.stat().st_size > MAX_TABLE:
        fail(
            f"{table} is larger than {MAX_TABLE >> 20} MB, the most that a table of pieces may have"
        )
    try:
        with module_errors(table), open_file(table) as file:
            text = file.read().decode("utf-8")
    except UnicodeDecodeError as problem:
        fail(f"{table}: byte {problem.start} is not UTF-8; save the table as CSV in UTF-8")
    with module_errors(table):
        write_archive(output, set_up(read_module_or_stop(module), text, str(table)))
    click.echo(f"{output} ({file_size(output)})")
