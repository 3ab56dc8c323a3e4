"""`modgen facts`: which facts of a game have a source, and which are assumed."""

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
class StatedFact:
    """A fact: what it is about, and its source or the reason why it is assumed."""

    about: str
    source: str
    assumed: str


@click.command("facts")
@click.argument("game")
@click.option("--assumed", "which", flag_value="assumed", help="Only assumed facts.")
@click.option("--sourced", "which", flag_value="source", help="Only facts with a source.")
@click.option("--overlay", type=FOLDER, help="Folder with rows and parts that replace the game's.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def facts(game: str, which: str | None, overlay: Path | None, as_json: bool) -> None:
    """List a game's facts: where the rulebook states each, or why it is assumed.

    Example: modgen facts people-power --assumed
    """
    everything = list(stated(in_language(load_or_stop(game, overlay), None)))
    chosen = [fact for fact in everything if which is None or getattr(fact, which)]
    if as_json:
        click.echo(json.dumps([asdict(fact) for fact in chosen], ensure_ascii=False, indent=1))
        return
    for fact in chosen:
        reason = f"assumed: {fact.assumed}" if fact.assumed else f"source: {fact.source}"
        click.echo(f"{fact.about}: {reason}")
    sourced = sum(bool(fact.source) for fact in everything)
    assumed = sum(bool(fact.assumed) for fact in everything)
    click.echo(f"{sourced} sourced, {assumed} assumed.")


def stated(game: Game) -> Iterator[StatedFact]:
    """Yield every part of a game that names its source or says why it is assumed."""
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


def _walk(part: Part, about: str) -> Iterator[StatedFact]:
    name = _name(part)
    about = f"{about} {name}" if name else about
    if isinstance(part, Fact) and (part.source or part.assumed):
        yield StatedFact(about, part.source, part.assumed)
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
