"""Logs that were recorded in VASSAL 3.7.26, and what they show (`records/verdicts.yaml`).

A record is the text of a log, compressed; `written` makes a log of it.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import NamedTuple

import yaml

from modgen.compile.module import module_name
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import write_save

FOLDER = Path(__file__).parent / "records"


class Record(NamedTuple):
    """A recorded game, and the mistake in it: its clause, verdict and step; empty for none."""

    record: str
    says: str
    clause: str = ""
    verdict: str = ""
    step: int = 0


def records() -> list[Record]:
    """Every record."""
    listed = yaml.safe_load((FOLDER / "verdicts.yaml").read_text("utf-8"))
    return [Record(**one) for one in listed]


def written(record: Record, game: Game, folder: Path) -> Path:
    """Write a record as a log."""
    text = lzma.decompress((FOLDER / f"{record.record}.xz").read_bytes())
    path = folder / f"{record.record}.vlog"
    metadata = Metadata(game.info.version, module_name(game), game.info.subtitle)
    write_save(path, text.decode("utf-8", "surrogateescape"), metadata, style="plain")
    return path
