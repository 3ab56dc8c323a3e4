"""Writes a war as a log of the module, the way people record a game; tidy or untidy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from modgen.vassal import commands as c
from modgen.vassal.stream import Node
from modgen.vassal.traits import Mask
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.amigos_reference.chits import OWNER
from tests.amigos_reference.country import NAMES, NEXT
from tests.amigos_reference.table import FIL_ALL, US_ALL, Event, Piece, Table
from tests.amigos_reference.war import War

SCENARIOS = {"stand_up": "stand-up", "guerrilla_war": "guerrilla-war", "campaign": "campaign"}


class Untracked(NamedTuple):
    """A card: it belongs to no track."""

    tracks: str = ""


LEVEL = Untracked()


class Manners(NamedTuple):
    """How a table keeps its record; every share is from 0 to 1."""

    staged: float = 0.0
    """Drags by way of another place of the route, or one piece at a time."""
    undone: float = 0.0
    """A wrong drag before the right one, taken back with undo or by hand."""
    talk: float = 0.0
    surplus: float = 0.0
    """A die for nothing, said so."""
    late: float = 0.0
    """Losses taken off some steps after the dice."""
    no_tracker: bool = False
    """The turn tracker forgotten in some phases."""
    no_pads: bool = False
    """No operations' markers, no Battle marker, no declarations."""
    one_seat: bool = False
    """One player at `Solo (all sides)` does everything."""
    no_masks: bool = False


TIDY = Manners()


def untidy(chance: Random) -> Manners:
    """A table's habits."""
    return Manners(
        chance.choice((0.0, 0.15, 0.3)),
        chance.choice((0.0, 0.05, 0.12)),
        chance.choice((0.0, 0.05, 0.15)),
        chance.choice((0.0, 0.02)),
        chance.choice((0.0, 0.2)),
        chance.random() < 0.3,
        chance.random() < 0.35,
        chance.random() < 0.4,
        chance.random() < 0.3,
    )


def begin(writer: LogWriter) -> Table:
    """The engine's table for a log's."""
    pieces = []
    cups = {pile.name: name for name, pile in writer.game.piles.items()}
    for key, state in writer.states.items():
        piece = writer.table.pieces[key]
        place = state.place
        pile = writer.table.piles.get(piece.pile)
        if pile is not None and pile.is_deck:
            names = pile.type.split(";")
            place = cups.get(names[13], place) if len(names) > 13 else place
        masks = [one for one in piece.game_piece.traits if isinstance(one, Mask)]
        down = bool(masks) and masks[0].obscured_by != "null"
        pieces.append(Piece(key, state.kind, state.face, place, down))
    return Table(pieces)


