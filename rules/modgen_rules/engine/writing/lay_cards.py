"""Puts cards into decks on a table, as the module does when it builds a pile at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from modgen.compile.piles import pools, recipes
from modgen.compile.words import words
from modgen.log.table import Table
from modgen.model.game import Game
from modgen.model.types.scenario import DeckStep, Scenario
from modgen.vassal.pieces import GamePiece
from modgen_rules.engine.record.markers import markers, masked_for
from modgen_rules.engine.writing.written_table import HAND_POINT


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
        if pile.name in wanted:
            table.put("piles", pile.id, pile._replace(contents=tuple(wanted[pile.name])))
            for key in wanted[pile.name]:
                piece = table.pieces[key]
                there = piece._replace(map=pile.map, x=pile.x, y=pile.y, pile=pile.id)
                table.put("pieces", key, there)
    table.journal.clear()


def build_piles(
    game: Game,
    scenario: Scenario,
    table: Table,
    cards: Mapping[str, Sequence[str]],
    chance: random.Random,
) -> None:
    """Build the random piles of a scenario. `cards` has the ids of each card on the table."""
    named = {key for setup in scenario.piles for key in setup.cards}
    named |= {key for setup in scenario.piles for step in setup.build for key in step.cards}
    named |= {key for hand in scenario.hands.values() for key in hand} | {*scenario.unused}
    free = {
        deck: [
            key
            for card in game.cards
            if card.deck == deck and card.id not in named
            for key in cards.get(card.id, ())
        ]
        for deck in game.decks
    }
    wanted: dict[str, list[str]] = {}
    for recipe in recipes(game, scenario):
        pile = wanted.setdefault(game.piles[recipe.setup.pile].name, [])
        pile += _mixed(recipe.step, free, cards, chance)
    for pool in pools(scenario):
        left = free[pool.deck]
        chance.shuffle(left)
        wanted.setdefault(game.piles[pool.pile].name, []).extend(left)
    lay_cards(table, wanted)


def deal_hands(game: Game, scenario: Scenario, table: Table) -> None:
    """Give sides the top cards of piles, as the scenario's `deals` say.

    Cards of secret decks lie face down for all other sides.
    """
    names = words(game.language)
    for deal in scenario.deals:
        for side in [one for one in deal.to for _ in range(deal.count)]:
            name = game.piles[deal.pile].name
            pile = next((one for one in table.piles.values() if one.name == name), None)
            if pile is None or not pile.contents:
                return
            key = pile.contents[-1]
            table.put("piles", pile.id, pile._replace(contents=pile.contents[:-1]))
            card = table.pieces[key].game_piece
            shown = game.sides[side].name
            held = masked_for(card, shown) if _secret(game, card) else card
            window = names("hand", side=shown)
            state = held.at(window, *HAND_POINT, key).state_text()
            x, y = HAND_POINT
            moved = table.pieces[key]._replace(state=state, map=window, x=x, y=y, pile="")
            table.put("pieces", key, moved)
    table.journal.clear()


def _secret(game: Game, card: GamePiece) -> bool:
    """Whether a card is of a secret deck."""
    deck = game.decks.get(markers(card.traits).get("CardDeck", ""))
    return deck is not None and deck.secret


def _mixed(
    step: DeckStep,
    free: Mapping[str, list[str]],
    cards: Mapping[str, Sequence[str]],
    chance: random.Random,
) -> list[str]:
    """The cards of a step, the bottom one first. Cards that are used are no longer free."""
    taken = [key for card in step.cards for key in cards.get(card, ())]
    stock = free.get(step.deck or "", [])
    for _ in range(min(step.random, len(stock))):
        taken.append(stock.pop(chance.randrange(len(stock))))
    if step.shuffle:
        chance.shuffle(taken)
    return taken
