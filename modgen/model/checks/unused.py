"""Warnings of parts that no map or set-up uses: pieces, cards, markers, terrain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean
from modgen.model.game import Game, split_face
from modgen.model.geography.plan import terrain_of
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.pieces import PieceType

UNITS = ("force", "leader", "counter")
"""Kinds of pieces that are on the map or in a box; others may wait in a window of the module."""


def cards_in_play(game: Game) -> Iterator[PartDiagnostic]:
    """Each deck has cards that some set-up brings into play."""
    used: set[str] = set()
    for scenario in game.scenarios:
        named = {card for cards in scenario.hands.values() for card in cards}
        for setup in scenario.piles:
            named |= {*setup.cards, *(card for step in setup.build for card in step.cards)}
            used |= {deck for deck in (setup.rest, *(step.deck for step in setup.build)) if deck}
        used |= {game.card[card].deck for card in named if card in game.card}
    for deck in game.cards_file.decks:
        if not (deck.id in used or deck.holders) and any(c.deck == deck.id for c in game.cards):
            yield PartDiagnostic(
                deck,
                ("id",),
                f"no scenario brings the cards of the deck `{deck.id}` into play",
                f"put them on a pile under `piles` of a scenario, such as `rest: {deck.id}`",
                warning=True,
            )


def pieces_in_play(game: Game) -> Iterator[PartDiagnostic]:
    """Each force has a home, or some set-up places it."""
    if game.info.module.parts:
        return  # an imported module has palettes of its own
    held = {key for box in game.map.boxes for key in box.holds}
    held |= {piece.becomes or "" for piece in game.pieces}
    held |= {piece.replaced_by or "" for piece in game.pieces}
    for scenario in game.scenarios:
        for pieces in laid_out(game, scenario).values():
            held |= {split_face(key, game)[0] for key in pieces}
    for piece in game.pieces:
        unsold = piece.cost is None and all(face.cost is None for face in piece.faces)
        if piece.kind == "force" and not piece.home and unsold and piece.id not in held:
            yield PartDiagnostic(
                piece,
                ("id",),
                f"no scenario brings `{piece.id}` into play, and it has no home",
                "place it in a scenario, or give it a box as its `home`",
                warning=True,
                mistake="piece not in play",
            )


def pieces_left_over(game: Game) -> Iterator[PartDiagnostic]:
    """All pieces of a unit without a home are placed by some set-up, or stated as available."""
    if game.info.module.parts:
        return
    most: Counter[str] = Counter()
    stated: set[str] = set()
    for scenario in game.scenarios:
        placed: Counter[str] = Counter()
        for pieces in laid_out(game, scenario).values():
            for key, number in pieces.items():
                placed[split_face(key, game)[0]] += number
        most |= placed
        stated |= {*scenario.available}
    exchanged = {piece.becomes for piece in game.pieces} | {
        piece.replaced_by for piece in game.pieces
    }
    for piece in game.pieces:
        number = most[piece.id]
        waits = piece.home or piece.id in stated or piece.id in exchanged or _is_sold(piece)
        if piece.kind in UNITS and not waits and 0 < number < piece.count:
            yield PartDiagnostic(
                piece,
                ("count",),
                f"there are {piece.count} of `{piece.id}`, but set-ups place at most {number}, and "
                "it has no home",
                "correct the `count`, place the others, or give it a box as its `home`",
                warning=True,
            )


def _is_sold(piece: PieceType) -> bool:
    return piece.cost is not None or any(face.cost is not None for face in piece.faces)


def cards_left_over(game: Game) -> Iterator[PartDiagnostic]:
    """If set-ups name the cards of a deck, they name each of them."""
    named: set[str] = set()
    whole: set[str | None] = {deck.id for deck in game.cards_file.decks if deck.hand}
    for scenario in game.scenarios:
        named |= {*scenario.unused, *(card for held in scenario.hands.values() for card in held)}
        for setup in scenario.piles:
            named |= {*setup.cards, *(card for step in setup.build for card in step.cards)}
            whole |= {setup.rest, *(step.deck for step in setup.build if step.random)}
    decks = {game.card[key].deck for key in named if key in game.card}
    for card in game.cards:
        if card.deck in decks and card.deck not in whole and card.id not in named:
            yield PartDiagnostic(
                card,
                ("id",),
                f"no scenario brings the card `{card.id}` into play",
                "name it in a pile of a scenario, or in its list `unused`",
                warning=True,
                mistake="card not in play",
            )


def level_markers(game: Game) -> Iterator[PartDiagnostic]:
    """Some scenario says where on its track a level marker begins."""
    if game.info.module.parts:
        return
    known = {key for scenario in game.scenarios for key in start_levels(game, scenario)}
    for piece in game.pieces:
        track = game.tracks.get(piece.tracks or "")
        if piece.kind == "level" and track and piece.id not in known and not piece.home:
            yield PartDiagnostic(
                piece,
                ("tracks",),
                f"no scenario puts the level marker `{piece.id}` on its track",
                f"write `levels: {{{piece.id}: {track.first}}}` in each scenario",
                warning=True,
            )


def terrains_on_map(game: Game) -> Iterator[PartDiagnostic]:
    """Each terrain of a game with grids is that of some cell or space."""
    if not game.map.grids:
        return
    used = {space.terrain for space in game.map.spaces}
    for grid in game.map.grids:
        used |= {grid.ground, *terrain_of(grid).values()}
    for terrain in game.info.terrains:
        if terrain.id not in used and used - {None, "clear"}:
            yield PartDiagnostic(
                terrain,
                ("id",),
                f"no cell of the map has the terrain `{terrain.id}`",
                "correct the `plan` or `legend` of the grid, or delete the terrain",
                warning=True,
            )


def kinds_of_edge(game: Game) -> Iterator[PartDiagnostic]:
    """Some edge of the map is of each kind of the game's own."""
    used = {edge.kind for edge in game.map.edges}
    for kind in game.map.edge_kinds:
        if kind.id not in used:
            yield PartDiagnostic(
                kind,
                ("id",),
                f"no edge is of the kind `{kind.id}`",
                "give an edge this `kind`, or delete it",
                warning=True,
            )


