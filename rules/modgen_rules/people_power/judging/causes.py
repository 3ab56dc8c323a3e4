"""Why a turn is illegal, in words: what happened, where, what was seen and what was expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.engine.reading.explain import Local, core
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.engine.reports.findings import listed
from modgen_rules.people_power.judging.conditions import unmet
from modgen_rules.people_power.judging.wording import (
    changed,
    cubes_gone,
    done_in,
    name_of,
    number_of_pieces,
    story,
    went,
    wrongly_changed,
)
from modgen_rules.people_power.law.actions import ACTIVITIES, OPERATIONS
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.spaces import ELSEWHERE
from modgen_rules.people_power.law.state import (
    AID,
    FACTIONS,
    FORCES,
    GOV,
    PATRONAGE,
    Space,
)
from modgen_rules.people_power.reading.strays import MOVERS
from modgen_rules.people_power.reading.totals_check import wrong_tracks
from modgen_rules.people_power.reading.turn import EVENTS, Moved, Reading, Turn, bases_elsewhere


class Cause(NamedTuple):
    """One cause of a finding: its clause, what happened, what is and what should be."""

    clause: str
    message: str
    expected: str = ""
    observed: str = ""
    one_of: tuple[str, ...] = ()


def causes(game: Game, turn: Turn, readings: Sequence[Reading]) -> list[Cause]:
    """Why a turn is illegal: a cause for each clause that its best readings all break.

    What a referee would cite comes first: a condition of what was done, then wrong numbers of
    pieces, then prices and tracks, then what follows from these.
    """
    best = readings[0]
    sure = core([one.explanation._replace(broken=one.broken) for one in readings])
    clauses = sure or best.broken[:1]
    one_of = () if sure else tuple(one.broken[0] for one in readings if one.broken)
    found: dict[str, Cause] = {}
    for clause in sorted(clauses, key=lambda one: weight(best, one)):
        cause = Cause(_own_clause(turn, best, clause), *_cause(game, turn, best, clause), one_of)
        found.setdefault(cause.message, cause)  # one finding for each cause
    return list(found.values())


def _own_clause(turn: Turn, reading: Reading, clause: str) -> str:
    """The clause that a referee would cite for a change that no part of the action accounts for."""
    event = reading.option in EVENTS
    if clause in reading.extra or clause not in (*ELSEWHERE.values(), *(("5.1.a",) * event)):
        return clause
    broken = [
        (pick, space)
        for pick, space in zip(reading.explanation.picks, turn.after.spaces, strict=True)
        if clause in pick.broken
    ]
    if event or reading.option == PASS or reading.operation is None:
        return _of_marker(clause, broken) or ("5.1.a" if event else "2.3.4.a")
    stories = [pick.story for pick, _ in broken]
    return _of_marker(clause, broken) or _of_operation(reading.operation, clause, stories)


def _of_marker(clause: str, broken: Sequence[tuple[Local, Space]]) -> str:
    """The clause of a Protest or Strike that stands without a piece of its Faction."""
    if clause not in (*MARKED, "5.1.a"):
        return ""
    for pick, space in broken:
        right = pick.reached if isinstance(pick.reached, Space) else Space()
        if space.strike > right.strike and not space.npa:
            return "1.8.2.d"
        if space.protest > right.protest and not space.reformers:
            return "1.8.2.c"
    return ""


def _of_operation(operation: str, clause: str, stories: list[tuple[str, ...]]) -> str:
    """The Operation's own clause, where it was carried out or has to do with such markers."""
    if clause in MARKED:
        marks = OPERATIONS[operation].blame.keys() & {"terror", "protest", "strike"}
        return DOES.get(operation, clause) if marks else "3.1.b"
    if clause != "3.1.b":
        return clause
    if any("ambush" in story for story in stories):
        return "4.4.3.c"
    return DOES.get(operation, clause) if any(operation in one for one in stories) else clause


