"""Set-ups, phases, moves and ends made by hand, and the clauses that forbid them."""

from __future__ import annotations

from tests.junta_reference.bench import MEETING, SQUARE, fire, fought, moved, started, tried
from tests.junta_reference.judge import judge
from tests.junta_reference.record import Event, Start


def at_start(start: Start) -> list[str]:
    return [clause for index, clause in judge(start, []) if index < 0]


def test_1_the_set_up() -> None:
    assert at_start(started()) == ["2.e"]
    assert at_start(started(cousin="general_1")) == ["2.e"]
    parliament = {f"police_{n}": "parliament" for n in range(1, 5)}
    assert at_start(started(parliament, forced=True)) == ["2.e"]
    assert at_start(started(parliament)) == ["1.b", "2.e"]
    assert at_start(started(forced=True)) == ["1.b", "2.e"]
    assert at_start(started({"brigade_2_4": "market"})) == ["1.a", "2.e"]
    assert at_start(started({"palace_guard_1": ""})) == ["1.c", "2.e"]
    assert at_start(started({"police_1": ""})) == ["1.c", "2.e"]
    assert at_start(started({"students_1": "university/aranda"})) == ["1.a", "2.e"]
    assert at_start(started({"marines_1": "/aranda"})) == ["6.c", "2.e"]
    offices = dict.fromkeys(started().offices, "benitez")
    assert "1.a" in at_start(started()._replace(offices=offices))


def test_2_phases_follow_each_other() -> None:
    start, step = started(), Event("battle_step")
    assert tried(start, 3) == []
    assert tried(start, 6, Event("battle_step"), Event("phase", number=7))[0] == "2.a"
    assert tried(start, 0, Event("phase", number=1))[0] == "2.a"
    assert tried(start, 0, step, step) == ["2.b"]
    assert tried(start, 0, step, Event("phase", number=2))[0] == "2.d"
    assert tried(start, 1, Event("agree", way="rebels")) == ["2.e", "17.g", "17.g"]


def test_3_who_acts_in_the_rebellion_phase_is_a_rebel() -> None:
    start, march = started(), moved("benitez", "brigade_1_1", "puerto_del_sur")
    assert tried(start, 0, march, Event("flip", "benitez")) == []
    assert tried(start, 0, march) == ["3.h", "3.d"]
    assert tried(start, 0, Event("flip", "dorado")) == ["3.b"]
    assert tried(start, 0, Event("flip", "benitez"), Event("flip", "benitez")) == ["3.f"]
    assert tried(start, 0, Event("flip", "aranda")) == ["3.g"]
    assert tried(start, 0, moved("aranda", "palace_guard_1", "hills")) == ["3.c"]
    assert tried(start, 1, moved("aranda", "palace_guard_1", "hills")) == []
    late = moved("cardenas", "brigade_2_1", "government_quarter")
    both = (Event("flip", "benitez"), Event("flip", "cardenas"))
    assert tried(start, 0, march, late, *both) == []
    assert tried(start, 0, late, march, *both) == ["3.a"]


def test_3_firing_in_the_rebellion_phase() -> None:
    start = started(MEETING)
    shot = (fire("benitez", "dorado", 1, 2), fire("dorado", "benitez", 1, 3))
    rebels = (Event("flip", "benitez"), Event("flip", "dorado"))
    assert fought(start, 0, SQUARE, *shot) == ["3.h", "3.d", "3.d", "3.h"]
    assert fought(start, 0, SQUARE, *shot, *rebels) == []
    assert fought(start, 1, SQUARE, *shot) == []


def test_3_firing_at_the_palace_guard_whoever_controls_it() -> None:
    guarded = {"palace_guard_1": f"{SQUARE}/dorado", "palace_guard_2": SQUARE}
    start = started(MEETING | guarded)
    for target in ("dorado", "aranda"):
        shot = fire("cardenas", target, 1, 2)
        assert fought(start, 2, SQUARE, shot) == ["3.e", "3.h"]
        assert fought(start, 2, SQUARE, shot, Event("flip", "cardenas")) == []
    assert fought(start, 2, SQUARE, fire("aranda", "dorado", 1, 2)) == []
    assert fought(start, 2, SQUARE, fire("cardenas", "benitez", 1, 2)) == []


