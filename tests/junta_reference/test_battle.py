"""Battles made by hand: what the rulebook says of each, and the clause that forbids it."""

from __future__ import annotations

from tests.junta_reference.bench import MEETING, SQUARE, back, fire, fought, lost, started, tried
from tests.junta_reference.record import Event


def test_10_11_declarations() -> None:
    start, step = started(MEETING), Event("battle_step")
    first, second = (Event("declare", who, place=SQUARE) for who in ("benitez", "dorado"))
    assert tried(start, 1, step, first, second) == []
    assert tried(start, 1, step, second, first) == ["11.a"]
    assert tried(start, 1, step, Event("declare", "aranda", place=SQUARE)) == ["10.a"]
    assert tried(start, 1, step, first._replace(place="brigade_1_base")) == ["10.a"]
    assert tried(start, 1, step, first._replace(place="brigade_3_base")) == ["10.a"]
    assert tried(start, 1, step, second._replace(place="brigade_1_base")) == ["10.a"]
    assert tried(start, 1, step, first._replace(place="embassy_north")) == ["16.a"]
    begin, end = Event("battle", place=SQUARE), Event("battle_end", place=SQUARE)
    assert tried(start, 1, step, begin, end) == ["11.b"]
    assert tried(start, 1, step, first, begin, end, begin, end) == ["10.b"]
    assert tried(start, 1, step, first, begin, end, second) == ["2.b"]
    assert tried(start, 1, step, first, begin) == ["10.b"]
    elsewhere = Event("battle_end", place="hills")
    assert tried(start, 1, step, first, begin, elsewhere) == ["10.b"]
    shot = fire("benitez", "dorado", 1, 2)
    assert tried(start, 1, step, first, shot._replace(place=SQUARE)) == ["10.b"]
    assert tried(start, 1, step, first, begin, shot._replace(place="hills"), end) == ["11.b"]
    assert tried(start, 1, step, back("benitez", "brigade_1_1", "market")) == ["15.a"]


def test_12_bombardment() -> None:
    start = started(MEETING)
    shells = fire("benitez", "cardenas", 0, 1, 6, 2, way="gunboat")
    raid = fire("cardenas", "benitez", 0, 1, 2, 3, 4, 5, 5, way="air_raid")
    hit = lost("cardenas", "brigade_2_1", 0)
    leave = back("cardenas", "brigade_2_2", "police_precinct_1")
    free = started(MEETING | {"police_1": "market"})
    assert fought(free, 1, SQUARE, shells, hit, raid, leave) == []
    assert fought(free, 1, SQUARE, shells, raid)[0] == "14.d"
    assert fought(start, 1, SQUARE, shells, hit, raid, raid)[0] == "12.b"
    assert fought(start, 1, SQUARE, shells._replace(dice=(1, 2)))[0] == "12.a"
    assert fought(start, 1, SQUARE, shells._replace(who="dorado"))[0] == "12.a"
    shot = fire("dorado", "benitez", 1, 2)
    assert fought(start, 1, SQUARE, shot, raid) == ["12.e"]
    assert fought(start, 1, SQUARE, shot._replace(target="almirante")) == ["12.d"]
    alone = started({"brigade_3_1": SQUARE})
    shells = shells._replace(target="dorado", dice=(1, 1, 1))
    assert fought(alone, 1, SQUARE, shells) == ["10.a", "10.a"]
    outside = started({"brigade_3_1": SQUARE, "brigade_2_1": SQUARE})
    assert fought(outside, 1, SQUARE, shells) == []
    shot_back = fire("dorado", "benitez", 1, 2)
    assert fought(outside, 1, SQUARE, shells, shot_back) == ["12.d"]


