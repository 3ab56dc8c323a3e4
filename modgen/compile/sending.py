"""The menu that sends a piece to a space or to a box that accepts it, adjacent spaces first.

One property holds the chosen place and one trait goes there. A trait for each place would make
every entry of a log several times longer.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from modgen.compile.build import Build, act, quoted
from modgen.model.boards import layout
from modgen.model.boards.arrangement import map_name
from modgen.model.boards.layout import box_point, space_point
from modgen.model.game import Game
from modgen.model.types.base import Point
from modgen.model.types.pieces import PieceType
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait

GO = act("SendTo")
"""Goes to the place whose number the property `SendTo` holds."""
GO_NEAR = act("SendNear")
"""Goes to the adjacent space that the engine's property `LocationOfCommand` names."""
ARROW = "→ "
"""Before the name of an adjacent space in the menu."""
LONG_MENU = 8
"""A menu with this many places has a submenu for each region."""
LONG_LIST = 15
"""More places than this in one region are divided alphabetically."""


class _Target(NamedTuple):
    """A place in the menu, the region that groups it, and a point in mm."""

    id: str
    name: str
    region: str
    map: str
    at: Point


def traits(build: Build, piece: PieceType) -> list[Trait]:
    """The traits of the menu; none if the piece has no destination."""
    targets = _targets(build, piece)
    if not targets:
        return []
    points = [build.point(target.at) for target in targets]
    entries = [(target.name, act(f"SendTo_{target.id}")) for target in targets]
    near = _near(build, targets)
    return [
        t.SendToLocation(
            key=GO,
            map=_chosen_map([target.map for target in targets]),
            x=_chosen([x for x, _ in points]),
            y=_chosen([y for _, y in points]),
        ),
        *build.share(
            "Send to a place",
            [
                *choosing(
                    "send", "SendTo", GO, entries, first=0, found=_place(build, targets, near)
                ),
                *near,
                *_menus(build, targets, ARROW if near else ""),
            ],
        ),
    ]


def choosing(
    name: str,
    holder: str,
    done: Key,
    entries: Sequence[tuple[str, Key]],
    first: int,
    *,
    found: tuple[Key, str] | None = None,
) -> list[Trait]:
    """Menu entries with their keystrokes. A property holds the choice, then `done` is sent.

    `found` is a further keystroke, and the expression for the number of its choice.
    """
    keys = tuple(key for _, key in entries)
    numbered = [(title, key, f"P,{n}") for n, (title, key) in enumerate(entries, first)]
    watched = keys
    if found:
        numbered.append(("", found[0], sequence.join(("P", found[1]), ",")))
        watched = (*keys, found[0])
    return [
        t.TriggerAction(name=name, watch_keys=watched, action_keys=(done,)),
        t.DynamicProperty(
            name=holder,
            constraints=f"true,{first},{first + len(keys) - 1},true",
            commands=t.property_commands(*numbered),
            value=str(first),
        ),
    ]


def lists_regions(game: Game) -> bool:
    """Whether menus list spaces by a region in each, because some have several zones.

    The engine makes an entry for each zone, so that islands would have several.
    """
    return any(len(layout.zone_rings(game, space)) > 1 for space in game.map.spaces)


def _near(build: Build, targets: Sequence[_Target]) -> list[Trait]:
    """The entries for the spaces that are adjacent to the one where the piece is."""
    game = build.game
    spaces = [target.id for target in targets if target.id in game.spaces]
    zones = {space: build.zone_name(game.spaces[space]) for space in spaces}
    pairs = [
        f"{zones[space]}>{zones[other]}"
        for space in spaces
        for other in game.neighbours(space)
        if other in zones
    ]
    if not pairs:
        return []
    return [
        t.MultiLocationCommand(
            kind="locRegions" if lists_regions(game) else "locZones",
            filter=f"{{{build.hold('|' + '|'.join(pairs) + '|')}"
            '.contains("|"+CurrentZone+">"+LocationOfCommand+"|")}',
            menu=f"{ARROW}$LocationOfCommand$",
            key=GO_NEAR,
        )
    ]


