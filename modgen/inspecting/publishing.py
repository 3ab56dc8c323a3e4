"""Whether a module is ready for VASSAL's game library.

The library's server refuses a module whose version is not a semantic version, whose file name it
cannot keep, or which has no metadata. These checks are facts about the server's public source
(vassalengine/game-library-service); the other ones concern what players would notice first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from modgen.inspecting.report import FEWER_PIXELS, FREE_THE_SEAT, ModuleReport

SEMANTIC = re.compile(
    r"(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})\.(0|[1-9]\d{0,17})"
    r"(-(?!0\d)[0-9A-Za-z-]+(\.(?!0\d)[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
)
"""A version `x.y.z`, with a pre-release and a build part if there are any."""
BAD_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\"'*/:<>?|\\]")
RESERVED = re.compile(r"(CON|PRN|AUX|NUL|(COM|LPT)[1-9])($|\.)", re.IGNORECASE)
LONGEST_NAME = 255
"""The longest file name, in bytes."""
LARGEST = 300_000_000
"""The size of a release, in bytes, that the library's sample configuration allows."""
LONGEST_TITLE = 256
SUFFIXES = (".vmod", ".vmdx")

QUESTIONS = (
    "Does the holder of the game's rights allow the module?",
    "Is there a project for it already? A module has one project; each version is a release.",
    "Is there a page about the game to link to, and a picture for the project?",
    "Did somebody who did not make the module play a turn with it?",
)
"""What no program can verify."""


MOST_LINES = 5
"""The most obstacles of one kind that have a line each."""
EXAMPLES = 3
ADVICE = "`modgen inspect --advice` has the remedy"


class Obstacle(NamedTuple):
    """Something that speaks against publishing a module, and its remedy."""

    text: str
    remedy: str
    refused: bool = True
    """Whether the library refuses the file; otherwise players would notice it."""
    kind: str = ""
    """What several obstacles can have in common; empty for one of its own kind."""

    def __str__(self) -> str:
        return f"{self._effect}: {self.text}. {self.remedy}."

    @property
    def _effect(self) -> str:
        return "refused" if self.refused else "improve"


def lines(found: Sequence[Obstacle]) -> Iterator[str]:
    """A line for each obstacle; for many of one kind, a line with their number and examples."""
    kinds = Counter(each.kind for each in found)
    for kind in dict.fromkeys(each.kind for each in found):
        members = [each for each in found if each.kind == kind]
        if not kind or kinds[kind] <= MOST_LINES:
            yield from map(str, members)
            continue
        examples = "; ".join(each.text for each in members[:EXAMPLES])
        yield f"improve: {kinds[kind]:,} {kind}, such as: {examples}. {members[0].remedy}."


def obstacles(name: str, size: int, report: ModuleReport) -> Iterator[Obstacle]:
    """What speaks against publishing a module; `size` is that of its file in bytes."""
    yield from _file(name, size)
    yield from _metadata(report)
    for text in report.odd_names:
        problem, _, remedy = text.rpartition("; ")
        yield Obstacle(problem, remedy[:1].upper() + remedy[1:], refused=False)
    for picture, where in report.missing_pictures.items():
        text = f"the picture {picture} of {where} is missing"
        yield Obstacle(text, "Add it", refused=False, kind="missing pictures")
    for huge in report.huge_pictures:
        text = f"the picture {huge.name} {huge.told}"
        yield Obstacle(text, FEWER_PIXELS, refused=False, kind="pictures of very many pixels")
    for kind, texts in (
        ("names that are not defined", report.undefined),
        ("names that are not unique", report.twice),
        ("parts that VASSAL cannot use", report.unusable),
        ("parts that VASSAL cannot read", report.unreadable),
        ("warnings of VASSAL when it loads the module", report.warnings),
    ):
        for text in texts:
            yield Obstacle(text, ADVICE, refused=False, kind=kind)
    for setup in report.setups:
        for text in setup.lacking:
            yield Obstacle(
                f"set-up `{setup.name}`: {text}",
                "Open and save it again",
                refused=False,
                kind="problems of set-ups",
            )
        for text in setup.private:
            yield Obstacle(
                f"set-up `{setup.name}`: {text}",
                FREE_THE_SEAT,
                refused=False,
                kind="set-ups with private data",
            )
    if not report.setups and report.kind == "module":
        yield Obstacle(
            "the module has no set-up to start with", "Add a predefined set-up", refused=False
        )


def _file(name: str, size: int) -> Iterator[Obstacle]:
    if not name.lower().endswith(SUFFIXES):
        yield Obstacle(
            f"{name} is not called .vmod or .vmdx",
            "Upload the module itself, not an archive with it",
        )
    if (
        BAD_CHARACTERS.search(name)
        or RESERVED.match(name)
        or ".." in name
        or name != name.strip()
        or len(name.encode()) > LONGEST_NAME
    ):
        yield Obstacle(
            f"the library does not accept the file name {name!r}",
            "Use letters, digits, `-`, `_` and single dots",
        )
    if size > LARGEST:
        yield Obstacle(
            f"the file has {size / 1e6:.0f} MB; the usual limit is {LARGEST / 1e6:.0f} MB",
            "Save its largest pictures as JPEG, or ask the library's administrators",
        )


def _metadata(report: ModuleReport) -> Iterator[Obstacle]:
    if not SEMANTIC.fullmatch(report.version):
        shown = (
            f"the version is {report.version!r}" if report.version else "the module has no version"
        )
        yield Obstacle(
            f"{shown}; the library requires a semantic version",
            f"Set it to `{suggested(report.version)}`",
        )
    for text in report.unequal:
        yield Obstacle(text, "Save the module again with VASSAL's editor", refused=False)
    if not report.name.strip():
        yield Obstacle(
            "the module has no name", "Give it the published title of the game", refused=False
        )
    elif len(report.name) > LONGEST_TITLE:
        yield Obstacle(
            f"the name has more than {LONGEST_TITLE} characters", "Shorten it", refused=False
        )


def suggested(version: str) -> str:
    """The semantic version that is closest to a version: `1.2` becomes `1.2.0`."""
    numbers = [str(int(one)) for one in re.findall(r"\d{1,18}", version)[:3]]
    return ".".join([*numbers, "0", "0", "0"][:3]) if numbers else "1.0.0"
