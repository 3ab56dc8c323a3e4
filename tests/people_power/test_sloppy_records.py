"""Small records as people keep them, each in a legal and an illegal variant.

A record is a line for each step: `gov > limop` moves a cylinder, `gov says op_only train: cebu`
announces, `pawn white cebu` moves a pawn, `npa rolls 2` throws a die, `npa writes sorry` is a line
of chat, `card 20` turns a card over after the cylinders are adjusted, `card 20 early` before,
`adjust` adjusts them, `undo` takes the last step back. All other lines change spaces and tracks as
in `scripts.changed`.
A Faction that a record does not mention is Ineligible. Cards 19 to 24 have the order NPA,
Reformers, Government.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.people_power.law.state import FACTIONS
from tests.accuracy.cases import Bench
from tests.fast_share import every_nth_fast
from tests.people_power.scripts import Act, Script

CARD = "card 20"
RALLY = "southern_luzon: underground+1\nnpa-1"
TWICE = "southern_luzon: underground+2\nnpa-1"
RECRUIT = "visayas: activist+1\nreformers-1"
RECRUIT_TWICE = "visayas: activist+2\nreformers-1"
TRAIN = "zamboanga: troops+2\ngov-2"
FIVE = "zamboanga: troops+4 police+1\ngov-2"


class Sloppy(NamedTuple):
    """A record: its name, its lines, for each Faction the first clause of its illegal turn."""

    name: str
    lines: str
    illegal: dict[str, str]


def lines(*parts: str) -> str:
    return "\n".join(parts)


def both(name: str, record: str, **mistakes: tuple[str, str, str]) -> list[Sloppy]:
    """A legal record, and for each mistake the record with a part replaced."""
    found = [Sloppy(f"{name}, legal", record, {})]
    for who, (right, wrong, clause) in mistakes.items():
        assert record.count(right) == 1, (name, who)
        found.append(Sloppy(f"{name}, {who}", record.replace(right, wrong), {who: clause}))
    return found


NPA, REFORMERS, GOV = (
    (RALLY, TWICE, "3.4.1.b"),
    (RECRUIT, RECRUIT_TWICE, "3.3.1.b"),
    (TRAIN, FIVE, "3.2.1.c"),
)
END = lines("npa > 1_op_only", "reformers > 2_op_sa", "gov > limop")
PAWNED = lines("pawn white southern_luzon", "npa says op_only rally: southern_luzon")
RECORDS = [
    *both("cylinders after each turn",
          lines(CARD, RALLY, "npa > 1_op_only", RECRUIT, "reformers > 2_op_sa", TRAIN,
                "gov > limop", "card 21"),
          npa=NPA, reformers=REFORMERS, gov=GOV),
    *both("cylinders before each turn",
          lines(CARD, "npa > 1_op_only", RALLY, "reformers > 2_op_sa", RECRUIT, "gov > limop",
                TRAIN,  "card 21"),
          npa=NPA, reformers=REFORMERS, gov=GOV),
    *both("cylinders at the card's end",
          lines(CARD, RALLY, RECRUIT, TRAIN, END,  "card 21"),
          npa=NPA, reformers=REFORMERS, gov=GOV),
    *both("cylinders straight to Ineligible",
          lines(CARD, RALLY, "npa > ineligible", RECRUIT, "card 21"),
          npa=NPA, reformers=REFORMERS),
    *both("a cylinder forgotten",
          lines(CARD, RALLY, "npa > 1_op_only", RECRUIT, TRAIN, "gov > limop", "card 21"),
          npa=NPA, gov=GOV),
    *both("a cylinder moved in the next turn",
          lines(CARD, RALLY, "visayas: activist+1", "npa > 1_op_only", "reformers-1",
                "reformers > 2_op_sa", TRAIN, "gov > limop",  "card 21"),
          npa=NPA, gov=GOV),
    *both("paid in the next turn",
          lines(CARD, "southern_luzon: underground+1", "npa > 1_op_only", "visayas: activist+1",
                "npa-1", "reformers-1", "reformers > 2_op_sa",  "card 21"),
          npa=("npa-1", "npa+1", "3.1.c")),
    *both("interleaved turns",
          lines(CARD, "southern_luzon: underground+1", "visayas: activist+1", "npa-1",
                "npa > 1_op_only", "reformers-1", "reformers > 2_op_sa",  "card 21")),
    *both("a correction when the next player has begun",
          lines(CARD, TWICE, "npa > 1_op_only", "visayas: activist+1",
                "southern_luzon: underground-1", "reformers-1", "reformers > 2_op_sa",
                "card 21"),
          npa=("southern_luzon: underground-1\n", "", "3.4.1.b")),
    *both("pawns that others left",
          lines(CARD, PAWNED, RALLY, "npa > 1_op_only", "pawn white visayas",
                "reformers says op_only recruit: southern_luzon visayas", RECRUIT,
                "reformers > 2_op_sa",  "card 21"),
          reformers=REFORMERS),
    *both("a pad that keeps its old words",
          lines(CARD, PAWNED, RALLY, "npa > 1_op_only",
                "gov says pass train enrich: southern_luzon", "gov+3", "gov > pass", "card 21"),
          npa=NPA, gov=("gov+3", "gov+5", "2.3.4.a")),
    *both("steps taken back",
          lines(CARD, "cebu: underground+1", "undo", RALLY, "npa > 1_op_only", "reformers > pass",
                "reformers+1", "card 21"),
          npa=NPA, reformers=("reformers+1", "reformers+3", "2.3.4.a")),
    *both("a die before the pieces",
          lines(CARD, "npa rolls 1", "western_mindanao: active+2 underground-1 troops-1 police-1",
                "npa-1", "npa > 1_op_only", "card 21"),
          npa=("rolls 1", "rolls 5", "3.4.3")),
    *both("cubes that come and go for a Base",
          lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1",
                "zamboanga: police+2", "zamboanga: police-3",
                "gov-2", "gov moves gov_base available zamboanga", "gov > 1_op_only", "card 21"),
          gov=("police-3", "police-2", "3.2.1.f")),
    Sloppy("two mistakes on a card",
           lines(CARD, TWICE, "npa > 1_op_only", RECRUIT_TWICE, "reformers > 2_op_sa",
                 "card 21"), {"npa": "3.4.1.b", "reformers": "3.3.1.b"}),
    Sloppy("three mistakes on a card, cylinders first",
           lines(CARD, "npa > 1_op_only", TWICE, "reformers > 2_op_sa", RECRUIT_TWICE,
                 "gov > limop", FIVE,  "card 21"),
           {"npa": "3.4.1.b", "reformers": "3.3.1.b", "gov": "3.2.1.c"}),
    Sloppy("a Base moves", lines(CARD, "npa > pass", "npa+1", RECRUIT,
                                 "reformers moves ref_base manila southern_luzon",
                                 "reformers > 1_op_only", "card 21"),
           {"reformers": "1.5.1.g"}),
    Sloppy("an Ambush beside a Rally",
           lines(CARD, RALLY, "northern_luzon: troops-2 active+1", "npa > 1_op_sa",
                 "card 21"), {"npa": "4.1.1"}),
    Sloppy("an Ambush without a new Guerrilla",
           lines(CARD, "npa says op_sa attack ambush: northern_luzon / northern_luzon", "npa-1",
                 "northern_luzon: troops-2 underground-1 active+1", "npa > 1_op_sa",
                 "card 21"), {"npa": "4.4.3.d"}),
    Sloppy("a stray alignment",
           lines(CARD, RALLY, "davao: resistance", "npa > 1_op_only", "card 21"),
           {"npa": "1.6.1"}),
    Sloppy("an enemy piece away",
           lines(CARD, RALLY, "cebu: police-1", "npa > 1_op_only", "card 21"),
           {"npa": "3.1.b"}),
    Sloppy("Resources from nowhere",
           lines(CARD, RALLY, "npa+4", "npa > 1_op_only", "card 21"),
           {"npa": "3.1.c"}),
    Sloppy("Aid made into Resources",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1", TRAIN,
                 "aid-3", "gov+3", "gov > 1_op_only", "card 21"),
           {"gov": "1.4.1.a"}),
    Sloppy("an Appeal that takes nobody",
           lines(CARD, "npa > pass", "npa+1", RECRUIT_TWICE.replace("\nreformers-1", ""),
                 "visayas: activist-1", "reformers-1", "reformers+2", "reformers > 1_op_sa",
                 "card 21"),
           {"reformers": "4.3.1.b"}),
    *both("an Appeal that takes nobody, where the record shows only results",
          lines(CARD, "npa > pass", "npa+1", "visayas: activist+1", "reformers+1",
                "reformers > 1_op_sa", "card 21"),
          reformers=("reformers+1", "reformers-1\nreformers+2", "4.3.1.b")),
    Sloppy("a Base for cubes that came and went unseen",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1", "gov-2",
                 "gov moves gov_base available zamboanga", "gov > 1_op_only", "card 21"), {}),
    Sloppy("a transfer that does not add up",
           lines(CARD, RALLY, "gov-2", "npa+4", "npa > 1_op_only", "reformers > pass",
                 "reformers+1", TRAIN, "gov > limop", "card 21"), {"npa": "1.4.1.c"}),
    Sloppy("a Special Activity without an Operation",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1",
                 "cebu: neutral", "aid-1", "patronage+4", "gov > 1_op_sa", "card 21"),
           {"gov": "4.1.a"}),
    Sloppy("an Appeal that takes a Base",
           lines(CARD, "npa > pass", "npa+1", "manila: protest-1",
                 "reformers moves ref_base manila available", "reformers+1",
                 "reformers > 1_op_sa", "card 21"),
           {"reformers": "4.3.1.b"}),
    Sloppy("an Extort that removes the Guerrilla",
           lines(CARD, RALLY, "visayas: underground-1", "npa+1", "npa > 1_op_sa", "card 21"),
           {"npa": "4.4.1.b"}),
    Sloppy("an Attack that cannot hit",
           lines(CARD, "npa rolls 2", "npa-1", "manila: underground-1 active+1 police-2",
                 "npa > 1_op_only", "card 21"), {"npa": "3.4.3.c"}),
    Sloppy("the price put down and Resources taken from nowhere",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1", TRAIN,
                 "gov+1", "gov > 1_op_only", "card 21"), {"gov": "3.1.c"}),
    Sloppy("a turn that ends after the next one's began",
           lines(CARD, "npa-1", "reformers-1", "visayas: activist+1", "reformers > 1_op_only",
                 "southern_luzon: underground+1", "npa > 2_op_sa", "card 21"), {}),
    Sloppy("three mistakes on a card without cylinders",
           lines(CARD, TWICE, RECRUIT_TWICE, FIVE, "card 21"),
           {"npa": "3.4.1.b", "reformers": "3.3.1.b", "gov": "3.2.1.c"}),
    Sloppy("turns mixed throughout",
           lines(CARD, "npa-1", "visayas: activist+1", "gov-2", "southern_luzon: underground+1",
                 "zamboanga: troops+1", "reformers-1", "zamboanga: troops+1", "card 21"), {}),
    *both("an Event of one track",
          lines("card 17", "npa+1", "npa > pass", "gov says event_unshaded", "npa-4",
                "gov > 1_op_only", "reformers+1", "reformers > pass", "card 21"),
          gov=("npa-4", "reformers-4", "5.1.a")),
    Sloppy("a space that was announced and left out",
           lines(CARD, "npa says op_only rally: southern_luzon visayas", RALLY,
                 "npa > 1_op_only", "card 21"), {}),
    Sloppy("a Base for the cubes of another space",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1", "gov-2",
                 "zamboanga: police+1", "northern_luzon: troops-2 police-1",
                 "gov moves gov_base available zamboanga", "gov > 1_op_only", "card 21"),
           {"gov": "3.2.1.f"}),
    Sloppy("an enemy piece driven off by a Train",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1", TRAIN,
                 "gov moves activist cebu visayas", "gov > 1_op_only", "card 21"),
           {"gov": "3.1.b"}),
    Sloppy("a piece placed beside a Pass",
           lines("card 24", "reformers says pass", "reformers+1", "zamboanga: activist+1",
                 "reformers > pass", "card 21"), {"reformers": "2.3.4.a"}),
    Sloppy("an Ambush that takes an Activist too",
           lines(CARD, "npa says op_sa attack ambush: davao / davao", "npa-1",
                 "davao: troops-1 police-1 activist-1 active+1", "npa > 1_op_sa", "card 21"),
           {"npa": "4.4.3.c"}),
    Sloppy("Terror without the Special Activity that brings it",
           lines(CARD, "npa > pass", "npa+1", "reformers > pass", "reformers+1",
                 "gov says op_only roundup: manila", "gov-2", "manila: activist-3", "aid-1",
                 "cebu: terror+1", "gov > 1_op_only", "card 21"), {"gov": "3.2.3.c"}),
    Sloppy("a Rally places and hides",
           lines(CARD, "northern_luzon: underground-1 active+1", "undo", "npa-1",
                 "davao: underground+2", "davao: active+1", "npa > 1_op_only", "card 21"),
           {"npa": "3.4.1"}),
]  # fmt: skip


def written(bench: Bench, record: str, spaces: str = "", tracks: str = "") -> Script:
    """The log of a record. `spaces` and `tracks` change the set-up before the log begins."""
    script = Script(
        bench,
        opening=19,
        spaces=spaces,
        tracks=tracks,
        ineligible=tuple(who for who in FACTIONS if who not in record),
    )
    driver = script.driver
    for line in record.splitlines():
        words = line.replace(":", " : ").replace("/", " / ").split()
        if words[0] == "adjust":
            script.adjust()
            script.boxes = {}
        elif words[0] == "card" and words[2:] == ["early"]:
            driver.card(int(words[1]), "played")
        elif words[0] == "card":
            if script.boxes:
                script.adjust()
            script.card(int(words[1]))
        elif words[0] == "undo":
            script.writer.undo()
        elif words[0] == "pawn":
            driver.move(f"pawn_{words[1]}", "available", words[2])
        elif len(words) > 1 and words[1] == ">":
            driver.cylinder(words[0], words[2])
            script.boxes[words[0]] = words[2]
        elif len(words) > 1 and words[1] == "writes":
            script.writer.say(f"<{words[0]}> - {line.partition(' writes ')[2]}")
        elif len(words) > 1 and words[1] == "rolls":
            driver.roll(words[0], int(words[2]))
        elif len(words) > 1 and words[1] == "moves":
            driver.move(*words[2:])
        elif len(words) > 1 and words[1] == "says":
            head, _, marked = line.partition(":")
            operation_in, _, activity_in = marked.partition("/")
            option, *acts = head.split()[2:]
            numbers = [
                tuple(map(bench.board.number, part.split())) for part in (operation_in, activity_in)
            ]
            driver.declare(
                words[0], option, acts[0] if acts else None, acts[1] if acts[1:] else None, *numbers
            )
        else:
            track = re.fullmatch(r"\w+[+-]\d+", line)
            script.do(Act("", "", "" if track else line, line if track else ""))
            if "undo" in record and line.startswith(("cebu", "northern_luzon: underground")):
                script.state = bench.start("standard")
    return script


def first_clauses(report: GameReport, bench: Bench) -> dict[str, str]:
    """The first clause of each Faction's illegal turn."""
    ids = {side.name: side.id for side in bench.game.sides.values()}
    found: dict[str, str] = {}
    for one in report.findings:
        if one.verdict == "illegal":
            found.setdefault(ids.get(one.actor, ""), one.clause)
    return found


@pytest.mark.long
@pytest.mark.parametrize("record", every_nth_fast(3, RECORDS), ids=lambda one: one.name)
def test_a_sloppy_record(record: Sloppy, bench: Bench, reported) -> None:
    judged(record, bench, reported)


def judged(record: Sloppy, bench: Bench, reported) -> None:
    """A record is judged as it says, and its first finding is recorded."""
    report = written(bench, record.lines).report()
    found = first_clauses(report, bench)
    assert set(found) == set(record.illegal), found
    for who in FACTIONS:
        assert found.get(who, "").startswith(record.illegal.get(who, "")), found
    clauses = [one.clause for one in report.findings if one.verdict != "note"]
    if clauses and clauses[0] in found.values():
        reported(report, clauses[0])
