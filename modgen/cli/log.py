"""`modgen log`: what happened in a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from modgen.cli.common import FILE, fail, read_module_or_stop

if TYPE_CHECKING:
    from modgen.log.story import Line, Story
    from modgen.log.timeline import Timeline


class Wish(NamedTuple):
    """What the command line asks for."""

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
@click.option("--module", type=FILE, help="The module, for the names of places.")
@click.option("--at", type=int, help="What is where after this step; 0 is the set-up.")
@click.option("--bookmark", default="", help="The same after the first step that says this.")
@click.option("--to-step", type=int, help="The story up to this step only.")
@click.option("--json", "as_json", is_flag=True, help="Plain data instead of words.")
@click.option("--chat", is_flag=True, help="Only what was said and reported.")
@click.option("--dice", is_flag=True, help="Dice by player, with their distribution.")
@click.option("--diff", "steps", type=(int, int), help="What differs between two steps.")
@click.option("--against", type=FILE, help="What differs at the end of another save or log.")
@click.option("--find", default="", help="Only steps whose words hold this text.")
@click.option("--as", "viewer", default="", help="See masked pieces as this side does.")
@click.option("--reveal", is_flag=True, help="See masked pieces too.")
def log(
    files: tuple[Path, ...], module: Path | None, viewer: str, reveal: bool, **wish: Any
) -> None:
    """Tell the story of saves (.vsav) and logs (.vlog); several logs of one game are read as one.

    Example: modgen log session-1.vlog session-2.vlog --module people-power-1.0.vmod
    """
    from modgen.log.story import Story

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
    from modgen.log.timeline import read_timeline
    from modgen.vassal.archive import ArchiveError
    from modgen.vassal.metadata import XMLError
    from modgen.vassal.obfuscation import ObfuscationError
    from modgen.vassal.stream import StreamError

    try:
        return read_timeline(files)
    except (ArchiveError, ObfuscationError, StreamError, XMLError) as problem:
        fail(str(problem))
    except FileNotFoundError as problem:
        fail(f"there is no file {problem.filename}")


def _said(story: Story, wish: Wish) -> Iterator[str]:
    from modgen.log import dice
    from modgen.log.story import Story

    timeline = story.timeline
    last = len(timeline)
    for number in [wish.at, wish.to_step, *(wish.steps or ())]:
        if number is not None and not 0 <= number <= last:
            fail(f"there is no step {number}; the log has {last}")
    if wish.bookmark:
        found_at = next((line for line in story.lines() if _matches(line, wish.bookmark)), None)
        if found_at is None:
            fail(f"no step says `{wish.bookmark}`")
        wish = wish._replace(at=found_at.number)
    if wish.dice:
        found = list(dice.rolls(timeline))
        if wish.as_json:
            yield json.dumps([roll._asdict() for roll in found], indent=1, ensure_ascii=False)
        else:
            yield from dice.chart(found)
    elif wish.steps:
        yield from _difference(*(_held(story, number) for number in wish.steps))
    elif wish.against:
        other = Story(read_or_stop((wish.against,)), story.tree, story.viewer)
        yield from _difference(_held(story, last), _held(other, len(other.timeline)))
    elif wish.at is not None:
        yield from _table(story, wish.at, wish.as_json)
    else:
        yield from _story(story, wish)


def _story(story: Story, wish: Wish) -> Iterator[str]:
    lines = (line for line in story.lines(end=wish.to_step) if _matches(line, wish.find))
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


Held = dict[str, tuple[str, str]]
"""Every piece's name and place, by its id."""


def _held(story: Story, number: int) -> Held:
    table = story.timeline.go(number)
    pieces = table.pieces.values()
    return {piece.id: (story.name(piece), story.place(piece, table)) for piece in pieces}


def _difference(before: Held, after: Held) -> Iterator[str]:
    """Pieces that lie elsewhere, or look otherwise, or came or went."""
    changes: dict[str, int] = {}
    for key in [*before, *(key for key in after if key not in before)]:
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        if was is None or now is None or was[0] == now[0]:
            name = (now or was or ("", ""))[0]
            text = f"{name} {was[1] if was else 'new'} → {now[1] if now else 'away'}"
        else:
            text = f"{was[0]} in {was[1]} is now {now[0]} in {now[1]}"
        changes[text] = changes.get(text, 0) + 1
    if not changes:
        yield "Both are alike."
    for text, count in changes.items():
        yield f"{count} × {text}" if count > 1 else text
