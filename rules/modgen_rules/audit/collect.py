"""What is kept of a judged game: rows for the tables of `schema.py`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from modgen.log.dice import rolls
from modgen.log.timeline import Timeline
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.audit.books import Book
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.places import read_place
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.rulebook import Refereed

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]
"""Rows by the name of their table."""
Recorded = tuple[Row, Rows]
"""A game: its row, without its group, and those of the tables about it."""
ALIKE = 0.9
"""The share of a scenario's pieces that must be in their places at the beginning of a log."""
LONGEST = 4_000
"""Longer texts are cut."""
MOST_ROWS = 20_000
"""The most rows of a game in one table."""
EARLIEST = 631_152_000_000
"""1990 in milliseconds since 1970: dates before it are not those of a game."""
LATEST = 4_102_444_800_000
"""2100."""


def clean(text: str) -> str:
    """A text that every database can hold."""
    return text[:LONGEST].replace("\0", "\ufffd").encode("utf-8", "backslashreplace").decode()


def or_null(text: str) -> str | None:
    """A text, or None when it is empty."""
    return clean(text) or None


def moment(metadata: Metadata | None) -> datetime | None:
    """When a file was written (UTC), if its metadata says so plausibly."""
    saved = metadata.saved if metadata else 0
    if not EARLIEST <= saved < LATEST:
        return None
    return datetime.fromtimestamp(saved // 1000, UTC).replace(tzinfo=None)


def fingerprint(*parts: object) -> str:
    """20 hexadecimal digits that stand for some values."""
    text = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:20]


class Part(NamedTuple):
    """A log of a game."""

    sha256: str
    address: str
    used: int | None
    """How many of its steps count."""
    module: Metadata | None
    saved: datetime | None


@dataclass
class Gathered:
    """What the logs of a game show besides turns and findings. Call `add` for each stretch."""

    book: Book | None
    players: dict[str, str] = field(default_factory=dict)
    dice: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    moves: Counter[tuple[str, str]] = field(default_factory=Counter)
    scenario: str = ""
    winner: str = ""
    steps: int = 0
    _begun: bool = False

    def add(self, timeline: Timeline) -> None:
        """Read a stretch of the game; the timeline may be at any step."""
        self.steps += len(timeline)
        for roll in rolls(timeline):
            for result in roll.results:
                self.dice[clean(roll.who), clean(roll.what), result] += 1
        if self.book is not None:
            places, pieces, *_ = self.book.lookups()
            if not self._begun:
                start = self.book.tracker(timeline).begin()
                self.scenario = scenario_of(self.book.game, start.values())
            self._moves(timeline, places, pieces)
            self._result(timeline)
        timeline.go(len(timeline))
        for player in timeline.table.players.values():
            side = self.book.sides.get(player.side, "") if self.book else player.side
            self.players[clean(player.name)] = clean(side)
        self._begun = True

    def _moves(self, timeline: Timeline, places: Any, pieces: Any) -> None:
        """Count the places to which pieces come from elsewhere, by kind and place."""
        for number in range(len(timeline)):
            changes = timeline.moments.changes(number)
            if not changes or number + 1 in timeline.undone:
                continue
            table = timeline.go(number + 1)
            for collection, _, old, new in changes:
                if collection != "pieces" or new is None:
                    continue
                if old is not None and (old.map, old.x, old.y) == (new.map, new.x, new.y):
                    continue
                kind = pieces.identify(new)[0]
                if not kind:
                    continue
                place = places.place(new, table, kind)
                before = places.place(old, table, kind) if old is not None else None
                if before is None or (before.kind, before.id) != (place.kind, place.id):
                    self.moves[kind, place.id if place.kind == "place" else ""] += 1

    def _result(self, timeline: Timeline) -> None:
        assert self.book is not None
        rulebook = getattr(self.book.rulebook, "own", self.book.rulebook)
        if isinstance(rulebook, Refereed):
            tracker = self.book.tracker(timeline)
            self.winner = rulebook.winner(OpenLog(rulebook.games, tracker, dict(tracker.begin())))

    def player_of(self, side: str) -> str | None:
        """The one player of a side; None for no side, nobody or several."""
        found = [name for name, played in self.players.items() if side and played == side]
        return found[0] if len(found) == 1 else None

    def rows(self, game_id: str) -> Rows:
        """The rows of the game about its players, dice and moves."""
        game = self.book.game if self.book else None
        sides = {clean(die.name): die.sides for die in game.info.dice} if game else {}
        places = _names_of_places(game) if game else {}
        kinds = {kind: one.name for kind, one in game.piece_types.items()} if game else {}
        moves: Counter[tuple[str, str]] = Counter()
        for (kind, place), count in self.moves.items():
            name = kinds.get(kind, kind.replace("_", " "))
            if not kind.startswith("card_"):
                moves[clean(name), places.get(place.partition(":")[0], "")] += count
        return {
            "players": [(game_id, *one) for one in sorted(self.players.items())][:MOST_ROWS],
            "dice": [
                (game_id, who, die, sides.get(die), result, count)
                for (who, die, result), count in sorted(self.dice.items())
                if not sides or 1 <= result <= sides.get(die, 0)
            ][:MOST_ROWS],
            "moves": [
                (game_id, kind, place or None, count)
                for (kind, place), count in sorted(moves.items())
            ][:MOST_ROWS],
        }


