"""The numbers of a report, each with the games behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from modgen_rules.audit.statistics import Interval, fairness, holm, rate, share

MOST_ROWS = 40
"""The most rows of a table in the report; the database has all."""
MOST_POINTS = 20
"""The most rows of a plot with one row for each clause, player, place or piece."""
MOST_BEHIND = 200
"""The most games that a number leads to."""
FEWEST_TURNS = 20
"""Players with fewer turns have no rate."""


class Link(NamedTuple):
    """A number that leads to games: the text, and the key of the games behind it."""

    text: str
    key: str


Cell = str | Link
Row = tuple[Cell, ...]
Point = dict[str, Any]
"""A row of a plot, for Vega-Lite."""


class Plot(NamedTuple):
    """A plot and the table of its numbers."""

    id: str
    title: str
    note: str
    points: Sequence[Point]
    spec: dict[str, Any]
    heads: tuple[str, ...]
    rows: Sequence[Row]
    left_out: int = 0
    """Rows that are in the database, but not in the table."""


class Chapter(NamedTuple):
    """The plots of one game."""

    game: str
    title: str
    summary: Sequence[tuple[str, Cell]]
    plots: Sequence[Plot]


class Behind:
    """The games behind each number, by its key."""

    def __init__(self, con: Any) -> None:
        self._con = con
        self.games: dict[str, list[str]] = {}
        self.totals: dict[str, int] = {}

    def link(self, key: str, text: object, condition: str, *values: object) -> Link:
        """A number; `condition` chooses its games."""
        rows = self._con.execute(
            f"SELECT game_id, count(*) OVER () FROM games WHERE {condition} "
            f"ORDER BY coalesce(illegal, 0) DESC, game_id LIMIT {MOST_BEHIND}",
            values,
        ).fetchall()
        self.games[key] = [row[0] for row in rows]
        self.totals[key] = rows[0][1] if rows else 0
        return Link(str(text), key)


def chapters(con: Any, behind: Behind) -> Iterator[Chapter]:
    """A chapter for each judged game, the one with most records first."""
    rows = con.execute(
        "SELECT game, any_value(title), count(*), sum(turns), sum(illegal), sum(logs), "
        "min(first_saved), max(last_saved), "
        "count(*) FILTER (illegal > 0) FROM games WHERE game IS NOT NULL "
        "GROUP BY game ORDER BY 3 DESC, 1"
    ).fetchall()
    for id_, title, number, turns, illegal, logs, first, last, wrong in rows:
        game = _Game(con, behind, id_, number)
        summary: list[tuple[str, Cell]] = [
            ("games", game.link("game", (), f"{number:,}", "true")),
            ("logs", f"{logs:,}"),
            ("turns judged", f"{int(turns or 0):,}"),
            ("illegal turns", f"{int(illegal or 0):,}"),
            ("games with an illegal turn", game.link("illegal", (), f"{wrong:,}", "illegal > 0")),
        ]
        if first is not None:
            summary.append(("played", f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"))
        plots = (
            _clauses(game),
            _players(game),
            _wins(game),
            _lengths(game),
            _dice(game),
            _moves(game, "place", "Moves of pieces to each place."),
            _moves(game, "piece", "Moves of each kind of piece."),
        )
        yield Chapter(id_, title, summary, [plot for plot in plots if plot is not None])


@dataclass(frozen=True)
class _Game:
    """What the database has of one game."""

    con: Any
    behind: Behind
    id: str
    number: int
    """How often it was played."""

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query that begins with the game's id."""
        return list(self.con.execute(query, [self.id, *values]).fetchall())

    def link(
        self, kind: str, names: Sequence[object], text: object, condition: str, *values: object
    ) -> Link:
        """A number and the games that meet a condition. `kind` and `names` are its key."""
        key = "/".join((kind, self.id, *map(str, names)))
        return self.behind.link(key, text, f"game = ? AND {condition}", self.id, *values)


@cache
def _specs() -> dict[str, Any]:
    """The Vega-Lite specifications, by the kind of plot."""
    text = files("modgen_rules.audit").joinpath("plots.yaml").read_text("utf-8")
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def _top(rows: Sequence[Any]) -> tuple[Sequence[Any], int]:
    return rows[:MOST_ROWS], max(0, len(rows) - MOST_ROWS)


def _percent(found: Interval) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f}-{100 * found.high:.0f})"


def _point(label: str, link: Link, value: object, found: Interval, **more: object) -> Point:
    interval = {"share": found.value, "low": found.low, "high": found.high}
    return {"label": label, "key": link.key, "value": value, **interval, **more}


