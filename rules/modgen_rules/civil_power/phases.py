"""Cuts a record into game-turns and phases, also when players forget the tracker.

Each act may belong to some phases by what it is: a Gas marker is placed in `police_fire`. Of the
ways to give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and
goes through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import pairwise, takewhile

from modgen_rules.civil_power.plan import CROWD, FIRES, MOBS, POLICE, SIDES, SUPPRESSED, Field
from modgen_rules.civil_power.record import Act, Record
from modgen_rules.civil_power.state import Position

SETUP = "setup"
"""The acts before the first game-turn."""
CHECKS = ("gas_morale", "gas_fades", "fires")
KINDS = ("fire", "move", "shock", "recovery")
"""The phases of a player-turn: `mob_fire` is one of kind `fire`."""
GOVERNMENT_FIRST = "i-5"
"""The scenario in which the Rival always has the first player-turn."""
SKIPPED, NEAR, FAR, BACK, ODD, EARLY = 0.1, 0.4, 1.0, 1.5, 0.6, 0.7
"""Prices: an act in a phase that the tracker leaves out, one phase off the tracker, further off, a
step back in the sequence, an act in a phase in which such acts are rare, and one in a phase to
which the tracker comes only after another."""


@dataclass
class Phase:
    """The acts of one phase of a game-turn. `acts` are their numbers in the record, ascending."""

    record: Record
    turn: int
    id: str
    """An id of the game's phases (`gas_morale`, `mob_fire`), or `setup`."""
    acts: list[int]
    begin: int
    """The number of the first act that can belong to it: the table before is `before`."""
    end: int
    """The number after its last act: the table before `end` is `after`."""
    certain: bool = False
    """Whether the tracker showed this phase in this turn."""
    finished: bool = True
    """Whether the log goes on beyond the phase."""
    number: int = 0
    """Counts player-turns and checks over the whole record: the same for the phases of one."""

    @property
    def side(self) -> str:
        """The side whose phase it is; empty for a phase of all."""
        side = self.id.partition("_")[0]
        return side if side in SIDES else ""

    @property
    def kind(self) -> str:
        """`fire`, `move`, `shock`, `recovery`, one of the checks, or `setup`."""
        return self.id.removeprefix(f"{self.side}_") if self.side else self.id

    @property
    def before(self) -> Position:
        """The table before its first act."""
        return self.record.positions[self.begin]

    @property
    def after(self) -> Position:
        """The table after its last act."""
        return self.record.positions[self.end]

    @property
    def last(self) -> int:
        """The number of its last act, or of the one before it."""
        return max(self.end - 1, 0)

    def each(self, *what: str) -> Iterator[tuple[int, Act]]:
        """Its acts of some sorts with their numbers; of all sorts without `what`."""
        acts = self.record.acts
        return ((n, acts[n]) for n in self.acts if not what or acts[n].what in what)

    def table(self, n: int) -> Position:
        """The table before an act: lines of sight are those of this moment."""
        return self.record.positions[n]


@dataclass
class Turn:
    """A game-turn: acts `first` to `last` of the record. Phases are in the order of play."""

    record: Record
    number: int
    first: int
    last: int
    phases: dict[str, Phase] = dataclass_field(default_factory=dict)
    complete: bool = False
    """Whether the log shows its end."""
    tracked: bool = False
    """Whether the tracker was used in it."""

    @property
    def before(self) -> Position:
        """The table as it begins."""
        return self.record.positions[self.first]

    @property
    def after(self) -> Position:
        """The table as it ends."""
        return self.record.positions[self.last + 1]


def sequence(record: Record, first: int, last: int) -> list[str]:
    """The phases of a game-turn in order; the Rival is first if the scenario or tracker says so."""
    shown = (record.acts[n].target.partition("_")[0] for n in range(first, last + 1)
             if record.acts[n].what == "phase")  # fmt: skip
    leader = next((side for side in shown if side in MOBS), "")
    sides = sides_in_order(record.field, leader)
    return [*CHECKS, *(f"{side}_{kind}" for side in sides for kind in KINDS)]


def sides_in_order(field: Field, leader: str = "") -> list[str]:
    """The sides in the order of their player-turns; `leader` is the Mob that begins."""
    government = field.scenario is not None and field.scenario.id == GOVERNMENT_FIRST
    if MOBS[1] in field.sides and (leader == MOBS[1] or government):
        return sorted(field.sides, key=(MOBS[1], MOBS[0], POLICE).index)
    return list(field.sides)