def test_4_the_absent_do_not_count() -> None:
    start = started(MEETING, away="dorado")
    assert fought(start, 1, SQUARE, fire("benitez", "dorado", 1, 2)) == ["4.a"]
    assert fought(start, 1, SQUARE, fire("dorado", "benitez", 1, 2))[0] == "4.a"
    alone = started({"brigade_3_1": SQUARE, "brigade_1_1": SQUARE}, away="dorado")
    assert fought(alone, 1, SQUARE) == ["10.a", "10.a"]
    home = moved("dorado", "brigade_3_3", "hills")
    assert tried(start, 2, home) == ["4.a"]
    assert tried(start, 2, Event("return", "dorado"), home) == []
    assert tried(start, 2, Event("return", "benitez")) == ["4.b"]
    cousin = started(MEETING, away="dorado", cousin="general_3")
    assert fought(cousin, 1, SQUARE, fire("benitez", "aranda", 1, 2)) == []


def test_5_one_space_to_one_adjacent_space() -> None:
    start = started({"brigade_1_1": "market", "brigade_1_2": "market"})
    first = moved("benitez", "brigade_1_1", "university")
    assert tried(start, 1, first, moved("benitez", "brigade_1_2", "university")) == []
    assert tried(start, 1, first, moved("benitez", "brigade_1_2", "central_bank")) == ["5.c"]
    assert tried(start, 1, first, moved("benitez", "brigade_1_3", "puerto_del_sur")) == ["5.b"]
    assert tried(start, 1, first, moved("benitez", "brigade_1_1", "slums")) == ["5.d"]
    assert tried(start, 1, moved("benitez", "brigade_1_1", "parliament")) == ["5.d"]


def test_5_the_first_mover_wanders_left() -> None:
    start = started()
    benitez = moved("benitez", "brigade_1_1", "puerto_del_sur")
    cardenas = moved("cardenas", "brigade_2_1", "government_quarter")
    dorado = moved("dorado", "brigade_3_1", "hills")
    assert tried(start, 1, cardenas, dorado, benitez) == []
    assert tried(start, 1, benitez, cardenas) == ["5.a"]
    assert tried(start, 2, dorado, benitez, cardenas) == []
    assert tried(start, 2, cardenas, dorado) == ["5.a"]
    assert tried(started(away="cardenas"), 1, dorado, benitez) == []


def test_5_the_cousin_moves_in_the_turn_of_the_office() -> None:
    start = started(cousin="general_3")
    cousin = moved("aranda", "brigade_3_1 brigade_3_2", "hills", "cousin")
    own = moved("aranda", "palace_guard_1", "parliament")
    late = moved("benitez", "brigade_1_1", "puerto_del_sur")
    assert tried(start, 1, cousin, own, late) == []
    assert tried(start, 1, late, cousin) == ["5.e"]
    assert tried(start, 1, cousin, moved("aranda", "brigade_3_3", "hills", "cousin")) == ["5.e"]
    assert tried(start, 1, moved("aranda", "palace_guard_1", "hills", "cousin")) == ["5.e"]
    assert tried(start, 0, cousin) == ["3.c"]
    assert tried(start, 1, moved("dorado", "brigade_3_1", "hills")) == ["6.c"]


