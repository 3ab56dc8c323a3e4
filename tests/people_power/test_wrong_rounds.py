"""Election Rounds with a mistake in each phase, recorded phase by phase and as people do (6.0).

The notation is that of `test_sloppy_records`. In a sloppy record the pieces come first, each track
is dragged once at the end, and the phase marker is not moved.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.people_power.law.state import TRACKS
from tests.accuracy.cases import Bench
from tests.people_power.scripts import Act, Script

SPACES = "davao: strike+1; western_mindanao: terror+1 underground-1 active+1"
ROUND = """
phase victory
patronage-1
phase resources
gov+20
aid-2
reformers+0
npa+6
phase support
davao: strike-1
gov-2
davao: support
gov-2
visayas: resistance
npa-1
visayas: ref_base+1
phase redeploy
zamboanga: police-1; manila: police+1
central_mindanao: troops-1; manila: troops+1
phase newsmakers
phase reset
western_mindanao: terror-1
manila: protest-1
western_mindanao: active-1 underground+1
"""
"""A legal Round of the standard set-up with some pieces and markers more."""


class Wrong(NamedTuple):
    """A mistake: its name, what it puts in place of what, the clauses that may be cited first."""

    name: str
    right: str
    wrong: str
    clause: str


MISTAKES = [
    Wrong("the Strike costs nothing", "patronage-1", "", "6.1.1"),
    Wrong("the Strike costs two", "patronage-1", "patronage-2", "6.1.1"),
    Wrong("the Strike raises Patronage", "patronage-1", "patronage+1", "6.1.1"),
    Wrong("too much for the Government", "gov+20", "gov+22", "6.2.1.a|6.3.1.b"),
    Wrong("Aid is not reset", "aid-2", "", "6.2.1.b"),
    Wrong("Aid is set to 4", "aid-2", "aid-3", "6.2.1.b"),
    Wrong("income without Opposition", "reformers+0", "reformers+2", "6.2.2"),
    Wrong("one Resource for each NPA Base", "npa+6", "npa+3", "6.2.3"),
    Wrong("one Resource for each step of Civic Action", "davao: support\ngov-2",
          "davao: support\ngov-1", "6.3.1.b"),
    Wrong("Civic Action paid with Patronage", "davao: support\ngov-2",
          "davao: support\npatronage-2", "6.3.1.b"),
    Wrong("Civic Action that leaves the Strike unpaid", "davao: strike-1\ngov-2",
          "davao: strike-1", "6.3.1.b"),
    Wrong("Civic Action without Troops", "visayas: ref_base+1",
          "zamboanga: support\ngov-2\nvisayas: ref_base+1", "6.3.1.a"),
    Wrong("Civic Action without Control", "visayas: ref_base+1",
          "western_mindanao: terror-1\ngov-2\nwestern_mindanao: support\ngov-2\n"
          "visayas: ref_base+1", "6.3.1.a"),
    Wrong("Agitation that nobody pays", "visayas: resistance\nnpa-1", "visayas: resistance",
          "6.3.2.b"),
    Wrong("Agitation without NPA Control", "visayas: resistance\nnpa-1",
          "zamboanga: resistance\nnpa-1", "6.3.2.a"),
    Wrong("Agitation that the Government pays", "visayas: resistance\nnpa-1",
          "visayas: resistance\ngov-1", "6.3.2.b"),
    Wrong("less for the Reformers, and a Protest that Reset takes off", "reformers+0",
          "reformers-2", "6.2.2"),
    Wrong("two Bases", "visayas: ref_base+1", "visayas: ref_base+1\nsouthern_luzon: ref_base+1",
          "6.3.3"),
    Wrong("a Base under Government Control", "visayas: ref_base+1", "cebu: ref_base+1", "6.3.3"),
    Wrong("a third Base", "visayas: ref_base+1", "western_mindanao: ref_base+1", "1.5.2.a"),
    Wrong("Opposition by Civic Action", "davao: support", "davao: opposition", "6.3.1|1.6.1"),
    Wrong("Troops stay in a Countryside", "central_mindanao: troops-1; manila: troops+1", "",
          "6.4.b"),
    Wrong("Police where nobody has Control", "zamboanga: police-1; manila: police+1",
          "zamboanga: police-1; central_mindanao: police+1", "6.4.a"),
    Wrong("Troops come from Available", "central_mindanao: troops-1; manila: troops+1",
          "central_mindanao: troops-1; manila: troops+2", "6.4.d"),
    Wrong("Guerrillas redeploy", "phase newsmakers",
          "visayas: underground-1; southern_luzon: underground+1\nphase newsmakers", "6.4.d"),
    Wrong("a Government Base redeploys", "phase newsmakers",
          "cebu: gov_base-1; zamboanga: gov_base+1\nphase newsmakers", "6.4.h"),
    Wrong("Terror stays", "western_mindanao: terror-1\n", "", "6.6.a"),
    Wrong("the Protest stays", "manila: protest-1\n", "", "6.6.a"),
    Wrong("the Activists of the Protest leave", "manila: protest-1\n",
          "manila: protest-1 activist-1\n", "6.6.f|6.4.d"),
    Wrong("a Guerrilla stays Active", "western_mindanao: active-1 underground+1\n", "", "6.6.b"),
    Wrong("Reset changes an alignment", "western_mindanao: terror-1",
          "western_mindanao: terror-1 opposition", "6.6.f|1.6.1"),
    Wrong("Reset clears an alignment", "western_mindanao: terror-1",
          "western_mindanao: terror-1; davao: neutral", "6.6.f|1.6.1"),
]  # fmt: skip


def sloppy(record: str) -> str:
    """The same Round with the pieces first, one drag for each track, and no phase marker."""
    lines = [line for line in record.splitlines() if line and not line.startswith("phase")]
    tracks = [re.fullmatch(r"(\w+)([+-]\d+)", line) for line in lines]
    sums = {name: sum(int(one[2]) for one in tracks if one and one[1] == name) for name in TRACKS}
    pieces = [line for line, track in zip(lines, tracks, strict=True) if not track]
    return "\n".join([*pieces, *(f"{name}{by:+d}" for name, by in sums.items() if by)])


EXPLAINED = "Reset clears an alignment"
"""Without the marker the Government may have paid for the Terror instead of the shift."""


def played(bench: Bench, record: str) -> Script:
    """The log of a Round between two Event cards; `npa > 1_op_only` moves a cylinder."""
    script = Script(bench, opening=19, spaces=SPACES)
    for who in TRACKS[:3]:
        script.driver.cylinder(who, "eligible")
    script.card(39)
    for line in filter(None, record.splitlines()):
        if line.startswith("phase"):
            marker = script.writer.where("election_marker")
            script.writer.move([key for key, _ in marker], f"election_{line.split()[1]}")
            continue
        who, cylinder, box = line.partition(" > ")
        if cylinder:
            script.driver.cylinder(who, box)
            continue
        track = re.fullmatch(r"\w+[+-]\d+", line)
        script.do(Act("", "", "" if track else line, line if track else ""))
    script.driver.card(39, "election_card")
    return script


def illegal(report: GameReport) -> list[str]:
    """The clauses of the illegal findings."""
    return [one.clause for one in report.findings if one.verdict == "illegal"]


def judged(bench: Bench, record: str) -> GameReport:
    """The report on the log of a Round, and of the card after it."""
    return played(bench, record).card(20).report()


@pytest.mark.parametrize("record", [ROUND, sloppy(ROUND)], ids=["tidy", "sloppy"])
def test_a_legal_round(record: str, bench: Bench) -> None:
    assert illegal(judged(bench, record)) == []


@pytest.mark.parametrize("habit", ["tidy", pytest.param("sloppy", marks=pytest.mark.slow)])
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.name)
def test_a_wrong_round(mistake: Wrong, habit: str, bench: Bench, reported) -> None:
    assert ROUND.count(mistake.right) == 1
    record = ROUND.replace(mistake.right, mistake.wrong)
    report = judged(bench, record if habit == "tidy" else sloppy(record))
    found = illegal(report)
    if habit != "tidy" and mistake.name == EXPLAINED:
        assert found == []
        return
    assert found, record
    assert found[0].startswith(tuple(mistake.clause.split("|"))), found
    if habit == "tidy":
        reported(report, found[0])


@pytest.mark.parametrize(
    "more, clause",
    [
        ("phase redeploy\ncebu: activist+1", "6.4.d"),
        ("cebu: activist+1\nphase redeploy", "6.3.3"),
        ("gov-2\nphase redeploy", "6.3.1.b"),
        ("phase redeploy\naid+1", "6.2.1.b"),
    ],
)
def test_the_phase_of_a_mistake(more: str, clause: str, bench: Bench, reported) -> None:
    """The clause is that of the phase; a marker that Reset takes off was not paid off before."""
    record = ROUND.replace("phase redeploy", more)
    report = judged(bench, record)
    assert illegal(report) == [clause]
    reported(report, clause)


def test_a_round_that_is_left_out(bench: Bench, reported) -> None:
    """The next card is turned over, with nobody beyond a threshold and with somebody."""
    report = judged(bench, "")
    assert illegal(report) == ["6.0"]
    reported(report, "6.0")
    script = Script(bench, opening=19, spaces=SPACES, tracks="patronage+12")
    script.card(39)
    report = script.card(20).report()
    assert illegal(report) == ["6.1.3"]
    reported(report, "6.1.3")


@pytest.mark.parametrize(("paid", "clauses"), [(True, []), (False, ["6.1.1"])])
def test_the_game_ends_in_the_victory_phase(
    paid: bool, clauses: list[str], bench: Bench, reported
) -> None:
    """Patronage falls for the Strike before that; the card may go to the Election box."""
    script = Script(bench, opening=19, spaces=SPACES, tracks="patronage+12")
    script.card(39)
    if paid:
        script.do(Act("", "", "", "patronage-1"))
    script.driver.card(39, "election_card")
    report = script.report()
    assert illegal(report) == clauses
    for clause in clauses:
        reported(report, clause)


def test_two_cards_in_one_step(bench: Bench) -> None:
    """The Round of the first one has no step."""
    script = Script(bench, opening=19, spaces=SPACES)
    cards = [key for number in (39, 20) for key, _ in script.writer.where(f"card_{number}")]
    script.writer.move(cards, "played")
    script.card(21)
    assert "6.0" in illegal(script.report())


def test_a_round_that_was_played_before_the_log(bench: Bench) -> None:
    """The log begins with the Election card, and nobody's Resources rise."""
    script = Script(bench, opening=39, spaces=SPACES)
    report = script.card(20).report()
    assert [one.verdict for one in report.findings if one.clause == "6.0"] == ["suspect"]
    assert illegal(report) == []


