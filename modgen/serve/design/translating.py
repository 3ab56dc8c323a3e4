"""The texts of a translation, which `modgen locale` drafts for those with a shell."""

from __future__ import annotations

import re

from modgen.model.loading.folder import Loaded
from modgen.model.loading.locale_draft import draft
from modgen.serve.design.written import Change, FileError, Written, bytes_of, write_all

LOCALE = re.compile(r"locale/(en|es|de|fr|it|pt)\.yaml")
"""Matches the files of translations."""


def drafted(loaded: Loaded, name: str) -> str:
    """The texts of a translation; empty if the file is none or the game has errors."""
    found = LOCALE.fullmatch(name)
    if found is None or loaded.diagnostics.errors or found[1] == loaded.game.language:
        return ""
    inside = (loaded.game.folder / "schemas").is_dir()
    schema = "../schemas/locale.json" if inside else "../../schemas/locale.json"
    return draft(loaded.game, found[1], loaded.locales.get(found[1], {}), schema)


def add_texts(loaded: Loaded, name: str) -> Written:
    """Add the texts that a translation lacks to its file. Raises FileError."""
    text = drafted(loaded, name)
    if not text:
        raise FileError(f"correct the mistakes first; then texts can be added to {name}")
    path = loaded.game.folder / name
    return write_all([Change(path, bytes_of(path), text.encode("utf-8"))])
