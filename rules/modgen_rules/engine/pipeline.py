"""The check from files to a report: finds the game and its rulebook, orders the logs, judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modgen.assets import bundled_games
from modgen.errors import ModgenError
from modgen.library.games import find_game, first_title
from modgen.log.timeline import Timeline
from modgen.model.files.diagnostics import Diagnostics, PartDiagnostic
from modgen.model.game import Game
from modgen.model.loading.compiled import compiled
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import SaveFile
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.chain import Chain, Gap, chains, in_words, read_ends, read_parts
from modgen_rules.engine.record.log_parts import LogPart, UnusableLogError
from modgen_rules.engine.record.own_lookups import Lookups
from modgen_rules.engine.record.piece_states import OwnPieces, PieceTracker
from modgen_rules.engine.record.place_lookup import OwnModule
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Span
from modgen_rules.engine.reports.house_rules import (
    Filter,
    begins,
    filtered,
    read_baseline,
    read_house_rules,
)
from modgen_rules.engine.reports.secrecy import Reader, Secrets
from modgen_rules.engine.rulebook import Rulebook, load_rulebook

if TYPE_CHECKING:
    from modgen.model.files.binding import SourceMap
    from modgen.model.loading.folder import Loaded
    from modgen.vassal.module import Module

Watch = Callable[[GameReport, GameReport], None]
"""Is called while a game is judged, with the report on its earlier logs and on the present ones.

The steps of the second are counted from the last step of the first.
"""


class CheckError(ModgenError, ValueError):
    """Options or files that do not fit each other; the message says how to go on."""


def check(
    paths: Sequence[Path],
    game: str | Path | None = None,
    overlay: Path | None = None,
    binding: Path | None = None,
    module: Path | None = None,
    rulebook: Path | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    house_rules: Path | None = None,
    baseline: Path | None = None,
    language: str = "",
    watch: Watch | None = None,
    reveal: bool = False,
    extensions: Sequence[Path] = (),
    viewer: str = "",
) -> Report:
    """Judge logs (.vlog) and saves (.vsav). Logs that continue each other are one game.

    `game` is the name of a bundled game or a folder; without it each log's module tells. `overlay`
    is a folder with the user's own rows and parts of the game, `rulebook` a folder with a
    rulebook. `binding` says what `module`, when Modgen did not build it, calls our pieces and
    places; `extensions` are those of the module that do not lie beside it. `select`, `ignore`,
    `house_rules` and `baseline` say which findings count. `language` is that of the texts of
    rules.yaml; by default the game's first. `watch` is called at the beginning of each game and
    after each of its turns. Only with `reveal` do findings name what still lies face down when a
    log ends. For a `viewer`, a side, they name what that side can see then. Raises ModgenError for
    input that cannot be used.
    """
    wanted = Filter(
        tuple(select),
        tuple(ignore),
        read_house_rules(house_rules) if house_rules else (),
        read_baseline(baseline) if baseline else frozenset(),
    )
    if not paths:
        raise CheckError("give at least one log to check")
    if extensions and module is None:
        raise CheckError("--extension adds to a module; give the module with --module")
    if binding is not None and module is None:
        raise CheckError("a binding needs the module on which the game was played: --module FILE")
    given = module_of(module, extensions) if module else None
    played = {path: played_on(path) for path in paths}
    for path, metadata in played.items():
        _same_module(path, metadata, module, given)
    logs: dict[str, list[Path]] = {}
    for path in paths:
        name = str(game) if game else game_of(path, played[path])
        logs.setdefault(name, []).append(path)
    if binding is not None and len(logs) > 1:
        raise CheckError(
            f"the logs are of several games ({', '.join(logs)}); a binding is for one game"
        )
    reports: list[GameReport] = []
    books = {name: whole_rulebook(name, overlay, rulebook, language) for name in logs}
    _known_codes(wanted.select, [book.clauses for book in books.values()])
    for name, found in logs.items():
        book = books[name]
        for path in found if game and binding is None else ():
            _same_game(book, path, played[path])
        lookups = lookups_of(book, binding, given)
        reader = None if reveal else _reader(viewer, given, book.games[0])
        reports += _judge_all(book, found, lookups, watch, reader)
    for report in reports:
        report.remarks += _other_versions(report, played, books)
    order = list(paths)
    reports.sort(key=lambda report: min(order.index(part.path) for part in report.parts))
    return filtered(Report(reports), wanted)


def _known_codes(prefixes: Iterable[str], tables: Sequence[ClauseTable]) -> None:
    """Refuse a selected prefix that no code has, since nothing would count."""
    for prefix in prefixes:
        codes = (clause.code for table in tables for clause in table.clauses)
        other = any(begins(f"{table.prefix}-log-changed-between", prefix) for table in tables)
        if not other and not any(begins(code, prefix) for code in codes):
            raise CheckError(
                f"no code has the prefix `{prefix}`; codes begin with `{tables[0].prefix}-`, "
                "and `modgen rules GAME` lists them"
            )


def _reader(viewer: str, given: Module | None, game: Game) -> Reader:
    """For whom a report is. What a side can see is in the module, by default the game's own."""
    if not viewer or given is not None:
        return Reader(viewer, given.tree if given is not None else None)
    from modgen_rules.engine.simulation import compiled_module

    with TemporaryDirectory() as folder:
        return Reader(viewer, compiled_module(game, Path(folder)).tree)


