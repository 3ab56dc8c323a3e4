"""What the columns of a game's tables mean, and which values they can have."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from modgen.model.files.art import NAME, bundled_icons
from modgen.model.files.whole_pictures import SUFFIXES
from modgen.model.game import Game
from modgen.model.loading.folder import FACE_COLUMNS
from modgen.model.types.base import Part
from modgen.model.types.cards import Card
from modgen.model.types.pieces import Face, PieceType

TABLES: dict[str, type[Part]] = {"cards.csv": Card, "pieces.csv": PieceType}


def meanings(name: str) -> dict[str, str]:
    """The columns that a table may have, each with what it means."""
    part = TABLES.get(name)
    if part is None:
        return {}
    known = {key: field.description or "" for key, field in part.model_fields.items()}
    if part is PieceType:
        for column, path in FACE_COLUMNS.items():
            meaning = Face.model_fields[str(path[-1])].description
            known[column] = f"{meaning} One for each face, separated by |."
    return known


def choices(name: str, game: Game | None) -> dict[str, list[str]]:
    """The values that some columns of a table can have, as far as they are known."""
    part = TABLES.get(name)
    if part is None:
        return {}
    return known_values(part, game)


def known_values(part: type[Part], game: Game | None) -> dict[str, list[str]]:
    """The values that some fields of a part can have, as far as they are known."""
    found: dict[str, list[str]] = {"icon": bundled_icons()}
    for key, field in part.model_fields.items():
        if get_origin(field.annotation) is Literal:
            found[key] = [value for value in get_args(field.annotation) if value]
        elif field.annotation in (bool, bool | None):
            found[key] = ["true", "false"]
    if game is not None:
        art = sorted(path.relative_to(game.folder / "art") for path in _art(game))
        names = [path.as_posix() for path in art]
        own = [
            path.stem
            for path in art
            if path.suffix in (".svg", ".png") and NAME.fullmatch(path.stem)
        ]
        places = [*game.boxes, *game.spaces]
        found |= {
            "icon": [*own, *bundled_icons()],
            "art": names,
            "deck": [*game.decks],
            "side": [*game.sides],
            "order": [*game.sides],
            "home": places,
            "lost_to": [*game.boxes],
            "tracks": [*game.tracks],
            "becomes": [*game.piece_types],
            "replaced_by": [*game.piece_types],
        }
    found |= dict.fromkeys(("icons", "symbol", "back"), found["icon"])
    return found


def _art(game: Game) -> list[Any]:
    folder = game.folder / "art"
    return [path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES]
