"""Shock Combat on paper: one round as it must be, and one mistake at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged

SQUARE = "W-D8"


class Brawl:
    """A Trained Crowd (6) has gone to a Reserve squad (3)."""

    def __init__(self, game: Game) -> None:
        self.street = Street(game, "ii-4", "mob_shock")
        self.crowd = self.street.put(SQUARE, "trained_crowd")
        self.squad = self.street.put(SQUARE, "reserve")
        self.friend = self.street.put("W-C8", "line")
        self.street.begin({"el_mob": 1, "el_police": 1})

    def round(self, ours: int, theirs: int, **deeds: str) -> None:
        """Announce a round and roll for both."""
        self.street.fight(SQUARE, **deeds)
        self.street.roll("mob", ours)
        self.street.roll("police", theirs)

    def back(self, *cells: str, plus: int = 1, check: bool = True) -> None:
        """The squad retreats over some squares and checks."""
        for cell in cells:
            self.street.drag(self.squad, cell)
        if check:
            self.street.check(self.squad, 1, plus)


def _right(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9")


def _both_results(brawl: Brawl) -> None:
    brawl.round(4, 4)
    brawl.back("W-C9")
    brawl.street.check(brawl.crowd, 1)


def _two_squares(brawl: Brawl) -> None:
    brawl.round(5, 1)
    brawl.back("W-C9", "W-C10")


def _skipped(brawl: Brawl) -> None:
    brawl.street.mark(brawl.friend, "fires")


def _broken_off(brawl: Brawl) -> None:
    brawl.round(1, 1)
    brawl.street.check(brawl.squad, 1)


def _stays(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.street.check(brawl.squad, 1, 1)


def _unchecked(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9", check=False)
    brawl.street.suppress(brawl.squad)
    brawl.street.suppress(brawl.squad, on=False)
    brawl.street.check(brawl.friend, 1)


def _too_short(brawl: Brawl) -> None:
    brawl.round(5, 1)
    brawl.back("W-C9")


def _too_far(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9", "W-C10")


def _to_friends(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C8")


def _upstairs(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-D9@1")


def _without_the_point(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9", plus=0)


def _winner_leaves(brawl: Brawl) -> None:
    brawl.round(4, 4)
    brawl.back("W-C9")
    brawl.street.drag(brawl.crowd, "W-D7")
    brawl.street.check(brawl.crowd, 1, 1)


def _winner_fights_on(brawl: Brawl) -> None:
    _both_results(brawl)
    brawl.street.drag(brawl.crowd, "W-C8")


def _winner_unchecked(brawl: Brawl) -> None:
    brawl.round(4, 4)
    brawl.back("W-C9")


def _leaves_for_nothing(brawl: Brawl) -> None:
    brawl.round(2, 1)
    brawl.back("W-C9")


def _doubled(brawl: Brawl) -> None:
    brawl.round(4, 1, mob="doubled")
    brawl.back("W-C9", "W-C10")


def _one_die(brawl: Brawl) -> None:
    brawl.street.fight(SQUARE)
    brawl.street.roll("mob", 4)
    brawl.street.check(brawl.squad, 1)


def _failed(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9", check=False)
    brawl.street.check(brawl.squad, 4, 1, apply=False)


def _killed(brawl: Brawl) -> None:
    brawl.round(4, 1)
    brawl.back("W-C9", check=False)
    brawl.street.check(brawl.squad, 6, 1, apply=False)


def _bystander_lost(brawl: Brawl) -> None:
    _right(brawl)
    brawl.street.lose(brawl.friend)


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (_right, ""),
        (_both_results, ""),
        (_two_squares, ""),
        (_skipped, "3.0.h"),
        (_broken_off, "5.4.1.c"),
        (_stays, "5.4.1.e"),
        (_unchecked, "5.4.3.b"),
        (_too_short, "5.4.3.a"),
        (_too_far, "5.4.3.a"),
        (_to_friends, "5.4.3.e"),
        (_upstairs, "5.4.3.k"),
        (_without_the_point, "5.1.h"),
        (_winner_leaves, "5.4.1.f"),
        (_winner_unchecked, "5.4.1.f"),
        (_leaves_for_nothing, "5.4.1.a"),
        (_doubled, "6.7.M2"),
        (_winner_fights_on, "4.0.h"),
        (_one_die, "5.4.1.a"),
        (_failed, "5.1.c"),
        (_killed, "5.1.d"),
        (_bystander_lost, "5.1.d"),
    ],
)
def test_a_round(
    civil_power: Game, reported: Reported, play: Callable[[Brawl], None], clause: str
) -> None:
    brawl = Brawl(civil_power)
    play(brawl)
    brawl.street.phase("mob_recovery")
    assert judged(brawl.street, reported)[:1] == ([clause] if clause else [])


@pytest.mark.parametrize(("up", "clauses"), [(False, []), (True, ["4.2.d"])])
def test_levels_fight_apart(
    civil_power: Game, reported: Reported, up: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_shock")
    street.put("W-D9", "shotgun_punk")
    squad = street.put("W-D9", "reserve", up=up)
    street.begin({"el_mob": 1, "el_police": 1})
    street.fight("W-D9")
    street.roll("mob", 1)
    street.roll("police", 1)
    street.phase("mob_recovery")
    assert squad
    assert [one for one in judged(street, reported) if one != "5.4.1.c"] == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-D7", []), ("W-E7", ["5.4.2.b"])])
def test_the_way_out_after_a_surge(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    brawl = Brawl.__new__(Brawl)
    brawl.street = Street(civil_power, "ii-4", "mob_shock")
    brawl.crowd = brawl.street.put(SQUARE, "trained_crowd")
    other = brawl.street.put(SQUARE, "untrained_crowd")
    brawl.squad = brawl.street.put(SQUARE, "reserve")
    brawl.street.begin({"el_mob": 1, "el_police": 1})
    brawl.round(3, 1, mob="surges")
    brawl.back("W-C9")
    brawl.street.drag(other, cell)
    brawl.street.phase("mob_recovery")
    assert judged(brawl.street, reported) == clauses


@pytest.mark.parametrize(("dice", "clauses"), [((), ["5.4.1.h"]), ((1,), [])])
def test_who_does_not_give_way_rolls(
    civil_power: Game, reported: Reported, dice: tuple[int, ...], clauses: list[str]
) -> None:
    brawl = Brawl(civil_power)
    brawl.street.fight(SQUARE, police="retreats")
    for die in dice:
        brawl.street.roll("mob", die)
    brawl.back("W-C9")
    brawl.street.phase("mob_recovery")
    assert judged(brawl.street, reported) == clauses


@pytest.mark.parametrize(("cells", "clauses"), [(("W-C9",), []), (("W-C9", "W-C10"), ["5.4.1.h"])])
def test_who_gives_way_goes_one_square(
    civil_power: Game, reported: Reported, cells: tuple[str, ...], clauses: list[str]
) -> None:
    brawl = Brawl(civil_power)
    brawl.street.fight(SQUARE, police="retreats")
    brawl.street.roll("mob", 1)
    brawl.back(*cells)
    brawl.street.phase("mob_recovery")
    assert judged(brawl.street, reported) == clauses


@pytest.mark.parametrize(("die", "clauses"), [(1, []), (4, ["5.4.3.b"])])
def test_who_gives_way_need_not_check_without_a_result(
    civil_power: Game, reported: Reported, die: int, clauses: list[str]
) -> None:
    """5.4.3 asks those for a check who must retreat."""
    street = Street(civil_power, "ii-4", "mob_shock")
    crowd, squad = street.put(SQUARE, "untrained_crowd"), street.put(SQUARE, "reserve")
    street.begin({"el_mob": 1, "el_police": 1})
    street.fight(SQUARE)
    street.roll("mob", 2)
    street.roll("police", 2)
    street.check(squad, 1)
    street.check(crowd, 1)
    street.fight(SQUARE, 2, police="retreats")
    street.drag(squad, "W-C9")
    street.roll("mob", die)
    street.phase("mob_recovery")
    assert judged(street, reported) == clauses


@pytest.mark.parametrize(
    ("lone", "friend", "fate", "clauses"),
    [
        ("mob_sniper", "", "flees", ["6.3.b"]),
        ("agitator", "", "flees", ["6.4.c"]),
        ("mob_sniper", "", "lost", []),
        ("agitator", "", "lost", []),
        ("mob_sniper", "untrained_crowd", "flees", []),
    ],
)
def test_who_is_alone_with_police_does_not_fight(
    civil_power: Game, reported: Reported, lone: str, friend: str, fate: str, clauses: list[str]
) -> None:
    """A round is rolled, and he retreats like a Group instead of being eliminated."""
    street = Street(civil_power, "ii-4", "police_shock")
    unit, squad = street.put(SQUARE, lone), street.put(SQUARE, "tactical")
    crowd = street.put(SQUARE, friend) if friend else ""
    street.begin({"el_mob": 3, "el_police": 1})
    street.fight(SQUARE)
    street.roll("mob", 1)
    street.roll("police", 4)
    for key in (one for one in (unit, crowd) if one):
        if fate == "lost":
            street.lose(key)
            continue
        street.drag(key, "W-D7")
        if lone != "agitator":
            street.check(key, 1, 1)
    street.phase("police_recovery")
    assert squad
    assert judged(street, reported) == clauses


@pytest.mark.parametrize("said", [True, False])
def test_a_later_round_of_doubled_shock(civil_power: Game, said: bool) -> None:
    """6.7: who doubled in the first round need not say so again."""
    brawl = Brawl.__new__(Brawl)
    brawl.street = Street(civil_power, "ii-4", "mob_shock")
    brawl.crowd = brawl.street.put(SQUARE, "untrained_crowd")
    brawl.squad = brawl.street.put(SQUARE, "line")
    brawl.street.begin({"el_mob": 2, "el_police": 1})
    deeds = {"mob": "doubled"} if said else {}
    brawl.street.fight(SQUARE, **deeds)
    brawl.street.roll("mob", 1)
    brawl.street.roll("police", 1)
    brawl.street.check(brawl.crowd, 1)
    brawl.street.check(brawl.squad, 1)
    brawl.street.fight(SQUARE, 2)
    brawl.street.roll("mob", 4)
    brawl.street.roll("police", 1)
    brawl.street.check(brawl.crowd, 1)
    brawl.back("W-C9")
    brawl.street.phase("mob_recovery")
    assert (brawl.street.clauses() == []) == said
