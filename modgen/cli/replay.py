"""`modgen replay`: a log as a web page, a picture or an animation."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import EXTENSION, FILE, echo_lines, fail, read_extended_or_stop
from modgen.cli.log import check_side, read_or_stop, warn_of_another_module

if TYPE_CHECKING:
    from modgen.log.story import Story
    from modgen.vassal.module import Module

FRAME = 700
"""How long an animation shows each step, in milliseconds."""
WIDTH = 1000
"""The width of an animation in pixels."""


@click.command("replay")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--module", type=FILE, required=True, help="The module of the game.")
@EXTENSION
@click.option("-o", "--output", type=FILE, required=True, help="File to write.")
@click.option(
    "--png", "step", type=int, help="Write a PNG picture of this step instead; 0 is the set-up."
)
@click.option(
    "--webp", "animate", flag_value="WEBP", help="Write a WebP animation of all steps instead."
)
@click.option(
    "--gif", "animate", flag_value="GIF", help="Write a GIF animation of all steps instead."
)
@click.option("--map", "map_name", help="Map to draw.  [default: the first with a board]")
@click.option("--as", "viewer", default="", help="Show only what this side could see.")
@click.option("--reveal", is_flag=True, help="Show what all masked pieces are.")
def replay(  # noqa: PLR0917
    files: tuple[Path, ...],
    module: Path,
    extensions: tuple[Path, ...],
    output: Path,
    viewer: str,
    reveal: bool,
    step: int | None,
    animate: str | None,
    map_name: str | None,
) -> None:
    """Write a log as one self-contained web page: the board at every step, and the story.

    Several logs of one game, in the order of play, are read as one.

    Example: modgen replay session-1.vlog --module people-power-1.0.vmod -o game.html
    """
    from modgen.log.designed import with_designed
    from modgen.log.map_pictures import drawn_maps
    from modgen.log.page import page_parts
    from modgen.log.story import Story
    from modgen.vassal.replacing import atomic

    timeline = read_or_stop(files)
    played_on = with_designed(read_extended_or_stop(module, extensions))
    warn_of_another_module(timeline, played_on)
    story = Story(timeline, played_on.tree, None if reveal else viewer, played_on.images)
    check_side(story)
    timeline.go(step if step is not None and 0 <= step <= len(timeline) else 0)
    maps = drawn_maps(story, played_on)
    if not maps:
        fail(f"{module} has no map with a board that has a size")
    if map_name and map_name not in maps:
        fail(f"there is no map `{map_name}` with a board; choose from {', '.join(maps)}")
    if step is not None and not 0 <= step <= len(timeline):
        fail(f"there is no step {step}; the last step is {len(timeline)}")
    _warn_of_huge_maps(story, maps)
    if step is not None or animate:
        chunks = iter((_pictures(story, played_on, map_name or maps[0], step, animate or "WEBP"),))
    else:
        parts = page_parts(story, played_on, played_on.metadata.name or module.stem)
        chunks = (part.encode("utf-8", "backslashreplace") for part in parts)
    size = 0
    with atomic(output) as temporary, temporary.open("wb") as file:
        for chunk in chunks:
            size += file.write(chunk)
    echo_lines((f"Warning: {told}" for told in story.appearance.problems()), err=True)
    click.echo(f"{output} ({size / 1e6:.2f} MB, {len(timeline)} steps)")


def _warn_of_huge_maps(story: Story, maps: Sequence[str]) -> None:
    from modgen.log.map_pictures import map_scale, map_size

    for name in maps:
        if map_scale(story, name) < 1:
            width, height = map_size(story, name)
            click.echo(
                f"Warning: the map `{name}` has {width:,} x {height:,} pixels; it is "
                "drawn smaller, or without a picture that is too large to be read.",
                err=True,
            )


def _pictures(story: Story, module: Module, map_name: str, step: int | None, kind: str) -> bytes:
    from modgen.log.pictures import draw

    buffer = BytesIO()
    if step is not None:
        story.timeline.go(step)
        draw(story, module, map_name).save(buffer, "PNG")
        return buffer.getvalue()
    frames = []
    for number in range(len(story.timeline) + 1):
        story.timeline.go(number)
        frame = draw(story, module, map_name)
        frames.append(frame.resize((WIDTH, round(frame.height * WIDTH / frame.width))))
    frames[0].save(buffer, kind, save_all=True, append_images=frames[1:], duration=FRAME)
    return buffer.getvalue()