def _judge_all(
    rulebook: Rulebook,
    paths: Sequence[Path],
    lookups: Lookups,
    watch: Watch | None,
    reader: Reader | None,
) -> Iterator[GameReport]:
    """Judge the logs of one game's module: one recorded game, or several."""
    if len(paths) == 1:
        found = [Chain([[LogPart(paths[0])]])]
    else:
        opener = partial(PieceTracker, places=lookups.places, pieces=lookups.pieces)
        with naming(*paths):
            found = chains([read_ends(path, opener) for path in paths])
    for chain in found:
        yield judge_chain(rulebook, chain, lookups, watch=watch, reader=reader)


def judge_chain(
    rulebook: Rulebook,
    chain: Chain,
    lookups: Lookups,
    visit: Callable[[Timeline], object] = lambda timeline: None,
    watch: Watch | None = None,
    reader: Reader | None = None,
) -> GameReport:
    """One game. After a gap it is judged afresh; steps are counted over all logs.

    `visit` is called with each stretch after it was judged, `watch` after each turn. Nothing is
    told of what the `reader` cannot see; by default everything. Raises what reading a log raises.
    """
    game = rulebook.games[0]
    whole = GameReport(
        game.id,
        rulebook.clauses.prefix,
        [part.path.name for part in chain.parts],
        title=game.info.title,
        remarks=list(chain.remarks),
        parts=chain.parts,
    )
    for n, stretch in enumerate(chain.stretches):
        with naming(*(part.path for part in stretch)):
            timeline = read_parts(stretch)
            if n:
                whole.steps += 1
                gap = _gap_finding(chain.gaps[n - 1], whole, game)
                secrets = Secrets(timeline, game, reader) if reader else None
                whole.findings.append(secrets.unnamed(gap) if secrets else gap)
            logs = [part.path.name for part in stretch]
            told = partial(watch, whole) if watch else None
            report = judge_log(rulebook, timeline, logs, lookups, told, reader)
            report = report.shifted(whole.steps)
            visit(timeline)
        whole.findings += report.findings
        whole.remarks += [one for one in report.remarks if one not in whole.remarks]
        whole.segments += report.segments
        whole.dice += report.dice
        whole.steps += report.steps
    return whole


def _gap_finding(gap: Gap, whole: GameReport, game: Game) -> Finding:
    text = (
        f"Between {gap.before.name} and {gap.after.name} the position changed outside any log, or "
        "a log is missing; the game is judged afresh from the new position."
    )
    return Finding(
        f"{whole.prefix}-log-changed-between",
        "",
        "suspect",
        "warning",
        Span(whole.steps, whole.steps),
        "",
        text,
        in_words(gap.missing, game),
        in_words(gap.new, game),
    ).marked(f"{gap.before.name},{gap.after.name}")


# --- the game and its rulebook ---------------------------------------------------------------


def played_on(path: Path) -> Metadata | None:
    """The module on which a log was played, as the log says. Raises what reading a log raises."""
    with naming(path), SaveFile(path) as save:
        return save.moduledata


def game_of(path: Path, played: Metadata | None) -> str:
    """The bundled game on whose module a log was played. Raises UnusableLogError."""
    name = played.name if played else None
    folders = bundled_games()
    for id_ in sorted(folders, key=lambda id_: first_title(folders[id_]) != name):
        if first_title(folders[id_]) == name or name in titles(folders[id_]):
            return id_
    told = f"was played on `{name}`" if name else "does not say on which module it was played"
    raise UnusableLogError(f"{path}: the log {told}; name the game with --game")


def titles(folder: Path) -> set[str]:
    """What the modules of a game are called in its languages. Raises GameDataError."""
    found = set()
    for game in compiled(folder).games:
        title = (game.parent or game).info.title  # an expansion is played on its game's module
        found |= {title, f"{title} ({game.language})"}
    return found


def find_rulebook(
    name: str | Path, overlay: Path | None = None, folder: Path | None = None
) -> Rulebook:
    """The rulebook of a game, for the game in all its languages. Raises ModgenError.

    A game without a rulebook is judged by the laws that its data states.
    """
    return _found(name, overlay, folder)[0]


