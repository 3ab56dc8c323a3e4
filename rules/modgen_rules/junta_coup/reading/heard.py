"""What chat announces: cards (8.a), fire (13.e), and sides and the result (17.a, 17.e)."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise

from modgen.log.wording import written
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record.chat_words import ChatWords, typed
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import GameStep, by_player
from modgen_rules.engine.record.talk import Talk
from modgen_rules.junta_coup.law.city import FIRE, RESULTS, SHOTS, SIDES
from modgen_rules.junta_coup.reading.record import Record

TOLD, CALLED, NAMED, ENDS = "told", "called", "named", "ends"
NOT_COUNTED = (TOLD, CALLED, NAMED, ENDS)
"""Acts of which chat tells: of fire or a side, of who is to roll, of a card, of a result.
`count_talk` says which of them count like those of pads and cards."""


def heard(talk: Talk, line: str, step: GameStep, writer: str) -> Iterator[Act]:
    """The acts of which a line of chat tells; a result has the target `only` if little else is.

    `writer` is the side of the player who wrote it, if the log says so.
    """
    if not by_player(line):
        return
    for kind in talk.choices(line) & RESULTS:
        yield Act(step.number, ENDS, "", "", kind, target="only" if talk.alone(line) else "")
    for card in talk.cards(line):
        yield Act(step.number, NAMED, step.side, kind=card, target="played")
    said = talk.read(line, step.side)
    fire = said and _told(step.number, said)
    if fire and fire.kind in SHOTS and fire.target:
        yield fire
    elif aimed := talk.aimed(line, writer):
        who, whom = aimed
        yield Act(step.number, TOLD, who, kind=FIRE, target=whom, owner=who)
    elif who := talk.roller(line):
        yield Act(step.number, CALLED, who, kind=FIRE, owner=who)
    each = (_told(step.number, one) for one in talk.read_each(line, step.side))
    yield from (one for one in each if one.kind in SIDES)


def exchange_told(chat: ChatWords, line: str) -> int:
    """The exchange whose number a player writes, as in `ex 2` or `2nd exchange`; 0 for none.

    An `x` says so only at the beginning of a line: `3 Students x 2` does not.
    """
    name = f"(?:{chat.exchange.pattern})"
    beside = rf"\b([1-3])[a-z]{{2}}\s+{name}|{name}\s?([1-3])\b"
    text = typed(written(line)).lstrip(" -")
    told = (one for one in re.finditer(beside, text) if one[0][0] != "x" or not one.start())
    found = {one[1] or one[2] for one in told}
    return int(found.pop()) if len(found) == 1 else 0


def _told(step: int, said: Announcement) -> Act:
    deed, whom = (said.choices[name] or "" for name in ("deed", "whom"))
    return Act(step, TOLD, said.side, kind=deed, target=whom, owner=said.side)


def count_talk(record: Record) -> None:
    """Let what chat tells count like the announcements of pads and cards, where it does."""
    _count_ends(record)
    _count_cards(record)
    acts: list[Act] = []
    run: list[Act] = []
    for act in record.acts:
        if act.piece:
            acts += [*_with_fire(run), act]
            run = []
        else:
            run.append(act)
    record.acts = acts + _with_fire(run)


def _count_cards(record: Record) -> None:
    """8.a: a card that a player names while its Units come is played, if it is not moved itself.

    Where it is moved after the next dice, it was tidied up then.
    """
    acts, city = record.acts, record.city
    ends = [n for n, act in enumerate(acts) if act.what in ("roll", "level")]
    for start, end in pairwise([0, *ends, len(acts)]):
        came = {
            act.kind
            for act in acts[start:end]
            if act.what == "unit" and act.source not in city.near
        }
        played = {act.kind for act in acts[:end] if (act.what, act.target) == ("card", "played")}
        for n, act in enumerate(acts[start:end], start):
            card = city.cards.get(act.kind) if act.what == NAMED else None
            if card is None or card.kind not in came or act.kind in played:
                continue
            played.add(act.kind)
            acts[n] = act._replace(what="card")
            ways = "card", act.kind, "played"
            moved = ((one.what, one.kind, one.target) for one in acts[end:])
            tidied = next((k for k, way in enumerate(moved, end) if way == ways), None)
            if tidied is not None:
                acts[tidied] = acts[tidied]._replace(what="void")


def _with_fire(run: list[Act]) -> list[Act]:
    """Lines and dice that follow each other, where what chat tells of fire counts without pads.

    Each line announces the dice after it or, if the dice come first and a line last, tells of those
    before it. A line that only calls somebody always announces the dice after it; of several the
    last counts. Lines beside no dice do not count.
    """
    rolls = [n for n, act in enumerate(run) if act.what == "roll"]
    lines = [n for n, act in enumerate(run) if act.what == TOLD and act.kind in SHOTS]
    if any(act.what == "say" and act.kind in SHOTS for act in run):
        return run
    after = bool(rolls and lines) and rolls[0] < lines[0] and rolls[-1] < lines[-1]
    counted: dict[int, int] = {}
    called: dict[int, int] = {}
    told = {*lines}
    for n, act in enumerate(run):
        place = bisect(rolls, n)
        if n in told and after:
            counted[n] = rolls[place - 1]
        elif n in told and place < len(rolls):
            counted[n] = n
        elif act.what == CALLED and place < len(rolls):
            called[rolls[place]] = n
    counted |= {n: roll for roll, n in called.items()}
    order = sorted(range(len(run)), key=lambda n: (counted.get(n, n), n not in counted))
    return [run[n]._replace(what="say") if n in counted else run[n] for n in order]


def _count_ends(record: Record) -> None:
    """Let sides that chat tells at the end count, if all choose theirs there or by pads.

    Nobody plays after that. A result counts after the sides if one line tells little else, no other
    line a different one, and no pad any.
    """
    acts = record.acts
    last = max((n for n, act in enumerate(acts) if act.what in ("roll", "unit")), default=-1)
    sides = [n for n, act in enumerate(acts) if act.kind in SIDES]
    pads = {acts[n].owner for n in sides if acts[n].what == "say"}
    counted = [n for n in sides if n > last and acts[n].owner not in pads]
    choose = {*record.end.present()}
    results = [n for n, act in enumerate(acts) if act.what == ENDS and n > max([last, *sides])]
    plain = [n for n in results if acts[n].target]
    alone = len({acts[n].kind for n in results}) == 1
    if plain and alone and not any(act.what == "say" and act.kind in RESULTS for act in acts):
        counted.append(plain[-1])
        choose.discard(record.end.president)  # 17.b: he has no choice
    if choose <= pads | {acts[n].owner for n in counted}:
        for n in counted:
            acts[n] = acts[n]._replace(what="say", target="")
