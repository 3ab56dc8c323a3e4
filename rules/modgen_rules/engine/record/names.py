"""What pieces and places are called, in the displayed names of a game."""

from __future__ import annotations

from modgen.model.game import Game
from modgen_rules.engine.record.places import read_place


def kind_name(game: Game, kind: str) -> str:
    """What a kind of piece, a card, or the marker of a state is called."""
    if kind in game.piece_types:
        return game.piece_types[kind].name
    if kind.startswith("card_") and kind[5:] in game.card:
        return game.card[kind[5:]].title
    state = game.states.get(kind.removeprefix("state_"))
    return state.name if state is not None else "a piece"


def place_name(game: Game, text: str) -> str:
    """What a place, in its text form, is called: `Manila`, `Turn 3`, `W-C7`, `the hand of Red`."""
    where = read_place(text)
    match where.kind:
        case "hand":
            told = f"the hand of {side_name(game, where.id)}"
        case "off":
            told = "the box of unused cards" if where.id else "off the map"
        case "board":
            board = game.boards.get(where.board)
            told = f"a point of {board.name if board else where.board} in none of its places"
        case "unknown":
            told = "an unknown place"
        case "place":
            track, _, number = where.id.partition(":")
            known = game.place(where.id)
            cell = f"{game.tracks[track].name} {number}" if track in game.tracks else ""
            side = f", side {where.side}" if where.side else ""
            level = f", level {where.level}" if where.level else ""
            told = known.name if known else cell or f"{where.id}{side}{level}"
    return told


def side_name(game: Game, side: str) -> str:
    """The displayed name of a side, by its id."""
    return game.sides[side].name if side in game.sides else side
