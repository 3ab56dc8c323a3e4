"""The page in a language: its HTML with the words filled in."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib.resources import files

import yaml

from modgen import __version__

LANGUAGES = {"en": "English", "es": "Español"}
"""The languages of the page by their codes; the first is the default."""
WORD = re.compile(r"\{\{(\w+)\}\}")


@cache
def words(language: str) -> dict[str, str]:
    """The words of the page in a language, by key. Raises KeyError for another language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    text = files("modgen.serve").joinpath("words").joinpath(f"{language}.yaml").read_text("utf-8")
    return {str(key): str(value) for key, value in yaml.load(text, yaml.CSafeLoader).items()}


def preferred(accepted: str) -> str:
    """The language that a browser prefers, by its Accept-Language header."""
    weighed = []
    for number, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), number, tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    known = [code for _, _, code in sorted(weighed) if code in LANGUAGES]
    return known[0] if known else next(iter(LANGUAGES))


@cache
def rendered(language: str) -> str:
    """The HTML of the page in a language."""
    table = words(language)
    other = next(code for code in LANGUAGES if code != language)
    own = {
        "language": language,
        "other_language": other,
        "version": __version__,
        "words": json.dumps(table, ensure_ascii=False).replace("<", "\\u003c"),
    }

    def word(match: re.Match[str]) -> str:
        key = match.group(1)
        return own[key] if key in own else escape(table[key])

    text = files("modgen.serve").joinpath("web").joinpath("index.html").read_text("utf-8")
    return WORD.sub(word, text)
