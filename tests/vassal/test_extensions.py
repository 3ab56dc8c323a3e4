"""Extensions of a module: which are found, where their parts go, whose pictures come first."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from modgen.vassal.archive import ArchiveError, write_archive
from modgen.vassal.components import Component, component, write_tree
from modgen.vassal.extensions import TargetError, read_extended, read_extension, target_path
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.module import BUILD_FILE, Module, write_module

MAP = "VASSAL.build.module.Map"
WINDOW = "VASSAL.build.module.PieceWindow"
TAB = "VASSAL.build.widget.TabWidget"
LIST = "VASSAL.build.widget.ListWidget"


def tree() -> Component:
    """Two maps, and pieces in lists whose names occur in two tabs."""
    tabs = [
        component("TabWidget", [component("ListWidget", entryName="Foot")], entryName="Red"),
        component(
            "TabWidget",
            [component("ListWidget", entryName="Foot"), component("ListWidget", entryName="a/b:c")],
            entryName="Blue",
        ),
    ]
    children = [
        component("BasicCommandEncoder"),
        component("Map", [component("BoardPicker")], mapName="Sea"),
        component("Map", [component("BoardPicker")], mapName="Land"),
        component("PieceWindow", tabs, name="Pieces"),
        component("PrototypesContainer"),
    ]
    return component("GameModule", children, name="Base", version="1.0")


def property_named(name: str) -> Component:
    return component("GlobalProperty", name=name)


def write_extension(
    path: Path,
    parts: Sequence[tuple[str, Component]],
    images: dict[str, bytes] | None = None,
    module: str = "Base",
    *,
    universal: bool = False,
    version: str = "2.1",
) -> None:
    elements = [
        Component("VASSAL.build.module.ExtensionElement", {"target": target}, [child])
        for target, child in parts
    ]
    attributes = {
        "anyModule": str(universal).lower(),
        "extensionId": "abc",
        "module": module,
        "moduleVersion": "1.0",
        "version": version,
    }
    root = Component("VASSAL.build.module.ModuleExtension", attributes, elements)
    entries = {f"images/{name}": data for name, data in (images or {}).items()}
    about = write_metadata(Metadata(version))
    write_archive(path, {BUILD_FILE: write_tree(root), "extensiondata": about, **entries})


@pytest.fixture
def base(tmp_path: Path) -> Path:
    path = tmp_path / "base-1.0.vmod"
    write_module(path, Module(tree(), Metadata("1.0", "Base"), {"a.png": b"own"}))
    (tmp_path / "base-1.0_ext").mkdir()
    return path


def names_under(root: Component, *path: int) -> list[str]:
    for index in path:
        root = root.children[index]
    return [child.attributes.get("name", "") for child in root.find_all("GlobalProperty")]


def test_parts_are_added_where_their_targets_lead(base: Path) -> None:
    given = base.with_name("more.vmdx")
    parts = [("", property_named("module")), (f"{MAP}:Land", property_named("land"))]
    write_extension(given, [*parts, (f"{WINDOW}:Pieces/{TAB}:Blue", property_named("blue"))])
    extended = read_extended(base, [given])
    assert extended.problems == []
    module = extended.module
    assert names_under(module.tree, 2) == ["land"]
    assert names_under(module.tree, 3, 1) == ["blue"]
    assert [child.name for child in module.tree.children][-1] == "GlobalProperty"
    assert module.extensions == {"more": "2.1"}


@pytest.mark.parametrize(
    ("target", "indices"),
    [
        (f"{MAP}:Land", (2,)),
        (f"{MAP}:Unknown", (1,)),
        (f"{WINDOW}:Pieces/{TAB}:Blue/{LIST}:Foot", (3, 1, 0)),
        (f"{WINDOW}:Pieces/{TAB}:Green/{LIST}:Foot", (3, 0, 0)),
        (f"{WINDOW}:Pieces/{TAB}:Blue/{LIST}:a\\/b\\:c", (3, 1, 1)),
        ("VASSAL.build.module.PrototypesContainer", (4,)),
    ],
)
def test_targets_are_resolved_as_in_the_engine(target: str, indices: tuple[int, ...]) -> None:
    root = wanted = tree()
    for index in indices:
        wanted = wanted.children[index]
    assert target_path(root, target)[-1] is wanted


def test_a_step_is_not_tried_elsewhere_when_its_name_is_found() -> None:
    root = tree()
    root.children[3].children[0].children.clear()
    with pytest.raises(TargetError, match="no ListWidget `Foot` in its TabWidget `Red`"):
        target_path(root, f"{WINDOW}:Pieces/{TAB}:Red/{LIST}:Foot")


def test_the_first_part_without_a_target_ends_an_extension(base: Path) -> None:
    given = base.with_name("more.vmdx")
    targets = ["", "VASSAL.build.module.Inventory:None", ""]
    write_extension(given, [(each, property_named(str(n))) for n, each in enumerate(targets)])
    module, problems = read_extended(base, [given])
    assert names_under(module.tree) == ["0"]
    assert [problem.partition(": ")[2] for problem in problems] == [
        "the module has no Inventory `None` in its GameModule `Base`; this part and those after "
        "it are left out"
    ]


def test_the_folder_beside_the_module_is_read(base: Path) -> None:
    folder = base.with_name("base-1.0_ext")
    write_extension(folder / "b.vmdx", [("", property_named("b"))], {"x.png": b"b"})
    write_extension(folder / "a.vmdx", [("", property_named("a"))], {"x.png": b"a", "a.png": b"?"})
    write_extension(folder / "other.zip", [("", property_named("other"))])
    write_extension(folder / ".hidden.vmdx", [("", property_named("hidden"))])
    (folder / "inactive").mkdir()
    write_extension(folder / "inactive" / "c.vmdx", [("", property_named("c"))])
    (folder / "notes.txt").write_text("not an extension")
    module, problems = read_extended(base)
    assert problems == []
    assert names_under(module.tree) == ["a", "b", "other"]
    assert (module.images["a.png"], module.images["x.png"]) == (b"own", b"a")


def test_an_extension_of_another_module_adds_nothing(base: Path) -> None:
    folder = base.with_name("base-1.0_ext")
    write_extension(folder / "of.vmdx", [("", property_named("of"))], module="Other")
    write_extension(
        folder / "any.vmdx", [("", property_named("any"))], module="Other", universal=True
    )
    module, problems = read_extended(base)
    assert names_under(module.tree) == ["any"]
    assert problems == [
        f"{folder / 'of.vmdx'} extends the module `Other`, not `Base`; it is left out"
    ]


def test_a_damaged_extension_is_named(base: Path) -> None:
    damaged = base.with_name("base-1.0_ext") / "x.vmdx"
    damaged.write_bytes(b"PK")
    module, problems = read_extended(base)
    assert module.extensions == {}
    assert [problem.startswith(str(damaged)) for problem in problems] == [True]
    with pytest.raises(ArchiveError, match="is not an extension, but a module"):
        read_extension(base)
