"""A battle in which one thing is done wrongly."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.play import battle_play
from tests.amigos_insurrectos.desk import PaperTable


class Wrong(battle_play.Battle):
    """A battle whose player makes a mistake at the first chance; `clause` is what it breaks."""

    table: PaperTable
    clause = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.made = False

    def err(self, clause: str = "") -> bool:
        """Whether the mistake is made now; one is made on a table until it is noted."""
        if self.made or self.table.slipped:
            return False
        self.made = True
        self.table.slipped = clause or self.clause
        return True

    def plain(self) -> bool:
        """Whether no chit makes numbers of dice and hits uncertain."""
        return not self.chits
