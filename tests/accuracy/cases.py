"""Single turns of legal games, as positions; and how each becomes a log of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from modgen.assets import bundled_games
from modgen.compile.module import Compiled, compile_game
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.people_power.checker import Rulebook
from modgen_rules.people_power.judging.wording import scenario_state
from modgen_rules.people_power.law.state import FACTIONS, State
from modgen_rules.people_power.play.player import Played, Player
from modgen_rules.people_power.play.table_driver import TableDriver
from modgen_rules.people_power.simulate import PERSONS, TOP, box_of, options, role_of

EVENTS = range(1, 37)


@dataclass
class Bench:
    """The game, its rulebook, its empty set-up: made once."""

    games: list[Game]
    rulebook: Rulebook
    tables: dict[str, Table]
    module: Metadata

    @classmethod
    def made(
        cls, folder: Path, loaded: Loaded | None = None, compiled: Compiled | None = None
    ) -> Bench:
        """What has been loaded or compiled already may be given."""
        loaded = loaded or load(bundled_games()["people-power"])
        games = [loaded.game, loaded.in_language("es")]
        found = (compiled or compile_game(loaded.game)).module
        tables = {}
        for name in ("standard", "extended"):
            path = folder / f"{name}.vsav"
            path.write_bytes(found.files[f"{name}.vsav"])
            tables[name] = read_timeline([path]).go(0)
        return cls(games, Rulebook(games), tables, found.metadata)

    @property
    def game(self) -> Game:
        return self.games[0]

    @property
    def board(self):
        return self.rulebook.board

    def start(self, scenario: str) -> State:
        found = next(one for one in self.game.scenarios if one.id == scenario)
        return scenario_state(found, self.board)._replace(election=TOP[scenario])


@dataclass(frozen=True)
class Case:
    """One Faction's turn on a card."""

    scenario: str
    card: int
    actor: str
    before: State
    played: Played
    executed: tuple[str, ...]
    """Options of those who went before on this card."""
    eligible: tuple[str, ...]
    """Who is Eligible at the card's reveal, in its order."""
    box: str
    after: State
    dice: tuple[int, ...] = ()
    moved: tuple = ()
    declared: bool = False
    extra: dict = field(default_factory=dict)
    """What an operator does physically besides: see `write`."""

    def but(self, **changes) -> Case:
        return replace(self, **changes)


def cases(bench: Bench, seed: int) -> Iterator[Case]:
    """The turns of one long random game: Events and Elections come as they fall."""
    chance = random.Random(seed)
    player = Player(bench.board, bench.rulebook.effects, chance)
    scenario = chance.choice(("standard", "extended"))
    state = bench.start(scenario)
    if chance.random() < 0.5:
        people = frozenset(chance.choice(cards) for cards in PERSONS.values())
        state = state._replace(personalities=people)
    eligible = dict.fromkeys(FACTIONS, True)
    deck = list(EVENTS)
    chance.shuffle(deck)
    for number, card in enumerate(deck[:30], 1):
        order = bench.game.card[str(card)].order
        acting = tuple(who for who in order if eligible[who])
        executed: list[str] = []
        boxes = {}
        for who in acting:
            allowed, slot = options(executed)
            played = player.turn(state, who, allowed, card)
            box = box_of(played.option, slot)
            dice = tuple(_die(chance, n, state, played.after, bench) for n in played.attacks)
            yield Case(
                scenario,
                card,
                who,
                state,
                played,
                tuple(executed),
                acting,
                box,
                played.after,
                dice,
                played.groups,
            )
            state = played.after
            boxes[who] = box
            if box not in ("limop", "pass"):
                executed.append(played.option)
        eligible = {who: boxes.get(who, "limop") in ("limop", "pass") for who in FACTIONS}
        if number % 10 == 0:
            after = player.election(state._replace(tracks=(*state.tracks[:4], 0)), False)
            if all(not one.protest for one in after.spaces):
                top = min(39, state.election + 1)
                state = after._replace(election=top)
                eligible = dict.fromkeys(FACTIONS, True)


def _die(chance: random.Random, n: int, before: State, after: State, bench: Bench) -> int:
    a, b = before.spaces[n], after.spaces[n]
    reach = a.guerrillas + (46 in before.personalities and bench.board.region[n] == "mindanao")
    if b.guerrillas > a.guerrillas:
        return 1
    if b.government < a.government:
        return chance.randint(1 if reach < 2 else 2, min(reach, 6))
    return chance.randint(reach + 1, 6)


def changed(state: State, n: int, **fields) -> State:
    """A position with some fields of one space set; what is not on the map is Available."""
    spaces = list(state.spaces)
    spaces[n] = spaces[n]._replace(**fields)
    return state.with_spaces(spaces)


def write(bench: Bench, case: Case, path: Path, noise: HumanNoise = QUIET) -> Path:
    """A case as a log that begins with its card on the table.

    Raises LogWriterError when there is no such thing on the table as the case wants.
    """
    table = bench.tables[case.scenario].copy()
    seat_sides(bench.game, table)
    writer = LogWriter(bench.game, bench.games, table, bench.module)
    hand = TableDriver(writer, bench.board)
    hand.show(bench.start(case.scenario), case.before)
    hand.card(case.card, "played")
    if case.before.election != TOP[case.scenario]:
        hand.card(case.before.election, "election_card")
    for number in case.before.personalities:
        who = next(side for side, cards in PERSONS.items() if number in cards)
        hand.card(number, f"personality_{who}")
    done = case.eligible[: case.eligible.index(case.actor)] if case.actor in case.eligible else ()
    for who in FACTIONS:
        if who not in case.eligible:
            hand.cylinder(who, "ineligible")
    slots: list[str] = []
    for who, option in zip(done, case.executed, strict=False):
        hand.cylinder(who, box_of(option, len(slots) + 1))
        slots.append(option)
    for who in done[len(case.executed) :]:
        hand.cylinder(who, "pass")
    for who, box in case.extra.get("cylinders", {}).items():
        hand.cylinder(who, box)
    start = table.copy()
    writer = LogWriter(bench.game, bench.games, table, bench.module)
    writer.begin_turn(case.actor)
    _play(TableDriver(writer, bench.board), case)
    chance = random.Random(f"{case.card} {case.actor} {case.after.tracks}")
    as_people(writer, start, noise, chance, role_of)[0].write(path)
    return path


def checked(bench: Bench, case: Case, path: Path, noise: HumanNoise = QUIET) -> GameReport:
    """A case through the whole path: written, read, judged."""
    write(bench, case, path, noise)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])


def _play(hand: TableDriver, case: Case) -> None:
    played = case.played
    if case.declared:
        hand.declare(
            case.actor,
            played.option,
            played.operation,
            played.activity,
            played.spaces,
            played.activity_spaces,
        )
    for number in case.dice:
        hand.roll(case.actor, number)
    hand.show(case.before, case.after, case.moved, appealed=played.appealed)
    for act in case.extra.get("acts", ()):
        act(hand)
    if not case.extra.get("no_cylinder"):
        hand.cylinder(case.actor, case.box)
    for act in case.extra.get("then", ()):
        act(hand)
