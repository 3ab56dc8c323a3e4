"""Mistakes in the assault phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from modgen_rules.tirad_pass.law.combat import Result, assault_column, assault_result
from modgen_rules.tirad_pass.law.plan import DIE, OTHER, PINNED, US
from modgen_rules.tirad_pass.reading.story import names
from tests.tirad_pass.mistakes.fire import badges
from tests.tirad_pass.mistakes.mistaken import Attempt, Mistake, Mistaken


def _far_assault(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=False):
        if player.plan.sizes[player.position.pieces[key].kind] == "marksmen":
            continue
        for target in player.targets(key):
            beside = target in player.plan.near[player.position.pieces[key].place]
            if not beside and key not in player.story.attacked:
                player.attack("assault", side, [key], target)
                player.table.attack_over()
                return f"assault on {target} from afar"
    return ""


def _pinned_assault(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=True):
        here = player.position.pieces[key].place
        for target in player.plan.near[here]:
            if player.position.at(target, OTHER[side]) and key not in player.story.attacked:
                player.attack("assault", side, [key], target)
                player.table.attack_over()
                return f"assault on {target} by a pinned unit"
    return ""


def _fires_and_assaults(player: Mistaken, side: str) -> str:
    for key in list(player.story.attacked):
        unit = player.position.pieces[key]
        if not player.position.steps(key) or unit.pinned or not player.position.on_map(key):
            continue
        if player.position.side(key) != side or player.plan.sizes[unit.kind] == "marksmen":
            continue
        for target in player.plan.near[unit.place]:
            if player.position.at(target, OTHER[side]):
                player.attack("assault", side, [key], target)
                player.table.attack_over()
                return f"assault on {target} after fire"
    return ""


def _spoiled(spoil: Callable[[Mistaken, str, Sequence[str], str, Result], str]) -> Attempt:
    """An assault with a result to which `spoil` does something wrong."""

    def attempt(player: Mistaken, side: str) -> str:
        options = [one for one in player.assaults(side) if one[0] >= player.style.assault]
        if not options:
            return ""
        _, target, units = options[0]
        told = spoil(player, side, units, target, Result())
        player.table.attack_over()
        return told

    return attempt


def _ignored(player: Mistaken, side: str, units: Sequence[str], target: str, result: Result) -> str:
    """The result of an assault is not carried out."""
    badges(player, units, "assault", target)
    (die,) = player.table.roll(DIE[side])
    column = assault_column(player.position, units, target)
    result = assault_result(player.plan, column, die)
    player.story.attacked |= dict.fromkeys(units, 1)
    pins = any(not player.position.pieces[key].pinned for key in player.position.at(target))
    if not result.code or (result.defender_pinned and not pins):
        return ""
    return f"assault on {target}, die {die}, {result.code}: nothing happens"


def _not_pinned(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """Units that retreat are not pinned."""
    del result
    before = {key for key in player.position.units() if player.position.pieces[key].pinned}
    places = {key: player.position.pieces[key].place for key in player.position.units()}
    player.attack("assault", side, units, target)
    for key, place in places.items():
        unit = player.position.pieces[key]
        moved = player.position.on_map(key) and unit.place != place and unit.pinned
        if moved and key not in before:
            player.table.mark(key, PINNED, False)
            return f"{names(player.position, [key])} in {unit.place} is not pinned"
    return ""


def _far_retreat(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """A unit retreats two hexes."""
    del result
    places = {key: player.position.pieces[key].place for key in player.position.units()}
    player.attack("assault", side, units, target)
    for key, place in places.items():
        unit = player.position.pieces[key]
        if player.position.on_map(key) and unit.place != place:
            beyond = [
                hex_
                for hex_ in player.plan.near[unit.place]
                if player.plan.distance(hex_, place) == 2
                and not player.plan.is_cliff(hex_)
                and not player.position.at(hex_)
            ]
            if beyond:
                return player.stray(key, beyond[0])
    return ""


def _stranger_advances(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """A unit that did not assault advances."""
    del result
    player.attack("assault", side, units, target)
    if player.position.at(target):
        return ""
    for beside in player.plan.near[target]:
        for key in player.position.at(beside, side):
            if key not in units:
                return player.stray(key, target)
    for key in player.own(side):
        near = player.plan.distance(player.position.pieces[key].place, target) == 2
        if key not in units and near:
            return player.stray(key, target)
    return ""


def _leader_stays(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """A leader stays in the hex that his units have left."""
    del result
    leaders = player.position.leaders(target, OTHER[side])
    if not leaders:
        return ""
    player.attack("assault", side, units, target)
    for key in leaders:
        unit = player.position.pieces[key]
        if player.position.on_map(key) and unit.place != target and not player.position.at(target):
            player.table.move([key], target)
            return player.told(key, target)
    return ""


ASSAULT: dict[str, Mistake] = {
    "far_assault": Mistake("7.1", "assault", _far_assault),
    "pinned_assault": Mistake("7.1", "assault", _pinned_assault),
    "fires_and_assaults": Mistake("2.5", "assault", _fires_and_assaults),
    "result_ignored": Mistake("7.7", "assault", _spoiled(_ignored)),
    "not_pinned": Mistake("8.6", "assault", _spoiled(_not_pinned)),
    "far_retreat": Mistake("8.3", "assault", _spoiled(_far_retreat)),
    "stranger_advances": Mistake("7.6", "assault", _spoiled(_stranger_advances)),
    "leader_stays": Mistake("8.7", "assault", _spoiled(_leader_stays), US),
}
"""Mistakes of assaults by their names."""
