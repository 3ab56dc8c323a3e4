"""`modgen rule`: one clause explained."""

from __future__ import annotations

import click

from modgen.cli.common import fail


@click.command("rule")
@click.argument("code")
def rule(code: str) -> None:
    """Explain a rule: what it checks and why, what is legal, what is not, what a log must show.

    Example: modgen rule PP-3.2.2
    """
    from modgen_rules.engine.coverage import cited, exercised
    from modgen_rules.engine.pipeline import find_rulebook
    from modgen_rules.engine.rulebook import rulebook_names

    for game in rulebook_names():
        rulebook = find_rulebook(game)
        table = rulebook.clauses
        if not code.startswith(f"{table.prefix}-"):
            continue
        found = list(table.matching(code))
        if not found:
            break
        checks, tests = cited(rulebook.folder, table), exercised(rulebook.folder)
        for clause in found:
            click.echo(f"{clause.code}  [{clause.number}]")
            click.echo(f"    {clause.rule}")
            tried = tests.get(clause.number, {})
            for label, value in (
                ("Why", clause.why),
                ("Legal", clause.legal),
                ("Illegal", clause.illegal),
                ("Found legal", tried.get("positive", [""])[0]),
                ("Found illegal", tried.get("negative", [""])[0]),
                ("Such mistakes are", ", ".join(tried.get("mutation", []))),
                ("A log must show", clause.shown),
                ("Checked by", ", ".join(checks.get(clause.number, []))),
                ("Not in a log", clause.cannot),
            ):  # fmt: skip
                if value:
                    click.echo(f"    {label}: {value}")
            click.echo("")
        return
    fail(f"there is no rule `{code}`; `modgen rules GAME` lists all")
