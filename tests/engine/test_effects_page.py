"""The manual page of card effects: every example on it is read, every verb is explained."""

from __future__ import annotations

import re
from pathlib import Path

from modgen.model.loading.folder import Loaded
from modgen_rules.people_power.law.verbs import CONDITIONS, VERBS
from modgen_rules.people_power.reading.events import happenings

PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text("utf-8")
TRACKS = ("patronage", "aid", "gov", "npa", "reformers", "halve", "transfer")
STATEMENTS = ("put", "remove", "free")


def examples() -> list[str]:
    found = re.findall(r"^    (?! )(.+)$", PAGE, re.M)
    for first_cell in re.findall(r"^\| (`.+?`) \|", PAGE, re.M):
        for text in re.findall(r"`([^`]+)`", first_cell):
            word = text.split()[0]
            if word in (*TRACKS, *STATEMENTS):
                found.append(text)
            elif word in VERBS:
                found.append(f"1 any: {text.replace('VERB', 'hide')}")
            elif word.partition("=")[0] in CONDITIONS:
                found.append(f"1 any {text}: hide")
    return found


def test_every_example_is_read() -> None:
    listed = examples()
    assert len(listed) > 30
    for text in listed:
        assert happenings(text), text


def test_every_verb_and_condition_is_explained() -> None:
    for word in VERBS:
        assert re.search(rf"`{word}\b", PAGE), word
    for word in CONDITIONS:
        assert f"`{word}=" in PAGE, word


def test_the_page_knows_every_word_of_the_cards(people_power: Loaded) -> None:
    words = {
        word
        for card in people_power.game.cards
        for text in (card.unshaded_effect, card.shaded_effect, card.effect)
        for word in re.findall(r"(?:^|[;|:,] *)(?:\d+ )?([a-z_]+)", text or "")
    }
    places = {
        *people_power.game.spaces,
        "any",
        "city",
        "countryside",
        *(space.region for space in people_power.game.map.spaces),
    }
    assert [word for word in sorted(words - places) if f"`{word}" not in PAGE] == []
