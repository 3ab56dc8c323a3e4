"""How players play chits outside battles; the same effects as in `chit_effects`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.chit_law import closed, kept, marked, region
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, SIDES, US

if TYPE_CHECKING:
    from modgen_rules.amigos_insurrectos.play.table import WarTable

Effect = Callable[["WarTable", Chit], "Callable[[], None] | None"]
"""What a player does with a chit; nothing when he cannot use it."""
PLAYS = 0.5
"""How often a side plays a chit that it can play."""


def _hand(table: WarTable, side: str, phase: str) -> list[Chit]:
    """The chits of a hand that may be played in a phase, outside battles."""
    known, turn = table.country.chits, table.war.turn
    chits = (known[one] for one in sorted(table.hand(side)) if one in known)
    return [
        one
        for one in chits
        if phase in one.phases
        and one.number("from_turn") <= turn
        and not one.has("luna")
        and one.guerrilla == table.war.guerrilla
    ]


def _put_away(table: WarTable, chit: Chit) -> None:
    """A used chit goes back to its cup, or out of the game."""
    if chit.has("removed"):
        table.war.removed.add(chit.id)
        table.chit(chit.id, f"removed_{chit.side}")
    else:
        table.chit(chit.id, table.cup(chit.id))


def _played(table: WarTable, side: str, phase: str, effects: dict[str, Effect]) -> None:
    """Play some chits of a hand whose effect can be carried out."""
    for chit in _hand(table, side, phase):
        word = next((one for one in effects if chit.has(one)), "")
        if not word or not table.hits(PLAYS):
            continue
        act = effects[word](table, chit)
        if act is None:
            continue
        table.turn(side)
        table.play(chit.id)
        table.war.played.add(chit.id)
        act()
        if not chit.has("on"):
            table.will(chit.number("us_pw") - chit.number("filipino_pw"))
        _put_away(table, chit)


# --- when a chit is drawn ------------------------------------------------------------------------


def drawn(table: WarTable, side: str) -> None:
    """US.S5, US.S5.a, US.G2.a: chits that are carried out, or go back, as soon as drawn."""
    known = table.country.chits
    for chit in [known[one] for one in sorted(table.hand(side)) if one in known]:
        if chit.has("luna"):
            _luna(table, chit)
        elif chit.has("more_us") and chit.guerrilla == table.war.guerrilla:
            act = _clear(table, chit)
            if act is None:
                table.chit(chit.id, table.cup(chit.id))
                continue
            table.play(chit.id)
            table.war.played.add(chit.id)
            act()
            _put_away(table, chit)


def _luna(table: WarTable, chit: Chit) -> None:
    """US.S5: an attempt on Luna; before turn 3, or the second of a turn, the chit goes back."""
    war, cards = table.war, table.position.cards
    track = [one for one, where in cards.items() if where.startswith("luna:")]
    again = any(one in war.played for one in track)
    if war.turn < chit.number("from_turn") or again or len(track) > 1:
        table.chit(chit.id, table.cup(chit.id))
        return
    war.played.add(chit.id)
    table.chit(chit.id, f"luna:{len(track) + 1}")
    if not table.position.in_play("luna"):
        return
    die = table.roll("us")[0]
    second = bool(track)
    if die <= chit.number("luna_second" if second else "luna"):
        _gone(table, "luna")
    elif second and table.position.in_play("aguinaldo"):
        _gone(table, "aguinaldo")


def _gone(table: WarTable, leader: str) -> None:
    table.war.gone.add(leader)
    table.move([table.one(leader)], "leaders_filipino")


# --- effects -------------------------------------------------------------------------------------


def _steps(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """PH.S7, PH.G5, PH.G7, PH.G8: steps that come to one area."""
    country, at = table.country, table.position
    word, number = chit.words("region")[0], int(chit.words("places")[1])
    kind = "guerrilla" if table.war.guerrilla else "regular"
    if word == "visayas" or (not table.war.guerrilla and word == "samar"):
        kind = "guerrilla"

    def fit(areas: Iterable[str]) -> list[str]:
        limit = country.limit(kind, MANILA) or 0
        return [
            one
            for one in sorted(areas)
            if at.steps(one, (kind,)) + number <= limit and not at.strong(one, US)
        ]

    def act() -> None:
        dice = table.roll(FILIPINO) if word == "die" else ()
        areas = region(word, at, dice)
        table.war.extra[chit.id] = (areas, number)
        goals = fit(areas)
        if goals:
            area = table.chance.choice(goals)
            for _ in range(number):
                table.bring(kind, area)

    return act


def _fagen(table: WarTable, _: Chit) -> Callable[[], None] | None:
    """PH.G1: David Fagen joins a force."""
    at = table.position
    areas = [one for one in at.everywhere(FILIPINO) if at.steps(one, ("guerrilla",)) < 5]
    if not areas or at.place("fagen") != "pool_filipino":
        return None
    return lambda: table.move([table.one("fagen")], table.chance.choice(areas))


def _marker(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """US.G1, PH.S9: a marker in an area with US units."""
    kind, at = chit.words("marker")[0], table.position
    areas = [one for one in at.everywhere(US) if marked(chit, at, one)]
    home = table.country.game.piece_types[kind].home
    if not areas or not any(state.place == home for _, state in table.writer.where(kind)):
        return None

    def act() -> None:
        area = table.chance.choice(areas)
        table.bring(kind, area)
        if chit.has("us_lose"):
            table.lose(area, US, chit.number("us_lose"))

    return act


def _malaria(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """PH.S8: a US step dies of malaria."""
    areas = [one for one in table.position.everywhere(US) if table.position.strong(one, US) > 1]
    if not areas:
        return None

    def act() -> None:
        sure = table.country.monsoon(table.war.turn)
        if sure or table.roll(FILIPINO)[0] >= chit.number("on"):
            table.lose(table.chance.choice(areas), US, chit.number("us_lose"))
            table.will(-chit.number("filipino_pw"))

    return act


def _clear(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """US.G2, US.G5: a weakly held area is cleared."""
    at = table.position
    areas = [
        one
        for one in at.everywhere(FILIPINO)
        if not kept(chit, at, one)
        and not at.leaders(one, FILIPINO)
        and not at.artillery(one, FILIPINO)
    ]
    if not areas:
        return None

    def act() -> None:
        area = table.chance.choice(areas)
        table.lose(area, FILIPINO, table.position.strong(area, FILIPINO))

    return act


def _close(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """US.G6, US.G7: no recruits in some areas."""
    at = table.position
    if at.points > chit.number("us_vp"):
        return None

    def act() -> None:
        for area in closed(chit, at):
            table.war.closed.setdefault(area, chit.clause)

    return act


def _scouts(table: WarTable, chit: Chit) -> Callable[[], None] | None:
    """US.G9, PH.G10: Scouts come to US units, or leave the game."""
    at, removed = table.position, table.war.removed
    if chit.side == US:
        areas = list(at.everywhere(US))
        spare = [key for key in at.keys("pool_us", ("scouts",)) if key not in removed]
        if not areas or not spare:
            return None
        return lambda: table.move(spare[:1], table.chance.choice(areas))
    there = [key for area in at.where("scouts") for key in at.keys(area, ("scouts",))][:1]
    if not there:
        return None

    def act() -> None:
        removed.update(there)
        table.move(there, "pool_us")

    return act


def _delay(table: WarTable, _: Chit) -> Callable[[], None] | None:
    """PH.S10: US reinforcements come a turn later."""

    def act() -> None:
        table.war.delayed = True

    return act


def _nothing(_: WarTable, __: Chit) -> Callable[[], None] | None:
    """A chit that only forbids something."""
    return lambda: None


def reinforcements(table: WarTable) -> None:
    """Chits of the reinforcement phase; sets `war.extra`, `war.closed`, `war.delayed`."""
    effects: dict[str, Effect] = {
        "delays": _delay,
        "no_recruits": _close,
        "on": _malaria,
        "marker": _marker,
        "scouts_lose": _scouts,
    }
    brings: dict[str, Effect] = {"fagen_pw": _fagen, "places": _steps}
    for side in SIDES:
        _played(table, side, "reinforcements", effects)
        _played(table, side, "reinforcements", {"places": _scouts} if side == US else brings)


def us_phase(table: WarTable) -> None:
    """Chits of the start of the US phase."""
    _played(table, US, "us_ground", {"near_poa": _clear})


def filipino_phase(table: WarTable) -> None:
    """Chits of the start of the Filipino phase: the US may close the sea."""
    _played(table, US, "filipino_movement", {"no_sea": _nothing})