def test_13_the_dead_shoot_back() -> None:
    """Andy kills some of Bill's units; they fire once more before they are removed."""
    start = started({name: space for name, space in MEETING.items() if "_3_" not in name})
    andy = fire("benitez", "cardenas", 1, 6, 1)
    bill = fire("cardenas", "benitez", 1, 6, 6)
    fallen = lost("cardenas", "brigade_2_1")
    both = lost("benitez", "brigade_1_1 brigade_1_2")
    assert fought(start, 1, SQUARE, andy, bill, fallen, both) == []
    assert fought(start, 1, SQUARE, andy, fallen, bill, both) == ["13.c"]
    one = fire("cardenas", "benitez", 2, 5, 5)
    assert fought(start, 1, SQUARE, andy, fallen, one)[0] == "14.a"
    assert fought(start, 1, SQUARE, andy._replace(number=4), fallen)[0] == "13.a"
    assert fought(start, 1, SQUARE, andy._replace(dice=(1, 1)), andy)[0] == "13.b"


def test_14_dice() -> None:
    palace, names = "presidential_palace", [f"students_{n}" for n in range(1, 4)]
    crowd = started(dict.fromkeys(names, f"{palace}/benitez"))
    guard = fire("aranda", "benitez", 1, *[1] * 8)
    assert fought(crowd, 1, palace, guard) == []
    assert fought(crowd, 1, palace, guard._replace(dice=(1,) * 9)) == ["14.a"]
    flipped = Event("flip", "benitez")
    assert fought(crowd, 1, palace, fire("benitez", "aranda", 1, 1), flipped) == []
    assert fought(crowd, 1, palace, fire("benitez", "aranda", 1, 1, 1), flipped) == ["14.b"]
    outside = started({"palace_guard_1": "hills", "brigade_3_1": "hills"})
    assert fought(outside, 1, "hills", fire("aranda", "dorado", 1, 1)) == []
    assert fought(outside, 1, "hills", fire("aranda", "dorado", 1, 1, 1)) == ["14.c"]


def test_14_losses() -> None:
    start = started({"brigade_1_1": SQUARE, "brigade_2_1": SQUARE, "brigade_2_2": SQUARE})
    hits = fire("cardenas", "benitez", 1, 6, 6)
    assert fought(start, 1, SQUARE, hits, lost("benitez", "brigade_1_1")) == []
    assert fought(start, 1, SQUARE, hits) == ["14.d"]
    assert fought(start, 1, SQUARE, hits, lost("benitez", "brigade_1_1 brigade_1_2")) == ["14.f"]
    assert fought(start, 1, SQUARE, hits, lost("cardenas", "brigade_1_1")) == ["14.d"]
    stranger = fire("dorado", "benitez", 1, 5)
    assert fought(start, 1, SQUARE, stranger) == ["10.a", "10.a"]
    assert fought(start, 1, SQUARE, hits._replace(target="cardenas", dice=(1,))) == ["10.a"]
    absent = started(MEETING, away="dorado")
    assert fought(absent, 1, SQUARE, hits, lost("dorado", "brigade_3_1"))[0] == "4.a"
    miss = fire("cardenas", "benitez", 1, 5, 5)
    assert fought(start, 1, SQUARE, miss, lost("benitez", "brigade_1_1")) == ["14.e"]


