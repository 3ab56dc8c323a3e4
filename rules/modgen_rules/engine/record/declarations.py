"""What players announced: the lines that declaration pads write, in any language of the game.

DECLARE Government | Option: Operation + Special Activity | Operation: Sweep | ...
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.types.game_file import Declaration

LISTED = re.compile(r",| \+ ")
"""Between marked spaces, and between marked cells."""
SEPARATOR = " | "
"""Between the parts of an announcement."""


class Announcement(NamedTuple):
    """What was announced: the choice in each field (None for no choice), and marked spaces.

    The side is empty for a declaration without a side.
    """

    side: str
    choices: dict[str, str | None]
    spaces: dict[str, frozenset[str]]


@dataclass
class _Pad:
    """What the lines of one declaration may say: fields and marked spaces by their names."""

    side: str
    fields: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)


@dataclass
class Announcements:
    """Reads announcements; `games` is the game in each of its languages."""

    games: Iterable[Game]
    _pads: dict[str, dict[str, _Pad]] = field(default_factory=dict)
    """By heading (a side, a declaration's name, or both), then by the declaration's key."""
    _spaces: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for game in self.games:
            self._spaces |= {space.name: space.id for space in game.map.spaces}
            self._spaces |= {cell: cell for cell in game.cells}
            for declaration in game.info.declarations:
                pads = self._pads.setdefault(heading(game, declaration), {})
                pad = pads.setdefault(declaration.key, _Pad(declaration.side or ""))
                for item in declaration.fields:
                    known = pad.fields.setdefault(item.name, (item.id, {}))
                    known[1].update({choice.name: choice.id for choice in item.choices})
                pad.marked |= {item.name: item.id for item in declaration.spaces}

    def read(self, line: str) -> Announcement | None:
        """The announcement in a line of chat; None for any other line."""
        first, *parts = line.strip().strip("* ").split(SEPARATOR)
        if not parts:
            return None
        # The longest heading: `Mob · Fire` before `Fire`.
        name = max((name for name in self._pads if first.endswith(name)), key=len, default="")
        values = [(part.partition(":")[0].strip(), part.partition(":")[2]) for part in parts]
        found = (self._said(pad, values) for pad in self._pads.get(name, {}).values())
        return next((one for one in found if one is not None), None)

    def _said(self, pad: _Pad, values: Iterable[tuple[str, str]]) -> Announcement | None:
        """What the parts of a line say; None if none is a field of the declaration.

        A pad leaves out what was neither chosen nor marked.
        """
        choices: dict[str, str | None] = {id_: None for id_, _ in pad.fields.values()}
        spaces: dict[str, frozenset[str]] = dict.fromkeys(pad.marked.values(), frozenset())
        found_any = False
        for name, value in values:
            if name in pad.fields:
                id_, known = pad.fields[name]
                choices[id_] = known.get(value.strip())
                found_any = True
            elif name in pad.marked:
                words = [word.strip() for word in LISTED.split(value) if word.strip()]
                found = frozenset(self._spaces[word] for word in words if word in self._spaces)
                spaces[pad.marked[name]] = found
        return Announcement(pad.side, choices, spaces) if found_any else None


def heading(game: Game, declaration: Declaration) -> str:
    """The heading of a declaration's lines: its side, its name, or both."""
    side = game.sides.get(declaration.side or "")
    return " · ".join(name for name in (side.name if side else "", declaration.name) if name)
