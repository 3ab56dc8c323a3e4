"""Advantage Chits played outside battle (5.0.g): when they are played, and where they go then."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.reading.at_once import AT_ONCE
from modgen_rules.amigos_insurrectos.reading.fitting import MOVES
from modgen_rules.amigos_insurrectos.reading.flows import Flows, flows
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse

REMOVED = ("removed_us", "removed_filipino", "off")


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
            if self.war.whole or self.turn.began:
                self.effect(chit, n)
            if chit.has("removed"):
                self._leaves(chit, n)
        self._out()
        _attempts_on_luna(self)
        self._come_back()
        self._uninvited()
        self._left_over()

    def effect(self, chit: Chit, n: int) -> None:
        """Judge what a chit did."""

    def _read(self) -> None:
        """A chit is played when it lies face up on the table, or goes to the Luna track."""
        acts = self.record.acts
        for n in self.turn.span:
            act = acts[n]
            chit = self.chits.get(act.kind)
            if chit is None or act.what not in ("card", "mask"):
                continue
            place = self.record.positions[n + 1].cards.get(chit.id, "")
            laid = place == BOXES[chit.side] or place in self.country.areas
            shown = laid and (not self._hidden(n + 1, chit.id) or self._unturned(chit, n))
            if shown and chit.id not in self.played:
                self.played[chit.id] = n
            elif act.what == "card" and act.target in REMOVED[:2] and not self._follows(chit, n):
                self.played.setdefault(chit.id, n)

    def _unturned(self, chit: Chit, n: int) -> bool:
        """Whether a chit that comes from the hand face down goes back to its cup from the table.

        It was played, and nobody turned it up.
        """
        later = self.record.acts[n + 1 : self.turn.last + 1]
        goes = next((one for one in later if (one.what, one.kind) == ("card", chit.id)), None)
        played = self.record.acts[n].source == f"hand:{chit.side}" and not self.turn.changing
        return played and goes is not None and goes.target.startswith("cup_")

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
        step = self.record.acts[index - 1].step
        known = takewhile(lambda one: one.step <= step, self.record.acts)
        masks = [one for one in known if one.what == "mask" and one.kind == chit]
        return bool(masks) and masks[-1].target == "down"

    def find(self, chit: Chit, what: str, n: int, **more: str | float) -> None:
        """Note that a chit was used wrongly."""
        self.war.find(chit.clause, chit.side, f"{chit.title}: {what}", n, **more)  # type: ignore[arg-type]

    def _in_time(self, chit: Chit, n: int) -> None:
        """5.0.g: the phase in which a chit is played; the tracker may be a phase off.

        Where it does not tell the phase of all acts, it may be late, and then it goes on through
        several phases at once.
        """
        phase = self.phase_of.get(n, "")
        if not phase or n not in self.seen or chit.has("luna"):
            return
        tracker = self.turn.tracker
        late = () if self.war.kept else tracker.passed(tracker.at(n))
        if chit.phases.isdisjoint((phase, *self.turn.near(n), *late)):
            name = self.country.game.phases[phase].name
            what = f"{chit.title} was played in {wording.phase_title(name)}"
            self.war.find("5.0.g", chit.side, what, n)
        before = chit.number("from_turn")
        if before > self.turn.number:
            what = f"the chit was played on turn {self.turn.number}"
            self.find(chit, what, n, expected=f"from turn {before}")

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
        for n, act in self.turn.each("card"):
            chit = self.chits.get(act.kind)
            if chit is None:
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

    def _uninvited(self) -> None:
        """1.2.1.p: David Fagen comes without his chit."""
        mine = {chit.id for chit in self.chits.values() if chit.has("fagen_pw")}
        if mine & (self.war.played | self.war.removed):
            return
        areas, after = self.country.areas, self.turn.after
        for n, act in self.turn.each("move"):
            comes = act.kind == "fagen" and act.source not in areas
            if comes and act.target in areas and after.has(act.target, "fagen"):
                what = f"David Fagen came to {self.country.names[act.target]} without his chit"
                self.war.find("1.2.1.p", FILIPINO, what, n)
                return

    def _left_over(self) -> None:
        """5.0.d: used chits go back to their cups."""
        if not self.turn.complete:
            return
        for key, place in sorted(self.turn.after.cards.items()):
            chit = self.chits.get(key)
            was = self.turn.before.cards.get(key, "")
            shown = chit and place == BOXES[chit.side] == was and self._was_played(key)
            if chit and shown and not self._hidden(self.turn.last + 1, key):
                what = f"{chit.title} was not put back into its cup"
                self.war.find("5.0.d", chit.side, what, self.turn.last, gap=lapse(prices.BEHIND))

    def _was_played(self, chit: str) -> bool:
        """Whether the log shows that a chit was laid or turned up before this turn.

        Some players keep their hands face down on the table.
        """
        acts = self.record.acts[: self.turn.first]
        return any(
            act.kind == chit and (act.what, act.target) in (("mask", "up"), ("card", place))
            for act in acts
            for place in BOXES.values()
        )

    def window(self, chit: Chit, n: int) -> range:
        """The acts from the play of a chit until it is put away or another one is played."""
        acts, others = self.record.acts, {m for m in self.played.values() if m > n}
        for m in range(n + 1, self.turn.last + 1):
            away = acts[m].what == "card" and acts[m].kind == chit.id
            if away or m in others or acts[m].what == "phase":
                return range(n + 1, m)
        return range(n + 1, self.turn.last + 1)

    # --- what happened -------------------------------------------------------------------------

    def acts(self, *phases: str, off: int = windows.PHASES_NEAR) -> list[int]:
        """The acts of some phases of the turn, and of those up to `off` phases from them."""
        rank = self.order.index
        near = [one for one in self.order if any(abs(rank(one) - rank(p)) <= off for p in phases)]
        found = [n for one in near if one in self.turn.phases for n in self.turn.phases[one].acts]
        for side, moving in MOVES.items():
            if moving[0] in phases:
                found += [n for led in self._led(side).values() for n in led]
        return sorted(found)

    def _led(self, side: str) -> dict[str, list[int]]:
        """The acts that led to the battles of a side that were fought at once, by chit."""
        names = [one for one in AT_ONCE[side] if one in self.turn.phases]
        return {chit: led for one in names for chit, led in self.turn.phases[one].chits.items()}

    def flow(self, *phases: str, off: int = windows.PHASES_NEAR) -> Flows:
        """What some phases, and those up to `off` phases from them, placed and lost."""
        return flows(self.record, self.acts(*phases, off=off), moving=False)

    def dice(self, kind: str, *phases: str) -> list[int]:
        """The dice of a kind in some phases."""
        acts = self.record.acts
        return [die for n in self.acts(*phases) if acts[n].kind == kind for die in acts[n].dice]

    def own_dice(self, chit: Chit, n: int, kind: str) -> list[int]:
        """The dice of a kind that were rolled while a chit lay on the table."""
        acts = self.record.acts
        return [die for m in self.window(chit, n) if acts[m].kind == kind for die in acts[m].dice]

    def markers(self, kind: str) -> list[tuple[int, str]]:
        """The areas in which a marker was placed in the turn, with the act."""
        return [
            (n, act.target)
            for n, act in self.turn.each("move")
            if act.kind == kind and act.target in self.country.areas
        ]

    def earn(self, chit: Chit, n: int) -> None:
        """The Political Will of a chit itself."""
        points = chit.number("us_pw") - chit.number("filipino_pw")
        self.war.earn(n, points, chit.clause, f"the chit {chit.title}")


def _attempts_on_luna(plays: Plays) -> None:
    """US.S5, US.S5.a: attempts on Luna, at once when the chit is drawn, from turn 3 on."""
    chits = {key: chit for key, chit in plays.chits.items() if chit.clause == "US.S5"}
    after, before = plays.turn.after, plays.turn.before
    placed = [
        (n, act)
        for n, act in plays.turn.each("card")
        if act.kind in chits
        and act.target.startswith("luna:")
        and not act.source.startswith("luna:")
    ]
    for n, act in placed:
        chit, second = chits[act.kind], (n, act) != placed[0]
        if second or plays.turn.number < chit.number("from_turn"):
            when = f"on turn {plays.turn.number}"
            why = "although it was the second one in a turn" if second else when
            plays.war.find("US.S5.a", US, f"{chit.title} was carried out {why}", n)
            continue
        plays.war.played.add(chit.id)
        _attempt(plays, chit, n, act.target == "luna:2")
    for key, chit in chits.items():
        held = after.cards.get(key) == "hand:us" and before.cards.get(key, "").startswith("cup")
        if held and plays.turn.complete and plays.war.whole:
            what = f"{chit.title} was drawn and stayed in the hand"
            plays.war.find("US.S5.a", US, what, plays.turn.last)


def _attempt(plays: Plays, chit: Chit, n: int, second: bool) -> None:
    """US.S5: the die of an attempt, and who is gone."""
    at, after = plays.record.positions[n], plays.record.positions[_soon(plays, n)]
    dice = plays.dice("us", "advantage", "reinforcements")
    if not at.in_play("luna"):
        return
    gone = {one for one in ("luna", "aguinaldo") if at.in_play(one) and not after.in_play(one)}
    if not dice:
        plays.find(chit, "no die was rolled", n, gap=lapse(prices.NO_DICE))
        plays.war.gone |= gone
        return
    limit = chit.number("luna_second" if second else "luna")
    due = {"luna"} if dice[0] <= limit else {"aguinaldo"} if second else set[str]()
    if gone != due & {one for one in due if at.in_play(one)}:
        names = plays.country.game.piece_types
        expected = " and ".join(names[one].name for one in sorted(due)) or "nobody"
        seen = " and ".join(names[one].name for one in sorted(gone)) or "nobody"
        what = f"the die shows {dice[0]}: {expected} should be lost, but {seen} was"
        plays.find(chit, what, n, expected=f"{expected} is gone", observed=f"{seen} is gone")
    plays.war.gone |= gone


def _soon(plays: Plays, n: int) -> int:
    """The end of the reinforcements of the turn: by then an attempt is carried out."""
    acts = plays.acts("objectives", "advantage", "arms", "reinforcements", off=0)
    return max([n + 1, *(m + 1 for m in acts)])
