"""Mistakes in orders, recovery and at the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.tirad_pass.law.plan import (
    CHITS,
    COLUMN,
    FILIPINO,
    GUIDE,
    LOSSES,
    MARCH,
    PATH,
    PINNED,
    SOUGHT,
    US,
)
from modgen_rules.tirad_pass.reading.story import names
from tests.tirad_pass.mistakes.mistaken import Mistake, Mistaken


def _stays_pinned(player: Mistaken, side: str) -> str:
    if side == FILIPINO and player.story.dead:
        return ""
    pinned = player.own(side, pinned=True)
    if not pinned:
        return ""
    for key in pinned[1:]:
        player.table.mark(key, PINNED, False)
    return f"{names(player.position, pinned[:1])} stays pinned"


def _early_guide(player: Mistaken, side: str) -> str:
    del side
    if player.table.turn >= player.plan.number("guide_from_turn"):
        return ""
    player.table.roll("guide")
    return "the guide is sought in turn 1"


def _guide_comes(player: Mistaken, side: str) -> str:
    del side
    key = player.position.find(GUIDE)
    if player.story.found or player.position.pieces[key].place != SOUGHT:
        return ""
    player.story.found = True
    return player.stray(key, player.position.place_of(MARCH))


def _sought_twice(player: Mistaken, side: str) -> str:
    del side
    if player.story.found or player.table.turn < player.plan.number("guide_from_turn"):
        return ""
    player.table.roll("guide")
    player.table.roll("guide")
    return "two dice for the guide"


def _valley(player: Mistaken) -> list[str]:
    zones = player.position.zones(FILIPINO)
    return [
        key
        for key in player.own(US, pinned=False)
        if player.plan.sizes[player.position.pieces[key].kind] == "section"
        and player.plan.heights[player.position.pieces[key].place]
        < player.plan.number("column_below_metres")
        and player.position.pieces[key].place not in zones
    ]


def _leave(player: Mistaken, keys: Sequence[str]) -> str:
    player.table.move([*keys, player.position.find(GUIDE)], COLUMN)
    player.story.departed = player.table.turn
    (die,) = player.table.roll("march")
    player.story.due = player.table.turn + player.plan.march_turns[die]
    if player.story.due <= player.plan.last_turn:
        player.table.move([player.position.find("column_marker")], f"turn:{player.story.due}")
    return f"{len(keys)} sections leave"


def _ready(player: Mistaken) -> bool:
    story, turn = player.story, player.table.turn
    return story.found and not story.departed and turn >= player.plan.number("column_from_turn")


def _small_column(player: Mistaken, side: str) -> str:
    del side
    fit = _valley(player)
    return _leave(player, fit[:2]) if _ready(player) and len(fit) >= 2 else ""


def _high_column(player: Mistaken, side: str) -> str:
    del side
    fit = _valley(player)
    most = player.plan.number("column_below_metres")
    high = [
        key
        for key in player.own(US, pinned=False)
        if player.plan.heights[player.position.pieces[key].place] >= most
        and player.plan.sizes[player.position.pieces[key].kind] == "section"
    ]
    return _leave(player, [*fit[:2], high[0]]) if _ready(player) and high and len(fit) > 1 else ""


def _quick_march(player: Mistaken, side: str) -> str:
    del side
    fit = _valley(player)
    if not _ready(player) or len(fit) < 3:
        return ""
    player.table.move([*fit[:3], player.position.find(GUIDE)], COLUMN)
    player.story.departed = player.table.turn
    (die,) = player.table.roll("march")
    due = player.table.turn + player.plan.march_turns[die]
    player.story.due = due
    if due - 2 > player.plan.last_turn:
        return ""
    player.table.move([player.position.find("column_marker")], f"turn:{due - 2}")
    return f"the marker of the column in turn {due - 2} instead of {due}"


def _wrong_exit(player: Mistaken, side: str) -> str:
    del side
    story, position = player.story, player.position
    waiting = [
        key for key in position.units(US, on_map=False) if position.pieces[key].place == COLUMN
    ]
    if not story.due or player.table.turn < story.due or not waiting or story.alarmed:
        return ""
    if story.guarded and story.path == story.guard:
        return ""
    other = next(path for path in player.plan.paths if path != story.path)
    player.table.turn_chit(position.find(CHITS[PATH]))
    story.alarmed = True
    for key, hex_ in zip(waiting, player.plan.exits(other), strict=False):
        if not position.at(hex_):
            player.stray(key, hex_)
    first, far = player.plan.exits(story.path)[0], player.plan.number("alarm_hexes")
    near = [
        key
        for key in position.units(FILIPINO)
        if player.plan.distance(position.pieces[key].place, first) <= far
    ]
    if near:
        for key, die in zip(near, player.table.roll("alarm", len(near)), strict=True):
            if die >= (player.plan.dice["alarm"].hits or 0):
                player.table.mark(key, PINNED)
    return "the column arrives on the other path"


def _early_arrival(player: Mistaken, side: str) -> str:
    del side
    story, position = player.story, player.position
    waiting = [
        key for key in position.units(US, on_map=False) if position.pieces[key].place == COLUMN
    ]
    if not story.due or player.table.turn >= story.due or not waiting:
        return ""
    player.table.turn_chit(position.find(CHITS[PATH]))
    hex_ = player.plan.exits(story.path)[0]
    if position.at(hex_):
        return ""
    return player.stray(waiting[0], hex_) + f" before turn {story.due}"


def _chit_changed(player: Mistaken, side: str) -> str:
    del side
    if player.table.turn < 2 or player.story.alarmed:
        return ""
    other = next(path for path in player.plan.paths if path != player.story.path)
    player.table.flip(player.position.find(CHITS[PATH]), other)
    player.story.path = other
    return "the Path chit is changed"


def _nobody_wavers(player: Mistaken, side: str) -> str:
    del side
    steady = {player.position.place_of(kind) for kind in ("enriquez", "carrasco")}
    squads = [
        key
        for key in player.position.units(FILIPINO)
        if player.position.pieces[key].place not in steady
    ]
    if not player.story.dead or not squads:
        return ""
    for key in player.position.units(FILIPINO):
        player.table.mark(key, PINNED, False)
    return f"{len(squads)} squads do not roll"


def _losses_not_noted(player: Mistaken, side: str) -> str:
    del side
    for who, marker in LOSSES.items():
        key = player.position.find(marker)
        lost = player.position.lost(who)
        shown = int(player.position.pieces[key].place.partition(":")[2])
        if lost and lost != shown:
            player.end()
            wrong = lost + 1 if lost - 1 == shown else lost - 1
            player.table.move([key], f"losses:{wrong}")
            name = player.position.plan.game.piece_types[player.position.pieces[key].kind].name
            return f"{name} at {wrong} instead of {lost}"
    return ""


UPKEEP: dict[str, Mistake] = {
    "stays_pinned": Mistake("2.3", "recovery", _stays_pinned),
    "early_guide": Mistake("9.2", "orders", _early_guide),
    "guide_comes": Mistake("9.2", "orders", _guide_comes),
    "sought_twice": Mistake("9.2", "orders", _sought_twice),
    "small_column": Mistake("9.3", "orders", _small_column),
    "high_column": Mistake("9.3", "orders", _high_column),
    "quick_march": Mistake("9.4", "orders", _quick_march),
    "wrong_exit": Mistake("9.5", "orders", _wrong_exit),
    "early_arrival": Mistake("9.5", "orders", _early_arrival),
    "chit_changed": Mistake("9.1", "orders", _chit_changed),
    "nobody_wavers": Mistake("9.9", "recovery", _nobody_wavers, FILIPINO),
    "losses_not_noted": Mistake("10.7", "end", _losses_not_noted),
}
"""Mistakes by their names."""