DOES = {
    "train": "3.2.1.c", "sweep": "3.2.2.d", "roundup": "3.2.3.c", "assault": "3.2.4.c",
    "recruit": "3.3.1.b", "assemble": "3.3.2.c", "persuade": "3.3.3.b", "protest": "3.3.4.b",
    "rally": "3.4.1.b", "march": "3.4.2.b", "attack": "3.4.3.d", "terror": "3.4.4.c",
    "enrich": "4.2.1.b", "reprisal": "4.2.2.b", "charm": "4.2.3.b", "appeal": "4.3.1.b",
    "convert": "4.3.2.b", "canvass": "4.3.3.b", "extort": "4.4.1.b", "strike": "4.4.2.b",
    "ambush": "4.4.3.c",
}  # fmt: skip
"""The clause that says what each Operation and Special Activity does."""
MARKED = ("1.8.1.b", "1.8.2.b")


def weight(reading: Reading, clause: str) -> int:
    """How far down a clause stands among the causes of one turn."""
    if clause in reading.extra or clause.startswith("1.4.1"):
        return 0
    if clause.startswith(("1.5.1", "1.6.1", "1.8", "1.5.3", "1.9")):
        return 3
    return 1 if any(clause in pick.broken for pick in reading.explanation.picks) else 2


def _cause(game: Game, turn: Turn, reading: Reading, clause: str) -> tuple[str, str, str]:
    """What happened against a clause, what was expected, what the log shows."""
    picks = reading.explanation.picks
    places = [n for n, pick in enumerate(picks) if clause in pick.broken]
    strays = moves_of(game, turn, _never_moved(turn, clause)) if clause in STRAYS else ""
    if clause in reading.extra and not places and (strays or reading.option == PASS):
        return _of_strays(game, turn, reading, clause, strays)
    if not places:
        return _of_sums(game, turn, reading, clause)
    said = {
        n: wrongly_changed(
            turn.board, n, turn.before.spaces[n], turn.after.spaces[n], picks[n].reached
        )
        for n in places
    }
    adjacent = clause in ADJACENT
    moves = moves_of(game, turn, turn.moved, places, adjacent) if clause in MOVEMENT else ""
    seen = _too_many_cubes(turn, reading, places) if clause == "3.2.1.c" else ""
    seen = seen or "; ".join(one for one in said.values() if one)
    if seen and (why := _whose(game, turn, reading, clause, seen)):
        return why, "", seen
    facts = [
        unmet(turn.board, clause, n, turn.before.spaces[n], turn.after.spaces[n]) for n in places
    ]
    if not moves and (
        (all(facts) and not clause.startswith("1."))
        or all(picks[n].reached is None for n in places)
    ):
        return _condition(game, turn, reading, clause, places), "", seen
    if moves and clause == TURNED:
        moves += " and was turned over"
    return moves or seen or listed([turn.board.names[n] for n in places]), "", seen


def _of_strays(
    game: Game, turn: Turn, reading: Reading, clause: str, strays: str
) -> tuple[str, str, str]:
    """Pieces that no action of a turn moves, or what moved in a turn in which a Faction passed."""
    if reading.option == PASS:
        moved = moves_of(game, turn, turn.moved)
        return f"{moved or everything(turn)}, though the Faction passed", "", moved
    why = ", which no action of this turn explains" if clause == "3.1.b" else ""
    return strays + why, "", ""


def _whose(game: Game, turn: Turn, reading: Reading, clause: str, seen: str) -> str:
    """What changed, with the die, the Pass or the Operation that it does not fit; or nothing."""
    if clause == "3.4.3.c" and turn.rolls:
        return f"{_of_dice(turn)}: {seen}"
    if reading.option == PASS:
        return f"{_plain(seen)}, though the Faction passed"
    if clause == "3.1.b" and reading.operation:
        at = [
            turn.board.names[n]
            for n, pick in enumerate(reading.explanation.picks)
            if reading.operation in pick.story
        ]
        where = f" in {listed(at)}" if at else ""
        return f"{_plain(seen)}, which is not part of {name_of(game, reading.operation)}{where}"
    return ""


