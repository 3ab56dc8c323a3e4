"""Wars of the simulation with marks at every phase, and logs of them with one mistake."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen_rules.amigos_insurrectos.law.country import Country
from modgen_rules.amigos_insurrectos.mistakes.spots import Maker, Spot
from modgen_rules.amigos_insurrectos.play.table import Mark
from modgen_rules.amigos_insurrectos.simulate import SCENARIOS, Simulation, role_of
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.table_acts import Act, Move, PlannedAct, StepTracker
from modgen_rules.engine.record.table_manners import TableManners
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import play_as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides

WILL = "political_will"


@dataclass
class Story:
    """A tidy war: its acts, and the marks between them."""

    scenario: str
    start: Table
    acts: Sequence[PlannedAct]
    marks: Sequence[Mark]
    country: Country
    chits: Mapping[str, str]
    """The piece of each chit."""

    def after(self, number: int) -> Mark:
        """The mark that follows a mark: the table as its phase ended."""
        return self.marks[number + 1]

    def cut(self, turn: int) -> int:
        """The number of acts up to the end of a turn."""
        later = [mark.index for mark in self.marks if mark.turn > turn]
        return later[0] if later else len(self.acts)


@dataclass
class WarBench:
    """The rulebook, the set-ups and the wars of some seeds."""

    folder: Path
    stories: dict[tuple[int, int], Story] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.trial = Trial("amigos-insurrectos", None, self.folder)
        self.country = Country(self.trial.game)
        self.tables = {name: self.trial.table(name) for name in SCENARIOS}

    def story(self, seed: int, last: int = 0) -> Story:
        """The tidy war of a seed up to a turn (0: to its end)."""
        key = (seed, last)
        if key not in self.stories:
            name = SCENARIOS[seed % len(SCENARIOS)]
            table = self.tables[name].copy()
            war = Simulation(self.country, seed=seed, last=last)
            writer = war.play(name, table, self.trial.module.metadata)
            self.stories[key] = Story(
                name,
                self.tables[name],
                writer.acts,
                war.table.marks,
                self.country,
                war.table.chits,
            )
        return self.stories[key]

    def write(
        self,
        story: Story,
        acts: Sequence[PlannedAct],
        path: Path,
        noise: HumanNoise = QUIET,
        seed: int = 0,
    ) -> None:
        """Write acts as a log on the table of a war's set-up."""
        table, game = story.start.copy(), self.trial.game
        seat_sides(game, table)
        writer = LogWriter(game, [game], table, self.trial.module.metadata)
        if noise.habits:
            manners = TableManners.of(game, writer.states, role_of)
            chance = random.Random(seed)
            play_as_people(acts, writer, manners, noise, chance)
        else:
            for one in acts:
                writer.actor = one.actor
                writer.do(one.act)
        writer.write(path)

    def judge(self, path: Path) -> GameReport:
        """What the checker says of a log."""
        return judge_log(self.trial.rulebook, read_timeline([path]), [path.name])

    def spoilt(
        self, story: Story, number: int, make: Maker, chance: random.Random
    ) -> list[PlannedAct] | None:
        """The acts of a war up to the end of a turn, with a mistake after a phase, if it fits."""
        mark, end = story.marks[number], story.after(number)
        spot = Spot(
            self.country,
            story.scenario,
            story.chits,
            [one for one in story.marks if one.turn == mark.turn],
            story.acts,
            mark,
            end,
            chance,
            story.acts[end.index : story.cut(mark.turn)],
        )
        added = make(spot)
        if added is None:
            return None
        cut, pieces = story.cut(mark.turn), mark.position.pieces
        moved = {key for act in added if isinstance(act, Move) for key in act.keys}
        units = {key for key in moved if key in pieces and pieces[key].kind in self.country.side}
        if any(units & {*touched(one.act)} for one in story.acts[end.index : cut]):
            return None  # what follows in the turn does not fit the mistake
        actor, turn = story.acts[end.index - 1].actor, story.acts[end.index - 1].turn
        found = [*story.acts[: mark.index]]
        track = self.country.game.tracks[WILL]
        points = Points(mark.position.will, mark.position.will, (track.first, track.last))
        for n in range(mark.index, max(cut, end.index) + 1):
            if n == end.index:
                planned = points.planned
                for act in added:
                    found.append(PlannedAct(points.made(act, planned), actor, turn))
                    number = paid(act)
                    planned = planned if number is None else number
            if n < cut:
                old = story.acts[n]
                act = points.again(old.act, spot.change.get(n, old.act), n in spot.skip)
                found += [PlannedAct(act, old.actor, old.turn, old.fixed)] if act else []
        return found


def touched(act: Act) -> tuple[str, ...]:
    """The pieces that an act moves or turns over."""
    return getattr(act, "keys", ()) or (getattr(act, "key", ""),)


@dataclass
class Points:
    """Political Will in a war with a mistake: payments that follow it keep their size."""

    planned: int
    """The marker in the war without the mistake."""
    now: int
    ends: tuple[int, int]
    scoring: bool = False

    def made(self, act: Act, planned: int) -> Act:
        """An act of the mistake; `planned` is the marker before it as its maker saw it."""
        number = paid(act)
        if number is None or not isinstance(act, Move):
            return act
        self.now += number - planned
        return Move(act.keys, f"{WILL}:{self.now}", act.offset)

    def again(self, old: Act, act: Act, skipped: bool) -> Act | None:
        """An act of the war as it is played after the mistake; None if it is left out."""
        self.scoring |= isinstance(act, StepTracker) and act.phase == "scoring"
        was, number = paid(old), paid(act)
        if was is None or not isinstance(act, Move) or number is None:
            return None if skipped else act
        before, reset = self.now, self.scoring and not number
        if not skipped:
            now = before + number - self.planned
            self.now = 0 if reset else min(max(now, self.ends[0]), self.ends[1])
        self.planned = was
        return None if self.now == before else Move(act.keys, f"{WILL}:{self.now}", act.offset)


def paid(act: Act) -> int | None:
    """The number to which an act puts the marker of Political Will."""
    track, _, number = act.place.partition(":") if isinstance(act, Move) else ("", "", "")
    return int(number) if track == WILL else None
