"""The games that the page can show: its own, bundled ones, and those below the working folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from modgen.assets import TEMPLATES, bundled_games
from modgen.errors import FULL, ModgenError
from modgen.library.games import first_title
from modgen.library.new_game import template_summary, write_template
from modgen.model.files.extended import extended_folder, forget_extended
from modgen.model.files.text import FORBIDDEN, leads_out
from modgen.serve.design.titles import entitle
from modgen.serve.storage import RESERVED
from modgen.vassal.archive import Archive, ArchiveError
from modgen.vassal.replacing import whole

GAME_FILE = "game.yaml"
BELOW = "./"
"""What the names of games below the working folder begin with."""
DEPTH = 3
MOST_LOOKED_AT = 5000
"""How many folders are looked at for games."""
MOST_FOUND = 200
FOLDER = re.compile(r"\w[\w .-]{0,79}")
SKIPPED = {"node_modules", "__pycache__", "site-packages", "venv", "env"}
MAX_GAME = 512 << 20
"""The most bytes of an unpacked game."""


class OpenError(ModgenError, ValueError):
    """A game cannot be opened or begun; `status` is that of the response."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Games:
    """The games of a server that was started in `root`, perhaps with a game of its `own`."""

    root: Path
    own: str | None

    @property
    def inside_game(self) -> bool:
        """Whether the working folder is itself a game, so that it cannot hold others."""
        return (self.root / GAME_FILE).exists()

    def find(self, name: str) -> str:
        """The name or folder of a game that the page may use. Raises OpenError for any other."""
        if name in ("", self.own):
            if self.own is None:
                raise OpenError("no game is open; choose one or begin a new one", 404)
            return self.own
        if name in bundled_games():
            return name
        if name.startswith(BELOW):
            folder = self._below(name.removeprefix(BELOW))
            if (folder / GAME_FILE).is_file():
                return str(folder)
        raise OpenError(f"the working folder has no game `{name[:80]}`", 404)

    def below(self) -> list[dict[str, str]]:
        """The games in folders below the working folder: their names and titles."""
        found = []
        for folder in self._folders():
            if (folder / GAME_FILE).is_file():
                name = f"{BELOW}{folder.relative_to(self.root).as_posix()}"
                found.append({"id": name, "title": _title(folder)})
                if len(found) >= MOST_FOUND:
                    break
        return found

    def _folders(self) -> Iterator[Path]:
        waiting = [(self.root, 0)]
        number = 0
        while waiting:
            folder, depth = waiting.pop(0)
            try:
                inner = sorted(path for path in folder.iterdir() if path.is_dir())
            except OSError:
                continue
            for path in inner:
                number += 1
                if number > MOST_LOOKED_AT:
                    return
                if path.name.startswith(".") or path.name in SKIPPED or leads_out(path, self.root):
                    continue
                yield path
                if depth + 1 < DEPTH and not (path / GAME_FILE).exists():
                    waiting.append((path, depth + 1))

    def begin(self, title: str, template: str) -> str:
        """Write a new game from a template; its name. Raises OpenError."""
        if template not in TEMPLATES:
            raise OpenError(f"there is no template `{template[:40]}`")
        title = " ".join(FORBIDDEN.sub("", title).split())[:100]
        folder = self._new(title)
        write_template(folder, template)
        entitle(folder, title)
        return f"{BELOW}{folder.name}"

    def unpack(self, path: Path, name: str) -> str:
        """Unpack an uploaded archive of a game's folder; the game's name. Raises ModgenError."""
        folder = self._new(Path(name).stem)
        try:
            with Archive(path) as archive:
                entries = _entries(archive, name)
                if sum(archive.size(one) for one in entries.values()) > MAX_GAME:
                    raise OpenError(f"{name} unpacks to over {MAX_GAME >> 20} MB", 413)
                with whole(folder) as part:
                    for inner, one in entries.items():
                        target = part.joinpath(*inner)
                        target.parent.mkdir(parents=True, exist_ok=True)
                        with target.open("wb") as file:
                            for chunk in archive.stream(one, MAX_GAME):
                                file.write(chunk)
                    _check_extended(part, name)
        except ArchiveError as problem:
            raise OpenError(str(problem).replace(str(path), name)) from None
        except OSError as problem:
            if problem.errno in FULL:
                raise
            reason = (problem.strerror or str(problem)).lower()
            raise OpenError(f"{name} has a file that cannot be written ({reason})") from None
        return f"{BELOW}{folder.name}"

    def _below(self, name: str) -> Path:
        """A folder below the working folder. Raises OpenError if the name leads out."""
        pure = PurePosixPath(name)
        odd = "\\" in name or "\0" in name or ":" in name
        hidden = any(part.startswith(".") for part in pure.parts)
        folder = self.root / pure
        if not pure.parts or odd or pure.is_absolute() or hidden or leads_out(folder, self.root):
            raise OpenError(f"`{name[:80]}` is not a folder below the working folder")
        return folder

    def _new(self, title: str) -> Path:
        """The folder for a new game that is called so. Raises OpenError."""
        if self.inside_game:
            raise OpenError(
                "the program was started in the folder of a game; start it in the folder above to "
                "begin another game"
            )
        name = re.sub(r"[^\w-]+", "-", title.strip().lower()).strip("-_")[:60]
        if not name or not FOLDER.fullmatch(name):
            raise OpenError("give the game a name with letters or digits")
        if RESERVED.fullmatch(name):
            name = f"game-{name}"
        folder = self._below(name)
        if folder.exists():
            raise OpenError(f"the folder {name} exists already; choose another name", 409)
        return folder


def templates() -> list[dict[str, str]]:
    """The templates of new games: their names and what they are."""
    return [{"id": name, "summary": template_summary(name)} for name in TEMPLATES]


def _title(folder: Path) -> str:
    try:
        return first_title(folder) or folder.name
    except (OSError, ValueError):
        return folder.name


def _entries(archive: Archive, name: str) -> dict[tuple[str, ...], str]:
    """The entries of the game in an archive, by the steps of their paths in its folder.

    Hidden files and those of a system are left out. Raises OpenError.
    """
    paths = {one: tuple(step for step in one.split("/") if step != ".") for one in archive.names()}
    inside = sorted((steps for steps in paths.values() if steps[-1] == GAME_FILE), key=len)
    if not inside:
        raise OpenError(f"{name} has no game.yaml, so it is not a game")
    above = inside[0][:-1]
    found: dict[tuple[str, ...], str] = {}
    for one, steps in paths.items():
        inner = steps[len(above) :]
        if steps[: len(above)] != above or any(
            step.startswith((".", "__MACOSX")) for step in steps
        ):
            continue
        # An empty step would make the rest an absolute path; `:` and reserved names are Windows's.
        if inner in found or any(not _plain(step) for step in inner):
            raise OpenError(f"{name} has a file whose name cannot be used here: `{one[:80]}`")
        found[inner] = one
    return found


def _check_extended(folder: Path, name: str) -> None:
    """Refuse an unpacked game that extends a folder outside it. Raises OpenError."""
    allowed = {path.resolve() for path in bundled_games().values()}
    for file in folder.rglob(GAME_FILE):
        below = extended_folder(file.parent)
        if below is not None and below.resolve() not in allowed and leads_out(below, folder):
            raise OpenError(
                f"{name}: {file.relative_to(folder).as_posix()} extends a folder that is not in "
                "the archive; put that game into it, or extend a bundled game"
            )
    forget_extended()


def _plain(step: str) -> bool:
    """Whether a file or folder can be called so on every system."""
    return bool(step.strip(" .")) and ":" not in step and not RESERVED.fullmatch(step)
