"""The tables of a results database as Parquet files."""

from __future__ import annotations

from pathlib import Path

from modgen_rules.audit.database import connect, write_parquet
from modgen_rules.audit.pseudonyms import without_names


def write_tables(database: Path, folder: Path, anonymous: bool = False) -> list[Path]:
    """Write each table as a Parquet file; with `anonymous` without names of people and files.

    Raises DatabaseError.
    """
    con = connect(database, read_only=True)
    try:
        if anonymous:
            con = without_names(con)
        return write_parquet(con, folder)
    finally:
        con.close()
