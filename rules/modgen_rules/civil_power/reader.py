"""Reads a log into acts: what was dragged, turned, marked, checked, rolled and said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field

from modgen.log.moments import Moment
from modgen.log.table import Piece, Table
from modgen.log.wording import folded, plain
from modgen.vassal.traits import Invisible
from modgen.vassal.turn_states import read_turn_state
from modgen_rules.civil_power.general_dice import due
from modgen_rules.civil_power.law.plan import FIRES, MOBS, RIVAL, SIDES, Plan
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import ATTACK_MARKERS
from modgen_rules.civil_power.reading.setting import setting_of
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act, spoilt_roll
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import GameStep, by_player, read_steps
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.open_log import OpenLog, scenario_named
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.record.talk import chosen
from modgen_rules.engine.record.unit_conditions import conditions

NOBODY = ("null", "")
CHECK = re.compile(
    r"^\W*(?P<who>[^:]*?):\s*(?P<check>[^:]+?):\s*(?P<unit>.+?) in (?P<cell>\S+?), "
    r"die (?P<die>\d+), with modifiers (?P<total>-?\d+), rating (?P<rating>\d+): "
    r"(?P<result>[^*]*?)\s*\W*$"
)
"""The line of a check: `Mob: Check morale: Line in W-E6, die 3, with modifiers 4, rating 4: ..`."""
SCENE = re.compile(r" in (?P<cell>[\w-]+), (?P<face>[^,*]+?)\s*\**\s*$")
"""The end of reports while an attack's marker is in a square: ` in W-E6, Round 1`."""
TOWN = "Town"
"""The map with the boards."""


