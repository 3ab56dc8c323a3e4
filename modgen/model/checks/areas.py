"""Checks of area games: coasts, railways, numbers of spaces, traits, ranks, making change."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.boards.layout import track_cell
from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids
from modgen.model.game import Game, split_face
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Edge


def unique_traits(game: Game) -> Iterator[PartDiagnostic]:
    """Ids and letters of traits are unique."""
    for name in ("id", "letters"):
        seen: set[str] = set()
        for trait in game.info.traits:
            word = str(getattr(trait, name))
            if word in seen:
                yield PartDiagnostic(trait, (name,), f"the trait `{word}` is duplicated")
            seen.add(word)


def unique_numbers(game: Game) -> Iterator[PartDiagnostic]:
    """No two spaces have the same number."""
    seen: dict[int, str] = {}
    for space in game.map.spaces:
        if space.number is None:
            continue
        if space.number in seen:
            message = (
                f"the number {space.number} is already that of the space `{seen[space.number]}`"
            )
            yield PartDiagnostic(space, ("number",), message)
        seen.setdefault(space.number, space.id)


def area_references(game: Game) -> Iterator[PartDiagnostic]:
    """Spaces refer to existing terrains, pieces to existing traits and pieces."""
    terrains = [terrain.id for terrain in game.info.terrains]
    traits = [trait.id for trait in game.info.traits]
    for space in game.map.spaces:
        yield from unknown_ids(space, ("terrain",), "terrain", [space.terrain], terrains)
    for piece in game.pieces:
        yield from unknown_ids(piece, ("traits",), "trait", piece.traits, traits)
        yield from unknown_ids(piece, ("becomes",), "piece", [piece.becomes], game.piece_types)


def sea_links(game: Game) -> Iterator[PartDiagnostic]:
    """Sea spaces lead to coastal spaces only; warn of a coastal space without a sea space."""
    if not any(space.coastal for space in game.map.spaces):
        return
    reached: set[str] = set()
    for number, edge in enumerate(game.map.edges):
        inland = _inland_end(game, edge)
        if inland:
            message = f"a sea space leads to `{inland}`, which is not coastal"
            hint = "remove the edge or set `coastal: true`"
            yield PartDiagnostic(game.map, ("edges", number), message, hint)
        if any(game.spaces[key].kind == "sea" for key in edge.between):
            reached.update(edge.between)
    for space in game.map.spaces:
        if space.coastal and space.id not in reached:
            message = f"the space `{space.id}` is coastal, but no sea space leads to it"
            yield PartDiagnostic(space, ("coastal",), message, warning=True)


def _inland_end(game: Game, edge: Edge) -> str:
    """The end of an edge over water that is not coastal; empty if there is none."""
    ends = [game.spaces[key] for key in edge.between]
    if edge.kind != "sea" and not any(space.kind == "sea" for space in ends):
        return ""
    return next((end.id for end in ends if end.kind != "sea" and not end.coastal), "")


def railways(game: Game) -> Iterator[PartDiagnostic]:
    """No railway leads to a sea space."""
    for number, edge in enumerate(game.map.edges):
        if edge.kind != "rail":
            continue
        sea = next((key for key in edge.between if game.spaces[key].kind == "sea"), None)
        if sea:
            message = f"a railway cannot lead to the sea space `{sea}`"
            yield PartDiagnostic(game.map, ("edges", number), message)


def making_change(game: Game) -> Iterator[PartDiagnostic]:
    """A piece with `change` has two faces, of strengths such as 2 and 1, and a home for spares."""
    for piece in game.pieces:
        if not piece.change:
            continue
        strengths = [face.strength for face in piece.faces]
        if len(strengths) != 2 or strengths[1] < 1 or strengths[0] != 2 * strengths[1]:
            yield PartDiagnostic(
                piece,
                ("change",),
                f"`{piece.id}` has `change`, so it needs two faces with strengths such as 2|1; "
                f"they are {'|'.join(map(str, strengths))}",
            )
        if not piece.home:
            message = f"`{piece.id}` has `change`, but no `home` for spare pieces"
            yield PartDiagnostic(piece, ("change",), message)


def exchanges(game: Game) -> Iterator[PartDiagnostic]:
    """A piece with `becomes`, and the piece that it becomes, both have `change`."""
    for piece in game.pieces:
        if piece.becomes:
            for end in (piece, game.piece_types[piece.becomes]):
                if not end.change:
                    message = (
                        f"`{piece.id}` becomes `{piece.becomes}`, but `{end.id}` has no `change`"
                    )
                    yield PartDiagnostic(piece, ("becomes",), message)


def chain_of_command(game: Game) -> Iterator[PartDiagnostic]:
    """Each rank of a side belongs to one piece, and no rank is missing."""
    ranked: dict[str | None, dict[int, PieceType]] = {}
    for piece in game.pieces:
        if piece.rank is None:
            continue
        held = ranked.setdefault(piece.side, {})
        if piece.rank in held:
            message = f"the rank {piece.rank} is already that of `{held[piece.rank].id}`"
            yield PartDiagnostic(piece, ("rank",), message)
        held.setdefault(piece.rank, piece)
    for held in ranked.values():
        for rank, piece in held.items():
            if rank > 1 and rank - 1 not in held:
                message = f"`{piece.id}` has the rank {rank}, but no piece has the rank {rank - 1}"
                yield PartDiagnostic(piece, ("rank",), message)


def where_pieces_go(game: Game) -> Iterator[PartDiagnostic]:
    """Scenarios place pieces only in kinds of space that they may enter."""
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            space = game.spaces.get(place)
            for key in held if space else ():
                goes_to = game.piece_types[split_face(key, game)[0]].goes_to
                if space and goes_to and space.kind not in goes_to:
                    message = f"`{key}` cannot be in `{place}`, whose kind is `{space.kind}`"
                    hint = f"it may enter: {', '.join(goes_to)}"
                    yield PartDiagnostic(scenario, ("place", place, key), message, hint)


def single_cells(game: Game) -> Iterator[PartDiagnostic]:
    """Labels and tints of a track refer to cells that it has."""
    for track in game.map.tracks:
        for name in ("labels", "tints"):
            for number in getattr(track, name):
                try:
                    track_cell(track, number)
                except KeyError:
                    yield PartDiagnostic(
                        track,
                        (name, number),
                        f"{number} is not on the track `{track.id}`, which goes "
                        f"from {track.first} to {track.last}",
                    )


REFERENCES: tuple[Check, ...] = (unique_traits, unique_numbers, area_references)
CONSEQUENCES: tuple[Check, ...] = (
    sea_links,
    railways,
    making_change,
    exchanges,
    chain_of_command,
    where_pieces_go,
    single_cells,
)
