"""Two cards and an Election Round worked out by hand, each mistake on its own, and look-alikes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen_rules.engine.reports.findings import GameReport
from tests.accuracy.cases import Bench
from tests.people_power.scripts import Act, Script

POLL_WATCHERS = 29
SPARROW_SQUADS = 13
A = {
    "A1": Act("reformers", "1_op_only", "manila: neutral; davao: opposition"),
    "A2": Act(
        "gov",
        "2_op_sa",
        "zamboanga: troops+2 police+1 support; cebu: troops+1 neutral",
        "gov-6 patronage+4 aid-1",
    ),
    "A4": Act("npa", "pass", tracks="npa+1"),
}
B = Act(
    "npa",
    "1_op_sa",
    "western_mindanao: underground-2 active+2 troops-1 police-1;northern_luzon: active+1 troops-2",
    "npa-2",
    (2,),
)


def first_card(bench: Bench, **changes: Act) -> GameReport:
    """Card A with some turns changed."""
    acts = {**A, **changes}
    return Script(bench).card(POLL_WATCHERS).play(acts.values()).report()


def second_card(bench: Bench, *acts: Act) -> GameReport:
    """Card B as the log's first card, the two others Ineligible."""
    script = Script(
        bench,
        opening=POLL_WATCHERS,
        ineligible=("gov", "reformers"),
        spaces="manila: neutral; davao: opposition;"
        "zamboanga: troops+2 police+1 support; cebu: troops+1 neutral",
        tracks="gov-6 patronage+4 aid-1 npa+1",
    )
    return script.card(SPARROW_SQUADS).play(acts).report()


def illegal(report: GameReport) -> list[tuple[str, str]]:
    return [(one.actor, one.clause) for one in report.findings if one.verdict == "illegal"]


def test_the_cards_are_legal(bench: Bench) -> None:
    for found in (first_card(bench), second_card(bench, B)):
        assert found.findings == []
    assert [one.story for one in first_card(bench).segments] == [
        "Event, shaded",
        "Train in Cebu and Zamboanga for 6; Enrich in Cebu",
        "Pass",
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "changes", "clauses"),
    [
        (
            1,
            {
                "A1": replace(A["A1"], spaces=A["A1"].spaces + "; zamboanga: support"),
                "A2": replace(
                    A["A2"],
                    spaces="zamboanga: troops+2 police+1; cebu: troops+1 neutral",
                    tracks="gov-4 patronage+4 aid-1",
                ),
            },
            {"5.1.4"},
        ),
        (2, {"A1": replace(A["A1"], spaces="manila: opposition; davao: opposition")}, {"1.6.2.b"}),
        (3, {"A2": Act("gov", "2_op_only", "zamboanga: support")}, {"2.3.3.d", "2.3.3.c"}),
        (
            4,
            {"A2": replace(A["A2"], spaces="zamboanga: troops+3 police+2 support;cebu: neutral")},
            {"3.2.1.c"},
        ),
        (
            5,
            {
                "A2": replace(
                    A["A2"],
                    spaces="zamboanga: troops+2 police+1 support;cebu: troops+1; davao: neutral",
                )
            },
            {"4.2.1.a"},
        ),
        (
            6,
            {
                "A2": replace(
                    A["A2"],
                    spaces="zamboanga: troops+2 police+1;cebu: troops+1 neutral",
                    tracks="gov-6 patronage+8 aid-2",
                )
            },
            {"4.2.1.a"},
        ),
        (
            7,
            {"A4": Act("npa", "2_op_sa", "visayas: active+1; southern_luzon: underground+1")},
            {"2.3.3.f"},
        ),
    ],
)
def test_mistakes_on_the_first_card(
    number: int,
    changes: dict[str, Act],
    clauses: set[str],
    bench: Bench,
    reported,
) -> None:
    report = first_card(bench, **changes)
    found = illegal(report)
    assert found, number
    assert found[0][1] in clauses, found
    reported(report, found[0][1])
    assert len({actor for actor, _ in found}) == 1


@pytest.mark.parametrize(
    ("number", "acts", "clauses"),
    [
        (8, [B, Act("reformers", "2_op_only", "visayas: activist+1", "reformers-1")], {"2.3.1.b"}),
        (9, [replace(B, tracks="npa-1")], {"4.4.3.b", "3.1.c"}),
        (10, [replace(B, rolls=(3,))], {"3.4.3.c", "3.4.3.g"}),
        (
            11,
            [
                replace(
                    B,
                    spaces="western_mindanao: underground-2 active+2 troops-1 police-1;"
                    "northern_luzon: active+1 troops-1 gov_base-1",
                    tracks="npa-2 patronage-2",
                )
            ],
            {"4.4.3.c", "1.5.4"},
        ),
    ],
)
def test_mistakes_on_the_second_card(
    number: int, acts: list[Act], clauses: set[str], bench: Bench, reported
) -> None:
    report = second_card(bench, *acts)
    found = illegal(report)
    assert found, number
    assert found[0][1] in clauses, found
    reported(report, found[0][1])


def test_a_control_marker_left_behind(bench: Bench) -> None:
    """12: the marker of Northern Luzon stays as it was."""
    script = Script(bench, opening=POLL_WATCHERS, ineligible=("gov", "reformers"))
    script.driver.bookkeeping = lambda after: None
    found = script.card(SPARROW_SQUADS).play([B]).report().findings
    assert "1.7.c" in [one.clause for one in found]
    assert all(one.verdict == "suspect" for one in found)


