"""Logs that the measures of each game judge: legal games, and every kind of mistake."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

Occasion = tuple[str, Callable[[], Any]]
"""What a log shows, and a function that writes and judges it."""
RECORDS = ("tidy", "human", "sloppy")


def people_power(folder: Path) -> Iterator[Occasion]:
    from modgen_rules.engine.human_noise import QUIET
    from modgen_rules.people_power.simulate import Simulation
    from tests.accuracy.cases import Bench, cases, copied
    from tests.accuracy.measure import RECORDS as NOISE
    from tests.accuracy.measure import checked
    from tests.accuracy.operators import OPERATORS

    bench, path = Bench.made(folder), folder / "turn.vlog"
    made: dict[str, int] = dict.fromkeys((one.name for one in OPERATORS), 0)
    chance = random.Random(3)
    for seed in range(6):
        for number, case in enumerate(cases(bench, 7000 + seed)):
            if number % 3 == 0:
                yield "legal", partial(checked, bench, case, path, NOISE[RECORDS[number // 3 % 3]])
            for one in OPERATORS:
                if made[one.name] < 5 and chance.random() < 0.3:
                    mutant = one.make(case, chance, bench.board)
                    if mutant is not None:
                        noise = NOISE[RECORDS[made[one.name] % 3]]
                        made[one.name] += 1
                        declared = mutant.but(declared=made[one.name] % 2 == 0)
                        yield one.name, partial(checked, bench, declared, path, noise)
    for seed in range(9):
        scenario = "extended" if seed % 2 else "standard"
        noise = NOISE[RECORDS[seed % 3]] if seed < 6 else QUIET
        yield (
            f"game {seed}",
            partial(
                _game,
                bench,
                path,
                Simulation(
                    bench.game,
                    bench.games,
                    bench.board,
                    bench.rulebook.effects,
                    seed,
                    scenario,
                    noise,
                    mistakes=seed % 4 * 3,
                    declares=seed % 5 != 0,
                ),
                copied(bench.tables[scenario]),
            ),
        )


def _game(bench: Any, path: Path, game: Any, table: Any) -> None:
    game.play(table, bench.module).write(path)
    _judge(bench.rulebook, path)


def _judge(book: Any, path: Path) -> None:
    from modgen.log.timeline import read_timeline
    from modgen_rules.engine.judging import judge_log

    judge_log(book, read_timeline([path]), [path.name])


def junta_coup(folder: Path) -> Iterator[Occasion]:
    from tests.accuracy.measure import RECORDS as NOISE
    from tests.junta_coup.bridge import CoupBench
    from tests.junta_coup.measure import SEATS, checked, spoilt
    from tests.junta_coup.several import judged
    from tests.junta_reference.mutate import OPERATORS
    from tests.junta_reference.play import play

    bench, path = CoupBench.made(folder), folder / "coup.vlog"
    for number, name in enumerate(OPERATORS):
        record = RECORDS[number % 3]
        yield f"{name} {record}", partial(spoilt, bench, name, 1, path, 40 * number, record)
    for seed in range(9):
        start, events = play(seed, SEATS[seed % 4])
        yield (
            f"coup {seed}",
            partial(checked, bench, start, events, path, seed, NOISE[RECORDS[seed % 3]]),
        )
    for record in RECORDS:
        yield f"several {record}", lambda record=record: [*judged(bench, 3, path, 900, record)]


def amigos_insurrectos(folder: Path) -> Iterator[Occasion]:
    from modgen_rules.amigos_insurrectos.mistakes import MISTAKES
    from modgen_rules.amigos_insurrectos.simulate import SCENARIOS
    from tests.amigos_insurrectos.measure import RECORDS as NOISE
    from tests.amigos_insurrectos.measure import spoilt
    from tests.amigos_insurrectos.wars import WarBench

    bench, path = WarBench(folder), folder / "war.vlog"
    for seed in range(len(SCENARIOS) * 6):
        yield f"war {seed}", partial(_war, bench, 50 + seed, NOISE[RECORDS[seed % 3]], path)
    for name in MISTAKES:
        yield name, partial(spoilt, bench, name, 2, 0, path)


def _war(bench: Any, seed: int, noise: Any, path: Path) -> None:
    story = bench.story(seed, 2 + seed % 4)
    bench.write(story, story.acts, path, noise, seed)
    bench.judge(path)


def civil_power(folder: Path) -> Iterator[Occasion]:
    from tests.civil_power.measure import MISTAKES, Bench, one_mistake
    from tests.civil_power.measure import RECORDS as NOISE

    bench = Bench(folder)
    for seed in range(36):
        noise = NOISE[RECORDS[seed % 3]]
        yield f"riot {seed}", partial(bench.play, 300 + seed, noise, 3 + seed % 4)
    for mistake in MISTAKES:
        yield mistake.name, partial(_first_mistake, bench, one_mistake, mistake)


def _first_mistake(bench: Any, one_mistake: Callable[..., Any], mistake: Any) -> None:
    for seed in range(10):
        if one_mistake(bench, mistake, seed):
            return


def tirad_pass(folder: Path) -> Iterator[Occasion]:
    from modgen_rules.engine.log_writer import copy_of
    from modgen_rules.engine.random_player import play
    from modgen_rules.engine.trial import Trial
    from modgen_rules.tirad_pass.mistakes import KINDS
    from modgen_rules.tirad_pass.simulate import simulate

    trial, path = Trial("tirad-pass", None, folder), folder / "game.vlog"
    scenarios = [one.id for one in trial.game.scenarios if not one.lesson and not one.at_start]
    tables = {name: trial.table(name) for name in scenarios}
    book: Any = trial.rulebook

    def game(seed: int, noise: bool, kind: str) -> None:
        laid_out = {name: copy_of(table) for name, table in tables.items()}
        if kind:
            writer, _ = simulate(
                book.plan, book.games, laid_out, trial._module.metadata, seed, noise, 4, kind
            )
        else:
            writer, _ = play(book, laid_out, trial._module.metadata, seed, noise)
        writer.write(path)
        _judge(book, path)

    for number, kind in enumerate(KINDS):
        yield kind, partial(game, number, number % 4 == 3, kind)
    for seed in range(8):
        yield f"game {seed}", partial(game, 900 + seed, seed % 2 == 1, "")


def general(folder: Path) -> Iterator[Occasion]:
    from modgen_rules.general.laws import stated
    from modgen_rules.general.player_mistakes import PLANTS
    from tests.general.measure import FOLDERS, legal, mistaken
    from tests.general.workbench import Workbench

    for name, path in FOLDERS.items():
        own = folder / name
        own.mkdir()
        bench = Workbench(path, own)
        for record in ("tidy", "human"):
            yield f"{name} legal {record}", partial(legal, bench, 200, 5, record)
            for law in sorted(set(PLANTS) & stated(bench.game)):
                label = f"{name} {law} {record}"
                yield label, partial(mistaken, bench, law, 5, 5, record)


OCCASIONS: dict[str, Callable[[Path], Iterator[Occasion]]] = {
    "amigos-insurrectos": amigos_insurrectos,
    "civil-power": civil_power,
    "general": general,
    "junta-coup": junta_coup,
    "people-power": people_power,
    "tirad-pass": tirad_pass,
}
"""By game: what its measures judge."""
