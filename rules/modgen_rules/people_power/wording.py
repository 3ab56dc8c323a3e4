"""Sentences of the report: turns, stories, what was expected, in the names that players use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.types.scenario import Scenario
from modgen_rules.engine.explain import Explanation, core
from modgen_rules.people_power.actions import OPERATIONS
from modgen_rules.people_power.election import AID_RESET, incomes
from modgen_rules.people_power.election import Sums as RoundSums
from modgen_rules.people_power.options import Effect
from modgen_rules.people_power.record import BOXES
from modgen_rules.people_power.spaces import ELSEWHERE
from modgen_rules.people_power.state import (
    AID,
    ALIGNMENTS,
    FACTIONS,
    FORCES,
    MOST,
    PATRONAGE,
    Map,
    Space,
    State,
    made,
)
from modgen_rules.people_power.totals_check import pass_gain
from modgen_rules.people_power.turn import EVENTS, PASS, UNSHADED, Reading, Turn, bases_elsewhere

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


def event_text(game: Game, card: int, option: str) -> str:
    """The text of the half of an Event that was used; empty for no Event."""
    found = game.card.get(str(card))
    if found is None or option not in EVENTS:
        return ""
    return (found.unshaded if option == UNSHADED else found.shaded) or ""


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
        Cause(_own_clause(turn, best, clause), *_cause(game, turn, best, clause), one_of)
        for clause in sorted(clauses, key=lambda one: weight(best, one))
    ]


def _own_clause(turn: Turn, reading: Reading, clause: str) -> str:
    """The clause that a referee would cite for a change that no part of the action accounts for."""
    if clause not in ELSEWHERE.values() or clause in reading.extra:
        return clause
    if reading.option in EVENTS:
        return "5.1.a"
    if reading.option == PASS or reading.operation is None:
        return "2.3.4.a"
    broken = [
        (pick, space)
        for pick, space in zip(reading.explanation.picks, turn.after.spaces, strict=True)
        if clause in pick.broken
    ]
    if clause in MARKED and any(space.strike and not space.npa for _, space in broken):
        return "1.8.2.d"
    if clause in MARKED and any(space.protest and not space.reformers for _, space in broken):
        return "1.8.2.c"
    return _of_operation(reading.operation, clause, [pick.story for pick, _ in broken])


def _of_operation(operation: str, clause: str, stories: list[tuple[str, ...]]) -> str:
    """The Operation's own clause, where it was carried out or has to do with such markers."""
    if clause in MARKED:
        marks = OPERATIONS[operation].blame.keys() & {"terror", "protest", "strike"}
        return DOES.get(operation, clause) if marks else "3.1.b"
    if clause != "3.1.b":
        return clause
    if any("ambush" in story for story in stories):
        return "4.4.3.c"
    return DOES.get(operation, clause) if any(operation in one for one in stories) else clause


DOES = {
    "train": "3.2.1.c", "sweep": "3.2.2.d", "roundup": "3.2.3.c", "assault": "3.2.4.c",
    "recruit": "3.3.1.b", "assemble": "3.3.2.c", "persuade": "3.3.3.b", "protest": "3.3.4.b",
    "rally": "3.4.1.b", "march": "3.4.2.b", "attack": "3.4.3.d", "terror": "3.4.4.c",
}  # fmt: skip
"""The clause that says what each Operation does."""
MARKED = ("1.8.1.b", "1.8.2.b")


def weight(reading: Reading, clause: str) -> int:
    """How far down a clause stands among the causes of one turn."""
    if clause in reading.extra or clause.startswith("1.4.1"):
        return 0
    if clause.startswith(("1.5.1", "1.6.1", "1.8", "1.5.3", "1.9")):
        return 3
    return 1 if any(clause in pick.broken for pick in reading.explanation.picks) else 2


def _cause(game: Game, turn: Turn, reading: Reading, clause: str) -> tuple[str, str, str]:
    """What happened against a clause, what was expected, what the log shows."""
    picks = reading.explanation.picks
    places = [n for n, pick in enumerate(picks) if clause in pick.broken]
    strays = moves_of(game, turn, [], bases=clause == "1.5.1.g") if clause in STRAYS else ""
    if clause in reading.extra and not places and strays:
        return strays, "", ""
    if not places:
        wrong = tracks_wrong(game, turn, reading)
        message = "; ".join(
            f"{name} {verb} {seen}, expected {right}" for name, verb, seen, right in wrong
        )
        if len(wrong) == 1:
            return message, str(wrong[0][3]), str(wrong[0][2])
        return message or story(game, turn, reading), "", ""
    said = [
        changed(turn.board, n, turn.before.spaces[n], turn.after.spaces[n], picks[n].reached)
        for n in places
    ]
    moves = moves_of(game, turn, places) if clause in MOVEMENT else ""
    seen = "; ".join(one for one in said if one)
    if clause == "3.1.b" and reading.operation and seen:
        return f"{name_of(game, reading.operation)} does not bring this about: {seen}", "", seen
    return moves or seen or listed([turn.board.names[n] for n in places]), "", seen


