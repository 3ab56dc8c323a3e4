"""13.e: fire announced in a line of chat, right before or after the dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen_rules.junta_coup.talk import fire_in
from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import PARLIAMENT, THREE_IN_PARLIAMENT, sheet

FAMILIES = {"Estrada": "estrada", "Benítez": "benitez", "Guzmán": "guzman"}


@pytest.mark.parametrize(
    ("line", "fire"),
    [
        ("Estrada fires at Benítez", ("estrada", "benitez")),
        ("estrada FIRING 3 dice at benitez!!", ("estrada", "benitez")),
        ("ok, Guzman shoots at the police of Benitez", ("guzman", "benitez")),
        ("Guzmán -> Estrada", ("guzman", "estrada")),
        ("firing at Estrada", ("guzman", "estrada")),
        ("Estrada does not fire at Benítez", None),
        ("Estrada fires at Benítez?", None),
        ("Estrada is fired at by Benítez", None),
        ("Estrada fires at Benítez and Guzmán", None),
        ("Estrada attacks in Radio Transmitter", None),
        ("Estrada fires", None),
    ],
)
def test_lines_that_tell_of_fire(line: str, fire: tuple[str, str] | None) -> None:
    told = fire_in(f"<Guzmán (Ana)> - {line}", "guzman", FAMILIES)
    assert (told and (told.side, told.choices["whom"])) == fire


def test_a_line_that_nobody_wrote() -> None:
    assert fire_in("* Estrada fires at Benítez", "guzman", FAMILIES) is None


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("loser", ["aranda", "cardenas"])
def test_the_target_that_chat_names(loser: str, after: bool, coups: CoupBench, path: Path) -> None:
    """14.d, 14.e: the hits were on Aranda, so no other family loses a Unit."""
    table = sheet(coups, THREE_IN_PARLIAMENT, given={"demonstrators": "cardenas"})
    table.battle(PARLIAMENT, "first")
    for target, dice in (("Aranda", (6, 1, 2)), ("Cárdenas", (3, 3, 4))):
        line = f"<Observer (Ana)> - Dorado fires at {target}"
        for act in ("dice", "line") if after else ("line", "dice"):
            if act == "line":
                table.log.say(line)
            else:
                table.rolls(*dice)
    kind = "palace_guard" if loser == "aranda" else "demonstrators"
    table.dies(kind, PARLIAMENT)
    assert table.illegal(path) == ([] if loser == "aranda" else ["14.e"])
