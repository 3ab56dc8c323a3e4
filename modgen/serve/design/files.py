"""The files of a game as the page edits them: tables, texts and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from modgen.model.files.art import NAME, ArtError, find_art
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.text import FORBIDDEN, MAX_BYTES, forbidden_character, leads_out, read_text
from modgen.model.files.whole_pictures import SUFFIXES, find_whole, forget_whole
from modgen.model.types.base import id_from_name
from modgen.serve.design.inert import check_inert
from modgen.serve.design.tables import BOM, shown, written
from modgen.serve.design.written import CONFLICT, FileError, Written, bytes_of, digest, inside, save
from modgen.serve.storage import RESERVED
from modgen.vassal.archive import archive_bytes

TEXTS = (".yaml", ".txt", ".md", ".svg", ".geojson")
"""The ends of names of files that are edited as text."""
NEW = re.compile(r"((scenarios|layouts|charts|locale)/)?[a-z0-9][a-z0-9_-]{0,59}\.(yaml|csv)")
"""The names of files that the page may create."""
UNREAD = ("schemas", "rulebook", "output")
"""Folders beside the game's own files that are not shown."""
MOST_FILES = 2000
MAX_PACKED = 256 << 20
"""The most bytes of a game's folder that can be downloaded."""
TYPES = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".bmp": "image/bmp", ".svg": "image/svg+xml",
}  # fmt: skip
"""The media types of pictures."""
PICTURE = re.compile(r"[\w][\w .()&+'-]{0,99}")


def listed(folder: Path) -> list[dict[str, Any]]:
    """The files of a game: name, kind (`table`, `text`, `picture`, `sheet`), version or size."""
    found = []
    for path in _files(folder):
        name = path.relative_to(folder).as_posix()
        suffix = path.suffix.lower()
        data: dict[str, Any] = {"name": name, "size": path.stat().st_size}
        if name.startswith("art/") and suffix in TYPES:
            data["kind"] = "picture"
            data["version"] = f"{path.stat().st_mtime_ns:x}"
        elif suffix == ".csv" or suffix in TEXTS:
            data["kind"] = "table" if suffix == ".csv" else "text"
            small = data["size"] <= MAX_BYTES
            data["version"] = digest(path.read_bytes()) if small else ""
        elif suffix == ".xlsx":
            data["kind"] = "sheet"
        else:
            continue
        found.append(data)
    return found


def _files(folder: Path) -> Iterator[Path]:
    number = 0
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if parts[0] in UNREAD or any(part.startswith(".") for part in parts):
            continue
        if path.is_file() and not leads_out(path, folder):
            number += 1
            if number > MOST_FILES:
                return
            yield path


def opened(folder: Path, name: str, as_text: bool) -> dict[str, Any]:
    """A file with its version: a table's rows, or the whole text. Raises FileError."""
    path = inside(folder, name)
    if path.suffix.lower() not in (".csv", *TEXTS):
        raise FileError(f"{name} is not a table or text that can be edited here")
    before = bytes_of(path)
    text = _text(path, name)
    data: dict[str, Any] = {"name": name, "version": digest(before)}
    if path.suffix.lower() == ".csv" and not as_text:
        data["rows"] = shown(text, name)
    else:
        data["text"] = text.removeprefix(BOM).replace("\r\n", "\n")
    return data


def save_rows(folder: Path, name: str, rows: Sequence[Sequence[str]], seen: str) -> Written:
    """Write the rows of a table. Raises FileError, with status 409 if the file has changed."""
    path = inside(folder, name)
    if path.suffix.lower() != ".csv":
        raise FileError(f"{name} is not a CSV table")
    if digest(bytes_of(path)) != seen:
        return save(path, name, b"", seen)  # which refuses
    text = written(_text(path, name), name, rows)
    return save(path, name, _checked(text, name, path), seen)


def save_text(folder: Path, name: str, text: str, seen: str) -> Written:
    """Write a text file; with `seen` empty, a new one. Raises FileError."""
    path = inside(folder, name)
    if path.suffix.lower() not in (".csv", *TEXTS):
        raise FileError(f"{name} is not a table or text that can be edited here")
    before = bytes_of(path)
    if before is None and (not NEW.fullmatch(name) or RESERVED.fullmatch(path.name)):
        raise FileError(
            f"`{name[:80]}` cannot be created: use lower-case letters, digits, `_` and `-`, "
            "the ending .yaml or .csv, and one of the folders scenarios, layouts, charts, locale"
        )
    old = _text(path, name) if before else ""
    if old.count("\r\n") * 2 > old.count("\n"):
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    if old.startswith(BOM):
        text = BOM + text.removeprefix(BOM)
    return save(path, name, _checked(text, name, path), seen)


