"""`modgen audit`: judge thousands of logs and keep the results."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import EXTENSION, FILE, FOLDER, count, fail

if TYPE_CHECKING:
    from modgen_rules.audit.running import Progress, Summary

DATABASE = "audit.duckdb"
MB = 1 << 20
EVERY = 0.2
"""Seconds between two lines of progress."""


@click.command("audit")
@click.argument("files", nargs=-1)
@click.option(
    "-d",
    "--database",
    type=FILE,
    default=DATABASE,
    show_default=True,
    help="The results database; it grows from run to run.",
)
@click.option("--report", type=FILE, help="Write a web page with plots to this file.")
@click.option("--parquet", type=FOLDER, help="Write the tables as Parquet files to this folder.")
@click.option("--anonymous", is_flag=True, help="Replace names by pseudonyms in what is written.")
@click.option("--game", "games", multiple=True, help="Folder of a further game; may be repeated.")
@click.option("--overlay", type=FOLDER, help="Your own rows and parts of the games of --game.")
@click.option("--rulebook", type=FOLDER, help="A rulebook of your own for the games of --game.")
@click.option(
    "--bind", "binding", type=FILE, help="Name mapping for the logs of --module; see `modgen bind`."
)
@click.option("--module", type=FILE, help="The module that --bind is for.")
@EXTENSION
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes.  [default: one for a core]")
@click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Use the workers of a Dask cluster, such as tcp://host:8786.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(0),
    default=60.0,
    show_default=True,
    help="The most CPU seconds for one file; 0 for no limit.",
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=2048,
    show_default=True,
    help="The most memory for a process, in megabytes; 0 for no limit.",
)
@click.option(
    "--max-size",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="The largest file that is read, in megabytes.",
)
@click.option("--again", is_flag=True, help="Also judge what was judged before.")
def audit(  # noqa: PLR0917
    files: tuple[str, ...],
    database: Path,
    report: Path | None,
    parquet: Path | None,
    anonymous: bool,
    games: tuple[str, ...],
    overlay: Path | None,
    rulebook: Path | None,
    binding: Path | None,
    module: Path | None,
    extensions: tuple[Path, ...],
    jobs: int | None,
    scheduler: str,
    timeout: float,
    memory: int,
    max_size: int,
    again: bool,
) -> int:
    """Judge many saves and logs, and keep the results in a database.

    FILES are folders, patterns, ZIP archives, single files, or URLs that fsspec can read. Logs
    that continue each other are judged as one game. Only files that are new or have changed are
    judged; without FILES the database is only reported on.

    Exit code: 0 if all files were tried, 2 if the input cannot be used, 130 after Ctrl-C. The
    database is intact in every case, and the next run judges what is missing.

    Example: modgen audit tournament-2025 --report tournament.html
    """
    if not files and report is None and parquet is None:
        fail("give folders, archives or logs to judge, or --report FILE to report on a database")
    if files:
        from modgen_rules.audit.books import Options
        from modgen_rules.audit.running import audit as judge
        from modgen_rules.audit.running import cluster, processes

        if (overlay or rulebook) and not games:
            fail("--overlay and --rulebook are for the games that --game names; give one")
        if (binding is None) != (module is None):
            fail("--bind is a file of the names in the module of --module; give both")
        if extensions and module is None:
            fail("--extension adds to a module; give the module with --module")
        options = Options(
            games,
            str(overlay or ""),
            str(rulebook or ""),
            timeout,
            max_size * MB,
            memory * MB,
            str(binding or ""),
            str(module or ""),
            tuple(map(str, extensions)),
        )
        line = _Line()
        try:
            workers = cluster(scheduler) if scheduler else processes(options, jobs or 0)
            summary = judge(
                database, files, options, workers=workers, again=again, progress=line.show
            )
        except KeyboardInterrupt:
            line.clear()
            click.echo(
                f"Stopped; {database} is intact. Run the command again to continue.", err=True
            )
            sys.exit(130)
        line.clear()
        click.echo(_told(database, summary))
    if report is not None:
        from modgen_rules.audit.page import write_report

        number = write_report(database, report, anonymous)
        click.echo(f"{report}: a report on {count(number, 'game')}")
    if parquet is not None:
        from modgen_rules.audit.export import write_tables

        click.echo(f"{parquet}: {count(len(write_tables(database, parquet, anonymous)), 'table')}")
    return 0


class _Line:
    """A line of progress on a terminal; nothing elsewhere."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._on = sys.stderr.isatty()

    def show(self, progress: Progress) -> None:
        """Replace the line, a few times in a second at most."""
        now = time.monotonic()
        if not self._on or (now - self._shown < EVERY and progress.done < progress.total):
            return
        self._shown = now
        rate = progress.done / max(progress.seconds, 0.001)
        left = _duration((progress.total - progress.done) / rate) if rate else "?"
        text = f"{progress.done:,} of {progress.total:,} {progress.what}, {rate:.1f} a second, "
        click.echo(f"\r\x1b[K{text}{left} left", nl=False, err=True)

    def clear(self) -> None:
        """Remove the line."""
        if self._on and self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)


def _duration(seconds: float) -> str:
    """`45 s`, `12 min`, `3 h 05 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def _told(database: Path, summary: Summary) -> str:
    found = summary.totals
    files = ", ".join(f"{number:,} {state}" for state, number in found.files.items())
    return (
        f"{count(summary.judged, 'file')} judged in this run. {database}: "
        f"{sum(found.files.values()):,} files ({files}); {count(found.games, 'game')}, "
        f"{count(found.turns, 'turn')}, {count(found.illegal, 'illegal finding')}."
    )
