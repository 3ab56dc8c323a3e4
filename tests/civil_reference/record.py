"""Writes a game as a log of the module, the way people record one; tidy or untidy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from modgen.vassal import commands as c
from modgen.vassal.stream import Node
from modgen.vassal.traits import DynamicProperty, Layer, Rotate
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.civil_reference.figures import RATINGS, scenario
from tests.civil_reference.riot import MOB_KINDS, Riot
from tests.civil_reference.table import Event, Piece, Table

NAMES = {"suppressed": "Suppressed", "second_level": "2nd Level", "fires": "Fires"}
CONDITIONS = ("suppressed", "second_level", "fires")
SIDES = ("n", "e", "s", "w")
PHASES_OF = {"mob": "mob", "first": "rival", "rival": "rival", "police": "police"}
WORDS = (
    "ok",
    "Hm.",
    "Your turn?",
    "I think that is right.",
    "wait",
    "nice dice",
    "brb",
    "sure",
    "What a mess.",
    "They never run when they should.",
)


class Names(dict[str, str]):
    """Names of places; an area's name is its id."""

    def __missing__(self, key: str) -> str:
        return key.partition("@")[0]


class Manners(NamedTuple):
    """How a table keeps its record; every share is from 0 to 1."""

    staged: float = 0.0
    """Stacks dragged piece by piece, or drags by way of another area of the path."""
    undone: float = 0.0
    """A wrong drag before the right one, taken back with undo or by hand."""
    talk: float = 0.0
    surplus: float = 0.0
    """A die for nothing, said so."""
    late: float = 0.0
    """Losses taken off some steps after the dice."""
    unmarked: float = 0.0
    """Attacks without the marker and without `Fires`."""
    left: float = 0.0
    """Markers left where they are until the next attack."""
    other_die: float = 0.0
    """Dice rolled with the other side's button."""
    no_tracker: bool = False
    """The turn tracker forgotten in some phases."""
    one_seat: bool = False
    """One player at `Solo (all sides)` does everything."""
    plain_checks: float = 0.0
    """Morale Checks rolled with the side's die and marked by hand."""
    unbooked: bool = False
    """No casualties on the tracks."""
    no_sheet: bool = False
    """Nothing announced on the sheet."""
    begins: int = 0
    """The number of events after which the record begins."""


TIDY = Manners()


def untidy(chance: Random) -> Manners:
    """A table's habits."""
    return Manners(
        chance.choice((0.0, 0.2, 0.4)),
        chance.choice((0.0, 0.04, 0.08)),
        chance.choice((0.0, 0.05, 0.15)),
        chance.choice((0.0, 0.03)),
        chance.choice((0.0, 0.3)),
        chance.choice((0.0, 0.0, 0.15, 0.5)),
        chance.choice((0.0, 0.0, 0.4)),
        chance.choice((0.0, 0.0, 0.1)),
        chance.random() < 0.25,
        chance.random() < 0.5,
        chance.choice((0.0, 0.0, 0.2)),
        False,
        chance.random() < 0.5,
        chance.choice((0, 0, 0, 1)),
    )


def begin(writer: LogWriter) -> Table:
    """The engine's table for a log's."""
    return Table(
        Piece(key, state.kind, state.face, state.place) for key, state in writer.states.items()
    )


def spent(scenario_name: str, side: str, writer: LogWriter) -> int:
    """The points of a force, without what the scenario gives for nothing."""
    costs = {"gas_gun": 5, "barricade": 2}
    total = 0
    for state in writer.states.values():
        if state.place == f"force_{side}":
            cost = RATINGS.get((state.kind, state.face))
            total += costs.get(state.kind) or (cost.cost if cost else 0)
        stores = {"mob": ("molotovs", 3), "rival": ("molotovs_2", 3), "police": ("grenades", 2)}
        if state.kind == stores[side][0]:
            total += stores[side][1] * int(state.place.partition(":")[2])
    for forces in scenario(scenario_name)["forces"]:
        if forces["side"] == side:
            for kind, number in forces.get("units", {}).items():
                face = next((one for name, one in RATINGS if name == kind), "")
                each = {"gas_grenade": 2, "molotov": 3, **costs}.get(kind)
                total -= number * (each or RATINGS[kind, face].cost)
    return total


