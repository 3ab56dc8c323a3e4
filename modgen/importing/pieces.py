"""Slots as types of pieces and cards: equal slots are one type."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from modgen.compile.parts.definitions import Definition
from modgen.compile.parts.looks import (
    Looks,
    back_of,
    has_label,
    is_masked,
    looks,
    prototypes_of,
)
from modgen.importing.names import shown_name
from modgen.importing.shown import label_pictures, shown_levels
from modgen.importing.sides import Sides
from modgen.importing.source import SLOTS, Ids, Source, link
from modgen.log.properties import own_name
from modgen.unpacking.xml import Node
from modgen.vassal.pieces import BasicPiece, GamePiece, PieceError
from modgen.vassal.traits import (
    ActionButton,
    Clone,
    Delete,
    DoesNotStack,
    FreeRotation,
    GlobalHotkey,
    GlobalKeyCommand,
    MoveFixedDistance,
    PlaceMarker,
    PlaySound,
    Prototype,
    Replace,
    ReturnToDeck,
    Rotate,
    SendToLocation,
    SetGlobalProperty,
    Trait,
    TriggerAction,
)

LARGEST = 500.0
"""The largest piece in mm."""
UNKNOWN_SIZE = 12.7
"""The size of a piece without a picture in mm."""
PLAIN = "#d8cfb8"
"""The colour of a piece without a picture."""
MOST_OF_A_KIND = 500
SENDING = (
    ActionButton,
    GlobalHotkey,
    GlobalKeyCommand,
    PlaceMarker,
    PlaySound,
    SetGlobalProperty,
    TriggerAction,
)
"""Traits that act on something else than their piece."""
CHANGING = (
    Clone,
    Delete,
    FreeRotation,
    MoveFixedDistance,
    Replace,
    ReturnToDeck,
    Rotate,
    SendToLocation,
)
"""Traits that move, turn, copy or remove their piece."""
ON_MAP = ("DrawPile:", "SetupStack:")
"""Slots inside these are pieces of the game; those in palettes are for players to take."""
SIZE_STEP = 0.2
"""Cards whose sizes differ by less, in mm, are of one deck."""


RESERVED = ("card_", "state_")
"""How the ids of cards and of markers of states begin where pieces are counted."""
NOTHING = Definition((), ())
"""The definition of a type without a slot."""


@dataclass(eq=False)
class Kind:
    """A type of piece or a card: its definition in play and its data."""

    id: str
    name: str
    """The name of the piece itself; empty if only its layers, labels or slot have one."""
    traits: tuple[Trait, ...]
    image: str
    looks: Looks
    is_card: bool
    data: dict[str, Any] = field(default_factory=dict)
    slots: int = 0
    deck: str = ""
    definition: Definition = NOTHING
    gpid: str = ""

    @property
    def key(self) -> str:
        """Its name in the rows of set-ups."""
        return f"card:{self.id}" if self.is_card else self.id

    @property
    def shown(self) -> str:
        """The name that people read."""
        return str(self.data["title" if self.is_card else "name"])


@dataclass
class Kinds:
    """All types of pieces and cards, and how to find that of a piece in play."""

    all: list[Kind] = field(default_factory=list)
    by_gpid: dict[str, Kind] = field(default_factory=dict)
    by_name: dict[str, list[Kind]] = field(default_factory=dict)
    """By the names that people read."""
    of_slot: dict[int, Kind] = field(default_factory=dict)
    """By the identity of the slot's component."""
    decks: dict[tuple[str, float, float], str] = field(default_factory=dict)
    """The kinds of cards: back, width and height in mm, to the id."""
    used: Counter[str] = field(default_factory=Counter)
    """The largest number of each type in a set-up."""
    piece_ids: Ids = field(default_factory=lambda: Ids(reserved=RESERVED))
    card_ids: Ids = field(default_factory=Ids)

    def without_slot(self, source: Source, piece: GamePiece, *, is_card: bool) -> Kind:
        """A new type, or a new card, for a piece that only set-ups have."""
        kind = _kind(source, self, piece, piece.traits, is_card=is_card)
        kind.data["source"] = "Only in set-ups."
        self.by_name.setdefault(kind.shown, []).append(kind)
        return kind

    @property
    def pieces(self) -> list[Kind]:
        """The types of pieces."""
        return [kind for kind in self.all if not kind.is_card]

    @property
    def cards(self) -> list[Kind]:
        """The cards."""
        return [kind for kind in self.all if kind.is_card]


