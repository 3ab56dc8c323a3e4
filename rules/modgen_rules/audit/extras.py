"""Optional packages: imported when they are needed, with a remedy when they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from modgen.errors import ModgenError


class MissingExtraError(ModgenError, ImportError):
    """A package that an extra of Modgen installs is missing."""


def need(package: str, extra: str) -> Any:
    """Import a package of an extra. Raises MissingExtraError."""
    try:
        return import_module(package)
    except ImportError as problem:
        raise MissingExtraError(
            f"this needs the package `{package}`; install it with "
            f"`pip install vassal-modgen[{extra}]`"
        ) from problem
