"""Why a turn is illegal, in words: what happened, where, what was seen and what was expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.engine.reading.explain import core
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.engine.reports.findings import listed
from modgen_rules.people_power.judging.wording import (
    changed,
    cubes_gone,
    done_in,
    name_of,
    number_of_pieces,
    rightly_changed,
    story,
    went,
)
from modgen_rules.people_power.law.actions import ACTIONS, ACTIVITIES, OPERATIONS
from modgen_rules.people_power.law.conditions import unmet
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.spaces import ELSEWHERE
from modgen_rules.people_power.law.state import AID, FACTIONS, FORCES, GOV, PATRONAGE, Space
from modgen_rules.people_power.reading.strays import MOVERS
from modgen_rules.people_power.reading.totals_check import wrong_tracks
from modgen_rules.people_power.reading.turn import EVENTS, Moved, Reading, Turn, bases_elsewhere

MARKED = ("1.8.1.b", "1.8.2.b")
"""The clauses of markers that no part of an action accounts for."""
FOR_BASE = ("3.2.1.f", "3.3.1.b", "3.4.1.b")
"""The clauses by which a Base replaces other pieces."""
TRACKS = {
    AID: frozenset({"3.2.3.f", "3.2.4.f", "4.2.1.c", "4.2.3.b", "1.9.b"}),
    PATRONAGE: frozenset(
        {"4.2.1.b", "4.2.3.b", "4.3.2.d", "4.4.3.e", "3.4.3.e", "1.9.c", "3.2.1.h"}
    ),
    GOV: frozenset({"3.2.1.h"}),
}
"""The clauses about each track; all others are about the Factions' Resources."""
TURNED = "4.2.2.e"
"""The clause against a Guerrilla that is turned over as it is driven out."""
ADJACENT = frozenset({"3.4.2.b", "3.3.2.a", "4.2.2.c"})
"""Clauses by which pieces move to an adjacent space."""
MOVEMENT = ADJACENT | {"3.2.2.c", "3.2.2.b", "3.4.2.c", "3.1.2", TURNED}
"""Clauses about where pieces go: their findings name the pieces' way."""
STRAYS = ("1.5.1.g", "3.1.b")
"""Clauses of moves that the actions of a Faction never make."""


class Cause(NamedTuple):
    """One cause of a finding: its clause, what happened, what is and what should be."""

    clause: str
    message: str
    expected: str = ""
    observed: str = ""
    one_of: tuple[str, ...] = ()


