"""Ratings, prices, tables and packages, read from the game's data."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ASSETS = Path(__file__).parents[2] / "assets" / "civil_power"
PUNKS = ("slingshot_punk", "pistol_punk", "shotgun_punk")
CROWDS = ("untrained_crowd", "trained_crowd")
SQUADS = ("unarmed_reserve", "reserve", "line", "tactical")
SNIPERS = ("mob_sniper", "police_sniper")


class Rating(NamedTuple):
    """The numbers of a counter's face."""

    fire: int
    shock: int
    morale: int
    move: int
    size: str
    cost: int


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0


def _ratings() -> dict[tuple[str, str], Rating]:
    found = {}
    lines = (ASSETS / "pieces.csv").read_text(encoding="utf-8").splitlines()
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        for n, face in enumerate(row["faces"].split("|")):
            told = []
            for column in ("nw", "ne", "sw", "se"):
                values = row[column].split("|")
                told.append(_number(values[n] if len(values) > 1 else values[0]))
            costs = (row.get("face_costs") or "").split("|")
            cost = costs[n] if len(costs) > n and costs[n] else row["cost"]
            found[row["id"], face] = Rating(*told, row["size_class"], _number(cost or ""))
    return found


RATINGS = _ratings()


def game() -> dict[str, Any]:
    """The game's file."""
    data: dict[str, Any] = yaml.safe_load((ASSETS / "game.yaml").read_text(encoding="utf-8"))
    return data


def _table(name: str) -> tuple[list[int], list[list[str]]]:
    chart = yaml.safe_load((ASSETS / "charts" / f"{name}.yaml").read_text(encoding="utf-8"))
    rows = [[cell.replace("–", "-") for cell in row[1:]] for row in chart["rows"]]
    return chart["results"]["columns_from"], rows


FIRE = _table("04_fire")
SHOCK = _table("06_shock")


def result(table: tuple[list[int], list[list[str]]], strength: int, die: int) -> str:
    """What a table says: for Fire `-`, `W`, `K`; for Shock `-`, `M`, `1`, `2`, `X`."""
    columns, rows = table
    if strength < columns[0]:
        return "-"
    column = max(n for n, least in enumerate(columns) if strength >= least)
    return rows[min(max(die, 1), len(rows)) - 1][column]


def lowered(found: str) -> str:
    """8.8: what a TV Crew makes of a result."""
    return {"K": "W", "W": "-", "X": "2", "2": "1", "1": "M"}.get(found, "-")


def scenario(name: str) -> dict[str, Any]:
    """A scenario's file."""
    path = ASSETS / "scenarios" / f"{name}.yaml"
    data: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return data
