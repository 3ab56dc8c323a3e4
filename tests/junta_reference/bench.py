"""A small coup in which single moments can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.junta_reference.deal import deal
from tests.junta_reference.judge import judge
from tests.junta_reference.record import Event, Start

OFFICES = {
    "president": "aranda",
    "minister": "dorado",
    "general_1": "benitez",
    "general_2": "cardenas",
    "general_3": "dorado",
    "almirante": "benitez",
    "comandante": "cardenas",
}

SQUARE = "cathedral_square"
MEETING = {
    "brigade_1_1": SQUARE,
    "brigade_1_2": SQUARE,
    "brigade_2_1": SQUARE,
    "brigade_2_2": SQUARE,
    "brigade_3_1": SQUARE,
    "brigade_3_2": SQUARE,
}


def started(
    places: dict[str, str] | None = None, cousin: str = "", away: str = "", **changed: object
) -> Start:
    """Aranda presides, Benítez leads, Cárdenas and Dorado sit left of them.

    `places` puts units elsewhere than where a coup finds them, or gives them as `space/family`.
    """
    taken = frozenset(cousin.split())
    start = deal(Random(1), 4, False)._replace(
        president="aranda",
        leader="benitez",
        offices=OFFICES,
        cousin=taken,
        away=frozenset(away.split()),
    )
    units = {}
    for name, unit in start.units.items():
        owner = "aranda" if unit.office in taken else OFFICES.get(unit.office, "")
        space, _, other = (places or {}).get(name, unit.space).partition("/")
        units[name] = unit._replace(controller=other or owner, space=space)
    return start._replace(units=units, **changed)  # type: ignore[arg-type]


def tried(start: Start, phase: int, *events: Event) -> list[str]:
    """The clauses broken by events of a phase that nothing preceded and agreement ends.

    Battle events come after a `battle_step` of their own; without any it is added.
    """
    empty = [e for n in range(phase) for e in (Event("phase", number=n), Event("battle_step"))]
    step = () if any(event.what == "battle_step" for event in events) else (Event("battle_step"),)
    record = [*empty, Event("phase", number=phase), *events, *step, Event("agree", way="rebels")]
    return [clause for index, clause in judge(start, record) if index >= 0]


def fought(start: Start, phase: int, place: str, *events: Event) -> list[str]:
    """The clauses broken in a battle that El Presidente or the first to fire declares."""
    who = next((event.who for event in events if event.what == "fire"), start.president)
    return tried(
        start,
        phase,
        Event("battle_step"),
        Event("declare", who, place=place),
        Event("battle", place=place),
        *(
            event._replace(place=place) if event.what in ("fire", "loss") else event
            for event in events
        ),
        Event("battle_end", place=place),
    )


def fire(who: str, target: str, number: int, *dice: int, way: str = "exchange") -> Event:
    """A shot."""
    return Event("fire", who, (), "", target, way, dice, number)


def lost(who: str, units: Sequence[str] | str, number: int = 1) -> Event:
    """Losses after a shot; units in one text."""
    names = units.split() if isinstance(units, str) else units
    return Event("loss", who, tuple(names), number=number)


def moved(who: str, units: str, place: str, way: str = "") -> Event:
    """A move; units in one text."""
    return Event("move", who, tuple(units.split()), place, way=way)


def back(who: str, units: str, place: str) -> Event:
    """A retreat."""
    return Event("retreat", who, tuple(units.split()), place)