class Recorder:
    """Does events on a log."""

    def __init__(self, writer: LogWriter, manners: Manners, chance: Random) -> None:
        self.w = writer
        self.manners = manners
        self.chance = chance
        self.step_of: dict[int, int] = {}
        self.side = "us"
        self.phase = ""
        self.skipped: set[str] = set()
        self.named = {
            (side, space.id): space.name
            for space in writer.game.spaces.values()
            for side in ("", *OWNER)
        }
        for pad in writer.game.info.declarations:
            for field in pad.fields:
                self.named |= {(pad.side or "", one.id): one.name for one in field.choices}
        if manners.no_tracker:
            names = list(writer.game.phases)
            self.skipped = {one for one in names if chance.random() < 0.3}
        if manners.one_seat:
            name = next(iter(writer.game.sides.values())).name
            writer.step([c.AddPlayer(id="solo", name=name, side="Solo (all sides)")])
            writer.player_ids = {"us": "solo", "filipino": "solo", "": "solo"}
            writer.seat = "Solo (all sides)"

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def record(self, events: list[Event]) -> None:
        """Write all events; `step_of` gives each one's step, counted from 1."""
        waiting: list[tuple[int, list[tuple[int, Event]]]] = []
        for numbers in _groups(events):
            group = [(n, events[n]) for n in numbers]
            keys = {key for _, event in group for key in event.keys}
            loss = all(event.what == "face" and event.text == "one" for _, event in group)
            due = [one for one in waiting if one[0] <= 0 or keys & _keys(one[1]) or not loss]
            if any(event.what in {"roll", "announce", "phase"} for _, event in group):
                due = waiting
            for one in [*due]:
                self._write(one[1])
                waiting.remove(one)
            waiting = [(left - 1, one) for left, one in waiting]
            if loss and self.often(self.manners.late):
                waiting.append((self.chance.randint(1, 3), group))
                continue
            self._write(group)
        for _, group in waiting:
            self._write(group)

    def _write(self, group: list[tuple[int, Event]]) -> None:
        first = len(self.w.steps)
        self._habits(group)
        first = len(self.w.steps) if not self.manners.staged else first
        start = len(self.w.steps)
        for n, event in group:
            self._one(event)
            self.step_of[n] = max(len(self.w.steps), 1)
        if len(self.w.steps) - start > 1 and len(group) > 1:
            self._join(start)
            for n, _ in group:
                self.step_of[n] = len(self.w.steps)

    def _join(self, start: int) -> None:
        """Steps that one click makes are one step."""
        nodes = self.w.steps[start:]
        flat = [Node(one.text) for node in nodes for one in (node, *node.children)]
        self.w.steps[start:] = [flat[0]._replace(children=tuple(flat[1:]))]
        inverses = self.w._inverses[start:]
        self.w._inverses[start:] = [[one for each in inverses for one in each]]

    def _one(self, event: Event) -> None:
        w, manners = self.w, self.manners
        match event.what:
            case "phase":
                self.phase = event.place
                if event.place.startswith("us") or event.place == "jungle_us":
                    self.side = "us"
                elif "filipino" in event.place:
                    self.side = "filipino"
                w.actor = self.side
                if event.place not in self.skipped:
                    w.step_tracker(event.place)
            case "move":
                kinds = {w.states[key].kind for key in event.keys}
                pads = any(kind.startswith("operation") or kind == "battle" for kind in kinds)
                if manners.no_pads and pads:
                    return
                w.actor = self._owner(event)
                self._drag(event)
            case "face":
                if not (manners.no_pads and w.states[event.keys[0]].kind == "battle"):
                    w.flip(event.keys[0], event.text)
            case "down" | "up":
                for key in event.keys:
                    self._mask(key, event.what)
            case "roll":
                w.actor = event.side
                w.step([c.Chat(message=self._dice(event))])
            case "announce":
                if not manners.no_pads:
                    name = f"{OWNER[event.side]} | " if event.side else ""
                    text = self._named(event.text, event.side)
                    w.step([c.Chat(message=f"* DECLARE {name}{text}")])
            case "say":
                text = event.text if event.text.startswith("<") else f"* {event.text}"
                w.step([c.Chat(message=self._named(text))])

    def _named(self, text: str, side: str = "") -> str:
        """Ids of areas and choices as the module prints them."""
        spaces = self.w.game.spaces
        parts = []
        for part in text.split(" | "):
            label, colon, value = part.partition(": ")
            parts.append(label + colon + self.named.get((side, value), value))
        told = " | ".join(parts)
        head, among, place = told.rpartition(" in ")
        if among and place in spaces:
            told = f"{head} in {spaces[place].name}"
        return told

    def _owner(self, event: Event) -> str:
        """Who drags: mostly the side of the pieces, now and then the other."""
        kinds = [self.w.states[key].kind for key in event.keys]
        sides = {
            "us"
            if kind in US_ALL or kind.startswith(("card_us", "gunboat", "operation"))
            else "filipino"
            if kind in FIL_ALL or kind.startswith(("card_fil", "dummy"))
            else self.side
            for kind in kinds
        }
        return sides.pop() if len(sides) == 1 and self.often(0.85) else self.side

    def _dice(self, event: Event) -> str:
        w = self.w
        button = next(one for one in w.game.info.dice if one.id == event.text)
        told = ", ".join(map(str, event.dice))
        if button.hits is not None:
            told += f" (hits: {sum(one >= button.hits for one in event.dice)})"
        player = w.game.sides[event.side].name
        line = f"* {w.seat or player} ({player}) rolls {button.name}: {told}"
        marker = next((key for key, one in w.states.items() if one.kind == "battle"), "")
        if marker and w.states[marker].place in NAMES:
            state = w.states[marker]
            faces = w.game.piece_types["battle"].faces
            step = next(one.name for one in faces if one.id == state.face)
            line += f" in {w.game.spaces[state.place].name}, {step}"
        return line

    def _drag(self, event: Event) -> None:
        w = self.w
        place = event.place
        if place.startswith("cup_") or place.startswith("removed_"):
            self._into_pile(event, place)
            return
        keys = event.keys
        track = place.partition(":")[0]
        if (
            track in w.game.tracks
            and not w.game.piece_types.get(w.states[keys[0]].kind, LEVEL).tracks
        ):
            self._onto(event, w.point("", place))
            return
        home = {w.states[key].place for key in keys}
        land = place in NAMES and all(one in NAMES for one in home)
        if len(keys) > 1 and self.often(self.manners.staged):
            for key in keys:
                w.move([key], place)
            return
        if land and self.often(self.manners.undone):
            (start,) = home if len(home) == 1 else ("",)
            wrong = sorted(NEXT.get(start, frozenset()) - {place})
            if wrong:
                end = self.chance.choice(wrong)
                w.move(keys, end)
                if self.often(0.6):
                    w.undo()
                else:
                    w.move(keys, start)
        w.move(keys, place)

    def _into_pile(self, event: Event, place: str) -> None:
        w = self.w
        name = w.game.piles[place].name
        pile = next(
            one
            for one in w.table.piles.values()
            if one.is_deck and len(one.type.split(";")) > 13 and one.type.split(";")[13] == name
        )
        self._onto(event, (pile.map, pile.x, pile.y))

    def _onto(self, event: Event, point: tuple[str, int, int]) -> None:
        commands: list[c.Command] = []
        for key in event.keys:
            commands += self.w._put(key, point, self.w.actor)
        self.w._finish(commands)

    def _mask(self, key: str, way: str) -> None:
        w = self.w
        kind = w.states[key].kind
        if self.manners.no_masks and not kind.startswith("card"):
            return
        piece = w.table.pieces[key]
        before = piece.game_piece
        side = "us" if kind.startswith(("card_us", "us_")) else "filipino"
        owner = w.game.sides[side].name if way == "down" else "null"
        traits = tuple(
            one.but(obscured_by=owner) if isinstance(one, Mask) else one for one in before.traits
        )
        after = before.but(traits=traits).at(piece.map, piece.x, piece.y, piece.id)
        if after.state_text() != piece.state:
            w.step([c.ChangePiece(id=piece.id, state=after.state_text(), old_state=piece.state)])

    def _habits(self, group: list[tuple[int, Event]]) -> None:
        """What people do besides."""
        w = self.w
        if self.often(self.manners.talk):
            who = self.chance.choice(tuple(OWNER.values()))
            words = ("ok", "Hm.", "Your turn?", "I think that is right.", "wait", "nice dice")
            w.step([c.Chat(message=f"<{who}> - {self.chance.choice(words)}")])
        rolls = any(event.what == "roll" for _, event in group)
        if rolls and self.often(self.manners.surplus):
            event = next(event for _, event in group if event.what == "roll")
            spoilt = event._replace(dice=tuple(self.chance.randint(1, 6) for _ in event.dice))
            w.step([c.Chat(message=self._dice(spoilt))])
            w.step([c.Chat(message=f"<{OWNER[event.side]}> - Ignore that die, I pressed twice.")])


