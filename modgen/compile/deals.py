"""Cards that sides get from piles when a game starts: `deals` of scenarios.

Each deal is a key command to the top cards of a pile, which have a trait for each side that takes
them into that side's private window, side by side.
"""

from __future__ import annotations

from collections.abc import Iterable

from modgen.compile.build import IN_HAND, Build, act, hand_name, quoted
from modgen.compile.hand_room import GAP, HAND_COLUMNS, hand_spot, pile_size
from modgen.compile.words import SCENARIO
from modgen.model.game import Game
from modgen.model.types.cards import Deck
from modgen.model.types.scenario import Scenario
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.traits import Trait


def dealt_sides(game: Game) -> list[str]:
    """The sides that get cards in some scenario."""
    named = {side for scenario in game.scenarios for deal in scenario.deals for side in deal.to}
    return [side for side in game.sides if side in named]


def dealt_most(game: Game, side: str) -> int:
    """The most cards with which a side begins in any scenario."""
    return max(
        (
            sum(game.card[card].copies for card in scenario.hands.get(side, []))
            + sum(deal.count * deal.to.count(side) for deal in scenario.deals)
            for scenario in game.scenarios
        ),
        default=0,
    )


def deal_traits(build: Build, deck: Deck) -> list[Trait]:
    """What takes a card of a deck into the window of each side that is dealt some."""
    traits: list[Trait] = []
    for side in dealt_sides(build.game):
        go = act(f"GoToHand_{side}")
        name = quoted(hand_name(build, side))
        x, y = hand_spot(build, side, 0)
        width, height = pile_size(build)
        held = f"CountZone({name},{name})"
        traits += [
            t.SendToLocation(
                key=go,
                map=hand_name(build, side),
                board=hand_name(build, side),
                x=f"{{{x}+({held}%{HAND_COLUMNS})*{width + GAP}}}",
                y=f"{{{y}+({held}/{HAND_COLUMNS})*{height + GAP}}}",
            ),
            t.TriggerAction(
                name=f"deal to {side}",
                key=act(f"ToHand_{side}"),
                action_keys=(go, IN_HAND) if deck.secret else (go,),
            ),
        ]
    return traits


def deal_steps(build: Build, scenarios: Iterable[Scenario]) -> list[Component]:
    """The commands that deal in some scenarios, in order; each does nothing in other scenarios."""
    steps = []
    for scenario in scenarios:
        for number, deal in enumerate(scenario.deals):
            pile = quoted(build.game.piles[deal.pile].name)
            for side in deal.to:
                steps.append(
                    component(
                        "GlobalKeyCommand",
                        name=f"Deal {scenario.id} {number} {side}",
                        buttonText="",
                        tooltip="",
                        icon="",
                        buttonHotkey=act(f"Hand_{scenario.id}_{number}_{side}"),
                        hotkey=act(f"ToHand_{side}"),
                        filter=f"{{DeckName=={pile} && {SCENARIO}=={quoted(scenario.id)}}}",
                        deckCount=deal.count,
                        reportSingle=True,
                        suppressSounds=True,
                    )
                )
    return steps
