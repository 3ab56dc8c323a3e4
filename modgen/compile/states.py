"""States of spaces (alignment, control) as fixed markers that add to totals.

A state marker holds its value in the dynamic property `State_<state>`, 1 for the first value;
its picture shows it. The control marker also computes who controls the space by the pieces there,
and shows a small badge if its value differs.
"""

from __future__ import annotations

from modgen.compile import belonging
from modgen.compile.build import Build, act, quoted
from modgen.compile.words import SCENARIO
from modgen.draw.states import draw_state_hint, draw_state_value
from modgen.model.tactics.purchases import free_points
from modgen.model.types.game_file import State, Total
from modgen.model.types.places import Box, Place, Space
from modgen.vassal import traits as t
from modgen.vassal.keys import Key, key
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Trait

TRUE = key("Ctrl+T")


def state_marker(build: Build, space: Space, state: State, value: str) -> GamePiece:
    """The marker of one state in one space, set to `value`."""
    words = build.words
    name = f"State_{state.id}"
    images = tuple(_picture(build, state, value_type.id) for value_type in state.values)
    number = [value_type.id for value_type in state.values].index(value) + 1
    commands: list[tuple[str, Key | None, str]] = [
        (words("set_to", state=state.name, value=value_type.name), _set_key(state, n), f"P,{n}")
        for n, value_type in enumerate(state.values, 1)
    ]
    inner: list[Trait] = [
        t.Marker(
            names=("PieceType", "Kind", "Space"), values=(f"state_{state.id}", "state", space.id)
        ),
        *build.share(
            f"Shows {state.name}",
            [
                t.DynamicProperty(
                    name=name,
                    constraints=f"true,1,{len(state.values)},true",
                    commands=t.property_commands(*commands),
                    value=str(number),
                ),
                t.Layer(
                    name=f"Shown_{state.id}",
                    images=images,
                    level_names=tuple("" for _ in images),
                    follow=True,
                    property=name,
                ),
            ],
        ),
    ]
    inner += _reports(build, space, state)
    if build.game.info.control and build.game.info.control.state == state.id:
        inner += _true_control(build, space, state)
    inner += _sums(build, space, state)
    inner.append(t.DoesNotStack(selection="", movement="V", stacking="R"))
    gpid = build.slots(f"state:{space.id}:{state.id}")
    basic = BasicPiece(name=f"{state.name}: {space.name}", gpid=gpid)
    return GamePiece(tuple(reversed(inner)), basic)


def _set_key(state: State, number: int) -> Key:
    return act(f"Set_{state.id}_{number}")


def _picture(build: Build, state: State, value: str) -> str:
    name = f"state-{state.id}-{value}.png"
    return build.picture(name, lambda: draw_state_value(build.game, state, value), build.dpi).name


def _reports(build: Build, space: Space, state: State) -> list[Trait]:
    return [
        t.ReportAction(
            keys=(_set_key(state, n),),
            format=build.words(
                "report_state", state=state.name, space=space.name, value=value.name
            ),
        )
        for n, value in enumerate(state.values, 1)
    ]


def _true_control(build: Build, space: Space, state: State) -> list[Trait]:
    """The computed control as a value number, and the badge shown if the marker differs."""
    game = build.game
    rule = game.info.control
    if rule is None:
        return []
    values = [value.id for value in state.values]

    def sum_of(side: str) -> str:
        name = f"Strength_{side}"
        return "(" + "+".join(_sums_here(build, space, name)) + ")"

    expression = str(values.index(rule.nobody) + 1)
    if rule.ties:
        against = "+".join(_sums_here(build, space, AGAINST_TIES))
        equal = f"{sum_of(rule.ties)}*2=={sum_of('all')} && ({against})>0"
        expression = f"{equal} ? {values.index(_value_of(state, rule.ties)) + 1} : ({expression})"
    for side in reversed(rule.sides):
        wins = f"{sum_of(side)}*2>{sum_of('all')}"
        expression = f"{wins} ? {values.index(_value_of(state, side)) + 1} : ({expression})"
    differs = f"State_{state.id}==True_{state.id} ? 1 : True_{state.id}+1"
    hints = ("", *(_hint(build, state, value.id) for value in state.values))
    return [
        t.CalculatedProperty(name=f"True_{state.id}", expression=f"{{{expression}}}"),
        *build.share(
            f"True {state.name}",
            [
                t.CalculatedProperty(name=f"Hint_{state.id}", expression=f"{{{differs}}}"),
                t.Layer(
                    name=f"Differs_{state.id}",
                    images=hints,
                    level_names=tuple("" for _ in hints),
                    follow=True,
                    property=f"Hint_{state.id}",
                ),
                t.TriggerAction(
                    name="true",
                    menu=build.words("set_true", state=state.name),
                    key=TRUE,
                    action_keys=(act(f"SetTrue_{state.id}"),),
                ),
                *(
                    t.TriggerAction(
                        name=f"true {n}",
                        filter=f"{{True_{state.id}=={n} && State_{state.id}!={n}}}",
                        watch_keys=(act(f"SetTrue_{state.id}"),),
                        action_keys=(_set_key(state, n),),
                    )
                    for n in range(1, len(values) + 1)
                ),
            ],
        ),
    ]


