"""`modgen diff`: what changed between two modules, or differs between two saves or logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modgen.cli.common import (
    EXTENSION,
    FILE,
    count,
    echo_lines,
    fail,
    module_errors,
    read_extended_or_stop,
    read_module_or_stop,
)

if TYPE_CHECKING:
    from modgen.inspecting.differences import ModuleChange
    from modgen.log.timeline import Timeline
    from modgen.vassal.module import Module


@click.command("diff")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.argument("saves", type=FILE, nargs=-1)
@EXTENSION
@click.option("--module", type=FILE, help="The module of two saves, for the names of places.")
@click.option(
    "--as", "viewer", default="", help="Compare only what this side can see in two saves."
)
@click.option("--reveal", is_flag=True, help="Name all masked pieces in two saves.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def diff(
    old: Path,
    new: Path,
    saves: tuple[Path, ...],
    extensions: tuple[Path, ...],
    **options: Any,
) -> None:
    """Describe what changed from OLD to NEW, which are two modules, or two saves or logs.

    For modules, also say which saved games break. With SAVES (.vsav, .vlog), say for each whether
    it still works in NEW with its extensions, and if not, why.

    For saves, list the pieces that are elsewhere or have changed, decks, properties, the turn and
    players; for logs, how many steps they share, and what differs at their ends.

    Exit code: 0 if saves of OLD, or the given ones, still work in NEW, 1 if some break, 2 if a
    file is not a module or save. For two saves or logs: 0 if they agree, 1 if they differ.

    Example: modgen diff game-1.0.vmod game-1.1.vmod my-turn.vsav
    """
    module, viewer, as_json = options["module"], options["viewer"], options["as_json"]
    kinds = {_is_save(path) for path in (old, new)}
    if kinds == {True, False}:
        fail("one file is a module and the other is not; give two modules, or two saves or logs")
    if kinds == {True}:
        if saves:
            fail("give two saves or logs and no more; their module is given with --module")
        played_on = read_extended_or_stop(module, extensions) if module else None
        if extensions and not played_on:
            fail("--extension adds to a module; give the module with --module")
        _compare_saves(old, new, played_on, None if options["reveal"] else viewer, as_json=as_json)
    if module or viewer or options["reveal"]:
        fail("--module, --as and --reveal are for two saves or logs; these are modules")
    _compare_modules(old, new, saves, extensions, as_json=as_json)


def _is_save(path: Path) -> bool:
    from modgen.vassal.archive import Archive
    from modgen.vassal.save import GAME

    with module_errors(), Archive(path) as archive:
        return GAME in archive


# --- modules -------------------------------------------------------------------------------------


def _compare_modules(
    old: Path, new: Path, saves: tuple[Path, ...], extensions: tuple[Path, ...], *, as_json: bool
) -> None:
    from modgen.inspecting.differences import differences

    before, after = read_module_or_stop(old), read_module_or_stop(new)
    with module_errors():
        changes = list(differences(before, after))
    breaks = any(change.breaks for change in changes)
    extended = read_extended_or_stop(new, extensions) if saves else after
    fit = {path: _misfits(path, extended) for path in saves}
    if as_json:
        data = {
            "changes": [change._asdict() for change in changes],
            "saves": [{"file": str(path), "problems": fit[path]} for path in saves],
        }
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        _print_changes(changes)
        for path in saves:
            echo_lines(f"{path}: {problem}." for problem in fit[path])
            if not fit[path]:
                click.echo(f"{path} still works.")
    if saves:
        breaks = any(fit.values())
    raise click.exceptions.Exit(1 if breaks else 0)


def _print_changes(changes: list[ModuleChange]) -> None:
    echo_lines(
        f"{change.text}." + (f" Breaks saved games: {change.breaks}." if change.breaks else "")
        for change in changes
    )
    broken = sum(1 for change in changes if change.breaks)
    if any(change.refresh for change in changes):
        click.echo("Pieces in saved games keep their old traits until the game is refreshed.")
    if not changes:
        click.echo("Nothing changed.")
    elif broken:
        click.echo(f"{count(len(changes), 'change')}, of which {broken} break saved games.")
    else:
        click.echo(f"{count(len(changes), 'change')}; saved games still work.")


def _misfits(path: Path, module: Module) -> list[str]:
    """Why a save does not fit a module. Exits with 2 if it is not a save."""
    from modgen.inspecting.saves import misfits
    from modgen.vassal.save import SaveFile

    with module_errors(path), SaveFile(path) as save:
        return list(misfits(save, module))


# --- saves and logs ------------------------------------------------------------------------------


def _compare_saves(
    old: Path, new: Path, module: Module | None, viewer: str | None, *, as_json: bool
) -> None:
    from modgen.cli.log import check_side, read_or_stop, warn_of_another_module
    from modgen.log import comparing
    from modgen.log.story import Story

    positions, timelines = [], []
    for path in (old, new):
        timeline = read_or_stop((path,))
        if module is not None:
            warn_of_another_module(timeline, module)
        tree, images = (module.tree, module.images) if module else (None, None)
        story = Story(timeline, tree, viewer, images)
        check_side(story)
        positions.append(comparing.Position.of(story, len(timeline)))
        timelines.append(timeline)
    with module_errors():
        common = comparing.common_steps(old, new)
    found = comparing.differences(*positions)
    if as_json:
        data = {
            "files": [_described(*each) for each in zip((old, new), timelines, strict=True)],
            "common_steps": common,
            "differences": comparing.data(found),
        }
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        echo_lines(_heads(old, new, timelines, common))
        echo_lines(comparing.lines(found))
    raise click.exceptions.Exit(1 if found or len({*map(len, timelines), common}) > 1 else 0)


def _described(path: Path, timeline: Timeline) -> dict[str, object]:
    played = timeline.module
    return {
        "file": str(path),
        "module": played.name if played else None,
        "version": played.version if played else None,
        "steps": len(timeline),
    }


def _heads(old: Path, new: Path, timelines: list[Timeline], common: int) -> list[str]:
    """What differs between two saves or logs as a whole."""
    found = []
    first, second = (timeline.module for timeline in timelines)
    if first and second and first[:2] != second[:2]:
        versions = (f"version {each.version} of `{each.name}`" for each in (first, second))
        found.append(f"{old.name} was played on {next(versions)}, {new.name} on {next(versions)}.")
    more = [len(timeline) - common for timeline in timelines]
    if any(more):
        found.append(
            f"The first {count(common, 'step')} are the same; "
            if common > 1
            else "The first step is the same; "
            if common
            else "No steps are the same; "
        )
        found[-1] += f"then {old.name} has {more[0]} and {new.name} {more[1]}."
    return found
