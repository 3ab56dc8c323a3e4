"""What players announced: the lines that declaration pads write, in any language of the game.

DECLARE Government | Option: Operation + Special Activity | Operation: Sweep | ...
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.model.game import Game

SEPARATOR = " | "
"""Between the parts of an announcement."""


class Announcement(NamedTuple):
    """What a side announced: its choice in each field (None for no choice), and marked spaces."""

    side: str
    choices: dict[str, str | None]
    spaces: dict[str, frozenset[str]]


@dataclass
class Announcements:
    """Reads announcements; `games` is the game in each of its languages."""

    games: Iterable[Game]
    _sides: dict[str, str] = field(default_factory=dict)
    _fields: dict[str, dict[str, tuple[str, dict[str, str]]]] = field(default_factory=dict)
    _marked: dict[str, dict[str, str]] = field(default_factory=dict)
    _spaces: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for game in self.games:
            self._spaces |= {space.name: space.id for space in game.map.spaces}
            for pad in game.info.declarations:
                self._sides[game.sides[pad.side].name] = pad.side
                fields = self._fields.setdefault(pad.side, {})
                for item in pad.fields:
                    known = fields.setdefault(item.name, (item.id, {}))
                    known[1].update({choice.name: choice.id for choice in item.choices})
                marked = self._marked.setdefault(pad.side, {})
                marked |= {item.name: item.id for item in pad.spaces}

    def read(self, line: str) -> Announcement | None:
        """The announcement in a line of chat; None for any other line."""
        first, *parts = line.strip().strip("* ").split(SEPARATOR)
        side = next((id_ for name, id_ in self._sides.items() if first.endswith(name)), None)
        if side is None or not parts:
            return None
        # A pad leaves out what was neither chosen nor marked.
        choices: dict[str, str | None] = {id_: None for id_, _ in self._fields[side].values()}
        spaces: dict[str, frozenset[str]] = dict.fromkeys(self._marked[side].values(), frozenset())
        found_any = False
        for part in parts:
            name, _, value = part.partition(":")
            name, value = name.strip(), value.strip()
            if name in self._fields[side]:
                id_, known = self._fields[side][name]
                choices[id_] = known.get(value)
                found_any = True
            elif name in self._marked[side]:
                words = [word.strip() for word in value.split(",") if word.strip()]
                found = frozenset(self._spaces[word] for word in words if word in self._spaces)
                spaces[self._marked[side][name]] = found
        return Announcement(side, choices, spaces) if found_any else None
