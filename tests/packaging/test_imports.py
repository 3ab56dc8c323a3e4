"""Modules import downward: no circles, and each package only what the documentation lets it."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "docs" / "explanation" / "architecture.md"
TREES = {"modgen": ROOT / "modgen", "modgen_rules": ROOT / "rules" / "modgen_rules"}
ROW = re.compile(r"^\| (?P<packages>`modgen[^|]*) \|[^|]*\| (?P<may>[^|]*) \|$", re.M)
NAME = re.compile(r"`([\w.]+)`")
LAYERS = ("law", "record", "reading", "judging", "reports", "play", "writing")
"""The folders of the engine and of a rulebook; each imports itself and those before it."""


@cache
def imports() -> dict[str, set[str]]:
    """The modules that each module imports, also inside functions and for its types."""
    paths = {
        ".".join((name, *path.relative_to(tree).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for name, tree in TREES.items()
        for path in tree.rglob("*.py")
    }
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        found[name] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert not node.level, f"{path}: a relative import"
                parts = [f"{node.module}.{alias.name}" for alias in node.names]
                targets = [part if part in paths else node.module for part in parts]
            else:
                continue
            found[name] |= {one for one in targets if one in paths and one not in TREES}
    return found


def test_no_modules_import_each_other() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_packages_import_what_the_table_allows() -> None:
    rows = [
        (NAME.findall(row["packages"]), row["may"])
        for row in ROW.finditer(
            (ROOT / "docs" / "explanation" / "architecture.md").read_text("utf-8")
        )
    ]
    packages = {name for names, _ in rows for name in names}

    def package(module: str) -> str:
        return ".".join(module.split(".")[:2])

    assert {package(name) for name in imports()} == {*packages, *TREES, "modgen.__main__"}
    wrong = []
    for names, text in rows:
        listed = {one if one in packages else f"modgen.{one}" for one in NAME.findall(text)}
        assert listed <= packages
        may = packages - listed if text.startswith("all") else listed
        for module in imports():
            if package(module) in names:
                targets = {package(target) for target in imports()[module]} - {package(module)}
                wrong += [f"{module} imports {target}" for target in sorted(targets - may)]
    assert wrong == []


def test_folders_of_a_rulebook_import_downward() -> None:
    """A rulebook's law knows no record, its judges no player; `checker` and others join them."""
    wrong = []
    for module, targets in imports().items():
        parts = module.split(".")
        if parts[0] != "modgen_rules" or len(parts) < 4 or parts[2] not in LAYERS:
            continue
        lower = (*LAYERS[: LAYERS.index(parts[2]) + 1], "wording")
        for target in targets:
            others = target.split(".")
            if others[:2] == parts[:2] and others[2:] and others[2] not in lower:
                wrong.append(f"{module} imports {target}")
    assert wrong == []
