"""What a reading of the log finds: breaches of rules and oddities of the record, each at a price.

A breach is dear and an oddity of the record is cheap, so the cheapest reading of a phase explains
sloppy records by their sloppiness and only what is left by a broken rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from modgen_rules.engine.reading.prices import BREACH, ODD
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, verdict
from modgen_rules.engine.reports.findings import Verdict


class Issue(NamedTuple):
    """A clause that a reading breaks, or an oddity that it needs."""

    clause: str
    gap: float
    """How much more a legal reading costs (`engine.reading.verdicts`)."""
    actor: str
    """The family, by id; empty for nobody in particular."""
    what: str
    """What was seen, as a clause without a full stop."""
    first: int
    last: int
    expected: str = ""
    price: float = BREACH
    observed: str = ""
    made_good: bool = False
    """14.d: whether it carries out what was forgotten in the phase before."""

    space: str = ""
    """The space of the battle that it belongs to; empty if it is not known or not needed."""
    unknown: bool = False
    """Whether it is a breach depends on what the log does not show."""

    @property
    def verdict(self) -> Verdict:
        """The verdict for the gap."""
        return verdict(self.gap, self.unknown)

    @property
    def illegal(self) -> bool:
        """Whether it is certainly a breach."""
        return self.verdict == "illegal"

    def doubted(self, gap: float) -> Issue:
        """With a legal reading that costs this much more, unless there is a cheaper one."""
        return self._replace(gap=min(gap, self.gap))


def breach(
    clause: str, actor: str, what: str, first: int, last: int = 0, expected: str = ""
) -> Issue:
    """A broken rule."""
    return Issue(clause, CERTAIN, actor, what, first, max(first, last), expected)


def oddity(
    clause: str,
    actor: str,
    what: str,
    first: int,
    last: int = 0,
    expected: str = "",
    price: float = ODD,
) -> Issue:
    """A lapse of the record, legal in one reading, that deserves a look."""
    return Issue(clause, lapse(price), actor, what, first, max(first, last), expected, price)


def cost(issues: Iterable[Issue]) -> float:
    """The price of all issues."""
    return sum(one.price for one in issues)


def legal(issues: Iterable[Issue]) -> bool:
    """Whether no rule is broken."""
    return not any(one.illegal for one in issues)
