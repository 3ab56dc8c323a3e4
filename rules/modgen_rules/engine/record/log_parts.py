"""Which steps of a log belong to a game, and the error of a log that cannot be used."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from modgen.errors import ModgenError


class UnusableLogError(ModgenError, ValueError):
    """The log cannot be checked at all; the message says why."""


class LogPart(NamedTuple):
    """A log, or its first steps when the next log repeats the others; `last` counts from 1."""

    path: Path
    last: int = sys.maxsize
