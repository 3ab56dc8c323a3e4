"""What a rulebook tells the reader of rounds: who may act how, and what makes a turn lawful."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from modgen_rules.engine.reading.acts import RoundLog, S
from modgen_rules.engine.reading.effort import Effort
from modgen_rules.engine.reading.sequence import Clauses
from modgen_rules.engine.reading.turns import Judgement, Played, R, T


class Rules(Protocol[S, T, R]):
    """The law of one game, as far as rounds are concerned: positions `S`, turns `T`, readings `R`.

    It knows nothing of how people keep records; all that is the reader's.
    """

    @property
    def clauses(self) -> Clauses:
        """The clauses about who may act when."""

    @property
    def actors(self) -> Sequence[str]:
        """Those who take turns."""

    @property
    def boundless(self) -> str:
        """The option by which anything may change; all others are bounded by `foreign`."""

    @property
    def instead(self) -> str:
        """The option that is tried for an illegal turn of the boundless one."""

    @property
    def shared(self) -> Sequence[str]:
        """The counters that are no actor's own."""

    @property
    def nothing(self) -> Judgement[R]:
        """The judgement of a turn in which nothing was done."""

    # --- the sequence of play ---------------------------------------------------------------------

    def order(self, number: int) -> tuple[str, ...]:
        """The actors in the order of a round."""

    def options(self, box: str) -> Sequence[str]:
        """The options that a turn may have been whose marker went to a box; all for no box."""

    def box_price(
        self, option: str, box: str, executed: tuple[str, ...], said: str | None
    ) -> tuple[float, bool]:
        """What a box says against an option, and whether another box was the one to take.

        Negative when another option says the same. `executed` are the options of those who acted
        before, `said` is what was announced.
        """

    def forbidden(self, option: str, executed: tuple[str, ...]) -> str:
        """The clause against an option after those that others took; empty for none."""

    def recorded(self, option: str, box: str) -> tuple[str, ...]:
        """What an option leaves for those who come after."""

    def executed(self, boxes: Sequence[str]) -> tuple[str, ...]:
        """The options that were executed by those whose markers lie in some boxes."""

    def stays(self, turn: Played[T, R]) -> bool:
        """Whether an actor may act in the next round after a turn."""

    # --- turns ------------------------------------------------------------------------------------

    def announced_option(self, log: RoundLog[S], actor: str) -> str | None:
        """The option that an actor announced in a round."""

    def said_against(self, log: RoundLog[S], actor: str, option: str) -> float:
        """What an actor's announcements in a round say at least against each turn of an option."""

    def turn(self, log: RoundLog[S], played: Played[T, R], effort: Effort) -> T:
        """What the log shows of a turn."""

    def lawful(self, turn: T, bound: float) -> tuple[R, ...]:
        """The legal readings of least cost, if they cost less than a bound."""

    def against(self, turn: T, lawful: tuple[R, ...]) -> Judgement[R]:
        """The judgement of a turn whose legal readings, if there are any, cost much."""

    def is_dear(self, turn: T, lawful: tuple[R, ...]) -> bool:
        """Whether every reading that `against` may find costs more than `CHEAP`."""

    def foreign(self, actor: str, before: S, after: S) -> int:
        """How many numbers changed that an actor's turn never changes so."""

    def wrong_parts(self, played: Played[T, R]) -> tuple[frozenset[int], frozenset[str]]:
        """The places and counters in which the best reading of a turn departs from the rules."""

    def wrong_counters(self, turn: T, reading: R) -> Mapping[str, int]:
        """By how much each counter that a reading does not explain is beyond what it should be."""

    def wrong_payment(self, played: Played[T, R]) -> int:
        """By how much the actor's own counter is wrong, when nothing else of a turn is."""
