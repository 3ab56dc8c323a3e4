"""What the random player leaves out of a game, because the game's data does not state it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from modgen.model.types.pieces import PieceType
from modgen_rules.general.player import UNITS, Player, Table

MOST_NAMES = 4
"""The most kinds of pieces that a sentence names."""


def not_played(player: Player) -> Iterator[str]:
    """What is never played, and why, a sentence each, from the position at the start."""
    table, game = player.table, player.game
    yield from _pieces(table)
    for side in game.sides.values():
        if not table.units(side.id):
            yield f"moves of {side.name}: no piece on the map is of this side"
    if not game.info.moves:
        yield (
            "rules of movement: game.yaml has no `moves`, so pieces go to any place that has room "
            "for them"
        )
    if not game.phases:
        yield "phases: game.yaml has no `sequence`, so the sides simply take turns"
    yield from _cards(player)
    if not game.info.dice:
        yield "dice: game.yaml has no `dice`"
    elif not game.rules:
        yield "what dice decide: there is no rules.yaml, so results change nothing"
    if game.cards_file.decks:
        yield "what cards say: texts are not carried out"
    if game.info.module.parts:
        yield (
            "buttons, menus and key commands of the module: they are kept as they were, and the "
            "data does not say what they do"
        )


def _pieces(table: Table) -> Iterator[str]:
    """Pieces that nobody touches, by the reason."""
    reasons: tuple[tuple[str, Callable[[str, PieceType], bool]], ...] = (
        (
            "they lie in no space or cell of a grid; tracks and boxes are not played",
            lambda key, piece: not _anywhere(table, key),
        ),
        ("their kind is one that rules handle", lambda key, piece: piece.kind not in UNITS),
        ("they can be hidden", lambda key, piece: piece.hides),
        (
            "they have no side in pieces.csv",
            lambda key, piece: not piece.owner(table.states[key].face),
        ),
        ("they are immobile", lambda key, piece: piece.immobile),
    )
    left: dict[str, Counter[str]] = {}
    counting = {total.marker for total in table.game.info.totals}
    for key in table.states:
        piece = table.piece(key)
        if piece is None or piece.id in counting:
            continue
        reason = next((why for why, holds in reasons if holds(key, piece)), "")
        if reason:
            left.setdefault(reason, Counter())[piece.name] += 1
    for why, _ in reasons:
        if why in left:
            yield f"{_listed(left[why])}: {why}"


def _anywhere(table: Table, key: str) -> bool:
    """Whether a piece lies in a place, or in the box of its home, from where it can come."""
    piece = table.piece(key)
    state = table.states[key]
    return bool(table.place(key)) or (piece is not None and state.place == piece.home != "")


def _listed(names: Counter[str]) -> str:
    total = names.total()
    shown = [f"`{name}`" for name, _ in names.most_common(MOST_NAMES)]
    more = len(names) - len(shown)
    rest = f" and {more} more {'kind' if more == 1 else 'kinds'}" if more else ""
    kinds = ", ".join(shown) + rest
    return f"{total} {'piece' if total == 1 else 'pieces'} ({kinds})"


def _cards(player: Player) -> Iterator[str]:
    """Decks of which no card is drawn or played at the start of the game."""
    game, sides = player.game, list(player.game.sides)
    drawn = {player.deck(key) for side in sides for ends in player.draws(side) for key in ends}
    ups = [pile for pile in game.cards_file.piles if pile.box and pile.face == "up"]
    for deck in game.cards_file.decks:
        if deck.id not in drawn:
            yield f"drawing cards of the deck `{deck.name}`: {_why_not_drawn(player, deck.id)}"
        if not any(not pile.takes or deck.id in pile.takes for pile in ups):
            yield f"playing cards of the deck `{deck.name}`: no pile that is face up takes them"


def _why_not_drawn(player: Player, deck: str) -> str:
    piles = [
        pile
        for pile in player.game.cards_file.piles
        if not pile.side and pile.face == "down" and not pile.final
    ]
    if not piles:
        return "no pile is face down and for all sides"
    held = {player.deck(card) for pile in piles for card in player.table.cards_of(pile)}
    if deck not in held:
        return "no pile that is face down and for all sides holds any"
    if not any(pile.draws_to for pile in piles):
        return "no side has a hand with room for it, and no pile has `draws_to`"
    return "the pile that `draws_to` names has no box on the map"