def turns(record: Record) -> Iterator[Turn]:
    """The set-up (number 0), if the record has it, then the game-turns in order."""
    begin, shown = 0, record.phase
    if record.from_start:
        begin = _setup_ends(record)
        turn = Turn(record, 0, 0, begin - 1, complete=begin < len(record.acts))
        acts = [n for n in range(begin) if record.acts[n].what != "phase"]
        turn.phases[SETUP] = Phase(
            record, 0, SETUP, acts, 0, begin, certain=True, finished=turn.complete
        )
        yield turn
    number = 1 if record.from_start else record.positions[begin].turn
    counter = 1
    ends = [_before_gas(record, end) for end in _turn_ends(record, begin)]
    ends = [end for end in ends if end >= begin]
    for end in [*ends, len(record.acts) - 1]:
        if end < begin:
            continue
        turn = Turn(record, number, begin, end, complete=end in ends)
        shown = _assign(turn, sequence(record, begin, end), shown)
        for phase in turn.phases.values():
            phase.number = counter + (
                0 if not phase.side else 1 + record.field.sides.index(phase.side)
            )
        yield turn
        begin, number, counter = end + 1, number + 1, counter + 1 + len(record.field.sides)


def _setup_ends(record: Record) -> int:
    """The number of the first act that is not part of buying and setting up."""
    for n, act in enumerate(record.acts):
        if act.what == "phase" and act.target != record.phase:
            return n
        if act.what == "phase" and act.target == CHECKS[0] and n:
            return n + 1
    names = record.field.ground.names
    for n, act in enumerate(record.acts):
        if act.what in ("check", "roll") or (act.what == "said" and act.said and act.said.spaces):
            return n
        fought = act.what == "condition" and act.target in (FIRES, SUPPRESSED)
        if fought or (act.what == "level" and act.kind == "turn"):
            return n
        if act.what == "move" and act.kind == "fire" and act.at in names:
            return n
    return len(record.acts)


def _turn_ends(record: Record, begin: int) -> list[int]:
    """The numbers of the last acts of game-turns, by the tracker and by the turn marker.

    A step of the tracker and a move of the marker without another between them are one end.
    """
    shown, wraps, marks = record.phase, [], []
    shows = [act for act in record.acts[:begin] if act.what == "phase"]
    turn = record.positions[begin].turn if shown else 0
    if shows and shows[-1].source:
        turn, shown = int(shows[-1].source), shows[-1].target
    counts = any(act.what == "phase" and act.source for act in record.acts)
    last_side = record.field.sides[-1]
    opening = (*CHECKS, f"{record.field.sides[0]}_fire")
    for n in range(begin, len(record.acts)):
        act = record.acts[n]
        if act.what == "phase":
            counted = int(act.source or 0)
            onward = act.target in opening and shown.startswith(last_side)
            if (turn and counted > turn) or (onward and not (turn and counted)):
                wraps.append(n - 1)
            turn, shown = max(turn, counted), act.target
        elif act.what == "level" and act.kind == "turn" and forward(act):
            follows = counts and int(act.target) <= turn
            marks += [] if follows else [n]
    events = sorted([*((n, True) for n in wraps), *((n, False) for n in marks)])
    ends: list[int] = []
    taken = False
    for here, after in zip(events, [*events[1:], (len(record.acts), False)], strict=False):
        if taken:
            taken = False
            continue
        taken = after[1] != here[1] and after in events
        ends.append(here[0] if here[1] or not taken else after[0])
    return ends


def _before_gas(record: Record, end: int) -> int:
    """The last act of a turn, where checks in gas follow before the tracker is moved on."""
    acts = record.acts
    if end + 1 >= len(acts) or acts[end + 1].what != "phase":
        return end
    if acts[end + 1].target == CHECKS[0] and _checks_follow(record, end + 2):
        return end
    last = n = end
    while n >= 0 and acts[n].what in ("check", "condition", "move", "roll", "face", "void"):
        act, at = acts[n], record.positions[n]
        if act.kind == "gas" and act.what in ("face", "move") and act.target != "gas":
            last, n = n - 1, n - 1
            continue
        unit = at.units.get(act.piece)
        cell = act.source if act.what == "check" else unit.cell if unit else ""
        if act.what != "roll":
            if record.field.side.get(act.kind) not in MOBS or cell not in at.gas:
                break
            last = n - 1
        elif act.kind in MOBS and at.gas:
            last = n - 1
        n -= 1
    return last


def _checks_follow(record: Record, n: int) -> bool:
    """Whether the Mob checks or rolls between an act and the next step of the tracker."""
    kinds = {*MOBS, *(kind for kind, side in record.field.side.items() if side in MOBS)}
    shown = takewhile(lambda act: act.what != "phase", record.acts[n:])
    return any(act.what in ("check", "roll") and act.kind in kinds for act in shown)


def forward(act: Act) -> bool:
    """Whether a track's marker goes to a higher number."""
    known = act.source.isdigit() and act.target.isdigit()
    return known and int(act.source) < int(act.target)


