"""Check whether games were played by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from modgen_rules.engine import pipeline
from modgen_rules.engine.reports.findings import Report


def check(
    *logs: str | Path,
    game: str | Path | None = None,
    overlay: str | Path | None = None,
    module: str | Path | None = None,
    binding: str | Path | None = None,
    rulebook: str | Path | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    house_rules: str | Path | None = None,
    baseline: str | Path | None = None,
    language: str = "",
    reveal: bool = False,
    viewer: str = "",
) -> Report:
    """Judge logs by the rules of their game.

    Logs that continue each other are judged as one game, in whatever order they are given; all
    others are judged as separate games. `game` is the name of a bundled game or a folder; without
    it, the game is found by the module that the log names. A game without a rulebook is judged by
    the laws that its data states. `overlay` is a folder with rows and parts that replace the
    game's, `rulebook` a folder with a rulebook of your own. For a module that Modgen did not build,
    give the `module` and a `binding` that maps its names (see `modgen bind`). `select` and `ignore`
    are prefixes of codes; `house_rules` is a YAML file that lists house rules, `baseline` an
    earlier JSON report whose findings do not count, and `language` that of the texts of rules.yaml.
    Only with `reveal` do findings name what still lies face down when a log ends; for a `viewer`,
    the name of a side, they name what that side can see.

    The report lists the turns as `segments` and what is wrong as `findings`. Raises ModgenError
    for input that cannot be used.

    >>> report = check("game.vlog")
    >>> report.games[0].title, report.exit_code()
    ('People Power', 0)
    >>> check("game.vlog", game="civil-power")
    Traceback (most recent call last):
    ...
    modgen_rules.engine.record.log_parts.UnusableLogError: game.vlog: the log was played on ...
    """
    return pipeline.check(
        [Path(log) for log in logs],
        game,
        _path(overlay),
        _path(binding),
        _path(module),
        _path(rulebook),
        select,
        ignore,
        _path(house_rules),
        _path(baseline),
        language,
        reveal=reveal,
        viewer=viewer,
    )


def _path(name: str | Path | None) -> Path | None:
    return None if name is None else Path(name)
