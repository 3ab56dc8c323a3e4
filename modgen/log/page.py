"""A game as one web page: the board at each step, the story beside it, no network."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from io import BytesIO
from typing import Any

from modgen.log.pictures import STEP, board_maps, shown
from modgen.log.story import Story
from modgen.log.table import Table
from modgen.vassal.module import Module

BOARD_WIDTH = 1800
"""Pixels of a board's picture in the page; larger ones are made smaller."""
PIECE_SCALE = 0.6
"""Pieces and cards are that much smaller than in the module."""
QUALITY = 80

State = tuple[int, int, int, int, int]
"""Look, map, x, y, height in the stack."""


class _Looks:
    """Numbers for combinations of pictures."""

    def __init__(self) -> None:
        self.numbers: dict[tuple[str, ...], int] = {}

    def number(self, pictures: tuple[str, ...]) -> int:
        return self.numbers.setdefault(pictures, len(self.numbers))


def page(
    story: Story, module: Module, title: str, report: Mapping[str, Any] | None = None
) -> str:  # fmt: skip
    """The page's HTML. The timeline is left at its last step.

    `report` has a `summary` and `findings`, which the page shows beside the steps.
    """
    found = _data(story, module)
    if report is not None:
        found["report"] = dict(report)
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    text = files("modgen.log").joinpath("page.html").read_text("utf-8")
    safe = data.replace("</", "<\\/").replace("<!--", "<\\!--")
    return text.replace("{{title}}", escape(title)).replace("{{data}}", safe)


def _data(story: Story, module: Module) -> dict[str, Any]:
    maps = dict(board_maps(module))
    names = list(maps)
    looks, timeline = _Looks(), story.timeline
    pieces: dict[str, int] = {}

    def state(key: str, table: Table) -> State | None:
        piece = table.pieces.get(key)
        found = shown(piece, table, story.viewer) if piece else None
        if found is None or found.map not in maps or not found.pictures:
            return None
        return (
            looks.number(found.pictures),
            names.index(found.map),
            found.x,
            found.y,
            found.height,
        )

    table = timeline.go(0)
    now = {key: state(key, table) for key in table.pieces}
    start = [[pieces.setdefault(key, len(pieces)), one] for key, one in now.items() if one]
    steps = []
    for moment in timeline.moments:
        line = story.line(moment)
        table = timeline.table
        touched = {key for kind, key, *_ in moment.changes if kind == "pieces"}
        for kind, _, old, new in moment.changes:
            if kind == "piles":
                for pile in (old, new):
                    touched |= set(pile.contents if pile else ())
        changes = []
        for key in sorted(touched):
            before, after = now.get(key), state(key, table)
            if before != after:
                changes.append([pieces.setdefault(key, len(pieces)), before or 0, after or 0])
                now[key] = after
        words = [line.text] if line.text else list(line.chat)
        said = [one for one in line.chat if one != line.text]
        flags = 2 if line.undoes else int(line.undone)
        steps.append([changes, line.side, " ".join(words), said, flags])
    return {
        "maps": [_board(module, name, board.attributes["image"]) for name, board in maps.items()],
        "looks": [[_small(module, name) for name in names_] for names_ in looks.numbers],
        "start": start,
        "steps": steps,
        "gap": STEP,
        "scale": 1 / PIECE_SCALE,
    }


def _board(module: Module, name: str, image: str) -> dict[str, Any]:
    from PIL import Image

    picture = Image.open(BytesIO(module.images[image])).convert("RGB")
    wide, high = picture.size
    if wide > BOARD_WIDTH:
        picture = picture.resize((BOARD_WIDTH, round(high * BOARD_WIDTH / wide)))
    return {"name": name, "width": wide, "height": high, "image": _webp(picture)}


def _small(module: Module, name: str) -> str:
    from PIL import Image

    data = module.images.get(name)
    if data is None:
        return ""
    picture = Image.open(BytesIO(data)).convert("RGBA")
    size = (max(1, round(picture.width * PIECE_SCALE)), max(1, round(picture.height * PIECE_SCALE)))
    return _webp(picture.resize(size))


def _webp(picture: Any) -> str:
    found = BytesIO()
    picture.save(found, "WEBP", quality=QUALITY, method=4)
    return "data:image/webp;base64," + base64.b64encode(found.getvalue()).decode("ascii")
