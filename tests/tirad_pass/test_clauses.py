"""Each clause that a log can show: what keeps it is not accused, what breaks it is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.engine.pairs.coverage import coverage
from modgen_rules.engine.reports.findings import GameReport
from tests.tirad_pass.desk import Desk, Scene

Made = Callable[[Desk], Scene]

LEGAL: dict[str, Made] = {
    "four hexes along the trail": lambda d: d.start().phase("us_movement").move(section_21="0610"),
    "one steep hex, whatever it costs": lambda d: (
        d.start(section_41="0511").phase("us_movement").move(section_41="0510")
    ),
    "the tracker is stepped back for a forgotten die": lambda d: (
        _begun(d)
        .phase("us_orders")
        .phase("us_movement")
        .back("us_orders")
        .roll("guide", 2)
        .phase("us_movement")
        .move(section_21="0611")
    ),
    "March rallies a section": lambda d: (
        d.start(pinned=("section_11", "section_12"))
        .phase("us_orders")
        .mark("section_11", on=False)
        .phase("us_movement")
        .move(section_11="0513")
        .phase("us_fire")
    ),
    "a stop beside the breastwork": lambda d: (
        d.start(section_21="0711").phase("us_movement").move(section_21="0510")
    ),
    "fire from afar": lambda d: (
        d.start(sharpshooters_1="0809")
        .phase("us_fire")
        .attack("fire", "us", "0409", "sharpshooters_1", die=4)
        .done()
    ),
    "an assault that drives squads out": lambda d: (
        d.start(
            section_11="0510",
            section_12="0510",
            section_13="0410",
            section_21="0410",
            section_22="0310",
        )
        .phase("us_assault")
        .attack(
            "assault",
            "us",
            "0409",
            "section_11",
            "section_12",
            "section_13",
            "section_21",
            "section_22",
            die=6,
        )
        .move(section_11="0409", section_12="0409")
        .done()
    ),
    "a trapped squad is lost": lambda d: (
        d.start(
            squad_1="0502",
            squad_2="0503",
            squad_3="0503",
            section_11="0402",
            section_12="0602",
            section_13="0501",
            squad_10="0606",
            section_21="0401",
            section_22="0601",
            squad_7="0504",
            squad_8="0504",
            squad_9="0504",
            enriquez="0504",
        )
        .phase("us_assault")
        .attack("assault", "us", "0502", "section_11", "section_12", "section_13", die=2)
        .done()
    ),
    "two stacks fire at a hex where the marker stays": lambda d: (
        d.start(sharpshooters_1="0809", section_21="0510")
        .phase("us_fire")
        .attack("fire", "us", "0409", "sharpshooters_1", die=1)
        .mark("sharpshooters_1", condition="attacks", on=False)
        .mark("section_21", condition="attacks")
        .roll("us_attack", 1)
        .done()
    ),
    "the general survives": lambda d: (
        d.start(sharpshooters_1="0809", sharpshooters_2="0808")
        .phase("us_fire")
        .attack("fire", "us", "0606", "sharpshooters_1", die=6, then=(4,))
        .done()
    ),
    "the general falls": lambda d: (
        d.start(section_11="0507", section_12="0507", section_13="0706", section_21="0706")
        .phase("us_fire")
        .attack("fire", "us", "0606", "section_13", "section_21", die=6, then=(5,))
        .done()
    ),
    "the general's die is rolled in the next phase": lambda d: (
        _unrolled(d).phase("us_assault").roll("general", 4)
    ),
    "the general falls by a die of the next phase": lambda d: (
        _unrolled(d).phase("us_assault").roll("general", 5).move(del_pilar="filipino_lost")
    ),
    "the log begins with a step back": lambda d: (
        d.again(d.start().phase("us_movement").phase("us_fire"))
        .back("us_movement")
        .move(section_21="0610")
    ),
    "a guide and a column": lambda d: (
        d.start()
        .phase("us_orders")
        .roll("guide", 5)
        .move(galut="0514")
        .move(
            section_41="flank_column",
            section_42="flank_column",
            section_43="flank_column",
            galut="flank_column",
        )
        .roll("march", 1)
        .move(column_marker="turn:9")
        .phase("us_movement")
    ),
    "the column beats the guard": lambda d: (
        _guarded(d, up=False)
        .mark("section_41", "section_42", condition="attacks")
        .roll("guard", 5)
        .lose("squad_9")
        .mark("section_41", "section_42", condition="attacks", on=False)
        .phase("us_movement")
    ),
    "the example of the rules": lambda d: (
        d.start(
            turn=4,
            sharpshooters_1="0809",
            section_11="0510",
            section_21="0410",
            section_12="0510",
            section_13="0410",
            section_22="0310",
        )
        .phase("us_fire")
        .attack("fire", "us", "0409", "sharpshooters_1", die=4)
        .done()
        .phase("us_assault")
        .announce(
            "assault", "0409", "section_11", "section_12", "section_13", "section_21", "section_22"
        )
        .roll("us_attack", 5)
        .lose("squad_1")
        .move(squad_1="0408", squad_2="0408", squad_3="0408")
        .move(section_11="0409", section_12="0409")
        .done()
    ),
    "the squads of no guard are in the third breastwork and the pass": lambda d: (
        _chosen(d.start(turn=1, scenario="guarded"))
        .face(guard="none")
        .move(squad_9="0503", squad_10="0501")
        .phase("us_movement")
    ),
    "a squad wavers": lambda d: (
        _leaderless(d)
        .roll("wavering", 6, 1, 1, 1, 1, 1, 1)
        .move(squad_1="0309")
        .mark("squad_1")
        .phase("end")
    ),
    "the column arrives": lambda d: (
        _waiting(d)
        .phase("us_orders")
        .move(section_41="0302", section_42="0303")
        .roll("alarm", 5, 4, 1, 1)
        .mark("squad_9")
        .phase("us_movement")
    ),
    "the alarm hits a squad that is pinned": lambda d: (
        _waiting(d, pinned=("squad_9",))
        .phase("us_orders")
        .move(section_41="0402")
        .roll("alarm", 5, 1, 1, 1)
        .phase("us_movement")
    ),
    "the end of an assault recovers": lambda d: (
        d.start(pinned=("section_21",)).phase("us_assault").mark("section_21", on=False)
    ),
    "recovery": lambda d: (
        d.start(pinned=("squad_1",))
        .phase("filipino_recovery")
        .mark("squad_1", on=False)
        .phase("end")
    ),
    "losses noted": lambda d: (
        d.start(squad_1="filipino_lost")
        .phase("end")
        .move(filipino_losses="losses:2")
        .phase("us_orders")
    ),
}

ILLEGAL: dict[str, tuple[str, Made]] = {
    "fire in the Assault phase": ("2.2", lambda d: (
        d.start(section_21="0510").phase("us_assault")
        .attack("fire", "us", "0409", "section_21", die=6).done())),
    "a squad recovers before it fires": ("2.3", lambda d: (
        d.start(pinned=("squad_1",)).phase("filipino_fire").mark("squad_1", on=False)
        .phase("filipino_assault"))),
    "the alarm pins a squad far away": ("9.7", lambda d: (
        _waiting(d).phase("us_orders").move(section_41="0302").roll("alarm", 6, 1, 1, 1)
        .mark("squad_1").phase("us_movement"))),
    "three units begin on the trail": ("11.1", lambda d: (
        _chosen(d.start(turn=1)).move(section_22="0513", section_23="0513")
        .phase("us_movement"))),
    "an attack after that on the guard": ("2.5", lambda d: (
        _guarded(d).mark("section_41", "section_42", condition="attacks").roll("guard", 4).done()
        .move(section_41="0402", section_42="0303", section_43="0302").roll("alarm", 1, 1)
        .phase("us_movement").phase("us_fire").phase("us_assault")
        .attack("assault", "us", "0503", "section_41", die=3).done())),
    "the guide is sought again after a step back": ("9.2", lambda d: (
        _begun(d).phase("us_orders").roll("guide", 2).phase("us_movement").back("us_orders")
        .roll("guide", 6).move(galut="0514").phase("us_movement"))),
    "a late die for the general is ignored": ("9.8", lambda d: (
        _unrolled(d).phase("us_assault").roll("general", 5))),
    "one die for two attacks on the general": ("9.8", lambda d: (
        _unrolled(d, sharpshooters_1="0809")
        .attack("fire", "us", "0606", "sharpshooters_1", die=6, then=(4,)).done())),
    "the guide is sought in turn 1": ("9.2", lambda d: (
        _chosen(d.start(turn=1)).phase("us_orders").roll("guide", 1).phase("us_movement"))),
    "the guide is sought twice in a turn": ("9.2", lambda d: (
        d.start().phase("us_orders").roll("guide", 1).roll("guide", 6).phase("us_movement"))),
    "a guide who was found is sought": ("9.2", lambda d: (
        d.start(galut="0514").phase("us_orders").roll("guide", 1).phase("us_movement"))),
    "the guide comes to nobody": ("9.2", lambda d: (
        d.start().phase("us_orders").roll("guide", 5).move(galut="0411").phase("us_movement"))),
    "a column in turn 2": ("9.3", lambda d: (
        _left(d.start(turn=2, galut="0514").phase("us_orders")).phase("us_movement"))),
    "a column without a guide": ("9.3", lambda d: (
        _left(d.start().phase("us_orders"), "guide_sought").phase("us_movement"))),
    "a second column": ("9.3", lambda d: (
        _left(d.start(galut="flank_column", section_11="flank_column").phase("us_orders"))
        .phase("us_movement"))),
    "sharpshooters in the column": ("9.3", lambda d: (
        d.start(galut="0514").phase("us_orders")
        .move(section_41="flank_column", section_42="flank_column",
              sharpshooters_1="flank_column", galut="flank_column")
        .roll("march", 1).move(column_marker="turn:9").phase("us_movement"))),
    "the guide stays behind": ("9.3", lambda d: (
        _left(d.start(galut="0514").phase("us_orders"), "0514").phase("us_movement"))),
    "a column from above 720 metres": ("9.3", lambda d: (
        _left(d.start(galut="0514", section_41="0610").phase("us_orders")).phase("us_movement"))),
    "a column from beside the enemy": ("9.3", lambda d: (
        _left(d.start(galut="0514", squad_1="0413").phase("us_orders")).phase("us_movement"))),
    "a march without a column": ("9.4", lambda d: (
        d.start().phase("us_orders").roll("march", 1).phase("us_movement"))),
    "the march is not rolled for": ("9.4", lambda d: (
        d.start(galut="0514").phase("us_orders")
        .move(section_41="flank_column", section_42="flank_column", section_43="flank_column",
              galut="flank_column").phase("us_movement"))),
    "the march is rolled for again": ("9.4", lambda d: (
        _left(d.start(galut="0514").phase("us_orders")).roll("march", 1).phase("us_movement"))),
    "the column arrives a turn too early": ("9.5", lambda d: (
        _early(d).move(section_41="0402").roll("alarm", 1, 1, 1, 1).phase("us_movement"))),
    "the column arrives in an unknown place": ("9.5", lambda d: (
        _waiting(d, up=False).phase("us_orders").move(section_41="0302").roll("alarm", 1, 1, 1, 1)
        .phase("us_movement"))),
    "the column arrives beside the exits": ("9.5", lambda d: (
        _waiting(d).phase("us_orders").move(section_41="0301").roll("alarm", 1, 1, 1, 1)
        .phase("us_movement"))),
    "the column arrives on a squad": ("9.5", lambda d: (
        _waiting(d, squad_10="0302").phase("us_orders").move(section_41="0302")
        .roll("alarm", 1, 1, 1, 1).phase("us_movement"))),
    "an alarm without a cause": ("9.7", lambda d: (
        _waiting(d).phase("us_orders").roll("alarm", 1).phase("us_movement"))),
    "the alarm pins one squad too many": ("9.7", lambda d: (
        _waiting(d).phase("us_orders").move(section_41="0302").roll("alarm", 5, 4, 1, 1)
        .mark("squad_9", "squad_10").phase("us_movement"))),
    "the alarm pins one squad too few": ("9.7", lambda d: (
        _waiting(d).phase("us_orders").move(section_41="0302").roll("alarm", 5, 5, 1, 1)
        .mark("squad_9").phase("us_movement"))),
    "a second alarm": ("9.7", lambda d: (
        _waiting(d).phase("us_orders").move(section_41="0302").roll("alarm", 1, 1, 1, 1)
        .phase("us_movement").phase("end").phase("us_orders").move(section_42="0303")
        .roll("alarm", 1, 1, 1, 1).phase("us_movement"))),
    "three sections on the guard": ("11.4", lambda d: (
        _guarded(d).mark("section_41", "section_42", "section_43", condition="attacks")
        .roll("guard", 1).phase("us_movement"))),
    "the guard is assaulted twice": ("11.4", lambda d: (
        _guarded(d).mark("section_41", "section_42", condition="attacks").roll("guard", 3)
        .roll("guard", 3).phase("us_movement"))),
    "a loss of the column for nothing": ("11.4", lambda d: (
        _guarded(d).mark("section_41", "section_42", condition="attacks").roll("guard", 4)
        .lose("section_41").phase("us_movement"))),
    "squads waver while del Pilar lives": ("9.9", lambda d: (
        d.start().phase("filipino_recovery").roll("wavering", 6).phase("end"))),
    "a squad moves in Recovery": ("2.1", lambda d: (
        d.start().phase("filipino_recovery").move(squad_10="0502").phase("end"))),
    "one squad too many wavers": ("9.9", lambda d: (
        _leaderless(d).roll("wavering", 5, 1, 1, 1, 1, 1, 1).move(squad_10="0502").phase("end"))),
    "a squad that should waver stays": ("9.9", lambda d: (
        _leaderless(d).roll("wavering", 6, 1, 1, 1, 1, 1, 1).phase("end"))),
    "a squad wavers two hexes away": ("8.3", lambda d: (
        _leaderless(d).roll("wavering", 6, 1, 1, 1, 1, 1, 1).move(squad_10="0702").phase("end"))),
    "a unit that fires moves": ("2.2", lambda d: (
        d.start(section_21="0510").phase("us_fire")
        .announce("fire", "0409", "section_21").roll("us_attack", 1).move(section_21="0610")
        .done())),
    "a unit that fires goes into the target": ("2.2", lambda d: (
        d.start(section_21="0510").phase("us_fire")
        .announce("fire", "0409", "section_21").roll("us_attack", 1).move(section_21="0409")
        .done())),
    "a unit beside the attack loses a step": ("1.5", lambda d: (
        d.start(section_21="0510").phase("us_fire")
        .announce("fire", "0409", "section_21").roll("us_attack", 1).lose("squad_10").done())),
    "a unit beside the attack is lost": ("1.5", lambda d: (
        d.start(section_21="0510").phase("us_fire")
        .announce("fire", "0409", "section_21").roll("us_attack", 1)
        .move(squad_10="filipino_lost").done())),
    "a unit beside the assault moves": ("7.6", lambda d: (
        d.start(section_21="0510", section_22="0510").phase("us_assault")
        .announce("assault", "0409", "section_21").roll("us_attack", 4)
        .move(section_22="0610").done())),
    "a unit beside the attack is pinned": ("8.8", lambda d: (
        d.start(section_21="0510").phase("us_fire")
        .announce("fire", "0409", "section_21").roll("us_attack", 1).mark("squad_10").done())),
    "a die for del Pilar without a cause": ("9.8", lambda d: (
        d.start(section_13="0706", section_21="0706").phase("us_fire")
        .announce("fire", "0606", "section_13", "section_21").roll("us_attack", 1)
        .roll("general", 1).done())),
    "del Pilar is killed by a 4": ("9.8", lambda d: (
        d.start(section_13="0706", section_21="0706").phase("us_fire")
        .announce("fire", "0606", "section_13", "section_21").roll("us_attack", 6)
        .lose("squad_4").mark("squad_4", "squad_5", "squad_6").roll("general", 4)
        .move(del_pilar="filipino_lost").done())),
    "del Pilar survives a 5": ("9.8", lambda d: (
        d.start(section_13="0706", section_21="0706").phase("us_fire")
        .announce("fire", "0606", "section_13", "section_21").roll("us_attack", 6)
        .lose("squad_4").mark("squad_4", "squad_5", "squad_6").roll("general", 5).done())),
    "del Pilar is killed by fire without effect": ("9.8", lambda d: (
        d.start(section_13="0706", section_21="0706").phase("us_fire")
        .announce("fire", "0606", "section_13", "section_21").roll("us_attack", 1)
        .move(del_pilar="filipino_lost").done())),
    "del Pilar is killed in Movement": ("9.8", lambda d: (
        d.start().phase("filipino_movement").move(del_pilar="filipino_lost")
        .phase("filipino_fire"))),
    "the Path chit is face up as the game begins": ("9.1", lambda d: (
        _chosen(d.start(turn=1)).up("path").phase("us_movement"))),
    "nobody wavers": ("9.9", lambda d: (
        d.start(del_pilar="filipino_lost").phase("filipino_recovery").phase("end"))),
    "the guard chit is turned up": ("11.3", lambda d: (
        _chosen(d.start(turn=1, scenario="guarded")).up("guard").phase("us_movement"))),
    "through the guard": ("11.4", lambda d: _guarded(d).move(section_41="0402")
                          .phase("us_movement")),
}  # fmt: skip


def _chosen(scene: Scene) -> Scene:
    """The US player has turned his chit to path A."""
    return scene.face(path="a")


def _begun(desk: Desk) -> Scene:
    """Turn 2 of a game whose beginning the log shows."""
    scene = _chosen(desk.start(turn=1))
    return scene.phase("us_movement").phase("end")


def _waiting(desk: Desk, up: bool = True, pinned: tuple[str, ...] = (), **more: str) -> Scene:
    """Three sections wait for their path, A, which is turned up."""
    scene = desk.start(
        turn=9,
        pinned=pinned,
        galut="flank_column",
        section_41="flank_column",
        section_42="flank_column",
        section_43="flank_column",
        **more,
    )
    if up:
        scene.table.turn_chit(scene.key["path"])
    return scene


def _left(scene: Scene, guide: str = "flank_column") -> Scene:
    """Three sections leave as the flank column and arrive after four turns."""
    scene.move(section_41="flank_column", section_42="flank_column", section_43="flank_column")
    scene.move(galut=guide).roll("march", 1)
    return scene.move(column_marker=f"turn:{scene.table.turn + 4}")


def _early(desk: Desk) -> Scene:
    """The Orders phase of the turn before the column is due on path A, which is turned up."""
    scene = _left(desk.start(galut="0514").phase("us_orders"))
    for _ in range(3):
        scene.phase("end").phase("us_orders")
    scene.table.turn_chit(scene.key["path"])
    return scene


def _leaderless(desk: Desk) -> Scene:
    """Recovery after del Pilar's death; seven squads have no other leader with them."""
    scene = desk.start(del_pilar="filipino_lost", carrasco="0503")
    return scene.phase("filipino_recovery")


