"""Gives a place, a piece or another part a new id: where it is stated and wherever it is named.

The checks of a game find what names it. With another id each mention is an unknown word, whose
position they report, so no second list of what can refer to what is needed. This is tried on a copy
of the folder, so that the files change only if the whole game is without errors then.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from modgen.model.files.diagnostics import Diagnostic, FilePosition
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.model.types.game_file import StateValue
from modgen.model.types.places import Space
from modgen.serve.design.outline import ID
from modgen.serve.design.rows import part_of
from modgen.serve.design.written import Change, FileError, Written, write_all

KINDS = ("space", "box", "track", "piece", "card", "side", "deck", "chart", "setup")
"""The kinds of parts whose ids can be changed."""
PASSES = 40
"""How often the copy is read at most; each time shows further mentions."""
TEXTS = (".yaml", ".csv", ".svg", ".geojson")
TEXT = re.compile(r"the game has no text `(\w+)\.([^`]+)`")
"""What is said of a translation of something that is not there."""
UNCHECKED = ("side", "deck")
"""Kinds of parts that an expression may compare with a text: `side == "red"`."""
RULES = "rules.yaml"
CARD = "card_"
"""What stands before the id of a card in rules."""
Checked = Callable[[Path], Loaded]


def change_id(now: Loaded, checked: Checked, key: str, id_: str) -> Written:
    """Change an id and everything that names it, as one change. Raises FileError.

    `checked` reads a folder and checks it completely, with its rules.
    """
    game, folder = now.game, now.folder
    kind, _, old = key.partition("/")
    part = part_of(game, key) if kind in KINDS else None
    if part is None:
        raise FileError(f"there is no `{key[:80]}` whose id can be changed", 404)
    _allowed(game, kind, old, id_)
    at = now.sources.position(part, ("id",))
    with TemporaryDirectory(prefix="modgen-") as place:
        copy = Path(place) / folder.name
        shutil.copytree(folder, copy, copy_function=_linked, ignore=_hidden)
        if not _replace(copy, at, old, id_):
            raise FileError(
                f"no text file of the game states the id `{old}`; give its table a column `id`, or "
                "change it in the spreadsheet"
            )
        if isinstance(part, Space):
            _rename_shape(copy, game.boards[part.board].geometry, old, id_)
        for value in _namesakes(game, kind, old):
            _replace(copy, now.sources.position(value, ("id",)), old, id_)
        _follow(copy, checked, old, id_)
        if kind in UNCHECKED:
            _not_compared(copy, old)
        changes = [
            Change(path, path.read_bytes(), (copy / name).read_bytes())
            for name in _texts(copy)
            if (path := folder / name).read_bytes() != (copy / name).read_bytes()
        ]
    return write_all(changes)


def _namesakes(game: Game, kind: str, old: str) -> Iterable[StateValue]:
    """The values of states that are named after a side: `control` needs them."""
    for state in game.info.states if kind == "side" else ():
        yield from (value for value in state.values if value.id == value.side == old)


def _allowed(game: Game, kind: str, old: str, id_: str) -> None:
    """Whether an id can be given up and another be taken. Raises FileError."""
    if not ID.fullmatch(id_):
        raise FileError(f"`{id_[:60]}` is not an id: use lower-case letters, digits, `_` and `-`")
    places = {*game.spaces, *game.boxes, *game.tracks, *game.grids, *game.boards}
    taken = {
        "piece": {*game.piece_types},
        "card": {*game.card},
        "side": {*game.sides},
        "deck": {*game.decks},
        "chart": {chart.id for chart in game.charts},
        "setup": {scenario.id for scenario in game.scenarios},
    }.get(kind, places)
    if id_ in taken:
        raise FileError(f"another {kind} has the id `{id_}` already")
    words = set(_other_words(game, kind))
    for word, verb in ((old, "is also"), (id_, "would also be")):
        if word in words:
            raise FileError(
                f"`{word}` {verb} the name of something else in rules; change the id in the files"
            )
    if game.parent is not None:
        raise FileError("this game extends another one; change the id in the files")


def _other_words(game: Game, kind: str) -> Iterable[str]:
    """Words that mean other pieces or places in an expression of rules."""
    if kind in ("chart", "setup"):
        return
    if kind in ("piece", "card", "side", "deck"):
        yield from () if kind == "side" else game.sides
        yield from () if kind == "deck" else game.decks
        yield from (one.id for one in game.info.size_classes)
        yield from (piece.kind for piece in game.pieces)
        if kind in UNCHECKED:
            yield from game.piece_types
        yield "cards"
    else:
        yield from (*game.boards, *game.piles, *(space.kind for space in game.map.spaces))
        yield from (space.region for space in game.map.spaces if space.region)
        yield from ("map", "hand", "off")


def _follow(copy: Path, checked: Checked, old: str, id_: str) -> None:
    """Replace the id wherever the checks of the copy miss the old one. Raises FileError."""
    for _ in range(PASSES):
        found = checked(copy).diagnostics
        told = [one for one in found.collected if _misses(one, old)]
        # The last come first, so that the columns of the others stay.
        done = [
            _replace(copy, at, old, id_)
            for one in sorted(told, key=lambda one: one.position, reverse=True)
            if (at := _translated(copy, one, old) or one.position)
        ]
        if not any(done):
            break
    if found.errors:
        raise FileError(f"its id cannot be changed here: {found.errors[0]}")


def _not_compared(copy: Path, old: str) -> None:
    """Raise FileError if a text in a rule is the old id, which no check can miss."""
    path = copy / RULES
    for number, line in enumerate(
        path.read_text("utf-8").splitlines() if path.is_file() else (), 1
    ):
        if re.search(rf"""(["'])(?:hand:)?{re.escape(old)}\1""", line):
            raise FileError(
                f"its id cannot be changed here: {RULES}:{number} has the text `{old}`, which may "
                "mean it; change the id in the files"
            )


def _misses(one: Diagnostic, old: str) -> bool:
    text = TEXT.search(one.message)
    if text and old in text[2].split("."):
        return True
    words = (f"`{old}`", f"`{CARD}{old}`", f"`{old}/", f"`{old}:", f"`hand:{old}`")
    return any(word in one.message for word in words) and (
        not one.warning or one.message.startswith("unknown")
    )


def _translated(folder: Path, one: Diagnostic, old: str) -> FilePosition | None:
    """Where a translation has the key of a part that the game does not have any more."""
    text = TEXT.search(one.message)
    if text is None:
        return None
    node = yaml.compose((folder / one.position.file).read_text("utf-8"), yaml.CSafeLoader)
    steps = [text[1], *text[2].split(".")]
    for step in steps[: steps.index(old, 1) + 1] if old in steps[1:] else steps:
        pairs = node.value if isinstance(node, yaml.MappingNode) else []
        key, node = next((pair for pair in pairs if pair[0].value == step), (None, None))
    if key is None:
        return None
    return FilePosition(one.position.file, key.start_mark.line + 1, key.start_mark.column + 1)


def _rename_shape(folder: Path, geometry: str, old: str, id_: str) -> None:
    """Give the shape of a space its new id in the geometry file of its board."""
    path = folder / geometry
    if not geometry or path.suffix not in TEXTS or not path.is_file():
        return
    text = path.read_bytes().decode("utf-8")
    for before in (r'(\sid\s*=\s*["\'])', r'("id"\s*:\s*")'):
        text = re.sub(rf'{before}{re.escape(old)}(?=["\'])', rf"\g<1>{id_}", text)
    path.unlink()
    path.write_bytes(text.encode("utf-8"))


def _replace(folder: Path, at: FilePosition, old: str, id_: str) -> bool:
    """Replace the first `old` from a position of a text file on, in its line."""
    path = folder / at.file
    if path.suffix not in TEXTS or not path.is_file():
        return False
    data = path.read_bytes()
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    lines = data.decode(encoding).splitlines(keepends=True)
    if not 1 <= at.line <= len(lines):
        return False
    line, start = lines[at.line - 1], at.column - 1
    # Lengths in messages count characters of the line without its byte order mark.
    word = re.compile(rf"(?<![\w-])({CARD})?{re.escape(old)}(?![\w-])")
    found = word.search(line, start + line.startswith("\ufeff"))
    if found is None:
        return False
    lines[at.line - 1] = f"{line[: found.start()]}{found[1] or ''}{id_}{line[found.end() :]}"
    changed = "".join(lines).encode(encoding)
    path.unlink()  # it may be a link to the game's own file
    path.write_bytes(changed)
    return True


def _texts(folder: Path) -> Iterable[str]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in TEXTS and path.is_file():
            yield path.relative_to(folder).as_posix()


def _linked(source: str, target: str) -> None:
    """Copy a file, without its bytes where the system has links."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _hidden(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(".") or name.endswith((".vmod", ".vmdx"))]
