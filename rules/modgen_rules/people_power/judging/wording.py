"""Sentences of the report: turns, stories, what was expected, in the names that players use."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.model.game import Game
from modgen.model.types.scenario import Scenario
from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.engine.reports.findings import listed
from modgen_rules.people_power.law.options import Effect
from modgen_rules.people_power.law.state import (
    ALIGNMENTS,
    FACTIONS,
    FIELDS,
    Map,
    Space,
    State,
    made,
)
from modgen_rules.people_power.reading.record import BOXES
from modgen_rules.people_power.reading.turn import EVENTS, UNSHADED, Reading, Turn

ONE, MANY = 0, 1
PIECES: dict[str, tuple[str, str]] = {
    "troops": ("cube of Troops", "cubes of Troops"),
    "police": ("cube of Police", "cubes of Police"),
    "gov_base": ("Government Base", "Government Bases"),
    "activist": ("Activist", "Activists"),
    "ref_base": ("Reformer Base", "Reformer Bases"),
    "underground": ("Underground Guerrilla", "Underground Guerrillas"),
    "active": ("Active Guerrilla", "Active Guerrillas"),
    "npa_base": ("NPA Base", "NPA Bases"),
    "terror": ("Terror marker", "Terror markers"),
    "protest": ("Protest marker", "Protest markers"),
    "strike": ("Strike marker", "Strike markers"),
}
"""The pieces and markers of a space by their fields, one and several of them."""
STAY = frozenset(("gov_base", "ref_base", "npa_base", "terror", "protest", "strike"))
"""Those that never move: they are placed and removed."""


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


def number_of_pieces(game: Game, kind: str, number: int) -> str:
    """`1 Guerrilla`, `2 Guerrillas`, `1 cube of Troops`."""
    piece = game.piece_types[kind]
    if number == 1 and piece.plural == piece.name:
        return f"1 cube of {piece.name}"
    return f"{number} {piece.name if number == 1 else piece.plural or piece.name}"


def number_of(number: int, one: str, many: str = "") -> str:
    """`1 die`, `2 dice`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def dice_rolled(dice: int, attacks: int) -> str:
    """`2 dice were rolled for 1 Attack`."""
    verb = "was" if dice == 1 else "were"
    return f"{number_of(dice, 'die', 'dice')} {verb} rolled for {number_of(attacks, 'Attack')}"


def box_name(game: Game, box: str) -> str:
    """The displayed name of a box of the sequence of play, by its short name."""
    ids = {name: id_ for id_, name in BOXES.items()}
    place = game.boxes.get(ids.get(box, ""))
    return f"\u201c{place.name}\u201d" if place is not None else box.replace("_", " ")


def cubes_gone(game: Game, before: State, after: State) -> str:
    """`1 Police left the map`: how many more or fewer cubes there are than before."""
    said = []
    for kind in ("troops", "police"):
        a, b = (sum(getattr(space, kind) for space in state.spaces) for state in (before, after))
        if a != b:
            way = "came from Available to the map" if b > a else "left the map"
            said.append(f"{number_of_pieces(game, kind, abs(b - a))} {way}")
    return "; ".join(said)


def changed(board: Map, n: int, before: Space, after: Space, reached: object = None) -> str:
    """`3 Activists came to Cebu instead of 1; Cebu went from Neutral to Support`."""
    wanted = reached if isinstance(reached, Space) else after
    where = board.names[n]
    turned = _turned(where, before, after, wanted)
    told = [turned] if turned else []
    for field in FIELDS:
        if turned and field in ("underground", "active"):
            continue
        was, seen, right = (getattr(state, field) for state in (before, after, wanted))
        if was == seen == right:
            continue
        if field == "alignment":
            told.append(went(where, *(ALIGNMENTS[one].capitalize() for one in (was, seen, right))))
        else:
            told.append(_moved(field, where, seen - was, right - was))
    return "; ".join(told) if wanted != after else listed(told)


