"""The numbers of a report, each with the games behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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


@dataclass
class Plot:
    """A plot and the table of its numbers. `values` are the rows for Vega-Lite."""

    id: str
    title: str
    note: str
    values: list[dict[str, Any]]
    spec: dict[str, Any]
    heads: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    left_out: int = 0
    """Rows that are in the database, but not in the table."""


@dataclass
class Chapter:
    """The plots of one game."""

    game: str
    title: str
    summary: list[tuple[str, Cell]]
    plots: list[Plot] = field(default_factory=list)


class Behind:
    """The games behind each number, by its key."""

    def __init__(self, con: Any) -> None:
        self._con = con
        self.games: dict[str, list[str]] = {}
        self.totals: dict[str, int] = {}

    def link(self, key: str, text: object, query: str, *values: object) -> Link:
        """A number; `query` chooses the ids of its games."""
        ordered = (
            f"SELECT game_id FROM games WHERE game_id IN ({query}) "
            "ORDER BY coalesce(illegal, 0) DESC, game_id"
        )
        found = [row[0] for row in self._con.execute(ordered, values).fetchmany(MOST_BEHIND)]
        total = len(found)
        if total == MOST_BEHIND:
            count = f"SELECT count(*) FROM ({query})"
            total = self._con.execute(count, values).fetchone()[0]
        self.games[key] = found
        self.totals[key] = total
        return Link(str(text), key)


def chapters(con: Any, behind: Behind) -> Iterator[Chapter]:
    """A chapter for each judged game, the one with most records first."""
    rows = con.execute(
        "SELECT game, any_value(title), count(*), sum(turns), sum(illegal), sum(logs), "
        "min(first_saved), max(last_saved), "
        "count(*) FILTER (illegal > 0) FROM games WHERE game IS NOT NULL "
        "GROUP BY game ORDER BY 3 DESC, 1"
    ).fetchall()
    for game, title, number, turns, illegal, logs, first, last, wrong in rows:
        every = f"game/{game}"
        summary: list[tuple[str, Cell]] = [
            ("games", behind.link(every, f"{number:,}", _GAMES, game)),
            ("logs", f"{logs:,}"),
            ("turns judged", f"{int(turns or 0):,}"),
            ("illegal turns", f"{int(illegal or 0):,}"),
            (
                "games with an illegal turn",
                behind.link(f"illegal/{game}", f"{wrong:,}", f"{_GAMES} AND illegal > 0", game),
            ),
        ]
        if first is not None:
            summary.append(("played", f"{first:%Y-%m-%d} to {last:%Y-%m-%d}"))
        chapter = Chapter(game, title, summary)
        makers = (_clauses, _players, _wins, _lengths, _dice, _places, _pieces)
        for make in makers:
            plot = make(con, behind, game, number)
            if plot is not None:
                chapter.plots.append(plot)
        yield chapter


_GAMES = "SELECT game_id FROM games WHERE game = ?"


def _top(rows: Sequence[Any]) -> tuple[Sequence[Any], int]:
    return rows[:MOST_ROWS], max(0, len(rows) - MOST_ROWS)


def _percent(found: Interval) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f}-{100 * found.high:.0f})"


def _clauses(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    rows, more = _top(
        con.execute(
            "SELECT code, any_value(rule), count(*) FILTER (verdict = 'illegal') AS illegal, "
            "count(*) FILTER (verdict = 'suspect') AS suspect, "
            "count(DISTINCT f.game_id) FILTER (verdict = 'illegal') AS n "
            "FROM findings f JOIN games g USING (game_id) WHERE g.game = ? "
            "AND verdict IN ('illegal', 'suspect') GROUP BY code "
            "ORDER BY n DESC, illegal DESC, code",
            [game],
        ).fetchall()
    )
    if not rows:
        return None
    values, table = [], []
    for code, rule, illegal, suspect, number in rows:
        found = share(number, games)
        key = f"clause/{game}/{code}"
        values.append(
            {
                "label": code,
                "rule": rule or "",
                "key": key,
                "value": number,
                "illegal": illegal,
                "share": found.value,
                "low": found.low,
                "high": found.high,
            }
        )
        query = (
            "SELECT DISTINCT game_id FROM findings JOIN games USING (game_id) "
            "WHERE game = ? AND code = ? AND findings.verdict IN ('illegal', 'suspect')"
        )
        link = behind.link(key, number, query, game, code)
        table.append((code, rule or "", link, _percent(found), str(illegal), str(suspect)))
    return Plot(
        f"clauses-{game}",
        "Mistakes by clause",
        "The share of games in which a turn breaks the clause, with a 95 % interval.",
        values[:MOST_POINTS],
        _intervals("Share of games", percent=True),
        ("Code", "Clause", "Games", "Share of games", "Illegal findings", "Suspect"),
        table,
        more,
    )


def _players(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    rows, more = _top(
        con.execute(
            "WITH t AS (SELECT player, count(*) AS turns, count(DISTINCT game_id) AS games "
            "FROM turns JOIN games USING (game_id) "
            "WHERE game = ? AND player IS NOT NULL GROUP BY 1), "
            "f AS (SELECT player, count(*) AS illegal, mode(code) AS code FROM findings "
            "JOIN games USING (game_id) WHERE game = ? AND verdict = 'illegal' GROUP BY 1) "
            "SELECT player, turns, t.games, coalesce(illegal, 0), code FROM t "
            "LEFT JOIN f USING (player) ORDER BY turns DESC, player",
            [game, game],
        ).fetchall()
    )
    if not rows:
        return None
    values, table = [], []
    for player, turns, number, illegal, code in rows:
        found = rate(illegal, turns / 100)
        key = f"player/{game}/{player}"
        query = (
            "SELECT DISTINCT game_id FROM turns JOIN games USING (game_id) "
            "WHERE game = ? AND player = ?"
        )
        link = behind.link(key, number, query, game, player)
        wrong: Cell = str(illegal)
        if illegal:
            wrong = behind.link(
                f"mistakes/{game}/{player}",
                illegal,
                "SELECT DISTINCT game_id FROM findings f JOIN games USING (game_id) "
                "WHERE game = ? AND player = ? AND f.verdict = 'illegal'",
                game,
                player,
            )
        enough = turns >= FEWEST_TURNS
        told = (
            f"{found.value:.1f} ({found.low:.1f}-{found.high:.1f})" if enough else "too few turns"
        )
        table.append((player, link, str(turns), wrong, told, code or ""))
        if enough:
            values.append(
                {
                    "label": player,
                    "key": key,
                    "value": found.value,
                    "share": found.value,
                    "low": found.low,
                    "high": found.high,
                    "turns": turns,
                }
            )
    note = (
        f"Illegal findings for 100 turns, with a 95 % interval; players with {FEWEST_TURNS} turns "
        "or more."
        if values
        else f"No player has {FEWEST_TURNS} turns, so there is no rate yet."
    )
    return Plot(
        f"players-{game}",
        "Mistakes by player",
        note,
        values[:MOST_POINTS],
        _intervals("Mistakes for 100 turns"),
        ("Player", "Games", "Turns", "Illegal", "For 100 turns", "Most often"),
        table,
        more,
    )


def _wins(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    rows, more = _top(
        con.execute(
            "SELECT *, sum(n) OVER (PARTITION BY s) FROM "
            "(SELECT coalesce(scenario, 'unknown scenario') AS s, winner, count(*) AS n FROM games "
            "WHERE game = ? AND winner IS NOT NULL GROUP BY ALL) ORDER BY s, n DESC, winner",
            [game],
        ).fetchall()
    )
    if not rows:
        return None
    values, table = [], []
    for scenario, winner, number, total in rows:
        found = share(number, int(total))
        key = f"winner/{game}/{scenario}/{winner}"
        query = (
            "SELECT game_id FROM games WHERE game = ? AND winner = ? "
            "AND coalesce(scenario, 'unknown scenario') = ?"
        )
        link = behind.link(key, number, query, game, winner, scenario)
        table.append((scenario, winner, link, str(total), _percent(found)))
        values.append(
            {
                "label": f"{winner}, {scenario}",
                "key": key,
                "value": number,
                "share": found.value,
                "low": found.low,
                "high": found.high,
            }
        )
    known = sum(row[2] for row in rows)
    return Plot(
        f"wins-{game}",
        "Who won",
        f"The winner is known of {known:,} of {games:,} games. Share of the scenario's games with "
        "a known winner, with a 95 % interval.",
        values[:MOST_POINTS],
        _intervals("Share of games", percent=True),
        ("Scenario", "Winner", "Games won", "Games", "Share"),
        table,
        more,
    )


def _lengths(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    (most, quartiles) = con.execute(
        "SELECT max(turns), quantile_disc(turns, [0.25, 0.5, 0.75]) FROM games WHERE game = ?",
        [game],
    ).fetchone()
    if not most:
        return None
    width = max(1, -(-most // 20))
    rows = con.execute(
        "SELECT turns // ? * ? AS first, count(*) FROM games WHERE game = ? GROUP BY 1 ORDER BY 1",
        [width, width, game],
    ).fetchall()
    values, table = [], []
    counts = dict(rows)
    for first in range(0, most + 1, width):
        number = counts.get(first, 0)
        label = f"{first}" if width == 1 else f"{first}-{first + width - 1}"
        key = f"length/{game}/{first}"
        query = f"{_GAMES} AND turns >= ? AND turns < ?"
        link = behind.link(key, number, query, game, first, first + width)
        table.append((label, link))
        values.append({"label": label, "order": first, "key": key, "value": number})
    low, middle, high = quartiles
    return Plot(
        f"lengths-{game}",
        "Length of games",
        f"Turns of a game. Half of the games have {low} to {high} turns, the middle one {middle}.",
        values,
        _columns("Turns", "Games", upright=width == 1),
        ("Turns", "Games"),
        table,
    )


def _dice(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    rows = con.execute(
        "SELECT die, any_value(sides), player, result, sum(count) FROM dice "
        "JOIN games USING (game_id) WHERE game = ? AND sides IS NOT NULL "
        "GROUP BY die, player, result ORDER BY die, player, result",
        [game],
    ).fetchall()
    counts: dict[tuple[str, str], list[int]] = {}
    for die, sides, player, result, number in rows:
        whole = counts.setdefault((die, ""), [0] * sides)
        own = counts.setdefault((die, player), [0] * sides)
        whole[result - 1] += int(number)
        own[result - 1] += int(number)
    if not counts:
        return None
    chances = {key: fairness(found) for key, found in counts.items()}
    tested = [key for key, chance in chances.items() if chance is not None]
    corrected = dict(zip(tested, holm([chances[key] or 0.0 for key in tested]), strict=True))
    values: list[dict[str, Any]] = []
    table: list[tuple[Cell, ...]] = []
    order = sorted(counts, key=lambda one: (one[0], one[1] != "", -sum(counts[one]), one[1]))
    for die, player in order:
        found = counts[die, player]
        total = sum(found)
        key = f"dice/{game}/{die}/{player}"
        query = (
            "SELECT DISTINCT game_id FROM dice JOIN games USING (game_id) "
            "WHERE game = ? AND die = ? AND (? = '' OR player = ?)"
        )
        if len(table) < MOST_ROWS:
            link = behind.link(key, f"{total:,}", query, game, die, player, player)
            told = "too few for a test"
            if (die, player) in corrected:
                chance = corrected[die, player]
                told = f"{chance:.2f}" if chance >= 0.01 else f"{chance:.1e}"
            shown = ", ".join(f"{n}: {number:,}" for n, number in enumerate(found, 1))
            table.append((die, player or "everybody", link, shown, told))
        if not player:
            for n, number in enumerate(found, 1):
                part = share(number, total)
                values.append(
                    {
                        "label": str(n),
                        "order": n,
                        "die": die,
                        "key": key,
                        "value": number,
                        "share": part.value,
                        "low": part.low,
                        "high": part.high,
                        "fair": 1 / len(found),
                    }
                )
    return Plot(
        f"dice-{game}",
        "Fairness of dice",
        "How often each result came up, with a 95 % interval; the line is a fair die. The last "
        "column of the table is the chance that fair dice are at least as uneven, corrected for "
        "the number of rows (Holm). A small bias, or a roll that was repeated, does not show.",
        values,
        _dice_spec(),
        ("Die", "Player", "Rolls", "Results", "p, corrected"),
        table,
        max(0, len(order) - MOST_ROWS),
    )


def _places(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    return _moves(con, behind, game, "place", "Places", "Moves of pieces to each place.")


def _pieces(con: Any, behind: Behind, game: str, games: int) -> Plot | None:
    return _moves(con, behind, game, "piece", "Pieces", "Moves of each kind of piece.")


def _moves(con: Any, behind: Behind, game: str, column: str, title: str, note: str) -> Plot | None:
    rows, more = _top(
        con.execute(
            f"SELECT {column}, sum(count) AS moves, count(DISTINCT game_id) FROM moves "
            f"JOIN games USING (game_id) WHERE game = ? AND {column} IS NOT NULL "
            f"GROUP BY 1 ORDER BY moves DESC, 1",
            [game],
        ).fetchall()
    )
    if not rows:
        return None
    values, table = [], []
    for name, moves, number in rows:
        key = f"{column}/{game}/{name}"
        query = (
            "SELECT DISTINCT game_id FROM moves JOIN games USING (game_id) "
            f"WHERE game = ? AND {column} = ?"
        )
        link = behind.link(key, number, query, game, name)
        table.append((name, f"{int(moves):,}", link))
        values.append({"label": name, "key": key, "value": int(moves)})
    return Plot(
        f"{column}s-{game}",
        f"{title} that are used",
        note,
        values[:MOST_POINTS],
        _bars("Moves"),
        (title[:-1], "Moves", "Games"),
        table,
        more,
    )


# --- plots -----------------------------------------------------------------------------------

_COUNT = {"tickMinStep": 1, "tickCount": 8, "format": ",d"}
"""An axis of whole numbers."""
_LABEL = {"field": "label", "type": "nominal", "sort": None, "title": None}


def _intervals(title: str, percent: bool = False) -> dict[str, Any]:
    """A point with a line for its interval, for each row."""
    axis = {"format": "%"} if percent else {}
    tooltip = [{"field": "label", "title": " "}]
    tooltip += [
        {"field": name, "title": told, "format": ".1%" if percent else ".2f"}
        for name, told in (("share", "value"), ("low", "from"), ("high", "to"))
    ]
    x = {
        "field": "low",
        "type": "quantitative",
        "title": title,
        "axis": axis,
        "scale": {"zero": True},
    }
    return {
        "height": {"step": 20},
        "encoding": {"y": _LABEL, "tooltip": tooltip},
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": x, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 70, "cursor": "pointer"},
                "encoding": {"x": {"field": "share", "type": "quantitative"}},
            },
        ],
    }


def _bars(title: str) -> dict[str, Any]:
    return {
        "height": {"step": 20},
        "mark": {"type": "bar", "cursor": "pointer", "cornerRadiusEnd": 2},
        "encoding": {
            "y": _LABEL,
            "x": {"field": "value", "type": "quantitative", "title": title, "axis": _COUNT},
            "tooltip": [{"field": "label", "title": " "}, {"field": "value", "title": title}],
        },
    }


def _columns(title: str, count: str, upright: bool) -> dict[str, Any]:
    return {
        "height": 180,
        "mark": {"type": "bar", "cursor": "pointer", "cornerRadiusEnd": 2},
        "encoding": {
            "x": {
                "field": "label",
                "type": "ordinal",
                "sort": {"field": "order"},
                "title": title,
                "axis": {"labelAngle": 0 if upright else -60},
            },
            "y": {"field": "value", "type": "quantitative", "title": count, "axis": _COUNT},
            "tooltip": [{"field": "label", "title": title}, {"field": "value", "title": count}],
        },
    }


def _dice_spec() -> dict[str, Any]:
    """Columns with intervals for each result; a die is chosen by its name as a row."""
    x = {
        "field": "label",
        "type": "ordinal",
        "sort": {"field": "order"},
        "title": None,
        "axis": {"labelAngle": 0},
    }
    return {
        "facet": {
            "row": {
                "field": "die",
                "title": None,
                "header": {"labelAngle": 0, "labelAnchor": "start", "labelOrient": "top"},
            }
        },
        "spec": {
            "height": 110,
            "encoding": {
                "x": x,
                "tooltip": [
                    {"field": "label", "title": "result"},
                    {"field": "value", "title": "rolled"},
                    {"field": "share", "title": "share", "format": ".2%"},
                    {"field": "low", "title": "from", "format": ".2%"},
                    {"field": "high", "title": "to", "format": ".2%"},
                ],
            },
            "layer": [
                {
                    "mark": {"type": "rule", "strokeWidth": 2},
                    "encoding": {
                        "y": {
                            "field": "low",
                            "type": "quantitative",
                            "title": None,
                            "axis": {"format": "%", "tickCount": 4},
                            "scale": {"zero": False},
                        },
                        "y2": {"field": "high"},
                    },
                },
                {
                    "mark": {"type": "point", "filled": True, "size": 60, "cursor": "pointer"},
                    "encoding": {"y": {"field": "share", "type": "quantitative"}},
                },
                {
                    "mark": {"type": "tick", "thickness": 1, "bandSize": 24},
                    "encoding": {"y": {"field": "fair", "type": "quantitative"}},
                },
            ],
        },
    }
