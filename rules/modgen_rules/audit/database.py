"""The results database: a DuckDB file that is intact after every transaction."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from modgen import __version__
from modgen.errors import ModgenError
from modgen.vassal.replacing import whole
from modgen_rules.audit import collect, schema
from modgen_rules.audit.collect import Recorded
from modgen_rules.audit.extras import need
from modgen_rules.audit.sources import Found
from modgen_rules.audit.work import Group, Joined, Member, Result

MEMORY = "512MB"
"""What DuckDB may keep in memory; it writes the rest to a temporary folder beside the file."""
PAGE = 500
MOST_LISTED = 5_000
"""Found files that are written at once."""
LISTED = schema.Table(
    "listed",
    "A file that was found in this run; `raw` is its address with bytes that are not UTF-8.",
    (*schema.FILES.columns[:3], *(schema.Column(name, "VARCHAR") for name in ("problem", "raw"))),
)


class DatabaseError(ModgenError, ValueError):
    """The results database cannot be used; the message says why."""


class Totals(NamedTuple):
    """What a database holds."""

    files: dict[str, int]
    """Files by state."""
    games: int
    turns: int
    illegal: int
    """Findings with the verdict `illegal`."""


class Database:
    """A results database open for writing. Use as a context manager.

    Raises DatabaseError when the file is of another program or open elsewhere.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.con = connect(path)
        for table in schema.TABLES:
            self.con.execute(table.sql)
        self.run = 1 + self._one("SELECT coalesce(max(run), 0) FROM runs")

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.con.close()

    def _one(self, query: str, *values: object) -> Any:
        row = self.con.execute(query, values).fetchone()
        return row[0] if row else None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.con.begin()
        try:
            yield
        except BaseException:
            self.con.rollback()
            raise
        self.con.commit()

    # --- a run -------------------------------------------------------------------------------

    def begin(self, listed: Iterable[Found], rules: str, again: bool) -> int:
        """Begin a run: note the files that were found; how many have to be judged.

        A file is judged when it is new, has changed, or was judged by other rules. With `again`
        every file is judged.
        """
        insert(self.con, schema.RUNS, [(self.run, __version__, _now(), None, 0, 0)])
        self.con.execute(f"DROP TABLE IF EXISTS {LISTED.name}")
        self.con.execute(LISTED.sql.replace("TABLE", "TEMP TABLE", 1))
        rest = iter(listed)
        while batch := list(islice(rest, MOST_LISTED)):
            rows = [
                (
                    collect.clean(one.address),
                    one.size,
                    collect.clean(one.stamp),
                    collect.clean(one.problem),
                    ascii(one.address),
                )
                for one in batch
            ]
            insert(self.con, LISTED, rows)
        self.con.execute(
            "CREATE OR REPLACE TEMP TABLE todo AS "
            "SELECT row_number() OVER (ORDER BY l.address) AS number, l.* FROM listed l "
            "LEFT JOIN files f ON f.address = l.address "
            "WHERE f.address IS NULL OR ? OR f.rules IS DISTINCT FROM ? "
            "OR f.size IS DISTINCT FROM l.size OR f.stamp IS DISTINCT FROM l.stamp",
            [again, rules],
        )
        self.con.execute(
            "UPDATE runs SET found = (SELECT count(*) FROM listed) WHERE run = ?", [self.run]
        )
        return int(self._one("SELECT count(*) FROM todo"))

    def pending(self) -> Iterator[Found]:
        """The files to judge."""
        last = 0
        while True:
            rows = self.con.execute(
                "SELECT number, raw, size, stamp, problem FROM todo "
                "WHERE number > ? ORDER BY number LIMIT ?",
                [last, PAGE],
            ).fetchall()
            if not rows:
                return
            for number, raw, size, stamp, problem in rows:
                last = number
                yield Found(_unquoted(raw), size, stamp, problem)

    def end(self, judged: int) -> None:
        """Note the end of the run."""
        self.con.execute(
            "UPDATE runs SET ended = ?, judged = ? WHERE run = ?", [_now(), judged, self.run]
        )

    # --- results -----------------------------------------------------------------------------

    def add(self, results: Sequence[Result], rules: str) -> None:
        """Write the results of files that were judged alone."""
        if not results:
            return
        games: dict[str, tuple[Recorded, str, float]] = {}
        for result in results:
            if result.game is not None:
                key = single_key(rules, result.facts.sha256 or "")
                games.setdefault(result.game[0][0], (result.game, key, result.seconds))
        addresses = [collect.clean(result.found.address) for result in results]
        with self._transaction():
            self.con.execute("DELETE FROM files WHERE address IN (SELECT unnest(?))", [addresses])
            insert(self.con, schema.FILES, [_file_row(result, rules) for result in results])
            self._remove_logs({one.facts.sha256 for one in results if one.facts.sha256})
            self._add_games([(game, key) for game, key, _ in games.values()])
            insert(
                self.con,
                schema.WORK,
                [(key, seconds, self.run) for _, key, seconds in games.values()],
            )

    def _add_games(self, games: Sequence[tuple[Recorded, str]]) -> None:
        """Add games, each with the key of its files."""
        rows = [(row[0], key, *row[1:]) for (row, _), key in games]
        insert(self.con, schema.GAMES, rows)
        for table in schema.OF_GAME:
            found = [one for (_, more), _ in games for one in more.get(table.name, ())]
            insert(self.con, table, found)

    def _remove_logs(self, sums: Iterable[str]) -> None:
        """Remove the games of the files with some checksums."""
        self._remove(
            "SELECT game_id FROM logs WHERE sha256 IN (SELECT unnest(?::VARCHAR[]))", sorted(sums)
        )

    def _remove(self, chosen: str, *values: object) -> None:
        """Remove the games that a query chooses by id."""
        found = [
            row[0]
            for row in self.con.execute(
                f"SELECT game_id FROM games WHERE game_id IN ({chosen})", values
            ).fetchall()
        ]
        if not found:
            return
        self.con.execute(
            "DELETE FROM work WHERE group_key IN "
            "(SELECT group_key FROM games WHERE game_id IN (SELECT unnest(?::VARCHAR[])))",
            [found],
        )
        for table in (schema.GAMES, *schema.OF_GAME):
            self.con.execute(
                f"DELETE FROM {table.name} WHERE game_id IN (SELECT unnest(?::VARCHAR[]))",
                [found],
            )

    def settle(self) -> None:
        """Tell copies from originals, and remove the games of files that have changed."""
        with self._transaction():
            self.con.execute(
                "CREATE OR REPLACE TEMP TABLE originals AS SELECT sha256, min(address) AS address "
                "FROM files WHERE state IN ('judged', 'repeated', 'no-rules', 'copy') GROUP BY 1"
            )
            self.con.execute(
                "UPDATE files SET state = 'copy', reason = 'it is the same as ' || o.address "
                "FROM originals o WHERE o.sha256 = files.sha256 AND o.address <> files.address "
                "AND files.state IN ('judged', 'repeated', 'no-rules', 'copy')"
            )
            self.con.execute(
                "UPDATE files SET state = CASE WHEN game IS NULL THEN 'no-rules' ELSE 'judged' "
                "END, reason = '' FROM originals o "
                "WHERE o.address = files.address AND files.state = 'copy'"
            )
            self.con.execute(
                "UPDATE logs SET address = o.address FROM originals o "
                "WHERE o.sha256 = logs.sha256 AND logs.address <> o.address"
            )
            self._remove(
                "SELECT game_id FROM logs WHERE sha256 NOT IN "
                "(SELECT sha256 FROM files WHERE sha256 IS NOT NULL)"
            )

    def add_joined(self, group: Group, joined: Joined) -> None:
        """Write the games of files that were judged together, in place of their earlier games."""
        reason = ""
        with self._transaction():
            if joined.problem is None:
                kept = {member.sha256 for member in joined.kept}
                self._remove_logs({member.sha256 for member in group.members} - kept)
                if joined.games:
                    self._add_games([(game, group.key) for game in joined.games])
                    insert(self.con, schema.WORK, [(group.key, joined.seconds, self.run)])
            else:
                reason = f"judged alone, not with the logs that it continues: {joined.problem[1]}"
            update = "WHERE address IN (SELECT unnest(?::VARCHAR[]))"
            self.con.execute(
                f"UPDATE files SET group_key = ?, reason = ?, state = 'judged' {update}",
                [group.key, reason, _addresses(group.members)],
            )
            self.con.execute(
                "UPDATE files SET state = 'repeated', "
                f"reason = 'another log of the same game contains all of its steps' {update}",
                [_addresses(joined.repeated)],
            )


