"""Between the checker's positions and those of the second engine."""

from __future__ import annotations

from modgen_rules.people_power.law.state import ALIGNMENTS, FACTIONS, Map, Space, State, made
from modgen_rules.people_power.play.player import Played
from tests.accuracy.cases import Bench, Case
from tests.people_power_reference import legal as second
from tests.people_power_reference.play import Turn


def position(state: State, board: Map) -> dict:
    """A state as the second engine writes it."""
    spaces = {}
    for name, space in zip(board.ids, state.spaces, strict=True):
        spaces[name] = {
            "troops": space.troops,
            "police": space.police,
            "gov_base": space.gov_base,
            "activist": space.activist,
            "ref_base": space.ref_base,
            "guerrilla": space.underground,
            "guerrilla_active": space.active,
            "npa_base": space.npa_base,
            "terror": space.terror,
            "protest": space.protest,
            "strike": space.strike,
            "alignment": ALIGNMENTS[space.alignment],
        }
    return {
        "spaces": spaces,
        "resources": {who: state.track(who) for who in FACTIONS},
        "aid": state.track("aid"),
        "patronage": state.track("patronage"),
        "momentum": state.election,
        "people": sorted(state.personalities),
    }


OF_BOX = {
    "1_op_sa": ("op_sa",),
    "2_op_sa": ("op_sa",),
    "1_op_only": ("op_only",),
    "2_op_only": ("op_only",),
    "limop": ("limop",),
    "pass": ("pass",),
}


def legal(case: Case, board: Map) -> bool:
    """Whether the second engine finds a legal action of the cylinder's box for a case."""
    before, after = position(case.before, board), position(case.after, board)
    return any(second.legal(before, after, case.actor, one) for one in OF_BOX[case.box])


def state_of(found: dict, board: Map) -> State:
    """The second engine's position as a state."""
    spaces = []
    for name in board.ids:
        one = found["spaces"][name]
        spaces.append(
            Space(
                one["troops"],
                one["police"],
                one["gov_base"],
                one["activist"],
                one["ref_base"],
                one["guerrilla"],
                one["guerrilla_active"],
                one["npa_base"],
                one["terror"],
                one["protest"],
                one["strike"],
                ALIGNMENTS.index(one["alignment"]),
            )
        )
    tracks = {**found["resources"], "aid": found["aid"], "patronage": found["patronage"]}
    state = made(spaces, tracks, board.limits, found["momentum"])
    return state._replace(personalities=frozenset(found["people"]))


def case_of(turn: Turn, bench: Bench) -> Case | None:
    """A turn of the second engine as a case that can be written as a log; None beyond a card."""
    before, after = state_of(turn.before, bench.board), state_of(turn.after, bench.board)
    if before.election not in (37, 38):
        return None
    box = {"op_sa": "1_op_sa", "op_only": "1_op_only"}.get(turn.option, turn.option)
    card = {"gov": 1, "npa": 13, "reformers": 25}[turn.faction]
    order = bench.game.card[str(card)].order
    played = Played(turn.option, turn.operation, turn.special, (), (), (), after)
    scenario = "extended" if before.election == 37 else "standard"
    return Case(
        scenario, card, turn.faction, before, played, (), tuple(order), box, after, turn.dice
    )
