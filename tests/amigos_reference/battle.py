"""A battle from the retreat before it to its points (10, and the chits that bear on it)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import aftermath, chits
from tests.amigos_reference.approach import Approach
from tests.amigos_reference.country import ISLANDS, MOUNTAINS, SEAS_OF
from tests.amigos_reference.forces import FIL_STEPS, SHIELDS, US_STEPS
from tests.amigos_reference.retreats import Retreats
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War

FACES = {
    "A": "retreat",
    "B": "chits",
    "C": "artillery",
    "E": "leaders",
    "F": "reorganise",
    "G": "will",
}
SIDES = {"us": "United States", "filipino": "Filipinos"}


class Battle(Approach, Retreats):
    """One battle in an area; `attacker` is the side whose phase it is."""

    def __init__(self, w: War, place: str, attacker: str, uprising: bool = False) -> None:
        self.w = w
        self.t = w.t
        self.place = place
        self.attacker = attacker
        self.defender = "us" if attacker == "filipino" else "filipino"
        self.uprising = uprising
        self.mountain = place in MOUNTAINS
        self.lost = {"us": 0, "filipino": 0}
        self.ignored = {"us": False, "filipino": False}
        self.chits: set[str] = set()
        self.bold = 0
        self.retreated = ""
        self.numb = 0
        self.round = 0
        self.fagen_fell = False
        self.by_guns = 0
        self.leaders: dict[str, list[Piece]] = {}
        self.gone: set[str] = set()
        self.own: set[str] = set()
        """The units that retreat, while shots follow them."""
        self.scouts: list[Piece] = []
        self.end = ""
        self.victor = ""

    # --- small questions ---------------------------------------------------------------------

    def steps(self, side: str) -> int:
        """Combat steps of a side."""
        return self.w.strength(self.place, side)

    def force(self, side: str) -> list[Piece]:
        """All units of a side in the battle."""
        return self.w.force(self.place, side)

    def has(self, side: str, *kinds: str) -> bool:
        """Whether a side has a unit of some kinds."""
        return any(one.kind in kinds for one in self.force(side))

    def step(self, letter: str) -> None:
        """Put the Battle marker on a step."""
        face = FACES.get(letter) or f"round_{min(int(letter), 5)}"
        marker = self.t.one("battle")
        with self.t.together():
            if marker.place != self.place:
                self.t.move([marker], self.place)
            if marker.face != face:
                self.t.do("face", (marker.key,), text=face)
            self.w.say("", f"Battle | Step: {face} | In: {self.place}")

    def deed(self, side: str, text: str) -> None:
        """What a side says in the battle."""
        self.w.say(side, f"In battle: {text} | In: {self.place}")

    # --- the whole ---------------------------------------------------------------------------

    def fight(self) -> bool:
        """Steps A to G; False if there was no battle."""
        w = self.w
        w.battle_place = self.place
        fought = self._fight()
        w.battle_place = ""
        marker = self.t.one("battle")
        with self.t.together():
            chits.after_battle(w)
            for side in ("us", "filipino"):
                if w.wants("count_stays", 1.0) and w.box[f"{side}_lost"]:
                    w.plant("a Body Count stays after the battle", "1.1.1.e")
                else:
                    w.put(f"{side}_lost", 0)
            if marker.place != w.battle_home:
                self.t.do("face", (marker.key,), text="retreat")
                self.t.move([marker], w.battle_home)
        w.tidy_markers(self.place)
        return fought

    def _fight(self) -> bool:
        w, t, place = self.w, self.t, self.place
        self.step("A")
        if self.attacker == "filipino" and not self.uprising:
            self._horses()
        if self._withdraws():
            return False
        guerrillas_alone = not t.regulars(place) and self.attacker == "us"
        if guerrillas_alone and not self._found():
            return False
        if self.attacker == "us":
            w.attacked[w.turn] = True
        w.fought.add(place)
        hidden = [one for one in self.force("filipino") if one.down]
        if hidden:
            t.do("up", [one.key for one in hidden])
        self.leaders = {side: w.leaders(place, side) for side in SIDES}
        self.scouts = [one for one in self.force("us") if one.kind == "scouts"]
        self.only_volunteers = all(
            one.kind == "us_volunteers" for one in self.force("us") if one not in self.leaders["us"]
        )
        self.began = {side: self.steps(side) for side in SIDES}
        self.arms = bool(t.here(place, "imported_arms"))
        self.step("B")
        self._lay()
        self._guns()
        self._rounds()
        aftermath.close(self)
        return True

    # --- step B ------------------------------------------------------------------------------

    def _lay(self) -> None:
        w = self.w
        us, regulars = self.steps("us"), self.t.regulars(self.place)
        if w.guerrilla_war:
            wish = {"us": [("g4", us <= 5)], "filipino": [("g4", True)]}
        else:
            guns = self.has("us", "us_artillery")
            phase = self.attacker == "us"
            wish = {
                "us": [
                    ("s1", True),
                    ("s2", us <= 5),
                    ("s3", guns),
                    ("s4", True),
                    ("s6", phase and not regulars),
                    ("s8", True),
                    ("s9", self.has("us", "funston") and bool(self.leaders["filipino"])),
                ],
                "filipino": [("s3", True), ("s4", regulars > 0), ("s5", True)],
            }
        for side, list_ in wish.items():
            for number, fits in list_:
                mark = f"{side}_{number}"
                if fits and mark not in self.chits and chits.may_play(w, side, number, 0.25):
                    chits.play(w, side, number)
                    self.chits.add(mark)
        if "us_s1" in self.chits:
            (self.numb,) = w.roll("us", "us")

    # --- step C ------------------------------------------------------------------------------

    def _guns(self) -> None:
        w, t, place = self.w, self.t, self.place
        guns = t.here(place, "us_artillery")
        boats = []
        if self.attacker == "filipino" and not w.monsoon:
            boats = [
                one
                for sea in sorted(SEAS_OF[place] - ISLANDS.keys())
                for one in t.here(sea, "gunboat")
                if one.key not in w.shelled
            ]
            boats = boats if w.often(0.7) else []
            w.shelled |= {one.key for one in boats}
        illegal = (
            self.attacker == "us"
            and w.wants("boats_in_us_battle", 1.0)
            and any(t.here(sea, "gunboat") for sea in SEAS_OF[place])
        )
        if (not guns and not boats and not illegal) or self.silenced:
            return
        self.step("C")
        low = self.us_needs(False)
        hits = 0
        for _ in guns:
            for _ in range(2 if "us_s3" in self.chits else 1):
                number = 4 if self.attacker == "us" and w.wants("fourth_gun_die", 1.0) else 3
                hits += self.count("us", "artillery_6" if low == 6 else "artillery", number, low)
                if number == 4:
                    w.plant("Artillery rolls four dice", "1.2.1.g")
        if boats:
            hits += self.count("us", "shelling_6" if low == 6 else "shelling", len(boats), low)
        if illegal:
            hits += self.count("us", "shelling_6" if low == 6 else "shelling", 1, low)
            w.plant("a gunboat fires in step C of a US attack", "10.5", "9.1.b")
        self.take("filipino", hits)
        self.by_guns = self.lost["filipino"]

    @property
    def silenced(self) -> bool:
        """Manila Uprising with a 4 to 6: no US fire in step C and round 1."""
        return self.uprising and self.w.uprising_die >= 4

    def us_needs(self, fire: bool = True) -> int:
        """10.6.3 and chits: the lowest US roll that hits."""
        if fire and "us_g4" in self.chits:
            return 3
        if fire and "us_s2" in self.chits:
            return 4
        if "us_s6" in self.chits and not self.t.regulars(self.place):
            return 5
        if self.mountain:
            return 6
        return 5 if self.t.regulars(self.place) or self.attacker == "filipino" else 6

    def count(self, side: str, die: str, number: int, low: int) -> int:
        """Roll and count hits."""
        return sum(one >= low for one in self.w.roll(side, die, number))

    # --- step D ------------------------------------------------------------------------------

    def _rounds(self) -> None:
        w = self.w
        while self.steps("us") and self.steps("filipino"):
            self.round += 1
            self.step(str(self.round))
            order = [self.defender, self.attacker]
            if self.attacker == "filipino" and self.has("filipino", "lukban"):
                order.reverse()
            early = self.attacker if w.wants("fires_before_losses") else ""
            number = self.steps(early) if early else 0
            for side in order:
                if not self.steps(side):
                    break
                before = number if side == early and number > self.steps(side) else 0
                if side == "us" and self.round == 1 and self.silenced:
                    continue
                self.fire(side, before)
                if before and not w.planted:
                    w.plant(f"{before} dice for {self.steps(side)} steps or fewer", "10.6.2")
            if not self.steps("us") or not self.steps("filipino"):
                return
            if self._parts():
                return

    def fire(self, side: str, number: int = 0) -> None:
        """One side's dice, and the losses of the other."""
        w = self.w
        dice = number or self.steps(side)
        if not number and not self.chits and w.wants("extra_fire_die", 0.5):
            dice += 1
            clause = "10.6.1" if side == self.defender else "10.6.2"
            self._shoot(side, dice)
            w.plant(f"{dice} dice of {dice - 1} steps", clause)
            return
        self._shoot(side, dice)

    def _shoot(self, side: str, dice: int) -> None:
        w = self.w
        if side == "us":
            low = self.us_needs()
            die = {3: "us_fire_3", 4: "us_fire_4", 5: "us_fire", 6: "us_fire_6"}[low]
            result = w.roll("us", die, dice)
            hits = sum(one >= low for one in result)
            if "us_s8" in self.chits and not self.bold:
                gained = min(4, sum(one == low - 1 for one in result))
                if gained:
                    self.bold = 1
                    hits += gained
            self.take("filipino", hits)
            return
        times = 1
        if "filipino_s3" in self.chits and self.round == 1:
            times = 2
        for _ in range(times):
            self.take("us", self._filipino_hits(dice - (self.numb if self.numb < dice else dice)))

    def _filipino_hits(self, dice: int) -> int:
        """10.6.3: 6 hits; Arms and Fagen hit with 5, Artillery, Ricarte and Lukban add 1."""
        w, t, place = self.w, self.t, self.place
        hits = 0
        fagen = self.has("filipino", "fagen") and dice > 0 and not self.numb
        low = 5 if self.arms and not self.mountain else 6
        if fagen and not self.mountain and low == 6:
            dice -= 1
            hits += self.count("filipino", "filipino_fire_5", 1, 5)
        if dice <= 0:
            return hits
        bonus = len(t.here(place, "fil_artillery")) if t.regulars(place) else 0
        bonus += self.has("filipino", "ricarte")
        everybody = self.has("filipino", "lukban")
        if everybody:
            name = "filipino_fire_5"
            low = 5
            bonus = 0
        else:
            name = "filipino_fire" if low == 6 else "filipino_fire_5"
        if bonus and not everybody and low == 6:
            self.deed("filipino", "adds_one")
        result = w.roll("filipino", name, dice)
        hits += sum(one >= low for one in result)
        if bonus:
            hits += sum(one == low - 1 for one in result[:bonus])
        return hits

    # --- losses ------------------------------------------------------------------------------

    def take(self, side: str, hits: int, at: str = "") -> None:
        """10.6.4: hits become losses of the side that is hit."""
        w = self.w
        place = at or self.place
        units = [one for one in w.force(place, side) if not at or one.key in self.own]
        shield = any(one.kind in SHIELDS for one in units)
        if hits and shield and not self.ignored[side]:
            self.ignored[side] = True
            self.deed(side, "ignores")
            hits -= 1
        elif hits and shield and side == "us" and w.wants("second_hit_ignored", 1.0):
            w.plant("a second hit of the battle is ignored", "1.2.2.c", "10.6.4.a")
            hits -= 1
        if hits and w.wants("loss_forgotten", 0.5) and self._countable(side, hits, units):
            hits -= 1
            self._apply(side, hits, place)
            w.plant("a step fewer is taken off than was hit", "10.6.4.a")
            return
        left = sum(one.steps for one in units)
        if (
            hits
            and left > hits
            and w.wants("loss_too_many", 0.5)
            and self._countable(side, hits, units)
        ):
            self._apply(side, hits + 1, place)
            w.plant("a step more is taken off than was hit", "10.6.4.a")
            return
        self._apply(side, hits, place)

    def _countable(self, side: str, hits: int, units: list[Piece]) -> bool:
        """Whether one loss more or fewer cannot come from a shield, a chit or a bonus."""
        soft = self.chits or self.mountain or self.arms
        shield = any(one.kind in SHIELDS for one in units)
        bonus = side == "us" and self.has("filipino", "fil_artillery", "ricarte", "lukban", "fagen")
        return not soft and not shield and not bonus and sum(one.steps for one in units) > hits

    def _apply(self, side: str, hits: int, place: str) -> None:
        w, t = self.w, self.t
        kinds = US_STEPS if side == "us" else FIL_STEPS
        lost = 0
        while hits > 0:
            units = [
                one for one in t.here(place, *kinds) if place == self.place or one.key in self.own
            ]
            if not units:
                break
            regulars = [one for one in units if one.kind == "regular"]
            guerrillas = [one for one in units if one.kind == "guerrilla"]
            if side == "filipino" and regulars and guerrillas and w.wants("guerrillas_first", 1.0):
                t.lose(guerrillas[0])
                w.lost_turn["guerrilla"] = w.lost_turn.get("guerrilla", 0) + 1
                w.plant("a Guerrilla step is lost before the Regulars", "10.6.4.b", "1.2.1.m")
                hits, lost = hits - 1, lost + 1
                continue
            units = regulars or units
            victim = w.chance.choice(units)
            need = 2 if self.mountain and side == "filipino" and victim.kind != "regular" else 1
            if hits < need:
                break
            hits -= need
            kind = "us" if side == "us" else "guerrilla" if victim.kind == "fagen" else victim.kind
            w.lost_turn[kind] = w.lost_turn.get(kind, 0) + 1
            if victim.kind == "fagen":
                self.fagen_fell = True
            t.lose(victim)
            lost += 1
        self.lost[side] += lost
        if lost:
            w.count(side, lost)
