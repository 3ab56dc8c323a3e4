"""`modgen facts`: what a game's data rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from modgen.cli.common import FOLDER, in_language, load_or_stop
from modgen.model.game import Game
from modgen.model.types.base import Fact, Part


@dataclass(frozen=True)
class Stated:
    """One fact: what it is about, and its source or the reason why it is assumed."""

    about: str
    source: str
    assumed: str


@click.command("facts")
@click.argument("game")
@click.option("--assumed", "which", flag_value="assumed", help="Only what is assumed.")
@click.option("--sourced", "which", flag_value="source", help="Only what has a source.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def facts(game: str, which: str | None, overlay: Path | None, as_json: bool) -> None:
    """List a game's facts: where the rulebook states them, or why they are assumed.

    Example: modgen facts people-power --assumed
    """
    found = list(stated(in_language(load_or_stop(game, overlay), None)))
    chosen = [one for one in found if which is None or getattr(one, which)]
    if as_json:
        click.echo(json.dumps([asdict(one) for one in chosen], ensure_ascii=False, indent=1))
        return
    for one in chosen:
        reason = f"assumed: {one.assumed}" if one.assumed else f"source: {one.source}"
        click.echo(f"{one.about}: {reason}")
    sourced = sum(bool(one.source) for one in found)
    assumed = sum(bool(one.assumed) for one in found)
    click.echo(f"{sourced} sourced, {assumed} assumed.")


def stated(game: Game) -> Iterator[Stated]:
    """Every part of a game that says where it comes from."""
    groups: dict[str, list[Part]] = {
        "game": [game.info],
        "map": [game.map],
        "piece": list(game.pieces),
        "card": list(game.cards),
        "cards": [game.cards_file],
        "chart": list(game.charts),
        "scenario": list(game.scenarios),
    }
    for group, parts in groups.items():
        for part in parts:
            yield from _walk(part, group)


def _walk(part: Part, about: str) -> Iterator[Stated]:
    name = _name(part)
    about = f"{about} {name}" if name else about
    if isinstance(part, Fact) and (part.source or part.assumed):
        yield Stated(about, part.source, part.assumed)
    for field in type(part).model_fields:
        value = getattr(part, field)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Part):
                yield from _walk(item, about if isinstance(value, list) else f"{about} {field}")


def _name(part: Part) -> str:
    between = getattr(part, "between", None)
    if between:
        return " - ".join(between)
    return str(getattr(part, "id", "") or getattr(part, "side", "") or "")
