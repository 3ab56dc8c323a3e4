"""A report as web pages: for each game the board at every step, with the findings beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from modgen.log.map_pictures import drawn_maps
from modgen.log.page import page
from modgen.log.pictures import shown
from modgen.log.policy import with_policy
from modgen.log.story import Story
from modgen.vassal.archive import write_text
from modgen.vassal.module import Module
from modgen.vassal.replacing import whole
from modgen_rules.engine.pipeline import timeline_of
from modgen_rules.engine.reports.findings import GameReport, Mark, Report, Spot
from modgen_rules.engine.reports.reports import more_like, together, under

INDEX = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{policy}}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report</title>
<style>
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif;
  color: #22303c; background: #f6efdc; }
li { padding: .5rem 0 .5rem .4rem; border-bottom: 1px solid #cdbf9d; }
a { font-weight: 600; color: #1d4f91; }
.illegal::marker, .illegal b { color: #b3261e; }
small { display: block; color: #5b5138; font-size: .9rem; }
</style></head>
<body><h1>Report</h1><p><b>{{summary}}</b></p>{{notes}}<ol>{{rows}}</ol></body></html>
"""
PLACE = re.compile(r"\{\{(summary|notes|rows)\}\}")


def game_page(game: GameReport, module: Module, viewer: str | None = "") -> str:
    """The page of one game, as HTML, as a side sees it; for None with all masked pieces."""
    story = Story(timeline_of(game), module.tree, viewer, module.images)
    findings = {
        "summary": game.summary,
        "remarks": game.remarks,
        "findings": list(_findings(game, story, drawn_maps(story, module))),
        "turns": [
            {
                "first": turn.where.first,
                "title": turn.title,
                "actor": turn.actor,
                "story": turn.story,
                "verdict": turn.verdict,
            }
            for turn in game.segments
        ],
    }
    return page(story, module, f"{game.heading}: report", findings)


def _findings(game: GameReport, story: Story, maps: list[str]) -> Iterator[dict[str, Any]]:
    """The findings as the page needs them: their acts with the pixels of what is drawn."""
    known: set[str] = set()
    for finding, *notes in together(game.findings):
        known.add(finding.code)
        data = finding.data()
        data["also"] = [more_like(notes)] if notes else [*under(finding, known)]
        data.pop("alike", None)
        data.pop("therefore", None)
        data.pop("act", None)
        act = finding.act
        if act is not None:
            before = [_point(mark, mark.before, act.before, story, maps) for mark in act.marks]
            after = [_point(mark, mark.after, act.after, story, maps) for mark in act.marks]
            roles = (mark.role for mark in act.marks)
            marks = [one for one in zip(roles, before, after, strict=True) if any(one[1:])]
            data["act"] = {"before": act.before, "after": act.after, "marks": marks}
        yield data


def _point(
    mark: Mark, spot: Spot | None, step: int, story: Story, maps: list[str]
) -> tuple[int, int, int, int] | None:
    """Map, x, y and radius of a mark as drawn after a step; None if it is not drawn."""
    table = story.timeline.go(step)
    if not mark.piece:
        known = spot is not None and spot.map in maps
        return (maps.index(spot.map), spot.x, spot.y, 0) if spot and known else None
    piece = table.pieces.get(mark.piece)
    drawn = shown(piece, story) if piece is not None else None
    if drawn is None or drawn.map not in maps:
        return None
    left, top, right, bottom = drawn.box
    radius = round(max(right - left, bottom - top) / 2)
    return maps.index(drawn.map), drawn.x, drawn.y, radius


def write_pages(
    report: Report, modules: Sequence[Module], target: Path, viewer: str | None = ""
) -> list[Path]:
    """Write the report to `target`; with several games that is an index of one page for each.

    `modules` has the module of each game, in the order of the games of the report.
    Pages show what `viewer`, a side, can see; for None also what masked pieces are.
    The pages of the games lie beside it: `report-1.html`, `report-2.html`.
    """
    if len(report.games) == 1:
        write_text(target, game_page(report.games[0], modules[0], viewer))
        return [target]
    names = [f"{target.stem}-{n + 1}{target.suffix}" for n in range(len(report.games))]
    with whole(target.parent) as part:
        for name, game, module in zip(names, report.games, modules, strict=True):
            write_text(part / name, game_page(game, module, viewer))
        write_text(part / target.name, _index(report, names))
    return [target, *(target.with_name(name) for name in names)]


def _index(report: Report, names: list[str]) -> str:
    rows = "".join(
        f'<li class="{"illegal" if game.count("illegal") else "ok"}">'
        f'<a href="{escape(quote(name))}">{escape(game.heading)}</a>'
        f"<small>{escape(' '.join([*game.remarks, game.summary]))}</small></li>"
        for game, name in zip(report.games, names, strict=True)
    )
    notes = "".join(f"<p>{escape(note.message)}</p>" for note in report.notes)
    filled = {"{{summary}}": escape(report.summary), "{{notes}}": notes, "{{rows}}": rows}
    return PLACE.sub(lambda place: filled[place[0]], with_policy(INDEX))
