"""`modgen refresh`: saves of an older version of a module, brought to a newer one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modgen.cli.common import FILE, FOLDER, count, fail, module_errors

if TYPE_CHECKING:
    from modgen.refreshing.files import Brought

MOST_JOBS = 8
"""The most processes if --jobs is not given; each needs up to 250 MB for the largest saves."""
MOST_LINES = 20
"""The most lines on the pieces of one file."""


@click.command("refresh")
@click.argument("new", type=FILE)
@click.argument("files", type=FILE, nargs=-1)
@click.option("-o", "--output", type=FOLDER, help="Folder for the refreshed files.")
@click.option("--in-place", is_flag=True, help="Replace the files themselves.")
@click.option("--dry-run", is_flag=True, help="Write nothing; say what would change.")
@click.option("--set-ups", is_flag=True, help="Refresh the predefined set-ups inside NEW too.")
@click.option("--extension", "extensions", type=FILE, multiple=True, help="An extension of NEW.")
@click.option("--no-names", is_flag=True, help="Find pieces by their gpid only.")
@click.option("--no-decks", is_flag=True, help="Leave decks as they are.")
@click.option("--add-decks", is_flag=True, help="Add decks that only NEW has, without cards.")
@click.option("--remove-decks", is_flag=True, help="Turn decks that NEW lacks into stacks.")
@click.option(
    "--traits",
    type=click.Choice(["named", "vassal", "same"]),
    default="named",
    help="Which traits with a changed definition keep their state: those of the same name or "
    "kind (the default), those that VASSAL would keep, or none.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    help=f"Processes.  [default: one for a core, at most {MOST_JOBS}]",
)
def refresh(
    new: Path,
    files: tuple[Path, ...],
    output: Path | None,
    traits: str,
    jobs: int | None,
    **options: Any,
) -> None:
    """Bring saves and logs (.vsav, .vlog) of an older version to module NEW.

    Like VASSAL's Refresh Counters, but for many files at once: each piece gets the traits that NEW
    defines for it, and keeps its place and the state of its traits. Pieces are found by their gpid,
    then by their name; decks, which get the settings and the place that NEW gives them, by their
    name. What NEW lacks is listed and stays as it was. Stacks, the order of decks, masks, the turn
    and properties are kept.

    With --set-ups, NEW itself is written to the folder too, with its set-ups refreshed. A file
    that cannot be refreshed is reported and stays as it was; the others are done.

    Exit code: 0, 1 if pieces or decks were left as they were, 2 if a file could not be refreshed.

    Example: modgen refresh game-1.1.vmod turn-1.vsav turn-2.vsav -o refreshed
    """
    from modgen.refreshing.decks import DeckOptions
    from modgen.refreshing.files import Source, Target, bring
    from modgen.refreshing.saves import Options
    from modgen.refreshing.traits import Matching

    set_ups, in_place = options["set_ups"], options["in_place"]
    if not files and not set_ups:
        fail("give the saves and logs to refresh, or --set-ups")
    if options["no_decks"] and (options["add_decks"] or options["remove_decks"]):
        fail("--no-decks cannot be combined with --add-decks or --remove-decks")
    if [output is not None, in_place, options["dry_run"]].count(True) != 1:
        fail("give one of -o FOLDER, --in-place and --dry-run")
    places = [_place(path, output, in_place=in_place) for path in (*files, new)]
    _check_places(places if set_ups else places[:-1], (*files, new), output)
    with module_errors():
        decks = DeckOptions(not options["no_decks"], options["add_decks"], options["remove_decks"])
        matching = Options(not options["no_names"], Matching(traits), decks)
        target = Target(Source(new, options["extensions"], matching))
    pairs = list(zip(files, places, strict=False))
    done = bring(target, pairs, jobs or min(os.cpu_count() or 1, MOST_JOBS))
    with module_errors():
        codes = [_report(str(path), each) for path, each in zip(files, done, strict=True)]
    if set_ups:
        for name, each in target.write_module(places[-1]):
            named = each._replace(problem=f"{new}: {each.problem}")
            codes.append(_report(f"{new}: {name}", named))
    if not codes:
        click.echo(f"{new} has no set-ups.")
    raise click.exceptions.Exit(max(codes, default=0))


def _place(path: Path, output: Path | None, *, in_place: bool) -> Path | None:
    """Where a refreshed file is written; None if it is not."""
    return output / path.name if output else path if in_place else None


def _check_places(places: list[Path | None], files: tuple[Path, ...], output: Path | None) -> None:
    """Exit with 2 if a file would be replaced by another one, or unasked."""
    taken: set[Path] = set()
    for path, place in zip(files, places, strict=False):
        if output is None or place is None:
            return
        if path.parent.resolve() == output.resolve():
            fail(f"{path} is in the folder {output}; use --in-place, or give another folder")
        if place in taken:
            fail(f"two of the files would become {place}; refresh them one after the other")
        taken.add(place)


def _report(what: str, brought: Brought) -> int:
    """Report a save, log or set-up and return the exit code for it."""
    outcome = brought.outcome
    if outcome is None:
        click.echo(brought.problem, err=True)
        return 2
    parts = [f"{count(outcome.refreshed, 'piece')} refreshed", f"{outcome.unchanged} unchanged"]
    if outcome.left:
        parts.append(f"{outcome.left} left as before")
    if outcome.decks:
        parts.append(f"{count(outcome.decks, 'deck')} refreshed")
    click.echo(f"{what}: {', '.join(parts)}.")
    details = list(outcome.details())
    for line in details[:MOST_LINES]:
        click.echo(f"  {line}")
    if len(details) > MOST_LINES:
        click.echo(f"  ... and {len(details) - MOST_LINES} more kinds")
    return 0 if outcome.complete else 1
