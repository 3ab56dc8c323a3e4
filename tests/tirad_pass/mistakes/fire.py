"""Mistakes in the fire phase."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.tirad_pass.law.combat import NO_EFFECT, fire_column, fire_result
from modgen_rules.tirad_pass.law.plan import ATTACKS, DIE, GENERAL, OTHER, PINNED, US
from modgen_rules.tirad_pass.play import play
from tests.tirad_pass.mistakes.mistaken import Mistake, Mistaken


def _fires(player: Mistaken, side: str) -> list[tuple[list[str], str, int]]:
    """The fire that stacks could give: units, target, column."""
    position, found = player.position, []
    stacks: dict[str, list[str]] = {}
    for key in player.own(side):
        if key not in player.story.moved:
            stacks.setdefault(position.pieces[key].place, []).append(key)
    for units in stacks.values():
        for target in player.targets(units[0]):
            able = [key for key in units if target in player.targets(key)]
            found.append((able, target, fire_column(position, able, target)))
    return found


def badges(player: Mistaken, units: Sequence[str], kind: str, target: str) -> None:
    """Announce an attack: the badge on each unit, the marker in the target's hex."""
    for key in units:
        player.table.mark(key, ATTACKS)
    player.table.announce(kind, target)


def _fire_with(player: Mistaken, side: str, units: Sequence[str], target: str) -> str:
    """Fire with units that may not, with the right result."""
    player.attack("fire", side, units, target)
    player.table.attack_over()
    return f"fire at {target}"


def _moved_fires(player: Mistaken, side: str) -> str:
    for key in player.own(side):
        if key in player.story.moved:
            for target in player.targets(key):
                return _fire_with(player, side, [key], target)
    return ""


def _too_far(player: Mistaken, side: str) -> str:
    position = player.position
    for key in player.own(side):
        if key in player.story.moved:
            continue
        unit = position.pieces[key]
        far = player.plan.face(unit.kind, unit.face).reach
        for other in player.own(OTHER[side]):
            place = position.pieces[other].place
            if far < player.plan.distance(unit.place, place) <= far + 3:
                return _fire_with(player, side, [key], place)
    return ""


def _two_stacks(player: Mistaken, side: str) -> str:
    options = _fires(player, side)
    for one, target, _ in options:
        for other, again, _ in options:
            if target == again and not set(one) & set(other):
                return _fire_with(player, side, [*one, *other], target)
    return ""


def _fires_twice(player: Mistaken, side: str) -> str:
    for units, target, _ in _fires(player, side):
        player.attack("fire", side, units, target)
        left = [key for key in units if target in player.targets(key)]
        if left and player.position.at(target, OTHER[side]):
            return _fire_with(player, side, left, target)
        player.table.attack_over()
        return ""
    return ""


def _wrong_fire(player: Mistaken, side: str) -> str:
    """A result is not carried out, or one is carried out that was not rolled."""
    position, table = player.position, player.table
    for units, target, column in _fires(player, side):
        if column == NO_EFFECT:
            continue
        badges(player, units, "fire", target)
        (die,) = table.roll(DIE[side])
        result = fire_result(player.plan, column, die)
        defenders = position.at(target, OTHER[side])
        if result.defender_steps or (
            result.defender_pinned and any(not position.pieces[key].pinned for key in defenders)
        ):
            told = "nothing happens"
        else:
            table.lose(max(defenders, key=position.steps))
            told = "a step is lost"
        player.story.attacked |= dict.fromkeys(units, 1)
        table.attack_over()
        return f"fire at {target}, die {die}: {told}"
    return ""


def _second_die(player: Mistaken, side: str) -> str:
    for units, target, column in _fires(player, side):
        if column == NO_EFFECT:
            continue
        badges(player, units, "fire", target)
        player.table.roll(DIE[side])
        (die,) = player.table.roll(DIE[side])
        result = fire_result(player.plan, column, die)
        play.carry_out(player.table, side, units, target, result, player.way)
        player.story.attacked |= dict.fromkeys(units, 1)
        player.table.attack_over()
        return f"a second die for fire at {target}"
    return ""


def _assault_in_fire(player: Mistaken, side: str) -> str:
    options = player.assaults(side)
    if not options:
        return ""
    _, target, units = options[0]
    player.attack("assault", side, units, target)
    player.table.attack_over()
    return f"assault on {target} in the Fire phase"


def _general_spared(player: Mistaken, side: str) -> str:
    """No die is rolled for del Pilar."""
    place = player.position.place_of(GENERAL)
    if place not in player.plan.heights:
        return ""
    for units, target, column in _fires(player, side):
        if target != place or column == NO_EFFECT:
            continue
        badges(player, units, "fire", target)
        (die,) = player.table.roll(DIE[side])
        result = fire_result(player.plan, column, die)
        player.story.attacked |= dict.fromkeys(units, 1)
        if not result.defender_steps:
            play.carry_out(player.table, side, units, target, result, player.way)
            player.table.attack_over()
            return ""
        defenders = player.position.at(target, OTHER[side])
        player.table.lose(max(defenders, key=lambda key: (player.position.steps(key), key)))
        for key in defenders:
            if player.position.steps(key):
                player.table.mark(key, PINNED)
        player.table.attack_over()
        return f"fire at {target} costs a step beside del Pilar, without a die for him"
    return ""


FIRE: dict[str, Mistake] = {
    "moved_fires": Mistake("6.1", "fire", _moved_fires),
    "fires_too_far": Mistake("6.2", "fire", _too_far),
    "two_stacks": Mistake("6.3", "fire", _two_stacks),
    "fires_twice": Mistake("2.5", "fire", _fires_twice),
    "wrong_fire": Mistake("6.10", "fire", _wrong_fire),
    "second_die": Mistake("6.11", "fire", _second_die),
    "general_spared": Mistake("9.8", "fire", _general_spared, US),
    "assault_in_fire": Mistake("2.2", "fire", _assault_in_fire),
}
"""Mistakes of fire by their names."""
