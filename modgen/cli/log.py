"""`modgen log`: what happened in a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modgen.cli.common import FILE, fail, read_module_or_stop

if TYPE_CHECKING:
    from rules.engine.story import Line, Story
    from rules.engine.timeline import Timeline


class Wish(NamedTuple):
    """What the command line asks for."""

    at: int | None
    as_json: bool
    chat: bool
    dice: bool
    steps: tuple[int, int] | None
    find: str


@click.command("log")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--module", type=FILE, help="The module, for the names of places.")
@click.option("--at", type=int, help="What is where after this step; 0 is the set-up.")
@click.option("--json", "as_json", is_flag=True, help="Plain data instead of words.")
@click.option("--chat", is_flag=True, help="Only what was said and reported.")
@click.option("--dice", is_flag=True, help="Dice by player, with their distribution.")
@click.option("--diff", "steps", type=(int, int), help="What differs between two steps.")
@click.option("--find", default="", help="Only steps whose words hold this text.")
@click.option("--as", "viewer", default="", help="See masked pieces as this side does.")
@click.option("--reveal", is_flag=True, help="See masked pieces too.")
def log(
    files: tuple[Path, ...], module: Path | None, viewer: str, reveal: bool, **wish: Any
) -> None:
    """Tell the story of saves (.vsav) and logs (.vlog); several logs of one game are read as one.

    Example: modgen log session-1.vlog session-2.vlog --module people-power-1.0.vmod
    """
    from rules.engine.story import Story

    timeline = read_or_stop(files)
    tree = read_module_or_stop(module).tree if module else None
    story = Story(timeline, tree, None if reveal else viewer)
    for line in _said(story, Wish(**wish)):
        click.echo(line)
    for problem in timeline.problems[:20]:
        click.echo(f"{files[0].name}: {problem}", err=True)
    if len(timeline.problems) > 20:
        click.echo(f"... and {len(timeline.problems) - 20} more problems", err=True)


def read_or_stop(files: tuple[Path, ...]) -> Timeline:
    """Read logs. Stops with exit 2 when one is none."""
    from modgen.vassal.archive import ArchiveError
    from modgen.vassal.metadata import XMLError
    from modgen.vassal.obfuscation import ObfuscationError
    from modgen.vassal.stream import StreamError
    from rules.engine.timeline import read_timeline

    try:
        return read_timeline(files)
    except (ArchiveError, ObfuscationError, StreamError, XMLError) as problem:
        fail(str(problem))
    except FileNotFoundError as problem:
        fail(f"there is no file {problem.filename}")


def _said(story: Story, wish: Wish) -> Iterator[str]:
    from rules.engine import dice

    timeline = story.timeline
    last = len(timeline)
    for number in [wish.at, *(wish.steps or ())]:
        if number is not None and not 0 <= number <= last:
            fail(f"there is no step {number}; the log has {last}")
    if wish.dice:
        found = list(dice.rolls(timeline))
        if wish.as_json:
            yield json.dumps([roll._asdict() for roll in found], indent=1, ensure_ascii=False)
        else:
            yield from dice.chart(found)
    elif wish.steps:
        yield from _difference(story, *wish.steps)
    elif wish.at is not None:
        yield from _table(story, wish.at, wish.as_json)
    else:
        yield from _story(story, wish)


def _story(story: Story, wish: Wish) -> Iterator[str]:
    lines = (line for line in story.lines() if _matches(line, wish.find))
    if wish.as_json:
        yield json.dumps([line._asdict() for line in lines], indent=1, ensure_ascii=False)
        return
    for line in lines:
        if wish.chat:
            yield from (f"{line.number:>5}  {text}" for text in line.chat)
        elif line.text:
            side = f"{line.side}: " if line.side else ""
            undone = "  (taken back)" if line.undone else ""
            yield f"{line.number:>5}  {side}{line.text}{undone}"


def _matches(line: Line, text: str) -> bool:
    said = " ".join((line.text, *line.chat)).lower()
    return text.lower() in said


def _table(story: Story, number: int, as_json: bool) -> Iterator[str]:
    """What lies where after a step, by place; decks with what they hold, from the top."""
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
            },
            "players": [player._asdict() for player in table.players.values()],
        }
        yield json.dumps(data, indent=1, ensure_ascii=False)
        return
    yield f"After step {number} of {len(story.timeline)}:"
    for place in sorted(places):
        listed = ", ".join(f"{count} {name}" for name, count in sorted(places[place].items()))
        yield f"  {place}: {listed}"


def _difference(story: Story, first: int, second: int) -> Iterator[str]:
    """Pieces that lie elsewhere, or look otherwise, at the second step."""
    before = {}
    table = story.timeline.go(first)
    for piece in table.pieces.values():
        before[piece.id] = (story.name(piece), story.place(piece, table))
    table = story.timeline.go(second)
    changes: dict[str, int] = {}
    for piece in table.pieces.values():
        now = (story.name(piece), story.place(piece, table))
        was = before.pop(piece.id, None)
        if was is None:
            text = f"{now[0]} new → {now[1]}"
        elif was == now:
            continue
        elif was[0] == now[0]:
            text = f"{now[0]} {was[1]} → {now[1]}"
        else:
            text = f"{was[0]} in {was[1]} is now {now[0]} in {now[1]}"
        changes[text] = changes.get(text, 0) + 1
    for name, place in before.values():
        changes[f"{name} {place} → away"] = changes.get(f"{name} {place} → away", 0) + 1
    if not changes:
        yield f"Steps {first} and {second} are alike."
    for text, count in changes.items():
        yield f"{count} × {text}" if count > 1 else text
