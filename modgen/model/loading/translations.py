"""Checks of a translation: texts that it lacks, and texts that the game does not have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from modgen.model.files.diagnostics import DataPath, Diagnostics, FilePosition, did_you_mean
from modgen.model.files.located import LocatedData
from modgen.model.game import Game
from modgen.model.loading.locale import all_texts, find
from modgen.model.texts import Key

MOST_UNTRANSLATED = 5
"""With more texts that are not translated, there is one warning about all of them."""


def check_texts(
    game: Game, texts: Mapping[Key, str], located: LocatedData, name: str, diagnostics: Diagnostics
) -> None:
    """Compare a translation with the game's texts; `name` is what messages call its file."""
    originals = all_texts(game)
    used = {find(texts, key) for key in originals}
    untranslated = [key for key in originals if find(texts, key) is None]
    _untranslated(game, untranslated, located, name, diagnostics)
    known = {".".join(key): key for key in originals}
    for key in texts:
        if key not in used and ".".join(key) not in known:
            _no_such_text(key, known, located, diagnostics)


def _untranslated(
    game: Game, missing: Sequence[Key], located: LocatedData, name: str, diagnostics: Diagnostics
) -> None:
    """Warn of texts without a translation, which stay in the first language."""
    if len(missing) > MOST_UNTRANSLATED:
        shown = ", ".join(f"`{'.'.join(key)}`" for key in missing[:MOST_UNTRANSLATED])
        diagnostics.warn(
            FilePosition(name),
            f"{len(missing)} texts are not translated and stay in `{game.language}`: {shown} "
            f"and {len(missing) - MOST_UNTRANSLATED} more",
            f"`modgen locale {game.id} {Path(name).stem}` lists them in the file",
        )
        return
    for key in missing:
        diagnostics.warn(
            _deepest(located, key),
            f"the translation of `{'.'.join(key)}` is missing",
            f"add it to {name}",
        )


def _no_such_text(
    key: Key, known: Iterable[str], located: LocatedData, diagnostics: Diagnostics
) -> None:
    near = [text for text in known if text.startswith(f"{key[0]}.")]
    diagnostics.error(
        located.position(_path(located, key), at_key=True),
        f"the game has no text `{'.'.join(key)}`",
        did_you_mean(".".join(key), near),
    )


def _path(located: LocatedData, key: Key) -> DataPath:
    """The path in the file of a flat key, with list indices as numbers."""
    path: DataPath = ()
    data = located.data
    for step in key:
        index: str | int = int(step) if isinstance(data, list) else step
        path = (*path, index)
        data = data[index]
    return path


def _deepest(located: LocatedData, key: Key) -> FilePosition:
    """The position of the part of the locale file that is nearest to a missing key."""
    path: DataPath = ()
    data = located.data
    for step in key:
        if not isinstance(data, dict) or step not in data:
            break
        path = (*path, step)
        data = data[step]
    return located.position(path, at_key=True)
