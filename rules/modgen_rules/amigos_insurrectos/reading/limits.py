"""What a log leaves open, in sentences for the report."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.amigos_insurrectos.law.country import BATTLE
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.war import War

OTHER_MODULE = (
    "The log was played on another module: what rests on a map, a track or counters that the "
    "rulebook does not print cannot be told."
)
NO_MARKER = (
    "The log shows no Battle marker: dice and losses are matched as far as they can be, and what "
    "stays open is only suspected."
)
NO_DICE = (
    "The log shows no dice whose names the game knows: what depends on dice is only suspected."
)
UNNAMED = (
    "The turn tracker shows phases without a name in the binding, so it is not used: add them to "
    "`phases`. What stays open is only suspected."
)
NO_TRACKER = (
    "The turn tracker is not used: acts are given to phases by what they are, and what stays open "
    "is only suspected."
)


def limits(record: Record, war: War, own: bool) -> Iterator[str]:
    """What cannot be judged in a record; `own` is false on a module that is not ours."""
    if not own:
        yield OTHER_MODULE
    if not war.from_start:
        game = record.country.game
        phase = f", in the phase {game.phases[record.phase].name}" if record.phase else ""
        yield (
            f"The log begins on turn {record.start.turn}{phase}: what was done before is not "
            "known, and the turn is judged as far as it can be."
        )
    fought = any(act.kind in DICE_OF_BATTLE for act in record.acts)
    if fought and not any(act.kind == BATTLE and act.what == "move" for act in record.acts):
        yield NO_MARKER
    if not (record.diced or record.told):
        yield NO_DICE
    if record.nameless:
        yield UNNAMED
    elif not record.phase and not any(act.what == "phase" for act in record.acts):
        yield NO_TRACKER