def idle_sides(game: Game) -> Iterator[PartDiagnostic]:
    """If some side has pieces, cards, boxes or a part of the turn, each has."""
    used = {piece.side for piece in game.pieces} | {card.side for card in game.cards}
    used |= {box.side for box in game.map.boxes} | {pile.side for pile in game.piles.values()}
    used |= {die.side for die in game.info.dice} | {*game.phase_sides.values()}
    used |= {face.side for piece in game.pieces for face in piece.faces}
    used |= {side for deck in game.decks.values() for side in deck.holders}
    used |= {value.side for state in game.info.states for value in state.values}
    for side in game.info.sides:
        if side.id not in used and used - {None, ""}:
            yield PartDiagnostic(
                side,
                ("id",),
                f"the side `{side.id}` has no pieces, cards, boxes or phases",
                "write its id in the column `side` of a table, or delete it",
                warning=True,
            )


def turn_marker(game: Game) -> Iterator[PartDiagnostic]:
    """If some scenario puts the turn marker on its track, the others do."""
    marker = game.info.turns.marker if game.info.turns else None
    levels = [start_levels(game, scenario) for scenario in game.scenarios]
    if marker is None or not any(marker in own for own in levels):
        return  # `level_markers` tells it if no scenario does
    track = game.tracks[game.piece_types[marker].tracks or ""]
    for scenario, own in zip(game.scenarios, levels, strict=True):
        if marker not in own and not game.info.module.parts:
            yield PartDiagnostic(
                scenario,
                ("id",),
                f"the scenario `{scenario.id}` does not put the turn marker `{marker}` on its "
                "track",
                f"write `{marker}: {track.first}` under `levels`",
                warning=True,
            )


def kinds_of_states(game: Game) -> Iterator[PartDiagnostic]:
    """Some space is of each kind that shows a state."""
    kinds = {space.kind for space in game.map.spaces}
    for state in game.info.states:
        for number, kind in enumerate(state.kinds):
            if kinds and kind not in kinds:
                yield PartDiagnostic(
                    state,
                    ("kinds", number),
                    f"no space is of the kind `{kind}`",
                    did_you_mean(kind, kinds),
                    warning=True,
                )


UNUSED: tuple[Check, ...] = (
    cards_in_play,
    pieces_in_play,
    pieces_left_over,
    cards_left_over,
    level_markers,
    terrains_on_map,
    kinds_of_edge,
    idle_sides,
    turn_marker,
    kinds_of_states,
)
