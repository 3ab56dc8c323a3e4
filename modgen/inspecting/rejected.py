"""What the engine cannot read in a build file, and what it warns of when it loads a module.

The engine leaves out a component with an attribute that it cannot read, together with all
components in it, and its message names the class only. Its other warnings are those of its own
checks of names and numbers of components. Facts of VASSAL 3.7.26.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from modgen.inspecting.expressions import is_expression
from modgen.inspecting.names import MAPS, PROTOTYPE, SLOTS, piece_of, pieces_of
from modgen.inspecting.paths import with_paths
from modgen.inspecting.syntax import fault
from modgen.log.picture_sizes import is_pointer, open_head, picture_size, stored_name
from modgen.vassal import sequence
from modgen.vassal.components import Component, kinds
from modgen.vassal.module import Module, chunks
from modgen.vassal.traits import Opaque, Rotate

INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
REAL = re.compile(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[dDfF]?\s*")
WHOLE_DEFAULT = re.compile(r"-?[0-9]+")
COLOUR_DEFAULT = re.compile(r"[0-9]+,[0-9]+,[0-9]+")
COLOUR = re.compile(r"0[xX][0-9a-fA-F]+|[0-9]{1,3}(,[0-9]{1,3}){2,3}")
NO_COLOUR = ("", "null")
NAMED_COLOUR = ("color", "Color")
"""How the names of attributes end that are colours, some of them without a default."""
COLOURS = frozenset({"colour", "background", "fill", "line"})
"""The fields of traits that are colours."""
BASIC_TOKENS = 4
"""The tokens that the engine reads of the innermost part of a piece."""
TOLERATED = frozenset(
    {
        *("slotWidth", "slotHeight", "slotScale", "deckCount", "loopCount", "nextPieceSlotId"),
        *("version", "minMaxHeap", "exSepX", "exSepY", "unexSepX", "unexSepY"),
        *("xOffset", "yOffset"),
    }
)
"""Attributes with a number as default that the engine reads with care."""
OTHER_NUMBERS = {"IntegerPreference": ("default", "0"), "DoublePreference": ("default", "0.0")}
"""Components with an attribute that must be a number and has no default: a number of its kind."""
COMMANDS = ("GlobalKeyCommand", "MassKeyCommand", "DeckGlobalKeyCommand", "StartupGlobalKeyCommand")
"""Components with the target of a command."""
TARGETS = {
    0: frozenset({"COUNTER", "MAP", "MODULE", "DECK"}),
    2: frozenset(
        {
            *("CURSTACK", "CURMAP", "CURZONE", "CURLOC", "CURMAT", "CURATTACH"),
            *("MAP", "ZONE", "LOCATION", "XY", "DECK"),
        }
    ),
    13: frozenset(
        {
            *("EQUALS", "NOT_EQUALS", "GREATER", "GREATER_EQUALS", "LESS", "LESS_EQUALS"),
            *("MATCH", "NOT_MATCH"),
        }
    ),
}
"""The tokens of a target that must be one of these words, or empty."""
LOST = "VASSAL leaves out the component with all that is in it"
IMAGES = "VASSAL.build.module.gamepieceimage."
OTHER_CLASSES = frozenset(
    {
        *(f"VASSAL.build.module.{name}" for name in ("BasicLogger", "ConnectionWindow")),
        *(f"VASSAL.build.module.{name}" for name in ("DieManager", "EventLog", "Plugin")),
        *("VASSAL.build.module.InternetDiceButton", "VASSAL.build.module.turn.TurnComponent"),
        *("VASSAL.chat.ui.ChatServerControls", "VASSAL.i18n.Localization"),
        *("VASSAL.i18n.VassalTranslation", "VASSAL.tools.DebugControls"),
        *("VASSAL.tools.icon.IconFamily", "VASSAL.build.GameModule", "VASSAL.launch.BasicModule"),
        *(f"VASSAL.script.{name}" for name in ("ActionScript", "BshCommandEncoder")),
        *(f"VASSAL.script.{name}" for name in ("BshPlugin", "GeneralScript", "ScriptContainer")),
    }
)
"""Classes of the engine's components that are not in the table of components."""
SHOWN = ("PNG", "JPEG", "MPO", "GIF", "BMP", "TIFF")
"""The formats that the engine can show, by Pillow's names, besides SVG."""
GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")
ONLY_ONE = frozenset(
    {
        *("Chatter", "ChessClockControl", "Documentation", "GlobalOptions", "KeyNamer"),
        *("PlayerRoster", "PrototypesContainer", "GamePieceImageDefinitions", "BoardPicker"),
        *("ForwardToChatter", "ForwardToKeyBuffer", "HighlightLastMoved", "ImageSaver"),
        *("KeyBufferer", "LayeredPieceCollection", "MapCenterer", "MenuDisplayer", "PieceMover"),
        *("Scroller", "SelectionHighlighters", "StackExpander", "StackMetrics", "Zoomer"),
        *("GlobalProperties", "GlobalTranslatableMessages", "Language"),
    }
)
"""Components of which their parent may have one."""
NAMED = ("GlobalProperty",)


