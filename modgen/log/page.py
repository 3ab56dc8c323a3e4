"""A game as one web page: the board at each step with the story beside it. It needs no network.

The steps are written in parts, each in a script element of its own, which the page parses when it
first needs it. So a log with a million lines still opens at once.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from html import escape
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any

from modgen.log.map_pictures import PictureError, draw_boards, drawn_maps, map_size
from modgen.log.pictures import HIGHEST, Layered, empty_deck, picture_of, shown
from modgen.log.policy import with_policy
from modgen.log.shaded_maps import ShadedMap
from modgen.log.shades import Shading
from modgen.log.story import Story
from modgen.log.table import Table
from modgen.vassal.module import Module

if TYPE_CHECKING:
    from PIL import Image

    from modgen.log.moments import Moment

BOARD_WIDTH = 1800
"""The largest width of a board's picture in the page, in pixels."""
PIECE_SCALE = 0.6
"""The scale of pieces and cards, relative to their size in the module."""
QUALITY = 80
PART = 1000
"""The number of steps in a part."""
MOST_SHADINGS = 500
"""The most pictures of shaded maps in a page; after as many, shadings no longer change."""
ABOVE = HIGHEST + 1
"""The order of drawing of what is above all pieces."""

State = tuple[int, int, int, int, int]
"""How and where a piece is drawn: look, map, x, y, order of drawing."""


def page(story: Story, module: Module, title: str, report: Mapping[str, Any] | None = None) -> str:
    """The page's HTML. The timeline is left at its last step.

    `report` has a `summary` and `findings`, which the page shows beside the steps, and `turns` with
    `first` (the number of the first step), `title`, `actor`, `story` and `verdict`, which become
    headings in the story. Pictures that cannot be read are left out, and the page says so.
    """
    return "".join(page_parts(story, module, title, report))


def page_parts(
    story: Story, module: Module, title: str, report: Mapping[str, Any] | None = None
) -> Iterator[str]:
    """The page's HTML in pieces, so that a long log needs little memory. See `page`."""
    text = with_policy(files("modgen.log").joinpath("page.html").read_text("utf-8"))
    head, _, rest = text.partition("{{parts}}")
    between, _, end = rest.partition("{{data}}")
    yield head.replace("{{title}}", escape(title))
    game = Recording(story, module)
    index = []
    for first in range(0, len(story.timeline), PART):
        steps, changes = game.part(first)
        index.append(int(changes))
        yield f'<script type="application/json" id="part{len(index) - 1}">{_json(steps)}</script>\n'
    data = game.data() | {"parts": index}
    if report is not None:
        data["report"] = dict(report)
    yield between
    yield _json(data)
    yield end