class Recorder:
    """Does events on a log."""

    def __init__(self, writer: LogWriter, manners: Manners, chance: Random, riot: Riot) -> None:
        self.w = writer
        self.manners = manners
        self.chance = chance
        self.riot = riot
        self.step_of: dict[int, int] = {}
        self.side = "mob"
        self.scene = ""
        self.skipped: set[str] = set()
        game = writer.game
        self.named = Names({space.id: space.name for space in game.spaces.values()})
        self.ways = {
            (pad.side or "", one.id): (pad, field, one)
            for pad in game.info.declarations
            for field in pad.fields
            for one in field.choices
        }
        self.silent = False
        """The attack that is on is not marked."""
        self.firing: set[str] = set()
        self.wait: list[tuple[int, int, Event]] = []
        if manners.no_tracker:
            names = [one for one in game.phases if not one.endswith("_fire")]
            self.skipped = {one for one in names if chance.random() < 0.4}
        if manners.one_seat:
            name = next(iter(game.sides.values())).name
            writer.step([c.AddPlayer(id="solo", name=name, side="Solo (all sides)")])
            writer.player_ids = dict.fromkeys((*game.sides, ""), "solo")
            writer.seat = "Solo (all sides)"

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    @property
    def who(self) -> str:
        """How a report begins."""
        return self.w.seat or self.w.game.sides[self.side].name

    def label(self, key: str) -> str:
        """A piece's name with its face and conditions."""
        state = self.w.states[key]
        kind = self.w.game.piece_types[state.kind]
        told = kind.name
        face = next((one.name for one in kind.faces if one.id == state.face), "")
        if face:
            told += f" ({face})"
        layers = {
            trait.name: trait.level
            for trait in self.w.table.pieces[key].game_piece.traits
            if isinstance(trait, Layer)
        }
        for one in CONDITIONS:
            if layers.get(f"Condition_{one}", -1) > 0:
                told += f" ({NAMES[one]})"
        return told

    # --- the order of things ------------------------------------------------------------------

    def record(self, events: list[Event]) -> None:
        """Write all events; `step_of` gives each one's step, counted from 1."""
        for n, event in enumerate(events):
            losses = event.what == "move" and event.place.startswith("lost_")
            if losses and self.often(self.manners.late):
                self.wait.append((n + self.chance.randint(2, 5), n, event))
                continue
            keys = set(event.keys)
            strict = event.what in ("phase", "button") or event.text.startswith("round")
            for one in [*self.wait]:
                if n >= one[0] or strict or keys & set(one[2].keys):
                    self.wait.remove(one)
                    self.one(one[2])
                    self.step_of[one[1]] = max(len(self.w.steps), 1)
            self.habits(event)
            self.one(event)
            self.step_of[n] = max(len(self.w.steps), 1)
        for one in self.wait:
            self.one(one[2])
            self.step_of[one[1]] = len(self.w.steps)

    def habits(self, event: Event) -> None:
        """What people do besides."""
        if self.often(self.manners.talk):
            who = self.chance.choice([one.name for one in self.w.game.sides.values()])
            self.w.step([c.Chat(message=f"<{who}> - {self.chance.choice(WORDS)}")])
        if event.what == "roll" and self.often(self.manners.surplus):
            spoilt = tuple(self.chance.randint(1, 6) for _ in event.dice)
            self.w.step([c.Chat(message=self.dice(event._replace(dice=spoilt)))])
            name = self.w.game.sides[event.side or self.side].name
            self.w.step([c.Chat(message=f"<{name}> - Ignore that die, I pressed twice.")])

    def one(self, event: Event) -> None:
        """One event."""
        match event.what:
            case "phase":
                self.scene = self.scene if self.often(1) else ""
                self.side = PHASES_OF.get(event.place.partition("_")[0], self.side)
                self.w.actor = self.side
                if event.place not in self.skipped:
                    self.w.step_tracker(event.place)
            case "move":
                self.drag(event)
            case "condition":
                if event.text == "fires" and self.marker_off(event):
                    return
                self.condition(event.keys[0], event.text, event.number)
            case "check":
                self.check(event)
            case "roll":
                self.w.actor = event.side or self.side
                self.w.step([c.Chat(message=self.dice(event))])
            case "face":
                self.face(event)
            case "turn":
                self.turn(event)
            case "deed":
                if not self.silent:
                    self.w.step([c.Chat(message=self.deed(event))])
            case "button":
                self.over(event.text)
            case "build":
                self.build(event)
            case "sheet":
                if not self.manners.no_sheet:
                    self.w.step([c.Chat(message=self.sheet(event))])
            case "say":
                name = self.w.game.sides[event.side or self.side].name
                self.w.step([c.Chat(message=f"<{name}> - {event.text}")])
            case _:
                raise ValueError(event.what)

    def marker_off(self, event: Event) -> bool:
        """Whether this attack is made without marks; decided when the first unit fires."""
        if not self.silent and self.often(self.manners.unmarked):
            self.silent = True
        return self.silent

    # --- pieces ------------------------------------------------------------------------------

    def change(self, key: str, said: str, **layers: int) -> None:
        """Set layers of a piece."""
        piece = self.w.table.pieces[key]
        before = piece.game_piece
        traits = tuple(
            trait.but(level=layers[trait.name])
            if isinstance(trait, Layer) and trait.name in layers
            else trait
            for trait in before.traits
        )
        self.w._change(piece, before.but(traits=traits), said)

    def condition(self, key: str, name: str, on: int) -> None:
        """Mark a unit or take the mark off."""
        before = self.label(key)
        place = self.named[self.w.states[key].place]
        after = f"{before} ({NAMES[name]})" if on else before.replace(f" ({NAMES[name]})", "")
        if after == before:
            return
        said = f"* {self.who} marks {before} in {place}: now {after} *"
        self.change(key, said, **{f"Condition_{name}": 1 if on else -1})
        if name == "fires":
            (self.firing.add if on else self.firing.discard)(key)

    def owner(self, event: Event) -> str:
        """Who drags."""
        kinds = {self.w.states[key].kind.removesuffix("_2") for key in event.keys}
        if event.place.startswith("lost") or not kinds & MOB_KINDS:
            return self.side
        return self.side

    def drag(self, event: Event) -> None:
        """Move a piece."""
        w, key, place = self.w, event.keys[0], event.place
        kind = w.states[key].kind
        w.actor = self.owner(event)
        if kind in ("fire_attack", "shock_combat"):
            self.attack(key, kind, place)
            return
        if self.manners.unbooked and kind[:3] in ("wia", "kia"):
            return
        start = w.states[key].place.partition("@")[0]
        if place.partition(":")[0] in w.game.tracks:
            w.move([key], place, said=f"* {self.who} moves {self.label(key)} *")
            return
        town = self.riot.town
        if start in town and place in town and self.often(self.manners.undone):
            wrong = [one for one in town.near(start) if one != place]
            w.move([key], self.chance.choice(wrong))
            if self.often(0.6):
                w.undo()
            else:
                w.move([key], start)
        w.move([key], place, said=self.moved(key, start, place))

    def moved(self, key: str, start: str, place: str) -> str:
        """The report of a drag."""
        names = {one.id: one.name for one in self.w.game.boxes.values()} | self.named
        if place.startswith("lost_"):
            return f"* {self.who} eliminates {self.label(key)} in {names.get(start, start)} *"
        return (
            f"* {self.who} moves {self.label(key)} from {names.get(start, start)} "
            f"to {names.get(place, place)} *"
        )

    def face(self, event: Event) -> None:
        """Turn a piece over; a marker of attacks speaks."""
        key = event.keys[0]
        kind = self.w.states[key].kind
        if kind == "fire_attack":
            if self.silent or self.w.states[key].face == event.text:
                return
            self.w.flip(key, event.text, self.fire_line(key) if self.at(key) else "")
        elif kind == "shock_combat":
            if self.silent:
                return
            self.w.flip(key, event.text)
            if self.at(key):
                self.w.steps[-1] = self.said(self.w.steps[-1], self.shock_line(key))
                self.scene = self.scene_of(key)
        elif self.w.states[key].face != event.text:
            self.w.flip(key, event.text)

    @staticmethod
    def said(node: Node, text: str) -> Node:
        """A step with a line of chat more."""
        return node._replace(children=(*node.children, Node(c.Chat(message=text).text)))

    def at(self, key: str) -> str:
        """The area of a marker, empty off the map."""
        place = self.w.states[key].place
        return place if place in self.riot.town else ""

    def turn(self, event: Event) -> None:
        """Turn a Barricade to a side of its area."""
        key = event.keys[0]
        piece = self.w.table.pieces[key]
        before = piece.game_piece
        number = SIDES.index(event.text)
        traits = tuple(
            trait.but(facing=number) if isinstance(trait, Rotate) else trait
            for trait in before.traits
        )
        place = self.named[self.w.states[key].place]
        said = f"* {self.who} turns {self.label(key)} in {place} to the side: {event.text} *"
        self.w._change(piece, before.but(traits=traits), said)

    # --- attacks -----------------------------------------------------------------------------

    def attack(self, key: str, kind: str, place: str) -> None:
        """Put the marker of Fire or Shock on an area."""
        if kind == "shock_combat" and self.often(self.manners.unmarked):
            self.silent = True
        if self.silent:
            return
        self.w.move([key], place)
        line = self.fire_line(key) if kind == "fire_attack" else self.shock_line(key)
        self.w.steps[-1] = self.said(self.w.steps[-1], line)
        self.scene = self.scene_of(key)

    def scene_of(self, key: str) -> str:
        """What dice and checks say of the attack that is on."""
        state = self.w.states[key]
        faces = self.w.game.piece_types[state.kind].faces
        face = next(one.name for one in faces if one.id == state.face)
        return f" in {self.named[state.place]}, {face}"

    def fire_line(self, key: str) -> str:
        """`DECLARE Fire`."""
        w = self.w
        state = w.states[key]
        face = next(
            one.name for one in w.game.piece_types["fire_attack"].faces if one.id == state.face
        )
        told = f"* DECLARE Fire | Fired on: {face} | At: {self.named[state.place]}"
        self.scene = self.scene_of(key)
        for side, name in (
            ("mob", "Mob fires with"),
            ("rival", "Rival fires with"),
            ("police", "Police fire with"),
        ):
            total, any_ = self.tally(side, "fire")
            if any_:
                told += f" | {name}: {total}"
        return told

    def tally(self, side: str, what: str, place: str = "") -> tuple[int, bool]:
        """The module's own sums: of units that fire, or of units in an area for Shock."""
        total, any_ = 0, False
        game = self.w.game
        for key, state in self.w.states.items():
            if (place and state.place.partition("@")[0] != place) or (
                what == "fire" and key not in self.firing
            ):
                continue
            kind = game.piece_types[state.kind]
            if kind.side != side or not kind.size_class:
                continue
            piece = self.w.table.pieces[key]
            layers = {
                one.name: one.level for one in piece.game_piece.traits if isinstance(one, Layer)
            }
            rating = Piece(key, state.kind, state.face, state.place).rating
            if what == "fire":
                if layers.get("Condition_fires", -1) > 0:
                    total, any_ = total + rating.fire, True
            elif layers.get("Condition_suppressed", -1) <= 0:
                total, any_ = total + rating.shock, True
        return total, any_ and total > 0

    def shock_line(self, key: str) -> str:
        """`DECLARE Shock`."""
        state = self.w.states[key]
        faces = self.w.game.piece_types["shock_combat"].faces
        face = next(one.name for one in faces if one.id == state.face)
        told = f"* DECLARE Shock | Round: {face} | In: {self.named[state.place]}"
        for side, name in (("mob", "Mob"), ("rival", "Rival"), ("police", "Police")):
            total, any_ = self.tally(side, "shock", state.place)
            if any_:
                told += f" | {name}: {total}"
        return told

    def deed(self, event: Event) -> str:
        """What a side does, or the way of an attack."""
        key = event.keys[0]
        kind = self.w.states[key].kind
        side = event.side if kind == "shock_combat" else ""
        place = self.named[self.w.states[key].place]
        pad, field, choice = self.ways[side, event.text]
        if kind == "fire_attack":
            owner = "police_way" if event.side == "police" else "mob_way"
            pad = next(one for one in self.w.game.info.declarations if one.id == owner)
            field = pad.fields[0]
            choice = next(one for one in field.choices if one.id == event.text)
            return f"* DECLARE {pad.name} | {field.name}: {choice.name} | At: {place}"
        head = self.w.game.sides[side].name
        return f"* DECLARE {head} | {field.name}: {choice.name} | In: {place}"

    def build(self, event: Event) -> None:
        """A unit's roll for Barriers."""
        key = event.keys[0]
        told = ", ".join(map(str, event.dice))
        place = self.named[self.w.states[key].place]
        said = f"{told} (hits: {event.dice.count(6)}): {self.label(key)} in {place}"
        self.w.step([c.Chat(message=f"* {self.who} rolls Build Barriers: {said} *")])

    def sheet(self, event: Event) -> str:
        """A line of the sheet: forces, set-up, result."""
        game = self.w.game
        pads = [one for one in game.info.declarations if one.marker == "sheet"]
        pad, field, choice = next(
            (pad, field, one)
            for pad in pads
            for field in pad.fields
            for one in field.choices
            if one.id == event.text
        )
        told = f"* DECLARE {pad.name} | {field.name}: {choice.name}"
        if event.text == "chosen":
            for side in ("mob", "rival", "police"):
                total = spent(self.riot.name, side, self.w)
                name = {"mob": "Mob", "rival": "Rival", "police": "Police"}[side]
                if not total:
                    continue
                told += f" | {name} points spent: {total}"
        elif event.text == "finished":
            for state in self.w.states.values():
                kind = game.piece_types[state.kind]
                if state.kind.startswith("option_") and state.face != "off":
                    face = next(one.name for one in kind.faces if one.id == state.face)
                    told += f" | {kind.name}: {face}"
        return told

    def over(self, button: str) -> None:
        """The buttons that end an attack."""
        w = self.w
        kind = "fire_attack" if button == "fire_over" else "shock_combat"
        if self.silent:
            self.silent = False
            return
        key = next(key for key, state in w.states.items() if state.kind == kind)
        if self.often(self.manners.left) and kind == "fire_attack":
            for one in sorted(self.firing):
                self.condition(one, "fires", 0)
            return
        commands: list[c.Command] = []
        for one in sorted(self.firing):
            if kind == "fire_attack":
                commands.append(self.without_fires(one))
                self.firing.discard(one)
        if self.at(key):
            commands += w._put(key, w.point(kind, "pool_attacks"), self.side)
        name = "Fire over" if kind == "fire_attack" else "Shock over"
        first = next(one.id for one in w.game.piece_types[kind].faces)
        if w.states[key].face != first:
            piece = w.table.pieces[key]
            traits = tuple(
                trait.but(level=1) if isinstance(trait, Layer) and trait.name == "Face" else trait
                for trait in piece.game_piece.traits
            )
            placed = piece.game_piece.but(traits=traits).at(piece.map, piece.x, piece.y, piece.id)
            command = c.ChangePiece(id=key, state=placed.state_text(), old_state=piece.state)
            w._apply(command)
            commands.append(command)
        self.scene = ""
        said = f"* {self.who}: {name} *"
        w._finish([*commands, c.Chat(message=said)] if commands else [c.Chat(message=said)])

    def without_fires(self, key: str) -> c.Command:
        """A unit that has done firing."""
        piece = self.w.table.pieces[key]
        traits = tuple(
            trait.but(level=-1)
            if isinstance(trait, Layer) and trait.name == "Condition_fires"
            else trait
            for trait in piece.game_piece.traits
        )
        placed = piece.game_piece.but(traits=traits).at(piece.map, piece.x, piece.y, piece.id)
        command = c.ChangePiece(id=key, state=placed.state_text(), old_state=piece.state)
        self.w._apply(command)
        return command

    # --- dice --------------------------------------------------------------------------------

    def dice(self, event: Event) -> str:
        """A report of dice."""
        w = self.w
        text = event.text
        if text in ("mob", "police") and self.often(self.manners.other_die):
            text = "police" if text == "mob" else "mob"
        button = next(one for one in w.game.info.dice if one.id == text)
        told = ", ".join(map(str, event.dice))
        if button.hits is not None:
            told += f" (hits: {sum(one >= button.hits for one in event.dice)})"
        elif button.id in ("tdn", "reinforcements", "crowds_move", "both"):
            told = f"{told.replace(', ', ',')} (sum {sum(event.dice)})"
        name = w.game.sides[event.side or self.side].name
        return f"* {w.seat or name} ({name}) rolls {button.name}: {told}{self.scene}"

    def check(self, event: Event) -> None:
        """A Morale Check by the unit's own menu."""
        w, key = self.w, event.keys[0]
        entry = next(one for one in w.game.info.checks if one.id == event.text)
        state = w.states[key]
        rating = Piece(key, state.kind, state.face, state.place).rating.morale
        shown, die = event.number, event.dice[0]
        found = entry.lost if shown >= 7 else (entry.fails if shown > rating else entry.passes)
        owner = self.riot.owner(Piece(key, state.kind, state.face, state.place))
        w.actor = owner
        if self.often(self.manners.plain_checks):
            name = w.game.sides[owner].name
            dice = next(one for one in w.game.info.dice if one.id == self.riot.die_of(owner))
            w.step(
                [
                    c.Chat(
                        message=f"* {w.seat or name} ({name}) rolls {dice.name}: {die}{self.scene}"
                    )
                ]
            )
            if shown > rating:
                self.condition(key, "suppressed", 1)
            return
        who = w.seat or w.game.sides[owner].name
        said = (
            f"* {who}: {entry.name}: {self.label(key)} in {self.named[state.place]}, die {die}, "
            f"with modifiers {shown}, rating {rating}: {found}{self.scene} *"
        )
        piece = w.table.pieces[key]
        before = piece.game_piece
        traits = []
        for trait in before.traits:
            if isinstance(trait, DynamicProperty) and trait.name == f"Die_{entry.id}":
                traits.append(trait.but(value=str(die)))
            elif (
                isinstance(trait, Layer) and trait.name == "Condition_suppressed" and shown > rating
            ):
                traits.append(trait.but(level=1))
            else:
                traits.append(trait)
        w._change(piece, before.but(traits=tuple(traits)), said)


