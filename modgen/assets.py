"""Where the bundled games, fonts and icons are: in a checkout or in an installed package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

TEMPLATES = ("area", "hex", "cards", "point-to-point", "blocks")
"""The games that `modgen new` copies; the first is the default."""


@cache
def assets_root() -> Path:
    """Return the `assets/` folder. An installed package has it as `modgen/_assets`."""
    installed = Path(__file__).parent / "_assets"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "assets"


def asset_path(*parts: str) -> Path:
    """Return the path of a file or folder in the assets."""
    return assets_root().joinpath(*parts)


def template_path(name: str = TEMPLATES[0]) -> Path:
    """Return the folder of a template of `modgen new`."""
    return asset_path("templates", name)


def bundled_games() -> dict[str, Path]:
    """Return the folder of each bundled game by its name (`people-power`)."""
    return _named("*/game.yaml")


def bundled_expansions() -> dict[str, Path]:
    """Return the folder of each bundled expansion by its name (`people-power-coasts`)."""
    return _named("expansions/*/game.yaml")


def _named(pattern: str) -> dict[str, Path]:
    return {
        file.parent.name.replace("_", "-"): file.parent
        for file in sorted(assets_root().glob(pattern))
    }
