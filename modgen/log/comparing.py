"""What differs between two positions: of two saves, at the end of two logs, or in one log.

A piece of both games has the same id, and the same gpid or name. Where most pieces have no
counterpart, as in games that were set up independently, pieces are taken for the same by their
names, those in the same place first.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from modgen.log.piece_changes import Phrase
from modgen.log.story import OUT_OF_SIGHT, Seen, Story
from modgen.log.table import Pile, Player
from modgen.log.turns import turn_text
from modgen.log.wording import counted
from modgen.vassal.pieces import BasicPiece
from modgen.vassal.save import SaveFile


class Difference(NamedTuple):
    """Something that differs, for a number of like pieces."""

    kind: str
    """`moved`, `changed`, `added`, `removed`, `order`, `deck`, `property`, `turn`, `player`,
    `boards` or `note`."""
    name: str
    """The name of the piece, deck, property, tracker, player or map."""
    before: str
    """The old place or value; empty for none."""
    after: str
    change: Phrase | None = None
    """What else happens to a piece."""

    def text(self, count: int) -> str:
        """The difference in words."""
        name, verb = counted(count, self.name), "is" if count == 1 else "are"
        change = self.change or Phrase("", "")
        what = change.singular if count == 1 else change.plural
        seen = OUT_OF_SIGHT not in (self.before, self.after)
        match self.kind:
            case "added":
                text = f"{name} {verb} added" + (f" in {self.after}" if seen else "")
            case "removed":
                text = f"{name} {verb} removed" + (f" from {self.before}" if seen else "")
            case "moved":
                text = f"{name} {self.before} → {self.after}" + (f" and {what}" if what else "")
            case "changed":
                text = f"{name} in {self.before} {what}" if seen else f"{name} {what}"
            case "property" | "turn":
                text = f"{self.name} is {self.after or 'empty'} instead of {self.before or 'empty'}"
            case "boards":
                text = f"{self.name} shows {self.after or 'no board'}, not {self.before or 'none'}"
            case _:
                text = f"{self.name} {what}"
        return text


@dataclass
class Position:
    """A table as a viewer sees it, kept while its timeline goes on."""

    story: Story
    pieces: dict[str, Seen]
    piles: dict[str, Pile]
    properties: dict[tuple[str, str], str]
    players: dict[str, Player]
    boards: dict[str, tuple[tuple[str, str, str], ...]]
    turns: dict[str, str]
    notes: dict[str, str]

    @classmethod
    def of(cls, story: Story, number: int) -> Position:
        """The position after a step of a story; 0 is the set-up. Raises IndexError."""
        table = story.timeline.go(number)
        return cls(
            story,
            {key: story.seen(piece, table) for key, piece in table.pieces.items()},
            {key: pile for key, pile in table.piles.items() if story.can_see_map(pile.map)},
            {key: value for key, value in table.properties.items() if story.can_see_property(*key)},
            dict(table.players),
            dict(table.boards),
            dict(table.turns),
            dict(table.notes),
        )


def differences(old: Position, new: Position) -> Counter[Difference]:
    """Everything that differs, with how many pieces it happens to; in the order of `old`."""
    found: Counter[Difference] = Counter()
    pairs = list(_pairs(old.pieces, new.pieces))
    for before, after in pairs:
        difference = _piece(before, after)
        if difference is not None:
            found[difference] += 1
    same = {a.piece.id: b.piece.id for a, b in pairs if a is not None and b is not None}
    found.update(_orders(old, new, same))
    found.update(_decks(old, new, same))
    found.update(_values(old, new))
    found.update(_others(old, new))
    return found


# --- pieces --------------------------------------------------------------------------------------


def _pairs(
    old: Mapping[str, Seen], new: Mapping[str, Seen]
) -> Iterator[tuple[Seen | None, Seen | None]]:
    """The pieces of both games with their counterparts; None where there is none."""
    same = {key for key, seen in old.items() if key in new and _same_kind(seen, new[key])}
    partners = {key: new[key] for key in same}
    left = [seen for key, seen in new.items() if key not in same]
    if 2 * len(same) < min(len(old), len(new)):
        keys: tuple[Callable[[Seen], object], ...] = (
            lambda seen: (seen.name, seen.place),
            lambda seen: seen.name,
        )
        for key_of in keys:
            free: defaultdict[object, deque[Seen]] = defaultdict(deque)
            for seen in left:
                free[key_of(seen)].append(seen)
            for key, seen in old.items():
                if key not in partners and free.get(key_of(seen)):
                    partners[key] = free[key_of(seen)].popleft()
            left = [seen for others in free.values() for seen in others]
    for key, seen in old.items():
        yield seen, partners.get(key)
    yield from ((None, seen) for seen in left)


def _same_kind(one: Seen, other: Seen) -> bool:
    first, second = one.piece, other.piece
    if first.type == second.type:
        return True
    bases = [BasicPiece.read(*_innermost(piece.type, piece.state)) for piece in (first, second)]
    return bases[0].gpid == bases[1].gpid != "" or bases[0].name == bases[1].name


def _innermost(type_text: str, state: str) -> tuple[str, str]:
    return type_text.rpartition("\t")[2], state.rpartition("\t")[2]


def _piece(old: Seen | None, new: Seen | None) -> Difference | None:
    """What differs between a piece and its counterpart; None if nothing does."""
    if old is None or new is None:
        seen = old or new
        assert seen is not None
        if old is None:
            return Difference("added", seen.name, "", seen.place)
        return Difference("removed", seen.name, seen.place, "")
    change = old.change_to(new)
    if old.place != new.place and OUT_OF_SIGHT not in (old.place, new.place):
        # Its new name would not tell what moved.
        name = new.name if change is None else old.name
        return Difference("moved", name, old.place, new.place, change)
    return change and Difference("changed", old.name, old.place, "", change)


def _orders(old: Position, new: Position, same: Mapping[str, str]) -> Iterator[Difference]:
    """Stacks of the same pieces in another order."""
    after = {
        frozenset(pile.contents): pile.contents for pile in new.piles.values() if not pile.is_deck
    }
    for pile in old.piles.values():
        members = tuple(same.get(key, "") for key in pile.contents)
        found = after.get(frozenset(members))
        if not pile.is_deck and found is not None and found != members:
            place = old.pieces[pile.contents[0]].place
            if place != OUT_OF_SIGHT:
                yield Difference(
                    "order", f"the stack in {place}", "", "", _alone("has another order")
                )


def _decks(old: Position, new: Position, same: Mapping[str, str]) -> Iterator[Difference]:
    """Decks that differ, by their ids, else by their names and maps."""
    before, after = _named_decks(old), _named_decks(new)
    for key, deck in before.items():
        other = after.get(key)
        title = deck.name or "a deck"
        if other is None:
            yield Difference("deck", title, "", "", _alone("is removed"))
            continue
        counts = str(len(deck.contents)), str(len(other.contents))
        if counts[0] != counts[1]:
            cards = "card" if counts[1] == "1" else "cards"
            words = f"has {counts[1]} {cards} instead of {counts[0]}"
            yield Difference("deck", title, counts[0], counts[1], _alone(words))
        left = [same[card] for card in deck.contents if same.get(card) in other.contents]
        if left != [card for card in other.contents if card in set(left)]:
            yield Difference("deck", title, "", "", _alone("has another order"))
        if deck.face_down != other.face_down:
            side = "down" if other.face_down else "up"
            yield Difference("deck", title, "", "", _alone(f"is turned face {side}"))
        if deck.type != other.type:
            yield Difference("deck", title, "", "", _alone("has other settings"))
        if (deck.map, deck.x, deck.y) != (other.map, other.x, other.y):
            was, now = (f"{pile.map} {pile.x},{pile.y}" for pile in (deck, other))
            yield Difference("moved", title, was, now)
    for key, deck in after.items():
        if key not in before:
            yield Difference("deck", deck.name or "a deck", "", "", _alone("is added"))


def _named_decks(position: Position) -> dict[tuple[str, int], Pile]:
    """The decks by name and, for those of one name, their number."""
    numbers: Counter[str] = Counter()
    found = {}
    for pile in position.piles.values():
        if pile.is_deck:
            found[pile.name, numbers[pile.name]] = pile
            numbers[pile.name] += 1
    return found


# --- the rest ------------------------------------------------------------------------------------


def _values(old: Position, new: Position) -> Iterator[Difference]:
    """Properties and turn trackers."""
    for key in {**old.properties, **new.properties}:
        before, after = old.properties.get(key, ""), new.properties.get(key, "")
        if before != after:
            container, name = key
            of = f" of {container}" if container not in ("", "Module") else ""
            yield Difference("property", f"{name}{of}", before, after)
    for tracker in {**old.turns, **new.turns}:
        states = old.turns.get(tracker, ""), new.turns.get(tracker, "")
        if states[0] == states[1]:
            continue
        tree = new.story.tree
        was, now = (turn_text(tree, tracker, state) if tree else "" for state in states)
        yield Difference("turn", "the turn", *((was, now) if was != now else states))


def _others(old: Position, new: Position) -> Iterator[Difference]:
    """Players, boards and notes."""
    names = [Counter(position.players.values()) for position in (old, new)]
    for player in names[0] - names[1]:
        yield Difference("player", player.name, player.side, "", _alone(f"leaves{_side(player)}"))
    for player in names[1] - names[0]:
        yield Difference("player", player.name, "", player.side, _alone(f"joins{_side(player)}"))
    for key in {**old.boards, **new.boards}:
        shown = old.boards.get(key, ()), new.boards.get(key, ())
        if shown[0] != shown[1]:
            was, now = (", ".join(name for name, _, _ in boards) for boards in shown)
            yield Difference("boards", key, was, now)
    for key in {**old.notes, **new.notes}:
        if old.notes.get(key, "") != new.notes.get(key, ""):
            yield Difference("note", f"the {key} note", "", "", _alone("differs"))


def _side(player: Player) -> str:
    return f" as {player.side}" if player.side else ""


def _alone(words: str) -> Phrase:
    return Phrase(words, words)


def common_steps(old: Path, new: Path) -> int:
    """How many steps two logs have in common at their beginnings. Raises what reading raises."""
    with SaveFile(old) as first, SaveFile(new) as second:
        pairs = zip(_texts(first), _texts(second), strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _texts(save: SaveFile) -> Iterator[tuple[str, ...]]:
    """The commands of each step of a log."""
    for step in save.steps():
        if step.number is not None:
            yield tuple(leaf.text for leaf in step.leaves)


def lines(found: Mapping[Difference, int]) -> list[str]:
    """The differences in words; one line says that there are none."""
    return [each.text(count) for each, count in found.items()] or ["No differences."]


def data(found: Mapping[Difference, int]) -> list[dict[str, object]]:
    """The differences as plain data."""
    return [
        {
            "kind": each.kind,
            "name": each.name,
            "before": each.before,
            "after": each.after,
            "count": count,
            "text": each.text(count),
        }
        for each, count in found.items()
    ]
