"""Every command, file and program that the documentation shows works as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.runner import blocks, run

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(
    page
    for page in DOCS.rglob("*.md")
    if any(block.kind in ("console", "yaml", "python", "csv") for block in blocks(page))
)
FAST = {"first-module.md", "rules-page.md"}
RUN_ELSEWHERE = {"api.md"}
"""Pages whose programs another test runs, with the files that they name."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[] if page.name in FAST else [pytest.mark.slow], id=page.stem)
        for page in PAGES
        if page.name not in RUN_ELSEWHERE
    ],
)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(page, tmp_path)
