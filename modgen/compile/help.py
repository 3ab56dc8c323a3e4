"""The module's help page and its rules, in simple HTML for the engine's viewer."""

from __future__ import annotations

import re
from html import escape

from modgen.compile import announce
from modgen.compile import build as b
from modgen.compile.build import Build
from modgen.compile.moved import moves_are_marked
from modgen.draw.assumed import explanation
from modgen.model.game import Game
from modgen.model.tactics.listings import filled
from modgen.model.tactics.rule_texts import filled_text
from modgen.model.types.rulebook import BookFile
from modgen.model.types.scenario import Chart
from modgen.vassal.keys import Key


def _tips(game: Game) -> list[str]:
    """The tips that apply to this game."""
    control = game.states[game.info.control.state] if game.info.control else None
    asked = {
        "help_drag": True,
        "help_stack": True,
        "help_menu": True,
        "help_card": game.cards,
        "help_chosen": any(deck.chosen for deck in game.cards_file.decks),
        "help_zoom": True,
        "help_undo": True,
        "help_declare": any(one.has_pad for one in game.info.declarations),
        "help_markers": not all(one.has_pad for one in game.info.declarations),
        "help_played": any(deck.played_in for deck in game.cards_file.decks),
        "help_totals": any(not total.follows for total in game.info.totals),
        "help_states": control and control.kinds,
    }
    return [tip for tip, wanted in asked.items() if wanted]


def _strokes(build: Build) -> list[tuple[Key, str]]:
    """The keys of the module and what they do, as far as its pieces have them."""
    game, words, pieces = build.game, build.words, build.game.pieces
    levels = any(piece.kind == "level" for piece in pieces)
    facing = any(piece.facings for piece in pieces)
    change = any(piece.change for piece in pieces)
    every: list[tuple[bool, Key, str]] = [
        (True, b.FLIP, words("flip")),
        (True, b.HOME, words("send_home", home="…")),
        (True, b.TRAIL, words("trail")),
        (moves_are_marked(game), b.MOVED, words("mark_moved")),
        (levels, b.UP, words("up_one")),
        (levels, b.DOWN, words("down_one")),
        (any(piece.on_side for piece in pieces), b.TURN, words("next_side")),
        (facing, b.TURN, words("turn_right")),
        (facing, b.TURN_BACK, words("turn_left")),
        (any(piece.arcs for piece in pieces), b.ARCS, words("arcs")),
        (any(piece.area for piece in pieces), b.AREA, words("area")),
        (any(piece.lost_to for piece in pieces), b.ELIMINATE, words("eliminate")),
        (any(piece.hides for piece in pieces), b.HIDE, words("hide")),
        (any(piece.back for piece in pieces), b.FACE_DOWN, words("face_down")),
        (change, b.CHANGE, words("make_change")),
        (change, b.JOIN, words("join_steps")),
        (change or any(piece.steps for piece in pieces), b.LOSE, words("lose_step")),
        (any(piece.becomes for piece in pieces), b.EXCHANGE, words("exchange", piece="…")),
        (
            any(announce.stepped(game, piece) is not None for piece in pieces),
            b.NEXT_STEP,
            words("next_step"),
        ),
        (bool(game.map.grids), b.SIGHT, words("sight_tip")),
    ]
    return [(key, text) for wanted, key, text in every if wanted]


def help_page(build: Build) -> str:
    """The help page: mouse, keys, declarations."""
    game, words = build.game, build.words
    rows = "".join(
        f"<tr><td><b>{escape(key.label)}</b></td><td>{escape(text)}</td></tr>"
        for key, text in _strokes(build)
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


def rules_page(game: Game, book: BookFile) -> str:
    """The rules of `rulebook.yaml` as a page: sections, numbered clauses, the tables, the notes."""
    charts = {chart.id: chart for chart in game.charts}
    parts = [f"<h1>{escape(book.title or game.info.title)}</h1>"]
    parts += [f"<p><i>{_marked(filled_text(game, book.intro))}</i></p>"] if book.intro else []
    for section in book.sections:
        parts.append(f"<h2>{escape(section.number)} {escape(section.title)}</h2>")
        if section.intro:
            parts.append(f"<p>{_marked(filled_text(game, section.intro))}</p>")
        for clause in section.clauses:
            text = _marked(filled_text(game, clause.text))
            parts.append(f"<p><b>{escape(clause.number)}</b> {text}</p>")
        parts += [_table(filled(game, charts[key])) for key in section.charts]
    if book.notes:
        parts.append(f"<h2>{escape(book.notes_title)}</h2>")
        parts += [f"<p>{_marked(filled_text(game, note))}</p>" for note in book.notes]
    return f"<html><body>{''.join(parts)}</body></html>\n"


def _marked(text: str) -> str:
    """A text with its bold parts as HTML."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))


def _table(chart: Chart) -> str:
    """A chart as a table, with its notes."""
    head = "".join(f"<th>{_marked(cell)}</th>" for cell in chart.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{_marked(cell)}</td>" for cell in row) + "</tr>"
        for row in chart.rows
    )
    notes = "".join(f"<p>{_marked(note)}</p>" for note in chart.notes)
    return (
        f"<h3>{escape(chart.name)}</h3><table border='1' cellpadding='3'><tr>{head}</tr>{rows}"
        f"</table>{notes}"
    )
