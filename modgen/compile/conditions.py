"""Conditions of units as layers on the units themselves, and their checks with one die."""

from __future__ import annotations

from functools import partial

from modgen.compile import build as b
from modgen.compile import facedown, together
from modgen.compile.build import Build, act, scene
from modgen.draw.conditions import badge_spot, draw_condition
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import Check, Condition
from modgen.vassal import traits as t
from modgen.vassal.keys import Key, key
from modgen.vassal.traits import Trait

MANY = 3
"""So many entries of a kind have a submenu."""


def conditions(build: Build, piece: PieceType) -> list[Trait]:
    """A layer, a key and a report for each condition that a unit can be in."""
    possible = [one for one in build.game.info.conditions if can_be_in(piece, one)]
    traits = [
        trait
        for number, condition in enumerate(possible)
        for trait in _condition(build, piece, condition, number)
    ]
    return [*traits, *_grouped(build.words("mark"), [_menu(build, one) for one in possible])]


def _menu(build: Build, condition: Condition) -> str:
    """The menu entry of a condition."""
    return condition.menu or build.words("condition", condition=condition.name)


def _grouped(title: str, entries: list[str]) -> list[Trait]:
    """A submenu with these entries, if there are many.

    The engine puts a submenu into itself if one of its entries has its name.
    """
    return [t.SubMenu(menu=title, commands=tuple(entries))] if len(entries) >= MANY else []


def can_be_in(piece: PieceType, condition: Condition) -> bool:
    """Whether a piece can be in a condition."""
    if condition.pieces:
        return piece.id in condition.pieces
    sizes = condition.size_classes
    return piece.kind == "force" and (not sizes or piece.size_class in sizes)


def _condition(build: Build, piece: PieceType, condition: Condition, number: int) -> list[Trait]:
    across, down = badge_spot(piece, number)
    picture = build.picture(
        f"condition-{condition.id}-{piece.size:g}-{piece.shape}{across:+}{down:+}.png",
        partial(draw_condition, build.game, condition, piece, number),
        build.dpi,
    )
    stroke = stroke_of(condition)
    layer = t.Layer(
        name=layer_name(condition),
        images=(picture.name,),
        level_names=(f"+ ({condition.name})",),
        activate_menu=_menu(build, condition),
        activate_key=stroke,
        always_active=False,
        level=-1,
    )
    words = build.words("report_condition", condition=condition.name)
    told = together.changed(build, words, condition.id, f"{layer_name(condition)}_Active")
    if piece.back:
        # Without a report: it would tell what lies face down.
        told = f'{{{facedown.property_of(piece)} ? "" : ({told[1:-1]})}}'
    report = t.ReportAction(keys=(stroke,), format=told)
    return build.share(f"Condition: {condition.name}", [layer, report])


def stroke_of(condition: Condition) -> Key:
    """The keystroke that sets and clears a condition."""
    return _stroke(condition.key, layer_name(condition))


def layer_name(condition: Condition) -> str:
    """The name of the layer that shows a condition."""
    return f"Condition_{condition.id}"


def checks(build: Build, piece: PieceType) -> list[Trait]:
    """The checks of a unit that has the rating: one menu entry rolls, compares and reports."""
    traits: list[Trait] = []
    made: list[Check] = []
    for check in build.game.info.checks:
        ratings = [getattr(face, check.rating) for face in piece.faces]
        if piece.kind == "force" and any(rating.isdecimal() for rating in ratings):
            traits += _check(build, piece, check, ratings)
            made.append(check)
    # Entries are in the order of what they add to the roll; those without modifiers come last.
    order = sorted(made, key=lambda check: (not check.modifiers, check.adds))
    names = [check.name for check in order]
    return [*traits, *_grouped(build.words("checks"), names)]


def _check(build: Build, piece: PieceType, check: Check, ratings: list[str]) -> list[Trait]:
    """One menu entry rolls, reports, and then puts a unit that failed into a condition."""
    stroke = _stroke(check.key, f"Check_{check.id}")
    roll, tell, fail = (act(f"{name}_{check.id}") for name in ("Roll", "Tell", "Fail"))
    die, total, rating = (f"{name}_{check.id}" for name in ("Die", "Total", "Rating"))
    value = "0"
    for number, text in enumerate(ratings, 1):
        value = f"Face_Level=={number} ? {text if text.isdecimal() else 0} : ({value})"
    if len(ratings) == 1:
        value = ratings[0]
    added = [
        f"({layer_name(condition)}_Active ? {check.modifiers[condition.id]} : 0)"
        for condition in build.game.info.conditions
        if condition.id in check.modifiers and can_be_in(piece, condition)
    ]
    added += [f"({check.adds})"] if check.adds else []
    words = {"passes": check.passes, "fails": check.fails, "lost": check.lost}
    quoted = {name: b.quoted(text) for name, text in words.items()}
    outcome = f"{total}>{rating} ? {quoted['fails']} : {quoted['passes']}"
    if check.lost_at is not None:
        outcome = f"{total}>={check.lost_at} ? {quoted['lost']} : ({outcome})"
    result = f"Result_{check.id}"
    told = build.words(
        "report_check",
        check=check.name,
        die=f"${die}$",
        total=f"${total}$",
        rating=f"${rating}$",
        result=f"${result}$",
    )
    changes = _failing(
        piece, check, build.game.info.conditions, fail, f"{result}=={quoted['fails']}"
    )
    return [
        t.CalculatedProperty(name=rating, expression=f"{{{value}}}"),
        t.CalculatedProperty(name=total, expression="{" + "+".join([die, *added]) + "}"),
        *build.share(
            check.name,
            [
                t.CalculatedProperty(name=result, expression=f"{{{outcome}}}"),
                t.DynamicProperty(
                    name=die,
                    constraints=f"true,0,{check.die},false",
                    commands=t.property_commands(("", roll, f"P,{{Random({check.die})}}")),
                    value="0",
                ),
                t.ReportAction(
                    keys=(tell,), format=told.removesuffix(" *") + scene(build.game) + " *"
                ),
                *changes,
                t.TriggerAction(
                    name=check.name,
                    menu=check.name,
                    key=stroke,
                    action_keys=(roll, tell, *([fail] if changes else [])),
                ),
            ],
        ),
    ]


def _failing(
    piece: PieceType, check: Check, known: list[Condition], fail: Key, failed: str
) -> list[Trait]:
    """Puts a unit into a condition when it has failed a check."""
    condition = next((one for one in known if one.id == check.fails_into), None)
    if condition is None or not can_be_in(piece, condition):
        return []
    return [
        t.TriggerAction(
            name=f"fails {check.name}",
            filter=f"{{{failed} && !{layer_name(condition)}_Active}}",
            watch_keys=(fail,),
            action_keys=(stroke_of(condition),),
        )
    ]


def _stroke(text: str, name: str) -> Key:
    return key(text) if text else act(name)
