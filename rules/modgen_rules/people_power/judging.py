"""The verdict on a turn: a legal reading if there is one, else the cheapest illegal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.engine.explain import TOLERANCE
from modgen_rules.people_power.events import happenings, read_event
from modgen_rules.people_power.npa import KINTANAR
from modgen_rules.people_power.turn import (
    EVENTS,
    SHADED,
    UNSHADED,
    Reading,
    Setting,
    Turn,
    plans,
    read_plan,
    wrong_plans,
)
from modgen_rules.people_power.verbs import EffectError

Effects = Mapping[tuple[int, str], str]
"""Card effects by the card's number and the side of the card (5.1.4)."""


def card_effects(game: Game) -> Effects:
    """The effects that the game's data write down. Raises EffectError, naming the card."""
    found = {}
    for card in game.cards:
        for option, text in ((UNSHADED, card.unshaded_effect), (SHADED, card.shaded_effect)):
            if text:
                try:
                    happenings(text)
                except EffectError as problem:
                    raise EffectError(f"cards: card {card.id}, {card.title}: {problem}") from None
                found[int(card.id), option] = text
    return found


class Judgement(NamedTuple):
    """The best readings of a turn, all of one cost; whether the log is enough to tell."""

    readings: tuple[Reading, ...]
    opaque: bool = False
    """Whether the turn may have been an Event whose effect is not written down."""

    @property
    def legal(self) -> bool:
        """Whether some reading breaks nothing."""
        return bool(self.readings) and not self.readings[0].broken


def judge(turn: Turn, effects: Effects) -> Judgement:
    """Explain a turn. A declaration is believed first; then the cylinder's box; then anything.

    Pawns alone choose among legal stories; they accuse nobody, as they may stand anywhere (3.1.4).
    """
    opaque = any(option in EVENTS and (turn.card, option) not in effects for option in turn.options)
    declared = turn.declared
    if declared is None:
        found: tuple[Reading, ...] = ()
        if turn.hint is not None:
            found = tuple(legal_readings(replace(turn, declared=turn.hint), effects))
        found = found or tuple(legal_readings(turn, effects))
        return Judgement(found, opaque) if found else Judgement(_cheapest(turn, effects), opaque)
    told = _told(turn)
    found = tuple(legal_readings(told, effects))
    if found:
        return Judgement(found, opaque)
    wrong = _cheapest(told, effects)
    other = tuple(legal_readings(replace(turn, declared=None), effects))
    if other and not wrong:
        return Judgement(other, opaque)
    return Judgement(wrong, opaque)


def _told(turn: Turn) -> Turn:
    """A turn with the options that its declaration leaves open."""
    option = turn.declared.option if turn.declared else None
    return replace(turn, options=(option,)) if option in turn.options and option else turn


def legal_readings(turn: Turn, effects: Effects) -> Iterator[Reading]:
    """Legal readings, of the first plan that has any."""
    setting = Setting(turn)
    for plan in plans(turn):
        if turn.declared and not _agrees(turn, plan.operation, plan.activity, plan.option):
            continue
        if plan.option in EVENTS:
            text = effects.get((turn.card, plan.option))
            found = list(read_event(setting, plan.option, text, True)) if text is not None else []
        else:
            found = list(read_plan(setting, plan, True))
        found = [one for one in found if dice_agree(turn, one)]
        if found:
            yield from found
            return


def _agrees(turn: Turn, operation: str | None, activity: str | None, option: str) -> bool:
    """Whether a plan is what was announced."""
    said = turn.declared
    if said is None or option in EVENTS:
        return True
    return (said.operation in (None, operation)) and (said.activity in (None, activity))


def _cheapest(turn: Turn, effects: Effects) -> tuple[Reading, ...]:
    """The illegal readings of least cost."""
    setting = Setting(turn)
    best: list[Reading] = []
    bound = float("inf")
    for plan in (*plans(turn), *wrong_plans(turn)):
        if turn.declared and not _agrees(turn, plan.operation, plan.activity, plan.option):
            continue
        if plan.option in EVENTS:
            text = effects.get((turn.card, plan.option))
            found = list(read_event(setting, plan.option, text, False)) if text is not None else []
        else:
            found = list(read_plan(setting, plan, False, bound))
        for one in (_with_dice(turn, one) for one in found):
            if one.cost < bound - TOLERANCE:
                best, bound = [one], one.cost
            elif one.cost <= bound + TOLERANCE:
                best.append(one)
    return tuple(best)


# --- dice as evidence ----------------------------------------------------------------------------


def dice_agree(turn: Turn, reading: Reading) -> bool:
    """Whether the dice of the log could have brought what the Attacks of a reading show (3.4.3).

    Without any die in the log nothing is said; with fewer dice than Attacks neither.
    """
    if reading.operation != "attack" or turn.rolls is None:
        return True
    outcomes = []
    for n, pick in enumerate(reading.explanation.picks):
        if "attack" not in pick.story or "ambush" in pick.story:
            continue
        before, after = turn.before.spaces[n], turn.after.spaces[n]
        reach = before.guerrillas + (
            KINTANAR in turn.before.personalities and turn.board.region[n] == "mindanao"
        )
        hit = after.government < before.government
        came = after.underground > 0  # an Attack shows all; only a new one is hidden
        if came:
            outcomes.append({1})
        elif hit:
            none_left = min(turn.before.free("guerrilla"), turn.after.free("guerrilla")) <= 0
            outcomes.append(set(range(1 if none_left or reach < 2 else 2, min(reach, 6) + 1)))
        else:
            outcomes.append(set(range(reach + 1, 7)))
    if len(turn.rolls) < len(outcomes):
        return True
    return _matched(list(turn.rolls), outcomes)


def _matched(rolls: list[int], outcomes: list[set[int]]) -> bool:
    """Whether each outcome can have a die of its own."""
    if not outcomes:
        return True
    first, *rest = outcomes
    return any(
        _matched(rolls[:n] + rolls[n + 1 :], rest) for n, roll in enumerate(rolls) if roll in first
    )


def _with_dice(turn: Turn, reading: Reading) -> Reading:
    """A reading, with the clause of the dice when they speak against it."""
    if dice_agree(turn, reading):
        return reading
    return reading._replace(extra=(*reading.extra, "3.4.3.c"))
