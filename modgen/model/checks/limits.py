"""Checks of numbers that rules read from the data: thresholds, tracks, pools, stacking, control."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.model.boards.layout import inner_rect
from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_word
from modgen.model.game import Game
from modgen.model.types.game_file import Term
from modgen.model.types.unit_states import Check as UnitCheck
from modgen.model.types.unit_states import Condition, UnitRoll


def level_markers(game: Game) -> Iterator[PartDiagnostic]:
    """A level marker is a single piece, and its track lists it if it lists any."""
    for piece in game.pieces:
        if piece.kind != "level":
            continue
        if piece.count != 1:
            message = f"there must be one level marker `{piece.id}`, not {piece.count}"
            yield PartDiagnostic(piece, ("count",), message, "set `count` to 1")
        track = game.tracks[piece.tracks or ""]
        if track.levels and piece.id not in track.levels:
            message = f"the track `{track.id}` does not list the level marker `{piece.id}`"
            yield PartDiagnostic(track, ("levels",), message, "add it to `levels`")
    for track in game.map.tracks:
        for number, key in enumerate(track.levels):
            piece = game.piece_types[key]
            if piece.kind != "level" or piece.tracks != track.id:
                message = f"`{key}` is not a level marker of the track `{track.id}`"
                hint = f"set `kind` to level and `tracks` to {track.id} in the table of pieces"
                yield PartDiagnostic(track, ("levels", number), message, hint)


def thresholds(game: Game) -> Iterator[PartDiagnostic]:
    """A total adds up level markers, and can exceed its threshold on its track."""
    for total in game.info.totals:
        for number, term in enumerate(total.terms):
            if term.level and game.piece_types[term.level].kind != "level":
                message = f"`{term.level}` is not a level marker, so it has no number to add"
                yield PartDiagnostic(total, ("terms", number, "level"), message)
        if total.over is None:
            continue
        most = sum(_most(game, term) for term in total.terms)
        if total.over >= most:
            message = f"the total `{total.id}` can never exceed {total.over}; it is at most {most}"
            yield PartDiagnostic(total, ("over",), message)
        numbers = game.level_ranges.get(total.marker or "")
        if numbers and total.over not in numbers:
            message = f"{total.over} is not on the track of `{total.marker}`"
            hint = f"the track goes from {numbers[0]} to {numbers[-1]}"
            yield PartDiagnostic(total, ("over",), message, hint)


def _most(game: Game, term: Term) -> int:
    """The largest value that a term of a total can have."""
    if term.level is not None:
        numbers = game.level_ranges.get(term.level, range(1))
        return max((number * term.times for number in numbers), default=0)
    if term.pieces is not None:
        return game.pools[term.pieces]
    if term.cost_in is not None:
        return sum(
            piece.count * max(piece.price(face.id) or 0 for face in piece.faces)
            for piece in game.pieces
        )
    numbers_of_spaces = (space.attributes.get(term.attribute or "", 0) for space in game.map.spaces)
    return sum(max(int(value), 0) for value in numbers_of_spaces if isinstance(value, int | float))


def counted_attributes(game: Game) -> Iterator[PartDiagnostic]:
    """Attributes of spaces that a total adds up are whole numbers."""
    names = {term.attribute for total in game.info.totals for term in total.terms}
    for space in game.map.spaces:
        for name, value in space.attributes.items():
            if name in names and (isinstance(value, bool) or not isinstance(value, int)):
                message = f"`{name}` must be a whole number, as a total adds it up"
                yield PartDiagnostic(space, ("attributes", name), message)


def control_values(game: Game) -> Iterator[PartDiagnostic]:
    """The sides of the rule of control, and its `nobody`, are values of its state."""
    rule = game.info.control
    if rule is None:
        return
    values = [value.id for value in game.states[rule.state].values]
    for path, word in [
        *((("sides", number), side) for number, side in enumerate(rule.sides)),
        (("nobody",), rule.nobody),
        *([(("ties",), rule.ties)] if rule.ties else []),
    ]:
        if word not in values:
            yield unknown_word(rule, path, f"value of the state {rule.state}", word, values)


def stacking(game: Game) -> Iterator[PartDiagnostic]:
    """Warn of a stacking limit that the pieces of the game can never exceed."""
    for rule in game.info.stacking:
        pieces = [piece for piece in game.pieces if rule in game.stacking_limits(piece.id)]
        if not pieces:
            hint = "a piece must match all its lists of `pieces`, `sizes`, `sides` and `kinds`"
            yield PartDiagnostic(rule, (), "no piece has this stacking limit", hint)
            continue
        most = sum(
            piece.count * (max(face.strength for face in piece.faces) if rule.strength else 1)
            for piece in pieces
        )
        if most <= rule.most:
            message = f"at most {rule.most} may stack, but the game has only {most}"
            hint = "lower the limit, delete it, or correct the `count` of the pieces"
            yield PartDiagnostic(rule, ("most",), message, hint, warning=True)


def card_boxes(game: Game) -> Iterator[PartDiagnostic]:
    """Warn of boxes that are smaller than the cards of their piles."""
    if game.info.module.parts:
        return  # an imported module has its own measures
    for pile in game.cards_file.piles:
        box = game.boxes.get(pile.box or "")
        decks = [game.decks[key] for key in pile.takes if key in game.decks] or [
            *game.cards_file.decks
        ]
        if box is None or not decks:
            continue
        wide, high = max(deck.width for deck in decks), max(deck.height for deck in decks)
        room = inner_rect(box)
        if wide > room.w or high > room.h:
            message = (
                f"the cards of the pile `{pile.id}` are {wide:g} × {high:g} mm and larger than its"
                f" box `{box.id}`, which has {room.w:g} × {room.h:g} mm below its name"
            )
            hint = "enlarge the box, or give the deck a smaller `width` and `height`"
            yield PartDiagnostic(box, ("rect",), message, hint, warning=True)


RESERVED = frozenset(("Ctrl", letter) for letter in "CEFHMT")
"""Keystrokes of the menu entries that most units have: their modifiers and letters."""


def keystrokes(game: Game) -> Iterator[PartDiagnostic]:
    """No two commands of units have the same keystroke, and none that of another menu entry."""
    seen: dict[tuple[str, str], str] = {}
    info = game.info
    parts: list[Condition | UnitCheck | UnitRoll] = [*info.conditions, *info.checks, *info.rolls]
    for part in parts:
        *modifiers, letter = part.key.split("+")
        stroke = ("+".join(sorted(modifiers)), letter)
        if not part.key:
            continue
        taken = f"`{seen[stroke]}`" if stroke in seen else "another menu entry of units"
        if stroke in seen or stroke in RESERVED:
            message = f"the keystroke `{part.key}` of `{part.id}` is that of {taken}"
            yield PartDiagnostic(part, ("key",), message, "choose another, such as `Ctrl+Shift+F`")
        seen.setdefault(stroke, part.id)


CONSEQUENCES: tuple[Check, ...] = (
    keystrokes,
    level_markers,
    thresholds,
    counted_attributes,
    control_values,
    stacking,
    card_boxes,
)
