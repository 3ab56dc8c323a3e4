"""`modgen log`: the story of a game, and the table at any step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modgen.cli.common import (
    EXTENSION,
    FILE,
    drawing_errors,
    echo_lines,
    fail,
    load_or_stop,
    module_errors,
    read_extended_or_stop,
)

if TYPE_CHECKING:
    from modgen.log.comparing import Position
    from modgen.log.story import Line, Story
    from modgen.log.timeline import Timeline
    from modgen.vassal.module import Module


class Request(NamedTuple):
    """The options that choose what to show."""

    at: int | None
    bookmark: str
    to_step: int | None
    as_json: bool
    chat: bool
    dice: bool
    steps: tuple[int, int] | None
    against: Path | None
    find: str


@click.command("log")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--module", type=FILE, help="The module of the game, for the names of places.")
@click.option("--game", help="The game, instead of its module: a name or a folder.")
@EXTENSION
@click.option("--at", type=int, help="Show where every piece is after this step; 0 is the set-up.")
@click.option(
    "--bookmark", default="", help="Like --at, for the first step that contains this text."
)
@click.option("--to-step", type=int, help="Stop after this step.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--chat", is_flag=True, help="Show only the chat.")
@click.option(
    "--dice", is_flag=True, help="Show the dice of each player and how often each result came up."
)
@click.option("--diff", "steps", type=(int, int), help="Show what differs between two steps.")
@click.option("--against", type=FILE, help="Show what differs from the end of another save or log.")
@click.option("--find", default="", help="Show only steps that contain this text.")
@click.option("--as", "viewer", default="", help="Show only what this side could see.")
@click.option("--reveal", is_flag=True, help="Show what all masked pieces are.")
def log(
    files: tuple[Path, ...],
    *,
    module: Path | None,
    game: str | None,
    extensions: tuple[Path, ...],
    viewer: str,
    reveal: bool,
    **options: Any,
) -> None:
    """Tell the story of a save (.vsav) or log (.vlog), step by step.

    Several logs of one game, in the order of play, are read as one. Works with logs of any VASSAL 3
    module.

    Example: modgen log session-1.vlog session-2.vlog --module people-power-1.0.vmod
    """
    from modgen.log.story import Story

    timeline = read_or_stop(files)
    if extensions and module is None:
        fail("--extension adds to a module; give the module with --module")
    if game and module is not None:
        fail("give either --module or --game")
    played_on = read_extended_or_stop(module, extensions) if module else None
    if game:
        played_on = module_of_game(game)
    tree = played_on.tree if played_on else None
    if played_on:
        warn_of_another_module(timeline, played_on)
    if not len(timeline) and options.get("at") is None:
        click.echo(f"{files[-1].name} has no steps; --at 0 shows where its pieces are.", err=True)
    images = played_on.images if played_on else None
    story = Story(timeline, tree, None if reveal else viewer, images)
    check_side(story)
    lines = _report(story, Request(**options))
    if options["as_json"]:
        click.echo("\n".join(lines))
    else:
        echo_lines(lines)
    echo_lines((f"{files[0].name}: {problem}" for problem in timeline.problems[:20]), err=True)
    if len(timeline.problems) > 20:
        click.echo(f"... and {len(timeline.problems) - 20} more problems", err=True)


def module_of_game(name: str) -> Module:
    """The module of a game, without its pictures. Exits with 2 if the game has errors."""
    from modgen.vassal.module import Module
    from modgen_rules.engine.simulation import compiled_module

    loaded = load_or_stop(name)
    with drawing_errors(loaded), TemporaryDirectory() as folder:
        module = compiled_module(loaded.game, Path(folder))
        return Module(module.tree, module.metadata)


def read_or_stop(files: tuple[Path, ...]) -> Timeline:
    """Read logs. Exits with 2 if one is missing, damaged or not a log."""
    from modgen.log.timeline import read_timeline

    with module_errors():
        return read_timeline(files)


def warn_of_another_module(timeline: Timeline, module: Module) -> None:
    """Warn when a log was played on another module, or with other extensions, than are given."""
    from modgen.log.timeline import extension_problems

    played, given = timeline.module and timeline.module.name, module.metadata.name
    if played and given and played != given:
        text = (
            f"Warning: the log was played on the module `{played}`, not on `{given}`; "
            "names of places and pictures may be wrong."
        )
        echo_lines([text], err=True)
    drawn = "its pieces are drawn as boxes with their names"
    problems = extension_problems(timeline.extensions, module.extensions, drawn)
    echo_lines((f"Warning: {problem}." for problem in problems), err=True)


def check_side(story: Story) -> None:
    """Exit with 2 if the game has no side of the viewer's name, or what it sees is not known."""
    problem = story.wrong_viewer()
    if problem:
        fail(problem if story.tree is not None else f"{problem}; give it with --module or --game")