@dataclass
class Reader:
    """Reads one log. A change outside any log begins a new record."""

    plan: Plan
    log: OpenLog
    _looks: dict[tuple[str, str], tuple[frozenset[str], bool]] = dataclass_field(
        default_factory=dict
    )

    def records(self) -> Iterator[Record]:
        """The stretches of the log."""
        log = self.log
        self.buttons = DiceButtons.of(log.games)
        self.sides = {side.name: side.id for game in log.games for side in game.sides.values()}
        self.shown = {one.id: one.name for one in self.plan.game.info.conditions}
        self.names = {
            name: key
            for game in log.games
            for key, one in game.piece_types.items()
            for name in (one.name, *(f"{one.name} ({face.name})" for face in one.faces))
        }
        states = log.tracker.begin()
        record = self._begin(states, log.timeline.go(0))
        for moment, step in read_steps(log.tracker, log.announcements):
            if step.number in log.timeline.between:
                _take_back(record)
                yield record
                record = self._begin(log.tracker.states, log.timeline.go(step.number))
                continue
            self._step(record, moment, step)
        _take_back(record)
        yield record

    def _begin(self, states: Mapping[str, PieceState], table: Table) -> Record:
        self.pieces = dict(states)
        self.conditions: dict[str, frozenset[str]] = {}
        self.hidden: set[str] = set()
        for key in states:
            found, hidden = self._look(table.pieces[key])
            if found:
                self.conditions[key] = found
            if hidden:
                self.hidden.add(key)
        rows = self._boards(table)
        setting = setting_of(self.plan, self.pieces, rows, scenario_named(table))
        self.field = self.plan.field(rows, setting.scenario, setting.rival)
        record = Record(field=self.field, from_start=setting.whole)
        record.phase = self._shown(*next(iter(table.turns.items()))) if table.turns else ""
        record.positions.append(
            Position(self.field, dict(self.pieces), dict(self.conditions), frozenset(self.hidden))
        )
        return record

    def _shown(self, tracker: str, state: str) -> str:
        """The phase that the tracker shows; the Rival's is the same before or after the Mob's."""
        return self.log.tracker.places.phase(tracker, state).replace("first_", f"{RIVAL}_")

    def _boards(self, table: Table) -> list[list[str]]:
        """The boards of the map in rows from the north."""
        boards = [one for one in self.plan.game.boards.values() if one.map == TOWN]
        ids = {one.name: one.id for one in boards}
        laid: dict[int, dict[int, str]] = {}
        for name, column, row in table.boards.get(TOWN, ()):
            known = ids.get(name.partition("/")[0])
            if known and column.isdigit() and row.isdigit():
                laid.setdefault(int(row), {})[int(column)] = known
        rows = [[laid[row][column] for column in sorted(laid[row])] for row in sorted(laid)]
        return rows or [[one.id for one in boards]]

    def _look(self, piece: Piece) -> tuple[frozenset[str], bool]:
        """The conditions of a piece, and whether its owner hides it."""
        known = (piece.type, piece.state)
        if known not in self._looks:
            hidden, found = False, frozenset[str]()
            if "emb2;" in piece.type or "hide;" in piece.type:
                look = piece.game_piece
                found = conditions(look)
                hidden = any(
                    isinstance(trait, Invisible) and trait.hidden_by not in NOBODY
                    for trait in look.traits
                )
            self._looks[known] = (found, hidden)
        return self._looks[known]

    # --- steps -------------------------------------------------------------------------------

    def _step(self, record: Record, moment: Moment, step: GameStep) -> None:
        table = self.log.timeline.table
        for collection, tracker, _, after in moment.changes if not step.undone else ():
            if collection == "turns" and after:
                shown = self._shown(tracker, after)
                turn = read_turn_state(after, counts=self.plan.game.info.turns is not None)
                number = str(turn.turn or "") if turn else ""
                self._note(record, Act(step.number, "phase", step.side, "", "", number, shown))
        record.undone |= step.undone and bool(self._touched(moment))
        if step.voids:
            self._void(record, step.voids)
        if not step.undone:
            self._talk(record, moment, step)
        for act in self._changes(step):
            self._note(record, act)
        if not step.undone:
            for act in self._looks_changed(moment, step, table):
                self._note(record, act)
        for one in step.said:
            self._note(record, Act(step.number, "said", one.side or step.side, said=one))
        for roll in (*step.rolls, *step.typed) if not step.undone else ():
            die = self.buttons.button(roll)
            if die is not None:
                seat = self.sides.get(roll.who) or step.side
                die = die or due(record, seat, len(roll.results))
                cell, face = self._scene(moment, roll.what)
                side = self._roller(roll.who, die) or step.side
                act = Act(step.number, "roll", side, "", die, cell, face, roll.results)
                self._note(record, act)

    def _talk(self, record: Record, moment: Moment, step: GameStep) -> None:
        """Take the lines of chat, and the checks that they report."""
        for line in moment.chat:
            said = plain(line)
            record.lines.append((len(record.acts), said))
            check = self._check(said, moment, step)
            if check:
                self._note(record, check)
            elif by_player(said):
                self._told_check(record, said)
                self._told_deed(record, step, said)

    def _roller(self, who: str, die: str) -> str:
        """The side in `Ann (Rival Mob)` or `Rival Mob (Ann)`; empty when it is not clear.

        One who plays for all is `Solo (all sides) (Rival Mob)`.
        Who plays for all sides presses each side's own die; a Rival Mob has the Mob's.
        """
        name = who.rstrip(")")
        side = self.sides.get(name.partition(" (")[0], "")
        own = (die in MOBS) == (side in MOBS)
        return self.sides.get(name.rpartition(" (")[2]) or (side if own else "")

    def _void(self, record: Record, ago: int) -> None:
        """The last dice, or those before them, do not count, as the players say."""
        n = spoilt_roll(record.acts, ago)
        if n is not None:
            record.acts[n] = record.acts[n]._replace(what="void")

    def _note(self, record: Record, act: Act) -> None:
        now = record.positions[-1]
        record.acts.append(act)
        if act.what in ("move", "face", "level"):
            now = replace(now, pieces=dict(self.pieces), earlier=now, changed=act.piece)
        elif act.what in ("condition", "half"):
            conditions = dict(self.conditions)
            now = replace(now, conditions=conditions, earlier=now, changed=act.piece)
        elif act.what == "hide":
            hidden = frozenset(self.hidden)
            now = replace(now, hidden=hidden, earlier=now, changed=act.piece)
        record.positions.append(now)

    def _changes(self, step: GameStep) -> Iterator[Act]:
        tracks = self.plan.game.tracks
        for change in step.changes:
            known = change.after or change.before
            if known is None:
                continue
            key, before, after = change.piece, self.pieces.get(change.piece), change.after
            # A piece that was deleted stays known, but is nowhere.
            self.pieces[key] = after or known._replace(place="")
            if before and after and before.face != after.face and not self._put_away(before, after):
                yield Act(step.number, "face", step.side, key, known.kind, before.face, after.face)
            source, target = before.place if before else "", after.place if after else ""
            if source == target:
                continue
            if target.partition(":")[0] in tracks:
                ends = (source.partition(":")[2], target.partition(":")[2])
                yield Act(step.number, "level", step.side, key, known.kind, *ends)
            else:
                yield Act(step.number, "move", step.side, key, known.kind, source, target)

    def _put_away(self, before: PieceState, after: PieceState) -> bool:
        """Whether a marker goes to its box, which turns it to its first face."""
        piece = self.plan.game.piece_types[after.kind]
        return piece.turns_back and before.place != after.place == piece.home

    def _looks_changed(self, moment: Moment, step: GameStep, table: Table) -> Iterator[Act]:
        for key in self._touched(moment):
            piece, state = table.pieces.get(key), self.pieces.get(key)
            if piece is None or state is None:
                continue
            found, hidden = self._look(piece)
            if state.kind not in self.plan.units:
                if found != self.conditions.get(key, frozenset()):
                    self.conditions[key] = found
                    yield Act(step.number, "half", step.side, key, state.kind)
                continue
            old = self.conditions.get(key, frozenset())
            for one in sorted(found ^ old):
                now = self.conditions.get(key, frozenset()) ^ {one}
                self.conditions[key] = now
                way = ("off", "on") if one in found else ("on", "off")
                yield Act(step.number, "condition", step.side, key, state.kind, way[1], one)
            if hidden != (key in self.hidden):
                (self.hidden.add if hidden else self.hidden.discard)(key)
                ways = ("seen", "hidden") if hidden else ("hidden", "seen")
                yield Act(step.number, "hide", step.side, key, state.kind, *ways)

    def _touched(self, moment: Moment) -> list[str]:
        """The pieces that a step changed."""
        return list(
            dict.fromkeys(key for collection, key, _, _ in moment.changes if collection == "pieces")
        )

    def _check(self, line: str, moment: Moment, step: GameStep) -> Act | None:
        """The act of a morale check that a line reports."""
        match = CHECK.match(line) if " die " in line else None
        if match is None:
            return None
        name = match["unit"].strip()
        kind, cell = self._kind(name), match["cell"]
        shown = frozenset(key for key, word in self.shown.items() if f"({word})" in name)
        changed = [
            key
            for key in self._touched(moment)
            if key in self.pieces and self.pieces[key].kind in self.plan.units
        ]
        alike = [
            key
            for key, one in self.pieces.items()
            if one.kind == kind
            and one.place.partition("@")[0] == cell
            and self.conditions.get(key, frozenset()) == shown
        ]
        piece = changed[0] if len(changed) == 1 else alike[0] if len(alike) == 1 else ""
        dice = (int(match["die"]), int(match["total"]), int(match["rating"]))
        result = SCENE.sub("", match["result"]).strip()
        return Act(step.number, "check", step.side, piece, kind, cell, result, dice)

    def _told_check(self, record: Record, line: str) -> None:
        """A die rolled for a check that a player tells just after it: it is no other die then."""
        n = spoilt_roll(record.acts, 1)
        if n is None:
            return
        act = record.acts[n]
        one = act.kind in SIDES and len(act.dice) == 1
        told = record.orders.checked(line, act.dice[0]) if one else None
        if told is None:
            return
        mention, total = told
        at = record.positions[-1]
        found = [
            one
            for cell in mention.places
            for one in at.at(cell)
            if not mention.kinds or one.kind in mention.kinds
        ]
        named = [one for one in found if folded(self.plan.game.piece_types[one.kind].name) in line]
        found = named or found
        if len({(one.kind, one.cell) for one in found}) != 1:
            return
        unit = found[0]
        rating = self.plan.morale(unit.kind, unit.face) or 0
        record.acts[n] = act._replace(
            what="check",
            piece=unit.key if len(found) == 1 else "",
            kind=unit.kind,
            source=unit.cell,
            target="",
            dice=(act.dice[0], total, rating),
        )

    def _told_deed(self, record: Record, step: GameStep, line: str) -> None:
        """What a side does in the Shock combat whose marker lies on the boards."""
        names = line.partition(">")[0].strip("<)").split(" (")
        side = next((self.sides[one] for one in names if one in self.sides), step.side)
        deed = chosen(self.plan.game, line, f"{side}_shock")
        cells = frozenset(record.positions[-1].cells_with("shock_combat"))
        if deed and cells:
            said = Announcement(side, {"deed": deed}, {"shock_in": cells})
            self._note(record, Act(step.number, "said", side, said=said))

    def _kind(self, name: str) -> str:
        """The kind of a unit by its displayed name, which may end with its conditions."""
        while name and name not in self.names:
            name = name.rpartition(" (")[0]
        return self.names.get(name, "")

    def _scene(self, moment: Moment, what: str) -> tuple[str, str]:
        """The square and the face of the attack marker at the end of a report of dice."""
        for line in moment.chat:
            if what in line:
                match = SCENE.search(plain(line))
                if match:
                    return match["cell"], match["face"]
        return "", ""


def _take_back(record: Record) -> None:
    """Drags that were taken back at once, by hand or with undo, are no moves."""
    _forget_scenes(record)
    drags: dict[str, list[int]] = {}
    for n, act in enumerate(record.acts):
        if act.what in ("phase", "roll", "check"):
            drags.clear()
        if act.what != "move":
            continue
        trail = drags.setdefault(act.piece, [])
        first = record.acts[trail[-1]] if trail and n - trail[-1] <= windows.SOON else None
        if first is not None and (first.source, first.target) == (act.target, act.source):
            for at in (trail.pop(), n):
                record.acts[at] = record.acts[at]._replace(what="tried")
            continue
        trail.append(n)


def _forget_scenes(record: Record) -> None:
    """Dice are of no attack whose marker was left lying when it was over.

    It is over when the marks of its units are taken off, or the tracker is stepped on.
    """
    used = left = False
    for n, act in enumerate(record.acts):
        if act.kind in ATTACK_MARKERS:
            used = left = False
        elif act.what == "roll" and act.source:
            if left:
                record.acts[n] = act._replace(source="", target="")
            used = True
        elif act.what == "move" and act.kind == "gas":
            used = True
        elif act.what == "phase" or (act.source, act.target) == ("off", FIRES):
            left = left or used
