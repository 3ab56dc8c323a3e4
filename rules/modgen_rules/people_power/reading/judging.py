"""The verdict on a turn: a legal reading if there is one, else the cheapest illegal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from modgen.model.game import Game
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import TOLERANCE
from modgen_rules.engine.reading.prices import BREACH, CHEAP, LEAST_BREACH
from modgen_rules.engine.reading.turns import Judgement
from modgen_rules.engine.reading.verdicts import CERTAIN, verdict
from modgen_rules.people_power.law.npa import SIDES, reach
from modgen_rules.people_power.law.state import Space
from modgen_rules.people_power.law.verbs import EffectError
from modgen_rules.people_power.reading.events import happenings, read_event
from modgen_rules.people_power.reading.movement import Setting
from modgen_rules.people_power.reading.plans import Plan, double_plans, plans, wrong_plans
from modgen_rules.people_power.reading.strays import but_for_one_change, paid_elsewhere, with_strays
from modgen_rules.people_power.reading.turn import (
    EVENTS,
    LIMOP,
    OP_ONLY,
    SHADED,
    UNSHADED,
    Reading,
    Turn,
)
from modgen_rules.people_power.reading.turn_reading import read_plan, said_otherwise

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


def judge(turn: Turn, effects: Effects) -> Judgement[Reading]:
    """The cheapest readings of a turn.

    Every breach of a rule costs much. What the record says against a reading costs less: another
    announcement (3.1.4), a space selected without a trace, a transfer that nobody announced.
    """
    legal = legal_readings(turn, effects)
    if legal and legal[0].cost < LEAST_BREACH:
        return Judgement(legal)
    return against(turn, effects, legal)


def against(turn: Turn, effects: Effects, legal: tuple[Reading, ...]) -> Judgement[Reading]:
    """The cheapest readings of a turn whose legal ones, if there are any, cost much."""
    broken = cheapest(turn, effects)
    opaque = any(option in EVENTS and (turn.card, option) not in effects for option in turn.options)
    if not broken or (legal and legal[0].cost <= broken[0].cost):
        return Judgement(legal, opaque)
    gap = legal[0].cost - broken[0].cost if legal else CERTAIN
    return Judgement(broken, opaque, legal[0] if verdict(gap) == "suspect" else None, gap)


def is_dear(turn: Turn, effects: Effects, legal: tuple[Reading, ...]) -> bool:
    """Whether every reading that `against` may find costs more than CHEAP, found with less work."""
    if legal and legal[0].cost <= CHEAP:
        return False
    best, least = _by_plans(turn, effects, prices.LEVELS[0])
    if best and least <= CHEAP:
        return False
    return all(one.cost > CHEAP for one in _with_changes(turn, effects))


def legal_readings(
    turn: Turn, effects: Effects, bound: float = float("inf")
) -> tuple[Reading, ...]:
    """The legal readings of least cost, if they cost less than a bound."""
    setting = Setting.of(turn)
    for most in (prices.PLAIN, bound):
        best = _least_costly(setting, effects, most)
        if best:
            return tuple(best)
    return ()


def _least_costly(setting: Setting, effects: Effects, bound: float) -> list[Reading]:
    """The legal readings of least cost, below a bound."""
    turn = setting.turn
    best: list[Reading] = []
    for plan in plans(turn):
        for reading in _read(setting, plan, effects, True, bound):
            if not dice_agree(turn, reading):
                continue
            one = reading._replace(strange=reading.strange + odd_dice(turn, reading))
            if one.cost < bound - TOLERANCE:
                best, bound = [one], one.cost
            elif best and one.cost <= bound + TOLERANCE:
                best.append(one)
        if bound < TOLERANCE:
            break
    return best


def cheapest(turn: Turn, effects: Effects, most: float = prices.WORST) -> tuple[Reading, ...]:
    """The illegal readings of least cost, if they cost less than `most`."""
    best: list[Reading] = []
    bound = 0.0
    others = [*_with_changes(turn, effects)]
    for level in (*prices.LEVELS[:-1], most):
        best, bound = _by_plans(turn, effects, level)
        if best or any(one.cost < level for one in others):
            break
    if best and bound > prices.ONE_STRAY + TOLERANCE:
        said = turn.declared.operation if turn.declared is not None else None
        others += [
            one
            for one in but_for_one_change(turn, best[0], partial(legal_readings, effects=effects))
            if one.cost < prices.ONE_STRAY
            or one.cost
            < bound - (prices.AS_SAID if said and said == one.operation else prices.PLAINLY)
        ]
    other = min(others, key=lambda one: one.cost, default=None)
    return (other,) if other is not None and other.cost < bound - TOLERANCE else tuple(best)


def _with_changes(turn: Turn, effects: Effects) -> tuple[Reading, ...]:
    """Readings that are legal except for stray pieces, or for a Base paid elsewhere."""
    found: tuple[Reading, ...] | None = turn.known.get("changes")
    if found is None:
        read = partial(legal_readings, effects=effects)
        found = turn.known["changes"] = (*with_strays(turn, read), *paid_elsewhere(turn, read))
    return found


def _by_plans(turn: Turn, effects: Effects, bound: float) -> tuple[list[Reading], float]:
    """The illegal readings of least cost by a plan, below a bound, and that cost.

    Those below the first of `LEVELS` are asked for again.
    """
    if bound != prices.LEVELS[0]:
        return _searched(Setting.of(turn), effects, bound)
    found: tuple[list[Reading], float] | None = turn.known.get("cheap")
    if found is None:
        found = turn.known["cheap"] = _searched(Setting.of(turn), effects, bound)
    return found


def _searched(setting: Setting, effects: Effects, bound: float) -> tuple[list[Reading], float]:
    turn = setting.turn
    best: list[Reading] = []
    for plan in (*plans(turn), *wrong_plans(turn)):
        for one in _read(setting, plan, effects, False, bound):
            reading = _with_dice(turn, one)
            more = odd_dice(turn, reading) + _unsaid(turn, reading)
            reading = reading._replace(strange=reading.strange + more)
            if not reading.broken:
                continue
            if reading.cost < bound - TOLERANCE:
                best, bound = [reading], reading.cost
            elif reading.cost <= bound + TOLERANCE:
                best.append(reading)
    for plan in double_plans(turn):
        for one in _read(setting, plan, effects, True, bound):
            reading = one._replace(strange=one.strange + odd_dice(turn, one))
            if reading.cost < bound - TOLERANCE:
                best, bound = [reading], reading.cost
    return best, bound


def _unsaid(turn: Turn, reading: Reading) -> float:
    """What it costs to believe in what an announcement of an option leaves out.

    That is an Operation where an Event was announced, or a Special Activity beside an option
    without one.
    """
    said = turn.declared
    if said is not None and said.option in EVENTS and reading.operation is not None:
        return prices.UNSAID if reading.option not in EVENTS else 0.0
    if said is None or said.option not in (OP_ONLY, LIMOP) or reading.activity is None:
        return 0.0
    return prices.UNSAID if reading.explanation.broken else prices.UNSAID_ALONE


def _read(
    setting: Setting, plan: Plan, effects: Effects, strict: bool, bound: float
) -> Iterator[Reading]:
    if plan.option not in EVENTS:
        yield from read_plan(setting, plan, strict, bound)
        return
    card = setting.turn.card
    text = effects.get((card, plan.option))
    if text is None:
        return
    other = effects.get((card, SHADED if plan.option == UNSHADED else UNSHADED))
    if other and not strict and bound > BREACH and plan.option == UNSHADED:
        for one in _both_halves(setting, text, other, bound):
            yield one._replace(extra=("5.1.4",))
    strange = said_otherwise(setting.turn.declared, plan)
    if setting.turn.declared is None and setting.turn.before == setting.turn.after:
        strange += prices.NO_EFFECT
    for one in read_event(setting, plan.option, text, strict, bound):
        yield one._replace(strange=one.strange + strange)


def _both_halves(setting: Setting, text: str, other: str, bound: float) -> Iterator[Reading]:
    """5.1.4: what both halves of a card together explain."""
    for first in text.split("|"):
        for second in other.split("|"):
            yield from read_event(setting, UNSHADED, f"{first}; {second}", True, bound)


def odd_dice(turn: Turn, reading: Reading) -> float:
    """1.2, 3.4.3: the price of dice without an Attack, or of an Attack in a log without dice."""
    attacks = attacked(reading)
    if turn.rolls:
        return 0.0 if attacks else prices.IDLE_DICE
    if turn.dice or not attacks:
        return 0.0
    said = turn.declared
    other = said is not None and said.operation not in (None, "attack")
    return prices.NO_DICE_NOR_WORD if other else prices.NO_DICE


# --- dice as evidence ----------------------------------------------------------------------------


def dice_agree(turn: Turn, reading: Reading) -> bool:
    """Whether the dice of the log could have brought what the Attacks of a reading show (3.4.3).

    A log without any die says nothing. Otherwise each Attack has a die of its own, except that
    nobody needs to throw one where every result removes the same pieces.
    """
    if not (turn.rolls or turn.dice):
        return True
    outcomes, sure = [], 0
    for n in attacked(reading):
        pick = reading.explanation.picks[n]
        before, after = turn.before.spaces[n], turn.after.spaces[n]
        best = _reach(turn, n)
        hit = after.government < before.government
        sure += hit and best >= SIDES
        # An Attack shows all; only a new one is hidden.
        should = pick.reached if pick.broken else after
        came = isinstance(should, Space) and should.underground > 0
        came |= after.guerrillas > before.guerrillas
        if came:
            outcomes.append({1})
        elif hit:
            none_left = min(turn.before.free("guerrilla"), turn.after.free("guerrilla")) <= 0
            outcomes.append(set(range(1 if none_left or best < 2 else 2, min(best, SIDES) + 1)))
        else:
            outcomes.append(set(range(best + 1, SIDES + 1)))
    if not turn.rolls:
        return not outcomes
    return _matched(list(turn.rolls), outcomes, spare=min(sure, len(outcomes) - len(turn.rolls)))


def _reach(turn: Turn, n: int) -> int:
    """3.4.3, Kintanar: the highest die with which an Attack in a space succeeds."""
    before = turn.before
    return reach(before.spaces[n].guerrillas, turn.board.region[n], before.personalities)


def attacked(reading: Reading) -> list[int]:
    """The spaces in which a reading has an Attack with a die."""
    return [
        n
        for n, pick in enumerate(reading.explanation.picks)
        if "attack" in pick.story and "ambush" not in pick.story
    ]


def _matched(rolls: list[int], outcomes: list[set[int]], spare: int = 0) -> bool:
    """Whether each outcome can have a die of its own; `spare` of them may go without."""
    if not outcomes:
        return True
    first, *rest = outcomes
    if spare > 0 and _matched(rolls, rest, spare - 1):
        return True
    return any(
        _matched(rolls[:n] + rolls[n + 1 :], rest, spare)
        for n, roll in enumerate(rolls)
        if roll in first
    )


def _with_dice(turn: Turn, reading: Reading) -> Reading:
    """A reading, with the clause of the dice when they speak against it."""
    reading = _removed_in_vain(turn, reading)
    if "3.4.3.c" in reading.broken or dice_agree(turn, reading):
        return reading
    strange = reading.strange + prices.AGAINST_DICE
    clause = "3.4.3.f" if _nobody_placed(turn, reading) else "3.4.3.c"
    return reading._replace(extra=(*reading.extra, clause), strange=strange)


def _nobody_placed(turn: Turn, reading: Reading) -> bool:
    """3.4.3.f: whether the dice would fit if a 1 were a 2, which places no Guerrilla."""
    rolls = list(turn.rolls)
    if 1 not in rolls:
        return False
    rolls[rolls.index(1)] = 2
    return dice_agree(replace(turn, rolls=tuple(rolls)), reading)


def _removed_in_vain(turn: Turn, reading: Reading) -> Reading:
    """3.4.3: an Attack that failed by its die, and pieces removed all the same."""
    if not turn.rolls:
        return reading
    picks = list(reading.explanation.picks)
    for n in attacked(reading):
        before, after, reached = turn.before.spaces[n], turn.after.spaces[n], picks[n].reached
        failed = isinstance(reached, Space) and reached.government == before.government
        failed &= min(turn.rolls) > _reach(turn, n)
        if failed and after.government < before.government and "3.4.3.d" in picks[n].broken:
            picks[n] = picks[n]._replace(
                broken=tuple("3.4.3.c" if one == "3.4.3.d" else one for one in picks[n].broken)
            )
    if picks == [*reading.explanation.picks]:
        return reading
    in_spaces = {clause for pick in picks for clause in pick.broken}
    broken = dict.fromkeys(
        "3.4.3.c" if one == "3.4.3.d" and one not in in_spaces else one
        for one in reading.explanation.broken
    )
    return reading._replace(
        explanation=reading.explanation._replace(picks=tuple(picks), broken=tuple(broken))
    )