def delete(folder: Path, name: str, seen: str) -> Written:
    """Delete a file whose version `seen` the page knows. Raises FileError."""
    path = inside(folder, name)
    suffix = path.suffix.lower()
    if name == "game.yaml" or suffix not in (".csv", ".xlsx", *TEXTS, *TYPES):
        raise FileError(f"{name} cannot be deleted here")
    before = bytes_of(path)
    if before is None:
        raise FileError(f"there is no {name}", 404)
    # The page does not read pictures and workbooks, so it knows no version of them.
    unread = suffix == ".xlsx" or (name.startswith("art/") and suffix in TYPES)
    if digest(before) != seen and (seen or not unread):
        raise FileError(f"{name} has been changed by another program", CONFLICT)
    path.unlink()
    return Written(path, before, None)


def _text(path: Path, name: str) -> str:
    """The text of a file, with its byte order mark. Raises FileError."""
    diagnostics = Diagnostics()
    if read_text(path, name, diagnostics, utf_16=path.suffix.lower() == ".csv") is None:
        raise FileError(str(diagnostics.errors[0]), 404 if not path.is_file() else 400)
    return path.read_bytes().decode(_encoding(path))


def _encoding(path: Path) -> str:
    """The encoding of a file that exists, by its byte order mark; UTF-8 for a new one."""
    with path.open("rb") if path.is_file() else BytesIO() as file:
        head = file.read(2)
    return {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(head, "utf-8")


def _checked(text: str, name: str, path: Path) -> bytes:
    """The bytes of a text, as the file has them. Raises FileError if it could not be read again."""
    bad = FORBIDDEN.search(text)
    if bad:
        raise FileError(f"{name}: {forbidden_character(bad)}; delete it")
    data = text.encode(_encoding(path))
    if len(data) > MAX_BYTES:
        raise FileError(f"{name} would have {len(data):,} bytes; at most {MAX_BYTES:,} are allowed")
    return data


def packed(folder: Path) -> bytes:
    """The files of a game, those for other programs too, as an archive. Raises FileError."""
    total = 0
    names: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if any(part.startswith(".") for part in parts) or leads_out(file, folder):
            continue
        if file.is_file() and file.suffix not in (".vmod", ".vmdx", ".pyc"):
            total += file.stat().st_size
            if len(names) >= MOST_FILES or total > MAX_PACKED:
                raise FileError(
                    f"the folder has more than {MOST_FILES:,} files or {MAX_PACKED >> 20} MB"
                )
            names["/".join((folder.name, *parts))] = file
    return archive_bytes({name: file.read_bytes() for name, file in names.items()})


# --- pictures ------------------------------------------------------------------------------------


def picture(folder: Path, name: str) -> tuple[Path, str]:
    """A picture of a game and its media type. Raises FileError."""
    path = inside(folder, name)
    if not name.startswith("art/") or path.suffix.lower() not in TYPES or not path.is_file():
        raise FileError("there is no such picture", 404)
    return path, TYPES[path.suffix.lower()]


def icon(folder: Path, name: str) -> tuple[Path, str]:
    """The picture of an icon, of the game or bundled, and its media type. Raises FileError."""
    try:
        path = find_art(folder, name) if NAME.fullmatch(name) else Path()
    except ArtError:
        path = Path()
    if path.suffix not in TYPES:
        raise FileError("there is no such icon", 404)
    return path, TYPES[path.suffix]


def save_picture(folder: Path, name: str, data: bytes, replace: bool) -> str:
    """Write an uploaded picture into `art/`; the name that it has there.

    A new one gets a name that can be used as an icon too. Raises FileError if it is no picture, or
    if there is one of this name and it is not to be replaced.
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    stem, _, suffix = last.rpartition(".")
    if f".{suffix.lower()}" not in SUFFIXES:
        raise FileError(f"the name does not end with {', '.join(SUFFIXES)}", 415)
    exact = PICTURE.fullmatch(stem) and (folder / "art" / last).is_file()
    plain = stem if NAME.fullmatch(stem) else id_from_name(stem)[:60].strip("_-")
    if not exact and not NAME.fullmatch(plain):
        raise FileError("the picture needs a name with digits or letters from a to z", 415)
    shown_name = last if exact else f"{plain}.{suffix.lower()}"
    path = inside(folder, f"art/{shown_name}")
    before = bytes_of(path)
    if before is not None and not replace:
        raise FileError(f"art/{shown_name} exists already", CONFLICT)
    with TemporaryDirectory() as temporary:
        trial = Path(temporary) / "art" / shown_name
        trial.parent.mkdir()
        trial.write_bytes(data)
        try:
            find_whole(Path(temporary), shown_name)
            if trial.suffix == ".svg":
                check_inert(data, shown_name)
            else:
                _check_complete(trial)
        except ArtError as problem:
            raise FileError(str(problem), 415) from None
        finally:
            forget_whole()
    save(path, f"art/{shown_name}", data, digest(before))
    return shown_name


def _check_complete(file: Path) -> None:
    """Decode a picture, of which `find_whole` reads only the size. Raises ArtError."""
    from PIL import Image

    try:
        with Image.open(file) as picture:
            picture.load()
    except Exception as error:  # Pillow raises many kinds of error on damaged files
        reason = str(error).replace(str(file), file.name)
        raise ArtError(f"the picture is damaged or incomplete: {reason}") from None
