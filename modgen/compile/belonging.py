"""Boxes that accept only some pieces, and pieces that remember where they were bought."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.compile import build as b
from modgen.compile import turns
from modgen.compile.build import Build, act, quoted
from modgen.model.boards.arrangement import maps
from modgen.model.game import Game
from modgen.model.tactics.purchases import start_levels
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Box
from modgen.model.types.scenario import Scenario
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Trait

BOUGHT_IN = "BoughtIn"
"""The property with the id of the box in which a piece was bought; empty for one that was not."""
BACK = act("SendBack")


# --- boxes with `only` -----------------------------------------------------------------------


def kept_out(build: Build, piece: PieceType) -> list[Trait]:
    """Send a piece back that was put down in a box that is only for others, or beside the boards.

    Pieces that are dragged together keep their distances, so that some may land where nobody
    meant them to.
    """
    barred = [box for box in build.game.map.boxes if box.only and not _accepts(box, piece)]
    if not barred or piece.kind == "level":
        return []
    test = f'({in_one_of(build, barred, "CurrentZone")} || CurrentBoard=="")'
    test += f' && OldBoard!="" && !{in_one_of(build, barred, "OldZone")}'
    names = ", ".join(sorted({box.id for box in barred}))
    traits: list[Trait] = [
        t.SendToLocation(key=BACK, map="$OldMap$", x="$OldX$", y="$OldY$"),
        t.ReportAction(keys=(BACK,), format=build.words("report_sent_back")),
        t.TriggerAction(
            name="back",
            filter=f"{{{test}}}",
            watch_keys=(b.put_down(build.game),),
            action_keys=(BACK,),
        ),
    ]
    return build.share(f"Not in {names}", traits)


def _accepts(box: Box, piece: PieceType) -> bool:
    return piece.id in (*box.holds, *box.takes) or box.id in (piece.home, piece.lost_to)


def in_one_of(build: Build, boxes: Sequence[Box], name: str) -> str:
    """An expression: whether a property is the zone of one of some boxes."""
    zones = "|".join(build.zone_name(box) for box in boxes)
    return f'{quoted(f"|{zones}|")}.contains("|"+{name}+"|")'


# --- what was bought -------------------------------------------------------------------------


def shops(game: Game) -> list[Box]:
    """The boxes in which pieces are bought: totals count what they cost."""
    ids = {term.cost_in for total in game.info.totals for term in total.terms if term.cost_in}
    return [box for box in game.map.boxes if box.id in ids]


def bought(build: Build, piece: PieceType) -> list[Trait]:
    """A piece with a price remembers the box in which it was bought until it returns home."""
    boxes = [box for box in shops(build.game) if not box.only or _accepts(box, piece)]
    if not boxes or not any(piece.price(face.id) for face in piece.faces):
        return []
    sold = {one.home for one in build.game.pieces if any(one.price(f.id) for f in one.faces)}
    homes = [box for box in build.game.map.boxes if box.id in sold]
    now = f'{in_one_of(build, homes, "CurrentZone")} ? "" : {BOUGHT_IN}'
    for box in boxes:
        now = f"CurrentZone=={quoted(build.zone_name(box))} ? {quoted(box.id)} : ({now})"
    note = act("NoteBought")
    change = sequence.join(("P", f"{{{now}}}"), ",")
    traits: list[Trait] = [
        *(
            t.CalculatedProperty(
                name=paid_in(box.id),
                expression=f"{{{BOUGHT_IN}=={quoted(box.id)} ? Cost : 0}}",
            )
            for box in boxes
        ),
        t.DynamicProperty(
            name=BOUGHT_IN,
            constraints="false,0,100,false",
            commands=t.property_commands(("", note, change)),
        ),
        t.TriggerAction(
            name="bought",
            filter=f"{{!{BOUGHT_IN}.equals({now})}}",
            watch_keys=(b.put_down(build.game),),
            action_keys=(note,),
        ),
    ]
    return build.share(f"Bought in {', '.join(box.id for box in boxes)}", traits)


def begins(
    game: Game, made: GamePiece, piece: PieceType, scenario: Scenario, place: str
) -> GamePiece:
    """A piece as it begins in a place: bought there, if the place is such a box.

    The marker of a level counts what it begins with as bought.
    """
    start = {BOUGHT_IN: place if any(box.id == place for box in shops(game)) else ""}
    start[counted_as(game, piece.id)] = str(start_levels(game, scenario).get(piece.id, 0))
    return made.but(
        traits=tuple(
            trait.but(value=start[trait.name])
            if isinstance(trait, t.DynamicProperty) and trait.name in start
            else trait
            for trait in made.traits
        )
    )


def counted_as(game: Game, level: str) -> str:
    """The property with the number of a level marker that totals count.

    What is bought stays bought when it is used, so the number only rises after the set-up.
    """
    sold = game.info.purchases is not None and any(
        one.level == level for one in game.info.purchases.items
    )
    return f"Bought_{level}" if sold and turns.before(game) else f"Level_{level}"


def bought_level(build: Build, piece: PieceType) -> list[Trait]:
    """The marker of a level that is bought remembers how many were bought."""
    name, level = counted_as(build.game, piece.id), f"Level_{piece.id}"
    if name == level:
        return []
    (before,) = turns.before(build.game)
    now = f"{turns.PHASE}=={quoted(before)} ? {level} : Math.max({name},{level})"
    note = act("NoteBought")
    return [
        t.DynamicProperty(
            name=name,
            constraints="true,0,1000,false",
            commands=t.property_commands(("", note, sequence.join(("P", f"{{{now}}}"), ","))),
            value="0",
        ),
        t.TriggerAction(
            name="bought",
            filter=f"{{{name}!=({now})}}",
            watch_keys=(b.put_down(build.game),),
            action_keys=(note,),
        ),
    ]


def paid_in(box: str) -> str:
    """The property with a piece's price if it was bought in a box, otherwise 0."""
    return f"Paid_{box}"


def spent(build: Build, box: str) -> str:
    """An expression for the price of all pieces that were bought in a box, wherever they are."""
    name = quoted(paid_in(box))
    return "+".join(f"SumMap({name},{quoted(one)})" for one in maps(build.game))
