"""The natural mistakes of each Operation, Special Activity and option, each as a turn of its own.

The notation is that of `test_sloppy_records`, with ` | ` between its lines. The card is #20 or the
one that is named first.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.accuracy.cases import Bench
from tests.people_power.scripts import Act, Script
from tests.people_power.test_sloppy_records import written

NPA = ""
REFORMERS = "npa > pass | npa+1 | "
GOV = REFORMERS + "reformers > pass | reformers+1 | "
"""What the others do before a Faction acts."""


class Breach(NamedTuple):
    """A mistake: its name, the clauses that may be cited first, the record, the position before."""

    name: str
    clause: str
    others: str
    turn: str
    spaces: str = ""
    tracks: str = ""
    card: int = 20

    @property
    def record(self) -> str:
        """The lines from the card to the next one."""
        return f"card {self.card} | {self.others}{self.turn} | card 21".replace(" | ", "\n")


BREACHES = [
    Breach("Assault that nobody pays", "3.2.4.b", GOV, "davao: active-2 | gov > 1_op_only",
           spaces="davao: active+2"),
    Breach("Persuade that nobody pays", "3.1.c|3.3.3.a", REFORMERS,
           "visayas: underground-1 | reformers > 1_op_only", spaces="visayas: activist+2"),
    Breach("Roundup takes a Base before an Activist", "3.2.3.d", GOV,
           "manila: ref_base-1 activist-2 | aid-1 | gov-2 | gov > 1_op_only"),
    Breach("Attack on a 1 places nobody", "3.4.3.f", NPA,
           "npa rolls 1 | western_mindanao: underground-2 active+2 troops-1 police-1 | npa-1 | "
           "npa > 1_op_only"),
    Breach("Train for half the price", "3.2.1.b", GOV,
           "gov says op_only train: zamboanga cebu | zamboanga: troops+2 | cebu: police+1 "
           "| gov-2 | gov > 1_op_only"),
    Breach("Civic Action without Police", "3.2.1.g", GOV,
           "gov says op_only train: northern_luzon | northern_luzon: troops+1 support | "
           "gov-4 | gov > 1_op_only",
           spaces="northern_luzon: police-1 troops+1"),
    Breach("Civic Action under a Strike", "3.2.1.g", GOV,
           "gov says op_only train: cebu | cebu: troops+1 | cebu: support | gov-4 | gov > "
           "1_op_only",
           spaces="cebu: neutral strike+1 underground+1"),
    Breach("Civic Action pays for one shift of two", "3.2.1.b", GOV,
           "gov says op_only train: davao | davao: troops+1 support | gov-4 | gov > "
           "1_op_only",
           spaces="davao: resistance"),
    Breach("Sweep that activates too many", "3.2.2.e", GOV,
           "gov says op_only sweep: visayas | visayas: underground-1 active+1 | gov-2 | "
           "gov moves troops cebu visayas | gov > 1_op_only"),
    Breach("Sweep that activates nobody", "3.2.2.f", GOV,
           "gov says op_only sweep: davao | gov-2 | gov moves police zamboanga davao | gov"
           " > 1_op_only"),
    Breach("Roundup by Troops", "3.2.3.a", GOV,
           "gov says op_only roundup: central_mindanao | central_mindanao: activist-1 | "
           "gov-2 | gov > 1_op_only",
           spaces="central_mindanao: protest+1"),
    Breach("Roundup for one Resource", "3.2.3.b", GOV,
           "gov says op_only roundup: manila | manila: activist-3 | gov-1 | aid-1 | gov > "
           "1_op_only"),
    Breach("Roundup without the loss of Aid", "3.2.3.f", GOV,
           "gov says op_only roundup: manila | manila: activist-3 | gov-2 | gov > "
           "1_op_only"),
    Breach("Roundup of Inactive Activists", "3.2.3.a", GOV,
           "gov says op_only roundup: cebu | cebu: activist-1 | gov-2 | gov > 1_op_only"),
    Breach("Assault removes an Underground Guerrilla", "3.2.4.h", GOV,
           "gov says op_only assault: western_mindanao | western_mindanao: underground-1 "
           "active-1 | gov-2 | gov > 1_op_only",
           spaces="western_mindanao: underground-1 active+1 troops+1"),
    Breach("Assault counts Police in a Countryside", "3.2.4.c", GOV,
           "gov says op_only assault: western_mindanao | western_mindanao: active-2 | "
           "gov-2 | gov > 1_op_only",
           spaces="western_mindanao: underground-2 active+2"),
    Breach("Assault raises Aid too little", "3.2.4.f", GOV,
           "gov says op_only assault: davao | davao: npa_base-1 | aid+3 | gov-2 | gov > "
           "1_op_only",
           spaces="davao: underground-1"),
    Breach("Assault without Active pieces", "3.2.4.h", GOV,
           "gov says op_only assault: zamboanga | zamboanga: underground-1 | gov-2 | gov >"
           " 1_op_only",
           spaces="zamboanga: underground+1"),
    Breach("Recruit beside a Base brings too many", "3.3.1.c", REFORMERS,
           "reformers says op_only recruit: manila | manila: activist+7 | reformers-1 | "
           "reformers > 1_op_only",
           spaces="manila: neutral"),
    Breach("Recruit builds and places", "3.3.1.f", REFORMERS,
           "reformers says op_only recruit: visayas | visayas: activist-2 | visayas: "
           "ref_base+1 | visayas: activist+1 | reformers-1 | reformers > 1_op_only",
           spaces="visayas: activist+1"),
    Breach("Assemble from afar", "3.3.2.a", REFORMERS,
           "reformers says op_only assemble: manila | reformers-1 | reformers moves "
           "activist visayas manila | reformers > 1_op_only"),
    Breach("Assemble removes a Strike", "3.3.2.h", REFORMERS,
           "reformers says op_only assemble: cebu | cebu: strike-1 | reformers-1 | "
           "reformers moves activist visayas cebu | reformers > 1_op_only",
           spaces="cebu: strike+1 underground+1"),
    Breach("Persuade without three Activists", "3.3.3.b", REFORMERS,
           "reformers says op_only persuade: visayas | visayas: underground-1 | "
           "reformers-1 | reformers > 1_op_only"),
    Breach("Persuade removes a Base", "3.3.3.e", REFORMERS,
           "reformers says op_only persuade: davao | davao: npa_base-1 | reformers-1 | "
           "reformers > 1_op_only",
           spaces="davao: underground-1 active+1 activist+2"),
    Breach("Protest that shifts nothing", "3.3.4.c", REFORMERS,
           "reformers says op_only protest: visayas | visayas: protest+1 | reformers-1 | "
           "reformers > 1_op_only"),
    Breach("Protest without Activists", "3.3.4.a", REFORMERS,
           "reformers says op_only protest: western_mindanao | western_mindanao: protest+1"
           " opposition | reformers-1 | reformers > 1_op_only",
           spaces="western_mindanao: ref_base+1 gov_base-1"),
    Breach("Protest beside Terror", "3.3.4.a", REFORMERS,
           "reformers says op_only protest: visayas | visayas: protest+1 | reformers-1 | "
           "reformers > 1_op_only",
           spaces="visayas: terror+1"),
    Breach("Rally beside a Base brings too many", "3.4.1.c", NPA,
           "npa says op_only rally: davao | davao: underground+4 | npa-1 | npa > 1_op_only"),
    Breach("Rally builds a second Base", "3.4.1.e", NPA,
           "npa says op_only rally: northern_luzon | northern_luzon: underground-2 | "
           "northern_luzon: npa_base+1 | npa-1 | npa > 1_op_only",
           spaces="northern_luzon: underground+1 gov_base-1"),
    Breach("March into Support hides", "3.4.2.e", NPA,
           "npa says op_only march: western_mindanao | npa-1 | npa moves guerrilla "
           "western_mindanao zamboanga | npa moves guerrilla western_mindanao zamboanga | "
           "npa > 1_op_only",
           spaces="zamboanga: support"),
    Breach("March for nothing", "3.4.2.a", NPA,
           "npa says op_only march: western_mindanao | npa moves guerrilla "
           "western_mindanao zamboanga | npa > 1_op_only"),
    Breach("March too far", "3.4.2", NPA,
           "npa says op_only march: western_mindanao | npa-1 | npa moves guerrilla "
           "western_mindanao manila | npa > 1_op_only"),
    Breach("Attack on a 1 places two", "3.4.3.f", NPA,
           "npa says op_only attack: manila | npa rolls 1 | manila: active+1 underground+1"
           " police-2 | npa-1 | npa > 1_op_only"),
    Breach("Attack without a Guerrilla", "3.4.3.a", NPA,
           "npa says op_only attack: cebu | npa rolls 1 | cebu: police-1 troops-1 | npa-1 "
           "| npa > 1_op_only"),
    Breach("Attack leaves Guerrillas hidden", "3.4.3.b", NPA,
           "npa says op_only attack: western_mindanao | npa rolls 2 | western_mindanao: "
           "police-1 troops-1 | npa-1 | npa > 1_op_only"),
    Breach("Terror without a marker", "3.4.4.c", NPA,
           "npa says op_only terror: visayas | visayas: underground-1 active+1 resistance "
           "| npa-1 | npa > 1_op_only"),
    Breach("Terror shifts twice", "3.4.4.d", NPA,
           "npa says op_only terror: cebu | cebu: underground-1 active+1 resistance "
           "terror+1 | npa-1 | npa > 1_op_only",
           spaces="cebu: underground+1"),
    Breach("Terror by an Active Guerrilla", "3.4.4.a", NPA,
           "npa says op_only terror: visayas | visayas: terror+1 resistance | npa-1 | npa "
           "> 1_op_only",
           spaces="visayas: underground-1 active+1"),
    Breach("Enrich too much", "4.2.1.b", GOV,
           "gov says op_sa train enrich: zamboanga / cebu | zamboanga: troops+2 | gov-2 | "
           "cebu: neutral | aid-1 | patronage+6 | gov > 1_op_sa"),
    Breach("Enrich leaves the alignment", "4.2.1.c", GOV,
           "gov says op_sa train enrich: zamboanga / cebu | zamboanga: troops+2 | gov-2 | "
           "aid-1 | patronage+4 | gov > 1_op_sa"),
    Breach("Enrich costs no Aid", "4.2.1.c", GOV,
           "gov says op_sa train enrich: zamboanga / cebu | zamboanga: troops+2 | gov-2 | "
           "cebu: neutral | patronage+4 | gov > 1_op_sa"),
    Breach("Enrich in Manila", "4.2.1.a", GOV,
           "gov says op_sa train enrich: zamboanga / manila | zamboanga: troops+2 | gov-2 "
           "| manila: neutral | aid-1 | patronage+10 | gov > 1_op_sa"),
    Breach("Reprisal leaves no Terror", "4.2.2.b", GOV,
           "gov says op_sa assault reprisal: western_mindanao / western_mindanao | "
           "western_mindanao: active-1 | gov-2 | western_mindanao: neutral | gov moves "
           "guerrilla western_mindanao zamboanga | gov > 1_op_sa",
           spaces="western_mindanao: underground-1 active+1 troops+2 support"),
    Breach("Reprisal without Control", "4.2.2.a", GOV,
           "gov says op_sa roundup reprisal: manila / central_mindanao | manila: "
           "activist-3 | aid-1 | gov-2 | central_mindanao: terror+1 | gov moves activist "
           "central_mindanao davao | gov > 1_op_sa"),
    Breach("Charm raises Aid by four", "4.2.3.b", GOV,
           "gov says op_sa train charm: zamboanga / zamboanga | zamboanga: troops+2 "
           "support | gov-2 | patronage-1 | aid+4 | gov > 1_op_sa"),
    Breach("Charm with no Patronage", "4.2.3.c", GOV,
           "gov says op_sa train charm: zamboanga / zamboanga | zamboanga: troops+2 "
           "support | gov-2 | aid+3 | gov > 1_op_sa",
           tracks="patronage-5"),
    Breach("Charm beside an Assault", "4.1.1", GOV,
           "gov says op_sa assault charm: western_mindanao / zamboanga | western_mindanao:"
           " active-1 | zamboanga: support | gov-2 | patronage-1 | aid+3 | gov > 1_op_sa",
           spaces="western_mindanao: underground-1 active+1"),
    Breach("Appeal of Active Activists", "4.3.1.a", REFORMERS,
           "reformers says op_sa recruit appeal: visayas / manila | visayas: activist+1 | "
           "reformers-1 | manila: activist-1 | reformers+2 | reformers > 1_op_sa"),
    Breach("Convert without a Protest", "4.3.2.a", REFORMERS,
           "reformers says op_sa recruit convert: visayas / davao | visayas: activist+1 | "
           "reformers-1 | davao: troops-1 police-1 | patronage-1 | reformers > 1_op_sa"),
    Breach("Convert without Patronage", "4.3.2.d", REFORMERS,
           "reformers says op_sa recruit convert: visayas / manila | visayas: activist+1 |"
           " reformers-1 | manila: police-2 | reformers > 1_op_sa"),
    Breach("Convert takes three cubes", "4.3.2.b", REFORMERS,
           "reformers says op_sa recruit convert: visayas / manila | visayas: activist+1 |"
           " reformers-1 | manila: police-3 | patronage-1 | reformers > 1_op_sa"),
    Breach("Canvass without Terror", "4.3.3.a", REFORMERS,
           "reformers says op_sa assemble canvass: cebu / davao | reformers-1 | davao: "
           "opposition | reformers moves activist visayas cebu | reformers > 1_op_sa"),
    Breach("Canvass leaves the Terror", "4.3.3.b", REFORMERS,
           "reformers says op_sa assemble canvass: cebu / davao | reformers-1 | davao: "
           "opposition | reformers moves activist visayas cebu | reformers > 1_op_sa",
           spaces="davao: terror+1"),
    Breach("Extort without a flip", "4.4.1.b", NPA,
           "npa says op_sa rally extort: southern_luzon / visayas | southern_luzon: "
           "underground+1 | npa-1 | npa+1 | npa > 1_op_sa"),
    Breach("Extort under Government Control", "4.4.1.a", NPA,
           "npa says op_sa rally extort: southern_luzon / manila | southern_luzon: "
           "underground+1 | npa-1 | manila: underground-1 active+1 | npa+1 | npa > 1_op_sa"),
    Breach("Ambush with a Terror", "4.1.1", NPA,
           "npa says op_sa terror ambush: visayas / davao | visayas: underground-1 "
           "active+1 resistance terror+1 | npa-1 | davao: troops-1 police-1 active+1 | npa"
           " > 1_op_sa"),
    Breach("Ambush by an Active Guerrilla", "4.4.3.a", NPA,
           "npa says op_sa attack ambush: davao / davao | davao: troops-1 police-1 "
           "underground+1 | npa-1 | npa > 1_op_sa",
           spaces="davao: underground-1 active+1"),
    Breach("the 2nd takes the Event after an Operation only", "2.3.3.c", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: underground+1 | npa-1"
           " | npa > 1_op_only | reformers says event_shaded | northern_luzon: "
           "underground+2 | reformers > 2_op_only | gov > pass | gov+3"),
    Breach("a Special Activity in a Limited Operation", "2.3.5.a", NPA,
           "npa says limop rally extort: southern_luzon / visayas | southern_luzon: "
           "underground+1 | npa-1 | visayas: underground-1 active+1 | npa+1 | npa > limop"),
    Breach("Terror is left with a Protest", "3.4.4.c", NPA,
           "npa says op_only terror: manila | manila: terror+1 underground-1 active+1 "
           "neutral | npa-1 | npa > 1_op_only"),
    Breach("a second Terror in a space", "3.4.4.c", NPA,
           "npa says op_only terror: visayas | visayas: terror+1 underground-1 active+1 | "
           "npa-1 | npa > 1_op_only",
           spaces="visayas: terror+1"),
    Breach("a Guerrilla turned over", "1.5.3.g", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: underground+1 | npa-1"
           " | davao: underground-1 active+1 | npa > 1_op_only"),
    Breach("a Guerrilla placed Active", "1.5.3.h", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: active+1 | npa-1 | "
           "npa > 1_op_only"),
    Breach("a Strike without NPA", "3.2.4.e", GOV,
           "gov says op_only assault: cebu | cebu: active-1 | gov-2 | gov > 1_op_only",
           spaces="cebu: strike+1 active+1"),
    Breach("Strike by nobody", "4.4.2.a", NPA,
           "npa says op_sa march strike: western_mindanao / cebu | npa-1 | cebu: strike+1 "
           "neutral | npa moves guerrilla western_mindanao zamboanga | npa > 1_op_sa"),
    Breach("Strike removes two Activists", "4.4.2.b", NPA,
           "npa says op_sa march strike: western_mindanao / davao | npa-1 | davao: "
           "strike+1 resistance underground-1 active+1 activist-2 | npa moves guerrilla "
           "western_mindanao zamboanga | npa > 1_op_sa",
           spaces="davao: activist+1"),
    Breach("Strike without a marker", "4.4.2.c", NPA,
           "npa says op_sa march strike: western_mindanao / davao | npa-1 | davao: "
           "resistance underground-1 active+1 | npa moves guerrilla western_mindanao "
           "zamboanga | npa > 1_op_sa"),
    Breach("Strike shifts twice", "4.4.2.d", NPA,
           "npa says op_sa march strike: western_mindanao / davao | npa-1 | davao: "
           "strike+1 resistance underground-1 active+1 | npa moves guerrilla "
           "western_mindanao zamboanga | npa > 1_op_sa",
           spaces="davao: support"),
    Breach("Train and Civic Action twice", "3.2.1.e", GOV,
           "gov says op_only train: davao northern_luzon | davao: troops+1 support | "
           "northern_luzon: troops+1 support | gov-8 | gov > 1_op_only"),
    Breach("Sweep out of a Strike", "3.2.2.c", GOV,
           "gov says op_only sweep: zamboanga | gov-2 | gov moves troops davao zamboanga |"
           " gov > 1_op_only",
           spaces="davao: strike+1"),
    Breach("a Sweep of a Base", "1.5.1.g", GOV,
           "gov says op_only sweep: zamboanga | gov-2 | gov moves gov_base davao zamboanga"
           " | gov > 1_op_only"),
    Breach("Assault takes a Base before Guerrillas", "3.2.4.d", GOV,
           "gov says op_only assault: davao | davao: npa_base-1 | aid+5 | gov-2 | gov > "
           "1_op_only"),
    Breach("Roundup takes too many", "3.2.3.c", GOV,
           "gov says op_only roundup: manila | manila: activist-3 | aid-1 | gov-2 | gov > "
           "1_op_only",
           spaces="manila: police-1"),
    Breach("Roundup leaves the Protest", "3.2.3.e", GOV,
           "gov says op_only roundup: manila | manila: activist-3 | aid-1 | gov-2 | gov > "
           "1_op_only",
           spaces="manila: ref_base-1"),
    Breach("Enrich where nobody supports", "4.2.1.a", GOV,
           "gov says op_sa train enrich: zamboanga / davao | zamboanga: troops+2 | gov-2 |"
           " aid-1 | patronage+4 | gov > 1_op_sa"),
    Breach("Enrich in two spaces", "4.2.1.a", GOV,
           "gov says op_sa train enrich: zamboanga / cebu | zamboanga: troops+2 | gov-2 | "
           "cebu: neutral | davao: neutral | aid-2 | patronage+8 | gov > 1_op_sa",
           spaces="davao: support"),
    Breach("Recruit at Support", "3.3.1.a", REFORMERS,
           "reformers says op_only recruit: cebu | cebu: activist+1 | reformers-1 | "
           "reformers > 1_op_only"),
    Breach("Recruit a second Base", "3.3.1.d", REFORMERS,
           "reformers says op_only recruit: davao | davao: activist-2 | davao: ref_base+1 "
           "| reformers-1 | reformers > 1_op_only",
           spaces="davao: activist+1"),
    Breach("Recruit that nobody pays", "3.1.c|3.3.1.a", REFORMERS,
           "reformers says op_only recruit: visayas | visayas: activist+1 | reformers > "
           "1_op_only"),
    Breach("a free Terror", "3.1.c|3.4.4.a", NPA,
           "npa says op_only terror: visayas | visayas: underground-1 active+1 terror+1 "
           "resistance | npa > 1_op_only"),
    Breach("Rally at Support", "3.4.1.a", NPA,
           "npa says op_only rally: cebu | cebu: underground+1 | npa-1 | npa > 1_op_only",
           spaces="cebu: underground+1"),
    Breach("a Base of one Guerrilla", "3.4.1.b", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: underground-1 | "
           "southern_luzon: npa_base+1 | npa-1 | npa > 1_op_only"),
    Breach("March of two into Visayas", "3.4.2.c", NPA,
           "npa says op_only march: western_mindanao | npa-1 | npa moves guerrilla "
           "western_mindanao visayas | npa moves guerrilla western_mindanao visayas | npa "
           "> 1_op_only"),
    Breach("Attack removes a Base before cubes", "3.4.3.d", NPA,
           "npa says op_only attack: davao | npa rolls 1 | davao: underground-1 active+1 "
           "underground+1 gov_base-1 police-1 | patronage-2 | npa-1 | npa > 1_op_only"),
    Breach("Attack on a Base without the loss of Patronage", "3.4.3.e", NPA,
           "npa says op_only attack: davao | npa rolls 1 | davao: active+1 gov_base-1 "
           "police-1 | npa-1 | npa > 1_op_only",
           spaces="davao: troops-1"),
    Breach("Ambush beside an Attack rolls a die and takes three", "4.4.3.c", NPA,
           "npa says op_sa attack ambush: northern_luzon / northern_luzon | "
           "northern_luzon: troops-2 police-1 active+1 | npa-1 | npa > 1_op_sa"),
    Breach("Reprisal moves two", "4.2.2.c", GOV,
           "gov says op_sa assault reprisal: western_mindanao / western_mindanao | "
           "western_mindanao: active-1 | gov-2 | western_mindanao: terror+1 neutral | gov "
           "moves guerrilla western_mindanao zamboanga | gov moves activist "
           "western_mindanao zamboanga | gov > 1_op_sa",
           spaces="western_mindanao: underground-1 active+1 troops+2 support activist+1"),
    Breach("Charm without Control", "4.2.3.a", GOV,
           "gov says op_sa train charm: zamboanga / visayas | zamboanga: troops+2 | "
           "visayas: support | gov-2 | patronage-1 | aid+3 | gov > 1_op_sa"),
    Breach("Appeal of a Base", "4.3.1", REFORMERS,
           "reformers says op_sa recruit appeal: southern_luzon / visayas | "
           "southern_luzon: activist+1 | reformers-1 | visayas: activist-1 | reformers+3 |"
           " reformers > 1_op_sa"),
    Breach("Convert of a Base beside cubes", "4.3.2.b", REFORMERS,
           "reformers says op_sa recruit convert: visayas / manila | visayas: activist+1 |"
           " reformers-1 | manila: gov_base-1 ref_base+1 | patronage-2 | reformers > "
           "1_op_sa"),
    Breach("Persuade leaves the Strike", "3.3.3.c", REFORMERS,
           "reformers says op_only persuade: davao | davao: underground-1 | reformers-1 | "
           "reformers > 1_op_only",
           spaces="davao: strike+1 activist+2"),
    Breach("Protest at a price of two", "3.1.c|3.3.4.a", REFORMERS,
           "reformers says op_only protest: visayas | visayas: protest+1 opposition | "
           "reformers-2 | reformers > 1_op_only"),
    Breach("Event of another side", "5.1.a|5.1.4", NPA,
           "npa says event_shaded | northern_luzon: underground+3 | npa > 1_op_only"),
    Breach("Event in another space", "5.1.a|5.1.2", NPA,
           "npa says event_shaded | southern_luzon: underground+2 | npa > 1_op_only"),
    Breach("Event that gives too much", "5.1.a", NPA,
           "npa says event_shaded | npa+5 | npa > 1_op_only", card=17),
    Breach("Pass of the Government for one", "2.3.4.a", GOV,
           "gov > pass | gov+1"),
    Breach("Limited Operation in two spaces", "2.3.5.a", NPA,
           "npa says limop rally: southern_luzon visayas | southern_luzon: underground+1 |"
           " visayas: underground+1 | npa-2 | npa > limop"),
    Breach("a second Operation", "3.1.b", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: underground+1 | "
           "visayas: terror+1 underground-1 active+1 resistance | npa-2 | npa > 1_op_only"),
    Breach("out of order", "2.3.2.a", NPA,
           "gov says op_only train: zamboanga | zamboanga: troops+2 | gov-2 | gov > "
           "1_op_only | npa says op_only rally: southern_luzon | southern_luzon: "
           "underground+1 | npa-1 | npa > 2_op_only"),
    Breach("twice the wide options", "2.3.3.e", NPA,
           "npa says op_sa rally extort: southern_luzon / visayas | southern_luzon: "
           "underground+1 | npa-1 | visayas: underground-1 active+1 | npa+1 | npa > "
           "1_op_sa | reformers > pass | reformers+1 | gov says op_sa train enrich: "
           "zamboanga / cebu | zamboanga: troops+2 | gov-2 | cebu: neutral | aid-1 | "
           "patronage+4 | gov > 2_op_sa"),
    Breach("the third takes more", "2.3.3.f", NPA,
           "npa says op_only rally: southern_luzon | southern_luzon: underground+1 | npa-1"
           " | npa > 1_op_only | reformers says op_only recruit: visayas | visayas: "
           "activist+1 | reformers-1 | reformers > 2_op_sa | gov says op_only train: "
           "zamboanga cebu | zamboanga: troops+2 | cebu: police+1 | gov-4 | gov > "
           "2_op_only"),
    Breach("Reprisal moves two Guerrillas", "4.2.2.c", GOV,
           "gov says op_sa assault reprisal: western_mindanao / western_mindanao | "
           "western_mindanao: active-1 | gov-2 | western_mindanao: terror+1 neutral | gov "
           "moves guerrilla western_mindanao central_mindanao | gov moves guerrilla "
           "western_mindanao central_mindanao | gov > 1_op_sa",
           spaces="western_mindanao: active+1 troops+2 support"),
    Breach("Charm shifts twice", "4.2.3.b", GOV,
           "gov says op_sa train charm: zamboanga / zamboanga | zamboanga: troops+2 "
           "support | gov-2 | patronage-1 | aid+3 | gov > 1_op_sa",
           spaces="zamboanga: resistance"),
    Breach("Enrich where a Civic Action would be needed first", "4.2.1.a", GOV,
           "gov says op_sa train enrich: cebu / davao | cebu: troops+2 | gov-2 | aid-1 | "
           "patronage+4 | gov > 1_op_sa"),
    Breach("Attack that misses removes a piece", "3.4.3.c", NPA,
           "npa says op_only attack: southern_luzon | npa rolls 4 | southern_luzon: "
           "underground-1 active+1 troops-1 | npa-1 | npa > 1_op_only",
           spaces="southern_luzon: troops+2"),
    Breach("Event in two spaces instead of one", "5.1.a", NPA,
           "npa says event_shaded | northern_luzon: underground+1 | southern_luzon: "
           "underground+1 | npa > 1_op_only"),
    Breach("Event in spaces that are not adjacent", "5.1.a",
           "reformers > pass | reformers+1 | ",
           "gov says event_unshaded | northern_luzon: troops+1 support | visayas: police+1 "
           "neutral | gov > 1_op_only",
           spaces="visayas: opposition", card=25),
    Breach("Pass that moves a Guerrilla", "2.3.4.a", "",
           "npa+1 | npa moves guerrilla visayas southern_luzon | npa > pass"),
]  # fmt: skip


@pytest.mark.parametrize("breach", BREACHES, ids=lambda one: one.name)
def test_a_breach(breach: Breach, bench: Bench, tmp_path: Path, reported) -> None:
    report = written(bench, breach.record, breach.spaces, breach.tracks).report(tmp_path)
    found = [one for one in report.findings if one.verdict != "note"]
    assert found, breach.record
    assert found[0].verdict == "illegal", found[0]
    assert found[0].clause.startswith(tuple(breach.clause.split("|"))), found
    reported(report, found[0].clause)


def test_markers_of_control_that_nobody_moves(bench: Bench, tmp_path: Path) -> None:
    """1.7: one finding names all their spaces; a marker left behind once is told by its space."""
    moves = [
        Act("npa", "1_op_only", "visayas: underground+1 police-0", "npa-1"),
        Act("reformers", "pass", tracks="reformers+1"),
        Act("gov", "2_op_only", "zamboanga: troops-2; visayas: troops+4", "gov-2"),
    ]
    script = Script(bench, opening=19)
    script.driver.bookkeeping = lambda after: None
    report = script.card(20).play(moves).card(21).report(tmp_path)
    found = [one for one in report.findings if one.clause.startswith("1.7")]
    assert [one.verdict for one in found] == ["suspect"]
    assert "are not moved in this log" in found[0].message


@pytest.mark.parametrize(("rolls", "verdicts"), [((2, 2), []), ((2, 1), ["suspect"])])
def test_a_die_too_many(
    rolls: tuple[int, ...], verdicts: list[str], bench: Bench, tmp_path: Path
) -> None:
    """3.4.3.c: a second die is told only if the Attack would have ended otherwise with it."""
    attack = Act(
        "npa",
        "1_op_only",
        "western_mindanao: underground-2 active+2 troops-1 police-1",
        "npa-1",
        rolls=rolls,
    )
    report = Script(bench, opening=19).card(20).play([attack]).card(21).report(tmp_path)
    found = [one for one in report.findings if one.clause.startswith("3.4")]
    assert [one.verdict for one in found] == verdicts


PASSES = [
    Act("npa", "pass", tracks="npa+1"),
    Act("reformers", "pass", tracks="reformers+1"),
    Act("gov", "pass", tracks="gov+3"),
]


@pytest.mark.parametrize("late", [False, True])
def test_a_cylinder_that_goes_to_the_wrong_box(
    late: bool, bench: Bench, tmp_path: Path, reported
) -> None:
    """It is found where it was moved, or on the next card if that is turned over first."""
    script = Script(bench, opening=19).card(20).play(PASSES, adjust=False)
    for who in ("reformers", "gov"):
        script.driver.cylinder(who, "eligible")
    if late:
        script.card(21)
    script.driver.cylinder("npa", "ineligible")
    if not late:
        script.card(21)
    report = script.play(PASSES[1:], adjust=False).card(22).report(tmp_path)
    reported(report, "2.3.6.a")
    found = next(one for one in report.findings if one.verdict == "illegal")
    assert found.message.startswith("Card 21" if late else "Card 20")
    assert found.where.first == 10
