"""The generated module's own words in each language: menus, buttons, reports, help."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

SCENARIO = "Scenario"
"""The module property with the id of the scenario that is played."""
PLAYER = "$PlayerSide$ ($PlayerName$)"
"""Who acts, at the beginning of reports: the name of a person, as names of sides may be plural."""


class Words:
    """Words by key, with `{...}` filled in."""

    def __init__(self, table: dict[str, str]) -> None:
        self._table = table

    def __call__(self, key: str, **values: str) -> str:
        """The text for `key`. Raises KeyError for an unknown key."""
        text = self._table[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text

    def keys(self) -> set[str]:
        """All keys."""
        return set(self._table)


FOLDER = Path(__file__).parent / "words"


@cache
def words(language: str) -> Words:
    """The words of a language, with English for words it lacks."""
    translation = FOLDER / f"{language}.yaml"
    return Words(_read(FOLDER / "en.yaml") | (_read(translation) if translation.is_file() else {}))


@cache
def _read(path: Path) -> dict[str, str]:
    """The words of a file. Its lines are simple YAML, which is read without a YAML parser.

    A line is a comment or `key: value`; the value is plain or in double quotes, as in JSON.
    """
    lines = (line for line in path.read_text("utf-8").splitlines() if line and line[0] != "#")
    pairs = (line.partition(": ") for line in lines)
    return {key: json.loads(text) if text[0] == '"' else text for key, _, text in pairs}