def whole_rulebook(
    name: str | Path, overlay: Path | None = None, folder: Path | None = None, language: str = ""
) -> Rulebook:
    """The same with the game's rules.yaml, and the general laws that its rulebook asks for.

    The texts of rules.yaml are in `language`, by default the game's first. Raises GameDataError
    for rules that `modgen check-data` refuses.
    """
    book, sources = _found(name, overlay, folder, language)
    if not getattr(book, "general_laws", ()) and not book.games[0].rules:
        return book
    from modgen_rules.general.joined import joined
    from modgen_rules.general.rule_checks import check_rules

    _refuse_errors(check_rules(book.games), sources)
    return joined(book, sources, language)


def _refuse_errors(found: Iterable[PartDiagnostic], sources: SourceMap) -> None:
    """Raise GameDataError if any of the problems that a check found is an error."""
    diagnostics = Diagnostics()
    for one in found:
        add = diagnostics.warn if one.warning else diagnostics.error
        add(sources.locate(one), one.message, one.hint)
    diagnostics.stop_on_errors()


def _found(
    name: str | Path, overlay: Path | None, folder: Path | None, language: str = ""
) -> tuple[Rulebook, SourceMap]:
    games, sources = compiled(find_game(name), overlay)
    known = games[0].info.languages
    if language and language not in known:
        raise CheckError(f"{games[0].id} has no language `{language}`; it has {', '.join(known)}")
    book = load_rulebook(games, folder)
    if book is None:
        from modgen_rules.general.book import GeneralRulebook

        book = GeneralRulebook(games, sources, language=language)
    return book, sources


def all_languages(loaded: Loaded) -> list[Game]:
    """The game in each of its languages, the language of its files first."""
    first = loaded.game
    others = [one for one in first.info.languages if one != first.language]
    return [first, *(loaded.in_language(one) for one in others)]


def _same_game(rulebook: Rulebook, path: Path, played: Metadata | None) -> None:
    """Refuse a log of another bundled game."""
    name = played.name if played else None
    own = {(game.parent or game).info.title for game in rulebook.games}
    known = {first_title(folder) for folder in bundled_games().values()}
    if name in known - own:
        raise UnusableLogError(
            f"{path}: the log was played on `{name}`, not on `{rulebook.games[0].info.title}`"
        )


# --- the module ------------------------------------------------------------------------------


def module_of(path: Path, extensions: Iterable[Path] = ()) -> Module:
    """Read the module on which logs were played, with its extensions. Raises UnusableLogError."""
    from modgen.vassal.extensions import read_extended

    with naming(path):
        return read_extended(path, extensions).module


def _same_module(
    path: Path, played: Metadata | None, module: Path | None, given: Module | None
) -> None:
    """Refuse a module on which the log was not played; its version may differ."""
    name = given.metadata.name if given is not None else None
    if name and played is not None and played.name and played.name != name:
        raise CheckError(
            f"{path} was played on the module `{played.name}`, but {module} is `{name}`"
        )


def _other_versions(
    report: GameReport, played: Mapping[Path, Metadata | None], books: Mapping[str, Rulebook]
) -> Iterator[str]:
    """A sentence for each log that was played on another version of its game's own module."""
    games = [game for book in books.values() for game in book.games if game.id == report.game]
    for part in report.parts:
        metadata = played.get(part.path)
        for game in games[:1] if metadata and metadata.version else ():
            own = metadata and metadata.name in {one.info.title for one in games}
            if own and metadata and metadata.version != game.info.version:
                yield (
                    f"{part.path.name} was played on version {metadata.version} of the module; it "
                    f"is judged by version {game.info.version}."
                )


def lookups_of(rulebook: Rulebook, binding: Path | None, module: Module | None) -> Lookups:
    """What finds places and pieces in logs of a module. Raises BindingError."""
    game = rulebook.games[0]
    extensions = module.extensions if module is not None else {}
    if binding is not None and module is not None:
        from modgen_rules.engine.record.binding import bound

        return Lookups(*bound(binding, module.tree, game, module.images), False, extensions)
    if game.info.module.parts:
        from modgen_rules.engine.record.imported import imported

        return Lookups(*imported(game, module), extensions=extensions)
    return Lookups(OwnModule.of(rulebook.games), OwnPieces(game), extensions=extensions)


@contextmanager
def naming(*paths: Path) -> Iterator[None]:
    """Within this, an error about an input names the file, or the first of several."""
    try:
        yield
    except ModgenError as problem:
        if any(str(path) in str(problem) or path.name in str(problem) for path in paths):
            raise
        raise UnusableLogError(f"{paths[0]}: {problem}") from problem
    except FileNotFoundError as problem:
        raise UnusableLogError(f"the file {problem.filename} does not exist") from problem
    except IsADirectoryError as problem:
        raise UnusableLogError(f"{problem.filename} is a folder, not a file") from problem
    except RecursionError as problem:
        raise UnusableLogError(f"{paths[0]}: something in it is nested too deeply") from problem


def timeline_of(report: GameReport) -> Timeline:
    """All logs of a game as one timeline; a gap between logs is a step of its own."""
    with naming(*(part.path for part in report.parts)):
        return read_parts(report.parts)
