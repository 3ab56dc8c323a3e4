"""Whole legal games of a random player, written as logs that the engine replays."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.planting import kept_by_people
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.engine.record.table_manners import Role
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import LIGHT, QUIET
from modgen_rules.engine.writing.lay_cards import lay_cards
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.people_power.judging.wording import scenario_state
from modgen_rules.people_power.law.state import (
    FACTIONS,
    GOV,
    NPA,
    REFORMERS,
    CardNumbers,
    Map,
    State,
)
from modgen_rules.people_power.play.player import Played, Player
from modgen_rules.people_power.play.table_driver import TableDriver
from modgen_rules.people_power.reading import acts
from modgen_rules.people_power.reading.events import happenings
from modgen_rules.people_power.reading.judging import Effects
from modgen_rules.people_power.reading.record import BOXES
from modgen_rules.people_power.reading.sequence import STAYS
from modgen_rules.people_power.reading.turn import LIMOP, OP_ONLY, OP_SA, SHADED, UNSHADED

ROUNDS = {"standard": (39, 40), "extended": (38, 39, 40)}
TOP = {"standard": 38, "extended": 37}
PERSONS = {"gov": (41, 42, 43, 44), "npa": (45, 46, 47, 48), "reformers": (49, 50, 51, 52)}


@dataclass
class Simulation:
    """One legal game: its state and its log. `seed` alone decides what happens."""

    game: Game
    games: Iterable[Game]
    board: Map
    effects: Effects
    seed: int
    scenario: str = "standard"
    declares: bool = True
    """Whether the Factions announce what they do (3.1.4)."""

    def play(self, table: Table, module: Metadata) -> tuple[LogWriter, Table]:
        """Play a whole game on the table of a set-up, which is changed.

        Returns the tidy game, and the table on which it began.
        """
        chance = self.chance = random.Random(self.seed)  # noqa: S311
        self.cards_of = CardNumbers.of(self.game)
        seat_sides(self.game, table)
        self._build_deck(table, chance)
        start = table.copy()
        self.writer = LogWriter(self.game, self.games, table, module)
        self.driver = TableDriver(self.writer, self.board)
        self.player = Player(self.board, self.effects, chance)
        scenario = next(one for one in self.game.scenarios if one.id == self.scenario)
        self.state = scenario_state(scenario, self.board)
        self.state = self.state._replace(election=TOP[self.scenario])
        self.left = {who: list(cards) for who, cards in PERSONS.items()}
        self.eligible = dict.fromkeys(FACTIONS, True)
        self.acts: list[int] = []
        if self.scenario == "standard":
            self._new_persons()
        for card in self.deck:
            self.writer.begin_turn()
            self.driver.card(card, "played")
            if card in self.cards_of.elections:
                if self._round(card):
                    break
            else:
                self._event_card(card)
        return self.writer, start

    def _build_deck(self, table: Table, chance: random.Random) -> None:
        """S.1: piles of Events; an Election card is shuffled with the last Events of each."""
        limits = self.board.limits
        size, buried = limits.pile_events, limits.buried_events
        events = list(self.cards_of.events)
        chance.shuffle(events)
        self.deck: list[int] = []
        for number, card in enumerate(ROUNDS[self.scenario]):
            pile = events[number * size : (number + 1) * size]
            bottom = [*pile[-buried:], card]
            chance.shuffle(bottom)
            self.deck += [*pile[:-buried], *bottom]
        lay_deck(self.game, self.games, table, self.deck)

    # --- cards -------------------------------------------------------------------------------

    def _event_card(self, card: int) -> None:
        order = self.game.card[str(card)].order
        executed: list[str] = []
        boxes: dict[str, str] = {}
        for who in order:
            if not self.eligible[who]:
                continue
            self.writer.begin_turn(who)
            allowed, slot = options(executed)
            played = self.player.turn(self.state, who, allowed, card)
            self._show(who, played)
            box = box_of(played.option, slot)
            self.driver.cylinder(who, box)
            boxes[who] = box
            if box not in STAYS:
                executed.append(played.option)
        self.writer.begin_turn()
        for who in FACTIONS:
            stays = boxes.get(who, "limop") in STAYS
            self.eligible[who] = stays
            self.driver.cylinder(who, "eligible" if stays else "ineligible")

    def _show(self, who: str, played: Played) -> None:
        before, after = self.state, played.after
        if self.declares:
            self.driver.declare(
                who,
                played.option,
                played.operation,
                played.activity,
                played.spaces,
                played.activity_spaces,
            )
        for n in played.attacks:
            self.driver.roll(who, self._die(n, before, after), n)
        self.driver.show(before, after, played.groups, appealed=played.appealed)
        self.state = after

    def _die(self, n: int, before: State, after: State) -> int:
        """3.4.3: a die that brings what happened."""
        a, b = before.spaces[n], after.spaces[n]
        reach = a.guerrillas + (46 in before.personalities and self.board.region[n] == "mindanao")
        if b.guerrillas > a.guerrillas:
            return 1
        if b.government < a.government:
            return self.chance.randint(1 if reach < 2 else 2, min(reach, 6))
        return self.chance.randint(reach + 1, 6)

    # --- Election Rounds ---------------------------------------------------------------------

    def _round(self, card: int) -> bool:
        """6.0; whether the game is over."""
        final = card == self.cards_of.final
        after = self.player.election(self.state, final)
        if final:
            after = self._resolve(after)
        over = final or any(
            value > 0 for value in self.state.after_strikes().margins(self.board).values()
        )
        self.driver.show(self.state, after)
        self.state = after
        if over:
            return True
        self._new_persons()
        if card == self.cards_of.last_but_one:
            self._choose_acts()
        self.driver.card(card, "election_card")
        self.state = self.state._replace(election=card)
        for who in FACTIONS:
            self.driver.cylinder(who, "eligible")
            self.eligible[who] = True
        return False

    def _choose_acts(self) -> None:
        """6.5.2: each side lays one of its three Acts."""
        for who in (GOV, NPA, REFORMERS):
            own = [card for card in self.cards_of.acts if acts.owner(self.game, card) == who]
            card = own[self.chance.randrange(3)]
            self.driver.card(card, f"desperation_{who}")
            self.acts.append(card)

    def _resolve(self, state: State) -> State:
        """6.1.2: the Acts in their order, each if its condition holds then."""
        for card in acts.order(state, self.board, self.game, self.acts):
            if acts.CONDITIONS[card](state, self.board):
                found = happenings(acts.effect_of(self.game, card))[0]
                state = self.player.carried_out(state, acts.owner(self.game, card), found) or state
        return state

    def _new_persons(self) -> None:
        """6.5.1: the old ones leave, each side shows one that was not yet played."""
        for number in self.state.personalities:
            self.driver.card(number, "event_reserve")
        shown = []
        for who in FACTIONS:
            number = self.chance.choice(self.left[who])
            self.left[who].remove(number)
            self.driver.card(number, f"personality_{who}")
            shown.append(number)
        self.state = self.state._replace(personalities=frozenset(shown))


def simulate(
    book: Rulebook,
    board: Map,
    effects: Effects,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int,
) -> tuple[LogWriter, list[str]]:
    """A whole game and the mistakes in it; odd seeds play the long scenario."""
    scenario = "extended" if seed % 2 else "standard"
    game = Simulation(book.games[0], book.games, board, effects, seed, scenario)
    tidy, start = game.play(tables[scenario], module)
    habits = LIGHT if noise else QUIET
    return kept_by_people(book, tidy, start, habits, game.chance, mistakes, role_of)


def role_of(kind: str, place: str) -> Role | None:
    """2.3.6: cylinders go to Eligible or Ineligible as a card or a Round ends."""
    ends = kind.startswith("eligibility_") and BOXES.get(place) in {"eligible", "ineligible"}
    return Role.RESET if ends else None


def options(executed: list[str]) -> tuple[tuple[str, ...], int]:
    """2.3.3: what the next Faction may choose, and whether it is the 1st or 2nd to execute."""
    if not executed:
        return (OP_SA, OP_ONLY, LIMOP, UNSHADED, SHADED, PASS), 1
    if len(executed) > 1:
        return (LIMOP, PASS), 2
    if executed[0] == OP_SA:
        return (OP_ONLY, LIMOP, UNSHADED, SHADED, PASS), 2
    return (OP_SA, LIMOP, PASS), 2


def box_of(option: str, slot: int) -> str:
    """The cylinder's box of an option (2.3.3)."""
    if option in (LIMOP, PASS):
        return option
    return f"{slot}_op_sa" if option == OP_SA else f"{slot}_op_only"


def lay_deck(game: Game, games: Iterable[Game], table: Table, deck: list[int]) -> None:
    """Put cards into the draw deck, the first on top, and all other Events into the reserve."""
    writer = LogWriter(game, games, table, Metadata("0"))
    number = {one.kind: key for key, one in writer.states.items() if one.kind[:5] == "card_"}
    wanted = {
        "draw_deck": [number[f"card_{card}"] for card in reversed(deck)],
        "event_reserve": [
            number[f"card_{card}"] for card in CardNumbers.of(game).events if card not in deck
        ],
    }
    lay_cards(table, {game.piles[pile].name: keys for pile, keys in wanted.items()})