def unreadable(module: Module, parent: Module | None = None) -> Iterator[str]:
    """What the engine cannot read, one sentence for each kind of fault.

    An extension, whose module is `parent`, can use the classes of that module.
    """
    places: dict[str, list[str]] = {}
    for where, text in _unreadable(module, parent):
        places.setdefault(text, []).append(where)
    for text, found in places.items():
        more = len(found) - 1
        yield f"{found[0]}{f' and {more} more' if more else ''}: {text}"


def _unreadable(module: Module, parent: Module | None) -> Iterator[tuple[str, str]]:
    custom = {
        name.removesuffix(".class").replace("/", ".")
        for one in ([module, parent] if parent else [module])
        for name in one.files
        if name.endswith(".class")
    }
    unknown_parent = module.tree.name == "ModuleExtension" and parent is None
    for where, component in with_paths(module.tree):
        if _is_unknown(component.tag, custom) and not unknown_parent:
            yield where, f"the class `{component.tag}` is neither VASSAL's nor in the file; {LOST}"
        for key, value in component.attributes.items():
            if needed := _needed(component, key, value):
                yield where, f"`{key}` is `{value}`, which is not {needed}; {LOST}"
            elif _is_no_colour(component, key, value):
                yield where, f"`{key}` is `{value}`, which is not a colour"
        for expression, why in _faults(component):
            yield where, f"the expression `{expression}` cannot be read: {why}"
        if component.name in (*SLOTS, PROTOTYPE):
            yield from ((where, why) for why in _faults_of_piece(component, bool(custom)))


def warnings(module: Module) -> Iterator[str]:
    """What else the engine warns of when it loads a module, one sentence each."""
    sides = any(roster.children for roster in module.tree.find_all("PlayerRoster"))
    for where, component in with_paths(module.tree):
        inside = Counter(child.name for child in component.children)
        for name, count in inside.items():
            if count > 1 and name in ONLY_ONE:
                yield f"{where} has {count} components {name}; it may have one"
        if component.name in ("Board", "Zone") and sum(inside[grid] for grid in GRIDS) > 1:
            yield f"{where} has several grids; it may have one"
        if component.name in NAMED and not component.attributes.get("name"):
            yield f"{where} has no name"
        if component.name in MAPS:
            yield from _of_map(where, component)
        if component.name == "PrivateMap" and not sides:
            yield f"{where} belongs to a side, but the module has no sides"
    prototypes = Counter(one.attributes.get("name", "") for one in module.tree.find_all(PROTOTYPE))
    for name, count in prototypes.items():
        if not name:
            yield "A prototype has no name"
        elif count > 1:
            yield f"{count} prototypes are named `{name}`"


def _of_map(where: str, component: Component) -> Iterator[str]:
    boards = [
        board.attributes.get("name", "")
        for picker in component.find_all("BoardPicker")
        for board in picker.find_all("Board")
    ]
    if not boards and not component.attributes.get("useBoards"):
        yield f"{where} has no board"
    for name, count in Counter(boards).items():
        if count > 1:
            yield f"{where} has {count} boards named `{name}`"
    order = [one.name for one in component.walk()]
    if "BoardPicker" in order:
        early = {"SetupStack", "DrawPile"} & set(order[: order.index("BoardPicker")])
        if early:
            yield f"{where} has its boards after a {min(early)}, which then finds no board"


