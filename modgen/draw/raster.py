"""Render SVG to PNG with resvg and the bundled fonts, in several processes, cached by content."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Protocol

from modgen.draw.fonts import font_files

WORKERS = "MODGEN_WORKERS"
"""The environment variable that says how many processes render pictures; 1 without it.

The command line sets it. In a script of the user's own, other processes start safely only below
`if __name__ == "__main__":` (always on Windows and macOS), so the library does not start any.
"""
MOST_WORKERS = 16
ALONE = 4
"""The fewest pictures that are rendered in several processes."""


class Drawn(Protocol):
    """Something to render: name, key, SVG, dots per inch."""

    @property
    def name(self) -> str:
        """File name of the picture."""

    @property
    def key(self) -> str:
        """Identifies its pixels: see `picture_key`."""

    @property
    def svg(self) -> str:
        """The drawing."""

    @property
    def dpi(self) -> int:
        """Dots per inch."""


def png(svg: str, dpi: int) -> bytes:
    """Render one drawing."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, dpi=dpi, skip_system_fonts=True, font_files=list(font_files())
        )
    )


def _job(job: tuple[str, int]) -> bytes:
    return png(*job)


@cache
def cache_folder() -> Path:
    """Where rendered pictures are kept: $MODGEN_CACHE, or the user's cache folder."""
    named = os.environ.get("MODGEN_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("modgen"))


@cache
def renderer() -> bytes:
    """A hash of what else a picture depends on: the renderer's version and the fonts."""
    from importlib.metadata import version

    digest = hashlib.blake2b(version("resvg-py").encode(), digest_size=16)
    for name in font_files():
        digest.update(Path(name).read_bytes())
    return digest.digest()


def picture_key(svg: str, dpi: int) -> str:
    """A key of what a drawing renders to."""
    digest = hashlib.blake2b(renderer(), digest_size=20)
    digest.update(f"{dpi} ".encode())
    digest.update(svg.encode("utf-8"))
    return digest.hexdigest()


def render(
    pictures: Iterable[Drawn], progress: Callable[[int, int], None] | None = None
) -> dict[str, bytes]:
    """PNG data by picture name, from the cache where possible."""
    wanted = list(pictures)
    done: dict[str, bytes] = {}
    missing: dict[str, list[Drawn]] = {}
    for picture in wanted:
        key = picture.key
        data = cached(key)
        if data is None:
            missing.setdefault(key, []).append(picture)
        else:
            done[picture.name] = data
    jobs = sorted(missing, key=lambda key: -len(missing[key][0].svg))
    todo = [(missing[key][0].svg, missing[key][0].dpi) for key in jobs]
    for key, data in zip(jobs, _all(todo), strict=True):
        keep(key, data)
        done |= {picture.name: data for picture in missing[key]}
        if progress:
            progress(len(done), len(wanted))
    return done


def _all(jobs: list[tuple[str, int]]) -> Iterable[bytes]:
    named = os.environ.get(WORKERS, "1")
    workers = min(int(named) if named.isdecimal() else 1, MOST_WORKERS)
    if len(jobs) < ALONE or workers < 2:
        yield from map(_job, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_job, jobs)


def cached(key: str) -> bytes | None:
    """The cached data of a key; None if it is missing or incomplete."""
    try:
        data = (cache_folder() / key[:2] / key).read_bytes()
    except OSError:
        return None
    complete = data.startswith(b"{") or data.endswith(b"IEND\xaeB`\x82")
    return data if complete else None


def keep(key: str, data: bytes) -> None:
    """Cache data under a key. A cache that is not writable is ignored."""
    path = cache_folder() / key[:2] / key
    part = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
