"""A save or log as text files: from the entries of the archive to the files and back.

`save.yaml` says how the game is obfuscated and in which order its commands follow; each subject has
a file (`players.yaml`, `pieces.yaml`, `properties.yaml` and so on), and the steps of a log are in
`steps.txt`. Players are `player-1` and so on in all of them; their ids, which are their passwords,
are only in `secrets.yaml`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from modgen.errors import ModgenError
from modgen.saving import steps_text
from modgen.saving.fields_text import composed, described
from modgen.saving.owners import Owners, Secrets
from modgen.saving.pieces_text import (
    COMMAND,
    DEPTH,
    STREAM,
    Fields,
    Reader,
    Traits,
    check_kind,
    describe_pieces,
    kinds_text,
)
from modgen.unpacking import yaml_text
from modgen.unpacking.pieces import VERBATIM, Habits, PieceFormError, nearest
from modgen.unpacking.yaml_text import Located, flow, scalar
from modgen.vassal import commands as c
from modgen.vassal.archive import Archive
from modgen.vassal.obfuscation import Style, hide
from modgen.vassal.pieces import BasicPiece
from modgen.vassal.save import GAME, MAX_COMMANDS, SaveFile
from modgen.vassal.sequence import SequenceError
from modgen.vassal.stream import LOG, MAX_DEPTH, Leaf, encode_leaves

MANIFEST = "save.yaml"
VERSION = "1"
"""The version of this layout, in the manifest."""
SECRETS = "secrets.yaml"
KINDS = "kinds.yaml"
PIECES = "pieces"
STEPS = "steps.txt"
MAX_PIECES = 20_000
"""The most pieces of a save to unpack; larger saves can be refreshed, joined and trimmed."""
MAX_OTHER = 64 << 20
"""The largest other entry, in bytes."""

SUBJECTS: dict[type[c.Command], str] = {
    c.AddPiece: PIECES,
    c.AddPlayer: "players",
    c.SetProperty: "properties",
    c.SetBoards: "boards",
    c.SetTurn: "turn",
    c.SetScenarioNote: "notes",
    c.SetPublicNote: "notes",
    c.SetPrivateNote: "notes",
    c.AddSecretNote: "notes",
    c.Chat: "chat",
}
"""The file of each kind of command; the others are in the manifest."""
USUAL_DEPTH = {PIECES: 1}
STYLES: tuple[Style, ...] = ("plain", "vcsk", "vobs")
RAW = "Stream"
"""A command that is kept as the text of the stream."""


class SaveFolderError(ModgenError, ValueError):
    """The files of an unpacked save do not form a save."""


class UnpackedSave(NamedTuple):
    """A save as text files by name, and the other entries of its archive."""

    texts: dict[str, str]
    entries: dict[str, bytes]


# From a save to text.


class _Item(NamedTuple):
    """A command of the set-up: its depth, its text with names for ids, and its raw text."""

    depth: int
    text: str
    raw: str | None
    """The text in the stream, if the command must be kept as that."""


def unpack_save(path: Path, data: bytes | None = None) -> UnpackedSave:
    """Read a save or log. With `data`, its content, `path` only names it in messages.

    Raises ArchiveError, ObfuscationError or StreamError for a file that is not a save.
    """
    with Archive(path, data) as archive:
        entries = {name: archive.read(name, MAX_OTHER) for name in archive.names() if name != GAME}
    with SaveFile(path, data) as save:
        all_leaves = save.held()
        style = {
            "style": save.style,
            "key": str(save.key),
            "case": "upper" if save.upper else "lower",
        }
        pieces = sum(leaf.text.startswith("+/") for leaf in all_leaves)
        if pieces > MAX_PIECES:
            raise SaveFolderError(
                f"{path} has {pieces:,} pieces; at most {MAX_PIECES:,} are unpacked"
            )
        raw = save.raw()
    unpacked = UnpackedSave(save_texts(all_leaves, style), entries)
    if pack_save(unpacked)[GAME] != raw:
        raise SaveFolderError(f"{path} cannot be unpacked without loss")
    return unpacked


def save_texts(all_leaves: Sequence[Leaf], style: Mapping[str, str]) -> dict[str, str]:
    """The text files of a stream with its obfuscation: style, key and case of the digits."""
    secrets = Secrets(all_leaves)
    items = list(_items(all_leaves, secrets))
    first = next((at for at, item in enumerate(items) if item.text.startswith(LOG)), len(items))
    runs = [(subject, list(group)) for subject, group in groupby(items[:first], _subject)]
    pieces = describe_pieces(
        [item.text for item in run if item.raw is None]
        for subject, run in runs
        if subject == PIECES
    )
    rows = iter(pieces.rows)
    files: dict[str, str] = {}
    order: list[str] = []
    for subject, run in runs:
        if not subject:
            order += [_line(_row(item)) for item in run]
            continue
        if subject == PIECES:
            lines = [
                flow(
                    _with_depth(
                        next(rows) if item.raw is None else {STREAM: json.dumps(item.raw)}, item
                    )
                )
                for item in run
            ]
        else:
            lines = [_line(_row(item, subject)) for item in run]
        block, times = _repeated(lines)
        order += [_added(files, subject, "".join(f"- {line}\n" for line in block))] * times
    texts = {
        MANIFEST: _manifest(style, pieces.habits, secrets, order),
        SECRETS: "".join(f"{name}: {scalar(key)}\n" for key, name in secrets.names.items())
        or "{}\n",
        KINDS: kinds_text(pieces.kinds),
        **files,
    }
    if first < len(items):
        texts[STEPS] = steps_text.write_steps(
            Leaf(0, item.depth, item.text, item.text if item.raw is None else item.raw)
            for item in items[first:]
        )
    return texts


def _items(all_leaves: Iterable[Leaf], secrets: Secrets) -> Iterator[_Item]:
    """The commands with names for ids; one whose ids cannot be put back is kept as it is."""
    back = {name: key for key, name in secrets.names.items()}
    types: dict[str, str] = {}
    hide_ids = Owners(secrets.hidden, types)
    show_ids = Owners(lambda text: back.get(text, text), types)
    for leaf in all_leaves:
        if leaf.raw is None:
            # The first leaf of a token in quotation marks has the whole token.
            continue
        if leaf.raw != leaf.text or not _is_utf8(leaf.text):
            yield _Item(leaf.level, leaf.text, leaf.raw)
            continue
        try:
            text = hide_ids.rewritten(leaf.command)
            same = show_ids.rewritten(text) == leaf.command
        except SequenceError:
            same = False
        prefix = LOG if leaf.text.startswith(LOG) else ""
        yield _Item(leaf.level, *((prefix + text, None) if same else (leaf.text, leaf.text)))


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _subject(item: _Item) -> str:
    return SUBJECTS.get(type(c.parse_command(item.text)), "")


def _with_depth(row: Fields, item: _Item, subject: str = PIECES) -> Fields:
    usual = USUAL_DEPTH.get(subject, 0)
    return row if item.depth in (usual, -1) else {**row, DEPTH: str(item.depth)}


def _row(item: _Item, subject: str = "") -> Fields:
    if item.raw is not None:
        fields: Fields = {COMMAND: RAW, "text": json.dumps(item.raw)}
    else:
        fields = described(c.parse_command(item.text))
    return _with_depth(fields, item, subject)


def _line(row: Fields) -> str:
    fields = {key: value for key, value in row.items() if key != COMMAND}
    return f"{row[COMMAND]}: {flow(fields)}"


def _repeated(lines: list[str]) -> tuple[list[str], int]:
    """The shortest block whose repetition is the lines: some engines write commands twice."""
    count = len(lines)
    for times in range(min(count, 4), 1, -1):
        block = lines[: count // times]
        if count % times == 0 and lines == block * times:
            return block, times
    return lines, 1


def _added(files: dict[str, str], subject: str, text: str) -> str:
    """The name of the file with this text, which is added if there is none."""
    name, number = f"{subject}.yaml", 1
    while files.get(name, text) != text:
        number += 1
        name = f"{subject}-{number}.yaml"
    files[name] = text
    return name


def _manifest(
    style: Mapping[str, str], usual: Habits, secrets: Secrets, order: Iterable[str]
) -> str:
    lines = [f"save: {VERSION}", f"obfuscation: {flow(style)}"]
    lines.append(f"others: {flow(secrets.others)}")
    lines.append("fields:" if usual.counts else "fields: {}")
    lines += [f"  {name}: {flow(list(map(str, n)))}" for name, n in usual.counts.items()]
    lines.append("codes:" if usual.codes else "codes: {}")
    lines += [f"  {scalar(name)}: {code}" for name, code in usual.codes.items()]
    return "\n".join([*lines, "order:", *(f"- {line}" for line in order)]) + "\n"


# From text to a save.


def pack_save(save: UnpackedSave) -> dict[str, bytes]:
    """The entries of the archive. Raises SaveFolderError, YamlError, PiecesError, StepsError."""
    return _Packer(save.texts).entries() | save.entries


class _Packer:
    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.used: set[str] = {MANIFEST, SECRETS, KINDS}
        if MANIFEST not in texts:
            raise SaveFolderError(f"there is no {MANIFEST}; `modgen unpack` writes it")
        manifest = yaml_text.read(texts[MANIFEST], MANIFEST)
        if not isinstance(manifest, Located) or manifest.get("save") != VERSION:
            raise SaveFolderError(f"{MANIFEST}:1:1: `save: {VERSION}` is missing; unpack again")
        self.manifest = manifest
        self.habits = self._habits()
        self.secrets = self._secrets()
        self.others = set(manifest.get("others") or ())
        self.kinds = self._kinds()
        types: dict[str, str] = {}
        self.owners = Owners(self._secret, types)
        self.lenient = Owners(lambda text: self.secrets.get(text, text), types)

    def entries(self) -> dict[str, bytes]:
        all_leaves = list(islice(chain(self._set_up(), self._steps()), MAX_COMMANDS + 1))
        if len(all_leaves) > MAX_COMMANDS:
            raise SaveFolderError(
                f"{MANIFEST}: the files have more than {MAX_COMMANDS:,} commands; shorten {STEPS}"
            )
        if all_leaves:
            all_leaves[0] = all_leaves[0]._replace(level=-1)
        for name in sorted(self.texts):
            if name not in self.used:
                raise SaveFolderError(
                    f"{name}: nothing refers to this file; add it to `order` in {MANIFEST}, "
                    "or delete it"
                )
        text = encode_leaves(all_leaves).encode("utf-8", "surrogateescape")
        style = self.manifest.get("obfuscation")
        try:
            number = STYLES.index(style["style"])  # type: ignore[index]
            key, upper = int(style["key"][:4]), style["case"] == "upper"  # type: ignore[index]
            return {GAME: hide(text, STYLES[number], key, upper=upper)}
        except (KeyError, TypeError, ValueError):
            raise SaveFolderError(
                f"{MANIFEST}:{self.manifest.at('obfuscation')}: write the style, a key from 1 to "
                "255 and the case, such as `{style: vcsk, key: 90, case: lower}`"
            ) from None

    def _habits(self) -> Habits:
        try:
            counts = {
                name: (int(first[:6]), int(second[:6]))
                for name, (first, second) in (self.manifest["fields"] or {}).items()
            }
            codes = {name: int(code[:9]) for name, code in (self.manifest["codes"] or {}).items()}
        except (KeyError, TypeError, ValueError, AttributeError):
            raise SaveFolderError(
                f"{MANIFEST}:{self.manifest.at('fields')}: `fields` and `codes` must stay as "
                "`modgen unpack` writes them"
            ) from None
        return Habits(counts, codes)

    def _mapping(self, name: str) -> Located:
        if name not in self.texts:
            raise SaveFolderError(f"there is no {name}; `modgen unpack` writes it")
        data = yaml_text.read(self.texts[name], name)
        if not isinstance(data, Located):
            raise SaveFolderError(f"{name}:1:1: write names and values, such as `name: value`")
        return data

    def _secrets(self) -> dict[str, str]:
        secrets = self._mapping(SECRETS)
        for name, value in secrets.items():
            if not isinstance(value, str) or not value:
                raise SaveFolderError(
                    f"{SECRETS}:{secrets.at(name)}: give the password of {name} as a text"
                )
        return dict(secrets)

    def _kinds(self) -> dict[str, Traits]:
        kinds = self._mapping(KINDS)
        for name, traits in kinds.items():
            if not isinstance(traits, list) or not traits:
                raise SaveFolderError(
                    f"{KINDS}:{kinds.at(name)}: a kind is a list of traits that ends with "
                    "BasicPiece"
                )
            for trait in traits:
                if not isinstance(trait, Located) or not all(
                    isinstance(fields, dict) for fields in trait.values()
                ):
                    at = trait.at() if isinstance(trait, Located) else kinds.at(name)
                    raise SaveFolderError(
                        f"{KINDS}:{at}: a trait is its name and its fields: "
                        "`- Delete: {menu: Remove}`"
                    )
                if len(trait) != 1:
                    raise SaveFolderError(f"{KINDS}:{trait.at()}: write one trait on each line")
            try:
                check_kind(traits, self.habits)
            except (PieceFormError, SequenceError) as problem:
                at = self._wrong_trait(traits) or kinds.at(name)
                raise SaveFolderError(f"{KINDS}:{at}: {problem}") from None
        return kinds

    def _wrong_trait(self, traits: list[Located]) -> str:
        """The place of the first trait that cannot be read alone; empty if all of them can."""
        for trait in traits[:-1]:
            try:
                check_kind([trait, {BasicPiece.__name__: {}}], self.habits)
            except (PieceFormError, SequenceError):
                return trait.at()
        return traits[-1].at()

    def _secret(self, name: str) -> str:
        """The id of a player. Raises PieceFormError for a name that is not in the secrets."""
        if name in self.secrets:
            return self.secrets[name]
        if name in self.others:
            return name
        raise PieceFormError(
            f"there is no player {name}{nearest(name, self.secrets)}; {SECRETS} gives each player "
            "a password"
        )

    def _leaf(self, depth: int, text: str, where: str, *, verbatim: bool = False) -> Leaf:
        """The leaf of a command with the ids of its players."""
        owners = self.lenient if verbatim else self.owners
        try:
            text = owners.rewritten(text)
        except (PieceFormError, SequenceError) as problem:
            raise SaveFolderError(f"{where}: {problem}") from None
        return Leaf(0, depth, text, text)

    def _set_up(self) -> Iterator[Leaf]:
        order = self.manifest.get("order")
        if not isinstance(order, list):
            raise SaveFolderError(f"{MANIFEST}:{self.manifest.at()}: the list `order` is missing")
        for entry in order:
            if not isinstance(entry, str):
                yield self._command(entry, MANIFEST)
                continue
            if entry not in self.texts or entry in (MANIFEST, SECRETS, KINDS, STEPS):
                raise SaveFolderError(
                    f"{MANIFEST}:{self.manifest.at('order')}: `order` lists {entry}, and there is "
                    "no such file; remove it"
                )
            self.used.add(entry)
            rows = yaml_text.read(self.texts[entry], entry) if self.texts[entry].strip() else []
            if not isinstance(rows, list):
                raise SaveFolderError(f"{entry}:1:1: begin each entry with `- `")
            if entry.startswith(PIECES):
                if len(rows) > MAX_PIECES:
                    raise SaveFolderError(f"{entry} has more than {MAX_PIECES:,} pieces")
                yield from self._pieces(rows, entry)
            else:
                for row in rows:
                    yield self._command(row, entry)

    def _pieces(self, rows: list[Any], name: str) -> Iterator[Leaf]:
        for row, text in Reader(self.kinds, self.habits, name).commands(rows):
            depth = self._depth(row, name, USUAL_DEPTH[PIECES])
            where = f"{name}:{row.at()}"
            if STREAM in row:
                yield self._stream(row.get(STREAM), depth, where)
            else:
                yield self._leaf(depth, text, where, verbatim=COMMAND in row)

    def _stream(self, quoted: object, depth: int, where: str) -> Leaf:
        try:
            text = json.loads(quoted) if isinstance(quoted, str) else None
        except ValueError:
            text = None
        if not isinstance(text, str):
            raise SaveFolderError(f"{where}: this text must stay as `modgen unpack` writes it")
        return Leaf(0, depth, text, text)

    def _depth(self, row: Mapping[str, Any], name: str, usual: int) -> int:
        text = row.get(DEPTH, str(usual))
        if not isinstance(text, str) or not text.isascii() or not text.isdigit():
            text = str(MAX_DEPTH + 1)
        if len(text) > 4 or int(text) > MAX_DEPTH:
            at = row.at(DEPTH) if isinstance(row, Located) else "1:1"
            raise SaveFolderError(f"{name}:{at}: depth is a number up to {MAX_DEPTH}; remove it")
        return int(text)

    def _command(self, row: Any, name: str) -> Leaf:
        if not isinstance(row, Located) or len(row) != 1:
            at = row.at() if isinstance(row, Located) else "1:1"
            raise SaveFolderError(
                f"{name}:{at}: an entry is a command and its fields, such as "
                "`- AddPlayer: {id: player-1, name: Anna, side: Red}`"
            )
        ((kind, fields),) = row.items()
        if fields == "":
            fields = {}
        where = f"{name}:{row.at(kind)}"
        if not isinstance(fields, dict):
            raise SaveFolderError(f"{where}: the fields of {kind} are not in braces")
        depth = self._depth(fields, name, 0)
        values = {key: value for key, value in fields.items() if key != DEPTH}
        if kind == RAW:
            return self._stream(values.get("text"), depth, where)
        try:
            text = composed(kind, values)
        except PieceFormError as problem:
            raise SaveFolderError(f"{where}: {problem}") from None
        return self._leaf(depth, text, where, verbatim=kind == VERBATIM)

    def _steps(self) -> Iterator[Leaf]:
        if STEPS not in self.texts:
            return
        self.used.add(STEPS)
        for number, leaf in steps_text.read_steps(self.texts[STEPS], STEPS):
            if not leaf.text.startswith(LOG):
                yield leaf
                continue
            made = self._leaf(leaf.level, leaf.command, f"{STEPS}:{number}:1")
            yield made._replace(text=LOG + made.text, raw=LOG + made.text)
