"""Definitions of pieces in `parts/definitions`, and the states of pieces in set-ups.

Set-ups can have pieces whose traits are not those of a slot, because a set-up is older than the
module. Each such definition is a section of `parts/definitions/<piece>.txt`: a line of its name,
then a line of JSON for each trait with its type and its state, outermost first, and one for the
basic piece.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.vassal.pieces import FORMER_PLACE, BasicPiece, GamePiece
from modgen.vassal.traits import Trait, parse_trait

FOLDER = "definitions"
HEADING = "== "
MAX_FILE = 64 << 20
Pairs = tuple[tuple[str, str], ...]
FORGOTTEN = ("UniqueID", *FORMER_PLACE)
"""Properties that are not kept: the id, and those that say where a piece was before."""


class PartsError(ModgenError, ValueError):
    """The parts of an imported module cannot be used; the message names the file."""


@dataclass(frozen=True)
class Definition:
    """The types of a piece's traits, outermost first, and of its basic piece; and the states."""

    types: tuple[str, ...]
    states: tuple[str, ...]
    """One for each trait; the basic piece has none."""
    gpid: str = ""

    @classmethod
    def of_traits(cls, traits: Sequence[Trait], basic: BasicPiece, gpid: str = "") -> Definition:
        """The definition of a piece by its traits, outermost first."""
        types = (*(trait.texts[0] for trait in traits), basic.texts[0])
        return cls(types, tuple(trait.texts[1] for trait in traits), gpid)

    def piece(self, states: Mapping[int, str], gpid: str) -> GamePiece:
        """A piece of this definition, with other states of some traits, on no map."""
        values = [states.get(n, state) for n, state in enumerate(self.states)]
        traits = tuple(map(parse_trait, self.types[:-1], values))
        basic = BasicPiece.read(self.types[-1], "").but(gpid=gpid)
        return GamePiece(traits, basic)


def state_text(
    definition: Definition, states: Sequence[str], properties: Pairs, *, without: int = -1
) -> str:
    """What a piece has beyond its definition, as JSON; empty for nothing.

    `states` are those of its traits, `properties` those of its basic piece. `without` is a trait
    whose state is left out.
    """
    data: dict[str, Any] = {
        str(n): states[n]
        for n, state in enumerate(definition.states)
        if n != without and states[n] != state
    }
    kept = [list(pair) for pair in properties if pair[0] not in FORGOTTEN]
    if kept:
        data["properties"] = kept
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) if data else ""


def read_state(text: str, where: str) -> tuple[dict[int, str], Pairs]:
    """The states by the number of their trait, and the properties. Raises PartsError."""
    if not text:
        return {}, ()
    try:
        data = json.loads(text)
        states = {int(key): str(value) for key, value in data.items() if key.isdecimal()}
        properties = tuple((str(a), str(b)) for a, b in data.get("properties", ()))
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise PartsError(f"{where}: `state` is not the JSON that the import has written") from None
    return states, properties


def write_definitions(folder: Path, found: Mapping[str, Definition]) -> None:
    """Write all definitions, in a file for each piece. Names are `<piece>-<number>`."""
    files: dict[str, list[str]] = {}
    for name, definition in found.items():
        lines = files.setdefault(name.rsplit("-", 1)[0], [])
        lines.append(HEADING + name)
        pairs = [*zip(definition.types, definition.states, strict=False)]
        pairs.append((definition.types[-1], definition.gpid))
        lines += [json.dumps(pair, ensure_ascii=False) for pair in pairs]
    if files:
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for stem, lines in files.items():
        (folder / FOLDER / f"{stem}.txt").write_text("\n".join(lines) + "\n", "utf-8", newline="\n")


def read_definitions(folder: Path) -> dict[str, Definition]:
    """All definitions by name. Raises PartsError."""
    found: dict[str, Definition] = {}
    for path in sorted((folder / FOLDER).glob("*.txt")):
        shown = f"{folder.name}/{FOLDER}/{path.name}"
        if path.is_symlink() or path.stat().st_size > MAX_FILE:
            raise PartsError(f"{shown} is a link or has more than {MAX_FILE >> 20} MB")
        try:
            lines = path.read_bytes().decode("utf-8").splitlines()
        except UnicodeDecodeError as problem:
            raise PartsError(f"{shown}: byte {problem.start} is not UTF-8") from None
        found |= _sections(lines, shown)
    return found


def _sections(lines: Iterable[str], shown: str) -> dict[str, Definition]:
    sections: dict[str, list[list[str]]] = {}
    current: list[list[str]] | None = None
    for number, line in enumerate(lines, 1):
        if line.startswith(HEADING):
            current = sections.setdefault(line.removeprefix(HEADING).strip(), [])
            continue
        if not line.strip():
            continue
        try:
            pair = json.loads(line)
        except (ValueError, RecursionError):
            pair = None
        ok = isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair)
        if current is None or not ok:
            raise PartsError(f'{shown}:{number}: write a trait as ["type", "state"]')
        current.append(pair)
    return {
        name: Definition(
            tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs[:-1]), pairs[-1][1]
        )
        for name, pairs in sections.items()
        if pairs
    }
