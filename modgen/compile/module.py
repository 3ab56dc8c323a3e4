"""Compile a game to a module file, or an expansion to the file of an extension."""

from __future__ import annotations

from pathlib import Path

from modgen.compile.extension import build_extension
from modgen.compile.naming import file_name
from modgen.compile.tree import Compiled, Progress, compile_game
from modgen.draw.fonts import in_typefaces
from modgen.draw.raster import Rendering
from modgen.model.game import Game
from modgen.vassal.module import Module, write_module


@in_typefaces
def build_module(game: Game, folder: Path, progress: Progress | None = None) -> Path:
    """Write a game's module into a folder. An old module is replaced only by a complete one."""
    if game.info.module.parts:
        from modgen.compile.parts.module import compile_parts

        path = folder / file_name(game)
        compile_parts(game).write(path)
        return path
    if game.parent is not None:
        return build_extension(game, folder / file_name(game), progress)
    with Rendering() as rendering:
        compiled = compile_game(game, rendering.begin)
        images = rendering.finish(compiled.pictures.all.values(), progress)
    compiled.pictures.remember()
    path = folder / file_name(game)
    module = compiled.module
    write_module(path, Module(module.tree, module.metadata, images, module.files))
    return path


__all__ = ["Compiled", "build_module", "compile_game"]
