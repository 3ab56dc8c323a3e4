"""A player who breaks rules on purpose, each time another one, for measuring the checker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from modgen_rules.tirad_pass import play
from modgen_rules.tirad_pass.combat import NO_EFFECT, Result, fire_column, fire_result
from modgen_rules.tirad_pass.plan import (
    ATTACKS,
    CHITS,
    COLUMN,
    FILIPINO,
    GENERAL,
    GUIDE,
    LOSSES,
    MARCH,
    OTHER,
    PATH,
    PINNED,
    SOUGHT,
    US,
)
from modgen_rules.tirad_pass.player import NORMAL, Player, Style
from modgen_rules.tirad_pass.table import Table

EVERY = 0.12
"""How often a chance for a mistake is taken."""
Attempt = Callable[["Mistaken", str], str]
"""Tries to break a rule in a phase of a side; what was done, or an empty text."""


class Mistake(NamedTuple):
    """A kind of mistake: the clause that it breaks, the kind of phase, and how it is made."""

    clause: str
    phase: str
    attempt: Attempt
    side: str = ""


class Mistaken(Player):
    """Plays as a player, but breaks rules; `planted` has the act and what was done."""

    def __init__(
        self, table: Table, style: Style = NORMAL, mistakes: int = 1, kind: str = ""
    ) -> None:
        super().__init__(table, style)
        self.left = mistakes
        self.kinds = [kind] if kind else sorted(KINDS)
        self.planted: list[tuple[int, str]] = []

    def phase(self, kind: str, side: str) -> None:
        """Play one phase, perhaps with a mistake before, or instead of, what is usually done."""
        fit = [
            name for name in self.kinds
            if KINDS[name].phase == kind and KINDS[name].side in ("", side)
        ]  # fmt: skip
        if self.left and fit and self.table.writer is not None:
            rate = 1.0 if len(self.kinds) == 1 else EVERY
            if self.table.chance.random() < rate and self._try(self.table.chance.choice(fit), side):
                return
        super().phase(kind, side)

    def _try(self, name: str, side: str) -> bool:
        """Make a mistake; whether it was made."""
        writer = self.table.writer
        act = len(writer.acts) if writer else 0
        told = KINDS[name].attempt(self, side)
        if told:
            self.left -= 1
            self.planted.append((act, f"{KINDS[name].clause} {name}: {told}"))
        return bool(told)

    # --- help --------------------------------------------------------------------------------

    def own(self, side: str, pinned: bool | None = None) -> list[str]:
        """The units of a side on the map in random order."""
        found = [
            key for key in self.position.units(side)
            if pinned is None or self.position.pieces[key].pinned == pinned
        ]  # fmt: skip
        self.table.chance.shuffle(found)
        return found

    def wrong_end(self, key: str, breach: str) -> str:
        """A hex to which a piece cannot go, for one reason alone; empty if there is none."""
        unit, phase = self.position.pieces[key], self.table.phase
        held = self.position.held([key])
        hexes = list(self.plan.game.cells)
        self.table.chance.shuffle(hexes)
        for hex_ in hexes:
            if hex_ == unit.place or not self.position.room(unit.kind, hex_, [key]):
                continue
            verdict = self.plan.movement.explain(
                unit[:2], unit.place, hex_, held, phase, turn=self.table.turn
            )
            if [found.kind for found in verdict.breaches] == [breach]:
                return hex_
        return ""

    def told(self, key: str, place: str) -> str:
        """A piece and where it goes."""
        name = self.plan.game.piece_types[self.position.pieces[key].kind].name
        return f"{name} to {place}"

    def stray(self, key: str, place: str) -> str:
        """Move a piece to a place; what was done."""
        told = self.told(key, place)
        self.table.move([key], place)
        self.story.moved.add(key)
        return told


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
        reach = player.plan.movement.reach(unit[:2], unit.place, held, player.table.phase,
                                           turn=player.table.turn)  # fmt: skip
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
        return player.told(key, "pinned")
    return ""


def _to_box(player: Mistaken, side: str) -> str:
    for key in player.own(side):
        if player.plan.sizes[player.position.pieces[key].kind] == "section":
            return player.stray(key, COLUMN)
    return ""


def _stays_pinned(player: Mistaken, side: str) -> str:
    if side == FILIPINO and player.story.dead:
        return ""
    pinned = player.own(side, pinned=True)
    if not pinned:
        return ""
    for key in pinned[1:]:
        player.table.mark(key, PINNED, False)
    return player.told(pinned[0], "still pinned")


def _fires(player: Mistaken, side: str) -> list[tuple[list[str], str, int]]:
    """The fire that stacks could give: units, target, column."""
    position, found = player.position, []
    stacks: dict[str, list[str]] = {}
    for key in player.own(side):
        if key not in player.story.moved:
            stacks.setdefault(position.pieces[key].place, []).append(key)
    for units in stacks.values():
        for target in player._targets(units[0]):
            able = [key for key in units if target in player._targets(key)]
            found.append((able, target, fire_column(position, able, target)))
    return found


def _badges(player: Mistaken, units: Sequence[str], kind: str, target: str) -> None:
    for key in units:
        player.table.mark(key, ATTACKS)
    player.table.announce(kind, target)


def _fire_with(player: Mistaken, side: str, units: Sequence[str], target: str) -> str:
    """Fire with units that may not, with the right result."""
    player._attack("fire", side, units, target)
    player.table.attack_over()
    return f"fire at {target}"


def _moved_fires(player: Mistaken, side: str) -> str:
    for key in player.own(side):
        if key in player.story.moved:
            for target in player._targets(key):
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
        player._attack("fire", side, units, target)
        left = [key for key in units if target in player._targets(key)]
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
        _badges(player, units, "fire", target)
        (die,) = table.roll(play.DIE[side])
        result = fire_result(player.plan, column, die)
        defenders = position.at(target, OTHER[side])
        if result.defender_steps or (result.defender_pinned and any(
            not position.pieces[key].pinned for key in defenders)):  # fmt: skip
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
        _badges(player, units, "fire", target)
        player.table.roll(play.DIE[side])
        (die,) = player.table.roll(play.DIE[side])
        result = fire_result(player.plan, column, die)
        play.carry_out(player.table, side, units, target, result, player.way)
        player.story.attacked |= dict.fromkeys(units, 1)
        player.table.attack_over()
        return f"a second die for fire at {target}"
    return ""


def _assault_in_fire(player: Mistaken, side: str) -> str:
    options = player._assaults(side)
    if not options:
        return ""
    _, target, units = options[0]
    player._attack("assault", side, units, target)
    player.table.attack_over()
    return f"assault on {target} in the Fire phase"


def _far_assault(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=False):
        if player.plan.sizes[player.position.pieces[key].kind] == "marksmen":
            continue
        for target in player._targets(key):
            beside = target in player.plan.near[player.position.pieces[key].place]
            if not beside and key not in player.story.attacked:
                player._attack("assault", side, [key], target)
                player.table.attack_over()
                return f"assault on {target} from afar"
    return ""


def _pinned_assault(player: Mistaken, side: str) -> str:
    for key in player.own(side, pinned=True):
        here = player.position.pieces[key].place
        for target in player.plan.near[here]:
            if player.position.at(target, OTHER[side]) and key not in player.story.attacked:
                player._attack("assault", side, [key], target)
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
                player._attack("assault", side, [key], target)
                player.table.attack_over()
                return f"assault on {target} after fire"
    return ""


def _spoiled(spoil: Callable[[Mistaken, str, Sequence[str], str, Result], str]) -> Attempt:
    """An assault with a result to which `spoil` does something wrong."""

    def attempt(player: Mistaken, side: str) -> str:
        options = [one for one in player._assaults(side) if one[0] >= player.style.assault]
        if not options:
            return ""
        _, target, units = options[0]
        told = spoil(player, side, units, target, Result())
        player.table.attack_over()
        return told

    return attempt


def _ignored(player: Mistaken, side: str, units: Sequence[str], target: str, result: Result) -> str:
    """The result of an assault is not carried out."""
    from modgen_rules.tirad_pass.combat import assault_column, assault_result

    _badges(player, units, "assault", target)
    (die,) = player.table.roll(play.DIE[side])
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
    player._attack("assault", side, units, target)
    for key, place in places.items():
        unit = player.position.pieces[key]
        moved = player.position.on_map(key) and unit.place != place and unit.pinned
        if moved and key not in before:
            player.table.mark(key, PINNED, False)
            return f"{player.told(key, unit.place)} is not pinned"
    return ""


def _far_retreat(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """A unit retreats two hexes."""
    del result
    places = {key: player.position.pieces[key].place for key in player.position.units()}
    player._attack("assault", side, units, target)
    for key, place in places.items():
        unit = player.position.pieces[key]
        if player.position.on_map(key) and unit.place != place:
            beyond = [hex_ for hex_ in player.plan.near[unit.place]
                      if player.plan.distance(hex_, place) == 2 and not player.plan.is_cliff(hex_)
                      and not player.position.at(hex_)]  # fmt: skip
            if beyond:
                return player.stray(key, beyond[0])
    return ""


def _stranger_advances(
    player: Mistaken, side: str, units: Sequence[str], target: str, result: Result
) -> str:
    """A unit that did not assault advances."""
    del result
    player._attack("assault", side, units, target)
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
    player._attack("assault", side, units, target)
    for key in leaders:
        unit = player.position.pieces[key]
        if player.position.on_map(key) and unit.place != target and not player.position.at(target):
            player.table.move([key], target)
            return player.told(key, target)
    return ""


def _general_spared(player: Mistaken, side: str) -> str:
    """No die is rolled for del Pilar."""
    place = player.position.place_of(GENERAL)
    if place not in player.plan.heights:
        return ""
    for units, target, column in _fires(player, side):
        if target != place or column == NO_EFFECT:
            continue
        _badges(player, units, "fire", target)
        (die,) = player.table.roll(play.DIE[side])
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
        key for key in player.own(US, pinned=False)
        if player.plan.sizes[player.position.pieces[key].kind] == "section"
        and player.plan.heights[player.position.pieces[key].place]
        < player.plan.number("column_below_metres")
        and player.position.pieces[key].place not in zones
    ]  # fmt: skip


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
    high = [key for key in player.own(US, pinned=False)
            if player.plan.heights[player.position.pieces[key].place] >= most
            and player.plan.sizes[player.position.pieces[key].kind] == "section"]  # fmt: skip
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
    waiting = [key for key in position.units(US, on_map=False)
               if position.pieces[key].place == COLUMN]  # fmt: skip
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
    near = [key for key in position.units(FILIPINO)
            if player.plan.distance(position.pieces[key].place, first) <= far]  # fmt: skip
    if near:
        for key, die in zip(near, player.table.roll("alarm", len(near)), strict=True):
            if die >= (player.plan.dice["alarm"].hits or 0):
                player.table.mark(key, PINNED)
    return "the column arrives on the other path"


def _early_arrival(player: Mistaken, side: str) -> str:
    del side
    story, position = player.story, player.position
    waiting = [key for key in position.units(US, on_map=False)
               if position.pieces[key].place == COLUMN]  # fmt: skip
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
    squads = [key for key in player.position.units(FILIPINO)
              if player.position.pieces[key].place not in steady]  # fmt: skip
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
            return f"{marker} at {wrong} instead of {lost}"
    return ""


KINDS: dict[str, Mistake] = {
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
    "to_the_box": Mistake("3.11", "movement", _to_box, US),
    "stays_pinned": Mistake("2.3", "recovery", _stays_pinned),
    "moved_fires": Mistake("6.1", "fire", _moved_fires),
    "fires_too_far": Mistake("6.2", "fire", _too_far),
    "two_stacks": Mistake("6.3", "fire", _two_stacks),
    "fires_twice": Mistake("2.5", "fire", _fires_twice),
    "wrong_fire": Mistake("6.10", "fire", _wrong_fire),
    "second_die": Mistake("6.11", "fire", _second_die),
    "general_spared": Mistake("9.8", "fire", _general_spared, US),
    "assault_in_fire": Mistake("2.2", "fire", _assault_in_fire),
    "far_assault": Mistake("7.1", "assault", _far_assault),
    "pinned_assault": Mistake("7.1", "assault", _pinned_assault),
    "fires_and_assaults": Mistake("2.5", "assault", _fires_and_assaults),
    "result_ignored": Mistake("7.7", "assault", _spoiled(_ignored)),
    "not_pinned": Mistake("8.6", "assault", _spoiled(_not_pinned)),
    "far_retreat": Mistake("8.3", "assault", _spoiled(_far_retreat)),
    "stranger_advances": Mistake("7.6", "assault", _spoiled(_stranger_advances)),
    "leader_stays": Mistake("8.7", "assault", _spoiled(_leader_stays), US),
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
"""Every kind of mistake by its name."""
