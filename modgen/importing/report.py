"""What came in, what is kept as it is, and what the built module does differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

MOST_EXAMPLES = 3
MOST_ERRORS = 10
LONGEST = 50


@dataclass
class ImportReport:
    """The result of an import."""

    title: str
    notes: list[str] = field(default_factory=list)
    """Sentences below the title."""
    came_in: list[tuple[str, int, str]] = field(default_factory=list)
    """What, how many, and a remark."""
    kept: dict[str, list[str]] = field(default_factory=dict)
    """What stays in the parts because the model lacks it, by subject."""
    differs: list[str] = field(default_factory=list)
    """What the built module does differently."""
    refused: list[str] = field(default_factory=list)
    """Errors that `modgen check-data` and `modgen build` report in the folder as it is."""
    to_do: list[str] = field(default_factory=list)
    """What to fill in first, the most useful first."""
    components: dict[str, int] = field(default_factory=dict)
    """Components that stay in the parts, by kind."""

    def lines(self) -> Iterator[str]:
        """The report as a table of plain text."""
        yield self.title
        yield from (line for text in self.notes for line in _wrapped(_capital(text)))
        yield ""
        yield "In the game folder"
        width = max((len(what) for what, _, _ in self.came_in), default=0)
        for what, number, remark in self.came_in:
            yield f"  {what:<{width}}  {number:>7,}  {remark}".rstrip()
        yield ""
        yield "Kept as it is in `parts`, because the model has nothing for it"
        if self.components:
            listed = ", ".join(f"{number:,} {name}" for name, number in self.components.items())
            yield from _wrapped(f"  Components: {listed}")
        for subject, examples in sorted(self.kept.items()):
            yield from _wrapped(f"  {_capital(subject)}: {_some(examples)}")
        if not (self.kept or self.components):
            yield "  Nothing."
        yield ""
        yield "Different in the module that `modgen build` makes"
        yield from (line for text in self.differs for line in _wrapped(f"  {text}"))
        if self.refused:
            yield f"  All of it: the folder cannot be built before {_errors(len(self.refused))}"
            for text in self.refused[:MOST_ERRORS]:
                yield from _wrapped(f"  {text}")
            if len(self.refused) > MOST_ERRORS:
                yield "  `modgen check-data` lists them all."
        elif not self.differs:
            yield "  Nothing: the same components, pieces and set-ups."
        if not self.to_do:
            return
        yield ""
        yield "Fill in first, so that `modgen check` judges more and `modgen simulate` plays"
        yield from (line for text in self.to_do for line in _wrapped(f"  {text}"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _errors(number: int) -> str:
    return "this error is fixed:" if number == 1 else f"these {number} errors are fixed:"


def _some(examples: list[str]) -> str:
    """The count and some examples."""
    names = [name[:LONGEST] for name in dict.fromkeys(examples) if name]
    shown = ", ".join(f"`{name}`" for name in names[:MOST_EXAMPLES])
    more = " and more" if len(names) > MOST_EXAMPLES else ""
    return f"{len(examples):,}" + (f" ({shown}{more})" if shown else "")


def _wrapped(text: str) -> Iterator[str]:
    import textwrap

    yield from textwrap.wrap(text, 100, subsequent_indent="    ", break_long_words=False)
