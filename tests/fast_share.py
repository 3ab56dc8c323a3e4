"""Which of many similar tests run in the fast suite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def every_nth_fast(step: int, values: Iterable[Any]) -> list[Any]:
    """Values to parametrize a test with: the first of every `step` as they are, the others slow.

    The values may be made with `pytest.param`.
    """
    found = []
    for number, value in enumerate(values):
        made = value if hasattr(value, "marks") else pytest.param(value)
        marks = (*made.marks, pytest.mark.slow) if number % step else made.marks
        found.append(pytest.param(*made.values, marks=marks, id=made.id))
    return found