def _plain(seen: str) -> str:
    """What changed, without what should be."""
    return "; ".join(re.sub(", but (?:none )?should .*$", "", one) for one in seen.split("; "))


def _too_many_cubes(turn: Turn, reading: Reading, places: Sequence[int]) -> str:
    """`5 cubes were placed in Cebu (4 Troops and 1 Police), but only 4 are allowed`."""
    said = []
    for n in places:
        before, after = turn.before.spaces[n], turn.after.spaces[n]
        right = reading.explanation.picks[n].reached
        troops, police = after.troops - before.troops, after.police - before.police
        if not isinstance(right, Space) or min(troops, police) < 1:
            return ""
        allowed = right.troops + right.police - before.troops - before.police
        if not 0 < allowed < troops + police:
            return ""
        said.append(
            f"{troops + police} cubes were placed in {turn.board.names[n]} ({troops} Troops and "
            f"{police} Police), but only {allowed} are allowed"
        )
    return "; ".join(said)


def _condition(game: Game, turn: Turn, reading: Reading, clause: str, places: Sequence[int]) -> str:
    """`Rally in Cebu, which is at Support, placed 1 Underground Guerrilla`.

    The action is that whose condition is not met, by the section of its clause.
    """
    stories = {name for n in places for name in reading.explanation.picks[n].story}
    known = {**OPERATIONS, **ACTIVITIES}
    section = clause.rsplit(".", 1)[0]
    action = next(
        (name for name in sorted(stories) if name in known and section in SECTIONS.get(name, "")),
        reading.operation
        if reading.operation in stories or SECTIONS.get(reading.operation or "") == section
        else "",
    )
    names = turn.board.names
    said = []
    for n in places:
        before, after = turn.before.spaces[n], turn.after.spaces[n]
        why = unmet(turn.board, clause, n, before, after)
        acts = [name for name in reading.explanation.picks[n].story if name in known]
        named = listed([name_of(game, name) for name in acts]) if action in acts else ""
        whole = "the Event" if reading.option in EVENTS else "the turn"
        done = f"{named or (name_of(game, action) if action else whole)} in {names[n]}"
        if clause.endswith(".a") and action and len({*known} & stories) > 1:
            # It must not take place here, and not all that changed is its doing.
            said.append(f"{name_of(game, action)} was used in {names[n]}{why}")
            continue
        did = done_in(before, after) or "changed nothing"
        if clause in FOR_BASE and did.startswith("placed") and "Base" in did:
            did += " and removed no piece for it"
        said.append(f"{done}{why}{',' if why else ''} {did}")
    return "; ".join(said)


FOR_BASE = ("3.2.1.f", "3.3.1.b", "3.4.1.b")
"""The clauses by which a Base replaces other pieces."""


SECTIONS = {
    "train": "3.2.1", "sweep": "3.2.2", "roundup": "3.2.3", "assault": "3.2.4",
    "recruit": "3.3.1", "assemble": "3.3.2", "persuade": "3.3.3", "protest": "3.3.4",
    "rally": "3.4.1", "march": "3.4.2", "attack": "3.4.3", "terror": "3.4.4",
    "enrich": "4.2.1", "reprisal": "4.2.2", "charm": "4.2.3",
    "appeal": "4.3.1", "convert": "4.3.2", "canvass": "4.3.3",
    "extort": "4.4.1", "strike": "4.4.2", "ambush": "4.4.3",
}  # fmt: skip
"""The section of the rules on each Operation and Special Activity."""


