"""Plants mistakes in a war while it is played: at the ends of phases, and in battles."""

from __future__ import annotations

from modgen.log.table import Table
from modgen_rules.amigos_insurrectos.mistakes import BATTLES, MISTAKES
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.play import battle_play
from modgen_rules.amigos_insurrectos.play.table import WarTable
from modgen_rules.amigos_insurrectos.reading.record import is_hidden
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.offers import Change, in_words
from modgen_rules.engine.writing.written_table import LogWriterError

EVERY = 2
"""The turns from one mistake to the next."""
LIKELY, IN_BATTLE = 0.3, 0.25
"""How often a mistake is tried at the end of a phase, and in a battle."""


class Slips:
    """Makes some mistakes in a war; `made` has for each its acts and a sentence with its clause."""

    def __init__(self, wanted: int, start: Table) -> None:
        """`start` is the table as the war begins."""
        self.wanted, self.start = wanted, start
        self.made: list[tuple[range, str]] = []
        self._left = [*MISTAKES]
        self._battles = [*BATTLES]
        self._turn = 0

    def made_on(self, turn: int) -> bool:
        """Whether a mistake was made on a turn."""
        return self._turn == turn

    def _wanted(self, turn: int) -> bool:
        return len(self.made) < self.wanted and (not self._turn or turn >= self._turn + EVERY)

    def _note(self, told: str, clause: str, acts: range, turn: int) -> None:
        self._turn = turn
        self.made.append((acts, f"{told} [{clause}]"))

    def after(self, table: WarTable, scenario: str) -> None:
        """Perhaps make a mistake at the end of the phase that is now over."""
        mark, end = table.marks[-1], table.mark("")
        if not self._wanted(mark.turn) or not table.hits(LIKELY):
            return
        names = [name for name in self._left if MISTAKES[name].phase == mark.phase]
        table.chance.shuffle(names)
        marks = [one for one in table.marks if one.turn == mark.turn]
        for name in names:
            kind = MISTAKES[name]
            spot = Spot(
                table.country,
                scenario,
                table.chits,
                marks,
                table.writer.acts,
                mark,
                end,
                table.chance,
            )
            acts = kind.make(spot)
            if acts is None:
                continue
            acted = [one.act for one in table.writer.acts]
            change = Change(tuple(acts), spot.change, frozenset(spot.skip))
            states = table.writer.states
            told = kind.told or in_words(change, acted, states, table.country.game)
            if spot.skip or spot.change:
                self._redo(table, spot)
            first = len(table.writer.acts)
            try:
                for act in acts:
                    table.writer.do(act)
            except (LogWriterError, KeyError):
                continue
            self._left.remove(name)
            first = min([first, *spot.skip, *spot.change])
            self._note(told, kind.clause, range(first, len(table.writer.acts)), mark.turn)
            return

    def _redo(self, table: WarTable, spot: Spot) -> None:
        """Play the war again without the acts that the mistake leaves out or changes."""
        old = table.writer
        writer = LogWriter(old.game, [old.game], self.start.copy(), old.module)
        turn = -1
        for n, one in enumerate(old.acts):
            if one.turn != turn:
                turn = one.turn
                writer.begin_turn(one.actor, one.fixed)
            writer.actor = one.actor
            if n not in spot.skip:
                writer.do(spot.change.get(n, one.act))
        table.writer = writer
        pieces = writer.table.pieces.items()
        table.masked = {key for key, piece in pieces if is_hidden(piece)}
        table.forget()

    def fight(self, table: WarTable, area: str, side: str) -> None:
        """Play a battle, perhaps with a mistake."""
        turn, first = table.war.turn, len(table.writer.acts)
        if not (self._battles and self._wanted(turn) and table.hits(IN_BATTLE)):
            battle_play.fight(table, area, side)
            return
        name = table.chance.choice(self._battles)
        BATTLES[name](table, area, side).play()
        if table.slipped:
            self._battles.remove(name)
            acts = range(first, len(table.writer.acts))
            self._note(str(BATTLES[name].__doc__).strip(), table.slipped, acts, turn)
            table.slipped = ""