def _assign(turn: Turn, order: Sequence[str], shown: str) -> str:
    """Give each act of a turn its phase; returns what the tracker shows in the end."""
    record, rank = turn.record, {phase: n for n, phase in enumerate(order)}
    span = range(turn.first, turn.last + 1)
    turn.tracked = any(record.acts[n].what == "phase" for n in span)
    seen: dict[str, int] = {}
    wrapped = turn.first > 0 and record.acts[turn.first].what != "phase"
    if wrapped and shown.startswith(record.field.sides[-1]):
        shown = order[0]
    if shown in rank and turn.tracked:
        seen[shown] = turn.first
    trail: list[int] = []
    choices: list[dict[int, float]] = []
    shows = [n for n in span if record.acts[n].what == "phase"]
    off = _off(turn, order, shown, shows)
    for n in span:
        act = record.acts[n]
        if act.what == "phase":
            shown = act.target
            seen.setdefault(shown, n + 1)
            off = _off(turn, order, shown, [one for one in shows if one > n])
            continue
        trail.append(n)
        prices = {rank[name]: price for name, price in fitting(act, record, n).items()
                  if name in rank}  # fmt: skip
        misfit = FAR if prices else 0.0
        choices.append({phase: price + prices.get(phase, misfit) for phase, price in off.items()})
    chosen = [order[phase] for phase in cheapest(choices, BACK)]
    acts: dict[str, list[int]] = {}
    for n, name in zip(trail, chosen, strict=True):
        acts.setdefault(name, []).append(n)
    here = turn.first
    names = [name for name in order if name in acts or name in seen]
    for place, name in enumerate(names):
        mine = acts.get(name, [])
        begin = mine[0] if mine else max(here, seen.get(name, here))
        end = mine[-1] + 1 if mine else begin
        turn.phases[name] = Phase(
            record, turn.number, name, mine, begin, end, name in seen,
            turn.complete or place + 1 < len(names),
        )  # fmt: skip
        here = max(here, end)
    return shown


def _off(turn: Turn, order: Sequence[str], shown: str, later: Sequence[int]) -> dict[int, float]:
    """What each phase costs by its distance from the tracker.

    The phases that the tracker leaves out until its next step belong to what it shows.
    """
    if not turn.tracked or shown not in order:
        return dict.fromkeys(range(len(order)), 0.0)
    at = last = order.index(shown)
    coming = [turn.record.acts[n].target for n in later]
    if later:
        following = coming[0]
        if following in order and order.index(following) > at:
            last = order.index(following) - 1
    elif turn.complete:
        last = len(order) - 1
    elif skips(turn.record, order):
        side = shown.partition("_")[0]
        last = max((n for n, name in enumerate(order) if name.startswith(side)), default=at)
    found = {}
    for phase in range(len(order)):
        away = at - phase if phase < at else max(phase - last, 0)
        near = 0.0 if phase == at else SKIPPED
        found[phase] = near if not away else NEAR if away == 1 else FAR
        if order[phase] in coming[1:]:
            found[phase] += EARLY  # the tracker gets there later, with other phases between
    return found


def skips(record: Record, order: Sequence[str]) -> bool:
    """Whether the players sometimes step the tracker on without showing a phase between."""
    rank = {name: n for n, name in enumerate(order)}
    shows = [rank[act.target] for act in record.acts
             if act.what == "phase" and act.target in rank]  # fmt: skip
    return any((then - now) % len(order) > 1 for now, then in pairwise(shows))


def cheapest(choices: Sequence[Mapping[int, float]], back: float) -> list[int]:
    """A phase for each act, with the least price of all; a step back in the order costs `back`."""
    paths: dict[int, float] = {}
    trails: list[dict[int, int]] = []
    for prices in choices:
        # The best phase before each phase: the cheapest one up to it, or any with a step back.
        found: dict[int, float] = {}
        trail: dict[int, int] = {}
        anyone = min(paths, key=lambda one: paths[one], default=-1)
        ahead = -1
        for phase in sorted(prices):
            if phase in paths and (ahead < 0 or paths[phase] <= paths[ahead]):
                ahead = phase
            before, cost = ahead, paths.get(ahead, 0.0)
            if paths and (ahead < 0 or paths[anyone] + back < cost):
                before, cost = anyone, paths[anyone] + back
            found[phase], trail[phase] = cost + prices[phase], before
        paths = found
        trails.append(trail)
    chosen: list[int] = []
    phase = min(paths, key=lambda one: paths[one], default=-1)
    for trail in reversed(trails):
        chosen.append(phase)
        phase = trail[phase]
    return chosen[::-1]


# --- what fits where ---------------------------------------------------------------------------


def _all(*kinds: str) -> dict[str, float]:
    return {f"{side}_{kind}": 0.0 for side in SIDES for kind in kinds}


