"""Whether the cards of a scenario exist, and lie in one place each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids, unknown_word
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.scenario import PileSetup, Scenario


def references(game: Game, scenario: Scenario) -> Iterator[PartDiagnostic]:
    """Piles, decks, cards and sides that a scenario names exist, and its steps take cards."""
    for number, setup in enumerate(scenario.piles):
        if setup.pile not in game.piles:
            yield unknown_word(setup, ("pile",), "pile", setup.pile, game.piles)
        yield from unknown_ids(setup, ("cards",), "card", setup.cards, game.card)
        yield from unknown_ids(setup, ("rest",), "deck", [setup.rest], game.decks)
        for step in setup.build:
            yield from unknown_ids(step, ("deck",), "deck", [step.deck], game.decks)
            yield from unknown_ids(step, ("cards",), "card", step.cards, game.card)
            if step.deck and not step.random and not step.cards:
                yield PartDiagnostic(
                    step,
                    ("deck",),
                    "the step takes no cards from the deck",
                    f"say how many with `random`; for the whole deck, give the pile "
                    f"`rest: {step.deck}` instead of `build`",
                )
            if step.random and not step.deck:
                yield PartDiagnostic(
                    scenario,
                    ("piles", number, "build"),
                    "a step with random cards needs a `deck`",
                    f"write, for example, `{{deck: {next(iter(game.decks), 'events')}, random: "
                    f"{step.random}}}`",
                )
            elif step.random and step.deck not in [pile.rest for pile in scenario.piles]:
                yield PartDiagnostic(
                    scenario,
                    ("piles", number, "build"),
                    f"no pile has `rest: {step.deck}`, from which its random cards are drawn",
                    f"for a pile of the whole deck, write `{{pile: {setup.pile}, rest: "
                    f"{step.deck}}}`",
                )
    for side, cards in scenario.hands.items():
        yield from unknown_ids(scenario, ("hands", side), "card", cards, game.card)
    yield from _deals(scenario, game)
    yield from unknown_ids(scenario, ("unused",), "card", scenario.unused, game.card)


def _deals(scenario: Scenario, game: Game) -> Iterator[PartDiagnostic]:
    """Deals name sides and piles that exist, and no pile deals more cards than it has."""
    wanted: Counter[str] = Counter()
    for deal in scenario.deals:
        yield from unknown_ids(deal, ("pile",), "pile", [deal.pile], game.piles)
        yield from unknown_ids(deal, ("to",), "side", deal.to, game.sides)
        wanted[deal.pile] += deal.count * len(deal.to)
        for side in deal.to:
            if any(pile.side == side for pile in game.cards_file.piles):
                yield PartDiagnostic(
                    deal, ("to",), f"`{side}` has a pile in its window, from which it draws itself"
                )
        held = sum(
            _number(game, setup.cards)
            + sum(step.random + _number(game, step.cards) for step in setup.build)
            + (_rest(scenario, game, setup.rest) if setup.rest else 0)
            for setup in scenario.piles
            if setup.pile == deal.pile
        )
        if deal.pile in game.piles and wanted[deal.pile] > held:
            yield PartDiagnostic(
                deal,
                ("count",),
                f"{wanted[deal.pile]} cards are dealt from the pile `{deal.pile}`, "
                f"which has {held}",
                "deal fewer, or give the pile more cards with `rest` or `cards` under `piles`",
            )


def _rest(scenario: Scenario, game: Game, deck: str) -> int:
    """How many cards of a deck a scenario uses nowhere else."""
    named = {card for cards in scenario.hands.values() for card in cards} | {*scenario.unused}
    used = 0
    for setup in scenario.piles:
        named |= {*setup.cards, *(card for step in setup.build for card in step.cards)}
        used += sum(step.random for step in setup.build if step.deck == deck)
    left = (card for card in game.cards if card.deck == deck and card.id not in named)
    return sum(card.copies for card in left) - used


def _number(game: Game, cards: Iterable[str]) -> int:
    """How many copies some cards have; an unknown card, which is another error, has none."""
    return sum(game.card[card].copies for card in cards if card in game.card)


# --- consequences --------------------------------------------------------------------------


def cards_once(game: Game) -> Iterator[PartDiagnostic]:
    """No card of a scenario is in two places, and decks have enough cards for random piles."""
    for scenario in game.scenarios:
        named: list[tuple[str, Part, tuple[str | int, ...]]] = []
        for setup in scenario.piles:
            named += [(card, setup, ("cards",)) for card in setup.cards]
            named += [(card, step, ("cards",)) for step in setup.build for card in step.cards]
        for side, cards in scenario.hands.items():
            named += [(card, scenario, ("hands", side)) for card in cards]
        named += [(card, scenario, ("unused",)) for card in scenario.unused]
        seen: set[str] = set()
        for card, part, path in named:
            if card in seen:
                yield PartDiagnostic(
                    part,
                    path,
                    f"the card `{card}` is in two places in the scenario `{scenario.id}`",
                    "name it once, which means all its copies"
                    if card in game.card and game.card[card].copies > 1
                    else "name it once",
                )
            seen.add(card)
        yield from _enough_cards(game, scenario.piles, seen, scenario)


def _enough_cards(
    game: Game, piles: list[PileSetup], named: set[str], scenario: Scenario
) -> Iterator[PartDiagnostic]:
    needed: Counter[str] = Counter()
    for setup in piles:
        for step in setup.build:
            needed[step.deck or ""] += step.random
    for deck, count in needed.items():
        copies = sum(
            card.copies for card in game.cards if card.deck == deck and card.id not in named
        )
        if count > copies:
            yield PartDiagnostic(
                scenario,
                ("piles",),
                f"{count} random cards of the deck `{deck}` are needed, but it has only {copies}",
                "take fewer with `random`, or increase `copies` in the table of cards",
            )


CONSEQUENCES: tuple[Check, ...] = (cards_once,)