def _report(story: Story, request: Request) -> Iterator[str]:
    from modgen.log import dice
    from modgen.log.comparing import Position
    from modgen.log.story import Story

    timeline = story.timeline
    last = len(timeline)
    for number in [request.at, request.to_step, *(request.steps or ())]:
        if number is not None and not 0 <= number <= last:
            fail(f"there is no step {number}; the last step is {last}")
    if request.bookmark:
        line = next((line for line in story.lines() if _matches(line, request.bookmark)), None)
        if line is None:
            fail(f"no step contains `{request.bookmark}`")
        request = request._replace(at=line.number)
    if request.dice:
        rolls = list(dice.rolls(timeline))
        if request.as_json:
            yield json.dumps([roll._asdict() for roll in rolls], indent=1, ensure_ascii=False)
        else:
            yield from dice.chart(rolls)
    elif request.steps:
        before, after = (Position.of(story, number) for number in request.steps)
        yield from difference(before, after, as_json=request.as_json)
    elif request.against:
        other = Story(read_or_stop((request.against,)), story.tree, story.viewer, story.images)
        positions = Position.of(story, last), Position.of(other, len(other.timeline))
        yield from difference(*positions, as_json=request.as_json)
    elif request.at is not None:
        yield from _table(story, request.at, request.as_json)
    else:
        yield from _steps(story, request)


def difference(before: Position, after: Position, *, as_json: bool) -> Iterator[str]:
    """What differs between two positions."""
    from modgen.log.comparing import data, differences, lines

    found = differences(before, after)
    if as_json:
        yield json.dumps(data(found), indent=1, ensure_ascii=False)
    else:
        yield from lines(found)


def _steps(story: Story, request: Request) -> Iterator[str]:
    lines = (line for line in story.lines(end=request.to_step) if _matches(line, request.find))
    if request.as_json:
        yield json.dumps([line._asdict() for line in lines], indent=1, ensure_ascii=False)
        return
    for line in lines:
        if request.chat:
            yield from (f"{line.number:>5}  {text}" for text in line.chat)
        elif line.text:
            side = f"{line.side}: " if line.side else ""
            undone = "  (undone)" if line.undone else ""
            yield f"{line.number:>5}  {side}{line.text}{undone}"


def _matches(line: Line, text: str) -> bool:
    return text.lower() in " ".join((line.text, *line.chat)).lower()


def _table(story: Story, number: int, as_json: bool) -> Iterator[str]:
    """The pieces in each place after a step."""
    from modgen.log.wording import listed_as

    table = story.timeline.go(number)
    places: dict[str, dict[str, int]] = {}
    for piece in table.pieces.values():
        held = places.setdefault(story.place(piece, table), {})
        name = story.name(piece)
        held[name] = held.get(name, 0) + 1
    if as_json:
        data = {
            "step": number,
            "places": {place: dict(sorted(places[place].items())) for place in sorted(places)},
            "properties": {
                f"{container}: {name}" if container else name: value
                for (container, name), value in sorted(table.properties.items())
                if story.can_see_property(container, name)
            },
            "players": [player._asdict() for player in table.players.values()],
        }
        yield json.dumps(data, indent=1, ensure_ascii=False)
        return
    yield f"After step {number} of {len(story.timeline)}:"
    for place in sorted(places):
        listed = ", ".join(listed_as(count, name) for name, count in sorted(places[place].items()))
        yield f"  {place}: {listed}"
