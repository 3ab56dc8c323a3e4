"""Pieces that lie on the border of two places: a player may mean either."""

from __future__ import annotations

from modgen_rules.engine.record.place_lookup import MM, OwnModule
from modgen_rules.general.case import Case
from modgen_rules.general.turns import TurnRecord

MARGIN = 2.0
"""A piece whose middle is nearer to another place than this, in mm, lies on the border."""
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))


def on_border(case: Case, key: str, turn: TurnRecord) -> bool:
    """Whether a piece lies on a border before or after a turn.

    Only modules that Modgen built say where their places are; on others nothing is on a border.
    """
    places = case.log.tracker.places
    if not isinstance(places, OwnModule):
        return False
    for step in (turn.first - 1, turn.last):
        table = case.timeline.go(step)
        piece = table.pieces.get(key)
        if piece is None:
            continue
        reach = MARGIN / MM * case.game.info.module.dpi
        here = places.place(piece, table).id
        for across, down in AROUND:
            moved = piece._replace(
                x=piece.x + round(across * reach), y=piece.y + round(down * reach)
            )
            if places.place(moved, table).id != here:
                return True
    return False
