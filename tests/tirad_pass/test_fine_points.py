"""Numbers and edges of the rules that whole turns seldom reach."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import pytest

from modgen.log.timeline import read_timeline
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.tirad_pass.judging.scoring import score
from modgen_rules.tirad_pass.law.combat import (
    NO_EFFECT,
    Result,
    assault_column,
    assault_result,
    column,
    fire_column,
    fire_result,
    guard_column,
)
from modgen_rules.tirad_pass.reading.story import Story
from tests.tirad_pass.desk import Desk


@pytest.mark.parametrize(
    ("attack", "defence", "at"),
    [
        (1, 4, -1),
        (1, 3, 0),
        (2, 5, 0),
        (1, 2, 1),
        (1, 1, 2),
        (3, 2, 2),
        (2, 1, 3),
        (9, 2, 5),
        (9, 1, 6),
    ],
)
def test_odds_are_rounded_down_for_the_defender(
    attack: int, defence: int, at: int, desk: Desk
) -> None:
    """1.6: the columns are 1:3, 1:2, 1:1, 2:1, 3:1, 4:1, 5:1; below the first there is none."""
    assert column(desk.plan, attack, defence) == at


@pytest.mark.parametrize(("height", "shift"), [(789, -2), (790, 0), (809, 0), (810, 1), (811, 1)])
def test_cover_and_high_ground(height: float, shift: int, desk: Desk) -> None:
    """6.5: a breastwork (0409, at 790 m) covers from lower attackers; 6.7: 20 m above it."""
    scene = desk.start(**{f"section_1{n}": "0510" for n in (1, 2, 3)})
    position = scene.table.position
    sections = [scene.key[f"section_1{n}"] for n in (1, 2, 3)]
    odds = column(desk.plan, position.factor(sections), position.factor(position.at("0409")))
    position.plan = copy(desk.plan)
    position.plan.heights = {**desk.plan.heights, "0510": height}
    assert fire_column(position, sections, "0409") == odds + shift
    assert odds == 5


def test_fire_below_the_first_column_has_no_effect(desk: Desk) -> None:
    scene = desk.start(section_11="0510", squad_4="0409", squad_5="0409")
    assert fire_column(scene.table.position, [scene.key["section_11"]], "0409") == NO_EFFECT


class Odds:
    """A position in which the factors of both sides are given."""

    def __init__(self, desk: Desk) -> None:
        self.plan = desk.plan

    def factor(self, factors: list[int]) -> int:
        return sum(factors)


@pytest.mark.parametrize(
    ("attack", "defence", "at"), [(1, 4, 0), (1, 3, 0), (1, 2, 0), (1, 1, 1), (5, 1, 5), (9, 1, 5)]
)
def test_the_guard_of_the_path_is_attacked_a_column_lower(
    attack: int, defence: int, at: int, desk: Desk
) -> None:
    """11.4; the first column is the lowest."""
    assert guard_column(Odds(desk), [attack], [defence]) == at  # type: ignore[arg-type]


@pytest.mark.parametrize(("height", "at"), [(1229, 0), (1230, 1), (1231, 2)])
def test_an_assault_from_above_gains_a_column(height: float, at: int, desk: Desk) -> None:
    """7.5: an assault at 1:2 on 0503, at 1230 m; no column is below the first."""
    scene = desk.start(section_11="0502", squad_4="0503", squad_5="0503")
    position, key = scene.table.position, scene.key
    position.plan = copy(desk.plan)
    position.plan.heights = {**desk.plan.heights, "0502": height}
    position.pieces[key["del_pilar"]] = position.pieces[key["del_pilar"]]._replace(place="0101")
    assert assault_column(position, [key["section_11"]], "0503") == at


def test_a_breastwork_covers_nobody_but_filipinos(desk: Desk) -> None:
    """6.5."""
    scene = desk.start(squad_1="0410", squad_2="0410", squad_3="0410", section_11="0409")
    position, key = scene.table.position, scene.key
    squads = [key[f"squad_{n}"] for n in (1, 2, 3)]
    odds = column(desk.plan, position.factor(squads), position.factor([key["section_11"]]))
    assert fire_column(position, squads, "0409") == odds


@pytest.mark.parametrize(
    ("at", "die", "fire", "assault"),
    [
        (0, 1, Result(), Result("A1", attacker_steps=1)),
        (3, 1, Result(), Result("AR", attacker_retreats=True)),
        (5, 1, Result(), Result()),
        (6, 1, Result("P", defender_pinned=True), Result("P", defender_pinned=True)),
        (6, 2, Result("P", defender_pinned=True), Result("DR", defender_retreats=True)),
        (
            6,
            3,
            Result("D1", defender_steps=1, defender_pinned=True),
            Result("D1", defender_steps=1),
        ),
        (
            6,
            4,
            Result("D1", defender_steps=1, defender_pinned=True),
            Result("D1R", defender_steps=1, defender_retreats=True),
        ),
        (
            6,
            6,
            Result("D1", defender_steps=1, defender_pinned=True),
            Result("D2R", defender_steps=2, defender_retreats=True),
        ),
        (3, 7, Result(), Result()),
        (NO_EFFECT, 6, Result(), Result()),
    ],
)
def test_results(at: int, die: int, fire: Result, assault: Result, desk: Desk) -> None:
    """6.10, 8.1; dice of other games have sides that the table does not know."""
    assert fire_result(desk.plan, at, die) == fire
    assert assault_result(desk.plan, at, die) == assault


def test_the_moves_of_a_unit(desk: Desk) -> None:
    """A section on the trail has 21 hexes in reach; an action tells the kind, face and place."""
    scene = desk.start()
    found = list(desk.book.actions(scene.table.position, "us"))
    state = PieceState("section_21", "full", "0513")
    own = [one.edits[0] for one in found if one.edits[0].before == state]
    assert len(own) == 21
    assert len(found) == 197
    assert all(edit.after == state._replace(place=edit.after.place) for edit in own)


def test_a_unit_does_not_move_into_a_full_hex(desk: Desk) -> None:
    """5.1: two sections fill a hex."""
    scene = desk.start(section_22="0512", section_23="0512")
    found = list(desk.book.actions(scene.table.position, "us"))
    own = {
        edit.after.place for one in found for edit in one.edits if edit.before.kind == "section_21"
    }
    assert "0612" in own and "0512" not in own


def test_a_leader_who_moved_does_not_prove_that_units_did(desk: Desk) -> None:
    """2.2: where no unit moved in Movement, the tracker may have gone on too early."""
    scene = desk.start(section_22="0812").phase("us_movement").move(march="0513")
    report = scene.phase("us_fire").move(section_22="0811").phase("us_assault").check()
    assert [(one.verdict, one.clause) for one in report.findings] == [("suspect", "2.2")]


@pytest.mark.parametrize(("phase", "clause"), [("orders", "2.2"), ("recovery", "2.1")])
def test_a_unit_that_moves_in_a_phase_without_moves(phase: str, clause: str, desk: Desk) -> None:
    scene = desk.start(section_22="0812").phase(f"us_{phase}").move(section_22="0811")
    report = scene.phase("filipino_movement").phase("filipino_recovery").check()
    assert [(one.verdict, one.clause) for one in report.findings] == [("suspect", clause)]


@pytest.mark.parametrize(("target", "clauses"), [("0612", ["5.1"]), ("0513", [])])
def test_a_hex_that_is_too_full_already(target: str, clauses: list[str], desk: Desk) -> None:
    """5.1: only who makes it fuller breaks the rule."""
    full = dict.fromkeys(("section_21", "section_22", "section_23"), "0612")
    scene = desk.start(**full).phase("us_movement").move(section_41=target)
    assert [one.clause for one in scene.check().findings] == clauses


def test_a_column_without_a_guide_is_one_finding(desk: Desk) -> None:
    """9.3: a guide who was not found cannot go with it."""
    scene = desk.start().phase("us_orders")
    scene.move(section_41="flank_column", section_42="flank_column", section_43="flank_column")
    report = scene.roll("march", 1).move(column_marker="turn:9").phase("us_movement").check()
    assert [one.clause for one in report.findings] == ["9.3"]


def test_nobody_has_won_before_the_end(desk: Desk, tmp_path: Path) -> None:
    scene = desk.start(squad_10="0502").phase("us_movement").move(section_21="0610").phase("end")
    path = tmp_path / "game.vlog"
    scene.writer.write(path)
    log = open_log(desk.book.games, read_timeline([path]), desk.book.kinds)
    assert desk.book.winner(log) == ""


def test_a_finding_about_a_move_is_of_all_its_drags(desk: Desk) -> None:
    scene = desk.start().phase("us_movement").move(section_21="0610").move(section_11="0513")
    scene.move(section_21="0510")
    (finding,) = scene.check().findings
    assert (finding.clause, finding.where.last - finding.where.first) == ("3.1", 2)


def test_a_retreat_by_two_drags_is_judged_from_where_it_ended(desk: Desk) -> None:
    """8.3: one hex at a time to the next one; the last drag is the retreat that counts."""
    scene = desk.start(section_21="0510", section_22="0510").phase("us_assault")
    scene.announce("assault", "0409", "section_21").roll("us_attack", 3)
    scene.move(section_21="0711").move(section_21="0610").mark("section_21").done()
    assert [one.message for one in scene.check().findings] == []


def test_a_step_lost_outside_an_attack_is_one_finding(desk: Desk) -> None:
    report = desk.start(section_21="0510").phase("us_fire").lose("squad_1").check()
    assert [one.clause for one in report.findings] == ["1.5"]


@pytest.mark.parametrize(("turn", "clause"), [(10, "3.1"), (11, "3.9"), (12, "3.9")])
def test_the_heat_shortens_moves(turn: int, clause: str, desk: Desk) -> None:
    """3.9: from turn 11; what is too far on any turn breaks 3.1."""
    scene = desk.start(turn=turn).phase("us_movement")
    four, five = ("0610", "0510")
    report = scene.move(section_21=five if turn == 10 else four).check()
    assert [one.clause for one in report.findings] == [clause]


@pytest.mark.parametrize(
    ("lost", "story", "points"),
    [
        ((), {"over": 12}, 12),
        ((), {"over": 9, "fell": True}, 8),
        (("squad_1",), {"over": 12}, 12),
        (("squad_1", "squad_2"), {"over": 12}, 11),
        (("section_11",), {"over": 12}, 14),
        ((), {"over": 12, "dead": True}, 11),
        ((), {"over": 12, "trenches": {"0409", "0606"}}, 10),
    ],
)
def test_the_score(lost: tuple[str, ...], story: dict[str, Any], points: int, desk: Desk) -> None:
    """10.2 to 10.4: turns held, US steps, a point for 4 Filipino steps, del Pilar, 2 trenches."""
    away = {kind: f"{'us' if kind.startswith('sec') else 'filipino'}_lost" for kind in lost}
    position = desk.start(**away).table.position
    assert score(position, Story(desk.plan, **story)) == points


def test_a_unit_that_attacked_recovers_just_before_the_tracker(desk: Desk) -> None:
    """2.3: players, and the module, take Pinned off and then step the tracker to Recovery."""
    scene = desk.start(section_21="0510", section_22="0510").phase("us_assault")
    scene.announce("assault", "0409", "section_21").roll("us_attack", 3)
    scene.move(section_21="0610").mark("section_21").done().mark("section_21", on=False)
    assert clauses(scene.phase("us_recovery").phase("filipino_movement").check()) == []


@pytest.mark.parametrize("before", ["us_recovery", "filipino_movement"])
def test_a_move_just_before_the_tracker(before: str, desk: Desk) -> None:
    """3.1: it is of the Movement that the tracker shows next."""
    scene = desk.start().phase(before).move(squad_9="0810").phase("filipino_movement")
    assert clauses(scene.phase("filipino_fire").check()) == ["3.1"]


def test_a_log_that_begins_in_the_middle_of_a_turn(desk: Desk) -> None:
    """3.0: the tracker shows US Movement from before the log."""
    scene = desk.again(desk.start().phase("us_movement"))
    assert clauses(scene.move(section_21="0610").phase("us_fire").check()) == []


def clauses(report: GameReport) -> list[str]:
    return [one.clause for one in report.findings]


@pytest.mark.parametrize(("place", "found"), [("0810", ["3.1"]), ("", [])])
def test_a_move_between_two_logs(place: str, found: list[str], desk: Desk, tmp_path: Path) -> None:
    """3.1: what changed outside the logs was done in the phase in which they meet."""
    moved = {"squad_9": place} if place else {}
    paths = [tmp_path / "1.vlog", tmp_path / "2.vlog"]
    for path, scene in zip(paths, (desk.start(), desk.start(**moved)), strict=True):
        scene.phase("filipino_movement").writer.write(path)
    report = judge_log(desk.book, read_timeline(paths), [path.name for path in paths])
    assert clauses(report) == found


@pytest.mark.parametrize(
    ("dice", "clauses"), [("three and two sections fire, {}", []), ("they fire", ["1.5"])]
)
def test_losses_after_dice_that_are_told_in_chat(dice: str, clauses: list[str], desk: Desk) -> None:
    scene = desk.start(section_21="0510").phase("us_fire")
    for number in (5, 3, 6):
        scene.writer.say(f"<US (Ana)> - {dice.format(number)}")
    report = scene.lose("squad_1").phase("us_assault").check()
    assert [one.clause for one in report.findings] == clauses
    assert any("told in chat" in one for one in report.remarks) == (not clauses)
