"""The benchmarks can be imported: they use names of the rules that nothing else checks."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("benchmarks/[a-z]*.py")), ids=lambda one: one.stem
)
def test_a_benchmark_can_be_imported(path: Path) -> None:
    assert import_module(f"benchmarks.{path.stem}").__doc__
