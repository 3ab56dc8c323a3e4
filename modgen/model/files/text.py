"""Text files from untrusted sources: bounded size, known encoding, no control characters."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition

MAX_BYTES = 8 << 20
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
"""Characters that XML and VASSAL's files cannot hold."""


def read_text(
    path: Path,
    name: str,
    diagnostics: Diagnostics,
    limit: int = MAX_BYTES,
    *,
    utf_16: bool = False,
) -> str | None:
    """The text of a UTF-8 file with or without a byte order mark, or None with a diagnostic.

    `name` is what diagnostics call the file, `limit` the largest size in bytes. Line ends are kept.
    With `utf_16`, the file may also be UTF-16 with a byte order mark.
    """
    data = _read_bytes(path, name, diagnostics, limit)
    if data is None:
        return None
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig") if utf_16 or not wide else None
    except UnicodeDecodeError as error:
        if wide:
            diagnostics.error(
                FilePosition(name), "the file is not valid UTF-16", "save it as UTF-8"
            )
            return None
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        diagnostics.error(
            FilePosition(name, line, column),
            f"the byte 0x{data[error.start]:02x} is not valid UTF-8",
            "save the file as UTF-8 (it may be Windows-1252 now)",
        )
        return None
    if text is None:
        diagnostics.error(FilePosition(name), "the file is UTF-16", "save it as UTF-8")
        return None
    bad = FORBIDDEN.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        diagnostics.error(FilePosition(name, line, column), forbidden_character(bad), "delete it")
        return None
    return text


def _read_bytes(path: Path, name: str, diagnostics: Diagnostics, limit: int) -> bytes | None:
    start = FilePosition(name)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            diagnostics.error(start, "this is a folder or device, not a file")
        elif status.st_size > limit:
            size = f"{status.st_size:,} bytes"
            diagnostics.error(start, f"the file has {size}; at most {limit:,} are allowed")
        else:
            return path.read_bytes()
    except FileNotFoundError:
        diagnostics.error(start, "the file does not exist")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        diagnostics.error(start, f"the file cannot be read: {reason}")
    return None


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path is a link, or inside a linked folder, that leads out of a folder."""
    try:
        return not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False  # such as a loop of links, which is reported when the file is read


def forbidden_character(match: re.Match[str]) -> str:
    """The message for a match of `FORBIDDEN`."""
    return f"the control character U+{ord(match.group()):04X} is not allowed"
