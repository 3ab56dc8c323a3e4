"""Checks of how set-ups look: pieces lie inside their places, and cover no name.

Stacks rise a little to the right and upwards, as the module draws them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, dist
from typing import NamedTuple

from modgen.model.boards.arrangement import board_of, held_points, map_name
from modgen.model.boards.layout import (
    LABEL,
    box_slots,
    centre,
    holds_elsewhere,
    home_point,
    inner_rect,
    label_point,
    level_points,
    lies_in,
    mark_boxes,
    track_cell,
)
from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game, split_face
from modgen.model.placing import stack_step
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Part, Point, Rect
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Space
from modgen.model.types.scenario import Scenario

SLACK = 0.5
"""How far a piece may reach over its place in mm, which rounding explains."""
TOUCHED = 0.5
"""How far a piece may reach over a name in mm; capital letters are lower than their line."""
MARKED = 1.5
"""How far a box of a state, which has a rim, may reach over a name in mm."""
PLATE = 5.2
"""The letter height of the name on a disc's rim in mm."""
COUNT = 3.8
"""The height of the number of a stack in mm."""
LETTER = 0.53
"""The mean width of a capital of a name, in letter heights, with the space after it."""


class Pile(NamedTuple):
    """Pieces at one point when a game begins: where, how large, how many."""

    part: Part
    where: tuple[str | int, ...]
    """The key of `part` that puts them there."""
    place: str
    kind: PieceType
    at: Point
    size: float
    number: int

    def rect(self, step: Point) -> Rect:
        """What the stack covers, with `step` from one piece to the next."""
        wide, half = self.size, self.size / 2
        dx, dy = ((self.number - 1) * one for one in step)
        left, top = self.at[0] - half, self.at[1] - half - dy
        return Rect.model_construct(x=left, y=top, w=wide + dx, h=wide + dy)

    def counted(self, step: Point) -> Rect:
        """What the number of the stack covers, at the upper left corner of the top piece."""
        dx, dy = ((self.number - 1) * one for one in step)
        x, y = self.at[0] - self.size / 2 + dx, self.at[1] - self.size / 2 - dy
        wide = COUNT * LETTER * (len(str(self.number)) + 0.5)
        return Rect.model_construct(x=x - wide / 2, y=y - COUNT / 2, w=wide, h=COUNT)


def inside_places(game: Game) -> Iterator[PartDiagnostic]:
    """No stack reaches over the border of its cell, box or disc, or lies outside its space."""
    steps = {map_name(board): stack_step(game, map_name(board)) for board in game.map.boards}
    for pile in _piles(game):
        covered = pile.rect(steps[map_name(board_of(game, pile.place))])
        fault = _outside(game, pile, covered)
        if fault:
            yield PartDiagnostic(pile.part, pile.where, *fault, warning=True)


def _outside(game: Game, pile: Pile, covered: Rect) -> tuple[str, str] | None:
    """What is wrong with the position of a stack, and a remedy; None if it is in its place."""
    place, shown = pile.place, _shown(pile)
    if place in game.track_cells:
        track, number = game.track_cells[place]
        cell = track_cell(track, number)
        if not _within(covered, cell):
            return (f"{shown} reaches over the cell `{place}`", "make the cells larger")
        if track.labels.get(number) and covered.y + covered.h > cell.y + cell.h - LABEL + SLACK:
            return (f"{shown} covers the label of the cell `{place}`", "make the cells higher")
    elif place in game.boxes:
        inner = inner_rect(game.boxes[place])
        if not _within(covered, inner):
            wide = max(inner.x - covered.x, covered.x + covered.w - inner.x - inner.w)
            high = max(inner.y - covered.y, covered.y + covered.h - inner.y - inner.h)
            # What lies in the middle reaches over both sides.
            needed = [
                f"{ceil(2 * over)} mm {word}"
                for over, word in ((wide, "wider"), (high, "higher"))
                if over > SLACK
            ]
            return (
                f"{shown} reaches over the box `{place}`",
                f"make the box {' and '.join(needed)}",
            )
    elif place in game.spaces:
        space = game.spaces[place]
        if space.radius and space.radius > pile.size / 2:
            if dist(pile.at, centre(game, space)) + pile.size / 2 > space.radius + SLACK + 2:
                return (f"{shown} reaches over `{place}`", "give it a larger `radius`")
        elif (
            not space.radius
            and not lies_in(game, space, pile.at)
            and not holds_elsewhere(game, space)  # which is reported
        ):
            return (f"{shown} lies outside `{place}`", "give the space `pieces_at`")
    return None


