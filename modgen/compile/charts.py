"""The windows of charts and of scenarios."""

from __future__ import annotations

from modgen.compile.build import Build
from modgen.draw.charts import draw_chart
from modgen.draw.picture import Picture
from modgen.model.game import Game
from modgen.model.tactics.listings import scenario_card
from modgen.model.types.scenario import Chart, Scenario
from modgen.vassal import save
from modgen.vassal.components import Component, component

WIDTH = 190.0
"""The width of a chart in mm."""
DPI = 110
LIST = 200
"""The least width of the list of charts in pixels."""
LETTER = 8
"""The greatest mean width of the letters in the list of charts, with its margin, in pixels."""
HEIGHT = 650
"""The greatest height of a window of charts in pixels. It fits a screen of 1366 by 768."""
SCROLL_BAR = 24
ROW = 20
"""The height of a row of the list of charts, with its share of the margins, in pixels."""
LEAST_DPI = 85
"""A chart that would be higher than its window is drawn smaller, but not below this resolution."""
NO_PAGE = "-"
"""The empty board of games without a scenario, and of saves from before there were pages."""


def windows(build: Build) -> list[Component]:
    """The window of charts, whose first page is that of the scenario, and that of all scenarios."""
    words, game = build.words, build.game
    pages = {scenario.id: _page(build, scenario) for scenario in _with_pages(game)}
    charts, drawn = [], []
    for chart in game.charts:
        drawn.append(_picture(build, f"chart-{chart.id}.png", chart))
        charts.append(component("Chart", chartName=chart.name, fileName=drawn[-1].name))
    scenarios = [
        component("Chart", chartName=scenario.name, fileName=pages[scenario.id].name)
        for scenario in _with_pages(game)
    ]
    if charts and pages:
        charts.insert(0, _own_page(build, pages))
    own = list(pages.values())
    return [
        *_window(words("charts"), words("charts_tip"), charts, [*drawn, *own]),
        *_window(words("scenarios"), words("scenarios_tip"), scenarios, own),
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
    return _picture(build, f"{card.id}.png", card)


def _picture(build: Build, name: str, chart: Chart) -> Picture:
    """The picture of a chart, which is drawn each time: its height decides its resolution."""
    drawn = draw_chart(build.game, chart, WIDTH)
    fitting = int((HEIGHT - SCROLL_BAR) / drawn.height * 25.4)
    return build.picture(name, lambda: drawn, min(DPI, max(LEAST_DPI, fitting)))


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


def _window(
    name: str, tip: str, pages: list[Component], pictures: list[Picture]
) -> list[Component]:
    """A window with a list of its pages, as high as the highest picture if a screen has room."""
    if not pages:
        return []
    high = max(ROW * len(pages), *(picture.pixels[1] + SCROLL_BAR for picture in pictures))
    wide = round(WIDTH / 25.4 * DPI) + SCROLL_BAR
    names = [one.attributes.get("chartName") or one.attributes.get("entryName") for one in pages]
    named = max(len(str(name)) for name in names)
    listed = component(
        "ListWidget",
        pages,
        entryName=name,
        width=wide + max(LIST, LETTER * named),
        height=min(high, HEIGHT),
        divider=wide,
    )
    return [component("ChartWindow", [listed], name=name, text=name, tooltip=tip)]
