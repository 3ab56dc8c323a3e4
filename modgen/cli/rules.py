"""`modgen rules`: a rulebook's clauses, and what checks each of them."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command("rules")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Plain data instead of words.")
@click.option("--select", multiple=True, help="Only codes or numbers that begin so.")
def rules(game: str, as_json: bool, select: tuple[str, ...]) -> None:
    """Every numbered clause of a game's rulebook: its code, what checks it, which tests try it.

    Example: modgen rules people-power --select 3.4
    """
    from modgen_rules.engine.coverage import cited, exercised
    from modgen_rules.engine.pipeline import find_rulebook

    rulebook = find_rulebook(game)
    table = rulebook.clauses
    checks, tests = cited(rulebook.folder, table), exercised(rulebook.folder)
    rows: list[dict[str, Any]] = []
    for clause in table.clauses:
        if select and clause not in [one for text in select for one in table.matching(text)]:
            continue
        rows.append(
            {
                "code": clause.code, "clause": clause.number, "rule": clause.rule,
                "kind": clause.kind, "severity": clause.severity,
                "checked by": checks.get(clause.number, []), "tests": tests.get(clause.number, {}),
                "why": clause.why, "legal": clause.legal, "illegal": clause.illegal,
                "cannot": clause.cannot,
            }
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in rows:
        click.echo(f"{row['code']}  ({row['kind']})")
        click.echo(f"    {row['rule']}")
        if row["checked by"]:
            click.echo(f"    checked by {', '.join(row['checked by'])}")
        for kind, names in row["tests"].items():
            click.echo(f"    {kind}: {', '.join(names)}")
        if row["cannot"]:
            click.echo(f"    not in a log: {row['cannot']}")
    shown = sum(bool(row["checked by"]) for row in rows)
    click.echo(f"{len(rows)} clauses: {shown} checked, {len(rows) - shown} that a log cannot show.")
