"""Cuts a phase of combat into its battles, and finds the chits that belong to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from modgen_rules.amigos_insurrectos.judging.battle_fight import ANY, SHOWN, WAYS, Engagement, Fight
from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.law.country import BATTLE, MANILA, US, WILL
from modgen_rules.amigos_insurrectos.reading.battle_events import Event, Events
from modgen_rules.amigos_insurrectos.reading.turn import Phase
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.prices import OWED
from modgen_rules.engine.reading.verdicts import lapse
from modgen_rules.engine.record.game_steps import by_player
from modgen_rules.engine.record.talk import mentions

ANCHORS = ("loss", "move", "leader", "gun")
"""Events that happen in the area of a battle."""
AFTERMATH = frozenset(
    {
        "casualty",
        "whose_leader",
        "leader_alone",
        "stratagem",
        "kill",
        "atrocity",
        "lawton_lost",
    }
)
"""Dice that are rolled after the fire of a battle."""


@dataclass
class Part:
    """The events of one battle: in an area, from one event to the next battle."""

    area: str
    events: list[Event] = field(default_factory=list)
    loose: int = 0
    """How many of its first events may belong to the battle before."""
    marked: bool = False
    """Whether the Battle marker shows the area."""


@dataclass
class PhaseBattles:
    """A phase of combat and its battles."""

    phase: Phase
    war: War
    guests: dict[tuple[str, str], int] = field(default_factory=dict)
    """10.3.2.c: steps that retreated into an area in this phase, by area and side."""
    story: list[str] = field(default_factory=list)
    area: str = ""
    """The area of the battle that is being judged."""
    used: set[str] = field(default_factory=set)
    """The chits that were played in an earlier battle of the phase."""

    opened: dict[str, int] = field(default_factory=dict)
    """The first die of fire in each area."""

    def __post_init__(self) -> None:
        self.country, self.record = self.war.country, self.phase.record
        self.source = Events(self.record, self.phase.acts)
        self.events = self.source.read()
        self.chits = self.country.chits
        self.unfinished = not self.phase.finished

    @cached_property
    def _shown(self) -> dict[int, tuple[str, str]]:
        """The area and the face of the Battle marker before each act; empty when it is put away."""
        found = {}
        for n in self.phase.acts:
            position = self.record.positions[n]
            state = next((one for one in position.pieces.values() if one.kind == BATTLE), None)
            where = state.place if state and state.place in self.country.areas else ""
            found[n] = (where, state.face if state and where else "")
        return found

    def searched(self, n: int) -> str:
        """10.1.e: the area of a search: its Search marker is placed or turned soon after the die.

        Without the marker the Battle marker tells it, or else the declared operation, or the battle
        that follows at once; empty when nothing does.
        """
        shown = self._shown[n][0]
        return self._marked_after(n, shown) or shown or self._declared_before(n)

    def _marked_after(self, n: int, shown: str) -> str:
        """The area of the Search marker after a die, or of the battle if no other one was shown."""
        acts, areas, marked = self.record.acts, self.country.areas, ""
        for m in range(n + 1, min(n + 1 + windows.MUCH_LATER, len(acts))):
            act = acts[m]
            if act.kind == BATTLE and act.what == "move":
                marked = act.target if act.target in areas else ""
            if act.what == "phase" or (act.what, act.kind) == ("roll", "us_search"):
                break
            if act.what == "roll" and act.kind in WAYS and marked and not shown:
                force = self.source.force(n, marked)
                if force.hidden and not force.regular:
                    return marked
            if act.kind == "search" and act.what in ("move", "face"):
                place = self.record.positions[m + 1].pieces[act.piece].place
                if place in areas:
                    return place
        return ""

    def _declared_before(self, n: int) -> str:
        """The area of a search by what was declared, or entered, before its die."""
        acts, areas = self.record.acts, self.country.areas
        for m in range(n - 1, max(0, n - windows.MUCH_LATER) - 1, -1):
            act = acts[m]
            if act.what in ("phase", "roll"):
                break
            if act.said and act.said.choices.get("operation") == "search":
                return next(iter(act.said.spaces.get("operation_in", ())), "")
            if act.target in areas and self._begins_search(act):
                force = self.source.force(n, act.target)
                if force.hidden and not force.regular:
                    return act.target
        later = next((act for act in acts[n + 1 :] if act.what in ("roll", "phase")), None)
        declared = self.record.positions[n].where("operation_search")
        over = later is not None and later.what == "phase"  # no battle follows that may be meant
        return declared[0] if over and len(declared) == 1 else ""

    def _begins_search(self, act: Act) -> bool:
        """Whether an act is a march of the US or puts the marker of a search into an area."""
        march = act.what == "move" and self.country.side.get(act.kind) == US
        return march or act.kind == "operation_search"

    def pinned(self, part: Part) -> bool:
        """Whether all dice of a battle lie between things that happened in its area.

        So they are told apart from those of other battles where there is no Battle marker.
        """
        dice = [
            one.act
            for one in part.events
            if one.what == "roll" and one.kind in SHOWN and one.kind != "us_search"
        ]
        own = {one.act for one in part.events}
        anchors = sorted(
            [(one.act, one.act in own, False) for one in self.events if one.what in ANCHORS]
            + [(n, place == part.area, True) for n, place in self._turned_up.items()]
        )
        for die in dice:
            before = [one for one in anchors if one[0] < die][-1:]
            after = [one for one in anchors if one[0] > die][:1]
            if not before or not before[0][1] or (after and not (after[0][1] or after[0][2])):
                return False
        return bool(dice)

    def alone(self, part: Part) -> bool:
        """Whether units of both sides were in no other area in all of the phase."""
        return self.phase.sure and self._met == {part.area}

    @cached_property
    def _met(self) -> set[str]:
        """The areas in which both sides were at some moment of the phase."""
        acts, sides = self.record.acts, self.country.side
        first, last = self.phase.acts[0], self.phase.acts[-1]
        changed = (n for n in range(first, last + 1) if acts[n].kind in sides)
        moments = {first, last + 1, *changed}
        return {area for n in moments for area in self.source.contested(n)}

    @cached_property
    def _turned_up(self) -> dict[int, str]:
        """The areas in which units were turned up, or a Search marker was put or turned, by act."""
        acts, areas = self.record.acts, self.country.areas
        found = {}
        early = max(0, self.phase.acts[0] - windows.SOON)
        for n in range(early, self.phase.acts[-1] + 1):
            act, state = acts[n], self.record.positions[n + 1].pieces.get(acts[n].piece)
            told = act.what == "mask" and act.target == "up"
            told |= act.kind == "search" and act.what in ("move", "face")
            if told and state and state.place in areas:
                found[n] = state.place
        return found

    def parts(self, contested: set[str]) -> list[Part]:
        """The battles in the order in which they begin.

        The Battle marker tells the area; without it the next loss or retreat does, or else the
        only area where both sides are.
        """
        moved = any(one.kind == BATTLE and one.what == "marker" for one in self.events)
        parts: list[Part] = []
        loose: list[Event] = []
        refuge: dict[tuple[str, str], str] = {}  # where units of a side fled, by area and side
        for event in self.events:
            shown = self._shown[event.act][0] if moved else ""
            area, current = self._area(event, shown, refuge), parts[-1].area if parts else ""
            fled = {area for area, _ in refuge}
            known = contested | fled | {one.area for one in parts}
            if event.what == "move" and area not in known and event.target in contested:
                area = event.target  # who joins a battle
            begun = area == current or (bool(loose) and area == event.area)
            left = event.what in ("move", "leader") and begun
            quiet = self.country.areas if shown == area else self.country.areas - contested
            if left and event.target in quiet:
                refuge[event.target, event.side] = area
            if not area and (event.what != "roll" or event.kind in AFTERMATH):
                area = current
            if not area:
                loose.append(event)
            elif area == current:
                parts[-1].events += [*loose, event]
                loose = []
            else:
                parts.append(Part(area, [*loose, event], len(loose), bool(shown)))
                loose = []
        dice = [one for one in loose if one.what == "roll"]
        if parts:
            parts[-1].events += loose
        elif dice and len(contested) == 1:
            parts.append(Part(next(iter(contested)), loose))
        parts = [one for one in parts if one.area in self.country.areas]
        for before, part in pairwise(parts):
            if part.loose and not part.marked:
                self._divide(before, part)
        return self._joined(parts)

    def begun_before(self, part: Part) -> bool:
        """Whether a battle may have begun before the log does."""
        record, first = self.record, part.events[0].act
        marked = record.start.place(BATTLE)
        if first > self.phase.acts[0] or self.phase.acts[0] > 0 or record.phase != self.phase.id:
            return False
        into = any(one.kind == BATTLE and one.target == part.area for one in part.events)
        return marked == part.area or (marked not in self.country.areas and not into)

    def _area(self, event: Event, shown: str, refuge: Mapping[tuple[str, str], str]) -> str:
        """The area of an event; empty when it does not tell one."""
        match event.what:
            case "loss" | "move":
                if event.what == "move" and shown and event.target == shown:
                    return shown
                fled = refuge.get((event.area, event.side), event.area)
                return event.area if shown == event.area != fled else fled
            case "gun" | "leader":
                return shown or refuge.get((event.area, event.side), event.area)
            case "roll" | "said" | "mask":
                told = event.what == "said" and event.area in self.country.areas
                found = event.area if told else self._turned_up.get(event.act, "")
                search = event.kind == "us_search"
                return self.searched(event.act) if search else shown or found
            case "marker" if event.target in self.country.areas:
                return event.target if event.kind in ("search", BATTLE) else ""
        return ""

    def _divide(self, before: Part, part: Part) -> None:
        """Give the loose events between two battles to the one or the other."""
        loose, rest = part.events[: part.loose], part.events[part.loose :]
        prices = []
        ended = max((one.act for one in before.events if one.what in ANCHORS), default=0)
        begun = min(
            (n for n, area in self._turned_up.items() if area == part.area and n > ended),
            default=rest[0].act,
        )  # the units of a battle are turned up before its dice
        most = sum(one.act < begun for one in loose)
        for cut in range(most + 1):
            first = [*before.events, *loose[:cut]]
            second = [*loose[cut:], *rest]
            prices.append((self._price(before.area, first) + self._price(part.area, second), cut))
        cut = min(prices)[1]
        before.events += loose[:cut]
        part.events = [*loose[cut:], *rest]

    def _price(self, area: str, events: list[Event]) -> float:
        """How much is wrong in a battle if these are its events."""
        sure, maybe = self.laid(events, events[-1].act)
        engagement = Engagement(
            self.country, self.source, area, self.phase.side, events, sure, maybe
        )
        fight = engagement.read()
        due = [max(one.least, 0) + max(-one.most, 0) for one in fight.due.values()]
        return fight.cost + OWED * sum(due)

    def _joined(self, parts: list[Part]) -> list[Part]:
        """10.2.a: battles in the same area are one, unless dice of another one are between them."""
        found: dict[str, Part] = {}
        fought: list[str] = []
        for part in parts:
            rolled = any(one.kind in WAYS and one.kind not in ANY for one in part.events)
            if rolled and part.area in fought[:-1] and fought[-1] != part.area and part.marked:
                what = f"the battle in {self.country.names[part.area]} was broken off for another"
                self.war.find(
                    "10.2.a", self.phase.side, what, part.events[0].act, gap=lapse(prices.MIXED)
                )
            fought += [part.area] * rolled
            known = found.setdefault(part.area, part)
            if known is not part:
                known.events = sorted([*known.events, *part.events], key=lambda one: one.act)
        return list(found.values())

    def laid(self, events: list[Event], following: int) -> tuple[tuple[Chit, ...], ...]:
        """10.4: the chits that were surely played in a battle, and those that may have been."""
        sure: dict[str, Chit] = {}
        maybe: dict[str, Chit] = {}
        first = events[0].act
        for n in self.phase.acts:
            act = self.record.acts[n]
            chit = self.chits.get(act.kind)
            if act.what != "card" or not chit or act.source != f"hand:{chit.side}":
                continue
            if act.target != BOXES[chit.side]:
                maybe.setdefault(chit.id, chit)  # perhaps played without being laid
        fought = {
            key: chit for key, chit in self.chits.items() if chit.in_battle or chit.has("uprising")
        }
        areas = self.country.areas
        for n in range(first, following + 1):
            position = self.record.positions[n]
            for key, place in position.cards.items():
                chit = fought.get(key)
                if chit is None or (place not in areas and place != BOXES[chit.side]):
                    continue
                untouched = self._lay_there(n, key)
                hand = untouched and self.record.chits.get(key) in position.masked
                if hand and self.turns_up() and not self._named(chit, following):
                    continue  # part of a hand that is kept on the table
                open_ = not self._masked(n, key) and not untouched
                (sure if open_ else maybe).setdefault(chit.id, chit)
        begun = self.phase.chits or sorted(self.war.played - self.war.at_once)
        rising = [self.chits[one] for one in begun if one in self.chits]
        if any(one.area == MANILA for one in events) or self.area == MANILA:
            sure |= {one.id: one for one in rising if one.has("uprising")}
        for key in sorted(self.used & sure.keys()):
            if not self._laid_again(sure[key], range(first, following)):
                maybe.setdefault(key, sure.pop(key))  # perhaps left on the table
        perhaps = tuple(one for one in maybe.values() if one.id not in sure and one.in_battle)
        return tuple(sure.values()), perhaps

    def turns_up(self, *kinds: str) -> bool:
        """Whether units (of some kinds) or chits are turned up in this record at all."""
        return any(
            act.what == "mask" and act.target == "up" and (not kinds or act.kind in kinds)
            for act in self.record.acts
        )

    def _named(self, chit: Chit, end: int) -> bool:
        """Whether a player wrote of a chit in this turn, up to an act."""
        begun = self.phase.acts[0] - windows.MUCH_LATER
        lines = (line for n, line in self.record.lines if begun <= n <= end and by_player(line))
        return any(mentions(line, chit.title) for line in lines)

    def _laid_again(self, chit: Chit, span: range) -> bool:
        """Whether a chit came to its box in some acts."""
        acts = (self.record.acts[n] for n in span)
        return any(one.kind == chit.id and one.target == BOXES[chit.side] for one in acts)

    def _lay_there(self, n: int, chit: str) -> bool:
        """Whether a chit has lain in its place since the log began, perhaps as part of a hand."""
        start, now = self.record.positions[0].cards.get(chit), self.record.positions[n].cards[chit]
        touched = (
            one.what in ("card", "mask") and one.kind == chit for one in self.record.acts[:n]
        )
        return start == now and not any(touched)

    def put_away(self, events: list[Event], fight: Fight) -> bool:
        """Whether Political Will was recorded and the Battle marker left as the log ends."""
        dice = [one.act for one in events if one.what == "roll" and one.kind in SHOWN]
        if not fight.volleys or not all(self._shown[n][0] for n in dice):
            return False
        span = range(fight.volleys[-1].last + 1, self.phase.acts[-1] + 1)
        paid = any(self.record.acts[n].kind == WILL for n in span)
        return paid and self.record.positions[span.stop].place(BATTLE) not in self.country.areas

    def _masked(self, n: int, chit: str) -> bool:
        """Whether a chit lies face down before an act."""
        masked = [act for act in self.record.acts[:n] if act.what == "mask" and act.kind == chit]
        return bool(masked) and masked[-1].target == "down"
