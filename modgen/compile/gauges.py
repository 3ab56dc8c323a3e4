"""Numbers that belong to one piece, such as its ammunition: a menu and a label for each."""

from __future__ import annotations

from modgen.compile import facedown
from modgen.compile.build import Build, act, as_report
from modgen.draw.gauges import GAP, SIZE
from modgen.draw.pieces import MARGIN
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario
from modgen.model.types.unit_states import Gauge
from modgen.vassal import traits as t
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait


def gauges(build: Build, piece: PieceType) -> list[Trait]:
    """The numbers of a piece, each with its submenu, its line in the chat and its label.

    The labels are at the right edge and within it, so that those of a stack's lower pieces are
    covered as the pieces are.
    """
    has = [one for one in build.game.info.gauges if one.id in piece.gauges]
    traits: list[Trait] = []
    for number, gauge in enumerate(has):
        down = (number - (len(has) - 1) / 2) * (SIZE + GAP)
        traits += [
            t.DynamicProperty(
                name=property_of(gauge),
                constraints=f"true,{gauge.least},{gauge.most},false",
                commands=t.property_commands(*_entries(build, gauge)),
                value=str(piece.gauges[gauge.id]),
            ),
            *build.share(f"Gauge: {gauge.name}", _shown(build, piece, gauge, down)),
        ]
    return traits


def begun(build: Build, piece: PieceType, scenario: Scenario, place: str) -> dict[str, str]:
    """The properties of a piece that begins a scenario in a place with numbers of its own."""
    own = scenario.gauges.get(piece.id, {}) | scenario.gauges.get(place, {})
    return {
        property_of(gauge): str(own[gauge.id])
        for gauge in build.game.info.gauges
        if gauge.id in own and gauge.id in piece.gauges
    }


def property_of(gauge: Gauge) -> str:
    """The property of a piece that holds the number."""
    return f"Gauge_{gauge.id}"


def _entries(build: Build, gauge: Gauge) -> list[tuple[str, Key, str]]:
    """The menu entries: their texts, their keystrokes, and what they do to the number."""
    return [
        (build.words(f"gauge_{name}", gauge=gauge.name), act(f"{name}_{gauge.id}"), change)
        for name, change in (("more", "I,1"), ("less", "I,-1"), ("set", f"R,{gauge.name}"))
    ]


def _shown(build: Build, piece: PieceType, gauge: Gauge, down: float) -> list[Trait]:
    """The label, `down` millimetres below the middle, the submenu and the line in the chat."""
    number = f"${property_of(gauge)}$"
    entries = _entries(build, gauge)
    told = build.words("report_gauge", gauge=gauge.name, number=number)
    if piece.back:
        # Without a report: it would tell what lies face down.
        covered = facedown.property_of(piece)
        told = f'{{{covered} ? "" : ({as_report(build.game, told)})}}'
    return [
        t.Label(
            menu="",
            font_size=max(9, build.px(SIZE)),
            background="255,250,235",
            colour="20,20,20",
            vertical="c",
            vertical_offset=build.px(down),
            vertical_justify="c",
            horizontal="r",
            horizontal_offset=-build.px(MARGIN),
            horizontal_justify="r",
            name_format="$pieceName$",
            font_style=1,
            property=f"Label_{gauge.id}",
            label=number,
        ),
        t.SubMenu(menu=gauge.name, commands=tuple(title for title, _, _ in entries)),
        t.ReportAction(keys=tuple(stroke for _, stroke, _ in entries), format=told),
    ]
