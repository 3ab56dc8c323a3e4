"""Where the bundled games, fonts and icons lie: in the checkout, or inside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

TEMPLATE = "template"
"""The folder of the small game that `modgen new` copies."""


@cache
def assets_root() -> Path:
    """The `assets/` folder. In a wheel it travels as `modgen/_assets`."""
    inside = Path(__file__).parent / "_assets"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "assets"


def asset_path(*parts: str) -> Path:
    """A file or folder of the assets."""
    return assets_root().joinpath(*parts)


def bundled_games() -> dict[str, Path]:
    """The bundled games' folders by the name that the command line takes (`people-power`)."""
    return {
        folder.parent.name.replace("_", "-"): folder.parent
        for folder in sorted(assets_root().glob("*/game.yaml"))
        if folder.parent.name != TEMPLATE
    }