def _keys(group: list[tuple[int, Event]]) -> set[str]:
    return {key for _, event in group for key in event.keys}


def _groups(events: list[Event]) -> Iterator[list[int]]:
    """The numbers of events that are one step."""
    found: list[int] = []
    for n, event in enumerate(events):
        if found and event.group and event.group == events[found[-1]].group:
            found.append(n)
            continue
        if found:
            yield found
        found = [n]
    if found:
        yield found


class Game(NamedTuple):
    """A war and its log."""

    war: War
    writer: LogWriter
    step: int
    """The step of the planted mistake, counted from 1; 0 without one."""
    manners: Manners


class Bench:
    """Builds the module once; plays and writes wars."""

    def __init__(self, folder: Path, game: str | Path = "amigos-insurrectos") -> None:
        self.folder = folder
        self.trial = Trial(game, None, folder)
        self._pieces: dict[str, list[Piece]] = {}

    def table(self, scenario: str) -> Table:
        """The engine's table for a set-up."""
        if scenario not in self._pieces:
            writer = self.trial.writer(SCENARIOS[scenario])
            self._pieces[scenario] = list(begin(writer).pieces.values())
        return Table(replace(piece) for piece in self._pieces[scenario])

    def war(self, seed: int, scenario: str, mistake: str = "", late: int = 0) -> War:
        """A war that has been played, without a log."""
        war = War(self.table(scenario), scenario, seed, mistake, late)
        war.play()
        return war

    def write(self, war: War, seed: int, tidy: bool = False) -> Game:
        """A war's log, kept by tidy people or by others."""
        chance = Random(seed * 7919 + 1)
        manners = TIDY if tidy else untidy(chance)
        writer = self.trial.writer(SCENARIOS[war.scenario])
        recorder = Recorder(writer, manners, chance)
        recorder.record(war.t.events)
        step = recorder.step_of.get(war.planted_at, 0) if war.planted else 0
        return Game(war, writer, step, manners)

    def play(self, seed: int, scenario: str = "", tidy: bool = False) -> Game:
        """A legal war and its log; the seed decides everything."""
        scenario = scenario or Random(seed).choice(list(SCENARIOS))
        return self.write(self.war(seed, scenario), seed, tidy)
