"""Small modules for tests, made of components: a hex map, zones, regions, cards and a set-up."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import Component, component, entry
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack

METADATA = Metadata("1.4", "Small Battle", "a test", "3.6.6", 1_700_000_000_000)
WIDTH, HEIGHT = 640, 480


def picture(width: int, height: int, colour: str) -> bytes:
    out = BytesIO()
    Image.new("RGB", (width, height), colour).save(out, "PNG")
    return out.getvalue()


PICTURE = picture(1, 1, "red")


def slot(piece: GamePiece, gpid: str, kind: str = "PieceSlot") -> Component:
    text = piece.but(basic=piece.basic.but(gpid=gpid)).definition()
    return component(kind, (), text, entryName=piece.basic.name, gpid=gpid)


UNIT = GamePiece(
    (
        t.Marker(names=("Army",), values=("red",)),
        t.Prototype(name="Common"),
        t.Layer(images=("red.png", "red-flipped.png"), level_names=("", "+ (tired)"), name="Step"),
    ),
    BasicPiece(name="Red Guard"),
)
LEADER = GamePiece((t.Prototype(name="Common"),), BasicPiece(image="blue.png", name="Marshal"))
CARDS = [
    GamePiece((t.Mask(image="back.png"),), BasicPiece(image=f"card{n}.png", name=f"Order {n}"))
    for n in (1, 2, 3)
]
COMMON: tuple[t.Trait, ...] = (t.Delete(), t.MovementTrail())


def in_play(piece: GamePiece, gpid: str) -> GamePiece:
    """A piece as the engine saves it: prototypes are replaced by their traits."""
    traits: list[t.Trait] = []
    for trait in piece.traits:
        traits += COMMON if isinstance(trait, t.Prototype) else (trait,)
    return GamePiece(tuple(traits), piece.basic.but(gpid=gpid))


def setup_entries() -> bytes:
    """A set-up: a stack, a tired unit, a leader, a piece without a slot, and a deck."""
    unit, leader = in_play(UNIT, "1"), in_play(LEADER, "2")
    tired = unit.but(
        tuple(one.but(level=2) if isinstance(one, t.Layer) else one for one in unit.traits)
    )
    lost = GamePiece((t.Delete(),), BasicPiece(image="blue.png", name="Lost", gpid="99"))
    cards = [in_play(card, str(10 + n)) for n, card in enumerate(CARDS)]
    deck = Deck(
        "900",
        DeckType(name="Orders", width=60, height=80),
        "Field",
        500,
        60,
        True,
        ("30", "31", "32"),
    )
    commands = [
        unit.at("Field", 100, 200, "20").add_command(),
        tired.at("Field", 100, 200, "21").add_command(),
        leader.at("Field", 330, 420, "22").add_command(),
        lost.at("Field", 20, 20, "23").add_command(),
        *(card.at("Field", 500, 60, str(30 + n)).add_command() for n, card in enumerate(cards)),
        Stack("800", "Field", 100, 200, ("21", "20"), 2).add_command(),
        deck.add_command(),
    ]
    restore = [
        save.board_command("Field", [("Plain", 0, 0)]),
        save.SETUP_STACK,
        save.property_command("Weather", "rain"),
        "TURN0\t0|1",
    ]
    return archive_bytes(save.save_entries(save.save_text(commands, restore), METADATA))


def small_module(folder: Path) -> Path:
    """Write a module with most things that an import knows, and some that it does not."""
    hexes = component(
        "HexGrid",
        [
            component(
                "HexGridNumbering",
                first="V",
                sep=".",
                hType="A",
                vType="N",
                hOff=0,
                vOff=-3,
                vLeading=1,
                vDescend=True,
                stagger=True,
            )
        ],
        x0=31,
        y0=25,
        dx=41.5,
        dy=48,
    )
    zones = [
        component(
            "Zone", name="Hills", locationFormat="$name$", path="0,300;200,300;200,480;0,480"
        ),
        component(
            "Zone", name="Fort", locationFormat="$name$", path="202,300;300,300;300,480;202,480"
        ),
        component(
            "Zone",
            [
                component(
                    "RegionGrid",
                    [
                        component("Region", name="1", originx=320, originy=420),
                        component("Region", name="2", originx=360, originy=420),
                    ],
                )
            ],
            name="Turns",
            locationFormat="Turn $gridLocation$",
            path="302,380;400,380;400,480;302,480",
        ),
    ]
    board = component(
        "Board", [component("ZonedGrid", [*zones, hexes])], name="Plain", image="board.png"
    )
    deck = component(
        "DrawPile",
        [slot(card, str(10 + n), "CardSlot") for n, card in enumerate(CARDS)],
        name="Orders",
        owningBoard="Plain",
        x=500,
        y=60,
        width=60,
        height=80,
    )
    tree = component(
        "GameModule",
        [
            component("BasicCommandEncoder"),
            component("PlayerRoster", [entry("Red"), entry("Blue")]),
            component(
                "PrototypesContainer",
                [
                    component(
                        "PrototypeDefinition",
                        (),
                        GamePiece(COMMON, BasicPiece()).definition(),
                        name="Common",
                    ),
                ],
            ),
            component("Map", [component("BoardPicker", [board]), deck], mapName="Field"),
            component(
                "PieceWindow",
                [
                    component(
                        "ListWidget",
                        [
                            slot(UNIT, "1"),
                            slot(LEADER, "2"),
                        ],
                        entryName="Red",
                    )
                ],
                name="Pieces",
            ),
            component("DiceButton", name="Two dice", nDice=2, nSides=6),
            component("DoActionButton", name="Rally", reportFormat='{"Rally!"}'),
            component(
                "ChartWindow",
                [
                    component("Chart", chartName="Combat", fileName="chart.png"),
                    component("HtmlChart", chartName="Terrain", fileName="terrain.html"),
                ],
                name="Charts",
            ),
            component("HelpFile", title="Rules", fileName="rules.txt", fileType="archive"),
            component("PredefinedSetup", name="Dawn", file="dawn.vsav"),
        ],
        name="Small Battle",
        version="1.4",
        VassalVersion="3.6.6",
    )
    images = {
        "board.png": picture(WIDTH, HEIGHT, "#88aa66"),
        "red.png": picture(40, 40, "#cc2222"),
        "red-flipped.png": picture(40, 40, "#883333"),
        "blue.png": picture(50, 40, "#2222cc"),
        "back.png": picture(60, 80, "#333333"),
        "chart.png": picture(200, 100, "#eeeeee"),
        **{f"card{n}.png": picture(60, 80, "#ffffcc") for n in (1, 2, 3)},
    }
    path = folder / "small.vmod"
    files = {
        "dawn.vsav": setup_entries(),
        "sounds/horn.wav": b"RIFF",
        "rules.txt": b"Red moves first.",
        "terrain.html": b"<table><tr><th>Hex<th>Points<tr><td>Hill<td>2</table>",
    }
    write_module(path, Module(tree, METADATA, images, files))
    return path
