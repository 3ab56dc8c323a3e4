"""The mistakes that a random player can plant: for each law, one act that breaks it.

A planted move breaks one law only: `Movement.explain` names its single breach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from modgen.model.movement.movement import BREACHES
from modgen.model.types.moves import UNITS
from modgen.model.types.pieces import PieceType
from modgen_rules.general.case import STATE
from modgen_rules.general.derived import shown_total
from modgen_rules.general.player import Player
from tests.general.card_mistakes import CARDS, Plant, put

FIRST_COPY = 3_000_000_000_001
"""The id of the first piece that is made."""
AWAY = 4
"""A piece that breaks a law of movement goes at most this many steps away."""
TRIED = 4
"""For at most this many pieces a breach is searched in a turn ..."""
BOTH = 2
TARGETS = 12
"""... and for each in at most this many places."""


# --- moves -----------------------------------------------------------------------------------


def _targets(player: Player, key: str, kind: str) -> list[str]:
    """Places around a piece where a breach of a kind may be found, in random order."""
    table = player.table
    state, piece = table.states[key], table.piece(key)
    source, owner = state.place, piece.owner(state.face) if piece else None
    enemies = {
        table.place(other)
        for other, found in table.states.items()
        if (one := table.piece(other)) is not None and one.owner(found.face) not in (None, owner)
    }
    seen, rim = {source}, [source]
    for _ in range(AWAY):
        rim = [
            link.end
            for place in rim
            for link in table.movement.graph.links.get(place, ())
            if link.end not in seen
        ]
        seen.update(rim)
    if kind == "barred-enemy":
        seen &= enemies
    elif kind == "no-path":
        seen = set(table.movement.graph.links) - _joined(player, source)
    places = sorted(seen - {source})
    player.chance.shuffle(places)
    return places[:TARGETS]


def _joined(player: Player, source: str) -> set[str]:
    """All places to which a chain of steps leads."""
    links = player.table.movement.graph.links
    seen, rim = {source}, [source]
    while rim:
        rim = [link.end for place in rim for link in links.get(place, ()) if link.end not in seen]
        seen.update(rim)
    return seen


def move(player: Player, side: str, phase: str, kind: str) -> str:
    """Move a piece so that it breaks one law of movement."""
    table = player.table
    named = player.game.phases.get(phase)
    if kind == "wrong-phase" and named is not None and named.displaces:
        return ""
    if kind == "not-adjacent" and all(rule.steps != 1 for rule in player.game.info.moves):
        return ""
    tried = 0
    for key in table.units(side):
        state, piece = table.states[key], table.piece(key)
        unit = (state.kind, state.face)
        if piece is None or piece.immobile != (kind == "immobile"):
            continue
        if kind != "immobile" and not table.movement.rules(unit):
            continue
        tried += 1
        if tried > TRIED:
            return ""
        held = table.held({key})
        for place in _targets(player, key, kind):
            verdict = table.movement.explain(
                unit, state.place, place, held, phase, turn=table.game_turn
            )
            if [breach.kind for breach in verdict.breaches] != [kind]:
                continue
            if table.room(key, place) and not _like_piece(player, key, place, phase):
                return put(player, key, place)
    return ""


def _like_piece(player: Player, key: str, place: str, phase: str) -> bool:
    """Whether another piece of the kind can have gone there, and this one to its place."""
    table, state = player.table, player.table.states[key]
    held = table.held({key})
    unit = (state.kind, state.face)
    for other, found in table.states.items():
        if other == key or found[:2] != unit or not table.place(other):
            continue
        there = table.movement.explain(unit, found.place, place, held, phase, turn=table.game_turn)
        here = table.movement.explain(
            unit, state.place, found.place, held, phase, turn=table.game_turn
        )
        if there.allowed and (here.allowed or found.place == state.place):
            return True
    return False


def stack(player: Player, side: str, phase: str) -> str:
    """Move or place a piece legally, but where stacking leaves no room for it."""
    table = player.table
    for key in [*table.units(side), *_at_home(player, side)]:
        for place in _legal_ends(player, key, phase):
            if not table.room(key, place) and not _like_piece_leaves(player, key, place):
                return put(player, key, place)
    return ""


def _legal_ends(player: Player, key: str, phase: str) -> list[str]:
    """The places to which a piece may go but for the stacking limits."""
    table, state, piece = player.table, player.table.states[key], player.table.piece(key)
    if piece is None or piece.immobile:
        return []
    unit = (state.kind, state.face)
    if not table.place(key) or not table.movement.rules(unit):
        places = [place for place in player.game.spaces if table.open_to(piece, place)]
    else:
        places = list(
            table.movement.reach(unit, state.place, table.held({key}), phase, turn=table.game_turn)
        )
    places = sorted(set(places) - {state.place})
    player.chance.shuffle(places)
    return places


def _like_piece_leaves(player: Player, key: str, place: str) -> bool:
    """Whether the place is over its limit already, so that nothing changes."""
    return any(
        not player.table.room(other, place)
        for other, state in player.table.states.items()
        if state.place == place and other != key and player.table.piece(other) is not None
    )


# --- material --------------------------------------------------------------------------------


def made(player: Player, side: str, phase: str) -> str:
    """Copy a piece of which all are in the game."""
    for key in player.table.units(side):
        piece = player.table.piece(key)
        there = len(player.writer.where(player.table.states[key].kind))
        if piece is not None and there >= piece.count + piece.spare:
            return _copy(player, key, piece)
    return ""


def _copy(player: Player, key: str, piece: PieceType) -> str:
    numbers = [int(one) for one in player.table.states if one.isdigit()]
    player.writer.create(key, str(max(FIRST_COPY, *(number + 1 for number in numbers))))
    return f"a copy of {piece.id} in {player.table.states[key].place}"


def lost(player: Player, side: str, phase: str) -> str:
    """Delete a piece that has a box to go to, or a card."""
    table = player.table
    keys = [
        key
        for key in table.units(side)
        if (piece := table.piece(key)) is not None
        and (piece.home or piece.lost_to)
        and len(player.writer.where(piece.id)) <= piece.count + piece.spare
    ]
    keys += [key for key in table.hand(side) if player.game.card]
    if not keys:
        return ""
    key = player.chance.choice(keys)
    told = f"{table.states[key].kind} deleted in {table.states[key].place}"
    player.writer.delete(key)
    return told


def returned(player: Player, side: str, phase: str) -> str:
    """Bring a piece back from a box out of which nothing comes."""
    table = player.table
    final = {box.id for box in player.game.map.boxes if box.final}
    for key, state in table.states.items():
        piece = table.piece(key)
        if state.place not in final or piece is None or piece.owner(state.face) != side:
            continue
        places = sorted(set(table.movement.graph.links))
        player.chance.shuffle(places)
        for place in places:
            if table.open_to(piece, place) and table.room(key, place):
                return put(player, key, place)
    return ""


# --- markers ---------------------------------------------------------------------------------


def control(player: Player, side: str, phase: str) -> str:
    """Set a marker of control to a value that the pieces do not give, and leave it so."""
    rule = player.game.info.control
    if rule is None:
        return ""
    values = [value.id for value in player.game.states[rule.state].values]
    markers = [
        (key, state)
        for key, state in player.writer.where(f"{STATE}{rule.state}")
        if key not in player.table.frozen
    ]
    if not markers:
        return ""
    key, state = player.chance.choice(markers)
    right = player.controller(state.place)
    value = player.chance.choice([value for value in values if value not in (right, state.face)])
    player.writer.set_state(state.place, rule.state, value)
    player.table.frozen.add(key)
    return f"{rule.state} of {state.place} set to {value}, not {right}"


def total(player: Player, side: str, phase: str) -> str:
    """Put the marker of a total at a wrong number, and leave it there."""
    totals = [
        one
        for one in player.game.info.totals
        if one.marker
        and player.game.piece_types[one.marker].tracks
        and player.writer.where(one.marker)
    ]
    if not totals:
        return ""
    one = player.chance.choice(totals)
    key, state = player.writer.where(one.marker or "")[0]
    right = shown_total(player.game, one, player.table.states)
    track = player.game.piece_types[state.kind].tracks or ""
    numbers = [
        number
        for number in player.game.tracks[track].numbers
        if number != right and state.place != f"{track}:{number}"
    ]
    if not numbers or key in player.table.frozen:
        return ""
    number = player.chance.choice(numbers)
    player.writer.move([key], f"{track}:{number}")
    player.table.frozen.add(key)
    return f"{state.kind} put at {number}, not {right}"


# --- turn order, homes, dice -----------------------------------------------------------------


def other_side(player: Player, side: str, phase: str) -> str:
    """Move a piece of another side between two moves of this side."""
    return _between(player, side, phase, by_owner=False)


def out_of_turn(player: Player, side: str, phase: str) -> str:
    """Another side moves its own piece between two moves of this side, in a phase of this side."""
    if not player.game.phase_sides.get(phase):
        return ""
    return _between(player, side, phase, by_owner=True)


def _between(player: Player, side: str, phase: str, *, by_owner: bool) -> str:
    """Move a piece of another side between two legal moves of a side.

    At the edge of a turn it might be a drag for the other player, who acts before or after.
    """
    table = player.table
    own = [(key, ends) for key in table.units(side) if (ends := player.ends(key, phase))]
    if len(own) < BOTH:
        return ""
    (first, ends), (second, _) = own[:BOTH]
    player.writer.move([first], player.chance.choice(ends))
    told = ""
    for other in player.game.sides:
        if other != side and not told:
            player.writer.actor = other if by_owner else side
            told = _foreign_move(player, side, phase)
            player.writer.actor = side
    last = player.ends(second, phase)
    if last:
        player.writer.move([second], player.chance.choice(last))
    return told if last else ""


def _foreign_move(player: Player, side: str, phase: str) -> str:
    """Move a piece of another side where it could go in its own turn."""
    table = player.table
    named = player.game.phases.get(phase)
    if named is not None and named.displaces:
        # Pieces of other sides retreat.
        return ""
    for other in player.game.sides:
        for key in table.units(other) if other != side else ():
            state, piece = table.states[key], table.piece(key)
            if piece is None or piece.immobile or piece.kind not in UNITS:
                continue
            reach = table.movement.reach((state.kind, state.face), state.place, table.held({key}))
            ends = sorted(end for end in reach if end != state.place and table.room(key, end))
            if ends:
                return put(player, key, player.chance.choice(ends))
    return ""


def wrong_space(player: Player, side: str, phase: str) -> str:
    """Place a piece from its home in a kind of space that it may not enter."""
    table = player.table
    for key in _at_home(player, side):
        piece = table.piece(key)
        for space in player.game.spaces:
            if piece is not None and not table.open_to(piece, space) and table.room(key, space):
                return put(player, key, space)
    return ""


def _at_home(player: Player, side: str) -> list[str]:
    """The pieces of a side in their home box, in random order."""
    keys = [
        key
        for key, state in player.table.states.items()
        if (piece := player.table.piece(key)) is not None
        and piece.owner(state.face) == side
        and piece.home == state.place
        and not piece.hides
        and not piece.back
    ]
    player.chance.shuffle(keys)
    return keys


def wrong_box(player: Player, side: str, phase: str) -> str:
    """Put a lost piece in a box that is for other pieces."""
    for key in player.table.units(side):
        piece = player.table.piece(key)
        for box in player.game.map.boxes:
            known = {*box.holds, *box.takes}
            if piece is None or not known or piece.immobile or box.final:
                continue
            if piece.id not in known and box.id not in (piece.home, piece.lost_to):
                return put(player, key, box.id)
    return ""


def rolled_again(player: Player, side: str, phase: str) -> str:
    """Take a roll back and roll again."""
    for die in player.game.info.dice:
        first = tuple(player.chance.randint(1, die.sides) for _ in range(die.count))
        second = tuple(result % die.sides + 1 for result in first)
        player.writer.roll(side, die.id, first)
        player.writer.undo()
        player.writer.roll(side, die.id, second)
        return f"{die.id}: {first}, then {second}"
    return ""


def _moves() -> Iterator[tuple[str, Plant]]:
    for kind in BREACHES:
        plant: Callable[[Player, str, str], str] = partial(move, kind=kind)
        yield f"moves.{kind}", plant


PLANTS: dict[str, Plant] = {
    **dict(_moves()),
    **CARDS,
    "stacking.limit": stack,
    "conservation.made": made,
    "conservation.lost": lost,
    "conservation.returned": returned,
    "derived.control": control,
    "derived.total": total,
    "order.other-side": other_side,
    "order.out-of-turn": out_of_turn,
    "places.space": wrong_space,
    "places.box": wrong_box,
    "information.rolled-again": rolled_again,
}
"""The law that each mistake breaks, and how it is planted."""
