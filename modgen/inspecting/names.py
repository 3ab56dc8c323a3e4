"""Names that a module uses and names that it defines: pictures, prototypes and so on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from unicodedata import normalize
from urllib.parse import unquote

from modgen.inspecting import keycommands, properties
from modgen.inspecting.paths import title, with_paths
from modgen.log.picture_sizes import stored_name
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, kinds
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece, PieceError, parse_definition

PICTURE = re.compile(r"\.(png|jpe?g|gif|svg)$", re.IGNORECASE)
PICTURE_OF_PAGE = re.compile(
    r"""<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s>]+))""", re.IGNORECASE
)
PART = re.compile("[;,]")
WORD = re.compile(r"[\w-]")
WORDS = re.compile(r"[\w-]++")
PAGES = (".html", ".htm")
SLOTS = ("PieceSlot", "CardSlot")
MAPS = ("Map", "PrivateMap", "PlayerHand")
NOT_PICTURES = {"text", "tooltip", "buttonText", "description", "name"}
DEEPEST = 3
"""How many levels of pieces placed by traits are followed."""

FILES = {
    "HelpFile": ("fileName", ""),
    "BrowserHelpFile": ("fileName", ""),
    "HtmlChart": ("fileName", ""),
    "BrowserPDFFile": ("pdfFile", ""),
    "Tutorial": ("logfile", ""),
    "DoActionButton": ("soundClip", "sounds/"),
    "SpecialDiceButton": ("soundClip", "sounds/"),
}
"""Components that name a file: the attribute, and the folder it lies in."""


@dataclass
class Names:
    """Names that are used, each with the component that uses it first."""

    pictures: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    prototypes: dict[str, str] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    maps: dict[str, str] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    zones: dict[str, str] = field(default_factory=dict)
    regions: dict[str, str] = field(default_factory=dict)
    slots: dict[str, str] = field(default_factory=dict)


def piece_of(component: Component) -> GamePiece | None:
    """The piece that a slot or prototype defines; None when its text is not a piece."""
    if component.name not in (*SLOTS, "PrototypeDefinition") or not component.text:
        return None
    return _parsed(component.text)


def _parsed(text: str) -> GamePiece | None:
    try:
        return parse_definition(text)
    except (PieceError, ValueError):
        return None


def pieces_of(component: Component) -> Iterator[GamePiece]:
    """The piece of a slot or prototype, and those that its traits place."""
    piece = piece_of(component)
    if piece is not None:
        yield from _with_placed(piece, 0)


def _with_placed(piece: GamePiece, depth: int) -> Iterator[GamePiece]:
    yield piece
    for trait in piece.traits:
        if isinstance(trait, t.PlaceMarker) and trait.spec.startswith("+/") and depth < DEEPEST:
            placed = _parsed(trait.spec)
            if placed is not None:
                yield from _with_placed(placed, depth + 1)


@cache
def engine_pictures() -> frozenset[str]:
    """Pictures that the engine has itself: those that are defaults of its components."""
    values = (value for kind in kinds().values() for value in kind.defaults.values())
    pictures = {value.rsplit("/", 1)[-1] for value in values if PICTURE.search(value)}
    return frozenset(pictures | {"moved.gif"})


def own_names(tree: Component, *kinds: str) -> set[str]:
    """The names of all components of these kinds."""
    attributes = (component.attributes for component in tree.find_all(*kinds))
    return {values.get("name") or values.get("mapName", "") for values in attributes}


def used_names(tree: Component, unused: Collection[str] | None = None) -> Names:
    """Every name that the components and pieces of a module use, and where: paths of components.

    Prototypes that nothing uses come last, so that a name is theirs only if nothing else uses it.
    `unused` are those prototypes, if the caller knows them.
    """
    names = Names()
    idle = set(unused_prototypes(tree) if unused is None else unused)
    listed = [
        (where, one, one.attributes.get("name") in idle and one.name == PROTOTYPE)
        for where, one in with_paths(tree)
    ]
    for where, component, _ in sorted(listed, key=lambda each: each[2]):
        _of_component(component, where, names)
        asked, sent = properties.by_component(component), keycommands.component_sends(component)
        _note_all(names.properties, asked, where)
        _note_all(names.commands, sent, where)
        _of_pieces(component, where, names)
    return names


PROTOTYPE = "PrototypeDefinition"


def unused_prototypes(tree: Component) -> list[str]:
    """The prototypes that no slot uses, directly or through other prototypes, in file order."""
    uses: dict[str, set[str]] = {}
    pending: list[str] = []
    for component in tree.find_all(*SLOTS, PROTOTYPE):
        used = {
            trait.name
            for piece in pieces_of(component)
            for trait in piece.traits
            if isinstance(trait, t.Prototype)
        }
        if component.name == PROTOTYPE:
            uses.setdefault(component.attributes.get("name", ""), set()).update(used)
        else:
            pending += used
    reached: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += uses.get(name, ())
    # The name of a prototype can depend on a property while the game runs.
    if any("$" in name or name.startswith("{") for name in reached):
        return []
    return [name for name in uses if name not in reached]


def names_in_pieces(tree: Component) -> Names:
    """The names that slots and prototypes use, which the pieces of a save contain too."""
    names = Names()
    for component in tree.find_all(*SLOTS, "PrototypeDefinition"):
        _of_pieces(component, title(component), names)
    return names


def _of_pieces(component: Component, where: str, names: Names) -> None:
    for piece in pieces_of(component):
        note_piece(piece, where, names)
        _note_all(names.properties, properties.by_piece(piece), where)
        _note_all(names.commands, keycommands.piece_sends(piece), where)


def page_pictures(module: Module) -> dict[str, str]:
    """The pictures that the module's pages (HTML) show."""
    pictures: dict[str, str] = {}
    for name in module.files:
        if name.lower().endswith(PAGES):
            page = module.files[name].decode("utf-8", "replace")
            for sources in PICTURE_OF_PAGE.findall(page):
                source = unquote("".join(sources).strip())
                if source and ":" not in source and not source.startswith("/"):
                    pictures.setdefault(source.removeprefix("images/"), name)
    return pictures


