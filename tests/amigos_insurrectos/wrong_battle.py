"""A battle in which one thing is done wrongly."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos import battle_play


class Wrong(battle_play.Battle):
    """A battle whose player makes a mistake at the first chance; `clause` is what it breaks."""

    clause = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.made = False

    def err(self, clause: str = "") -> bool:
        """Whether the mistake is made now; it is made once."""
        if self.made or made_in(self.table):
            return False
        self.made = True
        self.table.war.removed.add(f"mistake {clause or self.clause}")
        return True

    def plain(self) -> bool:
        """Whether no chit makes numbers of dice and hits uncertain."""
        return not self.chits

    @property
    def regulars(self) -> int:
        """The Regular steps in the area."""
        return self.force().regular


def made_in(table: battle_play.Table) -> str:
    """The clause of the mistake that was made on a table; empty when none was."""
    notes = (one for one in table.war.removed if one.startswith("mistake "))
    return next((one.removeprefix("mistake ") for one in notes), "")


# --- dice ---------------------------------------------------------------------------------------
