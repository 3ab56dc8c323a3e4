"""Checks of what players do at the table: buttons, announcements, played cards, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from modgen.model.checks.check import Check
from modgen.model.files.diagnostics import PartDiagnostic, unknown_ids, unknown_word
from modgen.model.game import Game
from modgen.model.types.game_file import ButtonStep, Declaration, Phase

MOST_DICE = 12
"""The most dice that a unit rolls at once."""
ODDS = re.compile(r"\d{1,3}:[1-9]\d{0,2}")
"""Odds that head a column, such as `2:1`."""


def every_phase(phases: Iterable[Phase]) -> Iterator[Phase]:
    """Phases with all phases inside them."""
    for phase in phases:
        yield phase
        yield from every_phase(phase.phases)


def button_references(game: Game) -> Iterator[PartDiagnostic]:
    """Buttons move existing pieces, cards and markers to existing boxes, piles and numbers."""
    leaves = {phase.id for phase in every_phase(game.info.sequence) if not phase.phases}
    for button in game.info.buttons:
        yield from unknown_ids(button, ("phases",), "phase", button.phases, leaves)
        for step in button.steps:
            yield from unknown_ids(step, ("pieces",), "piece", step.pieces, game.piece_types)
            yield from unknown_ids(step, ("decks",), "deck", step.decks, game.decks)
            yield from unknown_ids(step, ("level",), "piece", [step.level], game.piece_types)
            yield from unknown_ids(step, ("boxes",), "box", step.boxes, game.boxes)
            yield from unknown_ids(step, ("side",), "side", [step.side], game.sides)
            if step.side and not step.clears:
                yield PartDiagnostic(step, ("side",), "`side` is for `clears` only", "remove it")
            yield from _button_target(game, step)


def _button_target(game: Game, step: ButtonStep) -> Iterator[PartDiagnostic]:
    """A step has one kind of thing to move, and a target of that kind."""
    kinds = (bool(step.pieces), bool(step.decks), step.level is not None, step.clears is not None)
    if sum(kinds) != 1:
        words = "`pieces`, `decks`, `level` and `clears`"
        yield PartDiagnostic(step, (), f"a step needs one of {words}")
    elif step.clears is not None:
        known = {condition.id for condition in game.info.conditions}
        yield from unknown_ids(step, ("clears",), "condition", [step.clears], known)
    elif step.to is None:
        yield PartDiagnostic(step, (), "the step does not say where to", "name it in `to`")
    elif step.level is not None:
        marker = game.piece_types.get(step.level)
        track = game.tracks.get(marker.tracks or "") if marker else None
        if track and step.to not in track.numbers:
            yield PartDiagnostic(
                step,
                ("to",),
                f"`{step.to}` is not a number of the track `{track.id}`",
                f"give a number from {track.first} to {track.last}",
            )
    elif step.decks:
        yield from unknown_ids(step, ("to",), "pile", [str(step.to)], game.piles)
    else:
        yield from unknown_ids(step, ("to",), "box", [str(step.to)], game.boxes)


def declaration_references(game: Game) -> Iterator[PartDiagnostic]:
    """Declarations refer to existing sides, boxes, pawns and earlier choices."""
    conditions = {condition.id for condition in game.info.conditions}
    charts = {chart.id: chart for chart in game.charts}
    for declaration in game.info.declarations:
        yield from unknown_ids(declaration, ("side",), "side", [declaration.side], game.sides)
        yield from unknown_ids(declaration, ("box",), "box", [declaration.box], game.boxes)
        earlier: list[str] = []
        for item in declaration.fields:
            for choice in item.choices:
                yield from unknown_ids(choice, ("only_with",), "choice", choice.only_with, earlier)
                yield from unknown_ids(
                    choice, ("marker",), "piece", [choice.marker], game.piece_types
                )
            earlier += [choice.id for choice in item.choices]
        for spaces in declaration.spaces:
            yield from unknown_ids(spaces, ("pawn",), "piece", [spaces.pawn], game.piece_types)
        yield from unknown_ids(
            declaration, ("marker",), "piece", [declaration.marker], game.piece_types
        )
        yield from unknown_ids(
            declaration, ("faces",), "piece", declaration.faces, game.piece_types
        )
        yield from unknown_ids(declaration, ("totals",), "total", declaration.totals, game.totals)
        for tally in declaration.tallies:
            yield from unknown_ids(tally, ("side",), "side", [tally.side], game.sides)
            yield from unknown_ids(tally, ("boxes",), "box", tally.boxes, game.boxes)
            names = [tally.condition, *tally.without]
            yield from unknown_ids(tally, (), "condition", names, conditions)
            others = [one.name for one in declaration.tallies]
            against = [tally.against] if tally.against else []
            yield from unknown_ids(tally, ("against",), "tally", against, others)
            yield from unknown_ids(tally, ("odds_in",), "chart", [tally.odds_in], charts)
            columns = charts[tally.odds_in].columns if tally.odds_in in charts else []
            if tally.odds_in in charts and not any(map(ODDS.fullmatch, columns)):
                yield PartDiagnostic(
                    tally,
                    ("odds_in",),
                    f"the chart `{tally.odds_in}` has no columns with odds",
                    "give it columns such as `1:2` and `3:1`",
                )
        yield from _announced(declaration)


def _announced(declaration: Declaration) -> Iterator[PartDiagnostic]:
    """A declaration with markers has one field; one with a pad has a side and pawns."""
    if declaration.has_pad:
        if declaration.side is None:
            yield PartDiagnostic(
                declaration,
                (),
                f"the declaration `{declaration.key}` has a pad but no side",
                "name the side in `side`, or a piece in `marker`",
            )
        for spaces in declaration.spaces:
            if spaces.pawn is None:
                yield PartDiagnostic(
                    spaces, (), f"`{spaces.id}` needs the `pawn` that marks its spaces"
                )
        told = (declaration.tallies, declaration.faces, declaration.totals)
        if any(told) or declaration.scene or declaration.anywhere:
            yield PartDiagnostic(
                declaration,
                (),
                f"the declaration `{declaration.key}` has a pad; only one with a `marker` can have "
                "`tallies`, `faces`, `totals`, `scene` or `anywhere`",
            )
    elif declaration.anywhere and declaration.spaces:
        yield PartDiagnostic(
            declaration,
            ("spaces",),
            f"the declaration `{declaration.key}` is announced `anywhere`, so that it has no "
            "`spaces`",
        )
    elif len(declaration.fields) > 1:
        yield PartDiagnostic(
            declaration,
            ("fields",),
            f"the declaration `{declaration.key}` is announced with markers, so that it can have "
            "only one field",
        )
    if not declaration.key:
        yield PartDiagnostic(declaration, (), "a declaration without a `side` needs an `id`")
    for item in declaration.fields if declaration.marker else ():
        for choice in item.choices:
            if choice.marker:
                yield PartDiagnostic(
                    choice,
                    ("marker",),
                    f"the choices of `{declaration.key}` are in the menu of `{declaration.marker}`",
                    "leave out one of the two markers",
                )


def played_cards(game: Game) -> Iterator[PartDiagnostic]:
    """Only secret cards of one side are played into a box."""
    for deck in game.cards_file.decks:
        yield from unknown_ids(deck, ("twins",), "deck", [deck.twins], game.decks)
        yield from unknown_ids(deck, ("played_in",), "box", [deck.played_in], game.boxes)
        if deck.played_in and not (deck.secret and deck.hand):
            yield PartDiagnostic(
                deck,
                ("played_in",),
                f"the deck `{deck.id}` has `played_in`, but its cards are not secret in a hand",
                "set `secret: true` and name the side in `hand`",
            )


def chosen_cards(game: Game) -> Iterator[PartDiagnostic]:
    """Chosen cards go from the hands of existing sides into piles that take them."""
    holders = {side for scenario in game.scenarios for side in scenario.hands}
    for deck in game.cards_file.decks:
        for side, pile in deck.chosen.piles.items() if deck.chosen else ():
            at = ("chosen", "piles", side)
            if side not in game.sides:
                yield unknown_word(deck, at, "side", side, game.sides, at_key=True)
            elif side not in holders | set(deck.holders):
                yield PartDiagnostic(
                    deck,
                    at,
                    f"`{side}` has no hand in which it could choose a card",
                    "give it cards in `hands` of a scenario",
                )
            if pile not in game.piles:
                yield unknown_word(deck, at, "pile", pile, game.piles)
            elif game.piles[pile].takes and deck.id not in game.piles[pile].takes:
                yield PartDiagnostic(
                    deck,
                    at,
                    f"the pile `{pile}` does not take cards of `{deck.id}`",
                    f"add `{deck.id}` to its `takes`",
                )


def begun_conditions(game: Game) -> Iterator[PartDiagnostic]:
    """Scenarios give existing conditions to existing pieces; phases displace existing pieces."""
    known = {condition.id for condition in game.info.conditions}
    for scenario in game.scenarios:
        for piece, names in scenario.conditions.items():
            at = ("conditions", piece)
            if piece not in game.piece_types:
                yield unknown_word(scenario, at, "piece", piece, game.piece_types, at_key=True)
            yield from unknown_ids(scenario, at, "condition", names, known)
    for phase in every_phase(game.info.sequence):
        if isinstance(phase.displaces, list):
            yield from unknown_ids(
                phase, ("displaces",), "piece", phase.displaces, game.piece_types
            )


def turn_references(game: Game) -> Iterator[PartDiagnostic]:
    """The marker of the turn is a level marker; scenarios skip existing phases, but not all."""
    turns = game.info.turns
    if turns and turns.marker:
        levels = {piece.id for piece in game.pieces if piece.kind == "level"}
        yield from unknown_ids(turns, ("marker",), "level marker", [turns.marker], levels)
    known = {phase.id for phase in every_phase(game.info.sequence)}
    for scenario in game.scenarios:
        yield from unknown_ids(scenario, ("skips",), "phase", scenario.skips, known)
        if known and known <= set(scenario.skips):
            message = "the scenario skips every phase"
            yield PartDiagnostic(scenario, ("skips",), message, "leave one out of `skips`")


def roll_references(game: Game) -> Iterator[PartDiagnostic]:
    """Units of existing sides and sizes roll, and their dice can hit."""
    sizes = {size.id for size in game.info.size_classes}
    for roll in game.info.rolls:
        yield from unknown_ids(roll, ("sides",), "side", roll.sides, game.sides)
        yield from unknown_ids(roll, ("dice",), "size class", roll.dice, sizes)
        for size, number in roll.dice.items():
            if not 1 <= number <= MOST_DICE:
                yield PartDiagnostic(
                    roll,
                    ("dice", size),
                    f"a unit cannot roll {number} dice",
                    f"give a number from 1 to {MOST_DICE}",
                )
        if roll.hits > roll.die:
            yield PartDiagnostic(
                roll,
                ("hits",),
                f"`{roll.id}` hits at {roll.hits} or more, but its dice have only {roll.die} sides",
                f"give a number from 1 to {roll.die}",
            )


REFERENCES: tuple[Check, ...] = (
    button_references,
    declaration_references,
    played_cards,
    chosen_cards,
    begun_conditions,
    turn_references,
    roll_references,
)