def _of_sums(game: Game, turn: Turn, reading: Reading, clause: str) -> tuple[str, str, str]:
    """What is wrong with tracks, with dice or with a number of pieces or spaces."""
    if clause in ("3.4.3.c", "3.4.3.f") and turn.rolls:
        nobody = "a die shows 1, and no Guerrilla was placed"
        said = nobody if clause == "3.4.3.f" else _of_dice(turn)
        return f"{said} ({story(game, turn, reading)})", "", _dice(turn)
    if clause == "3.2.2.b" and (cubes := cubes_gone(game, turn.before, turn.after)):
        return cubes, "", ""
    tracks = tracks_wrong(game, turn, reading)
    in_spaces = {one for pick in reading.explanation.picks for one in pick.broken}
    if {*reading.explanation.broken} - in_spaces == {clause}:
        about = tracks
    else:
        about = [one for one in tracks if one.track in _tracks_of(clause)] or tracks
    price = _price(game, turn, reading) if any(one.track == turn.actor for one in about) else ""
    message = "; ".join(
        one.plain if price and one.track == turn.actor else str(one) for one in about
    )
    if price:
        message = f"{price}: {message}"
    if len(about) == 1:
        return message, str(about[0].right), str(about[0].seen)
    if message:
        return message, "", ""
    if reading.option in EVENTS:
        seen = everything(turn)
        return f"{story(game, turn, reading)}: {seen or 'nothing changed'}", "", seen
    return _too_much(game, turn, reading, clause), "", ""


def _price(game: Game, turn: Turn, reading: Reading) -> str:
    """`Terror costs 1 and Extort gives 1`: what an action does to its Faction's Resources."""
    effect = Effect(*reading.explanation.sums)
    told = []
    if effect.cost and reading.operation:
        price = effect.spaces * turn.board.limits.train_price
        civic = reading.operation == "train" and effect.cost > price
        more = " with its Civic Action" if civic else ""
        told.append(f"{name_of(game, reading.operation)}{more} costs {effect.cost}")
    if effect.gain and reading.activity:
        told.append(f"{name_of(game, reading.activity)} gives {effect.gain}")
    return " and ".join(told)


def _too_much(game: Game, turn: Turn, reading: Reading, clause: str) -> str:
    """An action that is too large for its option or is combined with a wrong one."""
    done = story(game, turn, reading)
    if clause == "4.1.a" and reading.operation is None:
        return f"{done} was carried out without an Operation"
    if clause in ("2.3.5.a", "4.1.a"):
        return f"the option {name_of(game, reading.option)} was used for {done}"
    if told := _combined(game, turn, reading, clause):
        return told
    seen = everything(turn)
    return f"{done}: {seen}" if seen else done


def _combined(game: Game, turn: Turn, reading: Reading, clause: str) -> str:
    """Two actions that do not go together, or one Special Activity in too many spaces."""
    used = {
        name: [turn.board.names[n] for n in places]
        for name in (*OPERATIONS, *ACTIVITIES)
        if (places := [n for n, one in enumerate(reading.explanation.picks) if name in one.story])
    }
    told = {name: f"{name_of(game, name)} in {listed(places)}" for name, places in used.items()}
    operations, activities = (
        [told[name] for name in told if name in some] for some in (OPERATIONS, ACTIVITIES)
    )
    both = operations if clause == "3.1.b" else activities if clause == "4.1.e" else []
    if len(both) > 1:
        return f"{listed(both)} were used in one turn"
    if clause == "4.1.1" and activities and reading.operation:
        verb = "was" if len(activities) == 1 else "were"
        return f"{listed(activities)} {verb} used with {name_of(game, reading.operation)}"
    section = clause.rsplit(".", 1)[0]
    return next(
        (
            f"{name_of(game, name)} was used in {len(places)} spaces, {listed(places)}"
            for name, places in used.items()
            if name in ACTIVITIES and SECTIONS[name] == section and len(places) > 1
        ),
        "",
    )


def _of_dice(turn: Turn) -> str:
    """What the dice of an Attack show, which does not fit."""
    if len(turn.rolls or ()) == 1:
        return f"the die shows {_dice(turn)}, which does not fit what was done"
    return f"the dice show {_dice(turn)}, which do not fit what was done"


