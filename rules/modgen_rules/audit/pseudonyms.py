"""A copy of a results database without names of people and files."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from modgen_rules.audit import schema
from modgen_rules.audit.collect import fingerprint
from modgen_rules.audit.database import insert
from modgen_rules.audit.extras import need

PAGE = 5_000
SHORTEST = 2
"""Shorter names are replaced as values, but not within sentences."""
ALONE = 4
"""Shorter names are replaced only where they are words of their own."""
KEPT_FILES = re.compile(r"[^\s\"'<>]+\.(?:vlog|vsav|zip)\b", re.IGNORECASE)
"""Names of files in sentences."""


DRAWN = re.compile(r"the card [^;]+? (?=from [^;]+ to the hand of )")
"""A card that goes to a hand, in the story of a turn: others cannot see which it is."""


def without_names(con: Any) -> Any:
    """A database in memory with pseudonyms in place of names; closes the given one.

    Players become `Player 1`, files `File 1`. Names in sentences are replaced too. Names of sides
    stay: they are the game's. Cards that go to a hand are not named.
    """
    made = need("duckdb", "audit").connect()
    made.execute("CREATE TABLE modgen_audit AS SELECT ?::INTEGER AS version", [schema.SCHEMA])
    people = _people(con)
    files = {
        row[0]
        for table in (schema.FILES, schema.LOGS)
        for row in con.execute(f"SELECT DISTINCT address FROM {table.name}").fetchall()
        if row[0]
    }
    known = _numbered("Player", people)
    addresses = _numbered("File", files)
    named = {name.casefold(): known[name] for name in sorted(people)}
    names = _pattern(_word(name) for name in people if len(name) >= SHORTEST)
    places = _pattern(re.escape(part) for address in files for part in _parts(address))

    def scrubbed(text: str) -> str:
        if text in known:
            return known[text]
        if text in addresses:
            return addresses[text]
        text = DRAWN.sub("a card ", KEPT_FILES.sub("a file", places.sub("a file", text)))
        return names.sub(lambda match: named.get(match[0].casefold(), "a player"), text)

    def value(found: Any, column: schema.Column) -> Any:
        if column.anonymous == "dropped":
            return None
        if column.anonymous == "kept" or found is None:
            return found
        return scrubbed(found) if isinstance(found, str) else list(map(scrubbed, found))

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


def _people(con: Any) -> set[str]:
    """The names of people in any table; a name that stands only for its own side is not one."""
    people: set[str] = set()
    for table in schema.TABLES:
        columns = {column.name for column in table.columns}
        if "player" in columns:
            other = "WHERE side IS NULL OR player <> side" if "side" in columns else ""
            rows = con.execute(f"SELECT DISTINCT player FROM {table.name} {other}").fetchall()
            people |= {row[0] for row in rows if row[0]}
    listed = con.execute("SELECT DISTINCT unnest(players) FROM files").fetchall()
    sides = con.execute("SELECT DISTINCT side FROM players WHERE player = side").fetchall()
    return people | {row[0] for row in listed if row[0] and row not in sides}


def _word(name: str) -> str:
    """A pattern of a name; a short one counts only as a word of its own."""
    if len(name) >= ALONE:
        return re.escape(name)
    return rf"(?<!\w){re.escape(name)}(?!\w)"


def _parts(address: str) -> set[str]:
    """A file's address, that of its archive, their names, and the folders above them."""
    found = {address}
    for part in address.split("::"):
        path = PurePath(part)
        found |= {part, path.name, *map(str, path.parents[:-1])}
    return {one for one in found if len(one) >= ALONE}


def _pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    """A pattern of any of the alternatives, the longest first; of none, it never matches."""
    listed = sorted({*alternatives}, key=lambda one: (-len(one), one))
    return re.compile("|".join(listed) or r"(?!)", re.IGNORECASE)


def _numbered(word: str, names: Iterable[str]) -> dict[str, str]:
    """A pseudonym for each name; their order does not show that of the names."""
    return {name: f"{word} {n}" for n, name in enumerate(sorted(names, key=fingerprint), 1)}
