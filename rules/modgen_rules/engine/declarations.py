"""What players announced: the line that a declaration pad writes, in any of the game's languages.

DECLARE Government | Option: Operation + Special Activity | Operation: Sweep | ...
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.model.game import Game


class Announcement(NamedTuple):
    """A side, what it chose in each field (None for nothing), the spaces that it marked."""

    side: str
    choices: dict[str, str | None]
    spaces: dict[str, frozenset[str]]


SEPARATOR = " | "
"""What stands between the parts of an announcement."""


@dataclass
class Announcements:
    """Reads announcements by the words of a game in its languages."""

    games: Iterable[Game]
    _sides: dict[str, str] = field(default_factory=dict)
    _fields: dict[str, dict[str, tuple[str, dict[str, str]]]] = field(default_factory=dict)
    _marked: dict[str, dict[str, str]] = field(default_factory=dict)
    _spaces: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for game in self.games:
            self._spaces |= {space.name: space.id for space in game.map.spaces}
            for one in game.info.declarations:
                self._sides[game.sides[one.side].name] = one.side
                fields = self._fields.setdefault(one.side, {})
                for item in one.fields:
                    known = fields.setdefault(item.name, (item.id, {}))
                    known[1].update({choice.name: choice.id for choice in item.choices})
                marked = self._marked.setdefault(one.side, {})
                marked |= {item.name: item.id for item in one.spaces}

    def read(self, line: str) -> Announcement | None:
        """A line of chat as an announcement; None when it is none."""
        if SEPARATOR not in line:
            return None
        first, *parts = line.strip().strip("* ").split(SEPARATOR)
        side = next((id_ for name, id_ in self._sides.items() if first.endswith(name)), None)
        if side is None or not parts:
            return None
        choices: dict[str, str | None] = {}
        spaces: dict[str, frozenset[str]] = {}
        for part in parts:
            name, _, value = part.partition(":")
            name, value = name.strip(), value.strip()
            if name in self._fields[side]:
                id_, known = self._fields[side][name]
                choices[id_] = known.get(value)
            elif name in self._marked[side]:
                words = [word.strip() for word in value.split(",") if word.strip()]
                found = frozenset(self._spaces[word] for word in words if word in self._spaces)
                spaces[self._marked[side][name]] = found
        return Announcement(side, choices, spaces) if choices else None
