"""2.3: what a side bought and what a scenario gives it, and whether it may have that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from modgen.model.tactics import purchases
from modgen.model.types.tactics import Force
from modgen_rules.civil_power import wording
from modgen_rules.civil_power.law.plan import FORCE_BOXES, MOB, MOBS, POLICE, Plan
from modgen_rules.civil_power.law.state import GAS_GUN, Position
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

BOX_SIDES = {box: side for side, box in FORCE_BOXES.items()}
PUNKS = ("slingshot_punk", "pistol_punk", "shotgun_punk")
SNIPERS = ("mob_sniper", "police_sniper")
HIDDEN = "hidden_setup"
"""How the ids of items begin that hide units."""
LEFT_OUT = ("molotov", "field_gun")
STRIP = "barricade/barrier"


def judge(phase: Phase, riot: Riot) -> str | None:
    """The forces at the end of the set-up."""
    if not phase.finished:
        return None
    owners = _owners(phase, riot)
    _late(phase, riot)
    story = []
    for force in riot.scenario.forces:
        bought = Bought(force, riot, phase.after, _chosen(force, phase.after, owners, riot))
        riot.course.forces[force.side] = bought.chosen
        box = FORCE_BOXES[force.side]
        at = max((n for n, act in phase.each("move") if act.target == box), default=phase.last)
        for clause, why, expected, seen in bought.breaches():
            riot.find(clause, force.side, why, phase.begin, at, expected=expected, observed=seen)
        if force.side == POLICE:
            _guns(phase, bought, riot)
        story.append(f"{riot.side_name(force.side)}: {bought.cost} points")
    return ", ".join(story)


def _owners(phase: Phase, riot: Riot) -> dict[str, str]:
    """The side of each piece that was in a force box, or is a unit on the boards."""
    before, after = phase.before, phase.after
    owners = {
        key: BOX_SIDES[state.place]
        for key, state in before.pieces.items()
        if state.place in BOX_SIDES
    }
    for _, act in phase.each("move"):
        if act.target in BOX_SIDES:
            owners[act.piece] = BOX_SIDES[act.target]
    new = {key: unit.side for key, unit in after.units.items() if key not in before.units}
    for key, state in after.pieces.items():
        if state.kind == "barricade" and "/" in state.place:
            new[key] = POLICE if state.face == "barrier" else MOB
        if state.kind == GAS_GUN and state.place in riot.field:
            new[key] = POLICE
    return new | owners


def _chosen(force: Force, after: Position, owners: dict[str, str], riot: Riot) -> Counter[str]:
    """The pieces (`line`, `line/mounted`) and items of a side."""
    game, known = riot.plan.game, purchases.items(riot.plan.game)
    faces = {item.piece: item.id for item in known.values() if item.piece}
    homes = {piece.home for piece in game.piece_types.values()} - set(FORCE_BOXES.values())
    found: Counter[str] = Counter()
    for key, side in owners.items():
        state = after.pieces.get(key)
        if state is None or side != force.side or state.place in homes:
            continue
        face = f"{state.kind}/{state.face}"
        piece = game.piece_types[state.kind]
        differs = piece.price(state.face) != piece.price()
        found[faces.get(face, face if differs or state.face == "barrier" else state.kind)] += 1
    for item in known.values():
        if item.level and item.side == force.side:
            found[item.id] += after.level(item.level)
    return +found


Breach = tuple[str, str, object, object]
"""A clause, what is wrong, what is allowed, what is there."""


@dataclass
class Bought:
    """The force of a side: `chosen` are its pieces and items, what the scenario gives too."""

    force: Force
    riot: Riot
    after: Position
    chosen: Counter[str]

    @cached_property
    def plain(self) -> Counter[str]:
        """The pieces and items without their faces."""
        found = Counter[str]()
        for key, number in self.chosen.items():
            found[key if key == STRIP else key.partition("/")[0]] += number
        return found

    @cached_property
    def paid(self) -> Counter[str]:
        """What was paid for: all but what the scenario gives."""
        paid = Counter(self.chosen)
        for key, number in self.force.units.items():
            left = number
            for name in (key, *(one for one in self.chosen if one.partition("/")[0] == key)):
                taken = min(left, paid[name])
                paid[name] -= taken
                left -= taken
        for name in [name for name in paid if name.startswith(HIDDEN)]:
            paid[name] -= min(paid[name], self.force.hides)
        return +paid

    @cached_property
    def cost(self) -> int:
        """The points that were spent; some pieces have no price."""
        game, known = self.riot.plan.game, purchases.items(self.riot.plan.game)
        types = game.piece_types
        priced = {
            key: number
            for key, number in self.paid.items()
            if key in known or types[key.partition("/")[0]].price() is not None
        }
        return purchases.total_cost(game, Counter(priced))

    def breaches(self) -> Iterator[Breach]:
        """What is wrong with the force."""
        force, who = self.force, self.riot.side_name(self.force.side)
        yield from self._fixed(who) if force.points is None else self._spent(who, force.points)
        units = self.after.units
        hidden = [key for key in self.after.hidden if key in units]
        number = sum(units[key].side == force.side for key in hidden)
        most = force.hides + sum(n for key, n in self.chosen.items() if key.startswith(HIDDEN))
        if number > most:
            clause = "S.II1.d" if self.riot.plays("ii-1") else "8.4.a"
            yield (
                clause,
                f"{who} hid {number} units, but at most {most} may be hidden",
                most,
                number,
            )

    def _spent(self, who: str, points: int) -> Iterator[Breach]:
        """2.3, S.0.e: what was bought, the package that was taken, and the points."""
        offered = self.force.packages
        known = purchases.packages(self.riot.plan.game).values()
        mine = (one for one in known if one.side == self.force.side)
        taken = next((one.id for one in mine if Counter(one.units) == self.paid), "")
        if taken and offered and taken not in offered:
            told = f"{who} took a package that the scenario does not offer"
            yield "S.0.e", told, ", ".join(offered), taken
            return
        yield from self._not_for_sale(who)
        if self.cost > points:
            told = f"{who} spent {self.cost} points, but the scenario gives {points}"
            yield "2.3.a", told, points, self.cost

    def _fixed(self, who: str) -> Iterator[Breach]:
        """S.0.g: the force that the scenario lists."""
        game, wanted = self.riot.plan.game, Counter(self.force.units)
        if self.riot.plays("ii-1"):
            # S.II1.g: the Molotovs may be left out, and then the Field Gun too.
            for key in LEFT_OUT:
                wanted[key] = min(wanted[key], self.plain[key])
        found = Counter({key: n for key, n in self.plain.items() if not key.startswith(HIDDEN)})
        more, less = (wording.units(game, one) for one in (found - wanted, wanted - found))
        if more or less:
            parts = (("also set up", more), ("left out", less))
            told = " and ".join(f"{what} {names}" for what, names in parts if names)
            expected, observed = wording.units(game, wanted), wording.units(game, found)
            yield "S.0.g", f"{who} {told}", expected, observed

    def _not_for_sale(self, who: str) -> Iterator[Breach]:
        """What the scenario or the rules bar, and what it caps."""
        force, plain = self.force, self.plain
        game, early = self.riot.plan.game, self.riot.plan.numbers.no_denial_until
        year = self.riot.scenario.attributes.get("year")
        if plain["ads"] and isinstance(year, int) and year <= early:
            told = f"Active Denial is bought in a scenario set in {year}"
            yield "8.3.d", told, f"after {early}", year
        if force.side in MOBS and plain[STRIP]:
            yield "8.11.g", "a Mob has Barriers from the start", "Barricades", "Barriers"
        for key in sorted(self.paid) if not self._is_package() else ():
            if _barred(force, key, self.riot):
                told = f"{who} bought {wording.called(game, key)}, which the scenario bars"
                yield _clause(key, force, self.riot), told, "none", self.paid[key]
        for cap in force.caps:
            capped = {piece: plain[piece] for piece in cap.pieces}
            number = sum(capped.values())
            if number > cap.most:
                told = f"{who} bought {number} of these units, but at most {cap.most} "
                told += f"may be bought: {wording.units(game, capped)}"
                yield self.riot.clause("bars"), told, cap.most, number

    def _is_package(self) -> bool:
        """Whether it is a package, or less, with the replacements that are allowed."""
        known, plan = purchases.packages(self.riot.plan.game), self.riot.plan
        swaps = dict(self.force.swaps)
        swaps |= {f"{new}_2": old for new, old in swaps.items() if not new.endswith("_2")}
        return any(
            _within(self.paid, Counter(known[name].units), swaps, plan)
            for name in self.force.packages
        )


def _within(bought: Counter[str], left: Counter[str], swaps: Mapping[str, str], plan: Plan) -> bool:
    """Whether what was bought is in a package, or stands for something in it."""
    for key, number in bought.items():
        more = number
        for one in (key, swaps.get(key, ""), plan.base(swaps.get(key, "") or key)):
            taken = min(more, left[one])
            left[one] -= taken
            more -= taken
        if more:
            return False
    return True


def _barred(force: Force, key: str, riot: Riot) -> bool:
    """Whether a scenario bars a piece or item; the counters of both reds are alike."""
    game = riot.plan.game
    names = {key, key.partition("/")[0], riot.plan.base(key)}
    piece = game.piece_types.get(key.partition("/")[0])
    if piece is not None and piece.size_class:
        names.add(piece.size_class)
    return bool(names & set(force.barred)) and key not in force.swaps


def _clause(key: str, force: Force, riot: Riot) -> str:
    """The clause that bars a piece in a scenario."""
    scenario, own = riot.scenario.id, riot.clause("bars")
    base = key.partition("/")[0].removesuffix("_2")
    if scenario == "ii-2" and force.side == MOB:
        return "S.II2.m"
    if own and (base == "tv_crew" or scenario.startswith("ii-")):
        return own
    if scenario.startswith("i-") and base in (*PUNKS, *SNIPERS):
        return own if (scenario, force.side) == ("i-5", "rival") else "S.0.b"
    return "2.3.g"


def _guns(phase: Phase, bought: Bought, riot: Riot) -> None:
    """6.1.1.a: each mark of a Gas Gun stands for one that was bought.

    A force that names its units gets none to mark. With points left one more may be bought by its
    mark alone.
    """
    marked = [
        n
        for n, act in phase.each("condition")
        if (act.target, act.source) == (GAS_GUN, "on")
        and GAS_GUN in phase.after.conditions.get(act.piece, ())
    ]
    carriers = min(
        sum(GAS_GUN in found and at.pieces[key].kind in riot.plan.units for key, found in marks)
        for at in (phase.after, phase.soon(windows.LATER))
        for marks in (at.conditions.items(),)
    )
    guns, points = bought.chosen[GAS_GUN], bought.force.points
    if marked and points is not None and carriers > guns:
        price = riot.plan.game.piece_types[GAS_GUN].price() or 0
        gap = unless(bought.cost + (carriers - guns) * price > points, prices.OTHER_PLAYER)
        what = "more units carry Gas Guns than were bought"
        riot.find("6.1.1.a", POLICE, what, marked[-1], -1, gap, guns, carriers)


def _late(phase: Phase, riot: Riot) -> None:
    """2.3.e: forces are chosen before the first unit is set up; corrections do not count.

    A side that has set up no unit yet may have written down its choice in time.
    """
    placed = dict[str, int]()
    for n, act in phase.each("move"):
        if act.kind in riot.plan.units and riot.field.way(act) == "on":
            placed[act.piece] = n
    began = dict[str, int]()
    for key, n in placed.items():
        if unit := phase.after.units.get(key):
            began[unit.side] = min(n, began.get(unit.side, n))
    late = list[tuple[float, int, str]]()
    for n, act in phase.each("move"):
        home = riot.plan.game.piece_types[act.kind].home
        bought = act.kind in riot.plan.units and act.source == home
        if not bought or home in (act.target, phase.after.pieces[act.piece].place):
            continue
        own = began.get(riot.field.side[act.kind], phase.end)
        if n > min(began.values(), default=phase.end):
            late.append((unless(n > own, prices.BEGUN), n, act.kind))
    if late:
        gap, n, kind = max(late, key=lambda one: one[0])
        told = f"{riot.name(kind)} is bought after the first unit was set up"
        riot.find("2.3.e", riot.field.side[kind], told, n, gap=gap)
