"""Mistakes with landings, cards, transfers and exile, each with the clause that it breaks first."""

from __future__ import annotations

from tests.junta_reference.city import ADJACENT, EMBASSIES, UNARMED
from tests.junta_reference.record import Event
from tests.junta_reference.scene import Scene, Spoilt


def lands_twice(scene: Scene) -> Spoilt | None:
    for index in scene.every("land"):
        return scene.put(index + 1, scene.events[index]), "7.c"
    return None


def marines_land_inland(scene: Scene) -> Spoilt | None:
    for index in scene.every("land"):
        if scene.before(index).kinds(scene.events[index].units) == ["marines"]:
            place = scene.chance.choice(("parliament", "market", "hills", "police_precinct_4"))
            return scene.change(index, place=place), "7.b"
    return None


def paratroopers_land_nowhere(scene: Scene) -> Spoilt | None:
    for index in scene.every("land"):
        if scene.before(index).kinds(scene.events[index].units) == ["paratroopers"]:
            return scene.change(index, place="harbor"), "7.a"
    return None


def landed_by_another(scene: Scene) -> Spoilt | None:
    for index in scene.every("land"):
        event, position = scene.events[index], scene.before(index)
        office = position.units[event.units[0]].office
        order = position.order()
        later = [f for f in order[order.index(event.who) + 1 :] if position.present(f)]
        if later and office not in scene.start.cousin:
            return scene.change(index, who=later[0]), "7.d"
    return None


def _delayed(scene: Scene, what: str, clause: str) -> Spoilt | None:
    """Something done at the beginning of the Battle segment instead."""
    for index in scene.every(what):
        end = scene.events.index(Event("battle_step"), index)
        rest = scene.events[index + 1 : end]
        used = {name for event in rest for name in event.units}
        needed = {"reaction", "helicopter", "exile"} & {w for e in rest for w in (e.what, e.way)}
        if not needed and not used & set(scene.events[index].units):
            return scene.carry(index, end + 1), clause
    return None


def lands_in_battle(scene: Scene) -> Spoilt | None:
    return _delayed(scene, "land", "7.d")


def card_in_battle(scene: Scene) -> Spoilt | None:
    return _delayed(scene, "bring", "2.c")


def transfer_in_battle(scene: Scene) -> Spoilt | None:
    return _delayed(scene, "transfer", "6.a")


def card_played_twice(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring"):
        return scene.put(index + 1, scene.events[index]), "8.a"
    return None


def card_in_a_wrong_space(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring"):
        event = scene.events[index]
        others = sorted(set(ADJACENT) - {event.place})
        if event.way != "helicopter":
            return scene.change(index, place=scene.chance.choice(others)), "8.a"
    return None


def card_brings_too_few(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring"):
        units = scene.events[index].units[1:]
        if units:
            return scene.change(index, units=units), "8.a"
    return None


def brought_too_late_to_move(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring"):
        event = scene.events[index]
        movers = {e.who for e in scene.since_phase(index) if (e.what, e.way) == ("move", "")}
        if event.who in movers and scene.before(index).kinds(event.units)[0] in UNARMED:
            place = scene.chance.choice(sorted(ADJACENT[event.place]))
            move = Event("move", event.who, event.units, place)
            return scene.put(index + 1, move), "8.b"
    return None


def gives_what_is_not_his(scene: Scene) -> Spoilt | None:
    for index in scene.every("transfer"):
        event, position = scene.events[index], scene.before(index)
        others = [f for f in scene.start.families if f not in (event.who, event.target)]
        present = [one for one in others if position.present(one)]
        if present:
            return scene.change(index, who=scene.chance.choice(present)), "6.c"
    return None


def exile_without_an_embassy(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        family = scene.events[index].who
        position = scene.before(index + 1)
        if not any(position.at(space, family) for space in EMBASSIES):
            return scene.put(index + 1, Event("exile", family)), "16.c"
    return None


def exile_in_battle(scene: Scene) -> Spoilt | None:
    """Into exile as Battle begins, and then an attack is declared."""
    for begin in scene.every("battle_step"):
        position, declared = scene.before(begin), set[str]()
        for event in scene.events[begin + 1 :]:
            if event.what != "declare":
                break
            housed = any(position.at(space, event.who) for space in EMBASSIES)
            others = [position.families_at(place) - {event.who} for place in declared]
            if housed and all(len(there) > 1 for there in others):
                return scene.put(begin + 1, Event("exile", event.who)), "4.a"
            declared.add(event.place)
    return None


def returns_without_exile(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        return scene.put(index, Event("return", scene.events[index].who)), "4.b"
    return None


ARRIVALS = (
    lands_twice, marines_land_inland, landed_by_another, lands_in_battle, card_in_battle,
    transfer_in_battle, card_played_twice, card_in_a_wrong_space, card_brings_too_few,
    brought_too_late_to_move, gives_what_is_not_his, exile_without_an_embassy, exile_in_battle,
    paratroopers_land_nowhere, returns_without_exile,
)  # fmt: skip
