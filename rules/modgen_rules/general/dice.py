"""The dice of each player, with a test of whether they came up as a fair die does.

Pearson's chi-square test compares how often each result came up with equal numbers. Its p value is
the chance that fair dice come up at least as unevenly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import exp, lgamma, log

from modgen.log.dice import Roll
from modgen.model.game import Game
from modgen_rules.engine.reports.findings import DiceRow

FEWEST = 5
"""The test needs at least this many expected dice for each result."""
UNUSUAL = 0.01
"""A p value below this is unusual for a single row."""
PRECISION = 1e-12
MOST_TERMS = 10_000


def dice_rows(games: Sequence[Game], rolls: Iterable[Roll]) -> Iterator[DiceRow]:
    """A row for each player and die. Only dice of the game are counted, not lines like them.

    A result that the die does not have leaves the roll out.
    """
    first = {die.id: die for die in games[0].info.dice}
    sides = {die.name: first[die.id].sides for game in games for die in game.info.dice}
    counts: dict[tuple[str, str], Counter[int]] = {}
    for roll in rolls:
        most = sides.get(roll.what, 0)
        if all(1 <= result <= most for result in roll.results):
            counts.setdefault((roll.who, roll.what), Counter()).update(roll.results)
    tested = sum(found.total() >= FEWEST * sides[what] for (_, what), found in counts.items())
    for (who, what), found in counts.items():
        numbers = tuple(found.get(result, 0) for result in range(1, sides[what] + 1))
        value = chi_square(numbers)
        enough = sum(numbers) >= FEWEST * len(numbers)
        chance = upper_tail(value, len(numbers) - 1) if enough else None
        mean = sum(n * count for n, count in enumerate(numbers, 1)) / sum(numbers)
        told = sentence(sum(numbers), len(numbers), chance, tested)
        yield DiceRow(who, what, numbers, mean, value if enough else None, chance, told)


def chi_square(numbers: Sequence[int]) -> float:
    """Pearson's chi-square of numbers that should be equal; 0 for no dice."""
    expected = sum(numbers) / len(numbers)
    return sum((number - expected) ** 2 for number in numbers) / expected if expected else 0.0


def sentence(number: int, sides: int, chance: float | None, tested: int) -> str:
    """What the test shows and what it cannot show. `tested` is how many rows have a p value."""
    if chance is None:
        return f"Too few dice for a test ({number}); {FEWEST * sides} are needed."
    if chance >= UNUSUAL:
        return (
            "Fair dice are often as uneven as this. The test does not see a small bias, or dice "
            "that were rolled again."
        )
    often = f"once in {round(1 / max(chance, 1e-9)):,} times"
    several = (
        f" With {tested} rows one of them comes out like this by chance more often: once in "
        f"{max(round(1 / min(1.0, chance * tested)), 1):,} games."
        if tested > 1
        else ""
    )
    return f"Fair dice are as uneven as this only {often}.{several} That alone proves nothing."


def upper_tail(value: float, freedom: int) -> float:
    """The chance that chi-square with some degrees of freedom is at least `value`.

    This is the regularized upper incomplete gamma function Q(freedom / 2, value / 2): a series for
    small values, a continued fraction by Lentz's method for large ones.
    """
    a, x = freedom / 2, value / 2
    if freedom < 1 or x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < total * PRECISION:
                break
        return max(0.0, 1 - scale * total)
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for n in range(1, MOST_TERMS):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        fraction *= c * d
        if abs(c * d - 1) < PRECISION:
            break
    return min(1.0, scale * fraction)