def _clauses(game: _Game) -> Plot | None:
    rows, more = _top(
        game.rows(
            "SELECT code, any_value(rule), count(*) FILTER (verdict = 'illegal') AS illegal, "
            "count(*) FILTER (verdict = 'suspect') AS suspect, "
            "count(DISTINCT f.game_id) FILTER (verdict = 'illegal') AS n "
            "FROM findings f JOIN games g USING (game_id) WHERE g.game = ? "
            "AND verdict IN ('illegal', 'suspect') GROUP BY code "
            "ORDER BY n DESC, illegal DESC, code"
        )
    )
    if not rows:
        return None
    points, table = [], []
    behind = (
        "game_id IN (SELECT game_id FROM findings "
        "WHERE code = ? AND verdict IN ('illegal', 'suspect'))"
    )
    for code, rule, illegal, suspect, number in rows:
        found = share(number, game.number)
        link = game.link("clause", (code,), number, behind, code)
        points.append(_point(code, link, number, found))
        table.append((code, rule or "", link, _percent(found), str(illegal), str(suspect)))
    return Plot(
        f"clauses-{game.id}",
        "Mistakes by clause",
        "The share of games in which a turn breaks the clause, with a 95 % interval.",
        points[:MOST_POINTS],
        _specs()["shares"],
        ("Code", "Clause", "Games", "Share of games", "Illegal findings", "Suspect"),
        table,
        more,
    )


def _players(game: _Game) -> Plot | None:
    rows, more = _top(
        game.rows(
            "WITH t AS (SELECT player, count(*) AS turns, count(DISTINCT game_id) AS games "
            "FROM turns JOIN games USING (game_id) "
            "WHERE game = ? AND player IS NOT NULL GROUP BY 1), "
            "f AS (SELECT player, count(*) AS illegal, mode(code) AS code FROM findings "
            "JOIN games USING (game_id) WHERE game = ? AND verdict = 'illegal' GROUP BY 1) "
            "SELECT player, turns, t.games, coalesce(illegal, 0), code FROM t "
            "LEFT JOIN f USING (player) ORDER BY turns DESC, player",
            game.id,
        )
    )
    if not rows:
        return None
    points, table = [], []
    played = "game_id IN (SELECT game_id FROM turns WHERE player = ?)"
    mistaken = "game_id IN (SELECT game_id FROM findings WHERE player = ? AND verdict = 'illegal')"
    for player, turns, number, illegal, code in rows:
        link = game.link("player", (player,), number, played, player)
        wrong: Cell = "0"
        if illegal:
            wrong = game.link("mistakes", (player,), illegal, mistaken, player)
        told = "too few turns"
        if turns >= FEWEST_TURNS:
            found = rate(illegal, turns / 100)
            told = f"{found.value:.1f} ({found.low:.1f}-{found.high:.1f})"
            points.append(_point(player, link, found.value, found))
        table.append((player, link, str(turns), wrong, told, code or ""))
    note = (
        f"Illegal findings for 100 turns, with a 95 % interval; players with {FEWEST_TURNS} turns "
        "or more."
        if points
        else f"No player has {FEWEST_TURNS} turns, so there is no rate yet."
    )
    return Plot(
        f"players-{game.id}",
        "Mistakes by player",
        note,
        points[:MOST_POINTS],
        _specs()["rates"],
        ("Player", "Games", "Turns", "Illegal", "For 100 turns", "Most often"),
        table,
        more,
    )


def _wins(game: _Game) -> Plot | None:
    rows, more = _top(
        game.rows(
            "SELECT *, sum(n) OVER (PARTITION BY s) FROM "
            "(SELECT coalesce(scenario, 'unknown scenario') AS s, winner, count(*) AS n FROM games "
            "WHERE game = ? AND winner IS NOT NULL GROUP BY ALL) ORDER BY s, n DESC, winner"
        )
    )
    if not rows:
        return None
    points, table = [], []
    behind = "coalesce(scenario, 'unknown scenario') = ? AND winner = ?"
    for scenario, winner, number, total in rows:
        found = share(number, int(total))
        link = game.link("winner", (scenario, winner), number, behind, scenario, winner)
        table.append((scenario, winner, link, str(total), _percent(found)))
        points.append(_point(f"{winner}, {scenario}", link, number, found))
    known = sum(row[2] for row in rows)
    return Plot(
        f"wins-{game.id}",
        "Who won",
        f"The winner is known of {known:,} of {game.number:,} games. Share of the scenario's games "
        "with a known winner, with a 95 % interval.",
        points[:MOST_POINTS],
        _specs()["shares"],
        ("Scenario", "Winner", "Games won", "Games", "Share"),
        table,
        more,
    )