def names_are_free(game: Game) -> Iterator[PartDiagnostic]:
    """No stack covers the name of a space, or the middle of the pieces of another space."""
    names = [(space, name_rect(game, space)) for space in game.map.spaces if space.kind != "sea"]
    steps = {map_name(board): stack_step(game, map_name(board)) for board in game.map.boards}
    for pile in _piles(game):
        if pile.place not in game.spaces:
            continue
        board = board_of(game, pile.place)
        step = steps[map_name(board)]
        covered = pile.rect(step)
        for space, name in names:
            # That a piece is larger than its dot is told without these checks.
            if space.board != board.id or pile.size > 2 * (space.radius or pile.size):
                continue
            number = pile.number > 1 and overlap(pile.counted(step), name) > TOUCHED
            if number or overlap(covered, name) > TOUCHED:
                shown = f"the number of {_shown(pile)}" if number else _shown(pile)
                message = f"{shown} in `{pile.place}` covers the name of `{space.id}`"
                hint = "give one of the two another `pieces_at` or `label_at`"
                yield PartDiagnostic(pile.part, pile.where, message, hint, warning=True)
            elif space.id != pile.place and not space.radius:
                x, y = space.pieces_at or centre(game, space)
                if overlap(covered, Rect.model_construct(x=x, y=y, w=0.1, h=0.1)) > 0:
                    message = f"{_shown(pile)} in `{pile.place}` covers the pieces of `{space.id}`"
                    hint = "give one of the two another `pieces_at`"
                    yield PartDiagnostic(pile.part, pile.where, message, hint, warning=True)


def marks_are_free(game: Game) -> Iterator[PartDiagnostic]:
    """The boxes and numbers of an area do not cover its name."""
    for number, space in enumerate(game.map.spaces):
        name = name_rect(game, space)
        if space.radius or space.kind == "sea":
            continue
        if any(overlap(box, name) > MARKED for box in mark_boxes(game, space).values()):
            yield PartDiagnostic(
                game.map,
                ("spaces", number),
                f"the boxes of `{space.id}` cover its name",
                "give it another `label_at`, `pieces_at` or `states_at`",
                warning=True,
                mistake="name covered",
            )


def name_rect(game: Game, space: Space) -> Rect:
    """About what the name of a space covers: letters on an area, a plate on the rim of a disc."""
    x, y = label_point(game, space)
    if space.radius:
        wide, high = PLATE * LETTER * len(space.name) + PLATE, PLATE * 1.38
    else:
        size = game.boards[space.board].names
        signs = len(space.signs) + (space.number is not None)
        wide, high = size * (LETTER * len(space.name) + 1.7 * signs), size * 0.72
    return Rect.model_construct(x=x - wide / 2, y=y - high / 2, w=wide, h=high)


def _piles(game: Game) -> Iterator[Pile]:
    """The stacks of every set-up, and those of the pools, which are the same in all."""
    for scenario in game.scenarios:
        yield from _laid(game, scenario)
        levels = start_levels(game, scenario)
        for key, at in level_points(game, levels).items():
            piece = game.piece_types[key]
            cell = f"{piece.tracks}:{levels[key]}"
            yield Pile(scenario, ("levels", key), cell, piece, at, piece.size, 1)
    for piece in game.pieces:
        if piece.home and not piece.on_side and piece.count:
            at = home_point(game, piece)
            size = max(piece.size, piece.height or 0)
            yield Pile(piece, ("home",), piece.home, piece, at, size, piece.count)


def _laid(game: Game, scenario: Scenario) -> Iterator[Pile]:
    for place, held in laid_out(game, scenario).items():
        if place in game.cells or place in game.cell_sides:
            continue
        kinds = [game.piece_types[split_face(key, game)[0]] for key in held]
        points = held_points(game, place, kinds)
        piles: dict[Point, Pile] = {}
        for piece, count in zip(kinds, held.values(), strict=True):
            at = points[piece.id]
            pile = Pile(scenario, ("place", place), place, piece, at, piece.size, 0)
            known = piles.get(at, pile)
            size = max(known.size, piece.size)
            piles[at] = pile._replace(size=size, number=known.number + count)
        yield from piles.values()


def _shown(pile: Pile) -> str:
    return f"`{pile.kind.id}`" if pile.number == 1 else f"the stack of `{pile.kind.id}`"


def _within(inner: Rect, outer: Rect) -> bool:
    return (
        outer.x - SLACK <= inner.x
        and outer.y - SLACK <= inner.y
        and inner.x + inner.w <= outer.x + outer.w + SLACK
        and inner.y + inner.h <= outer.y + outer.h + SLACK
    )


def overlap(one: Rect, other: Rect) -> float:
    """How far two rectangles overlap, in the direction in which it is less; below 0 if apart."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return min(wide, high)


def names_in_boxes(game: Game) -> Iterator[PartDiagnostic]:
    """Boxes have room for the names of the pieces that they hold."""
    for number, box in enumerate(game.map.boxes):
        slots = box_slots(game, box)
        bare = next((key for key in box.holds if key in slots and not slots[key].named), None)
        if bare is not None and not box.chart:
            yield PartDiagnostic(
                game.map,
                ("boxes", number, "rect"),
                f"the box `{box.id}` has no room for the name of `{bare}`",
                "make it higher, or wider, so that it needs fewer rows",
                warning=True,
            )


CROWDING: tuple[Check, ...] = (inside_places, names_are_free, marks_are_free, names_in_boxes)