def _place(
    build: Build, targets: Sequence[_Target], near: Sequence[Trait]
) -> tuple[Key, str] | None:
    """The keystroke of the entries for adjacent spaces, and the number of the chosen one."""
    if not near:
        return None
    names = build.hold("".join(f"|{n}:{target.name}" for n, target in enumerate(targets)) + "|")
    end = f'{names}.indexOf(":"+LocationOfCommand+"|")'
    return GO_NEAR, f'{{{names}.substring({names}.lastIndexOf("|",{end})+1,{end})}}'


def _targets(build: Build, piece: PieceType) -> list[_Target]:
    """The spaces that a piece may enter, and the open boxes of the main map if it enters land.

    Units have the open boxes of other maps too.
    """
    game = build.game
    main = map_name(game.map.boards[0])
    targets = [
        _Target(
            space.id,
            space.name,
            space.region or build.words("elsewhere"),
            build.map_name(space.board),
            space_point(game, space, piece),
        )
        for space in game.map.spaces
        if not piece.goes_to or space.kind in piece.goes_to
    ]
    if piece.goes_to and set(piece.goes_to) <= {"sea"}:
        return targets
    unit = piece.kind in ("force", "leader")
    boxes = [
        _Target(
            box.id,
            box.name,
            build.words("boxes"),
            build.map_name(box.board),
            box_point(game, box, piece),
        )
        for box in game.map.boxes
        if box.open
        and box.side in (None, piece.side)
        and (unit or build.map_name(box.board) == main)
    ]
    return [*targets, *boxes]


def _menus(build: Build, targets: Sequence[_Target], arrow: str) -> list[Trait]:
    """The menu of places, grouped by region if there are many. Names with an arrow come first."""
    title = build.words("send_to")
    spaces = build.game.spaces
    first = [f"{arrow}{one.name}" for one in targets if one.id in spaces] if arrow else []
    regions: dict[str, list[str]] = {}
    places = {target.name for target in targets}
    for target in targets:
        regions.setdefault(_title(target.region, places), []).append(target.name)
    regions = {
        part: some
        for name, own in regions.items()
        for part, some in (_by_alphabet(own) if len(own) > LONG_LIST else {name: own}).items()
    }
    if len(targets) < LONG_MENU or len(regions) == 1:
        return [t.SubMenu(menu=title, commands=(*first, *(target.name for target in targets)))]
    return [
        *(t.SubMenu(menu=name, commands=tuple(names)) for name, names in regions.items()),
        t.SubMenu(menu=title, commands=(*first, *regions)),
    ]


def _title(region: str, places: Container[str]) -> str:
    """The title of a region's submenu, which the engine must not confuse with an entry."""
    title = region[:1].upper() + region[1:]
    return f"{title} …" if title in places else title


def _by_alphabet(names: Sequence[str]) -> dict[str, list[str]]:
    """Names in groups of about the same size, each with its first and last name as title."""
    ordered = sorted(names, key=str.casefold)
    groups = -(-len(ordered) // LONG_MENU)
    size = -(-len(ordered) // groups)
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return {f"{part[0]} – {part[-1]}": part for part in parts}


def grouped(title: str, entries: Sequence[tuple[str, str]]) -> list[Trait]:
    """A submenu with entries, each with the title of a submenu inside it or nothing."""
    groups: dict[str, list[str]] = {}
    for name, group in entries:
        if group:
            groups.setdefault(group, []).append(name)
    shown = dict.fromkeys(group or name for name, group in entries)
    return [
        *(t.SubMenu(menu=group, commands=tuple(names)) for group, names in groups.items()),
        t.SubMenu(menu=title, commands=tuple(shown)),
    ]


def _chosen_map(names: list[str]) -> str:
    """An expression for the map of the place in the property `SendTo`; its name if all share it."""
    if len(set(names)) == 1:
        return names[0]
    return "{" + quoted("|".join(names)) + '.split("\\\\|")[SendTo]}'


def _chosen(numbers: list[int]) -> str:
    """An expression for the coordinate of the place in the property `SendTo`."""
    return '{"' + " ".join(map(str, numbers)) + '".split(" ")[SendTo]}'
