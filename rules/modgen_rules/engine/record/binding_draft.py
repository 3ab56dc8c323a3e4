"""Drafts a binding file: matches a game's names with those of a module that Modgen did not build.

Equal names are bound, then similar ones among the names that are left. Everything else is listed
with the likeliest candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

import yaml

from modgen.log.locations import Locations
from modgen.log.properties import with_level
from modgen.model.game import Game
from modgen.vassal.components import Component
from modgen.vassal.pieces import PieceError, parse_definition
from modgen.vassal.traits import Layer, Mask, Prototype, Trait
from modgen_rules.engine.record.binding import MASKED, numbered, own_cells, plain_name
from modgen_rules.engine.record.trackers import Trackers

ALIKE = 0.86
"""How similar two names must be for a draft to bind them, from 0 to 1."""
POSSIBLE = 0.45
"""How similar a name must be to be a candidate."""
CANDIDATES = 3
SHORTEST = 4
"""Letters of a name that may be bound to a longer name that contains it."""
MOST_NAMES = 5000
"""Names of a module beyond this number are not compared."""
MOST_LEVELS = 60
DEEPEST = 8
"""Prototypes inside prototypes."""
SAMPLES = 40
"""Points across and down a board at which its squares or hexes are named."""


class Missing(NamedTuple):
    """A name without a match, and the likeliest names on the other side."""

    part: str
    """`sides`, `phases`, `pieces`, `places` or `grids`."""
    name: str
    candidates: tuple[str, ...]


@dataclass
class Draft:
    """A drafted binding."""

    game: str
    parts: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """For each part of the file our names, each with their names."""
    missing: list[Missing] = field(default_factory=list)
    """Our names without a match."""
    spare: list[str] = field(default_factory=list)
    """The module's names without a match."""

    @property
    def matched(self) -> int:
        """How many of our names have a match."""
        return sum(len(entries) for entries in self.parts.values())

    def text(self) -> str:
        """The binding file; names without a match are comments with their candidates."""
        lines = [f"game: {self.game}"]
        for part in ("sides", "phases", "pieces", "places", "grids"):
            entries = self.parts.get(part, {})
            open_ones = [one for one in self.missing if one.part == part]
            if not entries and not open_ones:
                continue
            lines.append(f"{part}:" if entries else f"{part}: {{}}")
            lines += [f"  {_quoted(key)}: {_listed(names)}" for key, names in entries.items()]
            for one in open_ones:
                lines.append(f"  # {_quoted(one.name)}: {_listed(one.candidates)}")
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return yaml.safe_dump(text, allow_unicode=True, width=1 << 20).splitlines()[0]


def _listed(names: Iterable[str]) -> str:
    text: str = yaml.safe_dump(
        list(names), default_flow_style=True, allow_unicode=True, width=1 << 20
    )
    return text.strip()


def draft(
    tree: Component, games: Sequence[Game], images: Mapping[str, bytes] | None = None
) -> Draft:
    """Draft a binding for a module; `games` is the game in each of its languages.

    `images` are the module's pictures, from which its boards have their sizes.
    """
    game = games[0]
    made = Draft(game.id)
    theirs = {
        "sides": [
            entry.text.strip()
            for roster in tree.find_all("PlayerRoster")
            for entry in roster.children
        ],
        "phases": list(dict.fromkeys(Trackers(tree).names())),
        "pieces": list(dict.fromkeys(_their_pieces(tree))),
        "places": list(dict.fromkeys(_their_places(tree))),
    }
    ours = {
        "sides": {side: [one.sides[side].name for one in games] for side in game.sides},
        "phases": {phase: [one.phases[phase].name for one in games] for phase in game.phases},
        "pieces": _our_pieces(games),
        "places": _our_places(games),
    }
    for part, names in ours.items():
        found = _match(names, theirs[part])
        made.parts[part] = found
        used = {name for hits in found.values() for name in hits}
        left = [name for name in dict.fromkeys(theirs[part]) if name and name not in used]
        made.missing += [
            Missing(part, key, _candidates(words, left))
            for key, words in names.items()
            if key not in found and not _covered(key, found)
        ]
        made.spare += sorted(one for one in left if " #" not in one and MASKED not in one)
    _match_grids(made, tree, game, images)
    return made


def _covered(key: str, found: Mapping[str, object]) -> bool:
    """Whether an entry for a face is not needed, because its piece has no other name."""
    return "/" in key and key.partition("/")[0] not in found


# --- names ---------------------------------------------------------------------------------------


def _our_pieces(games: Sequence[Game]) -> dict[str, list[str]]:
    """The names of pieces, of their faces after the first, and of cards."""
    names: dict[str, list[str]] = {}
    for game in games:
        for piece in game.pieces:
            names.setdefault(piece.id, []).append(piece.name)
            for face in piece.faces:
                if face.id != piece.start_face.id and face.name:
                    forms = (
                        f"{piece.name} ({face.name})",
                        f"{piece.name} {face.name}",
                        f"{face.name} {piece.name}",
                    )
                    names.setdefault(f"{piece.id}/{face.id}", []).extend(forms)
        for card in game.cards:
            names.setdefault(f"card_{card.id}", []).append(card.title)
    return names