class Game(NamedTuple):
    """A game and its log."""

    riot: Riot
    writer: LogWriter
    step: int
    """The step of the planted mistake, counted from 1; 0 without one."""
    manners: Manners
    turns: int
    """Player-turns that the log holds."""


class Bench:
    """Builds the module once; plays and writes games."""

    def __init__(self, folder: Path, game: str | Path = "civil-power") -> None:
        self.trial = Trial(game, None, folder)
        self._pieces: dict[str, list[Piece]] = {}

    def table(self, scenario: str) -> Table:
        """The engine's table for a set-up."""
        if scenario not in self._pieces:
            self._pieces[scenario] = list(begin(self.trial.writer(scenario)).pieces.values())
        return Table(replace(piece) for piece in self._pieces[scenario])

    def riot(
        self, seed: int, scenario: str, mistake: str = "", late: int = 1, turns: int = 99
    ) -> Riot:
        """A game that has been played, without a log."""
        riot = Riot(self.table(scenario), scenario, seed, mistake, late, turns)
        riot.play()
        return riot

    def write(self, riot: Riot, seed: int, tidy: bool = False) -> Game:
        """A game's log, kept by tidy people or by others."""
        chance = Random(seed * 7919 + 1)
        manners = TIDY if tidy else untidy(chance)
        writer = self.trial.writer(riot.name)
        recorder = Recorder(writer, manners, chance, riot)
        events = riot.t.events
        starts = [n for n, event in enumerate(events) if event.what == "phase"]
        cut = 0
        if manners.begins and not riot.planted and len(starts) > 40:
            cut = starts[chance.randint(12, len(starts) // 2)]
            recorder.record(events[:cut])
            later = LogWriter(
                writer.game, self.trial.rulebook.games, writer.table.copy(), writer.module
            )
            later.player_ids, later.seat = writer.player_ids, writer.seat
            recorder.w, writer = later, later
            recorder.record(events[cut:])
        else:
            recorder.record(events)
        step = recorder.step_of.get(riot.planted_at, 0) if riot.planted else 0
        told = events[cut:] if manners.begins and not riot.planted else events
        turns = sum(one.what == "phase" and one.place.endswith("recovery") for one in told)
        return Game(riot, writer, step, manners, turns)

    def play(self, seed: int, scenario: str, tidy: bool = False, turns: int = 99) -> Game:
        """A legal game and its log; the seed decides everything."""
        return self.write(self.riot(seed, scenario, turns=turns), seed, tidy)


def pieces_of(events: list[Event]) -> Iterator[str]:
    """The ids of the pieces that events name."""
    for event in events:
        yield from event.keys
