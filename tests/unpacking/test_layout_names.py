"""Names of files for components of equal titles."""

from __future__ import annotations

import time

from modgen.unpacking.layout import _file_name
from modgen.unpacking.xml import Node


def test_many_components_of_one_name_get_names_in_linear_time() -> None:
    begun = time.process_time()
    taken: dict[str, int] = {}
    nodes = [Node("x.Map", {"mapName": "Main"}) for _ in range(20_000)]
    names = [_file_name(node, taken) for node in nodes]
    assert names[:3] == ["Map-Main", "Map-Main-2", "Map-Main-3"]
    assert len(set(names)) == len(names)
    assert _file_name(Node("x.Map", {"mapName": "Main 2"}), taken) == "Map-Main-2-2"
    assert time.process_time() - begun < 3
