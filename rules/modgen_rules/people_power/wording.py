"""Sentences of the report: turns, stories, what was expected, in the names that players use."""

from __future__ import annotations

from typing import Any

from modgen.model.game import Game
from modgen.model.types.scenario import Scenario
from modgen_rules.engine.explain import Explanation
from modgen_rules.people_power.options import Effect
from modgen_rules.people_power.state import (
    AID,
    ALIGNMENTS,
    FACTIONS,
    MOST,
    PATRONAGE,
    Map,
    Space,
    State,
    made,
)
from modgen_rules.people_power.turn import PASS, Reading, Turn

FIELD_WORDS = {
    "troops": "Troops", "police": "Police", "gov_base": "Government Bases",
    "activist": "Activists", "ref_base": "Reformer Bases", "underground": "Underground Guerrillas",
    "active": "Active Guerrillas", "npa_base": "NPA Bases", "terror": "Terror",
    "protest": "Protest", "strike": "Strike", "alignment": "alignment",
}  # fmt: skip


def card_title(game: Game, card: int) -> str:
    """`Card 12, Sugar Bloc`."""
    found = game.card.get(str(card))
    return f"Card {card}, {found.title}" if found else "Before the first card"


def turn_title(game: Game, card: int, faction: str) -> str:
    """`Card 12, NPA`."""
    return f"Card {card}, {game.sides[faction].name}" if faction else card_title(game, card)


def name_of(game: Game, id_: str) -> str:
    """The name of an option, Operation or Special Activity."""
    for one in game.info.declarations:
        for item in one.fields:
            for choice in item.choices:
                if choice.id == id_:
                    return choice.name
    return id_.replace("_", " ")


def story(game: Game, turn: Turn, reading: Reading) -> str:
    """`Rally in Visayas and Cebu for 2; Extort in Visayas.`"""
    if reading.option == PASS:
        return name_of(game, PASS)
    if reading.option.startswith("event"):
        return name_of(game, reading.option)
    parts = []
    effect = Effect(*reading.explanation.sums)
    for action in (reading.operation, reading.activity):
        if action is None:
            continue
        places = [
            turn.board.names[n]
            for n, pick in enumerate(reading.explanation.picks)
            if action in pick.story
        ]
        text = name_of(game, action)
        if places:
            text += f" in {listed(places)}"
        if action == reading.operation and effect.cost:
            text += f" for {effect.cost}"
        if places or action == reading.operation:
            parts.append(text)
    return "; ".join(parts)


def details(game: Game, turn: Turn, reading: Reading, clause: str) -> dict[str, Any]:
    """What a finding says beyond its clause: where, what was seen, the best story."""
    places = [n for n, pick in enumerate(reading.explanation.picks) if clause in pick.broken]
    seen = [changed(turn.board, n, turn.before.spaces[n], turn.after.spaces[n]) for n in places]
    if not places:
        seen = tracks_wrong(game, turn, Effect(*reading.explanation.sums))
    return {"observed": "; ".join(one for one in seen if one), "story": story(game, turn, reading)}


def tracks_wrong(game: Game, turn: Turn, effect: Effect) -> list[str]:
    """`NPA Resources stand at 4, not at 3`, for each track that the story does not explain."""
    changes = {
        turn.actor: effect.gain - effect.cost,
        AID: effect.aid - effect.rounded // 2,
        PATRONAGE: effect.patronage,
    }
    found = []
    for name in (turn.actor, AID, PATRONAGE):
        right = max(0, min(MOST, turn.before.track(name) + changes[name]))
        seen = turn.after.track(name)
        if seen != right:
            words = (
                f"{game.sides[name].name} Resources stand"
                if name in game.sides
                else (f"{name.capitalize()} stands")
            )
            found.append(f"{words} at {seen}, not at {right}")
    return found


def round_places(board: Map, found: Explanation, clause: str) -> str:
    """Where an Election Round breaks a clause."""
    return listed([board.names[n] for n, pick in enumerate(found.picks) if clause in pick.broken])


def changed(board: Map, n: int, before: Space, after: Space) -> str:
    """`Cebu: Underground Guerrillas 1 → 2`."""
    parts = []
    for field, a, b in zip(Space._fields, before, after, strict=True):
        if a == b:
            continue
        if field == "alignment":
            parts.append(f"{ALIGNMENTS[a].capitalize()} → {ALIGNMENTS[b].capitalize()}")
        else:
            parts.append(f"{FIELD_WORDS[field]} {a} → {b}")
    return f"{board.names[n]}: {', '.join(parts)}" if parts else ""


def listed(words: list[str]) -> str:
    """`A, B and C`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def scenario_state(game: Game, scenario: Scenario, board: Map) -> State:
    """The position of a printed set-up (S.4)."""
    spaces = [Space() for _ in board.ids]
    for place, pieces in scenario.place.items():
        if place not in board.ids:
            continue
        values: dict[str, int] = {}
        for key, number in pieces.items():
            kind, _, face = key.partition("/")
            if kind == "guerrilla":
                field = "active" if face == "active" else "underground"
            elif kind == "protest_strike":
                field = face or "protest"
            else:
                field = kind
            if field in Space._fields:
                values[field] = values.get(field, 0) + number
        spaces[board.number(place)] = Space(**values)
    for place, states in scenario.states.items():
        if place in board.ids and "alignment" in states:
            n = board.number(place)
            spaces[n] = spaces[n]._replace(alignment=ALIGNMENTS.index(states["alignment"]))
    tracks = {who: scenario.levels[f"resources_{who}"] for who in FACTIONS}
    tracks |= {"aid": scenario.levels["aid"], "patronage": scenario.levels["patronage"]}
    return made(spaces, tracks)
