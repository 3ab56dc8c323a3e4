"""Mistakes with the points of POA sites, and in supply."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.amigos_insurrectos.law.country import STEPS, US
from modgen_rules.amigos_insurrectos.law.site_law import new_site
from modgen_rules.amigos_insurrectos.mistakes.kinds import mistake
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.engine.record.table_acts import Act, Flip, Move


@mistake("11.0.e", "us_poa")
def us_unpaid_site(spot: Spot) -> Sequence[Act] | None:
    """A POA site is made without its point."""
    at, new = spot.at, set(spot.at.sites) - set(spot.mark.position.sites)
    areas = [
        one
        for one in at.everywhere(US)
        if not new_site(at, one, spot.mark.turn, len(new), one in spot.fields, at.will)
    ]
    keys = at.keys("pool_markers", ("poa",))
    top = spot.country.game.tracks["political_will"].last
    return [Move((keys[0],), areas[0])] if areas and keys and at.will < top else None


# --- supply ------------------------------------------------------------------------------------


@mistake("15.1.b", "supply")
def supplied_force_starves(spot: Spot) -> Sequence[Act] | None:
    """A force in supply loses a step."""
    at = spot.at
    areas = [one for one in at.everywhere(US) if at.supplied(one)]
    marker = next(k for k, one in at.pieces.items() if one.kind == "political_will_marker")
    for area in areas:
        keys = [key for key in at.keys(area, STEPS[US]) if at.pieces[key].face == "two"]
        if keys and at.will > -7:
            return [Flip(keys[0], "one"), Move((marker,), f"political_will:{at.will - 2}")]
    return None


@mistake("15.2.a", "supply")
def starving_force_lives(spot: Spot) -> Sequence[Act] | None:
    """A force without supply loses nothing."""
    found = list(spot.acts())
    old = spot.mark.position
    if not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    spot.skip |= {n for n in found if isinstance(spot.acts()[n], Flip | Move)}
    return []


@mistake("15.2.b", "supply")
def starving_is_free(spot: Spot) -> Sequence[Act] | None:
    """A step is lost for want of supply without Political Will."""
    old = spot.mark.position
    if old.will - 2 < -8 or not any(not old.supplied(one) for one in old.everywhere(US)):
        return None
    found = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move) and act.place.startswith("political_will")
    ]
    spot.skip |= set(found)
    return [] if found else None
