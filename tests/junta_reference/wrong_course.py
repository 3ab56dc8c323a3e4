"""Mistakes with retreats, phases, loyalty and the end of a coup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.junta_reference.city import ADJACENT, EMBASSIES, distance, strength
from tests.junta_reference.record import Event
from tests.junta_reference.scene import Scene, Spoilt

OTHER = {"rebels": "president", "president": "rebels"}

# Retreats


def _retreats(scene: Scene) -> Iterator[tuple[int, Event, str]]:
    """Retreats with the space that is left."""
    for index in scene.every("retreat"):
        begin, _ = scene.battle(index)
        yield index, scene.events[index], scene.events[begin].place


def retreats_far_away(scene: Scene) -> Spoilt | None:
    for index, _, place in _retreats(scene):
        far = [space for space in ADJACENT if distance(place, space) > 1]
        return scene.change(index, place=scene.chance.choice(far)), "15.d"
    return None


def retreats_to_an_occupied_space(scene: Scene) -> Spoilt | None:
    for index, event, place in _retreats(scene):
        asked = {(e.target, e.place) for e in scene.events[:index] if e.what == "let_in"}
        taken = ADJACENT[place] - set(scene.free(index, place, event.who))
        for space in scene.mixed(sorted(taken)):
            if (event.who, space) not in asked:
                return scene.change(index, place=space), "15.d"
    return None


def _fewest(scene: Scene, begin: int, end: int) -> tuple[list[str], list[str]]:
    """Who is left with the fewest losses when the firing ends, and who with more."""
    lost: Counter[str] = Counter()
    index = begin + 1
    while scene.events[index].what in ("fire", "loss") and scene.events[index].way != "no_room":
        if scene.events[index].what == "loss":
            lost[scene.events[index].who] += len(scene.events[index].units)
        index += 1
    place = scene.events[begin].place
    left = [one for one in scene.start.families if scene.fighters(index, place, one)]
    fewest = min((lost[one] for one in left), default=0)
    return [f for f in left if lost[f] == fewest], [f for f in left if lost[f] > fewest]


def winner_retreats(scene: Scene) -> Spoilt | None:
    for index, _, place in _retreats(scene):
        stay, _ = _fewest(scene, *scene.battle(index))
        for family in scene.mixed(stay):
            units = scene.fighters(index, place, family)
            for space in scene.free(index, place, family):
                return scene.put(index, Event("retreat", family, tuple(units), space)), "15.a"
    return None


def loser_stays(scene: Scene) -> Spoilt | None:
    for index in scene.every("retreat"):
        begin, end = scene.battle(index)
        if all(event.way != "no_room" for event in scene.events[begin:end]):
            return scene.drop(index), "15.c"
    return None


def retreats_though_held(scene: Scene) -> Spoilt | None:
    for index in scene.every("hold"):
        event = scene.events[index]
        begin, end = scene.battle(index)
        stay, _ = _fewest(scene, begin, end)
        said = {
            e.who
            for e in scene.events[begin : index + 1]
            if e.what == "hold" and e.target == event.target
        }
        space = next(iter(scene.free(index, event.place, event.target)), "")
        if said == set(stay) and space:
            units = tuple(scene.fighters(index, event.place, event.target))
            return scene.put(index + 1, Event("retreat", event.target, units, space)), "15.b"
    return None


def loser_holds(scene: Scene) -> Spoilt | None:
    for index, event, place in _retreats(scene):
        stay, _ = _fewest(scene, *scene.battle(index))
        return scene.put(index, Event("hold", event.who, place=place, target=stay[0])), "15.b"
    return None


def retreats_out_of_order(scene: Scene) -> Spoilt | None:
    for index, event, _ in _retreats(scene):
        after = scene.events[index + 1]
        open_both = {event.place, after.place} <= EMBASSIES or event.place != after.place
        if after.what == "retreat" and after.who != event.who and open_both:
            return scene.carry(index, index + 2), "15.e"
    return None


def removed_though_free(scene: Scene) -> Spoilt | None:
    for index, event, place in _retreats(scene):
        loss = Event("loss", event.who, event.units, place, way="no_room")
        return [*scene.events[:index], loss, *scene.events[index + 1 :]], "15.f"
    return None


def retreats_from_a_draw(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_end"):
        begin, end = scene.battle(index)
        place = scene.events[end].place
        fired = any(event.what == "fire" for event in scene.events[begin:end])
        stay, leave = _fewest(scene, begin, end)
        for family in scene.mixed(stay) if fired and len(stay) > 1 and not leave else ():
            units = tuple(scene.fighters(end, place, family))
            for space in scene.free(end, place, family):
                return scene.put(end, Event("retreat", family, units, space)), "15.g"
    return None


# The course of the coup


def phase_skipped(scene: Scene) -> Spoilt | None:
    for index in scene.every("phase", first=0):
        number = scene.events[index].number
        if number < 6:
            return scene.change(index, number=number + 1), "2.d"
    return None


def no_battle_segment(scene: Scene) -> Spoilt | None:
    for index in scene.every("battle_step"):
        after = scene.events[index + 1 :]
        fights = bool(after) and after[0].what == "declare"
        if fights or (after and after[0].what == "phase"):
            return scene.drop(index), "2.b" if fights else "2.a"
    return None


def stops_too_early(scene: Scene) -> Spoilt | None:
    for index in scene.every("phase", first=0):
        return scene.events[:index], "2.e"
    return None


def agreed_in_movement(scene: Scene) -> Spoilt | None:
    for index in scene.every("move", first=1):
        ended = Event("agree", way=scene.chance.choice(("rebels", "president")))
        return [*scene.events[: index + 1], ended], "2.e"
    return None


def goes_on_after_the_end(scene: Scene) -> Spoilt | None:
    last = scene.events[-1]
    if last.what not in ("result", "agree"):
        return None
    return [*scene.events, Event("phase", number=scene.phases[-1] + 1)], "17.g"


# Loyalty


def rebel_keeps_his_cards(scene: Scene) -> Spoilt | None:
    for index in scene.every("flip"):
        if _moved(scene, index):
            return scene.drop(index), "3.h"
    return None


def he_who_fired_keeps_his_cards(scene: Scene) -> Spoilt | None:
    return _fired(scene, range(1), "3.d")


def he_who_fired_at_the_guard_keeps_his_cards(scene: Scene) -> Spoilt | None:
    return _fired(scene, range(1, 7), "3.e")


def _fired(scene: Scene, phases: range, clause: str) -> Spoilt | None:
    for index in scene.every("flip"):
        loyal = scene.events[index].who != scene.start.leader and not _moved(scene, index)
        if loyal and scene.phases[index] in phases and (phases[0] == 0 or _at_guards(scene, index)):
            return scene.drop(index), clause
    return None


def _at_guards(scene: Scene, index: int) -> bool:
    """Whether who turns his cards has fired in this phase where all targets are Palace Guards."""
    begin = index - len(scene.since_phase(index))
    return any(
        event.what == "fire"
        and event.who == scene.events[index].who
        and set(scene.kinds(n, event.place, event.target)) == {"palace_guard"}
        for n, event in enumerate(scene.events[begin:index], begin)
    )


def _moved(scene: Scene, index: int) -> bool:
    """Whether who turns his cards in the Rebellion phase has moved in it."""
    return scene.phases[index] == 0 and any(
        event.what == "move" and event.who == scene.events[index].who and event.way != "reaction"
        for event in scene.since_phase(index)
    )


def loyal_family_fires_back(scene: Scene) -> Spoilt | None:
    rebels = {scene.start.leader, scene.start.president}
    early = [e for e, phase in zip(scene.events, scene.phases, strict=True) if phase == 0]
    rebels |= {e.who for e in early if e.what == "fire" or (e.what == "move" and e.way == "")}
    rebels |= {e.who for e in early if e.way == "helicopter"}
    for index in scene.every("fire", "exchange"):
        event = scene.events[index]
        for family in scene.start.families:
            kinds = scene.kinds(index, event.place, family)
            if scene.phases[index] or family in rebels or not strength(kinds, event.place):
                continue
            shot = event._replace(who=family, target=event.who, dice=scene.dud(1))
            return scene.put(index, shot), "3.d"
    return None


def president_fires_back(scene: Scene) -> Spoilt | None:
    president = scene.start.president
    for index in scene.every("fire", "exchange"):
        event = scene.events[index]
        kinds = scene.kinds(index, event.place, president)
        if scene.phases[index] == 0 and strength(kinds, event.place):
            shot = event._replace(who=president, target=event.who, dice=scene.dud(1))
            return scene.put(index, shot), "3.c"
    return None


def flips_without_a_cause(scene: Scene) -> Spoilt | None:
    flipped = {event.who for event in scene.events if event.what == "flip"}
    flipped |= {scene.start.leader, scene.start.president}
    loyal = [one for one in scene.start.families if one not in flipped]
    for index in scene.every("phase", first=0) if loyal else ():
        return scene.put(index, Event("flip", scene.chance.choice(loyal))), "3.b"
    return None


def turns_loyal_again(scene: Scene) -> Spoilt | None:
    for index in scene.every("flip"):
        later = scene.chance.randint(index + 1, len(scene.events) - 1)
        if scene.segments[later] != "end":
            return scene.put(later, scene.events[index]), "3.f"
    return None


def president_turns_rebel(scene: Scene) -> Spoilt | None:
    for index in scene.every("phase", first=0):
        return scene.put(index, Event("flip", scene.start.president)), "3.g"
    return None


# The end


def sides_out_of_order(scene: Scene) -> Spoilt | None:
    for index in scene.every("side"):
        if scene.events[index + 1].what == "side":
            return scene.carry(index, index + 2), "17.a"
    return None


def a_family_does_not_choose(scene: Scene) -> Spoilt | None:
    for index in scene.every("side"):
        if scene.events[index + 1].what == "result":
            return scene.drop(index), "17.a"
    return None


def president_joins_the_rebels(scene: Scene) -> Spoilt | None:
    for index in scene.every("side"):
        if scene.events[index].who == scene.start.president:
            return scene.change(index, way="rebels"), "17.b"
    return None


def wrong_result(scene: Scene) -> Spoilt | None:
    for index in scene.every("result"):
        return scene.change(index, way=OTHER[scene.events[index].way]), "17.e"
    return None


COURSE = (
    retreats_far_away, retreats_to_an_occupied_space, winner_retreats, loser_stays,
    retreats_though_held, loser_holds, retreats_out_of_order, removed_though_free,
    retreats_from_a_draw, phase_skipped, no_battle_segment, stops_too_early, agreed_in_movement,
    goes_on_after_the_end, rebel_keeps_his_cards,
    he_who_fired_keeps_his_cards, he_who_fired_at_the_guard_keeps_his_cards,
    loyal_family_fires_back, president_fires_back,
    flips_without_a_cause, turns_loyal_again, president_turns_rebel, sides_out_of_order,
    a_family_does_not_choose, president_joins_the_rebels, wrong_result,
)  # fmt: skip
