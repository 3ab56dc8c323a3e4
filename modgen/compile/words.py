"""The generated module's own words in each language: menus, buttons, reports, help."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


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


@cache
def words(language: str) -> Words:
    """The words of a language, with English for words it lacks."""
    folder = files("modgen.compile").joinpath("words")
    table = _read(folder.joinpath("en.yaml").read_text("utf-8"))
    translation = folder.joinpath(f"{language}.yaml")
    if translation.is_file():
        table |= _read(translation.read_text("utf-8"))
    return Words(table)


def _read(text: str) -> dict[str, str]:
    import yaml

    return {str(key): str(value) for key, value in yaml.load(text, yaml.CSafeLoader).items()}
