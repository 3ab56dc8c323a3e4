"""The functions and variables of the board for the expressions of `rules.yaml`.

A function that meets a mistake, such as an unknown place, notes it in `problem` and returns an
empty value: the library would print an exception of ours to the terminal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from modgen.model.game import Game, face_of
from modgen.model.movement.graph import Graph, graph_of
from modgen_rules.general.expressions import (
    Expression,
    ExpressionError,
    Names,
    compiled,
    evaluate,
    library,
)
from modgen_rules.general.scenes import Move, Position, Scene
from modgen_rules.general.vocabulary import EVERYTHING, UnknownWordError, Vocabulary

MAX_CALLS = 20_000
"""Calls of functions in one evaluation."""
MAX_LIST = 5_000
MAX_NESTED_LIST = 300
"""Items of a list in an expression with loops inside loops."""
ITEMS_PER_CALL = 20
"""How many elements of a list cost as much as a call."""
SEARCH_COST = 100
"""As how many calls a search from a new place counts."""
BEFORE, AFTER = "\0before", "\0after"

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "count": ("what", "where"), "strength": ("what", "where"), "controls": ("side", "place"),
    "state": ("state", "place"), "level": ("marker",), "total": ("total",),
    "moved": ("what", "where?", "where?"), "moves": ("what", "where?", "where?"),
    "drawn": ("what",), "rolled": ("die?",),
    "adjacent": ("place", "place"), "distance": ("place", "place", "what?"),
    "terrain": ("place",), "reach": ("place", "number", "what?"), "places": ("where",),
    "attribute": ("attribute", "place"),
    "sum": ("list",), "min": ("list",), "max": ("list",),
}  # fmt: skip
"""Every function with the kinds of its arguments; `?` marks one that may be left out."""
OF_POSITION = frozenset({"count", "strength", "controls", "state", "level", "total"})
"""The functions that `before.` and `after.` may precede."""
VARIABLES = ("side", "phase", "game_turn", "turn", "sides")
FIELDS = ("kind", "was", "face", "from", "to")
"""What a move has."""
NAMES = Names(FUNCTIONS, VARIABLES, FIELDS, {"before": OF_POSITION, "after": OF_POSITION})


class BoardFunctions:
    """Evaluates expressions on scenes. `games` is the game in each of its languages."""

    def __init__(self, games: Sequence[Game], named: Callable[[str], str] | None = None) -> None:
        self.game = games[0]
        self.words = Vocabulary(self.game)
        self.name = named or self.words.name
        """Gives the displayed name of a piece or place."""
        self.scene: Scene | None = None
        self.problem = ""
        self.doubtful = False
        """Whether a result depends on a piece whose place is unknown."""
        self.spent = 0
        """What all evaluations have cost so far, in calls."""
        self._calls = 0
        self._longest = MAX_LIST
        self._dice = {die.name: die.id for game in games for die in game.info.dice}
        self._strengths = {
            (piece.id, face.id): face_of(piece, face.id).strength
            for piece in self.game.pieces
            for face in piece.faces
        }
        self._distances: dict[str, dict[str, int]] = {}
        self._ways_around: dict[tuple[str, str], dict[str, int]] = {}
        """The distances of the scene from a place, without places that have some pieces."""
        self._hidden = {pile.box for pile in self.game.cards_file.piles if pile.face == "down"}
        self._context = library().Context()
        self._context.set_variable_resolver(self._variable)
        for name in FUNCTIONS:
            self._context.add_function(name, self._guarded(name, getattr(self, f"_{name}")))

    def compile(self, text: str) -> Expression:
        """Compile an expression, and check every name and text in it. Raises ExpressionError."""
        made = compiled(text, NAMES)
        for call in made.calls:
            for kind, argument in zip(FUNCTIONS.get(call.name.text, ()), call.arguments):  # noqa: B905
                match argument:
                    case [word] if word.kind == "text":
                        try:
                            self.words.check(kind, word.value)
                        except UnknownWordError as problem:
                            raise ExpressionError(
                                problem.message, word.offset, problem.hint
                            ) from problem
        return made

    def value(self, expression: Expression, scene: Scene) -> Any:
        """The value of an expression for a scene. Raises ExpressionError when it has none."""
        self.scene = scene
        self.problem = ""
        self._calls = 0
        self._ways_around.clear()
        self._longest = MAX_NESTED_LIST if expression.loops > 1 else MAX_LIST
        try:
            found = evaluate(expression, self._context)
        except ExpressionError:
            if not self.problem:
                raise
        finally:
            self.spent += self._calls
        if self.problem:
            raise ExpressionError(self.problem)
        return found

    # --- calls -------------------------------------------------------------------------------

    def _guarded(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that notes its mistakes, and counts its calls."""
        takes = [kind.rstrip("?") for kind in FUNCTIONS[name]]
        types = [{"list": list, "number": int}.get(kind, str) for kind in takes]
        of_position = name in OF_POSITION
        empty = _EMPTY.get(name, 0)

        def call(*given: Any) -> Any:
            self._calls += 1
            if self.problem or self._calls > MAX_CALLS:
                self.problem = self.problem or "it takes too long; use fewer loops"
                return empty
            scene = self.scene
            if scene is None:
                return empty
            at = scene.after
            if of_position and given[0] in (BEFORE, AFTER):
                at = scene.before if given[0] == BEFORE else at
                given = given[1:]
            try:
                for number, value in enumerate(given):
                    if type(value) is not types[number]:
                        raise _wrong_type(name, takes[number], types[number])
                return function(at, *given) if of_position else function(*given)
            except UnknownWordError as problem:
                self.problem = str(problem)
            except ExpressionError as problem:
                self.problem = problem.message
            return empty

        return call

    def _variable(self, name: str) -> Any:
        scene = self.scene
        if scene is None:
            return None
        if name in ("before", "after"):
            return BEFORE if name == "before" else AFTER
        if name == "sides":
            return list(self.game.sides)
        return {
            "side": scene.side,
            "phase": scene.phase,
            "game_turn": scene.game_turn,
            "turn": scene.number,
        }.get(name)

    def _listed(self, items: Iterable[Any]) -> list[Any]:
        found = list(items)
        nested = self._longest == MAX_NESTED_LIST
        self._calls += len(found) * (len(found) if nested else 1) // ITEMS_PER_CALL
        if len(found) > self._longest:
            raise ExpressionError(
                f"a list has {len(found)} items; at most {self._longest} are allowed here"
            )
        return found

    # --- positions ---------------------------------------------------------------------------

    def _count(self, at: Position, what: str, where: str) -> int:
        return self._weighed(at, what, where, None)

    def _strength(self, at: Position, what: str, where: str) -> int:
        return self._weighed(at, what, where, self._strengths)

    def _weighed(
        self, at: Position, what: str, where: str, weights: Mapping[Any, int] | None
    ) -> int:
        """How many pieces are somewhere, or their weights together."""
        wanted, places = self.words.what(what), self.words.where(where)
        if places is not None and at.unplaced and not wanted.isdisjoint(at.unplaced):
            self.doubtful = True
        held = at.held
        total = 0
        if places is not None and len(places) > len(held):
            places = places & held.keys()
        for place in held if places is None else places:
            for shown, number in held.get(place, {}).items():
                if shown in wanted:
                    total += number if weights is None else number * weights.get(shown, 0)
        return total

    def _controls(self, at: Position, side: str, place: str) -> bool:
        self._known("side", side)
        self._known("place", place)
        rule = self.game.info.control
        if rule is not None:
            values = next((one.values for one in self.game.info.states if one.id == rule.state), [])
            holder = at.setup.controller(place)
            return any(value.id == holder and (value.side or value.id) == side for value in values)
        present = {one for one in self.game.sides if self._count(at, one, place)}
        return present == {side}

    def _state(self, at: Position, state: str, place: str) -> str:
        self._known("state", state)
        self._known("place", place)
        default = self.game.states[state].default
        return at.states.get(place, {}).get(state, default)

    def _level(self, at: Position, marker: str) -> int:
        self._known("marker", marker)
        found = at.levels.get(marker)
        if found is None:
            self.doubtful = True
            return 0
        return found

    def _total(self, at: Position, total: str) -> int:
        self._known("total", total)
        return at.setup.total(self.game.totals[total])

    # --- what happened -----------------------------------------------------------------------

    def _moves(
        self, what: str, source: str = EVERYTHING, target: str = EVERYTHING
    ) -> list[dict[str, str]]:
        return self._listed(
            {
                "kind": move.kind,
                "was": move.was,
                "face": move.face,
                "from": move.source,
                "to": move.target,
            }
            for move in self._chosen(what, source, target)
        )

    def _moved(self, what: str, source: str = EVERYTHING, target: str = EVERYTHING) -> int:
        return sum(1 for _ in self._chosen(what, source, target))

    def _chosen(self, what: str, source: str, target: str) -> Iterator[Move]:
        """The moves of some pieces between some places."""
        wanted = self.words.what(what)
        starts, ends = self.words.where(source), self.words.where(target)
        for move in self._now.moves:
            if (move.kind, move.face) not in wanted or move.source == move.target:
                continue
            self.doubtful |= _uncertain(move.source) or _uncertain(move.target)
            if (starts is None or move.source in starts) and (ends is None or move.target in ends):
                yield move

    def _drawn(self, what: str) -> int:
        return sum(
            move.source in self._hidden and move.target not in self._hidden
            for move in self._chosen(what, EVERYTHING, EVERYTHING)
        )

    def _rolled(self, die: str = "") -> list[int]:
        if die:
            self._known("die", die)
        return self._listed(
            result
            for step in self._now.steps
            for roll in step.rolls
            if not die or self._dice.get(roll.what) == die
            for result in roll.results
        )

    # --- the map -----------------------------------------------------------------------------

    def _adjacent(self, place: str, other: str) -> bool:
        return self._far(place).get(other, -1) == 1

    def _distance(self, place: str, other: str, around: str = "") -> int:
        self._known("place", other)
        return self._far(place, around).get(other, -1)

    def _reach(self, place: str, steps: int, around: str = "") -> list[str]:
        far = self._far(place, around)
        return self._listed(other for other, number in far.items() if 0 < number <= steps)

    def _places(self, where: str) -> list[str]:
        found = self.words.where(where)
        every = self.words.where("map") if found is None else found
        return self._listed(sorted(every or ()))

    def _attribute(self, name: str, place: str) -> Any:
        self._known("attribute", name)
        self._known("place", place)
        space = self.game.spaces.get(place)
        return space.attributes.get(name, 0) if space else 0

    def _far(self, place: str, around: str = "") -> Mapping[str, int]:
        """The number of steps from a place to every place that can be reached from it.

        No step enters a place with pieces that `around` describes.
        """
        key = (place, around)
        found = self._ways_around.get(key) if around else self._distances.get(place)
        if found is None:
            self._known("place", place)
            self._calls += SEARCH_COST
            closed = self._held_by(around) if around else frozenset()
            found = {place: 0}
            waiting = deque([place])
            while waiting:
                here = waiting.popleft()
                for other in self._next(here):
                    if other not in found and other not in closed:
                        found[other] = found[here] + 1
                        waiting.append(other)
            if around:
                self._ways_around[key] = found
            else:
                self._distances[place] = found
        return found

    def _held_by(self, what: str) -> frozenset[str]:
        """The places with some pieces after the turn."""
        at, wanted = self._now.after, self.words.what(what)
        self.doubtful |= not wanted.isdisjoint(at.unplaced)
        return frozenset(place for place, held in at.held.items() if not wanted.isdisjoint(held))

    def _next(self, place: str) -> Iterable[str]:
        return (link.end for link in self._graph.links.get(place, ()) if not link.against)

    def _terrain(self, place: str) -> str:
        self._known("place", place)
        found = self._graph.terrain.get(place)
        return found.id if found else ""

    @cached_property
    def _graph(self) -> Graph:
        return graph_of(self.game)

    # --- numbers -----------------------------------------------------------------------------

    def _sum(self, numbers: list[Any]) -> Any:
        return sum(_numbers("sum", numbers))

    def _min(self, numbers: list[Any]) -> Any:
        return min(_numbers("min", numbers), default=0)

    def _max(self, numbers: list[Any]) -> Any:
        return max(_numbers("max", numbers), default=0)

    # --- mistakes ----------------------------------------------------------------------------

    @property
    def _now(self) -> Scene:
        if self.scene is None:
            raise ExpressionError("this function needs a position of the game")
        return self.scene

    def _known(self, kind: str, word: str) -> None:
        """Refuse an unknown word; a place where nothing can be asked is in doubt."""
        if kind == "place" and (word == "off" or ":" in word or word == "unknown"):
            self.doubtful = self.doubtful or _uncertain(word)
            return
        self.words.check(kind, word)


_EMPTY: dict[str, Any] = {
    "controls": False,
    "adjacent": False,
    "state": "",
    "terrain": "",
    "moves": [],
    "rolled": [],
    "reach": [],
    "places": [],
}
"""What a function returns after a mistake, unless it returns a number."""


def _uncertain(place: str) -> bool:
    return place == "unknown" or place.startswith("board:")


def _wrong_type(name: str, kind: str, wanted: type) -> ExpressionError:
    called = {list: "a list", int: "a number", str: "a text"}[wanted]
    return ExpressionError(f"`{name}` takes {called} for its {kind}")


def _numbers(name: str, values: Sequence[Any]) -> Sequence[Any]:
    for value in values:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ExpressionError(f"`{name}` takes a list of numbers")
    return values
