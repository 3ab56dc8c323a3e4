"""Sides, dice, the turn sequence and charts."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from typing import Any

from modgen.importing.pages import read_page
from modgen.importing.source import Ids, Source, link
from modgen.log.board_sizes import whole
from modgen.unpacking.xml import Node
from modgen.vassal import sequence

COLOURS = (
    "#b5382d",
    "#2f5d8a",
    "#3f7d4e",
    "#c9a227",
    "#6d4a8d",
    "#7a5a3a",
    "#2a8c8c",
    "#8f8f8f",
    "#c06a2b",
    "#4b4b7a",
)
"""Colours of sides, which modules do not have."""
ASSUMED_COLOUR = "The module does not state a colour."
MOST_DICE = 100
GOLDEN = 0.618034
"""A step by which hues never meet."""


def import_sides(source: Source) -> list[dict[str, Any]]:
    """The sides of the roster; one player if there is none."""
    roster = next((node for node in source.root.walk() if node.name == "PlayerRoster"), None)
    ids = Ids()
    sides: list[dict[str, Any]] = []
    for node in roster.children if roster is not None else ():
        name = node.text.strip()
        if node.tag != "entry" or not name:
            continue
        key = ids(name, "side")
        link(node, f"side:{key}")
        sides.append(_side(key, name, len(sides)))
    return sides or [_side("player", "Player", 0)]


def _side(key: str, name: str, number: int) -> dict[str, Any]:
    colour = COLOURS[number] if number < len(COLOURS) else _another_colour(number)
    return {"id": key, "name": name, "colour": colour, "assumed": ASSUMED_COLOUR}


def _another_colour(number: int) -> str:
    """A colour for one of very many sides; each has its own."""
    parts = hsv_to_rgb(number * GOLDEN % 1, 0.45, 0.35 + number * GOLDEN % 0.4)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def import_dice(source: Source) -> list[dict[str, Any]]:
    """Dice buttons with numbers. Other dice stay in the parts."""
    ids, dice = Ids(), []
    for node in source.components():
        if node.name in ("SpecialDiceButton", "RandomTextButton"):
            source.keep("dice with symbols", node.attributes.get("name", ""))
        if node.name != "DiceButton":
            continue
        name = node.attributes.get("name") or node.attributes.get("text") or "Dice"
        number, sides = (whole(node.attributes.get(key)) for key in ("nDice", "nSides"))
        if not (1 <= number <= MOST_DICE and 2 <= sides <= 1000):
            source.keep("dice whose number is an expression", name)
            continue
        key = ids(name, "dice")
        link(node, f"die:{key}")
        dice.append({"id": key, "name": name, "count": number, "sides": sides})
    return dice


def import_sequence(source: Source) -> list[dict[str, Any]]:
    """The phases that the first turn tracker lists. Its counters stay in the parts."""
    tracker = next((node for node in source.root.walk() if node.name == "TurnTracker"), None)
    levels = [node for node in tracker.walk() if node.name == "ListTurnLevel"] if tracker else []
    lists = [level for level in levels if level.attributes.get("list")]
    if not lists:
        return []
    for level in lists[:-1]:
        source.keep("lists of the turn tracker around its phases", level.attributes["list"])
    names = [name for name in sequence.split(lists[-1].attributes["list"], ",") if name.strip()]
    link(lists[-1], "sequence:all")
    ids = Ids()
    return [{"id": ids(name, "phase"), "name": name} for name in names]


LONGEST_NAME = 60
"""Letters of a page without a title that name its chart."""
PAGES = ("HtmlChart", "HelpFile")
OTHER_PAGES = ("MapWidget", "BrowserHelpFile", "BrowserPDFFile")


def import_charts(source: Source) -> list[dict[str, Any]]:
    """Charts that are pictures, and charts and help pages with text. Others stay in the parts."""
    ids, charts = Ids(), []
    for node in source.components():
        if node.name in OTHER_PAGES:
            source.keep("pages of help that are not text, and charts that are maps", _title(node))
        if node.name != "Chart" and node.name not in PAGES:
            continue
        content = _picture(source, node) if node.name == "Chart" else _page(source, node)
        if content is None:
            continue
        key = ids(_title(node), "chart")
        if "chartName" in node.attributes:
            link(node, f"chart:{key}")
        name = _title(node) or content.get("intro", "")[:LONGEST_NAME] or key
        charts.append({"id": key, "name": name} | content)
    return charts


def _picture(source: Source, node: Node) -> dict[str, Any] | None:
    picture = source.picture(node.attributes.get("fileName", ""))
    if picture and source.size(picture) is not None:
        return {"kind": "picture", "picture": picture}
    source.keep("charts whose picture is missing", _title(node))
    return None


def _page(source: Source, node: Node) -> dict[str, Any] | None:
    """The text of a page, which the module shows from its own file."""
    name = node.attributes.get("fileName", "")
    found = read_page(name, source.module.files[name]) if name in source.module.files else None
    if found is None:
        source.keep("charts and pages of help that are long, missing or without text", _title(node))
    return found


def _title(node: Node) -> str:
    for key in ("chartName", "title", "name", "description"):
        if node.attributes.get(key):
            return node.attributes[key]
    return ""
