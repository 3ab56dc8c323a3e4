"""What a reading of the log finds: breaches of rules and oddities of the record, each at a price.

A breach is dear and an oddity of the record is cheap, so the cheapest reading of a phase explains
sloppy records by their sloppiness and only what is left by a broken rule.
"""

from __future__ import annotations

from collections.abc import Iterable

from modgen_rules.engine.reading.prices import ODD
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.sections import Issue


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
    return Issue(clause, lapse(price), actor, what, first, max(first, last), expected, price=price)


def cost(issues: Iterable[Issue]) -> float:
    """The price of all issues."""
    return sum(one.price for one in issues)


def legal(issues: Iterable[Issue]) -> bool:
    """Whether no rule is broken."""
    return not any(one.illegal for one in issues)