def _json(data: object) -> str:
    """Data as JSON that cannot end the script element around it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").encode("utf-8", "replace").decode("utf-8")


def data_address(name: str, data: bytes) -> str:
    """A WebP picture as an address that contains it; the name is not needed."""
    return "data:image/webp;base64," + base64.b64encode(data).decode("ascii")


class Recording:
    """What the page shows, gathered while the timeline runs from its start to its end.

    `keep` stores a WebP picture, given a name for it, and returns the address for the page.
    """

    def __init__(
        self, story: Story, module: Module, keep: Callable[[str, bytes], str] = data_address
    ) -> None:
        self.story = story
        self.module = module
        self._keep = keep
        self._looks: dict[tuple[Layered, ...], int] = {}
        self._pieces: dict[str, int] = {}
        self._small_ones: dict[Layered, str] = {}
        table = story.timeline.go(0)
        self.maps = drawn_maps(story, module)
        self.boards = [self._board(number, name) for number, name in enumerate(self.maps)]
        self._shaded = {name: ShadedMap(story, name) for name in self.maps}
        self._shadings: set[Shading] = set()
        decks = [key for key, pile in table.piles.items() if pile.is_deck]
        self._now: dict[str, State | None] = dict(self._shades())
        self._now |= {key: self._state(key, table) for key in (*decks, *table.pieces)}
        self.start = [[self._number(key), state] for key, state in self._now.items() if state]

    def _number(self, key: str) -> int:
        return self._pieces.setdefault(key, len(self._pieces))

    def _state(self, key: str, table: Table) -> State | None:
        piece, pile, story = table.pieces.get(key), table.piles.get(key), self.story
        drawn = shown(piece, story) if piece else empty_deck(pile, story) if pile else None
        if drawn is None or drawn.map not in self.maps or not drawn.layers:
            return None
        look = self._looks.setdefault(drawn.layers, len(self._looks))
        return look, self.maps.index(drawn.map), drawn.x, drawn.y, drawn.order

    def _shades(self) -> Iterator[tuple[str, State | None]]:
        """The shadings of all maps, by keys that no piece has, as they are drawn now."""
        for number, (map_name, shaded) in enumerate(self._shaded.items()):
            for name, shading in shaded.now.items():
                if len(self._shadings) >= MOST_SHADINGS and shading not in self._shadings:
                    continue
                self._shadings.add(shading)
                state = None
                if shading.cells or shading.boards:
                    look = self._looks.setdefault((Layered("", sketch=shading),), len(self._looks))
                    middle = shading.size[0] // 2, shading.size[1] // 2
                    state = (look, number, *middle, ABOVE if shading.above else 0)
                yield f"{map_name}\n{name}", state

    def part(self, first: int) -> tuple[list[object], bool]:
        """PART steps from an index, and whether any of them moves a piece on a board."""
        steps = self.steps(first, first + PART)
        return steps, any(isinstance(step, list) and step[0] for step in steps)

    def steps(self, first: int, end: int) -> list[object]:
        """The steps from index `first` up to, not including, `end`; to be called in order."""
        return [self._step(moment) for moment in self.story.timeline.moments[first:end]]

    def _step(self, moment: Moment) -> object:
        """A step: the text alone, or changes, side, text, chat and a flag."""
        if not moment.changes and moment.number not in self.story.timeline.undone:
            return " ".join(self.story.spoken(moment))
        line = self.story.line(moment)
        words = line.text or " ".join(line.chat)
        told = line.text.startswith(" ".join(line.chat))
        chat = [] if told or not line.text else list(line.chat)
        flag = 2 if line.undoes else int(line.undone)
        return [self._changes(moment), line.side, words, chat, flag]

    def _changes(self, moment: Moment) -> list[object]:
        table = self.story.timeline.table
        touched = {key for kind, key, *_ in moment.changes if kind == "pieces"}
        for kind, key, old, new in moment.changes:
            if kind == "piles":
                touched.add(key)
                for pile in (old, new):
                    touched |= set(pile.contents if pile else ())
            elif kind == "raised":
                stack = table.piles.get(key)
                touched |= {key, *(stack.contents if stack else ())}
        for shaded in self._shaded.values():
            shaded.update(touched)
        states = [*self._shades(), *((key, self._state(key, table)) for key in sorted(touched))]
        changes: list[object] = []
        for key, after in states:
            before = self._now.get(key)
            if before != after:
                changes.append([self._number(key), before or 0, after or 0])
                self._now[key] = after
        return changes

    def data(self) -> dict[str, Any]:
        """Everything but the steps; complete only after the last part."""
        return {
            "maps": self.boards,
            "looks": self.looks(),  # before the notes, which name the pictures that it lacks
            "start": self.start,
            "last": len(self.story.timeline),
            "part": PART,
            "scale": 1 / PIECE_SCALE,
            "notes": self.story.appearance.problems(),
        }

    def looks(self, first: int = 0) -> list[list[Any]]:
        """The pictures of each look, lowest first, beginning with the look `first`.

        Each is an address; if it is moved, turned or enlarged, with x and y in pixels, degrees, and
        its size relative to that of other pictures.
        """
        return [[self._layer(layer) for layer in layers] for layers in [*self._looks][first:]]

    def _layer(self, layer: Layered) -> Any:
        address = self._small(layer._replace(x=0, y=0, turn=0))
        # Texts are not made smaller, so that they stay legible.
        size = 1.0 if layer.sketch is None else PIECE_SCALE
        if isinstance(layer.sketch, Shading):
            size /= layer.sketch.detail
        where = (layer.x, layer.y, layer.turn)
        return [address, *where, size] if address and (any(where) or size != 1) else address

    def _board(self, number: int, name: str) -> dict[str, Any]:
        from PIL import Image

        width, height = map_size(self.story, name)
        try:
            picture = draw_boards(self.story, self.module, name).convert("RGB")
        except PictureError as problem:
            self.story.appearance.unread[f"map {name}"] = str(problem)
            picture = Image.new("RGB", (1, 1), "#ffffff")
        if picture.width > BOARD_WIDTH:
            picture = picture.resize((BOARD_WIDTH, round(height * BOARD_WIDTH / width)))
        image = self._keep(f"board-{number}.webp", _webp(picture))
        return {"name": name, "width": width, "height": height, "image": image}

    def _small(self, layer: Layered) -> str:
        """The address of a layer's picture, made smaller; empty for one that is missing."""
        if layer not in self._small_ones:
            picture = picture_of(layer, self.story, self.module)
            address = ""
            if picture is not None:
                scale = PIECE_SCALE if layer.sketch is None else 1
                wide, high = (max(1, round(side * scale)) for side in picture.size)
                number = len(self._small_ones)
                data = _webp(picture.convert("RGBA").resize((wide, high)))
                address = self._keep(f"piece-{number}.webp", data)
            self._small_ones[layer] = address
        return self._small_ones[layer]


def _webp(picture: Image.Image) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, "WEBP", quality=QUALITY, method=4)
    return buffer.getvalue()
