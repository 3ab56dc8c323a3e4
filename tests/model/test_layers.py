"""The packages of `modgen.model` import one another in one direction only."""

import ast
from pathlib import Path

import pytest

import modgen.model

ROOT = Path(modgen.model.__file__).parent
ORDER = (
    "types",
    "files",
    "geography",
    "game",
    "texts",
    "on_paper",
    "colour_vision",
    "boards",
    "tactics",
    "movement",
    "facing",
    "setup",
    "placing",
    "checks",
    "loading",
)


BELOW = ("modgen", "modgen.errors", "modgen.assets", "modgen.shown", "modgen.svg_sizes")
"""What the model may import from outside."""


def layer(module: str) -> int:
    return ORDER.index(module.split(".")[2])


def imports(file: Path) -> set[str]:
    """The modules of `modgen` that a file imports, also inside functions and `if TYPE_CHECKING`."""
    modules = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules.add(node.module)
        elif isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
    return {module for module in modules if module.split(".")[0] in ("modgen", "modgen_rules")}


@pytest.mark.parametrize("name", ORDER)
def test_a_layer_imports_only_those_below(name: str) -> None:
    path = ROOT / name
    files = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    assert files
    for file in files:
        for module in imports(file):
            if module.startswith("modgen.model."):
                assert layer(module) <= ORDER.index(name), (file, module)
            else:
                assert module in BELOW, (file, module)


def test_every_package_has_a_layer_and_says_what_it_is() -> None:
    assert {path.stem for path in ROOT.iterdir() if path.name[0] != "_"} == set(ORDER)
    for package in ROOT.glob("*/__init__.py"):
        assert ast.get_docstring(ast.parse(package.read_text("utf-8"))), package