def done_in(before: Space, after: Space) -> str:
    """What an action did in a space: `removed 3 Activists and placed 1 Reformer Base`."""
    told: list[tuple[int, str]] = []
    flips = _flips(before, after)
    if flips:
        face = "Active" if flips > 0 else "Underground"
        told.append((0, f"turned {number_of(abs(flips), 'Guerrilla')} {face}"))
    for field in FIELDS:
        was, seen = getattr(before, field), getattr(after, field)
        if field == "underground":
            seen += flips
        if field == "active":
            seen -= flips
        if was == seen:
            continue
        if field == "alignment":
            names = [ALIGNMENTS[one].capitalize() for one in (was, seen)]
            told.append((2, f"shifted the space from {names[0]} to {names[1]}"))
        else:
            verb = "placed" if seen > was else "removed"
            told.append((int(seen > was), f"{verb} {number_of(abs(seen - was), *PIECES[field])}"))
    return listed([text for _, text in sorted(told, key=lambda one: one[0])])


def _flips(before: Space, after: Space) -> int:
    """How many Guerrillas were turned Active, or as a negative number Underground."""
    hidden, shown = after.underground - before.underground, after.active - before.active
    if hidden * shown >= 0:
        return 0
    return min(-hidden, shown) if shown > 0 else -min(hidden, -shown)


def _turned(where: str, before: Space, after: Space, wanted: Space) -> str:
    """The Guerrillas that lie with a wrong face, or those that were turned over."""
    wrong = after.underground - wanted.underground
    if wanted == after:
        flips = _flips(before, after)
        if not flips or before.underground - flips != after.underground:
            return ""
        face = "Active" if flips > 0 else "Underground"
        return f"{_were(abs(flips), 'Guerrilla', '')} turned {face} in {where}"
    if not wrong or wrong != wanted.active - after.active:
        return ""
    faces = ("Underground", "Active") if wrong > 0 else ("Active", "Underground")
    number = number_of(abs(wrong), "Guerrilla")
    verb = "is" if abs(wrong) == 1 else "are"
    return f"{number} in {where} {verb} {faces[0]}, but should be {faces[1]}"


def _moved(field: str, where: str, seen: int, right: int) -> str:
    """`2 Activists came to Cebu instead of 1`: how many pieces a space gained or lost."""
    way = seen or right
    if field in STAY:
        verb = "placed in" if way > 0 else "removed from"
        text = f"{_were(abs(seen), *PIECES[field])} {verb} {where}"
    else:
        verb = "came to" if way > 0 else "left"
        text = f"{number_of(abs(seen), *PIECES[field]) if seen else f'no {PIECES[field][ONE]}'}"
        text += f" {verb} {where}"
    if seen == right:
        return text
    if not seen:
        return f"{text}, but {abs(right)} should {'be' if field in STAY else 'have'}"
    if seen * right > 0:
        return f"{text} instead of {abs(right)}"
    return f"{text}, but none should {'be' if field in STAY else 'have'}"


def _were(number: int, one: str, many: str = "") -> str:
    """`1 Base was`, `no Base was`, `2 Bases were`."""
    if not number:
        return f"no {one} was"
    return f"{number_of(number, one, many)} {'was' if number == 1 else 'were'}"


def went(name: str, was: str, seen: str, right: str) -> str:
    """`Aid went from 2 to 1, but should stay at 2`."""
    change = f"{name} stayed at {seen}" if was == seen else f"{name} went from {was} to {seen}"
    if seen == right:
        return change
    return f"{change}, but should {'stay at' if right == was else 'be'} {right}"


def rightly_changed(before: Space, after: Space, reached: object) -> Space:
    """A space with what changed in it as it should; as it was before if nothing is wrong."""
    if not isinstance(reached, Space) or reached == after:
        return before
    changes = zip(FIELDS, reached, after, strict=True)
    return before._replace(**{field: seen for field, right, seen in changes if right == seen})


def steps(numbers: Sequence[int]) -> str:
    """`step 4`, `steps 4 and 6`."""
    return f"step{'s' if len(numbers) > 1 else ''} {listed([str(one) for one in numbers])}"


def scenario_state(scenario: Scenario, board: Map) -> State:
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
    return made(spaces, tracks, board.limits)
