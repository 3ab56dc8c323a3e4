"""Reads a log into acts: what was dragged, turned, marked, checked, rolled and said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from modgen.log.moments import Moment
from modgen.log.table import Table
from modgen.log.wording import folded, plain
from modgen_rules.civil_power.general_dice import due
from modgen_rules.civil_power.law.plan import FIRES, MOBS, RIVAL, SIDES, Plan
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.phases import ATTACK_MARKERS
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.setting import setting_of
from modgen_rules.engine.reading.act_reader import ActReader
from modgen_rules.engine.reading.act_records import Act, spoilt_roll
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.game_steps import GameStep, by_player
from modgen_rules.engine.record.open_log import OpenLog, scenario_named
from modgen_rules.engine.record.talk import chosen
from modgen_rules.engine.record.unit_conditions import Look

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


class Reader(ActReader[Position, Record]):
    """Reads one log of a riot."""

    reads_told_dice = True

    def __init__(self, plan: Plan, log: OpenLog) -> None:
        super().__init__(plan.game, log)
        self.plan = plan

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """The kinds of units by their displayed names."""
        return {
            name: key
            for game in self.log.games
            for key, one in game.piece_types.items()
            for name in (one.name, *(f"{one.name} ({face.name})" for face in one.faces))
        }

    def records(self) -> Iterator[Record]:
        """The stretches of the log."""
        for record in super().records():
            _forget_scenes(record)
            record.take_back()
            yield record

    def begin(self, table: Table) -> Record:
        """A record with its first position."""
        rows = self._boards(table)
        setting = setting_of(self.plan, self.pieces, rows, scenario_named(table))
        field = self.plan.field(rows, setting.scenario, setting.rival)
        conditions = {key: one.conditions for key, one in self.looks.items() if one.conditions}
        position = Position(field, dict(self.pieces), conditions, self._hidden())
        return Record(field=field, from_start=setting.whole, positions=[position])

    def _hidden(self) -> frozenset[str]:
        return frozenset(key for key, one in self.looks.items() if one.hidden)

    def after(self, now: Position, act: Act) -> Position:
        """The position after an act."""
        match act.what:
            case "move" | "face" | "level":
                return replace(now, pieces=dict(self.pieces), earlier=now, changed=act.piece)
            case "condition":
                known = {**now.conditions, act.piece: self.looks[act.piece].conditions}
                return replace(now, conditions=known, earlier=now, changed=act.piece)
            case "mask":
                return replace(now, hidden=self._hidden(), earlier=now, changed=act.piece)
        return now

    def shown(self, tracker: str, state: str) -> str:
        """The phase that the tracker shows; the Rival's is the same before or after the Mob's."""
        return super().shown(tracker, state).replace("first_", f"{RIVAL}_")

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

    # --- chat and dice -----------------------------------------------------------------------

    def heard(self, record: Record, moment: Moment, step: GameStep, line: str) -> Iterator[Act]:
        """The checks that a line reports, or a deed in Shock combat."""
        check = self._check(line, moment, step)
        if check:
            yield check
        elif by_player(line):
            self._told_check(record, line)
            yield from self._told_deed(record, step, line)

    def own(self, side: str, die: str) -> bool:
        """Who plays for all presses each side's own die; a Rival Mob has the Mob's."""
        return not die or (die in MOBS) == (side in MOBS)

    def once(self, die: str) -> bool:
        """Many a unit attacks just after another one."""
        return die not in SIDES

    def purpose(self, record: Record, side: str, die: str, number: int) -> str:
        """The die that is due."""
        return due(record, side, number)

    def _check(self, line: str, moment: Moment, step: GameStep) -> Act | None:
        """The act of a morale check that a line reports."""
        match = CHECK.match(line) if " die " in line else None
        if match is None:
            return None
        name = match["unit"].strip()
        kind, cell = self._kind(name), match["cell"]
        words = self.game.info.conditions
        shown = frozenset(one.id for one in words if f"({one.name})" in name)
        changed = [
            key
            for key in dict.fromkeys(key for what, key, _, _ in moment.changes if what == "pieces")
            if key in self.pieces and self.pieces[key].kind in self.plan.units
        ]
        alike = [
            key
            for key, one in self.pieces.items()
            if one.kind == kind
            and one.place.partition("@")[0] == cell
            and self.looks.get(key, Look()).conditions == shown
        ]
        piece = changed[0] if len(changed) == 1 else alike[0] if len(alike) == 1 else ""
        dice = (int(match["die"]), int(match["total"]), int(match["rating"]))
        result = SCENE.sub("", match["result"]).strip()
        return Act(step.number, "check", step.side, piece, kind, cell, result, dice)

    def _told_check(self, record: Record, line: str) -> None:
        """A die rolled for a check that a player tells just after it: it is no other die then.

        The line may name only the kind of the unit, as in `Line checks: 3+1 = 4`.
        """
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
            for cell in mention.places or at.present
            for one in at.at(cell)
            if not mention.kinds or one.kind in mention.kinds
        ]
        named = [one for one in found if folded(self.plan.game.piece_types[one.kind].name) in line]
        found = named or found
        ratings = {self.plan.morale(one.kind, one.face) or 0 for one in found}
        if len({one.kind for one in found}) != 1 or len(ratings) != 1:
            return
        unit, rating = found[0], ratings.pop()
        cells = {one.cell for one in found}
        record.acts[n] = act._replace(
            what="check",
            piece=unit.key if len(found) == 1 else "",
            kind=unit.kind,
            source=unit.cell if len(cells) == 1 else "",
            target="",
            dice=(act.dice[0], total, rating),
        )

    def _told_deed(self, record: Record, step: GameStep, line: str) -> Iterator[Act]:
        """What a side does in the Shock combat whose marker lies on the boards."""
        side = self.speaker(line, step)
        deed = chosen(self.plan.game, line, f"{side}_shock")
        cells = frozenset(record.positions[-1].cells_with("shock_combat"))
        if deed and cells:
            said = Announcement(side, {"deed": deed}, {"shock_in": cells})
            yield Act(step.number, "said", side, said=said)

    def _kind(self, name: str) -> str:
        """The kind of a unit by its displayed name, which may end with its conditions."""
        while name and name not in self._names:
            name = name.rpartition(" (")[0]
        return self._names.get(name, "")

    def scene(self, moment: Moment, what: str) -> tuple[str, str]:
        """The square and the face of the attack marker at the end of a report of dice."""
        for line in moment.chat:
            if what in line:
                match = SCENE.search(plain(line))
                if match:
                    return match["cell"], match["face"]
        return "", ""


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
