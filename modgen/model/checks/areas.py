"""Cross-checks of area games: coasts, terrains and numbers of areas; change, backs and traits."""

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
                yield PartDiagnostic(trait, (name,), f"the trait `{word}` is described twice")
            seen.add(word)


def unique_numbers(game: Game) -> Iterator[PartDiagnostic]:
    """No two spaces have one number."""
    seen: dict[int, str] = {}
    for space in game.map.spaces:
        if space.number is None:
            continue
        if space.number in seen:
            said = f"`{seen[space.number]}` has the number {space.number} already"
            yield PartDiagnostic(space, ("number",), said)
        seen.setdefault(space.number, space.id)


def area_references(game: Game) -> Iterator[PartDiagnostic]:
    """Terrains that spaces name and traits that pieces name have a description."""
    terrains = [terrain.id for terrain in game.info.terrains]
    traits = [trait.id for trait in game.info.traits]
    for space in game.map.spaces:
        yield from unknown_ids(space, ("terrain",), "terrain", [space.terrain], terrains)
    for piece in game.pieces:
        yield from unknown_ids(piece, ("traits",), "trait", piece.traits, traits)
        yield from unknown_ids(piece, ("becomes",), "piece", [piece.becomes], game.piece_types)


def sea_links(game: Game) -> Iterator[PartDiagnostic]:
    """Sea spaces lead to coasts; a coast that no ship can reach is worth a warning."""
    if not any(space.coastal for space in game.map.spaces):
        return
    reached: set[str] = set()
    for number, edge in enumerate(game.map.edges):
        inland = _inland_end(game, edge)
        if inland:
            said = f"`{inland}` is not coastal, so no sea space leads to it"
            how = "take the edge out, or say `coastal: true`"
            yield PartDiagnostic(game.map, ("edges", number), f"{said}; {how}")
        if any(game.spaces[key].kind == "sea" for key in edge.between):
            reached.update(edge.between)
    for space in game.map.spaces:
        if space.coastal and space.id not in reached:
            said = f"`{space.id}` is coastal, but no sea space leads to it"
            yield PartDiagnostic(space, ("coastal",), said, warning=True)


def _inland_end(game: Game, edge: Edge) -> str:
    """The space of an edge over water that has no coast; nothing where both have one."""
    ends = [game.spaces[key] for key in edge.between]
    if edge.kind != "sea" and not any(space.kind == "sea" for space in ends):
        return ""
    return next((one.id for one in ends if one.kind != "sea" and not one.coastal), "")


def railways(game: Game) -> Iterator[PartDiagnostic]:
    """A railway joins areas by land."""
    for number, edge in enumerate(game.map.edges):
        if edge.kind != "rail":
            continue
        sea = next((key for key in edge.between if game.spaces[key].kind == "sea"), None)
        if sea:
            said = f"a railway cannot lead to the sea space `{sea}`"
            yield PartDiagnostic(game.map, ("edges", number), said)


def making_change(game: Game) -> Iterator[PartDiagnostic]:
    """What can be changed shows two numbers, the first twice the other, and has spare counters."""
    for piece in game.pieces:
        if not piece.change:
            continue
        strengths = [face.strength for face in piece.faces]
        if len(strengths) != 2 or strengths[1] < 1 or strengths[0] != 2 * strengths[1]:
            yield PartDiagnostic(
                piece,
                ("change",),
                f"`{piece.id}` cannot be changed: its two faces must count twice as much and half, "
                f"such as 2|1; they count {'|'.join(map(str, strengths))}",
            )
        if not piece.home:
            said = f"`{piece.id}` can be changed, but has no `home` where spare ones wait"
            yield PartDiagnostic(piece, ("change",), said)


def exchanges(game: Game) -> Iterator[PartDiagnostic]:
    """What is exchanged for something else can be changed, and so can the other."""
    for piece in game.pieces:
        if piece.becomes:
            for one in (piece, game.piece_types[piece.becomes]):
                if not one.change:
                    said = f"`{piece.id}` becomes `{piece.becomes}`, but `{one.id}` has no `change`"
                    yield PartDiagnostic(piece, ("becomes",), said)


def backs(game: Game) -> Iterator[PartDiagnostic]:
    """Only what belongs to a side lies face down."""
    for piece in game.pieces:
        if piece.back and not piece.side:
            said = f"`{piece.id}` begins face down, but no side of its own may look at it"
            yield PartDiagnostic(piece, ("back",), said)


def chain_of_command(game: Game) -> Iterator[PartDiagnostic]:
    """Each rank of a side is one piece's, and none is missing above another."""
    ranked: dict[str | None, dict[int, PieceType]] = {}
    for piece in game.pieces:
        if piece.rank is None:
            continue
        held = ranked.setdefault(piece.side, {})
        if piece.rank in held:
            said = f"`{held[piece.rank].id}` has the rank {piece.rank} already"
            yield PartDiagnostic(piece, ("rank",), said)
        held.setdefault(piece.rank, piece)
    for held in ranked.values():
        for rank, piece in held.items():
            if rank > 1 and rank - 1 not in held:
                said = f"`{piece.id}` has the rank {rank}, but nobody has the rank {rank - 1}"
                yield PartDiagnostic(piece, ("rank",), said)


def where_pieces_go(game: Game) -> Iterator[PartDiagnostic]:
    """Set-ups put pieces into the kinds of space that they enter."""
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            space = game.spaces.get(place)
            for key in held if space else ():
                goes_to = game.piece_types[split_face(key, game)[0]].goes_to
                if space and goes_to and space.kind not in goes_to:
                    said = f"`{key}` cannot be in `{place}`, which is of the kind {space.kind}"
                    how = f"it enters {', '.join(goes_to)}"
                    yield PartDiagnostic(scenario, ("place", place, key), f"{said}; {how}")


def single_cells(game: Game) -> Iterator[PartDiagnostic]:
    """Words and colours of single cells are of cells that a track has."""
    for track in game.map.tracks:
        for name in ("labels", "tints"):
            for number in getattr(track, name):
                try:
                    track_cell(track, number)
                except KeyError:
                    yield PartDiagnostic(
                        track,
                        (name, number),
                        f"{number} is not on the track `{track.id}`, which runs "
                        f"from {track.first} to {track.last}",
                    )


REFERENCES: tuple[Check, ...] = (unique_traits, unique_numbers, area_references, backs)
CONSEQUENCES: tuple[Check, ...] = (
    sea_links,
    railways,
    making_change,
    exchanges,
    chain_of_command,
    where_pieces_go,
    single_cells,
)
