"""Changes to a tidy game in words, as the list of planted mistakes tells them."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.model.game import Game
from modgen_rules.engine.record.names import kind_name, place_name
from modgen_rules.engine.record.table_acts import (
    Act,
    Announce,
    Check,
    Create,
    Delete,
    Flip,
    Hide,
    Move,
    Roll,
    Say,
    SetCondition,
    SetState,
    StepTracker,
    TurnTo,
    UnitRoll,
)
from modgen_rules.engine.writing.slips import Change, States, TidyGame

SIDES_IN_WORDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def in_words(change: Change, tidy: TidyGame, states: States) -> str:
    """A change in a sentence; `states` are those of all pieces at any time."""
    old = [one.act for one in tidy.acts[change.first : change.end]]
    if len(old) > 1 and change.acts == (*old[1:], old[0]):
        return f"late: {_words(old[0], states, tidy.game)}"
    left_out, new = _without(old, change.acts), _without(change.acts, old)
    done, missing = (
        "; ".join(_words(act, states, tidy.game) for act in one) for one in (new, left_out)
    )
    if not done:
        return f"left out: {missing}"
    return f"{done} instead of {missing}" if missing else done


def _without(acts: Sequence[Act], others: Sequence[Act]) -> list[Act]:
    """The acts that are not among others; of equal acts, those beyond their number there."""
    left, found = list(others), []
    for act in acts:
        if act in left:
            left.remove(act)
        else:
            found.append(act)
    return found


def _words(act: Act, states: States, game: Game) -> str:
    match act:
        case Say():
            told = f"a line of chat: {act.text}"
        case Roll():
            name = next(one.name for one in game.info.dice if one.id == act.die)
            told = f"{name}: {', '.join(map(str, act.results))}"
        case StepTracker():
            told = f"the tracker to {game.phases[act.phase].name}"
        case Announce():
            told = _announced(act, game)
        case SetState():
            state = game.states[act.state]
            value = next(one.name for one in state.values if one.id == act.value)
            told = f"{state.name} of {place_name(game, act.space)} set to {value}"
        case Move():
            kinds = dict.fromkeys(_name(game, states, key) for key in act.keys)
            number = f"{len(act.keys)} pieces: " if len(act.keys) > 1 else ""
            told = f"{number}{', '.join(kinds)} to {_place(game, act.place)}"
        case _:
            told = f"{_name(game, states, act.key)} {_done_to(act, game)}"
    return told


def _done_to(
    act: Flip | TurnTo | SetCondition | Check | UnitRoll | Hide | Create | Delete, game: Game
) -> str:
    """What is done to a piece."""
    match act:
        case Flip():
            told = "turned over"
        case TurnTo():
            told = f"turned to the {SIDES_IN_WORDS[act.side]}"
        case SetCondition():
            name = next(one.name for one in game.info.conditions if one.id == act.condition)
            told = f"{'' if act.on else 'not '}{name}"
        case Check():
            name = next(one.name for one in game.info.checks if one.id == act.check)
            told = f"checked, {name}: {act.die}"
        case UnitRoll():
            name = next(one.name for one in game.info.rolls if one.id == act.roll)
            told = f"rolls, {name}: {', '.join(map(str, act.results))}"
        case Hide():
            told = "hidden" if act.owner else "shown"
        case Create():
            told = "copied"
        case Delete():
            told = "deleted"
    return told


def _announced(act: Announce, game: Game) -> str:
    """The choices of an announcement, and its spaces, by their names."""
    pads = [one for one in game.info.declarations if (one.side or "") == act.side]
    names = {
        (item.id, choice.id): choice.name
        for pad in pads
        for item in pad.fields
        for choice in item.choices
    }
    told = [
        *(names[field, choice] for field, choice in act.chosen.items() if choice),
        *dict.fromkeys(place_name(game, one) for marked in act.marked.values() for one in marked),
    ]
    return f"an announcement: {', '.join(told)}" if told else "an announcement"


def _place(game: Game, place: str) -> str:
    board, _, free = place.partition("@")
    return f"a point of {game.boards[board].name}" if free else place_name(game, place)


def _name(game: Game, states: States, key: str) -> str:
    """The displayed name of a piece, or of a card."""
    return kind_name(game, states[key].kind if key in states else "")
