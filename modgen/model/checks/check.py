"""What a check is: a function from a loaded game to diagnostics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game

Check = Callable[[Game], Iterator[PartDiagnostic]]
"""Looks at one aspect of a game and yields what is wrong with it."""
