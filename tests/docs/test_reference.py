"""The reference is complete: every key, command, icon, trait and finding, and no page twice."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from pathlib import Path

import pytest
import yaml

import modgen.model.types
from modgen.assets import asset_path
from modgen.cli import COMMANDS
from modgen.model.types.base import Part
from modgen.vassal.traits import REGISTRY

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs" / "_generate"))


def parts() -> list[type[Part]]:
    modules = [
        importlib.import_module(f"modgen.model.types.{found.name}")
        for found in pkgutil.iter_modules(modgen.model.types.__path__)
    ]
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Part)
        and value.__module__ == module.__name__
    ]


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.__name__)
def test_every_key_has_a_meaning(part: type[Part]) -> None:
    assert part.__doc__
    missing = [name for name, field in part.model_fields.items() if not field.description]
    assert not missing


@pytest.mark.long
def test_every_part_of_a_file_is_in_the_reference() -> None:
    files = importlib.import_module("files")
    text = "\n".join(files.pages().values())
    named = {part.__name__ for part in parts()}
    shown = set(re.findall(r"^## (\w+)$", text, re.MULTILINE))
    roots = {model.__name__ for model, _ in {**files.KINDS, **files.TABLES}.values()}
    assert named - shown - roots <= {"Face", "Part", "Fact", "Place", "Which"}
    assert "| `hand_limit` |" in text


@pytest.mark.long
def test_the_written_tables_of_keys_are_those_of_the_code() -> None:
    """The examples, which come from the bundled games, may be older."""
    files = importlib.import_module("files")
    for name, text in files.pages().items():
        written = (files.WRITTEN / f"{name}.md").read_text("utf-8")
        hint = "run `python docs/_generate/files.py`"
        assert _without_examples(written) == _without_examples(text), hint


def _without_examples(page: str) -> list[str]:
    outside = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    lines = outside.splitlines()
    return [line.rsplit(" | ", 1)[0] if line[:1] == "|" else line for line in lines]


def test_commands_icons_and_traits() -> None:
    commands = importlib.import_module("commands").page()
    assert all(f"### modgen {name}\n" in commands for name in COMMANDS)
    catalogues = importlib.import_module("catalogues")
    icons = catalogues.icons()
    assert all(f"<code>{path.stem}</code>" in icons for path in asset_path("icons").glob("*.svg"))
    traits = catalogues.trait_page()
    assert all(f"`{prefix}`" in traits for prefix in REGISTRY)
    library = catalogues.library()
    assert all(f"## {name}\n" in library for name in modgen.__all__)


@pytest.mark.slow
def test_messages_have_remedies() -> None:
    page = importlib.import_module("messages").page()
    assert "did you mean" in page or "spelling" in page
    rows = [line for line in page.splitlines() if line.startswith("| ") and "message" not in line]
    assert len(rows) > 200
    assert not [row for row in rows if row.startswith("|  |")]


def test_the_navigation_is_complete() -> None:
    written = {
        path.relative_to(ROOT / "docs").as_posix()
        for path in (ROOT / "docs").rglob("*.md")
        if "_generate" not in path.parts
    }
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    listed = set(re.findall(r"[\w/-]+\.md", text))
    assert yaml.safe_load(text)["strict"] is True
    assert not written - listed