FIRE, SHOCK = _all("fire"), _all("shock")
OTHERS = dict.fromkeys(_all("move", "recovery"), ODD)
"""Phases in which much is rare, with the price of what is."""
DICE: Mapping[str, Mapping[str, float]] = {
    "fires_out": {"fires": 0.0}, "fire_check": {**FIRE, "fires": ODD},
    "canister": {"police_fire": 0.0}, "tdn": {"police_fire": 0.0}, "build": _all("recovery"),
    "crowds_move": _all("move"), "ammunition": {"police_fire": 0.0},
    "reinforcements": {**_all("fire", "move"), "fires": ODD},
    **{die: {**FIRE, **SHOCK, "gas_morale": ODD} for die in SIDES},
}  # fmt: skip
"""The phases in which dice are rolled, each with its price; other dice fit anywhere."""
LEVELS: Mapping[str, Mapping[str, float]] = {
    "grenades": {"police_fire": 0.0}, "molotovs": {"mob_fire": 0.0},
    "molotovs_2": {"rival_fire": 0.0},
}  # fmt: skip
"""The phases in which the markers of tracks move; others fit anywhere."""


def fitting(act: Act, record: Record, n: int) -> Mapping[str, float]:
    """The phases to which an act may belong by what it is, with prices; empty for any."""
    found: Mapping[str, float] = {}
    match act.what:
        case "roll" if act.target and act.kind in SIDES:
            # The marker of Fire may still lie where it was when Shock begins.
            target = act.kind in MOBS or record.positions[n].enemies(act.source, act.kind)
            late = dict.fromkeys(SHOCK, NEAR if target else 0.0)
            found = SHOCK if act.target.startswith("Round") else {**FIRE, **late}
        case "roll":
            found = DICE.get(act.kind, {})
        case "said":
            found = _announced(act)
        case "level":
            found = LEVELS.get(act.kind, {})
        case "condition":
            side = record.field.side[act.kind]
            if act.target == SUPPRESSED and act.source == "off":
                found = {f"{side}_recovery": 0.0}
            elif act.target == FIRES and act.source == "on":
                found = {f"{side}_fire": 0.0}
        case "face" if act.kind == "gas":
            found = {"gas_fades": 0.0}
        case "check" if record.positions[n].cells_with("shock_combat"):
            found = SHOCK
        case "move":
            known = act.kind in record.field.side
            found = (_unit_moved if known else _marker_moved)(act, record, n)
    return found


def _announced(act: Act) -> Mapping[str, float]:
    said = act.said
    if said is None:
        return {}
    if "fired_at" in said.spaces:
        side = said.side or act.side
        return {f"{side}_fire": 0.0} if said.side else FIRE
    return SHOCK if "shock_in" in said.spaces else {}


def _marker_moved(act: Act, record: Record, n: int) -> Mapping[str, float]:
    names, position = record.field.ground.names, record.positions[n]
    come, gone = act.at in names, act.origin in names
    found: Mapping[str, float] = {}
    match act.kind:
        case "gas" if come and not gone:
            found = {"police_fire": 0.0}
        case "gas" if gone and not come and "gas_2" in position.marked(act.origin, "gas"):
            found = {"gas_fades": 0.0}
        case "fire":
            found = {**FIRE, **OTHERS, **dict.fromkeys(CHECKS, ODD / 2)}
            if gone and not come:
                found = {**OTHERS, "fires": 0.0, "police_fire": ODD / 2}
        case "barricade" if come:
            found = {**dict.fromkeys((*FIRE, *SHOCK, *OTHERS), ODD), **_all("recovery")}
        case "fire_attack":
            found = FIRE
        case "shock_combat":
            found = SHOCK
    return found


def _unit_moved(act: Act, record: Record, n: int) -> Mapping[str, float]:
    names, side = record.field.ground.names, record.field.side[act.kind]
    come, gone = act.at in names, act.origin in names
    at = record.positions[n]
    if gone and at.cells_with("shock_combat"):
        return {**OTHERS, **SHOCK, f"{side}_move": ODD / 2}
    if come and gone:
        rare = dict.fromkeys((*FIRE, *SHOCK, "gas_morale"), ODD / 2)
        moves = 0.0
        if at.contested(act.origin):
            rare, moves = rare | dict.fromkeys(SHOCK, SKIPPED), ODD / 2
        elif act.origin not in at.gas:
            crowds = sum(one.size == CROWD for one in at.at(act.origin, side))
            surged = crowds > 1 and record.field.plan.size[act.kind] == CROWD
            rare |= dict.fromkeys(SHOCK, SKIPPED if surged else ODD)
        return {**OTHERS, **rare, f"{side}_fire": NEAR + 0.1, f"{side}_move": moves}
    if come:
        return {f"{side}_move": 0.0, f"{side}_fire": ODD}
    return {} if gone else {f"{side}_move": 0.0}
