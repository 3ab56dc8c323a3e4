"""Checks of what scenarios state: counts of pieces, stacks, control and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.setup import SetupPosition, setup_position
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.tactics.stacking import overstacked


def force_pools(game: Game) -> Iterator[PartDiagnostic]:
    """Pieces that a scenario places and leaves available add up to the pieces of the game."""
    for scenario in game.scenarios:
        placed: Counter[str] = Counter()
        first: dict[str, tuple[str, ...]] = {}
        for place, held in laid_out(game, scenario).items():
            for key, count in held.items():
                placed[split_face(key, game)[0]] += count
                first.setdefault(split_face(key, game)[0], (place, key))
        for key in start_levels(game, scenario):
            placed[key] += 1
        for piece in game.pieces:
            if piece.id not in placed and piece.id not in scenario.available:
                continue
            left = piece.count - placed[piece.id]
            if left < 0:
                yield PartDiagnostic(
                    scenario,
                    ("place", *first.get(piece.id, ())),
                    f"the scenario `{scenario.id}` places {placed[piece.id]} of `{piece.id}`, "
                    f"but the game has only {piece.count}",
                    f"write a higher `count` for `{piece.id}`, or place fewer",
                )
            elif scenario.available.get(piece.id, left) != left:
                yield PartDiagnostic(
                    scenario,
                    ("available", piece.id),
                    f"{scenario.available[piece.id]} of `{piece.id}` available and "
                    f"{placed[piece.id]} placed do not add up to {piece.count}",
                    f"{left} should be available",
                )


def stacking_limits(game: Game) -> Iterator[PartDiagnostic]:
    """No scenario places more pieces than may stack."""
    for scenario in game.scenarios:
        position = setup_position(game, scenario)
        for place, held in position.pieces.items():
            if place in game.spaces or place in game.cells:
                for overstack in overstacked(game, held, place):
                    rule = overstack.rule
                    kinds = ", ".join(rule.pieces + rule.sizes)
                    pieces = "piece" if overstack.count == 1 else "pieces"
                    held_here = f"{overstack.count} {f'of {kinds}' if kinds else pieces}"
                    clause = f" ({rule.source})" if rule.source else ""
                    yield PartDiagnostic(
                        scenario,
                        ("place", place),
                        f"`{place}` has {held_here}; at most {overstack.most} may stack{clause}",
                    )


def stated_control(game: Game) -> Iterator[PartDiagnostic]:
    """The control that a scenario states follows from its pieces."""
    rule = game.info.control
    if rule is None:
        return
    for scenario in game.scenarios:
        position = setup_position(game, scenario)
        for space in game.map.spaces:
            if space.kind not in game.states[rule.state].kinds:
                continue
            stated = position.states[space.id][rule.state]
            actual = position.controller(space.id)
            if stated != actual:
                yield PartDiagnostic(
                    scenario,
                    ("states", space.id, rule.state),
                    f"{rule.state} of `{space.id}` is {stated}, but its pieces give {actual}",
                    f"write `{rule.state}: {actual}`, place other pieces, or delete it: "
                    f"{rule.state} then follows from the pieces",
                )


def stated_totals(game: Game) -> Iterator[PartDiagnostic]:
    """The totals that a scenario states, and the markers that show them, are correct."""
    for scenario in game.scenarios:
        position: SetupPosition = setup_position(game, scenario)
        for total in game.info.totals:
            actual = position.total(total)
            if scenario.totals.get(total.id, actual) != actual:
                yield PartDiagnostic(
                    scenario,
                    ("totals", total.id),
                    f"the total `{total.id}` is {scenario.totals[total.id]}, "
                    f"but the scenario's pieces and markers give {actual}",
                )
            if total.marker and scenario.levels.get(total.marker, actual) != actual:
                yield PartDiagnostic(
                    scenario,
                    ("levels", total.marker),
                    f"the marker of `{total.id}` is at {scenario.levels[total.marker]}, "
                    f"but the scenario's pieces and markers give {actual}",
                )


CONSEQUENCES: tuple[Check, ...] = (force_pools, stacking_limits, stated_control, stated_totals)