def test_15_whoever_lost_least_stays() -> None:
    start = started(MEETING | {"police_1": "market"})
    shots = (fire("benitez", "dorado", 1, 6), lost("dorado", "brigade_3_1"))
    away = back("dorado", "brigade_3_2", "police_precinct_1")
    assert fought(start, 1, SQUARE, *shots, away) == []
    assert fought(start, 1, SQUARE, *shots) == ["15.c"]
    assert fought(start, 1, SQUARE, *shots, away._replace(place="police_precinct_2")) == ["15.d"]
    occupied = away._replace(place="presidential_palace")
    assert fought(start, 1, SQUARE, *shots, occupied) == ["15.d"]
    allowed = Event("let_in", "aranda", place="presidential_palace", target="dorado")
    assert fought(start, 1, SQUARE, *shots, allowed, occupied) == []
    winner = back("benitez", "brigade_1_1", "police_precinct_1")
    assert fought(start, 1, SQUARE, *shots, away, winner) == ["15.a"]
    held = [Event("hold", who, place=SQUARE, target="dorado") for who in ("benitez", "cardenas")]
    assert fought(start, 1, SQUARE, *shots, *held) == []
    assert fought(start, 1, SQUARE, *shots, *held, away) == ["15.b"]
    assert fought(start, 1, SQUARE, *shots, held[0], away) == []
    gone = Event("loss", "dorado", ("brigade_3_2",), way="no_room")
    assert fought(start, 1, SQUARE, *shots, gone) == ["15.f"]
    assert fought(start, 1, SQUARE, *shots, away, fire("benitez", "cardenas", 2, 1)) == ["2.b"]
    both = away._replace(units=("brigade_3_2", "brigade_2_1"))
    assert fought(start, 1, SQUARE, *shots, both) == ["6.c"]
    far = away._replace(units=("brigade_3_2", "brigade_3_3"))
    assert fought(start, 1, SQUARE, *shots, far) == ["15.d"]


def test_15_a_draw_a_corner_and_two_who_leave() -> None:
    start = started(MEETING | {"police_1": "market"})
    draw = (
        fire("benitez", "dorado", 1, 6),
        fire("dorado", "cardenas", 1, 6),
        fire("cardenas", "benitez", 1, 6),
        lost("dorado", "brigade_3_1"),
        lost("cardenas", "brigade_2_1"),
        lost("benitez", "brigade_1_1"),
    )
    away = back("dorado", "brigade_3_2", "police_precinct_1")
    assert fought(start, 1, SQUARE, *draw) == []
    assert fought(start, 1, SQUARE, *draw, away) == ["15.g"]
    two = (draw[0], draw[1], draw[3], draw[4])
    other = back("cardenas", "brigade_2_2", "market")
    free = started(MEETING | {"police_1": "hills"})
    assert fought(free, 1, SQUARE, *two, other, away) == []
    assert fought(free, 1, SQUARE, *two, away, other) == ["15.e"]
    corner = "police_precinct_3"
    shut = started(
        {"brigade_1_1": corner, "brigade_3_1": corner, "brigade_3_2": corner, "police_3": "slums"}
        | {"palace_guard_1": "market", "brigade_2_1": "train_station"}
    )
    shots = (fire("benitez", "dorado", 1, 6), lost("dorado", "brigade_3_1"))
    gone = Event("loss", "dorado", ("brigade_3_2",), way="no_room")
    assert fought(shut, 1, corner, *shots, gone) == []
    absent = shut._replace(away=frozenset({"cardenas"}))
    assert fought(absent, 1, corner, *shots, gone) == ["15.f"]


def test_15_who_has_retreated_is_out_of_it() -> None:
    start = started(MEETING | {"palace_guard_1": "market", "brigade_2_3": "market"})
    shots = (fire("benitez", "dorado", 1, 6), lost("dorado", "brigade_3_1"))
    fled = back("dorado", "brigade_3_2", "market")
    enter = Event("let_in", "aranda", place="market", target="dorado")
    enter_too = enter._replace(who="cardenas")
    events = (
        Event("battle_step"),
        Event("declare", "aranda", place="market"),
        Event("declare", "benitez", place=SQUARE),
        Event("battle", place=SQUARE),
        *(one._replace(place=SQUARE) for one in shots),
        enter,
        enter_too,
        fled,
        Event("battle_end", place=SQUARE),
        Event("battle", place="market"),
    )
    end = Event("battle_end", place="market")
    again = fire("aranda", "cardenas", 1, 2)._replace(place="market")
    assert tried(start, 1, *events, again, end) == []
    assert tried(start, 1, *events, again._replace(target="dorado"), end) == ["15.g"]
    assert tried(start, 1, *events, again._replace(who="dorado"), end) == ["15.g"]
    dead = lost("dorado", "brigade_3_2")
    assert tried(start, 1, *events, again, dead, end) == ["15.g"]