def import_pieces(source: Source, sides: dict[str, str]) -> Kinds:
    """The types of all slots. `sides` are the ids of sides by their names."""
    kinds = Kinds()
    prototypes = prototypes_of(source.root)
    by_evidence = Sides(sides)
    same: dict[tuple[object, ...], Kind] = {}
    for node, titles in _slots(source.root):
        piece = node.piece
        source.brief = not source.is_own(node)
        if piece is None:
            source.keep("slots that cannot be read", node.attributes.get("entryName", ""))
            continue
        try:
            traits = prototypes.expanded(piece)
        except PieceError:
            source.keep("pieces with too many traits", piece.basic.name)
            traits = piece.traits
        in_deck = any(title.startswith("DrawPile:") for title in titles)
        is_card = in_deck and is_masked(traits)
        # Every card is a kind of its own, so that each can have its place.
        key = (piece.basic.name, piece.basic.image, _texts(piece), id(node) if is_card else 0)
        kind = same.get(key)
        if kind is None:
            entry = node.attributes.get("entryName", "")
            kind = _kind(source, kinds, piece, traits, is_card=is_card, entry=entry)
            same[key] = kind
            if not is_card:
                _propose_side(kind, by_evidence, piece, titles)
        kind.slots += 1
        if not is_card and not any(title.startswith(ON_MAP) for title in titles):
            kind.data["unlimited"] = "true"
        if kind.slots == 1:
            kind.definition = Definition.of_traits(traits, piece.basic)
            kind.gpid = node.attributes.get("gpid", "") or piece.basic.gpid
        gpid = node.attributes.get("gpid", "") or piece.basic.gpid
        if gpid:
            kinds.by_gpid.setdefault(gpid, kind)
        known = kinds.by_name.setdefault(kind.shown, [])
        if kind not in known:
            known.append(kind)
        kinds.of_slot[id(node)] = kind
        link(node, ("card:" if is_card else "piece:") + kind.id)
    source.brief = False
    return kinds


def _propose_side(kind: Kind, sides: Sides, piece: GamePiece, titles: tuple[str, ...]) -> None:
    """Give a type the side that its module shows, as an assumed fact."""
    side, why = sides.propose(
        kind.traits,
        titles=reversed(titles),
        name=kind.data["name"],
        prototypes=_prototypes(piece),
        pictures=[name for name, _, _ in kind.looks.faces[0].pictures],
    )
    reasons = (kind.data.get("assumed", ""), f"{ASSUMED_SIDE} {why}" if side else "")
    kind.data |= {"side": side, "assumed": " ".join(filter(None, reasons))}


ASSUMED_SIDE = "The side is a proposal."


def _prototypes(piece: GamePiece) -> tuple[str, ...]:
    return tuple(trait.name for trait in piece.traits if isinstance(trait, Prototype))


def _texts(piece: GamePiece) -> tuple[str, tuple[str, ...]]:
    return piece.type_text(), tuple(trait.texts[1] for trait in piece.traits)


def _slots(root: Node) -> list[tuple[Node, tuple[str, ...]]]:
    """The slots with the names of what is around them, the outermost first."""
    found: list[tuple[Node, tuple[str, ...]]] = []
    pending: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    while pending:
        node, above = pending.pop()
        if node.name in SLOTS:
            found.append((node, above))
            continue
        title = node.attributes.get("entryName") or node.attributes.get("name") or ""
        if node.name in ("DrawPile", "SetupStack"):
            title = f"{node.name}:{title}"
        below = (*above, title) if node is not root else ()
        pending.extend((child, below) for child in reversed(node.children))
    return found


def _kind(
    source: Source,
    kinds: Kinds,
    piece: GamePiece,
    traits: tuple[Trait, ...],
    *,
    is_card: bool,
    entry: str = "",
) -> Kind:
    basic = piece.basic
    shown = looks(shown_levels(source, traits, basic), basic.image)
    ids = kinds.card_ids if is_card else kinds.piece_ids
    own = own_name(traits, basic)
    name, assumed = shown_name(
        source, traits, basic, own=own, entry=entry, prototypes=_prototypes(piece)
    )
    key = ids(name, "card" if is_card else "piece")
    kind = Kind(key, own, traits, basic.image, shown, is_card)
    kind.data |= {"title" if is_card else "name": name, "assumed": assumed}
    kinds.all.append(kind)
    if has_label(traits) and not source.brief:
        shown = _labelled(source, kind, basic)
        kind.looks = shown
    size = _size(source, shown.faces[0].pictures)
    width, height = size or (UNKNOWN_SIZE, UNKNOWN_SIZE)
    if is_card:
        _card_data(source, kinds, kind, (width, height), back_of(traits))
    else:
        _piece_data(source, kind, (width, height))
    return kind


