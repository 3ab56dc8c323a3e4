"""`modgen rule`: one clause explained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, FOLDER, fail

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modgen_rules.engine.pairs.coverage import ClauseCoverage
    from modgen_rules.engine.pairs.pairs import Pair
    from modgen_rules.engine.reports.clauses import Clause, ClauseTable


@click.command("rule")
@click.argument("code")
@click.option("--game", help="The game of the rulebook; needed with --rulebook.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
@click.option("--picture", type=FILE, help="Draw the pair of the rule in this .svg or .png file.")
def rule(code: str, game: str | None, rulebook: Path | None, picture: Path | None) -> None:
    """Explain a rule by its code: why it is there, what is legal and illegal, how it is checked.

    A prefix of a code explains all rules whose codes begin with it. --picture draws the board
    before and after the legal and the illegal act of the first pair.

    Example: modgen rule PP-3.2.2
    """
    from modgen_rules.engine.pairs.coverage import coverage
    from modgen_rules.engine.pipeline import whole_rulebook
    from modgen_rules.engine.rulebook import rulebook_names
    from modgen_rules.general.book import general_clauses
    from modgen_rules.general.joined import known_clauses

    if picture is not None and picture.suffix not in (".svg", ".png"):
        fail(f"{picture}: the name of the picture must end with .svg or .png")
    if rulebook is not None and game is None:
        fail("with --rulebook name the game too: --game GAME")
    if not game:
        general, folder = general_clauses()
        if clauses := _matching(general, code):
            if picture is not None:
                fail(f"{code} is a rule of every game and has no pair to draw")
            return _explain(clauses, coverage(folder, general))
    for name in [game] if game else rulebook_names():
        book = whole_rulebook(name, folder=rulebook)
        if clauses := _matching(book.clauses, code):
            known = known_clauses(book)
            _explain(clauses, known)
            if picture is not None:
                _draw(name, rulebook, [known[clause.number] for clause in clauses], code, picture)
            return None
    fail(f"there is no rule `{code}`; `modgen rules GAME` lists all rules of a game")


def _draw(
    game: str, rulebook: Path | None, known: list[ClauseCoverage], code: str, target: Path
) -> None:
    """Draw the first pair of some clauses that shows the breach, or else the first pair."""
    import tempfile

    from modgen.draw.raster import png
    from modgen.vassal.archive import write_text
    from modgen.vassal.replacing import atomic
    from modgen_rules.engine.pairs.pair_pictures import pair_picture
    from modgen_rules.engine.pairs.pair_trials import PairTrials
    from modgen_rules.engine.trial import Trial

    pairs = [pair for one in known for pair in one.pairs]
    if not pairs:
        fail(f"{code} has no pair to draw")
    pair = next((one for one in pairs if one.shows), pairs[0])
    with tempfile.TemporaryDirectory() as folder:
        drawing = pair_picture(PairTrials(Trial(game, rulebook, Path(folder))), pair)
    if target.suffix == ".svg":
        write_text(target, drawing)
    else:
        with atomic(target) as part:
            part.write_bytes(png(drawing, 96))
    click.echo(f"{target}: the pair {pair.name}")


def _matching(table: ClauseTable, code: str) -> list[Clause]:
    """The clauses that a code or a prefix of one fits."""
    prefix = code.partition("-")[0]
    return [one for one in table.matching(code) if one.code.startswith(f"{prefix}-")]


def _explain(clauses: list[Clause], known: Mapping[str, ClauseCoverage]) -> None:
    for clause in clauses:
        _explain_one(clause, known[clause.number])


def _explain_one(clause: Clause, known: ClauseCoverage) -> None:
    click.echo(f"{clause.code}  [{clause.number}]")
    click.echo(f"    {clause.rule}")
    softness = "soft; a breach is never illegal" if clause.soft else "firm"
    for label, value in (
        ("Why", clause.why),
        ("Legal", clause.legal),
        ("Illegal", clause.illegal),
        ("A log must show", clause.shown),
        ("State", known.state),
        ("In the code", ", ".join(known.code)),
        ("Reported in", ", ".join(known.tests)),
        ("Ruling", f"docs/rulings/{clause.ruling} ({softness})" if clause.ruling else ""),
        ("Not observable", clause.cannot),
    ):
        if value:
            click.echo(f"    {label}: {value}")
    for pair in known.pairs:
        _show_pair(pair)
    click.echo("")


def _show_pair(pair: Pair) -> None:
    """A pair with its position, a statement on each line."""
    for label, text in pair.described():
        click.echo(f"    {label}:")
        for statement in filter(None, map(str.strip, text.split(";"))):
            click.echo(f"        {statement}")