def _guarded(desk: Desk, up: bool = True) -> Scene:
    """The column is on path A, where the guard is, and arrives in turn 7."""
    scene = _chosen(desk.start(turn=1, scenario="guarded"))
    scene.face(guard="a").phase("us_movement")
    scene.phase("end").phase("us_orders").roll("guide", 6).move(galut="0514").phase("end")
    scene.phase("us_orders").move(
        section_41="flank_column",
        section_42="flank_column",
        section_43="flank_column",
        galut="flank_column",
    )
    scene.roll("march", 1).move(column_marker="turn:7")
    for _ in range(4):
        scene.phase("end").phase("us_orders")
    if up:
        scene.table.turn_chit(scene.key["path"])
    return scene


def _unrolled(desk: Desk, **more: str) -> Scene:
    """A squad beside del Pilar loses a step, and no die is rolled for him."""
    scene = desk.start(section_13="0706", section_21="0706", **more).phase("us_fire")
    scene.announce("fire", "0606", "section_13", "section_21").roll("us_attack", 6)
    return scene.lose("squad_4").mark("squad_4", "squad_5", "squad_6").done()


def clauses(report: GameReport) -> list[str]:
    return [f"{one.verdict} {one.clause}: {one.message}" for one in report.findings]


@pytest.mark.long
@pytest.mark.parametrize("name", LEGAL)
def test_what_is_legal_is_not_accused(desk: Desk, name: str) -> None:
    assert clauses(LEGAL[name](desk).check()) == []


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_is_illegal_is_reported(
    desk: Desk, name: str, reported: Callable[[GameReport, str], None]
) -> None:
    clause, made = ILLEGAL[name]
    reported(made(desk).check(), clause)


def test_every_clause_is_reported_or_cannot_be_seen(desk: Desk) -> None:
    table = desk.book.clauses
    found = coverage(desk.book.folder, table)
    states = {clause.number: found[clause.number].state for clause in table.clauses}
    assert [number for number, state in states.items() if state == "modelled"] == []
    paired = {number for number, known in found.items() if known.paired}
    assert paired == {number for number, state in states.items() if state == "reported"}