def _our_places(games: Sequence[Game]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for game in games:
        for group in (game.map.spaces, game.map.boxes, game.map.tracks):
            for place in group:
                names.setdefault(place.id, []).append(place.name)
        for side in game.sides.values() if game.cards else ():
            forms = [f"{word} Hand" for word in (side.name, side.adjective) if word]
            names.setdefault(f"hand:{side.id}", []).extend(forms)
    return names


def _their_pieces(tree: Component) -> Iterator[str]:
    """The names that the pieces of a module can show."""
    prototypes = {
        one.attributes.get("name", ""): one for one in tree.find_all("PrototypeDefinition")
    }
    for slot in tree.find_all("PieceSlot", "CardSlot"):
        entry = slot.attributes.get("entryName", "")
        try:
            piece = parse_definition(slot.text)
            name = str(piece.basic.name) or entry
            traits = list(_expanded(piece.traits, prototypes, 0))
        except (PieceError, ValueError, RecursionError):
            yield entry
            continue
        if "/null/" in name or "\t" in name:
            continue
        yield name
        for trait in traits:
            if isinstance(trait, Layer):
                for number, word in enumerate(trait.level_names[:MOST_LEVELS], 1):
                    if word:
                        yield with_level(name, word)
                    elif number > 1:
                        yield f"{name} #{number}"
            elif isinstance(trait, Mask):
                yield f"{name}{MASKED}"


def _expanded(
    traits: Iterable[Trait], prototypes: Mapping[str, Component], depth: int
) -> Iterator[Trait]:
    """The traits of a piece with those of its prototypes."""
    for trait in traits:
        definition = prototypes.get(trait.name) if isinstance(trait, Prototype) else None
        if definition is None:
            yield trait
        elif depth < DEEPEST:
            inner = parse_definition(definition.text)
            yield from _expanded(inner.traits, prototypes, depth + 1)


def _their_places(tree: Component) -> Iterator[str]:
    """The names of zones, regions, decks, and of windows such as hands."""
    for part in tree.find_all("Zone", "Region", "DrawPile"):
        yield part.attributes.get("name", "")
    for part in tree.find_all("PlayerHand", "PrivateMap"):
        yield part.attributes.get("mapName", "")


# --- matching ------------------------------------------------------------------------------------


def _match(ours: Mapping[str, list[str]], theirs: Sequence[str]) -> dict[str, list[str]]:
    """Match names: equal ones first, then similar ones among the names that are left."""
    names = {_plain(name): name for name in reversed(theirs[:MOST_NAMES]) if name}
    exact = {_plain(word) for words in ours.values() for word in words} & set(names)
    left = [name for name in names if name not in exact]
    found: dict[str, list[str]] = {}
    for key, words in ours.items():
        plain = [_plain(word) for word in words]
        hits = [word for word in plain if word in exact]
        if not hits:
            close = [(_likeness(word, name), name) for word in plain for name in left]
            best = max(close, default=(0.0, ""))
            hits = _containing(plain, left) or ([best[1]] if best[0] >= ALIKE else [])
        if hits:
            found[key] = list(dict.fromkeys(names[hit] for hit in hits))
    return found


def _containing(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """The only name that has all words of one of ours; nothing when there are several."""
    for word in words:
        wanted = set(word.split())
        hits = [name for name in names if wanted < set(name.split())]
        if len(hits) == 1 and len(word) >= SHORTEST:
            return hits
    return []


def _candidates(words: Sequence[str], left: Sequence[str]) -> tuple[str, ...]:
    """The names that are most like some words, the likeliest first."""
    ranked: dict[str, float] = {}
    for name in left[:MOST_NAMES]:
        plain = _plain(name)
        best = max((_likeness(_plain(word), plain) for word in words), default=0.0)
        if best >= POSSIBLE:
            ranked[name] = best
    return tuple(sorted(ranked, key=lambda name: -ranked[name])[:CANDIDATES])


def _plain(text: str) -> str:
    """A name in lower case with single spaces instead of signs."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("_", " "))) or text.casefold()


def _likeness(one: str, other: str) -> float:
    """How similar two names are, from 0 to 1: by their letters, or by the words they share."""
    words, others = set(one.split()), set(other.split())
    shared = len(words & others)
    by_words = shared / len(words | others) if shared else 0.0
    contained = 0.8 if shared and (words <= others or others <= words) else 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if max(by_words, contained) < ALIKE and matcher.real_quick_ratio() < POSSIBLE:
        return max(by_words, contained)
    return max(by_words, contained, matcher.ratio() if matcher.quick_ratio() >= POSSIBLE else 0.0)


def _match_grids(
    made: Draft, tree: Component, game: Game, images: Mapping[str, bytes] | None
) -> None:
    """Match each grid with the boards on which most names of squares or hexes are its cells."""
    whole, unnamed = numbered(tree)
    boards = list(_named_boards(whole, images)) if game.grids else []
    for grid, found in game.grids.items():
        hits = []
        for board, names in boards:
            own = own_cells(found, board in unnamed).keys()
            if names and len(names & own) >= max(1, len(names | own) // 2):
                hits.append(board)
        if hits:
            made.parts.setdefault("grids", {})[grid] = hits
        else:
            made.missing.append(Missing("grids", grid, tuple(board for board, _ in boards)[:3]))


def _named_boards(
    tree: Component, images: Mapping[str, bytes] | None
) -> Iterator[tuple[str, set[str]]]:
    """Every board with the plain names of its squares or hexes, at points all over it."""
    locations = Locations(tree, images)
    for map_ in tree.find_all("Map"):
        name = map_.attributes.get("mapName", "")
        for board in map_.find_all("Board"):
            title = board.attributes.get("name", "")
            laid = locations.boards(name, {name: [(title, "0", "0")]})
            size = (laid[0].width, laid[0].height) if laid else (0, 0)
            found = set()
            for x in range(SAMPLES):
                for y in range(SAMPLES):
                    at = (int((x + 0.5) * size[0] / SAMPLES), int((y + 0.5) * size[1] / SAMPLES))
                    place = locations.place(name, *at, {name: [(title, "0", "0")]})
                    if place.board:
                        found.add(plain_name(place.location))
            yield title, found - {""}