# --- the Election Round ---------------------------------------------------------------------------

SPACES = (
    "manila: neutral; cebu: troops+1 neutral; zamboanga: troops+2 police+1 support terror+1;"
    "davao: opposition strike+1; northern_luzon: troops-2 active+1;"
    "visayas: terror+1; western_mindanao: troops-1 police-1 underground-2 active+2"
)
TRACKS = "gov-13 reformers-2 npa-1 aid-1 patronage+2"
ROUND = {
    "manila": "protest-1 support troops+0 active-1 underground+1",
    "cebu": "troops+1",
    "davao": "strike-1 support police+1",
    "zamboanga": "terror-1 troops-1",
    "northern_luzon": "active-1 underground+1 resistance",
    "southern_luzon": "resistance",
    "visayas": "terror-1 resistance",
    "western_mindanao": "troops+1 active-2 underground+2 resistance",
    "central_mindanao": "troops-1 ref_base+1",
    "eastern_mindanao": "police-1",
}
AFTER = "gov+7 reformers+2 npa+1 aid-1 patronage-1"


def election_round(bench: Bench, tracks: str = AFTER, **changes: str) -> GameReport:
    """The Round of 1984 with some spaces changed, up to the next card."""
    start = SPACES.replace("active+1;", "active+1;", 1) + "; manila: underground-1 active+1"
    script = Script(bench, opening=SPARROW_SQUADS, spaces=start, tracks=TRACKS).card(39)
    words = {**ROUND, **changes}
    text = "; ".join(f"{name}: {changes}" for name, changes in words.items())
    script.do(Act("", "", text, tracks))
    script.driver.card(39, "election_card")
    return script.card(1).report()


def test_the_round_is_legal(bench: Bench) -> None:
    assert illegal(election_round(bench)) == []


@pytest.mark.parametrize(
    ("number", "tracks", "changes", "clauses"),
    [
        (13, "gov+7 reformers+2 npa+1 aid-1", {}, {"6.1.1"}),
        (14, "gov+6 reformers+2 npa+1 aid-1 patronage-1", {}, {"6.2.1.a", "6.2.1.c"}),
        (
            15,
            "gov+9 reformers+2 npa+1 aid-1 patronage-1",
            {"davao": "support police+1"},
            {"6.3.1.c", "6.6.a"},
        ),
        (
            16,
            "gov+7 reformers+2 npa+0 aid-1 patronage-1",
            {"central_mindanao": "troops-1 ref_base+1 resistance"},
            {"6.3.2.a"},
        ),
        (17, AFTER, {"central_mindanao": "troops-1", "cebu": "troops+1 ref_base+1"}, {"6.3.3"}),
        (
            18,
            AFTER,
            {
                "central_mindanao": "troops-1",
                "western_mindanao": "troops+1 active-2 underground+2 resistance ref_base+1",
            },
            {"1.5.2.a", "6.3.3"},
        ),
        (
            19,
            AFTER,
            {
                "davao": "strike-1 support",
                "western_mindanao": "troops+1 police+1 active-2 underground+2 resistance",
            },
            {"6.4.a"},
        ),
        (20, AFTER, {"central_mindanao": "ref_base+1", "cebu": "troops+0"}, {"6.4.b"}),
    ],
)
def test_mistakes_in_the_round(
    number: int,
    tracks: str,
    changes: dict[str, str],
    clauses: set[str],
    bench: Bench,
    reported,
) -> None:
    report = election_round(bench, tracks, **changes)
    found = illegal(report)
    assert found, number
    assert found[0][1] in clauses, found
    reported(report, found[0][1])


# --- what looks wrong and is legal ----------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {
            "A2": Act(
                "gov", "2_op_sa", "zamboanga: troops+2 police+1 support; cebu: troops+1", "gov-6"
            )
        },
        {"A2": replace(A["A2"], spaces="zamboanga: troops+2 police+1; cebu: troops+1")},
        {"A2": replace(A["A2"], tracks="gov-7 npa+1 patronage+4 aid-1")},
    ],
)
def test_look_alikes_on_the_first_card(changes: dict[str, Act], bench: Bench) -> None:
    assert illegal(first_card(bench, **changes)) == []


def test_nobody_spends_in_the_round(bench: Bench) -> None:
    found = election_round(
        bench,
        "gov+17 reformers+2 npa+6 aid-1 patronage-1",
        manila="protest-1 active-1 underground+1",
        davao="strike-1 police+1",
        northern_luzon="active-1 underground+1",
        southern_luzon="troops+0",
        visayas="terror-1",
        western_mindanao="troops+1 active-2 underground+2",
    )
    assert illegal(found) == []


def test_all_troops_go_to_manila(bench: Bench) -> None:
    found = election_round(
        bench,
        manila="protest-1 support troops+6 active-1 underground+1",
        cebu="troops-2",
        zamboanga="terror-1 troops-2",
        davao="strike-1 support police+1 troops-1",
        western_mindanao="active-2 underground+2 resistance troops+0",
        central_mindanao="troops-1 ref_base+1",
    )
    assert illegal(found) == []
