"""A picture of a pair: part of the board before and after the legal act, and the illegal one."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.map_pictures import map_scale, map_size, public_maps
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
GAP, CAPTION = 12, 26
LEAST = 5
"""The shown part of a board is at least its width divided by this."""
LONGEST = 96
"""The most characters of a caption."""
QUALITY = 82
SPOKEN = ("declare ", "say ", "phase ")
"""The beginnings of statements that a picture does not show."""
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
    maps = public_maps(scenes[0].story, module)
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
    here = [spot for spot in spots if spot.map == chosen]
    part = _part(here, map_size(scenes[0].story, chosen))
    parts = [
        _shown(scene, module, chosen, part, number, after)
        for number, scene in enumerate(scenes)
        for after in (False, True)
    ]
    captions = [_caption(pair, scene.act, number) for number, scene in enumerate(scenes)]
    wide, high = 2 * WIDTH + GAP, len(scenes) * (CAPTION + HEIGHT + GAP) - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}"><rect width="{wide}" height="{high}" fill="#ffffff"/>'
        f"{''.join(captions)}{''.join(parts)}</svg>"
    )


def _scene(trials: PairTrials, pair: Pair, act: str, told: Act | None) -> tuple[_Scene, Act | None]:
    """An act of a pair in a tidy record, and the act of the finding about it.

    Where it changes nothing on the board, it is the act of the finding, or `told`, that of the
    finding about the other act; else the whole record.
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


def _caption(pair: Pair, act: str, number: int) -> str:
    """The line above the two parts of an act."""
    done = [one.strip() for one in (getattr(pair, act) or NO_ACT).split(";")]
    seen = [one for one in done if not one.startswith(SPOKEN)] or done
    text = f"{act.capitalize()}: {'; '.join(filter(None, seen))}"
    if pair.wrong != pair.position and not getattr(pair, act):
        text = f"{act.capitalize()} position"
    if len(text) > LONGEST:
        text = f"{text[: LONGEST - 1]}…"
    y = number * (CAPTION + HEIGHT + GAP) + CAPTION - 8
    return (
        f'<text x="2" y="{y}" font-family="Noto Sans" font-size="15" font-weight="700" '
        f'fill="{COLOURS[act]}">{escape(text)}</text>'
    )


def _shown(
    scene: _Scene,
    module: Module,
    map_name: str,
    part: tuple[float, float, float],
    number: int,
    after: bool,
) -> str:
    """The part of the board before or after an act, with its marks."""
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
    x, y = (WIDTH + GAP) * after, number * (CAPTION + HEIGHT + GAP) + CAPTION
    size = WIDTH / width
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
    """A ring around each piece, dashed where it was or will be. A stack has one ring."""
    drawn: list[tuple[float, float, bool]] = []
    for mark in marks:
        moved = mark.before != mark.after
        ends = [(mark.before, not after), (mark.after, after)] if moved else [(mark.after, True)]
        for spot, solid in ends:
            if spot is None or spot.map != map_name:
                continue
            x, y = round((spot.x - corner[0]) * size, 1), round((spot.y - corner[1]) * size, 1)
            radius = round(min(60.0, max(13.0, 1.15 * mark.radius * size)), 1)
            if any(hypot(x - a, y - b) < radius and kind == solid for a, b, kind in drawn):
                continue
            drawn.append((x, y, solid))
            dash = "" if solid else ' stroke-dasharray="6 5"'
            for colour, line in (("#ffffff", 6), (MARK, 3)):
                yield (
                    f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" '
                    f'stroke-width="{line}"{dash}/>'
                )


def _address(picture: Image.Image) -> str:
    buffer = BytesIO()
    picture.convert("RGB").save(buffer, "JPEG", quality=QUALITY)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
