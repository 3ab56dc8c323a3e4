"""What lines of chat announce: fire beside the dice (13.e), and sides at the end (17.a)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.model.game import Game
from modgen.vassal.save import steps
from modgen.vassal.stream import leaves
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.record.talk import NamedPlaces, Talk
from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.sheet import (
    BASE_1,
    BASE_2,
    PARLIAMENT,
    SOLDIERS,
    THREE_IN_PARLIAMENT,
    Sheet,
    sheet,
)

ALL = "{0}, Benítez with el presidente"


@pytest.mark.parametrize(
    ("line", "fire"),
    [
        ("Estrada fires at Benítez", ("estrada", "benitez")),
        ("estrada FIRING 3 dice at benitez!!", ("estrada", "benitez")),
        ("ok, Guzman shoots at the police of Benitez", ("guzman", "benitez")),
        ("Guzmán -> Estrada", ("guzman", "estrada")),
        ("firing at Estrada", ("guzman", "estrada")),
        ("E fires at B", ("estrada", "benitez")),
        ("A fires at Estrada", ("aranda", "estrada")),
        ("A soldier of Estrada fires at Benítez", ("estrada", "benitez")),
        ("Guzmán fires at Estrada :D", ("guzman", "estrada")),
        ("Plan B: Guzmán fires at Estrada", ("guzman", "estrada")),
        ("Estrada fires at Benítez (A)", ("estrada", "benitez")),
        ("Estrada does not fire at Benítez", None),
        ("Estrada fires at Benítez?", None),
        ("Estrada is fired at by Benítez", None),
        ("Estrada fires at Benítez and Guzmán", None),
        ("Estrada fires at Benítez, Benítez fires at Guzmán", None),
        ("Estrada attacks in Radio Transmitter", None),
        ("Estrada fires", None),
    ],
)
def test_lines_that_tell_of_fire(line: str, fire: tuple[str, str] | None, junta_coup: Game) -> None:
    told = Talk([junta_coup]).read(f"<Guzmán (Ana)> - {line}", "guzman")
    whole = told and told.choices["deed"] == "fire" and told.choices["whom"]
    assert ((told.side, told.choices["whom"]) if told and whole else None) == fire


@pytest.mark.parametrize(
    ("line", "fire"),
    [
        ("Estrada at Benítez", ("estrada", "benitez")),
        ("E at B, 3 dice", ("estrada", "benitez")),
        ("me at Estrada", ("guzman", "estrada")),
        ("A at D", ("aranda", "dorado")),
        ("Estrada to Benítez: pass me the beer", None),
        ("Estrada at Benítez?", None),
        ("me at Guzmán", None),
        ("Estrada at Estrada", None),
        ("Estrada in Market", None),
        ("6 dice at Estrada", None),
    ],
)
def test_lines_that_name_only_two_sides(
    line: str, fire: tuple[str, str] | None, junta_coup: Game
) -> None:
    talk = Talk([junta_coup])
    assert talk.aimed(f"<Guzmán (Ana)> - {line}", "guzman") == fire
    assert talk.aimed(f"<Ana> - {line}", "") == (None if "me" in line.split() else fire)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Estrada's gunboat fires at Benítez", ("estrada", "gunboat", "benitez")),
        ("air raid on Dorado", ("guzman", "air_raid", "dorado")),
        ("Dorado: with the rebels!", ("dorado", "for_rebels", None)),
        ("Estrada: for the Rebels :D", ("estrada", "for_rebels", None)),
        ("I'm for El Presidente", ("guzman", "for_president", None)),
        ("Dorado and Estrada: for the Rebels", None),
    ],
)
def test_other_choices(
    line: str, told: tuple[str, str, str | None] | None, junta_coup: Game
) -> None:
    said = Talk([junta_coup]).read(f"<Guzmán (Ana)> - {line}", "guzman")
    assert (said and (said.side, said.choices["deed"], said.choices["whom"])) == told


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Bank. Cárdenas 6, Guzmán 1", "central_bank"),
        ("now the presidential palace", "presidential_palace"),
        ("radio road, then", "radio_road"),
        ("the radio", ""),  # the transmitter or the road
        ("the palace guards fire", ""),
        ("bank and market", ""),
        ("nobody fights in the market, no dice", ""),
        ("Market: Dorado 3 Students, Estrada 2", "market"),
        ("ok, the market then!", "market"),
        ("my dice in the market", "market"),
        ("University next. Guzman", "university"),
        ("I go for the Bank with everything", "central_bank"),
        ("2 Students to the slums", "slums"),
        ("I declare the market", "market"),
        ("my target is the market", "market"),
        ("I choose market", "market"),
        ("market please", "market"),
        ("my train leaves at ten", ""),
        ("sorry, the train was late, rolling now", ""),
        ("back from the market, who is next", ""),
        ("my daughter is at the university", ""),
        ("Cardinal sins in business!", ""),
    ],
)
def test_the_place_that_a_line_names(line: str, place: str, junta_coup: Game) -> None:
    names = {space.id: space.name for space in junta_coup.map.spaces}
    places = NamedPlaces(names, [junta_coup])
    assert places.read(f"<Guzmán (Ana)> - {line}") == place
    assert not places.read(f"* {line}")


@pytest.mark.parametrize(
    ("word", "clauses"),
    [("", ["11.b"]), ("the market: ", []), ("my market stall opens early, ", ["11.b"])],
)
def test_an_attack_that_chat_declares(word: str, clauses: list[str], coups: CoupBench) -> None:
    """11.b: who names the space before the dice declares the attack, like a marker."""
    table = sheet(coups, {BASE_1: {"market": 3, PARLIAMENT: 1}, BASE_2: {"market": 3}})
    table.attack("cardenas", PARLIAMENT)
    table.log.say(f"<Solo> - {word}dice")
    table.rolls(1, 2, 3)
    table.phase(3)
    assert [clause for _, clause in table.found() if clause == "11.b"] == clauses


def test_a_line_that_nobody_wrote(junta_coup: Game) -> None:
    talk = Talk([junta_coup])
    assert talk.read("* Estrada fires at Benítez", "guzman") is None
    assert talk.roller("* Estrada") == ""


@pytest.mark.parametrize(
    ("line", "roller"),
    [
        ("estrada", "estrada"),
        ("Estrada: 6 dice", "estrada"),
        ("Estrada rolls 6 dice now", "estrada"),
        ("Guzmán then", "guzman"),
        ("second exchange, E again 2 dice", "estrada"),
        ("third: C", "cardenas"),
        ("A: 3 dice", "aranda"),
        ("Estrada: 6 dice :D", "estrada"),
        ("Plan B", ""),
        ("A third exchange", ""),
        ("third exchange at E", ""),
        ("Estrada?", ""),
        ("Estrada may roll", ""),
        ("Estrada loses one", ""),
        ("Estrada 3, Guzmán 1", ""),
        ("6 dice at Estrada", ""),
    ],
)
def test_who_is_to_roll(line: str, roller: str, junta_coup: Game) -> None:
    assert Talk([junta_coup]).roller(f"<Guzmán (Ana)> - {line}") == roller


@pytest.mark.parametrize("name", ["Красные", "日本", "1", "Й"])
def test_sides_whose_names_have_no_latin_letter(name: str, junta_coup: Game) -> None:
    first, *others = junta_coup.info.sides
    sides = [first.model_copy(update={"name": name}), *others]
    talk = Talk([replace(junta_coup, info=junta_coup.info.model_copy(update={"sides": sides}))])
    assert talk.roller(f"<Ana> - {name.lower()}: 6 dice") == first.id


@pytest.mark.parametrize(
    ("named", "actor"),
    [
        (["Cárdenas"], "Cárdenas"),
        (["Dorado: 4 dice"], "Dorado"),
        (["Cárdenas: 3", "correction", "Dorado: 4 dice"], "Dorado"),
    ],
)
def test_dice_of_a_family_that_chat_names(named: list[str], actor: str, coups: CoupBench) -> None:
    """14.a: three Units each, and either may have rolled one die too many."""
    table = sheet(coups, SOLDIERS)
    table.battle(PARLIAMENT, "first")
    for line in named:
        table.log.say(f"<Observer (Ana)> - {line}")
    table.rolls(1, 2, 3, 4)
    table.phase(3)
    assert [(one.clause, one.actor) for one in table.report().findings] == [("14.a", actor)]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("loser", ["aranda", "cardenas"])
def test_the_target_that_chat_names(loser: str, after: bool, coups: CoupBench) -> None:
    """14.d, 14.e: the hits were on Aranda, so no other family loses a Unit."""
    table = sheet(coups, THREE_IN_PARLIAMENT, given={"demonstrators": "cardenas"})
    table.battle(PARLIAMENT, "first")
    for target, dice in (("Aranda", (6, 1, 2)), ("Cárdenas", (3, 3, 4))):
        line = f"<Observer (Ana)> - Dorado fires at {target}"
        for act in ("dice", "line") if after else ("line", "dice"):
            if act == "line":
                table.log.say(line)
            else:
                table.rolls(*dice)
    kind = "palace_guard" if loser == "aranda" else "demonstrators"
    table.dies(kind, PARLIAMENT)
    assert table.illegal() == ([] if loser == "aranda" else ["14.e"])


def test_dice_when_nobody_else_is_left(coups: CoupBench) -> None:
    """10.a: Cárdenas's last Unit is gone, so Dorado has no further exchange."""
    table = sheet(coups, {BASE_2: {PARLIAMENT: 3}, BASE_1: {PARLIAMENT: 1}})
    table.attack("dorado", PARLIAMENT)
    table.battle(PARLIAMENT, "first")
    table.fire("cardenas", "dorado", 1)
    table.fire("dorado", "cardenas", 6, 1, 2)
    table.dies("brigade_1", PARLIAMENT)
    assert table.found() == []
    table.battle(PARLIAMENT, "second")
    table.fire("dorado", "", 1, 2, 3)
    assert [clause for _, clause in table.found()] == ["10.a"]


