"""What lines of chat announce: fire, beside the dice (13.b, 13.e), and sides at the end (17.a)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from modgen.log.wording import plain
from modgen_rules.engine.declarations import Announcement
from modgen_rules.engine.game_steps import GameStep
from modgen_rules.junta_coup.city import GUNS, UNITS

WORDS = (b"fir", b"shoo", b"shot", b"->", b"=>", "→".encode(), b"rebel", b"president")
"""One of them is in each line that tells of fire or of a side."""
FIRES = re.compile(r"\b(?:fir(?:es?|ed|ing)|shoots?|shot|shooting)\b|[-=]+>|→")
"""What stands between the one who fires and the target, or before the target."""
DOUBT = re.compile(
    r"\?|\b(?:not|never|n't|don't|can't|no longer|by|if|should|could|may|might|would|agrees?)\b"
)
"""Words of lines that tell of no fire, or not in the usual order."""


SIDES = {
    "for_rebels": re.compile(r"\b(?:for|with|joins?) (?:the )?rebels?\b"),
    "for_president": re.compile(r"\b(?:for|with|joins?) (?:el |the )?president[ea]?\b"),
}
"""17.b: how a family says which side it is on."""


def _folded(text: str) -> str:
    """Lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one))


def fire_in(line: str, seat: str, families: Mapping[str, str]) -> Announcement | None:
    """The fire of which a line of chat tells; None for any other line.

    `families` gives the ids of families by their names. The `seat` fires if the line names only
    the target. Only a line that says who fires at whom counts.
    """
    who, end, text = plain(line).partition(">")
    if not end or not who.startswith("<"):
        return None
    said = _folded(text)
    verb = FIRES.search(said)
    if verb is None or DOUBT.search(said):
        return None
    names = {_folded(name): family for name, family in families.items()}
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    shooters = [names[one] for one in named.findall(said[: verb.start()])] or [seat]
    targets = [names[one] for one in named.findall(said[verb.end() :])]
    if len(shooters) != 1 or len(targets) != 1 or not shooters[0] or shooters == targets:
        return None
    deed = next((gun for gun in GUNS if gun.replace("_", " ") in said), "fire")
    return Announcement(shooters[0], {"deed": deed, "whom": targets[0]}, {})


def side_in(line: str, seat: str, families: Mapping[str, str]) -> Announcement | None:
    """17.a: the choice of a side of which a line of chat tells; None for any other line."""
    who, end, text = plain(line).partition(">")
    said = _folded(text)
    deeds = [deed for deed, words in SIDES.items() if words.search(said)]
    if not end or not who.startswith("<") or len(deeds) != 1 or DOUBT.search(said):
        return None
    named = [family for name, family in families.items() if _folded(name) in said] or [seat]
    whole = len(named) == 1 and bool(named[0])
    return Announcement(named[0], {"deed": deeds[0], "whom": None}, {}) if whole else None


def with_sides(
    steps: Sequence[GameStep], told: Mapping[int, Announcement], families: Collection[str]
) -> list[GameStep]:
    """17.a: the steps, where sides that were chosen in chat count as if pads had announced them.

    They count if nobody used a pad, all `families` chose, and no dice and no Units follow.
    """
    last = max(
        (
            n
            for n, step in enumerate(steps)
            if step.rolls
            or step.typed
            or any(
                one.before
                and one.after
                and one.after.kind in UNITS
                and one.before.place != one.after.place
                for one in step.changes
            )
        ),
        default=-1,
    )
    chosen = {n: told[step.number] for n, step in enumerate(steps) if step.number in told}
    chosen = {n: one for n, one in chosen.items() if n > last}
    pads = any((one.choices.get("deed") or "") in SIDES for step in steps for one in step.said)
    if pads or not {*families} <= {one.side for one in chosen.values()}:
        return list(steps)
    return [
        step._replace(said=(chosen[n], *step.said)) if n in chosen else step
        for n, step in enumerate(steps)
    ]


def with_talk(steps: Iterable[GameStep], told: Mapping[int, Announcement]) -> list[GameStep]:
    """The steps, where fire that was told in chat counts as if a pad had announced it.

    `told` gives the fire of which the chat of a step tells. Lines and dice that follow each other
    belong together: each line announces the dice after it or, if the dice come first and a line
    last, tells of those before it. Lines among announcements of pads, or beside no dice, do not
    count.
    """
    found = list(steps)
    run: list[int] = []
    for n, step in enumerate(found):
        if step.changes:
            _assign(found, run, told)
            run = []
        if step.rolls or step.typed or step.said or step.number in told:
            run.append(n)
    _assign(found, run, told)
    return found


def _assign(found: list[GameStep], run: list[int], told: Mapping[int, Announcement]) -> None:
    """Give the lines of a run of talk and dice to the dice, or to the steps of the lines."""
    if any(said.choices.get("deed") in ("fire", *GUNS) for n in run for said in found[n].said):
        return
    dice = [n for n in run if (found[n].rolls or found[n].typed) and not found[n].undone]
    lines = [n for n in run if found[n].number in told]
    if not dice or not lines:
        return
    after = dice[0] < lines[0] and dice[-1] < lines[-1]
    for n in lines:
        near = [one for one in dice if (one < n if after else one >= n)]
        if near:
            to = near[-1] if after else n
            found[to] = found[to]._replace(said=(*found[to].said, told[found[n].number]))
