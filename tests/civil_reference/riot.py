"""A whole game: what outlives a phase, dice, checks, losses, and the course of the turns."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.civil_reference import (
    checks,
    closing,
    fire,
    moving,
    opening,
    shock,
    slips_of_records,
)
from tests.civil_reference.figures import scenario
from tests.civil_reference.table import Piece, Table
from tests.civil_reference.town import Town

LOST = {"mob": "lost_mobs", "rival": "lost_mobs", "police": "lost_police"}
TURNS = {
    "i-1": 20,
    "i-2": 16,
    "i-3": 20,
    "i-4": 20,
    "i-5": 20,
    "i-6": 15,
    "i-7": 20,
    "i-8": 20,
    "ii-1": 40,
    "ii-2": 25,
    "ii-3": 16,
    "ii-4": 15,
    "ii-5": 25,
    "ii-6": 35,
    "ii-7": 40,
}
SCENARIOS = tuple(TURNS)
ORDER = {
    "i-3": ("mob", "rival", "police"),
    "ii-5": ("mob", "rival", "police"),
    "i-5": ("rival", "mob"),
}
YEAR = {
    "i-1": 1936,
    "i-2": 1968,
    "i-3": 1975,
    "i-4": 1991,
    "i-5": 2019,
    "i-6": 2019,
    "i-7": 2019,
    "i-8": 2020,
    "ii-1": 1871,
    "ii-2": 1944,
    "ii-3": 1986,
    "ii-4": 1987,
    "ii-5": 1989,
    "ii-6": 1992,
    "ii-7": 2011,
}


class OverError(Exception):
    """The game has ended."""


class Riot:
    """A random game. `mistake`: the kind to plant from turn `late` on; empty for a legal game."""

    def __init__(
        self,
        table: Table,
        name: str,
        seed: int,
        mistake: str = "",
        late: int = 1,
        turns: int = 99,
    ) -> None:
        self.t = table
        self.name = name
        self.chance = Random(seed)
        self.data = scenario(name)
        self.town = Town(self.data.get("boards"))
        self.turn = 1
        self.full = TURNS[name]
        self.last = min(self.full, turns)
        self.fallen = ""
        """The Mob that disintegrated."""
        self.totals: dict[str, Fraction] = {}
        self.order = ORDER.get(name, ("mob", "police"))
        self.mistake = mistake
        self.late = late
        self.planted: tuple[str, ...] = ()
        self.planted_at = 0
        self.planted_turn = 0
        self.unfought = ""
        """The area in which a fight ends too early."""
        self.story = ""
        self.side = ""
        self.phase = ""
        self.night = name in ("i-4", "ii-7")
        levels = self.data["levels"]
        self.el = {one: levels.get(f"el_{one}", 0) for one in ("mob", "rival", "police")}
        self.box = {
            one.kind: int(one.place.partition(":")[2])
            for one in table.pieces.values()
            if ":" in one.place
        }
        always = name in ("i-5", "ii-7")
        riots = name.startswith("i-") and name != "i-3"
        self.uses_tdn = always or (riots and (bool(mistake) or self.chance.random() < 0.75))
        wanted = mistake.startswith("overreaction")
        self.overreacts = wanted or (
            name != "ii-7" and self.chance.random() < (0.6 if name == "ii-4" else 0.15)
        )
        self.builds = mistake.startswith("barrier") or self.chance.random() < 0.3
        """Whether the Mob builds Barriers."""
        self.at_start: dict[str, tuple[str, int]] = {}
        """Where the units of the side on turn began its Player-turn."""
        self.shaken: set[str] = set()
        """Units that fought or were attacked in this Player-turn."""
        self.tdn_first = {"soft": False, "hard": False}
        self.hit: dict[str, tuple[int, str]] = {}
        """When a suppressed unit was suppressed first: turn and side on turn."""
        self.fired: set[str] = set()
        self.entered: set[str] = set()
        self.chargers: set[str] = set()
        """Mounted Police whose move lets them charge."""
        self.close_riders: set[str] = set()
        self.came_from: dict[str, str] = {}
        self.inflicted: dict[tuple[str, str, str], int] = {}
        """Casualties: who made them, whose, `wia` or `kia`."""
        self.el_first = dict(self.el)
        self.lost_at: dict[str, str] = {}
        """Who was on turn when a unit was lost, by key."""
        self.certain = True
        """Whether nothing happened on which readings of the points differ."""
        self.lost: list[str] = []
        self.gone: list[str] = []
        self.smoke: set[str] = set()
        self.guns: dict[str, str] = {}
        """Which squad carries a Gas Gun."""
        self.waiting: dict[str, list[str]] = {}
        """Units that have still to enter, by side."""
        self.doors: dict[str, list[str]] = {}
        self.overstacked: set[str] = set()
        self.player_turns = 0
        self.over = ""
        self.stop_turns = 1
        self.batch = 0
        self.baton = ""
        """The class of squads that uses baton rounds."""
        self.smoke_along: set[str] = set()
        self.stay = ""
        self.charging = ""
        """The area of a charge."""
        self.quarters: dict[str, list[str]] = {}
        self.late_entries: dict[str, list[str]] = {}
        """Doors of units that come later, by key."""
        self.no_dice = False
        self.skip_phases: set[str] = set()
        self.ignored = ""

    # --- chance and mistakes -----------------------------------------------------------------

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def wants(self, *kinds: str, share: float = 0.7) -> bool:
        """Whether a mistake of one of the kinds is to be planted here, if it can be."""
        due = self.mistake in kinds and not self.planted and self.turn >= self.late
        return due and self.often(share)

    def plant(self, story: str, *clauses: str) -> None:
        """Note that the mistake was made just now; the first clause is the one it breaks."""
        if self.planted:
            return
        self.planted = clauses
        self.planted_at = len(self.t.events) - 1
        self.planted_turn = self.turn
        self.story = f"turn {self.turn} {self.phase}: {story}"

    # --- who and where -----------------------------------------------------------------------

    def owner(self, piece: Piece) -> str:
        """The side that plays a piece."""
        if piece.kind.endswith("_2"):
            return "police" if self.name == "i-1" else ("rival" if "rival" in self.order else "mob")
        if piece.size or piece.kind == "gas_gun":
            return "mob" if piece.base in MOB_KINDS else "police"
        return ""

    def units(self, place: str, side: str = "") -> list[Piece]:
        """The units of a side, or of all, in an area."""
        return [
            one for one in self.t.here(place) if one.size and (not side or self.owner(one) == side)
        ]

    def on_map(self, side: str = "") -> list[Piece]:
        """All units on the map."""
        return [
            one
            for one in self.t.pieces.values()
            if one.size and one.place in self.town and (not side or self.owner(one) == side)
        ]

    def enemies(self, place: str, side: str, level: int | None = None) -> list[Piece]:
        """Units of others in an area whom one fights there."""
        return [
            one
            for one in self.units(place)
            if self.owner(one) != side
            and one.base not in ("tv_crew", "helicopter")
            and (level is None or one.level == level)
        ]

    def marked(self, place: str, kind: str) -> bool:
        """Whether a marker lies in an area."""
        return bool(self.t.here(place, kind))

    def walls(self) -> frozenset[frozenset[str]]:
        """The sides that Barricades and Barriers close, as pairs of areas."""
        found = set()
        for one in self.t.all("barricade"):
            if one.place in self.town:
                other = self.town.beyond(one.place, one.side_of)
                if other:
                    found.add(frozenset((one.place, other)))
        return frozenset(found)

    def hides(self, place: str) -> bool:
        """Whether units or gas of an area are in the way of a line through it."""
        return self.marked(place, "gas") or any(
            one.size in ("group", "crowd") and one.level == 0 for one in self.units(place)
        )

    def tv(self, place: str) -> bool:
        """8.8: a TV Crew in an area or beside it."""
        return any(
            one.base == "tv_crew" and self.town.distance(one.place, place) <= 1
            for one in self.on_map()
        )

    def dark(self, place: str) -> bool:
        """6.6: night, and no Fire beside an open area."""
        if not self.night:
            return False
        fires = [one.place for one in self.t.all("fire") if one.place in self.town]
        lit = self.town.ground(place) != "building"
        return not (lit and any(self.town.distance(one, place) <= 1 for one in fires))

    # --- gestures ----------------------------------------------------------------------------

    def move(self, pieces: list[Piece], place: str, together: bool = False) -> None:
        """Drag pieces."""
        self.batch += 1
        for one in pieces:
            if one.level and place in self.town and self.town.ground(place) != "building":
                self.level(one, 0)
            self.t.do("move", (one.key,), place, group=self.batch if together else 0)

    def level(self, piece: Piece, level: int) -> None:
        """Send a unit upstairs or down."""
        if piece.level != level:
            self.t.do("condition", (piece.key,), text="second_level", number=level)

    def roll(self, die: str, number: int = 1, side: str = "") -> tuple[int, ...]:
        """Roll dice of a button."""
        dice = tuple(self.chance.randint(1, 6) for _ in range(number))
        self.t.do("roll", text=die, dice=dice, side=side or self.side)
        return dice

    def die_of(self, side: str) -> str:
        """The button of a side's die; both Mobs share one."""
        return "police" if side == "police" else "mob"

    def put(self, name: str, value: int) -> None:
        """Set a marker on its track."""
        least, most = (
            (-20, 57)
            if name.startswith("vp")
            else ((0, 38) if name[:3] in ("wia", "kia") else (0, 51))
        )
        value = max(least, min(value, most))
        if name not in self.box or self.box[name] == value:
            return
        self.box[name] = value
        piece = self.t.one(name)
        self.t.do("move", (piece.key,), f"{piece.place.partition(':')[0]}:{value}")

    def count(self, name: str, change: int) -> None:
        """Move a marker by some boxes."""
        if name in self.box:
            self.put(name, self.box[name] + change)

    def say(self, text: str) -> None:
        """A remark."""
        self.t.do("say", text=text, side=self.side)

    # --- morale ------------------------------------------------------------------------------

    def suppress(self, piece: Piece, by_hand: bool = True) -> None:
        """Suppress a unit."""
        if piece.kind.startswith("agitator") or piece.size == "vehicle":
            return
        if not piece.suppressed:
            self.hit[piece.key] = self.turn, self.side
            if by_hand:
                self.t.do("condition", (piece.key,), text="suppressed", number=1)
            else:
                piece.suppressed = True

    def modifiers(self, piece: Piece, extra: int = 0) -> int:
        """5.1: what is added after Fire or Shock, without the 1 for a suppressed unit."""
        total = extra + self.night
        owner = self.owner(piece)
        helpers = [one for one in self.units(piece.place, owner) if one.base == "agitator"]
        if self.name == "i-1" and owner == "police" and not piece.crowd:
            helpers = []
        return total - bool(helpers)

    def check(
        self, piece: Piece, extra: int = 0, gas: bool = False, plan: int | None = None
    ) -> str:
        """A Morale Check after Fire or Shock, or in gas: `passes`, `suppressed`, `eliminated`.

        `plan`: the modifiers to use in place of the right ones, for a mistake.
        """
        if piece.base == "agitator" or piece.size == "vehicle":
            return "passes"
        right = 0 if gas else self.modifiers(piece, extra)
        used = right if plan is None else plan
        before = piece.suppressed
        die = self.chance.randint(1, 6)
        entry = {-1: "morale_minus", 0: "morale", 1: "morale_plus", 2: "morale_plus_2"}.get(used)
        shown = die + used + before
        said = (
            "eliminated"
            if shown >= 7
            else ("suppressed" if shown > piece.rating.morale else "passes")
        )
        found = said
        self.shaken.add(piece.key)
        if gas:
            found = "suppressed" if die > piece.rating.morale else "passes"
        if entry is None or (gas and before):
            side = self.owner(piece)
            self.t.do("roll", text=self.die_of(side), dice=(die,), side=side)
            if found == "suppressed":
                self.suppress(piece)
        else:
            self.t.do("check", (piece.key,), text=entry, dice=(die,), number=shown)
            if (found != "passes" and not gas) or found == "suppressed":
                if not piece.suppressed:
                    self.hit[piece.key] = self.turn, self.side
                piece.suppressed = True
        if found == "eliminated":
            if self.wants("ought_to_die"):
                self.plant(
                    f"{piece.kind} in {piece.place} stays after an adjusted {shown}", "5.1.d"
                )
                return "suppressed"
            self.eliminate(piece)
        return found

    def gas_check(self, piece: Piece) -> None:
        """6.1: a Mob unit meets gas."""
        if piece.base == "agitator":
            if self.wants("agitator_checks"):
                self.t.do("check", (piece.key,), text="morale", dice=(3,), number=3)
                self.plant(f"{piece.kind} checks in gas", "6.4.b")
            return
        if self.wants("gas_modifiers") and not piece.suppressed:
            self.check(piece, plan=1)
            self.plant(f"{piece.kind} checks in gas with +1", "6.1.i")
            return
        before = piece.suppressed
        found = self.check(piece, gas=True)
        if found == "suppressed" and not before and self.often(0.4):
            exits = shock.retreats(self, piece, [piece.place], piece.place)
            if exits:
                self.t.do("condition", (piece.key,), text="suppressed", number=0)
                self.hit.pop(piece.key, None)
                shock.step_back(self, piece, self.chance.choice(exits))

    # --- losses ------------------------------------------------------------------------------

    def eliminate(self, piece: Piece) -> None:
        """Take a unit off."""
        place, side = piece.place, self.owner(piece)
        if piece.level:
            self.level(piece, 0)
        self.t.do("move", (piece.key,), "lost_mobs" if piece.base in MOB_KINDS else "lost_police")
        self.lost.append(piece.key)
        self.hit.pop(piece.key, None)
        piece.suppressed = False
        for gun, carrier in list(self.guns.items()):
            if carrier == piece.key:
                self._drop_gun(gun, place)
        if (
            self.wants("tdn_unpaid")
            and self.uses_tdn
            and side != "police"
            and self.box.get("tdn", 0) > 4
        ):
            self.plant(f"no TDN for {piece.kind}", "8.9.c")
        else:
            self.tdn(-2 if side != "police" else 2, side)
        self.overreact(side, piece)
        friends = self.units(place, side) if place in self.town else []
        if len(friends) == 1 and (friends[0].base == "agitator" or friends[0].sniper):
            if self.wants("stack_lost"):
                clause = "6.3.c" if friends[0].sniper else "6.4.c"
                self.plant(f"{friends[0].kind} survives all of its stack", clause, "6.3.b")
            else:
                self.eliminate(friends[0])

    def overreact(self, side: str, piece: Piece) -> None:
        """8.10: a die for each unit eliminated; on 6 its owner's level goes up."""
        if not self.overreacts:
            return
        if self.wants("overreaction_unrolled"):
            self.plant(f"no Overreaction die for {piece.kind}", "8.10")
            return
        fixed = self.name == "i-1" and side == "police"
        if self.roll("overreaction", 1, side)[0] == 6 and self.el[side] < 5 and not fixed:
            if self.wants("overreaction_ignored", share=1):
                self.plant(f"the level of the {side} does not rise on 6", "8.10")
                return
            self.el[side] += 1
            self.certain = False
            self.count(f"el_{side}", 1)

    def _drop_gun(self, gun: str, place: str) -> None:
        squads = [one for one in self.units(place, "police") if one.size == "group"]
        squads = [one for one in squads if one.key not in self.guns.values()]
        if squads:
            self.guns[gun] = squads[0].key
            return
        del self.guns[gun]
        if self.wants("gun_stays"):
            self.plant(f"a Gas Gun stays in {place}", "6.1.1.b")
            return
        self.t.do("move", (gun,), "pool_police")

    def book(self, victim: str, kind: str, number: int) -> None:
        """Note casualties of a side."""
        by = (
            self.side
            if self.side not in ("", victim)
            else ("police" if victim != "police" else "mob")
        )
        if "police" not in self.order and by == "police":
            by = "rival" if victim == "mob" else "mob"
        if "rival" in self.order and victim == "police" and self.side in ("", "police"):
            self.certain = False
        key = by, victim, kind
        self.inflicted[key] = self.inflicted.get(key, 0) + number
        if number:
            self.count(f"{kind}_{victim}", number)

    def tdn(self, change: int, side: str = "mob") -> None:
        """8.9: change the Mob's number of disintegration."""
        if self.uses_tdn and change:
            name = "tdn_2" if self.name == "i-5" and side == "rival" else "tdn"
            self.count(name, change)

    def tdn_attack(self, kind: str) -> None:
        """8.9: the first soft attack and the first hard one of the Police."""
        if not self.uses_tdn or self.tdn_first[kind] or "police" not in self.order:
            return
        self.tdn_first[kind] = True
        if self.wants("tdn_first"):
            self.plant(f"no dice for the first {kind} attack", "8.9.b")
            return
        dice = self.roll("tdn", 1 if kind == "soft" else 2, "police")
        self.tdn(-sum(dice))

    # --- the course of the game ---------------------------------------------------------------

    def enter(self, phase: str) -> None:
        """Step the tracker."""
        if self.name == "i-5" and phase.startswith("rival"):
            phase = phase.replace("rival", "first")
        if phase in self.skip_phases:
            self.skip_phases.discard(phase)
            return
        slips_of_records.at_boundary(self, ends=True)
        self.phase = phase
        self.t.do("phase", place=phase, side=self.side)
        slips_of_records.at_boundary(self, ends=False)

    def play(self) -> None:
        """Play to the end."""
        try:
            opening.set_up(self)
            while self.turn <= self.last:
                self.game_turn()
                self.turn += 1
                if self.planted and self.stop_turns == 0:
                    break
                self.stop_turns -= bool(self.planted)
                if self.turn <= self.last:
                    self.next_turn()
        except OverError as error:
            self.over = str(error)
        closing.finish(self)

    def next_turn(self) -> None:
        """3.0: the tracker moves the game-turn marker."""
        self.box["turn"] = self.turn

    def game_turn(self) -> None:
        """3.0."""
        if self.name == "ii-6" and self.turn == 20:
            self.night = True
            self.t.do("face", (self.t.one("daylight").key,), text="night")
        checks.check_phase(self)
        opening.barracks(self)
        for side in self.order:
            self.player_turn(side)

    def player_turn(self, side: str) -> None:
        """3.0."""
        self.side = side
        self.fired = set()
        self.entered = set()
        self.chargers = set()
        self.close_riders = set()
        self.came_from = {}
        self.smoke = {key for key, (turn, who) in self.hit.items()}
        self.at_start = {one.key: (one.place, one.level) for one in self.on_map(side)}
        self.shaken = set()
        self.enter(f"{side}_fire")
        opening.reinforce(self)
        moving.raise_level(self)
        fire.fire_phase(self)
        self.enter(f"{side}_move")
        moving.move_phase(self)
        self.enter(f"{side}_shock")
        shock.shock_phase(self)
        self.enter(f"{side}_recovery")
        checks.recovery(self)
        checks.build(self)
        self.player_turns += 1
        closing.end_of_turn(self)

    @staticmethod
    def over_error(why: str) -> OverError:
        """What ends the game."""
        return OverError(why)


MOB_KINDS = frozenset(
    (
        "untrained_crowd",
        "trained_crowd",
        "slingshot_punk",
        "pistol_punk",
        "shotgun_punk",
        "mob_sniper",
        "agitator",
        "tv_crew",
    )
)
