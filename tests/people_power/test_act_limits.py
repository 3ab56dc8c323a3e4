"""Acts of Desperation in the final Round: who is first, which are resolved (5.4, 6.1.2, 7.3)."""

from __future__ import annotations

import re

import pytest

from modgen_rules.people_power.law.state import State, made
from modgen_rules.people_power.reading import acts
from tests.accuracy.cases import Bench
from tests.people_power.examples import RICH, spaces, tracks


def position(text: str, start: str, bench: Bench, by: str = "") -> State:
    levels = RICH | {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", start)}
    return made(spaces(text, bench.board), tracks(by, levels), bench.board.limits)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "patronage", "order"),
    [
        # Margins: the Government's Patronage - 18, the others' Population and Bases - 12 and - 13
        ("", 10, [56, 59, 53]),
        ("", 7, [56, 59, 53]),
        ("", 6, [56, 53, 59]),  # 7.3: of equal margins the Reformers' is the highest,
        ("", 5, [53, 56, 59]),  # and the NPA's is higher than the Government's
        ("visayas: opposition", 8, [56, 53, 59]),
        ("visayas: resistance; cebu: resistance", 10, [59, 56, 53]),
        ("cebu: N1", 10, [56, 59, 53]),
        ("cebu: N1; davao: N1", 10, [59, 56, 53]),
        ("cebu: R1", 6, [56, 53, 59]),
    ],
)
def test_the_lowest_margin_is_first(
    text: str, patronage: int, order: list[int], bench: Bench
) -> None:
    state = position(text, f"patronage={patronage}", bench)
    assert acts.order(state, bench.board, bench.game, [53, 56, 59]) == order


CITIES = "manila: opposition; cebu: opposition"


@pytest.mark.parametrize(
    ("cards", "before", "after", "by", "start", "legal"),
    [
        # The first Act is carried out if its condition holds, and only then
        ([54], "cebu:; davao:", "cebu: support; davao: support", "patronage-5", "", True),
        ([54], "cebu:; davao:", "cebu:; davao:", "", "", False),
        ([54], "cebu:; davao:", "cebu:; davao:", "", "patronage=9", True),
        (
            [54],
            "cebu:; davao:",
            "cebu: support; davao: support",
            "patronage-5",
            "patronage=9",
            False,
        ),
        ([54], "cebu:; davao:", "cebu: support; davao:", "patronage-5", "", False),
        ([61], CITIES, CITIES, "patronage-4", "", True),
        ([61], CITIES, CITIES, "patronage-3", "", False),
        ([61], "manila: opposition", "manila: opposition", "patronage-4", "", False),
        # Half of Patronage, rounded down, and every piece of the Government in Manila
        ([55], "manila: t1 p1 u3", "manila: u3", "patronage-5", "", True),
        ([55], "manila: t1 p1 u3", "manila: u3", "patronage-5", "patronage=11", True),
        ([55], "manila: t1 p1 u3", "manila: u3", "patronage-6", "patronage=11", False),
        ([55], "manila: t1 p1 u3", "manila: p1 u3", "patronage-5", "", False),
        ([59], "manila: t2 p2 protest", "manila: t1 p1 a2 protest", "", "", True),
        ([59], "manila: t2 p2 protest", "manila: p2 a2 protest", "", "", True),
        ([59], "manila: t2 p2 protest", "manila: t2 p1 a1 protest", "", "", False),
        # 6.1.1: Strikes lower Patronage before the condition is looked at
        ([54], "cebu: u1 strike", "cebu: u1 strike", "patronage-1", "", True),
        (
            [54],
            "cebu: u1 strike",
            "cebu: u1 strike support; davao: support",
            "patronage-6",
            "",
            False,
        ),
        # Both, the Government's first: a later Act may find its condition gone
        ([54, 61], CITIES, "manila:; cebu:", "patronage-9", "", True),
        ([54, 61], CITIES, "manila:; cebu:", "patronage-5", "", True),
        ([54, 61], CITIES, CITIES, "patronage-4", "", False),
    ],
)
def test_which_acts_are_resolved(
    cards: list[int], before: str, after: str, by: str, start: str, legal: bool, bench: Bench
) -> None:
    states = position(before, start, bench), position(after, start, bench, by)
    found = next(acts.final_round(*states, bench.board, bench.game, cards), None)
    assert (found is not None) == legal


@pytest.mark.parametrize(
    ("cards", "done", "wrong"),
    [
        ([56, 59, 53], (True, True, True), None),
        ([53, 56, 59], (True, True, True), 56),
        ([56, 53, 59], (True, True, True), 59),
        ([53, 56, 59], (False, True, True), None),
        ([53, 56, 59], (True, False, False), None),
    ],
)
def test_an_act_after_one_of_a_higher_margin(
    cards: list[int], done: tuple[bool, ...], wrong: int | None, bench: Bench
) -> None:
    """With Patronage 10 and an empty map the margins are -13, -12 and -8."""
    before = position("", "", bench)
    shown = [acts.Played(card, 1, 2, before, was) for card, was in zip(cards, done, strict=True)]
    found = acts.out_of_turn(shown, before, bench.board, bench.game)
    assert (found.card if found else None) == wrong
