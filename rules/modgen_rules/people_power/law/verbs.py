"""The verbs in which card effects are written (columns `*_effect` of `cards.csv`).

An effect is a list of statements between `;`, or several such lists between `|` to choose from:

    patronage +3                          a track goes up or down: gov npa reformers aid patronage
    halve patronage
    transfer 3 npa reformers              up to this many Resources between two sides
    2 city: shift opposition              in this many spaces, the verbs between commas in order
    each with=protest: shift opposition   in every space that there is
    put 2 guerrilla mindanao              this many pieces spread over spaces
    remove 2 police any                   the same away from them
    free rally 2                          an Operation or Special Activity at no cost, at most

Spaces: a number, then `any`, `city`, `countryside`, a region or one space's id, then conditions:
`control=gov`, `without_control=gov`, `with=guerrilla`, `without=guerrilla`, `adjacent`.
Verbs in a space: shift set place cubes take clear terror protest strike hide swap profit ambush
rout may once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen_rules.people_power.law import npa
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Outcome,
    StepFunction,
    remove_cubes,
    remove_guerrillas,
    run,
)
from modgen_rules.people_power.law.state import ALIGNMENTS, Space, count

TRACK_WORDS = ("gov", "npa", "reformers", "aid", "patronage")
TASKS = ("first", "second", "third", "fourth", "fifth")
"""The most statements about spaces in an effect; three Acts of Desperation have five."""


class EffectError(ModgenError, ValueError):
    """A statement that is not an effect; the message names the word, `hint` says what to write."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Selector(NamedTuple):
    """Which spaces a statement speaks of, and how many of them; 0 for each."""

    number: int
    where: str = "any"
    conditions: tuple[tuple[str, str], ...] = ()

    def holds(self, space: Space, here: Context) -> bool:
        """Whether a space is one of them now."""
        places = {"any", "city" if here.city else "countryside", here.region, here.id}
        if not set(self.where.split("&")) <= places:
            return False
        return all(CONDITIONS[name](space, value) for name, value in self.conditions)


CONDITIONS: dict[str, Callable[[Space, str], bool]] = {
    "control": lambda space, who: space.control == who,
    "without_control": lambda space, who: space.control != who,
    "with": lambda space, kind: count(space, kind) > 0,
    "without": lambda space, kind: not count(space, kind),
    "is": lambda space, name: ALIGNMENTS[space.alignment] == name,
}


class Task(NamedTuple):
    """One statement about spaces: its step, how much of it is asked for, how it counts."""

    selector: Selector
    verbs: tuple[StepFunction, ...]
    slot: int
    units: bool = False
    """Whether pieces are counted instead of spaces."""
    words: tuple[str, ...] = ()
    """The statement's verbs as they are written."""
    places: tuple[str, ...] = ()
    """Kinds of pieces that it places."""

    def step(self, space: Space, here: Context) -> Iterator[Outcome]:
        """Nothing, or what the statement does here, counted."""
        yield Outcome(space)
        if not self.selector.holds(space, here):
            return
        for way in self.done(space, here):
            if not way.broken and (way.space != space or way.effect != Effect()):
                yield way

    def step_anywhere(self, space: Space, here: Context) -> Iterator[Outcome]:
        """As `step`, with breaches; in a space that the statement does not name it breaks 5.1."""
        yield from self.step(space, here)
        named = self.selector.holds(space, here)
        for way in self.done(space, here):
            if way.space != space and (way.broken or not named):
                yield way if named else way._replace(broken=("5.1.a",))

    def done(self, space: Space, here: Context) -> Iterator[Outcome]:
        """5.1.3, 5.1.1: what the statement does here; markers without pieces leave."""
        for way in run(space, self.verbs, here):
            settled = way.space.settled()
            if self.units:
                yield way._replace(space=settled)
                continue
            counted = way.effect._replace(
                **{TASKS[self.slot]: getattr(way.effect, TASKS[self.slot]) + 1}
            )
            yield Outcome(settled, counted, way.broken)

    def possible(self, space: Space, here: Context) -> int:
        """How much of it can be done in a space: pieces, or 1 for the space."""
        if not self.selector.holds(space, here):
            return 0
        results = [way for way in self.done(space, here) if not way.broken]
        if self.units:
            return max((int(getattr(way.effect, TASKS[self.slot])) for way in results), default=0)
        return int(any(way.space != space or way.effect.patronage for way in results))


FULL = ("1.5.2.a",)
"""What Bases break for which a space has no room."""


# --- verbs in a space ----------------------------------------------------------------------------


def shift(toward: str) -> StepFunction:
    """One step toward an alignment (1.6.2)."""
    value = ALIGNMENTS.index(toward)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space.shifted(value))

    return step


def set_to(alignment: str) -> StepFunction:
    """1.6.3: straight to an alignment."""
    value = ALIGNMENTS.index(alignment)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space._replace(alignment=value))

    return step


def place(kind: str, number: str = "1") -> StepFunction:
    """Place pieces from Available; fewer if there are none left, or no room for Bases."""
    most = int(number)
    field = "underground" if kind == "guerrilla" else kind

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        room = most if not kind.endswith("_base") else min(most, here.limits.bases - space.bases)
        least = 0 if kind in here.scarce else room
        for placed in range(max(least, 0), most + 1):
            full = FULL if placed > max(room, 0) else ()
            fuller = space._replace(**{field: getattr(space, field) + placed})
            yield Outcome(fuller, broken=full)

    return step


def cubes(number: str) -> StepFunction:
    """A number of Troops and Police in any mix."""
    most = int(number)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        short = "troops" in here.scarce and "police" in here.scarce
        for total in range(0 if short else most, most + 1):
            for troops in range(total + 1):
                yield Outcome(
                    space._replace(
                        troops=space.troops + troops, police=space.police + total - troops
                    )
                )

    return step


