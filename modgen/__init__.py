"""Describe a board wargame once: build its VASSAL module and sheets, and check its rules.

The functions and classes listed in `__all__` are the public library; `docs/api.md` shows them at
work. They are imported when they are first used, so `import modgen` is cheap. Every error that the
library raises on purpose derives from `ModgenError`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from modgen.errors import ModgenError

if TYPE_CHECKING:
    from modgen.library.checking import check
    from modgen.library.games import UnknownGameError, build, load_game, write_sheets
    from modgen.library.logs import (
        ChatLine,
        ClosedLogError,
        GameLog,
        Move,
        PlacedPiece,
        Step,
        ViewerError,
        open_save,
        read_log,
    )
    from modgen.library.modules import (
        pack_module,
        read_module,
        read_unpacked,
        unpack_module,
        write_unpacked,
    )
    from modgen.log.dice import Roll
    from modgen.model.files.diagnostics import Diagnostic, GameDataError
    from modgen.model.game import Game
    from modgen.sheets.pipeline import SheetOptions
    from modgen.vassal.module import Module
    from modgen_rules.engine.reports.findings import Finding, GameReport, Report

__version__ = "0.2.0.dev0"

__all__ = [
    "ChatLine",
    "ClosedLogError",
    "Diagnostic",
    "Finding",
    "Game",
    "GameDataError",
    "GameLog",
    "GameReport",
    "ModgenError",
    "Module",
    "Move",
    "PlacedPiece",
    "Report",
    "Roll",
    "SheetOptions",
    "Step",
    "UnknownGameError",
    "ViewerError",
    "build",
    "check",
    "load_game",
    "open_save",
    "pack_module",
    "read_log",
    "read_module",
    "read_unpacked",
    "unpack_module",
    "write_sheets",
    "write_unpacked",
]

_MODULES = {
    "modgen.library.checking": ("check",),
    "modgen.library.games": ("UnknownGameError", "build", "load_game", "write_sheets"),
    "modgen.library.logs": (
        "ChatLine",
        "ClosedLogError",
        "GameLog",
        "Move",
        "PlacedPiece",
        "Step",
        "ViewerError",
        "open_save",
        "read_log",
    ),
    "modgen.library.modules": (
        "pack_module",
        "read_module",
        "read_unpacked",
        "unpack_module",
        "write_unpacked",
    ),
    "modgen.log.dice": ("Roll",),
    "modgen.model.game": ("Game",),
    "modgen.model.files.diagnostics": ("Diagnostic", "GameDataError"),
    "modgen.sheets.pipeline": ("SheetOptions",),
    "modgen.vassal.module": ("Module",),
    "modgen_rules.engine.reports.findings": ("Finding", "GameReport", "Report"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
