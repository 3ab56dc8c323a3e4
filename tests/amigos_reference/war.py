"""A whole war: the state that outlives a phase, and the turn from phase to phase."""

from __future__ import annotations

from random import Random

from tests.amigos_reference import closing, filipino_phase, opening, us_phase
from tests.amigos_reference.country import ISLANDS, NAMES, NEXT, from_manila
from tests.amigos_reference.forces import (
    CHAIN,
    FIL_STEPS,
    FIRST_TURN,
    LAST_TURN,
    MONSOON,
    PHASES,
    TOP,
    US_STEPS,
)
from tests.amigos_reference.table import FIL_ALL, US_ALL, Piece, Table

OTHER = {"us": "filipino", "filipino": "us"}
TRACKS = {
    "will": ("political_will_marker", "political_will"),
    "points": ("victory_marker", "victory_points"),
    "turn": ("turn_marker", "turn"),
    "us_lost": ("body_count_us_marker", "body_count_us"),
    "filipino_lost": ("body_count_filipino_marker", "body_count_filipino"),
}
COUNTED = 15
"""The highest box of a Body Count track."""


class OverError(Exception):
    """The game has ended, or goes beyond what the engine plays."""


class War:
    """A random war. `mistake` is the kind to plant, from turn `late` on; empty for a legal war."""

    def __init__(
        self,
        table: Table,
        scenario: str,
        seed: int,
        mistake: str = "",
        late: int = 0,
        turns: int = 99,
    ) -> None:
        self.t = table
        self.scenario = scenario
        self.chance = Random(seed)
        self.turn = FIRST_TURN[scenario]
        self.last = min(LAST_TURN[scenario], self.turn + turns - 1)
        self.guerrilla_war = scenario == "guerrilla_war"
        self.mistake = mistake
        self.late = max(late, self.turn)
        self.planted: tuple[str, ...] = ()
        self.planted_at = 0
        self.planted_turn = 0
        self.story = ""
        self.box = {
            "will": TOP if scenario != "guerrilla_war" else -TOP,
            "points": 0,
            "us_lost": 0,
            "filipino_lost": 0,
        }
        self.arms = "unborn"
        self.scouts_due: dict[str, int] = {}
        self.scouts_gone: set[str] = set()
        self.uprising_die = 0
        self.shelled: set[str] = set()
        self.lost_turn: dict[str, int] = {}
        self.aguinaldo_gone = False
        self.malvar_came = False
        self.attacked = {0: False}
        self.smith_owes = False
        self.phase = ""
        self.winner = ""
        self.battle_home = table.one("battle").place
        self.draws = True
        """Whether the sides draw Advantage Chits; without, nobody has any."""

    @staticmethod
    def over(why: str) -> OverError:
        """What ends a game that the engine does not play on."""
        return OverError(why)

    # --- chance and mistakes -----------------------------------------------------------------

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def wants(self, kind: str, share: float = 0.6) -> bool:
        """Whether a mistake is to be planted here, if it can be."""
        due = self.mistake == kind and not self.planted and self.turn >= self.late
        return due and self.often(share)

    def plant(self, story: str, *clauses: str) -> None:
        """Note that the mistake was made just now; the first clause is the one it breaks."""
        self.planted = clauses
        self.planted_at = len(self.t.events) - 1
        self.planted_turn = self.turn
        self.story = story

    # --- dice, tracks, words -----------------------------------------------------------------

    def roll(self, side: str, die: str, number: int = 1, place: str = "") -> tuple[int, ...]:
        """Roll dice of a button."""
        dice = tuple(self.chance.randint(1, 6) for _ in range(number))
        if number:
            self.t.do("roll", place=place or self.battle_place, side=side, text=die, dice=dice)
        return dice

    battle_place = ""

    def put(self, name: str, value: int) -> None:
        """Set a track's marker."""
        if self.box.get(name) == value:
            return
        self.box[name] = value
        piece, track = TRACKS[name]
        self.t.do("move", (self.t.one(piece).key,), f"{track}:{value}")

    def will(self, change: int) -> None:
        """17.1: points of Political Will, to the US above 0; what passes an end is lost."""
        self.put("will", max(-TOP, min(TOP, self.box["will"] + change)))

    def count(self, side: str, steps: int) -> None:
        """1.1.1: losses of a battle."""
        name = f"{side}_lost"
        self.put(name, min(COUNTED, self.box[name] + steps))

    def say(self, side: str, text: str) -> None:
        """The line of a declaration."""
        self.t.do("announce", side=side, text=text)

    # --- the country -------------------------------------------------------------------------

    @property
    def monsoon(self) -> bool:
        """13.0."""
        return self.turn in MONSOON

    def side_of(self, piece: Piece) -> str:
        """The side of a piece."""
        return "us" if piece.kind in US_ALL or piece.kind == "gunboat" else "filipino"

    def force(self, place: str, side: str) -> list[Piece]:
        """All units of a side in a place."""
        kinds = US_ALL if side == "us" else FIL_ALL
        return [piece for piece in self.t.here(place) if piece.kind in kinds]

    def strength(self, place: str, side: str) -> int:
        """Combat steps of a side."""
        return self.t.steps(place, US_STEPS if side == "us" else FIL_STEPS)

    def leaders(self, place: str, side: str) -> list[Piece]:
        """Leaders in a place; Scouts only where 10.7 counts them."""
        return [one for one in self.force(place, side) if one.kind in LEADERS]

    def chief(self, side: str) -> str:
        """1.2.3: the Commander in Chief."""
        for name in CHAIN[side]:
            if self.t.one(name).place in NAMES or self.t.one(name).place.startswith("jungle"):
                return name
        return ""

    def leader_lost(self, piece: Piece, points: bool = True, combat: bool = False) -> None:
        """A Leader is removed; the other side gains 2 or 5 (1.2.3)."""
        side = self.side_of(piece)
        worth = 5 if piece.kind == self.chief(side) else 2
        self.t.remove(piece)
        if piece.kind == "aguinaldo":
            self.aguinaldo_gone = True
        if combat:
            self.lost_turn["leader"] = self.lost_turn.get("leader", 0) + 1
        if points:
            self.will(worth if side == "filipino" else -worth)

    def to_friends(self, piece: Piece) -> None:
        """1.2.2, 10.6.5: a Leader goes to the closest area with friendly steps, or is lost."""
        side = self.side_of(piece)
        here = piece.place
        reach = {here: 0}
        ring = [here]
        while ring:
            held = sorted(one for one in ring if one != here and self.strength(one, side))
            if held:
                self.t.move([piece], self.chance.choice(held))
                return
            nearer = []
            for place in ring:
                for there in NEXT[place]:
                    if there not in reach:
                        reach[there] = reach[place] + 1
                        nearer.append(there)
            ring = nearer
        raise OverError("a Leader has nowhere to go")

    def room(self, place: str, side: str, coming: list[Piece]) -> bool:
        """8.3: whether units may end in a place with those that are there."""
        there = [one for one in self.force(place, side) if one not in coming] + coming
        if side == "us":
            if place == "manila":
                return True
            guns = sum(one.kind == "us_artillery" for one in there)
            return sum(one.steps for one in there) <= 10 and guns <= 1
        regulars = sum(one.steps for one in there if one.kind == "regular")
        others = sum(one.steps for one in there if one.kind in {"guerrilla", "fagen"})
        guns = sum(one.kind == "fil_artillery" for one in there)
        return regulars <= 10 and others <= 5 and guns <= 1

    def secured(self, place: str) -> bool:
        """9.4."""
        return any(place in group and self.t.here(sea, "gunboat") for sea, group in ISLANDS.items())

    def sites(self) -> list[str]:
        """Areas with a POA site."""
        return [one.place for one in self.t.all("poa") if one.place in NAMES]

    def destroy_site(self, place: str) -> None:
        """11.0: a POA site is lost, and the Filipinos gain a point."""
        self.t.move(self.t.here(place, "poa"), "pool_markers")
        self.lost_turn["poa"] = self.lost_turn.get("poa", 0) + 1
        if self.wants("site_unpaid", 1.0) and self.box["will"] > -TOP:
            self.plant(f"the POA site of {place} is destroyed without a point", "11.0.g")
            return
        self.will(-1)

    def tidy_markers(self, place: str) -> None:
        """10.1: a Search marker goes with the last Guerrilla."""
        if not self.t.guerrillas(place) and self.t.here(place, "search"):
            for marker in self.t.here(place, "search"):
                self.t.move([marker], "pool_markers")

    def furthest_from_manila(self, places: list[str], side: str) -> str:
        """10.3.2: US units retreat towards Manila, Filipinos away from it."""
        order = min if side == "us" else max
        best = order(from_manila(one) for one in places)
        return self.chance.choice(sorted(one for one in places if from_manila(one) == best))

    def filipinos_enter(self, place: str) -> None:
        """1.2.1, 1.2.2, 11.0: what Filipino steps find in an area without US steps."""
        if self.t.us(place) or not self.t.filipinos(place):
            return
        for gun in self.t.here(place, "us_artillery"):
            self.t.remove(gun)
            self.lost_turn["us_artillery"] = self.lost_turn.get("us_artillery", 0) + 1
            self.will(-2)
        for leader in self.leaders(place, "us"):
            (die,) = self.roll("filipino", "leader_alone", 1, place)
            if die <= 3:
                self.leader_lost(leader)
            else:
                self.to_friends(leader)
        if self.t.here(place, "poa"):
            if self.wants("site_stands", 1.0):
                self.plant(f"the POA site of {place} stands when Filipinos enter", "11.0.f")
            else:
                self.destroy_site(place)

    def activated_in(self, place: str) -> bool:
        """Whether activated US units are in an area."""
        return any(one.key in self.activated for one in self.force(place, "us"))

    # --- the turn ----------------------------------------------------------------------------

    def enter(self, phase: str) -> None:
        """Put the tracker on a phase."""
        self.phase = phase
        self.t.do("phase", place=phase)

    def play(self) -> None:
        """Play until the end, or until a turn after the planted mistake."""
        whole = 0
        try:
            opening.set_up(self)
            while True:
                whole = len(self.t.events)
                self.one_turn()
                if self.winner or self.turn >= self.last:
                    break
                if self.planted and self.turn > self.planted_turn:
                    break
                self.turn += 1
        except OverError:
            del self.t.events[whole:]
            if self.planted_at >= whole:
                self.planted = ()

    def one_turn(self) -> None:
        """3.3."""
        self.lost_turn = {}
        self.fought: set[str] = set()
        self.activated: set[str] = set()
        self.fresh: set[str] = set()
        self.landed: set[str] = set()
        self.sailed: set[str] = set()
        self.attacked[self.turn] = False
        self.shut: set[str] = set()
        self.no_sea = self.one_battle = self.no_visayas = self.no_near_us = False
        self.moved: set[str] = set()
        self.retreated_to: set[str] = set()
        opening.change_of_war(self)
        for phase in PHASES:
            self.enter(phase)
            if phase.startswith("us_") and self.turn == 4:
                if phase == "us_ground":
                    us_phase.out_of_season(self)
                continue
            for part in (opening, us_phase, filipino_phase, closing):
                if phase in part.PHASES:
                    part.PHASES[phase](self)
        if self.t.us("manila") == 0 or not self.t.us_controls("manila"):
            raise OverError("Manila is lost")


LEADERS = frozenset(CHAIN["us"] + CHAIN["filipino"]) | frozenset(
    {
        "lawton",
        "funston",
        "smith",
        "wheaton",
        "anderson",
        "pilar",
        "ricarte",
        "lukban",
        "mabini",
        "geronimo",
    }
)
