"""The names of modules and extensions, and of their files."""

from __future__ import annotations

from modgen.model.game import Game


def module_name(game: Game) -> str:
    """The module's name: the title, with the language unless it is the game's first."""
    if game.language == game.info.languages[0]:
        return game.info.title
    return f"{game.info.title} ({game.language})"


def file_name(game: Game) -> str:
    """`people-power-1.0-es.vmod`; the first language has no suffix. Extensions have no version."""
    suffix = "" if game.language == game.info.languages[0] else f"-{game.language}"
    if game.parent is not None:
        # Saves call an extension by the name of its file, in all versions.
        return f"{game.info.extension.file_name or game.id}{suffix}.vmdx"
    return f"{game.id}-{game.info.version}{suffix}.vmod"
