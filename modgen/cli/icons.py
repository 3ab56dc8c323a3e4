"""`modgen icons`: the icons that come with Modgen, as a page."""

from __future__ import annotations

from html import escape
from pathlib import Path

import click

from modgen.cli.common import FILE

STYLE = (
    "body{font:15px system-ui,sans-serif;margin:2rem}main{display:grid;gap:1rem;"
    "grid-template-columns:repeat(auto-fill,minmax(10rem,1fr))}figure{margin:0;text-align:center}"
    "svg{width:3rem;height:3rem}@media(prefers-color-scheme:dark){body{background:#1d1b19;"
    "color:#eee}}"
)


@click.command("icons")
@click.option("-o", "--output", type=FILE, help="Write a web page with pictures to this file.")
def icons(output: Path | None) -> None:
    """List the icons that games can use by name, or write a page that shows them.

    Your own pictures go into the folder `art` of a game, as `NAME.svg` or `NAME.png`.

    Example: modgen icons -o icons.html
    """
    from modgen.model.files.art import bundled_icons, find_art
    from modgen.vassal.archive import write_text

    names = bundled_icons()
    if output is None:
        click.echo("\n".join(names))
        return
    figures = "".join(
        f"<figure>{find_art(Path(), name).read_text('utf-8')}"
        f"<figcaption><code>{escape(name)}</code></figcaption></figure>"
        for name in names
    )
    page = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Icons</title>'
        f"<style>{STYLE}</style><h1>Icons</h1><main>{figures}</main></html>\n"
    )
    write_text(output, page)
    click.echo(f"{output}: {len(names)} icons")