def _names_of_places(game: Game) -> dict[str, str]:
    groups = (game.map.spaces, game.map.boxes, game.map.tracks)
    return {one.id: clean(one.name) for group in groups for one in group}


def scenario_of(game: Game, pieces: Iterable[PieceState]) -> str:
    """The id of the scenario with whose set-up a game begins; empty when none fits best."""
    seen = Counter((state.kind, read_place(state.place).id) for state in pieces)
    found: list[tuple[float, str]] = []
    for scenario in game.scenarios:
        wanted: Counter[tuple[str, str]] = Counter()
        for place, kinds in scenario.place.items():
            for key, number in kinds.items():
                wanted[key.partition("/")[0], place.partition("/")[0]] += number
        for marker, level in scenario.levels.items():
            wanted.update(key for key in seen if key[0] == marker and key[1].endswith(f":{level}"))
        total = wanted.total()
        if total and (wanted & seen).total() >= ALIKE * total:
            found.append(((wanted & seen).total() / total, scenario.id))
    best = max((share for share, _ in found), default=0.0)
    names = [name for share, name in found if share == best]
    return names[0] if len(names) == 1 else ""


def _judged_rows(report: GameReport, gathered: Gathered, game_id: str) -> Rows:
    """The rows of a judged game about its turns and findings."""
    player = {side: gathered.player_of(side) for side in {"", *gathered.players.values()}}

    return {
        "turns": [
            (
                game_id,
                number,
                clean(turn.title),
                or_null(turn.actor),
                player.get(turn.actor),
                *turn.where,
                turn.verdict,
                clean(turn.story),
            )
            for number, turn in enumerate(report.segments[:MOST_ROWS], 1)
        ],
        "findings": [
            (
                game_id,
                number,
                clean(one.code),
                or_null(one.clause),
                one.verdict,
                one.severity,
                or_null(one.actor),
                player.get(one.actor),
                *one.where,
                clean(one.message),
                or_null(one.rule),
                or_null(one.piece),
                or_null(one.source),
                or_null(one.target),
                or_null(one.expected),
                or_null(one.observed),
                or_null(one.fingerprint),
            )
            for number, one in enumerate(report.findings[:MOST_ROWS], 1)
        ],
    }


def recorded(
    parts: Sequence[Part], gathered: Gathered, report: GameReport | None, gaps: int = 0
) -> Recorded:
    """The rows of a game of some logs, in their order; without a report it was not judged."""
    game_id = fingerprint(*(part.sha256 for part in parts))
    rows = gathered.rows(game_id)
    if report is not None:
        rows |= _judged_rows(report, gathered, game_id)
    rows["logs"] = [
        (game_id, number, part.sha256, part.address, part.used)
        for number, part in enumerate(parts, 1)
    ]
    counts: Mapping[str, int | None] = dict.fromkeys(("ok", "illegal", "suspect", "cannot-tell"))
    if report is not None:
        counts = {verdict: report.count(verdict) for verdict in counts}
    dates = [part.saved for part in parts if part.saved is not None]
    first = parts[0].module
    row = (
        game_id,
        report.game if report else None,
        clean(report.title if report else (first.name or "") if first else ""),
        or_null(first.version) if first else None,
        or_null(gathered.scenario),
        or_null(gathered.winner),
        len(parts),
        gaps,
        report.steps if report else gathered.steps,
        len(report.segments) if report else None,
        *counts.values(),
        min(dates, default=None),
        max(dates, default=None),
        [clean(remark) for remark in report.remarks] if report else [],
    )
    return row, rows
