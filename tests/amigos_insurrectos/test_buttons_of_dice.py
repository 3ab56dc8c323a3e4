"""Legal wars whose players roll with a general button and say what for, or press a wrong button."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen_rules.amigos_insurrectos.simulate import SCENARIOS
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.record.table_acts import PlannedAct, Roll, Say
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.amigos_insurrectos.wars import WarBench

SEED, TURNS = 2, 3
Hands = Callable[[PlannedAct, Roll, Game, random.Random], Iterator[PlannedAct]]


def says(act: PlannedAct, text: str) -> PlannedAct:
    return replace(act, act=Say(f"<{act.actor}> - {text}"))


def general(act: PlannedAct, roll: Roll, game: Game) -> list[PlannedAct]:
    """The same dice, rolled one by one with the side's general button."""
    die = next(one for one in game.info.dice if one.id == roll.die)
    button = die.side or "us"
    return [replace(act, act=Roll(roll.side, button, (one,))) for one in roll.results]


def named_before(act: PlannedAct, roll: Roll, game: Game, _: random.Random) -> Iterator[PlannedAct]:
    name = next(one.name for one in game.info.dice if one.id == roll.die)
    yield from (says(act, name), *general(act, roll, game))


def named_after(act: PlannedAct, roll: Roll, game: Game, _: random.Random) -> Iterator[PlannedAct]:
    name = next(one.name for one in game.info.dice if one.id == roll.die)
    yield from (*general(act, roll, game), says(act, name))


def wrong(act: PlannedAct, roll: Roll, game: Game, chance: random.Random) -> PlannedAct:
    """Dice of another button of the same side."""
    mine = next(one for one in game.info.dice if one.id == roll.die)
    die = chance.choice([one for one in game.info.dice if one.side == mine.side and one != mine])
    number = len(roll.results) if die.asks else die.count
    results = tuple(chance.randint(1, die.sides) for _ in range(number))
    return replace(act, act=Roll(roll.side, die.id, results))


def regretted(
    act: PlannedAct, roll: Roll, game: Game, chance: random.Random
) -> Iterator[PlannedAct]:
    yield from (wrong(act, roll, game, chance), says(act, "oops, wrong button"), act)


def regretted_late(
    act: PlannedAct, roll: Roll, game: Game, chance: random.Random
) -> Iterator[PlannedAct]:
    first = wrong(act, roll, game, chance)
    yield from (first, act, says(act, "ignore the first roll, wrong button"))


@pytest.mark.parametrize(("mover", "name"), [("us", "Search"), ("filipino", "Atrocities")])
def test_dice_of_a_wrong_button_count_if_who_rolled_moves(
    mover: str, name: str, wars: WarBench, tmp_path: Path
) -> None:
    trial = wars.trial
    table = wars.tables[SCENARIOS[0]].copy()
    writer = LogWriter(trial.game, [trial.game], table, trial.module.metadata)
    writer.roll("us", "atrocity", (4,))
    writer.say("<United States> - wrong button, that was the search")
    writer.actor = mover
    writer.move([writer.where("regular")[0][0]], "tayabas")
    writer.write(tmp_path / "wrong.vlog")
    timeline = read_timeline([tmp_path / "wrong.vlog"])
    steps = open_log([trial.game], timeline, trial.rulebook.kinds).steps()
    assert [roll.what for step in steps for roll in step.rolls] == [name]


def played(acts: Sequence[PlannedAct], hands: Hands, game: Game) -> list[PlannedAct]:
    """A war whose dice of named buttons are rolled in another way."""
    chance, any_roll = random.Random(SEED), {one.id for one in game.info.dice if one.general}
    found: list[PlannedAct] = []
    for one in acts:
        roll = one.act
        special = isinstance(roll, Roll) and roll.die not in any_roll
        found += hands(one, roll, game, chance) if special and isinstance(roll, Roll) else [one]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("hands", [named_before, named_after, regretted, regretted_late])
def test_a_legal_war_with_other_buttons_is_accepted(
    hands: Hands, wars: WarBench, tmp_path: Path
) -> None:
    story = wars.story(SEED, last=TURNS)
    wars.write(story, played(story.acts, hands, wars.trial.game), tmp_path / "war.vlog")
    report = wars.judge(tmp_path / "war.vlog")
    assert [one.message for one in report.findings if one.verdict in ("illegal", "suspect")] == []
