"""A picture of a pair: part of the board before and after the legal act, and the illegal one."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from math import hypot
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.map_pictures import drawn_maps, map_scale, map_size
from modgen.log.pictures import Shown, draw, shown
from modgen.log.story import Story
from modgen.log.timeline import read_timeline
from modgen.vassal.module import Module
from modgen_rules.engine.pairs.pair_trials import PairTrials
from modgen_rules.engine.pairs.pairs import NO_ACT, Pair, PairError
from modgen_rules.engine.reports.findings import Act, Mark, Spot

if TYPE_CHECKING:
    from PIL import Image

WIDTH, HEIGHT = 420, 300
"""The size of each part of the board, in pixels."""
GAP, LINE = 12, 18
LEAST = 5
"""The shown part of a board is at least its width divided by this."""
LONGEST = 96
"""The most characters of a line of a caption, which has at most two lines."""
QUALITY = 82
SPOKEN = ("declare ", "say ", "phase ", "side ")
"""The beginnings of statements that a picture does not show."""
RECENT = 30
"""How many steps back a picture of words or dice looks for what changed last on the board."""
WIDEST = 0.5
"""A part of a board that would be wider shows only the place where most of it happens."""
COLOURS = {"legal": "#1c6b35", "illegal": "#b3261e"}
MARK, GROUND = "#b01fc7", "#2b3b48"


class _Mark(NamedTuple):
    """Where a piece is before and after an act, as it is drawn; None for not on a map."""

    before: Spot | None
    after: Spot | None
    radius: float


class _Scene(NamedTuple):
    """An act: the log of it, the steps before and after it, and what it concerns."""

    act: str
    story: Story
    before: int
    after: int
    marks: tuple[_Mark, ...]


def pair_picture(trials: PairTrials, pair: Pair) -> str:
    """The picture of a pair, as SVG. Raises PairError for a pair that cannot be played."""
    module = trials.trial.drawn_module
    found: list[_Scene] = []
    told: Act | None = None
    for act in reversed(pair.acts):  # where the legal one shows nothing, it is as the illegal one
        scene, told = _scene(trials, pair, act, told)
        found.append(scene)
    scenes = found[::-1]
    maps = drawn_maps(scenes[0].story, module)
    spots = [
        spot
        for scene in scenes
        for mark in scene.marks
        for spot in (mark.before, mark.after)
        if spot is not None and spot.map in maps
    ]
    counts = Counter(spot.map for spot in spots)
    main = next(iter(maps), "")
    chosen = counts.most_common(1)[0][0] if counts and main not in counts else main
    if not chosen:
        raise PairError(f"{pair.name}: the module has no map that can be drawn")
    size = map_size(scenes[0].story, chosen)
    part = _part(together([spot for spot in spots if spot.map == chosen], size[0] * WIDEST), size)
    top, texts, parts = 0, "", ""
    for scene in scenes:
        lines = caption(pair, scene.act)
        texts += _written(lines, COLOURS[scene.act], top)
        top += LINE * len(lines) + 8
        for after in (False, True):
            parts += _shown(scene, module, chosen, part, top, after)
        top += HEIGHT + GAP
    wide, high = 2 * WIDTH + GAP, top - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><rect width="{wide}" height="{high}" fill="#ffffff"/>'
        f"{texts}{parts}</svg>"
    )


def _scene(trials: PairTrials, pair: Pair, act: str, told: Act | None) -> tuple[_Scene, Act | None]:
    """An act of a pair in a tidy record, and the act of the finding about it.

    Where it changes nothing on the board, it is the act of the finding, or `told`, that of the
    finding about the other act; else what changed last before it; else the whole record.
    """
    writer, before, after = trials.stages(pair, act)
    path = trials.trial.folder / "picture.vlog"
    writer.write(path)
    timeline = read_timeline([path])
    module = trials.trial.drawn_module
    story = Story(timeline, module.tree, None, module.images)
    findings = trials.trial.check(writer).findings if act == "illegal" else []
    told = findings[0].act if findings else told
    marks = _changed(story, before, after)
    if not marks and told is not None and told.after <= len(timeline):
        before, after = told.before, told.after
        marks = [*_changed(story, before, after), *_standing(story, told.marks, after)]
    elif act == "illegal" and told is not None:
        marks += _standing(story, told.marks, after)
    if not marks:
        marks = _latest(story, before)
    if not marks:
        before, after = 0, len(timeline)
        marks = _changed(story, before, after)
    return _Scene(act, story, before, after, tuple(marks)), told


def _changed(story: Story, before: int, after: int) -> list[_Mark]:
    """The pieces that are drawn differently, or elsewhere, after two steps."""
    old, new = _drawn(story, before), _drawn(story, after)
    return [
        _Mark(_spot(old.get(key)), _spot(new.get(key)), _radius(old.get(key) or new.get(key)))
        for key in sorted(old.keys() | new.keys())
        if _differs(old.get(key), new.get(key))
    ]


def _latest(story: Story, step: int) -> list[_Mark]:
    """What the last change on the board before a step concerned, as it stands then."""
    for earlier in range(step - 1, max(-1, step - RECENT), -1):
        if found := _changed(story, earlier, step):
            return [_Mark(one.after, one.after, one.radius) for one in found if one.after]
    return []


def _standing(story: Story, marks: Iterable[Mark], step: int) -> Iterator[_Mark]:
    """The marks of pieces that act, or are acted upon, at their positions, and of empty places."""
    there = _drawn(story, step)
    for mark in marks:
        found = there.get(mark.piece)
        if mark.role in ("acting", "target") and (found is not None or not mark.piece):
            spot = _spot(found) or mark.after
            yield _Mark(spot, spot, _radius(found))


def _drawn(story: Story, step: int) -> dict[str, Shown]:
    """How each piece on a map is drawn after a step."""
    table = story.timeline.go(step)
    drawn = ((key, shown(piece, story)) for key, piece in table.pieces.items())
    return {key: one for key, one in drawn if one is not None and one.layers}


def _differs(old: Shown | None, new: Shown | None) -> bool:
    """Whether a piece changed, or went farther than a stack moves its pieces."""
    if old is None or new is None:
        return old is not new
    near = old.map == new.map and hypot(old.x - new.x, old.y - new.y) <= _radius(new)
    return old.layers != new.layers or not near


def _spot(one: Shown | None) -> Spot | None:
    return Spot(one.map, one.x, one.y) if one else None


def _radius(one: Shown | None) -> float:
    left, top, right, bottom = one.box if one else (0, 0, 0, 0)
    return max(right - left, bottom - top) / 2


def together(spots: Sequence[Spot], most: float) -> Sequence[Spot]:
    """The points, or if they are farther apart than `most`, the largest group around one of them.

    So pieces that come from a pool at the edge of the board do not make the picture too small.
    """
    groups = [
        [two for two in spots if max(abs(one.x - two.x), abs(one.y - two.y)) <= most / 2]
        for one in spots
    ]
    whole = all(
        max(abs(one.x - two.x), abs(one.y - two.y) * WIDTH / HEIGHT) <= most
        for one in spots
        for two in spots
    )
    return spots if whole else max(groups, key=len)


def _part(spots: Sequence[Spot], size: tuple[int, int]) -> tuple[float, float, float]:
    """The left edge, the top edge and the width of the part of a map around some points."""
    wide, high = size
    xs = [spot.x for spot in spots] or [0, wide]
    ys = [spot.y for spot in spots] or [0, high]
    room = wide / 12
    least = max(max(xs) - min(xs) + room, wide / LEAST)
    width = max(least, (max(ys) - min(ys) + room) * WIDTH / HEIGHT)
    width = min(width, max(wide, high * WIDTH / HEIGHT))
    left = (max(xs) + min(xs) - width) / 2
    top = (max(ys) + min(ys) - width * HEIGHT / WIDTH) / 2
    left = max(min(left, wide - width), 0)
    return left, max(min(top, high - width * HEIGHT / WIDTH), 0), width


def caption(pair: Pair, act: str) -> list[str]:
    """The lines above the two parts of an act: what is done, and how its position differs."""
    said, other = (_statements(getattr(pair, one) or "") for one in (act, _other(act)))
    seen = [one for one in said if not one.startswith(SPOKEN)]
    if not seen or seen == [one for one in other if not one.startswith(SPOKEN)]:
        seen = [one for one in said if not one.startswith("side ")]
    begins, others = (_statements(pair.begins(one).changes) for one in (act, _other(act)))
    before = [one for one in begins if one not in others]
    position = f" with {'; '.join(before)}" if before else ""
    text = f"{act.capitalize()}{position}: {'; '.join(seen) or NO_ACT}"
    lines = wrap(text, LONGEST)
    return lines if len(lines) < 3 else [lines[0], f"{lines[1][: LONGEST - 1]}…"]


def _written(lines: Sequence[str], colour: str, top: int) -> str:
    """The lines of a caption below a height."""
    return "".join(
        f'<text x="2" y="{top + LINE * n}" font-family="Noto Sans" font-size="15" '
        f'font-weight="700" fill="{colour}">{escape(line)}</text>'
        for n, line in enumerate(lines, 1)
    )


def _other(act: str) -> str:
    return "illegal" if act == "legal" else "legal"


def _statements(text: str) -> list[str]:
    return [one.strip() for one in text.split(";") if one.strip()]


def _shown(
    scene: _Scene,
    module: Module,
    map_name: str,
    part: tuple[float, float, float],
    y: int,
    after: bool,
) -> str:
    """The part of the board before or after an act, with its marks, at a height."""
    from PIL import Image

    story = scene.story
    story.timeline.go(scene.after if after else scene.before)
    scale = map_scale(story, map_name)
    left, top, width = part
    corner = (left * scale, top * scale)
    box = (*corner, corner[0] + width * scale, corner[1] + width * scale * HEIGHT / WIDTH)
    board = draw(story, module, map_name)
    picture = Image.new("RGB", (round(box[2] - box[0]), round(box[3] - box[1])), GROUND)
    picture.paste(board, (-round(box[0]), -round(box[1])))
    picture = picture.resize((WIDTH, HEIGHT))
    x, size = (WIDTH + GAP) * after, WIDTH / width
    inside = "".join(_rings(scene.marks, map_name, after, size, (left, top)))
    label = "after" if after else "before"
    return (
        f'<svg x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<image width="{WIDTH}" height="{HEIGHT}" href="{_address(picture)}"/>{inside}'
        '<rect width="58" height="22" fill="#22303c"/>'
        f'<text x="7" y="16" font-family="Noto Sans" font-size="13" fill="#ffffff">{label}</text>'
        "</svg>"
    )


def _rings(
    marks: Iterable[_Mark], map_name: str, after: bool, size: float, corner: tuple[float, float]
) -> Iterator[str]:
    """A ring around each piece, dashed where it was or will be.

    A stack has one ring, with the number of its pieces that move beside it.
    """
    drawn: dict[tuple[float, float, float, bool], int] = {}
    for mark in marks:
        moved = mark.before != mark.after
        ends = [(mark.before, not after), (mark.after, after)] if moved else [(mark.after, True)]
        for spot, solid in ends:
            if spot is None or spot.map != map_name:
                continue
            x, y = round((spot.x - corner[0]) * size, 1), round((spot.y - corner[1]) * size, 1)
            radius = round(min(60.0, max(13.0, 1.15 * mark.radius * size)), 1)
            ring = next(
                (
                    one
                    for one in drawn
                    if one[3] == solid and hypot(x - one[0], y - one[1]) < radius
                ),
                (x, y, radius, solid),
            )
            drawn[ring] = drawn.get(ring, 0) + moved
    for (x, y, radius, solid), number in drawn.items():
        dash = "" if solid else ' stroke-dasharray="6 5"'
        for colour, line in (("#ffffff", 6), (MARK, 3)):
            yield (
                f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" '
                f'stroke-width="{line}"{dash}/>'
            )
        if number > 1:
            yield (
                f'<text x="{x + radius + 3}" y="{y + 5}" font-family="Noto Sans" font-size="15" '
                f'font-weight="700" fill="{MARK}" stroke="#ffffff" stroke-width="4" '
                f'paint-order="stroke">×{number}</text>'
            )


def _address(picture: Image.Image) -> str:
    buffer = BytesIO()
    picture.convert("RGB").save(buffer, "JPEG", quality=QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
