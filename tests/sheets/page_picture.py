"""A page of sheets as one drawing, to look into."""

from __future__ import annotations

from modgen.draw.svg import Drawing
from modgen.sheets.paper import Page, Sheets


def page_svg(page: Page, sheets: Sheets) -> str:
    """One page as an SVG drawing. Pictures are not clipped, unlike in PDF."""
    drawing = Drawing(page.width, page.height)
    drawing.rect(0, 0, page.width, page.height, fill="#ffffff")
    with drawing.group(transform=f"translate({page.shift[0]} {page.shift[1]})"):
        for placed in (*page.below, *page.placed):
            art = sheets.art[placed.art]
            scale = placed.w / art.width if not placed.window else 1.0
            x, y = placed.x, placed.y
            if placed.window:
                x, y = x - placed.window[0], y - placed.window[1]
            middle = f"rotate({placed.turned} {placed.x + placed.w / 2} {placed.y + placed.h / 2})"
            with drawing.group(transform=middle if placed.turned else None):
                drawing.nest(art.svg, x, y, scale)
        drawing.nest(page.marks.svg, 0, 0)
    return drawing.svg