def _lengths(game: _Game) -> Plot | None:
    ((most, quartiles),) = game.rows(
        "SELECT max(turns), quantile_disc(turns, [0.25, 0.5, 0.75]) FROM games WHERE game = ?"
    )
    if not most:
        return None
    width = max(1, -(-most // 20))
    points: list[Point] = []
    table: list[Row] = []
    for first in range(0, most + 1, width):
        last = first + width - 1
        label = f"{first}" if width == 1 else f"{first}-{last}"
        link = game.link("length", (first,), "", "turns BETWEEN ? AND ?", first, last)
        number = game.behind.totals[link.key]
        table.append((label, link._replace(text=str(number))))
        points.append({"label": label, "order": first, "key": link.key, "value": number})
    low, middle, high = quartiles
    return Plot(
        f"lengths-{game.id}",
        "Length of games",
        f"Turns of a game. Half of the games have {low} to {high} turns, the middle one {middle}.",
        points,
        _specs()["lengths"],
        ("Turns", "Games"),
        table,
    )


def _dice(game: _Game) -> Plot | None:
    rows = game.rows(
        "SELECT die, any_value(sides), player, result, sum(count) FROM dice "
        "JOIN games USING (game_id) WHERE game = ? AND sides IS NOT NULL "
        "GROUP BY die, player, result ORDER BY die, player, result"
    )
    if not rows:
        return None
    counts: dict[tuple[str, str], list[int]] = {}
    for die, sides, player, result, number in rows:
        for who in ("", player):  # "" is everybody
            counts.setdefault((die, who), [0] * sides)[result - 1] += int(number)
    chances = {key: chance for key, one in counts.items() if (chance := fairness(one)) is not None}
    corrected = dict(zip(chances, holm(list(chances.values())), strict=True))
    everybody_first = sorted(counts, key=lambda one: (one[1] != "", one[0], -sum(counts[one])))
    order, more = _top(everybody_first)
    points: list[Point] = []
    table: list[Row] = []
    behind = "game_id IN (SELECT game_id FROM dice WHERE die = ? AND (? = '' OR player = ?))"
    for die, player in order:
        found = counts[die, player]
        total = sum(found)
        link = game.link("dice", (die, player), f"{total:,}", behind, die, player, player)
        told = "too few for a test"
        if (die, player) in corrected:
            chance = corrected[die, player]
            told = f"{chance:.2f}" if chance >= 0.01 else f"{chance:.1e}"
        shown = ", ".join(f"{n}: {number:,}" for n, number in enumerate(found, 1))
        table.append((die, player or "everybody", link, shown, told))
        if not player:
            points += [
                _point(
                    str(n),
                    link,
                    number,
                    share(number, total),
                    order=n,
                    die=die,
                    fair=1 / len(found),
                )
                for n, number in enumerate(found, 1)
            ]
    return Plot(
        f"dice-{game.id}",
        "Fairness of dice",
        "How often each result came up, with a 95 % interval; the line is a fair die. The last "
        "column of the table is the chance that fair dice are at least as uneven, corrected for "
        "the number of rows (Holm). A small bias, or a roll that was repeated, does not show.",
        points,
        _specs()["dice"],
        ("Die", "Player", "Rolls", "Results", "p, corrected"),
        table,
        more,
    )


def _moves(game: _Game, column: str, note: str) -> Plot | None:
    rows, more = _top(
        game.rows(
            f"SELECT {column}, sum(count) AS moves, count(DISTINCT game_id) FROM moves "
            f"JOIN games USING (game_id) WHERE game = ? AND {column} IS NOT NULL "
            f"GROUP BY 1 ORDER BY moves DESC, 1"
        )
    )
    if not rows:
        return None
    points: list[Point] = []
    table: list[Row] = []
    behind = f"game_id IN (SELECT game_id FROM moves WHERE {column} = ?)"
    for name, moves, number in rows:
        link = game.link(column, (name,), number, behind, name)
        table.append((name, f"{int(moves):,}", link))
        points.append({"label": name, "key": link.key, "value": int(moves)})
    return Plot(
        f"{column}s-{game.id}",
        f"{column.capitalize()}s that are used",
        note,
        points[:MOST_POINTS],
        _specs()["moves"],
        (column.capitalize(), "Moves", "Games"),
        table,
        more,
    )
