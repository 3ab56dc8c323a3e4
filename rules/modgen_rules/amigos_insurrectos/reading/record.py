"""Reads a log into acts: what was dragged, turned, rolled, drawn and said, in the rules' places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from modgen.log.moments import Moment
from modgen.log.table import Piece, Table
from modgen.vassal.pieces import Deck
from modgen.vassal.traits import Mask
from modgen_rules.amigos_insurrectos.law.country import (
    DISPLAY,
    LOST,
    POOLS,
    STEPS,
    US,
    WILL,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import LEVELS, Position
from modgen_rules.amigos_insurrectos.reading.fitting import purpose_in_phase
from modgen_rules.engine.reading import habits
from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.game_steps import GameStep, read_steps
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.open_log import OpenLog, scenario_named
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.talk import NamedPlaces

CARD = "card_"
LOSABLE = frozenset(kind for kinds in STEPS.values() for kind in kinds)
NOBODY = ("null", "", "nobody")
TURN = "turn_marker"


@dataclass
class Record(ActRecord[Act, Position]):
    """A log of the game, or a stretch of it.

    Its acts:

    | `what` | `kind` | `source`, `target` |
    |--|--|--|
    | move | kind of the piece | its places; empty for a piece that was not, or is not, in the log |
    | face | kind of the piece | its faces: `two`, `one`; the Battle marker's steps |
    | level | kind of the marker | numbers of its track as text |
    | card | id of the chit | its places |
    | mask | kind of the piece or id of the chit | `down`, `up` |
    | roll | id of the dice | - |
    | phase | - | phases of the tracker |
    | said | - | - |
    """

    country: Country = field(kw_only=True)
    chits: dict[str, str] = field(default_factory=dict)
    """The pieces of the chits, by their ids in the data."""
    scenario: str = ""
    """The id of the scenario that the save names; empty when it names none."""
    nameless: bool = False
    """Whether the tracker shows phases that are not known, so that it is not used."""

    @cached_property
    def diced(self) -> bool:
        """Whether dice of the game are in the log, or no steps were lost."""
        out = {*POOLS.values(), *LOST.values()}
        return any(act.what == "roll" for act in self.acts) or not any(
            act.what == "move" and act.kind in LOSABLE and act.target in out for act in self.acts
        )

    @cached_property
    def _named(self) -> NamedPlaces:
        """Reads the areas that chat names."""
        game, names = self.country.game, self.country.names
        others = [one.name for one in game.piece_types.values()]
        others += [one.name for one in game.sides.values()]
        areas = {area: names[area] for area in self.country.areas}
        return NamedPlaces(areas, others, ChatWords.of([game]))

    def area_named(self, n: int) -> str:
        """The area that chat named last before an act, since the dice before; empty for none."""
        rolls = (m for m in range(n - 1, -1, -1) if self.acts[m].what in ("roll", "phase"))
        since = next(rolls, -1)
        lines = [line for m, line in self.lines if since < m <= n]
        return next(filter(None, map(self._named.read, reversed(lines))), "")

    @cached_property
    def begins_a_turn(self) -> bool:
        """Whether it shows its first turn from the beginning of it.

        It begins in the first phase; or in the last one of the turn before, whose points are
        scored and after which the turn marker was moved, and then the tracker goes on to the first.
        """
        first, *_, last = self.country.game.phases
        return self.phase == first or (self.phase == last and self._goes_on_to(first))

    def _goes_on_to(self, phase: str) -> bool:
        """Whether the tracker shows a phase before anything is done, and no points are open."""
        for act in self.acts:
            if act.what == "phase":
                return act.target == phase and not self.start.will
            if act.what in ("roll", "level", "card", "face") or act.kind in self.country.side:
                return False
        return False

    def returns(self, first: int) -> int:
        """1.1.1.b: the act, from one on, that puts Political Will back to 0 late; -1 for none.

        It is the first move of its marker, before anything is rolled or scored, or the turn ends.
        """
        for n in range(first, len(self.acts)):
            act = self.acts[n]
            if act.kind == WILL:
                return n if act.target == "0" else -1
            if act.what == "roll" or act.kind in ("victory_marker", TURN):
                break
        return -1

    def add(self, act: Act, after: Position) -> None:
        """Add an act and the table after it.

        A unit that is turned back at once was not turned, and of several moves of the turn marker
        at once only the ends count.
        """
        last = self.acts[-1] if self.acts else None
        again = last is not None and (act.what, act.piece) == (last.what, last.piece)
        turned = act.what == "face" and act.kind in self.country.side
        if again and last and (act.kind == TURN or (turned and act.target == last.source)):
            self.acts.pop()
            self.positions.pop()
            self.lines = [(min(n, len(self.acts)), line) for n, line in self.lines]
            if act.target == last.source:
                return
            act = act._replace(source=last.source)
        self.acts.append(act)
        self.positions.append(after)

    def general_dice(self, first: int, last: int) -> list[int]:
        """The dice of general buttons, in acts of some numbers, that may be for them."""
        acts = self.acts[max(first, 0) : last + 1]
        return [die for act in acts if act.kind in self.country.general_dice for die in act.dice]


def is_hidden(piece: Piece) -> bool:
    """Whether a piece lies face down."""
    if "obs;" not in piece.type:
        return False
    masks = (one for one in piece.game_piece.traits if isinstance(one, Mask))
    return any(one.obscured_by not in NOBODY for one in masks)


@dataclass
class Reader:
    """Reads one log. A change outside any log begins a new record."""

    country: Country
    log: OpenLog
    homes: dict[str, str] = field(default_factory=dict)
    """The last area of each piece: a unit in the Combat Display still belongs to it."""
    _masks: dict[tuple[str, str], bool] = field(default_factory=dict)
    _nameless: int = 0
    """How many steps of the tracker showed a phase that is not known."""
    _taken_back: int = -1
    """The number of acts when a player last said that a roll does not count."""
    _wrong_button: int = -1
    """The same, whatever button the next roll is made with."""

    def records(self) -> Iterator[Record]:
        """The stretches of the log."""
        log = self.log
        self.buttons = DiceButtons.of(log.games)
        self.sides_of_dice = {die.id: die.side or "" for die in log.games[0].info.dice}
        self.piles = {pile.name: pile.id for game in log.games for pile in game.cards_file.piles}
        states = log.tracker.begin()
        record = self._begin(states, log.timeline.go(0))
        for moment, step in read_steps(log.tracker, log.announcements):
            if step.number in log.timeline.between:
                yield self._whole(record)
                record = self._begin(log.tracker.states, log.timeline.go(step.number))
                continue
            self._step(record, moment, step)
        yield self._whole(record)

    def _whole(self, record: Record) -> Record:
        """A record without the steps of a tracker whose phases are not all known."""
        known = sum(act.what == "phase" for act in record.acts)
        if known - self._nameless >= habits.TRUSTED * known:
            return record
        kept = [n for n, act in enumerate(record.acts) if act.what != "phase"]
        before = [sum(act.what != "phase" for act in record.acts[:n]) for n, _ in record.lines]
        lines = [(n, line) for n, (_, line) in zip(before, record.lines, strict=True)]
        acts = [record.acts[n] for n in kept]
        positions = [*(record.positions[n] for n in kept), record.end]
        return replace(record, acts=acts, positions=positions, phase="", lines=lines, nameless=True)

    def _begin(self, states: Mapping[str, PieceState], table: Table) -> Record:
        self.pieces: dict[str, PieceState] = {}
        self.cards: dict[str, str] = {}
        self.masked: set[str] = set()
        self.chits: dict[str, str] = {}
        for key, state in states.items():
            if not state.kind.startswith(CARD):
                self.pieces[key] = self._ruled(key, state)
            else:
                self._meet(key, state.kind.removeprefix(CARD), self._lies(table.pieces[key], table))
            if self._hidden(table.pieces[key]):
                self.masked.add(key)
        record, self._nameless = Record(country=self.country), 0
        record.scenario = scenario_named(table)
        record.chits = {chit: key for key, chit in self.chits.items()}
        places, turns = self.log.tracker.places, table.turns
        record.phase = places.phase(*next(iter(turns.items()))) if turns else ""
        pieces, cards = dict(self.pieces), dict(self.cards)
        record.positions.append(Position(self.country, pieces, cards, frozenset(self.masked)))
        return record

    def _meet(self, key: str, card: str, place: str) -> None:
        """Remember which chit a piece is, and where it lies.

        Where chits are known by their titles alone, the pile in which one lies tells its deck.
        """
        cards, home = self.country.game.card, place.removeprefix("cup_")
        if card in self.cards or (home != place and cards[card].deck != home):
            decks = (home,) if home != place else (cards[card].deck,)
            alike = (
                one.id
                for one in cards.values()
                if one.title == cards[card].title and one.deck in decks and one.id not in self.cards
            )
            card = next(alike, card)
        self.chits[key] = card
        self.cards[card] = place

    def _ruled(self, key: str, state: PieceState) -> PieceState:
        """A state with the place of the rules: holdboxes and the display stand for areas."""
        place = self.country.stands_for.get(state.place, state.place)
        if place in self.country.areas:
            self.homes[key] = place
        elif place in DISPLAY.values() and key in self.homes:
            place = self.homes[key]
        if place in self.country.seas and self._only_passes(key, state.kind):
            place = self.pieces[key].place
        return state if place == state.place else state._replace(place=place)

    def _only_passes(self, key: str, kind: str) -> bool:
        """Whether a unit was put down at sea on its way: only Filipinos who sail are there."""
        side, old = self.country.side.get(kind), self.pieces.get(key)
        if side is None or kind == "gunboat" or old is None:
            return False
        return side == US or old.place not in self.country.areas | self.country.seas

    def _hidden(self, piece: Piece) -> bool:
        """Whether a piece lies face down."""
        known = (piece.type, piece.state)
        if known not in self._masks:
            self._masks[known] = is_hidden(piece)
        return self._masks[known]

    def _lies(self, piece: Piece, table: Table) -> str:
        """Where a chit lies: in a pile, or in a place of the map."""
        pile = table.piles.get(piece.pile)
        if pile is not None and pile.is_deck:
            return self.piles.get(Deck.read("", pile.type, "").type.name, "off")
        return str(self.log.tracker.places.place(piece, table))

    def _step(self, record: Record, moment: Moment, step: GameStep) -> None:
        table = self.log.timeline.table
        for collection, tracker, _, after in moment.changes if not step.undone else ():
            if collection == "turns" and after:
                shown = self.log.tracker.places.phase(tracker, after)
                self._nameless += not shown
                if shown in self.country.game.phases:
                    self._note(record, Act(step.number, "phase", step.side, "", "", "", shown))
        for act in self._changes(step):
            self._note(record, act)
        if not step.undone:
            for act in self._cards_and_masks(moment, step, table):
                self._note(record, act)
            record.lines += ((len(record.acts), line) for line in moment.chat)
        for said in step.said:
            self._note(record, Act(step.number, "said", said.side or step.side, said=said))
        if step.voids and self._rolled_twice(record, alike=step.voids == 1):
            del record.acts[-step.voids], record.positions[-step.voids]
        else:
            self._taken_back = len(record.acts) if step.retries else self._taken_back
            self._wrong_button = len(record.acts) if step.voids else self._wrong_button
        if not step.undone:
            self._dice(record, step)

    def _dice(self, record: Record, step: GameStep) -> None:
        """The dice of a step, by what they are for."""
        for roll in (*step.rolls, *step.typed):
            button = self.buttons.button(roll)
            if button is None:
                continue
            side = self.sides_of_dice.get(button) or self._roller(roll.who) or step.side
            die = button or side or US
            if self.buttons.general(roll):
                done = self._since_the_tracker(record)
                die = purpose_in_phase(self._tracker(record), done, die, len(roll.results))
            act = Act(step.number, "roll", side, "", die, dice=roll.results)
            if self._rolled_again(record, act):
                record.acts.pop()
                record.positions.pop()
                self._taken_back = self._wrong_button = -1  # that is settled
            self._note(record, act)

    def _since_the_tracker(self, record: Record) -> Iterator[str]:
        """The dice and chits since the tracker was stepped, the last first."""
        for act in reversed(record.acts):
            if act.what == "phase":
                return
            if act.what in ("roll", "card"):
                yield act.kind

    def _tracker(self, record: Record) -> str:
        """The phase that the tracker shows."""
        shown = (act.target for act in reversed(record.acts) if act.what == "phase")
        return next(shown, record.phase)

    def _roller(self, who: str) -> str:
        """The side of a player, or the side that a name tells; empty where neither is known."""
        known = dict(self.log.tracker.places.side_names)
        known |= {one.name: one.id for one in self.country.game.sides.values()}
        seats = (one.side for one in self.log.timeline.table.players.values() if one.name == who)
        return known.get(who) or known.get(next(seats, "")) or ""

    @staticmethod
    def _rolled_twice(record: Record, alike: bool) -> bool:
        """Whether a side has just rolled twice, one roll after the other; `alike`: the same."""
        last = record.acts[-2:]
        if [act.what for act in last] != ["roll"] * 2 or last[0].side != last[1].side:
            return False
        kinds = [(act.kind, len(act.dice)) for act in last]
        return not alike or kinds[0] == kinds[1]

    def _rolled_again(self, record: Record, act: Act) -> bool:
        """Whether a player said that the roll before does not count, and this one replaces it."""
        last = record.acts[-1] if record.acts else act
        other = self._wrong_button == len(record.acts) > 0 and last.what == "roll"
        if other:
            return True
        return self._taken_back == len(record.acts) > 0 and (
            (last.what, last.kind, len(last.dice)) == ("roll", act.kind, len(act.dice))
        )

    def _note(self, record: Record, act: Act) -> None:
        now = record.positions[-1]
        if act.what in ("move", "face", "level"):
            now = replace(now, pieces=dict(self.pieces))
        elif act.what == "card":
            now = replace(now, cards=dict(self.cards))
        elif act.what == "mask":
            now = replace(now, masked=frozenset(self.masked))
        record.add(act, now)

    def _changes(self, step: GameStep) -> Iterator[Act]:
        for change in step.changes:
            known = change.after or change.before
            if known is None or known.kind.startswith(CARD):
                continue
            key, before = change.piece, self.pieces.get(change.piece)
            after = self._ruled(key, change.after) if change.after else None
            if after is None:
                self.pieces.pop(key, None)
            else:
                self.pieces[key] = after
            if before and after and before.face != after.face:
                yield Act(step.number, "face", step.side, key, known.kind, before.face, after.face)
            source, target = before.place if before else "", after.place if after else ""
            if source == target:
                continue
            what, track = "move", LEVELS.get(known.kind)
            if track:
                what = "level"
                source, target = (one.removeprefix(f"{track}:") for one in (source, target))
            yield Act(step.number, what, step.side, key, known.kind, source, target)

    def _cards_and_masks(self, moment: Moment, step: GameStep, table: Table) -> Iterable[Act]:
        touched = dict.fromkeys(
            key
            for collection, key, old, new in moment.changes
            if collection == "pieces" and (old is None or new is None or old != new)
        )
        for key in touched:
            piece = table.pieces.get(key)
            if piece is None:
                continue
            state = self.log.tracker.states.get(key)
            if state is None:
                continue
            kind = self.chits.get(key, state.kind.removeprefix(CARD))
            if state.kind.startswith(CARD):
                source, target = self.cards.get(kind, ""), self._lies(piece, table)
                if source != target:
                    self.cards[kind] = target
                    yield Act(step.number, "card", step.side, key, kind, source, target)
            hidden = self._hidden(piece)
            if hidden != (key in self.masked):
                (self.masked.add if hidden else self.masked.discard)(key)
                way = ("up", "down") if hidden else ("down", "up")
                yield Act(step.number, "mask", step.side, key, kind, *way)
