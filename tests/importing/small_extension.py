"""An extension of the small module: cards for its deck, pieces, a set-up, a map and a zone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes, write_archive
from modgen.vassal.commands import RegisterExtension
from modgen.vassal.components import Component, component, write_tree
from modgen.vassal.extensions import extension_folder
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.module import BUILD_FILE
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack
from tests.importing.small_modules import (
    CARDS,
    METADATA,
    UNIT,
    in_play,
    picture,
    slot,
    small_module,
)

FIELD = "VASSAL.build.module.Map:Field"
ORDERS = f"{FIELD}/VASSAL.build.module.map.DrawPile:Orders"
BOARD = (
    f"{FIELD}/VASSAL.build.module.map.BoardPicker/VASSAL.build.module.map.boardPicker.Board:Plain"
)
ZONES = f"{BOARD}/VASSAL.build.module.map.boardPicker.board.ZonedGrid"
RED = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:Red"
SCOUT = GamePiece(
    (t.Prototype(name="Swift"), t.Prototype(name="Common")),
    BasicPiece(image="scout.png", name="Scout"),
)
MORE_CARDS = [
    GamePiece((t.Mask(image="back.png"),), BasicPiece(image=f"more{n}.png", name=f"Ruse {n}"))
    for n in (1, 2)
]


def dusk() -> bytes:
    """A set-up with pieces and cards of the module and of the extension."""
    scout = GamePiece((t.Clone(), t.Delete(), t.MovementTrail()), SCOUT.basic.but(gpid="e5:2"))
    cards = [in_play(CARDS[0], "10"), in_play(MORE_CARDS[1], "e5:1")]
    deck = Deck(
        "900", DeckType(name="Orders", width=60, height=80), "Field", 500, 60, True, ("30", "31")
    )
    commands = [
        in_play(UNIT, "1").at("Field", 100, 200, "20").add_command(),
        scout.at("Field", 100, 200, "21").add_command(),
        *(card.at("Field", 500, 60, str(30 + n)).add_command() for n, card in enumerate(cards)),
        Stack("800", "Field", 100, 200, ("20", "21"), -1).add_command(),
        deck.add_command(),
    ]
    restore = [
        save.board_command("Field", [("Plain", 0, 0)]),
        save.SETUP_STACK,
        RegisterExtension(name="night", version="0.3").text,
    ]
    return archive_bytes(save.save_entries(save.save_text(commands, restore), METADATA))


def parts() -> list[tuple[str, Component]]:
    """The parts of the extension, each with its target."""
    sea = component(
        "Map",
        [
            component("BoardPicker", [component("Board", name="Bay", image="bay.png")]),
            component(
                "SetupStack",
                [slot(SCOUT, "e5:4")],
                name="Ferry",
                owningBoard="Bay",
                x=30,
                y=40,
            ),
        ],
        mapName="Sea",
    )
    swift = GamePiece((t.Clone(),), BasicPiece()).definition()
    return [
        (
            "VASSAL.build.module.PrototypesContainer",
            component("PrototypeDefinition", (), swift, name="Swift"),
        ),
        *((ORDERS, slot(card, f"e5:{n}", "CardSlot")) for n, card in enumerate(MORE_CARDS)),
        (RED, slot(SCOUT, "e5:2")),
        ("VASSAL.build.module.PieceWindow:Pieces", component("ListWidget", entryName="Night")),
        (
            "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:Night",
            slot(UNIT.but(basic=BasicPiece(name="Night Guard")), "e5:3"),
        ),
        ("", sea),
        (
            ZONES,
            component("Zone", name="Wood", locationFormat="$name$", path="0,0;50,0;50,50;0,50"),
        ),
        (
            FIELD,
            component(
                "SetupStack",
                [slot(SCOUT, "e5:5")],
                name="Outpost",
                owningBoard="Plain",
                x=60,
                y=90,
            ),
        ),
        ("", component("DiceButton", name="Night die", nDice=1, nSides=10)),
        ("", component("PredefinedSetup", name="Dusk", file="dusk.vsav")),
    ]


def small_extension(
    path: Path, more: Sequence[tuple[str, Component]] = (), name: str = "Small Battle"
) -> Path:
    """Write the extension, with further parts at its end."""
    elements = [
        component("ExtensionElement", [child], target=target) for target, child in (*parts(), *more)
    ]
    tree = component(
        "ModuleExtension",
        elements,
        version="0.3",
        description="Battles at night",
        module=name,
        moduleVersion="1.4",
        vassalVersion="3.6.6",
        nextPieceSlotId=6,
        extensionId="e5",
    )
    entries = {
        BUILD_FILE: write_tree(tree),
        "extensiondata": write_metadata(
            Metadata("0.3", None, "Battles at night", "3.6.6", 1_700_000_000_000), universal=False
        ),
        "moduledata": write_metadata(METADATA),
        "dusk.vsav": dusk(),
        "sounds/owl.wav": b"RIFF",
        "images/scout.png": picture(44, 44, "#118811"),
        "images/bay.png": picture(200, 100, "#2244aa"),
        **{f"images/more{n}.png": picture(60, 80, "#ddddff") for n in (1, 2)},
    }
    path.parent.mkdir(exist_ok=True)
    write_archive(path, entries)
    return path


def module_with_extension(folder: Path) -> tuple[Path, Path]:
    """The small module, and its extension in the folder from which VASSAL loads it."""
    module = small_module(folder)
    return module, small_extension(extension_folder(module) / "night.vmdx")
