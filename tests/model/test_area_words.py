"""Errors in area games: coasts, numbers, traits, change, backs, cups, single cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.model.loading.folder import load

MISTAKES = {
    "a sea link to an inland area": (
        "map.yaml",
        "{between: [laoag, ilocos_norte]",
        "{between: [laoag, tarlac]",
        "map.yaml:{line}:5: a sea space leads to `tarlac`, which is not coastal; "
        "remove the edge or set `coastal: true`",
    ),
    "a railway into the sea": (
        "map.yaml",
        "{between: [bulacan, manila], kind: rail",
        "{between: [bulacan, manila_bay], kind: rail",
        "map.yaml:{line}:5: a railway cannot lead to the sea space `manila_bay`",
    ),
    "a coast that no ship reaches": (
        "map.yaml",
        "number: 17, kind: area, region: Central Luzon, terrain: lowland,",
        "number: 17, kind: area, region: Central Luzon, terrain: lowland, coastal: true,",
        "map.yaml:{line}:{column}: warning: the space `tarlac` is coastal, but no "
        "sea space leads to it",
    ),
    "a stack that would lie next door": (
        "map.yaml",
        "pieces_at: [156, 367], label_at: [150, 352.5], spread: 6,",
        "pieces_at: [155, 358], spread: 60,",
        "map.yaml:{line}:5: `us_army` sent to `manila` would be at 125, 370, outside the space; "
        "move `pieces_at` or reduce `spread`",
    ),
    "two areas of one number": (
        "map.yaml",
        "name: Abra, number: 4",
        "name: Abra, number: 3",
        "map.yaml:{line}:36: the number 3 is already that of the space `apayao`",
    ),
    "an unknown terrain": (
        "map.yaml",
        "region: Northern Luzon, terrain: mountain",
        "region: Northern Luzon, terrain: montain",
        "map.yaml:{line}:{column}: unknown terrain `montain`; did you mean `mountain`?",
    ),
    "a leader without a trait's rule": (
        "game.yaml",
        "  - {id: st, letters: St, name: Stratagem",
        "  - {id: sz, letters: St, name: Stratagem",
        "pieces.csv:18:{column}: unknown trait `st`; did you mean `s`?",
    ),
    "two traits with the same letters": (
        "game.yaml",
        "letters: St",
        "letters: NA",
        "game.yaml:233:{column}: the trait `NA` is duplicated",
    ),
    "two commanders of one rank": (
        "pieces.csv",
        "nr,2,Luna",
        "nr,1,Luna",
        "pieces.csv:{line}:{column}: the rank 1 is already that of `aguinaldo`",
    ),
    "a gap in the chain of command": (
        "pieces.csv",
        "nr,2,Luna",
        "nr,,Luna",
        "pieces.csv:24:{column}: `malvar` has the rank 3, but no piece has the rank 2",
    ),
    "change that does not come out even": (
        "pieces.csv",
        "2 steps|1 step,2|1,horseman",
        "2 steps|1 step,3|1,horseman",
        "pieces.csv:{line}:{column}: `us_cavalry` has `change`, so it needs two faces with "
        "strengths such as 2|1; they are 3|1",
    ),
    "exchange for what cannot be changed": (
        "pieces.csv",
        "pool_filipino,,true,guerrilla,people",
        "pool_filipino,,true,fagen,people",
        "pieces.csv:{line}:{column}: `regular` becomes `fagen`, but `fagen` has no `change`",
    ),
    "a sign that nobody has drawn": (
        "map.yaml",
        "signs: [star]",
        "signs: [starr]",
        "map.yaml:{line}:{column}: there is no art/starr.svg, no art/starr.png and no bundled icon "
        "`starr`; did you mean `star`?",
    ),
    "a back that nobody has drawn": (
        "pieces.csv",
        "pool_filipino,,true,guerrilla,people",
        "pool_filipino,,true,guerrilla,peeple",
        "pieces.csv:{line}:{column}: there is no art/peeple.svg, no art/peeple.png and no bundled "
        "icon `peeple`; did you mean `people`?",
    ),
    "a gunboat on land": (
        "scenarios/1_stand_up.yaml",
        "  manila_bay: {gunboat: 5}",
        "  cagayan: {gunboat: 5}",
        "scenarios/1_stand_up.yaml:{line}:{column}: `gunboat` cannot be in `cagayan`, whose kind "
        "is `area`; it may enter: sea",
    ),
    "reinforcements in a turn that there is not": (
        "scenarios/1_stand_up.yaml",
        '"turn:5"',
        '"turn:51"',
        "scenarios/1_stand_up.yaml:{line}:3: unknown space `turn:51`; did you mean `turn:5`?",
    ),
    "a monsoon after the war": (
        "map.yaml",
        'tints: {4: "#a9adad"',
        'tints: {40: "#a9adad"',
        "map.yaml:{line}:{column}: 40 is not on the track `turn`, which goes from 1 to 15",
    ),
    "too many steps in an area": (
        "scenarios/1_stand_up.yaml",
        "marong: {regular: 3,",
        "marong: {regular: 6,",
        "scenarios/1_stand_up.yaml:{line}:{column}: `marong` has 12 of regular; at most 10 may "
        "stack (8.3)",
    ),
    "a limit that is off on an unknown area": (
        "game.yaml",
        "most: 1, not_in: [manila]",
        "most: 1, not_in: [manilla]",
        "game.yaml:{line}:{column}: unknown space `manilla`; did you mean `manila`?",
    ),
    "a cup that lies nowhere": (
        "cards.yaml",
        'name: "US cup: Guerrilla War", side: us,',
        'name: "US cup: Guerrilla War",',
        "cards.yaml:{line}:5: the pile `cup_us_guerrilla` needs either a `box` or a `side`; "
        "name a box of map.yaml, or the side whose private window holds the pile",
    ),
    "a secret deck that is nobody's": (
        "cards.yaml",
        "layout: objective, back: us_objective_back, width: 52, height: 36, hand: us,",
        "layout: objective, back: us_objective_back, width: 52, height: 36,",
        "cards.yaml:{line}:{column}: the deck `us_objective` is secret but has no side; "
        "name the side in `hand`",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("what", MISTAKES)
def test_mistakes_are_told_with_their_place(amigos_folder: Path, what: str) -> None:
    name, old, new, said = MISTAKES[what]
    path = amigos_folder / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    messages = [str(message) for message in load(amigos_folder).diagnostics.sorted()]
    assert any(same(said.replace("{line}", str(line)), message) for message in messages), messages


@pytest.mark.long
def test_change_without_spare_counters(amigos_folder: Path) -> None:
    for name, old, new in (
        ("pieces.csv", "2|2,,pool_us,lost_us,true", "2|2,,,lost_us,true"),
        ("map.yaml", "us_volunteers, us_cavalry,", "us_volunteers,"),
        ("map.yaml", "holds: [us_cavalry, us_artillery", "holds: [us_artillery"),
    ):
        path = amigos_folder / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
    messages = [str(message) for message in load(amigos_folder).diagnostics.sorted()]
    said = "`us_cavalry` has `change`, but no `home` for spare pieces"
    assert any(said in message for message in messages), messages


def same(expected: str, message: str) -> bool:
    """Whether a message is the expected one, with any column in place of `{column}`."""
    if "{column}" not in expected:
        return expected == message
    before, _, after = expected.partition("{column}")
    middle = message.removeprefix(before).removesuffix(after)
    return message == before + middle + after and middle.isdigit()
