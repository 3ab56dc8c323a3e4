"""Sentences of the report: turns, stories, what was expected, in the names that players use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.types.scenario import Scenario
from modgen_rules.engine.explain import Explanation, core
from modgen_rules.people_power.options import Effect
from modgen_rules.people_power.record import BOXES
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


class Cause(NamedTuple):
    """One cause of a finding: its clause, what happened, what is and what should be."""

    clause: str
    message: str
    expected: str = ""
    observed: str = ""
    one_of: tuple[str, ...] = ()


def causes(game: Game, turn: Turn, readings: Sequence[Reading]) -> list[Cause]:
    """Why a turn is illegal: a cause for each clause that its best readings all break.

    What a referee would cite comes first: a condition of what was done, then wrong numbers of
    pieces, then prices and tracks, then what follows from these.
    """
    best = readings[0]
    sure = core([one.explanation._replace(broken=one.broken) for one in readings])
    clauses = sure or best.broken[:1]
    one_of = () if sure else tuple(one.broken[0] for one in readings if one.broken)
    return [
        Cause(clause, *_cause(game, turn, best, clause), one_of)
        for clause in sorted(clauses, key=lambda one: weight(best, one))
    ]


def weight(reading: Reading, clause: str) -> int:
    """How far down a clause stands among the causes of one turn."""
    if clause in reading.extra:
        return 0
    if clause.startswith(("1.5.1", "1.6.1", "1.8", "1.5.3", "1.4", "1.9")):
        return 3
    return 1 if any(clause in pick.broken for pick in reading.explanation.picks) else 2


def _cause(game: Game, turn: Turn, reading: Reading, clause: str) -> tuple[str, str, str]:
    """What happened against a clause, what was expected, what the log shows."""
    places = [n for n, pick in enumerate(reading.explanation.picks) if clause in pick.broken]
    said = [changed(turn.board, n, turn.before.spaces[n], turn.after.spaces[n]) for n in places]
    said = [one for one in said if one]
    if not places:
        said = tracks_wrong(game, turn, Effect(*reading.explanation.sums))
    moves = moves_of(game, turn, places) if clause in MOVEMENT else ""
    message = "; ".join([moves] if moves else said)
    return message, "", "; ".join(said)


MOVEMENT = frozenset({"3.4.2.b", "3.3.2.a", "4.2.2.c", "3.2.2.c", "3.2.2.b", "3.4.2.c", "3.1.2"})
"""Clauses about where pieces go: their findings name the pieces' way."""


def moves_of(game: Game, turn: Turn, places: Sequence[int]) -> str:
    """`Guerrilla from Southern Luzon to Cebu`, for the pieces that left or reached some spaces."""
    flows = Counter(
        (one.kind, one.origin, one.target)
        for one in turn.moved
        if not places or one.origin in places or one.target in places
    )
    names = turn.board.names
    return "; ".join(
        f"{number_of_pieces(game, kind, number)} from {names[origin]} to {names[target]}"
        for (kind, origin, target), number in sorted(flows.items())
    )


def number_of_pieces(game: Game, kind: str, number: int) -> str:
    """`Guerrilla`, `2 × Guerrilla`."""
    name = game.piece_types[kind].name
    return name if number == 1 else f"{number} × {name}"


def number_of(number: int, one: str, many: str = "") -> str:
    """`1 die`, `2 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def box_name(game: Game, box: str) -> str:
    """The displayed name of a box of the sequence of play, by its short name."""
    ids = {name: id_ for id_, name in BOXES.items()}
    place = game.boxes.get(ids.get(box, ""))
    return f"\u201c{place.name}\u201d" if place is not None else box.replace("_", " ")


def breach_of_order(game: Game, clause: str, box: str) -> str:
    """What a Faction did against the sequence of play."""
    if clause == "2.3.a":
        return "the Faction is Eligible and took no option before the next card"
    if clause == "2.3.1.b":
        return "the Faction is Ineligible on this card and acted"
    if clause == "2.3.2.a":
        return "the Faction acted before another one that comes first on the card"
    return f"the cylinder went to {box_name(game, box)}" if box else "the option was not open"


def tracks_wrong(game: Game, turn: Turn, effect: Effect) -> list[str]:
    """`NPA Resources are 4, expected 3`, for each track that the reading does not explain."""
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
            verb = "Resources are" if name in game.sides else "is"
            label = game.sides[name].name if name in game.sides else name.capitalize()
            found.append(f"{label} {verb} {seen}, expected {right}")
    return found


def round_cause(
    game: Game, board: Map, before: State, after: State, found: Explanation, clause: str
) -> tuple[str, str, str]:
    """What an Election Round shows against a clause, what was expected, what the log shows."""
    places = [n for n, pick in enumerate(found.picks) if clause in pick.broken]
    said = [changed(board, n, before.spaces[n], after.spaces[n]) for n in places]
    text = "; ".join(one for one in said if one)
    if places:
        return text or listed([board.names[n] for n in places]), "", text
    return "", "", ""


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
