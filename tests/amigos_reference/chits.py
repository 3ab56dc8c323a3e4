"""Objectives and Advantage Chits: drawing, playing, giving back (4, 5, the player aids)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.amigos_reference.country import NAMES, RAILWAY
from tests.amigos_reference.table import Piece

if TYPE_CHECKING:
    from tests.amigos_reference.war import War

SHORT = {"us": "us", "filipino": "fil"}
OWNER = {"us": "United States", "filipino": "Filipinos"}
TITLES = {
    "us_s": ("Inept Leadership", "Accurate Marksmanship", "Superior Artillery", "Pursuit",
             "Luna Assassination Attempt", "Counterterrorism Surge", "Gunboats Activity",
             "Bold Maneuver", "Closing In"),
    "us_g": ("Filipino Massacre of Americans", "Policy of Chastisement", "Gunboats Activity",
             "Superior Marksmanship", "Benevolent Assimilation",
             "Lukewarm Support, lack of common identity", "Lukewarm Support", "Intelligence",
             "Macabebe Scouts"),
    "fil_s": ("Willie Grayson", "Charge!", "Fanatic Determination", "Stand and Fight",
              "Elusive Quarry", "Difficult Terrain", "Racist Attitude", "Malaria",
              "Massacre of Filipinos", "Anti-Imperialist League", "Manila Uprising"),
    "fil_g": ("David Fagen", "Brutality & Torture", "Congressional Investigation",
              "Elusive Quarry", "Waller Affair", "Trap", "Visayas", "Luzon",
              "Lack of Information", "Death to Collaborators!", "Manila Uprising"),
}  # fmt: skip


def cup(w: War, side: str) -> str:
    """The side's cup in the present kind of war."""
    return f"cup_{side}_{'guerrilla' if w.guerrilla_war else 'stand_up'}"


def hand(w: War, side: str) -> list[Piece]:
    """The Advantage Chits that a side holds."""
    return [one for one in w.t.here(f"hand:{side}") if one.kind.split("_")[2][0] in "sg"]


def draw(w: War, side: str) -> Piece | None:
    """One chit from the cup into the hand, unseen by the other side."""
    chits = w.t.here(cup(w, side))
    if not chits or not w.draws:
        return None
    chit = w.chance.choice(chits)
    with w.t.together():
        w.t.move([chit], f"hand:{side}")
        w.t.do("down", (chit.key,))
    return chit


def give_back(w: War, side: str, chit: Piece) -> None:
    """A chit into its cup."""
    with w.t.together():
        w.t.move([chit], cup(w, side))
        if chit.down:
            w.t.do("up", (chit.key,))


def held(w: War, side: str, number: str) -> Piece | None:
    """A chit in hand by its number, such as `s3` or `g4`."""
    name = f"card_{SHORT[side]}_{number}"
    return next((one for one in hand(w, side) if one.kind in {name, f"{name}_2"}), None)


def play(w: War, side: str, number: str, gone: bool = False) -> bool:
    """Play a chit if it is in hand; outside a battle it goes back at once. False if not held."""
    chit = held(w, side, number)
    if chit is None:
        return False
    title = TITLES[f"{SHORT[side]}_{number[0]}"][int(number[1:]) - 1]
    where = f" in {w.battle_place}" if w.battle_place else ""
    mark = "US" if side == "us" else "Filipino"
    with w.t.together():
        w.t.move([chit], f"chits_{side}")
        w.t.do("up", (chit.key,))
        w.t.do("say", text=f"{OWNER[side]} plays {title} ({mark} {number[1:]}){where}")
    if gone:
        w.t.move([chit], f"removed_{side}")
    elif not w.battle_place:
        give_back(w, side, chit)
    return True


def may_play(w: War, side: str, number: str, share: float) -> bool:
    """Whether a chit is in hand and its owner would use it."""
    return held(w, side, number) is not None and w.often(share)


def after_battle(w: War) -> None:
    """5.0, 10.4: what was laid for a battle goes back."""
    for side in ("us", "filipino"):
        for chit in w.t.here(f"chits_{side}"):
            give_back(w, side, chit)


# --- objectives ------------------------------------------------------------------------------


def number_of(chit: Piece) -> str:
    """The number of an objective; `dummy` for a dummy."""
    text = chit.kind.split("_")[2][1:]
    return "dummy" if text.startswith("dummy") else text


def objectives(w: War, side: str) -> list[Piece]:
    """What lies on the display."""
    return w.t.here(f"objectives_{side}")


AREAS = {
    "us": {"1": "iloilo", "2": "bulacan", "3": "pangasinan", "4": "nueva_vizcaya"},
    "filipino": {"1": "manila", "2": "bulacan", "3": "pangasinan", "4": "nueva_vizcaya",
                 "5": "iloilo"},
}  # fmt: skip


def possible(w: War, side: str, number: str) -> bool:
    """4.0: whether an objective may be chosen; a cautious reading where the rule is open."""
    if number == "dummy":
        return True
    if number in AREAS[side]:
        return w.t.us_controls(AREAS[side][number]) == (side == "filipino")
    if side == "us":
        match number:
            case "5":
                return any(w.t.filipinos(place) for place in RAILWAY)
            case "6":
                return w.t.one("pilar").place in NAMES
            case "7":
                return 6 <= len(w.sites()) < 8 and not w.monsoon
            case "8":
                return w.t.one("aguinaldo").place in NAMES
            case "9":
                sites = [one.place for one in w.t.all("us_massacre") if one.place in NAMES]
                return bool(sites) and not any(w.t.us_controls(one) for one in sites)
            case _:
                return w.turn != 4
    match number:
        case "6":
            return any(one.place in NAMES for one in w.t.all("us_artillery"))
        case "7":
            return True
        case "10":
            return len(w.sites()) >= 4
    return False


def achieved(w: War, side: str, number: str) -> bool:
    """The objectives of the player aids; Lawton's die is never tried for."""
    if number in AREAS[side]:
        return w.t.us_controls(AREAS[side][number]) == (side == "us")
    if side == "us":
        match number:
            case "5":
                return not any(w.force(place, "filipino") for place in RAILWAY)
            case "6":
                return w.t.one("pilar").place not in NAMES
            case "7":
                return len(w.sites()) >= 8
            case "8":
                return w.t.one("aguinaldo").place not in NAMES
            case "9":
                marked = [one.place for one in w.t.all("us_massacre") if one.place in NAMES]
                return any(w.t.us_controls(place) for place in marked)
            case "10":
                lost = w.lost_turn
                return lost.get("regular", 0) >= 10 or lost.get("guerrilla", 0) >= 10
    match number:
        case "6":
            return w.lost_turn.get("us_artillery", 0) > 0
        case "7":
            return w.lost_turn.get("us", 0) >= 5
        case "10":
            return w.lost_turn.get("poa", 0) >= 4
    return False