def take(kind: str, number: str = "1") -> StepFunction:
    """Remove pieces, as far as there are any; of a Faction, Bases last (1.5.4)."""
    most = int(number)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        for fewer in taken(space, kind, most):
            yield Outcome(fewer)

    return step


def taken(space: Space, kind: str, number: int) -> Iterator[Space]:
    """A space without a number of pieces of a kind, in every possible mix."""
    if kind in ("guerrilla", "npa"):
        gone = min(number, space.guerrillas)
        for fewer in remove_guerrillas(space, number):
            bases = min(number - gone, fewer.npa_base) if kind == "npa" else 0
            yield fewer._replace(npa_base=fewer.npa_base - bases)
    elif kind == "cubes":
        for fewer, _ in remove_cubes(space, number):
            yield fewer
    elif kind == "gov":
        yield space._replace(troops=0, police=0, gov_base=0)
    else:
        yield space._replace(**{kind: max(0, getattr(space, kind) - number)})


def clear(marker: str) -> StepFunction:
    """A marker away."""

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        if getattr(space, marker):
            yield Outcome(space._replace(**{marker: 0}))

    return step


def terror(space: Space, here: Context) -> Iterator[Outcome]:
    """1.8.1, 1.8.2: Terror drives out Protest and Strike; a second one changes nothing."""
    yield Outcome(space._replace(terror=1, protest=0, strike=0))


def token(marker: str) -> StepFunction:
    """A Protest or Strike where no marker is; none when the pool is empty (1.8.2)."""
    other = "strike" if marker == "protest" else "protest"

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        blocked = space.terror or space.protest or space.strike
        if blocked or here.dry:
            yield Outcome(space)
        if not blocked:
            yield Outcome(space._replace(**{marker: 1, other: 0}))

    return step


def hide(space: Space, here: Context) -> Iterator[Outcome]:
    """All Guerrillas go Underground."""
    yield Outcome(space._replace(underground=space.guerrillas, active=0))


def swap(old: str, new: str, number: str) -> StepFunction:
    """Replace pieces by others, or by none when these have run out (1.5.1)."""
    most = int(number)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        have = space.cubes if old == "cubes" else getattr(space, old)
        gone = min(most, have)
        for fewer in taken(space, old, gone):
            for came in range(0 if new in here.scarce else gone, gone + 1):
                yield Outcome(fewer._replace(**{new: getattr(fewer, new) + came}))

    return step


def profit(times: str) -> StepFunction:
    """Patronage by a multiple of the Population."""

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space, Effect(patronage=int(times) * here.pop))

    return step


def ambush(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.3, 5.1.5: as if an Attack were about to begin."""
    for way in npa.ambush(space, here):
        broken = ("4.4.3.h",) if way.broken else ()
        yield way._replace(effect=way.effect._replace(activity=0), broken=broken)


def rout(who: str) -> StepFunction:
    """A Base of an enemy of `who` away that has no other piece of its Faction beside it."""

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        alone = [
            base
            for owner, base, others in (
                ("gov", "gov_base", space.cubes),
                ("npa", "npa_base", space.guerrillas),
                ("reformers", "ref_base", space.activist),
            )
            if owner != who and getattr(space, base) and not others
        ]
        if not alone:
            yield Outcome(space)
        for base in alone:
            yield Outcome(space._replace(**{base: getattr(space, base) - 1}).settled())

    return step


def may(kind: str, number: str) -> StepFunction:
    """A Faction may place up to a number of its pieces."""
    most = int(number)
    piece, base = {"npa": ("underground", "npa_base"), "reformers": ("activist", "ref_base")}[kind]

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        for bases in range(most + 1):
            full = FULL if bases and space.bases + bases > here.limits.bases else ()
            for pieces in range(most - bases + 1):
                fuller = space._replace(
                    **{
                        piece: getattr(space, piece) + pieces,
                        base: getattr(space, base) + bases,
                    }
                )
                yield Outcome(fuller, broken=full)

    return step


def once(verb: str, *words: str) -> StepFunction:
    """A verb that is done in one of the spaces only: counted as the second task."""
    inner = VERBS[verb](*words)

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        yield Outcome(space)
        for way in inner(space, here):
            yield way._replace(effect=way.effect._replace(second=1))

    return step


def spread(kind: str, number: int, index: int, put: bool) -> StepFunction:
    """Up to a number of pieces come or go here, counted one by one."""
    field = "underground" if kind == "guerrilla" else kind

    def step(space: Space, here: Context) -> Iterator[Outcome]:
        for amount in range(1, number + 1):
            effect = Effect(**{TASKS[index]: amount})
            if put:
                full = kind.endswith("_base") and space.bases + amount > here.limits.bases
                fuller = space._replace(**{field: getattr(space, field) + amount})
                yield Outcome(fuller, effect, FULL if full else ())
            elif kind == "guerrilla":
                if amount <= space.guerrillas:
                    for fewer in remove_guerrillas(space, amount):
                        yield Outcome(fewer, effect)
            elif amount <= getattr(space, field):
                fewer = space._replace(**{field: getattr(space, field) - amount})
                yield Outcome(fewer.settled(), effect)
        yield Outcome(space)

    return step


VERBS: dict[str, Callable[..., StepFunction]] = {
    "shift": shift, "set": set_to, "place": place, "cubes": cubes, "take": take, "clear": clear,
    "terror": lambda: terror, "protest": lambda: token("protest"),
    "strike": lambda: token("strike"), "hide": lambda: hide, "swap": swap, "profit": profit,
    "ambush": lambda: ambush, "rout": rout, "may": may, "once": once,
}  # fmt: skip
