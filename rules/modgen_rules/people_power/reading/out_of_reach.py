"""Changes that no Operation or Special Activity of a Faction can bring about (3.0, 4.0).

A quick count that spares the search most readings: a turn in which pieces of others come and go
is not worth explaining by its own actions.
"""

from __future__ import annotations

from collections.abc import Mapping

from modgen_rules.people_power.law.state import FIELDS, GOV, NPA, REFORMERS, Space, State

RISES: Mapping[str, frozenset[str]] = {
    GOV: frozenset({"gov_base", "troops", "police", "terror", "activist", "underground", "active"}),
    NPA: frozenset({"underground", "active", "npa_base", "terror", "strike"}),
    REFORMERS: frozenset({"activist", "ref_base", "protest"}),
}
"""What may become more in a space: Reprisal moves Activists and Guerrillas too (4.2.2)."""
FALLS: Mapping[str, frozenset[str]] = {
    GOV: frozenset({"troops", "police", "activist", "ref_base", "underground", "active",
                    "npa_base", "terror", "protest", "strike"}),
    NPA: frozenset({"troops", "police", "gov_base", "underground", "active", "activist",
                    "protest", "strike"}),
    REFORMERS: frozenset({"troops", "police", "gov_base", "activist", "underground", "active",
                          "terror", "protest", "strike"}),
}  # fmt: skip
"""What may become less in a space. Own cubes fall where they move or make room for a Base."""


def out_of_reach(actor: str, before: State, after: State) -> int:
    """How many numbers of pieces or markers changed that the Faction's actions never change so."""
    rises, falls = RISES[actor], FALLS[actor]
    return sum(
        _foreign(a, b, rises, falls)
        for a, b in zip(before.spaces, after.spaces, strict=True)
        if a is not b
    )


def _foreign(a: Space, b: Space, rises: frozenset[str], falls: frozenset[str]) -> int:
    return sum(
        name not in (rises if y > x else falls)
        for name, x, y in zip(FIELDS[:-1], a[:-1], b[:-1], strict=True)
        if x != y
    )
