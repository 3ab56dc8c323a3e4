"""Attempts on Luna: the chits that are carried out as soon as they are drawn (US.S5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modgen_rules.amigos_insurrectos.chit_data import Chit
from modgen_rules.amigos_insurrectos.country import US

if TYPE_CHECKING:
    from modgen_rules.amigos_insurrectos.chit_plays import Plays


def attempts(plays: Plays) -> None:
    """US.S5, US.S5.a: attempts on Luna, at once when the chit is drawn, from turn 3 on."""
    chits = {key: chit for key, chit in plays.chits.items() if chit.clause == "US.S5"}
    after, before = plays.turn.after, plays.turn.before
    placed = [
        (n, act)
        for n in range(plays.turn.first, plays.turn.last + 1)
        if (act := plays.record.acts[n]).what == "card"
        and act.kind in chits
        and act.target.startswith("luna:")
        and not act.source.startswith("luna:")
    ]
    for n, act in placed:
        chit = chits[act.kind]
        if plays.turn.number < chit.number("from_turn") or (n, act) != placed[0]:
            why = (
                "although it was the second one in a turn"
                if placed[0] != (n, act)
                else (f"on turn {plays.turn.number}")
            )
            what = f"{chit.title} was carried out {why}"
            plays.war.find("US.S5.a", US, what, n)
            continue
        plays.war.played.add(chit.id)
        _attempt(plays, chit, n, act.target == "luna:2")
    for key, chit in chits.items():
        held = after.cards.get(key) == "hand:us" and before.cards.get(key, "").startswith("cup")
        if held and plays.turn.complete and plays.war.whole:
            what = f"{chit.title} was drawn and stayed in the hand"
            plays.war.find("US.S5.a", US, what, plays.turn.last)


def _attempt(plays: Plays, chit: Chit, n: int, second: bool) -> None:
    """US.S5: the die of an attempt, and who is gone."""
    at, after = plays.record.positions[n], plays.record.positions[_soon(plays, n)]
    dice = plays.dice("us", "advantage", "reinforcements")
    if not at.in_play("luna"):
        return
    gone = {one for one in ("luna", "aguinaldo") if at.in_play(one) and not after.in_play(one)}
    if not dice:
        plays.find(chit, "no die was rolled", n, verdict="suspect")
        plays.war.gone |= gone
        return
    limit = chit.number("luna_second" if second else "luna")
    due = {"luna"} if dice[0] <= limit else {"aguinaldo"} if second else set[str]()
    if gone != due & {one for one in due if at.in_play(one)}:
        names = plays.country.game.piece_types
        expected = " and ".join(names[one].name for one in sorted(due)) or "nobody"
        seen = " and ".join(names[one].name for one in sorted(gone)) or "nobody"
        what = f"the die shows {dice[0]}: {expected} should be lost, but {seen} was"
        plays.find(chit, what, n, expected=f"{expected} is gone", observed=f"{seen} is gone")
    plays.war.gone |= gone


def _soon(plays: Plays, n: int) -> int:
    """The end of the reinforcements of the turn: by then an attempt is carried out."""
    acts = plays.acts("objectives", "advantage", "arms", "reinforcements", off=0)
    return max([n + 1, *(m + 1 for m in acts)])
