"""The report of a results database: one web page with plots, which needs no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from modgen import __version__
from modgen.log.policy import checksum
from modgen.vassal.archive import write_text
from modgen_rules.audit.database import connect, totals
from modgen_rules.audit.extras import need
from modgen_rules.audit.numbers import Behind, Cell, Chapter, Link, Plot, chapters
from modgen_rules.audit.pseudonyms import without_names

MOST_GAMES = 5_000
"""The most games that the page lists; those with illegal turns come first."""
MOST_SHOWN = 120
"""The most rows of a plot."""
MOST_FINDINGS = 20
"""The most findings that the page has of a game."""
SNIPPET = "window.vegaEmbed = vegaEmbed;"


def write_report(database: Path, target: Path, anonymous: bool = False) -> int:
    """Write the report; returns how many games it is about.

    With `anonymous` names of players and files are replaced. Raises DatabaseError, or
    MissingExtraError without the extra `audit`.
    """
    con = connect(database, read_only=True)
    try:
        if anonymous:
            con = without_names(con)
        text = report_page(con, anonymous)
        number: int = con.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        con.close()
    write_text(target, text)
    return number


def report_page(con: Any, anonymous: bool = False) -> str:
    """The page's HTML."""
    behind = Behind(con)
    found = list(chapters(con, behind))
    every = totals(con)
    folder = files("modgen_rules.audit")
    script = folder.joinpath("page.js").read_text("utf-8")
    library = need("vl_convert", "audit").javascript_bundle(SNIPPET)
    listed = _games(con, behind)
    plots = {plot.id: _spec(plot) for chapter in found for plot in chapter.plots if plot.points}
    data = {
        "games": listed,
        "behind": {key: ids for key, ids in behind.games.items() if ids},
        "totals": behind.totals,
        "plots": plots,
        "anonymous": anonymous,
    }
    codes = [library, script]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src " + " ".join(
        ["'unsafe-eval'", *(checksum(code) for code in codes)]
    )
    body = "".join(_body(con, found, every, len(listed)))
    parts = {
        "policy": escape(policy),
        "version": escape(__version__),
        "body": body,
        "data": _json(data),
        "library": library,
        "script": script,
    }
    text = folder.joinpath("page.html").read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], text)


def _json(data: object) -> str:
    """JSON that cannot end its script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _spec(plot: Plot) -> dict[str, Any]:
    return {"data": {"values": plot.points[:MOST_SHOWN]}, **plot.spec}


def _games(con: Any, behind: Behind) -> dict[str, Any]:
    """The games of the page by id, those with illegal turns first."""
    rows = con.execute(
        "SELECT game_id, title, scenario, winner, turns, illegal, suspect, "
        "strftime(last_saved, '%Y-%m-%d') FROM games "
        f"ORDER BY coalesce(illegal, 0) DESC, game_id LIMIT {MOST_GAMES}"
    ).fetchall()
    names = ("title", "scenario", "winner", "turns", "illegal", "suspect", "date")
    found: dict[str, Any] = {
        row[0]: {name: value for name, value in zip(names, row[1:], strict=True) if value}
        for row in rows
    }
    ids = list(found)
    chosen = "WHERE game_id IN (SELECT unnest(?::VARCHAR[]))"
    for id_, player, side in con.execute(
        f"SELECT game_id, player, side FROM players {chosen} ORDER BY ALL",
        [ids],
    ).fetchall():
        told = f"{player} ({side})" if side and side != player else player
        found[id_].setdefault("players", []).append(told)
    for id_, address in con.execute(
        f"SELECT game_id, address FROM logs {chosen} ORDER BY game_id, number",
        [ids],
    ).fetchall():
        found[id_].setdefault("logs", []).append(address)
    findings = con.execute(
        "SELECT game_id, code, verdict, first_step, last_step, message FROM findings "
        f"{chosen} AND verdict IN ('illegal', 'suspect') AND number <= {MOST_FINDINGS} "
        "ORDER BY game_id, number",
        [ids],
    ).fetchall()
    for id_, code, verdict, first, last, message in findings:
        found[id_].setdefault("findings", []).append([code, verdict, first, last, message])
    return found


def _body(con: Any, found: list[Chapter], every: Any, listed: int) -> Iterator[str]:
    number = sum(every.files.values())
    yield (
        f"<p class=lead>{number:,} files, {every.games:,} games, {every.turns:,} turns, "
        f"{every.illegal:,} illegal findings."
    )
    judged = every.files.get("judged", 0)
    if number > judged:
        yield f' <a href="#files">{number - judged:,} files were not judged.</a>'
    yield "</p>"
    if len(found) > 1:
        links = " ".join(f'<a href="#{escape(one.game)}">{escape(one.title)}</a>' for one in found)
        yield f"<nav>{links}</nav>"
    for chapter in found:
        yield f'<section id="{escape(chapter.game)}"><h2>{escape(chapter.title)}</h2><dl>'
        for name, value in chapter.summary:
            yield f"<div><dt>{escape(name)}</dt><dd>{_cell(value)}</dd></div>"
        yield "</dl>"
        for plot in chapter.plots:
            yield from _plot(plot)
        yield "</section>"
    yield from _files(con)
    if every.games > listed:
        yield (
            f"<p class=note>The page has the {listed:,} games with most illegal turns of "
            f"{every.games:,}; the database has all.</p>"
        )


def _plot(plot: Plot) -> Iterator[str]:
    yield f"<h3>{escape(plot.title)}</h3><p class=note>{escape(plot.note)}</p>"
    if plot.points:
        label = escape(f"{plot.title}. The table below has the same numbers.")
        yield f'<div class=plot id="{escape(plot.id)}" role=img aria-label="{label}"></div>'
    yield "<details><summary>Numbers</summary><div class=scroll><table><thead><tr>"
    yield "".join(f"<th>{escape(head)}</th>" for head in plot.heads)
    yield "</tr></thead><tbody>"
    for row in plot.rows:
        yield "<tr>" + "".join(f"<td>{_cell(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table></div>"
    if plot.left_out:
        yield f"<p class=note>{plot.left_out:,} more rows are in the database.</p>"
    yield "</details>"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Link):
        return f'<a href="#games" data-key="{escape(cell.key)}">{escape(cell.text)}</a>'
    return escape(cell)


def _files(con: Any) -> Iterator[str]:
    rows = con.execute(
        "SELECT state, CASE WHEN state = 'copy' THEN 'the same as another file' ELSE reason END "
        "AS why, count(*) FROM files WHERE state <> 'judged' OR reason <> '' "
        "GROUP BY ALL ORDER BY 3 DESC, 1, 2"
    ).fetchall()
    if not rows:
        return
    yield "<section id=files><h2>Files that were not judged</h2><div class=scroll><table><thead>"
    yield "<tr><th>State</th><th>Reason</th><th>Files</th></tr></thead><tbody>"
    for state, why, number in rows[:100]:
        yield f"<tr><td>{escape(state)}</td><td>{escape(why or '')}</td><td>{number:,}</td></tr>"
    yield "</tbody></table></div></section>"