AGAINST_TIES = "Strength_against_ties"
"""The strength of pieces against which equal strength gives control."""


def _sums_here(build: Build, space: Space, name: str) -> list[str]:
    """Sums of a property over a space and, while their markers are in it, its overflow boxes."""
    zone, map_name = quoted(build.zone_name(space)), quoted(build.map_name(space.board))
    sums = [f'SumZone("{name}",{zone},{map_name})']
    for box in _overflow_boxes(build):
        has_marker = f'SumZone("Count_{box.stands_for}",{zone},{map_name})>0'
        box_sum = f'SumZone("{name}",{quoted(build.zone_name(box))},{map_name})'
        sums.append(f"({has_marker} ? {box_sum} : 0)")
    return sums


def _overflow_boxes(build: Build) -> list[Box]:
    return [box for box in build.game.map.boxes if box.stands_for]


def _value_of(state: State, side: str) -> str:
    return next(value.id for value in state.values if value.side == side)


def _hint(build: Build, state: State, value: str) -> str:
    name = f"hint-{state.id}-{value}.png"
    return build.picture(name, lambda: draw_state_hint(build.game, state, value), build.dpi).name


def _sums(build: Build, space: Space, state: State) -> list[Trait]:
    """What this space adds to each total while its state has a value that the total counts."""
    traits: list[Trait] = []
    values = [value.id for value in state.values]
    rule = build.game.info.control
    for total in build.game.info.totals:
        for term in total.terms:
            if term.attribute is None or term.state != state.id or term.value is None:
                continue
            worth = space.attributes.get(term.attribute, 0)
            true = rule is not None and rule.state == state.id
            shown = f"True_{state.id}" if true else f"State_{state.id}"
            number = values.index(term.value) + 1
            traits.append(
                t.CalculatedProperty(
                    name=sum_property(total), expression=f"{{{shown}=={number} ? {worth} : 0}}"
                )
            )
    return traits


def sum_property(total: Total) -> str:
    """The property in which state markers carry what they add to a total."""
    return f"Adds_{total.id}"


def true_total(build: Build, total: Total) -> str:
    """An expression for the total computed from the board."""
    game = build.game
    map_name = quoted(build.map_name(game.map.boards[0].id))
    parts: list[str] = []
    if any(term.attribute for term in total.terms):
        parts.append(f'SumMap("{sum_property(total)}",{map_name})')
    for term in total.terms:
        if term.level:
            track = game.tracks[game.piece_types[term.level].tracks or ""]
            sums = _zone_sum(build, belonging.counted_as(game, term.level), track)
            parts.append(sums if term.times == 1 else f"{term.times}*{sums}")
        elif term.cost_in:
            parts.append(belonging.spent(build, term.cost_in))
        elif term.pieces:
            places = (*game.map.spaces, *_overflow_boxes(build))
            parts += [_zone_sum(build, f"Count_{term.pieces}", place) for place in places]
    told = "+".join(parts)
    if total.less_free:
        free = "0"
        for scenario in game.scenarios:
            points = free_points(game, scenario, total.side)
            if points:
                free = f"{SCENARIO}=={quoted(scenario.id)} ? {points} : ({free})"
        told = f"Math.max(0,{told}-({free}))"
    return "{" + told + "}"


def _zone_sum(build: Build, name: str, place: Place) -> str:
    """An expression for the sum of a property over a place."""
    zone, map_name = quoted(build.zone_name(place)), quoted(build.map_name(place.board))
    return f'SumZone("{name}",{zone},{map_name})'
