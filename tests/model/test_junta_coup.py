"""Junta's coup: its city, its set-ups, and the fields of the model that it uses."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen_rules.engine.record.zones import zones_of

BASES = ("brigade_1_base", "brigade_2_base", "brigade_3_base")
CENTRES = (
    "central_bank",
    "parliament",
    "presidential_palace",
    "radio_transmitter",
    "train_station",
)


def steps_from(game: Game, start: str) -> dict[str, int]:
    """The number of steps to each space."""
    near: dict[str, set[str]] = {space: set() for space in game.spaces}
    for edge in game.map.edges:
        a, b = edge.between
        near[a].add(b)
        near[b].add(a)
    distances, waiting = {start: 0}, deque([start])
    while waiting:
        current = waiting.popleft()
        for other in near[current] - distances.keys():
            distances[other] = distances[current] + 1
            waiting.append(other)
    return distances


def test_the_city(junta_coup: Game) -> None:
    assert (len(junta_coup.spaces), len(junta_coup.map.edges)) == (25, 46)
    centres = {space.id for space in junta_coup.map.spaces if space.attributes.get("power_center")}
    assert centres == set(CENTRES)
    for base, far in zip(BASES, ([3, 4, 4, 4, 2], [2, 2, 3, 3, 4], [4, 3, 2, 2, 4]), strict=True):
        steps = steps_from(junta_coup, base)
        assert len(steps) == 25
        assert [steps[centre] for centre in CENTRES] == far


def test_streets_cross_nowhere_and_pass_no_other_space(junta_coup: Game) -> None:
    at = {space.id: layout.centre(junta_coup, space) for space in junta_coup.map.spaces}
    lines = [tuple(edge.between) for edge in junta_coup.map.edges]

    def turn(a: str, b: str, c: str) -> float:
        (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    for n, (a, b) in enumerate(lines):
        for c, d in lines[n + 1 :]:
            if len({a, b, c, d}) == 4:
                apart = turn(a, b, c) * turn(a, b, d) > 0 or turn(c, d, a) * turn(c, d, b) > 0
                assert apart, (a, b, c, d)


def test_everybody_begins_where_the_rules_say(junta_coup: Game) -> None:
    for scenario in junta_coup.scenarios:
        place = scenario.place
        assert place["presidential_palace"] == {"palace_guard": 4}
        assert [place[base] for base in BASES] == [{f"brigade_{n}": 6} for n in (1, 2, 3)]
    in_precincts, forced = sorted(junta_coup.scenarios, key=lambda one: one.id == "parliament")
    assert forced.place["parliament"] == {"police": 4}
    assert sum(held.get("police", 0) == 1 for held in in_precincts.place.values()) == 4


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(bundled_games()))
def test_whatever_is_sent_to_a_space_arrives_there(name: str) -> None:
    game = load(bundled_games()[name]).game
    zones = zones_of(game)
    for space in game.map.spaces:
        for piece in game.pieces:
            if piece.kind in ("force", "marker", "pawn", "leader", "counter"):
                at = layout.space_point(game, space, piece)
                assert zones.find(space.board, at) == space.id, piece.id


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("pieces.csv", "|aranda|benitez", "|arnada|benitez", "side `arnada`"),
        ("map.yaml", "takes: [seat_aranda", "takes: [seat_arnada", "piece `seat_arnada`"),
        (
            "game.yaml",
            "asks: true, hits: 6",
            "asks: true, hits: 7",
            "hits at 7 or more, but has only 6 sides",
        ),
        ("map.yaml", "icon: crown", "icon: crwon", "crwon"),
    ],
)
def test_mistakes_are_told(junta_folder: Path, file: str, old: str, new: str, problem: str) -> None:
    path = junta_folder / file
    text = path.read_text("utf-8")
    column = 19 if file == "pieces.csv" else 0
    path.write_text(_spoilt(text, old, new, column), "utf-8")
    messages = [str(message) for message in load(junta_folder).diagnostics.errors]
    assert any(problem in message and f"{file}:" in message for message in messages), messages


def _spoilt(text: str, old: str, new: str, column: int) -> str:
    """The last occurrence in its line; in a table, it is in the column of controlling sides."""
    if not column:
        return text.replace(old, new, 1)
    at = text.index(old, text.index(old) + 1)
    return text[:at] + new + text[at + len(old) :]
