"""Cards and cups: how cards are drawn, where they go, and how many a hand may hold.

Piles are read from the log itself, since cards of a cup lie in the same window as a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from modgen.model.types.cards import Pile
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.record.piece_states import OwnPieces
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import CARD, CardMove, Case
from modgen_rules.general.turns import TurnRecord


def card_moves(case: Case, turn: TurnRecord) -> list[CardMove]:
    """What happened to the piles in a turn, without steps that were taken back."""
    if case.piled is None or case.piled[0] != turn.number:
        case.piled = (turn.number, list(_card_moves(case, turn)))
    return case.piled[1]


def drawn(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Cards that were not drawn from the top of a pile."""
    moves = [move for move in card_moves(case, turn) if move.source and move.source != move.target]
    ends = _last_piles(card_moves(case, turn))
    for step in dict.fromkeys(move.step for move in moves):
        for pile in dict.fromkeys(move.source for move in moves if move.step == step):
            part = case.game.piles[pile]
            taken = {move.key: move for move in moves if (move.step, move.source) == (step, pile)}
            if not from_top(part) or all(ends.get(key) == pile for key in taken):
                continue
            order = case.contents(pile, step - 1)
            top = set(order[len(order) - len(taken) :])
            wrong = [move for key, move in taken.items() if key in order and key not in top]
            if wrong:
                stated = part.draw == "top"
                yield Breach(
                    "decks.not-top",
                    CERTAIN if stated else lapse(prices.DOUBT),
                    (part, ("draw" if stated else "shuffle",)),
                    message=f"{case.pieces(move.kind for move in wrong)} was drawn from "
                    f"{part.name}, but not from its top",
                    piece=case.piece(wrong[0].kind),
                    source=part.name,
                    step=step,
                )


