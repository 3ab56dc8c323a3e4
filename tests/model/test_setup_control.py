"""Control that a set-up does not state follows from its pieces."""

from pathlib import Path

from modgen.model.loading.folder import load
from modgen.model.placing import scenario_states
from modgen.model.setup import setup_position


def test_control_that_is_not_stated_follows_from_the_pieces(folder: Path) -> None:
    path = folder / "scenarios" / "start.yaml"
    before = load(folder).game
    stated = before.scenarios[0].states["east"]
    text = path.read_text("utf-8")
    assert "  east: {control: red}\n" in text
    path.write_text(text.replace("  east: {control: red}\n", ""), "utf-8")
    loaded = load(folder)
    assert not loaded.diagnostics.errors
    scenario = loaded.game.scenarios[0]
    assert setup_position(loaded.game, scenario).states["east"] == stated == {"control": "red"}
    shown = {one.space.id: one.value for one in scenario_states(loaded.game, scenario)}
    assert shown == {
        one.space.id: one.value for one in scenario_states(before, before.scenarios[0])
    }
