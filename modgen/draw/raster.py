"""Render SVG to PNG with resvg and the bundled fonts, in several processes, cached by content.

A large board is rendered in strips, which are compressed where they are rendered.

resvg has two Python packages. `resvg` takes less than half the time of `resvg_py` for the same
pixels, but is not built for every Python; `resvg_py` is used where it is missing.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from modgen.draw.fonts import font_files, fonts_in
from modgen.draw.strips import Block, block, joined

WORKERS = "MODGEN_WORKERS"
"""The environment variable that says how many processes render pictures; 1 without it.

The command line sets it. In a script of the user's own, other processes start safely only below
`if __name__ == "__main__":` (always on Windows and macOS), so the library does not start any.
"""
MOST_WORKERS = 16
CHUNK = 8
"""How many of many pictures a process gets at a time."""
ALONE = 4
"""The fewest pictures that are rendered in several processes."""
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
"""The transformation that changes nothing."""


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

    @property
    def strips(self) -> list[str]:
        """The drawings of its strips, from the top; empty if it is rendered as a whole."""


def png(svg: str, dpi: int) -> bytes:
    """Render one drawing. Raises ValueError for text that is not a drawing with a size."""
    fonts = fonts_in(svg)
    if _is_fast():
        import resvg

        try:
            tree = resvg.usvg.Tree.from_str(svg, _OPTIONS.of(dpi, fonts))
            return bytes(resvg.render(tree, IDENTITY))
        except BaseException as problem:
            # The package turns errors into panics, which are no exceptions of Python's own.
            if type(problem).__name__ != "PanicException":
                raise
            raise ValueError(f"the drawing cannot be rendered: {problem}") from None
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, dpi=dpi, skip_system_fonts=True, font_files=list(fonts)
        )
    )


@cache
def _is_fast() -> bool:
    """Whether the fast package is installed."""
    return find_spec("resvg") is not None


class _Options(threading.local):
    """How the fast package reads drawings: an object of it works only in its own thread."""

    def __init__(self) -> None:
        self.of = lru_cache(maxsize=64)(self._made)

    @staticmethod
    def _made(dpi: int, fonts: tuple[str, ...]) -> Any:
        """The options for a resolution in dots per inch and some fonts."""
        from resvg import usvg

        options = usvg.Options.default()
        options.dpi = dpi
        for font in fonts:
            options.load_font_file(font)
        return options


_OPTIONS = _Options()


class _Job(NamedTuple):
    """A picture to render, or a strip of one."""

    svg: str
    dpi: int
    strip: bool


def _do(job: _Job) -> bytes | Block:
    data = png(job.svg, job.dpi)
    return block(data) if job.strip else data


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

    package = "resvg" if _is_fast() else "resvg-py"
    digest = hashlib.blake2b(f"{package} {version(package)}".encode(), digest_size=16)
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
    with Rendering() as rendering:
        return rendering.finish(pictures, progress)


class Rendering:
    """Processes that render pictures, those of large boards while the rest is still compiled."""

    def __init__(self) -> None:
        named = os.environ.get(WORKERS, "1")
        self._workers = min(int(named) if named.isdecimal() else 1, MOST_WORKERS)
        self._pool: ProcessPoolExecutor | None = None
        self._begun: dict[str, list[Future[Any]]] = {}

    def __enter__(self) -> Rendering:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def begin(self, picture: Drawn) -> None:
        """Start to render a picture that has strips and is not in the cache."""
        strips = picture.strips if self._workers > 1 and cached(picture.key) is None else []
        if strips:
            jobs = [_Job(svg, picture.dpi, True) for svg in strips]
            self._begun[picture.key] = [self._processes().submit(_do, job) for job in jobs]

    def finish(
        self, pictures: Iterable[Drawn], progress: Callable[[int, int], None] | None = None
    ) -> dict[str, bytes]:
        """PNG data by picture name, from the cache where possible."""
        wanted = list(pictures)
        done: dict[str, bytes] = {}
        missing: dict[str, list[Drawn]] = {}
        for picture in wanted:
            data = None if picture.key in self._begun else cached(picture.key)
            if data is None:
                missing.setdefault(picture.key, []).append(picture)
            else:
                done[picture.name] = data
        keys = sorted(missing, key=lambda key: -len(missing[key][0].svg))
        strips = {key: [] if key in self._begun else missing[key][0].strips for key in keys}
        jobs = [
            _Job(svg, missing[key][0].dpi, bool(strips[key]))
            for key in keys
            if key not in self._begun
            for svg in (strips[key] or [missing[key][0].svg])
        ]
        results = self._results(jobs)
        for key in keys:
            begun = self._begun.get(key)
            if begun:
                data = joined([one.result() for one in begun])
            elif strips[key]:
                data = joined([next(results) for _ in strips[key]])
            else:
                data = next(results)
            keep(key, data)
            done |= {picture.name: data for picture in missing[key]}
            if progress:
                progress(len(done), len(wanted))
        return done

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers)
        return self._pool

    def _results(self, jobs: list[_Job]) -> Iterator[Any]:
        """The results of the jobs in their order."""
        if self._workers < 2 or (self._pool is None and len(jobs) < ALONE):
            return map(_do, jobs)
        return self._processes().map(_do, jobs, chunksize=CHUNK if len(jobs) > 8 * CHUNK else 1)


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
