"""`modgen rules`: the clauses of a rulebook, and what is known of each."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

from modgen.cli.common import FOLDER


@click.command("rules")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Plain data instead of text.")
@click.option("--select", multiple=True, help="Only codes or numbers with this prefix.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
def rules(game: str, as_json: bool, select: tuple[str, ...], rulebook: Path | None) -> None:
    """List every numbered clause of a game's rulebook, with its code and its state.

    A clause is `reported` if the checker can report it and a pair shows that it does, `modelled`
    if the checker follows it but nothing shows it as the finding, and `not observable` if no log
    can show a breach, or another clause covers it. A pair is an act that keeps the clause and a
    look-alike that breaks it; both are tested, also as people record them; `modgen rule CODE`
    shows it. A rulebook without pairs has other tests in their place.

    Example: modgen rules people-power --select 3.4
    """
    from modgen_rules.engine.pipeline import whole_rulebook
    from modgen_rules.general.joined import known_clauses

    book = whole_rulebook(game, folder=rulebook)
    table = book.clauses
    known = known_clauses(book)
    chosen = {clause.number for text in select for clause in table.matching(text)}
    rows: list[dict[str, Any]] = [
        {
            "code": clause.code,
            "clause": clause.number,
            "rule": clause.rule,
            "kind": clause.kind,
            "severity": clause.severity,
            "state": known[clause.number].state,
            "code in": known[clause.number].code,
            "tests": known[clause.number].tests,
            "pairs": len(known[clause.number].pairs),
            "why": clause.why,
            "legal": clause.legal,
            "illegal": clause.illegal,
            "cannot": clause.cannot,
            "ruling": clause.ruling,
            "soft": clause.soft,
        }
        for clause in table.clauses
        if not select or clause.number in chosen
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(f"{row['code']}  ({row['kind']}, {row['state']})")
        click.echo(f"    {row['rule']}")
        if row["code in"]:
            click.echo(f"    in {', '.join(row['code in'])}")
        if row["tests"]:
            click.echo(f"    reported in {', '.join(row['tests'])}")
        if row["ruling"]:
            softness = "soft" if row["soft"] else "firm"
            click.echo(f"    ruling ({softness}): docs/rulings/{row['ruling']}")
        if row["cannot"]:
            click.echo(f"    not observable: {row['cannot']}")
    count = Counter(row["state"] for row in rows)
    paired = sum(known[row["clause"]].paired for row in rows)
    with_pair = f" ({paired} of them with a pair)" if paired else ""
    click.echo(
        f"{len(rows)} clauses: {count['reported']} reported{with_pair}, "
        f"{count['modelled']} modelled, {count['not observable']} not observable."
    )
