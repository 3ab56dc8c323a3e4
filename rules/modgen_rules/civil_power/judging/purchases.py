"""2.3: what a side bought and what a scenario gives it, and whether it may have that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from modgen.model.tactics import purchases
from modgen.model.types.tactics import Force
from modgen_rules.civil_power import wording
from modgen_rules.civil_power.law.plan import FORCE_BOXES, MOB, MOBS, POLICE
from modgen_rules.civil_power.law.state import GAS_GUN, Position
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

BOX_SIDES = {box: side for side, box in FORCE_BOXES.items()}
PUNKS = ("slingshot_punk", "pistol_punk", "shotgun_punk")
SNIPERS = ("mob_sniper", "police_sniper")
BARRED = {
    "i-3": "S.I3.a",
    "i-4": "S.I4.b",
    "i-5": "S.I5.a",
    "ii-2": "S.II2.k",
    "ii-5": "S.II5",
}
"""The clause of a scenario that bars what it names itself."""
LEFT_OUT = ("molotov", "field_gun")
STRIP = "barricade/barrier"


def judge(phase: Phase, riot: Riot) -> str | None:
    """The forces at the end of the set-up."""
    scenario = riot.scenario
    if not riot.field.known or not phase.finished:
        return None
    after, owners = phase.after, _owners(phase, riot)
    _late(phase, riot)
    _guns(phase, riot)
    story = []
    for force in scenario.forces:
        chosen = _chosen(force, after, owners, riot)
        riot.course.forces[force.side] = chosen
        at = _last_purchase(phase, force.side)
        for clause, why, expected, seen in _breaches(force, chosen, after, riot):
            riot.find(clause, force.side, why, phase.begin, at, expected=expected, observed=seen)
        story.append(f"{_side(force, riot)}: {_cost(force, chosen, riot)} points")
    return ", ".join(story)


def _owners(phase: Phase, riot: Riot) -> dict[str, str]:
    """The side of each piece that was in a force box, or is a unit on the boards."""
    owners: dict[str, str] = {}
    for key, state in phase.before.pieces.items():
        if state.place in BOX_SIDES:
            owners[key] = BOX_SIDES[state.place]
    for _, act in phase.each("move"):
        if act.target in BOX_SIDES:
            owners[act.piece] = BOX_SIDES[act.target]
    for key, unit in phase.after.units.items():
        if key not in phase.before.units:
            owners.setdefault(key, unit.side)
    for key, state in phase.after.pieces.items():
        if state.kind == "barricade" and "/" in state.place:
            owners.setdefault(key, POLICE if state.face == "barrier" else MOB)
        if state.kind == "gas_gun" and state.place in riot.field.ground.names:
            owners.setdefault(key, POLICE)
    return owners


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


def _bought(force: Force, chosen: Counter[str]) -> Counter[str]:
    """What was paid for: all but what the scenario gives."""
    paid = Counter(chosen)
    for key, number in force.units.items():
        left = number
        for name in (key, *(one for one in chosen if one.partition("/")[0] == key)):
            taken = min(left, paid[name])
            paid[name] -= taken
            left -= taken
    if force.hides:
        hidden = [name for name in paid if name.startswith("hidden_setup")]
        for name in hidden:
            paid[name] -= min(paid[name], force.hides)
    return +paid


def _cost(force: Force, chosen: Counter[str], riot: Riot) -> int:
    return purchases.total_cost(riot.plan.game, _priced(_bought(force, chosen), riot))


def _priced(units: Counter[str], riot: Riot) -> Counter[str]:
    """Without pieces that have no price."""
    game, known = riot.plan.game, purchases.items(riot.plan.game)
    return Counter(
        {
            key: number
            for key, number in units.items()
            if key in known or game.piece_types[key.partition("/")[0]].price() is not None
        }
    )


Breach = tuple[str, str, object, object]
"""A clause, what is wrong, what is allowed, what is there."""


def _breaches(force: Force, chosen: Counter[str], after: Position, riot: Riot) -> Iterator[Breach]:
    """What is wrong with a force."""
    plain = Counter[str]()
    for key, number in chosen.items():
        plain[key if key == STRIP else key.partition("/")[0]] += number
    if force.points is None:
        yield from _fixed(force, plain, riot)
    else:
        yield from _spent(force, chosen, plain, riot)
    hidden = [
        key for key in after.hidden if key in after.units and after.units[key].side == force.side
    ]
    paid = sum(number for key, number in chosen.items() if key.startswith("hidden_setup"))
    if len(hidden) > paid + force.hides:
        clause = "S.II1.d" if riot.plays("ii-1") else "8.4.a"
        yield (
            clause,
            f"{_side(force, riot)} hid {len(hidden)} units, but at most "
            f"{paid + force.hides} may be hidden",
            paid + force.hides,
            len(hidden),
        )


def _spent(force: Force, chosen: Counter[str], plain: Counter[str], riot: Riot) -> Iterator[Breach]:
    """2.3, S.0.e: what was bought, the package that was taken, and the points."""
    bought = _bought(force, chosen)
    known = purchases.packages(riot.plan.game).values()
    taken = [one for one in known if one.side == force.side and Counter(one.units) == bought]
    if taken and taken[0].id not in force.packages and force.packages:
        told = f"{_side(force, riot)} took a package that the scenario does not offer"
        yield "S.0.e", told, ", ".join(force.packages), taken[0].id
        return
    yield from _not_for_sale(force, chosen, plain, riot)
    spent = _cost(force, chosen, riot)
    if force.points is not None and spent > force.points:
        yield (
            "2.3.a",
            f"{_side(force, riot)} spent {spent} points, but the scenario gives {force.points}",
            force.points,
            spent,
        )


def _fixed(force: Force, plain: Counter[str], riot: Riot) -> Iterator[Breach]:
    """S.0.g: the force that the scenario lists."""
    wanted = Counter(force.units)
    if riot.plays("ii-1"):
        # S.II1.g: the Molotovs may be left out, and then the Field Gun too.
        wanted = +Counter(
            {
                key: min(number, plain[key]) if key in LEFT_OUT else number
                for key, number in wanted.items()
            }
        )
    found = Counter({key: n for key, n in plain.items() if not key.startswith("hidden_setup")})
    if found != wanted:
        game = riot.plan.game
        more, less = wording.units(game, found - wanted), wording.units(game, wanted - found)
        told = " and ".join(
            f"{what} {names}"
            for what, names in (("also set up", more), ("left out", less))
            if names
        )
        told = f"{_side(force, riot)} {told}"
        yield "S.0.g", told, wording.units(game, wanted), wording.units(game, found)


def _not_for_sale(
    force: Force, chosen: Counter[str], plain: Counter[str], riot: Riot
) -> Iterator[Breach]:
    """What the scenario or the rules bar, and what it caps."""
    scenario = riot.scenario
    year = scenario.attributes.get("year")
    early = riot.plan.numbers.no_denial_until
    if plain["ads"] and isinstance(year, int) and year <= early:
        told = f"Active Denial is bought in a scenario set in {year}"
        yield "8.3.d", told, f"after {early}", year
    if force.side in MOBS and plain[STRIP]:
        yield "8.11.g", "a Mob has Barriers from the start", "Barricades", "Barriers"
    bought = _bought(force, chosen)
    barred = [key for key in sorted(bought) if _barred(force, key, riot)]
    if not _is_package(force, bought, riot):
        for key in barred:
            name = wording.called(riot.plan.game, key)
            told = f"{_side(force, riot)} bought {name}, which the scenario bars"
            yield _clause(scenario.id, key, force), told, "none", bought[key]
    for cap in force.caps:
        number = sum(plain[piece] for piece in cap.pieces)
        if number > cap.most:
            told = f"{_side(force, riot)} bought {number} of these units, but at most {cap.most} "
            told += "may be bought: " + wording.units(
                riot.plan.game, {piece: plain[piece] for piece in cap.pieces}
            )
            yield BARRED[scenario.id], told, cap.most, number


def _is_package(force: Force, bought: Counter[str], riot: Riot) -> bool:
    """Whether a purchase is a package, or less, with the replacements that are allowed."""
    known = purchases.packages(riot.plan.game)
    swaps = dict(force.swaps)
    swaps |= {f"{new}_2": old for new, old in swaps.items() if not new.endswith("_2")}
    for name in force.packages:
        left = Counter(known[name].units)
        for key, number in bought.items():
            more = number
            for one in (key, swaps.get(key, ""), riot.plan.base(swaps.get(key, "") or key)):
                taken = min(more, left[one])
                left[one] -= taken
                more -= taken
            if more:
                break
        else:
            return True
    return False


def _barred(force: Force, key: str, riot: Riot) -> bool:
    """Whether a scenario bars a piece or item; the counters of both reds are alike."""
    game = riot.plan.game
    names = {key, key.partition("/")[0], riot.plan.base(key)}
    piece = game.piece_types.get(key.partition("/")[0])
    if piece is not None and piece.size_class:
        names.add(piece.size_class)
    return bool(names & set(force.barred)) and key not in force.swaps


def _clause(scenario: str, key: str, force: Force) -> str:
    """The clause that bars a piece in a scenario."""
    base = key.partition("/")[0].removesuffix("_2")
    if scenario == "ii-2" and force.side == MOB:
        return "S.II2.m"
    if scenario in BARRED and (base == "tv_crew" or scenario.startswith("ii-")):
        return BARRED[scenario]
    if scenario.startswith("i-") and base in (*PUNKS, *SNIPERS):
        return BARRED["i-5"] if (scenario, force.side) == ("i-5", "rival") else "S.0.b"
    return "2.3.g"


def _guns(phase: Phase, riot: Riot) -> None:
    """6.1.1.a: each mark of a Gas Gun stands for one that was bought.

    A force that names its units gets none to mark. With points left one more may be bought by its
    mark alone.
    """
    after = phase.after
    force = next((one for one in riot.scenario.forces if one.side == POLICE), None)
    marked = [
        n
        for n, act in phase.each("condition")
        if (act.target, act.source) == (GAS_GUN, "on")
        and GAS_GUN in after.conditions.get(act.piece, ())
    ]
    carriers = min(
        sum(
            GAS_GUN in found
            for key, found in at.conditions.items()
            if at.pieces[key].kind in riot.plan.units
        )
        for at in (after, phase.soon(windows.LATER))
    )
    if force is None or not marked or force.points is None:
        return
    chosen = _chosen(force, after, _owners(phase, riot), riot)
    extra = carriers - chosen[GAS_GUN]
    if extra <= 0:
        return
    price = riot.plan.game.piece_types[GAS_GUN].price() or 0
    sure = _cost(force, chosen, riot) + extra * price > force.points
    what = "more units carry Gas Guns than were bought"
    gap = unless(sure, prices.OTHER_PLAYER)
    expected = chosen[GAS_GUN]
    riot.find("6.1.1.a", POLICE, what, marked[-1], gap=gap, expected=expected, observed=carriers)


def _late(phase: Phase, riot: Riot) -> None:
    """2.3.e: forces are chosen before the first unit is set up; corrections do not count."""
    names, placed = riot.field.ground.names, dict[str, int]()
    for n, act in phase.each("move"):
        if act.kind in riot.plan.units and act.at in names and act.origin not in names:
            placed[act.piece] = n
    first = min((n for key, n in placed.items() if key in phase.after.units), default=phase.end)
    for n, act in phase.each("move"):
        home = riot.plan.game.piece_types[act.kind].home
        bought = act.kind in riot.plan.units and act.source == home and n > first
        if bought and home not in (act.target, phase.after.pieces[act.piece].place):
            told = f"{riot.name(act.kind)} is bought after the first unit was set up"
            riot.find("2.3.e", riot.field.side[act.kind], told, n)
            return


def _last_purchase(phase: Phase, side: str) -> int:
    """The last act by which a side chose something."""
    acts = [n for n, act in phase.each("move") if act.target == FORCE_BOXES[side]]
    return acts[-1] if acts else phase.last


def _side(force: Force, riot: Riot) -> str:
    return wording.side_name(riot.plan.game, force.side)
