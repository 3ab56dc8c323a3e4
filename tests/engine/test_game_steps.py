"""Steps of a log: idle ones take no memory, but can be asked for like all others."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen_rules.engine.record.chat_words import FOLDER, ChatWords
from modgen_rules.engine.record.game_steps import GameStep, Steps, voids, writes


def test_idle_steps_are_made_on_demand() -> None:
    steps = Steps()
    made = [GameStep(1), GameStep(2, side="red"), GameStep(3), GameStep(4, undone=True)]
    for step in made:
        steps.append(step)
    assert [*steps.busy] == [made[1], made[3]]
    assert [steps[n] for n in range(4)] == made
    assert steps[-1] == made[-1]
    for ends in ((0, 4), (1, 3), (-1, 2), (2, 99)):
        assert [*steps.between(*ends)] == made[slice(*ends)]
    with pytest.raises(IndexError):
        steps[4]


@pytest.fixture(scope="module")
def chat(people_power: Loaded) -> ChatWords:
    """What players of a game in English and Spanish write."""
    return ChatWords.of([people_power.game])


@pytest.mark.parametrize(
    ("line", "voids", "retries"),
    [
        ("<Ann> - wrong button", True, True),
        ("<Ann> - ignore that, double-clicked", True, True),
        ("&lt;Ann&gt; - that didn\u2019t count", True, False),
        ("<Ann> - oops, once more", False, True),
        ("<Ann> - I attack", False, False),
        ("* wrong button *", False, False),
        ("<Ana> - ignorad ese dado", True, True),
        ("<Ana> - botón equivocado", True, True),
        ("<Ana> - ese dado no cuenta", True, False),
        ("<Ana> - perdón, otra vez", False, True),
        ("<Ana> - ataco", False, False),
    ],
)
def test_players_say_that_dice_do_not_count(
    chat: ChatWords, line: str, voids: bool, retries: bool
) -> None:
    spoilt = writes(line, chat.spoilt) or writes(line, chat.mistaken)
    assert (spoilt, writes(line, chat.retried)) == (voids, retries)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("double click, the first one counts", 1),
        ("doble clic, vale la primera", 1),
        ("double click, the first one does not count", 2),
        ("doble clic, la primera no vale", 2),
        ("the first one counts", 0),
    ],
)
def test_of_two_rolls_the_first_or_the_last_counts(chat: ChatWords, line: str, number: int) -> None:
    assert voids(f"<Ann> - {line}", chat) == number


@pytest.mark.parametrize("line", ["ignore the first roll", "ignora la primera tirada"])
def test_players_say_that_the_dice_before_the_last_do_not_count(chat: ChatWords, line: str) -> None:
    assert writes(f"<Ann> - {line}", chat.spoilt)
    assert writes(f"<Ann> - {line}", chat.first)
    assert not writes("<Ann> - ignore that roll", chat.first)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yaml")), ids=lambda file: file.stem)
def test_a_table_of_chat_has_only_keys_that_are_read(file: Path) -> None:
    table = yaml.safe_load(file.read_text("utf-8"))
    assert set(table) <= set(ChatWords.__dataclass_fields__)
    assert all(isinstance(one, str) for some in table.values() for one in some)


def test_a_game_in_one_language_has_only_its_words(amigos: Game) -> None:
    assert not writes("<Ana> - botón equivocado", ChatWords.of([amigos]).mistaken)
