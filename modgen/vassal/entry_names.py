"""The names of an archive's entries as their writer meant them (vassal-formats §1).

The engine reads each name as UTF-8, marked or not, and refuses the whole file if one is not. Old
programs on Windows wrote the encoding of the system instead, and some write `\\` between folders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zipfile import ZipInfo

MARKED_UTF_8 = 0x800
"""The flag of an entry whose name is marked as UTF-8."""
ENCODINGS = (
    *("cp1252", "cp850", "cp437", "mac_roman", "cp1250", "cp852", "cp1251", "cp866"),
    *("cp1253", "cp737", "cp1254", "cp932", "gb18030", "big5", "cp949"),
)
"""Encodings of systems that may have written a name, the likeliest first."""
AGAIN = "unpack it with `modgen unpack` and pack it with `modgen pack`"


class EntryNames(NamedTuple):
    """The names of all entries, in the order of the archive's list."""

    names: list[str]
    foreign: list[str]
    """Those that are not UTF-8 in the archive."""
    encoding: str
    """How these were read; empty if there are none."""
    backslashes: list[str]
    """Those that have `\\` between folders in the archive."""

    def problems(self) -> Iterator[str]:
        """What the engine does with such names, one sentence each."""
        if self.foreign:
            yield (
                f"{_listed(self.foreign)} in an encoding other than UTF-8, probably "
                f"{self.encoding}: VASSAL cannot open the file; {AGAIN}"
            )
        if self.backslashes:
            yield (
                f"{_listed(self.backslashes)} with `\\` instead of `/` in the archive: "
                f"VASSAL does not find what it names; {AGAIN}"
            )


def entry_names(infos: Sequence[ZipInfo], text: str = "") -> EntryNames:
    """The names of entries. Those that are not UTF-8 get the encoding that fits them best.

    That is the one with which most of them occur in `text`, such as the build file.
    """
    raw = [_raw(info) for info in infos]
    odd = [name for name in raw if not _is_utf_8(name)]
    encoding = _likeliest(odd, text) if odd else ""
    names, foreign, backslashes = [], [], []
    for written in raw:
        is_utf_8 = _is_utf_8(written)
        name = written.decode("utf-8" if is_utf_8 else encoding).partition("\0")[0]
        if "\\" in name and "/" not in name:
            name = name.replace("\\", "/")
            backslashes.append(name)
        if not is_utf_8:
            foreign.append(name)
        names.append(name)
    return EntryNames(names, foreign, encoding, backslashes)


def _raw(info: ZipInfo) -> bytes:
    return info.orig_filename.encode("utf-8" if info.flag_bits & MARKED_UTF_8 else "cp437")


def _is_utf_8(name: bytes) -> bool:
    try:
        name.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _likeliest(names: list[bytes], text: str) -> str:
    best, most = "cp437", (-1, -1)  # cp437 has a letter for each byte
    for encoding in ENCODINGS:
        try:
            decoded = [name.decode(encoding) for name in names]
        except UnicodeDecodeError:
            continue
        found = sum(name.rpartition("/")[2].rpartition(".")[0] in text for name in decoded)
        letters = sum(not c.isascii() and c.isalpha() for name in decoded for c in name)
        if (found, letters) > most:
            best, most = encoding, (found, letters)
    return best


def _listed(names: list[str]) -> str:
    more = len(names) - 1
    if not more:
        return f"the name `{names[0]}` is written"
    return f"the names `{names[0]}` and {more} more are written"
