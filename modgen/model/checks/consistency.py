"""Cross-checks of a loaded game: what no single file can tell by itself.

Each check is a generator of problems and looks at one thing. A problem names the part of the
game and the field at which it lies; the loader turns that into file, line and column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from modgen.model.checks import areas as areachecks
from modgen.model.checks import tactics as tacticchecks
from modgen.model.game import Game, SetupPosition, split_face
from modgen.model.loading.problems import Check, Problem
from modgen.model.loading.problems import references as _references
from modgen.model.loading.problems import unknown as _unknown
from modgen.model.tactics import combat_results as results
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.tactics.stacking import overstacked
from modgen.model.types.base import Part
from modgen.model.types.game_file import Phase
from modgen.model.types.scenario import PileSetup, Scenario


def check_game(game: Game) -> Iterator[Problem]:
    """Every problem of a game. Checks that rest on sound references run only when they are."""
    found = [problem for check in REFERENCES for problem in check(game)]
    yield from found
    if not any(not problem.warning for problem in found):
        for check in CONSEQUENCES:
            yield from check(game)


# --- ids -----------------------------------------------------------------------------------


def unique_ids(game: Game) -> Iterator[Problem]:
    """Ids are unique: places share one name space, every other kind of part has its own."""
    phases: list[Phase] = []

    def walk(found: list[Phase]) -> None:
        for phase in found:
            phases.append(phase)
            walk(phase.phases)

    walk(game.info.sequence)
    kinds: dict[str, Iterable[Part]] = {
        "place": [*game.map.spaces, *game.map.boxes, *game.map.tracks, *game.map.grids],
        "board": game.map.boards,
        "piece": game.pieces,
        "card": game.cards,
        "deck": game.cards_file.decks,
        "pile": game.cards_file.piles,
        "side": game.info.sides,
        "state": game.info.states,
        "total": game.info.totals,
        "phase": phases,
        "scenario": game.scenarios,
        "chart": game.charts,
        "die": game.info.dice,
    }
    for what, parts in kinds.items():
        seen: set[str] = set()
        for part in parts:
            key = str(getattr(part, "id"))  # noqa: B009 - every one of these has an id
            if key in seen:
                yield Problem(part, ("id",), f"the {what} `{key}` is described twice")
            seen.add(key)


# --- references ----------------------------------------------------------------------------


def place_references(game: Game) -> Iterator[Problem]:
    """Boards, sides, pieces and spaces that places and edges name exist."""
    for place in [*game.map.spaces, *game.map.boxes, *game.map.tracks, *game.map.grids]:
        yield from _references(place, ("board",), "board", [place.board], game.boards)
    for box in game.map.boxes:
        yield from _references(box, ("side",), "side", [box.side], game.sides)
        yield from _references(box, ("holds",), "piece", box.holds, game.piece_types)
        yield from _references(box, ("takes",), "piece", box.takes, game.piece_types)
        yield from _references(box, ("stands_for",), "piece", [box.stands_for], game.piece_types)
    for track in game.map.tracks:
        yield from _references(track, ("levels",), "piece", track.levels, game.piece_types)
        cells = sum(run.count for run in track.runs)
        if cells != track.last - track.first + 1:
            yield Problem(
                track,
                ("runs",),
                f"the track `{track.id}` runs from {track.first} to {track.last}, "
                f"but its runs have {cells} cells",
            )
    for edge in game.map.edges:
        yield from _references(edge, ("between",), "space", edge.between, game.spaces)
    yield from _references(game.map, ("closed",), "space", game.map.closed, game.spaces)


def piece_references(game: Game) -> Iterator[Problem]:
    """Sides, homes and tracks that pieces name exist."""
    for piece in game.pieces:
        yield from _references(piece, ("side",), "side", [piece.side], game.sides)
        shown = [face.side for face in piece.faces]
        yield from _references(piece, ("faces",), "side", shown, game.sides)
        yield from _references(piece, ("home",), "box", [piece.home], game.boxes)
        yield from _references(piece, ("lost_to",), "box", [piece.lost_to], game.boxes)
        yield from _references(piece, ("tracks",), "track", [piece.tracks], game.tracks)
        if piece.kind == "level" and not piece.tracks:
            yield Problem(piece, ("tracks",), f"the level marker `{piece.id}` names no track")


def card_references(game: Game) -> Iterator[Problem]:
    """Decks, sides, layouts, boxes and piles that cards and decks name exist."""
    for card in game.cards:
        yield from _references(card, ("deck",), "deck", [card.deck], game.decks)
        yield from _references(card, ("side",), "side", [card.side], game.sides)
        yield from _references(card, ("order",), "side", card.order, game.sides)
    for deck in game.cards_file.decks:
        for name in ("layout", "back"):
            yield from _references(deck, (name,), "layout", [getattr(deck, name)], game.layouts)
        yield from _references(deck, ("hand",), "side", [deck.hand], game.sides)
        if deck.secret and not deck.hand:
            yield Problem(deck, ("secret",), f"`{deck.id}` is secret: say in `hand` for which side")
    for pile in game.cards_file.piles:
        yield from _references(pile, ("box",), "box", [pile.box], game.boxes)
        yield from _references(pile, ("side",), "side", [pile.side], game.sides)
        yield from _references(pile, ("takes",), "deck", pile.takes, game.decks)
        if bool(pile.box) == bool(pile.side):
            yield Problem(pile, (), f"the pile `{pile.id}` lies in a `box` or with a `side`")
        yield from _references(pile, ("draws_to",), "pile", [pile.draws_to], game.piles)
        yield from _references(pile, ("reshuffles_to",), "pile", [pile.reshuffles_to], game.piles)


def rule_references(game: Game) -> Iterator[Problem]:
    """States, sides, pieces and attributes that `game.yaml` names exist; dice can hit."""
    info = game.info
    for die in info.dice:
        if die.hits is not None and die.hits > die.sides:
            yield Problem(
                die,
                ("hits",),
                f"the die `{die.id}` hits from {die.hits}, but has {die.sides} sides",
            )
    attributes = {name for space in game.map.spaces for name in space.attributes}
    for state in info.states:
        values = [value.id for value in state.values]
        yield from _references(state, ("default",), "value", [state.default], values)
        for number, pair in enumerate(state.steps):
            yield from _references(state, ("steps", number), "value", pair, values)
        for number, value in enumerate(state.values):
            yield from _references(
                state.values[number], ("side",), "side", [value.side], game.sides
            )
    if info.control:
        yield from _references(info.control, ("state",), "state", [info.control.state], game.states)
        yield from _references(info.control, ("sides",), "side", info.control.sides, game.sides)
    for total in info.totals:
        yield from _references(total, ("side",), "side", [total.side], game.sides)
        yield from _references(total, ("marker",), "piece", [total.marker], game.piece_types)
        for term in total.terms:
            yield from _references(term, ("attribute",), "attribute", [term.attribute], attributes)
            yield from _references(term, ("level",), "piece", [term.level], game.piece_types)
            yield from _references(term, ("pieces",), "piece", [term.pieces], game.piece_types)
            yield from _references(term, ("state",), "state", [term.state], game.states)
            yield from _references(term, ("cost_in",), "box", [term.cost_in], game.boxes)
            kinds = (term.attribute, term.level, term.pieces, term.cost_in)
            if sum(x is not None for x in kinds) != 1:
                words = "`attribute`, `level`, `pieces`, `cost_in`"
                yield Problem(total, ("terms",), f"a term has one of {words}")
    sizes = {size.id for size in info.size_classes}
    for rule in info.stacking:
        yield from _references(rule, ("pieces",), "piece", rule.pieces, game.piece_types)
        yield from _references(rule, ("sizes",), "size class", rule.sizes, sizes)
        yield from _references(rule, ("not_in",), "space", rule.not_in, game.spaces)


def declaration_references(game: Game) -> Iterator[Problem]:
    """Sides, pawns and accompanying choices that declarations name exist."""
    for declaration in game.info.declarations:
        yield from _references(declaration, ("side",), "side", [declaration.side], game.sides)
        yield from _references(declaration, ("box",), "box", [declaration.box], game.boxes)
        earlier: list[str] = []
        for item in declaration.fields:
            for choice in item.choices:
                yield from _references(choice, ("only_with",), "choice", choice.only_with, earlier)
            earlier += [choice.id for choice in item.choices]
        for spaces in declaration.spaces:
            yield from _references(spaces, ("pawn",), "piece", [spaces.pawn], game.piece_types)


def scenario_references(game: Game) -> Iterator[Problem]:
    """Places, pieces, faces, states, markers, totals, piles and cards in scenarios exist."""
    places = {
        **game.spaces, **game.boxes, **game.cells, **game.cell_sides, **game.track_cells,
    }  # fmt: skip
    for scenario in game.scenarios:
        for place, held in scenario.place.items():
            if place not in places:
                yield _unknown(scenario, ("place", place), "space", place, places)
            for key in held:
                yield from _piece_key(game, scenario, ("place", place, key), key)
        for space, states in scenario.states.items():
            if space not in game.spaces:
                yield _unknown(scenario, ("states", space), "space", space, game.spaces)
            for name, value in states.items():
                at = ("states", space, name)
                if name not in game.states:
                    yield _unknown(scenario, at, "state", name, game.states)
                    continue
                values = [one.id for one in game.states[name].values]
                if value not in values:
                    yield _unknown(scenario, at, f"value of {name}", value, values)
        for name, known, what in (
            ("available", game.piece_types, "piece"),
            ("totals", game.totals, "total"),
            ("hands", game.sides, "side"),
        ):
            for key in getattr(scenario, name):
                if key not in known:
                    yield _unknown(scenario, (name, key), what, key, known)
        yield from _levels(game, scenario)
        yield from _cards_of(game, scenario)


def _piece_key(
    game: Game, scenario: Scenario, path: tuple[str | int, ...], key: str
) -> Iterator[Problem]:
    piece, _, face = key.partition("/")
    if piece not in game.piece_types:
        yield _unknown(scenario, path, "piece", piece, game.piece_types)
    elif face and face not in (faces := [one.id for one in game.piece_types[piece].faces]):
        yield _unknown(scenario, path, f"face of {piece}", face, faces)


def _levels(game: Game, scenario: Scenario) -> Iterator[Problem]:
    markers = {piece.id: piece for piece in game.pieces if piece.kind == "level"}
    for key, number in scenario.levels.items():
        if key not in markers:
            yield _unknown(scenario, ("levels", key), "level marker", key, markers)
            continue
        track = game.tracks.get(markers[key].tracks or "")
        if track and not track.first <= number <= track.last:
            yield Problem(
                scenario,
                ("levels", key),
                f"{number} is not on the track `{track.id}`, which runs "
                f"from {track.first} to {track.last}",
            )


def _cards_of(game: Game, scenario: Scenario) -> Iterator[Problem]:
    for number, setup in enumerate(scenario.piles):
        if setup.pile not in game.piles:
            yield _unknown(setup, ("pile",), "pile", setup.pile, game.piles)
        yield from _references(setup, ("cards",), "card", setup.cards, game.card)
        yield from _references(setup, ("rest",), "deck", [setup.rest], game.decks)
        for step in setup.build:
            yield from _references(step, ("deck",), "deck", [step.deck], game.decks)
            yield from _references(step, ("cards",), "card", step.cards, game.card)
            if step.random and not step.deck:
                yield Problem(
                    scenario, ("piles", number, "build"), "random cards need a `deck` to come from"
                )
            elif step.random and step.deck not in [one.rest for one in scenario.piles]:
                yield Problem(
                    scenario,
                    ("piles", number, "build"),
                    f"no pile holds the rest of `{step.deck}` for random cards to come from",
                )
    for side, cards in scenario.hands.items():
        yield from _references(scenario, ("hands", side), "card", cards, game.card)
    yield from _references(scenario, ("unused",), "card", scenario.unused, game.card)


# --- consequences --------------------------------------------------------------------------


def force_pools(game: Game) -> Iterator[Problem]:
    """What a scenario places, and what it says is left, make up the pieces that there are."""
    for scenario in game.scenarios:
        placed: Counter[str] = Counter()
        for held in laid_out(game, scenario).values():
            for key, count in held.items():
                placed[split_face(key, game)[0]] += count
        for key in start_levels(game, scenario):
            placed[key] += 1
        for piece in game.pieces:
            left = piece.count - placed[piece.id]
            if left < 0:
                yield Problem(
                    scenario,
                    ("place",),
                    f"`{scenario.id}` places {placed[piece.id]} {piece.id}, "
                    f"but there are only {piece.count}",
                )
            elif scenario.available.get(piece.id, left) != left:
                yield Problem(
                    scenario,
                    ("available", piece.id),
                    f"{scenario.available[piece.id]} {piece.id} available and {placed[piece.id]} "
                    f"placed do not make {piece.count}; it should be {left}",
                )


def stacking_limits(game: Game) -> Iterator[Problem]:
    """No set-up breaks a stacking limit."""
    for scenario in game.scenarios:
        position = game.start_position(scenario)
        for place, held in position.pieces.items():
            if place in game.spaces or place in game.cells:
                for found in overstacked(game, held, place):
                    rule = found.rule
                    clause = f" ({rule.source})" if rule.source else ""
                    yield Problem(
                        scenario,
                        ("place", place),
                        f"{found.count} of {', '.join((*rule.pieces, *rule.sizes))} in `{place}`; "
                        f"at most {found.most} may stack{clause}",
                    )


def stated_control(game: Game) -> Iterator[Problem]:
    """The control that a scenario states is what its pieces give."""
    rule = game.info.control
    if rule is None:
        return
    for scenario in game.scenarios:
        position = game.start_position(scenario)
        for space in game.map.spaces:
            if space.kind not in game.states[rule.state].kinds:
                continue
            stated = position.states[space.id][rule.state]
            true = position.controller(space.id)
            if stated != true:
                in_file = rule.state in scenario.states.get(space.id, {})
                path = ("states", space.id, rule.state) if in_file else ("states",)
                yield Problem(
                    scenario,
                    path,
                    f"{rule.state} of `{space.id}` is stated as {stated}, "
                    f"but its pieces make it {true}",
                )


def stated_totals(game: Game) -> Iterator[Problem]:
    """The totals that a scenario states, and the markers that show them, are the true ones."""
    for scenario in game.scenarios:
        position: SetupPosition = game.start_position(scenario)
        for total in game.info.totals:
            true = position.total(total)
            if scenario.totals.get(total.id, true) != true:
                yield Problem(
                    scenario,
                    ("totals", total.id),
                    f"{total.id} is stated as {scenario.totals[total.id]}, "
                    f"but the set-up makes it {true}",
                )
            if total.marker and scenario.levels.get(total.marker, true) != true:
                yield Problem(
                    scenario,
                    ("levels", total.marker),
                    f"the marker of {total.id} stands at {scenario.levels[total.marker]}, "
                    f"but the set-up makes it {true}",
                )


def cards_once(game: Game) -> Iterator[Problem]:
    """Each card of a set-up lies in one place, and random piles ask for no more than there are."""
    for scenario in game.scenarios:
        named: list[tuple[str, Part, tuple[str | int, ...]]] = []
        for setup in scenario.piles:
            named += [(card, setup, ("cards",)) for card in setup.cards]
            named += [(card, step, ("cards",)) for step in setup.build for card in step.cards]
        for side, cards in scenario.hands.items():
            named += [(card, scenario, ("hands", side)) for card in cards]
        named += [(card, scenario, ("unused",)) for card in scenario.unused]
        seen: set[str] = set()
        for card, part, path in named:
            if card in seen:
                yield Problem(part, path, f"the card `{card}` is in two places of `{scenario.id}`")
            seen.add(card)
        yield from _enough_cards(game, scenario.piles, seen, scenario)


def _enough_cards(
    game: Game, piles: list[PileSetup], named: set[str], scenario: Scenario
) -> Iterator[Problem]:
    wanted: Counter[str] = Counter()
    for setup in piles:
        for step in setup.build:
            wanted[step.deck or ""] += step.random
    for deck, count in wanted.items():
        there = sum(
            card.copies for card in game.cards if card.deck == deck and card.id not in named
        )
        if count > there:
            yield Problem(
                scenario,
                ("piles",),
                f"{count} random cards of `{deck}` are asked for; it has {there}",
            )


def closed_edges(game: Game) -> Iterator[Problem]:
    """No assumed edge leads to a space whose neighbours the rulebook gives in full."""
    for edge in game.map.edges:
        for space in edge.between:
            if edge.assumed and space in game.map.closed:
                yield Problem(
                    edge,
                    ("assumed",),
                    f"the edge {' - '.join(edge.between)} is assumed, but the list of "
                    f"neighbours of `{space}` is closed",
                )


REFERENCES: tuple[Check, ...] = (
    unique_ids,
    place_references,
    piece_references,
    card_references,
    rule_references,
    declaration_references,
    scenario_references,
    *tacticchecks.REFERENCES,
    *areachecks.REFERENCES,
    *results.CHECKS,
)
CONSEQUENCES: tuple[Check, ...] = (
    force_pools,
    stacking_limits,
    stated_control,
    stated_totals,
    cards_once,
    closed_edges,
    *tacticchecks.CONSEQUENCES,
    *areachecks.CONSEQUENCES,
)
