"""The windows of charts and of scenarios."""

from __future__ import annotations

from functools import partial

from modgen.compile.build import Build
from modgen.draw.charts import draw_chart
from modgen.draw.picture import Picture
from modgen.model.game import Game
from modgen.model.tactics.listings import scenario_card
from modgen.model.types.scenario import Scenario
from modgen.vassal import save
from modgen.vassal.components import Component, component

WIDTH = 190.0
"""The width of a chart in mm."""
DPI = 110
LIST = 200
"""The least width of the list of charts in pixels."""
LETTER = 8
"""The greatest mean width of the letters in the list of charts, with its margin, in pixels."""
HEIGHT = 620
"""The greatest height of a window of charts in pixels. It fits a screen of 1366 by 768."""
SCROLL_BAR = 24
NO_PAGE = "-"
"""The empty board of games without a scenario, and of saves from before there were pages."""


def windows(build: Build) -> list[Component]:
    """The window of charts, whose first page is that of the scenario, and that of all scenarios."""
    words, game = build.words, build.game
    pages = {scenario.id: _page(build, scenario) for scenario in _with_pages(game)}
    charts = []
    pictures = list(pages.values())
    for chart in game.charts:
        name = f"chart-{chart.id}.png"
        pictures.append(build.picture(name, partial(draw_chart, game, chart, WIDTH), DPI))
        charts.append(component("Chart", chartName=chart.name, fileName=name))
    scenarios = [
        component("Chart", chartName=scenario.name, fileName=pages[scenario.id].name)
        for scenario in _with_pages(game)
    ]
    if charts and pages:
        charts.insert(0, _own_page(build, pages))
    high = max((picture.pixels[1] for picture in pictures), default=0) + SCROLL_BAR
    return [
        *_window(words("charts"), words("charts_tip"), charts, min(high, HEIGHT)),
        *_window(words("scenarios"), words("scenarios_tip"), scenarios, min(high, HEIGHT)),
    ]


def own_page(build: Build, scenario: Scenario) -> list[str]:
    """The command of a save that chooses the scenario's page as the first page of the charts."""
    if not build.game.charts or scenario not in _with_pages(build.game):
        return []
    name = build.words("this_scenario")
    return [save.board_command(name, [(scenario.name, 0, 0)])]


def _with_pages(game: Game) -> list[Scenario]:
    """The scenarios that have forces or notes to show."""
    return [scenario for scenario in game.scenarios if scenario.forces or scenario.notes]


def _page(build: Build, scenario: Scenario) -> Picture:
    headings = {key: build.words(f"force_{key}") for key in ("points", "or", "here", "barred")}
    card = scenario_card(build.game, scenario, headings)
    return build.picture(f"{card.id}.png", partial(draw_chart, build.game, card, WIDTH), DPI)


def _own_page(build: Build, pages: dict[str, Picture]) -> Component:
    """A page that shows one of the scenarios: a map with a board for each of them.

    The engine cannot choose a chart, but a set-up chooses the boards of a map.
    """
    name = build.words("this_scenario")
    boards = [component("Board", name=NO_PAGE, width=1, height=1)]
    for scenario in _with_pages(build.game):
        page = pages[scenario.id]
        wide, high = page.pixels
        boards.append(
            component(
                "Board",
                [component("ZonedGrid")],
                name=scenario.name,
                image=page.name,
                width=wide,
                height=high,
            )
        )
    setup = Component("setup", text=save.board_command(name, [(NO_PAGE, 0, 0)]))
    shown = component(
        "WidgetMap",
        [
            component("BoardPicker", [setup, *boards], title=name),
            component("StackMetrics"),
            component("Scroller"),
        ],
        mapName=name,
        markMoved="Never",
        backgroundcolor="238,238,238",
        moveWithinFormat="",
        moveToFormat="",
        createFormat="",
    )
    return component("MapWidget", [shown], entryName=name)


def _window(name: str, tip: str, pages: list[Component], high: int) -> list[Component]:
    """A window, `high` pixels high, with a list of its pages."""
    if not pages:
        return []
    wide = round(WIDTH / 25.4 * DPI) + SCROLL_BAR
    names = [one.attributes.get("chartName") or one.attributes.get("entryName") for one in pages]
    named = max(len(str(name)) for name in names)
    listed = component(
        "ListWidget",
        pages,
        entryName=name,
        width=wide + max(LIST, LETTER * named),
        height=high,
        divider=wide,
    )
    return [component("ChartWindow", [listed], name=name, text=name, tooltip=tip)]
