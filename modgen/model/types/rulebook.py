"""`rulebook.yaml`: the rules of a game in numbered clauses, for players and for its checker."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from modgen.model.types.base import Fact, Id, Part

Prose = Annotated[str, Field(max_length=3000)]
"""A text for players; `{numbers.retreat}` is a number of the game's data."""


class BookClause(Fact):
    """One rule with its number."""

    number: str = Field(
        pattern=r"^\d{1,3}(\.\d{1,3}){1,3}$", description="Its number, such as `3.2`."
    )
    slug: Id = Field(description="A short name; the checker's code ends with it.")
    text: Prose = Field(min_length=1, description="The rule.")
    why: Prose = Field("", description="The reason for the rule.")
    legal: Prose = Field("", description="An example that keeps the rule.")
    illegal: Prose = Field("", description="An example that breaks it.")
    cannot: Prose = Field("", description="Why no log can show a breach; empty if a log can.")
    severity: Literal["error", "warning", "info"] = Field(
        "error", description="How serious a breach is."
    )
    diced: bool = Field(
        False,
        description="Whether it is about what dice bring. The checker does not judge it where "
        "players tell their dice in chat.",
    )


class BookSection(Part):
    """A section of the rules: clauses under a heading, with counters and a chart."""

    number: str = Field(pattern=r"^\d{1,3}$", description="Its number.")
    title: str = Field(min_length=1, max_length=100, description="Its heading.")
    intro: Prose = Field("", description="A text before the clauses.")
    pieces: list[str] = Field(
        default_factory=list,
        max_length=12,
        description="Counters that are shown, also as `piece/face`.",
    )
    clauses: list[BookClause] = Field(default_factory=list, description="Its clauses.")
    charts: list[Id] = Field(
        default_factory=list, max_length=6, description="Charts that are printed after the clauses."
    )
    setup: Id | None = Field(None, description="A scenario whose set-up on the map is shown.")
    printed: bool = Field(True, description="The booklet has it, not only the module.")


class BookFile(Part):
    """`rulebook.yaml`."""

    title: str = Field("", max_length=100, description="The heading; default: the game's title.")
    intro: Prose = Field("", description="A text below the heading.")
    pages: int = Field(
        8, ge=1, le=200, description="Letters are made smaller until it has at most these pages."
    )
    sections: list[BookSection] = Field(min_length=1, description="The sections, in order.")
    notes: list[Prose] = Field(
        default_factory=list, max_length=40, description="Notes and sources at the end."
    )
    notes_title: str = Field("", max_length=100, description="The heading of the notes.")

    @property
    def clauses(self) -> list[BookClause]:
        """All clauses in order."""
        return [clause for section in self.sections for clause in section.clauses]
