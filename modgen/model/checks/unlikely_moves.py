"""Warnings of movement that is seldom meant: useless costs, another side's phase, no way out."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.movement.movement import phase_leaves
from modgen.model.types.moves import MoveRule
from modgen.model.types.pieces import PieceType


def unused_costs(game: Game) -> Iterator[PartDiagnostic]:
    """A rule states costs only for the kinds of edge that its pieces may use."""
    for rule in game.info.moves:
        for kind in rule.costs:
            if rule.edges and kind not in rule.edges:
                yield PartDiagnostic(
                    rule,
                    ("costs", kind),
                    f"the pieces of this rule may not use edges of the kind `{kind}`",
                    "add the kind to `edges`, or delete its cost",
                    warning=True,
                    at_key=True,
                )


def own_phases(game: Game) -> Iterator[PartDiagnostic]:
    """The pieces of a side do not move in the phases of other sides only."""
    leaves = phase_leaves(game.info.sequence)
    told: set[tuple[int, str]] = set()
    for piece in game.pieces:
        owner = piece.owner(piece.start_face.id)
        rules = _rules(game, piece)
        if not owner or not rules or not all(rule.phases for rule in rules):
            continue
        named = {leaf for rule in rules for name in rule.phases for leaf in leaves[name]}
        movers = {game.phase_sides[leaf] for leaf in named}
        if not movers & {owner, ""} and (id(rules[0]), owner) not in told:
            told.add((id(rules[0]), owner))
            names = ", ".join(f"`{side}`" for side in sorted(movers))
            yield PartDiagnostic(
                rules[0],
                ("phases",),
                f"`{piece.id}` of the side `{owner}` moves only in phases of {names}",
                "name a phase of its own side, or one that belongs to no side",
                warning=True,
            )


def ways_out(game: Game) -> Iterator[PartDiagnostic]:
    """A piece begins in a space that an edge of its kinds leaves, if it may use some kinds only."""
    kinds: dict[str, set[str]] = {}
    for edge in game.map.edges:
        for space in edge.between:
            kinds.setdefault(space, set()).add(edge.kind)
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            for key in held if place in kinds else ():
                piece = game.piece_types[split_face(key, game)[0]]
                rules = _rules(game, piece)
                usable = {kind for rule in rules for kind in rule.edges}
                if rules and all(rule.edges for rule in rules) and not usable & kinds[place]:
                    listed = ", ".join(f"`{kind}`" for kind in sorted(usable))
                    yield PartDiagnostic(
                        scenario,
                        ("place", place, key),
                        f"`{piece.id}` cannot leave `{place}`: it uses only edges of the kind "
                        f"{listed}",
                        "place it elsewhere, or add such an edge",
                        warning=True,
                        at_key=True,
                    )


def _rules(game: Game, piece: PieceType) -> list[MoveRule]:
    """The rules by which a piece moves on its first face."""
    return [rule for rule in game.info.moves if rule.means(piece, piece.start_face.id)]


UNLIKELY_MOVES: tuple[Check, ...] = (unused_costs, own_phases, ways_out)
