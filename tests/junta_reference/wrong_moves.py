"""Mistakes with moves, each with the clause that it breaks first."""

from __future__ import annotations

from tests.junta_reference.city import ADJACENT, distance
from tests.junta_reference.record import Event
from tests.junta_reference.scene import Scene, Spoilt


def _source(scene: Scene, index: int) -> str:
    return scene.before(index).units[scene.events[index].units[0]].space


def moves_two_spaces(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        source = _source(scene, index)
        far = [space for space in ADJACENT if distance(source, space) == 2]
        return scene.change(index, place=scene.chance.choice(far)), "5.d"
    return None


def moves_on(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        event = scene.events[index]
        place = scene.chance.choice(sorted(ADJACENT[event.place]))
        return scene.put(index + 1, event._replace(place=place)), "5.d"
    return None


def second_source(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        event, position = scene.events[index], scene.before(index + 1)
        moved = {n for e in scene.since_phase(index + 1) for n in e.units if e.what != "transfer"}
        for space in scene.mixed(sorted(set(ADJACENT) - {event.place, _source(scene, index)})):
            units = [
                name
                for name in position.at(space, event.who)
                if name not in moved and position.units[name].office not in scene.start.cousin
            ]
            if units:
                place = scene.chance.choice(sorted(ADJACENT[space]))
                again = Event("move", event.who, tuple(units), place)
                return scene.put(index + 1, again), "5.b"
    return None


def gathers_from_two_spaces(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        event, position = scene.events[index], scene.before(index)
        moved = {n for e in scene.since_phase(index) for n in e.units}
        for space in scene.mixed(sorted(ADJACENT[event.place] - {_source(scene, index)})):
            units = [name for name in position.at(space, event.who) if name not in moved]
            if units:
                return scene.change(index, units=(*event.units, units[0])), "5.b"
    return None


def second_destination(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        event = scene.events[index]
        others = sorted(ADJACENT[_source(scene, index)] - {event.place})
        if len(event.units) > 1:
            split = event._replace(units=event.units[1:], place=scene.chance.choice(others))
            return [
                *scene.change(index, units=event.units[:1])[: index + 1],
                split,
                *scene.events[index + 1 :],
            ], "5.c"
    return None


def moves_anothers_units(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", ""):
        event, position = scene.events[index], scene.before(index)
        source = _source(scene, index)
        others = [n for n in position.at(source) if position.units[n].controller != event.who]
        if others:
            return scene.change(index, units=(*event.units, others[0])), "6.c"
    return None


def moved_again_by_its_new_owner(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "", first=1):
        event, position = scene.events[index], scene.before(index)
        order = position.order()
        later = [f for f in order[order.index(event.who) + 1 :] if position.present(f)]
        if later:
            given = Event("transfer", event.who, event.units, target=later[0])
            place = scene.chance.choice(sorted(ADJACENT[event.place]))
            again = Event("move", later[0], event.units, place)
            return scene.put(index + 1, given, again), "6.b"
    return None


def moves_before_the_leader(scene: Scene) -> Spoilt | None:
    return _before_his_turn(scene, range(1))


def moves_before_his_turn(scene: Scene) -> Spoilt | None:
    return _before_his_turn(scene, range(1, 7))


def _before_his_turn(scene: Scene, phases: range) -> Spoilt | None:
    for index in scene.every("move", ""):
        event = scene.events[index]
        for target in scene.every("move", ""):
            other, position = scene.events[target], scene.before(target)
            same = scene.phases[target] == scene.phases[index] in phases
            if not same or target > index or other.who == event.who:
                continue
            source = _source(scene, index)
            if set(event.units) <= set(position.at(source, event.who)):
                return scene.carry(index, target), "5.a" if phases.start else "3.a"
    return None


def president_moves_in_rebellion(scene: Scene) -> Spoilt | None:
    return _president(scene, "")


def cousin_moves_in_rebellion(scene: Scene) -> Spoilt | None:
    return _president(scene, "cousin")


def _president(scene: Scene, way: str) -> Spoilt | None:
    president = scene.start.president
    for index in scene.mixed(range(1, scene.phases.index(1) if 1 in scene.phases else 1)):
        position = scene.before(index)
        for space in ADJACENT if scene.segments[index] == "movement" else ():
            units = [
                name
                for name in position.at(space, president)
                if (position.units[name].office in scene.start.cousin) == bool(way)
            ]
            if units:
                place = scene.chance.choice(sorted(ADJACENT[space]))
                event = Event("move", president, tuple(units), place, way=way)
                return scene.put(index, event), "3.c"
    return None


def cousin_moves_twice(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "cousin"):
        event = scene.events[index]
        place = scene.chance.choice(sorted(ADJACENT[event.place]))
        return scene.put(index + 1, event._replace(place=place)), "5.e"
    return None


def cousin_moves_too_late(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "cousin"):
        event, position = scene.events[index], scene.before(index)
        order = position.order()
        office = position.units[event.units[0]].office
        seat = order.index(scene.start.offices[office])
        end = scene.events.index(Event("battle_step"), index)
        rest = scene.events[index + 1 : end]
        acted = [e for e in rest if e.what == "bring" or (e.what, e.way) == ("move", "")]
        given = {name for e in rest if e.what == "transfer" for name in e.units}
        needed = given & set(event.units) or any(
            e.what == "exile" or e.way == "helicopter" for e in rest
        )
        if any(order.index(e.who) > seat for e in acted) and not needed:
            return scene.carry(index, end), "5.e"
    return None


def helicopter_flies_too_far(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "helicopter"):
        event = scene.events[index]
        machine = event._replace(units=event.units[:1])
        legs, space = [], event.place
        for _ in range(2):
            space = scene.chance.choice(sorted(ADJACENT[space]))
            legs.append(machine._replace(place=space))
        return scene.put(index + 1, *legs), "5.f"
    return None


def helicopter_carries_two(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "helicopter"):
        event, position = scene.events[index], scene.before(index)
        moved = {n for e in scene.since_phase(index) for n in e.units}
        here = set(position.at(_source(scene, index), event.who)) - moved - set(event.units)
        riders = [*event.units[1:], *sorted(here)][:2]
        if len(riders) == 2:
            return scene.change(index, units=(event.units[0], *riders)), "5.g"
    return None


def absent_family_moves(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "", first=1):
        position = scene.before(index)
        for family in sorted(position.away):
            for name, unit in position.units.items():
                if unit.controller == family and unit.space:
                    place = scene.chance.choice(sorted(ADJACENT[unit.space]))
                    return scene.put(index, Event("move", family, (name,), place)), "4.a"
    return None


def moves_in_battle(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_step", first=1):
        position = scene.before(index)
        for space in scene.mixed(list(ADJACENT)):
            for family in sorted(position.families_at(space)):
                units = tuple(position.at(space, family))
                place = scene.chance.choice(sorted(ADJACENT[space]))
                return scene.put(index + 1, Event("move", family, units, place)), "2.a"
    return None


def _police(scene: Scene, index: int, place: str) -> Event | None:
    """All Police of one space on their way to a place."""
    position = scene.before(index)
    minister = position.holder("minister")
    for space in scene.mixed(sorted(set(ADJACENT) - {place})):
        here = position.at(space, minister) if position.present(minister) else []
        police = [name for name in here if position.units[name].kind == "police"]
        if police:
            return Event("move", minister, tuple(police), place, way="reaction")
    return None


def police_react_in_a_coup_phase(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring", first=1):
        event = scene.events[index]
        reaction = _police(scene, index + 1, event.place)
        if reaction and event.way != "helicopter":
            return scene.put(index + 1, reaction), "9.c"
    return None


def police_react_to_a_loyal_family(scene: Scene) -> Spoilt | None:
    for index in scene.every("bring"):
        event = scene.events[index]
        acted = {e.who for e in scene.since_phase(index) if e.what == "move"}
        loyal = event.who not in {scene.start.leader, *acted}
        reaction = _police(scene, index + 1, event.place)
        if reaction and loyal and scene.phases[index] == 0 and event.way != "helicopter":
            return scene.put(index + 1, reaction), "9.a"
    return None


def police_react_to_nothing(scene: Scene) -> Spoilt | None:
    reaction = _police(scene, 1, scene.chance.choice(sorted(ADJACENT)))
    return (scene.put(1, reaction), "9.a") if reaction else None


def police_react_elsewhere(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", "reaction"):
        others = sorted(set(ADJACENT) - {scene.events[index].place})
        return scene.change(index, place=scene.chance.choice(others)), "9.b"
    return None


MOVES = (
    moves_two_spaces, moves_on, second_source, gathers_from_two_spaces, second_destination,
    moves_anothers_units, moved_again_by_its_new_owner, moves_before_his_turn,
    president_moves_in_rebellion, cousin_moves_in_rebellion, cousin_moves_twice,
    cousin_moves_too_late, helicopter_flies_too_far, helicopter_carries_two, absent_family_moves,
    moves_in_battle, police_react_in_a_coup_phase, police_react_to_a_loyal_family,
    police_react_to_nothing, police_react_elsewhere, moves_before_the_leader,
)  # fmt: skip
