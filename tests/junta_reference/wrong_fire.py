"""Mistakes with declarations, bombardments, exchanges and losses."""

from __future__ import annotations

from collections.abc import Iterator

from tests.junta_reference.city import ADJACENT, EMBASSIES, GUNS, PALACE, UNARMED, strength
from tests.junta_reference.record import Event
from tests.junta_reference.scene import Scene, Spoilt

# Declarations and the order of battles


def declares_out_of_order(scene: Scene) -> Spoilt | None:
    for index in scene.every("declare"):
        after = scene.events[index + 1]
        if after.what == "declare" and after.who != scene.events[index].who:
            return scene.carry(index, index + 2), "11.a"
    return None


def declares_in_movement(scene: Scene) -> Spoilt | None:
    for index in scene.every("declare"):
        if scene.events[index - 1].what == "battle_step":
            return scene.carry(index, index - 1), "2.b"
    return None


def declares_after_a_battle(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_end"):
        place = scene.events[index].place
        families = scene.mixed(sorted(scene.before(index + 1).families_at(place)))
        if len(families) > 1:
            return scene.put(index + 1, Event("declare", families[0], place=place)), "2.b"
    return None


def declares_in_an_embassy(scene: Scene) -> Spoilt | None:
    for index in scene.every("declare"):
        event = scene.events[index]
        return scene.put(index, event._replace(place=min(EMBASSIES))), "16.a"
    return None


def declares_against_nobody(scene: Scene) -> Spoilt | None:
    for index in scene.every("declare"):
        event, position = scene.events[index], scene.before(index)
        for space in scene.mixed(sorted(set(ADJACENT) - EMBASSIES)):
            if position.families_at(space) <= {event.who}:
                return scene.put(index, event._replace(place=space)), "10.a"
    return None


def fights_undeclared(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle"):
        wanted = [
            n
            for n, event in enumerate(scene.events)
            if event.what == "declare"
            and event.place == scene.events[index].place
            and scene.phases[n] == scene.phases[index]
        ]
        return scene.drop(*wanted), "11.b"
    return None


def fights_in_an_embassy(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle"):
        place = scene.chance.choice(sorted(EMBASSIES))
        new = Event("battle", scene.events[index].who, place=place)
        return scene.put(index, new, Event("battle_end", place=place)), "16.a"
    return None


def fights_twice(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_end"):
        begin, end = scene.battle(index)
        return scene.put(end + 1, scene.events[begin], scene.events[end]), "10.b"
    return None


def battle_left_open(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_end"):
        after = [event for event in scene.events[index + 1 :] if event.what != "flip"]
        if after and after[0].what in ("battle", "phase"):
            return scene.drop(index), "10.b"
    return None


# Bombardment


def gunboat_twice(scene: Scene) -> Spoilt | None:
    return _gun_twice(scene, "gunboat", "12.a")


def air_raid_twice(scene: Scene) -> Spoilt | None:
    return _gun_twice(scene, "air_raid", "12.b")


def _gun_twice(scene: Scene, gun: str, clause: str) -> Spoilt | None:
    for index in scene.every("fire", gun):
        event = scene.events[index]
        return scene.put(index, event._replace(dice=scene.dud(GUNS[gun][1]))), clause
    return None


def fourth_air_raid(scene: Scene) -> Spoilt | None:
    raids = {scene.phases[index] for index in scene.every("fire", "air_raid")}
    for index in scene.every("battle", first=1) if len(raids) == 3 else ():
        position, place = scene.before(index), scene.events[index].place
        family = position.holder("comandante")
        foes = sorted(position.families_at(place) - {family})
        kinds = {one: scene.kinds(index, place, one) for one in foes}
        foes = [one for one in foes if kinds[one] and "palace_guard" not in kinds[one]]
        if foes and position.present(family) and scene.phases[index] not in raids:
            fire = Event("fire", family, (), place, foes[0], "air_raid", scene.dud(6))
            return scene.put(index + 1, fire), "12.b"
    return None


def gunboat_throws_four(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "gunboat"):
        dice = (*scene.events[index].dice, 1)
        return scene.change(index, dice=dice), "12.a"
    return None


def air_raid_throws_seven(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "air_raid"):
        dice = (*scene.events[index].dice, 1)
        return scene.change(index, dice=dice), "12.b"
    return None


def gunboat_of_another(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "gunboat", first=1):
        event, position = scene.events[index], scene.before(index)
        others = [f for f in scene.start.families if f not in (event.who, event.target)]
        present = [one for one in others if position.present(one)]
        if present:
            return scene.change(index, who=scene.chance.choice(present)), "12.a"
    return None


def bombards_after_an_exchange(scene: Scene) -> Spoilt | None:
    for index in [*scene.every("fire", "gunboat"), *scene.every("fire", "air_raid")]:
        event = scene.events[index]
        after = index + 1
        while scene.events[after].number == 0 and scene.events[after].what in ("fire", "loss"):
            after += 1
        if scene.events[after].what == "fire" and 6 not in event.dice:
            target = scene.volley_end(after)
            if scene.fighters(target, event.place, event.target):
                return scene.carry(index, target), "12.e"
    return None


def shoots_at_the_gunboat(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        return scene.change(index, target="gunboat"), "12.d"
    return None


# Exchanges


def _lone_fires(scene: Scene) -> Iterator[tuple[int, Event, list[str]]]:
    """Fires that are their family's only ones in an exchange, with the kinds of its units."""
    for index in scene.every("fire", "exchange"):
        event = scene.events[index]
        begin, end = scene.volley(index)
        mine = [e for e in scene.events[begin:end] if (e.what, e.who) == ("fire", event.who)]
        if len(mine) == 1:
            yield index, event, scene.kinds(index, event.place, event.who)


def _dice(scene: Scene, event: Event, count: int) -> tuple[int, ...]:
    return (*event.dice, *scene.dud(count - len(event.dice)))


def throws_three_dice_more(scene: Scene) -> Spoilt | None:
    for index, event, kinds in _lone_fires(scene):
        if not {"palace_guard", *UNARMED} & set(kinds):
            return scene.change(index, dice=_dice(scene, event, len(kinds) + 3)), "14.a"
    return None


def a_die_for_each_of_the_unarmed(scene: Scene) -> Spoilt | None:
    for index, event, kinds in _lone_fires(scene):
        if sum(kind in UNARMED for kind in kinds) > 1 and "palace_guard" not in kinds:
            return scene.change(index, dice=_dice(scene, event, len(kinds))), "14.b"
    return None


def palace_guard_doubled_outside(scene: Scene) -> Spoilt | None:
    for index, event, kinds in _lone_fires(scene):
        if "palace_guard" in kinds and event.place != PALACE:
            dice = _dice(scene, event, strength(kinds, PALACE))
            return scene.change(index, dice=dice), "14.c"
    return None


def fires_twice_in_an_exchange(scene: Scene) -> Spoilt | None:
    for index, event, kinds in _lone_fires(scene):
        if not {"palace_guard", *UNARMED} & set(kinds):
            again = event._replace(dice=scene.dud(len(kinds)))
            return scene.put(index + 1, again), "13.b"
    return None


def fires_at_nobody(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        event, position = scene.events[index], scene.before(index)
        begin, _ = scene.battle(index)
        here = position.families_at(event.place)
        here |= {e.who for e in scene.events[begin:index] if e.way in GUNS}
        others = [f for f in scene.start.families if position.present(f) and f not in here]
        if others:
            return scene.change(index, target=scene.chance.choice(others)), "10.a"
    return None


def fires_at_an_absent_family(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        for family in sorted(scene.before(index).away):
            return scene.change(index, target=family), "4.a"
    return None


def absent_family_fires(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange", first=1):
        event = scene.events[index]
        for family in sorted(scene.before(index).away):
            return scene.put(index, event._replace(who=family, dice=scene.dud(1))), "4.a"
    return None


def fourth_exchange(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        event = scene.events[index]
        target = scene.volley_end(index)
        sides = [scene.fighters(target, event.place, one) for one in (event.who, event.target)]
        kinds = scene.kinds(target, event.place, event.who)
        if event.number == 3 and all(sides) and strength(kinds, event.place):
            fire = event._replace(number=4, dice=scene.dud(1))
            return scene.put(target, fire), "13.a"
    return None


def the_dead_do_not_shoot_back(scene: Scene) -> Spoilt | None:
    """Losses before all have fired."""
    for index in scene.every("fire", "exchange"):
        event, after = scene.events[index], scene.events[index + 1]
        before = scene.events[index - 1]
        if (
            (after.what, after.way) == ("loss", "")
            and before.number == event.number
            and 6 not in event.dice
        ):
            return scene.carry(index + 1, index), "13.c"
    return None


def retreated_units_fire(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        event, position = scene.events[index], scene.before(index)
        for family in sorted(position.families_at(event.place) - {event.who, event.target}):
            if not scene.fighters(index, event.place, family) and scene.phases[index]:
                again = event._replace(who=family, dice=scene.dud(1))
                return scene.put(index, again), "15.g"
    return None


# Losses


def a_loss_too_few(scene: Scene) -> Spoilt | None:
    for index in scene.every("loss", ""):
        units = scene.events[index].units[1:]
        return (scene.change(index, units=units) if units else scene.drop(index)), "14.d"
    return None


def a_loss_too_many(scene: Scene) -> Spoilt | None:
    for index in scene.every("loss", ""):
        event = scene.events[index]
        if scene.events[index + 1].what != "loss":
            others = set(scene.fighters(index, event.place, event.who)) - set(event.units)
            if others:
                units = (*event.units, min(others))
                return scene.change(index, units=units), "14.e"
    return None


def dies_without_a_six(scene: Scene) -> Spoilt | None:
    for index in scene.every("fire", "exchange"):
        event = scene.events[index]
        begin, end = scene.volley(index)
        hit = {e.target for e in scene.events[begin:end] if e.what == "fire" and 6 in e.dice}
        units = scene.fighters(end, event.place, event.target)
        if event.target not in hit and units and scene.events[end - 1].what == "fire":
            loss = Event("loss", event.target, (units[0],), event.place, number=event.number)
            return scene.put(end, loss), "14.e"
    return None


def a_unit_dies_twice(scene: Scene) -> Spoilt | None:
    for index in scene.every("loss", ""):
        return scene.put(index + 1, scene.events[index]), "14.f"
    return None


def a_bystander_dies(scene: Scene) -> Spoilt | None:
    for index in scene.every("loss", ""):
        event = scene.events[index]
        begin = index
        while scene.events[begin - 1].what in ("fire", "loss"):
            begin -= 1
        hit = {e.target for e in scene.events[begin:index] if 6 in e.dice}
        for family in scene.start.families:
            units = scene.fighters(index, event.place, family)
            if units and family not in hit:
                return scene.change(index, units=(units[0],)), "14.e"
    return None


FIRE = (
    declares_out_of_order, declares_in_movement, declares_after_a_battle, declares_in_an_embassy,
    declares_against_nobody, fights_undeclared, fights_in_an_embassy, fights_twice,
    battle_left_open, gunboat_twice, air_raid_twice, fourth_air_raid, gunboat_throws_four,
    air_raid_throws_seven, gunboat_of_another, bombards_after_an_exchange, shoots_at_the_gunboat,
    throws_three_dice_more, a_die_for_each_of_the_unarmed, palace_guard_doubled_outside,
    fires_twice_in_an_exchange, fires_at_nobody, fires_at_an_absent_family, absent_family_fires,
    fourth_exchange, the_dead_do_not_shoot_back, retreated_units_fire, a_loss_too_few,
    a_loss_too_many, dies_without_a_six, a_unit_dies_twice, a_bystander_dies,
)  # fmt: skip