def test_5_the_helicopter() -> None:
    start = started({"helicopter_1": "market/benitez", "brigade_1_1": "university"})
    rides = moved("benitez", "helicopter_1 brigade_1_1", "slums", "helicopter")
    comes = moved("benitez", "helicopter_1", "university", "helicopter")
    on = moved("benitez", "helicopter_1", "train_station", "helicopter")
    assert tried(start, 1, comes, rides, moved("benitez", "brigade_1_2", "puerto_del_sur")) == []
    assert tried(start, 1, comes, rides, on) == ["5.f"]
    assert tried(start, 1, comes, rides, moved("benitez", "brigade_1_1", "university")) == ["5.d"]
    assert tried(start, 1, moved("benitez", "helicopter_1", "hills", "helicopter")) == ["5.f"]
    assert tried(start, 1, rides) == ["5.g"]
    given = Event("transfer", "benitez", ("helicopter_1",), target="cardenas")
    assert tried(start, 1, comes, given, rides._replace(who="cardenas"))[0] == "6.c"
    taken = moved("cardenas", "helicopter_1", "train_station", "helicopter")
    assert tried(start, 2, given, taken, comes._replace(who="cardenas", place="university")) == []
    assert tried(start, 3, comes, given, taken) == ["6.b"]
    assert tried(start, 1, moved("benitez", "brigade_1_1", "market", "helicopter")) == ["5.g"]
    again = moved("benitez", "helicopter_1 brigade_1_1", "train_station", "helicopter")
    assert tried(start, 1, comes, rides, again) == ["5.g", "5.d"]


def test_6_transfers() -> None:
    start, went = started(), moved("cardenas", "brigade_2_1", "government_quarter")
    given = Event("transfer", "cardenas", ("brigade_2_1", "brigade_2_2"), target="benitez")
    assert tried(start, 1, went, given, moved("benitez", "brigade_2_2", "embassy_north")) == []
    assert tried(start, 1, went, given, moved("benitez", "brigade_2_1", "parliament")) == ["6.b"]
    assert tried(start, 1, given, went) == ["6.c"]
    assert tried(start, 1, Event("battle_step"), given) == ["6.a"]
    assert tried(start, 1, given, given) == ["6.c"]
    assert tried(start, 1, given._replace(target="nobody")) == ["6.c"]
    assert tried(started(away="benitez"), 1, given) == ["6.a"]
    assert tried(start, 1, went._replace(who="nobody")) == ["6.c"]


def test_7_landings() -> None:
    start = started()
    shore = Event("land", "benitez", ("marines_1",), "waterfront")
    assert tried(start, 0, shore) == []
    assert tried(start, 1, shore, moved("benitez", "marines_1", "embassy_south")) == []
    assert tried(start, 1, shore._replace(place="market")) == ["7.b"]
    assert tried(start, 1, shore, shore) == ["7.c"]
    assert tried(start, 1, shore._replace(who="dorado")) == ["7.d"]
    assert tried(start, 1, moved("benitez", "marines_1", "waterfront")) == ["7.b"]
    jump = Event("land", "cardenas", ("paratroopers_1",), "hills")
    assert tried(start, 1, jump) == []
    assert tried(start, 1, jump._replace(place="harbor")) == ["7.a"]


def test_8_new_units() -> None:
    start, names = started(), tuple(f"students_{n}" for n in range(1, 5))
    card = Event("bring", "cardenas", names, "university", way="student_protest")
    march = moved("cardenas", " ".join(names), "slums")
    assert tried(start, 1, card, march) == []
    before = moved("cardenas", "brigade_2_1", "government_quarter")
    assert tried(start, 1, before, card, march) == ["8.b"]
    assert tried(start, 1, card, before, march) == ["5.b"]
    assert tried(start, 1, card._replace(units=names[1:])) == ["8.a"]
    assert tried(start, 1, card._replace(place="slums")) == ["8.a"]
    assert tried(start, 1, card._replace(way="slum_riots")) == ["8.a"]
    helicopter = Event("bring", "cardenas", ("helicopter_1",), "brigade_2_base", way="helicopter")
    assert tried(start, 1, helicopter) == []
    assert tried(start, 1, helicopter._replace(place="market")) == ["8.a"]
    assert tried(start, 1, Event("battle_step"), card) == ["2.c"]