@pytest.mark.parametrize("told", [True, False])
def test_a_loyal_family_that_says_it_fires(told: bool, coups: CoupBench) -> None:
    """3.d: Guzmán's Paratroopers fire in the Rebellion phase, and it never turns its Office."""
    table = Sheet(coups)
    table.rebel("cardenas")
    table.go("brigade_1", 5, "brigade_1_base", "puerto_del_sur", seat="cardenas")
    table.go("paratroopers", 1, table.log.where("paratroopers")[0][1].place, "puerto_del_sur")
    table.battle("puerto_del_sur", "first")
    table.log.say("<Observer (Ana)> - Cárdenas fires at Guzmán")
    table.rolls(1, 2, 3, 4, 5)
    if told:
        table.log.say("<Observer (Ana)> - Guzmán fires at Cárdenas")
        table.rolls(2)
    table.home()
    table.phase(1)
    table.go("brigade_2", 6, "brigade_2_base", "government_quarter", seat="dorado")
    assert table.illegal() == (["3.d"] if told else [])


@pytest.mark.parametrize(("result", "clauses"), [("rebels", ["17.e"]), ("president", [])])
def test_sides_that_are_chosen_in_chat(result: str, clauses: list[str], coups: CoupBench) -> None:
    """17.e: all chose aloud, and the Rebels hold no power centre."""
    table = sheet(coups, {}, phase=6)
    table.dies("brigade_3", "brigade_3_base")
    for who in ("Cárdenas", "Dorado", "Estrada", "Figueroa", "Guzmán", "Aranda", "Benítez"):
        side = "for El Presidente" if who in ("Aranda", "Benítez") else "for the Rebels"
        table.log.say(f"<Observer (Ana)> - {who}: {side}")
    table.log.announce("cardenas", {"deed": f"won_{result}"})
    assert [one for one in table.illegal() if one[:2] in ("2.", "17")] == clauses


