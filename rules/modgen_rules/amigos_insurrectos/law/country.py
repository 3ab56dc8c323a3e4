"""The Philippines as the game's data has them: areas, coasts, sea spaces, and the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from modgen.model.game import Game
from modgen_rules.amigos_insurrectos.law.chit_data import Chit, read_chits
from modgen_rules.engine.rulebook import RulebookError, rule_numbers

US, FILIPINO = "us", "filipino"
SIDES = (US, FILIPINO)
OTHER = {US: FILIPINO, FILIPINO: US}
MANILA = "manila"
STEPS: Mapping[str, tuple[str, ...]] = {
    US: ("us_army", "us_volunteers", "us_cavalry"),
    FILIPINO: ("regular", "guerrilla", "fagen"),
}
"""1.1.2: the combat steps of each side. Leaders, Scouts and Artillery have none."""
GUERRILLAS = ("guerrilla", "fagen")
ARTILLERY = {US: "us_artillery", FILIPINO: "fil_artillery"}
JUNGLE = ("jungle_1", "jungle_2")
TRANS_OCEAN = "trans_ocean"
DISPLAY = {US: "combat_us", FILIPINO: "combat_filipino"}
"""1.1.1: the Combat Display; its units still belong to their area."""
BATTLE, WILL = "battle", "political_will_marker"
"""The markers of battles and of Political Will."""
POOLS = {US: "pool_us", FILIPINO: "pool_filipino"}
LOST = {US: "lost_us", FILIPINO: "pool_filipino"}
OUT = frozenset({*POOLS.values(), *LOST.values()})
"""The places of steps out of play."""
SIGN = {US: 1, FILIPINO: -1}
"""The direction in which a side's points count."""
RECRUITS = ("luzon", "visayas")
"""7.2.a: the dice of recruits in their order."""


class Numbers(NamedTuple):
    """The numbers of the rules; the game's data explains them."""

    hand: int
    objectives: int
    great_objective: int
    great_points: int
    us_lost_steps: int
    filipino_lost_steps: int
    objective_sites: int
    destroyed_sites: int
    leader_points: int
    commander_points: int
    casualty_die: int
    alone_die: int
    stratagem_die: int
    smith_losses: int
    smith_die: int
    night_die: int
    atrocity_die: int
    search_die: int
    search_steps: int
    us_step_points: int
    filipino_step_points: int
    arms_die: int
    mabini_turn: int
    negotiated: int
    negotiations_from: int
    negotiations_until: int
    luzon_sites: int
    visayas_sites: int
    luzon_areas: int
    victory_modifier: int
    recruits_turn: int
    recruits_turn_guerrilla: int
    last_stand_up_arrival: int
    last_stand_up_turn: int
    first_guerrilla_turn: int
    no_us_turn: int
    doubtful_turn: int
    free_exit_turn: int
    jungle_us: int
    jungle_filipino: int
    jungle_filipino_guerrilla: int
    jungle_units: int
    jungle_units_guerrilla: int
    land_reach: int
    monsoon_reach: int
    passable: int
    sea_reach: int
    us_sea_steps: int
    filipino_sea_steps: int
    gunboat_steps: int
    sites: int
    site_steps: int
    site_will: int
    site_survivors: int

    @property
    def step_points(self) -> Mapping[str, int]:
        """10.9: the points that the other side gains for a step of each side."""
        return {US: self.us_step_points, FILIPINO: self.filipino_step_points}

    def worth(self, objective: int | None) -> int:
        """4.0.e: the Victory Points for an objective."""
        return self.great_points if objective == self.great_objective else 1

    def jungle(self, guerrilla: bool) -> tuple[int, int]:
        """12.C.a, 12.C.c: the Guerrilla steps that enter, and the units in both boxes."""
        late = self.jungle_filipino_guerrilla, self.jungle_units_guerrilla
        return late if guerrilla else (self.jungle_filipino, self.jungle_units)


class FireNumbers(NamedTuple):
    """10.6.3: the lowest results that hit, and dice per unit."""

    fire: int
    """US at Regulars, and at Guerrillas who attack."""
    sure: int
    """US at Guerrillas who are attacked; everybody in mountains."""
    parting: int
    filipino: int
    armed: int
    """Fagen, and Filipinos with the Imported Arms."""
    guns: int
    """Dice of an Artillery unit."""
    boats: int
    """Dice of a Gunboat."""