def is_control(traits: tuple[Trait, ...], faces: int) -> bool:
    """Whether a piece is only a button of the module, and not a component of the game.

    Players cannot move it, no command changes it, it has one face, and it acts on something else.
    """
    fixed = any(
        isinstance(trait, DoesNotStack) and (trait.movement == "V" or "n" in trait.selection)
        for trait in traits
    )
    acts = any(isinstance(trait, SENDING) for trait in traits)
    changes = any(isinstance(trait, CHANGING) for trait in traits)
    return fixed and acts and not changes and faces == 1


def _labelled(source: Source, kind: Kind, basic: BasicPiece) -> Looks:
    """The faces with the texts that the engine draws, as far as they are known."""
    faces = []
    missing = False
    for face in kind.looks.faces:
        base = next((one for one, _, _ in face.pictures if source.size(one)), "")
        labels = label_pictures(source, kind.traits, basic, base)
        missing = missing or not labels
        faces.append(face._replace(pictures=(*face.pictures, *labels)))
    if missing:
        source.keep("pieces with text that the engine draws", kind.shown)
    return kind.looks._replace(faces=tuple(faces))


def _size(source: Source, pictures: tuple[tuple[str, int, int], ...]) -> tuple[float, float] | None:
    """The size in mm of the lowest picture that has one."""
    for name, _, _ in pictures:
        size = source.size(name)
        if size and min(size) > 0:
            wide, high = source.mm(size[0]), source.mm(size[1])
            return min(max(wide, 0.5), LARGEST), min(max(high, 0.5), LARGEST)
    return None


def _art(source: Source, pictures: tuple[tuple[str, int, int], ...]) -> str:
    """The pictures of a face as a cell of `pieces.csv`. Those that are missing are left out."""
    parts = []
    for name, x, y in pictures:
        file = source.picture(name)
        if not name.strip():
            continue
        if not file:
            source.keep("pictures that are missing", name)
        elif "|" in file or " + " in file or "@" in file:
            source.keep("pictures whose names cannot be in a table", file)
        elif source.size(name) is None:
            source.keep_unread(file)
        else:
            moved = f"@{round(source.mm(x), 2)},{round(source.mm(y), 2)}" if x or y else ""
            parts.append(file + moved)
    return " + ".join(parts)


def _piece_data(source: Source, kind: Kind, size: tuple[float, float]) -> None:
    width, height = size
    names = Ids()
    faces = [names(face.name, f"face{n}") for n, face in enumerate(kind.looks.faces, 1)]
    arts = [_art(source, face.pictures) for face in kind.looks.faces]
    kind.data |= {
        "kind": "counter",
        "shape": "counter",
        "size": width,
        "height": height if abs(height - width) > 0.01 else "",
        "colour": "" if any(arts) else PLAIN,
        "faces": "|".join(faces),
        "face_names": "|".join(face.name.replace("|", "/") for face in kind.looks.faces)
        if len(faces) > 1
        else "",
        "art": "|".join(arts) if any(arts) else "",
    }
    if is_control(kind.traits, len(faces)):
        kind.data["printed"] = "false"
    layer = kind.traits[kind.looks.layer] if kind.looks.layer >= 0 else None
    level = getattr(layer, "level", 1)
    if 1 < level <= len(faces):
        kind.data["placed_as"] = faces[level - 1]


def _card_data(
    source: Source, kinds: Kinds, kind: Kind, size: tuple[float, float], back: str
) -> None:
    """A card: its picture, and the deck of all cards with its size and back."""
    width, height = (min(max(side, 5.0), 300.0) for side in size)
    back = _readable(source, back)
    for known, deck in kinds.decks.items():
        if known[0] == back and max(abs(known[1] - width), abs(known[2] - height)) < SIZE_STEP:
            kind.deck = deck
            break
    else:
        kind.deck = kinds.decks[back, width, height] = f"deck_{len(kinds.decks) + 1}"
    pictures = kind.looks.faces[0].pictures
    kind.data |= {
        "deck": kind.deck,
        "art": _art(source, pictures[:1]) or _art(source, pictures[1:2]),
    }


def _readable(source: Source, name: str) -> str:
    """The file of a picture; empty for one that is missing or cannot be read."""
    file = source.picture(name)
    if file and source.size(file) is None:
        source.keep_unread(file)
        return ""
    return file


def face_ids(kind: Kind) -> list[str]:
    """The ids of a piece's faces."""
    return str(kind.data["faces"]).split("|")


def count(kind: Kind, used: int) -> int:
    """How many of a type the game has: as many as a set-up has, but at least one."""
    return min(max(used, 1), MOST_OF_A_KIND)
