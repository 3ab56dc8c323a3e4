"""A log as acts: what was dragged, turned, marked, checked, rolled and said."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property

from modgen_rules.civil_power.law.plan import POLICE, SIDES, Field
from modgen_rules.civil_power.law.state import Position
from modgen_rules.engine.reading import habits
from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.orders import Orders


@dataclass
class Record(ActRecord[Act, Position]):
    """A log of the game, or a stretch of it.

    Its acts:

    | `what` | `kind` | `source`, `target` |
    |--|--|--|
    | move | kind of the piece | its places (`W-E6`, `W-E6@1`); empty for a new or removed piece |
    | tried | the same, for a drag that was taken back at once, and the one that did so | the same |
    | face | kind of the piece | its faces |
    | level | kind of the marker | numbers of its track as text |
    | condition | kind of the piece | `on` or `off`, the condition |
    | mask | kind of the unit | `up` when it is seen, `down` when it is hidden |
    | check | kind of the unit | its square, the result; `dice` are die, total and morale |
    | roll | id of the dice | square and face of the attack marker, if the report tells them |
    | void | -, for dice that the players say do not count | as for dice |
    | phase | - | the tracker's turn as text (empty if it counts none), its phase |
    | said | - | - |
    """

    field: Field = dataclass_field(kw_only=True)
    nicknames: dict[tuple[str, str], frozenset[str]] = dataclass_field(default_factory=dict)
    """What players call units in chat (`p1`) by side, with the units that may be meant."""
    from_start: bool = False
    """Whether it begins with a set-up of the game, before anybody bought or placed anything."""

    @cached_property
    def orders(self) -> Orders:
        """Reads in chat who attacks whom."""
        game, units = self.field.plan.game, self.field.plan.units
        names = {kind: game.piece_types[kind].name for kind in units}
        others = [one.name for one in game.pieces if one.id not in units]
        sides = [one.name for one in game.sides.values()]
        return Orders(names, others, self.field.ground.names, ChatWords.of([game]), sides)

    @cached_property
    def tidy(self) -> bool:
        """Whether no drag on the boards was ever taken back, and no die was spoilt."""
        return self.tidy_between(0, len(self.acts))

    def tidy_between(self, first: int, end: int) -> bool:
        """Whether none was among the acts from `first` to before `end`."""
        return not any(
            act.what == "void" or (act.what == "tried" and self.field.way(act) == "along")
            for act in self.acts[max(first, 0) : end]
        )

    @cached_property
    def doubles(self) -> bool:
        """6.7: whether the players announce attacks with doubled Fire strength."""
        return any(act.said and act.said.choices.get("way") == "doubled" for act in self.acts)

    @cached_property
    def one_die(self) -> str:
        """The die of a side with which one player rolls everything; empty if there is none.

        Where units check by the menu a side may have rolled all the other dice of a log.
        """
        if any(act.what == "check" and act.target for act in self.acts):
            return ""
        rolled = [(act.kind, act.side) for act in self.acts if act.what == "roll"]
        dice = [(kind, side) for kind, side in rolled if kind in SIDES]
        alone = len(set(dice)) == 1 and not dice[0][1] and POLICE in self.field.sides
        return dice[0][0] if alone and len(dice) >= habits.SHOWN_BY else ""

    @property
    def orderly(self) -> bool:
        """Whether it is long and nothing was tried out: then pieces are dragged in order."""
        return self.tidy and not self.undone and len(self.acts) >= habits.LONG