@pytest.mark.parametrize(
    "order",
    [
        "phase support\n",
        "phase redeploy\n",
        "phase newsmakers\n",
    ],
)
def test_phases_out_of_order(order: str, bench: Bench) -> None:
    """The marker goes back to Resources, which are counted only then."""
    first, _, rest = ROUND.partition("phase resources\n")
    incomes, support, rest = rest.partition("phase support\n")
    before, mark, after = (support + rest).partition(order)
    moved, _, end = after.partition("\n")
    record = f"{first}{before}{mark}{moved}\nphase resources\n{incomes}{end}"
    assert illegal(judged(bench, record))[0] == "6.0"


def test_a_phase_marker_that_slips(bench: Bench) -> None:
    """It goes a phase too far and back before anything is done."""
    record = ROUND.replace("phase support", "phase redeploy\nphase support", 1)
    assert illegal(judged(bench, record)) == []


def test_a_faction_acts_in_a_round(bench: Bench, reported) -> None:
    acts = "phase redeploy\nnpa > 1_op_only\nnpa > eligible"
    report = judged(bench, ROUND.replace("phase redeploy", acts))
    assert illegal(report) == ["2.4.a"]
    reported(report, "2.4.a")


@pytest.mark.parametrize("box", ["eligible", "ineligible"])
def test_cylinders_at_the_end_of_a_log(box: str, bench: Bench, reported) -> None:
    """6.6.c, where no further card is turned over."""
    report = played(bench, ROUND + f"npa > {box}").report()
    if box == "eligible":
        assert illegal(report) == []
    else:
        reported(report, "6.6.c")