@dataclass(eq=False)
class Country:
    """What the rules read from the game's data."""

    game: Game

    def __post_init__(self) -> None:
        """Raises RulebookError if the data lacks a number."""
        self.numbers = rule_numbers(self.game, Numbers)
        if not self.operations(1):
            raise RulebookError(
                f"map: the rules of {self.game.info.title} need `2 operations`, or another number,"
                " in the label of turn 1 of the track `turn`"
            )

    @cached_property
    def fire(self) -> FireNumbers:
        """The numbers of fire, from the dice and the counters."""
        dice = ("us_fire", "us_fire_6", "us_parting", "filipino_fire", "filipino_fire_5")
        guns = (self.game.piece_types[kind].faces[0].ne for kind in ("us_artillery", "gunboat"))
        return FireNumbers(
            *(self.lowest[die] for die in dice), *(int(one.rstrip("D")) for one in guns)
        )

    @cached_property
    def areas(self) -> frozenset[str]:
        """1.1: the 45 areas."""
        return frozenset(one.id for one in self.game.map.spaces if one.kind == "area")

    @cached_property
    def seas(self) -> frozenset[str]:
        """The sea spaces, those for securing islands too."""
        return frozenset(one.id for one in self.game.map.spaces if one.kind == "sea")

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The areas, sea spaces and Jungle boxes: where pieces are in play."""
        return self.areas | self.seas | {*JUNGLE}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The displayed names of all places."""
        game = self.game
        return {one.id: one.name for one in (*game.map.spaces, *game.map.boxes)}

    @cached_property
    def general_dice(self) -> frozenset[str]:
        """The buttons for any roll."""
        return frozenset(die.id for die in self.game.info.dice if die.general)

    @cached_property
    def lowest(self) -> Mapping[str, int]:
        """The lowest result of each die that counts."""
        return {die.id: die.hits or die.sides for die in self.game.info.dice}

    @cached_property
    def near(self) -> Mapping[str, frozenset[str]]:
        """8.1: the areas next to each area by land, with the two straits that count as land."""
        return self._links(self.areas, self.areas)

    @cached_property
    def coasts(self) -> Mapping[str, frozenset[str]]:
        """1.1.1: the sea spaces next to each area."""
        return self._links(self.areas, self.seas)

    @cached_property
    def shores(self) -> Mapping[str, frozenset[str]]:
        """1.1.1: the areas next to each sea space."""
        return self._links(self.seas, self.areas)

    @cached_property
    def sea_near(self) -> Mapping[str, frozenset[str]]:
        """The sea spaces next to each sea space; Filipinos do not pass the Securing spaces."""
        return self._links(self.seas, self.seas)

    def _links(self, these: Iterable[str], those: frozenset[str]) -> dict[str, frozenset[str]]:
        return {one: frozenset(self.game.neighbours(one)) & those for one in these}

    @cached_property
    def mountains(self) -> frozenset[str]:
        """14.0: the mountain areas."""
        return frozenset(one for one in self.areas if self.game.spaces[one].terrain == "mountain")

    @cached_property
    def victory(self) -> frozenset[str]:
        """1.1.2: the seven areas with a star."""
        return frozenset(one for one in self.areas if "victory" in self.game.spaces[one].attributes)

    @cached_property
    def region(self) -> Mapping[str, str]:
        """The section of Luzon or the group of islands of each area."""
        return {one: self.game.spaces[one].region for one in self.areas}

    @cached_property
    def luzon(self) -> frozenset[str]:
        """The areas of Luzon; the others are the Visayas."""
        return frozenset(one for one, where in self.region.items() if where.endswith("Luzon"))

    @cached_property
    def visayas(self) -> frozenset[str]:
        """The areas of the Visayas."""
        return self.areas - self.luzon

    @cached_property
    def railway(self) -> frozenset[str]:
        """1.1: the areas of the railway."""
        rails = (edge.between for edge in self.game.map.edges if edge.kind == "rail")
        return frozenset(one for pair in rails for one in pair)

    @cached_property
    def secures(self) -> Mapping[str, str]:
        """9.4: the group of islands that a Gunboat in a sea space secures."""
        spaces = self.game.spaces
        return {
            one: str(spaces[one].attributes["secures"])
            for one in self.seas
            if "secures" in spaces[one].attributes
        }

    @cached_property
    def stands_for(self) -> Mapping[str, str]:
        """1.1.1: the area whose units a holdbox holds."""
        boxes = (one.id for one in self.game.map.boxes if one.id.startswith("holdbox_"))
        return {one: one.removeprefix("holdbox_") for one in boxes}

    @cached_property
    def strength(self) -> Mapping[tuple[str, str], int]:
        """1.2.1: the steps of each kind of piece and face; none for those without steps."""
        return {
            (piece.id, face.id): face.strength or 0 if piece.id in self.fighting else 0
            for piece in self.game.pieces
            for face in piece.faces
        }

    def weight(self, kind: str, face: str) -> int:
        """The steps of a unit; 1 for a piece of a kind without steps."""
        return self.strength.get((kind, face), 0) or int(kind not in self.fighting)

    @cached_property
    def fighting(self) -> frozenset[str]:
        """The kinds of units with combat steps."""
        return frozenset(kind for kinds in STEPS.values() for kind in kinds)

    @cached_property
    def side(self) -> Mapping[str, str]:
        """The side of each kind of unit and Leader; markers have none."""
        return {
            piece.id: piece.side
            for piece in self.game.pieces
            if piece.side and piece.kind in ("force", "leader")
        }

    @cached_property
    def leaders(self) -> Mapping[str, frozenset[str]]:
        """1.2.2: each Leader with the ids of his traits."""
        found = (piece for piece in self.game.pieces if piece.kind == "leader")
        return {piece.id: frozenset(piece.traits) for piece in found}

    @cached_property
    def command(self) -> Mapping[str, tuple[str, ...]]:
        """1.2.3: the chain of command of each side."""
        pieces = [one for one in self.game.pieces if one.rank is not None]
        return {
            side: tuple(
                one.id for one in sorted(pieces, key=lambda one: one.rank or 0) if one.side == side
            )
            for side in SIDES
        }

    @cached_property
    def last_turn(self) -> int:
        """2.0: the last turn of the war."""
        return self.game.tracks["turn"].last

    def monsoon(self, turn: int) -> bool:
        """13.0: whether a turn is a Monsoon; the track says so (assumed for turns 8 and 12)."""
        return "Monsoon" in self.game.tracks["turn"].labels.get(turn, "")

    def operations(self, turn: int) -> int:
        """3.2: the number of Ground Operations of a turn.

        A turn for which the track names none (13.0.c) has those of the turn before.
        """
        labels = self.game.tracks["turn"].labels
        named = (re.search(r"(\d+) operation", labels.get(n, "")) for n in range(turn, 0, -1))
        return next((int(one[1]) for one in named if one), 0)

    def victory_points(self, will: int) -> int:
        """17.1: the Victory Points of a box of the Political Will track."""
        label = self.game.tracks["political_will"].labels.get(will, "")
        return int(label.split()[0]) if label[:1].isdigit() else 0

    @cached_property
    def recruits(self) -> Mapping[int, tuple[int, int]]:
        """7.2: the steps for Luzon and for the Visayas by the die with its modifiers."""
        chart = next(one for one in self.game.charts if one.id == "4_reinforcements")
        return {int(die): (int(luzon), int(visayas)) for die, luzon, visayas in chart.rows}

    def limit(self, kind: str, area: str) -> int | None:
        """8.3: the most steps (of Artillery: units) of a kind in an area; None for no limit."""
        for one in self.game.stacking_limits(kind):
            if area not in one.not_in:
                return one.most
        return None

    @cached_property
    def chits(self) -> Mapping[str, Chit]:
        """5.0: the Advantage Chits by the id of their card."""
        return read_chits(self.game)

    def distance(self, source: str, targets: Iterable[str]) -> Mapping[str, int]:
        """The number of areas from one to others, by land; those out of reach are left out."""
        found, edge = {source: 0}, {source}
        while edge:
            edge = {near for one in edge for near in self.near.get(one, ())} - found.keys()
            found |= dict.fromkeys(edge, max(found.values()) + 1)
        return {one: found[one] for one in targets if one in found}
