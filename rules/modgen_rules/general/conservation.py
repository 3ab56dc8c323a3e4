"""Nothing from nowhere: pieces and cards are neither made nor lost while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.engine.reading.verdicts import CERTAIN
from modgen_rules.general.breach import Basis, Breach
from modgen_rules.general.case import CARD, Case
from modgen_rules.general.turns import TurnRecord


class _Balance(NamedTuple):
    """A kind of piece of which a turn made or deleted some."""

    basis: Basis
    supply: int
    """How many the game has."""
    before: int
    after: int
    came: list[str]
    """The pieces that are new, by id."""
    went: list[str]
    """The pieces that are no longer there, by id."""


def made(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Kinds of which there are more pieces after a turn than the game has."""
    for kind, one in _balances(case, turn).items():
        if one.after <= max(one.supply, one.before):
            continue
        places = dict.fromkeys(case.place(turn.after[key].place) for key in one.came)
        yield Breach(
            "conservation.made",
            turn.gap,
            one.basis,
            message=f"{case.pieces([kind] * (one.after - one.before))} appeared in "
            f"{' and '.join(places)}; the game has {one.supply}, and now there are {one.after}",
            piece=case.piece(kind),
            target=next(iter(places), ""),
            observed=str(one.after),
            expected=f"at most {one.supply}",
        )


def lost(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Pieces and cards that a turn deletes, though the data says where they go.

    A piece without `home` and `lost_to` may be deleted when it is out of the game.
    """
    for kind, one in _balances(case, turn).items():
        piece = case.game.piece_types.get(kind)
        goes = piece.lost_to or piece.home if piece is not None else ""
        right = min(one.before, one.supply)
        if one.after >= right or (piece is not None and not goes):
            continue
        basis = one.basis
        if piece is not None:
            basis = (piece, ("lost_to" if piece.lost_to else "home",))
        places = dict.fromkeys(case.place(turn.before[key].place) for key in one.went)
        where = f"; it belongs in {case.place(goes)}" if goes else ""
        yield Breach(
            "conservation.lost",
            turn.gap,
            basis,
            message=f"{case.pieces([kind] * (right - one.after))} in {' and '.join(places)} was "
            f"deleted{where}",
            piece=case.piece(kind),
            source=next(iter(places), ""),
            observed=str(one.after),
            expected=str(right),
        )


def returned(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Pieces and cards that come out of a box that is `final`."""
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        if before is None or after is None or before.place == after.place:
            continue
        box = case.game.boxes.get(before.place)
        if box is None or not box.final or after.where.kind not in ("place", "hand"):
            continue
        yield Breach(
            "conservation.returned",
            CERTAIN,
            (box, ("final",)),
            piece=case.piece(after.kind),
            source=case.place(before.place),
            target=case.place(after.place),
            keys=(key,),
        )


def _balances(case: Case, turn: TurnRecord) -> dict[str, _Balance]:
    """Kinds of which a turn made or deleted pieces. Markers of states are no part of the mix."""
    came, went = Counter[str](), Counter[str]()
    for key in turn.changed:
        before, after = turn.before.get(key), turn.after.get(key)
        if before is None and after is not None:
            came[after.kind] += 1
        elif after is None and before is not None:
            went[before.kind] += 1
    found = {}
    for kind in {**came, **went}:
        supply = _supply(case, kind)
        if supply is None:
            continue
        after_turn = sum(state.kind == kind for state in turn.after.values())
        new = [key for key in turn.changed if key not in turn.before]
        old = [key for key in turn.changed if key not in turn.after]
        found[kind] = _Balance(
            *supply,
            after_turn - came[kind] + went[kind],
            after_turn,
            [key for key in new if turn.after[key].kind == kind],
            [key for key in old if turn.before[key].kind == kind],
        )
    return found


def _supply(case: Case, kind: str) -> tuple[Basis, int] | None:
    """How many pieces of a kind the game has, and the data that says so; None for unknown."""
    piece = case.game.piece_types.get(kind)
    if piece is not None and piece.unlimited:
        return None
    if piece is not None:
        return (piece, ("count",)), piece.count + piece.spare
    card = case.game.card.get(kind.removeprefix(CARD))
    return ((card, ("copies",)), card.copies) if card is not None else None
