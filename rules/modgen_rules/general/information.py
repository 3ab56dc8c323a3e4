"""Hidden information and dice: who looked, who rolled, and what was taken back and done again.

VASSAL does not record who looks at a piece without turning it, so that no log shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from modgen.model.types.base import Part
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Mask
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.general.breach import Breach
from modgen_rules.general.case import CARD, Case
from modgen_rules.general.turns import MASK, TurnRecord, speaker, speakers

NOBODY = ("null", "", "nobody")


def unmasked(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Pieces and cards that lay face down and were turned up by another side than their own."""
    timeline, names = case.timeline, speakers(case.log.games)
    players = timeline.go(turn.last).players
    for number in range(case.looked + 1, turn.last + 1):
        if number in timeline.undone:
            continue
        for collection, key, old, new in timeline.moments.changes(number - 1):
            if collection != "pieces" or old is None or new is None or old.state == new.state:
                continue
            if MASK not in old.type:
                continue
            owner, shown = _owner(old.type, old.state), _owner(new.type, new.state)
            if owner in NOBODY or shown not in NOBODY:
                continue
            moment = timeline.moments[number - 1]
            player = players.get(moment.player)
            actor = names.get(player.side, "") if player else speaker(moment, names)
            side = names.get(owner.removeprefix("side:"), "")
            if not side and owner in players:
                side = names.get(players[owner].side, "")
            state = turn.after.get(key) or turn.before.get(key)
            if not side or actor in ("", side) or state is None:
                continue
            yield Breach(
                "information.unmasked",
                lapse(prices.OTHER_PLAYER),
                (_hiding(case, state.kind), ()),
                message=f"the player of {case.side(actor)} turned up {case.piece(state.kind)}, "
                f"which lay face down for {case.side(side)}",
                piece=case.piece(state.kind),
                target=case.place(state.place),
                step=number,
                side=actor,
            )
    case.looked = max(case.looked, turn.last)


def rolled_again(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Dice that were undone and rolled again with another result."""
    rolls = [(step, roll) for step in turn.steps for roll in step.rolls]
    for n, (step, roll) in enumerate(rolls):
        if not step.undone:
            continue
        again = next((one for _, one in rolls[n + 1 :] if (one.who, one.what) == roll[1:3]), None)
        die = case.die(roll.what)
        if again is None or die is None or again.results == roll.results:
            continue
        yield Breach(
            "information.rolled-again",
            lapse(prices.UNDONE_SEEN),
            (die, ()),
            message=f"{roll.who} rolled {roll.what}, took it back and rolled it again",
            expected=_told(roll.results),
            observed=_told(again.results),
            step=step.number,
        )


def drawn_again(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Cards whose draw was undone, after which another card was drawn from the same pile."""
    for number in [step.number for step in turn.steps if step.undone]:
        if case.timeline.moments[number - 1].undoes:
            continue
        taken = case.taken(number)
        for pile, keys in taken.items():
            part = case.game.piles[pile]
            later = next(
                (
                    cards
                    for step in range(number + 1, turn.last + 1)
                    if step not in case.timeline.undone and (cards := case.taken(step).get(pile))
                ),
                None,
            )
            if part.face != "down" or later is None or set(later) & set(keys):
                continue
            yield Breach(
                "information.drawn-again",
                lapse(prices.UNDONE_SEEN),
                (part, ()),
                message=f"a card was drawn from {part.name} and put back, and then another one "
                "was drawn",
                source=part.name,
                step=number,
            )


def dice_of_others(case: Case, turn: TurnRecord) -> Iterator[Breach]:
    """Dice that a side rolled although they are another side's, and lines that imitate dice."""
    names = speakers(case.log.games)
    for step in turn.steps:
        for roll in step.rolls if not step.undone else ():
            die = case.die(roll.what)
            if die is None:
                continue
            if _typed(case, step):
                yield Breach(
                    "information.typed-dice",
                    lapse(prices.DOUBT),
                    (die, ()),
                    message=f"somebody typed a line like a roll of {die.name}; the dice of the "
                    "module did not roll it",
                    observed=_told(roll.results),
                    step=step.number,
                )
                continue
            who = next((id_ for name, id_ in names.items() if roll.who.startswith(name)), "")
            if die.side and who not in ("", die.side):
                yield Breach(
                    "information.other-dice",
                    lapse(prices.OTHER_BUTTON),
                    (die, ("side",)),
                    message=f"{case.side(who)} rolled {die.name}, which belongs to "
                    f"{case.side(die.side)}",
                    observed=_told(roll.results),
                    step=step.number,
                    side=who,
                )


def _typed(case: Case, step: GameStep) -> bool:
    """Whether a roll is a line that a player typed: the module's own lines begin with a star."""
    lines = case.timeline.moments[step.number - 1].chat
    return not any(line.startswith("*") for line in lines)


def _told(results: tuple[int, ...]) -> str:
    return ", ".join(map(str, results))


def _hiding(case: Case, kind: str) -> Part:
    """The part of the data that says that a piece or card may lie face down."""
    card = case.game.card.get(kind.removeprefix(CARD))
    return case.game.decks[card.deck] if card is not None else case.game.piece_types[kind]


@lru_cache(maxsize=4096)
def _owner(type_text: str, state: str) -> str:
    """For whom a piece lies face down: a side or a player, or one of `NOBODY`."""
    piece = GamePiece.read(type_text, state, repair=True)
    return next((trait.obscured_by for trait in piece.traits if isinstance(trait, Mask)), "null")
