"""Mistakes in the movement phase."""

from __future__ import annotations

from modgen_rules.tirad_pass.law.plan import COLUMN, FILIPINO, OTHER, PINNED, US
from modgen_rules.tirad_pass.reading.story import names
from tests.tirad_pass.mistakes.mistaken import Attempt, Mistake, Mistaken


def _wrong_move(breach: str, leader: bool = False) -> Attempt:
    def attempt(player: Mistaken, side: str) -> str:
        keys = player.own(side, pinned=False)
        if leader:
            at = {unit.place for unit in player.position.pieces.values()}
            hexes = [place for place in at if place in player.plan.heights]
            keys = [key for place in sorted(hexes) for key in player.position.leaders(place, side)]
        for key in keys[:6]:
            place = player.wrong_end(key, breach)
            if place:
                return player.stray(key, place)
        return ""

    return attempt


def _heat(player: Mistaken, side: str) -> str:
    if player.table.turn < player.plan.game.info.moves[1].turns[0]:  # type: ignore[index]
        return ""
    for key in player.own(side, pinned=False):
        unit = player.position.pieces[key]
        held = player.position.held([key])
        fresh = player.plan.movement.reach(unit[:2], unit.place, held, player.table.phase, turn=1)
        now = player.reach(key)
        for place in sorted(fresh.keys() - now.keys()):
            if player.position.room(unit.kind, place, [key]):
                return player.stray(key, place)
    return ""


def _pinned_moves(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=True):
        ends = sorted(player.reach(key).keys() - {player.position.pieces[key].place})
        if ends:
            return player.stray(key, player.table.chance.choice(ends))
    return ""


def _enemy_moves(player: Mistaken, side: str) -> str:
    for key in player.own(OTHER[side]):
        here = player.position.pieces[key].place
        kind = player.position.pieces[key].kind
        for hex_ in player.plan.near[here]:
            free = not player.plan.is_cliff(hex_) and player.position.room(kind, hex_)
            if free and not player.position.at(hex_, side):
                return player.stray(key, hex_)
    return ""


def _overstack(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=False):
        unit = player.position.pieces[key]
        held = player.position.held([key])
        reach = player.plan.movement.reach(
            unit[:2], unit.place, held, player.table.phase, turn=player.table.turn
        )
        for place in sorted(reach):
            if not player.position.room(unit.kind, place, [key]) and place != unit.place:
                return player.stray(key, place)
    return ""


def _step_off(player: Mistaken, side: str) -> str:
    for key in player.own(side):
        if player.position.steps(key) == 2:
            player.table.lose(key)
            return f"{player.told(key, 'its reduced side')}"
    return ""


def _pin_one(player: Mistaken, side: str) -> str:
    for key in player.own(OTHER[side], pinned=False):
        player.table.mark(key, PINNED)
        return f"{names(player.position, [key])} is pinned"
    return ""


def _recovers_early(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=True):
        player.table.mark(key, PINNED, False)
        return f"{names(player.position, [key])} is no longer pinned"
    return ""


def _to_box(player: Mistaken, side: str) -> str:
    for key in player.own(side):
        if player.plan.sizes[player.position.pieces[key].kind] == "section":
            return player.stray(key, COLUMN)
    return ""


MOVES: dict[str, Mistake] = {
    "too_far": Mistake("3.1", "movement", _wrong_move("too-far")),
    "cliff": Mistake("3.5", "movement", _wrong_move("closed-terrain")),
    "into_enemy": Mistake("3.6", "movement", _wrong_move("barred-enemy")),
    "past_zone": Mistake("4.2", "movement", _wrong_move("must-stop-zone")),
    "leader_alone": Mistake("3.10", "movement", _wrong_move("barred-zone", leader=True)),
    "heat": Mistake("3.9", "movement", _heat, US),
    "pinned_moves": Mistake("3.8", "movement", _pinned_moves),
    "enemy_moves": Mistake("2.1", "movement", _enemy_moves),
    "overstacked": Mistake("5.1", "movement", _overstack, US),
    "too_many_squads": Mistake("5.2", "movement", _overstack, FILIPINO),
    "step_off": Mistake("1.5", "movement", _step_off),
    "pinned_for_nothing": Mistake("8.8", "movement", _pin_one),
    "recovers_early": Mistake("2.3", "movement", _recovers_early),
    "to_the_box": Mistake("3.11", "movement", _to_box, US),
}
"""Mistakes of movement by their names."""
