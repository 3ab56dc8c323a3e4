"""A copy of a results database without names of people and files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from modgen_rules.audit import schema
from modgen_rules.audit.collect import fingerprint
from modgen_rules.audit.database import insert
from modgen_rules.audit.extras import need

PAGE = 5_000
SHORTEST = 2
"""Shorter names are replaced as values, but not within sentences."""
KEPT_FILES = re.compile(r"[^\s\"'<>]+\.(?:vlog|vsav|zip)\b", re.IGNORECASE)
"""Names of files in sentences."""


def without_names(con: Any) -> Any:
    """A database in memory with pseudonyms in place of names; closes the given one.

    Players become `Player 1`, files `File 1`. Names in sentences are replaced too. Names of sides
    stay: they are the game's.
    """
    made = need("duckdb", "audit").connect()
    made.execute("CREATE TABLE modgen_audit AS SELECT ?::INTEGER AS version", [schema.SCHEMA])
    sides = {row[0] for row in con.execute("SELECT DISTINCT side FROM players").fetchall()}
    people = {
        row[0]
        for row in con.execute(
            "SELECT player FROM players UNION SELECT player FROM dice UNION "
            "SELECT unnest(players) FROM files"
        ).fetchall()
        if row[0] and row[0] not in sides
    }
    files = {row[0] for row in con.execute("SELECT address FROM files").fetchall()}
    known = _numbered("Player", people)
    addresses = _numbered("File", files)
    words = sorted((one for one in people if len(one) >= SHORTEST), key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, words))) if words else None

    def scrubbed(text: str) -> str:
        if text in known:
            return known[text]
        if text in addresses:
            return addresses[text]
        if pattern is not None:
            text = pattern.sub(lambda match: known[match[0]], text)
        return KEPT_FILES.sub("a file", text)

    def value(found: Any, column: schema.Column) -> Any:
        if column.name in DROPPED:
            return None
        if isinstance(found, str):
            if column.name in KEPT:
                return found
            return scrubbed(found)
        if column.type == "VARCHAR[]" and found is not None:
            return [scrubbed(one) for one in found]
        return found

    for table in schema.TABLES:
        made.execute(table.sql)
        cursor = con.execute(f"SELECT * FROM {table.name}")
        while rows := cursor.fetchmany(PAGE):
            insert(
                made,
                table,
                [
                    [value(one, column) for one, column in zip(row, table.columns, strict=True)]
                    for row in rows
                ],
            )
    con.close()
    return made


KEPT = frozenset(
    {
        "game_id",
        "group_key",
        "sha256",
        "code",
        "clause",
        "verdict",
        "severity",
        "state",
        "game",
        "title",
        "module",
        "module_version",
        "scenario",
        "winner",
        "side",
        "die",
        "piece",
        "place",
        "rule",
        "fingerprint",
        "rules",
        "modgen",
        "first_position",
        "last_position",
    }
)
"""Columns without names of people and files, and those that only stand for them."""
DROPPED = frozenset({"party", "stamp"})
"""Columns by which people or files could be found."""


def _numbered(word: str, names: Iterable[str]) -> dict[str, str]:
    """A pseudonym for each name; their order does not show that of the names."""
    return {name: f"{word} {n}" for n, name in enumerate(sorted(names, key=fingerprint), 1)}