class Causes:
    """Why a turn is illegal, by its best readings."""

    def __init__(self, game: Game, turn: Turn, readings: Sequence[Reading]) -> None:
        self.game, self.turn, self.readings = game, turn, readings
        self.reading = readings[0]
        self.event = self.reading.option in EVENTS
        self.passed = self.reading.option == PASS
        self.picks = self.reading.explanation.picks
        self.names = turn.board.names
        self.spaces = list(zip(turn.before.spaces, turn.after.spaces, strict=True))
        self.story = story(game, turn, self.reading)

    def found(self) -> list[Cause]:
        """A cause for each clause that all the best readings break.

        What a referee would cite comes first: a condition of what was done, then wrong numbers of
        pieces, then prices and tracks, then what follows from these.
        """
        best = self.reading
        sure = core([one.explanation._replace(broken=one.broken) for one in self.readings])
        one_of = () if sure else tuple(one.broken[0] for one in self.readings if one.broken)
        found: dict[str, Cause] = {}
        for clause in sorted(sure or best.broken[:1], key=self._weight):
            cause = Cause(self._own_clause(clause), *self._cause(clause), one_of)
            found.setdefault(cause.message, cause)  # one finding for each cause
        return list(found.values())

    def _weight(self, clause: str) -> int:
        """How far down a clause stands among the causes of one turn."""
        if clause in self.reading.extra or clause.startswith("1.4.1"):
            return 0
        if clause.startswith(("1.5.1", "1.6.1", "1.8", "1.5.3", "1.9")):
            return 3
        return 1 if self._places(clause) else 2

    def _places(self, clause: str) -> list[int]:
        """The spaces in which a clause is broken."""
        return [n for n, pick in enumerate(self.picks) if clause in pick.broken]

    def _name(self, id_: str | None) -> str:
        return name_of(self.game, id_ or "")

    def _unmet(self, clause: str, n: int) -> str:
        """`, which is at Support`: the condition of a clause that a space does not meet."""
        return unmet(clause, *self.spaces[n], self.turn.board.city[n])

    # --- the clause -------------------------------------------------------------------------------

    def _own_clause(self, clause: str) -> str:
        """The clause that a referee would cite for what no part of the action accounts for."""
        operation = self.reading.operation
        elsewhere = clause in ELSEWHERE.values() or (self.event and clause == "5.1.a")
        if clause in self.reading.extra or not elsewhere:
            return clause
        if marker := self._of_marker(clause):
            return marker
        if self.event or operation is None:
            return "5.1.a" if self.event else "2.3.4.a"
        does = OPERATIONS[operation].does
        if clause in MARKED:
            marks = OPERATIONS[operation].blame.keys() & {"terror", "protest", "strike"}
            return does if marks else "3.1.b"
        if clause != "3.1.b":
            return clause
        stories = {name for n in self._places(clause) for name in self.picks[n].story}
        own = "4.4.3.c" if "ambush" in stories else does if operation in stories else clause
        return self._of_removal() or own

    def _of_removal(self) -> str:
        """The clause of an action that takes pieces off the map, where they went to a space."""
        for one in self.turn.moved:
            if "3.1.b" not in self.picks[one.target].broken:
                continue
            acts = [ACTIONS[name] for name in self.picks[one.origin].story if name in ACTIONS]
            for act in acts:
                if one.kind in act.blame and act.leave is None:
                    return act.blame[one.kind]
        return ""

    def _of_marker(self, clause: str) -> str:
        """The clause of a Protest or Strike that stands without a piece of its Faction."""
        for n in self._places(clause) if clause in (*MARKED, "5.1.a") else ():
            reached, space = self.picks[n].reached, self.turn.after.spaces[n]
            right = reached if isinstance(reached, Space) else Space()
            if space.strike > right.strike and not space.npa:
                return "1.8.2.d"
            if space.protest > right.protest and not space.reformers:
                return "1.8.2.c"
        return ""

    # --- what happened, what was expected, what the log shows -------------------------------------

    def _cause(self, clause: str) -> tuple[str, str, str]:
        places = self._places(clause)
        if not places:
            return self._of_strays(clause) or self._of_sums(clause)
        wrong = [self._wrongly_changed(n) for n in places]
        cubes = [self._cubes_placed(n) for n in places] if clause == "3.2.1.c" else [""]
        seen = "; ".join(cubes if all(cubes) else [told for _, told in wrong if told])
        plain = "; ".join(told for told, _ in wrong if told) or seen
        if seen and (why := self._whose(clause, plain, seen)):
            return why, "", seen
        moves = ""
        if clause in MOVEMENT:
            moves = self._moves(self.turn.moved, places, clause)
            moves += " and was turned over" if moves and clause == TURNED else ""
        sure = all(self._unmet(clause, n) for n in places)
        nowhere = all(self.picks[n].reached is None for n in places)
        if not moves and (nowhere or (sure and not clause.startswith("1."))):
            return self._condition(clause, places), "", seen
        return moves or seen or listed([self.names[n] for n in places]), "", seen

    def _wrongly_changed(self, n: int) -> tuple[str, str]:
        """What is wrong in a space, without and with what should be; all if nothing is."""
        (before, after), reached = self.spaces[n], self.picks[n].reached
        start, board = rightly_changed(before, after, reached), self.turn.board
        return changed(board, n, start, after), changed(board, n, start, after, reached)

    def _cubes_placed(self, n: int) -> str:
        """`5 cubes were placed in Cebu (4 Troops and 1 Police), but only 4 are allowed`."""
        (before, after), right = self.spaces[n], self.picks[n].reached
        troops, police = after.troops - before.troops, after.police - before.police
        allowed = right.cubes - before.cubes if isinstance(right, Space) else 0
        if min(troops, police) < 1 or not 0 < allowed < troops + police:
            return ""
        placed = f"{troops + police} cubes were placed in {self.names[n]}"
        return f"{placed} ({troops} Troops and {police} Police), but only {allowed} are allowed"

    def _of_strays(self, clause: str) -> tuple[str, str, str] | None:
        """Pieces that no action moves, or what moved in a turn in which a Faction passed."""
        if clause not in self.reading.extra:
            return None
        if self.passed:
            moved = self._moves(self.turn.moved)
            return f"{moved or self._everything()}, though the Faction passed", "", moved
        strays = self._moves(self._never_moved(clause)) if clause in STRAYS else ""
        why = ", which no action of this turn explains" if clause == "3.1.b" else ""
        return (strays + why, "", "") if strays else None

    def _never_moved(self, clause: str) -> Sequence[Moved]:
        """The pieces that went from space to space and that the Faction never moves so."""
        moved = self.turn.moved
        if clause == "1.5.1.g":
            return [one for one in moved if one.kind not in MOVERS] or [*bases_elsewhere(self.turn)]
        return [one for one in moved if self.turn.actor not in MOVERS.get(one.kind, ())] or moved

    def _whose(self, clause: str, plain: str, seen: str) -> str:
        """What changed, and which die, Pass or Operation it does not fit; or nothing."""
        if clause == "3.4.3.c" and self.turn.rolls:
            return f"{self._dice_differ()}: {seen}"
        if self.passed:
            return f"{plain}, though the Faction passed"
        operation = self.reading.operation
        if clause == "3.1.b" and operation:
            at = self._used().get(operation)
            where = f" in {listed(at)}" if at else ""
            return f"{plain}, which is not part of {self._name(operation)}{where}"
        return ""

    def _condition(self, clause: str, places: Sequence[int]) -> str:
        """`Rally in Cebu, which is at Support, placed 1 Underground Guerrilla`.

        The action is that whose condition is not met, by the section of its clause.
        """
        stories = {name for n in places for name in self.picks[n].story}
        section, operation = clause.rsplit(".", 1)[0], self.reading.operation or ""
        known = sorted({operation, *stories} & {*ACTIONS})
        action = next(
            (name for name in known if ACTIONS[name].section == section),
            operation if operation in stories else "",
        )
        whole = self._name(action) if action else "the Event" if self.event else "the turn"
        said = []
        for n in places:
            why = self._unmet(clause, n)
            if clause.endswith(".a") and action and len({*ACTIONS} & stories) > 1:
                # It must not take place here, and not all that changed is its doing.
                said.append(f"{whole} was used in {self.names[n]}{why}")
                continue
            acts = [name for name in self.picks[n].story if name in ACTIONS]
            done = listed([self._name(name) for name in acts]) if action in acts else whole
            did = done_in(*self.spaces[n]) or "changed nothing"
            if clause in FOR_BASE and did.startswith("placed") and "Base" in did:
                did += " and removed no piece for it"
            said.append(f"{done} in {self.names[n]}{why}{',' if why else ''} {did}")
        return "; ".join(said)

    def _of_sums(self, clause: str) -> tuple[str, str, str]:
        """What is wrong with tracks, with dice or with a number of pieces or spaces."""
        turn, explanation = self.turn, self.reading.explanation
        if clause in ("3.4.3.c", "3.4.3.f") and turn.rolls:
            nobody = "a die shows 1, and no Guerrilla was placed"
            said = nobody if clause == "3.4.3.f" else self._dice_differ()
            return f"{said} ({self.story})", "", self._dice()
        if clause == "3.2.2.b" and (cubes := cubes_gone(self.game, turn.before, turn.after)):
            return cubes, "", ""
        wrong = wrong_tracks(turn, self.reading)
        if {*explanation.broken} - {one for pick in self.picks for one in pick.broken} != {clause}:
            wrong = {one: by for one, by in wrong.items() if one in _tracks_of(clause)} or wrong
        price = self._price() if turn.actor in wrong else ""
        message = "; ".join(self._track(*one, bool(price)) for one in wrong.items())
        if len(wrong) == 1:
            ((track, by),) = wrong.items()
            seen = turn.after.track(track)
            return f"{price}{message}", str(seen - by), str(seen)
        if message:
            return f"{price}{message}", "", ""
        changes = self._everything()
        if self.event:
            return f"{self.story}: {changes or 'nothing changed'}", "", changes
        return self._too_much(clause, changes), "", ""

    def _track(self, track: str, over: int, priced: bool) -> str:
        """`Aid went from 2 to 1, but should stay at 2, as nothing in this turn changes it`."""
        sides = self.game.sides
        label = f"{sides[track].name} Resources" if track in sides else track.title()
        was, seen = (state.track(track) for state in (self.turn.before, self.turn.after))
        told = went(label, str(was), str(seen), str(seen - over))
        why = was == seen - over and not (priced and track == self.turn.actor)
        return f"{told}, as nothing in this turn changes it" if why else told

    def _price(self) -> str:
        """`Terror costs 1 and Extort gives 1: `: what an action does to its Faction's Resources."""
        effect = Effect(*self.reading.explanation.sums)
        operation, activity = self.reading.operation, self.reading.activity
        told = []
        if effect.cost and operation:
            price = effect.spaces * self.turn.board.limits.train_price
            civic = operation == "train" and effect.cost > price
            more = " with its Civic Action" if civic else ""
            told.append(f"{self._name(operation)}{more} costs {effect.cost}")
        if effect.gain and activity:
            told.append(f"{self._name(activity)} gives {effect.gain}")
        return f"{' and '.join(told)}: " if told else ""

    def _too_much(self, clause: str, changes: str) -> str:
        """An action that is too large for its option or is combined with a wrong one."""
        if clause == "4.1.a" and self.reading.operation is None:
            return f"{self.story} was carried out without an Operation"
        if clause in ("2.3.5.a", "4.1.a"):
            return f"the option {self._name(self.reading.option)} was used for {self.story}"
        if told := self._combined(clause):
            return told
        return f"{self.story}: {changes}" if changes else self.story

    def _combined(self, clause: str) -> str:
        """Two actions that do not go together, or one Special Activity in too many spaces."""
        used = self._used()
        told = {name: f"{self._name(name)} in {listed(places)}" for name, places in used.items()}
        operations = [text for name, text in told.items() if name in OPERATIONS]
        activities = [text for name, text in told.items() if name in ACTIVITIES]
        both = operations if clause == "3.1.b" else activities if clause == "4.1.e" else []
        if len(both) > 1:
            return f"{listed(both)} were used in one turn"
        if clause == "4.1.1" and activities and self.reading.operation:
            verb = "was" if len(activities) == 1 else "were"
            return f"{listed(activities)} {verb} used with {self._name(self.reading.operation)}"
        section = clause.rsplit(".", 1)[0]
        for name, places in used.items():
            if name in ACTIVITIES and ACTIONS[name].section == section and len(places) > 1:
                return f"{self._name(name)} was used in {len(places)} spaces, {listed(places)}"
        return ""

    def _used(self) -> dict[str, list[str]]:
        """The names of the spaces of each action."""
        used: dict[str, list[str]] = {}
        for action in ACTIONS:
            for name, pick in zip(self.names, self.picks, strict=True):
                if action in pick.story:
                    used.setdefault(action, []).append(name)
        return used

    def _dice_differ(self) -> str:
        """What the dice of an Attack show, which does not fit."""
        if len(self.turn.rolls or ()) == 1:
            return f"the die shows {self._dice()}, which does not fit what was done"
        return f"the dice show {self._dice()}, which do not fit what was done"

    def _dice(self) -> str:
        return listed([str(die) for die in self.turn.rolls or ()])

    def _everything(self) -> str:
        """All that changed in the spaces."""
        said = [changed(self.turn.board, n, *pair) for n, pair in enumerate(self.spaces)]
        return "; ".join(one for one in said if one)

    def _moves(self, moved: Sequence[Moved], places: Sequence[int] = (), clause: str = "") -> str:
        """`1 Guerrilla moved from Cebu to Davao`, for pieces that left or reached some spaces.

        With the condition of a clause that the space they left does not meet, or that they ended in
        a space that is not adjacent.
        """
        flows = Counter(
            (one.kind, one.origin, one.target)
            for one in moved
            if one.kind in FORCES and (not places or one.origin in places or one.target in places)
        )
        names, near = self.names, self.turn.board.near
        said = []
        for (kind, a, b), number in sorted(flows.items()):
            why = self._unmet(clause, a)
            left = f"{number_of_pieces(self.game, kind, number)} moved from {names[a]}{why}"
            far = ", which is not adjacent" if clause in ADJACENT and b not in near[a] else ""
            said.append(f"{left}{',' if why else ''} to {names[b]}{far}")
        return "; ".join(said)


def _tracks_of(clause: str) -> Collection[str]:
    """The tracks that a clause is about."""
    found = [track for track, clauses in TRACKS.items() if clause in clauses]
    return found or ((*FACTIONS, AID, PATRONAGE) if clause.startswith("5.") else FACTIONS)