@pytest.mark.parametrize(
    ("deal", "clauses"),
    [
        ("gov-2\nnpa+2", []),
        ("npa-2\nreformers+2", []),
        ("gov-2\nnpa+1", ["6.3.1.b", "6.3.2.b"]),
    ],
)
def test_transfers_in_a_round(deal: str, clauses: list[str], bench: Bench) -> None:
    """1.4.1: what one gives another gets."""
    assert (
        illegal(judged(bench, ROUND.replace("phase redeploy", f"{deal}\nphase redeploy")))
        == clauses
    )


def test_two_cards_at_once(bench: Bench, reported) -> None:
    script = Script(bench, opening=19)
    cards = [key for number in (20, 21) for key, _ in script.writer.where(f"card_{number}")]
    script.writer.move(cards, "played")
    reported(script.report(), "2.3.7")


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(("space", "clauses"), [("manila", []), ("cebu", ["2.3.4.a"])])
def test_pieces_in_an_overflow_box(
    space: str, clauses: list[str], late: bool, bench: Bench
) -> None:
    """1.3.3: they are in the space that has its marker, which perhaps comes after them."""
    script = Script(bench, opening=19).card(20)
    police = [key for key, one in script.writer.where("police") if one.place == "manila"][:2]
    marker = [key for key, _ in script.writer.where("overflow_marker_a")]
    drags = [(marker, space), (police, "overflow_a")]
    for keys, place in reversed(drags) if late else drags:
        script.writer.move(keys, place)
    script.driver.track("npa", script.state.track("npa") + 1)
    script.driver.cylinder("npa", "pass")
    assert illegal(script.report()) == clauses
