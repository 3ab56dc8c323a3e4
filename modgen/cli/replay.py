"""`modgen replay`: a game as a web page, as pictures, as an animation."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, fail, read_module_or_stop
from modgen.cli.log import read_or_stop

if TYPE_CHECKING:
    from modgen.log.story import Story
    from modgen.vassal.module import Module

FRAME = 700
"""Milliseconds of a step in an animation."""
WIDTH = 1000
"""Pixels of an animation's width."""


@click.command("replay")
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--module", type=FILE, required=True, help="The module that was played on.")
@click.option("-o", "--output", type=FILE, required=True, help="The file to write.")
@click.option("--png", "step", type=int, help="Draw this step instead, as a PNG picture.")
@click.option("--webp", "animate", flag_value="WEBP", help="Draw all steps as an animation.")
@click.option("--gif", "animate", flag_value="GIF", help="The same as a GIF.")
@click.option("--map", "map_name", help="The map to draw.  [the first with a board]")
@click.option("--as", "viewer", default="", help="See masked pieces as this side does.")
@click.option("--reveal", is_flag=True, help="See masked pieces too.")
def replay(  # noqa: PLR0917
    files: tuple[Path, ...], module: Path, output: Path, viewer: str, reveal: bool,
    step: int | None, animate: str | None, map_name: str | None,
) -> None:  # fmt: skip
    """One self-contained web page of a log: the board at every step, with the story beside it.

    Example: modgen replay session-1.vlog --module people-power-1.0.vmod -o game.html
    """
    from modgen.log.page import page
    from modgen.log.pictures import board_maps
    from modgen.log.story import Story
    from modgen.vassal.archive import atomic

    timeline = read_or_stop(files)
    found = read_module_or_stop(module)
    maps = [name for name, _ in board_maps(found)]
    if not maps:
        fail(f"{module} has no board with a picture")
    if map_name and map_name not in maps:
        fail(f"there is no map `{map_name}` with a board; there is {', '.join(maps)}")
    if step is not None and not 0 <= step <= len(timeline):
        fail(f"there is no step {step}; the log has {len(timeline)}")
    story = Story(timeline, found.tree, None if reveal else viewer)
    if step is not None or animate:
        data = _pictures(story, found, map_name or maps[0], step, animate or "WEBP")
    else:
        data = page(story, found, found.metadata.name or module.stem).encode("utf-8")
    with atomic(output) as part:
        part.write_bytes(data)
    click.echo(f"{output} ({len(data) / 1e6:.2f} MB, {len(timeline)} steps)")


def _pictures(story: Story, module: Module, map_name: str, step: int | None, kind: str) -> bytes:
    from modgen.log.pictures import draw

    found = BytesIO()
    if step is not None:
        draw(module, story.timeline.go(step), map_name, story.viewer).save(found, "PNG")
        return found.getvalue()
    frames = []
    for number in range(len(story.timeline) + 1):
        frame = draw(module, story.timeline.go(number), map_name, story.viewer)
        frames.append(frame.resize((WIDTH, round(frame.height * WIDTH / frame.width))))
    frames[0].save(found, kind, save_all=True, append_images=frames[1:], duration=FRAME)
    return found.getvalue()
