"""Who does something to whom, as players write it in chat."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.orders import Mention, Order, Orders

NAMES = {
    "line": "Line",
    "reserve": "Reserve",
    "gun": "Field Gun",
    "tank": "Tank",
    "sling": "Slingshot Punks",
    "shot": "Shotgun Punks",
}
PLACES = [f"{board}-{column}{row}" for board in "WE" for column in "CDEFGHI" for row in range(13)]
OWN, OTHERS = ("W-C10", "W-E11", "W-F9", "W-G11", "W-I7"), ("W-D8", "W-E8", "W-D11", "W-I6")


@pytest.fixture
def orders(civil_power: Game) -> Orders:
    return Orders(NAMES, ["Gas Gun", "Barricade"], PLACES, ChatWords.of([civil_power]))


def shown(mentions: tuple[Mention, ...]) -> list[tuple[str, str, int | None, str]]:
    """The kinds, labels, numbers and places of mentions."""
    return [
        (" ".join(sorted(one.kinds)), one.label, one.number, " ".join(one.places))
        for one in mentions
    ]


def read(orders: Orders, line: str) -> Order | None:
    return orders.read(f"<Ann (Mob)> - {line}", OWN, OTHERS)


@pytest.mark.parametrize(
    ("line", "who", "whom"),
    [
        ("line G11 at the reserve in D11",
         [("line", "", 1, "W-G11")], [("reserve", "", 1, "W-D11")]),
        ("both lines G11 on D8: 12", [("line", "", 2, "W-G11")], [("", "", 1, "W-D8")]),
        ("lines from G11 at E8", [("line", "", None, "W-G11")], [("", "", 1, "W-E8")]),
        ("P1 and the shotguns from F9 at L2 in D8",
         [("", "p1", 1, "W-F9"), ("shot", "", 1, "W-F9")], [("", "l2", 1, "W-D8")]),
        ("C10: line and reserve at H1, 6+4=10",
         [("line", "", 1, "W-C10"), ("reserve", "", 1, "W-C10")], [("", "h1", 1, "")]),
        ("P2 E11 + S3 C10 together, 6, on the shotguns",
         [("", "p2", 1, "W-E11"), ("", "s3", 1, "W-C10")], [("shot", "", 1, "")]),
        ("H1 I7 at the line in I6", [("", "h1", 1, "W-I7")], [("line", "", 1, "W-I6")]),
        ("tank first, its field gun on D8", [("tank", "", 1, "")], [("", "", 1, "W-D8")]),
        ("gas gun F9 over T1 to E8", [("", "", 1, "W-F9")], [("", "", 1, "W-E8")]),
        ("go on. field gun from F9, window. hm", [("gun", "", 1, "W-F9")], []),
        ("Line G11 stones the Reserve in E8",
         [("line", "", 1, "W-G11")], [("reserve", "", 1, "W-E8")]),
        ("line 2 in G11 at D8", [("line", "l2", 1, "W-G11")], [("", "", 1, "W-D8")]),
        ("three lines G11 on D8", [("line", "", 3, "W-G11")], [("", "", 1, "W-D8")]),
        ("slings in F9, both on D8", [("sling", "", 2, "W-F9")], [("", "", 1, "W-D8")]),
        ("everyone in C10 at the line D8",
         [("", "", None, "W-C10")], [("line", "", 1, "W-D8")]),
        ("all of I7 with the tank on I6",
         [("", "", None, "W-I7"), ("tank", "", 1, "")], [("", "", 1, "W-I6")]),
    ],
)  # fmt: skip
def test_an_order(
    orders: Orders,
    line: str,
    who: list[tuple[str, str, int | None, str]],
    whom: list[tuple[str, str, int | None, str]],
) -> None:
    order = read(orders, line)
    assert order is not None
    assert (shown(order.who), shown(order.whom)) == (who, whom)


@pytest.mark.parametrize(
    ("line", "like", "number"),
    [
        ("and the other one at the shotguns", "others", 1),
        ("two of them again on D8", "them", 2),
        ("they shoot at D8", "them", None),
        ("the tank and the other one on D8", "", 1),
    ],
)
def test_those_who_acted_before(orders: Orders, line: str, like: str, number: int | None) -> None:
    order = read(orders, line)
    assert order is not None
    assert [(one.like, one.number) for one in order.who] == [(like, number)]


@pytest.mark.parametrize("line", ["nothing", "W", "ouch, my wia", "3 on 5-6", "on everybody"])
def test_nobody_acts(orders: Orders, line: str) -> None:
    assert read(orders, line) is None


@pytest.mark.parametrize(
    ("line", "die", "total"),
    [
        ("line D8 checks: 3+1 = 4, ok", 3, 4),
        ("line D8 checks: 3 + 1 - 1 = 3", 3, 3),
        ("reserve E8 in gas: 5, failed", 5, 5),
        ("line D8 checks: 3+1 = 4, ok", 5, None),
        ("line D8: 3", 3, None),
        ("Line checks: 3+1 = 4", 3, 4),
        ("checks: 3 = 3", 3, None),
        ("line D8 and reserve E8 check: 3", 3, None),
    ],
)
def test_a_check_that_is_told(orders: Orders, line: str, die: int, total: int | None) -> None:
    found = orders.checked(f"<Ann (Mob)> - {line}", die)
    assert (found[1] if found else None) == total


def test_a_label_has_the_first_letters_of_a_name(orders: Orders) -> None:
    assert [kind for kind in NAMES if orders.fits("fg1", kind)] == ["gun"]
    assert [kind for kind in NAMES if orders.fits("s2", kind)] == ["sling", "shot"]


@pytest.mark.parametrize(
    ("line", "called"),
    [
        (
            "A F9, B and S1 in D8, all upstairs. C I7",
            {"a0": "F9", "b0": "D8", "s1": "D8", "c0": "I7"},
        ),
        ("I go with A F9, and B D8", {}),
        ("A F9, B H1, C H2", {}),
    ],
)
def test_a_roll_call(orders: Orders, line: str, called: dict[str, str]) -> None:
    """From then on a letter names a unit."""
    found = orders.roll_call(f"<Ann> - {line}", (*OWN, *OTHERS))
    assert found == {label: (f"W-{cell}",) for label, cell in called.items()}
    order = read(orders, "B throws one at the line in D8")
    assert [one.label for one in (order.who if order else ())] == ["b0"] * bool(called)