def test_9_the_police_react_to_rebels_in_the_rebellion_phase() -> None:
    start, names = started(), tuple(f"agitators_{n}" for n in range(1, 5))
    riots = Event("bring", "benitez", names, "slums", way="slum_riots")
    police = moved("dorado", "police_1", "slums", "reaction")
    more = moved("dorado", "police_2", "slums", "reaction")
    assert tried(start, 0, riots, police, more) == []
    assert tried(start, 0, riots, police, Event("flip", "dorado")) == ["3.b"]
    assert tried(start, 0, riots, police._replace(place="market")) == ["9.b"]
    assert tried(start, 1, riots, police) == ["9.c"]
    loyal = riots._replace(who="cardenas")
    assert tried(start, 0, loyal, police) == ["9.a"]
    went = moved("cardenas", "brigade_2_1", "government_quarter")
    assert tried(start, 0, went, loyal, police, Event("flip", "cardenas")) == []
    assert tried(start, 0, police) == ["9.a"]
    assert tried(start, 0, riots, police._replace(who="cardenas")) == ["6.c"]


def test_16_exile() -> None:
    start = started({"brigade_2_1": "embassy_north"})
    assert tried(start, 1, Event("exile", "cardenas")) == []
    assert tried(start, 1, Event("exile", "dorado")) == ["16.c"]
    assert tried(start, 1, Event("battle_step"), Event("exile", "cardenas")) == []
    went = moved("cardenas", "brigade_2_1", "hills")
    assert tried(start, 1, Event("exile", "cardenas"), went) == ["4.a"]


def ended(start: Start, rebels: str, result: str, order: str = "") -> list[str]:
    """A coup in which nothing happens, and then all choose."""
    names = (order or "benitez cardenas dorado aranda").split()
    quiet = [e for n in range(7) for e in (Event("phase", number=n), Event("battle_step"))]
    sides = [Event("side", f, way="rebels" if f in rebels else "president") for f in names]
    found = judge(start, [*quiet, *sides, Event("result", way=result)])
    return [clause for index, clause in found if index >= 0]


def test_17_three_power_centres() -> None:
    centres = {
        "brigade_1_1": "central_bank",
        "brigade_1_2": "parliament",
        "brigade_2_1": "train_station",
    }
    assert ended(started(centres), "benitez cardenas", "rebels") == []
    assert ended(started(centres), "benitez cardenas", "president") == ["17.e"]
    assert ended(started(centres), "benitez", "president") == []
    shared = centres | {"brigade_3_1": "parliament"}
    assert ended(started(shared), "benitez cardenas", "president") == []
    assert ended(started(shared), "benitez cardenas dorado", "rebels") == []
    others = "benitez cardenas aranda"
    assert ended(started(shared, away="dorado"), "benitez cardenas", "rebels", others) == []


def test_17_who_chooses_when() -> None:
    start = started()
    assert ended(start, "", "president", "aranda benitez cardenas dorado")[0] == "17.a"
    assert ended(start, "", "president", "benitez cardenas dorado") == ["17.a"]
    assert ended(start, "aranda", "president") == ["17.b"]
    led = "aranda cardenas dorado"
    assert ended(started(away="benitez"), "", "president", led) == []
    assert ended(start, "", "rebels") == ["17.e"]
    quiet = [e for n in range(7) for e in (Event("phase", number=n), Event("battle_step"))]
    sides = [Event("side", f, way="president") for f in ("benitez", *led.split()[1:], "aranda")]
    assert [clause for _, clause in judge(start, [*quiet, *sides])] == ["17.e"]
    assert [clause for _, clause in judge(start, quiet)] == ["17.a"]
    unsaid = [*quiet, Event("result", way="president")]
    assert [clause for _, clause in judge(start, unsaid)] == ["17.a"]
    assert tried(start, 2, Event("battle_step"), Event("side", "benitez", way="rebels"))[0] == (
        "17.a"
    )