MOVEMENT = frozenset({"3.4.2.b", "3.3.2.a", "4.2.2.c", "3.2.2.c", "3.2.2.b", "3.4.2.c", "3.1.2"})
"""Clauses about where pieces go: their findings name the pieces' way."""


STRAYS = ("1.5.1.g", "3.1.b")
"""Clauses of moves that the actions of a Faction never make."""


def moves_of(game: Game, turn: Turn, places: Sequence[int], bases: bool = False) -> str:
    """`Guerrilla from Southern Luzon to Cebu`, for the pieces that left or reached some spaces."""
    flows = Counter(
        (one.kind, one.origin, one.target)
        for one in turn.moved or tuple(bases_elsewhere(turn))
        if one.kind in FORCES
        and one.kind.endswith("_base") == bases
        and (not places or one.origin in places or one.target in places)
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


def tracks_wrong(game: Game, turn: Turn, reading: Reading) -> list[tuple[str, str, int, int]]:
    """Each track that a reading does not explain: its name, a verb, what it is, what it should be.

    `("NPA Resources", "are", 4, 3)`.
    """
    effect = Effect(*reading.explanation.sums)
    changes = dict.fromkeys((*FACTIONS, AID, PATRONAGE), 0)
    for name, by in reading.given:
        changes[name] += by
    changes[turn.actor] += effect.gain - effect.cost
    if reading.option == PASS:
        changes[turn.actor] += pass_gain(turn.actor)
    changes[AID] += effect.aid - effect.rounded // 2
    changes[PATRONAGE] += effect.patronage
    found = []
    for name, by in changes.items():
        right = max(0, min(MOST, turn.before.track(name) + by))
        seen = turn.after.track(name)
        if seen != right:
            label = game.sides[name].name + " Resources" if name in game.sides else name.title()
            found.append((label, "are" if name in game.sides else "is", seen, right))
    return found


def over_threshold(game: Game, board: Map, before: State) -> str:
    """Who has passed its threshold, and that play went on."""
    margins = before.after_strikes().margins(board)
    names = listed([game.sides[who].name for who, margin in margins.items() if margin > 0])
    return f"{names} passed the threshold and play went on"


def round_cause(
    game: Game, board: Map, before: State, after: State, found: Explanation, clause: str
) -> tuple[str, str, str]:
    """What an Election Round shows against a clause, what was expected, what the log shows."""
    places = [n for n, pick in enumerate(found.picks) if clause in pick.broken]
    said = [changed(board, n, before.spaces[n], after.spaces[n]) for n in places]
    text = "; ".join(one for one in said if one)
    if places:
        return text or listed([board.names[n] for n in places]), "", text
    for name, label, right in round_tracks(game, board, before, found):
        seen = after.track(name)
        if seen != right and clause.startswith(ROUND_CLAUSES[name]):
            verb = "are" if name in game.sides else "is"
            return f"{label} {verb} {seen}, expected {right}", str(right), str(seen)
    return "", "", ""


ROUND_CLAUSES = {
    "gov": ("6.2.1.a", "6.3.1"), "npa": ("6.2.3", "6.3.2"), "reformers": ("6.2.2",),
    AID: ("6.2.1.b",), PATRONAGE: ("6.1.1",),
}  # fmt: skip
"""The clauses by which each track changes in an Election Round."""


def round_tracks(
    game: Game, board: Map, before: State, found: Explanation
) -> list[tuple[str, str, int]]:
    """Each track of 1.9 with its name and what it should be at the end of an Election Round."""
    earned = incomes(before, board)
    sums = RoundSums(*found.sums) if found.sums else RoundSums()
    earned["gov"] -= sums.civic
    earned["npa"] -= sums.agitation
    rows = [(who, f"{game.sides[who].name} Resources", earned[who]) for who in FACTIONS]
    patronage = before.after_strikes().track(PATRONAGE)
    return [*rows, (AID, "Aid", AID_RESET), (PATRONAGE, "Patronage", patronage)]


def changed(board: Map, n: int, before: Space, after: Space, reached: object = None) -> str:
    """`Cebu: Underground Guerrillas 1 → 4, expected 3`."""
    parts = []
    wanted = reached if isinstance(reached, Space) else after
    for field, a, b, right in zip(Space._fields, before, after, wanted, strict=True):
        if a == b == right:
            continue
        if field == "alignment":
            text = ALIGNMENTS[b].capitalize()
            text = text if a == b else f"{ALIGNMENTS[a].capitalize()} → {text}"
            text += f", expected {ALIGNMENTS[right].capitalize()}" if right != b else ""
        else:
            text = f"{FIELD_WORDS[field]} {b}" if a == b else f"{FIELD_WORDS[field]} {a} → {b}"
            text += f", expected {right}" if right != b else ""
        parts.append(text)
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
