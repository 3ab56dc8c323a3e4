"""Short games written as text, played on our module's table and checked as logs.

A change of spaces is written as `zamboanga: troops+2 police+1 support; cebu: neutral`, a change of
tracks as `gov-4 aid+3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.people_power.law.state import ALIGNMENTS, FACTIONS, TRACKS, State
from modgen_rules.people_power.play.table_driver import TableDriver
from modgen_rules.people_power.reading.sequence import STAYS
from modgen_rules.people_power.reading.turn import Moved
from tests.accuracy.cases import Bench


def changed(state: State, bench: Bench, spaces: str = "", tracks: str = "") -> State:
    """A position with changes; what is not on the map is Available."""
    found = list(state.spaces)
    for part in filter(None, (one.strip() for one in spaces.split(";"))):
        name, _, words = part.partition(":")
        n = bench.board.number(name.strip())
        for word in words.split():
            if word in ALIGNMENTS:
                found[n] = found[n]._replace(alignment=ALIGNMENTS.index(word))
                continue
            match = re.fullmatch(r"(\w+?)([+-]\d+)", word)
            assert match, word
            value = getattr(found[n], match[1]) + int(match[2])
            found[n] = found[n]._replace(**{match[1]: value})
    values = dict(zip(TRACKS, state.tracks, strict=True))
    for name, by in re.findall(r"(\w+?)([+-]\d+)", tracks):
        values[name] += int(by)
    return state.with_spaces(found)._replace(tracks=tuple(values.values()))


@dataclass(frozen=True)
class Act:
    """A Faction's turn: its cylinder's box, what changes, dice, what moved."""

    who: str
    box: str
    spaces: str = ""
    tracks: str = ""
    rolls: tuple[int, ...] = ()
    moved: str = ""
    """`guerrilla davao eastern_mindanao`, separated by commas."""


@dataclass
class Script:
    """A game in the making. `state` is the position now."""

    bench: Bench
    scenario: str = "standard"
    opening: int = 0
    """A card that lies on the played cards as the log begins."""
    spaces: str = ""
    tracks: str = ""
    ineligible: tuple[str, ...] = ()
    boxes: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bench = self.bench
        table = bench.tables[self.scenario].copy()
        seat_sides(bench.game, table)
        start = bench.start(self.scenario)
        self.state = changed(start, bench, self.spaces, self.tracks)
        setting = TableDriver(LogWriter(bench.game, bench.games, table, bench.module), bench.board)
        setting.show(start, self.state)
        if self.opening:
            setting.card(self.opening, "played")
        for who in self.ineligible:
            setting.cylinder(who, "ineligible")
        self.writer = LogWriter(bench.game, bench.games, table, bench.module)
        self.driver = TableDriver(self.writer, bench.board)

    def card(self, number: int) -> Script:
        """Turn a card over."""
        self.driver.card(number, "played")
        self.boxes = {}
        return self

    def play(self, acts: Iterable[Act], adjust: bool = True) -> Script:
        """Turns on a card, then the cylinders as 2.3.6 says."""
        for act in acts:
            self.do(act)
            self.boxes[act.who] = act.box
            self.driver.cylinder(act.who, act.box)
        if adjust:
            self.adjust()
        return self

    def do(self, act: Act) -> None:
        """The pieces of a turn."""
        for number in act.rolls:
            self.driver.roll(act.who, number)
        after = changed(self.state, self.bench, act.spaces, act.tracks)
        moved = []
        for part in filter(None, (one.strip() for one in act.moved.split(","))):
            kind, origin, target = part.split()
            board = self.bench.board
            moved.append(Moved(kind, board.number(origin), board.number(target), False, False))
        self.driver.show(self.state, after, moved)
        self.state = after

    def adjust(self) -> None:
        """2.3.6."""
        for who in FACTIONS:
            stays = self.boxes.get(who, "limop") in STAYS
            self.driver.cylinder(who, "eligible" if stays else "ineligible")

    def report(self) -> GameReport:
        """What the checker says of the log."""
        return judge_log(self.bench.rulebook, self.writer.timeline("a.vlog"), ["a.vlog"])