def _note(names: dict[str, str], name: str | None, where: str) -> None:
    """Record a name, unless it is empty or computed while the game runs."""
    if name and not name.isspace() and "$" not in name and "{" not in name:
        names.setdefault(name, where)


def _note_all(names: dict[str, str], used: Iterator[str], where: str) -> None:
    for name in used:
        names.setdefault(name, where)


def _of_component(component: Component, where: str, names: Names) -> None:
    attributes = component.attributes
    for key, value in attributes.items():
        if key in NOT_PICTURES or value.startswith("/"):
            continue
        # A layout of a GamePieceImage lists its parts: `Image;Image0;Center;a.png,Text;...`.
        parts = PART.split(value) if component.name == "GamePieceImage" else (value,)
        for part in parts:
            if PICTURE.search(part.strip()):
                names.pictures.setdefault(part, where)
    if component.name == "PredefinedSetup" and attributes.get("useFile", "true") == "true":
        _note(names.files, attributes.get("file"), where)
    key, folder = FILES.get(component.name, ("", ""))
    if attributes.get(key) and attributes.get("fileType", "archive") == "archive":
        _note(names.files, folder + attributes[key], where)
    if component.name in ("DrawPile", "SetupStack"):
        _note(names.boards, attributes.get("owningBoard"), where)
    for key in ("reshuffleTarget", "targetDeck"):
        _note(names.decks, attributes.get(key), where)
    if component.name in ("PrivateMap", "PlayerHand"):
        _note(names.maps, attributes.get("useBoards"), where)
    _of_target(attributes.get("target", ""), where, names)


def _of_target(target: str, where: str, names: Names) -> None:
    """The places that a global key command names as its target."""
    parts = sequence.split(target, "|") if target.count("|") >= 10 else []
    if len(parts) < 10 or parts[1] != "true":
        return
    aims = {"MAP": (3, names.maps), "ZONE": (5, names.zones), "DECK": (9, names.decks)}
    if parts[2] in aims:
        index, kind = aims[parts[2]]
        _note(kind, parts[index], where)


