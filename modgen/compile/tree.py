"""Compile a game to the component tree of a module, its pictures and set-ups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from modgen.compile import (
    announce,
    buttons,
    change,
    charts,
    chosen,
    declare,
    freely,
    hands,
    pawncalls,
    toolbar,
    turns,
)
from modgen.compile.board import main_map
from modgen.compile.build import Build, hand_name
from modgen.compile.greeting import greeting
from modgen.compile.grids import OBLIQUE_SINCE, oblique
from modgen.compile.help import help_page, rules_page
from modgen.compile.ids import PieceIds
from modgen.compile.naming import module_name
from modgen.compile.palette import palette
from modgen.compile.piles import Piles, pile_board
from modgen.compile.setup import setup_text
from modgen.compile.words import PLAYER, SCENARIO
from modgen.draw.picture import Picture, Pictures
from modgen.model.boards.arrangement import arrangement, maps
from modgen.model.game import Game
from modgen.model.types.places import Board
from modgen.model.types.scenario import Scenario
from modgen.vassal import save
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import ENGINE_VERSION, Metadata
from modgen.vassal.module import Module

Progress = Callable[[int, int], None]
"""Called with the number of finished pictures and the total."""


@dataclass(frozen=True)
class Compiled:
    """A module without pictures, the pictures it needs, and how it was compiled."""

    module: Module
    pictures: Pictures
    build: Build


def compile_game(
    game: Game, begin: Callable[[Picture], None] | None = None, build: Build | None = None
) -> Compiled:
    """Compile a game in its language. `begin` is called with the picture of each board at once.

    `build` has names and ids that the module shall keep.
    """
    build = build or Build(game)
    for board in game.map.boards:
        picture = build.board_picture(board)
        if begin:
            begin(picture)
    metadata = Metadata(game.info.version, module_name(game), game.info.subtitle)
    piles = Piles(build) if game.cards_file.piles else None
    files = {toolbar.HELP: help_page(build).encode("utf-8")}
    if game.rulebook:
        files[toolbar.RULES] = rules_page(game, game.rulebook).encode("utf-8")
    setups: list[Component] = []
    menus: dict[str, Component] = {}
    for scenario in game.scenarios:
        name = f"{scenario.id}.vsav"
        text = _setup(build, scenario, piles)
        files[name] = archive_bytes(save.save_entries(text, metadata))
        setup = component("PredefinedSetup", name=scenario.name, file=name)
        group = scenario.group
        if group and group not in menus:
            menus[group] = component("PredefinedSetup", name=group, isMenu=True, useFile=False)
            setups.append(menus[group])
        (menus[group].children if group else setups).append(setup)
    setups += freely.beginnings(build)
    tree = _tree(build, piles, setups)
    tree.attributes["nextPieceSlotId"] = str(build.slots.next_free)
    return Compiled(Module(tree, metadata, {}, files), build.pictures, build)


def _setup(build: Build, scenario: Scenario, piles: Piles | None) -> str:
    ids = PieceIds()
    commands = piles.setup(scenario, ids) if piles else []
    return setup_text(build, scenario, commands, ids, boards(build, scenario, piles))


def boards(build: Build, scenario: Scenario, piles: Piles | None) -> list[str]:
    """The save commands that place the boards on their maps."""
    game = build.game
    commands = []
    for name in maps(game):
        rows = arrangement(game, scenario, name)
        placed = [(board.name, x, y) for y, row in enumerate(rows) for x, board in enumerate(row)]
        commands.append(save.board_command(name, placed))
    names = [hand_name(build, side) for side in hands.hand_owners(game)]
    if piles:
        names.append(build.words("card_box"))
    commands += (save.board_command(name, [(name, 0, 0)]) for name in names)
    return [*commands, *charts.own_page(build, scenario), *build.registers(scenario)]


def _tree(build: Build, piles: Piles | None, setups: list[Component]) -> Component:
    game = build.game
    properties = [
        component("GlobalProperty", name=SCENARIO, initialValue=""),
    ]
    properties += pawncalls.lists(build)
    properties += change.properties(build)
    properties += announce.properties(game)
    properties += turns.properties(game)
    shared = component("PrototypesContainer")
    held = component("GlobalProperties", properties)
    first, *others = (
        main_map(build, boards, _laid_out(build, piles, boards)) for boards in maps(game).values()
    )
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            toolbar.documentation(build),
            toolbar.roster(build),
            component(
                "GlobalOptions",
                autoReport="Always",
                chatterHTMLSupport="Always",
                nonOwnerUnmaskable="Never",
                playerIdFormat=PLAYER,
                hotKeysOnClosedWindows="Always",
                sendToLocationMoveTrails="Always",
            ),
            held,
            component("GlobalTranslatableMessages"),
            shared,
            first,
            *([hands.card_box(build, piles)] if piles else []),
            *others,
            *hands.hands(build, piles),
            *hands.menu(build),
            palette(build),
            *toolbar.dice(build),
            *turns.turn_tracker(build),
            *declare.buttons(build),
            *buttons.buttons(build),
            *chosen.buttons(build),
            *charts.windows(build),
            *toolbar.lower_windows(build),
            *toolbar.notes_and_inventory(build),
            *([*hands.build_button(build, piles), _hidden_box(build)] if piles else []),
            *greeting(build),
            component("Chatter"),
            component("KeyNamer"),
            component("Language"),
            *setups,
        ],
        name=module_name(game),
        version=game.info.version,
        description=game.info.subtitle,
        VassalVersion=OBLIQUE_SINCE if oblique(game) else ENGINE_VERSION,
    )
    shared.children = build.prototypes.finish()
    texts = [component("GlobalProperty", name=n, initialValue=t) for t, n in build.texts.items()]
    held.children = [*properties, *texts]
    return tree


def _hidden_box(build: Build) -> Component:
    """What hides the button of the card box."""
    name = build.words("card_box")
    return toolbar.hidden_buttons(name, [name])


def _laid_out(build: Build, piles: Piles | None, boards: Sequence[Board]) -> list[Component]:
    """The piles of a map's boards, and the at-start stacks for games without a set-up."""
    placed = piles.board.items() if piles else ()
    names = [board.id for board in boards]
    on_map = [pile for key, pile in placed if pile_board(build.game, key) in names]
    return [*on_map, *freely.stacks(build, boards)]
