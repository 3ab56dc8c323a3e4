"""The module's tool bar: sides, dice, notes, inventory, help."""

from __future__ import annotations

from collections.abc import Iterable

from modgen.compile.build import Build, scene
from modgen.draw.charts import draw_splash
from modgen.draw.dice import draw_die
from modgen.model.types.game_file import Die
from modgen.vassal import sequence
from modgen.vassal.components import Component, component, entry

ICON_DPI = 96
HELP = "help.html"
RULES = "rules.html"


def roster(build: Build) -> Component:
    """The sides, and a side for a solo player, who sees every hand."""
    words = build.words
    names = [side.name for side in build.game.info.sides]
    return component(
        "PlayerRoster",
        [entry(name) for name in [*names, words("solo")]],
        buttonText=words("sides_button"),
        buttonToolTip=words("sides_tip"),
    )


def dice(build: Build) -> list[Component]:
    """A button for each die, and the menus that hold some of them.

    A menu that another one names becomes its submenu. The engine wants submenus first.
    """
    menus: dict[str, list[str]] = {}
    groups: dict[str, list[str]] = {}
    for die in build.game.info.dice:
        if not die.menu:
            continue
        entries = menus.setdefault(die.menu, [])
        if die.group:
            groups.setdefault(die.group, []).append(die.name)
        if (entry := die.group or die.name) not in entries:
            entries.append(entry)
    return [
        *(_die(build, die) for die in build.game.info.dice),
        *(
            component(
                "ToolbarMenu",
                description=name,
                text=name,
                tooltip=build.words("dice_tip", menu=name),
                menuItems=sequence.join(dice, ","),
            )
            for name, dice in (*groups.items(), *menus.items())
        ),
    ]


def _die(build: Build, die: Die) -> Component:
    words = build.words
    name = f"die-{die.id}.png"
    build.picture(name, lambda: draw_die(die), ICON_DPI)
    return component(
        "DiceButton",
        name=die.name,
        text=die.name if die.menu else die.label,
        tooltip=words("roll_tip", die=die.name) + (f": {die.text}" if die.text else ""),
        icon=name,
        prompt=die.asks,
        nDice=die.count,
        nSides=die.sides,
        lockDice=not die.asks,
        lockSides=True,
        lockPlus=True,
        lockAdd=True,
        keepDice=die.hits is not None,
        keepOption=">",
        keepCount=die.hits or 1,
        reportFormat=words(_roll_report(die), die=die.name) + scene(build.game),
    )


def _roll_report(die: Die) -> str:
    """The report of a roll: its hits, its single result, or the results and their sum."""
    if die.hits is not None:
        return "roll_hits"
    return "roll_report" if die.count == 1 and not die.asks else "roll_several"


def documentation(build: Build) -> Component:
    """The help menu: how to use the module, and the about page."""
    words = build.words
    first = build.game.map.boards[0]
    build.picture(
        "about.png",
        lambda: draw_splash(build.game, build.board_drawing(first)),
        ICON_DPI,
        build.game.map,
    )
    title = words("about", title=build.game.info.title)
    return component(
        "Documentation",
        [
            component("HelpFile", title=words("help"), fileName=HELP),
            *(
                [component("HelpFile", title=words("sheet_rules"), fileName=RULES)]
                if build.game.rulebook
                else []
            ),
            component("AboutScreen", title=title, fileName="about.png"),
        ],
    )


STEPS_DOWN = 8
"""How many places below the first one the windows of a module open."""


def lower_windows(build: Build) -> list[Component]:
    """Components without buttons that make windows open below the tool bar and the chat.

    The engine opens each window 30 pixels to the right of the one before and below it, beginning at
    the top left corner, and moves it up where the screen does not have enough room. An inventory
    takes such a place when the module is loaded, and costs nothing more until it is opened.
    Those before the inventory that players open make it open there too.
    """
    names = [f"{build.words('inventory')} {n}" for n in range(2, STEPS_DOWN + 2)]
    return [
        *(component("Inventory", name=name, text=name, tooltip="", icon="") for name in names),
        hidden_buttons("Places of windows", names),
    ]


def hidden_buttons(name: str, buttons: Iterable[str]) -> Component:
    """A menu without text or icon, which the engine does not show, for buttons of components."""
    return component(
        "ToolbarMenu",
        description=name,
        text="",
        tooltip="",
        icon="",
        menuItems=sequence.join(buttons, ","),
    )


def notes_and_inventory(build: Build) -> list[Component]:
    """The notes window, and the inventory of pieces by place."""
    words = build.words
    return [
        component("NotesWindow", buttonText="", tooltip=words("notes_tip")),
        component(
            "Inventory",
            name=words("inventory"),
            text="",
            tooltip=words("inventory_tip"),
            include='{Kind!="state" && Kind!="card"}',
            groupBy="CurrentZone,Side",
            nonLeafFormat="$PropertyValue$",
            leafFormat="$PieceName$",
        ),
    ]
