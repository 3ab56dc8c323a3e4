"""The first four phases of a turn, and the change to the Guerrilla War (2, 4 to 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference import chits, recruits
from tests.amigos_reference.country import COASTAL, NAMES, NEXT, SEAS_OF
from tests.amigos_reference.forces import FIRST_TURN, TOP
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War


def set_up(w: War) -> None:
    """18: the tables begin with their set-up; nothing is left to do."""
    wrong = w.wants("set_up", 1.0)
    if wrong and w.t.here("pangasinan", "regular"):
        w.t.take("regular", 1, "pangasinan", down=True)
        w.plant("a Regular more than the set-up in Pangasinan", "18.1.a", "7.2.a")


def change_of_war(w: War) -> None:
    """2.0: the Guerrilla War begins the turn after Aguinaldo is gone, or on turn 9."""
    w.begins_guerrilla_war = False
    if w.scenario != "campaign" or w.guerrilla_war or not (w.aguinaldo_gone or w.turn == 9):
        return
    w.begins_guerrilla_war = True


def go_guerrilla(w: War) -> None:
    """2.0: Regulars become Guerrillas, five steps to an area; the rest next door or away."""
    w.guerrilla_war = True
    spared = w.t.one("aguinaldo").place
    surplus: list[tuple[str, int]] = []
    kept = w.wants("kept_regulars", 1.0)
    for place in NAMES:
        steps = w.t.regulars(place)
        if place == spared or not steps:
            continue
        if kept and steps <= 5 and not w.planted:
            w.plant(f"the Regulars of {place} stay Regulars", "2.0.b")
            continue
        for piece in w.t.here(place, "regular"):
            w.t.remove(piece)
        fit = 5 - w.t.guerrillas(place)
        if w.wants("six_guerrillas", 1.0) and steps > fit:
            fit += 1
            w.plant(
                f"six Guerrilla steps in {place} when the Guerrilla War begins", "2.0.c", "8.3.b"
            )
        w.t.take("guerrilla", min(steps, fit), place, down=True)
        if steps > fit:
            surplus.append((place, steps - fit))
    for place, left in surplus:
        steps = left
        for there in sorted(NEXT[place]):
            fit = min(steps, 5 - w.t.guerrillas(there))
            if fit > 0 and w.t.us(there) <= 4 and there != spared:
                steps -= w.t.take("guerrilla", fit, there, down=True)
            if steps <= 0:
                break


# --- phase 1 ---------------------------------------------------------------------------------


def pick_objectives(w: War) -> None:
    """4.0."""
    if w.begins_guerrilla_war:
        go_guerrilla(w)
    for side in ("us", "filipino"):
        _give_up(w, side)
        shown = chits.objectives(w, side)
        choice = [one for one in w.t.here(f"hand:{side}") if "_o" in one.kind]
        w.chance.shuffle(choice)
        if w.wants("third_objective") and len(shown) == 2:
            chit = next(one for one in choice if chits.possible(w, side, chits.number_of(one)))
            w.t.move([chit], f"objectives_{side}")
            w.plant("a third objective is laid", "4.0.a")
            continue
        if w.wants("impossible_objective") and len(shown) < 2:
            wrong = [
                one
                for one in choice
                if (number := chits.number_of(one)) in chits.AREAS[side]
                and not chits.possible(w, side, number)
            ]
            if wrong:
                w.t.move(wrong[:1], f"objectives_{side}")
                w.plant("an objective is chosen whose area the side controls", "4.0.d")
                continue
        for chit in choice:
            if len(chits.objectives(w, side)) >= 2 or w.often(0.15):
                break
            if chits.possible(w, side, chits.number_of(chit)):
                w.t.move([chit], f"objectives_{side}")


def _give_up(w: War, side: str) -> None:
    """4.0: a dummy goes back shown, a real objective for a Victory Point."""
    for chit in chits.objectives(w, side):
        number = chits.number_of(chit)
        loss = 1 if side == "filipino" else -1
        if (
            w.wants("objective_back_free")
            and number != "dummy"
            and abs(w.box["points"] + loss) <= TOP
        ):
            w.t.move([chit], f"hand:{side}")
            w.plant("an objective goes back without the loss of a Victory Point", "4.0.c")
        elif number == "dummy" and w.often(0.3):
            with w.t.together():
                w.t.do("up", (chit.key,))
                w.t.do("say", text=f"<{chits.OWNER[side]}> - That was a dummy.")
            with w.t.together():
                w.t.move([chit], f"hand:{side}")
                w.t.do("down", (chit.key,))
        elif number != "dummy" and w.often(0.04) and w.box["points"] + loss in range(-TOP, TOP):
            w.t.move([chit], f"hand:{side}")
            w.put("points", w.box["points"] + loss)


# --- phase 2 ---------------------------------------------------------------------------------


def draw_advantage(w: War) -> None:
    """5.0: five chits when a kind of war begins, then one a turn; exchanges."""
    first = w.turn == FIRST_TURN[w.scenario] or w.begins_guerrilla_war
    w.sudden = False
    for side in ("us", "filipino"):
        if w.begins_guerrilla_war:
            _hand_in(w, side)
        _draw(w, side, first)
    if w.sudden and not w.guerrilla_war:
        go_guerrilla(w)
        for side in ("us", "filipino"):
            _hand_in(w, side)
            for _ in range(5):
                _take(w, side, chits.draw(w, side), 0)


def _hand_in(w: War, side: str) -> None:
    """2.0: the chits of the Stand-Up Fight go back."""
    if w.wants("old_chits_kept", 1.0) and chits.hand(w, side):
        w.plant("the chits of the Stand-Up Fight are kept", "2.0.e", "5.0.c")
        return
    for chit in chits.hand(w, side):
        with w.t.together():
            w.t.move([chit], f"cup_{side}_stand_up")
            w.t.do("up", (chit.key,))


def _draw(w: War, side: str, first: bool) -> None:
    attempts = 0
    held = chits.hand(w, side)
    if not first and held and w.often(0.25):
        chits.give_back(w, side, w.chance.choice(held))
        attempts += _take(w, side, chits.draw(w, side), attempts)
    number = 5 if first else int(len(chits.hand(w, side)) < 5 and w.often(0.9))
    if w.wants("sixth_chit") and not first and len(chits.hand(w, side)) == 5:
        chits.draw(w, side)
        w.plant("a sixth chit is drawn", "5.0.c", "5.0.b")
        return
    if w.wants("two_draws") and not first and len(chits.hand(w, side)) <= 3:
        chits.draw(w, side)
        chits.draw(w, side)
        w.plant("two chits are drawn", "5.0.b")
        return
    if w.wants("six_at_start", 1.0) and first:
        number = 6
    for _ in range(number):
        attempts += _take(w, side, chits.draw(w, side), attempts)
    if number == 6:
        w.plant("six chits are drawn at the start", "5.0.c", "5.0.a")


def _take(w: War, side: str, chit: Piece | None, attempts: int) -> int:
    """What a drawn chit makes its owner do at once; 1 if it was an attempt on Luna."""
    while chit is not None and chit.kind.startswith("card_us_s5"):
        if w.turn <= 2 or attempts:
            chits.give_back(w, side, chit)
            chit = chits.draw(w, side)
            continue
        _luna(w, chit)
        return 1
    if chit is not None and chit.kind == "card_us_g2":
        _chastise(w, chit)
    return 0


def _luna(w: War, chit: Piece) -> None:
    """US stand-up chit 5."""
    second = bool(w.t.here("luna:1"))
    with w.t.together():
        w.t.move([chit], "luna:2" if second else "luna:1")
        w.t.do("up", (chit.key,))
    (die,) = w.roll("us", "us")
    luna = w.t.one("luna")
    if luna.place not in NAMES:
        return
    if die <= (4 if second else 3):
        if w.wants("luna_survives", 1.0):
            w.plant(f"Luna survives a {die}", "US.S5")
            return
        w.leader_lost(luna, points=False)
    elif second and w.t.one("aguinaldo").place in NAMES:
        w.leader_lost(w.t.one("aguinaldo"), points=False)
        if w.scenario == "stand_up":
            raise w.over("a Guerrilla War in the scenario of the Stand-Up Fight")
        w.sudden = True


def _chastise(w: War, chit: Piece) -> None:
    """US guerrilla chit 2: at once, or back."""
    fit = [one for one in NAMES if 0 < w.t.filipinos(one) <= 2 and w.t.us(one) > w.t.filipinos(one)]
    fit = [one for one in fit if len(w.force(one, "filipino")) == len(w.t.here(one, "guerrilla"))]
    if not fit:
        chits.give_back(w, "us", chit)
        return
    place = w.chance.choice(fit)
    chits.play(w, "us", "g2")
    for piece in w.t.here(place, "regular", "guerrilla"):
        w.t.remove(piece)
    w.tidy_markers(place)


# --- phase 3 ---------------------------------------------------------------------------------


def arms_places(w: War) -> list[str]:
    """6.0: coasts with Filipino units and no gunboat beside them."""
    return sorted(
        place
        for place in COASTAL
        if w.t.filipinos(place) and not any(w.t.here(sea, "gunboat") for sea in SEAS_OF[place])
    )


def land_arms(w: War) -> None:
    """6.0: the marker comes as soon as it can."""
    places = arms_places(w)
    if w.arms == "due" and places:
        w.t.move([w.t.one("imported_arms")], w.chance.choice(places))
        w.arms = "here"


def roll_for_arms(w: War) -> None:
    """6.0."""
    if w.arms == "unborn":
        (die,) = w.roll("filipino", "arms")
        if die == 1:
            w.arms = "due"
            inland = [one for one in NAMES if one not in COASTAL and w.t.filipinos(one)]
            if w.wants("arms_inland", 1.0) and inland:
                w.t.move([w.t.one("imported_arms")], w.chance.choice(inland))
                w.arms = "here"
                w.plant("the arms are landed inland", "6.0.b")
        elif w.wants("arms_unearned") and arms_places(w):
            w.t.move([w.t.one("imported_arms")], w.chance.choice(arms_places(w)))
            w.arms = "here"
            w.plant(f"the arms come with a {die}", "6.0.a")
    land_arms(w)


# --- phase 4 ---------------------------------------------------------------------------------


def reinforce(w: War) -> None:
    """7.0."""
    if w.smith_owes and w.t.one("smith").place in NAMES and w.t.here("pool_markers", "us_massacre"):
        w.t.move(w.t.here("pool_markers", "us_massacre")[:1], w.t.one("smith").place)
    w.smith_owes = False
    w.barred = set()
    recruits.early_chits(w)
    _land(w)
    _arrive(w)
    _rebuild(w)
    _successors(w)
    recruits.filipino_reinforcements(w)
    land_arms(w)


def _land(w: War) -> None:
    """7.1: from the Trans-Ocean Box to Manila, where they rest this turn."""
    waiting = w.t.here("trans_ocean")
    if not waiting:
        return
    if w.wants("no_landing"):
        w.plant("the units of the Trans-Ocean Box stay there", "7.1.b" if w.turn == 1 else "7.1.a")
        return
    w.t.move(waiting, "manila")
    w.fresh = {piece.key for piece in waiting}
    if w.often(0.7):
        w.t.move([w.t.one("fresh_troops")], "manila")


def _arrive(w: War) -> None:
    """7.1, 18: from the turn track to the Trans-Ocean Box."""
    due = [one for one in w.t.here(f"turn:{w.turn}") if one.kind != "turn_marker"]
    if w.turn == FIRST_TURN[w.scenario]:
        return
    if w.wants("early_arrivals"):
        early = [one for n in range(w.turn + 1, 16) for one in w.t.here(f"turn:{n}")]
        if early:
            w.t.move(early[:1], "trans_ocean")
            w.plant(f"{early[0].kind} comes too early", "18.1.c", "18.3", "18.2.b")
    if not due:
        return
    if w.wants("straight_to_manila"):
        w.t.move(due, "manila")
        w.fresh |= {piece.key for piece in due}
        w.plant("arrivals go straight to Manila", "7.1.a")
        return
    if w.wants("arrivals_forgotten"):
        w.plant("the arrivals of the turn stay on the track", "18.1.c", "18.3", "18.2.b", "7.1.a")
        return
    last = w.turn in {7, 12} and not any(w.t.here(f"turn:{n}") for n in range(w.turn + 1, 16))
    if last and chits.may_play(w, "filipino", "s10", 0.9):
        chits.play(w, "filipino", "s10")
        w.will(-1)
        w.t.move(due, f"turn:{w.turn + 1}")
        return
    w.t.move(due, "trans_ocean")


def _rebuild(w: War) -> None:
    """7.1: one Artillery and one cavalry step, a point of Political Will each."""
    lost = w.t.here("lost_us", "us_artillery")
    if lost and w.often(0.5):
        w.t.move(lost[:1], "manila")
        w.fresh.add(lost[0].key)
        if w.wants("rebuilt_free", 1.0) and w.box["will"] > -TOP:
            w.plant("Artillery is rebuilt without a point", "7.1.e")
        else:
            w.will(-1)
    horses = w.t.here("lost_us", "us_cavalry")
    if horses and w.often(0.5):
        two = w.wants("rebuilt_two", 1.0)
        with w.t.together():
            face = "two" if two else "one"
            if horses[0].face != face:
                w.t.do("face", (horses[0].key,), text=face)
            w.t.move(horses[:1], "manila")
        w.fresh.add(horses[0].key)
        w.will(-1)
        if two:
            w.plant("two cavalry steps are rebuilt", "7.1.e")


def _successors(w: War) -> None:
    """1.2.3: the next Commander in Chief comes when the one before him is gone."""
    waits = w.t.one("malvar").place == "leaders_filipino" and not w.malvar_came
    if waits and w.aguinaldo_gone and w.t.one("luna").place not in NAMES:
        w.malvar_came = True
        held = sorted(one for one in NAMES if w.t.filipinos(one))
        w.t.move([w.t.one("malvar")], w.chance.choice(held))


PHASES = {
    "objectives": pick_objectives,
    "advantage": draw_advantage,
    "arms": roll_for_arms,
    "reinforcements": reinforce,
}
