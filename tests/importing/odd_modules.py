"""Odd but legal modules made at random: names, sizes and places that people use or mistype."""

from __future__ import annotations

import random
from pathlib import Path

from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import Component, component, entry
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, Deck, DeckType, GamePiece, Stack
from tests.importing.small_modules import METADATA, picture, slot

NAMES = (
    "Guard", "Guard ", " Guard", "guard", "", " ", "?", "No. 1", "1", "true", "null", "~", "1e5",
    "1-2", "2-1-4", "=1+2", "+3", "@home", "-", "#5", "a, b; c", 'the "Old" one', "it's", "a|b",
    "a/b", "a + b", "{x}", "$name$", "日本軍", "Ελλάδα", "שלום", "⬆︎", "x" * 90, "<b>A</b>",
    "card_a", "state_b", "hand:red", "deck", "[red]", "- a: b", "&amp;", "Ünïted", "a:b", "%",
)  # fmt: skip
"""Names of things; some of several things are the same."""
MAPS = sorted(set(NAMES) - {"", " ", "Guard", "guard", " Guard"})
"""Names of maps: no two differ only in the spaces around them."""
PICTURES = {
    "plain.png": (40, 40),
    "wide.png": (300, 7),
    "dot.png": (1, 1),
    "a b (2).png": (30, 50),
    "café.png": (20, 20),
    "a|b.png": (20, 20),
    "x@1,2.png": (20, 20),
    "a + b.png": (20, 20),
    "folder/in.png": (25, 25),
    "huge.png": (4000, 30),
}
NUMBERS = ("", "0", "1", "-5", "2.5", "07", "1e3", "x", "100000", "300")
COLOURS = ("#885522", "#228855")


