"""A score of how a module is made, from 0 to 100, beside those of published modules.

The dimensions and weights follow a public analysis of 562 published modules (March 2026). Two of
its dimensions are ranks among those modules, which are not published; they are replaced by what
the module has for each piece and by the engine's version.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from modgen.inspecting.advice import owners
from modgen.inspecting.names import SLOTS
from modgen.vassal import traits as t
from modgen.vassal.module import Module

MEAN, LOWER, MEDIAN, UPPER, BEST = 44.9, 32.4, 44.5, 56.4, 90.9
"""The scores of the published modules: mean, quartiles and the best."""
AUTOMATION = (t.TriggerAction, t.GlobalKeyCommand, t.CalculatedProperty, t.DynamicProperty)
FULL_AUTOMATION = 2.0
"""Traits of automation for each piece that give all points; likewise the next two."""
FULL_REPORTS = 0.3
FULL_EXPRESSIONS = 0.5
FEW_PROTOTYPES = 5
FULL_KINDS = 12
"""The kinds of traits in prototypes that give all points."""
PARTS = {
    "zoom": ("Zoomer",),
    "stack viewer": ("CounterDetailViewer",),
    "inventory of pieces": ("Inventory",),
    "overview map": ("GlobalMap",),
    "turn tracker": ("TurnTracker",),
    "dice": ("DiceButton", "SpecialDiceButton", "InternetDiceButton"),
    "highlight of the last move": ("HighlightLastMoved",),
    "flare": ("Flare",),
    "set-up": ("PredefinedSetup",),
}
"""Parts that most good modules have, and the components that are one."""


class Dimension(NamedTuple):
    """One part of the score: points out of a number of them, and what would raise it."""

    name: str
    points: float
    most: int
    remedy: str


def score(module: Module) -> list[Dimension]:
    """The dimensions of a module's score; the sum of their points is the score."""
    pieces = list(owners(module.tree))
    slots = [owner for owner in pieces if owner.component.name in SLOTS]
    prototypes = [owner for owner in pieces if owner.component.name not in SLOTS]
    number = max(1, len(slots))
    traits = [trait for owner in pieces for trait in owner.own]
    kinds = {type(trait) for owner in prototypes for trait in owner.own}
    using = sum(any(isinstance(trait, t.Prototype) for trait in owner.own) for owner in slots)
    automation = sum(isinstance(trait, AUTOMATION) for trait in traits) / number
    reports = sum(isinstance(trait, t.ReportAction) for trait in traits) / number
    texts = (text for each in module.tree.walk() for text in (*each.attributes.values(), each.text))
    expressions = sum(text.count("{") for text in texts) / number
    present = {component.name for component in module.tree.walk()}
    lacking = [name for name, parts in PARTS.items() if not present.intersection(parts)]
    depth = min(1.0, len(kinds) / FULL_KINDS)
    depth *= 1.0 if len(prototypes) > FEW_PROTOTYPES else 0.5
    rows = (
        ("prototypes", using / number, 20, "Give pieces that are alike a common prototype"),
        (
            "automation",
            automation / FULL_AUTOMATION,
            20,
            "Let triggers and properties do what players now do in several steps",
        ),
        ("reports", reports / FULL_REPORTS, 10, "Report what the commands of pieces do"),
        ("kinds of traits in prototypes", depth, 10, "Move more kinds of traits to prototypes"),
        (
            "expressions",
            expressions / FULL_EXPRESSIONS,
            15,
            "Calculate with expressions what players now count",
        ),
        (
            "version of the engine",
            _modern(module.metadata.engine),
            10,
            "Save the module with a newer version of VASSAL",
        ),
        ("parts", 1 - len(lacking) / len(PARTS), 15, f"Add: {', '.join(lacking)}"),
    )
    return [
        Dimension(name, round(most * max(0.0, min(1.0, share)), 1), most, remedy)
        for name, share, most, remedy in rows
    ]


def _modern(engine: str) -> float:
    """All points from 3.7 on, none before 3.0."""
    numbers = [int(number) for number in re.findall(r"\d{1,4}", engine)[:2]]
    if len(numbers) < 2 or numbers[0] < 3:
        return 0.0
    return 1.0 if numbers[0] > 3 else min(1.0, numbers[1] / 7)


def standing(total: float) -> str:
    """How a score compares with those of the published modules."""
    quarters = (
        (UPPER, "in the best quarter"),
        (MEDIAN, "in the upper half"),
        (LOWER, "in the lower half"),
    )
    place = next((words for least, words in quarters if total >= least), "in the lowest quarter")
    return f"{place} of 562 published modules (mean {MEAN}, best {BEST})"
