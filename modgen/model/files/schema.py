"""JSON Schemas of a game folder's files, so that editors complete and check the YAML."""

from __future__ import annotations

from typing import Any

from modgen.model.types.base import Part
from modgen.model.types.cards import CardLayout, CardsFile
from modgen.model.types.game_file import GameFile
from modgen.model.types.places import MapFile
from modgen.model.types.rulebook import BookFile
from modgen.model.types.rules import RulesFile
from modgen.model.types.scenario import Chart, Scenario

DIALECT = "https://json-schema.org/draft/2020-12/schema"

KINDS: dict[str, tuple[type[Part], str]] = {
    "game": (GameFile, "game.yaml"),
    "map": (MapFile, "map.yaml"),
    "cards": (CardsFile, "cards.yaml"),
    "layout": (CardLayout, "layouts/*.yaml"),
    "chart": (Chart, "charts/*.yaml"),
    "scenario": (Scenario, "scenarios/*.yaml"),
    "rules": (RulesFile, "rules.yaml"),
    "rulebook": (BookFile, "rulebook.yaml"),
}
"""Kind of file to its type and to its path in a game folder."""


def schemas() -> dict[str, dict[str, Any]]:
    """The schema of each kind of file."""
    by_kind = {}
    for kind, (model, where) in KINDS.items():
        schema = model.model_json_schema()
        by_kind[kind] = {"$schema": DIALECT, **schema, "title": f"Modgen: {where}"}
    return {**by_kind, "locale": _locale()}


SECTIONS = (
    "game sides dice sequence states totals declarations buttons boards places pieces decks piles "
    "cards layouts charts scenarios rules"
)
"""The sections of a locale file, as in the game: parts by id, then fields."""


def _locale() -> dict[str, Any]:
    """The schema of a locale file: its sections with texts, lists and mappings of texts."""
    text = {"$ref": "#/$defs/texts"}
    return {
        "$schema": DIALECT,
        "$defs": {
            "texts": {
                "anyOf": [
                    {"type": ["string", "number"]},
                    {"type": "array", "items": text},
                    {"type": "object", "additionalProperties": text},
                ]
            }
        },
        "type": "object",
        "properties": dict.fromkeys(SECTIONS.split(), text),
        "additionalProperties": False,
        "title": "Modgen: locale/<language>.yaml",
    }
