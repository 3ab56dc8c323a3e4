"""How long large modules take to import, and saves to refresh; each run is a process of its own.

The module is made up: 2,000 types of counters with two faces and the traits of usual modules, 50
set-ups of 200 pieces, and 160 MB of pictures, of them 13 large boards. The saves are those set-ups
as an older version has them, in which each type lacks a trait.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image

from benchmarks.measure import HEAD, line, repeated, row
from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece

METADATA = Metadata("2", "Large Battle")
TYPES, SETUPS, PIECES, SAVES = 2_000, 50, 200, 200
BOARDS, SIDE = 13, 1_500
COUNTER = (75, 75)
TRAITS = 20
"""The markers of each piece, besides its other traits."""


def picture(dice: random.Random, wide: int, high: int) -> bytes:
    """A picture that hardly compresses, like a scan."""
    out = BytesIO()
    Image.frombytes("RGB", (wide, high), dice.randbytes(wide * high * 3)).save(out, "PNG")
    return out.getvalue()


def pieces(*more: t.Trait) -> list[GamePiece]:
    """A piece of each type."""
    markers = [t.Marker(names=(f"Fact{n}",), values=("{Rate * 2 + 1}",)) for n in range(TRAITS)]
    return [
        GamePiece(
            (
                *more,
                t.MarkMoved(),
                t.MovementTrail(),
                t.Label(label=f"{number % 9}-{number % 7}", font_size=11),
                *markers,
                t.DynamicProperty(name="Losses", value=str(number % 3)),
                t.Layer(images=(f"{number}.png", f"{number}-back.png"), name="Side"),
                t.Delete(),
            ),
            BasicPiece(name=f"Unit {number}", gpid=str(number)),
        )
        for number in range(TYPES)
    ]


def setup(made: list[GamePiece], dice: random.Random) -> dict[str, bytes]:
    """The entries of a saved game with some of the pieces."""
    commands = []
    for key, piece in enumerate(dice.sample(made, PIECES), 1):
        at = "Field 0", dice.randrange(SIDE), dice.randrange(SIDE)
        commands.append(piece.at(*at, f"{1_000_000 + key}").add_command())
    restore = [save.board_command("Field 0", [("Board 0", 0, 0)]), save.SETUP_STACK]
    return save.save_entries(save.save_text(commands, restore), METADATA)


def write(folder: Path) -> tuple[Path, Path]:
    """Write the module, and a folder of older saves."""
    dice = random.Random(42)
    made, old = pieces(t.DoesNotStack()), pieces()
    slots = [
        component("PieceSlot", (), one.definition(), entryName=one.basic.name, gpid=one.basic.gpid)
        for one in made
    ]
    maps = []
    for number in range(BOARDS):
        board = component("Board", name=f"Board {number}", image=f"board{number}.png")
        maps.append(
            component("Map", [component("BoardPicker", [board])], mapName=f"Field {number}")
        )
    names = [f"setup{number}.vsav" for number in range(SETUPS)]
    setups = [component("PredefinedSetup", name=name, file=name, useFile=True) for name in names]
    window = component("PieceWindow", [component("ListWidget", slots)])
    tree = component("GameModule", [*maps, window, *setups], name=METADATA.name, version="2")
    images = {f"board{number}.png": picture(dice, SIDE, SIDE) for number in range(BOARDS)}
    for number in range(TYPES):
        images |= {f"{number}{back}.png": picture(dice, *COUNTER) for back in ("", "-back")}
    files = {name: archive_bytes(setup(made, dice)) for name in names}
    module = folder / "large.vmod"
    write_module(module, Module(tree, METADATA, images, files))
    saves = folder / "saves"
    saves.mkdir()
    for number in range(SAVES):
        (saves / f"{number}.vsav").write_bytes(archive_bytes(setup(old, dice)))
    return module, saves


def main() -> None:
    """Print the table for `benchmarks/README.md`."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        module, saves = write(folder)
        modgen, cache = [sys.executable, "-m", "modgen"], folder / "cache"
        game, out = folder / "game", folder / "out"

        def cleared(_: int) -> None:
            shutil.rmtree(game, ignore_errors=True)
            shutil.rmtree(out, ignore_errors=True)

        print(HEAD, flush=True)
        megabytes = module.stat().st_size / 1e6
        name = f"import of {megabytes:.0f} MB: {TYPES:,} types, {SETUPS} set-ups"
        print(
            row(name, "20 s, 300 MB", [*modgen, "import", str(module), str(game)], cache, cleared)
        )
        files = sorted(map(str, saves.iterdir()))
        command = [*modgen, "refresh", str(module), *files, "-o", str(out), "--jobs", "1"]
        found = repeated(command, cache, cleared)
        with save.SaveFile(Path(files[0])) as first:
            size = len(first.text()) / 1e3
        rate = f"{SAVES / found.cpu:.0f} saves a second of the processor, 20 wanted"
        print(line(f"refresh of {SAVES} saves of {size:.0f} kB", found, rate))


if __name__ == "__main__":
    main()
