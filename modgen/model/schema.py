"""JSON Schemas of a game folder's files, so that editors complete and check the YAML."""

from __future__ import annotations

from typing import Any

from modgen.model.base import Part
from modgen.model.cards import CardLayout, CardsFile
from modgen.model.game import GameFile
from modgen.model.places import MapFile
from modgen.model.scenario import Chart, Scenario

DIALECT = "https://json-schema.org/draft/2020-12/schema"

KINDS: dict[str, tuple[type[Part], str]] = {
    "game": (GameFile, "game.yaml"),
    "map": (MapFile, "map.yaml"),
    "cards": (CardsFile, "cards.yaml"),
    "layout": (CardLayout, "layouts/*.yaml"),
    "chart": (Chart, "charts/*.yaml"),
    "scenario": (Scenario, "scenarios/*.yaml"),
}
"""Kind of file to its model and where such files lie in a game folder."""


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each kind of file."""
    found = {}
    for kind, (model, where) in KINDS.items():
        schema = model.model_json_schema()
        found[kind] = {"$schema": DIALECT, **schema, "title": f"Modgen: {where}"}
    return found
