"""Checks of `moves` and `zones`: what they name exists, and every piece has one rule in a phase."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids
from modgen.model.game import Game
from modgen.model.movement.movement import phase_leaves
from modgen.model.movement.traveller import allowance
from modgen.model.types.moves import FaceValue, MoveRule, Which, Zone

ANY_PHASE = ""
KIND = "kind of edge"
COLUMN = "attributes."
"""What the columns of attributes in pieces.csv begin with."""


def move_references(game: Game) -> Iterator[PartDiagnostic]:
    """`moves` and `zones` refer to existing pieces, sizes, sides, phases, terrains, features."""
    info = game.info
    terrains = {terrain.id for terrain in info.terrains}
    features = {feature.id for feature in info.features}
    phases = phase_leaves(info.sequence)
    for rule in info.moves:
        yield from _which(game, rule)
        yield from unknown_ids(rule, ("edges",), KIND, rule.edges, game.kinds_of_edge)
        yield from unknown_ids(rule, ("costs",), KIND, rule.costs, game.kinds_of_edge)
        yield from unknown_ids(rule, ("phases",), "phase", rule.phases, phases)
        yield from unknown_ids(rule, ("terrain",), "terrain", rule.terrain, terrains)
        yield from unknown_ids(rule, ("features",), "feature", rule.features, features)
        yield from unknown_ids(rule, ("roads",), "feature", rule.roads, features)
        yield from unknown_ids(rule, ("harmless",), "piece", rule.harmless, game.piece_types)
        words = {"enemy", "zone", *terrains}
        yield from unknown_ids(rule, ("stops",), "terrain", rule.stops, words)
    for limit in info.stacking:
        yield from _which(game, limit)
    for zone in info.zones:
        yield from _which(game, zone)
        yield from unknown_ids(zone, ("edges",), KIND, zone.edges, game.kinds_of_edge)
        yield from unknown_ids(zone, ("not_into",), "terrain", zone.not_into, terrains)
        yield from unknown_ids(zone, ("not_across",), "feature", zone.not_across, features)


def _which(game: Game, which: Which) -> Iterator[PartDiagnostic]:
    """The words that choose pieces."""
    pieces = {*game.piece_types} | {
        f"{one.id}/{face.id}" for one in game.pieces for face in one.faces
    }
    sizes = {size.id for size in game.info.size_classes}
    yield from unknown_ids(which, ("pieces",), "piece", which.pieces, pieces)
    yield from unknown_ids(which, ("without",), "piece", which.without, pieces)
    yield from unknown_ids(which, ("sizes",), "size class", which.sizes, sizes)
    yield from unknown_ids(which, ("sides",), "side", which.sides, game.sides)


def _units(game: Game, which: Which) -> list[tuple[str, str]]:
    """The pieces, with their faces, that a rule or zone means."""
    return [
        (piece.id, face.id)
        for piece in game.pieces
        for face in piece.faces
        if which.means(piece, face.id)
    ]


def moved_pieces(game: Game) -> Iterator[PartDiagnostic]:
    """Every rule and zone has pieces, and the pieces of a rule have the number that it names."""
    every: list[MoveRule | Zone] = [*game.info.moves, *game.info.zones]
    for rule in every:
        units = _units(game, rule)
        if not units:
            name = "rule" if isinstance(rule, MoveRule) else "zone"
            hint = "a piece must match all its lists of `pieces`, `sizes`, `sides` and `kinds`"
            yield PartDiagnostic(rule, (), f"no piece has this {name}", hint)
        if isinstance(rule, MoveRule):
            yield from _numbers(game, rule, units)


def _numbers(game: Game, rule: MoveRule, units: list[tuple[str, str]]) -> Iterator[PartDiagnostic]:
    """The pieces have the number that `steps` or `points` names; costs need points."""
    name = "steps" if rule.points is None else "points"
    named = getattr(rule, name)
    if isinstance(named, FaceValue):
        lacking = [unit for unit in units if not _has(game, rule, unit)]
        if lacking:
            short = named.value.removeprefix(COLUMN)
            bare = rule.model_copy(update={name: FaceValue(value=short)})
            none = len(lacking) == len(units)
            if none and short != named.value and _has(game, bare, units[0]):
                message = f"no piece has a number `{named.value}`"
                hint = f"write the name without `{COLUMN}`: `{{value: {short}}}`"
                yield PartDiagnostic(rule, (name, "value"), message, hint)
            elif none:
                message = "`{}/{}` has no number `{}`".format(*lacking[0], named.value)
                hint = "give it one in the `values` of its face, a corner or `attributes`"
                yield PartDiagnostic(rule, (name, "value"), message, hint)
            for piece in dict.fromkeys(key for key, _ in lacking if not none):
                kind = game.piece_types[piece]
                at = ("attributes", named.value) if named.value in kind.attributes else ()
                message = (
                    f"`{piece}` has no number `{named.value}`, which its rule in `moves` needs"
                )
                hint = (
                    f"write a number, as the other pieces have, such as in `{COLUMN}{named.value}`"
                )
                yield PartDiagnostic(kind, at, message, hint)
    if rule.points is None:
        for field in ("costs", "roads", "one_step"):
            if getattr(rule, field):
                message = f"`{field}` has no effect in a rule without `points`"
                yield PartDiagnostic(
                    rule, (field,), message, "give the rule `points`", warning=True
                )


def _has(game: Game, rule: MoveRule, unit: tuple[str, str]) -> bool:
    """Whether a face of a piece has the number that a rule names."""
    try:
        allowance(rule, game.piece_types[unit[0]], unit[1])
    except KeyError:
        return False
    return True


def sides_without_rule(game: Game) -> Iterator[PartDiagnostic]:
    """Of two sides with forces on the map, not only one has rules of movement."""
    forces: dict[str, list[str]] = {}
    for piece in game.pieces:
        if piece.kind == "force" and piece.side and not piece.immobile:
            forces.setdefault(piece.side, []).append(piece.id)
    moved = {piece for rule in game.info.moves for piece, _ in _units(game, rule)}
    with_rule = [side for side, pieces in forces.items() if moved.intersection(pieces)]
    for number, side in enumerate(game.info.sides):
        if with_rule and side.id in forces and side.id not in with_rule:
            yield PartDiagnostic(
                game.info,
                ("sides", number),
                f"no rule in `moves` is for the pieces of `{side.id}`, so they may move anywhere",
                f"write one, as for those of `{with_rule[0]}`",
                warning=True,
            )


def one_rule(game: Game) -> Iterator[PartDiagnostic]:
    """No piece has two rules in one phase of one turn."""
    phases = phase_leaves(game.info.sequence)
    every = {leaf for leaves in phases.values() for leaf in leaves} | {ANY_PHASE}
    taken: dict[tuple[str, str, str], list[MoveRule]] = {}
    for rule in game.info.moves:
        leaves = {leaf for name in rule.phases for leaf in phases[name]} or every
        for piece, face in _units(game, rule):
            clash = next(
                (
                    leaf
                    for leaf in sorted(leaves)
                    if any(_meet(rule, other) for other in taken.get((piece, face, leaf), ()))
                ),
                None,
            )
            if clash is not None:
                when = f" in the phase `{clash}`" if clash else ""
                message = f"`{piece}` has two rules{when}"
                hint = "name other `pieces`, `phases` or `turns` in one of them"
                yield PartDiagnostic(rule, (), message, hint)
                break
        for piece, face in _units(game, rule):
            for leaf in leaves:
                taken.setdefault((piece, face, leaf), []).append(rule)


def _meet(one: MoveRule, other: MoveRule) -> bool:
    """Whether there is a turn in which both rules hold."""
    first, last = one.turns or (0, 1_000_000)
    begin, end = other.turns or (0, 1_000_000)
    return first <= end and begin <= last


REFERENCES: tuple[Check, ...] = (move_references,)
CONSEQUENCES: tuple[Check, ...] = (moved_pieces, sides_without_rule, one_rule)