@pytest.mark.parametrize(("pad", "clauses"), [(True, []), (False, ["17.b"])])
def test_a_side_that_a_pad_announced_counts(
    pad: bool, clauses: list[str], coups: CoupBench
) -> None:
    """17.b: what El Presidente writes counts only without his pad."""
    table = sheet(coups, {}, phase=6)
    if pad:
        table.log.announce("aranda", {"deed": "for_president"})
    for who in ("Cárdenas", "Dorado", "Estrada", "Figueroa", "Guzmán", "Aranda", "Benítez"):
        table.log.say(f"<Observer (Ana)> - {who}: for the Rebels")
    assert [one for one in table.illegal() if one == "17.b"] == clauses


@pytest.mark.parametrize(("again", "clauses"), [("sorry, rolling again", []), ("ok", ["12.a"])])
def test_a_bombardment_that_is_rolled_again(
    again: str, clauses: list[str], coups: CoupBench
) -> None:
    """12.a: once a phase, but the first dice do not count if a player says why."""
    table = sheet(coups, SOLDIERS)
    table.battle(PARLIAMENT)
    table.fire("figueroa", "dorado", 1, 2, 3, way="gunboat")
    table.log.say(f"<Observer (Ana)> - {again}")
    table.rolls(1, 2, 4, way="gunboat")
    assert [one for one in table.illegal() if one == "12.a"] == clauses


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("The Rebels win!", "won_rebels"),
        ("ok, so El Presidente has won", "won_president"),
        ("Result: the Rebels win", "won_rebels"),
        ("ganan los rebeldes", "won_rebels"),
        ("bank and palace president, radio rebels: El Presidente wins", "won_president"),
        ("unless Dorado turns, the rebels win", ""),
        ("rebels win, El Presidente wins", ""),
        ("so the rebels win?", ""),
        ("gg, hope the rebels win next time", ""),
        ("if the rebels win next time I pay", ""),
        ("no rebels win", ""),
        ("rebels win two", ""),
    ],
)
def test_results(line: str, result: str, junta_coup: Game) -> None:
    """The last game is the same in another language."""
    declarations = [one.model_copy(deep=True) for one in junta_coup.info.declarations]
    for choice in (one for pad in declarations for item in pad.fields for one in item.choices):
        choice.words[:] = ["ganan los rebeldes"] if choice.id == "won_rebels" else []
    info = junta_coup.info.model_copy(update={"declarations": declarations})
    talk = Talk([replace(junta_coup, info=info), junta_coup])
    assert talk.alone(f"<Ana> - {line}") == result
    assert not talk.choices(f"* {line}")


