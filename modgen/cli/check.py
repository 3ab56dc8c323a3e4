"""`modgen check`: was this game played by the rules?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modgen.cli.common import FILE, fail, in_language, load_or_stop, read_module_or_stop
from modgen.cli.log import read_or_stop

if TYPE_CHECKING:
    from modgen.log.timeline import Timeline
    from modgen_rules.engine.findings import Finding, Report
    from modgen_rules.engine.piece_states import PieceLookup
    from modgen_rules.engine.place_lookup import PlaceLookup
    from modgen_rules.engine.rulebook import Rulebook

FORMATS = ("text", "json", "sarif", "junit", "html")


@click.command("check")
@click.argument("logs", type=FILE, nargs=-1, required=True)
@click.option("--game", help="The game, when the log's module does not say.")
@click.option("--module", type=FILE, help="The module that was played on; HTML needs it.")
@click.option("--bind", type=FILE, help="What another module calls our pieces and places.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("-o", "--output", type=FILE, help="Write there instead of to the screen.")
@click.option("--select", multiple=True, help="Only codes that begin so: PP-3.")
@click.option("--ignore", multiple=True, help="No codes that begin so.")
@click.option("--house", type=FILE, help="A YAML file of rules that the players left out.")
@click.option("--baseline", type=FILE, help="An earlier JSON report: only what is new counts.")
@click.option("--strict", is_flag=True, help="Exit 3 when something cannot be told.")
def check(  # noqa: PLR0917
    logs: tuple[Path, ...], game: str | None, module: Path | None, bind: Path | None, form: str,
    output: Path | None, strict: bool, **choices: Any,
) -> int:  # fmt: skip
    """Judge saves and logs: which turns no legal action explains, and by which clause.

    Several logs of one game are checked as a chain. Exit codes: 0 nothing illegal, 1 something
    illegal, 2 unusable input, 3 with --strict only cannot-tell.

    Example: modgen check session-1.vlog session-2.vlog --format html -o report.html
    """
    from modgen_rules.engine.findings import UnusableLogError
    from modgen_rules.engine.reports import FORMATS as WRITERS

    if form == "html" and module is None:
        fail("an HTML report shows the board; say which module was played on with --module")
    timeline = read_or_stop(logs[:1])
    rulebook = find_rulebook(game or game_of(timeline))
    names = bound_names(rulebook, module, bind)
    broken: list[Finding] = []
    if len(logs) > 1:
        logs, broken = chained(rulebook, logs, names)
        timeline = read_or_stop(logs)
    listed = [path.name for path in logs]
    try:
        report = rulebook.check(timeline, listed, *names, lawful=bind is None)
    except UnusableLogError as problem:
        fail(f"{logs[0]}: {problem}")
    report.findings = [*broken, *report.findings]
    report = chosen(report, **choices)
    if form == "html" and module is not None:
        written = _page(rulebook, timeline, report, module)
    else:
        written = WRITERS[form](report, rulebook.clauses)
    if output is None:
        click.echo(written)
    else:
        from modgen.vassal.archive import atomic

        with atomic(output) as part:
            part.write_text(written, "utf-8")
        click.echo(f"{output}: {report.summary}")
    return report.exit_code(strict)


def game_of(timeline: Timeline) -> str:
    """The bundled game whose module a log was played on. Stops with exit 2 when there is none."""
    from modgen.assets import bundled_games
    from modgen.model.loading.folder import load

    name = timeline.module.name if timeline.module else None
    games = bundled_games()
    own = next((id_ for id_, folder in games.items() if _title(folder) == name), None)
    if own is not None:
        return own
    for id_, folder in games.items():
        loaded = load(folder)
        for language in loaded.game.info.languages:
            title = loaded.in_language(language).info.title
            if name in (title, f"{title} ({language})"):
                return id_
    said = f"it was played on `{name}`" if name else "it does not say on which module"
    fail(f"the log is of no game that can be checked: {said}; name the game with --game")


def _title(folder: Path) -> str:
    """A game's title in its own language, read without the rest of the game."""
    found = re.search(r'^title: *"?(.*?)"? *$', (folder / "game.yaml").read_text("utf-8"), re.M)
    return found[1] if found else ""


def find_rulebook(game: str) -> Rulebook:
    """The rulebook of a game by its name. Stops with exit 2 when there is none."""
    from modgen_rules.engine.rulebook import load_rulebook

    loaded = load_or_stop(game)
    languages = loaded.game.info.languages
    games = [loaded.game]
    games += [in_language(loaded, one) for one in languages if one != loaded.game.language]
    found = load_rulebook(games)
    if found is None:
        fail(f"there is no checker for {loaded.game.id}")
    return found


def bound_names(
    rulebook: Rulebook, module: Path | None, bind: Path | None
) -> tuple[PlaceLookup | None, PieceLookup | None]:
    """What another module calls our places and pieces; nothing for our own module."""
    if bind is None:
        return None, None
    from modgen_rules.engine.binding import BindingError, bound

    if module is None:
        fail("with --bind the module that was played on is needed: --module FILE")
    tree = read_module_or_stop(module).tree
    try:
        return bound(bind, tree, rulebook.games[0])
    except BindingError as problem:
        fail(str(problem))


def chained(
    rulebook: Rulebook, logs: tuple[Path, ...],
    names: tuple[PlaceLookup | None, PieceLookup | None],
) -> tuple[tuple[Path, ...], list[Finding]]:  # fmt: skip
    """The logs in the order of play, and what was changed between them."""
    from modgen.cli.common import module_errors
    from modgen_rules.engine.chain import broken_links, in_order, read_links
    from modgen_rules.engine.piece_states import OwnPieces, PieceTracker
    from modgen_rules.engine.place_lookup import OwnModule

    gazetteer = names[0] or OwnModule.of(rulebook.games)
    vocabulary = names[1] or OwnPieces(rulebook.games[0])
    with module_errors():
        links = in_order(
            read_links(logs, lambda timeline: PieceTracker(timeline, gazetteer, vocabulary))
        )
    found = broken_links(links, rulebook.clauses.prefix)
    return tuple(link.path for link in links), found


def chosen(
    report: Report, select: tuple[str, ...], ignore: tuple[str, ...], house: Path | None,
    baseline: Path | None,
) -> Report:  # fmt: skip
    """The findings that the user wants to see."""
    from modgen_rules.engine.house import HouseError, kept, read_baseline, read_house

    try:
        rules = read_house(house) if house else []
        known = read_baseline(baseline) if baseline else frozenset()
    except HouseError as problem:
        fail(str(problem))
    return kept(report, select, ignore, rules, known)


def _page(rulebook: Rulebook, timeline: Timeline, report: Report, module: Path) -> str:
    from modgen.log.page import page
    from modgen.log.story import Story

    found = read_module_or_stop(module)
    story = Story(timeline, found.tree, None)
    findings = {"summary": report.summary, "findings": [one.data() for one in report.findings]}
    return page(story, found, f"{found.metadata.name or module.stem}: report", findings)