def _addresses(members: Iterable[Member]) -> list[str]:
    return [collect.clean(member.found.address) for member in members]


def connect(path: Path, read_only: bool = False) -> Any:
    """A connection to a results database. Raises DatabaseError."""
    duckdb = need("duckdb", "audit")
    if read_only and not path.is_file():
        raise DatabaseError(f"there is no results database {path}")
    try:
        con = duckdb.connect(str(path), read_only=read_only)
        names = {row[0] for row in con.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        if names and "modgen_audit" not in names:
            con.close()
            raise DatabaseError(f"{path} is a database of another program; choose another file")
        if names:
            version = con.execute("SELECT version FROM modgen_audit").fetchone()[0]
            if version != schema.SCHEMA:
                con.close()
                raise DatabaseError(
                    f"{path} has version {version} of the schema, and this is version "
                    f"{schema.SCHEMA}; remove the file and judge again"
                )
        elif not read_only:
            con.execute(
                "CREATE TABLE modgen_audit AS SELECT ?::INTEGER AS version", [schema.SCHEMA]
            )
        con.execute(f"SET memory_limit = '{MEMORY}'")
        con.execute("SET preserve_insertion_order = false")
        con.execute("SET threads = 1")
    except duckdb.Error as problem:
        text = str(problem).splitlines()[0]
        if "lock" in text.lower():
            raise DatabaseError(f"{path} is open in another program; close it first") from problem
        if isinstance(problem, duckdb.IOException) and "not a valid" not in text:
            raise DatabaseError(_unwritten(path, text)) from problem
        raise DatabaseError(f"{path} is not a results database ({text})") from problem
    return con


@contextmanager
def writing_errors(path: Path) -> Iterator[None]:
    """Raise DatabaseError with the file's name when DuckDB cannot write."""
    duckdb = need("duckdb", "audit")
    try:
        yield
    except (duckdb.IOException, duckdb.FatalException) as problem:
        raise DatabaseError(_unwritten(path, str(problem).splitlines()[0])) from problem


def _unwritten(path: Path, text: str) -> str:
    if os.strerror(errno.ENOSPC).lower() in text.lower():
        return f"{path}: the disk is full; make room and try again"
    return f"{path} cannot be written ({text})"


def insert(con: Any, table: schema.Table, rows: Sequence[Sequence[Any]]) -> None:
    """Add rows, column by column: that is the quick way into DuckDB without other packages."""
    if not rows:
        return
    # A list cannot hold lists of different lengths as one parameter; they go as text.
    parts = [
        f"unnest(?::VARCHAR[])::{one.type}"
        if one.type.endswith("[]")
        else f"unnest(?::{one.type}[])"
        for one in table.columns
    ]
    values = [
        [_list_text(value) for value in found] if column.type.endswith("[]") else list(found)
        for column, found in zip(table.columns, zip(*rows, strict=True), strict=True)
    ]
    con.execute(f"INSERT INTO {table.name} SELECT {', '.join(parts)}", values)


def totals(con: Any) -> Totals:
    """What a database holds."""
    files = dict(con.execute("SELECT state, count(*) FROM files GROUP BY 1 ORDER BY 1").fetchall())
    games, turns = con.execute("SELECT count(*), coalesce(sum(turns), 0) FROM games").fetchone()
    (illegal,) = con.execute("SELECT count(*) FROM findings WHERE verdict = 'illegal'").fetchone()
    return Totals(files, games, int(turns), illegal)


def single_key(rules: str, sha256: str) -> str:
    """The key of a file that is judged alone."""
    return collect.fingerprint(rules, "", sha256)


def _file_row(result: Result, rules: str) -> collect.Row:
    found, facts = result.found, result.facts
    module = facts.module
    return (
        collect.clean(found.address),
        found.size,
        collect.clean(found.stamp),
        facts.sha256,
        result.state,
        result.reason,
        collect.or_null(module.name or "") if module else None,
        collect.or_null(module.version) if module else None,
        facts.game,
        facts.saved,
        list(facts.players),
        facts.steps,
        facts.first_position,
        facts.last_position,
        facts.party,
        list(facts.windows),
        rules,
        single_key(rules, facts.sha256 or ""),
    )


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def _list_text(values: Sequence[object] | None) -> str | None:
    """A list as DuckDB reads it from text."""
    if values is None:
        return None
    quoted = (str(one).replace("\\", "\\\\").replace('"', '\\"') for one in values)
    return "[" + ", ".join(f'"{one}"' for one in quoted) + "]"


def _unquoted(raw: str) -> str:
    """The address that `ascii` wrote; it may have bytes that are not UTF-8."""
    from ast import literal_eval

    return str(literal_eval(raw))


def write_parquet(con: Any, folder: Path) -> list[Path]:
    """Write each table as a Parquet file into a folder, all of them or none; the files."""
    names = {table.name: f"{table.name}.parquet" for table in schema.TABLES}
    with writing_errors(folder), whole(folder) as part:
        for table, name in names.items():
            to = str(part / name).replace("'", "''")
            con.execute(f"COPY (FROM {table} ORDER BY ALL) TO '{to}' (FORMAT parquet)")
    return [folder / name for name in names.values()]