def _dice(turn: Turn) -> str:
    return listed([str(die) for die in turn.rolls or ()])


def everything(turn: Turn) -> str:
    """All that changed in the spaces."""
    pairs = zip(turn.before.spaces, turn.after.spaces, strict=True)
    said = [changed(turn.board, n, a, b) for n, (a, b) in enumerate(pairs) if a != b]
    return "; ".join(one for one in said if one)


AID_CLAUSES = frozenset({"3.2.3.f", "3.2.4.f", "4.2.1.c", "4.2.3.b", "1.9.b"})
PATRONAGE_CLAUSES = frozenset(
    {"4.2.1.b", "4.2.3.b", "4.3.2.d", "4.4.3.e", "3.4.3.e", "1.9.c", "3.2.1.h"}
)


def _tracks_of(clause: str) -> Collection[str]:
    """The tracks that a clause is about."""
    found = [AID] if clause in AID_CLAUSES else []
    found += [PATRONAGE] if clause in PATRONAGE_CLAUSES else []
    found += [GOV] if clause == "3.2.1.h" else []
    return found or ((*FACTIONS, AID, PATRONAGE) if clause.startswith("5.") else FACTIONS)


TURNED = "4.2.2.e"
"""The clause against a Guerrilla that is turned over as it is driven out."""
MOVEMENT = frozenset(
    {"3.4.2.b", "3.3.2.a", "4.2.2.c", "3.2.2.c", "3.2.2.b", "3.4.2.c", "3.1.2", TURNED}
)
"""Clauses about where pieces go: their findings name the pieces' way."""
ADJACENT = frozenset({"3.4.2.b", "3.3.2.a", "4.2.2.c"})
"""Those by which pieces move to an adjacent space."""


STRAYS = ("1.5.1.g", "3.1.b")
"""Clauses of moves that the actions of a Faction never make."""


def _never_moved(turn: Turn, clause: str) -> Sequence[Moved]:
    """The pieces that went from space to space and that the Faction never moves so."""
    if clause == "1.5.1.g":
        return [one for one in turn.moved if one.kind not in MOVERS] or [*bases_elsewhere(turn)]
    strays = [one for one in turn.moved if turn.actor not in MOVERS.get(one.kind, ())]
    return strays or turn.moved


def moves_of(
    game: Game,
    turn: Turn,
    moved: Sequence[Moved],
    places: Sequence[int] = (),
    adjacent: bool = False,
) -> str:
    """`1 Guerrilla moved from Cebu to Davao`, for the pieces that left or reached some spaces.

    `adjacent` adds where they ended in a space that is not adjacent.
    """
    flows = Counter(
        (one.kind, one.origin, one.target)
        for one in moved
        if one.kind in FORCES and (not places or one.origin in places or one.target in places)
    )
    names, near = turn.board.names, turn.board.near
    return "; ".join(
        f"{number_of_pieces(game, kind, number)} moved from {names[origin]} to {names[target]}"
        f"{', which is not adjacent' if adjacent and target not in near[origin] else ''}"
        for (kind, origin, target), number in sorted(flows.items())
    )


class TrackError(NamedTuple):
    """A track that a reading does not explain: its name, its value before, seen, right."""

    track: str
    name: str
    was: int
    seen: int
    right: int

    @property
    def plain(self) -> str:
        """`Aid went from 2 to 1, but should stay at 2`."""
        return went(self.name, str(self.was), str(self.seen), str(self.right))

    def __str__(self) -> str:
        same = self.right == self.was
        return f"{self.plain}, as nothing in this turn changes it" if same else self.plain


def tracks_wrong(game: Game, turn: Turn, reading: Reading) -> list[TrackError]:
    """Each track that a reading does not explain."""
    found = []
    for name, over in wrong_tracks(turn, reading).items():
        seen = turn.after.track(name)
        label = game.sides[name].name + " Resources" if name in game.sides else name.title()
        found.append(TrackError(name, label, turn.before.track(name), seen, seen - over))
    return found