@pytest.mark.parametrize(
    ("lines", "clauses"),
    [
        (["{0}, Benítez with el presidente", "the rebels win"], ["17.e"]),
        (["{0}; Benítez for el presidente: El Presidente wins"], []),
        (["{0}", "Benítez for el presidente", "rebels win two", "el presidente wins"], []),
        (["{0}, Benítez is not for the Rebels", "the rebels win"], []),
        (["{0}", "the rebels win"], []),  # Benítez may have chosen
        (["if {0}, Benítez with el presidente", "the rebels win"], []),
        ([ALL, "so the rebels win?"], []),
        ([ALL, "gg, hope the rebels win next time"], []),
        ([ALL, "if the rebels win next time I pay"], []),
        ([ALL, "the rebels win", "no, wait, El Presidente wins"], []),
        ([ALL, "the rebels win", "El Presidente wins?"], ["17.e"]),
        ([ALL, "the rebels win", "El Presidente wins"], []),
        (["the rebels win", ALL], []),
        (["El Presidente wins!", ALL, "the rebels win"], ["17.e"]),
    ],
)
def test_sides_in_one_line(lines: list[str], clauses: list[str], coups: CoupBench) -> None:
    """17.e: a line tells of several families, and of the result; El Presidente has no choice."""
    table = sheet(coups, {}, phase=6)
    table.dies("brigade_3", "brigade_3_base")
    five = "Cárdenas, Dorado, Estrada, Figueroa, Guzmán"
    sides = ", ".join(f"{one} for the rebels" for one in five.split(", "))
    for line in lines:
        table.log.say(f"<Observer (Ana)> - {line.format(sides)}")
    assert [one for one in table.illegal() if one[:2] in ("2.", "17")] == clauses


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("and General Strike from the hand", ["general_strike"]),
        ("SLUM RIOTS, then the dock strike!", ["slum_riots", "dock_strike"]),
        ("huelga general: six strikers", ["general_strike"]),
        ("demonstrations later", []),
        ("the helicopter to the market", []),
        ("General Strike, if nobody minds?", ["general_strike"]),
    ],
)
def test_the_cards_that_a_line_names(line: str, cards: list[str], junta_coup: Game) -> None:
    """The last game is the same in another language."""
    titles = {"general_strike": "Huelga General"}
    other = [
        card.model_copy(update={"title": titles.get(card.id, card.title)})
        for card in junta_coup.cards
    ]
    assert Talk([junta_coup, replace(junta_coup, cards=other)]).cards(f"<Ana> - {line}") == cards


