"""Sides, dice, the turn sequence and charts."""

from __future__ import annotations

from typing import Any

from modgen.importing.source import Ids, Source, link, whole
from modgen.unpacking.xml import Node
from modgen.vassal import sequence

COLOURS = (
    "#b5382d", "#2f5d8a", "#3f7d4e", "#c9a227", "#6d4a8d", "#7a5a3a", "#2a8c8c", "#8f8f8f",
    "#c06a2b", "#4b4b7a",
)  # fmt: skip
"""Colours of sides, which modules do not have."""
ASSUMED_COLOUR = "The module does not state a colour."
MOST_DICE = 100


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
    colour = COLOURS[number % len(COLOURS)]
    return {"id": key, "name": name, "colour": colour, "assumed": ASSUMED_COLOUR}


def import_dice(source: Source) -> list[dict[str, Any]]:
    """Dice buttons with numbers. Other dice stay in the parts."""
    ids, dice = Ids(), []
    for node in source.root.walk():
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


def import_charts(source: Source) -> list[dict[str, Any]]:
    """Charts that are pictures. Charts with formatted text stay in the parts."""
    ids, charts = Ids(), []
    for node in source.root.walk():
        if node.name in ("HtmlChart", "MapWidget", "BrowserHelpFile", "BrowserPDFFile", "HelpFile"):
            source.keep("pages of help and charts that are not pictures", _title(node))
        if node.name != "Chart":
            continue
        picture = source.picture(node.attributes.get("fileName", ""))
        if not picture or source.size(picture) is None:
            source.keep("charts whose picture is missing", _title(node))
            continue
        key = ids(_title(node), "chart")
        link(node, f"chart:{key}")
        charts.append(
            {"id": key, "name": _title(node) or key, "kind": "picture", "picture": picture}
        )
    return charts


def _title(node: Node) -> str:
    for key in ("chartName", "title", "name", "description"):
        if node.attributes.get(key):
            return node.attributes[key]
    return ""
