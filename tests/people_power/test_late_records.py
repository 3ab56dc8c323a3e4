"""Records that come right only later or elsewhere: other turns, other cards, other orders.

The notation is that of `test_sloppy_records`.
"""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.sequence import orders
from modgen_rules.people_power.reading.sequence import CLAUSES
from tests.accuracy.cases import Bench
from tests.fast_share import every_nth_fast
from tests.people_power.test_sloppy_records import (
    CARD,
    FIVE,
    RALLY,
    RECRUIT,
    RECRUIT_TWICE,
    TRAIN,
    TWICE,
    Sloppy,
    both,
    judged,
    lines,
    written,
)

NPA_PASSES, REFORMERS_PASS, GOV_PASSES = (
    lines("npa+1", "npa > pass"),
    lines("reformers+1", "reformers > pass"),
    lines("gov+3", "gov > pass"),
)
CHARM = lines("gov-2", "zamboanga: troops+2", "patronage-1")
RECORDS = [
    *both("tracks of three turns at the end, two of them in one space",
          lines("card 30", "reformers says op_sa persuade convert: manila", "manila: underground-1",
                "manila: police-1", "manila: activist+1", "reformers > 1_op_sa",
                "gov says op_only roundup: manila", "manila: activist-1", "manila: activist-1",
                "gov > 2_op_only", "npa > pass", "reformers-1", "patronage-1", "gov-2", "aid-1",
                "npa+1", "card 21"),
          gov=("manila: activist-1\ngov > 2", "manila: activist-2\ngov > 2", "3.2.3.c")),
    Sloppy("a cube too many that had left its space on the card before",
           lines("card 30", "manila: underground-1", "manila: police-1 activist+1", "reformers-1",
                 "patronage-1", "reformers > 1_op_sa", GOV_PASSES, NPA_PASSES, "card 22",
                 NPA_PASSES, "gov-2", "manila: troops+3", "manila: police+1", "manila: troops+1",
                 "gov > 1_op_only", "card 23"), {"gov": "3.2.1.c"}),
    *both("pieces of an Event and a late flip without cylinders",
          lines("card 16", "npa rolls 1", "northern_luzon: underground+1",
                "northern_luzon: underground-1 active+1", "npa-1", "northern_luzon: troops-2",
                "npa > 1_op_only", "card 21")),
    *both("a Pass without a cylinder is paid on the next card",
          lines(CARD, "npa says op_only rally: southern_luzon", "southern_luzon: underground+1",
                "npa-1", "reformers says pass", "reformers+1", "gov says pass", "card 21",
                "npa says op_only rally: southern_luzon", "southern_luzon: underground+1", "gov+3",
                "npa-1", "reformers says pass", "reformers+1", "gov says pass", "gov+3",
                "card 22"),
          npa=("gov+3\nnpa-1", "gov+5\nnpa-1", "")),
    *both("dice that were typed after a crash",
          lines(CARD, "npa rolls 2", "western_mindanao: underground-2 active+2",
                "western_mindanao: troops-1 police-1", "npa-1", "npa > 1_op_only",
                REFORMERS_PASS, GOV_PASSES, "card 24", REFORMERS_PASS, GOV_PASSES, "card 16",
                "npa says op_only attack: davao", "npa writes *** Red die = 1 ***", "npa-1",
                "davao: underground-1 active+1", "davao: underground+1", "davao: troops-1 police-1",
                "npa > 1_op_only", GOV_PASSES, REFORMERS_PASS, "card 21"),
          npa=("*** Red die = 1 ***", "*** Red die = 5 ***", "3.4.3")),
    *both("a die that falls while another Faction acts",
          lines("card 3", "gov says limop train: zamboanga", "zamboanga: troops+2", "npa rolls 2",
                "gov-2", "gov > limop", "western_mindanao: underground-2 active+2",
                "western_mindanao: troops-1 police-1", "npa-1", "npa > 1_op_only", REFORMERS_PASS,
                "card 21"),
          npa=("npa rolls 2", "npa rolls 6", "3.4.3")),
    Sloppy("a Pass that is announced in turn, and marked and paid after the next Faction",
           lines("card 7", GOV_PASSES, "reformers says pass", RALLY, "npa > 1_op_only",
                 "reformers > pass", "reformers+1", "card 21"), {}),
    Sloppy("a Pass paid before its turn, in a log without cylinders",
           lines(CARD, "reformers+1", RALLY, TRAIN, "card 21"), {}),
    Sloppy("a Pass paid before its turn, where other cylinders are moved",
           lines(CARD, "reformers+1", RALLY, "npa > 1_op_only", TRAIN, "gov > limop", "card 21"),
           {"reformers": "2.3.2.a"}),
    Sloppy("an Assault without cubes",
           lines("card 13", "npa rolls 2", "western_mindanao: underground-2 active+2",
                 "western_mindanao: troops-1 police-1", "npa-1", "npa > 1_op_only",
                 "western_mindanao: active-1", "gov-2", "gov > 2_op_sa", REFORMERS_PASS,
                 "card 21"), {"gov": "3.2.4.a"}),
    *both("a payment put right two cards later",
          lines(CARD, NPA_PASSES, "visayas: activist+1", "reformers-4", "reformers > 1_op_only",
                GOV_PASSES, "card 21", NPA_PASSES, GOV_PASSES, "card 22", "reformers+3",
                NPA_PASSES, REFORMERS_PASS, GOV_PASSES, "card 23")),
    *both("two tracks put right one after the other",
          lines(CARD, NPA_PASSES, REFORMERS_PASS, CHARM, "zamboanga: support", "aid-1",
                "gov > 1_op_sa", "card 21", NPA_PASSES, "aid+4", "reformers+5",
                "reformers > pass", "card 22", "reformers-4", NPA_PASSES, REFORMERS_PASS,
                GOV_PASSES, "card 23"),
          gov=("aid+4\n", "", "4.2.3.b")),
    *both("a Guerrilla put into its space on the next card",
          lines(CARD, "npa moves guerrilla available manila", "npa-1", "npa > 1_op_only",
                REFORMERS_PASS, GOV_PASSES, "card 21",
                "npa moves guerrilla manila southern_luzon", REFORMERS_PASS, GOV_PASSES,
                "card 22")),
    *both("a cylinder moved for the card before amid the turn of another Faction",
          lines(CARD, NPA_PASSES, REFORMERS_PASS, TRAIN, "card 21", "southern_luzon: underground+1",
                "gov > 1_op_only", "gov > ineligible", "npa-1", "npa > 1_op_only",
                REFORMERS_PASS),
          gov=("troops+2", "troops+4 police+1", "3.2.1.c"),
          npa=("underground+1", "underground+2", "3.4.1.b")),
    *both("a cylinder put straight into the Ineligible box when the next card lies there",
          lines(CARD, NPA_PASSES, REFORMERS_PASS, TRAIN, "card 21", "gov > ineligible", RALLY,
                "npa > 1_op_only", REFORMERS_PASS),
          gov=("troops+2", "troops+4 police+1", "3.2.1.c"),
          npa=("underground+1", "underground+2", "3.4.1.b")),
    *both("the next card turned over before the last Faction has acted",
          lines(CARD, RALLY, "npa > 1_op_only", REFORMERS_PASS, "card 21 early", TRAIN,
                "gov > limop", "adjust", RECRUIT, "reformers > 1_op_only", GOV_PASSES, "card 22"),
          gov=("troops+2", "troops+4 police+1", "3.2.1.c"),
          reformers=("visayas: activist+1", "visayas: activist+2", "3.3.1.b")),
    Sloppy("a Faction that does not act, and the next card's turns before cylinders are adjusted",
           lines(CARD, RALLY, "npa > 1_op_only", REFORMERS_PASS, "card 21 early", RECRUIT,
                 "reformers > 1_op_only", "adjust", "gov+3", "gov > pass", "card 22"),
           {"gov": "2.3.a", "reformers": "2.3.6.b"}),
    *both("cylinders that never go to the box of an option",
          lines(CARD, RALLY, "npa > ineligible", RECRUIT, TRAIN, "reformers > ineligible",
                "card 21", "gov+3"),
          gov=("troops+2", "troops+4 police+1", "3.2.1.c")),
    Sloppy("Resources given back in the turn of a Faction that breaks a rule",
           lines(CARD, NPA_PASSES, "visayas: activist+1", "reformers-2", "reformers > limop",
                 GOV_PASSES, "card 21", "reformers+1", TWICE, "npa > 1_op_only", REFORMERS_PASS,
                 GOV_PASSES, "card 22"), {"npa": "3.4.1.b"}),
    Sloppy("two Special Activities of which one does not go with the Operation",
           lines(CARD, "npa-1", "western_mindanao: underground-1 active+1 troops-1 police-1",
                 "western_mindanao: underground+1", "central_mindanao: underground-1 active+1",
                 "npa+1", "npa > 1_op_sa", REFORMERS_PASS, GOV_PASSES, "card 21"),
           {"npa": "4.1.e"}),
    *both("a die that does not count",
          lines(CARD, "npa rolls 5", "npa writes ignore that one", "npa rolls 1",
                "western_mindanao: underground-2 active+2 troops-1 police-1",
                "western_mindanao: underground+1", "npa-1", "npa > 1_op_only", "card 21"),
          npa=("npa rolls 1", "npa rolls 4", "3.4.3.c")),
    Sloppy("a Guerrilla put into its space three cards later",
           lines(CARD, "cebu: underground+1", "npa-1", "npa > 1_op_only", REFORMERS_PASS,
                 GOV_PASSES, "card 21", REFORMERS_PASS, GOV_PASSES, "card 22", NPA_PASSES,
                 REFORMERS_PASS, GOV_PASSES, "card 23", NPA_PASSES, REFORMERS_PASS, "gov+3",
                 "npa moves guerrilla cebu southern_luzon", "gov > pass", "card 24"), {}),
    Sloppy("an Event carried out twice, with an alignment that was set on the card before",
           lines("card 7", TRAIN, "cebu: neutral", "aid-1", "patronage+4", "gov > 1_op_sa",
                 REFORMERS_PASS, "npa says event_shaded", "cebu: opposition",
                 "davao: opposition", "npa > 2_op_only", "card 24",
                 "reformers says event_unshaded", "cebu: neutral", "davao: neutral",
                 "reformers > 1_op_only", "card 21"), {"reformers": "5.1.a"}),
    *both("an order that only the cylinders show",
          lines(CARD, NPA_PASSES, TRAIN, RECRUIT, "reformers > 1_op_only", "gov > limop",
                "card 21"),
          gov=(lines(TRAIN, RECRUIT, "reformers > 1_op_only", "gov > limop"),
               lines(TRAIN, "gov > limop", RECRUIT, "reformers > 1_op_only"), "2.3.2.a")),
    *both("an alignment in the turn of the next player",
          lines("card 2", CHARM, "aid+3", "gov > 1_op_sa", "npa+1", "zamboanga: support",
                "npa > pass", REFORMERS_PASS, "card 21"),
          gov=("zamboanga: support", "western_mindanao: support", "4.2.3.a")),
    *both("an Event before the cylinders of two Factions",
          lines("card 9", "gov+3", "reformers+1", "gov-5", "gov > pass", "reformers > pass",
                "npa > 1_op_only", "card 21"),
          reformers=("reformers+1", "reformers+3", "2.3.4.a")),
    Sloppy("two wrong turns on the last card, cylinders first",
           lines(CARD, "npa > 1_op_only", "reformers > 2_op_sa", "gov > limop", TWICE,
                 RECRUIT_TWICE, FIVE),
           {"npa": "3.4.1.b", "reformers": "3.3.1.b", "gov": "3.2.1.c"}),
    Sloppy("a stray piece before the next player's pawns",
           lines(CARD, NPA_PASSES, RECRUIT, "cebu: police-1", "pawn white zamboanga", TRAIN,
                 "reformers > 1_op_only", "gov > limop", "card 21"),
           {"reformers": "3.1.b"}),
    Sloppy("an alignment in the Operation after a Pass",
           lines(CARD, NPA_PASSES, REFORMERS_PASS, "zamboanga: troops+2", "davao: opposition",
                 "gov-2", "gov > limop", "card 21"), {"gov": "1.6.1"}),
    Sloppy("an alignment in the Operation before a Pass",
           lines(CARD, RALLY, "cebu: opposition", "npa > 1_op_only", REFORMERS_PASS,
                 "card 21"), {"npa": "1.6.1"}),
    Sloppy("an alignment in the Operation after a Pass, cylinders first",
           lines(CARD, "npa > pass", "npa+1", "gov > limop", TRAIN, "visayas: resistance",
                 "card 21"), {"gov": "1.6.1"}),
    Sloppy("an alignment in the Operation before a Pass, cylinders first",
           lines(CARD, "npa > 1_op_only", "southern_luzon: underground+1", "davao: opposition",
                 "npa-1", "reformers > pass", "reformers+1", "card 21"), {"npa": "1.6.1"}),
    Sloppy("two changes in the Operation before a Pass",
           lines(CARD, RALLY, "northern_luzon: terror+1", "davao: opposition",
                 "npa > 1_op_only", GOV_PASSES, "card 21"), {"npa": "1.6.1"}),
    *(Sloppy(f"a Civic Action where the alignment was wrong before, {name}",
             lines(CARD, *order, "npa > 1_op_only", *civic, "gov > limop", "card 21"),
             {"npa": "1.6.1"})
      for name, order, civic in (
          ("paid step by step", (RALLY, "western_mindanao: resistance"),
           ("western_mindanao: neutral", "gov-2", "western_mindanao: police+2", "gov-2")),
          ("paid at the end", ("western_mindanao: opposition", RALLY),
           ("western_mindanao: police+2", "western_mindanao: neutral", "gov-4")))),
    *both("an Ineligible Faction's cylinder lifted and put back",
          lines(CARD, RALLY, "npa > 1_op_only", REFORMERS_PASS, GOV_PASSES, "card 21", "npa > pass",
                "npa > ineligible", RECRUIT, "npa > limop", "npa > ineligible",
                "reformers > 1_op_only", GOV_PASSES),
          reformers=(RECRUIT, RECRUIT_TWICE, "3.3.1.b")),
    *both("three Factions' pieces in turn",
          lines(CARD, "western_mindanao: terror+1 resistance", "visayas: activist+1",
                "zamboanga: troops+2", "western_mindanao: underground-1 active+1", "gov-2",
                "reformers-1", "npa-1", "npa > 1_op_only", "reformers > 2_op_sa", "gov > limop",
                "card 21"),
          reformers=("visayas: activist+1", "visayas: activist+2", "3.3.1.b"),
          npa=("western_mindanao: terror+1 resistance", "western_mindanao: terror+1", "3.4.4.d")),
    *both("an alignment shifted by two Factions before the cylinders",
          lines("card 2", "gov-2", "zamboanga: troops+2", "davao: support", "patronage-1",
                "davao: neutral", "aid+3", "davao: terror+1", "davao: underground-1 active+1",
                "npa-1", "gov > 1_op_sa", "npa > 2_op_only", REFORMERS_PASS, "card 21")),
    *both("an Assault that is paid for at the end, beside a Pass",
          lines(CARD, "npa rolls 6", "davao: underground-1 active+1", "npa-1", "npa > 1_op_only",
                REFORMERS_PASS, GOV_PASSES, "card 21", "gov says op_only assault: davao",
                "davao: active-1", "davao: npa_base-1", "reformers > pass",
                "gov > 1_op_only", "reformers+1", "aid+5", "gov-2", "card 22"),
          gov=("davao: npa_base-1\nreformers > pass\ngov > 1_op_only\nreformers+1\naid+5",
               "reformers > pass\ngov > 1_op_only\nreformers+1", "3.2.4.d")),
    *both("Appeals that take what Recruit has just placed",
          lines(CARD, NPA_PASSES, "reformers-3", "visayas: activist+1", "davao: activist+1",
                "central_mindanao: activist+1", "davao: activist-1",
                "central_mindanao: activist-1", "reformers+4", "reformers > 1_op_sa", "card 21"),
          reformers=("reformers+4", "reformers+6", "4.3.1.b")),
    *both("one change of Patronage for two turns",
          lines("card 2", "gov-2", "zamboanga: troops+2 support", "aid+3", "gov > 1_op_sa",
                "npa says event_shaded", "patronage-3", "npa > 2_op_only", REFORMERS_PASS,
                "card 21"),
          gov=("aid+3", "aid+4", "4.2.3.b")),
    Sloppy("a Police that goes in a Rally, in a log without dice",
           lines(CARD, "npa says op_only rally: eastern_mindanao",
                 "eastern_mindanao: underground+1", "eastern_mindanao: police-1", "npa-1",
                 "npa > 1_op_only", REFORMERS_PASS, GOV_PASSES, "card 21"), {"npa": "3.4.1.b"}),
    Sloppy("Resources of the NPA taken in a Charm, and a Pass that brings too much",
           lines("card 9", CHARM, "zamboanga: support", "aid+3", "npa-2", "gov > 1_op_sa",
                 "reformers says pass", "reformers+3", "visayas: activist-1", "reformers > pass",
                 NPA_PASSES, "card 21"), {"gov": "1.4.1.c", "reformers": "2.3.4.a"}),
    Sloppy("an Assemble after which two Activists become a Base",
           lines(CARD, NPA_PASSES, "reformers-1",
                 "reformers moves activist eastern_mindanao visayas",
                 "visayas: activist-2 ref_base+1", "reformers > 1_op_only", GOV_PASSES,
                 "card 21"), {"reformers": "3."}),
    Sloppy("a Recruit and a Train that both break down",
           lines(CARD, NPA_PASSES, RECRUIT_TWICE, "cebu: police-1", "reformers > 1_op_only",
                 FIVE, "manila: ref_base-1", "gov > limop", "card 21"),
           {"reformers": "3.3.1.b", "gov": "3."}),
    Sloppy("a Pass that gives up an Activist for Resources",
           lines(CARD, NPA_PASSES, "reformers+3", "visayas: activist-1", "reformers > pass", TRAIN,
                 "gov > limop", "card 21"), {"reformers": "2.3.4.a"}),
    Sloppy("a Pass with a Charm",
           lines("card 2", "gov+3", "patronage-1", "davao: support", "gov > pass", RALLY,
                 "npa > 1_op_only", REFORMERS_PASS, "card 21"), {"gov": "2.3.4.a"}),
    Sloppy("an Activist moved in a Pass",
           lines("card 2", TRAIN, "gov > 1_op_only", "reformers says pass",
                 "visayas: activist-1", "cebu: activist+1", "reformers+1", "reformers > pass",
                 "card 21"), {"reformers": "2.3.4.a"}),
    Sloppy("cubes that Convert moves next door",
           lines(CARD, NPA_PASSES, RECRUIT, "patronage-1",
                 "reformers moves police manila northern_luzon",
                 "reformers moves police manila northern_luzon",
                 "reformers > 1_op_sa", "card 21"), {"reformers": "4.3.2"}),
    Sloppy("a Convert that the Government pays for",
           lines(CARD, NPA_PASSES, RECRUIT, "manila: police-2", "gov-1", "reformers > 1_op_sa",
                 GOV_PASSES, "card 21"), {"reformers": "4.3.2.d"}),
    Sloppy("a Protest in place of Terror",
           lines(CARD, "western_mindanao: underground-1 active+1",
                 "western_mindanao: terror+1 resistance", "npa-1", "npa > 1_op_only",
                 "western_mindanao: activist+1", "reformers-1", "reformers > limop", GOV_PASSES,
                 "card 21",
                 "reformers says op_only protest: western_mindanao", "western_mindanao: terror-1",
                 "western_mindanao: protest+1 neutral", "reformers-1", "reformers > 1_op_only",
                 GOV_PASSES, "card 22"), {"reformers": "3.3.4.a"}),
    Sloppy("Terror next door to the Guerrilla that shows itself",
           lines(CARD, "npa says op_only terror: western_mindanao",
                 "western_mindanao: underground-1 active+1", "zamboanga: terror+1 resistance",
                 "npa-1", "npa > 1_op_only", "card 21"), {"npa": "3.4.4.a"}),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("record", every_nth_fast(3, RECORDS), ids=lambda one: one.name)
def test_a_late_record(record: Sloppy, bench: Bench, reported) -> None:
    judged(record, bench, reported)


@pytest.mark.long
def test_a_guerrilla_turned_back_in_the_turn_of_another(bench: Bench) -> None:
    """1.5.3: it may have been put right, or turned over wrongly twice: both turns are suspect."""
    record = lines(
        CARD,
        RALLY,
        "davao: underground-1 active+1",
        "npa > 1_op_only",
        REFORMERS_PASS,
        GOV_PASSES,
        "card 21",
        "visayas: activist+1",
        "davao: active-1 underground+1",
        "reformers-1",
        "reformers > 1_op_only",
        GOV_PASSES,
        "card 22",
    )
    report = written(bench, record).report()
    found = [(one.actor, one.clause) for one in report.findings if one.verdict == "suspect"]
    assert found == [("NPA", "1.5.3.g"), ("Reformers", "1.5.3.g")]
    assert "illegal" not in {one.verdict for one in report.findings}


@pytest.mark.long
@pytest.mark.parametrize("space, legal", [("zamboanga", True), ("visayas", False)])
def test_cubes_of_the_wrong_kind_changed_on_the_next_card(
    space: str, legal: bool, bench: Bench
) -> None:
    """3.2.1: what takes the places of cubes that were just placed is of the Train before."""
    record = lines(
        CARD, NPA_PASSES, REFORMERS_PASS, "zamboanga: police+2", "gov-2", "gov > limop", "card 2",
        "zamboanga: police-2", f"{space}: troops+2", "gov-2",
        "gov moves police northern_luzon visayas", "gov > 1_op_only", NPA_PASSES, REFORMERS_PASS,
        "card 21",
    )  # fmt: skip
    report = written(bench, record, "zamboanga: police-2").report()
    assert legal == ("illegal" not in {one.verdict for one in report.findings})


def test_dice_that_do_not_count_are_no_attack(bench: Bench) -> None:
    record = lines(
        CARD, "npa rolls 6", "npa writes oops, ignore that one", RALLY, "npa > 1_op_only", "card 21"
    )
    assert not written(bench, record).report().findings


def test_an_ambush_that_is_only_announced(bench: Bench) -> None:
    """4.4.3: a die is thrown and nothing removed: an Attack, or an Ambush that rolls a die."""
    record = lines(
        CARD,
        "npa says op_sa attack ambush: western_mindanao / western_mindanao",
        "npa rolls 6",
        "western_mindanao: underground-2 active+2",
        "npa-1",
        "npa > 1_op_sa",
        "card 21",
    )
    found = written(bench, record).report().findings
    assert ("4.4.3.c", "suspect") in {(one.clause, one.verdict) for one in found}


@pytest.mark.parametrize("limits", [{"MOST": 1, "LEAST": 40}, {"ALL": 0}])
def test_a_search_that_gives_up(
    limits: dict[str, int], bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever breaks a rule on a card that is not searched through is not accused."""
    for name, value in limits.items():
        monkeypatch.setattr(f"modgen_rules.engine.reading.effort.{name}", value)
    record = lines(
        CARD,
        RECRUIT_TWICE,
        "npa+1",
        "reformers > 1_op_only",
        TRAIN,
        "npa > pass",
        "cebu: police-1",
        "gov > limop",
        "card 21",
    )
    report = written(bench, record).report()
    assert {one.verdict for one in report.findings} & {"illegal", "cannot-tell"} == {"cannot-tell"}


@pytest.mark.long
@pytest.mark.parametrize(
    "more, verdict",
    [
        ("", "suspect"),
        ("cebu: police-1\nvisayas: activist+1", "illegal"),
    ],
)
def test_a_log_that_begins_with_a_correction(more: str, verdict: str, bench: Bench) -> None:
    """A piece moved at once may put right what was done before the log; three changes do not."""
    record = lines(
        "northern_luzon: troops-1; manila: troops+1",
        *filter(None, [more]),
        "card 21",
        NPA_PASSES,
        REFORMERS_PASS,
        "card 22",
    )
    found = written(bench, record).report().findings
    assert verdict in {one.verdict for one in found if one.clause == "2.3.4.a"}


def test_nobody_is_out_of_order_because_an_ineligible_faction_acts_later() -> None:
    """2.3.1, 2.3.2: the intruder alone breaks a rule."""
    found = orders(("gov", "reformers"), ("npa", "gov", "reformers"), ("npa",), CLAUSES)
    broken = {one.actors: one.broken for one in found}
    assert broken["gov", "npa", "reformers"] == ((), ("2.3.1.b",), ())
    assert broken["reformers", "npa", "gov"] == (("2.3.2.a",), ("2.3.1.b",), ())
