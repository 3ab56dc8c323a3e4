"""`modgen inspect`: what a module contains."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, echo_lines, module_errors, read_module_or_stop

if TYPE_CHECKING:
    from modgen.inspecting.advice import Advice
    from modgen.inspecting.score import Dimension


@click.command("inspect")
@click.argument("file", type=FILE)
@click.option("--advice", "advise", is_flag=True, help="Print what would make it better.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def inspect(file: Path, advise: bool, as_json: bool) -> None:
    """Show what a VASSAL module (.vmod) or extension (.vmdx) contains.

    Prints the component tree, counts and sizes, and reports problems: missing or unused pictures;
    names of prototypes, properties, maps, boards, zones, decks and files that nothing defines; key
    commands that no trait handles; set-ups that do not fit the module; maps that cannot be played
    on; numbers, colours, expressions, classes, traits and pictures that VASSAL cannot read;
    warnings that VASSAL gives when it loads the module.

    An extension in the folder `NAME_ext` beside its module NAME.vmod is checked with the pictures
    and names of the module.

    --advice prints instead what would make the module better: each mistake or habit with its place
    and a remedy, and a score compared with those of published modules.

    Exit code: 0 if there are no problems, 1 if there are, 2 if FILE is not a module.

    Example: modgen inspect output/people-power/people-power-1.0.vmod
    """
    from modgen.inspecting import report
    from modgen.inspecting.advice import advice as list_advice
    from modgen.inspecting.score import score

    module = read_module_or_stop(file)
    with module_errors():
        contents = report.inspect(module, file, os.cpu_count() or 1)
        advice = list_advice(module, contents) if advise else []
    # The parts of an extension are those of its module, which is not known here.
    dimensions = score(module) if advise and contents.kind == "module" else []
    if as_json:
        data = contents.data()
        if advise:
            data["advice"] = [each._asdict() for each in advice]
            data["score"] = [each._asdict() for each in dimensions]
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif advise:
        _print_advice(advice, dimensions)
    else:
        echo_lines(report.text(module, contents))
    raise click.exceptions.Exit(1 if contents.problems else 0)


def _print_advice(advice: Sequence[Advice], dimensions: Sequence[Dimension]) -> None:
    from modgen.inspecting.score import standing

    echo_lines(map(str, advice))
    if advice:
        counts = Counter(each.kind for each in advice)
        click.echo("")
        click.echo(", ".join(f"{kind}: {number}" for kind, number in counts.most_common()))
    if not dimensions:
        click.echo("An extension has no score.")
        return
    total = sum(each.points for each in dimensions)
    click.echo(f"Score: {total:.1f} of 100, {standing(total)}")
    for dimension in dimensions:
        remedy = f"  {dimension.remedy}." if dimension.points < dimension.most else ""
        click.echo(f"  {dimension.points:>4} of {dimension.most}  {dimension.name}{remedy}")
