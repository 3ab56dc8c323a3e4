"""A log as positions of People Power: counts in each space, tracks, cylinders, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.people_power.law.state import (
    AID,
    ALIGNMENTS,
    FACTIONS,
    FORCES,
    PATRONAGE,
    TRACKS,
    Map,
    Space,
    State,
)

BOXES = {
    "sop_eligible": "eligible", "sop_ineligible": "ineligible", "sop_pass": "pass",
    "sop_limop": "limop", "sop_1st_op_sa": "1_op_sa", "sop_1st_op_only": "1_op_only",
    "sop_2nd_op_sa": "2_op_sa", "sop_2nd_op_only": "2_op_only", "sop_executed": "executed",
}  # fmt: skip
"""The boxes of the sequence of play (2.3.3) by the game's ids."""
LEVELS = {**{f"resources_{who}": who for who in FACTIONS}, AID: AID, PATRONAGE: PATRONAGE}
MARKERS = {"terror": "terror", "protest_strike": ""}
OVERFLOW = ("overflow_a", "overflow_b")


class Record:
    """The position as the log goes on; `state` is a snapshot, cheap to keep."""

    def __init__(self, board: Map, pieces: Iterable[PieceState]) -> None:
        self.board = board
        self.number = {space: n for n, space in enumerate(board.ids)}
        self.counts: list[Counter[str]] = [Counter() for _ in board.ids]
        self.overflow: dict[str, Counter[str]] = {box: Counter() for box in OVERFLOW}
        self.overflow_at: dict[str, str] = {}
        self.active_activists = [0] * len(board.ids)
        self.alignment = ["neutral"] * len(board.ids)
        self.control = [""] * len(board.ids)
        self.available: Counter[str] = Counter()
        self.elsewhere: Counter[str] = Counter()
        self.tracks = dict.fromkeys(TRACKS, 0)
        self.victory: dict[str, int] = {}
        self.cylinders: dict[str, str] = {}
        self.election = 0
        self.personalities: set[int] = set()
        self.pawns: dict[str, Counter[str]] = {"pawn_white": Counter(), "pawn_black": Counter()}
        self.cards: dict[int, str] = {}
        self._dirty = set(range(len(board.ids)))
        self._spaces: list[Space] = [Space()] * len(board.ids)
        for piece in pieces:
            self._add(piece, 1)

    def apply(self, change: PieceChange) -> None:
        """One piece's change."""
        if change.before is not None:
            self._add(change.before, -1)
        if change.after is not None:
            self._add(change.after, 1)

    @property
    def state(self) -> State:
        """The position now."""
        for n in self._dirty:
            self._spaces[n] = self._space(n)
        self._dirty.clear()
        return State(
            tuple(self._spaces),
            tuple(self.tracks[name] for name in TRACKS),
            tuple(self.available[kind] for kind in FORCES),
            self.election,
            frozenset(self.personalities),
        )

    def _space(self, n: int) -> Space:
        found = self.counts[n]
        for box, where in self.overflow_at.items():
            if where == self.board.ids[n]:
                found = found + self.overflow[box]
        return Space(
            found["troops"],
            found["police"],
            found["gov_base"],
            found["activist"],
            found["ref_base"],
            found["guerrilla/underground"],
            found["guerrilla/active"],
            found["npa_base"],
            found["terror"],
            found["protest"],
            found["strike"],
            ALIGNMENTS.index(self.alignment[n]),
        )

    # --- one piece ---------------------------------------------------------------------------

    def _add(self, one: PieceState, sign: int) -> None:
        kind, place = one.kind, one.place
        if kind in FORCES or kind in MARKERS:
            self._piece(one, sign)
        elif kind.startswith("card_"):
            self._card(int(kind[5:]), place, sign)
        elif kind in ("state_alignment", "state_control"):
            self._state(one, sign)
        elif sign < 0:
            if kind in self.pawns:
                self.pawns[kind][place] -= 1
        elif kind in LEVELS:
            self.tracks[LEVELS[kind]] = one.number or 0
        elif kind.startswith("victory_"):
            self.victory[kind.removeprefix("victory_")] = one.number or 0
        elif kind.startswith("eligibility_"):
            self.cylinders[kind.removeprefix("eligibility_")] = BOXES.get(place, "")
        elif kind in self.pawns:
            self.pawns[kind][place] += 1
        elif kind.startswith("overflow_marker_"):
            self.overflow_at["overflow_" + kind[-1]] = place
            self._dirty.update(range(len(self.board.ids)))

    def _state(self, one: PieceState, sign: int) -> None:
        """A space's alignment or Control; a marker that goes away leaves Neutral or nobody."""
        if one.place not in self.number:
            return
        n = self.number[one.place]
        if one.kind == "state_alignment":
            self.alignment[n] = one.face or "neutral" if sign > 0 else "neutral"
            self._dirty.add(n)
        else:
            self.control[n] = one.face if sign > 0 and one.face != "none" else ""

    def _piece(self, one: PieceState, sign: int) -> None:
        kind = one.kind
        if one.place in self.number:
            n = self.number[one.place]
            self.counts[n][_counted(one)] += sign
            self._dirty.add(n)
            if kind == "activist" and one.face == "active":
                self.active_activists[n] += sign
        elif one.place in self.overflow:
            self.overflow[one.place][_counted(one)] += sign
            self._dirty.update(range(len(self.board.ids)))
        elif one.place.startswith("available_"):
            self.available[kind] += sign
        else:
            self.elsewhere[kind] += sign

    def _card(self, number: int, place: str, sign: int) -> None:
        """2.4.1, 5.2: the last Election card on its box, the Personalities face up."""
        if sign > 0:
            self.cards[number] = place
        if place == "election_card":
            lying = [one for one, where in self.cards.items() if where == "election_card"]
            self.election = max(lying, default=0) if sign > 0 else self.election
        elif place.startswith("personality_"):
            (self.personalities.add if sign > 0 else self.personalities.discard)(number)


def _counted(one: PieceState) -> str:
    """The name under which a piece is counted in a space."""
    if one.kind == "guerrilla":
        return f"guerrilla/{one.face}"
    return one.face if one.kind == "protest_strike" else one.kind
