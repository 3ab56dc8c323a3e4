"""Advantage Chits played outside battle (5.0.g, player aids): when, and with what effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos import chit_luna
from modgen_rules.amigos_insurrectos.at_once import AT_ONCE, MOVING
from modgen_rules.amigos_insurrectos.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.country import FILIPINO, MANILA, STEPS, US
from modgen_rules.amigos_insurrectos.flows import Flow, Flows, flows
from modgen_rules.amigos_insurrectos.phases import EASY, Turn
from modgen_rules.amigos_insurrectos.war import War

NAMED = 8
"""Areas are named in chat within this number of acts of the chit and its die."""
SIGN = {US: 1, FILIPINO: -1}
REMOVED = ("removed_us", "removed_filipino", "off")
SECTIONS = ("Central Luzon", "Southern Luzon", "Northern Luzon")
"""PH.G8: the sections by the die: two results for each."""


def begin(turn: Turn, war: War) -> None:
    """Read the chits that are played in a turn: what they allow, forbid and earn."""
    Plays(turn, war).judge()


@dataclass
class Plays:
    """The chits that were played in a turn, each with the act that played it."""

    turn: Turn
    war: War
    played: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.country, self.record = self.war.country, self.turn.record
        self.chits = self.country.chits
        self.order = list(self.country.game.phases)
        self.phase_of = {n: one.id for one in self.turn.phases.values() for n in one.acts}
        self.seen = {n for one in self.turn.phases.values() if one.certain for n in one.acts}

    def judge(self) -> None:
        """All chits in the order in which they were played."""
        self._read()
        self.war.played |= self.played.keys()
        for key, n in self.played.items():
            chit = self.chits[key]
            self._in_time(chit, n)
            effect = EFFECTS.get(chit.clause)
            if effect is not None and self.war.whole:
                effect(self, chit, n)
            if chit.has("removed"):
                self._leaves(chit, n)
        self._out()
        chit_luna.attempts(self)
        self._come_back()
        self._left_over()

    def _read(self) -> None:
        """A chit is played when it lies face up on the table, or goes to the Luna track."""
        acts = self.record.acts
        for n in range(self.turn.first, self.turn.last + 1):
            act = acts[n]
            chit = self.chits.get(act.kind)
            if chit is None or act.what not in ("card", "mask"):
                continue
            place = self.record.positions[n + 1].cards.get(chit.id, "")
            laid = place == BOXES[chit.side] or place in self.country.areas
            if laid and not self._hidden(n + 1, chit.id) and chit.id not in self.played:
                self.played[chit.id] = n
            elif act.what == "card" and act.target in REMOVED[:2] and not self._follows(chit, n):
                self.played.setdefault(chit.id, n)

    def _follows(self, chit: Chit, n: int) -> bool:
        """Whether a chit left the game with its twin of the other phase of the war (2.0)."""
        game = self.country.game
        card = game.card[chit.id]
        step = self.record.acts[n].step
        for one in self.record.acts[self.turn.first : n]:
            twin = self.chits.get(one.kind)
            if twin is None or one.step != step or one.target not in REMOVED[:2]:
                continue
            other = game.card[twin.id]
            if game.decks[other.deck].twins == card.deck and other.flavour == card.flavour:
                return True
        return False

    def _hidden(self, index: int, chit: str) -> bool:
        """Whether a chit lies face down; its mask may be turned in the same step."""
        acts = self.record.acts
        step = acts[index - 1].step
        masks = [
            one for n, one in enumerate(acts[: index + 4])
            if one.what == "mask" and one.kind == chit and (n < index or one.step == step)
        ]  # fmt: skip
        return bool(masks) and masks[-1].target == "down"

    def find(self, chit: Chit, what: str, n: int, **more: str) -> None:
        """Note that a chit was used wrongly."""
        self.war.find(chit.clause, chit.side, f"{chit.title}: {what}", n, **more)  # type: ignore[arg-type]

    def _in_time(self, chit: Chit, n: int) -> None:
        """5.0.g: the phase in which a chit is played; the tracker may be a phase off."""
        phase = self.phase_of.get(n, "")
        if not phase or n not in self.seen or chit.has("luna"):
            return
        if chit.phases.isdisjoint((phase, *self.turn.near(n))):
            name = self.country.game.phases[phase].name
            what = f"{chit.title} was played in the phase {name}"
            self.war.find("5.0.g", chit.side, what, n)
        before = chit.number("from_turn")
        if before > self.turn.number:
            self.find(chit, f"played on turn {self.turn.number}", n, expected=f"from turn {before}")

    def _leaves(self, chit: Chit, n: int) -> None:
        """A chit that leaves the game does not go back to its cup."""
        self.war.removed.add(chit.id)
        place = self.turn.after.cards.get(chit.id, "")
        if place.startswith(("cup_", "hand:")):
            self.find(chit, "the chit went back instead of leaving the game", n)

    def _out(self) -> None:
        """5.0.d: a chit leaves the game only if its text says so, and never comes back."""
        if self.turn.changing:
            return
        for n in range(self.turn.first, self.turn.last + 1):
            act, chit = self.record.acts[n], self.chits.get(self.record.acts[n].kind)
            if chit is None or act.what != "card":
                continue
            title, ended = chit.title, self.turn.after.cards.get(chit.id, "")
            leaves = chit.has("removed") or chit.has("luna") or self._follows(chit, n)
            if act.target in REMOVED[:2] and ended == act.target and not leaves:
                self.war.find("5.0.d", chit.side, f"`{title}` was put out of the game", n)
            gone = self.turn.before.cards.get(chit.id) == act.source in REMOVED[:2]
            if gone and ended.startswith(("hand:", "cup_", "chits_")):
                what = f"`{title}`, which was out of the game, came back"
                self.war.find("5.0.d", chit.side, what, n)

    def _come_back(self) -> None:
        """PH.G10.a: Scouts who left the game do not come back."""
        for key, one in self.turn.after.pieces.items():
            if key in self.war.removed and one.place in self.country.areas:
                what = f"Scouts who had left the game came to {self.country.names[one.place]}"
                self.war.find("PH.G10.a", US, what, self.turn.last)

    def _left_over(self) -> None:
        """5.0.d: used chits go back to their cups."""
        if not self.turn.complete:
            return
        for key, place in sorted(self.turn.after.cards.items()):
            chit = self.chits.get(key)
            was = self.turn.before.cards.get(key, "")
            if chit and place == BOXES[chit.side] == was:
                what = f"{chit.title} was not put back into its cup"
                self.war.find("5.0.d", chit.side, what, self.turn.last, verdict="suspect")

    # --- what happened -------------------------------------------------------------------------

    def acts(self, *phases: str, off: int = EASY) -> list[int]:
        """The acts of some phases of the turn, and of those up to `off` phases from them."""
        rank = self.order.index
        near = [one for one in self.order if any(abs(rank(one) - rank(p)) <= off for p in phases)]
        found = [n for one in near if one in self.turn.phases for n in self.turn.phases[one].acts]
        for side, moving in MOVING.items():
            if moving in phases:
                found += [n for led in self._led(side).values() for n in led]
        return sorted(found)

    def _led(self, side: str) -> dict[str, list[int]]:
        """The acts that led to the battles of a side that were fought at once, by chit."""
        names = [one for one in AT_ONCE[side] if one in self.turn.phases]
        return {chit: led for one in names for chit, led in self.turn.phases[one].chits.items()}

    def flow(self, *phases: str, off: int = EASY) -> Flows:
        """What some phases, and those up to `off` phases from them, placed and lost."""
        return flows(self.record, self.acts(*phases, off=off), moving=False)

    def dice(self, kind: str, *phases: str) -> list[int]:
        """The dice of a kind in some phases."""
        acts = self.record.acts
        return [die for n in self.acts(*phases) if acts[n].kind == kind for die in acts[n].dice]

    def markers(self, kind: str) -> list[tuple[int, str]]:
        """The areas in which a marker was placed in the turn, with the act."""
        return [
            (n, self.record.acts[n].target) for n in range(self.turn.first, self.turn.last + 1)
            if self.record.acts[n].what == "move" and self.record.acts[n].kind == kind
            and self.record.acts[n].target in self.country.areas
        ]  # fmt: skip

    def named(self, word: str) -> frozenset[str]:
        """The areas of a region as the effects name them."""
        country, at = self.country, self.turn.before
        match word:
            case "visayas":
                return country.visayas
            case "manila":
                return frozenset({MANILA})
            case "filipino":
                return frozenset(at.everywhere(FILIPINO))
            case "us":
                return frozenset(at.everywhere(US))
            case _:
                return frozenset(one for one in country.areas if one.startswith(word))

    def earn(self, chit: Chit, n: int) -> None:
        """The Political Will of a chit itself."""
        for side in (US, FILIPINO):
            points = chit.number("us_pw" if side == US else "filipino_pw")
            if points:
                self.war.earn(n, SIGN[side] * points, chit.clause, f"{chit.title} was played")

    # --- effects -------------------------------------------------------------------------------

    def steps(self, chit: Chit, n: int) -> None:
        """Steps that a chit brings to one area."""
        word = (chit.words("region") or ("",))[0]
        kind, number = (chit.words("places") or ("steps", "0"))[:2]
        areas, phases = self.named(word), tuple(chit.phases)
        if word == "die":
            dice = self.dice("filipino", "reinforcements")
            if not dice:
                self.find(chit, "no die was rolled", n, verdict="suspect")
                return
            sections = {SECTIONS[(die - 1) // 2] for die in dice}
            areas = frozenset(
                one for one in self.country.luzon if self.country.region[one] in sections
            )
        placed: Counter[str] = Counter()
        for found in (self.flow(*phases), self.flow(*phases, off=0)):
            came: Counter[str] = Counter()
            for (area, what), steps in found.placed.items():
                if what in STEPS[FILIPINO]:
                    came[area] += steps
                    if kind == "guerrilla" and what == "regular" and area in areas:
                        self.find(chit, "Regulars were placed", n)
            placed |= came
        double = {area: steps for area, steps in placed.items() if steps >= int(number)}
        others = [self.chits[one] for one in self.played.keys() - {chit.id}]
        spread = (word for one in others for word in one.words("region"))
        known = {area for word in spread for area in self._named_or_all(word)}
        wrong = sorted(double.keys() - areas - known)
        if wrong and not double.keys() & areas and not self.war.changing:
            self.find(chit, f"{double[wrong[0]]} steps came to {self.country.names[wrong[0]]}", n)
            areas |= {*wrong}
        most = max((placed.get(area, 0) for area in areas), default=0)
        if word == "manila" and most > int(number):
            self.find(chit, f"{most} steps came to Manila", n, expected=number, observed=str(most))
        self.war.extra[chit.id] = (frozenset(areas), int(number))
        self.earn(chit, n)

    def _named_or_all(self, word: str) -> frozenset[str]:
        """The areas of a region; those of Luzon where a die chooses them."""
        return self.country.luzon if word == "die" else self.named(word)

    def fagen(self, chit: Chit, n: int) -> None:
        """PH.G1: David Fagen comes to a Filipino force."""
        placed = [area for area, kind in self.flow("reinforcements").placed if kind == "fagen"]
        moments = (self.turn.before, self.record.positions[n])
        if placed and not any(at.strong(placed[0], FILIPINO) for at in moments):
            self.find(chit, f"Fagen came to {self.country.names[placed[0]]}, without a force", n)
        elif not placed:
            self.find(chit, "Fagen was not placed", n, verdict="suspect")
        self.earn(chit, n)

    def marker(self, chit: Chit, n: int) -> None:
        """US.G1, PH.S9: a marker, perhaps a step that is lost, and Political Will."""
        self.earn(chit, n)
        kind = chit.words("marker")[0]
        there = set(self.acts(*chit.phases))
        placed = self.markers(kind)
        placed = [one for one in placed if one[0] in there] or placed
        where = frozenset(self.named(chit.words("region")[0]))
        if not placed:
            self.find(chit, "no marker was placed", n, verdict="suspect")
            return
        index, area = placed[-1]
        at = self.record.positions[index]
        steps, most = at.strong(area, US), chit.number("most_us", 99)
        steps = steps or self.turn.before.strong(area, US)
        if (area not in where and not steps) or not 0 < steps <= most:
            what = f"the marker came to {self.country.names[area]}, which has {steps} US steps"
            self.find(chit, what, index)
        elif chit.has("us_lose") and not self._lost(US, "reinforcements").get(area):
            self.find(chit, f"no US step was lost in {self.country.names[area]}", index)
        elif chit.has("us_lose"):
            self.war.killed["us_army"] += 1

    def _lost(self, side: str, *phases: str) -> dict[str, int]:
        """The steps of a side that were lost in some phases, by area."""
        found: dict[str, int] = {}
        for (area, kind), steps in self.flow(*phases).lost.items():
            if kind in STEPS[side]:
                found[area] = found.get(area, 0) + steps
        return found

    def malaria(self, chit: Chit, n: int) -> None:
        """PH.S8: a US step is lost in a Monsoon turn, in others on a 5 or 6."""
        dice = self.dice("filipino", "reinforcements")
        alike = [one for one in self.played if self.chits[one].clause == chit.clause]
        every = len(dice) == len(alike)  # each chit has its own die
        if every:
            dice = dice[alike.index(chit.id) :][:1]
        surely = self.country.monsoon(self.turn.number)
        lost = sum(self._lost(US, "reinforcements").values())
        number = chit.number("us_lose")
        hit = surely or any(die >= chit.number("on") for die in dice)
        if not surely and not dice:
            self.find(chit, "no die was rolled", n, verdict="suspect")
        elif hit and lost < number:
            self.find(chit, "no US step was lost", n)
        elif lost > number * (hit if len(alike) == 1 else len(alike)):
            self.find(chit, f"{lost} US steps were lost", n, expected=str(number * hit))
        self.war.killed["us_army"] += hit and bool(lost)
        points = -chit.number("filipino_pw") if hit else 0
        self.war.earn(n, points, chit.clause, f"{chit.title} was played", sure=every or surely)

    def clears(self, chit: Chit, n: int) -> None:
        """US.G2, US.G5: the Filipinos of a weakly held area are removed."""
        self.earn(chit, n)
        if self.war.changing:
            return  # Regulars that become Guerrillas leave the map, too
        at, near = self.turn.before, self.country.near
        lost: dict[str, int] = {}
        acts, every = self.record.acts, self.acts(*chit.phases, off=0)
        if not any(acts[m].target == "pool_filipino" for m in every):
            every = self.acts(*chit.phases)
        then = self.record.positions[max(every, default=n) + 1].pieces
        for m in every:
            piece, area = acts[m].piece, acts[m].source
            back = then.get(piece)
            gone = acts[m].what == "move" and acts[m].kind in STEPS[FILIPINO]
            if not gone or area not in self.country.areas or (back and back.place == area):
                continue
            if acts[m].target == "pool_filipino":
                was = at.pieces.get(piece)
                there = at if was and was.place == area else self.record.positions[m]
                lost[area] = lost.get(area, 0) + there.strength(piece)
        if not lost:
            self.find(chit, "no Filipinos were removed", n, verdict="suspect")
        for area, steps in lost.items():
            most = chit.number("most_filipino")
            name, mine = self.country.names.get(area, area), at.strong(area, FILIPINO)
            beside = any(site in near[area] for site in at.sites)
            if mine > most or (chit.has("more_us") and at.strong(area, US) <= mine):
                self.find(chit, f"{steps} Filipino steps were removed in {name}", n,
                          expected=f"an area with at most {most}")  # fmt: skip
            elif chit.has("near_poa") and not beside:
                self.find(chit, f"{name} is not next to a POA site", n)
            elif self.turn.after.strong(area, FILIPINO) and steps < mine:
                self.find(chit, f"only {steps} of {mine} steps were removed in {name}", n)

    def closes(self, chit: Chit, n: int) -> None:
        """US.G6, US.G7: no recruits in some areas, unless the Filipinos cancel it (PH.G2)."""
        at, limit = self.record.positions[n], chit.number("us_vp")
        if at.points > limit:
            self.find(chit, f"played with {at.points} Victory Points", n,
                      expected=f"at most {limit}")  # fmt: skip
            return
        if any(self.chits[one].has("cancels") for one in self.played):
            return
        areas = self.country.visayas
        if chit.words("no_recruits")[0] == "near_us":
            held = frozenset(at.everywhere(US))
            areas = held | {near for one in held for near in self.country.near[one]}
        for area in areas:
            self.war.closed.setdefault(area, chit.clause)

    def inept(self, chit: Chit, n: int) -> None:
        """US.S1: the areas that a line of chat names; the die picks one without recruits."""
        acts, names = self.record.acts, self.country.names
        rolls = [
            m for m in range(n, min(n + NAMED, self.turn.last + 1))
            if acts[m].what == "roll" and acts[m].kind == "us"
        ]  # fmt: skip
        if not rolls or "reinforcements" not in self.turn.near(n):
            return
        number = chit.number("areas")
        for m, line in self.record.lines:
            if not n - NAMED <= m <= rolls[0] + NAMED:
                continue
            text = line.lower().replace("_", " ")
            found = {text.find(names[one].lower()): one for one in self.country.luzon}
            told = [found[at] for at in sorted(found) if at >= 0]
            if len(told) == number:
                picked = told[(acts[rolls[0]].dice[0] - 1) * number // 6]
                self.war.closed.setdefault(picked, chit.clause)

    def cancels(self, chit: Chit, n: int) -> None:
        """PH.G2: the answer to a Lukewarm chit."""
        answered = [one for one in self.played if one.removesuffix("_2") in chit.words("cancels")]
        if not answered:
            self.find(chit, "no Lukewarm chit was played", n)

    def scouts(self, chit: Chit, n: int) -> None:
        """US.G9, PH.G10: Scouts come, or leave the game."""
        acts, areas = self.record.acts, self.country.areas
        moves = [
            m for m in self.acts("reinforcements")
            if acts[m].what == "move" and acts[m].kind == "scouts"
            and (acts[m].source in areas) != (acts[m].target in areas)
        ]  # fmt: skip
        if chit.side == US:
            placed = [m for m in moves if acts[m].target in areas]
            if not placed:
                self.find(chit, "no Scouts were placed", n, verdict="suspect")
            for m in placed[-1:]:
                if not self.record.positions[m].strong(acts[m].target, US):
                    name = self.country.names[acts[m].target]
                    self.find(chit, f"Scouts came to {name}", m)
            return
        there = self.turn.before.where("scouts")
        lost = sum(acts[m].source in areas for m in moves)
        if there and lost != chit.number("scouts_lose"):
            self.find(chit, f"{lost} Scouts were removed", n, expected="1")
        keys = [key for key, one in self.turn.before.pieces.items() if one.kind == "scouts"]
        after = self.turn.after.pieces
        self.war.removed |= {
            key for key in keys
            if self.turn.before.pieces[key].place in there
            and key in after and after[key].place not in self.country.areas
        }  # fmt: skip

    def delays(self, chit: Chit, n: int) -> None:
        """PH.S10: US reinforcements come a turn later."""
        self.war.delayed = True
        self.earn(chit, n)

    def attacks(self, chit: Chit, n: int) -> None:
        """PH.S1, PH.S2: US units must enter an adjacent area with Filipinos and attack."""
        entered: dict[tuple[str, str], int] = {}
        led = self._led(US).get(chit.id)
        made = flows(self.record, led, moving=False) if led else None
        made = made or self.flow("us_ground", "us_amphibious", "us_combat")
        for move in made.of(self.country, US):
            if move.target in self.country.near.get(move.source, ()) and move.steps:
                at = self.record.positions[move.first]
                if at.strong(move.target, FILIPINO):
                    entered[move.source, move.target] = move.last
        if not entered:
            if self.turn.complete:
                what = "no US units entered an area with Filipinos"
                self.find(chit, what, n, verdict="suspect")
        elif chit.words("attack") == ("all",):
            left = [one for one, _ in entered if not self._stayed(one, max(entered.values()))]
            if not left:
                self.find(chit, "some US units of the area stayed behind", n)

    def _stayed(self, area: str, index: int) -> bool:
        return bool(self.record.positions[index + 1].strong(area, US))

    def trap(self, chit: Chit, n: int) -> None:
        """PH.G6: three US units of Luzon enter the Jungle."""
        number = chit.number("enter_jungle")
        acts = self.record.acts
        came = {
            acts[m].piece for m in self.acts("jungle_us")
            if acts[m].target == "jungle_1" and acts[m].kind in STEPS[US]
        }  # fmt: skip
        units = sum(
            one.kind in STEPS[US] and one.place in self.country.luzon
            for one in self.turn.before.pieces.values()
        )  # fmt: skip
        if len(came) < min(number, units) and self.turn.complete:
            self.find(chit, f"{len(came)} US units entered the Jungle", n,
                      expected=str(number))  # fmt: skip

    def slows(self, chit: Chit, n: int) -> None:
        """PH.S6: the US force that is to move goes one area only."""
        every = self.record.acts
        marks = (m for m in range(n, self.turn.last) if every[m].target == "us_amphibious")
        end = next(marks, self.turn.last)  # who lands sails
        acts = [m for m in self.acts("us_ground", off=0) if n < m < end]
        gone = flows(self.record, acts).of(self.country, US)
        moves = [
            one for one in gone if one.steps and {one.source, one.target} <= self.country.areas
        ]
        told = [
            (m, area) for m in range(self.turn.first, end) if (said := self.record.acts[m].said)
            for area in said.spaces.get("operation_in", ())
        ]  # fmt: skip
        announced = [area for m, area in told if m < n][-1:]
        following = next((m for m, _ in told if m > n), end)
        began = min((one.first for one in moves), default=end)
        force = {one.source for one in moves if one.first == began} <= {*announced}
        ways: list[int] = []
        for one in moves:
            old = self.turn.before.pieces
            begun = {old[key].place for key in one.keys if key in old} & self.country.areas
            source = next(iter(begun)) if len(begun) == 1 else one.source
            if source == one.target:
                continue  # a drag before the chit was taken back
            far = self.country.distance(source, [one.target]).get(one.target, 0)
            if self._may_land(one, end):
                far = min(far, 1)
            same = not force or every[one.first].step == every[began].step
            if not told or (one.source in announced and one.first < following and same):
                ways.append(far)
        limit = chit.number("moves")
        far = (max if told else min)(ways, default=0)
        if far > limit:
            what = f"the force that was to move went {far} areas"
            self.find(chit, what, n, expected=f"at most {limit}", observed=str(far),
                      verdict="illegal" if told and force else "suspect")  # fmt: skip

    def _may_land(self, one: Flow, end: int) -> bool:
        """8.2.3: whether a move is perhaps the turn's landing: the tracker may go on after it."""
        acts, coasts = self.record.acts, self.country.coasts[one.target]
        if MANILA not in (one.source, one.target) or not coasts:
            return False
        if end == self.turn.last:
            return True
        marches = [
            n for n in range(one.last + 1, self.turn.last + 1)
            if acts[n].what == "move" and {acts[n].source, acts[n].target} <= self.country.areas
            and self.country.side.get(acts[n].kind) == US and acts[n].target != one.target
        ]  # fmt: skip
        marks = (n for n in range(end, self.turn.last) if acts[n].target == "us_combat")
        fight = next(marks, self.turn.last)
        boats = any(self.record.positions[n].gunboats(*coasts) for n in (end, fight))
        return boats and not any(n < fight for n in marches)


Effect = Callable[[Plays, Chit, int], None]


EFFECTS: Mapping[str, Effect] = {
    "PH.S7": Plays.steps, "PH.S11": Plays.steps, "PH.G5": Plays.steps, "PH.G7": Plays.steps,
    "PH.G8": Plays.steps, "PH.G11": Plays.steps, "PH.G1": Plays.fagen, "US.G1": Plays.marker,
    "PH.S9": Plays.marker, "PH.S8": Plays.malaria, "US.G2": Plays.clears, "US.G5": Plays.clears,
    "US.G6": Plays.closes, "US.G7": Plays.closes, "US.S1": Plays.inept,
    "PH.G2": Plays.cancels, "US.G9": Plays.scouts,
    "PH.G10": Plays.scouts, "PH.S10": Plays.delays, "PH.S1": Plays.attacks,
    "PH.S2": Plays.attacks, "PH.G6": Plays.trap, "PH.S6": Plays.slows,
}  # fmt: skip
"""The effects of the chits that are not played in a battle, by clause."""
