"""What could be on record of a phase, legal or not: moves, and pieces that come from elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    JUNGLE,
    MANILA,
    POOLS,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.engine.record.table_acts import Act, Flip, Move, Roll
from modgen_rules.engine.writing.offers import Change, edits

Acts = tuple[Act, ...]


class Moves:
    """Moves that pieces on a table can make, legal or not."""

    def __init__(self, at: Position, side: str, chance: random.Random) -> None:
        self.at, self.side, self.chance, self.country = at, side, chance, at.country
        self.held = sorted(one for one in self.country.areas if at.units(one, side))

    def __iter__(self) -> Iterator[Change]:
        kinds = [self.force] * 8 + ([self.boat] if self.side == US else [self.arms]) + [self.pool]
        while self.held:
            acts = self.chance.choice(kinds)()
            if acts:
                yield Change(acts)

    def _some(self, keys: Sequence[str]) -> tuple[str, ...]:
        """One of some pieces, some of them, or all."""
        number = self.chance.choice((1, self.chance.randint(1, len(keys)), len(keys)))
        return tuple(self.chance.sample(keys, number))

    def force(self) -> Acts:
        """Units of an area go to another, perhaps with Gunboats or past one."""
        source = self.chance.choice(self.held)
        units = self.at.units(source, self.side)
        kind = self.at.pieces[self.chance.choice(units)].kind
        alike = self.at.keys(source, (kind,))
        keys = self._some(self.chance.choice((units, alike)))
        away = self.country.distance(source, self.country.areas)
        far = self.chance.choice((1, 2, 2, 3, 4, 99))
        targets = sorted(one for one in self.country.areas if away.get(one, 99) == far)
        coasts = self.country.coasts
        if far == 99 or not targets or self.chance.random() < 0.3:
            targets = sorted(one for one in self.country.areas - {source} if coasts[one]) + targets
        target = self.chance.choice(targets)
        go = Move(keys, target)
        if not (coasts[source] and coasts[target]):
            return (go,)
        if self.side == FILIPINO:
            if self.chance.random() < 0.7:
                return (go,)
            dice = tuple(self.chance.randint(1, 6) for _ in range(self.chance.randint(1, 2)))
            return Roll(US, "interception", dice), go
        return self._escorted(go, source)

    def _escorted(self, go: Move, source: str) -> Acts:
        """A landing with Gunboats: enough or too few, of there or elsewhere, which may sail on."""
        country, chance = self.country, self.chance
        seas = country.seas - country.secures.keys()
        home = chance.random() < 0.8
        boats = self.at.gunboats(*(country.coasts[source] if home else sorted(seas)))
        steps = sum(map(self.at.strength, go.keys))
        number = min(len(boats), max(0, -(-steps // 2) + chance.choice((0, 0, 0, -1, 1))))
        beside = chance.random() < 0.85
        if not number:
            return (go,)
        keys = tuple(boats[:number])
        found = Move(keys, chance.choice(sorted(country.coasts[go.place] if beside else seas)))
        on = Move(keys, chance.choice(sorted(seas)))
        return (go, found, on) if chance.random() < 0.15 else (go, found)

    def boat(self) -> Acts:
        """A Gunboat goes anywhere."""
        country = self.country
        boats = self.at.gunboats(*sorted(country.seas))
        places = [*sorted(country.secures), *sorted(country.seas), *POOLS.values()]
        return (Move((self.chance.choice(boats),), self.chance.choice(places)),) if boats else ()

    def arms(self) -> Acts:
        """The Imported Arms go to an area next to theirs."""
        place = self.at.place("imported_arms")
        near = sorted(self.country.near.get(place, ()))
        keys = tuple(self.at.keys(place, ("imported_arms",)))
        return (Move(keys, self.chance.choice(near)),) if near else ()

    def pool(self) -> Acts:
        """A step comes from the pool."""
        keys = self.at.keys(POOLS[self.side], STEPS[self.side])
        area = self.chance.choice(self.held)
        return (Move((self.chance.choice(keys),), area),) if keys else ()


class Arrivals:
    """What may come in the phases of Imported Arms and reinforcements, or stay away."""

    def __init__(self, at: Position, done: Sequence[Act], chance: random.Random) -> None:
        self.at, self.done, self.chance, self.country = at, done, chance, at.country
        self.areas = sorted(self.country.areas)
        self.held = sorted(at.everywhere(FILIPINO))
        spare = [*POOLS.values(), "lost_us", "leaders_filipino", "supply_source", TRANS_OCEAN]
        self.spare = [*spare, f"turn:{at.turn}", f"turn:{at.turn + 1}"]

    def __iter__(self) -> Iterator[Change]:
        places = (*self.areas, TRANS_OCEAN)
        changed = edits(self.done, places, self.chance)
        while self.held:
            chosen = self.chance.random()
            if chosen < 0.4:
                yield next(changed, Change())
            elif chosen < 0.75:
                yield self.recruits()
            else:
                yield self.comes()

    def _recruit(self, kind: str, areas: Sequence[str]) -> Acts:
        acts: list[Act] = []
        for key, area in zip(self.at.keys(POOLS[FILIPINO], (kind,)), areas, strict=False):
            turned = self.at.pieces[key].face != "one"
            acts += [*([Flip(key, "one")] if turned else ()), Move((key,), area)]
        return tuple(acts)

    def recruits(self) -> Change:
        """Steps come to areas with Filipinos or without, perhaps in place of others."""
        kind = self.chance.choice(("regular", "guerrilla"))
        number = self.chance.choice((1, 1, 1, 2, len(self.held)))
        areas = self.chance.sample(self.held, min(number, len(self.held)))
        if self.chance.random() < 0.3:
            areas = [self.chance.choice(self.areas)] * self.chance.choice((1, 2))
        came = {
            n: one.place
            for n, one in enumerate(self.done)
            if isinstance(one, Move) and one.place in self.country.areas and len(one.keys) == 1
        }
        if not came or self.chance.random() < 0.7:
            return Change(self._recruit(kind, areas))
        taken = self.chance.sample(sorted(came), min(len(came), number))
        return Change(self._recruit(kind, [came[n] for n in taken]), left_out=frozenset(taken))

    def comes(self) -> Change:
        """Pieces that are not on the map come to an area or a box."""
        there = [key for place in self.spare for key in self.at.at.get(place, ())]
        kinds = sorted({self.at.pieces[key].kind for key in there})
        kind = self.chance.choice(kinds)
        keys = [key for key in there if self.at.pieces[key].kind == kind]
        target = self.chance.choice((MANILA, TRANS_OCEAN, *self.chance.sample(self.areas, 2)))
        return Change((Move(tuple(keys[: self.chance.randint(1, 2)]), target),))


class Sites:
    """Sites that are made, one or several at once, or removed."""

    def __init__(self, at: Position, chance: random.Random) -> None:
        self.at, self.chance = at, chance
        self.areas = sorted(at.everywhere(US))

    def __iter__(self) -> Iterator[Change]:
        spare = self.at.keys("pool_markers", ("poa",))
        while self.areas:
            if self.at.sites and self.chance.random() < 0.3:
                keys = self.at.keys(self.chance.choice(self.at.sites), ("poa",))
                yield Change((Move(tuple(keys[:1]), "pool_markers"),))
                continue
            areas = self.chance.choices(self.areas, k=self.chance.choice((1, 1, 1, 2, 3)))
            yield Change(tuple(Move((key,), one) for key, one in zip(spare, areas, strict=False)))


class JungleMoves:
    """Moves of a side into the Jungle, in it, and out of it."""

    def __init__(self, at: Position, side: str, chance: random.Random) -> None:
        self.at, self.side, self.chance, self.country = at, side, chance, at.country
        self.held = [*JUNGLE, *sorted(one for one in self.country.areas if at.units(one, side))]

    def __iter__(self) -> Iterator[Change]:
        areas = sorted(self.country.areas)
        while True:
            source = self.chance.choice(self.held)
            inside = source in JUNGLE and self.chance.random() < 0.5
            targets = areas if inside else [one for one in JUNGLE if one != source]
            units = self.at.units(source, self.side)
            if units:
                kind = self.at.pieces[self.chance.choice(units)].kind
                keys = self.at.keys(source, (kind,))
                number = self.chance.randint(1, len(keys))
                yield Change((Move(tuple(keys[:number]), self.chance.choice(targets)),))
            else:
                yield Change()