def unshown(module: Module, used: Iterable[str]) -> Iterator[str]:
    """The pictures of those in use that the engine cannot show, one sentence each."""
    pointers = []
    for name in sorted({stored_name(module.images, one) for one in used} - {""}):
        size = picture_size(module.images, name)
        if size is None and is_pointer(module.images, name):
            pointers.append(name)
        elif size is None:
            yield f"The picture {name} cannot be read"
        elif not name.lower().endswith(".svg"):
            head = open_head(next(iter(chunks(module.images, name)), b""))
            if head is not None and head.format not in SHOWN:
                yield f"The picture {name} is a {head.format}, which VASSAL cannot show"
    if pointers:
        number = f"{len(pointers):,} picture{'' if len(pointers) == 1 else 's'}"
        yield (
            f"Instead of {number}, such as {pointers[0]}, there are only Git LFS pointers; run "
            "`git lfs pull` and pack the module again"
        )


@cache
def _classes() -> frozenset[str]:
    return frozenset(kind.tag for kind in kinds().values()) | OTHER_CLASSES


def _is_unknown(tag: str, custom: set[str]) -> bool:
    # Elements without a package, such as `entry`, are read by the component around them.
    return "." in tag and tag not in _classes() and tag not in custom and not tag.startswith(IMAGES)


def _needed(component: Component, key: str, value: str) -> str:
    """What an attribute has to be and is not; empty if the engine can read it."""
    if key == "target" and component.name in COMMANDS:
        return "" if _is_target(value) else "a target that VASSAL knows"
    if key == "zoomLevels" and component.name == "Zoomer":
        levels = sequence.split(value, ",") if value else []
        return "" if all(map(REAL.fullmatch, levels)) else "a list of numbers"
    other, default = OTHER_NUMBERS.get(component.name, ("", ""))
    if key != other:
        kind = kinds().get(component.name)
        default = kind.defaults.get(key, "") if kind and kind.tag == component.tag else ""
        if key in TOLERATED:
            return ""
    if WHOLE_DEFAULT.fullmatch(default):
        fits = INTEGER.fullmatch(value) and -(2**31) <= int(value) < 2**31
        return "" if fits else "a whole number"
    if REAL.fullmatch(default):
        return "" if REAL.fullmatch(value) else "a number"
    return ""


def _is_target(text: str) -> bool:
    """Whether the engine can read the target of a global key command."""
    tokens = dict(enumerate(sequence.split(text, "|")))
    return all(tokens.get(number, "") in (*words, "") for number, words in TARGETS.items())


def _is_no_colour(component: Component, key: str, value: str) -> bool:
    kind = kinds().get(component.name)
    default = kind.defaults.get(key) if kind else None
    if default is None or value in NO_COLOUR:
        return False
    if not (COLOUR_DEFAULT.fullmatch(default) or key.endswith(NAMED_COLOUR)):
        return False
    return not COLOUR.fullmatch(value)


def _faults_of_piece(slot: Component, custom: bool) -> Iterator[str]:
    """What the engine cannot read in the piece of a slot or prototype."""
    piece = piece_of(slot)
    if piece is None:
        if slot.text:
            yield "its text is not the definition of a piece"
        return
    if len(piece.basic.tokens(0)) < BASIC_TOKENS:
        yield f"the definition of its piece is cut short; {LOST}"
    for trait in piece.traits:
        kind = trait.type_text().partition(";")[0]
        if isinstance(trait, Opaque):
            if not custom:
                yield f"VASSAL does not know the trait `{kind}`"
            continue
        if isinstance(trait, Rotate) and not INTEGER.fullmatch(trait.tokens(0)[0]):
            yield f"the trait `{kind}` has no number of facings; {LOST}"
        for field in trait.fields:
            if field.name == "target" and not _is_target(getattr(trait, field.name)):
                yield f"the trait `{kind}` has a target that VASSAL does not know; {LOST}"
            value = field.name in COLOURS and getattr(trait, field.name)
            if value and value not in NO_COLOUR and not COLOUR.fullmatch(value):
                yield f"the trait `{kind}` has the colour `{value}`, which cannot be read"


def _faults(component: Component) -> Iterator[tuple[str, str]]:
    """The expressions of a component and its pieces that cannot be read, each with the reason."""
    texts = dict.fromkeys(component.attributes.values())
    if component.attributes.get("expressionCounting") == "true":
        counted = sequence.split(component.attributes.get("countExpressions", ""), ",")
        texts |= dict.fromkeys(one.partition(":")[2].strip() for one in counted)
    for piece in pieces_of(component):
        for trait in piece.traits:
            texts |= dict.fromkeys(trait.tokens(0))
    for text in texts:
        if is_expression(text) and (why := fault(text)):
            yield text, why