@pytest.mark.parametrize(
    ("line", "moved", "clauses"),
    [
        ("and General Strike", "never", []),
        ("and General Strike", "at once", []),
        ("and General Strike", "after dice", []),
        ("here they are", "never", ["8.a"]),
        ("and Dock Strike", "never", ["8.a"]),
    ],
)
def test_a_card_that_is_only_named(
    line: str, moved: str, clauses: list[str], coups: CoupBench
) -> None:
    """8.a: the Strikers come by the card that the player names, which lies in the way."""
    table = sheet(coups, SOLDIERS)
    card = [table.log.where("card_general_strike")[0][0]]
    table.log.say(f"<Observer (Ana)> - {line}")
    if moved == "at once":
        table.log.move(card, "played")
    table.go("strikers", 6, "street_pool", "industrial_district")
    table.gives("strikers", "industrial_district", "dorado")
    table.rolls(1, 1, 1)
    if moved == "after dice":
        table.log.move(card, "played")
    assert table.illegal() == clauses


def test_a_card_that_is_named_after_dice(coups: CoupBench) -> None:
    """2.c: cards are played in Movement only."""
    table = sheet(coups, SOLDIERS)
    table.battle(PARLIAMENT, "first")
    table.rolls(1, 1, 1)
    table.log.say("<Observer (Ana)> - now General Strike!")
    table.go("strikers", 6, "street_pool", "industrial_district")
    table.gives("strikers", "industrial_district", "dorado")
    table.rolls(1, 1, 1)
    table.home()
    table.phase(3)
    assert table.illegal() == ["2.c"]


@pytest.mark.parametrize(("gap", "clauses"), [(False, ["17.e"]), (True, [])])
def test_a_result_in_another_log(gap: bool, clauses: list[str], coups: CoupBench) -> None:
    """17.e: after a gap nobody knows who has chosen which side before the log."""
    table = sheet(coups, {}, phase=6)
    table.dies("brigade_3", "brigade_3_base")
    for who in ("Cárdenas", "Dorado", "Estrada", "Figueroa", "Guzmán", "Aranda", "Benítez"):
        side = "for El Presidente" if who in ("Aranda", "Benítez") else "for the Rebels"
        table.log.say(f"<Observer (Ana)> - {who}: {side}")
    timeline = table.log.timeline("first.vlog")
    if gap:
        table.dies(*BASE_2)
    table.log = table._begin(table.log.table)
    table.log.say("<Observer (Ana)> - The Rebels win!")
    timeline.read(steps(leaves([table.log.text()])), "second.vlog")
    report = judge_log(coups.rulebook, timeline, ["first.vlog", "second.vlog"])
    assert [one.clause for one in report.findings if one.clause[:2] in ("2.", "17")] == clauses
