"""Mistakes with chits and objectives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from modgen_rules.amigos_insurrectos.judging.scoring import (
    LOSSES,
    achieved,
    clause_of,
    number_of,
    possible,
)
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.mistakes.kinds import MISTAKES, Mistake, mistake
from modgen_rules.amigos_insurrectos.mistakes.spots import Spot
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.record.table_acts import Act, Move

# --- chits and objectives ----------------------------------------------------------------------


def card_key(spot: Spot, chit: str) -> str:
    """The id in the log of a chit."""
    return spot.chits[chit]


def objectives(spot: Spot, side: str, place: str) -> list[str]:
    """The objectives of a side in a place."""
    letter = "us" if side == US else "fil"
    return sorted(
        one
        for one, where in spot.at.cards.items()
        if where == place and one.startswith(f"{letter}_o")
    )


@mistake("4.0.a", "objectives")
def third_objective(spot: Spot) -> Sequence[Act] | None:
    """A third objective is laid."""
    side = spot.chance.choice((US, FILIPINO))
    there = objectives(spot, side, f"objectives_{side}")
    hand = [
        one
        for one in objectives(spot, side, f"hand:{side}")
        if possible(side, number_of(one) or 0, spot.mark.position, memory(spot))
        and not achieved(side, number_of(one) or 0, spot.mark.position, memory(spot))
    ]
    number = 3 - len(there)
    if len(hand) < number:
        return None
    return [Move((card_key(spot, one),), f"objectives_{side}") for one in hand[:number]]


def memory(spot: Spot) -> War:
    """A memory with the phase of the war."""
    return War(spot.country, guerrilla=spot.mark.guerrilla)


@mistake("4.0.b", "filipino_movement")
def late_objective(spot: Spot) -> Sequence[Act] | None:
    """An objective is laid after phase 1."""
    side = spot.chance.choice((US, FILIPINO))
    if len(objectives(spot, side, f"objectives_{side}")) >= spot.country.numbers.objectives:
        return None
    hand = [one for one in objectives(spot, side, f"hand:{side}") if not number_of(one)]
    fought = spot.end.operations or spot.end.battles
    return [Move((card_key(spot, hand[0]),), f"objectives_{side}")] if hand and fought else None


@mistake("4.0.d", "objectives")
def impossible_objective(spot: Spot) -> Sequence[Act] | None:
    """An objective is laid that cannot be achieved."""
    side = spot.chance.choice((US, FILIPINO))
    if len(objectives(spot, side, f"objectives_{side}")) >= spot.country.numbers.objectives:
        return None
    for one in objectives(spot, side, f"hand:{side}"):
        if not possible(side, number_of(one) or 0, spot.mark.position, memory(spot)):
            return [Move((card_key(spot, one),), f"objectives_{side}")]
    return None


@mistake("4.0.c", "objectives")
def free_return(spot: Spot) -> Sequence[Act] | None:
    """An objective goes back without a Victory Point."""
    for side in (US, FILIPINO):
        old = [
            one
            for one, where in spot.mark.position.cards.items()
            if where == f"objectives_{side}" and number_of(one)
        ]
        later = spot.later
        for chit in old:
            key = card_key(spot, chit)
            if not any(key in getattr(one.act, "keys", ()) for one in later):
                return [Move((key,), f"hand:{side}")]
    return None


@mistake("5.0.c", "advantage")
def seven_chits(spot: Spot) -> Sequence[Act] | None:
    """A hand grows to seven chits."""
    return draws(spot, 7)


@mistake("5.0.b", "advantage")
def draws_two(spot: Spot) -> Sequence[Act] | None:
    """Two chits or more are drawn in a turn."""
    return draws(spot, 5) if spot.mark.turn not in (1, 9) else None


def hand(spot: Spot, side: str) -> list[str]:
    """The Advantage Chits of a side."""
    letter = "us" if side == US else "fil"
    return [
        one
        for one, where in spot.at.cards.items()
        if where == f"hand:{side}" and one.startswith(letter) and number_of(one) is None
    ]


def draws(spot: Spot, total: int) -> Sequence[Act] | None:
    """Draws until a hand has this number of chits."""
    for side in (US, FILIPINO):
        held = len(hand(spot, side))
        cup = f"cup_{side}_{'guerrilla' if spot.mark.guerrilla else 'stand_up'}"
        luck = [
            one
            for one, where in spot.at.cards.items()
            if where == cup and not one.startswith(("us_s5", "us_g2"))
        ]
        if total - held >= 2 and len(luck) >= total - held:
            return [Move((card_key(spot, one),), f"hand:{side}") for one in luck[: total - held]]
    return None


@mistake("2.0.g", "advantage")
def draws_from_the_other_cup(spot: Spot) -> Sequence[Act] | None:
    """A chit is drawn from the cup of the other phase of the war."""
    for side, old in product((US, FILIPINO), ("guerrilla", "stand_up")):
        full = len(hand(spot, side)) >= spot.country.numbers.hand
        if full or (old == "guerrilla") == spot.mark.guerrilla:
            continue
        cup = [
            one
            for one, where in spot.at.cards.items()
            if where == f"cup_{side}_{old}" and not one.startswith("us_s5")
        ]
        drawn = any(isinstance(act, Move) for act in spot.acts().values())
        if cup and not drawn:
            return [Move((card_key(spot, cup[0]),), f"hand:{side}")]
    return None


def scored(name: str, side: str, number: int) -> None:
    """Register the mistake of scoring an objective that is not achieved."""
    clause = f"{'US' if side == US else 'PH'}.O{number}"

    def make(spot: Spot) -> Sequence[Act] | None:
        letter = "us" if side == US else "fil"
        chit = f"{letter}_o{number}"
        held = objectives(spot, side, f"objectives_{side}")
        there = spot.at.cards.get(chit) == f"objectives_{side}"
        numbers = spot.country.numbers
        great = [one for one in held if number_of(one) == numbers.great_objective and one != chit]
        sign = 1 if side == US else -1
        points = spot.at.points + sign * numbers.worth(number)
        if not there or great or abs(points) > 7 or achieved(side, number, spot.at, memory(spot)):
            return None
        if clause_of(side, number) in LOSSES and spot.end.battles:
            return None
        marker = next(k for k, one in spot.at.pieces.items() if one.kind == "victory_marker")
        return [
            Move((card_key(spot, chit),), f"hand:{side}"),
            Move((marker,), f"victory_points:{points}"),
        ]

    told = f"Objective {number} is scored and is not achieved."
    MISTAKES[name] = Mistake(clause, "scoring", make, told)


for _side, _number in product((US, FILIPINO), range(1, 11)):
    scored(f"scores_{_side}_{_number}", _side, _number)


@mistake("17.1.b", "scoring")
def wrong_victory_points(spot: Spot) -> Sequence[Act] | None:
    """The Victory Points are recorded one off."""
    marker = next(k for k, one in spot.at.pieces.items() if one.kind == "victory_marker")
    if any(isinstance(act, Move) and act.place.startswith("hand") for act in spot.acts().values()):
        return None
    value = spot.at.points + spot.chance.choice((-1, 1))
    return [Move((marker,), f"victory_points:{value}")] if abs(value) < 8 else None


@mistake("1.1.1.b", "scoring")
def will_stays(spot: Spot) -> Sequence[Act] | None:
    """The Political Will marker does not go back to 0."""
    found = [
        n
        for n, act in spot.acts().items()
        if isinstance(act, Move) and act.place == "political_will:0"
    ]
    spot.skip |= set(found)
    return [] if found else None
