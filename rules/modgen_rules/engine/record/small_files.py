"""Small text files that people write: read with a limit of size, and errors that name the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.vassal.archive import open_file


def text_of(path: Path, most: int, error: type[ModgenError]) -> str:
    """The text of a file of at most `most` bytes. Raises `error`."""
    try:
        if path.stat().st_size > most:
            raise error(f"{path} is larger than {most // 1024} KiB")
        with open_file(path) as file:
            return file.read().decode("utf-8")
    except UnicodeDecodeError as problem:
        raise error(f"{path} is not UTF-8 text") from problem
    except OSError as problem:
        raise error(f"{path} cannot be read: {(problem.strerror or '').lower()}") from problem


def yaml_of(path: Path, most: int, error: type[ModgenError], remedy: str) -> Any:
    """What is in a YAML file of at most `most` bytes. Raises `error`, which ends in the remedy."""
    import yaml

    try:
        return yaml.safe_load(text_of(path, most, error))
    except (yaml.YAMLError, RecursionError) as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise error(f"{where}: this is not YAML; {remedy}") from problem
