"""The legal acts of a coup, by the functions that judge logs: the player chooses among them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from modgen_rules.junta_coup.law.battle import commander_faults, declaration_fault, stayers
from modgen_rules.junta_coup.law.city import GUNS, OFFICE_OF
from modgen_rules.junta_coup.law.movement import Net, Turn, explain
from modgen_rules.junta_coup.law.position import Position

Fighters = Mapping[str, Sequence[str]]
"""The Units that take part in a battle, by family."""
Sort = Literal["move", "land", "bring"]
SORTS: tuple[Sort, ...] = ("move", "land", "bring")
ARRIVALS = {"land": "lands", "bring": "comes"}
"""How the judge explains an arrival without a movement."""
ALIKE = 2
"""How many Units of a group that went the same way are judged: the clauses count no further."""


class Movement(NamedTuple):
    """An act of Movement: Units that go to a space."""

    what: Sort
    units: tuple[str, ...]
    """All Units that may go. A family moves or lands as many of them as it likes (5.c); new Units
    come all together (8.a)."""
    source: str
    """Empty for Units that were off the map."""
    target: str
    card: str = ""
    """8.a: the card that brings them."""


class Shot(NamedTuple):
    """Fire that a family may announce: all its dice at one of some targets."""

    family: str
    deed: str
    """`fire`, or a bombardment: `gunboat`, `air_raid`."""
    targets: tuple[str, ...]
    dice: int


# --- movement ------------------------------------------------------------------------------------


def movements(
    position: Position,
    family: str,
    done: Sequence[Movement] = (),
    moved: Collection[str] = (),
    sorts: Collection[Sort] = SORTS,
) -> Iterator[Movement]:
    """3.c, 4.a, 5.0, 7.0, 8.0: what a family may do next in its turn, after the acts `done`.

    An act is legal if the judge finds nothing broken in the turn as a whole. `moved`: Units that
    other families moved in this phase (6.b). Units carried by the Helicopter (5.g) and reactions
    of the Police (9.a) are not listed.
    """

    def legal(act: Movement) -> bool:
        turn = turn_of(position, family, [*done, act], moved)
        found = explain(turn)
        if found is None or not found.legal:
            return False
        own = [
            pick for net, pick in zip(turn.nets, found.picks, strict=True) if net.key in act.units
        ]
        return act.what not in ARRIVALS or all(pick.story[0] == ARRIVALS[act.what] for pick in own)

    for act in candidates(position, family, sorts):
        alone: dict[tuple[str, bool], bool] = {}
        free: list[str] = []
        for key in act.units:
            alike = position.units[key].kind, key in moved
            if alike not in alone:
                alone[alike] = legal(act._replace(units=(key,)))
            free += [key] if alone[alike] else []
        whole = act._replace(units=tuple(free))
        if free and (act.what != "bring" or whole == act) and legal(whole):
            yield whole


def turn_of(
    position: Position, family: str, acts: Sequence[Movement], moved: Collection[str]
) -> Turn:
    """A turn that consists of some acts, as the judge sees it: where each Unit began and ended.

    The last act has yet to be carried out in `position`; those before it have been.
    """
    city, nets, flight = position.city, dict[str, Net](), list[str]()
    brought: dict[str, frozenset[str]] = {}
    groups: dict[tuple[str, str, str], int] = {}
    for act in acts:
        for key in act.units:
            unit = position.units[key]
            source = nets[key].source if key in nets else act.source
            if unit.kind == "helicopter" and act.source:
                flight += [act.target] if flight else [act.source, act.target]
            controller = family if act.what == "bring" else position.controller(unit)
            office = OFFICE_OF[unit.kind] if position.led_by_cousin(unit.kind) else ""
            office = office if family == position.president else ""
            nets[key] = Net(key, source, act.target, unit.kind, controller, office, key in moved)
        if act.card:
            card = city.cards[act.card]
            brought[card.kind] = brought.get(card.kind, frozenset()) | {card.space}
    for key, net in list(nets.items()):
        group = (net.kind, net.source, net.target)
        groups[group] = groups.get(group, 0) + 1
        if groups[group] > ALIKE or net.source == net.target:
            del nets[key]
    homes = {
        unit.place
        for unit in position.units.values()
        if unit.kind != "helicopter" and position.controller(unit) == family
    }
    cousins = {office for office, tile in position.offices.items() if tile.face == "cousin"}
    return Turn(
        city,
        position.phase,
        family,
        position.president,
        position.present(),
        tuple(nets.values()),
        brought,
        frozenset(homes & city.near.keys()),
        tuple(flight),
        frozenset(cousins),
        {},
    )


def candidates(
    position: Position, family: str, sorts: Collection[Sort] = SORTS
) -> Iterator[Movement]:
    """Every way in which Units of a family could be put down somewhere, legal or not."""
    city, units = position.city, position.units
    for space in city.near if "move" in sorts else ():
        keys = position.there(space, family)
        flying = [key for key in keys if units[key].kind == "helicopter"]
        for group in ([key for key in keys if key not in flying], flying):
            for target in sorted(city.near.keys() - {space}) if group else ():
                yield Movement("move", tuple(group), space, target)
    for kind in OFFICE_OF if "land" in sorts else ():
        waiting = tuple(
            key
            for key, unit in units.items()
            if (unit.kind, unit.place, position.controller(unit)) == (kind, "off_map", family)
        )
        for target in city.near if waiting else ():
            yield Movement("land", waiting, "", target)
    if "bring" in sorts:
        yield from _cards(position)


def _cards(position: Position) -> Iterator[Movement]:
    """8.a: cards that have not been played, with the Units in the pool that they bring."""
    city = position.city
    played = {
        piece.kind.removeprefix("card_")
        for piece in position.others.values()
        if piece.kind.startswith("card_") and piece.place == "played"
    }
    for name, card in city.cards.items():
        pool = [
            key
            for key, unit in position.units.items()
            if unit.kind == card.kind and unit.place == "street_pool"
        ]
        if name not in played and len(pool) >= card.number:
            for target in city.near if card.space == "own" else (card.space,):
                yield Movement("bring", tuple(pool[: card.number]), "", target, name)


# --- battle --------------------------------------------------------------------------------------


def attacks(position: Position, family: str) -> list[str]:
    """10.a, 11.f, 16.a: the spaces where a family may declare an attack and then fire."""
    return [
        space
        for space in position.city.near
        if not position.waits(family)
        and not declaration_fault(position, family, space, position.held(space))
    ]


def bombardments(
    position: Position, fighters: Fighters, fired: Collection[str], raids: int
) -> Iterator[Shot]:
    """12.a, 12.b, 12.f: before the exchanges of a battle.

    `fired`: the bombardments that were used in this phase. `raids`: Air Raids so far in the coup.
    """
    for deed, (_, office) in GUNS.items():
        family = position.holder(office)
        targets = tuple(who for who in fighters if who != family)
        if deed not in fired and targets and not commander_faults(position, deed, raids):
            yield Shot(family, deed, targets, position.city.salvoes[deed])


def shots(position: Position, space: str, fighters: Fighters) -> Iterator[Shot]:
    """13.b, 13.j, 14.a: the fire of an exchange that begins with these Units in a space."""
    for family, keys in fighters.items():
        targets = tuple(who for who in fighters if who != family)
        dice = position.dice(space, keys).dice
        if dice and targets and not position.waits(family):
            yield Shot(family, "fire", targets, dice)


def leaving(position: Position, fighters: Fighters, lost: Mapping[str, int]) -> list[str]:
    """15.a, 15.c, 15.e: the families that have to leave after a battle, in order of turns.

    `lost`: how many Units each family lost in it.
    """
    stay = stayers(fighters, lost)
    return [who for who in position.movers() if who in fighters and who not in stay]
