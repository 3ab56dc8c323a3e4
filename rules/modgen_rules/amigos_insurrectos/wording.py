"""Numbers of steps, units and dice in the words of a finding."""

from __future__ import annotations


def phase_title(name: str) -> str:
    """What the heading of a finding calls a phase: `phase 8 (Supply)`, `Combat`."""
    number, _, rest = name.partition(" ")
    return f"phase {number} ({rest})" if number.isdigit() and rest else name


def plain(number: int) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {'step' if number == 1 else 'steps'}"


def steps(number: int, whose: str = "") -> str:
    """`1 step`, `2 US Army steps`."""
    return plain(number).replace(" ", f" {whose} ", 1) if whose else plain(number)


def lost(number: int, whose: str) -> str:
    """The subject and the auxiliary verb: `no US step was`, `2 US steps were`."""
    if not number:
        return f"no {whose} step was"
    return f"{steps(number, whose)} {'was' if number == 1 else 'were'}"


def against_hits(number: int, whose: str, where: str, hits: str) -> str:
    """`no US step was lost in Laguna, but the hits require 1`."""
    least, _, most = hits.partition(" to ")
    if least == "0":
        limit = f"allow at most {most}" if most else "require none"
    else:
        limit = f"require {hits}"
    return f"{lost(number, whose)} lost {where}, but the hits {limit}"


def units(number: int, whose: str) -> str:
    """`1 US unit`, `2 US units`."""
    return f"{number} {whose} {'unit' if number == 1 else 'units'}"


def dice(number: int) -> str:
    """`1 die`, `2 dice`."""
    return f"{number} {'die' if number == 1 else 'dice'}"


def count(number: int, one: str, many: str) -> str:
    """A number and what is counted: `1 round was`, `2 rounds were`."""
    return f"{number} {one if number == 1 else many}"
