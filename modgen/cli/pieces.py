"""`modgen pieces`: the pieces of an unpacked module as a table for a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors


@click.command("pieces")
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.argument("table", type=FILE)
@click.option("--apply", "apply", is_flag=True, help="Write the changes of TABLE into FOLDER.")
def pieces(folder: Path, table: Path, apply: bool) -> None:
    """Write the pieces of an unpacked module to a TABLE (.csv), or apply a changed one.

    Each row is a piece and each column a field of a trait, such as `Layer.images` or, for the
    second layer of a piece, `Layer 2.images`. Change cells in a spreadsheet, save it as CSV and
    run the command again with --apply: only the changed fields change. An empty cell stands for
    the default. Traits are added and removed in the YAML files.

    Exit code: 0, or 2 if FOLDER is not an unpacked module or TABLE does not fit it.

    Example: modgen pieces people-power-module pieces.csv
    """
    from modgen.unpacking.folder import read_folder, write_folder
    from modgen.unpacking.table import TableError, apply_table, write_table
    from modgen.vassal.archive import open_file, write_text

    with module_errors(table if apply else folder):
        module = read_folder(folder)
        if not apply:
            # Spreadsheets recognise UTF-8 by this mark.
            write_text(table, "\ufeff" + write_table(module))
            return
        try:
            with open_file(table) as file:
                text = file.read().decode("utf-8")
        except UnicodeDecodeError as problem:
            raise TableError(
                f"{table}: byte {problem.start} is not UTF-8; save the table as CSV in UTF-8"
            ) from None
        changed = apply_table(module, text)
        write_folder(module, folder)
        click.echo(f"{count(changed, 'piece')} changed.")
