"""`rules.yaml`: the rules of a game that its other data cannot state, as expressions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from modgen.model.types.base import Fact, Id, Part, Text

MAX_RULES = 500
MAX_EXAMPLES = 50
MAX_EXPRESSION = 1000
"""Characters of an expression."""
MAX_EXAMPLE = 500
"""Characters of an example."""

Expression = Annotated[str, Field(max_length=MAX_EXPRESSION)]
"""An expression in CEL, the Common Expression Language."""

Example = Annotated[str, Field(max_length=MAX_EXAMPLE)]
"""A position and what is done in it, in one line."""


class Rule(Fact):
    """One rule: when it applies, what must be true, and examples that keep it or break it."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    title: Text = Field(description="Its name.")
    text: Text = Field(min_length=1, description="The rule in a sentence, shown with a finding.")
    why: Text = Field("", description="The reason for the rule, or what often goes wrong.")
    severity: Literal["error", "warning", "info"] = Field(
        "error", description="A breach is illegal (error), suspect (warning) or a note (info)."
    )
    when: Literal["step", "turn", "phase", "end"] = Field(
        "turn",
        description="Judge after each step, at the end of each turn or phase, or when the game "
        "ends.",
    )
    side: Id | None = Field(None, description="Only turns and steps of this side.")
    phase: Id | None = Field(None, description="Only in this phase of `game.yaml`'s sequence.")
    given: Expression = Field(
        "", description="A CEL expression: the rule applies only where it is true."
    )
    must: Expression = Field(min_length=1, description="A CEL expression that must be true.")
    shows: Expression = Field(
        "", description="A CEL expression; a finding shows its value, such as a number of pieces."
    )
    legal: list[Example] = Field(
        default_factory=list, max_length=MAX_EXAMPLES, description="Examples that keep the rule."
    )
    illegal: list[Example] = Field(
        default_factory=list, max_length=MAX_EXAMPLES, description="Examples that break the rule."
    )


class RulesFile(Part):
    """`rules.yaml`."""

    rules: list[Rule] = Field(default_factory=list, max_length=MAX_RULES, description="The rules.")