class OddModule:
    """One random module; the same seed gives the same one."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.gpids = 0

    def name(self) -> str:
        return self.chance.choice(NAMES)

    def number(self) -> str:
        return self.chance.choice(NUMBERS)

    def image(self) -> str:
        return self.chance.choice((*PICTURES, "missing.png", "", "broken.png", "plain"))

    def some(self, most: int) -> range:
        return range(self.chance.randint(0, most))

    # --- pieces ------------------------------------------------------------------------------

    def trait(self) -> t.Trait:
        images = tuple(self.image() for _ in range(self.chance.randint(2, 5)))
        names = tuple(self.chance.choice(("", "+ (tired)", self.name())) for _ in images)
        return self.chance.choice(
            (
                t.Layer(images=images, level_names=names, name=self.name()),
                t.Mask(image=self.image()),
                t.Marker(names=("Side",), values=(self.name() or "x",)),
                t.BasicName(name=self.name()),
                t.Label(label=self.name()),
                t.Prototype(name=self.chance.choice(("Common", "Loop", "Nothing"))),
                t.RestrictedAccess(sides=(self.name() or "x",)),
                t.Delete(),
            )
        )

    def piece(self) -> GamePiece:
        traits = tuple(self.trait() for _ in self.some(4))
        return GamePiece(traits, BasicPiece(image=self.image(), name=self.name()))

    def slot(self, kind: str = "PieceSlot") -> Component:
        self.gpids += 1
        gpid = self.chance.choice(("1", str(self.gpids), ""))
        made = slot(self.piece(), gpid, kind)
        made.attributes["entryName"] = self.name()
        return made

    # --- maps --------------------------------------------------------------------------------

    def path(self) -> str:
        return ";".join(
            f"{self.chance.randint(-50, 350)},{self.chance.randint(-50, 250)}"
            for _ in range(self.chance.choice((0, 1, 2, 3, 4, 6)))
        )

    def grid(self) -> Component:
        kind = self.chance.choice(("HexGrid", "SquareGrid"))
        parts = []
        if self.chance.random() < 0.7:
            numbering = {
                name: self.number() for name in ("hOff", "vOff", "hLeading", "vLeading")
            } | {name: self.chance.choice("AN") for name in ("hType", "vType")}
            first = self.chance.choice("HV")
            parts.append(component(f"{kind}Numbering", (), first=first, sep="-", **numbering))
        sizes = {name: self.chance.choice((*NUMBERS, "31.5", "40")) for name in ("dx", "dy")}
        places = {name: self.number() for name in ("x0", "y0")}
        if kind == "HexGrid":
            sizes["sideways"] = self.chance.choice(("true", "false"))
        return component(kind, parts, **sizes, **places)

    def regions(self) -> Component:
        regions = [
            component("Region", name=self.name(), originx=self.number(), originy=self.number())
            for _ in self.some(4)
        ]
        return component("RegionGrid", regions)

    def zone(self) -> Component:
        inside = [self.chance.choice((self.grid, self.regions))()] if self.some(1) else []
        formats = ("$name$", "", "$name$ $gridLocation$", "$gridLocation$", self.name())
        return component(
            "Zone",
            inside,
            name=self.name(),
            path=self.path(),
            locationFormat=self.chance.choice(formats),
            useParentGrid=self.chance.choice(("true", "false")),
        )

    def board(self, name: str) -> Component:
        inside = [self.zone() for _ in self.some(4)]
        inside += [self.grid() for _ in self.some(1)]
        zoned = [component("ZonedGrid", inside)] if inside else []
        sized = {"width": self.number(), "height": self.number()}
        image = self.chance.choice(("land.png", "land.png", "", "missing.png", "broken.png"))
        return component("Board", zoned, name=name, image=image, **({} if image else sized))

    def pile(self, boards: list[str]) -> Component:
        kind, inner = self.chance.choice((("DrawPile", "CardSlot"), ("SetupStack", "PieceSlot")))
        sizes = ("width", "height") if kind == "DrawPile" else ()
        spot = {name: self.number() for name in ("x", "y", *sizes)}
        return component(
            kind,
            [self.slot(inner) for _ in self.some(4)],
            name=self.name(),
            owningBoard=self.chance.choice((*boards, "", "null")),
            **spot,
        )

    def map(self, name: str) -> Component:
        boards = self.chance.sample(NAMES, 1 + len(self.some(2)))
        kind = self.chance.choice(("Map", "Map", "PlayerHand", "PrivateMap"))
        piles = [self.pile(boards) for _ in self.some(3)]
        picker = component("BoardPicker", [self.board(one) for one in boards])
        owner = {"side": self.name()} if kind != "Map" else {}
        return component(kind, [picker, *piles], mapName=name, **owner)

    # --- the module --------------------------------------------------------------------------

    def saved(self, maps: list[str]) -> bytes:
        commands: list[str] = []
        keys = [str(100 + number) for number in self.some(6)]
        for key in keys:
            where = self.chance.choice((*maps, "null", "no map"))
            at = self.chance.randint(-20, 400), self.chance.randint(-20, 300)
            expanded = tuple(one for one in self.piece().traits if not isinstance(one, t.Prototype))
            basic = BasicPiece(image=self.image(), name=self.name(), gpid=str(self.gpids))
            commands.append(GamePiece(expanded, basic).at(where, *at, key).add_command())
        half = len(keys) // 2
        where = self.chance.choice(maps)
        if half:
            commands.append(Stack("800", where, 10, 20, tuple(keys[:half]), -1).add_command())
        held = tuple(keys[half:])
        deck = DeckType(name=self.name(), width=50, height=50)
        deck_id = self.chance.choice(("900", "1000000000001"))
        commands.append(Deck(deck_id, deck, where, 30, 40, True, held).add_command())
        restore = [save.SETUP_STACK]
        return archive_bytes(save.save_entries(save.save_text(commands, restore), METADATA))

    def write(self, folder: Path) -> Path:
        """Write the module."""
        names = ["Main", *self.chance.sample(MAPS, 2)]
        roster = [entry(self.name()) for _ in self.some(13)]
        loop = GamePiece((t.Prototype(name="Loop"), t.Delete()), BasicPiece())
        common = GamePiece((t.BasicName(name=self.name()),), BasicPiece())
        dice = [
            component("DiceButton", name=self.name(), nDice=self.number(), nSides=self.number())
            for _ in self.some(3)
        ]
        charts = [
            component("Chart", chartName=self.name(), fileName=self.image()) for _ in self.some(3)
        ]
        phases = "\\,".join(self.name() for _ in self.some(4))
        turns = component("TurnTracker", [component("ListTurnLevel", list=phases, property="P")])
        setups = [
            component("PredefinedSetup", name=self.name(), file=f"setup{number}.vsav")
            for number in self.some(2)
        ]
        first = component("Map", [component("BoardPicker", [self.board("Land")])], mapName="Main")
        first.children[0].children[0].attributes["image"] = "land.png"
        tree = component(
            "GameModule",
            [
                component("BasicCommandEncoder"),
                component("PlayerRoster", roster),
                component(
                    "PrototypesContainer",
                    [
                        component("PrototypeDefinition", (), one.definition(), name=name)
                        for one, name in ((loop, "Loop"), (common, "Common"))
                    ],
                ),
                first,
                *(self.map(name) for name in names[1:]),
                component("PieceWindow", [self.slot() for _ in self.some(6)], name=self.name()),
                *dice,
                component("ChartWindow", charts, name="Charts"),
                turns,
                *setups,
            ],
            name=self.name() or "Odd",
            version=self.chance.choice(("1", "", "2.1b", "v3 (beta)", "0.0.0")),
            description=self.name(),
        )
        images = {
            name: picture(*size, self.chance.choice(COLOURS)) for name, size in PICTURES.items()
        }
        images |= {"land.png": picture(300, 200, "#888888"), "broken.png": b"\x89PNG not really"}
        files = {one.attributes["file"]: self.saved(names) for one in setups}
        path = folder / "odd.vmod"
        write_module(path, Module(tree, METADATA, images, files))
        return path
