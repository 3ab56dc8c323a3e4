"""Puts cards into decks on a table, as the module does when it builds a pile at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.model.types.scenario import PileSetup, Scenario
from modgen.vassal.pieces import Deck


def lay_cards(table: Table, wanted: Mapping[str, Sequence[str]]) -> None:
    """Give decks, by their displayed names, these cards by id, the bottom one first.

    The cards leave the piles in which they were; a deck's other cards leave it.
    """
    moving = {key for keys in wanted.values() for key in keys}
    for pile in list(table.piles.values()):
        if any(key in moving for key in pile.contents):
            rest = tuple(key for key in pile.contents if key not in moving)
            table.put("piles", pile.id, pile._replace(contents=rest))
    for pile in list(table.piles.values()):
        name = Deck.read("", pile.type, "").type.name if pile.is_deck else ""
        if name in wanted:
            table.put("piles", pile.id, pile._replace(contents=tuple(wanted[name])))
            for key in wanted[name]:
                piece = table.pieces[key]
                there = piece._replace(map=pile.map, x=pile.x, y=pile.y, pile=pile.id)
                table.put("pieces", key, there)
    table.journal.clear()


def build_piles(
    game: Game, scenario: Scenario, table: Table, cards: Mapping[str, Sequence[str]],
    chance: random.Random,
) -> None:  # fmt: skip
    """Build the random piles of a scenario. `cards` has the ids of each card on the table."""
    named = {key for setup in scenario.piles for key in setup.cards}
    named |= {key for setup in scenario.piles for step in setup.build for key in step.cards}
    named |= {key for hand in scenario.hands.values() for key in hand} | {*scenario.unused}
    free = {
        deck: [
            key for card in game.cards if card.deck == deck and card.id not in named
            for key in cards.get(card.id, ())
        ]
        for deck in game.decks
    }  # fmt: skip
    wanted = {}
    for setup in scenario.piles:
        if setup.build:
            wanted[game.piles[setup.pile].name] = list(_built(setup, free, cards, chance))
    lay_cards(table, wanted)


def _built(
    setup: PileSetup, free: Mapping[str, list[str]], cards: Mapping[str, Sequence[str]],
    chance: random.Random,
) -> list[str]:  # fmt: skip
    """The cards of a pile, the bottom one first. Cards that are used are no longer free."""
    pile: list[str] = []
    for step in setup.build:
        taken = [key for card in step.cards for key in cards.get(card, ())]
        stock = free.get(step.deck or "", [])
        for _ in range(min(step.random, len(stock))):
            taken.append(stock.pop(chance.randrange(len(stock))))
        if step.shuffle:
            chance.shuffle(taken)
        pile += taken
    return pile