def note_piece(piece: GamePiece, where: str, names: Names) -> None:
    """Record the pictures, prototypes, files and places that a piece names."""
    pictures = [piece.basic.image]
    for trait in piece.traits:
        if isinstance(trait, t.Layer):
            pictures += trait.images
        elif isinstance(trait, t.Mask):
            pictures += [trait.image, trait.style[1:] if trait.style[:1] == "G" else ""]
        elif isinstance(trait, t.MarkMoved):
            pictures.append(trait.image)
        elif isinstance(trait, t.Prototype):
            _note(names.prototypes, trait.name, where)
        elif isinstance(trait, t.ReturnToDeck) and not trait.select_at_runtime:
            _note(names.decks, trait.deck, where)
        elif isinstance(trait, t.SendToLocation):
            _of_sending(trait, where, names)
        elif isinstance(trait, t.PlaceMarker):
            _of_placing(trait, where, names)
        elif isinstance(trait, t.PlaySound) and not trait.sound.startswith("/"):
            _note(names.files, trait.sound and f"sounds/{trait.sound}", where)
        _of_target(getattr(trait, "target", ""), where, names)
    for picture in pictures:
        if not picture.startswith("/"):
            _note(names.pictures, picture, where)


def _of_sending(trait: t.SendToLocation, where: str, names: Names) -> None:
    kind = trait.destination[:1]
    if kind in ("L", "G", "Z", "R"):
        _note(names.maps, trait.map, where)
        _note(names.boards, trait.board, where)
    if kind == "Z":
        _note(names.zones, trait.zone, where)
    elif kind == "R":
        _note(names.regions, trait.region, where)


def _of_placing(trait: t.PlaceMarker, where: str, names: Names) -> None:
    """A path to a slot ends in its class and name: `class:name`."""
    if trait.spec.startswith("+/") or trait.spec in ("", "null"):
        return
    last = sequence.split(sequence.split(trait.spec, "/")[-1], ":")
    if len(last) > 1:
        _note(names.slots, last[1], where)


def missing_pictures(module: Module, names: Names, parent: Module | None = None) -> dict[str, str]:
    """Pictures that are used but missing, each with the component that uses it.

    An extension may show pictures of its module, `parent`; without it none is missing.
    """
    if module.tree.name == "ModuleExtension" and parent is None:
        return {}
    known: set[str] = set()
    for one in [module, parent] if parent else [module]:
        # The engine draws those of its designer itself, from layouts in the build file.
        known |= {*one.images, *own_names(one.tree, "GamePieceImage")}
    used = {**page_pictures(module), **names.pictures}
    return {
        name: where
        for name, where in sorted(used.items())
        if not stored_name(known, name) and name not in engine_pictures()
    }


def unused_pictures(module: Module, names: Names) -> list[str]:
    """Pictures that are not used. A name inside a text (HTML, a command) counts as a use.

    The accents of a file's name may be characters of their own, with which the engine finds it.
    """
    texts = "\0".join(
        [
            text
            for component in module.tree.walk()
            for text in (*component.attributes.values(), component.text)
        ]
        + [
            module.files[name].decode("utf-8", "replace")
            for name in module.files
            if name.lower().endswith((*PAGES, ".txt", ".xml"))
        ]
    )
    texts = normalize("NFC", texts)
    words = _words(texts)
    used = {stored_name(module.images, name) for name in names.pictures}
    return [
        name
        for name in sorted(module.images)
        if name not in used
        and not _occurs_in(texts, words, normalize("NFC", name.rsplit(".", 1)[0]))
    ]


def pictures_in_pieces(module: Module) -> set[str]:
    """The pictures that slots and prototypes show, which pieces in saved games show too."""
    texts = "\0".join(
        component.text for component in module.tree.find_all(*SLOTS, "PrototypeDefinition")
    )
    used = names_in_pieces(module.tree).pictures
    words = _words(texts)
    return {
        name
        for name in module.images
        if name in used or _occurs_in(texts, words, name.rsplit(".", 1)[0])
    }


def _words(texts: str) -> set[str]:
    return set(WORDS.findall(texts))


def _occurs_in(texts: str, words: set[str], stem: str) -> bool:
    """Whether a picture's name, with or without its extension, is a word in the texts.

    The outline of a piece contains the name of its picture after an `n`. `words` are those of the
    texts: modules have thousands of pictures, and most names can be told from the words alone.
    """
    first, *others = WORDS.findall(stem) or [""]
    if first and (not {first, "n" + first} & words or not words.issuperset(others)):
        return False
    start = texts.find(stem)
    while start >= 0:
        end = start + len(stem)
        before = texts[max(0, start - 2) : start]
        if not WORD.match(texts[end : end + 1]) and (
            not WORD.match(before[-1:]) or (before[-1:] == "n" and not WORD.match(before[:-1]))
        ):
            return True
        start = texts.find(stem, max(end, start + 1))
    return False
