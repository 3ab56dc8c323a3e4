"""A new game: a folder with the files of a template."""

from __future__ import annotations

import re
from pathlib import Path

from modgen.assets import TEMPLATES, asset_path, bundled_games, template_path
from modgen.errors import ModgenError
from modgen.model.types.base import id_from_name
from modgen.vassal.archive import write_text
from modgen.vassal.replacing import whole

SCHEMA = "$schema="
RULES = "rules.yaml"
TEMPLATE_ID = "my-game"
"""The id of every template, and of a game in a folder whose name cannot be an id."""


def template_summary(name: str) -> str:
    """What a template is, in a line: its title and its description."""
    text = (template_path(name) / "game.yaml").read_text("utf-8")
    title, description = (
        re.search(rf"^{key}: (.+)$", text, re.MULTILINE) for key in ("title", "description")
    )
    assert title and description, name
    return f"{title[1]}: {description[1]}"


def write_template(folder: Path, template: str = TEMPLATES[0], rulebook: bool = False) -> None:
    """Write a template into a new or empty folder; with `rulebook`, its rules in Python.

    Raises ModgenError if the folder has files, or for a template without a rulebook.
    """
    if rulebook and template != TEMPLATES[0]:
        raise ModgenError(f"only the template {TEMPLATES[0]} has a rulebook")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ModgenError(f"{folder} already exists and is not empty; choose another name")
    with whole(folder) as part:
        _write(part, folder, template_path(template), rulebook)


def _write(part: Path, folder: Path, template: Path, rulebook: bool) -> None:
    """Write the game that `folder` will hold."""
    for source in sorted(path for path in template.rglob("*") if path.is_file()):
        name = source.relative_to(template)
        if rulebook and name.name == RULES:
            continue  # the rulebook has the same rules, in Python
        # The schemas are inside the new game, but two folders above the templates.
        above = "../" * (len(name.parts) - 1)
        text = source.read_text("utf-8")
        text = text.replace(f"{SCHEMA}{above}../../schemas/", f"{SCHEMA}{above}schemas/")
        if rulebook and name.parent.name == "locale":
            text = re.sub(r"^rules:\n(?:[ #].*\n|\n)*", "", text, flags=re.MULTILINE)
        if name.name == "game.yaml":
            text = text.replace(f"id: {TEMPLATE_ID}\n", f"id: {_game_id(folder)}\n", 1)
        write_text(part / name, text)
    for source in sorted(asset_path("schemas").iterdir()):
        write_text(part / "schemas" / source.name, source.read_text("utf-8"))
    for source in sorted(asset_path("template_rulebook").glob("*.*")) if rulebook else ():
        write_text(part / "rulebook" / source.name, source.read_text("utf-8"))


def _game_id(folder: Path) -> str:
    """An id made of the folder's name; the template's own where that is impossible or taken."""
    words = folder.resolve().name.lower().replace(" ", "-")
    if not re.fullmatch("[a-z0-9][a-z0-9_-]{0,59}", words):
        words = id_from_name(words).replace("_", "-")[:60].strip("-")
    return words if words and words not in bundled_games() else TEMPLATE_ID