def played(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Cards that come out of a pile whose cards are played once."""
    moves = card_moves(case, turn)
    ends = _last_piles(moves)
    came = {move.key for move in moves if move.target and case.game.piles[move.target].final}
    for move in moves:
        part = case.game.piles.get(move.source)
        if part is None or not part.final or move.key in came or ends.get(move.key) == part.id:
            continue
        yield Breach(
            "decks.played",
            CERTAIN,
            (part, ("final",)),
            piece=case.piece(move.kind),
            source=part.name,
            step=move.step,
        )


def goes_to(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Drawn cards that did not go to the pile to which a drawn card goes."""
    moves = card_moves(case, turn)
    ends = _last_piles(moves)
    for move in moves:
        part = case.game.piles.get(move.source)
        if part is None or not part.draws_to or ends.get(move.key) == part.id:
            continue
        reached = {one.target for one in moves if one.key == move.key and one.step >= move.step}
        after = turn.after.get(move.key)
        if part.draws_to in reached or after is None or not turn.complete:
            continue
        elsewhere = ends.get(move.key, "") != "" or after.where.kind == "hand"
        right = case.game.piles[part.draws_to].name
        yield Breach(
            "decks.draws-to",
            CERTAIN if elsewhere else lapse(prices.PUT_ASIDE),
            (part, ("draws_to",)),
            message=f"{case.piece(move.kind)} was drawn from {part.name} but did not go to {right}",
            piece=case.piece(move.kind),
            source=part.name,
            target=case.place(after.place),
            expected=right,
            step=move.step,
        )


def takes(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Cards in a pile that is not for their deck."""
    moves = card_moves(case, turn)
    for key, pile in _last_piles(moves).items():
        part = case.game.piles.get(pile)
        move = next(move for move in reversed(moves) if move.key == key)
        card = case.game.card.get(move.kind.removeprefix(CARD))
        if part is None or card is None or not part.takes or card.deck in part.takes:
            continue
        if not isinstance(case.log.tracker.pieces, OwnPieces) and any(
            one.title == card.title and one.deck in part.takes for one in case.game.cards
        ):
            continue  # a binding knows cards by their titles, and this one has a namesake
        yield Breach(
            "decks.takes",
            turn.gap,
            (part, ("takes",)),
            piece=case.piece(move.kind),
            target=part.name,
            step=move.step,
        )


def reshuffled(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Discards that were put back before the pile was empty."""
    moves = card_moves(case, turn)
    came = {(move.key, move.target) for move in moves}
    begun: set[str] = set()
    for step in dict.fromkeys(move.step for move in moves):
        back = [move for move in moves if move.step == step and (move.key, move.source) not in came]
        for pile in dict.fromkeys(move.source for move in back if move.source):
            part = case.game.piles[pile]
            target = part.reshuffles_to or ""
            cards = [move for move in back if (move.source, move.target) == (pile, target)]
            if part.reshuffle == "any" or not target or not cards:
                continue
            left = len(case.contents(target, step - 1))
            if not left:
                # People may put the cards back one by one.
                begun.add(target)
            if target not in begun:
                yield Breach(
                    "decks.reshuffled",
                    CERTAIN,
                    (part, ("reshuffle",)),
                    message=f"{part.name} was put back into {case.game.piles[target].name}, which "
                    f"still had {left} card{'s' * (left > 1)}",
                    source=part.name,
                    target=case.game.piles[target].name,
                    observed=str(left),
                    expected="0",
                    step=step,
                )


def hands(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Hands that hold more cards of a deck when a turn ends than they may."""
    limits = {deck.id: deck for deck in case.game.cards_file.decks if deck.hand_limit is not None}
    touched = {*turn.changed, *(move.key for move in card_moves(case, turn))}
    if not limits or not touched:
        return
    table = case.timeline.go(turn.last)
    held: Counter[tuple[str, str]] = Counter()
    came: set[tuple[str, str]] = set()
    for key, state in turn.after.items():
        card = case.game.card.get(state.kind.removeprefix(CARD))
        piece = table.pieces.get(key)
        if card is None or card.deck not in limits or state.where.kind != "hand":
            continue
        pile = table.piles.get(piece.pile) if piece is not None else None
        if pile is None or not pile.is_deck:
            held[state.where.id, card.deck] += 1
            if key in touched:
                came.add((state.where.id, card.deck))
    for (side, deck), number in held.items():
        most = limits[deck].hand_limit or 0
        if number > most and (side, deck) in came:
            yield Breach(
                "decks.hand-limit",
                turn.gap,
                (limits[deck], ("hand_limit",)),
                message=f"{case.side(side)} holds {number} cards of {limits[deck].name}",
                observed=str(number),
                expected=f"at most {most}",
                side=side,
            )


def other_hands(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Cards that a player took from the hand of another side."""
    for step in turn.steps:
        for change in step.changes:
            before, after = change.before, change.after
            if before is None or before.where.kind != "hand" or not before.kind.startswith(CARD):
                continue
            owner = before.where.id
            stays = turn.after.get(change.piece) == turn.before.get(change.piece)
            if step.side in ("", owner) or after == before or stays:
                continue
            yield Breach(
                "decks.other-hand",
                lapse(prices.OTHER_PLAYER),
                (case.game.sides[owner], ()),
                message=f"the player of {case.side(step.side)} took {case.piece(before.kind)} "
                f"from {case.place(before.place)}",
                piece=case.piece(before.kind),
                source=case.place(before.place),
                target=case.place(after.place) if after else "",
                step=step.number,
                side=step.side,
            )


# --- piles in the log ------------------------------------------------------------------------


def from_top(pile: Pile) -> bool:
    """Whether only the top card may be drawn."""
    return pile.draw == "top" or (pile.draw is None and pile.shuffle and pile.face == "down")


def _last_piles(moves: Sequence[CardMove]) -> dict[str, str]:
    """The pile in which each moved card lies after the turn; empty for none."""
    return {move.key: move.target for move in moves}


def _card_moves(case: Case, turn: TurnRecord) -> Iterator[CardMove]:
    for number in range(case.read + 1, turn.last + 1):
        for key, source, target in case.pile_moves(number):
            state = turn.after.get(key) or turn.before.get(key)
            if state is not None and number not in case.timeline.undone:
                yield CardMove(number, key, state.kind, source, target)
    case.read = max(case.read, turn.last)
