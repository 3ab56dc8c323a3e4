"""`modgen simulate`: random legal games, written as logs."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, FOLDER, echo_lines, fail, read_module_or_stop


@click.command("simulate")
@click.argument("game")
@click.option(
    "-n",
    "number",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    help="How many games.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option("-o", "--output", type=FOLDER, required=True, help="The folder to write to.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts of the game.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
@click.option("--module", type=FILE, help="The module to play on.  [default: a new one]")
@click.option("--turns", type=click.IntRange(1), help="Stop each game after this many turns.")
@click.option("--mistakes", type=click.IntRange(0, 30), default=0, help="Plant this many mistakes.")
@click.option("--noise", is_flag=True, help="Imitate the untidy play of people.")
def simulate(  # noqa: PLR0917
    game: str,
    number: int,
    seed: int,
    output: Path,
    overlay: Path | None,
    rulebook: Path | None,
    module: Path | None,
    turns: int | None,
    mistakes: int,
    noise: bool,
) -> None:
    """Play random legal games and write each as a log that VASSAL opens.

    With --mistakes the games are not legal; the command lists the mistakes that it planted. A game
    without a rulebook of its own is played by what its data states; the command lists what it left
    out, and why.

    Example: modgen simulate people-power -n 20 --seed 7 -o games
    """
    from modgen_rules.engine.pipeline import find_rulebook
    from modgen_rules.engine.simulation import simulated

    if turns and (mistakes or noise):
        fail("--turns cannot be combined with --mistakes or --noise")
    book = find_rulebook(game, overlay, rulebook)
    output.mkdir(parents=True, exist_ok=True)
    played_on = read_module_or_stop(module) if module else None
    seeds = range(seed, seed + number)
    games = simulated(
        book, seeds, output, played_on, noise=noise, mistakes=mistakes, turns=turns or 0
    )
    left_out: list[str] = []
    for one in games:
        click.echo(f"{one.path} ({one.steps} steps)")
        for line in one.planted:
            click.echo(f"    planted at {line}")
        if mistakes and len(one.planted) < mistakes:
            fewer = len(one.planted) or "none"
            click.echo(f"    planted {fewer} of {mistakes}: no more were found")
        left_out = one.left_out
    if left_out:
        echo_lines(["Not played:", *(f"  {line}." for line in left_out)])
