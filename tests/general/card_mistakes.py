"""The mistakes with cards that a random player can plant: for each law, one act that breaks it."""

from __future__ import annotations

from collections.abc import Callable

from modgen_rules.general.case import CARD
from modgen_rules.general.decks import from_top
from modgen_rules.general.player import Player

Plant = Callable[[Player, str, str], str]
"""Breaks a law in a turn of a side and a phase; the sentence that says how, or an empty text."""


def not_top(player: Player, side: str, phase: str) -> str:
    """Draw a card that is not the top one."""
    for draw in player.draws(side):
        ((key, place),) = draw.items()
        for pile in player.game.cards_file.piles:
            cards = player.table.cards_of(pile)
            if key in cards and from_top(pile) and len(cards) > 1:
                return put(player, player.chance.choice(cards[:-1]), place)
    return ""


def put(player: Player, key: str, place: str) -> str:
    """Move a piece or card to a place. What was done is returned."""
    state = player.table.states[key]
    player.writer.move([key], place)
    return f"{state.kind} from {state.place} to {place}"


def draws_to(player: Player, side: str, phase: str) -> str:
    """Take a drawn card into the hand, though it goes to a pile."""
    for draw in player.draws(side):
        ((key, _),) = draw.items()
        for pile in player.game.cards_file.piles:
            cards = player.table.cards_of(pile)
            if key in cards and pile.draws_to and player.may_hold(side, key):
                return put(player, key, f"hand:{side}")
    return ""


def played(player: Player, side: str, phase: str) -> str:
    """Take a card out of a pile whose cards are played once."""
    for pile in player.game.cards_file.piles:
        cards = player.table.cards_of(pile)
        if pile.final and cards and player.may_hold(side, cards[-1]):
            return put(player, cards[-1], f"hand:{side}")
    return ""


def takes(player: Player, side: str, phase: str) -> str:
    """Play a card to a pile that is not for it."""
    for key in player.table.hand(side):
        for pile in player.game.cards_file.piles:
            if pile.box and not pile.final and pile.face == "up" and not player.takes(pile, key):
                return put(player, key, pile.box)
    return ""


def reshuffled(player: Player, side: str, phase: str) -> str:
    """Put a pile back under cards that are left."""
    for pile in player.game.cards_file.piles:
        target = player.game.piles.get(pile.reshuffles_to or "")
        if target is None or pile.reshuffle != "empty" or not target.box:
            continue
        cards = player.table.cards_of(pile)
        if cards and player.table.cards_of(target):
            player.writer.move(cards, target.box)
            return f"{pile.id} put back into {target.id}"
    return ""


def hand_limit(player: Player, side: str, phase: str) -> str:
    """Draw cards until the hand holds one too many."""
    for pile in player.game.cards_file.piles:
        if pile.draws_to or pile.face != "down" or not player.table.has_hand(side):
            continue
        cards = list(player.table.cards_of(pile))
        while cards:
            most = player.game.decks[player.deck(cards[-1])].hand_limit
            if most is None:
                return ""
            key = cards.pop()
            full = not player.may_hold(side, key)
            player.writer.move([key], f"hand:{side}")
            if full:
                return f"{side} draws {player.table.states[key].kind.removeprefix(CARD)} too many"
    return ""


def other_hand(player: Player, side: str, phase: str) -> str:
    """Play a card from the hand of another side."""
    for other in player.game.sides:
        if other != side:
            for play in player.plays(other):
                ((key, place),) = play.items()
                return put(player, key, place)
    return ""


CARDS: dict[str, Plant] = {
    "decks.not-top": not_top,
    "decks.draws-to": draws_to,
    "decks.played": played,
    "decks.takes": takes,
    "decks.reshuffled": reshuffled,
    "decks.hand-limit": hand_limit,
    "decks.other-hand": other_hand,
}
"""The law that each mistake breaks, and how it is planted."""
