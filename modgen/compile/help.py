"""The module's help page, in simple HTML for the engine's viewer."""

from __future__ import annotations

from html import escape

from modgen.compile import announce
from modgen.compile import build as b
from modgen.compile.build import Build
from modgen.compile.moved import moves_are_marked
from modgen.draw.assumed import explanation
from modgen.model.game import Game
from modgen.vassal.keys import Key


def _tips(game: Game) -> list[str]:
    """The tips that apply to this game."""
    control = game.states[game.info.control.state] if game.info.control else None
    asked = {
        "help_drag": True,
        "help_stack": True,
        "help_menu": True,
        "help_card": game.cards,
        "help_undo": True,
        "help_declare": any(one.has_pad for one in game.info.declarations),
        "help_markers": not all(one.has_pad for one in game.info.declarations),
        "help_played": any(deck.played_in for deck in game.cards_file.decks),
        "help_totals": any(not total.follows for total in game.info.totals),
        "help_states": control and control.kinds,
    }
    return [tip for tip, wanted in asked.items() if wanted]


def help_page(build: Build) -> str:
    """The help page: mouse, keys, declarations."""
    game, words = build.game, build.words
    strokes: list[tuple[Key, str]] = [
        (b.FLIP, words("flip")),
        (b.HOME, words("send_home", home="…")),
        (b.TRAIL, words("trail")),
    ]
    if moves_are_marked(game):
        strokes.append((b.MOVED, words("mark_moved")))
    if any(piece.kind == "level" for piece in game.pieces):
        strokes += [(b.UP, words("up_one")), (b.DOWN, words("down_one"))]
    if any(piece.on_side for piece in game.pieces):
        strokes.append((b.TURN, words("next_side")))
    if any(piece.lost_to for piece in game.pieces):
        strokes.append((b.ELIMINATE, words("eliminate")))
    if any(piece.hides for piece in game.pieces):
        strokes.append((b.HIDE, words("hide")))
    if any(piece.back for piece in game.pieces):
        strokes.append((b.FACE_DOWN, words("face_down")))
    if any(piece.change for piece in game.pieces):
        strokes += [(b.CHANGE, words("make_change")), (b.JOIN, words("join_steps"))]
        strokes.append((b.LOSE, words("lose_step")))
    if any(piece.becomes for piece in game.pieces):
        strokes.append((b.EXCHANGE, words("exchange", piece="…")))
    if any(announce.stepped(game, piece) for piece in game.pieces):
        strokes.append((b.NEXT_STEP, words("next_step")))
    if game.map.grids:
        strokes.append((b.SIGHT, words("sight_tip")))
    rows = "".join(
        f"<tr><td><b>{escape(key.label)}</b></td><td>{escape(text)}</td></tr>"
        for key, text in strokes
    )
    tips = "".join(f"<li>{escape(words(tip))}</li>" for tip in _tips(game))
    if any(part.assumed for part in (*game.cards, *game.charts)):
        tips += f"<li>{escape(explanation(game))}</li>"
    about = "".join(
        f"<p>{escape(line)}</p>"
        for line in (game.info.about, *game.info.credits, *_font_credits(build))
        if line
    )
    return (
        f"<html><body><h1>{escape(game.info.title)}</h1><p><i>{escape(game.info.subtitle)}</i></p>"
        f"<h2>{escape(words('mouse'))}</h2><ul>{tips}</ul>"
        f"<h2>{escape(words('keys'))}</h2><table cellpadding='4'>{rows}</table>"
        f"{about}</body></html>\n"
    )


def _font_credits(build: Build) -> list[str]:
    """A line for each font of the game's own, with its licence."""
    fonts = build.game.info.fonts
    return [build.words("font_credit", font=font.id, licence=font.licence) for font in fonts]
