"""Private hand windows, the box of cards not in play, and the button that builds piles."""

from __future__ import annotations

from functools import partial

from modgen.compile.board import DRAG_TOOLS, window_tools, with_numbers
from modgen.compile.build import IN_HAND, Build, as_expression, hand_name, quoted
from modgen.compile.deals import deal_steps, dealt_most, dealt_sides
from modgen.compile.hand_room import (
    GAP,
    HAND_COLUMNS,
    hand_spot,
    names_height,
    pile_size,
    private_piles,
)
from modgen.compile.piles import BUILD_DECK, CASCADE, Piles
from modgen.compile.words import PLAYER
from modgen.draw.picture import MM
from modgen.draw.windows import draw_window
from modgen.model.game import Game
from modgen.model.types.base import Rect
from modgen.model.types.cards import Pile
from modgen.vassal import sequence
from modgen.vassal.components import Component, component


def hand_owners(game: Game) -> list[str]:
    """The sides that start with cards in hand, may hold some, or draw from a cup of their own."""
    holders = {side for deck in game.cards_file.decks for side in deck.holders}
    return [
        side
        for side in game.sides
        if side in holders
        or any(side in scenario.hands for scenario in game.scenarios)
        or side in dealt_sides(game)
        or private_piles(game, side)
    ]


GROUND = "70,84,92"
"""The colour of windows of cards."""
ROOM = 4
"""The room in a window with cups, in cards beyond those at the start."""


def hands(build: Build, piles: Piles | None) -> list[Component]:
    """A private window of cards for each side that has any."""
    game, words = build.game, build.words
    owners = hand_owners(game)
    width, height = pile_size(build) if owners else (0, 0)
    windows = []
    for side in owners:
        cups = private_piles(game, side)
        most = max(dealt_most(game, side), ROOM)
        most += HAND_COLUMNS + ROOM if cups else 0
        columns, rows = min(most, HAND_COLUMNS), -(-most // HAND_COLUMNS)
        size = (
            28 + columns * (width + GAP),
            28 + names_height(build, side) + rows * (height + GAP),
        )
        picture = _picture(build, side, size) if cups else ""
        board = plain_board(hand_name(build, side), size, picture)
        name = game.sides[side].name
        windows.append(
            component(
                "PlayerHand",
                [
                    component("BoardPicker", [board], title=hand_name(build, side)),
                    *(component(tool) for tool in DRAG_TOOLS),
                    component("HandMetrics"),
                    *window_tools(build, size),
                    *(piles.board[cup.id] for cup in cups if piles),
                ],
                mapName=hand_name(build, side),
                markMoved="Never",
                markUnmovedIcon="",
                backgroundcolor=GROUND,
                side=f"{name},{words('solo')}",
                visible=False,
                allowMultiple=False,
                launch=True,
                buttonName=hand_name(build, side),
                icon="",
                tooltip=words("hand_tip", side=name),
                moveKey=IN_HAND if any(deck.secret for deck in game.cards_file.decks) else None,
                moveWithinFormat=_drawn(build, cups),
                moveToFormat=f"{PLAYER} {words('takes_card')}",
                createFormat="",
            )
        )
    return windows


MANY_HANDS = 3
"""So many hands have a menu instead of a button each, so that the tool bar keeps to one row."""


def menu(build: Build) -> list[Component]:
    """The menu of all hands, if there are many."""
    words, owners = build.words, hand_owners(build.game)
    if len(owners) < MANY_HANDS:
        return []
    return [
        component(
            "ToolbarMenu",
            description=words("hands"),
            text=words("hands"),
            tooltip=words("hands_tip"),
            menuItems=sequence.join((hand_name(build, side) for side in owners), ","),
        )
    ]


def _drawn(build: Build, cups: list[Pile]) -> str:
    """The report of a card that leaves a cup. Sorting cards is not reported."""
    if not cups:
        return ""
    left = " || ".join(f"previousLocation=={quoted(cup.name)}" for cup in cups)
    cards = f'"+{with_numbers("pieceName")}+"'
    sentence = build.words("draws_from", card=cards, cup='"+previousLocation+"')
    return (
        f'{{({left}) && location!=previousLocation ? {as_expression(PLAYER)}+" {sentence}" : ""}}'
    )


def _picture(build: Build, side: str, size: tuple[int, int]) -> str:
    """The picture of a private window, with the names of its cups."""
    dpi = build.game.info.module.card_dpi
    scale = MM / dpi
    width, height = pile_size(build)
    cups = {}
    for number, cup in enumerate(private_piles(build.game, side)):
        x, y = hand_spot(build, side, number)
        left, top = (x - width / 2) * scale, (y - height / 2) * scale
        cups[cup.name] = Rect(x=left, y=top, w=width * scale, h=height * scale)
    draw = partial(draw_window, size[0] * scale, size[1] * scale, cups)
    return build.pictures.add_board(f"hand-{side}", draw, dpi).name


def plain_board(name: str, size: tuple[int, int], picture: str = "") -> Component:
    """A board with one zone of its name, so that reports show the name. Most need no picture."""
    width, height = size
    path = f"0,0;{width},0;{width},{height};0,{height}"
    zones = component("ZonedGrid", [component("Zone", name=name, path=path)])
    return component(
        "Board", [zones], name=name, width=width, height=height, color=GROUND, image=picture
    )


def card_box(build: Build, piles: Piles) -> Component:
    """The window of cards that are not in play."""
    width, height = pile_size(build)
    name = build.words("card_box")
    size = (60 + 2 * width + piles.columns * CASCADE, 40 + height)
    return component(
        "Map",
        [
            component("BoardPicker", [plain_board(name, size)], title=name),
            *(component(tool) for tool in DRAG_TOOLS),
            component("StackMetrics"),
            *window_tools(build, size),
            *piles.box.values(),
        ],
        mapName=name,
        launch=True,
        buttonName=name,
        icon="",
        tooltip=build.words("card_box_tip"),
        moveWithinFormat="",
        moveToFormat="",
        createFormat="",
    )


def build_button(build: Build, piles: Piles) -> list[Component]:
    """The buttons that build random piles and deal, and the command that presses them at start."""
    parts: list[Component] = []
    words = build.words
    for ending, scenarios in build.beginnings():
        deals = deal_steps(build, scenarios)
        keys = [key for scenario in scenarios for key in piles.steps.get(scenario.id, ())]
        steps = [*keys, *(step.attributes["buttonHotkey"] for step in deals)]
        if not steps:
            continue
        parts += deals
        parts.append(
            component(
                "DoActionButton",
                name=words("build_deck") + ending,
                text="",
                tooltip=words("build_deck"),
                hotkey=BUILD_DECK,
                doReport=not ending,
                reportFormat=words("build_report"),
                doHotkey=True,
                hotkeys=sequence.join(map(str, steps), ","),
            )
        )
    if not parts:
        return []
    start = component(
        "StartupGlobalKeyCommand",
        name=words("build_deck"),
        whenToApply="startOfGameOnly",
        hotkeyOrKeyCommand="sendHotkey",
        globalHotkey=BUILD_DECK,
    )
    return [*parts, start]
